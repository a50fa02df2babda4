"""Felts: the whole table as a half-moon, and one seat alone for a phone.

Both are drawn from the game's ``felt.toml`` and the table's own setup. Every spot is a group with ``data-seat`` and
``data-wager``, every place of cards a group with ``data-place``; each has its own origin and turn, so that a page lays
chips at (0, 0) of a spot and cards at (n * ``data-dx``, n * ``data-dy``) of a place, ``data-width`` wide. Cards from
number ``data-first`` on lie there, ``data-cards`` of them where another box of that place follows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from houseway import registry
from houseway.rulebook.steps import BURN, COMMUNITY, DEALER
from houseway.table.setup import Setup
from houseway.table.shown.felt import Box, Felt, felt_of
from houseway.table.table_errors import BadSetup
from houseway.web.art.felt_plan import PAD, RATIO, Measure, PlaceAt, SeatPlan, SpotAt, arrange, box_row, unset
from houseway.web.art.lettering import FACE, SERIF, block, flowed, letters, width
from houseway.web.art.pieces import CLOTHS, INK, LINE, QUIET, cloth_fill, place_group, spot_group
from houseway.web.art.printed import limit_rows, notices, odds_blocks, printed_texts
from houseway.web.art.svg import NAMESPACE, at, number, polar, rect, tag

WIDTH, HEIGHT = 1600, 812
CENTRE = (800.0, -652.0)
EDGE = 1420.0
"""The radius of the players' edge of the cloth, around a centre far behind the dealer."""

SPREAD = 62.4
"""The degrees that the seats of a full table take up."""

WIDEST_SEAT = 13.2
SIZE = 15.0
"""The smallest lettering of a whole table: 11 pixels where it is drawn 1173 wide, as on a screen of 1366 by 768."""

TRAY = 48.0
"""How far the dealer's tray reaches down."""

RAIL, RAIL_LIGHT = "var(--rail, #2b1a12)", "var(--rail-light, #5d3b26)"
"""The wood around the cloth."""

PHONE = 390
PHONE_SIZE = 12.5


@lru_cache(maxsize=256)
def felt(setup: Setup, *, seats: int | None = None) -> str:
    """The whole table of ``setup`` with ``seats`` positions, or with all that the game has."""
    about = setup.edition.about
    count = about.positions if seats is None else seats
    if not 1 <= count <= about.positions:
        raise BadSetup(
            f"a layout of {about.name} has 1 to {about.positions} positions, and {count} are asked for",
            remedy=f"ask for at most {about.positions}",
        )
    layout = felt_of(registry.game(about.slug))
    step = min(SPREAD / count, WIDEST_SEAT)
    plan = arrange(layout, setup, _table_measure(step))
    inner = EDGE - plan.height
    middle, left_over = _middle(layout, setup, inner)
    placard, below = _placard(left_over)
    parts = [_cloth(layout.colour), _tray(), middle, placard]
    parts += [_panel(*_odds_lines(layout, setup), left=True), _panel("Posted limits", _limits(setup), left=False)]
    for seat in range(1, count + 1):
        parts.append(_seat(plan, setup, seat, ((count + 1) / 2 - seat) * step, step))
    return _svg(setup, layout, "felt", WIDTH, HEIGHT + below, parts, f"{about.name}: the table")


@lru_cache(maxsize=1024)
def hand(setup: Setup, seat: int) -> str:
    """Seat ``seat`` of the table alone, upright: the dealer's boxes above, its own spots and boxes below.

    What is printed on the cloth comes last: ``data-main`` is the height of what a player needs in sight before it.
    """
    about = setup.edition.about
    if not 1 <= seat <= about.positions:
        raise BadSetup(
            f"{about.name} has seats 1 to {about.positions}, and none called {seat}", remedy="name one of them"
        )
    layout = felt_of(registry.game(about.slug))
    plan = arrange(layout, setup, _phone_measure())
    size = min(25.0, 330 * 20 / width(about.name.upper(), 20))
    name = letters(about.name.upper(), PHONE / 2, 46, size, fill=LINE, weight=600, class_="name")
    parts = [tag("g", name, font_family=SERIF)]
    top, card = 60.0, 54.0
    parts.append(_before_the_dealer(layout.boxes.dealer, PHONE / 2, top, card, 22.0, PHONE_SIZE))
    y = top + card * RATIO + 2 * PAD + PHONE_SIZE + 14
    bottom = y + plan.height - 2
    drawn = [_spot(each, setup, seat, 1.0, PHONE_SIZE, limits=True) for each in plan.spots]
    drawn += [place_group(each, _named(seat, each.part), PHONE_SIZE) for each in plan.places]
    drawn.append(_alternatives(plan, PHONE_SIZE))
    parts.append(tag("g", *drawn, class_="seat", data_seat=str(seat), transform=at(PHONE / 2, bottom)))
    posted = [*printed_texts(layout, setup), *notices(layout, setup)]
    lettering, high = _lines(posted, bottom + PHONE_SIZE + 10)
    parts.append(lettering)
    high += 14 if posted else 0
    cloth = cloth_fill(layout.colour)
    ground = rect(8, 8, PHONE - 16, high - 16, rx=26, fill=cloth, stroke=RAIL, stroke_width=8)
    frame = rect(16, 16, PHONE - 32, high - 32, rx=19, fill="none", stroke=LINE, stroke_width=1.2, opacity=0.55)
    called = f"{about.name}: seat {seat}"
    return _svg(setup, layout, "hand", PHONE, high, [ground, frame, *parts], called, main=bottom + 4)


def _lines(texts: Sequence[str], y: float) -> tuple[str, float]:
    """Texts across a seat alone, the first line at ``y``, and where the next would stand."""
    drawn = []
    for line in flowed(texts, PHONE_SIZE, PHONE - 44):
        drawn.append(letters(line, PHONE / 2, y, PHONE_SIZE, room=PHONE - 40, fill=QUIET, weight=500, style="italic"))
        y += 16.5
    return tag("g", *drawn, class_="said"), y


# -- measures


def _table_measure(step: float) -> Measure:
    turned = math.radians(step)
    return Measure(
        room=lambda high: min((EDGE - high) * turned - 12, 300.0),
        card=44.0,
        size=SIZE,
        gap=6.0,
        round_least=70.0,
        round_most=86.0,
        round_crowded=67.0,
        square_most=96.0,
        square_high=58.0,
        beside_high=27.0,
        line_high=30.0,
    )


def _phone_measure() -> Measure:
    return Measure(
        room=lambda high: PHONE - 48.0,
        card=54.0,
        size=PHONE_SIZE,
        gap=7.0,
        round_least=76.0,
        round_most=92.0,
        round_crowded=92.0,
        square_most=118.0,
        square_high=62.0,
        beside_high=32.0,
        line_high=30.0,
    )


# -- the whole drawing


def _svg(
    setup: Setup,
    layout: Felt,
    kind: str,
    wide: float,
    high: float,
    parts: Sequence[str],
    called: str,
    *,
    main: float | None = None,
) -> str:
    wild = [f"wild-{rank}" for rank in setup.edition.data.deck.wild]
    return tag(
        "svg",
        tag("title", called),
        *parts,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {number(wide)} {number(high)}",
        class_=" ".join([kind, f"cloth-{layout.colour}", *wild]),
        font_family=FACE,
        data_game=setup.edition.about.slug,
        data_main=main,
    )


def _outline(radius: float, side: float, top: float, corner: float) -> str:
    """The half-moon: straight towards the dealer, round towards the players, no corner sharp."""
    turn = math.degrees(math.asin((side - CENTRE[0]) / radius))
    low = CENTRE[1] + radius * math.cos(math.radians(turn))
    (x, y), left, right = polar(CENTRE, radius, turn - 2.6), WIDTH - side, side
    c, r = number(corner), number(radius)
    return (
        f"M{number(left + corner)} {number(top)}H{number(right - corner)}"
        f"A{c} {c} 0 0 1 {number(right)} {number(top + corner)}"
        f"V{number(low - 66)}Q{number(right)} {number(low)} {number(x)} {number(y)}"
        f"A{r} {r} 0 0 1 {number(WIDTH - x)} {number(y)}Q{number(left)} {number(low)} {number(left)} {number(low - 66)}"
        f"V{number(top + corner)}A{c} {c} 0 0 1 {number(left + corner)} {number(top)}Z"
    )


def _cloth(colour: str) -> str:
    deep = CLOTHS.get(colour, CLOTHS["green"])
    shade = f"cloth-light-{colour}"
    glow = tag(
        "radialGradient",
        tag("stop", offset="0", stop_color="#fff", stop_opacity="0.13"),
        tag("stop", offset="1", stop_color="#000", stop_opacity="0.22"),
        id=shade,
        cx="0.5",
        cy="0.42",
        r="0.72",
    )
    return "".join(
        (
            tag("defs", glow),
            tag("path", d=_outline(EDGE + 38, 1594, 6, 40), fill=RAIL),
            tag("path", d=_outline(EDGE + 33, 1589, 11, 36), fill="none", stroke=RAIL_LIGHT, stroke_width=3),
            tag("path", d=_outline(EDGE + 11, 1567, 20, 26), fill=f"var(--cloth-{colour}, {deep})"),
            tag("path", d=_outline(EDGE + 11, 1567, 20, 26), fill=f"url(#{shade})"),
            tag("path", d=_outline(EDGE + 4, 1560, 27, 21), fill="none", stroke=LINE, stroke_width=1.3, opacity=0.5),
        )
    )


def _tray() -> str:
    """The dealer's chip tray, in the middle of the straight edge."""
    tubes = ("10000", "2500", "500", "100", "500", "2500", "10000")
    fallback = {"10000": "#1d2127", "2500": "#1c7a45", "500": "#b8182f", "100": "#f4f1e8"}
    parts = [rect(640, 12, 320, 36, rx=8, fill="var(--tray, #15100c)")]
    for place, chip in enumerate(tubes):
        x = 650 + place * 43.5
        parts.append(rect(x, 18, 39, 24, rx=4, fill=f"var(--chip-{chip}, {fallback[chip]})", opacity=0.9))
        stripes = "".join(f"M{number(x + 5 + 6 * n)} 18V42" for n in range(6))
        parts.append(tag("path", d=stripes, stroke="#000", stroke_opacity=0.35, stroke_width=1.6))
    return tag("g", *parts, class_="tray", aria_hidden="true")


# -- before the dealer


def _before_the_dealer(boxes: Sequence[Box], x: float, y: float, card: float, gap: float, size: float) -> str:
    """The dealer's boxes with their labels under them, and the places of a dealer that have no box of their own."""
    places = box_row(boxes, card, 0.0, gap)
    drawn = [place_group(each, each.part, size, under=True) for each in places]
    boxed = {each.part for each in places}
    own = [number for number, each in enumerate(places) if each.part.startswith(f"{DEALER}-")]
    for name in (DEALER, COMMUNITY):
        if name in boxed:
            continue
        if own:
            loose = unset(name, [boxes[number] for number in own], [places[number] for number in own])
        else:
            left, top = (places[0].x, places[0].y) if places else (-card / 2 + (card + 20) * (name == COMMUNITY), PAD)
            loose = [PlaceAt(name, "", left, top, card, card + 4, 0.0, 0, 0, None)]
        drawn += [place_group(each, name, size) for each in loose]
    # Burned cards lie at the discard rack, at the dealer's right hand.
    aside = -x + 20 + card * 0.2 if x < WIDTH / 2 else -250.0
    burned = PlaceAt(BURN, "", aside, PAD, card * 0.5, 2.0, 0.0, 0, 0, None)
    drawn.append(place_group(burned, BURN, size))
    return tag("g", *drawn, class_="dealer", transform=at(x, y))


def _arc(text: str, radius: float, size: float, key: str, *, display: bool = False) -> str:
    """A line of lettering along the cloth's own curve."""
    reach = 29.0
    (x1, y1), (x2, y2) = polar(CENTRE, radius, -reach), polar(CENTRE, radius, reach)
    path = f"M{number(x1)} {number(y1)}A{number(radius)} {number(radius)} 0 0 0 {number(x2)} {number(y2)}"
    along = tag("textPath", text.replace("&", "&amp;").replace("<", "&lt;"), href=f"#{key}", startOffset="50%")
    lettering = tag(
        "text",
        along,
        font_size=size,
        font_family=SERIF if display else None,
        font_weight="600" if display else "500",
        font_style=None if display else "italic",
        letter_spacing=size * 0.09 if display else None,
        text_anchor="middle",
        fill=LINE if display else INK,
        class_="name" if display else "said",
    )
    return tag("defs", tag("path", id=key, d=path)) + lettering


def _middle(layout: Felt, setup: Setup, inner: float) -> tuple[str, list[str]]:
    """From the tray to the seats: the dealer's boxes, what is printed, the game's name; as large as there is room.

    Notices of the house that the cloth has no room for are handed back.
    """
    about = setup.edition.about
    name = about.name.upper()
    roomy = CENTRE[1] + inner > 370
    size = min(60.0 if roomy else 42.0, 720 / (width(name, 1.0) * 1.09))
    lettering, leading, across = (SIZE + 3, 23.0, 780.0) if roomy else (SIZE + 1, 19.5, 600.0)
    first = inner - (24 if roomy else 14)
    radius = first - size * 0.75 - (16 if roomy else 9)
    top = TRAY + 8
    # Under the boxes go their labels; what is left is for the cards, no smaller than 50 across.
    label = SIZE + 8 + 2 * PAD
    room = CENTRE[1] + radius - top - 8 - label
    left_over = notices(layout, setup)
    lines = flowed([*printed_texts(layout, setup), *left_over], lettering, across)
    if room - leading * len(lines) >= 50 * RATIO:
        left_over = []
    else:
        lines = flowed(printed_texts(layout, setup), lettering, across)
    free = room - leading * len(lines)
    card = min(84.0, max(50.0, free / RATIO))
    key = f"arc-{about.slug}-{number(inner).replace('.', '-')}"
    parts = [_arc(name, first, size, f"{key}-name", display=True)]
    for place, line in enumerate(reversed(lines)):
        parts.append(_arc(line, radius - place * leading, lettering, f"{key}-{place}"))
    lower = max(0.0, free - card * RATIO) * 0.45
    parts.append(_before_the_dealer(layout.boxes.dealer, WIDTH / 2, top + lower, card, 18.0, SIZE))
    return tag("g", *parts), left_over


def _placard(texts: Sequence[str]) -> tuple[str, float]:
    """A sign below the table for what the cloth has no room for, and how high it is."""
    if not texts:
        return "", 0.0
    lines = flowed(texts, SIZE + 1, WIDTH - 120)
    high = 21.0 * len(lines) + 20
    ground = rect(30, HEIGHT + 6, WIDTH - 60, high, rx=10, fill="var(--plate, #0d1512)")
    ink = "var(--plate-ink, #f7edcf)"
    rows = [
        letters(line, WIDTH / 2, HEIGHT + 6 + 26 + 21 * row, SIZE + 1, room=WIDTH - 90, fill=ink, weight=500)
        for row, line in enumerate(lines)
    ]
    return tag("g", ground, *rows, class_="notices"), high + 14


# -- panels


def _odds_lines(layout: Felt, setup: Setup) -> tuple[str, list[tuple[str, str]]]:
    """The rows of the printed odds, under the heading of the panel where there is only one."""
    blocks = odds_blocks(layout, setup)
    rows: list[tuple[str, str]] = []
    for found in blocks:
        rows += [(found.heading, "")] if len(blocks) > 1 else []
        rows += found.rows
        rows += [("", found.note)] if found.note else []
    return blocks[0].heading if len(blocks) == 1 else "", rows


def _limits(setup: Setup) -> list[tuple[str, str]]:
    return [(row.name, row.text) for row in limit_rows(setup)]


def _panel(heading: str, rows: Sequence[tuple[str, str]], *, left: bool) -> str:
    """Rows in the corner of the cloth: a name and what belongs to it, a heading where nothing does."""
    if not rows:
        return ""
    wide = max(width(name, SIZE) + width(text, SIZE) + 18 for name, text in rows)
    wide = max(wide, width(heading, SIZE) + 8)
    x1 = 66.0 if left else 1534 - wide
    y = 60.0
    parts = []
    if heading:
        parts.append(letters(heading.upper(), x1, y, SIZE, anchor="start", fill=LINE, weight=700))
        parts.append(tag("path", d=f"M{number(x1)} {y + 6}h{number(wide)}", stroke=LINE, stroke_width=1, opacity=0.6))
        y += 23
    for name, text in rows:
        if not text:
            y += 3
            parts.append(letters(name, x1, y, SIZE, anchor="start", fill=LINE, weight=700))
        elif not name:
            parts.append(letters(text, x1, y, SIZE, anchor="start", weight=500, style="italic"))
        else:
            parts.append(letters(name, x1, y, SIZE, anchor="start", weight=500))
            parts.append(letters(text, x1 + wide, y, SIZE, anchor="end", weight=700))
        y += 17
    return tag("g", *parts, class_="odds" if left else "limits")


# -- seats


def _seat(plan: SeatPlan, setup: Setup, seat: int, angle: float, step: float) -> str:
    x, y = polar(CENTRE, EDGE, angle)
    drawn = [_spot(each, setup, seat, math.radians(step), SIZE) for each in plan.spots]
    drawn += [place_group(each, _named(seat, each.part), SIZE) for each in plan.places]
    drawn.append(_alternatives(plan, SIZE))
    plate = tag("circle", cx=0, cy=24, r=11, fill=RAIL_LIGHT)
    drawn.append(plate + letters(str(seat), 0, 29.2, SIZE, weight=700, class_="seat-number"))
    return tag("g", *drawn, class_="seat", data_seat=str(seat), transform=at(x, y, -angle))


def _named(seat: int, part: str) -> str:
    return f"{seat}.{part}" if part else str(seat)


def _spot(each: SpotAt, setup: Setup, seat: int, step: float, size: float, *, limits: bool = False) -> str:
    line = None
    if each.spot.shape == "line" and not limits:
        radius, half = EDGE + each.y, each.height / 2
        reach = step / 2 - 5 / radius
        corners = ((-half, -reach), (-half, reach), (half, reach), (half, -reach))
        ends = (((radius + out) * math.sin(turn), (radius + out) * math.cos(turn) - radius) for out, turn in corners)
        (a, b), (c, d), (e, f), (g, h) = ends
        up, down = number(radius - half), number(radius + half)
        line = (
            f"M{number(a)} {number(b)}A{up} {up} 0 0 0 {number(c)} {number(d)}L{number(e)} {number(f)}"
            f"A{down} {down} 0 0 1 {number(g)} {number(h)}Z"
        )
    return spot_group(each, setup, seat, size, band=line, limits=limits)


def _alternatives(plan: SeatPlan, size: float) -> str:
    """The word between two spots of which a player takes one."""
    where = {each.spot.wager: each for each in plan.spots}
    parts = []
    for each in plan.spots:
        other = where.get(each.spot.instead or "")
        if other is not None:
            parts.append(block(["OR"], (each.x + other.x) / 2, each.y, size, leading=size))
    return "".join(parts)
