"""The sessions that go on: whose, from which browser and address, since when; and ending them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.accounts.account_rows import OF_SESSION, account_of
from houseway.accounts.service import Accounts, is_over
from houseway.floor.floor_errors import UnknownThing

_SQL = (
    f"SELECT s.hash, s.began, s.seen, s.device, s.address, {OF_SESSION} "
    "FROM sessions s JOIN accounts a ON a.id = s.account"
)


class OpenSession(msgspec.Struct, frozen=True):
    """A session that goes on. ``id`` is the beginning of its digest: it names the session and opens nothing."""

    id: str
    hash: str
    account: str
    login: str
    person: str
    name: str
    device: str
    address: str
    began: int
    seen: int


def _session(row: Sequence[Any]) -> OpenSession:
    hashed, began, seen, device, address = row[:5]
    account = account_of(row[5:])
    return OpenSession(
        hashed[:16],
        hashed,
        account.id,
        account.login or "",
        account.person or "",
        account.name,
        device,
        address,
        began,
        seen,
    )


async def sessions_of(accounts: Accounts, account: str | None = None) -> list[OpenSession]:
    """The sessions of one account, or of everybody who works here, the last used first."""
    where, values = ("s.account = ?", [account]) if account is not None else ("a.person IS NOT NULL", [])
    rows = await accounts.ask(f"{_SQL} WHERE {where} ORDER BY s.seen DESC, s.hash", *values)
    now = accounts.now()
    return [_session(row) for row in rows if not is_over(account_of(row[5:]), row[1], row[2], now)]


async def end_session(accounts: Accounts, id: str, account: str | None = None) -> OpenSession:
    """End one session, of that account where one is named; the session that it was."""
    found = next((each for each in await sessions_of(accounts, account) if each.id == id), None)
    if found is None:
        raise UnknownThing("this session has ended already", remedy="look at the list again")
    await accounts.end(found.hash)
    return found


async def end_others(accounts: Accounts, account: str, keep: str) -> int:
    """End every session of an account but the one of the digest ``keep``; how many."""
    others = [each for each in await sessions_of(accounts, account) if each.hash != keep]
    for each in others:
        await accounts.end(each.hash)
    return len(others)
