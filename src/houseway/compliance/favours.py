"""Wagers of a property's tables that favour the player, and what they cost the house.

No rule forbids them, so they are no findings: an operator should know before a table opens.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from houseway.compliance.configuration import Property, Table
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.errors import HousewayError
from houseway.maths.results import Figures
from houseway.registry import game
from houseway.simulation.exact import figures_at
from houseway.table.setup import Setup

ROUNDS = 60
"""Rounds an hour that costs are reckoned with."""


class Favour(msgspec.Struct, frozen=True):
    """A wager that the player wins on average under the best play.

    ``edge`` is what the house keeps of each unit, below zero. ``cost`` is what the house loses in an hour, in cents,
    with every position at the posted maximum ``most`` for `ROUNDS` rounds; nothing where no maximum is posted.
    """

    table: str
    game: str
    wager: str
    paytable: str
    case: str
    edge: float
    positions: int
    most: int | None
    cost: int | None


def favours(property: Property) -> list[Favour]:
    """Those of every table that can be set up as it is configured; what cannot is a finding elsewhere."""
    jackpots = {jackpot.id: jackpot for jackpot in property.jackpots}
    found: list[Favour] = []
    for table in property.tables:
        try:
            setup = setup_of(table, jackpots, settings_of(property, table.id))
        except HousewayError:
            continue
        found += favours_at(table, setup)
    return found


def favours_at(table: Table, setup: Setup) -> list[Favour]:
    """Those of one table, set up as it is configured."""
    played = game(table.game)
    found = []
    for wager in setup.edition.initial_wagers:
        if wager in setup.wagers and wager not in setup.jackpots:
            found += [_favour(table, setup, item) for item in figures_at(played, setup, wager) if item.favours_player]
    return found


def _favour(table: Table, setup: Setup, item: Figures) -> Favour:
    _, most = setup.limits.get(item.wager, (1, None))
    positions = setup.edition.about.positions
    cost = None if most is None else int(Fraction(item.ev) * most * ROUNDS * positions)
    return Favour(
        table=table.id,
        game=table.game,
        wager=item.wager,
        paytable=item.paytable,
        case=item.case,
        edge=float(item.house_edge),
        positions=positions,
        most=most,
        cost=cost,
    )
