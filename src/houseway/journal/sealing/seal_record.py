"""What the journal itself knows of its seals: how far it was sealed, with which key, and how keys changed.

The stream ``seals`` has an entry for the last seal with the batch that follows it, so that seals which are deleted,
shortened or made anew are missed. The file of seals covers this stream like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from houseway.journal.engines.engine import Queries
from houseway.journal.entries import Draft, Entry

SEALS = "seals"
"""The stream."""

SEALED = "sealed"
"""The kind of entry that names the last seal."""

KEY_ROTATED = "seal-key-rotated"
KEY_REPLACED = "seal-key-replaced"
KEY_CHANGES = (KEY_ROTATED, KEY_REPLACED)
"""The kinds of entry that name a new key: handed over by the old one, or instead of one that was lost."""

WRITTEN_BY = "journal"
"""Who writes down a seal: nobody gives a command for it."""

_BACK = 32


class Recorded(NamedTuple):
    """A seal as the journal has it on record: its number and hash, the public key it is signed with, and when."""

    number: int
    hash: str
    key: str
    at: int


def sealed_draft(seal: Recorded) -> Draft:
    """The entry for one seal."""
    return Draft(SEALS, SEALED, {"number": seal.number, "hash": seal.hash, "key": seal.key, "at": seal.at})


def recorded_in(entry: Entry) -> Recorded | None:
    """The seal that an entry of the stream names; None where it names none, or cannot be read."""
    if entry.kind != SEALED:
        return None
    try:
        return msgspec.convert(_ordered(entry.data), Recorded)
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError):
        return None


def _ordered(body: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(body[name] for name in Recorded._fields)


def last_recorded(queries: Queries) -> Recorded | None:
    """The last seal that the journal has on record."""
    stop = queries.heads([SEALS])[SEALS].number + 1
    while stop > 1:
        start = max(1, stop - _BACK)
        for entry in reversed(queries.page(SEALS, start, stop)):
            found = recorded_in(entry)
            if found is not None:
                return found
        stop = start
    return None


def all_recorded(queries: Queries) -> Iterator[tuple[Entry, Recorded]]:
    """Every seal on record with its entry, in the order of the entries."""
    for entry in queries.entries(SEALS):
        found = recorded_in(entry)
        if found is not None:
            yield entry, found


def key_changes(queries: Queries) -> list[Entry]:
    """The entries that name a new key, in order."""
    sql = "SELECT number FROM entries WHERE stream = ? AND kind IN (?, ?) ORDER BY number"
    numbers = [row[0] for row in queries.fetch(sql, (SEALS, *KEY_CHANGES))]
    return [entry for number in numbers for entry in queries.page(SEALS, number, number + 1)]
