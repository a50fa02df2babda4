"""Triple Attack Blackjack: the total of each hand, whether the dealer draws, and why a line ended as it did."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import Card
from houseway.cards.card import ACE
from houseway.games.triple_attack import hands
from houseway.rulebook.steps import DEALER
from houseway.table.shown.open_cards import HouseMust, OpenCards, Reading
from houseway.table.shown.settled_lines import Settled, Told


def read(cards: OpenCards) -> Reading:
    """The total of each hand, what the dealer shows; what rule 12 has the dealer do with two cards and more."""
    said = {place: _total(held, split="." in place or f"{place}.2" in cards) for place, held in cards.items()}
    dealer = cards.get(DEALER, ())
    if hands.total(dealer) == hands.PUSHES:
        said[DEALER] = f"{hands.PUSHES}: pushes"
    showing = cards.partly.get(DEALER, dealer)
    if len(showing) == 1:
        said[DEALER] = f"shows {_value(showing[0])}"
    return Reading(said, _dealer(dealer) if len(dealer) >= 2 else None)


def _dealer(cards: Sequence[Card]) -> HouseMust:
    total, _ = hands.count(cards)
    if total > hands.BEST:
        return HouseMust(f"The dealer is bust with {total}", "rules 12")
    named = _total(cards, split=True)
    return HouseMust(f"The dealer has {named}: {'draw' if hands.dealer_draws(cards) else 'stand'}", "rules 12")


def _value(card: Card) -> str:
    return "ace" if card.rank == ACE else str(hands.points(card))


def _total(cards: Sequence[Card], *, split: bool) -> str:
    """``blackjack``, ``soft 17``, ``hard 16``, ``20``, ``23, bust``; a hand made by splitting is no blackjack."""
    if len(cards) == 2 and not split and hands.is_blackjack(cards):
        return "blackjack"
    if len(cards) == 1:
        return _value(cards[0])
    total, soft = hands.count(cards)
    if total > hands.BEST:
        return f"{total}, bust"
    if soft:
        return f"soft {total}"
    # Where a soft hand of the same total is played otherwise.
    return f"hard {total}" if 12 <= total <= 17 else str(total)


# -- settled lines


def explain(settled: Settled) -> Told:
    """The two totals of an attack; of a side bet the cards that it looks at."""
    wager, event = settled.line.wager, settled.line.event
    if wager == "insurance":
        return Told()
    if wager in ("jackpot", "jackpot-2"):
        two = settled.first(str(settled.line.seat), 2)
        return Told(facts={"total": str(hands.total(two)), "cards": _and(two)} if two else {})
    if wager == "suited-royals":
        return Told(facts={"cards": _and(settled.first(str(settled.line.seat), 2))})
    if wager == "triple-match":
        two, up = settled.first(str(settled.line.seat), 2), settled.first(DEALER, 1)
        cards = {"cards": f"{two[0].sign}, {two[1].sign}", "dealer": up[0].sign} if two and up else {}
        return Told(facts=cards)
    if wager in ("double-match-up", "double-match-down"):
        return _match(settled)
    mine, dealer = settled.at(settled.place), settled.at(DEALER)
    if event == hands.WIN and dealer and hands.total(dealer) > hands.BEST:
        return Told("dealer-bust", {"dealer": str(hands.total(dealer)), "hand": str(hands.total(mine))})
    return Told(facts={"hand": str(hands.total(mine)) if mine else "", "dealer": str(hands.total(dealer))})


def _match(settled: Settled) -> Told:
    """Which of the first two cards match the dealer's up or down card."""
    two = settled.first(str(settled.line.seat), 2)
    if settled.line.wager == "double-match-up":
        against = settled.first(DEALER, 1)
    else:
        against = settled.first(DEALER, 2)[1:]
    if not two or not against:
        return Told()
    matched = [card for card in two if hands.match(card, against[0])]
    facts = {"one": two[0].sign, "other": two[1].sign, "dealer": against[0].sign}
    if len(matched) == 2:
        return Told("both", facts)
    return Told(facts=facts | {"one": matched[0].sign if matched else two[0].sign})


def _and(cards: Sequence[Card]) -> str:
    return " and ".join(card.sign for card in cards)
