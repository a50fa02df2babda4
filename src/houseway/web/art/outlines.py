"""Outlines moved, scaled and turned upon themselves, so that shapes of one colour are one path.

A page lays out and styles every element that it shows of a symbol, and a reference within a symbol costs more than what
it refers to: ten pips are quicker drawn as one path than as ten references to one.
"""

from __future__ import annotations

import re

from houseway.web.art.svg import number

_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


def placed(path: str, x: float = 0.0, y: float = 0.0, scale: float = 1.0, *, turned: bool = False) -> str:
    """``path``, in absolute commands, scaled about (0, 0), turned by half where asked, and moved by (x, y).

    All but its start is written relative to that: the same shape elsewhere is the same text, and compresses to nothing.
    """
    factor = -scale if turned else scale
    written: list[str] = []
    here = start = (0.0, 0.0)
    for command, values in _commands(path):
        if command == "M":
            to = (values[0], values[1])
            if written:
                written.append(_pairs("m", [to], here, factor))
            else:
                written.append(f"M{number(x + factor * to[0])} {number(y + factor * to[1])}")
            here = start = to
        elif command == "Z":
            written.append("z")
            here = start
        elif command == "H":
            written.append(f"h{number(factor * (values[0] - here[0]))}")
            here = (values[0], here[1])
        elif command == "V":
            written.append(f"v{number(factor * (values[0] - here[1]))}")
            here = (here[0], values[0])
        elif command == "A":
            rx, ry, tilt, large, sweep, *end = values
            arc = f"a{number(scale * rx)} {number(scale * ry)} {number(tilt)} {number(large)} {number(sweep)} "
            to = (end[0], end[1])
            written.append(arc + _pairs("", [to], here, factor))
            here = to
        else:
            points = list(zip(values[::2], values[1::2], strict=True))
            written.append(_pairs(command.lower(), points, here, factor))
            here = points[-1]
    return "".join(written)


def doubled(path: str, wide: float, high: float) -> str:
    """``path`` and the same upside down, as on a card of ``wide`` by ``high``."""
    return placed(path) + placed(path, wide, high, turned=True)


def circle(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    r, left, right = number(radius), number(x - radius), number(x + radius)
    return f"M{left} {number(y)}A{r} {r} 0 1 1 {right} {number(y)}A{r} {r} 0 1 1 {left} {number(y)}Z"


def _commands(path: str) -> list[tuple[str, list[float]]]:
    """The commands of a path, each with its values; a repeated command is written once, as SVG allows."""
    found: list[tuple[str, list[float]]] = []
    tokens = _TOKEN.findall(path)
    at = 0
    command = ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        takes = _TAKES[command]
        found.append((command, [float(each) for each in tokens[at : at + takes]]))
        at += takes
    return found


def _pairs(command: str, points: list[tuple[float, float]], here: tuple[float, float], factor: float) -> str:
    """Points relative to ``here``, after the command."""
    return command + " ".join(f"{number(factor * (x - here[0]))} {number(factor * (y - here[1]))}" for x, y in points)
