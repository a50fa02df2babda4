"""Sign-in links: with one a person sets the own password, once, within some hours; nobody else ever knows it.

Of a link only a digest is kept. Where two people sign for it, the first is shown the link and the second a short code,
each in their own session, and the person needs both: nobody alone could come in as somebody else. A link that one made
alone, while there was nobody to sign beside, or that the terminal made, has no code.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.accounts.account_errors import BadAccount, BadLink
from houseway.accounts.account_rows import Account, Change
from houseway.accounts.device_keys import digest
from houseway.accounts.passwords import check_password
from houseway.accounts.service import Accounts
from houseway.accounts.store import Statement
from houseway.accounts.throttle import lift

LINK_HOURS = 48
"""Hours for which a link is good from the moment it is made."""

_HOUR = 3_600_000_000
_COLUMNS = "id, account, hash, made, made_by, until, waits, signed_by, used"
_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters of a code: none that look alike."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class Link(msgspec.Struct, frozen=True):
    """A link of an account, by its id. ``waits``: it opens nothing before a second person signs for it.

    ``signed_by`` is that second person, who is shown the code; without one the link needs no code.
    """

    id: str
    account: str
    hash: str
    made: int
    made_by: str
    until: int
    waits: bool
    signed_by: str = ""
    used: int | None = None

    @property
    def canonical(self) -> bytes:
        """What decides which link opens what: the one form of it that is vouched for."""
        return _encode([self.id, self.account, self.hash, self.until])


def _link(row: Sequence[Any]) -> Link:
    id, account, hashed, made, by, until, waits, signed_by, used = row
    return Link(id, account, hashed, made, by, until, bool(waits), signed_by, used)


async def make_link(accounts: Accounts, account: Account, by: str, *, waits: bool) -> tuple[Link, str]:
    """A link for an account, and its token, which is shown this once. ``waits``: a second person is to sign for it.

    It is to be on record before it is told to anybody, and opens nothing that the journal does not vouch for.
    """
    if account.closed is not None:
        raise BadAccount(f"the account of {account.name} is closed", remedy="open it again first")
    token, now = secrets.token_urlsafe(32), accounts.now()
    link = Link(f"l-{secrets.token_hex(6)}", account.id, digest(token), now, by, now + LINK_HOURS * _HOUR, waits)
    values = (link.id, link.account, link.hash, link.made, link.made_by, link.until, int(waits), "", None)
    await accounts.ask_all(
        ("DELETE FROM links WHERE until < ?", (now,)),
        (f"INSERT INTO links ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values),
    )
    return link, token


async def link_by_id(accounts: Accounts, id: str) -> Link:
    """The link of that id, whatever became of it."""
    rows = await accounts.ask(f"SELECT {_COLUMNS} FROM links WHERE id = ?", id)
    if not rows:
        raise BadLink("there is no such link any more", remedy="make a new one")
    return _link(rows[0])


async def approve_link(accounts: Accounts, id: str, second: str | None) -> None:
    """A link opens its account from now on; with a second person it takes the code that they are shown."""
    await accounts.ask("UPDATE links SET waits = 0, signed_by = ? WHERE id = ? RETURNING id", second or "", id)


async def open_links(accounts: Accounts) -> list[Link]:
    """The links that nobody has used and that are good, the oldest first."""
    sql = f"SELECT {_COLUMNS} FROM links WHERE used IS NULL AND until > ? ORDER BY made, id"
    return [_link(row) for row in await accounts.ask(sql, accounts.now())]


async def code_of(accounts: Accounts, link: Link) -> str:
    """The code of a link, for whoever signed for it as the second person; empty where it takes none."""
    if not link.signed_by:
        return ""
    secret = bytes.fromhex(await accounts.own_secret("links"))
    number = int.from_bytes(hmac.new(secret, f"{link.id} {link.signed_by}".encode(), hashlib.sha256).digest())
    code = "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(8))
    return f"{code[:4]}-{code[4:]}"


async def link_by_token(accounts: Accounts, token: str) -> tuple[Link, Account]:
    """The link that somebody holds, and whose account it is of; a `BadLink` where it is not good."""
    rows = await accounts.ask(f"SELECT {_COLUMNS} FROM links WHERE hash = ?", digest(token))
    if not rows:
        raise BadLink("this sign-in link is not known here", remedy="copy it whole, or ask for a new one")
    link = _link(rows[0])
    if link.used is not None:
        raise BadLink(
            "this sign-in link has been used", remedy="if it was not you, tell a second administrator at once"
        )
    if link.waits:
        raise BadLink("a second person has not approved this sign-in link yet", remedy="wait for that, then try again")
    if link.until <= accounts.now():
        raise BadLink("this sign-in link has expired", remedy="ask an administrator for a new one")
    account = await accounts.by_id(link.account)
    if account.closed is not None:
        raise BadLink("this account is closed", remedy="ask an administrator")
    return link, account


async def ready_to_use(accounts: Accounts, link: Link, account: Account, password: str, code: str) -> Change:
    """The password that the person of a link chose, ready to be set. The account begins anew with it: its sessions
    end, and a badge and an authenticator are enrolled again.

    Wrong codes are counted by link, and whoever tries waits, longer each time.
    """
    wanted = await code_of(accounts, link)
    counted: list[Statement] = []
    if wanted:
        key = await accounts.count(f"link {link.id}", "code", "wrong codes for this link", "wait, then try again")
        typed = "".join(code.upper().split()).replace("-", "")
        if not hmac.compare_digest(typed.encode("utf-8", "replace"), wanted.replace("-", "").encode()):
            raise BadLink(
                "this code does not belong to this sign-in link",
                remedy=f"ask {link.signed_by}, who signed for the link, to read the code to you",
            )
        counted.append(lift(key))
    check_password(password, account.login or "")
    return await accounts.altered(
        account,
        ("UPDATE links SET used = ? WHERE id = ?", (accounts.now(), link.id)),
        ("DELETE FROM links WHERE account = ? AND used IS NULL", (account.id,)),
        ("DELETE FROM sessions WHERE account = ?", (account.id,)),
        ("DELETE FROM recovery_codes WHERE account = ?", (account.id,)),
        lift(await accounts.key_of(account.login or "")),
        *counted,
        anew={"password": await accounts.hash_of(password), "badge": None, "pin": None, "codes": None},
        password_once=0,
    )
