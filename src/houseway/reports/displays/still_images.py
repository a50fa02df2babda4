"""The board as still images for the memory card of a photo frame, drawn without a browser.

What is drawn can be read again: each image carries its own words, taken down as they were drawn, under ``Words``, and
the notice under ``Notice``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from houseway.reports.displays.board import Board, Meter, Panel
from houseway.reports.displays.printed_page import CLOTHS

Size = Literal["800x480", "1024x600"]
SIZES: dict[str, tuple[int, int]] = {"800x480": (800, 480), "1024x600": (1024, 600)}
"""What photo frames have."""

HIGH = 480.0
"""The height of an image in the units it is drawn in, whatever its size."""

GOLD = "#f0cf82"
IVORY = "#fbf5e2"
SOFT = "#d9d4c2"
Face = Literal["name", "bold", "plain"]
_FILES: dict[Face, str] = {"name": "STIXGeneralBol.ttf", "bold": "DejaVuSans-Bold.ttf", "plain": "DejaVuSans.ttf"}


class Picture(msgspec.Struct, frozen=True):
    """One image: its bytes as PNG, and the words on it."""

    png: bytes
    words: tuple[str, ...]
    notice: str


def pictures(board: Board, size: Size = "1024x600") -> list[Picture]:
    """The images of a board, the amounts first; every one of a bonus table carries the notice."""
    wide, high = SIZES[size]
    slides: list[Sequence[Meter] | Sequence[Sequence[Panel]]] = []
    if board.meters:
        slides.append(board.meters)
    room = HIGH - _Slide.TOP - _notice_height(board.notice, HIGH * wide / high)
    slides += _packed(board.panels, HIGH * wide / high, room)
    found = []
    for slide in slides:
        drawn = _Slide(board, wide, high)
        drawn.head()
        drawn.foot()
        if isinstance(slide[0], Meter):
            drawn.amounts([item for item in slide if isinstance(item, Meter)])
        else:
            drawn.columns([item for item in slide if not isinstance(item, Meter)])
        found.append(drawn.picture())
    return found


def _packed(panels: Sequence[Panel], wide: float, room: float) -> Iterator[list[list[Panel]]]:
    """Panels in columns as they fit one under another, two columns an image."""
    width = (wide - 3 * _Slide.EDGE) / 2
    columns: list[list[Panel]] = []
    left: list[float] = []
    for panel in panels:
        needs = _panel_height(panel, width) + 10
        place = next((number for number, free in enumerate(left) if free >= needs), len(columns))
        if place == len(columns):
            columns.append([])
            left.append(room)
        columns[place].append(panel)
        left[place] -= needs
    for start in range(0, len(columns), 2):
        yield columns[start : start + 2]


class _Slide:
    """An image being drawn. Units: the image is `HIGH` of them high, y grows downwards."""

    EDGE = 26.0
    TOP = 92.0

    def __init__(self, board: Board, wide: int, high: int) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415

        self.board = board
        self.wide = HIGH * wide / high
        self.figure: Any = Figure(figsize=(wide / 100, high / 100), dpi=100)
        FigureCanvasAgg(self.figure)
        self.axes: Any = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set_xlim(0, self.wide)
        self.axes.set_ylim(HIGH, 0)
        self.axes.axis("off")
        self.words: list[str] = []
        self.noticed = ""
        self.bottom = HIGH - _notice_height(board.notice, self.wide)
        self._cloth()

    def picture(self) -> Picture:
        """The image as it stands."""
        data = io.BytesIO()
        text = {
            "Title": f"{self.board.game}, table {self.board.table}",
            "Software": "Houseway",
            "Words": "\n".join(self.words),
        }
        if self.noticed:
            text["Notice"] = self.noticed
        self.figure.savefig(data, format="png", dpi=100, metadata=text)
        return Picture(data.getvalue(), tuple(self.words), self.noticed)

    # -- parts

    def _cloth(self) -> None:
        import numpy as np  # noqa: PLC0415

        red, green, blue = (part / 255 for part in CLOTHS.get(self.board.colour, CLOTHS["green"]))
        down = np.linspace(0, 1, 160)[:, None]
        across = np.linspace(-1, 1, 240)[None, :]
        light = np.clip(1.22 - 0.72 * down - 0.24 * across**2, 0.3, 1.3)[..., None]
        ground = np.clip(np.array([red, green, blue]) * light + 0.03 * (1 - down[..., None]), 0, 1)
        self.axes.imshow(ground, extent=(0, self.wide, HIGH, 0), aspect="auto", interpolation="bicubic", zorder=0)
        self._box(9, 9, self.wide - 18, HIGH - 18, "none", edge=GOLD, round_=12, line=1, alpha=0.45)

    def head(self) -> None:
        """The game and the table."""
        room = self.wide - 2 * self.EDGE
        table = f"Table {self.board.table}"
        where = _width(table, "plain", 19)
        size = _fitting(self.board.game, "name", room - where - 78, 40)
        self._write(self.board.suit, self.EDGE, 64, 40, "plain", GOLD)
        self._write(self.board.game, self.EDGE + 46, 63, size, "name", IVORY)
        self._write(table, self.wide - self.EDGE, 62, 19, "plain", SOFT, align="right")

    def foot(self) -> None:
        """The notice, where the board has one."""
        if not self.board.notice:
            return
        lines, size, step = _notice_lines(self.board.notice, self.wide)
        for number, line in enumerate(lines):
            at = HIGH - 20 - (len(lines) - 1 - number) * step
            self._write(line, self.wide / 2, at, size, "plain", IVORY, align="centre")
        self.noticed = " ".join(lines)

    def amounts(self, meters: Sequence[Meter]) -> None:
        """A plate for each amount."""
        across = 1 if len(meters) == 1 else 2
        down = -(-len(meters) // across)
        gap = 14.0
        width = (self.wide - 2 * self.EDGE - gap * (across - 1)) / across
        height = (self.bottom - 8 - self.TOP - gap * (down - 1)) / down
        big = min(height * 0.52, *(_fitting(meter.text, "bold", width - 50, 128) for meter in meters))
        for number, meter in enumerate(meters):
            left = self.EDGE + number % across * (width + gap)
            top = self.TOP + number // across * (height + gap)
            self._box(left, top, width, height, "#000000", edge=GOLD, round_=14, line=1.4, alpha=0.52)
            middle, centre = left + width / 2, top + height / 2
            over = meter.over.upper()
            label = _fitting(over, "bold", width - 40, min(24, height * 0.14))
            self._write(over, middle, centre - big * 0.55 - label * 0.4, label, "bold", GOLD, align="centre")
            amount = GOLD if meter.amount.scheme == "bonus" else IVORY
            self._write(meter.text, middle, centre + big * 0.38, big, "bold", amount, align="centre")
            said = "Bonus jackpot" if meter.amount.scheme == "bonus" else "Progressive jackpot"
            under = "   ".join(filter(None, [said, meter.maximum]))
            small = min(17.0, height * 0.1)
            self._write(under, middle, centre + big * 0.52 + small * 1.9, small, "plain", SOFT, align="centre")

    def columns(self, columns: Sequence[Sequence[Panel]]) -> None:
        """Panels, one under another in each column."""
        width = (self.wide - 3 * self.EDGE) / 2
        full = len(columns) * width + (len(columns) - 1) * self.EDGE
        for number, column in enumerate(columns):
            top, left = self.TOP, (self.wide - full) / 2 + number * (width + self.EDGE)
            for panel in column:
                top += self._panel(panel, left, top, width) + 10

    def _panel(self, panel: Panel, left: float, top: float, width: float) -> float:
        high = _panel_height(panel, width)
        self._box(left, top, width, high, "#000000", edge=GOLD if panel.wager else "#ffffff", round_=9, line=0.8)
        at = top + 28
        self._write(panel.title, left + 14, at, _fitting(panel.title, "name", width - 28, 23), "name", GOLD)
        for line in _wrapped(panel.note, "plain", 11, width - 28) if panel.note else ():
            at += 15
            self._write(line, left + 14, at, 11, "plain", SOFT)
        at += 6
        for item in panel.lines:
            lines, pay = _line(item.name, item.text, width)
            self.axes.plot([left + 14, left + width - 14], [at, at], color="#ffffff", alpha=0.16, linewidth=0.7)
            for number, text in enumerate(lines):
                self._write(text, left + 14, at + 17 + number * 16, 13.5, "plain", IVORY)
            if pay:
                self._write(pay, left + width - 14, at + 17, 13.5, "bold", IVORY, align="right")
            at += 7 + 16 * len(lines)
        return high

    # -- strokes

    def _box(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        fill: str,
        *,
        edge: str,
        round_: float,
        line: float,
        alpha: float = 0.38,
    ) -> None:
        from matplotlib.patches import FancyBboxPatch  # noqa: PLC0415

        shape = f"round,pad=0,rounding_size={round_}"
        box = (left, top), width, height
        if fill != "none":
            self.axes.add_artist(FancyBboxPatch(*box, boxstyle=shape, facecolor=fill, alpha=alpha, linewidth=0))
        self.axes.add_artist(
            FancyBboxPatch(*box, boxstyle=shape, facecolor="none", edgecolor=edge, alpha=0.5, linewidth=line)
        )

    def _write(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        face: Face,
        colour: str,
        *,
        align: Literal["left", "centre", "right"] = "left",
    ) -> None:
        from matplotlib.patches import PathPatch  # noqa: PLC0415
        from matplotlib.transforms import Affine2D  # noqa: PLC0415

        wide = _width(text, face, size)
        left = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        place = Affine2D().scale(size / 100, -size / 100).translate(left, y) + self.axes.transData
        # Not as a patch: the axes would look for the extents of every letter, and they are fixed.
        self.axes.add_artist(PathPatch(_path(text, face), facecolor=colour, linewidth=0, transform=place, zorder=3))
        self.words.append(text)


# -- letters


@lru_cache(maxsize=4)
def _font(face: Face) -> Any:
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415

    return FontProperties(fname=str(Path(mpl.get_data_path()) / "fonts" / "ttf" / _FILES[face]))


@lru_cache(maxsize=2048)
def _path(text: str, face: Face) -> Any:
    """The outline of ``text``, a hundred units high. What is written is written: a dollar begins no formula."""
    from matplotlib.textpath import TextPath  # noqa: PLC0415

    return TextPath((0, 0), text.replace("$", r"\$"), size=100, prop=_font(face))


def _width(text: str, face: Face, size: float) -> float:
    """How wide ``text`` is set."""
    if not text.strip():
        return 0.3 * size * len(text)
    return _reach(text, face) * size / 100


@lru_cache(maxsize=4096)
def _reach(text: str, face: Face) -> float:
    """How far to the right the outline of ``text`` reaches, a hundred units high."""
    return float(_path(text, face).get_extents().x1)


def _fitting(text: str, face: Face, width: float, most: float) -> float:
    """The size, ``most`` at most, at which ``text`` fits into ``width``."""
    wide = _width(text, face, most)
    return most if wide <= width else most * width / wide


@lru_cache(maxsize=1024)
def _wrapped(text: str, face: Face, size: float, width: float) -> tuple[str, ...]:
    """``text`` in lines no wider than ``width``; joined by spaces they are the text again."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, face, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _line(name: str, pay: str, width: float) -> tuple[tuple[str, ...], str]:
    room = width - 28 - (_width(pay, "bold", 13.5) + 14 if pay else 0)
    return _wrapped(name, "plain", 13.5, room), pay


def _panel_height(panel: Panel, width: float) -> float:
    note = len(_wrapped(panel.note, "plain", 11, width - 28)) if panel.note else 0
    lines = sum(7 + 16 * len(_line(item.name, item.text, width)[0]) for item in panel.lines)
    return 28 + 15 * note + 6 + lines + 9


def _notice_lines(notice: str, wide: float) -> tuple[tuple[str, ...], float, float]:
    size = 14.5
    return _wrapped(notice, "plain", size, wide - 64), size, size * 1.32


def _notice_height(notice: str, wide: float) -> float:
    if not notice:
        return 22
    lines, _, step = _notice_lines(notice, wide)
    return 30 + len(lines) * step
