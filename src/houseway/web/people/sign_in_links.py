"""Sign-in links: an administrator makes a login for a colleague, who sets the own password; the same for a lost one.

The guide of a first start calls `invite` for each person it adds, in the session of the administrator: it answers with
the path of the link, ``/enrol#…``, which goes behind the address that the browser itself has. While nobody else has a
login the link is good at once (``state`` is ``open``). As soon as somebody has who could sign beside, it waits for them
(``state`` is ``waits``, and ``proposal`` says where), and they read the code that goes with it on their account page.
"""

from __future__ import annotations

import secrets
from typing import Any, Literal

import structlog
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Template

from houseway.accounts.account_errors import BadAccount
from houseway.accounts.account_rows import Account
from houseway.accounts.credentials import links
from houseway.accounts.credentials.links import Link
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, UnknownThing
from houseway.floor.permission.vouching import link_command, link_use_command
from houseway.floor.reply_shapes import Moment
from houseway.floor.subjects.credentials import second_due
from houseway.table.shown.shape_base import Shape
from houseway.web.schema import requests as b
from houseway.web.schema.declare import ANYBODY, STAFF_ONLY
from houseway.web.service.dependencies import Accounts, Caller, Desk, Room
from houseway.web.service.page_frame import page
from houseway.web.service.visits import Me, Visit
from houseway.web.signing.approving import Acting, Actor
from houseway.web.signing.signatures import Signing

log = structlog.get_logger("houseway.doors")

PATH = "/enrol"
"""The page that a link opens. The token stands behind a ``#``, which browsers send to nobody: no log has it."""


class LinkMade(Shape, frozen=True):
    """A sign-in link, shown this once. ``waits``: it opens nothing before a second person approves the proposal."""

    link: str
    login: str
    person: str
    until: Moment
    state: Literal["open", "waits"]
    proposal: str = ""


class LinkFound(Shape, frozen=True):
    """Whose link it is, until when it is good, and whether it takes a code and who has that."""

    login: str
    name: str
    until: Moment
    code_from: str = ""


class LinkCode(Shape, frozen=True):
    """The code of a link that the caller approved, for the person whose link it is."""

    person: str
    name: str
    code: str
    until: Moment


async def invite(acting: Actor, data: b.Invitation, second: str | None) -> LinkMade:
    """Make a login without a password for one of the property's people, and the link to set one; see the module."""
    person = acting.desk.room.mirror.property.people.get(data.person)
    if person is None:
        raise UnknownThing(f"{data.person!r} does not work here", remedy="add the person to the property first")
    change = await acting.accounts.ready_to_invite(data.login, data.name or person.name[:40], data.person)
    account = await acting.change(c.MakeAccount, change, invited=True)
    log.info("account made", account=account.id, person=account.person)
    return await new_link(acting, account, data.id, second)


async def new_link(acting: Actor, account: Account, id: str, second: str | None) -> LinkMade:
    """Make a sign-in link for an account: at once, with a second person who signs beside, or proposed to one."""
    if account.person is None or account.login is None:
        raise NotPermitted("this is a player's account", remedy="give the player a new password")
    caller, room = acting.caller, acting.desk.room
    if account.id == caller.account:
        raise NotPermitted("this account is your own", remedy="change your password on the account page")
    waits = second_due(room.mirror.property, caller.id)
    link, token = await links.make_link(acting.accounts, account, caller.id, waits=True)
    book = room.floor.journal.seal_book
    command = link_command(account.person, link.id, link.until, link.canonical, book)
    proposal = ""
    if waits:
        proposal = (await acting.propose(command, id)).id
        if second is not None:
            await acting.approve(proposal, second)
            waits = False
    else:
        await acting.desk.pass_on(command, f"link:{link.id}", caller.id)
        await links.approve_link(acting.accounts, link.id, None)
    log.info("sign-in link made", account=account.id, person=account.person, link=link.id)
    return LinkMade(
        link=f"{PATH}#{token}",
        login=account.login,
        person=account.person,
        until=link.until,
        state="waits" if waits else "open",
        proposal=proposal,
    )


class LinksOfOffice(Controller):
    """Sign-in links, made by administrators and approved by a second person."""

    path = "/api/accounts"
    tags = ("people",)
    opt = STAFF_ONLY

    @post("/invite", status_code=201)
    async def invite(self, signing: Signing, acting: Acting, data: JSONBody[b.Invitation]) -> LinkMade:
        """Make a login for somebody who works here, who sets the own password with the link.

        ``signed`` has the second person's signature, where they stand beside; else the link waits for one.
        """
        acting.caller.need("administrator")
        return await invite(acting, data, await signing.by(data.signed))

    @post("/{account:str}/link", status_code=201)
    async def link(
        self, signing: Signing, acting: Acting, account: FromPath[str], data: JSONBody[b.LinkWanted]
    ) -> LinkMade:
        """A new sign-in link for a login whose password is lost. The old password works until the link is used."""
        acting.caller.need("administrator")
        known = await acting.accounts.by_id(account)
        return await new_link(acting, known, data.id, await signing.by(data.signed))


class Enrolment(Controller):
    """What the person does who was given a link."""

    path = "/api"
    tags = ("people",)

    @get("/me/link-codes", opt=STAFF_ONLY)
    async def codes(self, accounts: Accounts, caller: Caller) -> list[LinkCode]:
        """The codes of the sign-in links that the caller approved: each is read to the person whose link it is."""
        return await codes_for(accounts, caller.id)

    @post("/enrol/look", status_code=200, opt=ANYBODY)
    async def look(self, visit: Visit, room: Room, accounts: Accounts, data: JSONBody[b.LinkHeld]) -> LinkFound:
        """Whose link it is. To look uses nothing up."""
        visit.doors.passwords.take(visit.address)
        link, account = await links.link_by_token(accounts, data.token)
        second = room.mirror.property.people.get(link.signed_by)
        said = second.name if second is not None else link.signed_by
        return LinkFound(login=account.login or "", name=account.name, until=link.until, code_from=said)

    @post("/enrol", status_code=200, opt=ANYBODY)
    async def use(
        self, visit: Visit, room: Room, desk: Desk, accounts: Accounts, data: JSONBody[b.LinkUse]
    ) -> Response[Me]:
        """Set the own password with a link, which serves once, and sign in."""
        visit.doors.passwords.take(visit.address)
        link, account = await links.link_by_token(accounts, data.token)
        if account.person is None:
            raise BadAccount("this account is not of somebody who works here", remedy="ask an administrator")
        change = await links.ready_to_use(accounts, link, account, data.password, data.code)
        book = room.floor.journal.seal_book
        command = link_use_command(
            account.person, link.id, link.canonical, change.canonical, book, before=change.before
        )
        await desk.pass_on(command, f"link-used:{link.id}:{secrets.token_hex(8)}", account.person)
        account = await accounts.apply(change)
        log.info("sign-in link used", account=account.id, person=account.person, link=link.id)
        return visit.me(await visit.begin(account))


async def codes_for(accounts: Accounts, person: str) -> list[LinkCode]:
    """The codes that ``person`` holds, of links that are good."""
    mine: list[Link] = [link for link in await links.open_links(accounts) if link.signed_by == person]
    found = []
    for link in mine:
        account = await accounts.by_id(link.account)
        code = await links.code_of(accounts, link)
        found.append(LinkCode(person=account.person or "", name=account.name, code=code, until=link.until))
    return found


@get(PATH, include_in_schema=False)
async def enrol_page(request: Request[Any, Any, Any], room: Room) -> Template:
    """The page that a sign-in link opens; what is behind the ``#`` only the page itself reads."""
    return page(request, room, "people/enrol.html")


HANDLERS = [LinksOfOffice, Enrolment, enrol_page]
