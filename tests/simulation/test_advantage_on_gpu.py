"""Players who count or share cards on a GPU: the sums of the cores to the last bit, by a stand-in for the GPU."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from houseway import registry
from houseway.games.deuces_wild.maths import protection as deuces_wild
from houseway.games.deuces_wild.maths.protection.best_response import ante_knowledge
from houseway.games.deuces_wild.maths.protection.shared_cards_drawn import ante_shared
from houseway.games.three_card_split.maths import protection as three_card_split
from houseway.maths.protection.card_counts import count_of, simple_count, spread_count
from houseway.maths.protection.findings import Count
from houseway.maths.protection.hand_against_hand import Contest
from houseway.maths.protection.shoe_wager import Ints, ShoeWager
from houseway.maths.protection.table_pays import TablePays
from houseway.maths.question_errors import BadQuestion
from houseway.simulation.advantage import counting_on_gpu, shared_on_gpu
from houseway.simulation.advantage.counted_shoes import count_shoes
from houseway.simulation.advantage.shared_hands import shared_by_several
from houseway.simulation.gpu import cuda_rounds
from houseway.simulation.gpu.gpu_rounds import Machine
from houseway.simulation.run import GPU
from tests.cli.command import Run
from tests.maths.relatives import (
    LUCKY_COUNT,
    ROYAL_COUNT,
    lucky_6,
    royal_match,
    three_card_poker,
    twenty_one_plus_three,
)
from tests.simulation.gpu_stand_in import StandIn

FOUR_TO_SIX = (0.0, 0.0, 0.0, 0.0, 0.3, 0.4, 0.3)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_rounds, "CudaRounds", StandIn)


def _royal() -> tuple[ShoeWager, list[Count]]:
    wager = royal_match()
    never = count_of(wager, "turned round", [-tag for tag in ROYAL_COUNT])
    assert never.trigger is None
    return wager, [count_of(wager, "kings and queens", ROYAL_COUNT), never]


def _suits() -> tuple[ShoeWager, list[Count]]:
    wager = twenty_one_plus_three()
    kinds = range(52)
    return wager, [spread_count(wager, "suits", [kind % 4 for kind in kinds], 6), simple_count(wager, 1, kinds)]


def _lucky() -> tuple[ShoeWager, list[Count]]:
    wager, _ = lucky_6()
    return wager, [count_of(wager, "sixes", LUCKY_COUNT)]


WAGERS = {"of two cards": _royal, "of three, by suits": _suits, "of up to six": _lucky, "uncounted": _royal}


@pytest.mark.parametrize("name", list(WAGERS))
@pytest.mark.parametrize(("cuts", "extra"), [((260,), 0), ((150, 300, 20), 2)])
@pytest.mark.usefixtures("stand_in")
def test_a_gpu_counts_the_same_shoes_with_the_same_sums(name: str, cuts: Sequence[int], extra: int) -> None:
    wager, counts = WAGERS[name]()
    asked: dict[str, Any] = {"shoes": 64 + 9, "seed": 5, "extra_rounds": extra}
    counts = [] if name == "uncounted" else counts
    here = count_shoes(wager, counts, FOUR_TO_SIX, cuts, **asked)
    assert count_shoes(wager, counts, FOUR_TO_SIX, cuts, **asked, on=GPU) == here
    assert all(each.rounds > 3 for each in here)
    assert any(0 < each.bets < 1 for each in here)


@pytest.mark.usefixtures("stand_in")
def test_a_shoe_that_runs_out_before_the_cut_card_is_the_same_on_a_gpu() -> None:
    wager, counts = _royal()
    here = count_shoes(wager, counts, FOUR_TO_SIX, [wager.size], shoes=20, extra_rounds=3)
    assert count_shoes(wager, counts, FOUR_TO_SIX, [wager.size], shoes=20, extra_rounds=3, on=GPU) == here


@pytest.mark.usefixtures("stand_in")
def test_several_launches_and_more_cuts_than_one_takes_give_the_same_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting_on_gpu, "LAUNCH", 128)
    monkeypatch.setattr(counting_on_gpu, "MOST_CELLS", 7)
    wager, counts = _royal()
    cuts = range(50, 300, 50)
    here = count_shoes(wager, counts, FOUR_TO_SIX, cuts, shoes=300, seed=2**63)
    assert count_shoes(wager, counts, FOUR_TO_SIX, cuts, shoes=300, seed=2**63, on=GPU) == here


# -- cards that seats share

SPLIT = (707, 637, 483, 2500)
"""Classes of Three Card Split; the first ones are set otherwise where other hands are known."""


def _split() -> Contest:
    game = registry.game("three-card-split")
    return three_card_split.primary_contest(TablePays(game.demonstration(), game.house.get("meters", {})))


def _fine() -> Contest:
    """Three Card Poker whose pays lie far apart, so that results are many and large."""
    contest = three_card_poker()

    def results(place: int) -> Ints:
        return contest.results(place) * 1_000_003 + np.arange(22_100) % 7

    return contest._replace(results=results)


@pytest.mark.parametrize(
    ("contest", "classes"), [(_split, SPLIT), (three_card_poker, (900, 1000, 20)), (_fine, (900,))]
)
@pytest.mark.usefixtures("stand_in")
def test_a_gpu_shares_the_same_hands_with_the_same_sums(
    contest: Callable[[], Contest], classes: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_on_gpu, "CLASSES", 3)
    asked: dict[str, Any] = {"draws": 150, "seed": 2**64 - 4, "classes": classes}
    here = shared_by_several("primary", contest(), (2, 4, 7), 0, **asked)
    assert shared_by_several("primary", contest(), (2, 4, 7), 0, **asked, on=GPU) == here
    assert any(each.value for each in here)


@pytest.mark.usefixtures("stand_in")
def test_a_gpu_shares_the_same_cards_of_deuces_wild_with_the_same_sums() -> None:
    game = registry.game("deuces-wild")
    nets = deuces_wild.nets_of(TablePays(game.demonstration(), game.house.get("meters", {})), "ante")
    asked: dict[str, Any] = {"draws": 150, "seed": 2**64 - 4, "which": range(5, 1500, 150)}
    here = ante_shared("ante", nets, (2, 3, 6), Fraction(0), **asked)
    assert ante_shared("ante", nets, (2, 3, 6), Fraction(0), **asked, on=GPU) == here
    assert all(each.value for each in here)


# -- asked for


@pytest.mark.parametrize(("game", "wager"), [("triple-attack", "suited-royals"), ("dueling", "tie-plus")])
@pytest.mark.usefixtures("stand_in")
def test_protection_is_the_same_on_a_gpu(game: str, wager: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {"options": {"shoe": "200"}, "wagers": (wager,), "seats": (1, 3), "shoes": 70, "seed": 3}
    here = registry.game(game).protection(**asked)
    used: list[int] = []
    played = counting_on_gpu.count_packed

    def counted(*given: Any) -> Any:
        used.append(1)
        return played(*given)

    monkeypatch.setattr(counting_on_gpu, "count_packed", counted)
    assert registry.game(game).protection(**asked, on=GPU) == here
    assert len(used) == 2  # once for each number of seats
    assert {each.seats for each in here.wagers[0].counted} == {1, 3}


def _few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some classes of hands stand for all of them."""
    some, whole = [SPLIT[0], *range(50, 3400, 500)], _split()
    few = Contest(whole.heads[some], whole.weights[some], lambda place: whole.results(some[place]), whole.unit)
    monkeypatch.setattr(three_card_split, "primary_contest", lambda pays: few)
    which = range(5, 1500, 200)
    monkeypatch.setattr(deuces_wild, "ante_knowledge", partial(ante_knowledge, several=False, which=which))
    monkeypatch.setattr(deuces_wild, "ante_shared", partial(ante_shared, which=which))


@pytest.mark.parametrize(("game", "wager"), [("three-card-split", "primary"), ("deuces-wild", "ante")])
@pytest.mark.usefixtures("stand_in")
def test_seats_that_share_cards_are_the_same_on_a_gpu_with_as_many_draws_as_asked_for(
    cli: Run, game: str, wager: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    played = shared_on_gpu.draw_packed

    def draw(machine: Machine, jobs: int, seed: int, draws: int) -> Any:
        drawn.append(draws)
        return played(machine, jobs, seed, draws)

    monkeypatch.setattr(shared_on_gpu, "draw_packed", draw)
    _few_hands(monkeypatch)
    asked = ("protect", game, "-w", wager, "--draws", "3", "--json")
    there = cli(*asked, "--on", "gpu")
    assert set(drawn) == {3}
    assert cli(*asked).out == there.out
    assert "(3 draws each)" in there.out


@pytest.mark.parametrize("draws", [1, 1_000_001])
def test_a_number_of_draws_that_cannot_be_is_refused(draws: int) -> None:
    with pytest.raises(BadQuestion, match="sets of cards cannot be drawn"):
        registry.game("deuces-wild").protection(draws=draws)


def test_without_the_library_it_says_what_to_install(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    gone: Any = None
    monkeypatch.setitem(sys.modules, "cupy", gone)
    ended = cli("protect", "dueling", "--option", "shoe=200", "-w", "tie-plus", "--shoes", "10", "--on", "gpu")
    assert (ended.code, ended.out) == (2, "")
    assert "need the library CuPy, which is not installed" in " ".join(ended.err.split())


def test_a_place_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadQuestion, match="not played on 'moon'"):
        registry.game("dueling").protection(shoes=0, on="moon")
    wager, counts = _royal()
    with pytest.raises(BadQuestion, match="no worker threads"):
        count_shoes(wager, counts, FOUR_TO_SIX, [100], shoes=2, workers=2, on=GPU)
