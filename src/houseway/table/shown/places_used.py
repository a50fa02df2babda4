"""Where a game lays cards, found by playing it: nothing else says so before a card is dealt."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from houseway.rulebook.steps import BURN, Deal, Move, Place, place_name, seat_of
from houseway.table.folder import GameFolder
from houseway.table.round import Round
from houseway.table.variety import TABLES, VariedRound

_SEED = 0xFE17
_AT, _EACH = 12, 10
"""Tables that are played at, and rounds at each."""


class PlacesUsed(msgspec.Struct, frozen=True):
    """The fewest cards that a round lays where it lays any: before the dealer by place, at a seat by part of the hand.

    The hand itself is the part without a name; hands that a split makes are numbered from 2. Burned cards have no place
    before the dealer.
    """

    table: dict[str, int]
    seat: dict[str, int]


@lru_cache(maxsize=64)
def places_used(game: GameFolder) -> PlacesUsed:
    """The places of ``game``: those that varied rounds use at tables of different options."""
    table: dict[str, int] = {}
    seat: dict[str, int] = {}
    for number in range(_AT * _EACH):
        at, turn = number % _AT, number // _AT
        for place, count in _most(VariedRound(game, _SEED, at + turn * TABLES).play()).items():
            if place == BURN:
                continue
            found = seat if seat_of(place) else table
            name = place_name(place).partition(".")[2] if seat_of(place) else place_name(place)
            found[name] = min(count, found.get(name, count))
    return PlacesUsed(table, seat)


def _most(round_: Round) -> dict[Place, int]:
    """By place the most cards that ever lay there in a round."""
    now: dict[Place, int] = {}
    most: dict[Place, int] = {}
    for step, _ in round_.history:
        if isinstance(step, Deal):
            now[step.to] = now.get(step.to, 0) + 1
            most[step.to] = max(most.get(step.to, 0), now[step.to])
        elif isinstance(step, Move):
            now[step.place] -= len(step.positions)
            now[step.to] = now.get(step.to, 0) + len(step.positions)
            most[step.to] = max(most.get(step.to, 0), now[step.to])
    return most
