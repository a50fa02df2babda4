"""The order in which tests are run: those that wait lie between those that compute, and no core waits for them alone.

Workers begin with equal parts of the order, one after the other, and take from each other's ends. In the order of names
all tests in a browser would come last, when nothing is left to compute meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Protocol, TypeVar

TESTS = Path(__file__).parent
WAITING = (TESTS / "browser", TESTS / "web")
"""Folders of tests that wait for servers, browsers and clocks more than they compute."""


class InFile(Protocol):
    """What stands in a file: a test."""

    @property
    def path(self) -> Path: ...


Test = TypeVar("Test", bound=InFile)


def waits(path: Path) -> bool:
    """Whether the tests of a file are among those that wait."""
    return any(path.is_relative_to(folder) for folder in WAITING)


def spread(items: Sequence[Test]) -> list[Test]:
    """The same tests with the files of those that wait evenly among the others, the tests of a file as they were."""
    files = [list(group) for _, group in groupby(items, lambda item: item.path)]
    waiting = [file for file in files if waits(file[0].path)]
    others = [file for file in files if not waits(file[0].path)]
    whole, done, placed = sum(map(len, others)), 0, 0
    found: list[Test] = []
    for file in others:
        while placed < len(waiting) and done * len(waiting) >= placed * whole:
            found += waiting[placed]
            placed += 1
        found += file
        done += len(file)
    return found + [item for file in waiting[placed:] for item in file]
