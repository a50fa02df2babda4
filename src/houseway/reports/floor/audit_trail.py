"""The audit trail: entries of the period as sentences, with who stood behind each."""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches

from houseway.floor.floor_errors import UnknownThing
from houseway.floor.kinds import of_house, of_table
from houseway.floor.kinds.body import Signatures
from houseway.floor.kinds.edge import NAMES, kind_of
from houseway.floor.states import jackpot_stream, table_stream
from houseway.reports.document import Document, Fact, Head, Section, Table
from houseway.reports.floor.reading import Reader, signatures, signed_by
from houseway.reports.floor.sentences import sentence
from houseway.reports.numbers import Value, words

ROUTINE = (
    of_table.RoundBegun,
    of_table.AnswersGiven,
    of_table.Tabulated,
    of_table.IndicatorsConfirmed,
    of_table.EdgesNoted,
    of_table.RoundSettled,
    of_table.SeatTaken,
    of_table.SeatLeft,
    of_table.ChipsBrought,
    of_table.ProcedureNoted,
    of_house.ChipsMoved,
    of_house.ChipsCashed,
    of_house.Sealed,
)
"""What every round and every seal writes: counted always, listed only where kinds or a person are asked for."""


def audit(reader: Reader) -> Document:
    """The entries of the streams asked for: all, or those of one table or one jackpot."""
    wanted = reader.wanted
    kinds: Counter[str] = Counter()
    people: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    rows: list[tuple[Value, ...]] = []
    narrowed = bool(wanted.kinds) or wanted.person is not None
    for entry in reader.merged({stream: reader.span(stream) for stream in _streams(reader)}):
        if wanted.kinds and entry.kind not in wanted.kinds:
            continue
        routine = kind_of(entry) in ROUTINE
        body = signatures(entry) if not routine or narrowed else Signatures()
        second = body.beside
        if wanted.person is not None and wanted.person not in (entry.who, second):
            continue
        kinds[entry.kind] += 1
        people[entry.who] += 1
        if second:
            beside[second] += 1
        if routine and not narrowed:
            continue
        when = reader.period.when(entry.at)
        said = sentence(entry, reader.period)
        who, beside_them = signed_by(entry.who, body), signed_by(second, body)
        rows.append((when, entry.stream, entry.number, entry.kind, said, who, beside_them, entry.command))
    _check_asked(reader, kinds, people, beside)
    facts = [Fact("Entries", sum(kinds.values()), "count")]
    if wanted.kinds:
        facts.append(Fact("Kinds", ", ".join(wanted.kinds)))
    if wanted.person is not None:
        facts.append(Fact("Person", wanted.person))
    return reader.document(
        "Audit trail",
        Section("Summary", (_kinds(kinds), _people(reader, people, beside))),
        Section("Entries", (_entries(rows, sum(kinds.values())),)),
        facts=facts,
    )


def _check_asked(reader: Reader, kinds: Counter[str], people: Counter[str], beside: Counter[str]) -> None:
    """Refuse a kind or a person that nothing knows: an empty trail of a mistyped name says that nothing was done."""
    for kind in reader.wanted.kinds:
        if kind not in NAMES and not kinds[kind]:
            near = get_close_matches(kind, sorted(NAMES), n=3, cutoff=0.5)
            raise UnknownThing(
                f"there is no kind of entry {kind!r}",
                remedy=f"kinds: {', '.join(near)}, …" if near else "the trail of a day lists its kinds",
            )
    person, known = reader.wanted.person, reader.property.people
    # Players and devices have a kind before their name, and a property's list of people has none of them.
    if person is not None and ":" not in person and person not in known and not people[person] and not beside[person]:
        raise UnknownThing(
            f"{person!r} does not work here, and gave no command in this time",
            remedy=f"people: {', '.join(known) or 'none yet'}",
        )


def _streams(reader: Reader) -> list[str]:
    wanted = reader.wanted
    if wanted.table is None and wanted.jackpot is None:
        return reader.journal.streams()
    tables = reader.tables() if wanted.table is not None else []
    jackpots = reader.jackpots() if wanted.jackpot is not None else []
    return [*map(table_stream, tables), *map(jackpot_stream, jackpots)]


def _kinds(kinds: Counter[str]) -> Table:
    rows = tuple(sorted(kinds.items(), key=lambda item: (-item[1], item[0])))
    return Table(Head.row("Kind | Entries: count"), rows, title="By kind")


def _people(reader: Reader, people: Counter[str], beside: Counter[str]) -> Table:
    heads = Head.row("Person | Name | Roles | Entries: count | As second person: count = stood-beside")
    rows = []
    for id in sorted({*people, *beside}):
        person = reader.property.people.get(id)
        name, roles = (person.name, ", ".join(map(words, person.roles))) if person is not None else ("", "")
        rows.append((id, name, roles, people[id], beside[id]))
    return Table(heads, tuple(rows), title="By person")


def _entries(rows: list[tuple[Value, ...]], total: int) -> Table:
    heads = Head.row(
        "When: moment | Stream | Number: count | Kind +2 | What | Who | Second person = beside | Command +3"
    )
    left = total - len(rows)
    note = f"{left:,} entries of play are counted above and not listed: ask for their kind." if left else ""
    return Table(heads, tuple(rows), note=note)
