"""The files of a property that other users of the machine must not read; closes those that they could."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from houseway.journal.private_files import database_files, mend_open_files


def state_files(path: Path | None, *, seals: Path | None = None, key: Path | None = None) -> list[Path]:
    """Every file that a room keeps: journal, accounts and what is beside them, seals, key, lock."""
    found = []
    if path is not None:
        beside = [path.with_name(path.name + ending) for ending in (".accounts", ".seals", ".key", ".lock")]
        accounts, *others = beside
        found = [*database_files(path), *database_files(accounts), *others]
    if seals is not None:
        found += [seals, key or seals.with_name(seals.name + ".key")]
    if key is not None:
        found.append(key)
    return found


def close_open_files(paths: Iterable[Path]) -> None:
    """Close to others what others could read, and say so: somebody may have read it already."""
    for file in mend_open_files(paths):
        done = (
            "its mode is 0600 now; others may have read it before"
            if file.mended
            else f"another user owns it: run chmod 600 {file.path}"
        )
        sys.stderr.write(f"houseway: {file.path.name} could be read by other logins (mode {file.mode:04o}): {done}\n")
