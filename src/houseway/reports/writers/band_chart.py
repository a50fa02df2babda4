"""Bands as a chart: for each line the band, what was expected in it, and the actual result as a mark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from houseway.reports.document import Plot
from houseway.reports.numbers import shown
from houseway.reports.writers.plots import BANDS, BARS, INK, QUIET, WIDE, WORSE, made, plain_axes

MOST_LINES = 24
"""Lines of one chart: those farthest out; all of them are in the table."""

EDGE = 2.4
"""Where a mark that lies farther out is drawn, in half bands from what was expected."""


class Marked(NamedTuple):
    """One line, in cents."""

    name: str
    low: float
    expected: float
    high: float
    actual: float

    @property
    def place(self) -> float:
        """Where the actual result lies: 0 as expected, -1 and 1 at the ends of the band."""
        side = self.high - self.expected if self.actual >= self.expected else self.expected - self.low
        return (self.actual - self.expected) / side if side > 0 else 0.0

    @property
    def outside(self) -> bool:
        """Whether the result lies outside its band."""
        return not self.low <= self.actual <= self.high


def band_chart(lines: Sequence[Marked], name: str, title: str) -> Plot:
    """The bands one below the other, each on its own scale, in their order; of many the farthest out."""
    farthest = sorted(lines, key=lambda line: -abs(line.place))[:MOST_LINES]
    listed = tuple(line for line in lines if line in farthest)[::-1]

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        places = range(len(listed))
        axes.barh(places, [2.0] * len(listed), left=-1.0, color=BANDS[0], height=0.56)
        axes.vlines(0, -0.5, len(listed) - 0.5, color=QUIET, linewidth=0.9)
        for place, line in zip(places, listed, strict=True):
            at = max(-EDGE, min(EDGE, line.place))
            beyond = abs(line.place) > EDGE
            mark = (">" if at > 0 else "<") if beyond else ("D" if line.outside else "o")
            colour = WORSE if line.outside else BARS
            axes.plot([at], [place], mark, color=colour, markersize=6 if line.outside else 5.5, zorder=3)
            axes.annotate(
                shown(round(line.actual), "cents"),
                (EDGE + 0.15, place),
                va="center",
                fontsize=7.5,
                color=colour if line.outside else INK,
            )
        axes.set_yticks(list(places), [line.name for line in listed])
        axes.set_xticks([-1, 0, 1], ["lower end", "expected", "upper end"])
        axes.set_xlim(-EDGE - 0.15, EDGE + 1.1)
        axes.set_ylim(-0.6, len(listed) - 0.4)
        axes.set_xlabel("where the actual win lies in its band")
        plain_axes(axes, grid="x")

    out = [f"{line.name} {'below' if line.actual < line.low else 'above'} its band" for line in lines if line.outside]
    told = "; ".join(out) if out else "none lies outside its band"
    says = f"{len(lines)} {'result' if len(lines) == 1 else 'results'} beside their bands: {told}."
    return made(draw, name, title, says, WIDE, 0.85 + 0.27 * len(listed))
