"""The Bonus Jackpot: five cards, counting and collecting, posted and progressive rows, Envy and Share-the-Wealth."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.rulebook.rule_errors import BadAmount
from houseway.rulebook.steps import Ask, Collect, Deal, Look, Settle, Tabulate, Turn
from houseway.table.round import Round
from houseway.table.shown.postings import postings
from houseway.table.table_errors import BadSetup, ChoiceRefused
from tests.games.deuces_wild.dealing import GAME, begin, deal, due, known
from tests.rounds import brief, play_round, shoe_of

JACKPOT = {"bonus-jackpot": 100}
BONUS: dict[str, Any] = {"posted": {"bonus-jackpot": {"5-wild-cards": "$10,000"}}}
PROGRESSIVE: dict[str, Any] = {"posted": {"bonus-jackpot": {"5-wild-cards": "100%"}}}
ROWS = ("5-wild-cards", "4-wild-cards", "3-wild-cards", "2-wild-cards")
METERS = {f"bonus-jackpot/{row}": amount for row, amount in zip(ROWS, (2_500_000, 40_000, 3_001, 701), strict=True)}


def table_d(*pays: str) -> dict[str, Any]:
    return {"paytables": {"bonus-jackpot": "D"}, "posted": {"bonus-jackpot": dict(zip(ROWS, pays, strict=True))}}


# ----------------------------------------------------------------------------------------------------------- five cards


@pytest.mark.clause(GAME, "footnote 1", "rules 7", "summary 2(d)", "DW-9", "DW-10", "DW-11")
def test_the_wager_alone_is_dealt_five_cards_that_nobody_sees_before_settlement() -> None:
    round_ = begin(
        {2: JACKPOT, 4: {"ante": 500}}, deal("3c 3d 3h", "2c 6d Kh", "5c 7d 9d", then="8c Xj Jh 4s"), **BONUS
    )
    assert due(round_) == (4, "play")
    round_.answer(4, "play")
    assert known(round_, 2, "2") == known(round_, "dealer", "2") == "?? ?? ?? ??"
    round_.answer(4, "fold")
    assert brief(round_.lines)[-1] == (2, "bonus-jackpot", "2-wild-cards", 700)
    assert known(round_, "public", "2") == "2c 6d Kh Xj 4s"
    assert known(round_, "public", "4") == "?? ?? ?? ??"
    assert not any(isinstance(step, Look) and step.seat == 2 for step, _ in round_.history)


@pytest.mark.clause(GAME, "dealing 21(a)(ii)", "dealing 22(a)(ii)", "rules 7", "DW-7", "DW-9", "DW-11")
def test_a_folded_hand_with_the_wager_stays_face_down_until_its_own_settlement_in_rotation() -> None:
    """Seat 1 folds on three, seat 2 raises, seat 3 folds on four: all three have the Bonus Jackpot."""
    wagers = {seat: {"ante": 500, **JACKPOT} for seat in (1, 2, 3)}
    cards = deal("3c 3d 3h", "2c 2d 2h", "5c 7d 9d", "4c 6d Kh", then="8c Jc 5h Xj Qs 5s Ks")
    round_ = begin(wagers, cards, **BONUS)
    for seat, answer in ((1, "fold"), (2, "play"), (3, "play"), (2, "raise")):
        round_.answer(seat, answer)
    assert known(round_, "public", "1") == "?? ?? ?? ??"
    assert known(round_, 1, "1") == "2c 2d 2h ??"
    round_.answer(3, "fold")
    # Seat 1: three deuces, jack, queen. Seat 2: three fives. Seat 3: the joker alone.
    assert brief(round_.lines) == [
        (1, "ante", "fold", 0),
        (3, "ante", "fold", 0),
        (3, "play", "fold", 0),
        (1, "bonus-jackpot", "3-wild-cards", 1500),
        (2, "ante", "three-of-a-kind", 1000),
        (2, "play", "three-of-a-kind", 1000),
        (2, "raise", "three-of-a-kind", 2000),
        (2, "bonus-jackpot", "none", 0),
        (3, "bonus-jackpot", "none", 0),
    ]
    places = round_.layout.places
    assert (places[1][3:], places[2][3:], places[3][3:]) == ([13, 16], [14, 17], [15, 18])
    assert known(round_, "public", "3") == "4c 6d Kh Xj Ks"
    settling = [
        step for step, _ in round_.history if isinstance(step, (Turn, Settle)) or (isinstance(step, Deal) and step.up)
    ]
    kinds = [(type(step).__name__, getattr(step, "place", getattr(step, "to", None))) for step in settling[3:]]
    assert kinds == [
        ("Turn", "community"),
        ("Turn", 1),
        ("Deal", 1),
        ("Settle", 1),
        ("Turn", 2),
        ("Deal", 2),
        *[("Settle", 2)] * 4,
        ("Turn", 3),
        ("Deal", 3),
        ("Settle", 3),
    ]


@pytest.mark.clause(GAME, "dealing 21 exception", "DW-11")
def test_its_cards_are_dealt_although_all_folded() -> None:
    wagers = {1: {"ante": 500}, 2: {"ante": 500, **JACKPOT}}
    cards = deal("3c 3d 3h", "5c 7d 9d", "4c 6d Kh", then="8c 2c Xj")
    round_ = play_round(GAME, wagers, cards, [(1, "fold"), (2, "fold")], **BONUS)
    assert brief(round_.lines)[-1] == (2, "bonus-jackpot", "2-wild-cards", 700)
    assert known(round_, "public", "1") == "?? ?? ??"
    assert len(round_.layout.places["community"]) == 4


@pytest.mark.clause(GAME, "dealing 24", "DW-11")
def test_a_seat_with_every_wager_is_settled_hand_then_fortune_then_jackpot() -> None:
    wagers = {3: {"ante": 500, "three-card-treasure": 300, "five-card-fortune": 200, **JACKPOT}}
    cards = deal("9c 9d 4h", "2c 2d 9s", then="Kd Xj Kh")
    decisions = [(3, "declare"), (3, "play"), (3, "raise"), (3, [1, 2, 4])]
    round_ = play_round(GAME, wagers, cards, decisions, **BONUS)
    # Two deuces and a nine: a straight flush, 6 to 1. Three wild cards with nine and king: four kings, 4 to 1.
    # Two nines and three wild cards: five of a kind, 7 to 1. Three wild cards, 15 for 1.
    assert brief(round_.lines) == [
        (3, "three-card-treasure", "straight-flush", 2100),
        (3, "ante", "four-of-a-kind", 2500),
        (3, "play", "four-of-a-kind", 2500),
        (3, "raise", "four-of-a-kind", 5000),
        (3, "five-card-fortune", "five-of-a-kind", 1600),
        (3, "bonus-jackpot", "3-wild-cards", 1500),
    ]


# ---------------------------------------------------------------------------------------------- counting and collecting


@pytest.mark.clause(GAME, "dealing 6", "appendix E indicator", "appendix E footnote 1", "appendix E count", "BJS-1")
def test_the_tabulator_counts_the_wagers_by_position_and_they_are_confirmed_and_taken_in() -> None:
    game = houseway.game(GAME)
    wagers = {1: {"ante": 500, **JACKPOT}, 3: {"ante": 500}, 6: JACKPOT}
    round_ = Round(
        game, game.setup(**BONUS), list(wagers), shoe_of(deal("3c 3d 3h", "5c 7d 9d", "4c 6d Kh", "Jc Qd 8s"))
    )
    for seat, placed in wagers.items():
        round_.answer(seat, placed)
    step = round_.step
    assert isinstance(step, Tabulate)
    assert step.wagers == ("bonus-jackpot",)
    assert round_.due_from() == ("dealer",)
    for wrong in ({"bonus-jackpot": {1: 100}}, {"bonus-jackpot": [7]}, {"ante": [1]}, {"bonus-jackpot": 2}):
        with pytest.raises(ChoiceRefused):  # positions, and nothing about what the chips are worth
            round_.answer("dealer", wrong)
    round_.answer("dealer", {"bonus-jackpot": [6, 1]})
    assert round_.tabulated == {"bonus-jackpot": [1, 6]}
    assert due(round_) == ("dealer", "indicators")
    assert round_.layout.cards == []
    round_.answer("dealer", "confirm")
    assert round_.layout.collected == [(1, "bonus-jackpot"), (6, "bonus-jackpot")]
    assert round_.layout.stakes == {1: {"ante": 500, "bonus-jackpot": 100}, 3: {"ante": 500}, 6: {"bonus-jackpot": 100}}
    assert due(round_) == (1, "play")


@pytest.mark.clause(GAME, "dealing 6", "appendix E indicator")
def test_where_lights_and_chips_differ_a_supervisor_lets_the_chips_stand() -> None:
    game = houseway.game(GAME)
    round_ = Round(
        game, game.setup(**BONUS), [1, 2], shoe_of(deal("3c 3d 3h", "5c 7d 9d", "4c 2d Kh", then="8c 9h Xj 8s 4h"))
    )
    round_.answer(1, JACKPOT)
    round_.answer(2, JACKPOT)
    round_.answer("dealer", {"bonus-jackpot": [1]})
    assert due(round_) == ("supervisor", "indicators")
    round_.answer("supervisor", "chips-stand")
    assert brief(round_.lines) == [(1, "bonus-jackpot", "none", 0), (2, "bonus-jackpot", "2-wild-cards", 700)]
    assert round_.tabulated == {"bonus-jackpot": [1]}


@pytest.mark.clause(GAME, "dealing 6 remain", "dealing 24(a)", "appendix E malfunction")
def test_without_a_tabulator_the_wager_stays_on_its_spot_until_the_hand_is_settled() -> None:
    wagers = {1: {"ante": 500, **JACKPOT}, 2: {"ante": 500, **JACKPOT}}
    cards = deal("3c 3d 3h", "5c 7d 9d", "4c 2d Kh", then="8c 5h Xj Jh 4h")
    decisions = [(1, "play"), (2, "play"), (1, "raise"), (2, "raise")]
    round_ = play_round(GAME, wagers, cards, decisions, options={"tabulator": "off"}, **BONUS)
    assert not any(isinstance(step, (Tabulate, Collect)) for step, _ in round_.history)
    assert round_.layout.collected == []
    assert round_.tabulated is None
    # Seat 1: a pair of fives. Seat 2: fours and two wild cards, 4 to 1.
    assert brief(round_.lines) == [
        (1, "ante", "none", 0),
        (1, "play", "none", 0),
        (1, "raise", "none", 0),
        (1, "bonus-jackpot", "none", 0),
        (2, "ante", "four-of-a-kind", 2500),
        (2, "play", "four-of-a-kind", 2500),
        (2, "raise", "four-of-a-kind", 5000),
        (2, "bonus-jackpot", "2-wild-cards", 700),
    ]
    assert round_.lines[3].clause == "dealing 24(a)"
    assert round_.lines[7].clause == "dealing 24(b)"


@pytest.mark.clause(GAME, "appendix E footnote 1", "appendix E footnote 2")
def test_only_the_fixed_wager_that_pays_for_1_is_taken_in_before_play() -> None:
    wagers = {5: {"ante": 500, "three-card-treasure": 300, "five-card-fortune": 200, **JACKPOT}}
    round_ = begin(wagers, deal("3c 3d 3h", "5c 7d 9d"), **BONUS)
    collected = {wager for _, wager in round_.layout.collected}
    for slug in wagers[5]:
        fixed = round_.setup.fixed_amount(slug) is not None
        for_1 = round_.setup.paytables[slug].odds == "for 1"
        assert (slug in collected) == fixed == for_1
    confirmed = [number for number, (step, _) in enumerate(round_.history) if isinstance(step, Ask)]
    taken = [number for number, (step, _) in enumerate(round_.history) if isinstance(step, Collect)]
    assert confirmed[0] < taken[0]


# ------------------------------------------------------------------------------------------------------- posted amounts


@pytest.mark.clause(GAME, "appendix D", "appendix D note", "dealing 24(b)", "DW-8")
@pytest.mark.parametrize(
    ("hand", "event", "for_1"),
    [
        ("2c 2d 2h 2s Xj", "5-wild-cards", (10_000, 10_000, 10_000)),
        ("2c 2d 2h Xj 9c", "4-wild-cards", (250, 400, 500)),
        ("2c Kd 2h Xj 9c", "3-wild-cards", (15, 40, 35)),
        ("2c Kd 3s Xj 9c", "2-wild-cards", (7, 5, 5)),
        ("Ac Kd 3s Xj 9c", "none", (0, 0, 0)),
    ],
)
def test_the_jackpot_is_paid_by_the_column_chosen(hand: str, event: str, for_1: tuple[int, ...]) -> None:
    held = hand.split()
    cards = deal("5d 6h 7s", " ".join(held[:3]), then=f"8h {held[3]} {held[4]}")
    for column, pays in zip("ABC", for_1, strict=True):
        round_ = play_round(GAME, {1: JACKPOT}, cards, paytables={"bonus-jackpot": column}, **BONUS)
        assert brief(round_.lines) == [(1, "bonus-jackpot", event, 100 * pays)]
        assert round_.lines[0].meter is None


@pytest.mark.clause(GAME, "appendix D", "appendix D schemes", "appendix D 1", "DW-8")
def test_a_posted_bonus_is_paid_whole_to_each_winner() -> None:
    cards = deal("5d 6h 7s", "2c 9d Kh", "2d 9s Kc", "8d Tc Jh", then="8h Xj 2h Js 4c 4d 4h")
    posted = table_d("$20,000", "$300", "$25", "$6.50")
    round_ = play_round(GAME, {1: JACKPOT, 2: JACKPOT, 3: JACKPOT}, cards, **posted)
    assert brief(round_.lines) == [
        (1, "bonus-jackpot", "2-wild-cards", 650),
        (2, "bonus-jackpot", "2-wild-cards", 650),
        (3, "bonus-jackpot", "none", 0),
    ]


@pytest.mark.clause(GAME, "appendix D schemes", "appendix D 1", "DW-8")
def test_a_table_with_a_bonus_row_left_unposted_does_not_open() -> None:
    game = houseway.game(GAME)
    assert "bonus-jackpot" not in game.setup().wagers
    with pytest.raises(BadSetup, match="5-wild-cards"):
        game.setup(wagers=["ante", "bonus-jackpot"])
    with pytest.raises(BadSetup, match="4-wild-cards, 3-wild-cards, 2-wild-cards"):
        game.setup(wagers=["bonus-jackpot"], paytables={"bonus-jackpot": "D"}, **BONUS)
    with pytest.raises(BadSetup):  # odds, or part of a meter, are neither of the two schemes
        game.setup(posted={"bonus-jackpot": {"5-wild-cards": "5000"}})
    with pytest.raises(BadSetup):
        game.setup(posted={"bonus-jackpot": {"5-wild-cards": "50%"}})
    with pytest.raises(BadSetup):
        game.setup(posted={"bonus-jackpot": {"5-wild-cards": "$10,000", "4-wild-cards": "$300"}})


@pytest.mark.clause(GAME, "appendix D 1", "appendix E tablevision", "dealing 5", "BJS-2")
@pytest.mark.parametrize("edition", ["2017", "2010"])
def test_the_amount_is_displayed_with_the_required_notice_word_for_word(edition: str) -> None:
    shown = postings(houseway.game(GAME).setup(edition, **BONUS))
    rows = {row.event: row.pays for row in shown.paytables["bonus-jackpot"].rows}
    assert rows["5-wild-cards"] == "$10,000"
    assert shown.fixed == {"bonus-jackpot": 100}
    assert shown.notice == (
        "Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest. "
        "Player wagers do not accrue to any guaranteed player fund. "
        "The displayed Bonus Jackpot prize may be modified or discontinued at any time without prior notice."
    )


@pytest.mark.clause(GAME, "dealing 5", "appendix D note")
def test_another_fixed_amount_is_paid_in_proportion_except_for_the_posted_amount() -> None:
    setup: dict[str, Any] = {"fixed": {"bonus-jackpot": 500}, **BONUS}
    for hand, returned in (("2c Kd 3s Xj 9c", 3500), ("2c 2d 2h 2s Xj", 1_000_000)):
        held = hand.split()
        cards = deal("5d 6h 7s", " ".join(held[:3]), then=f"8h {held[3]} {held[4]}")
        round_ = play_round(GAME, {1: {"bonus-jackpot": 500}}, cards, **setup)
        assert round_.lines[0].returned == returned


# --------------------------------------------------------------------------------------------------------- progressives


@pytest.mark.clause(GAME, "appendix D 2", "appendix D schemes", "DW-8", "BJS-3")
def test_a_progressive_row_pays_the_whole_of_its_own_meter() -> None:
    cards = deal("5d 6h 7s", "2c 2d 2h", "9c Tc Kh", then="8h 2s 4c Xj 4d")
    round_ = play_round(GAME, {1: JACKPOT, 2: JACKPOT}, cards, meters=METERS, **PROGRESSIVE)
    assert brief(round_.lines) == [(2, "bonus-jackpot", "none", 0), (1, "bonus-jackpot", "5-wild-cards", 2_500_000)]
    assert round_.locked == {"bonus-jackpot/5-wild-cards": 2_500_000}
    assert (round_.lines[1].pays, round_.lines[1].meter, round_.lines[1].clause) == ("100%", 2_500_000, "dealing 24(b)")


@pytest.mark.clause(GAME, "appendix D 2", "BJS-3")
def test_winners_of_the_same_event_share_a_progressive_equally_and_the_odd_cent_stays() -> None:
    cards = deal("5d 6h 7s", "2c 9d Kh", "2d 9s Kc", then="8h Xj 2h 4c 4d")
    round_ = play_round(GAME, {2: JACKPOT, 5: JACKPOT}, cards, meters=METERS, **table_d("100%", "100%", "100%", "100%"))
    assert [(line.seat, line.returned, line.meter) for line in round_.lines] == [(2, 350, 350), (5, 350, 350)]
    assert {line.note for line in round_.lines} == {"divided among 2"}


@pytest.mark.clause(GAME, "appendix D 2", "DW-8", "BJS-3")
def test_in_table_d_each_progressive_row_has_its_own_meter_and_higher_rows_come_first() -> None:
    cards = deal("5d 6h 7s", "2c 9d Kh", "2d 2h Kc", then="8h Xj 2s 4c 4d")
    round_ = play_round(GAME, {1: JACKPOT, 2: JACKPOT}, cards, meters=METERS, **table_d("100%", "100%", "100%", "100%"))
    assert brief(round_.lines) == [
        (2, "bonus-jackpot", "3-wild-cards", 3_001),
        (1, "bonus-jackpot", "2-wild-cards", 701),
    ]
    assert round_.locked == {"bonus-jackpot/3-wild-cards": 3_001, "bonus-jackpot/2-wild-cards": 701}


@pytest.mark.clause(GAME, "appendix D 2", "BJS-3")
def test_a_prize_waits_for_the_amount_of_its_meter() -> None:
    round_ = begin({1: JACKPOT}, deal("5d 6h 7s", "2c 2d 2h", then="8h 2s Xj"), **PROGRESSIVE)
    assert round_.due_from() == ("jackpots",)
    for wrong in ({}, {"bonus-jackpot": 500}, {"bonus-jackpot/5-wild-cards": -1}, 7):
        with pytest.raises(BadAmount):
            round_.answer("jackpots", wrong)
    round_.answer("jackpots", {"bonus-jackpot/5-wild-cards": 123_456})
    assert brief(round_.lines) == [(1, "bonus-jackpot", "5-wild-cards", 123_456)]


@pytest.mark.clause(GAME, "appendix D", "BJS-3")
def test_a_lower_row_takes_nothing_from_the_meter() -> None:
    cards = deal("5d 6h 7s", "2c 2d 2h", then="8h 2s 9c")
    round_ = play_round(GAME, {1: JACKPOT}, cards, **PROGRESSIVE)
    assert brief(round_.lines) == [(1, "bonus-jackpot", "4-wild-cards", 25_000)]
    assert round_.locked == {}
    assert round_.lines[0].meter is None


# -------------------------------------------------------------------------------------------- envy and share-the-wealth


@pytest.mark.clause(GAME, "appendix D", "BJS-7")
def test_an_envy_prize_is_divided_among_the_other_players_with_the_wager() -> None:
    wagers = {1: JACKPOT, 2: {"ante": 500}, 3: JACKPOT, 4: {**JACKPOT, "ante": 500}, 6: JACKPOT}
    hands = ("9c Tc Kh", "5c 7d 9d", "2c 2d 2h", "4c 6d Qh", "8d Ts Jh")
    cards = deal("5d 6h 7s", *hands, then="8h 3c Xj 3d 3s Jc Kc Qc Js")
    envy = {"bonus-jackpot": {"4-wild-cards": "$100"}}
    round_ = play_round(GAME, wagers, cards, [(2, "fold"), (4, "fold")], envy=envy, **BONUS)
    assert brief(round_.lines)[2:] == [
        (1, "bonus-jackpot", "none", 0),
        (3, "bonus-jackpot", "4-wild-cards", 25_000),
        (4, "bonus-jackpot", "none", 0),
        (6, "bonus-jackpot", "none", 0),
        (1, "bonus-jackpot", "envy", 3_333),
        (4, "bonus-jackpot", "envy", 3_333),
        (6, "bonus-jackpot", "envy", 3_333),
    ]
    assert [line.stake for line in round_.lines[-3:]] == [0, 0, 0]


@pytest.mark.clause(GAME, "appendix D", "BJS-7")
def test_share_the_wealth_is_divided_among_all_with_the_wager_the_winner_too() -> None:
    cards = deal("5d 6h 7s", "9c Tc Kh", "2c 2d 2h", then="8h 3c Xj Jc Kc")
    share = {"bonus-jackpot": {"4-wild-cards": "$100"}}
    round_ = play_round(GAME, {1: JACKPOT, 2: JACKPOT}, cards, share=share, **BONUS)
    assert brief(round_.lines) == [
        (1, "bonus-jackpot", "none", 0),
        (2, "bonus-jackpot", "4-wild-cards", 25_000),
        (1, "bonus-jackpot", "share-the-wealth", 5_000),
        (2, "bonus-jackpot", "share-the-wealth", 5_000),
    ]


@pytest.mark.clause(GAME, "appendix D", "BJS-7")
def test_nobody_to_envy_nothing_to_pay() -> None:
    cards = deal("5d 6h 7s", "2c 2d 2h", then="8h Xj Kc")
    envy = {"bonus-jackpot": {"4-wild-cards": "$100"}}
    round_ = play_round(GAME, {2: JACKPOT}, cards, envy=envy, **BONUS)
    assert brief(round_.lines) == [(2, "bonus-jackpot", "4-wild-cards", 25_000)]
