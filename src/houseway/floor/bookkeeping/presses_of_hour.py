"""Presses as they are folded: counted by what lay, and added up by sensor and position when their hour is over.

Most rounds lie as one before, and every press of every table is folded by all who follow it. `TableState.pressed` has
the presses of one hour of a gaming day; what is added up (`TableState.in_hour`, ``tallies``, ``moved``, ``counts`` and
``play``) has those before. Whoever asks for sums looks at `with_presses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec

from houseway.floor.bookkeeping import play_figures, press_counts
from houseway.floor.bookkeeping.play_figures import FixedWagers, Stake
from houseway.floor.kinds.day_counts import DayCount, HourCount, PressedHour
from houseway.floor.kinds.day_play import HOUR, DayPlay, HourPlay
from houseway.floor.kinds.of_table import Tabulated
from houseway.floor.states import TableState
from houseway.jackpots.jackpot_accounts import Lines
from houseway.journal import Entry
from houseway.journal.entries import POSITIONS


class _Press(msgspec.Struct, array_like=True, frozen=True):
    """What one press saw: by hand or not, the positions by sensor, and with the tabulator alone what was staked."""

    by_hand: bool
    picture: dict[str, tuple[int, ...]]
    stakes: tuple[Stake, ...] | None


_encode = msgspec.json.encode
_press = msgspec.json.Decoder(_Press).decode
_lines = msgspec.json.Decoder(Lines).decode
_picture = msgspec.json.Decoder(dict[str, tuple[int, ...]]).decode


def note_press(state: TableState, body: Tabulated, entry: Entry) -> None:
    """One press more. Runs for every press of every table."""
    hour = entry.at // HOUR
    known = state.pressed
    if known is None or known.hour != hour or known.ends != state.day_ends or known.opening != state.opening:
        known = _begin_hour(state, entry, hour)
    name = _name(play_figures.fixed_wagers(state), bool(body.manual), _encode(body.picture))
    known.times += 1
    known.presses[name] = known.presses.get(name, 0) + 1


def note_moved(pressed: PressedHour, lines: str) -> None:
    """What the press noted last has moved: the lines that move a jackpot's money, as JSON."""
    pressed.moved[lines] = pressed.moved.get(lines, 0) + 1


def _begin_hour(state: TableState, entry: Entry, hour: int) -> PressedHour:
    add_up(state)
    # The day and the hour begin with their first press, whenever it is added up.
    press_counts.hour_of(state, entry)
    if play_figures.fixed_wagers(state).alone:
        play_figures.hour_of(state, entry)
    pressed = state.pressed = PressedHour(hour, state.day_ends, state.opening)
    return pressed


def add_up(state: TableState) -> None:
    """Add the presses that were counted by what lay to the sums by sensor and position."""
    pressed = state.pressed
    if pressed is None:
        return
    state.pressed = None
    for lines, times in pressed.moved.items():
        for account, micros in _lines(lines.encode()):
            state.moved[account] = state.moved.get(account, 0) + micros * times
    count = next(day for day in reversed(state.counts) if _is_of(pressed, day)).hours[str(pressed.hour)]
    for name, times in pressed.presses.items():
        press = _press(name.encode())
        sums = [state.tallies, count.wagers]
        if pressed.hour == state.hour:
            sums.append(state.in_hour)
        count.rounds += times
        if press.by_hand:
            count.by_hand += times
            sums.append(count.manual)
        for sensor, positions in press.picture.items():
            for each in sums:
                _add(each.setdefault(sensor, [0] * POSITIONS), positions, times)
        if press.stakes is not None:
            play = next(day for day in reversed(state.play) if _is_of(pressed, day)).hours[str(pressed.hour)]
            play_figures.add_stakes(play, press.stakes, times)


def _add(counts: list[int], positions: Sequence[int], times: int) -> None:
    for position in positions:
        counts[position - 1] += times


def _is_of(pressed: PressedHour, day: DayCount | DayPlay) -> bool:
    return (day.ends, day.opening) == (pressed.ends, pressed.opening)


# -- what is asked for


def with_presses(state: TableState) -> TableState:
    """The same table with all presses added up; only to be looked at."""
    pressed = state.pressed
    if pressed is None:
        return state
    seen = msgspec.structs.replace(
        state,
        in_hour={sensor: list(counts) for sensor, counts in state.in_hour.items()},
        tallies={sensor: list(counts) for sensor, counts in state.tallies.items()},
        moved=dict(state.moved),
        counts=[_apart(day, pressed, HourCount) for day in state.counts],
        play=[_apart(day, pressed, HourPlay) for day in state.play],
    )
    add_up(seen)
    return seen


D = TypeVar("D", DayCount, DayPlay)


def _apart(day: D, pressed: PressedHour, kind: type[HourCount] | type[HourPlay]) -> D:
    """A day whose hour may be changed without changing it anywhere else."""
    name = str(pressed.hour)
    if not _is_of(pressed, day) or name not in day.hours:
        return day
    hour = msgspec.msgpack.decode(msgspec.msgpack.encode(day.hours[name]), type=kind)
    return msgspec.structs.replace(day, hours={**day.hours, name: hour})


def most_in_hour(state: TableState) -> int:
    """No position was counted more often than this in the hour of the last press."""
    pressed = state.pressed
    most = pressed.times if pressed is not None and pressed.hour == state.hour else 0
    return most + max(map(max, state.in_hour.values())) if state.in_hour else most


def counted_in_hour(state: TableState, sensor: str) -> Sequence[int]:
    """How often each position of a sensor was counted in the hour of the last press, position 1 first."""
    found = list(state.in_hour.get(sensor) or [0] * POSITIONS)
    pressed = state.pressed
    if pressed is not None and pressed.hour == state.hour:
        for name, times in pressed.presses.items():
            _add(found, _press(name.encode()).picture.get(sensor, ()), times)
    return found


# -- what lay


@lru_cache(maxsize=4096)
def _name(fixed: FixedWagers, by_hand: bool, picture: bytes) -> str:
    """What lay, as `PressedHour.presses` names it."""
    seen = _picture(picture)
    return _encode(_Press(by_hand, seen, fixed.staked(seen) if fixed.alone else None)).decode()
