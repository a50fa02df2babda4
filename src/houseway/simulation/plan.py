"""What is to be simulated, as data: it goes to a worker on another machine and makes the same program there."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import A_STRATEGY, Strategy
from houseway.maths.terms import IN_CENTS, check_meters
from houseway.public_arguments import METERS, PLACED, maybe, taking, thing
from houseway.simulation.departures import DepartingTable, table_from
from houseway.simulation.program import Program
from houseway.simulation.readable import program_at
from houseway.table.folder import A_GAME, GameFolder, folder_of
from houseway.table.setup import A_TABLE, Setup
from houseway.table.wagers import Amounts, Placed, accept_wagers


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game at one table, who bets what in every round, and how they play. Make one with `plan`."""

    package: str
    """The package of the game, where its ``GAME`` is."""
    edition: str
    fingerprint: str
    """Of the edition: a worker whose edition says something else refuses."""
    program: str
    """Of the game's program files: a worker with other ones refuses."""
    setup: dict[str, Any]
    """The table, as `Setup.as_dict` writes it, with what departs."""
    wagers: dict[int, dict[str, int]]
    """Cents by seat and wager."""
    strategy: Strategy | None = None
    """How every seat plays; nothing for the best play."""
    meters: dict[str, int] = {}
    """Cents on each meter, the same in every round."""

    def game(self) -> GameFolder:
        """The game, found by its package."""
        return folder_of(self.package)

    def table(self) -> Setup:
        """The table."""
        choices = dict(self.setup)
        if "share-the-wealth" in choices:
            choices["share"] = choices.pop("share-the-wealth")
        return table_from(self.game().edition(self.edition), choices)

    def make(self) -> Program:
        """The program; it is refused where the game is not the one that the plan was made with."""
        game = self.game()
        edition = game.edition(self.edition)
        if (edition.fingerprint, game.program) != (self.fingerprint, self.program):
            raise BadQuestion(
                f"{game.slug} is not the same here as where the simulation was planned",
                remedy="run the same release on every machine",
            )
        return program_at(game, self.table(), self.wagers, self.strategy, self.meters or None)


A_PLAN = thing(Plan, "a plan of a simulation", "give one, such as houseway.plan(game, game.setup(), {1: {wager: 500}})")


@taking(game=A_GAME, setup=A_TABLE, wagers=PLACED, strategy=maybe(A_STRATEGY), meters=maybe(METERS))
def plan(
    game: GameFolder, setup: Setup, wagers: Placed, strategy: Strategy | None = None, meters: Amounts | None = None
) -> Plan:
    """A plan for ``wagers`` (cents, by seat and wager) placed in every round; each is checked as at the table."""
    if not any(wagers.values()):
        raise BadQuestion("nobody bets", remedy="place a wager")
    positions = setup.edition.about.positions
    for seat in wagers:
        if not 1 <= seat <= positions:
            raise BadQuestion(f"there is no seat {seat} at this table", remedy=f"seats run from 1 to {positions}")
    if strategy is not None and strategy.game != game.slug:
        raise BadQuestion(
            f"strategy {strategy.name!r} is for {strategy.game}, not for {game.slug}",
            remedy="choose a strategy of this game",
        )
    placed = {slug for stakes in wagers.values() for slug in stakes}
    for slug in setup.pays if isinstance(setup, DepartingTable) else ():
        if slug not in placed and setup.edition.wagers[slug].kind != "supplemental":
            raise BadQuestion(f"nobody bets {slug}, and its pays are changed", remedy=f"bet {slug}, or leave them out")
    check_meters(meters or {}, sorted(setup.meters), ask="a wager with a jackpot", remedy=IN_CENTS)
    return Plan(
        package=game.package,
        edition=setup.edition.slug,
        fingerprint=setup.edition.fingerprint,
        program=game.program,
        setup=setup.as_dict(),
        wagers={seat: accept_wagers(setup, placed) for seat, placed in sorted(wagers.items()) if placed},
        strategy=strategy,
        meters=dict(meters or {}),
    )


@lru_cache(maxsize=8)
def made_from(encoded: bytes) -> Program:
    """The program of an encoded plan, made once in each process."""
    return msgspec.json.decode(encoded, type=Plan).make()
