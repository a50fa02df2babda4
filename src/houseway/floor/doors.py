"""Accounts and keys of devices: what is put on record before it is changed.

The accounts themselves are kept beside the journal. Each entry here has a keyed digest of what the account or the key
will be, made with a key that no database has: whoever changes one behind the journal's back is found by
`houseway.floor.auditing.accounts`. Neither passwords nor what is kept of them are ever on record.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from houseway.errors import UnknownThing, WrongState
from houseway.floor import commands as c
from houseway.floor.context import Context
from houseway.floor.kinds import of_house
from houseway.floor.states import PROPERTY
from houseway.journal import Decision


def make_account(ctx: Context, command: c.MakeAccount) -> Decision:
    """An account for somebody who works here is on record; the account itself is made after that, outside."""
    if command.person not in ctx.property.people:
        raise UnknownThing(f"{command.person!r} does not work here", remedy="add the person to the property first")
    return _of_account(ctx, of_house.AccountMade, command, once=command.once)


def replace_password(ctx: Context, command: c.ReplacePassword) -> Decision:
    """Who replaces whose password is on record; passwords never are."""
    return _of_account(ctx, of_house.PasswordReplaced, command, once=bool(command.digest))


def change_own_password(ctx: Context, command: c.ChangeOwnPassword) -> Decision:
    """Somebody sets their own password, and nobody else's."""
    if ctx.who != command.person:
        raise WrongState("this account is not your own", remedy="an administrator replaces the password of another")
    return _of_account(ctx, of_house.PasswordChanged, command)


def close_account(ctx: Context, command: c.CloseAccount) -> Decision:
    """Who closes whose account is on record. The person may have left before."""
    return _of_account(ctx, of_house.AccountClosed, command)


def open_account(ctx: Context, command: c.OpenAccount) -> Decision:
    """Who opens whose account again, or lifts its lock, is on record."""
    return _of_account(ctx, of_house.AccountOpened, command)


def _of_account(
    ctx: Context,
    kind: type[of_house.OfAccount],
    command: c.MakeAccount | c.ReplacePassword | c.ChangeOwnPassword | c.CloseAccount | c.OpenAccount,
    *,
    once: bool = False,
) -> Decision:
    digest, key = _vouched(command.digest, command.key)
    body = kind(person=command.person, digest=digest, key=key, once=once or UNSET)
    return Decision([ctx.draft(PROPERTY, body)], {"person": command.person})


def _vouched(digest: str, key: str) -> tuple[str | UnsetType, str | UnsetType]:
    """A digest and the key that it was made with, or neither."""
    return (digest, key) if digest else (UNSET, UNSET)


def attest_accounts(ctx: Context, command: c.AttestAccounts) -> Decision:
    """Two people vouch for the accounts and devices as they are."""
    body = of_house.AccountsAttested(
        accounts=command.accounts, devices=command.devices, key=command.key, reason=command.reason
    )
    reply = {"accounts": sorted(command.accounts), "devices": sorted(command.devices)}
    return Decision([ctx.draft(PROPERTY, body)], reply)


def make_device_key(ctx: Context, command: c.MakeDeviceKey) -> Decision:
    """The key of a device is on record; it opens its door after that."""
    ctx.property.table(command.at_table)
    digest, key = _vouched(command.digest, command.key)
    body = of_house.DeviceKeyMade(
        device=command.device, kind=command.kind, table=command.at_table, name=command.name, digest=digest, key=key
    )
    return Decision([ctx.draft(PROPERTY, body)], {"device": command.device})


def revoke_device_key(ctx: Context, command: c.RevokeDeviceKey) -> Decision:
    """That the key of a device opens nothing any more is on record."""
    digest, key = _vouched(command.digest, command.key)
    body = of_house.DeviceKeyRevoked(device=command.device, reason=command.reason, digest=digest, key=key)
    return Decision([ctx.draft(PROPERTY, body)], {"device": command.device})
