"""What every page of the office shows: its sections by role, what waits, and how values are written."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from litestar import Request
from litestar.di import NamedDependency
from litestar.response import Template

from houseway.compliance.profile import Settings
from houseway.floor.context import gaming_day, moment, settings_on
from houseway.jackpots.jackpot_configuration import percent
from houseway.reports.floor.table_names import TableNames
from houseway.reports.numbers import shown, words
from houseway.rulebook.money import dollars
from houseway.web.http.callers import READERS, STAFF, Caller, caller_of
from houseway.web.live.journal_reader import Place, Slow
from houseway.web.live.proposals import Proposals
from houseway.web.live.room import Room, now
from houseway.web.service import dependencies as given
from houseway.web.service.dependencies import watch_of
from houseway.web.service.page_frame import page

T = TypeVar("T")

ALL = tuple(sorted(STAFF))
"""Everybody who works here, and the regulator."""

PAPERS = ("supervisor", "surveillance", "accounting", "administrator", "regulator")
"""Who may look at papers and the exhibit."""

DRAFTERS = ("administrator", "supervisor", "accounting")
"""Who writes drafts of the configuration: whoever may give some of the commands that put one in effect."""

CAGE_READERS = PAPERS
"""Who looks at the cage."""

PEOPLE = ("administrator", "regulator")
DEVICES = ("technician", "administrator", "regulator")


class Part(NamedTuple):
    """A section of the office: its address, its name, whose it is."""

    address: str
    name: str
    roles: tuple[str, ...]


PARTS = (
    Part("/office", "Overview", ALL),
    Part("/office/hits", "Hits", ALL),
    Part("/office/cage", "Cage", CAGE_READERS),
    Part("/office/proposals", "Proposals", ALL),
    Part("/office/jackpots", "Jackpots", ALL),
    Part("/office/tables", "Tables", ALL),
    Part("/office/configuration", "Configuration", ALL),
    Part("/office/malfunctions", "Malfunctions", ALL),
    Part("/office/people", "People", PEOPLE),
    Part("/office/devices", "Devices", DEVICES),
    Part("/office/controls", "Controls", ALL),
    Part("/office/papers", "Approvals & licences", PAPERS),
    Part("/office/reports", "Reports", READERS),
    Part("/office/audit", "Audit trail", READERS),
    Part("/office/regulator", "Regulator", READERS),
)
"""The office's sections in their order."""


def settings_now(room: Room, at: int) -> Settings:
    """The property's settings today."""
    return settings_on(room.mirror.property, today(room, at))


def sentence(text: str) -> str:
    """``text`` as a sentence: a capital at its beginning, a stop at its end."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) or not text else '.'}"


def today(room: Room, at: int) -> str:
    """The gaming day of this moment."""
    property = room.mirror.property
    return gaming_day(at, property.zone, property.day_starts)


class Frame(NamedTuple):
    """A request for a page of the office, with what every such page shows."""

    request: Request[Any, Any, Any]
    room: Room
    proposals: Proposals
    place: Place
    slow: Slow

    def need(self, *roles: str) -> Caller:
        """Whoever asks, who must have one of these roles."""
        caller = caller_of(self.request)
        caller.need(*roles)
        return caller

    async def read(self, work: Callable[..., T], *asked: object) -> T:
        """What long work makes of the journal, in its turn."""
        return await self.slow.run(work, self.place, *asked)

    async def page(self, name: str, title: str, **context: Any) -> Template:
        """A page: ``name`` is its template, with its room where that is another one."""
        caller = caller_of(self.request)
        mirror = self.room.mirror
        zone = mirror.property.zone
        pending = sum(len(mirror.jackpot(id).pending) for id in mirror.property.jackpots)
        needs = watch_of(self.request).needs
        return page(
            self.request,
            self.room,
            f"{name if '/' in name else f'office/{name}'}.html",
            title=title,
            parts_of_office=[part for part in PARTS if caller.has(*part.roles)],
            waiting={
                "/office/hits": pending,
                "/office/proposals": len(await self.proposals.waiting()),
                "/office/configuration": len(await self.proposals.drafts_waiting()),
            },
            alarms=[need for need in needs if need.tone == "alarm" and need.concerns(caller.roles)],
            watches=caller.roles == {"regulator"},
            drafts_here=caller.has(*DRAFTERS),
            people=mirror.property.people,
            titles={id: jackpot.title for id, jackpot in mirror.property.jackpots.items()},
            dollars=dollars,
            percent=percent,
            words=words,
            called=partial(TableNames.at, mirror.property),
            sentence=sentence,
            micros=lambda value: shown(value, "micros"),
            when=lambda at: moment(at, zone) if at else "–",
            fresh=lambda: secrets.token_hex(16),
            now=now(),
            **context,
        )


Office: TypeAlias = NamedDependency[Frame]
"""What a handler is given that makes a page of the office: ``office: Office``."""


async def office_of(
    request: Request[Any, Any, Any],
    room: given.Room,
    proposals: given.Proposals,
    kept: given.Kept,
    slow: given.Slow,
) -> Frame:
    """The frame of the page that is asked for."""
    return Frame(request, room, proposals, kept, slow)
