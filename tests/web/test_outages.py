"""A server whose journal, disk or database fails for a while: what it answers meanwhile, and that it goes on after."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from houseway.accounts.service import NAMES, NEWCOMER
from houseway.accounts.store import ServerStore
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.states import table_stream
from houseway.journal.engines.sqlite import SqliteEngine
from houseway.journal.journal_errors import ConnectionLost, JournalDamaged
from houseway.web import app
from houseway.web.live import room as rooms
from houseway.web.live.journal_reader import TURNS, WAITING, Place, Slow
from houseway.web.live.room import now
from houseway.web.live.runner import Pace
from houseway.web.records import records_api as records
from houseway.web.service import gate
from tests.waiting import came, happened
from tests.web.processes import wait_for
from tests.web.serving import Browser, Served, fresh, served

TABLE = "T5"
SLOW = Pace(wager=60.0, decide=60.0, between=0.01, move=2.0, deal=0.01)
"""Automatic players who take their time before each move."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as found:
        yield found


def pause(browser: Browser, *, paused: bool = True) -> int:
    """A command of the dealer; the status of its answer."""
    command = {"type": "pause-table", "table": TABLE, "paused": paused, "reason": "a look"}
    return browser.post("/api/commands", {"command": command}).status_code


def test_the_writer_goes_on_when_the_journal_cannot_be_read_anew(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    dealer = room.browser("dealer")
    journal = room.floor.journal
    refreshed = []

    def lost() -> None:
        refreshed.append(1)
        raise ConnectionLost("the database server went away")

    with monkeypatch.context() as patch:
        # What the command needs has changed since it was worked out, and what changed cannot be read.
        patch.setattr(room.floor, "_streams", lambda command: ((table_stream(TABLE),), ()))
        patch.setattr(journal, "refresh", lost)
        assert pause(dealer) == 503
    assert refreshed
    assert pause(dealer) == 200
    assert dealer.get("/ready").status_code == 200


def test_a_bug_while_the_journal_is_read_anew_is_told_and_not_the_end(
    room: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealer = room.browser("dealer")

    def broken() -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(room.floor, "_streams", lambda command: ((table_stream(TABLE),), ()))
        patch.setattr(room.floor.journal, "refresh", broken)
        assert pause(dealer) == 500
    assert pause(dealer) == 200


@pytest.mark.parametrize("name", ["%00", "a%0ab", "x" * 300])
def test_a_table_whose_name_cannot_be_is_refused_without_a_look_at_the_journal(
    room: Served, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor = room.browser("supervisor")
    looked = []
    refresh = room.floor.journal.refresh

    def look() -> object:
        looked.append(1)
        return refresh()

    monkeypatch.setattr(room.floor.journal, "refresh", look)
    before = len(looked)
    for path, body in (("begin", {"round": 1, "seats": [1]}), ("void", {"round": 1, "reason": "a look"})):
        assert supervisor.post(f"/api/tables/{name}/{path}", body).status_code in (404, 422)
    assert len(looked) == before


def test_a_server_whose_writer_has_ended_is_not_ready(room: Served) -> None:
    browser = room.browser()
    assert browser.get("/ready").status_code == 200
    writer = room.floor._writer
    assert writer is not None
    writer.close()
    answer = browser.get("/ready")
    assert answer.status_code == 503
    assert answer.json()["problems"] == ["the thread that writes has ended"]
    assert pause(room.browser("dealer")) == 503


# -- what is done again and again


def test_sealing_goes_on_after_a_file_that_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SEAL_EVERY", 0.05)
    with capture_logs() as logs, served(tmp_path) as room:
        book = room.floor.journal.seal_book
        assert book is not None
        browser = room.browser()
        room.wait(book.path.exists)
        with monkeypatch.context() as patch:
            # The disk that it is on is gone.
            patch.setattr(book, "path", tmp_path / "gone" / "seals")
            room.wait(lambda: any(line["event"] == "seal not written" for line in logs))
        size = book.path.stat().st_size
        assert pause(room.browser("dealer")) == 200
        room.wait(lambda: book.path.stat().st_size > size)
        assert "houseway_seal_age_seconds 0." in browser.get("/metrics").text
    assert {line["error"] for line in logs if line["event"] == "seal not written"} <= {"bad-seal", "seals-missing"}


def test_following_and_sweeping_go_on_after_whatever_went_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "SWEEPS", 0.05)
    with capture_logs() as logs, served(tmp_path) as room:

        def failing(*_: object) -> None:
            raise OSError("the disk is gone")

        failures = ("journal not readable", "ended sessions and guests not swept")
        with monkeypatch.context() as patch:
            patch.setattr(room.room.mirror, "unread", failing)
            patch.setattr(room.accounts, "sweep", failing)
            room.wait(lambda: all(any(line["event"] == event for line in logs) for event in failures))
        # Committed by somebody else, and seen all the same.
        other = Floor.open(tmp_path / "floor.db")
        other.do(c.PauseTable(table=TABLE, paused=True, reason="a look"), id=fresh(), who="dan", at=now())
        other.close()
        room.wait(lambda: room.room.mirror.table(TABLE).paused is not None)


# -- a database that does not answer


def test_the_server_answers_while_the_database_does_not(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, url=postgres) as room:
        guest, anybody, supervisor = room.browser("guest"), room.browser(), room.browser("supervisor")
        assert guest.post("/api/tables/T1/sit", {"seat": 6}).status_code == 200
        name = guest.frame("T1", "public")["seats"]["6"]["name"]
        room.accounts._names.clear()
        store = room.accounts.store
        assert isinstance(store, ServerStore)
        with store._lock:
            # She came in at another server: her name is asked for, and nobody waits for it.
            assert anybody.frame("T1", "public")["seats"]["6"]["name"] == NEWCOMER
            assert anybody.get("/health").status_code == 200
        shown = wait_for(anybody, "table/T1/public", lambda frame: frame["seats"]["6"]["name"] != NEWCOMER)
        assert shown["seats"]["6"]["name"] == name
        asked, submit = threading.Event(), room.floor.submit

        def ask(*values: Any) -> None:
            asked.set()
            submit(*values)

        monkeypatch.setattr(room.floor, "submit", ask)
        with ThreadPoolExecutor() as pool:
            with room.floor.journal._lock:
                # A commit hangs. What a void needs is asked of the journal, which waits.
                void = {"type": "void-round", "table": TABLE, "round": 1, "reason": "a look"}
                voided = pool.submit(supervisor.post, "/api/commands", {"command": void})
                assert asked.wait(60)
                assert anybody.get("/health").status_code == 200
                assert not voided.done()
            assert came(voided, "the answer to the void").status_code == 409


def test_another_name_arrives_from_another_server(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "DAYS", 0.05)
    with served(tmp_path, url=postgres) as room:
        guest, anybody = room.browser("guest"), room.browser()
        assert guest.post("/api/tables/T1/sit", {"seat": 6}).status_code == 200
        room.until(lambda: room.room.mirror.table("T1").live is not None)
        moment, seen = room.accounts.now, []

        def renamed(frame: Any) -> bool:
            seen.append(frame["seats"]["6"]["name"])
            if len(seen) == 1:
                # Nothing else moves at this table.
                room.accounts.store.ask("UPDATE accounts SET name = ? WHERE login IS NULL", "Somebody Else")
                room.accounts.now = lambda: moment() + (NAMES + 1) * 1_000_000
            return bool(seen[-1] == "Somebody Else")

        wait_for(anybody, "table/T1/public", renamed)


def test_a_round_that_is_read_again_is_shown_when_it_is_there(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, url=postgres, sitting={"T1": ("rosa",)}, pace=SLOW) as room:
        mirror, anybody = room.room.mirror, room.browser()
        room.until(lambda: mirror.table("T1").round == 1 and mirror.table("T1").live is not None)
        there, read = threading.Event(), room.floor.journal.read

        def slowly(*values: Any) -> Any:
            happened(there, "the test lets it read")
            return read(*values)

        monkeypatch.setattr(room.floor.journal, "read", slowly)
        # As after a restart: nobody here has played it.
        mirror._rounds._playing.clear()
        mirror._rounds._ended.clear()
        assert anybody.frame("T1", "public")["last"] is None
        assert anybody.get("/health").status_code == 200
        there.set()
        shown = wait_for(anybody, "table/T1/public", lambda frame: frame["last"] is not None)
        assert shown["last"]["round"] == 1


# -- a disk without room


def test_tables_stand_still_while_the_disk_is_full_and_everybody_is_told(tmp_path: Path) -> None:
    with capture_logs() as logs, served(tmp_path, sitting={"T1": ("rosa",)}) as room:
        engine = room.floor.journal.engine
        assert isinstance(engine, SqliteEngine)
        connection = engine.connection
        browser = room.browser()
        mirror = room.room.mirror
        room.until(lambda: mirror.table("T1").round > 1)
        with room.floor.journal._lock:
            connection.pragma("max_page_count", connection.pragma("page_count"))
        room.wait(lambda: any(line["event"] == "table stands still" for line in logs))
        answer = browser.get("/ready")
        assert answer.status_code == 503
        assert "no room is left" in answer.json()["problems"][0]
        room.wait(lambda: room.room.failures.get("disk-full", 0) > 2)
        assert 'houseway_runner_failures_total{error="disk-full"}' in browser.get("/metrics").text
        with room.floor.journal._lock:
            connection.pragma("max_page_count", 1_000_000)
        stood = mirror.table("T1").round
        room.until(lambda: mirror.table("T1").round > stood + 1)
        assert browser.get("/ready").status_code == 200
    told = [line["event"] for line in logs if line.get("table") == "T1" and line["event"].startswith("table ")]
    assert told == ["table stands still", "table goes on"]


# -- long work


def test_a_check_of_the_journal_takes_the_time_that_it_takes(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Event(), threading.Event()
    check = records._verify

    def slowly(place: Place) -> Any:
        begun.set()
        happened(may_end, "the test lets it end")
        return check(place)

    monkeypatch.setattr(records, "_verify", slowly)
    turns, run = [], Slow.run

    async def noted(slow: Slow, *values: Any) -> Any:
        turns.append(slow)
        return await run(slow, *values)

    monkeypatch.setattr(Slow, "run", noted)
    regulators = [room.browser("regulator") for _ in range(TURNS + WAITING + 1)]
    monkeypatch.setattr(gate, "SECONDS", 1.0)
    with ThreadPoolExecutor(len(regulators)) as pool:
        asked = [pool.submit(regulator.post, "/api/audit/verify") for regulator in regulators[1:]]
        happened(begun, "the first check begins")
        room.wait(lambda: turns[0]._waiting == WAITING)
        longer = time.monotonic() + 1.2
        room.wait(lambda: time.monotonic() > longer)
        # No more than that wait, and nobody else waits for them.
        refused = regulators[0].post("/api/audit/verify")
        assert (refused.status_code, refused.json()["error"]) == (503, "too-busy")
        assert room.browser().get("/ready").status_code == 200
        assert not any(each.done() for each in asked)
        may_end.set()
        assert {came(each, "the report of the check").json()["ok"] for each in asked} == {True}
    assert not turns[0]._turns.locked()


def test_a_check_that_fails_gives_its_turn_back(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    regulator = room.browser("regulator")

    def broken(place: Place) -> None:
        raise JournalDamaged("the file is damaged")

    with monkeypatch.context() as patch:
        patch.setattr(records, "_verify", broken)
        for _ in range(TURNS + 1):
            assert regulator.post("/api/audit/verify").status_code == 503
    assert regulator.post("/api/audit/verify").json()["ok"]
