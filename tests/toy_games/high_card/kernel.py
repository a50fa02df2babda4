"""High Card: compiled rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.cards import Card
from houseway.maths.compiled import compiled
from houseway.maths.question import Question
from houseway.maths.strategy import Strategy
from houseway.rulebook.steps import Ask
from houseway.simulation.compiled_chance import GAMMA, below, stream_state
from houseway.simulation.program import Block
from houseway.table.deal import deal_round
from houseway.table.folder import GameFolder
from houseway.table.lines import Line
from houseway.table.players import Seen
from houseway.table.round import Decider, Round
from houseway.table.setup import Setup

from . import maths

ANY_DECKS = False


@compiled
def _play(
    seed: np.uint64,
    first: int,
    count: int,
    ranks: npt.NDArray[np.int64],
    raises: npt.NDArray[np.bool_],
    stakes: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    deck = ranks.copy()
    seats = stakes.size
    sums = np.zeros((4, seats), np.int64)
    cards = np.empty(seats + 1, np.int64)
    places = np.empty(seats + 1, np.int64)
    for number in range(first, first + count):
        state = stream_state(seed, np.uint64(number))
        for k in range(seats + 1):
            state += GAMMA
            left = deck.size - k
            place = np.int64(below(state, np.uint64(left)))
            places[k], cards[k] = place, deck[place]
            deck[place] = deck[left - 1]
        for k in range(seats, -1, -1):
            deck[places[k]] = cards[k]
        for seat in range(seats):
            stake = stakes[seat] * (2 if raises[cards[seat]] else 1)
            net = stake * ((cards[seat] > cards[seats]) - (cards[seat] < cards[seats]))
            sums[0, seat] += net
            sums[1, seat] += net * net
            sums[2, seat] += stake
            sums[3, seat] += net > 0
    return sums


class _Program:
    def __init__(
        self, game: GameFolder, setup: Setup, wagers: Mapping[int, Mapping[str, int]], strategy: Strategy
    ) -> None:
        self.columns = tuple((seat, "bet") for seat in wagers)
        self._table = (game, setup, wagers)
        self._strategy = strategy
        self._ranks = np.array([card.rank for card in setup.deck.cards], np.int64)
        self._raises = np.zeros(15, np.bool_)
        for rank, answer in strategy.tables["raise"].items():
            self._raises["23456789TJQKA".index(rank) + 2] = answer == "raise"
        self._stakes = np.array([placed["bet"] for placed in wagers.values()], np.int64)

    def run(self, seed: int, first: int, count: int) -> Block:
        sums = _play(np.uint64(seed), first, count, self._ranks, self._raises, self._stakes)
        return Block(count, *(row.tolist() for row in sums))

    def lines(self, seed: int, number: int) -> list[Line]:
        game, setup, wagers = self._table
        decider = decide(game, setup, self._strategy)
        return deal_round(game, setup, wagers, seed=seed, number=number, decide=decider).lines


def program(
    game: GameFolder,
    setup: Setup,
    wagers: Mapping[int, Mapping[str, int]],
    strategy: Strategy | None = None,
    meters: Mapping[str, int] | None = None,
) -> _Program:
    """A program for the bets in ``wagers``."""
    return _Program(game, setup, wagers, strategy or maths.strategy(game, "optimal", Question()))


def decide(game: GameFolder, setup: Setup, strategy: Strategy | None = None) -> Decider:
    """The strategy as the answer to an ask of the procedure."""
    table = (strategy or maths.strategy(game, "optimal", Question())).tables["raise"]

    def answer(round_: Round, ask: Ask) -> Any:
        if not isinstance(ask.seat, int):
            return ask.default
        (card,) = Seen(round_.layout, setup, ask.seat).cards(ask.seat)
        assert isinstance(card, Card)
        return table[card.text[0]]

    return answer
