"""Numbered migrations: which there are, which were made, and whether they are the same ones."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import NamedTuple

from houseway.journal.journal_errors import BadJournal, NewerJournal

TABLE = "CREATE TABLE migrations (number {integer} PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL)"
"""Where migrations are recorded: the one table that no migration makes."""


class Migration(NamedTuple):
    """One step of the schema; its digest is recorded when it is made."""

    number: int
    name: str
    sql: str
    digest: str


def known_migrations(engine: str) -> list[Migration]:
    """The migrations that this release has for an engine, in order."""
    found = []
    for file in (files("houseway.journal") / "migrations" / engine).iterdir():
        named = re.fullmatch(r"(\d{4})_(\w+)\.sql", file.name)
        if named:
            sql = file.read_text(encoding="utf-8")
            found.append(Migration(int(named[1]), named[2], sql, hashlib.sha256(sql.encode()).hexdigest()))
    return sorted(found)


def missing_migrations(known: Sequence[Migration], made: Iterable[tuple[int, str, str]]) -> list[Migration]:
    """The migrations still to be made; refused where the journal is newer than this release or made differently."""
    done = {number: (name, digest) for number, name, digest in made}
    latest = known[-1].number
    if done and max(done) > latest:
        raise NewerJournal(
            f"a later release of Houseway has changed this journal: it is at migration {max(done)}, and this release "
            f"knows {latest}",
            remedy="start that release or a later one; to go back, restore the backup made before the upgrade",
        )
    for migration in known:
        recorded = done.get(migration.number)
        if recorded is not None and recorded != (migration.name, migration.digest):
            raise BadJournal(
                f"migration {migration.number} ({recorded[0]}) was made differently from this release's",
                remedy="restore a backup with the release that made it",
            )
    return [migration for migration in known if migration.number not in done]
