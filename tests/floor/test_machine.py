"""Any commands in any order: after each the money is what a second, independent reckoning says, or nothing changed."""

from __future__ import annotations

import copy
import pickle
import shutil
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.bookkeeping.days import dues
from houseway.floor.floor import Floor
from houseway.floor.permission.people import panel_of
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal.journal_errors import CommandFault, CommandReused
from tests.floor.houses import (
    ATTACK,
    DAILY,
    DAY,
    SECOND,
    SECOND_ATTACK,
    TIES,
    WILDS,
    House,
    attack_table,
    changed,
    deuces_table,
    duel_table,
    split_table,
    sqlite_house,
)
from tests.floor.model import Twin
from tests.floor.model_parts import CENT, POSITIONS, ROWS, TABLES, Board, Pot, Purse, Refuse

NARROW = (
    changed(ATTACK, cap=100_090),
    SECOND_ATTACK,
    changed(TIES, cap=20_200),
    changed(changed(WILDS, "3-wild-cards", cap=2_030), "4-wild-cards", cap=50_020),
    DAILY,
)
"""Caps that a few wagers reach."""

PROGRESSIVES = ("attack", "attack-two", "ties", "wilds")
METERS = [("attack", ""), ("attack-two", ""), ("ties", ""), *(("wilds", meter.row) for meter in WILDS.meters)]
POTS = (*PROGRESSIVES, "daily")

tables = st.sampled_from(list(TABLES))
pots = st.sampled_from(POTS)
meters = st.sampled_from(METERS)
seats = st.sets(st.integers(1, 7), min_size=1, max_size=4).map(lambda found: tuple(sorted(found)))
numbers = st.integers(0, 10**6)
near = st.integers(-2, 2)
chips = st.integers(-1, 60)
slips = st.tuples(st.integers(-40, 40), st.booleans())
parts = st.sampled_from([0, 10, 50, 100, 101, -1])


def _pot(jackpot: Jackpot) -> Pot:
    purses = {
        meter.row: Purse(
            meter.seed,
            meter.reseed,
            meter.rate,
            meter.reserve,
            meter.cap,
            meter.reseed_below,
            pool=meter.seed * CENT,
            seed=meter.seed * CENT,
        )
        for meter in jackpot.meters
    }
    return Pot(jackpot.id, purses, due=sum(meter.seed for meter in jackpot.meters) * CENT)


class Template:
    """A property built once; each run begins with a copy of its file."""

    def __init__(self, folder: Path, profile: Literal["plain", "washington-commercial"]) -> None:
        self.profile = profile
        self.folder = folder
        house = sqlite_house(folder / "floor.db")
        house.build(
            profile,
            jackpots=NARROW,
            tables=[
                attack_table("A1", two=True),
                attack_table("A2"),
                duel_table("D1"),
                deuces_table("W1"),
                split_table("S1"),
            ],
        )
        house.do(c.ReportMalfunction(malfunction="M", what="a meter stands wrong"), "tell")
        self.payee = house.payee()
        self.at = house.at
        house.close()


class FloorMachine(RuleBasedStateMachine):
    """Commands given to the floor and to its twin."""

    template: Template

    @initialize(deposited=st.booleans(), positions=seats)
    def begin(self, deposited: bool, positions: tuple[int, ...]) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "floor.db"
        for file in self.template.folder.iterdir():
            shutil.copy(file, self.folder.name)
        self.house = House(Floor.open(self.path), self.template.at)
        self.house.number = 1_000
        plain = self.template.profile == "plain"
        self.twin = Twin(
            [_pot(jackpot) for jackpot in NARROW],
            void_lowers=plain,
            notice_days=0 if plain else 10,
            taxed=not plain,
        )
        self.sent: list[tuple[str, c.Command, str, str | None, dict[str, Any]]] = []
        self.heads = {stream: head.number for stream, head in self.house.floor.journal.heads().items()}
        self.check()
        if deposited:
            for jackpot in PROGRESSIVES:
                self.deposit(jackpot, 0)
            for table in TABLES:
                self.tabulate(table, positions, positions, True, 1)

    def teardown(self) -> None:
        if hasattr(self, "house"):
            try:
                self.house.sound()
            finally:
                self.house.close()
                self.folder.cleanup()

    # -- both at once

    def give(self, act: Callable[[Twin], object], command: c.Command, who: str, second: str | None = None) -> None:
        # As a deep copy, in a fifth of the time.
        trial = pickle.loads(pickle.dumps(self.twin, pickle.HIGHEST_PROTOCOL))
        try:
            act(trial)
        except Refuse:
            self.refused(HousewayError, command, who, second)
            return
        id = f"m{self.house.number}"
        reply = self.house.do(command, who, second, id=id)
        self.twin = trial
        self.sent.append((id, command, who, second, reply))
        self.check()

    def refused(
        self, error: type[HousewayError], command: c.Command, who: str, second: str | None, id: str | None = None
    ) -> None:
        before = self.house.rows()
        try:
            self.house.do(command, who, second, id=id)
        except error as refusal:
            assert not isinstance(refusal, CommandFault), refusal
            assert refusal.remedy or refusal.clause or refusal.message
        else:
            raise AssertionError(f"{command} was accepted, and must be refused")
        assert self.house.rows() == before, f"{command} was refused and left something behind"

    def check(self) -> None:
        floor = self.house.floor
        broken = floor.broken()
        assert not broken, broken
        for stream, head in floor.journal.heads().items():
            if head.number == self.heads.get(stream, 0):
                continue
            for entry in floor.journal.read(stream, self.heads.get(stream, 0) + 1):
                assert sum(micros for _, micros in entry.postings) == 0, entry
            self.heads[stream] = head.number
        found: dict[str, int] = {}
        for name, micros in floor.journal.balances().items():
            account, _, fund = name.rpartition(":")
            key = f"{account}:amount" if fund in ("accrued", "pool") else name
            found[key] = found.get(key, 0) + micros
        assert {name: micros for name, micros in found.items() if micros} == self.twin.accounts()
        assert floor.journal.counters() == self.twin.counters()
        shown = {id: floor.amounts(id) for id in PROGRESSIVES}
        for id, row in METERS:
            assert shown[id][row] == self.twin.pots[id].meters[row].shown() // CENT
        states: dict[str, Any] = {}
        for id in POTS:
            state = floor.jackpot(id)
            states[f"jackpot {id}"] = state.status
            states[f"checks {id}"] = {check.number for check in state.checks.values()}
            due = self.house.fund(id, "due")
            states[f"due {id}"] = dict(dues(state, floor.tables(), due))
            states |= {f"hit {hit.id} of {id}": hit.state for hit in state.hits.values()}
        for id in TABLES:
            table = floor.table(id)
            states[f"table {id}"] = (table.open, table.round, table.fault is not None, table.dealer)
        assert states == self.twin.states()

    def pick(self, number: int, wanted: Callable[[Pot], object]) -> str:
        """Mostly a jackpot that fits what is to be done, now and then any."""
        fitting = [pot.id for pot in self.twin.pots.values() if wanted(pot)]
        return fitting[number % len(fitting)] if fitting and number % 6 else POTS[number % len(POTS)]

    def pick_table(self, number: int, wanted: Callable[[Board], object]) -> str:
        fitting = [id for id, board in self.twin.boards.items() if wanted(board)]
        return fitting[number % len(fitting)] if fitting and number % 6 else list(TABLES)[number % len(TABLES)]

    @property
    def soon(self) -> int:
        """When the next command will be given."""
        return self.house.at + SECOND

    # -- rounds

    @rule(table=tables, positions=seats, second=seats, both=st.booleans(), ready=st.integers(0, 9))
    def tabulate(self, table: str, positions: tuple[int, ...], second: tuple[int, ...], both: bool, ready: int) -> None:
        """Mostly at a table that is made ready first, so that a run does not end in standstill."""
        board = self.twin.boards[table]
        pots = [self.twin.pots[id] for _, id in TABLES[table].values()]
        if ready and (board.stopped or (ready > 1 and any(self.twin.overdue(pot, self.soon) for pot in pots))):
            self.make_good(table)
        if ready and not self.twin.boards[table].open:
            self.open_table(table)
        board = self.twin.boards[table]
        most = POSITIONS[table]
        picture = {"1": tuple(position for position in positions if position <= most)}
        if both and "2" in TABLES[table]:
            picture["2"] = tuple(position for position in second if position <= most)
        self.press(table, board.round + 1, picture, board.fault)

    @rule(data=st.data(), table=tables, seen=st.lists(seats, min_size=1, max_size=6))
    def play(self, data: st.DataObject, table: str, seen: list[tuple[int, ...]]) -> None:
        """Some rounds one after the other, each perhaps with hits that go on to their end."""
        for positions in seen:
            self.tabulate(table, positions, positions, True, 1)
            ending = data.draw(st.sampled_from(["nothing", "hit", "paid", "check void", "rejected", "void"]))
            if ending == "void":
                self.void(table, 0)
            elif ending != "nothing" and self.twin.boards[table].playing and self.twin.boards[table].picture:
                before = len(self.sent)
                self.claim_at(data, table)
                made = [hit["id"] for hit in self.sent[-1][4]["hits"]] if len(self.sent) > before else []
                for jackpot, hit in [(pot.id, id) for pot in self.twin.pots.values() for id in made if id in pot.hits]:
                    if ending in ("paid", "check void"):
                        self.check_hit(jackpot, hit)
                        self.pay_hit(jackpot, hit, "cage", "check")
                    if ending == "check void":
                        drawn = self.twin.pots[jackpot].checks
                        for number in [number for number, check in drawn.items() if check.hit == hit]:
                            self.void_check(jackpot, number, "account" if seen[0][0] % 2 else "cage", again=True)
                    elif ending == "rejected":
                        self.reject_hit(jackpot, hit)

    @rule(table=tables, off=near, sensor=st.sampled_from(["1", "2", "3"]), positions=seats, manual=st.booleans())
    def press_wrongly(self, table: str, off: int, sensor: str, positions: tuple[int, ...], manual: bool) -> None:
        self.press(table, self.twin.boards[table].round + 1 + off, {sensor: positions}, manual)

    def press(self, table: str, round_: int, picture: dict[str, tuple[int, ...]], manual: bool) -> None:
        command = c.Tabulate(table=table, round=round_, picture=picture, manual=manual)
        at = self.soon
        self.give(lambda twin: twin.tabulate(table, round_, picture, manual, at), command, panel_of(table))

    @rule(number=numbers, off=st.sampled_from([0, 0, 0, 1, -1]))
    def call_void(self, number: int, off: int) -> None:
        self.void(self.pick_table(number, lambda board: board.playing and not board.hits), off)

    def void(self, table: str, off: int) -> None:
        round_ = self.twin.boards[table].round + off
        command = c.VoidRound(table=table, round=round_, reason="misdeal")
        self.give(lambda twin: twin.void(table, round_), command, "sato")

    # -- hits

    @rule(data=st.data())
    def claim(self, data: st.DataObject) -> None:
        playing = [table for table, board in self.twin.boards.items() if board.open and board.playing and board.picture]
        if not playing:
            return
        self.claim_at(data, data.draw(st.sampled_from(playing)))

    def claim_at(self, data: st.DataObject, table: str) -> None:
        board = self.twin.boards[table]
        counted = [(seat, TABLES[table][sensor]) for sensor, positions in board.picture.items() for seat in positions]
        chosen = data.draw(st.lists(st.sampled_from(counted), min_size=1, max_size=4, unique=True))
        claims = [
            (seat, wager, data.draw(st.sampled_from([row for row, _, _ in ROWS[id]]))) for seat, (wager, id) in chosen
        ]
        self.call(table, board.round, claims)

    @rule(table=tables, off=near, seat=st.integers(1, 7), pot=pots, row=numbers)
    def claim_wrongly(self, table: str, off: int, seat: int, pot: str, row: int) -> None:
        wager = next(wager for sensors in TABLES.values() for wager, id in sensors.values() if id == pot)
        event = ROWS[pot][row % len(ROWS[pot])][0]
        self.call(table, self.twin.boards[table].round + off, [(seat, wager, event)])

    def call(self, table: str, round_: int, claims: list[tuple[int, str, str]]) -> None:
        claimed = tuple(c.Claimed(seat=seat, wager=wager, event=event) for seat, wager, event in claims)
        command = c.ClaimHit(table=table, round=round_, claims=claimed)
        self.give(lambda twin: twin.claim(table, round_, claims), command, panel_of(table))

    def some_hit(self, number: int) -> tuple[str, str]:
        """Mostly one that is pending, now and then any other or none."""
        pending = [(pot.id, hit.id) for pot in self.twin.pots.values() for hit in pot.pending()]
        known = [(pot.id, id) for pot in self.twin.pots.values() for id in pot.hits] or [("attack", "A1-0-0")]
        found = pending if pending and number % 5 else known
        return found[number % len(found)]

    @precondition(lambda self: any(pot.hits for pot in self.twin.pots.values()))
    @rule(number=numbers)
    def verify(self, number: int) -> None:
        self.check_hit(*self.some_hit(number))

    def check_hit(self, jackpot: str, hit: str) -> None:
        command = c.VerifyHit(jackpot=jackpot, hit=hit, cards="seen", deck="whole", surveillance="tape")
        self.give(lambda twin: twin.verify(jackpot, hit), command, "sato", "vega")

    @precondition(lambda self: any(pot.hits for pot in self.twin.pots.values()))
    @rule(
        number=numbers,
        by=st.sampled_from(["cage", "account"]),
        method=st.sampled_from(["check", "check", "cash", "chips"]),
        shows=st.sampled_from([True, True, True, False]),
    )
    def pay(
        self, number: int, by: Literal["cage", "account"], method: Literal["check", "cash", "chips"], shows: bool
    ) -> None:
        verified = [
            (pot.id, hit.id) for pot in self.twin.pots.values() for hit in pot.pending() if hit.state == "verified"
        ]
        jackpot, hit = verified[number % len(verified)] if verified and number % 5 else self.some_hit(number)
        self.pay_hit(jackpot, hit, by, method, shows=shows)

    def pay_hit(
        self,
        jackpot: str,
        hit: str,
        by: Literal["cage", "account"],
        method: Literal["check", "cash", "chips"],
        *,
        shows: bool = True,
        again: str = "",
    ) -> None:
        number = again or self.house.paper("check")
        command = c.PayHit(
            jackpot=jackpot,
            hit=hit,
            by=by,
            method=method,
            reference=number,
            player="P. Player",
            payee=self.template.payee if shows else "",
        )
        self.give(lambda twin: twin.pay(jackpot, hit, by, method, number, shows=shows), command, "sato", "cole")

    @precondition(lambda self: bool(self.twin.numbers))
    @rule(number=numbers, ends=st.sampled_from(["void", "void", "clear"]), wrong=st.booleans(), again=st.booleans())
    def end_check(self, number: int, ends: str, wrong: bool, again: bool) -> None:
        """A check is cleared or void, mostly one that is neither; a prize whose check is void is paid or rejected."""
        drawn = [(pot.id, check) for pot in self.twin.pots.values() for check in pot.checks]
        jackpot, check = drawn[number % len(drawn)] if drawn else ("attack", "none")
        if wrong and number % 3 == 0:
            check = sorted(self.twin.numbers)[number % len(self.twin.numbers)]
        if ends == "clear":
            clear = c.ClearCheck(jackpot=jackpot, check=check, reference=self.house.paper("statement"))
            self.give(lambda twin: twin.clear(jackpot, check), clear, "cole")
            return
        self.void_check(jackpot, check, "account" if number % 2 else "cage", again=again)

    def void_check(self, jackpot: str, check: str, by: Literal["cage", "account"], *, again: bool) -> None:
        """A check is void; its prize cannot be rejected, nor paid with that number, and is perhaps paid again."""
        known = self.twin.pots[jackpot].checks.get(check)
        void = c.VoidCheck(jackpot=jackpot, check=check, reason="torn")
        self.give(lambda twin: twin.void_check(jackpot, check), void, "cole", "sato")
        if known is not None and known.hit and self.twin.pots[jackpot].hits[known.hit].state == "verified":
            self.reject_hit(jackpot, known.hit)
            self.pay_hit(jackpot, known.hit, "cage", "check", again=check)
            if again:
                self.pay_hit(jackpot, known.hit, by, "check")

    @precondition(lambda self: any(pot.hits for pot in self.twin.pots.values()))
    @rule(number=numbers)
    def reject(self, number: int) -> None:
        self.reject_hit(*self.some_hit(number))

    def reject_hit(self, jackpot: str, hit: str) -> None:
        command = c.RejectHit(jackpot=jackpot, hit=hit, reason="no hit")
        self.give(lambda twin: twin.reject(jackpot, hit), command, "sato", "vega")

    # -- parameters and money

    @rule(
        meter=meters,
        reseed=st.sampled_from([0, 3, 20, 400, 20_000]),
        cap=st.one_of(st.none(), st.integers(-1, 50)),
        below=st.booleans(),
        faster=st.sampled_from([0, 0, 0, 1_000]),
    )
    def change(self, meter: tuple[str, str], reseed: int, cap: int | None, below: bool, faster: int) -> None:
        id, row = meter
        purse = self.twin.pots[id].meters[row]
        top = None if cap is None else max(purse.seed_cents, reseed, -(-purse.shown() // CENT)) + cap
        jackpot = next(jackpot for jackpot in NARROW if jackpot.id == id)
        for name, each in self.twin.pots[id].meters.items():
            jackpot = changed(jackpot, name, reseed=each.reseed, cap=each.cap, reseed_below=each.below, rate=each.rate)
        jackpot = changed(jackpot, row, reseed=reseed, cap=top, reseed_below=below, rate=purse.rate + faster)
        self.give(
            lambda twin: twin.change(id, row, reseed, top, below, purse.rate + faster),
            c.ChangeJackpot(jackpot=jackpot),
            "ames",
            "cole",
        )

    @rule(number=numbers, amount=st.integers(1, 5_000))
    def post(self, number: int, amount: int) -> None:
        jackpot = self.pick(number, lambda pot: not pot.meters)
        command = c.PostAmount(jackpot=jackpot, posted={"four-aces": f"${amount:,}"})
        self.give(lambda twin: twin.post(jackpot, amount * 100), command, "sato", "cole")

    @rule(meter=meters, off=st.integers(-300, 300), reason=st.sampled_from(["malfunction", "maximum", "won"]))
    def adjust(self, meter: tuple[str, str], off: int, reason: str) -> None:
        id, row = meter
        to = self.twin.pots[id].meters[row].shown() // CENT + off
        command = c.AdjustMeter(
            jackpot=id, row=row, to=to, reason=reason, document=self.house.paper("D"), malfunction="M"
        )
        self.give(lambda twin: twin.adjust(id, row, to, reason), command, "sato", "cole")

    def money(self, number: int, source: str, part: int) -> tuple[str, str, int]:
        """A meter, mostly one that has money in ``source``, and so many percent of it in cents."""
        filled = [
            (id, row)
            for id, row in METERS
            if self.twin.pots[id].meters[row].accrued + getattr(self.twin.pots[id].meters[row], source) >= CENT
        ]
        id, row = filled[number % len(filled)] if filled and number % 6 else METERS[number % len(METERS)]
        purse = copy.deepcopy(self.twin.pots[id].meters[row])
        purse.fold()
        return id, row, getattr(purse, source) // CENT * part // 100 + (part > 100) - (part < 0)

    @rule(number=numbers, part=parts, source=st.sampled_from(["pool", "reserve", "overflow"]))
    def recover(self, number: int, part: int, source: Literal["pool", "reserve", "overflow"]) -> None:
        id, row, cents = self.money(number, source, part)
        command = c.RecoverSeed(jackpot=id, row=row, amount=cents, source=source, document=self.house.paper("D"))
        self.give(lambda twin: twin.recover(id, row, cents, source), command, "cole", "ames")

    @rule(number=numbers, part=parts, source=st.sampled_from(["reserve", "overflow"]))
    def book(self, number: int, part: int, source: Literal["reserve", "overflow"]) -> None:
        id, row, cents = self.money(number, source, part)
        command = c.BookUndisplayed(jackpot=id, row=row, amount=cents, source=source, document=self.house.paper("D"))
        self.give(lambda twin: twin.book(id, row, cents, source), command, "cole", "ames")

    @rule(number=numbers, off=st.sampled_from([0, 0, 1, 2, -500, -5_000]), by_check=st.booleans())
    def bring(self, number: int, off: int, by_check: bool) -> None:
        jackpot = self.pick(number, lambda pot: pot.due > 0)
        self.deposit(jackpot, off, check=self.house.paper("check") if by_check else "")

    def deposit(self, jackpot: str, off: int, check: str = "") -> None:
        cents = -(-self.twin.pots[jackpot].due // CENT) + off
        command = c.Deposit(jackpot=jackpot, amount=cents, reference=self.house.paper("slip"), check=check)
        self.give(lambda twin: twin.deposit(jackpot, cents, check), command, "cole", "sato" if check else None)

    @precondition(lambda self: any(pot.due < -CENT for pot in self.twin.pots.values()))
    @rule(number=numbers, off=st.sampled_from([0, 0, 1, -3]))
    def withdraw(self, number: int, off: int) -> None:
        jackpot = self.pick(number, lambda pot: pot.due < -CENT)
        cents = -self.twin.pots[jackpot].due // CENT + off
        command = c.Withdraw(jackpot=jackpot, amount=cents, reference=self.house.paper("slip"))
        self.give(lambda twin: twin.withdraw(jackpot, cents), command, "cole", "sato")

    @rule(number=numbers, off=st.sampled_from([0, 0, 0, 5, -5]))
    def hear_from_bank(self, number: int, off: int) -> None:
        self.statement(self.pick(number, lambda pot: pot.bank), off)

    def statement(self, jackpot: str, off: int) -> None:
        cents = self.twin.pots[jackpot].bank // CENT + off
        command = c.Statement(jackpot=jackpot, amount=cents, reference=self.house.paper("statement"))
        self.give(lambda twin: twin.statement(jackpot, cents), command, "ames")

    @precondition(lambda self: any(pot.bank for pot in self.twin.pots.values()))
    @rule(number=numbers, part=st.sampled_from([0, 1, 50, 101]))
    def seize(self, number: int, part: int) -> None:
        jackpot = self.pick(number, lambda pot: pot.bank)
        cents = self.twin.pots[jackpot].bank // CENT * part // 100 + (part > 100)
        command = c.Seize(jackpot=jackpot, amount=cents, authority="Revenue", reference=self.house.paper("W"))
        self.give(lambda twin: twin.seize(jackpot, cents), command, "cole", "sato")

    @rule(jackpot=pots)
    def stop(self, jackpot: str) -> None:
        self.give(lambda twin: twin.stop(jackpot), c.StopJackpot(jackpot=jackpot, reason="a test"), "vega")

    @precondition(lambda self: any(pot.status == "stopped" for pot in self.twin.pots.values()))
    @rule(number=numbers)
    def try_again(self, number: int) -> None:
        self.resume(self.pick(number, lambda pot: pot.status == "stopped"))

    def resume(self, jackpot: str) -> None:
        at = self.soon
        command = c.ResumeJackpot(jackpot=jackpot, reason="done")
        self.give(lambda twin: twin.resume(jackpot, at), command, "ames", "cole")

    def make_good(self, table: str) -> None:
        """Everything that stops the jackpots of a table is put right."""
        for _, id in TABLES[table].values():
            if self.twin.pots[id].status == "stopped":
                if self.twin.pots[id].meters:
                    self.statement(id, 0)
                    self.deposit(id, 0)
                self.resume(id)
            elif self.twin.overdue(self.twin.pots[id], self.soon):
                self.deposit(id, 0)

    # -- tables and days

    @precondition(lambda self: any(not board.open for board in self.twin.boards.values()))
    @rule(number=numbers)
    def begin_play(self, number: int) -> None:
        self.open_table(self.pick_table(number, lambda board: not board.open))

    def open_table(self, table: str) -> None:
        at = self.soon
        self.give(lambda twin: twin.open(table, at), c.OpenTable(table=table), "sato")

    @rule(table=tables)
    def close_table(self, table: str) -> None:
        self.give(lambda twin: twin.close(table), c.CloseTable(table=table), "sato")

    @rule(table=tables)
    def fail(self, table: str) -> None:
        self.give(lambda twin: twin.fail(table), c.FailTable(table=table, what="dark"), "tell")

    @precondition(lambda self: any(board.fault for board in self.twin.boards.values()))
    @rule(number=numbers)
    def restore(self, number: int) -> None:
        table = self.pick_table(number, lambda board: board.fault)
        self.give(lambda twin: twin.restore(table), c.RestoreTable(table=table, how="mended"), "tell")

    @rule(table=tables, off=near)
    def read_counter(self, table: str, off: int) -> None:
        reading = self.twin.boards[table].reading + off
        self.give(lambda twin: twin.read(table, reading), c.ReadCounter(table=table, reading=reading), "cole")

    @rule(
        days=st.sampled_from([0, 1, 1, 1, 3]),
        which=st.sampled_from(["all", "all", "oldest", "today"]),
        off=st.sampled_from([0, 0, 0, 1, -1]),
    )
    def end_days(self, days: int, which: str, off: int) -> None:
        """Days go by; then every day that is open is closed, or only the oldest, or the last, or one that is wrong."""
        self.house.at += days * DAY
        self.twin.later(days)
        open_days = self.twin.open_days() or [self.twin.today]
        chosen = {"all": open_days, "oldest": open_days[:1], "today": [self.twin.today]}[which]
        for day in chosen:
            self.close_day((day + timedelta(days=off)).isoformat())

    def close_day(self, day: str) -> None:
        at = self.soon
        self.give(lambda twin: twin.close_day(day, at), c.CloseDay(day=day), "cole", "sato")

    # -- trays and dealers

    @rule(table=tables, opening=chips, moved=st.lists(slips, max_size=3), closing=chips, drop=chips)
    def deal_shift(self, table: str, opening: int, moved: list[tuple[int, bool]], closing: int, drop: int) -> None:
        """A shift from its first count to its drop, as far as nothing stands in the way."""
        self.count_tray(c.CountOpening, table, opening)
        for number, again in moved:
            self.move_chips(table, number, again)
        self.count_tray(c.CountClosing, table, closing)
        self.count_drop(table, drop)

    @rule(table=tables, what=st.sampled_from([c.CountOpening, c.CountClosing]), number=chips)
    def count_tray(self, what: type[c.CountOpening | c.CountClosing], table: str, number: int) -> None:
        command = what(table=table, chips={"$5": number}, reference=self.house.paper("count"))
        opens = what is c.CountOpening
        self.give(
            lambda twin: (twin.count_opening if opens else twin.count_closing)(table, 500 * number),
            command,
            "sato",
            "cole",
        )

    @rule(table=tables, number=st.integers(-40, 40), again=st.booleans())
    def move_chips(self, table: str, number: int, again: bool) -> None:
        """A fill, or a credit below nothing; now and then on a slip that has served."""
        slip = "slip 1" if again else self.house.paper("slip")
        what = c.FillTable if number > 0 else c.CreditTable
        command = what(table=table, chips={"$5": abs(number)}, reference=slip)
        self.give(lambda twin: twin.slip(table, 500 * number, slip), command, "sato", "cole")

    @rule(table=tables, number=chips)
    def count_drop(self, table: str, number: int) -> None:
        command = c.CountDrop(table=table, amount=700 * number, reference=self.house.paper("box"))
        self.give(lambda twin: twin.count_drop(table, 700 * number), command, "cole", "vega")

    @rule(table=tables, who=st.sampled_from(["dole", "sato"]), leaves=st.booleans())
    def change_dealer(self, table: str, who: str, leaves: bool) -> None:
        if leaves:
            self.give(lambda twin: twin.sign_off(table, who), c.SignOffDealer(table=table), who)
        else:
            self.give(lambda twin: twin.sign_on(table, who), c.SignOnDealer(table=table), who)

    # -- the end of a progressive

    @rule(
        jackpot=pots,
        reason=st.sampled_from(
            ["game-discontinued", "order-of-the-regulator", "won-and-not-continued", "won-and-not-continued", "boredom"]
        ),
        days=st.sampled_from([0, 2, 10]),
    )
    def announce(self, jackpot: str, reason: str, days: int) -> None:
        day = (self.twin.today + timedelta(days=days)).isoformat()
        command = c.AnnounceRemoval(jackpot=jackpot, reason=reason, day=day, document="an order")
        self.give(lambda twin: twin.announce(jackpot, reason, day), command, "ames", "cole")

    @rule(jackpot=pots, to=st.one_of(st.none(), pots), ready=st.booleans())
    def leave(self, jackpot: str, to: str | None, ready: bool) -> None:
        self.make_ready(jackpot, ready)
        if to is None:
            given = c.DonateJackpot(jackpot=jackpot, organisation="Council", reference=self.house.paper("D"))
            self.give(lambda twin: twin.donate(jackpot), given, "ames", "cole")
        else:
            moved = c.TransferJackpot(jackpot=jackpot, to=to, document=self.house.paper("D"))
            at = self.soon
            self.give(lambda twin: twin.transfer(jackpot, to, at), moved, "ames", "cole")

    def make_ready(self, jackpot: str, ready: bool) -> None:
        """Everything that stands in the way of the money's leaving is done first."""
        if ready and not self.twin.pots[jackpot].removal:
            self.announce(jackpot, "order-of-the-regulator", 0)
        for hit in self.twin.pots[jackpot].pending() if ready else ():
            self.reject_hit(jackpot, hit.id)
        for table in self.twin.pots[jackpot].tables() if ready else ():
            if self.twin.boards[table].open:
                self.close_table(table)
        if ready and self.twin.pots[jackpot].meters:
            self.statement(jackpot, 0)
            self.deposit(jackpot, 0)

    # -- the same again, and a restart

    @precondition(lambda self: bool(self.sent))
    @rule(number=numbers)
    def repeat(self, number: int) -> None:
        id, command, who, second, reply = self.sent[number % len(self.sent)]
        before = self.unsealed()
        assert self.house.do(command, who, second, id=id) == reply
        assert self.unsealed() == before

    def unsealed(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row but the journal's own record of its seals, which goes along with whatever is asked next."""
        rows = self.house.rows()
        return {table: [row for row in found if "seals" not in row] for table, found in rows.items()}

    @precondition(lambda self: bool(self.sent))
    @rule(number=numbers, how=st.sampled_from(["who", "second", "command"]))
    def reuse(self, number: int, how: str) -> None:
        id, command, who, second, _ = self.sent[number % len(self.sent)]
        if how == "who":
            who += "x"
        elif how == "second":
            second = "ames" if second is None else None
        else:
            other = c.StopJackpot(jackpot="attack", reason="another")
            command = other if type(command) is not c.StopJackpot else msgspec.structs.replace(other, reason="third")
        self.refused(CommandReused, command, who, second, id=id)

    @rule()
    def restart(self) -> None:
        self.house.floor.close()
        self.house.floor = Floor.open(self.path)
        self.check()


def _run(folder: Path, profile: Literal["plain", "washington-commercial"], examples: int, steps: int) -> None:
    template = Template(folder, profile)

    class Machine(FloorMachine):
        pass

    Machine.template = template
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )


@pytest.mark.parametrize("profile", ["plain", "washington-commercial"])
def test_any_commands_in_any_order(tmp_path: Path, profile: Literal["plain", "washington-commercial"]) -> None:
    _run(tmp_path, profile, examples=25, steps=50)


@pytest.mark.soak
@pytest.mark.parametrize("profile", ["plain", "washington-commercial"])
def test_a_million_commands(tmp_path: Path, profile: Literal["plain", "washington-commercial"]) -> None:
    _run(tmp_path, profile, examples=2_500, steps=200)
