"""What does not hang on pays, kept for the next question: the figures of hands by what is done with them.

A changed pay changes the play of a few hands at most, against a few up cards. So the figures of hands made by splits
are kept by card, up card and the actions that such a hand may come to; only others are worked out.
"""

from __future__ import annotations

from threading import Lock
from typing import Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.rules import VALUES

Floats: TypeAlias = npt.NDArray[np.float64]

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """At most ``most`` values by key: those asked for last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[K, V] = {}
        self._lock = Lock()

    def find(self, key: K) -> V | None:
        """The value, if it is kept."""
        with self._lock:
            value = self._values.pop(key, None)
            if value is not None:
                self._values[key] = value
            return value

    def keep(self, key: K, value: V) -> V:
        """Keep a value, and let go of the one that was not asked for longest; the value itself."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                del self._values[next(iter(self._values))]
            return value


class Kept:
    """The figures of hands that go by one table of the dealer's outcomes and one way to look for blackjack."""

    def __init__(self) -> None:
        self.unsplit: Recent[tuple[bytes, bytes], Floats] = Recent(16)
        """By actions and weights of the starts: the figures of unsplit hands, a tenth of a megabyte each."""
        self.starts: Recent[tuple[int, int], Floats] = Recent(2 * VALUES)
        """By card and how many further pair cards may be out: how hands made by a split may start."""
        self.splits: Recent[tuple[int, int, bytes], Floats] = Recent(1000)
        """By card, up card and actions: the figures of hands made by a split, some ten kilobytes each."""
        self.products: Recent[tuple[int, int, int, bytes], Floats] = Recent(4000)
        """By card, up card, number of pair cards and actions: how two hands of a split end together, five kilobytes
        each."""
        self.nets: Recent[tuple[int, int, int, bytes, tuple[int, ...], bytes], dict[int, Floats]] = Recent(2000)
        """By card, up card, number of pair cards, actions, nets of one hand and which of its results have them: how
        likely the sums of split rounds are, by number of hands."""
