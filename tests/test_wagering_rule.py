"""The rule on a player's wagers together: the edition's own, or the one that the room's jurisdiction brings."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.errors import HousewayError
from houseway.rulebook.rule_errors import BadAmount
from houseway.table.records.record import encode, record
from houseway.table.setup import Setup
from houseway.table.table_errors import BadSetup, WagerRefused
from houseway.table.wagers import accept_wagers
from tests.rounds import play_round

FOURTH = {"clause": "WAC 230-15-040", "over": 500, "most-over": 3}
POSTED = {"bonus-jackpot": {"5-wild-cards": "$1,000"}}
FOUR = {"ante": 1000, "three-card-treasure": 1000, "five-card-fortune": 1000, "bonus-jackpot": 600}


def deuces(edition: str = "2017", **choices: Any) -> Setup:
    return houseway.game("deuces-wild").setup(edition, posted=POSTED, fixed={"bonus-jackpot": 600}, **choices)


@pytest.mark.clause("deuces-wild", "BJS-8", "DW-12")
def test_a_commercial_room_brings_the_fourth_wager_rule_to_an_edition_without_it() -> None:
    assert accept_wagers(deuces(), FOUR) == FOUR
    with pytest.raises(WagerRefused, match="at most 3") as refused:
        accept_wagers(deuces(wagering=FOURTH), FOUR)
    assert refused.value.clause == "WAC 230-15-040"
    assert refused.value.remedy == (
        "bring one of Ante, Three Card Treasure, Five Card Fortune, Bonus Jackpot down to $5"
    )
    nearest = {**FOUR, "five-card-fortune": 500}
    assert accept_wagers(deuces(wagering=FOURTH), nearest) == nearest


@pytest.mark.clause("deuces-wild", "footnote 3", "DW-12")
def test_a_tribal_room_has_no_fourth_wager_rule_even_in_the_2010_edition() -> None:
    with pytest.raises(WagerRefused) as refused:
        accept_wagers(deuces("2010"), FOUR)
    assert refused.value.clause == "footnote 3"
    free = deuces("2010", wagering={})
    assert free.wagering is None
    assert accept_wagers(free, FOUR) == FOUR
    assert houseway.postings(free).notices == []


@pytest.mark.clause("dueling", "DD-7", "introduction 2")
def test_four_spots_and_the_fourth_wager_hold_together() -> None:
    game = houseway.game("dueling")
    both = game.setup(wagering={**FOURTH, "most": 4})
    five = {"player": 500, "tie-plus": 500, "combo-bet": 500, "tie-after-tie": 100, "two-plus-two": 100}
    with pytest.raises(WagerRefused, match="at most 4"):
        accept_wagers(both, five)
    three = {"player": 1000, "tie-plus": 1000, "combo-bet": 1000}
    assert accept_wagers(both, three) == three
    assert [notice.clause for notice in houseway.postings(both).notices] == ["WAC 230-15-040"] * 2
    # Left alone, the edition's own rule holds.
    with pytest.raises(WagerRefused) as refused:
        accept_wagers(game.setup(), five)
    assert refused.value.clause == "introduction 2"


@pytest.mark.clause("deuces-wild", "BJS-8")
def test_later_wagers_on_the_same_hand_do_not_count() -> None:
    """Three wagers over $5 before the deal, then Play and Raise of $10 and $20: nothing is refused."""
    round_ = play_round(
        "deuces-wild",
        {1: {"ante": 1000, "three-card-treasure": 1000, "five-card-fortune": 1000}},
        "Kc 5c 9h 5d Jd 5h 3s 8c 8d",
        [(1, "declare"), (1, "play"), (1, "raise"), (1, [1])],
        wagering={**FOURTH, "most": 3},
    )
    assert [line.stake for line in round_.lines if line.wager in ("play", "raise")] == [1000, 2000]


@pytest.mark.clause("triple-attack", "BJS-8")
def test_each_jackpot_sensor_counts_as_one_wager() -> None:
    setup = houseway.game("triple-attack").setup(wagering={"clause": "WAC 230-15-040", "most": 2})
    assert len(accept_wagers(setup, {"first-attack": 500, "jackpot": 100})) == 2
    with pytest.raises(WagerRefused, match="3 wagers"):
        accept_wagers(setup, {"first-attack": 500, "jackpot": 100, "jackpot-2": 100})


@pytest.mark.parametrize("wagering", [{}, FOURTH, {"clause": "x", "most": 4}, {**FOURTH, "most": 4}, None])
def test_the_rule_is_kept_with_the_table_and_its_records(wagering: dict[str, Any] | None) -> None:
    setup = deuces("2010", wagering=wagering)
    assert setup.as_dict().get("wagering") == wagering
    again = Setup(setup.edition, **setup.as_dict())
    assert again.wagering == setup.wagering
    assert again.as_dict() == setup.as_dict()


def test_a_record_replays_under_its_own_rule() -> None:
    """2010, four wagers over $5 in a room without the rule: only the record's own rule lets it be played again."""
    round_ = play_round(
        "deuces-wild",
        {1: FOUR},
        "Kc 5c 9h 5d Jd 5h 3s 8c 8d",
        [(1, "declare"), (1, "play"), (1, "raise"), (1, [1])],
        edition="2010",
        posted=POSTED,
        fixed={"bonus-jackpot": 600},
        wagering={},
    )
    data = record(round_)
    assert data["wagering"] == {}
    assert houseway.replay(data) is None
    assert houseway.replay(encode(data)) is None
    del data["wagering"]
    with pytest.raises(WagerRefused):
        houseway.replay(data)


@pytest.mark.parametrize(
    ("wagering", "error"),
    [
        ({"most": 4}, BadSetup),
        ({"clause": "x"}, BadSetup),
        ({"clause": " ", "most": 4}, BadSetup),
        ({"clause": 1, "most": 4}, BadSetup),
        ({"clause": "x", "over": 500}, BadSetup),
        ({"clause": "x", "most-over": 3}, BadSetup),
        ({"clause": "x", "most": 0}, BadSetup),
        ({"clause": "x", "most": True}, BadSetup),
        ({"clause": "x", "most": 4.0}, BadSetup),
        ({"clause": "x", "over": 500, "most-over": -1}, BadSetup),
        ({"clause": "x", "over": -500, "most-over": 3}, BadAmount),
        ({"clause": "x", "most": 4, "least": 1}, BadSetup),
        ({1: 2}, BadSetup),
        (["most"], BadSetup),
        (4, BadSetup),
    ],
)
def test_a_rule_that_cannot_be_read_is_refused(wagering: Any, error: type[HousewayError]) -> None:
    with pytest.raises(error):
        deuces(wagering=wagering)
