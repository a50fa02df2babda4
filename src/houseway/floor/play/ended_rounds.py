"""A round that has ended, played again answer by answer from the journal, at the table that it was dealt at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from houseway.errors import HousewayError
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.folding import FloorFold
from houseway.floor.kinds import of_table
from houseway.floor.kinds.body import Answered, Record
from houseway.floor.kinds.edge import kind_of, read, read_as
from houseway.floor.permission.people import is_player
from houseway.floor.play.live_rounds import Playing
from houseway.floor.states import Live, TableState, table_stream
from houseway.journal import Entry, Journal
from houseway.registry import game
from houseway.table.records.record_format import from_data
from houseway.table.records.replay import setup_of
from houseway.table.setup import Setup

PAGE = 100
"""Entries that are read at once on the way back to where a round began."""

_PLAYED = (of_table.RoundBegun, of_table.AnswersGiven, of_table.AnswerCorrected)


class EndedRound(NamedTuple):
    """A round that was settled, or voided for the reason in ``void``; ``players`` says who answered from which seat."""

    number: int
    at: int
    game: str
    record: Record
    void: str | None
    setup: Setup
    live: Live
    players: dict[int, str]

    def play(self) -> Iterator[tuple[Playing, Answered | None]]:
        """The round before each answer, with that answer, and at its end, with none. It is one round that goes on."""
        playing = Playing(self.live, self.game, self.setup)
        for answered in self.live.answers:
            yield playing, answered
            playing.take(answered)
        yield playing, None


def ended_round(journal: Journal, table: str, number: int) -> EndedRound:
    """Round ``number`` of a table; refused where it has not ended, or was not played here answer by answer."""
    stream = table_stream(table)
    found = journal.rounds(stream, before=number + 1, most=1).get(number)
    if not found:
        raise UnknownThing(f"round {number} of table {table} has not ended", remedy="choose one from the history")
    record, void, at, last = {}, None, 0, found[-1].number
    for entry in found:
        match read(entry):
            case of_table.RoundSettled() as settled:
                record, void, at, last = settled.record, None, entry.at, entry.number
            case of_table.RoundVoided() as voided:
                record, void, at, last = voided.record or {}, voided.reason, entry.at, entry.number
    played, players = _played(journal, stream, last)
    fold, then = FloorFold(), TableState(id=table)
    for entry in played:
        fold.apply(then, entry)
    if then.live is None or then.live.round != number or not record:
        raise _not_here(table, number)
    try:
        told = from_data(record)
        folder = game(told.game)
        setup = setup_of(folder, told)
    except HousewayError as error:
        raise _not_here(table, number) from error
    return EndedRound(number, at, folder.slug, record, void, setup, then.live, players)


def _not_here(table: str, number: int) -> WrongState:
    return WrongState(
        f"round {number} of table {table} was not played here answer by answer",
        remedy="its lines are in the table's history",
    )


def _played(journal: Journal, stream: str, upto: int) -> tuple[list[Entry], dict[int, str]]:
    """The entries that a round was played by, and the players who answered in it, by seat."""
    found: list[Entry] = []
    players: dict[int, str] = {}
    stop = upto + 1
    while stop > 1:
        start = max(1, stop - PAGE)
        for entry in reversed(list(journal.read(stream, start, stop))):
            kind = kind_of(entry)
            if kind not in _PLAYED:
                continue
            found.append(entry)
            if kind is of_table.AnswersGiven and is_player(entry.who):
                for answered in read_as(entry, of_table.AnswersGiven).answers:
                    if isinstance(answered.who, int):
                        players[answered.who] = entry.who
            if kind is of_table.RoundBegun:
                return found[::-1], players
        stop = start
    return [], {}
