"""Writing SVG: elements as text, numbers short, everything that came from outside escaped."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from html import escape

NAMESPACE = "http://www.w3.org/2000/svg"


# A felt has some thousand attributes, and most of what they say stands at every seat.
_escaped = lru_cache(maxsize=4096)(escape)


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """A coordinate with at most two places, and no more of them than it needs."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An element; ``class_`` is written ``class`` and ``data_seat`` is written ``data-seat``, ``None`` is left out."""
    written = "".join(
        f' {_attribute(key)}="{_escaped(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def rect(x: float, y: float, width: float, height: float, **style: str | float | None) -> str:
    """A rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, **style)


@lru_cache(maxsize=256)
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def sheet(symbols: Iterable[str]) -> str:
    """Symbols that a page's drawings use: one element to stand, unseen, once in a page."""
    defs = tag("defs", *symbols)
    return tag(
        "svg", defs, xmlns=NAMESPACE, class_="sprite", width=0.0, height=0.0, aria_hidden="true", focusable="false"
    )


def at(x: float, y: float, angle: float = 0.0) -> str:
    """The transform that puts a drawing at (x, y), turned by ``angle`` degrees."""
    moved = f"translate({number(x)} {number(y)})"
    return f"{moved} rotate({number(angle)})" if angle else moved


def polar(centre: tuple[float, float], radius: float, angle: float) -> tuple[float, float]:
    """The point at ``angle`` degrees from straight down, to the right where it is positive."""
    turned = math.radians(angle)
    return centre[0] + radius * math.sin(turned), centre[1] + radius * math.cos(turned)
