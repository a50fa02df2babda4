"""Rounds of Triple Attack for tests, and what happened in them as short words.

With one seat the cards leave the shoe in this order: the player's first, the dealer's up card, the player's second, the
dealer's down card, then what is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import houseway
from houseway.rulebook.steps import (
    Ask,
    Collect,
    Deal,
    Move,
    Peek,
    PlaceWagers,
    Prizes,
    Settle,
    Step,
    Tabulate,
    Turn,
    place_name,
)
from houseway.table.round import Round
from tests.rounds import play_round, shoe_of

GAME = "triple-attack"
ATTACK: Mapping[str, int] = {"first-attack": 500}


def alone(cards: str, *answers: Any, wagers: Mapping[str, int] = ATTACK, **setup: Any) -> Round:
    """A round of seat 1, played to its end: every card and every answer must be used."""
    return play_round(GAME, {1: wagers}, cards, [(1, answer) for answer in answers], **setup)


def together(
    wagers: Mapping[int, Mapping[str, int]], cards: str, decisions: Sequence[tuple[Any, Any]], **setup: Any
) -> Round:
    """A round of several seats, played to its end."""
    return play_round(GAME, wagers, cards, decisions, **setup)


def begun(cards: str, *answers: Any, wagers: Mapping[str, int] = ATTACK, **setup: Any) -> Round:
    """A round of seat 1 with its wagers placed and ``answers`` given, waiting for the next."""
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(**setup), [1], shoe_of(cards))
    round_.answer(1, wagers)
    for answer in answers:
        round_.answer(1, answer)
    return round_


def no_attacks(*seats: int) -> list[tuple[int, str]]:
    """Every seat passes the second attack, then the third."""
    return [(seat, "pass") for seat in seats] * 2


def due(round_: Round) -> Ask:
    """The ask that waits."""
    assert isinstance(round_.step, Ask)
    return round_.step


def words(ask: Ask) -> list[str]:
    return [choice.word for choice in ask.choices]


def story(round_: Round) -> list[str]:
    """Every step taken, in order; a press that found nothing is left out."""
    return [
        _told(step, answer)
        for step, answer in round_.history
        if not isinstance(step, Tabulate) or any((round_.tabulated and round_.tabulated.values()) or ())
    ]


def _told(step: Step, answer: Any) -> str:
    match step:
        case PlaceWagers() | Tabulate() | Collect() | Prizes():
            return type(step).__name__.lower()
        case Deal(to=to, up=up):
            return f"{'up' if up else 'down'} {place_name(to)}"
        case Ask(seat=seat, ask=ask, place=place):
            return f"{ask} {seat if place is None else place_name(place)}"
        case Peek():
            return f"look {'yes' if answer else 'no'}"
        case Turn(place=place):
            return f"turn {place_name(place)}"
        case Move(place=place, to=to):
            return f"move {place_name(place)} {place_name(to)}"
        case Settle(place=place, wager=wager, event=event):
            return f"{wager} {place_name(place)} {event}"
    raise AssertionError(step)


def lines(round_: Round) -> list[tuple[str, str, int, str, int]]:
    """(seat and hand, wager, stake, event, returned) of each line."""
    return [
        (
            f"{line.seat}" if line.hand == 1 else f"{line.seat}.{line.hand}",
            line.wager,
            line.stake,
            line.event,
            line.returned,
        )
        for line in round_.lines
    ]


def clauses(round_: Round) -> list[str]:
    return [line.clause for line in round_.lines]


def at(round_: Round, place: Any) -> str:
    """The cards that lie at ``place``."""
    found = [round_.layout.cards[number] for number in round_.layout.places.get(place, ())]
    return " ".join(kind.text if kind else "??" for kind in found)
