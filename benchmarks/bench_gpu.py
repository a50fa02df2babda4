"""Rounds on a GPU: how many a second, and whether their sums are those of the cores.

``python -m benchmarks.bench_gpu`` does both on a machine that has everything. A machine with a GPU may have NumPy,
numba and CuPy and nothing else that Houseway needs: ``pack FOLDER`` writes the rounds to files where Houseway is
installed, ``play FOLDER`` plays them where the GPU is, and ``compare FOLDER`` compares the sums where Houseway is
installed again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import types
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

SOURCE = Path(__file__).resolve().parent.parent / "src"
SEED = 2026
BLOCK = 1 << 18
EQUAL = 10**9
"""Rounds whose sums are compared."""

MEASURED = 2.0
"""Seconds, or a little more, for which each rate is measured."""

TABLES = ("primary", "every")
WANTED = {"triple-attack": 18e9, "dueling": 100e9, "three-card-split": 10e9, "deuces-wild": 10e9}
"""Rounds a second of the primary wager; half of that with every wager."""

CORES_WANTED = 500
"""Cores of the same machine that the GPU is to be as fast as, for the first of these."""


def planned(game: str, table: str) -> Any:
    """The rounds of one seat with the primary wager, or with every usual one that may be placed together."""
    from houseway import registry
    from houseway.cli.maths.simulate_command import placed_wagers
    from houseway.cli.maths.table_choices import demonstration_meters
    from houseway.simulation.plan import plan

    found = registry.game(game)
    setup = found.demonstration()
    placed = placed_wagers(found, setup, ["all"] if table == "every" else [])
    return plan(found, setup, {1: placed}, None, demonstration_meters(found, setup))


def pack(folder: Path) -> None:
    for game in WANTED:
        for table in TABLES:
            planned(game, table).make().gpu_work().save(folder / f"{game}.{table}.npz")
    program = planned("triple-attack", "primary").make()
    core = {f"rules.{name}": value for name, value in program._tables.rules._asdict().items()}
    core |= {f"seats.{name}": value for name, value in program._table._asdict().items()}
    core["alone.acts"] = program._single.acts
    np.savez_compressed(folder / "core.npz", **core)


def play(folder: Path) -> None:
    _bare_packages()
    from houseway.simulation.gpu.gpu_rounds import LAUNCH, GpuRounds
    from houseway.simulation.gpu.gpu_work import GpuWork

    print(f"{'one seat':28}{'G/s':>9}{'wanted':>9}{'x':>8}{'ready, s':>10}")
    found: dict[str, Any] = {}
    for game, wanted in WANTED.items():
        for table in TABLES:
            began = perf_counter()
            rounds = GpuRounds(GpuWork.load(folder / f"{game}.{table}.npz"))
            played = rounds.play(SEED, 0, EQUAL, LAUNCH, BLOCK)
            ready = perf_counter() - began
            began, launches = perf_counter(), 0
            while perf_counter() - began < MEASURED:
                rounds.play(SEED, launches * LAUNCH, LAUNCH, LAUNCH, BLOCK)
                launches += 1
            rate = launches * LAUNCH / (perf_counter() - began)
            least = wanted if table == "primary" else wanted / 2
            figures = f"{rate / 1e9:9.1f}{least / 1e9:9.1f}{rate / least:8.2f}{ready:10.1f}"
            print(f"{game + ', ' + table:28}{figures}", flush=True)
            found[f"{game}.{table}"] = {"rate": rate, "totals": played.totals.tolist(), "notes": played.notes.tolist()}
    found["core"] = _one_core(folder)
    ratio = found["triple-attack.primary"]["rate"] / found["core"]
    print(f"\ntriple-attack on one core of this machine: {found['core'] / 1e6:.1f} million a second")
    print(f"the GPU plays as many as {ratio:,.0f} such cores (wanted {CORES_WANTED})")
    (folder / "played.json").write_text(json.dumps(found), encoding="utf-8")


def compare(folder: Path) -> int:
    """How many tables' sums differ from those of the cores."""
    from houseway.simulation.gpu.gpu_blocks import by_line
    from houseway.simulation.run import simulate

    found = json.loads((folder / "played.json").read_text(encoding="utf-8"))
    wrong = 0
    for game in WANTED:
        # Every wager has the primary one among them, in the same rounds.
        made, there = planned(game, "every"), found[f"{game}.every"]
        notes = by_line(np.array(there["notes"], np.int64))
        theirs = made.make().gpu_block(EQUAL, np.array(there["totals"][0], np.int64), notes.get(0, ()))
        ours = simulate(made, seed=SEED, rounds=EQUAL).totals
        wrong += theirs != ours
        said = "the same" if theirs == ours else "DIFFERENT"
        print(f"{game}, every wager: the sums of {EQUAL:,} rounds are {said} on cores", flush=True)
    return wrong


def _bare_packages() -> None:
    """Let modules be imported without what their packages would import first, where that is not installed."""
    sys.path.insert(0, str(SOURCE))
    try:
        import houseway.games.triple_attack.kernel  # noqa: F401
    except ImportError:
        for name in [name for name in sys.modules if name.split(".")[0] == "houseway"]:
            del sys.modules[name]
        kernel = (".games", ".games.triple_attack", ".games.triple_attack.kernel")
        for name in ("", ".cards", ".maths", ".simulation", *kernel):
            package = types.ModuleType(f"houseway{name}")
            package.__path__ = [str(SOURCE / "houseway" / name[1:].replace(".", "/"))]
            sys.modules[package.__name__] = package


def _one_core(folder: Path) -> float:
    """Rounds a second of Triple Attack, primary wager, on one core."""
    from houseway.games.triple_attack.kernel.alone import play_alone
    from houseway.games.triple_attack.kernel.rounds import SIDES, SUMS, Rules, Seats, Tally, play_block

    with np.load(folder / "core.npz") as given:
        rules = Rules(**{name: _plain(given[f"rules.{name}"]) for name in Rules._fields})
        seats = Seats(**{name: _plain(given[f"seats.{name}"]) for name in Seats._fields})
        alone = seats._replace(acts=given["alone.acts"])
    deck = np.empty_like(seats.fresh)
    done, began = 0, 0.0
    while not began or perf_counter() - began < MEASURED:
        sums, counts = np.zeros(SUMS, np.int64), np.zeros(SIDES, np.int64)
        into = Tally(deck, sums, counts, np.empty(514, np.int64), last=False, numbers=np.empty(BLOCK, np.int64))
        listed = play_alone(np.uint64(SEED), done, BLOCK, rules, alone, into)
        play_block(np.uint64(SEED), done, listed, rules, seats, into._replace(numbers=into.numbers[:listed]))
        if began:
            done += BLOCK
        began = began or perf_counter()
    return done / (perf_counter() - began)


def _plain(array: Any) -> Any:
    return array if array.ndim else array.item()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", nargs="?", choices=("all", "pack", "play", "compare"), default="all")
    parser.add_argument("folder", nargs="?", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        folder = asked.folder or Path(spare)
        folder.mkdir(parents=True, exist_ok=True)
        if asked.step in ("all", "pack"):
            pack(folder)
        if asked.step in ("all", "play"):
            play(folder)
        return compare(folder) if asked.step in ("all", "compare") else 0


if __name__ == "__main__":
    sys.exit(main())
