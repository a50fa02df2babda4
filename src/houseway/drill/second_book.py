"""The drill's own account of the money: plain whole numbers, kept from its own log of what happened.

It shares no arithmetic with the floor. Every amount is micros (millionths of a cent), every rule is written out here a
second time, so that an error in either shows as a difference.
"""

from __future__ import annotations

from houseway.jackpots.jackpot_configuration import Jackpot, Meter

CENT = 1_000_000

FUNDS = ("accrued", "pool", "reserve", "overflow", "locked", "contributions", "seed", "paid", "recovered")


class Purse:
    """One meter: what it holds and where that came from and went to."""

    def __init__(self, meter: Meter) -> None:
        self.accrued = 0
        self.pool = meter.seed * CENT
        self.reserve = 0
        self.overflow = 0
        self.locked = 0
        self.contributions = 0
        self.seed = -meter.seed * CENT
        self.paid = 0
        self.recovered = 0

    def shown(self, meter: Meter) -> int:
        """The displayed amount in cents."""
        total = self.accrued + self.pool
        if meter.cap is not None and total > meter.cap * CENT:
            total = meter.cap * CENT
        return total // CENT

    def fold(self, meter: Meter) -> None:
        """What came in since the last look goes to the pool, above the cap to the overflow."""
        total = self.accrued + self.pool
        top = total if meter.cap is None else max(self.pool, min(total, meter.cap * CENT))
        self.accrued, self.pool, self.overflow = 0, top, self.overflow + total - top


class Prize:
    """A hit as the drill knows it: what it took from its meter, and what the house pays."""

    def __init__(self, row: str, cents: int, house: int, full: bool) -> None:
        self.row = row
        self.cents = cents
        self.house = house
        self.full = full
        self.standing = True


class Lock:
    """The hits of one round on one meter, with the reseed that they brought together."""

    def __init__(self) -> None:
        self.prizes: list[Prize] = []
        self.reserve = 0
        self.overflow = 0
        self.house = 0


class Fund:
    """One progressive: its meters, and the bank's side of it."""

    def __init__(self, jackpot: Jackpot) -> None:
        self.jackpot = jackpot
        self.waiting: Jackpot | None = None
        self.purses = {meter.row: Purse(meter) for meter in jackpot.meters}
        self.bank = 0
        self.due = sum(meter.seed for meter in jackpot.meters) * CENT
        self.awards = 0
        self.borne = 0
        self.withheld = 0
        self.counted = 0

    def _meter(self, row: str) -> Meter:
        found = self.jackpot.meter(row)
        assert found is not None
        return found

    def shown(self, row: str) -> int:
        """The displayed amount of a row's meter, in cents."""
        return self.purses[row].shown(self._meter(row))

    def count(self, wagers: int) -> None:
        """So many wagers were counted."""
        self.counted += wagers
        for meter in self.jackpot.meters:
            purse = self.purses[meter.row]
            visible = wagers * self.jackpot.wager * meter.rate
            hidden = wagers * self.jackpot.wager * meter.reserve
            purse.accrued += visible
            purse.reserve += hidden
            purse.contributions -= visible + hidden
            self.due += visible + hidden

    def void(self, wagers: int, *, lowers: bool) -> None:
        """So many counted wagers are given back: from what came in last, as far as it is there.

        The house pays the rest, and all of it unless a void ``lowers`` the meters.
        """
        for meter in self.jackpot.meters:
            purse = self.purses[meter.row]
            self.borne += wagers * self.jackpot.wager * (meter.rate + meter.reserve)
            if not lowers:
                continue
            visible = wagers * self.jackpot.wager * meter.rate
            hidden = min(wagers * self.jackpot.wager * meter.reserve, purse.reserve)
            taken = min(visible, purse.accrued)
            purse.accrued -= taken
            full = meter.cap is not None and purse.pool >= meter.cap * CENT
            for name in ("overflow", "pool") if full else ("pool", "overflow"):
                part = min(visible - taken, getattr(purse, name))
                setattr(purse, name, getattr(purse, name) - part)
                taken += part
            purse.reserve -= hidden
            purse.contributions += taken + hidden
            self.due -= taken + hidden
            self.borne -= taken + hidden

    def lock(self, prizes: list[Prize]) -> list[Lock]:
        """The prizes of one claim, in the order in which they are taken from the meters; then the reseeds."""
        for prize in prizes:
            if prize.cents:
                purse = self.purses[prize.row]
                purse.fold(self._meter(prize.row))
                purse.pool -= prize.cents * CENT
                purse.locked += prize.cents * CENT
        if self.waiting is not None and any(prize.full for prize in prizes):
            # What came in under the old parameters stays where these put it.
            for meter in self.jackpot.meters:
                self.purses[meter.row].fold(meter)
            self.jackpot, self.waiting = self.waiting, None
        locks = []
        for row in dict.fromkeys(prize.row for prize in prizes if prize.cents or prize.full):
            lock = Lock()
            lock.prizes = [prize for prize in prizes if prize.row == row]
            self._reseed(row, lock)
            locks.append(lock)
        return locks

    def _reseed(self, row: str, lock: Lock) -> None:
        meter, purse = self._meter(row), self.purses[row]
        short = meter.reseed * CENT - purse.accrued - purse.pool
        if short <= 0 or not (meter.reseed_below or any(prize.full for prize in lock.prizes)):
            return
        lock.reserve = min(short, max(0, purse.reserve))
        lock.overflow = min(short - lock.reserve, max(0, purse.overflow))
        lock.house = short - lock.reserve - lock.overflow
        purse.reserve -= lock.reserve
        purse.overflow -= lock.overflow
        purse.seed -= lock.house
        purse.pool += short
        self.due += lock.house

    def reject(self, prize: Prize, lock: Lock | None) -> None:
        """A prize goes back to its meter; with the last of its kind, the reseed to where it came from."""
        prize.standing = False
        if lock is None:
            return
        purse, meter = self.purses[prize.row], self._meter(prize.row)
        left = [other for other in lock.prizes if other.standing and (other.full or not prize.full)]
        purse.locked -= prize.cents * CENT
        pool = purse.pool + prize.cents * CENT
        if not left:
            house = max(0, min(lock.house, -purse.seed - purse.recovered, pool))
            overflow = min(lock.overflow, pool - house)
            reserve = min(lock.reserve, pool - house - overflow)
            lock.house = lock.overflow = lock.reserve = 0
            pool -= house + overflow + reserve
            purse.seed += house
            purse.overflow += overflow
            purse.reserve += reserve
            self.due -= house
        if meter.cap is not None and pool > meter.cap * CENT:
            purse.overflow += pool - meter.cap * CENT
            pool = meter.cap * CENT
        purse.pool = pool

    def pay(self, prize: Prize, by: str, tax: int = 0) -> None:
        """A prize is paid, by the cage or from the account; what the meter had not, from the house's own money.

        ``tax`` cents stay in the cage: the account pays none of them, so that the cage owes it so much less.
        """
        self.withheld += tax * CENT
        if prize.cents:
            kept = max(0, tax - prize.house)
            purse = self.purses[prize.row]
            purse.locked -= prize.cents * CENT
            purse.paid += prize.cents * CENT
            if by == "cage":
                self.due -= prize.cents * CENT
            else:
                self.bank -= (prize.cents - kept) * CENT
                self.due -= kept * CENT
        self.awards += prize.house * CENT

    def deposit(self, cents: int) -> None:
        """Money due is brought to the bank; a negative amount is taken out."""
        self.bank += cents * CENT
        self.due -= cents * CENT

    def adjust(self, row: str, to: int) -> None:
        """A displayed amount set right."""
        purse, meter = self.purses[row], self._meter(row)
        change = (to - self.shown(row)) * CENT
        purse.fold(meter)
        purse.pool += change
        purse.contributions -= change
        self.due += change

    def recover(self, row: str, cents: int, source: str) -> None:
        """Seed money goes back to the house."""
        purse = self.purses[row]
        purse.fold(self._meter(row))
        setattr(purse, source, getattr(purse, source) - cents * CENT)
        purse.recovered += cents * CENT
        self.due -= cents * CENT

    def accounts(self) -> dict[str, int]:
        """Every account as the journal should have it; those that hold nothing are left out."""
        name = self.jackpot.id
        found = {
            f"{name}/{row}:{fund}" if row else f"{name}:{fund}": getattr(purse, fund)
            for row, purse in self.purses.items()
            for fund in FUNDS
        }
        found |= {
            f"{name}:bank": self.bank,
            f"{name}:due": self.due,
            f"{name}:house": -self.bank - self.due,
            f"{name}:awards": self.awards,
            f"{name}:borne": self.borne,
            f"{name}:cage": self.withheld - self.awards - self.borne,
            f"{name}:withheld": -self.withheld,
        }
        return {account: amount for account, amount in found.items() if amount}
