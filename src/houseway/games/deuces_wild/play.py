"""Deuces Wild: the procedure. Clauses are cited by the numbers of 2017; the edition of 2010 is played the same way.

Three cards to the community hand and to each position, a fourth and a fifth for those who stay in; four wagers, each of
which may be made alone. Cards that the dealer puts into the discard rack are not moved here: they stay where they were
dealt, hidden from all who had not seen them. Steps that no round changes are made once, below: a round only picks among
them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from houseway.cards import Card
from houseway.games.deuces_wild import hands
from houseway.rulebook.pays import LOSS
from houseway.rulebook.steps import COMMUNITY, Ask, Choice, Deal, Look, Move, Pick, Procedure, Settle, Step, Turn
from houseway.table.table import Table

SEATS = range(1, 7)
ANTE, PLAY, RAISE = "ante", "play", "raise"
TREASURE, FORTUNE, JACKPOT = "three-card-treasure", "five-card-fortune", "bonus-jackpot"
POOLS = {"three": 3, "four": 4, "five": 5}
"""Values of the option ``fortune-pool``: the most cards to select from (DW-6)."""

# -- the steps

DEAL_COMMUNITY = Deal(COMMUNITY, cite="dealing 18")
DEAL = {seat: Deal(seat, cite="dealing 18") for seat in SEATS}
DEAL_THIRD = {seat: Deal(seat, cite="dealing 18", does=("dealing 18 scoop",)) for seat in SEATS}
LOOK = {seat: Look(seat, seat, cite="dealing 19") for seat in SEATS}

DECLARE = {
    seat: Ask(
        seat,
        "treasure",
        (
            Choice("declare", "say that the three cards qualify, and show them", "dealing 20(b)"),
            Choice("no", "give up Three Card Treasure without showing the cards", "dealing 20(a)"),
        ),
        "no",
        cite="dealing 20",
    )
    for seat in SEATS
}
NOT_DECLARED = {
    seat: Settle(seat, TREASURE, "none", LOSS, cite="dealing 20(a)", does=("dealing 20(a) chips",)) for seat in SEATS
}
TURN_TREASURE = {seat: Turn(seat, cite="dealing 20(b)", does=("dealing 20(b) chips",)) for seat in SEATS}

LOOK_TO_SELECT = {seat: Look(seat, seat, cite="dealing 21") for seat in SEATS}
FOLD_ON_THREE = Choice("fold", "give up the Ante", "dealing 21(a)")
FOLD_ON_FOUR = Choice("fold", "give up Ante and Play", "dealing 22(a)")

LAST_COMMUNITY = Deal(COMMUNITY, cite="dealing 21(b)(ii)")
LAST_COMMUNITY_ONLY = Deal(COMMUNITY, cite="dealing 21 exception (c)", does=("dealing 21 exception (a)",))
LAST_COMMUNITY_SELECTED = replace(
    LAST_COMMUNITY_ONLY, does=("dealing 21 exception (a)", "dealing 21 exception (b) discard")
)
DEAL_FOURTH = {seat: Deal(seat, cite="dealing 21(b)(ii)") for seat in SEATS}
DEAL_FOURTH_FOR_JACKPOT = {seat: Deal(seat, cite="rules 7") for seat in SEATS}
LOOK_AT_FOUR = {seat: Look(seat, seat, cite="dealing 22") for seat in SEATS}

DEAL_TO_SELECT = {seat: Deal(seat, cite="summary 2(c)") for seat in SEATS}
LOOK_AT_FIVE = {seat: Look(seat, seat, cite="summary 2(c)") for seat in SEATS}

TURN_COMMUNITY = Turn(COMMUNITY, cite="dealing 22 final")
TURN_COMMUNITY_ALL_FOLDED = Turn(COMMUNITY, cite="dealing 21 exception (d)")
TURN_UNUSED_COMMUNITY = Turn(COMMUNITY, needed=False, cite="dealing 22 final")
TURN_HAND = {seat: Turn(seat, cite="dealing 23", does=("dealing 23 gather",)) for seat in SEATS}
DEAL_FIFTH = {seat: Deal(seat, up=True, cite="dealing 23") for seat in SEATS}
TURN_FOR_JACKPOT = {seat: Turn(seat, cite="footnote 1") for seat in SEATS}
DEAL_FIFTH_FOR_JACKPOT = {seat: Deal(seat, up=True, cite="footnote 1") for seat in SEATS}
TURN_SELECTED = {seat: Turn((seat, "fortune"), cite="appendix C") for seat in SEATS}


@cache
def _select_ask(seat: int, pool: int, cite: str) -> Ask:
    """Which cards of the first ``pool`` go with the community hand; a timeout selects the first."""
    says = f"one of your first {pool} cards, or any number of wild ones, to go with the community hand"
    return Ask(seat, "fortune", default=(1,), pick=Pick(pool, says, cite, ("2", "X"), "footnote 2"), cite=cite)


def _fold_or_play(seat: int, ante: int) -> Ask:
    bet = Choice("play", "bet as much as the Ante for a fourth card", "dealing 21(b)(i)", ante, ante, PLAY)
    return Ask(seat, "play", (FOLD_ON_THREE, bet), "fold", cite="dealing 21")


def _fold_or_raise(seat: int, both: int) -> Ask:
    bet = Choice("raise", "bet Ante and Play together for the fifth card", "dealing 22(b)", both, both, RAISE)
    return Ask(seat, "raise", (FOLD_ON_FOUR, bet), "fold", cite="dealing 22", does=("dealing 22(b) tuck",))


# -- the round


def play(table: Table) -> Procedure:
    """One round."""
    yield from table.open(
        cite="dealing 4",
        press="dealing 6 press",
        confirm="dealing 6 confirm",
        collect="dealing 6 collect",
        every_round=table.behaviour > 1,
        does=("dealing 3", "appendix E press") if table.option("tabulator") == "on" else ("dealing 3",),
    )
    yield from _initial_cards(table)
    yield from _treasure(table)

    selecting = Selecting(table)
    playing = yield from _second_round(table, selecting)
    if not (playing or _still_running(table)):
        return
    yield from _fourth_cards(table, playing, selecting)
    raised = yield from _third_round(table, playing, selecting)
    if not (raised or _still_running(table)):
        return

    if not table.clockwise(FORTUNE):
        community: tuple[Card, ...] = yield TURN_UNUSED_COMMUNITY
    else:
        community = yield TURN_COMMUNITY if playing else TURN_COMMUNITY_ALL_FOLDED
    yield from selecting.after_the_turn()
    fortune_cite = "appendix C" if playing else "dealing 21 exception (d)"
    for seat in table.clockwise():
        yield from _settle(table, seat, seat in raised, community, selecting.selected.get(seat, ()), fortune_cite)
    yield from table.prizes("appendix D 2")


def _still_running(table: Table) -> bool:
    """Whether a wager needs the community hand or further cards although all have folded (DW-11)."""
    return any(table.has(seat, FORTUNE) or table.has(seat, JACKPOT) for seat in table.clockwise())


def _initial_cards(table: Table) -> Generator[Step, Any, None]:
    """Three times round, the community hand first; Ante and Treasure look at once (dealing 18 and 19, DW-9, DW-10)."""
    seats = table.clockwise()
    for deal in (DEAL, DEAL, DEAL_THIRD):
        yield DEAL_COMMUNITY
        for seat in seats:
            yield deal[seat]
    for seat in seats:
        if table.has(seat, ANTE) or table.has(seat, TREASURE):
            yield LOOK[seat]


def _treasure(table: Table) -> Generator[Step, Any, None]:
    """The player declares, the cards decide: a hand declared is shown and judged, another is lost unseen (DW-10)."""
    for seat in table.clockwise(TREASURE):
        answer = yield DECLARE[seat]
        if answer == "no":
            yield NOT_DECLARED[seat]
        else:
            rows = hands.treasure((yield TURN_TREASURE[seat]))
            yield from table.pay(seat, TREASURE, rows, "dealing 20(b)" if rows else "dealing 20(a)")


def _second_round(table: Table, selecting: Selecting) -> Generator[Step, Any, list[int]]:
    """Each seat in rotation folds or plays; one without Ante selects for Five Card Fortune. Returned: who plays on."""
    playing = []
    for seat in table.clockwise():
        if table.has(seat, ANTE):
            answer = yield _fold_or_play(seat, table.stake(seat, ANTE))
            if answer == "play":
                playing.append(seat)
                continue
            lost = table.lose(seat, ANTE, "fold", "dealing 21(a)(i)")
            yield lost if _still_needed(table, seat) else replace(lost, does=("dealing 21(a)(ii) discard",))
            yield from selecting.last_decision(seat, 3, "dealing 21(a)(iii)")
        elif table.has(seat, FORTUNE):
            # It looks now also where it selects later: the Bonus Jackpot's fourth card, which it may not see, is not
            # beside its three cards yet.
            yield LOOK_TO_SELECT[seat]
            yield from selecting.last_decision(seat, 3, "dealing 21")
        else:
            table.through.add(seat)
    return playing


def _still_needed(table: Table, seat: int) -> bool:
    """Whether a folded hand stays on the layout for another wager (DW-7)."""
    return table.has(seat, FORTUNE) or table.has(seat, JACKPOT)


def _fourth_cards(table: Table, playing: Sequence[int], selecting: Selecting) -> Generator[Step, Any, None]:
    """The last community card, then a fourth to each seat with Play or the Bonus Jackpot (rules 7, DW-5, DW-9)."""
    if playing:
        yield LAST_COMMUNITY
    else:
        yield LAST_COMMUNITY_SELECTED if selecting.selected else LAST_COMMUNITY_ONLY
    for seat in table.clockwise():
        if seat in playing:
            yield DEAL_FOURTH[seat]
        elif table.has(seat, JACKPOT):
            yield DEAL_FOURTH_FOR_JACKPOT[seat]


def _third_round(table: Table, playing: Sequence[int], selecting: Selecting) -> Generator[Step, Any, list[int]]:
    """Each seat that plays looks at its fourth card, then folds or raises in rotation. Returned: who raised."""
    for seat in playing:
        yield LOOK_AT_FOUR[seat]
    raised = []
    for seat in playing:
        answer = yield _fold_or_raise(seat, table.stake(seat, ANTE) + table.stake(seat, PLAY))
        if answer == "raise":
            raised.append(seat)
            yield from selecting.last_decision(seat, 5, "summary 2(c)")
        else:
            yield table.lose(seat, ANTE, "fold", "dealing 22(a)(i)")
            lost = table.lose(seat, PLAY, "fold", "dealing 22(a)(i)")
            yield lost if _still_needed(table, seat) else replace(lost, does=("dealing 22(a)(ii) discard",))
            yield from selecting.last_decision(seat, 4, "dealing 22(a)(iii)")
    return raised


class Selecting:
    """When Five Card Fortune cards are selected, and from how many (summary 2(c), footnote 1, DW-6).

    ``selected`` has the positions, from 1, by seat. Where the view is blind a seat selects at its last decision; where
    the community hand is seen first, it selects after the turn, in rotation.
    """

    __slots__ = ("_blind", "_pool", "_table", "_waiting", "selected")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._pool = POOLS[table.option("fortune-pool")]
        self._blind = table.option("fortune-view") == "blind"
        self._waiting: dict[int, tuple[int, str]] = {}
        self.selected: dict[int, tuple[int, ...]] = {}

    def last_decision(self, seat: int, entitled: int, cite: str) -> Generator[Step, Any, None]:
        """``seat`` has decided for the last time, and has a right to ``entitled`` cards (five if it raised).

        Cards that only the Bonus Jackpot brings are not among them.
        """
        if not self._table.has(seat, FORTUNE):
            self._table.through.add(seat)
            return
        if self._blind:
            yield from self._select(seat, entitled, cite)
        else:
            self._waiting[seat] = (entitled, cite)

    def after_the_turn(self) -> Generator[Step, Any, None]:
        """Those who see the community hand first select now."""
        for seat in sorted(self._waiting):
            yield from self._select(seat, *self._waiting[seat])

    def _select(self, seat: int, entitled: int, cite: str) -> Generator[Step, Any, None]:
        pool = min(self._pool, entitled)
        if pool == 5:
            yield DEAL_TO_SELECT[seat]
            yield LOOK_AT_FIVE[seat]
        positions = self.selected[seat] = yield _select_ask(seat, pool, cite)
        self._table.through.add(seat)
        if entitled < 5 and not self._table.has(seat, JACKPOT):
            # A folded hand is not shown: the selected cards lie apart, to be turned alone.
            places = tuple(position - 1 for position in positions)
            yield Move(seat, places, (seat, "fortune"), cite=cite, does=("dealing 21 tuck",))


# -- taking and paying


def _settle(
    table: Table, seat: int, raised: bool, community: tuple[Card, ...], selected: tuple[int, ...], fortune_cite: str
) -> Generator[Step, Any, None]:
    """One seat: the five-card hand, Five Card Fortune, the Bonus Jackpot (dealing 24, DW-11)."""
    fortune = table.has(seat, FORTUNE)
    jackpot = table.has(seat, JACKPOT)
    hand: tuple[Card, ...] = ()
    won = False
    if raised:
        hand = yield from _five_cards(TURN_HAND[seat], DEAL_FIFTH[seat])
        rows = hands.five_card(hand)
        won = bool(rows)
        cite = "dealing 24(b)" if won else "dealing 24(a)"
        yield from table.pay(seat, ANTE, rows, cite)
        yield from table.pay(seat, PLAY, rows, cite)
        last = table.pay(seat, RAISE, rows, cite)
        yield from last if fortune or jackpot else _then_discard(last, won)
    elif jackpot:
        hand = yield from _five_cards(TURN_FOR_JACKPOT[seat], DEAL_FIFTH_FOR_JACKPOT[seat])
    if fortune:
        if hand:
            chosen = tuple(hand[position - 1] for position in selected)
        else:
            chosen = yield TURN_SELECTED[seat]
        last = table.pay(seat, FORTUNE, hands.fortune((*community, *_allowed(chosen))), fortune_cite)
        yield from _then_discard(last, won) if raised and not jackpot else last
    if jackpot:
        rows = hands.jackpot(hand)
        # Counted and collected, a lost wager is gone already; one still on the layout is taken now.
        lost = "appendix D" if table.option("tabulator") == "on" else "dealing 24(a)"
        last = table.pay(seat, JACKPOT, rows, "dealing 24(b)" if rows else lost)
        yield from _then_discard(last, won or bool(rows))


def _five_cards(turn: Turn, deal: Deal) -> Generator[Step, Any, tuple[Card, ...]]:
    """The hand turned up, and the fifth card unless it was dealt for a selection already."""
    hand: tuple[Card, ...] = yield turn
    if len(hand) == 5:
        return hand
    fifth: Card = yield deal
    return (*hand, fifth)


def _allowed(chosen: tuple[Card, ...]) -> tuple[Card, ...]:
    """The selected cards that count: several only if all are wild (summary 2(c), footnote 2).

    A wrong selection is refused when it is made, unless the cards are real ones that the system does not know: then
    only its first card counts.
    """
    return chosen if len(chosen) == 1 or all(map(hands.is_wild, chosen)) else chosen[:1]


def _then_discard(steps: Iterable[Step], won: bool) -> Generator[Step, Any, None]:
    """The steps that settle a hand's last wager: with them its cards go to the discard rack."""
    does = ("dealing 24(b) discard",) if won else ("dealing 24(a) discard",)
    for step in steps:
        yield replace(step, does=does)
