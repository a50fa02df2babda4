"""Deuces Wild: a strategy drawn as charts. A star marks a cell whose hands are not all answered alike."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import numpy.typing as npt

from houseway.cards.card import ACE, RANKS
from houseway.games.deuces_wild.classes import classes
from houseway.games.deuces_wild.shapes import COUNT_WORDS, IN_A_ROW, ONE_GAP, WIDER, WITHIN, Shapes, shapes
from houseway.games.deuces_wild.strategies import FOLD, FORTUNE, PLAY, RAISE, plan_of
from houseway.maths.strategy import Chart, Strategy

Flags = npt.NDArray[np.bool_]

_STAR = {"*": "not all alike; the commoner answer is shown"}
_NEAR = {IN_A_ROW: "in a row", ONE_GAP: "one gap", WITHIN: "two gaps", WIDER: "wider"}


def charts(strategy: Strategy) -> list[Chart]:
    """The strategy as charts: what to play and to raise, and which of two cards Five Card Fortune takes."""
    drawn = []
    if PLAY in strategy.tables or RAISE in strategy.tables:
        plan = plan_of(strategy)
        for size, word, flags in ((3, PLAY, plan.play), (4, RAISE, plan.raise_)):
            drawn += [_by_kind(size, word, flags), _by_lowest(size, word, flags)]
    if FORTUNE in strategy.tables:
        drawn.append(_by_pair(strategy.tables[FORTUNE]))
    return drawn


def _by_kind(size: int, word: str, flags: Flags) -> Chart:
    """Every hand of ``size`` cards by its wild cards, pairs and suits, and by how near it is to a straight."""
    seen = shapes(size)
    kinds: list[tuple[str, Flags]] = [(f"{COUNT_WORDS[wild]} wild", seen.wild == wild) for wild in range(size, 0, -1)]
    kinds.append(("a pair or more", (seen.wild == 0) & (seen.alike > 0)))
    for suited in range(size, 0, -1):
        text = f"{COUNT_WORDS[suited]} of one suit" if suited > 1 else "all suits different"
        kinds.append((text, seen.plain & (seen.suited == suited)))
    nears = [near for near in _NEAR if near != WITHIN or size == 3]
    cells = [
        [_cell(kind & ((seen.near == near) | ~seen.plain), flags, size, word) for near in nears] for _, kind in kinds
    ]
    return _chart(
        f"{word.title()} on {COUNT_WORDS[size]} cards",
        tuple(text for text, _ in kinds),
        tuple(_NEAR[near] for near in nears),
        cells,
        ("hand", "different ranks, the ace high or low"),
        word,
    )


def _by_lowest(size: int, word: str, flags: Flags) -> Chart:
    """Hands without a wild card or a pair that one straight can hold, by their lowest card."""
    seen = shapes(size)
    lowest = [1, *range(3, ACE - size + 2)]
    columns = list(product((True, False), (IN_A_ROW, ONE_GAP, WITHIN) if size == 3 else (IN_A_ROW, ONE_GAP)))
    cells = [
        [_cell(_straight(seen, low, near, suited), flags, size, word) for suited, near in columns] for low in lowest
    ]
    return _chart(
        f"{word.title()} on {COUNT_WORDS[size]} different ranks that one straight can hold",
        tuple("A" if low == 1 else RANKS[low - 2] for low in lowest),
        tuple(f"{_NEAR[near]}{', suited' if suited else ''}" for suited, near in columns),
        cells,
        ("lowest card (A: with 3, 4, 5)", f"suited: {COUNT_WORDS[size]} of one suit"),
        word,
    )


def _straight(seen: Shapes, low: int, near: int, suited: bool) -> Flags:
    fits: Flags = seen.plain & (seen.lowest == low) & (seen.near == near) & ((seen.suited == seen.size) == suited)
    return fits


def _cell(hands: Flags, flags: Flags, size: int, word: str) -> str:
    """The answer for ``hands``: the word's first letter, or a dash for folding; nothing if there are none."""
    every = int(classes(size).sizes[hands].sum())
    yes = int(classes(size).sizes[hands & flags].sum())
    if not every:
        return ""
    return (word[0].upper() if 2 * yes > every else "–") + ("*" if 0 < yes < every else "")


def _chart(
    title: str,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    cells: list[list[str]],
    heads: tuple[str, str],
    word: str,
) -> Chart:
    legend = {word[0].upper(): word, "–": FOLD} | _STAR
    used = {mark for row in cells for cell in row for mark in cell}
    shown = {mark: text for mark, text in legend.items() if mark in used}
    return Chart(title, rows, columns, tuple(tuple(row) for row in cells), *heads, shown)


def _by_pair(table: dict[str, str]) -> Chart:
    """Which of two ranks is selected where both are held, neither twice, and one of them is taken."""
    ranks = RANKS[1:]
    votes: dict[tuple[str, str], Counter[str]] = {}
    for text, answer in table.items():
        held = [card[0] for card in text.split()]
        taken = answer[0]
        if "W" in held or len(set(held)) < len(held):
            continue
        for rank in held:
            if rank != taken:
                pair = (taken, rank) if ranks.index(taken) > ranks.index(rank) else (rank, taken)
                votes.setdefault(pair, Counter())[taken] += 1
    cells = []
    for high in reversed(ranks):
        row = []
        for low in ranks:
            found = votes.get((high, low), Counter())
            row.append(found.most_common(1)[0][0] + ("*" if len(found) > 1 else "") if found else "")
        cells.append(tuple(row))
    starred = any(cell.endswith("*") for row in cells for cell in row)
    return Chart(
        "Five Card Fortune: the card to select of two, where one of them is selected",
        tuple(reversed(ranks)),
        tuple(ranks),
        tuple(cells),
        "one card",
        "the other",
        _STAR if starred else {},
    )
