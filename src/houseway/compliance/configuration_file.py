"""A configuration as a TOML file: written so that reading it gives the same configuration, and its fingerprint."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from houseway.compliance.compliance_errors import BadConfiguration
from houseway.compliance.configuration import Property, days_as_texts, toml_of

_BARE = re.compile(r"[A-Za-z0-9_-]+")
LISTED = ("licences", "approvals", "jackpots", "tables", "promotions", "people")
"""What a configuration holds in lists, in the order of the file."""

_canonical = msgspec.json.Encoder(order="deterministic")


def fingerprint(property: Property) -> str:
    """A name for everything that is configured; the day that it is judged on is no part of it."""
    plain = {name: value for name, value in msgspec.to_builtins(property).items() if name != "on"}
    return hashlib.sha256(_canonical.encode(plain)).hexdigest()


def as_toml(property: Property | Mapping[str, Any], *said: str) -> str:
    """The configuration as a file that `houseway check` and `houseway property init` read; ``said`` stands above it."""
    data: Mapping[str, Any] = msgspec.to_builtins(property)
    lines = [f"# {line}" for line in said]
    lines += [f"{_key(name)} = {_value(value)}" for name, value in data.items() if name not in LISTED]
    for name in LISTED:
        for item in data.get(name, ()):
            lines += ["", f"[[{name}]]", *(f"{_key(key)} = {_value(value)}" for key, value in item.items())]
    return "\n".join(lines) + "\n"


def from_toml(text: str) -> dict[str, Any]:
    """The plain data of such a file, whether or not it is a whole configuration yet."""
    try:
        found: dict[str, Any] = days_as_texts(toml_of(text))
    except tomllib.TOMLDecodeError as error:
        raise BadConfiguration(f"this is no TOML: {error}", remedy="mend the file there") from error
    for name in LISTED:
        listed = found.get(name, [])
        if not isinstance(listed, list) or not all(isinstance(item, dict) for item in listed):
            raise BadConfiguration(f"{name} is no list", remedy=f"write [[{name}]] above each of them")
    if not isinstance(found.get("settings", {}), dict):
        raise BadConfiguration("settings is no table", remedy="write [settings] above them, each on its line")
    return found


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    # TOML escapes as JSON does, but for the one control character that JSON lets stand.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(name)} = {_value(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return str(value)
