"""A command is whole: all its entries have one time, each proves which they are, and verify misses any of them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from houseway.floor.folding import FloorFold
from houseway.journal import Draft, Entry, Journal
from houseway.journal.entries import chain_hash, command_proof
from houseway.journal.journal_errors import BadExport, ClockSteppedBack
from houseway.journal.transaction import TOLERANCE
from tests.journal.toy_bank import Place, Till, accepted, append, fill, one, pay
from tests.releases.released import sqlite_room


def _literal(place: Place, raw: bytes) -> str:
    return f"x'{raw.hex()}'" if place.engine == "sqlite" else f"'\\x{raw.hex()}'::bytea"


def _mend_head(place: Place, stream: str) -> None:
    """Let a head name the last entry that is there, as a forger would."""
    rows = place.execute(f"SELECT number, at, hash FROM entries WHERE stream = '{stream}' ORDER BY number DESC LIMIT 1")
    if not rows:
        place.tamper("heads", f"DELETE FROM heads WHERE stream = '{stream}'")
        return
    ((number, at, hash_),) = rows
    values = f"number = {number}, at = {at}, hash = {_literal(place, bytes(hash_))}"
    place.tamper("heads", f"UPDATE heads SET {values} WHERE stream = '{stream}'")


def _cut(place: Place, stream: str, number: int) -> None:
    """Take the end of a stream away and mend what is derived from it; the command stays where its first entry is."""
    place.tamper("entries", f"DELETE FROM entries WHERE stream = '{stream}' AND number >= {number}")
    _mend_head(place, stream)
    place.execute(f"DELETE FROM snapshots WHERE stream = '{stream}'")


def _forge(place: Place, model: Entry, **changes: Any) -> None:
    """An entry made up after a model, with a hash that holds, as the last of its stream."""
    fields = {name: getattr(model, name) for name in model.__struct_fields__} | changes
    rows = place.execute(
        f"SELECT number, hash FROM entries WHERE stream = '{fields['stream']}' ORDER BY number DESC LIMIT 1"
    )
    fields["number"], fields["previous"] = rows[0][0] + 1, bytes(rows[0][1])
    del fields["hash"]
    fields["hash"] = chain_hash(**fields)
    values = [_literal(place, v) if isinstance(v, bytes) else repr(v) for v in fields.values()]
    place.execute(f"INSERT INTO entries ({', '.join(fields)}) VALUES ({', '.join(values)})")
    _mend_head(place, fields["stream"])


def _findings(place: Place) -> list[str]:
    with place.open(readonly=True) as journal:
        return [str(finding) for finding in journal.verify().findings]


def _sized(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def test_each_entry_proves_what_else_its_command_wrote(place: Place) -> None:
    """Worked out here anew, from the description alone."""
    with place.create() as journal:
        fill(journal)
        written = b'[["table/1",2],["jackpot/1",1]]'
        asked = json.dumps([9, "table/1", "jackpot/1", [1, 3]]).encode()
        proof = hashlib.sha256(_sized(asked, b'{"sum":14}', written)).digest()
        for stream, number in (("table/1", 2), ("jackpot/1", 1)):
            (entry,) = journal.read(stream, number, number + 1)
            assert (entry.command, entry.proof) == ("a3", proof)
        assert [bytes(row[0]) for row in place.execute("SELECT entries FROM commands WHERE id = 'a3'")] == [written]


def test_several_entries_in_one_stream_are_listed_by_number(journal: Journal) -> None:
    drafts = [Draft(stream, "note", {}) for stream in ("table/2", "table/1", "table/2")]
    accepted(journal, append("a", *drafts, streams=("table/1", "table/2")))
    (entry,) = journal.read("table/1")
    assert [own.number for own in journal.written_with(entry, "table/2")] == [1, 2]
    assert journal.written_with(entry, "table/3") == []
    proof = command_proof(b"raw", b"{}", b'[["table/1",1],["table/2",1],["table/2",2]]')
    assert {own.proof for own in journal.read("table/2")} == {entry.proof} == {proof}


def test_an_entry_cut_from_the_unsealed_tail_of_one_stream_of_a_command_is_named(place: Place) -> None:
    with place.create() as journal:
        fill(journal, seals=False)
    _cut(place, "jackpot/1", 2)
    assert _findings(place) == [
        "commands jackpot/1 2: the entry is missing that was written by command a7, which table/1 4 is of too"
    ]


def test_the_first_entry_of_a_command_cut_away_is_named(place: Place) -> None:
    with place.create() as journal:
        accepted(journal, pay("a", 0, positions=()), pay("b", 0, also="jackpot/1", positions=()))
    _cut(place, "table/1", 2)
    assert _findings(place) == ["commands table/1 2: command b names an entry that is not its own"]


def test_another_entry_in_the_place_of_one_that_was_cut_is_named(place: Place) -> None:
    with place.create() as journal:
        fill(journal, seals=False)
        note = append("n", Draft("jackpot/1", "noted", {"of": "x"}), streams=("jackpot/1",), at=3_000_001)
        accepted(journal, note)
        (model,) = journal.read("jackpot/1", 3)
    _cut(place, "jackpot/1", 2)
    written = b'[["jackpot/1",2]]'
    place.tamper("commands", f"UPDATE commands SET number = 2, entries = {_literal(place, written)} WHERE id = 'n'")
    _forge(place, model, proof=command_proof(b"raw", b"{}", written))
    assert _findings(place) == [
        "commands jackpot/1 2: it was written by command a7, which table/1 4 is of too, and names command n"
    ]


def test_an_entry_added_to_a_command_is_named(place: Place) -> None:
    with place.create() as journal:
        fill(journal, seals=False)
        (model,) = journal.read("jackpot/1", 2)
    _forge(place, model)
    assert _findings(place) == ["commands jackpot/1 3: command a7 does not list this entry"]


@pytest.mark.parametrize("written", [b"[]", b"{}", b'[["jackpot/1",2],["table/1",4]]', b'[["jackpot/1",2]]'])
def test_a_list_that_is_none_is_named(place: Place, written: bytes) -> None:
    """The forger makes the proof anew and ends the streams there: nothing but the form of the list is wrong."""
    with place.create() as journal:
        accepted(journal, pay("a", 0, positions=(), also="jackpot/1"), pay("b", 0, positions=(), also="jackpot/1"))
        models = [next(iter(journal.read(stream, 2))) for stream in ("table/1", "jackpot/1")]
        digest, reply = (bytes(v) for v in place.execute("SELECT digest, reply FROM commands WHERE id = 'b'")[0])
    for model in models:
        _cut(place, model.stream, 2)
    place.tamper("commands", f"UPDATE commands SET entries = {_literal(place, written)} WHERE id = 'b'")
    for model in models:
        _forge(place, model, proof=command_proof(digest, reply, written))
    assert "commands table/1 2: the list of command b is not in canonical form" in _findings(place)


def test_a_command_that_pretends_to_be_of_release_0_1_is_named(place: Place) -> None:
    with place.create() as journal:
        accepted(journal, pay("a", 0, positions=()), pay("b", 0, positions=()))
        (model,) = journal.read("table/1", 2)
        digest, reply = (bytes(v) for v in place.execute("SELECT digest, reply FROM commands WHERE id = 'b'")[0])
    _cut(place, "table/1", 2)
    place.tamper("commands", f"UPDATE commands SET entries = {_literal(place, b'')} WHERE id = 'b'")
    _forge(place, model, proof=command_proof(digest, reply, b""))
    assert _findings(place) == ["commands table/1 2: command b lists no entries, and commands before it do"]


def _named(journal: Journal) -> list[tuple[Entry, Entry]]:
    """Entries that name another stream, with the last entry of that stream where it is of the same command."""
    found = []
    for stream in journal.streams():
        for entry in journal.read(stream):
            for other in entry.data.get("with", ()):
                (last,) = journal.read(other, journal.head(other).number)
                if last.command == entry.command:
                    found.append((entry, last))
    return found


def test_a_command_of_release_0_1_is_missed_by_the_streams_that_its_entries_name(tmp_path: Path) -> None:
    path = sqlite_room(tmp_path)
    place = Place(str(path), tmp_path)
    with Journal.open(path, FloorFold()) as journal:
        assert journal.verify().ok
        naming, last = _named(journal)[0]
    _cut(place, last.stream, last.number)
    with Journal.open(path, FloorFold(), readonly=True) as journal:
        whats = [(f.stream, f.number, f.what) for f in journal.verify().findings if f.where == "commands"]
    what = f"command {naming.command} wrote to {last.stream} too, and that entry is missing"
    assert (naming.stream, naming.number, what) in whats


# -- one time for a command


def test_all_entries_of_a_command_have_the_time_of_its_latest_stream(journal: Journal) -> None:
    accepted(journal, pay("a", at=10_000_000), pay("b", at=9_500_000, stream="jackpot/1"))
    drafts = [Draft(stream, "note", {}) for stream in ("jackpot/1", "table/1", "table/2")]
    streams = ("table/1", "table/2", "jackpot/1")
    (outcome,) = accepted(journal, append("c", *drafts, streams=streams, at=9_000_000))
    assert [entry.at for entry in outcome.entries] == [10_000_000] * 3
    # A stream that is declared and not written to has no say.
    (outcome,) = accepted(journal, append("d", Draft("table/9", "note", {}), streams=("table/1", "table/9"), at=7))
    assert [entry.at for entry in outcome.entries] == [7]
    assert journal.verify().ok


@pytest.mark.parametrize("behind", [0, 1, TOLERANCE, TOLERANCE + 1])
def test_a_command_may_lie_behind_any_of_its_streams_by_the_tolerance(journal: Journal, behind: int) -> None:
    accepted(journal, pay("a", at=10_000_000, stream="jackpot/1"))
    outcome = one(journal, pay("b", at=10_000_000 - behind, also="jackpot/1"))
    if behind <= TOLERANCE:
        assert [entry.at for entry in outcome.entries] == [10_000_000] * 2
    else:
        assert isinstance(outcome.error, ClockSteppedBack)
        assert journal.head("table/1").number == 0


def test_what_a_command_wrote_is_found_by_the_command_and_not_by_the_clock(journal: Journal) -> None:
    accepted(journal, *(pay(f"p{n}", at=10_000_000) for n in range(3)))
    accepted(journal, pay("close", at=8_500_000, also="property"), *(pay(f"q{n}", at=9_000_000) for n in range(3)))
    (close,) = journal.read("property")
    assert [(own.number, own.command) for own in journal.written_with(close, "table/1")] == [(4, "close")]


def test_what_a_command_of_release_0_1_wrote_is_found_within_the_tolerance(tmp_path: Path) -> None:
    with Journal.open(sqlite_room(tmp_path), FloorFold()) as journal:
        for entry, last in _named(journal):
            assert last.number in [own.number for own in journal.written_with(entry, last.stream)]


# -- export and import


def test_an_export_carries_the_lists_and_an_import_checks_them(place: Place, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "source.db", Till(), create=True) as source:
        fill(source, seals=False)
        source.export(tmp_path / "good.jsonl")
    lines = (tmp_path / "good.jsonl").read_bytes().splitlines()
    assert json.loads(lines[0])["version"] == 2
    assert json.loads(lines[2])["entries"] == [["table/1", 2], ["jackpot/1", 1]]
    with place.create() as journal:
        journal.load(tmp_path / "good.jsonl")
        assert place.dump()["commands"] == Place(str(tmp_path / "source.db"), tmp_path).dump()["commands"]
        assert journal.verify().ok


def _without(lines: list[bytes], stream: str, number: int) -> list[bytes]:
    """The export with the end of a stream cut off cleanly, its last line mended."""
    kept, gone = [], 0
    for line in lines[1:-1]:
        entry = json.loads(line)
        if entry["stream"] == stream and entry["number"] >= number:
            gone += 1
        else:
            kept.append(line)
    trailer = json.loads(lines[-1])
    trailer["entries"] -= gone
    before = [json.loads(line) for line in kept if json.loads(line)["stream"] == stream]
    trailer["heads"][stream] = [before[-1]["number"], before[-1]["hash"]]
    return [lines[0], *kept, json.dumps(trailer, separators=(",", ":")).encode()]


def test_an_import_refuses_a_command_that_is_not_whole(place: Place, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "source.db", Till(), create=True) as source:
        fill(source)
        source.export(tmp_path / "good.jsonl")
    lines = (tmp_path / "good.jsonl").read_bytes().splitlines()
    (tmp_path / "cut.jsonl").write_bytes(b"\n".join(_without(lines, "jackpot/1", 2)) + b"\n")
    with place.create() as journal, pytest.raises(BadExport, match="a7 is not whole: jackpot/1 2 is missing"):
        journal.load(tmp_path / "cut.jsonl")


def test_an_import_refuses_an_entry_that_its_command_does_not_list(place: Place, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "source.db", Till(), create=True) as source:
        fill(source)
        (model,) = source.read("jackpot/1", 2)
    _forge(Place(str(tmp_path / "source.db"), tmp_path), model)
    with Journal.open(tmp_path / "source.db", Till()) as source:
        source.export(tmp_path / "more.jsonl")
    with place.create() as journal, pytest.raises(BadExport, match="a7 does not list jackpot/1 3"):
        journal.load(tmp_path / "more.jsonl")
