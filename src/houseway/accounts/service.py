"""People's accounts and sessions, and devices' keys.

Passwords are kept as argon2id hashes, session ids and device keys only as digests: whoever reads the tables can
neither come in as somebody nor learn a password.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, TypeVar

import msgspec
import structlog
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.accounts.names import guest_name, new_password
from houseway.accounts.store import Store, is_taken, placeholders
from houseway.errors import BadAccount, HousewayError, TooOften, UnknownThing, WrongPassword

T = TypeVar("T")

log = structlog.get_logger("houseway.accounts")

SHORTEST = 12
"""Characters of a password, at least."""

LONGEST = 256
PATIENCE = 5
"""Wrong passwords before an account is locked for a while, longer each time."""

IDLE = 30 * 60
"""Seconds after which a session of somebody who works here ends when nothing was asked in it."""

IDLE_PLAYER = 14 * 24 * 3600
ABSOLUTE = 12 * 3600
ABSOLUTE_PLAYER = 60 * 24 * 3600
NAMES = 30
"""Seconds after which a player's name is asked for again: it may have been changed at another server."""

NEWCOMER = "A player"
"""How somebody is called whose name is on its way."""

SEEN_EVERY = 30
"""Seconds between two notes of when a session was last used."""

DeviceKind = Literal["panel", "sensor", "display", "shoe"]
_LOGIN = re.compile(r"[a-z0-9][a-z0-9._-]{1,39}")
_NAME = re.compile(r"[^\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e]{1,40}")
_SECONDS = 1_000_000


class Account(msgspec.Struct, frozen=True):
    """An account: of ``person`` among the property's people, or else of a player; without a login, of a guest.

    ``once``: its password was set by somebody else, and is for coming in once to set one's own.
    """

    id: str
    login: str | None
    name: str
    person: str | None
    created: int
    closed: int | None
    once: bool

    @property
    def player(self) -> str:
        """The name under which a player of this account is known at the tables."""
        return f"player:{self.id}"


class Session(msgspec.Struct, frozen=True):
    """A session that goes on, by the digest of its id."""

    hash: str
    account: Account
    began: int


class Device(msgspec.Struct, frozen=True):
    """A device that has a key, and the one table it belongs to."""

    id: str
    kind: DeviceKind
    table: str
    name: str
    created: int
    created_by: str
    revoked: int | None = None
    revoked_by: str | None = None


_ACCOUNT = "id, login, name, person, created, closed, password_once"
_OF_SESSION = ", ".join(f"a.{name}" for name in _ACCOUNT.split(", "))
_SESSION = f"SELECT s.began, s.seen, {_OF_SESSION} FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.hash = ?"
_DEVICE = "id, kind, at_table, name, created, created_by, revoked, revoked_by"


def _account(row: Sequence[Any]) -> Account:
    id, login, name, person, created, closed, once = row
    return Account(id, login, name, person, created, closed, bool(once))


def _over(account: Account, began: int, seen: int, now: int) -> bool:
    """Whether a session has ended by itself, or with its account."""
    idle, absolute = (IDLE, ABSOLUTE) if account.person is not None else (IDLE_PLAYER, ABSOLUTE_PLAYER)
    return account.closed is not None or now - seen > idle * _SECONDS or now - began > absolute * _SECONDS


def digest(secret: str) -> str:
    """What is stored of a secret made by us: it has 256 bits of chance, so that a plain digest is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _now() -> int:
    return time.time_ns() // 1000


class Accounts:
    """Everybody's accounts, on an open store."""

    def __init__(self, store: Store, *, hasher: PasswordHasher | None = None, now: Callable[[], int] = _now) -> None:
        self.store = store
        self.now = now
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        # Each check of a password takes its share of memory: no more than two at once, however many ask.
        self._checks = asyncio.Semaphore(2)
        self._names: dict[str, tuple[str, int]] = {}
        self._unknown: set[str] = set()
        self._learning: asyncio.Task[None] | None = None
        self.renamed: list[Callable[[Collection[str]], None]] = []

    async def run(self, work: Callable[..., T], *values: Any) -> T:
        """Do some work of the store, in a thread where it may take time."""
        if self.store.quick:
            return work(*values)
        return await asyncio.to_thread(work, *values)

    # -- accounts

    async def by_id(self, id: str) -> Account:
        """The account of that id."""
        rows = await self.run(self.store.ask, f"SELECT {_ACCOUNT} FROM accounts WHERE id = ?", id)
        if not rows:
            raise UnknownThing(f"there is no account {id!r}")
        return _account(rows[0])

    async def staff(self) -> list[Account]:
        """The accounts that have a login, by login."""
        rows = await self.run(self.store.ask, f"SELECT {_ACCOUNT} FROM accounts WHERE login IS NOT NULL ORDER BY login")
        return [_account(row) for row in rows]

    async def make(
        self, login: str, password: str, name: str, person: str | None = None, *, by: str | None = None
    ) -> Account:
        """A new account with a login; for one of the property's people, or a player.

        ``by`` is who else knows the password: it is then for coming in once.
        """
        login = check_login(login)
        check_password(password, login)
        check_name(name)
        hashed = await self._hash(password)
        account = Account(f"a-{secrets.token_hex(6)}", login, name, person, self.now(), None, by is not None)
        await self._add(account, hashed)
        if by is not None:
            await self._hand(account.id, by, "made")
        return account

    async def make_missing(self, wanted: Sequence[tuple[str, str, str, str | None]]) -> set[str]:
        """Accounts of (login, password, name, person), in one step: all that are not there yet; the logins made.

        Whoever has the login or is the person already keeps the account that is there.
        """
        rows = []
        for login, password, name, person in wanted:
            check_password(password, check_login(login))
            check_name(name)
            hashed = await self._hash(password)
            rows.append((f"a-{secrets.token_hex(6)}", check_login(login), name, person, hashed, self.now()))
        if not rows:
            return set()
        marks = ", ".join(f"({placeholders(row)})" for row in rows)
        made = await self.run(
            self.store.ask,
            f"INSERT INTO accounts (id, login, name, person, password, created) VALUES {marks} "
            "ON CONFLICT DO NOTHING RETURNING login",
            *(value for row in rows for value in row),
        )
        return {row[0] for row in made}

    async def check_free(self, login: str, name: str, person: str | None) -> None:
        """Refuse an account that cannot be made, before anything is written anywhere."""
        check_name(name)
        taken = await self.run(
            self.store.ask,
            "SELECT login FROM accounts WHERE login = ? OR (person IS NOT NULL AND person = ?)",
            check_login(login),
            person or "",
        )
        if taken:
            raise _taken(login)

    async def make_guest(self) -> Account:
        """A guest: a friendly name, no login."""
        account = Account(f"g-{secrets.token_hex(6)}", None, guest_name(), None, self.now(), None, False)
        await self._add(account, None)
        return account

    async def _add(self, account: Account, hashed: str | None) -> None:
        values = (account.id, account.login, account.name, account.person, hashed, account.created, int(account.once))
        try:
            await self.run(
                self.store.ask,
                "INSERT INTO accounts (id, login, name, person, password, created, password_once) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                *values,
            )
        except Exception as error:
            if is_taken(error):
                raise _taken(account.login or "") from error
            raise
        self._named(account.id, account.name)

    async def keep(self, account: Account, login: str, password: str) -> Account:
        """A guest's account gets a login: the same player from now on."""
        if account.login is not None:
            raise BadAccount("this account has a login already", remedy="change its password instead")
        login = check_login(login)
        check_password(password, login)
        hashed = await self._hash(password)
        try:
            await self.run(
                self.store.ask, "UPDATE accounts SET login = ?, password = ? WHERE id = ?", login, hashed, account.id
            )
        except Exception as error:
            if is_taken(error):
                raise BadAccount(f"the login {login} is taken", remedy="choose another") from error
            raise
        return await self.by_id(account.id)

    async def rename(self, account: Account, name: str) -> None:
        """Another name for others to see."""
        check_name(name)
        await self.run(self.store.ask, "UPDATE accounts SET name = ? WHERE id = ?", name, account.id)
        self._named(account.id, name)

    async def set_password(self, account: Account, password: str, *, by: str | None = None) -> None:
        """A new password; every session of the account ends. ``by``: who else set it, for coming in once."""
        check_password(password, account.login or "")
        hashed = await self._hash(password)
        if by is not None:
            # First who has it, then the password itself: whatever comes between, nobody has one unseen.
            await self._hand(account.id, by, "replaced")
        await self.run(
            self.store.ask,
            "UPDATE accounts SET password = ?, password_once = ?, failures = 0, locked = 0 WHERE id = ?",
            hashed,
            int(by is not None),
            account.id,
        )
        await self.run(self.store.ask, "DELETE FROM sessions WHERE account = ?", account.id)

    async def _hand(self, account: str, by: str, kind: str) -> None:
        await self.run(self.store.ask, "INSERT INTO handed VALUES (?, ?, ?, ?)", account, by, self.now(), kind)

    async def close_account(self, id: str, *, closed: bool = True) -> None:
        """Nobody comes in with this account any more, from this moment; or somebody may again."""
        when = self.now() if closed else None
        await self.run(
            self.store.ask, "UPDATE accounts SET closed = ?, failures = 0, locked = 0 WHERE id = ?", when, id
        )
        if closed:
            await self.run(self.store.ask, "DELETE FROM sessions WHERE account = ?", id)

    def name_of(self, player: str) -> str:
        """How a player is called at the tables, as far as it is known here; nobody waits for it.

        What is not known yet, or was asked for some time ago, is asked for; ``renamed`` hears of players that turn out
        to be called otherwise.
        """
        id = player.removeprefix("player:")
        if id.startswith("auto-"):
            return id.removeprefix("auto-").title()
        known = self._names.get(id)
        if known is None or self.now() - known[1] > NAMES * _SECONDS:
            if self.store.quick:
                self._learn([id])
            else:
                self._unknown.add(id)
                if self._learning is None or self._learning.done():
                    self._learning = asyncio.get_running_loop().create_task(self._learn_names(), name="names")
            known = self._names.get(id)
        return known[0] if known is not None else NEWCOMER

    def _named(self, id: str, name: str) -> None:
        self._names[id] = (name, self.now())

    def _learn(self, ids: Sequence[str]) -> None:
        try:
            rows = self.store.ask(f"SELECT id, name FROM accounts WHERE id IN ({placeholders(ids)})", *ids)
        except HousewayError as error:
            log.error("names of players not readable", error=error.code, message=error.message)
            return
        found: dict[str, str] = {row[0]: row[1] for row in rows}
        for id in ids:
            self._named(id, found.get(id, id))

    async def _learn_names(self) -> None:
        while self._unknown:
            ids = sorted(self._unknown)[:100]
            before = {id: self._names.get(id, (None, 0))[0] for id in ids}
            await asyncio.to_thread(self._learn, ids)
            self._unknown.difference_update(ids)
            changed = [f"player:{id}" for id in ids if self._names.get(id, (None, 0))[0] != before[id]]
            for listener in self.renamed if changed else ():
                listener(changed)

    # -- passwords

    async def _hash(self, password: str) -> str:
        async with self._checks:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _matches(self, hashed: str, password: str) -> bool:
        async with self._checks:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False

    async def check(self, login: str, password: str) -> Account:
        """The account that this login and password open; wrong ones lock it for a while, longer each time."""
        rows = await self.run(
            self.store.ask,
            f"SELECT {_ACCOUNT}, password, failures, locked FROM accounts WHERE login = ?",
            login.strip().lower()[:LONGEST],
        )
        account = _account(rows[0][:-3]) if rows else None
        hashed, _, locked = rows[0][-3:] if rows else (None, 0, 0)
        now = self.now()
        if account is not None and locked > now:
            wait = -(-(locked - now) // _SECONDS)
            raise TooOften(f"{account.login} is locked after wrong passwords", wait=wait)
        # Where there is no such account a password is checked as well, so that both take the same time.
        right = await self._matches(hashed or self._nobody, password[:LONGEST])
        if account is None or not right or account.closed is not None or hashed is None:
            if account is not None:
                await self._failed(account.id)
            raise WrongPassword("this login and password do not go together", remedy="try again, or ask for a new one")
        # Many may have tried at once, here and at other servers: whoever was right after the lock came too late.
        free = await self.run(
            self.store.ask,
            "UPDATE accounts SET failures = 0, locked = 0 WHERE id = ? AND locked <= ? RETURNING id",
            account.id,
            self.now(),
        )
        if not free:
            raise TooOften(f"{account.login} is locked after wrong passwords", wait=1)
        return account

    async def _failed(self, id: str) -> None:
        [[failures]] = await self.run(
            self.store.ask, "UPDATE accounts SET failures = failures + 1 WHERE id = ? RETURNING failures", id
        )
        if failures >= PATIENCE:
            wait = min(30 * 2 ** (failures - PATIENCE), 3600)
            await self.run(
                self.store.ask, "UPDATE accounts SET locked = ? WHERE id = ?", self.now() + wait * _SECONDS, id
            )

    # -- sessions

    async def begin(self, account: Account) -> str:
        """A new session; its id, which only the browser keeps."""
        id = secrets.token_urlsafe(32)
        now = self.now()
        await self.run(self.store.ask, "INSERT INTO sessions VALUES (?, ?, ?, ?)", digest(id), account.id, now, now)
        return id

    async def session(self, id: str) -> Session | None:
        """The session of that id, if it goes on."""
        hashed = digest(id)
        rows = await self.run(self.store.ask, _SESSION, hashed)
        if not rows:
            return None
        began, seen, *data = rows[0]
        account = _account(data)
        now = self.now()
        if _over(account, began, seen, now):
            await self.end(hashed)
            return None
        self._named(account.id, account.name)
        if now - seen > SEEN_EVERY * _SECONDS:
            await self.run(self.store.ask, "UPDATE sessions SET seen = ? WHERE hash = ?", now, hashed)
        return Session(hashed, account, began)

    async def goes_on(self, hashed: str) -> bool:
        """Whether the session of that digest has not ended: by somebody, with its account, or by its time.

        To ask is no use of it: a feed that is open keeps no session alive.
        """
        rows = await self.run(self.store.ask, _SESSION, hashed)
        return bool(rows) and not _over(_account(rows[0][2:]), rows[0][0], rows[0][1], self.now())

    async def end(self, hashed: str) -> None:
        """End a session."""
        await self.run(self.store.ask, "DELETE FROM sessions WHERE hash = ?", hashed)

    async def sweep(self) -> None:
        """Forget sessions that have ended by themselves."""
        now = self.now()
        await self.run(
            self.store.ask,
            "DELETE FROM sessions WHERE seen < ? OR began < ?",
            now - IDLE_PLAYER * _SECONDS,
            now - ABSOLUTE_PLAYER * _SECONDS,
        )

    # -- devices

    async def make_device(self, kind: DeviceKind, table: str, name: str, by: str) -> tuple[Device, str]:
        """A device of a table, and its key, which is shown this once."""
        check_name(name)
        key = secrets.token_urlsafe(32)
        device = Device(f"d-{secrets.token_hex(4)}", kind, table, name, self.now(), by)
        await self.run(
            self.store.ask,
            "INSERT INTO devices (id, hash, kind, at_table, name, created, created_by) VALUES (?, ?, ?, ?, ?, ?, ?)",
            device.id,
            digest(key),
            kind,
            table,
            name,
            device.created,
            by,
        )
        return device, key

    async def device(self, key: str) -> Device | None:
        """The device that has this key, unless it was revoked."""
        rows = await self.run(
            self.store.ask, f"SELECT {_DEVICE} FROM devices WHERE hash = ? AND revoked IS NULL", digest(key)
        )
        return Device(*rows[0]) if rows else None

    async def device_works(self, id: str) -> bool:
        """Whether the key of a device has not been revoked."""
        return bool(await self.run(self.store.ask, "SELECT 1 FROM devices WHERE id = ? AND revoked IS NULL", id))

    async def devices(self) -> list[Device]:
        """Every device that ever had a key."""
        rows = await self.run(self.store.ask, f"SELECT {_DEVICE} FROM devices ORDER BY created")
        return [Device(*row) for row in rows]

    async def revoke(self, id: str, by: str) -> Device:
        """The key of a device opens nothing any more."""
        rows = await self.run(
            self.store.ask,
            "UPDATE devices SET revoked = COALESCE(revoked, ?), revoked_by = COALESCE(revoked_by, ?) "
            f"WHERE id = ? RETURNING {_DEVICE}",
            self.now(),
            by,
            id,
        )
        if not rows:
            raise UnknownThing(f"there is no device {id!r}")
        return Device(*rows[0])

    # -- what the server itself keeps

    def secret(self, name: str) -> str:
        """A secret of the server, the same for all its processes and after a restart."""
        self.store.ask("INSERT INTO settings VALUES (?, ?) ON CONFLICT DO NOTHING", name, secrets.token_hex(32))
        return str(self.store.ask("SELECT value FROM settings WHERE name = ?", name)[0][0])


__all__ = ["Account", "Accounts", "Device", "DeviceKind", "Session", "digest", "new_password"]


def _taken(login: str) -> BadAccount:
    return BadAccount(f"{login} or its person has an account already", remedy="choose another login")


def check_login(login: str) -> str:
    """The login as it is kept, or the refusal."""
    login = login.strip().lower()
    if not _LOGIN.fullmatch(login):
        raise BadAccount(f"{login[:40]!r} cannot be a login", remedy="use 2 to 40 letters, digits, dots and dashes")
    return login


def check_name(name: str) -> None:
    """Refuse what cannot be a name: nothing, too long, or characters that nobody sees."""
    if not _NAME.fullmatch(name) or not name.strip():
        raise BadAccount("that cannot be a name", remedy="use 1 to 40 characters that can be seen")


def check_password(password: str, login: str) -> None:
    """Refuse a password that is too short, too long, or the login itself."""
    if len(password) < SHORTEST:
        raise BadAccount(f"a password has {SHORTEST} characters or more", remedy="take a few words together")
    if len(password) > LONGEST:
        raise BadAccount(f"a password has {LONGEST} characters at most", remedy="shorten it")
    if login and login in password.lower():
        raise BadAccount("the password holds the login", remedy="choose another password")
