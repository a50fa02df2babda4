"""The desk: where commands from outside are given, measured and logged."""

from __future__ import annotations

import asyncio
import re
import time

import msgspec
import structlog

from houseway.accounts.account_errors import NotSignedIn, SessionEnded
from houseway.accounts.custody import check_hands, hands
from houseway.accounts.service import Accounts
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.declared import control
from houseway.floor.floor_errors import BadCommand, NotPermitted
from houseway.floor.permission.controls import SEGREGATION
from houseway.floor.permission.people import in_words
from houseway.floor.subjects.credentials import WITH_THE_CREDENTIAL
from houseway.floor.subjects.staff import WITH_THE_CHANGE
from houseway.floor.subjects.upkeep import SEAL_KEYS
from houseway.journal.journal_errors import CommandReused
from houseway.web.http.callers import Caller
from houseway.web.http.security import ASKED_IN
from houseway.web.live.room import Room, now
from houseway.web.schema.shape import CommandReply
from houseway.web.service.metrics import Metrics

log = structlog.get_logger("houseway.desk")

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def command_id(caller: Caller, id: str) -> str:
    """The id under which a command from outside is kept: nobody can take an id of somebody else, or of the house."""
    if not _ID.fullmatch(id):
        raise BadCommand("this cannot be a command's id", remedy="send a fresh UUID with each command")
    if caller.device:
        return f"device:{caller.device}:{id}"
    return f"web:{caller.account}:{id}"


def check_device(caller: Caller, command: c.Command) -> None:
    """Refuse a command that is not of the device's own table, or not of its kind, however it was sent."""
    if getattr(command, "table", None) != caller.table:
        raise NotPermitted(f"this key is for table {caller.table}", remedy="use the key of that table's device")
    if caller.device_kind not in control(command).devices:
        raise NotPermitted(
            f"a {caller.device_kind} may not give {in_words(command)!r}",
            clause=SEGREGATION,
            remedy="a person gives it, or another device of the table",
        )


def check_account(command: c.Command) -> None:
    """Refuse to put a change of an account or a key on record that nobody makes: they come with the change itself."""
    if isinstance(command, (*WITH_THE_CHANGE, *WITH_THE_CREDENTIAL)):
        raise NotPermitted(
            "this is on record when the account or the key is changed",
            remedy="change it: /api/accounts, /api/devices, /api/me/password",
        )
    if isinstance(command, c.RecordPayee):
        raise NotPermitted(
            "a payee is on record when what they showed is kept", remedy="send it with the details: /api/payees"
        )
    if isinstance(command, SEAL_KEYS):
        raise NotPermitted(
            "the sealing key is changed where its file is", remedy="at the terminal: houseway audit rotate-key"
        )


class Desk:
    """Gives the commands of callers to the room."""

    def __init__(self, room: Room, metrics: Metrics, accounts: Accounts) -> None:
        self.room = room
        self._metrics = metrics
        self._accounts = accounts

    async def give(self, caller: Caller, command: c.Command, id: str, *, against: str | None = None) -> CommandReply:
        """Give a command of ``caller``: the reply, or the refusal raised."""
        if caller.kind == "nobody":
            raise NotSignedIn("nobody known gives a command", remedy="sign in, or sit down as a guest")
        if caller.kind == "device":
            check_device(caller, command)
        check_account(command)
        if isinstance(command, c.ConfirmActs):
            await self._check_own_hand(caller.id)
        return await self.pass_on(command, command_id(caller, id), caller.id, against=against)

    async def _check_own_hand(self, who: str) -> None:
        """Refuse to confirm what somebody did alone who could have signed in as ``who``."""
        property, known = self.room.mirror.property, await hands(self._accounts)
        for first in {act.who for act in property.alone if not act.confirmed_by and act.who != who}:
            check_hands(known, first, who, property.zone, now())

    async def reply_of(self, caller: Caller, id: str, command: c.Command, *said: str) -> CommandReply | None:
        """What the caller was answered when this very command was given under this id, or nothing: none ever was.

        ``said`` are fields of the command that its answer tells: the seat that was left, whatever is so now. An id
        of any other command is refused, as it is when a command is given.
        """
        found = await asyncio.to_thread(self.room.floor.journal.accepted, command_id(caller, id))
        if found is None:
            return None
        before, reply = found
        same = msgspec.structs.replace(command, **{field: reply.get(field) for field in said})
        if c.digest(same, caller.id, None) != before:
            raise CommandReused("this id was used for another command")
        return reply

    async def _check_session(self) -> None:
        """Refuse where the session of this request was ended since the request began: before its first command.

        What a request has begun it finishes, so that nothing is half done.
        """
        asked = ASKED_IN.get(None)
        if asked is None or asked.used:
            return
        if not await self._accounts.goes_on(asked.session):
            raise SessionEnded("your session was ended, and nothing was done", remedy="sign in, then do it again")
        asked.used = True

    async def pass_on(
        self, command: c.Command, id: str, who: str, second: str | None = None, against: str | None = None
    ) -> CommandReply:
        """Give a command under an id that is whole already; ``against`` as an `Order` has it."""
        kind = str(command.__struct_config__.tag)
        table = getattr(command, "table", None)
        structlog.contextvars.bind_contextvars(command=kind)
        if isinstance(table, str):
            structlog.contextvars.bind_contextvars(table=table)
        await self._check_session()
        started = time.monotonic()
        outcome = "unfinished"
        try:
            reply = await self.room.do(command, id=id, who=who, second=second, against=against)
            outcome = "done"
            return reply
        except HousewayError as error:
            outcome = error.code
            raise
        finally:
            self._metrics.command(kind, outcome, time.monotonic() - started)
            # What a player answers shows cards of a hand in play: the log has that something was said, not what.
            log.info("command", type=kind, outcome=outcome, second=second)
