"""A table: configured, opened, closed and taken away; what the dealer notes at it, and when it waits."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec import UNSET, UnsetType

from houseway.compliance import check as compliance_check
from houseway.compliance.check import Finding
from houseway.compliance.configuration import Table
from houseway.compliance.configured_tables import edition_of
from houseway.floor.bookkeeping.chips import cash
from houseway.floor.bookkeeping.days import day_said, unclosed_by
from houseway.floor.bookkeeping.press_counts import note
from houseway.floor.bookkeeping.stops import check_seed, overdue
from houseway.floor.command_streams import Known, Streams, its_table, jackpots_of, looking
from houseway.floor.context import chosen_for
from houseway.floor.declaring import Command, Context, Decision, Draft, Entry, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import WrongState
from houseway.floor.forms import ORDER_PAPER, REASON, REMOVAL_FIELD, TABLE, Field, Form, words
from houseway.floor.kinds import of_house, of_table
from houseway.floor.kinds.body import Leaving
from houseway.floor.permission.controls import FLOOR, ORDER, Paper, by, removed_by_order
from houseway.floor.permission.names import check_name
from houseway.floor.permission.people import device_of, two_people
from houseway.floor.play.prints import prints_of
from houseway.floor.states import PLAYERS, PROPERTY, PropertyState, TableState, jackpot_stream, table_stream
from houseway.floor.subjects.dealers import end_shift
from houseway.floor.subjects.house import refuse_findings
from houseway.floor.subjects.jackpots.jackpot_end import check_reason
from houseway.floor.subjects.jackpots.jackpot_parameters import waiting_drafts
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.jackpots.jackpot_errors import RemovalRefused
from houseway.jackpots.removal import Removal, is_empty, removal_of
from houseway.registry import game
from houseway.table.shown.wording import counted

__all__ = ["AddTable", "ChangeTable", "CloseTable", "NoteStep", "OpenTable", "PauseTable", "RemoveTable"]

REMOVAL = Removal.MOVED.clause


WHOLE_TABLE = Field("table", "Table", "json", hint="Amounts in cents.")


class AddTable(Command, frozen=True, kw_only=True):
    """A new table. It opens only if the whole configuration passes."""

    table: Table


class TableConfigured(Shape, frozen=True):
    """What stands in the way of opening the table."""

    table: str
    findings: list[Finding]


@looking
def _configured_streams(known: Known, command: AddTable | ChangeTable) -> Streams:
    jackpots = known.property.jackpots
    wanted = (jackpot_stream(id) for id in command.table.jackpots.values() if id in jackpots)
    reads = dict.fromkeys((*wanted, *jackpots_of(known, command.table.id)))
    return Streams((table_stream(command.table.id), PROPERTY), tuple(reads))


@words(
    lambda given, reply: f"Table {given.table.id} is added, closed.",
    Form(
        "Add a table",
        "Add",
        (msgspec.structs.replace(WHOLE_TABLE, like=PropertyState.table),),
        terminal="table add",
        says="It opens only when nothing stands in the way.",
    ),
)
@decides(by("administrator", "supervisor", people="two", sealed=True), _configured_streams, TableConfigured)
def add_table(ctx: Context, command: AddTable) -> Decision:
    """A new table, closed."""
    _check_no_copy(command.table)
    if command.table.id in ctx.property.tables:
        raise WrongState(f"there is a table {command.table.id} already", remedy="change it, or give another id")
    check_name(command.table.id, "table")
    return _configure(ctx, command.table)


def _check_no_copy(table: Table) -> None:
    if table.copy_of:
        raise WrongState("nobody configures a private table", remedy="configure the template it is opened after")


class ChangeTable(Command, frozen=True, kw_only=True):
    """A closed table configured otherwise, moved jackpots included.

    ``removal``: for which of the listed reasons a progressive leaves the table, where one does; ``document``: the paper
    that orders it, where the regulator does.
    """

    table: Table
    removal: str | None = None
    document: str = ""


@words(
    lambda given, reply: f"Table {given.table.id} is configured anew.",
    Form(
        "Change the configuration",
        "Change",
        (WHOLE_TABLE, REMOVAL_FIELD, ORDER_PAPER),
        terminal="table change",
        says="Only while the table is closed.",
    ),
)
@decides(
    by(
        "administrator",
        "supervisor",
        people="two",
        paper=Paper("document", when=removed_by_order, says=ORDER),
        sealed=True,
    ),
    _configured_streams,
    TableConfigured,
)
def change_table(ctx: Context, command: ChangeTable) -> Decision:
    """A closed table configured otherwise."""
    _check_no_copy(command.table)
    if ctx.table(command.table.id).open:
        raise WrongState(f"table {command.table.id} is open", remedy="close it first")
    left = _leaving(ctx, command.table.id, command.table.jackpots.values(), command.removal, command.document)
    return _configure(ctx, command.table, left)


@folds(PropertyState, of_house.TableConfigured)
def _configured(state: PropertyState, body: of_house.TableConfigured, entry: Entry) -> None:
    state.tables[body.table.id] = body.table
    state.configured_by[body.table.id] = body.signers(entry.who)


def _configure(ctx: Context, table: Table, left: Leaving | UnsetType = UNSET) -> Decision:
    for jackpot in dict.fromkeys(table.jackpots.values()):
        ctx.property.jackpot(jackpot)
        state = ctx.jackpot(jackpot)
        if state.status == "removed":
            raise WrongState(f"{state.title} was removed: {state.why}", clause=REMOVAL, remedy="begin another one")
    noted = of_house.TableConfigured(table=table, removal=left, with_=[table_stream(table.id)])
    own = msgspec.structs.replace(noted, with_=[PROPERTY])
    return Decision(
        [ctx.draft(PROPERTY, noted), ctx.draft(table_stream(table.id), own)],
        TableConfigured(table=table.id, findings=findings_of(ctx, table)),
    )


def findings_of(ctx: Context, table: Table) -> list[Finding]:
    """What stands in the way of opening the table as it is configured now."""
    configuration = ctx.property.configuration(ctx.day)
    tables = (*(known for known in configuration.tables if known.id != table.id), table)
    return compliance_check.about(msgspec.structs.replace(configuration, tables=tables), table=table.id)


class RemoveTable(Command, frozen=True, kw_only=True):
    """A closed table that is taken away, and why.

    ``removal``: for which of the listed reasons its progressives leave it, where it has one; ``document``: the paper
    that orders it, where the regulator does.
    """

    table: str
    reason: str
    removal: str | None = None
    document: str = ""


class TableKnown(Shape, frozen=True):
    """Which table."""

    table: str


@looking
def _removed_streams(known: Known, command: RemoveTable) -> Streams:
    return Streams((PROPERTY,), (table_stream(command.table), *jackpots_of(known, command.table)))


@words(
    lambda given, reply: f"Table {given.table} is taken away.",
    Form(
        "Take the table away",
        "Remove",
        (*TABLE, REASON, REMOVAL_FIELD, ORDER_PAPER),
        terminal="table remove",
        says=(
            "The jackpots that it fed keep what they hold; the last table of a progressive stays while it holds "
            "anything."
        ),
        danger=True,
    ),
)
@decides(
    by(
        "administrator",
        "supervisor",
        people="two",
        filled=("reason",),
        paper=Paper("document", when=removed_by_order, says=ORDER),
        sealed=True,
    ),
    _removed_streams,
    TableKnown,
)
def remove_table(ctx: Context, command: RemoveTable) -> Decision:
    """A closed table is taken away; the jackpots it fed keep what they hold."""
    state = ctx.table(command.table)
    if state.open:
        raise WrongState(f"table {command.table} is open", remedy="close it first")
    if state.wins:
        raise WrongState(
            f"{len(state.wins)} wins of table {command.table} wait for surveillance",
            clause="WAC 230-15-320",
            remedy="have them verified first",
        )
    left = _leaving(ctx, command.table, (), command.removal, command.document)
    body = of_house.TableRemoved(table=command.table, reason=command.reason, day=ctx.day, removal=left)
    return Decision([ctx.draft(PROPERTY, body)], TableKnown(table=command.table))


@folds(PropertyState, of_house.TableRemoved)
def _table_removed(state: PropertyState, body: of_house.TableRemoved, entry: Entry) -> None:
    state.tables.pop(body.table, None)
    state.configured_by.pop(body.table, None)
    state.gone[table_stream(body.table)] = day_said(state, body.day, entry)


def _leaving(
    ctx: Context, table: str, stay: Collection[str], removal: str | None, document: str = ""
) -> Leaving | UnsetType:
    """What is written of the progressives that leave a table when only those of ``stay`` go on (WAC 230-15-710).

    They leave for one of the listed reasons, and none with the players' money leaves its last table.
    """
    before = dict.fromkeys(ctx.property.table(table).jackpots.values())
    leave = [id for id in before if id not in stay and ctx.property.jackpot(id).scheme == "progressive"]
    if not leave:
        if removal is not None:
            raise RemovalRefused(
                f"no progressive leaves table {table}", clause=REMOVAL, remedy="leave the reason of a removal out"
            )
        return UNSET
    names = ", ".join(leave)
    if removal is None:
        raise RemovalRefused(
            f"table {table} would lose a progressive that runs: {names}",
            clause=REMOVAL,
            remedy=f"give one of the reasons for it: {', '.join(known.value for known in Removal)}",
        )
    reason = removal_of(removal)
    for id in leave:
        state = ctx.jackpot(id)
        jackpot = state.jackpot
        assert jackpot is not None
        check_reason(ctx, state, reason)
        if ctx.property.tables_of(id) == [table] and not is_empty(jackpot, ctx.accounts(id)):
            raise RemovalRefused(
                f"{table} is the last table of {id}, which still holds the players' money",
                clause=REMOVAL,
                remedy="put it on another table first, or announce its removal and transfer or donate what it holds",
            )
    return Leaving(leave, reason.value, reason.clause, document or UNSET)


class OpenTable(Command, frozen=True, kw_only=True):
    """Play begins at the table."""

    table: str


class TableOpened(Shape, frozen=True):
    """The number of the next round."""

    table: str
    round: int


@looking
def _opened_streams(known: Known, command: OpenTable) -> Streams:
    return Streams((table_stream(command.table), PROPERTY), jackpots_of(known, command.table))


@words(
    lambda given, reply: f"Table {given.table} is open; the next round is {reply.round}.",
    Form("Open the table", "Open", TABLE, terminal="table open"),
)
@decides(by("supervisor", "administrator", people="two-unless-configured-by-two"), _opened_streams, TableOpened)
def open_table(ctx: Context, command: OpenTable) -> Decision:
    """Play begins, if nothing in the configuration stands in the way."""
    state = ctx.table(command.table)
    if state.open:
        raise WrongState(f"table {command.table} is open already", remedy="deal on, or close it first")
    table = ctx.property.table(command.table)
    if table.template:
        raise WrongState(f"table {table.id} is a template", remedy="players open private tables after it")
    configured_by = {signer for signer in ctx.property.configured_by.get(table.id, ()) if device_of(signer) is None}
    if len(configured_by) < 2:
        two_people(ctx.property.people, ctx.who, ctx.second, "open table")
    refuse_findings(compliance_check.about(ctx.property.configuration(ctx.day), table=table.id))
    jackpots: dict[str, Jackpot] = {}
    for id in dict.fromkeys(table.jackpots.values()):
        jackpot = ctx.jackpot(id)
        if jackpot.status == "removed":
            raise WrongState(
                f"{jackpot.title} was removed: {jackpot.why}", clause=REMOVAL, remedy="put another jackpot on the table"
            )
        if jackpot.status != "running":
            raise WrongState(f"{jackpot.title} is {jackpot.status}: {jackpot.why}", remedy="resume it first")
        late = overdue(ctx, id)
        if late:
            raise late.refusal(
                ctx.property.zone, f"table {table.id} does not open", "Record the deposit, then open it."
            )
        check_seed(ctx, jackpot, table.id)
        assert jackpot.jackpot is not None
        jackpots[id] = jackpot.jackpot
    opened = of_table.TableOpened(
        table=table,
        jackpots=jackpots,
        positions=table.seats or edition_of(table).about.positions,
        day=ctx.day,
        settings=chosen_for(ctx.property, table.id),
        prints=prints_of(table),
        with_=[PROPERTY],
    )
    noted = of_house.OpeningNoted(table=table.id, day=ctx.day, with_=[table_stream(table.id)])
    return Decision(
        [ctx.draft(table_stream(table.id), opened), ctx.draft(PROPERTY, noted)],
        TableOpened(table=table.id, round=state.round + 1),
    )


@folds(PropertyState, of_house.OpeningNoted)
def _opened(state: PropertyState, body: of_house.OpeningNoted, entry: Entry) -> None:
    note_opening(state, body.table, day_said(state, body.day, entry))


def note_opening(state: PropertyState, table: str, today: str) -> None:
    """A table is open, and its gaming day is played."""
    state.played = unclosed_by(state, today)
    state.open.append(table)
    if today not in (*state.played[-1:], *state.days[-1:]):
        state.played.append(today)


@folds(TableState, of_table.TableOpened)
def _table_opened(state: TableState, body: of_table.TableOpened, entry: Entry) -> None:
    open_state(state, body, entry)


def open_state(state: TableState, body: of_table.Opening, entry: Entry) -> None:
    """A table is open, and is played by what it was opened with."""
    note(state, entry)
    state.open = True
    state.opening = entry.number
    state.table = body.table
    if body.table.cards == "none" and state.shifts:
        state.shifts[-1].recorded = False
    state.jackpots = body.jackpots
    state.positions, state.day = body.positions, body.day
    state.settings = None if body.settings is UNSET else body.settings
    state.prints = body.prints or None
    state.stopped, state.posting = {}, {}
    state.phase = "ready"
    state.closed_at = entry.at


class CloseTable(Command, frozen=True, kw_only=True):
    """Play ends at the table, between rounds."""

    table: str


class TableClosed(Shape, frozen=True):
    """The rounds of the table in all."""

    table: str
    rounds: int


@looking
def _closed_streams(known: Known, command: CloseTable) -> Streams:
    # With the last table of a link come in the parameters that waited for it.
    return Streams((table_stream(command.table), *jackpots_of(known, command.table), PROPERTY, PLAYERS))


@words(
    lambda given, reply: f"Table {given.table} is closed after {counted(reply.rounds, 'round')} in all.",
    Form("Close the table", "Close", TABLE, terminal="table close"),
)
@decides(by("supervisor", "administrator", sealed=True), _closed_streams, TableClosed)
def close_table(ctx: Context, command: CloseTable) -> Decision:
    """Play ends, between rounds and with no hit of the last round unlocked."""
    state = ctx.open_table(command.table)
    if state.table is not None and state.table.copy_of:
        raise WrongState(f"{state.id} is a private table", remedy="close it as one, or let its player leave")
    if state.phase == "tabulated" and state.table is not None and state.table.cards != "none":
        raise WrongState(f"round {state.round} is in progress", remedy="settle or void it first")
    if state.live is not None:
        raise WrongState(f"round {state.live.round} is in progress", remedy="settle or void it first")
    # Everybody gets up, and takes the chips along.
    cashed = [draft for player in state.seated.values() for draft in cash(ctx, state.id, player)[1]]
    closed = closing_drafts(ctx, of_house.TableClosed(table=command.table, round=state.round), cashed)
    changed = waiting_drafts(ctx, command.table)
    return Decision([*closed, *changed], TableClosed(table=command.table, rounds=state.rounds))


def closing_drafts(ctx: Context, closed: of_house.Closing, cashed: list[Draft]) -> list[Draft]:
    """The entries of a table that closes: its own, that of the property, and the chips that go back to the purses."""
    own = table_stream(closed.table)
    others = [PROPERTY, *({draft.stream for draft in cashed})]
    return [
        ctx.draft(own, msgspec.structs.replace(closed, with_=others)),
        ctx.draft(PROPERTY, msgspec.structs.replace(closed, day=ctx.day, with_=[own])),
        *cashed,
    ]


@folds(PropertyState, of_house.TableClosed)
def _closed(state: PropertyState, body: of_house.TableClosed, entry: Entry) -> None:
    state.played = unclosed_by(state, day_said(state, body.day, entry))
    state.open.remove(body.table)


@folds(TableState, of_house.TableClosed)
def _table_closed(state: TableState, body: of_house.TableClosed, entry: Entry) -> None:
    note(state, entry)
    end_shift(state, entry.at)
    close_state(state)


def close_state(state: TableState) -> None:
    """Nobody sits or plays at a table that is closed."""
    state.open = False
    state.phase, state.paused, state.speed = "ready", None, "normal"
    state.seated, state.dealt, state.leaving = {}, [], []
    state.picture, state.amounts, state.hits = {}, {}, {}


class NoteStep(Command, frozen=True, kw_only=True):
    """The dealer did what a clause of the procedure asks and no answer shows: a deck inspected, washed, cut."""

    table: str
    clause: str


class StepNoted(Shape, frozen=True):
    """The clause that was carried out."""

    clause: str
    text: str
    round: int


@decides(by(*FLOOR, devices=("panel",)), its_table, StepNoted)
def note_step(ctx: Context, command: NoteStep) -> Decision:
    """The dealer did what a clause asks and no answer shows: a deck inspected, washed, cut."""
    state = ctx.open_table(command.table)
    assert state.table is not None
    text = game(state.table.game).edition(state.table.edition).clause(command.clause).text
    body = of_table.ProcedureNoted(clause=command.clause, text=text, round=state.round)
    return Decision([ctx.draft(table_stream(state.id), body)], reply_of(StepNoted, body))


class PauseTable(Command, frozen=True, kw_only=True):
    """A table that deals by itself waits, no clock running, until ``paused`` is taken back."""

    table: str
    paused: bool = True
    reason: str = ""


class TablePaused(Shape, frozen=True):
    """Whether the table waits."""

    paused: bool
    reason: str
    round: int


@decides(by(*FLOOR), its_table, TablePaused)
def pause_table(ctx: Context, command: PauseTable) -> Decision:
    """The table waits, or goes on; what is due stays due."""
    state = ctx.open_table(command.table)
    if command.paused == (state.paused is not None):
        raise WrongState(
            f"table {state.id} {'waits already' if command.paused else 'does not wait'}", remedy="nothing is to be done"
        )
    body = of_table.TablePaused(paused=command.paused, reason=command.reason, round=state.round)
    return Decision([ctx.draft(table_stream(state.id), body)], reply_of(TablePaused, body))


@folds(TableState, of_table.TablePaused)
def _paused(state: TableState, body: of_table.TablePaused, entry: Entry) -> None:
    state.paused = body.reason if body.paused else None
