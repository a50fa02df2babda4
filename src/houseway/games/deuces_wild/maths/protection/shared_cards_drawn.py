"""Seats that show each other their cards, simulated: their cards are drawn, the best decisions are exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np

from houseway.games.deuces_wild.maths.base import FOUR, THREE
from houseway.games.deuces_wild.maths.classes import Numbers, classes
from houseway.games.deuces_wild.maths.protection.best_response import LEFT, best_of, workings
from houseway.maths.compiled import compiled
from houseway.maths.protection.findings import KnownCards
from houseway.maths.protection.shoe_wager import Floats
from houseway.simulation.advantage.shared_hands import gained_by_sharing
from houseway.simulation.advantage.shared_on_gpu import SharedClass, Sharing, draw_on_gpu
from houseway.simulation.compiled_chance import GAMMA, below, stream_state
from houseway.simulation.run import CORES, GPU, check_place


@compiled
def _draw(
    seed: np.uint64, number: int, draws: int, shown: int, table: Numbers, sums: Numbers, unit: int, found: Floats
) -> None:
    """Sum and squares of what the best decisions win over those of a player alone, over ``draws`` sets of cards."""
    state = stream_state(seed, np.uint64(number))
    size = sums.size
    cards = np.arange(size)
    out = np.zeros(size, np.bool_)
    left = size - shown
    alone = np.int64(0)
    for i in range(size):
        alone += max(sums[i], -FOUR * unit * (size - 1))
    plays = alone > -THREE * unit * size * (size - 1)
    for _ in range(draws):
        for at in range(shown):
            state += GAMMA
            other = at + np.int64(below(state, np.uint64(size - at)))
            cards[at], cards[other] = cards[other], cards[at]
        best = best_of(table, sums, cards, shown, out, unit)
        # The same cards are left, and decided about as a player would who does not know which they are.
        usual = np.int64(-THREE * unit * left * (left - 1))
        if plays:
            usual = np.int64(0)
            for i in range(shown, size):
                if sums[cards[i]] > -FOUR * unit * (size - 1):
                    won = sums[cards[i]]
                    for k in range(shown):
                        won -= table[cards[i], cards[k]]
                    usual += won
                else:
                    usual -= FOUR * unit * (left - 1)
        gain = (best - usual) / (left * (left - 1) * unit)
        found[0] += gain
        found[1] += gain * gain


def ante_shared(
    slug: str,
    nets: Sequence[Fraction],
    seats: Sequence[int],
    usual: Fraction,
    *,
    draws: int,
    seed: int = 0,
    which: Sequence[int] | None = None,
    on: str = CORES,
) -> list[KnownCards]:
    """What the best play wins where so many ``seats`` show each other their first three cards.

    ``draws`` sets of their cards are drawn for each class of hands (or ``which`` of them), ``on`` cores or a GPU.
    """
    check_place(on, None, None)
    made = classes(3)
    numbers = range(len(made)) if which is None else which
    drawn = (_on_gpu if on == GPU else on_cores)(nets, numbers, seats, draws, seed)
    weights = [int(made.sizes[each]) for each in numbers]
    return gained_by_sharing(slug, "their first three cards", seats, usual, zip(weights, drawn, strict=True), draws)


def on_cores(
    nets: Sequence[Fraction], which: Sequence[int], seats: Sequence[int], draws: int, seed: int
) -> Iterator[Floats]:
    """Sum and squares of what is gained, by number of seats, for each class."""
    unit, made = workings(nets, which)
    for each in made:
        found = np.zeros((len(seats), 2))
        for number, sums in zip(seats, found, strict=True):
            stream = np.uint64((seed + number) % (1 << 64))
            _draw(stream, each.number, draws, 3 * (number - 1), each.table, each.sums, unit, sums)
        yield found


def _on_gpu(
    nets: Sequence[Fraction], which: Sequence[int], seats: Sequence[int], draws: int, seed: int
) -> Iterator[Floats]:
    from houseway.simulation.gpu.cuda_rounds import CudaRounds  # noqa: PLC0415

    return draw_on_gpu(SHARING, shared_classes(nets, which), seats, draws=draws, seed=seed, machine=CudaRounds)


SHARING = Sharing(Path(__file__).with_name("shared_cards.cu"), LEFT, {"FOUR": FOUR, "THREE": THREE})
"""How these hands are decided on a GPU."""


def shared_classes(nets: Sequence[Fraction], which: Sequence[int]) -> Iterator[SharedClass]:
    """The tables of each class as a GPU reads them."""
    unit, made = workings(nets, which)
    for each in made:
        raised = int(np.maximum(each.sums, -FOUR * unit * (LEFT - 1)).sum())
        tables = {
            "table": each.table.copy(),
            "sums": each.sums,
            "unit": np.array([unit]),
            "plays": np.array([int(raised > -THREE * unit * LEFT * (LEFT - 1))]),
        }
        yield SharedClass(each.number, tables)
