"""What a decision is made from: the command, who gives it, and what is so at that moment."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property, lru_cache
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from houseway.compliance.profile import PROBABILITY, TABLES, Settings, profile
from houseway.errors import BadSetting, WrongState
from houseway.floor.commands import Command
from houseway.floor.states import (
    PROPERTY,
    JackpotState,
    PropertyState,
    TableState,
    jackpot_stream,
    table_stream,
)
from houseway.journal import Draft, Transaction


class Context:
    """One command being decided. Nothing here changes anything: a decision is the entries it returns."""

    def __init__(
        self, tx: Transaction, command: Command, who: str, second: str | None, at: int, chance: bytes = b""
    ) -> None:
        self.tx = tx
        self.chance = chance
        self.command = command
        self.who = who
        self.second = second
        self.at = at
        # Every decision looks at it; a cached property would take a lock each time.
        self.property: PropertyState = tx.state(PROPERTY)

    @cached_property
    def day(self) -> str:
        """The gaming day of this moment."""
        return gaming_day(self.at, self.property.zone, self.property.day_starts)

    @cached_property
    def settings(self) -> Settings:
        """The profile's settings on this day, with the property's own."""
        return self.settings_at(None)

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
        state = self.table(id)
        if not state.open:
            raise WrongState(f"table {id} is closed", remedy=f"open it: houseway table open {id}")
        return state

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
        kind: str,
        body: dict[str, Any],
        lines: tuple[tuple[str, int], ...] = (),
        counts: tuple[tuple[str, tuple[int, ...]], ...] = (),
    ) -> Draft:
        """An entry, with the second person where there is one."""
        if self.second is not None:
            body = {**body, "second": self.second}
        return Draft(stream=stream, kind=kind, body=body, lines=lines, counts=counts)


def settings_on(state: PropertyState, day: str, table: str | None = None) -> Settings:
    """The settings of a property, or of one of its tables, on a gaming day."""
    return _settings(state.profile, day, msgspec.json.encode(state.settings, order="deterministic"), table)


@lru_cache(maxsize=64)
def _settings(name: str, day: str, chosen: bytes, table: str | None) -> Settings:
    together = msgspec.json.decode(chosen)
    single = together.pop(TABLES, {}).get(table, {})
    together.pop(PROBABILITY, None)
    return profile(name).settings(day, {**together, **single})


@cache
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise BadSetting(f"there is no time zone {name!r}", remedy="name one like America/Los_Angeles") from None


@cache
def _clock(text: str) -> timedelta:
    found = re.fullmatch(r"([01][0-9]|2[0-3]):([0-5][0-9])", text)
    if found is None:
        raise BadSetting(f"{text!r} is no time of day", remedy="write it as 06:00")
    return timedelta(hours=int(found[1]), minutes=int(found[2]))


def gaming_day(at: int, zone: str, day_starts: str) -> str:
    """The gaming day that ``at`` belongs to: it begins at ``day_starts``, local time."""
    local = datetime.fromtimestamp(at // 1_000_000, UTC).astimezone(_zone(zone))
    return (local - _clock(day_starts)).date().isoformat()


def moment(at: int, zone: str = "UTC") -> str:
    """``at`` as people read it, in ``zone``."""
    return datetime.fromtimestamp(at // 1_000_000, UTC).astimezone(_zone(zone)).strftime("%Y-%m-%d %H:%M:%S %Z")
