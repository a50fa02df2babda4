"""When a seat is through: nothing is asked of it any more in that round, and a page may say that its hand is locked."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.cards import Stream, VirtualShoe
from houseway.registry import all_games
from houseway.rulebook.steps import Ask
from houseway.table.players import RandomPlayer, usual_wagers
from houseway.table.round import Round
from houseway.table.shown.view import view

ROUNDS = 120


class Watching:
    """A player of any seat that notes who was asked while being through."""

    def __init__(self, chance: Stream) -> None:
        self._player = RandomPlayer(chance)
        self.asked: list[tuple[int, str]] = []
        self.early = False

    def __call__(self, round_: Round, ask: Ask) -> Any:
        if ask.seat in round_.through:
            self.asked.append((int(ask.seat), ask.ask))
        self.early = self.early or bool(round_.through)
        return self._player(round_, ask)


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_seat_that_is_through_is_asked_nothing_more_and_all_are_in_the_end(slug: str) -> None:
    game = houseway.game(slug)
    early = False
    for edition in game.editions.values():
        for number in range(ROUNDS):
            chance = Stream(91, number)
            options = {option.slug: option.values[chance.below(len(option.values))] for option in edition.data.option}
            setup = game.demonstration(edition.slug, options=options)
            seats = [seat for seat in range(1, edition.about.positions + 1) if chance.below(2)] or [1]
            wagers = {seat: usual_wagers(setup, game.house["usual"], chance) for seat in seats}
            round_ = Round(game, setup, seats, VirtualShoe(setup.deck, chance))
            watching = Watching(chance)
            assert round_.through == ()
            round_.play_out(wagers, watching, game.house.get("meters"))
            assert watching.asked == []
            assert round_.through == round_.in_play
            assert view(round_).through == list(round_.in_play)
            early = early or watching.early
    assert early, "nobody was ever through before somebody else had decided"
