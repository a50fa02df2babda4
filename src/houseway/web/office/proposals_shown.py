"""Proposals as the office shows them: in words, with what a second person must see, and what stands in the way."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from houseway.accounts.custody import Hands
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.permission.replacing import is_new
from houseway.floor.states import PropertyState
from houseway.reports.floor.table_names import TableNames
from houseway.rulebook.money import dollars
from houseway.web.http.callers import STAFF, Caller
from houseway.web.live.proposals import Proposal, Proposals
from houseway.web.live.room import Room
from houseway.web.office.filled_forms import Described, Facts, changes, described, plain
from houseway.web.schema.shape import GivenCommand
from houseway.web.signing.second_signature import check_rejecting, check_standing, signed

GIVERS = tuple(sorted(STAFF - {"regulator"}))
"""Who may do anything here; a regulator looks."""


def said_of(proposal: Proposal, property: PropertyState) -> Described:
    """A proposal in words. Somebody who works here already is changed, not added."""
    said = described(proposal.command)
    person = proposal.command.get("person")
    if proposal.command.get("type") != "add-person" or not isinstance(person, dict):
        return said
    if _refusal(lambda: c.read(proposal.command)) or is_new(c.read(proposal.command), proposal.against):
        return said
    known = property.people.get(person["id"])
    return msgspec.structs.replace(said, title=f"Change {known.name if known is not None else person['name']}")


class ProposalCard(msgspec.Struct, frozen=True):
    """A proposal in words and as JSON; ``stale`` is why it cannot be approved any more, ``refusal`` why not by this
    person. ``own`` is a person's own, and who ``rejects`` it may.
    """

    it: Proposal
    said: Described
    command: str
    own: bool
    stale: HousewayError | None
    refusal: HousewayError | None
    rejects: bool


def shown(room: Room, caller: Caller, proposal: Proposal, hands: Hands, at: int) -> ProposalCard:
    """A proposal as its card has it: whether ``caller`` can be the second person, and if not, why not."""
    property = room.mirror.property
    said = said_of(proposal, property)
    waits = proposal.state == "open"
    stale = refusal = None
    if waits:
        stale = _refusal(lambda: check_standing(room, proposal))
        refusal = _refusal(lambda: _check_signing(room, caller, proposal, hands, at))
    return ProposalCard(
        it=proposal,
        said=msgspec.structs.replace(said, facts=_facts(room, proposal, said)),
        command=msgspec.json.format(msgspec.json.encode(proposal.command)).decode(),
        own=proposal.who == caller.id,
        stale=stale,
        refusal=refusal,
        rejects=waits and caller.has(*GIVERS) and not _refusal(lambda: check_rejecting(room, proposal, caller)),
    )


def _check_signing(room: Room, caller: Caller, proposal: Proposal, hands: Hands, at: int) -> None:
    caller.need(*GIVERS)
    signed(room, hands, c.read(proposal.command), proposal.who, caller.id, proposal.at, at)


def _refusal(check: Callable[[], object]) -> HousewayError | None:
    try:
        check()
    except HousewayError as error:
        return error
    return None


def _facts(room: Room, proposal: Proposal, said: Described) -> Facts:
    """What a second person must see: the prize that is paid, what a change changes, and what was given with it."""
    property, command = room.mirror.property, proposal.command
    named = command.get("jackpot")
    if "hit" in command and isinstance(named, str):
        hit = room.mirror.jackpot(named).hits.get(str(command["hit"]))
        if hit is not None:
            hand = TableNames.at(property, hit.table).event(hit.wager, hit.event)
            where = f"{hand} at table {hit.table}, round {hit.round}, seat {hit.seat}"
            return (("Prize", dollars(hit.amount)), ("Hand", where), ("Cards", hit.cards or "–"), *said.facts)
    person = command.get("person")
    if proposal.state == "open" and isinstance(person, dict) and person["id"] in property.people:
        differ = dict(changes("person", plain(property.people[person["id"]]), {"roles": [], **person}))
        return tuple((label, differ.get(label, f"{value} (as it is)")) for label, value in said.facts)
    for name, known in (("jackpot", property.jackpots), ("table", property.tables)):
        new = command.get(name)
        if isinstance(new, dict) and new.get("id") in known:
            return (*changes(name, plain(known[new["id"]]), new), *said.facts)
    return said.facts


async def about(proposals: Proposals, caller: Caller, room: Room, **named: str) -> list[ProposalCard]:
    """The open proposals about one thing."""

    def concerns(command: GivenCommand) -> bool:
        return all(
            command.get(name) == id or (isinstance(inner := command.get(name), dict) and inner.get("id") == id)
            for name, id in named.items()
        )

    hands, at = await proposals.hands(), proposals.now()
    waiting = [proposal for proposal in await proposals.waiting() if concerns(proposal.command)]
    return [shown(room, caller, proposal, hands, at) for proposal in waiting]
