"""Three Card Split: compiled rounds are the procedure's rounds, line by line."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import houseway
from houseway.cards import Stream
from houseway.games.three_card_split import kernel
from houseway.games.three_card_split.maths.classes import ASK, LOW, class_names
from houseway.maths.question_errors import BadQuestion, BadStrategy
from houseway.maths.strategy import Strategy
from houseway.table.table_errors import WagerRefused

GAME = houseway.game("three-card-split")
ALL = {"primary": 1000, "three-card-bonus": 500, "four-card-bonus": 500, "jackpot": 100}
METERS = {"jackpot/four-aces": 123_457}


def random_strategy(seed: int) -> Strategy:
    """Any setting, fouls too."""
    chance = Stream(seed)
    return Strategy(GAME.slug, "random", {ASK: {situation: LOW[chance.below(3)] for situation in class_names()}})


TABLES: list[tuple[dict[int, dict[str, Any]], dict[str, str], dict[str, str], Any]] = [
    ({1: {"primary": 1000}}, {}, {}, None),
    ({4: ALL}, {"deal": "single"}, {"four-card-bonus": "TCS-3b", "jackpot": "TCS-4b"}, None),
    ({2: ALL, 3: {"primary": 725}, 6: {"primary": 900, "three-card-bonus": 333}}, {}, {}, "house-way"),
    (dict.fromkeys(range(1, 8), ALL), {"hands-set": "up"}, {"four-card-bonus": "TCS-2a"}, "random"),
    (dict.fromkeys(range(1, 8), ALL), {"deal": "single", "primary-spots": "two"}, {}, "short"),
    ({7: ALL, 5: {"primary": 1000, "four-card-bonus": 501}}, {"tabulator": "off"}, {}, "random"),
]


def table(number: int) -> tuple[Any, Any, Strategy | None]:
    wagers, options, paytables, named = TABLES[number]
    strategies = {
        "house-way": GAME.strategy("house-way"),
        "short": GAME.strategy("short"),
        "random": random_strategy(4),
    }
    setup = GAME.demonstration(options=options, paytables=paytables)
    return wagers, setup, strategies[named] if named else None


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_lines_are_those_of_the_procedure(number: int) -> None:
    wagers, setup, strategy = table(number)
    program = kernel.program(GAME, setup, wagers, strategy, METERS)
    decide = kernel.decide(GAME, setup, strategy)
    for played in range(1000):
        round_ = houseway.deal_round(GAME, setup, wagers, seed=77 + number, number=played, decide=decide, meters=METERS)
        assert program.lines(77 + number, played) == round_.lines


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_block_is_the_sum_of_its_rounds(number: int) -> None:
    wagers, setup, strategy = table(number)
    program = kernel.program(GAME, setup, wagers, strategy, METERS)
    block = program.run(5, 1000, 300)
    assert block.rounds == 300
    assert program.columns == tuple((seat, wager) for seat in sorted(wagers) for wager in wagers[seat])
    nets: dict[tuple[int, str], list[int]] = {column: [] for column in program.columns}
    for played in range(1000, 1300):
        for line in program.lines(5, played):
            nets[line.seat, line.wager].append(line.net)
    for place, (seat, wager) in enumerate(program.columns):
        found = nets[seat, wager]
        assert len(found) == 300
        assert block.net[place] == sum(found)
        assert block.squares[place] == sum(net * net for net in found)
        assert block.hits[place] == sum(net > 0 for net in found)
        assert block.staked[place] == 300 * wagers[seat][wager]


def test_blocks_do_not_hang_together() -> None:
    wagers, setup, _ = table(3)
    program = kernel.program(GAME, setup, wagers, None, METERS)
    whole, first, second = program.run(9, 0, 5000), program.run(9, 0, 1234), program.run(9, 1234, 3766)
    for name in ("net", "squares", "staked", "hits"):
        assert getattr(whole, name) == [a + b for a, b in zip(getattr(first, name), getattr(second, name), strict=True)]
    assert program.run(2**64 - 1, 10**12, 10).rounds == 10


def test_the_means_are_the_exact_ones() -> None:
    """Two million rounds; the seed is given, so the test says the same every time."""
    rounds = 2_000_000
    program = kernel.program(GAME, GAME.demonstration(), {1: ALL}, None, METERS)
    block = program.run(2024, 0, rounds)
    book = GAME.analyze(strategy="optimal")
    jackpot = GAME.analyze(wager="jackpot", paytable="TCS-4a", meters=METERS)
    for place, (_, wager) in enumerate(program.columns):
        exact = jackpot.figures[0] if wager == "jackpot" else book.find(wager)
        mean = block.net[place] / block.staked[place]
        assert abs(mean - exact.ev) < 3.5 * exact.sd / rounds**0.5
        assert abs(block.hits[place] / rounds - exact.hit_frequency) < 3.5 * 0.5 / rounds**0.5


def test_four_aces_take_the_meter() -> None:
    """The round is found by its prize, and is the procedure's too."""
    wagers = dict.fromkeys(range(1, 8), ALL)
    setup = GAME.demonstration()
    program = kernel.program(GAME, setup, wagers, None, {"jackpot/four-aces": 10**9})

    def hit(first: int, count: int) -> bool:
        return any(
            program.run(6, first, count).net[place] > 5 * 10**8
            for place, (_, wager) in enumerate(program.columns)
            if wager == "jackpot"
        )

    first, count = 0, 1 << 14
    while not hit(first, count):
        first += count
    while count > 1:
        count //= 2
        first += 0 if hit(first, count) else count
    lines = program.lines(6, first)
    won = [line for line in lines if line.event == "four-aces" and line.wager == "jackpot"]
    assert [(line.returned, line.meter, line.pays) for line in won] == [(10**9, 10**9, "100%")]
    assert lines[-1] == won[0]
    round_ = houseway.deal_round(
        GAME,
        setup,
        wagers,
        seed=6,
        number=first,
        decide=kernel.decide(GAME, setup),
        meters={"jackpot/four-aces": 10**9},
    )
    assert lines == round_.lines
    posted = GAME.demonstration(posted={"jackpot": {"four-aces": "$5,000"}})
    lines = kernel.program(GAME, posted, wagers).lines(6, first)
    assert [line.returned for line in lines if line.event == "four-aces" and line.wager == "jackpot"] == [500_000]


def test_bad_tables_are_refused() -> None:
    setup = GAME.demonstration()
    with pytest.raises(BadQuestion):
        kernel.program(GAME, setup, {1: ALL})  # the meter is not given
    with pytest.raises(BadQuestion):
        kernel.program(GAME, setup, {1: {}})
    with pytest.raises(BadQuestion):
        kernel.program(GAME, setup, {8: {"primary": 1000}})
    with pytest.raises(WagerRefused):
        kernel.program(GAME, setup, {1: {"primary": 1000, "three-card-bonus": 501}})
    with pytest.raises(BadStrategy):
        kernel.program(GAME, setup, {1: {"primary": 1000}}, Strategy(GAME.slug, "empty", {}))
    shared = GAME.demonstration(envy={"jackpot": {"four-aces": "$100"}})
    with pytest.raises(BadQuestion):
        kernel.program(GAME, shared, {1: ALL}, None, METERS)


def test_another_process_takes_the_compiled_code_from_the_cache() -> None:
    """A kernel that was compiled before is loaded and gives the same."""
    code = (
        "import houseway; from houseway.games.three_card_split import kernel; game = houseway.game('three-card-split');"
        "print(kernel.program(game, game.demonstration(), {1: {'primary': 1000}}).run(1, 0, 1000).net)"
    )
    program = kernel.program(GAME, GAME.demonstration(), {1: {"primary": 1000}})
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    assert done.stdout.strip() == str(program.run(1, 0, 1000).net)


def test_nothing_heavy_is_imported_with_the_game() -> None:
    code = (
        "import sys, houseway; game = houseway.game('three-card-split'); game.play; game.advise; game.edition();"
        "print([name for name in ('numpy', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    assert done.stdout.strip() == "[]"
