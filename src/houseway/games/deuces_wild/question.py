"""What is asked of the mathematics of Deuces Wild, checked: wagers, paytables, options, changed pays, meters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.errors import BadQuestion
from houseway.games.deuces_wild import hands
from houseway.maths import question
from houseway.maths.question import bad_value, figures_of_meter, option_text, returned, rows_by_meter
from houseway.maths.results import MeterFigures
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import Pay, PayKind
from houseway.rulebook.paytables import Paytable, Row

ANTE, TREASURE, FORTUNE, JACKPOT = "ante", "three-card-treasure", "five-card-fortune", "bonus-jackpot"
ROWS = {
    ANTE: hands.ANTE_ROWS,
    TREASURE: hands.TREASURE_ROWS,
    FORTUNE: hands.FORTUNE_ROWS,
    JACKPOT: hands.JACKPOT_ROWS,
}
"""The rows that ``hands`` knows for each wager, best first."""

POOL, VIEW = "fortune-pool", "fortune-view"
POOLS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


class Question(question.Question):
    """A question checked. Options are those of the edition, and ``fixed``: the Bonus Jackpot wager in cents.

    ``fortune-pool`` may be any number of cards from one to five.
    """

    jackpot = JACKPOT
    jackpot_meter = JACKPOT
    jackpot_wager = "the Bonus Jackpot wager"
    meter_remedy = None

    def option(self, slug: str, value: Any) -> str:
        """The value given to an option, checked; a pool by its word."""
        if slug != POOL or slug not in self.edition.options:
            return super().option(slug, value)
        given = option_text(value)
        for word, number in POOLS.items():
            if given in (word, str(number)):
                return word
        raise bad_value(slug, value, POOLS)

    def wagers(self) -> Collection[str]:
        """The wagers that ``hands`` judges."""
        return ROWS

    def check_wager(self, wager: str) -> None:
        """Play and Raise are counted with the Ante."""
        if wager not in ROWS:
            raise BadQuestion(
                f"{wager} has no figures of its own",
                remedy=f"ask about {ANTE}: all that is added to it is counted there",
            )

    def check_fixed(self, wager: str, paytable: str | None) -> None:
        """A paytable that is not there is refused first."""
        if paytable is None or paytable in self.edition.paytable_ids(wager):
            super().check_fixed(wager, paytable)

    def check_pay(self, table: Paytable, event: str, pay: Pay) -> None:
        """Only the Bonus Jackpot pays money."""
        money = pay.is_percent or pay.is_posted or pay.kind is PayKind.DOLLARS
        if money and table.wager != JACKPOT:
            raise BadQuestion(
                f"{table.wager} {event}: {pay.text} is a pay of jackpots", remedy="give odds, push or loss"
            )

    def changed(self, table: Paytable) -> Paytable:
        """The table with the rows that ``pays`` names replaced; its rows must be those that the cards are judged by."""
        if tuple(row.event for row in table.rows) != ROWS[table.wager]:
            raise BadQuestion(f"{table.wager} {table.id} does not have the rows {', '.join(ROWS[table.wager])}")
        return super().changed(table)

    # -- what rows are worth

    def fortune_options(self) -> Iterator[tuple[int, bool, dict[str, str]]]:
        """(size of the pool, whether it is seen first, both as options): as asked for, or every standard one."""
        known = self.edition.options
        for pool in [self.options[POOL]] if POOL in self.options else known[POOL].values:
            for view in [self.options[VIEW]] if VIEW in self.options else known[VIEW].values:
                yield POOLS[pool], view == "revealed", {POOL: pool, VIEW: view}

    def nets(self, table: Paytable) -> list[Fraction]:
        """What each row wins per unit, and no row last; for wagers without a meter."""
        stake = self.stake(table.wager)
        return [*(returned(row.pay, stake) - 1 for row in table.rows), Fraction(-1)]

    def unit(self, wager: str) -> str:
        """What 1 is, in words."""
        name = self.edition.wagers[wager].name
        return {ANTE: f"one {name}", JACKPOT: f"one {name} wager of {dollars(self.stake(JACKPOT))}"}.get(
            wager, f"one {name} wager"
        )

    def meter_figures(self, table: Paytable, counts: Mapping[str, int]) -> tuple[MeterFigures, ...]:
        """The return as a function of each meter, or amount to be posted, that rows of ``table`` are paid from.

        A row that was given an amount in ``pays`` is still listed; for the others it counts as paying it.
        """
        found = []
        for name, rows in rows_by_meter(table, self._listed_meter).items():
            others = self.fixed_return(table, counts, {row.event for row in rows})
            found.append(figures_of_meter(name, rows, counts, others, self.stake(table.wager)))
        return tuple(found)

    def _listed_meter(self, table: Paytable, row: Row) -> str | None:
        posted = (table.wager, row.event) in self.own_meters and row.pay.kind is PayKind.DOLLARS
        return f"{table.wager}/{row.event}" if posted else self.meter_of(table, row)
