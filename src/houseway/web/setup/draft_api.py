"""Drafts of the configuration: begun, edited field by field, sent, approved, put in effect."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal, TypeAlias
from urllib.parse import quote

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import UNSET, Meta

from houseway.accounts.kept_documents import MOST_BYTES, keep_document
from houseway.accounts.kept_drafts import Draft, State
from houseway.compliance.check import Finding
from houseway.compliance.compliance_errors import BadConfiguration
from houseway.compliance.configuration_file import from_toml
from houseway.floor.command import PlainData
from houseway.floor.drafts.draft_commands import FIXED
from houseway.floor.drafts.draft_content import Content, put, take_out, things
from houseway.floor.floor_errors import WrongState
from houseway.floor.reply_shapes import Moment
from houseway.table.shown.shape_base import Shape, Sometimes
from houseway.web.http.callers import STAFF
from houseway.web.office.office_frame import DRAFTERS
from houseway.web.schema import requests as b
from houseway.web.schema.declare import STAFF_ONLY
from houseway.web.service.dependencies import Accounts, Caller
from houseway.web.setup.draft_desk import DraftDesk
from houseway.web.setup.pictures import felt_of_draft
from houseway.web.setup.thing_editors import (
    added,
    digest_of,
    edited,
    groups_for,
    kind_named,
    removed,
    with_document,
    with_part,
)

Drafting: TypeAlias = NamedDependency[DraftDesk]

READS = tuple(sorted(STAFF))
EDITS = DRAFTERS

SIGNS = tuple(sorted(STAFF - {"regulator"}))
LARGEST_FILE = 256 * 1024
"""Bytes of a configuration's file, at most."""

Text = Annotated[str, Meta(max_length=200)]


class NewDraft(b.Body):
    """A draft of what runs, or of the configuration in a TOML file; ``kind`` and ``thing`` say what it is begun for."""

    title: Text = ""
    toml: Annotated[str, Meta(max_length=LARGEST_FILE)] = ""
    kind: Text = ""
    thing: Text = ""
    id: str = ""


class EditThing(b.Body):
    """What stands in the fields of one thing, and the digest of the thing as it was shown."""

    kind: Text
    thing: Text
    fields: dict[str, list[str]]
    against: Text
    id: str = ""


class AddThing(b.Body):
    """A new thing: its id, and what its kind wants to know first."""

    kind: Text
    thing: Text
    of: Text = ""
    like: Text = ""
    name: Text = ""
    scheme: Literal["progressive", "bonus"] = "progressive"
    plays: Text = ""
    maker: Text = ""
    id: str = ""


class RemoveThing(b.Body):
    """A thing that goes, and why."""

    kind: Text
    thing: Text
    reason: Annotated[str, Meta(max_length=500)] = ""
    id: str = ""


class PartOfThing(b.Body):
    """A further display, meter or machine, or the number of the one that goes."""

    kind: Text
    thing: Text
    part: Text
    place: Annotated[str, Meta(pattern="^[0-9]{0,2}$")] = ""
    id: str = ""


class NewDocument(b.Body):
    """A file that shows an approval, in base64."""

    approval: Text
    name: Text
    data: bytes
    id: str = ""


class NoDocument(b.Body):
    """A document that is taken from an approval again."""

    approval: Text
    hash: Text
    id: str = ""


class SendDraft(b.Body):
    """``between``: tables that are open are closed between two rounds for it, and opened again."""

    between: Literal["", "yes"] = ""
    id: str = ""


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


class DraftsApi(Controller):
    """Drafts of the configuration."""

    path = "/api/drafts"
    tags = ("configuration",)
    opt = STAFF_ONLY

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
            digest_of(content, data.kind, data.thing)
        elif data.kind:
            kind_named(data.kind)
        draft = await drafting.kept.begin(title, base, content, caller.id)
        own = address_of(draft.id, data.kind, data.thing) if data.thing else address_of(draft.id)
        return known(draft, "The draft is begun.", f"{own}#new-{data.kind}" if data.kind and not data.thing else own)

    @get("/{draft:str}")
    async def one(self, drafting: Drafting, caller: Caller, draft: FromPath[str]) -> DraftKnown:
        """A draft."""
        caller.need(*READS)
        return known(await drafting.kept.one(draft), "")

    @post("/{draft:str}/edit", status_code=200)
    async def edit(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[EditThing]
    ) -> DraftEdited:
        """Keep what stands in the fields of a thing, readable or not, and judge the draft."""
        caller.need(*EDITS)

        def work(now: Draft) -> Content:
            if digest_of(now.content, data.kind, data.thing) != data.against:
                raise WrongState(
                    f"{now.changed_by} has changed this at the same moment",
                    remedy="load the page again; what you typed stands here until then",
                )
            return edited(now.content, now.base, data.kind, data.thing, data.fields, drafting.day)

        changed = await drafting.kept.edit(draft, caller.id, work)
        judged = await drafting.judged(changed)
        groups = groups_for(changed.content, changed.base, data.kind, data.thing, drafting.day)
        picture = None
        if data.kind == "tables":
            picture = await asyncio.to_thread(felt_of_draft, judged.property, data.thing)
        return DraftEdited(
            version=changed.version,
            against=digest_of(changed.content, data.kind, data.thing),
            findings=judged.findings,
            unread={asked.field.name: asked.error for group in groups for asked in group.fields if asked.error},
            differs=len(drafting.differs(changed)),
            felt=picture.svg if picture is not None and picture.svg else UNSET,
            undrawn=picture.refusal if picture is not None and picture.refusal else UNSET,
        )

    @post("/{draft:str}/add", status_code=200)
    async def add(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[AddThing]
    ) -> DraftKnown:
        """Add a thing, as an ordinary house would begin it."""
        caller.need(*EDITS)
        kind = kind_named(data.kind)
        given = {
            "id": data.thing,
            **{name: getattr(data, name) for name in ("of", "like", "name", "scheme", "plays", "maker")},
        }
        id = data.thing.strip()
        changed = await drafting.kept.edit(
            draft, caller.id, lambda now: added(now.content, kind, given, drafting.day)[0]
        )
        return known(changed, f"{data.thing} is in the draft.", address_of(draft, kind, id))

    @post("/{draft:str}/remove", status_code=200)
    async def remove(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[RemoveThing]
    ) -> DraftKnown:
        """Take a thing out of the draft."""
        caller.need(*EDITS)
        kind = kind_named(data.kind)
        changed = await drafting.kept.edit(
            draft, caller.id, lambda now: removed(now.content, kind, data.thing, data.reason)
        )
        return known(changed, f"{data.thing} is out of the draft.")

    @post("/{draft:str}/part", status_code=200)
    async def part(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[PartOfThing]
    ) -> DraftKnown:
        """Add a display, a meter or a machine to a thing, or take one away."""
        caller.need(*EDITS)
        kind, place = kind_named(data.kind), int(data.place) if data.place else None
        changed = await drafting.kept.edit(
            draft, caller.id, lambda now: with_part(now.content, kind, data.thing, data.part, place)
        )
        return known(changed, "", address_of(draft, kind, data.thing))

    @post("/{draft:str}/take", status_code=200)
    async def take(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[RemoveThing]
    ) -> DraftKnown:
        """Take one thing as it runs, in the place of what the draft has."""
        caller.need(*EDITS)
        kind = kind_named(data.kind)
        thing = things(drafting.running(), kind).get(data.thing)

        def work(now: Draft) -> Content:
            new: Content = msgspec.json.decode(msgspec.json.encode(now.content), type=Content)
            if thing is None:
                take_out(new.configuration, kind, data.thing)
            else:
                put(new.configuration, kind, data.thing, thing)
            return new

        return known(await drafting.kept.edit(draft, caller.id, work), f"{data.thing} is as it runs.")

    @post("/{draft:str}/documents", status_code=200, request_max_body_size=2 * MOST_BYTES)
    async def attach(
        self,
        drafting: Drafting,
        accounts: Accounts,
        caller: Caller,
        draft: FromPath[str],
        data: JSONBody[NewDocument],
    ) -> DraftKnown:
        """File a document with an approval of the draft."""
        caller.need(*EDITS)
        attached = msgspec.to_builtins(await keep_document(accounts, data.name, data.data, caller.id))
        changed = await drafting.kept.edit(
            draft, caller.id, lambda now: with_document(now.content, data.approval, attached)
        )
        return known(changed, f"{data.name} is filed.", address_of(draft, "approvals", data.approval))

    @post("/{draft:str}/documents/remove", status_code=200)
    async def detach(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[NoDocument]
    ) -> DraftKnown:
        """Take a document from an approval of the draft; the file stays where it is kept."""
        caller.need(*EDITS)
        gone = {"sha256": data.hash}
        changed = await drafting.kept.edit(
            draft, caller.id, lambda now: with_document(now.content, data.approval, gone, remove=True)
        )
        return known(changed, "", address_of(draft, "approvals", data.approval))

    # -- its way

    @post("/{draft:str}/send", status_code=200)
    async def send(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[SendDraft]
    ) -> DraftKnown:
        """Send a draft for approval; refused, by the rule, where it breaks one."""
        caller.need(*EDITS)
        sent = await drafting.send(caller, draft, between=data.between == "yes")
        return known(sent, "Sent. A second person of another department approves it.")

    @post("/{draft:str}/approve", status_code=200)
    async def approve(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[b.Empty]
    ) -> DraftKnown:
        """Approve a draft that somebody else sent; what can be is put in effect at once."""
        caller.need(*SIGNS)
        done = await drafting.approve(caller, draft)
        says = "Approved, and in effect." if done.state == "effective" else "Approved. Some of it waits."
        return known(done, says)

    @post("/{draft:str}/return", status_code=200)
    async def give_back(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[b.Reason]
    ) -> DraftKnown:
        """Take back what one sent, or return it with a reason instead of approving it."""
        caller.need(*SIGNS)
        return known(await drafting.take_back(caller, draft, data.reason), "The draft is being edited again.")

    @post("/{draft:str}/refresh", status_code=200)
    async def refresh(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[b.Empty]
    ) -> DraftKnown:
        """Compare the draft with what runs now; what was typed stays."""
        caller.need(*EDITS)
        return known(await drafting.bring_up_to_date(caller, draft), "Compared with what runs now.")

    @post("/{draft:str}/discard", status_code=200)
    async def discard(
        self, drafting: Drafting, caller: Caller, draft: FromPath[str], data: JSONBody[b.Empty]
    ) -> DraftKnown:
        """Put a draft away."""
        caller.need(*EDITS)
        return known(await drafting.discard(caller, draft), "Discarded.", "/office/configuration")


HANDLERS = [DraftsApi]
