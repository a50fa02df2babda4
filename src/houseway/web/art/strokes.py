"""Figures and letters in strokes: what stands on cards and chips is a path, which needs no face of the browser.

Text within a drawing is the dearest thing that a page lays out; a chip on its way would wait for it.
"""

from __future__ import annotations

from houseway.web.art.outlines import placed
from houseway.web.art.svg import number, tag

GLYPHS = {
    "A": "M3 80L28 2L53 80M12 55H44",
    "2": "M5 24A23 23 0 0 1 51 24C51 44 6 58 5 79H53",
    "3": "M5 2H50L26 32A24 24 0 1 1 4 66",
    "4": "M43 80V3L4 57H56",
    "5": "M49 2H12L8 36C15 31 22 30 27 30A24.5 24.5 0 1 1 5 66",
    "6": "M41 1L9 42M28 30A24 24 0 1 0 28 78A24 24 0 1 0 28 30Z",
    "7": "M3 2H53L22 80",
    "8": "M28 2A17.5 17.5 0 1 0 28 37A17.5 17.5 0 1 0 28 2ZM28 37A21 21 0 1 0 28 79A21 21 0 1 0 28 37Z",
    "9": "M15 79L47 38M28 2A24 24 0 1 0 28 50A24 24 0 1 0 28 2Z",
    "T": "M0 15L11 3V80M40 2C28 2 24 14 24 41C24 68 28 79 40 79C52 79 56 68 56 41C56 14 52 2 40 2Z",
    "J": "M43 0V57A19 22 0 0 1 5 57",
    "Q": "M28 2C12 2 4 18 4 41C4 64 12 79 28 79C44 79 52 64 52 41C52 18 44 2 28 2ZM33 58L54 84",
    "K": "M7 0V80M52 0L9 48M24 33L54 80",
    "0": "M28 2C13 2 5 17 5 41C5 65 13 80 28 80C43 80 51 65 51 41C51 17 43 2 28 2Z",
    "1": "M8 18L26 3V80",
    "$": "M50 22C47 11 39 6 28 6C14 6 6 13 6 24C6 47 51 34 51 58C51 70 42 76 28 76C15 76 7 70 4 59M28 -7V89",
    "¢": "M49 25C45 16 38 12 29 12C14 12 6 24 6 41C6 58 14 70 29 70C38 70 45 66 49 57M29 0V82",
    ".": "M4 70V80",
}
"""The middle of each figure's stroke, from (0, 0) to about (56, 80)."""

_WIDE = 56.0
_SLIM = {"1": 30.0, ".": 8.0}
_BETWEEN = 20.0
_HIGH = 80.0
_CAPITALS = 0.7
"""How high capitals are in a size."""


def stroked(text: str, x: float, y: float, size: float, *, ink: str) -> str:
    """``text`` in strokes with its middle at ``x`` and its foot at ``y``, as high as letters of that size."""
    scale = size * _CAPITALS / _HIGH
    widths = [_SLIM.get(each, _WIDE) for each in text]
    left = x - scale * (sum(widths) + _BETWEEN * (len(text) - 1)) / 2
    drawn = []
    for each, width in zip(text, widths, strict=True):
        drawn.append(placed(GLYPHS[each], left, y - scale * _HIGH, scale))
        left += scale * (width + _BETWEEN)
    return tag(
        "path",
        d="".join(drawn),
        fill="none",
        stroke=ink,
        stroke_width=number(size * 0.14),
        stroke_linejoin="round",
    )
