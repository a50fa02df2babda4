"""Stop, backup, start: a journal of release 0.1 goes on under this one, and release 0.1 is then refused."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.folding import FloorFold
from houseway.journal import restore
from houseway.journal.engines.migrate import known_migrations
from houseway.journal.engines.sqlite import SqliteEngine
from houseway.journal.journal_errors import NewerJournal
from tests.postgres import schema_url
from tests.releases.migrations_of_0_1 import missing_migrations
from tests.releases.released import PUBLIC_KEY, postgres_room, sqlite_room


def _goes_on(url: str | Path, **places: Any) -> list[tuple[int, str, str]]:
    """Start on a journal of 0.1, write, stop, start again; the record of its migrations then."""
    floor = Floor.open(url, **places)
    heads = floor.journal.heads()
    at = max(head.at for head in heads.values()) + 1_000_000
    floor.do(c.GiveChips(player="player:new", amount=500), id="first-of-0.2", who="sato", at=at)
    floor.close()
    floor = Floor.open(url, **places)
    try:
        assert floor.do(c.GiveChips(player="player:new", amount=500), id="first-of-0.2", who="sato", at=at)
        assert floor.journal.balance("play/player:new") == 500 * 1_000_000
        report = floor.journal.verify(public_key=PUBLIC_KEY)
        assert report.findings == ()
        (given,) = floor.journal.read("players", floor.journal.head("players").number)
        assert floor.journal.written_with(given, "players") == [given]
        # Every entry of 0.1 is as it was.
        for stream, head in heads.items():
            (entry,) = floor.journal.read(stream, head.number, head.number + 1)
            assert (entry.at, entry.hash) == (head.at, head.hash)
        with floor.journal.engine.reading() as queries:
            rows = queries.fetch("SELECT number, name, digest FROM migrations ORDER BY number", ())
            return [(row[0], row[1], row[2]) for row in rows]
    finally:
        floor.close()


def _is_refused_by_0_1(engine: str, made: list[tuple[int, str, str]]) -> None:
    known = known_migrations(engine)[:1]
    assert missing_migrations(known, made[:1]) == [], "its own journals 0.1 opened"
    with pytest.raises(NewerJournal) as refused:
        missing_migrations(known, made)
    assert "this release knows 1" in refused.value.message
    assert "use the release that wrote it, or a later one" in str(refused.value)


def test_a_journal_of_0_1_on_sqlite_goes_on_and_0_1_is_refused(tmp_path: Path) -> None:
    path = sqlite_room(tmp_path)
    backup = tmp_path / "backup.db"
    shutil.copy(path, backup)
    _is_refused_by_0_1("sqlite", _goes_on(path))
    # The backup is as 0.1 left it: the way back.
    before = backup.read_bytes()
    report = restore(backup, tmp_path / "restored.db", FloorFold(), seals=path.with_name("room.db.seals"))
    assert report.findings == () and report.entries == 141
    assert backup.read_bytes() == before


def test_a_journal_of_0_1_on_postgresql_goes_on_and_0_1_is_refused(server: str, tmp_path: Path) -> None:
    url, places = postgres_room(server, tmp_path)
    _is_refused_by_0_1("postgresql", _goes_on(url, **places))


def test_a_backup_of_0_1_is_restored_on_the_other_engine(server: str, tmp_path: Path) -> None:
    path = sqlite_room(tmp_path)
    before = path.read_bytes()
    url = schema_url(server)
    report = restore(path, url, FloorFold(), seals=tmp_path / "room.db.seals", key=tmp_path / "room.db.key")
    assert report.findings == () and report.entries == 141
    assert path.read_bytes() == before


def test_a_later_release_is_named_and_the_way_back_too(tmp_path: Path, server: str) -> None:
    path = sqlite_room(tmp_path)
    Floor.open(path).close()
    engine = SqliteEngine(path)
    engine.connection.execute("INSERT INTO migrations VALUES (9000, 'later', 'x')")
    engine.close()
    url, places = postgres_room(server, tmp_path)
    Floor.open(url, seals=places["seals"], key=places["key"]).close()
    with psycopg.connect(server, autocommit=True) as login:
        schema = url.rpartition("schema=")[2]
        login.execute(sql.SQL("INSERT INTO {}.migrations VALUES (9000, 'later', 'x')").format(sql.Identifier(schema)))
    rooms: tuple[tuple[Any, dict[str, Any]], ...] = ((path, {}), (url, {**places}))
    for place, settings in rooms:
        with pytest.raises(NewerJournal) as refused:
            Floor.open(place, **settings)
        assert "a later release of Houseway has changed this journal" in refused.value.message
        assert refused.value.remedy is not None and "restore the backup" in refused.value.remedy
