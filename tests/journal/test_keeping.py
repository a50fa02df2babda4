"""Export and import, backup and restore, and two engines with one truth."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.journal import Journal, Request, Writer, restore
from houseway.journal.journal_errors import BadExport, BadJournal, JournalNotEmpty
from tests.journal.toy_bank import Place, Till, accepted, append, ask, fill, one, pay
from tests.postgres import schema_url
from tests.waiting import joined


def _same_projections(one_: Journal, other: Journal) -> None:
    assert one_.heads() == other.heads()
    assert one_.partials() == other.partials()
    assert one_.counters() == other.counters()


def test_export_is_read_back_on_either_engine(place: Place, server: str, tmp_path: Path) -> None:
    with place.create() as journal:
        fill(journal, seals=False)
        assert journal.export(tmp_path / "export.jsonl") == 10
        for url in (str(tmp_path / "copy.db"), schema_url(server)):
            with Journal.open(url, Till(), create=True) as copy:
                assert copy.load(tmp_path / "export.jsonl") == 10
                _same_projections(journal, copy)
                assert copy.verify().ok
                copy.export(tmp_path / "again.jsonl")
                assert one(copy, pay("a1", 5)).repeated
                assert accepted(copy, pay("new", 1, at=4_000_000))[0].reply == {"sum": 31}
            assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "export.jsonl").read_bytes()


def test_the_hash_is_over_length_prefixed_fields(journal: Journal) -> None:
    """Worked out here anew, from the description alone."""
    fill(journal)
    previous = bytes(32)
    for entry in journal.read("table/1"):
        fields = [
            *(b"table/1", entry.number.to_bytes(8, "big"), entry.command.encode(), b"ann"),
            *(entry.at.to_bytes(8, "big"), entry.kind.encode(), entry.body, entry.lines, entry.counts),
            *(entry.proof, previous),
        ]
        assert entry.previous == previous
        previous = hashlib.sha256(b"".join(len(f).to_bytes(8, "big") + f for f in fields)).digest()
        assert entry.hash == previous


def _line(number: int, **changes: object) -> Callable[[list[bytes]], list[bytes]]:
    def change(lines: list[bytes]) -> list[bytes]:
        data = json.loads(lines[number])
        data.update(changes)
        return [
            *lines[:number],
            json.dumps(data, separators=(",", ":"), sort_keys=False).encode() + b"\n",
            *lines[number + 1 :],
        ]

    return change


BAD: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "empty": lambda lines: [],
    "no header": lambda lines: lines[1:],
    "another format": _line(0, format="diary"),
    "a later version": _line(0, version=3),
    "another list": _line(2, entries=[["table/1", 2]]),
    "no list": _line(2, entries=[]),
    "cut": lambda lines: lines[:-1],
    "cut in a line": lambda lines: [*lines[:5], lines[5][:40]],
    "a missing entry": lambda lines: lines[:2] + lines[3:],
    "a missing last entry": lambda lines: lines[:-2] + lines[-1:],
    "swapped entries": lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]],
    "a doubled entry": lambda lines: [*lines[:3], lines[2], *lines[3:]],
    "something after the end": lambda lines: [*lines, lines[1]],
    "another person": _line(2, who="eve"),
    "another body": _line(2, body={"amount": 6, "before": 0}),
    "lines that do not balance": _line(2, lines=[["cash", -5], ["box/table/1", 6]]),
    "another reply": _line(2, reply={"sum": 6}),
    "another digest": _line(2, digest="00"),
    "no reply": _line(2, reply=None, digest=None),
    "not hexadecimal": _line(2, hash="xyz"),
    "an unknown field": _line(2, more=1),
    "another count": _line(-1, entries=9),
    "spaces": lambda lines: [*lines[:2], lines[2].replace(b'"body":{', b'"body": { '), *lines[3:]],
}


@pytest.mark.parametrize("change", BAD.values(), ids=BAD.keys())
def test_a_bad_export_is_refused_whole(
    place: Place, tmp_path: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    with Journal.open(tmp_path / "source.db", Till(), create=True) as source:
        fill(source, seals=False)
        source.export(tmp_path / "good.jsonl")
    lines = (tmp_path / "good.jsonl").read_bytes().splitlines(keepends=True)
    if change is BAD["spaces"]:
        # White space outside the hashed parts is no change; inside the body it is.
        assert b'"body":{' in lines[2]
    (tmp_path / "bad.jsonl").write_bytes(b"".join(change(lines)))
    with place.create() as journal:
        before = place.dump()
        with pytest.raises(BadExport):
            journal.load(tmp_path / "bad.jsonl")
        assert place.dump() == before
        journal.load(tmp_path / "good.jsonl")
        assert journal.verify().ok


def test_import_needs_an_empty_journal(place: Place, tmp_path: Path) -> None:
    with place.create() as journal:
        fill(journal)
        journal.export(tmp_path / "export.jsonl")
        before = place.dump()
        with pytest.raises(JournalNotEmpty):
            journal.load(tmp_path / "export.jsonl")
        assert place.dump() == before


def test_backup_while_writing_restores_to_one_moment(place: Place, server: str, tmp_path: Path) -> None:
    with place.create() as journal:
        started, stop = threading.Event(), threading.Event()

        def panel() -> None:
            number = 0
            while not stop.is_set():
                accepted_one = writer.submit(pay(f"c{number}", 1, also="jackpot/1")).result(60)
                assert accepted_one.error is None
                number += 1
                if number == 20:
                    started.set()

        with Writer(journal) as writer:
            thread = threading.Thread(target=panel)
            thread.start()
            started.wait(60)
            journal.backup(tmp_path / "backup")
            stop.set()
            joined(thread, "the panel has stopped")
        final = journal.head("table/1").number
    for url in (str(tmp_path / "restored.db"), schema_url(server)):
        assert restore(tmp_path / "backup", url, Till()).findings == ()
        with Journal.open(url, Till()) as copy:
            kept = copy.head("table/1").number
            assert 20 <= kept <= final
            assert copy.head("jackpot/1").number == kept
            assert copy.balance("cash") == -kept
            assert one(copy, pay("c5", 1, also="jackpot/1")).repeated


def test_a_restored_journal_is_checked_against_the_seals(place: Place, tmp_path: Path) -> None:
    with place.create() as journal:
        fill(journal)
        journal.backup(tmp_path / "backup")
        accepted(journal, pay("late", 1, at=80_000_000))
        journal.seal(90_000_000)
    seals = {"seals": tmp_path / "seals", "key": tmp_path / "key"}
    report = restore(tmp_path / "backup", tmp_path / "restored.db", Till(), **seals)
    assert [str(f) for f in report.findings] == [
        "seals seals 2: seal 3 has it at 2, the journal ends at 1",
        "seals table/1 6: seal 3 has it at 6, the journal ends at 5",
    ]


def test_restore_needs_an_empty_place_and_a_backup(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "a.db", Till(), create=True) as journal:
        fill(journal)
        journal.backup(tmp_path / "backup")
    with pytest.raises(JournalNotEmpty):
        restore(tmp_path / "backup", tmp_path / "a.db", Till())
    with pytest.raises(BadExport):
        restore(tmp_path / "nothing", tmp_path / "b.db", Till())
    (tmp_path / "noise").write_bytes(b"noise" * 1000)
    with pytest.raises(BadJournal):
        restore(tmp_path / "noise", tmp_path / "b.db", Till())
    assert not (tmp_path / "b.db").exists()


# ------------------------------------------------------------------------------------------------------ both engines

_streams = st.sampled_from(["table/1", "table/2", "table/ü", "vault"])
_positions = st.lists(st.integers(1, 16), unique=True, max_size=16)


def _requests(draw: st.DrawFn, number: int, at: int) -> Request:
    command = f"c{draw(st.integers(0, number))}"
    match draw(st.sampled_from(["pay", "pay", "pay", "ask", "bad"])):
        case "pay":
            also = draw(st.sampled_from([None, "jackpot/1", "property"]))
            note = draw(st.text(max_size=8))
            amount = draw(st.integers(-2, 10**15))
            positions = draw(_positions)
            return pay(command, amount, stream=draw(_streams), also=also, at=at, positions=positions, note=note)
        case "ask":
            return ask(command, draw(st.sampled_from(["cash", "box/vault"])), at=at)
        case _:
            return append(command, at=at, streams=("table/1",))


@st.composite
def command_logs(draw: st.DrawFn) -> list[list[Request]]:
    log: list[list[Request]] = []
    at, number = 1_000_000, 0
    for _ in range(draw(st.integers(1, 8))):
        batch = []
        for _ in range(draw(st.integers(1, 6))):
            number += 1
            at = max(0, at + draw(st.integers(-1_500_000, 3_000_000)))
            batch.append(_requests(draw, number, at))
        log.append(batch)
    return log


@settings(max_examples=25, deadline=None)
@given(log=command_logs())
def test_one_command_log_gives_one_truth_on_both_engines(
    log: list[list[Request]], server: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("engines")
    key = folder / "key"
    results = []
    for name, url in (("sqlite", str(folder / "journal.db")), ("postgresql", schema_url(server))):
        with Journal.open(url, Till(), create=True, seals=folder / f"{name}.seals", key=key) as journal:
            replies = []
            for number, batch in enumerate(log):
                outcomes = journal.write(batch)
                replies.append([(o.reply, type(o.error), o.repeated, o.entries) for o in outcomes])
                journal.seal(number * 60_000_000)
                # Money and counts are what the entries say, after every batch.
                sums: dict[str, int] = {}
                for stream in journal.streams():
                    for entry in journal.read(stream):
                        assert sum(amount for _, amount in entry.postings) == 0
                        for account, amount in entry.postings:
                            sums[account] = sums.get(account, 0) + amount
                assert journal.balances() == sums
            report = journal.verify()
            assert report.findings == ()
            journal.export(folder / f"{name}.jsonl")
            seals = (folder / f"{name}.seals").read_bytes()
            results.append(
                (replies, (folder / f"{name}.jsonl").read_bytes(), seals, journal.heads(), journal.partials())
            )
    assert results[0] == results[1]


@settings(max_examples=25, deadline=None)
@given(log=command_logs())
def test_batches_of_any_size_give_the_same_entries(
    log: list[list[Request]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("batches")
    requests = [request for batch in log for request in batch]
    exports = []
    for name, batches in (("given", log), ("single", [[request] for request in requests]), ("whole", [requests])):
        with Journal.open(folder / f"{name}.db", Till(), create=True) as journal:
            for batch in batches:
                journal.write(batch)
            journal.export(folder / f"{name}.jsonl")
            states = {stream: journal.state(stream) for stream in journal.streams()}
            exports.append(((folder / f"{name}.jsonl").read_bytes(), states, journal.counters()))
    assert exports[0] == exports[1] == exports[2]
