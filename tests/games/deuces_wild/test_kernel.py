"""The compiled rounds: the same rounds as the procedure's, line by line, and the exact figures in the long run."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from typing import Any

import pytest

import houseway
from houseway.games.deuces_wild import hands, kernel, maths
from houseway.maths.question_errors import BadQuestion, BadStrategy
from houseway.maths.strategy import Strategy
from houseway.table.deal import deal_round
from houseway.table.setup import Setup

GAME = houseway.game("deuces-wild")
POSTED = {"bonus-jackpot": {"5-wild-cards": "$25,000"}}
METERS = {
    "bonus-jackpot/5-wild-cards": 2_500_001,
    "bonus-jackpot/4-wild-cards": 25_003,
    "bonus-jackpot/3-wild-cards": 2_001,
    "bonus-jackpot/2-wild-cards": 601,
}
STAKES = {
    "ante": (500, 1000, 333),
    "three-card-treasure": (500, 105),
    "five-card-fortune": (777,),
    "bonus-jackpot": (100,),
}


def progressive(**more: Any) -> Setup:
    posted = {"bonus-jackpot": dict.fromkeys(hands.JACKPOT_ROWS, "100%")}
    return GAME.setup(paytables={"bonus-jackpot": "D"}, posted=posted, **more)


def some_wagers(chance: random.Random, seats: int) -> dict[int, dict[str, int]]:
    placed = {}
    for seat in chance.sample(range(1, 7), seats):
        own = {wager: chance.choice(amounts) for wager, amounts in STAKES.items() if chance.random() < 0.6}
        placed[seat] = own or {"ante": 500}
    return placed


def check_parity(
    setup: Setup,
    wagers: dict[int, dict[str, int]],
    seeds: range,
    strategy: Strategy | None = None,
    meters: dict[str, int] | None = None,
) -> None:
    program = kernel.program(GAME, setup, wagers, strategy, meters)
    decide = kernel.decide(GAME, setup, strategy)
    for number in seeds:
        played = deal_round(GAME, setup, wagers, seed=2024, number=number, decide=decide, meters=meters)
        assert program.lines(2024, number) == played.lines, (number, wagers)


@pytest.mark.parametrize("view", ["blind", "revealed"])
@pytest.mark.parametrize("pool", ["three", "four", "five"])
def test_kernel_and_procedure_settle_alike(pool: str, view: str) -> None:
    chance = random.Random(f"{pool} {view}")
    for seats in range(1, 7):
        setup = GAME.setup(
            options={"fortune-pool": pool, "fortune-view": view, "tabulator": chance.choice(["on", "off"])},
            paytables={"ante": chance.choice("ABCDEF"), "five-card-fortune": chance.choice("ABC")},
            posted=POSTED,
        )
        check_parity(setup, some_wagers(chance, seats), range(seats * 1000, seats * 1000 + 45))


def test_progressive_rows_are_shared_alike() -> None:
    wagers = {seat: {"bonus-jackpot": 100} for seat in (1, 2, 3, 4, 5, 6)}
    check_parity(progressive(), wagers, range(150), meters=METERS)


def test_envy_and_share_the_wealth_are_paid_alike() -> None:
    setup = progressive(
        envy={"bonus-jackpot": {"2-wild-cards": "$10"}}, share={"bonus-jackpot": {"2-wild-cards": "$5"}}
    )
    wagers: dict[int, dict[str, int]] = {
        1: {"bonus-jackpot": 100},
        3: {"ante": 500, "bonus-jackpot": 100},
        6: {"ante": 100},
    }
    check_parity(setup, wagers, range(150), meters=METERS)


@pytest.mark.parametrize("name", ["short", "always-play"])
def test_any_strategy_is_played_alike(name: str) -> None:
    wagers = {2: {"ante": 500, "five-card-fortune": 100}, 5: {"ante": 100}, 6: {"five-card-fortune": 300}}
    check_parity(GAME.setup(), wagers, range(120), GAME.strategy(name))


def test_a_strategy_for_a_pool_of_five() -> None:
    setup = GAME.setup(options={"fortune-pool": "five"})
    strategy = GAME.strategy("short", options={"fortune-pool": "five"})
    check_parity(setup, {1: {"ante": 500, "five-card-fortune": 100}}, range(60), strategy)
    with pytest.raises(BadStrategy):  # one that says nothing of five cards
        kernel.program(GAME, setup, {1: {"ante": 500, "five-card-fortune": 100}}, GAME.strategy("short"))


def test_sums_are_those_of_the_lines() -> None:
    setup = GAME.setup(posted=POSTED, paytables={"ante": "C"})
    wagers = {1: {"ante": 333, "three-card-treasure": 105}, 4: {"five-card-fortune": 777, "bonus-jackpot": 100}}
    program = kernel.program(GAME, setup, wagers)
    first, count = 700, 900
    net: dict[tuple[int, str], list[int]] = defaultdict(list)
    staked: dict[tuple[int, str], int] = defaultdict(int)
    for number in range(first, first + count):
        round_net: dict[tuple[int, str], int] = dict.fromkeys(program.columns, 0)
        for line in program.lines(11, number):
            column = (line.seat, "ante" if line.wager in ("play", "raise") else line.wager)
            round_net[column] += line.net
            staked[column] += line.stake
        for column, cents in round_net.items():
            net[column].append(cents)
    block = program.run(11, first, count)
    assert block.rounds == count
    for place, column in enumerate(program.columns):
        assert block.net[place] == sum(net[column])
        assert block.squares[place] == sum(cents * cents for cents in net[column])
        assert block.staked[place] == staked[column]
        assert block.hits[place] == sum(cents > 0 for cents in net[column])


def test_blocks_add_up() -> None:
    program = kernel.program(GAME, GAME.setup(posted=POSTED), {3: dict.fromkeys(STAKES, 100)})
    whole, one, two = program.run(5, 0, 5000), program.run(5, 0, 1234), program.run(5, 1234, 5000 - 1234)
    for name in ("net", "squares", "staked", "hits"):
        parts = [a + b for a, b in zip(getattr(one, name), getattr(two, name), strict=True)]
        assert parts == getattr(whole, name)
    assert program.run(6, 0, 5000).net != whole.net


@pytest.mark.parametrize(
    ("options", "wagers"),
    [
        ({}, {1: {"ante": 100}}),
        ({}, {1: {"ante": 100, "three-card-treasure": 100, "five-card-fortune": 100}, 5: {"five-card-fortune": 100}}),
        ({"fortune-pool": "five"}, {1: {"ante": 100, "five-card-fortune": 100}}),
        ({"fortune-view": "revealed"}, {2: {"five-card-fortune": 100}}),
        ({"fortune-view": "revealed", "fortune-pool": "three"}, {2: {"ante": 100, "five-card-fortune": 100}}),
    ],
)
def test_the_long_run_is_the_exact_value(options: dict[str, str], wagers: dict[int, dict[str, int]]) -> None:
    rounds = 1_500_000
    program = kernel.program(GAME, GAME.setup(options=options), wagers)
    exact = program.exact()
    block = program.run(99, 0, rounds)
    assert set(exact) == set(program.columns)
    for place, (seat, wager) in enumerate(program.columns):
        figures, stake = exact[seat, wager], wagers[seat][wager]
        error = figures.sd / math.sqrt(rounds)
        assert abs(block.net[place] / rounds / stake - float(figures.ev)) < 4 * error
        hit = float(figures.hit_frequency)
        assert abs(block.hits[place] / rounds - hit) < 4 * math.sqrt(hit * (1 - hit) / rounds)
        assert abs(block.staked[place] / rounds / stake - float(figures.average_action)) < 0.01


def test_exact_figures_of_the_program_are_those_of_the_analysis() -> None:
    setup = GAME.setup(posted=POSTED, paytables={"ante": "E", "three-card-treasure": "B", "bonus-jackpot": "A"})
    exact = kernel.program(GAME, setup, {2: dict.fromkeys(STAKES, 100), 3: {"five-card-fortune": 100}}).exact()
    for wager, name in (("ante", "E"), ("three-card-treasure", "B")):
        book = GAME.analyze(wager=wager, paytable=name).find(wager, name, "optimal")
        assert (exact[2, wager].ev, exact[2, wager].variance) == (book.ev, book.variance)
        assert exact[2, wager].average_action == book.average_action
    (jackpot,) = GAME.analyze(wager="bonus-jackpot", paytable="A", pays=POSTED["bonus-jackpot"]).figures
    assert (exact[2, "bonus-jackpot"].ev, exact[2, "bonus-jackpot"].variance) == (jackpot.ev, jackpot.variance)
    three = GAME.analyze(wager="five-card-fortune", paytable="A", options={"fortune-pool": "three"})
    assert exact[3, "five-card-fortune"].ev == three.figures[0].ev  # alone, the wager has three cards
    assert exact[3, "five-card-fortune"].ev < exact[2, "five-card-fortune"].ev


def test_division_among_seats_is_in_the_exact_figures() -> None:
    program = kernel.program(
        GAME,
        progressive(),
        {seat: {"bonus-jackpot": 100} for seat in range(1, 7)},
        None,
        dict.fromkeys(METERS, 100_000_000),
    )
    shares = {item.event: item.coefficient for item in maths.division(GAME, paytable="D")}
    for figures in program.exact().values():
        assert figures.ev == sum(shares.values()) * 1_000_000 - 1


def test_seed_and_number_name_the_round() -> None:
    program = kernel.program(GAME, GAME.setup(), {1: {"ante": 100}})
    assert program.lines(2**64 - 1, 5) == program.lines(-1, 5)
    assert [program.lines(8, number) for number in range(40)] != [program.lines(9, number) for number in range(40)]


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(BadQuestion, match="nobody"):
        kernel.program(GAME, GAME.setup(), {1: {}})
    with pytest.raises(BadQuestion, match="2-wild-cards"):
        kernel.program(GAME, progressive(), {1: {"bonus-jackpot": 100}}, None, dict(list(METERS.items())[:3]))
    with pytest.raises(houseway.HousewayError):
        kernel.program(GAME, GAME.setup(), {1: {"play": 100}})
