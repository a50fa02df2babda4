"""Drafts of the configuration: begun, edited field by field, sent, approved, put in effect."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple, TypeAlias
from urllib.parse import quote

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody
from msgspec import UNSET, Meta

from houseway.accounts.kept_documents import MOST_BYTES, keep_document
from houseway.accounts.kept_drafts import Draft, State
from houseway.compliance.check import Finding
from houseway.compliance.compliance_errors import BadConfiguration
from houseway.compliance.configuration_file import from_toml
from houseway.floor.command import PlainData
from houseway.floor.drafts.draft_commands import FIXED
from houseway.floor.drafts.draft_content import Content, check_shapes, put, take_out, things
from houseway.floor.floor_errors import WrongState
from houseway.floor.reply_shapes import Moment
from houseway.table.shown.shape_base import Shape, Sometimes
from houseway.web.http import callers
from houseway.web.http.callers import STAFF
from houseway.web.office.office_frame import DRAFTERS
from houseway.web.schema import requests as b
from houseway.web.schema.declare import STAFF_ONLY
from houseway.web.service.dependencies import Accounts, Caller
from houseway.web.setup import thing_editors
from houseway.web.setup.draft_desk import DraftDesk
from houseway.web.setup.pictures import felt_of_draft

Drafting: TypeAlias = NamedDependency[DraftDesk]

READS = tuple(sorted(STAFF))
EDITS = DRAFTERS

SIGNS = tuple(sorted(STAFF - {"regulator"}))
LARGEST_FILE = 256 * 1024
"""Bytes of a configuration's file, at most."""

Text = Annotated[str, Meta(max_length=200)]


class NewDraft(b.Empty):
    """A draft of what runs, or of the configuration in a TOML file; ``kind`` and ``thing`` say what it is begun for."""

    title: Text = ""
    toml: Annotated[str, Meta(max_length=LARGEST_FILE)] = ""
    kind: Text = ""
    thing: Text = ""


class EditThing(b.Empty):
    """What stands in the fields of one thing, and the digest of the thing as it was shown."""

    kind: Text
    thing: Text
    fields: dict[str, list[str]]
    against: Text


class AddThing(b.Empty):
    """A new thing: its id, and what its kind wants to know first."""

    kind: Text
    thing: Text
    of: Text = ""
    like: Text = ""
    name: Text = ""
    scheme: Literal["progressive", "bonus"] = "progressive"
    plays: Text = ""
    maker: Text = ""


class RemoveThing(b.Empty):
    """A thing that goes, and why."""

    kind: Text
    thing: Text
    reason: Annotated[str, Meta(max_length=500)] = ""


class PartOfThing(b.Empty):
    """A further display, meter or machine, or the number of the one that goes."""

    kind: Text
    thing: Text
    part: Text
    place: Annotated[str, Meta(pattern="^[0-9]{0,2}$")] = ""


class NewDocument(b.Empty):
    """A file that shows an approval, in base64."""

    approval: Text
    name: Text
    data: bytes


class NoDocument(b.Empty):
    """A document that is taken from an approval again."""

    approval: Text
    hash: Text


class SendDraft(b.Empty):
    """``between``: tables that are open are closed between two rounds for it, and opened again."""

    between: Literal["", "yes"] = ""


class DraftKnown(Shape, frozen=True):
    """A draft as it stands, and the page that shows it or its new thing."""

    draft: str
    title: str
    state: State
    version: int
    changed: Moment
    address: str
    says: str


class DraftEdited(Shape, frozen=True):
    """What came of an edit: the thing's new digest, everything that is wrong now, and the felt where it is a table."""

    version: int
    against: str
    findings: list[Finding]
    unread: Annotated[dict[str, str], Meta(description="By field, what is wrong with what was typed.")]
    differs: Annotated[int, Meta(description="How many things differ from what runs.")]
    felt: Sometimes[str] = UNSET
    undrawn: Sometimes[str] = UNSET


def address_of(draft: str, kind: str = "", id: str = "") -> str:
    """Where a draft is looked at, or one thing of it."""
    own = f"/office/configuration/drafts/{quote(draft, safe='')}"
    return f"{own}/{kind}/{quote(id, safe='')}" if kind else own


def known(draft: Draft, says: str, address: str = "") -> DraftKnown:
    """A draft as programs are told of it."""
    return DraftKnown(
        draft=draft.id,
        title=draft.title,
        state=draft.state,
        version=draft.version,
        changed=draft.changed,
        address=address or address_of(draft.id),
        says=says,
    )


class Edited(NamedTuple):
    """A draft in the hands of somebody."""

    desk: DraftDesk
    caller: callers.Caller
    id: str

    async def edit(self, work: Callable[[Draft], Content]) -> Draft:
        """The draft with what ``work`` makes of it."""
        return await self.desk.kept.edit(self.id, self.caller.id, work)


OneDraft: TypeAlias = NamedDependency[Edited]


async def one_draft(drafting: Drafting, caller: Caller, draft: FromPath[str]) -> Edited:
    """The draft that a request is about."""
    return Edited(drafting, caller, draft)


DRAFT = {"at": Provide(one_draft)}
"""How handlers are given the draft that they are about."""


class DraftsApi(Controller):
    """Drafts of the configuration."""

    path = "/api/drafts"
    tags = ("configuration",)
    opt = STAFF_ONLY
    dependencies = DRAFT

    @get("/")
    async def all(self, drafting: Drafting, caller: Caller) -> list[DraftKnown]:
        """Drafts that are neither in effect nor discarded."""
        caller.need(*READS)
        return [known(draft, "") for draft in await drafting.kept.open()]

    @post("/", status_code=201, request_max_body_size=2 * LARGEST_FILE)
    async def begin(self, drafting: Drafting, caller: Caller, data: JSONBody[NewDraft]) -> DraftKnown:
        """Begin a draft, from what runs or from a file."""
        caller.need(*EDITS)
        base = drafting.running()
        content = Content(configuration=dict(base))
        if data.toml.strip():
            loaded = from_toml(data.toml)
            check_shapes(loaded)
            facts: PlainData = {"on": base["on"]}
            facts |= {name: base[name] for name in FIXED if name in base}
            if loaded.get("profile") not in (None, base["profile"]):
                raise BadConfiguration(
                    f"this file is for the profile {loaded['profile']}, and {base['name']} has {base['profile']}",
                    remedy="load a file of the same profile",
                )
            content = Content(configuration={**loaded, **facts})
            content.configuration["settings"] = {**base.get("settings", {}), **loaded.get("settings", {})}
            for kind in ("licences", "approvals"):
                # What is on file stays on file, whatever a file leaves out.
                for id, thing in things(base, kind).items():
                    if id not in things(loaded, kind):
                        put(content.configuration, kind, id, thing)
        title = data.title.strip() or ("From a file" if data.toml.strip() else "Draft")
        if data.thing:
            # What is not there is refused before anything is begun.
            thing_editors.digest_of(content, data.kind, data.thing)
        elif data.kind:
            thing_editors.kind_named(data.kind)
        draft = await drafting.kept.begin(title, base, content, caller.id)
        own = address_of(draft.id, data.kind, data.thing) if data.thing else address_of(draft.id)
        return known(draft, "The draft is begun.", f"{own}#new-{data.kind}" if data.kind and not data.thing else own)

    @get("/{draft:str}")
    async def one(self, drafting: Drafting, caller: Caller, draft: FromPath[str]) -> DraftKnown:
        """A draft."""
        caller.need(*READS)
        return known(await drafting.kept.one(draft), "")

    @post("/{draft:str}/edit", status_code=200)
    async def edit(self, at: OneDraft, data: JSONBody[EditThing]) -> DraftEdited:
        """Keep what stands in the fields of a thing, readable or not, and judge the draft."""
        at.caller.need(*EDITS)

        def work(now: Draft) -> Content:
            if thing_editors.digest_of(now.content, data.kind, data.thing) != data.against:
                raise WrongState(
                    f"{now.changed_by} has changed this at the same moment",
                    remedy="load the page again; what you typed stands here until then",
                )
            return thing_editors.edited(now.content, now.base, data.kind, data.thing, data.fields, at.desk.day)

        changed = await at.edit(work)
        judged = await at.desk.judged(changed)
        groups = thing_editors.groups_for(changed.content, changed.base, data.kind, data.thing, at.desk.day)
        picture = None
        if data.kind == "tables":
            picture = await asyncio.to_thread(felt_of_draft, judged.property, data.thing)
        return DraftEdited(
            version=changed.version,
            against=thing_editors.digest_of(changed.content, data.kind, data.thing),
            findings=judged.findings,
            unread={asked.field.name: asked.error for group in groups for asked in group.fields if asked.error},
            differs=len(at.desk.differs(changed)),
            felt=picture.svg if picture is not None and picture.svg else UNSET,
            undrawn=picture.refusal if picture is not None and picture.refusal else UNSET,
        )

    @post("/{draft:str}/add", status_code=200)
    async def add(self, at: OneDraft, data: JSONBody[AddThing]) -> DraftKnown:
        """Add a thing, as an ordinary house would begin it."""
        at.caller.need(*EDITS)
        kind = thing_editors.kind_named(data.kind)
        given = {
            "id": data.thing,
            **{name: getattr(data, name) for name in ("of", "like", "name", "scheme", "plays", "maker")},
        }
        id = data.thing.strip()
        changed = await at.edit(lambda now: thing_editors.added(now.content, kind, given, at.desk.day)[0])
        return known(changed, f"{data.thing} is in the draft.", address_of(at.id, kind, id))

    @post("/{draft:str}/remove", status_code=200)
    async def remove(self, at: OneDraft, data: JSONBody[RemoveThing]) -> DraftKnown:
        """Take a thing out of the draft."""
        at.caller.need(*EDITS)
        kind = thing_editors.kind_named(data.kind)
        changed = await at.edit(lambda now: thing_editors.removed(now.content, kind, data.thing, data.reason))
        return known(changed, f"{data.thing} is out of the draft.")

    @post("/{draft:str}/part", status_code=200)
    async def part(self, at: OneDraft, data: JSONBody[PartOfThing]) -> DraftKnown:
        """Add a display, a meter or a machine to a thing, or take one away."""
        at.caller.need(*EDITS)
        kind, place = thing_editors.kind_named(data.kind), int(data.place) if data.place else None
        changed = await at.edit(lambda now: thing_editors.with_part(now.content, kind, data.thing, data.part, place))
        return known(changed, "", address_of(at.id, kind, data.thing))

    @post("/{draft:str}/take", status_code=200)
    async def take(self, at: OneDraft, data: JSONBody[RemoveThing]) -> DraftKnown:
        """Take one thing as it runs, in the place of what the draft has."""
        at.caller.need(*EDITS)
        kind = thing_editors.kind_named(data.kind)
        thing = things(at.desk.running(), kind).get(data.thing)

        def work(now: Draft) -> Content:
            new: Content = msgspec.json.decode(msgspec.json.encode(now.content), type=Content)
            if thing is None:
                take_out(new.configuration, kind, data.thing)
            else:
                put(new.configuration, kind, data.thing, thing)
            return new

        return known(await at.edit(work), f"{data.thing} is as it runs.")

    @post("/{draft:str}/documents", status_code=200, request_max_body_size=2 * MOST_BYTES)
    async def attach(self, at: OneDraft, accounts: Accounts, data: JSONBody[NewDocument]) -> DraftKnown:
        """File a document with an approval of the draft."""
        at.caller.need(*EDITS)
        attached = msgspec.to_builtins(await keep_document(accounts, data.name, data.data, at.caller.id))
        changed = await at.edit(lambda now: thing_editors.with_document(now.content, data.approval, attached))
        return known(changed, f"{data.name} is filed.", address_of(at.id, "approvals", data.approval))

    @post("/{draft:str}/documents/remove", status_code=200)
    async def detach(self, at: OneDraft, data: JSONBody[NoDocument]) -> DraftKnown:
        """Take a document from an approval of the draft; the file stays where it is kept."""
        at.caller.need(*EDITS)
        gone = {"sha256": data.hash}
        changed = await at.edit(lambda now: thing_editors.with_document(now.content, data.approval, gone, remove=True))
        return known(changed, "", address_of(at.id, "approvals", data.approval))

    # -- its way

    @post("/{draft:str}/send", status_code=200)
    async def send(self, at: OneDraft, data: JSONBody[SendDraft]) -> DraftKnown:
        """Send a draft for approval; refused, by the rule, where it breaks one."""
        at.caller.need(*EDITS)
        sent = await at.desk.send(at.caller, at.id, between=data.between == "yes")
        return known(sent, "Sent. A second person of another department approves it.")

    @post("/{draft:str}/approve", status_code=200)
    async def approve(self, at: OneDraft, data: JSONBody[b.Empty]) -> DraftKnown:
        """Approve a draft that somebody else sent; what can be is put in effect at once."""
        at.caller.need(*SIGNS)
        done = await at.desk.approve(at.caller, at.id)
        says = "Approved, and in effect." if done.state == "effective" else "Approved. Some of it waits."
        return known(done, says)

    @post("/{draft:str}/return", status_code=200)
    async def give_back(self, at: OneDraft, data: JSONBody[b.Reason]) -> DraftKnown:
        """Take back what one sent, or return it with a reason instead of approving it."""
        at.caller.need(*SIGNS)
        return known(await at.desk.take_back(at.caller, at.id, data.reason), "The draft is being edited again.")

    @post("/{draft:str}/refresh", status_code=200)
    async def refresh(self, at: OneDraft, data: JSONBody[b.Empty]) -> DraftKnown:
        """Compare the draft with what runs now; what was typed stays."""
        at.caller.need(*EDITS)
        return known(await at.desk.bring_up_to_date(at.caller, at.id), "Compared with what runs now.")

    @post("/{draft:str}/discard", status_code=200)
    async def discard(self, at: OneDraft, data: JSONBody[b.Empty]) -> DraftKnown:
        """Put a draft away."""
        at.caller.need(*EDITS)
        return known(await at.desk.discard(at.caller, at.id), "Discarded.", "/office/configuration")


HANDLERS = [DraftsApi]
