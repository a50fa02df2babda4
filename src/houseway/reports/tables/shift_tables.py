"""A shift in figures as a table: for the terminal, and for the appendix of *actual against theoretical*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from houseway.maths.over_time.bands import SEEN
from houseway.reports.document import Head, Table
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import Value
from houseway.simulation.exact import OPTIMAL
from houseway.simulation.shifts.shift_figures import ShiftFigures

ALL_TOGETHER = "All together"


def mix_words(mix: Mapping[str, Fraction]) -> str:
    """A mix of play in words: ``best play 50 %, short 50 %``."""
    called = {name: "best play" if name == OPTIMAL else name.replace("-", " ") for name in mix}
    return ", ".join(f"{called[name]} {float(100 * share):g} %" for name, share in mix.items() if share)


def quantile_table(figures: Sequence[ShiftFigures], names: GameNames) -> Table:
    """The distribution of a shift: the amounts at or below which so many of all shifts end, and how often it loses."""
    shares = [share for share, _ in figures[0].quantiles] if figures else []
    heads = (*Head.row("Wager | House loses: percent"), *(Head(f"{100 * share:g} %", "cents") for share in shares))
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (
            names.wager(item.wagers[0]) if len(item.wagers) == 1 else ALL_TOGETHER,
            item.loses,
            *(cents for _, cents in item.quantiles),
        )
        for item in figures
    )
    note = "What the house wins at most in so many of all shifts: the whole distribution, by convolution."
    return Table(heads, rows, title="Distribution", note=note)


def shift_table(figures: Sequence[ShiftFigures], names: GameNames, title: str = "") -> Table:
    """A row for each wager, and for all together."""
    heads = Head.row(
        "Wager | Placed in a round: cents | Wagered: cents | Expected win: cents | Band from: cents | "
        "Band to: cents | Smallest overpayment seen: cents | Of the wagered: percent"
    )
    rows = tuple(
        (
            names.wager(item.wagers[0]) if len(item.wagers) == 1 else ALL_TOGETHER,
            item.stake,
            item.wagered,
            round(item.expected),
            item.band.low,
            item.band.high,
            item.overpayment,
            item.overpayment / item.wagered,
        )
        for item in figures
    )
    level = f"{100 * figures[0].band.level:g} %" if figures else ""
    note = (
        f"What the house wins, before prizes from meters. The band holds the win with a probability of {level} at "
        "least. Smallest overpayment seen: the least amount which, paid too much over the whole shift, puts "
        f"{100 * SEEN:g} of 100 shifts below their band."
    )
    return Table(heads, rows, title=title, note=note)
