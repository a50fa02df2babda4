"""What a person types at the table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import houseway
from houseway.cli.play.typed_answers import (
    Names,
    amount_of,
    offer_text,
    offers,
    parse_answer,
    parse_wagers,
    wagers_text,
)
from houseway.errors import Refused
from houseway.registry import words
from houseway.rulebook.steps import Ask, Choice, Pick
from houseway.table.shown.felt import felt_of
from tests.cli.command import GAMES


def names_of(slug: str, **choices: Any) -> Names:
    game = houseway.game(slug)
    setup = game.demonstration(**choices)
    return Names(setup, felt_of(game).spots(setup))


DUELING = names_of("dueling")
DEUCES = names_of("deuces-wild")
SPLIT = names_of("three-card-split")


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("5", 500),
        ("$5", 500),
        ("7.5", 750),
        ("7.50", 750),
        ("$1,250", 125_000),
        ("1,250.05", 125_005),
        ("0", 0),
        ("-5", None),
        ("5.555", None),
        ("1,25", None),
        ("five", None),
        ("1e3", None),
        ("\u0665", None),
        ("", None),
        ("9" * 13, None),
    ],
)
def test_an_amount_is_in_dollars(text: str, cents: int | None) -> None:
    assert amount_of(text) == cents


@pytest.mark.parametrize(
    ("names", "text", "placed"),
    [
        (DUELING, "player 10", {"player": 1000}),
        (DUELING, "bet 5", {"player": 500}),
        (DUELING, "10", {"player": 1000}),
        (DUELING, "PLAYER $10, Tie Plus 2", {"player": 1000, "tie-plus": 200}),
        (DUELING, "player 10 tie-plus 2", {"player": 1000, "tie-plus": 200}),
        (DUELING, "10 on player, 2 on tie plus", {"player": 1000, "tie-plus": 200}),
        (DUELING, "10 player 2 combo", {"player": 1000, "combo-bet": 200}),
        (DUELING, "player 10 and 2 + 2", {"player": 1000, "two-plus-two": 100}),
        (DUELING, "player 10; 2+2 1; tat", {"player": 1000, "two-plus-two": 100, "tie-after-tie": 100}),
        (DUELING, "dealer 1,000", {"dealer": 100_000}),
        (DUELING, "player 10,combo 7.50", {"player": 1000, "combo-bet": 750}),
        (DUELING, "none", {}),
        (DUELING, "sit out", {}),
        (DEUCES, "ante 10, three-card-treasure 5", {"ante": 1000, "three-card-treasure": 500}),
        (DEUCES, "ante 10, fcf 5, bj", {"ante": 1000, "five-card-fortune": 500, "bonus-jackpot": 100}),
        (SPLIT, "bet 20, 3 card bonus 10, 4 card bonus 5", None),
        (SPLIT, "bet 20, three 10, four 5", {"primary": 2000, "three-card-bonus": 1000, "four-card-bonus": 500}),
    ],
)
def test_wagers(names: Names, text: str, placed: dict[str, int] | None) -> None:
    if placed is None:
        with pytest.raises(Refused):
            parse_wagers(text, names)
    else:
        assert parse_wagers(text, names) == placed


@pytest.mark.parametrize(
    ("names", "text", "says"),
    [
        (DUELING, "tie 5", "could mean tie-plus or tie-after-tie"),
        (DUELING, "nope 5", "no wager 'nope'"),
        (DUELING, "player", "how much on Player?"),
        (DUELING, "player -5", "'-5' is not an amount"),
        (DUELING, "player 5.555", "'5.555' is not an amount"),
        (DUELING, "player 5, player 6", "twice"),
        (DUELING, "war 5", "War is not placed before the deal"),
        (DUELING, ",", "no wager is named"),
        (DEUCES, "raise", "Raise is not placed before the deal"),
        (names_of("dueling", options={"spots": "play"}), "player 5", "not offered"),
    ],
)
def test_wagers_that_are_not_understood(names: Names, text: str, says: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_wagers(text, names)
    assert says in str(refused.value)


def test_wagers_are_written_as_they_may_be_typed() -> None:
    placed = {"player": 1050, "tie-after-tie": 100}
    assert parse_wagers(wagers_text(placed), DUELING) == placed
    assert wagers_text({}) == "none"


PLAY = Ask(
    1,
    "play",
    (
        Choice("stand", "", "rules 8(a)"),
        Choice("hit", "", "rules 8(b)"),
        Choice("double", "", "rules 8(c)", 1, 1000, "double"),
        Choice("split", "", "rules 8(d)", 1000, 1000, "split", (1, 2)),
    ),
    "stand",
    cite="rules 8",
)
SET = Ask(
    1,
    "set",
    (Choice("low", "", "dealing 4", 1, 3), Choice("house-way", "", "dealing 5")),
    "house-way",
    cite="dealing 4",
)
SELECT = Ask(1, "fortune", default=(1,), pick=Pick(4, "", "appendix C", ("2", "X")), cite="appendix C")
HAND = ["Th", "2s", "??", "Xj"]


@pytest.mark.parametrize(
    ("ask", "text", "answer"),
    [
        (PLAY, "stand", "stand"),
        (PLAY, "H", "hit"),
        (PLAY, "double", "double"),
        (PLAY, "d 5", ["double", 500]),
        (PLAY, "double $7.50", ["double", 750]),
        (PLAY, "5", ["double", 500]),
        (PLAY, "split 10", ["split", 1000]),
        (SET, "house way", "house-way"),
        (SET, "h", "house-way"),
        (SET, "low 2", ["low", 2]),
        (SET, "2", ["low", 2]),
        (SET, "low 10♥", ["low", 1]),
        (SET, "2s", ["low", 2]),
        (SELECT, "1", [1]),
        (SELECT, "2, 4", [2, 4]),
        (SELECT, "10h", [1]),
        (SELECT, "2♠ joker", [2, 4]),
    ],
)
def test_answers(ask: Ask, text: str, answer: Any) -> None:
    assert parse_answer(ask, text, HAND) == answer


@pytest.mark.parametrize(
    ("ask", "text", "says"),
    [
        (PLAY, "", "nothing was typed"),
        (PLAY, "s", "could mean stand or split"),
        (PLAY, "fold", "'fold' is not offered here"),
        (PLAY, "hit 5", "is no answer here"),
        (PLAY, "double much", "'much' is not an amount"),
        (PLAY, "double 5 6", "is no answer here"),
        (SET, "low Kd", "not a number from 1 to 3"),
        (SELECT, "Kd", "not offered here"),
        (SELECT, "first", "choose cards 1 to 4"),
    ],
)
def test_answers_that_are_not_understood(ask: Ask, text: str, says: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_answer(ask, text, HAND)
    assert says in str(refused.value)
    assert refused.value.clause


def test_offers_and_answers_as_words() -> None:
    assert offers(PLAY) == ["stand", "hit", "double up to $10", "split $10"]
    assert offers(SET) == ["low 1 to 3", "house-way"]
    assert offers(SELECT) == ["cards 1 to 4"]
    assert offer_text(Choice("bet", "", "x", 500, 1000, "ante")) == "bet $5 to $10"
    assert words("triple-attack").answers("play", "hit") == "hit"
    assert words("triple-attack").answers("play", ("double", 750)) == "double $7.50"
    assert words("three-card-split").answers("set", ("low", 2)) == "low 2"
    assert words("deuces-wild").answers("fortune", (1, 3)) == "cards 1 and 3"


TYPED = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(
            [
                "player",
                "ante",
                "tie",
                "plus",
                "2",
                "+",
                "2",
                ",",
                ";",
                "and",
                "on",
                "bet",
                "10",
                "$5",
                "-1",
                "1,000",
                "7.505",
                "low",
                "10h",
                "??",
                "♠",
            ]
        )
    ).map(" ".join),
)


@settings(max_examples=150, deadline=None)
@given(TYPED)
def test_whatever_is_typed_is_wagers_or_a_refusal(text: str) -> None:
    for names in (DUELING, DEUCES, SPLIT):
        try:
            placed = parse_wagers(text, names)
        except Refused:
            continue
        assert all(slug in names.offered and type(amount) is int and amount >= 0 for slug, amount in placed.items())


@settings(max_examples=150, deadline=None)
@given(TYPED)
def test_whatever_is_typed_is_an_answer_or_a_refusal(text: str) -> None:
    for ask in (PLAY, SET, SELECT):
        try:
            parse_answer(ask, text, HAND)
        except Refused:
            continue


@pytest.mark.parametrize("slug", GAMES)
def test_every_wager_has_a_name_of_its_own(slug: str) -> None:
    names = names_of(slug)
    for wager in names.offered:
        assert names.find(wager) == wager
        assert names.find(names.setup.edition.wagers[wager].name.upper()) == wager
