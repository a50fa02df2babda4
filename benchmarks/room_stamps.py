"""From the stamps of servers and the notes of screens: how long each frame took."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Moved(NamedTuple):
    """Topics that moved at one moment: when what moved them was committed, when it was seen, topics with versions."""

    committed: int
    moment: int
    topics: list[tuple[str, int]]


def read_stamps(paths: Sequence[Path]) -> list[list[Moved]]:
    """For every server, the times its topics moved. Commits of all servers count."""
    commits: dict[str, int] = {}
    lines = [path.read_text().splitlines() for path in paths]
    for line in (line for each in lines for line in each):
        kind, moment, rest = line.split(" ", 2)
        if kind == "C":
            commits.update(dict.fromkeys(rest.split(), int(moment)))
    found: list[list[Moved]] = []
    for each in lines:
        moves = []
        for line in each:
            kind, moment, rest = line.split(" ", 2)
            if kind == "F":
                moves.append(Moved(int(moment), int(moment), [("floor", int(rest.rpartition("=")[2]))]))
            if kind != "M":
                continue
            entries, _, topics = rest.partition(" | ")
            when = [commits[entry] for entry in entries.split() if entry in commits]
            pairs = [topic.rpartition("=") for topic in topics.split()]
            if when and pairs:
                moves.append(Moved(min(when), int(moment), [(topic, int(version)) for topic, _, version in pairs]))
        found.append(moves)
    return found


def latencies(
    moves: Sequence[Moved], of: dict[str, dict[int, list[tuple[int, int]]]], since: int, to: int
) -> list[int]:
    """Nanoseconds from each commit to the first frame that has it, at every screen that follows."""
    found = []
    came = {
        topic: [([version for version, _ in frames], frames) for frames in screens.values()]
        for topic, screens in of.items()
        # The whole floor is shown so many times a second and no oftener: how old it is says nothing of speed.
        if topic != "floor"
    }
    for move in moves:
        if not since <= move.committed < to:
            continue
        for topic, version in move.topics:
            for versions, frames in came.get(topic, ()):
                place = bisect_left(versions, version)
                # What no screen was sent any more when the pass ended is not counted.
                if place < len(frames):
                    found.append(frames[place][1] - move.committed)
    return found


def p(values: Sequence[float], percent: float) -> float:
    """A percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else float("nan")
