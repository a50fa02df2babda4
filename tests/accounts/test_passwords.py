"""Passwords that anybody would try first are refused, long as they are."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError

from houseway.accounts.account_errors import BadAccount
from houseway.accounts.guest_names import new_password
from houseway.accounts.passwords import check_password, hash_of_nobody, weakness


@pytest.mark.parametrize(
    "password",
    [
        "aaaaaaaaaaaa",
        "abababababab",
        "abcabcabcabc",
        "abcdefghijkl",
        "lkjihgfedcba",
        "123456789012",
        "1234567890123456",
        "qwertyuiop12",
        "qwertyuiopas",
        "zxcvbnmasdfghjkl",
        "passwordpassword",
        "Password1234",
        "P@ssw0rd1234!",
        "administrator",
        "Administrator2026",
        "letmein letmein",
        "welcome-2026-2026",
        "my password is secret",
        "1111222233334444",
        "            ",
        "houseway casino 1",
    ],
)
def test_a_password_that_is_easily_guessed_is_refused(password: str) -> None:
    with pytest.raises(BadAccount):
        check_password(password, "sam")


@pytest.mark.parametrize(
    "password",
    [
        "four brass candles",
        "another long password",
        "correct horse battery staple",
        "Tr0ub4dor&3-Elk",
        "übermütige Elche",
    ],
)
def test_a_password_of_words_that_do_not_belong_together_is_taken(password: str) -> None:
    check_password(password, "sam")


def test_passwords_that_are_made_here_are_taken() -> None:
    assert [password for password in (new_password() for _ in range(500)) if weakness(password)] == []


def test_a_login_in_a_password_and_its_length_count_as_before() -> None:
    for password in ("my name is sam!", "too short", "x" * 300):
        with pytest.raises(BadAccount):
            check_password(password, "sam")


@pytest.mark.parametrize("hasher", [PasswordHasher(), PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)])
def test_a_login_that_does_not_exist_is_compared_as_dearly_as_one_that_does(hasher: PasswordHasher) -> None:
    nobody = hash_of_nobody(hasher)
    assert extract_parameters(nobody) == extract_parameters(hasher.hash("a password of somebody"))
    with pytest.raises(VerifyMismatchError):
        hasher.verify(nobody, "a password of somebody")
    assert hash_of_nobody(hasher) != nobody
