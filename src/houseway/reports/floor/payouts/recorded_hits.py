"""Any hit on record: one that its jackpot has at hand, or a paid one from before, told by its entries."""

from __future__ import annotations

from houseway.floor.floor import Floor
from houseway.floor.folding import FloorFold
from houseway.floor.states import Hit, JackpotState, jackpot_stream


def hit_on_record(floor: Floor, jackpot: str, id: str) -> Hit:
    """A hit that is at hand, or a paid one from before, told by its entries; to be called where the journal may be
    read."""
    state = floor.jackpot(jackpot)
    older = state.older.get(id)
    if older is None:
        return state.hit(id)
    told, fold, stream = JackpotState(id=jackpot), FloorFold(), jackpot_stream(jackpot)
    for number in older.entries:
        for entry in floor.journal.read(stream, number, number + 1):
            fold.apply(told, entry)
    hit = told.hits[id]
    hit.prints = older.prints
    return hit
