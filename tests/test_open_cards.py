"""What open cards make, as each game reads them."""

from __future__ import annotations

import msgspec
import pytest

import houseway
from houseway.table.shown.open_cards import Reading, read_cards
from houseway.table.shown.view import view


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


def test_triple_attack_says_that_the_dealers_22_pushes_and_a_split_first_hand_is_no_blackjack() -> None:
    found = read("triple-attack", p1="Ah Kd", p1_2="Ac 5d", dealer="9h 7c 6d")
    assert found.hands == {"1": "soft 21", "1.2": "soft 16", "dealer": "22: pushes"}


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("9c 9d Kh", "pair of nines"),
        ("Kc 9d 4h", "king high"),
        ("Kc 9c 4c", "king-high flush"),
        ("Ac 2d 3h", "three-high straight"),
        ("Ac Kc Qc", "ace-high straight flush"),
        ("6c 6d 6h", "three sixes"),
    ],
)
def test_three_card_split_reads_three_cards_before_they_are_set(cards: str, said: str) -> None:
    assert read("three-card-split", p1=cards).hands == {"1": said}


def test_three_card_split_reads_sub_hands_against_the_house() -> None:
    found = read("three-card-split", p1_high="9c 9s", p1_low="2d", dealer_high="Ks Qd", dealer_low="3h")
    assert found.hands == {
        "dealer-high": "connected K-Q",
        "dealer-low": "three",
        "1.high": "pair of nines: wins",
        "1.low": "two: loses",
    }
    assert read("three-card-split", p1_high="4c 2s", p1_low="Kd").hands["1.low"] == "king: foul"


def test_deuces_wild_reads_three_and_five_cards() -> None:
    found = read("deuces-wild", p1="7c 7d 7h", p2="3c 9d Kh", p3="As Ks Qs Js Ts", community="3c 4c 5d 6h")
    assert found.hands == {
        "1": "three of a kind",
        "2": "king high",
        "3": "natural royal flush",
        "community": "four to a straight",
    }


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("9c 9d Kh", "pair of nines"),
        ("2c 9d Kh", "pair of kings"),
        ("6c 6d Kh Kc", "two pair"),
        ("6c 6d 2h Kc", "three of a kind"),
        ("6c 6d 2h 2c", "four of a kind"),
        ("6c 6d 9h Kc", "pair of sixes"),
        ("3c 6c 9c Kc", "four to a flush"),
        ("Ac 3d 4h 5c", "four to a straight"),
        ("Ac 3d 9h 5c", "ace high"),
        ("2c 3d 9h 5c Kc", "pair of kings"),
        ("2c Xj 9h 5c Kc", "three of a kind"),
    ],
)
def test_deuces_wild_names_what_pays_nothing_too(cards: str, said: str) -> None:
    assert read("deuces-wild", p1=cards).hands == {"1": said}


def test_cards_selected_for_five_card_fortune_are_read_with_the_community() -> None:
    assert read("deuces-wild", p1_fortune="9c", community="9d 9h Kc Ks").hands["1.fortune"] == "full house"
    assert read("deuces-wild", p1_fortune="9c").hands == {}


def test_dueling_reads_the_duel_and_the_war() -> None:
    found = read("dueling", p1="9c Kd", p2="4c", community="9h 5s")
    assert found.hands == {"1": "tie, then higher", "2": "lower", "community": "five"}
    assert read("dueling", p1="9c").hands == {"1": "nine"}


def test_what_lies_face_down_is_not_read() -> None:
    assert read("triple-attack", p1="9h 7d", dealer="Kh ??").hands == {"1": "hard 16", "dealer": "shows 10"}
    assert read("triple-attack", dealer="Ah").hands == {"dealer": "shows ace"}
    assert read("three-card-split", dealer="Ah ?? 3c").hands == {}


def test_a_hand_to_be_set_is_read_in_every_way_that_it_may_be_set_by_its_player_alone() -> None:
    game = houseway.game("three-card-split")
    dealt = houseway.RecordedShoe(houseway.parse_cards("9c Ks 4h Td 9d 2c 3c"))
    round_ = houseway.Round(game, game.demonstration(), [1], dealt)
    round_.answer(1, {"primary": 500})
    assert view(round_, 1).placings == [
        ("king high", "nine"),
        ("nine high: foul", "king: foul"),
        ("king high", "four"),
    ]
    assert view(round_, "public").placings is msgspec.UNSET
    round_.answer(1, ("low", 1))
    assert view(round_, 1).placings is msgspec.UNSET
