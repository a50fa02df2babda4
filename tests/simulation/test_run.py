"""The runner: the same answer whoever computes it, a stop judged in block order, a report that says how sure it is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest

from houseway.facade import Game
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Outcome, figures_from_distribution
from houseway.maths.strategy import Strategy
from houseway.simulation import run
from houseway.simulation.plan import Plan, plan
from houseway.simulation.program import Block
from houseway.simulation.report import column as column_of
from houseway.simulation.report import far_for
from houseway.simulation.run import BLOCK, LEAST, simulate
from houseway.table.deal import deal_round
from houseway.table.table_errors import WagerRefused

TWO = {1: {"bet": 500}, 3: {"bet": 700}}


def planned(toy: Game, wagers: Mapping[int, Mapping[str, int]] = TWO, strategy: Strategy | None = None) -> Plan:
    return plan(toy, toy.demonstration(), wagers, strategy)


def optimal(toy: Game) -> Figures:
    found = toy.analyze().find("bet", strategy="optimal")
    assert isinstance(found, Figures)
    return found


# -- one answer


@pytest.mark.parametrize("rounds", [1, 1000, BLOCK, 3 * BLOCK + 17])
def test_the_answer_does_not_depend_on_the_workers(toy: Game, rounds: int) -> None:
    one = simulate(planned(toy), seed=9, rounds=rounds, workers=1)
    assert one.rounds == rounds
    for workers in (2, 5):
        assert simulate(planned(toy), seed=9, rounds=rounds, workers=workers) == one
    assert simulate(planned(toy), seed=10, rounds=rounds, workers=2) != one or rounds == 1


def test_blocks_add_up_to_the_rounds_played_at_once(toy: Game) -> None:
    rounds = 2 * BLOCK + 5
    totals = simulate(planned(toy), seed=3, rounds=rounds).totals
    assert totals == planned(toy).make().run(3, 0, rounds)


def test_rounds_are_those_of_the_procedure(toy: Game) -> None:
    made = planned(toy)
    setup = toy.demonstration()
    decide = toy.kernel.decide(toy, setup)
    nets: list[list[int]] = []
    staked = [0, 0]
    for number in range(400):
        round_ = deal_round(toy, setup, TWO, seed=77, number=number, decide=decide)
        nets.append([sum(line.net for line in round_.lines if line.seat == seat) for seat in TWO])
        for place, seat in enumerate(TWO):
            staked[place] += sum(line.stake for line in round_.lines if line.seat == seat)
    report = simulate(made, seed=77, rounds=400)
    table = np.array(nets)
    assert report.totals == Block(
        400,
        table.sum(axis=0).tolist(),
        (table**2).sum(axis=0).tolist(),
        staked,
        (table > 0).sum(axis=0).tolist(),
    )
    for place, column in enumerate(report.columns):
        units = table[:, place] / column.stake
        assert column.mean == pytest.approx(units.mean(), abs=1e-12)
        assert column.sd == pytest.approx(units.std(ddof=1), rel=1e-9)
        assert column.standard_error == column.sample_error
        assert column.sample_error == pytest.approx(units.std(ddof=1) / math.sqrt(400), rel=1e-9)
        assert column.hit_frequency == (units > 0).mean()
        assert column.average_action == pytest.approx(staked[place] / 400 / column.stake)


# -- the stop


def test_a_standard_error_stops_at_the_first_block_that_reaches_it(toy: Game) -> None:
    wanted = 0.0011
    reports = [simulate(planned(toy), seed=21, standard_error=wanted, workers=workers) for workers in (1, 2, 4)]
    assert reports[0] == reports[1] == reports[2]
    rounds = reports[0].rounds
    assert rounds % BLOCK == 0
    assert rounds > LEAST * BLOCK
    assert reports[0].columns[0].standard_error <= wanted
    before = simulate(planned(toy), seed=21, rounds=rounds - BLOCK)
    assert before.columns[0].standard_error > wanted


def test_an_easy_standard_error_still_takes_the_least_number_of_blocks(toy: Game) -> None:
    assert simulate(planned(toy), seed=1, standard_error=1.0).rounds == LEAST * BLOCK


def test_the_earlier_of_rounds_and_standard_error_ends_it(toy: Game) -> None:
    assert simulate(planned(toy), seed=1, standard_error=1.0, rounds=5000).rounds == 5000
    assert simulate(planned(toy), seed=1, standard_error=1e-9, rounds=LEAST * BLOCK + 3).rounds == LEAST * BLOCK + 3


def test_progress_is_told_in_order(toy: Game) -> None:
    told: list[tuple[int, int | None]] = []
    simulate(planned(toy), seed=2, rounds=3 * BLOCK + 1, workers=3, progress=lambda *now: told.append(now))
    end = 3 * BLOCK + 1
    assert told == [(BLOCK, end), (2 * BLOCK, end), (3 * BLOCK, end), (end, end)]
    told.clear()
    report = simulate(planned(toy), seed=2, standard_error=0.001, progress=lambda *now: told.append(now))
    assert told[-1] == (report.rounds, report.rounds)
    assert all(total is not None and total >= done for done, total in told)


def test_an_error_in_a_block_comes_out(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        columns = ((1, "bet"),)

        def run(self, seed: int, first: int, count: int) -> Block:
            if first:
                raise ArithmeticError("no")
            return Block(count, [0], [0], [0], [0])

    monkeypatch.setattr(Plan, "make", lambda self: Broken())
    with pytest.raises(ArithmeticError):
        simulate(planned(toy), seed=1, rounds=4 * BLOCK, workers=2)


# -- the report


def test_the_report_compares_with_the_exact_value(toy: Game) -> None:
    report = simulate(planned(toy), seed=5, rounds=10 * BLOCK, exact=True)
    for column in report.columns:
        assert column.exact == float(optimal(toy).ev)
        assert column.z is not None
        assert column.z == pytest.approx((column.mean - column.exact) / column.standard_error)
        assert column.standard_error == pytest.approx(optimal(toy).sd / math.sqrt(column.n))
        assert column.sample_error == pytest.approx(column.standard_error, rel=0.01)
        assert abs(column.z) < 4
        assert column.hit_frequency == pytest.approx(float(optimal(toy).hit_frequency), abs=0.002)
        assert column.average_action == pytest.approx(float(optimal(toy).average_action), abs=0.002)
    assert report.verdict == "pass"
    data = report.as_dict()
    assert data["verdict"] == "pass"
    assert {"n", "mean", "standard_error", "exact", "z"} <= set(data["columns"][0])
    assert msgspec.json.decode(msgspec.json.encode(data)) == data


def test_a_program_that_knows_its_own_figures_is_asked(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    known = msgspec.structs.replace(optimal(toy), mean=Fraction(1, 4))
    program = planned(toy).make()
    monkeypatch.setattr(program, "exact", lambda: {(3, "bet"): known}, raising=False)
    monkeypatch.setattr(Plan, "make", lambda self: program)
    report = simulate(planned(toy), seed=5, rounds=100, exact=True)
    assert [column.exact for column in report.columns] == [None, 0.25]


def test_a_wrong_exact_value_fails_and_none_is_no_verdict(toy: Game) -> None:
    wrong = msgspec.structs.replace(optimal(toy), mean=optimal(toy).ev + Fraction(1, 50))
    report = simulate(planned(toy), seed=5, rounds=BLOCK, exact={(1, "bet"): wrong, (3, "bet"): wrong})
    assert [report.verdict_of(column) for column in report.columns] == ["fail", "fail"]
    assert report.verdict == "fail"
    assert simulate(planned(toy), seed=5, rounds=BLOCK).verdict == "none"


def test_a_single_round_has_no_standard_error_of_its_own(toy: Game) -> None:
    report = simulate(planned(toy), seed=5, rounds=1)
    assert math.isinf(report.columns[0].standard_error)
    assert report.verdict == "none"
    assert report.as_dict()["columns"][0]["standard_error"] is None


def test_any_strategy_is_played(toy: Game) -> None:
    stay = toy.strategy("always-stay")
    report = simulate(planned(toy, strategy=stay), seed=5, rounds=BLOCK, exact=True)
    assert report.strategy == "always-stay"
    assert all(column.average_action == 1 for column in report.columns)
    assert all(column.exact == 0 for column in report.columns)


def test_a_prize_never_seen_still_counts_in_the_standard_error(toy: Game) -> None:
    """A win of a million once in a million: after 1,000 rounds without it the mean is no surprise."""
    rare = Fraction(1, 10**6)
    figures = figures_from_distribution(
        wager="bet",
        paytable="standard",
        options={},
        strategy="optimal",
        unit="one Bet",
        outcomes=[
            Outcome("prize", "$1,000,000", rare, Fraction(10**6)),
            Outcome("none", "loss", 1 - rare, Fraction(-1)),
        ],
    )
    totals = Block(1000, [-1000 * 500], [1000 * 500 * 500], [1000 * 500], [0])
    found = column_of(totals, 0, 1, "bet", 500, figures)
    assert found.sample_error == 0
    assert found.z is not None
    assert abs(found.z) < 0.1


@pytest.mark.parametrize("compared", [1, 2, 7, 400])
def test_many_means_together_fail_by_chance_as_rarely_as_one_alone(compared: int) -> None:
    far = far_for(compared)
    assert compared * math.erfc(far / math.sqrt(2)) == pytest.approx(math.erfc(3 / math.sqrt(2)), rel=1e-9)


def test_a_mean_beyond_three_errors_passes_among_many_and_fails_alone(toy: Game) -> None:
    report = simulate(planned(toy), seed=5, rounds=BLOCK, exact={(1, "bet"): optimal(toy), (3, "bet"): optimal(toy)})
    off = msgspec.structs.replace(report.columns[0], z=3.1)
    two = msgspec.structs.replace(report, columns=(off, report.columns[1]))
    alone = msgspec.structs.replace(report, columns=(off,))
    assert [two.verdict, alone.verdict] == ["pass", "fail"]
    assert [two.as_dict()["compared"], alone.as_dict()["far"]] == [2, pytest.approx(3)]


# -- the plan


def test_a_plan_travels_as_json(toy: Game) -> None:
    made = planned(toy, strategy=toy.strategy("short"))
    again = msgspec.json.decode(msgspec.json.encode(made), type=Plan)
    assert again == made
    assert again.make().run(1, 0, 1000) == made.make().run(1, 0, 1000)


@pytest.mark.parametrize("field", ["fingerprint", "program"])
def test_a_plan_is_refused_by_another_release(toy: Game, field: str) -> None:
    other = msgspec.structs.replace(planned(toy), **{field: "0" * 64})
    with pytest.raises(BadQuestion, match="not the same"):
        simulate(other, seed=1, rounds=10)


BAD: dict[str, dict[str, Any]] = {
    "no end": {},
    "no rounds": {"rounds": 0},
    "too many rounds": {"rounds": 10**14},
    "no error": {"standard_error": 0.0},
    "not a number": {"standard_error": math.nan},
    "no workers": {"rounds": 1, "workers": 0},
    "a negative seed": {"rounds": 1, "seed": -1},
    "a seed too large": {"rounds": 1, "seed": 1 << 64},
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_simulated_is_refused(toy: Game, name: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        simulate(planned(toy), **{"seed": 1, **BAD[name]})
    assert refused.value.remedy


def test_wagers_are_those_that_the_table_takes(toy: Game) -> None:
    nobody: dict[int, dict[str, int]] = {}
    idle: dict[int, dict[str, int]] = {1: {}}
    for wagers in (nobody, idle, {9: {"bet": 500}}, {0: {"bet": 500}}):
        with pytest.raises(BadQuestion):
            planned(toy, wagers)
    with pytest.raises(WagerRefused):
        planned(toy, {1: {"bet": 1}})
    foreign = msgspec.structs.replace(toy.strategy("short"), game="dueling")
    with pytest.raises(BadQuestion, match="dueling"):
        planned(toy, strategy=foreign)


def test_cores_are_counted() -> None:
    assert run.cores() >= 1
