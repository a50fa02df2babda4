"""The dealer's hand, and what it decides."""

from __future__ import annotations

import pytest

from tests.games.triple_attack.stories import (
    ATTACK,
    GAME,
    alone,
    at,
    clauses,
    lines,
    no_attacks,
    story,
    together,
)

# -------------------------------------------------------------------------------------------------------- what is drawn


@pytest.mark.clause(GAME, "rules 12")
@pytest.mark.parametrize(
    ("cards", "dealer", "event"),
    [
        ("9c 7h 9d Kc", "7h Kc", "win"),  # hard 17 stands
        ("9c 6h 9d Ac 2c", "6h Ac 2c", "lose"),  # soft 17 draws, to 19
        ("9c 6h 9d Ac Kc", "6h Ac Kc", "win"),  # to 17 in which the ace counts one
        ("9c 2h 9d 4c Ad Kc", "2h 4c Ad Kc", "win"),  # soft 17 of three cards draws
        ("9c 7h 9d Ac", "7h Ac", "push"),  # soft 18 stands
        ("9c 6h 9d Kc 2c", "6h Kc 2c", "push"),  # 16 draws
        (
            "9c 2h 9d 2c 2d 2s 3h 5c 2h",
            "2h 2c 2d 2s 3h 5c 2h",
            "push",
        ),  # 16 on six cards draws: no such rule for the dealer
    ],
)
def test_the_dealer_draws_to_17_and_to_a_soft_17(cards: str, dealer: str, event: str) -> None:
    """The player stands on 18."""
    round_ = alone(cards, "pass", "pass", "stand")
    assert at(round_, "dealer") == dealer
    assert lines(round_) == [("1", "first-attack", 500, event, {"win": 1000, "push": 500, "lose": 0}[event])]


@pytest.mark.clause(GAME, "rules 12", "TA-11")
def test_the_dealer_acts_after_all_players() -> None:
    """Two players, the second of whom draws; then the down card, then the dealer's draw."""
    round_ = together(
        {3: ATTACK, 6: ATTACK}, "9c 5c 6h 9d 4d Kc 9s 3c", [*no_attacks(3, 6), (3, "stand"), (6, "hit"), (6, "stand")]
    )
    assert story(round_)[11:] == [
        "play 3",
        "play 6",
        "up 6",
        "play 6",
        "turn dealer",
        "up dealer",
        "first-attack 3 lose",
        "first-attack 6 lose",
    ]


@pytest.mark.clause(GAME, "rules 12", "TA-11")
def test_the_dealer_draws_for_one_standing_hand_among_those_settled() -> None:
    """Seat 1 has a blackjack, seat 2 is bust, seat 3 stands on 18: 16 draws a four."""
    round_ = together(
        {1: ATTACK, 2: ATTACK, 3: ATTACK},
        "Ac 9c 9h 6h Kd 7d 9s Kc Kh 4c",
        [*no_attacks(1, 2, 3), (2, "hit"), (3, "stand")],
    )
    assert at(round_, "dealer") == "6h Kc 4c"
    assert lines(round_) == [
        ("1", "first-attack", 500, "blackjack", 1000),
        ("2", "first-attack", 500, "bust", 0),
        ("3", "first-attack", 500, "lose", 0),
    ]


# ----------------------------------------------------------------------------------------------------- what is compared


@pytest.mark.clause(GAME, "rules 13", "rules 13(a)", "rules 13(b)", "rules 13(c)", "TA-7")
@pytest.mark.parametrize(
    ("cards", "event", "clause"),
    [
        ("Kc 9h 9d 9s", "win", "rules 13(a)"),  # 19 against 18
        ("Kc 9h 9d Js", "push", "rules 13(b)"),  # 19 against 19
        ("Kc 9h 8d Js", "lose", "rules 13(c)"),  # 18 against 19
        ("Kc 9h Jd 7s 5c", "lose", "rules 13(c)"),  # 20 against 21
        ("Kc 9h 2d 8s", "lose", "rules 13(c)"),  # 12 against 17
        ("Kc 9h Jd 7s 6c", "push-22", "rules 13(b)"),  # 20 against 22
        ("9c 9h 3d 7s 6c", "push-22", "rules 13(b)"),  # 12 against 22
        ("2c 9h 2d 7s 6c", "push-22", "rules 13(b)"),  # 4 against 22
        ("Kc 9h 2d 7s 7c", "win", "rules 13(a)"),  # 12 against 23
        ("Kc 9h 2d 7s 8c", "win", "rules 13(a)"),  # against 24
        ("Kc 9h 2d 7s 9c", "win", "rules 13(a)"),  # against 25
        ("Kc 9h 2d 7s Qc", "win", "rules 13(a)"),  # against 26
    ],
)
def test_the_standing_hand_against_the_dealers(cards: str, event: str, clause: str) -> None:
    """All attack wagers go the same way: even money, back, or lost."""
    round_ = alone(cards, "bet", ["bet", 200], "stand")
    times = {"win": 2, "push": 1, "push-22": 1, "lose": 0}[event]
    assert lines(round_) == [
        ("1", "first-attack", 500, event, 500 * times),
        ("1", "second-attack", 500, event, 500 * times),
        ("1", "third-attack", 200, event, 200 * times),
    ]
    assert clauses(round_) == [clause] * 3


@pytest.mark.clause(GAME, "rules 9", "rules 13(a)", "rules 13(b)", "TA-7")
@pytest.mark.parametrize("drawn", ["6c", "8c"])
def test_a_bust_has_lost_whatever_the_dealer_does(drawn: str) -> None:
    """Seat 1 is bust with 22; seat 2 stands, and the dealer goes to 22 or to 24."""
    round_ = together(
        {1: ATTACK, 2: ATTACK}, f"Kc Kh 9h 2d 8d 7s Qc {drawn}", [*no_attacks(1, 2), (1, "hit"), (2, "stand")]
    )
    assert [(line.event, line.returned) for line in round_.lines] == [
        ("bust", 0),
        ("push-22", 500) if drawn == "6c" else ("win", 1000),
    ]


@pytest.mark.clause(GAME, "rules 13", "rules 13(b)", "TA-7")
def test_a_doubled_and_split_hand_pushes_against_22() -> None:
    """Eights split: 18, and 11 doubled to 13."""
    round_ = alone("8c 9h 8d 7s" + " Kc 3c" + " 2d" + " 6c", "pass", "pass", "split", "stand", ["double", 300])
    assert lines(round_) == [
        ("1", "first-attack", 500, "push-22", 500),
        ("1.2", "split", 500, "push-22", 500),
        ("1.2", "double", 300, "push-22", 300),
    ]


@pytest.mark.clause(GAME, "rules 13", "rules 13(b)", "bonus wagers double match", "jackpots wager", "TA-11")
def test_after_the_dealers_hand_each_seat_is_settled_whole() -> None:
    """Kings split into 18 and 17, two nines, a dealer's 18: hands, Double Match-Down, jackpots, then the next seat."""
    round_ = together(
        {
            1: {"first-attack": 500, "double-match-down": 100, "jackpot": 100, "jackpot-2": 100},
            2: {"first-attack": 500, "double-match-down": 100, "jackpot": 100},
        },
        "Kc 9h 7c Kd 9s 9d 8c 7d 2h",
        [*no_attacks(1, 2), (1, "split"), (1, "stand"), (1, "stand"), (2, "stand")],
    )
    assert lines(round_) == [
        ("1", "first-attack", 500, "push", 500),
        ("1.2", "split", 500, "lose", 0),
        ("1", "double-match-down", 100, "none", 0),
        ("1", "jackpot", 100, "any-20", 400),
        ("1", "jackpot-2", 100, "any-20", 400),
        ("2", "first-attack", 500, "push", 500),
        ("2", "double-match-down", 100, "unsuited-match+unsuited-match", 900),
        ("2", "jackpot", 100, "none", 0),
    ]
