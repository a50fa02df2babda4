"""Three Card Split: what every wager is paid, from cards worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.rulebook.rule_errors import BadAmount
from houseway.rulebook.steps import JACKPOTS, Prizes
from houseway.table.round import Round
from houseway.table.table_errors import RoundOver
from tests.rounds import brief, play_round, shoe_of

GAME = "three-card-split"
GAMES = houseway.game(GAME)
PRIMARY = {"primary": 1000}
ALL = {"primary": 1000, "three-card-bonus": 500, "four-card-bonus": 500, "jackpot": 100}
BONUS: dict[str, Any] = {"posted": {"jackpot": {"four-aces": "$5,000"}}, "minimums": {"jackpot": 500}}
PROGRESSIVE: dict[str, Any] = {"posted": {"jackpot": {"four-aces": "100%"}}, "minimums": {"jackpot": 500}}

WEAK_HOUSE = "2c 4d 9h"
"""Deuce and nine high, four low."""


def primary_of(player: str, low: int, house: str) -> tuple[str, int, str]:
    """Event, cents returned on ten dollars and clause of the primary wager; the community card plays no part."""
    (line,) = play_round(GAME, {3: PRIMARY}, f"{player} {house} 3h", [(3, ["low", low])]).lines
    return line.event, line.returned, line.clause


# --- a whole table -----------------------------------------------------------------------------------------------


@pytest.mark.clause(
    GAME, "dealing 8", "dealing 9", "appendix B", "appendix B pays", "appendix C", "appendix D wager", "overview bonus"
)
def test_three_players_with_every_wager_line_by_line() -> None:
    """The house has eights with a queen low, and the community card is the deuce of spades.

    Seat 1: nines, king low: wins both; the nines beat the eights; king, nines and deuce are no four-card hand.
    Seat 4: 3-4 of spades, ace low: wins both; an ace high hand loses to a pair; 2-3-4 of spades is a straight flush.
    Seat 7: the house way, king and seven high, jack low: loses both, and everything else.
    """
    cards = "Ks 9c 9d  3s 4s Ah  7h Kd Jc  8c 8d Qs  2s"
    decisions = [(1, ["low", 1]), (4, ["low", 3]), (7, "house-way")]
    round_ = play_round(GAME, {1: ALL, 4: ALL, 7: ALL}, cards, decisions, **BONUS)
    found = [(line.seat, line.wager, line.stake, line.event, line.pays, line.returned) for line in round_.lines]
    assert found == [
        (7, "primary", 1000, "lose", "loss", 0),
        (7, "three-card-bonus", 500, "lose", "loss", 0),
        (7, "four-card-bonus", 500, "none", "loss", 0),
        (7, "jackpot", 100, "none", "loss", 0),
        (4, "primary", 1000, "win", "1 to 1", 2000),
        (4, "three-card-bonus", 500, "lose", "loss", 0),
        (4, "four-card-bonus", 500, "three-card-straight-flush", "20 to 1", 10500),
        (4, "jackpot", 100, "three-card-straight-flush", "12 for 1", 1200),
        (1, "primary", 1000, "win", "1 to 1", 2000),
        (1, "three-card-bonus", 500, "win", "1 to 1", 1000),
        (1, "four-card-bonus", 500, "none", "loss", 0),
        (1, "jackpot", 100, "none", "loss", 0),
    ]
    assert [line.clause for line in round_.lines[:4]] == ["dealing 8", "appendix B", "appendix C", "appendix D wager"]


@pytest.mark.clause(GAME, "overview bonus", "footnote 1", "dealing 3")
@pytest.mark.parametrize("community", ["2s", "9h", "Kc", "As"])
def test_neither_bonus_wagers_nor_the_community_card_touch_the_primary_wager(community: str) -> None:
    cards = f"Ks 9c 9d 8c 8d Qs {community}"
    plain = play_round(GAME, {1: PRIMARY}, cards, [(1, ["low", 1])])
    full = play_round(GAME, {1: ALL}, cards, [(1, ["low", 1])], **BONUS)
    assert plain.lines == [line for line in full.lines if line.wager == "primary"]
    assert brief(full.lines)[1] == (1, "three-card-bonus", "win", 1000)


# --- the primary wager -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "low", "house", "event"),
    [
        pytest.param("9c 9d Ks", 3, "8c 8d Qs", "win", id="both higher"),
        pytest.param("7c 7d Js", 3, "8c 8d Qs", "lose", id="both lower"),
        pytest.param("9c 9d Js", 3, "8c 8d Qs", "push", id="high only"),
        pytest.param("7c 7d Ks", 3, "8c 8d Qs", "push", id="low only"),
        pytest.param("7c 7d Qc", 3, "8c 8d Qs", "push", id="a copy of the low card in its colour wins that sub-hand"),
        pytest.param("7c 7d Qh", 3, "8c 8d Qs", "lose", id="and in the other colour loses it"),
        pytest.param("8h 8s Qc", 3, "8c 8d Qs", "win", id="two copies of the same colours"),
        pytest.param("8h 8s Qh", 3, "8c 8d Qs", "push", id="one copy in the wrong colour"),
    ],
)
@pytest.mark.clause(GAME, "dealing 7", "dealing 7 copy", "dealing 8", "overview primary", "TCS-3")
def test_winning_both_losing_both_and_one_of_each(player: str, low: int, house: str, event: str) -> None:
    returned = {"win": 2000, "push": 1000, "lose": 0}[event]
    assert primary_of(player, low, house) == (event, returned, "dealing 8")


@pytest.mark.parametrize(
    ("player", "low", "house", "event"),
    [
        # Low cards alone: deuces lose to nines, and the sevens decide between push and loss.
        pytest.param("2h 2d 7s", 3, "9c 9d 7c", "push", marks=pytest.mark.clause(GAME, "dealing 7 example 1")),
        pytest.param("2h 2d 7s", 3, "9c 9d 7h", "lose", marks=pytest.mark.clause(GAME, "dealing 7 example 2")),
        # High sub-hands alone: the ten wins against the nine, and queen and seven decide between win and push.
        pytest.param("Qs 7c Ts", 3, "Qc 7h 9d", "push", marks=pytest.mark.clause(GAME, "dealing 7 example 3")),
        pytest.param("Qh 7d Ts", 3, "Qd 7h 9c", "win", marks=pytest.mark.clause(GAME, "dealing 7 example 4")),
        pytest.param("Qh 7s Ts", 3, "Qc 7h 9d", "win", marks=pytest.mark.clause(GAME, "dealing 7 example 5", "TCS-3")),
    ],
)
def test_the_printed_copies_decide_the_wager(player: str, low: int, house: str, event: str) -> None:
    assert primary_of(player, low, house)[0] == event


@pytest.mark.parametrize(
    ("player", "low", "house", "event"),
    [
        pytest.param("2c 3c Kd", 3, "Ac Ah Ts", "win", marks=pytest.mark.clause(GAME, "dealing 7 A", "dealing 7 B")),
        pytest.param("2c 2d Kd", 3, "Ks Ad 9h", "win", marks=pytest.mark.clause(GAME, "dealing 7 B", "dealing 7 C")),
        pytest.param("2c Ad Ks", 3, "Ah Qh Tc", "win", marks=pytest.mark.clause(GAME, "dealing 7 C", "dealing 7 D")),
        pytest.param("2c 4c Kd", 3, "Ah Qs 9d", "win", marks=pytest.mark.clause(GAME, "dealing 7 D", "dealing 7 E")),
        pytest.param("2c Ac Kd", 3, "2s 3s Qh", "push", marks=pytest.mark.clause(GAME, "footnote 5", "TCS-1")),
        pytest.param("2c Ad Ks", 3, "2s 3d Qh", "push", marks=pytest.mark.clause(GAME, "footnote 6", "TCS-1")),
        pytest.param("2c 3d As", 3, "Qc 7h 9d", "win", marks=pytest.mark.clause(GAME, "dealing 7", "TCS-1")),
    ],
)
def test_kinds_of_high_sub_hand_against_the_house(player: str, low: int, house: str, event: str) -> None:
    """The lowest of a kind against the highest of the kind below it; the low card wins each time.

    The house sets aces with a ten low; king and ace with a nine; ace and queen of hearts with a ten; ace and nine with
    a queen. Then A-2 meets 2-3, in one suit and in two, with a queen low, and an ace is high as a low card.
    """
    assert primary_of(player, low, house)[0] == event


@pytest.mark.clause(GAME, "dealing 4", "TCS-2")
def test_a_foul_forfeits_the_primary_wager_and_no_other() -> None:
    """Ten and seven below a jack. As a three-card hand they beat nine high, and 9-T-J is a straight of three."""
    round_ = play_round(GAME, {6: ALL}, f"7c Td Js {WEAK_HOUSE} 9s", [(6, ["low", 3])], **BONUS)
    assert brief(round_.lines) == [
        (6, "primary", "foul", 0),
        (6, "three-card-bonus", "win", 1000),
        (6, "four-card-bonus", "three-card-straight-or-flush", 1000),
        (6, "jackpot", "three-card-straight-or-flush", 100),
    ]
    assert round_.lines[0].clause == "dealing 4"


@pytest.mark.parametrize(
    ("player", "low", "event"),
    [
        pytest.param("7c Td Js", 2, "win", id="ten under jack and seven"),
        pytest.param("7c Td Js", 1, "win", id="seven under ten and jack"),
        pytest.param("7c Jd Js", 3, "win", id="a low card equal to the top card is no foul"),
        pytest.param("7c Ac Ks", 1, "win", id="seven under ace and king"),
        pytest.param("5c 5d As", 3, "win", id="any pair outranks an ace"),
        pytest.param("5c 6d As", 3, "win", id="any connection outranks an ace"),
        pytest.param("5c 7c As", 3, "win", id="any suited hand outranks an ace"),
        pytest.param("5c 7d As", 3, "foul", id="two cards below an ace"),
        pytest.param("Kc Jd As", 3, "foul", id="king and jack below an ace"),
    ],
)
@pytest.mark.clause(GAME, "dealing 4", "TCS-2")
def test_only_a_low_card_above_a_high_card_hand_is_foul(player: str, low: int, event: str) -> None:
    assert primary_of(player, low, WEAK_HOUSE)[0] == event


@pytest.mark.clause(GAME, "dealing 4", "footnote 4")
def test_a_foul_that_lies_face_up_is_settled_in_its_turn_too() -> None:
    cards = f"Ks 9c 9d 7c Td Js {WEAK_HOUSE} 3h"
    up: dict[str, Any] = {"options": {"hands-set": "up"}}
    round_ = play_round(GAME, {1: PRIMARY, 2: PRIMARY}, cards, [(1, ["low", 1]), (2, ["low", 3])], **up)
    assert brief(round_.lines) == [(2, "primary", "foul", 0), (1, "primary", "win", 2000)]


@pytest.mark.clause(GAME, "footnote 2", "dealing 8", "TCS-8")
@pytest.mark.parametrize("placed", [[500, 500], 1000])
@pytest.mark.parametrize(("player", "event", "returned"), [("9c 9d Ks", "win", 2000), ("9c 9d Js", "push", 1000)])
def test_two_spots_are_one_wager_with_one_result(placed: Any, player: str, event: str, returned: int) -> None:
    two: dict[str, Any] = {"options": {"primary-spots": "two"}}
    round_ = play_round(GAME, {1: {"primary": placed}}, f"{player} 8c 8d Qs 3h", [(1, ["low", 3])], **two)
    assert [(line.stake, line.event, line.returned) for line in round_.lines] == [(1000, event, returned)]


# --- the Three Card Bonus ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "house", "event"),
    [
        pytest.param("Qc Qh 7c", "Qs Qd 7h", "lose", marks=pytest.mark.clause(GAME, "appendix B example 1")),
        pytest.param("Qc Qh 7d", "Qs Qd 7h", "win", marks=pytest.mark.clause(GAME, "appendix B example 2")),
        pytest.param("Ac 2c 3c", "Ks Kd Kh", "win", marks=pytest.mark.clause(GAME, "appendix B A", "appendix B B")),
        pytest.param("Ac 2c 3c", "2d 3d 4d", "lose", marks=pytest.mark.clause(GAME, "appendix B A", "footnote 8")),
        pytest.param("2c 2d 2h", "Qs Kd Ah", "win", marks=pytest.mark.clause(GAME, "appendix B B", "appendix B C")),
        pytest.param("Ac 2d 3h", "As Ks Js", "win", marks=pytest.mark.clause(GAME, "appendix B C", "appendix B D")),
        pytest.param("Ac 2d 3h", "2s 3d 4h", "lose", marks=pytest.mark.clause(GAME, "appendix B C", "footnote 9")),
        pytest.param("2c 3c 5c", "As Ad Kh", "win", marks=pytest.mark.clause(GAME, "appendix B D", "appendix B E")),
        pytest.param("2c 2d 3h", "As Kd Jh", "win", marks=pytest.mark.clause(GAME, "appendix B E", "appendix B F")),
        pytest.param("Kc Qd 9h", "As 5d 3h", "lose", marks=pytest.mark.clause(GAME, "appendix B F")),
        pytest.param("Jc 8d 3s", "Js 8h 3c", "win", marks=pytest.mark.clause(GAME, "appendix B copy", "TCS-3")),
        pytest.param("Jc 8s 3s", "Js 8h 3c", "lose", marks=pytest.mark.clause(GAME, "appendix B copy", "TCS-3")),
    ],
)
@pytest.mark.clause(GAME, "appendix B", "appendix B rankings", "appendix B pays")
def test_three_cards_against_the_house_at_even_money(player: str, house: str, event: str) -> None:
    wagers = {2: {"primary": 1000, "three-card-bonus": 250}}
    line = play_round(GAME, wagers, f"{player} {house} 6s", [(2, "house-way")]).lines[1]
    assert (line.wager, line.stake, line.event) == ("three-card-bonus", 250, event)
    assert line.returned == (500 if event == "win" else 0)


# --- the Four Card Bonus -----------------------------------------------------------------------------------------

ROWS = {
    "four-aces": ["Ac Ad Ah As"],
    "four-of-a-kind": ["Kc Kd Kh Ks"],
    "four-card-straight-flush": ["5s 6s 7s 8s", "As 2s 3s 4s", "Qs Ks As Js"],
    "three-card-straight-flush": ["Js Qs Ks 2d", "5s 6s 8d 7s", "As 2s Jh 3s"],
    "three-of-a-kind": ["Jc Jd 3s Jh"],
    "four-card-straight-or-flush": ["5s 6d 7c 8h", "2s 6s Js Ks", "Ah 2d 3s 4c"],
    "two-pair": ["Jc Jd 3s 3h"],
    "three-card-straight-or-flush": ["5s 6d 7c Kh", "3s 8s Kd Js", "Qs Kd Ah 5c"],
    "none": ["3s 8d Jc Kh", "Kh Ad 2s 5c"],
}
"""Three cards and the community card, for each row."""

FOUR_CARD_BONUS = {
    "TCS-1a": (500, 200, 100, 20, 10, 5, 3, 1),
    "TCS-1b": (1000, 200, 100, 20, 10, 5, 3, 1),
    "TCS-2a": (500, 200, 100, 20, 10, 4, 2, 1),
    "TCS-2b": (1000, 200, 100, 20, 10, 4, 2, 1),
    "TCS-3a": (500, 200, 100, 15, 10, 4, 2, 1),
    "TCS-3b": (1000, 200, 100, 15, 10, 4, 2, 1),
}
JACKPOT = {"TCS-4a": (None, 100, 50, 12, 8, 3, 1, 1), "TCS-4b": (None, 100, 50, 12, 8, 4, 3, 1)}


@pytest.mark.clause(GAME, "appendix C", "appendix C paytables", "footnote 1", "TCS-6")
@pytest.mark.parametrize("table", FOUR_CARD_BONUS)
def test_every_row_of_the_six_tables_pays_to_one(table: str) -> None:
    pays = dict(zip(ROWS, FOUR_CARD_BONUS[table], strict=False))
    for event, hands in ROWS.items():
        for cards in hands:
            *three, community = cards.split()
            dealt = f"{' '.join(three)} {WEAK_HOUSE} {community}"
            wagers = {2: {"primary": 1000, "four-card-bonus": 300}}
            chosen: dict[str, Any] = {"paytables": {"four-card-bonus": table}}
            line = play_round(GAME, wagers, dealt, [(2, "house-way")], **chosen).lines[1]
            expected = 300 + 300 * pays[event] if event in pays else 0
            assert (line.wager, line.event, line.returned) == ("four-card-bonus", event, expected), cards


# --- the jackpot -------------------------------------------------------------------------------------------------


@pytest.mark.clause(GAME, "appendix D paytables", "appendix D note 1", "appendix D note 2", "appendix D wager", "DW-8")
@pytest.mark.parametrize("table", JACKPOT)
def test_every_row_of_the_jackpot_tables_pays_for_one(table: str) -> None:
    pays = dict(zip(ROWS, JACKPOT[table], strict=False))
    for event, hands in ROWS.items():
        for cards in hands:
            *three, community = cards.split()
            dealt = f"{' '.join(three)} {WEAK_HOUSE} {community}"
            wagers = {2: {"primary": 1000, "four-card-bonus": 500, "jackpot": 100}}
            chosen = {"paytables": {"jackpot": table}, **BONUS}
            *_, line = play_round(GAME, wagers, dealt, [(2, "house-way")], **chosen).lines
            odds = pays.get(event, 0)
            expected = 500_000 if odds is None else 100 * odds
            assert (line.wager, line.event, line.returned) == ("jackpot", event, expected), cards


ACES = f"Ac Ad Ah {WEAK_HOUSE} As"


@pytest.mark.clause(GAME, "appendix D note 4", "appendix D note 5", "appendix D note 1")
@pytest.mark.parametrize("fixed", [100, 500])
def test_a_posted_amount_is_the_same_whatever_was_wagered(fixed: int) -> None:
    wagers = {2: {"primary": 1000, "four-card-bonus": 500, "jackpot": fixed}}
    round_ = play_round(GAME, wagers, ACES, [(2, "house-way")], fixed={"jackpot": fixed}, **BONUS)
    *_, line = round_.lines
    assert (line.stake, line.event, line.pays) == (fixed, "four-aces", "$5,000")
    assert (line.returned, line.meter) == (500_000, None)


@pytest.mark.clause(GAME, "appendix D note 4", "appendix D qualifying", "TCS-7")
def test_a_jackpot_wager_that_qualifies_by_itself_is_paid_odds_on_its_own_stake() -> None:
    wagers = {2: {"primary": 1000, "jackpot": 700}}
    own = {"options": {"qualifying": "jackpot"}, **BONUS}
    *_, line = play_round(GAME, wagers, f"Jc Jd 3s {WEAK_HOUSE} 3h", [(2, "house-way")], **own).lines
    assert (line.event, line.returned) == ("two-pair", 700)
    *_, line = play_round(GAME, wagers, ACES, [(2, "house-way")], **own).lines
    assert (line.event, line.returned) == ("four-aces", 500_000)


@pytest.mark.clause(GAME, "appendix D", "appendix D note 3", "appendix D note 6", "DW-8", "BJS-3", "TCS-7")
def test_a_progressive_row_pays_the_whole_of_its_own_meter_after_every_other_line() -> None:
    cards = f"Ac Ad Ah  3s 8d Jc  {WEAK_HOUSE} As"
    meters = {"jackpot/four-aces": 1_234_567}
    decisions = [(5, "house-way"), (6, "house-way")]
    round_ = play_round(GAME, {5: ALL, 6: ALL}, cards, decisions, meters, **PROGRESSIVE)
    # The black ace goes low under the red ones, above nine and four; seat 6 has jack and three with an eight.
    assert brief(round_.lines) == [
        (6, "primary", "win", 2000),
        (6, "three-card-bonus", "win", 1000),
        (6, "four-card-bonus", "none", 0),
        (6, "jackpot", "none", 0),
        (5, "primary", "win", 2000),
        (5, "three-card-bonus", "win", 1000),
        (5, "four-card-bonus", "four-aces", 250_500),
        (5, "jackpot", "four-aces", 1_234_567),
    ]
    last = round_.lines[-1]
    assert (last.stake, last.pays, last.meter, last.clause) == (100, "100%", 1_234_567, "appendix D wager")
    assert round_.locked == meters


def until_prizes(**setup: Any) -> Round:
    """A round in which four aces wait for the amount of their meter."""
    round_ = Round(GAMES, GAMES.setup(**setup), [5], shoe_of(ACES))
    round_.answer(5, ALL)
    round_.answer("dealer", {"jackpot": [5]})
    for who, answer in (("dealer", "confirm"), (5, "house-way"), ("dealer", "house-way")):
        round_.answer(who, answer)
    return round_


@pytest.mark.clause(GAME, "appendix D note 3", "BJS-3")
def test_a_percent_waits_for_the_amount_displayed() -> None:
    round_ = until_prizes(**PROGRESSIVE)
    step = round_.step
    assert isinstance(step, Prizes)
    assert (step.meters, step.cite, round_.due_from()) == (("jackpot/four-aces",), "appendix D note 3", (JACKPOTS,))
    assert [(claim.place, claim.event) for claim in step.claims] == [(5, "four-aces")]
    with pytest.raises(BadAmount) as missing:
        round_.answer(JACKPOTS, {"jackpot": 100})
    assert missing.value.clause == "appendix D note 3"
    round_.answer(JACKPOTS, {"jackpot/four-aces": 900_001})
    assert (round_.over, round_.lines[-1].returned) == (True, 900_001)


def test_a_voided_round_gives_back_every_wager_those_collected_and_those_paid() -> None:
    round_ = until_prizes(**PROGRESSIVE)
    assert round_.layout.collected == [(5, "jackpot")]
    round_.void("malfunction", "appendix E malfunction")
    back = [(line.wager, line.reverses, line.returned) for line in round_.lines[3:]]
    # Primary and Three Card Bonus were paid twice the stake, the Four Card Bonus 501 times.
    assert back == [
        ("primary", 1, 1000 - 2000),
        ("three-card-bonus", 2, 500 - 1000),
        ("four-card-bonus", 3, 500 - 250_500),
        ("jackpot", None, 100),
    ]
    assert sum(line.returned - line.stake for line in round_.lines) == 0
    with pytest.raises(RoundOver):
        round_.answer(JACKPOTS, {"jackpot/four-aces": 1})


# --- Envy and Share-the-Wealth -----------------------------------------------------------------------------------

# Four players: 1, 4 and 7 have the jackpot, 2 has not; seat 4 has three kings, and the fourth is the community card.
KINGS = f"3s 8d Jc  6s 8h Jd  Kc Kd Kh  5s 8c Jh  {WEAK_HOUSE} Ks"
PLAYERS = {1: ALL, 2: PRIMARY, 4: ALL, 7: ALL}
SETS = [(seat, "house-way") for seat in PLAYERS]


def extra_lines(round_: Round) -> list[tuple[int, str, int, int, int | None, str | None]]:
    """The prizes that settle no stake."""
    lines = [line for line in round_.lines if line.event in ("envy", "share-the-wealth")]
    return [(line.seat, line.event, line.stake, line.returned, line.meter, line.note) for line in lines]


@pytest.mark.clause(GAME, "appendix D note 3", "TCS-7", "BJS-7")
def test_an_envy_prize_is_divided_among_the_other_players_counted() -> None:
    round_ = play_round(GAME, PLAYERS, KINGS, SETS, envy={"jackpot": {"four-of-a-kind": "$301"}}, **BONUS)
    assert extra_lines(round_) == [
        (1, "envy", 0, 15_050, None, "divided among 2"),
        (7, "envy", 0, 15_050, None, "divided among 2"),
    ]
    assert round_.lines[-2:] == [line for line in round_.lines if line.event == "envy"]
    assert [line.returned for line in round_.lines if (line.seat, line.wager) == (4, "jackpot")] == [10_000]


@pytest.mark.clause(GAME, "appendix D note 3", "TCS-7", "BJS-7")
def test_a_share_the_wealth_prize_is_divided_among_all_counted_the_winner_too() -> None:
    share = {"jackpot": {"four-of-a-kind": "$100"}}
    round_ = play_round(GAME, PLAYERS, KINGS, SETS, share=share, **BONUS)
    assert [(seat, returned) for seat, _, _, returned, _, _ in extra_lines(round_)] == [(1, 3333), (4, 3333), (7, 3333)]


@pytest.mark.clause(GAME, "appendix D note 3", "BJS-3", "BJS-7")
def test_a_percent_envy_prize_is_taken_from_the_meter() -> None:
    envy = {"jackpot": {"four-of-a-kind": "10%"}}
    round_ = play_round(GAME, PLAYERS, KINGS, SETS, {"jackpot": 100_000}, envy=envy, **BONUS)
    assert extra_lines(round_) == [
        (1, "envy", 0, 5_000, 5_000, "divided among 2"),
        (7, "envy", 0, 5_000, 5_000, "divided among 2"),
    ]


@pytest.mark.clause(GAME, "appendix D note 3", "BJS-7")
def test_without_another_player_counted_there_is_no_envy_prize() -> None:
    envy = {"jackpot": {"four-of-a-kind": "$300"}}
    alone = {1: PRIMARY, 2: PRIMARY, 4: ALL, 7: PRIMARY}
    assert extra_lines(play_round(GAME, alone, KINGS, SETS, envy=envy, **BONUS)) == []


@pytest.mark.clause(GAME, "appendix D note 3", "BJS-7")
def test_no_extra_prize_is_paid_where_none_is_configured_or_its_row_is_not_hit() -> None:
    assert extra_lines(play_round(GAME, PLAYERS, KINGS, SETS, **BONUS)) == []
    other = {"jackpot": {"four-aces": "$300"}}
    assert extra_lines(play_round(GAME, PLAYERS, KINGS, SETS, envy=other, share=other, **BONUS)) == []
