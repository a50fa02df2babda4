"""A bundle of evidence: journal, round records, reports, controls and configurations of some days in one file.

The file is a zip. Its ``manifest.json`` names every other file with its SHA-256, and ``manifest.signature`` is signed
with the key that signs the seals: whoever has the public key on paper sees that nothing was changed on the way.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Collection, Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Literal, NamedTuple, get_args

import msgspec

from houseway.compliance.configuration_file import as_toml
from houseway.compliance.exhibit import markdown
from houseway.errors import HousewayError
from houseway.floor.drafts.earlier_configurations import configurations_at, versions
from houseway.floor.floor import Floor
from houseway.floor.kinds import of_table
from houseway.floor.kinds.edge import kind_of, read_as
from houseway.floor.permission.control_sheet import sheet
from houseway.journal import Entry, Head
from houseway.journal.entries import entry_hash
from houseway.journal.exchange import WrittenEntry, written
from houseway.journal.sealing.seals import signed_by
from houseway.operations.operations_errors import BadBundle
from houseway.release import VERSION
from houseway.reports.document import write
from houseway.reports.floor import REPORTS, Period, Wanted, make
from houseway.table.records.record import encode

Part = Literal["journal", "rounds", "reports", "controls", "configurations"]
PARTS: tuple[Part, ...] = get_args(Part)
"""What a bundle may hold."""

FORMAT = "houseway-bundle"
MANIFEST, SIGNATURE = "manifest.json", "manifest.signature"
PURPOSE = "bundle"
_DATE = (1980, 1, 1, 0, 0, 0)
_PIECE = 1 << 18
_IN_PLAY = (of_table.AnswersGiven, of_table.AnswerCorrected)

_encoder = msgspec.json.Encoder(order="deterministic")


class BundledFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a bundle: its hash, and how long it is."""

    path: str
    sha256: str
    bytes: int


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a bundle holds, of which days, and where every stream of the journal stood when it was made."""

    format: str = FORMAT
    version: int = 1
    property: str
    release: str = VERSION
    made: int
    made_by: str
    since: str
    until: str
    parts: tuple[Part, ...]
    heads: dict[str, tuple[int, str]]
    files: tuple[BundledFile, ...]


class Signed(msgspec.Struct, frozen=True, rename="kebab"):
    """Who signed a manifest; both are empty where the journal has no sealing key."""

    public_key: str
    signature: str


class BundledEntry(WrittenEntry, frozen=True, omit_defaults=True):
    """An entry as the journal has it. ``withheld``: an answer of a round in play, which tells its hidden cards."""

    withheld: bool = False


class _Span(NamedTuple):
    """The days of a bundle, where the streams stood when it was begun, and that moment."""

    days: Period
    heads: dict[str, Head]
    now: int

    def entries(self, floor: Floor, stream: str) -> Iterator[Entry]:
        """The entries of a stream in these days."""
        first, end = (floor.journal.since(stream, at) for at in (self.days.start, self.days.stop))
        return floor.journal.read(stream, first, min(end, self.heads[stream].number + 1))


class _Writing:
    """A zip that is being written: every file is hashed on its way."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.files: list[BundledFile] = []

    def add(self, path: str, pieces: Iterator[bytes]) -> None:
        """Add a file."""
        digest, size = hashlib.sha256(), 0
        info = zipfile.ZipInfo(path, _DATE)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = 0o600 << 16
        with self._archive.open(info, "w", force_zip64=True) as file:
            for piece in pieces:
                digest.update(piece)
                size += len(piece)
                file.write(piece)
        self.files.append(BundledFile(path, digest.hexdigest(), size))

    def add_some(self, path: str, pieces: Iterator[bytes]) -> None:
        """Add a file, unless it would be empty."""
        first = next(pieces, None)
        if first is not None:
            self.add(path, chain((first,), pieces))


def write_bundle(
    floor: Floor, file: IO[bytes], parts: Collection[Part], days: Period, *, who: str, now: int
) -> Manifest:
    """Write a bundle of these days to ``file``; ``who`` asked for it, at the moment ``now``."""
    wanted = tuple(part for part in PARTS if part in parts)
    if not wanted:
        raise BadBundle("nothing is asked for", remedy=f"choose some of {', '.join(PARTS)}")
    # Before anything is read: what is written meanwhile is part of no bundle that says where the streams stood.
    heads = floor.journal.heads()
    with zipfile.ZipFile(file, "w") as archive:
        writing = _Writing(archive)
        for part in wanted:
            _WRITE[part](writing, floor, _Span(days, heads, now))
        manifest = Manifest(
            property=floor.property.name,
            made=now,
            made_by=who,
            since=days.first,
            until=days.last,
            parts=wanted,
            heads={stream: (head.number, head.hash.hex()) for stream, head in heads.items()},
            files=tuple(writing.files),
        )
        text = msgspec.json.format(_encoder.encode(manifest), indent=1) + b"\n"
        writing.add(MANIFEST, iter((text,)))
        writing.add(SIGNATURE, iter((_encoder.encode(_signed(floor, text)) + b"\n",)))
    return manifest


def _signed(floor: Floor, text: bytes) -> Signed:
    book = floor.journal.seal_book
    if book is None:
        return Signed("", "")
    return Signed(book.public_key().hex(), book.sign(PURPOSE, text).hex())


# -- the parts


def _journal(writing: _Writing, floor: Floor, span: _Span) -> None:
    for stream in span.heads:
        live = _round_in_play(floor, stream)
        lines = (_encoder.encode(_bundled(entry, live)) + b"\n" for entry in span.entries(floor, stream))
        writing.add_some(f"journal/{stream.replace('/', '-')}.jsonl", lines)


def _round_in_play(floor: Floor, stream: str) -> int | None:
    kind, _, id = stream.partition("/")
    live = floor.table(id).live if kind == "table" else None
    return live.round if live is not None else None


def _bundled(entry: Entry, live: int | None) -> BundledEntry:
    withheld = live is not None and kind_of(entry) in _IN_PLAY and entry.data.get("round") == live
    found = BundledEntry(*written(entry), withheld)
    return msgspec.structs.replace(found, body=msgspec.Raw(b"{}")) if withheld else found


def _rounds(writing: _Writing, floor: Floor, span: _Span) -> None:
    """The record of every round that was settled, a line each: `houseway replay` proves the file."""
    for stream in span.heads:
        if stream.startswith("table/"):
            writing.add_some(f"rounds/{stream.removeprefix('table/')}.jsonl", _records(span.entries(floor, stream)))


def _records(entries: Iterator[Entry]) -> Iterator[bytes]:
    for entry in entries:
        if kind_of(entry) is of_table.RoundSettled:
            record = read_as(entry, of_table.RoundSettled).record
            if record:
                yield encode(record) + b"\n"


def _reports(writing: _Writing, floor: Floor, span: _Span) -> None:
    """Every report as a page to read and as data; one that cannot be made says why in its place."""
    with TemporaryDirectory() as folder:
        for name in REPORTS:
            try:
                document = make(name, floor, Wanted(period=span.days, now=span.now))
            except HousewayError as error:
                writing.add(f"reports/{name}.txt", iter((f"This report could not be made: {error}\n".encode(),)))
                continue
            for ending in ("html", "json"):
                for path in write(document, Path(folder) / f"{name}.{ending}"):
                    writing.add(f"reports/{path.name}", iter((path.read_bytes(),)))


def _controls(writing: _Writing, floor: Floor, span: _Span) -> None:
    writing.add("controls.md", iter((markdown(sheet()).encode(),)))


def _configurations(writing: _Writing, floor: Floor, span: _Span) -> None:
    """What runs, and every configuration that came into effect in these days."""
    day = span.days.day(span.now)
    running = floor.property.configuration(day)
    said = f"{running.name}, as it runs on {day}."
    writing.add("configurations/now.toml", iter((as_toml(running, said).encode(),)))
    numbers = {each.number for each in versions(floor) if span.days.holds(each.at)}
    for number, found in configurations_at(floor, numbers):
        text = as_toml(found, f"{found.name}, configuration {number}.")
        writing.add(f"configurations/{number}.toml", iter((text.encode(),)))


_WRITE: dict[Part, Callable[[_Writing, Floor, _Span], None]] = {
    "journal": _journal,
    "rounds": _rounds,
    "reports": _reports,
    "controls": _controls,
    "configurations": _configurations,
}


# -- checking one


class Checked(msgspec.Struct, frozen=True):
    """What came of checking a bundle: what is wrong, and by whose key it is signed."""

    manifest: Manifest
    public_key: str
    findings: tuple[str, ...]


def check_bundle(path: Path, public_key: bytes | None = None) -> Checked:
    """Hold every file of a bundle against its manifest, the entries against their hashes, and the signature against
    ``public_key``, the key that you keep elsewhere; without one, against the key that the bundle names itself."""
    try:
        with zipfile.ZipFile(path) as archive:
            text = archive.read(MANIFEST)
            manifest = msgspec.json.decode(text, type=Manifest)
            signed = msgspec.json.decode(archive.read(SIGNATURE), type=Signed)
            found = [*_signature(text, signed, public_key), *_files(archive, manifest)]
    except (OSError, KeyError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
        raise BadBundle(f"{path.name} is no bundle: {error}", remedy="name a file that houseway made") from error
    return Checked(manifest, signed.public_key, tuple(found))


def _signature(text: bytes, signed: Signed, public_key: bytes | None) -> Iterator[str]:
    if not signed.signature:
        yield f"{SIGNATURE}: nobody signed this bundle"
        return
    if public_key is not None and public_key.hex() != signed.public_key:
        yield f"{SIGNATURE}: it is signed with another key than the one that was given"
    try:
        key, signature = bytes.fromhex(signed.public_key), bytes.fromhex(signed.signature)
    except ValueError:
        key = signature = b""
    if not signed_by(key, PURPOSE, text, signature):
        yield f"{SIGNATURE}: the signature does not hold for the manifest"


def _files(archive: zipfile.ZipFile, manifest: Manifest) -> Iterator[str]:
    there = set(archive.namelist()) - {MANIFEST, SIGNATURE}
    named = {each.path: each for each in manifest.files}
    for path in sorted(there - named.keys()):
        yield f"{path}: the manifest does not name it"
    for path, each in named.items():
        if path not in there:
            yield f"{path}: it is missing"
        elif _hash_of(archive, path) != (each.sha256, each.bytes):
            yield f"{path}: it was changed"
        elif path.startswith("journal/"):
            yield from _entries(archive, path)


def _hash_of(archive: zipfile.ZipFile, path: str) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    with archive.open(path) as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
            size += len(piece)
    return digest.hexdigest(), size


def _entries(archive: zipfile.ZipFile, path: str) -> Iterator[str]:
    """Entries whose own fields do not give their hash, or that do not follow each other."""
    decoder = msgspec.json.Decoder(BundledEntry)
    before: BundledEntry | None = None
    with archive.open(path) as file:
        for line in file:
            each = decoder.decode(line)
            if before is not None and (each.number, each.previous) != (before.number + 1, before.hash):
                yield f"{path}: entry {each.number} does not follow entry {before.number}"
            if not each.withheld and entry_hash(_entry(each)).hex() != each.hash:
                yield f"{path}: the content of entry {each.number} does not give its hash"
            before = each


def _entry(each: BundledEntry) -> Entry:
    return Entry(
        each.stream,
        each.number,
        each.command,
        each.who,
        each.at,
        each.kind,
        bytes(each.body),
        bytes(each.lines),
        bytes(each.counts),
        bytes.fromhex(each.proof),
        bytes.fromhex(each.previous),
        bytes.fromhex(each.hash),
    )
