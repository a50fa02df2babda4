"""Codes of an authenticator are those of RFC 6238."""

from __future__ import annotations

import pytest

from houseway.accounts.account_errors import BadAccount
from houseway.accounts.credentials.authenticator import STEP, address, check_secret, code_at, new_secret, step_of

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


def test_an_authenticator_reads_whose_codes_these_are() -> None:
    found = address(RFC_SECRET, "sam", "Blue Heron: Room")
    assert found == f"otpauth://totp/Blue%20Heron%3A%20Room%3Asam?secret={RFC_SECRET}&issuer=Blue%20Heron%3A%20Room"


@pytest.mark.parametrize("secret", ["", "GEZDGNBV", "not base 32", RFC_SECRET + "GEZDGNBV", "\u00e9" * 32])
def test_a_secret_has_160_bits(secret: str) -> None:
    check_secret(new_secret())
    with pytest.raises(BadAccount):
        check_secret(secret)
