"""Dueling: the deal, the duel, surrender and war for one player, on both designs of the layout."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.cards import UNSEEN
from houseway.errors import Refused
from houseway.rulebook.steps import BURN, COMMUNITY, Ask, Deal, PlaceWagers
from houseway.table.round import Round
from houseway.table.table_errors import ChoiceRefused, OutOfTurn
from tests.games.dueling.common import BURNT, begun, clauses, deals, design
from tests.rounds import brief, play_round, shoe_of

PLAY = {"spots": "play"}


# The deal -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "introduction 1", "how to play 1", "how to play 2", "how to play 3", "DD-8")
def test_each_player_gets_a_card_from_position_1_and_the_community_card_comes_last() -> None:
    wagers = {5: {"dealer": 500}, 7: {"player": 1000}, 2: {"player": 500}}
    round_ = play_round("dueling", wagers, "Kh 3c 9d Qs")
    assert deals(round_) == [2, 5, 7, COMMUNITY]
    assert round_.layout.places == {2: [0], 5: [1], 7: [2], COMMUNITY: [3]}
    assert brief(round_.lines) == [(2, "player", "win", 1000), (5, "dealer", "win", 1000), (7, "player", "lose", 0)]
    assert [step.cite for step, _ in round_.history if isinstance(step, Deal)] == ["how to play 2"] * 4


@pytest.mark.clause("dueling", "optional how to play 1", "optional how to play 2", "optional how to play 3", "DD-8")
def test_with_one_spot_the_deal_is_the_same() -> None:
    wagers = {1: {"play": 500}, 3: {"play": 700}}
    round_ = play_round("dueling", wagers, "Kh 3c 9d", options=PLAY)
    assert deals(round_) == [1, 3, COMMUNITY]
    assert brief(round_.lines) == [(1, "play", "win", 1000), (3, "play", "lose", 0)]
    assert [step.cite for step, _ in round_.history if isinstance(step, Deal)] == ["optional how to play 2"] * 3


@pytest.mark.clause("dueling", "how to play 1", "optional how to play 1")
@pytest.mark.parametrize(
    ("spots", "spot", "cite"),
    [("player-dealer", "dealer", "how to play 1"), ("play", "play", "optional how to play 1")],
)
def test_nothing_is_dealt_before_every_player_has_wagered(spots: str, spot: str, cite: str) -> None:
    game = houseway.game("dueling")
    round_ = Round(game, game.setup(options={"spots": spots}), [1, 2], shoe_of("Kh 3c 9d"))
    assert isinstance(round_.step, PlaceWagers)
    assert round_.step.cite == cite
    round_.answer(2, {spot: 500})
    assert round_.due_from() == (1,)
    assert round_.layout.cards == []
    with pytest.raises(OutOfTurn):
        round_.answer(2, {spot: 600})
    round_.answer(1, {spot: 500})
    assert len(round_.layout.cards) == 3


@pytest.mark.clause("dueling", "how to play 2", "DD-8")
def test_a_player_who_sits_out_gets_no_card() -> None:
    round_ = play_round("dueling", {1: {"player": 500}, 2: {}, 3: {"player": 500}}, "Kh 3c 9d")
    assert deals(round_) == [1, 3, COMMUNITY]
    assert round_.in_play == (1, 3)


# The duel -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "dueling", "how to play 3", "how to play 4(a)", "how to play 4(b)", "how to play 5(a)", "how to play 5(b)", "DD-1"
)
@pytest.mark.parametrize(
    ("spot", "cards", "event", "returned", "clause"),
    [
        ("player", "Kh 9s", "win", 2000, "how to play 4(a)"),
        ("player", "9s Kh", "lose", 0, "how to play 4(b)"),
        ("player", "Ac 2c", "win", 2000, "how to play 4(a)"),  # the ace is high, also beside the two
        ("player", "2c Ac", "lose", 0, "how to play 4(b)"),
        ("dealer", "9s Kh", "win", 2000, "how to play 5(a)"),
        ("dealer", "Kh 9s", "lose", 0, "how to play 5(b)"),
        ("dealer", "2c Ac", "win", 2000, "how to play 5(a)"),
        ("dealer", "Ac 2c", "lose", 0, "how to play 5(b)"),
    ],
)
def test_duels_on_two_spots(spot: str, cards: str, event: str, returned: int, clause: str) -> None:
    (line,) = play_round("dueling", {4: {spot: 1000}}, cards).lines
    assert (line.seat, line.wager, line.stake, line.event, line.returned) == (4, spot, 1000, event, returned)
    assert line.clause == clause
    assert line.pays == ("1 to 1" if returned else "loss")


@pytest.mark.clause("dueling", "optional how to play 3", "DD-1")
@pytest.mark.parametrize(
    ("cards", "event", "returned"), [("Th 9s", "win", 2000), ("9s Th", "lose", 0), ("As Kd", "win", 2000)]
)
def test_duels_on_the_single_spot(cards: str, event: str, returned: int) -> None:
    round_ = play_round("dueling", {1: {"play": 1000}}, cards, options=PLAY)
    assert brief(round_.lines) == [(1, "play", event, returned)]
    assert clauses(round_) == ["optional how to play 3"]


# A tie: surrender or war ----------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "dueling", "how to play 6", "how to play 6(a)", "how to play 6(b)", "how to play 7", "optional how to play 4",
    "optional how to play 4(a)", "optional how to play 4(b)", "optional how to play 5",
)  # fmt: skip
@pytest.mark.parametrize(
    ("spot", "tie", "surrender", "war"),
    [
        ("player", "how to play 6", "how to play 6(a)", "how to play 7"),
        ("dealer", "how to play 6", "how to play 6(a)", "how to play 7"),
        ("play", "optional how to play 4", "optional how to play 4(a)", "optional how to play 5"),
    ],
)
def test_a_tie_leaves_two_choices(spot: str, tie: str, surrender: str, war: str) -> None:
    options = design(spot)
    round_ = begun({1: {spot: 700}}, "8h 8c", options=options)
    ask = round_.step
    assert isinstance(ask, Ask)
    assert (ask.seat, ask.cite, ask.default) == (1, tie, "surrender")
    assert [(choice.word, choice.cite) for choice in ask.choices] == [("surrender", surrender), ("war", war)]
    assert (ask.choices[1].wager, ask.choices[1].least, ask.choices[1].most) == ("war", 700, 700)
    assert round_.lines == []


@pytest.mark.clause("dueling", "how to play 6(a)", "optional how to play 4(a)")
@pytest.mark.parametrize(
    ("spot", "stake", "returned", "clause"),
    [
        ("player", 1000, 500, "how to play 6(a)"),
        ("dealer", 1000, 500, "how to play 6(a)"),
        ("play", 1000, 500, "optional how to play 4(a)"),
        ("player", 501, 250, "how to play 6(a)"),  # the half cent stays with the house
        ("player", 1, 0, "how to play 6(a)"),
    ],
)
def test_surrender_gives_half_back(spot: str, stake: int, returned: int, clause: str) -> None:
    options = design(spot)
    round_ = play_round("dueling", {1: {spot: stake}}, "8h 8c", [(1, "surrender")], options=options)
    assert brief(round_.lines) == [(1, spot, "surrender", returned)]
    assert clauses(round_) == [clause]
    assert round_.lines[0].stake == stake


@pytest.mark.clause("dueling", "how to play 7", "optional how to play 5", "BJS-8")
@pytest.mark.parametrize("spot", ["player", "dealer", "play"])
def test_the_war_wager_equals_the_first_and_no_other_amount_is_taken(spot: str) -> None:
    options = design(spot)
    # Four wagers are down already: War does not count among them.
    wagers = {spot: 700, "tie-plus": 100, "combo-bet": 100, "tie-after-tie": 100}
    round_ = begun({1: wagers}, f"8h 8c {BURNT} Qd 2c", options=options | {"tabulator": "off"})
    clause = "optional how to play 5" if spot == "play" else "how to play 7"
    for amount in (699, 701, 350, 1400):
        with pytest.raises(Refused) as refused:
            round_.answer(1, ["war", amount])
        assert refused.value.clause == clause
    assert round_.layout.stakes[1] == {spot: 700, "tie-after-tie": 100}
    round_.answer(1, ["war", 700])
    assert [line.stake for line in round_.lines if line.wager == "war"] == [700]


@pytest.mark.clause("dueling", "how to play 6", "optional how to play 4")
@pytest.mark.parametrize("spot", ["player", "play"])
def test_nothing_else_is_taken_for_an_answer(spot: str) -> None:
    options = design(spot)
    round_ = begun({1: {spot: 700}}, "8h 8c", options=options)
    ask = round_.step
    assert isinstance(ask, Ask)
    before = houseway.view(round_, 1)
    answers: tuple[Any, ...] = ("fold", "", None, "WAR", ["surrender", 350], 5, {}, ["war"])
    for answer in answers:
        with pytest.raises(ChoiceRefused) as refused:
            round_.answer(1, answer)
        assert refused.value.clause in {ask.cite, *(choice.cite for choice in ask.choices)}
    assert houseway.view(round_, 1) == before


@pytest.mark.clause("dueling", "how to play 6", "how to play 6(a)", "optional how to play 4(a)")
@pytest.mark.parametrize("spot", ["player", "dealer", "play"])
def test_a_player_who_runs_out_of_time_surrenders(spot: str) -> None:
    options = design(spot)
    round_ = begun({1: {spot: 1000}, 2: {spot: 600}}, "8h 8d 8c", options=options)
    round_.time_out()
    assert round_.due_from() == (2,)
    round_.time_out()
    assert round_.over
    assert brief(round_.lines) == [(1, spot, "surrender", 500), (2, spot, "surrender", 300)]


# War ------------------------------------------------------------------------------------------------------------------

WON, LOST = ("war-push", 1000, "win", 2000), ("war-lost", 0, "lose", 0)
TIED = ("war-push", 1000, "tie-after-tie", 2000)


@pytest.mark.clause(
    "dueling", "how to play 6(b)", "how to play 9", "how to play 10(a)", "how to play 10(b)", "how to play 11(a)",
    "how to play 11(b)", "optional how to play 4(b)", "optional how to play 7", "optional how to play 8", "DD-1",
    "DD-2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("spot", "war_cards", "result", "clause"),
    [
        ("player", "Kd 4s", WON, "how to play 10(a)"),
        ("player", "4d 4s", TIED, "how to play 10(a)"),
        ("player", "3d 4s", LOST, "how to play 10(b)"),
        ("player", "Ad Ks", WON, "how to play 10(a)"),
        ("player", "2d As", LOST, "how to play 10(b)"),
        ("dealer", "3d 4s", WON, "how to play 11(a)"),
        ("dealer", "4d 4s", TIED, "how to play 11(a)"),
        ("dealer", "Kd 4s", LOST, "how to play 11(b)"),
        ("dealer", "2d As", WON, "how to play 11(a)"),
        ("play", "Kd 4s", WON, "optional how to play 8"),
        ("play", "4d 4s", TIED, "optional how to play 8"),
        ("play", "3d 4s", LOST, "optional how to play 8"),
    ],
)
def test_wars(spot: str, war_cards: str, result: tuple[str, int, str, int], clause: str) -> None:
    options = design(spot)
    cards = f"9h 9c {BURNT} {war_cards}"
    round_ = play_round("dueling", {6: {spot: 1000}}, cards, [(6, "war")], options=options)
    first, first_back, war, war_back = result
    assert brief(round_.lines) == [(6, spot, first, first_back), (6, "war", war, war_back)]
    assert clauses(round_) == [clause, clause]
    assert [line.stake for line in round_.lines] == [1000, 1000]
    assert round_.layout.places[6] == [0, 5]
    assert round_.layout.places[COMMUNITY] == [1, 6]


@pytest.mark.clause(
    "dueling", "how to play 8", "optional how to play 6", "how to play 7 chips", "optional how to play 5 chips", "DD-8"
)
@pytest.mark.parametrize(
    ("spot", "cite", "chips"),
    [
        ("player", "how to play 8", "how to play 7 chips"),
        ("play", "optional how to play 6", "optional how to play 5 chips"),
    ],
)
def test_three_cards_are_burnt_face_down_before_the_war_cards(spot: str, cite: str, chips: str) -> None:
    options = design(spot)
    round_ = play_round("dueling", {1: {spot: 1000}}, "9h 9c 2s 3s 4s Kd 4h", [(1, "war")], options=options)
    assert deals(round_) == [1, COMMUNITY, BURN, BURN, BURN, 1, COMMUNITY]
    burns = [step for step, _ in round_.history if isinstance(step, Deal) and step.to == BURN]
    assert [(step.cite, step.up) for step in burns] == [(cite, False)] * 3
    assert [step.does for step in burns] == [(chips,), (), ()]
    for viewer in (1, "dealer", "public"):
        assert houseway.view(round_, viewer).cards["burn"] == [UNSEEN] * 3
    assert round_.layout.turned() == ["9h", "9c", UNSEEN, UNSEEN, UNSEEN, "Kd", "4h"]


@pytest.mark.clause("dueling", "how to play 8", "optional how to play 6", "how to play 9", "optional how to play 7")
@pytest.mark.parametrize("spots", ["player-dealer", "play"])
def test_a_room_may_burn_none(spots: str) -> None:
    spot = "play" if spots == "play" else "player"
    options = {"spots": spots, "burn": "0"}
    round_ = play_round("dueling", {1: {spot: 1000}}, "9h 9c Kd 4s", [(1, "war")], options=options)
    assert deals(round_) == [1, COMMUNITY, 1, COMMUNITY]
    assert BURN not in round_.layout.places
    war_deals = [step for step, _ in round_.history if isinstance(step, Deal)][2:]
    assert {step.cite for step in war_deals} == {"optional how to play 7" if spots == "play" else "how to play 9"}
    # The dealer's marker is set all the same, with the first war card.
    assert war_deals[0].does == ("optional how to play 5 chips" if spots == "play" else "how to play 7 chips",)
    assert brief(round_.lines) == [(1, spot, "war-push", 1000), (1, "war", "win", 2000)]


@pytest.mark.clause("dueling", "how to play 12", "optional how to play 9", "DD-2")
@pytest.mark.parametrize(
    ("spot", "clause"),
    [("player", "how to play 12"), ("dealer", "how to play 12"), ("play", "optional how to play 9")],
)
def test_the_tie_bonus_comes_on_top_of_the_win(spot: str, clause: str) -> None:
    options = design(spot) | {"tie-bonus": "on"}
    cards = f"9h 9c {BURNT} Jd Js"
    round_ = play_round("dueling", {1: {spot: 1500}}, cards, [(1, "war")], options=options)
    assert brief(round_.lines) == [
        (1, spot, "war-push", 1500),
        (1, "war", "tie-after-tie", 3000),
        (1, "war", "tie-bonus", 3000),  # 1500 and 1500
    ]
    bonus = round_.lines[2]
    assert (bonus.stake, bonus.pays, bonus.clause) == (0, "2 for 1", clause)
    assert sum(line.net for line in round_.lines) == 1500 + 3000


@pytest.mark.clause("dueling", "how to play 12", "optional how to play 9", "DD-2")
@pytest.mark.parametrize(("tie_bonus", "war_cards"), [("on", "Qd Js"), ("on", "Td Js"), ("off", "Jd Js")])
@pytest.mark.parametrize("spots", ["player-dealer", "play"])
def test_no_bonus_without_a_second_tie_or_where_the_room_has_none(spots: str, tie_bonus: str, war_cards: str) -> None:
    spot = "play" if spots == "play" else "player"
    options = {"spots": spots, "tie-bonus": tie_bonus}
    cards = f"9h 9c {BURNT} {war_cards}"
    round_ = play_round("dueling", {1: {spot: 1500}}, cards, [(1, "war")], options=options)
    assert [line.wager for line in round_.lines] == [spot, "war"]
