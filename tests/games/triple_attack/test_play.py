"""Playing the hands: stand, hit, double, split, and what wins or loses at once."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.errors import Refused
from houseway.rulebook.steps import Move
from houseway.table.table_errors import ChoiceRefused
from tests.games.triple_attack.stories import (
    ATTACK,
    GAME,
    alone,
    at,
    begun,
    clauses,
    due,
    lines,
    no_attacks,
    story,
    together,
    words,
)

# -------------------------------------------------------------------------------------------------------- stand and hit


@pytest.mark.clause(GAME, "rules 8", "rules 8(a)", "rules 8(b)")
def test_hit_as_often_as_liked_then_stand() -> None:
    """9, 12, 20 against 17."""
    round_ = alone("5c 7c 4d Kd 3h 8s", "pass", "pass", "hit", "hit", "stand")
    assert at(round_, 1) == "5c 4d 3h 8s"
    assert lines(round_) == [("1", "first-attack", 500, "win", 1000)]


@pytest.mark.clause(GAME, "rules 8", "rules 8(d)")
def test_what_is_offered() -> None:
    round_ = begun("5c 7c 4d Kd 3h", "pass", "pass")
    ask = due(round_)
    assert (ask.ask, ask.seat, ask.place, ask.default) == ("play", 1, 1, "stand")
    assert {choice.word: choice.cite for choice in ask.choices} == {
        "stand": "rules 8(a)",
        "hit": "rules 8(b)",
        "double": "rules 8(c)",
    }
    with pytest.raises(ChoiceRefused) as refused:
        round_.answer(1, "split")
    assert refused.value.clause == "rules 8(d)"
    with pytest.raises(Refused):
        round_.answer(1, ["hit", 2])
    with pytest.raises(Refused) as unknown:
        round_.answer(1, "surrender")
    assert unknown.value.clause == "rules 8"
    round_.answer(1, "hit")
    assert words(due(round_)) == ["stand", "hit", "double"]


@pytest.mark.clause(GAME, "rules 8(a)", "rules 8(b)")
def test_a_player_may_draw_to_20() -> None:
    """And does so badly."""
    round_ = alone("Kc 7c Kd Jd 5h", "pass", "pass", "hit")
    assert lines(round_) == [("1", "first-attack", 500, "bust", 0)]


# -------------------------------------------------------------------------------------------------------------- at once


@pytest.mark.clause(GAME, "rules 9", "TA-11")
def test_a_bust_loses_every_attack_before_the_next_seat_plays() -> None:
    round_ = together(
        {1: ATTACK, 2: ATTACK},
        "9c Kc 7h 7d 9d Jd Kh",
        [(1, "bet"), (2, "pass"), (1, ["bet", 100]), (2, "pass"), (1, "hit"), (2, "stand")],
    )
    assert story(round_)[-8:] == [
        "play 1",
        "up 1",
        "first-attack 1 bust",
        "second-attack 1 bust",
        "third-attack 1 bust",
        "play 2",
        "turn dealer",
        "first-attack 2 win",
    ]
    assert [line.returned for line in round_.lines] == [0, 0, 0, 1000]
    assert clauses(round_)[:3] == ["rules 9"] * 3


@pytest.mark.clause(GAME, "rules 11", "TA-4", "TA-11")
def test_21_wins_every_attack_at_once() -> None:
    """On three cards; the dealer's 16 does not draw, for nothing stands."""
    round_ = alone("9c 7h 5d 9d 7s", "bet", "pass", "hit")
    assert lines(round_) == [
        ("1", "first-attack", 500, "twenty-one", 1000),
        ("1", "second-attack", 500, "twenty-one", 1000),
    ]
    assert clauses(round_) == ["rules 11"] * 2
    assert story(round_)[-4:] == ["up 1", "first-attack 1 twenty-one", "second-attack 1 twenty-one", "turn dealer"]


@pytest.mark.clause(GAME, "rules 11", "TA-4")
def test_21_wins_where_the_dealer_would_have_made_21() -> None:
    """Seat 2 stands, so the dealer draws 16 to 21; seat 1 has long won."""
    round_ = together({1: ATTACK, 2: ATTACK}, "9c Kc 7h 5d Kd 9d 7s 5h", [*no_attacks(1, 2), (1, "hit"), (2, "stand")])
    assert lines(round_) == [("1", "first-attack", 500, "twenty-one", 1000), ("2", "first-attack", 500, "lose", 0)]


@pytest.mark.clause(GAME, "rules 10", "TA-4")
def test_six_cards_win_at_once() -> None:
    """2 2 2 3 3 4 are 16."""
    round_ = alone("2c 7c 2d Kd 2h 3c 3d 4h", "pass", "bet", "hit", "hit", "hit", "hit")
    assert lines(round_) == [
        ("1", "first-attack", 500, "six-card-charlie", 1000),
        ("1", "third-attack", 500, "six-card-charlie", 1000),
    ]
    assert clauses(round_) == ["rules 10"] * 2


@pytest.mark.clause(GAME, "rules 10", "rules 13")
def test_five_cards_do_not() -> None:
    """2 2 2 3 3 stand at 12 and lose to 17."""
    round_ = alone("2c 7c 2d Kd 2h 3c 3d", "pass", "pass", "hit", "hit", "hit", "stand")
    assert lines(round_) == [("1", "first-attack", 500, "lose", 0)]


@pytest.mark.clause(GAME, "rules 10", "rules 11", "rules 9")
@pytest.mark.parametrize(("last", "event", "clause"), [("9h", "twenty-one", "rules 11"), ("Kh", "bust", "rules 9")])
def test_six_cards_of_21_and_of_more(last: str, event: str, clause: str) -> None:
    round_ = alone(f"2c 7c 2d Kd 2h 3c 3d {last}", "pass", "pass", "hit", "hit", "hit", "hit")
    assert lines(round_) == [("1", "first-attack", 500, event, 1000 if event == "twenty-one" else 0)]
    assert clauses(round_) == [clause]


# ---------------------------------------------------------------------------------------------------------- double down


@pytest.mark.clause(GAME, "rules 8(c)", "TA-5")
def test_a_double_is_one_card_and_the_hand_stands() -> None:
    """11 and a three: 14 loses to 17, and nobody is asked again."""
    round_ = alone("9c 7c 2d Kd 3h", "pass", "pass", "double")
    assert lines(round_) == [("1", "first-attack", 500, "lose", 0), ("1", "double", 500, "lose", 0)]
    assert story(round_)[-5:] == ["play 1", "up 1", "turn dealer", "first-attack 1 lose", "double 1 lose"]


@pytest.mark.clause(GAME, "rules 8(c)", "TA-5")
@pytest.mark.parametrize(
    ("answer", "stake"), [("double", 1100), (["double", 1100], 1100), (["double", 1], 1), (["double", 640], 640)]
)
def test_a_double_is_up_to_all_attacks_together(answer: Any, stake: int) -> None:
    """11 and a nine: 20 beats 17."""
    round_ = alone("9c 7c 2d Kd 9h", "bet", ["bet", 100], answer)
    assert lines(round_) == [
        ("1", "first-attack", 500, "win", 1000),
        ("1", "second-attack", 500, "win", 1000),
        ("1", "third-attack", 100, "win", 200),
        ("1", "double", stake, "win", 2 * stake),
    ]


@pytest.mark.clause(GAME, "rules 8(c)", "TA-5")
@pytest.mark.parametrize("amount", [1101, 0, -1])
def test_a_double_of_more_is_refused(amount: int) -> None:
    round_ = begun("9c 7c 2d Kd 9h", "bet", ["bet", 100])
    with pytest.raises(ChoiceRefused) as refused:
        round_.answer(1, ["double", amount])
    assert refused.value.clause == "rules 8(c)"
    assert "double" not in round_.layout.stakes[1]


@pytest.mark.clause(GAME, "rules 8(c)", "TA-5")
def test_a_double_on_three_cards_for_less() -> None:
    """2 3 4 K: 19."""
    round_ = alone("2c 7c 3d Kd 4h Kh", "pass", "pass", "hit", ["double", 200])
    assert lines(round_) == [("1", "first-attack", 500, "win", 1000), ("1", "double", 200, "win", 400)]


@pytest.mark.clause(GAME, "rules 8(c)", "rules 10", "rules 11", "rules 9", "TA-4", "TA-5")
@pytest.mark.parametrize(
    ("cards", "hits", "event", "returned"),
    [
        ("5c 7c 6d 9d Kh", 0, "twenty-one", 1000),
        ("9c 7c 6d 9d Kh", 0, "bust", 0),
        ("2c 7c 2d 9d 2h 3c 3d 4h", 3, "six-card-charlie", 1000),  # doubled on five cards
    ],
)
def test_a_doubled_hand_is_settled_at_once_too(cards: str, hits: int, event: str, returned: int) -> None:
    """The dealer's 16 never draws."""
    round_ = alone(cards, "pass", "pass", *["hit"] * hits, "double")
    assert lines(round_) == [("1", "first-attack", 500, event, returned), ("1", "double", 500, event, returned)]
    assert story(round_)[-1] == "turn dealer"


# ---------------------------------------------------------------------------------------------------------------- split


@pytest.mark.clause(GAME, "rules 8(d)", "rules 8(d) parting", "TA-6")
def test_any_two_faces_are_split() -> None:
    """King with five and jack with nine against 16 and a three."""
    round_ = alone("Kc 6c Jd Kd 5h 9s 3c", "pass", "pass", "split", "stand", "stand")
    assert [at(round_, place) for place in (1, (1, 2))] == ["Kc 5h", "Jd 9s"]
    assert story(round_)[7:] == [
        "play 1",
        "move 1 1.2",
        "up 1",
        "up 1.2",
        "play 1",
        "play 1.2",
        "turn dealer",
        "up dealer",
        "first-attack 1 lose",
        "split 1.2 push",
    ]
    assert lines(round_) == [("1", "first-attack", 500, "lose", 0), ("1.2", "split", 500, "push", 500)]
    moves = [step for step, _ in round_.history if isinstance(step, Move)]
    assert [step.does for step in moves] == [("rules 8(d) parting",)]


@pytest.mark.clause(GAME, "rules 8(d)", "TA-6")
@pytest.mark.parametrize(
    ("two", "offered"),
    [
        ("8c 8d", True),
        ("8c 8c", True),
        ("Kc Qc", True),
        ("Ac Ad", True),
        ("8c 9c", False),
        ("9c Kc", False),
        ("Ac 2c", False),
    ],
)
def test_only_cards_of_equal_value_are_split(two: str, offered: bool) -> None:
    one, other = two.split()
    round_ = begun(f"{one} 7c {other} Kd", "pass", "pass")
    assert ("split" in words(due(round_))) is offered
    if not offered:
        with pytest.raises(Refused):
            round_.answer(1, "split")


@pytest.mark.clause(GAME, "rules 8(d)")
def test_only_two_cards_are_split() -> None:
    round_ = begun("2c 7c 2d Kd 2h", "pass", "pass", "hit")
    assert "split" not in words(due(round_))


@pytest.mark.clause(GAME, "rules 8(d)", "rules 8(c)")
def test_a_split_repeats_every_attack_on_the_new_hand() -> None:
    """Attacks of 1,200; the split hand may be doubled for 1,200 again. 18 and 19 against 17."""
    round_ = begun("8c 7c 8d Kd Ks 2c 9h", ["bet", 400], ["bet", 300])
    for bad in (["split", 1199], ["split", 1201], ["split", 500]):
        with pytest.raises(ChoiceRefused) as refused:
            round_.answer(1, bad)
        assert refused.value.clause == "rules 8(d)"
    round_.answer(1, "split")
    assert round_.layout.stakes[1, 2] == {"split": 1200}
    round_.answer(1, "stand")
    with pytest.raises(ChoiceRefused):
        round_.answer(1, ["double", 1201])
    round_.answer(1, "double")
    assert lines(round_) == [
        ("1", "first-attack", 500, "win", 1000),
        ("1", "second-attack", 400, "win", 800),
        ("1", "third-attack", 300, "win", 600),
        ("1.2", "split", 1200, "win", 2400),
        ("1.2", "double", 1200, "win", 2400),
    ]


@pytest.mark.clause(GAME, "rules 8(d)", "rules 8(c)", "TA-6")
def test_three_splits_make_four_hands_and_no_fifth() -> None:
    """Eights. Hand 1 is split into 1 and 2, again into 1 and 3; hand 2 into 2 and 4. They play in order of numbers.

    Hand 1: 8 2 9, 19. Hand 2: 8 K, 18. Hand 3: 8 3 doubled for 100, 2: 13. Hand 4: 8 8 that may not be split, 6: 22.
    """
    cards = "8c 7c 8d Kd" + " 8h 8s" + " 2c 3c" + " 9c" + " Kc 8c" + " 2d" + " 6d"
    answers = ["pass", "pass", "split", "split", "hit", "stand", "split", "stand", ["double", 100]]
    round_ = begun(cards, *answers)
    assert due(round_).place == (1, 4)
    assert at(round_, (1, 4)) == "8s 8c"
    assert words(due(round_)) == ["stand", "hit", "double"]
    with pytest.raises(Refused):
        round_.answer(1, "split")
    round_.answer(1, "hit")
    assert [at(round_, place) for place in (1, (1, 2), (1, 3), (1, 4))] == ["8c 2c 9c", "8d Kc", "8h 3c 2d", "8s 8c 6d"]
    assert [step for step in story(round_) if step.startswith("play")] == [
        "play 1",
        "play 1",
        "play 1",
        "play 1",
        "play 1.2",
        "play 1.2",
        "play 1.3",
        "play 1.4",
    ]
    assert lines(round_) == [
        ("1.4", "split", 500, "bust", 0),
        ("1", "first-attack", 500, "win", 1000),
        ("1.2", "split", 500, "win", 1000),
        ("1.3", "split", 500, "lose", 0),
        ("1.3", "double", 100, "lose", 0),
    ]


@pytest.mark.clause(GAME, "rules 8(d)", "rules 11", "TA-4", "TA-6")
def test_split_aces_play_on_and_21_is_no_blackjack() -> None:
    """Ace and king win even money at once; ace and five draw a four to 20 against 17."""
    round_ = alone("Ac 9c Ad 8h Kc 5d 4s", "pass", "pass", "split", "hit", "stand")
    assert lines(round_) == [("1", "first-attack", 500, "twenty-one", 1000), ("1.2", "split", 500, "win", 1000)]
    assert clauses(round_) == ["rules 11", "rules 13(a)"]


@pytest.mark.clause(GAME, "rules 8(c)", "rules 8(d)", "TA-6")
def test_split_aces_are_split_again_and_doubled() -> None:
    """Three hands: A 9 stands at 20; A 7 doubled draws a two, 20; A 2 stands at 13. The dealer has 17."""
    round_ = alone(
        "Ac 9c Ad 8h" + " As 7d" + " 9h 2h" + " 2s",
        *("pass", "pass", "split", "split", "stand", "double", "stand"),
    )
    assert [at(round_, place) for place in (1, (1, 2), (1, 3))] == ["Ac 9h", "Ad 7d 2s", "As 2h"]
    assert lines(round_) == [
        ("1", "first-attack", 500, "win", 1000),
        ("1.2", "split", 500, "win", 1000),
        ("1.2", "double", 500, "win", 1000),
        ("1.3", "split", 500, "lose", 0),
    ]


@pytest.mark.clause(GAME, "rules 11", "TA-4", "TA-6", "TA-11")
def test_a_21_on_the_second_split_hand_wins_before_the_first_is_played() -> None:
    round_ = alone("Kc 9c Kd 8h 5c As", "pass", "pass", "split", "stand")
    assert story(round_)[-7:] == [
        "move 1 1.2",
        "up 1",
        "up 1.2",
        "split 1.2 twenty-one",
        "play 1",
        "turn dealer",
        "first-attack 1 lose",
    ]
    assert lines(round_)[0] == ("1.2", "split", 500, "twenty-one", 1000)


@pytest.mark.clause(GAME, "rules 10", "rules 9", "TA-4")
def test_six_cards_and_a_bust_on_split_hands() -> None:
    """Twos: hand 1 of 2 2 2 3 3 4 wins, hand 2 of 2 K K is bust; the dealer's 16 does not draw."""
    round_ = alone(
        "2c 7c 2d 9d" + " 2h Kc" + " 2s 3c 3d 4h" + " Kh",
        *("pass", "pass", "split", "hit", "hit", "hit", "hit", "hit"),
    )
    assert lines(round_) == [("1", "first-attack", 500, "six-card-charlie", 1000), ("1.2", "split", 500, "bust", 0)]
    assert story(round_)[-1] == "turn dealer"
