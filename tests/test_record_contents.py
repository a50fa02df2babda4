"""What a record says of its table and its decisions: enough to settle it, with nothing taken from another wager."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import houseway
from houseway.registry import replay, settle
from houseway.table.table_errors import BadRecord, BadSetup
from houseway.table.variety import VariedRound, varied_records

GAMES = ("deuces-wild", "dueling", "three-card-split", "triple-attack")


@pytest.mark.parametrize("slug", GAMES)
def test_every_wager_has_its_table_its_fixed_amount_and_its_minimum_in_every_record(slug: str) -> None:
    game = houseway.game(slug)
    for number in range(60):
        dealt = VariedRound(game, 3, number)
        setup = dealt.setup
        made = dealt.record(dealt.play())
        for wager in made["wagers"]:
            if setup.edition.paytable_ids(wager):
                assert made["paytables"][wager] == setup.paytables[wager].id
            assert made.get("fixed", {}).get(wager) == setup.fixed_amount(wager)
            needs = setup.wager(wager).needs
            if setup.wager(wager).kind == "jackpot" and needs is not None and needs.option:
                assert made["minimums"][wager] == setup.minimums.get(wager, 1)


def _attack(**choices: Any) -> dict[str, Any]:
    """A round of Triple Attack in which both Double Matches and both jackpots win."""
    game = houseway.game("triple-attack")
    setup = game.setup(**choices)
    round_ = houseway.Round(game, setup, [1], houseway.RecordedShoe(houseway.parse_cards("Kh Ks Kh Kd")))
    wagers = {"first-attack": 500, "double-match-up": 500, "double-match-down": 500, "jackpot": 100, "jackpot-2": 100}
    round_.play_out({1: wagers}, lambda _, ask: ask.default, {"jackpot": 5, "jackpot-2": 5})
    return houseway.record(round_)


def test_ta_9_the_second_double_match_and_the_second_jackpot_name_their_own_tables() -> None:
    first = {"double-match-up": "PT-FLT-TA-DM-02", "jackpot": "PT-BJS-TA-JP-03"}
    made = _attack(paytables=first)
    assert made["paytables"]["double-match-down"] == "PT-FLT-TA-DM-02"
    assert made["paytables"]["jackpot-2"] == "PT-BJS-TA-JP-03"
    assert made["fixed"] == {"jackpot": 100, "jackpot-2": 100}
    own = _attack(paytables={**first, "double-match-down": "PT-FLT-TA-DM-01", "jackpot-2": "PT-BJS-TA-JP-04"})
    paid = [{line["wager"]: line["pays"] for line in each["lines"]} for each in (made, own)]
    assert paid[0]["double-match-down"] != paid[1]["double-match-down"]
    assert replay(made) is None and replay(own) is None


def test_a_record_of_0_1_takes_what_it_left_out_from_the_other_wager_as_it_did_then() -> None:
    made = _attack(paytables={"double-match-up": "PT-FLT-TA-DM-02", "jackpot": "PT-BJS-TA-JP-03"})
    then = copy.deepcopy(made)
    then["paytables"] = {slug: then["paytables"][slug] for slug in ("suited-royals", "double-match-up", "jackpot")}
    del then["fixed"]
    assert replay(then) is None


def test_a_later_wager_may_name_its_table_and_only_the_one_it_is_paid_by() -> None:
    game = houseway.game("deuces-wild")
    assert game.setup(paytables={"raise": "C", "ante": "C"}).paytables["raise"].id == "C"
    for wrong in ({"raise": "B", "ante": "C"}, {"play": "B"}):
        with pytest.raises(BadSetup, match="is paid by the paytable of ante"):
            game.setup(paytables=wrong)


def _split() -> dict[str, Any]:
    game = houseway.game("triple-attack")
    return next(
        made
        for made in varied_records(game, (1, 2), seed=9, rounds=2_000)
        if any(decision.get("hand") == 3 for decision in made["decisions"])
    )


def test_ta_6_a_decision_on_a_split_hand_says_which_hand_it_plays() -> None:
    made = _split()
    playing = [decision for decision in made["decisions"] if decision["ask"] == "play"]
    assert {decision["hand"] for decision in playing} >= {1, 2, 3}
    assert all("hand" not in decision for decision in made["decisions"] if decision["ask"] != "play")
    assert replay(made) is None
    # Each answer is about the hand that is asked: another one's number is refused, and one left out is not missed.
    for decision in playing:
        right = decision.pop("hand")
        assert replay(made) is None
        decision["hand"] = right % 4 + 1
        with pytest.raises(BadRecord, match=f"is asked play for hand {right}"):
            settle(made)
        decision["hand"] = right


def test_a_decision_of_a_game_without_split_hands_has_no_hand() -> None:
    war = {
        "game": "dueling",
        "seats": [{"seat": 1, "wagers": {"player": 500}}],
        "cards": ["9h", "9s", "??", "??", "??", "Kd", "2c"],
        "decisions": [{"seat": 1, "ask": "war", "hand": 2, "answer": "war"}],
    }
    with pytest.raises(BadRecord, match="seat 1's war for hand 2, but seat 1 is asked war"):
        settle(war)
