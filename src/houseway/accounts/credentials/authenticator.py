"""Codes of an authenticator (RFC 6238), and recovery codes for who has lost it.

A secret of 160 bits is shared with an app on the person's own phone; both make six digits of it and of the time, anew
every half minute. The clocks may be one step apart. A code serves once: neither it nor an earlier one is taken again.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
import struct
from urllib.parse import quote, urlencode

from houseway.accounts.account_errors import BadAccount

STEP = 30
"""Seconds for which a code is shown."""

TOLERANCE = 1
"""Steps by which the two clocks may differ, either way."""

DIGITS = 6
SECRET_BYTES = 20
RECOVERY_CODES = 8
"""Recovery codes that somebody is given, each for one sign-in."""

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_MICROS = 1_000_000


def new_secret() -> str:
    """A new secret, as authenticators take it."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def check_secret(secret: str) -> None:
    """Refuse what is no secret of ours."""
    try:
        found = base64.b32decode(secret.encode("ascii"))
    except (ValueError, binascii.Error):
        found = b""
    if len(found) != SECRET_BYTES:
        raise BadAccount("this is no secret of an authenticator", remedy="begin again, with the secret shown")


def address(secret: str, login: str, house: str) -> str:
    """The address that authenticators read: whose codes these are, of which house, and the secret."""
    label = quote(f"{house}:{login}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': house}, quote_via=quote)}"


def code_at(secret: str, step: int) -> str:
    """The code of one step."""
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", step), hashlib.sha1).digest()
    place = digest[-1] & 15
    number = int.from_bytes(digest[place : place + 4]) & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_of(secret: str, code: str, at: int) -> int | None:
    """The step that a code is of, at a moment in microseconds; nothing where it is of none that counts then."""
    typed, now = "".join(code.split()), at // (STEP * _MICROS)
    if len(typed) != DIGITS or not (typed.isascii() and typed.isdigit()):
        return None
    steps = range(now - TOLERANCE, now + TOLERANCE + 1)
    return next((step for step in steps if step >= 0 and hmac.compare_digest(code_at(secret, step), typed)), None)


def new_recovery_codes() -> list[str]:
    """Codes for whoever has lost the authenticator: about 49 bits of chance each."""
    drawn = ("".join(secrets.choice(_LETTERS) for _ in range(10)) for _ in range(RECOVERY_CODES))
    return [f"{code[:5]}-{code[5:]}" for code in drawn]


def recovery_digest(secret: str, account: str, code: str) -> str:
    """What is kept of a recovery code, under a secret of the room."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return hmac.new(bytes.fromhex(secret), f"{account} {plain}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()
