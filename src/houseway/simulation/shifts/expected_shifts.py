"""What the house should win at a table in a shift, under a stated mix of play, from the game's own figures.

Players differ: `Mix` says which share of them plays by which strategy of the game. A prize that a percent of a meter
pays comes out of the meter's own money, so that the house's win is counted without it: every meter counts as empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from houseway.errors import Refused
from houseway.maths.front import AtTable, maths_of
from houseway.maths.front import strategy as named_strategy
from houseway.maths.over_time.bands import ShiftResult
from houseway.maths.over_time.round_results import RoundResults, mixed, results_of
from houseway.maths.over_time.shift_wagers import Bet, Covariances, Piece, Shift, distribution
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.strategy import Strategy
from houseway.simulation.departures import asked_options, asked_pays
from houseway.simulation.exact import OPTIMAL, figures_at, question_at
from houseway.simulation.placing import usual_amount
from houseway.simulation.program import KnowsFigures
from houseway.simulation.readable import kernel_of
from houseway.simulation.shifts.shared_cards import covariances
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

Mix: TypeAlias = Mapping[str, Fraction]
"""The share of the players who play by each strategy, by its name; the shares add up to 1."""


def usual_mix(game: GameFolder) -> dict[str, Fraction]:
    """How players of an ordinary house play (``mix`` in its ``house.toml``, in percent); all by the best play if it
    says nothing."""
    stated = game.house.get("mix") or {OPTIMAL: 100}
    return {name: Fraction(str(percent)) / 100 for name, percent in stated.items()}


class ExpectedShifts:
    """What the house should win at one table; figures are worked out as they are asked for, and kept."""

    def __init__(self, game: GameFolder, setup: Setup, mix: Mix | None = None) -> None:
        self.game = game
        self.setup = setup
        self.mix = dict(usual_mix(game) if mix is None else mix)
        if game.part("maths") is None:
            raise BadQuestion(
                f"{game.slug} has no analysis, and nobody knows what it should win",
                remedy="add a package maths to its folder",
            )
        known = maths_of(game).STRATEGIES
        for name in self.mix:
            if name not in known:
                raise BadQuestion(f"{game.slug} has no strategy {name!r}", remedy=f"choose {', '.join(known)}")
        if sum(self.mix.values()) != 1 or any(share < 0 for share in self.mix.values()):
            raise BadQuestion("the shares of a mix of play do not add up to 100 %", remedy="give shares that do")
        self._figures: dict[tuple[str, tuple[str, ...], int, str], Figures] = {}
        self._results: dict[tuple[Bet, int], RoundResults] = {}
        self._strategies: dict[str, Strategy] = {}

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers of the table that are placed before the deal."""
        return tuple(slug for slug in self.setup.edition.initial_wagers if slug in self.setup.wagers)

    def results(self, bet: Bet, stake: int) -> RoundResults:
        """What the house wins in a round from ``stake`` cents on a wager, under the mix of play."""
        found = self._results.get((bet, stake))
        if found is None:
            parts = [
                (share, results_of(self.figures(bet, stake, name), stake)) for name, share in self.mix.items() if share
            ]
            found = self._results[bet, stake] = mixed(parts)
        return found

    def figures(self, bet: Bet, stake: int, strategy: str) -> Figures:
        """The figures of a wager under one strategy of the game, every meter empty."""
        wager, seat = bet
        # Only what a jackpot wager pays hangs on its amount.
        amount = stake if self.setup.edition.wagers[wager].kind == "jackpot" else self._usual(wager)
        key = wager, seat, amount, strategy
        if key not in self._figures:
            self._figures[key] = self._worked_out(wager, seat, amount, self.strategy(strategy))
        return self._figures[key]

    def _worked_out(self, wager: str, seat: Sequence[str], amount: int, strategy: Strategy | None) -> Figures:
        """Asked of the game's compiled rounds where a wager hangs on those beside it, else of its analysis."""
        empty = dict.fromkeys(self.setup.meters, 0)
        stakes = {slug: amount if slug == wager else self._usual(slug) for slug in seat}
        try:
            program = kernel_of(self.game).program(self.game, self.setup, {1: stakes}, strategy, empty)
        except (BadQuestion, Refused):
            # Not simulated (an aggregate limit), or not at the usual amounts: the wager counts by itself.
            program = None
        if isinstance(program, KnowsFigures):
            return program.exact()[1, wager]
        found = figures_at(self.game, self.setup, wager, strategy, empty, amount)
        if not found:
            raise BadQuestion(f"{wager} has no figures of its own", remedy="ask about a wager placed before the deal")
        return found[0]

    def _usual(self, wager: str) -> int:
        """What is usually wagered, in cents, within the table's limits."""
        return usual_amount(self.game, self.setup, wager)

    def result(self, shift: Shift) -> ShiftResult:
        """The distribution of what the house wins in ``shift``."""
        return distribution(self.piece(shift))

    def piece(self, shift: Shift) -> Piece:
        """``shift`` with what this table knows of its wagers, to be joined with rounds of other tables."""
        shared = bool(shift.between_seats or shift.at_one_seat)
        return Piece(shift, self.results, self.covariances if shared else Covariances())

    @cached_property
    def covariances(self) -> Covariances:
        """How the wagers of one round hang together, played as most of the players do."""
        usual = self.strategy(max(self.mix, key=lambda name: self.mix[name]))
        questions = {wager: question_at(self.game, self.setup, wager, usual) for wager in self.wagers}
        return covariances(self.game, self.setup, questions, usual)

    def strategy(self, name: str) -> Strategy | None:
        """A strategy of the game, made for this table; nothing for the best play, which every question finds itself."""
        if name == OPTIMAL:
            return None
        if name not in self._strategies:
            maths = maths_of(self.game)
            edition = self.setup.edition
            primary = next((slug for slug in self.wagers if edition.wagers[slug].kind == "primary"), None)
            if isinstance(maths, AtTable):
                stakes = {} if primary is None else {primary: 100}
                made = maths.at_table(name, self.game, self.setup, stakes)
            else:
                question = Question(
                    edition=edition.slug,
                    wagers=(primary,) if primary else (),
                    options={**self.setup.options, **asked_options(self.setup)},
                    pays=asked_pays(self.setup, primary) if primary else {},
                )
                made = named_strategy(self.game, name, question)
            self._strategies[name] = made
        return self._strategies[name]
