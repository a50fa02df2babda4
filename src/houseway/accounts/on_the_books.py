"""Everything in the accounts store that the journal vouches for, read at one moment."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from houseway.accounts import account_rows as rows
from houseway.accounts.store import Store, open_store
from houseway.floor.permission.vouched_books import Handed, OnTheBooks


def on_the_books(store: Store) -> OnTheBooks:
    """Everything in a store that the journal vouches for, as it is at one moment."""
    columns = f"{rows.SECRET_COLUMNS}, {rows.ACCOUNT_COLUMNS}"
    accounts, devices, handed = store.ask_all(
        (f"SELECT {columns} FROM accounts WHERE person IS NOT NULL ORDER BY person", ()),
        (f"SELECT {rows.DEVICE_COLUMNS}, hash FROM devices ORDER BY created, id", ()),
        (rows.HANDED, ()),
    )
    found = [(rows.account_of(row[4:]), rows.Secrets(*row[:4])) for row in accounts]
    known = [(rows.device_of(row[:-1]), row[-1]) for row in devices]
    return OnTheBooks(
        {account.person or "": rows.canonical_account(account, *secrets) for account, secrets in found},
        {device.id: rows.canonical_device(device, hashed) for device, hashed in known},
        tuple(Handed(*row) for row in handed),
        {account.person or "": account.login or "" for account, _ in found},
        frozenset(device.id for device, _ in known if device.waits),
    )


def books_of(url: str | Path) -> Callable[[], OnTheBooks]:
    """What reads everything that the journal at ``url`` vouches for, each time by a connection of its own."""

    def read() -> OnTheBooks:
        with closing(open_store(url, readonly=True)) as store:
            store.check_current()
            return on_the_books(store)

    return read
