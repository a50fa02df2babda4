"""A table's money: opening and closing inventories, fills, credits and the drop, from which win and hold follow."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from houseway.floor.bookkeeping import table_win
from houseway.floor.command_streams import its_table, its_table_and_the_property
from houseway.floor.declaring import Cents, Command, Context, Decision, Entry, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import BadCommand, ReferenceUsed, WrongState
from houseway.floor.forms import TABLE, Field, Form, words
from houseway.floor.kinds import of_house, of_table_money
from houseway.floor.kinds.of_table_money import Shift
from houseway.floor.permission.controls import Paper, by
from houseway.floor.states import PROPERTY, PropertyState, TableState, normal, table_stream
from houseway.jackpots.jackpot_accounts import Lines
from houseway.rulebook.money import dollars, parse_typed

__all__ = ["CountClosing", "CountDrop", "CountOpening", "CreditTable", "FillTable"]

_COUNTERS = ("dealer", "supervisor", "accounting")
_CAGE_AND_PIT = ("supervisor", "accounting")
"""Of two people of different departments, one of them is of these: the cage beside the pit."""

_COUNT_ROOM = ("accounting", "security", "surveillance", "administrator")
"""Who may be second in the count room: nobody who works at the tables."""

CHIPS = Field(
    "chips", "Chips by value", "pairs", option="--chips", hint="One value a line: $25 = 40 means forty $25 chips."
)
SLIP = Field("reference", "Slip number", hint="As it is printed on the slip.")


class TrayMoved(Shape, frozen=True):
    """The shift of the table and what the chips are worth, in cents."""

    shift: int
    amount: Cents


class InventoryCounted(Shape, frozen=True):
    """An inventory; ``before`` is what the last closing left in the tray, where there was one."""

    shift: int
    amount: Cents
    before: Cents | None


class DropCounted(Shape, frozen=True):
    """A shift's drop and win in cents; ``difference`` is the win less what recorded lines say, where they are known."""

    shift: int
    day: str
    drop: Cents
    win: int
    difference: int | None


class OfTray(Command, frozen=True, kw_only=True):
    """A command about the chips of a table's tray, by their value in dollars."""

    table: str
    chips: dict[str, int]
    reference: str


class CountOpening(OfTray, frozen=True, kw_only=True):
    """The opening inventory of a table's tray, before its first round: chips by their value in dollars. Two people."""


@words(
    lambda given, reply: (
        f"Table {given.table} opens shift {reply.shift} with {dollars(reply.amount)} in the tray."
        f"{_off(reply.amount, reply.before)}"
    ),
    Form(
        "Count the opening inventory",
        "Enter the count",
        (*TABLE, CHIPS, SLIP),
        terminal="table opening",
        says="Two people of different departments count the tray before the first round of the shift.",
    ),
)
@decides(by(*_COUNTERS, people="two", paper=Paper("reference"), sealed=True), its_table, InventoryCounted)
def count_opening(ctx: Context, command: CountOpening) -> Decision:
    """A shift begins with what is counted in the tray; it is held against what the last one ended with."""
    state = _resting(ctx, command.table)
    if state.shifts and not state.shifts[-1].closed:
        raise WrongState(
            f"shift {state.shifts[-1].number} of table {state.id} is not over",
            remedy="count its closing inventory first",
        )
    chips, amount = counted(command.chips)
    body = of_table_money.OpeningCounted(
        shift=state.shift + 1,
        chips=chips,
        amount=amount,
        reference=command.reference,
        day=ctx.day,
        before=UNSET if state.tray is None else state.tray,
        recorded=ctx.property.table(state.id).cards != "none",
    )
    lines = table_win.opening_lines(state.id, amount, state.tray)
    reply = InventoryCounted(shift=body.shift, amount=amount, before=state.tray)
    return Decision([ctx.draft(table_stream(state.id), body, lines)], reply)


@folds(TableState, of_table_money.OpeningCounted)
def _opened(state: TableState, body: of_table_money.OpeningCounted, entry: Entry) -> None:
    state.shift, state.tray = body.shift, body.amount
    state.shifts.append(Shift(body.shift, body.day, entry.at, body.amount, state.taken, body.recorded))


class FillTable(OfTray, frozen=True, kw_only=True):
    """Chips from the cage to a table's tray, by their value in dollars. Signed by the cage and the pit."""


@words(
    lambda given, reply: f"Table {given.table} is filled with {dollars(reply.amount)} (slip {given.reference}).",
    Form(
        "Fill the tray",
        "Fill",
        (*TABLE, CHIPS, SLIP),
        terminal="table fill",
        says="Chips from the cage to the table: the cage and the table's dealer or supervisor sign the slip.",
    ),
)
@decides(
    by(*_COUNTERS, people="two", seconds=_CAGE_AND_PIT, paper=Paper("reference"), sealed=True), its_table, TrayMoved
)
def fill_table(ctx: Context, command: FillTable) -> Decision:
    """Chips come to the tray from the cage."""
    return _moved(ctx, command, of_table_money.TableFilled, table_win.fill_lines)


@folds(TableState, of_table_money.TableFilled)
def _filled(state: TableState, body: of_table_money.TableFilled, entry: Entry) -> None:
    shift = _shift(state, body.shift)
    shift.fills += body.amount
    shift.slips.append(normal(body.reference))


class CreditTable(OfTray, frozen=True, kw_only=True):
    """Chips from a table's tray to the cage, by their value in dollars. Signed by the cage and the pit."""


@words(
    lambda given, reply: f"Table {given.table} gives a credit of {dollars(reply.amount)} (slip {given.reference}).",
    Form(
        "Take a credit from the tray",
        "Credit",
        (*TABLE, CHIPS, SLIP),
        terminal="table credit",
        says="Chips from the table to the cage: the cage and the table's dealer or supervisor sign the slip.",
    ),
)
@decides(
    by(*_COUNTERS, people="two", seconds=_CAGE_AND_PIT, paper=Paper("reference"), sealed=True), its_table, TrayMoved
)
def credit_table(ctx: Context, command: CreditTable) -> Decision:
    """Chips go back from the tray to the cage."""
    return _moved(ctx, command, of_table_money.TableCredited, table_win.credit_lines)


@folds(TableState, of_table_money.TableCredited)
def _credited(state: TableState, body: of_table_money.TableCredited, entry: Entry) -> None:
    shift = _shift(state, body.shift)
    shift.credits += body.amount
    shift.slips.append(normal(body.reference))


class CountClosing(OfTray, frozen=True, kw_only=True):
    """The closing inventory of a table's tray, after its last round: chips by their value in dollars. Two people."""


@words(
    lambda given, reply: (
        f"Table {given.table} closes shift {reply.shift} with {dollars(reply.amount)} in the tray. "
        "Its win is known when the drop is counted."
    ),
    Form(
        "Count the closing inventory",
        "Enter the count",
        (*TABLE, CHIPS, SLIP),
        terminal="table closing",
        says="Two people of different departments count the tray after the last round of the shift.",
    ),
)
@decides(by(*_COUNTERS, people="two", paper=Paper("reference"), sealed=True), its_table, TrayMoved)
def count_closing(ctx: Context, command: CountClosing) -> Decision:
    """A shift ends with what is counted in the tray; what recorded lines brought into it is set down beside it."""
    state = _resting(ctx, command.table)
    shift = _open_shift(state)
    chips, amount = counted(command.chips)
    body = of_table_money.ClosingCounted(
        shift=shift.number,
        chips=chips,
        amount=amount,
        reference=command.reference,
        lines=state.taken - shift.taken if shift.recorded else UNSET,
    )
    return Decision([ctx.draft(table_stream(state.id), body)], reply_of(TrayMoved, body))


@folds(TableState, of_table_money.ClosingCounted)
def _closed(state: TableState, body: of_table_money.ClosingCounted, entry: Entry) -> None:
    shift = _shift(state, body.shift)
    shift.closed, shift.closing = entry.at, body.amount
    shift.lines = None if body.lines is UNSET else body.lines
    state.tray = body.amount


class CountDrop(Command, frozen=True, kw_only=True):
    """The money in a table's drop box, counted for its oldest shift that has none. The count team: two people."""

    table: str
    amount: int
    reference: str


@words(
    lambda given, reply: (
        f"Shift {reply.shift} of table {given.table} ({reply.day}): drop {dollars(reply.drop)}, "
        f"win {dollars(reply.win)}{_held(reply.win, reply.drop)}.{_difference(reply.difference)}"
    ),
    Form(
        "Count the drop",
        "Enter the drop",
        (
            *TABLE,
            Field("amount", "Drop", "money", option="DOLLARS"),
            Field("reference", "Drop box number", hint="Of the box, or of the count sheet."),
        ),
        terminal="table drop",
        says="The count team counts the box of the oldest shift that has none. Win and hold follow from it.",
    ),
)
@decides(
    by(
        "accounting",
        "security",
        "administrator",
        people="two",
        seconds=_COUNT_ROOM,
        paper=Paper("reference"),
        sealed=True,
    ),
    its_table_and_the_property,
    DropCounted,
)
def count_drop(ctx: Context, command: CountDrop) -> Decision:
    """The drop of a shift that is closed: its win is reckoned and booked, and held against the recorded lines."""
    state = ctx.table(command.table)
    shift = next((known for known in state.shifts if known.closed), None)
    if shift is None:
        raise WrongState(
            f"no shift of table {state.id} waits for its drop", remedy="count the closing inventory of the shift first"
        )
    if command.amount < 0:
        raise BadCommand("a drop is nothing or more", remedy="give the money that was in the box")
    won = table_win.win(
        opening=shift.opening, fills=shift.fills, credits=shift.credits, closing=shift.closing, drop=command.amount
    )
    body = of_table_money.DropCounted(
        shift=shift.number,
        day=shift.day,
        opening=shift.opening,
        fills=shift.fills,
        credits=shift.credits,
        closing=shift.closing,
        drop=command.amount,
        win=won,
        lines=UNSET if shift.lines is None else shift.lines,
        opened=shift.opened,
        closed=shift.closed,
        previous=ctx.property.drops.get(state.id, 0),
        reference=command.reference,
        with_=[PROPERTY],
    )
    number = ctx.tx.head(table_stream(state.id))[0] + 1
    noted = of_house.DropNoted(table=state.id, number=number, day=shift.day, with_=[table_stream(state.id)])
    lines = table_win.drop_lines(state.id, won, command.amount)
    reply = DropCounted(shift=shift.number, day=shift.day, drop=command.amount, win=won, difference=body.difference)
    return Decision([ctx.draft(table_stream(state.id), body, lines), ctx.draft(PROPERTY, noted)], reply)


@folds(PropertyState, of_house.DropNoted)
def _drop_noted(state: PropertyState, body: of_house.DropNoted, entry: Entry) -> None:
    state.drops[body.table] = body.number


@folds(TableState, of_table_money.DropCounted)
def _dropped(state: TableState, body: of_table_money.DropCounted, entry: Entry) -> None:
    state.shifts = [known for known in state.shifts if known.number != body.shift]
    state.dropped.append(body.day)


# -- what commands ask


def counted(chips: dict[str, int]) -> tuple[dict[str, int], int]:
    """Chips by their value in cents, and what they are worth together; refused where they cannot be counted so."""
    found: dict[str, int] = {}
    for value, number in chips.items():
        cents = parse_typed(value, "the value of a chip")
        if cents <= 0 or number < 0 or str(cents) in found:
            raise BadCommand(
                f"{number} chips of {value!r} cannot be counted",
                remedy="give each value once, more than nothing, with how many chips there are",
            )
        found[str(cents)] = number
    if not found:
        raise BadCommand("no chips are named", remedy="give the number of chips for each value, or $1 = 0")
    return found, sum(int(cents) * number for cents, number in found.items())


def _resting(ctx: Context, id: str) -> TableState:
    """A table with no round in progress: chips that lie on the layout are in no tray."""
    state = ctx.table(id)
    if state.table is not None and state.table.copy_of:
        raise WrongState(f"table {id} is private and has no tray", remedy="count a table of the room")
    if state.open_round:
        raise WrongState(
            f"round {state.open_round} of table {id} is in progress", remedy="settle or void it, then count the tray"
        )
    return state


def _open_shift(state: TableState) -> Shift:
    if not state.shifts or state.shifts[-1].closed:
        raise WrongState(f"no shift of table {state.id} is open", remedy="count its opening inventory first")
    return state.shifts[-1]


def _moved(
    ctx: Context,
    command: OfTray,
    kind: type[of_table_money.TableFilled | of_table_money.TableCredited],
    lines_of: Callable[[str, int], Lines],
) -> Decision:
    """The chips of a slip, which serves once in its shift, come to the tray or leave it."""
    shift = _open_shift(ctx.table(command.table))
    chips, amount = counted(command.chips)
    if not amount:
        raise BadCommand("the slip moves no chips", remedy="give the chips that are on it")
    if normal(command.reference) in shift.slips:
        raise ReferenceUsed(
            f"slip {command.reference.strip()} is on record for shift {shift.number} of table {command.table}",
            remedy="give the number of this slip",
        )
    body = kind(shift=shift.number, chips=chips, amount=amount, reference=command.reference)
    lines = lines_of(command.table, amount)
    return Decision([ctx.draft(table_stream(command.table), body, lines)], reply_of(TrayMoved, body))


def _shift(state: TableState, number: int) -> Shift:
    return next(known for known in state.shifts if known.number == number)


# -- what is said


def _off(amount: int, before: int | None) -> str:
    if before is None or amount == before:
        return ""
    return f" The last closing left {dollars(before)}: {dollars(amount - before)} is unexplained."


def _held(won: int, drop: int) -> str:
    share = table_win.hold(won, drop)
    return "" if share is None else f", hold {float(100 * share):.1f} %"


def _difference(cents: int | None) -> str:
    if cents is None:
        return ""
    return f" The count differs from the recorded lines by {dollars(cents)}." if cents else " It agrees with the lines."
