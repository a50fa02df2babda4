"""What the tables of accounts hold, and the form of it that the journal vouches for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from houseway.accounts.store import Statement

DeviceKind = Literal["panel", "sensor", "display", "shoe"]


class Account(msgspec.Struct, frozen=True):
    """An account: of ``person`` among the property's people, or else of a player; without a login, of a guest.

    ``once``: its password was set by somebody else, and is for coming in once to set one's own. ``badge``: its person
    signs at a console with a badge and a PIN. ``codes``: to come in takes a code of an authenticator too.
    """

    id: str
    login: str | None
    name: str
    person: str | None
    created: int
    closed: int | None
    once: bool
    badge: bool = False
    codes: bool = False

    @property
    def player(self) -> str:
        """The name under which a player of this account is known at the tables."""
        return f"player:{self.id}"


class Secrets(NamedTuple):
    """What is kept of an account's secrets: hashes of password and PIN, digest of the badge, secret of the codes."""

    password: str | None = None
    badge: str | None = None
    pin: str | None = None
    codes: str | None = None


class Session(msgspec.Struct, frozen=True):
    """A session that goes on, by the digest of its id."""

    hash: str
    account: Account
    began: int


class Device(msgspec.Struct, frozen=True):
    """A device that has a key, and the one table it belongs to.

    ``waits``: its key opens nothing before a second person approves it. ``seen`` is when it last spoke, and ``version``
    the release that it said it runs.
    """

    id: str
    kind: DeviceKind
    table: str
    name: str
    created: int
    created_by: str
    revoked: int | None
    revoked_by: str | None
    waits: bool
    seen: int | None = None
    version: str = ""


class Change(msgspec.Struct, frozen=True):
    """A change of an account or a device that is ready to be made, so that it can be put on record before.

    ``subject`` is the person whose account it is, or the device's id; ``canonical`` what the row will say, ``before``
    what it says until then, where there is one.
    """

    subject: str | None
    canonical: bytes
    statements: tuple[Statement, ...]
    account: Account | None = None
    device: Device | None = None
    before: bytes = b""


ACCOUNT_COLUMNS = "id, login, name, person, created, closed, password_once, badge, codes"
OF_SESSION = ", ".join(f"a.{name}" for name in ACCOUNT_COLUMNS.split(", "))
"""The same of the account of a session, which is joined as ``a``."""

SECRET_COLUMNS = "password, badge, pin, codes"
DEVICE_COLUMNS = "id, kind, at_table, name, created, created_by, revoked, revoked_by, waits, seen, version"
HANDED = (
    "SELECT a.person, h.password_by, h.password_at, h.kind FROM handed h JOIN accounts a ON a.id = h.account "
    "WHERE a.person IS NOT NULL"
)
"""Every password that was set by another's hand."""

_encode = msgspec.json.Encoder(order="deterministic").encode


def account_of(row: Sequence[Any]) -> Account:
    """The account that a row of `ACCOUNT_COLUMNS` is."""
    id, login, name, person, created, closed, once, badge, codes = row
    return Account(id, login, name, person, created, closed, bool(once), badge is not None, codes is not None)


def device_of(row: Sequence[Any]) -> Device:
    """The device that a row of `DEVICE_COLUMNS` is."""
    id, kind, table, name, created, by, revoked, revoked_by, waits, seen, version = row
    return Device(id, kind, table, name, created, by, revoked, revoked_by, bool(waits), seen, version)


def canonical_account(account: Account, password: str | None, *others: str | None) -> bytes:
    """What decides who comes in with an account, and as whom: the one form of it that is vouched for.

    ``password`` and ``others`` are its `Secrets`. An account with neither a badge nor codes has the form that it had
    before there were any.
    """
    form = [account.id, account.login, account.person, password, account.closed is not None, account.once]
    return _encode([*form, others] if any(others) else form)


def canonical_device(device: Device, hashed: str) -> bytes:
    """What decides which key opens what: the one form of it that is vouched for."""
    return _encode([device.id, hashed, device.kind, device.table, device.name, device.revoked is not None])
