"""What lies on the table: cards and who has seen them, stakes, lines.

A fold of the steps taken; nothing else changes it.
"""

from __future__ import annotations

from houseway.cards import UNSEEN, Card
from houseway.rulebook.steps import DEALER, Place, Settle, Who
from houseway.table.lines import Line
from houseway.table.table_errors import ProcedureFault

EVERYBODY = -1
"""The mask of a card that lies face up."""

_DEALER_BIT = 1


def eye(viewer: Who) -> int:
    """The bit under which ``viewer`` has seen a card; 0 for the public, who see only what lies face up."""
    if isinstance(viewer, int):
        return 1 << viewer
    return _DEALER_BIT if viewer == DEALER else 0


class Layout:
    """The state of one round at one table.

    ``cards`` are in the order they left the shoe, ``None`` while unknown; ``seen`` holds a mask of viewers for each;
    ``places`` lists, for each place, the cards there by their number in ``cards``.
    """

    __slots__ = ("cards", "collected", "lines", "places", "seen", "stakes")

    def __init__(self) -> None:
        self.cards: list[Card | None] = []
        self.seen: list[int] = []
        self.places: dict[Place, list[int]] = {}
        self.stakes: dict[Place, dict[str, int]] = {}
        self.collected: list[tuple[Place, str]] = []
        self.lines: list[Line] = []

    def put(self, kind: Card | None, to: Place, seen: int) -> int:
        """Lay a card that has just left the shoe at ``to``; its number is returned."""
        number = len(self.cards)
        self.cards.append(kind)
        self.seen.append(seen)
        at = self.places.get(to)
        if at is None:
            self.places[to] = [number]
        else:
            at.append(number)
        return number

    def move(self, place: Place, positions: tuple[int, ...], to: Place) -> None:
        """Lay cards of ``place`` at ``to``."""
        at = self.places[place]
        moving = [at[position] for position in positions]
        self.places[place] = [number for number in at if number not in moving]
        self.places.setdefault(to, []).extend(moving)

    def add_stake(self, place: Place, wager: str, amount: int) -> None:
        """Lay ``amount`` on ``wager`` at ``place``."""
        at = self.stakes.setdefault(place, {})
        at[wager] = at.get(wager, 0) + amount

    def settle(self, step: Settle) -> None:
        """Take the stake off and write its line."""
        place, wager, pay, cite = step.place, step.wager, step.pay, step.cite
        if isinstance(place, tuple):
            seat, part = place
            hand = part if isinstance(part, int) else 1
        elif isinstance(place, int):
            seat, hand = place, 1
        else:
            raise ProcedureFault(f"a wager was settled at {place!r}, which is no seat", clause=cite)
        stake = 0
        if not step.bare:
            at = self.stakes.get(place)
            if at is None or wager not in at:
                raise ProcedureFault(f"seat {seat} has no open {wager} to settle", clause=cite)
            stake = at.pop(wager)
        returned = pay.returned(stake) if step.returned is None else step.returned
        self.lines.append(Line(seat, wager, stake, step.event, pay.text, returned, cite, hand, step.meter, step.note))

    def known_to(self, viewer: Who, place: Place) -> tuple[Card | None, ...]:
        """The cards at ``place`` as ``viewer`` knows them; ``None`` for one not seen."""
        bit = eye(viewer)
        return tuple(
            self.cards[number] if self.seen[number] == EVERYBODY or self.seen[number] & bit else None
            for number in self.places.get(place, ())
        )

    def turned(self) -> list[str]:
        """The cards in the order they left the shoe, those never turned up as ``??``."""
        return [
            kind.text if kind is not None and seen == EVERYBODY else UNSEEN
            for kind, seen in zip(self.cards, self.seen, strict=True)
        ]
