"""Chips: what an amount is in chips, each chip from above and from the side, and a pile with its total.

The page must hold `sprite` once. Colours are custom properties, with the usual colours of a card room behind them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from houseway.rulebook.money import cents, dollars
from houseway.web.art.lettering import FACE, letters
from houseway.web.art.strokes import stroked
from houseway.web.art.svg import NAMESPACE, at, number, rect, sheet, tag

DENOMINATIONS = (50_000, 10_000, 2_500, 500, 250, 100, 50, 25)
"""The chips of the house in cents, the largest first."""

HALVES = 250
"""This chip is used only where it saves a half: $3 is three $1 chips."""

COIN = 1
"""What no chip makes up is counted in single cents, and drawn as one coin."""

MOST_SEEN = 10
"""A column of a pile shows no more chips than this; more are told by their number."""

_COLOURS = {
    50_000: ("#5b2a86", "#f2d98b", "#ffffff"),
    10_000: ("#1d2127", "#d9d4c7", "#ffffff"),
    2_500: ("#1c7a45", "#f4efe0", "#ffffff"),
    500: ("#b8182f", "#f4efe0", "#ffffff"),
    250: ("#d4708f", "#f4efe0", "#2a0d16"),
    100: ("#f4f1e8", "#2c5c96", "#1c2733"),
    50: ("#c9772b", "#f4efe0", "#1c1206"),
    25: ("#8f9aa6", "#f4efe0", "#10161c"),
    COIN: ("#c8a24c", "#8a6a24", "#2c2008"),
}
_RADIUS, _FLAT, _THICK = 30.0, 9.5, 8.0
_COLUMN = 66.0
_LIFT = -16.0


def break_down(amount: int) -> list[tuple[int, int]]:
    """``amount`` cents as (denomination, count), the largest first; a rest that no chip makes up is in single cents."""
    left = cents(amount, "an amount in chips")
    parts = []
    for denomination in (*DENOMINATIONS, COIN):
        if denomination == HALVES and left % 100 != 50:
            continue
        count, left = divmod(left, denomination)
        if count:
            parts.append((denomination, count))
    return parts


def face_text(denomination: int) -> str:
    """What stands on a chip: ``$25``, ``50¢``."""
    return dollars(denomination) if denomination >= 100 else f"{denomination}¢"


def chip_name(denomination: int) -> str:
    """What a chip is called: ``$25 chip``, ``50¢ chip``."""
    return f"{face_text(denomination)} chip"


def use(denomination: int, *, x: float | None = None, y: float | None = None, width: float | None = None) -> str:
    """One chip from above, as an element for a page or for a drawing."""
    return tag(
        "svg",
        tag("use", href=f"#chip-{denomination}"),
        class_="chip",
        viewBox="0 0 100 100",
        x=x,
        y=y,
        width=width,
        height=width,
        role="img",
        aria_label=chip_name(denomination),
        data_denomination=str(denomination),
    )


@cache
def sprite() -> str:
    """Every chip from above (``chip-500``) and from the side (``edge-500``), and the coin: one unseen element."""
    symbols = [
        tag("symbol", tag("title", chip_name(each)), _above(each), id=f"chip-{each}", viewBox="0 0 100 100")
        for each in DENOMINATIONS
    ]
    symbols += [tag("g", _side(denomination), id=f"edge-{denomination}") for denomination in (*DENOMINATIONS, COIN)]
    return sheet(symbols)


def pile(amount: int, *, label: str | None = None) -> str:
    """``amount`` cents as chips, the largest at the bottom or on the left, with the total under them.

    (0, 0) is the middle between the lowest chip and the total, so that a pile laid at the middle of a spot stays on it.
    ``label`` takes the place of the total.
    """
    text = dollars(cents(amount, "an amount in chips")) if label is None else label
    columns = _columns(amount)
    drawn = []
    left = -_COLUMN * (len(columns) - 1) / 2
    for place, column in enumerate(columns):
        x = left + place * _COLUMN
        for row, each in enumerate(column.chips):
            drawn.append(tag("use", href=f"#edge-{each}", transform=at(x, _LIFT - row * _THICK)))
        if column.mark:
            top = _LIFT - (len(column.chips) - 1) * _THICK
            drawn.append(letters(column.mark, x, top + 4.5, 13.5, fill=_ink(column.chips[-1]), weight=700))
    half = _half(columns)
    plate = "var(--plate, #0d1512)"
    drawn.append(rect(-half, _LIFT + 19, 2 * half, 22, rx=11, fill=plate, opacity=0.86))
    ink = "var(--plate-ink, #f7edcf)"
    drawn.append(letters(text, 0, _LIFT + 35, 15.5, room=2 * half - 10, fill=ink, weight=700))
    return tag("g", *drawn, class_="pile", font_family=FACE, role="img", aria_label=text, data_amount=str(amount))


def picture(amount: int) -> str:
    """A pile as a whole picture for a page, cut close around it."""
    columns = _columns(amount)
    tallest = max((len(column.chips) for column in columns), default=1)
    half = _half(columns) + 4
    top = _LIFT - (tallest - 1) * _THICK - _FLAT - 4
    size = f"{number(-half)} {number(top)} {number(2 * half)} {number(_LIFT + 45 - top)}"
    return tag("svg", pile(amount), xmlns=NAMESPACE, class_="chips", viewBox=size)


class _Column(NamedTuple):
    """Chips that are drawn one on the other, from the cloth up, and what is written on the highest."""

    chips: tuple[int, ...]
    mark: str


def _columns(amount: int) -> list[_Column]:
    """The columns of a pile: one while it stays low, else one for each kind of chip; then the coin."""
    parts = break_down(amount)
    chips = [(value, count) for value, count in parts if value != COIN]
    if 0 < sum(count for _, count in chips) <= MOST_SEEN:
        columns = [_Column(tuple(value for value, count in chips for _ in range(count)), "")]
    else:
        columns = [
            _Column((value,) * min(count, MOST_SEEN), f"×{count}" if count > MOST_SEEN else "")
            for value, count in chips
        ]
    return columns + [_Column((COIN,), f"{count}¢") for value, count in parts if value == COIN]


def _half(columns: Sequence[_Column]) -> float:
    """Half the width of a pile."""
    return max(_COLUMN * len(columns) / 2, 34.0)


def _body(denomination: int) -> str:
    return f"var(--chip-{denomination}, {_COLOURS[denomination][0]})"


def _inlay(denomination: int) -> str:
    return f"var(--chip-{denomination}-spot, {_COLOURS[denomination][1]})"


def _ink(denomination: int) -> str:
    return f"var(--chip-{denomination}-ink, {_COLOURS[denomination][2]})"


def _above(denomination: int) -> str:
    """A chip from above: edge spots, a ring, its value."""
    size = 48.0 if denomination >= 100 else 42.0
    spots = []
    for turn in range(0, 360, 60):
        start, end = (math.radians(turn + side) for side in (-11, 11))
        corners = [
            (50 + radius * math.sin(angle), 50 - radius * math.cos(angle))
            for radius, angle in ((size, start), (size, end), (size - 11, end), (size - 11, start))
        ]
        spots.append("M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z")
    body, inlay = _body(denomination), _inlay(denomination)
    text = face_text(denomination)
    return "".join(
        (
            tag("circle", cx=50, cy=50, r=size, fill=body, stroke="#0b0f0d", stroke_opacity=0.35, stroke_width=1.5),
            tag("path", d="".join(spots), fill=inlay),
            tag("circle", cx=50, cy=50, r=size - 12, fill=body, stroke=inlay, stroke_width=1.6),
            tag("circle", cx=50, cy=50, r=size - 15.5, fill="none", stroke=inlay, stroke_width=0.9, opacity=0.7),
            stroked(text, 50, 58, {5: 17.0, 4: 19.5}.get(len(text), 23.5), ink=_ink(denomination)),
        )
    )


def _side(denomination: int) -> str:
    """A chip lying on the cloth, seen from the player's chair; (0, 0) is the middle of its upper face."""
    small = denomination < 100
    across = _RADIUS - (4.0 if small else 0.0)
    flat = _FLAT - (1.3 if small else 0.0)
    body, inlay = _body(denomination), _inlay(denomination)
    a, f, t = number(across), number(flat), number(_THICK)
    wall = f"M-{a} 0A{a} {f} 0 0 0 {a} 0V{t}A{a} {f} 0 0 1 -{a} {t}Z"
    parts = [tag("path", d=wall, fill=body, stroke="#0b0f0d", stroke_opacity=0.45, stroke_width=1)]
    marks = []
    for middle in (-62, -21, 21, 62):
        low, high = (math.radians(middle + side) for side in (-8, 8))
        ends = [(across * math.sin(angle), flat * math.cos(angle)) for angle in (low, high)]
        (x1, y1), (x2, y2) = ends
        marks.append(
            f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
            f"V{number(y2 + _THICK)}L{number(x1)} {number(y1 + _THICK)}Z"
        )
    if denomination != COIN:
        parts.append(tag("path", d="".join(marks), fill=inlay))
    parts.append(tag("ellipse", rx=across, ry=flat, fill=body, stroke="#0b0f0d", stroke_opacity=0.3, stroke_width=0.8))
    parts.append(tag("ellipse", rx=across * 0.7, ry=flat * 0.68, fill="none", stroke=inlay, stroke_width=1.5))
    return "".join(parts)
