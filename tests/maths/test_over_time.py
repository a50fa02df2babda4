"""Money over time: the distribution of a sum of results, its band, how unlikely a result is, what is overpaid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from houseway.maths.over_time import convolution
from houseway.maths.over_time.bands import Band, ShiftResult
from houseway.maths.over_time.convolution import Part, convolve, exactly
from houseway.maths.over_time.round_results import RoundResults, mixed, results_of
from houseway.maths.over_time.shift_wagers import Bet, Covariances, Piece, Shift, alike, distribution
from houseway.maths.question_errors import AmountNeeded, BadQuestion
from houseway.registry import game

COIN = RoundResults((-100, 100), (Fraction(49, 100), Fraction(51, 100)))
SKEWED = RoundResults((-2_500, -150, 0, 100), (Fraction(1, 97), Fraction(20, 97), Fraction(6, 97), Fraction(70, 97)))
JACKPOT = RoundResults((-2_500_000, -900, 100), (Fraction(1, 10**6), Fraction(1, 200), Fraction(994_999, 10**6)))

CASES: list[Sequence[Part]] = [
    [Part(COIN, 1)],
    [Part(COIN, 9)],
    [Part(SKEWED, 6)],
    [Part(SKEWED, 3), Part(COIN, 4)],
    [Part(JACKPOT, 5), Part(SKEWED, 2)],
]


def results_at(bet: Bet, stake: int) -> RoundResults:
    """A wager called ``coin`` or ``skewed``, per dollar."""
    each = {"coin": COIN, "skewed": SKEWED}[bet[0]]
    return RoundResults(tuple(cents * stake // 100 for cents in each.cents), each.shares)


@pytest.mark.parametrize("parts", CASES)
def test_a_sum_has_the_probabilities_of_exact_fractions_within_its_error(parts: Sequence[Part]) -> None:
    exact = exactly(parts)
    found = convolve(parts)
    assert sum(exact.values()) == 1
    places = found.lowest + found.step * np.arange(len(found.masses))
    on_lattice = dict(zip(places.tolist(), found.masses.tolist(), strict=True))
    off = sum(abs(on_lattice.get(cents, 0.0) - float(share)) for cents, share in exact.items())
    elsewhere = sum(share for cents, share in on_lattice.items() if cents not in exact)
    assert off + elsewhere <= found.error < 1e-7


@pytest.mark.parametrize("parts", CASES)
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_a_band_is_the_smallest_with_half_of_the_rest_on_each_side(parts: Sequence[Part], level: float) -> None:
    exact = exactly(parts)
    tail = Fraction(str(1 - level)) / 2
    low = max(cents for cents in exact if sum(share for other, share in exact.items() if other < cents) <= tail)
    high = min(cents for cents in exact if sum(share for other, share in exact.items() if other > cents) <= tail)
    result = ShiftResult(convolve(parts))
    band = result.band(level)
    assert (band.low, band.high) == (low, high)
    held = float(sum(share for cents, share in exact.items() if low <= cents <= high))
    assert result.within(band) == pytest.approx(held, abs=1e-7)
    assert held >= level


def test_how_unlikely_a_result_is_counts_both_sides() -> None:
    parts = [Part(SKEWED, 6)]
    exact, result = exactly(parts), ShiftResult(convolve(parts))
    for cents in exact:
        below = sum(share for other, share in exact.items() if other <= cents)
        above = sum(share for other, share in exact.items() if other >= cents)
        assert result.unlikely(cents) == pytest.approx(min(1.0, float(2 * min(below, above))), abs=1e-7)
    assert result.unlikely(10**9) < 1e-7
    assert result.unlikely(-(10**9)) < 1e-7


def test_the_smallest_overpayment_is_seen_in_nine_of_ten_and_a_cent_less_is_not() -> None:
    parts = [Part(COIN, 9)]
    exact, result = exactly(parts), ShiftResult(convolve(parts))
    band, paid = result.band(), result.smallest_overpayment()

    def flagged(amount: int) -> Fraction:
        return sum((share for cents, share in exact.items() if cents - amount < band.low), Fraction(0))

    assert flagged(paid) >= Fraction(9, 10) > flagged(paid - 1)


def test_a_prize_too_rare_for_a_shift_keeps_its_own_probability() -> None:
    rounds = 2_000
    result = ShiftResult(convolve([Part(JACKPOT, rounds)]))
    hit = 1 - (1 - 1e-6) ** rounds
    assert result.at_most(-2_000_000) == pytest.approx(hit, rel=1e-3)
    assert result.band().low > -2_000_000
    assert result.variance == pytest.approx(rounds * float(JACKPOT.variance))


def test_a_coarser_lattice_keeps_the_mean_and_says_what_it_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [Part(SKEWED, 400), Part(JACKPOT, 400)]
    fine = convolve(parts)
    assert fine.rounded == 0
    monkeypatch.setattr(convolution, "MOST_POINTS", 1 << 12)
    coarse = convolve(parts)
    assert len(coarse.masses) <= 1 << 12
    assert coarse.step > fine.step
    places = coarse.lowest + coarse.step * np.arange(len(coarse.masses))
    assert float(np.sum(places * coarse.masses)) == pytest.approx(fine.mean, abs=1)
    spread = float(np.sum((places - fine.mean) ** 2 * coarse.masses))
    assert fine.variance <= spread <= fine.variance + coarse.rounded
    assert coarse.variance == pytest.approx(fine.variance + coarse.rounded)


def test_shared_cards_widen_the_result_by_their_covariance() -> None:
    rounds, seats, stake = 50, 4, 300
    covariances = Covariances({("coin", "coin"): 0.25})
    result = distribution(Piece(alike(rounds, {"coin": stake}, seats), results_at, covariances))
    alone = float(COIN.variance) * (stake / 100) ** 2
    expected = rounds * (seats * alone + seats * (seats - 1) * 0.25 * stake**2)
    assert result.variance == pytest.approx(expected)
    assert result.mean == pytest.approx(rounds * seats * float(COIN.mean) * 3)
    band = result.band()
    assert band.high - band.low == pytest.approx(2 * 1.96 * math.sqrt(expected), rel=0.05)


def test_wagers_that_offset_each_other_narrow_the_result() -> None:
    covariances = Covariances({("coin", "skewed"): -0.9})
    shift = Shift()
    shift.add({1: {"coin": 1_000}, 2: {"skewed": 1_000}}, 200)
    apart = distribution(Piece(shift, results_at, Covariances()))
    result = distribution(Piece(shift, results_at, covariances))
    assert result.variance == pytest.approx(apart.variance - 2 * 200 * 0.9 * 1_000**2)
    assert result.mean == apart.mean
    assert result.band().low > apart.band().low
    assert result.band().high < apart.band().high


def test_every_stake_lost_is_not_out_of_reach_where_wagers_offset_each_other() -> None:
    # A long shot: all 46 stakes are lost in one shift of twenty-nine, on the upper edge of the band.
    share = Fraction(7, 100)
    long_shot = RoundResults((-1_200, 100), (share, 1 - share))
    shift = alike(23, {"long": 100}, 2)
    covariances = Covariances({("long", "long"): -0.01 * float(long_shot.variance) / 100**2})
    result = distribution(Piece(shift, lambda bet, stake: long_shot, covariances))
    assert result.variance < 46 * float(long_shot.variance)
    every = float((1 - share) ** 46)
    assert result.band().high == 4_600
    assert result.unlikely(4_600) == pytest.approx(2 * every)
    assert result.at_least(4_600 + 1) < 1e-7


def test_tables_are_independent_of_each_other() -> None:
    first = Piece(alike(40, {"coin": 500}, 3), results_at, Covariances({("coin", "coin"): 0.3}))
    second = Piece(alike(60, {"skewed": 200}, 2), results_at, Covariances({("skewed", "skewed"): 0.1}))
    both = distribution(first, second)
    apart = [distribution(first), distribution(second)]
    assert both.mean == pytest.approx(sum(each.mean for each in apart))
    assert both.variance == pytest.approx(sum(each.variance for each in apart))


def test_what_was_sampled_counts_with_its_standard_error() -> None:
    pair = ("coin", "coin")
    shift = alike(10, {"coin": 100}, 2)
    sure = distribution(Piece(shift, results_at, Covariances({pair: 0.2})))
    unsure = distribution(Piece(shift, results_at, Covariances({pair: 0.2}, errors={"between-seats": {pair: 0.05}})))
    assert unsure.variance - sure.variance == pytest.approx(2 * 10 * 0.05 * 100**2)


def test_a_shift_adds_up_rounds_as_they_are_counted_one_by_one() -> None:
    tables = [{1: {"a": 100, "b": 50}, 3: {"a": 200}}, {2: {"b": 300}}, {1: {"a": 100}, 2: {"a": 100, "b": 100}}]
    one = Shift()
    for placed in tables:
        one.add(placed)
    apart, rest = Shift(), Shift()
    apart.add(tables[0])
    for placed in tables[1:]:
        rest.add(placed)
    apart.join(rest)
    assert one == apart
    assert (one.rounds, one.bets, one.wagered, one.wagers) == (3, 7, 950, ["a", "b"])
    between = {("a", "a"): 0, ("a", "b"): 0, ("b", "b"): 0}
    at_one = 0
    for placed in tables:
        laid = [(seat, wager, stake) for seat, wagers in placed.items() for wager, stake in wagers.items()]
        for (seat, wager, stake), (other_seat, other, theirs) in product(laid, laid):
            if seat < other_seat:
                pair = min(wager, other), max(wager, other)
                between[pair] += stake * theirs
            elif seat == other_seat and wager < other:
                at_one += stake * theirs
    assert {pair: one.between_seats.get(pair, 0) for pair in between} == between
    assert one.at_one_seat == {("a", "b"): at_one}
    only = one.only(["a"])
    assert (only.rounds, only.wagered, only.between_seats) == (3, 500, {("a", "a"): between["a", "a"]})
    assert only.at_one_seat == {}


def test_the_distribution_of_a_wager_is_that_of_its_figures() -> None:
    figures = game("dueling").price("optimal", wager="player")
    results = results_of(figures, 2_500)
    assert results.mean == -2_500 * figures.ev
    assert results.variance == 2_500**2 * figures.variance
    both = mixed([(Fraction(1, 4), results), (Fraction(3, 4), COIN)])
    assert both.mean == Fraction(1, 4) * results.mean + Fraction(3, 4) * COIN.mean
    rounds = 3
    exact = exactly([Part(results, rounds)])
    assert ShiftResult(convolve([Part(results, rounds)])).at_most(0) == pytest.approx(
        float(sum(share for cents, share in exact.items() if cents <= 0)), abs=1e-9
    )


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(BadQuestion, match="nothing was wagered"):
        convolve([])
    result = ShiftResult(convolve([Part(COIN, 3)]))
    for level in (0.0, 1.0, -1.0, 1 - 1e-13):
        with pytest.raises(BadQuestion):
            result.band(level)
    with pytest.raises(BadQuestion, match="add up to"):
        mixed([(Fraction(1, 2), COIN)])
    with pytest.raises(BadQuestion, match="amount and a probability"):
        RoundResults((1, 2), (Fraction(1),))
    jackpot = next(item for item in game("three-card-split").analyze(wager="jackpot").figures if not item.priced)
    with pytest.raises(AmountNeeded):
        results_of(jackpot, 100)
    assert not Band(1, 3, 0.95).holds(0)
