"""A configured table as it opens: schemes, posted rows, fixed wagers, and the rules of its jurisdiction."""

from __future__ import annotations

import pytest

from houseway.compliance.configuration import Property
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.table.setup import Setup
from houseway.table.table_errors import BadSetup, WagerRefused
from houseway.table.wagers import accept_wagers
from tests.compliance.changes import configured, drop, put


def opened(house: Property, id: str) -> Setup:
    table = house.table(id)
    assert table is not None
    return setup_of(table, {jackpot.id: jackpot for jackpot in house.jackpots}, settings_of(house, id))


def test_two_jackpots_are_two_progressives_with_their_own_paytables() -> None:
    setup = opened(configured("washington"), "T1")
    assert setup.schemes == {"jackpot": "progressive", "jackpot-2": "progressive"}
    assert setup.paytables["jackpot"].id == "PT-BJS-TA-JP-01"
    assert setup.paytables["jackpot-2"].id == "PT-BJS-TA-JP-04"
    assert setup.meters == ("jackpot", "jackpot-2")


def test_a_row_with_its_own_meter_pays_all_of_it() -> None:
    setup = opened(configured("washington"), "T4")
    assert setup.paytables["jackpot"].rows[0].pay.text == "100%"
    assert setup.meters == ("jackpot/four-aces",)
    assert setup.envy["jackpot"]["four-aces"].text == "$100"
    assert setup.minimums == {"jackpot": 500}


def test_a_bonus_posts_its_row_and_has_the_notice() -> None:
    setup = opened(configured("washington"), "T3")
    assert setup.schemes == {"bonus-jackpot": "bonus"}
    assert setup.paytables["bonus-jackpot"].rows[0].pay.returned(100) == 1_000_000
    assert setup.notice and setup.notice.startswith("Bonus Jackpot prizes are paid by the casino")
    assert setup.equipment and setup.equipment.model == "andromeda-1"
    assert setup.aggregate == {"five-card-fortune": 500_000}


def test_the_fixed_wager_is_the_jackpots() -> None:
    assert opened(configured("tribal"), "P1").fixed_amount("bonus-jackpot") == 200


def test_the_fourth_wager_is_held_to_five_dollars_in_a_commercial_room_only() -> None:
    # WAC 230-15-040 comes from the profile: the edition of 2017 does not say it.
    placed = {"ante": 1000, "three-card-treasure": 600, "five-card-fortune": 600, "bonus-jackpot": 600}
    with pytest.raises(WagerRefused) as refused:
        accept_wagers(opened(configured("washington", put("jackpots daily wager", 600)), "T3"), placed)
    assert refused.value.clause == "WAC 230-15-040"
    assert accept_wagers(opened(configured("tribal", put("jackpots daily wager", 600)), "P1"), placed) == placed


def test_the_footnote_of_2010_holds_only_where_the_rule_does() -> None:
    house = configured("tribal", put("tables P1 edition", "2010"), put("jackpots daily wager", 600))
    placed = {"ante": 1000, "three-card-treasure": 600, "five-card-fortune": 600, "bonus-jackpot": 600}
    assert accept_wagers(opened(house, "P1"), placed) == placed


def test_four_wagers_in_dueling_hold_everywhere() -> None:
    # DD-7: the edition's own number, whatever the jurisdiction.
    five = {"player": 500, "tie-plus": 100, "combo-bet": 100, "tie-after-tie": 100, "two-plus-two": 100}
    for name in ("washington-commercial", "washington-tribal", "plain"):
        with pytest.raises(WagerRefused, match="at most 4"):
            accept_wagers(opened(configured("washington", put("profile", name)), "T5"), five)


def test_four_wagers_in_triple_attack_hold_in_a_commercial_room() -> None:
    five = {"first-attack": 500, "suited-royals": 100, "double-match-up": 100, "jackpot": 100, "jackpot-2": 100}
    with pytest.raises(WagerRefused, match="at most 4"):
        accept_wagers(opened(configured("washington"), "T1"), five)
    assert accept_wagers(opened(configured("washington", put("profile", "plain")), "T1"), five) == five


@pytest.mark.parametrize(("day", "whole"), [("2021-06-13", False), ("2021-06-14", True)])
def test_a_bonus_prize_is_whole_to_each_winner_from_june_2021(day: str, whole: bool) -> None:
    assert opened(configured("washington", put("on", day)), "T5").whole is whole


def test_a_table_that_names_no_known_jackpot_does_not_open() -> None:
    with pytest.raises(BadSetup, match="no such jackpot"):
        opened(configured("washington", drop("jackpots daily")), "T3")
    with pytest.raises(BadSetup, match="not offered"):
        opened(configured("washington", drop("tables T3 wagers bonus-jackpot")), "T3")
