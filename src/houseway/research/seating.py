"""Who sits at a table of researchers, and what every seat bets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from houseway.errors import Refused
from houseway.facade import Game
from houseway.research.research_errors import BadEnvironment
from houseway.simulation.placing import usual_amount
from houseway.table.setup import Setup
from houseway.table.wagers import accept_wagers


def seats_of(setup: Setup, given: int | Sequence[int]) -> tuple[int, ...]:
    """The seats that play: so many from the first, or these."""
    positions = setup.edition.about.positions
    seats = tuple(range(1, given + 1)) if isinstance(given, int) else tuple(sorted(given))
    if not seats or len(set(seats)) < len(seats) or not all(1 <= seat <= positions for seat in seats):
        raise BadEnvironment(
            f"{given!r} are no seats of this table", remedy=f"give how many play, or positions from 1 to {positions}"
        )
    return seats


def wagers_of(game: Game, setup: Setup, given: Mapping[str, int] | None) -> dict[str, int]:
    """The wagers of every seat, the first one first."""
    if given is None:
        for slug in [*game.house.get("usual", {}), *setup.edition.initial_wagers]:
            if slug in setup.wagers:
                try:
                    return accept_wagers(setup, {slug: usual_amount(game, setup, slug)})
                except Refused:
                    continue
    if not given:
        raise BadEnvironment("nobody bets", remedy="name a wager and its cents, as wagers={...}")
    accepted = accept_wagers(setup, dict(given))
    return {slug: accepted[slug] for slug in given if slug in accepted}
