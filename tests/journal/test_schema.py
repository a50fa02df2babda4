"""The schema keeps what is written, under the program's role, and every change to it is named."""

from __future__ import annotations

import apsw
import psycopg
import pytest
from psycopg import sql

from houseway.errors import HousewayError
from houseway.journal import Journal
from houseway.journal.engines import sqlite as sqlite_module
from houseway.journal.journal_errors import BadJournal, JournalReadOnly, NewerJournal, OldEngine
from tests.journal.toy_bank import Place, Till, accepted, fill, one, pay

KEPT = [
    "UPDATE entries SET who = 'eve'",
    "DELETE FROM entries",
    "UPDATE commands SET number = 9",
    "DELETE FROM commands",
    "UPDATE heads SET number = number - 1",
    "UPDATE heads SET at = at - 1",
    "DELETE FROM heads",
    "UPDATE counters SET stream = 'table/9'",
    "DELETE FROM counters",
    *(f"UPDATE counters SET p{position} = p{position} - 1" for position in range(1, 17)),
]


@pytest.mark.parametrize("statement", KEPT)
def test_the_triggers_keep_what_is_written(place: Place, statement: str) -> None:
    with place.create() as journal:
        fill(journal)
        before = place.dump()
        with pytest.raises((apsw.ConstraintError, psycopg.errors.IntegrityConstraintViolation)):
            place.execute(statement)
        assert place.dump() == before


@pytest.mark.parametrize("table", ["entries", "commands", "heads", "counters"])
def test_not_even_the_owner_truncates(postgres_place: Place, table: str) -> None:
    with postgres_place.create() as journal:
        fill(journal)
        with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
            postgres_place.execute(f"TRUNCATE {table}")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET who = 'eve'",
        "DELETE FROM entries",
        "TRUNCATE entries",
        "UPDATE commands SET number = 9",
        "DELETE FROM commands",
        "TRUNCATE commands",
        "DELETE FROM heads",
        "TRUNCATE heads",
        "DELETE FROM balances",
        "TRUNCATE balances",
        "DELETE FROM counters",
        "TRUNCATE counters",
        "INSERT INTO migrations VALUES (9, 'x', 'x')",
        "DELETE FROM migrations",
        "DROP TRIGGER entries_no_change ON entries",
        "ALTER TABLE counters DISABLE TRIGGER USER",
        "DROP TABLE counters",
        "CREATE TABLE more (number bigint)",
        "SET session_replication_role = replica",
    ],
)
def test_the_programs_role_may_only_add(postgres_place: Place, statement: str) -> None:
    with postgres_place.create() as journal:
        fill(journal)
    with psycopg.connect(postgres_place.server, autocommit=True) as session:
        session.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(postgres_place.schema)))
        session.execute("SET ROLE houseway_app")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            session.execute(statement)


def test_the_journal_works_under_that_role(postgres_place: Place) -> None:
    with postgres_place.create() as journal:
        assert journal.engine.writing.fetch("SELECT current_user", ()) == [("houseway_app",)]
        with journal.engine.reading() as queries:
            assert queries.fetch("SELECT current_user", ()) == [("houseway_app",)]


ALTERED = {
    "sqlite": {
        "DROP TRIGGER counters_no_fall": "trigger counters_no_fall is missing",
        "DROP TABLE snapshots": "table snapshots is missing",
        "CREATE TABLE more (number INTEGER)": "table more does not belong here",
        "CREATE INDEX more ON entries (who)": "index more does not belong here",
        "CREATE TRIGGER more AFTER INSERT ON entries BEGIN DELETE FROM snapshots; END": (
            "trigger more does not belong here"
        ),
        "ALTER TABLE heads ADD COLUMN more INTEGER": "table heads was altered",
        "DROP TRIGGER entries_no_delete; CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries WHEN 0 "
        "BEGIN SELECT RAISE(ABORT, 'entries are never removed'); END": "trigger entries_no_delete was altered",
    },
    "postgresql": {
        "DROP TRIGGER counters_no_fall ON counters": "trigger counters_no_fall is missing",
        "ALTER TABLE counters DISABLE TRIGGER counters_no_fall": "trigger counters_no_fall was altered",
        "DROP TABLE snapshots": "table snapshots is missing",
        "CREATE TABLE more (number bigint)": "table more does not belong here",
        "CREATE INDEX more ON entries (who)": "index more does not belong here",
        "CREATE VIEW more AS SELECT 1": "table more does not belong here",
        "CREATE RULE more AS ON INSERT TO snapshots DO INSTEAD NOTHING": "rule more does not belong here",
        "ALTER TABLE heads ADD COLUMN more bigint": "column heads.more does not belong here",
        "ALTER TABLE entries ALTER COLUMN who DROP NOT NULL": "column entries.who was altered",
        "ALTER TABLE entries DROP CONSTRAINT entries_number_check": "constraint entries_number_check is missing",
        "GRANT DELETE ON entries TO houseway_app": "grant entries to houseway_app was altered",
        "GRANT UPDATE (who) ON entries TO houseway_app": "grant entries.who to houseway_app does not belong here",
        "GRANT SELECT ON entries TO public": "grant entries to public does not belong here",
        "REVOKE SELECT ON migrations FROM houseway_app": "grant migrations to houseway_app is missing",
        "CREATE OR REPLACE FUNCTION keep_counters() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN RETURN NEW; END'": "function keep_counters was altered",
    },
}


@pytest.mark.parametrize(
    ("engine", "statement", "finding"),
    [(engine, statement, finding) for engine, cases in ALTERED.items() for statement, finding in cases.items()],
)
def test_an_altered_schema_is_reported_by_name(
    request: pytest.FixtureRequest, engine: str, statement: str, finding: str
) -> None:
    place: Place = request.getfixturevalue("sqlite_place" if engine == "sqlite" else "postgres_place")
    with place.create() as journal:
        fill(journal)
        place.execute(statement)
        assert finding in [f.what for f in journal.verify().findings if f.where == "schema"]


def test_nothing_of_the_comparison_remains(postgres_place: Place) -> None:
    question = "SELECT nspname FROM pg_namespace ORDER BY nspname"
    with postgres_place.create() as journal:
        assert journal.verify().ok
        assert not [name for (name,) in postgres_place.execute(question) if name.endswith("_as_made")]


def test_a_newer_journal_is_refused(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
    place.execute("INSERT INTO migrations VALUES (9000, 'later', 'x')")
    before = place.dump()
    with pytest.raises(NewerJournal):
        place.open()
    assert place.dump() == before


def test_a_journal_made_differently_is_refused(place: Place) -> None:
    place.create().close()
    place.execute("UPDATE migrations SET digest = 'x' WHERE number = 1")
    with pytest.raises(BadJournal, match="made differently"):
        place.open()


def test_a_journal_is_made_only_when_asked(place: Place) -> None:
    with pytest.raises(BadJournal):
        place.open()
    place.create().close()
    with place.open() as journal:
        assert journal.heads() == {}


def test_something_else_is_not_taken_for_a_journal(place: Place) -> None:
    if place.engine == "postgresql":
        place.execute(f'CREATE SCHEMA "{place.schema}"')
    place.execute("CREATE TABLE guests (name TEXT)")
    with pytest.raises(BadJournal):
        place.create()


@pytest.mark.parametrize("url", ["mysql://somewhere", "sqlite://", "sqlite:///"])
def test_a_url_that_names_no_place_is_refused(url: str) -> None:
    with pytest.raises(BadJournal):
        Journal.open(url, Till(), create=True)


def test_a_url_names_a_file(sqlite_place: Place) -> None:
    with Journal.open(f"sqlite:///{sqlite_place.url}", Till(), create=True) as journal:
        accepted(journal, pay("a"))
    with sqlite_place.open() as journal:
        assert one(journal, pay("a")).repeated


def test_a_journal_opened_for_reading_refuses_to_write(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
    before = place.dump()
    with place.open(readonly=True) as journal:
        assert isinstance(one(journal, pay("more", at=9_000_000)).error, JournalReadOnly)
        assert journal.state("table/1")["sum"] == 30
        assert journal.verify().ok
    assert place.dump() == before


def test_an_old_sqlite_is_refused(sqlite_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_module, "OLDEST", (99, 0, 0))
    with pytest.raises(OldEngine):
        sqlite_place.create()


def test_sqlite_is_set_to_keep_what_it_was_told(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        engine = journal.engine
        assert isinstance(engine, sqlite_module.SqliteEngine)
        settings = {name: engine.connection.pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys")}
        assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        assert engine.connection.pragma("mmap_size") in (0, None)


def test_a_damaged_file_is_refused(sqlite_place: Place) -> None:
    sqlite_place.folder.joinpath("journal.db").write_bytes(b"no database at all, but long enough" * 100)
    with pytest.raises(HousewayError):
        sqlite_place.open()
