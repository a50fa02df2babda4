"""What is asked of the mathematics of Deuces Wild, checked: wagers, paytables, options, changed pays, meters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.errors import BadQuestion, HousewayError
from houseway.games.deuces_wild import hands
from houseway.maths.results import MeterFigures
from houseway.rulebook.money import cents, dollars
from houseway.rulebook.pays import PayKind, parse_pay
from houseway.rulebook.paytables import Paytable, Row
from houseway.table.game import Game

ANTE, TREASURE, FORTUNE, JACKPOT = "ante", "three-card-treasure", "five-card-fortune", "bonus-jackpot"
ROWS = {
    ANTE: hands.ANTE_ROWS,
    TREASURE: hands.TREASURE_ROWS,
    FORTUNE: hands.FORTUNE_ROWS,
    JACKPOT: hands.JACKPOT_ROWS,
}
"""The rows that ``hands`` knows for each wager, best first."""

FIXED, POOL, VIEW = "fixed", "fortune-pool", "fortune-view"
POOLS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


class Question:
    """A question checked. Options are those of the edition, and ``fixed``: the Bonus Jackpot wager in cents.

    ``fortune-pool`` may be any number of cards from one to five.
    """

    def __init__(
        self,
        game: Game,
        edition: str | None = None,
        wager: str | None = None,
        paytable: str | None = None,
        options: Mapping[str, Any] | None = None,
        pays: Mapping[str, str] | None = None,
        meters: Mapping[str, int] | None = None,
    ) -> None:
        self.edition = game.edition(edition)
        self._pays = dict(pays or {})
        self.options = self._options(options or {})
        self._own_meters: set[tuple[str, str]] = set()
        self.tables = self._tables(wager, paytable)
        self.meters = self._meters(meters or {})

    # -- checks

    def _options(self, options: Mapping[str, Any]) -> dict[str, str]:
        known = self.edition.options
        given: dict[str, str] = {}
        for slug, value in options.items():
            text = str(value) if type(value) is int else value
            if slug == FIXED:
                if not (isinstance(text, str) and text.isascii() and text.isdigit() and 0 < int(text) <= 10**9):
                    raise BadQuestion(
                        f"the Bonus Jackpot wager cannot be fixed at {value!r}",
                        remedy="give cents: 500 for five dollars",
                    )
            elif slug not in known:
                raise BadQuestion(
                    f"{self.edition.about.name} has no option {slug!r}",
                    remedy=f"choose from {', '.join(known)}, {FIXED}",
                )
            elif slug == POOL:
                text = next((word for word, number in POOLS.items() if text in (word, str(number))), None)
                if text is None:
                    raise BadQuestion(f"{slug} cannot be {value!r}", remedy=f"choose {', '.join(POOLS)}")
            elif text not in known[slug].values:
                raise BadQuestion(f"{slug} cannot be {value!r}", remedy=f"choose {', '.join(known[slug].values)}")
            given[slug] = text
        return given

    def _tables(self, wager: str | None, paytable: str | None) -> list[Paytable]:
        edition = self.edition
        if wager is not None and wager not in edition.wagers:
            raise BadQuestion(f"{edition.about.name} has no wager {wager!r}", remedy=f"choose from {', '.join(ROWS)}")
        if wager is not None and wager not in ROWS:
            raise BadQuestion(
                f"{wager} has no figures of its own",
                remedy=f"ask about {ANTE}: all that is added to it is counted there",
            )
        names = [(slug, name) for slug in ROWS if wager in (None, slug) for name in edition.paytable_ids(slug)]
        chosen = [(slug, name) for slug, name in names if paytable in (None, name)]
        if not chosen:
            raise BadQuestion(
                f"{wager or edition.about.name} has no paytable {paytable!r}",
                remedy=f"choose {', '.join(dict.fromkeys(name for _, name in names))}",
            )
        if FIXED in self.options and wager not in (None, JACKPOT):
            raise BadQuestion(f"{wager} is not a fixed wager", remedy=f"ask about {JACKPOT}, or leave {FIXED} out")
        printed = [edition.paytable(slug, name, self.options) for slug, name in chosen]
        self._own_meters = {(table.wager, row.event) for table in printed for row in table.rows if row.pay.is_posted}
        self._check_pays(printed)
        return [self._changed(table) for table in printed]

    def _check_pays(self, printed: list[Paytable]) -> None:
        if not self._pays:
            return
        if len({table.wager for table in printed}) > 1:
            raise BadQuestion("changed pays are those of one wager", remedy="name the wager too")
        events = dict.fromkeys(row.event for table in printed for row in table.rows)
        for event in self._pays:
            if event not in events:
                raise BadQuestion(
                    f"{printed[0].wager} has no row {event!r} to pay", remedy=f"name one of {', '.join(events)}"
                )

    def _changed(self, table: Paytable) -> Paytable:
        """The table with the rows that ``pays`` names replaced; its rows must be those that the cards are judged by."""
        if tuple(row.event for row in table.rows) != ROWS[table.wager]:
            raise BadQuestion(f"{table.wager} {table.id} does not have the rows {', '.join(ROWS[table.wager])}")
        if not self._pays:
            return table
        rows = []
        for row in table.rows:
            pay = row.pay
            if row.event in self._pays:
                try:
                    pay = parse_pay(self._pays[row.event], table.odds)
                except HousewayError as error:
                    raise BadQuestion(f"{table.wager} {row.event}: {error.message}", remedy=error.remedy) from error
                money = pay.is_percent or pay.is_posted or pay.kind is PayKind.DOLLARS
                if money and table.wager != JACKPOT:
                    raise BadQuestion(
                        f"{table.wager} {row.event}: {pay.text} is a pay of jackpots", remedy="give odds, push or loss"
                    )
            rows.append(Row(row.event, row.name, pay))
        return table.replaced(tuple(rows))

    def _meters(self, meters: Mapping[str, int]) -> dict[str, int]:
        known = {name for table in self.tables for row in table.rows if (name := self.meter_of(table, row))}
        for name, amount in meters.items():
            if name not in known:
                raise BadQuestion(
                    f"no row is paid from a meter {name!r}",
                    remedy=f"give {', '.join(sorted(known))}" if known else f"ask about {JACKPOT}",
                )
            try:
                cents(amount, f"the meter {name}")
            except HousewayError as error:
                raise BadQuestion(error.message, remedy=error.remedy) from error
        return dict(meters)

    # -- what rows are worth

    @property
    def stake(self) -> int:
        """Cents staked on the Bonus Jackpot."""
        return int(self.options.get(FIXED, self.edition.wagers[JACKPOT].fixed or 100))

    def fortune_options(self) -> Iterator[tuple[int, bool, dict[str, str]]]:
        """(size of the pool, whether it is seen first, both as options): as asked for, or every standard one."""
        known = self.edition.options
        for pool in [self.options[POOL]] if POOL in self.options else known[POOL].values:
            for view in [self.options[VIEW]] if VIEW in self.options else known[VIEW].values:
                yield POOLS[pool], view == "revealed", {POOL: pool, VIEW: view}

    def meter_of(self, table: Paytable, row: Row) -> str | None:
        """The meter that ``row`` is paid from, if any: the wager's, or its own if the document leaves it to be posted.

        A row not posted counts as one with a meter: its amount is then the amount to be posted (DW-8).
        """
        if row.pay.is_posted or (row.pay.is_percent and (table.wager, row.event) in self._own_meters):
            return f"{table.wager}/{row.event}"
        return table.wager if row.pay.is_percent else None

    def net(self, table: Paytable, row: Row) -> Fraction | None:
        """What ``row`` wins or loses per unit; nothing where it hangs on a meter that is not given."""
        name = self.meter_of(table, row)
        if name is None:
            return self._returned(row) - 1
        if name not in self.meters:
            return None
        return share_of(row) * Fraction(self.meters[name], self.stake) - 1

    def nets(self, table: Paytable) -> list[Fraction]:
        """What each row wins per unit, and no row last; for wagers without a meter."""
        return [*(self._returned(row) - 1 for row in table.rows), Fraction(-1)]

    def _returned(self, row: Row) -> Fraction:
        """What ``row`` gives back per unit, the stake with it where it is."""
        pay = row.pay
        if pay.kind is PayKind.TO_1:
            return 1 + pay.amount
        if pay.kind is PayKind.FOR_1:
            return pay.amount
        if pay.kind is PayKind.DOLLARS:
            return pay.amount / self.stake
        return Fraction(1 if pay.kind is PayKind.PUSH else 0)

    def unit(self, wager: str) -> str:
        """What 1 is, in words."""
        name = self.edition.wagers[wager].name
        return {ANTE: f"one {name}", JACKPOT: f"one {name} wager of {dollars(self.stake)}"}.get(
            wager, f"one {name} wager"
        )

    def meter_figures(self, table: Paytable, counts: Mapping[str, int]) -> tuple[MeterFigures, ...]:
        """The return as a function of each meter, or amount to be posted, that rows of ``table`` are paid from.

        A row that was given an amount in ``pays`` is still listed; for the others it counts as paying it.
        """
        total = sum(counts.values())
        names = {row.event: self._listed_meter(table, row) for row in table.rows}
        found = []
        for name in dict.fromkeys(name for name in names.values() if name):
            rows = [row for row in table.rows if names[row.event] == name]
            others = [row for row in table.rows if names[row.event] != name and self.meter_of(table, row) is None]
            fixed = sum((self._returned(row) * counts[row.event] for row in others), Fraction(0)) / total
            hits = sum(counts[row.event] for row in rows)
            shares = sum((share_of(row) * counts[row.event] for row in rows), Fraction(0))
            coefficient = shares * Fraction(100, self.stake) / total
            found.append(
                MeterFigures(
                    meter=name,
                    coefficient=coefficient,
                    fixed_return=fixed,
                    break_even=(1 - fixed) / coefficient if coefficient else None,
                    rounds_between_hits=Fraction(total, hits) if hits else None,
                )
            )
        return tuple(found)

    def _listed_meter(self, table: Paytable, row: Row) -> str | None:
        posted = (table.wager, row.event) in self._own_meters and row.pay.kind is PayKind.DOLLARS
        return f"{table.wager}/{row.event}" if posted else self.meter_of(table, row)


def share_of(row: Row) -> Fraction:
    """How much of its meter ``row`` pays: all of it, unless it is a percent."""
    return row.pay.amount if row.pay.is_percent else Fraction(1)
