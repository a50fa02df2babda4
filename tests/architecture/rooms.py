"""Draws the rooms of `houseway` as they import each other: ``python -m tests.architecture.rooms`` (``make map``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import import_module
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"

WIDTH = 1120
BOX_HEIGHT = 62
ROW_GAP = 34
SIDE = 24
MARGIN = 96
"""What is left free on both sides, where lines pass that skip a row."""
BOX_GAP = 28
CHARACTERS = 6.15
"""Pixels that a character of the small print takes."""

EVERYWHERE = ("errors", "public_arguments", "release")
"""Rooms that all others may use: no line leads to them."""

_STYLE = """
  .paper { fill: #fbfaf6; } .box { fill: #ffffff; stroke: #1f5c46; stroke-width: 1.4; }
  .name { font: 600 15px system-ui, sans-serif; fill: #15382c; }
  .count { font: 11px system-ui, sans-serif; fill: #5b6b64; }
  .says { font: 11px system-ui, sans-serif; fill: #33423c; } .edge { fill: none; stroke: #b08a2e; opacity: .75; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #14201b; } .box { fill: #1d2d26; stroke: #6fc3a0; }
    .name { fill: #e8f3ee; } .count { fill: #9db5aa; } .says { fill: #c9d8d1; } .edge { stroke: #d9b45a; }
  }
"""


@dataclass(frozen=True)
class Box:
    """One room in the picture: where it stands, how many modules it has, and what it is for."""

    name: str
    modules: int
    says: str
    inner: str
    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        """The middle of its upper and lower edge."""
        return self.x + self.width / 2


def layers() -> list[list[str]]:
    """The rooms from the top of the house to the bottom, as the contract of the imports has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    rows: list[str] = next(each["layers"] for each in contracts if each["id"] == "layers")
    return [[name.strip() for name in row.split("|")] for row in rows]


@cache
def graph() -> tuple[dict[str, set[str]], dict[str, set[str]], dict[tuple[str, str], int]]:
    """For each room its modules and the rooms within it, and how many imports lead from one room to another."""
    found = grimp.build_graph("houseway", cache_dir=None)
    rooms = [name for row in layers() for name in row]
    modules: dict[str, set[str]] = {name: set() for name in rooms}
    inner: dict[str, set[str]] = {name: set() for name in rooms}
    imports: dict[tuple[str, str], int] = {}
    for module in found.modules:
        room = _room(module)
        if room not in modules:
            continue
        modules[room].add(module)
        parts = module.split(".")
        if len(parts) > 3:
            inner[room].add(parts[2])
        for other in found.find_modules_directly_imported_by(module):
            target = _room(other)
            if target in modules and target != room:
                imports[room, target] = imports.get((room, target), 0) + 1
    return modules, inner, imports


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def needed(imports: dict[tuple[str, str], int]) -> list[tuple[str, str]]:
    """The fewest lines that tell who rests on whom: no import that goes through another room too, none of errors."""
    imports = {pair: count for pair, count in imports.items() if pair[1] not in EVERYWHERE}
    below: dict[str, set[str]] = {}
    for upper, lower in imports:
        below.setdefault(upper, set()).add(lower)

    def reaches(start: str, goal: str, seen: set[str]) -> bool:
        return any(
            near == goal or (near not in seen and reaches(near, goal, seen | {near})) for near in below.get(start, ())
        )

    return sorted(
        (upper, lower)
        for upper, lower in imports
        if not any(reaches(other, lower, {other}) for other in below[upper] if other != lower)
    )


def _says(room: str) -> str:
    """The first sentence of a room's own words."""
    text = (import_module(f"houseway.{room}").__doc__ or "").strip().split("\n")[0]
    return text.split(": ", 1)[-1].rstrip(".").replace("`", "")


def boxes() -> dict[str, Box]:
    """Every room with its place."""
    modules, inner, _ = graph()
    found: dict[str, Box] = {}
    for row, names in enumerate(layers()):
        width = (WIDTH - 2 * MARGIN - BOX_GAP * (len(names) - 1)) / len(names)
        for place, name in enumerate(names):
            found[name] = Box(
                name=name,
                modules=len(modules[name]),
                says=_says(name),
                inner=", ".join(sorted(inner[name])),
                x=MARGIN + place * (width + BOX_GAP),
                y=SIDE + row * (BOX_HEIGHT + ROW_GAP),
                width=width,
            )
    return found


def _short(text: str, width: float) -> str:
    room = int((width - 24) / CHARACTERS)
    return text if len(text) <= room else text[: room - 1].rsplit(" ", 1)[0].rstrip(",:") + " …"


def _drawn(box: Box) -> str:
    lines = [
        f'<rect class="box" x="{box.x:.0f}" y="{box.y:.0f}" width="{box.width:.0f}" height="{BOX_HEIGHT}" rx="8"/>',
        f'<text class="name" x="{box.x + 12:.0f}" y="{box.y + 20:.0f}">{escape(box.name)}</text>',
        f'<text class="count" text-anchor="end" x="{box.x + box.width - 12:.0f}" y="{box.y + 20:.0f}">'
        f"{box.modules} module{'s' if box.modules > 1 else ''}</text>",
        f'<text class="says" x="{box.x + 12:.0f}" y="{box.y + 37:.0f}">{escape(_short(box.says, box.width))}</text>',
    ]
    if box.inner:
        lines.append(
            f'<text class="count" x="{box.x + 12:.0f}" y="{box.y + 53:.0f}">'
            f"{escape(_short(box.inner, box.width))}</text>"
        )
    return "\n  ".join(lines)


def _line(one: Box, other: Box, count: int, lane: int) -> str:
    """A line from a room to one that it rests on: straight down to the next row, or past the rows between on a side."""
    thick = 1 + min(count, 60) / 20
    start, end = one.y + BOX_HEIGHT, other.y
    if end - start <= ROW_GAP:
        bend = (end - start) / 2
        way = (
            f"M{one.middle:.0f} {start:.0f}C{one.middle:.0f} {start + bend:.0f} "
            f"{other.middle:.0f} {end - bend:.0f} {other.middle:.0f} {end:.0f}"
        )
    else:
        right = one.middle + other.middle >= WIDTH
        leave, arrive = (one.x + one.width, other.x + other.width) if right else (one.x, other.x)
        out = 24 + lane * 17 % (MARGIN - 34)
        side = WIDTH - MARGIN + out if right else MARGIN - out
        high, low = one.y + BOX_HEIGHT * 0.7, other.y + BOX_HEIGHT * 0.3
        way = f"M{leave:.0f} {high:.0f}C{side:.0f} {high:.0f} {side:.0f} {high:.0f} {side:.0f} {high + 30:.0f}"
        way += f"L{side:.0f} {low - 30:.0f}C{side:.0f} {low:.0f} {side:.0f} {low:.0f} {arrive:.0f} {low:.0f}"
    return f'<path class="edge" stroke-width="{thick:.1f}" d="{way}"/>'


def picture() -> str:
    """The picture as SVG: rooms above each other, and a line from each to those that it rests on."""
    placed = boxes()
    _, _, imports = graph()
    height = max(box.y for box in placed.values()) + BOX_HEIGHT + SIDE
    edges = [
        _line(placed[upper], placed[lower], imports[upper, lower], lane)
        for lane, (upper, lower) in enumerate(needed(imports))
    ]
    body = "\n  ".join([*edges, *(_drawn(box) for box in placed.values())])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="The rooms of houseway and which rest on which">\n  <style>{_STYLE}</style>\n'
        f'  <rect class="paper" width="{WIDTH}" height="{height:.0f}"/>\n  {body}\n</svg>\n'
    )


def upward(rows: list[list[str]], imports: dict[tuple[str, str], int]) -> list[tuple[str, str]]:
    """Imports that lead upwards: there are none in a sound house."""
    level = {name: number for number, row in enumerate(rows) for name in row}
    return [(upper, lower) for upper, lower in imports if level[upper] >= level[lower]]


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
