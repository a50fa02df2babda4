"""Three Card Split: a strategy drawn as charts.

Colours decide copies only, so a cell stands for all hands of its ranks and suits; a star marks a cell in which they
change the answer, which is then the commoner one; the hands that are set otherwise are listed.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from houseway.cards import RANKS
from houseway.games.three_card_split.maths.classes import ASK, LOW, Ints, class_names, classes
from houseway.games.three_card_split.maths.counting import set_low, sub_hands
from houseway.games.three_card_split.maths.strategies import places_of
from houseway.maths.choices.chart_forms import ChartForm
from houseway.maths.question import Question
from houseway.maths.strategy import Chart, Starred, Strategy

_STAR = {"*": "colours change it: see below"}
_THREE = {
    "L": "the lowest card goes low",
    "M": "the middle card goes low",
    "H": "the highest card goes low",
}
_PAIR = {
    "P": "the pair goes high, the odd card low",
    "S": "the pair is split: the odd card and the better partner of the two go high",
    "W": "the pair is split: the odd card and the worse partner go high",
}
_ALIKE = {"O": "the card of the other colour goes low", "C": "one of the two of a colour goes low"}
_SUITS = (
    (frozenset[int](), "three cards, no two suited"),
    (frozenset({0, 1}), "three cards, the two lower ones suited"),
    (frozenset({0, 2}), "three cards, the lowest and the highest suited"),
    (frozenset({1, 2}), "three cards, the two higher ones suited"),
    (frozenset({0, 1, 2}), "three cards of one suit"),
)


def charts(strategy: Strategy) -> list[Chart]:
    """The strategy as charts: hands of three ranks by what is suited, pairs, three of a kind."""
    votes = _votes(places_of(strategy))
    return [_chart(grid, votes) for grid in _grids()]


def forms(strategy: Strategy | None = None, question: Question | None = None) -> list[ChartForm]:
    """The same charts as forms: every strategy has the same."""
    del strategy, question
    cells = _hands()
    return [
        ChartForm(
            ASK,
            grid.title,
            grid.rows,
            grid.columns,
            [[cells.get(key, ()) for key in line] for line in grid.keys],
            legend=grid.legend,
            answers=_answers,
            heads=grid.heads,
        )
        for grid in _grids()
    ]


Key: TypeAlias = tuple[object, ...]
"""A cell: what is suited, and the ranks."""

Votes: TypeAlias = dict[Key, dict[str, list[tuple[str, int]]]]
"""The hands of each cell by their answer, each with how many hands it stands for."""


class _Grid(NamedTuple):
    """A chart without its answers."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    keys: list[list[Key]]
    heads: tuple[str, str]
    legend: dict[str, str]


@cache
def _grids() -> tuple[_Grid, ...]:
    drawn = []
    above = [(top, mid) for top in range(12, 1, -1) for mid in range(top - 1, 0, -1)]
    for suited, title in _SUITS:
        keys: list[list[Key]] = [[(suited, low, mid, top) for low in range(11)] for top, mid in above]
        rows = tuple(f"{RANKS[top]}-{RANKS[mid]}" for top, mid in above)
        drawn.append(_Grid(title, rows, tuple(RANKS[:11]), keys, ("highest and middle", "lowest"), _THREE))
    for partner, title in (
        (False, "a pair and a card suited with neither"),
        (True, "a pair and a card suited with one"),
    ):
        keys = [[(partner, pair, odd) for odd in range(13)] for pair in range(12, -1, -1)]
        rows = tuple(f"{rank}-{rank}" for rank in reversed(RANKS))
        drawn.append(_Grid(title, rows, tuple(RANKS), keys, ("pair", "odd card"), _PAIR))
    keys = [[(rank,) for rank in range(13)]]
    drawn.append(_Grid("three of a kind", ("",), tuple(RANKS), keys, ("", "rank"), _ALIKE))
    return tuple(drawn)


def _chart(drawn: _Grid, votes: Votes) -> Chart:
    grid: list[tuple[str, ...]] = []
    starred = []
    legend = drawn.legend
    for name, line in zip(drawn.rows, drawn.keys, strict=True):
        cells = []
        for column, key in zip(drawn.columns, line, strict=True):
            found = votes.get(key, {})
            best = max(found, key=lambda answer: sum(count for _, count in found[answer]), default="")
            cells.append(best + "*" * (len(found) > 1))
            if len(found) > 1:
                others = {
                    legend[answer]: tuple(hand for hand, _ in hands)
                    for answer, hands in found.items()
                    if answer != best
                }
                starred.append(Starred(name, column, legend[best], others))
        grid.append(tuple(cells))
    used = {mark for row in grid for cell in row for mark in cell}
    explained = {mark: text for mark, text in (legend | _STAR).items() if mark in used}
    return Chart(
        drawn.title,
        drawn.rows,
        drawn.columns,
        tuple(grid),
        *drawn.heads,
        explained,
        tuple(starred),
        "A hand stands for all that differ from it by a renaming of suits that keeps the suits of a colour together.",
    )


def _votes(places: Ints) -> Votes:
    """The hands of each cell of the charts by their answer."""
    votes: Votes = {}
    every = zip(class_names(), _marks(), places.tolist(), classes().weights.tolist(), strict=True)
    for text, (key, marks), place, weight in every:
        votes.setdefault(key, {}).setdefault(marks[place], []).append((text, weight))
    return votes


@cache
def _marks() -> tuple[tuple[Key, str], ...]:
    """Of each class the cell that it stands in, and the mark that stands for putting each of its cards low."""
    asked = sub_hands()
    heads = classes().heads
    ranked = [asked.high_rank[set_low(heads, np.full(len(heads), place)).high].tolist() for place in range(3)]
    found = []
    for codes, *by_place in zip(heads.tolist(), *ranked, strict=True):
        ranks = [code // 4 for code in codes]
        suits = [code % 4 for code in codes]
        kinds = len(set(ranks))
        if kinds == 3:
            suited = frozenset(at for at in range(3) if suits.count(suits[at]) > 1)
            key: Key = (suited, *ranks)
            marks = "LMH"
        elif kinds == 2:
            odd = next(at for at in range(3) if ranks.count(ranks[at]) == 1)
            pair = [at for at in range(3) if at != odd]
            key = (suits[odd] in (suits[pair[0]], suits[pair[1]]), ranks[pair[0]], ranks[odd])
            best = max(by_place[at] for at in pair)
            marks = "".join("P" if at == odd else "S" if by_place[at] == best else "W" for at in range(3))
        else:
            red = [suit in (1, 2) for suit in suits]
            key = (ranks[0],)
            marks = "".join("O" if red.count(red[at]) == 1 else "C" for at in range(3))
        found.append((key, marks))
    return tuple(found)


@cache
def _hands() -> dict[Key, tuple[str, ...]]:
    """The classes of each cell, as written."""
    found: dict[Key, list[str]] = {}
    for text, (key, _) in zip(class_names(), _marks(), strict=True):
        found.setdefault(key, []).append(text)
    return {key: tuple(texts) for key, texts in found.items()}


@cache
def _marks_of() -> dict[str, str]:
    return {text: marks for text, (_, marks) in zip(class_names(), _marks(), strict=True)}


def _answers(mark: str, hand: str) -> tuple[str, ...]:
    """The cards that ``mark`` may put low."""
    return tuple(LOW[place] for place, own in enumerate(_marks_of()[hand]) if own == mark)
