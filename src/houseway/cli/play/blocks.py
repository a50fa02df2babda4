"""Rectangles of text that are set side by side and above one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text


class Block:
    """Lines of equal width."""

    __slots__ = ("lines", "width")

    def __init__(self, lines: Iterable[Text], width: int | None = None) -> None:
        self.lines = [line.copy() for line in lines]
        self.width = max((line.cell_len for line in self.lines), default=0) if width is None else width
        for line in self.lines:
            line.truncate(self.width)
            line.pad_right(self.width - line.cell_len)

    @property
    def height(self) -> int:
        """How many lines it has."""
        return len(self.lines)

    def centred(self, width: int) -> Block:
        """The same block in the middle of ``width``."""
        room = max(0, width - self.width)
        left = room // 2
        return Block((Text.assemble(" " * left, line) for line in self.lines), max(width, self.width))


def beside(blocks: Sequence[Block], gap: int = 2) -> Block:
    """``blocks`` side by side, their tops level."""
    height = max((block.height for block in blocks), default=0)
    lines = []
    for row in range(height):
        line = Text()
        for number, block in enumerate(blocks):
            if number:
                line.append(" " * gap)
            line.append_text(block.lines[row] if row < block.height else Text(" " * block.width))
        lines.append(line)
    return Block(lines, sum(block.width for block in blocks) + gap * max(0, len(blocks) - 1))


def stacked(blocks: Sequence[Block], *, centre: bool = False) -> Block:
    """``blocks`` above one another."""
    width = max((block.width for block in blocks), default=0)
    lines: list[Text] = []
    for block in blocks:
        lines += (block.centred(width) if centre else block).lines
    return Block(lines, width)


def flowed(blocks: Sequence[Block], width: int, gap: int = 2) -> Block:
    """``blocks`` side by side in as many rows as ``width`` asks for."""
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        if rows and used + gap + block.width <= width:
            rows[-1].append(block)
            used += gap + block.width
        else:
            rows.append([block])
            used = block.width
    return stacked([beside(row, gap) for row in rows])
