"""Three Card Split: a strategy drawn as charts.

Colours decide copies only, so a cell stands for all hands of its ranks and suits; a star marks a cell in which they
change the answer, which is then the commoner one; the hands that are set otherwise are listed.
"""

from __future__ import annotations

from typing import TypeAlias

from houseway.cards import RANKS
from houseway.games.three_card_split.maths.classes import ASK, Ints, classes
from houseway.games.three_card_split.maths.counting import set_low, sub_hands
from houseway.games.three_card_split.maths.strategies import places_of, situations
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
    drawn = []
    above = [(top, mid) for top in range(12, 1, -1) for mid in range(top - 1, 0, -1)]
    for suited, title in _SUITS:
        keys: list[list[Key]] = [[(suited, low, mid, top) for low in range(11)] for top, mid in above]
        rows = tuple(f"{RANKS[top]}-{RANKS[mid]}" for top, mid in above)
        drawn.append(_chart(title, rows, RANKS[:11], keys, votes, ("highest and middle", "lowest"), _THREE))
    for partner, title in (
        (False, "a pair and a card suited with neither"),
        (True, "a pair and a card suited with one"),
    ):
        keys = [[(partner, pair, odd) for odd in range(13)] for pair in range(12, -1, -1)]
        rows = tuple(f"{rank}-{rank}" for rank in reversed(RANKS))
        drawn.append(_chart(title, rows, RANKS, keys, votes, ("pair", "odd card"), _PAIR))
    keys = [[(rank,) for rank in range(13)]]
    drawn.append(_chart("three of a kind", ("",), RANKS, keys, votes, ("", "rank"), _ALIKE))
    return drawn


Key: TypeAlias = tuple[object, ...]
"""A cell: what is suited, and the ranks."""

Votes: TypeAlias = dict[Key, dict[str, list[tuple[str, int]]]]
"""The hands of each cell by their answer, each with how many hands it stands for."""


def _chart(
    title: str,
    rows: tuple[str, ...],
    columns: str,
    keys: list[list[Key]],
    votes: Votes,
    heads: tuple[str, str],
    legend: dict[str, str],
) -> Chart:
    grid: list[tuple[str, ...]] = []
    starred = []
    for name, line in zip(rows, keys, strict=True):
        cells = []
        for column, key in zip(columns, line, strict=True):
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
        title,
        rows,
        tuple(columns),
        tuple(grid),
        *heads,
        explained,
        tuple(starred),
        "A hand stands for all that differ from it by a renaming of suits that keeps the suits of a colour together.",
    )


def _votes(places: Ints) -> Votes:
    """The hands of each cell of the charts by their answer."""
    asked = sub_hands()
    heads = classes().heads
    ranks_of = asked.high_rank[set_low(heads, places).high].tolist()
    votes: Votes = {}
    texts = situations()[ASK]
    every = zip(texts, heads.tolist(), places.tolist(), classes().weights.tolist(), ranks_of, strict=True)
    for text, codes, place, weight, rank in every:
        ranks = [code // 4 for code in codes]
        suits = [code % 4 for code in codes]
        kinds = len(set(ranks))
        if kinds == 3:
            suited = frozenset(at for at in range(3) if suits.count(suits[at]) > 1)
            key: Key = (suited, *ranks)
            answer = "LMH"[place]
        elif kinds == 2:
            odd = next(at for at in range(3) if ranks.count(ranks[at]) == 1)
            pair = [at for at in range(3) if at != odd]
            key = (suits[odd] in (suits[pair[0]], suits[pair[1]]), ranks[pair[0]], ranks[odd])
            best = max(int(asked.high_rank[asked.high[codes[odd], codes[at]]]) for at in pair)
            answer = "P" if place == odd else "S" if rank == best else "W"
        else:
            red = [suit in (1, 2) for suit in suits]
            key = (ranks[0],)
            answer = "O" if red.count(red[place]) == 1 else "C"
        votes.setdefault(key, {}).setdefault(answer, []).append((text, weight))
    return votes
