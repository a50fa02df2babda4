"""Lettering: how wide a text is, how it breaks, and text elements that stay inside their room.

Widths are those of the sans serif faces that `FACE` names, bold, taken a little on the wide side; a text that would be
wider than its room is drawn narrower, so that no face of a browser makes it run over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from houseway.web.art.svg import tag

FACE = "var(--felt-face, 'Helvetica Neue', Arial, 'Liberation Sans', Roboto, sans-serif)"
SERIF = "var(--felt-display, 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Liberation Serif', Georgia, serif)"

_THIN = frozenset("iljI.,:;'’|!·")
_NARROW = frozenset('ftr()-–/ "“”')
_BROAD = frozenset("mwMW%@—")


def width(text: str, size: float) -> float:
    """About how wide ``text`` is at ``size``."""
    return _ems(text) * size


@lru_cache(maxsize=4096)
def _ems(text: str) -> float:
    total = 0.0
    for letter in text:
        if letter in _THIN:
            total += 0.3
        elif letter in _NARROW:
            total += 0.37
        elif letter in _BROAD:
            total += 0.9
        elif letter.isupper():
            total += 0.71
        else:
            total += 0.57
    return total


def wrapped(text: str, size: float, room: float) -> list[str]:
    """``text`` in lines no wider than ``room``, broken between words; a single word may be wider."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def flowed(items: Sequence[str], size: float, room: float, dot: str = "  ·  ") -> list[str]:
    """``items`` in lines with dots between them, an item broken only where a line cannot hold it whole."""
    lines: list[str] = []
    for item in items:
        if lines and width(lines[-1] + dot + item, size) <= room:
            lines[-1] += dot + item
        else:
            lines += wrapped(item, size, room)
    return lines


def shaped(label: str) -> list[str]:
    """A label in the lines of a round spot: words on their own, very short ones kept together."""
    lines: list[str] = []
    for word in label.split():
        if lines and len(lines[-1]) + len(word) <= 5:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def letters(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    room: float | None = None,
    anchor: str = "middle",
    fill: str = "var(--felt-ink, #f6f2e2)",
    weight: int = 600,
    style: str | None = None,
    class_: str | None = None,
) -> str:
    """A line of text with its baseline at ``y``, drawn narrower where it would be wider than ``room``."""
    squeezed = room if room is not None and width(text, size) > room else None
    return tag(
        "text",
        escape(text),
        x=x,
        y=y,
        font_size=size,
        font_weight=float(weight),
        font_style=style,
        text_anchor=anchor,
        fill=fill,
        textLength=squeezed,
        lengthAdjust=None if squeezed is None else "spacingAndGlyphs",
        class_=class_,
    )


def block(lines: Sequence[str], x: float, y: float, size: float, *, leading: float, room: float | None = None) -> str:
    """Lines centred on (x, y), one below the other."""
    # Capitals are about seven tenths of their size high: the block's middle is the middle of what is seen.
    first = y - leading * (len(lines) - 1) / 2 + size * 0.35
    return "".join(letters(line, x, first + leading * row, size, room=room) for row, line in enumerate(lines))
