"""Counters that only grow: wagers by sensor, position and table, the LCD counter, and readings taken from them.

A count for a period is the difference of two readings; nothing is ever set back (S-9).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from houseway.jackpots.jackpot_errors import BadReading

YEAR = 31_557_600 * 1_000_000
"""A year of 365.25 days, in microseconds."""

BATTERY_LIFE = 10 * YEAR
"""How long the battery of an LCD counter lasts."""


class Counters:
    """How many wagers each sensor of each position has counted since it was installed. There is no way to lower it."""

    def __init__(self) -> None:
        self._counts: dict[tuple[int, int], int] = {}

    def advance(self, wagers: Mapping[int, Iterable[int]]) -> int:
        """Count one wager for each position under each sensor; returns how many that were."""
        added = 0
        for sensor, positions in wagers.items():
            for position in positions:
                self._counts[sensor, position] = self._counts.get((sensor, position), 0) + 1
                added += 1
        return added

    def count(self, sensor: int | None = None, position: int | None = None) -> int:
        """Wagers counted by ``sensor``, at ``position``, by one sensor at one position, or at the whole table."""
        return sum(
            count
            for (of_sensor, of_position), count in self._counts.items()
            if sensor in (None, of_sensor) and position in (None, of_position)
        )

    def dump(self) -> dict[str, int]:
        """The counts as plain data, by ``sensor/position``."""
        return {f"{sensor}/{position}": count for (sensor, position), count in sorted(self._counts.items())}

    @classmethod
    def load(cls, data: Mapping[str, int]) -> Counters:
        """The counters that `dump` described."""
        counters = cls()
        for spot, count in data.items():
            sensor, _, position = spot.partition("/")
            counters._counts[int(sensor), int(position)] = _whole(count, f"the count of {spot}")
        return counters


class BatteryFitted(msgspec.Struct, frozen=True, kw_only=True):
    """A battery was replaced, for the record: when the old one had been fitted, and its age."""

    counter: str
    at: int
    previous: int
    age: int


class LcdCounter:
    """The counter of the first two models: one number for the table, kept through a power loss by its battery."""

    def __init__(self, serial: str, *, installed: int, count: int = 0) -> None:
        self.serial = serial
        self.battery_fitted = installed
        self._count = _whole(count, "a first count")

    @property
    def count(self) -> int:
        """What the counter shows."""
        return self._count

    def advance(self, wagers: int) -> None:
        """Count ``wagers`` more."""
        self._count += _whole(wagers, "a number of wagers")

    def battery_age(self, at: int) -> int:
        """How old the battery is at ``at``, in microseconds."""
        return at - self.battery_fitted

    @property
    def battery_due(self) -> int:
        """When the battery's ten years are over."""
        return self.battery_fitted + BATTERY_LIFE

    def battery_is_due(self, at: int) -> bool:
        """Whether the battery has reached the end of its life and must be replaced."""
        return at >= self.battery_due

    def fit_battery(self, at: int) -> BatteryFitted:
        """Replace the battery; the count stays."""
        if at < self.battery_fitted:
            raise BadReading(
                f"counter {self.serial} had its battery fitted later than the time given for the new one",
                clause="S-9",
                remedy="set the clock right, then enter it again",
            )
        fitted = BatteryFitted(counter=self.serial, at=at, previous=self.battery_fitted, age=self.battery_age(at))
        self.battery_fitted = at
        return fitted

    def dump(self) -> dict[str, Any]:
        """The counter as plain data: what its battery keeps."""
        return {"serial": self.serial, "installed": self.battery_fitted, "count": self._count}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> LcdCounter:
        """The counter that `dump` described."""
        return cls(data["serial"], installed=data["installed"], count=data["count"])


def _whole(count: object, what: str) -> int:
    if type(count) is not int or count < 0:
        raise BadReading(
            f"{what} must be a whole number that is not negative, not {count!r}",
            clause="S-9",
            remedy="enter what the counter shows",
        )
    return count
