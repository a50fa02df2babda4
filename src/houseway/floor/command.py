"""What every command is: a plain record, sent with an id, who asks, and the second person where the rules want two."""

from __future__ import annotations

import hashlib
from typing import Any, TypeAlias

import msgspec

from houseway.errors import kebab


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename="kebab",
    tag_field="type",
    tag=kebab,
):
    """Base of all commands. A command is data; its ``type`` is the name of its class."""


PlainData: TypeAlias = dict[str, Any]
"""A command, or a part of one, as JSON has it."""

_canonical = msgspec.json.Encoder(order="deterministic")


def plain(command: Command) -> PlainData:
    """``command`` as plain data."""
    data: PlainData = msgspec.to_builtins(command)
    return data


def digest(command: Command, who: str, second: str | None) -> bytes:
    """What makes two sendings of one id the same command."""
    return hashlib.sha256(_canonical.encode([command, who, second])).digest()
