"""Two people who sign: each works here, they are two, of two departments, and the second is one who may be."""

from __future__ import annotations

import pytest

from houseway.compliance.configuration import Person
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.controls import SECONDS
from houseway.floor.permission.people import departments, two_people

PEOPLE = {
    person.id: person
    for person in (
        Person(id="ada", name="Ada", roles=("administrator",)),
        Person(id="ann", name="Ann", roles=("accounting",)),
        Person(id="sam", name="Sam", roles=("supervisor",)),
        Person(id="dan", name="Dan", roles=("dealer",)),
        Person(id="tom", name="Tom", roles=("technician",)),
        Person(id="two", name="Two", roles=("accounting", "supervisor")),
        Person(id="idle", name="Idle", roles=()),
    )
}


def test_two_of_different_departments_are_two() -> None:
    for who, second in (("sam", "ann"), ("ann", "sam"), ("ada", "ann"), ("dan", "ann"), ("tom", "sam")):
        two_people(PEOPLE, who, second, "pay")


@pytest.mark.parametrize(
    ("who", "second", "words"),
    [
        ("sam", None, "'pay' takes two people, and sam is alone"),
        ("nobody", "ann", "'nobody' does not work here"),
        ("sam", "nobody", "'nobody' does not work here"),
        ("sam", "sam", "'pay' takes two people, and sam is one"),
        ("sam", "dan", "dan is dealer and cannot be the second person of sam"),
        ("sam", "tom", "tom is technician and cannot be the second person of sam"),
        ("sam", "idle", "idle is without a role and cannot be the second person of sam"),
        ("two", "ada", "two is of"),
    ],
)
def test_whoever_is_not_a_second_of_two_is_refused_with_the_reason(who: str, second: str | None, words: str) -> None:
    with pytest.raises(NotPermitted) as refused:
        two_people(PEOPLE, who, second, "pay")
    assert refused.value.message.startswith(words)
    assert refused.value.clause == "WAC 230-15-430"


def test_somebody_of_both_departments_is_no_second_for_either() -> None:
    assert len(departments(PEOPLE["two"])) == 2
    for who in ("ann", "sam"):
        with pytest.raises(NotPermitted):
            two_people(PEOPLE, who, "two", "pay")


def test_only_the_roles_named_may_be_second() -> None:
    two_people(PEOPLE, "ann", "sam", "pay", frozenset({"supervisor"}))
    with pytest.raises(NotPermitted, match="name somebody who is surveillance"):
        two_people(PEOPLE, "ann", "sam", "pay", frozenset({"surveillance"}))
    assert "dealer" not in SECONDS
