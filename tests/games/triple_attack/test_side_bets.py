"""Suited Royals, Double Match and Triple Match: what they pay, and when they are settled."""

from __future__ import annotations

import pytest

from houseway.table.lines import Line
from tests.games.triple_attack.stories import ATTACK, GAME, alone, begun, due, lines, no_attacks, story, together


def settled(cards: str, wager: str, table: str | None = None) -> Line:
    """The line of ``wager``, of 100, on the player's first card, the up card, the second card and the down card."""
    setup = {"paytables": {wager: table}} if table else {}
    round_ = alone(cards, "pass", "pass", "stand", wagers={**ATTACK, wager: 100}, **setup)
    (line,) = [each for each in round_.lines if each.wager == wager]
    return line


# -------------------------------------------------------------------------------------------------------- Suited Royals


@pytest.mark.clause(GAME, "bonus wagers suited royals", "appendix A", "appendix A note 1", "appendix A note 2", "TA-10")
@pytest.mark.parametrize(
    ("two", "event", "returned"),
    [
        ("Ks Qs", "king-queen-suited", (4100, 3100, 4100)),
        ("Qd Kd", "king-queen-suited", (4100, 3100, 4100)),
        ("Ks Js", "two-suited-face-cards", (1100, 1300, 1300)),
        ("Ks Ks", "two-suited-face-cards", (1100, 1300, 1300)),  # a suited pair of faces
        ("As 9s", "two-card-flush", (300, 300, 300)),
        ("Ac 2c", "two-card-flush", (300, 300, 300)),
        ("Ks Qh", "none", (0, 0, 0)),
    ],
)
def test_suited_royals(two: str, event: str, returned: tuple[int, ...]) -> None:
    """The stake of 100 comes back with the odds; only the highest row is paid."""
    one, other = two.split()
    for number, amount in enumerate(returned, start=1):
        line = settled(f"{one} 7h {other} Kd", "suited-royals", f"PT-FLT-TA-SR-0{number}")
        assert (line.event, line.returned, line.clause) == (event, amount, "appendix A")


# --------------------------------------------------------------------------------------------------------- Double Match


@pytest.mark.clause(GAME, "bonus wagers double match", "appendix B", "appendix B note 1", "appendix B note 2", "TA-9")
@pytest.mark.parametrize(
    ("two", "dealer", "event", "returned"),
    [
        ("7c 9h", "7c", "suited-match", (1000, 1300)),
        ("9h 7c", "7c", "suited-match", (1000, 1300)),  # the second card
        ("7h 9h", "7c", "unsuited-match", (500, 400)),
        ("9c 8c", "7c", "none", (0, 0)),
        ("Jc 9h", "7c", "none", (0, 0)),
    ],
)
def test_double_match_of_one_card(two: str, dealer: str, event: str, returned: tuple[int, ...]) -> None:
    """Up against the up card, Down against the down card, by the same tables."""
    one, other = two.split()
    for number, amount in enumerate(returned, start=1):
        table = f"PT-FLT-TA-DM-0{number}"
        for cards, wager in (
            (f"{one} {dealer} {other} Kd", "double-match-up"),
            (f"{one} Qd {other} {dealer}", "double-match-down"),
        ):
            line = settled(cards, wager, table)
            assert (line.event, line.returned, line.clause) == (event, amount, "appendix B")


@pytest.mark.clause(GAME, "appendix B", "appendix B note 1", "appendix B note 3", "TA-9", "slips")
@pytest.mark.parametrize(
    ("two", "event", "pays", "returned"),
    [
        ("7h 7c", "unsuited-match+suited-match", ("13 to 1", "15 to 1"), (1400, 1600)),  # the printed example
        ("7c 7h", "suited-match+unsuited-match", ("13 to 1", "15 to 1"), (1400, 1600)),
        ("7c 7c", "suited-match+suited-match", ("18 to 1", "24 to 1"), (1900, 2500)),
        ("7h 7d", "unsuited-match+unsuited-match", ("8 to 1", "6 to 1"), (900, 700)),
    ],
)
def test_double_match_of_both_cards(two: str, event: str, pays: tuple[str, ...], returned: tuple[int, ...]) -> None:
    one, other = two.split()
    for number in (1, 2):
        table = f"PT-FLT-TA-DM-0{number}"
        for cards, wager in (
            (f"{one} 7c {other} Kd", "double-match-up"),
            (f"{one} Qd {other} 7c", "double-match-down"),
        ):
            line = settled(cards, wager, table)
            assert (line.event, line.pays, line.returned) == (event, pays[number - 1], returned[number - 1])
            assert line.clause == "appendix B note 3"


@pytest.mark.clause(GAME, "bonus wagers double match", "appendix B")
def test_double_match_up_and_down_may_have_their_own_tables() -> None:
    """Seven of clubs up, seven of hearts down, against seven of clubs and king: 9 to 1 up, 3 to 1 down."""
    round_ = alone(
        "7c 7c Kd 7h 3c",
        *("pass", "pass", "stand"),
        wagers={**ATTACK, "double-match-up": 100, "double-match-down": 200},
        paytables={"double-match-up": "PT-FLT-TA-DM-01", "double-match-down": "PT-FLT-TA-DM-02"},
    )
    assert lines(round_) == [
        ("1", "double-match-up", 100, "suited-match", 1000),
        ("1", "first-attack", 500, "push", 500),
        ("1", "double-match-down", 200, "unsuited-match", 800),
    ]


@pytest.mark.clause(GAME, "bonus wagers double match", "bonus wagers triple match", "bonus wagers suited royals")
def test_the_first_two_cards_count_though_the_hand_is_split_and_drawn_to() -> None:
    """Eights of clubs and spades split; the down card is the eight of hearts. Later eights add nothing."""
    round_ = alone(
        "8c 9c 8s 8h" + " 8d 3c" + " Kd",
        *("pass", "pass", "split", "stand", "double"),
        wagers={**ATTACK, "double-match-down": 100},
    )
    assert lines(round_)[-1] == ("1", "double-match-down", 100, "unsuited-match+unsuited-match", 900)


# --------------------------------------------------------------------------------------------------------- Triple Match


@pytest.mark.clause(GAME, "bonus wagers triple match", "appendix C", "appendix C note 1", "appendix C note 2")
@pytest.mark.parametrize(
    ("one", "up", "other", "event", "returned"),
    [
        ("7h", "7h", "7h", "three-of-a-kind-suited", (15100, 5100)),
        ("7h", "7h", "7c", "three-of-a-kind", (2100, 900)),
        ("7h", "7c", "7s", "three-of-a-kind", (2100, 900)),
        ("7h", "8c", "7h", "one-pair-suited", (500, 700)),
        ("7h", "7h", "8c", "one-pair-suited", (500, 700)),
        ("8c", "7h", "7h", "one-pair-suited", (500, 700)),
        ("8c", "7h", "7d", "one-pair", (300, 300)),
        ("7h", "8h", "9h", "none", (0, 0)),
    ],
)
def test_triple_match(one: str, up: str, other: str, event: str, returned: tuple[int, ...]) -> None:
    """The down card has no part in it."""
    down = {"7h": "Kd", "8c": "9d", "8h": "9d", "7c": "Kd"}[up]
    for number, amount in enumerate(returned, start=1):
        line = settled(f"{one} {up} {other} {down}", "triple-match", f"PT-FLT-TA-TM-0{number}")
        assert (line.event, line.returned, line.clause) == (event, amount, "appendix C")


@pytest.mark.clause(GAME, "bonus wagers triple match", "bonus wagers double match", "TA-11")
def test_a_down_card_of_the_rank_helps_match_down_alone() -> None:
    round_ = alone(
        "7h Kd 8c 7c",
        *("pass", "pass", "stand"),
        wagers={**ATTACK, "double-match-up": 100, "double-match-down": 100, "triple-match": 100},
    )
    assert lines(round_) == [
        ("1", "double-match-up", 100, "none", 0),
        ("1", "triple-match", 100, "none", 0),
        ("1", "first-attack", 500, "lose", 0),
        ("1", "double-match-down", 100, "unsuited-match", 500),
    ]


# ---------------------------------------------------------------------------------------------------- when and in order


@pytest.mark.clause(
    GAME, "rules 4", "bonus wagers suited royals", "bonus wagers double match", "bonus wagers triple match", "TA-11"
)
def test_what_lies_open_is_settled_when_the_second_cards_are_down() -> None:
    """Before insurance is offered, by position, in the order of the document; Double Match-Down waits."""
    every = {"suited-royals": 100, "double-match-up": 100, "double-match-down": 100, "triple-match": 100}
    round_ = together(
        {2: {**ATTACK, **every}, 4: {**ATTACK, **every}},
        "Ks Ad Ah Qs 9d Kd",
        [*no_attacks(2, 4), (2, "pass"), (4, "pass")],
    )
    assert story(round_)[10:] == [
        "down dealer",
        "suited-royals 2 king-queen-suited",
        "double-match-up 2 none",
        "triple-match 2 none",
        "suited-royals 4 two-card-flush",
        "double-match-up 4 unsuited-match",
        "triple-match 4 one-pair",
        "insurance 2",
        "insurance 4",
        "look yes",
        "turn dealer",
        "first-attack 2 dealer-blackjack",
        "first-attack 4 dealer-blackjack",
        "double-match-down 2 unsuited-match",
        "double-match-down 4 none",
    ]


@pytest.mark.clause(GAME, "rules 4", "TA-11")
def test_a_side_bet_is_paid_before_the_player_acts() -> None:
    round_ = begun("Ks 7h Qs 8d", "pass", "pass", wagers={**ATTACK, "suited-royals": 200})
    assert due(round_).ask == "play"
    assert lines(round_) == [("1", "suited-royals", 200, "king-queen-suited", 8200)]
