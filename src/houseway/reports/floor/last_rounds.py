"""The last rounds of a table with their records: what was counted, dealt and paid, an unfinished one too (LAB-27)."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.floor.kinds import of_table
from houseway.floor.kinds.body import Body, Record
from houseway.floor.kinds.edge import kind_of, read_as
from houseway.floor.states import table_stream
from houseway.journal import Entry
from houseway.reports.document import Document, Fact, Facts, Head, Piece, Section, Table, Text
from houseway.reports.floor.reading import Reader, reference, round_of
from houseway.reports.floor.sentences import sentence
from houseway.reports.floor.table_names import TableNames
from houseway.reports.numbers import words

ROUNDS = 10
"""How many rounds are recalled."""


class Recalled(msgspec.Struct):
    """One round and its entries, in order."""

    round: int
    entries: list[Entry]

    def find(self, kind: type[Body]) -> Entry | None:
        """Its entry of ``kind``, the last one, or nothing."""
        return next((entry for entry in reversed(self.entries) if kind_of(entry) is kind), None)


_OF_ROUND = (
    of_table.RoundBegun,
    of_table.AnswersGiven,
    of_table.AnswerCorrected,
    of_table.Tabulated,
    of_table.IndicatorsConfirmed,
    of_table.EdgesNoted,
    of_table.HitClaimed,
    of_table.RoundSettled,
    of_table.RoundVoided,
    of_table.LineCorrected,
)


def last_rounds(reader: Reader, table: str, most: int = ROUNDS) -> list[Recalled]:
    """The last rounds of ``table`` before the end of the period, the last one first."""
    stream = table_stream(table)
    _, end = reader.span(stream)
    found: dict[int, list[Entry]] = {}
    for entry in reader.backwards(stream, end):
        if kind_of(entry) not in _OF_ROUND:
            continue
        number = round_of(entry)
        if number not in found and len(found) == most:
            break
        found.setdefault(number, []).append(entry)
    return [Recalled(number, entries[::-1]) for number, entries in found.items()]


def recall(reader: Reader) -> Document:
    """The last ten rounds of the table asked for, or of each."""
    sections = []
    for table in reader.tables():
        rounds = last_rounds(reader, table)
        if rounds:
            known = reader.floor.table(table).table
            counted = known is not None and known.cards == "none"
            inner = tuple(
                _round(reader, each, "in progress" if number == 0 and not counted else "counted")
                for number, each in enumerate(rounds)
            )
            text = Text(f"Its last {len(rounds)} rounds, the last one first.")
            sections.append(Section(f"Table {table}", (text,), inner))
    return reader.document("Recall of rounds", *(sections or [Section("Rounds", (Text("No round was played."),))]))


def _round(reader: Reader, recalled: Recalled, unsettled: str) -> Section:
    """One round; ``unsettled`` says what it is where no entry has settled or voided it."""
    settled, voided = recalled.find(of_table.RoundSettled), recalled.find(of_table.RoundVoided)
    over = settled or voided
    state = "settled" if settled else "void" if voided else unsettled
    record: Record = {}
    if settled is not None:
        record = read_as(settled, of_table.RoundSettled).record
    elif voided is not None:
        record = read_as(voided, of_table.RoundVoided).record or {}
    names = TableNames(record.get("game", ""), record.get("edition", ""))
    facts = [
        Fact("Began", reader.period.when(recalled.entries[0].at)),
        *([Fact("Over", reader.period.when(over.at))] if over is not None else []),
        *(
            Fact(words(entry.kind), f"{sentence(entry, reader.period)} ({entry.who}, {reference(entry)})")
            for entry in recalled.entries
        ),
        *([Fact("Cards", " ".join(record["cards"]), "code")] if record.get("cards") else []),
        *([Fact("Decisions", _decisions(record["decisions"], names))] if record.get("decisions") else []),
    ]
    pieces: list[Piece] = [Facts(tuple(facts))]
    if record.get("lines"):
        pieces.append(_lines(record["lines"], names))
    return Section(f"Round {recalled.round}, {state}", tuple(pieces))


def _decisions(decisions: list[dict[str, Any]], names: TableNames) -> str:
    return "; ".join(f"{_who(each['seat'])}: {names.decision(each.get('ask'), each['answer'])}" for each in decisions)


def _who(seat: int | str) -> str:
    return f"Position {seat}" if isinstance(seat, int) else words(seat)


def _lines(lines: list[dict[str, Any]], names: TableNames) -> Table:
    heads = Head.row(
        "Seat: count | Wager | Stake: cents | Event | Pays | Returned: cents | From the meter: cents +1 | "
        "Clause | Note +2"
    )
    rows = tuple(
        (
            line["seat"],
            names.wager(line["wager"]),
            line["stake"],
            names.event(line["wager"], line["event"]),
            line["pays"],
            line["returned"],
            line.get("meter"),
            line["clause"],
            line.get("note", ""),
        )
        for line in lines
    )
    return Table(heads, rows)
