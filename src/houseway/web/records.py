"""Reading the journal at length, beside what goes on: by connections of its own, in threads, a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from houseway.floor.floor import Floor


class Place(msgspec.Struct, frozen=True):
    """Where the journal is."""

    url: str

    @contextmanager
    def floor(self) -> Iterator[Floor]:
        """The floor, to be read only."""
        floor = Floor.open(self.url, readonly=True)
        try:
            yield floor
        finally:
            floor.close()


class Slow:
    """Whose turn it is to do long work."""

    def __init__(self) -> None:
        self.turn = asyncio.Semaphore(2)
