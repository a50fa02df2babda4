"""How many cards a round uses: dealt by the game's own procedure, with automatic players in the first seats."""

from __future__ import annotations

from functools import lru_cache

from houseway.simulation.placing import usual_amount
from houseway.table.deal import deal_round
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

ROUNDS = 2_000
"""Rounds dealt to find it."""

SEED = 20_260


@lru_cache(maxsize=64)
def cards_a_round(game: GameFolder, setup: Setup, seats: int, rounds: int = ROUNDS) -> tuple[float, ...]:
    """The share of rounds that use each number of cards, by number; every seat has the first primary wager."""
    edition = setup.edition
    primary = next(slug for slug in edition.initial_wagers if edition.wagers[slug].kind == "primary")
    wagers = {seat: {primary: usual_amount(game, setup, primary)} for seat in range(1, seats + 1)}
    found: dict[int, int] = {}
    for number in range(rounds):
        used = len(deal_round(game, setup, wagers, seed=SEED, number=number).layout.cards)
        found[used] = found.get(used, 0) + 1
    return tuple(found.get(used, 0) / rounds for used in range(max(found) + 1))
