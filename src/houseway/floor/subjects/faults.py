"""Equipment and displays that fail: the register of malfunctions, and what holds at a table meanwhile."""

from __future__ import annotations

import msgspec

from houseway.floor.bookkeeping.press_counts import note
from houseway.floor.command_streams import its_table_and_the_property, the_property
from houseway.floor.declaring import Command, Context, Decision, Draft, Entry, Moment, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.forms import TABLE, Field, Form, hidden, words
from houseway.floor.kinds import of_house, of_table
from houseway.floor.permission.controls import FLOOR, MONEY, Paper, by
from houseway.floor.permission.names import check_name, free_name
from houseway.floor.states import PROPERTY, Malfunction, PropertyState, TableState, table_stream
from houseway.floor.subjects.gaming_tables import TableKnown

__all__ = [
    "FailDisplay",
    "FailTable",
    "MendMalfunction",
    "NotifyMalfunction",
    "ReportMalfunction",
    "RestoreDisplay",
    "RestoreTable",
]


class ReportMalfunction(Command, frozen=True, kw_only=True):
    """Equipment that does not work as approved; the clock of the notice starts when it is found."""

    malfunction: str
    table: str | None = None
    what: str


class MalfunctionFound(Shape, frozen=True):
    """The regulator must hear of it by ``notice-by``."""

    malfunction: str
    notice_by: Moment | None


@words(
    lambda given, reply: f"Malfunction {given.malfunction} is on record.",
    Form(
        "Report a malfunction",
        "Report",
        (
            Field("malfunction", "Id", option="ID", hint="Such as M-7."),
            Field("table", "Table", "choice", needed=False),
            Field("what", "What does not work as approved", "area"),
        ),
        terminal="property malfunction report",
        says="The clock of the notice starts now.",
    ),
)
@decides(
    by(
        *FLOOR,
        "technician",
        "surveillance",
        "security",
        devices=("panel",),
        filled=("malfunction", "what"),
        clause="WAC 230-06-054",
    ),
    the_property,
    MalfunctionFound,
)
def report_malfunction(ctx: Context, command: ReportMalfunction) -> Decision:
    """A malfunction is found; the reply says until when the regulator must hear of it."""
    check_name(command.malfunction, "malfunction")
    if command.malfunction in ctx.property.malfunctions:
        raise WrongState(f"malfunction {command.malfunction} is on record already", remedy="give it another id")
    if command.table is not None:
        ctx.property.table(command.table)
    body = _found(ctx, command.malfunction, command.table, command.what)
    return Decision([ctx.draft(PROPERTY, body)], reply_of(MalfunctionFound, body))


def _found(ctx: Context, id: str, table: str | None, what: str) -> of_house.MalfunctionFound:
    """A malfunction, with the moment by which the regulator must hear of it (WAC 230-06-054)."""
    hours = ctx.settings["malfunction-hours"]
    notice_by = ctx.at + hours * 3_600_000_000 if hours is not None else None
    return of_house.MalfunctionFound(malfunction=id, table=table, what=what, notice_by=notice_by)


@folds(PropertyState, of_house.MalfunctionFound)
def _malfunction(state: PropertyState, body: of_house.MalfunctionFound, entry: Entry) -> None:
    state.malfunctions[body.malfunction] = Malfunction(
        id=body.malfunction, table=body.table, what=body.what, found=entry.at, by=body.signers(entry.who)
    )


class NotifyMalfunction(Command, frozen=True, kw_only=True):
    """The notice of a malfunction was given, under ``reference``."""

    malfunction: str
    reference: str


class MalfunctionKnown(Shape, frozen=True):
    """Which malfunction."""

    malfunction: str


@words(
    lambda given, reply: f"Notice of malfunction {given.malfunction} was given under {given.reference}.",
    Form(
        "Notice given",
        "Notice given",
        (*hidden("malfunction"), Field("reference", "Reference of the notice")),
        terminal="property malfunction notify",
    ),
)
@decides(by(*MONEY, paper=Paper("reference"), clause="WAC 230-06-054"), the_property, MalfunctionKnown)
def notify_malfunction(ctx: Context, command: NotifyMalfunction) -> Decision:
    """The regulator was told."""
    if _registered(ctx, command.malfunction).noticed is not None:
        raise WrongState(
            f"notice of malfunction {command.malfunction} was given already",
            remedy="look at the notice on record; nothing more is due",
        )
    body = of_house.MalfunctionNoticed(malfunction=command.malfunction, reference=command.reference)
    return Decision([ctx.draft(PROPERTY, body)], MalfunctionKnown(malfunction=command.malfunction))


@folds(PropertyState, of_house.MalfunctionNoticed)
def _noticed(state: PropertyState, body: of_house.MalfunctionNoticed, entry: Entry) -> None:
    malfunction = state.malfunctions[body.malfunction]
    malfunction.noticed, malfunction.reference = entry.at, body.reference


class MendMalfunction(Command, frozen=True, kw_only=True):
    """The malfunction is mended: how."""

    malfunction: str
    how: str


@words(
    lambda given, reply: f"Malfunction {given.malfunction} is mended.",
    Form(
        "Mended",
        "Mended",
        (*hidden("malfunction"), Field("how", "How it was mended")),
        terminal="property malfunction mend",
    ),
)
@decides(by("technician", "supervisor", filled=("how",), clause="WAC 230-06-054"), the_property, MalfunctionKnown)
def mend_malfunction(ctx: Context, command: MendMalfunction) -> Decision:
    """It works again."""
    if _registered(ctx, command.malfunction).mended is not None:
        raise WrongState(
            f"malfunction {command.malfunction} was mended already", remedy="report a new malfunction if it came back"
        )
    body = of_house.MalfunctionMended(malfunction=command.malfunction, how=command.how)
    return Decision([ctx.draft(PROPERTY, body)], MalfunctionKnown(malfunction=command.malfunction))


@folds(PropertyState, of_house.MalfunctionMended)
def _mended(state: PropertyState, body: of_house.MalfunctionMended, entry: Entry) -> None:
    malfunction = state.malfunctions[body.malfunction]
    malfunction.mended, malfunction.how = entry.at, body.how


def _registered(ctx: Context, id: str) -> Malfunction:
    found = ctx.property.malfunctions.get(id)
    if found is None:
        raise UnknownThing(f"there is no malfunction {id!r}", remedy="report it first")
    return found


class FailTable(Command, frozen=True, kw_only=True):
    """The jackpot equipment of the table is out of order: the manual procedure holds until it is mended."""

    table: str
    what: str


class TableFailed(Shape, frozen=True):
    """The malfunction, and the procedure that holds from here."""

    table: str
    malfunction: str
    procedure: str


@words(
    lambda given, reply: (
        f"Table {given.table} is out of order, malfunction {reply.malfunction}. By hand from here: {reply.procedure}."
    ),
    Form(
        "Equipment out of order",
        "Report the fault",
        (*TABLE, Field("what", "What is wrong")),
        terminal="table fail",
        says="The manual procedure holds until it is mended.",
        danger=True,
    ),
)
@decides(
    by("supervisor", "technician", devices=("panel",), filled=("what",), clause="WAC 230-06-054"),
    its_table_and_the_property,
    TableFailed,
)
def fail_table(ctx: Context, command: FailTable) -> Decision:
    """The manual procedure holds from here, and the malfunction is on the register."""
    state = ctx.open_table(command.table)
    if state.fault is not None:
        raise WrongState(
            f"table {state.id} is out of order already: {state.fault}",
            remedy="restore the equipment first, or go on by hand",
        )
    id, register = _entered(ctx, state.id, command.what)
    body = of_table.EquipmentFailed(what=command.what, round=state.round, malfunction=id, with_=[PROPERTY])
    return Decision(
        [ctx.draft(table_stream(state.id), body), register],
        TableFailed(
            table=state.id, malfunction=id, procedure="jackpot wagers stay on their spots until their hand is settled"
        ),
    )


@folds(TableState, of_table.EquipmentFailed)
def _failed(state: TableState, body: of_table.EquipmentFailed, entry: Entry) -> None:
    state.fault, state.malfunction = body.what, body.malfunction
    note(state, entry)


class RestoreTable(Command, frozen=True, kw_only=True):
    """The equipment works again."""

    table: str
    how: str


@words(
    lambda given, reply: f"The equipment of table {given.table} counts again.",
    Form("Equipment works again", "Works again", (*TABLE, Field("how", "How it was mended")), terminal="table restore"),
)
@decides(
    by("supervisor", "technician", filled=("how",), clause="WAC 230-06-054"), its_table_and_the_property, TableKnown
)
def restore_table(ctx: Context, command: RestoreTable) -> Decision:
    """The equipment counts again."""
    state = ctx.table(command.table)
    if state.fault is None:
        raise WrongState(f"the equipment of table {state.id} works", remedy="report the fault first, if there is one")
    body = of_table.EquipmentRestored(how=command.how, was=state.fault, round=state.round, with_=[PROPERTY])
    entry = ctx.draft(table_stream(state.id), body)
    return Decision([entry, *_closed(ctx, state.id, state.malfunction, command.how)], TableKnown(table=state.id))


@folds(TableState, of_table.EquipmentRestored)
def _restored(state: TableState, body: of_table.EquipmentRestored, entry: Entry) -> None:
    state.fault, state.malfunction = None, ""
    note(state, entry)


class FailDisplay(Command, frozen=True, kw_only=True):
    """A display is dark or wrong and the printed page hangs in its place."""

    table: str
    display: str
    what: str


class DisplayFailed(Shape, frozen=True):
    """The malfunction, and what to show instead."""

    table: str
    malfunction: str
    show: str


_DISPLAY = Field("display", "Display", "choice", option="DISPLAY", hint="Its kind, such as led or monitor.")


@words(
    lambda given, reply: (
        f"The {given.display} of table {given.table} is out, malfunction {reply.malfunction}. Show {reply.show}."
    ),
    Form(
        "A display is out",
        "Report the display",
        (*TABLE, _DISPLAY, Field("what", "What is wrong")),
        terminal="table display fail",
        says="The printed page takes its place.",
    ),
)
@decides(
    by(*FLOOR, "technician", devices=("panel", "display"), filled=("what",), clause="WAC 230-06-054"),
    its_table_and_the_property,
    DisplayFailed,
)
def fail_display(ctx: Context, command: FailDisplay) -> Decision:
    """The printed page takes the display's place (S-14)."""
    _display(ctx, command.table, command.display)
    if command.display in ctx.table(command.table).outages:
        raise WrongState(
            f"the {command.display} of table {command.table} is out already",
            remedy="hang the printed page in its place",
        )
    id, register = _entered(ctx, command.table, f"{command.display}: {command.what}")
    body = of_table.DisplayFailed(display=command.display, what=command.what, malfunction=id, with_=[PROPERTY])
    return Decision(
        [ctx.draft(table_stream(command.table), body), register],
        DisplayFailed(table=command.table, malfunction=id, show="the printed page, on paper or a board"),
    )


@folds(TableState, of_table.DisplayFailed)
def _display_failed(state: TableState, body: of_table.DisplayFailed, entry: Entry) -> None:
    state.outages[body.display] = body.malfunction
    note(state, entry)


class RestoreDisplay(Command, frozen=True, kw_only=True):
    """The display shows again."""

    table: str
    display: str


@words(
    lambda given, reply: f"The {given.display} of table {given.table} shows again.",
    Form("A display shows again", "Shows again", (*TABLE, _DISPLAY), terminal="table display restore"),
)
@decides(
    by("supervisor", "technician", devices=("panel", "display"), clause="WAC 230-06-054"),
    its_table_and_the_property,
    TableKnown,
)
def restore_display(ctx: Context, command: RestoreDisplay) -> Decision:
    """The display shows again."""
    outages = ctx.table(command.table).outages
    if command.display not in outages:
        raise WrongState(
            f"the {command.display} of table {command.table} is not out",
            remedy="report it first, if it is dark or wrong",
        )
    entry = ctx.draft(table_stream(command.table), of_table.DisplayRestored(display=command.display, with_=[PROPERTY]))
    return Decision(
        [entry, *_closed(ctx, command.table, outages[command.display], "the display shows again")],
        TableKnown(table=command.table),
    )


@folds(TableState, of_table.DisplayRestored)
def _display_restored(state: TableState, body: of_table.DisplayRestored, entry: Entry) -> None:
    state.outages.pop(body.display, None)
    note(state, entry)


def _display(ctx: Context, table: str, display: str) -> None:
    kinds = [known.kind for known in ctx.property.table(table).displays]
    if display not in kinds:
        raise UnknownThing(f"table {table} has no display {display!r}", remedy=f"it has {', '.join(kinds) or 'none'}")


def _entered(ctx: Context, table: str, what: str) -> tuple[str, Draft]:
    """The malfunction that a failure is entered as."""
    id = free_name(f"{table}-{ctx.tx.head(table_stream(table))[0] + 1}", ctx.property.malfunctions)
    body = msgspec.structs.replace(_found(ctx, id, table, what), with_=[table_stream(table)])
    return id, ctx.draft(PROPERTY, body)


def _closed(ctx: Context, table: str, malfunction: str, how: str) -> list[Draft]:
    known = ctx.property.malfunctions.get(malfunction)
    if known is None or known.mended is not None:
        return []
    body = of_house.MalfunctionMended(malfunction=malfunction, how=how, with_=[table_stream(table)])
    return [ctx.draft(PROPERTY, body)]
