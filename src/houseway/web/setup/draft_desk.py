"""Drafts on their way: sent for approval, approved by a second person, put in effect when the tables allow it.

A draft becomes commands of the floor, each given in the names of the two who signed. A table that is open keeps its
configuration until it closes, or is closed between two rounds for the change where whoever sent the draft said so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import structlog

from houseway.accounts.kept_drafts import Draft, Drafts, Item, State
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.command import PlainData
from houseway.floor.drafts.differences import Difference, differences
from houseway.floor.drafts.draft_commands import brought_up_to_date, changed_meanwhile, planned
from houseway.floor.drafts.draft_content import ONE, Judged, judge, plain_of, worse
from houseway.floor.floor_errors import NotCompliant, NotPermitted, WrongState
from houseway.floor.permission.permissions import check_papers
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal import Entry
from houseway.web.http.callers import Caller
from houseway.web.live.proposals import Proposals
from houseway.web.live.room import Room, now
from houseway.web.office.office_frame import today
from houseway.web.service.command_desk import Desk
from houseway.web.signing.second_signature import against, signed

log = structlog.get_logger("houseway.drafts")


class DraftDesk:
    """Takes drafts from their sending to their effect; listens for tables that close."""

    def __init__(self, room: Room, desk: Desk, drafts: Drafts, proposals: Proposals) -> None:
        self._room = room
        self._desk = desk
        self._proposals = proposals
        self.kept = drafts
        self._applying = asyncio.Lock()
        self._again: asyncio.Task[None] | None = None
        self._waiting = True
        room.listeners.append(self.listen)

    # -- what a draft is compared with

    def running(self) -> PlainData:
        """The configuration that runs, as plain data."""
        return plain_of(self._room.mirror.property.configuration(self.day))

    @property
    def day(self) -> str:
        """The gaming day, by which drafts are judged."""
        return today(self._room, now())

    async def judged(self, draft: Draft) -> Judged:
        """The draft as it is judged today, with everyone who works here now."""
        configuration = {**draft.content.configuration, "people": self.running().get("people", [])}
        content = msgspec.structs.replace(draft.content, configuration=configuration)
        return await asyncio.to_thread(judge, content, self.day)

    def differs(self, draft: Draft) -> list[Difference]:
        """What a draft changes of what it was begun from."""
        return differences(draft.base, draft.content.configuration)

    def moved(self, draft: Draft) -> list[str]:
        """The things of an open draft that somebody else has changed since, in words."""
        if draft.state not in ("editing", "sent"):
            return []
        return [f"{ONE[kind]} {id}" for kind, id in changed_meanwhile(draft.base, draft.content, self.running())]

    # -- the way of a draft

    async def send(self, caller: Caller, id: str, *, between: bool) -> Draft:
        """Send a draft for approval, if nothing in it breaks a rule that is kept now."""
        draft = await self.kept.one(id)
        if draft.state != "editing":
            raise WrongState(f"this draft is {draft.state}", remedy="look at it again")
        self._check_base(draft)
        judged = await self.judged(draft)
        found = worse(judged, self._room.mirror.property.configuration(self.day))
        if found:
            first = found[0]
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            raise NotCompliant(
                f"{first.where}: {first.what}{more}", clause=first.cites or None, remedy=f"{first.remedy}, then send it"
            )
        opened = frozenset(self._room.mirror.property.open) if between else frozenset()
        plan = planned(draft.base, draft.content, opened)
        if not plan:
            raise WrongState("this draft changes nothing", remedy="change something first, or discard it")
        items = []
        for each in plan:
            check_papers(each.command)
            items.append(Item(each.about, c.plain(each.command), against(self._room, each.command)))
        return await self.kept.move(draft, "sent", caller.id, plan=items)

    def _check_base(self, draft: Draft) -> None:
        moved = self.moved(draft) or [
            item.about for item in draft.plan if item.against != against(self._room, c.read(item.command))
        ]
        if moved:
            raise WrongState(
                f"{' and '.join(moved)} has been changed by somebody else since this draft was compared",
                remedy="bring the draft up to date: what you typed stays, and the difference is shown anew",
            )

    async def approve(self, caller: Caller, id: str) -> Draft:
        """Approve a draft that somebody else sent: every command of it is given by both."""
        draft = await self.kept.one(id)
        if draft.state != "sent":
            raise WrongState(f"this draft is {draft.state}, and waits for nobody", remedy="look at it again")
        self._check_base(draft)
        items = await self.signed_by(caller.id, draft)
        draft = await self.kept.move(draft, "approved", caller.id, plan=items)
        return await self._put_in_effect(draft)

    async def signed_by(self, who: str, draft: Draft) -> list[Item]:
        """The commands of a draft with the two who give each, if ``who`` may be the second person of all of them."""
        hands, moments = await self._proposals.hands(), (draft.changed, self._proposals.now())
        items = []
        for item in draft.plan:
            command = c.read(item.command)
            first, second = signed(self._room, hands, command, draft.changed_by, who, *moments)
            items.append(msgspec.structs.replace(item, first=first, second=second))
        return items

    async def take_back(self, caller: Caller, id: str, reason: str = "") -> Draft:
        """Take a draft back to be edited: by whoever sent it, or with a reason by whoever could approve it.

        What is in effect already stays so, and the draft goes on from there.
        """
        draft = await self.kept.one(id)
        if draft.state == "sent" and draft.changed_by != caller.id:
            await self.signed_by(caller.id, draft)
            if not reason.strip():
                raise WrongState("no reason is given", remedy="say why it is not approved")
        elif draft.state not in ("sent", "approved"):
            raise WrongState(f"this draft is {draft.state}", remedy="look at it again")
        elif draft.state == "approved" and caller.id not in (draft.changed_by, draft.decided_by):
            raise NotPermitted("this draft was signed by two others", remedy=f"ask {draft.changed_by}")
        running = self.running()
        content = brought_up_to_date(draft.base, draft.content, running)
        return await self.kept.move(draft, "editing", caller.id, base=running, content=content, plan=(), reason=reason)

    async def bring_up_to_date(self, caller: Caller, id: str) -> Draft:
        """Compare a draft with what runs now. What was typed stays; what it did not touch is as it runs."""
        draft = await self.kept.one(id)
        if draft.state not in ("editing", "sent"):
            raise WrongState(f"this draft is {draft.state}", remedy="begin another one")
        running = self.running()
        content = brought_up_to_date(draft.base, draft.content, running)
        return await self.kept.move(draft, "editing", caller.id, base=running, content=content, plan=())

    async def discard(self, caller: Caller, id: str) -> Draft:
        """Put a draft away for good."""
        draft = await self.kept.one(id)
        if draft.state != "editing":
            raise WrongState(f"this draft is {draft.state}", remedy="take it back first")
        return await self.kept.move(draft, "discarded", caller.id)

    # -- in effect

    def listen(self, entries: Sequence[Entry]) -> None:
        """A round is over or a table has closed: what waited for it may be put in effect."""
        if not self._waiting or not self._room.runs or not any(entry.stream.startswith("table/") for entry in entries):
            return
        if self._again is None or self._again.done():
            self._again = asyncio.get_running_loop().create_task(self._all())

    async def _all(self) -> None:
        waiting = await self.kept.approved()
        self._waiting = bool(waiting)
        for draft in waiting:
            try:
                await self._put_in_effect(draft)
            except HousewayError as error:
                log.warning("draft not put in effect", draft=draft.id, error=error.code)

    async def _put_in_effect(self, draft: Draft) -> Draft:
        """Give every command of an approved draft that can be given now; the others wait."""
        async with self._applying:
            draft = await self.kept.one(draft.id)
            items, held = list(draft.plan), set[str]()
            for place, item in enumerate(items):
                if item.done or item.refused or item.about in held:
                    continue
                waits = self._waits_for(item)
                if waits:
                    items[place] = msgspec.structs.replace(item, waits=waits)
                    held.add(item.about)
                    continue
                try:
                    await self._desk.pass_on(
                        c.read(item.command),
                        f"draft:{draft.id}:{draft.decided}:{place}",
                        item.first,
                        item.second,
                        item.against,
                    )
                    items[place] = msgspec.structs.replace(item, done=True, waits="")
                except HousewayError as error:
                    said = f"{error.message}{f' ({error.clause})' if error.clause else ''}. {error.remedy or ''}"
                    items[place] = msgspec.structs.replace(item, refused=said.strip(), waits="")
                    held.add(item.about)
            if tuple(items) == draft.plan:
                return draft
            state: State = "effective" if all(item.done for item in items) else "approved"
            self._waiting = self._waiting or state == "approved"
            return await self.kept.move(draft, state, draft.decided_by or draft.changed_by, plan=items)

    def _waits_for(self, item: Item) -> str:
        """What a command waits for, in words; nothing where it can be given now."""
        command, property = c.read(item.command), self._room.mirror.property
        match command:
            case c.CloseTable():
                state = self._room.mirror.table(command.table)
                busy = state.live is not None or (
                    state.phase == "tabulated" and state.table is not None and state.table.cards != "none"
                )
                return f"the end of round {state.round} at {command.table}" if busy else ""
            case c.ChangeTable():
                return f"table {command.table.id} to close" if command.table.id in property.open else ""
            case c.RemoveTable():
                return f"table {command.table} to close" if command.table in property.open else ""
            case c.ChangeJackpot():
                old, new = property.jackpots.get(command.jackpot.id), command.jackpot
                busy_ = [id for id in property.tables_of(new.id) if id in property.open]
                moves = old is None or _moving(old) != _moving(new)
                return f"tables {', '.join(busy_)} to close" if busy_ and moves else ""
        return ""


def _moving(jackpot: Jackpot) -> object:
    """What of a jackpot does not change while a table of its link is open (LAB-13)."""
    own = (jackpot.wager, jackpot.posted, jackpot.envy, jackpot.share, jackpot.scheme, jackpot.updates, jackpot.amount)
    return own, [(meter.row, meter.rate, meter.reserve) for meter in jackpot.meters]
