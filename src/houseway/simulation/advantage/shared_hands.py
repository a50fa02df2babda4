"""Seats that show each other their cards before they decide, simulated: the best decision for one of them.

Every class of his hands is looked at; the cards of his friends are drawn at random, by streams of chance named by
(seed, class). What each choice then wins against every hand of the dealer that is left is exact, so that only the
friends' cards are left to chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.maths.compiled import compiled
from houseway.maths.protection.findings import SIMULATED, KnownCards
from houseway.maths.protection.hand_against_hand import DECK, HELD, Contest, Workings, hand_codes, workings
from houseway.maths.protection.shoe_wager import Floats, Ints
from houseway.maths.results import Number
from houseway.simulation.advantage.shared_on_gpu import SharedClass, Sharing, draw_on_gpu
from houseway.simulation.compiled_chance import GAMMA, below, stream_state
from houseway.simulation.run import CORES, GPU, check_place

_ROOM = 32
"""Different results of all choices together, rounded up."""


@compiled
def _draw_friends(seed: np.uint64, draws: int, shown: int, usual: int, worked: Workings, found: Floats) -> None:
    """Sum and squares of what the best choice wins over the ``usual`` one, over ``draws`` sets of ``shown`` cards.

    What the usual choice wins does not hang on whose cards the friends' are: its mean is known exactly.
    """
    number, head, results, whole, one, two = worked
    state = stream_state(seed, np.uint64(number))
    cards = np.empty(DECK, np.int64)
    size = 0
    for code in range(DECK):
        if code not in (head[0], head[1], head[2]):
            cards[size] = code
            size += 1
    left = size - shown
    hands = left * (left - 1) * (left - 2) // 6
    friends = np.empty(shown, np.int64)
    for _ in range(draws):
        for place in range(shown):
            state += GAMMA
            at = place + np.int64(below(state, np.uint64(size - place)))
            cards[place], cards[at] = cards[at], cards[place]
        friends[:] = np.sort(cards[:shown])
        best, blind = 0.0, 0.0
        for s in range(results.shape[0]):
            net = whole[s]
            for a in range(shown):
                net -= one[s, friends[a]]
                for b in range(a + 1, shown):
                    net += two[s, friends[a], friends[b]]
                    for c in range(b + 1, shown):
                        x, y, z = friends[a], friends[b], friends[c]
                        net -= results[s, z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x]
            worth = net / hands
            if s == usual:
                blind = worth
            if s == 0 or worth > best:
                best = worth
        found[0] += best - blind
        found[1] += (best - blind) * (best - blind)


def shared_by_several(
    slug: str,
    contest: Contest,
    seats: Sequence[int],
    usual: Number,
    *,
    draws: int,
    seed: int = 0,
    classes: Sequence[int] | None = None,
    on: str = CORES,
) -> list[KnownCards]:
    """What the best play wins where so many ``seats`` share their cards, the player's own with them.

    ``usual`` is what he wins alone, of the ``classes`` where they are named. ``draws`` sets of friends' cards are drawn
    for each class of hands, ``on`` cores or a GPU, and only what their knowledge adds is left to chance.
    """
    check_place(on, None, None)
    numbers = range(len(contest.heads)) if classes is None else classes
    drawn = (_on_gpu if on == GPU else on_cores)(contest, numbers, seats, draws, seed)
    weights = [int(contest.weights[each]) for each in numbers]
    shown = "their cards before they set or decide"
    return gained_by_sharing(slug, shown, seats, usual, zip(weights, drawn, strict=True), draws, contest.unit)


def gained_by_sharing(
    slug: str,
    shown: str,
    seats: Sequence[int],
    usual: Number,
    classes: Iterable[tuple[int, Floats]],
    draws: int,
    unit: int = 1,
) -> list[KnownCards]:
    """What seats win that show each other so much, from the weight of each class and what is gained with it.

    That is sum and squares by number of seats, over ``draws`` sets of cards, in parts of which ``unit`` make one.
    """
    sums, whole = np.zeros((len(seats), 2)), 0
    for weight, found in classes:
        whole += weight
        for place, (gained, squares) in enumerate(found):
            mean = gained / draws
            sums[place] += weight * mean, weight**2 * max(squares / draws - mean**2, 0.0) / (draws - 1)
    return [
        KnownCards(
            slug,
            f"{number} seats show each other {shown}",
            usual,
            float(usual) + float(sums[place, 0]) / whole / unit,
            SIMULATED,
            math.sqrt(float(sums[place, 1])) / whole / unit,
            seats=number,
        )
        for place, number in enumerate(seats)
    ]


def on_cores(contest: Contest, classes: Sequence[int], seats: Sequence[int], draws: int, seed: int) -> Iterator[Floats]:
    """Sum and squares of what is gained, by number of seats, for each class."""
    for each in workings(contest, classes):
        found = np.zeros((len(seats), 2))
        for number, sums in zip(seats, found, strict=True):
            stream = np.uint64((seed + number) % (1 << 64))
            shown = HELD * (number - 1)
            _draw_friends(stream, draws, shown, int(each.whole.argmax()), each, sums)
        yield found


def _on_gpu(contest: Contest, classes: Sequence[int], seats: Sequence[int], draws: int, seed: int) -> Iterator[Floats]:
    from houseway.simulation.gpu.cuda_rounds import CudaRounds  # noqa: PLC0415

    work = shared_classes(contest, classes)
    return draw_on_gpu(sharing_of(contest), work, seats, draws=draws, seed=seed, machine=CudaRounds)


def sharing_of(contest: Contest) -> Sharing:
    """How the hands of ``contest`` are decided on a GPU."""
    source = Path(__file__).with_name("shared_hands.cu")
    return Sharing(source, DECK - HELD, {"CHOICES": len(contest.results(0))})


def shared_classes(contest: Contest, classes: Sequence[int]) -> Iterator[SharedClass]:
    """The tables of each class as a GPU reads them, for the cards that the player does not hold, choices last."""
    pairs = np.triu_indices(DECK - HELD, 1)
    # The higher card first, then the lower one, as hands are numbered.
    order = np.lexsort(pairs)
    low, high = pairs[0][order], pairs[1][order]
    hands = hand_codes()
    for each in workings(contest, classes):
        free = np.setdiff1d(np.arange(DECK), each.head)
        dealt = ~np.isin(hands, each.head).any(axis=1)
        won = each.results[:, dealt]
        values, results = _together(won)
        tables: dict[str, npt.NDArray[Any]] = {
            "usual": np.array([each.whole.argmax()], np.uint64),
            "whole": each.whole,
            "one": each.one[:, free].T,
            "two": each.two[:, free[low], free[high]].T,
            "results": results.astype(np.uint16),
            # Last, and with room for more: so all classes of a contest are laid out alike, and need one source.
            "values": np.pad(values.T, ((0, -len(values.T) % _ROOM), (0, 0))),
        }
        yield SharedClass(each.number, {name: table.copy() for name, table in tables.items()})


def _together(won: Ints) -> tuple[Ints, Ints]:
    """The different columns of ``won``, and for each column which of them it is."""
    which = np.zeros(won.shape[1], dtype=np.int64)
    for row in won:
        found, place = _different(row)
        _, which = _different(which * len(found) + place)
    first = np.zeros(which.max() + 1, dtype=np.int64)
    first[which] = np.arange(len(which))
    return won[:, first], which


def _different(numbers: Ints) -> tuple[Ints, Ints]:
    """The different ``numbers``, and for each which of them it is: without sorting where they lie close together."""
    low = int(numbers.min())
    if int(numbers.max()) - low > len(numbers):
        found, place = np.unique(numbers, return_inverse=True)
        return found, place
    there = np.bincount(numbers - low) > 0
    return np.flatnonzero(there) + low, (np.cumsum(there) - 1)[numbers - low]
