"""What was wagered and won, added up from the figures of gaming days, as a band needs it.

Those figures have sums by hour, wager and position, and no rounds. How much lay together in one round is known exactly
for one wager at several positions. Two different wagers are taken to have been spread evenly over the rounds of their
hour, and at one position the rarer of two to have lain beside the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from houseway.floor.kinds.day_play import HourPlay, Spot
from houseway.maths.over_time.shift_wagers import Bet, Pair, Shift, pair_of
from houseway.rulebook.edition import Edition

DOLLAR = 100


class Amounts(msgspec.Struct):
    """Stakes of about one size: how many, their sum and the sum of their squares."""

    times: int = 0
    staked: int = 0
    squares: int = 0


class ActualPlay(msgspec.Struct):
    """Rounds of tables under the same rules. Amounts are cents.

    ``bets`` has stakes by bet and size. ``won`` is what the house won by wager placed before the deal, with all that
    was added to it later, and without what came from meters; ``handle`` all that was staked on it, ``laid`` the rounds
    in which anybody laid it.
    """

    rounds: int = 0
    bets: dict[tuple[Bet, int], Amounts] = {}
    between_seats: dict[Pair, int] = {}
    at_one_seat: dict[Pair, int] = {}
    won: dict[str, int] = {}
    handle: dict[str, int] = {}
    laid: dict[str, int] = {}

    def add_hour(self, hour: HourPlay, edition: Edition) -> None:
        """Count what was played in an hour."""
        self.rounds += hour.rounds
        initial = [wager for wager in hour.spots if wager in edition.wagers and edition.wagers[wager].initial]
        spots = {wager: {seat: spot for seat, spot in hour.spots[wager].items() if spot.staked} for wager in initial}
        for wager, seats in spots.items():
            self.laid[wager] = self.laid.get(wager, 0) + (hour.laid[wager].rounds if wager in hour.laid else 0)
            for seat, spot in seats.items():
                here = tuple(sorted(other for other in initial if seat in spots[other]))
                self._add_stakes((wager, here), spot)
        self._add_pairs(hour, spots)
        for wager, seats in hour.spots.items():
            for seat, spot in seats.items():
                for of, staked, won in _shared_out(wager, spot, seat, spots, edition):
                    self.handle[of] = self.handle.get(of, 0) + staked
                    self.won[of] = self.won.get(of, 0) + won

    def _add_stakes(self, bet: Bet, spot: Spot) -> None:
        size = (spot.staked // max(spot.rounds, 1)).bit_length()
        known = self.bets.setdefault((bet, size), Amounts())
        known.times += spot.rounds
        known.staked += spot.staked
        known.squares += spot.squares

    def _add_pairs(self, hour: HourPlay, spots: Mapping[str, Mapping[str, Spot]]) -> None:
        """The products of amounts that lay in one round."""
        wagers = sorted(spots)
        for place, one in enumerate(wagers):
            alone = sum(spot.squares for spot in spots[one].values())
            together = hour.laid[one].squares if one in hour.laid else alone
            _count(self.between_seats, pair_of(one, one), (together - alone) // 2)
            for other in wagers[:place]:
                beside = across = 0
                for seat, spot in spots[one].items():
                    for other_seat, theirs in spots[other].items():
                        product = spot.staked * theirs.staked
                        if seat == other_seat:
                            beside += product // max(spot.rounds, theirs.rounds, 1)
                        else:
                            across += product // max(hour.rounds, 1)
                _count(self.at_one_seat, pair_of(one, other), beside)
                _count(self.between_seats, pair_of(one, other), across)

    def join(self, other: ActualPlay) -> None:
        """Count other rounds under the same rules too."""
        self.rounds += other.rounds
        for key, amounts in other.bets.items():
            known = self.bets.setdefault(key, Amounts())
            known.times += amounts.times
            known.staked += amounts.staked
            known.squares += amounts.squares
        for pairs, more in ((self.between_seats, other.between_seats), (self.at_one_seat, other.at_one_seat)):
            for pair, products in more.items():
                _count(pairs, pair, products)
        for mine, theirs in ((self.won, other.won), (self.handle, other.handle), (self.laid, other.laid)):
            for wager, cents in theirs.items():
                mine[wager] = mine.get(wager, 0) + cents

    def shift(self) -> Shift:
        """What was wagered, as its band is worked out: stakes of about one size by their mean and their spread."""
        stakes: dict[Bet, Counter[int]] = {}
        for (bet, _), amounts in self.bets.items():
            known = stakes.setdefault(bet, Counter())
            for stake, times in _two_stakes(amounts):
                known[stake] += times
        return Shift(self.rounds, stakes, dict(self.between_seats), dict(self.at_one_seat))


def _count(into: dict[Pair, int], pair: Pair, products: int) -> None:
    if products:
        into[pair] = into.get(pair, 0) + products


def _two_stakes(amounts: Amounts) -> Iterator[tuple[int, int]]:
    """The one stake that all were, or two in whole dollars with nearly the same sum and the same sum of squares."""
    times, staked, squares = amounts.times, amounts.staked, amounts.squares
    if times <= 0 or staked <= 0:
        return
    mean = staked / times
    spread = math.sqrt(max(0.0, squares / times - mean**2))
    low = int((mean - spread) // DOLLAR) * DOLLAR
    high = -int(-(mean + spread) // DOLLAR) * DOLLAR
    if times * squares == staked**2:
        yield staked // times, times
        return
    low = max(low, 1)
    larger = min(times, max(0, round((staked - times * low) / (high - low))))
    if larger < times:
        yield low, times - larger
    if larger:
        yield high, larger


def _shared_out(
    wager: str, spot: Spot, seat: str, spots: Mapping[str, Mapping[str, Spot]], edition: Edition
) -> Iterator[tuple[str, int, int]]:
    """What a wager staked and won, by the wagers before the deal that it hangs on.

    Where a position laid several of them in the hour, each has its part by what was staked on it.
    """
    won = spot.staked - spot.returned + spot.meter
    first = _hangs_on(wager, edition)
    here = {of: spots[of][seat].staked for of in first if seat in spots.get(of, {})}
    total = sum(here.values())
    if len(here) < 2 or not total:
        yield (next(iter(here), first[0]), spot.staked, won)
        return
    left_staked, left_won = spot.staked, won
    for of, staked in list(here.items())[1:]:
        part, part_won = spot.staked * staked // total, won * staked // total
        left_staked, left_won = left_staked - part, left_won - part_won
        yield of, part, part_won
    yield next(iter(here)), left_staked, left_won


def _hangs_on(wager: str, edition: Edition) -> tuple[str, ...]:
    """The wagers before the deal that a wager is added to; itself where it is one, or unknown to the edition."""
    known = edition.wagers.get(wager)
    if known is None or known.initial or known.relation is None:
        return (wager,)
    return tuple(dict.fromkeys(of for first in known.relation.to for of in _hangs_on(first, edition)))
