"""Paytables that reach a house edge: whole numbers for some rows, and the others as they are.

What one more unit on a row adds is taken from the exact analysis; where no decision hangs on the pays the edge is a
straight line in every pay, and what it foretells is exact. Where the best play moves with the pays each row has a
curve through some of its pays, exact at these while the other rows pay what is printed, and what it foretells may lie
a little beside. Every table that is told was analysed by itself; those that the curves missed are not looked for, and
`Found.line` says that there may be more.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.maths.front import analyze
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.table.folder import GameFolder

MOST_ROWS = 8
"""Rows that may be set at once."""

MOST_TABLES = 50_000_000
"""Tables in the ranges of the rows, at most."""

ANALYSED = 300
"""Tables that are analysed at most, those least changed first."""

KEPT = 200_000
"""Tables that are kept at most, the least changed of those that the line foretells."""

SLACK = 0.004
"""By how much the edge may lie beside what the curves of the rows foretell where the best play moves with the pays."""


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """What a table must reach. ``rows`` has, by row, the least and the most that it may pay, whole numbers to 1.

    ``ordered``: no row pays less than one printed below it, unless the printed table is so.
    """

    edge: Fraction
    within: Fraction
    rows: Mapping[str, tuple[int, int] | None]
    """Without bounds from 1 to twice what is printed, ten more at least."""
    hit_frequency: Fraction = Fraction(0)
    ordered: bool = True


class Reaching(msgspec.Struct, frozen=True):
    """A table that reaches the target: what its rows pay to 1, and its figures."""

    pays: dict[str, int]
    figures: Figures


class Found(msgspec.Struct, frozen=True):
    """The tables found, the least changed first; ``printed`` is the one they are made from.

    ``foretold`` is how many are foretold, ``analysed`` how many of these were looked at. ``line``: the edge is a
    straight line in the pays, so that nothing else reaches the target within the bounds.
    """

    printed: Figures
    tables: list[Reaching]
    foretold: int
    analysed: int
    line: bool


def tables_reaching(
    game: GameFolder,
    question: Question,
    target: Target,
    *,
    most: int = 10,
    told: Callable[[int, int], None] | None = None,
) -> Found:
    """Tables of the one wager that ``question`` is about; ``told`` hears of every analysis, and of how many at most."""
    printed = _figures(game, question)
    start = {row: _units(printed, row) for row in target.rows}
    if not start or len(start) > MOST_ROWS:
        raise BadQuestion(f"{len(start)} rows are to be set", remedy=f"name one to {MOST_ROWS} rows of the paytable")
    ranges = _ranges(printed, start, target)
    tables = math.prod(len(each) for each in ranges.values())
    if tables > MOST_TABLES:
        raise BadQuestion(
            f"{tables:,} tables lie within these bounds", remedy=f"bound the rows to {MOST_TABLES:,} tables at most"
        )
    base = dict(question.pays)
    line = not printed.decisions
    slack = 1e-9 if line else SLACK
    least = -float(target.edge + target.within) - slack
    highest = -float(target.edge - target.within) + slack
    here = float(_ev(game, question, base, start))
    adds = {
        row: _adds(pays, start[row], lambda changed: float(_ev(game, question, base, changed)) - here, row, line=line)
        for row, pays in ranges.items()
    }
    foretold, number = _foretold(ranges, start, adds, least - here, highest - here, _order(printed, start, target))
    found: list[Reaching] = []
    analysed = 0
    for pays in foretold:
        if len(found) == most or analysed == ANALYSED:
            break
        analysed += 1
        if told is not None:
            told(analysed, min(ANALYSED, len(foretold)))
        figures = _figures(game, _with(question, base, pays))
        near = abs(Fraction(figures.house_edge) - target.edge) <= target.within
        if near and figures.hit_frequency >= target.hit_frequency:
            found.append(Reaching(dict(pays), figures))
    return Found(printed, found, number, analysed, line)


def _with(question: Question, base: Mapping[str, str], pays: Mapping[str, int]) -> Question:
    return msgspec.structs.replace(question, pays={**base, **{row: f"{pay}:1" for row, pay in pays.items()}})


def _figures(game: GameFolder, question: Question) -> Figures:
    """The figures of the best play; the question must be about one wager and one of its paytables."""
    found = analyze(game, question).figures
    if not found or question.wager is None or any(each.paytable != found[0].paytable for each in found):
        tables = list(dict.fromkeys(each.paytable for each in found))
        raise BadQuestion(
            "a target is for one wager and one paytable",
            remedy=f"choose a paytable: {', '.join(tables)}" if question.wager else "name the wager",
        )
    found[0].ev  # noqa: B018 - says which amount is missing
    return found[0]


def _ev(game: GameFolder, question: Question, base: Mapping[str, str], pays: Mapping[str, int]) -> Fraction:
    return Fraction(_figures(game, _with(question, base, pays)).ev)


def _units(figures: Figures, row: str) -> int:
    """What a row pays to 1, or for 1, rounded down to a whole number."""
    outcome = next((each for each in figures.outcomes if each.event == row), None)
    if outcome is None:
        raise BadQuestion(
            f"{figures.wager} {figures.paytable} has no row {row!r}",
            remedy=f"choose from {', '.join(_paid_rows(figures))}",
        )
    found = _printed_units(outcome.pays)
    if found is None or outcome.meter is not None:
        raise BadQuestion(
            f"{row} pays {outcome.pays}, which is no number to 1", remedy="name a row that is paid by the stake"
        )
    return math.floor(found)


def _printed_units(text: str) -> Fraction | None:
    """``20 to 1`` is 20, ``3:2 to 1`` is 3/2; nothing for what is not paid by the stake."""
    first, _, second = text.replace(" for ", " to ").partition(" to ")
    try:
        return Fraction(first.replace(",", "").replace(":", "/")) / int(second)
    except (ValueError, ZeroDivisionError):
        return None


def _paid_rows(figures: Figures) -> list[str]:
    return [each.event for each in figures.outcomes if _printed_units(each.pays) is not None and each.meter is None]


def _ranges(printed: Figures, start: Mapping[str, int], target: Target) -> dict[str, range]:
    """What each row may pay: within its bounds, and between the rows that stay as they are."""
    found = {}
    order = [(each.event, _printed_units(each.pays)) for each in printed.outcomes]
    for row, at in start.items():
        low, high = target.rows[row] or (1, max(2 * at, at + 10))
        if not 0 < low <= high:
            raise BadQuestion(f"{row} cannot pay {low} to {high}", remedy="give bounds from 1 up, as in 1-20")
        if target.ordered:
            place = [event for event, _ in order].index(row)
            above = [pay for event, pay in order[:place] if pay is not None and event not in start and pay >= at]
            below = [pay for event, pay in order[place + 1 :] if pay is not None and event not in start and pay <= at]
            high = min([high, *map(math.floor, above)])
            low = max([low, *map(math.ceil, below)])
        if low > high:
            raise BadQuestion(
                f"no whole number for {row} lies between its neighbours", remedy="name them too, or allow any order"
            )
        found[row] = range(low, high + 1)
    return found


def _order(printed: Figures, start: Mapping[str, int], target: Target) -> list[tuple[int, int]]:
    """Pairs of rows, by their places, of which the first must not pay less."""
    if not target.ordered:
        return []
    rows = list(start)
    events = [each.event for each in printed.outcomes]
    pairs = [(one, other) for one in rows for other in rows if events.index(one) < events.index(other)]
    return [(rows.index(one), rows.index(other)) for one, other in pairs if start[one] >= start[other]]


def _adds(
    pays: range, start: int, change: Callable[[dict[str, int]], float], row: str, *, line: bool
) -> npt.NDArray[np.float64]:
    """What each of ``pays`` on a row adds to the expected value, the others being as they are at the start.

    On a ``line`` one unit more tells all of them. Else some pays are analysed, closer to one another near the start.
    """
    if line:
        return change({row: start + 1}) * (np.array(pays, float) - start)
    steps = [1 << power for power in range(max(abs(pays[0] - start), abs(pays[-1] - start)).bit_length())]
    near = {start + way * step for step in steps for way in (-1, 1)}
    at = sorted({pay for pay in near if pay in pays} | {pays[0], pays[-1], start})
    return np.interp(pays, at, [0.0 if pay == start else change({row: pay}) for pay in at])


def _foretold(
    ranges: Mapping[str, range],
    start: Mapping[str, int],
    adds: Mapping[str, npt.NDArray[np.float64]],
    least: float,
    highest: float,
    order: Sequence[tuple[int, int]],
) -> tuple[list[dict[str, int]], int]:
    """The pays with which ``adds`` come to ``least`` to ``highest``, the least changed first, and their number.

    Where there are more than ``KEPT``, those are the least changed of all of them.
    """
    rows = list(ranges)
    half = len(rows) // 2
    left, left_sums = _sums(rows[:half], ranges, adds)
    right, right_sums = _sums(rows[half:], ranges, adds)
    at_left, at_right = [start[row] for row in rows[:half]], [start[row] for row in rows[half:]]
    columns = np.array(right, dtype=np.int64).reshape(len(right), len(rows) - half)
    right_changed = np.array([_changed(pays, at_right) for pays in right])
    by_sum = np.argsort(right_sums, kind="stable")
    ranked = right_sums[by_sum]
    kept = np.zeros((0, 2), dtype=np.int64)
    changed = np.zeros(0)
    waiting: list[tuple[int, npt.NDArray[np.int64]]] = []
    number = unsorted = 0
    for place, (pays, already) in enumerate(zip(left, left_sums, strict=True)):
        first, last = np.searchsorted(ranked, [least - already, highest - already])
        at = by_sum[first : last + 1]
        totals = already + right_sums[at]
        good = (least <= totals) & (totals <= highest)
        for one, other in order:
            more = pays[one] if one < half else columns[at, one - half]
            less = pays[other] if other < half else columns[at, other - half]
            good &= more >= less
        at = at[good]
        number += len(at)
        unsorted += len(at)
        waiting.append((place, at))
        if unsorted > KEPT or place == len(left) - 1:
            # Left halves and right halves of the tables, in the order in which they were found.
            found = np.concatenate([np.column_stack((np.full(len(at), one), at)) for one, at in waiting])
            apart = np.concatenate([_changed(left[one], at_left) + right_changed[at] for one, at in waiting])
            kept, changed = np.concatenate([kept, found]), np.concatenate([changed, apart])
            if len(kept) > KEPT:
                nearest = np.sort(np.argsort(changed, kind="stable")[:KEPT])
                kept, changed = kept[nearest], changed[nearest]
            waiting, unsorted = [], 0
    tables = [(*left[one], *right[other]) for one, other in kept.tolist()]
    tables.sort(key=lambda each: _changed(each, [start[row] for row in rows]))
    return [dict(zip(rows, each, strict=True)) for each in tables], number


def _sums(
    rows: Sequence[str], ranges: Mapping[str, range], adds: Mapping[str, npt.NDArray[np.float64]]
) -> tuple[list[tuple[int, ...]], npt.NDArray[np.float64]]:
    """All pays of some rows, and by how much each changes the expected value."""
    sums = np.zeros(1)
    for row in rows:
        sums = (sums[:, None] + adds[row]).ravel()
    return list(itertools.product(*(ranges[row] for row in rows))), sums


def _changed(pays: Sequence[int], start: Sequence[int]) -> float:
    """How far a table lies from the printed one: pays twice as high as far as those half as high."""
    return sum(abs(math.log(pay / max(1, at))) for pay, at in zip(pays, start, strict=True))


def parse_rows(given: Sequence[str]) -> Iterator[tuple[str, tuple[int, int] | None]]:
    """``pair`` and ``straight=3-10``: rows with their bounds."""
    for word in given:
        row, equals, bounds = word.partition("=")
        low, dash, high = bounds.partition("-")
        try:
            yield row, (int(low), int(high if dash else low)) if equals else None
        except ValueError:
            raise BadQuestion(f"{word!r} is no row with its bounds", remedy="write it as straight=3-10") from None
