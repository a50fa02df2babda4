"""A round that is over, played once more from the journal: what a table shows of it after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from houseway.errors import HousewayError
from houseway.floor.folding import FloorFold
from houseway.floor.kinds import of_table
from houseway.floor.kinds.edge import read
from houseway.floor.kinds.of_house import Closing
from houseway.floor.play.live_rounds import Playing
from houseway.floor.states import TableState, table_stream
from houseway.journal import Entry, Journal
from houseway.table.round import Round
from houseway.table.setup import Setup

_PAGE = 100


class Recalled(NamedTuple):
    """A round that was settled: its number, the round, and who sat at the table when it was."""

    number: int
    round: Round
    seated: dict[str, str]


def recall(journal: Journal, state: TableState, upto: int, setup: Setup) -> Recalled | None:
    """The round before the one in progress, or the last if none is, from the entries up to number ``upto``.

    Nothing where the table was opened since, where that round was voided or not played here answer by answer, or where
    it would not be settled by today's setup as it was then.
    """
    number = state.live.round - 1 if state.live is not None else state.round
    seated = dict(state.seated)
    settled: of_table.RoundSettled | None = None
    played: list[Entry] = []
    begun = False
    for entry in _backwards(journal, table_stream(state.id), upto):
        match read(entry):
            case of_table.Opening() | Closing():
                return None
            case of_table.RoundSettled() as over if settled is None and over.round == number:
                settled = over
            case of_table.RoundSettled() | of_table.RoundVoided():
                return None
            case of_table.SeatTaken() as sat if settled is None:
                seated.pop(str(sat.seat), None)
            case of_table.SeatLeft() as left if settled is None:
                seated[str(left.seat)] = left.player
            case of_table.RoundBegun() if settled is not None:
                played.append(entry)
                begun = True
                break
            case of_table.AnswersGiven() | of_table.AnswerCorrected() if settled is not None:
                played.append(entry)
    if settled is None or not begun:
        return None
    round_ = _play(state, reversed(played), setup)
    if round_ is None or [msgspec.to_builtins(line) for line in round_.lines] != settled.record.get("lines"):
        return None
    return Recalled(number, round_, seated)


def _backwards(journal: Journal, stream: str, upto: int) -> Iterator[Entry]:
    stop = upto + 1
    while stop > 1:
        start = max(1, stop - _PAGE)
        yield from reversed(list(journal.read(stream, start, stop)))
        stop = start


def _play(state: TableState, played: Iterator[Entry], setup: Setup) -> Round | None:
    fold = FloorFold()
    then = TableState(id=state.id)
    for entry in played:
        fold.apply(then, entry)
    if then.live is None or state.table is None:
        return None
    try:
        playing = Playing(then.live, state.table.game, setup)
        for answered in then.live.answers:
            playing.take(answered)
    except HousewayError:
        # The program has changed since, and asks otherwise: what was settled stands in the journal.
        return None
    return playing.round if playing.round.over else None
