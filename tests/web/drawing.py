"""A drawing read back: where its texts, spots and places lie, by what the SVG itself says."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree

from fpdf import FPDF

SVG = "{http://www.w3.org/2000/svg}"
_STEP = re.compile(r"(translate|rotate)\(([-\d.]+)(?: ([-\d.]+))?\)")


class Turn(NamedTuple):
    """A move and a turn: (x, y) of the origin, and the degrees."""

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0

    def then(self, transform: str | None) -> Turn:
        turn = self
        for kind, first, second in _STEP.findall(transform or ""):
            if kind == "translate":
                turn = Turn(*turn.point(float(first), float(second or 0)), turn.angle)
            else:
                turn = Turn(turn.x, turn.y, turn.angle + float(first))
        return turn

    def point(self, x: float, y: float) -> tuple[float, float]:
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        return self.x + c * x - s * y, self.y + s * x + c * y


class Patch(NamedTuple):
    """A four-cornered piece of the drawing, and what lies there."""

    what: str
    corners: tuple[tuple[float, float], ...]
    of: str | None = None
    """The curved text that this is a piece of; its pieces lean on each other."""


def patch(what: str, turn: Turn, left: float, top: float, right: float, bottom: float) -> Patch:
    corners = tuple(turn.point(x, y) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)))
    return Patch(what, corners)


def overlap(one: Patch, other: Patch) -> bool:
    """Whether two pieces have more than their edges in common: no line parallel to a side keeps them apart."""
    for corners in (one.corners, other.corners):
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
            nx, ny = y1 - y2, x2 - x1
            size = math.hypot(nx, ny) or 1.0
            mine = [(x * nx + y * ny) / size for x, y in one.corners]
            theirs = [(x * nx + y * ny) / size for x, y in other.corners]
            if max(mine) <= min(theirs) + 0.05 or max(theirs) <= min(mine) + 0.05:
                return False
    return True


def collisions(patches: Sequence[Patch], others: Sequence[Patch] | None = None) -> list[tuple[str, str]]:
    """Pieces that overlap: of ``patches`` among each other, or with those of ``others``."""
    found = []
    boxes = [(each, *_box(each)) for each in patches]
    against = boxes if others is None else [(each, *_box(each)) for each in others]
    for number, (one, left, top, right, bottom) in enumerate(boxes):
        # Pieces whose boxes are apart are apart themselves, and most are.
        for other, x1, y1, x2, y2 in against[number + 1 :] if others is None else against:
            if x1 >= right or x2 <= left or y1 >= bottom or y2 <= top:
                continue
            if (one.of is None or one.of != other.of) and overlap(one, other):
                found.append((one.what, other.what))
    return found


def _box(each: Patch) -> tuple[float, float, float, float]:
    across, down = zip(*each.corners, strict=True)
    return min(across), min(down), max(across), max(down)


@cache
def _measured(face: str) -> FPDF:
    page = FPDF()
    page.set_font(face, "B", 10)
    return page


def text_width(text: str, size: float, face: str = "Helvetica") -> float:
    """The width of a text by the metrics of a real bold face."""
    page = _measured(face)
    plain = text.replace("–", "-").replace("’", "'")
    return float(page.get_string_width(plain)) * float(page.k) / 10 * size


def walk(element: ElementTree.Element, turn: Turn | None = None) -> Iterator[tuple[ElementTree.Element, Turn]]:
    """Every element with its place in the whole drawing."""
    here = (turn or Turn()).then(element.get("transform"))
    yield element, here
    for child in element:
        yield from walk(child, here)


def said(root: ElementTree.Element) -> list[str]:
    """Every text of a drawing."""
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def texts(root: ElementTree.Element) -> list[Patch]:
    """Every text with the room it takes; one along a curve in pieces of a few letters."""
    return texts_within(root, root)


def texts_within(root: ElementTree.Element, part: ElementTree.Element) -> list[Patch]:
    """The texts of ``part``, which lies directly in ``root`` or is it."""
    arcs = {path.get("id"): path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("id")}
    found = []
    for element, turn in walk(part):
        if element.tag != f"{SVG}text":
            continue
        size = float(element.get("font-size", "0"))
        along = element.find(f"{SVG}textPath")
        if along is not None:
            found += _curved(along, arcs[along.get("href", "")[1:]], size, float(element.get("letter-spacing", "0")))
            continue
        text = "".join(element.itertext())
        wide = float(element.get("textLength") or text_width(text, size))
        x, y = float(element.get("x", "0")), float(element.get("y", "0"))
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[element.get("text-anchor", "start")]
        found.append(patch(text, turn, left, y - size * 0.74, left + wide, y + size * 0.2))
    return found


def _curved(along: ElementTree.Element, path: str, size: float, spacing: float) -> list[Patch]:
    text = "".join(along.itertext())
    face = "Times" if spacing else "Helvetica"
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]
    x1, y1, radius, x2 = numbers[0], numbers[1], numbers[2], numbers[-2]
    middle = (x1 + x2) / 2
    centre = y1 - math.sqrt(radius**2 - (x1 - middle) ** 2)
    whole = text_width(text, size, face) + spacing * len(text)
    reach = math.asin((x2 - middle) / radius)
    assert whole <= 2 * reach * radius, f"{text!r} is longer than its curve"
    found = []
    for start in range(0, len(text), 4):
        piece = text[start : start + 4]
        before = text_width(text[:start], size, face) + spacing * start
        wide = text_width(piece, size, face) + spacing * len(piece)
        turned = (before + wide / 2 - whole / 2) / radius
        at = Turn(middle + radius * math.sin(turned), centre + radius * math.cos(turned), -math.degrees(turned))
        at_piece = patch(f"{text} ({piece})", at, -wide / 2, -size * 0.74, wide / 2, size * 0.2)
        found.append(at_piece._replace(of=text))
    return found


def spots(root: ElementTree.Element) -> list[Patch]:
    """Every spot by the room of its shape."""
    found = []
    for element, turn in walk(root):
        if "spot" in element.get("class", "").split():
            wide, high = float(element.get("data-width", "0")), float(element.get("data-height", "0"))
            if "circle" in element.get("class", "") or "sensor" in element.get("class", ""):
                # A square inside the circle: neighbours may lie in each other's corners.
                wide, high = wide * 0.8, high * 0.8
            name = f"spot {element.get('data-seat')} {element.get('data-wager')}"
            found.append(patch(name, turn, -wide / 2, -high / 2, wide / 2, high / 2))
    return found


def boxes(root: ElementTree.Element) -> list[Patch]:
    """Every outline of cards."""
    found = []
    for element, turn in walk(root):
        if element.get("class") == "box":
            x, y, wide, high = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
            found.append(patch("a box of cards", turn, x, y, x + wide, y + high))
    return found
