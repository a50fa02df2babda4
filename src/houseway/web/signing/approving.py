"""A proposal approved: the command is given by both people, and what it puts on record is made."""

from __future__ import annotations

from houseway.accounts.service import Accounts
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.web.live.proposals import Proposal, Proposals
from houseway.web.service.command_desk import Desk
from houseway.web.signing.account_changes import check_as_proposed, make_approved
from houseway.web.signing.second_signature import signed


async def approve_by(who: str, id: str, desk: Desk, accounts: Accounts, proposals: Proposals) -> Proposal:
    """Approve a proposal as ``who``: the command is given by both, and what it puts on record is made."""
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
