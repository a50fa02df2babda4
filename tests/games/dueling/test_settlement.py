"""Dueling with several players: one war for the table, who sees what, the order of settlement, unseen cards, a void."""

from __future__ import annotations

import pytest

import houseway
from houseway.cards import UNSEEN, KeyedShoe
from houseway.rulebook.steps import BURN, COMMUNITY, Ask, Deal
from houseway.table.round import Round
from houseway.table.table_errors import OutOfTurn, UnseenCard
from tests.games.dueling.common import BURNT, begun, clauses, deals
from tests.rounds import brief, play_round

# One war for the table ------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "how to play 6", "how to play 8", "how to play 9", "DD-8")
def test_one_war_for_the_table() -> None:
    """Four of five tie. All of them choose first, then one burn and one community card serve seats 1 and 5."""
    wagers = {
        1: {"player": 1000}, 2: {"player": 500}, 3: {"player": 800}, 4: {"dealer": 600}, 5: {"dealer": 400},
    }  # fmt: skip
    round_ = play_round(
        "dueling",
        wagers,
        "9h Kd 9c 9s 9d 9d 2c 3c 4c 5c 3d 8h",
        [(1, "war"), (3, "surrender"), (4, "surrender"), (5, "war")],
    )
    assert deals(round_) == [1, 2, 3, 4, 5, COMMUNITY, BURN, BURN, BURN, 1, 5, COMMUNITY]
    assert round_.layout.places == {
        1: [0, 9], 2: [1], 3: [2], 4: [3], 5: [4, 10], COMMUNITY: [5, 11], BURN: [6, 7, 8],
    }  # fmt: skip
    steps = [step for step, _ in round_.history]
    last_choice = max(number for number, step in enumerate(steps) if isinstance(step, Ask))
    assert last_choice < min(number for number, step in enumerate(steps) if isinstance(step, Deal) and step.to == BURN)
    assert brief(round_.lines) == [
        (2, "player", "win", 1000),
        (3, "player", "surrender", 400),
        (4, "dealer", "surrender", 300),
        (1, "player", "war-lost", 0),  # 5 under 8
        (1, "war", "lose", 0),
        (5, "dealer", "war-push", 400),  # 3 under 8, from DEALER
        (5, "war", "win", 800),
    ]


@pytest.mark.clause("dueling", "how to play 6", "optional how to play 4", "DD-8")
def test_tied_players_choose_in_turn_from_position_1() -> None:
    round_ = begun({2: {"player": 500}, 4: {"player": 500}}, "8h 8d 8c")
    assert round_.due_from() == (2,)
    with pytest.raises(OutOfTurn) as refused:
        round_.answer(4, "war")
    assert refused.value.clause == "how to play 6"
    round_.answer(2, "surrender")
    assert round_.due_from() == (4,)
    with pytest.raises(OutOfTurn):
        round_.answer(2, "war")


@pytest.mark.clause("dueling", "how to play 2", "how to play 9", "DD-8")
def test_everybody_sees_every_card_of_the_duel_and_the_war() -> None:
    round_ = begun({2: {"player": 500}, 4: {"player": 500}}, f"8h 2d 8c {BURNT} Ts 5d")
    for viewer in (2, 4, 7, "dealer", "public"):
        assert houseway.view(round_, viewer).cards == {"2": ["8h"], "4": ["2d"], "community": ["8c"]}
    round_.answer(2, "war")
    for viewer in (2, 4, 7, "dealer", "public"):
        assert houseway.view(round_, viewer).cards == {
            "2": ["8h", "Ts"], "4": ["2d"], "community": ["8c", "5d"], "burn": [UNSEEN] * 3,
        }  # fmt: skip


# What the whole table is settled in -----------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "DD-4", "DD-5", "DD-8", "bonus jackpots two plus two", "bonus jackpots tie after tie")
def test_the_order_of_settlement() -> None:
    """The community card is 9h. Seat 1 ties and goes to war, seat 2 has Th over it, seat 3 ties and surrenders."""
    wagers = {
        1: {"player": 1000, "tie-plus": 200, "combo-bet": 300, "tie-after-tie": 100},
        2: {"player": 1000, "tie-plus": 200, "tie-after-tie": 100, "two-plus-two": 100},
        3: {"dealer": 1000, "combo-bet": 300, "tie-after-tie": 100, "two-plus-two": 100},
    }
    round_ = play_round(
        "dueling", wagers, f"9c Th 9s 9h {BURNT} 9d 4c 8h 2c", [(1, "war"), (3, "surrender")]
    )  # fmt: skip
    assert deals(round_)[-4:] == [1, COMMUNITY, "two-plus-two", "two-plus-two"]
    assert brief(round_.lines) == [
        # the duel with Tie Plus and Combo Bet, and Tie After Tie at once where there is no tie
        (1, "tie-plus", "pair-ties-unsuited", 2600),  # 200 and 12 times 200
        (1, "combo-bet", "pair", 900),
        (2, "player", "win", 2000),
        (2, "tie-plus", "none", 0),
        (2, "tie-after-tie", "not-a-tie", 0),
        (3, "combo-bet", "pair", 900),
        # the choices: a surrender is settled at once
        (3, "dealer", "surrender", 500),
        (3, "tie-after-tie", "one-tie-two-color", 300),
        # the war
        (1, "player", "war-push", 1000),
        (1, "war", "win", 2000),
        (1, "tie-after-tie", "trips-two-color", 1500),  # 9c 9h 9d
        # two more community cards for seats 2 (8-9-T of hearts) and 3 (a pair)
        (2, "two-plus-two", "3-card-straight-flush", 3000),
        (3, "two-plus-two", "starting-pair", 200),
    ]
    assert clauses(round_) == [
        "appendix A", "appendix B", "how to play 4(a)", "appendix A", "appendix C", "appendix B", "how to play 6(a)",
        "appendix C", "how to play 10(a)", "how to play 10(a)", "appendix C", "appendix D", "appendix D",
    ]  # fmt: skip


@pytest.mark.clause("dueling", "DD-8")
def test_the_war_is_settled_before_any_tie_after_tie_of_it() -> None:
    wagers = {seat: {"player": 1000, "tie-after-tie": 100} for seat in (1, 2)}
    round_ = play_round("dueling", wagers, f"9c 9s 9h {BURNT} Jd 3s 4c", [(1, "war"), (2, "war")])
    assert brief(round_.lines) == [
        (1, "player", "war-push", 1000),
        (1, "war", "win", 2000),
        (2, "player", "war-lost", 0),
        (2, "war", "lose", 0),
        (1, "tie-after-tie", "one-tie-two-color", 300),
        (2, "tie-after-tie", "one-tie-two-color", 300),
    ]


# Cards that nobody saw ------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "how to play 2", "how to play 9")
@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        ("?? 9c", "how to play 2"),
        ("9h ??", "how to play 2"),
        (f"9h 9c {BURNT} ?? 4s", "how to play 9"),
        (f"9h 9c {BURNT} Kd ??", "how to play 9"),
    ],
)
def test_a_card_that_is_compared_must_have_been_seen(cards: str, clause: str) -> None:
    with pytest.raises(UnseenCard) as error:
        play_round("dueling", {1: {"player": 1000}}, cards, [(1, "war")])
    assert error.value.clause == clause


# Real cards, and a round that is voided -------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "how to play 2", "how to play 8", "how to play 9", "appendix X same rules")
def test_with_real_cards_the_dealer_keys_what_lies_face_up() -> None:
    game = houseway.game("dueling")
    round_ = Round(game, game.setup(), [1], KeyedShoe())
    round_.answer(1, {"player": 1000})
    for text in ("9h", "9c"):
        assert round_.due_from() == ("dealer",)
        round_.answer("dealer", text)
    round_.answer(1, "war")
    assert round_.layout.places[BURN] == [2, 3, 4]  # burnt without being keyed
    for text in ("Kd", "4s"):
        round_.answer("dealer", text)
    assert brief(round_.lines) == [(1, "player", "war-push", 1000), (1, "war", "win", 2000)]
    assert round_.layout.turned() == ["9h", "9c", "??", "??", "??", "Kd", "4s"]


@pytest.mark.clause("dueling", "appendix X malfunction", "BJS-5")
def test_a_voided_round_gives_everything_back() -> None:
    """Seat 1 has won its duel, seat 2 stands before its choice, its Tie Plus already paid."""
    wagers = {
        1: {"player": 1000, "tie-after-tie": 100},
        2: {"dealer": 600, "tie-plus": 200, "two-plus-two": 100},
    }
    round_ = begun(wagers, "Kh 9s 9c", options={"tabulator": "off"})
    round_.void("malfunction", "appendix X malfunction")
    assert round_.over
    assert brief(round_.lines) == [
        (1, "player", "win", 2000),
        (1, "tie-after-tie", "not-a-tie", 0),
        (2, "tie-plus", "pair-ties-unsuited", 2600),
        (1, "player", "malfunction", -1000),  # the win is taken back
        (1, "tie-after-tie", "malfunction", 100),  # and a lost wager given back
        (2, "tie-plus", "malfunction", -2400),
        (2, "dealer", "malfunction", 600),
        (2, "two-plus-two", "malfunction", 100),
    ]
    assert [line.reverses for line in round_.lines] == [None, None, None, 1, 2, 3, None, None]
    for seat, placed in wagers.items():
        assert sum(line.returned for line in round_.lines if line.seat == seat) == sum(placed.values())
