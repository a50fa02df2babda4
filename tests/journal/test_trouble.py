"""Full disks, read-only files, lost servers: a clear reason, and nothing lost or doubled."""

from __future__ import annotations

import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from houseway.journal import Decision, Draft, Journal, Request, Transaction, Writer
from houseway.journal.engines import sqlite as sqlite_module
from houseway.journal.engines.engine import Pending
from houseway.journal.engines.postgres import PostgresEngine
from houseway.journal.engines.sqlite import SqliteEngine
from houseway.journal.journal_errors import ConnectionLost, DiskFull, JournalBusy, JournalReadOnly, JournalUnavailable
from tests.journal.toy_bank import Place, Till, accepted, append, ask, one, pay, pay_many
from tests.waiting import first_line, joined


def _sqlite(journal: Journal) -> SqliteEngine:
    assert isinstance(journal.engine, SqliteEngine)
    return journal.engine


def _postgres(journal: Journal) -> PostgresEngine:
    assert isinstance(journal.engine, PostgresEngine)
    return journal.engine


def test_a_full_disk_refuses_the_batch_and_later_takes_it(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        accepted(journal, pay("a", 5))
        before = sqlite_place.dump()
        connection = _sqlite(journal).connection
        connection.pragma("max_page_count", connection.pragma("page_count"))
        filler = append("big", Draft("table/1", "note", {"text": "x" * 200_000}))
        outcomes = journal.write([pay("b", 6), filler, pay("c", 7)])
        assert [type(outcome.error) for outcome in outcomes] == [DiskFull] * 3
        assert sqlite_place.dump() == before
        assert journal.state("table/1")["sum"] == 5
        connection.pragma("max_page_count", 1_000_000)
        assert [outcome.reply for outcome in accepted(journal, pay("b", 6), filler, pay("c", 7))] == [
            {"sum": 11},
            {},
            {"sum": 18},
        ]
        assert journal.verify().ok


def _limited(path: str, size: int, answers: multiprocessing.Queue[object]) -> None:
    """What a process can do whose files the system lets grow no further than so many bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    try:
        with Journal.open(path, Till(), readonly=True) as journal:
            found = (journal.balance("cash"), journal.state("table/1")["sum"], journal.verify().findings)
            answers.put(found)
    except Exception as error:
        answers.put(str(error))
    try:
        with Journal.open(path, Till()) as journal:
            said = [one(journal, request).error for request in (_filler("big"), pay("small", 1))]
            answers.put([error and (error.code, str(error)) for error in said])
            answers.put((journal.balance("cash"), journal.state("table/1")["sum"]))
    except JournalUnavailable as error:
        answers.put((error.code, str(error)))


def _filler(command: str) -> Request:
    return append(command, Draft("table/1", "note", {"text": "x" * 200_000}))


def _answers(path: str, size: int, count: int) -> list[object]:
    context = multiprocessing.get_context("spawn")
    answers: multiprocessing.Queue[object] = context.Queue()
    process = context.Process(target=_limited, args=(path, size, answers))
    process.start()
    found = [answers.get(timeout=60) for _ in range(count)]
    process.join(60)
    return found


def test_where_no_file_can_grow_reading_goes_on_and_writing_says_why(sqlite_place: Place) -> None:
    """As on a full disk after a clean stop: not even the index that SQLite reads with can be made."""
    with sqlite_place.create() as journal:
        accepted(journal, pay("a", 5))
    before = Path(sqlite_place.url).read_bytes()
    read, refused = _answers(sqlite_place.url, 1_000, 2)
    assert isinstance(refused, tuple)
    code, said = refused
    assert read == (-5, 5, ())
    assert code == "disk-full"
    assert "grow no further" in said and "free some disk space" in said and "I/O" not in said
    assert Path(sqlite_place.url).read_bytes() == before
    with sqlite_place.open() as journal:
        accepted(journal, pay("b", 6))
        assert journal.verify().ok


def test_a_quota_that_is_reached_is_said_in_plain_words_and_reading_goes_on(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        accepted(journal, pay("a", 5))
    size = Path(sqlite_place.url).stat().st_size + 60_000
    _, said, read = _answers(sqlite_place.url, size, 3)
    assert isinstance(said, list)
    assert said[0][0] == "disk-full" and "I/O" not in said[0][1]
    # What still fits is taken.
    assert (said[1], read) == (None, (-6, 6))
    with sqlite_place.open() as journal:
        accepted(journal, _filler("big"))
        assert journal.verify().ok


def test_a_log_that_was_left_behind_is_not_passed_over(sqlite_place: Place, tmp_path: Path) -> None:
    """After a crash the last commits are in the log alone: a file read without it would be an older one."""
    with sqlite_place.create() as journal:
        accepted(journal, pay("a", 5))
        copy = tmp_path / "crashed.db"
        for end in ("", "-wal"):
            shutil.copy(f"{sqlite_place.url}{end}", f"{copy}{end}")
    read, *_ = _answers(str(copy), 1_000, 1)
    assert read == (-5, 5, ()) or (isinstance(read, str) and "grow no further" in read)


def _open_as_nobody(path: str, answers: multiprocessing.Queue[str]) -> None:
    os.setuid(65534)
    try:
        Journal.open(path, Till()).close()
        answers.put("opened")
    except JournalUnavailable as error:
        answers.put(error.code)


def test_a_read_only_file_is_refused(sqlite_place: Place) -> None:
    """Somebody without the right to write opens it. (The tests may run as root, whom no file mode stops.)"""
    with sqlite_place.create() as journal:
        accepted(journal, pay("a", 5))
    path = Path(sqlite_place.url)
    before = path.read_bytes()
    path.chmod(0o444)
    if os.getuid() != 0:
        with pytest.raises(JournalReadOnly):
            sqlite_place.open()
    else:
        for folder in list(path.parents)[:-1]:
            folder.chmod(folder.stat().st_mode | 0o055)
        context = multiprocessing.get_context("spawn")
        answers: multiprocessing.Queue[str] = context.Queue()
        process = context.Process(target=_open_as_nobody, args=(str(path), answers))
        process.start()
        assert answers.get(timeout=60) == "journal-read-only"
        joined(process, "the process that opened it as nobody")
    assert path.read_bytes() == before


def test_a_journal_held_by_another_is_busy(sqlite_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_module, "BUSY_MILLISECONDS", 1)
    with sqlite_place.create() as journal, sqlite_place.open() as other:
        _sqlite(other).connection.execute("BEGIN IMMEDIATE")
        assert isinstance(one(journal, pay("a", 5)).error, JournalBusy)
        _sqlite(other).connection.execute("ROLLBACK")
        assert one(journal, pay("a", 5)).reply == {"sum": 5}


HOLDS = """
import os, signal, sys
from houseway.journal.engines.engine import Beginning
from houseway.journal.engines.places import open_engine
engine = open_engine(sys.argv[1])
engine.begin(Beginning(locked=["table/1"]))
print("held", flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
"""


def test_a_frozen_server_that_holds_the_file_is_told_of_with_what_to_do(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "BUSY_MILLISECONDS", 100)
    sqlite_place.create().close()
    frozen = subprocess.Popen([sys.executable, "-c", HOLDS, sqlite_place.url], stdout=subprocess.PIPE, text=True)
    try:
        assert frozen.stdout is not None
        assert first_line(frozen.stdout, "held") == "held\n"
        with pytest.raises(JournalBusy, match=r"another program holds journal\.db and did not let go") as refused:
            sqlite_place.open()
        assert "end that server and start it again" in (refused.value.remedy or "")
        frozen.kill()
        frozen.wait(60)
        with sqlite_place.open() as terminal:
            assert one(terminal, pay("a", 5)).reply == {"sum": 5}
    finally:
        frozen.kill()
        frozen.communicate(timeout=60)


@pytest.fixture
def served(postgres_place: Place) -> Iterator[Journal]:
    with postgres_place.create() as journal:
        accepted(journal, pay("before", 1))
        yield journal


def _terminate(journal: Journal, place: Place) -> None:
    (pid,) = journal.engine.writing.fetch("SELECT pg_backend_pid()", ())[0]
    assert place.execute(f"SELECT pg_terminate_backend({pid}, 10000)") == [(True,)]


def test_a_connection_lost_between_batches_is_made_again(served: Journal, postgres_place: Place) -> None:
    _terminate(served, postgres_place)
    assert one(served, pay("a", 5)).reply == {"sum": 6}
    assert served.verify().ok


def test_a_connection_lost_while_deciding_is_made_again(served: Journal, postgres_place: Place) -> None:
    calls = []

    def decide(transaction: Transaction) -> Decision:
        calls.append(transaction.head("table/1"))
        if len(calls) == 1:
            _terminate(served, postgres_place)
        return Decision(
            [Draft("table/1", "paid", {"amount": 5}, (("cash", -5), ("box/table/1", 5)))], {"calls": len(calls)}
        )

    outcome = one(served, Request("a", b"", "ann", 2_000_000, ("table/1",), (), decide))
    assert (outcome.reply, len(calls), served.balance("cash")) == ({"calls": 2}, 2, -6)
    assert served.verify().ok


@pytest.mark.parametrize("arrived", [True, False], ids=["commit-arrived", "commit-did-not-arrive"])
def test_a_connection_lost_during_commit_writes_once(
    served: Journal, postgres_place: Place, monkeypatch: pytest.MonkeyPatch, arrived: bool
) -> None:
    """The answer to COMMIT never comes: whether it arrived is found out by the commands' ids."""
    engine = _postgres(served)
    real = engine.commit
    lost: list[bool] = []

    def commit(pending: Pending) -> None:
        if lost:
            real(pending)
            return
        lost.append(True)
        if arrived:
            real(pending)
            _terminate(served, postgres_place)
            raise ConnectionLost("the answer was lost")
        _terminate(served, postgres_place)
        real(pending)

    monkeypatch.setattr(engine, "commit", commit)
    announced: list[str] = []
    served.after_commit.append(lambda entries: announced.extend(entry.command for entry in entries))
    outcomes = accepted(served, pay("a", 5), pay("b", 6), pay("before", 1))
    assert [outcome.reply for outcome in outcomes] == [{"sum": 6}, {"sum": 12}, {"sum": 1}]
    assert [outcome.repeated for outcome in outcomes] == [False, False, True]
    assert announced == ["a", "b"]
    assert served.balance("cash") == -12
    assert served.state("table/1")["sum"] == 12
    assert served.verify().ok


def test_a_server_that_cannot_be_reached_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(ConnectionLost):
        Journal.open(f"postgresql://nobody@/nothing?host={tmp_path}", Till())


def test_a_transaction_that_is_rolled_back_takes_no_statement_of_the_next_with_it(served: Journal) -> None:
    for number in range(8):
        # Each asks the writing session for a bank of counters, in the same words.
        accepted(served, ask(f"asked-{number}", "cash"))
    for number in range(8):
        served.check_writable()
        assert one(served, pay(f"paid-{number}")).error is None, "written at once, by the same session"
    assert served.verify().ok


def test_readers_survive_a_lost_connection(served: Journal, postgres_place: Place) -> None:
    assert served.balance("cash") == -1
    mine = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
    with psycopg.connect(postgres_place.server, autocommit=True) as session:
        with served.engine.reading() as queries:
            (pid,) = queries.fetch("SELECT pg_backend_pid()", ())[0]
        assert (pid,) in session.execute(mine).fetchall()
        session.execute("SELECT pg_terminate_backend(%s, 10000)", (pid,))
    assert served.balance("cash") == -1


def test_several_processes_write_at_once(postgres_place: Place, tmp_path: Path) -> None:
    """Four processes, each with a table of its own and all with the same commands for a shared one."""
    commands, shared, workers = 60, 25, 4
    with postgres_place.create() as journal:
        context = multiprocessing.get_context("spawn")
        processes = [
            context.Process(target=pay_many, args=(postgres_place.url, worker, commands, shared))
            for worker in range(workers)
        ]
        for process in processes:
            process.start()
        journal.seal(1)
        for process in processes:
            joined(process, "a process that writes")
        assert [process.exitcode for process in processes] == [0] * workers
        journal.seal(2)
        heads = journal.heads()
        assert {stream: head.number for stream, head in heads.items()} == {
            **{f"table/{worker}": commands for worker in range(workers)},
            "table/s": shared,
            "jackpot/s": shared,
        }
        assert journal.balance("cash") == -workers * sum(range(commands)) - shared
        report = journal.verify()
        assert (report.findings, report.seals) == ((), 2)
        journal.export(tmp_path / "export.jsonl")
        with Journal.open(tmp_path / "copy.db", Till(), create=True) as copy:
            copy.load(tmp_path / "export.jsonl")
            assert copy.heads() == heads
            assert copy.partials() == journal.partials()
            assert copy.counters() == journal.counters()
            assert copy.verify().ok


def test_two_writers_of_one_process_share_new_streams(postgres_place: Place) -> None:
    with postgres_place.create() as first, postgres_place.open() as second:
        with Writer(first) as ours, Writer(second) as theirs:
            tickets = []
            for number in range(40):
                for name, writer in (("ours", ours), ("theirs", theirs)):
                    tickets.append(
                        writer.submit(pay(f"{name}-{number}", 1, stream=f"table/{number % 5}", also="jackpot/1"))
                    )
            assert [ticket.result(60).error for ticket in tickets] == [None] * 80
        assert first.balance("cash") == -80
        assert first.head("jackpot/1").number == 80
        assert first.verify().ok


def test_a_stopped_writer_says_what_failed(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        writer = Writer(journal)
        blocked = threading.Event()
        journal.after_commit.append(lambda entries: blocked.set())
        assert writer.submit(pay("a", 1)).result(60).error is None
        assert blocked.is_set()
        writer.close()
    outcome = one(journal, pay("b", 1))
    assert isinstance(outcome.error, JournalUnavailable)
