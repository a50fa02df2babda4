"""Compiled rounds that stop at each question, many of them at once: what learning agents step through.

A round is named by its seed and number, so it needs no memory: it is played again from its first card with the answers
given so far, and stops where there are no more. A game offers this in ``kernel/stepping.py`` by ``steps``; the rounds
are those of one seat, each from a fresh shoe, and the same as at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar, cast

import numpy as np
import numpy.typing as npt

from houseway.maths.compiled import inlined
from houseway.rulebook.steps import Place
from houseway.simulation.compiled_chance import GAMMA, below
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

MOST_ANSWERS = 64
"""Answers that one round never asks for."""

UNSEEN, FIRST = np.int8(1), np.int8(2)
"""How cards are written on a board: 0 for none, 1 for one that the seat has not seen, else the card's code and 2."""

Integers = npt.NDArray[np.int64]
Table = TypeVar("Table")


class Numbering(NamedTuple):
    """The numbers under which a board is written: those of an environment's observations and actions."""

    actions: Mapping[Any, int]
    """By answer: a word, a pair of word and number, or positions of cards."""
    questions: Mapping[str, int]
    rows: Mapping[Place, int]
    """Where the cards of each place are written; a place that is not named is not shown."""
    wagers: Mapping[str, int]


class Asked(NamedTuple):
    """Rounds to be played, one to a line: their names, and the answers given so far, as numbers of actions."""

    seeds: npt.NDArray[np.uint64]
    numbers: Integers
    answers: npt.NDArray[np.int16]
    given: Integers


class Board(NamedTuple):
    """What one seat sees of each round, one to a line, and what may be answered; or what it came to, once ``over``.

    Money is cents. ``hand`` is the row of the hand that is asked about, from 1; 0 for the seat as a whole. ``default``
    is the action that a timeout records.
    """

    cards: npt.NDArray[np.int8]
    question: Integers
    hand: Integers
    stakes: Integers
    mask: npt.NDArray[np.int8]
    default: Integers
    net: Integers
    staked: Integers
    over: npt.NDArray[np.bool_]


def empty_board(lines: int, rows: int, shown: int, wagers: int, actions: int) -> Board:
    """Room for ``lines`` rounds."""
    return Board(
        cards=np.zeros((lines, rows, shown), np.int8),
        question=np.zeros(lines, np.int64),
        hand=np.zeros(lines, np.int64),
        stakes=np.zeros((lines, wagers), np.int64),
        mask=np.zeros((lines, actions), np.int8),
        default=np.zeros(lines, np.int64),
        net=np.zeros(lines, np.int64),
        staked=np.zeros(lines, np.int64),
        over=np.zeros(lines, np.bool_),
    )


class Steps:
    """Compiled rounds of one table that stop at questions: the game's kernel, and what it reads of the table."""

    def __init__(self, kernel: Callable[[Integers, Asked, Board, Table], None], table: Table) -> None:
        self._play: Callable[[Integers, Asked, Board], None] = lambda which, asked, board: kernel(
            which, asked, board, table
        )

    def play(self, which: Integers, asked: Asked, board: Board) -> None:
        """Play the lines ``which`` of ``asked`` as far as their answers go, and write how they stand to ``board``.

        Every answer given must be one that the mask offered. Lines are emptied first: no cards, stakes or result.
        """
        for part in board:
            part[which] = 0
        self._play(which, asked, board)


class MakesSteps(Protocol):
    """The entry of a game's ``kernel/stepping.py``."""

    def steps(
        self,
        game: GameFolder,
        setup: Setup,
        wagers: Mapping[str, int],
        meters: Mapping[str, int],
        numbering: Numbering,
    ) -> Steps:
        """The rounds of a single seat that places ``wagers``, in cents, in every round."""


def steps_of(game: GameFolder) -> MakesSteps | None:
    """What the game offers; nothing where its rounds are not compiled to stop at questions."""
    if game.part("kernel") is None:
        return None
    found = game.part("kernel.stepping")
    return None if found is None else cast(MakesSteps, found)


@inlined
def draw_until(
    deck: npt.NDArray[np.uint8], places: Integers, codes: Integers, state: np.uint64, dealt: int, most: int
) -> Any:
    """Draw until ``most`` cards are drawn, ``dealt`` of them before; the state and how many are then.

    Card *n* of a round is draw *n* from the shoe, whoever gets it: cards may be drawn ahead of their use.
    """
    while dealt < most:
        state += GAMMA
        left = deck.size - dealt
        place = np.int64(below(state, np.uint64(left)))
        places[dealt] = place
        codes[dealt] = deck[place]
        deck[place] = deck[left - 1]
        dealt += 1
    return state, dealt


@inlined
def put_back(deck: npt.NDArray[np.uint8], places: Integers, codes: Integers, dealt: int) -> None:
    """The cards drawn go back to their places, the last one first."""
    while dealt > 0:
        dealt -= 1
        deck[places[dealt]] = np.uint8(codes[dealt])
