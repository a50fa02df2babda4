"""Sign-in links as they are kept: for how long, for whom, with which code, and what begins anew when one is used."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.accounts.account_errors import BadAccount, BadLink, TooOften, WrongPassword, WrongPin
from houseway.accounts.account_rows import Account
from houseway.accounts.credentials.authenticator import STEP, code_at, new_secret
from houseway.accounts.credentials.badges import check_badge
from houseway.accounts.credentials.badges import ready_to_enrol as ready_for_badge
from houseway.accounts.credentials.enrolled_codes import ready_to_enrol as ready_for_codes
from houseway.accounts.credentials.enrolled_codes import recovery_codes_left
from houseway.accounts.credentials.links import (
    approve_link,
    code_of,
    link_by_id,
    link_by_token,
    make_link,
    open_links,
    ready_to_use,
)
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.accounts.throttle import PATIENCE
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD

NOW = 1_800_000_000_000_000
TWO_DAYS = 48 * 3600 * 1_000_000
CODE = re.compile(r"[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}")
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


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
    return run_within(accounts.apply(run_within(accounts.ready_to_invite("sam", "Sam", "sam"))))


def test_a_link_is_good_for_two_days_and_is_not_guessed(accounts: Accounts, clock: Clock, sam: Account) -> None:
    link, token = run_within(make_link(accounts, sam, "ann", waits=False))
    assert (link.made, link.made_by, link.until, link.used) == (NOW, "ann", NOW + TWO_DAYS, None)
    assert len(token) >= 43, "256 bits"
    assert run_within(link_by_id(accounts, link.id)) == link
    assert run_within(open_links(accounts)) == [link]
    clock.at = link.until - 1
    assert run_within(link_by_token(accounts, token)) == (link, sam)
    clock.at = link.until
    with pytest.raises(BadLink, match="expired"):
        run_within(link_by_token(accounts, token))
    assert run_within(open_links(accounts)) == []
    with pytest.raises(BadLink, match="not known"):
        run_within(link_by_token(accounts, token[:-1]))
    with pytest.raises(BadLink, match="no such link"):
        run_within(link_by_id(accounts, "l-none"))


def test_a_link_that_waits_opens_nothing_before_a_second_person_signed(accounts: Accounts, sam: Account) -> None:
    link, token = run_within(make_link(accounts, sam, "ann", waits=True))
    with pytest.raises(BadLink, match="not approved"):
        run_within(link_by_token(accounts, token))
    run_within(approve_link(accounts, link.id, None))
    alone, _ = run_within(link_by_token(accounts, token))
    assert (alone.signed_by, run_within(code_of(accounts, alone))) == ("", "")


def test_the_code_of_a_link_is_its_own_and_its_signers(accounts: Accounts, sam: Account) -> None:
    codes = []
    for second in ("bea", "bea", "cole"):
        link, _ = run_within(make_link(accounts, sam, "ann", waits=True))
        run_within(approve_link(accounts, link.id, second))
        signed = run_within(link_by_id(accounts, link.id))
        assert signed.signed_by == second and not signed.waits
        codes.append(run_within(code_of(accounts, signed)))
        assert run_within(code_of(accounts, signed)) == codes[-1]
        assert codes[-1].replace("-", "") == written_out(run_within(accounts.own_secret("links")), signed.id, second)
    assert len(set(codes)) == 3
    assert all(CODE.fullmatch(code) for code in codes)


def written_out(secret: str, link: str, second: str) -> str:
    """Eight letters of what the store's secret makes of a link and its signer, the last digits first."""
    rest = int(hmac.new(bytes.fromhex(secret), f"{link} {second}".encode(), "sha256").hexdigest(), 16)
    letters = ""
    for _ in range(8):
        rest, digit = divmod(rest, len(LETTERS))
        letters += LETTERS[digit]
    return letters


def test_no_link_leads_into_a_closed_account(accounts: Accounts, sam: Account) -> None:
    _, before = run_within(make_link(accounts, sam, "ann", waits=False))
    run_within(accounts.close_account(sam.id))
    with pytest.raises(BadLink, match="not known"):
        run_within(link_by_token(accounts, before))
    with pytest.raises(BadAccount, match="closed"):
        run_within(make_link(accounts, run_within(accounts.by_id(sam.id)), "ann", waits=False))
    # Whoever looked at the account before it was closed makes one that opens nothing.
    _, late = run_within(make_link(accounts, sam, "ann", waits=False))
    with pytest.raises(BadLink, match="closed"):
        run_within(link_by_token(accounts, late))


def test_a_code_is_typed_as_people_type_it_and_wrong_ones_are_counted(accounts: Accounts, sam: Account) -> None:
    link, token = run_within(make_link(accounts, sam, "ann", waits=True))
    run_within(approve_link(accounts, link.id, "bea"))
    link, _ = run_within(link_by_token(accounts, token))
    code = run_within(code_of(accounts, link))
    for wrong in ("", code[:-1], "\u00e9"):
        with pytest.raises(BadLink, match="does not belong"):
            run_within(ready_to_use(accounts, link, sam, PASSWORD, wrong))
    change = run_within(ready_to_use(accounts, link, sam, PASSWORD, f" {code.lower().replace('-', ' ')} "))
    run_within(accounts.apply(change))
    assert run_within(accounts.check("sam", PASSWORD)).id == sam.id
    assert run_within(accounts.ask("SELECT count(*) FROM tries")) == [(0,)], "the wrong ones are forgotten"
    # A second link of the same person has tries of its own, and no more of them than a few.
    again, _ = run_within(make_link(accounts, sam, "ann", waits=True))
    run_within(approve_link(accounts, again.id, "bea"))
    again = run_within(link_by_id(accounts, again.id))
    for _ in range(PATIENCE):
        with pytest.raises(BadLink):
            run_within(ready_to_use(accounts, again, sam, PASSWORD, code))
    with pytest.raises(TooOften):
        run_within(ready_to_use(accounts, again, sam, PASSWORD, run_within(code_of(accounts, again))))


def test_a_password_of_a_link_is_no_weaker_than_any_other(accounts: Accounts, sam: Account) -> None:
    link, _ = run_within(make_link(accounts, sam, "ann", waits=False))
    for weak in ("short", "my-name-is-sam-here-now"):
        with pytest.raises(BadAccount):
            run_within(ready_to_use(accounts, link, sam, weak, ""))


def test_an_account_begins_anew_with_its_link(accounts: Accounts, sam: Account) -> None:
    """Its sessions, badge, authenticator, other links and waits are gone; nobody else's are."""

    async def go() -> None:
        other = await accounts.make("tom", PASSWORD, "Tom", "tom")
        kept = await accounts.begin(other)
        await accounts.set_password(sam, PASSWORD, by="ann")
        account = await accounts.by_id(sam.id)
        account = await accounts.apply(await ready_for_badge(accounts, account, "SN-4711", "394817"))
        secret = new_secret()
        change, _ = await ready_for_codes(accounts, account, secret, code_at(secret, NOW // 1_000_000 // STEP))
        account = await accounts.apply(change)
        assert account.once and account.badge and account.codes
        session = await accounts.begin(account)
        link, token = await make_link(accounts, account, "ann", waits=False)
        _, second = await make_link(accounts, account, "ann", waits=False)
        for _ in range(PATIENCE):
            with pytest.raises(WrongPassword):
                await accounts.check("sam", "not the password", origin="terminal")
        with pytest.raises(TooOften):
            await accounts.check("sam", PASSWORD, origin="terminal")
        new = f"another {PASSWORD}"
        anew = await accounts.apply(await ready_to_use(accounts, link, account, new, ""))
        assert anew == await accounts.by_id(sam.id) == sam
        assert await accounts.check("sam", new, origin="terminal", code="") == sam
        assert (await accounts.session(session), await recovery_codes_left(accounts, sam)) == (None, 0)
        with pytest.raises(BadLink, match="has been used"):
            await link_by_token(accounts, token)
        with pytest.raises(BadLink, match="not known"):
            await link_by_token(accounts, second)
        with pytest.raises(WrongPin):
            await check_badge(accounts, "SN-4711", "394817", origin="console")
        assert await accounts.session(kept) is not None

    run_within(go())
