"""From the first wager to the second cards: order, further attacks, limits, and who has seen what."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.cards import KeyedShoe
from houseway.cards.card_errors import CardNotInDeck
from houseway.errors import Refused
from houseway.table.round import Round
from houseway.table.table_errors import BadSetup, OutOfTurn, UnseenCard, WagerRefused
from tests.games.triple_attack.stories import (
    ATTACK,
    GAME,
    alone,
    at,
    begun,
    due,
    lines,
    no_attacks,
    story,
    together,
    words,
)
from tests.rounds import shoe_of

# ------------------------------------------------------------------------------------------------------------ the order


@pytest.mark.clause(GAME, "rules 1", "rules 2", "rules 3", "rules 4", "rules 12", "TA-11")
def test_the_order_of_a_round() -> None:
    """Seats 2 and 5: position order, whatever the order in which they sat down."""
    round_ = together({5: ATTACK, 2: ATTACK}, "9c 8d 7h 9h 8s Kc", [*no_attacks(2, 5), (2, "stand"), (5, "stand")])
    assert story(round_) == [
        "placewagers",
        "up 2",
        "up 5",
        "second-attack 2",
        "second-attack 5",
        "up dealer",
        "third-attack 2",
        "third-attack 5",
        "up 2",
        "up 5",
        "down dealer",
        "play 2",
        "play 5",
        "turn dealer",
        "first-attack 2 win",
        "first-attack 5 lose",
    ]
    assert [at(round_, place) for place in (2, 5, "dealer")] == ["9c 9h", "8d 8s", "7h Kc"]
    assert lines(round_) == [("2", "first-attack", 500, "win", 1000), ("5", "first-attack", 500, "lose", 0)]


@pytest.mark.clause(GAME, "rules 2", "rules 3", "rules 4")
def test_each_decision_comes_when_its_card_has_been_seen() -> None:
    round_ = begun("9c 7h 9h Kc")
    assert due(round_).ask == "second-attack"
    assert houseway.view(round_, 1).cards == {"1": ["9c"]}
    round_.answer(1, "pass")
    assert due(round_).ask == "third-attack"
    assert houseway.view(round_, 1).cards == {"1": ["9c"], "dealer": ["7h"]}
    round_.answer(1, "pass")
    assert due(round_).ask == "play"
    assert houseway.view(round_, 1).cards == {"1": ["9c", "9h"], "dealer": ["7h", "??"]}


@pytest.mark.clause(GAME, "rules 2", "rules 4")
def test_players_cards_are_open_to_all() -> None:
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(), [1, 2], shoe_of("9c 8d 7h 9h 8s Kc"))
    round_.answer(1, ATTACK)
    round_.answer(2, ATTACK)
    for seat, answer in no_attacks(1, 2):
        round_.answer(seat, answer)
    for viewer in (1, 2, "dealer", "public"):
        cards = houseway.view(round_, viewer).cards
        assert cards == {"1": ["9c", "9h"], "2": ["8d", "8s"], "dealer": ["7h", "??"]}, viewer


def test_a_player_out_of_turn_is_refused() -> None:
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(), [1, 2], shoe_of("9c 8d"))
    round_.answer(1, ATTACK)
    round_.answer(2, ATTACK)
    with pytest.raises(OutOfTurn) as refused:
        round_.answer(2, "bet")
    assert refused.value.clause == "rules 2"


# ----------------------------------------------------------------------------------------------- who sees the down card


@pytest.mark.clause(GAME, "rules 4", "rules 6", "TA-2")
@pytest.mark.parametrize(("up", "looked"), [("Kh", True), ("Jd", True), ("9h", False), ("2c", False)])
def test_only_the_dealer_sees_the_down_card_and_only_by_the_look(up: str, looked: bool) -> None:
    round_ = begun(f"9c {up} 9h 8c", "pass", "pass")
    assert due(round_).ask == "play"
    assert round_.layout.known_to("dealer", "dealer")[1] == (houseway.card("8c") if looked else None)
    for viewer in (1, "public"):
        assert houseway.view(round_, viewer).cards["dealer"] == [up, "??"]


@pytest.mark.clause(GAME, "rules 5", "rules 6", "TA-2")
def test_the_look_comes_after_insurance() -> None:
    round_ = begun("9c Ah 9h 8c", "pass", "pass")
    assert due(round_).ask == "insurance"
    assert houseway.view(round_, "dealer").cards["dealer"] == ["Ah", "??"]
    round_.answer(1, "pass")
    assert houseway.view(round_, "dealer").cards["dealer"] == ["Ah", "8c"]
    assert houseway.view(round_, 1).cards["dealer"] == ["Ah", "??"]


@pytest.mark.clause(GAME, "rules 12", "TA-11")
def test_the_down_card_is_turned_for_all_at_the_end() -> None:
    """Also when the player is bust and has no wager on it: the dealer's 11 stays as it is."""
    round_ = alone("9c 6h 7d 5d Kh", "pass", "pass", "hit")
    assert houseway.view(round_, "public").cards["dealer"] == ["6h", "5d"]
    assert story(round_)[-2:] == ["first-attack 1 bust", "turn dealer"]


# ---------------------------------------------------------------------------------------------- second and third attack


@pytest.mark.clause(GAME, "rules 2", "rules 3", "TA-3")
@pytest.mark.parametrize(
    ("answer", "stake"),
    [("pass", 0), (0, 0), (["bet", 1], 1), (["bet", 499], 499), (500, 500), (["bet", 500], 500), ("bet", 500)],
)
def test_a_further_attack_is_anything_up_to_the_first(answer: Any, stake: int) -> None:
    """20 against 17 wins even money on every attack."""
    second = alone("Kc 7h Kd Kh", answer, "pass", "stand")
    third = alone("Kc 7h Kd Kh", "pass", answer, "stand")
    first = ("1", "first-attack", 500, "win", 1000)
    for round_, wager in ((second, "second-attack"), (third, "third-attack")):
        assert lines(round_) == [first, ("1", wager, stake, "win", 2 * stake)][: 2 if stake else 1]


@pytest.mark.clause(GAME, "rules 3", "TA-3")
def test_the_third_attack_is_bounded_by_the_first_alone() -> None:
    round_ = alone("Kc 7h Kd Kh", ["bet", 100], ["bet", 500], "stand")
    assert [(line.wager, line.stake) for line in round_.lines] == [
        ("first-attack", 500),
        ("second-attack", 100),
        ("third-attack", 500),
    ]


@pytest.mark.clause(GAME, "rules 2", "rules 3", "TA-3")
@pytest.mark.parametrize(
    "bad", [["bet", 501], ["bet", 0], ["bet", -5], ["bet", 2.5], 501, "hit", "double", None, ["bet"]]
)
@pytest.mark.parametrize(("before", "clause"), [((), "rules 2"), (("pass",), "rules 3")])
def test_more_than_the_first_attack_is_refused(bad: Any, before: tuple[str, ...], clause: str) -> None:
    round_ = begun("Kc 7h Kd Kh", *before)
    with pytest.raises(Refused) as refused:
        round_.answer(1, bad)
    assert refused.value.clause == clause
    assert round_.layout.stakes == {1: {"first-attack": 500}}
    assert due(round_).cite == clause


@pytest.mark.clause(GAME, "rules 2", "rules 3", "rules 5", "rules 8(a)")
def test_time_never_adds_money() -> None:
    """Pass, pass, pass, stand: 18 against the dealer's 19."""
    round_ = begun("9c Ah 9h 8c")
    asked = []
    while not round_.over:
        asked.append(due(round_).ask)
        round_.time_out()
    assert asked == ["second-attack", "third-attack", "insurance", "play"]
    assert lines(round_) == [("1", "first-attack", 500, "lose", 0)]


# ---------------------------------------------------------------------------------------------------- wagers and limits


@pytest.mark.clause(GAME, "rules 1")
def test_bonus_wagers_go_with_a_first_attack() -> None:
    game = houseway.game(GAME)
    for wager in ("suited-royals", "double-match-up", "double-match-down", "triple-match", "jackpot", "jackpot-2"):
        round_ = Round(game, game.setup(), [1], shoe_of("9c"))
        with pytest.raises(WagerRefused) as refused:
            round_.answer(1, {wager: 100})
        assert refused.value.clause == "rules 1"
        round_.answer(1, {wager: 100, "first-attack": 500})
        assert round_.placed == {1: {"first-attack": 500, wager: 100}}


@pytest.mark.clause(GAME, "rules 1")
@pytest.mark.parametrize("wager", ["second-attack", "third-attack", "double", "split", "insurance"])
def test_later_wagers_are_not_placed_before_the_deal(wager: str) -> None:
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(), [1], shoe_of("9c"))
    with pytest.raises(WagerRefused) as refused:
        round_.answer(1, {"first-attack": 500, wager: 500})
    assert refused.value.clause == game.edition().wagers[wager].clause


@pytest.mark.clause(GAME, "description bonus wagers")
def test_the_operator_chooses_the_bonus_wagers() -> None:
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(wagers=["first-attack", "triple-match"]), [1], shoe_of("9c"))
    with pytest.raises(WagerRefused) as refused:
        round_.answer(1, {"first-attack": 500, "suited-royals": 100})
    assert refused.value.clause == "description bonus wagers"
    round_.answer(1, {"first-attack": 500, "triple-match": 100})
    assert due(round_).ask == "second-attack"


@pytest.mark.clause(GAME, "description bonus wagers")
def test_bonus_wagers_do_not_touch_the_main_hand() -> None:
    """The same cards and decisions, with every bonus wager and with none."""
    bonus = {
        "suited-royals": 100,
        "double-match-up": 100,
        "double-match-down": 100,
        "triple-match": 100,
        "jackpot": 100,
    }
    cards, answers = "8c 7c 8d Kd 3h 2s 8s", ("bet", "pass", "split", "double", "stand")
    plain = alone(cards, *answers)
    rich = alone(cards, *answers, wagers={**ATTACK, **bonus})
    assert [line for line in rich.lines if line.wager not in bonus] == plain.lines
    assert [ask for ask in story(rich) if ask.startswith("play")] == [
        ask for ask in story(plain) if ask.startswith("play")
    ]


@pytest.mark.clause(GAME, "description limits")
@pytest.mark.parametrize(
    "placed",
    [
        {"first-attack": 499},
        {"first-attack": 30001},
        {"first-attack": 500, "triple-match": 99},
        {"first-attack": 500, "triple-match": 10001},
    ],
)
def test_wagers_keep_to_the_operators_limits(placed: dict[str, int]) -> None:
    game = houseway.game(GAME)
    limits = {"first-attack": (500, 30000), "triple-match": (100, 10000)}
    round_ = Round(game, game.setup(limits=limits), [1], shoe_of("9c"))
    with pytest.raises(WagerRefused) as refused:
        round_.answer(1, placed)
    assert refused.value.clause == "description limits"
    round_.answer(1, {"first-attack": 30000, "triple-match": 10000})


@pytest.mark.clause(GAME, "description limits")
def test_later_wagers_keep_to_the_operators_limits() -> None:
    """On 1,000: a second attack of 200 to 700, no third (its least is 1,500), insurance and double up to 300."""
    limits = {"second-attack": (200, 700), "third-attack": (1500, 2000), "insurance": (1, 300), "double": (1, 300)}
    round_ = begun("8c Ah 8d 5c", wagers={"first-attack": 1000}, limits=limits)
    for bad in (["bet", 199], ["bet", 701]):
        with pytest.raises(Refused):
            round_.answer(1, bad)
    round_.answer(1, "bet")
    assert round_.layout.stakes[1]["second-attack"] == 700
    assert due(round_).ask == "insurance"
    with pytest.raises(Refused):
        round_.answer(1, ["bet", 301])
    round_.answer(1, "bet")
    with pytest.raises(Refused):
        round_.answer(1, ["double", 301])
    assert words(due(round_)) == ["stand", "hit", "double", "split"]


@pytest.mark.clause(GAME, "description limits")
@pytest.mark.parametrize(("least", "most", "offered"), [(1, 499, False), (501, 900, False), (500, 500, True)])
def test_a_split_outside_the_operators_limits_is_not_offered(least: int, most: int, offered: bool) -> None:
    limits = {"split": (least, most), "double": (501, 900)}
    round_ = begun("8c 7h 8d 5c", "pass", "pass", limits=limits)
    assert words(due(round_)) == ["stand", "hit", "split"][: 3 if offered else 2]


# -------------------------------------------------------------------------------------------------- cards and positions


@pytest.mark.clause(GAME, "description cards", "TA-1")
def test_eight_decks_without_tens() -> None:
    counts = houseway.game(GAME).setup().deck.counts
    assert sum(counts.values()) == 384
    assert set(counts.values()) == {8}
    assert {kind.text[0] for kind in counts} == set("23456789JQKA")


@pytest.mark.clause(GAME, "description cards", "TA-1")
def test_a_ten_cannot_be_keyed() -> None:
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(), [1], KeyedShoe())
    round_.answer(1, ATTACK)
    with pytest.raises(CardNotInDeck):
        round_.answer("dealer", "Tc")
    round_.answer("dealer", "9c")
    assert due(round_).ask == "second-attack"


@pytest.mark.clause(GAME, "appendix E")
def test_six_places_on_purple() -> None:
    game = houseway.game(GAME)
    about = game.edition().about
    assert (about.positions, about.colour) == (6, "purple")
    Round(game, game.setup(), range(1, 7), shoe_of(""))
    with pytest.raises(BadSetup):
        Round(game, game.setup(), [7], shoe_of(""))


# ------------------------------------------------------------------------------------ cards nobody saw, and keyed cards


@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        ("?? 7h 9h Kc", "rules 2"),
        ("9c ?? 9h Kc", "rules 3"),
        ("9c 7h ?? Kc", "rules 4"),
        ("9c 7h 9h ??", "rules 12"),
        ("9c Kh 9h ??", "rules 6"),
    ],
)
def test_every_card_is_needed(cards: str, clause: str) -> None:
    """The down card too: it is always turned (TA-11)."""
    with pytest.raises(UnseenCard) as unseen:
        alone(cards, "pass", "pass", "stand")
    assert unseen.value.clause == clause


def keyed(up: str) -> Round:
    """A round of real cards: two nines against ``up``, the down card on the table and seen by nobody."""
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(), [1], KeyedShoe())
    round_.answer(1, ATTACK)
    for card in ("9c", up, "9h"):
        round_.answer("dealer", card)
        if card != "9h":
            round_.answer(1, "pass")
    return round_


@pytest.mark.clause(GAME, "rules 4", "rules 6", "rules 12")
@pytest.mark.parametrize("blackjack", [False, True])
def test_with_real_cards_the_dealer_answers_the_look_and_keys_the_card_when_it_is_turned(blackjack: bool) -> None:
    round_ = keyed("Kh")
    assert round_.due_from() == ("dealer",)
    round_.answer("dealer", blackjack)
    if blackjack:
        round_.answer("dealer", "Ac")
        assert lines(round_) == [("1", "first-attack", 500, "dealer-blackjack", 0)]
    else:
        assert houseway.view(round_, "dealer").cards["dealer"] == ["Kh", "??"]
        round_.answer(1, "stand")
        round_.answer("dealer", "7c")
        assert lines(round_) == [("1", "first-attack", 500, "win", 1000)]
    assert round_.over


def test_what_is_turned_decides_where_the_look_was_misread() -> None:
    """A blackjack that was announced and is not there: insurance loses, and the hands are played with the card open."""
    round_ = keyed("Ah")
    round_.answer(1, ["bet", 100])
    round_.answer("dealer", True)
    round_.answer("dealer", "7c")
    assert due(round_).ask == "play"
    round_.answer(1, "stand")
    assert lines(round_) == [("1", "insurance", 100, "lose", 0), ("1", "first-attack", 500, "push", 500)]


# --------------------------------------------------------------------------------------------------------------- a void


def test_a_void_gives_every_cent_back() -> None:
    """After a side bet is paid, insurance lost, and a hand split and doubled."""
    wagers = {"first-attack": 500, "suited-royals": 100, "jackpot": 100}
    round_ = begun("8c Ah 8d 5c 2c 3c", wagers=wagers, options={"tabulator": "off"})
    for answer in ("bet", ["bet", 300], ["bet", 650], "split"):
        round_.answer(1, answer)
    assert due(round_).place == 1
    round_.void("misdeal", "rules 4")
    staked = 500 + 500 + 300 + 650 + 1300 + 100 + 100
    assert sum(line.stake for line in round_.lines) == sum(line.returned for line in round_.lines) == staked
    assert round_.over
    assert not any(round_.layout.stakes.values())
