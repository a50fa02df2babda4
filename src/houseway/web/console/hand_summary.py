"""Hands worked out for the dealer: what the cards that lie open make, and what the house must do with its own.

Only what every game's own `hands` says is put into words here; a game that is not listed has no such words, and its
console shows the cards alone. Nothing that lies face down is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.cards import UNSEEN, Card, card
from houseway.games.deuces_wild import hands as deuces
from houseway.games.dueling import hands as dueling
from houseway.games.three_card_split import hands as split
from houseway.games.triple_attack import hands as attack
from houseway.rulebook.edition import Edition

Cards = Mapping[str, tuple[Card, ...]]
"""The cards of each place that lie wholly open."""

_RANKS = {
    **{str(rank): str(rank) for rank in range(2, 10)},
    "T": "10",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}


def worked(game: str, cards: Mapping[str, list[str]], edition: Edition) -> dict[str, Any]:
    """Words by place (``hands``) and what the house must do (``house``: says, clause, rule, and the answer's number).

    ``cards`` are those of a dealer's view.
    """
    reader = _READERS.get(game)
    seen = {place: tuple(map(card, texts)) for place, texts in cards.items() if texts and UNSEEN not in texts}
    found = reader(seen) if reader is not None else {"hands": {}}
    house = found.get("house")
    if house is not None:
        house["rule"] = edition.clause(house["clause"]).text if edition.has_clause(house["clause"]) else ""
    return found


def _plain(event: str) -> str:
    return event.replace("-", " ")


def _rank(kind: Card) -> str:
    return _RANKS.get(kind.text[0], "joker")


# -- Three Card Split


def _high(high: split.High) -> str:
    kind = split.kind_of_high(high)
    low, top = sorted(high, key=lambda each: each.rank)
    if kind == "pair":
        return f"pair of {_plural(_rank(top))}"
    return f"{_plain(kind)}, {_rank(top)} and {_rank(low)}" if kind != "high-card" else f"{_rank(top)} high"


def _plural(word: str) -> str:
    return f"{word}es" if word == "6" else f"{word}s"


def _versus(mine: tuple[Card, ...], theirs: tuple[Card, ...], copies: bool) -> str:
    won = split.compare(mine, theirs) > 0
    if not copies:
        return "wins" if won else "loses"
    return "copies, same colours: wins" if won else "copies, other colours: loses"


def _three_card_split(cards: Cards) -> dict[str, Any]:
    words: dict[str, str] = {}
    found: dict[str, Any] = {"hands": words}
    dealer = cards.get("dealer", ())
    if len(dealer) == 3:
        high, low = split.house_way(dealer)
        clause = split.house_way_rule(dealer)
        found["house"] = {
            "says": f"House way: {' '.join(each.text for each in high)} high, {low.text} low",
            "clause": clause,
            "low": dealer.index(low) + 1,
            "cards": {"high": [each.text for each in high], "low": [low.text]},
        }
    house_high, house_low = cards.get("dealer-high", ()), cards.get("dealer-low", ())
    house = (house_high, house_low) if len(house_high) == 2 and len(house_low) == 1 else None
    if house is not None:
        words["dealer-high"] = _high((house_high[0], house_high[1]))
        words["dealer-low"] = _rank(house_low[0])
        right = split.house_way((*house_high, *house_low))
        if not split.same_setting(right, ((house_high[0], house_high[1]), house_low[0])):
            found["house"] = {
                "says": f"Not the house way: {' '.join(each.text for each in right[0])} high, {right[1].text} low",
                "clause": split.house_way_rule((*house_high, *house_low)),
                "cards": {"high": [each.text for each in right[0]], "low": [right[1].text]},
            }
    for place, high_cards in cards.items():
        seat, _, part = place.partition(".")
        low_cards = cards.get(f"{seat}.low", ())
        if part != "high" or len(high_cards) != 2 or len(low_cards) != 1:
            continue
        mine = (high_cards[0], high_cards[1])
        if split.is_foul(mine, low_cards[0]):
            words[place] = f"{_high(mine)}: foul, the low card outranks it"
            words[f"{seat}.low"] = f"{_rank(low_cards[0])}: foul"
        elif house is None:
            words[place], words[f"{seat}.low"] = _high(mine), _rank(low_cards[0])
        else:
            copies = split.high_rank(mine) == split.high_rank((house_high[0], house_high[1]))
            words[place] = f"{_high(mine)}: {_versus(mine, house_high, copies)}"
            same = split.low_rank(low_cards[0]) == split.low_rank(house_low[0])
            words[f"{seat}.low"] = f"{_rank(low_cards[0])}: {_versus(low_cards, house_low, same)}"
    return found


# -- Triple Attack


def _triple_attack(cards: Cards) -> dict[str, Any]:
    words: dict[str, str] = {}
    found: dict[str, Any] = {"hands": words}
    for place, held in cards.items():
        if place == "burn":
            continue
        total, soft = attack.count(held)
        if len(held) == 2 and "." not in place and attack.is_blackjack(held):
            words[place] = "blackjack"
        elif total > 21:
            words[place] = f"{total}, bust"
        else:
            words[place] = f"{'soft ' if soft else ''}{total}"
    dealer = cards.get("dealer", ())
    if len(dealer) >= 2:
        total, soft = attack.count(dealer)
        named = f"{'soft ' if soft else ''}{total}"
        draws = attack.dealer_draws(dealer)
        says = f"The dealer has {named}: {'draw' if draws else 'stand'}"
        found["house"] = {"says": says if total <= 21 else f"The dealer is bust with {total}", "clause": "rules 12"}
    return found


# -- Deuces Wild


def _deuces_wild(cards: Cards) -> dict[str, Any]:
    words: dict[str, str] = {}
    for place, held in cards.items():
        if place == "burn" or "." in place:
            continue
        if len(held) == 5:
            rows = deuces.five_card(held) or deuces.jackpot(held)
            words[place] = _plain(rows[0]) if rows else "no winning hand"
        elif len(held) == 3 and place != "community":
            rows = deuces.treasure(held)
            words[place] = _plain(rows[0]) if rows else "does not qualify"
    return {"hands": words}


# -- Dueling


def _dueling(cards: Cards) -> dict[str, Any]:
    words: dict[str, str] = {}
    community = cards.get("community", ())
    said = {1: "higher", -1: "lower", 0: "tie"}
    for place, held in cards.items():
        if place.isdigit() and community:
            results = [said[dueling.duel(mine, theirs)] for mine, theirs in zip(held, community, strict=False)]
            words[place] = ", then ".join(results)
    return {"hands": words}


_READERS: dict[str, Callable[[Cards], dict[str, Any]]] = {
    "three-card-split": _three_card_split,
    "triple-attack": _triple_attack,
    "deuces-wild": _deuces_wild,
    "dueling": _dueling,
}
