"""A chart as a form: which hands stand in each of its cells, and what a mark in a cell says to do with each of them.

A game's ``maths/charts.py`` has its forms (`forms`); with them cells are priced, and strategies are written and read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

Cells: TypeAlias = Mapping[tuple[str, str], str]
"""The mark of each cell, by row and column."""

Answers: TypeAlias = Callable[[str, str], tuple[str, ...]]
"""What a mark (first) may say to do with a hand (second), in the notation of the game's strategies.

Where it may be said of several answers, the first is meant; where of none, there are none.
"""


MOST_WORDS = 24
"""Letters of words that stand before an exception; longer ones are given by their mark."""


class ChartForm:
    """One chart of a game, to be filled in.

    ``hands[r][c]`` are the hands of a cell, in the notation of the game's strategies. ``legend`` has the marks and
    their words. ``wager`` is the one that the chart decides about, where a game has several to decide about. A
    ``closer`` form looks again, by other rows and columns, at hands that another form has too: it is drawn, and left
    out of a file. A file may leave out all charts of an ask that are ``optional``: the strategy then has no such table.
    """

    def __init__(
        self,
        ask: str,
        title: str,
        rows: Sequence[str],
        columns: Sequence[str],
        hands: Sequence[Sequence[tuple[str, ...]]],
        *,
        legend: Mapping[str, str],
        answers: Answers,
        heads: tuple[str, str] = ("", ""),
        wager: str | None = None,
        closer: bool = False,
        optional: bool = False,
    ) -> None:
        self.ask = ask
        self.title = title
        self.rows = tuple(rows)
        self.columns = tuple(columns)
        self.hands = tuple(tuple(line) for line in hands)
        self.legend = dict(legend)
        self.row_title, self.column_title = heads
        self.wager = wager
        self.closer = closer
        self.optional = optional
        self.answers = answers

    def answer(self, mark: str, hand: str) -> str | None:
        """What ``mark`` says to do with ``hand``."""
        return next(iter(self.answers(mark, hand)), None)

    def cell(self, row: str, column: str) -> tuple[str, ...]:
        """The hands of a cell; none where the chart has none there."""
        return self.hands[self.rows.index(row)][self.columns.index(column)]

    def marks(self, row: str, column: str) -> tuple[str, ...]:
        """The marks that a cell may have."""
        del row, column
        return tuple(self.legend)

    def meant(self, row: str, column: str, text: str) -> str | None:
        """The mark that somebody wrote into a cell: itself, or the words of it; a star behind it means nothing."""
        return self._known(text, self.marks(row, column))

    def exception(self, text: str, hand: str) -> str | None:
        """What an exception says of ``hand``: ``text`` is a mark, its words, or an answer as strategies write it."""
        mark = self._known(text, tuple(self.legend))
        if mark is not None:
            return self.answer(mark, hand)
        return text.strip() if text.strip() in self.possible(hand) else None

    def possible(self, hand: str) -> tuple[str, ...]:
        """Every answer that a mark may give ``hand``."""
        return tuple(dict.fromkeys(answer for mark in self.legend for answer in self.answers(mark, hand)))

    def label(self, hand: str, answer: str) -> str:
        """What stands before ``hand`` in the exceptions: the words of the mark that means ``answer``.

        The mark itself where they are long; the answer as strategies write it where no mark means it.
        """
        for mark in self.legend:
            if self.answer(mark, hand) == answer:
                words = self.legend[mark]
                return words if len(words) <= MOST_WORDS and ":" not in words else mark
        return answer

    def _known(self, text: str, marks: Iterable[str]) -> str | None:
        said = _typed(text)
        for mark in marks:
            if said in (_typed(mark), _typed(self.legend.get(mark, mark))):
                return mark
        return None

    def filled(self, cells: Cells) -> Iterator[tuple[str, str, str]]:
        """What the marks of ``cells`` say: a hand, the answer to it, and the cell in words. A hand may come twice."""
        for (row, column), mark in cells.items():
            for hand in self.cell(row, column):
                answer = self.answer(mark, hand)
                if answer is not None:
                    yield hand, answer, ", ".join(filter(None, (row, column)))

    @property
    def every_hand(self) -> tuple[str, ...]:
        """The hands that the chart is about."""
        return tuple(dict.fromkeys(hand for line in self.hands for cell in line for hand in cell))

    def drawn(self, table: Mapping[str, str], weights: Mapping[str, float] | None = None) -> dict[tuple[str, str], str]:
        """The mark of each cell that has hands in ``table``: see `drawn_in`."""
        cells = ((row, column) for row in self.rows for column in self.columns)
        marks = {(row, column): self.drawn_in(row, column, table, weights) for row, column in cells}
        return {cell: mark for cell, mark in marks.items() if mark}

    def drawn_in(
        self, row: str, column: str, table: Mapping[str, str], weights: Mapping[str, float] | None = None
    ) -> str:
        """The mark that says most about the hands of a cell as ``table`` answers them; of equals the first.

        Each hand counts as ``weights`` have it, or one; no mark where the table has none of them.
        """
        votes: dict[str, float] = {}
        for hand in self.cell(row, column):
            mark = self.mark_of(hand, table[hand], row, column) if hand in table else None
            if mark is not None:
                votes[mark] = votes.get(mark, 0.0) + (1.0 if weights is None else weights.get(hand, 0.0))
        return max(votes, key=lambda mark: votes[mark], default="")

    def mark_of(self, hand: str, answer: str, row: str, column: str) -> str | None:
        """The mark that says ``answer`` for ``hand``, if one does."""
        for mark in self.marks(row, column):
            if answer in self.answers(mark, hand):
                return mark
        return None


def plain_answers(answers: Mapping[str, str]) -> Answers:
    """A chart whose marks say the same of every hand: ``answers`` by mark."""
    return lambda mark, hand: (answers[mark],) if mark in answers else ()


def _typed(text: str) -> str:
    """A mark as it is compared: small letters, any dash, no star."""
    return text.strip().rstrip("*").strip().casefold().replace("–", "-")
