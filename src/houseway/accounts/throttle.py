"""Wrong passwords: after a few, whoever tries waits, longer each time; the person whose login it is does not.

Tries are counted by login *and* origin, whether there is such a login or not. An origin is an address from outside, or
a signed-in person at whose console somebody signs. Where a login comes from an address that nobody who works here has
signed in from, the tries from all such addresses are counted together as well: a thousand of them do not make a
thousand times as many tries, and none of them is counted against the house's own places.
"""

from __future__ import annotations

import hashlib
import hmac
from ipaddress import ip_address, ip_network

from houseway.accounts.store import Statement

PATIENCE = 5
"""Wrong passwords for a login from one origin before that origin waits for a while, longer each time."""

PATIENCE_ELSEWHERE = 50
"""Wrong passwords for a login from all strange addresses together before all of them wait."""

WAITS = (30, 60, 120, 240, 480, 960, 1920, 3600)
"""Seconds to wait, by how many wrong passwords came after the patience ended."""

FORGOTTEN = 24 * 3600
"""Seconds without a try after which those before are forgotten."""

PLACE_DAYS = 30
"""Days for which an address somebody signed in from is known as theirs."""

ELSEWHERE = "*"
"""The origin that all strange addresses are together."""

TERMINAL_ORIGIN = "terminal"
"""The origin of whoever gives a password at the terminal of the machine itself."""

_SECOND = 1_000_000


def console_origin(account: str) -> str:
    """The origin of whoever signs in the session of ``account``: nobody from outside fills it.

    It is the account's and not the session's, so that a new session gives no new tries.
    """
    return f"console:{account}"


def address_origin(address: str) -> str:
    """The origin that an address is of; of IPv6 the network, of which one house has all addresses."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return f"address:{address[:64]}"
    if found.version == 6:
        return f"address:{found.ipv4_mapped or ip_network((found, 64), strict=False)}"
    return f"address:{found}"


def is_address(origin: str) -> bool:
    """Whether an origin is an address from outside."""
    return origin.startswith("address:")


def login_key(secret: str, login: str) -> str:
    """Under what the tries for a login are counted: what somebody typed there by mistake cannot be read again."""
    return hmac.new(bytes.fromhex(secret), login.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def count_try(key: str, origin: str, now: int, patience: int) -> Statement:
    """Count a try before it is looked at; no row comes back where the origin must wait.

    The try that ends the patience sets the wait with the same statement, so that of many at once no more are looked at.
    """
    before = f"(CASE WHEN tries.at < excluded.at - {FORGOTTEN * _SECOND} THEN 0 ELSE tries.failures END)"
    waits = " ".join(
        f"WHEN {before} + 1 = {patience + step} THEN excluded.at + {seconds * _SECOND}"
        for step, seconds in enumerate(WAITS[:-1])
    )
    locked = f"CASE WHEN {before} + 1 < {patience} THEN 0 {waits} ELSE excluded.at + {WAITS[-1] * _SECOND} END"
    sql = (
        "INSERT INTO tries (login, origin, failures, locked, at) VALUES (?, ?, 1, 0, ?) "
        f"ON CONFLICT (login, origin) DO UPDATE SET failures = {before} + 1, locked = {locked}, at = excluded.at "
        "WHERE tries.locked <= excluded.at RETURNING failures"
    )
    return sql, (key, origin, now)


def when_free(key: str, origin: str) -> Statement:
    """Until when an origin waits."""
    return "SELECT locked FROM tries WHERE login = ? AND origin = ?", (key, origin)


def right(key: str, origin: str, *, strange: bool) -> list[Statement]:
    """The password was right: the origin's count begins anew, and of the strange ones it was none."""
    found: list[Statement] = [("DELETE FROM tries WHERE login = ? AND origin = ?", (key, origin))]
    if strange:
        back = "UPDATE tries SET failures = failures - 1, locked = 0 WHERE login = ? AND origin = ? AND failures > 0"
        found.append((back, (key, ELSEWHERE)))
    return found


def known_place(login: str, origin: str, now: int) -> Statement:
    """A row where this login, or anybody who works here, has signed in from this address not long ago."""
    sql = (
        "SELECT 1 FROM places p JOIN accounts a ON a.id = p.account WHERE p.origin = ? AND p.at > ? "
        "AND (a.login = ? OR a.person IS NOT NULL) LIMIT 1"
    )
    return sql, (origin, now - PLACE_DAYS * 24 * 3600 * _SECOND, login)


def remember_place(account: str, origin: str, now: int) -> Statement:
    """Somebody signed in from this address."""
    sql = "INSERT INTO places VALUES (?, ?, ?) ON CONFLICT (account, origin) DO UPDATE SET at = excluded.at"
    return sql, (account, origin, now)


def lift(key: str) -> Statement:
    """Nobody waits any more to sign in with this login."""
    return "DELETE FROM tries WHERE login = ?", (key,)


def sweep(now: int) -> list[Statement]:
    """Forget tries and places of long ago."""
    return [
        ("DELETE FROM tries WHERE at < ? AND locked < ?", (now - FORGOTTEN * _SECOND, now)),
        ("DELETE FROM places WHERE at < ?", (now - PLACE_DAYS * 24 * 3600 * _SECOND,)),
    ]
