"""Statements sent to PostgreSQL in one message: each is answered, in order, and the first that fails is named."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from psycopg import errors

from houseway.journal.engines.binary_arrays import Blobs, Integers, Texts
from houseway.journal.engines.together import Step, Together

ALL = "SELECT name, number FROM unnest($1::text[], $2::bigint[]) AS given (name, number)"


@pytest.fixture
def session(server: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    connection = psycopg.connect(server, autocommit=True)
    yield connection
    connection.close()


def test_each_statement_is_answered_in_order_the_first_time_and_again(
    session: psycopg.Connection[tuple[object, ...]],
) -> None:
    together = Together(session)
    for number in (1, -(2**63)):
        began, rows, none, done = together.run(
            [
                Step("BEGIN"),
                Step(ALL, [Texts(["café"]), Integers([number])]),
                Step("SELECT 1 WHERE false"),
                Step("COMMIT"),
            ]
        )
        assert (began.status, done.status) == (b"BEGIN", b"COMMIT")
        assert rows.rows == [("café", number)]
        assert none.rows == []
    # The driver's own way is open again.
    assert session.execute("SELECT 2").fetchall() == [(2,)]


def test_more_than_the_line_holds_goes_and_comes(session: psycopg.Connection[tuple[object, ...]]) -> None:
    large = [bytes([number]) * 400_000 for number in range(20)]
    steps = [Step("SELECT part FROM unnest($1::bytea[]) AS given (part)", [Blobs(large)])] * 2
    assert [[row[0] for row in answer.rows] for answer in Together(session).run(steps)] == [large, large]


def test_the_first_that_fails_is_raised_and_nothing_is_kept(
    session: psycopg.Connection[tuple[object, ...]], server: str
) -> None:
    note = "INSERT INTO sent_together SELECT * FROM unnest($1::bigint[])"
    with psycopg.connect(server, autocommit=True) as other:
        other.execute("CREATE TABLE sent_together (number bigint PRIMARY KEY)")
        together = Together(session)
        together.run([Step(note, [Integers([1, 2])])])
        with pytest.raises(errors.UniqueViolation):
            together.run([Step("BEGIN"), Step(note, [Integers([3])]), Step(note, [Integers([2])]), Step("COMMIT")])
        session.close()
        assert other.execute("SELECT number FROM sent_together ORDER BY number").fetchall() == [(1,), (2,)]
        other.execute("DROP TABLE sent_together")


def test_a_session_that_the_server_ended_is_a_lost_connection(
    session: psycopg.Connection[tuple[object, ...]], server: str
) -> None:
    together = Together(session)
    together.run([Step("BEGIN")])
    with psycopg.connect(server, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", (session.info.backend_pid,))
    with pytest.raises(psycopg.OperationalError):
        together.run([Step("COMMIT")])
