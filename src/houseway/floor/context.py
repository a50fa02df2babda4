"""What a decision is made from: the command, who gives it, and what is so at that moment."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from houseway.compliance.compliance_errors import BadSetting
from houseway.compliance.profile import PROBABILITY, TABLES, Settings, profile
from houseway.floor.command import Command
from houseway.floor.floor_errors import WrongState
from houseway.floor.kinds.body import Body
from houseway.floor.kinds.edge import name_of
from houseway.floor.states import (
    PROPERTY,
    JackpotState,
    PropertyState,
    TableState,
    jackpot_stream,
    table_stream,
)
from houseway.journal import Draft, Transaction
from houseway.table.setup import Setup

if TYPE_CHECKING:
    from houseway.floor.play.live_rounds import LiveRounds, Playing


class Context:
    """One command being decided. Nothing here changes anything: a decision is the entries it returns."""

    __slots__ = ("_settings", "at", "chance", "command", "named", "property", "rounds", "second", "tx", "who")

    def __init__(
        self,
        tx: Transaction,
        command: Command,
        who: str,
        second: str | None,
        at: int,
        rounds: LiveRounds,
        chance: bytes = b"",
        named: tuple[str, ...] = (),
    ) -> None:
        self.tx = tx
        self.rounds = rounds
        self.chance = chance
        self.command = command
        self.who = who
        self.second = second
        self.named = named
        self.at = at
        # Every decision looks at it; a cached property would take a lock each time.
        self.property: PropertyState = tx.state(PROPERTY)
        self._settings: Settings | None = None

    @property
    def day(self) -> str:
        """The gaming day of this moment."""
        house = self.property
        return gaming_day(self.at, house.zone, house.day_starts)

    @property
    def settings(self) -> Settings:
        """The profile's settings on this day, with the property's own."""
        if self._settings is None:
            self._settings = settings_now(self.property, self.at)
        return self._settings

    def settings_at(self, table: str | None) -> Settings:
        """The settings that hold at one table: those of the property, with what was chosen for that table alone."""
        return settings_on(self.property, self.day, table)

    def table(self, id: str) -> TableState:
        """The table's state; the table must be known to the property."""
        self.property.table(id)
        state = self.tx.state(table_stream(id))
        assert isinstance(state, TableState)
        return state

    def open_table(self, id: str) -> TableState:
        """The state of a table that is open."""
        return opened(self.table(id))

    def setup(self, state: TableState) -> Setup:
        """The setup that an open table plays with."""
        return self.rounds.setup(self.property, state)

    def playing(self, state: TableState) -> Playing:
        """The round in progress at a table, with every recorded answer taken."""
        return self.rounds.playing(self.setup(state), state)

    def jackpot(self, id: str) -> JackpotState:
        """The jackpot's state, whatever its status."""
        state = self.tx.state(jackpot_stream(id))
        assert isinstance(state, JackpotState)
        if state.jackpot is None:
            self.property.jackpot(id)
        return state

    def accounts(self, jackpot: str) -> dict[str, int]:
        """Every account of a jackpot with its balance in micros."""
        return {**self.tx.balances(f"{jackpot}:"), **self.tx.balances(f"{jackpot}/")}

    def draft(
        self,
        stream: str,
        body: Body,
        lines: tuple[tuple[str, int], ...] = (),
        counts: tuple[tuple[str, tuple[int, ...]], ...] = (),
    ) -> Draft:
        """An entry, with the second person where there is one, and with those who were named and did not sign."""
        if self.second is not None:
            body = msgspec.structs.replace(body, second=self.second)
        if self.named:
            body = msgspec.structs.replace(body, signed="named", named=list(self.named))
        return Draft(stream=stream, kind=name_of(type(body)), body=body, lines=lines, counts=counts)


def opened(state: TableState) -> TableState:
    """The same table, which must be open."""
    if not state.open:
        raise WrongState(f"table {state.id} is closed", remedy=f"open it: houseway table open {state.id}")
    return state


def settings_now(state: PropertyState, at: int) -> Settings:
    """The settings of a property on the gaming day of this moment."""
    # Every decision asks for them. What is chosen is never changed in place: another choice is another object.
    known = _now.get(state.profile)
    if (
        known is not None
        and known.chosen is state.settings
        and known.day.begins <= at < known.day.ends
        and known.clock == (state.zone, state.day_starts)
    ):
        return known.found
    day = _gaming_day(at, state.zone, state.day_starts)
    found = settings_on(state, day.date)
    _now[state.profile] = _Now(state.settings, (state.zone, state.day_starts), day, found)
    return found


def settings_on(state: PropertyState, day: str, table: str | None = None) -> Settings:
    """The settings of a property, or of one of its tables, on a gaming day."""
    known = _last_settings.get((state.profile, table))
    if known is not None and known.chosen is state.settings and known.day == day:
        return known.found
    found = _settings(state.profile, day, msgspec.json.encode(state.settings, order="deterministic"), table)
    _last_settings[state.profile, table] = _Asked(state.settings, day, found)
    return found


class _Asked(NamedTuple):
    """Settings that were asked for: what the property had chosen, the gaming day, and the settings."""

    chosen: dict[str, Any]
    day: str
    found: Settings


_last_settings: dict[tuple[str, str | None], _Asked] = {}
"""By profile and table, the settings last asked for."""


def chosen_for(state: PropertyState, table: str) -> dict[str, Any]:
    """What the property has chosen now for one of its tables."""
    return _chosen(state.settings, table)


def settings_of_table(house: PropertyState, state: TableState) -> Settings:
    """The settings that an open table plays by: those it was opened with, on the day it was."""
    if state.settings is None:
        return settings_on(house, state.day, state.id)
    return _settings(house.profile, state.day, msgspec.json.encode(state.settings, order="deterministic"), None)


@lru_cache(maxsize=64)
def _settings(name: str, day: str, chosen: bytes, table: str | None) -> Settings:
    return profile(name).settings(day, _chosen(msgspec.json.decode(chosen), table))


def _chosen(settings: dict[str, Any], table: str | None) -> dict[str, Any]:
    """The settings that hold at one table; without a table, those of the property alone."""
    own = {name: value for name, value in settings.items() if name not in (TABLES, PROBABILITY)}
    return {**own, **settings.get(TABLES, {}).get(table, {})}


@cache
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise BadSetting(f"there is no time zone {name!r}", remedy="name one like America/Los_Angeles") from None


@cache
def _clock(text: str) -> time:
    found = re.fullmatch(r"([01][0-9]|2[0-3]):([0-5][0-9])", text)
    if found is None:
        raise BadSetting(f"{text!r} is no time of day", remedy="write it as 06:00")
    return time(int(found[1]), int(found[2]))


@lru_cache(maxsize=1024)
def day_begins(day: date, zone: str, day_starts: str) -> int:
    """The moment at which the gaming day ``day`` begins: ``day_starts`` by the clock of ``zone``.

    A time that the clocks skip that night is as long after midnight as it would have been; of one that comes twice it
    is the first.
    """
    return int(datetime.combine(day, _clock(day_starts), _zone(zone)).timestamp()) * 1_000_000


class _GamingDay(NamedTuple):
    """A gaming day: when it begins, when the next one does, and its date."""

    begins: int
    ends: int
    date: str


_last_days: dict[tuple[str, str], _GamingDay] = {}
"""By zone and start of the day, the gaming day last asked for."""


class _Now(NamedTuple):
    """Settings of a moment: what the property had chosen, its zone and start of the day, the gaming day, and them."""

    chosen: dict[str, Any]
    clock: tuple[str, str]
    day: _GamingDay
    found: Settings


_now: dict[str, _Now] = {}
"""By profile, the settings of the moment last asked for."""


def gaming_day(at: int, zone: str, day_starts: str) -> str:
    """The gaming day that ``at`` belongs to: the last that has begun by then."""
    return _gaming_day(at, zone, day_starts).date


def _gaming_day(at: int, zone: str, day_starts: str) -> _GamingDay:
    known = _last_days.get((zone, day_starts))
    if known is not None and known.begins <= at < known.ends:
        return known
    day = datetime.fromtimestamp(at // 1_000_000, UTC).astimezone(_zone(zone)).date()
    while at < day_begins(day, zone, day_starts):
        day -= timedelta(days=1)
    begins, ends = (day_begins(each, zone, day_starts) for each in (day, day + timedelta(days=1)))
    found = _last_days[zone, day_starts] = _GamingDay(begins, ends, day.isoformat())
    return found


def moment(at: int, zone: str = "UTC") -> str:
    """``at`` as people read it, in ``zone``."""
    return datetime.fromtimestamp(at // 1_000_000, UTC).astimezone(_zone(zone)).strftime("%Y-%m-%d %H:%M:%S %Z")
