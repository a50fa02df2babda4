"""The first run of an empty room: its first administrator, the property, and the steps to the first dealt round."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.response import Redirect, Template
from msgspec import Meta

from houseway.compliance.configuration import DEPARTMENTS, Person
from houseway.compliance.profile import Settings, names, profile
from houseway.floor import command_index as c
from houseway.floor.bookkeeping.stops import SEED_IN_BANK
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.floor.subjects.credentials import second_due
from houseway.rulebook.money import dollars
from houseway.web.live.room import now
from houseway.web.office.attention import Due
from houseway.web.office.lookout import dues_of
from houseway.web.office.office_frame import settings_now
from houseway.web.schema import requests as b
from houseway.web.schema.declare import ANYBODY
from houseway.web.service.dependencies import Accounts, Caller, Desk, Room
from houseway.web.service.page_frame import page
from houseway.web.service.visits import Me, Visit
from houseway.web.signing.account_changes import change_account

ZONES = ("America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York", "America/Phoenix", "UTC")
MEANS = {
    "washington-commercial": "A house-banked card room under chapter 230-15 WAC.",
    "washington-tribal": "A tribal casino under its gaming agency and the Compact.",
    "plain": "For a school, a demonstration, a rehearsal.",
}


class FirstRun:
    """The code that was printed at the terminal; without one nobody sets the room up on screens."""

    def __init__(self, code: str) -> None:
        self._code = code

    def check(self, given: str) -> None:
        """Refuse whoever does not have the code."""
        if not self._code or not hmac.compare_digest(given.strip().encode(), self._code.encode()):
            raise NotPermitted(
                "this is not the code of this room", remedy="read it at the terminal where houseway serve was started"
            )


First: TypeAlias = NamedDependency[FirstRun]


class NewRoom(b.Empty):
    """The first administrator and the property. ``code`` is what the terminal printed."""

    code: Annotated[str, Meta(max_length=100)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    login: Annotated[str, Meta(max_length=40)]
    password: Annotated[str, Meta(max_length=1000)]
    property: Annotated[str, Meta(min_length=1, max_length=80)]
    profile: Literal["washington-commercial", "washington-tribal", "plain"]
    zone: Annotated[str, Meta(max_length=60)] = "America/Los_Angeles"
    day_starts: Annotated[str, Meta(max_length=5)] = "06:00"


class GuideStep(NamedTuple):
    """A step of the guide: what, what for, where, whether it is done, and the rule that asks for it."""

    title: str
    says: str
    link: str
    done: bool
    cite: str | None = None


class Setup(Controller):
    """The first run."""

    path = ""

    @get("/setup", include_in_schema=False)
    async def guide(self, request: Request[Any, Any, Any], room: Room, caller: Caller) -> Template | Redirect:
        """The first page of an empty room; afterwards the steps to the first round."""
        if not room.mirror.property.name:
            profiles = [(name, profile(name).title, MEANS.get(name, "")) for name in names()]
            return page(request, room, "setup/first.html", profiles=profiles, zones=ZONES)
        if not caller.staff:
            return Redirect("/login?next=/setup", status_code=303)
        return page(request, room, "setup/guide.html", steps=_steps(room, caller.id, await dues_of(room, now())))

    @post("/api/setup", status_code=200, tags=["configuration"], opt=ANYBODY)
    async def begin(
        self, visit: Visit, room: Room, desk: Desk, accounts: Accounts, first: First, data: JSONBody[NewRoom]
    ) -> Response[Me]:
        """Make the property and its first administrator, who sets the own password; the code serves once."""
        visit.doors.passwords.take(visit.address)
        if room.mirror.property.name:
            raise WrongState(f"this room is {room.mirror.property.name} already", remedy="sign in")
        first.check(data.code)
        change = await accounts.ready_to_make(data.login, data.password, data.name, data.login)
        person = Person(id=data.login, name=data.name, roles=("administrator",))
        command = c.CreateProperty(
            name=data.property, profile=data.profile, zone=data.zone, day_starts=data.day_starts, people=(person,)
        )
        await desk.pass_on(command, "setup:property", person.id)
        account = await change_account(desk, accounts, c.MakeAccount, change, person.id)
        return visit.me(await visit.begin(account))


def _steps(room: Room, who: str, dues: Iterable[Due]) -> list[GuideStep]:
    """What is done and what is to be done, in its order."""
    property = room.mirror.property
    settings = settings_now(room, now())
    configuration = "/office/configuration"
    says = (
        "Add a colleague of another department and make a login. You get a link that serves once: with it the "
        "colleague sets a password that nobody else knows. From then on two people approve."
    )
    steps = [
        GuideStep("The property", f"{property.name}, {settings.profile.title}", configuration, True),
        GuideStep("A second person", says, "/office/people", second_due(property, who)),
    ]
    if settings["departments"]:
        staffed = {DEPARTMENTS[role] for person in property.people.values() for role in person.roles}
        missing = [name for name in settings["departments"] if name not in staffed]
        says = f"Nobody works yet in {_listed(missing)}." if missing else "Every one that is kept apart has somebody."
        cite = settings.cite("departments")
        steps.append(GuideStep("Departments", says, "/office/people", not missing, cite))
    if settings["maker-licences"]:
        says = "Makers of layouts, jackpot systems and shufflers, in a draft."
        steps.append(GuideStep("Makers' licences", says, configuration, bool(property.licences)))
    if settings["approval-steps"]:
        says = "The games that are approved here, step by step, with their documents, in a draft."
        steps.append(GuideStep("Approvals", says, configuration, bool(property.approvals)))
    says = "From the approved games: wagers, paytables, limits, jackpots, displays. The other approves the draft."
    steps.append(GuideStep("Tables and jackpots", says, configuration, bool(property.tables)))
    steps += _seeds(room, settings, dues)
    played = any(room.mirror.table(id).rounds for id in property.tables)
    begun = played or bool(property.open)
    steps.append(GuideStep("Open a table", "On the page of the table.", "/office/tables", begun))
    steps.append(GuideStep("Deal the first round", "At the console or the seat.", "/", played))
    return steps


def _seeds(room: Room, settings: Settings, dues: Iterable[Due]) -> Iterator[GuideStep]:
    """The seeds that must lie at the bank before a table opens, a step for each progressive."""
    if not settings[SEED_IN_BANK]:
        return
    banks = {due.jackpot: due.bank for due in dues}
    for id, jackpot in room.mirror.property.jackpots.items():
        if jackpot.meters:
            shown = room.mirror.amounts(jackpot)
            seeds = sum(min(meter.seed, shown.get(meter.row, 0)) for meter in jackpot.meters)
            says = f"Accounting records the deposit of {dollars(seeds)} to the jackpot's account."
            done, cite = banks.get(id, 0) >= seeds, settings.cite(SEED_IN_BANK)
            yield GuideStep(f"The seed of {jackpot.title}", says, f"/office/jackpots/{id}", done, cite)


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


HANDLERS = [Setup]
