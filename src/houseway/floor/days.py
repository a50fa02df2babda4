"""Gaming days that were played and are not closed yet, and since when money is due at the bank."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from houseway.floor.context import day_begins, gaming_day
from houseway.floor.states import JackpotState, PropertyState
from houseway.jackpots.accounts import account


def unclosed(property: PropertyState, at: int) -> list[str]:
    """The gaming days up to ``at`` on which a table was open and that are not closed, the oldest first."""
    return unclosed_by(property, gaming_day(at, property.zone, property.day_starts))


def unclosed_by(property: PropertyState, today: str) -> list[str]:
    """The same on the gaming day ``today``, reckoned from nothing but the property's state."""
    last = property.days[-1] if property.days else ""
    found = [day for day in property.played if day > last]
    if property.open:
        # Tables that stay open play on every day that comes.
        day = date.fromisoformat(max([*found[-1:], last]) or today)
        while (day := day + timedelta(days=1)).isoformat() <= today:
            found.append(day.isoformat())
    return found


def day_ends(property: PropertyState, day: str) -> int:
    """The moment at which a gaming day is over."""
    return day_begins(date.fromisoformat(day) + timedelta(days=1), property.zone, property.day_starts)


def due_since(property: PropertyState, jackpot: JackpotState, at: int) -> int:
    """Since when money that no close has dated is due at the bank.

    It came in on the oldest day that is not closed, and is due from the end of that day on as if it had been closed
    then; where no table was open, from the last close or full deposit on, or since the jackpot began.
    """
    since = jackpot.clear or jackpot.began
    open_days = unclosed(property, at)
    if open_days:
        since = max(since, day_ends(property, open_days[0]))
    return min(at, since)


def dues(property: PropertyState, jackpot: JackpotState, accounts: Mapping[str, int], at: int) -> list[tuple[int, int]]:
    """What is due at the bank, since when and how many micros, the oldest first.

    What the cage has paid for the account since a close is no longer due, the oldest first; what came in since the last
    close is due although nobody has closed the day.
    """
    due = accounts.get(account(jackpot.id, "", "due"), 0)
    known = sum(amount for _, amount in jackpot.dues)
    ahead = max(0, known - due)
    found = []
    for since, amount in jackpot.dues:
        off = min(ahead, amount)
        ahead -= off
        if amount > off:
            found.append((since, amount - off))
    if due > known:
        found.append((due_since(property, jackpot, at), due - known))
    return found
