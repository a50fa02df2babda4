"""What the first administrator did alone: marked in its entry, listed, confirmed by another, or objected to."""

from __future__ import annotations

import pytest

from houseway.compliance.configuration import Person
from houseway.floor import command_index as c
from houseway.floor.auditing.alone_story import AloneStory
from houseway.floor.auditing.whole import verify_floor
from houseway.floor.bookkeeping.acts_alone import could_confirm
from houseway.floor.floor_errors import NotPermitted, ReferenceMissing, UnknownThing
from tests.floor.houses import House
from tests.floor.telling import told

AMES = Person(id="ames", name="A. Ames", roles=("administrator",))
KIN = Person(id="kin", name="K. Kin", roles=("accounting",))
HOUR = 3_600_000_000


@pytest.fixture
def begun(empty: House) -> House:
    """A room in its first hour: one administrator, and a colleague whose link is not used yet."""
    empty.do(c.CreateProperty(name="x", profile="plain", people=(AMES,)), "ames")
    empty.do(c.MakeAccount(person="ames"), "ames")
    empty.do(c.AddPerson(person=KIN), "ames")
    empty.do(c.MakeAccount(person="kin", invited=True), "ames")
    empty.do(c.MakeSignInLink(person="kin", link="l", until=empty.at + HOUR), "ames")
    return empty


def numbers(house: House, *, confirmed: bool) -> list[int]:
    return [act.number for act in house.floor.property.alone if bool(act.confirmed_by) is confirmed]


def notes(house: House) -> list[tuple[int | None, str]]:
    report = verify_floor(house.floor)
    assert report.ok, report.findings
    return [(note.number, note.what) for note in report.notes]


def test_what_one_did_alone_is_marked_and_what_two_did_is_not(begun: House) -> None:
    # The own account is nobody else's to confirm.
    assert [(act.number, act.who) for act in begun.floor.property.alone] == [(n, "ames") for n in (1, 3, 4, 5)]
    assert [could_confirm(begun.floor.property, act) for act in begun.floor.property.alone] == [[]] * 4
    begun.do(c.UseSignInLink(person="kin", link="l"), "kin")
    assert [could_confirm(begun.floor.property, act) for act in begun.floor.property.alone] == [["kin"]] * 4
    dole = Person(id="dole", name="D. Dole", roles=("dealer",))
    begun.do(c.AddPerson(person=dole), "ames", "kin")
    begun.do(c.MakeAccount(person="dole", invited=True), "ames")
    begun.do(c.MakeSignInLink(person="dole", link="m", until=begun.at + HOUR), "ames", "kin")
    begun.do(c.MakeSignInLink(person="dole", link="n", until=begun.at + HOUR), "terminal")
    assert numbers(begun, confirmed=False) == [1, 3, 4, 5]
    marked = [entry.number for entry in begun.floor.journal.read("property") if entry.data.get("alone")]
    assert marked == [1, 3, 4, 5]


def test_somebody_of_another_department_confirms_and_nobody_else(begun: House) -> None:
    second = Person(id="adams", name="B. Adams", roles=("administrator",))
    tech = Person(id="tell", name="T. Tell", roles=("technician",))
    begun.do(c.AddPerson(person=second), "ames", "kin")
    begun.do(c.AddPerson(person=tech), "ames", "kin")
    for who in ("ames", "adams", "tell", "nobody"):
        begun.refused(NotPermitted, c.ConfirmActs(act=3), who)
        begun.refused(NotPermitted, c.ConfirmActs(), who)
        begun.refused(NotPermitted, c.ObjectToAct(act=3, reason="no"), who)
    begun.refused(UnknownThing, c.ConfirmActs(act=2), "kin")
    assert notes(begun)[0] == (
        1,
        "ames did it alone, and nobody has confirmed it: The journal of x begins, under the profile plain",
    )
    assert begun.do(c.ConfirmActs(act=3), "kin") == {"acts": [3], "left": 3}
    assert (numbers(begun, confirmed=True), numbers(begun, confirmed=False)) == ([3], [1, 4, 5])
    [act] = [act for act in begun.floor.property.alone if act.number == 3]
    assert (act.confirmed_by, act.confirmed) == ("kin", begun.at)
    begun.refused(UnknownThing, c.ConfirmActs(act=3), "kin")
    assert [number for number, _ in notes(begun)] == [1, 4, 5]
    assert begun.do(c.ConfirmActs(), "kin") == {"acts": [1, 4, 5], "left": 0}
    assert notes(begun) == []
    begun.refused(UnknownThing, c.ConfirmActs(), "kin")


def test_an_objection_stays_listed_until_another_department_confirms(begun: House) -> None:
    begun.refused(ReferenceMissing, c.ObjectToAct(act=5, reason=" "), "kin")
    assert begun.do(c.ObjectToAct(act=5, reason="not my link"), "kin") == {"acts": [5], "left": 4}
    [act] = [act for act in begun.floor.property.alone if act.objected_by]
    assert (act.number, act.objected_by, act.objected, act.objection) == (5, "kin", begun.at, "not my link")
    begun.refused(UnknownThing, c.ObjectToAct(act=6, reason="no"), "kin")
    assert notes(begun)[-1] == (5, "ames did it alone, and there is an objection by kin: not my link")
    # All together are those that nobody objects to.
    assert begun.do(c.ConfirmActs(), "kin") == {"acts": [1, 3, 4], "left": 1}
    begun.refused(UnknownThing, c.ConfirmActs(), "kin")
    assert begun.do(c.ConfirmActs(act=5), "kin") == {"acts": [5], "left": 0}
    assert (act.objected_by, notes(begun)) == ("kin", [])


def test_a_made_up_confirmation_is_found() -> None:
    people = [{"id": id, "name": id, "roles": ["administrator"]} for id in ("ames", "adams")]
    story = AloneStory()
    assert list(story.check(told("property-created", {"people": people, "alone": True}, who="ames"))) == []
    added = {"person": {"id": "kin", "name": "K. Kin", "roles": ["accounting"]}, "alone": True}
    assert list(story.check(told("person-added", added, who="ames", number=2))) == []
    for who in ("ames", "adams"):
        own = f"{who} answers for what ames did alone, and is not of another department"
        assert list(story.check(told("act-objected", {"act": 2, "reason": "r"}, who=who, number=3))) == [own]
    assert list(story.check(told("acts-confirmed", {"acts": [2]}, who="kin", number=4))) == []
    again = "entry 2 is said to have been done alone, and was not, or is confirmed already"
    assert list(story.check(told("acts-confirmed", {"acts": [2]}, who="kin", number=5))) == [again]
    assert list(story.check(told("act-objected", {"act": 9, "reason": "r"}, who="kin", number=6))) == [
        again.replace("2", "9")
    ]
    own = "ames answers for what ames did alone, and is not of another department"
    assert list(story.check(told("acts-confirmed", {"acts": [1]}, who="ames", number=7))) == [own]
    assert [note.number for note in story.notes()] == []
