"""Codes of an authenticator are those of RFC 6238; enrolling one, recovery codes, and removing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.accounts.account_errors import BadAccount, CodeNeeded, WrongCode
from houseway.accounts.account_rows import Account
from houseway.accounts.credentials.authenticator import (
    STEP,
    address,
    check_secret,
    code_at,
    new_recovery_codes,
    new_secret,
    step_of,
)
from houseway.accounts.credentials.enrolled_codes import ready_to_enrol, ready_to_remove, recovery_codes_left
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD

SECOND = 1_000_000
RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


# The 20 bytes of the RFC's own example, and the last six of its eight digits.
@pytest.mark.parametrize(
    ("at", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_rfc_6238_and_count_one_step_before_and_after(at: int, code: str) -> None:
    step = at // STEP
    assert code_at(RFC_SECRET, step) == code
    for seconds, found in ((0, step), (-STEP, step), (STEP, step), (2 * STEP, None), (-2 * STEP, None)):
        assert step_of(RFC_SECRET, f"{code[:3]} {code[3:]}", (at + seconds) * SECOND) == found
    assert step_of(RFC_SECRET, code[:5], at * SECOND) is None
    # Digits of another script are no code, though they are digits.
    other = "".join(chr(ord(digit) - ord("0") + 0x0660) for digit in code)
    assert step_of(RFC_SECRET, other, at * SECOND) is None


def test_the_first_half_minute_has_a_code_and_the_one_before_it_none() -> None:
    assert step_of(RFC_SECRET, code_at(RFC_SECRET, 0), 0) == 0


def test_recovery_codes_are_eight_of_ten_letters_that_do_not_look_alike() -> None:
    codes = new_recovery_codes()
    assert len(set(codes)) == len(codes) == 8
    assert all(re.fullmatch(r"[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}", code) for code in codes)


def test_an_authenticator_reads_whose_codes_these_are() -> None:
    found = address(RFC_SECRET, "sam", "Blue Heron: Room")
    assert found == f"otpauth://totp/Blue%20Heron%3A%20Room%3Asam?secret={RFC_SECRET}&issuer=Blue%20Heron%3A%20Room"


@pytest.mark.parametrize("secret", ["", "GEZDGNBV", "not base 32", RFC_SECRET + "GEZDGNBV", "\u00e9" * 32])
def test_a_secret_has_160_bits(secret: str) -> None:
    check_secret(new_secret())
    check_secret(RFC_SECRET)
    with pytest.raises(BadAccount):
        check_secret(secret)


# -- in an account

AT = 1_111_111_111


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    store = open_store(str(tmp_path / "floor.db"))
    yield Accounts(store, hasher=QUICK, now=lambda: AT * SECOND)
    store.close()


@pytest.fixture
def sam(accounts: Accounts) -> Account:
    made = run_within(accounts.make("sam", PASSWORD, "Sam", "sam"))
    assert run_within(accounts.by_id(made.id)) == made
    return made


def come_in(accounts: Accounts, code: str | None) -> Account:
    return run_within(accounts.check("sam", PASSWORD, code=code))


def test_an_authenticator_is_enrolled_with_its_own_code_asked_for_and_removed(accounts: Accounts, sam: Account) -> None:
    now = AT // STEP
    with pytest.raises(BadAccount):
        run_within(ready_to_enrol(accounts, sam, "GEZDGNBV", code_at("GEZDGNBV", now)))
    with pytest.raises(WrongCode):
        run_within(ready_to_enrol(accounts, sam, RFC_SECRET, code_at(RFC_SECRET, now + 2)))
    assert come_in(accounts, "") == sam
    change, recovery = run_within(ready_to_enrol(accounts, sam, RFC_SECRET, code_at(RFC_SECRET, now)))
    enrolled = run_within(accounts.apply(change))
    assert enrolled.codes and run_within(accounts.by_id(sam.id)) == enrolled
    assert run_within(recovery_codes_left(accounts, enrolled)) == len(recovery) == 8
    with pytest.raises(CodeNeeded):
        come_in(accounts, " ")
    # The one that it was enrolled with counts no more, nor any before it.
    for step in (now - 1, now, now + 2):
        with pytest.raises(WrongCode):
            come_in(accounts, code_at(RFC_SECRET, step))
    assert come_in(accounts, None) == enrolled, "the own password, given again in a session"
    assert come_in(accounts, code_at(RFC_SECRET, now + 1)) == enrolled
    assert come_in(accounts, recovery[0].lower()) == enrolled
    with pytest.raises(WrongCode):
        come_in(accounts, recovery[0])
    assert run_within(recovery_codes_left(accounts, enrolled)) == 7
    removed = run_within(accounts.apply(run_within(ready_to_remove(accounts, enrolled))))
    assert not removed.codes and run_within(accounts.by_id(sam.id)) == removed == sam
    assert run_within(recovery_codes_left(accounts, removed)) == 0
    assert come_in(accounts, "") == sam
    with pytest.raises(BadAccount):
        run_within(ready_to_remove(accounts, removed))
