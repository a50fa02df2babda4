"""Players: who answers an ask when nobody sits there. They see what their seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.cards import Card, Chance
from houseway.errors import Refused
from houseway.public_arguments import Kind, check
from houseway.rulebook.steps import Ask, Place, Who
from houseway.table.layout import Layout
from houseway.table.setup import Setup
from houseway.table.wagers import accept_wagers

if TYPE_CHECKING:
    from houseway.table.round import Round


class Seen:
    """The table through the eyes of one seat."""

    __slots__ = ("_layout", "setup", "viewer")

    def __init__(self, layout: Layout, setup: Setup, viewer: Who) -> None:
        self._layout = layout
        self.setup = setup
        self.viewer = viewer

    def cards(self, place: Place) -> tuple[Card | None, ...]:
        """The cards at ``place``; ``None`` for one this seat has not seen."""
        return self._layout.known_to(self.viewer, place)

    def places(self) -> tuple[Place, ...]:
        """Where cards lie now."""
        return tuple(place for place, held in self._layout.places.items() if held)

    def stake(self, place: Place, wager: str) -> int:
        """What lies on ``wager`` at ``place``."""
        return self._layout.stakes.get(place, {}).get(wager, 0)


_A_ROUND = Kind("a round", lambda given: hasattr(given, "layout"), "give a houseway.Round")
_AN_ASK = Kind("a question of a round", lambda given: hasattr(given, "seat"), "give one that is due: round_.ask_for(1)")


def advised(round_: Round, ask: Ask) -> Any:
    """The answer of the game's own automatic player; the dealer and the supervisor do what is due."""
    if not hasattr(ask, "seat") or not hasattr(round_, "layout"):
        check("round_", _A_ROUND, round_)
        check("ask", _AN_ASK, ask)
    if not isinstance(ask.seat, int):
        return ask.default
    return round_.game.advise(ask, Seen(round_.layout, round_.setup, ask.seat))


class RandomPlayer:
    """Answers with any legal choice, each as likely: for tests that must go everywhere."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def __call__(self, round_: Round, ask: Ask) -> Any:
        """One of the answers that ``ask`` allows."""
        below = self._chance.below
        offers: list[Any] = list(ask.choices)
        if ask.pick is not None:
            offers.append(ask.pick)
        offer = offers[below(len(offers))]
        if offer is ask.pick and ask.pick is not None:
            seen = Seen(round_.layout, round_.setup, ask.seat)
            hand = seen.cards(ask.place if ask.place is not None else ask.seat)[: ask.pick.pool]
            several = [n for n, kind in enumerate(hand, start=1) if kind and kind.text[0] in ask.pick.together]
            if len(several) > 1 and below(2):
                return several
            return [1 + below(len(hand))]
        if offer.least is None or offer.least == offer.most:
            return offer.word
        return [offer.word, offer.least + below(offer.most - offer.least + 1)]


def usual_wagers(setup: Setup, usual: Mapping[str, int], chance: Chance) -> dict[str, int]:
    """Wagers of an ordinary player: the first of ``usual`` always, the others now and then, as far as allowed."""
    placed: dict[str, int] = {}
    for slug, amount in usual.items():
        if slug not in setup.wagers or (placed and chance.below(3) == 0):
            continue
        trial = {**placed, slug: setup.fixed_amount(slug) or amount}
        try:
            placed = accept_wagers(setup, trial)
        except Refused:
            continue
    return placed
