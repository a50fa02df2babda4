"""A game without compiled rounds and without analysis: its procedure is simulated, and its figures are sampled."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import houseway
from houseway import registry
from houseway.facade import Game
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.reports.par_sheet import par_sheet
from houseway.simulation import sampled
from houseway.simulation.plan import plan
from houseway.simulation.readable import READABLE_BLOCK, ReadableRounds
from houseway.simulation.run import simulate
from tests.cli.command import Run
from tests.toys import plain_toy

FEW = 2 * READABLE_BLOCK + 100
DUEL = {1: {"player": 500, "tie-plus": 100}, 3: {"dealer": 1000}}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The toy game without its mathematics and its kernel, installed as a package."""
    with plain_toy(tmp_path_factory.mktemp("games")) as game:
        yield game


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rounds: these tests ask what is said of a sample, not how good it is."""
    monkeypatch.setattr(sampled, "ROUNDS", READABLE_BLOCK)


def test_the_rounds_are_those_of_the_procedure() -> None:
    game = registry.game("dueling")
    setup = game.demonstration()
    program = ReadableRounds(game, setup, DUEL, {})
    block = program.run(7, 20, 40)
    rounds = [houseway.deal_round(game, setup, DUEL, seed=7, number=number) for number in range(20, 60)]
    lines = [line for round_ in rounds for line in round_.lines]
    assert sum(block.net) == sum(line.net for line in lines)
    assert sum(block.staked) == sum(line.stake for line in lines)
    # War is counted with the spot that it hangs on.
    player = [line.net for line in lines if line.seat == 1 and line.wager in ("player", "war")]
    assert block.net[program.columns.index((1, "player"))] == sum(player)
    assert program.lines(7, 33) == rounds[13].lines


def test_a_shoe_dealt_to_a_cut_card_goes_on_within_a_block() -> None:
    game = registry.game("dueling")
    setup = game.demonstration(options={"shoe": "60"})
    program = ReadableRounds(game, setup, DUEL, {})
    first, second = program.lines(3, 0), program.lines(3, 1)
    assert sum(program.run(3, 0, 2).net) == sum(line.net for line in (*first, *second))
    fresh = ReadableRounds(game, game.demonstration(), DUEL, {})
    assert first == fresh.lines(3, 0)


def test_processes_give_the_same_answer_as_one(bare: Game) -> None:
    planned = plan(bare, bare.demonstration(), {1: {"bet": 500}, 2: {"bet": 100}})
    alone = simulate(planned, seed=5, rounds=FEW, workers=1)
    together = simulate(planned, seed=5, rounds=FEW, workers=2)
    assert alone.totals == together.totals and alone.columns == together.columns
    assert (alone.strategy, alone.block, alone.verdict) == ("automatic", READABLE_BLOCK, "none")
    assert together.rounds == FEW


def test_a_sample_lies_near_the_exact_value() -> None:
    """Dueling's automatic player goes to war with every tie, which is the best play."""
    game = registry.game("dueling")
    (found,) = sampled.sampled(game, Question.of(wager="player"), rounds=6 * READABLE_BLOCK, workers=2)
    exact = game.analyze(wager="player", strategy="optimal").figures[0]
    assert found.standard_error is not None
    assert abs(float(found.ev) - float(exact.ev)) < 4 * found.standard_error
    assert found.sd == pytest.approx(exact.sd, rel=0.05)
    assert float(found.average_action) == pytest.approx(float(exact.average_action), rel=0.02)
    assert found.house_edge == -found.ev and found.ev_exact is None


@pytest.mark.usefixtures("quick")
def test_a_game_without_analysis_is_sampled_and_says_so(bare: Game) -> None:
    assert (bare.exact, bare.strategies) == (False, ())
    book = bare.analyze().figures
    assert {item.wager for item in book} == set(bare.edition().initial_wagers)
    assert all(item.standard_error is not None for item in book)
    item = next(item for item in book if item.wager == "bet")
    assert "sampling" in item.method and "standard error" in item.exactness
    assert any("Sampled, not exact" in note for note in item.notes)
    assert item.as_dict()["standard_error"] == item.standard_error
    assert sum(outcome.count or 0 for outcome in item.outcomes) == READABLE_BLOCK
    (better,) = bare.analyze(wager="bet", pays={"win": "2"}).figures
    assert better.ev > item.ev
    with pytest.raises(BadQuestion, match="prices a strategy"):
        bare.analyze(strategy="optimal")
    with pytest.raises(BadQuestion, match="no wager"):
        bare.analyze(wager="war")
    with pytest.raises(BadQuestion, match="no paytable"):
        bare.analyze(paytable="B")
    with pytest.raises(BadQuestion, match="no option"):
        bare.analyze(options={"moon": "full"})
    with pytest.raises(BadQuestion, match="has no analysis"):
        bare.strategy("optimal")


@pytest.mark.usefixtures("quick")
def test_the_sheet_of_such_a_game_says_that_it_is_sampled(bare: Game) -> None:
    sheet = par_sheet(bare)
    text = str(sheet)
    assert "Standard error of the expected value (sampled)" in text
    assert "Sampled, not exact" in text and "means of simulated rounds themselves" in text


@pytest.mark.usefixtures("quick", "bare")
def test_the_terminal_says_that_figures_are_sampled(cli: Run) -> None:
    assert "Sampled, not exact" in cli("analyze", "plain-card", width=160).out
    assert "sampled: standard error" in cli("analyze", "plain-card", "-w", "bet", width=160).out
    data = json.loads(cli("analyze", "plain-card", "--json").out)
    assert data["wagers"][0]["standard_error"] > 0
    told = json.loads(cli("simulate", "plain-card", "-r", "300", "--seed", "1", "--workers", "1", "--json").out)
    assert (told["strategy"], told["verdict"]) == ("automatic", "none")
    assert told["columns"][0]["standard_error"] > 0


def test_no_strategy_is_played_by_the_procedure(bare: Game) -> None:
    strategy = registry.game("dueling").strategy("always-war")
    with pytest.raises(BadQuestion, match="automatic player"):
        bare.kernel.program(bare, bare.demonstration(), {1: {"bet": 500}}, strategy)
