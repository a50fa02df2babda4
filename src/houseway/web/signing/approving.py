"""Proposals made, and approved: the command is given by both people, and what it puts on record is made."""

from __future__ import annotations

import secrets
from typing import NamedTuple, TypeAlias

from litestar.di import NamedDependency

from houseway.accounts.account_rows import Account, Change
from houseway.accounts.service import Accounts
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.permission.vouching import OfAccount
from houseway.web.http.callers import Caller
from houseway.web.live.proposals import Proposal, Proposals
from houseway.web.service import dependencies as given
from houseway.web.service.command_desk import Desk
from houseway.web.signing.account_changes import change_account, check_as_proposed, make_approved
from houseway.web.signing.second_signature import against, signed


class Actor(NamedTuple):
    """Somebody who acts: who that is, the desk that takes commands, the accounts, and what waits for two people."""

    caller: Caller
    desk: Desk
    accounts: Accounts
    proposals: Proposals

    async def propose(self, command: c.Command, id: str, meant: str | None = None) -> Proposal:
        """Propose a command for a second person to approve; ``meant`` is the digest of what it replaces, as shown."""
        digest = against(self.desk.room, command) if meant is None else meant
        own = f"{self.caller.id}.{id or secrets.token_hex(16)}"
        return await self.proposals.propose(own, command, self.caller.id, digest)

    async def change(self, kind: type[OfAccount], change: Change, *, invited: bool = False) -> Account:
        """Put a change of an account on record, then make it."""
        return await change_account(self.desk, self.accounts, kind, change, self.caller.id, invited=invited)

    async def approve(self, id: str, who: str) -> Proposal:
        """Approve a proposal as ``who``: the command is given by both, and what it puts on record is made."""
        desk, accounts, proposals = self.desk, self.accounts, self.proposals
        known = await proposals.one(id)
        command = c.read(known.command)
        moments = (known.at, proposals.now())
        first, second = signed(desk.room, await proposals.hands(), command, known.who, who, *moments)
        if known.state == "open":
            await check_as_proposed(command, accounts, desk.room.floor.journal.seal_book)
        await proposals.decide(id, "approved", who)
        try:
            reply = await desk.pass_on(command, f"proposal:{id}", first, second, known.against)
        except HousewayError:
            await proposals.reopen(id)
            raise
        await make_approved(command, accounts, first, who)
        return await proposals.answered(id, reply)


Acting: TypeAlias = NamedDependency[Actor]
"""What a handler is given at which something is proposed, approved or changed: ``acting: Acting``."""


async def acting_of(
    caller: given.Caller, desk: given.Desk, accounts: given.Accounts, proposals: given.Proposals
) -> Actor:
    """Whoever acts by a request."""
    return Actor(caller, desk, accounts, proposals)
