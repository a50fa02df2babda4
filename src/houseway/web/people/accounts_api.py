"""Accounts of people, and keys of devices."""

from __future__ import annotations

import msgspec
import structlog
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from houseway.accounts.account_errors import NotSignedIn
from houseway.accounts.account_rows import Account, Device, DeviceKind
from houseway.accounts.guest_names import new_password
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, UnknownThing
from houseway.table.shown.shape_base import Shape
from houseway.web.live.proposals import Proposal
from houseway.web.schema import requests as b
from houseway.web.schema.declare import STAFF_ONLY, declared
from houseway.web.schema.replies import TABLE_COMMANDS, replies_to
from houseway.web.schema.shape import CommandReply
from houseway.web.service.dependencies import Accounts, Caller, Desk, Room
from houseway.web.signing.account_changes import attested, device_key, device_revoked
from houseway.web.signing.approving import Acting
from houseway.web.signing.signatures import Signing

log = structlog.get_logger("houseway.doors")


class AccountMade(Account, frozen=True, kw_only=True):
    """An account and its new password, which is shown this once."""

    password: str


class DeviceMade(Device, frozen=True, kw_only=True):
    """A device and its key, which is shown this once, and the proposal that a second person approves."""

    key: str
    proposal: str


class DeviceRevoked(Device, frozen=True, kw_only=True):
    """A device whose key is to be revoked, and the proposal that a second person approves."""

    proposal: str


class ThisDevice(Shape, frozen=True):
    """The device whose key was sent."""

    device: str
    kind: DeviceKind | None
    table: str
    name: str


class AccountsOfOffice(Controller):
    """Accounts, for administrators; a regulator may look."""

    path = "/api/accounts"
    tags = ("people",)
    opt = STAFF_ONLY

    @get("/")
    async def all(self, accounts: Accounts, caller: Caller) -> list[Account]:
        """Every account that has a login."""
        caller.need("administrator", "regulator")
        return await accounts.staff()

    @post("/", status_code=201)
    async def make(self, acting: Acting, room: Room, data: JSONBody[b.NewAccount]) -> AccountMade:
        """Make an account. Its password is shown this once, and is for coming in once to set another."""
        accounts, caller = acting.accounts, acting.caller
        caller.need("administrator")
        if data.person is not None and data.person not in room.mirror.property.people:
            raise UnknownThing(f"{data.person!r} does not work here", remedy="add the person to the property first")
        secret = new_password()
        change = await accounts.ready_to_make(data.login, secret, data.name, data.person, by=caller.id)
        account = await acting.change(c.MakeAccount, change)
        log.info("account made", account=account.id, person=account.person)
        return AccountMade(**msgspec.structs.asdict(account), password=secret)

    @post("/{account:str}/password", status_code=200)
    async def password(self, acting: Acting, account: FromPath[str], data: JSONBody[b.Empty]) -> AccountMade:
        """A new password, shown this once and for coming in once; every session of the account ends."""
        accounts, caller = acting.accounts, acting.caller
        caller.need("administrator")
        known = await accounts.by_id(account)
        if known.login is None:
            raise NotPermitted("a guest has no password", remedy="the guest keeps the account with a login")
        if known.id == caller.account:
            raise NotPermitted("this account is your own", remedy="change your password on the account page")
        secret = new_password()
        change = await accounts.ready_to_set_password(known, secret, by=caller.id)
        await acting.change(c.ReplacePassword, change)
        log.info("password made anew", account=known.id)
        return AccountMade(**msgspec.structs.asdict(await accounts.by_id(account)), password=secret)

    @post("/{account:str}/close", status_code=200)
    async def close(self, acting: Acting, account: FromPath[str], data: JSONBody[b.Empty]) -> Account:
        """Nobody comes in with this account any more."""
        accounts, caller = acting.accounts, acting.caller
        caller.need("administrator")
        known = await accounts.by_id(account)
        if known.id == caller.account:
            raise NotPermitted("this account is your own", remedy="ask another administrator")
        await acting.change(c.CloseAccount, await accounts.ready_to_close(known))
        log.info("account closed", account=known.id)
        return await accounts.by_id(account)

    @post("/{account:str}/open", status_code=200)
    async def open(self, acting: Acting, account: FromPath[str], data: JSONBody[b.Empty]) -> Account:
        """Somebody may come in with this account again; a lock after wrong passwords is lifted too."""
        acting.caller.need("administrator")
        accounts = acting.accounts
        known = await accounts.by_id(account)
        await acting.change(c.OpenAccount, await accounts.ready_to_close(known, closed=False))
        log.info("account opened", account=known.id)
        return await accounts.by_id(account)

    @post("/attest", status_code=201)
    async def attest(self, acting: Acting, data: JSONBody[b.Reason]) -> Proposal:
        """Propose to attest all accounts of people who work here, and all device keys, as they are now."""
        acting.caller.need("administrator")
        command = await attested(acting.accounts, data.reason, acting.desk.room.floor.journal.seal_book)
        return await acting.propose(command, data.id)


class Devices(Controller):
    """Devices and their keys; each key is bound to one table."""

    path = "/api/devices"
    tags = ("devices",)
    opt = STAFF_ONLY

    @get("/")
    async def all(self, accounts: Accounts, caller: Caller) -> list[Device]:
        """Every device that ever had a key."""
        caller.need("technician", "administrator", "regulator")
        return await accounts.devices()

    @post("/", status_code=201)
    async def make(self, signing: Signing, acting: Acting, data: JSONBody[b.NewDevice]) -> DeviceMade:
        """Make a key for a device of a table. It is shown this once, and opens nothing before a second person approves.

        ``signed`` has the second person's login and password, where they stand beside; else the proposal waits.
        """
        caller, accounts, room = acting.caller, acting.accounts, acting.desk.room
        caller.need("technician", "administrator")
        room.mirror.property.table(data.table)
        second = await signing.by(data.signed)
        change, key = await accounts.ready_to_make_device(data.kind, data.table, data.name, caller.id)
        await accounts.ask_all(*change.statements)
        command = device_key(change, room.floor.journal.seal_book)
        proposed = await acting.propose(command, data.id)
        log.info("device key proposed", device=command.device, table=data.table, kind=data.kind)
        if second is not None:
            await acting.approve(proposed.id, second)
        device, _ = await accounts.device_row(command.device)
        return DeviceMade(**msgspec.structs.asdict(device), key=key, proposal=proposed.id)

    @post("/{device:str}/revoke", status_code=200)
    async def revoke(
        self, signing: Signing, acting: Acting, device: FromPath[str], data: JSONBody[b.Revoked]
    ) -> DeviceRevoked:
        """The key of a device is to open nothing any more, as soon as a second person approves."""
        acting.caller.need("technician", "administrator")
        second = await signing.by(data.signed)
        change = await acting.accounts.ready_to_revoke(device, acting.caller.id)
        command = device_revoked(change, data.reason, acting.desk.room.floor.journal.seal_book)
        proposed = await acting.propose(command, data.id)
        log.info("device key to be revoked", device=device)
        if second is not None:
            await acting.approve(proposed.id, second)
        found, _ = await acting.accounts.device_row(device)
        return DeviceRevoked(**msgspec.structs.asdict(found), proposal=proposed.id)

    @get("/me", opt=declared(by="device"))
    async def who(self, caller: Caller) -> ThisDevice:
        """The device whose key is used: its table and kind."""
        _device(caller)
        return ThisDevice(device=caller.device, kind=caller.device_kind, table=caller.table, name=caller.name)

    @post("/commands", status_code=200, exclude_from_csrf=True, opt=declared(replies_to(*TABLE_COMMANDS), by="device"))
    async def give(self, desk: Desk, caller: Caller, data: JSONBody[b.AnyCommand]) -> CommandReply:
        """Give a command as the panel of the table that the key is bound to: ``Authorization: Device <key>``."""
        _device(caller)
        return await desk.give(caller, c.read(data.command), data.id)


def _device(caller: Caller) -> None:
    if caller.kind != "device":
        raise NotSignedIn("this is for devices", remedy="send Authorization: Device <key>")


HANDLERS = [AccountsOfOffice, Devices]
