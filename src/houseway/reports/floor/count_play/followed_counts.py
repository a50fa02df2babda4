"""Stakes beside the count, from the rounds on record: who bets more when the cards left favour the wager.

Whoever does not count cannot know what the shoe is worth, and what it is worth before a round is on average what a
fresh shoe is. So the products of *how far a stake lies from the player's mean* and *how far the value lies from a fresh
shoe's*, added up over a shoe, are as often above nothing as below it, however the player varies the stakes. Shoes are
independent of each other: their sums tell how unlikely it is that the stakes follow the count by chance.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.floor.kinds.body import Record
from houseway.floor.kinds.edge import read_if
from houseway.floor.kinds.of_table import RoundSettled
from houseway.floor.states import table_stream
from houseway.maths.protection.shoe_wager import ShoeCounting
from houseway.registry import game
from houseway.reports.floor.reading import Reader
from houseway.table.records.record import TABLE_KEYS
from houseway.table.records.record_format import from_data
from houseway.table.records.replay import setup_of as table_of

FEWEST_SHOES = 6
"""Shoes from which on a player is judged."""

CHANCE = 0.05
"""How often chance alone puts any line of a report among those that stand out, at most."""

Pause = Callable[[], None]


class Stake(NamedTuple):
    """What lay on a wager before a round, and what a unit of it was worth beyond a fresh shoe's."""

    shoe: int
    amount: int
    beyond: float


class Follower(msgspec.Struct, frozen=True):
    """One player, or a position where nobody is named, with one wager at one table.

    ``unlikely`` is the chance that stakes which know nothing of the count follow it as closely.
    """

    table: str
    player: str
    game: str
    edition: str
    wager: str
    shoes: int
    rounds: int
    favourable: float
    """Mean stake in cents before rounds whose shoe was better for the player than a fresh one."""
    otherwise: float
    correlation: float
    unlikely: float

    def stands_out(self, lines: int) -> bool:
        """Whether it is further out than chance explains among so many lines."""
        return self.shoes >= FEWEST_SHOES and self.unlikely * lines < CHANCE


class Measured(NamedTuple):
    """How stakes go with what the shoe is worth."""

    shoes: int
    favourable: float
    otherwise: float
    correlation: float
    unlikely: float


def measured(stakes: Iterable[Stake]) -> Measured | None:
    """How closely ``stakes`` follow the count; nothing where they never change, or the value does not."""
    known = list(stakes)
    if not known:
        return None
    mean = sum(each.amount for each in known) / len(known)
    sums: dict[int, float] = {}
    spread = worth = 0.0
    for shoe, amount, beyond in known:
        sums[shoe] = sums.get(shoe, 0.0) + (amount - mean) * beyond
        spread += (amount - mean) ** 2
        worth += beyond**2
    squares = sum(each**2 for each in sums.values())
    if not squares or not spread:
        return None
    distance = sum(sums.values()) / math.sqrt(squares)
    good = [each.amount for each in known if each.beyond > 0]
    bad = [each.amount for each in known if each.beyond <= 0]
    return Measured(
        len(sums),
        sum(good) / len(good) if good else 0.0,
        sum(bad) / len(bad) if bad else 0.0,
        sum(sums.values()) / math.sqrt(spread * worth),
        math.erfc(distance / math.sqrt(2)) / 2,
    )


class _Table:
    """The rounds of one table, as they are read."""

    def __init__(self) -> None:
        self.shoe = 0
        self.stakes: dict[tuple[str, str, str, str], list[Stake]] = {}

    def add(self, body: RoundSettled) -> None:
        """Count a round; one of a game that is not counted adds nothing."""
        record = body.record
        gone = record.get("before", [])
        self.shoe += not gone
        try:
            found, counted = _counted(record)
            beyond = {
                wager: float(counting.value_after(gone) - counting.wager.value()) for wager, counting in counted.items()
            }
        except HousewayError:
            # A game that this release does not have, or cards that no such shoe holds: nothing can be said of it.
            return
        players = body.players or {}
        for seat in record.get("seats", ()):
            placed = seat["wagers"]
            if not placed:
                continue
            name = players.get(str(seat["seat"]), "") or f"position {seat['seat']}"
            for wager, worth in beyond.items():
                key = (name, found.slug, record.get("edition", ""), wager)
                self.stakes.setdefault(key, []).append(Stake(self.shoe, placed.get(wager, 0), worth))


MOST_KEPT = 16
"""Sets of rules whose wagers are kept, worked out, for the next report."""

_known: OrderedDict[bytes, tuple[Game, dict[str, ShoeCounting]]] = OrderedDict()
_lock = Lock()


def _counted(record: Record) -> tuple[Game, dict[str, ShoeCounting]]:
    """The wagers of the round's table as functions of the cards gone: worked out once for each set of rules."""
    parts: dict[str, Any] = {key: record.get(key) for key in ("game", "edition", *TABLE_KEYS)}
    key = msgspec.json.encode(parts, order="sorted")
    with _lock:
        if key in _known:
            _known.move_to_end(key)
            return _known[key]
    found = game(record["game"])
    setup = table_of(found, from_data(record))
    # Every meter counts as empty: what it holds does not follow the shoe.
    made = found, found.shoe_wagers(setup, dict.fromkeys(setup.meters, 0))
    with _lock:
        _known[key] = made
        while len(_known) > MOST_KEPT:
            _known.popitem(last=False)
    return made


def followers(reader: Reader, pause: Pause = lambda: None) -> list[Follower]:
    """Every player and wager of the period whose stakes changed at a table that is dealt to a cut card.

    Those who follow the count most closely come first. ``pause`` is called after each round read.
    """
    found = (each for table in reader.tables() for each in _of_table(reader, table, pause))
    return sorted(found, key=lambda each: each.unlikely)


def _of_table(reader: Reader, table: str, pause: Pause) -> Iterator[Follower]:
    known = _Table()
    for entry in reader.entries(table_stream(table)):
        body = read_if(entry, RoundSettled)
        if body is not None and _dealt_to_a_cut(body.record):
            known.add(body)
            pause()
    for (player, slug, edition, wager), stakes in known.stakes.items():
        told = measured(stakes)
        if told is not None and any(stake.amount for stake in stakes):
            yield Follower(
                table,
                player,
                slug,
                edition,
                wager,
                told.shoes,
                len(stakes),
                told.favourable,
                told.otherwise,
                told.correlation,
                told.unlikely,
            )


def _dealt_to_a_cut(record: Record) -> bool:
    """Whether cards of earlier rounds are missing from the round's shoe, or will be from the next one's."""
    return bool((record.get("options") or {}).get("shoe", "fresh") != "fresh")
