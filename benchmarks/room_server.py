"""``houseway serve`` with a stopwatch: notes when each entry was committed and which frames it moved.

``python -m benchmarks.room_server URL PORT PACE STAMPS``. Everything else is what the command runs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from houseway.cli import serve_command as serve
from houseway.journal import Entry
from houseway.web.live import room as rooms
from tests.waiting import HOURS, run_within


def watch(room: rooms.Room, file: IO[str]) -> None:
    """Write a line for each commit (C), each time that topics moved (M), each showing of the floor (F)."""
    topics_of = room._topics
    hub = room.hub

    def committed(entries: Sequence[Entry]) -> None:
        moment = time.perf_counter_ns()
        file.write(f"C {moment} {' '.join(f'{entry.stream}#{entry.number}' for entry in entries)}\n")

    def topics(entries: Iterable[Entry]) -> list[str]:
        entries = list(entries)
        moment = time.perf_counter_ns()
        found = topics_of(entries)
        moved = " ".join(f"{topic}={hub.version(topic) + 1}" for topic in found if topic in hub.followed)
        names = " ".join(f"{entry.stream}#{entry.number}" for entry in entries)
        file.write(f"M {moment} {names} | {moved}\n")
        return found

    moved = hub.moved

    def of_floor(topics: Iterable[str]) -> None:
        topics = list(topics)
        if topics == ["floor"] and "floor" in hub.followed:
            file.write(f"F {time.perf_counter_ns()} floor={hub.version('floor') + 1}\n")
        moved(topics)

    hub.moved = of_floor  # type: ignore[method-assign]
    room.floor.journal.after_commit.append(committed)
    room._topics = topics  # type: ignore[method-assign]


ANONYMOUS_FEEDS = 100_000
"""All screens of the bench come from this machine."""


def main() -> None:
    url, port, pace, stamps = sys.argv[1:]
    with Path(stamps).open("w", buffering=1 << 16) as file:
        started = rooms.Room.start

        async def start(room: rooms.Room) -> None:
            watch(room, file)
            await started(room)

        rooms.Room.start = start  # type: ignore[method-assign, assignment]
        asked = serve.Serving(url, "127.0.0.1", int(port), True, False, float(pace), ANONYMOUS_FEEDS, "json")
        run_within(serve._serve(asked), HOURS)


if __name__ == "__main__":
    main()
