"""Badges and PINs: which are taken, and how often a wrong one is looked at; on either engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.accounts.account_errors import BadAccount, TooOften, WrongPin
from houseway.accounts.credentials.badges import (
    PATIENCE_EVERYWHERE,
    badge_number,
    check_badge,
    check_pin,
    ready_to_enrol,
    ready_to_revoke,
)
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.accounts.throttle import PATIENCE, console_origin
from houseway.errors import HousewayError
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD

BADGE, PIN = "SN-4711 0815", "394817"


@pytest.fixture(params=["sqlite", "postgresql"])
def accounts(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Accounts]:
    url = str(tmp_path / "floor.db") if request.param == "sqlite" else request.getfixturevalue("postgres")
    store = open_store(url)
    yield Accounts(store, hasher=QUICK)
    store.close()


@pytest.mark.parametrize(
    ("pin", "why"),
    [
        ("39481", "6 to 12 digits"),
        ("3948172051647", "6 to 12 digits"),
        ("39481a", "6 to 12 digits"),
        ("\u0663\u0669\u0664\u0668\u0661\u0667", "6 to 12 digits"),
        ("000000", "fewer than three"),
        ("121121", "fewer than three"),
        ("123456", "in order"),
        ("654321", "in order"),
        ("890123", "in order"),
        ("135791", "in order"),
        ("123123", "again and again"),
        ("112233", "pairs"),
        ("471108", "on the badge"),
    ],
)
def test_a_pin_that_anybody_would_try_is_refused(pin: str, why: str) -> None:
    with pytest.raises(BadAccount, match=why):
        check_pin(pin, badge_number(BADGE))


# Three different digits, uneven runs and the longest are nothing that anybody would try first.
@pytest.mark.parametrize("pin", [PIN, "394493", "1112233", "394817205164"])
def test_any_other_pin_is_taken(pin: str) -> None:
    check_pin(pin, badge_number(BADGE))


def test_a_pin_has_no_whole_badge_in_it() -> None:
    with pytest.raises(BadAccount, match="on the badge"):
        check_pin("394817", "4817")


@pytest.mark.parametrize("badge", ["", "123", "---", "x" * 41])
def test_a_badge_has_some_letters_and_digits(badge: str) -> None:
    with pytest.raises(BadAccount):
        badge_number(badge)
    assert badge_number("%sn-4711 0815?\u00e9") == badge_number("SN47110815")
    assert (badge_number("47-11"), badge_number("x" * 40)) == ("4711", "X" * 40)


def test_consoles_together_have_no_more_tries_than_a_few_and_the_login_has_its_own(accounts: Accounts) -> None:
    async def tried(console: int, pin: str = "802715", badge: str = BADGE) -> str:
        try:
            await check_badge(accounts, badge, pin, origin=console_origin(f"a-{console}"))
        except HousewayError as error:
            return error.code
        return "right"

    async def go() -> None:
        account = await accounts.make("sam", PASSWORD, "Sam", "sam")
        await accounts.apply(await ready_to_enrol(accounts, account, BADGE, PIN))
        assert [await tried(1) for _ in range(PATIENCE + 1)] == [WrongPin.code] * PATIENCE + [TooOften.code]
        assert await tried(1, PIN) == TooOften.code
        # Elsewhere the right one is taken; it makes up for no wrong one of another console.
        assert await tried(2, PIN) == "right"
        answers = [await tried(3 + number // PATIENCE) for number in range(PATIENCE_EVERYWHERE)]
        assert answers.count(WrongPin.code) == PATIENCE_EVERYWHERE - PATIENCE
        assert await tried(9, PIN) == TooOften.code
        # A badge that nobody has is answered the same, and waits the same.
        strange = [await tried(1, badge="nobody's") for _ in range(PATIENCE + 1)]
        assert strange == [WrongPin.code] * PATIENCE + [TooOften.code]
        assert (await accounts.check("sam", PASSWORD, origin=console_origin("a-1"))).person == "sam"

    run_within(go())


def test_a_badge_signs_for_one_person_while_it_is_enrolled_and_the_account_open(accounts: Accounts) -> None:
    assert PATIENCE_EVERYWHERE == 15

    async def go() -> None:
        sam, tom = [await accounts.make(login, PASSWORD, login.title(), login) for login in ("sam", "tom")]
        with pytest.raises(BadAccount, match="no badge"):
            await ready_to_revoke(accounts, sam)
        with pytest.raises(BadAccount, match="easily guessed"):
            await ready_to_enrol(accounts, sam, BADGE, "123456")
        enrolled = await accounts.apply(await ready_to_enrol(accounts, sam, BADGE, PIN))
        assert enrolled.badge and await accounts.by_id(sam.id) == enrolled
        with pytest.raises(BadAccount, match="somebody else"):
            await ready_to_enrol(accounts, tom, BADGE, "802715")
        assert await check_badge(accounts, BADGE, PIN, origin="console") == enrolled
        # The own badge is enrolled again, with another PIN.
        await accounts.apply(await ready_to_enrol(accounts, enrolled, BADGE, "802715"))
        await accounts.close_account(sam.id)
        with pytest.raises(WrongPin):
            await check_badge(accounts, BADGE, "802715", origin="console")
        await accounts.close_account(sam.id, closed=False)
        assert await check_badge(accounts, BADGE, "802715", origin="console") == enrolled
        revoked = await accounts.apply(await ready_to_revoke(accounts, enrolled))
        assert not revoked.badge and await accounts.by_id(sam.id) == revoked
        with pytest.raises(WrongPin):
            await check_badge(accounts, BADGE, "802715", origin="console")

    run_within(go())


def test_right_pins_of_many_consoles_are_no_tries(accounts: Accounts) -> None:
    async def go() -> None:
        account = await accounts.make("sam", PASSWORD, "Sam", "sam")
        await accounts.apply(await ready_to_enrol(accounts, account, BADGE, PIN))
        for console in range(PATIENCE_EVERYWHERE + 1):
            assert (await check_badge(accounts, BADGE, PIN, origin=console_origin(f"a-{console}"))).id == account.id

    run_within(go())
