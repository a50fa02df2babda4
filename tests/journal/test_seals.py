"""Seals: chained, signed, outside the database, and honest about what they cover."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houseway.journal import Journal, SealBook
from houseway.journal.journal_errors import BadSeal
from tests.journal.toy_bank import Place, Till, accepted, fill, pay, seal_often
from tests.waiting import joined


def _lines(place: Place) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (place.folder / "seals").read_text().splitlines()]


def _write(place: Place, lines: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    (place.folder / "seals").write_text(text)


def _findings(place: Place, **settings: Any) -> list[str]:
    with place.open() as journal:
        return [str(finding) for finding in journal.verify(**settings).findings]


def test_a_seal_names_every_head_and_is_signed(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        accepted(journal, pay("b1", 4, at=80_000_000))
        journal.seal(90_000_000)
        heads = {stream: [head.number, head.hash.hex()] for stream, head in journal.heads().items()}
    first, second, third = _lines(place)
    assert (place.folder / "key").stat().st_mode & 0o777 == 0o600
    # In the second every stream has moved, so that it is whole; the third names those that moved since.
    assert (second["seal"]["number"], second["seal"]["previous"]) == (2, first["hash"])
    assert second["seal"]["key"] == first["seal"]["key"]
    assert third["seal"]["since"] == 2
    assert third["seal"]["heads"].keys() == {"table/1", "seals"}
    assert second["seal"]["heads"] | third["seal"]["heads"] == heads
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(first["seal"]["key"]))
    for line in (first, second, third):
        key.verify(bytes.fromhex(line["signature"]), bytes.fromhex(line["hash"]))
    assert _findings(place) == []


def test_a_seal_is_due_every_minute(place: Place) -> None:
    with place.create() as journal:
        assert journal.seal_due(5)
        journal.seal(1_000_000)
        assert [journal.seal_due(at) for at in (1_000_000, 60_999_999, 61_000_000)] == [False, False, True]
        # A clock that went back does not take the seals with it.
        assert journal.seal(5).at == 1_000_000


@pytest.mark.parametrize("field", ["number", "at", "heads", "previous", "key", "hash", "signature"])
def test_a_changed_seal_is_found(place: Place, field: str) -> None:
    with place.create() as journal:
        fill(journal)
    lines = _lines(place)
    part = lines[1] if field in ("hash", "signature") else lines[1]["seal"]
    match part[field]:
        case int():
            part[field] += 1
        case str():
            part[field] = part[field][:-1] + ("0" if part[field][-1] != "0" else "1")
        case dict():
            part[field]["table/1"][0] -= 1
        case None:
            part[field] = lines[0]["seal"]["key"][:-1] + "x"
    _write(place, lines)
    assert any(finding.startswith("seals 2: ") for finding in _findings(place))


def test_a_missing_seal_and_a_missing_first_seal_are_found(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        accepted(journal, pay("b1", at=190_000_000))
        journal.seal(200_000_000)
    lines = _lines(place)
    _write(place, [lines[0], lines[2]])
    assert "seals 2: it does not follow the seal before it" in _findings(place)
    _write(place, lines[1:])
    assert "seals 1: it does not follow the seal before it" in _findings(place)


def test_seals_made_anew_with_another_key_are_found(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        assert journal.seal_book is not None
        pinned = journal.seal_book.public_key()
        heads = journal.heads()
    (place.folder / "seals").unlink()
    forged = SealBook(place.folder / "seals", place.folder / "other")
    forged.add(lambda: heads, 70_000_000)
    assert "seals 1: it is not the seal that the journal has on record" in _findings(place)
    assert "key: the key file holds another key than the seals are signed with: nobody put it on record" in _findings(
        place
    )
    pinning = [finding for finding in _findings(place, public_key=pinned) if "another key" in finding]
    assert "seals: they are signed with another key than the one that was given" in pinning


def test_a_torn_line_is_found_and_the_next_seal_goes_on(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        whole = (place.folder / "seals").read_bytes()
        (place.folder / "seals").write_bytes(whole + whole[:100])
        assert [str(finding) for finding in journal.verify().findings] == ["seals 3: the line cannot be read"]
        assert not journal.seal_due(70_000_001)
        accepted(journal, pay("b1", at=190_000_000))
        assert journal.seal(200_000_000).number == 3
        assert journal.verify().ok


def test_a_journal_without_a_seal_file_says_so(postgres_place: Place) -> None:
    with Journal.open(postgres_place.url, Till(), create=True) as journal:
        with pytest.raises(BadSeal):
            journal.seal(5)
        assert journal.verify().ok


def test_a_key_that_is_none_is_refused(place: Place) -> None:
    (place.folder / "key").write_text("not a key")
    with place.create() as journal, pytest.raises(BadSeal):
        journal.seal(5)


def test_several_processes_share_one_seal_file(place: Place) -> None:
    place.create().close()
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=seal_often, args=(place.url, str(place.folder), worker)) for worker in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        joined(process, "a process that seals")
    assert [process.exitcode for process in processes] == [0, 0, 0]
    lines = _lines(place)
    assert [line["seal"]["number"] for line in lines] == list(range(1, len(lines) + 1))
    assert [line["seal"]["previous"] for line in lines[1:]] == [line["hash"] for line in lines[:-1]]
    with place.open() as journal:
        report = journal.verify()
        assert (report.findings, report.tail and report.tail.entries) == ((), 0)
        recorded = [entry.data["number"] for entry in journal.read("seals")]
    # Each seal is on record once at most, and in order.
    assert recorded == sorted(set(recorded))


def test_a_keyed_digest_depends_on_key_purpose_and_every_part(tmp_path: Path) -> None:
    book, other = (SealBook(tmp_path / "seals", tmp_path / name) for name in ("key", "other"))
    digests = {
        book.keyed_digest("snapshot", b"ab", b"c"),
        book.keyed_digest("snapshot", b"a", b"bc"),
        book.keyed_digest("snapshot", b"abc"),
        book.keyed_digest("snapshot", b"ab", b"c", b""),
        book.keyed_digest("account", b"ab", b"c"),
        other.keyed_digest("snapshot", b"ab", b"c"),
    }
    assert len(digests) == 6
    assert {len(digest) for digest in digests} == {32}
    # Another process that has the key gets the same.
    again = SealBook(tmp_path / "seals", tmp_path / "key")
    assert again.keyed_digest("snapshot", b"ab", b"c") == book.keyed_digest("snapshot", b"ab", b"c")


def test_seals_name_what_moved_and_all_of_it_now_and_then(sqlite_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.journal.sealing.seals.WHOLE_EVERY", 5)
    with sqlite_place.create() as journal:
        fill(journal, seals=False)
        for number in range(1, 14):
            accepted(journal, pay(f"c{number}", stream=f"table/{1 + number % 2}", at=4_000_000 + number))
            journal.seal(5_000_000 + number)
            # Nothing has moved since, and nothing is written.
            assert journal.seal(6_000_000).number == number
        heads = {stream: (head.number, head.hash.hex()) for stream, head in journal.heads().items()}
        assert journal.verify().findings == ()
    lines = _lines(sqlite_place)
    assert [line["seal"].get("since") for line in lines] == [None, 1, 1, 1, 1, None, 6, 6, 6, 6, None, 11, 11]
    assert {len(line["seal"]["heads"]) for line in lines if "since" in line["seal"]} == {2}
    # Another process reads back to the last whole one.
    tail = SealBook(sqlite_place.folder / "seals", sqlite_place.folder / "key").tail()
    assert tail is not None
    assert tail.standing == heads
    # A whole one that is taken out leaves the parts that count from it without their ground.
    _write(sqlite_place, [*lines[:5], *lines[6:]])
    assert any("counts from seal 6, which is not the last whole one" in finding for finding in _findings(sqlite_place))
