"""The commands that put a draft in effect, and what to do when somebody else changed the same things meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.compliance.configuration import Approval, Licence, Promotion, Table
from houseway.floor import command_index as c
from houseway.floor.command import PlainData
from houseway.floor.drafts.draft_content import KINDS, ONE, Content, Kind, Leaving, compared, put, take_out, things
from houseway.floor.floor_errors import WrongState
from houseway.jackpots.jackpot_configuration import Jackpot

FIXED = ("name", "profile", "zone", "day-starts")
"""What a property is made with, for good."""


class Planned(msgspec.Struct, frozen=True):
    """A command of a draft, and the thing that it is about; what is about one thing is done in its order."""

    about: str
    command: c.Command


def touched(base: Mapping[str, Any], new: Mapping[str, Any]) -> list[tuple[Kind, str]]:
    """The things that a draft changes of what it was begun from."""
    return [(kind, id) for kind, id, _, _ in compared(base, new)]


def changed_meanwhile(base: Mapping[str, Any], content: Content, running: Mapping[str, Any]) -> list[tuple[Kind, str]]:
    """The things of a draft that somebody else changed since it was begun."""
    moved = set(touched(base, running))
    return [each for each in touched(base, content.configuration) if each in moved]


def brought_up_to_date(base: Mapping[str, Any], content: Content, running: PlainData) -> Content:
    """The draft over what runs now: what it did not touch is as it runs, and what it did stays as it was typed."""
    configuration: PlainData = {**running}
    mine = content.configuration
    configuration["settings"] = {**running.get("settings", {}), **_settings(base, mine)}
    for kind in KINDS:
        configuration[kind] = list(running.get(kind, ()))
    for kind, id in touched(base, mine):
        thing = things(mine, kind).get(id)
        if thing is None:
            take_out(configuration, kind, id)
        else:
            put(configuration, kind, id, thing)
    return msgspec.structs.replace(content, configuration=configuration)


def _settings(base: Mapping[str, Any], new: Mapping[str, Any]) -> PlainData:
    before = base.get("settings", {})
    return {name: value for name, value in new.get("settings", {}).items() if before.get(name) != value}


def planned(base: Mapping[str, Any], content: Content, open_tables: frozenset[str] = frozenset()) -> list[Planned]:
    """The commands that make of ``base``, which runs, what the draft says.

    ``open_tables`` are closed between two rounds for their change, and opened again.
    """
    new = content.configuration
    for name in FIXED:
        if new.get(name) != base.get(name):
            raise WrongState(
                f"the {name.replace('-', ' ')} of a property stays as it was made",
                remedy=f"put it back to {base.get(name)}; another property has a journal of its own",
            )
    plan: list[Planned] = []
    settings = _settings(base, new)
    if settings:
        plan.append(Planned("settings", c.ChangeSettings(settings=settings)))
    dropped = sorted(base.get("settings", {}).keys() - new.get("settings", {}).keys())
    if dropped:
        raise WrongState(
            f"a setting cannot be taken out: {', '.join(dropped)}", remedy="give it the value that the profile has"
        )
    for kind, id in touched(base, new):
        known, thing = id in things(base, kind), things(new, kind).get(id)
        about = f"{ONE[kind]} {id}"
        why = content.leaving.get(f"{kind}/{id}", Leaving())
        commands = _gone(kind, id, why) if thing is None else _made(kind, thing, why, known=known)
        if kind == "tables" and known and id in open_tables:
            again = [] if thing is None else [c.OpenTable(table=id)]
            commands = [c.CloseTable(table=id), *commands, *again]
        plan += [Planned(about, command) for command in commands]
    return plan


def _made(kind: Kind, thing: PlainData, why: Leaving, *, known: bool) -> list[c.Command]:
    match kind:
        case "licences":
            return [c.AddLicence(licence=msgspec.convert(thing, Licence))]
        case "approvals":
            return [c.AddApproval(approval=msgspec.convert(thing, Approval))]
        case "promotions":
            return [c.AddPromotion(promotion=msgspec.convert(thing, Promotion))]
        case "jackpots":
            jackpot = msgspec.convert(thing, Jackpot)
            return [c.ChangeJackpot(jackpot=jackpot) if known else c.AddJackpot(jackpot=jackpot)]
        case "tables":
            table = msgspec.convert(thing, Table)
            if not known:
                return [c.AddTable(table=table)]
            return [c.ChangeTable(table=table, removal=why.removal or None, document=why.document)]


def _gone(kind: Kind, id: str, why: Leaving) -> list[c.Command]:
    if kind == "tables":
        return [c.RemoveTable(table=id, reason=why.reason, removal=why.removal or None, document=why.document)]
    if kind == "promotions":
        return [c.EndPromotion(promotion=id, reason=why.reason)]
    remedy = (
        "retire it on its own page" if kind == "jackpots" else "leave it on file: a newer one takes the place of it"
    )
    raise WrongState(f"{ONE[kind]} {id} cannot be taken out by a draft", remedy=remedy)
