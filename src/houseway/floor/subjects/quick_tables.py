"""Private tables: a player opens one alone, dealt by the program with play money, after a template of the property.

Two people approve a template as they do any table (`AddTable`). Its copies have its rules, limits and paytables, pass
the same checks when they are opened, and are taken away when their player leaves.
"""

from __future__ import annotations

import msgspec

from houseway.compliance import check as compliance_check
from houseway.compliance.configuration import Table
from houseway.floor.bookkeeping.chips import bring, cash, check_player, chips_of
from houseway.floor.bookkeeping.days import day_said, unclosed_by
from houseway.floor.bookkeeping.press_counts import note
from houseway.floor.command_streams import Known, Streams, its_table
from houseway.floor.context import chosen_for
from houseway.floor.declaring import Cents, Command, Context, Decision, Entry, Shape, decides, folds
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.kinds import of_house, of_table
from houseway.floor.kinds.body import Speed
from houseway.floor.permission.controls import FLOOR, by
from houseway.floor.permission.people import device_of, is_player
from houseway.floor.play.prints import prints_of
from houseway.floor.states import PLAYERS, PROPERTY, PropertyState, TableState, table_stream
from houseway.floor.subjects.gaming_tables import close_state, closing_drafts, note_opening, open_state
from houseway.floor.subjects.house import refuse_findings
from houseway.floor.subjects.seats import SeatMoved

__all__ = ["ChooseSpeed", "CloseQuickTable", "OpenQuickTable"]

MAX_PRIVATE_TABLES = 24
"""Private tables of a property that are open at once."""


class OpenQuickTable(Command, frozen=True, kw_only=True):
    """A player opens a private table after ``template`` and sits down there with all chips.

    ``table`` is the template's id with a number: see `free_table`.
    """

    template: str
    table: str
    player: str


class QuickTableReady(Shape, frozen=True):
    """The private table, the seat, and the chips that were brought, in cents."""

    table: str
    seat: int
    chips: Cents


def free_table(property: PropertyState, template: str) -> str:
    """The id of the next private table after ``template``."""
    # However many tables of the room are called so, one more number than there are tables is free.
    numbers = range(1, len(property.tables) + 2)
    return next(id for id in (f"{template}-{number}" for number in numbers) if id not in property.tables)


def _streams(known: Known, command: OpenQuickTable | CloseQuickTable) -> Streams:
    return Streams((table_stream(command.table), PROPERTY, PLAYERS))


@decides(by(player=True), _streams, QuickTableReady, balances=lambda command, who: (chips_of(command.player),))
def open_quick_table(ctx: Context, command: OpenQuickTable) -> Decision:
    """A private table opens for one player, if its template may be played."""
    check_player(command.player)
    if ctx.who != command.player:
        raise NotPermitted("nobody opens a private table for somebody else", remedy="open your own")
    table = _copied(ctx, command)
    own = table_stream(table.id)
    chips, brought = bring(ctx, table.id, command.player, None)
    opened = of_table.PrivateTableOpened(
        table=table,
        jackpots={},
        positions=1,
        day=ctx.day,
        settings=chosen_for(ctx.property, table.copy_of),
        prints=prints_of(table),
        with_=[PROPERTY],
    )
    noted = of_house.QuickTableOpened(table=table, player=command.player, day=ctx.day, with_=[own])
    seated = of_table.SeatTaken(seat=1, player=command.player, chips=chips)
    if brought:
        seated = msgspec.structs.replace(seated, with_=[PLAYERS])
    return Decision(
        [ctx.draft(own, opened), ctx.draft(PROPERTY, noted), ctx.draft(own, seated), *brought],
        QuickTableReady(table=table.id, seat=1, chips=chips),
    )


def _copied(ctx: Context, command: OpenQuickTable) -> Table:
    """The private table as it is configured, or the refusal."""
    property, template = ctx.property, ctx.property.table(command.template)
    if not template.template:
        raise WrongState(f"table {template.id} is no template", remedy="take a seat there")
    if command.player in property.private.values():
        raise WrongState("you have a private table open", remedy="leave that first")
    if len(property.private) >= MAX_PRIVATE_TABLES:
        raise WrongState("all private tables are taken", remedy="take a seat at a table, or try again in a while")
    if command.table != free_table(property, template.id):
        raise WrongState(f"{command.table} is not the next private table", remedy="ask again")
    configured_by = {signer for signer in property.configured_by.get(template.id, ()) if device_of(signer) is None}
    if len(configured_by) < 2:
        raise NotPermitted(
            f"one person alone configured the template {template.id}", remedy="have two people send and approve it"
        )
    refuse_findings(compliance_check.about(property.configuration(ctx.day), table=template.id))
    return msgspec.structs.replace(template, id=command.table, template=False, copy_of=template.id)


@folds(TableState, of_table.PrivateTableOpened)
def _table_opened(state: TableState, body: of_table.PrivateTableOpened, entry: Entry) -> None:
    open_state(state, body, entry)


@folds(PropertyState, of_house.QuickTableOpened)
def _opened(state: PropertyState, body: of_house.QuickTableOpened, entry: Entry) -> None:
    note_opening(state, body.table.id, day_said(state, body.day, entry))
    state.tables[body.table.id] = body.table
    state.private[body.table.id] = body.player
    state.gone.pop(table_stream(body.table.id), None)


class CloseQuickTable(Command, frozen=True, kw_only=True):
    """A private table closes: its player leaves, or has been away."""

    table: str


@decides(by(*FLOOR, devices=("panel",), player=True), _streams, SeatMoved)
def close_quick_table(ctx: Context, command: CloseQuickTable) -> Decision:
    """A private table closes between rounds; its player takes the chips along."""
    state = ctx.open_table(command.table)
    _check_private(ctx, state)
    if state.live is not None:
        raise WrongState(f"round {state.live.round} is in progress", remedy="leave when it is settled")
    player = ctx.property.private[state.id]
    chips, cashed = cash(ctx, state.id, player)
    closed = closing_drafts(ctx, of_house.QuickTableClosed(table=state.id, round=state.round), cashed)
    return Decision(closed, SeatMoved(seat=1, player=player, chips=chips))


@folds(PropertyState, of_house.QuickTableClosed)
def _closed(state: PropertyState, body: of_house.QuickTableClosed, entry: Entry) -> None:
    today = day_said(state, body.day, entry)
    state.played = unclosed_by(state, today)
    state.open.remove(body.table)
    state.private.pop(body.table, None)
    state.tables.pop(body.table, None)
    state.gone[table_stream(body.table)] = today


@folds(TableState, of_house.QuickTableClosed)
def _table_closed(state: TableState, body: of_house.QuickTableClosed, entry: Entry) -> None:
    note(state, entry)
    close_state(state)


class ChooseSpeed(Command, frozen=True, kw_only=True):
    """How fast a private table is dealt."""

    table: str
    speed: Speed


class SpeedKnown(Shape, frozen=True):
    """How fast the table is dealt now."""

    speed: Speed


@decides(by(player=True), its_table, SpeedKnown)
def choose_speed(ctx: Context, command: ChooseSpeed) -> Decision:
    """The player of a private table chooses how fast it is dealt."""
    state = ctx.open_table(command.table)
    _check_private(ctx, state)
    body = of_table.SpeedChosen(speed=command.speed)
    return Decision([ctx.draft(table_stream(state.id), body)], SpeedKnown(speed=command.speed))


@folds(TableState, of_table.SpeedChosen)
def _speed(state: TableState, body: of_table.SpeedChosen, entry: Entry) -> None:
    state.speed = body.speed


def _check_private(ctx: Context, state: TableState) -> None:
    """Refuse what is only for a private table, and what its player alone may do there."""
    if state.table is None or not state.table.copy_of:
        raise UnknownThing(f"table {state.id} is no private table", remedy="leave your seat there")
    if is_player(ctx.who) and ctx.property.private.get(state.id) != ctx.who:
        raise NotPermitted(f"{state.id} is somebody else's private table", remedy="open your own")
