"""Rounds for tests: a round from its cards and decisions, through the public driver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import houseway
from houseway.cards import RecordedShoe, card
from houseway.rulebook.steps import Ask
from houseway.table.lines import Line
from houseway.table.round import Round


class Script:
    """Answers asks from a list of (seat, answer) in the order they must come; the dealer's asks take their default
    unless the next entry is the dealer's."""

    def __init__(self, decisions: Sequence[tuple[Any, Any]]) -> None:
        self.left = list(decisions)
        self.asked: list[Ask] = []

    def __call__(self, round_: Round, ask: Ask) -> Any:
        self.asked.append(ask)
        if not isinstance(ask.seat, int) and (not self.left or self.left[0][0] != ask.seat):
            return ask.default
        assert self.left, f"seat {ask.seat} is asked {ask.ask}, and the test has no answer for it"
        seat, answer = self.left.pop(0)
        assert seat == ask.seat, f"seat {ask.seat} is asked {ask.ask}, and the test answers for {seat}"
        return answer


def shoe_of(cards: str) -> RecordedShoe:
    return RecordedShoe([None if text == "??" else card(text) for text in cards.split()])


def play_round(
    game: str,
    wagers: Mapping[int, Mapping[str, Any]],
    cards: str,
    decisions: Sequence[tuple[Any, Any]] = (),
    meters: Mapping[str, int] | None = None,
    *,
    edition: str | None = None,
    **setup: Any,
) -> Round:
    """The round played to its end; every card and every decision must be used."""
    found = houseway.game(game)
    shoe = shoe_of(cards)
    round_ = Round(found, found.setup(edition, **setup), list(wagers), shoe)
    script = Script(decisions)
    round_.play_out(wagers, script, meters)
    assert shoe.left == 0, f"{shoe.left} cards were not dealt"
    assert not script.left, f"decisions never asked for: {script.left}"
    return round_


def brief(lines: Sequence[Line]) -> list[tuple[int, str, str, int]]:
    """(seat, wager, event, returned) of each line."""
    return [(line.seat, line.wager, line.event, line.returned) for line in lines]
