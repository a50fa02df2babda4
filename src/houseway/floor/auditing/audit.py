"""The audit itself: every stream read from its first entry, and the streams held against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Protocol

import msgspec

from houseway.floor.auditing.alone_story import AloneStory
from houseway.floor.auditing.chips_story import PlayersStory
from houseway.floor.auditing.close_story import Closes
from houseway.floor.auditing.jackpot_story import JackpotStory
from houseway.floor.auditing.prints_story import PrintsStory
from houseway.floor.auditing.roles_story import People
from houseway.floor.auditing.table_story import TableStory
from houseway.floor.kinds.edge import Unknown, kind_of
from houseway.floor.states import PLAYERS, PROPERTY
from houseway.journal import Entry, Finding, Head

WHERE = "story"
"""Where its findings are, beside the tables and files of a journal."""

_NOT_READ = (KeyError, TypeError, ValueError, AttributeError, msgspec.MsgspecError)
"""What reading an entry raises that was made up."""

Progress = Callable[[str, int, int], None]

TOLD = 500
"""Entries of a stream after which it is told how far the audit is."""


class Audit(msgspec.Struct, frozen=True):
    """What was found, how many entries were read, what could not be checked, in words, and what is told anyway."""

    findings: tuple[Finding, ...]
    entries: int
    unchecked: tuple[str, ...] = ()
    notes: tuple[Finding, ...] = ()


class Entries(Protocol):
    """What the audit reads: a `houseway.journal.Journal`, or anything that tells entries as one does."""

    def streams(self) -> list[str]:
        """The names of all streams."""

    def heads(self) -> dict[str, Head]:
        """Where every stream ends."""

    def read(self, stream: str) -> Iterator[Entry]:
        """The entries of a stream, from the first."""


class _Story(Protocol):
    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""


def audit(journal: Entries, *, limit: int = 200, progress: Progress | None = None) -> Audit:
    """Read the whole journal and say what does not follow. Never stops at the first finding."""
    findings: list[Finding] = []
    read = 0
    total = sum(head.number for head in journal.heads().values())
    tables: dict[str, TableStory] = {}
    jackpots: dict[str, JackpotStory] = {}
    unknown: Counter[str] = Counter()
    people = _people(journal)
    alone = AloneStory()
    closes = _closes(journal)
    for stream in journal.streams():
        kind, _, id = stream.partition("/")
        story: _Story
        prints: PrintsStory | None = None
        if kind == "table":
            story = tables[id] = TableStory(id)
            prints = PrintsStory()
        elif kind == "jackpot":
            story = jackpots[id] = JackpotStory(id)
        elif stream == PLAYERS:
            story = PlayersStory()
        else:
            story = _NoMoney()
        confirmed = alone if stream == PROPERTY else None
        closed = closes.story(stream) if closes is not None and kind in ("table", "jackpot") else None
        for entry in journal.read(stream):
            read += 1
            if progress is not None and not read % TOLD:
                progress(stream, read, total)
            if kind_of(entry) is Unknown:
                unknown[entry.kind] += 1
            for told in (story, prints, people, confirmed, closed):
                if told is not None:
                    findings += [Finding(WHERE, what, stream, entry.number) for what in _checked(told, entry)]
        if closed is not None:
            closed.end()
        if progress is not None:
            progress(stream, read, total)
    findings += [Finding(WHERE, what, stream, number) for stream, number, what in (closes.between() if closes else ())]
    findings += [Finding(WHERE, what, stream) for stream, what in _between(tables, jackpots)]
    return Audit(tuple(findings[:limit]), read, tuple(_not_understood(unknown)), tuple(alone.notes()))


def _people(journal: Entries) -> People | None:
    """Who worked here when; nothing where the property's own stream cannot even be read for that."""
    try:
        return People(journal.read(PROPERTY)) if PROPERTY in journal.streams() else None
    except _NOT_READ:
        return None


def _closes(journal: Entries) -> Closes | None:
    """The closes of gaming days on record, where the property's own stream can be read for them."""
    try:
        return Closes(journal.read(PROPERTY)) if PROPERTY in journal.streams() else None
    except _NOT_READ:
        return None


def _not_understood(unknown: Counter[str]) -> Iterator[str]:
    """Kinds that a later release brought in: they change nothing here, and are no sign of tampering."""
    for kind, number in sorted(unknown.items()):
        entries = f"{number:,} entries" if number > 1 else "1 entry"
        yield f"{entries} of kind {kind}: not understood by this release"


def _checked(story: _Story, entry: Entry) -> list[str]:
    try:
        return list(story.check(entry))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, msgspec.MsgspecError) as error:
        # An entry that was made up need not even have the fields of its kind.
        return [f"an entry of kind {entry.kind} cannot be understood: {error!r}"]


class _NoMoney:
    """A stream whose entries move no money."""

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""
        if entry.postings:
            yield f"an entry of kind {entry.kind} moves no money, and this one does"


def _between(tables: dict[str, TableStory], jackpots: dict[str, JackpotStory]) -> Iterator[tuple[str, str]]:
    """What tables and jackpots tell differently of the same hits."""
    claimed = {hit: (id, amount) for id, table in tables.items() for hit, amount in table.claimed.items()}
    held = {hit: (id, story.hits[hit].amount) for id, story in jackpots.items() for hit in story.hits}
    for hit, (table, amount) in claimed.items():
        if hit not in held:
            yield f"table/{table}", f"hit {hit} was claimed at the table and is held by no jackpot"
        elif held[hit][1] != amount:
            yield f"table/{table}", f"hit {hit} is {amount} cents at the table and {held[hit][1]} at its jackpot"
    for hit, (jackpot, _) in held.items():
        if hit not in claimed:
            yield f"jackpot/{jackpot}", f"hit {hit} is held and was claimed at no table"


__all__ = ["WHERE", "Audit", "audit"]
