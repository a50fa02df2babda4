"""Earlier configurations: what ran after each change, read again from the journal."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from houseway.compliance.configuration import Property
from houseway.floor.context import gaming_day
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.folding import FloorFold
from houseway.floor.kinds import of_house
from houseway.floor.kinds.edge import kind_of, read
from houseway.floor.states import PROPERTY, PropertyState

CHANGES = (
    of_house.PropertyCreated,
    of_house.SettingsChanged,
    of_house.LicenceAdded,
    of_house.ApprovalAdded,
    of_house.PromotionAdded,
    of_house.PromotionEnded,
    of_house.JackpotConfigured,
    of_house.JackpotClosed,
    of_house.TableConfigured,
    of_house.TableRemoved,
)
"""What changes a configuration. Private tables are copies, and no part of it."""


class Version(msgspec.Struct, frozen=True):
    """A configuration by the entry of the property that made it what it was: when, by whom, and what changed."""

    number: int
    at: int
    who: str
    second: str
    says: str


def versions(floor: Floor) -> list[Version]:
    """Every configuration that ever ran, the newest first."""
    changes = [(entry, read(entry)) for entry in floor.journal.read(PROPERTY) if kind_of(entry) in CHANGES]
    return [Version(at.number, at.at, at.who, body.beside, body.sentence) for at, body in reversed(changes)]


def configuration_at(floor: Floor, number: int) -> Property:
    """The configuration that ran after entry ``number`` of the property, judged by the day on which it was written."""
    for _, found in configurations_at(floor, {number}):
        return found
    raise UnknownThing(f"there is no configuration {number}", remedy="choose one of the list")


def configurations_at(floor: Floor, numbers: Collection[int]) -> Iterator[tuple[int, Property]]:
    """The configurations that ran after these entries of the property, in their order, in one reading."""
    fold, state = FloorFold(), PropertyState()
    last = min(max(numbers, default=0), floor.journal.head(PROPERTY).number)
    for entry in floor.journal.read(PROPERTY, 1, last + 1):
        fold.apply(state, entry)
        if entry.number in numbers and state.name:
            yield entry.number, state.configuration(gaming_day(entry.at, state.zone, state.day_starts))
