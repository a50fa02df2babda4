"""The web application: every page, feed and endpoint of one server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Annotated, Any, NamedTuple

from litestar import Litestar, Request, get, post
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware import ASGIMiddleware
from litestar.params import PathParameter, QueryParameter
from litestar.template.config import TemplateConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from houseway.accounts.kept_drafts import Drafts
from houseway.accounts.service import Accounts
from houseway.accounts.throttle import address_origin
from houseway.errors import HousewayError
from houseway.floor.context import gaming_day, settings_on
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.subjects.credentials import needs_authenticator
from houseway.journal.engines.places import sqlite_path
from houseway.operations.operations_file import Operations
from houseway.operations.senders import sender
from houseway.web.alarms.backup_watch import BackupWatch
from houseway.web.alarms.result_watch import ResultWatch
from houseway.web.alarms.watch import Receiver, Watch
from houseway.web.cage import cage_api
from houseway.web.cage.cage_pages import PAGES as CAGE_PAGES
from houseway.web.console import console_api as console
from houseway.web.console.console_pages import ConsolePages
from houseway.web.displays.display_pages import VisionPages
from houseway.web.http.assets import COMPRESSION, static_file
from houseway.web.http.callers import Caller, caller_of, check_audience
from houseway.web.http.csrf import Csrf
from houseway.web.http.logs import going_on
from houseway.web.http.refusals import on_bug, on_depth, on_houseway, on_http, on_timeout
from houseway.web.http.security import BODY, Doors, Limits
from houseway.web.lab.lab_api import HANDLERS as LAB
from houseway.web.lab.lab_pages import LabPages
from houseway.web.lab.lab_pool import LabPool
from houseway.web.live.attendant import Attendant
from houseway.web.live.feed import PATH, Feed, check_topics
from houseway.web.live.frame_shapes import AttentionFrame, FloorFrame, Lease, TableFrame, VisionFrame
from houseway.web.live.hints import Hints
from houseway.web.live.journal_reader import Place, Slow
from houseway.web.live.proposals import Proposals
from houseway.web.live.review.session_figures import Sessions
from houseway.web.live.room import Room, now
from houseway.web.live.servers import Cluster
from houseway.web.office import office_api as office
from houseway.web.office.lookout import Lookout, is_news
from houseway.web.office.office_frame import office_of
from houseway.web.office.office_pages import OfficePages, RecordPages
from houseway.web.people import accounts_api as admin
from houseway.web.people import credentials_api, sessions_api, sign_in_links
from houseway.web.people import sign_in as sessions
from houseway.web.people.account_pages import Pages
from houseway.web.records import records_api as records
from houseway.web.regulator.exports_api import Exports
from houseway.web.regulator.oversight_pages import HANDLERS as OVERSIGHT
from houseway.web.regulator.oversight_pages import Oversight
from houseway.web.regulator.verification import Verifications
from houseway.web.schema.declare import declared
from houseway.web.schema.openapi import openapi
from houseway.web.seat import quick_api as quick_tables
from houseway.web.seat import rounds_api as rounds
from houseway.web.seat import tables_api as tables
from houseway.web.seat.seat_pages import TableHelp, TablePages
from houseway.web.seat.wagers_api import Wagers
from houseway.web.service import dependencies as given
from houseway.web.service import health as service
from houseway.web.service.command_desk import Desk
from houseway.web.service.gate import Gate
from houseway.web.service.metrics import Metrics
from houseway.web.service.short_way import ShortWay
from houseway.web.service.templating import templates
from houseway.web.service.visits import visit_of
from houseway.web.setup import draft_api as drafts
from houseway.web.setup.draft_desk import DraftDesk
from houseway.web.setup.draft_pages import PAGES as CONFIGURATION_PAGES
from houseway.web.setup.first_run import HANDLERS as FIRST_RUN
from houseway.web.setup.first_run import FirstRun
from houseway.web.signing.approving import acting_of
from houseway.web.signing.signatures import signing_of

SWEEPS = 3600.0
"""Seconds between two times that ended sessions are forgotten."""

EVENTS = {
    "floor": FloorFrame,
    "attention": AttentionFrame,
    "vision/{table}": VisionFrame,
    "table/{table}/public": TableFrame,
    "table/{table}/dealer": TableFrame,
    "table/{table}/seat/{seat}": TableFrame,
    "lease": Lease,
}
"""The topics of the feed, and what an event of each has as its data."""

STREAM = {
    "type": "string",
    "description": "Server-sent events. `event` is the topic, `data` its whole state as JSON (`x-events` has the "
    "shapes), `id` rises with every change. First comes the newest of each topic, then each that moves, the newest "
    "alone to whoever is slow. A comment, `: now` and the server's time in microseconds, comes with them and otherwise "
    "every five seconds, or every second to a seat: the feed is alive. The first comment, `: beat`, has that time in "
    "milliseconds.",
    "examples": ['event: vision/T1\nid: 6f1c:42\ndata: {"table":"T1","open":true}\n\n'],
}


@get(
    PATH,
    media_type="text/event-stream",
    tags=["floor"],
    opt=declared(STREAM, by="anybody", refuses=(403, 404), events=EVENTS),
)
async def feed(
    request: Request[Any, Any, Any],
    room: given.Room,
    accounts: given.Accounts,
    doors: given.Doors,
    topics: Annotated[
        str,
        QueryParameter(
            description="Up to 64 topics with commas between them: `floor`, `vision/T1`, `table/T1/public`, "
            "`attention` for people who work here, "
            "`table/T1/dealer` for those who may look, `table/T1/seat/3` for who sits there."
        ),
    ] = "floor",
    lease: Annotated[
        bool,
        QueryParameter(
            description="Whether the feed is to end when nobody is heard of it: its first event is then `lease`, and "
            "`POST /feed/{lease}` is due within every twelve seconds."
        ),
    ] = False,
) -> ASGIApp:
    """The live feed: server-sent events, one a topic that moved, named after it; each has the whole state."""
    caller = caller_of(request)

    async def goes_on() -> bool:
        if caller.device:
            return await accounts.device_works(caller.device)
        return not caller.session or await accounts.goes_on(caller.session)

    whose = caller.account or caller.device or address_origin(request.client.host if request.client else "")
    seats = doors.own_feeds if caller.account or caller.device else doors.feeds
    seats.check(whose)
    topics_of_feed = check_topics(caller, topics, room.mirror)
    return Feed(room, caller, topics_of_feed, goes_on, leased=lease, place=partial(seats.taken, whose))


@post(
    "/feed/{lease:str}",
    status_code=204,
    tags=["floor"],
    opt={**declared(by="anybody", refuses=(404,)), "exclude_from_csrf": True},
)
async def renew(
    room: given.Room, lease: Annotated[str, PathParameter(description="What the event `lease` of a feed said.")]
) -> None:
    """Whoever follows a feed with a lease still reads it."""
    if not room.hub.renew(lease):
        raise UnknownThing("this server has no feed with this lease", remedy="ask for the feed anew")


def handlers() -> list[Any]:
    """Everything that can be asked for; each room of pages and endpoints adds its own here."""
    return [
        feed,
        renew,
        static_file,
        *sessions.HANDLERS,
        *tables.HANDLERS,
        *quick_tables.HANDLERS,
        *rounds.HANDLERS,
        *office.HANDLERS,
        *cage_api.HANDLERS,
        *admin.HANDLERS,
        *sign_in_links.HANDLERS,
        *credentials_api.HANDLERS,
        *sessions_api.HANDLERS,
        *records.HANDLERS,
        *service.HANDLERS,
        *console.HANDLERS,
        *drafts.HANDLERS,
        *CONFIGURATION_PAGES,
        *CAGE_PAGES,
        *FIRST_RUN,
        *OVERSIGHT,
        Exports,
        LabPages,
        *LAB,
        ConsolePages,
        OfficePages,
        RecordPages,
        VisionPages,
        TablePages,
        TableHelp,
        Wagers,
        Pages,
    ]


def create_app(
    room: Room,
    accounts: Accounts,
    *,
    url: str = "",
    secure: bool = False,
    limits: Limits | None = None,
    cluster: Cluster | None = None,
    metrics_token: str = "",
    setup_code: str = "",
    operations: Operations | None = None,
) -> ASGIApp:
    """The application. ``url`` is where the journal is, for what reads it by a connection of its own.

    ``secure``: browsers come over TLS, so that cookies never travel without. ``cluster``: other servers work on the
    same journal. ``metrics_token``: whoever sends it may read what is measured from anywhere.
    ``setup_code``: with it somebody makes the property of an empty room on screens.
    ``operations``: who is told of alarms, and which copies are made.
    """
    limits = limits or Limits()
    metrics = Metrics(room)
    hints = Hints(room)
    book = room.floor.journal.seal_book
    desk, proposals = Desk(room, metrics, accounts), Proposals(accounts)
    place = Place(url, *((book.path, book.key) if book is not None else ()))
    watch, results, backups = _watches(room, accounts, proposals, place, operations or Operations())
    watches = [each for each in (watch, results, backups) if each is not None]
    verifications = Verifications(place, accounts)
    lab = LabPool()
    parts = Parts(
        given={
            "room": room,
            "accounts": accounts,
            "metrics": metrics,
            "desk": desk,
            "doors": Doors(limits, secure=secure, metrics_token=metrics_token),
            "proposals": proposals,
            "first": FirstRun(setup_code),
            "drafting": DraftDesk(room, desk, Drafts(accounts), proposals),
            "kept": place,
            "overseen": Oversight(verifications, backups.standing if backups is not None else None),
            "slow": Slow(),
            "hints": hints,
            "sessions": Sessions(room, hints),
            "watch": watch,
            "lab": lab,
        },
        gate=Gate(room, accounts, metrics, limits, secure=secure),
        csrf=Csrf(accounts.secret("csrf"), secure=secure),
    )
    Attendant(room)
    accounts.renamed.append(room.renamed)
    accounts.ended.append(room.hub.end_of)
    accounts.needs_codes = partial(_needs_codes, room)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await room.start()
        if cluster is not None:
            await cluster.start()
        line = accounts.store.line
        if line is not None:
            line.start()
        sweeping = asyncio.create_task(_sweep(accounts, room))
        hints.start()
        for each in watches:
            each.start()
        try:
            yield
        finally:
            sweeping.cancel()
            hints.stop()
            for each in watches:
                await each.stop()
            await verifications.stop()
            await lab.close()
            if cluster is not None:
                await cluster.stop()
            if line is not None:
                await line.stop()
            await room.stop()

    shared = _shared(tuple(parts.given))
    answer = ShortWay(desk, parts.gate, parts.csrf, tables.SHORT_WAYS, shared)
    life = Litestar(lifespan=[running], openapi_config=None, logging_config=None)

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await life(scope, receive, send)
        else:
            scope[given.PARTS] = parts
            await answer(scope, receive, send)

    return app


def _needs_codes(room: Room, person: str) -> bool:
    """Whether somebody signs in with an authenticator, by the roles and settings of this moment."""
    property = room.mirror.property
    day = gaming_day(now(), property.zone, property.day_starts)
    return needs_authenticator(property.people.get(person), settings_on(property, day))


def _watches(
    room: Room, accounts: Accounts, proposals: Proposals, place: Place, operations: Operations
) -> tuple[Watch, ResultWatch | None, BackupWatch | None]:
    """What looks after the room: who is told of what needs attention, unlikely results, and copies by the clock."""
    path = sqlite_path(place.url) if place.url else None
    lookout = Lookout(room, accounts, proposals, path)
    receivers = [Receiver(hears, sender(hears, operations)) for hears in operations.hears]
    watch = Watch(lookout.look, receivers, property=lambda: room.mirror.property.name, now=now, tells=lambda: room.runs)
    lookout.troubles = lambda: watch.troubles

    def changed() -> None:
        room.frames.attention += 1
        room.hub.moved(["attention"])

    watch.changed.append(changed)
    room.listeners.append(lambda entries: watch.ring() if is_news(entries) else None)
    results = backups = None
    if place.url:
        results = lookout.results = ResultWatch(place.floor, now=now)
        results.changed.append(watch.ring)
    if operations.backup is not None:
        backups = BackupWatch(room.floor.journal, place.url, operations.backup, now=now, works=lambda: room.runs)
        lookout.backups = backups.standing
        backups.changed.append(watch.ring)
    return watch, results, backups


# -- what every application of a process shares


class Parts(NamedTuple):
    """What a server has of its own: what handlers are given, by name, and what every request passes before them."""

    given: Mapping[str, object]
    gate: Gate
    csrf: Csrf


def _parts(scope: Any) -> Parts:
    found: Parts = scope[given.PARTS]
    return found


class _PassGate(ASGIMiddleware):
    scopes = Gate.scopes

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        await _parts(scope).gate.handle(scope, receive, send, next_app)


class _PassCsrf(ASGIMiddleware):
    scopes = Csrf.scopes
    exclude_opt_key = Csrf.exclude_opt_key

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        await _parts(scope).csrf.handle(scope, receive, send, next_app)


async def _finish(message: Message, scope: Scope) -> None:
    await _parts(scope).gate.finish(message, scope)


@cache
def _shared(names: tuple[str, ...]) -> Litestar:
    """Routes, handlers, pages and their document, made once: they know no room, and ask each request for its parts."""
    return Litestar(
        route_handlers=handlers(),
        dependencies={
            **{name: Provide(_giver(name), sync_to_thread=False) for name in names},
            "desk": Provide(_provide_desk, sync_to_thread=False),
            "caller": Provide(_provide_caller),
            "office": Provide(office_of),
            "signing": Provide(signing_of),
            "acting": Provide(acting_of),
            "visit": Provide(visit_of),
        },
        exception_handlers={
            HousewayError: on_houseway,
            HTTPException: on_http,
            TimeoutError: on_timeout,
            RecursionError: on_depth,
            Exception: on_bug,
        },
        guards=[check_audience],
        middleware=[_PassGate(), _PassCsrf()],
        before_send=[_finish],
        compression_config=COMPRESSION,
        template_config=TemplateConfig(instance=templates()),
        openapi_config=openapi(),
        request_max_body_size=BODY,
        logging_config=None,
    )


def _giver(name: str) -> Callable[[Scope], Any]:
    def give(scope: Scope) -> Any:
        return _parts(scope).given[name]

    return give


# What depends on nothing is given by a task of its own wherever a handler takes two such things. Room, desk and caller
# are what nearly all take: each waits for the one before it, and no task is made.


def _provide_desk(scope: Scope, room: given.Room) -> Any:
    return _parts(scope).given["desk"]


async def _provide_caller(request: Request[Any, Any, Any], desk: given.Desk) -> Caller:
    return caller_of(request)


async def _sweep(accounts: Accounts, room: Room) -> None:
    while True:
        await asyncio.sleep(SWEEPS)
        with going_on("ended sessions and guests not swept"):
            await accounts.sweep()
            # Their chips stay in the ledger, under the names that they had.
            await accounts.sweep_guests(lambda player: room.mirror.seat_of(player) is not None)
