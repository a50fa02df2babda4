"""Deuces Wild: a strategy drawn as charts.

A star marks a cell whose hands are not all answered alike; the ones that are answered otherwise are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import ACE, RANKS
from houseway.games.deuces_wild.maths.classes import classes
from houseway.games.deuces_wild.maths.shapes import COUNT_WORDS, IN_A_ROW, ONE_GAP, WIDER, WITHIN, Shapes, shapes
from houseway.games.deuces_wild.maths.strategies import FOLD, FORTUNE, PLAY, RAISE, plan_of
from houseway.maths.strategy import Chart, Starred, Strategy

Flags = npt.NDArray[np.bool_]

_STAR = {"*": "not all alike: see below"}
_HANDS = (
    "Suits stand for no suit in particular; a hand without suits stands for every one of its ranks that the cell has."
)
SELECT = "Five Card Fortune: the card to select of two ranks, where one of them is selected"
_SELECT = (
    "All wild cards are selected, whatever is held with them. A rank held twice is passed over where another is held "
    "once, but with the hands listed first."
)
_NEAR = {IN_A_ROW: "in a row", ONE_GAP: "one gap", WITHIN: "two gaps", WIDER: "wider"}


def charts(strategy: Strategy) -> list[Chart]:
    """The strategy as charts: what to play and to raise, and which of two cards Five Card Fortune takes."""
    drawn = []
    if PLAY in strategy.tables or RAISE in strategy.tables:
        plan = plan_of(strategy)
        for word, flags in ((PLAY, plan.play), (RAISE, plan.raise_)):
            drawn += [_chart(grid, flags) for grid in grids(word)]
    if FORTUNE in strategy.tables:
        drawn.append(_by_pair(strategy.tables[FORTUNE]))
    return drawn


class Grid(NamedTuple):
    """A chart of yes and no without its answers: ``hands`` are those of each cell, of ``size`` cards.

    ``word`` is yes; ``closer`` is a second look at hands that another grid has too.
    """

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    hands: list[list[Flags]]
    heads: tuple[str, str]
    size: int
    word: str
    closer: bool


@cache
def grids(word: str) -> tuple[Grid, Grid]:
    """The grids of the decision to play, on three cards, or to raise, on four."""
    size = 3 if word == PLAY else 4
    return _by_kind(size, word), _by_lowest(size, word)


def _by_kind(size: int, word: str) -> Grid:
    """Every hand of ``size`` cards by its wild cards, pairs and suits, and by how near it is to a straight."""
    seen = shapes(size)
    kinds: list[tuple[str, Flags]] = [(f"{COUNT_WORDS[wild]} wild", seen.wild == wild) for wild in range(size, 0, -1)]
    kinds.append(("a pair or more", (seen.wild == 0) & (seen.alike > 0)))
    for suited in range(size, 0, -1):
        text = f"{COUNT_WORDS[suited]} of one suit" if suited > 1 else "all suits different"
        kinds.append((text, seen.plain & (seen.suited == suited)))
    nears = [near for near in _NEAR if near != WITHIN or size == 3]
    cells = [[kind & ((seen.near == near) | ~seen.plain) for near in nears] for _, kind in kinds]
    return Grid(
        f"{word.title()} on {COUNT_WORDS[size]} cards",
        tuple(text for text, _ in kinds),
        tuple(_NEAR[near] for near in nears),
        cells,
        ("hand", "different ranks, the ace high or low"),
        size,
        word,
        False,
    )


def _by_lowest(size: int, word: str) -> Grid:
    """Hands without a wild card or a pair that one straight can hold, by their lowest card."""
    seen = shapes(size)
    lowest = [1, *range(3, ACE - size + 2)]
    columns = list(product((True, False), (IN_A_ROW, ONE_GAP, WITHIN) if size == 3 else (IN_A_ROW, ONE_GAP)))
    cells = [[_straight(seen, low, near, suited) for suited, near in columns] for low in lowest]
    return Grid(
        f"{word.title()} on {COUNT_WORDS[size]} different ranks that one straight can hold",
        tuple("A" if low == 1 else RANKS[low - 2] for low in lowest),
        tuple(f"{_NEAR[near]}{', suited' if suited else ''}" for suited, near in columns),
        cells,
        ("lowest card (A: with 3, 4, 5)", f"suited: {COUNT_WORDS[size]} of one suit"),
        size,
        word,
        True,
    )


def _straight(seen: Shapes, low: int, near: int, suited: bool) -> Flags:
    fits: Flags = seen.plain & (seen.lowest == low) & (seen.near == near) & ((seen.suited == seen.size) == suited)
    return fits


def _chart(grid: Grid, flags: Flags) -> Chart:
    """A chart of yes and no: ``flags`` says yes, by class of hand."""
    size, word = grid.size, grid.word
    known = classes(size)
    cells: list[tuple[str, ...]] = []
    starred = []
    for name, line in zip(grid.rows, grid.hands, strict=True):
        row = []
        for column, among in zip(grid.columns, line, strict=True):
            every, yes = int(known.sizes[among].sum()), int(known.sizes[among & flags].sum())
            most = 2 * yes > every
            cell = (word[0].upper() if most else "–") + "*" * (0 < yes < every) if every else ""
            row.append(cell)
            if cell.endswith("*"):
                texts = [known.texts[at] for at in np.flatnonzero(among & (flags != most))]
                inside = [known.texts[at] for at in np.flatnonzero(among)]
                starred.append(
                    Starred(name, column, word if most else FOLD, {FOLD if most else word: listed(texts, inside)})
                )
        cells.append(tuple(row))
    legend = marks(word) | _STAR
    used = {mark for row in cells for cell in row for mark in cell}
    shown = {mark: text for mark, text in legend.items() if mark in used}
    return Chart(grid.title, grid.rows, grid.columns, tuple(cells), *grid.heads, shown, tuple(starred), _HANDS)


def marks(word: str) -> dict[str, str]:
    """What the marks of a chart of yes and no mean."""
    return {word[0].upper(): word, "–": FOLD}


def listed(hands: Iterable[str], among: Iterable[str]) -> tuple[str, ...]:
    """``hands`` in writing: by their ranks alone where they are all that the cell has ``among`` its hands."""
    whole: dict[str, set[str]] = {}
    for text in among:
        whole.setdefault(_ranks(text), set()).add(text)
    found: dict[str, list[str]] = {}
    for text in hands:
        found.setdefault(_ranks(text), []).append(text)
    return tuple(text for ranks, texts in found.items() for text in ([ranks] if whole[ranks] == set(texts) else texts))


def _ranks(text: str) -> str:
    return " ".join(card[0] for card in text.split())


def _by_pair(table: dict[str, str]) -> Chart:
    """Which of two ranks is selected where one of them is: of ranks held once, or of two pairs.

    A hand with a wild card has nothing to decide. What is selected from a hand beats each of its other ranks.
    """
    ranks = RANKS[1:]
    votes: dict[tuple[str, str], dict[str, list[str]]] = {}
    among: dict[tuple[str, str], list[str]] = {}
    twice: dict[str, tuple[str, ...]] = {}
    for text, answer in table.items():
        held = Counter(card[0] for card in text.split())
        if "W" in held or len(held) == 1:
            continue
        taken, once = answer[0], [rank for rank in held if held[rank] == 1]
        if once and held[taken] > 1:
            twice[answer] = (*twice.get(answer, ()), text)
            continue
        for rank in once or held:
            if rank != taken:
                pair = (taken, rank) if ranks.index(taken) > ranks.index(rank) else (rank, taken)
                votes.setdefault(pair, {}).setdefault(taken, []).append(text)
                among.setdefault(pair, []).append(text)
    cells = []
    starred = [Starred("a rank held twice", "", "passed over", twice)] if twice else []
    for high in reversed(ranks):
        row = []
        for low in ranks:
            found = votes.get((high, low), {})
            best = max(found, key=lambda rank: len(found[rank]), default="")
            row.append(best + "*" * (len(found) > 1))
            if len(found) > 1:
                others = {rank: listed(hands, among[high, low]) for rank, hands in found.items() if rank != best}
                starred.append(Starred(high, low, best, others))
        cells.append(tuple(row))
    return Chart(
        SELECT,
        tuple(reversed(ranks)),
        tuple(ranks),
        tuple(cells),
        "one card",
        "the other",
        _STAR if any(cell.endswith("*") for row in cells for cell in row) else {},
        tuple(starred),
        f"{_SELECT} {_HANDS}",
    )
