"""Accounts of people, and keys of devices."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import structlog
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from houseway.accounts.service import Account, Device, new_password
from houseway.errors import NotPermitted, NotSignedIn, UnknownThing
from houseway.floor import commands as c
from houseway.web.api import bodies as b
from houseway.web.given import Accounts, Caller, Desk, Room
from houseway.web.schema.declare import SIGNED_IN, declared
from houseway.web.schema.people import AccountMade, DeviceMade, ThisDevice
from houseway.web.schema.replies import replies_to

log = structlog.get_logger("houseway.doors")

OF_TABLES = tuple(command for command in c.COMMANDS.values() if "table" in command.__struct_fields__)
"""Every command that names a table."""


async def _record(desk: Desk, caller: Caller, command: c.Command) -> None:
    """Put a change of somebody's account on record, before it is made.

    A server that stops in between leaves an entry of a change that was not made: it says who set out to make it, and
    whoever makes it after all leaves another.
    """
    await desk.pass_on(command, f"account:{secrets.token_hex(16)}", caller.id)


class AccountsOfOffice(Controller):
    """Accounts, for administrators; a regulator may look."""

    path = "/api/accounts"
    tags = ("people",)
    opt = SIGNED_IN

    @get("/")
    async def all(self, accounts: Accounts, caller: Caller) -> list[Account]:
        """Every account that has a login."""
        caller.need("administrator", "regulator")
        return await accounts.staff()

    @post("/", status_code=201)
    async def make(
        self, accounts: Accounts, room: Room, desk: Desk, caller: Caller, data: JSONBody[b.NewAccount]
    ) -> AccountMade:
        """Make an account. Its password is shown this once, and is for coming in once to set another."""
        caller.need("administrator")
        if data.person is not None and data.person not in room.mirror.property.people:
            raise UnknownThing(f"{data.person!r} does not work here", remedy="add the person to the property first")
        secret = new_password()
        await accounts.check_free(data.login, data.name, data.person)
        if data.person is not None:
            await _record(desk, caller, c.MakeAccount(person=data.person))
        account = await accounts.make(data.login, secret, data.name, data.person, by=caller.id)
        log.info("account made", account=account.id, person=account.person)
        return AccountMade(**msgspec.structs.asdict(account), password=secret)

    @post("/{account:str}/password", status_code=200)
    async def password(
        self, accounts: Accounts, desk: Desk, caller: Caller, account: FromPath[str], data: JSONBody[b.Empty]
    ) -> AccountMade:
        """A new password, shown this once and for coming in once; every session of the account ends."""
        caller.need("administrator")
        known = await accounts.by_id(account)
        if known.login is None:
            raise NotPermitted("a guest has no password", remedy="the guest keeps the account with a login")
        if known.id == caller.account:
            raise NotPermitted("this account is your own", remedy="change your password on the account page")
        secret = new_password()
        if known.person is not None:
            await _record(desk, caller, c.ReplacePassword(person=known.person))
        await accounts.set_password(known, secret, by=caller.id)
        log.info("password made anew", account=known.id)
        return AccountMade(**msgspec.structs.asdict(await accounts.by_id(account)), password=secret)

    @post("/{account:str}/close", status_code=200)
    async def close(
        self, accounts: Accounts, desk: Desk, caller: Caller, account: FromPath[str], data: JSONBody[b.Empty]
    ) -> Account:
        """Nobody comes in with this account any more."""
        caller.need("administrator")
        known = await accounts.by_id(account)
        if known.id == caller.account:
            raise NotPermitted("this account is your own", remedy="ask another administrator")
        if known.person is not None:
            await _record(desk, caller, c.CloseAccount(person=known.person))
        await accounts.close_account(known.id)
        log.info("account closed", account=known.id)
        return await accounts.by_id(account)

    @post("/{account:str}/open", status_code=200)
    async def open(
        self, accounts: Accounts, desk: Desk, caller: Caller, account: FromPath[str], data: JSONBody[b.Empty]
    ) -> Account:
        """Somebody may come in with this account again; a lock after wrong passwords is lifted too."""
        caller.need("administrator")
        known = await accounts.by_id(account)
        if known.person is not None:
            await _record(desk, caller, c.OpenAccount(person=known.person))
        await accounts.close_account(known.id, closed=False)
        log.info("account opened", account=known.id)
        return await accounts.by_id(account)


class Devices(Controller):
    """Devices and their keys; each key is bound to one table."""

    path = "/api/devices"
    tags = ("devices",)
    opt = SIGNED_IN

    @get("/")
    async def all(self, accounts: Accounts, caller: Caller) -> list[Device]:
        """Every device that ever had a key."""
        caller.need("technician", "administrator", "regulator")
        return await accounts.devices()

    @post("/", status_code=201)
    async def make(self, accounts: Accounts, room: Room, caller: Caller, data: JSONBody[b.NewDevice]) -> DeviceMade:
        """Make a key for a device of a table. It is shown this once."""
        caller.need("technician", "administrator")
        room.mirror.property.table(data.table)
        device, key = await accounts.make_device(data.kind, data.table, data.name, caller.id)
        device = await accounts.activate(device.id)
        log.info("device key made", device=device.id, table=device.table, kind=device.kind)
        return DeviceMade(**msgspec.structs.asdict(device), key=key)

    @post("/{device:str}/revoke", status_code=200)
    async def revoke(
        self, accounts: Accounts, caller: Caller, device: FromPath[str], data: JSONBody[b.Empty]
    ) -> Device:
        """The key of a device opens nothing any more."""
        caller.need("technician", "administrator")
        revoked = await accounts.revoke(device, caller.id)
        log.info("device key revoked", device=device)
        return revoked

    @get("/me", opt=declared(by="device"))
    async def who(self, caller: Caller) -> ThisDevice:
        """The device whose key is used: its table and kind."""
        _device(caller)
        return ThisDevice(device=caller.device, kind=caller.device_kind, table=caller.table, name=caller.name)

    @post("/commands", status_code=200, exclude_from_csrf=True, opt=declared(replies_to(*OF_TABLES), by="device"))
    async def give(self, desk: Desk, caller: Caller, data: JSONBody[b.AnyCommand]) -> dict[str, Any]:
        """Give a command as the panel of the table that the key is bound to: ``Authorization: Device <key>``."""
        _device(caller)
        return await desk.give(caller, c.read(data.command), data.id)


def _device(caller: Caller) -> None:
    if caller.kind != "device":
        raise NotSignedIn("this is for devices", remedy="send Authorization: Device <key>")


HANDLERS = [AccountsOfOffice, Devices]
