"""Three Card Split: the round in the order of its document, from the deal to the settlement, and who sees what when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import UNSET

import houseway
from houseway.cards import KeyedShoe, Stream, VirtualShoe
from houseway.cards.card_errors import CardNotInDeck, DeckTooShort
from houseway.rulebook.steps import COMMUNITY, DEALER, Ask, Deal, Move, Settle, Step, Together, Turn
from houseway.table.deal import deal_records
from houseway.table.players import RandomPlayer, usual_wagers
from houseway.table.round import Round
from houseway.table.table_errors import ChoiceRefused, OutOfTurn, RoundOver, UnseenCard
from tests.rounds import brief, play_round, shoe_of

GAME = "three-card-split"
GAMES = houseway.game(GAME)
PRIMARY = {"primary": 1000}

# Seat 2 has a pair of nines with a king, seat 5 nothing (jack, seven, three), the house eights with a queen.
CARDS = "Ks 9c 9d  3c 7d Jh  8c 8d Qs  2s"


def started(wagers: Mapping[int, Mapping[str, Any]], cards: str, **setup: Any) -> Round:
    """A round whose wagers are placed and whose cards are dealt: every seat is to set."""
    round_ = Round(GAMES, GAMES.setup(**setup), list(wagers), shoe_of(cards))
    for seat, placed in wagers.items():
        round_.answer(seat, placed)
    return round_


def steps(round_: Round) -> list[Step]:
    return [step for step, _ in round_.history]


def cards_in(round_: Round, viewer: int | str) -> dict[str, str]:
    """What a viewer sees, place by place."""
    return {place: " ".join(texts) for place, texts in houseway.view(round_, viewer).cards.items()}


# --- the deal ----------------------------------------------------------------------------------------------------


@pytest.mark.clause(GAME, "dealing 1")
def test_one_deck_of_52_without_jokers_however_it_is_shuffled() -> None:
    for dealt_by in ("shuffler", "shoe", "hand"):
        deck = GAMES.setup(options={"dealt-by": dealt_by}).deck
        assert len(deck) == len({kind.text for kind in deck.cards}) == 52
        assert "Xj" not in {kind.text for kind in deck.cards}
    with pytest.raises(CardNotInDeck):
        GAMES.setup().deck.check([houseway.card("As"), houseway.card("As")])


@pytest.mark.clause(GAME, "dealing 10")
def test_every_round_is_dealt_from_the_whole_deck() -> None:
    """25 cards go to a full table: only a new shuffle of all 52 can deal three such rounds."""
    setup = GAMES.setup()
    assert "shoe" not in setup.options
    rounds = list(deal_records(GAMES, setup, range(1, 8), seed=10, rounds=3))
    assert [len(set(each["cards"])) for each in rounds] == [25, 25, 25]
    assert all("before" not in each or not each["before"] for each in rounds)


@pytest.mark.clause(GAME, "dealing 1 shuffle", "dealing 2", "dealing 10 collect")
def test_the_round_opens_with_the_cards_collected_and_shuffled_while_wagers_are_placed() -> None:
    round_ = Round(GAMES, GAMES.setup(), [2, 5], shoe_of(CARDS))
    due = houseway.view(round_).due
    assert due is not None and due.does
    assert (due.what, due.clause, due.from_) == ("place-wagers", "dealing 2", [2, 5])
    assert [item.clause for item in due.does] == ["dealing 10 collect", "dealing 1 shuffle"]
    round_.answer(2, PRIMARY)
    assert round_.layout.cards == []  # nothing is dealt before all wagers are down
    round_.answer(5, PRIMARY)
    assert len(round_.layout.cards) == 10


@pytest.mark.clause(GAME, "dealing 3", "overview cards", "footnote 3", "TCS-8")
def test_packets_of_three_clockwise_then_the_dealer_then_the_community_card() -> None:
    round_ = started({5: PRIMARY, 2: PRIMARY}, CARDS)
    assert round_.layout.places == {2: [0, 1, 2], 5: [3, 4, 5], DEALER: [6, 7, 8], COMMUNITY: [9]}
    deals = [step for step in steps(round_) if isinstance(step, Deal)]
    assert [step.to for step in deals] == [2, 2, 2, 5, 5, 5, DEALER, DEALER, DEALER, COMMUNITY]
    assert {step.cite for step in deals} == {"dealing 3"}
    assert not any(step.up for step in deals)


@pytest.mark.clause(GAME, "footnote 3", "dealing 3", "TCS-8")
def test_single_cards_in_rotation_by_house_rule() -> None:
    round_ = started({2: PRIMARY, 5: PRIMARY}, "Ks 3c 8c  9c 7d 8d  9d Jh Qs  2s", options={"deal": "single"})
    assert round_.layout.places == {2: [0, 3, 6], 5: [1, 4, 7], DEALER: [2, 5, 8], COMMUNITY: [9]}
    assert cards_in(round_, 2)["2"] == "Ks 9c 9d"
    round_.answer(2, ["low", 1])
    round_.answer(5, "house-way")
    round_.time_out()
    assert brief(round_.lines) == [(5, "primary", "lose", 0), (2, "primary", "win", 2000)]


@pytest.mark.clause(GAME, "dealing 3", "overview cards")
def test_seven_players_take_25_cards() -> None:
    round_ = started(dict.fromkeys(range(1, 8), PRIMARY), " ".join(kind.text for kind in GAMES.setup().deck.cards[:25]))
    assert [len(round_.layout.places[place]) for place in (*range(1, 8), DEALER, COMMUNITY)] == [3] * 8 + [1]
    assert round_.layout.places[7] == [18, 19, 20]


@pytest.mark.clause(GAME, "dealing 3")
def test_a_seat_that_places_nothing_gets_no_cards() -> None:
    round_ = started({2: PRIMARY, 4: {}, 5: PRIMARY}, CARDS)
    assert round_.in_play == (2, 5)
    assert 4 not in round_.layout.places


@pytest.mark.clause(GAME, "dealing 3", "dealing 4")
def test_after_the_deal_each_player_sees_their_own_cards_and_nobody_the_others() -> None:
    round_ = started({2: PRIMARY, 5: PRIMARY}, CARDS)
    hidden = {"2": "?? ?? ??", "5": "?? ?? ??", "dealer": "?? ?? ??", "community": "??"}
    assert cards_in(round_, 2) == hidden | {"2": "Ks 9c 9d"}
    assert cards_in(round_, 5) == hidden | {"5": "3c 7d Jh"}
    for viewer in (DEALER, "public", 1):
        assert cards_in(round_, viewer) == hidden


def test_cards_that_a_seat_has_not_seen_do_not_change_its_view() -> None:
    one = started({2: PRIMARY, 5: PRIMARY}, CARDS)
    other = started({2: PRIMARY, 5: PRIMARY}, "Ks 9c 9d  4c 4d 4h  As Ad Ah  Ac")
    assert houseway.view(one, 2) == houseway.view(other, 2)
    for round_ in (one, other):
        round_.answer(5, ["low", 2])
    assert houseway.view(one, 2) == houseway.view(other, 2)


# --- setting -----------------------------------------------------------------------------------------------------


@pytest.mark.clause(GAME, "dealing 4", "dealing 4 place")
def test_all_players_set_together_each_choosing_the_low_card() -> None:
    round_ = started({2: PRIMARY, 5: PRIMARY}, CARDS)
    step = round_.step
    assert isinstance(step, Together)
    assert (step.cite, step.does) == ("dealing 4", ("dealing 4 place",))
    assert [(ask.seat, ask.ask, ask.default) for ask in step.asks] == [(2, "set", "house-way"), (5, "set", "house-way")]
    due = houseway.view(round_, 2).due
    assert due is not None and due.asks
    assert [(item.word, item.least, item.most) for item in due.asks[0].choices] == [
        ("low", 1, 3),
        ("house-way", UNSET, UNSET),
    ]
    round_.answer(5, ["low", 2])
    assert round_.due_from() == (2,)
    assert (5, "high") not in round_.layout.places  # laid when all have set


@pytest.mark.clause(GAME, "dealing 4", "footnote 4", "dealing 5", "overview cards", "TCS-8")
def test_set_hands_lie_face_down_on_two_boxes_until_they_are_settled() -> None:
    round_ = started({2: PRIMARY, 5: PRIMARY}, CARDS)
    round_.answer(2, ["low", 1])
    assert cards_in(round_, "public")["dealer"] == "?? ?? ??"
    round_.answer(5, ["low", 2])
    assert round_.due_from() == (DEALER,)
    assert cards_in(round_, 2) == {
        "2.high": "9c 9d",
        "2.low": "Ks",
        "5.high": "?? ??",
        "5.low": "??",
        "dealer": "8c 8d Qs",
        "community": "??",
    }
    assert cards_in(round_, 5) == {
        "2.high": "?? ??",
        "2.low": "??",
        "5.high": "3c Jh",
        "5.low": "7d",
        "dealer": "8c 8d Qs",
        "community": "??",
    }
    round_.answer(DEALER, "house-way")
    assert round_.over
    assert "??" not in " ".join(cards_in(round_, "public").values())


@pytest.mark.clause(GAME, "footnote 4", "TCS-8")
def test_by_house_rule_set_hands_lie_face_up_once_all_have_set() -> None:
    round_ = started({2: PRIMARY, 5: PRIMARY}, CARDS, options={"hands-set": "up"})
    round_.answer(5, "house-way")
    assert cards_in(round_, 2)["5"] == "?? ?? ??"
    round_.answer(2, ["low", 1])
    assert cards_in(round_, "public") == {
        "2.high": "9c 9d",
        "2.low": "Ks",
        "5.high": "3c Jh",  # no two of them make anything: the second highest goes low
        "5.low": "7d",
        "dealer": "8c 8d Qs",
        "community": "??",
    }
    turns = [step for step in steps(round_) if isinstance(step, Turn)]
    assert [(step.place, step.cite) for step in turns] == [
        (2, "footnote 4"),
        (5, "footnote 4"),
        (DEALER, "dealing 5"),
    ]
    round_.time_out()
    assert brief(round_.lines) == [(5, "primary", "lose", 0), (2, "primary", "win", 2000)]


@pytest.mark.clause(GAME, "dealing 5", "dealing 4", "TCS-8")
def test_a_player_may_leave_the_hand_to_the_house_way() -> None:
    """King and five of hearts go high, so that a king goes low; by itself the pair of kings would have."""
    round_ = play_round(GAME, {3: PRIMARY}, "Kh 5h Kc  8c 8d Qs  2s", [(3, "house-way")])
    assert cards_in(round_, "public")["3.high"] == "Kh 5h"
    assert cards_in(round_, "public")["3.low"] == "Kc"
    assert brief(round_.lines) == [(3, "primary", "push", 1000)]


@pytest.mark.clause(GAME, "dealing 4")
@pytest.mark.parametrize("answer", [["low", 0], ["low", 4], "low", "fold", ["high", 1], ["low", 1, 2], 7, None])
def test_other_settings_are_refused_and_change_nothing(answer: Any) -> None:
    round_ = started({2: PRIMARY, 5: PRIMARY}, CARDS)
    before = houseway.view(round_, 2)
    with pytest.raises(ChoiceRefused) as refused:
        round_.answer(2, answer)
    assert refused.value.clause == "dealing 4"
    assert houseway.view(round_, 2) == before
    assert round_.due_from() == (2, 5)


@pytest.mark.clause(GAME, "dealing 4", "dealing 5")
def test_nobody_sets_twice_or_out_of_turn() -> None:
    round_ = started({2: PRIMARY, 5: PRIMARY}, CARDS)
    round_.answer(2, ["low", 1])
    for who in (2, 4, DEALER):
        with pytest.raises(OutOfTurn) as refused:
            round_.answer(who, ["low", 3])
        assert refused.value.clause == "dealing 4"
    round_.answer(5, ["low", 1])
    with pytest.raises(OutOfTurn) as late:
        round_.answer(5, ["low", 2])
    assert late.value.clause == "dealing 5"
    round_.answer(DEALER, "house-way")
    with pytest.raises(RoundOver):
        round_.answer(2, ["low", 1])


@pytest.mark.clause(GAME, "dealing 4")
def test_time_sets_by_the_house_way_whoever_has_not_set() -> None:
    round_ = started({2: PRIMARY, 5: PRIMARY}, CARDS)
    round_.answer(5, ["low", 1])  # a three below jack and seven
    round_.time_out()
    assert [answer for step, answer in round_.history if isinstance(step, Together)] == [["house-way", ("low", 1)]]
    round_.time_out()
    assert round_.over
    assert cards_in(round_, "public")["2.high"] == "9c 9d"
    assert cards_in(round_, "public")["5.high"] == "7d Jh"
    assert brief(round_.lines) == [(5, "primary", "lose", 0), (2, "primary", "win", 2000)]


def test_time_without_wagers_ends_the_round_with_nothing_dealt() -> None:
    round_ = Round(GAMES, GAMES.setup(), [1, 2], shoe_of(""))
    round_.time_out()
    assert round_.over
    assert round_.lines == []


# --- the house hand and the community card -----------------------------------------------------------------------


@pytest.mark.clause(GAME, "dealing 5", "dealing 6", "appendix A", "TCS-8")
def test_the_house_hand_is_turned_when_all_have_set_and_the_community_card_when_it_is_set() -> None:
    round_ = started({2: PRIMARY}, "Ks 9c 9d  8c 8d Qs  2s")
    round_.answer(2, ["low", 1])
    ask = round_.step
    assert isinstance(ask, Ask)
    assert (ask.seat, ask.ask, ask.default, ask.cite) == (DEALER, "house-hand", "house-way", "dealing 5")
    assert cards_in(round_, "public")["dealer"] == "8c 8d Qs"
    assert cards_in(round_, "public")["community"] == "??"
    round_.answer(DEALER, "house-way")
    seen = cards_in(round_, "public")
    assert (seen["dealer-high"], seen["dealer-low"], seen["community"]) == ("8c 8d", "Qs", "2s")
    after = steps(round_)[steps(round_).index(ask) + 1 :]
    assert [type(step) for step in after] == [Move, Move, Turn, Turn, Turn, Settle]
    assert [step.place for step in after if isinstance(step, Turn)] == [COMMUNITY, (2, "high"), (2, "low")]
    assert [step.cite for step in after] == [
        "dealing 5",
        "dealing 5",
        "dealing 6",
        "dealing 9",
        "dealing 9",
        "dealing 8",
    ]


@pytest.mark.clause(GAME, "dealing 5", "appendix A", "appendix A C.i", "TCS-8")
@pytest.mark.parametrize("by", ["reset", "supervisor"])
def test_a_house_hand_set_wrongly_is_reset_before_anything_is_paid(by: str) -> None:
    """Kings with a five low would push against deuces with an ace; king and five suited with a king low lose."""
    round_ = started({2: PRIMARY}, "2s 2d Ac  Kh 5h Kc  7s")
    round_.answer(2, ["low", 3])
    round_.answer(DEALER, ["low", 2])
    ask = round_.step
    assert isinstance(ask, Ask)
    assert (ask.seat, ask.ask, ask.default, ask.cite) == (DEALER, "reset", "reset", "dealing 5")
    seen = cards_in(round_, "public")
    assert (seen["dealer-high"], seen["dealer-low"], seen["community"]) == ("Kh Kc", "5h", "??")
    assert round_.lines == []
    with pytest.raises(ChoiceRefused):
        round_.answer(DEALER, ["low", 2])
    round_.answer(DEALER, by)
    seen = cards_in(round_, "public")
    assert (sorted(seen["dealer-high"].split()), seen["dealer-low"]) == (["5h", "Kh"], "Kc")
    assert brief(round_.lines) == [(2, "primary", "win", 2000)]
    first_pay = next(at for at, step in enumerate(steps(round_)) if isinstance(step, Settle))
    assert steps(round_).index(ask) < first_pay


@pytest.mark.clause(GAME, "dealing 5")
@pytest.mark.parametrize("low", [1, 3])
def test_every_wrong_setting_is_reset_to_the_same_house_hand(low: int) -> None:
    """Queen and seven high, nine low; each other setting has its own way back."""
    round_ = play_round(GAME, {2: PRIMARY}, "2s 2d Ac  Qc 9d 7h  5s", [(2, ["low", 3]), (DEALER, ["low", low])])
    layout = round_.layout
    assert {str(layout.cards[number]) for number in layout.places["dealer-high"]} == {"Qc", "7h"}
    assert [str(layout.cards[number]) for number in layout.places["dealer-low"]] == ["9d"]
    assert layout.places[DEALER] == []
    asked = [step.ask for step in steps(round_) if isinstance(step, Ask)]
    assert asked == ["house-hand", "reset"]


@pytest.mark.clause(GAME, "dealing 5", "TCS-4")
@pytest.mark.parametrize("low", [1, 2])
def test_two_settings_alike_in_ranks_and_colours_are_both_the_house_way(low: int) -> None:
    """Red tens and a nine: one ten goes low beside the other, and it does not matter which."""
    round_ = play_round(GAME, {2: PRIMARY}, "2s 2d Ac  Td Th 9s  5s", [(2, ["low", 3]), (DEALER, ["low", low])])
    assert [step.ask for step in steps(round_) if isinstance(step, Ask)] == ["house-hand"]
    assert brief(round_.lines) == [(2, "primary", "win", 2000)]


@pytest.mark.clause(GAME, "dealing 5", "TCS-4")
def test_tens_of_two_colours_are_set_with_the_connection_of_one_colour() -> None:
    """Nine and ten of spades and clubs go high; the other ten there is reset, although its rank is the same."""
    wrong = [(2, ["low", 3]), (DEALER, ["low", 2])]
    round_ = play_round(GAME, {2: PRIMARY}, "2s 2d Ac  9s Tc Th  5s", wrong)
    assert [step.ask for step in steps(round_) if isinstance(step, Ask)] == ["house-hand", "reset"]
    right = play_round(GAME, {2: PRIMARY}, "2s 2d Ac  9s Tc Th  5s", [(2, ["low", 3]), (DEALER, ["low", 3])])
    assert [step.ask for step in steps(right) if isinstance(step, Ask)] == ["house-hand"]


@pytest.mark.clause(GAME, "dealing 5")
@pytest.mark.parametrize("answer", [["low", 4], "low", "stand", ["low", -1]])
def test_the_dealer_is_held_to_the_three_settings(answer: Any) -> None:
    round_ = started({2: PRIMARY}, "Ks 9c 9d  8c 8d Qs  2s")
    round_.answer(2, "house-way")
    with pytest.raises(ChoiceRefused) as refused:
        round_.answer(DEALER, answer)
    assert refused.value.clause == "dealing 5"
    assert cards_in(round_, "public")["community"] == "??"


HOUSE_HANDS = [
    pytest.param("9s 9c 9h", "9s 9c", "9h", marks=pytest.mark.clause(GAME, "appendix A A")),
    pytest.param("Kc Kd Kh", "Kd Kh", "Kc", marks=pytest.mark.clause(GAME, "appendix A A")),
    pytest.param("6c 4d 5h", "4d 5h", "6c", marks=pytest.mark.clause(GAME, "appendix A B")),
    pytest.param("2h 9h 7h", "2h 7h", "9h", marks=pytest.mark.clause(GAME, "appendix A B")),
    pytest.param("Ad 3c 2h", "3c 2h", "Ad", marks=pytest.mark.clause(GAME, "appendix A B", "TCS-5")),
    pytest.param("9h 9c Tc", "9h 9c", "Tc", marks=pytest.mark.clause(GAME, "appendix A C", "appendix A C.i")),
    pytest.param("9s Qh Ks", "9s Ks", "Qh", marks=pytest.mark.clause(GAME, "appendix A C", "appendix A C.i", "TCS-4")),
    pytest.param("2c As Kc", "2c As", "Kc", marks=pytest.mark.clause(GAME, "appendix A C", "appendix A C.i", "TCS-4")),
    pytest.param("4h 5h 4c", "4h 5h", "4c", marks=pytest.mark.clause(GAME, "appendix A C", "appendix A C.ii")),
    pytest.param("7s Ts 5h", "7s Ts", "5h", marks=pytest.mark.clause(GAME, "appendix A C", "appendix A C.ii")),
    pytest.param("7c 8h 5c", "7c 8h", "5c", marks=pytest.mark.clause(GAME, "appendix A C", "appendix A C.ii", "TCS-4")),
    pytest.param("4s Td 7h", "4s Td", "7h", marks=pytest.mark.clause(GAME, "appendix A D")),
    pytest.param("7s Jd 9h", "7s Jd", "9h", marks=pytest.mark.clause(GAME, "appendix A D")),
]


@pytest.mark.clause(GAME, "appendix A", "dealing 5")
@pytest.mark.parametrize(("dealt", "high", "low"), HOUSE_HANDS)
def test_the_house_hand_lies_as_appendix_a_sets_it(dealt: str, high: str, low: str) -> None:
    round_ = play_round(GAME, {1: PRIMARY}, f"3s 6d Jc {dealt} 8d", [(1, "house-way")])
    seen = cards_in(round_, "public")
    assert (seen["dealer-high"], seen["dealer-low"]) == (high, low)


# --- settlement --------------------------------------------------------------------------------------------------


@pytest.mark.clause(GAME, "dealing 9", "TCS-8")
def test_settlement_runs_counter_clockwise_from_the_dealers_right() -> None:
    cards = "Ks 9c 9d  3c 7d Jh  4s 5s Ah  8c 8d Qs  2s"
    both = PRIMARY | {"three-card-bonus": 500, "four-card-bonus": 200}
    round_ = play_round(
        GAME, {1: both, 3: PRIMARY, 7: both}, cards, [(1, ["low", 1]), (3, ["low", 2]), (7, ["low", 3])]
    )
    assert [(line.seat, line.wager) for line in round_.lines] == [
        (7, "primary"),
        (7, "three-card-bonus"),
        (7, "four-card-bonus"),
        (3, "primary"),
        (1, "primary"),
        (1, "three-card-bonus"),
        (1, "four-card-bonus"),
    ]
    turned = [step.place for step in steps(round_) if isinstance(step, Turn)]
    assert turned[2:] == [(7, "high"), (7, "low"), (3, "high"), (3, "low"), (1, "high"), (1, "low")]


@pytest.mark.clause(GAME, "dealing 9")
def test_a_hand_that_the_house_way_sets_is_turned_in_its_turn() -> None:
    round_ = play_round(GAME, {2: PRIMARY, 5: PRIMARY}, CARDS, [(2, "house-way"), (5, ["low", 2])])
    after = [step for step in steps(round_) if isinstance(step, (Turn, Move, Settle))][-8:]
    assert [(type(step), step.place) for step in after] == [
        (Turn, COMMUNITY),
        (Turn, (5, "high")),
        (Turn, (5, "low")),
        (Settle, 5),
        (Turn, 2),
        (Move, 2),
        (Move, 2),
        (Settle, 2),
    ]


# --- cards that nobody saw, and cards that the dealer keys ---------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "answer", "number", "clause"),
    [
        pytest.param("Ks ?? 9d 8c 8d Qs 2s", ["low", 1], 2, "dealing 9", marks=pytest.mark.clause(GAME, "dealing 9")),
        pytest.param("Ks 9c ?? 8c 8d Qs 2s", "house-way", 3, "dealing 9", marks=pytest.mark.clause(GAME, "dealing 9")),
        pytest.param("Ks 9c 9d 8c ?? Qs 2s", ["low", 1], 5, "dealing 5", marks=pytest.mark.clause(GAME, "dealing 5")),
    ],
)
def test_a_card_that_must_be_turned_and_was_never_seen(cards: str, answer: Any, number: int, clause: str) -> None:
    with pytest.raises(UnseenCard, match=f"^card {number} ") as error:
        play_round(GAME, {2: PRIMARY}, cards, [(2, answer)])
    assert error.value.clause == clause


@pytest.mark.clause(GAME, "dealing 6")
def test_the_community_card_is_needed_only_by_a_wager_on_four_cards() -> None:
    cards = "Ks 9c 9d 8c 8d Qs ??"
    with pytest.raises(UnseenCard, match=r"^card 7 ") as error:
        play_round(GAME, {2: {**PRIMARY, "four-card-bonus": 100}}, cards, [(2, ["low", 1])])
    assert error.value.clause == "dealing 6"
    without = play_round(GAME, {2: PRIMARY}, cards, [(2, ["low", 1])])
    assert [line.wager for line in without.lines] == ["primary"]


def test_setting_needs_no_card_that_the_system_knows() -> None:
    round_ = started({2: PRIMARY}, "?? ?? ?? 8c 8d Qs 2s")
    round_.answer(2, ["low", 2])
    assert cards_in(round_, 2)["2.high"] == "?? ??"
    assert cards_in(round_, 2)["dealer"] == "8c 8d Qs"


def test_a_record_with_too_few_cards() -> None:
    with pytest.raises(DeckTooShort):
        started({2: PRIMARY}, "Ks 9c 9d 8c 8d Qs")


@pytest.mark.clause(GAME, "dealing 5", "dealing 6", "dealing 9", "footnote 4")
def test_at_a_real_table_the_dealer_keys_each_card_when_it_is_turned() -> None:
    round_ = Round(GAMES, GAMES.setup(), [2, 5], KeyedShoe())
    for seat in (2, 5):
        round_.answer(seat, PRIMARY)
    round_.answer(2, ["low", 1])
    round_.answer(5, "house-way")
    due = houseway.view(round_).due
    assert due is not None and due.what == "key-cards"
    round_.answer(DEALER, ["8c", "8d", "Qs"])
    round_.answer(DEALER, "house-way")
    with pytest.raises(ChoiceRefused) as refused:
        round_.answer(DEALER, ["2s", "3s"])
    assert refused.value.clause == "dealing 6"
    with pytest.raises(CardNotInDeck):
        round_.answer(DEALER, "8c")
    round_.answer(DEALER, "2s")
    round_.answer(DEALER, ["3c", "7d", "Jh"])  # the dealer's right first: seat 5, left to the house way
    assert brief(round_.lines) == [(5, "primary", "lose", 0)]
    round_.answer(DEALER, ["9c", "9d"])
    round_.answer(DEALER, ["Ks"])
    assert brief(round_.lines) == [(5, "primary", "lose", 0), (2, "primary", "win", 2000)]
    assert round_.layout.turned() == CARDS.split()


# --- anything at all ---------------------------------------------------------------------------------------------


def test_random_rounds_of_every_option_settle_every_stake_once() -> None:
    number = 0
    for spots in ("one", "two"):
        for deal in ("packets", "single"):
            for hands_set in ("down", "up"):
                setup = GAMES.demonstration(options={"primary-spots": spots, "deal": deal, "hands-set": hands_set})
                for seats in range(1, 8):
                    number += 1
                    chance = Stream(53, number)
                    usual = GAMES.house["usual"]
                    wagers = {seat: usual_wagers(setup, usual, chance) for seat in range(1, seats + 1)}
                    round_ = Round(GAMES, setup, list(wagers), VirtualShoe(setup.deck, chance))
                    lines = round_.play_out(wagers, RandomPlayer(chance), GAMES.house["meters"])
                    settled = sorted((line.seat, line.wager, line.stake) for line in lines)
                    assert settled == sorted((seat, *each) for seat in wagers for each in wagers[seat].items())
                    assert "??" not in round_.layout.turned()
