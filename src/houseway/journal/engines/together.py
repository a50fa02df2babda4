"""Statements of one session that are sent together: however many they are, one message goes and one wait is made.

The driver has a pipeline too. It sends each statement by itself and looks for answers after each, which takes several
times as long as the database does; here a batch of commands waits for it twice.
"""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

from houseway.journal.engines.binary_arrays import Column
from houseway.journal.engines.sessions import Connection

_READ = select.POLLIN | select.POLLPRI
_FAILED = (ExecStatus.FATAL_ERROR, ExecStatus.BAD_RESPONSE, ExecStatus.NONFATAL_ERROR)


class Step(NamedTuple):
    """A statement with ``$1`` and so on for its columns."""

    text: str
    columns: Sequence[Column] = ()


class Answer(NamedTuple):
    """What the database says to a step: its rows, and how it calls what it did."""

    rows: list[tuple[Any, ...]]
    status: bytes | None


class Together:
    """Sends steps to one session, which nothing else uses meanwhile; each statement is prepared when it first comes."""

    def __init__(self, connection: Connection) -> None:
        self._line = connection.pgconn
        self._reading = Transformer(connection)
        self._prepared: dict[str, bytes] = {}

    def run(self, steps: Sequence[Step]) -> list[Answer]:
        """Take the steps in order: the answer of each. The driver's error of the first that fails is raised.

        After an error nothing is known of the session but that it is no use any more.
        """
        line = self._line
        line.enter_pipeline_mode()
        new: set[int] = set()
        for place, step in enumerate(steps):
            name = self._prepared.get(step.text)
            if name is None:
                name = self._prepared[step.text] = b"houseway_%d" % len(self._prepared)
                line.send_prepare(name, step.text.encode())
                new.add(place)
            values = [column.binary() for column in step.columns]
            line.send_query_prepared(name, values, [Format.BINARY] * len(values), Format.BINARY)
        line.pipeline_sync()
        self._flush()
        answers = [self._answer(place in new) for place in range(len(steps))]
        self._next()
        line.exit_pipeline_mode()
        return answers

    def _answer(self, is_new: bool) -> Answer:
        if is_new:
            self._one()
        result = self._one()
        rows: list[tuple[Any, ...]] = []
        if result.ntuples:
            self._reading.set_pgresult(result)
            rows = self._reading.load_rows(0, result.ntuples, tuple)
        return Answer(rows, result.command_status)

    def _one(self) -> PGresult:
        """The result of one message, which nothing follows but the next one's."""
        result = self._next()
        if result is None or result.status in _FAILED:
            raise error_from_result(result) if result is not None else psycopg.OperationalError("the line is cut")
        self._next()
        return result

    def _next(self) -> PGresult | None:
        line = self._line
        while line.is_busy():
            self._wait(_READ)
            line.consume_input()
        return line.get_result()

    def _flush(self) -> None:
        line = self._line
        while line.flush():
            # What the database answers meanwhile is taken, or it would take nothing more either.
            if self._wait(_READ | select.POLLOUT) & _READ:
                line.consume_input()

    def _wait(self, events: int) -> int:
        waiting = select.poll()
        waiting.register(self._line.socket, events)
        return waiting.poll()[0][1]
