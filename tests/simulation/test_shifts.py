"""Simulated shifts of the four games: bands hold what they say, and the smallest overpayment is seen in nine of ten."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from houseway.maths.over_time.bands import SEEN, ShiftResult
from houseway.maths.over_time.shift_wagers import Shift, alike
from houseway.maths.question_errors import BadQuestion
from houseway.registry import all_games, game
from houseway.simulation.placing import sets_of
from houseway.simulation.readable import kernel_of
from houseway.simulation.shifts import shared_cards
from houseway.simulation.shifts.expected_shifts import ExpectedShifts
from houseway.simulation.shifts.shared_cards import sampled_covariances
from houseway.simulation.shifts.shift_figures import ROUNDS, shift_figures

GAMES = sorted(all_games())
SEED = 1_630


@pytest.fixture(autouse=True)
def few_samples(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Covariances of fewer rounds, with larger standard errors, where the long runs do not judge them."""
    if request.node.get_closest_marker("soak") is None:
        monkeypatch.setattr(shared_cards, "SAMPLED_ROUNDS", 384)


@cache
def expected_at(slug: str) -> ExpectedShifts:
    """A demonstration table under the usual mix of play."""
    found = game(slug)
    return ExpectedShifts(found, found.demonstration())


class Told(NamedTuple):
    """One line of a simulation: whose result it is, what it should be, and what it was in each shift."""

    name: str
    result: ShiftResult
    wins: npt.NDArray[np.float64]


def told(slug: str, shifts: int, rounds: int) -> Iterator[Told]:
    """Every wager at one seat and at a full table, all wagers of a seat, and the whole table."""
    expected = expected_at(slug)
    stakes = full_table(expected)
    columns, wins = simulated(expected, stakes, shifts, rounds)
    shift = Shift()
    shift.add(stakes, rounds)
    for wager in shift.wagers:
        seat = next(seat for seat, placed in stakes.items() if wager in placed)
        alone = alike(rounds, stakes[seat]).only([wager])
        yield Told(f"{wager} at one seat", expected.result(alone), wins[:, columns.index((seat, wager))])
        own = [place for place, (_, of) in enumerate(columns) if of == wager]
        yield Told(f"{wager} at every seat", expected.result(shift.only([wager])), wins[:, own].sum(axis=1))
    first = [place for place, (seat, _) in enumerate(columns) if seat == 1]
    yield Told("one seat", expected.result(alike(rounds, stakes[1])), wins[:, first].sum(axis=1))
    yield Told("the table", expected.result(shift), wins.sum(axis=1))


def full_table(expected: ExpectedShifts) -> dict[int, dict[str, int]]:
    """Every position taken; wagers that cannot lie together lie at positions in turn."""
    together = [stakes for stakes, _ in sets_of(expected.game, expected.setup, expected.wagers)[0]]
    positions = expected.setup.edition.about.positions
    return {seat: together[(seat - 1) % len(together)] for seat in range(1, positions + 1)}


def simulated(
    expected: ExpectedShifts, stakes: dict[int, dict[str, int]], shifts: int, rounds: int
) -> tuple[list[tuple[int, str]], npt.NDArray[np.float64]]:
    """What the house won in each shift, by seat and wager: compiled rounds, of each strategy its share of them."""
    empty = dict.fromkeys(expected.setup.meters, 0)
    columns: list[tuple[int, str]] = []
    wins: npt.NDArray[np.float64] = np.zeros(0)
    for number, (name, share) in enumerate(expected.mix.items()):
        play = expected.strategy(name)
        program = kernel_of(expected.game).program(expected.game, expected.setup, stakes, play, empty)
        each = int(share * rounds)
        nets = np.array([program.run(SEED + number, shift * each, each).net for shift in range(shifts)])
        wins = -nets.astype(np.float64) if number == 0 else wins - nets
        columns = list(program.columns)
    return columns, wins


@pytest.mark.parametrize("slug", GAMES)
def test_bands_hold_what_they_say_in_simulated_shifts(slug: str) -> None:
    """A seeded few of `test_bands_of_a_thousand_shifts`: a share of 150 lies within 3.3 standard errors of 95 %."""
    shifts = 150
    room = 3.3 * (0.95 * 0.05 / shifts) ** 0.5
    for line in told(slug, shifts, 300):
        band = line.result.band()
        held = float(np.mean([band.holds(int(win)) for win in line.wins]))
        assert held >= 0.95 - room, line.name
        assert held <= line.result.within(band) + room, line.name


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_bands_of_a_thousand_shifts(slug: str) -> None:
    for line in told(slug, 1_000, ROUNDS):
        band = line.result.band()
        held = float(np.mean([band.holds(int(win)) for win in line.wins]))
        coarse = line.result.within(band) > 0.955
        assert held >= 0.93, line.name
        assert held <= 0.97 or coarse, line.name


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_the_smallest_overpayment_of_every_wager_is_seen_in_nine_of_ten_shifts(slug: str) -> None:
    for line in told(slug, 1_000, ROUNDS):
        low, found = line.result.band().low, line.result.smallest_overpayment()
        # In the simulated shifts, what must be overpaid for nine of ten to lie below the band.
        needed = np.quantile(line.wins, SEEN) - low + 1
        assert needed == pytest.approx(found, rel=0.1), line.name


@pytest.mark.parametrize("slug", ["dueling", "three-card-split"])
def test_sampled_covariances_are_those_that_the_game_counts(slug: str) -> None:
    expected = expected_at(slug)
    counted = expected.covariances
    sampled = sampled_covariances(expected.game, expected.setup, expected.wagers)
    exact = counted.between_seats.keys() - counted.errors["between-seats"].keys()
    assert exact
    for pair in exact & sampled.between_seats.keys():
        error = sampled.errors["between-seats"][pair]
        assert counted.between_seats[pair] == pytest.approx(sampled.between_seats[pair], abs=4 * error), pair


def test_the_variance_of_a_table_is_that_of_its_seats_and_their_covariance() -> None:
    expected = expected_at("three-card-split")
    wager, seats, rounds = "four-card-bonus", 7, 10
    result = expected.result(alike(rounds, {wager: 100}, seats))
    maths = expected.game.part("maths")
    assert maths is not None
    full = maths.full_table(expected.game, wager=wager, seats=seats, paytable=expected.setup.paytables[wager].id)
    assert result.variance == pytest.approx(rounds * 100**2 * float(full.variance))
    assert result.mean == pytest.approx(-rounds * 100 * float(full.ev))


def test_what_a_wager_wins_may_hang_on_those_beside_it() -> None:
    expected = expected_at("deuces-wild")
    alone = expected.results(("five-card-fortune", ("five-card-fortune",)), 500)
    beside = expected.results(("five-card-fortune", ("ante", "five-card-fortune")), 500)
    # With the Ante there are more cards to select from.
    assert beside.mean < alone.mean


def test_prizes_of_meters_are_not_the_houses() -> None:
    expected = expected_at("triple-attack")
    results = expected.results(("jackpot", ("first-attack", "jackpot")), 100)
    rows = expected.setup.paytables["jackpot"].rows
    most = max(row.pay.returned(100) for row in rows if not row.pay.is_percent)
    assert results.cents[0] == 100 - most


def test_a_mix_of_play_lies_between_its_strategies() -> None:
    expected = expected_at("three-card-split")
    bet = ("primary", ("primary",))
    best, short = (-expected.figures(bet, 1_000, name).ev for name in ("optimal", "short"))
    assert expected.results(bet, 1_000).mean / 1_000 == (best + short) / 2
    assert best < short


def test_a_shift_in_figures_has_every_wager_and_all_together() -> None:
    expected = expected_at("three-card-split")
    found = shift_figures(expected, rounds=500, seats=3)
    assert [item.wagers for item in found] == [*((wager,) for wager in expected.wagers), expected.wagers]
    together = found[-1]
    assert together.stake == sum(item.stake for item in found[:-1])
    assert together.wagered == 500 * 3 * together.stake
    assert together.expected == pytest.approx(sum(item.expected for item in found[:-1]))
    for item in found:
        assert item.band.low < item.expected < item.band.high
        assert 0 < item.overpayment < 2 * (item.band.high - item.band.low)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rounds": 0}, "rounds"),
        ({"rounds": 10**9}, "rounds"),
        ({"seats": 0}, "positions"),
        ({"seats": 99}, "positions"),
    ],
)
def test_a_shift_that_cannot_be_is_refused(given: dict[str, int], said: str) -> None:
    with pytest.raises(BadQuestion, match=said):
        shift_figures(expected_at("dueling"), **given)  # type: ignore[arg-type]
