"""Round records: hostile, truncated and wrong ones are refused by name, and nothing else is ever raised."""

from __future__ import annotations

import copy
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import houseway
from houseway.cards.card_errors import CardNotInDeck, DeckTooShort, UnknownCard
from houseway.errors import HousewayError
from houseway.registry import replay, settle
from houseway.rulebook.rule_errors import BadAmount
from houseway.table.deal import deal_records
from houseway.table.table_errors import BadRecord, BadSetup, ChoiceRefused, UnknownGame, UnseenCard, WagerRefused
from tests.rounds import brief

DUEL: dict[str, Any] = {"game": "dueling", "seats": [{"seat": 1, "wagers": {"player": 500}}], "cards": ["Kh", "9s"]}
WAR: dict[str, Any] = {
    "game": "dueling",
    "seats": [{"seat": 1, "wagers": {"player": 500}}],
    "cards": ["9h", "9s", "??", "??", "??", "Kd", "2c"],
    "decisions": [{"seat": 1, "answer": "war"}],
}


def _with(base: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(base), **changes}


def test_the_smallest_record_settles() -> None:
    assert brief(settle(json.dumps(DUEL)).lines) == [(1, "player", "win", 1000)]


def test_a_record_may_leave_out_burnt_cards() -> None:
    assert brief(settle(WAR).lines) == [(1, "player", "war-push", 500), (1, "war", "win", 1000)]


@pytest.mark.parametrize(
    ("error", "changes"),
    [
        (UnknownGame, {"game": "faro"}),
        (UnknownGame, {"edition": "1899"}),
        (UnknownCard, {"cards": ["Kh", "10s"]}),
        (UnknownCard, {"cards": ["Kh", ""]}),
        (CardNotInDeck, {"cards": ["Kh", "Xj"]}),
        (DeckTooShort, {"cards": ["Kh"]}),
        (DeckTooShort, {"cards": []}),
        (UnseenCard, {"cards": ["??", "9s"]}),
        (BadRecord, {"cards": ["Kh", "9s", "2c"]}),
        (BadRecord, {"decisions": [{"seat": 1, "answer": "war"}]}),
        (BadRecord, {"unheard-of": 1}),
        (BadRecord, {"format": 2}),
        (BadRecord, {"seats": [{"seat": 1, "wagers": {}}, {"seat": 1, "wagers": {"player": 500}}]}),
        (BadRecord, {"seats": 5}),
        (BadRecord, {"seats": [{"seat": 1.5, "wagers": {}}]}),
        (BadRecord, {"fingerprint": "00" * 32}),
        (BadRecord, {"behaviour": 99}),
        (BadSetup, {"seats": [{"seat": 8, "wagers": {"player": 500}}]}),
        (BadSetup, {"seats": []}),
        (BadSetup, {"options": {"decks": "7"}}),
        (BadSetup, {"options": {"colour": "red"}}),
        (BadSetup, {"paytables": {"tie-plus": "9"}}),
        (BadSetup, {"paytables": {"roulette": "1"}}),
        (BadSetup, {"wagers": ["player", "tie-after-tie"], "paytables": {"tie-after-tie": "TAT4"}}),
        (BadSetup, {"limits": {"player": [500]}}),
        (BadSetup, {"limits": {"player": [900, 100]}}),
        (BadAmount, {"limits": {"player": [-1, 100]}}),
        (WagerRefused, {"seats": [{"seat": 1, "wagers": {"player": 0.5}}]}),
        (WagerRefused, {"seats": [{"seat": 1, "wagers": {"player": -500}}]}),
        (WagerRefused, {"seats": [{"seat": 1, "wagers": {"player": "500"}}]}),
        (WagerRefused, {"seats": [{"seat": 1, "wagers": {"player": 500, "dealer": 500}}]}),
        (WagerRefused, {"seats": [{"seat": 1, "wagers": {"player": 500, "tie-after-tie": 200}}]}),
        (WagerRefused, {"seats": [{"seat": 1, "wagers": {"tie-plus": 500}}]}),
        (WagerRefused, {"limits": {"player": [1000, 2000]}}),
        (BadRecord, {"release": "\ud800"}),
        (BadRecord, {"seats": [{"seat": 1, "wagers": {"pl\udfffayer": 500}}]}),
        (BadRecord, {"options": {"decks": "\ud800"}}),
        (BadRecord, {"seed": 10**5000}),
        (BadRecord, {"options": {"decks": object()}}),
        (BadRecord, {"edition": "2017", "options": {"edition": "2016"}}),
        (BadRecord, {"wagers": ["player"], "options": {"wagers": ["dealer"]}}),
        (BadRecord, {"meters": {"tie-after-tie": {"quads": 1}, "tie-after-tie/quads": 2}}),
        (BadAmount, {"meters": {"tie-after-tie": "$5"}}),
        (BadRecord, {"looks": [True]}),
        (BadRecord, {"void": {"reason": "misdeal", "steps": -1}}),
        (BadRecord, {"void": {"reason": "misdeal", "steps": 99}}),
        (UnknownGame, {"edition": ""}),
    ],
)
def test_a_wrong_record_is_refused_by_name(error: type[HousewayError], changes: dict[str, Any]) -> None:
    with pytest.raises(error) as caught:
        settle(_with(DUEL, **changes))
    assert caught.value.message
    assert caught.value.code == error.code


@pytest.mark.parametrize(
    ("options", "before", "says"),
    [
        ({}, ["2c"], "shuffled for every round"),
        ({"shoe": "fresh"}, ["2c"], "shuffled for every round"),
        ({"shoe": "2"}, ["2c", "3c"], "2 cards that left the shoe before this round, and it is shuffled after 2"),
        ({"shoe": "2"}, ["2c"], None),
        ({"shoe": "2"}, [], None),
    ],
)
def test_cards_of_earlier_rounds_left_the_same_shoe(
    options: dict[str, str], before: list[str], says: str | None
) -> None:
    record = _with(DUEL, options=options, before=before)
    if says is None:
        assert brief(settle(record).lines) == [(1, "player", "win", 1000)]
        return
    with pytest.raises(BadRecord, match=says):
        settle(record)


@pytest.mark.clause("deuces-wild", "dealing 25")
def test_one_deck_that_is_shuffled_for_every_round_has_no_earlier_cards() -> None:
    fold = {"seats": [{"seat": 1, "wagers": {"ante": 500}}], "cards": ["3c", "Ah", "4c", "Ad", "5c", "Ac"]}
    record = {"game": "deuces-wild", **fold, "decisions": [{"seat": 1, "answer": "fold"}]}
    assert brief(settle(record).lines) == [(1, "ante", "fold", 0)]
    with pytest.raises(BadRecord, match="shuffled for every round"):
        settle({**record, "before": ["Kd"]})


def test_a_sensor_picture_needs_a_press() -> None:
    seats = [{"seat": 1, "wagers": {"player": 500, "tie-after-tie": 100}}]
    seen = _with(DUEL, seats=seats, tabulated={"tie-after-tie": []})
    assert len(settle({**seen, "options": {"tabulator": "on"}}).lines) == 2
    with pytest.raises(BadRecord, match="no press counted wagers"):
        settle({**seen, "options": {"tabulator": "off"}})


@pytest.mark.parametrize(
    ("base", "more"),
    [
        (DUEL, {"before": ["2c"]}),
        (DUEL, {"options": {"tabulator": "off"}, "tabulated": {}}),
    ],
)
def test_a_record_that_was_settled_by_an_earlier_release_keeps_what_it_tells(
    base: dict[str, Any], more: dict[str, Any]
) -> None:
    lines = [json.loads(msgspec.json.encode(line)) for line in settle(_with(base)).lines]
    settled = _with(base, **more, lines=lines)
    assert replay(settled) is None
    assert brief(settle(settled).lines) == [(1, "player", "win", 1000)]
    # What is settled today tells nothing that had no part in it.
    with pytest.raises(BadRecord):
        replay(settled, new=True)


def test_a_decision_of_the_wrong_seat_or_kind_is_refused() -> None:
    with pytest.raises(BadRecord, match="seat 1 is asked war"):
        settle(_with(WAR, decisions=[{"seat": 2, "answer": "war"}]))
    with pytest.raises(BadRecord, match="seat 1 is asked war"):
        settle(_with(WAR, decisions=[{"seat": 1, "ask": "raise", "answer": "war"}]))
    with pytest.raises(BadRecord, match="no decision left"):
        settle(_with(WAR, decisions=[]))
    with pytest.raises(ChoiceRefused) as refused:
        settle(_with(WAR, decisions=[{"seat": 1, "answer": "peace"}]))
    assert refused.value.clause == "how to play 6"


def test_a_stake_of_nothing_is_named_with_its_seat_and_wager() -> None:
    for nothing in (0, [0, 0], 0.0):
        with pytest.raises(BadRecord, match="seat 1 has nothing on player") as refused:
            settle(_with(DUEL, seats=[{"seat": 1, "wagers": {"player": nothing}}]))
        assert refused.value.remedy == "leave a wager out that was not made, and write a stake in cents"


def test_a_seat_written_as_text_is_told_to_be_a_number() -> None:
    with pytest.raises(BadRecord, match="decision 1 is given by '1', which is no seat") as refused:
        settle(_with(WAR, decisions=[{"seat": "1", "answer": "war"}]))
    assert refused.value.remedy == "write a seat as a number, as in 1; the others are dealer and supervisor"
    with pytest.raises(BadRecord, match="seats, first, seat: it is a whole number, not text"):
        settle(_with(WAR, seats=[{"seat": "1", "wagers": {"player": 500}}]))


def test_an_edition_named_twice_alike_is_no_contradiction() -> None:
    named = _with(DUEL, edition="2017", options={"edition": "2017"})
    assert brief(settle(named).lines) == [(1, "player", "win", 1000)]


@pytest.mark.parametrize("without", ["cards", "decisions", "meters"])
def test_a_void_without_its_steps_is_where_the_record_ends(without: str) -> None:
    quads = _with(
        WAR,
        seats=[{"seat": 1, "wagers": {"player": 500, "tie-after-tie": 100}}],
        cards=["9h", "9h", "??", "??", "??", "9h", "9h"],
        meters={"tie-after-tie": 7777},
        void={"reason": "misdeal"},
    )
    with pytest.raises(BadRecord, match="it played to its end"):
        settle(quads)
    ends: dict[str, Any] = {"cards": quads["cards"][:6], "decisions": [], "meters": {}}
    cut = {**quads, without: ends[without], **({"cards": quads["cards"][:2]} if without == "decisions" else {})}
    lines = settle(cut).lines
    assert sum(line.returned - line.stake for line in lines) == 0
    assert {line.event for line in lines} >= {"misdeal"}


def test_a_percent_prize_needs_its_meter() -> None:
    quads = _with(
        DUEL,
        seats=[{"seat": 1, "wagers": {"player": 500, "tie-after-tie": 100}}],
        cards=["9h", "9h", "??", "??", "??", "9h", "9h"],
        decisions=[{"seat": 1, "answer": "war"}],
    )
    with pytest.raises(BadAmount, match="tie-after-tie"):
        settle(quads)
    assert brief(settle(_with(quads, meters={"tie-after-tie": 7777})).lines)[-1] == (
        1,
        "tie-after-tie",
        "quads-same-suit",
        7777,
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "5",
        '"round"',
        "{",
        '{"game": "dueling"',
        '{"game": "dueling", "seats": [], "cards": [}',
        "[" * 5000 + "]" * 5000,
        '{"game":' * 3000 + "1" + "}" * 3000,
        '{"game": "dueling", "seats": [{"seat": 1, "wagers": {"player": 1e400}}], "cards": []}',
        '{"game": "dueling", "seats": [{"seat": 1, "wagers": {"player": ' + "9" * 400 + '}}], "cards": []}',
        '{"game": NaN, "seats": [], "cards": []}',
        '{"game": "dueling\\ud800", "seats": [], "cards": []}',
        '{"game": "../../etc", "seats": [{"seat": 1, "wagers": {}}], "cards": []}',
    ],
)
def test_hostile_json_is_refused_by_name(text: str) -> None:
    with pytest.raises(HousewayError):
        settle(text)


def test_bytes_that_are_not_text_are_refused() -> None:
    with pytest.raises(BadRecord):
        settle(b"\xff\xfe{}")


def test_replay_names_the_first_line_that_differs() -> None:
    settled = _with(DUEL, lines=[{**_line(settle(DUEL).lines[0]), "returned": 1500}])
    difference = replay(settled)
    assert difference is not None
    assert difference.line == 1
    assert difference.expected is not None and difference.expected.returned == 1500
    assert difference.found is not None and difference.found.returned == 1000
    missing = replay(_with(DUEL, lines=[]))
    assert missing is not None and missing.expected is None


def _line(line: houseway.Line) -> dict[str, Any]:
    return {name: getattr(line, name) for name in ("seat", "wager", "stake", "event", "pays", "returned", "clause")}


# -- properties

_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


@given(_json)
def test_any_json_is_a_record_or_a_named_error(data: Any) -> None:
    with pytest.raises(HousewayError):
        settle(json.dumps(data))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_named_error(data: bytes) -> None:
    with pytest.raises(HousewayError):
        settle(data)


def _records() -> list[dict[str, Any]]:
    found = []
    for slug, game in houseway.all_games().items():
        setup = game.demonstration()
        if slug in {"deuces-wild", "three-card-split", "triple-attack", "dueling"}:
            found += list(deal_records(game, setup, [1, 2, 4], seed=5, rounds=6, meters=game.house["meters"]))
    return found


RECORDS = _records()


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_a_record_changed_anywhere_replays_differently_or_is_refused_by_name(data: st.DataObject) -> None:
    """Nothing but a named error ever comes out of a damaged record."""
    record = copy.deepcopy(data.draw(st.sampled_from(RECORDS)))
    for _ in range(data.draw(st.integers(1, 3))):
        at: Any = record
        while True:
            if not isinstance(at, (dict, list)) or not at:
                break
            key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
            inner = at[key]
            if isinstance(inner, (dict, list)) and inner and data.draw(st.booleans()):
                at = inner
                continue
            at[key] = data.draw(_json | st.sampled_from(["As", "??", "fold", "war", 500, ["bet", 5], [1, 2]]))
            break
    try:
        replay(record)
    except HousewayError as error:
        assert error.message
