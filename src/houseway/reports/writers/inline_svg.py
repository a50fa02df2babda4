"""A plot as part of a page: with the page's colours in the place of its own, and no style that a page would refuse.

A page under a strict content policy takes no ``style`` of its elements: attributes say what a drawing says there.
"""

from __future__ import annotations

import re

from houseway.reports.document import Plot
from houseway.reports.writers import plots

_VARIABLES = {
    plots.INK: "ink",
    plots.QUIET: "quiet",
    plots.RULE: "rule",
    plots.PAPER: "paper",
    plots.BARS: "bars",
    plots.WORSE: "worse",
    plots.BANDS[0]: "band-1",
    plots.BANDS[1]: "band-2",
    plots.BANDS[2]: "band-3",
}
"""The colours of plots, and what a page calls them."""


def inline_svg(plot: Plot, prefix: str = "") -> str:
    """The drawing as an ``svg`` element; the page's colours are called by ``prefix`` and their names."""
    svg = re.sub(r"<style[^>]*>.*?</style>", "", plot.svg, flags=re.DOTALL)
    svg = re.sub(r' style="([^"]*)"', lambda found: _attributes(found[1]), svg)
    for colour, name in _VARIABLES.items():
        svg = svg.replace(colour, f"var(--{prefix}{name})")
    return re.sub(r' (?:width|height)="[\d.]+pt"', "", svg, count=2)


def _attributes(style: str) -> str:
    """What an element's style says, as attributes; letters are those of the page, in the drawing's size."""
    found = []
    for part in style.split(";"):
        name, sign, value = (piece.strip() for piece in part.partition(":"))
        if not sign:
            continue
        if name == "font":
            size = re.search(r"([\d.]+)px", value)
            found.append(("font-size", size[1] if size else "8.5"))
        else:
            found.append((name, value))
    return "".join(f' {name}="{value}"' for name, value in found)
