"""The automatic player, and rounds that go everywhere."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.cards import Stream, VirtualShoe
from houseway.games.triple_attack.advice import best_play
from houseway.rulebook.steps import Ask
from houseway.table.players import RandomPlayer, Seen, advised, usual_wagers
from houseway.table.round import Round
from tests.games.triple_attack.stories import GAME, begun, due


def advice(round_: Round) -> Any:
    ask = due(round_)
    return round_.game.advise(ask, Seen(round_.layout, round_.setup, ask.seat))


@pytest.mark.parametrize(
    ("cards", "answers", "expected"),
    [
        ("Ac", [], "bet"),
        ("Kc", [], "bet"),
        ("9c", [], "pass"),
        ("9c 6h", ["pass"], "bet"),
        ("9c Kh", ["pass"], "pass"),
        ("Kc 9h", ["pass"], "bet"),
        ("Kc Ah", ["pass"], "pass"),
        ("Ac Ah", ["pass"], "bet"),
        ("9c Ah 9d 8c", ["pass", "pass"], "pass"),  # insurance
        ("8c 7h 8d Kc", ["pass", "pass"], "split"),
        ("Kc 6h Kd Kh", ["pass", "pass"], "stand"),
        ("5c 6h 6d Kh", ["pass", "pass"], "double"),
        ("Kc 9h 6d 8h", ["pass", "pass"], "hit"),
        ("Kc 5h 6d 8h", ["pass", "pass"], "stand"),
    ],
)
def test_advice(cards: str, answers: list[Any], expected: str) -> None:
    assert advice(begun(cards, *answers)) == expected


@pytest.mark.parametrize(
    ("total", "soft", "count", "up", "word"),
    [
        (12, False, 5, 10, "double"),  # one card more wins unless it passes 21
        (20, True, 5, 10, "double"),  # and here it cannot
        (16, False, 5, 6, "hit"),
        (17, False, 5, 6, "stand"),
        (17, False, 5, 9, "hit"),
        (18, False, 5, 9, "stand"),
        (17, False, 2, 11, "hit"),
        (17, False, 2, 10, "stand"),
        (14, False, 3, 6, "stand"),
        (14, False, 4, 6, "hit"),
        (12, False, 2, 4, "hit"),
        (11, False, 4, 5, "hit"),
        (11, False, 3, 7, "hit"),
        (10, False, 2, 3, "double"),
        (17, True, 2, 6, "hit"),
        (18, True, 2, 6, "double"),
        (18, True, 2, 4, "stand"),
        (18, True, 3, 7, "stand"),
        (18, True, 3, 4, "hit"),
        (19, True, 4, 6, "hit"),
        (19, True, 2, 6, "stand"),
    ],
)
def test_best_play(total: int, soft: bool, count: int, up: int, word: str) -> None:
    assert best_play(total, soft, count, up) == word


def test_advice_hits_where_the_limits_leave_no_double() -> None:
    round_ = begun("5c 6h 6d Kh", "pass", "pass", limits={"double": (600, 900)})
    assert advice(round_) == "hit"


def test_advice_does_not_hang_on_cards_it_cannot_see() -> None:
    """The same deal with every down card gives the same advice."""
    for down in "23456789JQK":
        assert advice(begun(f"Kc 7h 6d {down}c", "pass", "pass")) == "hit"


@pytest.mark.parametrize("decide", ["random", "advised"])
def test_any_round_accounts_for_every_cent(decide: str) -> None:
    """All wagers, all numbers of seats: what was staked, at first and by later choices, is what the lines settle."""
    game = houseway.game(GAME)
    for number in range(150):
        chance = Stream(7, number)
        setup = game.demonstration(options={"tabulator": ("on", "off")[chance.below(2)]})
        seats = [seat for seat in range(1, 7) if chance.below(2)] or [3]
        wagers = {seat: usual_wagers(setup, game.house["usual"], chance) for seat in seats}
        round_ = Round(game, setup, seats, VirtualShoe(setup.deck, chance))
        round_.play_out(wagers, RandomPlayer(chance) if decide == "random" else advised, game.house["meters"])
        staked = sum(sum(placed.values()) for placed in wagers.values()) + sum(
            later_stake(step, answer) for step, answer in round_.history if isinstance(step, Ask)
        )
        assert sum(line.stake for line in round_.lines) == staked
        edition = setup.edition
        assert all(edition.has_clause(line.clause) for line in round_.lines)
        assert all(edition.has_clause(cite) for step, _ in round_.history for cite in (step.cite, *step.does))


def later_stake(ask: Ask, answer: Any) -> int:
    """What the answer to ``ask`` laid on the table."""
    word, amount = answer if isinstance(answer, tuple) else (answer, None)
    (choice,) = [each for each in ask.choices if each.word == word]
    if choice.wager is None:
        return 0
    assert choice.most is not None
    return choice.most if amount is None else int(amount)
