"""Stories told by hand, for an audit to read: entries with words and ledger lines, without a journal around them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.journal import Entry
from houseway.journal.entries import canonical

CENT = 1_000_000
"""Micros of a cent."""


def told(
    kind: str,
    body: dict[str, Any] | None = None,
    lines: dict[str, int] | None = None,
    *,
    who: str = "sato",
    at: int = 0,
    number: int = 1,
) -> Entry:
    """An entry with these words and lines, in micros by account."""
    postings = msgspec.json.encode(list((lines or {}).items()))
    return Entry(
        stream="",
        number=number,
        command="c",
        who=who,
        at=at,
        kind=kind,
        body=canonical(body or {}),
        lines=postings,
        counts=b"[]",
        proof=b"",
        previous=b"",
        hash=b"",
    )


def with_body(entry: Entry, body: dict[str, Any]) -> Entry:
    """The same with other words."""
    return msgspec.structs.replace(entry, body=canonical(body))


def one_micro_moved(entry: Entry, apart_from: tuple[frozenset[str], ...] = ()) -> Iterator[Entry]:
    """The same with one micro moved from a line to the next, or added to one; not between funds that count as one."""
    lines = entry.postings
    for place in range(len(lines)):
        for other in (None, (place + 1) % len(lines)):
            changed = [list(line) for line in lines]
            changed[place][1] += 1  # type: ignore[operator]
            if other is not None:
                changed[other][1] -= 1  # type: ignore[operator]
                funds = {lines[at][0].rpartition(":")[2] for at in (place, other)}
                if other == place or any(funds <= together for together in apart_from):
                    continue
            yield msgspec.structs.replace(entry, lines=msgspec.json.encode(changed))


def one_more_or_less(body: Any) -> Iterator[Any]:
    """What is said with one whole number one up or one down."""
    if isinstance(body, dict):
        for key, value in body.items():
            for changed in one_more_or_less(value):
                yield {**body, key: changed}
    elif isinstance(body, list):
        for place, value in enumerate(body):
            for changed in one_more_or_less(value):
                yield [*body[:place], changed, *body[place + 1 :]]
    elif type(body) is int:
        yield from (body + 1, body - 1)
