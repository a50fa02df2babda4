"""What the compiled rounds of the four games share: who bets what at a table, and the lines of one round.

A percent prize waits until every claim is known, and what the jackpots really paid then takes the place of what they
were counted as.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from houseway.maths.question_errors import BadQuestion
from houseway.rulebook.paytables import NO_ROW, Row
from houseway.rulebook.steps import Claim
from houseway.simulation.departures import asked_rules
from houseway.simulation.program import Block
from houseway.table.lines import Line
from houseway.table.percent_prizes import Hit, divide, extra_prizes
from houseway.table.setup import Setup
from houseway.table.wagers import Amounts, Placed, accept_wagers

Column = tuple[int, str]
"""A seat and its wager."""


class CompiledRounds:
    """The table of a `houseway.simulation.program.Program`: a game adds how its rounds are played and lines written."""

    def __init__(self, setup: Setup, wagers: Placed, meters: Amounts | None) -> None:
        refuse_aggregate(setup)
        self._setup = setup
        self._changed = asked_rules(setup)
        self._placed = seats_that_bet(setup, wagers)
        self._seats = tuple(self._placed)
        self._meters = dict(meters or {})
        self.columns: tuple[Column, ...] = tuple((seat, wager) for seat in self._seats for wager in self._placed[seat])
        self._places = {column: place for place, column in enumerate(self.columns)}
        self._counted = {
            wager: [seat for seat in self._seats if wager in self._placed[seat]] for wager in setup.jackpots
        }

    def _row(self, wager: str, events: tuple[str, ...]) -> Row:
        """The row of a wager that the cards make; none of a wager that is not paid by a table here."""
        table = self._setup.paytables.get(wager)
        return table.row(events) if table else NO_ROW

    def _book(self) -> Book:
        """The lines of a round, to be written."""
        return Book(self._setup, self._counted, self._meters)

    def _nothing(self, rounds: int) -> Block:
        """The sums of ``rounds`` rounds, of which nothing is counted yet."""
        return Block.empty(len(self.columns), rounds)

    def _mend(self, block: Block, lines: Iterable[Line], plain: Mapping[Column, int], times: int) -> None:
        """Put what jackpots really paid by the ``lines`` of a noted round in place of what was counted, ``times`` over.

        ``plain`` has by column what each of them counted as: its net.
        """
        real = dict.fromkeys(plain, 0)
        for line in lines:
            if (line.seat, line.wager) in real:
                real[line.seat, line.wager] += line.net
        for (seat, wager), net in real.items():
            place, stake = self._places[seat, wager], self._placed[seat][wager]
            block.count(place, -times, plain[seat, wager], stake)
            block.count(place, times, net, stake)


class Book:
    """The lines of one round in the order in which the procedure writes them.

    ``counted`` lists, by jackpot wager, the seats that placed it; ``meters`` has the amounts in cents.
    """

    def __init__(self, setup: Setup, counted: Mapping[str, Sequence[int]], meters: Mapping[str, int]) -> None:
        self.lines: list[Line] = []
        self._setup = setup
        self._counted = counted
        self._meters = meters
        self._claims: list[Claim] = []
        self._hits: list[Hit] = []
        self._stakes: dict[tuple[int, str], int] = {}

    def pay(self, seat: int, wager: str, stake: int, row: Row, cite: str, hand: int = 1) -> None:
        """Settle ``wager`` by ``row`` of its paytable, as `Table.pay` does."""
        if wager in self._counted and row is not NO_ROW:
            self._hits.append(Hit(seat, wager, row.event, cite))
        if row.pay.is_percent:
            self._claims.append(Claim(seat, wager, row.event, self._setup.meter_of(wager, row.event), cite))
            self._stakes[seat, wager] = stake
        else:
            self.lines.append(Line(seat, wager, stake, row.event, row.pay.text, row.pay.returned(stake), cite, hand))

    def prizes(self) -> None:
        """Divide the meters among the claims and pay what goes to other players, as `Table.prizes` does."""
        extra = [hit for hit in self._hits if extra_prizes(self._setup, hit, self._counted)]
        for prize in divide(self._setup, self._claims, extra, self._counted, self._meters):
            assert isinstance(prize.place, int)
            self.lines.append(
                Line(
                    prize.place,
                    prize.wager,
                    0 if prize.bare else self._stakes[prize.place, prize.wager],
                    prize.event,
                    prize.pay.text,
                    prize.amount,
                    prize.cite,
                    meter=prize.meter if prize.pay.is_percent else None,
                    note=f"divided among {prize.share}" if prize.share > 1 else None,
                )
            )


def net_alone(setup: Setup, meters: Mapping[str, int], wager: str, stake: int, row: Row) -> int:
    """What a seat that plays alone wins or loses when ``row`` settles its ``wager``, in cents."""
    book = Book(setup, {wager: [1]} if wager in setup.jackpots else {}, meters)
    book.pay(1, wager, stake, row, "")
    book.prizes()
    return sum(line.net for line in book.lines)


def pays_others(setup: Setup, wager: str, row: Row) -> bool:
    """Whether a hit on ``row`` brings an Envy or a Share-the-Wealth prize."""
    return any(row.event in rows.get(wager, {}) for rows in (setup.envy, setup.share))


def refuse_aggregate(setup: Setup) -> None:
    """Refuse a table with an aggregate limit: compiled rounds sum each seat by itself, and the limit joins them all."""
    if setup.aggregate:
        raise BadQuestion(
            f"rounds with an aggregate limit on {', '.join(setup.aggregate)} are not simulated",
            remedy="leave aggregate out, or play the rounds at the table",
        )


def seats_that_bet(setup: Setup, wagers: Placed) -> dict[int, dict[str, int]]:
    """What every seat places, as the table takes it; refused where nobody bets."""
    placed = {seat: accept_wagers(setup, wagers[seat]) for seat in sorted(wagers)}
    found = {seat: stakes for seat, stakes in placed.items() if stakes}
    if not found:
        raise BadQuestion("nobody bets", remedy="place a wager at a seat at least")
    return found


def check_meters(setup: Setup, counted: Mapping[str, Sequence[int]], meters: Mapping[str, int]) -> None:
    """Refuse a table where a percent of a meter may be won whose amount is not given."""
    for wager, seats in counted.items():
        rows = setup.paytables[wager].rows
        events = [row.event for row in rows if row.pay.is_percent]
        for extras in (setup.envy, setup.share):
            events += [event for event, pay in extras.get(wager, {}).items() if pay.is_percent]
        for event in events if seats else ():
            meter = setup.meter_of(wager, event)
            if meter not in meters:
                raise BadQuestion(
                    f"a percent of the meter {meter} may be won, and its amount is not given",
                    remedy="give the amount in cents, or leave the wager out",
                )
