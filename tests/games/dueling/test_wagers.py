"""Dueling: what may be wagered together, the number of decks, and the two wagers on the first two cards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import houseway
from houseway.cards import KeyedShoe
from houseway.cards.card_errors import CardNotInDeck
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.postings import postings
from houseway.table.table_errors import BadSetup, WagerRefused
from houseway.table.wagers import accept_wagers
from tests.games.dueling.common import BURNT
from tests.rounds import brief, play_round


def setup(**choices: Any) -> Setup:
    return houseway.game("dueling").setup(**choices)


def refusal(table: Setup, wagers: dict[str, Any]) -> WagerRefused:
    with pytest.raises(WagerRefused) as refused:
        accept_wagers(table, wagers)
    return refused.value


def line_of(round_: Round, wager: str) -> tuple[str, str, int]:
    """Event, pays and what came back of the only line of ``wager``."""
    (line,) = [line for line in round_.lines if line.wager == wager]
    return line.event, line.pays, line.returned


# What may be placed ---------------------------------------------------------------------------------------------------

FIVE = {"player": 500, "tie-plus": 100, "combo-bet": 100, "tie-after-tie": 100, "two-plus-two": 100}


@pytest.mark.clause("dueling", "introduction 2", "DD-7", "BJS-8")
def test_a_player_takes_four_of_the_wagers_at_the_most() -> None:
    refused = refusal(setup(), FIVE)
    assert refused.clause == "introduction 2"
    for others in combinations(list(FIVE)[1:], 3):
        four = {"player": 500, **dict.fromkeys(others, 100)}
        assert accept_wagers(setup(), four) == four


@pytest.mark.clause("dueling", "introduction 2", "DD-7")
def test_the_limit_of_four_is_posted() -> None:
    (notice,) = postings(setup()).notices
    assert notice.clause == "introduction 2"
    assert " 4 " in notice.text


@pytest.mark.clause("dueling", "how to play 1", "DD-7")
def test_a_player_takes_one_of_the_two_spots() -> None:
    assert refusal(setup(), {"player": 500, "dealer": 500}).clause == "how to play 1"
    for spot in ("player", "dealer"):
        assert accept_wagers(setup(), {spot: 500}) == {spot: 500}


@pytest.mark.clause("dueling", "how to play 1", "optional how to play 1")
def test_each_design_has_its_own_spots() -> None:
    one_spot = setup(options={"spots": "play"})
    assert accept_wagers(one_spot, {"play": 500}) == {"play": 500}
    assert refusal(one_spot, {"player": 500}).clause == "optional how to play 1"
    assert refusal(one_spot, {"dealer": 500}).clause == "optional how to play 1"
    assert refusal(setup(), {"play": 500}).clause == "how to play 1"


@pytest.mark.clause(
    "dueling", "how to play 1", "optional how to play 1", "bonus wagers tie plus", "bonus wagers combo bet",
    "bonus jackpots tie after tie", "bonus jackpots two plus two",
)  # fmt: skip
@pytest.mark.parametrize("wager", ["tie-plus", "combo-bet", "tie-after-tie", "two-plus-two"])
@pytest.mark.parametrize(("spots", "clause"), [("player-dealer", "how to play 1"), ("play", "optional how to play 1")])
def test_a_bonus_wager_goes_only_beside_a_first_wager(spots: str, wager: str, clause: str) -> None:
    assert refusal(setup(options={"spots": spots}), {wager: 100}).clause == clause


@pytest.mark.clause("dueling", "how to play 7", "optional how to play 5")
def test_war_is_not_placed_before_the_deal() -> None:
    assert refusal(setup(), {"player": 500, "war": 500}).clause == "how to play 7"
    one_spot = setup(options={"spots": "play"})
    assert refusal(one_spot, {"play": 500, "war": 500}).clause == "optional how to play 5"


@pytest.mark.clause("dueling", "introduction 2", "bonus wagers")
def test_the_operator_chooses_the_wagers() -> None:
    table = setup(wagers=["player", "dealer", "tie-plus"])
    assert accept_wagers(table, {"dealer": 500, "tie-plus": 100}) == {"dealer": 500, "tie-plus": 100}
    assert refusal(table, {"player": 500, "combo-bet": 100}).clause == "bonus wagers"
    assert refusal(table, {"player": 500, "tie-after-tie": 100}).clause == "introduction 2"
    assert "war" in table.wagers  # going to war is no choice of the operator


@pytest.mark.clause("dueling", "introduction 2")
def test_the_operator_sets_and_posts_the_limits() -> None:
    table = setup(limits={"player": (1000, 30000), "tie-plus": (200, 5000)})
    for wagers in (
        {"player": 999},
        {"player": 30001},
        {"player": 1000, "tie-plus": 199},
        {"player": 1000, "tie-plus": 5001},
    ):
        assert refusal(table, wagers).clause == "introduction 2"
    for wagers in ({"player": 1000}, {"player": 30000, "tie-plus": 200}, {"player": 1000, "tie-plus": 5000}):
        assert accept_wagers(table, wagers) == wagers
    assert postings(table).limits == {"player": (1000, 30000), "tie-plus": (200, 5000)}


@pytest.mark.clause("dueling", "footnote 1", "introduction 2")
def test_the_game_itself_has_no_limit_from_the_administrative_code() -> None:
    """The code's maximum for one wager is a limit that a room sets; a table it does not bind may take more."""
    assert setup().limits == {}
    wagers = {"player": 1_000_000, "tie-plus": 100_000, "combo-bet": 100_000, "tie-after-tie": 100}
    assert accept_wagers(setup(), wagers) == wagers
    bound = setup(limits={"player": [100, 30000]})
    assert refusal(bound, {"player": 30001}).clause == "introduction 2"


@pytest.mark.clause("dueling", "appendix C note 8", "appendix D note 8", "DD-6")
@pytest.mark.parametrize("wager", ["tie-after-tie", "two-plus-two"])
def test_a_jackpot_wager_is_one_dollar_and_no_other(wager: str) -> None:
    assert accept_wagers(setup(), {"player": 500, wager: 100})[wager] == 100
    for amount in (1, 50, 99, 101, 200, 500):
        note = {"tie-after-tie": "appendix C note 8", "two-plus-two": "appendix D note 8"}[wager]
        assert refusal(setup(), {"player": 500, wager: amount}).clause == note
    with pytest.raises(BadSetup):
        setup(fixed={wager: 200})
    assert postings(setup()).fixed[wager] == 100


@pytest.mark.clause("dueling", "introduction 2", "how to play 1")
@pytest.mark.parametrize(
    ("amount", "clause"),
    [
        (-500, "introduction 2"),
        (5.0, "introduction 2"),
        ("500", "introduction 2"),
        (True, "introduction 2"),
        ([250, 250], "how to play 1"),
    ],
)
def test_a_wager_is_one_whole_number_of_cents(amount: Any, clause: str) -> None:
    assert refusal(setup(), {"player": amount}).clause == clause


# The number of decks --------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "number of decks", "introduction 1")
@pytest.mark.parametrize(("decks", "cards"), [("5", 260), ("6", 312), ("8", 416)])
def test_five_six_or_eight_decks(decks: str, cards: int) -> None:
    deck = setup(options={"decks": decks}).deck
    assert len(deck) == cards
    assert set(deck.counts.values()) == {int(decks)}
    assert len(deck.counts) == 52


@pytest.mark.clause("dueling", "number of decks")
def test_six_decks_unless_chosen_and_no_other_number() -> None:
    assert len(setup().deck) == 312
    for decks in ("1", "7", "9", 7, "six"):
        with pytest.raises(BadSetup) as refused:
            setup(options={"decks": decks})
        assert refused.value.clause == "number of decks"


@pytest.mark.clause("dueling", "number of decks")
def test_a_card_comes_as_often_as_there_are_decks() -> None:
    game = houseway.game("dueling")
    round_ = Round(game, game.setup(options={"decks": "5"}), [1, 2, 3, 4, 5, 6], KeyedShoe())
    for seat in range(1, 7):
        round_.answer(seat, {"player": 500})
    for _ in range(5):
        round_.answer("dealer", "9h")
    with pytest.raises(CardNotInDeck):
        round_.answer("dealer", "9h")
    round_.answer("dealer", "9c")
    assert round_.layout.turned() == ["9h"] * 5 + ["9c"]


# Tie Plus -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "bonus wagers tie plus", "appendix A", "appendix A note 1", "appendix A note 2")
@pytest.mark.parametrize(
    ("table", "decks", "suited", "unsuited"),
    [
        ("1", "5", ("12 to 1", 2600), ("12 to 1", 2600)),
        ("1", "6", ("12 to 1", 2600), ("12 to 1", 2600)),
        ("1", "8", ("12 to 1", 2600), ("12 to 1", 2600)),
        ("2", "5", ("20 to 1", 4200), ("10 to 1", 2200)),
        ("2", "6", ("18 to 1", 3800), ("10 to 1", 2200)),
        ("2", "8", ("18 to 1", 3800), ("10 to 1", 2200)),
    ],
)
def test_tie_plus_by_table_and_decks(
    table: str, decks: str, suited: tuple[str, int], unsuited: tuple[str, int]
) -> None:
    choices: dict[str, Any] = {"paytables": {"tie-plus": table}, "options": {"decks": decks}}
    wagers = {1: {"player": 500, "tie-plus": 200}}
    round_ = play_round("dueling", wagers, "7h 7h", [(1, "surrender")], **choices)
    assert line_of(round_, "tie-plus") == ("suited-pair-tie", *suited)
    round_ = play_round("dueling", wagers, "7h 7d", [(1, "surrender")], **choices)
    assert line_of(round_, "tie-plus") == ("pair-ties-unsuited", *unsuited)
    round_ = play_round("dueling", wagers, "7h 8h", **choices)
    assert line_of(round_, "tie-plus") == ("none", "loss", 0)


@pytest.mark.clause("dueling", "bonus wagers tie plus")
def test_tie_plus_is_paid_for_the_first_cards_whatever_the_war_brings() -> None:
    wagers = {1: {"player": 500, "tie-plus": 200}}
    round_ = play_round("dueling", wagers, f"7h 7d {BURNT} 2c Kd", [(1, "war")])
    assert brief(round_.lines) == [
        (1, "tie-plus", "pair-ties-unsuited", 2600),
        (1, "player", "war-lost", 0),
        (1, "war", "lose", 0),
    ]


@pytest.mark.clause("dueling", "appendix A", "appendix A note 1", "appendix A note 3", "DD-9")
@pytest.mark.parametrize(
    ("posted", "cards", "pays", "returned"),
    [
        ({"suited-pair-tie": "25 to 1", "pair-ties-unsuited": "8"}, "7h 7h", "25 to 1", 5200),
        ({"suited-pair-tie": "25 to 1", "pair-ties-unsuited": "8"}, "7h 7s", "8 to 1", 1800),
        ({"suited-pair-tie": "$50", "pair-ties-unsuited": "$5.50"}, "7h 7h", "$50 and the stake", 5200),
        ({"suited-pair-tie": "$50", "pair-ties-unsuited": "$5.50"}, "7h 7s", "$5.50 and the stake", 750),
    ],
)
def test_a_tie_plus_bonus_is_posted_as_odds_or_as_money(
    posted: dict[str, str], cards: str, pays: str, returned: int
) -> None:
    round_ = play_round(
        "dueling",
        {1: {"player": 500, "tie-plus": 200}},
        cards,
        [(1, "surrender")],
        paytables={"tie-plus": "bonus"},
        posted={"tie-plus": posted},
    )
    assert line_of(round_, "tie-plus")[1:] == (pays, returned)


# Combo Bet ------------------------------------------------------------------------------------------------------------

# What comes back of a Combo Bet of $4 for a pair, a suited pair, a straight flush, a straight, a flush, nothing.
COMBO_CARDS = ("Jc Jd", "Jc Jc", "Jc Qc", "Jc Qd", "Jc Kc", "Jc Kd")


@pytest.mark.clause(
    "dueling", "bonus wagers combo bet", "appendix B", "appendix B pairs win", "appendix B pairs lose",
    "appendix B note 1", "appendix B note 2", "DD-3",
)  # fmt: skip
@pytest.mark.parametrize(
    ("table", "returned"),
    [
        ("2CPB-1", (1200, 1200, 1200, 800, 800, 0)),
        ("2CPB-2", (1000, 1000, 1600, 800, 800, 0)),
        ("2CPB-3", (1200, 1200, 1400, 800, 800, 0)),
        ("2CPB-5", (0, 0, 2400, 1200, 800, 0)),
        ("2CPB-6", (0, 0, 2000, 1200, 800, 0)),
    ],
)
def test_combo_bet_by_table(table: str, returned: tuple[int, ...]) -> None:
    events = ("pair", "pair", "straight-flush", "straight-or-flush", "straight-or-flush", "none")
    if table in ("2CPB-5", "2CPB-6"):
        events = ("pair", "pair", "straight-flush", "straight", "flush", "none")
    for cards, event, amount in zip(COMBO_CARDS, events, returned, strict=True):
        decisions = [(1, "surrender")] if event == "pair" else []
        wagers = {1: {"player": 500, "combo-bet": 400}}
        round_ = play_round("dueling", wagers, cards, decisions, paytables={"combo-bet": table})
        assert (line_of(round_, "combo-bet")[0], line_of(round_, "combo-bet")[2]) == (event, amount)


@pytest.mark.clause("dueling", "bonus wagers combo bet", "appendix G aces", "DD-1")
@pytest.mark.parametrize(
    ("cards", "event", "duel"),
    [
        ("As 2s", "straight-flush", "win"),
        ("2s As", "straight-flush", "lose"),
        ("As Ks", "straight-flush", "win"),
        ("Ad 2s", "straight-or-flush", "win"),
        ("Ks 2d", "none", "win"),
    ],
)
def test_the_ace_is_high_in_the_duel_and_high_or_low_in_combo_bet(cards: str, event: str, duel: str) -> None:
    round_ = play_round("dueling", {1: {"player": 500, "combo-bet": 400}}, cards)
    assert [line.event for line in round_.lines] == [duel, event]


@pytest.mark.clause("dueling", "appendix B pairs win", "appendix B note 1")
def test_half_a_cent_of_two_and_a_half_to_one_stays_with_the_house() -> None:
    wagers = {1: {"player": 500, "combo-bet": 401}}
    round_ = play_round("dueling", wagers, "Jc Qc", paytables={"combo-bet": "2CPB-3"})
    assert line_of(round_, "combo-bet") == ("straight-flush", "5:2 to 1", 401 + 1002)


@pytest.mark.clause(
    "dueling", "appendix B pairs win", "appendix B pairs lose", "appendix B note 1", "appendix B note 3", "DD-9"
)
@pytest.mark.parametrize(
    ("table", "posted", "returned"),
    [
        (
            "2CPB-4",
            {"pair": "$3", "straight-flush": "4 to 1", "straight-or-flush": "1"},
            (700, 700, 2000, 800, 800, 0),
        ),
        ("2CPB-7", {"straight-flush": "6", "straight": "$10", "flush": "3:2"}, (0, 0, 2800, 1400, 1000, 0)),
    ],
)
def test_combo_bet_with_posted_rows(table: str, posted: dict[str, str], returned: tuple[int, ...]) -> None:
    for cards, amount in zip(COMBO_CARDS, returned, strict=True):
        decisions = [(1, "surrender")] if cards.startswith("Jc J") else []
        round_ = play_round(
            "dueling",
            {1: {"player": 500, "combo-bet": 400}},
            cards,
            decisions,
            paytables={"combo-bet": table},
            posted={"combo-bet": posted},
        )
        assert line_of(round_, "combo-bet")[2] == amount


# Rows that are left to the operator -----------------------------------------------------------------------------------


@pytest.mark.clause(
    "dueling", "appendix A note 3", "appendix B note 3", "appendix C note 5", "appendix D note 5", "DD-9"
)
@pytest.mark.parametrize(
    ("wager", "table", "clause"),
    [
        ("tie-plus", "bonus", "appendix A note 3"),
        ("combo-bet", "2CPB-4", "appendix B note 3"),
        ("combo-bet", "2CPB-7", "appendix B note 3"),
        ("tie-after-tie", "TAT4", "appendix C note 5"),
        ("two-plus-two", "2+2P3", "appendix D note 5"),
    ],
)
def test_a_table_with_an_unposted_row_does_not_open(wager: str, table: str, clause: str) -> None:
    house = houseway.game("dueling").house["posted"][wager]
    choices: dict[str, Any] = {"paytables": {wager: table}, "wagers": ["player", "dealer", wager]}
    rows = setup(paytables={wager: table}, wagers=["player"]).rows_to_post(wager)
    assert setup(**choices, posted={wager: {event: house[event] for event in rows}}).paytables[wager].id == table
    for missing in rows:
        with pytest.raises(BadSetup, match=missing) as refused:
            setup(**choices, posted={wager: {event: house[event] for event in rows if event != missing}})
        assert refused.value.clause == clause
    # Where the operator names no wagers, this one is just not offered.
    assert wager not in setup(paytables={wager: table}).wagers


@pytest.mark.clause("dueling", "appendix B pairs lose", "appendix C note 5", "appendix D note 5", "DD-3", "DD-9")
@pytest.mark.parametrize(
    ("wager", "table", "event", "text"),
    [
        ("tie-plus", "bonus", "suited-pair-tie", "10%"),
        ("tie-plus", "bonus", "suited-pair-tie", "20 for 1"),
        ("tie-plus", "bonus", "suited-pair-tie", "bonus"),
        ("combo-bet", "2CPB-7", "pair", "$5"),  # a pair loses on that table, whatever is posted
        ("combo-bet", "2CPB-4", "pair", "push"),
        ("tie-after-tie", "TAT4", "quads-same-suit", "$5,000"),  # a jackpot row is a percentage
        ("tie-after-tie", "TAT4", "quads-same-suit", "120%"),
        ("tie-after-tie", "TAT4", "quads-same-color", "50 for 1"),
        ("tie-after-tie", "TAT4", "quads-two-color", "10%"),  # a bonus row is an amount
        ("tie-after-tie", "TAT4", "not-a-tie", "1%"),
        ("tie-after-tie", "TAT1", "quads-same-color", "$600"),  # printed, and not the operator's
        ("two-plus-two", "2+2P3", "royal-flush", "$10,000"),
        ("two-plus-two", "2+2P3", "four-of-a-kind", "5%"),
        ("two-plus-two", "2+2P2", "starting-pair", "$5"),
    ],
)
def test_what_a_row_cannot_be_posted_at(wager: str, table: str, event: str, text: str) -> None:
    house = houseway.game("dueling").house["posted"][wager]
    rows = setup(paytables={wager: table}, wagers=["player"]).rows_to_post(wager)
    posted = {row: house[row] for row in rows} | {event: text}
    with pytest.raises(BadSetup):
        setup(paytables={wager: table}, wagers=["player", wager], posted={wager: posted})
