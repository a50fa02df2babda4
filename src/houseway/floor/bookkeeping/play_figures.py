"""Adding up what a table plays, as its entries are folded: by gaming day, hour, wager and position.

`TableState.play` has the days that are not closed; the close of a day takes its figures with it. ``taken`` is what the
recorded lines have brought into the table's tray, for the count of the tray.

With the tabulator alone each count is a stake of the fixed wager (`FixedWagers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from houseway.compliance.configuration import Table
from houseway.floor.kinds import of_table
from houseway.floor.kinds.day_play import HOUR, DayPlay, HourPlay, Laid, Spot
from houseway.floor.states import TableState
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal import Entry

Stake: TypeAlias = tuple[str, int, tuple[int, ...]]
"""A wager that was counted: its slug, the cents of each, and the positions."""


def add_settled(state: TableState, body: of_table.RoundSettled, entry: Entry) -> None:
    """A round was settled: its lines as the record has them. Called before anything else of the entry is folded."""
    lines = body.record.get("lines") or ()
    for hit in body.held or ():
        # The prize of a hit is paid by the cage or the account, and never from the tray.
        known = state.hits.get(hit)
        state.taken += known.amount if known is not None else 0
    state.taken += sum(line["stake"] - line["returned"] for line in lines)
    hour = hour_of(state, entry)
    if hour is None:
        return
    hour.rounds += 1
    _add_lines(hour, lines)


def _add_lines(hour: HourPlay, lines: Iterable[Mapping[str, Any]]) -> None:
    staked: dict[str, dict[str, int]] = {}
    for line in lines:
        wager, seat = line["wager"], str(line["seat"])
        spot = _spot(hour, wager, seat)
        spot.lines += 1
        spot.staked += line["stake"]
        spot.returned += line["returned"]
        spot.meter += line.get("meter") or 0
        seats = staked.setdefault(wager, {})
        seats[seat] = seats.get(seat, 0) + line["stake"]
    _add_round(hour, staked)


def _add_round(hour: HourPlay, staked: Mapping[str, Mapping[str, int]]) -> None:
    """What was staked in one round, by wager and position."""
    for seat in dict.fromkeys(seat for seats in staked.values() for seat in seats):
        hour.hands[seat] = hour.hands.get(seat, 0) + 1
    for wager, seats in staked.items():
        laid = hour.laid.setdefault(wager, Laid())
        laid.rounds += 1
        laid.squares += sum(seats.values()) ** 2
        for seat, cents in seats.items():
            spot = _spot(hour, wager, seat)
            spot.rounds += 1
            spot.squares += cents**2


def add_corrected(state: TableState, body: of_table.LineCorrected, entry: Entry) -> None:
    """A line of a settled round returns something else: in the hour of the correction, which is when it is paid."""
    more = body.returned - body.was
    if not any((held.round, held.line) == (body.round, body.line) for held in state.held.values()):
        state.taken -= more
    # A prize that waited with a hit was never paid from the tray, and rejecting the hit brings nothing back to it.
    hour = hour_of(state, entry)
    if hour is not None:
        _spot(hour, body.wager, str(body.seat)).returned += more


def add_stakes(hour: HourPlay, stakes: Iterable[Stake], times: int) -> None:
    """So many rounds that were counted with the tabulator alone, in each of which the same was staked."""
    hour.rounds += times
    hands: dict[str, None] = {}
    for wager, cents, positions in stakes:
        seats = _seats(positions)
        hands.update(seats)
        laid = hour.laid.setdefault(wager, Laid())
        laid.rounds += times
        laid.squares += times * (cents * len(seats)) ** 2
        for seat in seats:
            spot = _spot(hour, wager, seat)
            spot.rounds += times
            spot.staked += times * cents
            spot.squares += times * cents**2
    for seat in hands:
        hour.hands[seat] = hour.hands.get(seat, 0) + times


def take_back_counted(state: TableState, body: of_table.RoundVoided, entry: Entry) -> None:
    """A round that was counted with the tabulator alone is void: its wagers went back. Called before it is folded."""
    fixed = fixed_wagers(state)
    if not fixed.alone or body.round != state.round:
        return
    hour = hour_of(state, entry)
    if hour is not None:
        add_stakes(hour, fixed.staked(state.picture), -1)


@lru_cache(maxsize=4096)
def _seats(positions: tuple[int, ...]) -> dict[str, None]:
    """Positions as the figures name them, in order."""
    return dict.fromkeys(map(str, positions))


class FixedWagers:
    """What each count at a table is a stake of. ``alone``: the tabulator alone says what was staked there."""

    def __init__(self, table: Table | None, jackpots: Mapping[str, Jackpot]) -> None:
        self.table = table
        self.jackpots = jackpots
        self.alone = table is not None and table.cards == "none" and not table.copy_of
        self._each: list[tuple[str, str, int]] = []
        for wager, sensor in table.sensors.items() if table is not None else ():
            jackpot = jackpots.get(table.jackpots.get(wager, "")) if table is not None else None
            self._each.append((wager, str(sensor), jackpot.wager if jackpot is not None else 0))

    def staked(self, picture: Mapping[str, Sequence[int]]) -> tuple[Stake, ...]:
        """What was staked in a round with this picture of the sensors, in the order of the table's wagers."""
        return tuple(
            (wager, cents, tuple(picture[sensor])) for wager, sensor, cents in self._each if picture.get(sensor)
        )


_TABLES = 4096
"""Tables whose fixed wagers are remembered, at most: private ones come and go."""

_fixed: dict[int, FixedWagers] = {}
"""By the identity of the jackpots that a table plays for; they live on in here, so that no others can have it."""


def fixed_wagers(state: TableState) -> FixedWagers:
    """The fixed wagers of a table, the same object for as long as they stay the same."""
    # What a table plays by is never changed in place: another choice is another object.
    known = _fixed.get(id(state.jackpots))
    if known is None or known.table is not state.table:
        if len(_fixed) >= _TABLES:
            _fixed.clear()
        known = _fixed[id(state.jackpots)] = FixedWagers(state.table, state.jackpots)
    return known


def of_day(state: TableState, cut: int) -> list[DayPlay]:
    """What was played up to the cut-off of a day that is not closed."""
    return [play for play in state.play if play.at < cut]


def close_play(state: TableState, cut: int) -> None:
    """A day was closed, and its close has its figures."""
    state.play = [play for play in state.play if play.at >= cut]


def hour_of(state: TableState, entry: Entry) -> HourPlay | None:
    """The hour of an entry at a table that is part of what the room reports: private tables are not."""
    table = state.table
    if table is None or table.copy_of:
        return None
    play = state.play[-1] if state.play else None
    if play is None or (play.ends, play.opening) != (state.day_ends, state.opening):
        play = DayPlay(entry.at, state.day_ends, state.opening, table.game, table.edition, table.cards != "none")
        state.play.append(play)
    name = str(entry.at // HOUR)
    hour = play.hours.get(name)
    if hour is None:
        hour = play.hours[name] = HourPlay()
    return hour


def _spot(hour: HourPlay, wager: str, seat: str) -> Spot:
    seats = hour.spots.get(wager)
    if seats is None:
        seats = hour.spots[wager] = {}
    spot = seats.get(seat)
    if spot is None:
        spot = seats[seat] = Spot()
    return spot
