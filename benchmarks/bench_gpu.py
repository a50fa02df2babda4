"""Rounds on a GPU: how many a second, and whether their sums are those of the cores.

``python -m benchmarks.bench_gpu`` does both on a machine that has everything. A machine with a GPU may have NumPy and
CuPy and nothing else that Houseway needs: ``pack FOLDER`` writes the rounds to files where Houseway is installed,
``play FOLDER`` plays them where the GPU is, and ``compare FOLDER`` compares the sums where Houseway is installed again.
The rate of one core there wants numba and msgspec too. ``--only rounds`` does the games' rounds alone, ``--only
changed`` those of changed rules, ``--only counted`` players who count, ``--only shared`` seats that share cards.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

SOURCE = Path(__file__).resolve().parent.parent / "src"
SEED = 2026
BLOCK = 1 << 18
EQUAL = 10**9
"""Rounds whose sums are compared."""

CHANGED = 1 << 24
"""Rounds of each changed rule whose sums are compared."""

MEASURED = 2.0
"""Seconds, or a little more, for which each rate is measured."""

TABLES = ("primary", "every")
WANTED = {"triple-attack": 18e9, "dueling": 100e9, "three-card-split": 10e9, "deuces-wild": 10e9}
"""Rounds a second of the primary wager; half of that with every wager."""

CORES_WANTED = 500
"""Cores of the same machine that the GPU is to be as fast as, for the first of these."""


COUNTED = {"triple-attack": "288", "dueling": "234"}
"""Games that are counted, and the cut cards of their tables."""

PENETRATIONS = (50, 65, 75, 85)
SHOES = {"first-attack": 1 << 21, "suited-royals": 1 << 21, "tie-plus": 1 << 21}
FEWER_SHOES = 1 << 14
"""Shoes whose sums are compared, by wager: more than 10^8 rounds of each that cores can value quickly."""

MEASURED_SHOES = 1 << 20

CLASSES = 64
DRAWS = 320_000
"""Classes of hands whose other seats' cards are drawn, and sets of cards for each and each number of seats."""


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


def pack_rounds(folder: Path) -> None:
    for game in WANTED:
        for table in TABLES:
            planned(game, table).make().gpu_work().save(folder / f"{game}.{table}.npz")
    program = planned("triple-attack", "primary").make()
    core = {f"rules.{name}": value for name, value in program._tables.rules._asdict().items()}
    core |= {f"seats.{name}": value for name, value in program._table._asdict().items()}
    core["alone.acts"] = program._single.acts
    np.savez_compressed(folder / "core.npz", **core)


def play_rounds(folder: Path) -> None:
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
    (folder / "played.json").write_text(json.dumps(found), encoding="utf-8")
    try:
        core = _one_core(folder)
    except ModuleNotFoundError as error:
        print(f"\ntriple-attack on one core of this machine: not measured, {error.name} is not installed here")
        return
    ratio = found["triple-attack.primary"]["rate"] / core
    print(f"\ntriple-attack on one core of this machine: {core / 1e6:.1f} million a second")
    print(f"the GPU plays as many as {ratio:,.0f} such cores (wanted {CORES_WANTED})")


def compare_rounds(folder: Path) -> int:
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


def changed() -> Iterator[tuple[str, Any]]:
    """By name, the rounds of every changed rule that a GPU plays, one seat with every usual wager."""
    from houseway import registry
    from houseway.cli.maths.simulate_command import placed_wagers
    from houseway.cli.maths.table_choices import demonstration_meters
    from houseway.maths.question_errors import RuleNotDealt
    from houseway.simulation.departures import departing
    from houseway.simulation.plan import plan

    for slug in WANTED:
        game = registry.game(slug)
        for rule, value in [(one.slug, value) for one in game.rules() for value in one.others]:
            other = {} if rule == "decks" else {rule: value}
            setup = departing(game.demonstration(), {}, int(value) if rule == "decks" else None, other)
            made: Any = plan(
                game, setup, {1: placed_wagers(game, setup, ["all"])}, None, demonstration_meters(game, setup)
            )
            try:
                made.make().gpu_work()
            except RuleNotDealt:
                continue
            yield f"{slug}.{rule}.{value}", made


def pack_changed(folder: Path) -> None:
    for name, made in changed():
        made.make().gpu_work().save(folder / f"changed.{name}.npz")


def play_changed(folder: Path) -> None:
    from houseway.simulation.gpu.gpu_rounds import LAUNCH, GpuRounds
    from houseway.simulation.gpu.gpu_work import GpuWork

    found: dict[str, Any] = {}
    for path in sorted(folder.glob("changed.*.npz")):
        name = path.name.removeprefix("changed.").removesuffix(".npz")
        played = GpuRounds(GpuWork.load(path)).play(SEED, 0, CHANGED, LAUNCH, BLOCK)
        found[name] = {"totals": played.totals.tolist(), "notes": played.notes.tolist()}
        print(f"{name}: {CHANGED:,} rounds played", flush=True)
    (folder / "changed.json").write_text(json.dumps(found), encoding="utf-8")


def compare_changed(folder: Path) -> int:
    """How many changed rules' sums differ from those of the cores."""
    from houseway.simulation.gpu.gpu_blocks import by_line
    from houseway.simulation.run import simulate

    found = json.loads((folder / "changed.json").read_text(encoding="utf-8"))
    wrong = 0
    for name, made in changed():
        notes = by_line(np.array(found[name]["notes"], np.int64))
        theirs = made.make().gpu_block(CHANGED, np.array(found[name]["totals"][0], np.int64), notes.get(0, ()))
        same = theirs == simulate(made, seed=SEED, rounds=CHANGED).totals
        wrong += not same
        print(f"{name}: the sums of {CHANGED:,} rounds are {'the same' if same else 'DIFFERENT'} on cores", flush=True)
    return wrong


def counted(game: str) -> Any:
    """By wager that is counted at the table of ``game``, one seat: the wager and its counts as arrays."""
    from houseway import registry
    from houseway.simulation.advantage.counted_shoes import counting_of
    from houseway.simulation.advantage.counted_wagers import counts_for
    from houseway.simulation.advantage.round_cards import cards_a_round

    found = registry.game(game)
    setup = found.demonstration(options={"shoe": COUNTED[game]})
    used = cards_a_round(found, setup, 1)
    for slug, shoe in found.shoe_wagers(setup, found.house.get("meters", {})).items():
        wager = shoe.wager
        cuts = [round(wager.size * share / 100) for share in PENETRATIONS]
        yield slug, counting_of(wager, counts_for(wager, range(len(wager.full))), used, cuts)


def sharing() -> Any:
    """By game whose seats may share cards: how, classes as a GPU is given them, their numbers, seats, and on cores."""
    from houseway import registry
    from houseway.games.deuces_wild.maths.classes import classes
    from houseway.games.deuces_wild.maths.protection import nets_of, shared_cards_drawn
    from houseway.games.three_card_split.maths.protection import primary_contest
    from houseway.maths.protection.table_pays import TablePays
    from houseway.simulation.advantage import shared_hands

    for game in ("three-card-split", "deuces-wild"):
        found = registry.game(game)
        setup = found.demonstration()
        pays, seats = TablePays(setup, found.house.get("meters", {})), range(2, setup.edition.about.positions + 1)
        if game == "three-card-split":
            contest = primary_contest(pays)
            some = range(0, len(contest.heads), len(contest.heads) // (CLASSES - 1))[:CLASSES]
            how, given = shared_hands.sharing_of(contest), shared_hands.shared_classes(contest, some)
            yield game, how, given, some, seats, partial(shared_hands.on_cores, contest)
        else:
            nets, whole = nets_of(pays, "ante"), len(classes(3))
            some = range(0, whole, whole // (CLASSES - 1))[:CLASSES]
            how, given = shared_cards_drawn.SHARING, shared_cards_drawn.shared_classes(nets, some)
            yield game, how, given, some, seats, partial(shared_cards_drawn.on_cores, nets)


def pack_shared(folder: Path) -> None:
    from houseway.simulation.advantage.shared_on_gpu import sharing_work

    for game, how, classes, _, seats, _ in sharing():
        given = list(classes)
        sharing_work(how, given, seats).save(folder / f"share.{game}.{len(given) * len(seats)}.npz")


def pack_counted(folder: Path) -> None:
    from houseway.simulation.advantage.counting_on_gpu import counting_work

    for game in COUNTED:
        for wager, counting in counted(game):
            counting_work(counting).save(folder / f"count.{game}.{wager}.npz")


def play_counted(folder: Path) -> None:
    from houseway.simulation.advantage.counting_on_gpu import SUMS, count_packed
    from houseway.simulation.gpu.cuda_rounds import CudaRounds
    from houseway.simulation.gpu.gpu_work import GpuWork

    print(f"{'players who count, one seat':36}{'M rounds/s':>12}{'M shoes/s':>12}{'ready, s':>10}")
    found: dict[str, Any] = {}
    for path in sorted(folder.glob("count.*.npz")):
        name = path.name.removesuffix(".npz")
        began = perf_counter()
        work = GpuWork.load(path)
        machine = CudaRounds(work)
        sums = count_packed(machine, work.counters, SEED, SHOES.get(name.split(".")[2], FEWER_SHOES))
        ready = perf_counter() - began
        began, shoes, rounds = perf_counter(), 0, 0.0
        while perf_counter() - began < MEASURED:
            played = count_packed(machine, work.counters, SEED + shoes, MEASURED_SHOES)
            shoes += MEASURED_SHOES
            rounds += played.reshape(-1, SUMS)[:, 0].max()
        spent = perf_counter() - began
        print(f"{name:36}{rounds / spent / 1e6:12.2f}{shoes / spent / 1e6:12.3f}{ready:10.1f}", flush=True)
        # Floats as they are written in hexadecimal lose nothing.
        found[name] = {"rate": rounds / spent, "sums": [value.hex() for value in sums.tolist()]}
    (folder / "counted.json").write_text(json.dumps(found), encoding="utf-8")


def play_shared(folder: Path) -> None:
    from houseway.simulation.advantage.shared_on_gpu import draw_packed
    from houseway.simulation.gpu.cuda_rounds import CudaRounds
    from houseway.simulation.gpu.gpu_work import GpuWork

    print(f"{'seats that share cards':36}{'M sets/s':>12}{'ready, s':>22}")
    found: dict[str, Any] = {}
    for path in sorted(folder.glob("share.*.npz")):
        _, game, jobs = path.name.removesuffix(".npz").split(".")
        began = perf_counter()
        machine = CudaRounds(GpuWork.load(path))
        draw_packed(machine, int(jobs), SEED, 2)
        ready = perf_counter() - began
        began = perf_counter()
        sums = draw_packed(machine, int(jobs), SEED, DRAWS)
        rate = int(jobs) * DRAWS / (perf_counter() - began)
        print(f"{game:36}{rate / 1e6:12.2f}{ready:22.1f}", flush=True)
        found[game] = {"rate": rate, "sums": [value.hex() for value in sums.ravel().tolist()]}
    (folder / "shared.json").write_text(json.dumps(found), encoding="utf-8")


def compare_counted(folder: Path) -> int:
    """How many wagers' sums differ from those of the cores, in any bit."""
    from houseway.simulation.advantage.counted_shoes import count_on_cores
    from houseway.simulation.run import cores

    found = json.loads((folder / "counted.json").read_text(encoding="utf-8"))
    wrong = 0
    for game in COUNTED:
        for wager, counting in counted(game):
            there, shoes = found[f"count.{game}.{wager}"], SHOES.get(wager, FEWER_SHOES)
            count_on_cores(counting, SEED, 1, 1)  # compiled before it is timed
            began = process_time()
            ours = count_on_cores(counting, SEED, shoes, cores())
            rounds, spent = ours[:, :, 0].max(), process_time() - began
            same = [value.hex() for value in ours.ravel().tolist()] == there["sums"]
            wrong += not same
            said = "the same" if same else "DIFFERENT"
            told = f"the sums of {rounds:,.0f} rounds ({shoes:,} shoes) are {said} on cores"
            print(f"{game}, {wager}, counted: {told}; x {there['rate'] * spent / rounds:,.0f} of one", flush=True)
    return wrong


def compare_shared(folder: Path) -> int:
    """How many games' sums of shared cards differ from those of the cores, in any bit."""
    from houseway.simulation.run import cores

    found = json.loads((folder / "shared.json").read_text(encoding="utf-8"))
    wrong = 0
    for game, _, _, classes, seats, on_cores in sharing():
        there = found[game]

        def drawn(one: int, seats: Any = seats, on_cores: Any = on_cores) -> Any:
            return list(on_cores([one], seats, DRAWS, SEED))

        list(on_cores(classes, seats, 2, SEED))  # compiled before it is timed
        sets, began = CLASSES * len(seats) * DRAWS, process_time()
        with ThreadPoolExecutor(cores()) as pool:
            ours = np.array(list(pool.map(drawn, classes, timeout=600)))
        spent = process_time() - began
        same = [value.hex() for value in ours.ravel().tolist()] == there["sums"]
        wrong += not same
        told = f"the sums of {sets:,} sets of cards are {'the same' if same else 'DIFFERENT'} on cores"
        print(f"{game}, shared: {told}; x {there['rate'] * spent / sets:,.0f} of one", flush=True)
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


PARTS: dict[str, tuple[Callable[[Path], None], Callable[[Path], None], Callable[[Path], int]]] = {
    "rounds": (pack_rounds, play_rounds, compare_rounds),
    "changed": (pack_changed, play_changed, compare_changed),
    "counted": (pack_counted, play_counted, compare_counted),
    "shared": (pack_shared, play_shared, compare_shared),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", nargs="?", choices=("all", "pack", "play", "compare"), default="all")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", choices=tuple(PARTS))
    asked = parser.parse_args()
    parts = [PARTS[asked.only]] if asked.only else list(PARTS.values())
    wrong = 0
    with tempfile.TemporaryDirectory() as spare:
        folder = asked.folder or Path(spare)
        folder.mkdir(parents=True, exist_ok=True)
        if asked.step in ("all", "play"):
            _bare_packages()
        for pack, play, compare in parts:
            if asked.step in ("all", "pack"):
                pack(folder)
            if asked.step in ("all", "play"):
                play(folder)
            if asked.step in ("all", "compare"):
                wrong += compare(folder)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
