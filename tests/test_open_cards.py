"""What open cards make, as each game reads them."""

from __future__ import annotations

import pytest

import houseway
from houseway.table.shown.open_cards import Reading, read_cards


def read(game: str, **places: str) -> Reading:
    """What the cards at ``places`` make: ``p3_high`` is the high hand of position 3, ``dealer_low`` the house's."""
    cards = {
        (name[1:].replace("_", ".") if name[0] == "p" else name.replace("_", "-")): text.split()
        for name, text in places.items()
    }
    return read_cards(houseway.game(game), cards)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("9h 7d", "hard 16"),
        ("Ah 6d", "soft 17"),
        ("Kh Qd", "20"),
        ("Ah Kd", "blackjack"),
        ("9h 7d 8c", "24, bust"),
        ("9h", "9"),
    ],
)
def test_triple_attack_reads_totals(cards: str, said: str) -> None:
    assert read("triple-attack", p1=cards).hands == {"1": said}


def test_triple_attack_says_what_the_dealer_must_do_and_a_split_hand_is_no_blackjack() -> None:
    found = read("triple-attack", p2_2="Ah Kd", dealer="9h 7c")
    assert found.hands == {"2.2": "soft 21", "dealer": "hard 16"}
    assert found.house is not None
    assert (found.house.says, found.house.clause) == ("The dealer has hard 16: draw", "rules 12")
    bust = read("triple-attack", dealer="9h 7c 8d").house
    assert bust is not None and bust.says == "The dealer is bust with 24"


def test_three_card_split_reads_sub_hands_against_the_house() -> None:
    found = read("three-card-split", p1_high="9c 9s", p1_low="2d", dealer_high="Ks Qd", dealer_low="3h")
    assert found.hands == {
        "dealer-high": "connected, king and queen",
        "dealer-low": "three",
        "1.high": "pair of nines: wins",
        "1.low": "two: loses",
    }
    assert read("three-card-split", p1_high="4c 2s", p1_low="Kd").hands["1.low"] == "king: foul"


def test_deuces_wild_reads_three_and_five_cards() -> None:
    found = read("deuces-wild", p1="7c 7d 7h", p2="3c 9d Kh", p3="As Ks Qs Js Ts", community="3c 4c 5d 6h")
    assert found.hands == {"1": "three of a kind", "2": "does not qualify", "3": found.hands["3"]}
    assert "royal" in found.hands["3"]


def test_dueling_reads_the_duel_and_the_war() -> None:
    found = read("dueling", p1="9c Kd", p2="4c", community="9h 5s")
    assert found.hands == {"1": "tie, then higher", "2": "lower"}
    assert read("dueling", p1="9c").hands == {}


def test_what_lies_face_down_is_not_read() -> None:
    assert read("triple-attack", p1="9h 7d", dealer="Kh ??").hands == {"1": "hard 16"}
