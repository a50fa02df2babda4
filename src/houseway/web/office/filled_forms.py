"""Forms: an action shown to somebody who may do it, what comes back as a command, and a command in words again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from houseway.floor import command_index as c
from houseway.floor.command import PlainData
from houseway.floor.declared import control
from houseway.floor.floor_errors import WrongState
from houseway.floor.forms import FORMS, Choices, Field, Form
from houseway.floor.states import PropertyState
from houseway.floor.subjects.jackpots.jackpot_parameters import meter_fields
from houseway.floor.typed_fields import HIDDEN, filled, found_at, put_at, typed, value_of
from houseway.reports.numbers import words
from houseway.web.http.callers import Caller
from houseway.web.schema.shape import GivenCommand


class FilledForm(msgspec.Struct, frozen=True, kw_only=True):
    """An action ready to be shown: its fields filled in, ``propose`` if a second person must approve it.

    ``against`` is the digest of what it would replace, as it is shown.
    """

    action: Form
    fields: tuple[Field, ...]
    propose: bool
    key: str
    against: str = ""


def form(
    kind: str,
    caller: Caller,
    values: Any = None,
    *,
    fields: tuple[Field, ...] | None = None,
    choices: dict[str, Choices] | None = None,
    propose: bool = False,
    against: str = "",
) -> FilledForm | None:
    """The form of an action for ``caller``, filled with ``values`` (the command as plain data); nothing if not theirs.

    ``fields`` takes the place of the action's own: those of a form made for one thing. ``choices`` are those known
    only now. ``propose``: here a second person must approve it. ``against``: the digest of what is shown and replaced.
    """
    action = FORMS[kind]
    if not caller.has(*control(action.command).roles):
        return None
    shown = []
    for field in fields if fields is not None else action.fields:
        given = found_at(values or {}, field.name)
        shown.append(
            msgspec.structs.replace(
                field,
                choices=(choices or {}).get(field.name, field.choices),
                value=field.value if given is None else typed(field, given),
            )
        )
    own = [str(field.value) for field in shown if field.kind in HIDDEN]
    return FilledForm(
        action=action,
        fields=tuple(shown),
        propose=propose or action.two,
        key=re.sub(r"[^A-Za-z0-9]+", "-", "-".join((kind, *own))),
        against=against,
    )


def command_of(kind: str, texts: dict[str, list[str]], property: PropertyState) -> c.Command:
    """The command that a form describes; `BadCommand` says which field does not fit.

    Parameters of a jackpot and limits of a table are put over what is configured: what the form does not show stays.
    """
    action = FORMS.get(kind)
    if action is None:
        return c.read({"type": kind})
    data: PlainData = {}
    fields = action.fields
    if kind == "change-jackpot" and "jackpot.id" in texts:
        jackpot = property.jackpot(texts["jackpot.id"][0])
        data["jackpot"] = plain(jackpot)
        fields = jackpot_fields(data["jackpot"])
    elif kind == "change-table" and "table.id" in texts:
        data["table"] = plain(property.table(texts["table.id"][0]))
        fields = table_fields(data["table"], {})
    for field in fields:
        given = value_of(field, texts.get(field.name, []))
        put_at(data, field.name, given)
    if action.command is c.AddPerson:
        _check_person(kind, str(found_at(data, "person.id")), property)
    return filled(action, data, property)


def _check_person(kind: str, id: str, property: PropertyState) -> None:
    """Whoever is added is new, and whoever is changed is known: nobody is replaced by a slip of the keys."""
    known = property.people.get(id)
    if kind == "add-person" and known is not None:
        raise WrongState(
            f"{id} works here already: {known.name}", remedy=f"change {known.name} in their own row, or give another id"
        )
    if kind == "change-person" and known is None:
        raise WrongState(f"{id} does not work here any more", remedy="add the person instead")


def plain(data: msgspec.Struct) -> PlainData:
    """Configuration as plain data with lists."""
    found: PlainData = msgspec.json.decode(msgspec.json.encode(data))
    return found


def jackpot_fields(jackpot: PlainData) -> tuple[Field, ...]:
    """The parameters of one jackpot that are changed by a form."""
    meters = jackpot.get("meters", [])
    several = len(meters) > 1
    own: tuple[Field, ...] = ()
    if jackpot["scheme"] == "bonus":
        own = (
            Field("jackpot.amount", "Posted amount", "money", needed=False),
            Field("jackpot.posted", "Posted rows", "pairs", needed=False, hint="One row = pay a line."),
        )
    return (
        Field("jackpot.id", "Jackpot", "hidden"),
        Field("jackpot.wager", "Fixed wager", "money", value="$1"),
        *own,
        *(
            field
            for place, meter in enumerate(meters)
            for field in meter_fields(place, row=meter.get("row", "") if several else "")
        ),
        Field(
            "jackpot.unreasonable",
            "Most wagers an hour",
            "count",
            value="400",
            hint="Of one position; more stops the table.",
        ),
        Field("jackpot.maker", "Maker of the link", needed=False),
    )


def table_fields(table: PlainData, names: dict[str, str]) -> tuple[Field, ...]:
    """The limits of one table that are changed by a form."""
    wagers = {slug: names.get(slug, words(slug)) for slug in table.get("limits", {})}
    return (
        Field("table.id", "Table", "hidden"),
        *limit_fields(wagers),
        Field("table.seats", "Seats", "count", needed=False, hint="Empty: as the layout has."),
        Field("table.posts", "Posted at the table", "lines", needed=False, hint="One a line."),
    )


Facts = tuple[tuple[str, str], ...]


def changes(kind: str, old: PlainData, new: PlainData) -> Facts:
    """Where two of a ``jackpot``, ``table`` or ``person`` differ: what changes, and from what to what."""
    if kind == "person":
        fields = FORMS["change-person"].fields
    else:
        fields = jackpot_fields(new) if kind == "jackpot" else table_fields(new, {})
    known = {field.name.removeprefix(f"{kind}."): field for field in fields}
    return tuple(
        (known[name].label, f"{_said(known[name], was)} → {_said(known[name], now)}")
        if name in known
        else (words(name), f"{_value(was)} → {_value(now)}")
        for name, was, now in _differ(old, new, "", known)
    )


def _differ(old: Any, new: Any, name: str, known: dict[str, Field]) -> Iterator[tuple[str, Any, Any]]:
    if old == new:
        return
    if name not in known and isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from _differ(old.get(key), new.get(key), f"{name}.{key}" if name else key, known)
    elif name not in known and isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (was, now) in enumerate(zip(old, new, strict=True)):
            yield from _differ(was, now, f"{name}.{place}", known)
    else:
        yield name, old, new


def _said(field: Field, value: Any) -> str:
    text = typed(field, value)
    return (", ".join(text) if isinstance(text, tuple) else text) or "nothing"


def _value(value: Any) -> str:
    return "nothing" if value is None else value if isinstance(value, str) else msgspec.json.encode(value).decode()


class Described(msgspec.Struct, frozen=True):
    """A command in words: what it is, and each thing that was given with it."""

    title: str
    about: str
    facts: Facts


def described(command: GivenCommand) -> Described:
    """A command, as plain data, in the words of its form."""
    kind = str(command.get("type", ""))
    action = FORMS.get(kind)
    if kind in _DOORS:
        return _DOORS[kind](command)
    if action is None:
        facts = tuple((words(name), str(value)) for name, value in command.items() if name != "type")
        return Described(words(kind), "", facts)
    about, shown = [], []
    for field in action.fields:
        value = found_at(command, field.name)
        if value is None or value in ({}, []):
            continue
        if field.kind == "json" and isinstance(value, dict):
            about.append(str(value.get("id", "")))
        said = _said(field, value)
        if field.kind in HIDDEN or field.name.endswith(".id"):
            about.append(said)
        elif field.kind != "json":
            named = dict(field.choices).get(said, said)
            shown.append((field.label, named))
    return Described(action.title, " · ".join(about), tuple(shown))


def _key_made(command: GivenCommand) -> Described:
    facts = (("Kind", words(command["kind"])), ("Table", command["at-table"]), ("Name", command["name"]))
    return Described("Make a device key", command["device"], facts)


def _key_revoked(command: GivenCommand) -> Described:
    return Described("Revoke a device key", command["device"], (("Reason", command["reason"]),))


def _attested(command: GivenCommand) -> Described:
    facts = (
        ("Accounts", ", ".join(sorted(command["accounts"])) or "none"),
        ("Device keys", ", ".join(sorted(command["devices"])) or "none"),
        ("Reason", command["reason"]),
    )
    return Described("Attest accounts and device keys", "", facts)


def _link_made(command: GivenCommand) -> Described:
    then = "your account page shows you, and nobody else, the code that goes with the link"
    return Described("Make a sign-in link", command["person"], (("For", command["person"]), ("Afterwards", then)))


_DOORS: dict[str, Callable[[GivenCommand], Described]] = {
    "make-device-key": _key_made,
    "revoke-device-key": _key_revoked,
    "attest-accounts": _attested,
    "make-sign-in-link": _link_made,
}
"""Commands that come with a change of accounts or keys, and have no form of their own: digests are for programs."""


def limit_fields(wagers: dict[str, str]) -> tuple[Field, ...]:
    """The lowest and the highest wager by its slug, with names to be read."""
    return tuple(
        Field(f"table.limits.{slug}.{place}", f"{name}, {which}", "money")
        for slug, name in wagers.items()
        for place, which in ((0, "lowest"), (1, "highest"))
    )
