"""The pieces of a felt: a spot in its shape, a place of cards, and the colours they are drawn in."""

from __future__ import annotations

import math

from houseway.table.setup import Setup
from houseway.web.art.felt_plan import PAD, PlaceAt, SpotAt
from houseway.web.art.lettering import letters, shaped, width, wrapped
from houseway.web.art.printed import limit_of
from houseway.web.art.svg import at, rect, tag

CLOTHS = {
    "green": "#0c5a39",
    "blue": "#143f7a",
    "red": "#7a1626",
    "purple": "#48226f",
    "black": "#20242b",
}
"""The cloth by the name of its colour."""

INK = "var(--felt-ink, #f6f2e2)"
LINE = "var(--felt-line, #f0d68f)"
QUIET = "var(--felt-quiet, #e9e2cb)"


def cloth_fill(colour: str) -> str:
    """The paint of the cloth called ``colour``."""
    return f"var(--cloth-{colour}, {CLOTHS.get(colour, CLOTHS['green'])})"


def spot_group(
    each: SpotAt, setup: Setup, seat: int, size: float, *, band: str | None = None, limits: bool = False
) -> str:
    """A spot: its shape and label, to be pressed; a sensor has its light. ``band`` is the outline of a curved line."""
    spot = each.spot
    shape = spot.shape
    posted = limit_of(setup, spot.wager, spot.share)
    called = setup.wager(spot.wager).name
    if spot.share != "1":
        called = f"{called}, {spot.label.title()}"
    drawn = [_outline(each, band)]
    inner = each.width - 8
    if shape in ("circle", "sensor"):
        lines = shaped(spot.label)
    else:
        lines = wrapped(spot.label, size, inner)
    money = [posted] if limits and posted and shape != "line" else []
    if shape in ("line", "beside"):
        lines = [" ".join(lines + money)]
        money = []
    drawn.append(_label(lines, money, each, size))
    if shape == "sensor":
        drawn.append(_light(each))
    return tag(
        "g",
        *drawn,
        class_=f"spot {shape}",
        data_seat=str(seat),
        data_wager=spot.wager,
        data_share=None if spot.share == "1" else spot.share,
        data_width=each.width,
        data_height=each.height,
        tabindex="0",
        role="button",
        aria_label=f"Seat {seat}: {called}" + (f", {posted}" if posted else ""),
        transform=at(each.x, each.y),
    )


def _outline(each: SpotAt, band: str | None) -> str:
    wide, high = each.width, each.height
    shape = each.spot.shape
    fill = "var(--spot, rgba(0,0,0,.16))"
    if band:
        return tag("path", d=band, fill=fill, stroke=LINE, stroke_width=1.5, class_="shape")
    if shape in ("circle", "sensor"):
        radius = wide / 2 - 1.5
        ring = tag("circle", r=radius, fill=fill, stroke=LINE, stroke_width=2.2, class_="shape")
        if shape == "circle":
            return ring
        dotted = tag("circle", r=radius - 4.5, fill="none", stroke=LINE, stroke_width=1.2, stroke_dasharray="2 3.5")
        return ring + dotted
    dash = "5 4" if shape == "beside" else None
    corner = high / 2 if shape in ("beside", "line") else 9.0
    return rect(
        -wide / 2,
        -high / 2,
        wide,
        high,
        rx=corner,
        fill=fill,
        stroke=LINE,
        stroke_width=1.4 if shape in ("beside", "line") else 2.2,
        stroke_dasharray=dash,
        class_="shape",
    )


def _light(each: SpotAt) -> str:
    """The indicator of a sensor: a bead on the rim, lit by a page with the class ``lit``."""
    return tag(
        "g",
        tag("circle", r=6.5, fill="var(--light-ring, #14100b)"),
        tag("circle", r=4.4, fill="var(--light-off, #6d5f45)", class_="light"),
        class_="indicator",
        transform=at(each.width * 0.354, -each.height * 0.354),
    )


def _label(lines: list[str], money: list[str], each: SpotAt, least: float) -> str:
    """The label in the middle of its spot: as large as the shape has room for, and never smaller than ``least``."""
    texts = [(line, 700) for line in lines] + [(line, 500) for line in money]
    slight = each.spot.shape in ("beside", "line")
    for size in (least,) if slight else (least * 1.3, least * 1.2, least * 1.1, least):
        leading = size * 1.08
        first = -leading * (len(texts) - 1) / 2
        rows = [first + leading * row for row in range(len(texts))]
        rooms = [_room(each, middle, size) for middle in rows]
        fits = all(width(text, size) <= room for (text, _), room in zip(texts, rooms, strict=True))
        spare = 24 if each.spot.shape in ("circle", "sensor") else 6
        if fits and leading * len(texts) <= each.height - spare:
            break
    return "".join(
        letters(text, 0, middle + size * 0.35, size, room=room, weight=weight)
        for (text, weight), middle, room in zip(texts, rows, rooms, strict=True)
    )


def _room(each: SpotAt, middle: float, size: float) -> float:
    """How wide a line may be that is centred ``middle`` below the spot's own middle."""
    if each.spot.shape not in ("circle", "sensor"):
        return each.width - 8
    inside = each.width / 2 - (6.5 if each.spot.shape == "sensor" else 5)
    reach = abs(middle) + size * 0.28
    return 2 * math.sqrt(max(inside**2 - reach**2, 64.0))


def place_group(each: PlaceAt, name: str, size: float, *, under: bool = False) -> str:
    """A place of cards: its outline and label, and the measures by which a page lays the cards."""
    drawn = []
    if each.box:
        wide, high = each.box
        drawn.append(
            rect(
                -PAD,
                -PAD,
                wide,
                high,
                rx=6,
                fill="var(--box, rgba(0,0,0,.12))",
                stroke=LINE,
                stroke_width=1.4,
                stroke_dasharray="3 5" if each.faint else None,
                opacity=0.5 if each.faint else None,
                class_="box",
            )
        )
        x = wide / 2 - PAD
        if under:
            drawn.append(letters(each.label, x, high - PAD + size + 3, size, room=wide + 12, fill=LINE, weight=700))
        elif not each.faint:
            drawn.append(letters(each.label, x, high / 2 - PAD + size * 0.35, size, room=wide - 6, weight=700))
    return tag(
        "g",
        *drawn,
        class_="place",
        data_place=name,
        data_first=str(each.first),
        data_cards=str(each.cards) if each.cards else None,
        data_width=each.card,
        data_dx=each.dx,
        data_dy=each.dy,
        transform=at(each.x, each.y),
    )
