"""The close of a gaming day: its figures as they stood at the cut-off, on record once and for all."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import UNSET

from houseway.compliance.rules.rule_book import is_day
from houseway.floor.bookkeeping import days
from houseway.floor.bookkeeping.play_figures import close_play, of_day
from houseway.floor.bookkeeping.press_counts import close_counts, counts_until, noted_until
from houseway.floor.bookkeeping.presses_of_hour import add_up, with_presses
from houseway.floor.bookkeeping.stops import overdue
from houseway.floor.bookkeeping.table_win import TABLE_MONEY
from houseway.floor.command_streams import Known, Streams, looking
from houseway.floor.context import gaming_day, moment
from houseway.floor.declaring import Command, Context, Decision, Draft, Entry, Shape, decides, folds
from houseway.floor.floor_errors import BadCommand, WrongState
from houseway.floor.forms import Asking, Field, Form, words
from houseway.floor.kinds import of_house, of_jackpot, of_table
from houseway.floor.kinds.day_counts import TableFigures
from houseway.floor.permission.controls import MONEY, by
from houseway.floor.states import (
    PROPERTY,
    JackpotFigures,
    JackpotState,
    PropertyState,
    TableState,
    jackpot_stream,
    table_stream,
)
from houseway.jackpots.funds import displayed
from houseway.jackpots.jackpot_accounts import account
from houseway.journal.entries import POSITIONS

__all__ = ["CloseDay"]


class CloseDay(Command, frozen=True, kw_only=True):
    """The close of gaming day ``day`` (YYYY-MM-DD), once it is over: its figures at the cut-off. Two people."""

    day: str


class DayClosed(Shape, frozen=True):
    """The meters at the cut-off, by jackpot and row in cents, and what was open then: rounds by table, hits by jackpot.

    ``overdue``: the jackpots whose deposit is overdue, and whose spots are closed. ``uncounted``: the tables that
    played and whose tray or drop is not counted.
    """

    day: str
    cut: int
    meters: dict[str, dict[str, int]]
    rounds: dict[str, int]
    hits: dict[str, list[str]]
    overdue: list[str]
    uncounted: list[str]


@looking
def _every_part(known: Known, command: CloseDay) -> Streams:
    tables = map(table_stream, closing(known.property, "table"))
    return Streams((*tables, *map(jackpot_stream, closing(known.property, "jackpot")), PROPERTY))


def _oldest_open(asking: Asking) -> str:
    property = asking.known.property
    return next(iter(days.unclosed(property, asking.at)), gaming_day(asking.at, property.zone, property.day_starts))


@words(
    lambda given, reply: f"The gaming day {given.day} is closed.",
    Form(
        "Close the gaming day",
        "Close the day",
        (
            Field(
                "day",
                "Gaming day",
                "day",
                option="DAY",
                hint="As 2024-05-01; the oldest that is not closed if left out.",
                due=_oldest_open,
            ),
        ),
        terminal="property close-day",
        says="Its figures go on record as they stood at its end, whenever you close it.",
    ),
)
@decides(by(*MONEY, people="two", sealed=True), _every_part, DayClosed, closes=True)
def close_day(ctx: Context, command: CloseDay) -> Decision:
    """The figures of a gaming day as they stood at its cut-off, whenever the close is given (WA-9, WA-14).

    What is open then is listed: rounds that were counted and not settled, hits that were neither paid nor rejected.
    """
    state = ctx.property
    _check_close(ctx, command.day)
    cut = days.day_ends(state, command.day)
    tables = {id: _table_of(ctx, id) for id in closing(ctx.property, "table")}
    jackpots = {id: ctx.jackpot(id) for id in closing(ctx.property, "jackpot")}
    drafts: list[Draft] = []
    rounds: dict[str, int] = {}
    for id, table in tables.items():
        figures = days.table_at(table, cut)
        known = ctx.property.tables.get(id)
        sensors = sorted({*figures.tallies, *(map(str, known.sensors.values()) if known is not None else ())})
        if figures.round:
            rounds[id] = figures.round
        own = of_table.TableDayClosed(
            day=command.day,
            cut=cut,
            rounds=figures.rounds,
            voided=figures.voided,
            round=figures.round,
            counters={sensor: figures.tallies.get(sensor, [0] * POSITIONS) for sensor in sensors},
            play=of_day(table, cut),
            money={name: micros for name, micros in figures.moved.items() if name.startswith(TABLE_MONEY)} or UNSET,
            counts=counts_until(table, cut),
            noted=noted_until(table, cut),
            moved={name: micros for name, micros in figures.moved.items() if not name.startswith(TABLE_MONEY)},
            with_=[PROPERTY],
        )
        drafts.append(ctx.draft(table_stream(id), own))
    found = {id: _closing_of(ctx, command.day, jackpot, tables.values(), cut) for id, jackpot in jackpots.items()}
    closed = {id: figures for id, figures in found.items() if figures is not None}
    drafts += [ctx.draft(jackpot_stream(id), figures) for id, figures in closed.items()]
    uncounted = [id for id, table in tables.items() if not _is_counted(table, command.day, cut)]
    late = [id for id in closed if id in state.jackpots and overdue(ctx, id)]
    hits = {id: figures.hits for id, figures in closed.items() if figures.hits}
    body = of_house.DayClosed(
        day=command.day,
        cut=cut,
        today=ctx.day,
        tables=list(tables),
        jackpots=list(closed),
        rounds=rounds,
        hits=hits,
        overdue=late,
        played=[id for id, table in tables.items() if of_day(table, cut)],
        uncounted=uncounted or UNSET,
        oldest={id: _oldest_due(figures, cut) for id, figures in closed.items() if id in state.oldest},
        before=state.close,
    )
    drafts.append(ctx.draft(PROPERTY, body))
    meters = {id: figures.displayed for id, figures in closed.items()}
    reply = DayClosed(
        day=command.day, cut=cut, meters=meters, rounds=rounds, hits=hits, overdue=late, uncounted=uncounted
    )
    return Decision(drafts, reply)


@folds(PropertyState, of_house.DayClosed)
def _day_closed(state: PropertyState, body: of_house.DayClosed, entry: Entry) -> None:
    today = days.day_said(state, body.today, entry)
    state.played = [day for day in days.unclosed_by(state, today) if day > body.day]
    state.days = [*state.days[-6:], body.day]
    state.closed_at, state.close = entry.at, entry.number
    state.gone = {stream: day for stream, day in state.gone.items() if day > body.day}
    state.oldest = {**state.oldest, **body.oldest}


@folds(TableState, of_table.TableDayClosed)
def _table_day(state: TableState, body: of_table.TableDayClosed, entry: Entry) -> None:
    state.closed_at = entry.at
    state.missed = 0
    add_up(state)
    days.close_table(state, body.cut)
    cut = entry.at if body.cut is UNSET else body.cut
    close_play(state, cut)
    close_counts(state, cut)
    state.dropped = [day for day in state.dropped if day > body.day]


@folds(JackpotState, of_jackpot.JackpotDayClosed)
def _jackpot_day(state: JackpotState, body: of_jackpot.JackpotDayClosed, entry: Entry) -> None:
    days.close_jackpot(state, body, entry.at)


def closing(property: PropertyState, kind: str) -> list[str]:
    """The tables, or the jackpots, that are part of the next close: all there are, and those taken away since."""
    known = property.tables if kind == "table" else property.jackpots
    gone = [stream.removeprefix(f"{kind}/") for stream in property.gone if stream.startswith(f"{kind}/")]
    return list(dict.fromkeys([*known, *gone]))


def _check_close(ctx: Context, day: str) -> None:
    state = ctx.property
    if not is_day(day):
        raise BadCommand(f"{day!r} is no day", remedy="write it as 2024-05-01")
    if day in state.days:
        raise WrongState(f"{day} was closed already", remedy=f"the last day closed is {state.days[-1]}")
    if state.days and day < state.days[-1]:
        raise WrongState(
            f"the books are closed up to {state.days[-1]}, and {day} is before it",
            remedy=f"what was done on {day} is in its report",
        )
    open_days = days.unclosed(state, ctx.at)
    if open_days and open_days[0] < day:
        raise WrongState(
            f"tables were open on {open_days[0]}, and that day is not closed yet",
            clause="WA-9",
            remedy=f"each day has its own close: close {open_days[0]} first",
        )
    ends = days.day_ends(state, day)
    if ctx.at < ends:
        raise WrongState(
            f"gaming day {day} is not over: what is played until its end belongs to it",
            clause="WA-9",
            remedy=f"close it after {moment(ends, state.zone)}",
        )


def _is_counted(table: TableState, day: str, cut: int) -> bool:
    """Whether the tray and the drop of a table that played on a day are counted; virtual chips lie in no tray."""
    if table.table is None or table.table.cards == "virtual" or not of_day(table, cut):
        return True
    return day in table.dropped and not any(shift.day <= day for shift in table.shifts)


def _table_of(ctx: Context, id: str) -> TableState:
    """A table with all its presses added up."""
    state = ctx.tx.state(table_stream(id))
    assert isinstance(state, TableState)
    return with_presses(state)


def _oldest_due(closed: of_jackpot.JackpotDayClosed, cut: int) -> int:
    """A moment before which nothing came in that is due, or due again where a check is void; the rest comes later."""
    parts = closed.dues if closed.unsure is UNSET else [*closed.dues, *closed.unsure]
    return min([cut, *(since for since, _ in parts)])


def _closing_of(
    ctx: Context, day: str, state: JackpotState, tables: Collection[TableState], cut: int
) -> of_jackpot.JackpotDayClosed | None:
    """A jackpot's figures at the cut-off; nothing where it began after it."""
    figures = days.jackpot_at(state, cut)
    jackpot = figures.jackpot
    if jackpot is None:
        return None
    streams: list[tuple[TableState | JackpotState, TableFigures | JackpotFigures]] = [(state, figures)]
    streams += [(table, days.table_at(table, cut)) for table in tables]
    accounts = days.accounts_at(state.id, ctx.accounts(state.id), streams)
    due = accounts.get(account(state.id, "", "due"), 0)
    came, oldest = days.came_in(state, tables, cut), min(cut, ctx.property.oldest.get(state.id, cut))
    return of_jackpot.JackpotDayClosed(
        day=day,
        cut=cut,
        accounts=accounts,
        displayed=displayed(jackpot, accounts) if jackpot.meters else {},
        due=due,
        dues=days.newest(came, due, oldest),
        unsure=days.unsure(state, came, due, oldest, cut) or UNSET,
        hits=figures.hits,
        wins=figures.wins,
        won=figures.won,
        with_=[PROPERTY],
    )
