"""A play of the hands, and the views in which it is walked through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.hands import Floats, Ints

Bools = npt.NDArray[np.bool_]
Acts = npt.NDArray[np.int8]

LEVELS = 6
"""Standing totals that differ: 16 or less, 17, ... 21."""


class Play(NamedTuple):
    """A complete play of the hands."""

    act: Acts
    """(0 or 1, node, up) stand, hit or double; [1] holds where the hand may be doubled, [0] where it may not."""
    split: Bools
    """(card, up) whether a pair is split, wherever it may be."""
    surrender: Bools
    """(card, up, card) whether the first two cards are given up."""


class Views(NamedTuple):
    """Views to be walked through (see `houseway.maths.blackjack.hands`)."""

    card: Ints
    more: Ints
    """How many further pair cards are out."""
    kind: Ints
    """Whose actions hold: 0 an unsplit hand, 1 one made by a split, 2 one made by a split of aces."""
    weights: Floats
    """(view, up, second card) the weight of each start."""


def make_views(parts: Sequence[tuple[int, int, int, Floats]]) -> Views:
    """`Views` from (card, further pair cards out, kind of view, weights by up card and second card)."""
    return Views(
        np.array([part[0] for part in parts], dtype=np.int64),
        np.array([part[1] for part in parts], dtype=np.int64),
        np.array([part[2] for part in parts], dtype=np.int64),
        np.ascontiguousarray(np.stack([part[3] for part in parts])),
    )
