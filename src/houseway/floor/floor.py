"""The floor of a property: give it commands, ask it what is so.

A command is decided from the states of its streams and becomes entries of the journal, all or nothing; a refusal is a
named error and leaves nothing behind. The same id gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from houseway.errors import HousewayError
from houseway.floor.bookkeeping.chips import CHIPS, chips_of
from houseway.floor.bookkeeping.days import day_ends
from houseway.floor.bookkeeping.stops import all_tables
from houseway.floor.bookkeeping.table_win import TABLE_MONEY
from houseway.floor.command import Command, digest
from houseway.floor.command_streams import LOOKING, Streams
from houseway.floor.context import Context
from houseway.floor.declared import DECLARED
from houseway.floor.folding import FloorFold
from houseway.floor.kinds.body import Body, NewDay
from houseway.floor.permission import replacing
from houseway.floor.permission.permissions import check, check_unused, elsewhere, once_anywhere
from houseway.floor.play import prints
from houseway.floor.play.live_rounds import LiveRounds
from houseway.floor.states import (
    PROPERTY,
    JackpotState,
    PropertyState,
    TableState,
    jackpot_stream,
    table_stream,
)
from houseway.floor.subjects.house import CreateProperty
from houseway.jackpots.funds import displayed
from houseway.jackpots.soundness import check_invariants
from houseway.journal import Decision, Draft, Journal, Outcome, Request, Transaction, Writer
from houseway.journal.journal_errors import CommandFault, JournalUnavailable, Undeclared
from houseway.table.round import Round
from houseway.table.setup import Setup


class Order:
    """A command on its way: the command, its id, who gives it, who stands beside, when, and chance for its cards.

    ``chance`` is a fresh nonce that the cards after an answer are drawn from; ``against`` the digest of what the
    command is meant to replace, refused where that is something else by now (`houseway.floor.permission.replacing`).
    ``named`` are those of the two who were only named, by somebody at a terminal, and did not sign: the entries say so.
    None of these is part of what makes two sendings the same command.
    """

    __slots__ = ("against", "at", "chance", "command", "id", "named", "second", "who")

    def __init__(
        self,
        command: Command,
        id: str,
        who: str,
        at: int,
        second: str | None = None,
        chance: bytes = b"",
        against: str | None = None,
        named: tuple[str, ...] = (),
    ) -> None:
        self.against = against
        self.named = named
        self.chance = chance
        self.command = command
        self.id = id
        self.who = who
        self.at = at
        self.second = second


class Floor:
    """A property's floor on an open journal.

    ``verify`` plays the record of each round again before it is settled. Without a `Writer` commands are written by
    the thread that gives them; with one (`start`), any number of threads may give commands and share commits.
    """

    def __init__(self, journal: Journal, *, verify: bool = True) -> None:
        self.journal = journal
        self.live = LiveRounds(verify=verify)
        self._writer: Writer | None = None

    @classmethod
    def open(cls, url: str | Path, *, create: bool = False, verify: bool = True, **settings: Any) -> Floor:
        """The floor whose journal is at ``url``: a file, or a PostgreSQL address."""
        return cls(Journal.open(url, FloorFold(), create=create, **settings), verify=verify)

    def close(self) -> None:
        """Stop the writer, if one was started, and close the journal."""
        self.stop()
        self.journal.close()

    def stop(self) -> None:
        """Write what is waiting and stop the writer, if one was started; the journal stays open."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def start(self, **settings: Any) -> None:
        """Start the writer: from now on commands of all threads are written by it, in the order they come."""
        if self._writer is None:
            self._writer = Writer(self.journal, **settings)

    def check_writer(self) -> None:
        """A `JournalUnavailable` where a writer was started and its thread has ended."""
        if self._writer is not None and not self._writer.alive:
            raise JournalUnavailable("the thread that writes has ended", remedy="start the server again")

    # -- commands

    def do(
        self,
        command: Command,
        *,
        id: str,
        who: str,
        at: int,
        second: str | None = None,
        chance: bytes = b"",
        named: tuple[str, ...] = (),
    ) -> dict[str, Any]:
        """Do ``command`` and say what came of it; raises the refusal."""
        order = Order(command, id, who, at, second, chance, named=named)
        outcome = self._written(order)
        if isinstance(outcome.error, Undeclared):
            # Another process has changed which streams this touches since they were last read here, or the decision
            # needs more of them than it mostly does.
            self.journal.refresh()
            outcome = self._written(order, wide=True)
        return self._reply(outcome)

    def _written(self, order: Order, *, wide: bool = False) -> Outcome:
        if self._writer is not None:
            return self._writer.submit(self._request(order, wide=wide)).result()
        [outcome] = self.journal.write([self._request(order, wide=wide)])
        return outcome

    def submit(self, order: Order, then: Callable[[Outcome], None]) -> None:
        """Give a command to the writer, which must have been started; ``then`` is called by its thread when done."""
        assert self._writer is not None
        writer = self._writer

        def done(outcome: Outcome) -> None:
            if isinstance(outcome.error, Undeclared):
                try:
                    self.journal.refresh()
                    writer.submit(self._request(order, wide=True), then)
                    return
                except HousewayError as error:
                    outcome = Outcome(error=error)
                except Exception as bug:
                    fault = CommandFault(f"command {order.id} failed: {bug!r}", remedy="report it; nothing was written")
                    fault.__cause__ = bug
                    outcome = Outcome(error=fault)
            then(outcome)

        writer.submit(self._request(order), done)

    def do_all(self, orders: Sequence[Order]) -> list[dict[str, Any] | HousewayError]:
        """Do several commands in one commit, each accepted or refused by itself: its reply, or its refusal."""
        outcomes = self.journal.write([self._request(order) for order in orders])
        if any(isinstance(outcome.error, Undeclared) for outcome in outcomes):
            # The ids of those that were accepted get the same answer again.
            self.journal.refresh()
            outcomes = self.journal.write([self._request(order, wide=True) for order in orders])
        return [outcome.error if outcome.error is not None else (outcome.reply or {}) for outcome in outcomes]

    def _reply(self, outcome: Outcome) -> dict[str, Any]:
        if outcome.error is not None:
            raise outcome.error
        return outcome.reply or {}

    def _request(self, order: Order, *, wide: bool = False) -> Request:
        """A command for the journal. ``wide``: it may look at every table and jackpot."""
        command: Any = order.command
        declared = DECLARED[type(command)]

        def decided(tx: Transaction) -> Decision:
            context = Context(tx, command, order.who, order.second, order.at, self.live, order.chance, order.named)
            if isinstance(command, CreateProperty):
                check(context, command, {person.id: person for person in command.people})
            else:
                check(context, command, context.property.people)
            if declared.played:
                prints.check_played(tx.state(table_stream(command.table)), command.round)
            if order.against is not None:
                replacing.check(order.against, command, context.property, context.jackpot)
            decision = declared.decide(context, command)
            if declared.control.paper is not None:
                check_unused(context, command)
            _say_day(context, decision)
            return decision

        streams, reads = self._streams(command)
        if wide:
            state = self.property
            every = (*all_tables(state), *map(jackpot_stream, state.jackpots))
            reads = (*reads, *(stream for stream in every if stream not in streams and stream not in reads))
        return Request(
            command=order.id,
            digest=digest(command, order.who, order.second),
            who=order.who,
            at=order.at,
            streams=streams,
            reads=reads,
            decide=decided,
            accounts=declared.balances(command, order.who) if declared.balances is not None else (),
            seal=declared.control.sealed,
            close=declared.closes,
        )

    def _streams(self, command: Command) -> Streams:
        """The streams a command may append to, and those it only reads."""
        declared = DECLARED[type(command)]
        writes, reads = declared.on(self, command)
        if declared.control.paper is not None and once_anywhere(command):
            # Whoever uses a paper holds the property: nobody uses it for another jackpot at the same moment.
            writes = (*writes, *((PROPERTY,) if PROPERTY not in writes else ()))
            papers = elsewhere(command, self.property)
            reads = tuple(dict.fromkeys(stream for stream in (*reads, *papers) if stream not in writes))
        return Streams(writes, reads)

    def looks(self, command: Command) -> bool:
        """Whether the streams of a command hang on what is so, which `submit` then has to ask the journal for."""
        return DECLARED[type(command)].on in LOOKING or once_anywhere(command)

    # -- what is so

    @property
    def property(self) -> PropertyState:
        """The property."""
        return cast(PropertyState, self.journal.state(PROPERTY))

    def table(self, id: str) -> TableState:
        """A table."""
        return cast(TableState, self.journal.state(table_stream(id)))

    def jackpot(self, id: str) -> JackpotState:
        """A jackpot."""
        return cast(JackpotState, self.journal.state(jackpot_stream(id)))

    def streams(self) -> list[str]:
        """Every stream there is."""
        return self.journal.streams()

    def round(self, table: str) -> Round:
        """The round in progress at a table, with every recorded answer taken; only to be looked at."""
        return self.live.playing(self.setup(table), self.table(table)).round

    def setup(self, table: str) -> Setup:
        """The setup that an open table plays with."""
        return self.live.setup(self.property, self.table(table))

    def mismatches(self) -> dict[str, str]:
        """By open table, what keeps this program from its next round there; none is well."""
        found = {id: prints.mismatch(self.table(id)) for id in self.property.open}
        return {id: what for id, what in found.items() if what is not None}

    def accounts(self, jackpot: str) -> dict[str, int]:
        """Every account of a jackpot with its balance in micros."""
        return {**self.journal.balances(f"{jackpot}:"), **self.journal.balances(f"{jackpot}/")}

    def tables(self) -> list[TableState]:
        """Every table there is, and those taken away since the last close."""
        return [cast(TableState, self.journal.state(stream)) for stream in all_tables(self.property)]

    def amounts(self, jackpot: str) -> dict[str, int]:
        """What a jackpot displays now, in cents, by row (its own amount under the empty name)."""
        known = self.jackpot(jackpot).jackpot
        return {} if known is None else displayed(known, self.accounts(jackpot))

    def broken(self) -> list[str]:
        """Every invariant of the money that does not hold now, in words: none, or the floor must stop.

        Each jackpot's funds against where they came from and went to, its bank and dues against what it holds, no
        player with less than no chips, and no account that belongs to no jackpot. That balances are the fold of the
        entries is for `Journal.verify`.
        """
        accounts = self.journal.balances()
        found = (
            [f"all accounts together are {sum(accounts.values())} micros, not zero"] if sum(accounts.values()) else []
        )
        owned: set[str] = set()
        for stream in self.journal.streams():
            kind, _, id = stream.partition("/")
            known = self.jackpot(id).jackpot if kind == "jackpot" else None
            if known is None:
                continue
            mine = {name: amount for name, amount in accounts.items() if name.startswith((f"{id}:", f"{id}/"))}
            owned.update(mine)
            found += check_invariants(known, mine)
        found += [
            f"{name} has {amount} micros, less than nothing"
            for name, amount in accounts.items()
            if amount < 0 and name.startswith(chips_of("player:"))
        ]
        strange = [name for name in accounts if name not in owned and not name.startswith((CHIPS, TABLE_MONEY))]
        return found + [f"{name} belongs to no jackpot" for name in strange]


def _say_day(ctx: Context, decision: Decision) -> None:
    """The first entry of a gaming day in the stream of a table or a jackpot says which it is, and when it is over."""
    said: set[str] = set()
    drafts: list[Draft] | None = None
    for place, draft in enumerate(decision.drafts):
        stream = draft.stream
        if not stream.startswith(_WITH_DAYS) or ctx.at < ctx.tx.state(stream).day_ends or stream in said:
            continue
        said.add(stream)
        new_day = NewDay(ctx.day, day_ends(ctx.property, ctx.day))
        assert isinstance(draft.body, Body)
        body = msgspec.structs.replace(draft.body, new_day=new_day)
        drafts = list(decision.drafts) if drafts is None else drafts
        drafts[place] = msgspec.structs.replace(draft, body=body)
    if drafts is not None:
        decision.drafts = drafts


_WITH_DAYS = (table_stream(""), jackpot_stream(""))
