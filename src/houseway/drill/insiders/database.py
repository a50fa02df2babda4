"""The tables of a journal, read and written past the program, as whoever owns the database can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import apsw
import psycopg
from psycopg import sql as pgsql

from houseway.journal import Entry, Head
from houseway.journal.engines.engine import Known
from houseway.journal.engines.places import sqlite_path
from houseway.journal.engines.sessions import DEFAULT_SCHEMA
from houseway.journal.entries import POSITIONS

Rows = Mapping[str, Sequence[Sequence[Any]]]

COLUMNS: dict[str, tuple[str, ...]] = {
    "entries": tuple(Entry.__struct_fields__),
    "commands": ("id", *Known._fields),
    "heads": ("stream", *Head._fields),
    "balances": ("account", "stream", "amount"),
    "counters": ("bank", "stream", *(f"p{position}" for position in range(1, POSITIONS + 1))),
    "snapshots": ("stream", "number", "state", "totals", "digest"),
}
"""The tables of a journal and their columns, in an order that their references allow."""


class Many(Protocol):
    """Runs a statement once for each row of values; the rows of the last come back."""

    def __call__(self, sql: str, values: Sequence[Sequence[Any]] = ((),)) -> list[tuple[Any, ...]]:
        """Run it."""


@contextmanager
def unguarded(url: str) -> Iterator[Many]:
    """Statements with their values, run as the owner of the database with every trigger out of the way.

    Write ``?`` for a value; the rows of the last statement come back.
    """
    if sqlite_path(url) is not None:
        yield from _on_file(url)
    else:
        yield from _on_server(url)


def _on_file(url: str) -> Iterator[Many]:
    connection = apsw.Connection(str(sqlite_path(url)))
    try:
        connection.set_busy_timeout(5_000)
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()

        def many(sql: str, values: Sequence[Sequence[Any]] = ((),)) -> list[tuple[Any, ...]]:
            return connection.executemany(sql, values).fetchall()

        with connection:
            for name, _ in triggers:
                connection.execute(f'DROP TRIGGER "{name}"')
            yield many
            for _, made in triggers:
                connection.execute(str(made))
    finally:
        connection.close()


def _on_server(url: str) -> Iterator[Many]:
    conninfo, schema = split_schema(url)
    with psycopg.connect(conninfo) as session, session.cursor() as cursor:
        cursor.execute(pgsql.SQL("SET search_path TO {}").format(pgsql.Identifier(schema)))
        for table in COLUMNS:
            cursor.execute(pgsql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(pgsql.Identifier(table)))

        def many(sql: str, values: Sequence[Sequence[Any]] = ((),)) -> list[tuple[Any, ...]]:
            text = sql.replace("?", "%s").encode()
            if len(values) == 1:
                cursor.execute(text, values[0] or None)
            else:
                cursor.executemany(text, values)
            return cursor.fetchall() if cursor.description else []

        yield many
        for table in COLUMNS:
            cursor.execute(pgsql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(pgsql.Identifier(table)))


def read_tables(url: str) -> Rows:
    """Every row of a journal."""
    with unguarded(url) as many:
        return {
            table: [
                tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
                for row in many(f"SELECT {', '.join(columns)} FROM {table}")
            ]
            for table, columns in COLUMNS.items()
        }


def write_tables(url: str, rows: Rows) -> None:
    """Put these rows in the place of all that a journal holds."""
    with unguarded(url) as many:
        for table in reversed(COLUMNS):
            many(f"DELETE FROM {table}")
        for table, columns in COLUMNS.items():
            if rows.get(table):
                marks = ", ".join("?" * len(columns))
                many(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows[table])


def split_schema(url: str) -> tuple[str, str]:
    """A server's address without its schema, and the schema."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    schema = query.pop("schema", DEFAULT_SCHEMA)
    return urlunsplit(parts._replace(query=urlencode(query))), schema
