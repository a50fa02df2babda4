"""The floor of a property: give it commands, ask it what is so.

A command is decided from the states of its streams and becomes entries of the journal, all or nothing; a refusal is a
named error and leaves nothing behind. The same id gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from houseway.errors import CommandFault, HousewayError, JournalUnavailable, Undeclared
from houseway.floor import (
    clock,
    closing,
    doors,
    hits,
    house,
    live,
    money,
    prints,
    replacing,
    rounds,
    sealing,
    seats,
    surveillance,
    upgrades,
)
from houseway.floor import commands as c
from houseway.floor.chips import CHIPS, chips_of, rack_of
from houseway.floor.context import Context
from houseway.floor.controls import control
from houseway.floor.days import day_ends
from houseway.floor.folding import FloorFold
from houseway.floor.kinds.body import Body, NewDay
from houseway.floor.people import SEAL_KEYS
from houseway.floor.permissions import check, check_unused, elsewhere, once_anywhere
from houseway.floor.states import (
    PLAYERS,
    PROPERTY,
    JackpotState,
    PropertyState,
    TableState,
    jackpot_stream,
    table_stream,
)
from houseway.floor.stops import all_tables
from houseway.jackpots.funds import displayed_cents
from houseway.jackpots.jackpot_accounts import balances_of
from houseway.jackpots.soundness import check_invariants
from houseway.journal import Decision, Journal, Outcome, Request, Transaction, Writer
from houseway.journal.sealing.seal_record import SEALS
from houseway.table.round import Round
from houseway.table.setup import Setup

Decide = Callable[[Context, Any], Decision]


class Order:
    """A command on its way: the command, its id, who gives it, who stands beside, when, and chance for its cards.

    ``chance`` is a fresh nonce that the cards after an answer are drawn from; ``against`` the digest of what the
    command is meant to replace, refused where that is something else by now (`houseway.floor.replacing`). ``named`` are
    those of the two who were only named, by somebody at a terminal, and did not sign: the entries say so. None of these
    is part of what makes two sendings the same command.
    """

    __slots__ = ("against", "at", "chance", "command", "id", "named", "second", "who")

    def __init__(
        self,
        command: c.Command,
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
        self._settler = rounds.Settler(verify=verify)
        self._writer: Writer | None = None
        self.live = live.LiveRounds(self._settler, hits.Claims(self._settler))
        self._decide: dict[type[c.Command], Decide] = {
            **_DECIDE,
            c.SettleRound: self.live.settle,
            c.Tabulate: self.live.tabulate,
            c.ClaimHit: self.live.claim,
            c.BeginRound: self.live.begin,
            c.Answer: self.live.answer,
            c.ReadCard: self.live.read_card,
            c.TimeOut: self.live.time_out,
            c.CorrectAnswer: self.live.correct,
            c.VoidRound: self.live.void,
        }

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
        command: c.Command,
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
        command = order.command
        decide = self._decide[type(command)]

        def decided(tx: Transaction) -> Decision:
            context = Context(tx, command, order.who, order.second, order.at, order.chance, order.named)
            if isinstance(command, c.CreateProperty):
                check(context, command, {person.id: person for person in command.people})
            else:
                check(context, command, context.property.people)
            if isinstance(command, prints.PLAYED):
                prints.check_played(tx.state(table_stream(command.table)), command)
            if order.against is not None:
                replacing.check(order.against, command, context.property, context.jackpot)
            decision = decide(context, command)
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
            digest=c.digest(command, order.who, order.second),
            who=order.who,
            at=order.at,
            streams=streams,
            reads=reads,
            decide=decided,
            accounts=_accounts(command, order.who),
            seal=control(command).sealed,
            close=isinstance(command, c.CloseDay),
        )

    def _streams(self, command: c.Command) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The streams a command may append to, and those it only reads."""
        streams, reads = self._own_streams(command)
        if once_anywhere(command):
            # Whoever uses a paper holds the property: nobody uses it for another jackpot at the same moment.
            streams = (*streams, *((PROPERTY,) if PROPERTY not in streams else ()))
            papers = elsewhere(command, self.property)
            reads = tuple(dict.fromkeys(stream for stream in (*reads, *papers) if stream not in streams))
        return streams, reads

    def _own_streams(self, command: c.Command) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The same, whatever paper the command names."""
        if isinstance(command, _TABLE_ONLY):
            return (table_stream(command.table),), (PROPERTY,)
        if isinstance(command, (c.ClaimHit, c.VoidRound)):
            of_table = self.table(command.table).table
            ids = dict.fromkeys(of_table.jackpots.values()) if of_table else {}
            streams = (table_stream(command.table), *(jackpot_stream(id) for id in ids))
            # A full prize may bring in parameters that waited for it, which the property's stream has too.
            return (*streams, PROPERTY), ()
        if isinstance(command, c.SetClockRight):
            return tuple(dict.fromkeys((*self.journal.streams(), PROPERTY))), ()
        if isinstance(command, (c.AddTable, c.ChangeTable)):
            known = self.property.jackpots
            wanted = (jackpot_stream(id) for id in command.table.jackpots.values() if id in known)
            reads = dict.fromkeys((*wanted, *self._jackpots_of(command.table.id)))
            return (table_stream(command.table.id), PROPERTY), tuple(reads)
        if isinstance(command, _WITH_CHIPS):
            return (table_stream(command.table), PLAYERS), (PROPERTY,)
        if isinstance(command, c.CloseTable):
            # With the last table of a link come in the parameters that waited for it.
            return (table_stream(command.table), *self._jackpots_of(command.table), PROPERTY, PLAYERS), ()
        if isinstance(command, c.OpenTable):
            return (table_stream(command.table), PROPERTY), self._jackpots_of(command.table)
        if isinstance(command, (c.FailTable, c.RestoreTable, c.FailDisplay, c.RestoreDisplay)):
            return (table_stream(command.table), PROPERTY), ()
        if isinstance(command, c.RemoveTable):
            return (PROPERTY,), (table_stream(command.table), *self._jackpots_of(command.table))
        if isinstance(command, c.CloseDay):
            every = map(table_stream, closing.closing(self.property, "table"))
            return (*every, *map(jackpot_stream, closing.closing(self.property, "jackpot")), PROPERTY), ()
        if isinstance(command, c.UpgradeRelease):
            return (*(table_stream(id) for id in self.property.open), PROPERTY), ()
        if isinstance(command, (c.AddJackpot, c.ChangeJackpot)):
            return (jackpot_stream(command.jackpot.id), PROPERTY), ()
        if isinstance(command, c.CloseJackpot):
            return (jackpot_stream(command.jackpot), PROPERTY), ()
        if isinstance(command, (c.PayHit, c.RejectHit)):
            hit = self.jackpot(command.jackpot).hits.get(command.hit)
            own = (table_stream(hit.table),) if hit else ()
            return (*own, jackpot_stream(command.jackpot)), (PROPERTY,)
        if isinstance(command, c.TransferJackpot):
            return (jackpot_stream(command.jackpot), jackpot_stream(command.to)), (PROPERTY,)
        if isinstance(command, _WITH_ITS_TABLES):
            tables = [table_stream(id) for id in self.property.tables_of(command.jackpot)]
            return (*tables, jackpot_stream(command.jackpot), PROPERTY), ()
        if isinstance(command, _JACKPOT_ONLY):
            # An adjustment names a malfunction, which nobody may close meanwhile.
            both = isinstance(command, c.AdjustMeter)
            streams = (jackpot_stream(command.jackpot), *((PROPERTY,) if both else ()))
            return streams, () if both else (PROPERTY,)
        if isinstance(command, c.GiveChips):
            return (PLAYERS,), (PROPERTY,)
        if isinstance(command, SEAL_KEYS):
            return (SEALS,), (PROPERTY,)
        return (PROPERTY,), ()

    def looks(self, command: c.Command) -> bool:
        """Whether the streams of a command hang on what is so, which `submit` then has to ask the journal for."""
        return isinstance(command, _LOOKS) or once_anywhere(command)

    def _jackpots_of(self, table: str) -> tuple[str, ...]:
        """The streams of the jackpots that a table is configured to play for."""
        known = self.property.tables.get(table)
        return tuple(jackpot_stream(id) for id in dict.fromkeys(known.jackpots.values())) if known else ()

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

    def round(self, table: str) -> Round:
        """The round in progress at a table, with every recorded answer taken; only to be looked at."""
        return self.live.playing(self.setup(table), self.table(table)).round

    def setup(self, table: str) -> Setup:
        """The setup that an open table plays with."""
        return self._settler.setup(self.property, self.table(table))

    def mismatches(self) -> dict[str, str]:
        """By open table, what keeps this program from its next round there (`houseway.floor.prints`); none is well."""
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
        if known is None:
            return {}
        if known.scheme == "bonus":
            return {} if known.amount is None else {"": known.amount}
        accounts = self.accounts(jackpot)
        return {meter.row: displayed_cents(meter, balances_of(known, meter, accounts)) for meter in known.meters}

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
        strange = [name for name in accounts if name not in owned and not name.startswith(CHIPS)]
        return found + [f"{name} belongs to no jackpot" for name in strange]


_TABLE_ONLY = (
    c.BeginRound,
    c.Answer,
    c.ReadCard,
    c.TimeOut,
    c.CorrectAnswer,
    c.NoteStep,
    c.PauseTable,
    c.Tabulate,
    c.ConfirmIndicators,
    c.NoteEdges,
    c.SettleRound,
    c.VerifyWin,
    c.ReadCounter,
    c.ExplainReading,
    c.ReplaceCounter,
)
_WITH_CHIPS = (c.Sit, c.Leave, c.BringChips, c.CorrectLine)
_WITH_ITS_TABLES = (c.PostAmount, c.Statement, c.Seize, c.StopJackpot, c.ResumeJackpot)
_JACKPOT_ONLY = (
    c.VerifyHit,
    c.AdjustMeter,
    c.RecoverSeed,
    c.BookUndisplayed,
    c.Deposit,
    c.Withdraw,
    c.ExplainDifference,
    c.AnnounceRemoval,
    c.DonateJackpot,
)

_LOOKS = (
    c.SetClockRight,
    c.ClaimHit,
    c.VoidRound,
    c.AddTable,
    c.ChangeTable,
    c.CloseTable,
    c.OpenTable,
    c.RemoveTable,
    c.CloseDay,
    c.UpgradeRelease,
    c.PayHit,
    c.RejectHit,
    *_WITH_ITS_TABLES,
)

_DECIDE: dict[type[c.Command], Decide] = {
    c.Sit: seats.sit,
    c.Leave: seats.leave,
    c.BringChips: seats.bring_chips,
    c.GiveChips: seats.give_chips,
    c.NoteStep: seats.note_step,
    c.PauseTable: seats.pause_table,
    c.CorrectLine: seats.correct_line,
    c.CreateProperty: house.create_property,
    c.ChangeSettings: house.change_settings,
    c.AddPerson: house.add_person,
    c.DropPerson: house.drop_person,
    c.MakeAccount: doors.make_account,
    c.ReplacePassword: doors.replace_password,
    c.ChangeOwnPassword: doors.change_own_password,
    c.CloseAccount: doors.close_account,
    c.OpenAccount: doors.open_account,
    c.AttestAccounts: doors.attest_accounts,
    c.MakeDeviceKey: doors.make_device_key,
    c.RevokeDeviceKey: doors.revoke_device_key,
    c.UpgradeRelease: upgrades.upgrade_release,
    c.AddLicence: house.add_licence,
    c.AddApproval: house.add_approval,
    c.AddPromotion: house.add_promotion,
    c.EndPromotion: house.end_promotion,
    c.ReportMalfunction: house.report_malfunction,
    c.NotifyMalfunction: house.notify_malfunction,
    c.MendMalfunction: house.mend_malfunction,
    c.SetClockRight: clock.set_clock_right,
    c.CloseDay: closing.close_day,
    c.AddTable: house.add_table,
    c.ChangeTable: house.change_table,
    c.RemoveTable: house.remove_table,
    c.OpenTable: house.open_table,
    c.CloseTable: house.close_table,
    c.ConfirmIndicators: rounds.confirm_indicators,
    c.NoteEdges: rounds.note_edges,
    c.VerifyWin: surveillance.verify_win,
    c.FailTable: rounds.fail_table,
    c.RestoreTable: rounds.restore_table,
    c.FailDisplay: rounds.fail_display,
    c.RestoreDisplay: rounds.restore_display,
    c.ReadCounter: rounds.read_counter,
    c.ExplainReading: rounds.explain_reading,
    c.ReplaceCounter: rounds.replace_counter,
    c.AddJackpot: money.add_jackpot,
    c.ChangeJackpot: money.change_jackpot,
    c.PostAmount: money.post_amount,
    c.VerifyHit: hits.verify_hit,
    c.PayHit: hits.pay_hit,
    c.RejectHit: hits.reject_hit,
    c.AdjustMeter: money.adjust_meter,
    c.RecoverSeed: money.recover_seed,
    c.BookUndisplayed: money.book_undisplayed,
    c.Deposit: money.deposit,
    c.Withdraw: money.withdraw,
    c.Statement: money.statement,
    c.ExplainDifference: money.explain_difference,
    c.Seize: money.seize,
    c.StopJackpot: money.stop_jackpot,
    c.ResumeJackpot: money.resume_jackpot,
    c.AnnounceRemoval: money.announce_removal,
    c.TransferJackpot: money.transfer_jackpot,
    c.DonateJackpot: money.donate_jackpot,
    c.CloseJackpot: money.close_jackpot,
    c.RotateSealKey: sealing.rotate_seal_key,
    c.ReplaceLostKey: sealing.replace_lost_key,
}


def _say_day(ctx: Context, decision: Decision) -> None:
    """The first entry of a gaming day in the stream of a table or a jackpot says which it is, and when it is over."""
    seen = set()
    drafts = list(decision.drafts)
    for place, draft in enumerate(drafts):
        if draft.stream.startswith(_WITH_DAYS) and draft.stream not in seen:
            seen.add(draft.stream)
            if ctx.at >= ctx.tx.state(draft.stream).day_ends:
                new_day = NewDay(ctx.day, day_ends(ctx.property, ctx.day))
                assert isinstance(draft.body, Body)
                body = msgspec.structs.replace(draft.body, new_day=new_day)
                drafts[place] = msgspec.structs.replace(draft, body=body)
    decision.drafts = drafts


_WITH_DAYS = (table_stream(""), jackpot_stream(""))


def _accounts(command: c.Command, who: str) -> tuple[str, ...]:
    """The accounts of chips that decide whether a player may do something."""
    match command:
        case c.Answer() | c.Leave():
            return (rack_of(command.table, who),)
        case c.Sit():
            return (chips_of(command.player),)
        case _:
            return ()
