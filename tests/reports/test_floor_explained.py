"""The reconciliation explains every movement of a meter and invents none; a closed day is read as it was closed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.bookkeeping.days import unclosed
from houseway.jackpots.jackpot_configuration import MICROS, Meter
from houseway.reports.floor import books
from houseway.reports.floor.table_play import closed_counts, tallies
from tests.floor.houses import (
    ATTACK,
    DAY,
    HEARTS,
    HOUR,
    PAIR,
    START,
    WILDS,
    House,
    attack_table,
    changed,
    deuces_table,
    sqlite_house,
)
from tests.reports.floor_pages import Row, alarms, report, row, rows, tables, texts

CENT = MICROS
FIRST, SECOND = "2024-05-01", "2024-05-02"
ENDS = START + 18 * HOUR
PARTS = ("Meter", "Reserve", "Overflow", "Held for verification", "Total held")
FEWER = msgspec.structs.replace(WILDS, meters=WILDS.meters[:3])
"""The same jackpot before its last row has a meter of its own: its table does not open yet."""


@pytest.fixture
def attack(tmp_path: Path) -> Iterator[House]:
    """One progressive, capped at $1,500."""
    house = sqlite_house(tmp_path / "floor.db").build(jackpots=[ATTACK], tables=[attack_table("A1")])
    yield house
    house.close()


def moves(house: House, section: str = "", **asked: Any) -> dict[str, Row]:
    found = rows(report(house, "jackpots", **asked), "Movements", section)
    return {str(each["Cause"]): each for each in found}


def added_up(found: dict[str, Row]) -> dict[str, int]:
    """Beginning and every movement together, by part."""
    return {part: sum(int(str(each[part])) for cause, each in found.items() if cause != "Ending") for part in PARTS}


def ends(found: dict[str, Row]) -> dict[str, int]:
    return {part: int(str(found["Ending"][part])) for part in PARTS}


def test_wa_14_a_cap_raised_after_wagers_at_the_cap_moves_nothing(attack: House) -> None:
    """$1,499.60 displayed; two wagers bring it to the cap and 40 cents fall over it; then the cap is raised."""
    attack.do(c.ReportMalfunction(malfunction="M1", what="the display is wrong"), "sato")
    attack.play("A1", 1, 1, 2)
    near = c.ChangeJackpot(jackpot=changed(ATTACK, cap=100_040))
    attack.shut()
    attack.do(near, *PAIR)
    attack.open("A1")
    attack.play("A1", 1, 1, 2)
    attack.shut()
    attack.do(c.ChangeJackpot(jackpot=changed(ATTACK, cap=200_000)), *PAIR)
    document = report(attack, "jackpots")
    assert alarms(document) == []
    found = moves(attack)
    assert set(found) == {"Beginning", "Seed", "Wagers counted", "Ending"}
    assert (found["Wagers counted"]["Meter"], found["Wagers counted"]["Overflow"]) == (40 * CENT, 40 * CENT)
    assert added_up(found) == ends(found)
    steps = rows(document, "Every change explained")
    assert {each["Change"] for each in steps if "change" in str(each["What"])} == {0}
    said = [str(each["What"]) for each in steps]
    assert "Parameters of attack change: cap of the meter from $1,000.40 to $2,000" in said


def test_wa_14_a_meter_that_a_change_brings_begins_with_its_seed(tmp_path: Path) -> None:
    fewer = msgspec.structs.replace(WILDS, meters=WILDS.meters[:3])
    house = sqlite_house(tmp_path / "floor.db").build(jackpots=[fewer], tables=[deuces_table("W1")], opened=False)
    more = Meter(row="2-wild-cards", seed=500_000, reseed=500, rate=50_000)
    house.do(c.ChangeJackpot(jackpot=msgspec.structs.replace(WILDS, meters=(*fewer.meters, more))), *PAIR)
    document = report(house, "jackpots")
    assert alarms(document) == []
    found = moves(house, "Meter for 2 wild cards")
    assert found["Seed"]["Meter"] == 500_000 * CENT
    assert added_up(found) == ends(found)
    [said] = [str(each["What"]) for each in rows(document, "Every change explained", "Meter for 2 wild cards")]
    assert said == "Parameters of wilds change: meter 2-wild-cards begins with a seed of $5,000"
    house.close()


def test_bjs_5_what_the_house_pays_for_voided_wagers_is_in_the_reports(tmp_path: Path) -> None:
    """Five wagers of a dollar in Washington, 20 and 5 cents of each: $1.25 stays on the meter."""
    house = sqlite_house(tmp_path / "floor.db").build(
        "washington-commercial", jackpots=[ATTACK], tables=[attack_table("A1")]
    )
    number = house.tabulate("A1", 1, 2, 3, 4, 5)
    house.do(c.VoidRound(table="A1", round=number, reason="misdeal"), "sato")
    for name in ("day", "jackpots"):
        document = report(house, name)
        voided = row(document, "Voided wagers", Progressive="Attack")
        assert (voided["Rounds"], voided["Wagers"], voided["Taken back"]) == (1, 5, 0)
        assert voided["Paid by the house"] == 125 * CENT
    assert house.fund("attack", "borne") == 125 * CENT
    steps = rows(report(house, "jackpots"), "Every change explained")
    assert (steps[-1]["Change"], "$1.25 paid by the house" in str(steps[-1]["What"])) == (0, True)
    house.close()


class Sequence:
    """Presses, cap changes, added rows, voids, hits, adjustments, deposits and closes, as chance has them."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.draw = random.Random(seed)
        self.jackpots = {"attack": ATTACK, "wilds": FEWER}

    def step(self) -> None:
        kind = self.draw.choice(["press"] * 6 + ["void", "hit", "cap", "row", "adjust", "deposit", "later", "close"])
        try:
            getattr(self, kind)()
        except HousewayError as refusal:
            assert refusal.code not in ("command-fault",), refusal

    def press(self) -> None:
        table = self.draw.choice(["A1", "W1"])
        for _ in range(self.draw.randrange(1, 12)):
            self.house.tabulate(table, *range(1, self.draw.randrange(2, 7)))

    def void(self) -> None:
        table = self.draw.choice(["A1", "W1"])
        number = self.house.tabulate(table, 1, 2)
        self.house.do(c.VoidRound(table=table, round=number, reason="misdeal"), "sato")

    def hit(self) -> None:
        table, wager, event = self.draw.choice(
            [
                ("A1", "jackpot", HEARTS),
                ("W1", "bonus-jackpot", "3-wild-cards"),
                ("W1", "bonus-jackpot", "4-wild-cards"),
            ]
        )
        self.house.tabulate(table, 1)
        [hit] = self.house.claim(table, (1, wager, event))
        if self.draw.randrange(2):
            self.house.settle_hit(hit)
        else:
            self.house.reject(hit)

    def _change(self, jackpot: Any) -> None:
        if self.draw.randrange(2):
            self.house.shut()
        self.house.do(c.ChangeJackpot(jackpot=jackpot), *PAIR)
        self.jackpots[jackpot.id] = jackpot

    def cap(self) -> None:
        try:
            if self.draw.randrange(2):
                cap = self.house.shown("attack") + self.draw.choice([0, 5, 40, 10_000])
                self._change(changed(self.jackpots["attack"], cap=cap))
            else:
                cap = self.house.shown("wilds", "3-wild-cards") + self.draw.choice([0, 7, 100])
                self._change(changed(self.jackpots["wilds"], "3-wild-cards", cap=cap))
        finally:
            self._reopen()

    def row(self) -> None:
        self.house.shut()
        try:
            self._change(WILDS)
        finally:
            self._reopen()

    def _reopen(self) -> None:
        for table in ("A1", "W1"):
            if table not in self.house.floor.property.open:
                self.house.open(table)

    def adjust(self) -> None:
        self.house.number += 1
        name = f"M{self.house.number}"
        self.house.do(c.ReportMalfunction(malfunction=name, what="a wrong amount"), "tell")
        to = self.house.shown("attack") + self.draw.choice([-500, -3, 2, 300])
        memo = f"memo {name}"
        self.house.do(
            c.AdjustMeter(jackpot="attack", to=to, reason="malfunction", document=memo, malfunction=name),
            "cole",
            "sato",
        )

    def deposit(self) -> None:
        self.house.deposit_all(self.draw.choice(["attack", "wilds"]))

    def later(self) -> None:
        self.house.at += self.draw.choice([HOUR, 7 * HOUR, DAY])

    def close(self) -> None:
        [first, *_] = unclosed(self.house.floor.property, self.house.at)
        self.house.do(c.CloseDay(day=first), "cole", "sato")


SECTIONS = ("Attack", "Meter for 5 wild cards", "Meter for 3 wild cards", "Meter for 2 wild cards")


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize("profile", ["plain", "washington-commercial"])
def test_wa_14_whatever_happens_every_movement_is_explained_and_none_is_invented(
    tmp_path: Path, profile: Any, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = sqlite_house(tmp_path / "floor.db").build(
        profile, jackpots=[ATTACK, FEWER], tables=[attack_table("A1"), deuces_table("W1")], opened=False
    )
    house.open("A1")
    sequence = Sequence(house, seed)
    for number in range(60):
        sequence.step()
        if number == 9:
            house.deposit_all("attack")
            house.deposit_all("wilds")
            sequence.row()
    days = [f"2024-05-{day:02}" for day in range(1, 29)]
    days = [day for day in days if day <= house.today]
    before: dict[str, dict[str, Row]] = {}
    together: dict[tuple[str, str, str], int] = {}
    wagers: dict[tuple[str, str], int] = {}
    for day in days:
        document = report(house, "jackpots", day)
        assert alarms(document) == [], day
        for section in SECTIONS:
            if not tables(document, "Movements", section):
                continue
            found = {str(each["Cause"]): each for each in rows(document, "Movements", section)}
            assert "Unexplained movement" not in found
            assert added_up(found) == ends(found), (day, section)
            if section in before:
                assert {**before[section]["Ending"], "Cause": ""} == {**found["Beginning"], "Cause": ""}
            before[section] = found
            for cause, part in ((cause, part) for cause in found for part in PARTS):
                together[section, cause, part] = together.get((section, cause, part), 0) + int(str(found[cause][part]))
            for each in (each for table in tables(document, "Contributions", section) for each in table):
                key = section, str(each["Table"])
                wagers[key] = wagers.get(key, 0) + int(str(each["Count"]))
            steps = rows(document, "Every change explained", section)
            told = sum(int(str(each["Change"])) for each in steps)
            assert told == int(str(found["Ending"]["Meter"])) - int(str(found["Beginning"]["Meter"])), (day, section)
    assert int(str(before["Attack"]["Ending"]["Meter"])) // CENT == house.shown("attack")
    monkeypatch.setattr(books, "DAYS_READ", 1)
    whole = report(house, "jackpots", days[0], days[-1])
    assert alarms(whole) == []
    for section in SECTIONS:
        found = {str(each["Cause"]): each for each in rows(whole, "Movements", section)}
        assert added_up(found) == ends(found) == ends(before[section])
        for cause, part in ((cause, part) for cause in found if cause not in ("Beginning", "Ending") for part in PARTS):
            assert int(str(found[cause][part])) == together[section, cause, part], (section, cause, part)
        steps = rows(whole, "Every change explained", section)
        told = sum(int(str(each["Change"])) for each in steps)
        assert told == int(str(found["Ending"]["Meter"])) - int(str(found["Beginning"]["Meter"]))
        for each in steps:
            if each["Displayed after"] is not None:
                assert each["Displayed after"] == int(str(each["Displayed before"])) + int(str(each["Change"]))
        for each in (each for table in tables(whole, "Contributions", section) for each in table):
            assert int(str(each["Count"])) == wagers[section, str(each["Table"])]
    # What closes carry is what every single entry gives.
    closed = [report(house, name, days[0], days[-1]) for name in ("counts", "meters", "malfunctions")]
    for module in (closed_counts, tallies):
        monkeypatch.setattr(module, "table_days", lambda reader, table: None)
    assert closed == [report(house, name, days[0], days[-1]) for name in ("counts", "meters", "malfunctions")]
    house.sound()
    house.close()


# -- a closed day


def _lasting(house: House, name: str) -> list[Any]:
    """A report without what is of the moment of printing: the journal's heads, and counters as they stand."""
    return [
        (titles, piece)
        for titles, piece in report(house, name).pieces()
        if "Journal" not in titles and getattr(piece, "title", "") != "Counters as they stand now"
    ]


def test_wa_9_the_report_of_a_closed_day_never_changes(attack: House) -> None:
    attack.play("A1", 3, 1, 2)
    [hit] = attack.claim("A1", (1, "jackpot", "queen-of-hearts-pair-w-dealer-blackjack"))
    attack.at = ENDS + HOUR
    attack.close_day(FIRST)
    names = ("day", "jackpots", "counts", "meters")
    before = {name: _lasting(attack, name) for name in names}
    assert row(report(attack, "day"), "Open at the cut-off")["What"] == f"Hit {hit.id}"
    attack.play("A1", 4, 1, 2, 3)
    attack.settle_hit(hit)
    attack.deposit_all("attack")
    attack.shut()
    attack.close_day(SECOND)
    for name in names:
        assert _lasting(attack, name) == before[name], name
    assert "figures of 2024-05-02 06:00:00 PDT" in str(report(attack, "day").facts.facts)


def test_wa_9_money_of_the_evening_is_of_its_own_gaming_day(attack: House) -> None:
    attack.at = START + 10 * HOUR
    attack.play("A1", 2, 1)
    attack.at = ENDS + HOUR
    attack.play("A1", 1, 1)
    attack.close_day(FIRST)
    accrual = {
        day: row(report(attack, "day", day), "Accrual of progressives", Progressive="Attack") for day in (FIRST, SECOND)
    }
    assert (accrual[FIRST]["Wagers"], accrual[FIRST]["Accrual"]) == (2, 50 * CENT)
    assert (accrual[SECOND]["Wagers"], accrual[SECOND]["Accrual"]) == (1, 25 * CENT)
    due = rows(report(attack, "escrow"), "Deposits due")
    assert [(each["Due since"], each["Amount"]) for each in due] == [
        ("2024-05-02 06:00:00 PDT", (100_000 + 50) * CENT),
        ("2024-05-03 06:00:00 PDT", 25 * CENT),
    ]
    assert "Not closed yet" in " ".join(alarms(report(attack, "day", SECOND)))
    assert texts(report(attack, "day", FIRST))
