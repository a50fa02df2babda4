"""Three Card Split on a GPU: the tables of its compiled rounds as the source ``rounds.cu`` reads them.

The sums of a block are the tally of the compiled rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.simulation.gpu.gpu_work import GpuWork, gpu_work


def work(
    seats: int, dealt: tuple[int, int], places: Mapping[str, int], tables: Mapping[str, npt.NDArray[Any]]
) -> GpuWork:
    """The rounds of ``seats``; ``dealt`` is how far apart hands and their cards are among the cards drawn.

    ``places`` are those of a seat's ends, as constants of the source; ``tables`` are those of the compiled rounds, the
    ones whose wager nobody bets left out.
    """
    fours = "four" in tables
    constants = {
        **places,
        "SEATS": seats,
        "DECK": 52,
        "MOST": 1,
        "DRAWN": 3 * (seats + 1) + fours,
        "FROM_HAND": dealt[0],
        "FROM_CARD": dealt[1],
        "THREES": int("three" in tables),
        "FOURS": int(fours),
        "SUMS": 0,
        "TALLY": seats * places["ENDS"],
    }
    hot = {"fresh": np.arange(52, dtype=np.uint8)}
    return gpu_work(Path(__file__).with_name("rounds.cu"), constants, hot, tables, counters=seats * places["ENDS"])
