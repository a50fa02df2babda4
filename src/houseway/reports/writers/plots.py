"""Drawings of the figures: distribution of the net result, return by rounds and by meter, edge by paytable.

Colours are few and fixed, so that a page may put its own in their place: see `INK` and the rest.
"""

from __future__ import annotations

import io
import math
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any

from houseway.maths.results import Figures
from houseway.reports.document import DEPARTS, Plot
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import MINUS, shown
from houseway.reports.volatility import LEVELS, returns

INK = "#1b2330"
QUIET = "#667085"
RULE = "#dfe3e8"
PAPER = "#ffffff"
BARS = "#2f6f9f"
WORSE = "#b8574b"
BANDS = ("#cfe0ec", "#a9c8de", "#7fadcd")
"""Of the wide, the middle and the narrow interval."""

WIDE = 7.2
_MOST_BARS = 18


def distribution(figures: Figures, name: str, title: str) -> Plot:
    """How likely each net result is, on a scale of powers of ten."""
    points = tuple((float(net), float(share)) for net, share in figures.distribution if share > 0)
    if len(points) <= _MOST_BARS:
        return _bars(points, name, title)
    return _stems(points, name, title)


def _bars(points: Sequence[tuple[float, float]], name: str, title: str) -> Plot:
    height = 0.9 + 0.26 * len(points)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        places = range(len(points))
        shares = [share for _, share in points]
        colours = [WORSE if net < 0 else QUIET if net == 0 else BARS for net, _ in points]
        low = 10 ** math.floor(math.log10(min(shares)) - 0.3)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(_power)
        axes.barh(places, [share - low for share in shares], left=low, color=colours, height=0.7)
        axes.set_yticks(list(places), [_net(net) for net, _ in points])
        axes.set_xlim(low, 10 ** (math.log10(max(shares)) + 0.22 * (math.log10(max(shares)) - math.log10(low))))
        for place, share in zip(places, shares, strict=True):
            axes.annotate(
                shown(share, "probability"),
                (share, place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=7.5,
                color=QUIET,
            )
        axes.set_xlabel("probability")
        axes.set_ylabel("net, in units")
        plain_axes(axes, grid="x")

    best, worst = points[-1], points[0]
    says = (
        f"The net result runs from {_net(worst[0])} (probability {shown(worst[1], 'probability')}) "
        f"to {_net(best[0])} ({shown(best[1], 'probability')})."
    )
    return made(draw, name, title, says, WIDE, height)


def _stems(points: Sequence[tuple[float, float]], name: str, title: str) -> Plot:
    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        nets = [net for net, _ in points]
        shares = [share for _, share in points]
        low = 10 ** math.floor(math.log10(min(shares)))
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(_power)
        if max(abs(net) for net in nets) > 60:
            axes.set_xscale("symlog", linthresh=2, linscale=0.6)
            axes.xaxis.set_major_formatter(lambda value, _: _net(value))
        axes.vlines(
            nets, low, shares, colors=[WORSE if net < 0 else QUIET if net == 0 else BARS for net in nets], linewidth=2.2
        )
        axes.set_ylim(low, 1)
        axes.set_xlabel("net, in units")
        axes.set_ylabel("probability")
        plain_axes(axes, grid="y")

    says = f"The net result takes {len(points)} values from {_net(points[0][0])} to {_net(points[-1][0])} units."
    return made(draw, name, title, says, WIDE, 3.0)


def confidence(figures: Figures, name: str, title: str) -> Plot:
    """Between what the return lies, by the number of rounds."""
    found = returns(figures)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        rounds = [10 ** (3 + step / 20) for step in range(81)]
        for level, colour in zip(reversed(LEVELS), BANDS, strict=True):
            ends = [found.interval(round(n), level) for n in rounds]
            axes.fill_between(
                rounds,
                [100 * low for low, _ in ends],
                [100 * high for _, high in ends],
                color=colour,
                linewidth=0,
                label=f"{level:.0%}",
            )
        axes.axhline(100 * found.mean, color=INK, linewidth=1)
        axes.axhline(100, color=WORSE, linewidth=0.9, linestyle=(0, (4, 3)))
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(_power)
        axes.set_xlim(1e3, 1e7)
        axes.set_xlabel("rounds")
        axes.set_ylabel("return, % of the unit")
        axes.legend(frameon=False, ncols=3, loc="upper right", labelcolor=INK)
        plain_axes(axes, grid="both")

    low, high = found.interval(10**6, 0.95)
    says = (
        f"The mean return is {shown(found.mean, 'percent')} of the unit (full line; broken line: 100 %). "
        f"After a million rounds it lies between {shown(low, 'percent')} and {shown(high, 'percent')} "
        "with probability 95 %."
    )
    return made(draw, name, title, says, WIDE, 2.9)


def edges(entries: Sequence[tuple[str, float]], name: str, title: str) -> Plot:
    """The house edge of each wager and paytable, in percent of the unit."""
    height = 0.8 + 0.25 * len(entries)
    listed = tuple(reversed(entries))

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        places = range(len(listed))
        values = [100 * edge for _, edge in listed]
        axes.barh(places, values, color=[BARS if edge >= 0 else WORSE for edge in values], height=0.7)
        axes.set_yticks(list(places), [label for label, _ in listed])
        axes.axvline(0, color=INK, linewidth=0.8)
        reach = max(max(map(abs, values), default=1), 1e-9)
        for place, value in zip(places, values, strict=True):
            # A bar to the left has its number on the free side of zero: to its left stand the names.
            axes.annotate(
                f"{value:.3f} %".replace("-", MINUS),
                (max(value, 0), place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                ha="left",
                fontsize=7.5,
                color=QUIET,
            )
        axes.set_xlim(min(0, min(values) - 0.02 * reach), max(0, *values) + 0.18 * reach)
        axes.set_xlabel("house edge, % of the unit")
        plain_axes(axes, grid="x")

    least = min(entries, key=lambda entry: entry[1])
    most = max(entries, key=lambda entry: entry[1])
    says = (
        f"The house edge runs from {shown(least[1], 'percent')} ({least[0]}) "
        f"to {shown(most[1], 'percent')} ({most[0]})."
    )
    return made(draw, name, title, says, WIDE, height)


def by_meter(figures: Figures, name: str, title: str, names: GameNames) -> Plot | None:
    """The return against the amount on the first meter; nothing where it never breaks even, or hangs on another."""
    line = figures.meters[0] if figures.meters else None
    if line is None or line.counted_empty or line.break_even is None or line.break_even <= 0:
        return None
    even = float(line.break_even)
    given = next(
        (
            float((row.net - row.empty) / row.per_dollar)
            for row in figures.outcomes
            if row.meter == line.meter and row.net is not None and row.empty is not None and row.per_dollar
        ),
        None,
    )
    end = max(1.6 * even, 1.2 * (given or 0))
    meter = names.meter(line.meter)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        axes.plot([0, end], [100 * float(line.return_at(round(100 * x))) for x in (0, end)], color=BARS, linewidth=1.8)
        axes.axhline(100, color=WORSE, linewidth=0.9, linestyle=(0, (4, 3)))
        marks = [(even, f"breaks even at {shown(even, 'dollars')}")]
        if given is not None:
            marks.append((given, f"at {shown(given, 'dollars')}"))
        for x, text in marks:
            y = 100 * float(line.return_at(round(100 * x)))
            axes.plot([x], [y], "o", color=INK, markersize=4)
            axes.annotate(
                f"{text}: {y:.2f} %", (x, y), xytext=(6, -11), textcoords="offset points", fontsize=7.5, color=INK
            )
        axes.set_xlim(0, end)
        axes.xaxis.set_major_formatter(lambda value, _: f"${value:,.0f}")
        axes.set_xlabel(f"on the meter {meter}")
        axes.set_ylabel("return, % of the unit")
        plain_axes(axes, grid="both")

    says = (
        f"Without the meter the wager returns {shown(line.fixed_return, 'percent')}; each thousand dollars on it add "
        f"{shown(1000 * float(line.coefficient), 'percent')}. It breaks even at {shown(even, 'dollars')}."
    )
    return made(draw, name, title, says, WIDE, 2.6)


# -- drawing


def _net(net: float) -> str:
    return shown(net, "units") if net == int(net) else f"{net:+,.3g}".replace("-", MINUS)


def plain_axes(axes: Any, grid: str) -> None:
    """Few lines and quiet colours for the axes of a plot, with a ``grid`` along x, y or both."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(RULE)
    axes.tick_params(colors=QUIET, labelcolor=INK, length=3, which="both")
    axes.minorticks_off()
    axes.grid(axis=grid, color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.xaxis.label.set_color(QUIET)
    axes.yaxis.label.set_color(QUIET)


def made(draw: Callable[[Any], None], name: str, title: str, says: str, width: float, height: float) -> Plot:
    """A plot that ``draw`` draws into a figure of matplotlib, in inches; ``says`` is what it shows, in words.

    Whatever ``draw`` draws from it closes over, as values that do not change: the same drawing of equal values is not
    made again while it is kept. Values that cannot be compared by their hashes are drawn each time.
    """

    def render(plot: Plot, form: str) -> bytes:
        values = tuple(cell.cell_contents for cell in draw.__closure__ or ())
        # Written out too: 1 and 1.0 are equal, and may not look alike.
        asked = (draw.__code__, values, repr(values), name, plot.says, width, plot.height, plot.caption, form)
        try:
            found = _kept.get(asked)
        except TypeError:
            return _drawn(draw, name, plot, form)
        if found is None:
            found = _drawn(draw, name, plot, form)
            with _keeping:
                _kept[asked] = found
                if len(_kept) > KEPT:
                    del _kept[next(iter(_kept))]
        return found

    return Plot(name, title, says, width, height, render)


KEPT = 128
"""Drawings that are kept, of some ten thousands of bytes each: the sheet of a game has thirty."""

_kept: dict[Any, bytes] = {}
_keeping = threading.Lock()


def _drawn(draw: Callable[[Any], None], name: str, plot: Plot, form: str) -> bytes:
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context({**_LOOK, "svg.hashsalt": name}):
        figure = Figure(figsize=(plot.width, plot.height), layout="constrained")
        draw(figure)
        if plot.caption:
            departs = plot.caption[0].startswith(DEPARTS)
            figure.supxlabel(
                "\n".join(plot.caption), x=0.01, ha="left", fontsize=6.5, color=WORSE if departs else QUIET
            )
        out = io.BytesIO()
        if form == "svg":
            figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
            return _tidy(out.getvalue().decode(), name, plot.says).encode()
        figure.savefig(out, format="png", dpi=DOTS, metadata={"Software": None})
        return out.getvalue()


DOTS = 180
"""Dots an inch."""

_LOOK = {
    "font.family": "DejaVu Sans",
    "font.size": 8.5,
    "svg.fonttype": "none",
    "axes.unicode_minus": True,
    # Dollars are dollars, and no mathematics.
    "text.parse_math": False,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
}


def _power(value: float, _: int = 0) -> str:
    """A power of ten as it is written; other places of the scale have no label."""
    exponent = round(math.log10(value)) if value > 0 else 0
    return f"10{str(exponent).translate(_RAISED)}"


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def _tidy(svg: str, name: str, says: str) -> str:
    """The drawing without its prologue, with ids of its own and with what it shows in words."""
    svg = svg[svg.index("<svg") :].rstrip()
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' id="(?:figure|axes|patch|text|line2d|matplotlib\.axis|xtick|ytick|legend|Fill)[^"]*"', "", svg)
    svg = re.sub(r'(id="|url\(#|xlink:href="#)', rf"\g<1>{name}-", svg)
    label = says.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
