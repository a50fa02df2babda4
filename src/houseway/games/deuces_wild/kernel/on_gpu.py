"""Deuces Wild on a GPU: the tables of `deuces_wild.kernel.rounds` as its source ``rounds.cu`` reads them.

The sums of a block are its `Ends`, one after the other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild.kernel import rounds as at
from houseway.games.deuces_wild.kernel.rounds import Ends, Rules, Seats
from houseway.games.deuces_wild.maths.evaluation import RANK_BITS, SUIT_BITS, SUITED
from houseway.simulation.gpu.gpu_work import GpuWork, gpu_work, named

MOST_SHARED = 256
"""Ways for wild cards to fall that are counted in shared memory; more of them are added to the sums at once."""

SHARED = (
    *("ANTE", "TREASURE", "FORTUNE", "JACKPOT", "ANTE_ENDS", "TREASURE_ENDS", "FORTUNE_ENDS", "WILD_COUNTS"),
    *("FOLDED_ON_FOUR", "FOLDED_ON_THREE", "JOKER"),
)
"""Constants of `rounds` that the source has too."""


def work(rules: Rules, table: Seats) -> GpuWork:
    """The rounds of ``table``."""
    seats = table.wagers.size
    wagers: list[int] = table.wagers.tolist()
    every = int(np.bitwise_or.reduce(table.wagers))
    ways = at.WILD_COUNTS**seats if every & at.JACKPOT else 1
    treasure_at = seats * at.ANTE_ENDS
    fortune_at = treasure_at + seats * at.TREASURE_ENDS
    jackpot_at = fortune_at + seats * at.FORTUNE_ENDS
    constants = {name: int(getattr(at, name)) for name in SHARED} | {
        "SEATS": seats,
        "DECK": rules.deck,
        "LOW_WILDS": rules.low_wilds,
        "MOST": table.most,
        "WAGERS": sum(wager << 4 * seat for seat, wager in enumerate(wagers)),
        "EVERY": every,
        "RUNNING": every & (at.FORTUNE | at.JACKPOT),
        "POOL": table.pool,
        "REVEALED": int(table.revealed),
        "SUITED": SUITED,
        "RANKS_AT": RANK_BITS,
        "SUITS_AT": SUIT_BITS,
        "MORE_WILDS": rules.more_wilds.shape[1],
        "TREASURE_AT": treasure_at,
        "FORTUNE_AT": fortune_at,
        "JACKPOT_AT": jackpot_at,
        "JACKPOTS": ways,
        "SUMS": 0,
        "TALLY": jackpot_at + (ways if ways <= MOST_SHARED else 0),
    }
    hot: dict[str, npt.NDArray[Any]] = {
        "words": rules.words,
        "choose": rules.choose,
        "preference": table.preference.astype(np.uint8),
        "fresh": np.arange(rules.deck, dtype=np.uint8),
    }
    cold = {
        **named(rules, "ante_table", "fortune_table", "treasure", "of4", "more_wilds"),
        **named(table, "played", "raised", "picks3", "picks4", "picks5"),
    }
    return gpu_work(Path(__file__).with_name("rounds.cu"), constants, hot, cold, counters=jackpot_at + ways)


def ends_of(sums: npt.NDArray[np.int64], seats: int) -> Ends:
    """The ends that the sums of a block are."""
    sizes = np.cumsum([seats * at.ANTE_ENDS, seats * at.TREASURE_ENDS, seats * at.FORTUNE_ENDS])
    ante, treasure, fortune, jackpot = np.split(sums, sizes)
    return Ends(ante.reshape(seats, -1), treasure.reshape(seats, -1), fortune.reshape(seats, -1), jackpot)
