"""Counting at its edges: the last microsecond of an hour, papers that are blank, findings that are several."""

from __future__ import annotations

import msgspec

from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotCompliant, ReferenceMissing, StuckSensor
from tests.floor.houses import ATTACK, HOUR, LICENCES, PAIR, SECOND_ATTACK, House, attack_table


def press(house: House, at: int) -> None:
    round_ = house.floor.table("A1").round + 1
    house.do(c.Tabulate(table="A1", round=round_, picture={"1": (1,)}), "panel:A1", at=at)


def test_lab_1_a_position_counted_too_often_stops_until_the_hour_is_over(empty: House) -> None:
    empty.build(jackpots=[msgspec.structs.replace(ATTACK, unreasonable=3)], tables=[attack_table("A1")])
    begins = (empty.at // HOUR + 1) * HOUR
    for at in (begins, begins + 1, begins + HOUR - 2):
        press(empty, at)
    last = c.Tabulate(table="A1", round=4, picture={"1": (1,)})
    empty.refused(StuckSensor, last, "panel:A1", at=begins + HOUR - 1)
    # Another position of the same sensor was not.
    empty.do(c.Tabulate(table="A1", round=4, picture={"1": (2,)}), "panel:A1", at=begins + HOUR - 1)
    press(empty, begins + HOUR)


def test_lab_1_what_was_counted_in_the_hour_before_says_nothing_of_this_one(empty: House) -> None:
    empty.build(jackpots=[msgspec.structs.replace(ATTACK, unreasonable=1)], tables=[attack_table("A1")])
    begins = (empty.at // HOUR + 1) * HOUR
    press(empty, begins)
    again = c.Tabulate(table="A1", round=2, picture={"1": (1,)})
    empty.refused(StuckSensor, again, "panel:A1", at=begins + HOUR - 1)
    press(empty, begins + HOUR)


def test_a_paper_inside_a_record_is_named_by_its_own_name(house: House) -> None:
    blank = c.AddLicence(licence=msgspec.structs.replace(LICENCES[0], number=" "))
    refusal = house.refused(ReferenceMissing, blank, *PAIR)
    assert refusal.message.endswith("names no number")
    assert refusal.remedy == "give the number, not a blank"


def test_a_configuration_with_several_faults_names_the_first_and_counts_the_rest(commercial: House) -> None:
    full = attack_table("A9")
    for posts, end in (((), "limits are not posted, and 5 more"), (full.posts[1:], "limits are not posted")):
        add = c.AddTable if "A9" not in commercial.floor.property.tables else c.ChangeTable
        commercial.do(add(table=msgspec.structs.replace(full, posts=posts)), *PAIR)
        assert commercial.refused(NotCompliant, c.OpenTable(table="A9"), "sato").message.endswith(end)


def test_the_same_chips_count_for_what_the_table_counts_now(empty: House) -> None:
    """What a picture comes to is worked out once: for the table as it is, not as it was when it last lay so."""
    empty.build(jackpots=[ATTACK, SECOND_ATTACK], tables=[attack_table("A1", two=True)])
    picture: dict[str, tuple[int, ...]] = {"1": (1, 2)}

    def fed(round_: int) -> set[str]:
        press = c.Tabulate(table="A1", round=round_, picture=picture)
        counted = empty.do(press, "panel:A1")["counted"]
        *_, entry = empty.floor.journal.read("table/A1")
        assert entry.counted == (("A1/1", (1, 2)),)
        return {*counted, *(account.partition(":")[0] for account, _ in entry.postings)}

    assert fed(1) == fed(2) == {"jackpot", "attack"}
    empty.do(c.CloseTable(table="A1"), "sato")
    # The sensors are connected the other way round.
    turned = msgspec.structs.replace(attack_table("A1", two=True), sensors={"jackpot": 2, "jackpot-2": 1})
    empty.do(c.ChangeTable(table=turned), *PAIR)
    empty.do(c.OpenTable(table="A1"), "sato")
    assert fed(3) == {"jackpot-2", "attack-two"}
