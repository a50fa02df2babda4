"""Servers on one PostgreSQL watch each other: who freezes is fenced off, who leaves is not, and nobody by mistake."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from houseway.journal import Journal
from houseway.journal.engines import presence, sessions
from houseway.journal.engines.engine import Beginning
from houseway.journal.engines.postgres import PostgresEngine
from houseway.journal.engines.presence import Presence
from houseway.journal.journal_errors import FencedOff, JournalBusy, OldEngine
from tests.journal.toy_bank import Place, Till, accepted, one, pay
from tests.postgres import schema_url
from tests.waiting import happened, until


class Server:
    """A journal that is open at a server."""

    def __init__(self, url: str) -> None:
        self.journal = Journal.open(url, Till(), create=True)
        assert isinstance(self.journal.engine, PostgresEngine)
        self.engine = self.journal.engine
        self.fenced: list[FencedOff] = []
        self.presence: Presence = self.engine.appear(self.fenced.append)
        self._thaw = threading.Event()
        self._frozen = threading.Event()

    @property
    def id(self) -> str:
        return self.engine.sessions.id

    def freeze(self) -> None:
        """Say nothing more, with the row of a table locked inside a transaction."""

        def look(connection: Any) -> bool:
            self._frozen.set()
            happened(self._thaw, "the server thaws")
            del self.presence._look
            return True

        self.presence._look = look  # type: ignore[method-assign]
        happened(self._frozen, "the server looks no more")
        self.engine.begin(Beginning(locked=["table/1"]))

    def thaw(self) -> None:
        self._thaw.set()

    def close(self) -> None:
        self.thaw()
        self.engine.rollback()
        self.journal.close()


@contextmanager
def serving(*urls: str) -> Iterator[list[Server]]:
    servers = [Server(url) for url in urls]
    try:
        yield servers
    finally:
        for server in servers:
            server.close()


@pytest.fixture(params=["server", "older_server"])
def there(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A journal on PostgreSQL 18, and on one before 17, with something in it."""
    place = Place(schema_url(request.getfixturevalue(request.param)), tmp_path)
    with place.create() as journal:
        accepted(journal, pay("before", 1))
    return place


def rows(place: Place) -> dict[str, bool]:
    """The servers on record, and whether they are fenced off."""
    return dict(place.execute("SELECT id, fenced IS NOT NULL FROM servers"))


def held(place: Place, id: str) -> int:
    """The sessions of a server."""
    return len(place.execute(f"SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, 'houseway {id} ')"))


def test_a_server_that_freezes_is_fenced_off_and_refused_when_it_wakes(there: Place) -> None:
    with serving(there.url, there.url) as (one_, two):
        one_.freeze()
        # The other waits for the row, and has it as soon as the sessions of the frozen one are ended.
        assert one(two.journal, pay("a", 5)).reply == {"sum": 6}
        assert rows(there) == {one_.id: True, two.id: False}
        assert held(there, one_.id) == 0
        assert two.presence.settle()
        one_.thaw()
        until("the frozen server finds out", lambda: one_.fenced)
        assert isinstance(one(one_.journal, pay("b", 5)).error, FencedOff)
        with pytest.raises(FencedOff, match=f"server {two.id} fenced this server off"):
            one_.journal.head("table/1")
        with pytest.raises(FencedOff):
            one_.presence.settle()
        assert one(two.journal, pay("c", 5)).reply == {"sum": 11}
        assert two.fenced == []
        assert two.journal.verify().ok
    # Whoever was fenced off takes nothing of that back when it ends.
    assert rows(there) == {one_.id: True}


def test_a_server_that_leaves_in_order_is_forgotten(there: Place) -> None:
    with serving(there.url, there.url) as (one_, two):
        assert rows(there) == {one_.id: False, two.id: False}
        one_.close()
        assert rows(there) == {two.id: False}
        assert two.presence.settle()
    assert rows(there) == {}


def test_nobody_is_fenced_off_because_the_database_was_away(postgres_place: Place) -> None:
    with serving(postgres_place.url, postgres_place.url) as (one_, two):
        for _ in range(3):
            ended = postgres_place.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name IN "
                "(SELECT 'houseway ' || id || ' presence' FROM servers)"
            )
            assert len(ended) == 2
            assert one_.presence.settle()
            assert two.presence.settle()
        assert rows(postgres_place) == {one_.id: False, two.id: False}
        assert one(one_.journal, pay("a")).error is None


def test_a_mark_whose_maker_could_not_go_on_is_carried_out_by_another(there: Place) -> None:
    with serving(there.url, there.url) as (one_, two):
        one_.freeze()
        there.execute(f"UPDATE servers SET fenced = clock_timestamp(), fenced_by = 'x' WHERE id = '{one_.id}'")
        until("the sessions of the marked server are ended", lambda: held(there, one_.id) == 0)
        assert one(two.journal, pay("a", 5)).reply == {"sum": 6}
        one_.thaw()
        assert isinstance(one(one_.journal, pay("b", 5)).error, FencedOff)


def test_a_server_that_is_not_on_record_is_let_in_no_more(there: Place) -> None:
    with serving(there.url) as (server,):
        there.execute("DELETE FROM servers")
        until("the server finds out", lambda: server.fenced)
        assert isinstance(one(server.journal, pay("a")).error, FencedOff)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE servers SET fenced = NULL",
        "UPDATE servers SET fenced_by = 'another'",
        "UPDATE servers SET id = 'another'",
    ],
)
def test_not_even_the_owner_lets_a_server_in_again(postgres_place: Place, statement: str) -> None:
    with postgres_place.create():
        postgres_place.execute("INSERT INTO servers VALUES ('x', 'm', 1, now(), now(), 'y')")
        with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
            postgres_place.execute(statement)


# -- sessions that hold rows and do nothing


def test_a_terminal_that_freezes_inside_a_batch_is_ended_by_a_server(
    there: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "IDLE", 1)
    with there.open() as terminal, serving(there.url) as (server,):
        terminal.engine.begin(Beginning(locked=["table/1"]))
        assert one(server.journal, pay("a", 5)).reply == {"sum": 6}
        # It does what it was about to do, from the start, when it wakes.
        terminal.engine.rollback()
        assert one(terminal, pay("b", 5)).reply == {"sum": 11}


def test_a_terminal_that_freezes_inside_a_batch_is_ended_by_whoever_waits_for_it(
    there: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "IDLE", 0.5)
    monkeypatch.setattr(sessions, "_SETTINGS", sessions._SETTINGS.replace("'15s'", "'1s'"))
    with there.open() as terminal, there.open() as other:
        terminal.engine.begin(Beginning(locked=["table/1"]))
        assert one(other, pay("a", 5)).reply == {"sum": 6}
        terminal.engine.rollback()


def test_whoever_reads_one_moment_for_long_is_not_ended(there: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "IDLE", 0.2)
    with there.open() as reader, there.open() as writer, serving(there.url) as (server,):
        with reader.engine.snapshot() as queries:
            before = queries.heads()
            writer.engine.begin(Beginning(locked=["table/1"]))
            accepted(server.journal, pay("a", 5))
            assert queries.heads() == before
        writer.engine.rollback()


def test_a_writer_that_works_is_waited_for_and_not_ended(there: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_SETTINGS", sessions._SETTINGS.replace("'15s'", "'1s'"))
    with there.open() as working, there.open() as other:
        working.engine.begin(Beginning(locked=["table/1"]))
        assert isinstance(one(other, pay("a", 5)).error, JournalBusy)
        working.engine.rollback()
        assert one(other, pay("a", 5)).reply == {"sum": 6}


def test_a_transaction_without_an_end_is_ended_by_the_database_where_it_can(postgres_place: Place) -> None:
    with postgres_place.create() as journal:
        assert journal.engine.writing.fetch("SHOW transaction_timeout", ()) == [("30s",)]
        with journal.engine.reading() as queries:
            assert queries.fetch("SHOW transaction_timeout", ()) == [("0",)]


# -- what the login may do


def _login(place: Place, name: str) -> str:
    """The journal's address for a login that is a member of the program's role and nothing else."""
    place.execute(f"DO $$ BEGIN CREATE ROLE {name} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
    place.execute(f"GRANT houseway_app TO {name}")
    parts = urlsplit(place.url)
    return parts._replace(netloc=parts.netloc.replace("postgres:", f"{name}:")).geturl()


def test_a_plain_login_fences_off_servers_of_the_same_login(there: Place) -> None:
    url = _login(there, "room_login")
    with serving(url, url) as (one_, two):
        one_.freeze()
        assert one(two.journal, pay("a", 5)).reply == {"sum": 6}
        assert rows(there) == {one_.id: True, two.id: False}


def test_sessions_of_another_login_that_cannot_be_ended_are_told_of(
    there: Place, caplog: pytest.LogCaptureFixture
) -> None:
    url = _login(there, "room_login")
    with caplog.at_level(logging.ERROR), serving(there.url, url) as (one_, two):
        one_.freeze()
        until("the frozen server is marked", lambda: rows(there)[one_.id])
        until("the log tells it", lambda: "cannot be ended by this login" in caplog.text)
        assert two.presence.settle()
        one_.thaw()
        until("the frozen server finds out", lambda: one_.fenced)


def test_an_old_postgresql_is_refused(postgres_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "OLDEST", 99)
    with pytest.raises(OldEngine, match="PostgreSQL 18; Houseway needs PostgreSQL 99 or later"):
        postgres_place.create()
