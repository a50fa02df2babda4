"""What one person did alone, as the property's stream tells it: who confirmed it, who might, and what is open still."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from houseway.compliance.configuration import DEPARTMENTS
from houseway.floor.auditing.roles_story import Added, Created
from houseway.floor.kinds import of_confirming, of_house
from houseway.floor.kinds.body import Signatures
from houseway.floor.kinds.edge import kind_of, read, read_as
from houseway.floor.states import PROPERTY
from houseway.journal import Entry, Finding

WHERE = "alone"
"""Where its notes are, beside the tables and files of a journal."""


class _Marked(Signatures, frozen=True, kw_only=True):
    """Whether an entry says of itself that one person gave it alone."""

    alone: bool | UnsetType = UNSET


class _Act(NamedTuple):
    who: str
    says: str
    objection: str = ""


class AloneStory:
    """Follows the property's stream."""

    def __init__(self) -> None:
        self._acts: dict[int, _Act] = {}
        self._roles: dict[str, tuple[str, ...]] = {}

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""
        kind = kind_of(entry, "property")
        if kind is of_house.PropertyCreated:
            self._roles = {person.id: person.roles for person in read_as(entry, Created).people}
        elif kind is of_house.PersonAdded:
            # Whoever leaves is remembered: what they did stays theirs.
            added = read_as(entry, Added).person
            self._roles[added.id] = added.roles
        elif kind is of_confirming.ActsConfirmed:
            for number in read_as(entry, of_confirming.ActsConfirmed).acts:
                yield from self._other(entry.who, number)
                self._acts.pop(number, None)
        elif kind is of_confirming.ActObjected:
            objected = read_as(entry, of_confirming.ActObjected)
            yield from self._other(entry.who, objected.act)
            if objected.act in self._acts:
                self._acts[objected.act] = self._acts[objected.act]._replace(
                    objection=f"{entry.who}: {objected.reason}"
                )
        if read_as(entry, _Marked).alone:
            self._acts[entry.number] = _Act(entry.who, read(entry, "property").sentence)

    def _other(self, who: str, number: int) -> Iterator[str]:
        act = self._acts.get(number)
        if act is None:
            yield f"entry {number} is said to have been done alone, and was not, or is confirmed already"
        elif who == act.who or self._departments(who) & self._departments(act.who):
            yield f"{who} answers for what {act.who} did alone, and is not of another department"

    def _departments(self, who: str) -> set[str]:
        return {DEPARTMENTS[role] for role in self._roles.get(who, ()) if role in DEPARTMENTS}

    def notes(self) -> Iterator[Finding]:
        """What nobody has confirmed: no sign of tampering, and told of at every check."""
        for number, act in self._acts.items():
            if act.objection:
                what = f"{act.who} did it alone, and there is an objection by {act.objection}"
            else:
                what = f"{act.who} did it alone, and nobody has confirmed it: {act.says}"
            yield Finding(WHERE, what, PROPERTY, number)
