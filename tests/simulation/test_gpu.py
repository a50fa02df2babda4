"""Rounds on a GPU are those of the cores, to the cent: here the GPU's source is played by a stand-in."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway import registry
from houseway.cards.card_errors import DeckTooShort
from houseway.facade import Game
from houseway.maths.question_errors import BadQuestion
from houseway.simulation.departures import departing
from houseway.simulation.gpu import cuda_rounds, gpu_blocks, gpu_rounds, gpu_work
from houseway.simulation.gpu.gpu_errors import NoGpu, NotOnGpu
from houseway.simulation.gpu.gpu_work import SLICE, GpuWork
from houseway.simulation.plan import Plan, plan
from houseway.simulation.run import BLOCK, GPU, simulate
from tests.cli.command import Run
from tests.simulation.gpu_stand_in import BEFORE, StandIn, compiled
from tests.simulation.test_run import planned

ATTACK = {
    "first-attack": 1000,
    "suited-royals": 300,
    "double-match-up": 200,
    "double-match-down": 200,
    "triple-match": 200,
    "jackpot": 100,
    "jackpot-2": 100,
}
DUEL = {"player": 1001, "tie-plus": 200, "combo-bet": 301, "tie-after-tie": 100}
OTHER_DUEL = {"dealer": 500, "tie-after-tie": 100, "two-plus-two": 100}
SPLIT = {"primary": 1000, "three-card-bonus": 500, "four-card-bonus": 500, "jackpot": 100}
WILD = {"ante": 1000, "three-card-treasure": 500, "five-card-fortune": 500, "bonus-jackpot": 100}

TABLES: dict[str, tuple[str, dict[str, str], dict[int, Mapping[str, int]], dict[str, Any]]] = {
    "Triple Attack alone": ("triple-attack", {}, {1: ATTACK}, {}),
    "Triple Attack from a cut shoe, with Envy prizes": (
        "triple-attack",
        {"shoe": "200"},
        {1: ATTACK, 3: {"first-attack": 700, "jackpot": 100}},
        {"envy": {"jackpot": {"any-20": "$7"}}, "share": {"jackpot-2": {"any-20": "0.5%"}}},
    ),
    "Dueling alone": ("dueling", {}, {1: DUEL}, {}),
    "Dueling alone, whose cards may have a start": ("dueling", {}, {3: OTHER_DUEL}, {}),
    "Dueling alone with nothing but the bet on a spot": ("dueling", {}, {2: {"dealer": 700}}, {}),
    "Dueling at several seats, two of which divide": ("dueling", {}, {1: DUEL, 2: OTHER_DUEL, 5: OTHER_DUEL}, {}),
    "Three Card Split": ("three-card-split", {"deal": "single"}, {1: SPLIT, 4: {"primary": 500}}, {}),
    "Deuces Wild blind": (
        "deuces-wild",
        {"fortune-pool": "five"},
        {1: WILD, 2: {"five-card-fortune": 500}, 3: WILD},
        {},
    ),
    "Deuces Wild revealed": ("deuces-wild", {"fortune-view": "revealed"}, {2: WILD}, {}),
}


def table(name: str) -> Plan:
    slug, options, wagers, choices = TABLES[name]
    game = registry.game(slug)
    setup = game.demonstration(None, options, {}, **choices)
    meters = {meter: amount for meter, amount in game.house.get("meters", {}).items() if meter in setup.meters}
    return plan(game, setup, wagers, None, meters)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_rounds, "CudaRounds", StandIn)


@pytest.mark.parametrize("name", list(TABLES))
@pytest.mark.usefixtures("stand_in")
def test_a_gpu_plays_the_same_rounds_with_the_same_sums(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # With room for few notes a launch is played again with more.
    monkeypatch.setattr(gpu_rounds, "ROOM", 2)
    rounds = 3000 if "cut" in name else SLICE + 777
    here = simulate(table(name), seed=11, rounds=rounds, workers=1)
    there = simulate(table(name), seed=11, rounds=rounds, on=GPU)
    assert there.totals == here.totals
    assert there == here


@pytest.mark.usefixtures("stand_in")
def test_several_launches_and_a_stop_judged_after_each_block_give_the_same_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = table("Dueling at several seats, two of which divide")
    told: list[int] = []
    # The third block is the last of a launch, the fourth the first of the next, and the stop comes after the fifth.
    monkeypatch.setattr(gpu_blocks, "LAUNCH", 3 * BLOCK)
    whole = simulate(made, seed=4, rounds=4 * BLOCK + 9, on=GPU, progress=lambda done, _: told.append(done))
    assert told == [3 * BLOCK, 4 * BLOCK + 9]
    assert whole == simulate(made, seed=4, rounds=4 * BLOCK + 9)
    error = whole.columns[0].standard_error * 0.95
    stopped = simulate(made, seed=4, standard_error=error, on=GPU)
    assert stopped.rounds == 5 * BLOCK
    assert stopped == simulate(made, seed=4, standard_error=error)


@pytest.mark.usefixtures("stand_in")
def test_an_empty_shoe_is_told_with_its_round() -> None:
    game = registry.game("triple-attack")
    setup = departing(game.demonstration(options={"shoe": "180"}), {}, 4)
    made = plan(game, setup, {seat: {"first-attack": 1000} for seat in range(1, 7)})
    with pytest.raises(DeckTooShort) as here:
        simulate(made, seed=1, rounds=1000, workers=1)
    with pytest.raises(DeckTooShort) as there:
        simulate(made, seed=1, rounds=1000, on=GPU)
    assert there.value.message == here.value.message


DRAWS = """
extern "C" void draws(u64 size, const u64 *states, const u32 *numbers, u32 *exact, u32 *by_half, u8 *unsure) {
    for (u64 each = 0; each < size; each++) {
        bool is_unsure = false;
        exact[each] = below(states[each], numbers[each]);
        by_half[each] = below_by_half(states[each], numbers[each], is_unsure);
        unsure[each] = is_unsure;
    }
}
"""


def unmixed(mixed: int) -> int:
    """The state that SplitMix64's finaliser makes ``mixed`` of."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9)):
        mixed = unshifted(mixed, shift) * pow(factor, -1, 1 << 64) % (1 << 64)
    return unshifted(mixed, 30)


def unshifted(shifted: int, by: int) -> int:
    """What gives ``shifted`` together with itself, ``by`` bits lower."""
    value = shifted
    for _ in range(64 // by):
        value = shifted ^ value >> by
    return value


def test_a_draw_by_half_of_its_bits_is_the_whole_draw_or_says_that_it_is_unsure() -> None:
    asked = [(high, low, n) for n in (2, 51, 52, 311, 312, 415, 416) for high, low in about_a_carry(n)]
    states = np.array([unmixed(high << 32 | low) for high, low, _ in asked], np.uint64)
    numbers = np.array([n for *_, n in asked], np.uint32)
    exact, by_half, unsure = (np.zeros(len(asked), kind) for kind in (np.uint32, np.uint32, np.uint8))
    source = (Path(gpu_work.__file__).parent / "chance.cuh").read_text(encoding="utf-8")
    compiled(BEFORE + source + DRAWS).draws(
        ctypes.c_uint64(len(asked)),
        *(ctypes.c_void_p(one.ctypes.data) for one in (states, numbers, exact, by_half, unsure)),
    )
    whole = [((high << 32 | low & ~511) * n) >> 64 for high, low, n in asked]
    assert exact.tolist() == whole
    differ = exact != by_half
    assert differ.any()
    assert unsure[differ].all()
    assert not unsure.all()


def about_a_carry(n: int) -> Iterator[tuple[int, int]]:
    """Upper and lower 32 bits about those where the lower ones make the number one more."""
    for number in {1, n // 2, n - 1, n}:
        edge = (number << 32) // n
        for high in range(max(edge - 3, 0), min(edge + 3, 1 << 32)):
            for low in (0, 511, 512, 1 << 31, (1 << 32) - 512, (1 << 32) - 1):
                yield high, low


def test_what_a_gpu_is_given_goes_through_a_file(tmp_path: Path) -> None:
    program = table("Three Card Split").make()
    assert isinstance(program, gpu_blocks.PlaysOnGpu)
    work = program.gpu_work()
    work.save(tmp_path / "work.npz")
    found = GpuWork.load(tmp_path / "work.npz")
    np.testing.assert_array_equal(found.tables, work.tables)
    assert found._replace(tables=work.tables) == work


# -- where it cannot be


def test_without_the_library_it_says_what_to_install(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    gone: Any = None
    monkeypatch.setitem(sys.modules, "cupy", gone)
    ended = cli("simulate", "dueling", "--rounds", "1000", "--seed", "1", "--on", "gpu")
    assert (ended.code, ended.out) == (2, "")
    assert "need the library CuPy, which is not installed" in " ".join(ended.err.split())
    assert "pip install 'houseway[gpu]'" in " ".join(ended.err.split())


class NoDriver(Exception):
    """What CuPy raises where there is no driver."""


class _Runtime:
    CUDARuntimeError = NoDriver

    def __init__(self, devices: int | None) -> None:
        self._devices = devices

    def getDeviceCount(self) -> int:  # noqa: N802
        if self._devices is None:
            raise NoDriver("cudaErrorNoDevice: no CUDA-capable device is detected")
        return self._devices


@pytest.mark.parametrize(("devices", "says"), [(None, "no GPU answers: cudaErrorNoDevice"), (0, "has no NVIDIA GPU")])
def test_without_a_gpu_it_says_so(devices: int | None, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = type(sys)("cupy")
    library.cuda = type(sys)("cupy.cuda")  # type: ignore[attr-defined]
    library.cuda.runtime = _Runtime(devices)
    monkeypatch.setitem(sys.modules, "cupy", library)
    with pytest.raises(NoGpu, match=says) as refused:
        simulate(table("Dueling alone"), seed=1, rounds=1000, on=GPU)
    assert refused.value.remedy


def test_a_game_that_is_not_written_for_a_gpu_says_so(toy: Game) -> None:
    with pytest.raises(NotOnGpu, match="not written for a GPU"):
        simulate(planned(toy), seed=1, rounds=1000, on=GPU)


@pytest.mark.parametrize("asked", [{"on": "moon"}, {"on": GPU, "workers": 2}, {"on": GPU, "cluster": "tcp://x:1"}])
def test_a_place_that_cannot_be_is_refused(toy: Game, asked: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion, match=r"not played on 'moon'|no worker threads"):
        simulate(planned(toy), seed=1, rounds=10, **asked)
