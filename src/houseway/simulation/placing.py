"""Which wagers of a table are played together, so that each has its turn."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.errors import Refused
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup
from houseway.table.wagers import accept_wagers


def sets_of(
    game: GameFolder, setup: Setup, wagers: Sequence[str]
) -> tuple[list[tuple[dict[str, int], tuple[str, ...]]], list[str]]:
    """What one seat bets in each run (cents), with the wagers that are compared there; and those nobody may place.

    As many as may lie together go together; a side bet comes with a primary wager where it needs one.
    """
    left = [slug for slug in setup.edition.initial_wagers if slug in wagers]
    primary = [slug for slug in setup.edition.initial_wagers if setup.edition.wagers[slug].kind == "primary"]
    beside = [slug for slug in setup.edition.initial_wagers if slug in setup.wagers and slug not in setup.jackpots]
    bases: list[tuple[str, ...]] = [(), *((slug,) for slug in primary if slug in setup.wagers)]
    # A jackpot may need another wager too, whether or not that one is compared.
    bases += [(slug, *beside) for slug in primary if slug in setup.wagers]
    found: list[tuple[dict[str, int], tuple[str, ...]]] = []
    while left:
        tried = [_filled(game, setup, base, left) for base in bases]
        best = max(tried, key=lambda placed: sum(slug in placed for slug in left))
        wanted = tuple(slug for slug in left if slug in best)
        if not wanted:
            break
        found.append((best, wanted))
        left = [slug for slug in left if slug not in wanted]
    return found, left


def _filled(game: GameFolder, setup: Setup, base: Sequence[str], more: Sequence[str]) -> dict[str, int]:
    """The wagers of ``base``, and as many of ``more`` as may be placed with them."""
    placed: dict[str, int] = {}
    for slug in dict.fromkeys((*base, *more)):
        try:
            placed = accept_wagers(setup, {**placed, slug: usual_amount(game, setup, slug)})
        except Refused:
            continue
    return placed


def usual_amount(game: GameFolder, setup: Setup, wager: str) -> int:
    """The usual amount of the house, within the table's limits."""
    fixed = setup.fixed_amount(wager)
    if fixed is not None:
        return fixed
    least, most = setup.limits.get(wager, (1, None))
    usual = max(int(game.house.get("usual", {}).get(wager, 500)), least)
    return usual if most is None else min(usual, most)
