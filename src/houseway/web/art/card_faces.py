"""Playing cards: a sheet of symbols with 53 faces and two backs, and the element that shows one of them.

A face is 250 by 350. Its ranks and suits are paths, so that a card is as crisp at 40 pixels as at 400 and needs no face
of the browser. Colours are custom properties: a ``four-colour`` class on anything around the cards gives each suit its
own, a ``wild-2`` class marks the deuces as wild.
"""

from __future__ import annotations

from functools import cache

from houseway.cards import CARDS, UNSEEN, Card, card
from houseway.web.art.courts import court, joker
from houseway.web.art.outlines import placed
from houseway.web.art.strokes import GLYPHS
from houseway.web.art.svg import at, rect, sheet, tag

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
    """Every face and both backs: one element to stand, unseen, once in a page."""
    symbols = [_symbol(kind.text, name(kind.text), _face(kind)) for kind in CARDS]
    symbols += [_symbol(back, "Face-down card", _back(back)) for back in BACKS]
    return sheet(symbols)


def _symbol(text: str, called: str, drawn: str) -> str:
    return tag("symbol", tag("title", called), drawn, id=f"card-{text}", viewBox=f"0 0 {WIDTH} {HEIGHT}")


def _paper(fill: str) -> str:
    return rect(2, 2, 246, 346, rx=19, fill=fill, stroke="var(--card-edge, #a9a291)", stroke_width=3)


def _pip(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    """The outline of a suit's sign with its middle at (x, y)."""
    half = size / 2 if not turned else -size / 2
    return placed(_PIPS[suit], x - half, y - half, size / 100, turned=turned)


def _twice(suit: str, x: float, y: float, size: float) -> str:
    """The same, and once more where it stands when the card is turned round."""
    return _pip(suit, x, y, size) + _pip(suit, WIDTH - x, HEIGHT - y, size, turned=True)


def _corners(kind: Card) -> str:
    """The rank, large, as it stands in two corners over its suit."""
    return tag(
        "path",
        d=placed(GLYPHS[kind.text[0]], 16, 22, 0.98)
        + placed(GLYPHS[kind.text[0]], WIDTH - 16, HEIGHT - 22, 0.98, turned=True),
        fill="none",
        stroke=SUIT_INK[kind.suit],
        stroke_width=12.7,
        stroke_linejoin="round",
    )


def _face(kind: Card) -> str:
    ink = SUIT_INK[kind.suit]
    paper = _paper("var(--card-paper, #fffdf6)")
    if kind.suit == "j":
        return paper + joker(ink) + _badge("X")
    rank = kind.text[0]
    pips = _twice(kind.suit, 43, 142, 46)
    figure = ""
    if rank in "JQK":
        figure = court(kind.text, ink, _twice(kind.suit, 94, 52, 24))
    elif rank == "A":
        pips += _pip(kind.suit, 125, 175, 112)
    else:
        pips += "".join(
            _pip(kind.suit, x, _TOP + (_BOTTOM - _TOP) * share, 42, turned=share > 0.5) for x, share in _COLUMNS[rank]
        )
    return paper + tag("path", d=pips, fill=ink) + _corners(kind) + figure + (_badge(rank) if rank == "2" else "")


def _badge(rank: str) -> str:
    """The mark of a wild card, unseen until a ``wild-…`` class around the card makes it opaque."""
    band = rect(66, 154, 118, 42, rx=21, fill="var(--brass-strong, #8a6414)")
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
            rect(16, 16, 218, 318, rx=12, fill=deep),
            tag(
                "g",
                tag("path", d="".join(lattice), stroke=line, stroke_width=2, fill="none", opacity=0.5),
                tag("circle", cx=125, cy=175, r=60, fill=deep, stroke=line, stroke_width=4),
                tag("circle", cx=125, cy=175, r=50, fill="none", stroke=line, stroke_width=1.5),
                # The sign of the house: a gable over an open door.
                tag("path", d="M92 176L125 143L158 176", fill="none", stroke=line, stroke_width=8),
                tag("path", d="M103 172V206H147V172M125 206V186", fill="none", stroke=line, stroke_width=8),
            ),
            rect(23, 23, 204, 304, rx=8, fill="none", stroke=line, stroke_width=2.5),
        )
    )
