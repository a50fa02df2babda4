"""Keys of devices: what is put on record before one is made or revoked is what the row then says."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.accounts.account_errors import BadAccount
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.floor.floor_errors import UnknownThing
from tests.quick_passwords import QUICK
from tests.waiting import run_within

NOW = 1_800_000_000_000_000


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    store = open_store(str(tmp_path / "floor.db"))
    yield Accounts(store, hasher=QUICK, now=lambda: NOW)
    store.close()


def test_a_device_is_told_as_it_is_kept_and_waits_for_a_second_person(accounts: Accounts) -> None:
    device, key = run_within(accounts.make_device("panel", "T1", "Panel 1", "tom"))
    assert (device.kind, device.table, device.name, device.created, device.created_by) == (
        *("panel", "T1", "Panel 1"),
        *(NOW, "tom"),
    )
    assert device.waits
    assert run_within(accounts.devices()) == [device]
    assert run_within(accounts.device(key)) is None
    assert not run_within(accounts.device_works(device.id))
    opened = run_within(accounts.activate(device.id))
    assert not opened.waits
    assert run_within(accounts.device(key)) == opened
    assert run_within(accounts.device_works(device.id))


def test_a_key_has_chance_enough_for_a_plain_digest(accounts: Accounts) -> None:
    keys = {run_within(accounts.make_device("panel", "T1", "Panel 1", "tom"))[1] for _ in range(4)}
    assert len(keys) == 4
    assert all(8 * len(base64.urlsafe_b64decode(key + "=")) >= 256 for key in keys)


def test_a_device_is_noted_to_have_spoken_every_half_minute_and_when_it_runs_another_release(
    accounts: Accounts,
) -> None:
    device, key = run_within(accounts.make_device("panel", "T1", "Panel 1", "tom"))
    run_within(accounts.activate(device.id))
    half_minute = 30_000_000
    for after, version, seen, kept in (
        (0, "", 0, None),
        (half_minute, "", 0, None),
        (half_minute + 1, "", half_minute + 1, None),
        (half_minute + 2, "0.2", half_minute + 2, "0.2"),
        (half_minute + 3, "0.2", half_minute + 2, "0.2"),
        (half_minute + 3, "", half_minute + 2, "0.2"),
        (half_minute + 3, "0.3\n", half_minute + 2, "0.2"),
        (2 * half_minute + 3, "", 2 * half_minute + 3, "0.2"),
        (2 * half_minute + 4, "x" * 41, 2 * half_minute + 4, "x" * 40),
        (2 * half_minute + 5, "x" * 40, 2 * half_minute + 4, "x" * 40),
    ):
        accounts.now = lambda at=NOW + after: at  # type: ignore[misc]
        assert run_within(accounts.device(key, version)) is not None
        [found] = run_within(accounts.devices())
        assert (found.seen, found.version or None) == (NOW + seen, kept), (after, version)


def test_what_is_written_is_written_beside_the_event_loop(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = run_within(accounts.make_device("panel", "T1", "Panel 1", "tom"))
    ask, seen = accounts.store.ask, []

    def asked(sql: str, *values: Any) -> Any:
        seen.append((sql.partition(" ")[0], threading.get_ident()))
        return ask(sql, *values)

    monkeypatch.setattr(accounts.store, "ask", asked)

    async def read_and_write() -> int:
        await accounts.devices()
        await accounts.activate(device.id)
        return threading.get_ident()

    loop = run_within(read_and_write())
    assert [(word, thread == loop) for word, thread in seen] == [("SELECT", True), ("UPDATE", False)]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "Panel\n1", "Panel\u202e1"])
def test_a_device_has_a_name_that_can_be_seen(accounts: Accounts, name: str) -> None:
    with pytest.raises(BadAccount, match="that cannot be a name"):
        run_within(accounts.make_device("panel", "T1", name, "tom"))
    assert run_within(accounts.devices()) == []
    run_within(accounts.make_device("panel", "T1", "x" * 40, "tom"))


def test_what_is_vouched_for_is_the_digest_of_the_key_and_whether_it_was_revoked(accounts: Accounts) -> None:
    made, key = run_within(accounts.ready_to_make_device("sensor", "T2", "Sensors", "tom"))
    run_within(accounts.ask_all(*made.statements))
    id = made.subject
    assert id is not None
    hashed = hashlib.sha256(key.encode()).hexdigest()
    assert json.loads(made.canonical) == [id, hashed, "sensor", "T2", "Sensors", False]
    assert run_within(accounts.device_row(id))[1] == made.canonical
    revoked = run_within(accounts.ready_to_revoke(id, "ada"))
    assert json.loads(revoked.canonical) == [id, hashed, "sensor", "T2", "Sensors", True]
    assert run_within(accounts.device_row(id))[1] == made.canonical
    run_within(accounts.ask_all(*revoked.statements))
    assert run_within(accounts.device_row(id)) == (revoked.device, revoked.canonical)


def test_a_key_is_revoked_once_and_by_whom_stays_on_the_row(accounts: Accounts) -> None:
    device, key = run_within(accounts.make_device("panel", "T1", "Panel 1", "tom"))
    run_within(accounts.activate(device.id))
    first = run_within(accounts.revoke(device.id, "ada"))
    assert (first.revoked, first.revoked_by) == (NOW, "ada")
    assert run_within(accounts.device(key)) is None
    assert not run_within(accounts.device_works(device.id))
    assert run_within(accounts.revoke(device.id, "eve")) == first


def test_a_device_that_there_is_not_is_said(accounts: Accounts) -> None:
    for asked in (accounts.activate("d-x"), accounts.device_row("d-x"), accounts.ready_to_revoke("d-x", "ada")):
        with pytest.raises(UnknownThing, match="there is no device 'd-x'"):
            run_within(asked)
