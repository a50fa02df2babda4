"""One batch of commands, decided in order inside one transaction of the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from houseway.errors import HousewayError
from houseway.journal.commands import Decision, Fold, Outcome, Request
from houseway.journal.engines.engine import Beginning, Conflict, Engine, Known, Pending, Queries, Unwritable
from houseway.journal.entries import (
    CLOCK,
    Draft,
    Entry,
    Head,
    can_be_name,
    canonical,
    canonical_counts,
    canonical_lines,
    chain_hash,
    checked_name,
    command_proof,
    is_name,
    listed,
    stream_order,
)
from houseway.journal.journal_errors import (
    BadDraft,
    BalanceTooLarge,
    ClockAhead,
    ClockSteppedBack,
    CommandFault,
    CommandReused,
    JournalUnavailable,
    Undeclared,
)
from houseway.journal.standings import Standing, Witness, catch_up, fold_in, load_standing, snapshot_row

TOLERANCE = 2_000_000
"""Microseconds by which a command may lie behind its streams: all its entries then take the latest time of those."""

AHEAD = 60_000_000
"""Microseconds by which a command may lie ahead of the journal's clock."""

LEAP = 92 * 86_400_000_000
"""Microseconds by which a command may lie after everything in the journal: a clock that is wrong says more."""

SNAPSHOT_EVERY = 5_000
"""Entries of a stream between two snapshots of its state."""

_BODIES = (dict, msgspec.Struct)


class Transaction:
    """What one command may look at while it is decided; earlier commands of its batch are included."""

    __slots__ = ("_batch", "_request", "_states")

    def __init__(self, batch: Batch, request: Request) -> None:
        self._batch = batch
        self._request = request
        self._states: dict[str, Any] = {}

    def _declared(self, stream: str) -> str:
        if stream not in self._request.streams and stream not in self._request.reads:
            raise Undeclared(f"{stream} is read without being declared")
        return stream

    @property
    def streams(self) -> tuple[str, ...]:
        """The declared streams that may be appended to."""
        return self._request.streams

    def state(self, stream: str) -> Any:
        """The folded state of a declared stream. It must not be changed."""
        # Nothing is folded while one command is decided, and it asks for the same few states again and again.
        state = self._states.get(stream)
        if state is None:
            state = self._states[stream] = self._batch.standing(self._declared(stream)).state
        return state

    def head(self, stream: str) -> tuple[int, int]:
        """Number and time of the last entry of a declared stream; (0, 0) where there is none."""
        head = self._batch.heads[self._declared(stream)]
        return head.number, head.at

    def of_round(self, stream: str, round_: int) -> list[Entry]:
        """How a round of a declared stream ended and what was corrected later, in order, this batch included."""
        return self._batch.flushed().of_round(self._declared(stream), round_)

    def balance(self, account: str) -> int:
        """The account's balance over all streams, in micros."""
        return self._batch.balance(account)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The balances of all accounts whose names begin so."""
        return self._batch.flushed().balances(prefix)

    def counters(self, bank: str) -> tuple[int, ...]:
        """The sixteen counters of a bank, position 1 first."""
        return self._batch.flushed().counters(bank)


class Batch:
    """Requests decided together. Nothing here counts before the engine has committed."""

    def __init__(
        self,
        engine: Engine,
        fold: Fold,
        standings: dict[str, Standing],
        owners: dict[str, str],
        tried: Mapping[str, Outcome],
        witness: Witness,
        clock: Callable[[], int],
    ) -> None:
        self._engine = engine
        self._fold = fold
        self._witness = witness
        self._clock = clock
        self._standings = standings
        self._owners = owners
        self._tried = tried
        self._known: dict[str, Known] = {}
        self._accepted: dict[str, tuple[str, bytes, bytes, str, int, bytes]] = {}
        self._news: dict[str, list[Entry]] = {}
        self._balances: dict[str, int] = {}
        self.heads: dict[str, Head] = {}
        self.pending = Pending()
        self.touched: set[str] = set()
        self.entries: list[Entry] = []
        self.resolved: list[Entry] = []

    def run(self, requests: Sequence[Request]) -> list[Outcome]:
        """Decide every request in order; the engine's transaction is then ready to commit."""
        malformed = [_malformed(request) for request in requests]
        sound = [request for request, error in zip(requests, malformed, strict=True) if error is None]
        locked = sorted({stream for request in sound for stream in request.streams}, key=stream_order)
        taken = set(locked)
        read = sorted({stream for request in sound for stream in request.reads if stream not in taken})
        standings = {stream: self._standings[stream] for stream in (*locked, *read) if stream in self._standings}
        cached = {stream: standing.head for stream, standing in standings.items()}
        folded = {stream: standing.number for stream, standing in standings.items()}
        ids = list(dict.fromkeys(request.command for request in sound))
        accounts = list(dict.fromkeys(name for request in sound for name in request.accounts if is_name(name)))
        begun = self._engine.begin(Beginning(locked, read, ids, cached, folded, accounts))
        self.heads, self._known, self._news, self._balances = begun
        for stream, head in self.heads.items():
            standing = self._standings.get(stream)
            if standing is not None:
                standing.head = head
        outcomes = [
            self._outcome(request) if error is None else Outcome(error=error)
            for request, error in zip(requests, malformed, strict=True)
        ]
        self._finish()
        return outcomes

    def standing(self, stream: str) -> Standing:
        """A stream with its state folded up to everything decided so far."""
        standing = self._standings.get(stream)
        head = self.heads[stream]
        if standing is None or standing.number > head.number:
            standing = self._standings[stream] = load_standing(stream, self._fold, self.flushed(), head, self._witness)
        if standing.number < head.number:
            self.touched.add(stream)
            try:
                self._catch_up(standing, stream, head.number)
            except BaseException:
                self._standings.pop(stream, None)
                raise
        standing.head = head
        return standing

    def _catch_up(self, standing: Standing, stream: str, number: int) -> None:
        news = [entry for entry in self._news.pop(stream, ()) if standing.number < entry.number <= number]
        if news and news[0].number == standing.number + 1:
            fold_in(standing, stream, self._fold, news)
        if standing.number < number:
            catch_up(standing, stream, self._fold, self.flushed(), number)

    def balance(self, account: str) -> int:
        """An account over all streams, with everything decided so far."""
        known = self._balances.get(account)
        if known is None:
            known = self._balances[account] = self.flushed().balance(account)
        return known

    def flushed(self) -> Queries:
        """Questions inside the transaction, with everything decided so far written."""
        if self.pending:
            self._engine.flush(self.pending)
            self.pending = Pending()
        return self._engine.writing

    def _outcome(self, request: Request) -> Outcome:
        known = self._known.get(request.command)
        if known is None and request.command in self._accepted:
            known = Known(*self._accepted[request.command][1:])
        if known is not None:
            return self._repeat(request, known)
        try:
            decision = request.decide(Transaction(self, request))
            if not decision.drafts:
                return Outcome(canonical(decision.reply, "the reply"))
            return self._append(request, decision)
        except JournalUnavailable:
            raise
        except HousewayError as refusal:
            self._check_begun(request)
            return Outcome(error=refusal)
        except (Conflict, Unwritable):
            raise
        except Exception as bug:
            # A bug in one command must not take the others of its batch with it.
            fault = CommandFault(f"command {request.command} failed: {bug!r}", remedy="report it; nothing was written")
            fault.__cause__ = bug
            return Outcome(error=fault)

    def _check_begun(self, request: Request) -> None:
        """Before a refusal counts: no stream of it was begun meanwhile by another process.

        A stream without entries has no head to lock. Whoever refuses may have read of balances what this very command
        did, sent elsewhere with the same id: decided again, it is known.
        """
        unlocked = [stream for stream in request.streams if not self.heads[stream].number]
        if unlocked and any(head.number for head in self._engine.writing.heads(unlocked).values()):
            raise Conflict(f"another process began one of {', '.join(unlocked)}")

    def _repeat(self, request: Request, known: Known) -> Outcome:
        if known.digest != request.digest:
            return Outcome(error=CommandReused(f"command {request.command} was already given, with another content"))
        mine = self._tried.get(request.command)
        if mine is not None and mine.entries:
            # The connection went away during COMMIT: what is there now is what was then asked to be written.
            carrier = min(mine.entries, key=_carrier_order)
            if (carrier.stream, carrier.number) == (known.stream, known.number) and (
                self._engine.writing.hash_of(carrier.stream, carrier.number) == carrier.hash
            ):
                self.resolved.extend(mine.entries)
                return mine
        return Outcome(known.reply, repeated=True)

    def _append(self, request: Request, decision: Decision) -> Outcome:
        reply = canonical(decision.reply, "the reply")
        drafts = decision.drafts
        places = self._places(request, drafts)
        at = self._time(request, drafts)
        written = listed(places)
        proof = command_proof(request.digest, reply, written)
        command, who = request.command, request.who
        heads: dict[str, Head] = {}
        entries = []
        begun: list[tuple[str, str]] = []
        owners = self._owners
        for draft, (stream, number) in zip(drafts, places, strict=True):
            head = heads.get(stream) or self.heads[stream]
            kind = checked_name(draft.kind, "a kind")
            if not isinstance(draft.body, _BODIES):
                raise BadDraft(f"the body must be a map, not {draft.body!r}")
            body = canonical(draft.body)
            lines = canonical_lines(draft.lines)
            counts = canonical_counts(draft.counts)
            for bank, _ in draft.counts:
                if owners.get(bank) != stream:
                    self._check_owner(bank, stream)
                    begun.append((bank, stream))
            before = head.hash
            hash_ = chain_hash(stream, number, command, who, at, kind, body, lines, counts, proof, before)
            heads[stream] = Head(number, at, hash_)
            entries.append(Entry(stream, number, command, who, at, kind, body, lines, counts, proof, before, hash_))
        self._evolve(entries, drafts)
        self.heads.update(heads)
        owners.update(begun)
        pending, balances = self.pending, self._balances
        for entry, draft in zip(entries, drafts, strict=True):
            pending.post(entry, heads[entry.stream], draft.lines, draft.counts)
            for account, amount in draft.lines if balances else ():
                if account in balances:
                    balances[account] += amount
        carrier = entries[0] if len(entries) == 1 else min(entries, key=_carrier_order)
        row = (command, request.digest, reply, carrier.stream, carrier.number, written)
        pending.commands.append(row)
        self._accepted[command] = row
        self.entries.extend(entries)
        return Outcome(reply, entries=tuple(entries))

    def _places(self, request: Request, drafts: Sequence[Draft]) -> list[tuple[str, int]]:
        """Where each draft goes: its stream and the number that it gets there."""
        last: dict[str, int] = {}
        places = []
        for draft in drafts:
            stream = draft.stream
            if stream not in request.streams:
                raise Undeclared(f"{stream} is appended to without being declared")
            number = last[stream] = (last.get(stream) or self.heads[stream].number) + 1
            places.append((stream, number))
        return places

    def _time(self, request: Request, drafts: Sequence[Draft]) -> int:
        """The one time of all entries of a command: its own, or that of the latest of its streams within tolerance."""
        at = request.at
        ahead = at - self._clock()
        if ahead > AHEAD:
            raise ClockAhead(
                f"this was sent with a time {ahead / 1_000_000:,.0f} s ahead of the clock, and nothing was written",
                remedy="set the clock of whoever sent it right, then send it again",
            )
        heads, latest = self.heads, 0
        for draft in drafts:
            if draft.kind == CLOCK:
                self._check_clock(drafts)
                return at
            last = heads[draft.stream].at
            latest = max(latest, last)
        if at - latest > LEAP:
            self._check_leap(request)
        if latest <= at:
            return at
        for draft in drafts:
            _check_late(request, draft.stream, heads[draft.stream])
        return latest

    def _check_clock(self, drafts: Sequence[Draft]) -> None:
        """A command that sets clocks right does nothing else, and names each stream once with its last time."""
        for draft in drafts:
            was = draft.body.get("was") if isinstance(draft.body, dict) else getattr(draft.body, "was", None)
            if draft.kind != CLOCK or was != self.heads[draft.stream].at or draft.lines:
                raise BadDraft(f"the clock of {draft.stream} is set right from the time of its last entry, and alone")
        if len({draft.stream for draft in drafts}) < len(drafts):
            raise BadDraft("the clock of a stream is set right once")

    def _check_leap(self, request: Request) -> None:
        """One stream may rest for long. Where the whole journal did, the clock is wrong, or two people confirm it."""
        last = max((head.at for head in self.heads.values()), default=0)
        last = max(last, self.flushed().last_time())
        if last and request.at - last > LEAP:
            raise ClockAhead(
                f"the clock is {(request.at - last) // 86_400_000_000} days after the last entry of the journal, and "
                "nothing was written",
                remedy="set the machine's clock right; where it is right, two people confirm it under Malfunctions, or "
                "with houseway property clock",
            )

    def _check_owner(self, bank: str, stream: str) -> None:
        owner = self._owners.get(bank)
        if owner is None:
            owner = self._engine.writing.bank_stream(bank)
            if owner is None:
                return
            self._owners[bank] = owner
        if owner != stream:
            raise BadDraft(f"bank {bank} belongs to {owner} and cannot be counted by {stream}")

    def _evolve(self, entries: Sequence[Entry], drafts: Sequence[Draft]) -> None:
        """Fold the entries into their states: what cannot be folded is not appended."""
        standings: dict[str, Standing] = {}
        for entry in entries:
            standings[entry.stream] = self.standing(entry.stream)
        self.touched.update(standings)
        apply = self._fold.apply
        try:
            for entry, draft in zip(entries, drafts, strict=True):
                standing = standings[entry.stream]
                standing.state = apply(standing.state, entry)
                standing.add(draft.lines, draft.counts)
                standing.number = entry.number
        except BaseException:
            # A half-folded state is worth nothing: it is read anew from the entries that were accepted.
            for stream in standings:
                self._standings.pop(stream, None)
            raise

    def _finish(self) -> None:
        """Note where every stream now stands, and save the states whose last snapshot is far behind."""
        for stream, head in self.heads.items():
            standing = self._standings.get(stream)
            if standing is None or standing.head is head:
                continue
            standing.head = head
            self.touched.add(stream)
            if standing.number == head.number and head.number - standing.saved >= SNAPSHOT_EVERY:
                self.pending.snapshots.append(snapshot_row(stream, standing, self._fold, self._witness))
                standing.saved = head.number


def _malformed(request: Request) -> BadDraft | None:
    """Why a request cannot even be asked about; the engines are never given such a one."""
    try:
        # Every id is another: there is no use in remembering that it was looked at.
        if type(request.command) is not str or not can_be_name(request.command):
            checked_name(request.command, "a command id")
        if type(request.who) is not str or not is_name(request.who):
            checked_name(request.who, "who")
        for streams in (request.streams, request.reads):
            for stream in streams:
                if type(stream) is not str or not is_name(stream):
                    checked_name(stream, "a stream")
    except BadDraft as error:
        return error
    if type(request.at) is not int or not 0 <= request.at < 2**63:
        return BadDraft(f"the time must be whole microseconds, not {request.at!r}")
    if type(request.digest) is not bytes:
        return BadDraft(f"the digest must be bytes, not {request.digest!r}")
    return None


def _carrier_order(entry: Entry) -> tuple[int, str, int]:
    return (*stream_order(entry.stream), entry.number)


def _check_late(request: Request, stream: str, head: Head) -> None:
    behind = head.at - request.at
    if behind > TOLERANCE:
        raise ClockSteppedBack(
            f"the clock is {behind / 1_000_000:,.0f} s behind the last entry of {stream}, and nothing was written",
            remedy="set the machine's clock right, then send it again; where it ran ahead before, two people say so "
            "under Malfunctions, or with houseway property clock",
        )


def too_large(request: Request, why: Unwritable) -> Outcome:
    """The outcome of a command whose rows the engine cannot hold."""
    return Outcome(
        error=BalanceTooLarge(
            f"command {request.command} cannot be held exactly: {why}",
            remedy="look at the amounts; nothing was written",
        )
    )
