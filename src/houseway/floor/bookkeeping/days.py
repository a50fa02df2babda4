"""Gaming days: which of them are not closed, what stood at the end of each, and since when money is due at the bank.

A day ends at one moment, its cut-off. The first entry of each stream after it says so (`NEW_DAY`), and there the state
keeps the stream's figures as they stood: whenever the day is closed, it is closed with these. What comes in is due at
the bank from the end of its own gaming day on, and deposits pay the oldest first. Nothing here that folds an entry
asks for the time zone: entries have the moments in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from houseway.floor.bookkeeping.chips import CHIPS
from houseway.floor.bookkeeping.presses_of_hour import add_up, note_moved
from houseway.floor.context import day_begins, gaming_day
from houseway.floor.kinds.body import NewDay
from houseway.floor.kinds.day_counts import TableFigures
from houseway.floor.kinds.edge import kind_of, name_of, read_as
from houseway.floor.kinds.of_jackpot import (
    ContributionVoided,
    HitRejected,
    JackpotDayClosed,
    MeterAdjusted,
)
from houseway.floor.kinds.of_payment import Check, CheckVoided
from houseway.floor.kinds.of_table import Tabulated
from houseway.floor.states import JackpotFigures, JackpotState, PropertyState, TableState
from houseway.jackpots.jackpot_accounts import Lines
from houseway.journal import Entry

DAY = 86_400_000_000

LATEST = 2**63
"""A moment after all others."""

DUE = ":due"
"""How the accounts end that hold what is due at the bank."""

NEW_DAY_IN_BODY = b'"new-day":'
"""What the body of a stream's first entry of a gaming day has, and no other."""

PRESS = name_of(Tabulated)
"""The kind of a press."""

_TAKEN_BACK = (HitRejected, MeterAdjusted)
"""Entries that take back what came in: the newest money, not the oldest, or a claim and its rejection would make what
is due for long look young. Of what wagers brought, only that of closed days is within their reach: the rest is on
record with the tables."""


# -- days that are not closed


def unclosed(property: PropertyState, at: int) -> list[str]:
    """The gaming days up to ``at`` on which a table was open and that are not closed, the oldest first."""
    return unclosed_by(property, gaming_day(at, property.zone, property.day_starts))


def unclosed_by(property: PropertyState, today: str) -> list[str]:
    """The same on the gaming day ``today``, reckoned from nothing but the property's state."""
    last = property.days[-1] if property.days else ""
    found = [day for day in property.played if day > last]
    if property.open:
        # Tables that stay open play on every day that comes.
        day = date.fromisoformat(max([*found, last]) or today)
        while (day := day + timedelta(days=1)).isoformat() <= today:
            found.append(day.isoformat())
    return found


def day_ends(property: PropertyState, day: str) -> int:
    """The cut-off of a gaming day: the moment at which it is over."""
    return day_begins(date.fromisoformat(day) + timedelta(days=1), property.zone, property.day_starts)


def day_said(state: PropertyState, said: str | UnsetType, entry: Entry) -> str:
    """The gaming day of an entry, as it says; only entries of release 0.1 do not, and it is reckoned for them."""
    return gaming_day(entry.at, state.zone, state.day_starts) if said is UNSET else said


# -- what stood at a cut-off


def turn(state: TableState | JackpotState, new: NewDay | None, entry: Entry) -> None:
    """Keep the figures as they stood before ``entry`` where it is the first of another gaming day."""
    if new is not None:
        ends = new.ends
    elif state.day_ends and entry.at >= state.day_ends:
        # Its clock was a little behind another's: the next entry says which day it is.
        ends = 0
    else:
        return
    if isinstance(state, TableState):
        add_up(state)
    state.cuts.append(state.figures(entry.at))  # type: ignore[arg-type]
    state.day_ends = ends


def table_at(state: TableState, cut: int) -> TableFigures:
    """A table's figures at the cut-off of a day that is not closed, its presses added up."""
    return next((known for known in state.cuts if known.at >= cut), None) or state.figures(cut)


def jackpot_at(state: JackpotState, cut: int) -> JackpotFigures:
    """A jackpot's own figures at the cut-off of a day that is not closed."""
    return next((known for known in state.cuts if known.at >= cut), None) or state.figures(cut)


def accounts_at(
    jackpot: str,
    accounts: Mapping[str, int],
    streams: Iterable[tuple[TableState | JackpotState, TableFigures | JackpotFigures]],
) -> dict[str, int]:
    """The ``accounts`` of a jackpot as they were: less what each stream has moved since the figures beside it."""
    found = dict(accounts)
    for state, figures in streams:
        if figures.moved != state.moved:
            for name, micros in state.moved.items():
                if name.startswith((f"{jackpot}:", f"{jackpot}/")):
                    found[name] = found.get(name, 0) - micros + figures.moved.get(name, 0)
    return {name: micros for name, micros in found.items() if micros}


# -- money that comes in


def post(state: TableState | JackpotState, entry: Entry) -> None:
    """Add an entry's lines to what its stream has moved, and what it brought to what is due at the bank."""
    since = _day_ends(state, entry)
    lines, text, due = _moves(entry)
    if entry.kind == PRESS and isinstance(state, TableState) and state.pressed is not None:
        note_moved(state.pressed, text)
    else:
        moved = state.moved
        for name, micros in lines:
            moved[name] = moved.get(name, 0) + micros
    for jackpot, micros in due:
        if isinstance(state, TableState):
            _add(state.came_in.setdefault(jackpot, []), since, micros)
        elif micros > 0:
            # What a void check had paid is due for as long as it was, and still among what came in. What is withdrawn
            # comes in anew: should the payment it made good be void, it has been away from the bank since then.
            if kind_of(entry, "jackpot") is not CheckVoided:
                _add(state.dues, since, micros)
        elif (kind := kind_of(entry, "jackpot")) is ContributionVoided:
            state.undone.append([read_as(entry, ContributionVoided).since or since, -micros, since])
        elif kind in _TAKEN_BACK:
            _take_back(state, -micros, since)


def _day_ends(state: TableState | JackpotState, entry: Entry) -> int:
    """When the gaming day of an entry ends; release 0.1 did not write it, and there it is the day of the calendar."""
    return state.day_ends or (entry.at // DAY + 1) * DAY


_KEPT = 1024
"""Ledger lines of which it is remembered what they move, at most."""

_Moves: TypeAlias = tuple[Lines, str, Lines]
"""The lines that move a jackpot's money, the same as JSON, and by jackpot those of what is due."""

_known_moves: dict[bytes, _Moves] = {}
"""By the lines as entries have them: the same come again and again."""


def _moves(entry: Entry) -> _Moves:
    known = _known_moves.get(entry.lines)
    if known is None:
        if len(_known_moves) >= _KEPT:
            _known_moves.clear()
        moved = tuple(line for line in entry.postings if not line[0].startswith(CHIPS))
        due = tuple((name.removesuffix(DUE), micros) for name, micros in moved if name.endswith(DUE))
        known = _known_moves[entry.lines] = moved, msgspec.json.encode(moved).decode(), due
    return known


def _add(dated: list[list[int]], since: int, micros: int) -> None:
    if dated and dated[-1][0] == since and (dated[-1][1] > 0) == (micros > 0):
        dated[-1][1] += micros
    else:
        dated.append([since, micros])


def paid_off(jackpot: str, entry: Entry) -> int:
    """How many micros less are due for a jackpot after an entry."""
    return -sum(micros for id, micros in _moves(entry)[2] if id == jackpot)


def unpay(state: JackpotState, check: Check, entry: Entry) -> None:
    """What a check paid is due again, as its void is folded."""
    state.unpaid.append([check.at, check.due, _day_ends(state, entry)])


def unsure(jackpot: JackpotState, came: Mapping[int, int], due: int, oldest: int, cut: int) -> list[tuple[int, int]]:
    """What of all that ``came`` in by ``cut`` only checks have paid that may still be void, or have been since.

    A close forgets what is paid. This it keeps: voiding a check in a later week must make nothing younger. ``due`` is
    the balance at the cut-off, and ``oldest`` as for `dues`.
    """
    drawn = sum(check.due for check in jackpot.checks.values() if check.at < cut)
    drawn += sum(micros for at, micros, voided in jackpot.unpaid if at < cut < voided)
    found: dict[int, int] = {}
    for sign, parts in ((1, newest(came, due + drawn, oldest)), (-1, newest(came, due, oldest))):
        for since, micros in parts:
            found[since] = found.get(since, 0) + sign * micros
    return [part for part in sorted(found.items()) if part[1]]


def _take_back(state: JackpotState, micros: int, when: int) -> None:
    """Take back the newest of what came in, and keep of which day each part was.

    Kept, not worked out again: a close that is given late brings older wagers among what came in, and what was taken
    before it would seem to have been taken from them.
    """
    left = _came_otherwise(state, when)
    for since in sorted(left, reverse=True):
        part = min(micros, left[since])
        if part > 0:
            state.taken.append([since, part, when])
            micros -= part


def _came_otherwise(jackpot: JackpotState, cut: int) -> dict[int, int]:
    """What came in by ``cut`` by other ways than the wagers of days not closed, less what was taken back of it."""
    found: dict[int, int] = {}
    for since, micros in jackpot.dues:
        if since <= cut:
            found[since] = found.get(since, 0) + micros
    for since, micros, when in jackpot.taken:
        if when <= cut and since in found:
            # What a close has of a day may be less: it has what was not paid by then, and the paid part is taken first.
            found[since] = max(0, found[since] - micros)
    return found


def pay_oldest(state: JackpotState, micros: int) -> None:
    """A deposit as release 0.1 folded it."""
    state.dues = [list(part) for part in sorted(came_in(state, ()).items()) if part[1]]
    state.taken = []
    while micros > 0 and state.dues:
        part = min(micros, state.dues[0][1])
        state.dues[0][1] -= part
        micros -= part
        if not state.dues[0][1]:
            state.dues.pop(0)


def dues(jackpot: JackpotState, tables: Iterable[TableState], due: int, oldest: int = 0) -> list[tuple[int, int]]:
    """What is due at the bank, since when and how many micros, the oldest first.

    ``due`` is the balance of what is due. First in, first out: as much of it as came in last is still to be brought,
    each part dated by the gaming day on which it came. ``tables`` are all that may have brought something since the
    last close; what none of them knows of has been due since ``oldest``.
    """
    return newest(came_in(jackpot, tables), due, oldest)


def came_in(jackpot: JackpotState, tables: Iterable[TableState], cut: int = LATEST) -> dict[int, int]:
    """What came in and may still be due, in micros by the moment since when, as it was at ``cut``: now if left out."""
    wagers: dict[int, int] = {}
    for table in tables:
        for since, micros in table.came_in.get(jackpot.id, ()):
            wagers[since] = wagers.get(since, 0) + micros
    other = _came_otherwise(jackpot, cut)
    for since, micros, voided in jackpot.undone:
        if voided <= cut:
            # The wagers of a day that was closed since are among the rest of what came in.
            _take(other, since, _take(wagers, since, micros))
    for since, micros in wagers.items():
        if since <= cut:
            other[since] = other.get(since, 0) + micros
    return other


def _take(dated: dict[int, int], upto: int, micros: int) -> int:
    """Take the newest away of what came in on the days that ended by ``upto``; what there was not of it."""
    for since in sorted((since for since in dated if since <= upto), reverse=True):
        part = min(micros, dated[since])
        dated[since] -= part
        micros -= part
    return micros


def newest(dated: Mapping[int, int], due: int, oldest: int = 0) -> list[tuple[int, int]]:
    """The last ``due`` micros of what came in, the oldest first."""
    found = []
    for since in sorted(dated, reverse=True):
        part = min(due, dated[since])
        if part > 0:
            found.append((since, part))
            due -= part
    if due > 0:
        found.append((min([oldest, *(since for since, _ in found)]), due))
    return found[::-1]


# -- the close


def close_table(state: TableState, cut: int | UnsetType) -> None:
    """A close of the day that ended at ``cut``; one of release 0.1 has none, and closed everything up to itself."""
    if cut is UNSET:
        state.came_in, state.cuts = {}, []
        return
    state.cuts = [known for known in state.cuts if known.at > cut]
    later = {id: [part for part in dated if part[0] > cut] for id, dated in state.came_in.items()}
    state.came_in = {id: dated for id, dated in later.items() if dated}


def close_jackpot(state: JackpotState, body: JackpotDayClosed, at: int) -> None:
    """A close of a day, with what was due at its end; for one of release 0.1 see `close_table`."""
    cut = body.cut
    if cut is UNSET:
        more = body.due - sum(_came_otherwise(state, LATEST).values())
        pay_oldest(state, -more)
        if more > 0:
            state.dues.append([at if body.since is UNSET else body.since, more])
        state.clear, state.taken, state.undone, state.unpaid, state.cuts = at, [], [], [], []
        return
    state.dues = [*map(list, (*(body.unsure or ()), *body.dues)), *(part for part in state.dues if part[0] > cut)]
    state.taken = [back for back in state.taken if back[2] > cut]
    state.undone = [back for back in state.undone if back[2] > cut]
    state.unpaid = [back for back in state.unpaid if back[2] > cut]
    state.cuts = [known for known in state.cuts if known.at > cut]
