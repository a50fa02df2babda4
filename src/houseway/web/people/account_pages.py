"""Pages about who is there: signing in and out, the caller's own account."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromQuery
from litestar.response import Redirect, Template

from houseway.accounts.account_errors import CodeNeeded, WrongCode
from houseway.accounts.credentials.enrolled_codes import recovery_codes_left
from houseway.errors import HousewayError
from houseway.floor.context import moment
from houseway.rulebook.money import dollars
from houseway.web.http.refusals import status_of
from houseway.web.people.sessions_api import shown_of
from houseway.web.people.sign_in_links import codes_for
from houseway.web.service.dependencies import Accounts, Caller, Doors, Room
from houseway.web.service.page_frame import inside, page
from houseway.web.service.visits import Visit

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


def _when(room: Room, at: int) -> str:
    return moment(at, room.mirror.property.zone)


class Pages(Controller):
    """Pages about who is there."""

    include_in_schema = False

    @get("/login")
    async def login(self, request: Request[Any, Any, Any], room: Room, next: FromQuery[str] = "") -> Template:
        """Sign in."""
        to = inside(next) if next else ""
        return page(request, room, "people/login.html", next=to, login="", refusal=None, takes_code=False)

    @post("/login")
    async def log_in(
        self, request: Request[Any, Any, Any], room: Room, visit: Visit, data: Form
    ) -> Template | Redirect:
        """Sign in, or say why not."""
        login, password, code, next = (str(data.get(name, ""))[:1000] for name in ("login", "password", "code", "next"))
        try:
            caller = await visit.sign_in(login, password, code)
        except HousewayError as error:
            refusal = error.as_dict()
            return page(
                request,
                room,
                "people/login.html",
                status=status_of(error),
                next=inside(next) if next else "",
                login=login,
                refusal=refusal,
                takes_code=isinstance(error, CodeNeeded | WrongCode),
            )
        return visit.answer(Redirect(inside(next) if next else "/office" if caller.staff else "/", status_code=303))

    @post("/logout")
    async def log_out(self, caller: Caller, accounts: Accounts, doors: Doors) -> Redirect:
        """Sign out."""
        if caller.session:
            await accounts.end(caller.session)
        answer = Redirect("/", status_code=303)
        answer.set_cookie(doors.no_cookie())
        return answer

    @get("/account")
    async def account(
        self, request: Request[Any, Any, Any], room: Room, accounts: Accounts, caller: Caller
    ) -> Template | Redirect:
        """The caller's own account."""
        if caller.kind == "nobody":
            return Redirect("/login?next=/account", status_code=303)
        player = caller.player
        chips = dollars(room.mirror.chips(player)) if player is not None else ""
        seat = room.mirror.seat_of(player) if player is not None else None
        codes = await codes_for(accounts, caller.id) if caller.staff and not caller.once else []
        account = await accounts.by_id(caller.account) if caller.account else None
        return page(
            request,
            room,
            "people/account.html",
            chips=chips,
            seat=seat,
            link_codes=codes,
            account=account,
            sessions=await shown_of(accounts, caller, caller.account) if caller.account else [],
            when=partial(_when, room),
            must_enrol=caller.staff and accounts.needs_codes(caller.id) and not caller.codes,
            recovery_left=await recovery_codes_left(accounts, account) if account is not None and account.codes else 0,
        )
