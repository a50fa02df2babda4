"""Where a stream stands: its state and all it has moved, from its entries or from a snapshot that can be believed.

A snapshot saves folding a stream from its start. It lies in the database, where somebody may change it; so it is
stored with a digest under a key that the database does not have, and is believed only where that digest holds.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import msgspec

from houseway.errors import HousewayError
from houseway.journal.commands import Fold
from houseway.journal.engines.engine import Queries, Snapshot, row_of
from houseway.journal.entries import EMPTY, POSITIONS, Entry, Head, entry_hash
from houseway.journal.journal_errors import BadSeal, BalancesChanged, CommandFault, JournalDamaged
from houseway.journal.sealing.seals import SealBook

_log = logging.getLogger(__name__)

_MARK = 8
"""Bytes at the beginning of a snapshot's digest that say which key made it."""

_Lines: TypeAlias = tuple[tuple[str, int], ...]
_Counts: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]

APART = 16
"""Entries of a stream that move and count differently before they are added up."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class _Totals(msgspec.Struct):
    balances: dict[str, int]
    counters: dict[str, tuple[int, ...]]


_decode = msgspec.json.Decoder(_Totals).decode


class Standing:
    """What is known of a stream: its state, the number it stands at, all it has moved and counted up to there.

    ``head`` is its last entry as far as that is known, ``saved`` the number of the last snapshot.
    """

    __slots__ = ("_balances", "_counters", "_noted", "_tally", "head", "number", "saved", "state")

    def __init__(self, head: Head, state: Any) -> None:
        self.head = head
        self.number = 0
        self.saved = 0
        self.state = state
        self._balances: dict[str, int] = {}
        self._noted: dict[tuple[int, int], tuple[_Lines, _Counts, int]] = {}
        self._counters: dict[str, tuple[int, ...]] = {}
        self._tally: dict[tuple[str, tuple[int, ...]], int] = {}

    def add(self, lines: _Lines, counts: _Counts) -> None:
        """Take note of what one more entry moves and counts."""
        # What is noted here lives on, so that nothing else can have its identity.
        key = (id(lines), id(counts))
        noted = self._noted.get(key)
        if noted is None and len(self._noted) >= APART:
            self._add_up()
        self._noted[key] = (lines, counts, 1 if noted is None else noted[2] + 1)

    def _add_up(self) -> None:
        for lines, counts, times in self._noted.values():
            for account, amount in lines:
                self._balances[account] = self._balances.get(account, 0) + amount * times
            for seen in counts:
                self._tally[seen] = self._tally.get(seen, 0) + times
        self._noted.clear()

    @property
    def balances(self) -> dict[str, int]:
        """What it has moved by account, added up when asked for: the same lines come again and again."""
        self._add_up()
        return self._balances

    @property
    def counters(self) -> dict[str, tuple[int, ...]]:
        """The sixteen counters of each bank, added up when asked for: the same positions come again and again."""
        self._add_up()
        for (bank, positions), times in self._tally.items():
            before = self._counters.get(bank, (0,) * POSITIONS)
            counts = row_of(positions)
            self._counters[bank] = tuple(known + times * count for known, count in zip(before, counts, strict=True))
        self._tally.clear()
        return self._counters

    def go_on_from(
        self, number: int, state: Any, balances: dict[str, int], counters: dict[str, tuple[int, ...]]
    ) -> None:
        """Stand where a snapshot was made: at this number, with this state and all that was moved and counted."""
        self.number = self.saved = number
        self.state = state
        self._balances, self._counters = balances, counters

    def totals(self) -> bytes:
        """All that was moved and counted, as it is stored."""
        return _encode(_Totals(self.balances, self.counters))


class Witness:
    """Vouches for snapshots with a key that is not in the database: that of the seals, or one of this process alone.

    Where there is no sealing key nobody can vouch for what another process has written, and it is not believed.
    """

    def __init__(self, book: SealBook | None, *, makes_key: bool) -> None:
        self._book = book
        self._makes_key = makes_key
        self._keyed: Callable[..., bytes] | None = None
        self._mark = b""
        self.lasting = False

    def _digest(self, *parts: bytes) -> bytes:
        if self._keyed is None:
            self._keyed = self._of_process(secrets.token_bytes(32))
            book = self._book
            # A key that is gone while its seals are there is missed by whoever looks at the seals: none is made here.
            if book is not None and (book.key.exists() or (self._makes_key and not book.path.exists())):
                try:
                    book.keyed_digest("snapshot")
                    self._keyed, self.lasting = book.keyed_digest, True
                except BadSeal as error:
                    _log.warning("snapshots are not believed after a restart: %s", error)
        # Anew each time: the sealing key may have changed meanwhile.
        self._mark = self._keyed("mark of the snapshots' key")[:_MARK]
        return self._keyed("snapshot", *parts)

    @staticmethod
    def _of_process(key: bytes) -> Callable[..., bytes]:
        def keyed(purpose: str, *parts: bytes) -> bytes:
            mac = hmac.new(key, purpose.encode(), hashlib.sha256)
            for part in parts:
                mac.update(len(part).to_bytes(8, "big") + part)
            return mac.digest()

        return keyed

    def vouch(self, stream: str, number: int, hash_: bytes, state: bytes, totals: bytes) -> bytes:
        """The digest of a state that a stream has at an entry with that hash."""
        digest = self._digest(stream.encode(), number.to_bytes(8, "big", signed=True), hash_, state, totals)
        return self._mark + digest

    def holds(self, stream: str, snapshot: Snapshot, hash_: bytes | None) -> bool:
        """Whether a snapshot was made with this key, for that stream, at the entry with that hash."""
        if hash_ is None:
            return False
        vouched = self.vouch(stream, snapshot.number, hash_, snapshot.state, snapshot.totals)
        return hmac.compare_digest(vouched, bytes(snapshot.digest))

    def is_own(self, snapshot: Snapshot) -> bool:
        """Whether a snapshot says of itself that it was made with this key."""
        self._digest()
        return bytes(snapshot.digest[:_MARK]) == self._mark


def load_standing(stream: str, fold: Fold, queries: Queries, head: Head, witness: Witness) -> Standing:
    """A stream as it stands at its snapshot, or at its start where there is none that can be believed and read."""
    standing = Standing(head, None)
    snapshot = queries.snapshot(stream) if head.number else None
    if snapshot is not None and fold.current(snapshot.state):
        try:
            if snapshot.number > head.number or not witness.holds(
                stream, snapshot, queries.hash_of(stream, snapshot.number)
            ):
                raise ValueError("nobody with the sealing key vouches for it")
            state, totals = fold.load(stream, snapshot.state), _decode(snapshot.totals)
            standing.go_on_from(snapshot.number, state, totals.balances, totals.counters)
            return standing
        except Exception as error:
            # A snapshot is only a shortcut: whatever is wrong with it, the entries remain.
            _log.warning("the snapshot of %s is not used, the stream is folded from its start: %s", stream, error)
    standing.state = fold.start(stream)
    return standing


def catch_up(standing: Standing, stream: str, fold: Fold, queries: Queries, number: int) -> list[Entry]:
    """Fold a stream's entries up to ``number`` into its state; the entries folded."""
    return fold_in(standing, stream, fold, queries.entries(stream, standing.number + 1, number + 1))


def fold_in(standing: Standing, stream: str, fold: Fold, entries: Iterable[Entry]) -> list[Entry]:
    """Fold the entries that follow in a stream into its state; the entries folded."""
    folded = []
    try:
        for entry in entries:
            standing.state = fold.apply(standing.state, entry)
            standing.add(entry.postings, entry.counted)
            standing.number = entry.number
            folded.append(entry)
    except HousewayError:
        raise
    except Exception as bug:
        raise CommandFault(f"{stream} {standing.number + 1} could not be folded: {bug!r}") from bug
    return folded


def snapshot_row(stream: str, standing: Standing, fold: Fold, witness: Witness) -> tuple[str, int, bytes, bytes, bytes]:
    """The row that saves a stream as it stands at its head."""
    state, totals = fold.dump(standing.state), standing.totals()
    digest = witness.vouch(stream, standing.number, standing.head.hash, state, totals)
    return stream, standing.number, state, totals, digest


# -- before the first command


def prove(fold: Fold, queries: Queries, witness: Witness) -> dict[str, Standing]:
    """Every stream as it stands, after its head, balances and counters were held against its entries.

    From a snapshot that can be believed on, or from the start, each entry must follow from the one before it; what all
    of them moved and counted must be what the database says. Otherwise somebody has changed it while nobody looked, and
    a `JournalDamaged` says where: no payment may rest on it.
    """
    heads = queries.heads()
    booked: dict[str, dict[str, int]] = {stream: {} for stream in heads}
    for (account, stream), amount in queries.partials().items():
        if stream not in booked:
            raise BalancesChanged(f"{account} is booked in {stream}, which has no entries", remedy=_REMEDY)
        booked[stream][account] = amount
    counted: dict[str, dict[str, tuple[int, ...]]] = {stream: {} for stream in heads}
    for bank, (stream, counts) in queries.banks().items():
        if stream not in counted:
            raise BalancesChanged(f"bank {bank} is counted by {stream}, which has no entries", remedy=_REMEDY)
        counted[stream][bank] = counts
    standings = {}
    for stream, head in heads.items():
        standing = load_standing(stream, fold, queries, head, witness)
        folded = _walk(standing, stream, fold, queries)
        _compare(stream, standing, booked[stream], counted[stream])
        if folded:
            standings[stream] = standing
    return standings


_REMEDY = "run houseway audit verify; restore a backup, or an export of this journal in a new place"


def _walk(standing: Standing, stream: str, fold: Fold, queries: Queries) -> bool:
    """Go on to the end of a stream; whether all of it could be folded."""
    last = EMPTY
    number = standing.number
    folding = True
    # The entry of the snapshot is read too: where it is the last, the head is held against it.
    for entry in queries.entries(stream, max(number, 1)):
        follows = entry.number == number or (entry.number, entry.previous) == (number + 1, last.hash)
        if not follows or entry_hash(entry) != entry.hash:
            raise JournalDamaged(f"{stream} {number + 1} is missing or was changed", remedy=_REMEDY)
        last = Head(entry.number, entry.at, entry.hash)
        if entry.number == number:
            continue
        number = entry.number
        if folding:
            try:
                standing.state = fold.apply(standing.state, entry)
            except Exception:
                # Its own commands will say so; the others need not wait for it.
                folding = False
                _log.exception("%s %d could not be folded", stream, number)
        standing.add(entry.postings, entry.counted)
        standing.number = number
    if standing.head != last:
        raise JournalDamaged(
            f"the head of {stream} names entry {standing.head.number}, and its entries end otherwise at {number}",
            remedy=_REMEDY,
        )
    return folding


def _compare(stream: str, standing: Standing, booked: dict[str, int], counted: dict[str, tuple[int, ...]]) -> None:
    for account in sorted(booked.keys() | standing.balances.keys()):
        found, given = booked.get(account), standing.balances.get(account)
        if found != given:
            raise BalancesChanged(
                f"{account} is booked with {found} micros in {stream}, and its entries give {given}", remedy=_REMEDY
            )
    for bank in sorted(counted.keys() | standing.counters.keys()):
        if counted.get(bank) != standing.counters.get(bank):
            raise BalancesChanged(
                f"bank {bank} of {stream} is at {counted.get(bank)}, and its entries give "
                f"{standing.counters.get(bank)}",
                remedy=_REMEDY,
            )
