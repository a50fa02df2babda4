"""Dueling: the Tie After Tie and 2 + 2 Jackpots, row by row, and how percentages of a meter are paid."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.rulebook.rule_errors import BadAmount
from houseway.rulebook.steps import JACKPOTS, Deal, Prizes
from houseway.table.lines import Line
from houseway.table.round import Round
from houseway.table.table_errors import UnseenCard
from tests.games.dueling.common import BURNT, begun, deals
from tests.rounds import brief, play_round

TAT, PLUS = "tie-after-tie", "two-plus-two"
METER = 1_000_000
METERS = {TAT: METER, PLUS: METER}


def one_line(round_: Round, wager: str) -> Line:
    (line,) = [line for line in round_.lines if line.wager == wager]
    return line


# Tie After Tie --------------------------------------------------------------------------------------------------------


def tie_after_tie(first: str, war: str | None, **setup: Any) -> Line:
    """The Tie After Tie line of seat 1, dealt ``first`` and, unless it surrenders or has no tie, ``war``."""
    tied = first[0] == first[3]
    decisions = [(1, "war" if war else "surrender")] if tied else []
    cards = f"{first} {BURNT} {war}" if war else first
    return one_line(play_round("dueling", {1: {"player": 500, TAT: 100}}, cards, decisions, METERS, **setup), TAT)


@pytest.mark.clause(
    "dueling", "bonus jackpots tie after tie", "appendix C", "appendix C note 1", "appendix C note 2",
    "appendix C note 3", "appendix C note 4", "DD-4", "BJS-3",
)  # fmt: skip
@pytest.mark.parametrize(
    ("first", "war", "event", "returned"),  # on TAT1, TAT2 and TAT3; the meter is at $10,000
    [
        ("7h 7h", "7h 7h", "quads-same-suit", (METER, METER, METER)),
        ("7h 7d", "7d 7h", "quads-same-color", (50_000, METER, 200_000)),
        ("7h 7h", "7h 7s", "quads-two-color", (10_000, 100_000, 10_000)),
        ("7h 7d", "9d 9d", "two-pairs-same-color", (5_000, 10_000, 5_000)),
        ("7h 7d", "7h 2s", "trips-same-color", (2_500, 5_000, 2_500)),
        ("7h 7d", "2s 7h", "trips-same-color", (2_500, 5_000, 2_500)),
        ("7h 7d", "7c Jh", "trips-two-color", (1_500, 2_000, 1_500)),
        ("7h 7d", "9c 9s", "two-pairs-two-color", (1_000, 1_000, 1_000)),
        ("7h 7h", "9h Ts", "one-tie-one-color", (400, 400, 400)),
        ("7h 7s", "9h Th", "one-tie-two-color", (300, 200, 400)),
        ("7c 7s", None, "one-tie-one-color", (400, 400, 400)),  # surrendered: settled on two cards
        ("7h 7s", None, "one-tie-two-color", (300, 200, 400)),
        ("7h 8h", None, "not-a-tie", (0, 0, 0)),
        ("8h 7h", None, "not-a-tie", (0, 0, 0)),
    ],
)
def test_tie_after_tie(first: str, war: str | None, event: str, returned: tuple[int, int, int]) -> None:
    for table, amount in zip(("TAT1", "TAT2", "TAT3"), returned, strict=True):
        line = tie_after_tie(first, war, paytables={TAT: table})
        assert (line.stake, line.event, line.returned) == (100, event, amount)  # the dollar staked never comes back
        assert line.clause == "appendix C"
        assert line.meter == (amount if line.pays.endswith("%") else None)  # only percentages are the meter's


POSTED = {
    "quads-same-suit": "50%",
    "quads-same-color": "$750",
    "quads-two-color": "$120",
    "two-pairs-same-color": "$60",
    "trips-same-color": "$30",
    "trips-two-color": "$16",
    "two-pairs-two-color": "$11",
    "one-tie-one-color": "$5",
    "one-tie-two-color": "$2.50",
    "not-a-tie": "$0",
}


@pytest.mark.clause("dueling", "appendix C", "appendix C note 5", "DD-9")
@pytest.mark.parametrize(
    ("first", "war", "posted", "pays", "returned"),
    [
        ("7h 7h", "7h 7h", {}, "50%", 500_000),
        ("7h 7d", "7d 7h", {}, "$750", 75_000),
        ("7h 7d", "7d 7h", {"quads-same-color": "12.5%"}, "12.5%", 125_000),  # either, in a Jackpot/Bonus row
        ("7h 7h", "7h 7s", {}, "$120", 12_000),
        ("7h 7s", "9h Th", {}, "$2.50", 250),
        ("7h 8h", None, {}, "$0", 0),
        ("7h 8h", None, {"not-a-tie": "$1"}, "$1", 100),
    ],
)
def test_tie_after_tie_with_posted_rows(
    first: str, war: str | None, posted: dict[str, str], pays: str, returned: int
) -> None:
    line = tie_after_tie(first, war, paytables={TAT: "TAT4"}, posted={TAT: POSTED | posted})
    assert (line.pays, line.returned) == (pays, returned)


@pytest.mark.clause("dueling", "bonus jackpots tie after tie", "DD-4")
@pytest.mark.parametrize("spot", ["player", "dealer"])
def test_tie_after_tie_is_the_same_from_either_spot(spot: str) -> None:
    wagers = {1: {spot: 500, TAT: 100}}
    round_ = play_round("dueling", wagers, f"7h 7d {BURNT} 9d 9d", [(1, "war")])
    assert one_line(round_, TAT).returned == 5_000


# 2 + 2 ----------------------------------------------------------------------------------------------------------------


def two_plus_two(first: str, extra: str, **setup: Any) -> Line:
    """The 2 + 2 line of seat 1, dealt ``first`` and then ``extra`` (nothing where it has no start)."""
    decisions = [(1, "surrender")] if first[0] == first[3] else []
    round_ = play_round("dueling", {1: {"dealer": 500, PLUS: 100}}, f"{first} {extra}", decisions, METERS, **setup)
    return one_line(round_, PLUS)


@pytest.mark.clause(
    "dueling", "bonus jackpots two plus two", "appendix D", "appendix D note 1", "appendix D note 2",
    "appendix D note 3", "appendix D note 4", "DD-5", "BJS-3",
)  # fmt: skip
@pytest.mark.parametrize(
    ("first", "extra", "event", "returned"),  # on 2+2P1 and 2+2P2; the meter is at $10,000
    [
        ("As Ks", "Qs Js", "royal-flush", (METER, METER)),
        ("Js Qs", "As Ks", "royal-flush", (METER, METER)),
        ("Ks Qs", "Js Ts", "4-card-straight-flush", (100_000, 50_000)),
        ("As 2s", "4s 3s", "4-card-straight-flush", (100_000, 50_000)),
        ("6h 6c", "6d 6s", "four-of-a-kind", (10_000, 10_000)),
        ("6h 7h", "8h Kc", "3-card-straight-flush", (3_000, 3_000)),
        ("6h 6c", "4c 5c", "3-card-straight-flush", (3_000, 3_000)),
        ("As 2s", "Ks Qs", "3-card-straight-flush", (3_000, 3_000)),
        ("6h 6c", "Kd 6s", "three-of-a-kind", (1_500, 1_500)),
        ("6h 7h", "9h Th", "starting-straight-flush", (300, 300)),
        ("6h 6c", "7d 8d", "starting-pair", (200, 200)),
    ],
)
def test_two_plus_two(first: str, extra: str, event: str, returned: tuple[int, int]) -> None:
    for table, amount in zip(("2+2P1", "2+2P2"), returned, strict=True):
        line = two_plus_two(first, extra, paytables={PLUS: table})
        assert (line.stake, line.event, line.returned) == (100, event, amount)
        assert line.clause == "appendix D"
        assert line.meter == (amount if line.pays.endswith("%") else None)


@pytest.mark.clause("dueling", "bonus jackpots two plus two", "DD-5", "DD-8")
@pytest.mark.parametrize("first", ["6h 7c", "6h 8h", "Kh 2h", "2c 9d"])
def test_without_a_start_the_wager_loses_and_no_card_is_dealt_for_it(first: str) -> None:
    line = two_plus_two(first, "")  # the two cards of the duel are all the cards there are
    assert (line.event, line.returned, line.clause) == ("none", 0, "bonus jackpots two plus two")


@pytest.mark.clause("dueling", "bonus jackpots two plus two", "DD-5", "DD-8")
def test_the_war_cards_are_no_part_of_it() -> None:
    """Two sixes in the war would make four of a kind; the two cards after them make nothing of the pair."""
    wagers = {1: {"player": 500, PLUS: 100}}
    round_ = play_round("dueling", wagers, f"6h 6c {BURNT} 6d 6s 2c Td", [(1, "war")])
    assert deals(round_)[-2:] == [PLUS, PLUS]
    assert round_.layout.places[PLUS] == [7, 8]
    assert brief(round_.lines) == [
        (1, "player", "war-push", 500),
        (1, "war", "tie-after-tie", 1000),
        (1, PLUS, "starting-pair", 200),
    ]


@pytest.mark.clause("dueling", "bonus jackpots two plus two", "DD-8")
def test_two_cards_serve_everybody_who_qualifies() -> None:
    """Against 7h: 8h and 7c start a hand, 9h does not, and 6h has no such wager. The cards added are 9h and 7d."""
    wagers = {
        1: {"player": 500, PLUS: 100},
        2: {"player": 500, PLUS: 100},
        3: {"player": 500},
        4: {"player": 500, PLUS: 100},
    }
    round_ = play_round("dueling", wagers, "8h 9h 6h 7c 7h 9h 7d", [(4, "surrender")])
    assert [step.cite for step, _ in round_.history if isinstance(step, Deal) and step.to == PLUS] == [
        "bonus jackpots two plus two"
    ] * 2
    assert brief(round_.lines)[-3:] == [
        (1, PLUS, "3-card-straight-flush", 3_000),
        (2, PLUS, "none", 0),
        (4, PLUS, "three-of-a-kind", 1_500),
    ]
    for viewer in (1, 2, 3, 4, "dealer", "public"):
        assert houseway.view(round_, viewer).cards[PLUS] == ["9h", "7d"]


@pytest.mark.clause("dueling", "bonus jackpots two plus two", "DD-8")
def test_nobody_with_a_start_and_the_wager_nothing_is_dealt() -> None:
    wagers = {1: {"player": 500}, 2: {"player": 500, PLUS: 100}}
    round_ = play_round("dueling", wagers, "8h 9h 7h")  # seat 1 has the start, seat 2 the wager
    assert brief(round_.lines) == [(1, "player", "win", 1000), (2, "player", "win", 1000), (2, PLUS, "none", 0)]


PLUS_POSTED = {
    "royal-flush": "80%",
    "4-card-straight-flush": "$600",
    "four-of-a-kind": "$110",
    "3-card-straight-flush": "$31",
    "three-of-a-kind": "$16",
    "starting-straight-flush": "$3.50",
    "starting-pair": "$1",
}


@pytest.mark.clause("dueling", "appendix D", "appendix D note 5", "DD-9")
@pytest.mark.parametrize(
    ("first", "extra", "posted", "pays", "returned"),
    [
        ("As Ks", "Qs Js", {}, "80%", 800_000),
        ("Ks Qs", "Js Ts", {}, "$600", 60_000),
        ("Ks Qs", "Js Ts", {"4-card-straight-flush": "5%"}, "5%", 50_000),
        ("6h 6c", "6d 6s", {}, "$110", 11_000),
        ("6h 7h", "9h Th", {}, "$3.50", 350),
        ("6h 6c", "7d 8d", {}, "$1", 100),
    ],
)
def test_two_plus_two_with_posted_rows(
    first: str, extra: str, posted: dict[str, str], pays: str, returned: int
) -> None:
    line = two_plus_two(first, extra, paytables={PLUS: "2+2P3"}, posted={PLUS: PLUS_POSTED | posted})
    assert (line.pays, line.returned) == (pays, returned)


@pytest.mark.clause("dueling", "bonus jackpots two plus two")
def test_an_added_card_must_have_been_seen() -> None:
    wagers = {1: {"player": 500, PLUS: 100}}
    with pytest.raises(UnseenCard) as error:
        play_round("dueling", wagers, "8h 7h 9h ??", meters=METERS)
    assert error.value.clause == "bonus jackpots two plus two"


# Percentages ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("dueling", "appendix C note 3", "appendix D note 3", "BJS-3")
@pytest.mark.parametrize(
    ("wager", "cards", "decisions", "cite"),
    [
        (TAT, f"7h 7h {BURNT} 7h 7h", ["war"], "appendix C note 3"),
        (PLUS, "Ks Qs Js As", [], "appendix D note 3"),
    ],
)
def test_a_percentage_is_of_the_amount_displayed_once_every_claim_is_known(
    wager: str, cards: str, decisions: list[str], cite: str
) -> None:
    round_ = begun({1: {"player": 500, wager: 100}}, cards, options={"tabulator": "off"})
    for decision in decisions:
        round_.answer(1, decision)
    step = round_.step
    assert isinstance(step, Prizes)
    assert (round_.due_from(), step.meters, step.cite) == ((JACKPOTS,), (wager,), cite)
    assert wager not in [line.wager for line in round_.lines]
    due = houseway.view(round_).due
    assert due is not None and due.meters == [wager]
    round_.answer(JACKPOTS, {wager: 123_456})
    assert round_.over
    assert (one_line(round_, wager).returned, one_line(round_, wager).meter) == (123_456, 123_456)
    assert round_.locked == {wager: 123_456}


@pytest.mark.clause("dueling", "appendix C note 3", "DD-6", "BJS-3")
def test_players_of_the_same_event_share_a_tie_after_tie_percentage() -> None:
    """All six sevens of hearts: both players have quads of one suit. The odd cent of the meter stays in it."""
    wagers = {seat: {"player": 500, TAT: 100} for seat in (1, 2)}
    decisions = [(1, "war"), (2, "war")]
    round_ = play_round("dueling", wagers, f"7h 7h 7h {BURNT} 7h 7h 7h", decisions, {TAT: 1_000_001})
    shares = [line for line in round_.lines if line.wager == TAT]
    assert [(line.seat, line.event, line.returned) for line in shares] == [
        (1, "quads-same-suit", 500_000),
        (2, "quads-same-suit", 500_000),
    ]
    assert [(line.meter, line.note) for line in shares] == [(500_000, "divided among 2")] * 2


@pytest.mark.clause("dueling", "appendix D note 3", "DD-6", "BJS-3")
def test_players_of_the_same_event_share_a_two_plus_two_percentage() -> None:
    wagers = {seat: {"player": 500, PLUS: 100} for seat in (1, 2, 5)}
    round_ = play_round("dueling", wagers, "As As As Ks Qs Js", meters={PLUS: 1_000_000})
    assert brief(round_.lines)[3:] == [(seat, PLUS, "royal-flush", 333_333) for seat in (1, 2, 5)]


@pytest.mark.clause("dueling", "appendix C note 3", "DD-6", "BJS-3")
def test_different_events_are_not_shared_and_the_house_pays_what_the_meter_cannot() -> None:
    """On TAT2 both rows are all of the meter: seat 2 has the higher one and empties it."""
    wagers = {seat: {"player": 500, TAT: 100} for seat in (1, 2)}
    decisions = [(1, "war"), (2, "war")]
    round_ = play_round(
        "dueling", wagers, f"7d 7h 7h {BURNT} 7d 7h 7h", decisions, METERS, paytables={TAT: "TAT2"}
    )  # fmt: skip
    assert [(line.seat, line.event, line.returned, line.meter) for line in round_.lines if line.wager == TAT] == [
        (2, "quads-same-suit", METER, METER),
        (1, "quads-same-color", METER, 0),
    ]


@pytest.mark.clause("dueling", "appendix C note 3", "appendix D note 3", "BJS-2", "BJS-3")
def test_each_jackpot_has_its_own_amount() -> None:
    wagers = {1: {"player": 500, TAT: 100}, 2: {"dealer": 500, PLUS: 100}}
    round_ = play_round(
        "dueling", wagers, f"7h 6h 7h {BURNT} 7h 7h 8h 9h", [(1, "war")], {TAT: 2_000_000, PLUS: 300_000}
    )  # fmt: skip
    assert brief(round_.lines)[-2:] == [
        (1, TAT, "quads-same-suit", 2_000_000),
        (2, PLUS, "4-card-straight-flush", 30_000),
    ]
    (step,) = [step for step, _ in round_.history if isinstance(step, Prizes)]
    assert (step.meters, step.cite) == ((TAT, PLUS), "appendix C note 3")


@pytest.mark.clause("dueling", "appendix C note 3", "BJS-3")
def test_a_percentage_cannot_be_paid_without_the_amount() -> None:
    with pytest.raises(BadAmount) as error:
        play_round("dueling", {1: {"player": 500, TAT: 100}}, f"7h 7h {BURNT} 7h 7h", [(1, "war")])
    assert error.value.clause == "appendix C note 3"


# Envy and Share the Wealth --------------------------------------------------------------------------------------------

FOUR = {
    1: {"player": 500, TAT: 100},
    2: {"player": 500, TAT: 100},
    3: {"player": 500},
    4: {"dealer": 500, TAT: 100},
}
"""Seats 1, 2 and 4 are counted; the cards give seat 2 quads of one suit, the others a lost or won duel."""
CARDS = f"Kh 7h 3c 5d 7h {BURNT} 7h 7h"


@pytest.mark.clause("dueling", "appendix C note 4", "BJS-7")
def test_envy_is_divided_among_the_others_who_were_counted() -> None:
    envy = {TAT: {"quads-same-suit": "$301"}}
    round_ = play_round("dueling", FOUR, CARDS, [(2, "war")], METERS, envy=envy)
    assert brief(round_.lines)[-3:] == [
        (2, TAT, "quads-same-suit", METER),
        (1, TAT, "envy", 15_050),
        (4, TAT, "envy", 15_050),
    ]
    assert [(line.stake, line.meter) for line in round_.lines[-2:]] == [(0, None)] * 2


@pytest.mark.clause("dueling", "BJS-3", "BJS-7")
def test_share_the_wealth_is_divided_among_all_who_were_counted() -> None:
    share = {TAT: {"quads-same-suit": "10%"}}
    round_ = play_round("dueling", FOUR, CARDS, [(2, "war")], METERS, share=share)
    assert brief(round_.lines)[-4:] == [
        (2, TAT, "quads-same-suit", METER),
        (1, TAT, "share-the-wealth", 33_333),
        (2, TAT, "share-the-wealth", 33_333),
        (4, TAT, "share-the-wealth", 33_333),
    ]
    # The meter went whole to the winner: the house pays these.
    assert [line.meter for line in round_.lines[-3:]] == [0, 0, 0]


@pytest.mark.clause("dueling", "appendix C note 4", "BJS-7")
def test_envy_without_another_player_and_on_another_row_pays_nothing() -> None:
    alone = {1: {"player": 500, TAT: 100}}
    cards = f"7h 7h {BURNT} 7h 7h"
    quads = play_round("dueling", alone, cards, [(1, "war")], METERS, envy={TAT: {"quads-same-suit": "$300"}})
    other = play_round("dueling", FOUR, CARDS, [(2, "war")], METERS, envy={TAT: {"quads-same-color": "$300"}})
    assert not [line for line in (*quads.lines, *other.lines) if line.event == "envy"]
