"""The jackpot is offered in conjunction with the Four Card Bonus: a table without that wager offers none (TCS-7)."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.compliance.check import check
from houseway.registry import settle
from houseway.rulebook.fingerprints import first_play
from houseway.table.records.record import record
from houseway.table.table_errors import BadSetup
from tests.compliance.changes import configured, drop, put, together
from tests.rounds import play_round

GAME = "three-card-split"
BONUS: dict[str, Any] = {"posted": {"jackpot": {"four-aces": "$5,000"}}, "minimums": {"jackpot": 500}}
BARE = ["primary", "three-card-bonus", "jackpot"]


@pytest.mark.clause(GAME, "appendix D wager", "TCS-7")
@pytest.mark.parametrize("qualifying", ["four-card-bonus", "jackpot"])
def test_a_table_without_the_four_card_bonus_offers_no_jackpot_whichever_wager_qualifies(qualifying: str) -> None:
    game = houseway.game(GAME)
    with pytest.raises(BadSetup) as refused:
        game.setup(wagers=BARE, options={"qualifying": qualifying}, **BONUS)
    assert refused.value.clause == "appendix D wager"
    assert "Four Card Bonus" in refused.value.message
    assert (
        "jackpot" in game.setup(wagers=[*BARE, "four-card-bonus"], options={"qualifying": qualifying}, **BONUS).wagers
    )
    assert "jackpot" not in game.setup(wagers=["primary", "three-card-bonus"]).wagers


@pytest.mark.clause(GAME, "appendix D wager", "TCS-7")
def test_a_configuration_with_a_jackpot_and_no_four_card_bonus_is_refused() -> None:
    wrong = together(
        drop("tables T4 wagers four-card-bonus"),
        put("tables T4 options qualifying", "jackpot"),
    )
    found = check(configured("washington", wrong))
    assert ("setup", "Three Card Split Pai Gow Poker v5, appendix D wager") in {(one.rule, one.cite) for one in found}


def test_a_record_of_behaviour_1_from_such_a_table_still_settles() -> None:
    """Release 0.1 dealt it: what was paid then is paid for ever."""
    placed = {2: {"primary": 1000, "jackpot": 500}}
    choices: dict[str, Any] = {"options": {"qualifying": "jackpot", "tabulator": "off"}, **BONUS}
    now = record(play_round(GAME, placed, "Ks 9c 9d 8c 8d Qs 2s", [(2, "house-way")], **choices))
    then = {**now, "behaviour": 1, "play": first_play(GAME, "v5"), "wagers": BARE}
    assert settle(then).lines == settle(now).lines
    with pytest.raises(BadSetup):
        settle({**now, "wagers": BARE})


def test_the_field_is_no_part_of_what_release_0_1_was_approved_with() -> None:
    edition = houseway.game(GAME).edition()
    assert edition.fingerprint_under(1) == first_play(GAME, "v5")
    assert edition.wagers["jackpot"].beside == ("four-card-bonus",)
