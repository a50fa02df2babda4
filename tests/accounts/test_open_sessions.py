"""The sessions that go on, as they are listed, and ending one or all others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.accounts.account_rows import Account
from houseway.accounts.device_keys import digest
from houseway.accounts.open_sessions import OpenSession, end_others, end_session, sessions_of
from houseway.accounts.service import ABSOLUTE, IDLE, Accounts
from houseway.accounts.store import open_store
from houseway.floor.floor_errors import UnknownThing
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD

NOW = 1_800_000_000_000_000
MINUTE = 60_000_000


class Clock:
    at = NOW

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(tmp_path: Path, clock: Clock) -> Iterator[Accounts]:
    store = open_store(str(tmp_path / "floor.db"))
    yield Accounts(store, hasher=QUICK, now=clock)
    store.close()


@pytest.fixture
def sam(accounts: Accounts) -> Account:
    return run_within(accounts.make("sam", PASSWORD, "Sam S.", "sam"))


def test_sessions_are_listed_with_their_people_the_last_used_first(
    accounts: Accounts, clock: Clock, sam: Account
) -> None:
    tom = run_within(accounts.make("tom", PASSWORD, "Tom T.", "tom"))
    guest = run_within(accounts.make_guest())
    first = run_within(accounts.begin(sam, "Firefox on Linux", "10.0.0.1"))
    clock.at += MINUTE
    second = run_within(accounts.begin(tom))
    third = run_within(accounts.begin(guest, "Safari"))
    clock.at += MINUTE
    assert run_within(accounts.session(first)) is not None
    of_first, of_second = digest(first), digest(second)
    expected = [
        OpenSession(
            of_first[:16], of_first, sam.id, "sam", "sam", "Sam S.", "Firefox on Linux", "10.0.0.1", NOW, clock.at
        ),
        OpenSession(of_second[:16], of_second, tom.id, "tom", "tom", "Tom T.", "", "", NOW + MINUTE, NOW + MINUTE),
    ]
    assert run_within(sessions_of(accounts)) == expected
    assert run_within(sessions_of(accounts, tom.id)) == expected[1:]
    [of_guest] = run_within(sessions_of(accounts, guest.id))
    assert (of_guest.hash, of_guest.login, of_guest.person, of_guest.name) == (digest(third), "", "", guest.name)
    clock.at = NOW + MINUTE + IDLE * 1_000_000 + 1
    assert [session.account for session in run_within(sessions_of(accounts))] == [sam.id], "Tom's has ended by itself"


def test_a_session_that_is_used_all_the_time_is_listed_until_its_shift_is_over(
    accounts: Accounts, clock: Clock, sam: Account
) -> None:
    session = run_within(accounts.begin(sam))
    for clock.at in range(NOW, NOW + ABSOLUTE * 1_000_000 + 1, IDLE * 1_000_000 // 2):
        assert run_within(accounts.session(session)) is not None
    assert len(run_within(sessions_of(accounts))) == 1
    clock.at += 1
    assert run_within(sessions_of(accounts)) == []


def test_a_session_is_ended_by_its_name_and_by_the_account_it_is_of(accounts: Accounts, sam: Account) -> None:
    tom = run_within(accounts.make("tom", PASSWORD, "Tom", "tom"))
    ids = [run_within(accounts.begin(account)) for account in (sam, sam, tom)]
    first, second, other = (digest(id) for id in ids)
    with pytest.raises(UnknownThing):
        run_within(end_session(accounts, other[:16], sam.id))
    assert run_within(end_session(accounts, second[:16], sam.id)).hash == second
    assert [run_within(accounts.goes_on(hashed)) for hashed in (first, second, other)] == [True, False, True]
    with pytest.raises(UnknownThing):
        run_within(end_session(accounts, second[:16]))
    assert run_within(end_session(accounts, other[:16])).account == tom.id


def test_all_sessions_of_an_account_but_one_are_ended(accounts: Accounts, sam: Account) -> None:
    tom = run_within(accounts.make("tom", PASSWORD, "Tom", "tom"))
    own = [digest(run_within(accounts.begin(sam))) for _ in range(3)]
    other = digest(run_within(accounts.begin(tom)))
    assert run_within(end_others(accounts, sam.id, own[1])) == 2
    assert [run_within(accounts.goes_on(hashed)) for hashed in (*own, other)] == [False, True, False, True]
