"""Entries: what a journal holds, in canonical form, each chained to the one before it in its stream."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from houseway.journal.journal_errors import BadDraft

GENESIS = bytes(32)
"""The hash before the first entry of every stream."""

POSITIONS = 16
"""Positions of one bank of counters."""

LARGEST = 2**62
"""No single ledger amount reaches this: what a batch adds up still fits the engines' 64 bits."""

LONGEST_NAME = 200
"""Characters of a stream, account, bank, kind, person or command id, at most."""

KEPT = 1024
"""Ledger lines, and counts, that are remembered as in order, at most."""

CLOCK = "clock-set-right"
"""The kind of an entry before which the clock of its stream ran ahead: its time may lie before the last one's.

Its body has the time of the entry before it under ``was``. Nothing else lets time fall in a stream.
"""

_ALL_POSITIONS = frozenset(range(1, POSITIONS + 1))
_ONLY_INTEGERS = {int}
_ONLY_TEXTS = {str}
_ONLY_TUPLES = {tuple}
_size = struct.Struct(">Q").pack
_sized_integer = struct.Struct(">Qq").pack

_RANKS = {"table": 0, "jackpot": 1, "property": 2}


class Draft(msgspec.Struct, frozen=True):
    """What a command wants appended to one stream.

    ``body`` is a map, or a struct that is written as one. ``lines`` are ledger postings in whole micros and sum to
    zero; ``counts`` name the positions (1 to 16) of each bank of counters that advance by one.
    """

    stream: str
    kind: str
    body: dict[str, Any] | msgspec.Struct
    lines: tuple[tuple[str, int], ...] = ()
    counts: tuple[tuple[str, tuple[int, ...]], ...] = ()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One accepted entry, as it is stored.

    ``body``, ``lines`` and ``counts`` are canonical JSON; ``proof`` binds the command's digest and stored reply into
    the chain; ``previous`` is the hash of the entry before it in the same stream.
    """

    stream: str
    number: int
    command: str
    who: str
    at: int
    kind: str
    body: bytes
    lines: bytes
    counts: bytes
    proof: bytes
    previous: bytes
    hash: bytes

    @property
    def data(self) -> dict[str, Any]:
        """The body, decoded."""
        return _decode_body(self.body)

    @property
    def postings(self) -> tuple[tuple[str, int], ...]:
        """The ledger lines, decoded."""
        return _read_lines(self.lines)

    @property
    def counted(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The banks and positions counted, decoded."""
        return _read_counts(self.counts)


class Head(NamedTuple):
    """The last entry of a stream: its number, time and hash."""

    number: int
    at: int
    hash: bytes


EMPTY = Head(0, 0, GENESIS)
"""The head of a stream that does not exist yet."""


def _no_float(text: str) -> None:
    raise ValueError(f"{text} is not a whole number")


_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(float_hook=_no_float).decode
_decode_body = msgspec.json.Decoder(dict[str, Any], float_hook=_no_float).decode
_decode_lines = msgspec.json.Decoder(tuple[tuple[str, int], ...]).decode
_decode_places = msgspec.json.Decoder(tuple[tuple[str, int], ...]).decode
_decode_counts = msgspec.json.Decoder(tuple[tuple[str, tuple[int, ...]], ...]).decode


@lru_cache(maxsize=1024)
def _read_lines(raw: bytes) -> tuple[tuple[str, int], ...]:
    # The same lines come again and again, and each entry's are asked for by all who follow it.
    return _decode_lines(raw)


@lru_cache(maxsize=1024)
def _read_counts(raw: bytes) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return _decode_counts(raw)


def decoded(raw: bytes) -> Any:
    """What canonical JSON says; a ValueError where it is not JSON or holds a float."""
    return _decode(raw)


def _holds_float(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_holds_float(part) for part in value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return any(_holds_float(part) for part in value)
    if isinstance(value, msgspec.Struct):
        return any(_holds_float(getattr(value, field)) for field in value.__struct_fields__)
    return isinstance(value, float)


_MARKS = bytes(ord("0") if chr(byte) in "0123456789" else ord(".") if chr(byte) in ".e" else 0 for byte in range(256))
"""Digits as one digit, and what follows a digit within a float as a point."""


def canonical(value: Any, what: str = "the body") -> bytes:
    """The one JSON form of a value: sorted keys, no spaces, whole numbers only. Anything else is a `BadDraft`."""
    try:
        raw = _encode(value)
        # Where no digit is followed by a point or an exponent there is no float, and nothing to look for.
        if b"0." in raw.translate(_MARKS):
            _decode(raw)
        # Not-a-number and the infinities are written as null, so that only the value itself can tell.
        if b"null" in raw and _holds_float(value):
            raise ValueError("it holds a number that is not finite")
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError) as why:
        raise BadDraft(
            f"{what} has no canonical form: {why}", remedy="use text, whole numbers, lists and text-keyed maps"
        ) from why
    return raw


def is_canonical(raw: bytes) -> bool:
    """Whether these bytes are exactly the canonical form of what they say."""
    try:
        return _encode(_decode(raw)) == raw
    except (ValueError, RecursionError, msgspec.MsgspecError):
        return False


def can_be_name(text: str) -> bool:
    """Whether both engines store a text alike where a name belongs."""
    return 0 < len(text) <= LONGEST_NAME and text.isprintable()


@lru_cache(maxsize=16_384)
def is_name(text: str) -> bool:
    """The same, remembered: most names come again and again."""
    return can_be_name(text)


def checked_name(text: object, what: str) -> str:
    """A name that both engines store alike: printable, not empty, not too long."""
    if type(text) is not str or not is_name(text):
        raise BadDraft(f"{what} must be 1 to {LONGEST_NAME} printable characters, not {text!r}")
    return text


class _Checked(NamedTuple):
    """Lines or counts that were found in order, and their canonical form."""

    given: object
    raw: bytes


class _Remembered(dict[int, _Checked]):
    """What was found in order, by its identity: it lives on in here, so that nothing else can have the same one."""

    def keep(self, given: object, raw: bytes) -> None:
        """Remember what never changes."""
        if len(self) >= KEPT:
            self.clear()
        self[id(given)] = _Checked(given, raw)


_checked_lines = _Remembered()
_checked_counts = _Remembered()


def canonical_lines(lines: tuple[tuple[str, int], ...]) -> bytes:
    """Ledger lines in canonical form, refused unless they are whole and sum to zero."""
    if not lines:
        return b"[]"
    # Counting the same wagers gives the very same lines: what never changes is looked through once.
    known = _checked_lines.get(id(lines))
    if known is not None:
        return known.raw
    accounts, amounts = zip(*lines, strict=True)
    if not (_ONLY_TEXTS.issuperset(map(type, accounts)) and all(map(is_name, accounts))):
        for account in accounts:
            checked_name(account, "an account")
    if not _ONLY_INTEGERS.issuperset(map(type, amounts)) or not -LARGEST < min(amounts) <= max(amounts) < LARGEST:
        account, amount = next(line for line in lines if type(line[1]) is not int or not -LARGEST < line[1] < LARGEST)
        raise BadDraft(f"the amount on {account} must be whole micros below {LARGEST}, not {amount!r}")
    total = sum(amounts)
    if total:
        raise BadDraft(f"the lines sum to {total} micros, not to zero", remedy="name the account for the difference")
    raw = _encode(lines)
    if _ONLY_TUPLES.issuperset(map(type, (lines, *lines))):
        _checked_lines.keep(lines, raw)
    return raw


def canonical_counts(counts: tuple[tuple[str, tuple[int, ...]], ...]) -> bytes:
    """Counts in canonical form, refused unless every position exists and is named once for its bank."""
    if not counts:
        return b"[]"
    known = _checked_counts.get(id(counts))
    if known is not None:
        return known.raw
    banks = set()
    for bank, positions in counts:
        checked_name(bank, "a bank of counters")
        if bank in banks:
            raise BadDraft(f"bank {bank} is counted twice in one entry")
        banks.add(bank)
        if positions and not (_ONLY_INTEGERS.issuperset(map(type, positions)) and _ALL_POSITIONS.issuperset(positions)):
            raise BadDraft(f"bank {bank} has positions 1 to {POSITIONS}, not {list(positions)!r}")
        if len(set(positions)) != len(positions):
            raise BadDraft(f"a position of bank {bank} is counted twice in one entry")
    raw = _encode(counts)
    if _ONLY_TUPLES.issuperset(map(type, (counts, *counts, *(positions for _, positions in counts)))):
        _checked_counts.keep(counts, raw)
    return raw


@lru_cache(maxsize=16_384)
def _sized(name: str) -> bytes:
    """A name with its length before it: streams, people and kinds come again and again."""
    raw = name.encode()
    return _size(len(raw)) + raw


def chain_hash(
    stream: str,
    number: int,
    command: str,
    who: str,
    at: int,
    kind: str,
    body: bytes,
    lines: bytes,
    counts: bytes,
    proof: bytes,
    previous: bytes,
) -> bytes:
    """SHA-256 over every field, each preceded by its length: no two entries share the hashed bytes."""
    order = command.encode()
    return hashlib.sha256(
        b"".join(
            (
                _sized(stream),
                _sized_integer(8, number),
                _size(len(order)),
                order,
                _sized(who),
                _sized_integer(8, at),
                _sized(kind),
                _size(len(body)),
                body,
                _size(len(lines)),
                lines,
                _size(len(counts)),
                counts,
                _size(len(proof)),
                proof,
                _size(len(previous)),
                previous,
            )
        )
    ).digest()


def entry_hash(entry: Entry) -> bytes:
    """The hash that the entry's own fields give."""
    return chain_hash(
        entry.stream,
        entry.number,
        entry.command,
        entry.who,
        entry.at,
        entry.kind,
        entry.body,
        entry.lines,
        entry.counts,
        entry.proof,
        entry.previous,
    )


def command_proof(digest: bytes, reply: bytes, entries: bytes) -> bytes:
    """What an entry says of its command: the hash of its digest, of the reply that was stored, and of all it wrote.

    ``entries`` is the list of `listed`; commands of release 0.1 have none, and their proof goes without it.
    """
    told = b"".join((_size(len(digest)), digest, _size(len(reply)), reply))
    if entries:
        told += _size(len(entries)) + entries
    return hashlib.sha256(told).digest()


def listed(places: Sequence[tuple[str, int]]) -> bytes:
    """The (stream, number) of every entry of a command as it is stored: in the order of streams and numbers."""
    if len(places) > 1:
        places = sorted(places, key=lambda place: (*stream_order(place[0]), place[1]))
    return _encode(places)


def read_list(raw: bytes) -> tuple[tuple[str, int], ...]:
    """The (stream, number) of every entry of a command; a `msgspec.MsgspecError` where that is no such list."""
    return _decode_places(raw) if raw else ()


@lru_cache(maxsize=16_384)
def stream_order(stream: str) -> tuple[int, str]:
    """The one order in which streams are locked and exported: tables, jackpots, the property, others; then by name."""
    return _RANKS.get(stream.partition("/")[0], len(_RANKS)), stream
