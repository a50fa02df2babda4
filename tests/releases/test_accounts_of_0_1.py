"""Accounts of release 0.1.0: brought up to date, named as not vouched for, and vouched for by two people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.accounts.on_the_books import books_of
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.floor.auditing.account_story import audit_accounts
from houseway.floor.floor import Floor
from houseway.floor.permission.vouching import attestation
from tests.quick_passwords import QUICK
from tests.releases.released import postgres_room, sqlite_room
from tests.waiting import run_within
from tests.web.serving import PASSWORD


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_accounts_of_0_1_are_named_until_two_people_attest_them(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url: str = str(tmp_path / "room.db")
    places: dict[str, Any] = {}
    if engine == "sqlite":
        sqlite_room(tmp_path)
    else:
        url, places = postgres_room(request.getfixturevalue("server"), tmp_path)
    floor = Floor.open(url, **places)
    store = open_store(url)
    accounts = Accounts(store, hasher=QUICK)
    try:
        book, read = floor.journal.seal_book, books_of(url)
        found = audit_accounts(floor.journal, read, book)
        assert found.findings == ()
        said = " ".join(found.unchecked)
        for named in ("the account of ames", "the account of sato", "the key of device d-"):
            assert named in said
        assert run_within(accounts.check("sato", PASSWORD)).person == "sato"
        books = read()
        last = max(head.at for head in floor.journal.heads().values())
        command = attestation(books.accounts, books.devices, books.waiting, "an upgrade from 0.1", book)
        floor.do(command, id="attest", who="ames", second="cole", at=last + 1)
        found = audit_accounts(floor.journal, read, book)
        assert (found.findings, found.unchecked) == ((), ())
        store.ask("UPDATE accounts SET login = 'other' WHERE person = 'sato'")
        [finding] = audit_accounts(floor.journal, read, book).findings
        assert finding.what == "the account of sato (login other) was changed behind the journal's back"
    finally:
        store.close()
        floor.close()
