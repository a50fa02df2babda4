"""The streams that a command may append to, and those that it only reads."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from houseway.floor.command import Command
from houseway.floor.states import (
    PLAYERS,
    PROPERTY,
    JackpotState,
    PropertyState,
    TableState,
    jackpot_stream,
    table_stream,
)


class Streams(NamedTuple):
    """``writes`` are locked and may be appended to; ``reads`` are only read."""

    writes: tuple[str, ...]
    reads: tuple[str, ...] = ()


class Known(Protocol):
    """What the streams of a command may hang on: the floor as it is known when the command is given."""

    @property
    def property(self) -> PropertyState:
        """The property."""

    def table(self, id: str) -> TableState:
        """A table."""

    def jackpot(self, id: str) -> JackpotState:
        """A jackpot."""

    def streams(self) -> list[str]:
        """Every stream there is."""


Find = Callable[[Known, Any], Streams]
"""The streams of a command."""

LOOKING: set[Find] = set()
"""Those that hang on what is so."""


def looking(find: Find) -> Find:
    """Mark streams that hang on what is so: the journal is asked for it before the command is decided."""
    LOOKING.add(find)
    return find


def jackpots_of(known: Known, table: str) -> tuple[str, ...]:
    """The streams of the jackpots that a table is configured to play for."""
    found = known.property.tables.get(table)
    return tuple(jackpot_stream(id) for id in dict.fromkeys(found.jackpots.values())) if found else ()


def the_property(known: Known, command: Command) -> Streams:
    """The property's own."""
    return Streams((PROPERTY,))


def its_table(known: Known, command: Any) -> Streams:
    """Its table's."""
    return _table_alone(command.table)


@lru_cache(maxsize=4096)
def _table_alone(table: str) -> Streams:
    return Streams((table_stream(table),), (PROPERTY,))


def its_table_and_chips(known: Known, command: Any) -> Streams:
    """Its table's and that of the players' chips."""
    return Streams((table_stream(command.table), PLAYERS), (PROPERTY,))


def its_table_and_the_property(known: Known, command: Any) -> Streams:
    """Its table's and the property's."""
    return Streams((table_stream(command.table), PROPERTY))


@looking
def its_table_and_jackpots(known: Known, command: Any) -> Streams:
    """Its table's, those of the jackpots that the table was opened with, and the property's: a full prize may bring
    in parameters that waited for it, which the property's stream has too."""
    opened = known.table(command.table).table
    ids = dict.fromkeys(opened.jackpots.values()) if opened else {}
    return Streams((table_stream(command.table), *(jackpot_stream(id) for id in ids), PROPERTY))


def its_jackpot(known: Known, command: Any) -> Streams:
    """Its jackpot's."""
    return Streams((jackpot_stream(command.jackpot),), (PROPERTY,))


def its_jackpot_and_the_property(known: Known, command: Any) -> Streams:
    """Its jackpot's and the property's."""
    return Streams((jackpot_stream(command.jackpot), PROPERTY))


@looking
def its_jackpot_and_tables(known: Known, command: Any) -> Streams:
    """Its jackpot's, those of all tables that play for it, and the property's."""
    tables = [table_stream(id) for id in known.property.tables_of(command.jackpot)]
    return Streams((*tables, jackpot_stream(command.jackpot), PROPERTY))
