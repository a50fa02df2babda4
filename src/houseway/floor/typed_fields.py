"""Fields of forms: how what is typed becomes the value of a command, exactly, and how it is shown again.

A field's name is its place in the command as plain data: ``jackpot.meters.0.rate``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.floor.command import Command, PlainData
from houseway.floor.floor_errors import BadCommand
from houseway.floor.forms import Field, Form
from houseway.floor.states import PropertyState
from houseway.jackpots.jackpot_configuration import percent
from houseway.rulebook.money import dollars, parse_typed
from houseway.rulebook.plain_words import in_words
from houseway.rulebook.rule_errors import BadAmount

_PERCENT = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?\s*%?")
_COUNT = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,13}")
HIDDEN = ("hidden", "number")
"""What a form says without being asked: the thing that it is about."""

REPEATED = ("many", "lines", "pairs", "settings", "rows", "seats")
"""What holds several things: lines of a form, an option of the terminal that is repeated."""

LONGEST = 40_000
"""Characters of one field, at most."""


class Missing:
    """What an optional field gives that was left empty."""


MISSING = Missing()


def value_of(field: Field, texts: Sequence[str]) -> Any:
    """What was typed into ``field``, as the command has it; `MISSING` where nothing was and nothing need be."""
    if any(len(text) > LONGEST for text in texts):
        raise BadCommand(f"{field.label or field.name}: that is too long", remedy="shorten it")
    if field.kind == "many":
        if field.needed and not texts:
            raise BadCommand(f"{field.label}: nothing is chosen", remedy="choose one at least")
        return list(texts)
    if field.kind == "check":
        return bool(texts) and texts[0] not in ("", "no")
    text = texts[0].strip() if texts else ""
    if not text:
        if field.needed:
            raise BadCommand(f"{field.label or field.name}: nothing is given", remedy="fill it in")
        return MISSING
    match field.kind:
        case "money":
            cents = parse_typed(text, field.label)
            if cents < field.least:
                raise BadAmount(
                    f"{field.label}: {text!r} is less than {dollars(field.least)}",
                    remedy="write $500, $1,000 or $12.50",
                )
            return cents
        case "percent":
            return _parts(text, field.label)
        case "count" | "number":
            if not _COUNT.fullmatch(text):
                raise BadCommand(f"{field.label}: {text!r} is no whole number", remedy="write 1250 or 1,250")
            return int(text.replace(",", ""))
        case "lines":
            return [line.strip() for line in text.splitlines() if line.strip()]
        case "pairs":
            return dict(_pairs(text, field.label))
        case "settings":
            return {name: _loose(value) for name, value in _pairs(text, field.label)}
        case "seats":
            return {sensor: _seats(seats, field.label) for sensor, seats in _pairs(text, field.label)}
        case "rows":
            return [_row(line, field) for line in text.splitlines() if line.strip()]
        case "json" | "record":
            try:
                return msgspec.json.decode(text)
            except (msgspec.DecodeError, RecursionError) as error:
                raise BadCommand(f"{field.label}: this is no JSON: {error}", remedy="mend it there") from error
        case _:
            return text


def _parts(text: str, label: str) -> int:
    found = _PERCENT.fullmatch(text)
    parts = int(found[1]) * 10_000 + int((found[2] or "").ljust(4, "0")) if found else -1
    if not 0 <= parts <= 1_000_000:
        raise BadAmount(f"{label}: {text!r} is no share in percent", remedy="write 20 %, or 12.5 %")
    return parts


def _pairs(text: str, label: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        name, sign, value = (part.strip() for part in line.partition("="))
        if not sign or not name or not value:
            raise BadCommand(f"{label}: {line.strip()!r} names nothing", remedy="write one name = value a line")
        if any(name == known for known, _ in found):
            raise BadCommand(f"{label}: {name!r} is given twice", remedy="give each name once")
        found.append((name, value))
    return found


def _seats(text: str, label: str) -> list[int]:
    words = [word.strip() for word in text.split(",") if word.strip() != "none"]
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise BadCommand(f"{label}: {text!r} is not a list of positions", remedy="write 1=1,3,5, or 1=none")
    return [int(word) for word in words]


def _loose(text: str) -> Any:
    """A setting's value as it is typed: dollars, which are kept as cents, JSON, or a word."""
    if text.startswith("$"):
        return parse_typed(text)
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text


def _row(line: str, field: Field) -> dict[str, str]:
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) > len(field.columns):
        raise BadCommand(
            f"{field.label}: {line.strip()!r} has too many parts", remedy=f"write {' | '.join(field.columns)}"
        )
    return {name: cell for name, cell in zip(field.columns, cells, strict=False) if cell}


def filled(form: Form, data: PlainData, property: PropertyState) -> Command:
    """The command of ``form`` with ``data``, its fields' values; `BadCommand` says which field does not fit."""
    for field in form.fields:
        if field.means is not None:
            put_at(data, field.name, field.means(property, found_at(data, field.name)))
    try:
        return msgspec.convert({"type": form.command.__struct_config__.tag, **data}, form.command, strict=False)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at ")
        at = re.sub(r"\[(\w+)\]", r".\1", place.strip("`").removeprefix("$."))
        meant = next((each for each in form.fields if at and f"{at}.".startswith(f"{each.name}.")), Field(""))
        known = ", ".join(value for value, _ in meant.choices if value)
        mend = f"choose {known}" if known else f"write {meant.hint}" if meant.hint else "mend it, and send it again"
        of_field = f"{meant.label}: " if meant.label else ""
        raise BadCommand(f"{form.title}: {of_field}{in_words(what)}", remedy=mend) from error


# -- shown


def typed(field: Field, value: Any) -> str | tuple[str, ...]:
    """``value`` of a command as it would be typed into ``field``."""
    if value is None:
        return ""
    match field.kind:
        case "money":
            return dollars(value)
        case "percent":
            return percent(value)
        case "many":
            return tuple(value)
        case "check":
            return "yes" if value else ""
        case "lines":
            return "\n".join(value)
        case "pairs":
            return "\n".join(f"{name} = {text}" for name, text in value.items())
        case "settings":
            return "\n".join(f"{name} = {json.dumps(text)}" for name, text in value.items())
        case "rows":
            return "\n".join(" | ".join(str(row.get(name, "")) for name in field.columns) for row in value)
        case "seats":
            return "\n".join(f"{name} = {','.join(map(str, seats)) or 'none'}" for name, seats in value.items())
        case "json" | "record":
            return json.dumps(value, indent=2, ensure_ascii=False)
        case _:
            return str(value)


# -- places in plain data


def found_at(data: Any, name: str) -> Any:
    """What stands at ``name`` in plain data, or nothing."""
    for part in name.split("."):
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list | tuple) and part.isdigit() and int(part) < len(data):
            data = data[int(part)]
        else:
            return None
    return data


def put_at(data: PlainData, name: str, value: Any) -> None:
    """Put ``value`` at ``name`` in plain data, making what is not there on the way; `MISSING` takes it away."""
    *way, last = parts = name.split(".")
    here: Any = data
    for part, after in zip(way, parts[1:], strict=True):
        here = _step(here, part, [] if after.isdigit() else {}, make=value is not MISSING)
        if here is None:
            return
    if isinstance(here, list):
        _step(here, last, None, make=True)
        here[int(last)] = value
    elif value is MISSING:
        here.pop(last, None)
    else:
        here[last] = value


def _step(here: Any, part: str, fresh: Any, *, make: bool) -> Any:
    if isinstance(here, list):
        place = int(part)
        if place > len(here) or (place == len(here) and not make):
            return None
        if place == len(here):
            here.append(fresh)
        return here[place]
    if part not in here:
        if not make:
            return None
        here[part] = fresh
    return here[part]
