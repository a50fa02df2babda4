"""A spot that is closed takes its own wager out of an answer, and leaves every other answer as it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.floor.bookkeeping import spots
from houseway.floor.context import Context
from houseway.floor.floor_errors import DepositOverdue
from houseway.floor.states import TableState
from houseway.jackpots.jackpot_configuration import Jackpot, Meter
from houseway.rulebook.steps import PlaceWagers
from houseway.table.round import Round

PROGRESSIVE = Jackpot(id="j", scheme="progressive", updates="real-time", meters=(Meter(seed=0, reseed=0, rate=1),))
BONUS = Jackpot(id="b", scheme="bonus", updates="static", amount=5)
STATE = cast(
    TableState,
    SimpleNamespace(
        id="T1",
        table=SimpleNamespace(jackpots={"jackpot": "j", "bonus": "b"}),
        jackpots={"j": PROGRESSIVE, "b": BONUS},
    ),
)
CTX = cast(Context, None)
WAGERING = cast(Round, SimpleNamespace(step=PlaceWagers(cite="1")))
PLAYING = cast(Round, SimpleNamespace(step=object()))


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every spot that is asked for is closed; which were."""
    asked: list[str] = []

    def check(ctx: Context, table: str, wager: str, id: str) -> None:
        asked.append(wager)
        raise DepositOverdue("closed")

    monkeypatch.setattr(spots, "check_spot", check)
    return asked


def opened(round_: Round, answer: Any) -> tuple[Any, list[str]]:
    left, why = spots.open_spots(CTX, STATE, round_, answer)
    return left, list(why)


def test_only_the_wager_on_the_closed_spot_is_taken_out(closed: list[str]) -> None:
    assert opened(WAGERING, {"ante": 500, "jackpot": 100, "bonus": 100}) == ({"ante": 500, "bonus": 100}, ["jackpot"])
    assert closed == ["jackpot"]


def test_an_answer_without_that_wager_stands(closed: list[str]) -> None:
    for answer in ({"ante": 500, "bonus": 100}, {"ante": 500, "jackpot": 0}):
        assert opened(WAGERING, answer) == (answer, [])
    assert closed == []


@pytest.mark.parametrize("answer", [None, "jackpot", ["jackpot"], 5])
def test_an_answer_that_is_no_map_is_left_to_whoever_reads_it(answer: Any, closed: list[str]) -> None:
    assert opened(WAGERING, answer) == (answer, [])


def test_an_answer_to_another_step_lays_no_wager(closed: list[str]) -> None:
    assert opened(PLAYING, {"jackpot": 100}) == ({"jackpot": 100}, [])
    assert closed == []


def test_a_correction_that_adds_a_wager_on_a_closed_spot_is_refused(closed: list[str]) -> None:
    with pytest.raises(DepositOverdue):
        spots.check_added(CTX, STATE, WAGERING, {"ante": 500}, {"ante": 500, "jackpot": 100})
    with pytest.raises(DepositOverdue):
        spots.check_added(CTX, STATE, WAGERING, {"jackpot": 0}, {"jackpot": 100})


def test_a_correction_of_what_was_laid_before_stands(closed: list[str]) -> None:
    spots.check_added(CTX, STATE, WAGERING, {"jackpot": 100}, {"jackpot": 100, "ante": 500})
    for was, now in ((None, {"jackpot": 100}), ({"jackpot": 0}, None), ("x", "y")):
        spots.check_added(CTX, STATE, WAGERING, was, now)
    assert closed == []
