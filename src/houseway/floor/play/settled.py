"""The lines of a settled round as they stand now, read through the transaction that decides."""

from __future__ import annotations

from msgspec import UNSET

from houseway.floor.kinds.edge import read
from houseway.floor.kinds.of_table import LineCorrected, RoundSettled
from houseway.floor.states import Stood, lines_of, table_stream
from houseway.journal import Transaction


def standing_lines(tx: Transaction, table: str, number: int) -> Stood:
    """The lines of a settled round after their corrections, those of this batch too; none where it was not settled."""
    stood = Stood([], None)
    for entry in tx.of_round(table_stream(table), number):
        match read(entry):
            case LineCorrected() as corrected:
                seat, wager, _, stake = stood.lines[corrected.line - 1]
                stood.lines[corrected.line - 1] = (seat, wager, corrected.returned, stake)
            case RoundSettled() as settled:
                stood = Stood(lines_of(settled.record), None if settled.players is UNSET else settled.players)
            case _:
                stood = Stood([], None)
    return stood
