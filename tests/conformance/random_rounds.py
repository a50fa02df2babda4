"""What the conformance suite needs beside varied rounds: their stakes, players who remember, a deck in its order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.cards import Card, Chance, RecordedShoe, Stream, VirtualShoe
from houseway.facade import Game
from houseway.rulebook.steps import Ask
from houseway.table.players import RandomPlayer
from houseway.table.records.record import encode, record
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.variety import VariedRound

Dealt = VariedRound


def staked(round_: Round) -> int:
    """All money that came onto the table: wagers placed and every stake that a decision added."""
    total = sum(sum(wagers.values()) for wagers in round_.placed.values())
    for ask, answer in round_.decisions:
        for choice in ask.choices:
            word, number = answer if isinstance(answer, tuple) and isinstance(answer[0], str) else (answer, choice.most)
            if choice.word == word and choice.wager is not None:
                assert number is not None
                total += number
    return total


class Remembering:
    """A player whose answers are kept, to be given again."""

    def __init__(self, chance: Chance) -> None:
        self._player = RandomPlayer(chance)
        self.answers: list[Any] = []

    def __call__(self, round_: Round, ask: Ask) -> Any:
        answer = self._player(round_, ask)
        self.answers.append(answer)
        return answer


def repeat(answers: list[Any]) -> Iterator[Any]:
    return iter(list(answers))


def whole_deck(setup: Setup, seed: int, number: int) -> list[Card]:
    """Every card of the deck in the order in which this round's shoe would deal them."""
    shoe = VirtualShoe(setup.deck, Stream(seed, number))
    return [shoe.draw() for _ in range(len(setup.deck))]


def recorded(cards: list[Card]) -> RecordedShoe:
    return RecordedShoe(cards)


def encoded_rounds(game: Game) -> bytes:
    """The records of 150 rounds, a line for each."""
    rounds = []
    for number in range(150):
        dealt = Dealt(game, 7, number)
        rounds.append(encode(record(dealt.play(), meters=dealt.meters)))
    return b"\n".join(rounds)
