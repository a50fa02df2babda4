"""What a draft asks about a thing: fields in groups, each with its meaning and its rule, and how they are read.

Whatever is sent is kept: a field that cannot be read stays as it was typed, with what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from houseway.compliance.profile import Settings
from houseway.errors import HousewayError
from houseway.floor.command import PlainData
from houseway.floor.drafts.draft_content import Content, Unread
from houseway.floor.forms import Choices, Field, Kind
from houseway.floor.typed_fields import MISSING, found_at, put_at, typed, value_of


class Asked(msgspec.Struct, frozen=True):
    """One field with its rule. ``redraws``: what else is asked hangs on it, so that the page is drawn anew."""

    field: Field
    cite: str = ""
    redraws: bool = False
    error: str = ""


class Group(msgspec.Struct, frozen=True):
    """Fields that belong together. ``part`` names what is asked for once more by *Add*, ``place`` which it is."""

    title: str
    fields: tuple[Asked, ...]
    says: str = ""
    cite: str = ""
    part: str = ""
    place: int | None = None


class About(NamedTuple):
    """The thing that is asked about, in its draft: its data, the whole configuration, and the settings in force."""

    id: str
    thing: PlainData
    content: Content
    settings: Settings

    @property
    def configuration(self) -> PlainData:
        """The configuration of the draft."""
        return self.content.configuration


def ask(
    name: str,
    label: str,
    kind: Kind = "text",
    *,
    hint: str = "",
    choices: Choices = (),
    needed: bool = False,
    cite: str | None = "",
    redraws: bool = False,
    value: str = "",
) -> Asked:
    """A field of a draft; unless it is ``needed`` it may be left empty. ``value`` is what holds where none is given."""
    return Asked(Field(name, label, kind, needed, hint, choices, value=value), cite or "", redraws)


def filled_in(groups: Iterable[Group], thing: Mapping[str, Any], unread: Mapping[str, Unread]) -> list[Group]:
    """The groups with what stands in the draft: what could not be read as it was typed, with its fault."""
    return [
        msgspec.structs.replace(group, fields=tuple(_filled(asked, thing, unread) for asked in group.fields))
        for group in groups
    ]


def _filled(asked: Asked, thing: Mapping[str, Any], unread: Mapping[str, Unread]) -> Asked:
    field = asked.field
    bad = unread.get(field.name)
    if bad is not None:
        return msgspec.structs.replace(
            asked, field=msgspec.structs.replace(field, value=bad.text), error=f"{bad.what}. {bad.remedy}."
        )
    value = found_at(thing, field.name)
    shown = field.value if value is None else _shown(field, value)
    return msgspec.structs.replace(asked, field=msgspec.structs.replace(field, value=shown))


def _shown(field: Field, value: Any) -> str | tuple[str, ...]:
    try:
        return typed(field, value)
    except (TypeError, AttributeError, ValueError):
        # A file may have anything in the place of an amount.
        return str(value)


class Read(NamedTuple):
    """What was read of a form: the thing as it is now, and the fields that cannot be read, by their name."""

    thing: PlainData
    unread: dict[str, Unread]


def read_form(groups: Iterable[Group], texts: Mapping[str, list[str]], thing: PlainData) -> Read:
    """Put what was sent over ``thing``. A field that was not sent stays, one that cannot be read keeps its old value.

    Limits are read in pairs: a lowest and a highest wager, or neither.
    """
    changed: PlainData = msgspec.json.decode(msgspec.json.encode(thing))
    unread: dict[str, Unread] = {}
    pairs: dict[str, dict[str, Any]] = {}
    for field in (asked.field for group in groups for asked in group.fields):
        sent = texts.get(field.name)
        if sent is None and field.kind not in ("many", "check"):
            continue
        try:
            value = value_of(field, sent or [])
        except HousewayError as error:
            if sent and sent[0].strip():
                unread[field.name] = Unread(sent[0], error.message, error.remedy or "mend it")
                continue
            value = MISSING
        if value == field.value and found_at(thing, field.name) is None:
            # What holds by itself is not written down: nothing has changed.
            continue
        if field.name.startswith("limits."):
            wager, _, end = field.name.removeprefix("limits.").rpartition(".")
            pairs.setdefault(wager, {})[end] = value
            continue
        put_at(changed, field.name, value)
    for wager, pair in pairs.items():
        _put_pair(changed, wager, pair, unread)
    return Read(changed, unread)


def _put_pair(changed: PlainData, wager: str, pair: Mapping[str, Any], unread: dict[str, Unread]) -> None:
    least, most = pair.get("0"), pair.get("1")
    if least is None or most is None:
        return
    if least is MISSING and most is MISSING:
        changed.get("limits", {}).pop(wager, None)
    elif least is MISSING or most is MISSING:
        end = "0" if least is MISSING else "1"
        which = "lowest" if end == "0" else "highest"
        unread[f"limits.{wager}.{end}"] = Unread("", f"the {which} wager is missing", "give both limits, or neither")
    else:
        changed.setdefault("limits", {})[wager] = [least, most]


def called(names: Iterable[str], words: Mapping[str, str] | None = None) -> Choices:
    """Choices with names to be read."""
    known = words or {}
    return tuple((name, known.get(name, name.replace("-", " ").capitalize())) for name in names)


def none_or(choices: Choices, none: str = "None") -> Choices:
    """The same with nothing at all as the first."""
    return (("", none), *choices)


def makers(configuration: Mapping[str, Any], covers: str, now: Any) -> Choices:
    """The makers who hold a licence for something, and whoever stands there now; nobody where none is on file."""
    held = [each.get("maker", "") for each in configuration.get("licences", ()) if covers in each.get("covers", ())]
    known = [maker for maker in dict.fromkeys((*held, str(now or ""))) if maker]
    return tuple((maker, maker) for maker in known) if held else ()
