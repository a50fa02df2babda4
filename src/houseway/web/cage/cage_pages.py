"""The cage as a page: prizes to be paid, prizes paid today, and their slips."""

from __future__ import annotations

import asyncio
from datetime import date

from litestar import Controller, Response, get, post
from litestar.params import FromPath
from litestar.response import Template

from houseway.accounts.kept_payees import payee_details
from houseway.floor import command_index as c
from houseway.floor.context import day_begins, moment
from houseway.floor.declared import control
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import BadCommand
from houseway.floor.kinds.of_payment import slip_number
from houseway.floor.states import Hit
from houseway.web.cage.cage_api import CAGE
from houseway.web.live.room import now
from houseway.web.office.filled_forms import FilledForm, form
from houseway.web.office.office_frame import CAGE_READERS, Office, settings_now, today
from houseway.web.office.prize_payment import tax_shown
from houseway.web.schema.declare import BINARY, declared
from houseway.web.service.dependencies import Accounts, Caller, Desk, Room

SLIP_FORM = {
    "type": "object",
    "properties": {
        "_id": {"type": "string", "description": "The id of the command that puts the print on record."},
        "_csrf_token": {"type": "string", "description": "Where the header is not sent: the token."},
    },
    "required": ["_id"],
    "additionalProperties": False,
}


class CagePages(Controller):
    """Pages of the cage."""

    path = "/office"
    include_in_schema = False

    @get("/cage")
    async def cage(self, office: Office, room: Room, caller: Caller) -> Template:
        """Verified hits that wait to be paid, and what was paid on this gaming day."""
        caller.need(*CAGE_READERS)
        at = now()
        property, settings = room.mirror.property, settings_now(room, at)
        states = [room.mirror.jackpot(id) for id in property.jackpots]
        hits = [(hit, state) for state in states for hit in state.hits.values()]
        queue = [
            {"hit": hit, "title": state.title, "tax": tax_shown(settings, property, hit, state.jackpot.wager, at)}
            for hit, state in sorted(hits, key=lambda each: each[0].locked)
            if hit.state == "verified" and state.jackpot is not None
        ]
        began = day_begins(date.fromisoformat(today(room, at)), property.zone, property.day_starts)
        done = [(hit, state) for hit, state in hits if hit.state == "paid" and (hit.closed or 0) >= began]
        done.sort(key=lambda each: -(each[0].closed or 0))
        return await office.page(
            "cage/cage",
            "Cage",
            queue=queue,
            held=sum(hit.state == "locked" for hit, _ in hits),
            paid=[{"hit": hit, "title": state.title, "slip": slip_number(state.id, hit.entry)} for hit, state in done],
            sums=_sums([hit for hit, _ in done]),
            day=today(room, at),
            checks=[
                (check, state.title, _check_forms(caller, state.id, check.number))
                for state in states
                for check in state.checks.values()
            ],
            prints=caller.has(*control(c.PrintSlip).roles),
        )

    @post(
        "/slips/{jackpot:str}/{hit:str}",
        status_code=200,
        media_type="application/pdf",
        include_in_schema=True,
        tags=["office"],
        opt=declared(BINARY, by="session", form=SLIP_FORM),
    )
    async def slip(
        self, office: Office, desk: Desk, accounts: Accounts, jackpot: FromPath[str], hit: FromPath[str]
    ) -> Response[bytes]:
        """The payout slip of a paid hit, as PDF: the original once, afterwards copies; each print is on record."""
        caller = office.need(*CAGE)
        sent = await office.request.form()
        id = sent.get("_id")
        if not isinstance(id, str):
            raise BadCommand("this print has no id", remedy="send a fresh UUID with each print")
        reply = await desk.give(caller, c.PrintSlip(jackpot=jackpot, hit=hit), id)
        data = await _printed(office.room.floor, accounts, jackpot, hit, reply["copy"], caller.id)
        headers = {"content-disposition": f'inline; filename="slip-{reply["slip"]}.pdf"', "cache-control": "no-store"}
        return Response(data, media_type="application/pdf", headers=headers)


def _check_forms(caller: Caller, jackpot: str, number: str) -> list[FilledForm]:
    """What ``caller`` may do with a check that is outstanding."""
    values = {"jackpot": jackpot, "check": number}
    found = (form(kind, caller, values) for kind in ("clear-check", "void-check"))
    return [each for each in found if each is not None]


def _sums(hits: list[Hit]) -> tuple[int, int, int]:
    gross, withheld = sum(hit.amount for hit in hits), sum(hit.withheld for hit in hits)
    return gross, withheld, gross - withheld


async def _printed(floor: Floor, accounts: Accounts, jackpot: str, hit: str, copy: int, who: str) -> bytes:
    # What draws pages takes long to load.
    from houseway.reports.floor.payouts import payout_slip as slips  # noqa: PLC0415

    slip = await asyncio.to_thread(slips.payout_slip, floor, jackpot, hit)
    payee = slips.no_payee(slip.player)
    if slip.payee:
        digest = await asyncio.to_thread(slips.recorded_digest, floor, slip.payee)
        found = await payee_details(accounts, slip.payee, digest)
        payee = slips.payee_facts(slip.payee, found.name, found.address, found.document, found.number, found.tin)
    property = floor.property
    name = property.people[who].name if who in property.people else who
    printed = f"Printed {moment(now(), property.zone)} by {name}"
    return await asyncio.to_thread(slips.as_pdf, slip, payee, copy, printed)


PAGES = [CagePages]
