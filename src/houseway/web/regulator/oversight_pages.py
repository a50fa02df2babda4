"""Pages for the regulator: what runs against what is approved, the requirements, verification, the runbook."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import NamedTuple, TypeAlias

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.response import Template

from houseway.compliance import check as compliance_check
from houseway.compliance.requirements import FAMILIES, requirements
from houseway.floor.subjects.upkeep import programs
from houseway.operations.evidence_bundle import PARTS, Part
from houseway.operations.runbook import explained, runbook
from houseway.registry import all_games
from houseway.reports.floor import REPORTS
from houseway.web.alarms.backup_watch import Standing
from houseway.web.http.callers import READERS
from houseway.web.live.room import now
from houseway.web.office.lookout import dues_of
from houseway.web.office.office_frame import Office, settings_now, today
from houseway.web.office.report_pages import TITLES
from houseway.web.regulator.approved_prints import printed_tables, release_of
from houseway.web.regulator.requirement_states import Moment, states_of
from houseway.web.regulator.verification import Verification, Verifications
from houseway.web.schema import requests as b
from houseway.web.schema.declare import STAFF_ONLY, declared
from houseway.web.service.dependencies import Caller, Room

VERIFIERS = ("regulator", "administrator", "surveillance", "accounting")
"""Who may have the journal verified."""


SAYS: dict[Part, tuple[str, str]] = {
    "journal": ("Journal", "Every entry of these days as it was written, with its hash."),
    "rounds": ("Round records", "Every settled round; houseway replay proves the files."),
    "reports": ("Reports", "Every report of these days, to read and as data."),
    "controls": ("Controls", "The table of controls: who may do what, with whom."),
    "configurations": ("Configurations", "What runs, and what came into effect in these days."),
}
"""What a bundle may hold, in words."""


class Oversight(NamedTuple):
    """What the regulator's screens look at beside the room; ``backups`` is None where no copies are scheduled."""

    verifications: Verifications
    backups: Standing | None


Overseen: TypeAlias = NamedDependency[Oversight]


class OversightPages(Controller):
    """The regulator's section of the office, which everybody reads who reads reports."""

    path = "/office/regulator"
    include_in_schema = False

    @get("/")
    async def fingerprints(self, office: Office, room: Room, caller: Caller) -> Template:
        """Fingerprints of what runs beside those that were approved, table by table, and the releases."""
        caller.need(*READERS)
        property = room.mirror.property
        tables = await asyncio.to_thread(printed_tables, room.mirror, settings_now(room, now()))
        return await office.page(
            "regulator/fingerprints",
            "What runs, and what is approved",
            tables=tables,
            wrong=[each.table.id for each in tables if not each.matches],
            release=release_of(property),
            upgrades=property.upgrades,
            programs=[(all_games()[slug].name, program) for slug, program in programs().items()],
        )

    @get("/requirements")
    async def requirements(self, office: Office, room: Room, overseen: Overseen, caller: Caller) -> Template:
        """Every requirement: what is asked, how it is met, where that is seen, and what is so now."""
        caller.need(*READERS)
        at = now()
        property = room.mirror.property
        settings = settings_now(room, at)
        moment = Moment(
            at,
            room.mirror,
            settings,
            await asyncio.to_thread(compliance_check.check, property.configuration(today(room, at))),
            await dues_of(room, at),
            room.sealed,
            overseen.backups,
            await asyncio.to_thread(printed_tables, room.mirror, settings),
            await overseen.verifications.newest(),
        )
        every = requirements()
        return await office.page(
            "regulator/requirements",
            "Requirements",
            # The regulation first; our own summary of it last.
            families=[
                (title, [each for each in every if each.family == family])
                for family, title in reversed(FAMILIES.items())
            ],
            states_of=partial(states_of, moment),
            place=place_of,
        )

    @get("/verification")
    async def verification(self, office: Office, overseen: Overseen, caller: Caller) -> Template:
        """Verification of the whole journal: begin it, watch it, read what it found."""
        caller.need(*READERS)
        newest = await overseen.verifications.newest()
        found = newest.found if newest is not None else None
        return await office.page(
            "regulator/verification",
            "Verification",
            newest=newest,
            findings=[(each, explained(each.what)) for each in found.findings] if found is not None else [],
            verifies=caller.has(*VERIFIERS),
        )

    @get("/exports")
    async def exports(self, office: Office, room: Room, caller: Caller) -> Template:
        """What can be taken along: a bundle of evidence, and every file by itself."""
        caller.need(*READERS)
        day = today(room, now())
        book = room.floor.journal.seal_book
        return await office.page(
            "regulator/exports",
            "Exports",
            parts_of_bundle=[(part, *SAYS[part]) for part in PARTS],
            today=day,
            reports=[(name, TITLES[name][0]) for name in REPORTS],
            public_key=book.public_key().hex() if book is not None else "",
        )

    @get("/runbook")
    async def runbook(self, office: Office, caller: Caller) -> Template:
        """The runbook: every finding, what it means and what to do."""
        caller.need(*READERS)
        return await office.page("regulator/runbook", "Runbook", sections=runbook())


class VerificationApi(Controller):
    """Verification on demand."""

    path = "/api/verification"
    tags = ("records",)
    opt = STAFF_ONLY

    @get("/")
    async def newest(self, overseen: Overseen, caller: Caller) -> Verification | None:
        """The verification that is running, or the newest that ended; null before the first."""
        caller.need(*READERS)
        return await overseen.verifications.newest()

    @post("/", status_code=202, opt=declared(refuses=(409,)))
    async def start(self, overseen: Overseen, caller: Caller, data: JSONBody[b.Empty]) -> Verification:
        """Begin to verify the whole journal, as `houseway audit verify` does. One runs at a time."""
        caller.need(*VERIFIERS)
        return overseen.verifications.start(caller.id)

    @post("/cancel", status_code=202, opt=declared(refuses=(404,)))
    async def cancel(self, overseen: Overseen, caller: Caller, data: JSONBody[b.Empty]) -> Verification:
        """Have the verification that is running end before its time."""
        caller.need(*VERIFIERS)
        return overseen.verifications.cancel(caller.id)


def place_of(see: str) -> tuple[str, str]:
    """Where something is seen, in words, and the address that leads there; no address for a command of the terminal."""
    if see.startswith("report "):
        name = see.removeprefix("report ")
        return f"Report: {TITLES[name][0]}", f"/office/reports/{name}"
    if see.startswith("/office"):
        return PAGES.get(see, see), see
    return see, ""


PAGES = {
    "/office": "Overview",
    "/office/audit": "Audit trail",
    "/office/configuration": "Configuration",
    "/office/controls": "Controls",
    "/office/devices": "Devices",
    "/office/done-alone": "Done alone",
    "/office/exhibit": "Exhibit",
    "/office/hits": "Hits",
    "/office/jackpots": "Jackpots",
    "/office/malfunctions": "Malfunctions",
    "/office/papers": "Approvals & licences",
    "/office/people": "People",
    "/office/regulator": "What runs, and what is approved",
    "/office/regulator/exports": "Exports",
    "/office/tables": "Tables",
}
"""The pages that requirements name, as people call them."""

HANDLERS = [OversightPages, VerificationApi]
