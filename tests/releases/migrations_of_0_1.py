"""How release 0.1.0 looked at a journal's migrations before it opened it: its own function, as it was released.

It knew one migration. Whatever this release does to a journal, that function must refuse it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from houseway.journal.engines.migrate import Migration
from houseway.journal.journal_errors import BadJournal, NewerJournal


def missing_migrations(known: Sequence[Migration], made: Iterable[tuple[int, str, str]]) -> list[Migration]:
    """The migrations still to be made; refused where the journal is newer than this release or made differently."""
    done = {number: (name, digest) for number, name, digest in made}
    latest = known[-1].number
    if done and max(done) > latest:
        raise NewerJournal(
            f"the journal is at migration {max(done)}, this release knows {latest}",
            remedy="use the release that wrote it, or a later one",
        )
    for migration in known:
        recorded = done.get(migration.number)
        if recorded is not None and recorded != (migration.name, migration.digest):
            raise BadJournal(
                f"migration {migration.number} ({recorded[0]}) was made differently from this release's",
                remedy="restore a backup with the release that made it",
            )
    return [migration for migration in known if migration.number not in done]
