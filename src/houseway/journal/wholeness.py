"""Whether every command is whole: all the entries it wrote are there, and no others carry its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from houseway.journal.engines.engine import Known, Queries
from houseway.journal.entries import Entry, listed, read_list

_TOGETHER = 200
"""Entries or commands asked for in one question, at most."""

_WITH = b'"with":['

_NAMED_ANYWAY = frozenset({"display-restored", "equipment-restored"})
"""Kinds that named the property in release 0.1 though it had nothing to note, as changes that waited did too."""


class Wholeness:
    """Gathers what commands say of their entries while a verification walks through the streams.

    From release 0.2 on the list of a command is part of the proof of each of its entries. Release 0.1 wrote no list;
    there an entry names in ``with`` the other streams that its command wrote to.
    """

    def __init__(self, queries: Queries, found: Callable[..., None]) -> None:
        self._queries = queries
        self._found = found
        self._due: list[tuple[str, int, str, Entry]] = []
        self._listing: set[str] = set()
        self._named: dict[tuple[str, str], Entry] = {}
        self._seen: set[tuple[str, str]] = set()

    def entry(self, entry: Entry, known: Known) -> None:
        """Take note of an entry whose command is known and agrees with its proof."""
        if known.entries:
            self._listed(entry, known)
            return
        if entry.stream in self._listing:
            what = f"command {entry.command} lists no entries, and commands before it do"
            self._found("commands", what, entry.stream, entry.number)
        if (known.stream, known.number) != (entry.stream, entry.number):
            self._seen.add((entry.command, entry.stream))
        if _WITH in entry.body:
            for stream in _others(entry):
                self._named.setdefault((entry.command, stream), entry)

    def _listed(self, entry: Entry, known: Known) -> None:
        self._listing.add(entry.stream)
        place = (entry.stream, entry.number)
        try:
            places = read_list(known.entries)
        except msgspec.MsgspecError:
            places = ()
        if not places or listed(places) != known.entries or places[0] != (known.stream, known.number):
            self._found("commands", f"the list of command {entry.command} is not in canonical form", *place)
        elif place not in places:
            self._found("commands", f"command {entry.command} does not list this entry", *place)
        elif place == places[0]:
            # The first of them asks for the others: each list is gone through once.
            self._due += [(stream, number, entry.command, entry) for stream, number in places[1:]]

    def page(self) -> None:
        """Look for the entries that the lists of the last page named."""
        while self._due:
            some, self._due = self._due[:_TOGETHER], self._due[_TOGETHER:]
            each = " OR ".join(["(stream = ? AND number = ?)"] * len(some))
            sql = f"SELECT stream, number, command FROM entries WHERE {each}"
            values: list[Any] = [value for stream, number, _, _ in some for value in (stream, number)]
            there = {(row[0], row[1]): row[2] for row in self._queries.fetch(sql, values)}
            for stream, number, command, first in some:
                carried = there.get((stream, number))
                by = f"command {command}, which {first.stream} {first.number} is of too"
                if carried is None:
                    self._found("commands", f"the entry is missing that was written by {by}", stream, number)
                elif carried != command:
                    self._found("commands", f"it was written by {by}, and names command {carried}", stream, number)

    def end(self) -> None:
        """After all streams: every stream that an entry of release 0.1 names has an entry of the same command."""
        missing = [key for key in self._named if key not in self._seen]
        for first in range(0, len(missing), _TOGETHER):
            some = missing[first : first + _TOGETHER]
            known = self._queries.commands(list({command for command, _ in some}))
            for command, stream in some:
                entry = self._named[command, stream]
                carrier = known.get(command)
                if carrier is None or carrier.stream != stream:
                    what = f"command {command} wrote to {stream} too, and that entry is missing"
                    self._found("commands", what, entry.stream, entry.number)


def _others(entry: Entry) -> list[str]:
    """The streams that an entry of release 0.1 names, where it is certain that its command wrote there."""
    try:
        data = entry.data
    except (msgspec.MsgspecError, ValueError):
        return []
    named = data.get("with")
    if entry.kind in _NAMED_ANYWAY or data.get("queued"):
        return []
    return [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
