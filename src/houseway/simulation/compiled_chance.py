"""The same draws as `houseway.cards.chance.Stream`, compiled.

A kernel keeps the deck as an array of card codes in the canonical order and a count of cards left, and draws with
`below`; the card drawn is replaced by the last one left, exactly as `VirtualShoe` does, so that round ``number`` of
``seed`` is the same round there and here. After the round the swaps are undone in reverse order:
``deck[place] = card``.
"""

from __future__ import annotations

import numpy as np

from houseway.maths.compiled import compiled, inlined

GAMMA = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _9 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(9)
_32 = np.uint64(32)
_23 = np.uint64(23)
_LOW = np.uint64(0xFFFFFFFF)


@inlined
def mix64(z: np.uint64) -> np.uint64:
    """SplitMix64's finaliser."""
    z = (z ^ (z >> _30)) * _M1
    z = (z ^ (z >> _27)) * _M2
    return z ^ (z >> _31)


@inlined
def stream_state(seed: np.uint64, number: np.uint64) -> np.uint64:
    """The state before the first draw of round ``number`` of ``seed``."""
    return mix64(mix64(seed) + (number + np.uint64(1)) * GAMMA)


@inlined
def below(state: np.uint64, n: np.uint64) -> np.uint64:
    """What `Stream.below` gives for ``n`` once the state has been advanced to ``state`` (add `GAMMA` before a draw).

    The 55-bit product does not fit 64 bits, so it is taken in two halves; ``n`` is below 2**23.
    """
    r = mix64(state) >> _9
    high = (r >> _32) * n
    low = (r & _LOW) * n
    return (high + (low >> _32)) >> _23


@compiled
def draws(seed: int, number: int, sizes: np.ndarray) -> np.ndarray:
    """The draws of a round for a list of sizes, to compare with `Stream`."""
    state = stream_state(np.uint64(seed), np.uint64(number))
    found = np.empty(sizes.size, np.int64)
    for k in range(sizes.size):
        state += GAMMA
        found[k] = np.int64(below(state, np.uint64(sizes[k])))
    return found
