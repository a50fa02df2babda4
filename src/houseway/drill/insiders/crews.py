"""Crews: everybody of a full property alone, every two of them, and people from outside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from houseway.compliance.configuration import DEPARTMENTS, Person
from houseway.drill.drill_plan import PEOPLE as OF_THE_DAY

PEOPLE = (
    *OF_THE_DAY,
    Person(id="sue", name="Sue", roles=("supervisor",)),
    Person(id="abe", name="Abe", roles=("accounting",)),
    Person(id="rex", name="Rex", roles=("regulator",)),
)
"""Everybody of the property: one of each role, and a second supervisor and accountant for pairs of one department."""

STRANGER = "zoe"
"""Worked here until yesterday, and knows every word that is used."""

PLAYER = "player:pat"

EVERYBODY = (*(person.id for person in PEOPLE), PLAYER, STRANGER)
ROLE = {person.id: person.roles[0] for person in PEOPLE}
DEPARTMENT = {person.id: DEPARTMENTS[person.roles[0]] for person in PEOPLE}

AT_THE_TABLES = frozenset({"dealer", "supervisor"})
"""Roles whose holders stand at a table and have its panel under their hands."""

Crew = tuple[str, ...]
"""One person, or two who act together: each gives commands, signs for the other, and hides what the other did."""


def every_crew(people: Sequence[str] = EVERYBODY) -> list[Crew]:
    """Everybody alone, then every two."""
    return [*((person,) for person in people), *combinations(people, 2)]


def some_crews() -> list[Crew]:
    """One of each role alone, and two of each department with somebody else: for an engine that takes its time."""
    alone = {ROLE.get(person, person): (person,) for person in reversed(EVERYBODY)}
    return [*reversed(alone.values()), *SOME_PAIRS]


SOME_PAIRS: tuple[Crew, ...] = (
    ("ada", "ann"),
    ("ada", "sam"),
    ("sam", "ann"),
    ("sam", "vic"),
    ("sam", "tom"),
    ("gus", "abe"),
    ("dan", "rex"),
)
"""Pairs in which each department is, and of which for every attack one comes as far as its last step."""


def has_panel(crew: Crew) -> bool:
    """Whether somebody of the crew stands at a table."""
    return any(ROLE.get(person) in AT_THE_TABLES for person in crew)


def named(crew: Crew) -> str:
    """A crew as people read it: who, and as what."""
    return " and ".join(f"{person} ({ROLE[person]})" if person in ROLE else person for person in crew)
