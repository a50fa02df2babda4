"""A journal with very many rounds, made quickly: the entries that so many presses would have written.

Rows go straight into the file of a pit that was laid out by the floor, in the journal's own canonical form and with
its own chain, and are folded as every entry is, so that a check of the whole finds nothing; only the decisions are left
out. The rounds lie within the hours of one gaming day: a table's state is as small as in a room whose days are closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from houseway.floor.command_index import digest
from houseway.floor.floor import Floor
from houseway.floor.folding import FloorFold
from houseway.floor.permission.people import panel_of
from houseway.journal import Entry, Head
from houseway.journal.engines.sqlite import SqliteEngine
from houseway.journal.entries import canonical, chain_hash, command_proof, listed
from houseway.journal.standings import Standing, snapshot_row
from tests import pit

HOUR = 3_600_000_000
OPEN_FOR = 12 * HOUR
"""In which all rounds lie, the first at the end of the first hour."""

ROWS = 5_000
"""Rounds written in one transaction."""


def entries_of(
    floor: Floor, name: str, rounds: int
) -> Iterator[tuple[Entry, tuple[str, bytes, bytes, str, int, bytes]]]:
    """The entries of so many full rounds at a table, from its second on, with the rows of their commands."""
    stream = f"table/{name}"
    head = floor.journal.head(stream)
    model = next(iter(floor.journal.read(stream, head.number)))
    assert model.kind == "tabulated" and model.data["round"] == 1
    known = floor.journal.command(model.command)
    assert known is not None
    number, previous = head.number, head.hash
    who = panel_of(name)
    apart = (OPEN_FOR - HOUR) // rounds
    for index in range(2, rounds + 1):
        id = pit.press_id(name, index)
        body = model.body.replace(b'"round":1}', b'"round":%d}' % index)
        reply = canonical({**known, "round": index})
        asked = digest(pit.press(name, index), who, None)
        number += 1
        written = listed([(stream, number)])
        proof = command_proof(asked, reply, written)
        at = pit.BEGAN + HOUR + index * apart
        hash_ = chain_hash(stream, number, id, who, at, model.kind, body, model.lines, model.counts, proof, previous)
        yield (
            Entry(stream, number, id, who, at, model.kind, body, model.lines, model.counts, proof, previous, hash_),
            (id, asked, reply, stream, number, written),
        )
        previous = hash_


def fill(path: Path, tables: int, rounds: int) -> None:
    """Make a journal of ``tables`` with so many full rounds each."""
    floor = Floor.open(path, create=True)
    pit.lay_out(floor, tables)
    names = [pit.table_name(number) for number in range(1, tables + 1)]
    for name in names:
        floor.do(pit.press(name, 1), id=pit.press_id(name, 1), who=panel_of(name), at=pit.BEGAN + HOUR)
    engine = floor.journal.engine
    assert isinstance(engine, SqliteEngine)
    connection = engine.connection
    connection.execute("PRAGMA synchronous = OFF")
    for name in names:
        stream = f"table/{name}"
        state = floor.journal.state(stream)
        made = entries_of(floor, name, rounds)
        fold, last = FloorFold(), None
        while page := [pair for _, pair in zip(range(ROWS), made, strict=False)]:
            last = page[-1][0]
            for entry, _ in page:
                state = fold.apply(state, entry)
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                f"INSERT INTO entries VALUES ({', '.join('?' * 12)})",
                (msgspec.structs.astuple(entry) for entry, _ in page),
            )
            connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", (command for _, command in page))
            connection.execute(
                "UPDATE heads SET number = ?, at = ?, hash = ? WHERE stream = ?",
                (last.number, last.at, last.hash, stream),
            )
            for account, micros in last.postings:
                connection.execute(
                    "UPDATE balances SET amount = amount + ? WHERE account = ? AND stream = ?",
                    (micros * len(page), account, stream),
                )
            for bank, positions in last.counted:
                advance = ", ".join(f"p{position} = p{position} + {len(page)}" for position in positions)
                connection.execute(f"UPDATE counters SET {advance} WHERE bank = ?", (bank,))
            connection.execute("COMMIT")
        assert last is not None
        standing = Standing(Head(last.number, last.at, last.hash), state)
        counters = {bank: counts for bank, (own, counts) in engine.writing.banks().items() if own == stream}
        standing.go_on_from(last.number, state, engine.writing.balances_of(stream), counters)
        connection.execute(
            "INSERT INTO snapshots VALUES (?, ?, ?, ?, ?) ON CONFLICT (stream) DO UPDATE "
            "SET number = excluded.number, state = excluded.state, totals = excluded.totals, digest = excluded.digest",
            snapshot_row(stream, standing, fold, floor.journal.witness),
        )
    # What this process believes of the streams is behind: it is left without being saved.
    engine.close()
