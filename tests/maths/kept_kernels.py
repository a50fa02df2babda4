"""Kernels of every kind that is kept, which `tests.maths.test_kept_code` runs in processes of their own."""

from __future__ import annotations

import json
import math
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from houseway.maths import compiled as house

if __name__ == "__main__":
    # Only what lies in the rooms is kept; this file stands for a room's.
    house._ROOT = Path(sys.argv[1])

from houseway.maths.compiled import compiled, inlined

THREE = 3
SECONDS = 120.0
"""After which a kernel that waits for another thread is expected no more."""


class Inner(NamedTuple):
    weights: Any
    shift: float


class Outer(NamedTuple):
    counts: Any
    inner: Inner


@inlined
def thrice(value: int) -> int:
    return value * THREE


@compiled
def one_more(value: int) -> int:
    return value + 1


@compiled
def into(counts: Any, by: int, found: Any) -> None:
    for row in range(counts.shape[0]):
        for column in range(counts.shape[1]):
            found[row] += thrice(counts[row, column]) * one_more(by)


@compiled
def whole(outer: Outer, twice: bool, factor: float) -> float:
    held = np.zeros(outer.counts.size)
    for place in range(outer.counts.size):
        held[place] = math.exp(outer.inner.weights[place]) / factor + outer.inner.shift * outer.counts[place]
    total = 0.0
    for place in range(held.size):
        total += held[place]
    return 2.0 * total if twice else total


@compiled
def mixed(seed: Any, small: Any) -> tuple[int, int]:
    return seed >> np.uint64(1), seed + np.uint64(small)


@compiled
def is_odd(value: int) -> bool:
    return value % 2 == 1


@compiled
def parted(whole: int, parts: int) -> int:
    return whole // parts


@compiled
def refused(value: int) -> int:
    if value < 0:
        raise ValueError("no value below nothing")
    return value


@compiled
def made(size: int) -> Any:
    return np.arange(size)


@compiled
def waited(flags: Any) -> int:
    place = 0
    while flags[place] == 0:
        place = (place + 1) % flags.size
    return int(flags[place])


def _error(work: Callable[[], object]) -> str:
    try:
        work()
    except (ValueError, ZeroDivisionError) as error:
        return f"{type(error).__name__}: {error}"
    return "none"


def _together() -> int:
    """A kernel that ends only if another thread comes to run beside it."""
    flags = np.zeros(64, dtype=np.int64)
    found: list[int] = []
    waited(np.ones(1, dtype=np.int64))  # compiled, if it must be, before anybody waits
    thread = threading.Thread(target=lambda: found.append(waited(flags)), daemon=True)
    thread.start()
    flags[:] = 7
    thread.join(SECONDS)
    assert found, f"the kernel did not end in {SECONDS} s beside another thread"
    return found[0]


def _inner() -> Outer:
    return Outer(np.arange(5), Inner(np.linspace(-1.0, 1.0, 5), 0.1))


def answers() -> dict[str, Any]:
    counts = np.arange(12, dtype=np.int64).reshape(3, 4)
    fixed = counts.copy()
    fixed.flags.writeable = False
    found = {}
    for name, some in {"plain": counts, "columns": counts.T, "some": counts[:, ::2], "fixed": fixed}.items():
        sums = np.zeros(some.shape[0], dtype=np.int64)
        into(some, 2, sums)
        found[name] = sums.tolist()
    return {
        **found,
        "whole": [whole(_inner(), twice, 7.0).hex() for twice in (False, True)],
        "mixed": mixed(np.uint64(2**64 - 1), np.int32(-1)),
        "odd": [is_odd(3), is_odd(-2)],
        "parted": parted(-7, 2),
        "numpy": parted(np.int64(9), np.int64(2)),  # type: ignore[arg-type]
        "nothing": _error(lambda: parted(1, 0)).partition(":")[0],
        "refused": _error(lambda: refused(-1)),
        "beside": _together(),
    }


def expected() -> dict[str, Any]:
    """The same by plain Python."""
    outer = _inner()
    total = 0.0
    for count, weight in zip(outer.counts.tolist(), outer.inner.weights.tolist(), strict=True):
        total += math.exp(weight) / 7.0 + outer.inner.shift * count
    counts = np.arange(12).reshape(3, 4)
    return {
        "plain": (counts.sum(axis=1) * 9).tolist(),
        "columns": (counts.sum(axis=0) * 9).tolist(),
        "some": (counts[:, ::2].sum(axis=1) * 9).tolist(),
        "fixed": (counts.sum(axis=1) * 9).tolist(),
        "whole": [total.hex(), (2.0 * total).hex()],
        "mixed": [2**63 - 1, 2**64 - 2],
        "odd": [True, False],
        "parted": -4,
        "numpy": 4,
        "nothing": "ZeroDivisionError",
        "refused": "ValueError: no value below nothing",
        "beside": 7,
    }


if __name__ == "__main__":
    told = answers()
    without_numba = "numba" not in sys.modules
    if sys.argv[2:] == ["array"]:
        told["array"] = made(4).tolist()
    sys.stdout.write(json.dumps({"told": told, "without_numba": without_numba}))
