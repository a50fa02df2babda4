"""Seals made by whoever has the key, and still not right: every one is found, named, and placed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.journal.entries import Head
from houseway.journal.sealing.seal_check import Outside, Unsealed, moment_of, tail_in_words, unsealed_since
from houseway.journal.sealing.sealing_key import load_key, make_key, public_bytes
from houseway.journal.sealing.seals import FIRST, Seal, SealedLine, read_line, seal_hash
from tests.journal.toy_bank import Place, accepted, fill, pay


class File:
    """The seal file of a place, as somebody with its key can write it."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.path = place.folder / "seals"
        self.key = load_key(place.folder / "key")
        found = [read_line(raw) for raw in self.path.read_bytes().splitlines(keepends=True)]
        self.seals = [line.seal for line in found if line is not None]

    def write(self, *seals: Seal, follow: bool = True) -> None:
        """Seals in this order, each signed; with ``follow`` each names the one before it."""
        raw = b""
        before = FIRST
        for seal in seals:
            made = msgspec.structs.replace(seal, previous=before) if follow else seal
            digest = seal_hash(made)
            raw += msgspec.json.encode(
                SealedLine(made, digest.hex(), self.key.sign(digest).hex()), order="deterministic"
            )
            raw += b"\n"
            before = digest.hex()
        self.path.write_bytes(raw)


@pytest.fixture
def file(sqlite_place: Place) -> File:
    """Two seals of four streams, none of which is on record yet."""
    with sqlite_place.create() as journal:
        accepted(journal, pay("a1", 5), pay("a2", 7, stream="table/2"))
        journal.seal(2_000_000)
        sealed = sqlite_place.folder / "seals"
        first = sealed.read_bytes()
        accepted(journal, pay("a3", 9))
        journal.seal(70_000_000)
        assert len(sealed.read_bytes()) > len(first)
    return File(sqlite_place)


def verified(place: Place, **settings: Any) -> tuple[list[str], tuple[str, ...]]:
    with place.open(readonly=True) as journal:
        report = journal.verify(**settings)
        return [str(finding) for finding in report.findings], report.unchecked


def found(file: File, **settings: Any) -> list[str]:
    return verified(file.place, **settings)[0]


def test_seals_that_are_signed_anew_as_they_were_are_no_finding(file: File) -> None:
    file.write(*file.seals)
    assert found(file) == []


def changed(seal: Seal, **fields: Any) -> Seal:
    return msgspec.structs.replace(seal, **fields)


Forge = Callable[[Seal, Seal], tuple[Seal, Seal]]
FORGED: dict[str, tuple[Forge, str]] = {
    "a first seal without a key": (lambda a, b: (changed(a, key=None), b), "seals 1: the first seal names no key"),
    "another key": (
        lambda a, b: (a, changed(b, key="ab" * 32)),
        "seals 2: it names another key than the seals before it",
    ),
    "a number left out": (lambda a, b: (a, changed(b, number=3)), "seals 2: seal 3 stands at line 2"),
    "an older time": (lambda a, b: (a, changed(b, at=a.at - 1)), "seals 2: it is older than the seal before it"),
    "a hand-over that nobody recorded": (
        lambda a, b: (a, changed(b, next_key="cd" * 32)),
        "seals 2: it hands over to a new key that nobody put on record",
    ),
    "a lost key that nobody recorded": (
        lambda a, b: (a, changed(b, key=a.key, since=msgspec.UNSET, replaces="cd" * 32)),
        "seals 2: a new key that nobody put on record begins here",
    ),
    "a stream left out of a whole seal": (
        lambda a, b: (a, changed(b, since=msgspec.UNSET, key=a.key, heads={"table/1": b.heads["table/1"]})),
        "seals table/2: seal 2 leaves out a stream that was sealed before",
    ),
    "counted from another seal": (
        lambda a, b: (a, changed(b, since=2)),
        "seals: seal 2 counts from seal 2, which is not the last whole one",
    ),
    "a stream that goes back": (
        lambda a, b: (changed(a, heads={**a.heads, "table/1": b.heads["table/1"]}), changed(b, heads=a.heads)),
        "seals table/1 1: seal 2 has it at or before an earlier seal",
    ),
    "a stream that goes further than the journal": (
        lambda a, b: (a, changed(b, heads={"table/1": (9, "00" * 32)})),
        "seals table/1 9: seal 2 has it at 9, the journal ends at 2",
    ),
    "another entry": (
        lambda a, b: (a, changed(b, heads={"table/1": (2, "00" * 32)})),
        "seals table/1 2: seal 2 has another hash for it",
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_seal_that_is_signed_and_not_right_is_found(file: File, what: str) -> None:
    forge, words = FORGED[what]
    file.write(*forge(file.seals[0], file.seals[1]))
    assert words in found(file)


def test_a_time_that_stands_still_is_no_finding(file: File) -> None:
    file.write(file.seals[0], changed(file.seals[1], at=file.seals[0].at))
    assert found(file) == []


def test_a_seal_that_follows_no_other_is_found(file: File) -> None:
    file.write(file.seals[0], changed(file.seals[1], previous=FIRST), follow=False)
    assert found(file) == ["seals 2: it does not follow the seal before it"]


def test_a_line_that_cannot_be_read_is_found_at_its_place(file: File) -> None:
    first, second = file.path.read_bytes().splitlines(keepends=True)
    file.path.write_bytes(first + b"{}\n" + second)
    assert "seals 2: the line cannot be read" in found(file)


def test_a_seal_on_record_that_was_taken_out_of_the_file_is_found(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        fill(journal)
        accepted(journal, pay("b1", 4, at=80_000_000))
        journal.seal(90_000_000)
        accepted(journal, pay("b2", 4, at=95_000_000))
    file = File(sqlite_place)
    file.write(file.seals[0], file.seals[2])
    assert "seals 2: the journal has it on record, and it is not in the file" in found(file)


def test_it_is_named_by_its_own_number_where_seals_before_it_are_not_on_record(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        accepted(journal, pay("a1", 4))
        for at in (1, 2, 3):
            journal.seal(at * 1_000_000, whole=True)
        accepted(journal, pay("a2", 4, at=4_000_000))
        journal.seal(5_000_000)
        accepted(journal, pay("a3", 4, at=6_000_000))
        assert [entry.data["number"] for entry in journal.read("seals")] == [3, 4]
    file = File(sqlite_place)
    file.write(*file.seals[:2], file.seals[3])
    missing = [what for what in found(file) if "is not in the file" in what]
    assert missing == ["seals 3: the journal has it on record, and it is not in the file"]


# -- the key


def test_a_key_file_that_is_none_is_found(file: File) -> None:
    (file.place.folder / "key").write_bytes(b"no key")
    [what] = [what for what in found(file) if what.startswith("key")]
    assert what.startswith("key: the key file cannot be used")


def test_another_key_in_the_file_is_found_unless_it_waits(file: File) -> None:
    key = file.place.folder / "key"
    other = file.place.folder / "other"
    make_key(other)
    mine = key.read_bytes()
    key.write_bytes(other.read_bytes())
    wrong = "key: the key file holds another key than the seals are signed with: nobody put it on record"
    assert found(file) == [wrong]
    (file.place.folder / "key.next").write_bytes(mine)
    assert found(file) == []
    (file.place.folder / "key.next").write_bytes(b"no key")
    assert found(file) == [wrong]


def test_a_key_that_is_elsewhere_is_said_to_be_unchecked_where_it_may_be(file: File) -> None:
    public = public_bytes(file.key)
    assert verified(file.place, key_elsewhere=True)[1] == verified(file.place)[1]
    (file.place.folder / "key").unlink()
    assert found(file) == ["key: the key file is missing: the journal was sealed with it"]
    assert found(file, public_key=public) == []
    findings, unchecked = verified(file.place, key_elsewhere=True)
    assert findings == []
    assert any(line.startswith("the sealing key, which is never part of a backup") for line in unchecked)


def test_a_key_that_is_given_is_held_against_seals_or_record(file: File) -> None:
    assert found(file, public_key=public_bytes(file.key)) == []
    assert found(file, public_key=bytes(32)) == ["seals: they are signed with another key than the one that was given"]
    with file.place.open() as journal:
        accepted(journal, pay("b1", 1, at=80_000_000))
    file.path.unlink()
    [gone] = found(file, public_key=public_bytes(file.key))
    assert gone.startswith("seals 2: the seal file is missing: the journal has seal 2 of 1970-01-01 00:01:10 UTC")
    assert "seals: the journal has another key on record than the one that was given" in found(
        file, public_key=bytes(32)
    )


# -- paper and copies


def test_a_printed_seal_is_held_against_the_file(file: File) -> None:
    hashes = [line.hash for line in map(read_line, file.path.read_bytes().splitlines(keepends=True)) if line]
    for number, hash_ in enumerate(hashes, 1):
        assert found(file, against=Outside((("seal", number, hash_[:16]),))) == []
    other = "printed 2: the seal of this number is another than the one that is printed"
    assert found(file, against=Outside((("seal", 2, hashes[0]),))) == [other]
    [older] = found(file, against=Outside((("seal", 3, hashes[0]),)))
    assert older == "printed 3: seal 3 is printed, and the seal file ends at 2: an older one was put back"


def test_a_printed_entry_is_held_against_the_journal(file: File) -> None:
    with file.place.open(readonly=True) as journal:
        hashes = {entry.number: entry.hash.hex() for entry in journal.read("table/1")}
    assert found(file, against=Outside((("table/1", 2, hashes[2][:16]),))) == []
    assert found(file, against=Outside((("table/1", 2, hashes[1]),))) == [
        "printed table/1 2: the entry is another than the one that is printed"
    ]
    assert found(file, against=Outside((("table/1", 3, hashes[1]),))) == [
        "printed table/1 3: entry 3 is printed, and the journal ends at 2: an older database was put back"
    ]


def test_a_copy_of_the_seals_is_held_against_file_and_journal(file: File, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(file.path.read_bytes())
    against = Outside(seals_copy=copy)
    assert found(file, against=against) == []
    first, second = file.path.read_bytes().splitlines(keepends=True)
    copy.write_bytes(first + b"{}\n")
    assert found(file, against=against) == ["seals copy 2: the line cannot be read"]
    copy.write_bytes(first + second)
    file.path.write_bytes(first)
    assert found(file, against=against) == [
        "seals copy 2: the copy goes to seal 2, and the seal file ends at 1: an older one was put back"
    ]
    file.write(file.seals[0], changed(file.seals[1], at=71_000_000))
    assert found(file, against=against) == ["seals copy 2: the seal file has another seal of this number"]
    file.write(*file.seals)
    further = changed(file.seals[1], heads={"table/1": (9, "00" * 32), "table/2": (1, "00" * 32)})
    original = file.path.read_bytes()
    file.write(file.seals[0], further)
    copy.write_bytes(file.path.read_bytes())
    file.path.write_bytes(original)
    assert found(file, against=against) == [
        "seals copy 2: the seal file has another seal of this number",
        "seals copy table/1 9: the copy has entry 9, and the journal ends at 2: an older database was put back",
        "seals copy table/2 1: the copy has another entry there",
    ]


def test_an_empty_copy_and_an_empty_file_agree(sqlite_place: Place, tmp_path: Path) -> None:
    with sqlite_place.create() as journal:
        accepted(journal, pay("a1"))
    copy = tmp_path / "copy"
    copy.write_bytes(b"")
    findings, unchecked = verified(sqlite_place, against=Outside(seals_copy=copy))
    assert findings == []
    assert any(line.endswith("Seal it: houseway audit seal") for line in unchecked)


# -- words


@pytest.mark.parametrize(
    ("entries", "seconds", "words"),
    [
        (0, 1, "Everything is sealed: seal 1,234, 1 second ago."),
        (0, 0, "Everything is sealed: seal 1,234, 0 seconds ago."),
        (1, 2, "1 entry is not sealed yet: the last seal is 1,234, 2 seconds ago."),
        (2, 3_600, "2 entries are not sealed yet: the last seal is 1,234, 3,600 seconds ago."),
    ],
)
def test_what_is_not_sealed_is_said_in_words(entries: int, seconds: int, words: str) -> None:
    assert tail_in_words(Unsealed(1234, 0, entries, seconds)) == words


def test_what_no_seal_covers_is_counted_by_stream_and_never_less_than_nothing() -> None:
    last = Seal(4, 10_000_000, {}, FIRST)
    heads = {"a": Head(5, 11_000_000, b""), "b": Head(2, 13_500_000, b""), "c": Head(1, 0, b"")}
    standing = {"a": (3, ""), "b": (9, "")}
    assert unsealed_since(last, standing, heads, None) == Unsealed(4, 10_000_000, 3, 3)
    assert unsealed_since(last, standing, heads, 9_000_000) == Unsealed(4, 10_000_000, 3, 0)
    assert unsealed_since(last, {}, {}, None) == Unsealed(4, 10_000_000, 0, 0)


def test_a_moment_that_is_none_is_said_as_it_is() -> None:
    assert moment_of(1_700_000_000_999_999) == "2023-11-14 22:13:20 UTC"
    assert moment_of(10**30) == f"{10**30} µs"
