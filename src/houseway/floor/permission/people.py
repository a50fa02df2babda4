"""Who gives a command: people, devices and players, and whether they may.

The table of controls (`houseway.floor.permission.controls`) says what each command takes. Where two people are wanted
they are different people from different departments, each in a role that may take part (WAC 230-15-430).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from houseway.compliance.configuration import DEPARTMENTS, Person
from houseway.floor.command import Command
from houseway.floor.declared import control
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.controls import DEVICE_KINDS, SECONDS, SEGREGATION, Control

HOUSE = "house"
"""Under this name the house gives play money by itself: up to the allowance, and nothing else."""

TERMINAL = "terminal"
"""Under this name accounts are changed from the machine that the room runs on, where nobody is named."""

ALLOWANCE = 100_000
"""Cents of play money up to which the house fills a player's chips."""


class Device(NamedTuple):
    """A device of a table by the name that it gives commands under; without an ``id`` it is the room's own program."""

    kind: str
    table: str
    id: str = ""


@lru_cache(maxsize=4096)
def device_of(who: str) -> Device | None:
    """The device that ``who`` names, if it names one."""
    kind, colon, rest = who.partition(":")
    if not colon or kind not in DEVICE_KINDS:
        return None
    table, _, id = rest.partition(":")
    return Device(kind, table, id)


def device_name(kind: str, table: str, id: str = "") -> str:
    """The name under which a device of ``table`` gives commands."""
    return f"{kind}:{table}:{id}" if id else f"{kind}:{table}"


def panel_of(table: str) -> str:
    """The name under which the room's own program gives commands as the panel of ``table``."""
    return device_name("panel", table)


def shoe_of(table: str) -> str:
    """The name under which a shoe of ``table`` that reads its cards gives commands, where it is not known by a key."""
    return device_name("shoe", table)


def is_player(who: str) -> bool:
    """Whether ``who`` is a player, not somebody who works here."""
    return who.startswith("player:")


def permit(people: Mapping[str, Person], command: Command, who: str, second: str | None) -> None:
    """Refuse the command unless ``who`` may give it, with ``second`` where two people are wanted.

    What hangs on the state of the floor (papers used before, who did what before) is checked by
    `houseway.floor.permission.permissions`.
    """
    rule = control(command)
    if second is not None and second not in people:
        raise NotPermitted(
            f"{second!r} does not work here", clause=SEGREGATION, remedy="name a person of this property as second"
        )
    device = device_of(who)
    if device is not None:
        _permit_device(command, device, rule)
    if device is not None or _by_itself(rule, who):
        if second is not None and not rule.called:
            raise NotPermitted(
                f"{second} cannot be the second person of {who}, who is no person of this property",
                clause=SEGREGATION,
                remedy="give the command as a person",
            )
        return
    what = in_words(command)
    person = people.get(who)
    if person is None:
        raise NotPermitted(
            f"{who!r} does not work here", clause=SEGREGATION, remedy="give the id of a person of this property"
        )
    if not rule.roles.intersection(person.roles):
        raise NotPermitted(
            f"{who} is {_roles(person)} and may not give {what!r}",
            clause=SEGREGATION,
            remedy=f"ask somebody who is {' or '.join(sorted(rule.roles))}"
            if rule.roles
            else f"the {' or '.join(sorted(rule.devices))} of the table does",
        )
    if second == who:
        raise NotPermitted(
            f"{who} cannot be their own second person", clause=SEGREGATION, remedy="name somebody else as second"
        )
    if rule.people == "two-once-there-are-two":
        if second is not None or may_be_second(people, who):
            _two_for_people(people, who, second, what)
    elif rule.people == "two" or (second is not None and not rule.called):
        two_people(people, who, second, what, rule.seconds)


def _permit_device(command: Command, device: Device, rule: Control) -> None:
    if not device.table or getattr(command, "table", None) != device.table:
        raise NotPermitted(
            f"the {device.kind} at {device.table or 'no table'} is not assigned to this table",
            clause=SEGREGATION,
            remedy="use a device of the command's own table",
        )
    if device.kind not in rule.devices:
        raise NotPermitted(
            f"a {device.kind} may not give {in_words(command)!r}", clause=SEGREGATION, remedy="a person gives it"
        )


def _by_itself(rule: Control, who: str) -> bool:
    """Whether ``who`` is no person and may give the command nevertheless."""
    return (rule.player and is_player(who)) or who in rule.others


def in_words(command: Command) -> str:
    """The kind of a command as people read it: ``pay hit``."""
    return str(command.__struct_config__.tag).replace("-", " ")


def may_be_second(people: Mapping[str, Person], who: str) -> list[str]:
    """Those of the property who may be the second person beside ``who``."""
    first = people.get(who)
    return [
        person.id
        for person in people.values()
        if first is not None
        and person.id != who
        and len(departments(person)) == 1
        and SECONDS.intersection(person.roles)
        and departments(first).isdisjoint(departments(person))
    ]


def two_people(
    people: Mapping[str, Person],
    who: str,
    second: str | None,
    what: str,
    seconds: frozenset[str] = SECONDS,
) -> None:
    """Refuse unless ``who`` and ``second`` are two people, each of one department and not of the same."""
    _two_for_people(people, who, second, what, seconds)
    _one_department(people[who])


def _two_for_people(
    people: Mapping[str, Person], who: str, second: str | None, what: str, seconds: frozenset[str] = SECONDS
) -> None:
    """The same where ``who`` may be of several departments: a property that has such people can mend it."""
    if second is None:
        raise NotPermitted(
            f"{what!r} takes two people, and {who} is alone",
            clause=SEGREGATION,
            remedy="name a second person from another department",
        )
    first, other = people.get(who), people.get(second)
    if other is None or first is None:
        missing = second if other is None else who
        raise NotPermitted(
            f"{missing!r} does not work here", clause=SEGREGATION, remedy="name a person of this property"
        )
    if first.id == other.id:
        raise NotPermitted(
            f"{what!r} takes two people, and {who} is one", clause=SEGREGATION, remedy="name somebody else as second"
        )
    if not seconds.intersection(other.roles):
        raise NotPermitted(
            f"{second} is {_roles(other)} and cannot be the second person of {who}",
            clause=SEGREGATION,
            remedy=f"name somebody who is {' or '.join(sorted(seconds))}",
        )
    _one_department(other)
    if not departments(first).isdisjoint(departments(other)):
        raise NotPermitted(
            f"{who} and {second} are both of {' and '.join(sorted(departments(first) & departments(other)))}",
            clause=SEGREGATION,
            remedy="name a second person from another department",
        )


def _one_department(person: Person) -> None:
    """Refuse the signature of somebody who belongs to two departments: they could be both sides of a control."""
    own = sorted(departments(person))
    if len(own) > 1:
        raise NotPermitted(
            f"{person.id} is of {' and '.join(own)} at once, and signs nothing that takes two people",
            clause=SEGREGATION,
            remedy=f"have an administrator leave {person.id} the roles of one department",
        )


def departments(person: Person) -> frozenset[str]:
    """The departments that a person belongs to by their roles."""
    return frozenset(DEPARTMENTS[role] for role in person.roles)


def _roles(person: Person) -> str:
    return " and ".join(person.roles) or "without a role"
