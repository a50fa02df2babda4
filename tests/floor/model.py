"""A second floor, in plain numbers: what every command must do to the money, written from the rulings.

Nothing of the program's arithmetic is used. Money is micros, millionths of a cent. A command that must be refused
raises `Refuse` before anything is changed.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.floor.model_parts import CENT, TABLES, Drawn, Pot, Purse, need
from tests.floor.model_play import TwinInPlay


class Twin(TwinInPlay):
    """The whole floor: what `TwinInPlay` does at the tables, with the office, the bank and the end of a jackpot."""

    # -- parameters and money

    def change(self, jackpot: str, row: str, reseed: int, cap: int | None, below: bool, rate: int) -> None:
        pot, purse = self.meter(jackpot, row)
        need(reseed >= 0 and rate > 0)
        need(cap is None or cap >= max(purse.seed_cents, reseed))
        need(cap is None or cap * CENT >= purse.shown())
        busy = any(self.boards[table].open for table in pot.tables())
        need(rate == purse.rate or not busy)
        new = {name: (each.reseed, each.cap, each.below) for name, each in pot.meters.items()}
        new[row] = (reseed, cap, below)
        if busy:
            pot.queued = new
        else:
            self._apply(pot, new)
            purse.rate = rate

    def post(self, jackpot: str, cents: int) -> None:
        need(jackpot == "daily")
        self.daily = cents

    def adjust(self, jackpot: str, row: str, to: int, reason: str) -> None:
        pot, purse = self.meter(jackpot, row)
        if reason == "maximum":
            need(to == purse.shown() // CENT)
            return
        need(reason == "malfunction" and to >= 0 and (purse.cap is None or to <= purse.cap))
        change = to * CENT - purse.shown() // CENT * CENT
        purse.fold()
        purse.pool += change
        if change > 0:
            purse.contributions += change
            pot.come(change, self.ends())
        else:
            seed = min(-change, purse.seed - purse.recovered)
            purse.recovered += seed
            purse.reserve += -change - seed
            pot.undo(seed)

    def recover(self, jackpot: str, row: str, cents: int, source: str) -> None:
        pot, purse = self.meter(jackpot, row)
        need(cents >= 0 and cents * CENT <= purse.seed - purse.recovered)
        self._take(pot, purse, cents, source)
        purse.recovered += cents * CENT

    def book(self, jackpot: str, row: str, cents: int, source: str) -> None:
        pot, purse = self.meter(jackpot, row)
        need(cents >= 0)
        self._take(pot, purse, cents, source)
        purse.paid += cents * CENT

    def _take(self, pot: Pot, purse: Purse, cents: int, source: str) -> None:
        purse.fold()
        need(getattr(purse, source) >= cents * CENT)
        setattr(purse, source, getattr(purse, source) - cents * CENT)
        pot.pay_off(cents * CENT)

    def deposit(self, jackpot: str, cents: int, check: str = "") -> None:
        pot = self.progressive(jackpot)
        need(cents > 0 and (cents - 1) * CENT < max(pot.due, 0))
        need(check not in self.numbers)
        if check:
            self.numbers.add(check)
            pot.checks[check] = Drawn("", bank=-cents * CENT, due=cents * CENT)
        pot.bank += cents * CENT
        pot.pay_off(cents * CENT)
        pot.short = max(0, pot.short - cents * CENT)

    def withdraw(self, jackpot: str, cents: int) -> None:
        pot = self.progressive(jackpot)
        need(cents >= 0 and cents * CENT <= -pot.due and cents * CENT <= pot.bank)
        pot.bank -= cents * CENT
        pot.come(cents * CENT, self.ends())

    def seize(self, jackpot: str, cents: int) -> None:
        pot = self.progressive(jackpot)
        need(cents >= 0 and cents * CENT <= pot.bank)
        pot.bank -= cents * CENT
        pot.come(cents * CENT, self.ends())
        if pot.status != "removed":
            pot.short += cents * CENT
            self._stop(pot)

    def statement(self, jackpot: str, cents: int) -> None:
        pot = self.progressive(jackpot)
        need(cents >= 0)
        pot.missing = max(0, pot.bank - cents * CENT)
        if pot.missing and pot.status == "running":
            self._stop(pot)

    def _stop(self, pot: Pot) -> None:
        pot.status = "stopped"
        for table in pot.tables():
            self.boards[table].stopped.add(pot.id)

    def stop(self, jackpot: str) -> None:
        need(jackpot in self.pots and self.pots[jackpot].status == "running")
        self._stop(self.pots[jackpot])

    def resume(self, jackpot: str, at: int) -> None:
        need(jackpot in self.pots)
        pot = self.pots[jackpot]
        need(pot.status == "stopped" and not pot.short and not pot.missing and not self.overdue(pot, at))
        pot.status = "running"
        for table in pot.tables():
            self.boards[table].stopped.discard(jackpot)

    # -- tables and days

    def open(self, table: str, at: int) -> None:
        board = self.boards[table]
        need(not board.open)
        for _, id in TABLES[table].values():
            need(self.pots[id].status == "running" and not self.overdue(self.pots[id], at))
        board.open, board.playing, board.stopped = True, False, set()
        self._play()

    def close(self, table: str) -> None:
        board = self.boards[table]
        need(board.open)
        board.open = board.playing = False
        board.picture, board.amounts, board.hits = {}, {}, {}
        self.dealers.pop(table, None)
        for _, id in TABLES[table].values():
            if not any(self.boards[other].open for other in self.pots[id].tables()):
                self._bring_in(self.pots[id])

    def fail(self, table: str) -> None:
        board = self.boards[table]
        need(board.open and not board.fault)
        board.fault = True

    def restore(self, table: str) -> None:
        board = self.boards[table]
        need(board.fault)
        board.fault = False

    def read(self, table: str, reading: int) -> None:
        board = self.boards[table]
        need(reading >= board.reading)
        board.reading = reading

    def close_day(self, day: str, at: int) -> None:
        need(day not in self.closed and day <= self.today.isoformat() and (not self.closed or day > self.closed[-1]))
        need(all(earlier.isoformat() >= day for earlier in self.open_days()))
        cut = self.ends(date.fromisoformat(day))
        need(at >= cut)
        for pot in self.pots.values():
            for each in pot.owed:
                each.wager = each.wager and each.since > cut
        self.closed.append(day)

    # -- the end

    def announce(self, jackpot: str, reason: str, day: str) -> None:
        pot = self.counting(jackpot)
        need(not pot.removal and reason in ("game-discontinued", "order-of-the-regulator", "won-and-not-continued"))
        need(reason != "won-and-not-continued" or pot.was_won())
        if reason == "game-discontinued":
            need(date.fromisoformat(day) >= self.today + timedelta(days=self.notice_days))
        pot.removal = day

    def _leaving(self, jackpot: str) -> Pot:
        pot = self.counting(jackpot)
        need(bool(pot.removal) and self.today.isoformat() >= pot.removal)
        need(not any(self.boards[table].open for table in pot.tables()) and not pot.pending())
        need(not pot.short and not pot.missing)
        return pot

    def transfer(self, jackpot: str, to: str, at: int) -> None:
        source = self._leaving(jackpot)
        target = self.counting(to)
        need(jackpot != to and not self.overdue(source, at))
        into = next(iter(target.meters.values()))
        for purse in source.meters.values():
            amount, reserve, overflow = purse.accrued + purse.pool + purse.rounding, purse.reserve, purse.overflow
            purse.contributions -= purse.held()
            purse.accrued = purse.pool = purse.rounding = purse.reserve = purse.overflow = 0
            into.contributions += amount + reserve + overflow
            room = amount if into.cap is None else min(amount, max(0, into.cap * CENT - into.pool))
            into.pool += room
            into.overflow += overflow + amount - room
            into.reserve += reserve
        target.bank += source.bank
        if source.due > 0:
            target.come(source.due, self.ends())
        else:
            target.pay_off(-source.due)
        source.bank = source.due = 0
        source.owed = []
        source.status = "removed"

    def donate(self, jackpot: str) -> None:
        pot = self._leaving(jackpot)
        for purse in pot.meters.values():
            whole, rest = divmod(purse.held(), CENT)
            purse.accrued = purse.pool = purse.reserve = purse.overflow = 0
            purse.rounding = rest
            purse.paid += whole * CENT
            pot.pay_off(whole * CENT)
        pot.status = "removed"

    # -- what the journal should have

    def accounts(self) -> dict[str, int]:
        """Every account that holds something, accrued and pool together under ``amount``."""
        found = self.tray_accounts()
        for pot in self.pots.values():
            for row, purse in pot.meters.items():
                name = f"{pot.id}/{row}" if row else pot.id
                found |= {
                    f"{name}:amount": purse.accrued + purse.pool,
                    f"{name}:reserve": purse.reserve,
                    f"{name}:overflow": purse.overflow,
                    f"{name}:locked": purse.locked,
                    f"{name}:rounding": purse.rounding,
                    f"{name}:paid": purse.paid,
                    f"{name}:recovered": purse.recovered,
                    f"{name}:seed": -purse.seed,
                    f"{name}:contributions": -purse.contributions,
                }
            found |= {
                f"{pot.id}:bank": pot.bank,
                f"{pot.id}:due": pot.due,
                f"{pot.id}:house": -pot.bank - pot.due,
                f"{pot.id}:awards": pot.awards,
                f"{pot.id}:borne": pot.borne,
                f"{pot.id}:cage": pot.withheld - pot.awards - pot.borne,
                f"{pot.id}:withheld": -pot.withheld,
            }
        return {name: micros for name, micros in found.items() if micros}

    def counters(self) -> dict[str, tuple[int, ...]]:
        return {
            f"{table}/{sensor}": tuple(counts)
            for table, board in self.boards.items()
            for sensor, counts in board.counts.items()
        }

    def states(self) -> dict[str, Any]:
        """What can be seen from outside besides money: hits, stops, rounds, dealers."""
        return {
            **{f"hit {hit.id} of {pot.id}": hit.state for pot in self.pots.values() for hit in pot.hits.values()},
            **{f"jackpot {pot.id}": pot.status for pot in self.pots.values()},
            **{f"checks {pot.id}": set(pot.checks) for pot in self.pots.values()},
            **{f"due {pot.id}": pot.by_day() for pot in self.pots.values()},
            **{
                f"table {id}": (board.open, board.round, board.fault, self.dealers.get(id, ""))
                for id, board in self.boards.items()
            },
        }
