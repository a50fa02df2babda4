"""Restoring a backup into an empty place, and checking it there."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from houseway.errors import BadExport, BadJournal, JournalNotEmpty
from houseway.journal.book import Journal
from houseway.journal.commands import Fold
from houseway.journal.exchange import is_export
from houseway.journal.places import sqlite_path
from houseway.journal.verify import Report


def restore(
    backup: str | Path,
    url: str | Path,
    fold: Fold,
    *,
    seals: Path | None = None,
    key: Path | None = None,
) -> Report:
    """Bring a backup or an export back at ``url``, which must be empty, and verify it there."""
    source = Path(backup)
    if not source.is_file():
        raise BadExport(f"there is no backup at {source}")
    target = sqlite_path(url)
    if target is not None and target.exists():
        raise JournalNotEmpty(f"{target} already exists", remedy="restore into a new place")
    if is_export(source):
        with Journal.open(url, fold, create=True, seals=seals, key=key) as journal:
            journal.load(source)
            return journal.verify()
    if target is None:
        with TemporaryDirectory() as folder:
            exported = Path(folder) / "export.jsonl"
            # A copy, for a backup of an earlier release is changed when it is opened, and stays as it is.
            copy = Path(folder) / "copy.db"
            _copy(source, copy)
            with Journal.open(copy, fold) as journal:
                journal.export(exported)
            return restore(exported, url, fold, seals=seals, key=key)
    _copy(source, target)
    with Journal.open(target, fold, seals=seals, key=key) as journal:
        return journal.verify()


def _copy(source: Path, target: Path) -> None:
    try:
        original = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            copy = apsw.Connection(str(target))
            try:
                with copy.backup("main", original, "main") as task:
                    task.step(-1)
            finally:
                copy.close()
        finally:
            original.close()
    except apsw.Error as error:
        target.unlink(missing_ok=True)
        raise BadJournal(f"{source.name} is no backup of a journal: {error}", remedy="take another copy") from error
