"""Deuces Wild: the charts as forms, to play and to raise by the kind of hand, and to select by two ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from houseway.cards.card import RANKS
from houseway.games.deuces_wild.maths.charts import SELECT, Grid, grids, marks
from houseway.games.deuces_wild.maths.classes import classes
from houseway.games.deuces_wild.maths.strategies import FORTUNE, PLAY, RAISE, situations
from houseway.games.deuces_wild.maths.terms import ANTE, POOL, POOLS
from houseway.games.deuces_wild.maths.terms import FORTUNE as FORTUNE_WAGER
from houseway.maths.choices.chart_forms import Cells, ChartForm, plain_answers
from houseway.maths.question import Question
from houseway.maths.strategy import Strategy

LOW_TO_HIGH = RANKS[1:]
"""The natural ranks."""


def forms(strategy: Strategy | None = None, question: Question | None = None) -> list[ChartForm]:
    """The charts as forms: to play and to raise, and to select."""
    tables = None if strategy is None else strategy.tables
    found: list[ChartForm] = []
    if tables is None or PLAY in tables or RAISE in tables:
        found += [_form(grid) for word in (PLAY, RAISE) for grid in grids(word)]
    if tables is None or FORTUNE in tables:
        most = 4 if question is None else POOLS.get(str(question.options.get(POOL, "four")), 4)
        pools = range(3, most + 1) if tables is None else sorted({len(text.split()) for text in tables[FORTUNE]})
        found.append(FortuneForm(pools, None if tables is None else tables[FORTUNE]))
    return found


def _form(grid: Grid) -> ChartForm:
    texts = np.array(classes(grid.size).texts, dtype=object)
    legend = marks(grid.word)
    return ChartForm(
        grid.word,
        grid.title,
        grid.rows,
        grid.columns,
        [[tuple(texts[among].tolist()) for among in line] for line in grid.hands],
        legend=legend,
        answers=plain_answers(legend),
        heads=grid.heads,
        wager=ANTE,
        closer=grid.closer,
    )


class FortuneForm(ChartForm):
    """Which of two ranks is selected: of ranks held once, or of all where none is. Every wild card is selected.

    What is selected from a hand is the rank that is marked against each of the others. A cell has the hands of
    ``table`` in which one of its two ranks is selected so.
    """

    def __init__(self, pools: Iterable[int], table: Mapping[str, str] | None) -> None:
        self._every = situations(pools, ante=False)[FORTUNE]
        rows = tuple(reversed(LOW_TO_HIGH))
        cells: dict[tuple[str, str], list[str]] = {}
        for text, answer in (table or {}).items():
            ranks = _candidates(text)
            if answer[0] in ranks:
                for rank in ranks:
                    if rank != answer[0]:
                        pair = sorted((answer[0], rank), key=LOW_TO_HIGH.index, reverse=True)
                        cells.setdefault((pair[0], pair[1]), []).append(text)
        super().__init__(
            FORTUNE,
            SELECT,
            rows,
            tuple(LOW_TO_HIGH),
            [[tuple(cells.get((high, low), ())) for low in LOW_TO_HIGH] for high in rows],
            legend={rank: rank for rank in rows},
            answers=lambda mark, hand: tuple(card for card in dict.fromkeys(hand.split()) if card[0] == mark),
            heads=("one card", "the other"),
            wager=FORTUNE_WAGER,
        )

    @property
    def every_hand(self) -> tuple[str, ...]:
        """The hands that are selected from."""
        return self._every

    def marks(self, row: str, column: str) -> tuple[str, ...]:
        """Its two ranks."""
        return (row, column) if LOW_TO_HIGH.index(row) > LOW_TO_HIGH.index(column) else ()

    def possible(self, hand: str) -> tuple[str, ...]:
        """Every card, and the wild ones together."""
        cards = hand.split()
        wild = cards.count("W")
        return (*dict.fromkeys(cards), *(" ".join("W" * number) for number in range(2, wild + 1)))

    def filled(self, cells: Cells) -> Iterator[tuple[str, str, str]]:
        """What the marks say of each hand; a hand none of whose ranks is marked against all others is left out."""
        over = {(high, low): mark for (high, low), mark in cells.items()}
        for text in self._every:
            cards = text.split()
            if "W" in cards:
                yield text, " ".join(card for card in cards if card == "W"), "every wild card"
                continue
            ranks = _candidates(text) or [cards[0][0]]
            for rank in ranks:
                if all(rank == other or _marked(over, rank, other) == rank for other in ranks):
                    yield text, next(card for card in cards if card[0] == rank), f"{rank} against the others"


def _candidates(text: str) -> list[str]:
    """The ranks between which a hand without a wild card decides."""
    held = Counter(card[0] for card in text.split())
    if "W" in held or len(held) == 1:
        return []
    return [rank for rank in held if held[rank] == 1] or list(held)


def _marked(over: Mapping[tuple[str, str], str], one: str, other: str) -> str | None:
    return over.get((one, other), over.get((other, one)))
