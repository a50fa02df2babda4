"""The terms that a question asks about, read and checked: edition, paytables with changed pays, options, meters.

`Terms` is for a game whose wagers are each paid by one table; a game says what is its own by overriding. The functions
are for games that read their questions in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from houseway.errors import HousewayError
from houseway.maths.question import FIXED, Choice, Question, no_wager
from houseway.maths.question_errors import AmountNeeded, BadQuestion
from houseway.maths.results import MeterFigures, Outcome
from houseway.maths.what_ifs import changed_rules
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import cents
from houseway.rulebook.pays import Pay, PayKind, parse_pay
from houseway.rulebook.paytables import NO_ROW, Paytable, Row
from houseway.table.folder import GameFolder

MOST_FIXED = 10**9
IN_CENTS = "give cents: 500 for five dollars"

# ------------------------------------------------------------------------------------------------------------- options


def option_text(value: Any) -> Any:
    """An option's value as it is compared: a whole number may be given as one."""
    return str(value) if type(value) is int else value


def whole_number(text: Any) -> int:
    """The number that ``text`` writes in a reasonable number of digits; 0 if it writes none."""
    if not (isinstance(text, str) and text.isascii() and text.isdigit()):
        return 0
    digits = text.lstrip("0")
    return int(digits) if 0 < len(digits) < 12 else 0


def no_option(edition: Edition, slug: str, *more: str) -> BadQuestion:
    """There is no such option; ``more`` are those taken beside the edition's."""
    return BadQuestion(
        f"{edition.about.name} has no option {slug!r}", remedy=f"choose from {', '.join((*edition.options, *more))}"
    )


def bad_value(slug: str, value: Any, values: Iterable[str], also: str = "") -> BadQuestion:
    """The option cannot have this value; ``also`` says what it may have beside ``values``."""
    return BadQuestion(f"{slug} cannot be {value!r}", remedy=f"choose {', '.join(values)}{also}")


# ------------------------------------------------------------------------------------------------ wagers and strategies


def no_paytable(wager: str, name: str, known: Iterable[str]) -> BadQuestion:
    """The wager has no such paytable."""
    ids = ", ".join(known)
    return BadQuestion(f"{wager} has no paytable {name!r}", remedy=f"choose {ids}" if ids else "it has none")


def chosen_tables(edition: Edition, paytable: Choice) -> dict[str, str]:
    """The paytable of each wager that ``paytable`` names, checked; a single one names no wager.

    A wager that hangs on another is paid by the other's table.
    """
    if paytable is None or isinstance(paytable, str):
        return {}
    for wager, name in paytable.items():
        if wager not in edition.wagers:
            raise no_wager(edition, wager, edition.wagers)
        ids = edition.paytable_ids(wager)
        if name not in ids:
            raise no_paytable(wager, name, ids)
        first = edition.chosen_by(wager)
        if _hangs(edition, wager) and name != paytable.get(first, ids[0]):
            raise BadQuestion(
                f"{wager} is paid by the paytable of {first}", remedy=f"choose a paytable for {first} instead"
            )
    found = dict(paytable)
    for wager in edition.wagers:
        if _hangs(edition, wager) and edition.chosen_by(wager) in found:
            found[wager] = found[edition.chosen_by(wager)]
    return found


def _hangs(edition: Edition, wager: str) -> bool:
    """Whether ``wager`` is added during the round and paid by the table of another."""
    return edition.wagers[wager].kind == "supplemental" and edition.chosen_by(wager) != wager


def no_strategy(name: str, known: Iterable[str]) -> BadQuestion:
    """There is no such strategy."""
    return BadQuestion(f"there is no strategy {name!r}", remedy=f"choose {', '.join(known)}")


def check_seats(edition: Edition, seats: int | None, remedy: str = "") -> int:
    """So many ``seats``, all of them if left out; refused where the table has fewer."""
    positions = edition.about.positions
    if seats is not None and not 1 <= seats <= positions:
        raise BadQuestion(
            f"{seats} players do not fit the table's {positions} positions",
            remedy=remedy or f"ask for 1 to {positions}",
        )
    return positions if seats is None else seats


# ---------------------------------------------------------------------------------------------------------------- pays


def read_pay(text: Any, table: Paytable, event: str) -> Pay:
    """The pay that ``text`` gives to a row of ``table``."""
    try:
        return parse_pay(text, table.odds)
    except HousewayError as error:
        raise BadQuestion(f"{table.wager} {event}: {error.message}", remedy=error.remedy) from error


def check_rows(pays: Iterable[str], wager: str, events: Collection[str]) -> None:
    """Refuse a changed pay of a row that is none of ``events``."""
    for event in pays:
        if event not in events:
            raise BadQuestion(f"{wager} has no row {event!r} to pay", remedy=f"name one of {', '.join(events)}")


def of_one_wager(key: str) -> BadQuestion:
    """A row is named without its wager where several are asked about."""
    return BadQuestion(
        f"changed pays are those of one wager, and {key} names none of those asked about",
        remedy=f"name the wager too, as in WAGER/{key}",
    )


def not_asked(key: str, wager: str, asked: Iterable[str]) -> BadQuestion:
    """A row is one of a wager that is not asked about."""
    return BadQuestion(f"{key} is no row to pay: {wager} is not asked about", remedy=f"name {', '.join(asked)}")


def returned(pay: Pay, stake: int = 100) -> Fraction:
    """What a pay gives back per unit, the stake with it where it is; one paid from a meter gives nothing here."""
    if pay.kind is PayKind.TO_1:
        return 1 + pay.amount
    if pay.kind is PayKind.FOR_1:
        return pay.amount
    if pay.kind is PayKind.DOLLARS:
        return pay.amount / stake + pay.stake_back
    return Fraction(1 if pay.kind is PayKind.PUSH else 0)


# -------------------------------------------------------------------------------------------------------------- meters


def meter_of(table: Paytable, row: Row, own: Container[tuple[str, str]] = ()) -> str | None:
    """The meter that ``row`` is paid from, if any: the wager's, or its own if the document leaves it to be posted.

    A row not posted counts as one with a meter: its amount is then the amount to be posted. ``own`` are the
    rows, by wager and event, that keep a meter of their own when they are given a percent.
    """
    if row.pay.is_posted or (row.pay.is_percent and (table.wager, row.event) in own):
        return f"{table.wager}/{row.event}"
    return table.wager if row.pay.is_percent else None


def amount_needed(wager: str) -> AmountNeeded:
    """The wager cannot be priced before an amount is given."""
    return AmountNeeded(
        f"{wager} is paid from a meter or by a posted amount", remedy="give the amount: --meter NAME=AMOUNT"
    )


def rows_by_meter(table: Paytable, meter: Callable[[Paytable, Row], str | None] = meter_of) -> dict[str, list[Row]]:
    """The meters that ``table`` is paid from, each with its rows."""
    found: dict[str, list[Row]] = {}
    for row in table.rows:
        if name := meter(table, row):
            found.setdefault(name, []).append(row)
    return found


def share_of(row: Row) -> Fraction:
    """How much of its meter ``row`` pays: all of it, unless it is a percent."""
    return row.pay.amount if row.pay.is_percent else Fraction(1)


def check_meters(
    meters: Mapping[str, int], known: Collection[str], *, verb: str = "give", ask: str, remedy: str | None = None
) -> dict[str, int]:
    """The amounts in cents, each on one of the meters ``known``.

    ``ask`` says what to ask about where there are none, ``remedy`` what to do about an amount that does not say so.
    """
    for name, amount in meters.items():
        if name not in known:
            raise BadQuestion(
                f"no row is paid from a meter {name!r}",
                remedy=f"{verb} {', '.join(known)}" if known else f"ask about {ask}",
            )
        try:
            cents(amount, f"the meter {name}")
        except HousewayError as error:
            raise BadQuestion(error.message, remedy=error.remedy or remedy) from error
    return dict(meters)


def figures_of_meter(
    meter: str,
    rows: Iterable[Row],
    counts: Mapping[str, int],
    fixed: Fraction,
    stake: int = 100,
    counted_empty: Iterable[str] = (),
) -> MeterFigures:
    """The return as a function of ``meter``, from which ``rows`` are paid; ``fixed`` is what all others return.

    ``counts`` are the deals by event; they sum to all deals. ``counted_empty`` are other meters without an amount.
    """
    total = sum(counts.values())
    paid = [(row, counts.get(row.event, 0)) for row in rows]
    hits = sum(count for _, count in paid)
    coefficient = sum((share_of(row) * count for row, count in paid), Fraction(0)) * Fraction(100, stake) / total
    return MeterFigures(
        meter=meter,
        coefficient=coefficient,
        fixed_return=fixed,
        break_even=(1 - fixed) / coefficient if coefficient else None,
        rounds_between_hits=Fraction(total, hits) if hits else None,
        counted_empty=tuple(dict.fromkeys(counted_empty)),
    )


# ------------------------------------------------------------------------------------------------------------ terms


class Prices:
    """What the rows of a paytable are worth with the amounts that are given; a game overrides what is its own."""

    meters: dict[str, int]
    """Amounts in cents by meter."""

    def stake(self, wager: str) -> int:
        """Cents staked, where the stake matters: on a row paid in money."""
        return 100

    def empty(self, table: Paytable, row: Row) -> Fraction:
        """What a ``row`` that is paid from a meter gives back per unit with nothing there."""
        return Fraction(0)

    def meter_of(self, table: Paytable, row: Row) -> str | None:
        """The meter that ``row`` is paid from, if any (see `meter_of`)."""
        return meter_of(table, row)

    def net(self, table: Paytable, row: Row) -> Fraction | None:
        """What ``row`` wins or loses per unit; nothing where it hangs on a meter that is not given."""
        name = self.meter_of(table, row)
        if name is None:
            return returned(row.pay, self.stake(table.wager)) - 1
        if name not in self.meters:
            return None
        return self.empty(table, row) + share_of(row) * Fraction(self.meters[name], self.stake(table.wager)) - 1

    def known_net(self, table: Paytable, row: Row) -> Fraction:
        """The same, where the amount on its meter is given; else an `AmountNeeded`."""
        found = self.net(table, row)
        if found is None:
            raise amount_needed(table.wager)
        return found

    def listed_meter(self, table: Paytable, row: Row) -> str | None:
        """The meter under which ``row`` is listed; a game may list one also where the row has been given an amount."""
        return self.meter_of(table, row)

    def outcomes(self, table: Paytable, counts: Mapping[str, int]) -> Iterator[Outcome]:
        """Every row of ``table`` and, where the cards may satisfy none, no row."""
        total = sum(counts.values())
        for row in (*table.rows, *([NO_ROW] if counts.get(NO_ROW.event) else [])):
            count = counts.get(row.event, 0)
            meter = None if row is NO_ROW else self.listed_meter(table, row)
            yield Outcome(
                row.event,
                row.pay.text,
                Fraction(count, total),
                self.net(table, row),
                count,
                meter,
                None if meter is None else share_of(row),
                None if meter is None else self.empty(table, row) - 1,
                None if meter is None else share_of(row) * Fraction(100, self.stake(table.wager)),
            )

    def fixed_return(self, table: Paytable, counts: Mapping[str, int], but: Container[str] = ()) -> Fraction:
        """What the rows of ``table`` return per unit with nothing on the meters, those named in ``but`` left out."""
        stake, given = self.stake(table.wager), Fraction(0)
        for row in table.rows:
            if self.meter_of(table, row) is not None:
                given += self.empty(table, row) * counts.get(row.event, 0)
            elif row.event not in but:
                given += returned(row.pay, stake) * counts.get(row.event, 0)
        return given / sum(counts.values())

    def meter_rows(self, table: Paytable) -> dict[str, list[Row]]:
        """The meters that ``table`` is paid from, each with its rows."""
        return rows_by_meter(table, self.listed_meter)

    def meter_figures(self, table: Paytable, counts: Mapping[str, int]) -> tuple[MeterFigures, ...]:
        """The return as a function of each meter that rows of ``table`` are paid from.

        Other meters count with the amounts given to them.
        """
        stake, total = self.stake(table.wager), sum(counts.values())
        found = []
        for name, rows in self.meter_rows(table).items():
            fixed = self.fixed_return(table, counts, {row.event for row in rows})
            own = {self.listed_meter(table, row) for row in rows}
            empty = []
            for row in table.rows:
                other = self.meter_of(table, row)
                if other is None or other in own:
                    continue
                if other in self.meters:
                    worth = share_of(row) * Fraction(self.meters[other], stake)
                    fixed += worth * Fraction(counts.get(row.event, 0), total)
                else:
                    empty.append(other)
            found.append(figures_of_meter(name, rows, counts, fixed, stake, empty))
        return tuple(found)


class Terms(Prices):
    """A question checked. Options are those of the edition, and ``fixed``: the jackpot wager in cents."""

    jackpot: ClassVar[str] = "jackpot"
    """What to ask about for a fixed wager."""
    jackpot_meter: ClassVar[str] = "the jackpot"
    """What to ask about for a meter."""
    jackpot_wager: ClassVar[str] = "the jackpot wager"
    """What ``fixed`` is, in words."""
    own_options: ClassVar[tuple[str, ...]] = (FIXED,)
    """Options taken beside the edition's."""
    meter_remedy: ClassVar[str | None] = IN_CENTS
    """What to do about an amount on a meter where the error does not say so."""

    def __init__(self, game: GameFolder, question: Question) -> None:
        self.asked = question
        self.edition = game.edition(question.edition)
        self.chosen = chosen_tables(self.edition, question.paytable)
        """The paytables chosen by wager."""
        self.rules = changed_rules(game, self.edition.slug, question.rules)
        """The rules that are changed, by slug."""
        self.pays = dict(question.pays)
        """Changed pays by event, or by ``wager/event``."""
        self.options = {slug: self.option(slug, value) for slug, value in question.options.items()}
        self.own_meters: set[tuple[str, str]] = set()
        """Rows, by wager and event, that the document leaves to be posted."""
        self.tables = self._tables(question.wager, question.paytable)
        known = dict.fromkeys(
            name for table in self.tables for row in table.rows if (name := self.meter_of(table, row))
        )
        self.meters = check_meters(
            question.meters, self.listed(known), ask=self.jackpot_meter, remedy=self.meter_remedy
        )

    # -- what a game may say otherwise

    def option(self, slug: str, value: Any) -> str:
        """The value given to an option, checked."""
        text: str = option_text(value)
        known = self.edition.options
        if slug == FIXED:
            if not 1 <= whole_number(text) <= MOST_FIXED:
                raise BadQuestion(f"{self.jackpot_wager} cannot be fixed at {value!r}", remedy=IN_CENTS)
        elif slug not in known:
            raise no_option(self.edition, slug, *self.own_options)
        elif text not in known[slug].values:
            raise bad_value(slug, value, known[slug].values)
        return text

    def wagers(self) -> Collection[str]:
        """The wagers that have figures of their own."""
        return self.edition.wagers

    def check_wager(self, wager: str) -> None:
        """Refuse a wager of the edition that has no figures of its own."""

    def check_fixed(self, wager: str, paytable: Choice) -> None:
        """Refuse to fix a wager that may be of any amount."""
        if FIXED in self.options and not self.is_jackpot(wager):
            raise BadQuestion(f"{wager} is not a fixed wager", remedy=f"ask about {self.jackpot}, or leave {FIXED} out")

    def listed(self, meters: Iterable[str]) -> list[str]:
        """The meters in the order in which they are named."""
        return sorted(meters)

    def payer(self, wager: str) -> str:
        """The wager that a plain name of a row of ``wager`` is taken for: itself, unless several share one table."""
        return wager

    def paid_beside(self, printed: list[Paytable]) -> list[Paytable]:
        """Tables whose rows may be changed too, by ``wager/row``, where those ``printed`` are asked about."""
        return []

    def check_pays(self, printed: list[Paytable]) -> None:
        """Refuse changed pays of rows that are not asked about, and plain names where several wagers are."""
        payers = dict.fromkeys(self.payer(table.wager) for table in printed)
        events = dict.fromkeys(row.event for table in printed for row in table.rows)
        named: dict[str, dict[str, None]] = {}
        for table in (*printed, *self.paid_beside(printed)):
            named.setdefault(table.wager, {}).update(dict.fromkeys(row.event for row in table.rows))
        for key in self.pays:
            wager, _, event = key.rpartition("/")
            if not wager and len(payers) > 1:
                raise of_one_wager(key)
            if wager and wager not in named:
                raise not_asked(key, wager, named)
            check_rows([event], wager or printed[0].wager, named[wager] if wager else events)

    def check_pay(self, table: Paytable, event: str, pay: Pay) -> None:
        """Refuse a changed pay that a row of ``table`` cannot have."""

    def changed(self, table: Paytable) -> Paytable:
        """The printed table with the rows that ``pays`` names replaced."""
        if not self.pays:
            return table
        return table.replaced(tuple(Row(row.event, row.name, self._pay(table, row)) for row in table.rows))

    # -- checks

    def _pay(self, table: Paytable, row: Row) -> Pay:
        text = self.pays.get(f"{table.wager}/{row.event}", self.pays.get(row.event))
        return row.pay if text is None else self.new_pay(table, row.event, text)

    def new_pay(self, table: Paytable, event: str, text: Any) -> Pay:
        """The changed pay of a row, checked."""
        pay = read_pay(text, table, event)
        self.check_pay(table, event, pay)
        return pay

    def _tables(self, wager: str | None, paytable: Choice) -> list[Paytable]:
        edition, known = self.edition, self.wagers()
        if wager is not None:
            if wager not in edition.wagers:
                raise no_wager(edition, wager, known)
            self.check_wager(wager)
            self.check_fixed(wager, paytable)
        names = [(slug, name) for slug in known if wager in (None, slug) for name in edition.paytable_ids(slug)]
        single = paytable if isinstance(paytable, str) else None
        printed = [
            edition.paytable(slug, name, self.options)
            for slug, name in names
            if single in (None, name) and self.chosen.get(slug, name) == name
        ]
        if not printed:
            raise no_paytable(wager or edition.about.name, str(single), dict.fromkeys(name for _, name in names))
        self.own_meters = {(table.wager, row.event) for table in printed for row in table.rows if row.pay.is_posted}
        self.check_pays(printed)
        return [self.changed(table) for table in printed]

    # -- what is staked, and from what it is paid

    def is_jackpot(self, wager: str) -> bool:
        """Whether ``wager`` is one that may be fixed."""
        return self.edition.wagers[wager].kind == "jackpot"

    def stake(self, wager: str) -> int:
        """Cents staked, where the stake matters: on a row paid in money."""
        if not self.is_jackpot(wager):
            return 100
        return int(self.options.get(FIXED, self.edition.wagers[wager].fixed or 100))

    def options_of(self, wager: str) -> dict[str, str]:
        """The options that were given, as far as they say something of ``wager``."""
        jackpot = self.is_jackpot(wager)
        return {slug: value for slug, value in self.options.items() if slug != FIXED or jackpot}

    def meter_of(self, table: Paytable, row: Row) -> str | None:
        """The meter that ``row`` is paid from, if any (see `meter_of`)."""
        return meter_of(table, row, self.own_meters)
