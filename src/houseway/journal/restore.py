"""Backups with the seals that belong to them, brought back into an empty place and checked there."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from houseway.journal.book import Journal
from houseway.journal.commands import Fold
from houseway.journal.engines.places import sqlite_path
from houseway.journal.engines.sqlite import sync_folder
from houseway.journal.exchange import exported_heads, is_export
from houseway.journal.journal_errors import BadExport, BadJournal, JournalNotEmpty, JournalUnavailable
from houseway.journal.private_files import make_private, may_be_database
from houseway.journal.sealing.seals import read_line
from houseway.journal.verify import Report


def seals_beside(backup: Path) -> Path:
    """Where the seals of a backup are kept."""
    return backup.with_name(backup.name + ".seals")


def keep_seals(journal: Journal, backup: Path) -> int | None:
    """Copy the seal file beside a backup, as far as the backup goes; the number of seals, None where there are none.

    The private key is not copied: whoever has a backup must not be able to seal.
    """
    book = journal.seal_book
    if book is None or not (size := book.size()):
        return None
    reached = _heads_of(backup, journal.fold)
    kept: list[bytes] = []
    with book.path.open("rb") as file:
        for raw in file.read(size).splitlines(keepends=True):
            line = read_line(raw)
            if line is not None and any(number > reached.get(at, 0) for at, (number, _) in line.seal.heads.items()):
                # Sealed after the moment of the backup.
                break
            kept.append(raw)
    write_private(seals_beside(backup), b"".join(kept))
    return len(kept)


def write_private(path: Path, data: bytes) -> None:
    """Write a file that is readable by its owner only, whole or not at all."""
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.unlink(missing_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise JournalUnavailable(f"{path} cannot be written: {error}", remedy="choose another place") from error


def _heads_of(backup: Path, fold: Fold) -> dict[str, int]:
    if is_export(backup):
        return exported_heads(backup)
    with Journal.open(backup, fold, readonly=True) as copy:
        return {stream: head.number for stream, head in copy.heads().items()}


def restore(
    backup: str | Path,
    url: str | Path,
    fold: Fold,
    *,
    seals: Path | None = None,
    key: Path | None = None,
) -> Report:
    """Bring a backup or an export back at ``url``, which must be empty, with its seals, and verify it there.

    Seals that are there already are newer than those of the backup, and are kept: the backup is held against them.
    """
    source = Path(backup)
    if not source.is_file():
        raise BadExport(f"there is no backup at {source}", remedy="name the file that houseway backup wrote")
    target = sqlite_path(url)
    if target is not None and target.exists():
        raise JournalNotEmpty(f"{target} already exists", remedy="restore into a new place")
    kept = seals_beside(source)
    if kept.is_file():
        place = seals or (target.with_name(target.name + ".seals") if target is not None else None)
        if place is None:
            # Nowhere to put them: they are only checked against, where they lie.
            seals = kept
        elif not place.exists():
            write_private(place, kept.read_bytes())
    return _bring_back(source, url, target, fold, seals=seals, key=key)


def _bring_back(
    source: Path, url: str | Path, target: Path | None, fold: Fold, *, seals: Path | None, key: Path | None
) -> Report:
    if is_export(source):
        with Journal.open(url, fold, create=True, seals=seals, key=key) as journal:
            journal.load(source)
            return journal.verify(key_elsewhere=True)
    if target is None:
        with TemporaryDirectory() as folder:
            exported = Path(folder) / "export.jsonl"
            # A copy, for a backup of an earlier release is changed when it is opened, and stays as it is.
            copy = Path(folder) / "copy.db"
            _copy(source, copy)
            with Journal.open(copy, fold) as journal:
                journal.export(exported)
            return _bring_back(exported, url, target, fold, seals=seals, key=key)
    _copy(source, target)
    with Journal.open(target, fold, seals=seals, key=key) as journal:
        return journal.verify(key_elsewhere=True)


def _copy(source: Path, target: Path) -> None:
    if not may_be_database(source):
        raise BadJournal(f"{source.name} is no backup of a journal", remedy="take another copy")
    make_private(target)
    try:
        with (
            closing(apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)) as original,
            closing(apsw.Connection(str(target))) as copy,
            copy.backup("main", original, "main") as task,
        ):
            task.step()
    except apsw.Error as error:
        target.unlink()
        raise BadJournal(f"{source.name} is no backup of a journal: {error}", remedy="take another copy") from error
