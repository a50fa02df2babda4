"""Settlement lines: what became of each wager, and by which clause."""

from __future__ import annotations

import msgspec


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One wager decided. Amounts are cents; ``returned`` includes the stake wherever the player gets it back.

    ``hand`` numbers a hand made by splitting (2 to 4), ``meter`` is what a percent prize took from the jackpot's meter
    (the house paid the rest of it), ``reverses`` is the number, from 1, of the line that a void takes back.
    """

    seat: int
    wager: str
    stake: int
    event: str
    pays: str
    returned: int
    clause: str
    hand: int = 1
    meter: int | None = None
    note: str | None = None
    reverses: int | None = None

    @property
    def net(self) -> int:
        """What the player has more or less than before the wager was made."""
        return self.returned - self.stake
