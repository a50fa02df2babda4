"""The journal at one moment: whoever reads for a while sees one state of it, whatever is written meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import NoReturn

from houseway.journal.book import Journal
from houseway.journal.engines.engine import Beginning, Engine, Pending, Queries
from houseway.journal.journal_errors import JournalReadOnly


@contextmanager
def at_one_moment(journal: Journal) -> Iterator[Journal]:
    """``journal`` as it is committed now, to be read by this thread; writers go on."""
    with journal.engine.snapshot() as queries:
        # A server fixes the moment with the first question, not before.
        queries.fetch("SELECT 1 FROM migrations", ())
        found = Journal(_Moment(journal.engine, queries), journal.fold, journal.seal_book)
        found.clock = journal.clock
        yield found


class _Moment:
    """An engine whose every question is answered from one snapshot."""

    retries = 0

    def __init__(self, engine: Engine, queries: Queries) -> None:
        self.name = engine.name
        self.writing = queries

    def reading(self) -> AbstractContextManager[Queries]:
        return nullcontext(self.writing)

    snapshot = reading

    def begin(self, batch: Beginning) -> NoReturn:
        raise JournalReadOnly("what was so at one moment cannot be changed")

    def flush(self, pending: Pending) -> NoReturn:
        raise JournalReadOnly("what was so at one moment cannot be changed")

    commit = flush

    def rollback(self) -> None:
        pass

    def recover(self, attempt: int) -> None:
        pass

    def schema_findings(self) -> list[str]:
        return []

    def backup(self, path: Path) -> bool:
        return False

    def close(self) -> None:
        pass
