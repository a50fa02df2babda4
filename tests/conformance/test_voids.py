"""A round voided at any moment, whatever its cards come from, replays from its own record (BJS-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from houseway.cards import UNSEEN, Card, KeyedShoe, ReadingShoe, RecordedShoe, Shoe, Stream
from houseway.facade import Game
from houseway.registry import game as game_of
from houseway.rulebook.steps import Ask, Deal, Peek, PlaceWagers, Prizes, Tabulate, Together, Turn
from houseway.table.records.record import encode
from houseway.table.records.record_format import card_list, decode
from houseway.table.records.replay import replay, settle
from houseway.table.round import Decider, Round
from houseway.table.variety import VariedRound
from tests.conformance.random_rounds import Remembering, repeat

SHOES = ("virtual", "recorded", "keyed", "reads")
ROUNDS = 60
SOAK_ROUNDS = 600


class Played:
    """A varied round played to its end from a virtual shoe, so that it can be played again from any other."""

    def __init__(self, game: Game, number: int) -> None:
        self.dealt = VariedRound(game, 1905, number)
        self.player = Remembering(self.dealt.chance)
        self.whole = self.dealt.round()
        for _ in _moments(self.dealt, self.whole, self.player, []):
            pass
        self.cards = [kind for kind in self.whole.layout.cards if kind is not None]

    def moments(self, shoe: str) -> Iterator[Round]:
        """The same round from another shoe, at every moment at which something is due, and when it is over."""
        round_ = self.dealt.round(self._shoe(shoe))
        if shoe == "recorded":
            # As a record has it: without the cards that were never turned, but with what a look at them showed.
            round_.looks = [answer for step, answer in self.whole.history if isinstance(step, Peek)]
        answers = repeat(self.player.answers)
        return _moments(self.dealt, round_, lambda _, __: next(answers), self.cards)

    def _shoe(self, shoe: str) -> Shoe:
        if shoe == "virtual":
            return self.dealt.shoe()
        if shoe == "recorded":
            return RecordedShoe(card_list(self.whole.layout.turned()))
        return KeyedShoe() if shoe == "keyed" else ReadingShoe()


def _moments(dealt: VariedRound, round_: Round, decide: Decider, cards: list[Card]) -> Iterator[Round]:
    """The round answered one by one, seat by seat where several are asked at once; as it stands before each answer."""
    chance = Stream(dealt.seed, 1 << 40 | dealt.number)
    while not round_.over:
        yield round_
        who, step = round_.due_from()[0], round_.step
        if isinstance(step, PlaceWagers):
            round_.answer(who, dealt.wagers[int(who)])
        elif isinstance(step, (Ask, Together)):
            ask = round_.ask_for(who)
            assert ask is not None
            round_.answer(who, decide(round_, ask))
        elif isinstance(step, Tabulate):
            round_.answer(who, {wager: [seat for seat in dealt.seats if chance.below(4)] for wager in step.wagers})
        elif isinstance(step, Prizes):
            round_.answer(who, dealt.meters)
        else:
            round_.answer(who, _real_cards(round_, cards, chance))
    yield round_


def _real_cards(round_: Round, cards: list[Card], chance: Stream) -> Any:
    """What the dealer keys, or the shoe reads, for the step that is due."""
    step, layout = round_.step, round_.layout
    if isinstance(step, Deal):
        unread = not step.up and chance.below(3) == 0
        return UNSEEN if unread else cards[len(layout.cards)].text
    assert isinstance(step, (Turn, Peek))
    places = step.places if isinstance(step, Peek) else (step.place,)
    numbers = [number for place in places for number in layout.places[place]]
    if isinstance(step, Peek) and chance.below(2):
        return step.test(tuple(cards[number] for number in numbers))
    if isinstance(step, Turn) and not step.needed and chance.below(2):
        return []
    return [cards[number].text for number in numbers if layout.cards[number] is None]


def _void_many(game: Game, shoe: str, rounds: int) -> None:
    waited = set()
    for number in range(rounds):
        played = Played(game, number)
        moments = sum(1 for _ in played.moments(shoe))
        chosen = Stream(1905, number).below(moments)
        round_ = next(each for at, each in enumerate(played.moments(shoe)) if at == chosen)
        waited.add(type(round_.step).__name__)
        round_.void("malfunction", game.malfunction or "BJS-5")
        back: dict[int, int] = {}
        for line in round_.lines:
            back[line.seat] = back.get(line.seat, 0) + line.returned - line.stake
        assert not any(back.values()), f"round {number} keeps {back}"
        made = encode(played.dealt.record(round_))
        assert replay(decode(made), game_of) is None, made
        again = settle(decode(made), game_of)
        assert again.voided == round_.voided
        assert decode(encode(played.dealt.record(again))) == decode(made)
    assert {"PlaceWagers", "NoneType"} <= waited
    if shoe == "keyed":
        assert {"Deal", "Turn"} & waited
    if shoe == "reads":
        assert "Deal" in waited


@pytest.mark.parametrize("shoe", SHOES)
def test_bjs_5_a_round_voided_at_any_moment_replays_from_its_own_record(game: Game, shoe: str) -> None:
    _void_many(game, shoe, ROUNDS)


@pytest.mark.soak
@pytest.mark.parametrize("shoe", SHOES)
def test_bjs_5_six_hundred_rounds_voided_at_any_moment_replay(game: Game, shoe: str) -> None:
    _void_many(game, shoe, SOAK_ROUNDS)
