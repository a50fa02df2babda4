"""What a command replaces whole, as a digest: whoever asks for it later can tell whether it still is what it was."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.floor.states import JackpotState, PropertyState

_canonical = msgspec.json.Encoder(order="deterministic")


def standing(
    command: c.Command, property: PropertyState, jackpot: Callable[[str], JackpotState]
) -> tuple[str, Any] | None:
    """What ``command`` would replace, by name and as it stands now; nothing where it replaces nothing whole.

    Where nothing stands yet there is nothing, which may have become something by the time the command is given.
    """
    match command:
        case c.ChangeJackpot():
            id = command.jackpot.id
            known = property.jackpots.get(id)
            # Parameters that wait for the next full prize are replaced as well.
            return f"jackpot {id}", (known, jackpot(id).queued if known is not None else None)
        case c.PostAmount():
            return f"jackpot {command.jackpot}", property.jackpots.get(command.jackpot)
        case c.ChangeTable():
            return f"table {command.table.id}", property.tables.get(command.table.id)
        case c.AddPerson():
            return f"person {command.person.id}", property.people.get(command.person.id)
        case c.AddApproval():
            return f"approval {command.approval.id}", property.approvals.get(command.approval.id)
        case c.AddPromotion():
            return f"promotion {command.promotion.id}", property.promotions.get(command.promotion.id)
        case c.ChangeSettings():
            names = sorted(command.settings)
            return f"setting {', '.join(names)}", {name: property.settings.get(name) for name in names}
    return None


def digest(command: c.Command, property: PropertyState, jackpot: Callable[[str], JackpotState]) -> str:
    """What ``command`` would replace, so that two moments can be compared; empty where it replaces nothing whole."""
    found = standing(command, property, jackpot)
    return "" if found is None else hashlib.sha256(_canonical.encode(found)).hexdigest()


def is_new(command: c.Command, against: str) -> bool:
    """Whether ``command`` was asked for when nothing stood in the place that it fills."""
    return against == digest(command, PropertyState(), JackpotState)


def check(against: str, command: c.Command, property: PropertyState, jackpot: Callable[[str], JackpotState]) -> None:
    """Refuse a command that would replace something else than ``against`` was: somebody changed it meanwhile."""
    found = standing(command, property, jackpot)
    if found is not None and digest(command, property, jackpot) != against:
        raise WrongState(
            f"{found[0]} has been changed since this was proposed", remedy="withdraw or reject it, and propose it anew"
        )
