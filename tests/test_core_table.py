"""The driver, through rounds of Dueling: turns, refusals, time, voids, keyed cards, sensors, locked meters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import houseway
from houseway.cards import KeyedShoe, Stream, VirtualShoe
from houseway.cards.card_errors import CardNotInDeck, DeckTooShort, UnknownCard
from houseway.errors import HousewayError, Refused
from houseway.rulebook.rule_errors import BadAmount
from houseway.rulebook.steps import DEALER, JACKPOTS, SUPERVISOR, Ask, Collect, Deal, PlaceWagers, Prizes, Tabulate
from houseway.table.players import RandomPlayer
from houseway.table.records.record import encode, record
from houseway.table.records.record_format import decode
from houseway.table.records.replay import replay
from houseway.table.round import Round
from houseway.table.table_errors import (
    BadRecord,
    BadSetup,
    ChoiceRefused,
    OutOfTurn,
    RoundOver,
    UnseenCard,
    WagerRefused,
)
from tests.rounds import brief, shoe_of

GAME = houseway.game("dueling")
TAT, PLUS = "tie-after-tie", "two-plus-two"
QUADS = "7h 7h ?? ?? ?? 7h 7h"


def table(cards: str | None, seats: tuple[int, ...] = (1,), **setup: Any) -> Round:
    """A round that nobody has wagered in yet; without cards the dealer keys them."""
    return Round(GAME, GAME.setup(**setup), list(seats), KeyedShoe() if cards is None else shoe_of(cards))


def begun(wagers: Mapping[int, Mapping[str, int]], cards: str | None, **setup: Any) -> Round:
    round_ = table(cards, tuple(wagers), **setup)
    for seat, placed in wagers.items():
        round_.answer(seat, placed)
    return round_


def state(round_: Round) -> Any:
    """All that can be seen of a round, and how far it has come."""
    seen = [houseway.view(round_, viewer) for viewer in (*range(1, 8), "dealer", "public")]
    return seen, len(round_.history), len(round_.decisions), round_.due_from(), round_.tabulated, dict(round_.locked)


def refused(round_: Round, who: Any, answer: Any, kind: type[HousewayError], clause: str | None = None) -> None:
    """``answer`` is refused as `refusal` says it would be, and nothing changes."""
    before = state(round_)
    foretold = round_.refusal(who, answer)
    assert state(round_) == before
    with pytest.raises(kind) as error:
        round_.answer(who, answer)
    assert state(round_) == before
    assert (type(foretold), foretold.clause) == (type(error.value), error.value.clause)  # type: ignore[union-attr]
    if clause is not None:
        assert error.value.clause == clause


# Seats ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [[0], [8], [-1], ["1"], [1.0], [True], [None], [1, 1], []])
def test_seats_are_distinct_positions_of_the_table(seats: list[Any]) -> None:
    with pytest.raises(BadSetup):
        Round(GAME, GAME.setup(), seats, shoe_of("Kh 9s"))


def test_seats_are_kept_in_position_order() -> None:
    assert table("Kh 9s", (5, 2, 7)).seated == (2, 5, 7)


# Whose turn it is -----------------------------------------------------------------------------------------------------


def test_wagers_come_from_seated_players_each_once() -> None:
    round_ = table("Kh 8s 9s", (2, 4))
    assert isinstance(round_.step, PlaceWagers)
    assert round_.due_from() == (2, 4)
    for who in (1, 3, "2", DEALER, SUPERVISOR, JACKPOTS, None, (2,), 2.5):
        refused(round_, who, {"player": 500}, OutOfTurn, "how to play 1")
    round_.answer(4, {"player": 500})
    assert round_.due_from() == (2,)
    refused(round_, 4, {"player": 500}, OutOfTurn)
    round_.answer(2, {"dealer": 500})
    assert brief(round_.lines) == [(2, "dealer", "lose", 0), (4, "player", "lose", 0)]


def test_true_is_not_seat_1() -> None:
    refused(table("Kh 9s"), True, {"player": 500}, OutOfTurn)


def test_a_decision_comes_from_the_seat_that_is_asked() -> None:
    round_ = begun({1: {"player": 500}, 2: {"player": 500}}, "9h Kd 9c")
    ask = round_.step
    assert isinstance(ask, Ask)
    assert round_.ask_for(1) is ask
    assert round_.ask_for(2) is None
    for who in (2, 3, DEALER, SUPERVISOR):
        refused(round_, who, "war", OutOfTurn, "how to play 6")
    round_.answer(1, "surrender")
    assert round_.decisions == [(ask, "surrender")]


def test_nothing_is_taken_when_the_round_is_over() -> None:
    round_ = begun({1: {"player": 500}}, "Kh 9s")
    assert (round_.over, round_.step, round_.due_from(), round_.ask_for(1)) == (True, None, (), None)
    refused(round_, 1, "war", RoundOver)
    refused(round_, 1, {"player": 500}, RoundOver)
    round_.time_out()
    assert len(round_.lines) == 1
    assert houseway.view(round_).due is None


def test_bjs_5_a_round_that_is_over_is_voided_by_lines_that_take_back_each_of_its_own() -> None:
    round_ = begun({1: {"player": 500}, 2: {"dealer": 700}}, "Kh 4d 9s")
    assert [(line.seat, line.returned) for line in round_.lines] == [(1, 1000), (2, 1400)]
    round_.void("malfunction", "BJS-5")
    back = [(line.seat, line.reverses, line.returned, line.clause) for line in round_.lines[2:]]
    assert back == [(1, 1, -500, "BJS-5"), (2, 2, -700, "BJS-5")]
    assert sum(line.returned - line.stake for line in round_.lines) == 0
    made = record(round_)
    assert replay(decode(encode(made)), houseway.registry.game) is None
    # Where it says after how many steps, and the round has more, it was not voided then.
    with pytest.raises(BadRecord):
        replay(decode(encode({**made, "void": {**made["void"], "steps": 9}})), houseway.registry.game)
    with pytest.raises(RoundOver):
        round_.void("malfunction", "BJS-5")


def test_a_round_without_wagers_ends_at_once() -> None:
    round_ = table("", (1, 2))
    round_.answer(1, {})
    round_.answer(2, {"player": 0})
    assert round_.over
    assert (round_.lines, round_.in_play, round_.layout.cards) == ([], (), [])


# Answers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wagers",
    [
        None,
        [],
        "player",
        500,
        {"ante": 500},
        {"player": None},
        {"player": -1},
        {"player": 1.5},
        {"player": 10**16},
        {1: 500},
        {"player": 500, "dealer": 500},
        {"war": 500},
        {"tie-plus": 500},
    ],
)
def test_wagers_that_are_refused(wagers: Any) -> None:
    refused(table("Kh 9s"), 1, wagers, WagerRefused)


@pytest.mark.parametrize(
    "answer",
    ["fold", "War", "", None, True, 1.0, 3, -500, [], ["war"], ["war", "500"], ["war", 500, 1], ["war", 499],
     ["surrender", 0], ["surrender", 250], {"war": 500}, {}, object, "x" * 200],
)  # fmt: skip
def test_choices_that_are_not_offered(answer: Any) -> None:
    refused(begun({1: {"player": 500}}, "9h 9c"), 1, answer, ChoiceRefused)


@pytest.mark.parametrize("answer", ["war", ["war", 500], ("war", 500), 500])
def test_ways_to_say_war(answer: Any) -> None:
    round_ = begun({1: {"player": 500}}, "9h 9c ?? ?? ?? Kd 4s")
    assert round_.refusal(1, answer) is None
    round_.answer(1, answer)
    assert [said for _, said in round_.decisions] == ["war"]  # the record has one way


@pytest.mark.parametrize("answer", ["surrender", 0])
def test_nothing_is_the_default(answer: Any) -> None:
    round_ = begun({1: {"player": 500}}, "9h 9c")
    round_.answer(1, answer)
    assert [said for _, said in round_.decisions] == ["surrender"]


ANSWERS = st.one_of(
    st.sampled_from(
        ["war", "surrender", "confirm", "chips-stand", "Kh", "9s", "??", ["war", 500], ["war", 100], {}, 0, 500, None,
         {"player": 500}, {"dealer": 700, TAT: 100}, {"player": 500, "dealer": 500}, {TAT: [1]}, {TAT: [9]},
         {TAT: 1_000_000}, {TAT: -1}, {TAT: None}, ["Kh"], ["Kh", "9s"], True, "x"]
    ),
    st.text(max_size=5),
    st.integers(),
    st.dictionaries(st.sampled_from(["player", "play", "tie-plus", TAT, "x"]), st.integers(-1, 500), max_size=3),
)  # fmt: skip
WHO = st.sampled_from([1, 2, 3, 0, 8, DEALER, SUPERVISOR, JACKPOTS, "public", ""])


JACKPOT = {1: {"player": 500, TAT: 100}}


def at_supervisor() -> Round:
    round_ = begun(JACKPOT, "Kh 9s")
    round_.answer(DEALER, {})
    return round_


def at_prizes() -> Round:
    round_ = begun(JACKPOT, QUADS, options={"tabulator": "off"})
    round_.answer(1, "war")
    return round_


POINTS: list[Callable[[], Round]] = [
    lambda: table("Kh 8s 9s", (1, 2)),
    lambda: begun({1: {"player": 500}, 2: {}}, "9h 9c ?? ?? ?? Kd 4s"),
    lambda: begun({1: {"player": 500}}, None),
    lambda: begun(JACKPOT, "Kh 9s"),
    at_supervisor,
    at_prizes,
    lambda: begun({1: {"player": 500}}, "Kh 9s"),
]
"""A fresh round at each kind of step, and one that is over."""


@given(st.sampled_from(POINTS), WHO, ANSWERS)
@settings(max_examples=300, deadline=None)
def test_refusal_and_answer_always_agree(point: Callable[[], Round], who: Any, answer: Any) -> None:
    round_ = point()
    before = state(round_)
    foretold = round_.refusal(who, answer)
    assert state(round_) == before
    if foretold is None:
        round_.answer(who, answer)
        assert state(round_) != before
        return
    with pytest.raises(HousewayError) as error:
        round_.answer(who, answer)
    assert (type(error.value), error.value.clause) == (type(foretold), foretold.clause)
    assert state(round_) == before


# Time -----------------------------------------------------------------------------------------------------------------


def test_time_out_answers_for_those_who_have_not() -> None:
    round_ = table("Kh 9s", (1, 2, 3))
    round_.answer(2, {"player": 500})
    round_.time_out()
    assert round_.over
    assert round_.placed == {2: {"player": 500}}


def test_time_out_never_presses_keys_or_locks() -> None:
    """A press, a card and a meter are no decisions: time does not make them up."""
    for round_ in (begun(JACKPOT, "Kh 9s"), begun({1: {"player": 500}}, None), at_prizes()):
        before = state(round_)
        round_.time_out()
        assert state(round_) == before


def test_time_out_confirms_for_dealer_and_supervisor() -> None:
    for counted in ([1], [2]):
        round_ = begun(JACKPOT, "Kh 9s")
        round_.answer(DEALER, {TAT: counted})
        round_.time_out()
        assert round_.over


# Void -----------------------------------------------------------------------------------------------------------------


def test_a_void_before_the_deal_pushes_every_wager() -> None:
    round_ = begun({1: {"player": 500, TAT: 100}}, "")
    round_.answer(DEALER, {TAT: [1]})
    round_.void("misdeal", "appendix X malfunction", note="a card was exposed")
    assert round_.voided == {"reason": "misdeal", "clause": "appendix X malfunction", "steps": len(round_.history)}
    assert [(line.wager, line.event, line.pays, line.stake, line.returned) for line in round_.lines] == [
        ("player", "misdeal", "push", 500, 500),
        (TAT, "misdeal", "push", 100, 100),
    ]
    assert {line.note for line in round_.lines} == {"a card was exposed"}


def test_a_void_while_wagers_are_placed_has_nothing_to_give_back() -> None:
    round_ = table("", (1, 2))
    round_.answer(1, {"player": 500})
    round_.void("malfunction", "appendix X malfunction")
    assert (round_.over, round_.lines) == (True, [])


def test_a_void_gives_the_war_wager_back_too() -> None:
    round_ = begun({1: {"player": 500}, 2: {"player": 700}}, "9h 9s 9c")
    round_.answer(1, "war")
    round_.void("malfunction", "appendix X malfunction")
    assert brief(round_.lines) == [
        (1, "player", "malfunction", 500),
        (1, "war", "malfunction", 500),
        (2, "player", "malfunction", 700),
    ]


@given(st.integers(0, 2**32), st.integers(0, 12))
@settings(max_examples=150, deadline=None)
def test_a_void_at_any_moment_conserves_money(seed: int, moment: int) -> None:
    chance = Stream(seed)
    wagers: dict[int, dict[str, int]] = {
        seat: {"player": 500 + seat, "tie-plus": 100, TAT: 100, PLUS: 100} for seat in range(1, 1 + 1 + chance.below(7))
    }
    setup = GAME.setup(options={"decks": "5"})
    round_ = Round(GAME, setup, list(wagers), VirtualShoe(setup.deck, Stream(seed, 1)))
    for _ in range(moment):
        if not round_.over:
            round_.play_on(wagers, RandomPlayer(chance), {TAT: 1_000_000, PLUS: 1_000_000})
    if round_.over:
        return
    round_.void("malfunction", "appendix X malfunction")
    originals = [line for line in round_.lines if line.reverses is None]
    assert sum(line.returned for line in round_.lines) == sum(line.stake for line in round_.lines)
    assert sorted(line.reverses for line in round_.lines if line.reverses) == [
        number for number, line in enumerate(originals, start=1) if line.event != "malfunction"
    ]
    for seat, placed in wagers.items():
        war = sum(1 for ask, answer in round_.decisions if ask.seat == seat and answer == "war") * placed["player"]
        back = sum(line.returned for line in round_.lines if line.seat == seat)
        assert back == (sum(placed.values()) + war if round_.placed else 0)


# Keyed cards ----------------------------------------------------------------------------------------------------------


def test_keyed_cards_that_are_refused() -> None:
    round_ = begun({seat: {"player": 500} for seat in range(1, 8)}, None)
    for _ in range(6):
        round_.answer(DEALER, "As")
    refused(round_, DEALER, "As", CardNotInDeck)  # six decks have six
    refused(round_, DEALER, "Xj", CardNotInDeck)  # and no joker
    for text in ("", "1s", "as", "AS", "Asd", "??", "A s"):
        refused(round_, DEALER, text, UnknownCard)
    for answer in (None, 5, {"card": "Kh"}, ["Kh", "9s"], []):
        refused(round_, DEALER, answer, ChoiceRefused, "how to play 2")
    refused(round_, DEALER, [None], UnknownCard)
    for who in (7, SUPERVISOR):
        refused(round_, who, "Kh", OutOfTurn)
    round_.answer(DEALER, ["Kh"])
    round_.answer(DEALER, "2c")
    assert round_.over
    assert [line.event for line in round_.lines] == ["win"] * 7


def test_what_the_dealer_must_key_is_due_and_named() -> None:
    round_ = begun({3: {"player": 500}}, None)
    step = round_.step
    assert isinstance(step, Deal)
    assert (step.to, step.up) == (3, True)
    due = houseway.view(round_, "dealer").due
    assert due is not None
    assert (due.from_, due.what, due.clause) == ([DEALER], "key-card", "how to play 2")
    assert due.rule == round_.setup.edition.clause("how to play 2").text


# Cards that run out or were never seen --------------------------------------------------------------------------------


def test_a_record_that_is_too_short_says_so() -> None:
    with pytest.raises(DeckTooShort):
        begun({1: {"player": 500}}, "Kh")


def test_a_round_whose_card_was_never_seen_can_be_voided() -> None:
    round_ = table("Kh ??")
    with pytest.raises(UnseenCard, match="card 2 at community"):
        round_.answer(1, {"player": 500})
    round_.void("malfunction", "appendix X malfunction")
    assert brief(round_.lines) == [(1, "player", "malfunction", 500)]


def test_a_card_that_was_never_seen_may_be_given() -> None:
    round_ = table("Kh ??")
    with pytest.raises(UnseenCard):
        round_.answer(1, {"player": 500})
    assert isinstance(round_.step, Deal)
    assert round_.step.to == "community"
    round_.answer(DEALER, "9s")
    assert round_.layout.places == {1: [0], "community": [1]}
    assert brief(round_.lines) == [(1, "player", "win", 1000)]


# Sensors --------------------------------------------------------------------------------------------------------------


def test_a_picture_that_agrees_is_confirmed_by_the_dealer() -> None:
    round_ = begun({1: {"player": 500, TAT: 100}, 2: {"player": 500}}, "Kh 8s 9s")
    assert isinstance(round_.step, Tabulate)
    round_.answer(DEALER, {TAT: [1, 1]})  # the other jackpot, not mentioned, was read as nothing
    assert round_.tabulated == {TAT: [1], PLUS: []}
    assert round_.due_from() == (DEALER,)
    refused(round_, SUPERVISOR, "chips-stand", OutOfTurn)
    refused(round_, DEALER, "chips-stand", ChoiceRefused, "appendix X indicators")
    round_.answer(DEALER, "confirm")
    assert round_.layout.collected == [(1, TAT)]


@pytest.mark.parametrize("picture", [{}, {TAT: []}, {TAT: [2]}, {TAT: [1, 2]}, {TAT: [1], PLUS: [1]}, {TAT: [1, 7]}])
def test_a_picture_that_disagrees_goes_to_the_supervisor_and_the_chips_stand(picture: dict[str, list[int]]) -> None:
    round_ = begun({1: {"player": 500, TAT: 100}, 2: {"player": 500}}, "Kh 8s 9s")
    round_.answer(DEALER, picture)
    ask = round_.step
    assert isinstance(ask, Ask)
    assert (ask.seat, ask.default) == (SUPERVISOR, "chips-stand")
    refused(round_, DEALER, "confirm", OutOfTurn)
    assert round_.layout.cards == []
    round_.answer(SUPERVISOR, "chips-stand")
    assert [(line.seat, line.wager) for line in round_.lines if line.wager == TAT] == [(1, TAT)]
    assert [step.wagers for step, _ in round_.history if isinstance(step, Collect)] == [(TAT, PLUS)]


@pytest.mark.parametrize(
    "picture",
    [None, [], "1", {"player": [1]}, {TAT: 1}, {TAT: "1"}, {TAT: [0]}, {TAT: [8]}, {TAT: ["1"]}, {TAT: [True]}],
)
def test_what_is_no_sensor_picture(picture: Any) -> None:
    refused(begun({1: {"player": 500, TAT: 100}}, "Kh 9s"), DEALER, picture, ChoiceRefused, "appendix X press")


# Meters ---------------------------------------------------------------------------------------------------------------


def test_a_percent_prize_waits_for_its_amount() -> None:
    round_ = at_prizes()
    assert isinstance(round_.step, Prizes)
    for amounts in ({}, {PLUS: 100}, {TAT: None}, {TAT: -1}, {TAT: 1.5}, {TAT: "100"}, None, 100):
        refused(round_, JACKPOTS, amounts, BadAmount)
    refused(round_, DEALER, {TAT: 100}, OutOfTurn)
    round_.answer(JACKPOTS, {TAT: 250_000, PLUS: 1})
    assert round_.locked == {TAT: 250_000}
    assert brief(round_.lines)[-1] == (1, TAT, "quads-same-suit", 250_000)


# Errors ---------------------------------------------------------------------------------------------------------------


def test_a_refusal_says_what_why_by_which_clause_and_what_to_do() -> None:
    round_ = begun({1: {"player": 500}}, "9h 9c")
    with pytest.raises(Refused) as error:
        round_.answer(1, ["war", 600])
    assert "$5" in error.value.message
    assert "$6" in error.value.message
    assert str(error.value) == f"{error.value.message} [how to play 7] (give $5)"
    assert error.value.as_dict() == {
        "error": "choice-refused",
        "message": error.value.message,
        "clause": "how to play 7",
        "remedy": "give $5",
    }
