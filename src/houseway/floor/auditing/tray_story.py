"""The story of a table's tray: each shift from its opening inventory to its drop, reckoned apart from what wrote it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import msgspec
from msgspec import UNSET

from houseway.floor.auditing.ledger import Sums, added_up, moved, same
from houseway.floor.kinds import of_table_money
from houseway.jackpots.jackpot_configuration import MICROS


class _Shift(msgspec.Struct):
    opening: int
    day: str
    taken: int
    fills: int = 0
    credits: int = 0
    closing: int | None = None
    lines: int | None = None


class TrayStory:
    """The tray of one table, entry by entry; each yields what does not follow from those before it.

    ``taken`` is what recorded lines have brought into the tray, in cents, as `TableStory` tells it.
    """

    def __init__(self, table: str) -> None:
        self._float, self._win, self._short = (
            f"table money/{table}/{name}" for name in ("float", "win", "over and short")
        )
        self._cage = "table money/cage"
        self._shifts: dict[int, _Shift] = {}
        self._last = 0
        self._tray: int | None = None
        self._drop = 0
        self.taken = 0

    def check(self, body: of_table_money.TrayBody, sums: Sums, number: int) -> Iterator[str]:
        """What is wrong with entry ``number``, one of the table's money, in words."""
        if not isinstance(body, of_table_money.DropCounted):
            worth = sum(int(value) * number for value, number in body.chips.items())
            if worth != body.amount:
                yield f"the chips are worth {worth} cents, and {body.amount} are said"
        if isinstance(body, of_table_money.OpeningCounted):
            yield from self._opened(body, sums)
            return
        shift = self._shifts.get(body.shift)
        if shift is None:
            yield f"shift {body.shift} was never opened, or its drop is counted"
            return
        if not isinstance(body, of_table_money.DropCounted) and shift.closing is not None:
            yield f"shift {body.shift} is closed"
        match body:
            case of_table_money.TableFilled():
                shift.fills += body.amount
                yield from same(sums, moved(self._cage, self._float, body.amount * MICROS))
            case of_table_money.TableCredited():
                shift.credits += body.amount
                yield from same(sums, moved(self._float, self._cage, body.amount * MICROS))
            case of_table_money.ClosingCounted():
                shift.closing = self._tray = body.amount
                shift.lines = None if body.lines is UNSET else body.lines
                if shift.lines is not None and shift.lines != self.taken - shift.taken:
                    yield f"the lines are said to have brought {shift.lines}, and they did {self.taken - shift.taken}"
                yield from same(sums, {})
            case of_table_money.DropCounted():
                yield from self._dropped(shift, body, sums, number)
            case forgotten:
                assert_never(forgotten)

    def _opened(self, body: of_table_money.OpeningCounted, sums: Sums) -> Iterator[str]:
        if body.shift != self._last + 1:
            yield f"shift {body.shift} opens after shift {self._last}"
        if any(shift.closing is None for shift in self._shifts.values()):
            yield f"shift {body.shift} opens before the last is closed"
        before = None if body.before is UNSET else body.before
        if before != self._tray:
            yield f"the tray is said to have been closed with {before} cents, and it was with {self._tray}"
        source = self._cage if self._tray is None else self._short
        yield from same(sums, moved(source, self._float, (body.amount - (self._tray or 0)) * MICROS))
        self._last, self._tray = body.shift, body.amount
        self._shifts[body.shift] = _Shift(body.amount, body.day, self.taken)

    def _dropped(self, shift: _Shift, body: of_table_money.DropCounted, sums: Sums, number: int) -> Iterator[str]:
        if body.previous != self._drop:
            yield f"the drop before it is said to be entry {body.previous}, and it is {self._drop}"
        self._drop = number
        lines = None if body.lines is UNSET else body.lines
        said = (body.opening, body.fills, body.credits, body.closing, lines, body.day)
        known = (shift.opening, shift.fills, shift.credits, shift.closing, shift.lines, shift.day)
        if said != known:
            yield f"the drop of shift {body.shift} is reckoned with {said}, and its entries give {known}"
        stands = shift.opening + shift.fills - shift.credits
        gained = (shift.closing or 0) - stands
        if body.win != gained + body.drop:
            yield f"the win is said to be {body.win} cents, and the counts give {gained + body.drop}"
        expected = {self._cage: body.drop, self._float: gained, self._win: -gained - body.drop}
        yield from same(sums, added_up((name, cents * MICROS) for name, cents in expected.items()))
        del self._shifts[body.shift]
