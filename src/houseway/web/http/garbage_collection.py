"""Cycles of garbage: looked for now and then, so that the look does not stop the room.

Nearly everything goes when its last user does; only what refers to itself has to be looked for, among all there is.
Left to itself the interpreter does that every few seconds, and a room with a thousand displays stands still for a
quarter of a second each time. Here what is there when the doors open is never looked through, the rest every few
minutes, or sooner when much has gathered.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

EVERY = 300.0
"""Seconds between two looks."""

MUCH = 1_000_000
"""Objects more than at the last look, after which the next does not wait."""

LOOK = 1.0
"""Seconds between two counts of the objects."""


@contextmanager
def held() -> Iterator[None]:
    """While a server starts and runs, nothing is looked for but by `tidy`."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def tidy() -> None:
    """Begin when everything that stays is there; look for garbage until cancelled."""
    gc.freeze()
    loop = asyncio.get_running_loop()
    last = loop.time()
    while True:
        await asyncio.sleep(LOOK)
        if loop.time() - last >= EVERY or gc.get_count()[0] >= MUCH:
            gc.collect()
            last = loop.time()
