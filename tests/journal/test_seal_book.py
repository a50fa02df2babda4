"""The book of seals by itself: what it writes, what it reads back, what it refuses."""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.journal import SealBook
from houseway.journal.entries import Head
from houseway.journal.journal_errors import BadSeal, JournalBehindSeals, SealKeyLost, SealKeyUnknown, SealsMissing
from houseway.journal.sealing.seal_record import Recorded
from houseway.journal.sealing.sealing_key import load_key, make_key, private_bytes
from houseway.journal.sealing.seals import FIRST, INTERVAL

SECOND = 1_000_000


class Streams:
    """Streams that go on one entry at a time."""

    def __init__(self, *names: str) -> None:
        self.numbers = dict.fromkeys(names, 1)

    def heads(self) -> dict[str, Head]:
        return {
            name: Head(number, 0, hashlib.sha256(f"{name} {number}".encode()).digest())
            for name, number in self.numbers.items()
        }

    def standing(self) -> dict[str, tuple[int, str]]:
        return {name: (head.number, head.hash.hex()) for name, head in self.heads().items()}


@pytest.fixture
def book(tmp_path: Path) -> SealBook:
    return SealBook(tmp_path / "seals", tmp_path / "key")


def again(book: SealBook) -> SealBook:
    """The same file and key, read by another process."""
    return SealBook(book.path, book.key)


def filled(book: SealBook, seals: int = 5) -> Streams:
    """So many seals: the first whole, each other one of the one stream that moved."""
    streams = Streams("a", "b", "c")
    book.add(streams.heads, SECOND)
    for number in range(2, seals + 1):
        streams.numbers["abc"[number % 3]] += 1
        book.add(streams.heads, number * SECOND)
    return streams


# -- what it writes and reads


@pytest.mark.parametrize("chunk", [1, 7, 300, 600, 65_536])
def test_the_end_of_a_file_is_the_same_however_it_is_read(
    book: SealBook, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    streams = filled(book)
    monkeypatch.setattr("houseway.journal.sealing.seals._CHUNK", chunk)
    fresh = again(book).tail()
    assert fresh == book.tail()
    assert fresh is not None
    assert fresh.last.seal.number == 5
    assert fresh.last.seal.since == fresh.whole == 1
    assert fresh.standing == streams.standing()
    assert fresh.key == book.public_key().hex()
    assert fresh.end == book.path.stat().st_size == book.size()
    assert book.path.read_bytes().endswith(fresh.raw)


def test_the_last_whole_seal_is_found_wherever_a_piece_of_the_file_begins(
    book: SealBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = filled(book, 2)
    book.add(streams.heads, 3 * SECOND, whole=True)
    for stream in "ab":
        streams.numbers[stream] += 1
        book.add(streams.heads, 9 * SECOND)
    tail = book.tail()
    assert tail is not None
    assert (tail.last.seal.number, tail.whole, tail.standing) == (5, 3, streams.standing())
    lengths = [len(line) for line in book.path.read_bytes().splitlines(keepends=True)]
    edges = {sum(lengths[-count:]) for count in range(1, len(lengths) + 1)}
    for chunk in sorted({edge + by for edge in edges for by in (-1, 0, 1)} | {1, 2}):
        monkeypatch.setattr("houseway.journal.sealing.seals._CHUNK", chunk)
        assert again(book).tail() == tail, chunk


def test_a_book_reads_on_from_where_it_was_and_sees_what_others_wrote(book: SealBook) -> None:
    streams = filled(book)
    other = again(book)
    assert other.last() == book.last()
    streams.numbers["a"] += 1
    made = book.add(streams.heads, 9 * SECOND)
    assert other.last() == made
    tail = other.tail()
    assert tail is not None
    assert tail.standing == streams.standing()


def test_a_file_that_was_made_shorter_or_another_is_read_anew(book: SealBook) -> None:
    filled(book)
    lines = book.path.read_bytes().splitlines(keepends=True)
    reader = again(book)
    assert reader.last() == book.last()
    book.path.write_bytes(b"".join(lines[:3]))
    shorter = reader.last()
    assert shorter is not None
    assert shorter.number == 3
    book.path.write_bytes(b"".join(lines))
    longer = reader.last()
    assert longer is not None
    assert longer.number == 5


def test_every_line_is_read_up_to_a_size(book: SealBook) -> None:
    filled(book, 3)
    lines = book.path.read_bytes().splitlines(keepends=True)
    assert list(book.lines(0)) == []
    assert [line.seal.number for line in book.lines(len(lines[0])) if line] == [1]
    assert [line.seal.number for line in book.lines(len(lines[0]) + 1) if line] == [1, 2]
    assert [line.seal.number for line in book.lines(book.size()) if line] == [1, 2, 3]


def test_there_is_nothing_where_nothing_was_sealed(book: SealBook) -> None:
    assert (book.last(), book.tail(), book.last_recordable(), book.size()) == (None, None, None, 0)
    assert book.due(0)
    book.check()
    assert not book.path.exists()


def test_a_seal_is_due_when_its_minute_is_over(book: SealBook) -> None:
    filled(book, 1)
    assert not book.due(SECOND + INTERVAL - 1)
    assert book.due(SECOND + INTERVAL)


def test_nothing_is_sealed_where_nothing_moved_unless_all_is_to_be_named(book: SealBook) -> None:
    streams = filled(book)
    last = book.last()
    assert book.add(streams.heads, 60 * SECOND) == last
    whole = book.add(streams.heads, 60 * SECOND, whole=True)
    assert (whole.number, whole.heads, whole.key) == (6, streams.standing(), book.public_key().hex())


def test_a_seal_names_what_moved_and_every_so_often_all(book: SealBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.journal.sealing.seals.WHOLE_EVERY", 4)
    streams = Streams("a", "b")
    book.add(streams.heads, SECOND)
    for number in range(2, 7):
        streams.numbers["a"] += 1
        seal = book.add(streams.heads, number * SECOND)
        assert set(seal.heads) == ({"a", "b"} if number == 5 else {"a"}), number
    streams.numbers["a"] += 1
    streams.numbers["b"] += 1
    assert set(book.add(streams.heads, 10**9).heads) == {"a", "b"}


def test_seals_never_go_back_in_time(book: SealBook) -> None:
    streams = filled(book, 2)
    streams.numbers["a"] += 1
    assert book.add(streams.heads, 0).at == 2 * SECOND


def test_what_the_journal_records_is_the_last_seal(book: SealBook) -> None:
    filled(book)
    tail = book.tail()
    assert tail is not None
    assert again(book).last_recordable() == Recorded(5, tail.last.hash, book.public_key().hex(), 5 * SECOND)


# -- what a crash leaves


@pytest.mark.parametrize("chunk", [3, 65_536])
@pytest.mark.parametrize("torn", [b"{", b'{"seal":' + b"x" * 50])
def test_a_torn_end_is_cut_off_and_no_more(
    book: SealBook, monkeypatch: pytest.MonkeyPatch, chunk: int, torn: bytes
) -> None:
    monkeypatch.setattr("houseway.journal.sealing.seals._CHUNK", chunk)
    streams = filled(book, 2)
    whole = book.path.read_bytes()
    book.path.write_bytes(whole + torn)
    last = again(book).last()
    assert last is not None
    assert last.number == 2
    streams.numbers["a"] += 1
    again(book).add(streams.heads, 9 * SECOND)
    assert book.path.read_bytes().startswith(whole)
    assert [line is not None for line in book.lines(book.size())] == [True, True, True]


@pytest.mark.parametrize("torn", [b"{", b'{"seal":'])
def test_a_torn_end_is_cut_off_wherever_a_piece_of_the_file_begins(
    book: SealBook, monkeypatch: pytest.MonkeyPatch, torn: bytes
) -> None:
    streams = filled(book, 2)
    whole = book.path.read_bytes()
    for chunk in range(1, len(torn) + 3):
        monkeypatch.setattr("houseway.journal.sealing.seals._CHUNK", chunk)
        book.path.write_bytes(whole + torn)
        assert again(book).add(streams.heads, 9 * SECOND).number == 2
        assert book.path.read_bytes() == whole, chunk


@pytest.mark.parametrize("chunk", [3, 65_536])
def test_a_first_line_that_is_torn_leaves_an_empty_file(
    book: SealBook, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr("houseway.journal.sealing.seals._CHUNK", chunk)
    book.path.write_bytes(b'{"seal":{"number":1')
    seal = book.add(Streams("a").heads, SECOND)
    assert (seal.number, seal.previous) == (1, FIRST)
    assert [line is not None and line.seal == seal for line in book.lines(book.size())] == [True]


def test_a_last_line_that_cannot_be_read_is_no_seal_to_follow(book: SealBook) -> None:
    streams = filled(book, 2)
    with book.path.open("ab") as file:
        file.write(b"{}\n")
    with pytest.raises(BadSeal, match="the last line of seals cannot be read"):
        again(book).add(streams.heads, 9 * SECOND)


@pytest.mark.parametrize("seals", [1, 2])
def test_a_last_line_that_is_not_as_the_program_writes_it_is_no_seal_to_follow(book: SealBook, seals: int) -> None:
    streams = filled(book, seals)
    *before, last = book.path.read_bytes().splitlines(keepends=True)
    book.path.write_bytes(b"".join([*before, b"{ " + last[1:]]))
    with pytest.raises(BadSeal, match="the last line of seals cannot be read"):
        again(book).add(streams.heads, 9 * SECOND)


def test_a_line_in_between_that_cannot_be_read_is_no_seal_to_follow(book: SealBook) -> None:
    streams = filled(book, 4)
    lines = book.path.read_bytes().splitlines(keepends=True)
    book.path.write_bytes(b"".join([*lines[:2], b"{}\n", lines[3]]))
    with pytest.raises(BadSeal, match="a line of seals cannot be read"):
        again(book).add(streams.heads, 9 * SECOND)


def test_a_file_that_cannot_be_held_is_not_sealed_and_let_go_of(
    book: SealBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = filled(book, 2)
    before = book.path.read_bytes()
    streams.numbers["a"] += 1
    files: list[IO[bytes]] = []

    def no_locks(file: IO[bytes], kind: int) -> None:
        files.append(file)
        raise OSError("no locks available")

    with monkeypatch.context() as patched:
        patched.setattr(fcntl, "flock", no_locks)
        with pytest.raises(BadSeal, match="seals cannot be written: no locks available"):
            book.add(streams.heads, 9 * SECOND)
    assert [file.closed for file in files] == [True]
    assert book.path.read_bytes() == before


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    make_key(tmp_path / "key")
    book = SealBook(tmp_path / "no folder" / "seals", tmp_path / "key")
    with pytest.raises(BadSeal, match="seals cannot be written"):
        book.add(Streams("a").heads, SECOND)
    folder = SealBook(tmp_path, tmp_path / "key")
    for act in (lambda: folder.add(Streams("a").heads, SECOND), folder.check):
        with pytest.raises(BadSeal, match="Is a directory"):
            act()


def test_readers_of_the_file_do_not_wait_for_each_other(book: SealBook, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(book, 2)
    lock = fcntl.flock
    # Where one would wait, it fails instead.
    monkeypatch.setattr(fcntl, "flock", lambda file, kind: lock(file, kind | fcntl.LOCK_NB))
    with book.path.open("rb") as other:
        lock(other, fcntl.LOCK_SH)
        reader = again(book)
        reader.check()
        last = reader.last()
        assert last is not None
        assert (last.number, reader.size()) == (2, book.path.stat().st_size)
        with pytest.raises(BadSeal, match="cannot be written"):
            reader.add(Streams("a", "b", "c", "d").heads, 9 * SECOND)


def test_a_new_file_is_for_its_owner_alone_and_its_name_lasts(
    book: SealBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_key(book.key)
    synced: list[int] = []
    sync = os.fsync

    def noting(handle: int) -> None:
        synced.append(os.fstat(handle).st_ino)
        sync(handle)

    monkeypatch.setattr(os, "fsync", noting)
    usual = os.umask(0)
    try:
        book.add(Streams("a").heads, SECOND)
    finally:
        os.umask(usual)
    assert book.path.stat().st_mode & 0o777 == 0o600
    assert synced == [tmp_path.stat().st_ino, book.path.stat().st_ino]


# -- what it refuses


def test_an_older_journal_is_not_sealed(book: SealBook) -> None:
    streams = filled(book)
    before = book.path.read_bytes()
    streams.numbers["a"] -= 1
    streams.numbers["b"] += 1
    with pytest.raises(JournalBehindSeals, match=r"Seal 5 has entry 2 of a; the journal ends at entry 1\."):
        book.add(streams.heads, 9 * SECOND)
    with pytest.raises(JournalBehindSeals, match=r"ends at entry 0\."):
        book.add(lambda: {}, 9 * SECOND)
    other = {**Streams("a", "b", "c").heads(), "a": Head(2, 0, bytes(32))}
    with pytest.raises(JournalBehindSeals):
        book.add(lambda: other, 9 * SECOND)
    assert book.path.read_bytes() == before


def test_what_the_journal_has_on_record_must_be_in_the_file(book: SealBook) -> None:
    streams = filled(book)
    tail = book.tail()
    assert tail is not None
    key = book.public_key().hex()
    streams.numbers["a"] += 1

    def on_record(number: int, digest: str) -> SealBook:
        reader = again(book)
        reader.recorded = lambda: Recorded(number, digest, key, 0)
        return reader

    for reader in (on_record(5, tail.last.hash), on_record(4, "whatever")):
        reader.check()
    for number, digest, words in ((6, "x", "ends at seal 5, and the journal says that seal 6"), (5, "x", "Seal 5 in")):
        with pytest.raises(SealsMissing, match=words):
            on_record(number, digest).check()
        with pytest.raises(SealsMissing, match=words):
            on_record(number, digest).add(streams.heads, 9 * SECOND)
    book.path.write_bytes(b"")
    with pytest.raises(SealsMissing, match="holds none, and the journal says that seal 5"):
        on_record(5, "x").check()
    book.path.unlink()
    held: tuple[Callable[[SealBook], object], ...] = (SealBook.check, lambda one: one.add(streams.heads, 9 * SECOND))
    for act in held:
        with pytest.raises(SealsMissing, match=r"is not there\. The journal says that it held 5 seals"):
            act(on_record(5, "x"))
    assert not book.path.exists()


def test_a_lost_key_is_not_replaced_and_another_one_seals_nothing(book: SealBook, tmp_path: Path) -> None:
    streams = filled(book)
    streams.numbers["a"] += 1
    mine = book.key.read_bytes()
    book.key.unlink()
    acts: list[Callable[[SealBook], object]] = [SealBook.check, lambda one: one.add(streams.heads, 1)]
    more: list[Callable[[SealBook], object]] = [*acts, lambda one: one.keyed_digest("p")]
    for act in more:
        with pytest.raises(SealKeyLost):
            act(again(book))
    assert not book.key.exists()
    make_key(book.key)
    for act in acts:
        with pytest.raises(SealKeyUnknown):
            act(again(book))
    book.key.write_bytes(mine)
    again(book).add(streams.heads, 9 * SECOND)


# -- keys that change


def test_a_key_is_handed_over_by_the_one_before_it(book: SealBook) -> None:
    streams = filled(book, 2)
    old = book.public_key().hex()
    new = book.waiting_key()
    assert new != old
    assert book.waiting_key() == new
    book.hand_over(streams.heads, 1)
    assert book.public_key().hex() == new
    lines = [line.seal for line in book.lines(book.size()) if line]
    assert [(seal.number, seal.key, seal.next_key) for seal in lines[2:]] == [
        (3, old, new),
        (4, new, lines[3].next_key),
    ]
    assert lines[2].at == lines[3].at == 2 * SECOND
    assert lines[2].heads == lines[3].heads == streams.standing()
    streams.numbers["a"] += 1
    again(book).add(streams.heads, 9 * SECOND)
    recordable = again(book).last_recordable()
    assert recordable is not None
    assert (recordable.number, recordable.key) == (5, new)


def test_a_hand_over_that_was_interrupted_is_finished_by_the_next_seal(book: SealBook) -> None:
    streams = filled(book, 2)
    old = book.key.read_bytes()
    new = book.waiting_key()
    waiting = book.key.with_name("key.next")
    kept = waiting.read_bytes()
    book.hand_over(streams.heads, 9 * SECOND)
    book.key.write_bytes(old)
    waiting.write_bytes(kept)
    streams.numbers["a"] += 1
    fresh = again(book)
    fresh.add(streams.heads, 10 * SECOND)
    assert fresh.public_key().hex() == new
    assert not waiting.exists()


def test_a_new_key_begins_a_section_instead_of_one_that_was_lost(book: SealBook) -> None:
    streams = filled(book, 2)
    lost = book.public_key().hex()
    tail = book.tail()
    assert tail is not None
    book.key.unlink()
    fresh = again(book)
    new = fresh.waiting_key()
    seal = fresh.start_over(streams.heads, 1)
    assert (seal.number, seal.previous, seal.at) == (3, tail.last.hash, 2 * SECOND)
    assert (seal.key, seal.replaces, seal.heads) == (new, lost, streams.standing())
    assert fresh.public_key().hex() == new


def test_a_new_file_goes_on_counting_from_what_is_on_record(book: SealBook) -> None:
    book.waiting_key()
    book.recorded = lambda: Recorded(7, "ab" * 32, "cd" * 32, 5 * SECOND)
    seal = book.start_over(Streams("a").heads, SECOND)
    assert (seal.number, seal.previous, seal.at, seal.replaces) == (8, "ab" * 32, 5 * SECOND, "cd" * 32)


def test_a_new_file_without_any_record_begins_at_one(book: SealBook) -> None:
    book.waiting_key()
    seal = book.start_over(Streams("a").heads, SECOND)
    assert (seal.number, seal.previous, seal.at, seal.replaces) == (1, FIRST, SECOND, "")


def test_a_key_that_waits_can_be_dropped(book: SealBook) -> None:
    first = book.waiting_key()
    book.drop_waiting_key()
    book.drop_waiting_key()
    assert book.waiting_key() != first


def test_a_keyed_digest_is_hmac_under_a_key_derived_as_rfc_5869_says(book: SealBook) -> None:
    """Digests of one release must hold in the next: reckoned here from the standard, not by the program."""
    filled(book, 1)
    private: Ed25519PrivateKey = load_key(book.key)
    extracted = hmac.new(bytes(32), private_bytes(private), hashlib.sha256).digest()
    derived = hmac.new(extracted, b"houseway keyed digest\0purpose\x01", hashlib.sha256).digest()
    parts = (b"one", b"", b"three")
    message = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    assert again(book).keyed_digest("purpose", *parts) == hmac.new(derived, message, hashlib.sha256).digest()
