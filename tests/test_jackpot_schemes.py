"""Bonus and progressive jackpots as a table's setup: one kind, its display, its equipment."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import houseway
from houseway.table.setup import Setup
from houseway.table.shown.postings import PostedJackpot, Postings
from houseway.table.table_errors import BadSetup, WagerRefused
from houseway.table.wagers import accept_wagers
from tests.rounds import brief, play_round

NOTICE = (
    "Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest. "
    "Player wagers do not accrue to any guaranteed player fund. The displayed Bonus Jackpot prize may be modified or "
    "discontinued at any time without prior notice."
)
BOTH = ["first-attack", "jackpot", "jackpot-2"]


def _triple_attack(**choices: Any) -> Setup:
    return houseway.game("triple-attack").setup(wagers=BOTH, **choices)


@pytest.mark.clause("triple-attack", "jackpots 3", "jackpots 4", "BJS-2")
def test_a_progressive_beside_a_bonus_jackpot_is_refused() -> None:
    with pytest.raises(BadSetup, match="all bonus or all progressive"):
        _triple_attack(schemes={"jackpot": "bonus", "jackpot-2": "progressive"})
    # One named, the other left at its default, is the same mixture.
    with pytest.raises(BadSetup, match="all bonus or all progressive"):
        _triple_attack(schemes={"jackpot": "progressive"})
    assert _triple_attack(schemes={"jackpot": "progressive", "jackpot-2": "progressive"}).schemes == {
        "jackpot": "progressive",
        "jackpot-2": "progressive",
    }


def test_a_bonus_jackpot_stands_still_under_its_notice() -> None:
    posted = houseway.postings(_triple_attack())
    assert posted.jackpots["jackpot"] == PostedJackpot(scheme="bonus", moves=False)
    assert posted.notice == NOTICE


def test_a_progressive_moves_and_carries_no_bonus_notice() -> None:
    posted = houseway.postings(_triple_attack(schemes={"jackpot": "progressive", "jackpot-2": "progressive"}))
    assert posted.jackpots["jackpot-2"] == PostedJackpot(scheme="progressive", moves=True)
    assert posted.notice is None


@pytest.mark.clause("triple-attack", "jackpots progressive (2)", "appendix D note 3")
def test_every_cent_of_a_percent_prize_is_accounted_for() -> None:
    """Two pairs of queens against a suited blackjack in hearts: the meter pays the first, the house the second."""
    round_ = play_round(
        "triple-attack",
        {1: {"first-attack": 500, "jackpot": 100}, 2: {"first-attack": 500, "jackpot": 100}},
        "Qh Qh Ah Qh Qh Kh",
        [(1, "pass"), (2, "pass"), (1, "pass"), (2, "pass"), (1, "pass"), (2, "pass")],
        {"jackpot": 123_457},
    )
    jackpots = [line for line in round_.lines if line.wager == "jackpot"]
    assert [(line.seat, line.returned, line.meter) for line in jackpots] == [(1, 123_457, 123_457), (2, 123_457, 0)]


def test_what_a_display_shows_is_plain_data_and_nothing_else() -> None:
    """A display takes no input and decides nothing: it is given texts and amounts, the same for the same table."""
    setup = _triple_attack()
    posted = houseway.postings(setup)
    assert msgspec.json.decode(msgspec.json.encode(posted), type=Postings) == posted
    assert houseway.postings(setup) == posted


def test_the_lit_sign_names_the_game() -> None:
    assert houseway.postings(houseway.game("deuces-wild").setup("2010")).sign == "Deuces Wild"


@pytest.mark.clause("deuces-wild", "footnote 3", "BJS-8", "DW-12")
def test_2010_a_fourth_wager_is_at_most_five_dollars() -> None:
    posted = {"bonus-jackpot": {"5-wild-cards": "$1,000"}}
    wagers = {"ante": 1000, "three-card-treasure": 1000, "five-card-fortune": 1000, "bonus-jackpot": 100}
    game = houseway.game("deuces-wild")
    older = game.setup("2010", posted=posted)
    assert accept_wagers(older, wagers) == wagers
    dear = game.setup("2010", posted=posted, fixed={"bonus-jackpot": 600})
    with pytest.raises(WagerRefused) as refused:
        accept_wagers(dear, {**wagers, "bonus-jackpot": 600})
    assert refused.value.clause == "footnote 3"
    # Five dollars exactly is not over five dollars; and the 2017 edition has no such footnote.
    five = game.setup("2010", posted=posted, fixed={"bonus-jackpot": 500})
    assert accept_wagers(five, {**wagers, "bonus-jackpot": 500})["bonus-jackpot"] == 500
    newer = game.setup("2017", posted=posted, fixed={"bonus-jackpot": 600})
    assert accept_wagers(newer, {**wagers, "bonus-jackpot": 600})["bonus-jackpot"] == 600


def test_a_row_with_its_own_meter_makes_the_jackpot_a_progressive() -> None:
    game = houseway.game("deuces-wild")
    posted = {"bonus-jackpot": {"5-wild-cards": "100%"}}
    assert game.setup(posted=posted).schemes == {"bonus-jackpot": "progressive"}
    with pytest.raises(BadSetup, match="meter of its own"):
        game.setup(posted=posted, schemes={"bonus-jackpot": "bonus"})
    with pytest.raises(BadSetup, match="moves with each wager"):
        game.setup(posted=posted, equipment="milky-way")


@pytest.mark.clause("deuces-wild", "DW-8", "BJS-2")
def test_the_bonus_rows_of_a_table_are_posted_in_one_way() -> None:
    rows = {"5-wild-cards": "100%", "4-wild-cards": "$500", "3-wild-cards": "$40", "2-wild-cards": "$5"}
    with pytest.raises(BadSetup, match="4-wild-cards differs"):
        houseway.game("deuces-wild").setup(paytables={"bonus-jackpot": "D"}, posted={"bonus-jackpot": rows})


@pytest.mark.parametrize("schemes", [{"ante": "bonus"}, {"bonus-jackpot": "raffle"}, {"nothing": "bonus"}])
def test_an_unknown_scheme_or_jackpot_is_refused(schemes: dict[str, str]) -> None:
    with pytest.raises(BadSetup):
        houseway.game("deuces-wild").setup(posted={"bonus-jackpot": {"5-wild-cards": "$100"}}, schemes=schemes)


def test_a_second_jackpot_pays_from_its_own_meter() -> None:
    round_ = play_round(
        "triple-attack",
        {3: {"first-attack": 500, "jackpot": 100, "jackpot-2": 100}},
        "Qh Ah Qh Kh",
        [(3, "pass"), (3, "pass"), (3, "pass")],
        {"jackpot": 1000, "jackpot-2": 7000},
    )
    top = "queen-of-hearts-pair-w-dealer-suited-blackjack-in-hearts"
    assert brief(round_.lines)[-2:] == [(3, "jackpot", top, 1000), (3, "jackpot-2", top, 7000)]


# -- prizes for other players (BJS-7)


@pytest.mark.parametrize("what", ["envy", "share"])
def test_bjs_7_a_line_of_a_prize_for_others_cites_the_ruling_where_no_document_names_it(what: str) -> None:
    extra: dict[str, Any] = {what: {"tie-after-tie": {"one-tie-one-color": "$20", "one-tie-two-color": "$20"}}}
    wagers = {seat: {"player": 500, "tie-after-tie": 100} for seat in (1, 2)}
    round_ = play_round("dueling", wagers, "9h 4c 9d", [(1, "surrender")], options={"tabulator": "off"}, **extra)
    others = [line for line in round_.lines if line.event in ("envy", "share-the-wealth")]
    assert others
    assert {line.clause for line in others} == {"BJS-7"}
    own = [line for line in round_.lines if line.wager == "tie-after-tie" and line not in others]
    assert "BJS-7" not in {line.clause for line in own}
