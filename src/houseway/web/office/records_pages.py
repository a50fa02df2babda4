"""Pages of the office about people, devices, papers, reports and the audit trail."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from houseway.accounts.open_sessions import sessions_of
from houseway.compliance import check as compliance_check
from houseway.compliance.approvals import path as approval_path
from houseway.compliance.configuration import DEPARTMENTS
from houseway.compliance.exhibit import exhibit, markdown, said
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.kinds.edge import read
from houseway.floor.permission.control_matrix import IN_WORDS, matrix
from houseway.floor.permission.control_sheet import ROLES, sheet
from houseway.floor.permission.people import may_be_second
from houseway.floor.states import PROPERTY
from houseway.floor.subjects.credentials import second_due
from houseway.floor.subjects.upkeep import programs, release_on_record
from houseway.registry import all_games
from houseway.release import VERSION
from houseway.reports.floor import REPORTS
from houseway.reports.numbers import words
from houseway.web.http.callers import READERS
from houseway.web.live.journal_reader import entry_shown
from houseway.web.live.room import now
from houseway.web.office import report_pages as documents
from houseway.web.office.device_state import DEVICE_SILENT, screens_of
from houseway.web.office.evidence import line, period_of
from houseway.web.office.filled_forms import form, plain
from houseway.web.office.office_frame import ALL, DEVICES, PAPERS, PEOPLE, Office, settings_now, today
from houseway.web.service.dependencies import Accounts, Caller, Room
from houseway.web.signing.second_signature import against

ENTRIES = 100
"""Entries of a stream on one page."""


class RecordPages(Controller):
    """Who works here, with what, under which papers; and the record of everything."""

    path = "/office"
    include_in_schema = False

    # -- people and devices

    @get("/people")
    async def people(self, office: Office, room: Room, accounts: Accounts, caller: Caller) -> Template:
        """Who works here, and the accounts they come in with."""
        caller.need(*PEOPLE)
        every = await accounts.staff()
        by_person = {account.person: account for account in every if account.person is not None}
        people = room.mirror.property.people
        two = bool(may_be_second(people, caller.id))
        rows = [
            {
                "person": person,
                "departments": sorted({DEPARTMENTS[role] for role in person.roles}),
                "account": by_person.get(person.id),
                "invited": person.id in by_person and person.id not in room.mirror.property.logins,
                "change": form(
                    "change-person",
                    caller,
                    {"person": plain(person)},
                    propose=two,
                    against=against(room, c.AddPerson(person=person)),
                ),
                "drop": form("drop-person", caller, {"person": person.id}),
            }
            for person in people.values()
        ]
        return await office.page(
            "people",
            "People",
            rows=rows,
            without=[person for person in people.values() if person.id not in by_person],
            others=[account for account in every if account.person is None or account.person not in people],
            add=form("add-person", caller, propose=two),
            makes=caller.has("administrator"),
            two=second_due(room.mirror.property, caller.id),
            sessions=await sessions_of(accounts),
            alone=bool(room.mirror.property.alone),
        )

    @get("/done-alone")
    async def done_alone(self, office: Office, room: Room, caller: Caller) -> Template:
        """What one person did alone, and who of another department has confirmed it or objects."""
        caller.need(*ALL)
        property = room.mirror.property
        numbers = [act.number for act in property.alone]
        says = await asyncio.to_thread(_sentences, room, numbers)
        may = {act.number: caller.id in may_be_second(property.people, act.who) for act in property.alone}
        rows = [
            {
                "act": act,
                "says": says[act.number],
                "confirm": form("confirm-acts", caller, {"act": act.number}) if open_ else None,
                "object": form("object-to-act", caller, {"act": act.number}) if open_ and not act.objected_by else None,
            }
            for act in property.alone
            for open_ in (may[act.number] and not act.confirmed_by,)
        ]
        waiting = [act for act in property.alone if not act.confirmed_by and not act.objected_by]
        all_mine = len(waiting) > 1 and all(may[act.number] for act in waiting)
        return await office.page(
            "done_alone",
            "Done alone",
            rows=rows,
            unconfirmed=len(waiting),
            objected=sum(bool(act.objected_by) and not act.confirmed_by for act in property.alone),
            every=form("confirm-acts", caller) if all_mine else None,
        )

    @get("/devices")
    async def devices(self, office: Office, room: Room, accounts: Accounts, caller: Caller) -> Template:
        """Devices and their keys."""
        caller.need(*DEVICES)
        found = await accounts.devices()
        working = [device for device in found if device.revoked is None and not device.waits]
        return await office.page(
            "devices",
            "Devices",
            # The longest silent first, and before them those that never spoke.
            working=sorted(working, key=lambda device: (device.seen or 0, device.id)),
            silent=DEVICE_SILENT,
            release=VERSION,
            screens=screens_of(room),
            unapproved=[device for device in found if device.revoked is None and device.waits],
            revoked=[device for device in found if device.revoked is not None],
            tables=list(room.mirror.property.tables),
            makes=caller.has("technician", "administrator"),
        )

    # -- papers

    @get("/papers")
    async def papers(self, office: Office, room: Room, caller: Caller) -> Template:
        """Approvals, licences, promotions, settings, and what is not as it may be."""
        caller.need(*PAPERS)
        property = room.mirror.property
        at = now()
        settings = settings_now(room, at)
        findings = await asyncio.to_thread(compliance_check.check, property.configuration(today(room, at)))
        games = all_games()
        editions = [edition for game in games.values() for edition in game.editions.values()]
        choices = {
            "approval.game": tuple((slug, game.edition().about.name) for slug, game in games.items()),
            "approval.edition": tuple(dict.fromkeys((edition.slug, edition.slug) for edition in editions)),
            "promotion.tables": tuple((id, f"Table {id}") for id in property.tables),
        }
        return await office.page(
            "papers",
            "Approvals & licences",
            findings=findings,
            approvals=list(property.approvals.values()),
            steps=approval_path(settings),
            licences=property.licences,
            promotions=[
                (promotion, form("end-promotion", caller, {"promotion": promotion.id}))
                for promotion in property.promotions.values()
            ],
            settings=[(name, said(name, value), settings.cite(name)) for name, value in settings.items() if value],
            own=property.settings,
            profile=settings.profile,
            editions=editions,
            today=today(room, at),
            on_record=release_on_record(property),
            release=VERSION,
            upgrades=property.upgrades,
            forms={
                "add-licence": form("add-licence", caller, choices=choices),
                "upgrade-release": form(
                    "upgrade-release",
                    caller,
                    {"from": release_on_record(property), "to": VERSION, "programs": programs()},
                )
                if release_on_record(property) != VERSION
                else None,
            },
        )

    @get("/controls")
    async def controls(self, office: Office, caller: Caller) -> Template:
        """The table of controls: who may give each command, with whom, on what paper, apart from what."""
        caller.need(*ALL)
        return await office.page(
            "controls",
            "Controls",
            document=sheet(),
            rows=matrix(),
            roles=ROLES,
            in_words=IN_WORDS,
            mine=[role for role in ROLES if role in caller.roles],
        )

    @get("/exhibit")
    async def exhibit(self, office: Office, room: Room, caller: Caller) -> Template:
        """The exhibit for the internal controls."""
        caller.need(*PAPERS)
        configuration = room.mirror.property.configuration(today(room, now()))
        refusal = document = None
        try:
            document = await asyncio.to_thread(exhibit, configuration)
        except HousewayError as error:
            refusal = error
        return await office.page("exhibit", "Exhibit", document=document, refusal=refusal)

    @get("/exhibit.md", media_type="text/markdown; charset=utf-8")
    async def exhibit_text(self, room: Room, caller: Caller) -> str:
        """The same as text."""
        caller.need(*PAPERS)
        configuration = room.mirror.property.configuration(today(room, now()))
        return markdown(await asyncio.to_thread(exhibit, configuration))

    # -- reports

    @get("/reports")
    async def reports(self, office: Office, caller: Caller) -> Template:
        """The reports there are."""
        caller.need(*READERS)
        known = [(name, *documents.TITLES.get(name, (words(name), ""))) for name in REPORTS if name != "audit"]
        return await office.page("reports", "Reports", known=known)

    @get("/reports/{name:str}")
    async def report(self, office: Office, name: FromPath[str]) -> Template:
        """A report."""
        office.need(*READERS)
        if name not in REPORTS:
            raise UnknownThing(f"there is no report {name[:64]!r}", remedy=f"reports: {', '.join(REPORTS)}")
        return await self._document(office, name, "report")

    async def _document(self, office: Office, name: str, template: str, **context: Any) -> Template:
        asked = documents.asked_of(office.request.query_params)
        document = refusal = None
        try:
            document = await office.read(documents.report, name, asked)
        except HousewayError as error:
            refusal = error
        title, says = documents.TITLES.get(name, (words(name), ""))
        property = office.room.mirror.property
        return await office.page(
            template,
            title,
            report=name,
            says=says,
            asked=asked,
            document=document,
            refusal=refusal,
            tables=list(property.tables),
            jackpots=list(property.jackpots),
            **context,
        )

    # -- the audit trail

    @get("/audit")
    async def audit(self, office: Office) -> Template:
        """The audit trail with its filters, and where every stream stands."""
        office.need(*READERS)
        heads = await asyncio.to_thread(office.room.floor.journal.heads)
        return await self._document(office, "audit", "audit", heads=heads)

    @get("/audit/entries")
    async def entries(self, office: Office, stream: FromQuery[str], start: FromQuery[int | None] = None) -> Template:
        """The entries of one stream as they are on record, the last ones if none are asked for."""
        office.need(*READERS)
        room = office.room
        last = (await asyncio.to_thread(room.floor.journal.heads)).get(stream)
        if last is None:
            raise UnknownThing(f"there is no stream {stream[:64]!r}", remedy="look at those of the audit trail")
        first = max(1, last.number - ENTRIES + 1) if start is None else min(max(1, start), last.number)
        found = await asyncio.to_thread(lambda: list(room.floor.journal.read(stream, first, first + ENTRIES)))
        days = period_of(room.floor, now())
        rows = []
        for entry in found:
            shown = entry_shown(entry, room)
            rows.append((line(entry, days), entry.kind, msgspec.json.format(msgspec.json.encode(shown)).decode()))
        return await office.page(
            "entries",
            f"Entries of {stream}",
            stream=stream,
            rows=rows,
            first=first,
            last=last.number,
            step=ENTRIES,
        )


def _sentences(room: Room, numbers: list[int]) -> dict[int, str]:
    """What entries of the property say, by their numbers."""
    journal = room.floor.journal
    return {n: read(entry).sentence for n in numbers for entry in journal.read(PROPERTY, n, n + 1)}
