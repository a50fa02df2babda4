"""Deuces Wild: the best hand that three, four or five open cards make, and why a line ended as it did."""

from __future__ import annotations

from collections import Counter

from houseway.cards import Card
from houseway.games.deuces_wild import hands
from houseway.rulebook.steps import COMMUNITY
from houseway.table.shown.open_cards import OpenCards, Reading
from houseway.table.shown.settled_lines import Settled, Told

NUMBERS = ("no wild card", "one wild card", "two wild cards", "three wild cards", "four wild cards", "five wild cards")


def read(cards: OpenCards) -> Reading:
    """What each hand makes; what is selected for Five Card Fortune makes it with the community cards."""
    community = cards.get(COMMUNITY, ())
    said = {}
    for place, held in cards.items():
        if name := _named((*community, *held) if place.endswith(".fortune") else held):
            said[place] = name
    return Reading(said)


def _named(held: tuple[Card, ...]) -> str:
    """A row of the paytables, or what a hand without one is called: ``pair of nines``, ``king high``."""
    if len(held) == 4:
        return _of_four(held)
    if len(held) == 3:
        rows = hands.treasure(held)
    elif len(held) > 4:
        rows = hands.fortune(held)
    else:
        return ""
    return _row(rows[0]) if rows else _unpaid(held)


def _row(row: str) -> str:
    return row.replace("-", " ")


def _unpaid(held: tuple[Card, ...]) -> str:
    """The pair or the highest card of a hand that makes no more; a wild card pairs the highest other."""
    natural = Counter(card.rank for card in held if not hands.is_wild(card))
    pairs = [rank for rank, count in natural.items() if count + len(held) - natural.total() > 1]
    name = next(card.rank_name for card in held if card.rank == max(pairs or natural))
    return f"pair of {name}{'es' if name == 'six' else 's'}" if pairs else f"{name} high"


def _of_four(held: tuple[Card, ...]) -> str:
    """What four cards make already; without a pair, what a fifth card could make of them."""
    natural = Counter(card.rank for card in held if not hands.is_wild(card))
    wild = len(held) - natural.total()
    same = wild + max(natural.values(), default=0)
    if same > 2:
        return "four of a kind" if same == 4 else "three of a kind"
    if sorted(natural.values()) == [2, 2]:
        return "two pair"
    if same == 2:
        return _unpaid(held)
    if len({card.suit for card in held}) == 1:
        return "four to a flush"
    if any(len(natural.keys() & run) == 4 for run in hands.STRAIGHTS):
        return "four to a straight"
    return _unpaid(held)


def _a(name: str) -> str:
    """A hand within a sentence: ``a flush``, ``four of a kind``, ``king high``."""
    counted = name.startswith(("five ", "four ", "three ", "two "))
    return name if counted or name.endswith(" high") else f"a {name}"


# -- settled lines


def explain(settled: Settled) -> Told:
    """What the cards of the wager make: the hand, the three cards dealt first, or those that were selected."""
    wager, event, seat = settled.line.wager, settled.line.event, str(settled.line.seat)
    if wager == "three-card-treasure":
        return _treasure(settled)
    hand = settled.at(seat)
    if wager == "five-card-fortune":
        return _fortune(settled)
    if len(hand) != 5:
        return Told()
    if wager == "bonus-jackpot":
        return Told("none" if event == "none" else "paid", {"wild": NUMBERS[sum(map(hands.is_wild, hand))]})
    return Told("none" if event == "none" else "paid", {"hand": _unpaid(hand) if event == "none" else _row(event)})


def _treasure(settled: Settled) -> Told:
    three = settled.first(str(settled.line.seat), 3)
    if not three:
        return Told()
    rows = hands.treasure(three)
    facts = {"cards": " ".join(card.sign for card in three)}
    if settled.answers.get("treasure") == "no":
        return Told("missed", facts | {"hand": _row(rows[0])}) if rows else Told("not-declared", facts)
    return Told("paid", facts | {"hand": _a(_row(settled.line.event))}) if rows else Told("none", facts)


def _fortune(settled: Settled) -> Told:
    """The community cards with those selected, which lie apart where the hand was folded."""
    seat, community = str(settled.line.seat), settled.at(COMMUNITY)
    chosen = settled.at(f"{seat}.fortune")
    if not chosen:
        dealt = settled.first(seat, len(settled.dealt.get(seat, ())))
        chosen = tuple(dealt[position - 1] for position in settled.answers.get("fortune", ()) if position <= len(dealt))
    if not chosen or not community:
        return Told()
    event = settled.line.event
    made = _unpaid((*community, chosen[0])) if event == "none" else _row(event)
    facts = {"selected": " ".join(card.sign for card in chosen), "hand": _a(made)}
    return Told("none" if event == "none" else "push" if settled.line.pays == "push" else "paid", facts)
