"""A shoe that reads its cards: each is told as it leaves, and the round is the one that any other shoe gives."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import UNSEEN, Card, ReadingShoe
from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.registry import replay
from houseway.rulebook.steps import DEALER, SHOE, Deal, Look, Peek, Turn, Who
from houseway.table.records.record import record
from houseway.table.round import Decider, Round
from houseway.table.shown.view import PUBLIC, view
from houseway.table.table_errors import OutOfTurn
from tests.conformance.random_rounds import Dealt, Remembering

ROUNDS = 150


def _known(round_: Round) -> list[Card]:
    assert None not in round_.layout.cards
    return [kind for kind in round_.layout.cards if kind is not None]


def _viewers(round_: Round) -> list[Who]:
    return [*round_.seated, DEALER, PUBLIC]


def _unknown(round_: Round, step: Turn | Peek) -> list[int]:
    places = step.places if isinstance(step, Peek) else (step.place,)
    layout = round_.layout
    return [number for place in places for number in layout.places[place] if layout.cards[number] is None]


def _again(answers: list[Any]) -> Decider:
    """Decides as somebody did before."""
    given = iter(answers)
    return lambda _, __: next(given)


def _read_out(dealt: Dealt, cards: list[Card], answers: list[Any], unread: int) -> Round:
    """The round of ``dealt`` from a shoe that reads; one face-down card in ``unread`` is not read (none for 0)."""
    round_ = dealt.round(ReadingShoe())
    decide = _again(answers)
    while not round_.over:
        step = round_.step
        if isinstance(step, Deal):
            assert round_.due_from() == (SHOE,)
            number = len(round_.layout.cards)
            missed = unread and not step.up and number % unread == 0
            round_.answer(SHOE, UNSEEN if missed else cards[number].text)
        elif isinstance(step, (Turn, Peek)):
            # Only a card that the shoe missed is keyed by the dealer.
            missing = _unknown(round_, step)
            assert unread and missing and round_.due_from() == (DEALER,)
            round_.answer(DEALER, [cards[number].text for number in missing])
        else:
            round_.play_on(dealt.wagers, decide, dealt.meters)
    return round_


@pytest.mark.parametrize("unread", [0, 1, 3])
def test_a_round_from_a_shoe_that_reads_is_the_round_of_a_virtual_shoe(game: Game, unread: int) -> None:
    for number in range(ROUNDS):
        dealt = Dealt(game, 23, number)
        player = Remembering(dealt.chance)
        virtual = dealt.round()
        virtual.play_out(dealt.wagers, player, dealt.meters)
        read = _read_out(dealt, _known(virtual), player.answers, unread)
        assert read.lines == virtual.lines
        if not unread:
            for who in _viewers(read):
                assert view(read, who) == view(virtual, who)
        assert replay(record(read, meters=dealt.meters)) is None


def test_nobody_sees_a_card_that_was_read_face_down_before_it_is_turned(game: Game) -> None:
    seen_down = 0
    for number in range(20):
        dealt = Dealt(game, 29, number)
        player = Remembering(dealt.chance)
        virtual = dealt.round()
        virtual.play_out(dealt.wagers, player, dealt.meters)
        cards = _known(virtual)
        round_ = dealt.round(ReadingShoe())
        decide = _again(player.answers)
        while not round_.over:
            step = round_.step
            if isinstance(step, Deal):
                before = {who: view(round_, who).cards for who in _viewers(round_)}
                done = len(round_.history)
                round_.answer(SHOE, cards[len(round_.layout.cards)].text)
                after = [type(each) for each, _ in round_.history[done + 1 :]]
                if not step.up and Look not in after and Turn not in after:
                    seen_down += 1
                    if Peek in after:
                        before.pop(DEALER)
                    for who, known in before.items():
                        now = view(round_, who).cards
                        assert sum(map(len, now.values())) == sum(map(len, known.values())) + 1
                        assert [text for place in now.values() for text in place if text != UNSEEN] == [
                            text for place in known.values() for text in place if text != UNSEEN
                        ]
            else:
                round_.play_on(dealt.wagers, decide, dealt.meters)
    assert seen_down or all(step.up for step, _ in virtual.history if isinstance(step, Deal))


def test_only_the_shoe_tells_a_card_and_only_one_of_the_deck(game: Game) -> None:
    dealt = Dealt(game, 31, 2)
    round_ = dealt.round(ReadingShoe())
    while not isinstance(round_.step, Deal):
        round_.play_on(dealt.wagers, lambda _, ask: ask.default, dealt.meters)
    before = view(round_, DEALER)
    for who in _viewers(round_):
        with pytest.raises(OutOfTurn):
            round_.answer(who, "Kh")
    for wrong in ("1h", "", "Kh Kh", ["Kh", "Ks"], 7, None, True):
        with pytest.raises(HousewayError):
            round_.answer(SHOE, wrong)
    if round_.step.up:
        with pytest.raises(HousewayError):
            round_.answer(SHOE, UNSEEN)
    assert view(round_, DEALER) == before
    assert before.due is not None and before.due.what == "read-card"
