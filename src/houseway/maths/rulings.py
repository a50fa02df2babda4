"""Rulings and what each is worth: the figure under the reading taken beside the figure under another reading.

A document leaves points open, and a ruling of the edition settles each. Where another reading was possible, the game's
``maths/rulings.py`` works the moved wagers out under it, with the best play that it allows, and by real counts: a
`Reading` has both figures. A ruling that moves no figure is declared with the reason. Every ruling of every edition is
one or the other, so that a new ruling has to say what it is worth.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from houseway.cards.card_errors import BadEdition
from houseway.maths.results import Figures, Number
from houseway.table.folder import GameFolder

EXACT = "exact"
LETTERS = "abcdefgh"

UNMOVED = {
    "BJS-1": "What a sensor counts, and when the dealer presses, changes neither the cards nor a pay.",
    "BJS-2": "It says how an amount is posted, moved and kept. The figures are given at any amount.",
    "BJS-5": "It is about voided rounds. A round that is played to its end has the same figures.",
    "BJS-6": "A display decides nothing.",
    "BJS-7": "Such prizes are off unless the house names rows and amounts, and nothing is staked for them.",
    "BJS-8": "It limits how many wagers a player makes. Each wager has the same figures.",
}
"""Rulings on the jackpot system that move no figure of any game."""


class Effect(msgspec.Struct, frozen=True):
    """What the other reading makes of one wager: the house edge under the reading taken, and under the other.

    ``base`` says in words what the figures rest on beside the paytable: options, what else is bet, amounts.
    """

    wager: str
    paytable: str
    taken: Number
    other: Number
    base: str = ""

    @property
    def difference(self) -> Number:
        """What the house would keep more under the other reading, per unit."""
        return self.other - self.taken


class Reading(msgspec.Struct, frozen=True):
    """One point that a ruling settles: the reading taken, another, and what the other would move.

    Without ``effects`` the point moves no figure, and ``why`` says why not (``other`` may then be empty). ``how`` says
    how far the figures hold.
    """

    ruling: str
    taken: str
    other: str
    effects: tuple[Effect, ...] = ()
    why: str = ""
    how: str = EXACT
    mark: str = ""
    """What the reading is called: its ruling, with a letter where that settles several points."""

    @property
    def moves(self) -> bool:
        """Whether some figure is another one under the other reading."""
        return any(effect.difference for effect in self.effects)

    def as_dict(self) -> dict[str, Any]:
        """The reading as plain data."""
        return {
            "ruling": self.ruling,
            "reading": self.mark,
            "taken": self.taken,
            "other": self.other,
            "moves": self.moves,
            "why": self.why,
            "how": self.how,
            "effects": [
                {
                    "wager": effect.wager,
                    "paytable": effect.paytable,
                    "base": effect.base,
                    "house_edge": float(effect.taken),
                    "house_edge_otherwise": float(effect.other),
                    "difference": float(effect.difference),
                }
                for effect in self.effects
            ],
        }


def moved(ruling: str, taken: str, other: str, *effects: Effect, why: str = "") -> Reading:
    """A point whose other reading makes this of wagers; without any, ``why`` says why not."""
    return Reading(ruling, taken, other, effects, why)


def unmoved(ruling: str, why: str) -> Reading:
    """A ruling that moves no figure, and why not."""
    return Reading(ruling, "", "", (), why)


class Readings:
    """What a game works its readings out with: one edition, jackpots with the amounts of the ordinary house."""

    def __init__(self, game: GameFolder, edition: str) -> None:
        self.game = game
        self.edition = edition
        self.amounts: dict[str, int] = dict(game.house["meters"])

    def edge(self, found: Figures) -> Number:
        """The house edge."""
        return (found.at(self.amounts) if found.meters else found).house_edge


def readings(game: GameFolder, edition: str | None = None) -> tuple[Reading, ...]:
    """What each ruling of the edition is worth, in the edition's order; nothing for a game that has not worked it out.

    A ruling that is not worked out there is a `BadEdition`: it has to be given a worth, or a reason why it has none.
    """
    return _readings(game, game.edition(edition).slug)


@cache
def _readings(game: GameFolder, edition: str) -> tuple[Reading, ...]:
    module = game.part("maths.rulings")
    if module is None:
        return ()
    found: dict[str, list[Reading]] = {}
    for reading in module.readings(game, edition):
        found.setdefault(reading.ruling, []).append(reading)
    for ruling, why in UNMOVED.items():
        found.setdefault(ruling, [unmoved(ruling, why)])
    return tuple(
        msgspec.structs.replace(reading, mark=f"{ruling} {LETTERS[place]}" if len(points) > 1 else ruling)
        for ruling in game.edition(edition).rulings
        for points in (_of(found, ruling, game),)
        for place, reading in enumerate(points)
    )


def _of(found: dict[str, list[Reading]], ruling: str, game: GameFolder) -> list[Reading]:
    if ruling not in found:
        raise BadEdition(
            f"nothing says what the ruling {ruling} of {game.name} is worth",
            remedy=f"work it out in {game.package}.maths.rulings, or say there why it moves nothing",
        )
    return found[ruling]
