"""What stands out: tables, games, wagers and shifts beside their bands, and which of them chance does not explain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from houseway.maths.over_time.bands import LEVEL
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.theoretical.band_lines import SHIFT_HOURS, BandLine, Stretch, line_of
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import shown

MOST_DAYS_BY_SHIFT = 7
"""Gaming days of a report that lists shifts; a longer one lists days."""

CHANCE = 1 - LEVEL
"""How often chance alone puts a line outside its band; and how often, at most, any line of a report stands out."""

Pause = Callable[[], None]
"""Called after each line is worked out: whoever works beside others lets them go first, or ends it."""


class Group(NamedTuple):
    """The lines of one section, with the heads of their names; ``closely``: they tell most closely where to look."""

    title: str
    heads: tuple[str, ...]
    lines: list[BandLine]
    closely: bool = False


def groups_of(found: list[Stretch], reader: Reader, pause: Pause = lambda: None) -> list[Group]:
    """What was played, told by table, game, wager and shift; groups without a line are left out."""
    if not found:
        return []
    several_days = reader.period.first != reader.period.last
    by_shift = len({each.day for each in found}) <= MOST_DAYS_BY_SHIFT
    lines = _Lines(found, pause)
    groups = [
        Group("Tables", ("Table",), lines.by(lambda each: (each.table,))),
        Group("Games", ("Game",), lines.by(lambda each: (names_of(each).title,))),
        Group("Wagers", ("Game", "Wager"), lines.by_wager(lambda each: (names_of(each).title,))),
        Group("Tables and wagers", ("Table", "Wager"), lines.by_wager(lambda each: (each.table,)), closely=True),
    ]
    if by_shift:
        shifts = lines.by(lambda each: (each.table, _shift(each, several_days)))
        groups.append(Group("Shifts", ("Table", "Shift"), shifts, closely=True))
    else:
        groups.append(Group("Days", ("Table", "Day"), lines.by(lambda each: (each.table, each.day)), closely=True))
    return [group for group in groups if group.lines]


class _Lines:
    def __init__(self, found: list[Stretch], pause: Pause) -> None:
        self._found = found
        self._pause = pause

    def by(self, key: Callable[[Stretch], tuple[str, ...]]) -> list[BandLine]:
        grouped: dict[tuple[str, ...], list[Stretch]] = {}
        for each in self._found:
            grouped.setdefault(key(each), []).append(each)
        lines = (self._line(names, these) for names, these in grouped.items())
        return [line for line in lines if line is not None]

    def by_wager(self, key: Callable[[Stretch], tuple[str, ...]]) -> list[BandLine]:
        grouped: dict[tuple[str, ...], dict[str, list[Stretch]]] = {}
        for each in self._found:
            for wager in sorted(each.play.won, key=_order(each)):
                grouped.setdefault(key(each), {}).setdefault(wager, []).append(each)
        lines = (
            self._line((*names, names_of(these[0]).wager(wager)), these, wager)
            for names, wagers in grouped.items()
            for wager, these in wagers.items()
        )
        return [line for line in lines if line is not None]

    def _line(self, names: Sequence[str], these: list[Stretch], wager: str | None = None) -> BandLine | None:
        found = line_of(names, these, wager)
        self._pause()
        return found


def _shift(each: Stretch, several_days: bool) -> str:
    first, last = each.shift * SHIFT_HOURS + 1, (each.shift + 1) * SHIFT_HOURS
    told = f"hours {first} to {last} of the day"
    return f"{each.day}, {told}" if several_days else told


def _order(each: Stretch) -> Callable[[str], int]:
    """Wagers in the order of the document."""
    known = list(each.expected.setup.edition.wagers)
    return lambda wager: known.index(wager) if wager in known else len(known)


@cache
def game_names(game: str, edition: str) -> GameNames:
    """How an edition of a game calls its things."""
    return GameNames(game, edition)


def names_of(each: Stretch) -> GameNames:
    """How the game of a stretch calls its things."""
    return game_names(each.expected.game.slug, each.expected.setup.edition.slug)


# -- what stands out


def stands_out(line: BandLine, lines: int) -> bool:
    """Whether a line among so many is further out than chance explains."""
    return bool(line.side) and line.unlikely * lines < CHANCE


def outstanding(groups: Sequence[Group]) -> list[tuple[Group, BandLine]]:
    """What stands out where it is told most closely; whole tables, games and wagers only if nothing closer does."""
    lines = sum(len(group.lines) for group in groups)
    found = [(group, line) for group in groups for line in group.lines if stands_out(line, lines)]
    return [(group, line) for group, line in found if group.closely] or found


def result_words(group: Group, line: BandLine) -> str:
    """Whose result it is, and what the house won or lost."""
    did = f"won {shown(line.actual, 'cents')}" if line.actual >= 0 else f"lost {shown(-line.actual, 'cents')}"
    whose = f"Table {line.name}" if group.heads[0] == "Table" else line.name
    return f"{whose}: the house {did}"


def distance_words(line: BandLine) -> str:
    """How far outside its band a result lies, and how unlikely that is."""
    off = line.band.low - line.actual if line.side < 0 else line.actual - line.band.high
    far = f"{shown(off, 'cents')} {'below' if line.side < 0 else 'above'} its band"
    return f"{far}. {_one_in(line.unlikely)} such periods is as far out."


def _one_in(probability: float) -> str:
    return "One in more than a million" if probability < 1e-6 else f"One in {round(1 / probability):,}"
