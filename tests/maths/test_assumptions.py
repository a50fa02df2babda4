"""Whatever differs from the approved game stands at the head of its figures, under a fingerprint of its own."""

from __future__ import annotations

from typing import Unpack

import pytest

from houseway import registry
from houseway.maths.assumptions import Assumptions, assumptions
from houseway.maths.question import Asked, Question


def taken(game: str, **question: Unpack[Asked]) -> Assumptions:
    return assumptions(registry.game(game).edition(), Question.of(**question))


def test_the_approved_game_keeps_its_fingerprint() -> None:
    found = taken("triple-attack")
    assert (found.assumed, found.departures) == ((), ())
    assert found.fingerprint == registry.game("triple-attack").edition().fingerprint


def test_other_cards_and_other_pays_are_departures_with_what_is_approved() -> None:
    found = taken("triple-attack", wager="first-attack", options={"decks": "6"}, pays={"blackjack": "3:2"})
    assert dict(found.departures) == {
        "decks": "6 (approved: 8)",
        "pay of first-attack/blackjack": "3:2 (approved: 1 to 1)",
    }
    assert found.as_dict()["approved_fingerprint"] == found.approved != found.fingerprint


@pytest.mark.parametrize(
    "question", [{"options": {"decks": "8"}}, {"wager": "first-attack", "pays": {"blackjack": "1:1"}}]
)
def test_what_is_said_to_be_as_it_is_approved_departs_from_nothing(question: Asked) -> None:
    found = taken("triple-attack", **question)
    assert found.fingerprint == found.approved


def test_choices_of_the_house_and_amounts_are_assumed_and_depart_from_nothing() -> None:
    found = taken("dueling", options={"decks": "8", "fixed": "100"}, meters={"tie-after-tie": 1_250_000})
    assert dict(found.assumed) == {
        "decks": "8 (usually 6)",
        "jackpot wager": "$1",
        "amount on tie-after-tie": "$12,500",
    }
    assert found.fingerprint == found.approved


def test_an_amount_that_the_operator_posts_is_assumed() -> None:
    found = taken("deuces-wild", wager="bonus-jackpot", pays={"5-wild-cards": "$25,000"})
    assert dict(found.assumed) == {"posted on bonus-jackpot/5-wild-cards": "$25,000"}
    assert not found.departures


def test_every_departure_has_a_fingerprint_of_its_own() -> None:
    questions: list[Asked] = [
        {},
        *(Asked(options={"decks": str(decks)}) for decks in (1, 2, 6)),
        *(Asked(wager="first-attack", pays={"blackjack": pay}) for pay in ("3:2", "6:5")),
        {"wager": "first-attack", "options": {"decks": "6"}, "pays": {"blackjack": "3:2"}},
    ]
    prints = [taken("triple-attack", **question).fingerprint for question in questions]
    assert len(set(prints)) == len(prints)
