"""The options of the command line that describe a table (house options, paytables, seats), and that table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.table.setup import Setup
from houseway.table.table_errors import BadSetup


class NoFile(HousewayError):
    """A file that cannot be read."""


def pairs(given: Sequence[str], flag: str) -> dict[str, str]:
    """``key=value`` words as a mapping; a key given twice is refused."""
    found: dict[str, str] = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise BadSetup(f"{flag} {word!r} is not KEY=VALUE", remedy=f"as in {flag} {_EXAMPLES[flag]}")
        if key.strip() in found:
            raise BadSetup(f"{flag} gives {key.strip()!r} twice", remedy="give each key once")
        found[key.strip()] = value.strip()
    return found


_EXAMPLES = {
    "--meter": "METER=5000",
    "--mix": "optimal=70",
    "--option": "decks=8",
    "--paytable": "WAGER=2",
    "--pays": "ROW=4",
    "--rate": "METER=12.5%",
    "--reseed": "METER=1000",
    "--rule": "RULE=VALUE",
    "--meter-seed": "METER=5000",
    "--wager": "WAGER=5",
}


def table_of(game: Game, edition: str | None, options: Sequence[str], paytables: Sequence[str]) -> Setup:
    """A demonstration table with what was chosen; ``wagers`` and ``edition`` may be given among the options."""
    chosen = pairs(options, "--option")
    named = chosen.pop("edition", None)
    if named is not None and edition is not None and named != edition:
        raise BadSetup(f"the edition is given as {edition!r} and as {named!r}", remedy="give one")
    more: dict[str, Any] = {}
    if (wagers := chosen.pop("wagers", None)) is not None:
        more["wagers"] = [slug.strip() for slug in wagers.split(",")]
    return game.demonstration(edition or named, chosen, pairs(paytables, "--paytable"), **more)


def seat_list(text: str, positions: int) -> list[int]:
    """The seats in ``1,3`` or ``2-4``."""
    seats: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = (first, last if dash else first)
        if not all(end.strip().isascii() and end.strip().isdigit() and len(end) < 6 for end in ends):
            raise BadSetup(f"{part.strip()!r} is not a seat", remedy="write seats as in 1,3 or 2-4")
        low, high = int(ends[0]), int(ends[1])
        if not 1 <= low <= high <= positions:
            raise BadSetup(f"there is no seat {part.strip()} at this table", remedy=f"seats run from 1 to {positions}")
        seats += range(low, high + 1)
    if len(set(seats)) < len(seats):
        raise BadSetup(f"{text!r} names a seat twice", remedy="give each seat once")
    return sorted(seats)


def demonstration_meters(game: Game, setup: Setup) -> dict[str, int]:
    """The amounts shown on a demonstration table's meters."""
    shown: dict[str, int] = game.house.get("meters", {})
    return {name: shown[name] for name in setup.meters if name in shown}
