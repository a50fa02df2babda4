"""Columns of rows as PostgreSQL's binary arrays: a batch goes to the server as a few arrays, not as many rows.

The driver can do this too, but it looks at every element to find out what an array holds; here a column says so.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any, Protocol

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper
from psycopg.pq import Format

_TEXT, _BYTEA, _BIGINT = 25, 17, 20
_TEXTS, _BIGINTS = 1009, 1016
_head = struct.Struct(">iiIii").pack
_size = struct.Struct(">i").pack


class Column(Protocol):
    """What stands in one column of all rows, not empty."""

    def binary(self) -> bytes:
        """The bytes of the array that it is sent as."""


class Texts(tuple[str, ...]):
    """A column of text."""

    def binary(self) -> bytes:
        """The bytes of a ``text[]``."""
        return _elements(_TEXT, [text.encode() for text in self])


class Blobs(tuple[bytes, ...]):
    """A column of bytes."""

    def binary(self) -> bytes:
        """The bytes of a ``bytea[]``."""
        return _elements(_BYTEA, self)


class Integers(tuple[int, ...]):
    """A column of whole numbers; one of more than 64 bits is the driver's own `DataError`."""

    def binary(self) -> bytes:
        """The bytes of a ``bigint[]``."""
        try:
            numbers = struct.pack(">" + "iq" * len(self), *chain.from_iterable(zip(repeat(8), self, strict=False)))
        except struct.error as error:
            raise psycopg.DataError(f"a number needs more than 64 bits: {error}") from error
        return _head(1, 0, _BIGINT, len(self), 1) + numbers


_COLUMNS: dict[type[Any], type[Texts] | type[Blobs] | type[Integers]] = {str: Texts, bytes: Blobs, int: Integers}


def columns(rows: Sequence[Sequence[Any]]) -> list[Column]:
    """The rows by column; each column is of one kind throughout."""
    return [_column(column) for column in zip(*rows, strict=True)]


def columns_of(values: Sequence[Any], width: int) -> list[Column]:
    """The same of rows that are given value by value, one row of that width after the other."""
    return [_column(values[at::width]) for at in range(width)] if values else []


def _column(values: Sequence[Any]) -> Column:
    return _COLUMNS[type(values[0])](values)


def _elements(oid: int, parts: Sequence[bytes]) -> bytes:
    sized = chain.from_iterable((_size(len(part)), part) for part in parts)
    return b"".join((_head(1, 0, oid, len(parts), 1), *sized))


class _Binary(Dumper):
    format = Format.BINARY

    def dump(self, obj: Column) -> Buffer:
        """The array's bytes."""
        return obj.binary()


class TextsDumper(_Binary):
    """`Texts` as ``text[]``."""

    oid = _TEXTS


class IntegersDumper(_Binary):
    """`Integers` as ``bigint[]``."""

    oid = _BIGINTS


def register(connection: psycopg.Connection[Any]) -> None:
    """Let a connection take columns as parameters of what it is asked."""
    for kind, dumper in ((Texts, TextsDumper), (Integers, IntegersDumper)):
        connection.adapters.register_dumper(kind, dumper)
