"""A table of Dueling that reads its cards, and rounds of it with given cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.registry import game
from houseway.table.records.record import record
from houseway.table.round import Round
from tests.floor.houses import TIES, House, duel_table
from tests.rounds import Script, shoe_of

TAT = "tie-after-tie"
QUADS = "Kh Kh 2c 3c 4c Kh Kh"
"""Seat 1 and the board tie with the king of hearts, and tie again in the war."""


class Duel:
    """A table of Dueling that reads its cards, with rounds whose cards are given."""

    def __init__(self, house: House, **setup: Any) -> None:
        house.build(**{"jackpots": [TIES], "tables": [duel_table("D1", cards="reads")], **setup})
        self.house = house

    def deal(self, cards: str, seats: tuple[int, ...], meters: Mapping[str, int], **wagers: int) -> dict[str, Any]:
        """A round on record: each seat bets on PLAYER and a dollar on the jackpot, and goes to war."""
        state = self.house.floor.table("D1")
        assert state.table is not None
        configuration = self.house.floor.property.configuration("2024-05-01")
        setup = setup_of(state.table, state.jackpots, settings_of(configuration, "D1"))
        round_ = Round(game("dueling"), setup, list(seats), shoe_of(cards))
        placed = {"player": 500, TAT: 100} | wagers
        script = Script([(seat, "war") for seat in seats])
        round_.play_out({seat: dict(placed) for seat in seats}, script, meters)
        return record(round_, meters=meters)
