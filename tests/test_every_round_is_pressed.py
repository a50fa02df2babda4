"""Where the tabulator is on, the press is a step of every round of every game, also where nobody bet the jackpot."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.rulebook.steps import Collect, PlaceWagers, Tabulate
from houseway.table.records.record import record
from houseway.table.round import Round
from houseway.table.table_errors import ChoiceRefused, OutOfTurn
from tests.rounds import shoe_of
from tests.sentences import in_every_document

GAMES = {
    "deuces-wild": ({"ante": 500}, "bonus-jackpot"),
    "three-card-split": ({"primary": 500, "four-card-bonus": 500}, "jackpot"),
    "triple-attack": ({"first-attack": 500}, "jackpot"),
    "dueling": ({"player": 500}, "tie-after-tie"),
}
CARDS = "8c 6s 9d Kd 3h 2s 8s Tc 4d 5h Jc Qd 7h 6c As Kh 3c 2d 9h 4s Js"


def table(game: str, behaviour: int | None = None, *, attended: bool = True, **options: str) -> Round:
    found = houseway.game(game)
    return Round(found, found.demonstration(options=options), [1, 2], shoe_of(CARDS), behaviour, attended=attended)


def steps(round_: Round) -> list[type]:
    return [type(step) for step, _ in round_.history]


@in_every_document("the dealer presses the button")
@pytest.mark.clause("deuces-wild", "dealing 6", "dealing 6 press", "BJS-1")
@pytest.mark.clause("three-card-split", "BJS-1")
@pytest.mark.clause("triple-attack", "equipment system", "BJS-1")
@pytest.mark.clause("dueling", "BJS-1")
@pytest.mark.parametrize("game", GAMES)
def test_the_press_is_due_when_nobody_bet_the_jackpot(game: str) -> None:
    round_ = table(game)
    for seat in (1, 2):
        round_.answer(seat, GAMES[game][0])
    assert isinstance(round_.step, Tabulate)
    assert round_.due_from() == ("dealer",)
    with pytest.raises(OutOfTurn):
        round_.answer(1, {})
    round_.answer("dealer", {})
    assert steps(round_)[:2] == [PlaceWagers, Tabulate]
    assert Collect not in steps(round_)
    assert round_.tabulated == {key: [] for key in round_.setup.jackpots}
    # Nothing is lit: nobody confirms, and the cards come.
    assert not any(ask.ask == "indicators" for ask, _ in round_.decisions)
    assert round_.layout.cards


@pytest.mark.parametrize("game", GAMES)
def test_a_light_without_a_wager_calls_the_supervisor(game: str) -> None:
    round_ = table(game)
    for seat in (1, 2):
        round_.answer(seat, GAMES[game][0])
    jackpot = round_.setup.jackpots[0]
    with pytest.raises(ChoiceRefused):
        round_.answer("dealer", {jackpot: [99]})
    round_.answer("dealer", {jackpot: [2]})
    assert round_.due_from() == ("supervisor",)
    round_.answer("supervisor", "chips-stand")
    assert Collect not in steps(round_)
    made = record(_to_the_end(round_))
    assert made["tabulated"] == {**{key: [] for key in round_.setup.jackpots}, jackpot: [2]}
    assert houseway.replay(made) is None


@pytest.mark.parametrize("game", GAMES)
def test_where_no_tabulator_is_on_nothing_is_pressed(game: str) -> None:
    round_ = table(game, tabulator="off")
    for seat in (1, 2):
        round_.answer(seat, GAMES[game][0])
    assert Tabulate not in [*steps(round_), type(round_.step)]


@pytest.mark.parametrize("game", GAMES)
def test_where_nobody_stands_at_the_table_a_press_that_finds_nothing_is_taken_as_made(game: str) -> None:
    wagers, jackpot = GAMES[game]
    round_ = table(game, attended=False)
    for seat in (1, 2):
        round_.answer(seat, wagers)
    assert steps(round_)[:2] == [PlaceWagers, Tabulate]
    waits = table(game, attended=False)
    waits.answer(1, {**wagers, jackpot: 100})
    waits.answer(2, wagers)
    assert isinstance(waits.step, Tabulate)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_behaviour_1_has_no_press_where_nobody_bet_and_settles_alike(game: str) -> None:
    wagers, jackpot = GAMES[game]
    rounds = {}
    for behaviour in (1, 2):
        round_ = table(game, behaviour)
        for seat in (1, 2):
            round_.answer(seat, wagers)
        rounds[behaviour] = _to_the_end(round_)
    assert Tabulate not in steps(rounds[1])
    assert Tabulate in steps(rounds[2])
    assert rounds[1].lines == rounds[2].lines
    for behaviour, round_ in rounds.items():
        made = record(round_)
        assert made["behaviour"] == behaviour
        assert houseway.replay(made) is None
    # With a jackpot wager both are pressed.
    for behaviour in (1, 2):
        round_ = table(game, behaviour)
        round_.answer(1, {**wagers, jackpot: 100})
        round_.answer(2, wagers)
        assert isinstance(round_.step, Tabulate)


def _to_the_end(round_: Round) -> Round:
    def decide(round_: Round, ask: Any) -> Any:
        return ask.default

    while not round_.over:
        round_.play_on({}, decide, dict.fromkeys(round_.setup.meters, 100000))
    return round_
