"""Charts of a report of the floor: bars by name, columns by hour or day, lines over days."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.reports.document import Plot
from houseway.reports.numbers import MINUS, Kind, shown
from houseway.reports.writers.plots import BANDS, BARS, INK, QUIET, WIDE, WORSE, made, plain_axes

MOST_BARS = 24
"""Bars of one chart: what lies beyond the largest is in the table."""

_SMALL = 7.5

_LINES = (BARS, WORSE, QUIET, INK, BANDS[2])
"""The colours of lines, in their order; each has a mark of its own too."""

_MARKS = ("o", "s", "^", "D", "v")


def bars(entries: Sequence[tuple[str, float]], kind: Kind, name: str, title: str, axis: str) -> Plot:
    """Amounts by name, the largest first; those below zero in the other colour and to the left."""
    most = sorted(entries, key=lambda entry: -abs(entry[1]))[:MOST_BARS]
    listed = tuple(sorted(most, key=lambda entry: entry[1]))

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        places, values = range(len(listed)), [value for _, value in listed]
        axes.barh(places, values, color=[BARS if value >= 0 else WORSE for value in values], height=0.62)
        axes.set_yticks(list(places), [label for label, _ in listed])
        axes.axvline(0, color=INK, linewidth=0.8)
        for place, value in zip(places, values, strict=True):
            axes.annotate(
                shown(value, kind),
                (max(value, 0), place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=_SMALL,
                color=QUIET,
            )
        reach = max(map(abs, values)) or 1
        axes.set_xlim(min(0, min(values) - 0.02 * reach), max(0, *values) + 0.2 * reach)
        axes.set_ylim(-0.6, len(listed) - 0.4)
        _axis(axes.xaxis, kind)
        axes.set_xlabel(axis)
        plain_axes(axes, grid="x")

    last, first = listed[0], listed[-1]
    says = f"{axis.capitalize()}: the most is {first[0]} with {shown(first[1], kind)}"
    says += f", the least {last[0]} with {shown(last[1], kind)}." if len(listed) > 1 else "."
    return made(draw, name, title, says, WIDE, 0.75 + 0.28 * len(listed))


def columns(entries: Sequence[tuple[str, float]], kind: Kind, name: str, title: str, axis: str) -> Plot:
    """Amounts by hour or by day, in their order; as many names below as there is room for."""
    drawn = tuple(entries)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        values = [value for _, value in drawn]
        axes.bar(range(len(values)), values, color=[BARS if value >= 0 else WORSE for value in values], width=0.72)
        axes.axhline(0, color=INK, linewidth=0.8)
        _few_names(axes, [label for label, _ in drawn])
        _axis(axes.yaxis, kind)
        axes.set_ylabel(axis)
        plain_axes(axes, grid="y")

    return made(draw, name, title, _range_of(entries, kind, axis), WIDE, 2.5)


def lines(
    series: Sequence[tuple[str, Sequence[float | None]]],
    labels: Sequence[str],
    kind: Kind,
    name: str,
    title: str,
    axis: str,
) -> Plot:
    """Amounts over days, a line for each name; a day of which nothing is known is a gap."""
    drawn, below = tuple((label, tuple(values)) for label, values in series), tuple(labels)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for number, (label, values) in enumerate(drawn):
            known = [(place, value) for place, value in enumerate(values) if value is not None]
            axes.plot(
                [place for place, _ in known],
                [value for _, value in known],
                color=_LINES[number % len(_LINES)],
                marker=_MARKS[number % len(_MARKS)],
                markersize=3.5,
                linewidth=1.6,
                label=label,
            )
        _few_names(axes, below)
        axes.margins(y=0.12)
        _axis(axes.yaxis, kind)
        axes.set_ylabel(axis)
        if len(drawn) > 1:
            figure.legend(
                frameon=False, ncols=min(3, len(drawn)), loc="outside upper left", labelcolor=INK, fontsize=_SMALL
            )
        plain_axes(axes, grid="y")

    told = [
        f"{label} from {shown(known[0], kind)} to {shown(known[-1], kind)}"
        for label, values in series
        if (known := [value for value in values if value is not None])
    ]
    return made(draw, name, title, f"{axis.capitalize()}: {'; '.join(told)}.", WIDE, 2.7 + 0.2 * (len(series) > 1))


def _few_names(axes: Any, labels: Sequence[str]) -> None:
    """Names below a chart, every so many where all would run into each other."""
    step = max(1, -(-len(labels) // 12))
    places = range(0, len(labels), step)
    axes.set_xticks(list(places), [labels[place] for place in places])
    axes.set_xlim(-0.6, len(labels) - 0.4)


def _axis(axis: Any, kind: Kind) -> None:
    """Round numbers along an axis: whole dollars, whole counts, percents."""
    match kind:
        case "dollars":
            axis.set_major_formatter(lambda value, _: f"{MINUS if value < 0 else ''}${abs(value):,.0f}")
        case "share":
            axis.set_major_formatter(lambda value, _: f"{100 * value:,.0f} %")
        case _:
            axis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value == int(value) else "")


def _range_of(entries: Sequence[tuple[str, float]], kind: Kind, axis: str) -> str:
    most = max(entries, key=lambda entry: entry[1])
    least = min(entries, key=lambda entry: entry[1])
    return (
        f"{axis.capitalize()}: the most is {shown(most[1], kind)} ({most[0]}), "
        f"the least {shown(least[1], kind)} ({least[0]})."
    )
