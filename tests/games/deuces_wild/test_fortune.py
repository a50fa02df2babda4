"""Five Card Fortune: when cards are selected, from how many, who sees them, and what they pay."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.cards import KeyedShoe
from houseway.rulebook.steps import Ask, Deal, Look, Move, Settle, Turn
from houseway.table.round import Round
from houseway.table.table_errors import ChoiceRefused
from tests.games.deuces_wild.dealing import GAME, begin, deal, due, known
from tests.rounds import brief, play_round, shoe_of

FORTUNE = {"five-card-fortune": 200}
BOTH = {"ante": 500, "five-card-fortune": 200}
POSTED: dict[str, Any] = {"posted": {"bonus-jackpot": {"5-wild-cards": "$10,000"}}}


def pool(round_: Round, cite: str | None = None) -> int:
    """From how many cards is selected, by which clause (if one is given)."""
    assert isinstance(round_.step, Ask)
    assert round_.step.pick is not None
    assert cite in (None, round_.step.cite)
    assert round_.step.pick.cite == round_.step.cite
    return round_.step.pick.pool


# ---------------------------------------------------------------------------------------------- without Ante, or folded


@pytest.mark.clause(GAME, "dealing 21", "footnote 1", "summary 2(c)", "rules 7", "DW-6", "DW-10")
def test_without_an_ante_a_seat_looks_and_selects_in_its_turn_and_only_that_card_is_ever_shown() -> None:
    wagers = {1: {"ante": 500}, 2: FORTUNE, 3: {"ante": 500}}
    cards = deal("9c Td Jh", "4c 6d Kh", "Qc 3s 5s", "4d 6h Ks", then="Kd 7s 8c")
    round_ = begin(wagers, cards)
    assert due(round_) == (1, "play")
    assert known(round_, 2, "2") == "?? ?? ??"
    round_.answer(1, "fold")
    assert due(round_) == (2, "fortune")
    assert pool(round_, "dealing 21") == 3
    assert known(round_, 2, "2") == "Qc 3s 5s"
    assert known(round_, 2, "community") == "?? ?? ??"
    round_.answer(2, ["Qc"])
    assert known(round_, 2, "2.fortune") == "Qc"
    assert known(round_, 2, "2") == "3s 5s"
    assert known(round_, "dealer", "2.fortune") == "??"
    assert due(round_) == (3, "play")
    round_.answer(3, "play")
    assert len(round_.layout.cards) == 14  # the community hand's fourth card and seat 3's: none for seat 2
    round_.answer(3, "fold")
    # Nine, ten, jack, king and the queen selected: a straight, even money.
    assert brief(round_.lines)[-1] == (2, "five-card-fortune", "straight", 400)
    assert round_.lines[-1].clause == "appendix C"
    assert known(round_, "public", "2.fortune") == "Qc"
    assert known(round_, "public", "2") == "?? ??"
    assert known(round_, "public", "community") == "9c Td Jh Kd"


@pytest.mark.clause(GAME, "dealing 21(a)(iii)", "dealing 21(a)(ii)", "DW-6")
def test_folding_on_three_cards_a_seat_selects_one_of_the_three_at_once_and_the_others_stay_hidden() -> None:
    wagers = {1: BOTH, 2: {"ante": 500}}
    cards = deal("9c 9d Jh", "9h 6d Kh", "4d 6h Ks", then="Js 7s 8c")
    round_ = begin(wagers, cards)
    round_.answer(1, "fold")
    assert brief(round_.lines) == [(1, "ante", "fold", 0)]
    assert due(round_) == (1, "fortune")
    assert pool(round_, "dealing 21(a)(iii)") == 3
    round_.answer(1, [1])
    assert due(round_) == (2, "play")
    round_.answer(2, "play")
    round_.answer(2, "raise")
    # Nines full of jacks pay 3 to 1; seat 2: king, eight, seven, six, four.
    assert brief(round_.lines) == [
        (1, "ante", "fold", 0),
        (1, "five-card-fortune", "full-house", 800),
        (2, "ante", "none", 0),
        (2, "play", "none", 0),
        (2, "raise", "none", 0),
    ]
    assert known(round_, "public", "1") == "?? ??"
    assert known(round_, "public", "1.fortune") == "9h"


@pytest.mark.clause(GAME, "dealing 22(a)(iii)", "dealing 22(a)(ii)", "DW-6")
def test_folding_on_four_cards_a_seat_selects_one_of_the_four() -> None:
    cards = deal("Qc Qd Jh", "4h 6d Kh", then="Js Qs")
    round_ = begin({1: BOTH}, cards)
    round_.answer(1, "play")
    round_.answer(1, "fold")
    assert due(round_) == (1, "fortune")
    assert pool(round_, "dealing 22(a)(iii)") == 4
    round_.answer(1, [4])
    assert brief(round_.lines) == [
        (1, "ante", "fold", 0),
        (1, "play", "fold", 0),
        (1, "five-card-fortune", "full-house", 800),
    ]
    assert known(round_, "public", "1.fortune") == "Qs"
    assert known(round_, "public", "1") == "?? ?? ??"
    assert round_.layout.turned() == ["Qc", "??", "Qd", "??", "Jh", "??", "Js", "Qs"]


@pytest.mark.clause(GAME, "summary 2(c)", "dealing 24", "rules 8", "DW-6", "DW-11")
def test_a_raising_seat_selects_from_four_and_is_settled_hand_first_then_fortune() -> None:
    cards = deal("Qc Qd Jh", "4h 6d Kh", then="Js Kd Ks")
    round_ = begin({1: BOTH}, cards)
    round_.answer(1, "play")
    round_.answer(1, "raise")
    assert due(round_) == (1, "fortune")
    assert pool(round_, "summary 2(c)") == 4
    assert len(round_.layout.cards) == 8  # the fifth card has not been dealt
    round_.answer(1, [3])
    # Three kings pay the hand 1 to 1; queens, jacks and a king are two pair: a push.
    assert brief(round_.lines) == [
        (1, "ante", "three-of-a-kind", 1000),
        (1, "play", "three-of-a-kind", 1000),
        (1, "raise", "three-of-a-kind", 2000),
        (1, "five-card-fortune", "two-pair", 200),
    ]
    assert round_.lines[-1].pays == "push"
    assert not any(isinstance(step, Move) for step, _ in round_.history)


# ------------------------------------------------------------------------------------------------------------ exception


@pytest.mark.clause(
    GAME,
    "dealing 21 exception",
    "dealing 21 exception (b)",
    "dealing 21 exception (c)",
    "dealing 21 exception (d)",
    "DW-9",
    "DW-11",
)
def test_if_all_fold_only_the_fourth_community_card_is_dealt_after_every_selection() -> None:
    wagers = {2: BOTH, 3: FORTUNE, 5: {"ante": 500}, 6: BOTH}
    hands = ("8h 6d Kh", "Tc 3s 5s", "4d 6h Ks", "Ac 7d 4s")
    cards = deal("8c 8d Jh", *hands, then="As")
    decisions = [(2, "fold"), (2, [1]), (3, [2]), (5, "fold"), (6, "fold"), (6, [1])]
    round_ = play_round(GAME, wagers, cards, decisions)
    # Three eights push; eights and a three lose; aces and eights push.
    assert brief(round_.lines) == [
        (2, "ante", "fold", 0),
        (5, "ante", "fold", 0),
        (6, "ante", "fold", 0),
        (2, "five-card-fortune", "three-of-a-kind", 200),
        (3, "five-card-fortune", "none", 0),
        (6, "five-card-fortune", "two-pair", 200),
    ]
    assert {line.clause for line in round_.lines[3:]} == {"dealing 21 exception (d)"}
    assert round_.layout.places["community"] == [0, 5, 10, 15]
    steps = [step for step, _ in round_.history]
    last = next(number for number, step in enumerate(steps) if step.cite == "dealing 21 exception (c)")
    assert not any(isinstance(step, Ask) for step in steps[last:])
    assert steps[last].does == ("dealing 21 exception (a)", "dealing 21 exception (b) discard")
    assert [type(step) for step in steps[last:]] == [Deal, Turn, *[Turn, Settle] * 3]


@pytest.mark.clause(GAME, "dealing 21 exception", "DW-11")
def test_if_all_fold_on_four_cards_a_running_fortune_wager_is_still_settled() -> None:
    """Seat 2 folds on four; the community hand is turned for seat 1 although no hand is left."""
    cards = deal("8c 8d Jh", "8h 6d Kh", "4d 6h Ks", then="As 9c")
    decisions = [(1, [1]), (2, "play"), (2, "fold")]
    round_ = play_round(GAME, {1: FORTUNE, 2: {"ante": 500}}, cards, decisions)
    assert brief(round_.lines)[-1] == (1, "five-card-fortune", "three-of-a-kind", 200)
    assert round_.lines[-1].clause == "appendix C"


# ------------------------------------------------------------------------------------------------ how many are selected


@pytest.mark.clause(GAME, "footnote 2", "summary 2(c)", "appendix C", "DW-6")
def test_several_cards_may_be_selected_only_if_all_are_wild() -> None:
    cards = deal("9c 4d 9s", "2c Xj Kh", then="Jd")
    round_ = begin({1: FORTUNE}, cards)
    several: list[Any] = [[1, 3], [1, 2, 3], [3, 2], ["2c", "Kh"]]
    for wrong in several:
        with pytest.raises(ChoiceRefused, match="all are wild") as refused:
            round_.answer(1, wrong)
        assert refused.value.clause == "footnote 2"
    others: list[Any] = [[], [0], [4], [1, 1], ["9c"], "fold", [1.5], None]
    for wrong in others:
        with pytest.raises(ChoiceRefused):
            round_.answer(1, wrong)
    assert due(round_) == (1, "fortune")
    round_.answer(1, [2, 1])
    # Two nines and two wild cards: four of a kind, 4 to 1.
    assert brief(round_.lines) == [(1, "five-card-fortune", "four-of-a-kind", 1000)]
    assert known(round_, "public", "1.fortune") == "2c Xj"
    assert known(round_, "public", "1") == "??"


@pytest.mark.clause(GAME, "summary 2(c)", "footnote 2", "appendix C", "DW-6")
@pytest.mark.parametrize(
    ("selected", "event", "returned"),
    [
        ([1], "three-of-a-kind", 200),  # one wild card: three nines push
        ([1, 2], "four-of-a-kind", 200 * 5),
        ([1, 2, 3], "five-of-a-kind", 200 * 8),
    ],
)
def test_of_more_than_five_cards_the_best_five_count(selected: list[int], event: str, returned: int) -> None:
    """The community hand is nine, nine, four, king; the hand three wild cards."""
    cards = deal("9s 4d 9h", "2c 2d Xj", then="Kd")
    round_ = play_round(GAME, {4: FORTUNE}, cards, [(4, selected)])
    assert brief(round_.lines) == [(4, "five-card-fortune", event, returned)]


@pytest.mark.clause(GAME, "footnote 2", "DW-6")
def test_a_wrong_selection_of_real_cards_counts_for_its_first_card_only() -> None:
    """Nobody but the player knows the cards when they are selected; they are judged when they are turned."""
    round_ = begin({1: FORTUNE}, "", shoe=KeyedShoe())
    round_.answer(1, [3, 1])
    round_.answer("dealer", ["9c", "9d", "4h", "4s"])
    round_.answer("dealer", ["9h", "2c"])
    # Nines full with the nine; four of a kind if the deuce counted too.
    assert brief(round_.lines) == [(1, "five-card-fortune", "full-house", 800)]


@pytest.mark.clause(GAME, "dealing 21", "DW-6")
def test_a_player_who_does_not_select_in_time_has_selected_the_first_card() -> None:
    round_ = begin({1: FORTUNE}, deal("9c 9d Jh", "9h 6d 6h", then="6s"))
    round_.time_out()
    assert round_.over
    assert brief(round_.lines) == [(1, "five-card-fortune", "three-of-a-kind", 200)]
    assert known(round_, "public", "1.fortune") == "9h"


# ------------------------------------------------------------------------------------------------------ the two options


@pytest.mark.clause(GAME, "summary 2(c)", "footnote 1", "DW-6")
@pytest.mark.parametrize(
    ("most", "decisions", "cards"),
    [
        ("three", ["fold"], 3),
        ("three", ["play", "fold"], 3),
        ("three", ["play", "raise"], 3),
        ("four", ["fold"], 3),
        ("four", ["play", "fold"], 4),
        ("four", ["play", "raise"], 4),
        ("five", ["fold"], 3),
        ("five", ["play", "fold"], 4),
        ("five", ["play", "raise"], 5),
    ],
)
@pytest.mark.parametrize("look", ["blind", "revealed"])
@pytest.mark.parametrize("jackpot", [False, True])
def test_a_seat_selects_from_the_cards_it_held_at_its_last_decision_at_most_as_many_as_the_house_allows(
    most: str, decisions: list[str], cards: int, look: str, jackpot: bool
) -> None:
    wagers = {1: {**BOTH, "bonus-jackpot": 100} if jackpot else BOTH}
    dealt = deal("Qc Qd Jh", "4h 6d Kh", then="Js Kd 9s")
    options = {"fortune-pool": most, "fortune-view": look}
    round_ = begin(wagers, dealt, options=options, **POSTED)
    for answer in decisions:
        round_.answer(1, answer)
    assert due(round_) == (1, "fortune")
    assert pool(round_) == cards
    with pytest.raises(ChoiceRefused):
        round_.answer(1, [cards + 1])
    board = known(round_, 1, "community")
    if look == "revealed":
        assert board == "Qc Qd Jh Js"
    else:
        assert set(board.split()) == {"??"}
    round_.answer(1, [cards])
    assert round_.over
    # Queens and jacks with a king, a nine or whatever else: two pair, a push.
    assert [line for line in brief(round_.lines) if line[1] == "five-card-fortune"] == [
        (1, "five-card-fortune", "two-pair", 200)
    ]


@pytest.mark.clause(GAME, "summary 2(c)", "dealing 22(b)", "DW-6")
def test_with_a_pool_of_five_the_fifth_card_comes_before_the_selection_face_down_and_only_once() -> None:
    wagers = {1: BOTH, 2: {"ante": 500}}
    cards = deal("Qc Qd Jh", "4h 6d Kh", "4s 6s 7d", then="Js Kd 7h Qs 7c")
    round_ = begin(wagers, cards, options={"fortune-pool": "five"})
    for seat, answer in ((1, "play"), (2, "play"), (1, "raise")):
        round_.answer(seat, answer)
    assert due(round_) == (1, "fortune")
    assert known(round_, 1, "1") == "4h 6d Kh Kd Qs"
    assert known(round_, 2, "1") == known(round_, "dealer", "1") == "?? ?? ?? ?? ??"
    round_.answer(1, [5])
    assert due(round_) == (2, "raise")
    round_.answer(2, "raise")
    # Seat 1 has kings, queen, six, four; with the queen selected the community hand is queens full of jacks.
    assert brief(round_.lines) == [
        (1, "ante", "none", 0),
        (1, "play", "none", 0),
        (1, "raise", "none", 0),
        (1, "five-card-fortune", "full-house", 800),
        (2, "ante", "three-of-a-kind", 1000),
        (2, "play", "three-of-a-kind", 1000),
        (2, "raise", "three-of-a-kind", 2000),
    ]
    assert (round_.layout.places[1], round_.layout.places[2]) == ([1, 4, 7, 10, 12], [2, 5, 8, 11, 13])


@pytest.mark.clause(GAME, "summary 2(c)", "DW-6", "DW-11")
def test_where_the_community_hand_is_seen_first_all_select_after_the_turn_in_rotation() -> None:
    wagers = {1: BOTH, 2: FORTUNE, 3: BOTH, 4: {"ante": 500}}
    hands = ("Qs 6d Kh", "Jd 5c 7d", "4h 6h Kc", "5s 7s 9s")
    cards = deal("Qc Qd Jh", *hands, then="Js Qh 8s Ks 8d")
    round_ = begin(wagers, cards, options={"fortune-view": "revealed"})
    for seat, ask, answer in (
        (1, "play", "fold"),
        (3, "play", "play"),
        (4, "play", "play"),
        (3, "raise", "raise"),
    ):
        assert due(round_) == (seat, ask)
        round_.answer(seat, answer)
    assert known(round_, "public", "community") == "?? ?? ?? ??"
    assert due(round_) == (4, "raise")
    round_.answer(4, "raise")
    assert known(round_, "public", "community") == "Qc Qd Jh Js"
    for seat, selected in ((1, ["Qs"]), (2, ["Jd"]), (3, ["Qh"])):
        assert due(round_) == (seat, "fortune")
        assert len(round_.lines) == 1
        round_.answer(seat, selected)
    assert [line for line in brief(round_.lines) if line[1] == "five-card-fortune"] == [
        (1, "five-card-fortune", "full-house", 800),
        (2, "five-card-fortune", "full-house", 800),
        (3, "five-card-fortune", "full-house", 800),
    ]
    assert known(round_, "public", "1.fortune") == "Qs"
    assert known(round_, "public", "1") == "?? ??"
    # The hand of seat 3 is turned whole, so its selected card lies with it.
    assert known(round_, "public", "3") == "4h 6h Kc Qh Ks"


@pytest.mark.clause(GAME, "dealing 21 exception", "DW-6")
def test_where_the_community_hand_is_seen_first_and_all_fold_they_select_after_the_fourth_card() -> None:
    options = {"fortune-view": "revealed"}
    round_ = begin({1: BOTH, 6: FORTUNE}, deal("Qc Qd Jh", "Qs 6d Kh", "5c Jd 7d", then="Js"), options=options)
    round_.answer(1, "fold")
    assert due(round_) == (1, "fortune")
    assert known(round_, 1, "community") == "Qc Qd Jh Js"
    round_.answer(1, [3])
    round_.answer(6, [2])
    assert brief(round_.lines)[1:] == [
        (1, "five-card-fortune", "two-pair", 200),
        (6, "five-card-fortune", "full-house", 800),
    ]


@pytest.mark.clause(GAME, "footnote 1", "summary 2(d)", "DW-6", "DW-7", "DW-10")
@pytest.mark.parametrize("look", ["blind", "revealed"])
def test_cards_that_only_the_bonus_jackpot_brings_are_neither_seen_nor_selected(look: str) -> None:
    wagers = {1: {"five-card-fortune": 200, "bonus-jackpot": 100}, 2: {"ante": 500}}
    cards = deal("Qc Qd Jh", "4h 6d Kh", "5c 7d 9d", then="Js 2c 2d")
    round_ = begin(wagers, cards, options={"fortune-view": look, "fortune-pool": "five"}, **POSTED)
    if look == "revealed":
        round_.answer(2, "fold")
        assert len(round_.layout.places[1]) == 4
    assert due(round_) == (1, "fortune")
    assert pool(round_) == 3
    assert known(round_, 1, "1") == ("4h 6d Kh" if look == "blind" else "4h 6d Kh ??")
    with pytest.raises(ChoiceRefused):
        round_.answer(1, [4])
    round_.answer(1, [3])
    if look == "blind":
        round_.answer(2, "fold")
    assert brief(round_.lines) == [
        (2, "ante", "fold", 0),
        (1, "five-card-fortune", "two-pair", 200),
        (1, "bonus-jackpot", "2-wild-cards", 700),
    ]
    assert known(round_, "public", "1") == "4h 6d Kh 2c 2d"
    assert [step.place for step, _ in round_.history if isinstance(step, Look) and step.seat == 1] == [1]


# -------------------------------------------------------------------------------------------------------- the paytables


@pytest.mark.clause(GAME, "appendix C", "appendix C wilds", "appendix C note", "rules 3", "rules 8", "DW-3", "DW-5")
@pytest.mark.parametrize(
    ("board", "selected", "event", "odds"),
    [
        ("Ts Js Qs Ks", "As", "natural-royal-flush", (400, 500, 400)),
        ("2c 2d 2h 2s", "Xj", "five-wild-cards", (75, 100, 200)),
        ("Ts Js Qs Ks", "Xj", "wild-royal-flush", (20, 20, 25)),
        ("Jc Jd Jh Js", "2c", "five-of-a-kind", (7, 12, 10)),
        ("5c 6c 7c Xj", "9c", "straight-flush", (5, 8, 5)),
        ("5c 5d 2c 2d", "9c", "four-of-a-kind", (4, 3, 3)),
        ("5c 5d 2c 9d", "9c", "full-house", (3, 3, 3)),
        ("5c 6c 7c Tc", "Kc", "flush", (2, 2, 2)),
        ("5c 6d 7c 8c", "9c", "straight", (1, 1, 1)),
        ("5c 5d 2c 9d", "Kc", "three-of-a-kind", (0, 0, 0)),
        ("5c 5d 9c 9d", "Kc", "two-pair", (0, 0, 0)),
        ("5c 2d 9c Td", "Kc", "none", (-1, -1, -1)),
    ],
)
def test_four_community_cards_and_the_selected_one_are_paid_by_the_column_chosen(
    board: str, selected: str, event: str, odds: tuple[int, ...]
) -> None:
    first = board.split()
    cards = deal(" ".join(first[:3]), f"3h {selected} 4h", then=first[3])
    for column, pays in zip("ABC", odds, strict=True):
        round_ = play_round(GAME, {5: FORTUNE}, cards, [(5, [2])], paytables={"five-card-fortune": column})
        assert brief(round_.lines) == [(5, "five-card-fortune", event, 200 * (pays + 1))]


# ---------------------------------------------------------------------------------- beside the Bonus Jackpot, no Ante


@pytest.mark.clause(GAME, "footnote 1", "DW-6")
@pytest.mark.parametrize("view", ["blind", "revealed"])
@pytest.mark.parametrize("pool", ["three", "four", "five"])
def test_the_wager_alone_gives_three_cards_even_where_the_bonus_jackpot_brings_five(pool: str, view: str) -> None:
    wagers = {1: {"five-card-fortune": 200, "bonus-jackpot": 100}}
    house: dict[str, Any] = {"posted": {"bonus-jackpot": {"5-wild-cards": "$10,000"}}}
    options = {"fortune-pool": pool, "fortune-view": view, "tabulator": "off"}
    found = houseway.game(GAME)
    # The fourth and fifth cards, two deuces, are the Bonus Jackpot's alone.
    cards = shoe_of(deal("9c 4d 9s", "3c 8d Kh", then="Jd 2c 2d"))
    round_ = Round(found, found.setup(options=options, **house), [1], cards)
    round_.answer(1, wagers[1])
    assert due(round_) == (1, "fortune")
    ask = round_.ask_for(1)
    assert ask is not None and ask.pick is not None and ask.pick.pool == 3
    for beyond in ([4], [5], [4, 5]):
        with pytest.raises(ChoiceRefused):
            round_.answer(1, beyond)
    round_.answer(1, [2])
    assert brief(round_.lines) == [
        (1, "five-card-fortune", "none", 0),
        (1, "bonus-jackpot", "2-wild-cards", 700),
    ]
