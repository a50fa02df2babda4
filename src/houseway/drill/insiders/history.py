"""The history of a journal, changed by whoever has the database, and mended to look genuine.

Such a person has every row and the program's own rules for chains, heads and balances, and neither the seals nor their
key.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.drill.insiders.database import COLUMNS, read_tables, write_tables
from houseway.drill.insiders.sites import Site
from houseway.floor.kinds.body import Body
from houseway.floor.kinds.edge import kind_of
from houseway.journal import Entry, Head
from houseway.journal.engines.engine import Known
from houseway.journal.entries import EMPTY, POSITIONS, command_proof, entry_hash, listed, stream_order


class History:
    """Entries by stream, and the commands that wrote them."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.streams: dict[str, list[Entry]] = {}
        rows = read_tables(site.url)
        for row in sorted(map(tuple, rows["entries"])):
            self.streams.setdefault(row[0], []).append(Entry(*row))
        self.commands = {row[0]: Known(*row[1:]) for row in rows["commands"]}

    def find(self, stream: str, kind: type[Body]) -> int:
        """The place of the last entry of a kind in a stream, counted from nought."""
        return max(place for place, entry in enumerate(self.streams[stream]) if kind_of(entry) is kind)

    def write(self) -> None:
        """Put this history in the place of the one that happened, with everything mended that follows from it."""
        self._mend()
        write_tables(self._site.url, self._derived())

    def _mend(self) -> None:
        """Numbers, chains, lists and proofs as the program would have made them."""
        self.streams = {stream: entries for stream, entries in self.streams.items() if entries}
        places: dict[str, list[tuple[str, int]]] = {}
        for stream, entries in self.streams.items():
            for number, entry in enumerate(entries, start=1):
                places.setdefault(entry.command, []).append((stream, number))
        carrier = {id: min(found, key=lambda at: (*stream_order(at[0]), at[1])) for id, found in places.items()}
        self.commands = {
            id: Known(known.digest, known.reply, *carrier[id], listed(places[id]))
            for id, known in self.commands.items()
            if id in places
        }
        for entries in self.streams.values():
            head = EMPTY
            for place, entry in enumerate(entries):
                known = self.commands[entry.command]
                proof = command_proof(known.digest, known.reply, known.entries)
                anew = msgspec.structs.replace(entry, number=place + 1, proof=proof, previous=head.hash)
                entries[place] = msgspec.structs.replace(anew, hash=entry_hash(anew))
                head = Head(place + 1, entry.at, entries[place].hash)

    def _derived(self) -> dict[str, list[tuple[Any, ...]]]:
        rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in COLUMNS}
        for stream, entries in self.streams.items():
            rows["entries"] += [msgspec.structs.astuple(entry) for entry in entries]
            rows["heads"].append((stream, len(entries), entries[-1].at, entries[-1].hash))
            balances: dict[str, int] = {}
            counters: dict[str, list[int]] = {}
            for entry in entries:
                for account, amount in entry.postings:
                    balances[account] = balances.get(account, 0) + amount
                for bank, positions in entry.counted:
                    row = counters.setdefault(bank, [0] * POSITIONS)
                    for position in positions:
                        row[position - 1] += 1
            rows["balances"] += [(account, stream, amount) for account, amount in balances.items()]
            rows["counters"] += [(bank, stream, *row) for bank, row in counters.items()]
        rows["commands"] = [(id, *known) for id, known in self.commands.items()]
        return rows
