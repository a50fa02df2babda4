"""What a table should win, by the rules that it was opened with: worked out once, and kept for the next report."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from fractions import Fraction
from threading import Lock

import msgspec

from houseway.compliance.configured_tables import setup_of
from houseway.errors import HousewayError
from houseway.floor.kinds.edge import read
from houseway.floor.kinds.of_table import Opening
from houseway.floor.states import table_stream
from houseway.registry import game
from houseway.reports.floor.reading import Reader
from houseway.simulation.shifts.expected_shifts import ExpectedShifts

MOST_KEPT = 64
"""Sets of rules that are kept."""

_known: OrderedDict[bytes, ExpectedShifts] = OrderedDict()
_lock = Lock()


def own_mix(reader: Reader, game: str) -> Mapping[str, int]:
    """The mix of play that the property states for a game, in percent; nothing where it is the usual one."""
    found: Mapping[str, int] = reader.settings()["play-mix"].get(game, {})
    return found


def expected_of(reader: Reader, table: str, opening: int) -> ExpectedShifts | None:
    """What ``table`` should win as it was opened by entry number ``opening``; nothing where nobody knows that.

    A game without an analysis, or one that this release does not have, has no figures to go by.
    """
    [entry] = reader.read(table_stream(table), opening, opening + 1)
    body = read(entry)
    if not isinstance(body, Opening):
        return None
    try:
        found = game(body.table.game)
        setup = setup_of(body.table, body.jackpots, reader.settings(body.day or None))
        own = own_mix(reader, found.slug)
        asked = (found.slug, found.program, setup.edition.slug, setup.as_dict(), own)
        key = msgspec.json.encode(asked, order="sorted")
        with _lock:
            if key in _known:
                _known.move_to_end(key)
                return _known[key]
        mix = {name: Fraction(percent, 100) for name, percent in own.items()}
        expected = ExpectedShifts(found, setup, mix or None)
    except HousewayError:
        return None
    with _lock:
        _known[key] = expected
        while len(_known) > MOST_KEPT:
            _known.popitem(last=False)
    return expected
