"""Compiled rounds of Triple Attack against the procedure, round by round and line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

import houseway
from houseway.cards import Card, Stream
from houseway.cards.card_errors import DeckTooShort
from houseway.games.triple_attack import kernel
from houseway.games.triple_attack.kernel.boards import automatic
from houseway.games.triple_attack.maths import notation
from houseway.maths.question_errors import BadQuestion, BadStrategy
from houseway.maths.strategy import Strategy
from houseway.simulation.run import BLOCK
from houseway.table.deal import deal_records, deal_round
from houseway.table.lines import Line
from houseway.table.setup import Setup

GAME = houseway.game("triple-attack")
METERS = {"jackpot": 1234567, "jackpot-2": 7654321}
SIDES = ("suited-royals", "double-match-up", "double-match-down", "triple-match", "jackpot", "jackpot-2")
FURTHER = ("second-attack", "third-attack", "double", "split", "insurance")
EVERYTHING: dict[int, dict[str, int]] = {
    1: {"first-attack": 1001, "suited-royals": 301, "double-match-up": 200, "triple-match": 103, "jackpot": 100},
    2: {"first-attack": 500},
    3: {"first-attack": 777, "double-match-down": 207, "jackpot": 100, "jackpot-2": 100},
    4: {"first-attack": 30000, "suited-royals": 100, "double-match-up": 100, "double-match-down": 100},
    5: {"first-attack": 555, "jackpot-2": 100, "triple-match": 1000},
    6: {"first-attack": 1500, **dict.fromkeys(SIDES, 100)},
}


def seats(count: int) -> dict[int, dict[str, int]]:
    return {seat: EVERYTHING[seat] for seat in range(1, count + 1)}


def random_strategy(seed: int, form: str) -> Strategy:
    """Any answer everywhere, so that every kind of round comes: much is split, doubled, insured."""
    chance = Stream(seed)
    tables = {}
    for ask, situations in notation.situations(form).items():
        answers = notation.ANSWERS[ask]
        tables[ask] = {situation: answers[chance.below(len(answers))] for situation in situations}
    return Strategy("triple-attack", f"random {seed}", tables)


def splitter() -> Strategy:
    """Splits whatever can be split and hits a good deal, so that four hands are common."""
    tables = {
        ask: dict.fromkeys(situations, notation.ANSWERS[ask][0])
        for ask, situations in notation.situations(notation.TOTAL).items()
    }
    for situation in tables["play"]:
        kind, rest = situation.split(" ")
        total = int(rest.split("/")[0])
        tables["play"][situation] = "hit" if total < 12 or kind == "soft" else "double" if total < 15 else "stand"
    return Strategy("triple-attack", "splitter", tables)


def by_procedure(
    setup: Setup, wagers: Mapping[int, Mapping[str, int]], strategy: Strategy, seed: int, rounds: int
) -> list[list[Line]]:
    """The lines of rounds 0 to ``rounds`` - 1 by the procedure, from a fresh shoe each or one dealt to the cut."""
    decide = kernel.decide(GAME, setup, strategy)
    cut = setup.options["shoe"]
    before: list[Card | None] = []
    lines = []
    for number in range(rounds):
        if cut == "fresh" or len(before) >= int(cut):
            before = []
        played = deal_round(GAME, setup, wagers, seed=seed, number=number, decide=decide, meters=METERS, before=before)
        lines.append(list(played.lines))
        before = [*before, *played.layout.cards]
    return lines


def sums(lines: list[list[Line]], columns: tuple[tuple[int, str], ...]) -> Any:
    """Net, squares, staked and hits of each column, from lines."""
    found: list[list[int]] = [[], [], [], []]
    for seat, wager in columns:
        with_it = (wager, *FURTHER) if wager == "first-attack" else (wager,)
        net = []
        staked = 0
        for settled in lines:
            mine = [line for line in settled if line.seat == seat and line.wager in with_it]
            net.append(sum(line.net for line in mine))
            staked += sum(line.stake for line in mine)
        values = (sum(net), sum(x * x for x in net), staked, sum(x > 0 for x in net))
        for column, value in zip(found, values, strict=True):
            column.append(value)
    return found


def agree(setup: Setup, wagers: Mapping[int, Mapping[str, int]], strategy: Strategy, seed: int, rounds: int) -> None:
    program = kernel.program(GAME, setup, wagers, strategy, METERS)
    expected = by_procedure(setup, wagers, strategy, seed, rounds)
    fresh = setup.options["shoe"] == "fresh"
    for number in range(0, rounds, 1 if fresh else 7):
        assert program.lines(seed, number) == expected[number], number
    block = program.run(seed, 0, rounds)
    assert block.rounds == rounds
    assert [block.net, block.squares, block.staked, block.hits] == sums(expected, program.columns)


@pytest.mark.parametrize("count", range(1, 7))
def test_rounds_settle_line_by_line_as_the_procedure_settles_them(count: int) -> None:
    agree(GAME.demonstration(), seats(count), automatic(), seed=count, rounds=600)


@pytest.mark.parametrize("form", notation.FORMS)
def test_any_strategy_of_any_form_is_played(form: str) -> None:
    for seed in (1, 2):
        agree(GAME.demonstration(), seats(3), random_strategy(seed, form), seed=seed, rounds=400)
        agree(GAME.demonstration(), {5: EVERYTHING[5]}, random_strategy(seed + 2, form), seed=seed, rounds=500)


def test_hands_are_split_up_to_four_and_again() -> None:
    strategy = splitter()
    agree(GAME.demonstration(), seats(6), strategy, seed=21, rounds=400)
    agree(GAME.demonstration(), seats(1), strategy, seed=22, rounds=1500)
    program = kernel.program(GAME, GAME.demonstration(), seats(1), strategy, METERS)
    hands = [max(line.hand for line in program.lines(22, number)) for number in range(1500)]
    assert set(hands) == {1, 2, 3, 4}


def test_limits_bind_what_is_added_later() -> None:
    limits = {"second-attack": [1, 400], "third-attack": [600, 900], "double": [500, 1100], "split": [1, 1200]}
    strategy = splitter()
    agree(GAME.setup(limits={**limits, "insurance": [300, 350]}), seats(4), strategy, seed=3, rounds=500)
    agree(GAME.setup(limits={"double": [5000, 6000], "split": [900, 2000]}), seats(3), strategy, seed=4, rounds=500)
    agree(GAME.setup(), {1: {"first-attack": 1}, 2: {"first-attack": 3}}, strategy, seed=5, rounds=500)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_paytable_is_paid_alike(number: int) -> None:
    chosen = {
        "suited-royals": f"PT-FLT-TA-SR-0{min(number, 3)}",
        "double-match-up": f"PT-FLT-TA-DM-0{min(number, 2)}",
        "double-match-down": f"PT-FLT-TA-DM-0{max(1, 3 - number)}",
        "triple-match": f"PT-FLT-TA-TM-0{min(number, 2)}",
        "jackpot": f"PT-BJS-TA-JP-0{number}",
        "jackpot-2": f"PT-BJS-TA-JP-0{5 - number}",
    }
    setup = GAME.demonstration(paytables=chosen, fixed={"jackpot": 500})
    wagers = {
        seat: {"first-attack": 700, **dict.fromkeys(SIDES, 200), "jackpot": 500, "jackpot-2": 100} for seat in (2, 5)
    }
    agree(setup, wagers, automatic(), seed=number, rounds=500)


@pytest.mark.parametrize(("count", "cut"), [(1, 60), (1, 330), (3, 150), (6, 250)])
def test_a_shoe_dealt_to_a_cut_card_is_dealt_alike(count: int, cut: int) -> None:
    agree(GAME.demonstration(options={"shoe": cut}), seats(count), automatic(), seed=cut, rounds=300)


@pytest.mark.parametrize("shoe", ["fresh", "200"])
def test_rounds_are_those_that_automatic_players_are_dealt(shoe: str) -> None:
    """With one wager offered the automatic player bets it always, so its records are rounds of the program."""
    setup = GAME.demonstration(options={"shoe": shoe}, wagers=["first-attack"], limits={})
    stake = GAME.house["usual"]["first-attack"]
    program = kernel.program(GAME, setup, {2: {"first-attack": stake}, 4: {"first-attack": stake}}, automatic())
    for number, record in enumerate(deal_records(GAME, setup, [2, 4], seed=8, rounds=300)):
        assert record["lines"] == msgspec.to_builtins(program.lines(8, number))


def test_prizes_for_other_players_reach_the_sums() -> None:
    setup = GAME.demonstration(
        envy={"jackpot": {"any-20": "$7", "suited-20": "1%"}}, share={"jackpot-2": {"any-20": "0.5%"}}
    )
    wagers = {seat: {"first-attack": 500, "jackpot": 100, "jackpot-2": 100} for seat in (1, 3, 4)}
    agree(setup, wagers, automatic(), seed=5, rounds=400)
    agree(setup, {2: wagers[1]}, automatic(), seed=6, rounds=400)
    shoe = GAME.demonstration(options={"shoe": 100}, share={"jackpot": {"any-20": "$3"}})
    agree(shoe, wagers, automatic(), seed=7, rounds=200)


def test_queens_of_hearts_win_their_share_of_the_meter() -> None:
    """Rounds in which two queens of hearts meet a dealer's blackjack, found among many, settled by the procedure."""
    setup = GAME.demonstration()
    wagers = {1: {"first-attack": 500, "jackpot": 100}}
    program = kernel.program(GAME, setup, wagers, automatic(), METERS)
    decide = kernel.decide(GAME, setup, automatic())
    seed, found, least = 2, 0, (METERS["jackpot"] // 10 - 100) ** 2
    for first in range(0, 8 * BLOCK, BLOCK // 8):
        block = program.run(seed, first, BLOCK // 8)
        # A percent of the meter is more than any other prize, and shows in the squares.
        if block.squares[1] >= least:
            low, high = first, first + BLOCK // 8
            while high - low > 1:
                middle = (low + high) // 2
                if program.run(seed, low, middle - low).squares[1] >= least:
                    high = middle
                else:
                    low = middle
            lines = program.lines(seed, low)
            assert any(line.meter for line in lines)
            assert lines == deal_round(GAME, setup, wagers, seed=seed, number=low, decide=decide, meters=METERS).lines
            found += 1
    assert found


def test_a_block_is_the_sum_of_its_parts_and_of_its_rounds() -> None:
    program = kernel.program(GAME, GAME.demonstration(), seats(2), automatic(), METERS)
    whole = program.run(9, 100, 5000)
    parts = [program.run(9, 100, 1), program.run(9, 101, 2099), program.run(9, 2200, 2900)]
    assert whole.net == [sum(values) for values in zip(*(part.net for part in parts), strict=True)]
    assert whole.squares == [sum(values) for values in zip(*(part.squares for part in parts), strict=True)]
    assert program.run(9, 100, 5000) == whole
    assert program.run(10, 100, 5000) != whole


def test_many_blocks_at_once_are_the_sum_of_the_blocks() -> None:
    program = kernel.program(GAME, GAME.demonstration(), seats(1), automatic(), METERS)
    parts = [program.run(3, 0, BLOCK), program.run(3, BLOCK, 1000)]
    assert program.run(3, 0, BLOCK + 1000).net == [
        sum(values) for values in zip(*(part.net for part in parts), strict=True)
    ]


def test_the_mean_of_the_best_play_is_near_its_exact_value() -> None:
    wagers = {
        3: {"first-attack": 500, "suited-royals": 100, "double-match-down": 100, "triple-match": 100, "jackpot": 100}
    }
    setup = GAME.demonstration()
    program = kernel.program(GAME, setup, wagers, None, METERS)
    rounds = 8 * BLOCK
    block = program.run(20, 0, rounds)
    for place, (seat, wager) in enumerate(program.columns):
        stake = wagers[seat][wager]
        table = setup.paytables[wager].id
        meters = {wager: METERS[wager]} if wager in METERS else None
        exact = GAME.analyze(wager=wager, paytable=table, strategy="optimal", meters=meters).figures[0]
        error = exact.sd / rounds**0.5
        assert abs(block.net[place] / rounds / stake - float(exact.ev)) < 4 * error, wager
        assert abs(block.hits[place] / rounds - float(exact.hit_frequency)) < 4 * 0.5 / rounds**0.5, wager
        assert abs(block.staked[place] / rounds / stake - float(exact.average_action)) < 0.004, wager


def test_a_dealt_shoe_begins_again_with_each_block() -> None:
    setup = GAME.demonstration(options={"shoe": 200})
    program = kernel.program(GAME, setup, {1: {"first-attack": 500}}, automatic())
    fresh = kernel.program(GAME, GAME.demonstration(), {1: {"first-attack": 500}}, automatic())
    assert program.run(4, BLOCK, 1) == fresh.run(4, BLOCK, 1)
    assert program.lines(4, BLOCK) == fresh.lines(4, BLOCK)


def test_squares_of_large_wagers_do_not_overflow() -> None:
    setup = GAME.setup()
    small = kernel.program(GAME, setup, {1: {"first-attack": 100}}, automatic())
    large = kernel.program(GAME, setup, {1: {"first-attack": 10_000_000}}, automatic())
    rounds = 40_000
    assert large.run(1, 0, rounds).squares == [square * 10**10 for square in small.run(1, 0, rounds).squares]
    assert large.run(1, 0, rounds).squares[0] > 2**63
    with pytest.raises(BadQuestion, match="large"):
        kernel.program(GAME, setup, {1: {"first-attack": 10**9}}, automatic())


def test_what_cannot_be_simulated_is_refused() -> None:
    setup = GAME.demonstration()
    with pytest.raises(BadQuestion, match="the meter jackpot"):
        kernel.program(GAME, setup, {1: {"first-attack": 500, "jackpot": 100}}, automatic())
    with pytest.raises(BadQuestion, match="nobody bets"):
        kernel.program(GAME, setup, {1: {}}, automatic())
    tables = dict(automatic().tables)
    del tables["split"]
    with pytest.raises(BadStrategy, match="does not say when to split"):
        kernel.program(GAME, setup, seats(1), Strategy("triple-attack", "torn", tables), METERS)
    deep = kernel.program(GAME, GAME.demonstration(options={"shoe": 383}), seats(6), automatic(), METERS)
    with pytest.raises(DeckTooShort):
        deep.run(1, 0, 500)
