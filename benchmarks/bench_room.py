"""The load of the live floor: many tables, many displays, beside a bare broadcast of the same bytes.

Everything is a ratio of two things measured in this one run, pass by pass in turn; the medians of the passes are
printed. The floor is the real server in a process of its own, dealing by itself; displays are sockets in other
processes. After each pass the frames that each server sent, by moment, topic and size, are sent once more by a server
that does nothing else, to as many screens. Run as ``python -m benchmarks.bench_room``.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench_floor import Bar, folder
from benchmarks.room_passes import Trace, pass_of_bare, pass_of_floor
from benchmarks.room_processes import Size
from benchmarks.room_property import in_file, make, missing_rounds
from benchmarks.room_stamps import p
from benchmarks.room_steady import steady
from benchmarks.slowed import NoGroup, slowed


class Kind(NamedTuple):
    """Where the journal is, and how many servers work on it; the bars for frames and for decisions.

    ``make`` lays the property out and says its URL, ``bare`` says where the bare servers write.
    """

    name: str
    servers: int
    frames: float
    decisions: float
    make: Callable[[Path], str]
    bare: Callable[[Path], str]


def beside_bare(kind: Kind, size: Size, repeats: int) -> Iterator[Bar]:
    """Passes of the floor and of the bare broadcast in turn."""
    ratios: dict[str, list[float]] = defaultdict(list)
    rows: dict[str, list[float]] = defaultdict(list)
    shown: dict[str, int] = {}
    with folder() as place:
        url = kind.make(place)
        for _ in range(repeats):
            ours = pass_of_floor(url, place, size, kind.servers, lambda: kind.bare(place))
            bare = pass_of_bare(place, size, ours.traces, lambda: kind.bare(place))
            shown |= ours.last
            for row, percent in (("p50", 50), ("p99", 99)):
                rows[f"commit to frame, {row}"].append(p(ours.frames, percent))
                rows[f"  bare broadcast of the same bytes, {row}"].append(p(bare.frames, percent))
                if kind.servers > 1:
                    rows[f"  at the server that does not run the tables, {row}"].append(p(ours.other, percent))
            rows["decision to screen, p50"].append(p(ours.shown, 50))
            rows["decision to its reply, p50"].append(p(ours.replies, 50))
            rows["  one durable request beside it, p50"].append(p(ours.durable, 50))
            rows["  how many of each"].append(len(ours.durable))
            rows["rounds at a table in 10 s"].append(ours.rounds)
            rows["frames a second"].append(ours.rate)
            rows["  bytes of one"].append(_mean(ours.traces))
            rows["processors used by the floor"].append(ours.busy)
            rows["  by the bare broadcast"].append(bare.busy)
            ratios["frames"].append(p(ours.frames, 99) / p(bare.frames, 99))
            ratios["decision"].append(p(ours.shown, 50) / p(ours.durable, 50))
        lost = missing_rounds(url, shown)
    print(f"{f'{kind.name}, {size.tables} tables, {size.displays:,} displays':<62}{'milliseconds':>12}")
    for row, values in rows.items():
        print(f"{row:<62}{statistics.median(values):>12,.2f}")
    print()
    yield Bar(
        f"{kind.name}: commit to frame p99 ÷ bare broadcast", statistics.median(ratios["frames"]), kind.frames, True
    )
    yield Bar(
        f"{kind.name}: decision to screen ÷ a durable request",
        statistics.median(ratios["decision"]),
        kind.decisions,
        True,
    )
    yield Bar(f"{kind.name}: rounds lost", lost, 0, True)


def _mean(traces: Sequence[Trace]) -> float:
    sizes = [size for trace in traces for _, frames in trace for _, _, size in frames]
    return statistics.mean(sizes) if sizes else 0.0


def on_sqlite(size: Size, repeats: int, name: str = "SQLite") -> Iterator[Bar]:
    """One server, its journal in a file."""

    def bare(place: Path) -> str:
        return str(place / f"bare-{time.time_ns()}.db")

    return beside_bare(Kind(name, 1, 2.0, 1.6, lambda place: in_file(size.tables, place), bare), size, repeats)


def on_postgres(size: Size, repeats: int, name: str = "PostgreSQL, two servers") -> Iterator[Bar]:
    """Two servers on one PostgreSQL, the displays spread over both."""
    from tests.postgres import postgres_server, schema_url

    with postgres_server() as server:
        kind = Kind(
            name,
            2,
            3.0,
            2.5,
            lambda place: make(schema_url(server), size.tables),
            lambda place: schema_url(server),
        )
        yield from beside_bare(kind, size, repeats)


def at_half_speed(size: Size, repeats: int) -> Iterator[Bar]:
    """Both with half of the processors' time, for the servers, the database and everybody who asks them."""
    try:
        with slowed(0.5):
            yield from on_sqlite(size, repeats, "SQLite, half speed")
            yield from on_postgres(size, repeats, "PostgreSQL, two servers, half speed")
    except NoGroup as why:
        print(f"Nothing is measured at half speed: {why}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3, help="passes; the median counts")
    parser.add_argument("--only", help="only the parts whose names contain this")
    parser.add_argument("--tables", type=int, default=200, help="tables that deal by themselves")
    parser.add_argument("--displays", type=int, default=1000, help="screens that follow")
    parser.add_argument("--pace", type=float, default=1.0, help="how fast the tables go")
    parser.add_argument("--seconds", type=float, default=20.0, help="of one pass")
    parser.add_argument("--minutes", type=float, default=10.0, help="of the long run")
    parser.add_argument("--strict", action="store_true", help="fail where a bar is not reached")
    arguments = parser.parse_args()
    size = Size(arguments.tables, arguments.displays, arguments.pace, arguments.seconds)
    parts: dict[str, Callable[[], Iterator[Bar]]] = {
        "sqlite": lambda: on_sqlite(size, arguments.repeats),
        "postgres": lambda: on_postgres(size, arguments.repeats),
        "half-speed": lambda: at_half_speed(size, arguments.repeats),
        "steady": lambda: steady(size, arguments.minutes),
    }
    bars: list[Bar] = []
    for name, part in parts.items():
        if arguments.only is None or arguments.only in name:
            bars += part()
            sys.stdout.flush()
    print(f"{'':<62}{'found':>8}   wanted")
    for bar in bars:
        print(bar)
    return 1 if arguments.strict and not all(bar.reached for bar in bars) else 0


if __name__ == "__main__":
    raise SystemExit(main())
