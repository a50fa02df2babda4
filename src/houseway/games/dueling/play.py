"""Dueling for Dollars: the procedure (2015/2017 document).

One card to each player, one community card; a tie goes to war or surrenders half. Both designs of the layout are played
here: with a PLAYER and a DEALER spot (how to play), and with a single PLAY spot (optional how to play).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.games.dueling import hands
from houseway.rulebook.steps import BURN, COMMUNITY, Ask, Choice, Deal, Procedure, Settle, Step
from houseway.table.table import Table

TIE_AFTER_TIE = "tie-after-tie"
TWO_PLUS_TWO = "two-plus-two"


class Cites(NamedTuple):
    """Where the document has each rule of a spot."""

    wager: str
    deal: str
    win: str
    lose: str
    tie: str
    surrender: str
    war: str
    chips: str
    burn: str
    war_cards: str
    war_won: str
    war_lost: str
    bonus: str


def _cites(section: str, *numbers: str) -> Cites:
    return Cites(*(f"{section} {number}" for number in numbers))


CITES = {
    "player": _cites(
        "how to play", "1", "2", "4(a)", "4(b)", "6", "6(a)", "7", "7 chips", "8", "9", "10(a)", "10(b)", "12"
    ),
    "dealer": _cites(
        "how to play", "1", "2", "5(a)", "5(b)", "6", "6(a)", "7", "7 chips", "8", "9", "11(a)", "11(b)", "12"
    ),
    "play": _cites("optional how to play", "1", "2", "3", "3", "4", "4(a)", "5", "5 chips", "6", "7", "8", "8", "9"),
}
SPOTS = tuple(CITES)


def play(table: Table) -> Procedure:
    """One round. Settled in the order of DD-8, each part by position."""
    rule = CITES["play" if table.option("spots") == "play" else "player"]
    yield from table.open(
        cite=rule.wager,
        press="appendix X press",
        confirm="appendix X indicators",
        collect="appendix X footnote 1 collection",
        every_round=table.behaviour > 1,
    )
    spot_of = {seat: next(spot for spot in SPOTS if table.has(seat, spot)) for seat in table.clockwise()}

    card_of: dict[int, Card] = {}
    for seat in table.clockwise():
        card_of[seat] = yield Deal(seat, up=True, cite=rule.deal)
    community: Card = yield Deal(COMMUNITY, up=True, cite=rule.deal)

    tied = []
    for seat in table.clockwise():
        result = hands.duel(card_of[seat], community)
        if result == 0:
            tied.append(seat)
        else:
            yield from _duel(table, seat, spot_of[seat], result)
        yield from _side_bets(table, seat, card_of[seat], community)
        if result != 0:
            table.through.add(seat)
            yield from _tie_after_tie(table, seat, (card_of[seat], community))

    at_war = []
    for seat in tied:
        spot = spot_of[seat]
        choice = yield _war_or_surrender(seat, table.stake(seat, spot), CITES[spot])
        table.through.add(seat)
        if choice == "war":
            at_war.append(seat)
        else:
            yield from table.pay(seat, spot, ("surrender",), CITES[spot].surrender)
            yield from _tie_after_tie(table, seat, (card_of[seat], community))

    if at_war:
        yield from _war(table, rule, at_war, spot_of, card_of, community)
    if players := table.clockwise(TWO_PLUS_TWO):
        yield from _two_plus_two(table, players, card_of, community)
    # Only a wager that waits for its meter is still open here.
    only_two_plus_two = table.clockwise(TWO_PLUS_TWO) and not table.clockwise(TIE_AFTER_TIE)
    yield from table.prizes("appendix D note 3" if only_two_plus_two else "appendix C note 3")


def _duel(table: Table, seat: int, spot: str, result: int) -> Generator[Step, Any, None]:
    """Even money: the higher card wins on PLAYER and PLAY, the lower on DEALER."""
    cites = CITES[spot]
    if result < 0 if spot == "dealer" else result > 0:
        yield from table.pay(seat, spot, ("win",), cites.win)
    else:
        yield from table.pay(seat, spot, ("lose",), cites.lose)


def _side_bets(table: Table, seat: int, card: Card, community: Card) -> Generator[Step, Any, None]:
    """Tie Plus and the Combo Bet look at the first two cards, and are settled with the duel (DD-8)."""
    if table.has(seat, "tie-plus"):
        yield from table.pay(seat, "tie-plus", hands.tie_plus(card, community), "appendix A")
    if table.has(seat, "combo-bet"):
        yield from table.pay(seat, "combo-bet", hands.combo(card, community), "appendix B")


def _tie_after_tie(
    table: Table, seat: int, first: tuple[Card, Card], war: tuple[Card, Card] | None = None
) -> Generator[Step, Any, None]:
    """Settled on four cards after a war, else on the first two (DD-4)."""
    if table.has(seat, TIE_AFTER_TIE):
        yield from table.pay(seat, TIE_AFTER_TIE, hands.tie_after_tie(first, war), "appendix C")


def _war_or_surrender(seat: int, stake: int, cites: Cites) -> Ask:
    """The War wager is exactly the first wager; without an answer half of that is given up."""
    return Ask(
        seat,
        "war",
        (
            Choice("surrender", "give up half of the wager", cites.surrender),
            Choice("war", "go to war with a wager as large as the first", cites.war, stake, stake, "war"),
        ),
        "surrender",
        cite=cites.tie,
    )


def _war(
    table: Table, rule: Cites, at_war: list[int], spot_of: dict[int, str], card_of: dict[int, Card], community: Card
) -> Generator[Step, Any, None]:
    """One war for all who chose it: one burn, a card to each, one community card for all (DD-8)."""
    does: tuple[str, ...] = (rule.chips,)
    for _ in range(int(table.option("burn"))):
        yield Deal(BURN, cite=rule.burn, does=does)
        does = ()
    war_card: dict[int, Card] = {}
    for seat in at_war:
        war_card[seat] = yield Deal(seat, up=True, cite=rule.war_cards, does=does)
        does = ()
    war_community: Card = yield Deal(COMMUNITY, up=True, cite=rule.war_cards)

    for seat in at_war:
        yield from _war_result(table, seat, spot_of[seat], hands.duel(war_card[seat], war_community))
    for seat in at_war:
        yield from _tie_after_tie(table, seat, (card_of[seat], community), (war_card[seat], war_community))


def _war_result(table: Table, seat: int, spot: str, result: int) -> Generator[Step, Any, None]:
    """A tie wins the war on either spot; where the room has the tie bonus it comes on top of that win (DD-2)."""
    cites = CITES[spot]
    first, war = hands.war_events(spot, result)
    cite = cites.war_lost if war == "lose" else cites.war_won
    staked = table.stake(seat, "war")
    yield from table.pay(seat, spot, (first,), cite)
    yield from table.pay(seat, "war", (war,), cite)
    if result == 0 and table.option("tie-bonus") == "on":
        # As much as both wagers together, which are equal: a row of the War wager's own table.
        bonus = table.row("war", ("tie-bonus",)).pay
        yield Settle(seat, "war", "tie-bonus", bonus, returned=bonus.returned(staked), bare=True, cite=cites.bonus)


def _two_plus_two(
    table: Table, players: Sequence[int], card_of: dict[int, Card], community: Card
) -> Generator[Step, Any, None]:
    """Two more community cards, never the war cards, once for all who start with a pair or suited neighbours (DD-5)."""
    rule = "bonus jackpots two plus two"
    starting = [seat for seat in players if hands.starts_two_plus_two(card_of[seat], community)]
    extra: tuple[Card, Card] | None = None
    if starting:
        extra = ((yield Deal(TWO_PLUS_TWO, up=True, cite=rule)), (yield Deal(TWO_PLUS_TWO, up=True, cite=rule)))
    for seat in players:
        if extra and seat in starting:
            events = hands.two_plus_two(card_of[seat], community, extra)
            yield from table.pay(seat, TWO_PLUS_TWO, events, "appendix D")
        else:
            yield from table.pay(seat, TWO_PLUS_TWO, (), rule)
