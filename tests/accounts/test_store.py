"""The store of accounts: as durable as the journal, on either engine, and never in anybody's way."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from houseway.accounts import store as stores
from houseway.accounts.copying import copy_accounts, restore_accounts
from houseway.accounts.service import Accounts
from houseway.accounts.store import FileStore, ServerStore, open_store
from houseway.floor.floor_errors import WrongState
from houseway.journal.journal_errors import BadExport, JournalBusy, JournalNotEmpty, JournalUnavailable
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "floor.db")
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
def accounts(url: str) -> Iterator[Accounts]:
    store = open_store(url)
    yield Accounts(store, hasher=QUICK)
    store.close()


def test_a_change_is_on_the_disk_when_it_is_answered(tmp_path: Path) -> None:
    store = open_store(tmp_path / "floor.db")
    assert isinstance(store, FileStore)
    # 2 is FULL: the write-ahead log is synced at every commit, so that a power cut undoes no revoked key.
    assert store._connection.pragma("synchronous") == 2
    assert store._connection.pragma("journal_mode") == "wal"
    store.close()


def test_a_change_is_on_the_servers_disk_when_it_is_answered(postgres: str) -> None:
    store = open_store(postgres)
    [[commit], [statement], [lock]] = [
        store.ask(f"SELECT current_setting('{name}')")[0]
        for name in ("synchronous_commit", "statement_timeout", "lock_timeout")
    ]
    assert (commit, statement, lock) == ("on", "8s", "4s")
    store.close()


def test_a_migration_that_is_interrupted_starts_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = stores._migrations()
    number, script = known[-1]
    for broken in (
        f"{script}; SELECT nothing FROM nowhere",
        script.replace("CREATE TABLE", "CREATE TABEL"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(stores, "_migrations", lambda broken=broken: [*known[:-1], (number, broken)])
            with pytest.raises(JournalUnavailable):
                open_store(url)
    store = open_store(url)
    kept = [row[0] for row in store.ask("SELECT number FROM migrations ORDER BY number")]
    assert kept == [each for each, _ in known]
    assert store.ask("SELECT * FROM payees") == []
    store.close()


def test_several_servers_begin_at_once_on_an_empty_schema(postgres: str) -> None:
    opened: list[ServerStore] = []
    threads = [threading.Thread(target=lambda: opened.append(ServerStore(postgres))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(opened) == 4
    for store in opened:
        store.close()


def test_a_slow_statement_does_not_stop_a_sign_in(server: str, postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "STATEMENT_SECONDS", 3)
    store = open_store(postgres)
    accounts = Accounts(store, hasher=QUICK)
    run_within(accounts.make("sam", PASSWORD, "Sam", "sam"))
    slow: list[Exception] = []

    def sleep() -> None:
        try:
            store.ask("SELECT pg_sleep(60)")
        except JournalUnavailable as error:
            slow.append(error)

    sleeping = threading.Thread(target=sleep)
    sleeping.start()
    with psycopg.connect(server, autocommit=True) as watch:
        asking = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'"
        for _ in range(1000):
            [(count,)] = watch.execute(asking).fetchall()
            if count:
                break
        assert count == 1, "the slow statement never began"
        assert run_within(accounts.check("sam", PASSWORD)).person == "sam"
        assert sleeping.is_alive()
        # Nobody waits for ever: the server ends what takes too long.
        sleeping.join(60)
    assert not sleeping.is_alive()
    assert isinstance(slow[0], JournalBusy)
    store.close()


def test_a_row_that_another_holds_is_waited_for_a_while(
    server: str, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "LOCK_SECONDS", 1)
    store = open_store(postgres)
    assert isinstance(store, ServerStore)
    account = run_within(Accounts(store, hasher=QUICK).make("sam", PASSWORD, "Sam", "sam"))
    with psycopg.connect(server) as other:
        other.execute(f"UPDATE {store.schema}.accounts SET name = 'Held' WHERE id = %s".encode(), (account.id,))
        with pytest.raises(JournalBusy):
            store.ask("UPDATE accounts SET name = 'Sam' WHERE id = ?", account.id)
    store.close()


def test_statements_that_belong_together_are_all_or_nothing(accounts: Accounts) -> None:
    account = run_within(accounts.make("sam", PASSWORD, "Sam", "sam"))
    with pytest.raises(Exception, match=r"(?i)unique"):
        accounts.store.ask_all(
            ("UPDATE accounts SET name = 'Other' WHERE id = ?", (account.id,)),
            ("INSERT INTO accounts (id, login, name, created) VALUES ('a-2', 'sam', 'Sam', 1)", ()),
        )
    assert accounts.store.ask("SELECT name FROM accounts") == [("Sam",)]


def test_of_two_changes_at_once_the_second_is_told(accounts: Accounts) -> None:
    async def go() -> None:
        account = await accounts.make("sam", PASSWORD, "Sam", "sam")
        one = await accounts.ready_to_set_password(account, "another long password")
        await accounts.close_account(account.id)
        with pytest.raises(WrongState):
            await accounts.apply(one)
        assert (await accounts.by_id(account.id)).closed is not None

    run_within(go())


def test_a_copy_brings_accounts_devices_and_proposals_back(accounts: Accounts, url: str, tmp_path: Path) -> None:
    async def fill() -> str:
        await accounts.make("sam", PASSWORD, "Sam Okafor", "sam", by="ada")
        device, key = await accounts.make_device("panel", "T1", "Panel", "tom")
        await accounts.activate(device.id)
        await accounts.begin(await accounts.by_id((await accounts.staff())[0].id))
        return key

    key = run_within(fill())
    copy = tmp_path / "copy.accounts"
    copy_accounts(url, copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    with pytest.raises(JournalNotEmpty):
        restore_accounts(copy, url)
    before = run_within(accounts.on_the_books())
    secret = accounts.secret("csrf")
    copy_accounts(url, copy)
    elsewhere = tmp_path / "restored.db"
    restore_accounts(copy, elsewhere)
    store = open_store(elsewhere)
    again = Accounts(store, hasher=QUICK)
    assert run_within(again.on_the_books()) == before
    assert run_within(again.check("sam", PASSWORD)).person == "sam"
    found = run_within(again.device(key))
    assert found is not None and found.table == "T1"
    assert again.secret("csrf") == secret
    # Everybody signs in anew.
    assert store.ask("SELECT * FROM sessions") == []
    store.close()


def test_a_copy_that_was_cut_or_changed_is_refused(accounts: Accounts, url: str, tmp_path: Path) -> None:
    run_within(accounts.make("sam", PASSWORD, "Sam Okafor", "sam"))
    copy = tmp_path / "copy.accounts"
    copy_accounts(url, copy)
    whole = copy.read_bytes()
    lines = whole.splitlines(keepends=True)
    for wrong in (whole.replace(b"Okafor", b"Okafur"), b"".join(lines[:-1]), whole[:-20], b"", b"nothing\n"):
        copy.write_bytes(wrong)
        with pytest.raises(BadExport):
            restore_accounts(copy, tmp_path / "restored.db")
    store = open_store(tmp_path / "restored.db")
    assert store.ask("SELECT * FROM accounts") == []
    store.close()


def test_a_copy_of_a_server_is_restored_into_a_file_and_back(tmp_path: Path, postgres: str) -> None:
    first = open_store(postgres)
    run_within(Accounts(first, hasher=QUICK).make("sam", PASSWORD, "Sam", "sam"))
    before = run_within(Accounts(first, hasher=QUICK).on_the_books())
    first.close()
    copy_accounts(postgres, tmp_path / "one")
    restore_accounts(tmp_path / "one", tmp_path / "floor.db")
    copy_accounts(tmp_path / "floor.db", tmp_path / "two")
    back = postgres.replace("schema=", "schema=back_")
    restore_accounts(tmp_path / "two", back)
    store = open_store(back)
    assert run_within(Accounts(store, hasher=QUICK).on_the_books()) == before
    store.close()
