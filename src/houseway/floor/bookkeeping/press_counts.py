"""Adding up what is counted at a table, as its entries are folded, and keeping which entries reports look for.

`TableState.counts` and `TableState.noted` have the days that are not closed; the close of a day takes them with it.
Presses are added up by `houseway.floor.bookkeeping.presses_of_hour`.
"""

from __future__ import annotations

from houseway.floor.kinds.day_counts import DayCount, HourCount, VoidedCount
from houseway.floor.kinds.day_play import HOUR
from houseway.floor.kinds.of_table import RoundSettled, RoundVoided
from houseway.floor.states import TableState
from houseway.journal import Entry


def count_over(state: TableState, body: RoundSettled | RoundVoided, entry: Entry) -> None:
    """A round is over: without a press it is known only now. Called before anything else of the entry is folded."""
    pressed = state.phase == "tabulated" and body.round == state.round
    if not pressed:
        hour_of(state, entry).rounds += 1
    if isinstance(body, RoundVoided):
        wagers = {sensor: list(positions) for sensor, positions in state.picture.items() if positions}
        void = VoidedCount(body.round, state.began, entry.at, state.manual, wagers)
        _day(state, entry).voided.append(void if pressed else VoidedCount(body.round, entry.at, entry.at, False, {}))


def note(state: TableState, entry: Entry) -> None:
    """Keep where an entry stands that reports look for: openings, closings, readings, failures and repairs."""
    state.noted.append((entry.number, entry.at))


def counts_until(state: TableState, cut: int) -> list[DayCount]:
    """What was counted up to the cut-off of a day that is not closed."""
    return [count for count in state.counts if count.at < cut]


def noted_until(state: TableState, cut: int) -> list[int]:
    """The numbers of the entries that were noted up to the cut-off of a day that is not closed."""
    return [number for number, at in state.noted if at < cut]


def close_counts(state: TableState, cut: int) -> None:
    """A day was closed, and its close has its counts."""
    state.counts = [count for count in state.counts if count.at >= cut]
    state.noted = [(number, at) for number, at in state.noted if at >= cut]


def _day(state: TableState, entry: Entry) -> DayCount:
    day = state.counts[-1] if state.counts else None
    if day is None or (day.ends, day.opening) != (state.day_ends, state.opening):
        day = DayCount(entry.at, state.day_ends, state.opening)
        state.counts.append(day)
    return day


def hour_of(state: TableState, entry: Entry) -> HourCount:
    """The hour of an entry, on the gaming day and in the opening that it is of."""
    hours = _day(state, entry).hours
    name = str(entry.at // HOUR)
    hour = hours.get(name)
    if hour is None:
        hour = hours[name] = HourCount()
    return hour
