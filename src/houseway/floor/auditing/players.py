"""The story of the players' chips: given, brought to a table, taken away again."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.floor.auditing.ledger import added_up, moved, told, whole
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.journal import Entry

HOUSE = "play/house"


class PlayersStory:
    """The stream of chips, entry by entry; each yields what its own words do not give."""

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""
        sums, body = added_up(entry.postings), entry.data
        if entry.kind not in ("chips-given", "chips-brought", "chips-cashed"):
            if sums:
                yield f"an entry of kind {entry.kind} moves no money, and this one moves {told(sums)}"
            return
        micros = whole(body["amount"]) * MICROS
        purse = f"play/{body['player']}"
        expected = {
            "chips-given": lambda: moved(HOUSE, purse, micros),
            "chips-brought": lambda: moved(purse, f"{purse}/{body['table']}", micros),
            "chips-cashed": lambda: moved(f"{purse}/{body['table']}", purse, micros),
        }[entry.kind]()
        if sums != expected:
            yield f"its lines are {told(sums)}, and its own words give {told(expected)}"
