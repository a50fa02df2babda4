"""Ids that people choose: none may be taken for an account, a stream, a device, a player or the house."""

from __future__ import annotations

import re
from collections.abc import Collection

from houseway.floor.floor_errors import BadCommand
from houseway.floor.permission.people import HOUSE, TERMINAL

NOT_PEOPLE = frozenset({HOUSE, TERMINAL})
"""Names under which commands are given by others than people."""

NOT_JACKPOTS = frozenset({"play"})
"""Names whose accounts are others': those of play money begin with this one."""

_NAME = re.compile(r"[^\W_][\w.+-]{0,63}")


def check_name(id: str, what: str, reserved: Collection[str] = ()) -> None:
    """Refuse an id that would be taken for something else."""
    if id in reserved or not _NAME.fullmatch(id):
        raise BadCommand(
            f"{id!r} cannot be the id of a {what}",
            remedy="use letters, digits, dots, dashes and underscores"
            + (f", and none of {', '.join(sorted(reserved))}" if reserved else ""),
        )


def free_name(id: str, taken: Collection[str]) -> str:
    """``id``, or the first of ``id-2``, ``id-3`` … that is not taken."""
    number, found = 1, id
    while found in taken:
        number += 1
        found = f"{id}-{number}"
    return found
