"""Shoes dealt to a cut card by a player who counts: how often he bets, at what edge, and what he wins.

Each shoe is shuffled by its own stream of chance, named by (seed, number). Before every round the wager is valued at
the cards that are left, exactly (`houseway.maths.protection.shoe_wager`; floats here, whose rounding of 1e-12 matters
to no bet), and the player bets one unit where his count tells him to. What he wins is that value: the cards to come
are averaged over, which takes the luck of the draw out of the figures and leaves that of the shoe.

Cards that a round uses are drawn from ``used``, the chance of each number of cards, whatever cards they are.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from houseway.maths.compiled import compiled
from houseway.maths.protection.card_counts import PACK
from houseway.maths.protection.findings import PERFECT, Count, Counted
from houseway.maths.protection.shoe_wager import Floats, Ints, ShoeWager
from houseway.maths.question_errors import BadQuestion
from houseway.simulation.advantage.counting_on_gpu import BLOCK, DRAWS, SUMS, Counting, count_on_gpu
from houseway.simulation.compiled_chance import GAMMA, below, stream_state
from houseway.simulation.run import CORES, GPU, check_place

_MOST_KINDS = 6
"""Different kinds of cards in a hand, at most."""


@compiled
def _deal_shoes(seed: np.uint64, first: int, shoes: int, counting: Counting, sums: Floats) -> None:
    """Add what ``shoes`` shoes come to to ``sums`` (cut, count, what); the first count is perfect knowledge.

    ``shapes`` are groups of hands: their cards, their different kinds, the first and the end in ``places``. Those say
    where in the table of falling products, c (c - 1) ..., each kind of a hand with its number stands.
    """
    full, used, cuts, extra, pack = counting.full, counting.used, counting.cuts, counting.extra, counting.pack
    tags, means, spreads, triggers = counting.tags, counting.means, counting.spreads, counting.triggers
    always, most_alike, shapes = counting.always, counting.most_alike, counting.shapes
    places, weights = counting.places, counting.weights
    size, counts = int(full.sum()), tags.shape[0]
    deck = np.empty(size, np.int64)
    left = np.empty(full.size, np.int64)
    groups = np.zeros(full.size, np.int64)
    won = np.empty((cuts.size, counts + 1))
    late = np.empty(cuts.size, np.int64)
    falling = np.empty(full.size * most_alike)
    for shoe in range(first, first + shoes):
        state = stream_state(seed, np.uint64(shoe))
        place = 0
        for k in range(full.size):
            left[k] = full[k]
            for _ in range(full[k]):
                deck[place] = k
                place += 1
        cards = size
        won[:] = 0.0
        late[:] = 0
        while True:
            dealt, playing = size - cards, False
            for cut in range(cuts.size):
                if dealt >= cuts[cut]:
                    late[cut] += 1
                if late[cut] <= extra:
                    playing = True
            state += GAMMA
            drawn = np.int64(below(state, np.uint64(DRAWS)))
            number = 0
            while used[number] <= drawn:
                number += 1
            if not playing or number > cards:
                break
            for k in range(full.size):
                ways = 1.0
                for m in range(most_alike):
                    ways *= left[k] - m
                    falling[k * most_alike + m] = ways
            value = always
            for group in range(shapes.shape[0]):
                cards_of, parts, begin, end = shapes[group]
                deals, total = 1.0, 0.0
                for j in range(cards_of):
                    deals *= max(cards - j, 0)
                if deals == 0.0:
                    continue
                if parts == 1:
                    for t in range(begin, end):
                        total += weights[t] * falling[places[t, 0]]
                elif parts == 2:
                    for t in range(begin, end):
                        total += weights[t] * falling[places[t, 0]] * falling[places[t, 1]]
                elif parts == 3:
                    for t in range(begin, end):
                        total += weights[t] * falling[places[t, 0]] * falling[places[t, 1]] * falling[places[t, 2]]
                else:
                    for t in range(begin, end):
                        ways = weights[t]
                        for j in range(parts):
                            ways *= falling[places[t, j]]
                        total += ways
                value += total / deals
            for c in range(counts + 1):
                if c == 0:
                    bet = value > 0.0
                elif spreads[c - 1]:
                    groups[:] = 0
                    last = 0
                    for k in range(full.size):
                        place = int(tags[c - 1, k])
                        groups[place] += left[k]
                        last = max(last, place)
                    high, low = groups[0], groups[0]
                    for g in range(1, last + 1):
                        high, low = max(high, groups[g]), min(low, groups[g])
                    bet = (high - low) * pack >= triggers[c - 1] * cards
                else:
                    running = means[c - 1] * cards
                    for k in range(full.size):
                        running -= tags[c - 1, k] * left[k]
                    bet = running * pack >= triggers[c - 1] * cards
                for cut in range(cuts.size):
                    if late[cut] <= extra:
                        sums[cut, c, 0] += 1.0
                        if bet:
                            sums[cut, c, 1] += 1.0
                            won[cut, c] += value
            for _ in range(number):
                state += GAMMA
                at = np.int64(below(state, np.uint64(cards)))
                cards -= 1
                left[deck[at]] -= 1
                deck[at] = deck[cards]
        for cut in range(cuts.size):
            for c in range(counts + 1):
                sums[cut, c, 2] += won[cut, c]
                sums[cut, c, 3] += won[cut, c] * won[cut, c]


def used_cards(chances: Sequence[float]) -> Ints:
    """The chance of each number of cards in a round, by number, as the kernel draws it."""
    whole = sum(chances)
    if whole <= 0 or min(chances) < 0 or chances[0] > 0:
        raise BadQuestion("every round uses a card at least", remedy="give the chance of each number of cards")
    reached: Ints = np.round(np.cumsum(np.array(chances) / whole) * DRAWS).astype(np.int64)
    reached[-1] = DRAWS
    return reached


def count_shoes(
    wager: ShoeWager,
    counts: Sequence[Count],
    used: Sequence[float],
    cuts: Sequence[int],
    *,
    shoes: int,
    seed: int = 0,
    extra_rounds: int = 0,
    workers: int | None = None,
    on: str = CORES,
) -> list[Counted]:
    """What perfect knowledge and each of ``counts`` comes to behind each of ``cuts`` (cards before the cut card).

    A round that is begun is finished; ``extra_rounds`` are dealt after the one in which the cut card comes out. The
    same seed gives the same figures on any number of cores, and ``on`` a GPU.
    """
    if shoes < 2 or not cuts or not all(0 < cut <= wager.size for cut in cuts):
        raise BadQuestion(
            "shoes are dealt to a cut card that lies in them, and two shoes are the fewest",
            remedy=f"give cuts from 1 to {wager.size}, and more shoes",
        )
    check_place(on, workers, None)
    counting = counting_of(wager, counts, used, cuts, extra_rounds)
    if on == GPU:
        from houseway.simulation.gpu.cuda_rounds import CudaRounds  # noqa: PLC0415

        total = count_on_gpu(counting, seed, shoes, CudaRounds)
    else:
        total = count_on_cores(counting, seed, shoes, workers or os.cpu_count() or 1)
    names = (PERFECT, *(count.name for count in counts))
    return [
        _counted(names[count], cut, total[place, count], shoes)
        for count in range(len(names))
        for place, cut in enumerate(cuts)
    ]


def count_on_cores(counting: Counting, seed: int, shoes: int, workers: int) -> Floats:
    """The sums of ``shoes`` shoes (cut, count, what), a block of them after another."""
    shape = len(counting.cuts), len(counting.tags) + 1, SUMS

    def deal(first: int) -> Floats:
        sums = np.zeros(shape)
        _deal_shoes(np.uint64(seed), first, min(BLOCK, shoes - first), counting, sums)
        return sums

    with ThreadPoolExecutor(workers) as pool:
        return sum(pool.map(deal, range(0, shoes, BLOCK)), np.zeros(shape))


def counting_of(
    wager: ShoeWager, counts: Sequence[Count], used: Sequence[float], cuts: Sequence[int], extra: int = 0
) -> Counting:
    """The wager and its counts as the kernels read them."""
    tags = np.array([[float(tag) for tag in count.tags] for count in counts]).reshape(len(counts), len(wager.full))
    means = np.zeros(len(counts))
    for place, number in enumerate(wager.full):
        means += tags[:, place] * number / wager.size
    never = math.inf
    triggers = np.array([never if count.trigger is None else float(count.trigger) for count in counts])
    spreads = np.array([count.spread for count in counts], dtype=np.bool_)
    full, reached = np.array(wager.full), used_cards(used)
    return Counting(full, reached, np.array(cuts), extra, PACK, tags, means, spreads, triggers, *_arrays(wager))


def _arrays(wager: ShoeWager) -> tuple[float, int, Ints, Ints, Floats]:
    """The hands of ``wager`` as the kernel reads them."""
    most = max((int(part.before.max()) + 1 for part in wager.terms), default=1)
    shapes, places, weights = [], [], []
    first = 0
    for part in wager.terms:
        size = part.kinds.shape[1]
        # The last card of each kind in a hand says how many of that kind there are.
        last = np.ones(part.kinds.shape, dtype=np.bool_)
        last[:, :-1] = part.kinds[:, 1:] != part.kinds[:, :-1]
        different = last.sum(axis=1)
        for parts in range(1, size + 1):
            rows = different == parts
            if not rows.any():
                continue
            at = (part.kinds * most + part.before)[rows][last[rows]].reshape(-1, parts)
            shapes.append((size, parts, first, first + len(at)))
            first += len(at)
            places.append(np.pad(at, ((0, 0), (0, _MOST_KINDS - parts))))
            weights.append(part.weights[rows] / part.scale)
    none = np.zeros((0, _MOST_KINDS), dtype=np.int64)
    return (
        float(wager.always),
        most,
        np.array(shapes, dtype=np.int64).reshape(-1, 4),
        np.concatenate([none, *places]),
        np.concatenate([np.zeros(0), *weights]),
    )


def _counted(name: str, cut: int, sums: Floats, shoes: int) -> Counted:
    rounds, bets, won, squares = (float(each) for each in sums)
    mean = won / shoes
    spread = max(squares / shoes - mean * mean, 0.0) / (shoes - 1)
    return Counted(
        count=name,
        cut=cut,
        rounds=rounds / shoes,
        bets=bets / rounds if rounds else 0.0,
        edge=won / bets if bets else 0.0,
        units_per_100=100 * won / rounds if rounds else 0.0,
        units_per_shoe=mean,
        error=math.sqrt(spread),
    )
