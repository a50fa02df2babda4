"""Wrong passwords: counted by login and origin, the same for logins that there are not, never against the person."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.accounts.account_errors import TooOften, WrongPassword
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
from houseway.errors import HousewayError
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD

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
    matches = accounts.matches

    async def counted(hashed: str | None, password: str) -> bool:
        looked.append(password)
        return await matches(hashed, password)

    accounts.matches = counted  # type: ignore[method-assign]

    async def go() -> None:
        for number in range(PATIENCE_ELSEWHERE * 3):
            await tried(accounts, "sam", WRONG, address_origin(f"203.0.113.{number}"))

    run_within(go())
    assert len(looked) == PATIENCE_ELSEWHERE


def test_of_many_tries_at_once_only_a_few_are_looked_at(accounts: Accounts) -> None:
    looked = 0
    matches = accounts.matches

    async def counted(hashed: str | None, password: str) -> bool:
        nonlocal looked
        looked += 1
        return await matches(hashed, password)

    accounts.matches = counted  # type: ignore[method-assign]

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


def test_waits_are_longer_each_time_up_to_an_hour(accounts: Accounts, clock: Clock) -> None:
    async def go() -> list[int]:
        for _ in range(5):
            with pytest.raises(WrongPassword):
                await accounts.check("sam", WRONG, origin=HOME)
        waits = []
        for _ in range(10):
            with pytest.raises(TooOften) as refused:
                await accounts.check("sam", PASSWORD, origin=HOME)
            waits.append(refused.value.wait)
            clock.at += refused.value.wait * 1_000_000 - 1
            with pytest.raises(TooOften) as refused:
                await accounts.check("sam", PASSWORD, origin=HOME)
            assert refused.value.wait == 1
            clock.at += 1
            with pytest.raises(WrongPassword):
                await accounts.check("sam", WRONG, origin=HOME)
        return waits

    assert run_within(go()) == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


def test_whoever_signs_in_rightly_from_many_strange_places_never_waits(accounts: Accounts) -> None:
    """On the way all day: each place is strange once, and none of them counts against the next."""

    async def go() -> None:
        await accounts.make("pat", PASSWORD, "Pat")
        for number in range(60):
            assert await tried(accounts, "pat", PASSWORD, address_origin(f"203.0.113.{number}")) == "pat"

    run_within(go())


def test_fifty_strange_tries_are_looked_at_and_no_more(accounts: Accounts) -> None:
    async def go() -> list[str]:
        return [
            (await tried(accounts, "sam", WRONG, address_origin(f"203.0.113.{number}"))).partition(":")[0]
            for number in range(51)
        ]

    assert run_within(go()) == ["wrong-password"] * 50 + ["too-often"]


@pytest.mark.parametrize(("after", "found"), [(86_400_000_000, "too-often"), (86_400_000_001, "wrong-password")])
def test_tries_are_forgotten_after_a_day_without_one(accounts: Accounts, clock: Clock, after: int, found: str) -> None:
    async def go() -> str:
        for _ in range(4):
            await tried(accounts, "sam", WRONG, HOME)
        clock.at += after
        await tried(accounts, "sam", WRONG, HOME)
        return (await tried(accounts, "sam", WRONG, HOME)).partition(":")[0]

    assert run_within(go()) == found


def test_logins_are_counted_under_a_secret_of_the_house_the_same_at_every_server(
    accounts: Accounts, clock: Clock
) -> None:
    other = Accounts(accounts.store, hasher=QUICK, now=clock)
    for server in (accounts, other):
        run_within(tried(server, " SAM", WRONG, console_origin("a-dan")))
    [[secret]] = accounts.store.ask("SELECT value FROM settings WHERE name = 'throttle'")
    key = hmac.new(bytes.fromhex(secret), b"sam", hashlib.sha256).hexdigest()
    assert accounts.store.ask("SELECT login, failures FROM tries") == [(key, 2)]
    assert len(secret) == 64
