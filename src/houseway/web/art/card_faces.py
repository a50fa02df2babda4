"""Playing cards: a sheet of symbols with 53 faces and two backs, and the element that shows one of them.

A face is 250 by 350. Its ranks and suits are paths, so that a card is as crisp at 40 pixels as at 400 and needs no face
of the browser. Colours are custom properties: a ``four-colour`` class on anything around the cards gives each suit its
own, a ``wild-2`` class marks the deuces as wild.
"""

from __future__ import annotations

from functools import cache

from houseway.cards import CARDS, UNSEEN, Card, card
from houseway.web.art.courts import court, joker
from houseway.web.art.svg import at, number, sheet, tag

WIDTH = 250
HEIGHT = 350

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

BACKS = ("back", "back-brass")
"""The backs: of the cards in play, and of a second deck beside them."""

SUIT_INK = {
    "c": "var(--suit-c, #17202b)",
    "d": "var(--suit-d, #b9152c)",
    "h": "var(--suit-h, #b9152c)",
    "s": "var(--suit-s, #17202b)",
    "j": "var(--suit-j, #5a2a86)",
}

_PIPS = {
    "s": (
        "M50 3C64 27 96 42 96 67C96 91 67 95 55 77C56 87 59 93 66 98"
        "H34C41 93 44 87 45 77C33 95 4 91 4 67C4 42 36 27 50 3Z"
    ),
    "h": "M50 96C42 76 4 60 4 31C4 2 42 0 50 25C58 0 96 2 96 31C96 60 58 76 50 96Z",
    "d": "M50 2C59 21 74 37 89 50C74 63 59 79 50 98C41 79 26 63 11 50C26 37 41 21 50 2Z",
    "c": (
        "M50 3A22 22 0 0 1 66.5 39.5A22 22 0 1 1 55 73C56 85 59 93 66 98"
        "H34C41 93 44 85 45 73A22 22 0 1 1 33.5 39.5A22 22 0 0 1 50 3Z"
    ),
}
_GLYPHS = {
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
}
_LEFT, _MIDDLE, _RIGHT = 102.0, 125.0, 148.0
_TOP, _BOTTOM = 66.0, 284.0
_COLUMNS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((_MIDDLE, 0), (_MIDDLE, 1)),
    "3": ((_MIDDLE, 0), (_MIDDLE, 0.5), (_MIDDLE, 1)),
    "4": ((_LEFT, 0), (_RIGHT, 0), (_LEFT, 1), (_RIGHT, 1)),
    "5": ((_LEFT, 0), (_RIGHT, 0), (_MIDDLE, 0.5), (_LEFT, 1), (_RIGHT, 1)),
    "6": ((_LEFT, 0), (_RIGHT, 0), (_LEFT, 0.5), (_RIGHT, 0.5), (_LEFT, 1), (_RIGHT, 1)),
    "7": ((_LEFT, 0), (_RIGHT, 0), (_MIDDLE, 0.25), (_LEFT, 0.5), (_RIGHT, 0.5), (_LEFT, 1), (_RIGHT, 1)),
    "8": (
        *((_LEFT, 0), (_RIGHT, 0), (_MIDDLE, 0.25), (_LEFT, 0.5)),
        *((_RIGHT, 0.5), (_MIDDLE, 0.75), (_LEFT, 1), (_RIGHT, 1)),
    ),
    "9": (
        *((_LEFT, 0), (_RIGHT, 0), (_LEFT, 1 / 3), (_RIGHT, 1 / 3), (_MIDDLE, 0.5)),
        *((_LEFT, 2 / 3), (_RIGHT, 2 / 3), (_LEFT, 1), (_RIGHT, 1)),
    ),
    "T": (
        *((_LEFT, 0), (_RIGHT, 0), (_MIDDLE, 1 / 6), (_LEFT, 1 / 3), (_RIGHT, 1 / 3)),
        *((_LEFT, 2 / 3), (_RIGHT, 2 / 3), (_MIDDLE, 5 / 6), (_LEFT, 1), (_RIGHT, 1)),
    ),
}
_WILD = 'opacity="var(--wild-{}, 0)"'


def name(text: str) -> str:
    """What a card is called: ``Queen of hearts``, ``Joker``, or ``Face-down card`` for one not seen."""
    if text == UNSEEN or text in BACKS:
        return "Face-down card"
    found = card(text)
    return "Joker" if found.suit == "j" else f"{found.rank_name.capitalize()} of {SUIT_NAMES[found.suit]}"


def use(
    text: str,
    *,
    x: float | None = None,
    y: float | None = None,
    width: float | None = None,
    back: str = BACKS[0],
    sheet: str = "",
) -> str:
    """The card written ``text`` (``??`` is a back), as an element for a page or for a drawing.

    The page must hold `sprite` once, or ``sheet`` is the address that serves it. Without a ``width`` the page's own
    style sets the size.
    """
    called = name(text)
    symbol = f"card-{back if text == UNSEEN else text}"
    height = None if width is None else width * HEIGHT / WIDTH
    return tag(
        "svg",
        tag("use", href=f"{sheet}#{symbol}"),
        class_="card",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        x=x,
        y=y,
        width=width,
        height=height,
        role="img",
        aria_label=called,
        data_card=text,
    )


@cache
def sprite() -> str:
    """Every face, both backs, and the parts they are made of: one element to stand, unseen, once in a page."""
    symbols = [tag("path", d=path, id=f"pip-{suit}") for suit, path in _PIPS.items()]
    symbols += [tag("path", d=path, id=f"rank-{rank}") for rank, path in _GLYPHS.items()]
    symbols += [_symbol(kind.text, name(kind.text), _face(kind)) for kind in CARDS]
    symbols += [_symbol(back, "Face-down card", _back(back)) for back in BACKS]
    return sheet(symbols)


def _symbol(text: str, called: str, drawn: str) -> str:
    return tag("symbol", tag("title", called), drawn, id=f"card-{text}", viewBox=f"0 0 {WIDTH} {HEIGHT}")


def _paper(fill: str) -> str:
    return tag(
        "rect", x=2, y=2, width=246, height=346, rx=19, fill=fill, stroke="var(--card-edge, #a9a291)", stroke_width=3
    )


def _pip(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    scale = number(size / 100)
    where = f"translate({number(x)} {number(y)}){' rotate(180)' if turned else ''} scale({scale}) translate(-50 -50)"
    return tag("use", href=f"#pip-{suit}", transform=where)


def _index(kind: Card) -> str:
    """Rank over suit, large, as it stands in two corners."""
    rank = tag(
        "use",
        href=f"#rank-{kind.text[0]}",
        transform="translate(16 22) scale(.98)",
        fill="none",
        stroke=SUIT_INK[kind.suit],
        stroke_width=13,
        stroke_linejoin="round",
    )
    return rank + _pip(kind.suit, 43, 142, 46)


def _corners(drawn: str, key: str) -> str:
    return tag("g", drawn, id=key) + tag("use", href=f"#{key}", transform="rotate(180 125 175)")


def _face(kind: Card) -> str:
    ink = SUIT_INK[kind.suit]
    paper = _paper("var(--card-paper, #fffdf6)")
    if kind.suit == "j":
        return paper + joker(ink) + _badge("X")
    rank = kind.text[0]
    corners = _corners(_index(kind), f"corner-{kind.text}")
    if rank in "JQK":
        middle = court(kind.text, ink, f"#pip-{kind.suit}")
    elif rank == "A":
        middle = _pip(kind.suit, 125, 175, 112)
    else:
        middle = "".join(
            _pip(kind.suit, x, _TOP + (_BOTTOM - _TOP) * share, 42, turned=share > 0.5) for x, share in _COLUMNS[rank]
        )
    return paper + tag("g", corners, middle, fill=ink) + (_badge(rank) if rank == "2" else "")


def _badge(rank: str) -> str:
    """The mark of a wild card, unseen until a ``wild-…`` class around the card makes it opaque."""
    band = tag("rect", x=66, y=154, width=118, height=42, rx=21, fill="var(--brass-strong, #8a6414)")
    # W I L D in strokes, like the ranks.
    word = tag(
        "path",
        d="M0 0L6 22L13 4L20 22L26 0M37 0V22M48 0V22H62M72 0V22H78C93 22 93 0 78 0Z",
        fill="none",
        stroke="#fff",
        stroke_width=5,
        stroke_linejoin="round",
        transform=at(80.5, 164),
    )
    return f'<g class="wild-badge" {_WILD.format(rank)}>{band}{word}</g>'


def _back(back: str) -> str:
    deep, line = {
        "back": ("var(--back-cloth, #123f3a)", "var(--back-line, #d9bd7c)"),
        "back-brass": ("var(--back-2-cloth, #6b2231)", "var(--back-2-line, #ecd9ab)"),
    }[back]
    # Diagonals of a lattice, each from edge to edge of the field it fills.
    lattice = []
    left, right, top, bottom = 24, 226, 24, 326
    for start in range(top - (right - left), bottom, 28):
        x1, y1 = (left, start) if start >= top else (left + top - start, top)
        x2 = min(right, x1 + bottom - y1)
        y2 = y1 + x2 - x1
        lattice.append(f"M{x1} {y1}L{x2} {y2}M{250 - x1} {y1}L{250 - x2} {y2}")
    return "".join(
        (
            _paper("var(--card-paper, #fffdf6)"),
            tag("rect", x=16, y=16, width=218, height=318, rx=12, fill=deep),
            tag(
                "g",
                tag("path", d="".join(lattice), stroke=line, stroke_width=2, fill="none", opacity=0.5),
                tag("circle", cx=125, cy=175, r=60, fill=deep, stroke=line, stroke_width=4),
                tag("circle", cx=125, cy=175, r=50, fill="none", stroke=line, stroke_width=1.5),
                # The sign of the house: a gable over an open door.
                tag("path", d="M92 176L125 143L158 176", fill="none", stroke=line, stroke_width=8),
                tag("path", d="M103 172V206H147V172M125 206V186", fill="none", stroke=line, stroke_width=8),
            ),
            tag("rect", x=23, y=23, width=204, height=304, rx=8, fill="none", stroke=line, stroke_width=2.5),
        )
    )
