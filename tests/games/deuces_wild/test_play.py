"""Rounds of Deuces Wild: the deal, Three Card Treasure, the two rounds of decisions, taking and paying."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import houseway
from houseway.cards import KeyedShoe
from houseway.cards.card_errors import CardNotInDeck
from houseway.rulebook.steps import Deal, Look, Settle, Turn
from houseway.table.table_errors import ChoiceRefused, OutOfTurn
from tests.games.deuces_wild.dealing import GAME, begin, deal, due, known, one_seat
from tests.rounds import brief, play_round

INITIAL = {"ante": 500, "three-card-treasure": 300, "five-card-fortune": 200, "bonus-jackpot": 100}
POSTED: dict[str, Any] = {"posted": {"bonus-jackpot": {"5-wild-cards": "$10,000"}}}
SUBSETS = [subset for size in range(1, 5) for subset in combinations(INITIAL, size)]

# -------------------------------------------------------------------------------------------------- wagers and the deal


@pytest.mark.clause(GAME, "summary 1", "summary 2", "rules 4", "dealing 4", "DW-10")
@pytest.mark.parametrize("placed", SUBSETS, ids="+".join)
def test_each_of_the_four_wagers_may_be_made_alone_or_with_others_and_each_is_settled_by_itself(
    placed: tuple[str, ...],
) -> None:
    """Jack, jack, jack declared pays 5 to 1, then folded; with the jack selected the board is a king-high nothing."""
    wagers = {3: {wager: INITIAL[wager] for wager in placed}}
    decisions: list[tuple[int, Any]] = []
    expected = []
    if "three-card-treasure" in placed:
        decisions.append((3, "declare"))
        expected.append((3, "three-card-treasure", "three-of-a-kind", 300 * 6))
    if "ante" in placed:
        decisions.append((3, "fold"))
        expected.append((3, "ante", "fold", 0))
    then = ""
    if "five-card-fortune" in placed or "bonus-jackpot" in placed:
        then = "Kc"
    if "five-card-fortune" in placed:
        decisions.append((3, [1]))
        expected.append((3, "five-card-fortune", "none", 0))
    if "bonus-jackpot" in placed:
        then += " 2d Xj"
        expected.append((3, "bonus-jackpot", "2-wild-cards", 7 * 100))
    cards = deal("3h 5s 8d", "Jc Jd Jh", then=then)
    assert brief(play_round(GAME, wagers, cards, decisions, **POSTED).lines) == expected


@pytest.mark.clause(GAME, "dealing 18", "rules 5", "DW-9")
def test_the_community_hand_gets_a_card_first_then_each_position_from_the_dealers_left_three_times() -> None:
    cards = "3c 4d 5h 6s 7c 8d 9h Ts Jc Qd Kh As"
    round_ = begin({6: {"ante": 500}, 2: {"ante": 500}, 4: {"bonus-jackpot": 100}}, cards, **POSTED)
    assert round_.layout.places == {"community": [0, 4, 8], 2: [1, 5, 9], 4: [2, 6, 10], 6: [3, 7, 11]}
    assert due(round_) == (2, "play")
    assert [step for step, _ in round_.history if isinstance(step, Deal) and step.up] == []
    for place in ("community", "2", "4", "6"):
        assert known(round_, "public", place) == "?? ?? ??"
    assert known(round_, "dealer", "community") == "?? ?? ??"


@pytest.mark.clause(GAME, "dealing 19", "rules 9", "DW-10")
def test_ante_and_treasure_look_at_their_three_cards_when_dealt_and_nobody_else_does() -> None:
    wagers = {
        1: {"ante": 500},
        2: {"three-card-treasure": 100},
        3: {"five-card-fortune": 100},
        4: {"bonus-jackpot": 100},
    }
    cards = deal("3c 3d 3h", "4c 5c 7d", "6c 8d Th", "9c Jd Kh", "Qc Ad 4h")
    round_ = begin(wagers, cards, **POSTED)
    assert due(round_) == (2, "treasure")
    for viewer in (1, 2, 3, 4, "dealer", "public"):
        assert known(round_, viewer, "1") == ("4c 5c 7d" if viewer == 1 else "?? ?? ??")
        assert known(round_, viewer, "2") == ("6c 8d Th" if viewer == 2 else "?? ?? ??")
        assert known(round_, viewer, "3") == "?? ?? ??"
        assert known(round_, viewer, "4") == "?? ?? ??"
        assert known(round_, viewer, "community") == "?? ?? ??"
    assert [step.seat for step, _ in round_.history if isinstance(step, Look)] == [1, 2]


@pytest.mark.clause(GAME, "dealing 25", "dealing 1", "rules 1", "summary 1(a)")
def test_every_round_is_dealt_from_the_whole_deck_of_53() -> None:
    setup = houseway.game(GAME).setup()
    assert (len(setup.deck.cards), len(set(setup.deck.cards))) == (53, 53)
    assert "shoe" not in setup.options
    for _ in range(2):  # the second round may turn the very same cards
        round_ = begin({1: {"three-card-treasure": 100}}, "", shoe=KeyedShoe())
        round_.answer(1, "declare")
        with pytest.raises(CardNotInDeck):
            round_.answer("dealer", ["Xj", "9c", "9c"])
        round_.answer("dealer", ["Xj", "9c", "9d"])
        assert brief(round_.lines) == [(1, "three-card-treasure", "three-of-a-kind", 600)]


# -------------------------------------------------------------------------------------------------- three card treasure


@pytest.mark.clause(GAME, "dealing 20", "dealing 20(a)", "dealing 20(b)", "rules 6", "summary 2(b)", "DW-10")
def test_treasure_is_declared_in_rotation_and_a_winner_is_shown_and_paid_before_play_goes_on() -> None:
    wagers = {
        1: {"three-card-treasure": 500},
        3: {"three-card-treasure": 200, "ante": 500},
        5: {"three-card-treasure": 300},
    }
    round_ = begin(wagers, deal("3c 3d 3h", "Qs Ks As", "4c 9d Kh", "5h 8h Jh"))
    assert due(round_) == (1, "treasure")
    with pytest.raises(OutOfTurn) as refused:
        round_.answer(3, "declare")
    assert refused.value.clause == "dealing 20"
    round_.answer(1, "declare")
    assert brief(round_.lines) == [(1, "three-card-treasure", "mini-royal", 500 * 21)]
    assert round_.lines[0].clause == "dealing 20(b)"
    for viewer in (3, "dealer", "public"):
        assert known(round_, viewer, "1") == "Qs Ks As"

    assert due(round_) == (3, "treasure")
    round_.answer(3, "no")
    assert brief(round_.lines)[1:] == [(3, "three-card-treasure", "none", 0)]
    assert round_.lines[1].clause == "dealing 20(a)"
    assert known(round_, "dealer", "3") == known(round_, 1, "3") == "?? ?? ??"
    assert known(round_, 3, "3") == "4c 9d Kh"

    assert due(round_) == (5, "treasure")
    round_.answer(5, "declare")
    assert brief(round_.lines)[2:] == [(5, "three-card-treasure", "flush", 900)]
    assert due(round_) == (3, "play")


@pytest.mark.clause(GAME, "dealing 20", "dealing 20(a)", "appendix B", "DW-10")
def test_the_player_declares_and_the_cards_decide() -> None:
    """A winning hand that is not declared is lost unseen; a losing one that is declared is shown and lost."""
    wagers = {1: {"three-card-treasure": 500}, 2: {"three-card-treasure": 500}}
    cards = deal("3c 3d 3h", "9c 9d 9h", "4c 9s Kh")
    round_ = play_round(GAME, wagers, cards, [(1, "no"), (2, "declare")])
    assert brief(round_.lines) == [(1, "three-card-treasure", "none", 0), (2, "three-card-treasure", "none", 0)]
    assert [line.clause for line in round_.lines] == ["dealing 20(a)", "dealing 20(a)"]
    assert known(round_, "public", "1") == "?? ?? ??"
    assert known(round_, "public", "2") == "4c 9s Kh"


@pytest.mark.clause(GAME, "dealing 20(b)", "dealing 21(a)(ii)", "DW-10")
def test_a_treasure_winners_three_cards_stay_public_even_if_the_hand_folds_and_only_those() -> None:
    wagers = {1: {"ante": 500, "three-card-treasure": 500}, 2: {"ante": 500}}
    cards = deal("3c 3d 3h", "5s 6d 7h", "4c 9s Kh", then="8c 9c Ks Kd")
    round_ = play_round(GAME, wagers, cards, [(1, "declare"), (1, "play"), (2, "play"), (1, "fold"), (2, "raise")])
    assert known(round_, "public", "1") == "5s 6d 7h ??"
    assert known(round_, 1, "1") == "5s 6d 7h 9c"
    assert brief(round_.lines)[0] == (1, "three-card-treasure", "straight", 1500)


@pytest.mark.clause(GAME, "dealing 20", "rules 9")
def test_a_player_who_says_nothing_in_time_loses_treasure_unseen() -> None:
    round_ = begin({1: {"three-card-treasure": 500}}, deal("3c 3d 3h", "9c 9d 9h"))
    round_.time_out()
    assert round_.over
    assert brief(round_.lines) == [(1, "three-card-treasure", "none", 0)]
    assert known(round_, "public", "1") == "?? ?? ??"


# ----------------------------------------------------------------------------------------------------- the second round


@pytest.mark.clause(GAME, "dealing 21", "dealing 21(a)", "dealing 21(a)(i)", "dealing 21(a)(ii)", "rules 5")
def test_folding_on_three_cards_loses_the_ante_and_exposes_nothing() -> None:
    wagers = {1: {"ante": 500}, 4: {"ante": 700}}
    round_ = play_round(GAME, wagers, deal("3c 3d 3h", "4c 9d Kh", "5c 8d Jh"), [(1, "fold"), (4, "fold")])
    assert brief(round_.lines) == [(1, "ante", "fold", 0), (4, "ante", "fold", 0)]
    assert {line.clause for line in round_.lines} == {"dealing 21(a)(i)"}
    assert {line.pays for line in round_.lines} == {"loss"}
    assert set(round_.layout.turned()) == {"??"}


@pytest.mark.clause(GAME, "dealing 21 exception", "DW-11")
def test_if_all_fold_and_no_wager_is_running_the_round_ends_without_a_fourth_community_card() -> None:
    round_ = play_round(GAME, {1: {"ante": 500}}, deal("3c 3d 3h", "4c 9d Kh"), [(1, "fold")])
    assert len(round_.layout.places["community"]) == 3


@pytest.mark.clause(GAME, "dealing 21(b)", "dealing 21(b)(i)", "rules 5", "summary 2(a)")
def test_play_is_exactly_the_ante() -> None:
    round_ = begin({1: {"ante": 700}}, deal("3c 3d 3h", "4c 9d Kh", then="8c Ks"))
    for wrong in (["play", 600], ["play", 800], ["play", 0], "raise", "call", None):
        with pytest.raises(ChoiceRefused) as refused:
            round_.answer(1, wrong)
        assert refused.value.clause in ("dealing 21(b)(i)", "dealing 21")
        assert due(round_) == (1, "play")
        assert round_.layout.stakes[1] == {"ante": 700}
    round_.answer(1, ["play", 700])
    assert round_.layout.stakes[1] == {"ante": 700, "play": 700}
    assert due(round_) == (1, "raise")


@pytest.mark.clause(GAME, "dealing 21 rotation", "dealing 21(b)(ii)", "dealing 22", "rules 7", "DW-5", "DW-9")
def test_all_decide_on_three_cards_before_the_fourth_cards_which_the_community_hand_opens() -> None:
    """Seat 1 plays, 2 folds with the Bonus Jackpot, 3 folds, 4 has the Bonus Jackpot only, 5 plays."""
    wagers = {
        1: {"ante": 500},
        2: {"ante": 500, "bonus-jackpot": 100},
        3: {"ante": 500},
        4: {"bonus-jackpot": 100},
        5: {"ante": 500},
    }
    hands = ("4c 9d Kh", "5c 8d Jh", "6c Td Ah", "7c Qd 3s", "4d 9h Ks")
    round_ = begin(wagers, deal("3c 3d 3h", *hands, then="8c 9c Xj 2d Kd Qh 4s 4h"), **POSTED)
    for seat, answer in ((1, "play"), (2, "fold"), (3, "fold")):
        assert due(round_) == (seat, "play")
        round_.answer(seat, answer)
        assert len(round_.layout.cards) == 18
    assert due(round_) == (5, "play")
    round_.answer(5, "play")

    places = round_.layout.places
    assert (places["community"][3], places[1][3], places[2][3], places[4][3], places[5][3]) == (18, 19, 20, 21, 22)
    assert len(places[3]) == 3
    assert due(round_) == (1, "raise")
    # Those who play look at the fourth card; a fourth card for the Bonus Jackpot alone is seen by nobody.
    assert known(round_, 1, "1") == "4c 9d Kh 9c"
    assert known(round_, 5, "5") == "4d 9h Ks Kd"
    assert known(round_, 2, "2") == "5c 8d Jh ??"
    assert known(round_, 4, "4") == "?? ?? ?? ??"
    assert known(round_, "public", "community") == "?? ?? ?? ??"


@pytest.mark.clause(GAME, "dealing 21(a)", "dealing 22(a)")
def test_running_out_of_time_folds_and_adds_no_money() -> None:
    round_ = begin({1: {"ante": 500}, 2: {"ante": 500}}, deal("3c 3d 3h", "4c 9d Kh", "5c 8d Jh", then="8c Qh"))
    round_.time_out()
    assert brief(round_.lines) == [(1, "ante", "fold", 0)]
    round_.answer(2, "play")
    round_.time_out()
    assert round_.over
    assert brief(round_.lines) == [(1, "ante", "fold", 0), (2, "ante", "fold", 0), (2, "play", "fold", 0)]


# ------------------------------------------------------------------------------------------------------ the third round


@pytest.mark.clause(GAME, "dealing 22", "dealing 22(a)", "dealing 22(a)(i)", "dealing 22(a)(ii)", "rules 7")
def test_folding_on_four_cards_loses_ante_and_play_and_exposes_nothing() -> None:
    cards = deal("3c 3d 3h", "4c 9d Kh", then="8c Ks")
    round_ = play_round(GAME, {2: {"ante": 500}}, cards, [(2, "play"), (2, "fold")])
    assert brief(round_.lines) == [(2, "ante", "fold", 0), (2, "play", "fold", 0)]
    assert [(line.stake, line.clause) for line in round_.lines] == [(500, "dealing 22(a)(i)")] * 2
    assert round_.layout.turned() == ["??"] * 8


@pytest.mark.clause(GAME, "dealing 22(b)", "summary 2(a)", "rules 7", "DW-9")
def test_raise_is_exactly_ante_and_play_together_and_the_fifth_card_waits() -> None:
    wagers = {1: {"ante": 500}, 2: {"ante": 500}}
    cards = deal("3c 3d 3h", "4c 9d Kh", "5c 8d Jh", then="8c Ks Jd Kd 9h")
    round_ = begin(wagers, cards)
    round_.answer(1, "play")
    round_.answer(2, "play")
    for wrong in (["raise", 500], ["raise", 999], ["raise", 1001], "play"):
        with pytest.raises(ChoiceRefused) as refused:
            round_.answer(1, wrong)
        assert refused.value.clause in ("dealing 22(b)", "dealing 22")
    round_.answer(1, "raise")
    assert round_.layout.stakes[1] == {"ante": 500, "play": 500, "raise": 1000}
    assert len(round_.layout.places[1]) == 4
    assert len(round_.layout.cards) == 12
    assert due(round_) == (2, "raise")


@pytest.mark.clause(GAME, "dealing 22 final", "dealing 23", "dealing 24", "dealing 24(a)", "dealing 24(b)", "DW-11")
def test_after_the_last_decision_the_community_hand_is_turned_then_each_hand_in_rotation() -> None:
    """Seat 1 three kings (1 to 1), seat 3 folds, seat 4 nothing: king, jack, nine, eight, five."""
    wagers = {1: {"ante": 500}, 3: {"ante": 500}, 4: {"ante": 1000}}
    cards = deal("3c 3d 3h", "Kc 9d Kh", "5c 8d Jh", "5s 8s Jd", then="8c Ks Jc 9h 4h Kd")
    decisions = [(1, "play"), (3, "play"), (4, "play"), (1, "raise"), (3, "fold"), (4, "raise")]
    round_ = play_round(GAME, wagers, cards, decisions)
    assert brief(round_.lines) == [
        (3, "ante", "fold", 0),
        (3, "play", "fold", 0),
        (1, "ante", "three-of-a-kind", 1000),
        (1, "play", "three-of-a-kind", 1000),
        (1, "raise", "three-of-a-kind", 2000),
        (4, "ante", "none", 0),
        (4, "play", "none", 0),
        (4, "raise", "none", 0),
    ]
    assert [line.clause for line in round_.lines[2:]] == ["dealing 24(b)"] * 3 + ["dealing 24(a)"] * 3
    after = [step for step, _ in round_.history][-11:]
    assert [type(step) for step in after] == [
        Turn,
        Turn,
        Deal,
        Settle,
        Settle,
        Settle,
        Turn,
        Deal,
        Settle,
        Settle,
        Settle,
    ]
    turned = [step.place for step in after if isinstance(step, Turn)]
    assert turned == ["community", 1, 4]
    assert [(step.to, step.up) for step in after if isinstance(step, Deal)] == [(1, True), (4, True)]
    assert round_.layout.places[1][-1] == 16
    assert round_.layout.places[4][-1] == 17
    assert known(round_, "public", "3") == "?? ?? ?? ??"


@pytest.mark.clause(GAME, "dealing 22 final", "DW-11")
def test_after_the_last_decision_nothing_is_due_from_a_player() -> None:
    round_ = begin({1: {"ante": 500}}, "", shoe=KeyedShoe())
    round_.answer(1, "play")
    round_.answer(1, "raise")
    for keyed in (["3c", "3d", "3h", "8c"], ["Kc", "9d", "Kh", "Ks"], ["4h"]):
        assert round_.due_from() == ("dealer",)
        with pytest.raises(OutOfTurn):
            round_.answer(1, "fold")
        round_.answer("dealer", keyed)
    assert round_.over
    assert [line.returned for line in round_.lines] == [1000, 1000, 2000]


# -------------------------------------------------------------------------------------------------------- the paytables


@pytest.mark.clause(
    GAME, "appendix A", "appendix A wilds", "appendix A note", "rules 3", "rules 8", "summary 1(c)", "DW-4"
)
@pytest.mark.parametrize(
    ("hand", "event", "odds"),
    [
        ("Ts Js Qs Ks As", "natural-royal-flush", (250, 100, 250, 250, 250, 250)),
        ("2d Js Qs Ks As", "wild-royal-flush", (30, 30, 40, 35, 30, 30)),
        ("2c 2d 2h 2s Xj", "wild-royal-flush", (30, 30, 40, 35, 30, 30)),
        ("Jc Jd Jh Js 2c", "five-of-a-kind", (20, 20, 15, 20, 20, 20)),
        ("9c Tc Jc Qc Kc", "straight-flush", (10, 10, 8, 8, 9, 10)),
        ("Ac Ad Ah 2s 7c", "four-of-a-kind", (4, 4, 4, 5, 5, 5)),
        ("7c 7d 7h Ks Kd", "full-house", (4, 4, 4, 4, 4, 4)),
        ("3h 5h 8h Th Kh", "flush", (3, 3, 3, 3, 3, 3)),
        ("Ac Xj 3d 4c 5c", "straight", (3, 3, 3, 2, 2, 2)),
        ("9c 9d 9h 4s Kd", "three-of-a-kind", (1, 1, 1, 1, 1, 1)),
        ("9c 9d 4h 4s Kd", "two-pair", (1, 1, 1, 1, 1, 1)),
        ("9c 9d 4h 7s Kd", "none", (-1, -1, -1, -1, -1, -1)),
    ],
)
def test_five_cards_are_paid_on_ante_play_and_raise_by_the_column_chosen(
    hand: str, event: str, odds: tuple[int, ...]
) -> None:
    for column, pays in zip("ABCDEF", odds, strict=True):
        round_ = play_round(
            GAME, {1: {"ante": 500}}, one_seat(hand), [(1, "play"), (1, "raise")], paytables={"ante": column}
        )
        assert brief(round_.lines) == [
            (1, "ante", event, 500 * (pays + 1)),
            (1, "play", event, 500 * (pays + 1)),
            (1, "raise", event, 1000 * (pays + 1)),
        ]
        assert sum(line.net for line in round_.lines) == 4 * 500 * pays


@pytest.mark.clause(GAME, "appendix B", "appendix B wilds", "appendix B note", "rules 3", "rules 6", "DW-2")
@pytest.mark.parametrize(
    ("hand", "event", "odds"),
    [
        ("Qs Ks As", "mini-royal", (20, 25, 25)),
        ("Qs 2d Xj", "mini-royal", (20, 25, 25)),
        ("Ks Qs Js", "straight-flush", (6, 5, 5)),
        ("As 2d 3s", "straight-flush", (6, 5, 5)),
        ("9c 9d Xj", "three-of-a-kind", (5, 4, 4)),
        ("Ac Xj 3d", "straight", (2, 3, 2)),
        ("4c 8c Kc", "flush", (2, 1, 2)),
    ],
)
def test_three_cards_are_paid_by_the_column_chosen(hand: str, event: str, odds: tuple[int, ...]) -> None:
    for column, pays in zip("ABC", odds, strict=True):
        round_ = play_round(
            GAME,
            {1: {"three-card-treasure": 700}},
            deal("3h 5h 8d", hand),
            [(1, "declare")],
            paytables={"three-card-treasure": column},
        )
        assert brief(round_.lines) == [(1, "three-card-treasure", event, 700 * (pays + 1))]


@pytest.mark.clause(GAME, "summary 1(c)", "dealing 4")
def test_players_do_not_play_against_one_another_and_the_dealer_has_no_hand() -> None:
    """A pair of aces loses to nothing and two small pairs win, whoever sits beside: the paytable alone decides."""
    wagers = {1: {"ante": 500}, 2: {"ante": 500}}
    cards = deal("3c 3d 8h", "Ac Ad 9h", "4c 4d 5h", then="8c Ks 5s Jd 7h")
    decisions = [(1, "play"), (2, "play"), (1, "raise"), (2, "raise")]
    round_ = play_round(GAME, wagers, cards, decisions)
    assert [(line.seat, line.event) for line in round_.lines] == [(1, "none")] * 3 + [(2, "two-pair")] * 3
    assert set(round_.layout.places) == {"community", 1, 2}
