"""Keys of devices, kept only as digests: made, approved by a second person, looked up, revoked."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec

from houseway.accounts.account_errors import BadAccount
from houseway.accounts.account_rows import DEVICE_COLUMNS, Change, Device, DeviceKind, canonical_device, device_of
from houseway.accounts.store import Row, Statement, Store, reads
from houseway.floor.floor_errors import UnknownThing

SPOKE_EVERY = 30
"""Seconds between two notes of when a device last spoke."""

MAX_VERSION = 40
"""Characters of the release that a device says it runs."""

_NAME = re.compile(r"[^\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e]{1,40}")


MOST_MARKS = 3
"""Accents on one letter: no way of writing has more."""


def digest(secret: str) -> str:
    """What is stored of a secret made by us: it has 256 bits of chance, so that a plain digest is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def utc_now() -> int:
    """Microseconds since 1970, by this machine."""
    return time.time_ns() // 1000


def check_name(name: str) -> None:
    """Refuse what cannot be a name: nothing, too long, characters that nobody sees, accents heaped on a letter."""
    if not _NAME.fullmatch(name) or not name.strip() or _is_heaped(name):
        raise BadAccount("that cannot be a name", remedy="use 1 to 40 characters that can be seen")


def _is_heaped(name: str) -> bool:
    letters = unicodedata.normalize("NFC", name)
    marks = "".join("^" if unicodedata.combining(letter) else "." for letter in letters)
    return marks.startswith("^") or "^" * (MOST_MARKS + 1) in marks


class DeviceKeys:
    """The keys of devices, on an open store."""

    def __init__(self, store: Store, now: Callable[[], int] = utc_now) -> None:
        self.store = store
        self.now = now

    async def ask(self, sql: str, *values: Any) -> list[Row]:
        """Run a statement of the store; beside the loop where it may take time or has to reach the disk."""
        if self.store.quick and reads(sql):
            return self.store.ask(sql, *values)
        return await asyncio.to_thread(self.store.ask, sql, *values)

    async def ask_all(self, *statements: Statement) -> list[list[Row]]:
        """Run statements of the store, all or nothing."""
        return await asyncio.to_thread(self.store.ask_all, *statements)

    async def ask_one(self, statement: Statement) -> list[Row]:
        """Run one statement of the store."""
        return await self.ask(statement[0], *statement[1])

    async def ready_to_make_device(self, kind: DeviceKind, table: str, name: str, by: str) -> tuple[Change, str]:
        """A device of a table, ready to be made, and its key, which is shown this once.

        The key opens nothing before a second person approves it: `activate`.
        """
        check_name(name)
        key = secrets.token_urlsafe(32)
        device = Device(f"d-{secrets.token_hex(4)}", kind, table, name, self.now(), by, None, None, waits=True)
        hashed = digest(key)
        sql = (
            "INSERT INTO devices (id, hash, kind, at_table, name, created, created_by, waits) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, 1) RETURNING id"
        )
        values = (device.id, hashed, kind, table, name, device.created, by)
        return Change(device.id, canonical_device(device, hashed), ((sql, values),), device=device), key

    async def make_device(self, kind: DeviceKind, table: str, name: str, by: str) -> tuple[Device, str]:
        """A device of a table whose key waits for a second person, and the key, which is shown this once."""
        change, key = await self.ready_to_make_device(kind, table, name, by)
        await self.ask_all(*change.statements)
        assert change.device is not None
        return change.device, key

    async def activate(self, id: str) -> Device:
        """The key of a device opens its door from now on."""
        rows = await self.ask(f"UPDATE devices SET waits = 0 WHERE id = ? RETURNING {DEVICE_COLUMNS}", id)
        if not rows:
            raise UnknownThing(f"there is no device {id!r}", remedy="see the list of devices for its id")
        return device_of(rows[0])

    async def device(self, key: str, version: str = "") -> Device | None:
        """The device that has this key, unless it was revoked or waits for a second person.

        That it spoke is noted every so often, and the ``version`` that it says it runs whenever that is another.
        """
        rows = await self.store.look_up(
            f"SELECT {DEVICE_COLUMNS} FROM devices WHERE hash = ? AND revoked IS NULL AND waits = 0", digest(key)
        )
        if not rows:
            return None
        found, now = device_of(rows[0]), self.now()
        said = version[:MAX_VERSION] if version.isprintable() else ""
        if found.seen is None or now - found.seen > SPOKE_EVERY * 1_000_000 or (said and said != found.version):
            kept = said or found.version
            await self.ask("UPDATE devices SET seen = ?, version = ? WHERE id = ?", now, kept, found.id)
        return found

    async def device_works(self, id: str) -> bool:
        """Whether the key of a device has not been revoked."""
        sql = "SELECT 1 FROM devices WHERE id = ? AND revoked IS NULL AND waits = 0"
        return bool(await self.store.look_up(sql, id))

    async def device_row(self, id: str) -> tuple[Device, bytes]:
        """A device, and what the journal vouches for of it."""
        rows = await self.ask(f"SELECT {DEVICE_COLUMNS}, hash FROM devices WHERE id = ?", id)
        if not rows:
            raise UnknownThing(
                f"there is no device {id[:64]!r}", remedy="look at those there are: houseway device list"
            )
        device = device_of(rows[0][:-1])
        return device, canonical_device(device, rows[0][-1])

    async def devices(self) -> list[Device]:
        """Every device that ever had a key."""
        rows = await self.ask(f"SELECT {DEVICE_COLUMNS} FROM devices ORDER BY created, id")
        return [device_of(row) for row in rows]

    async def ready_to_revoke(self, id: str, by: str) -> Change:
        """The key of a device is to open nothing any more; ready to be made."""
        rows = await self.ask(f"SELECT {DEVICE_COLUMNS}, hash FROM devices WHERE id = ?", id)
        if not rows:
            raise UnknownThing(f"there is no device {id[:64]!r}", remedy="see the list of devices for its id")
        before = device_of(rows[0][:-1])
        when, who = (before.revoked, before.revoked_by) if before.revoked is not None else (self.now(), by)
        after = msgspec.structs.replace(before, revoked=when, revoked_by=who)
        sql = f"UPDATE devices SET revoked = ?, revoked_by = ? WHERE id = ? RETURNING {DEVICE_COLUMNS}"
        return Change(id, canonical_device(after, rows[0][-1]), ((sql, (when, who, id)),), device=after)

    async def revoke(self, id: str, by: str) -> Device:
        """The key of a device opens nothing any more."""
        change = await self.ready_to_revoke(id, by)
        await self.ask_all(*change.statements)
        assert change.device is not None
        return change.device
