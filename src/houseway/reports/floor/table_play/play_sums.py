"""Play added up by whatever a report asks for: handle, what the recorded lines won, rounds and take-up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

import msgspec

from houseway.reports.floor.table_play.played import Line, Played, lines_of

K = TypeVar("K", bound=Hashable)


class Sums(msgspec.Struct):
    """Wagers added up, in cents.

    ``handle`` is all that was staked, ``known`` what of it stands in recorded lines, and ``won`` what the house won by
    those: prizes that came from a jackpot's meter are the players' money and are not the house's loss.
    """

    wagers: int = 0
    handle: int = 0
    known: int = 0
    won: int = 0

    def add(self, line: Line) -> None:
        """One more wager of one hour."""
        spot = line.spot
        self.wagers += spot.rounds
        self.handle += spot.staked
        if line.recorded:
            self.known += spot.staked
            self.won += spot.staked - spot.returned + spot.meter

    @property
    def recorded_win(self) -> int | None:
        """What recorded lines won; nothing where no line is recorded."""
        return self.won if self.known else None

    @property
    def share(self) -> Fraction | None:
        """What was won of each dollar staked."""
        return Fraction(self.won, self.known) if self.known else None


def by(found: Iterable[Played], key: Callable[[Line], K]) -> dict[K, Sums]:
    """Every wager of every hour, added up by ``key``, in the order in which the keys come."""
    sums: dict[K, Sums] = {}
    for line in lines_of(found):
        sums.setdefault(key(line), Sums()).add(line)
    return sums


class Pace(msgspec.Struct):
    """Rounds and hands dealt, and the hours of tables in which they were."""

    rounds: int = 0
    hands: int = 0
    hours: int = 0

    @property
    def rounds_an_hour(self) -> Fraction | None:
        """Rounds for each hour in which a table dealt."""
        return Fraction(self.rounds, self.hours) if self.hours else None


def pace_by(found: Iterable[Played], key: Callable[[Played, int], K]) -> dict[K, Pace]:
    """Rounds and hands, added up by ``key`` of a table's day and an hour's beginning."""
    sums: dict[K, Pace] = {}
    for each in found:
        for hour, play in each.hours():
            if play.rounds:
                pace = sums.setdefault(key(each, hour), Pace())
                pace.rounds += play.rounds
                pace.hands += sum(play.hands.values())
                pace.hours += 1
    return sums


class TakeUp(msgspec.Struct):
    """How often a wager was laid, of the hands at tables that offer it."""

    laid: int = 0
    hands: int = 0

    @property
    def share(self) -> Fraction | None:
        """Of each hand."""
        return Fraction(self.laid, self.hands) if self.hands else None


def take_up(found: Iterable[Played], offered: Callable[[Played], Iterable[str]]) -> dict[tuple[str, str, str], TakeUp]:
    """By game, edition and wager; ``offered`` says which wagers a table offers. Only where every line is recorded."""
    sums: dict[tuple[str, str, str], TakeUp] = {}
    for each in found:
        if not each.play.recorded:
            continue
        laid: dict[str, int] = {}
        hands = 0
        for play in each.play.hours.values():
            hands += sum(play.hands.values())
            for wager, seats in play.spots.items():
                laid[wager] = laid.get(wager, 0) + sum(spot.rounds for spot in seats.values())
        for wager in dict.fromkeys((*offered(each), *laid)):
            known = sums.setdefault((each.play.game, each.play.edition, wager), TakeUp())
            known.laid += laid.get(wager, 0)
            known.hands += hands
    return sums
