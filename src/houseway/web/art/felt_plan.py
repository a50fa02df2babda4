"""Where everything of a seat lies, in the seat's own measure: (0, 0) is the middle of its edge, up is towards the
dealer. The same rows serve the seat of a whole table, which grows narrower towards the dealer, and the seat alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from houseway.table.setup import Setup
from houseway.table.shown.felt import HAND, Box, Felt, Spot

RATIO = 1.4
"""How much higher than wide a card is."""


class Measure(msgspec.Struct, frozen=True):
    """The sizes that a layout is drawn in; ``room`` tells how wide a seat is at a height above its edge."""

    room: Callable[[float], float]
    card: float
    size: float
    """The smallest lettering."""
    gap: float
    round_least: float
    round_most: float
    round_crowded: float
    """The most across of round spots that take three rows."""
    square_most: float
    square_high: float
    beside_high: float
    line_high: float


class SpotAt(msgspec.Struct, frozen=True):
    """A spot around its middle (x, y)."""

    spot: Spot
    x: float
    y: float
    width: float
    height: float


class PlaceAt(msgspec.Struct, frozen=True):
    """Where cards lie: the first at (x, y) by its upper left corner, each next one ``dx`` and ``dy`` further.

    ``part`` is the part of the seat's hand (empty: the hand itself) or the name of a place before the dealer. The cards
    here are those from number ``first`` on, ``cards`` of them before the next box of that place. ``box`` is the outline
    (width, height) around them, ``None`` where other boxes lie under it already.
    """

    part: str
    label: str
    x: float
    y: float
    card: float
    dx: float
    dy: float
    first: int
    cards: int
    box: tuple[float, float] | None
    faint: bool = False


class SeatPlan(msgspec.Struct, frozen=True):
    """A seat with everything on it."""

    spots: tuple[SpotAt, ...]
    places: tuple[PlaceAt, ...]
    height: float


MOST_BESIDE = 3
"""Spots beside others that one row has room for."""

PAD = 4.0
"""Between a card and the outline of its box."""


def fan(cards: int, card: float) -> float:
    """How far apart ``cards`` lie in their box: side by side up to three, and over each other beyond."""
    return card + 4 if cards <= 3 else card * 0.6


def box_width(cards: int, card: float) -> float:
    """The width of the outline for ``cards`` side by side."""
    return card + fan(cards, card) * (max(cards, 1) - 1) + 2 * PAD


def box_row(boxes: Sequence[Box], card: float, top: float, gap: float) -> list[PlaceAt]:
    """Boxes in a row around x = 0, their outlines beginning at ``top``."""
    widths = [box_width(box.cards, card) for box in boxes]
    left = -(sum(widths) + gap * (len(boxes) - 1)) / 2
    places = []
    taken: dict[str, int] = {}
    for number, (box, wide) in enumerate(zip(boxes, widths, strict=True)):
        first = taken.get(box.where, 0)
        taken[box.where] = first + box.cards
        last = all(other.where != box.where for other in boxes[number + 1 :])
        # A box that has no fixed number of cards, or the last of its place, takes whatever comes: close together.
        dx = fan(box.cards, card) if box.cards > 1 else card * 0.3
        part = "" if box.where == HAND else box.where
        room = 0 if last else box.cards
        high = card * RATIO + 2 * PAD
        places.append(PlaceAt(part, box.label, left + PAD, top + PAD, card, dx, 0.0, first, room, (wide, high)))
        left += wide + gap
    return places


def arrange(felt: Felt, setup: Setup, measure: Measure) -> SeatPlan:
    """The rows of a seat from its edge towards the dealer: cards, spots beside, main spots, rounds, the line."""
    places, y = _cards(felt, measure)
    spots: list[SpotAt] = []
    for group in _groups(felt.spots(setup), setup):
        shape = group[0].shape
        if shape == "line":
            continue
        if shape == "beside":
            found = []
            for start in range(0, len(group), MOST_BESIDE):
                row = group[start : start + MOST_BESIDE]
                more, y = _row(row, measure, y, measure.beside_high, measure.square_most)
                found += more
        elif shape == "square":
            found, y = _row(group, measure, y, measure.square_high, measure.square_most)
        else:
            found, y = _rounds(group, measure, y)
        spots += found
    for spot in (each for each in felt.spots(setup) if each.shape == "line"):
        wide = measure.room(-y + measure.line_high)
        spots.append(SpotAt(spot, 0.0, y - measure.line_high / 2, wide, measure.line_high))
        y -= measure.line_high + measure.gap
    return SeatPlan(tuple(spots), tuple(places), -y)


def _cards(felt: Felt, measure: Measure) -> tuple[list[PlaceAt], float]:
    """The boxes of a seat, and how high they reach."""
    gap, boxes = measure.gap, felt.boxes.seat
    if len(boxes) == 1 and boxes[0].most > 1:
        return _split_hands(boxes[0], measure)
    # Where they would be wider than the seat, the cards are smaller.
    room = measure.room(measure.card * RATIO) - gap * (len(boxes) - 1) - 2 * PAD * len(boxes)
    wide = sum(box_width(box.cards, measure.card) - 2 * PAD for box in boxes)
    card = measure.card * min(1.0, room / wide)
    high = card * RATIO + 2 * PAD
    places = box_row(boxes, card, -gap - high, gap)
    if all(box.where != HAND for box in boxes):
        places += unset("", boxes, places)
    return places, -gap - high - gap


def unset(part: str, boxes: Sequence[Box], places: Sequence[PlaceAt]) -> list[PlaceAt]:
    """A hand before it is set: its cards lie in the boxes that it will be set into, in the order they were dealt."""
    found = []
    first = 0
    for box, place in zip(boxes, places, strict=True):
        room = 0 if box is boxes[-1] else box.cards
        found.append(PlaceAt(part, "", place.x, place.y, place.card, place.dx, 0.0, first, room, None))
        first += box.cards
    return found


def _split_hands(box: Box, measure: Measure) -> tuple[list[PlaceAt], float]:
    """Hands that splitting makes: two columns, the first hand nearest to the dealer."""
    card, gap = measure.card, measure.gap
    high = card * RATIO + 2 * PAD
    rows = -(-box.most // 2)
    wide = (min(measure.room(rows * (high + gap)), 6 * card) - gap) / 2
    dx = (wide - 2 * PAD - card) / 5
    places = []
    for number in range(box.most):
        row, column = divmod(number, 2)
        x = -wide - gap / 2 + column * (wide + gap)
        y = -gap - (rows - row) * high - (rows - 1 - row) * gap
        part = "" if number == 0 else str(number + 1)
        label = box.label if number == 0 else f"{box.label} {number + 1}"
        places.append(PlaceAt(part, label, x + PAD, y + PAD, card, dx, 0.0, 0, 0, (wide, high), number > 0))
    return places, -gap - rows * (high + gap)


def _groups(spots: Sequence[Spot], setup: Setup) -> list[list[Spot]]:
    """Spots that lie in rows together, from the player to the dealer; within a row in the order they are bet.

    Those of which a player takes one lie as the layout has them.
    """
    groups: dict[str, list[Spot]] = {}
    for spot in sorted(spots, key=lambda each: -each.order):
        kind = spot.shape
        if kind in ("circle", "sensor"):
            primary = setup.edition.wagers[spot.wager].kind == "primary"
            groups.setdefault("primary" if primary else "round", []).append(spot)
        else:
            groups.setdefault(kind, []).append(spot)
    bet = {slug: place for place, slug in enumerate(setup.edition.wagers)}
    for row, group in groups.items():
        as_drawn = row == "round" or any(spot.instead for spot in group)
        group.sort(key=lambda spot: (0 if as_drawn else bet[spot.wager], spot.order))
    return list(groups.values())


def _row(group: Sequence[Spot], measure: Measure, y: float, high: float, most: float) -> tuple[list[SpotAt], float]:
    """Spots side by side in one row that begins at ``y``."""
    count = len(group)
    # "OR" stands between two spots of which one is taken.
    between = measure.gap + (measure.size * 2 if any(spot.instead for spot in group) else 0.0)
    wide = min(most, (measure.room(-y + high) - between * (count - 1)) / count)
    left = -(wide * count + between * (count - 1)) / 2 + wide / 2
    middle = y - high / 2
    found = [SpotAt(spot, left + (wide + between) * place, middle, wide, high) for place, spot in enumerate(group)]
    return found, y - high - measure.gap


def _rounds(group: Sequence[Spot], measure: Measure, y: float) -> tuple[list[SpotAt], float]:
    """Round spots, two or three in a row, the rows nearest to the dealer filled with the first of the order."""
    count = len(group)
    gap = measure.gap

    def across(in_row: int, rows: int) -> float:
        most = measure.round_most if rows < 3 else measure.round_crowded
        return min(most, (measure.room(-y + rows * most) - gap * (in_row - 1)) / in_row)

    in_row = next((n for n in (3, 2) if n <= count and across(n, -(-count // n)) >= measure.round_least), min(2, count))
    if count == 4:
        in_row = 2
    rows = -(-count // in_row)
    size = across(in_row, rows)
    first = count - in_row * (rows - 1)
    lines = [list(group[:first])]
    lines += [list(group[first + in_row * row : first + in_row * (row + 1)]) for row in range(rows - 1)]
    found = []
    for line in reversed(lines):
        left = -((size + gap) * (len(line) - 1)) / 2
        found += [
            SpotAt(spot, left + (size + gap) * place, y - size / 2, size, size) for place, spot in enumerate(line)
        ]
        y -= size + gap
    return found, y
