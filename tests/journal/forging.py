"""A forger who can write every row of the database, knows the program, and has neither seals nor key.

`History` is a journal's rows in memory. After a change the forger mends whatever follows from it, exactly as the
program would have written it: numbers, chains, heads, balances, counters, lists and proofs of commands, stored states.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from typing import Any

import apsw
import msgspec
import psycopg
from psycopg import sql

from houseway.journal import Entry, Fold, Head
from houseway.journal.engines.engine import Known
from houseway.journal.entries import EMPTY, POSITIONS, canonical, command_proof, entry_hash, listed, stream_order
from tests.journal.toy_bank import TABLES, Place

Rows = dict[str, list[tuple[Any, ...]]]

WRITTEN = ("entries", "commands", "heads", "balances", "counters", "snapshots")
"""The tables that are written anew, in an order that their references allow."""


class History:
    """Entries by stream, and the commands that wrote them."""

    def __init__(self, rows: Rows) -> None:
        self.streams: dict[str, list[Entry]] = {}
        for row in sorted(rows["entries"]):
            self.streams.setdefault(row[0], []).append(Entry(*map(_plain, row)))
        self.commands = {row[0]: Known(*map(_plain, row[1:])) for row in rows["commands"]}
        self.snapshots: dict[str, tuple[int, bytes]] = {row[0]: (row[1], bytes(row[2])) for row in rows["snapshots"]}
        self.unlisted: set[str] = set()
        """Commands that list no entries, as those of release 0.1."""

    def copied(self) -> History:
        """The same, to be changed freely."""
        other = copy.copy(self)
        other.streams = {stream: list(entries) for stream, entries in self.streams.items()}
        other.commands = dict(self.commands)
        other.snapshots = dict(self.snapshots)
        return other

    def mend(self) -> None:
        """Make everything agree again."""
        self.streams = {stream: entries for stream, entries in self.streams.items() if entries}
        places: dict[str, list[tuple[str, int]]] = {}
        for stream, entries in self.streams.items():
            for number, entry in enumerate(entries, start=1):
                places.setdefault(entry.command, []).append((stream, number))
        self.commands = {
            id: Known(known.digest, known.reply, *min(places[id], key=_carrier), self._list(id, places[id]))
            for id, known in self.commands.items()
            if id in places
        }
        for id in places.keys() - self.commands.keys():
            self.commands[id] = Known(b"made up", b"{}", *min(places[id], key=_carrier), listed(places[id]))
        for stream, entries in self.streams.items():
            head, mended = EMPTY, []
            for number, entry in enumerate(entries, start=1):
                known = self.commands[entry.command]
                anew = msgspec.structs.replace(
                    entry,
                    stream=stream,
                    number=number,
                    at=max(entry.at, head.at),
                    proof=command_proof(known.digest, known.reply, known.entries),
                    previous=head.hash,
                )
                mended.append(msgspec.structs.replace(anew, hash=entry_hash(anew)))
                head = Head(number, mended[-1].at, mended[-1].hash)
            self.streams[stream] = mended

    def _list(self, command: str, places: list[tuple[str, int]]) -> bytes:
        return b"" if command in self.unlisted else listed(places)

    def rows(self, fold: Fold, *, forged_states: Callable[[str, bytes], bytes] | None = None) -> Rows:
        """Every row as the program would have it; ``forged_states`` alters the states that are stored."""
        rows: Rows = {table: [] for table in WRITTEN}
        for stream, entries in sorted(self.streams.items(), key=lambda item: stream_order(item[0])):
            rows["entries"] += [msgspec.structs.astuple(entry) for entry in entries]
            last = entries[-1]
            rows["heads"].append((stream, last.number, last.at, last.hash))
            balances: dict[str, int] = {}
            counters: dict[str, list[int]] = {}
            state = fold.start(stream)
            for entry in entries:
                state = fold.apply(state, entry)
                for account, amount in entry.postings:
                    balances[account] = balances.get(account, 0) + amount
                for bank, positions in entry.counted:
                    row = counters.setdefault(bank, [0] * POSITIONS)
                    for position in positions:
                        row[position - 1] += 1
            rows["balances"] += [(account, stream, amount) for account, amount in balances.items()]
            rows["counters"] += [(bank, stream, *row) for bank, row in counters.items()]
            if stream in self.snapshots:
                dump = fold.dump(state)
                stored = forged_states(stream, dump) if forged_states is not None else dump
                rows["snapshots"].append((stream, last.number, stored, b"", b""))
        rows["commands"] = [(id, *known) for id, known in self.commands.items()]
        return rows


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _carrier(place: tuple[str, int]) -> tuple[int, str, int]:
    return (*stream_order(place[0]), place[1])


def write_rows(place: Place, rows: Rows) -> None:
    """Put these rows in place of all that the database holds, as whoever owns it can."""
    if place.engine == "sqlite":
        connection = apsw.Connection(place.url)
        try:
            connection.execute("PRAGMA synchronous = OFF")
            triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            with connection:
                for name, _ in triggers:
                    connection.execute(f"DROP TRIGGER {name}")
                _replace(connection.executemany, rows, "?")
                for _, made in triggers:
                    connection.execute(str(made))
        finally:
            connection.close()
        return
    with psycopg.connect(place.server) as session, session.cursor() as cursor:
        cursor.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(place.schema)))
        for table in WRITTEN:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER".encode())
        _replace(lambda text, values: cursor.executemany(text.encode(), values), rows, "%s")
        for table in WRITTEN:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER".encode())


def _replace(many: Callable[[str, Sequence[tuple[Any, ...]]], object], rows: Rows, mark: str) -> None:
    for table in reversed(WRITTEN):
        many(f"DELETE FROM {table}", [()])
    for table in WRITTEN:
        columns = TABLES[table]
        if rows[table]:
            many(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join([mark] * len(columns))})", rows[table])


# ------------------------------------------------------------------------------------------------------------ attacks

Attack = Callable[[History, str, int], bool]
"""Changes a history at the entry of a stream with this number, or says that there is nothing to change there."""


def _with(entry: Entry, **changes: Any) -> Entry:
    return msgspec.structs.replace(entry, **changes)


def _body(change: Callable[[dict[str, Any]], None]) -> Attack:
    def attack(history: History, stream: str, number: int) -> bool:
        entry = history.streams[stream][number - 1]
        data = entry.data
        before = json.dumps(data, sort_keys=True)
        change(data)
        if json.dumps(data, sort_keys=True) == before:
            return False
        history.streams[stream][number - 1] = _with(entry, body=canonical(data))
        return True

    return attack


def _more(data: dict[str, Any]) -> None:
    if "amount" in data:
        data["amount"] += 100


def _lines(history: History, stream: str, number: int) -> bool:
    entry = history.streams[stream][number - 1]
    if not entry.postings:
        return False
    doubled = tuple((account, 2 * amount + (1 if amount > 0 else -1)) for account, amount in entry.postings)
    history.streams[stream][number - 1] = _with(entry, lines=canonical(doubled))
    return True


def _accounts(history: History, stream: str, number: int) -> bool:
    entry = history.streams[stream][number - 1]
    if not entry.postings:
        return False
    moved = tuple((f"{account}/mine" if amount > 0 else account, amount) for account, amount in entry.postings)
    history.streams[stream][number - 1] = _with(entry, lines=canonical(moved))
    return True


def _counts(history: History, stream: str, number: int) -> bool:
    entry = history.streams[stream][number - 1]
    if not entry.counted:
        return False
    history.streams[stream][number - 1] = _with(entry, counts=b"[]")
    return True


def _field(**changes: Any) -> Attack:
    def attack(history: History, stream: str, number: int) -> bool:
        entry = history.streams[stream][number - 1]
        history.streams[stream][number - 1] = _with(entry, **changes)
        return True

    return attack


def _later(history: History, stream: str, number: int) -> bool:
    entry = history.streams[stream][number - 1]
    history.streams[stream][number - 1] = _with(entry, at=entry.at + 1)
    return True


def _reply(history: History, stream: str, number: int) -> bool:
    id = history.streams[stream][number - 1].command
    history.commands[id] = history.commands[id]._replace(reply=canonical({"sum": 1_000_000}))
    return True


def _digest(history: History, stream: str, number: int) -> bool:
    id = history.streams[stream][number - 1].command
    history.commands[id] = history.commands[id]._replace(digest=b"another command")
    return True


def _delete(history: History, stream: str, number: int) -> bool:
    del history.streams[stream][number - 1]
    return True


def _delete_command(history: History, stream: str, number: int) -> bool:
    id = history.streams[stream][number - 1].command
    for entries in history.streams.values():
        entries[:] = [entry for entry in entries if entry.command != id]
    return True


def _cut(history: History, stream: str, number: int) -> bool:
    del history.streams[stream][number - 1 :]
    return True


def _insert(history: History, stream: str, number: int) -> bool:
    entry = history.streams[stream][number - 1]
    history.streams[stream].insert(number - 1, _with(entry, command=f"slipped in before {number}"))
    return True


def _swap(history: History, stream: str, number: int) -> bool:
    entries = history.streams[stream]
    if number >= len(entries):
        return False
    entries[number - 1], entries[number] = entries[number], entries[number - 1]
    return True


def _move(history: History, stream: str, number: int) -> bool:
    others = [name for name in history.streams if name != stream and name.startswith("table/")]
    if not others or not stream.startswith("table/"):
        return False
    # A bank belongs to one stream.
    history.streams[others[0]].insert(0, _with(history.streams[stream].pop(number - 1), counts=b"[]"))
    return True


ATTACKS: dict[str, Attack] = {
    "an amount raised": _body(_more),
    "a word added": _body(lambda data: data.__setitem__("note", "agreed")),
    "postings raised": _lines,
    "postings to another account": _accounts,
    "counts taken away": _counts,
    "another person": _field(who="eve"),
    "another kind": _field(kind="forged"),
    "another command": _field(command="never given"),
    "a later time": _later,
    "another reply": _reply,
    "another command behind the same id": _digest,
    "an entry deleted": _delete,
    "a whole command deleted": _delete_command,
    "the end cut off": _cut,
    "an entry inserted": _insert,
    "two entries swapped": _swap,
    "an entry moved to another table": _move,
}
"""What a forger does to one entry. Whatever else is kept under the seals' protection gets its attacks here."""
