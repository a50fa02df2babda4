"""Dueling for Dollars: each player's card against the community's, in the duel and the war; why a line ended so."""

from __future__ import annotations

from houseway.cards import Card
from houseway.games.dueling import hands
from houseway.rulebook.steps import COMMUNITY
from houseway.table.shown.open_cards import OpenCards, Reading
from houseway.table.shown.settled_lines import Settled, Told

SAID = {1: "higher", -1: "lower", 0: "tie"}
BEATS = {1: "your {} beats the {}", -1: "the {1} beats your {0}", 0: "your {} ties the {}"}
OVER = {1: "your {} over the {}", -1: "the {1} over your {0}", 0: "your {} and the {}"}


def read(cards: OpenCards) -> Reading:
    """Each card by its rank; a player's as ``higher``, ``lower`` or ``tie`` once the community's is open.

    After a war both duels are said: ``tie, then higher``.
    """
    community = cards.get(COMMUNITY, ())
    said = {place: held[-1].rank_name for place, held in cards.items() if place == COMMUNITY}
    for place, held in cards.items():
        if place.isdigit():
            duels = [SAID[hands.duel(*pair)] for pair in zip(held, community, strict=False)]
            said[place] = ", then ".join(duels) or held[-1].rank_name
    return Reading(said)


# -- settled lines


def explain(settled: Settled) -> Told:
    """Who beat whom in the duel or in the war; of a side bet the cards that it looks at."""
    wager, event = settled.line.wager, settled.line.event
    mine, community = settled.at(str(settled.line.seat)), settled.at(COMMUNITY)
    if not mine or not community:
        return Told()
    facts = {"mine": mine[0].sign, "community": community[0].sign, "rank": _many(mine[0])}
    if wager in ("player", "dealer", "play", "war"):
        return _duel(settled, mine, community, facts)
    if wager == "combo-bet":
        return Told(_combo(settled, mine[0], community[0]), facts)
    if wager == "tie-after-tie" and event == "not-a-tie" and settled.line.returned:
        return Told("not-a-tie-paid", facts)
    if wager == "tie-after-tie" and len(mine) == 2:
        facts["other"] = _many(mine[1])
    if wager == "two-plus-two" and (extra := settled.at("two-plus-two")):
        facts["extra"] = " and ".join(card.sign for card in extra)
    return Told(facts=facts)


def _duel(settled: Settled, mine: tuple[Card, ...], community: tuple[Card, ...], facts: dict[str, str]) -> Told:
    """The last duel: of the first cards, or of the war. On the dealer's spot the lower card wins, which is said."""
    last = mine[-1], community[-1]
    result = hands.duel(*last)
    faces = [card.sign for card in last]
    facts["duel"], facts["war"] = BEATS[result].format(*faces), OVER[result].format(*faces)
    if "dealer" in settled.wagers and result:
        facts["duel"] += ", and you bet on the dealer"
        facts["war"] += " with your bet on the dealer"
    if settled.line.event == "war-push" and result == 0:
        return Told("war-push-tie", facts)
    return Told(facts=facts)


def _combo(settled: Settled, mine: Card, community: Card) -> str:
    """Which of a row's two hands it is, and whether a pair that this table does not pay."""
    event = settled.line.event
    if event == "straight-or-flush":
        return "straight" if "straight" in hands.combo(mine, community) else "flush"
    return "pair-lost" if event == "pair" and settled.line.pays == "loss" else ""


def _many(card: Card) -> str:
    return f"{card.rank_name}{'es' if card.rank_name == 'six' else 's'}"
