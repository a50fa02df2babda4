"""Pages of the configuration: what runs, drafts, earlier configurations, and any two of them side by side."""

from __future__ import annotations

import asyncio

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from houseway.accounts.kept_documents import MOST_BYTES, document
from houseway.accounts.kept_drafts import Draft
from houseway.compliance.check import Finding
from houseway.compliance.configuration import Property
from houseway.compliance.configuration_file import as_toml, fingerprint
from houseway.errors import HousewayError
from houseway.floor.command import PlainData
from houseway.floor.drafts.differences import differences
from houseway.floor.drafts.draft_content import KINDS, ONE, plain_of, things, worse
from houseway.floor.drafts.earlier_configurations import Version, configuration_at, versions
from houseway.floor.floor_errors import UnknownThing
from houseway.registry import all_games
from houseway.table.shown.wording import spelled
from houseway.web.http.security import OWN_FRAME
from houseway.web.live.journal_reader import Place
from houseway.web.office.office_frame import PAPERS, Office
from houseway.web.schema.declare import BINARY, declared
from houseway.web.service.dependencies import Accounts, Caller, Room
from houseway.web.service.page_frame import page
from houseway.web.setup.draft_api import EDITS, READS, Drafting, address_of
from houseway.web.setup.draft_desk import DraftDesk
from houseway.web.setup.jackpot_editor import jackpot_wagers
from houseway.web.setup.paper_editor import every_edition
from houseway.web.setup.pictures import display_of_draft, felt_of_draft, said
from houseway.web.setup.table_editor import offered_editions
from houseway.web.setup.thing_editors import SETTINGS, digest_of, groups_for, kind_named, settings_in, thing_of

TITLES = {
    "licences": "Makers' licences",
    "approvals": "Approvals",
    "jackpots": "Jackpots",
    "tables": "Tables",
    "promotions": "Promotions",
}
TOML = "application/toml"
PICTURED = ("tables", "jackpots")
"""Kinds of things that a display shows."""

NOW = "now"
"""What runs, in an address that names two configurations."""


class ConfigurationPages(Controller):
    """The configuration and its drafts."""

    path = "/office/configuration"
    include_in_schema = False

    @get("/")
    async def all(self, office: Office, drafting: Drafting) -> Template:
        """What runs, the drafts, and every earlier configuration."""
        caller = office.need(*READS)
        configuration = office.room.mirror.property.configuration(drafting.day)
        earlier = await office.read(_versions)
        return await office.page(
            "setup/configuration",
            "Configuration",
            running=configuration,
            fingerprint=fingerprint(configuration),
            drafts=[
                (draft, len(drafting.differs(draft)), drafting.moved(draft)) for draft in await drafting.kept.open()
            ],
            over=await drafting.kept.over(10),
            earlier=earlier,
            edits=caller.has(*EDITS),
        )

    @get("/now.toml", media_type=TOML)
    async def export(self, room: Room, drafting: Drafting, caller: Caller) -> Response[str]:
        """What runs, as a file."""
        caller.need(*READS)
        configuration = room.mirror.property.configuration(drafting.day)
        return _file(
            as_toml(configuration, f"{configuration.name}, as it runs on {drafting.day}."), "configuration.toml"
        )

    @get("/compare")
    async def compare(
        self, office: Office, drafting: Drafting, old: FromQuery[str] = "", new: FromQuery[str] = NOW
    ) -> Template:
        """Any two configurations side by side."""
        office.need(*READS)
        earlier = await office.read(_versions)
        one = await _chosen(old or str(earlier[0].number if earlier else 1), drafting, office)
        other = await _chosen(new, drafting, office)
        return await office.page(
            "setup/compare",
            "Compare configurations",
            old=old,
            new=new,
            differs=differences(one, other),
            earlier=earlier,
            drafts=await drafting.kept.open(),
        )

    @get("/at/{number:int}")
    async def earlier(self, office: Office, number: FromPath[int]) -> Template:
        """An earlier configuration, as a file that can be read."""
        office.need(*READS)
        found = await office.read(_at, number)
        return await office.page(
            "setup/earlier",
            f"Configuration {number}",
            number=number,
            found=found,
            fingerprint=fingerprint(found),
            text=as_toml(found),
        )

    @get("/at/{number:int}/file.toml", media_type=TOML)
    async def earlier_file(self, office: Office, number: FromPath[int]) -> Response[str]:
        """The same to be kept."""
        office.need(*READS)
        found = await office.read(_at, number)
        return _file(as_toml(found, f"{found.name}, configuration {number}."), f"configuration-{number}.toml")

    # -- a draft

    @get("/drafts/{draft:str}")
    async def draft(self, office: Office, drafting: Drafting, draft: FromPath[str]) -> Template:
        """A draft: what it holds, what it changes, what is wrong with it, and what can be done with it."""
        caller, room = office.need(*READS), office.room
        found = await drafting.kept.one(draft)
        judged = await drafting.judged(found)
        running = room.mirror.property.configuration(drafting.day)
        new = worse(judged, running)
        settings = settings_in(found.content, drafting.day)
        configuration = found.content.configuration
        offered = offered_editions(configuration, settings)
        editions = [(f"{each.about.slug}/{each.slug}", each.about.title) for each in offered]
        return await office.page(
            "setup/draft",
            found.title,
            draft=found,
            address=address_of(found.id),
            kinds=[(kind, TITLES[kind], ONE[kind], _rows(kind, configuration)) for kind in KINDS],
            differs=drafting.differs(found),
            findings=new,
            known_findings=[each for each in judged.findings if each not in new],
            moved=drafting.moved(found),
            editions=editions,
            every_edition=every_edition(),
            wagers=jackpot_wagers(offered),
            opened=[id for id in room.mirror.property.open if id in things(configuration, "tables")],
            edits=caller.has(*EDITS) and found.state == "editing",
            writes=caller.has(*EDITS),
            refusal=await _cannot(drafting, caller, found),
            own=found.changed_by == caller.id,
        )

    @get("/drafts/{draft:str}/file.toml", media_type=TOML)
    async def draft_file(self, drafting: Drafting, caller: Caller, draft: FromPath[str]) -> Response[str]:
        """A draft as a file."""
        caller.need(*READS)
        found = await drafting.kept.one(draft)
        said = f"{found.title}: a draft of {found.content.configuration.get('name', '')}, version {found.version}."
        return _file(as_toml(found.content.configuration, said), f"{found.id}.toml")

    @get("/drafts/{draft:str}/{kind:str}/{id:str}")
    async def thing(
        self, office: Office, drafting: Drafting, draft: FromPath[str], kind: FromPath[str], id: FromPath[str]
    ) -> Template:
        """One thing of a draft, to be edited; whoever may not edit it reads it."""
        caller = office.need(*READS)
        found = await drafting.kept.one(draft)
        groups = groups_for(found.content, found.base, kind, id, drafting.day)
        judged = await drafting.judged(found)
        one = "settings" if kind == SETTINGS else ONE[kind_named(kind)]
        thing: PlainData = {} if kind == SETTINGS else thing_of(found.content, kind_named(kind), id)
        picture = None
        if kind == "tables":
            picture = await asyncio.to_thread(felt_of_draft, judged.property, id)
        return await office.page(
            "setup/thing",
            "Settings" if kind == SETTINGS else str(thing.get("name") or f"{one.capitalize()} {id}"),
            draft=found,
            address=address_of(found.id),
            kind=kind,
            one=one,
            id=id,
            thing=thing,
            groups=groups,
            against=digest_of(found.content, kind, id),
            findings=_about(judged.findings, kind, one, id),
            picture=picture,
            pictured=kind in PICTURED,
            parts_to_add=_parts(kind),
            edits=caller.has(*EDITS) and found.state == "editing",
            largest=MOST_BYTES,
        )

    @get("/drafts/{draft:str}/{kind:str}/{id:str}/display")
    async def display(
        self, office: Office, drafting: Drafting, draft: FromPath[str], kind: FromPath[str], id: FromPath[str]
    ) -> Template:
        """The display of a table or a jackpot of a draft as it will look, for a frame of its page."""
        office.need(*READS)
        request, room = office.request, office.room
        found = await drafting.kept.one(draft)
        if kind not in PICTURED:
            raise UnknownThing(f"a {kind[:32]!r} has no display", remedy=f"one of {', '.join(PICTURED)}")
        thing_of(found.content, kind_named(kind), id)
        try:
            display = await asyncio.to_thread(display_of_draft, found.content, kind, id, drafting.day)
        except HousewayError as error:
            shown = page(request, room, "setup/undrawn.html", why=said(error))
        else:
            shown = page(
                request,
                room,
                "displays/vision.html",
                board=display.board,
                theme=display.theme,
                says=display.says,
                stale="",
                data=display.data,
            )
        shown.headers.update(OWN_FRAME)
        return shown


class Documents(Controller):
    """Documents that approvals are shown with."""

    path = "/office/documents"
    tags = ("configuration",)

    @get(
        "/{hash:str}",
        opt=declared(by="session", staff=True, refuses=(409,), media={"application/octet-stream": BINARY}),
    )
    async def one(self, accounts: Accounts, caller: Caller, hash: FromPath[str]) -> Response[bytes]:
        """A document, exactly as it was filed; a browser keeps it and runs nothing of it."""
        caller.need(*PAPERS)
        found = await document(accounts, hash)
        name = found.name.encode("ascii", "replace").decode().replace('"', "").replace("?", "_")
        return Response(
            found.data,
            media_type="application/octet-stream",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )


def _versions(place: Place) -> list[Version]:
    with place.floor() as floor:
        return versions(floor)


def _at(place: Place, number: int) -> Property:
    with place.floor() as floor:
        return configuration_at(floor, number)


async def _chosen(named: str, drafting: DraftDesk, office: Office) -> PlainData:
    """A configuration by its number, by the id of its draft, or the one that runs."""
    if named.isascii() and named.isdigit() and len(named) < 16:
        return plain_of(await office.read(_at, int(named)))
    return drafting.running() if named == NOW else (await drafting.kept.one(named)).content.configuration


def _file(text: str, name: str) -> Response[str]:
    return Response(text, media_type=TOML, headers={"content-disposition": f'attachment; filename="{name}"'})


def _rows(kind: str, configuration: PlainData) -> list[tuple[str, str]]:
    """The things of one kind: each with its id and a few words."""
    return [(id, _words(kind, thing)) for id, thing in things(configuration, kind_named(kind)).items()]


def _words(kind: str, thing: PlainData) -> str:
    match kind:
        case "tables" | "approvals":
            game = all_games().get(str(thing.get("game", "")))
            return f"{game.name if game is not None else thing.get('game', '')} {thing.get('edition', '')}"
        case "jackpots":
            return f"{thing.get('name') or spelled(str(thing.get('id', '')))}, {thing.get('scheme', '')}"
        case "licences":
            return f"{thing.get('maker', '')}: {', '.join(thing.get('covers', ()))}"
        case _:
            return f"{thing.get('since', '')} to {thing.get('until', '')}"


def _about(findings: list[Finding], kind: str, one: str, id: str) -> list[Finding]:
    """The findings about one thing."""
    if kind == SETTINGS:
        return [each for each in findings if each.where.startswith("settings")]
    name = f"{one} {id}"
    return [each for each in findings if each.where == name or each.where.startswith(f"{name},")]


def _parts(kind: str) -> list[tuple[str, str]]:
    parts = {"tables": ("displays", "Add a display"), "jackpots": ("meters", "Add a meter")}
    parts["approvals"] = ("equipment", "Add equipment")
    return [parts[kind]] if kind in parts else []


async def _cannot(drafting: DraftDesk, caller: Caller, draft: Draft) -> HousewayError | None:
    """Why somebody cannot be the second person of a draft that was sent."""
    if draft.state != "sent":
        return None
    try:
        await drafting.signed_by(caller.id, draft)
    except HousewayError as error:
        return error
    return None


PAGES = [ConfigurationPages, Documents]
