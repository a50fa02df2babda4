"""Compiled rounds of Dueling against the procedure, round by round and line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
import pytest

import houseway
from houseway.cards import Card, Stream
from houseway.cards.card_errors import DeckTooShort
from houseway.games.dueling import kernel
from houseway.maths.question_errors import BadQuestion, BadStrategy
from houseway.maths.strategy import Strategy
from houseway.simulation.compiled_chance import draws
from houseway.simulation.run import BLOCK
from houseway.table.deal import deal_records, deal_round
from houseway.table.lines import Line
from houseway.table.setup import Setup
from houseway.table.table_errors import WagerRefused

GAME = houseway.game("dueling")
METERS = {
    "tie-after-tie": 1234567,
    "two-plus-two": 7654321,
    "two-plus-two/starting-pair": 12345,
    "two-plus-two/starting-straight-flush": 999,
}
EVERYTHING = {
    1: {"player": 1001, "tie-plus": 200, "combo-bet": 301, "tie-after-tie": 100},
    2: {"dealer": 500, "tie-after-tie": 100, "two-plus-two": 100},
    3: {"player": 777, "two-plus-two": 100, "combo-bet": 303},
    4: {"dealer": 1000, "tie-plus": 500, "tie-after-tie": 100, "two-plus-two": 100},
    5: {"player": 500},
    6: {"dealer": 501, "combo-bet": 100},
    7: {"player": 30000, "tie-after-tie": 100, "two-plus-two": 100},
}
MIXED = Strategy(
    game="dueling",
    name="low cards fight",
    tables={"war": {rank: "war" if rank in "23456" else "surrender" for rank in "23456789TJQKA"}},
)


def first_seats(count: int, spots: str = "player-dealer") -> dict[int, dict[str, int]]:
    chosen = {seat: dict(EVERYTHING[seat]) for seat in range(1, count + 1)}
    if spots == "play":
        for seat, stakes in chosen.items():
            first = stakes.pop("player", None) or stakes.pop("dealer")
            chosen[seat] = {"play": first, **stakes}
    return chosen


def by_procedure(
    setup: Setup, wagers: Mapping[int, Mapping[str, int]], strategy: Strategy | None, seed: int, rounds: int
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


def sums(lines: list[list[Line]], columns: tuple[tuple[int, str], ...], wagers: Mapping[int, Mapping[str, int]]) -> Any:
    """Net, squares, staked and hits of each column, from lines."""
    found: list[list[int]] = [[], [], [], []]
    for seat, wager in columns:
        spot = wager in ("player", "dealer", "play")
        net = []
        staked = 0
        for settled in lines:
            mine = [
                line
                for line in settled
                if line.seat == seat and (line.wager == wager or (spot and line.wager == "war"))
            ]
            net.append(sum(line.net for line in mine))
            staked += sum(line.stake for line in mine)
        for column, value in zip(
            found, (sum(net), sum(x * x for x in net), staked, sum(x > 0 for x in net)), strict=True
        ):
            column.append(value)
    return found


def agree(
    setup: Setup, wagers: Mapping[int, Mapping[str, int]], strategy: Strategy | None, seed: int, rounds: int
) -> None:
    program = kernel.program(GAME, setup, wagers, strategy, METERS)
    expected = by_procedure(setup, wagers, strategy, seed, rounds)
    fresh = setup.options["shoe"] == "fresh"
    for number in range(0, rounds, 1 if fresh else 7):
        assert program.lines(seed, number) == expected[number], number
    block = program.run(seed, 0, rounds)
    assert block.rounds == rounds
    assert [block.net, block.squares, block.staked, block.hits] == sums(expected, program.columns, wagers)


@pytest.mark.parametrize("seats", range(1, 8))
def test_rounds_settle_line_by_line_as_the_procedure_settles_them(seats: int) -> None:
    agree(GAME.demonstration(), first_seats(seats), None, seed=seats, rounds=800)


@pytest.mark.parametrize("decks", ["5", "6", "8"])
@pytest.mark.parametrize("burn", ["3", "0"])
@pytest.mark.parametrize("bonus", ["off", "on"])
@pytest.mark.parametrize("spots", ["player-dealer", "play"])
def test_every_option_is_played_alike(decks: str, burn: str, bonus: str, spots: str) -> None:
    options = {"decks": decks, "burn": burn, "tie-bonus": bonus, "spots": spots}
    agree(GAME.demonstration(options=options), first_seats(3, spots), None, seed=7, rounds=250)


@pytest.mark.parametrize("tables", [("1", "2CPB-2", "TAT2", "2+2P2"), ("bonus", "2CPB-7", "TAT4", "2+2P3")])
def test_every_kind_of_paytable_is_paid_alike(tables: tuple[str, str, str, str]) -> None:
    wagers = ("tie-plus", "combo-bet", "tie-after-tie", "two-plus-two")
    agree(
        GAME.demonstration(paytables=dict(zip(wagers, tables, strict=True))), first_seats(4), None, seed=3, rounds=400
    )


@pytest.mark.parametrize("strategy", [GAME.strategy("always-surrender"), MIXED], ids=lambda strategy: strategy.name)
def test_any_strategy_is_played(strategy: Strategy) -> None:
    agree(GAME.demonstration(), first_seats(4), strategy, seed=11, rounds=500)
    agree(GAME.demonstration(), first_seats(1), strategy, seed=12, rounds=500)


@pytest.mark.parametrize(("seats", "cut"), [(1, 40), (1, 250), (4, 100), (7, 260)])
def test_a_shoe_dealt_to_a_cut_card_is_dealt_alike(seats: int, cut: int) -> None:
    agree(GAME.demonstration(options={"shoe": cut}), first_seats(seats), None, seed=cut, rounds=400)


@pytest.mark.parametrize("shoe", ["fresh", "150"])
def test_rounds_are_those_that_automatic_players_are_dealt(shoe: str) -> None:
    """With one wager offered the automatic player bets it always, so its records are rounds of the program."""
    setup = GAME.demonstration(options={"shoe": shoe}, wagers=["player"], posted={}, limits={})
    stake = GAME.house["usual"]["player"]
    program = kernel.program(GAME, setup, {2: {"player": stake}, 4: {"player": stake}})
    for number, record in enumerate(deal_records(GAME, setup, [2, 4], seed=8, rounds=300)):
        assert record["lines"] == msgspec.to_builtins(program.lines(8, number))


def test_shared_and_divided_prizes_are_paid_as_the_procedure_pays_them() -> None:
    """Envy and Share-the-Wealth on rows that come often, so that what one seat wins hangs on the others."""
    setup = GAME.demonstration(
        paytables={"tie-after-tie": "TAT4", "two-plus-two": "2+2P3"},
        envy={"tie-after-tie": {"one-tie-one-color": "$7"}, "two-plus-two": {"starting-pair": "1%"}},
        share={"two-plus-two": {"starting-straight-flush": "0.5%"}, "tie-after-tie": {"not-a-tie": "$1"}},
    )
    wagers = {seat: {"player": 500, "tie-after-tie": 100, "two-plus-two": 100} for seat in range(1, 6)}
    agree(setup, wagers, None, seed=5, rounds=300)
    agree(setup, {1: wagers[1]}, None, seed=6, rounds=300)


def test_rare_percent_prizes_reach_the_sums() -> None:
    """Rounds with a percent prize, found by their lines, and a block that holds one of them."""
    wagers = {seat: {"player": 500, "tie-after-tie": 100, "two-plus-two": 100} for seat in (1, 2, 5)}
    setup = GAME.demonstration(paytables={"tie-after-tie": "TAT2"})
    program = kernel.program(GAME, setup, wagers, None, METERS)
    seed = 1
    _, noted = program._play(seed, 0, 60_000)
    hit = [int(row[0]) for row in noted]
    assert hit
    for number in hit[:20]:
        lines = program.lines(seed, number)
        assert any(line.meter is not None for line in lines)
        played = deal_round(
            GAME, setup, wagers, seed=seed, number=number, decide=kernel.decide(GAME, setup), meters=METERS
        )
        assert lines == played.lines
        block = program.run(seed, number, 1)
        assert [block.net, block.squares, block.staked, block.hits] == sums([lines], program.columns, wagers)


def test_a_block_is_the_sum_of_its_parts_and_of_its_rounds() -> None:
    program = kernel.program(GAME, GAME.demonstration(), first_seats(1), None, METERS)
    whole = program.run(9, 100, 5000)
    parts = [program.run(9, 100, 1), program.run(9, 101, 2099), program.run(9, 2200, 2900)]
    assert whole.net == [sum(values) for values in zip(*(part.net for part in parts), strict=True)]
    assert whole.squares == [sum(values) for values in zip(*(part.squares for part in parts), strict=True)]
    assert program.run(9, 100, 5000) == whole
    assert program.run(10, 100, 5000) != whole
    one_by_one = [program.lines(9, number) for number in range(100, 900)]
    block = program.run(9, 100, 800)
    assert [block.net, block.squares, block.staked, block.hits] == sums(one_by_one, program.columns, first_seats(1))


def test_a_dealt_shoe_begins_again_with_each_block() -> None:
    setup = GAME.demonstration(options={"shoe": 200})
    program = kernel.program(GAME, setup, {1: {"player": 500}})
    fresh = kernel.program(GAME, GAME.demonstration(), {1: {"player": 500}})
    assert program.lines(4, BLOCK) == fresh.lines(4, BLOCK)
    assert program.run(4, BLOCK, 1) == fresh.run(4, BLOCK, 1)


def test_the_mean_is_near_the_exact_value() -> None:
    wagers = {2: {"dealer": 500, "tie-plus": 100, "combo-bet": 100, "two-plus-two": 100}}
    setup = GAME.demonstration(options={"tie-bonus": "on"})
    program = kernel.program(GAME, setup, wagers, None, METERS)
    rounds = 2_000_000
    block = program.run(20, 0, rounds)
    options = {"decks": "6", "tie-bonus": "on"}
    for place, (seat, wager) in enumerate(program.columns):
        stake = wagers[seat][wager]
        table = setup.paytables[wager].id
        meters = {wager: METERS[wager]} if wager in METERS else None
        exact = GAME.analyze(wager=wager, paytable=table, strategy="optimal", options=options, meters=meters).figures[0]
        error = exact.sd / rounds**0.5
        assert abs(block.net[place] / rounds / stake - float(exact.ev)) < 4 * error, wager
        assert abs(block.hits[place] / rounds - float(exact.hit_frequency)) < 4 * 0.5 / rounds**0.5
        assert abs(block.staked[place] / rounds / stake - float(exact.average_action)) < 0.001


def test_what_cannot_be_simulated_is_refused() -> None:
    setup = GAME.demonstration()
    with pytest.raises(BadQuestion, match="the meter tie-after-tie"):
        kernel.program(GAME, setup, {1: {"player": 500, "tie-after-tie": 100}})
    with pytest.raises(BadQuestion, match="nobody bets"):
        kernel.program(GAME, setup, {1: {}})
    with pytest.raises(WagerRefused):
        kernel.program(GAME, setup, {1: {"player": 1}})
    with pytest.raises(BadStrategy, match="no war for"):
        kernel.program(GAME, setup, {1: {"player": 500}}, Strategy("dueling", "half", {"war": {"2": "war"}}))
    deep = kernel.program(GAME, GAME.demonstration(options={"shoe": 311}), first_seats(7), None, METERS)
    with pytest.raises(DeckTooShort):
        deep.run(1, 0, 2000)


def test_streams_of_the_kernel_are_those_of_the_table() -> None:
    sizes = [312, 311, 310, 2, 1, 416]
    stream = Stream(2**64 - 1, 12345)
    assert draws(2**64 - 1, 12345, np.array(sizes)).tolist() == [stream.below(size) for size in sizes]
