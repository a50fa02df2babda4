"""A round in hand at a table of a drill, and what goes wrong in it."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.cards import Stream
from houseway.drill.stacks import Stack
from houseway.jackpots.tabulator import Picture
from houseway.table.round import Round

MISHAPS = (
    ("bounce", 100),
    ("late", 25),
    ("lifted", 20),
    ("dark", 20),
    ("jam", 8),
    ("twice", 8),
    ("power", 8),
    ("void", 12),
    ("fault", 6),
)
"""What goes wrong in a round at the table itself, in rounds of a thousand."""


class Play:
    """The round in hand: who sits where with which wagers, the picture, and what goes wrong in it."""

    def __init__(self, number: int, wagers: dict[int, dict[str, int]], mishap: str, stack: Stack | None) -> None:
        self.number = number
        self.wagers = wagers
        self.mishap = mishap
        self.stack = stack
        self.picture: Picture | None = None
        self.round: Round | None = None
        self.claims: list[tuple[int, str, str]] = []
        self.voids = mishap == "void"
        self.stage = "pressed"

    @property
    def waits(self) -> bool:
        """Whether the round cannot go on before the floor has answered."""
        return self.stage == "claiming"


def mishap_of(chance: Stream) -> str:
    """What goes wrong in a round, or nothing."""
    number = chance.below(1000)
    for name, share in MISHAPS:
        if number < share:
            return name
        number -= share
    return ""


def flat(spots: Mapping[int, tuple[int, ...]]) -> list[tuple[int, int]]:
    """Spots one by one, as (sensor, position)."""
    return [(sensor, position) for sensor, positions in spots.items() for position in positions]
