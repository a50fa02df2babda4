"""The back office: what needs attention, hits, proposals, jackpots, tables, malfunctions, and what its forms do."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, TypeAlias, get_args

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec import UNSET, Meta

from houseway.compliance import check as compliance_check
from houseway.compliance.configuration import Table
from houseway.compliance.configured_tables import edition_of
from houseway.floor import command_index as c
from houseway.floor.bookkeeping.days import day_ends, unclosed
from houseway.floor.declared import control
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.kinds.of_payment import slip_number
from houseway.floor.permission.permissions import check_papers
from houseway.floor.subjects.jackpots.escrow_checks import draws_check
from houseway.floor.subjects.jackpots.hit_payment import check_by
from houseway.floor.subjects.jackpots.payees import DocumentKind
from houseway.floor.subjects.round_review import THRESHOLD, waiting
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.reports.floor.payouts.recorded_hits import hit_on_record
from houseway.reports.numbers import words
from houseway.table.shown.shape_base import Shape, Sometimes
from houseway.web.alarms.needs import span
from houseway.web.http.refusals import wants_page
from houseway.web.live.room import now
from houseway.web.office import accounts_shown as money
from houseway.web.office import evidence
from houseway.web.office.attention import due_of, notice_by
from houseway.web.office.attention_around import clock_doubtful
from houseway.web.office.filled_forms import (
    FilledForm,
    command_of,
    described,
    form,
    jackpot_fields,
    plain,
    table_fields,
)
from houseway.web.office.lookout import dues_of
from houseway.web.office.office_frame import ALL, Office, settings_now, today
from houseway.web.office.prize_payment import pay_form, tax_shown
from houseway.web.office.proposals_shown import GIVERS, about, shown
from houseway.web.office.records_pages import RecordPages
from houseway.web.schema.declare import declared
from houseway.web.schema.shape import CommandReply
from houseway.web.service.command_desk import command_id
from houseway.web.service.dependencies import Caller, Room, Watch
from houseway.web.service.page_frame import inside
from houseway.web.signing.approving import Acting
from houseway.web.signing.second_signature import against

__all__ = ["OfficePages", "RecordPages"]

Asking = Request[Any, Any, Any]

FORM = {
    "type": "object",
    "description": "The fields of the command by their names, those of an inner record with dots (`jackpot.wager`), "
    "money as people write it (`$12.50`).",
    "properties": {
        "_id": {"type": "string", "description": "The id of the command."},
        "_csrf_token": {"type": "string", "description": "Where the header is not sent: the token."},
        "_propose": {"const": "yes", "description": "Propose it, although one person would do."},
        "_against": {"type": "string", "description": "What the form shows and replaces, as the page has it."},
        "_back": {"type": "string", "description": "Where a browser is sent afterwards."},
    },
    "required": ["_id"],
    "additionalProperties": {"type": ["string", "array"], "items": {"type": "string"}},
}
"""What every form sends."""


class Done(Shape, frozen=True):
    """What came of a form: the reply to its command, or the proposal that was made of it."""

    says: str
    reply: Sometimes[CommandReply] = UNSET
    proposed: Sometimes[Annotated[str, Meta(description="The id of the proposal.")]] = UNSET


class OfficePages(Controller):
    """Pages of the office about what goes on."""

    path = "/office"
    include_in_schema = False

    @get("/")
    async def overview(self, office: Office, room: Room, watch: Watch, caller: Caller) -> Template:
        """What needs attention."""
        caller.need(*ALL)
        at = now()
        await watch.look()
        groups: dict[str, list[Any]] = {}
        for need in watch.needs:
            groups.setdefault(need.group, []).append(need)
        property = room.mirror.property
        day = today(room, at)
        first = next(iter(unclosed(property, at)), day)
        ends = day_ends(property, first)
        return await office.page(
            "overview",
            "Overview",
            groups=groups,
            floor=room.frames.floor(),
            games={id: edition_of(table).about.name for id, table in property.tables.items()},
            starting=not property.open and not any(room.mirror.table(id).rounds for id in property.tables),
            day=day,
            last_day=property.days[-1] if property.days else None,
            close=form("close-day", caller, {"day": first}),
            ends=ends if ends > at else None,
        )

    # -- hits

    @get("/hits")
    async def hits(self, office: Office, room: Room, caller: Caller) -> Template:
        """Every hit at hand, the open ones first."""
        caller.need(*ALL)
        mirror = room.mirror
        found = [hit for id in mirror.property.jackpots for hit in mirror.jackpot(id).hits.values()]
        opened = sorted((hit for hit in found if hit.closed is None), key=lambda hit: hit.locked)
        closed = sorted((hit for hit in found if hit.closed is not None), key=lambda hit: -(hit.closed or 0))
        asked = office.request.query_params.get("hit", "").strip()
        known = [id for id in mirror.property.jackpots if asked in mirror.jackpot(id).hits | mirror.jackpot(id).older]
        looked = {"asked": asked, "known": [(id, mirror.jackpot(id).title) for id in known]}
        return await office.page("hits", "Hits", opened=opened, done=closed, span=span, **looked)

    @get("/hits/{jackpot:str}/{hit:str}")
    async def hit(self, office: Office, jackpot: FromPath[str], hit: FromPath[str]) -> Template:
        """A hit with its evidence, and what is to be done about it."""
        caller, room = office.need(*ALL), office.room
        state = room.mirror.jackpot(jackpot)
        older = hit in state.older
        found = await asyncio.to_thread(hit_on_record, room.floor, jackpot, hit) if older else state.hit(hit)
        settings = settings_now(room, now())
        threshold, check_over = settings["surveillance-threshold"], settings["check-threshold"]
        by = check_by(settings, found)
        over = threshold is not None and found.amount > threshold
        values = {"jackpot": jackpot, "hit": hit, "cards": found.cards or None, "player": found.player or None}
        forms: Forms = []
        if found.state == "locked":
            took_part = caller.id in found.claimed_by
            forms.append(form("verify-hit", caller, values, propose=over or took_part))
        tax = None
        if found.state == "verified" and state.jackpot is not None:
            took_part = caller.id in (*found.claimed_by, *found.verified_by)
            tax = tax_shown(settings, room.mirror.property, found, state.jackpot.wager, now())
            payee = office.request.query_params.get("payee", "")
            forms.append(pay_form(caller, values, tax, payee, propose=found.two or over or took_part))
        if found.closed is None:
            forms.append(form("reject-hit", caller, values))
        return await office.page(
            "hit",
            f"Hit {hit}",
            hit=found,
            over=over,
            threshold=threshold,
            check_over=check_over is not None and found.amount > check_over,
            check_by=by,
            check_late=by is not None and (found.closed or now()) > by,
            clause=settings.rule("surveillance-threshold") if over else "",
            tax=tax,
            slip=slip_number(jackpot, found.entry),
            pays=caller.has(*control(c.RecordPayee).roles),
            documents=[(kind, words(kind)) for kind in get_args(DocumentKind)],
            trail=await asyncio.to_thread(evidence.trail, room.floor, found),
            forms=_those(forms),
            proposed=await about(office.proposals, caller, room, jackpot=jackpot, hit=hit),
        )

    # -- proposals

    @get("/proposals")
    async def proposals(self, office: Office, room: Room, caller: Caller) -> Template:
        """What waits for a second person, and what was decided."""
        caller.need(*ALL)
        hands = await office.proposals.hands()
        at = office.proposals.now()
        return await office.page(
            "proposals",
            "Proposals",
            waits=[shown(room, caller, proposal, hands, at) for proposal in await office.proposals.waiting()],
            decided=[shown(room, caller, proposal, hands, at) for proposal in await office.proposals.decided()],
        )

    # -- jackpots

    @get("/jackpots")
    async def jackpots(self, office: Office, room: Room, caller: Caller) -> Template:
        """Every jackpot: what it shows, holds and owes."""
        caller.need(*ALL)
        mirror = room.mirror
        dues = {due.jackpot: due for due in await dues_of(room, now())}
        rows = [
            {
                "state": mirror.jackpot(id),
                "jackpot": jackpot,
                "amounts": mirror.amounts(jackpot),
                "tables": mirror.property.tables_of(id),
                "due": dues[id],
            }
            for id, jackpot in mirror.property.jackpots.items()
        ]
        return await office.page("jackpots", "Jackpots", rows=rows)

    @get("/jackpots/{jackpot:str}")
    async def jackpot(self, office: Office, room: Room, caller: Caller, jackpot: FromPath[str]) -> Template:
        """A jackpot: amounts, funds, parameters, and everything that is done with it."""
        caller.need(*ALL)
        state = room.mirror.jackpot(jackpot)
        if state.jackpot is None:
            raise UnknownThing(f"there is no jackpot {jackpot[:64]!r}", remedy="look at those there are")
        accounts = await asyncio.to_thread(room.floor.accounts, jackpot)
        at = now()
        return await office.page(
            "jackpot",
            f"Jackpot {jackpot}",
            state=state,
            jackpot=state.jackpot,
            amounts=room.mirror.amounts(state.jackpot),
            tables=room.mirror.property.tables_of(jackpot),
            due=due_of(room.mirror.property, state, room.mirror.tables(), accounts, settings_now(room, at), at),
            funds=money.funds(state.jackpot, accounts),
            escrow=money.escrow(state.jackpot, accounts),
            groups=_jackpot_forms(room, caller, state.jackpot, state.status, accounts),
            proposed=await about(office.proposals, caller, room, jackpot=jackpot),
        )

    # -- tables

    @get("/tables")
    async def tables(self, office: Office, room: Room, caller: Caller) -> Template:
        """Every table at a glance."""
        caller.need(*ALL)
        mirror = room.mirror
        known = mirror.property.tables
        rows = [{"table": table, "state": mirror.table(id), "title": _title(table)} for id, table in known.items()]
        return await office.page("tables", "Tables", rows=rows)

    @get("/tables/{table:str}")
    async def table(self, office: Office, room: Room, caller: Caller, table: FromPath[str]) -> Template:
        """A table: how it is configured, what was counted, what is out of order."""
        caller.need(*ALL)
        known = room.mirror.property.table(table)
        state = room.mirror.table(table)
        configuration = room.mirror.property.configuration(today(room, now()))
        findings = await asyncio.to_thread(compliance_check.about, configuration, table=table)
        counters = await asyncio.to_thread(room.floor.journal.counters)
        edition = edition_of(known)
        names = {slug: wager.name for slug, wager in edition.wagers.items()}
        return await office.page(
            "table",
            f"Table {table}",
            table=known,
            state=state,
            game=_title(known),
            names=names,
            fingerprint=edition.fingerprint,
            positions=state.positions or known.seats or edition.about.positions,
            findings=findings,
            counters={sensor: counters.get(f"{table}/{sensor}", ()) for sensor in sorted(set(known.sensors.values()))},
            wins=[
                (win, form("verify-win", caller, {"table": table, **msgspec.to_builtins(win)}))
                for win in waiting(state)
            ],
            clause=settings_now(room, now()).rule(THRESHOLD),
            groups=_table_forms(caller, known, room, names),
            proposed=await about(office.proposals, caller, room, table=table),
        )

    # -- malfunctions

    @get("/malfunctions")
    async def malfunctions(self, office: Office, room: Room, caller: Caller) -> Template:
        """What did not work as approved, with the clock of each notice."""
        caller.need(*ALL)
        property = room.mirror.property
        at = now()
        settings = settings_now(room, at)
        rows = []
        for malfunction in reversed(property.malfunctions.values()):
            by = notice_by(malfunction, settings)
            values = {"malfunction": malfunction.id}
            forms = [form("notify-malfunction", caller, values)] if malfunction.noticed is None else []
            forms += [form("mend-malfunction", caller, values)] if malfunction.mended is None else []
            rows.append({"it": malfunction, "by": by, "left": by - at if by else None, "forms": _those(forms)})
        tables = (("", "None in particular"), *((id, f"Table {id}") for id in property.tables))
        suggested = {"malfunction": f"M-{today(room, at)}-{len(property.malfunctions) + 1}"}
        return await office.page(
            "malfunctions",
            "Malfunctions",
            rows=rows,
            span=span,
            hours=settings["malfunction-hours"],
            clause=settings.rule("malfunction-hours") if settings["malfunction-hours"] else "",
            report=form("report-malfunction", caller, suggested, choices={"table": tables}),
            clock=form("set-clock-right", caller, {}) if clock_doubtful(at, room.mirror.latest()) else None,
        )

    # -- what forms do

    @post(
        "/do/{kind:str}",
        status_code=200,
        include_in_schema=True,
        tags=["office"],
        opt=declared(Done, by="session", form=FORM, also={303: None}),
    )
    async def do(self, request: Asking, room: Room, acting: Acting, kind: FromPath[str]) -> Response[Any]:
        """Do what a form asks for: give its command, or propose it where a second person must approve."""
        caller = acting.caller
        caller.need(*GIVERS)
        sent = await request.form()
        given = {name: [text for text in sent.getall(name) if isinstance(text, str)] for name in sent}
        texts = {name: found for name, found in given.items() if found}
        command = command_of(kind, texts, room.mirror.property)
        id = (texts.get("_id") or [""])[0]
        command_id(caller, id)
        meant = (texts.get("_against") or [against(room, command)])[0]
        if meant != against(room, command):
            raise WrongState("what this form changes has been changed since it was shown", remedy="load the page again")
        check_papers(command)
        if control(command).two or texts.get("_propose") == ["yes"] or draws_check(command):
            made = await acting.propose(command, id, meant)
            answer = Done("Proposed. It waits for a second person of another department.", proposed=made.id)
        else:
            reply = await acting.desk.give(caller, command, id, against=meant)
            answer = Done(f"Done: {described(c.plain(command)).title.lower()}.", reply=reply)
        if wants_page(request):
            return Redirect(inside((texts.get("_back") or ["/office"])[0]), status_code=303)
        return Response(answer)


# -- parts of pages


Forms: TypeAlias = list[FilledForm | None]
"""Forms, and nothing in the place of one that is not whoever asks to fill in."""


def _those(forms: Forms) -> list[FilledForm]:
    return [found for found in forms if found is not None]


def _by_subject(forms: dict[str, Forms]) -> list[tuple[str, list[FilledForm]]]:
    """Forms under the subjects that have any."""
    return [(name, found) for name, own in forms.items() if (found := _those(own))]


def _title(table: Table) -> str:
    return edition_of(table).about.title


def _jackpot_forms(
    room: Room, caller: Caller, jackpot: Jackpot, status: str, accounts: dict[str, int]
) -> list[tuple[str, list[FilledForm]]]:
    """Everything that ``caller`` may do with a jackpot, by subject."""
    if status == "closed":
        return []
    data = plain(jackpot)
    own = {"jackpot": jackpot.id}
    meant = against(room, c.ChangeJackpot(jackpot=jackpot))
    rows = tuple((meter.row, words(meter.row) if meter.row else "The jackpot's own") for meter in jackpot.meters)
    others = tuple(
        (id, id)
        for id, other in room.mirror.property.jackpots.items()
        if other.scheme == "progressive" and id != jackpot.id
    )
    faults = (
        ("", "None: the maximum"),
        *((id, f"{id}: {known.what}") for id, known in room.mirror.property.malfunctions.items() if not known.mended),
    )
    amount: Forms = []
    bank: Forms = []
    end: Forms = []
    if jackpot.scheme == "progressive":
        due = max(0, money.due_cents(jackpot, accounts))
        amount = [
            form(kind, caller, own, choices={"row": rows, "malfunction": faults})
            for kind in ("adjust-meter", "recover-seed", "book-undisplayed")
        ]
        bank = [
            form("deposit", caller, own | ({"amount": due} if due else {})),
            *(form(kind, caller, own) for kind in ("statement", "explain-difference", "withdraw", "seize")),
        ]
        end = [
            form("announce-removal", caller, own),
            form("transfer-jackpot", caller, own, choices={"to": others}) if others else None,
            form("donate-jackpot", caller, own),
        ]
    elif jackpot.updates == "updated":
        amount = [form("post-amount", caller, own | {"amount": jackpot.amount, "posted": dict(jackpot.posted) or None})]
    return _by_subject(
        {
            "The amount": amount,
            "The bank": bank,
            "Counting": [form("resume-jackpot" if status == "stopped" else "stop-jackpot", caller, own)],
            "Parameters": [
                form("change-jackpot", caller, {"jackpot": data}, fields=jackpot_fields(data), against=meant)
            ],
            "The end": [*end, form("close-jackpot", caller, own)],
        }
    )


_IN_SHIFT = ("fill-table", "credit-table", "count-closing")
_BETWEEN_SHIFTS = ("count-opening",)
"""The forms of a table's money while a shift is open, and while none is."""


def _table_forms(caller: Caller, table: Table, room: Room, names: dict[str, str]) -> list[tuple[str, list[FilledForm]]]:
    """Everything that ``caller`` may do with a table, by subject."""
    state = room.mirror.table(table.id)
    own = {"table": table.id}
    data = plain(table)
    out = tuple((kind, words(kind)) for kind in state.outages)
    shows = tuple((kind, words(kind)) for kind in dict.fromkeys(display.kind for display in table.displays))
    working = tuple(choice for choice in shows if choice[0] not in state.outages)
    alone = len(room.mirror.property.configured_by.get(table.id, ())) < 2
    opening = form("open-table", caller, own, propose=alone)
    fault = "restore-table" if state.fault is not None else "fail-table"
    counter = [form("read-counter", caller, own), form("replace-counter", caller, own | {"old": state.reading})]
    shift_open = bool(state.shifts) and not state.shifts[-1].closed
    configuration: Forms = []
    if not state.open:
        meant = against(room, c.ChangeTable(table=table))
        configuration = [
            form("change-table", caller, {"table": data}, fields=table_fields(data, names), against=meant),
            form("remove-table", caller, own),
        ]
    return _by_subject(
        {
            "Play": [form("close-table", caller, own) if state.open else opening],
            "Equipment": [
                form(fault, caller, own) if state.open or state.fault is not None else None,
                form("fail-display", caller, own, choices={"display": working}) if working else None,
                form("restore-display", caller, own, choices={"display": out}) if out else None,
            ],
            "The counter": [form("explain-reading", caller, own) if state.difference is not None else None, *counter],
            "Table money": [
                *(form(kind, caller, own) for kind in (_IN_SHIFT if shift_open else _BETWEEN_SHIFTS)),
                form("count-drop", caller, own) if any(shift.closed for shift in state.shifts) else None,
            ],
            "Configuration": configuration,
        }
    )
