"""The mathematics beside release 0.1: first questions in new processes, and five-card hands with wilds in batches.

Both releases take turns, each in an environment of its own: its compiled code and its Python's are there before
anything counts. Times are of the processor, medians of `PASSES`; other work on the machine does not stretch them.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PASSES = 9

QUESTION = """
import sys, time, houseway
game = houseway.game(sys.argv[1])
game.maths, game.editions
began = time.process_time()
game.analyze(wager=sys.argv[2])
print(time.process_time() - began)
"""
HANDS = """
import statistics, time
import numpy as np
try:
    from houseway.games.deuces_wild.maths.evaluation import classify5
except ImportError:
    from houseway.games.deuces_wild.evaluation import classify5
dealt = np.random.default_rng(1).permuted(np.tile(np.arange(53, dtype=np.uint8), (1 << 12, 1)), axis=1)[:, :5]
batch = np.ascontiguousarray(np.tile(dealt, (1 << 10, 1)))
times = []
for _ in range(12):
    began = time.process_time()
    classify5(batch)
    times.append(time.process_time() - began)
print(statistics.median(times[1:]))
"""


class Asked(NamedTuple):
    """What is measured in both releases: a program, and whether its start and imports count."""

    name: str
    program: str
    arguments: tuple[str, ...]
    whole: bool
    wanted: float
    """How much of 0.1's time it may take, at most."""


FIRST = (("three-card-split", "primary"), ("deuces-wild", "five-card-fortune"))
GAMES = (
    ("deuces-wild", "ante"),
    ("dueling", "player"),
    ("three-card-split", "primary"),
    ("triple-attack", "first-attack"),
)
ASKED = (
    *(Asked(f"{game}, {wager}", QUESTION, (game, wager), False, 0.7) for game, wager in FIRST),
    *(Asked(f"{game}, {wager}, from the start", QUESTION, (game, wager), True, 0.7) for game, wager in GAMES),
    Asked("four million five-card hands with wilds", HANDS, (), False, 1 / 1.5),
)


def environment(folder: Path) -> dict[str, str]:
    """The surroundings of a process whose compiled code is kept in ``folder``."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    return {**kept, "XDG_CACHE_HOME": str(folder / "kernels"), "PYTHONPYCACHEPREFIX": str(folder / "python")}


def processor_time(python: Path, checkout: Path, folder: Path, asked: Asked) -> float:
    """Seconds of the processor for one of the programs in a new process."""
    around = {**environment(folder), "PYTHONPATH": str(checkout / "src")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [str(python), "-c", asked.program, *asked.arguments],
        env=around,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not asked.whole:
        return float(done.stdout)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def beside(release: Path) -> Iterator[tuple[Asked, float, float]]:
    """Each of `ASKED` with the seconds it takes now, and in the checkout of ``release``."""
    here = Path(__file__).resolve().parents[1]
    own = release / ".venv/bin/python"
    pythons = {here: Path(sys.executable), release.resolve(): own.absolute() if own.exists() else Path(sys.executable)}
    with tempfile.TemporaryDirectory() as kept:
        folders = {checkout: Path(kept) / str(number) for number, checkout in enumerate(pythons)}
        for folder in folders.values():
            folder.mkdir()
        for asked in ASKED:
            found: dict[Path, list[float]] = {checkout: [] for checkout in pythons}
            # The first pass compiles, the second has everything at hand.
            for number in range(PASSES + 1):
                for checkout, python in pythons.items():
                    took = processor_time(python, checkout, folders[checkout], asked)
                    if number:
                        found[checkout].append(took)
            now, then = (statistics.median(times) for times in found.values())
            yield asked, now, then
