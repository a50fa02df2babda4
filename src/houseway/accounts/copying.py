"""Copies of the accounts: one file for either engine, and back into either.

A copy holds what would be missed: accounts, keys of devices, who set whose password, proposals, the server's own
secrets. Sessions, sign-in links and counts of wrong passwords are left out: after a restore everybody signs in anew,
and whoever was given a link is given another.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from houseway.accounts.store import Statement, Store, open_store, placeholders
from houseway.journal.engines.sqlite import sync_folder
from houseway.journal.journal_errors import BadExport, BadJournal, JournalNotEmpty, JournalUnavailable
from houseway.journal.private_files import open_private

FORMAT = "houseway accounts 1"
LEFT_OUT = frozenset({"links", "migrations", "sessions", "tries"})
ORDER = ("accounts", "devices", "handed", "places", "proposals", "recovery_codes", "settings")
"""The tables of a copy: what refers to another table comes after it."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def accounts_beside(backup: Path) -> Path:
    """Where the accounts of a backup are kept."""
    return backup.with_name(backup.name + ".accounts")


def copy_accounts(url: str | Path, target: Path) -> int | None:
    """Write the accounts that belong to the journal at ``url`` into a new file; how many rows, None without accounts.

    They are those of one moment, while the room goes on. The file is 0600, and has its name when it is whole.
    """
    try:
        with closing(open_store(url, readonly=True)) as store:
            tables = store.tables()
    except BadJournal:
        return None
    if "migrations" not in tables:
        return None
    made = max(row[0] for row in tables["migrations"][1])
    names = [*(name for name in ORDER if name in tables), *sorted(tables.keys() - LEFT_OUT - set(ORDER))]
    temporary = target.with_name(target.name + ".part")
    temporary.unlink(missing_ok=True)
    digest, rows = hashlib.sha256(), 0
    try:
        with open_private(temporary) as file:

            def write(value: Any) -> None:
                line = _encode(value) + b"\n"
                digest.update(line)
                file.write(line)

            write({"format": FORMAT, "migration": made})
            for name in names:
                columns, found = tables[name]
                write({"table": name, "columns": columns})
                for row in found:
                    write(row)
                rows += len(found)
            file.write(_encode({"rows": rows, "sha256": digest.hexdigest()}) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise JournalUnavailable(
            f"the copy {target.name} cannot be written: {error}", remedy="check the folder and the disk"
        ) from error
    return rows


def restore_accounts(source: Path, url: str | Path) -> int:
    """Bring a copy into the place of the accounts that belong to the journal at ``url``; how many rows it has.

    All or nothing. The place must hold no account yet.
    """
    statements, rows, made = _read(source)
    with closing(open_store(url)) as store:
        _check_place(store, made)
        store.ask_all(*statements)
    return rows


def _check_place(store: Store, made: int) -> None:
    [[known]] = store.ask("SELECT MAX(number) FROM migrations")
    if made > known:
        raise BadJournal(
            "this copy of accounts is of a later release", remedy="restore it with the release that made it"
        )
    if store.ask("SELECT 1 FROM accounts LIMIT 1") or store.ask("SELECT 1 FROM devices LIMIT 1"):
        raise JournalNotEmpty("there are accounts in this place already", remedy="restore into a new place")


def _read(source: Path) -> tuple[list[Statement], int, int]:
    """The statements that bring a copy back, after it was found whole."""
    statements: list[Statement] = [("DELETE FROM settings", ())]
    columns: list[str] = []
    table, rows, lines = "", 0, _lines(source)
    head = next(lines, None)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadExport(f"{source.name} is no copy of accounts", remedy="name a file of houseway backup")
    for value in lines:
        if isinstance(value, dict):
            table, columns = str(value["table"]), [str(column) for column in value["columns"]]
            if not all(name.isidentifier() for name in (table, *columns)):
                raise BadExport(f"{source.name} names a table that there is not", remedy="take another copy")
        else:
            rows += 1
            sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({placeholders(columns)})"
            statements.append((sql, tuple(value)))
    return statements, rows, int(head["migration"])


def _lines(source: Path) -> Iterator[Any]:
    digest, rows, ended = hashlib.sha256(), 0, False
    try:
        with source.open("rb") as file:
            for line in file:
                value = _decode(line)
                if isinstance(value, dict) and "sha256" in value:
                    ended = value == {"rows": rows, "sha256": digest.hexdigest()} and not file.read()
                    break
                digest.update(line)
                rows += isinstance(value, list)
                yield value
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadExport(f"{source.name} cannot be read: {error}", remedy="take another copy") from error
    if not ended:
        raise BadExport(f"{source.name} is not whole, or was changed", remedy="take another copy")
