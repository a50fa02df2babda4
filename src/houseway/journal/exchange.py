"""Export and import: a whole journal as JSON lines, the same from either engine.

The first line names the format, then every entry in the order of streams and numbers, then one line that says how
many there were and where every stream ends. The first entry of a command carries its digest, its reply and the list
of all its entries; files of release 0.1 (version 1) have no such list, nor have the commands that it wrote.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from houseway.journal.engines.engine import PAGE, Beginning, Conflict, Engine, Known, Pending, Queries, Unwritable
from houseway.journal.engines.sqlite import sync_folder
from houseway.journal.entries import (
    CLOCK,
    EMPTY,
    Entry,
    Head,
    canonical_counts,
    canonical_lines,
    checked_name,
    command_proof,
    entry_hash,
    is_canonical,
    listed,
    read_list,
    stream_order,
)
from houseway.journal.journal_errors import (
    BadDraft,
    BadExport,
    JournalBusy,
    JournalDamaged,
    JournalNotEmpty,
    JournalUnavailable,
)
from houseway.journal.private_files import open_private
from houseway.release import VERSION

FORMAT = "houseway-journal"
FORMAT_VERSION = 2
READABLE = (1, 2)


_NO_REPLY = msgspec.Raw(b"")
# A default is left out where it is this very object: an empty Raw of its own would be written, as nothing at all.

_Answer = tuple[str | None, msgspec.Raw, tuple[tuple[str, int], ...]]
_NO_ANSWER: _Answer = (None, _NO_REPLY, ())
"""What an entry has of its command, digest, reply and list, where another one carries them."""


class ExportHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what this is and which release wrote it."""

    format: str
    version: int
    release: str


class WrittenEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry in a file; bytes that are JSON stay as they are, hashes are in hexadecimal."""

    stream: str
    number: int
    command: str
    who: str
    at: int
    kind: str
    body: msgspec.Raw
    lines: msgspec.Raw
    counts: msgspec.Raw
    proof: str
    previous: str
    hash: str


class ExportedEntry(WrittenEntry, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of an export; with the first of a command, what the command was answered and all that it wrote."""

    digest: str | None = None
    reply: msgspec.Raw = _NO_REPLY
    entries: tuple[tuple[str, int], ...] = ()


Fields = tuple[str, int, str, str, int, str, msgspec.Raw, msgspec.Raw, msgspec.Raw, str, str, str]


def written(entry: Entry) -> Fields:
    """The fields of an entry as a file has them."""
    texts = (msgspec.Raw(entry.body), msgspec.Raw(entry.lines), msgspec.Raw(entry.counts))
    hashes = (entry.proof.hex(), entry.previous.hex(), entry.hash.hex())
    return (entry.stream, entry.number, entry.command, entry.who, entry.at, entry.kind, *texts, *hashes)


class ExportTrailer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: without it the file was cut."""

    entries: int
    heads: dict[str, tuple[int, str]]


_encoder = msgspec.json.Encoder(order="deterministic")
_read_entry = msgspec.json.Decoder(ExportedEntry).decode
_read_header = msgspec.json.Decoder(ExportHeader).decode
_read_trailer = msgspec.json.Decoder(ExportTrailer).decode


def export_to(engine: Engine, path: Path) -> int:
    """Write one moment of the journal to a file, which gets its name when it is whole."""
    temporary = path.with_name(path.name + ".part")
    try:
        with open_private(temporary, "wb") as file:
            count = _export(engine, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise JournalUnavailable(
            f"{path.name} cannot be written: {error.strerror}", remedy="choose another place"
        ) from error
    return count


def _export(engine: Engine, file: IO[bytes]) -> int:
    count = 0
    file.write(_encoder.encode(ExportHeader(FORMAT, FORMAT_VERSION, VERSION)) + b"\n")
    with engine.snapshot() as queries:
        heads = queries.heads()
        for stream in sorted(heads, key=stream_order):
            last = 0
            while page := queries.page(stream, last + 1):
                file.write(b"".join(_encoder.encode(line) + b"\n" for line in _exported(queries, page)))
                count += len(page)
                last = page[-1].number
    ends = {stream: (head.number, head.hash.hex()) for stream, head in heads.items()}
    file.write(_encoder.encode(ExportTrailer(count, ends)) + b"\n")
    return count


def _exported(queries: Queries, page: list[Entry]) -> Iterator[ExportedEntry]:
    known = queries.commands(list({entry.command for entry in page}))
    for entry in page:
        command = known.get(entry.command)
        answer = _NO_ANSWER
        if command is not None and (command.stream, command.number) == (entry.stream, entry.number):
            answer = command.digest.hex(), msgspec.Raw(command.reply), _list_of(command)
        yield ExportedEntry(*written(entry), *answer)


def _list_of(command: Known) -> tuple[tuple[str, int], ...]:
    try:
        return read_list(command.entries)
    except msgspec.MsgspecError as error:
        raise JournalDamaged(
            f"the list of what a command wrote to {command.stream} {command.number} cannot be read: {error}",
            remedy="verify the journal, and restore a backup",
        ) from error


def is_export(path: Path) -> bool:
    """Whether a file begins as an export does."""
    with path.open("rb") as file:
        return file.read(1) == b"{"


def exported_heads(path: Path) -> dict[str, int]:
    """The last number of every stream in an export, as its last line says."""
    last = b""
    with path.open("rb") as file:
        for raw in file:
            last = raw
    try:
        return {stream: number for stream, (number, _) in _read_trailer(last).heads.items()}
    except msgspec.MsgspecError as error:
        raise BadExport(
            f"{path.name}: the file was cut: its last line is missing", remedy="take another copy"
        ) from error


def import_from(engine: Engine, path: Path) -> int:
    """Read an export into an empty journal in one transaction, checking every entry; the number of entries."""
    try:
        with path.open("rb") as file:
            return _Import(engine, path.name).run(file)
    except OSError as error:
        raise BadExport(f"{path.name} cannot be read: {error}") from error


class _Import:
    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._name = name
        self._heads: dict[str, Head] = {}
        self._stream = ""
        self._pending = Pending()
        self._unanswered: dict[str, bytes] = {}
        self._expected: dict[tuple[str, int], str] = {}
        self._unlisted: dict[str, Entry] = {}
        self._count = 0

    def run(self, file: IO[bytes]) -> int:
        """Everything or nothing."""
        engine = self._engine
        engine.begin(Beginning(long=True))
        try:
            if engine.writing.streams():
                raise JournalNotEmpty("the journal already holds entries", remedy="import into a new place")
            self._lines(file)
            engine.commit(self._pending)
        except Conflict as conflict:
            engine.rollback()
            raise JournalBusy(
                f"another writer came between: {conflict}", remedy="import into a new place"
            ) from conflict
        except Unwritable as why:
            engine.rollback()
            raise self._bad(f"a row is refused: {why}") from why
        except BaseException:
            engine.rollback()
            raise
        return self._count

    def _bad(self, what: str) -> BadExport:
        return BadExport(f"{self._name}: {what}", remedy="take another copy; nothing was imported")

    def _lines(self, file: IO[bytes]) -> None:
        try:
            header = _read_header(file.readline())
        except msgspec.MsgspecError as error:
            raise self._bad("this is no export of a journal") from error
        if header.format != FORMAT or header.version not in READABLE:
            raise self._bad(f"format {header.format} {header.version} is none that this release reads")
        for number, raw in enumerate(file, start=2):
            if raw.startswith(b'{"entries"'):
                self._answered()
                self._end(raw, file)
                return
            try:
                self._entry(_read_entry(raw))
            except (msgspec.MsgspecError, BadDraft, ValueError) as error:
                raise self._bad(f"line {number}: {error}") from error
            if len(self._pending.entries) >= PAGE:
                self._answered()
        raise self._bad("the file was cut: its last line is missing")

    def _entry(self, line: ExportedEntry) -> None:
        entry = Entry(
            checked_name(line.stream, "a stream"),
            line.number,
            checked_name(line.command, "a command id"),
            checked_name(line.who, "who"),
            line.at,
            checked_name(line.kind, "a kind"),
            bytes(line.body),
            bytes(line.lines),
            bytes(line.counts),
            bytes.fromhex(line.proof),
            bytes.fromhex(line.previous),
            bytes.fromhex(line.hash),
        )
        if self._stream and stream_order(entry.stream) < stream_order(self._stream):
            raise ValueError(f"{entry.stream} comes after {self._stream}")
        self._stream = entry.stream
        head = self._heads.get(entry.stream, EMPTY)
        place = f"{entry.stream} {entry.number}"
        later = entry.at >= head.at or (entry.kind == CLOCK and entry.data.get("was") == head.at)
        if entry.number != head.number + 1 or entry.previous != head.hash or not later:
            raise ValueError(f"{place} does not follow entry {head.number}")
        if entry_hash(entry) != entry.hash:
            raise ValueError(f"{place} does not give its hash")
        lines, counts = entry.postings, entry.counted
        same = canonical_lines(lines) == entry.lines and canonical_counts(counts) == entry.counts
        if not same or not is_canonical(entry.body):
            raise ValueError(f"{place} is not in canonical form")
        if line.digest is not None:
            digest, reply = bytes.fromhex(line.digest), bytes(line.reply)
            written = listed(line.entries) if line.entries else b""
            if not is_canonical(reply) or command_proof(digest, reply, written) != entry.proof:
                raise ValueError(f"the reply of {place} is not the one that was given")
            if written and (entry.stream, entry.number) != read_list(written)[0]:
                raise ValueError(f"{place} is not the first entry of its command")
            self._expect(entry.command, line.entries)
            self._pending.commands.append((entry.command, digest, reply, entry.stream, entry.number, written))
        else:
            self._unanswered[entry.command] = entry.proof
        self._arrived(entry)
        head = self._heads[entry.stream] = Head(entry.number, entry.at, entry.hash)
        self._pending.post(entry, head, lines, counts)
        self._count += 1

    def _expect(self, command: str, places: tuple[tuple[str, int], ...]) -> None:
        for place in places:
            other = self._expected.setdefault(place, command)
            if other != command:
                raise ValueError(f"two commands, {other} and {command}, name {place[0]} {place[1]}")

    def _arrived(self, entry: Entry) -> None:
        """An entry that a list names is of the command that names it; the list itself came with the first of them."""
        command = self._expected.pop((entry.stream, entry.number), None)
        if command is not None and command != entry.command:
            raise ValueError(f"command {command} names {entry.stream} {entry.number}, which is of {entry.command}")
        if command is None:
            self._unlisted[entry.command] = entry

    def _answered(self) -> None:
        """Write a page; every entry without a reply must belong to a command that came before it."""
        if self._pending:
            self._engine.flush(self._pending)
            self._pending = Pending()
        known = self._engine.writing.commands(list(self._unanswered))
        for command, proof in self._unanswered.items():
            stored = known.get(command)
            if stored is None or command_proof(stored.digest, stored.reply, stored.entries) != proof:
                raise self._bad(f"command {command} has no reply")
            extra = self._unlisted.get(command) if stored.entries else None
            if extra is not None:
                raise self._bad(f"command {command} does not list {extra.stream} {extra.number}")
        self._unanswered, self._unlisted = {}, {}

    def _end(self, raw: bytes, file: IO[bytes]) -> None:
        try:
            trailer = _read_trailer(raw)
        except msgspec.MsgspecError as error:
            raise self._bad("its last line cannot be read") from error
        for (stream, number), command in self._expected.items():
            raise self._bad(f"command {command} is not whole: {stream} {number} is missing")
        ends = {stream: (head.number, head.hash.hex()) for stream, head in self._heads.items()}
        if trailer.entries != self._count or trailer.heads != ends or file.read(1):
            raise self._bad("its last line does not agree with its entries")
