"""People's accounts and sessions.

Passwords are kept as argon2id hashes, session ids and device keys only as digests: whoever reads the tables can
neither come in as somebody nor learn a password.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
import structlog
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.accounts import throttle
from houseway.accounts.account_errors import BadAccount, CodeNeeded, TooOften, WrongCode, WrongPassword
from houseway.accounts.account_rows import (
    ACCOUNT_COLUMNS,
    OF_SESSION,
    SECRET_COLUMNS,
    Account,
    Change,
    Secrets,
    Session,
    account_of,
    canonical_account,
)
from houseway.accounts.credentials.authenticator import recovery_digest, step_of
from houseway.accounts.device_keys import DeviceKeys, check_name, digest, utc_now
from houseway.accounts.guest_names import guest_name
from houseway.accounts.on_the_books import on_the_books
from houseway.accounts.passwords import LONGEST, check_password, hash_of_nobody
from houseway.accounts.store import Statement, Store, is_taken, placeholders
from houseway.accounts.throttle import sweep as sweep_tries
from houseway.errors import HousewayError
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.permission.vouched_books import OnTheBooks

log = structlog.get_logger("houseway.accounts")

IDLE = 30 * 60
"""Seconds after which a session of somebody who works here ends when nothing was asked in it."""

IDLE_PLAYER = 14 * 24 * 3600
ABSOLUTE = 12 * 3600
ABSOLUTE_PLAYER = 60 * 24 * 3600
NAMES = 30
"""Seconds after which a player's name is asked for again: it may have been changed at another server."""

NEWCOMER = "A player"
"""How somebody is called whose name is on its way."""

GUEST_DAYS = 30
"""Days after which a guest's account is forgotten that no session leads to: its chips stay in the ledger."""

SEEN_EVERY = 30
"""Seconds between two notes of when a session was last used."""

OF_THE_HOUSE = frozenset({"house", "the house", "houseway", "dealer", "the dealer", "supervisor", "administrator"})
"""Names that others would take for somebody who works here."""

_LOGIN = re.compile(r"[a-z0-9][a-z0-9._-]{1,39}")
_SECONDS = 1_000_000


_SESSION = f"SELECT s.began, s.seen, {OF_SESSION} FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.hash = ?"


def is_over(account: Account, began: int, seen: int, now: int) -> bool:
    """Whether a session has ended by itself, or with its account."""
    idle, absolute = (IDLE, ABSOLUTE) if account.person is not None else (IDLE_PLAYER, ABSOLUTE_PLAYER)
    return account.closed is not None or now - seen > idle * _SECONDS or now - began > absolute * _SECONDS


class Accounts(DeviceKeys):
    """Everybody's accounts, on an open store."""

    def __init__(self, store: Store, *, hasher: PasswordHasher | None = None, now: Callable[[], int] = utc_now) -> None:
        super().__init__(store, now)
        self._hasher = hasher or PasswordHasher()
        self._nobody = hash_of_nobody(self._hasher)
        # Each check of a password takes its share of memory: no more than two at once, however many ask.
        self._checks = asyncio.Semaphore(2)
        self._secrets: dict[str, str] = {}
        self._names: dict[str, tuple[str, int]] = {}
        self._unknown: set[str] = set()
        self._learning: asyncio.Task[None] | None = None
        self.renamed: list[Callable[[Collection[str]], None]] = []
        self.ended: list[Callable[[str], None]] = []
        self.needs_codes: Callable[[str], bool] = lambda person: False

    # -- accounts

    async def by_id(self, id: str) -> Account:
        """The account of that id."""
        rows = await self.ask(f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE id = ?", id)
        if not rows:
            raise UnknownThing(f"there is no account {id!r}", remedy="see the list of accounts for its id")
        return account_of(rows[0])

    async def of_person(self, person: str) -> Account | None:
        """The account of somebody who works here, if there is one."""
        rows = await self.ask(f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE person = ?", person)
        return account_of(rows[0]) if rows else None

    async def staff(self) -> list[Account]:
        """The accounts that have a login, by login."""
        rows = await self.ask(f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE login IS NOT NULL ORDER BY login")
        return [account_of(row) for row in rows]

    async def on_the_books(self) -> OnTheBooks:
        """Everything that the journal vouches for, as it is at one moment."""
        return await asyncio.to_thread(on_the_books, self.store)

    async def ready_to_make(
        self, login: str, password: str, name: str, person: str | None = None, *, by: str | None = None
    ) -> Change:
        """A new account with a login, ready to be made; for one of the property's people, or a player.

        ``by`` is who else knows the password: it is then for coming in once.
        """
        await self.check_free(login, name, person)
        login = check_login(login)
        check_password(password, login)
        hashed = await self.hash_of(password)
        account = Account(f"a-{secrets.token_hex(6)}", login, name, person, self.now(), None, by is not None)
        statements = [_adding(account, hashed)]
        if by is not None:
            statements.append(_handing(account.id, by, self.now(), "made"))
        return Change(person, canonical_account(account, hashed), tuple(statements), account)

    async def ready_to_invite(self, login: str, name: str, person: str) -> Change:
        """A new account without a password, ready to be made: it opens nothing before a sign-in link was used."""
        await self.check_free(login, name, person)
        account = Account(f"a-{secrets.token_hex(6)}", check_login(login), name, person, self.now(), None, False)
        return Change(person, canonical_account(account, None), (_adding(account, None),), account)

    async def make(
        self, login: str, password: str, name: str, person: str | None = None, *, by: str | None = None
    ) -> Account:
        """Make an account."""
        return await self.apply(await self.ready_to_make(login, password, name, person, by=by))

    async def apply(self, change: Change) -> Account:
        """Make a change of an account that was ready, unless the account is no longer as it was then."""
        assert change.account is not None
        try:
            rows = await self.ask_all(*change.statements)
        except Exception as error:
            if is_taken(error):
                raise _taken(change.account.login or "") from error
            raise
        if not rows[0]:
            raise WrongState(
                f"the account of {change.account.name} was changed at the same moment by somebody else",
                remedy="look at it again, then do it again",
            )
        self._named(change.account.id, change.account.name)
        if any(sql.startswith("DELETE FROM sessions") for sql, _ in change.statements):
            self.tell_ended(change.account.id)
        return change.account

    async def check_free(self, login: str, name: str, person: str | None) -> None:
        """Refuse an account that cannot be made, before anything is written anywhere."""
        check_name(name)
        taken = await self.ask(
            "SELECT login FROM accounts WHERE login = ? OR (person IS NOT NULL AND person = ?)",
            check_login(login),
            person or "",
        )
        if taken:
            raise _taken(login)

    async def make_guest(self) -> Account:
        """A guest: a friendly name, no login."""
        account = Account(f"g-{secrets.token_hex(6)}", None, guest_name(), None, self.now(), None, False)
        return await self.apply(Change(None, b"", (_adding(account, None),), account))

    async def keep(self, account: Account, login: str, password: str) -> Account:
        """A guest's account gets a login: the same player from now on."""
        if account.login is not None:
            raise BadAccount("this account has a login already", remedy="change its password instead")
        login = check_login(login)
        check_password(password, login)
        hashed = await self.hash_of(password)
        try:
            await self.ask("UPDATE accounts SET login = ?, password = ? WHERE id = ?", login, hashed, account.id)
        except Exception as error:
            if is_taken(error):
                raise BadAccount(f"the login {login} is taken", remedy="choose another") from error
            raise
        return await self.by_id(account.id)

    async def rename(self, account: Account, name: str) -> None:
        """Another name for others to see. A player is called as nobody who works here."""
        check_name(name)
        if account.person is None:
            sql = "SELECT id FROM accounts WHERE person IS NOT NULL AND lower(name) = lower(?)"
            if name.strip().casefold() in OF_THE_HOUSE or await self.ask(sql, name.strip()):
                raise BadAccount("somebody of the house is called that", remedy="choose another name")
        await self.ask("UPDATE accounts SET name = ? WHERE id = ?", name, account.id)
        self._named(account.id, name)

    async def ready_to_set_password(self, account: Account, password: str, *, by: str | None = None) -> Change:
        """A new password, ready to be set; every session of the account ends with it.

        ``by``: who else set it, for coming in once.
        """
        check_password(password, account.login or "")
        beside: list[Statement] = [
            ("DELETE FROM sessions WHERE account = ?", (account.id,)),
            throttle.lift(await self.key_of(account.login or "")),
        ]
        if by is not None:
            beside.append(_handing(account.id, by, self.now(), "replaced"))
        anew = {"password": await self.hash_of(password)}
        return await self.altered(account, *beside, anew=anew, password_once=int(by is not None))

    async def set_password(self, account: Account, password: str, *, by: str | None = None) -> None:
        """Set a new password."""
        await self.apply(await self.ready_to_set_password(await self.by_id(account.id), password, by=by))

    async def ready_to_close(self, account: Account, *, closed: bool = True) -> Change:
        """Nobody comes in with this account any more, or somebody may again and waits no longer; ready to be made."""
        beside = [throttle.lift(await self.key_of(account.login or ""))]
        if closed:
            beside.append(("DELETE FROM sessions WHERE account = ?", (account.id,)))
            beside.append(("DELETE FROM links WHERE account = ?", (account.id,)))
        return await self.altered(account, *beside, closed=(account.closed or self.now()) if closed else None)

    async def close_account(self, id: str, *, closed: bool = True) -> None:
        """Nobody comes in with this account any more, from this moment; or somebody may again."""
        await self.apply(await self.ready_to_close(await self.by_id(id), closed=closed))

    async def secrets_of(self, account: Account) -> Secrets:
        """What is kept of an account's secrets."""
        [found] = await self.ask(f"SELECT {SECRET_COLUMNS} FROM accounts WHERE id = ?", account.id)
        return Secrets(*found)

    async def altered(
        self, account: Account, *beside: Statement, anew: Mapping[str, str | None] | None = None, **values: int | None
    ) -> Change:
        """An account with some secrets and columns ``anew``, and the statements ``beside`` it; ready to be made."""
        before, secrets = await self.secrets_of(account), dict(anew or {})
        kept = before._replace(**secrets)
        after = msgspec.structs.replace(
            account,
            closed=values.get("closed", account.closed),
            once=bool(values.get("password_once", account.once)),
            badge=kept.badge is not None,
            codes=kept.codes is not None,
        )
        statements = (_changing(account, before, **secrets, **values), *beside)
        now, then = canonical_account(account, *before), canonical_account(after, *kept)
        return Change(account.person, then, statements, after, before=now)

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

    async def hash_of(self, password: str) -> str:
        """What is kept of a password."""
        async with self._checks:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether a password is the one that ``hashed`` is kept of; nothing takes the same time and matches none."""
        async with self._checks:
            try:
                found = await asyncio.to_thread(self._hasher.verify, hashed or self._nobody, password)
                return found and hashed is not None
            except (VerificationError, InvalidHashError):
                return False

    async def check(self, login: str, password: str, *, origin: str = "", code: str | None = None) -> Account:
        """The account that this login and password open, with the code of its authenticator where it has one.

        Without a ``code``, not even an empty one, none is asked for: the own password, given again in a session.

        After wrong ones ``origin`` waits for a while, longer each time (`houseway.accounts.throttle`); who has no such
        login is answered the same, after the same time, and waits the same.
        """
        login = login.strip().lower()[:LONGEST]
        # No login has characters that nobody sees, and one of the engines keeps none of them.
        login = login if login.isprintable() else "?"
        now = self.now()
        key = await self.count(login, origin)
        strange = throttle.is_address(origin) and not (await self.ask_one(throttle.known_place(login, origin, now)))
        if strange:
            await self.count(login, throttle.ELSEWHERE, patience=throttle.PATIENCE_ELSEWHERE)
        rows = await self.ask(f"SELECT {ACCOUNT_COLUMNS}, password FROM accounts WHERE login = ?", login)
        account = account_of(rows[0][:-1]) if rows else None
        hashed = rows[0][-1] if rows else None
        # Where there is no such account a password is checked as well, so that both take the same time.
        matches = await self.matches(hashed, password[:LONGEST])
        if account is None or not matches or account.closed is not None:
            raise WrongPassword("this login and password do not go together", remedy="try again, or ask for a new one")
        if account.codes and code is not None:
            await self._check_code(account, code)
        statements = throttle.right(key, origin, strange=strange)
        if throttle.is_address(origin):
            statements.append(throttle.remember_place(account.id, origin, now))
        await self.ask_all(*statements)
        return account

    async def _check_code(self, account: Account, code: str) -> None:
        """Refuse unless the code is one that counts now; neither it nor an earlier one counts again."""
        secret = (await self.secrets_of(account)).codes
        if not code.strip() or secret is None:
            raise CodeNeeded(
                "this login takes a code of its authenticator too", remedy="type the six digits, or a recovery code"
            )
        step = step_of(secret, code, self.now())
        if step is not None:
            sql = "UPDATE accounts SET codes_step = ? WHERE id = ? AND codes_step < ? RETURNING id"
            if await self.ask(sql, step, account.id, step):
                return
        digest_of = recovery_digest(await self.own_secret("recovery"), account.id, code)
        sql = "DELETE FROM recovery_codes WHERE account = ? AND hash = ? RETURNING hash"
        if await self.ask(sql, account.id, digest_of):
            log.warning("recovery code used", account=account.id, person=account.person)
            return
        raise WrongCode(
            "this code is not right, or was used before",
            remedy="wait for the next code of the authenticator, or use a recovery code",
        )

    async def count(
        self,
        subject: str,
        origin: str,
        what: str = "wrong passwords for this login",
        remedy: str = "wait, sign in where you usually do, or ask an administrator to lift it",
        *,
        patience: int = throttle.PATIENCE,
    ) -> str:
        """Count a try of ``subject`` from ``origin`` before it is looked at, or refuse; under what it is counted."""
        key, now = await self.key_of(subject), self.now()
        if await self.ask_one(throttle.count_try(key, origin, now, patience)):
            return key
        rows = await self.ask_one(throttle.when_free(key, origin))
        wait = -(-(rows[0][0] - now) // _SECONDS) if rows else 1
        raise TooOften(f"too many {what}", wait=max(1, wait), remedy=remedy)

    async def key_of(self, login: str) -> str:
        """Under what the tries for a login are counted, or those for something else that has no login's name."""
        return throttle.login_key(await self.own_secret("throttle"), login)

    # -- sessions

    async def begin(self, account: Account, device: str = "", address: str = "") -> str:
        """A new session; its id, which only the browser keeps. ``device`` says in words what browser it is."""
        id = secrets.token_urlsafe(32)
        now = self.now()
        sql = "INSERT INTO sessions (hash, account, began, seen, device, address) VALUES (?, ?, ?, ?, ?, ?)"
        await self.ask(sql, digest(id), account.id, now, now, device, address)
        return id

    async def session(self, id: str) -> Session | None:
        """The session of that id, if it goes on."""
        hashed = digest(id)
        rows = await self.store.look_up(_SESSION, hashed)
        if not rows:
            return None
        began, seen, *data = rows[0]
        account = account_of(data)
        now = self.now()
        if is_over(account, began, seen, now):
            await self.end(hashed)
            return None
        self._named(account.id, account.name)
        if now - seen > SEEN_EVERY * _SECONDS:
            await self.ask("UPDATE sessions SET seen = ? WHERE hash = ?", now, hashed)
        return Session(hashed, account, began)

    async def goes_on(self, hashed: str) -> bool:
        """Whether the session of that digest has not ended: by somebody, with its account, or by its time.

        To ask is no use of it: a feed that is open keeps no session alive.
        """
        rows = await self.store.look_up(_SESSION, hashed)
        return bool(rows) and not is_over(account_of(rows[0][2:]), rows[0][0], rows[0][1], self.now())

    async def end(self, hashed: str) -> None:
        """End a session; its feeds end with it."""
        await self.ask("DELETE FROM sessions WHERE hash = ?", hashed)
        self.tell_ended(hashed)

    def tell_ended(self, owner: str) -> None:
        """Tell whoever listens that a session has ended, or every session of an account."""
        for listener in self.ended:
            listener(owner)

    async def sweep(self) -> None:
        """Forget sessions that have ended by themselves, and wrong passwords of long ago."""
        now = self.now()
        ended = (now - IDLE_PLAYER * _SECONDS, now - ABSOLUTE_PLAYER * _SECONDS)
        await self.ask_all(("DELETE FROM sessions WHERE seen < ? OR began < ?", ended), *sweep_tries(now))

    async def sweep_guests(self, sits: Callable[[str], bool]) -> list[str]:
        """Forget guests who cannot come back: no login, no session, older than `GUEST_DAYS`; the players they were.

        ``sits`` says whether a player has a seat: whoever has is kept.
        """
        rows = await self.ask(
            "SELECT id FROM accounts a WHERE login IS NULL AND person IS NULL AND created < ? "
            "AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.account = a.id)",
            self.now() - GUEST_DAYS * 24 * 3600 * _SECONDS,
        )
        gone = [row[0] for row in rows if not sits(f"player:{row[0]}")]
        forget = (
            "DELETE FROM accounts WHERE login IS NULL AND id = ? "
            "AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.account = accounts.id)"
        )
        await self.ask_all(*((forget, (id,)) for id in gone))
        return [f"player:{id}" for id in gone]

    # -- what the server itself keeps

    def secret(self, name: str) -> str:
        """A secret of the server, the same for all its processes and after a restart."""
        self.store.ask("INSERT INTO settings VALUES (?, ?) ON CONFLICT DO NOTHING", name, secrets.token_hex(32))
        return str(self.store.ask("SELECT value FROM settings WHERE name = ?", name)[0][0])

    async def own_secret(self, name: str) -> str:
        """The same for whoever has a loop to keep going; read once."""
        if name not in self._secrets:
            self._secrets[name] = await asyncio.to_thread(self.secret, name)
        return self._secrets[name]


def _changing(account: Account, before: Secrets, **values: str | int | None) -> Statement:
    """Change columns of an account that is as it was before; no row comes back where it is not."""
    same = {**before._asdict(), "closed": account.closed, "password_once": int(account.once)}
    sql = (
        f"UPDATE accounts SET {', '.join(f'{name} = ?' for name in values)} WHERE id = ? AND "
        f"{' AND '.join(f'{name} IS NOT DISTINCT FROM ?' for name in same)} RETURNING id"
    )
    return sql, (*values.values(), account.id, *same.values())


def _adding(account: Account, hashed: str | None) -> Statement:
    sql = (
        "INSERT INTO accounts (id, login, name, person, password, created, password_once) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id"
    )
    values = (account.id, account.login, account.name, account.person, hashed, account.created, int(account.once))
    return sql, values


def _handing(account: str, by: str, at: int, kind: str) -> Statement:
    return "INSERT INTO handed VALUES (?, ?, ?, ?)", (account, by, at, kind)


def _taken(login: str) -> BadAccount:
    return BadAccount(f"{login} or its person has an account already", remedy="choose another login")


def check_login(login: str) -> str:
    """The login as it is kept, or the refusal."""
    login = login.strip().lower()
    if not _LOGIN.fullmatch(login):
        raise BadAccount(f"{login[:40]!r} cannot be a login", remedy="use 2 to 40 letters, digits, dots and dashes")
    return login
