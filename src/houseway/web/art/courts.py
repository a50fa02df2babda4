"""The court cards and the joker: figures of plain shapes in three colours, turned upon themselves."""

from __future__ import annotations

from houseway.web.art.outlines import circle, doubled
from houseway.web.art.svg import number, rect, tag

_PAPER = "var(--card-paper, #fffdf6)"
_SKIN = "var(--court-skin, #f3dcc0)"
_BRASS = "var(--court-brass, #d3a640)"
_DARK = "var(--court-dark, #22303d)"

_X, _Y, _W, _H = 76, 34, 98, 282
_MIDDLE, _HALF = 125, 175

_LONG_HAIR = "M97 92C97 70 110 62 125 62C140 62 153 70 153 92V138C145 144 139 140 137 132H113C111 140 105 144 97 138Z"
_FRINGE = "M103 94C104 80 114 78 125 82C136 78 146 80 147 94C141 86 134 84 125 88C116 84 109 86 103 94Z"
_TIARA = "M101 76C101 60 110 54 114 48L125 60L136 48C140 54 149 60 149 76C134 68 116 68 101 76Z"
_BEARD = "M104 104C110 110 118 108 125 108C132 108 140 110 146 104V118C146 134 134 146 125 150C116 146 104 134 104 118Z"
_CAP = (
    "M125 214C92 214 84 204 84 204C84 172 66 156 62 132C86 128 106 142 112 164C110 136 112 118 125 100"
    "C138 118 140 136 138 164C144 142 164 128 188 132C184 156 166 172 166 204C166 204 158 214 125 214Z"
)
_CAP_MIDDLE = (
    "M112 164C110 136 112 118 125 100C138 118 140 136 138 164C134 184 132 198 131 214H119C118 198 116 184 112 164Z"
)
_JOKER = (
    "M8 0V18A6.5 6.5 0 0 1 -5 18M24 0C14 0 14 24 24 24C34 24 34 0 24 0ZM42 0V24M56 0L43 13M47 10L57 24"
    "M78 0H66V24H78M66 12H76M88 24V0H95C104 0 104 13 95 13H88M95 13L104 24"
)


def court(text: str, ink: str, signs: str) -> str:
    """The figure of the court card ``text`` in the colour ``ink``; ``signs`` is the outline of its two pips."""
    rank = text[0]
    return "".join(
        (
            rect(_X, _Y, _W, _H, rx=6, fill="var(--court-ground, #f8f0dc)"),
            _robe(rank, ink),
            {"J": _jack, "Q": _queen, "K": _king}[rank](ink),
            tag("path", d=signs, fill=ink),
            tag("path", d=f"M{_X} {_HALF}H{_X + _W}", stroke=_BRASS, stroke_width=4),
            rect(_X, _Y, _W, _H, rx=6, fill="none", stroke=ink, stroke_width=3),
        )
    )


def _filled(path: str, fill: str) -> str:
    """A shape of the figure, in both its halves."""
    return tag("path", d=doubled(path, 2 * _MIDDLE, 2 * _HALF), fill=fill)


def _drawn(path: str, stroke: str, width: float) -> str:
    """A line of the figure, in both its halves."""
    return tag("path", d=doubled(path, 2 * _MIDDLE, 2 * _HALF), fill="none", stroke=stroke, stroke_width=width)


def _robe(rank: str, ink: str) -> str:
    """Shoulders to the waist: chevrons, wider apart the higher the rank."""
    step = {"J": 9.0, "Q": 11.0, "K": 13.0}[rank]
    shoulders = _filled("M76 175V152C84 136 104 128 125 128C146 128 166 136 174 152V175Z", ink)
    lines = "".join(
        f"M{number(125 - 15 - step * at)} 128L125 {number(142 + step * at * 0.95)}L{number(125 + 15 + step * at)} 128"
        for at in range(3)
    )
    chevrons = _drawn(lines, _BRASS, 4)
    return shoulders + chevrons


def _face(fill: str, hair: str) -> str:
    """Head with eyes and mouth, over ``hair``."""
    features = "M114 97H121M129 97H136M125 97V107H122M119 114H131"
    return hair + "".join(
        (
            _filled("M118 116H132V132L125 140L118 132Z", _SKIN),
            _filled("M104 84H146V100C146 116 136 125 125 125C114 125 104 116 104 100Z", _SKIN),
            _drawn(features, fill, 2.6),
        )
    )


def _king(ink: str) -> str:
    hair = _filled("M99 82H151V118C151 122 147 124 143 124H107C103 124 99 122 99 118Z", _DARK)
    beard = _filled(_BEARD, _DARK)
    mouth = _drawn("M118 115H132", _SKIN, 3)
    crown = _filled("M98 84L93 52L109 66L125 44L141 66L157 52L152 84Z", _BRASS)
    jewels = _filled("M125 60L130 67L125 74L120 67Z", ink) + _drawn("M99 80H151", ink, 4)
    return _face(_DARK, hair) + beard + mouth + crown + jewels


def _queen(ink: str) -> str:
    hair = _filled(_LONG_HAIR, _DARK)
    fringe = _filled(_FRINGE, _DARK)
    crown = _filled(_TIARA, _BRASS)
    pearls = _filled("".join(circle(x, y, 4) for x, y in ((114, 46), (125, 56), (136, 46))), ink)
    lips = _drawn("M120 114H130", ink, 4)
    chain = _drawn("M112 130Q125 148 138 130", _PAPER, 4)
    return _face(_DARK, hair) + fringe + crown + pearls + lips + chain


def _jack(ink: str) -> str:
    hair = _filled("M98 78H152V114C152 120 146 122 143 116L140 88H110L107 116C104 122 98 120 98 114Z", _DARK)
    cap = _filled("M96 82C96 62 110 56 128 56C146 56 156 66 155 82C140 76 112 76 96 82Z", ink)
    band = _drawn("M96 84C112 77 140 77 155 84", _BRASS, 5)
    feather = _filled("M140 64C146 50 158 44 170 44C168 58 158 68 146 70Z", _BRASS)
    quill = _drawn("M143 67L164 49", _DARK, 2)
    return _face(_DARK, hair) + cap + band + feather + quill


def joker(ink: str) -> str:
    """The whole face of the joker but its paper: a jester's cap, and stars in the corners."""
    star = "M43 24L50 46L73 46L55 60L62 82L43 68L24 82L31 60L13 46L36 46Z"
    corner = tag("path", d=star, fill=ink) + tag(
        "path",
        d=_JOKER,
        fill="none",
        stroke=ink,
        stroke_width=6,
        stroke_linejoin="round",
        transform="translate(34 98) rotate(90) scale(1.05 1)",
    )
    cap = "".join(
        (
            tag("path", d=_CAP, fill=ink),
            tag("path", d=_CAP_MIDDLE, fill=_BRASS),
            tag("path", d="M84 204C104 216 146 216 166 204V220C146 231 104 231 84 220Z", fill=_DARK),
            tag("circle", cx=62, cy=132, r=10, fill=_BRASS),
            tag("circle", cx=188, cy=132, r=10, fill=_BRASS),
            tag("circle", cx=125, cy=98, r=10, fill=_DARK),
            tag("path", d="M96 246L125 232L154 246L125 260Z", fill=_BRASS),
        )
    )
    return corner + tag("g", corner, transform="rotate(180 125 175)") + cap
