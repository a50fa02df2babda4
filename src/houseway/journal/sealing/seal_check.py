"""Checking a journal against its seals: the file, its keys, what the journal has on record of them, and paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import UNSET

from houseway.journal.engines.engine import Queries
from houseway.journal.entries import Entry, Head
from houseway.journal.journal_errors import BadExport, BadSeal
from houseway.journal.sealing.seal_record import (
    KEY_REPLACED,
    KEY_ROTATED,
    SEALS,
    Recorded,
    all_recorded,
    key_changes,
    last_recorded,
)
from houseway.journal.sealing.sealing_key import load_key, next_key_file, public_bytes
from houseway.journal.sealing.seals import (
    FIRST,
    Seal,
    SealBook,
    SealedLine,
    key_after,
    read_line,
    seal_hash,
    signature_holds,
)

Found = Callable[..., None]
"""Notes a finding: where, what, and the stream and number where it has them."""

SEAL = "seal"
"""How a seal is named among printed heads: ``seal=NUMBER:HASH``."""

_PRINTED = re.compile(r"(?P<stream>.+)=(?P<number>[1-9][0-9]*):(?P<hash>[0-9a-f]{16,64})")

NO_SEALS = (
    "whether the end of the journal was cut off or its entries were made anew: it has no seal on record, and no seal "
    "file was named. Name the file in HOUSEWAY_SEALS and the key in HOUSEWAY_SEAL_KEY"
)
NOT_NAMED = (
    "whether the end of the journal was cut off or its entries were made anew: it has seal {number} on record, and no "
    "seal file was named. Name the file in HOUSEWAY_SEALS and the key in HOUSEWAY_SEAL_KEY"
)
NEVER_SEALED = (
    "whether the end of the journal was cut off or its entries were made anew: there is no seal yet. "
    "Seal it: houseway audit seal"
)
NO_OUTSIDE = (
    "whether an older database was put back together with its older seals. Give the heads of a printed daily close "
    "(--head STREAM=NUMBER:HASH), or a copy of the seal file that was kept elsewhere (--seals-copy FILE)"
)
NO_KEY = (
    "the sealing key, which is never part of a backup. Put it at {key} before the next command, or nothing can be "
    "sealed"
)


SEAL_PLACES = frozenset({"seals", "key", "printed", "seals copy"})
"""Where findings are about seals and not about what the journal holds."""


class Unsealed(msgspec.Struct, frozen=True):
    """What was written after the last seal: its number and time, the entries since, and the seconds since."""

    seal: int
    at: int
    entries: int
    seconds: int


class Outside(msgspec.Struct, frozen=True):
    """What somebody kept outside of database and seals: printed heads, a copy of the seal file."""

    heads: tuple[tuple[str, int, str], ...] = ()
    seals_copy: Path | None = None


def printed_head(text: str) -> tuple[str, int, str]:
    """Stream, number and hash in ``STREAM=NUMBER:HASH``; at least 16 digits of the hash must be there."""
    found = _PRINTED.fullmatch(text.strip())
    if found is None:
        raise BadSeal(
            f"{text!r} is no head", remedy="write it as it is printed: STREAM=NUMBER:HASH, such as table/T1=1042:9f3c…"
        )
    return found["stream"], int(found["number"]), found["hash"]


def head_as_printed(stream: str, number: int, hash_: str) -> str:
    """A head in the form that `printed_head` reads."""
    return f"{stream}={number}:{hash_}"


class SealCheck:
    """One pass over the seal file, beside what the journal has on record."""

    def __init__(self, queries: Queries, found: Found) -> None:
        self._queries = queries
        self._found = found
        self._standing: dict[str, tuple[int, str]] = {}
        self._hashes: dict[int, str] = {}
        self._whole = 0
        self._first: str | None = None
        self._signer: str | None = None
        self._key: str | None = None
        self._changes: list[Entry] = []
        self._in_force: set[str | None] = set()
        self.count = 0
        self.last: SealedLine | None = None
        self.unsealed: Unsealed | None = None
        self.unchecked: list[str] = []

    def run(
        self,
        book: SealBook | None,
        size: int,
        *,
        public_key: bytes | None = None,
        against: Outside | None = None,
        now: int | None = None,
        key_elsewhere: bool = False,
    ) -> None:
        """Every seal: its place, signature and chain, the heads it names, and that none is missing."""
        recorded = last_recorded(self._queries)
        against = against or Outside()
        self._changes = key_changes(self._queries)
        if book is None:
            self.unchecked.append(NOT_NAMED.format(number=recorded.number) if recorded is not None else NO_SEALS)
        else:
            keep = {number for stream, number, _ in against.heads if stream == SEAL}
            self._file(book, size, recorded, None if against.seals_copy is not None else keep)
            self._keys(book, recorded, public_key, key_elsewhere=key_elsewhere)
            self._unused()
            self._tail(now)
        for head in against.heads:
            self._printed(book, *head)
        if against.seals_copy is not None:
            self._copy(against.seals_copy)
        elif not against.heads:
            self.unchecked.append(NO_OUTSIDE)

    # -------------------------------------------------------------------------------------------------------- the file

    def _file(self, book: SealBook, size: int, recorded: Recorded | None, keep: set[int] | None) -> None:
        records = all_recorded(self._queries)
        record = next(records, None)
        before = 0
        for place, line in enumerate(book.lines(size), start=1):
            self.count += 1
            if line is None:
                self._found("seals", "the line cannot be read", number=place + before)
                continue
            if place == 1 and line.seal.replaces is not UNSET:
                # A file that was begun anew goes on counting where the lost one ended.
                before = line.seal.number - 1
            self._line(line, place, place + before)
            number = line.seal.number
            while record is not None and record[1].number < number:
                if place > 1:
                    missed = record[1].number
                    self._found("seals", "the journal has it on record, and it is not in the file", number=missed)
                record = next(records, None)
            if record is not None and record[1].number == number:
                self._recorded(line, record[1])
                record = next(records, None)
            if keep is None or number in keep:
                self._hashes[number] = line.hash
        if recorded is None:
            if self.last is None:
                self.unchecked.append(NEVER_SEALED)
            return
        said = f"the journal has seal {recorded.number} of {moment_of(recorded.at)} on record"
        if self.last is None:
            gone = "the seal file is empty" if book.path.exists() else "the seal file is missing"
            self._found("seals", f"{gone}: {said}", number=recorded.number)
        elif self.last.seal.number < recorded.number:
            ends = f"the file ends at seal {self.last.seal.number} of {moment_of(self.last.seal.at)}"
            self._found(
                "seals", f"{ends}: {said}; it was shortened, or an older copy was put back", number=recorded.number
            )

    def _line(self, line: SealedLine, place: int, number: int) -> None:
        seal, previous = line.seal, self.last
        if seal.replaces is not UNSET:
            self._section(seal, place)
        elif place == 1:
            self._first = seal.key
            if seal.key is None:
                self._found("seals", "the first seal names no key", number=number)
        elif seal.key is not None and seal.key != self._key:
            self._found("seals", "it names another key than the seals before it", number=number)
        if seal.number != number:
            self._found("seals", f"seal {seal.number} stands at line {place}", number=number)
        before = previous.hash if previous is not None else FIRST
        if seal.previous != before and not (place == 1 and seal.replaces is not UNSET):
            self._found("seals", "it does not follow the seal before it", number=number)
        # A seal is signed by the key that was in force before it, or by the one that it begins a section with.
        signer = seal.key if place == 1 or seal.replaces is not UNSET else self._key
        if seal_hash(seal).hex() != line.hash or not signature_holds(line, _bytes_of(signer) or b""):
            self._found("seals", "its signature does not hold", number=number)
        elif previous is not None and seal.at < previous.seal.at:
            self._found("seals", "it is older than the seal before it", number=number)
        if seal.next_key is not UNSET and self._change(KEY_ROTATED, seal.next_key) is None:
            self._found("seals", "it hands over to a new key that nobody put on record", number=number)
        self._heads(seal)
        self.last, self._signer = line, signer
        self._key = key_after(line, signer)
        self._in_force.add(self._key)

    def _section(self, seal: Seal, place: int) -> None:
        entry = self._change(KEY_REPLACED, seal.key or "")
        if entry is None:
            self._found("seals", "a new key that nobody put on record begins here", number=seal.number)
            return
        data = entry.data
        people = " and ".join(str(one) for one in (entry.who, data.get("second")) if one)
        gone = f"; the seals before {seal.number} are gone" if place == 1 and seal.number > 1 else ""
        self._found(
            "seals",
            f"a new key begins here instead of one that was lost, by {people} on {moment_of(entry.at)}: "
            f"{data.get('reason')}{gone}",
            number=seal.number,
        )

    def _unused(self) -> None:
        """A key that was put on record and never signed: the change was interrupted, or is a feint."""
        for entry in self._changes:
            if entry.data.get("key") not in self._in_force:
                self._found("seals", "a new key was put on record and never came into force", SEALS, entry.number)

    def _change(self, kind: str, key: str) -> Entry | None:
        return next((one for one in self._changes if one.kind == kind and one.data.get("key") == key), None)

    def _recorded(self, line: SealedLine, record: Recorded) -> None:
        if record.hash != line.hash:
            self._found("seals", "it is not the seal that the journal has on record", number=record.number)
        elif record.key != self._signer:
            self._found("seals", "the journal has another key on record for it", number=record.number)

    def _heads(self, seal: Seal) -> None:
        standing, number_of = self._standing, seal.number
        if seal.since is UNSET:
            self._whole = seal.number
            for stream in standing.keys() - seal.heads.keys():
                self._found("seals", f"seal {number_of} leaves out a stream that was sealed before", stream)
        elif seal.since != self._whole:
            self._found("seals", f"seal {number_of} counts from seal {seal.since}, which is not the last whole one")
        for stream, (number, digest) in seal.heads.items():
            if standing.get(stream) == (number, digest):
                continue
            if stream in standing and number <= standing[stream][0]:
                self._found("seals", f"seal {number_of} has it at or before an earlier seal", stream, number)
            standing[stream] = (number, digest)
            stored = self._queries.hash_of(stream, number)
            if stored is None:
                end = self._queries.heads([stream])[stream].number
                self._found("seals", f"seal {number_of} has it at {number}, the journal ends at {end}", stream, number)
            elif stored.hex() != digest:
                self._found("seals", f"seal {number_of} has another hash for it", stream, number)

    # ------------------------------------------------------------------------------------------------------- the keys

    def _keys(
        self, book: SealBook, recorded: Recorded | None, public_key: bytes | None, *, key_elsewhere: bool
    ) -> None:
        named = self._key or (recorded.key if recorded is not None else None)
        if public_key is not None:
            if self.last is not None and public_key.hex() not in (self._first, self._signer):
                self._found("seals", "they are signed with another key than the one that was given")
            elif self.last is None and named is not None and named != public_key.hex():
                self._found("seals", "the journal has another key on record than the one that was given")
        if book.key.exists():
            try:
                own = public_bytes(load_key(book.key)).hex()
            except BadSeal as error:
                self._found("key", f"the key file cannot be used: {error.message}")
                return
            if named is not None and own != named and not _waits(book, named):
                self._found(
                    "key", "the key file holds another key than the seals are signed with: nobody put it on record"
                )
        elif named is not None and key_elsewhere:
            self.unchecked.append(NO_KEY.format(key=book.key))
        elif named is not None and public_key is None:
            self._found("key", "the key file is missing: the journal was sealed with it")

    # ----------------------------------------------------------------------------------------------- outside and tail

    def _tail(self, now: int | None) -> None:
        if self.last is None:
            return
        self.unsealed = unsealed_since(self.last.seal, self._standing, self._queries.heads(), now)

    def _printed(self, book: SealBook | None, stream: str, number: int, hash_: str) -> None:
        if stream == SEAL:
            if book is None:
                self.unchecked.append(f"seal {number} of the printed close: no seal file was named")
            elif number not in self._hashes:
                ends = self.last.seal.number if self.last is not None else 0
                what = f"seal {number} is printed, and the seal file ends at {ends}: an older one was put back"
                self._found("printed", what, number=number)
            elif not self._hashes[number].startswith(hash_):
                self._found("printed", "the seal of this number is another than the one that is printed", number=number)
            return
        stored = self._queries.hash_of(stream, number)
        if stored is None:
            end = self._queries.heads([stream])[stream].number
            what = f"entry {number} is printed, and the journal ends at {end}: an older database was put back"
            self._found("printed", what, stream, number)
        elif not stored.hex().startswith(hash_):
            self._found("printed", "the entry is another than the one that is printed", stream, number)

    def _copy(self, path: Path) -> None:
        """Every seal of a copy that was kept elsewhere must be in the file, and what it names in the journal."""
        last, standing = 0, dict[str, tuple[int, str]]()
        for place, line in enumerate(_lines_of(path), start=1):
            if line is None:
                self._found("seals copy", "the line cannot be read", number=place)
                continue
            number = last = line.seal.number
            standing.update(line.seal.heads)
            known = self._hashes.get(number)
            if known is not None and known != line.hash:
                self._found("seals copy", "the seal file has another seal of this number", number=number)
        ends = self.last.seal.number if self.last is not None else 0
        if last > ends:
            what = f"the copy goes to seal {last}, and the seal file ends at {ends}: an older one was put back"
            self._found("seals copy", what, number=last)
        for stream, (number, digest) in sorted(standing.items()):
            stored = self._queries.hash_of(stream, number)
            if stored is None:
                end = self._queries.heads([stream])[stream].number
                what = f"the copy has entry {number}, and the journal ends at {end}: an older database was put back"
                self._found("seals copy", what, stream, number)
            elif stored.hex() != digest:
                self._found("seals copy", "the copy has another entry there", stream, number)


def tail_in_words(tail: Unsealed) -> str:
    """How much is not sealed, and since when, for people."""
    ago = f"{tail.seconds:,} second{'s' * (tail.seconds != 1)} ago"
    if not tail.entries:
        return f"Everything is sealed: seal {tail.seal:,}, {ago}."
    entries = "1 entry is" if tail.entries == 1 else f"{tail.entries:,} entries are"
    return f"{entries} not sealed yet: the last seal is {tail.seal:,}, {ago}."


def unsealed_since(
    last: Seal, standing: Mapping[str, tuple[int, str]], heads: Mapping[str, Head], now: int | None
) -> Unsealed:
    """What no seal covers: ``standing`` is where the seals have all streams, ``heads`` where they are."""
    sealed = sum(min(standing.get(stream, (0, ""))[0], head.number) for stream, head in heads.items())
    entries = sum(head.number for head in heads.values()) - sealed
    until = now if now is not None else max((head.at for head in heads.values()), default=last.at)
    return Unsealed(last.number, last.at, entries, max(0, until - last.at) // 1_000_000)


def _lines_of(path: Path) -> Iterator[SealedLine | None]:
    try:
        with path.open("rb") as file:
            for raw in file:
                yield read_line(raw)
    except OSError as error:
        raise BadExport(f"{path} cannot be read: {error}", remedy="name a copy of the seal file") from error


def _waits(book: SealBook, key: str) -> bool:
    """Whether a change of keys was interrupted: the next seal brings the key into force that waits."""
    waiting = next_key_file(book.key)
    try:
        return waiting.exists() and public_bytes(load_key(waiting)).hex() == key
    except BadSeal:
        return False


def moment_of(at: int) -> str:
    """A time as a finding says it: whoever reads it may be anywhere."""
    try:
        return datetime.fromtimestamp(at // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, OSError, ValueError):
        return f"{at} µs"


def _bytes_of(text: str | None) -> bytes | None:
    try:
        return bytes.fromhex(text) if text else None
    except ValueError:
        return None
