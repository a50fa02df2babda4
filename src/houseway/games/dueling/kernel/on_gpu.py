"""Dueling on a GPU: the tables of `dueling.kernel.rounds` as its source ``rounds.cu`` reads them.

The sums of a block are the counts by seat and end; a note has what became of each seat.
"""

from __future__ import annotations

from pathlib import Path

from houseway.games.dueling.kernel.rounds import CLASS, ENDS, TAT, TWO, WAR, Rules, Seats
from houseway.simulation.gpu.gpu_work import GpuWork, gpu_work, named

CHUNK = 1 << 14
"""Rounds after which those set aside are played."""

ALONE, SEVERAL = 512, 256
"""Threads in a group where one seat plays from fresh shoes, and elsewhere."""


def work(rules: Rules, table: Seats, block: int) -> GpuWork:
    """The rounds of ``table``; shoes dealt to a cut card are fresh at each ``block``."""
    quick = table.seats == 1 and not table.cut
    starts = int(table.has[1::2].any())
    constants = {
        "SEATS": table.seats,
        "DECK": table.fresh.size,
        "CUT": table.cut,
        "BLOCK": block,
        "BURN": table.burn,
        "MOST": 2 * table.seats + table.burn + 2 + 2 * starts,
        "CHUNK": CHUNK,
        "QUICK": int(quick),
        "SUMS": 0,
        "TALLY": table.seats * table.width,
        "WIDTH": table.width,
        "FIGHTS": rules.fights,
        "STARTS": starts,
        "WAR_AT": table.kinds,
        "TAT_AT": table.kinds + 3,
        "TWO_AT": table.kinds + 3 + table.tat_rows,
        "TWO_SPECIAL": table.kinds + table.tat_rows,
        "VIEWS": rules.views,
        "ENDS": ENDS,
        "CLASS": CLASS,
        "WAR": WAR,
        "TAT": TAT,
        "TWO": TWO,
    }
    return gpu_work(
        Path(__file__).with_name("rounds.cu"),
        constants,
        named(rules, "classes", "quickly") | named(table, "fresh", "has", "special"),
        named(rules, "start_of", "looks", "two_rows", "tat_rows"),
        counters=table.seats * table.width,
        note=1 + table.seats * ENDS,
        threads=ALONE if quick else SEVERAL,
    )
