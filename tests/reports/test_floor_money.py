"""Jackpots, escrow, hits and the daily close in the reports, held against arithmetic done here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import apsw
import pytest

from houseway.compliance.configuration import Person
from houseway.floor import command_index as c
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.reports.floor import Wanted, make, period
from tests.floor.houses import (
    ATTACK,
    BLACKJACK,
    DAY,
    HEARTS,
    HOUR,
    START,
    House,
    attack_table,
    changed,
    sqlite_house,
)
from tests.floor.houses import SECOND as SECONDS
from tests.reports.floor_pages import ZONE, alarms, report, row, rows, tables, texts
from tests.reports.floor_story import FIRST, SECOND, first_day

CENT = MICROS


# -- jackpots


def test_wa_14_counts_times_wager_times_rate_is_the_movement(told: House) -> None:
    """46 wagers of a dollar on the first day, 20 and 5 cents of each, one dollar's two of them taken back."""
    document = report(told, "jackpots")
    attack = row(document, "Summary", Progressive="Attack")
    assert attack["Wagers"] == 35 + 11
    assert attack["Counts × wager × rate"] == attack["Booked"] == 46 * 25 * CENT
    assert (attack["Displayed at the beginning"], attack["Displayed at the end"]) == (0, 50_040 * CENT)
    assert {each["Variance"] for each in rows(document, "Summary")} == {0}
    [given] = tables(document, "Contributions", "Attack two")
    assert (given[0]["Count"], given[0]["Displayed, expected"], given[0]["Reserve, booked"]) == (
        10,
        10 * 100 * 150_003,
        10 * 100 * 7,
    )
    [mixed] = tables(document, "Contributions", "Ties")
    assert mixed[0]["Displayed, booked"] == 2 * 100 * 333_333
    assert alarms(document) == []


def test_a_days_movements_by_cause(told: House) -> None:
    document = report(told, "jackpots", jackpot="attack")
    assert {
        each["Cause"]: tuple(
            int(str(each[part])) / CENT for part in ("Meter", "Reserve", "Held for verification", "Total held")
        )
        for each in rows(document, "Movements")
    } == {
        "Beginning": (0, 0, 0, 0),
        "Seed": (100_000, 0, 0, 100_000),
        "Wagers counted": (46 * 20, 46 * 5, 0, 46 * 25),
        "Voided wagers taken back": (-2 * 20, -2 * 5, 0, -2 * 25),
        "Prizes held for verification": (-100_840 - 12_510, 0, 100_840 + 12_510, 0),
        "Resets": (50_000, -210, 0, 50_000 - 210),
        "Hits rejected": (12_510, 0, -12_510, 0),
        "Prizes paid": (0, 0, -100_840, -100_840),
        "Ending": (50_040, 10, 0, 50_050),
    }


def test_the_next_day_begins_where_the_last_one_ended(told: House) -> None:
    """10 wagers, the display set from $502.40 to $500, 3 wagers."""
    first, second = (report(told, "jackpots", day, jackpot="attack") for day in (FIRST, SECOND))
    end, begin = rows(first, "Movements")[-1], rows(second, "Movements")[0]
    assert {**end, "Cause": ""} == {**begin, "Cause": ""}
    steps = rows(second, "Every change explained")
    assert [(each["What"], each["Displayed before"], each["Change"], each["Displayed after"]) for each in steps] == [
        ("10 wagers counted", 50_040 * CENT, 200 * CENT, 50_240 * CENT),
        (
            "The meter set from $502.40 to $500: malfunction [WAC 230-15-695(2)], memo 12; malfunction M2; "
            "$2.40 of seed went back to the house",
            50_240 * CENT,
            -240 * CENT,
            50_000 * CENT,
        ),
        ("3 wagers counted", 50_000 * CENT, 60 * CENT, 50_060 * CENT),
    ]
    assert (steps[1]["Who"], steps[1]["Second person"], steps[1]["Entry"]) == ("cole", "sato", "jackpot/attack #10")


@pytest.mark.parametrize("jackpot", ["attack", "attack-two", "ties"])
def test_wa_14_every_change_follows_the_one_before(told: House, jackpot: str) -> None:
    steps = rows(report(told, "jackpots", FIRST, SECOND, jackpot=jackpot), "Every change explained")
    assert steps[0]["Displayed before"] == 0
    for before, after in pairwise(steps):
        assert before["Displayed after"] == after["Displayed before"]
    shown = told.floor.amounts(jackpot)[""]
    assert int(str(steps[-1]["Displayed after"])) // CENT == shown


def test_a_bonus_is_explained_by_what_was_posted(told: House) -> None:
    steps = rows(report(told, "jackpots"), "Every change explained", "Daily")
    assert [each["What"] for each in steps][1:] == ["Daily posted: four-aces $4,500"]
    assert (steps[1]["Who"], steps[1]["Second person"]) == ("sato", "cole")


def test_a_cap_moves_the_rest_to_the_overflow(tmp_path: Path) -> None:
    """The third row of Deuces Wild: seed $20, cap $21, 13 cents a wager; 20 wagers are $2.60, of which $1 shows."""
    house = sqlite_house(tmp_path / "floor.db").build()
    house.play("W1", 5, 1, 2, 3, 4)
    house.claim("W1", (1, "bonus-jackpot", "3-wild-cards"))
    document = report(house, "jackpots", jackpot="wilds")
    moves = {str(each["Cause"]): each for each in rows(document, "Movements", "Meter for 3 wild cards")}
    # Only what can be displayed ever counts as displayed.
    counted = moves["Wagers counted"]
    assert (counted["Meter"], counted["Overflow"], counted["Reserve"]) == (100 * CENT, 160 * CENT, 60 * CENT)
    reseeds = moves["Resets"]
    assert (reseeds["Meter"], reseeds["Overflow"], reseeds["Reserve"]) == (1_000 * CENT, -160 * CENT, -60 * CENT)
    assert moves["Prizes held for verification"]["Held for verification"] == 2_100 * CENT
    assert moves["Ending"]["Meter"] == 1_000 * CENT
    assert alarms(document) == []
    house.close()


def test_a_progressive_that_ended_is_accounted_for_to_the_end(tmp_path: Path) -> None:
    """What it held goes to another; on the days after, nothing is missing because it is gone."""
    house = sqlite_house(tmp_path / "floor.db").build()
    house.tabulate("A1", picture={"1": (1,), "2": (1, 2)})
    held = 30_000 * CENT + 2 * 100 * (150_003 + 7)
    house.shut()
    reason = "order-of-the-regulator"
    house.do(c.AnnounceRemoval(jackpot="attack-two", reason=reason, day=FIRST, document="order 5"), "ames", "cole")
    house.do(c.TransferJackpot(jackpot="attack-two", to="ties", document="order 5"), "ames", "cole")
    gone = c.RemoveTable(table="A1", reason="it plays for what is gone", removal=reason, document="order 5")
    house.do(gone, "ames", "cole")
    house.do(c.CloseJackpot(jackpot="attack-two"), "ames", "cole")
    house.close_day(FIRST)
    document = report(house, "jackpots")
    assert row(document, "Movements", "Attack two", Cause="Transferred out")["Total held"] == -held
    assert row(document, "Movements", "Ties", Cause="Transferred in")["Total held"] == held
    assert alarms(document) == []
    house.at += DAY
    house.open("A2")
    house.tabulate("A2", 1)
    for day in (FIRST, SECOND):
        assert alarms(report(house, "jackpots", day)) == []
    house.close()


@pytest.fixture
def tampered(tmp_path: Path) -> Iterator[Callable[[str], House]]:
    """The first day's property with a database that somebody changed by hand."""
    opened: list[House] = []

    def change(sql: str) -> House:
        path = tmp_path / "floor.db"
        house = sqlite_house(path)
        first_day(house)
        house.close()
        connection = apsw.Connection(str(path))
        for trigger in list(connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")):
            connection.execute(f'DROP TRIGGER "{trigger[0]}"')
        connection.execute(sql)
        connection.close()
        opened.append(House(type(house.floor).open(path), house.at))
        return opened[-1]

    yield change
    for house in opened:
        house.close()


def test_a_balance_changed_by_hand_shows_as_a_variance(tampered: Callable[[str], House]) -> None:
    house = tampered("UPDATE balances SET amount = amount + 777 WHERE account = 'attack:pool'")
    document = report(house, "jackpots", SECOND)
    assert alarms(document) == [
        "Attack: the account attack:pool differs by $0.00000777 from what its entries give, compared with the books "
        "as they stand"
    ]
    assert "agrees" not in texts(document)
    assert alarms(report(house, "jackpots", SECOND, jackpot="ties")) == []
    assert alarms(report(house, "escrow"))[0] == (
        "Attack: bank and deposits due differ from what is held by $0.00000777"
    )


def test_a_line_changed_by_hand_shows_against_the_counts(tampered: Callable[[str], House]) -> None:
    """One press of three wagers at A1 is booked as 61 cents in the place of 60."""
    house = tampered(
        "UPDATE entries SET lines = CAST(replace(CAST(lines AS TEXT), ':accrued\",60000000]', ':accrued\",61000000]') "
        "AS BLOB) WHERE stream = 'table/A1' AND number = 3"
    )
    found = alarms(report(house, "jackpots"))
    assert found[0] == "Attack, table A1: the ledger differs from counts × wager × rate by $0.01"


# -- escrow


def test_escrow_says_where_the_money_is_and_what_is_due(told: House) -> None:
    """All of the first day was deposited, $500.50; the second day's 13 wagers and the $2.40 set off are due."""
    document = report(told, "escrow", SECOND)
    attack = row(document, "Now", Progressive="Attack")
    assert attack["Held"] == (50_060 + 75) * CENT
    assert (attack["Bank"], attack["Due"]) == (50_050 * CENT, (13 * 25 - 240) * CENT)
    assert {each["Variance"] for each in rows(document, "Now")} == {0}
    assert attack["Shortfall"] == 50 * CENT
    assert "Attack is stopped: the account is short by $0.50" in alarms(document)
    due = row(document, "Deposits due", Progressive="Ties")
    assert due["Amount"] == 20_000 * CENT + 2 * 100 * 444_444
    assert (due["Days outstanding"], due["State"]) == (1, "")


def test_a_deposit_is_overdue_after_its_days(told: House) -> None:
    days = period(FIRST, FIRST, ZONE, "06:00")
    for late, state in ((0, ""), (1, "overdue")):
        document = make("escrow", told.floor, Wanted(period=days, now=days.stop + 7 * DAY + late, jackpot="ties"))
        assert row(document, "Deposits due", Progressive="Ties")["State"] == state
        assert any("has been due at the bank" in alarm for alarm in alarms(document)) is bool(late)


def test_money_seized_is_said(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "floor.db").build()
    house.deposit_all("ties")
    house.do(c.Seize(jackpot="ties", amount=5_000, authority="the sheriff", reference="order"), "cole", "ames")
    document = report(house, "escrow", jackpot="ties")
    assert row(document, "Now", Progressive="Ties")["Seized"] == 5_000 * CENT
    assert "Ties: $50.00 was seized and is not back" in alarms(document)
    house.close()


# -- hits


def test_hits_with_their_life_and_evidence(told: House) -> None:
    document = report(told, "hits", jackpot="attack")
    lost, won = rows(document, "Hits, latest first")
    assert (won["Amount"], won["From the meter"], won["Reset with"], won["State"]) == (
        100_840,
        100_840,
        50_000 * CENT,
        "paid",
    )
    assert (lost["Amount"], lost["State"]) == (12_510, "rejected")
    life = [(each["Step"], each["Who"], each["Second person"]) for each in rows(document, "Steps")]
    assert life == [
        ("held for verification", "panel:A2", ""),
        ("rejected", "sato", "vega"),
        ("held for verification", "panel:A1", ""),
        ("verified", "sato", "vega"),
        ("paid", "sato", "cole"),
    ]
    proof = row(document, "Evidence", Hit=won["Hit"])
    assert (proof["Deck"], proof["Surveillance"], proof["Two people"]) == ("complete", "tape 7", "required")


def test_lab_3_the_last_25_hits_are_there_whatever_the_period(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "floor.db").build()
    for _ in range(30):
        house.tabulate("A1", 1)
        [hit] = house.claim("A1", (1, "jackpot", BLACKJACK))
        house.settle_hit(hit)
    house.at = START + 3 * DAY
    house.tabulate("A1", 1)
    [open_] = house.claim("A1", (1, "jackpot", BLACKJACK))
    document = report(house, "hits", "2024-05-04", jackpot="attack")
    found = rows(document, "Hits, latest first")
    assert len(found) >= 25
    assert [each["State"] for each in found[:3]] == ["held for verification", "paid", "paid"]
    assert alarms(document) == [f"Attack: not yet paid or rejected: {open_.id}"]
    assert len(rows(report(house, "hits", FIRST, jackpot="attack"), "Hits, latest first")) == 30
    house.close()


@pytest.mark.parametrize(
    ("hours", "state", "alarm"),
    [(24, "in time", ""), (24 + 1 / 3600, "late", "was given late"), (None, "overdue", "is overdue")],
    ids=["paid within the hours", "paid a second later", "not paid"],
)
def test_wa_24_a_check_is_given_within_24_hours_of_the_hit(
    tmp_path: Path, hours: float | None, state: str, alarm: str
) -> None:
    """A prize of more than $5,000 goes by check; the report is printed two days after the first noon."""
    rich = changed(ATTACK, seed=600_000, cap=None)
    house = sqlite_house(tmp_path / "floor.db").build(jackpots=[rich], tables=[attack_table("A1")])
    house.tabulate("A1", 1)
    [small] = house.claim("A1", (1, "jackpot", BLACKJACK))
    house.settle_hit(small)
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", HEARTS))
    house.verify(hit)
    if hours is not None:
        house.at = hit.locked + round(hours * HOUR) - SECONDS
        house.pay(hit)
    document = report(house, "hits", jackpot="attack")
    [check] = rows(document, "Checks")
    assert (check["Hit"], check["Amount"], check["State"]) == (hit.id, hit.amount, state)
    assert check["Due by"] == period(FIRST, FIRST, ZONE, "06:00").when(hit.locked + 24 * HOUR)
    said = [text for text in alarms(document) if "check" in text]
    assert [alarm in text and hit.id in text for text in said] == ([True] if alarm else [])
    house.close()


def test_wa_24_a_rejected_prize_and_one_that_may_be_paid_in_cash_wait_for_no_check(tmp_path: Path) -> None:
    rich = changed(ATTACK, seed=600_000, cap=None)
    house = sqlite_house(tmp_path / "floor.db").build(jackpots=[rich], tables=[attack_table("A1")])
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", HEARTS))
    house.reject(hit)
    house.tabulate("A1", 1)
    house.claim("A1", (1, "jackpot", BLACKJACK))
    document = report(house, "hits", jackpot="attack")
    assert tables(document, "Checks") == []
    assert not any("check" in text for text in alarms(document))
    house.close()


# -- the close


def test_the_close_has_handle_result_and_accrual(told: House) -> None:
    """Seat 1 wins $5 of the first round and nothing else returns: $30 and $2 staked, $10 returned."""
    document = report(told, "day")
    assert row(document, "Handle and result by wager", Wager="Player") == {
        "Table": "D1",
        "Wager": "Player",
        "Handle": 3_000,
        "Returned": 1_000,
        "From meters": 0,
        "House result": 2_000,
    }
    assert row(document, "Handle and result by wager", Wager="Tie After Tie Jackpot")["House result"] == 200
    attack = row(document, "Accrual of progressives", Progressive="Attack")
    assert (attack["Contributed"], attack["Voids taken back"], attack["Accrual"]) == (
        46 * 25 * CENT,
        -2 * 25 * CENT,
        44 * 25 * CENT,
    )
    assert {each["Progressive"] for each in rows(document, "Accrual of progressives")}.isdisjoint({"Daily", "Royals"})
    shows = row(document, f"As at the close of {FIRST}", Jackpot="Attack")
    assert shows["Displayed"] == 50_040
    assert alarms(document) == []


def test_the_close_prints_the_heads_of_the_journal(told: House) -> None:
    printed = {each["Head"] for each in rows(report(told, "day"), "Heads of the journal when this was printed")}
    heads = told.floor.journal.heads()
    assert printed == {f"{stream}={head.number}:{head.hash.hex()}" for stream, head in heads.items()}


def test_a_day_that_is_not_closed_says_so(told: House) -> None:
    document = report(told, "day", SECOND)
    assert f"Not closed yet: gaming day {SECOND}." in alarms(document)
    assert row(document, "Now", Jackpot="Attack")["Displayed"] == 50_060


def test_wa_38_the_close_names_both_people_of_what_two_signed(told: House) -> None:
    """The close of the day before and an adjustment were signed by two; rounds, readings and statements by one."""
    [closed, adjusted] = rows(report(told, "day", SECOND), "Signed by two people")
    assert (adjusted["Given by"], adjusted["Second person"]) == ("C. Cole (cole)", "S. Sato (sato)")
    assert str(closed["What"]).startswith(f"Day {FIRST} closed")
    assert "memo 12" in str(adjusted["What"]) and str(adjusted["Entry"]).startswith("jackpot/attack #")
    first = rows(report(told, "day"), "Signed by two people")
    # A command that writes to several streams is one act.
    assert len({each["Entry"] for each in first}) == len(first)
    [paid] = [each for each in first if " paid: " in str(each["What"])]
    assert (paid["Given by"], paid["Second person"]) == ("S. Sato (sato)", "C. Cole (cole)")


def test_wa_38_who_is_renamed_later_stands_in_a_closed_day_as_they_signed(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "floor.db")
    first_day(house)
    before = rows(report(house, "day"), "Signed by two people")
    house.do(c.AddPerson(person=Person(id="sato", name="S. Honda", roles=("supervisor",))), "ames", "cole")
    house.do(c.DropPerson(person="tell"), "ames", "cole")
    assert rows(report(house, "day"), "Signed by two people") == before
    assert "S. Sato (sato)" in {each["Second person"] for each in before}
    house.close()
