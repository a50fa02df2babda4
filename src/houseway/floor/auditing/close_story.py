"""The closes of gaming days: their figures reckoned again, from the entries before each cut-off.

Whatever a stream did before its first entry at or after a cut-off belongs to the day, and nothing else. Closes of
release 0.1 have no cut-off: they tell how it stood when they were given, and are not reckoned again. Since when money
is due is held against how much is due, not dated again; play by hour and position is not reckoned here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from houseway.floor.auditing.ledger import Sums, told
from houseway.floor.kinds import of_house, of_jackpot, of_payment, of_table
from houseway.floor.kinds.body import Body, Signatures
from houseway.floor.kinds.edge import kind_of, read_as
from houseway.floor.states import PROPERTY, jackpot_stream
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.journal import Entry
from houseway.journal.entries import POSITIONS

CHIPS = "play/"
TABLE_MONEY = "table money/"

UNCOUNTED = [0] * POSITIONS


class _OfRound(Signatures, frozen=True, kw_only=True):
    """The round that an entry is of, whatever else it says."""

    round: int


class _OfHit(Signatures, frozen=True, kw_only=True):
    hit: str = ""


class _Cards(msgspec.Struct, frozen=True):
    cards: str = ""


class _OfTable(Signatures, frozen=True, kw_only=True):
    table: _Cards


class _TableAt(NamedTuple):
    """A table at a cut-off: ``open`` is the round in progress, or 0, and ``moved`` what its stream had moved."""

    rounds: int
    voided: int
    open: int
    tallies: dict[str, list[int]]
    moved: Sums

    def wrong(self, body: of_table.TableDayClosed) -> Iterator[str]:
        """What a close tells otherwise."""
        for what, said, found in (
            ("the number of rounds", body.rounds, self.rounds),
            ("the number of void rounds", body.voided, self.voided),
            ("the round in progress", body.round, self.open),
        ):
            if said != found:
                yield f"{what} is {said} in the close of {body.day}, and {found} by the entries before its cut-off"
        for sensor in sorted({*body.counters, *self.tallies}):
            counted, tallies = (each.get(sensor, UNCOUNTED) for each in (body.counters, self.tallies))
            if counted != tallies:
                yield f"the close of {body.day} has sensor {sensor} at {counted}, and its presses come to {tallies}"
        money = {name: micros for name, micros in self.moved.items() if name.startswith(TABLE_MONEY)}
        others = {name: micros for name, micros in self.moved.items() if name not in money}
        # A close without ``moved`` was written before tables' movements were kept in it.
        for given, sums in ((body.money or {}, money), (body.moved, others)):
            if given is not UNSET and _some(given) != sums:
                yield f"the close of {body.day} tells {told(given)}, and its lines come to {told(sums)}"


class _JackpotAt(NamedTuple):
    """A jackpot at a cut-off: the hits that wait, and how many there were but for those that were rejected."""

    jackpot: Jackpot | None
    pending: list[str]
    wins: int
    won: int

    def wrong(self, id: str, body: of_jackpot.JackpotDayClosed, accounts: Sums) -> Iterator[str]:
        """What a close tells otherwise; ``accounts`` are the jackpot's as all streams had moved them by the cut-off."""
        if sorted(body.hits) != sorted(self.pending):
            listed, waited = (", ".join(sorted(each)) or "none" for each in (body.hits, self.pending))
            yield f"hits that wait at the close of {body.day}: it lists {listed}, and there were {waited}"
        if (body.wins, body.won) != (self.wins, self.won):
            there = f"{self.wins} of {self.won} cents"
            yield f"the close of {body.day} tells {body.wins} hits of {body.won} cents, and there were {there}"
        if body.accounts != accounts:
            yield f"the close of {body.day} tells {told(body.accounts)}, and all lines come to {told(accounts)}"
        due = accounts.get(f"{id}:due", 0)
        dated = sum(micros for _, micros in body.dues)
        if (body.due, dated) != (due, max(0, due)):
            yield f"{body.due} micros are due by the close of {body.day}, {dated} of them dated, and {due} by all lines"
        if body.displayed != (shown := self._shown(id, accounts)):
            yield f"the close of {body.day} displays {told(body.displayed)} cents, and its meters {told(shown)}"

    def _shown(self, id: str, accounts: Mapping[str, int]) -> dict[str, int]:
        """The displayed amounts of its meters in cents: what has accrued with the pool, at most the cap."""
        found = {}
        for meter in self.jackpot.meters if self.jackpot is not None else ():
            name = f"{id}/{meter.row}" if meter.row else id
            cents = (accounts.get(f"{name}:accrued", 0) + accounts.get(f"{name}:pool", 0)) // MICROS
            found[meter.row] = cents if meter.cap is None else min(cents, meter.cap)
        return found


class _Said(NamedTuple):
    """A jackpot's own close, the number of its entry, and how the jackpot stood at the cut-off."""

    id: str
    number: int
    body: of_jackpot.JackpotDayClosed
    stood: _JackpotAt


class _Close(msgspec.Struct):
    """A close on record, and what is read in all streams of it: what they had moved by its cut-off, and what was open.

    ``moved`` has the micros by account, ``rounds`` what the tables tell of rounds in progress.
    """

    number: int
    body: of_house.DayClosed
    cut: int
    moved: Sums = {}
    rounds: dict[str, int] = {}
    said: list[_Said] = []


class _Table:
    """What one table has counted so far."""

    def __init__(self) -> None:
        self._rounds = self._voided = self._last = self._open = 0
        self._live = self._alone = False
        self._tallies: dict[str, list[int]] = {}

    def at(self, moved: Sums) -> _TableAt:
        """The figures of this moment."""
        tallies = {sensor: list(counts) for sensor, counts in self._tallies.items()}
        return _TableAt(self._rounds, self._voided, self._open, tallies, _some(moved))

    def take(self, entry: Entry) -> None:
        """Add an entry."""
        kind = kind_of(entry, "table")
        if kind in (of_table.TableOpened, of_table.PrivateTableOpened):
            self._alone, self._open = read_as(entry, _OfTable).table.cards == "none", 0
        elif kind is of_table.Tabulated:
            body = read_as(entry, of_table.Tabulated)
            self._count(body.round)
            for sensor, positions in body.picture.items():
                tallies = self._tallies.setdefault(sensor, [0] * POSITIONS)
                for position in positions:
                    tallies[position - 1] += 1
        elif kind is of_table.HitClaimed:
            number = read_as(entry, _OfRound).round
            if number > self._last:
                # Where nothing counts a round is known by its first hit.
                self._count(number)
        elif kind is of_table.RoundBegun:
            self._live, self._open = True, read_as(entry, _OfRound).round
        elif kind in (of_table.RoundSettled, of_table.RoundVoided):
            number = read_as(entry, _OfRound).round
            if kind is of_table.RoundVoided:
                self._voided += 1
            elif number > self._last:
                self._rounds += 1
            self._last = max(self._last, number)
            self._live, self._open = False, 0

    def _count(self, number: int) -> None:
        self._rounds += 1
        self._last = number
        if not self._live:
            # With the tabulator alone a round is over with its press.
            self._open = 0 if self._alone else number


class _Jackpot:
    """What one jackpot is so far, and its hits."""

    def __init__(self) -> None:
        self._jackpot: Jackpot | None = None
        self._amounts: dict[str, int] = {}
        self._pending: list[str] = []
        self._wins = self._won = 0

    def at(self, moved: Sums) -> _JackpotAt:
        """How it stands at this moment."""
        return _JackpotAt(self._jackpot, list(self._pending), self._wins, self._won)

    def take(self, entry: Entry) -> None:
        """Add an entry."""
        kind = kind_of(entry, "jackpot")
        if kind is of_jackpot.JackpotBegun:
            self._jackpot = read_as(entry, of_jackpot.JackpotBegun).jackpot
        elif kind is of_jackpot.AmountPosted:
            self._jackpot = read_as(entry, of_jackpot.AmountPosted).jackpot
        elif kind is of_jackpot.JackpotChanged:
            changed = read_as(entry, of_jackpot.JackpotChanged)
            self._jackpot = self._jackpot if changed.queued else changed.jackpot
        elif kind is of_jackpot.HitLocked:
            body = read_as(entry, of_jackpot.HitLocked)
            self._jackpot = body.changed or self._jackpot
            for hit in body.hits:
                self._amounts[hit.id] = hit.amount
                self._pending.append(hit.id)
                self._wins += 1
                self._won += hit.amount
        elif kind in (of_jackpot.HitPaid, of_jackpot.HitRejected):
            id = read_as(entry, _OfHit).hit
            if id in self._pending:
                self._pending.remove(id)
            if kind is of_jackpot.HitRejected:
                self._wins -= 1
                self._won -= self._amounts.get(id, 0)
        elif kind is of_payment.CheckVoided:
            self._pending += filter(None, [read_as(entry, _OfHit).hit])


class CloseStory:
    """One table's or jackpot's stream, entry by entry; each yields what its closes tell otherwise than it was."""

    def __init__(self, stream: str, closes: list[_Close]) -> None:
        kind, _, self._id = stream.partition("/")
        self._so_far = _Table() if kind == "table" else _Jackpot()
        self._moved: Sums = {}
        self._left = closes[::-1]
        self._stood: dict[str, tuple[_Close, _TableAt | _JackpotAt]] = {}

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""
        while self._left and entry.at >= self._left[-1].cut:
            self._cut_off()
        kind = kind_of(entry)
        if kind is of_table.TableDayClosed or kind is of_jackpot.JackpotDayClosed:
            yield from self._closed(read_as(entry, kind), entry.number)
        self._so_far.take(entry)
        for account, micros in entry.postings:
            if not account.startswith(CHIPS):
                self._moved[account] = self._moved.get(account, 0) + micros

    def end(self) -> None:
        """The stream is over: what it moved belongs to all closes that are left."""
        while self._left:
            self._cut_off()

    def _cut_off(self) -> None:
        close = self._left.pop()
        self._stood[close.body.day] = (close, self._so_far.at(self._moved))
        for account, micros in self._moved.items():
            close.moved[account] = close.moved.get(account, 0) + micros

    def _closed(self, body: Body, number: int) -> Iterator[str]:
        assert isinstance(body, of_table.TableDayClosed | of_jackpot.JackpotDayClosed)
        close, stood = self._stood.pop(body.day, (None, None))
        if body.cut is UNSET:
            return
        if close is None or close.cut != body.cut:
            yield f"day {body.day} is closed here, and the property closed no such day at {body.cut}"
        elif isinstance(stood, _JackpotAt) and isinstance(body, of_jackpot.JackpotDayClosed):
            # Tables move a jackpot's money too: it is held against this when all streams are read.
            close.said.append(_Said(self._id, number, body, stood))
        elif isinstance(stood, _TableAt) and isinstance(body, of_table.TableDayClosed):
            if body.round:
                close.rounds[self._id] = body.round
            yield from stood.wrong(body)


class Closes:
    """Every close on record, in the order of the property's stream."""

    def __init__(self, property: Iterable[Entry]) -> None:
        self._told = [
            (entry.number, read_as(entry, of_house.DayClosed))
            for entry in property
            if kind_of(entry, PROPERTY) is of_house.DayClosed
        ]
        self._closes: list[_Close] = []
        for number, body in self._told:
            if body.cut is not UNSET and (not self._closes or body.cut > self._closes[-1].cut):
                self._closes.append(_Close(number, body, body.cut))

    def story(self, stream: str) -> CloseStory:
        """What follows one table's or jackpot's stream."""
        return CloseStory(stream, self._closes)

    def between(self) -> Iterator[tuple[str, int, str]]:
        """Once all streams are read: what closes tell otherwise than all of them, by stream and number of an entry."""
        yield from ((PROPERTY, number, what) for number, what in self._out_of_order())
        for close in self._closes:
            hits: dict[str, list[str]] = {}
            for id, number, body, stood in close.said:
                own = (f"{id}:", f"{id}/")
                accounts = {name: micros for name, micros in _some(close.moved).items() if name.startswith(own)}
                yield from ((jackpot_stream(id), number, what) for what in stood.wrong(id, body, accounts))
                if body.hits:
                    hits[id] = body.hits
            for what, said, found in (("rounds", close.body.rounds, close.rounds), ("hits", close.body.hits, hits)):
                if said != found:
                    yield (
                        PROPERTY,
                        close.number,
                        f"the {what} open at its cut-off are {said}, and {found} by their streams",
                    )

    def _out_of_order(self) -> Iterator[tuple[int, str]]:
        known = {close.number for close in self._closes}
        last = 0
        for number, body in self._told:
            if body.before is not UNSET and body.before != last:
                yield number, f"it follows the close in entry {body.before}, and the last one is entry {last}"
            if body.cut is not UNSET and number not in known:
                yield number, f"day {body.day} is closed at a cut-off that is not after the last"
            last = number


def _some(sums: Mapping[str, int]) -> Sums:
    return {name: micros for name, micros in sums.items() if micros}
