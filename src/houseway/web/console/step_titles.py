"""Steps of a procedure as the dealer is told them, put together from the words of the game."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.rulebook import steps
from houseway.table.round import Round
from houseway.table.shown.wording import Words, listed, words_of


def title_of(round_: Round, step: steps.Step, who: steps.Who | None = None) -> str:
    """What is due at ``step`` in a few words; of ``who`` alone where several are asked."""
    words = words_of(round_.game)
    if isinstance(step, steps.PlaceWagers):
        return f"Position {who}: wagers" if who is not None else "Enter the wagers"
    if isinstance(step, steps.Together):
        ask = next((each for each in step.asks if each.seat == who), None)
        if ask is not None:
            return _asked(words, ask)
        due = [str(seat) for seat in round_.due_from()]
        if len(due) > 1:
            return f"Positions {listed(due, 'and')}: {words.told(step.asks[0])}"
        return _asked(words, step.asks[0], due)
    if isinstance(step, steps.Ask):
        return _asked(words, step)
    if isinstance(step, steps.Tabulate):
        return "Press tabulate"
    if isinstance(step, steps.Prizes):
        return "Jackpot hit: hold the prize for verification"
    if isinstance(step, steps.Peek):
        places = listed([words.cards(steps.place_name(place)) for place in step.places], "and")
        return f"Peek at {places}: {step.question}?"
    if isinstance(step, steps.Deal):
        to = words.says(steps.place_name(step.to))
        return f"Deal a card to {to}{': the shoe reads it' if round_.shoe.reads else ''}"
    if isinstance(step, steps.Turn):
        return f"Turn {words.cards(steps.place_name(step.place))}"
    return type(step).__name__


def _asked(words: Words, ask: steps.Ask, due: Sequence[str] = ()) -> str:
    said = words.told(ask)
    if ask.seat in (steps.DEALER, steps.SUPERVISOR):
        return f"{said[:1].upper()}{said[1:]}" if ask.seat == steps.DEALER else f"Supervisor: {said}"
    place = words.says(due[0] if due else steps.place_name(ask.place if ask.place is not None else ask.seat))
    return f"{place[:1].upper()}{place[1:]}: {said}"
