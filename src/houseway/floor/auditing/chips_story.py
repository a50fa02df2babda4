"""The story of the players' chips: given, brought to a table, taken away again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from houseway.floor.auditing.ledger import HOUSE, added_up, moved, no_money, told
from houseway.floor.kinds.edge import Unknown
from houseway.floor.kinds.of_house import ChipsCashed, ChipsGiven, ChipsMoved
from houseway.floor.kinds.of_streams import read_of_players
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.journal import Entry


class PlayersStory:
    """The stream of chips, entry by entry; each yields what its own words do not give."""

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""
        sums = added_up(entry.postings)
        match read_of_players(entry):
            case ChipsGiven() as given:
                expected = moved(HOUSE, f"play/{given.player}", given.amount * MICROS)
            case ChipsMoved() as brought:
                purse = f"play/{brought.player}"
                expected = moved(purse, f"{purse}/{brought.table}", brought.amount * MICROS)
            case ChipsCashed() as cashed:
                purse = f"play/{cashed.player}"
                expected = moved(f"{purse}/{cashed.table}", purse, cashed.amount * MICROS)
            case Unknown():
                yield from no_money(entry.kind, sums)
                return
            case forgotten:
                assert_never(forgotten)
        if sums != expected:
            yield f"its lines are {told(sums)}, and its own words give {told(expected)}"
