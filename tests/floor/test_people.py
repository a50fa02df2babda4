"""WAC 230-15-430, LAB-25: who may give each command, and when two people of different departments must.

The table is written here a second time, from the duties of each role; it shares nothing with the program's own.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.compliance.configuration import Person, Promotion
from houseway.errors import HousewayError, NotPermitted, WrongState
from houseway.floor import commands as c
from tests.floor.houses import (
    ATTACK,
    BY_ROLE,
    HEARTS,
    LICENCES,
    PEOPLE,
    House,
    approval,
    attack_table,
    sqlite_house,
)

ROLES = tuple(BY_ROLE)
DEPARTMENT = {
    "administrator": "management",
    "dealer": "gambling",
    "supervisor": "gambling",
    "surveillance": "surveillance",
    "accounting": "accounting",
    "technician": "technical",
    "regulator": "regulator",
}
BESIDE = {"administrator", "supervisor", "surveillance", "accounting"}
"""Roles whose holder may be the second of two people."""

_HIT = {"jackpot": "nothing", "hit": "none"}

# Each command in a form that harms nothing, the roles that may give it, whether the table's panel may, and whether it
# always takes two people.
MATRIX: list[tuple[c.Command, set[str], bool, bool]] = [
    (c.ChangeSettings(settings={}), {"administrator"}, False, True),
    (c.AddPerson(person=PEOPLE[1]), {"administrator"}, False, True),
    (c.DropPerson(person="nobody"), {"administrator"}, False, True),
    (c.MakeAccount(person="nobody"), {"administrator"}, False, False),
    (c.ReplacePassword(person="nobody"), {"administrator"}, False, False),
    (c.CloseAccount(person="nobody"), {"administrator"}, False, False),
    (c.OpenAccount(person="nobody"), {"administrator"}, False, False),
    (c.AddLicence(licence=LICENCES[0]), {"administrator", "accounting"}, False, False),
    (c.AddApproval(approval=approval("dueling")), {"administrator"}, False, True),
    (
        c.AddPromotion(
            promotion=Promotion(
                id="none", tables=("A9",), wager="jackpot", event="x", prize=1, since="2024-01-01", until="2024-01-01"
            )
        ),
        {"administrator", "supervisor"},
        False,
        True,
    ),
    (c.EndPromotion(promotion="none", reason="over"), {"administrator", "supervisor"}, False, False),
    (
        c.ReportMalfunction(malfunction="m", table="A1", what="dark"),
        {"dealer", "supervisor", "technician", "surveillance"},
        True,
        False,
    ),
    (
        c.NotifyMalfunction(malfunction="none", reference="r"),
        {"supervisor", "administrator", "accounting"},
        False,
        False,
    ),
    (c.MendMalfunction(malfunction="none", how="so"), {"technician", "supervisor"}, False, False),
    (c.CloseDay(day="2999-01-01"), {"accounting", "supervisor", "administrator"}, False, False),
    (c.AddTable(table=attack_table("A1")), {"administrator", "supervisor"}, False, False),
    (c.ChangeTable(table=attack_table("A1")), {"administrator", "supervisor"}, False, True),
    (c.RemoveTable(table="A1", reason="none"), {"administrator", "supervisor"}, False, True),
    (c.OpenTable(table="A1"), {"administrator", "supervisor"}, False, False),
    (c.CloseTable(table="A9"), {"administrator", "supervisor"}, False, False),
    (c.Sit(table="A9", seat=1, player="p"), {"dealer", "supervisor"}, True, False),
    (c.Leave(table="A9", seat=1), {"dealer", "supervisor"}, True, False),
    (c.BringChips(table="A9", seat=1), {"dealer", "supervisor"}, True, False),
    (c.GiveChips(player="p", amount=-1), {"supervisor", "administrator"}, False, False),
    (c.BeginRound(table="A9", round=1, seats=(1,)), {"dealer", "supervisor"}, True, False),
    (c.Answer(table="A9", round=1, step=1, seat=1, answer=None), {"dealer", "supervisor"}, True, False),
    (c.ReadCard(table="A9", round=1, number=1, card="Kh"), set(), True, False),
    (c.TimeOut(table="A9", round=1, step=1), {"dealer", "supervisor"}, True, False),
    (c.CorrectAnswer(table="A9", round=1, number=1, answer=None, reason="none"), {"supervisor"}, False, False),
    (
        c.CorrectLine(table="A9", round=1, line=1, seat=1, wager="x", was=0, returned=1, reason="none"),
        {"supervisor", "accounting"},
        False,
        True,
    ),
    (c.NoteStep(table="A9", clause="dealing 1"), {"dealer", "supervisor"}, True, False),
    (c.PauseTable(table="A9"), {"dealer", "supervisor"}, False, False),
    (c.Tabulate(table="A1", round=99, picture={}), {"dealer", "supervisor"}, True, False),
    (c.ConfirmIndicators(table="A1", round=99), {"dealer", "supervisor"}, True, False),
    (c.NoteEdges(table="A1", round=99, edges=()), {"dealer", "supervisor"}, True, False),
    (c.SettleRound(table="A1", round=99, record={}), {"dealer", "supervisor"}, True, False),
    (
        c.VerifyWin(table="A1", round=99, seat=1, wager="x", recording="tape 1"),
        {"surveillance"},
        False,
        False,
    ),
    (c.VoidRound(table="A1", round=99, reason="none"), {"supervisor"}, False, False),
    (c.FailTable(table="A9", what="dark"), {"supervisor", "technician"}, True, False),
    (c.RestoreTable(table="A1", how="so"), {"supervisor", "technician"}, False, False),
    (c.FailDisplay(table="A1", display="led", what="dark"), {"dealer", "supervisor", "technician"}, True, False),
    (c.RestoreDisplay(table="A1", display="led"), {"supervisor", "technician"}, True, False),
    (c.ReadCounter(table="A1", reading=-1), {"supervisor", "accounting", "technician"}, True, False),
    (c.ReplaceCounter(table="A1", old=-1, new=0, reason="none"), {"technician"}, False, True),
    (c.AddJackpot(jackpot=ATTACK), {"administrator"}, False, True),
    (c.ChangeJackpot(jackpot=ATTACK), {"administrator", "accounting"}, False, True),
    (c.PostAmount(jackpot="attack"), {"administrator", "accounting", "supervisor"}, False, True),
    (
        c.ClaimHit(table="A1", round=99, claims=(c.Claimed(seat=1, wager="jackpot", event=HEARTS),)),
        {"dealer", "supervisor"},
        True,
        False,
    ),
    (c.VerifyHit(**_HIT, cards="x", deck="x"), {"supervisor", "surveillance"}, False, False),
    (c.RejectHit(**_HIT, reason="none"), {"supervisor", "surveillance"}, False, True),
    (c.PayHit(**_HIT, by="cage", method="check"), {"supervisor", "accounting"}, False, False),
    (
        c.AdjustMeter(jackpot="attack", to=0, reason="none", document="d"),
        {"supervisor", "accounting", "administrator"},
        False,
        True,
    ),
    (
        c.RecoverSeed(jackpot="attack", amount=10**9, source="pool", document="d"),
        {"accounting", "administrator"},
        False,
        True,
    ),
    (
        c.BookUndisplayed(jackpot="attack", amount=10**9, source="reserve", document="d"),
        {"accounting", "administrator"},
        False,
        True,
    ),
    (c.Deposit(jackpot="attack", amount=-1, reference="r"), {"accounting"}, False, False),
    (c.Withdraw(jackpot="attack", amount=1, reference="r"), {"accounting"}, False, True),
    (c.Statement(jackpot="attack", amount=-1, reference="r"), {"accounting"}, False, False),
    (c.Seize(jackpot="attack", amount=10**9, authority="none"), {"accounting", "administrator"}, False, False),
    (
        c.StopJackpot(jackpot="nothing", reason="none"),
        {"supervisor", "accounting", "administrator", "surveillance"},
        False,
        False,
    ),
    (c.ResumeJackpot(jackpot="attack", reason="none"), {"supervisor", "accounting", "administrator"}, False, True),
    (c.AnnounceRemoval(jackpot="attack", reason="none", day="2024-05-01"), {"administrator"}, False, True),
    (
        c.TransferJackpot(jackpot="attack", to="ties", document="d"),
        {"accounting", "administrator"},
        False,
        True,
    ),
    (
        c.DonateJackpot(jackpot="attack", organisation="o", reference="r"),
        {"accounting", "administrator"},
        False,
        True,
    ),
    (c.CloseJackpot(jackpot="attack"), {"accounting", "administrator"}, False, True),
]


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One property for the whole matrix: its commands leave it as it is, or refuse."""
    house = sqlite_house(tmp_path_factory.mktemp("staffed") / "floor.db").build()
    yield house
    house.close()


def _permitted(house: House, command: c.Command, who: str, second: str | None) -> bool:
    try:
        house.do(command, who, second)
    except NotPermitted:
        return False
    except HousewayError as error:
        assert error.code != "command-fault", error
    return True


def test_the_matrix_has_every_command() -> None:
    assert {type(row[0]) for row in MATRIX} == set(c.COMMANDS.values()) - {c.CreateProperty}


@pytest.mark.parametrize(("command", "roles", "panel", "two"), MATRIX, ids=[type(row[0]).__name__ for row in MATRIX])
def test_wac_230_15_430_who_may_give_the_command(
    staffed: House, command: c.Command, roles: set[str], panel: bool, two: bool
) -> None:
    for role in ROLES:
        second = "cole" if role != "accounting" else "ames"
        assert _permitted(staffed, command, BY_ROLE[role], second if two else None) == (role in roles), role
    assert _permitted(staffed, command, "nobody", "cole" if two else None) is False
    table = getattr(command, "table", None)
    if isinstance(table, str):
        assert _permitted(staffed, command, f"panel:{table}", None) == panel
        assert _permitted(staffed, command, "panel:D1", None) is False


@pytest.mark.parametrize(
    ("command", "roles"),
    [(row[0], row[1]) for row in MATRIX if row[3]],
    ids=[type(row[0]).__name__ for row in MATRIX if row[3]],
)
def test_lab_25_two_people_of_different_departments(staffed: House, command: c.Command, roles: set[str]) -> None:
    for first in sorted(roles):
        assert _permitted(staffed, command, BY_ROLE[first], None) is False
        assert _permitted(staffed, command, BY_ROLE[first], "nobody") is False
        assert _permitted(staffed, command, BY_ROLE[first], BY_ROLE[first]) is False
        for second in ROLES:
            if second == first:
                continue
            expected = second in BESIDE and DEPARTMENT[first] != DEPARTMENT[second]
            assert _permitted(staffed, command, BY_ROLE[first], BY_ROLE[second]) == expected, (first, second)


def test_the_regulator_commands_nothing(house: House) -> None:
    for command, roles, _, _ in MATRIX:
        assert "regulator" not in roles
        house.refused(NotPermitted, command, "reed", "cole")


def test_somebody_of_two_departments_is_no_second_for_either(house: House) -> None:
    both = Person(id="both", name="B. Both", roles=("supervisor", "accounting"))
    house.do(c.AddPerson(person=both), "ames", "sato")
    command = c.StopJackpot(jackpot="attack", reason="a test")
    house.do(command, "both")
    resume = c.ResumeJackpot(jackpot="attack", reason="a test")
    house.refused(NotPermitted, resume, "sato", "both")
    house.refused(NotPermitted, resume, "cole", "both")
    house.do(resume, "ames", "both")


def test_a_second_person_is_a_person_of_the_property_whoever_gives_the_command(house: House) -> None:
    house.refused(NotPermitted, c.Tabulate(table="A1", round=1, picture={"1": (1,)}), "panel:A1", "nobody")


def test_no_panel_without_a_table_reports_a_malfunction(house: House) -> None:
    house.refused(NotPermitted, c.ReportMalfunction(malfunction="m", what="dark"), "panel:")


def test_a_property_begins_with_its_administrator(empty: House) -> None:
    dealer = Person(id="dole", name="D. Dole", roles=("dealer",))
    empty.refused(NotPermitted, c.CreateProperty(name="x", profile="plain", people=(dealer,)), "dole")
    empty.refused(NotPermitted, c.CreateProperty(name="x", profile="plain", people=PEOPLE), "sato")
    empty.do(c.CreateProperty(name="x", profile="plain", people=PEOPLE), "ames")
    empty.refused(WrongState, c.CreateProperty(name="y", profile="plain", people=PEOPLE), "ames")


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
