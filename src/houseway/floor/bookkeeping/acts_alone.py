"""What one person did alone, before somebody of another department could sign beside: listed until it is confirmed."""

from __future__ import annotations

from msgspec import UnsetType

from houseway.floor.kinds.of_confirming import AloneAct
from houseway.floor.permission.people import may_be_second
from houseway.floor.states import PropertyState
from houseway.journal import Entry


def note_alone(state: PropertyState, alone: bool | UnsetType, entry: Entry) -> None:
    """List an entry that says of itself that one person gave it alone."""
    if alone:
        state.alone.append(AloneAct(number=entry.number, at=entry.at, who=entry.who))


def could_confirm(state: PropertyState, act: AloneAct) -> list[str]:
    """Those who may confirm what was done alone, or object to it, and have a login to do so with."""
    return [person for person in may_be_second(state.people, act.who) if state.logins.get(person) == "open"]
