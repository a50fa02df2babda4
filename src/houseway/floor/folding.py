"""How entries become states: what each kind of entry says about its stream.

Folding never decides again: an entry says what happened, whatever the program thinks of it today. It is pure: it asks
no clock, no time zone and no locale, and the same entries give the same state on every machine. (One exception is as
old as release 0.1, whose entries do not name their gaming day: it is reckoned for them from the property's time zone.)

Two releases may work on one journal: a kind that this one does not know changes no state here, and of a record it takes
the fields that it knows (`houseway.floor.decoding`).
"""

from __future__ import annotations

import hashlib

import msgspec

from houseway.floor import command_index
from houseway.floor.bookkeeping import days
from houseway.floor.fold_registry import FOLDS
from houseway.floor.kinds.body import Signatures
from houseway.floor.kinds.edge import read_as
from houseway.floor.states import JackpotState, PropertyState, State, TableState
from houseway.journal import Entry

NUMBER = 9
"""The number of this fold. Raise it with every change of what folding gives, a mended mistake too: a snapshot of
another number is not used and proves nothing, so that no mending looks like tampering. Release 0.1, which had no
numbers, is 1."""


class FloorFold:
    """How the journal's entries become states: what `houseway.journal.Journal` is opened with."""

    def start(self, stream: str) -> State:
        """The state of a stream before its first entry."""
        kind, _, id = stream.partition("/")
        if kind == "table":
            return TableState(id=id)
        if kind == "jackpot":
            return JackpotState(id=id)
        return PropertyState()

    def apply(self, state: State, entry: Entry) -> State:
        """The state after ``entry``; the state given is changed."""
        known = FOLDS[type(state)].get(entry.kind)
        body: Signatures | None = None
        if known is not None:
            body = read_as(entry, known.kind)
        elif days.NEW_DAY_IN_BODY in entry.body:
            body = read_as(entry, Signatures)
        if not isinstance(state, PropertyState):
            days.turn(state, None if body is None else body.new_day or None, entry)
        if known is not None:
            known.apply(state, body, entry)
        if not isinstance(state, PropertyState) and len(entry.lines) > 2:
            days.post(state, entry)
        return state

    def dump(self, state: State) -> bytes:
        """A snapshot, headed by the number of the fold and the shape of the states that it was made for.

        Names stay in the order in which entries brought them: a state that was loaded goes on as one that was not.
        """
        return HEAD + msgspec.json.encode(state)

    def load(self, stream: str, data: bytes) -> State:
        """The state of a snapshot; one of another fold is a ValueError, and the stream is folded from its start."""
        if not self.current(data):
            raise ValueError("the snapshot is of another fold")
        return msgspec.json.decode(data[len(HEAD) :], type=type(self.start(stream)))

    def current(self, data: bytes) -> bool:
        """Whether a snapshot was made by the fold of this number, for states of today's shape."""
        return data.startswith(HEAD)


def _shape() -> str:
    """A digest of every field of every state: what a snapshot is made of changes with it."""
    _, parts = msgspec.json.schema_components((PropertyState, TableState, JackpotState))
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()[:16]


assert command_index.COMMANDS, "the subjects say how their entries fold, and must be loaded"

HEAD = f"fold {NUMBER} {_shape()}:".encode()
