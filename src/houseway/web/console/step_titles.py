"""Steps of a procedure as the dealer is told them."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.rulebook.steps import (
    DEALER,
    SUPERVISOR,
    Ask,
    Deal,
    Peek,
    PlaceWagers,
    Prizes,
    Step,
    Tabulate,
    Together,
    Turn,
    Who,
    place_name,
)
from houseway.table.round import Round

_PLACES = {
    "community": "the community",
    "dealer": "the dealer",
    "burn": "the discard rack, burnt",
    "dealer-high": "the house's high hand",
    "dealer-low": "the house's low hand",
}


def list_of(words: Sequence[str], last: str = "") -> str:
    """Words one after another; ``last`` stands before the last of several."""
    if last and len(words) > 1:
        return f"{', '.join(words[:-1])} {last} {words[-1]}"
    return ", ".join(words)


def named_place(place: str) -> str:
    """A place as the dealer calls it: ``3`` is a position, ``3.2`` its second hand."""
    if place in _PLACES:
        return _PLACES[place]
    seat, _, part = place.partition(".")
    if not seat.isdigit():
        return place.replace("-", " ")
    if not part:
        return f"position {seat}"
    return f"position {seat}, hand {part}" if part.isdigit() else f"position {seat}, {part} hand"


def title_of(round_: Round, step: Step, who: Who | None = None) -> str:
    """What is due at ``step`` in a few words; of ``who`` alone where several are asked."""
    if isinstance(step, PlaceWagers):
        return f"Position {who}: wagers" if who is not None else "Wagers of each position"
    if isinstance(step, Together):
        ask = next((each for each in step.asks if each.seat == who), None)
        if ask is not None:
            return _asked(ask)
        due = [str(seat) for seat in round_.due_from()]
        return f"Positions {list_of(due, 'and')}: {_words(step.asks[0])}" if len(due) > 1 else _asked(step.asks[0], due)
    if isinstance(step, Ask):
        return _asked(step)
    if isinstance(step, Tabulate):
        return "Press tabulate"
    if isinstance(step, Prizes):
        return "A jackpot is hit: lock the meter"
    if isinstance(step, Peek):
        places = list_of([named_place(place_name(place)) for place in step.places], "and")
        return f"Look under {places}: {step.question}?"
    if isinstance(step, Deal):
        to = named_place(place_name(step.to))
        return f"The shoe reads the card to {to}" if round_.shoe.reads else f"Card to {to}"
    if isinstance(step, Turn):
        return f"Turn the cards of {named_place(place_name(step.place))}"
    return type(step).__name__


def _asked(ask: Ask, due: Sequence[str] = ()) -> str:
    words = _words(ask)
    if ask.seat in (DEALER, SUPERVISOR):
        return words.capitalize() if ask.seat == DEALER else f"Supervisor: {words}"
    place = ask.place if ask.place is not None else ask.seat
    return f"{named_place(due[0] if due else place_name(place)).capitalize()}: {words}"


_ASKED = {
    "indicators": "hold the indicators against the chips",
    "house-hand": "set the house hand",
    "reset": "reset the house hand to the house way",
    "set": "set the hand",
    "fortune": "select for Five Card Fortune",
    "treasure": "declare Treasure or not",
}


def _words(ask: Ask) -> str:
    if ask.ask in _ASKED:
        return _ASKED[ask.ask]
    offered = [choice.word.replace("-", " ") for choice in ask.choices]
    named = ask.ask.replace("-", " ")
    if named == "play":
        return list_of(offered, "or")
    return f"{named}: {list_of(offered, 'or')}" if named not in offered else list_of(offered, "or")
