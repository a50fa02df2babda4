"""The second signature: who may approve or reject what waits, and what stands in the way."""

from __future__ import annotations

from houseway.accounts.custody import Hands, check_hands
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission import replacing
from houseway.floor.permission.controls import SEGREGATION
from houseway.web.http.callers import Caller
from houseway.web.live.proposals import Proposal, signers
from houseway.web.live.room import Room


def against(room: Room, command: c.Command) -> str:
    """The digest of what ``command`` would replace now; empty where it replaces nothing whole."""
    return replacing.digest(command, room.mirror.property, room.mirror.jackpot)


def signed(
    room: Room, hands: Hands, command: c.Command, first: str, other: str, *moments: int
) -> tuple[str, str | None]:
    """Who gives ``command`` and who stands beside, if the two that sign for it are two people at these moments."""
    property = room.mirror.property
    found = signers(property.people, command, first, other)
    check_hands(hands, first, other, property.zone, *moments)
    return found


def check_standing(room: Room, proposal: Proposal) -> None:
    """Refuse a proposal whose subject has been changed since it was proposed."""
    command = c.read(proposal.command)
    replacing.check(proposal.against, command, room.mirror.property, room.mirror.jackpot)


def check_rejecting(room: Room, proposal: Proposal, caller: Caller) -> None:
    """Refuse unless ``caller`` may say no: whoever could sign, and an administrator where nobody can any more."""
    if proposal.who == caller.id:
        raise NotPermitted("this proposal is your own", remedy="withdraw it instead")
    people, command = room.mirror.property.people, c.read(proposal.command)
    try:
        signers(people, command, proposal.who, caller.id)
    except NotPermitted as error:
        if caller.has("administrator") and not any(_could(room, command, proposal.who, other) for other in people):
            return
        raise NotPermitted(
            f"only who could approve it may reject it, and {error.message}", clause=SEGREGATION, remedy=error.remedy
        ) from error


def _could(room: Room, command: c.Command, first: str, other: str) -> bool:
    try:
        signers(room.mirror.property.people, command, first, other)
    except NotPermitted:
        return False
    return True
