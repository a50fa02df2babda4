"""What is asked of the mathematics of Triple Attack, checked: wagers, paytables, options, changed pays, meters."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.cards import Deck, deck_of
from houseway.errors import BadQuestion, HousewayError
from houseway.maths.results import MeterFigures
from houseway.rulebook.money import cents, dollars
from houseway.rulebook.pays import Pay, PayKind, parse_pay
from houseway.rulebook.paytables import Paytable, Row
from houseway.table.game import Game

DECKS = "decks"
FIXED = "fixed"
MOST_DECKS = 1000
INSIDE = ("double", "split")
"""Wagers whose figures are part of the First Attack's and are not given by themselves."""


class Question:
    """A question checked. Options are those of the edition, ``decks``, and ``fixed``: the jackpot wager in cents."""

    def __init__(
        self,
        game: Game,
        edition: str | None = None,
        wager: str | None = None,
        paytable: str | None = None,
        options: Mapping[str, Any] | None = None,
        pays: Mapping[str, Any] | None = None,
        meters: Mapping[str, int] | None = None,
    ) -> None:
        self.edition = game.edition(edition)
        self.options = self._options(options or {})
        data = self.edition.data.deck
        decks = int(self.options.get(DECKS, str(data.decks)))
        self.deck: Deck = deck_of(decks, data.jokers, data.without)
        self.pays = dict(pays or {})
        """Changed pays by event; beside those of the attacks, rows of insurance as ``insurance/blackjack``."""
        self._paid = ""
        self.tables = self._tables(wager, paytable)
        self.meters = self._meters(meters or {})

    def options_of(self, wager: str) -> dict[str, str]:
        """The options that were given, as far as they say something of ``wager``."""
        return {slug: value for slug, value in self.options.items() if slug != FIXED or self._is_jackpot(wager)}

    def table(self, wager: str) -> Paytable:
        """The paytable of a wager of the main game, with the changed pays if they are for it."""
        for table in self.tables:
            if table.wager == wager:
                return table
        return self._printed(wager, "standard")

    def stake(self, wager: str) -> int:
        """Cents staked, where the stake matters: on a row paid in money."""
        if not self._is_jackpot(wager):
            return 100
        return int(self.options.get(FIXED, self.edition.wagers[wager].fixed or 100))

    # -- checks

    def _is_jackpot(self, wager: str) -> bool:
        return self.edition.wagers[wager].kind == "jackpot"

    def _options(self, options: Mapping[str, Any]) -> dict[str, str]:
        known = self.edition.options
        given: dict[str, str] = {}
        for slug, value in options.items():
            text = str(value) if type(value) is int else value
            number = int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 12 else 0
            if slug == DECKS:
                if not 1 <= number <= MOST_DECKS:
                    raise BadQuestion(
                        f"decks cannot be {value!r}", remedy=f"give a whole number from 1 to {MOST_DECKS}"
                    )
            elif slug == FIXED:
                if not 1 <= number <= 10**9:
                    raise BadQuestion(
                        f"the jackpot wager cannot be fixed at {value!r}", remedy="give cents: 500 for five dollars"
                    )
            elif slug not in known:
                raise BadQuestion(
                    f"{self.edition.about.name} has no option {slug!r}",
                    remedy=f"choose from {', '.join(known)}, {DECKS}, {FIXED}",
                )
            elif text not in known[slug].values and not (known[slug].integer and number > 0):
                also = " or a positive whole number" if known[slug].integer else ""
                raise BadQuestion(f"{slug} cannot be {value!r}", remedy=f"choose {', '.join(known[slug].values)}{also}")
            given[slug] = text
        return given

    def _tables(self, wager: str | None, paytable: str | None) -> list[Paytable]:
        edition = self.edition
        known = [slug for slug in edition.wagers if slug not in INSIDE]
        if wager is not None and wager not in edition.wagers:
            raise BadQuestion(f"{edition.about.name} has no wager {wager!r}", remedy=f"choose from {', '.join(known)}")
        if wager in INSIDE:
            raise BadQuestion(
                f"{wager} has no figures of its own: they are part of the First Attack's",
                remedy="ask about first-attack",
            )
        if wager is not None and FIXED in self.options and not self._is_jackpot(wager):
            raise BadQuestion(f"{wager} is not a fixed wager", remedy=f"ask about a jackpot, or leave {FIXED} out")
        names = [(slug, name) for slug in known if wager in (None, slug) for name in edition.paytable_ids(slug)]
        chosen = [(slug, name) for slug, name in names if paytable in (None, name)]
        if not chosen:
            raise BadQuestion(
                f"{wager or edition.about.name} has no paytable {paytable!r}",
                remedy=f"choose {', '.join(dict.fromkeys(name for _, name in names))}",
            )
        self._check_pays(chosen)
        return [self._printed(slug, name) for slug, name in chosen]

    def _check_pays(self, chosen: list[tuple[str, str]]) -> None:
        """The pays must be of one printed table; those of the attacks may come with those of insurance."""
        if not self.pays:
            return
        edition = self.edition
        blocks = dict.fromkeys(edition.chosen_by(wager) for wager, _ in chosen)
        if len(blocks) > 1:
            raise BadQuestion("changed pays are those of one wager", remedy="name the wager too")
        self._paid = next(iter(blocks))
        events: dict[str, None] = {}
        for wager, name in chosen:
            for row in edition.paytable(wager, name, {}).rows:
                events[row.event] = None
        if self._paid == edition.chosen_by("first-attack"):
            table = edition.paytable("insurance", "standard", {})
            events |= {f"insurance/{row.event}": None for row in table.rows}
        for event in self.pays:
            if event not in events:
                raise BadQuestion(
                    f"{chosen[0][0]} has no row {event!r} to pay",
                    remedy=f"name one of {', '.join(events)}",
                )

    def _printed(self, wager: str, name: str) -> Paytable:
        """The paytable at the fixed wager asked for, with the rows that ``pays`` names replaced."""
        table = self.edition.paytable(wager, name, {})
        factor = Fraction(self.stake(wager), 100) if table.scales else Fraction(1)
        rows = []
        for row in table.rows:
            pay = row.pay
            own = self.edition.chosen_by(wager) == self._paid
            text = self.pays.get(row.event if own else f"{wager}/{row.event}")
            if text is not None:
                pay = self._changed(table, row.event, text)
            rows.append(Row(row.event, row.name, pay.scaled(factor)))
        return table.replaced(tuple(rows))

    def _changed(self, table: Paytable, event: str, text: Any) -> Pay:
        try:
            pay = parse_pay(text, table.odds)
        except HousewayError as error:
            raise BadQuestion(f"{table.wager} {event}: {error.message}", remedy=error.remedy) from error
        if self._is_jackpot(table.wager):
            return pay
        if pay.is_percent or pay.is_posted or pay.kind is PayKind.DOLLARS:
            raise BadQuestion(
                f"{table.wager} is a wager of any amount and cannot pay {pay.text} for {event}",
                remedy="give odds, push or loss",
            )
        return pay

    def _meters(self, meters: Mapping[str, int]) -> dict[str, int]:
        known = dict.fromkeys(name for table in self.tables for row in table.rows if (name := meter_of(table, row)))
        for name, amount in meters.items():
            if name not in known:
                raise BadQuestion(
                    f"no row is paid from a meter {name!r}",
                    remedy=f"give {', '.join(known)}" if known else "ask about a jackpot",
                )
            try:
                cents(amount, f"the meter {name}")
            except HousewayError as error:
                raise BadQuestion(error.message, remedy=error.remedy or "give cents: 500 for five dollars") from error
        return dict(meters)

    # -- what rows are worth

    def net(self, table: Paytable, row: Row) -> Fraction | None:
        """What ``row`` wins or loses per unit; nothing where it hangs on a meter that is not given."""
        name = meter_of(table, row)
        if name is None:
            return returned(row.pay, self.stake(table.wager)) - 1
        if name not in self.meters:
            return None
        return _share(row.pay) * Fraction(self.meters[name], self.stake(table.wager)) - 1

    def unit(self, table: Paytable) -> str:
        """What 1 is, in words."""
        wager = self.edition.wagers[table.wager]
        money = f" of {dollars(self.stake(table.wager))}" if self._is_jackpot(table.wager) else ""
        return f"one {wager.name} wager{money}"

    def meter_figures(self, table: Paytable, counts: Mapping[str, int]) -> tuple[MeterFigures, ...]:
        """The return as a function of each meter, then of the meter as far as each of its rows goes."""
        stake, total = self.stake(table.wager), sum(counts.values())
        fixed = sum(
            (returned(row.pay, stake) * counts.get(row.event, 0) for row in table.rows if not meter_of(table, row)),
            Fraction(0),
        )
        groups: dict[str, list[Row]] = {}
        for row in table.rows:
            if name := meter_of(table, row):
                groups.setdefault(name, []).append(row)
        for name, rows in tuple(groups.items()):
            if len(rows) > 1:
                groups |= {f"{name}/{row.event}": [row] for row in rows}
        found = []
        for name, rows in groups.items():
            hits = sum(counts.get(row.event, 0) for row in rows)
            shares = sum((_share(row.pay) * counts.get(row.event, 0) for row in rows), Fraction(0))
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


def meter_of(table: Paytable, row: Row) -> str | None:
    """The meter that ``row`` is paid from, if any: the wager's; a row's own if its amount is left to be posted."""
    if row.pay.is_posted:
        return f"{table.wager}/{row.event}"
    return table.wager if row.pay.is_percent else None


def returned(pay: Pay, stake: int) -> Fraction:
    """What a pay gives back per unit, the stake with it where it is; one paid from a meter gives nothing here."""
    if pay.kind is PayKind.TO_1:
        return 1 + pay.amount
    if pay.kind is PayKind.FOR_1:
        return pay.amount
    if pay.kind is PayKind.DOLLARS:
        return pay.amount / stake
    return Fraction(1 if pay.kind is PayKind.PUSH else 0)


def _share(pay: Pay) -> Fraction:
    return pay.amount if pay.is_percent else Fraction(1)
