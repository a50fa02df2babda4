"""Insurance, the dealer's look, and blackjacks on either side."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.errors import Refused
from tests.games.triple_attack.stories import (
    ATTACK,
    GAME,
    alone,
    begun,
    clauses,
    due,
    lines,
    no_attacks,
    story,
    together,
)

# ------------------------------------------------------------------------------------------------------------ insurance


@pytest.mark.clause(GAME, "rules 5", "TA-8")
@pytest.mark.parametrize(
    ("down", "event", "returned"),
    [
        ("Ks", "suited-blackjack", 3900),
        ("Js", "suited-blackjack", 3900),
        ("Kd", "blackjack", 1950),
        ("Qc", "blackjack", 1950),
    ],
)
def test_insurance_pays_five_to_one_suited_and_two_to_one_else(down: str, event: str, returned: int) -> None:
    """650 on attacks of 1,300, the dealer's ace of spades up."""
    round_ = alone(f"9c As 8d {down}", "bet", ["bet", 300], ["bet", 650])
    assert lines(round_) == [
        ("1", "insurance", 650, event, returned),
        ("1", "first-attack", 500, "dealer-blackjack", 0),
        ("1", "second-attack", 500, "dealer-blackjack", 0),
        ("1", "third-attack", 300, "dealer-blackjack", 0),
    ]
    assert clauses(round_) == ["rules 5"] + ["rules 6(b)"] * 3


@pytest.mark.clause(GAME, "rules 5", "rules 12", "TA-8", "TA-11")
def test_insurance_loses_at_the_look_and_the_hand_is_played() -> None:
    """The dealer's ace and six are a soft 17 and draw: 21 beats 17."""
    round_ = alone("9c As 8d 6d 4c", "pass", "pass", ["bet", 250], "stand")
    assert lines(round_) == [("1", "insurance", 250, "lose", 0), ("1", "first-attack", 500, "lose", 0)]
    assert story(round_)[7:] == [
        "insurance 1",
        "look no",
        "insurance 1 lose",
        "play 1",
        "turn dealer",
        "up dealer",
        "first-attack 1 lose",
    ]


@pytest.mark.clause(GAME, "rules 5", "TA-8")
@pytest.mark.parametrize(
    ("first", "second", "third", "most"),
    [(500, 500, 300, 650), (500, 0, 0, 250), (501, 0, 0, 250), (501, 500, 0, 500), (2, 0, 0, 1)],
)
def test_insurance_is_at_most_half_of_the_attacks_together(first: int, second: int, third: int, most: int) -> None:
    """Half a cent stays with the house."""
    answers = [["bet", amount] if amount else "pass" for amount in (second, third)]
    round_ = begun("9c As 8d Ks", *answers, wagers={"first-attack": first})
    assert due(round_).ask == "insurance"
    for bad in (most + 1, -1):
        with pytest.raises(Refused) as refused:
            round_.answer(1, ["bet", bad])
        assert refused.value.clause == "rules 5"
    round_.answer(1, "bet")
    assert lines(round_)[0] == ("1", "insurance", most, "suited-blackjack", 6 * most)


@pytest.mark.clause(GAME, "rules 5")
def test_no_insurance_where_half_is_less_than_a_cent() -> None:
    round_ = alone("9c As 8d 8c", "pass", "pass", "stand", wagers={"first-attack": 1})
    assert "insurance 1" not in story(round_)


@pytest.mark.clause(GAME, "rules 5")
@pytest.mark.parametrize("up", ["Ks", "Qs", "Js", "9s", "2s"])
def test_insurance_only_under_an_ace(up: str) -> None:
    round_ = begun(f"9c {up} 8d 8c", "pass", "pass")
    assert due(round_).ask == "play"


@pytest.mark.clause(GAME, "rules 5")
def test_insurance_may_be_one_cent() -> None:
    round_ = alone("9c As 8d Kd", "pass", "pass", ["bet", 1])
    assert lines(round_)[0] == ("1", "insurance", 1, "blackjack", 3)


# ---------------------------------------------------------------------------------------------------- the dealer's look


@pytest.mark.clause(GAME, "rules 6", "TA-2")
@pytest.mark.parametrize(
    ("up", "down", "told"),
    [
        ("As", "8c", "look no"),
        ("Ks", "8c", "look no"),
        ("Qs", "8c", "look no"),
        ("Js", "8c", "look no"),
        ("9s", "8c", None),
        ("2s", "Kc", None),
    ],
)
def test_the_dealer_looks_under_an_ace_and_a_face(up: str, down: str, told: str | None) -> None:
    answers = ["pass"] * (3 if up[0] == "A" else 2)
    round_ = begun(f"9c {up} 8d {down}", *answers)
    assert due(round_).ask == "play"
    assert [step for step in story(round_) if step.startswith("look")] == ([told] if told else [])


@pytest.mark.clause(GAME, "rules 6", "rules 6(b)", "TA-2", "TA-11")
@pytest.mark.parametrize("up", ["Kh", "Qh", "Jh"])
def test_a_blackjack_under_a_face_ends_the_play_before_it_begins(up: str) -> None:
    round_ = alone(f"Kc {up} Kd Ac", "bet", "pass")
    assert story(round_)[7:] == [
        "look yes",
        "turn dealer",
        "first-attack 1 dealer-blackjack",
        "second-attack 1 dealer-blackjack",
    ]
    assert [line.returned for line in round_.lines] == [0, 0]
    assert clauses(round_) == ["rules 6(b)", "rules 6(b)"]


# ----------------------------------------------------------------------------------------------------------- blackjacks


@pytest.mark.clause(GAME, "rules 6", "rules 6(a)")
def test_blackjack_against_blackjack_pays_three_to_one_on_every_attack() -> None:
    round_ = alone("As Kh Qd Ac", "bet", ["bet", 200])
    assert lines(round_) == [
        ("1", "first-attack", 500, "blackjack-against-blackjack", 2000),
        ("1", "second-attack", 500, "blackjack-against-blackjack", 2000),
        ("1", "third-attack", 200, "blackjack-against-blackjack", 800),
    ]
    assert clauses(round_) == ["rules 6(a)"] * 3


@pytest.mark.clause(GAME, "rules 7", "TA-11")
@pytest.mark.parametrize(
    ("cards", "answers"),
    [
        ("As Ah Qd 8c", ["pass", "bet", "pass"]),  # the dealer looked under an ace
        ("As Kh Qd 8c", ["pass", "bet"]),  # under a face
        ("As 6h Qd Kc", ["pass", "bet"]),  # no look, and no draw to 16 either
    ],
)
def test_a_blackjack_wins_even_money_at_once(cards: str, answers: list[Any]) -> None:
    round_ = alone(cards, *answers)
    assert lines(round_) == [
        ("1", "first-attack", 500, "blackjack", 1000),
        ("1", "third-attack", 500, "blackjack", 1000),
    ]
    assert clauses(round_) == ["rules 7", "rules 7"]
    assert story(round_)[-1] == "turn dealer"


@pytest.mark.clause(GAME, "rules 5", "rules 6(a)", "rules 6(b)", "TA-11")
def test_at_the_look_insurance_is_settled_before_the_blackjacks() -> None:
    """19 insured, a blackjack insured, 16 not insured, against ace of hearts and queen of spades."""
    round_ = together(
        {1: ATTACK, 2: ATTACK, 3: ATTACK},
        "9c Ac 8c Ah Kc Kd 8d Qs",
        [*no_attacks(1, 2, 3), (1, ["bet", 250]), (2, ["bet", 100]), (3, "pass")],
    )
    assert lines(round_) == [
        ("1", "insurance", 250, "blackjack", 750),
        ("2", "insurance", 100, "blackjack", 300),
        ("1", "first-attack", 500, "dealer-blackjack", 0),
        ("2", "first-attack", 500, "blackjack-against-blackjack", 2000),
        ("3", "first-attack", 500, "dealer-blackjack", 0),
    ]


@pytest.mark.clause(GAME, "rules 7", "rules 8", "TA-11")
def test_without_a_dealers_blackjack_insurance_and_blackjacks_come_before_any_play() -> None:
    """A blackjack, insured in vain, and an 18 that meets the dealer's 19."""
    round_ = together(
        {1: ATTACK, 2: ATTACK}, "Ac 9c Ad Kd 9h 8s", [*no_attacks(1, 2), (1, ["bet", 250]), (2, "pass"), (2, "stand")]
    )
    assert story(round_)[11:] == [
        "insurance 1",
        "insurance 2",
        "look no",
        "insurance 1 lose",
        "first-attack 1 blackjack",
        "play 2",
        "turn dealer",
        "first-attack 2 lose",
    ]


@pytest.mark.clause(GAME, "bonus wagers double match", "jackpots wager", "rules 6(b)", "TA-11")
def test_after_a_dealers_blackjack_the_down_card_still_settles_its_wagers() -> None:
    """King and ace against king and jack: the down card is an ace, and 20 is any 20."""
    wagers = {"first-attack": 500, "double-match-up": 100, "double-match-down": 100, "jackpot": 100}
    round_ = alone("Kc Kh Jd Ac", "pass", "pass", wagers=wagers)
    assert lines(round_) == [
        ("1", "double-match-up", 100, "unsuited-match", 500),
        ("1", "first-attack", 500, "dealer-blackjack", 0),
        ("1", "double-match-down", 100, "none", 0),
        ("1", "jackpot", 100, "any-20", 400),
    ]


def test_a_dealers_blackjack_is_open_to_all_once_turned() -> None:
    round_ = alone("Kc Kh Jd Ac", "pass", "pass")
    assert houseway.view(round_, "public").cards["dealer"] == ["Kh", "Ac"]
