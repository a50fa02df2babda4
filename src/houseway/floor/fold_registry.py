"""Which function folds which kind of entry into which state; the modules of the subjects fill it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from houseway.floor.kinds.body import Body
from houseway.floor.kinds.edge import name_of
from houseway.floor.states import JackpotState, PropertyState, State, TableState
from houseway.journal import Entry

S = TypeVar("S", PropertyState, TableState, JackpotState)
B = TypeVar("B", bound=Body)


class Folded(NamedTuple):
    """What entries of one kind do to the states of their streams."""

    kind: type[Body]
    apply: Callable[[Any, Any, Entry], None]


FOLDS: dict[type[State], dict[str, Folded]] = {PropertyState: {}, TableState: {}, JackpotState: {}}
"""By state, the kinds that change it by their names in the journal."""


def folds(state: type[S], kind: type[B]) -> Callable[[Callable[[S, B, Entry], None]], Callable[[S, B, Entry], None]]:
    """Mark the function that changes a ``state`` as entries of ``kind`` say; kinds without one change none.

    Folding never decides again: an entry says what happened. It asks no clock, no time zone and no locale.
    """

    def mark(apply: Callable[[S, B, Entry], None]) -> Callable[[S, B, Entry], None]:
        FOLDS[state][name_of(kind)] = Folded(kind, apply)
        return apply

    return mark
