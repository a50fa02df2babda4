"""Who is there: signing in and out, guests, the caller's own account."""

from __future__ import annotations

from typing import Literal

from litestar import Controller, Response, get, post
from litestar.params import JSONBody
from msgspec import UNSET

from houseway.accounts.account_errors import BadAccount, NotSignedIn
from houseway.accounts.account_rows import Account
from houseway.accounts.throttle import console_origin
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.reply_shapes import Moment
from houseway.table.shown.shape_base import Cents, Shape, Sometimes
from houseway.web.schema import requests as b
from houseway.web.schema.declare import ANYBODY, SIGNED_IN
from houseway.web.service.dependencies import Accounts, Caller, Desk, Doors, Room
from houseway.web.service.play_money import give_allowance, refill, refills_again
from houseway.web.service.visits import Me, Visit, me
from houseway.web.signing.approving import Acting


class SignedOut(Shape, frozen=True):
    """The session has ended."""

    kind: Literal["nobody"] = "nobody"


class Filled(Shape, frozen=True):
    """Play money that was given just now, and all there is, in cents; where none was, when there is more ``again``."""

    given: Cents
    chips: Cents
    again: Sometimes[Moment] = UNSET


class Named(Shape, frozen=True):
    """The name that others see."""

    name: str


class Sessions(Controller):
    """Sessions and the caller's own account."""

    path = "/api"
    tags = ("people",)

    @get("/me", opt=ANYBODY)
    async def who(self, caller: Caller, room: Room) -> Me:
        """Who the caller is: name, roles, chips, seat."""
        return me(caller, room)

    @post("/guest", status_code=200, opt=ANYBODY)
    async def guest(self, visit: Visit, caller: Caller, desk: Desk, data: JSONBody[b.Empty]) -> Response[Me]:
        """Come in as a guest, with play money. Somebody who is known already stays who they are."""
        if caller.kind == "nobody":
            caller = await visit.as_guest()
            await give_allowance(visit.room, desk, caller.id)
        return visit.me(caller)

    @post("/login", status_code=200, opt=ANYBODY)
    async def login(self, visit: Visit, data: JSONBody[b.LogIn]) -> Response[Me]:
        """Sign in."""
        return visit.me(await visit.sign_in(data.login, data.password, data.code))

    @post("/logout", status_code=200, opt=ANYBODY)
    async def logout(
        self, caller: Caller, accounts: Accounts, doors: Doors, data: JSONBody[b.Empty]
    ) -> Response[SignedOut]:
        """Sign out: the session ends here and now."""
        if caller.session:
            await accounts.end(caller.session)
        answer = Response(SignedOut())
        answer.set_cookie(doors.no_cookie())
        return answer

    @post("/me/chips", status_code=200, opt=SIGNED_IN)
    async def chips(self, caller: Caller, room: Room, desk: Desk, data: JSONBody[b.Empty]) -> Filled:
        """Fill up play money when little is left, once an hour."""
        player = _player(caller)
        given = await refill(room, desk, player)
        again = None if given else refills_again(room, player)
        return Filled(given=given, chips=room.mirror.chips(player), again=UNSET if again is None else again)

    @post("/me/name", status_code=200, opt=SIGNED_IN)
    async def name(self, caller: Caller, accounts: Accounts, room: Room, data: JSONBody[b.NewName]) -> Named:
        """Another name for others to see. People who work here keep that of the property's records."""
        _player(caller)
        await accounts.rename(await accounts.by_id(caller.account), data.name)
        return Named(name=data.name)

    @post("/me/keep", status_code=200, opt=SIGNED_IN)
    async def keep(self, visit: Visit, caller: Caller, accounts: Accounts, data: JSONBody[b.LogIn]) -> Response[Me]:
        """Keep a guest's account: a login and a password for it. A new session begins."""
        _player(caller)
        account = await accounts.keep(await accounts.by_id(caller.account), data.login, data.password)
        return await _anew(visit, caller, account)

    @post("/me/password", status_code=200, opt=SIGNED_IN)
    async def password(self, visit: Visit, acting: Acting, data: JSONBody[b.NewPassword]) -> Response[Me]:
        """Another password. Every session of the account ends, and a new one begins."""
        accounts, caller = acting.accounts, acting.caller
        if not caller.account:
            raise NotSignedIn("this is for people who are signed in", remedy="sign in first")
        visit.doors.signatures.take(caller.account)
        account = await accounts.by_id(caller.account)
        if account.login is None:
            raise NotPermitted("a guest has no password", remedy="keep the account with a login first")
        await accounts.check(account.login, data.old, origin=console_origin(account.id))
        if data.new == data.old:
            raise BadAccount("that is the password there is", remedy="choose another one")
        await acting.change(c.ChangeOwnPassword, await accounts.ready_to_set_password(account, data.new))
        return await _anew(visit, caller, await accounts.by_id(account.id))


async def _anew(visit: Visit, caller: Caller, account: Account) -> Response[Me]:
    await visit.accounts.end(caller.session)
    return visit.me(await visit.begin(account))


def _player(caller: Caller) -> str:
    if caller.player is None:
        if caller.kind == "nobody":
            raise NotSignedIn("nobody is known yet", remedy="sit down first, or sign in")
        raise NotPermitted("this is for players", remedy="sign in as a player")
    return caller.player


HANDLERS = [Sessions]
