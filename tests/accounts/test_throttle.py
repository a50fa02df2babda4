"""Wrong passwords: counted by login and origin, the same for logins that there are not, never against the person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.accounts.throttle import (
    FORGOTTEN,
    PATIENCE,
    PATIENCE_ELSEWHERE,
    PLACE_DAYS,
    address_origin,
    console_origin,
)
from houseway.errors import HousewayError, TooOften, WrongPassword
from tests.waiting import run_within
from tests.web.serving import PASSWORD, QUICK

WRONG = "something else entirely"
HOME = address_origin("10.0.0.5")


class Clock:
    at = 1_800_000_000_000_000

    def __call__(self) -> int:
        return self.at

    def pass_seconds(self, seconds: int) -> None:
        self.at += seconds * 1_000_000


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def accounts(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Accounts]:
    url = str(tmp_path / "floor.db") if request.param == "sqlite" else request.getfixturevalue("postgres")
    store = open_store(url)
    found = Accounts(store, hasher=QUICK, now=clock)
    run_within(found.make("sam", PASSWORD, "Sam", "sam"))
    yield found
    store.close()


async def tried(accounts: Accounts, login: str, password: str, origin: str) -> str:
    try:
        return (await accounts.check(login, password, origin=origin)).login or ""
    except HousewayError as error:
        return f"{error.code}: {error.message} {getattr(error, 'wait', '')}"


def test_wrong_passwords_from_elsewhere_lock_nobody_out_of_their_own_place(accounts: Accounts) -> None:
    async def go() -> None:
        assert await tried(accounts, "sam", PASSWORD, HOME) == "sam"
        for number in range(200):
            await tried(accounts, "sam", WRONG, address_origin(f"203.0.113.{number}"))
        assert await tried(accounts, "sam", PASSWORD, HOME) == "sam"
        # A place that is strange waits, whoever it is.
        assert (await tried(accounts, "sam", PASSWORD, address_origin("198.51.100.1"))).startswith("too-often")

    run_within(go())


def test_a_place_where_somebody_works_is_no_strange_one_for_a_colleague(accounts: Accounts) -> None:
    async def go() -> None:
        await accounts.make("dan", PASSWORD, "Dan", "dan")
        assert await tried(accounts, "dan", PASSWORD, HOME) == "dan"
        for number in range(PATIENCE_ELSEWHERE + 10):
            await tried(accounts, "sam", WRONG, address_origin(f"203.0.113.{number}"))
        assert await tried(accounts, "sam", PASSWORD, HOME) == "sam"

    run_within(go())


def test_a_place_is_forgotten_after_a_while(accounts: Accounts, clock: Clock) -> None:
    async def go() -> None:
        assert await tried(accounts, "sam", PASSWORD, HOME) == "sam"
        clock.pass_seconds((PLACE_DAYS + 1) * 24 * 3600)
        await accounts.sweep()
        assert accounts.store.ask("SELECT * FROM places") == []
        for number in range(PATIENCE_ELSEWHERE):
            await tried(accounts, "sam", WRONG, address_origin(f"203.0.113.{number}"))
        assert (await tried(accounts, "sam", PASSWORD, HOME)).startswith("too-often")

    run_within(go())


def test_many_addresses_together_have_no_more_tries_than_a_few(accounts: Accounts) -> None:
    looked = []
    matches = accounts._matches

    async def counted(hashed: str, password: str) -> bool:
        looked.append(password)
        return await matches(hashed, password)

    accounts._matches = counted  # type: ignore[method-assign]

    async def go() -> None:
        for number in range(PATIENCE_ELSEWHERE * 3):
            await tried(accounts, "sam", WRONG, address_origin(f"203.0.113.{number}"))

    run_within(go())
    assert len(looked) == PATIENCE_ELSEWHERE


def test_of_many_tries_at_once_only_a_few_are_looked_at(accounts: Accounts) -> None:
    looked = 0
    matches = accounts._matches

    async def counted(hashed: str, password: str) -> bool:
        nonlocal looked
        looked += 1
        return await matches(hashed, password)

    accounts._matches = counted  # type: ignore[method-assign]

    async def go() -> list[str]:
        wrong = [tried(accounts, "sam", WRONG, HOME) for _ in range(PATIENCE * 4)]
        return list(await asyncio.gather(*wrong, tried(accounts, "sam", PASSWORD, HOME)))

    found = run_within(go())
    assert looked == PATIENCE
    assert found[-1].startswith("too-often")


def test_a_signature_has_tries_of_its_own(accounts: Accounts) -> None:
    async def go() -> None:
        dealer, other = console_origin("a-dan"), console_origin("a-eve")
        for number in range(PATIENCE_ELSEWHERE * 2):
            await tried(accounts, "sam", WRONG, address_origin(f"203.0.113.{number}"))
        assert await tried(accounts, "sam", PASSWORD, dealer) == "sam"
        # Whoever guesses at one console waits there, and nowhere else.
        for _ in range(PATIENCE):
            assert (await tried(accounts, "sam", WRONG, dealer)).startswith("wrong-password")
        assert (await tried(accounts, "sam", PASSWORD, dealer)).startswith("too-often")
        assert await tried(accounts, "sam", PASSWORD, other) == "sam"

    run_within(go())


def test_a_login_that_there_is_not_is_answered_and_waits_the_same(accounts: Accounts, clock: Clock) -> None:
    async def story(login: str) -> list[str]:
        found = [await tried(accounts, login, WRONG, HOME) for _ in range(PATIENCE + 2)]
        for number in range(PATIENCE_ELSEWHERE + 2):
            found.append(await tried(accounts, login, WRONG, address_origin(f"203.0.113.{number}")))
        clock.pass_seconds(31)
        found += [await tried(accounts, login, WRONG, HOME) for _ in range(2)]
        clock.pass_seconds(FORGOTTEN + 1)
        return [*found, await tried(accounts, login, WRONG, HOME)]

    known, unknown = run_within(story("sam")), run_within(story("nobody-of-that-name"))
    assert known == unknown
    assert known[PATIENCE - 1].startswith("wrong-password")
    assert known[PATIENCE].startswith("too-often")
    assert "sam" not in " ".join(known)


def test_what_somebody_typed_as_a_login_cannot_be_read_again(accounts: Accounts) -> None:
    run_within(tried(accounts, PASSWORD, WRONG, HOME))
    assert PASSWORD not in str(accounts.store.ask("SELECT login, origin FROM tries"))


def test_an_administrator_lifts_it_everywhere(accounts: Accounts) -> None:
    async def go() -> None:
        for _ in range(PATIENCE):
            await tried(accounts, "sam", WRONG, HOME)
        assert (await tried(accounts, "sam", PASSWORD, HOME)).startswith("too-often")
        await accounts.close_account((await accounts.staff())[0].id, closed=False)
        assert await tried(accounts, "sam", PASSWORD, HOME) == "sam"

    run_within(go())


def test_tries_of_long_ago_are_forgotten(accounts: Accounts, clock: Clock) -> None:
    async def go() -> None:
        for _ in range(PATIENCE + 3):
            await tried(accounts, "sam", WRONG, HOME)
            clock.pass_seconds(3601)
        clock.pass_seconds(FORGOTTEN)
        with pytest.raises(WrongPassword):
            await accounts.check("sam", WRONG, origin=HOME)
        with pytest.raises(WrongPassword):
            await accounts.check("sam", WRONG, origin=HOME)
        clock.pass_seconds(FORGOTTEN + 1)
        await accounts.sweep()
        assert accounts.store.ask("SELECT * FROM tries") == []

    run_within(go())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.5", "10.0.0.6", False),
        ("2001:db8:1:2::5", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::5", "2001:db8:1:3::5", False),
        ("::ffff:10.0.0.5", "10.0.0.5", True),
        ("fe80::1%eth0", "fe80::1%eth1", True),
    ],
)
def test_a_house_with_many_addresses_is_one_origin(one: str, other: str, same: bool) -> None:
    assert (address_origin(one) == address_origin(other)) is same


def test_the_wait_is_said(accounts: Accounts) -> None:
    for _ in range(PATIENCE):
        with pytest.raises(WrongPassword):
            run_within(accounts.check("sam", WRONG, origin=HOME))
    with pytest.raises(TooOften) as refused:
        run_within(accounts.check("sam", PASSWORD, origin=HOME))
    assert refused.value.wait == 30
