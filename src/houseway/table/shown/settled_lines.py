"""What a game explains a settled line by: the cards as they lay then, and what its player had decided.

A game's ``reading.py`` has ``explain(settled)``, which finds the case and the facts; the sentence stands in its
``words.toml``. The player is told no card that he has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, cast

import msgspec

from houseway.cards import Card
from houseway.rulebook.steps import Deal, Move, Place, Settle, place_name, seat_of
from houseway.table.folder import GameFolder
from houseway.table.layout import EVERYBODY, Layout, eye
from houseway.table.lines import Line
from houseway.table.round import Round

Lying: TypeAlias = Mapping[str, tuple[Card | None, ...]]
"""Cards by place; nothing for one that the player has not seen."""


class Settled(msgspec.Struct, frozen=True):
    """A settled line as its player sees it: his own cards and those of the table, not those of other players.

    ``cards`` lay so when it was settled; ``dealt`` are those of each place in the order in which they were dealt there,
    wherever they went later. ``wagers`` are the player's before the deal, ``answers`` what he last answered to each
    question.
    """

    line: Line
    wagers: tuple[str, ...]
    cards: Lying
    dealt: Lying
    answers: Mapping[str, Any]

    @property
    def place(self) -> str:
        """Where the hand of this line lies: ``3``, or ``3.2`` for one made by splitting."""
        return str(self.line.seat) if self.line.hand == 1 else f"{self.line.seat}.{self.line.hand}"

    def at(self, place: str) -> tuple[Card, ...]:
        """The cards that lay at ``place``; none where the player has not seen them all."""
        return _all_seen(self.cards.get(place, ()))

    def first(self, place: str, count: int) -> tuple[Card, ...]:
        """The first ``count`` cards that were dealt to ``place``; none where the player has not seen them all."""
        found = _all_seen(self.dealt.get(place, ())[:count])
        return found if len(found) == count else ()


class Told(msgspec.Struct, frozen=True):
    """What is to be said: the ``case``, where it is another than the line's event, and the facts that fill it in."""

    case: str = ""
    facts: dict[str, str] = {}


Explain: TypeAlias = Callable[[Settled], Told]
"""The function ``explain`` of a game's ``reading.py``."""


@lru_cache(maxsize=64)
def explainer(game: GameFolder) -> Explain | None:
    """How ``game`` explains its lines; nothing where it has no way of its own."""
    return cast("Explain | None", getattr(game.part("reading"), "explain", None))


def settled_lines(round_: Round, seat: int) -> dict[int, Settled]:
    """By their places among the lines of ``round_`` those of ``seat`` that its procedure settled; a void's are none."""
    wagers = tuple(round_.placed.get(seat, ()))
    answers = {ask.ask: answer for ask, answer in round_.decisions if ask.seat == seat}
    lines, known = round_.lines, _known_to(round_.layout, seat)
    lying: dict[Place, list[int]] = {}
    dealt: dict[Place, list[int]] = {}
    found: dict[int, Settled] = {}
    cards = number = 0
    for step, _ in round_.history:
        if isinstance(step, Deal):
            cards += 1
            if seat_of(step.to) not in (0, seat):
                continue
            lying.setdefault(step.to, []).append(cards - 1)
            dealt.setdefault(step.to, []).append(cards - 1)
        elif isinstance(step, Move) and step.place in lying:
            at = lying[step.place]
            moving = [at[position] for position in step.positions]
            lying[step.place] = [each for each in at if each not in moving]
            lying.setdefault(step.to, []).extend(moving)
        elif isinstance(step, Settle):
            if seat_of(step.place) == seat:
                found[number] = Settled(lines[number], wagers, _seen(known, lying), _seen(known, dealt), answers)
            number += 1
    return found


def _known_to(layout: Layout, seat: int) -> list[Card | None]:
    """The cards in the order they left the shoe, as far as ``seat`` has seen them."""
    bit = eye(seat)
    return [
        kind if mask == EVERYBODY or mask & bit else None for kind, mask in zip(layout.cards, layout.seen, strict=True)
    ]


def _seen(known: Sequence[Card | None], places: Mapping[Place, list[int]]) -> Lying:
    return {place_name(place): tuple(known[number] for number in at) for place, at in places.items() if at}


def _all_seen(cards: tuple[Card | None, ...]) -> tuple[Card, ...]:
    known = tuple(each for each in cards if each is not None)
    return known if len(known) == len(cards) else ()
