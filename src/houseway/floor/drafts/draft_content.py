"""What a draft of the configuration holds: whatever was typed, whether or not it can be read yet.

A draft is never refused what somebody types into it. What cannot be read stays as it was typed and is a finding; a
table that lacks something is one too. Only a draft without findings of its own is sent for approval.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from houseway.compliance.check import Finding, check
from houseway.compliance.compliance_errors import BadConfiguration
from houseway.compliance.configuration import Approval, Licence, Promotion, Property, Table
from houseway.floor.command import PlainData
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.rulebook.plain_words import misfit

Kind: TypeAlias = Literal["licences", "approvals", "jackpots", "tables", "promotions"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The things of a configuration that drafts change, in the order in which one needs another."""

ONE: dict[Kind, str] = {kind: kind.removesuffix("s") for kind in KINDS}
"""One of them, in words."""

_TYPES: dict[Kind, type[msgspec.Struct]] = {
    "licences": Licence,
    "approvals": Approval,
    "jackpots": Jackpot,
    "tables": Table,
    "promotions": Promotion,
}
TYPED, WHOLE = "typed", "whole"
"""The rules that a draft itself has: what is typed can be read, and nothing is missing."""


def check_shapes(configuration: PlainData) -> None:
    """Refuse a thing with a field that holds something of another kind; what is missing in it may still come."""
    for kind in KINDS:
        known = {field.encode_name: field.type for field in msgspec.structs.fields(_TYPES[kind])}
        for id, thing in things(configuration, kind).items():
            for name in known.keys() & thing.keys():
                try:
                    msgspec.convert(thing[name], known[name])
                except msgspec.ValidationError as error:
                    if str(error).startswith("Expected"):
                        wrong = misfit(error, thing, _TYPES[kind], at=name)
                        raise BadConfiguration(f"{ONE[kind]} {id}, {wrong}", remedy=wrong.remedy) from error


class Unread(msgspec.Struct, frozen=True):
    """A field that holds what cannot be read: as it was typed, what is wrong with it, and what would mend it."""

    text: str
    what: str
    remedy: str


class Leaving(msgspec.Struct, frozen=True):
    """Why a table or a promotion goes, or a progressive leaves its table: the reason, and the paper that orders it."""

    reason: str = ""
    removal: str = ""
    document: str = ""


class Content(msgspec.Struct):
    """A draft's content. ``configuration`` is plain data as a TOML file has it.

    ``unread`` has fields by their place (``tables/T4/limits.WAGER.0``), ``leaving`` why something goes
    (``tables/T4``), and ``plays`` the wager that a jackpot is meant for, by its id (``game/edition/wager``, and
    ``/paytable`` where it is not the first).
    """

    configuration: PlainData
    unread: dict[str, Unread] = {}
    leaving: dict[str, Leaving] = {}
    plays: dict[str, str] = {}


def plain_of(property: Property) -> PlainData:
    """A configuration as plain data, as a draft begins with it."""
    found: PlainData = msgspec.json.decode(msgspec.json.encode(property))
    return found


def id_of(kind: Kind, thing: Mapping[str, Any]) -> str:
    """What a thing is called: licences go by their number."""
    return str(thing.get("number" if kind == "licences" else "id", ""))


def things(configuration: Mapping[str, Any], kind: Kind) -> dict[str, PlainData]:
    """The things of one kind by their id."""
    return {id_of(kind, thing): thing for thing in configuration.get(kind, ())}


def usual(kind: Kind, thing: PlainData) -> PlainData:
    """A thing as it compares: whatever has its default is left out, where it can be read at all."""
    try:
        return msgspec.to_builtins(msgspec.convert(thing, _TYPES[kind], strict=False))  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        return thing


def compared(
    old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[tuple[Kind, str, PlainData | None, PlainData | None]]:
    """The things in which two configurations differ: kind, id, and the thing as it was and is, where it was or is."""
    for kind in KINDS:
        before, after = things(old, kind), things(new, kind)
        for id in dict.fromkeys((*before, *after)):
            was, now = (usual(kind, side[id]) if id in side else None for side in (before, after))
            if was != now:
                yield kind, id, was, now


def put(configuration: PlainData, kind: Kind, id: str, thing: PlainData) -> None:
    """Put a thing in the place of the one of that id, or behind the others."""
    listed: list[PlainData] = configuration.setdefault(kind, [])
    for place, known in enumerate(listed):
        if id_of(kind, known) == id:
            listed[place] = thing
            return
    listed.append(thing)


def take_out(configuration: PlainData, kind: Kind, id: str) -> None:
    """Take a thing out."""
    configuration[kind] = [known for known in configuration.get(kind, ()) if id_of(kind, known) != id]


class Judged(msgspec.Struct, frozen=True):
    """A draft as it was judged: the configuration as far as it can be read, and everything that is wrong with it."""

    property: Property
    findings: list[Finding]


def judge(content: Content, on: str) -> Judged:
    """Judge a draft on the day ``on``; what cannot be read is a finding and judged no further."""
    findings: list[Finding] = []
    for place, unread in content.unread.items():
        kind, _, rest = place.partition("/")
        where = f"{ONE[kind]} {rest.partition('/')[0]}" if kind in ONE else kind
        findings.append(Finding(TYPED, "", where, unread.what, unread.remedy))
    readable: PlainData = {**content.configuration, "on": on}
    for kind in KINDS:
        readable[kind] = []
        for id, thing in things(content.configuration, kind).items():
            try:
                msgspec.convert(thing, _TYPES[kind])
            except msgspec.ValidationError as error:
                wrong = misfit(error, thing, _TYPES[kind])
                where = f"{ONE[kind]} {id}{f', {wrong.place}' if wrong.place else ''}"
                # What is missing is filled in in the form.
                what = wrong.what.replace("-", " ") if wrong.missing else wrong.what
                findings.append(Finding(WHOLE, "", where, what, "fill it in" if wrong.missing else wrong.remedy))
            else:
                readable[kind].append(thing)
    try:
        property = msgspec.convert(readable, Property)
    except msgspec.ValidationError as error:
        wrong = misfit(error, readable, Property)
        findings.append(Finding(WHOLE, "", wrong.place, wrong.what, "give it as the property has it"))
        known = {name: readable[name] for name in ("name", "profile", "on") if isinstance(readable.get(name), str)}
        property = msgspec.convert({"name": "", "profile": "plain", **known}, Property)
    return Judged(property, [*findings, *check(property)])


def worse(judged: Judged, running: Property) -> list[Finding]:
    """What a draft is refused for: whatever the configuration that runs does not have already.

    A property that lacks a department cannot be mended by a draft of a table, and is not made worse by one.
    """
    known = {(finding.rule, finding.where, finding.what) for finding in check(running)}
    return [finding for finding in judged.findings if (finding.rule, finding.where, finding.what) not in known]
