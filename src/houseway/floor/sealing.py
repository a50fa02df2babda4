"""A new sealing key: on record, with why and by whom, before it comes into force."""

from __future__ import annotations

import re

from houseway.errors import Refused
from houseway.floor import commands as c
from houseway.floor.context import Context
from houseway.floor.kinds.of_house import NewSealKey, SealKeyReplaced, SealKeyRotated
from houseway.journal import Decision
from houseway.journal.sealing.seal_record import SEALS

_PUBLIC_KEY = re.compile(r"[0-9a-f]{64}")


def rotate_seal_key(ctx: Context, command: c.RotateSealKey) -> Decision:
    """A new key that the one before it signs for."""
    return _new_key(ctx, SealKeyRotated(key=command.key, reason=command.reason))


def replace_lost_key(ctx: Context, command: c.ReplaceLostKey) -> Decision:
    """A new key that nothing vouches for: it stands instead of one that was lost."""
    return _new_key(ctx, SealKeyReplaced(key=command.key, reason=command.reason))


def _new_key(ctx: Context, body: NewSealKey) -> Decision:
    if not _PUBLIC_KEY.fullmatch(body.key):
        raise Refused(f"{body.key!r} is no public key", remedy="give its 32 bytes as 64 hexadecimal digits")
    return Decision([ctx.draft(SEALS, body)], {"key": body.key})
