"""Entries of the property about what one person did alone, confirmed by another or objected to; and such an act."""

from __future__ import annotations

import msgspec

from houseway.floor.kinds.body import Body
from houseway.floor.kinds.spelling import Says


class ActsConfirmed(Body, frozen=True, kw_only=True):
    """Somebody of another department confirms what one person did alone; ``acts`` are the numbers of those entries."""

    acts: list[int]

    @property
    def sentence(self) -> str:
        numbers = ", ".join(str(act) for act in self.acts)
        return f"What one person did alone is confirmed: entr{'y' if len(self.acts) == 1 else 'ies'} {numbers}"


class ActObjected(Body, frozen=True, kw_only=True):
    """Somebody of another department objects to what one person did alone."""

    act: int
    reason: str

    sentence = Says("Objection to entry {act}, which one person did alone: {reason}")


class AloneAct(msgspec.Struct):
    """What one person did alone, by the number of its entry: confirmed by another, objected to, or neither yet."""

    number: int
    at: int
    who: str
    confirmed_by: str = ""
    confirmed: int = 0
    objected_by: str = ""
    objected: int = 0
    objection: str = ""
