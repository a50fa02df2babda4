"""What is asked of the mathematics of Three Card Split, checked: wagers, paytables, options, changed pays, meters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.errors import BadQuestion, HousewayError
from houseway.maths.results import MeterFigures, Outcome
from houseway.rulebook.money import cents, dollars
from houseway.rulebook.pays import PayKind, parse_pay
from houseway.rulebook.paytables import NO_ROW, Paytable, Row
from houseway.table.game import Game

FIXED = "fixed"


class Question:
    """A question checked. Options are those of the edition, and ``fixed``: the jackpot wager in cents."""

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
        self._wager = wager
        self._paytable = paytable
        self._pays = dict(pays or {})
        self.options = self._options(options or {})
        self._own_meters: set[tuple[str, str]] = set()
        self.tables = self._tables()
        self.meters = self._meters(meters or {})

    def stake(self, wager: str) -> int:
        """Cents staked, where the stake matters: on a row paid in money."""
        if self.edition.wagers[wager].kind == "jackpot":
            return int(self.options.get(FIXED, self.edition.wagers[wager].fixed or 100))
        return 100

    def options_of(self, wager: str) -> dict[str, str]:
        """The options that were given, as far as they say something of ``wager``."""
        jackpot = self.edition.wagers[wager].kind == "jackpot"
        return {slug: value for slug, value in self.options.items() if slug != FIXED or jackpot}

    # -- checks

    def _options(self, options: Mapping[str, Any]) -> dict[str, str]:
        known = self.edition.options
        given: dict[str, str] = {}
        for slug, value in options.items():
            text = str(value) if type(value) is int else value
            if slug == FIXED:
                if not (isinstance(text, str) and text.isascii() and text.isdigit() and 0 < int(text) <= 10**9):
                    raise BadQuestion(
                        f"the jackpot wager cannot be fixed at {value!r}", remedy="give cents: 500 for five dollars"
                    )
            elif slug not in known:
                raise BadQuestion(
                    f"{self.edition.about.name} has no option {slug!r}",
                    remedy=f"choose from {', '.join(known)}, {FIXED}",
                )
            elif text not in known[slug].values:
                raise BadQuestion(f"{slug} cannot be {value!r}", remedy=f"choose {', '.join(known[slug].values)}")
            given[slug] = text
        return given

    def _tables(self) -> list[Paytable]:
        edition = self.edition
        if self._wager is not None and self._wager not in edition.wagers:
            raise BadQuestion(
                f"{edition.about.name} has no wager {self._wager!r}", remedy=f"choose from {', '.join(edition.wagers)}"
            )
        asked = [self._wager] if self._wager is not None else list(edition.wagers)
        if self._wager is not None and self._wager != "jackpot" and FIXED in self.options:
            raise BadQuestion(f"{self._wager} is not a fixed wager", remedy=f"ask about jackpot, or leave {FIXED} out")
        names = [(wager, name) for wager in asked for name in edition.paytable_ids(wager)]
        chosen = [(wager, name) for wager, name in names if self._paytable in (None, name)]
        if not chosen:
            raise BadQuestion(
                f"{self._wager or edition.about.name} has no paytable {self._paytable!r}",
                remedy=f"choose {', '.join(dict.fromkeys(name for _, name in names))}",
            )
        printed = [edition.paytable(wager, name, self.options) for wager, name in chosen]
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
        """The table with the rows that ``pays`` names replaced."""
        rows = []
        for row in table.rows:
            pay = row.pay
            if row.event in self._pays:
                try:
                    pay = parse_pay(self._pays[row.event], table.odds)
                except HousewayError as error:
                    raise BadQuestion(f"{table.wager} {row.event}: {error.message}", remedy=error.remedy) from error
                if (pay.is_percent or pay.is_posted) and self.edition.wagers[table.wager].kind != "jackpot":
                    raise BadQuestion(
                        f"{table.wager} {row.event}: {pay.text} is a pay of jackpots",
                        remedy="give odds, push, loss or money",
                    )
            rows.append(Row(row.event, row.name, pay))
        return table.replaced(tuple(rows)) if self._pays else table

    def _meters(self, meters: Mapping[str, int]) -> dict[str, int]:
        known = {name for table in self.tables for row in table.rows if (name := self.meter_of(table, row))}
        for name, amount in meters.items():
            if name not in known:
                raise BadQuestion(
                    f"no row is paid from a meter {name!r}",
                    remedy=f"give {', '.join(sorted(known))}" if known else "ask about the jackpot",
                )
            try:
                cents(amount, f"the meter {name}")
            except HousewayError as error:
                raise BadQuestion(error.message, remedy=error.remedy or "give cents: 500 for five dollars") from error
        return dict(meters)

    # -- what rows are worth

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
            return returned(row, self.stake(table.wager)) - 1
        if name not in self.meters:
            return None
        return _share(row) * Fraction(self.meters[name], self.stake(table.wager)) - 1

    def unit(self, table: Paytable) -> str:
        """What 1 is, in words."""
        wager = self.edition.wagers[table.wager]
        in_money = any(row.pay.kind is PayKind.DOLLARS or self.meter_of(table, row) for row in table.rows)
        return f"one {wager.name} wager" + (f" of {dollars(self.stake(table.wager))}" if in_money else "")

    def outcomes(self, table: Paytable, counts: Mapping[str, int], total: int) -> Iterator[Outcome]:
        """Every row of ``table`` and, where the cards may satisfy none, no row."""
        for row in table.rows:
            count = counts.get(row.event, 0)
            yield Outcome(row.event, row.pay.text, Fraction(count, total), self.net(table, row), count)
        if counts.get(NO_ROW.event):
            count = counts[NO_ROW.event]
            yield Outcome(NO_ROW.event, NO_ROW.pay.text, Fraction(count, total), Fraction(-1), count)

    def meter_figures(self, table: Paytable, counts: Mapping[str, int], total: int) -> tuple[MeterFigures, ...]:
        """The return as a function of each meter that rows of ``table`` are paid from."""
        stake = self.stake(table.wager)
        fixed = sum(
            (
                returned(row, stake) * counts.get(row.event, 0)
                for row in table.rows
                if self.meter_of(table, row) is None
            ),
            Fraction(0),
        )
        found = []
        for name in dict.fromkeys(name for row in table.rows if (name := self.meter_of(table, row))):
            rows = [row for row in table.rows if self.meter_of(table, row) == name]
            hits = sum(counts.get(row.event, 0) for row in rows)
            shares = sum((_share(row) * counts.get(row.event, 0) for row in rows), Fraction(0))
            coefficient = shares * Fraction(100, stake) / total
            found.append(
                MeterFigures(
                    meter=name,
                    coefficient=coefficient,
                    fixed_return=fixed / total,
                    break_even=(1 - fixed / total) / coefficient if coefficient else None,
                    rounds_between_hits=Fraction(total, hits) if hits else None,
                )
            )
        return tuple(found)


def returned(row: Row, stake: int) -> Fraction:
    """What ``row`` gives back per unit, the stake with it where it is; a row paid from a meter gives nothing here."""
    pay = row.pay
    if pay.kind is PayKind.TO_1:
        return 1 + pay.amount
    if pay.kind is PayKind.FOR_1:
        return pay.amount
    if pay.kind is PayKind.DOLLARS:
        return pay.amount / stake
    return Fraction(1 if pay.kind is PayKind.PUSH else 0)


def _share(row: Row) -> Fraction:
    return row.pay.amount if row.pay.is_percent else Fraction(1)
