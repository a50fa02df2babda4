"""Sweeps: the same answer wherever and in however many goes they are played, and nothing lost when one is killed."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from houseway import registry
from houseway.facade import Game
from houseway.maths.question_errors import BadQuestion
from houseway.simulation import run
from houseway.simulation.gpu import cuda_rounds
from houseway.simulation.gpu.gpu_errors import NotOnGpu
from houseway.simulation.gpu.gpu_work import GpuWork
from houseway.simulation.plan import plan
from houseway.simulation.run import GPU, simulate
from houseway.simulation.sweeps import sweep_run
from houseway.simulation.sweeps.checkpoint import OtherSweep
from houseway.simulation.sweeps.sweep_plan import Cell, SweepPlan, crossed
from houseway.simulation.sweeps.sweep_run import sweep
from tests.cli.command import Run
from tests.simulation.gpu_stand_in import StandIn
from tests.waiting import HOURS, until

SMALL = 1 << 12
"""Rounds in a block here."""

ROUNDS = 3 * SMALL + 77
DECKS, LETTERS = f"decks={','.join(map(str, range(1, 1000)))}", ",".join("abcdefghijkl")


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "BLOCK", SMALL)


@pytest.fixture(scope="module")
def cells() -> tuple[Cell, ...]:
    game = registry.game("dueling")
    return tuple(
        Cell(
            values,
            plan(game, game.demonstration(None, {"decks": values["option decks"]}), {1: {values["spot"]: 1000}}),
        )
        for values in crossed({"option decks": ("5", "6"), "spot": ("player", "dealer")})
    )


@pytest.fixture(scope="module")
def planned(cells: tuple[Cell, ...]) -> SweepPlan:
    return SweepPlan(cells, 5, ROUNDS)


def test_every_table_of_a_sweep_is_what_it_is_alone(planned: SweepPlan) -> None:
    told: list[tuple[int, int | None]] = []
    found = sweep(planned, workers=2, progress=lambda done, every: told.append((done, every)))
    assert [cell.report for cell in found.cells] == [
        simulate(cell.plan, seed=5, rounds=ROUNDS, workers=1, exact=True) for cell in planned.cells
    ]
    assert [tuple(cell.values.values()) for cell in found.cells] == [
        ("5", "player"),
        ("5", "dealer"),
        ("6", "player"),
        ("6", "dealer"),
    ]
    assert told[0] == (0, 4 * ROUNDS)
    assert told[-1] == (4 * ROUNDS, 4 * ROUNDS)
    assert [done for done, _ in told] == sorted(done for done, _ in told), "one bar over the whole"
    assert found.compared == 4
    assert found.verdict == "pass"


def test_gpus_give_the_same_answer_and_share_the_tables(
    planned: SweepPlan, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    used: set[int] = set()
    both = threading.Barrier(2)

    def stand_in(work: GpuWork, device: int = 0) -> StandIn:
        if device not in used:
            used.add(device)
            both.wait(timeout=60)
        return StandIn(work)

    monkeypatch.setattr(cuda_rounds, "CudaRounds", stand_in)
    monkeypatch.setattr(cuda_rounds, "gpu_count", lambda: 2)
    few = SweepPlan(planned.cells[:2], 5, ROUNDS)
    kept = tmp_path / "kept"
    stop_after(few, kept, SMALL)
    assert sweep(few, on=GPU, checkpoint=kept) == sweep(few, workers=1), "begun on a core, gone on with on two GPUs"
    assert used == {0, 1}


def test_what_a_gpu_cannot_play_is_said_where_the_sweep_is_asked_for(
    plain: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda_rounds, "gpu_count", lambda: 2)
    cell = Cell({"stake": "5"}, plan(plain, plain.demonstration(), {1: {"bet": 500}}))
    with pytest.raises(NotOnGpu, match="not written for a GPU"):
        sweep(SweepPlan((cell, cell), 5, 70), on=GPU)
    assert threading.active_count() == 1 or all("_work" not in thread.name for thread in threading.enumerate())


def test_a_game_without_compiled_rounds_is_swept_by_its_procedure(
    plain: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(run, "READABLE_BLOCK", 32)
    cell = Cell({"stake": "5"}, plan(plain, plain.demonstration(), {1: {"bet": 500}}))
    few = SweepPlan((cell, cell), 5, 70)
    stop_after(few, tmp_path / "kept", 33)
    assert sweep(few, workers=1, checkpoint=tmp_path / "kept") == sweep(few, workers=1)


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Game]:
    from tests.toys import plain_toy

    with plain_toy(tmp_path) as game:
        yield game


# -- stopped, killed, gone on


def stop_after(planned: SweepPlan, kept: Path, rounds: int) -> int:
    """Press Ctrl-C after so many rounds; how many had been played."""
    last = 0

    def told(done: int, every: int | None) -> None:
        nonlocal last
        last = done
        if done >= rounds:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(planned, workers=1, checkpoint=kept, progress=told)
    return last


def test_a_sweep_that_is_stopped_goes_on_where_it_was(planned: SweepPlan, tmp_path: Path) -> None:
    kept, whole = tmp_path / "kept", sweep(planned, workers=2)
    for stop in (1, 2 * ROUNDS - 1, 2 * ROUNDS + SMALL):
        played = stop_after(planned, kept, stop)
        told: list[int] = []
        with pytest.raises(KeyboardInterrupt):
            sweep(planned, workers=1, checkpoint=kept, progress=stopping(told))
        assert told == [played], "nothing is played twice, and nothing is missed"
    assert sweep(planned, workers=2, checkpoint=kept) == whole
    done: list[int] = []
    assert sweep(planned, checkpoint=kept, progress=lambda rounds, _: done.append(rounds)) == whole
    assert done == [4 * ROUNDS], "what is done is not played again"


def stopping(told: list[int]) -> Callable[[int, int | None], None]:
    """Tells where a run begins, and presses Ctrl-C there."""

    def first(done: int, _: int | None) -> None:
        told.append(done)
        raise KeyboardInterrupt

    return first


def test_a_checkpoint_cut_off_at_any_byte_loses_no_more_than_its_last_line(
    planned: SweepPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep_run, "SAVED_AFTER", 0.0)
    kept = tmp_path / "kept"
    stop_after(planned, kept, 2 * ROUNDS)
    content = kept.read_bytes()
    lines = content.splitlines(keepends=True)
    assert len(lines) > 6, "every block was written"
    starts: dict[int, int] = {}
    for size in range(len(lines[0]), len(content) + 1):
        kept.write_bytes(content[:size])
        told: list[int] = []
        with pytest.raises(KeyboardInterrupt):
            sweep(planned, workers=1, checkpoint=kept, progress=stopping(told))
        starts[size] = told[0]
    ends = [sum(map(len, lines[: number + 1])) for number in range(len(lines))]
    assert [starts[end] for end in ends] == sorted({*starts.values()}), "each whole line counts, and nothing else"
    assert list(starts.values()) == sorted(starts.values())
    kept.write_bytes(content[: ends[3] + 9])
    assert sweep(planned, workers=1, checkpoint=kept) == sweep(planned, workers=1)


def test_another_sweeps_checkpoint_is_refused_and_left_as_it_is(planned: SweepPlan, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    stop_after(planned, kept, 1)
    content = kept.read_bytes()
    for other in (
        SweepPlan(planned.cells, 6, ROUNDS),
        SweepPlan(planned.cells, 5, ROUNDS + 1),
        SweepPlan(planned.cells[1:], 5, ROUNDS),
    ):
        with pytest.raises(OtherSweep, match="another sweep"):
            sweep(other, checkpoint=kept)
    assert kept.read_bytes() == content
    kept.write_text("dear diary\n")
    with pytest.raises(OtherSweep, match="does not say"):
        sweep(planned, checkpoint=kept)
    assert kept.read_text() == "dear diary\n"


@pytest.mark.soak
def test_a_sweep_killed_again_and_again_ends_as_one_that_was_left_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "houseway", "sweep", "dueling", "--option", "decks=1,2,4,6", "--rounds", "2e7"]
    kept = tmp_path / "killed.csv.progress"
    for kill in range(3):
        process = subprocess.Popen([*command, "-o", str(tmp_path / "killed.csv")], stdout=subprocess.DEVNULL)
        more = (kept.stat().st_size if kept.exists() else 0) + 200 * (kill > 0)

        def further(process: subprocess.Popen[bytes] = process, more: int = more) -> bool:
            return process.poll() is not None or (kept.exists() and kept.stat().st_size > more)

        until("the sweep has come further, or to its end", further, HOURS)
        process.send_signal(signal.SIGKILL)
        process.wait(HOURS)
    for name in ("killed", "alone"):
        where = str(tmp_path / f"{name}.csv")
        subprocess.run([*command, "-o", where], check=True, stdout=subprocess.DEVNULL, timeout=HOURS)
    assert (tmp_path / "killed.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()
    assert not kept.exists()


# -- at the terminal


def test_a_sweep_is_typed_written_and_removes_what_it_went_on_from(cli: Run, tmp_path: Path) -> None:
    where = tmp_path / "sweep.csv"
    asked = ("sweep", "dueling", "-r", "5000", "--option", "decks=2,6", "--penetration", "fresh,50%", "-w", "player=10")
    ended = cli(*asked, "--on", "threads", "-o", str(where))
    assert ended.code == 0, ended.err
    rows = list(csv.DictReader(where.read_text(encoding="utf-8").splitlines()))
    assert [(row["Decks"], row["Penetration"], row["Rounds"]) for row in rows] == [
        ("2", "fresh", "5000"),
        ("2", "50%", "5000"),
        ("6", "fresh", "5000"),
        ("6", "50%", "5000"),
    ]
    assert [row["Verdict"] for row in rows] == ["pass", "none", "pass", "none"], "a cut shoe is not judged"
    alone = json.loads(cli("simulate", "dueling", "-r", "5000", "-o", "decks=6", "-s", "1", "--json").out)
    assert float(rows[2]["Mean"]) == alone["columns"][0]["mean"]
    assert float(rows[2]["Exact"]) == alone["columns"][0]["exact"]
    cut = json.loads(
        cli("simulate", "dueling", "-r", "5000", "-o", "decks=2", "-o", "shoe=52", "-s", "1", "--json").out
    )
    assert float(rows[1]["Mean"]) == cut["columns"][0]["mean"], "half of two decks"
    assert [path.name for path in tmp_path.iterdir() if "progress" in path.name] == []
    assert "4 tables, 5,000 rounds of seed 1 each" in ended.out
    assert "Written to" in ended.out


def test_a_picture_shows_every_mean_and_a_pay_is_an_axis_of_its_own(cli: Run, tmp_path: Path) -> None:
    where = tmp_path / "sweep.svg"
    pays = ("--pays", "player/surrender=push", "--pays", "player/surrender=loss")
    ended = cli("sweep", "dueling", "-r", "3000", *pays, "-o", str(where), "--json")
    assert ended.code == 0, ended.err
    drawn = where.read_text(encoding="utf-8")
    assert "<svg" in drawn
    assert "2 means, from" in drawn
    (section,) = json.loads(ended.out)["sections"]
    assert section["alarms"] == ["Departs from the approved game: 2 of 2 tables."]
    rows = section["tables"][0]["rows"]
    assert [row["pay player/surrender"] for row in rows] == ["push", "loss"]
    assert rows[0]["exact"] > rows[1]["exact"]


def test_a_sweep_stopped_at_the_terminal_says_how_it_goes_on(
    cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sweep_run, "sweep", stopped)
    ended = cli("sweep", "dueling", "-r", "5000", "-o", str(tmp_path / "s.csv"))
    assert ended.code == 130
    assert "the same command goes on" in ended.err
    assert "can go on" in cli("sweep", "dueling", "-r", "5000").err


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("--penetration", "110%"), "'110%' is no penetration"),
        (("--penetration", "half"), "'half' is no penetration"),
        (("--paytable", "tie-plus"), "is not KEY=VALUES"),
        (("--paytable", "tie-plus=1,,2"), "has an empty value"),
        (("--option", "decks=2,2"), "given a value twice"),
        (("--option", "decks=0"), "decks cannot be"),
        (("--rounds", "many"), "not a number of rounds"),
        (("-o", "sweep.doc"), "none of the documents"),
        (("--on", "abacus"), "not played on 'abacus'"),
        (("--option", DECKS, "--strategy", LETTERS, "--paytable", "tie-plus=all"), "tables"),
    ],
)
def test_what_cannot_be_swept_is_refused_in_words(cli: Run, typed: tuple[str, ...], says: str) -> None:
    ended = cli("sweep", "dueling", "--rounds", "1000", *typed)
    assert (ended.code, ended.out) == (2, "")
    assert says in " ".join(ended.err.split())


def test_a_game_of_fresh_decks_has_no_penetration(cli: Run) -> None:
    assert "there is no cut card" in " ".join(cli("sweep", "deuces-wild", "--penetration", "50%").err.split())

    with pytest.raises(BadQuestion, match="no table"):
        sweep(SweepPlan((), 1, 1))
