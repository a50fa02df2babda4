"""The lines of a settled round as they stand now, read through the transaction that decides."""

from __future__ import annotations

from houseway.floor.states import Stood, lines_of, table_stream
from houseway.journal import Transaction


def standing_lines(tx: Transaction, table: str, number: int) -> Stood:
    """The lines of a settled round after their corrections, those of this batch too; none where it was not settled."""
    stood = Stood([], None)
    for entry in tx.of_round(table_stream(table), number):
        data = entry.data
        if entry.kind == "line-corrected":
            seat, wager, _, stake = stood.lines[data["line"] - 1]
            stood.lines[data["line"] - 1] = (seat, wager, data["returned"], stake)
        elif entry.kind == "round-settled":
            stood = Stood(lines_of(data["record"]), data.get("players"))
        else:
            stood = Stood([], None)
    return stood
