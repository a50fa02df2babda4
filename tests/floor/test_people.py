"""WAC 230-15-430: the people of a property, who names them, and what somebody of two departments may not.

Who may give each command is tried in `tests.floor.test_controls`.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.compliance.check import check
from houseway.compliance.configuration import Person
from houseway.floor import command_index as c
from houseway.floor.floor_errors import BadCommand, NotPermitted, WrongState
from houseway.floor.states import PROPERTY
from houseway.journal import Decision, Draft, Request
from tests.floor.houses import ATTACK, PAIR, PEOPLE, House, attack_table


def _written(house: House, id: str, kind: str, body: dict[str, Any]) -> None:
    """An entry of the property that release 0.1 let an administrator write."""
    request = Request(
        command=id,
        digest=b"",
        who="ames",
        at=house.at,
        streams=(PROPERTY,),
        reads=(),
        decide=lambda tx: Decision([Draft(stream=PROPERTY, kind=kind, body=body)], {}),
    )
    [outcome] = house.floor.journal.write([request])
    assert outcome.error is None


def _both(house: House) -> None:
    """Somebody of two departments as release 0.1 let them in: by an entry of its own kind."""
    person = {"id": "both", "name": "B. Both", "roles": ["supervisor", "accounting"]}
    _written(house, "of 0.1", "person-added", {"person": person, "second": "sato"})


def test_wa_38_nobody_is_added_to_two_departments(house: House) -> None:
    for roles in (("supervisor", "accounting"), ("surveillance", "security"), ("dealer", "technician")):
        both = Person(id="both", name="B. Both", roles=roles)
        refusal = house.refused(WrongState, c.AddPerson(person=both), "ames", "sato")
        assert refusal.clause == "WAC 230-15-430"
    house.do(c.AddPerson(person=Person(id="both", name="B. Both", roles=("dealer", "supervisor"))), "ames", "cole")


def test_wa_38_a_property_does_not_begin_with_somebody_of_two_departments(empty: House) -> None:
    both = Person(id="both", name="B. Both", roles=("administrator", "accounting"))
    empty.refused(WrongState, c.CreateProperty(name="x", profile="plain", people=(both,)), "both")


def test_wa_38_somebody_of_two_departments_signs_nothing_that_takes_two(house: House) -> None:
    _both(house)
    house.do(c.StopJackpot(jackpot="attack", reason="a test"), "both")
    resume = c.ResumeJackpot(jackpot="attack", reason="a test")
    for who, second in (("sato", "both"), ("cole", "both"), ("ames", "both"), ("both", "ames"), ("both", "vega")):
        refusal = house.refused(NotPermitted, resume, who, second)
        assert refusal.clause == "WAC 230-15-430"
    found = check(house.floor.property.configuration("2024-05-01"))
    assert [finding.where for finding in found if finding.rule == "departments"] == ["person both"]


def test_wa_38_a_property_mends_somebody_of_two_departments(house: House) -> None:
    _both(house)
    house.do(c.AddPerson(person=Person(id="both", name="B. Both", roles=("accounting",))), "ames", "sato")
    house.do(c.StopJackpot(jackpot="attack", reason="a test"), "sato")
    house.do(c.ResumeJackpot(jackpot="attack", reason="a test"), "sato", "both")


@pytest.mark.parametrize("id", ["house", "terminal", "panel:A1", "player:ann", "a/b", "", " ", "-"])
def test_nobody_is_called_like_a_device_a_player_or_the_house(house: House, id: str) -> None:
    person = Person(id=id, name="X", roles=("dealer",))
    house.refused(BadCommand, c.AddPerson(person=person), "ames", "cole")


def test_a_second_person_is_a_person_of_the_property_whoever_gives_the_command(house: House) -> None:
    house.refused(NotPermitted, c.Tabulate(table="A1", round=1, picture={"1": (1,)}), "panel:A1", "nobody")


def test_no_panel_without_a_table_reports_a_malfunction(house: House) -> None:
    house.refused(NotPermitted, c.ReportMalfunction(malfunction="m", what="dark"), "panel:")


def test_a_property_begins_with_its_administrator(empty: House) -> None:
    dealer = Person(id="dole", name="D. Dole", roles=("dealer",))
    empty.refused(NotPermitted, c.CreateProperty(name="x", profile="plain", people=(dealer,)), "dole")
    empty.refused(NotPermitted, c.CreateProperty(name="x", profile="plain", people=PEOPLE), "sato")
    empty.refused(NotPermitted, c.CreateProperty(name="x", profile="plain", people=PEOPLE), "ames")
    empty.do(c.CreateProperty(name="x", profile="plain", people=PEOPLE), "ames", "cole")
    empty.refused(WrongState, c.CreateProperty(name="y", profile="plain", people=PEOPLE), "ames", "cole")


def test_wa_38_nobody_makes_their_own_second_person(house: House) -> None:
    helper = Person(id="kin", name="K. Kin", roles=("accounting",))
    house.refused(NotPermitted, c.AddPerson(person=helper))
    house.do(c.AddPerson(person=helper), "ames", "sato")


def test_wa_38_the_first_administrator_names_the_first_colleague_alone(empty: House) -> None:
    helper = Person(id="kin", name="K. Kin", roles=("accounting",))
    alone = Person(id="ames", name="A. Ames", roles=("administrator",))
    empty.do(c.CreateProperty(name="x", profile="plain", people=(alone,)), "ames")
    empty.do(c.AddPerson(person=helper), "ames")
    empty.refused(NotPermitted, c.AddPerson(person=Person(id="two", name="T. Two", roles=("dealer",))), "ames")


def test_the_last_administrator_stays(house: House) -> None:
    house.refused(WrongState, c.DropPerson(person="ames"), "ames", "sato")
    dealer = c.AddPerson(person=Person(id="ames", name="A. Ames", roles=("dealer",)))
    house.refused(WrongState, dealer, "ames", "sato")
    house.do(c.AddPerson(person=Person(id="next", name="N. Next", roles=("administrator",))), "ames", "sato")
    house.do(c.DropPerson(person="ames"), "next", "sato")
    house.refused(NotPermitted, c.DropPerson(person="dole"), "ames", "sato")


def test_wa_38_nobody_drops_the_others_and_is_then_alone(house: House) -> None:
    """Whoever is alone may name the first colleague alone: nobody makes themselves alone."""
    for person in ("sato", "vega", "cole"):
        house.refused(NotPermitted, c.DropPerson(person=person))
    house.do(c.DropPerson(person="vega"), "ames", "cole")


def test_s_7_a_dealer_calls_a_supervisor_where_lights_and_chips_disagree(house: House) -> None:
    round_ = house.tabulate("A1", 1, 2)
    differ = c.ConfirmIndicators(table="A1", round=round_, differ={"1": (2,)})
    settled = c.ConfirmIndicators(table="A1", round=round_, differ={"1": (2,)}, resolved="the chip had slid")
    house.refused(WrongState, differ, "dole")
    house.refused(WrongState, settled, "dole")
    house.refused(WrongState, settled, "panel:A1")
    house.refused(WrongState, settled, "dole", "vega")
    house.do(settled, "dole", "sato")


@pytest.mark.parametrize("name", ["", " ", "\u200b", "A. Fay\u202e", "\u3164"], ids=ascii)
def test_wa_38_a_person_has_a_name_that_reports_can_show(house: House, name: str) -> None:
    nameless = c.AddPerson(person=Person(id="fay", name=name, roles=("dealer",)))
    house.refused(BadCommand, nameless, "ames", "cole")


def test_a_person_with_other_roles_is_on_record_with_those_before(house: House) -> None:
    added = Person(id="ruiz", name="R. Ruiz", roles=("dealer",))
    changed = msgspec.structs.replace(added, roles=("supervisor",))
    for person in (added, changed):
        house.do(c.AddPerson(person=person), *PAIR)
    first, second = (entry.data for entry in house.floor.journal.read("property") if entry.kind == "person-added")
    assert (first["person"]["roles"], "before" in first) == (["dealer"], False)
    assert (second["person"]["roles"], second["before"]["roles"]) == (["supervisor"], ["dealer"])


def test_who_was_named_and_did_not_sign_is_on_record_and_nobody_else(house: House) -> None:
    stop = c.StopJackpot(jackpot="attack", reason="a test")
    house.floor.do(stop, id="named", who="ames", second="cole", at=house.at, named=("cole",))
    house.do(c.ResumeJackpot(jackpot="attack", reason="over"), *PAIR)
    named, signed = list(house.floor.journal.read("jackpot/attack"))[-2:]
    assert (named.data["second"], named.data["signed"], named.data["named"]) == ("cole", "named", ["cole"])
    assert (signed.data["second"], "signed" in signed.data, "named" in signed.data) == ("cole", False, False)


def test_two_open_a_table_that_two_did_not_configure(house: House) -> None:
    """Release 0.1 let one person configure a table."""
    house.shut("A1")
    table = msgspec.to_builtins(house.floor.property.tables["A1"])
    for second in (None, "ames", "panel:A1"):
        _written(house, f"with {second}", "table-configured", {"table": table, "second": second})
        house.refused(NotPermitted, c.OpenTable(table="A1"), "sato")
    house.do(c.OpenTable(table="A1"), "sato", "cole")


def test_a_table_is_not_closed_in_a_round_that_is_being_played(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1", cards="reads"), attack_table("A2")])
    empty.tabulate("A1", 1)
    empty.tabulate("A2", 1)
    empty.refused(WrongState, c.CloseTable(table="A1"), "sato")
    # With the tabulator alone a round is over with its press.
    assert empty.do(c.CloseTable(table="A2"), "sato") == {"table": "A2", "rounds": 1}
