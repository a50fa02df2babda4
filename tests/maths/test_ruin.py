"""How long a bankroll lasts: against closed formulas, and against every course of a few rounds in fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.maths.over_time import ruin
from houseway.maths.over_time.round_results import RoundResults
from houseway.maths.question_errors import BadQuestion


def even_money(win: Fraction, stake: int = 100) -> RoundResults:
    return RoundResults((-stake, stake), (1 - win, win))


def by_every_course(gains: RoundResults, bankroll: int, rounds: int, least: int) -> Fraction:
    """The chance of ruin in fractions: every amount that can be left, round by round."""
    left, ruined = {bankroll: Fraction(1)}, Fraction(0)
    for _ in range(rounds):
        further: dict[int, Fraction] = {}
        for has, chance in left.items():
            for cents, share in zip(gains.cents, gains.shares, strict=True):
                if has + cents < least:
                    ruined += chance * Fraction(share)
                else:
                    further[has + cents] = further.get(has + cents, Fraction(0)) + chance * Fraction(share)
        left = further
    return ruined


@st.composite
def some_gains(draw: st.DrawFn) -> RoundResults:
    cents = sorted(draw(st.sets(st.integers(-30, 60), min_size=2, max_size=4)))
    weights = draw(st.lists(st.integers(1, 9), min_size=len(cents), max_size=len(cents)))
    return RoundResults(tuple(cents), tuple(Fraction(weight, sum(weights)) for weight in weights))


@settings(max_examples=150)
@given(gains=some_gains(), bankroll=st.integers(0, 90), rounds=st.integers(1, 5), least=st.integers(0, 20))
def test_ruin_in_a_few_rounds_is_that_of_every_course(
    gains: RoundResults, bankroll: int, rounds: int, least: int
) -> None:
    exact = 1.0 if bankroll < least else float(by_every_course(gains, bankroll, rounds, least))
    found = ruin.ruin_within(gains, bankroll, rounds, least)
    assert found.low - 1e-12 <= exact <= found.high + 1e-12
    assert found.high - found.low <= 2 * ruin.BEYOND


def test_rare_gains_off_the_lattice_are_bounded_from_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruin, "HEIGHTS", 8)
    rare = Fraction(1, 2000)
    gains = RoundResults((-1234, -100, 0, 100), (rare, Fraction(1, 2), rare, Fraction(1, 2) - 2 * rare))
    for bankroll in (0, 150, 250, 1200):
        exact = float(by_every_course(gains, bankroll, 12, 0))
        found = ruin.ruin_within(gains, bankroll, 12)
        assert found.low <= exact <= found.high
        assert found.high - found.low < 0.01


@pytest.mark.parametrize("win", [Fraction(11, 20), Fraction(2, 3), Fraction(501, 1000)])
@pytest.mark.parametrize("units", [1, 5, 40])
def test_ruin_for_ever_at_even_money_is_the_gamblers(win: Fraction, units: int) -> None:
    """Huygens: with chance p of a unit, a bankroll of B units is lost with ((1 - p) / p)^B."""
    found = ruin.ruin_ever(even_money(win), 100 * units, least=1)
    assert found.high == pytest.approx(float((1 - win) / win) ** units, rel=1e-9)
    assert found.low == pytest.approx(found.high, rel=1e-9)


@pytest.mark.parametrize(("units", "rounds"), [(1, 1), (3, 9), (5, 40), (12, 400)])
def test_ruin_at_a_fair_coin_is_that_of_the_reflected_path(units: int, rounds: int) -> None:
    ways = [math.comb(rounds, wins) for wins in range(rounds + 1)]
    ends = [2 * wins - rounds for wins in range(rounds + 1)]
    reflected = sum(w for w, end in zip(ways, ends, strict=True) if end <= -units)
    reflected += sum(w for w, end in zip(ways, ends, strict=True) if end < -units)
    found = ruin.ruin_within(even_money(Fraction(1, 2)), 100 * units, rounds, least=1)
    assert found.low == pytest.approx(reflected / 2**rounds, rel=1e-9)


def test_a_small_edge_ruins_as_a_diffusion_does() -> None:
    """exp(-2 m B / s²) for a bankroll of B with mean m and variance s² a round, in its limit of small edges."""
    gains = RoundResults((-200, -100, 100, 150, 200), tuple(Fraction(x, 1000) for x in (62, 440, 400, 40, 58)))
    mean, variance = float(gains.mean), float(gains.variance)
    assert 0 < mean < 2
    bankroll = 40_000
    found = ruin.ruin_ever(gains, bankroll)
    diffusion = math.exp(-2 * mean * bankroll / variance)
    assert found.low < found.high < 1.03 * found.low
    assert found.high == pytest.approx(diffusion, rel=0.05)
    # Within more and more rounds it comes to that of ever, from below.
    assert ruin.ruin_within(gains, 2_000, 400).low < ruin.ruin_within(gains, 2_000, 4_000).low
    assert ruin.ruin_within(gains, 2_000, 4_000).low <= ruin.ruin_ever(gains, 2_000).high


def test_who_does_not_win_on_the_average_is_ruined_for_ever() -> None:
    assert ruin.ruin_ever(even_money(Fraction(1, 2)), 10**9) == (1.0, 1.0)
    assert ruin.ruin_ever(RoundResults((0, 5), (Fraction(1, 2),) * 2), 0) == (0.0, 0.0)
    with pytest.raises(BadQuestion, match="for ever"):
        ruin.bankroll_for(even_money(Fraction(9, 20)), 0.01)


@pytest.mark.parametrize("least", [0, 1, 100])
@pytest.mark.parametrize("risk", [0.2, 0.01])
def test_the_bankroll_for_a_risk_is_the_least_that_keeps_it(risk: float, least: int) -> None:
    gains = RoundResults((-100, 100, 300), (Fraction(11, 20), Fraction(9, 20) - Fraction(1, 40), Fraction(1, 40)))
    for rounds in (3, 60):
        needed = ruin.bankroll_for(gains, risk, rounds, least)
        assert ruin.ruin_within(gains, needed, rounds, least).high <= risk
        assert needed <= least or ruin.ruin_within(gains, needed - 1, rounds, least).low > risk - 2 * ruin.BEYOND
    good = even_money(Fraction(11, 20))
    needed = ruin.bankroll_for(good, risk, least=least)
    assert ruin.ruin_ever(good, needed, least).high <= risk < ruin.ruin_ever(good, needed - 1, least).high


@pytest.mark.parametrize(("win", "pays"), [(Fraction(11, 20), 1), (Fraction(2, 5), 2), (Fraction(1, 30), 35)])
def test_the_best_stake_is_kellys(win: Fraction, pays: int) -> None:
    gains = RoundResults((-100, 100 * pays), (1 - win, win))
    assert ruin.best_stake(gains, 100) == pytest.approx(float(win - (1 - win) / pays), rel=1e-9)


def test_no_stake_is_best_where_the_player_loses_on_the_average() -> None:
    assert ruin.best_stake(even_money(Fraction(1, 2)), 100) == 0.0


def test_an_edge_shows_after_n0_rounds() -> None:
    assert ruin.rounds_to_show(even_money(Fraction(11, 20))) == pytest.approx((1 - 0.01) / 0.01)
    assert ruin.rounds_to_show(even_money(Fraction(1, 2))) == math.inf


def test_the_other_side_loses_what_one_gains() -> None:
    gains = RoundResults((-100, 350), (Fraction(3, 4), Fraction(1, 4)))
    assert ruin.other_side(gains) == RoundResults((-350, 100), (Fraction(1, 4), Fraction(3, 4)))


@pytest.mark.parametrize(("risk", "rounds"), [(0.0, 10), (1.0, 10), (0.01, 0), (1e-12, 10)])
def test_questions_without_an_answer_are_refused(risk: float, rounds: int) -> None:
    with pytest.raises(BadQuestion) as refused:
        ruin.bankroll_for(even_money(Fraction(1, 2)), risk, rounds)
    assert refused.value.remedy
