"""The layout of a game as its ``felt.toml`` has it: spots, boxes, and what is printed on the cloth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from houseway.cards.card_errors import BadEdition
from houseway.rulebook.steps import DEALER
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup
from houseway.table.shown.game_files import read_file
from houseway.table.shown.places_used import places_used
from houseway.table.shown.wording import words_of

HAND = "hand"
"""The place of a seat's own cards; any other place of a seat is a part of its hand, such as ``low``."""


SpotShape: TypeAlias = Literal["circle", "square", "sensor", "line", "beside"]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Base of what a felt file holds."""


class Printed(_Data, frozen=True):
    """A text on the cloth, at the spot ``at`` or for the whole table."""

    text: str
    clause: str
    at: str | None = None


class Box(_Data, frozen=True):
    """Where cards lie: ``cards`` of those at ``place`` (left out: the place is called as the box), after those of the
    boxes before it that have the same place. ``most`` such boxes may lie side by side."""

    slug: str
    label: str
    place: str | None = None
    cards: int = 1
    most: int = 1

    @property
    def where(self) -> str:
        """The place whose cards lie here."""
        return self.place or self.slug


class Boxes(_Data, frozen=True):
    """The boxes at each seat, and those before the dealer."""

    seat: tuple[Box, ...]
    dealer: tuple[Box, ...]


class Spot(_Data, frozen=True):
    """Where a wager lies: in ``order`` from the dealer to the player. ``share`` of the wager lies on it; ``or`` names a
    spot that may be taken instead."""

    wager: str
    label: str
    order: int
    shape: SpotShape = "circle"
    share: str = "1"
    instead: str | None = msgspec.field(default=None, name="or")


class Design(_Data, frozen=True):
    """One make of the layout, used where the options have the values of ``with``."""

    slug: str
    clause: str
    spots: tuple[Spot, ...]
    options: dict[str, str] = msgspec.field(default_factory=dict, name="with")


class Odds(_Data, frozen=True):
    """Odds printed on the cloth: the pays are those of the table's own paytable.

    Wagers that pay the same here are printed once, where they have one heading ``together``.
    """

    wager: str
    heading: str
    clause: str
    labels: dict[str, str] = {}
    note: str | None = None
    together: str | None = None


class Felt(_Data, frozen=True):
    """The whole file."""

    format: Literal[1]
    game: str
    colour: str
    boxes: Boxes
    design: tuple[Design, ...]
    texts: tuple[Printed, ...] = ()
    odds: tuple[Odds, ...] = ()

    def spots(self, setup: Setup) -> tuple[Spot, ...]:
        """The spots of the design in use whose wagers this table offers, from the dealer to the player."""
        found = next(
            (item for item in self.design if all(setup.options.get(k) == v for k, v in item.options.items())), None
        )
        if found is None:
            raise BadEdition(f"{self.game} has no layout for these options", remedy="mend felt.toml")
        spots = [spot for spot in found.spots if spot.wager in setup.wagers]
        return tuple(sorted(spots, key=lambda spot: spot.order))


@lru_cache(maxsize=32)
def _read(path: Path) -> Felt:
    return read_file(path, Felt, "see the felt.toml of another game")


def felt_of(game: GameFolder) -> Felt:
    """The layout of ``game``; where it has no ``felt.toml``, one drawn from its wagers and from where it lays cards."""
    path = game.folder / "felt.toml"
    return _read(path) if path.exists() else _drawn(game)


SHAPES: dict[str, SpotShape] = {"primary": "square", "supplemental": "beside", "bonus": "circle", "jackpot": "sensor"}
"""The shape of a spot that nobody has drawn, by the kind of its wager."""

MOST_HANDS = 4
"""The hands that a drawn felt has room for where a game splits them."""


def _is_set(cards: Mapping[str, int], hand: str, parts: Sequence[str]) -> bool:
    """Whether a hand is laid into its ``parts`` as a whole: until then its cards lie in their boxes."""
    return bool(parts) and sum(cards[part] for part in parts) == cards.get(hand)


@lru_cache(maxsize=32)
def _drawn(game: GameFolder) -> Felt:
    edition, words, used = game.edition(), words_of(game), places_used(game)
    # From the dealer to the player: what a sensor counts, then what is settled by a paytable, then the game itself.
    wagers = sorted(edition.wagers.values(), key=lambda wager: list(SHAPES).index(wager.kind), reverse=True)
    spots = tuple(
        Spot(wager.slug, wager.name.upper(), number, SHAPES[wager.kind]) for number, wager in enumerate(wagers, start=1)
    )
    parts = [part for part in used.seat if part and not part.isdigit()]
    splits = any(part.isdigit() for part in used.seat)
    seat = [Box(part, words.label(f"1.{part}").upper(), cards=used.seat[part]) for part in parts]
    if not _is_set(used.seat, "", parts):
        seat.insert(0, Box(HAND, "HAND", cards=used.seat.get("", 1), most=MOST_HANDS if splits else 1))
    places = sorted(used.table, key=words.order)
    if _is_set(used.table, DEALER, [place for place in places if place.startswith(f"{DEALER}-")]):
        places.remove(DEALER)
    dealer = [Box(place, words.label(place).upper(), cards=used.table[place]) for place in places]
    boxes = Boxes(tuple(seat), tuple(dealer))
    return Felt(1, game.slug, edition.about.colour, boxes, (Design("drawn", "", spots),))
