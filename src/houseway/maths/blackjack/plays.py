"""A play of the hands, and the views in which it is walked through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.hands import DOUBLE, HIT, Floats, Ints

Bools = npt.NDArray[np.bool_]
Acts = npt.NDArray[np.int8]

LEVELS = 6
"""Standing totals that differ: 16 or less, 17, ... 21."""

SINGLE, DOUBLING, AFTER_SPLIT = range(3)
"""The planes of a play: hands that may not be doubled, hands that may, and those made by a split after which no hand
may be. A hand of the first may still be hit towards one that may be doubled; a hand of the last never is."""
PLANES = 3


class Play(NamedTuple):
    """A complete play of the hands."""

    act: Acts
    """(plane, node, up) stand, hit or double. Where the rules allow a double after a split, hands made by splits are on
    the first two planes as the others are, and nobody reads the last."""
    split: Bools
    """(card, up) whether a pair is split, wherever it may be."""
    surrender: Bools
    """(card, up, card) whether the first two cards are given up."""


def on_every_plane(act: Acts, after_split: Acts | None = None) -> Acts:
    """The planes of ``act`` (node, up): where a double is forbidden it is a hit.

    ``after_split`` is what is done with hands made by a split after which none may be doubled, where that is other.
    """
    single = np.where(act == DOUBLE, HIT, act)
    return np.stack([single, act, single if after_split is None else after_split]).astype(np.int8)


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
