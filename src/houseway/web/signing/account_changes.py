"""Changes of accounts and device keys as the web makes them: on record first, then made.

A server that stops in between leaves an entry of a change that was not made. The check of the accounts names it, and
whoever makes the change again, or two people who attest the accounts as they are, end it.
"""

from __future__ import annotations

import secrets

from houseway.accounts.account_rows import Account, Change
from houseway.accounts.credentials.links import approve_link, link_by_id
from houseway.accounts.service import Accounts
from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.floor.permission.vouching import DEVICE, LINK, OfAccount, account_command, attestation, vouched
from houseway.journal import SealBook
from houseway.web.service.command_desk import Desk


async def change_account(
    desk: Desk, accounts: Accounts, kind: type[OfAccount], change: Change, who: str, *, invited: bool = False
) -> Account:
    """Put a change of somebody's account on record, then make it. A player's account is nobody's to vouch for."""
    if change.subject is not None and change.account is not None:
        book = desk.room.floor.journal.seal_book
        command = account_command(
            kind,
            change.subject,
            change.canonical,
            book,
            before=change.before,
            once=change.account.once,
            invited=invited,
        )
        await desk.pass_on(command, f"account:{secrets.token_hex(16)}", who)
    return await accounts.apply(change)


def device_key(change: Change, book: SealBook | None) -> c.MakeDeviceKey:
    """The command that puts a device's key on record."""
    device = change.device
    assert device is not None
    digest, key = vouched(book, DEVICE, change.canonical)
    return c.MakeDeviceKey(
        device=device.id,
        kind=device.kind,
        at_table=device.table,
        name=device.name,
        digest=digest,
        key=key,
    )


def device_revoked(change: Change, reason: str, book: SealBook | None) -> c.RevokeDeviceKey:
    """The command that puts on record that a device's key opens nothing any more."""
    assert change.device is not None
    digest, key = vouched(book, DEVICE, change.canonical)
    return c.RevokeDeviceKey(device=change.device.id, reason=reason, digest=digest, key=key)


async def attested(accounts: Accounts, reason: str, book: SealBook | None) -> c.AttestAccounts:
    """The command by which two people vouch for all accounts and device keys as they are now."""
    books = await accounts.on_the_books()
    return attestation(books.accounts, books.devices, books.waiting, reason, book)


async def check_as_proposed(command: c.Command, accounts: Accounts, book: SealBook | None) -> None:
    """Refuse to approve what is no longer as it was when it was proposed."""
    match command:
        case c.MakeDeviceKey():
            _, canonical = await accounts.device_row(command.device)
            found = vouched(book, DEVICE, canonical)
        case c.RevokeDeviceKey():
            change = await accounts.ready_to_revoke(command.device, "")
            found = vouched(book, DEVICE, change.canonical)
        case c.MakeSignInLink():
            link = await link_by_id(accounts, command.link)
            if (command.digest, command.key) != vouched(book, LINK, link.canonical):
                raise WrongState("this link was changed since it was made", remedy="reject it, and make a new one")
            return
        case c.AttestAccounts():
            if command != await attested(accounts, command.reason, book):
                raise WrongState(
                    "an account or a device key was changed since this was proposed", remedy="propose it anew"
                )
            return
        case _:
            return
    if (command.digest, command.key) != found:
        raise WrongState(f"device {command.device} was changed since this was proposed", remedy="propose it anew")


async def make_approved(command: c.Command, accounts: Accounts, who: str, approver: str) -> None:
    """Make the change that two people have put on record. Made again, it is the same."""
    match command:
        case c.MakeDeviceKey():
            await accounts.activate(command.device)
        case c.RevokeDeviceKey():
            await accounts.revoke(command.device, who)
        case c.MakeSignInLink():
            await approve_link(accounts, command.link, approver)
        case _:
            pass
