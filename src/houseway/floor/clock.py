"""A clock that ran ahead, set right by two people: streams go on, and what the wrong time left in states is undone."""

from __future__ import annotations

import msgspec

from houseway.errors import WrongState
from houseway.floor import commands as c
from houseway.floor.context import Context
from houseway.floor.kinds.of_house import ClockSetRight
from houseway.floor.states import PROPERTY, JackpotState, PropertyState, TableState
from houseway.journal import Decision, Entry

_DAY = 86_400_000_000


def set_clock_right(ctx: Context, command: c.SetClockRight) -> Decision:
    """Every stream whose last entry is later than now goes on from now; the property's own notes it in any case.

    Where no stream is ahead, the journal has rested for so long that a wrong clock is likelier than a closed room: then
    two people say that the clock is right.
    """
    last = {stream: ctx.tx.head(stream)[1] for stream in ctx.tx.streams}
    ahead = {stream: at for stream, at in last.items() if at > ctx.at}
    if not ahead and ctx.at - max(last.values()) < _DAY:
        raise WrongState(
            "no entry is later than now, and the last is of today: the clock needs no setting",
            remedy="give the command that was refused again",
        )
    drafts = [
        ctx.draft(stream, ClockSetRight(was=at, reason=command.reason, day=ctx.day))
        for stream, at in {**ahead, PROPERTY: last[PROPERTY]}.items()
    ]
    return Decision(drafts, {"streams": sorted(ahead), "was": max(last.values()), "now": ctx.at})


def clamp_property(state: PropertyState, body: ClockSetRight, entry: Entry) -> None:
    """Days that have not come yet were neither played nor closed, and nothing happened later than now."""
    today = body.day
    state.days = [day for day in state.days if day <= today]
    state.played = [day for day in state.played if day <= today]
    if state.open and today not in (*state.played, *state.days):
        state.played.append(today)
    _clamp(state, entry.at, "closed_at")
    state.gone = {stream: min(day, today) for stream, day in state.gone.items()}
    state.oldest = {id: min(since, entry.at) for id, since in state.oldest.items()}
    for malfunction in state.malfunctions.values():
        _clamp(malfunction, entry.at, "found", "noticed", "mended")


def clamp_table(state: TableState, body: ClockSetRight, entry: Entry) -> None:
    """Nothing at the table happened later than now; the hour that is counted is this one."""
    _clamp(state, entry.at, "began", "closed_at", "counted_ends")
    _clamp_days(state, entry.at)
    for dated in state.came_in.values():
        for due in dated:
            due[0] = min(due[0], entry.at)
    hour = entry.at // 3_600_000_000
    if state.hour > hour:
        state.hour, state.in_hour = hour, {}
    for win in state.wins:
        _clamp(win, entry.at, "at")
    if state.difference is not None:
        _clamp(state.difference, entry.at, "at")


def clamp_jackpot(state: JackpotState, body: ClockSetRight, entry: Entry) -> None:
    """Nothing of the jackpot happened later than now: dues and checks run from now at the latest."""
    _clamp(state, entry.at, "began", "clear", "stated")
    _clamp_days(state, entry.at)
    for due in state.dues:
        due[0] = min(due[0], entry.at)
    for back in state.undone:
        back[0], back[2] = min(back[0], entry.at), min(back[2], entry.at)
    for hit in state.hits.values():
        _clamp(hit, entry.at, "locked", "closed")


def _clamp_days(state: TableState | JackpotState, at: int) -> None:
    """The next entry says which gaming day it is; no day ended later than now."""
    state.day_ends = 0
    for cut in state.cuts:
        _clamp(cut, at, "at")


def _clamp(thing: msgspec.Struct, at: int, *names: str) -> None:
    for name in names:
        value = getattr(thing, name)
        if value is not None:
            setattr(thing, name, min(value, at))
