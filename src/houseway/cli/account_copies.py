"""Copies of the accounts that belong to a journal: rows of every table, the same from either engine."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.errors import BadExport, ConnectionLost, JournalNotEmpty
from houseway.journal.places import sqlite_path
from houseway.journal.restore import write_private

if TYPE_CHECKING:
    from houseway.accounts.store import Store

FORMAT = "houseway-accounts"


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    columns: list[str]
    values: list[Any]


class _End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: int


def accounts_beside(backup: Path) -> Path:
    """Where the accounts of a backup are kept."""
    return backup.with_name(backup.name + ".accounts")


def copy_accounts(url: str | Path, target: Path) -> int | None:
    """Write every row of the accounts of the journal at ``url``; how many, None where there are no accounts."""
    if not _there(url):
        return None
    from houseway.accounts.store import open_store

    store = open_store(url)
    try:
        store.ask("BEGIN" if store.quick else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        lines = [msgspec.json.encode(row) for row in _rows(store)]
        store.ask("COMMIT")
    finally:
        store.close()
    whole = [msgspec.json.encode(_Header(FORMAT, 1)), *lines, msgspec.json.encode(_End(len(lines)))]
    write_private(target, b"".join(line + b"\n" for line in whole))
    return len(lines)


def restore_accounts(source: Path, url: str | Path) -> int:
    """Bring a copy back beside the journal at ``url``, which must have no accounts yet; the number of rows."""
    rows = list(_read(source))
    from houseway.accounts.store import open_store, placeholders

    if _there(url):
        raise JournalNotEmpty("There are accounts at this place already.", remedy="restore into a new place")
    store = open_store(url)
    try:
        store.ask("BEGIN")
        for table, columns in _tables(store).items():
            for row in rows:
                if row.table == table:
                    if not set(row.columns) <= set(columns):
                        raise BadExport(
                            f"{source.name}: {table} has columns that this release does not know",
                            remedy="use the release that wrote it",
                        )
                    store.ask(
                        f"INSERT INTO {table} ({', '.join(row.columns)}) VALUES ({placeholders(row.columns)})",
                        *map(_value, row.values),
                    )
        store.ask("COMMIT")
    finally:
        store.close()
    return len(rows)


def _there(url: str | Path) -> bool:
    path = sqlite_path(url)
    if path is not None:
        return path.with_name(path.name + ".accounts").exists()
    from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

    import psycopg

    from houseway.journal.postgres import DEFAULT_SCHEMA

    parts = urlsplit(str(url))
    query = dict(parse_qsl(parts.query))
    schema = f"{query.pop('schema', DEFAULT_SCHEMA)}_accounts"
    try:
        with psycopg.connect(urlunsplit(parts._replace(query=urlencode(query))), connect_timeout=10) as connection:
            sql = "SELECT 1 FROM pg_namespace WHERE nspname = %s"
            return connection.execute(sql, (schema,)).fetchone() is not None
    except psycopg.Error as error:
        raise ConnectionLost(f"the database server cannot be reached: {error}", remedy="try again") from error


def _tables(store: Store) -> dict[str, list[str]]:
    """Tables in the order in which they are made, so that none refers to a later one, with their columns."""
    from houseway.accounts.store import _migrations

    names = [
        name for _, script in _migrations() for name in re.findall(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+)", script)
    ]
    found: dict[str, list[str]] = {}
    for name in names:
        if store.quick:
            rows = store.ask(f"SELECT name FROM pragma_table_info('{name}') ORDER BY cid")
        else:
            rows = store.ask(
                "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() "
                "AND table_name = ? ORDER BY ordinal_position",
                name,
            )
        if rows:
            found[name] = [str(row[0]) for row in rows]
    return found


def _rows(store: Store) -> Iterator[_Row]:
    for table, columns in _tables(store).items():
        for row in store.ask(f"SELECT {', '.join(columns)} FROM {table}"):
            yield _Row(table, columns, [_plain(value) for value in row])


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return {"base64": base64.b64encode(bytes(value)).decode()}
    return value


def _value(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


def _read(source: Path) -> Iterator[_Row]:
    try:
        first, *rows, last = source.read_bytes().splitlines()
        header = msgspec.json.decode(first, type=_Header)
        end = msgspec.json.decode(last, type=_End)
        if header.format != FORMAT or end.rows != len(rows):
            raise ValueError("it was cut")
        yield from (msgspec.json.decode(row, type=_Row) for row in rows)
    except (ValueError, msgspec.MsgspecError) as error:
        raise BadExport(f"{source.name} is no whole copy of accounts: {error}", remedy="take another copy") from error
