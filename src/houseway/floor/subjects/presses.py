"""The press of *tabulate*, and what the indicators show after it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from houseway.compliance.configuration import Table
from houseway.floor.bookkeeping.presses_of_hour import counted_in_hour, most_in_hour, note_press
from houseway.floor.bookkeeping.spots import check_spot
from houseway.floor.bookkeeping.stops import may_be_overdue
from houseway.floor.command import Command
from houseway.floor.command_streams import its_table
from houseway.floor.context import Context, opened
from houseway.floor.declared import decides
from houseway.floor.floor_errors import Stopped, StuckSensor, UnknownThing, WrongState
from houseway.floor.fold_registry import folds
from houseway.floor.forms import TABLE, Field, Form, round_field, words
from houseway.floor.kinds import of_table
from houseway.floor.kinds.day_play import HOUR
from houseway.floor.permission.controls import FLOOR, by
from houseway.floor.play.uncounted_chips import check_placed
from houseway.floor.states import TableState, table_stream
from houseway.floor.subjects.live_play import answered
from houseway.jackpots.funds import contribute
from houseway.jackpots.jackpot_accounts import Lines
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal import Decision, Draft, Entry
from houseway.rulebook.steps import DEALER
from houseway.rulebook.steps import Tabulate as Count
from houseway.table.round import Round
from houseway.table.shown.shape_base import Shape, Sometimes
from houseway.table.shown.wording import counted

__all__ = ["ConfirmIndicators", "NoteEdges", "Tabulate"]

TABULATE = "S-6"


MANUAL = "S-11"


class Tabulate(Command, frozen=True, kw_only=True):
    """The dealer pressed *tabulate*: ``picture`` has the positions present, by sensor.

    ``stuck`` are positions whose sensor was not seen clear since the last press. ``manual``: entered by hand, because
    the equipment is out of order.
    """

    table: str
    round: int
    picture: dict[str, tuple[int, ...]]
    stuck: dict[str, tuple[int, ...]] = {}
    manual: bool = False


class Tabulated(Shape, frozen=True):
    """Seats whose wager was counted, and those whose indicator is lit, by wager."""

    round: int
    counted: dict[str, tuple[int, ...]]
    indicators: dict[str, tuple[int, ...]]


@words(
    lambda given, reply: (
        f"Round {given.round} of table {given.table}: {_wagers(reply.counted)}"
        f"{', entered by hand' if given.manual else ''}."
    ),
    Form(
        "Tabulate",
        "Tabulate",
        (
            *TABLE,
            Field("picture", "Positions with a wager", "seats", hint="sensor = 1,3,5 or none"),
            round_field(lambda table: table.round + 1),
            Field("manual", "Counted by hand, because the equipment is out of order", "check", needed=False),
        ),
        terminal="table tabulate",
        says="The jackpot wagers that lie on their spots now are counted: the press, or a count by hand.",
    ),
)
@decides(by(*FLOOR, devices=("panel", "sensor")), on=its_table, reply=Tabulated, played=True)
def tabulate(ctx: Context, command: Tabulate) -> Decision:
    """The press, and with it the round's own answer to what lay on the sensors."""
    state = ctx.table(command.table)
    # Wagers that lie in a round in progress were taken while their spots were open.
    found = press(ctx, opened(state), command, laid=state.live is not None and state.live.round == command.round)
    reply = Tabulated(round=command.round, counted=found.counted, indicators=found.lit)
    if state.live is None:
        return Decision([found.draft], reply)
    round_ = ctx.playing(state).round
    step = round_.step
    if not isinstance(step, Count):
        if found.counted or not round_.placed or _counts(round_):
            raise WrongState(
                f"table {state.id} is not at the count", clause="S-6", remedy="count when every wager is down"
            )
        # Nobody laid a jackpot wager: the press puts out what the last one lit, and the round does not wait for it.
        assert isinstance(found.draft.body, of_table.Tabulated)
        clears = msgspec.structs.replace(found.draft.body, clears=True)
        return Decision([msgspec.structs.replace(found.draft, body=clears)], reply)
    picture = {wager: found.counted.get(wager, ()) for wager in step.wagers}
    more = answered(ctx, state, [(DEALER, picture)])
    return Decision([found.draft, *more.drafts], reply)


@folds(TableState, of_table.Tabulated)
def count_press(state: TableState, body: of_table.Tabulated, entry: Entry) -> None:
    """What was counted moves the round on, the hour's counts and the tallies of the sensors."""
    state.round, state.phase = body.round, "tabulated"
    state.counted_ends = state.day_ends
    state.take_posted()
    state.picture = body.picture
    state.manual = bool(body.manual)
    if state.live is not None and not body.clears:
        state.live.counted_at = len(state.live.answers)
    state.confirmed = False
    state.began = entry.at
    if state.amounts or state.hits:
        state.amounts, state.hits = {}, {}
    state.claimed, state.differ = 0, False
    state.rounds += 1
    hour = entry.at // HOUR
    if hour != state.hour:
        state.hour, state.in_hour = hour, {}
    if not state.manual:
        # A count by hand is for when the counter does not work: what it should say does not move.
        for positions in body.picture.values():
            state.counted += len(positions)
    note_press(state, body, entry)


class Press(msgspec.Struct, frozen=True):
    """A press as it is decided: its entry, and by wager the seats it counts and those whose indicator it lights."""

    draft: Draft
    counted: dict[str, tuple[int, ...]]
    lit: dict[str, tuple[int, ...]]


def press(ctx: Context, state: TableState, command: Tabulate, *, laid: bool = False) -> Press:
    """The press at an open table: what lies on the sensors now is counted, once, and moves the progressives.

    Runs for every round of every table, and writes to the table's stream only. ``laid``: the wagers of this round were
    taken before, so that it is pressed and finished even where a deposit has become overdue since (BJS-9).
    """
    table = state.table
    assert table is not None
    _next_round(state, command.round)
    if state.stopped and any(command.picture.values()):
        # Where nothing lies on a sensor the press counts nothing, and the round may go on without the jackpot.
        stopped, reason = next(iter(state.stopped.items()))
        known = state.jackpots.get(stopped)
        raise Stopped(
            f"{known.title if known is not None else stopped} is stopped: {reason}",
            remedy="no jackpot wager is taken until it is resumed",
        )
    if state.fault is not None and not command.manual:
        raise Stopped(
            f"the equipment of table {table.id} is out of order: {state.fault}",
            clause=MANUAL,
            remedy="enter the count by hand, or restore the equipment",
        )
    if command.manual and state.fault is None:
        raise WrongState(
            f"the equipment of table {table.id} works: a count by hand is for when it does not",
            clause=MANUAL,
            remedy="press tabulate, or report the fault first",
        )
    found = _counted(_counting(state), tuple(command.picture.items()))
    most = most_in_hour(state) if state.hour == ctx.at // HOUR else 0
    late = not laid and may_be_overdue(ctx, found.progressives)
    for sensor, positions, wager, fed in found.laid:
        if command.stuck:
            _check_clear(command, sensor, positions)
        if fed is not None:
            if most and most >= fed.unreasonable:
                _check_plausible(state, sensor, positions, fed)
            if late and fed.scheme == "progressive":
                check_spot(ctx, table.id, wager, fed.id)
    body = of_table.Tabulated(
        round=command.round,
        picture=found.picture,
        manual=command.manual or UNSET,
    )
    return Press(ctx.draft(table_stream(table.id), body, found.lines, found.counts), found.seats, found.lit)


class _Counting:
    """What a table counts with, the same object for as long as that stays the same."""

    def __init__(self, table: Table, jackpots: dict[str, Jackpot], positions: int) -> None:
        self.table = table
        self.jackpots = jackpots
        self.positions = positions
        self.wagers = {str(sensor): wager for wager, sensor in table.sensors.items()}


_COUNTINGS = 4096
"""Tables whose counting is remembered, at most: private ones come and go."""

_countings: dict[str, _Counting] = {}
"""By table, what it last counted with."""


def _counting(state: TableState) -> _Counting:
    assert state.table is not None
    known = _countings.get(state.id)
    # What a table plays by is never changed in place: another choice is another object.
    if known is not None and known.table is state.table and known.jackpots is state.jackpots:
        return known
    made_of = (state.table, state.jackpots, state.positions)
    if known is None or (known.table, known.jackpots, known.positions) != made_of:
        if len(_countings) >= _COUNTINGS:
            _countings.clear()
        known = _countings[state.id] = _Counting(state.table, state.jackpots, state.positions)
    return known


class _Laid(NamedTuple):
    """The wagers that lie on one sensor, and the jackpot that they are for."""

    sensor: str
    positions: tuple[int, ...]
    wager: str
    fed: Jackpot | None


class _Counted(NamedTuple):
    """What a picture of the sensors comes to: wagers and the progressives they are for, by wager the seats counted and
    those lit, what is posted and counted."""

    laid: tuple[_Laid, ...]
    progressives: tuple[str, ...]
    seats: dict[str, tuple[int, ...]]
    lit: dict[str, tuple[int, ...]]
    picture: dict[str, list[int]]
    lines: Lines
    counts: tuple[tuple[str, tuple[int, ...]], ...]


@lru_cache(maxsize=4096)
def _counted(counting: _Counting, picture: tuple[tuple[str, tuple[int, ...]], ...]) -> _Counted:
    """What a picture comes to at a table, the very same for the same chips: most rounds lie as one before."""
    table = counting.table
    laid: list[_Laid] = []
    for sensor, positions in picture:
        wager = counting.wagers.get(sensor)
        if wager is None:
            raise UnknownThing(
                f"table {table.id} has no sensor {sensor!r}",
                clause="S-5",
                remedy=f"its sensors are {', '.join(sorted(counting.wagers)) or 'none'}",
            )
        _check_positions(counting.positions, table.id, sensor, positions)
        if positions:
            laid.append(_Laid(sensor, positions, wager, counting.jackpots.get(table.jackpots.get(wager, ""))))
    brought = [
        (fed.id, contribute(fed, len(positions)))
        for _, positions, _, fed in laid
        if fed is not None and fed.scheme == "progressive"
    ]
    seats = {wager: positions for _, positions, wager, _ in laid}
    return _Counted(
        laid=tuple(laid),
        progressives=tuple(id for id, _ in brought),
        seats=seats,
        # A wager collected before play is lit until the next press; one that stays on its spot needs no light (S-7).
        lit={wager: positions for wager, positions in seats.items() if wager in table.jackpots},
        picture={sensor: list(positions) for sensor, positions, _, _ in laid},
        lines=tuple(line for _, lines in brought for line in lines),
        counts=tuple((f"{table.id}/{sensor}", positions) for sensor, positions, _, _ in laid),
    )


def _next_round(state: TableState, round_: int) -> None:
    if round_ <= state.round:
        raise WrongState(
            f"round {round_} of table {state.id} was counted and is closed to counting",
            clause=TABULATE,
            remedy=f"the next round is {state.round + 1}",
        )
    if round_ > state.round + 1:
        raise WrongState(
            f"round {round_} of table {state.id} is not due", clause=TABULATE, remedy=f"the next is {state.round + 1}"
        )
    if state.phase == "tabulated" and state.table is not None and state.table.cards != "none":
        raise WrongState(
            f"round {state.round} of table {state.id} is in progress", clause=TABULATE, remedy="settle or void it first"
        )


def _check_positions(last: int, table: str, sensor: str, positions: tuple[int, ...]) -> None:
    """Refuse a position that the table has not, or that is there twice."""
    unknown = next((position for position in positions if not 1 <= position <= last), None)
    if unknown is not None:
        raise UnknownThing(
            f"table {table} has no position {unknown} on sensor {sensor}",
            clause="S-8",
            remedy=f"positions run from 1 to {last}",
        )
    if len(set(positions)) != len(positions):
        raise StuckSensor(
            f"sensor {sensor} of table {table} reports a position twice", clause="S-5", remedy="have it looked at"
        )


def _check_clear(command: Tabulate, sensor: str, positions: tuple[int, ...]) -> None:
    stuck = sorted(set(positions).intersection(command.stuck.get(sensor, ())))
    if stuck:
        raise StuckSensor(
            f"sensor {sensor} of table {command.table} has not been clear at position "
            f"{', '.join(map(str, stuck))} since the last round",
            clause="LAB-1",
            remedy="lift the chip and press again; if the sensor is stuck, report the fault and count by hand",
        )


def _check_plausible(state: TableState, sensor: str, positions: tuple[int, ...], jackpot: Jackpot) -> None:
    """Refuse a position that was counted in this hour as often as can be played."""
    in_hour = counted_in_hour(state, sensor)
    for position in positions:
        if in_hour[position - 1] >= jackpot.unreasonable:
            raise StuckSensor(
                f"position {position} of table {state.id} was counted {jackpot.unreasonable} times this hour, "
                "more than can be played",
                clause="LAB-1",
                remedy="have the sensor looked at; report the fault and count by hand",
            )


def _counts(round_: Round) -> bool:
    """Whether the count is a step of the round, taken or due."""
    return any(isinstance(step, Count) for step in (*(step for step, _ in round_.history), round_.step))


class ConfirmIndicators(Command, frozen=True, kw_only=True):
    """The dealer held every lit indicator against the chips. ``differ`` has the positions that disagreed, by sensor;
    then ``resolved`` says what was done, under a supervisor."""

    table: str
    round: int
    differ: dict[str, tuple[int, ...]] = {}
    resolved: str = ""


class IndicatorsConfirmed(Shape, frozen=True):
    """The counted wagers may be collected. ``answers``: the round has taken the confirmation as its answer."""

    round: int
    collect: bool
    answers: Sometimes[int] = UNSET


@words(
    lambda given, reply: f"The indicators of round {given.round} are confirmed: collect the wagers.",
    Form(
        "Confirm the indicators against the chips",
        "Confirm",
        (
            *TABLE,
            round_field(lambda table: table.round),
            Field("differ", "Where they disagreed", "seats", needed=False, hint="sensor = 1,3,5"),
            Field("resolved", "What a supervisor did about it", needed=False),
        ),
        terminal="table confirm",
    ),
)
@decides(by(*FLOOR, devices=("panel",), called=True, clause="S-7"), on=its_table, reply=IndicatorsConfirmed)
def confirm_indicators(ctx: Context, command: ConfirmIndicators) -> Decision:
    """The dealer held the indicators against the chips; where they disagree a supervisor says what was done."""
    state = _in_progress(ctx, command.table, command.round)
    if command.differ:
        person = ctx.property.people.get(ctx.second or ctx.who)
        if person is None or "supervisor" not in person.roles or not command.resolved:
            raise WrongState(
                f"indicators and chips of table {command.table} disagree",
                clause="S-7",
                remedy="call a supervisor, and say what was done",
            )
        if state.live is not None and state.live.round == command.round:
            check_placed(state, ctx.playing(state).round)
    body = of_table.IndicatorsConfirmed(round=command.round)
    if command.differ:
        differ = {key: list(value) for key, value in command.differ.items()}
        body = msgspec.structs.replace(body, differ=differ, resolved=command.resolved)
    return Decision([ctx.draft(table_stream(state.id), body)], IndicatorsConfirmed(round=command.round, collect=True))


def _in_progress(ctx: Context, table: str, round_: int) -> TableState:
    state = ctx.open_table(table)
    if state.round != round_ or state.phase != "tabulated":
        raise WrongState(
            f"round {round_} of table {table} is not in progress", remedy=f"the last is {state.round}, {state.phase}"
        )
    return state


@folds(TableState, of_table.IndicatorsConfirmed)
def _confirmed(state: TableState, body: of_table.IndicatorsConfirmed, entry: Entry) -> None:
    state.confirmed = True
    state.differ = bool(body.differ)


class NoteEdges(Command, frozen=True, kw_only=True):
    """Chips that came late or were lifted after the press: noted, and nothing changed."""

    table: str
    round: int
    edges: tuple[dict[str, Any], ...]


class EdgesNoted(Shape, frozen=True):
    """How many were noted."""

    noted: int


@words(lambda given, reply: f"{counted(reply.noted, 'chip')} noted; nothing changed.")
@decides(by(*FLOOR, devices=("panel", "sensor"), clause="S-6"), on=its_table, reply=EdgesNoted)
def note_edges(ctx: Context, command: NoteEdges) -> Decision:
    """Late or lifted chips: on record, and nothing else changes."""
    state = ctx.open_table(command.table)
    if command.round > state.round:
        raise WrongState(
            f"round {command.round} of table {state.id} was not counted yet", clause=TABULATE, remedy="press first"
        )
    body = of_table.EdgesNoted(round=command.round, edges=list(command.edges))
    return Decision([ctx.draft(table_stream(state.id), body)], EdgesNoted(noted=len(command.edges)))


def _wagers(counted: dict[str, tuple[int, ...]]) -> str:
    said = [f"{wager} at {', '.join(map(str, seats))}" for wager, seats in counted.items()]
    return f"counted {'; '.join(said)}" if said else "no wager was counted"
