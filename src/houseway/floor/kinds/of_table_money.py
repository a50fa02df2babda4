"""Entries of a table's money: its tray counted, filled, credited, and its drop. Amounts are cents, chips by value."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from houseway.floor.kinds.body import Body
from houseway.floor.kinds.spelling import Says
from houseway.rulebook.money import dollars


class Shift(msgspec.Struct):
    """A table between an opening and a closing inventory; it ends when its drop is counted.

    ``day`` is the gaming day of the opening, ``taken`` what recorded lines had brought into the tray by then, and
    ``lines`` what they brought in the shift. ``recorded``: every line of it is known. ``slips`` are those of its fills
    and credits. ``closed`` is when the closing inventory was counted, or 0.
    """

    number: int
    day: str
    opened: int
    opening: int
    taken: int = 0
    recorded: bool = True
    fills: int = 0
    credits: int = 0
    slips: list[str] = []
    closed: int = 0
    closing: int = 0
    lines: int | None = None


class ChipsCounted(Body, frozen=True, kw_only=True):
    """Chips of a table's tray: how many of each value, in cents, and what they are worth together."""

    shift: int
    chips: dict[str, int]
    amount: int
    reference: str = ""


class OpeningCounted(ChipsCounted, frozen=True, kw_only=True):
    """The opening inventory. ``before`` is what the tray was closed with; at the first one it comes from the cage.

    ``recorded``: every line of the rounds that follow is known.
    """

    day: str
    before: int | UnsetType = UNSET
    recorded: bool = True

    @property
    def sentence(self) -> str:
        off = 0 if self.before is UNSET else self.amount - self.before
        differs = f", {dollars(off)} against the last closing" if off else ""
        return f"Opening inventory of shift {self.shift}: {dollars(self.amount)}{differs} ({self.reference})"


class TableFilled(ChipsCounted, frozen=True, kw_only=True):
    """Chips from the cage to the tray."""

    sentence = Says("Fill of {amount:dollars} in shift {shift} ({reference})")


class TableCredited(ChipsCounted, frozen=True, kw_only=True):
    """Chips from the tray to the cage."""

    sentence = Says("Credit of {amount:dollars} in shift {shift} ({reference})")


class ClosingCounted(ChipsCounted, frozen=True, kw_only=True):
    """The closing inventory. ``lines`` is what recorded lines brought into the tray in the shift, if all are known."""

    lines: int | UnsetType = UNSET

    sentence = Says("Closing inventory of shift {shift}: {amount:dollars} ({reference})")


class DropCounted(Body, frozen=True, kw_only=True):
    """The drop of a shift, with all that its win is reckoned from (`houseway.floor.bookkeeping.table_win`).

    ``lines`` is what recorded lines say that the table won, if all are known. ``previous`` is the number of the table's
    entry of this kind before it, or 0.
    """

    shift: int
    day: str
    opening: int
    fills: int
    credits: int
    closing: int
    drop: int
    win: int
    lines: int | UnsetType = UNSET
    opened: int = 0
    closed: int = 0
    previous: int = 0
    reference: str = ""

    @property
    def difference(self) -> int | None:
        """The float difference: what the count has more than the recorded lines; nothing where they are not known."""
        return None if self.lines is UNSET else self.win - self.lines

    sentence = Says(
        "Drop of shift {shift}: {drop:dollars}, the table won {win:dollars}<, float difference {difference:dollars}> "
        "({reference})"
    )


TrayBody: TypeAlias = OpeningCounted | TableFilled | TableCredited | ClosingCounted | DropCounted
"""What the stream of a table holds about its tray."""
