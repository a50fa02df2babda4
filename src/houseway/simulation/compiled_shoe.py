"""A shoe that is dealt to a cut card, for the compiled rounds of every game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from houseway.maths.compiled import inlined

_GONE = 255


@inlined
def close_up(
    deck: npt.NDArray[np.uint8],
    left: int,
    drawn: npt.NDArray[np.int64],
    cards: int | np.int64,
    fresh: npt.NDArray[np.uint8],
    cut: int,
) -> int:
    """Take the first ``cards`` of ``drawn`` out of the ``left`` cards of ``deck``; given back is how many are left.

    They leave in the canonical order, of each kind the first, and the others close up. Once ``cut`` cards are dealt the
    shoe is ``fresh`` again.
    """
    lowest = left
    for dealt in range(cards):
        gone = 0
        while deck[gone] != drawn[dealt]:
            gone += 1
        deck[gone] = _GONE
        lowest = min(lowest, gone)
    kept = lowest
    for after in range(lowest, left):
        stays = deck[after]
        deck[kept] = stays
        kept += 1 if stays != _GONE else 0
    if fresh.size - kept >= cut:
        deck[:] = fresh
        kept = fresh.size
    return kept
