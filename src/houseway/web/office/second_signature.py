"""The second signature: who may approve or reject what waits, and what stands in the way."""

from __future__ import annotations

from houseway.accounts.custody import Hands
from houseway.errors import NotPermitted
from houseway.floor import commands as c
from houseway.floor import replacing
from houseway.floor.context import moment
from houseway.floor.people import SEGREGATION
from houseway.web.http.callers import Caller
from houseway.web.live.room import Room
from houseway.web.office.proposals import Proposal, signers


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


def check_hands(hands: Hands, first: str, other: str, zone: str, *moments: int) -> None:
    """Refuse where one person could have signed as both ``first`` and ``other`` at one of these moments."""
    for at in moments:
        found = hands.shared(first, other, at)
        if found is None:
            continue
        one, until = found
        whose = [person for person in dict.fromkeys((first, other)) if person != one]
        said = f"password of {whose[0]} was" if len(whose) == 1 else f"passwords of {' and '.join(whose)} were"
        late = until <= max(moments)
        raise NotPermitted(
            f"the {said} set by {one}: {'when this was proposed' if late else f'until {moment(until, zone)}'} "
            f"{first} and {other} {'did' if late else 'do'} not count as two people",
            clause=SEGREGATION,
            remedy="propose it anew" if late else "ask somebody else for the second signature",
        )


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
