"""A second floor, in plain numbers: what every command must do to the money, written from the rulings.

Nothing of the program's arithmetic is used. Money is micros, millionths of a cent. A command that must be refused
raises `Refuse` before anything is changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

CENT = 1_000_000
DAY = 86_400_000_000
ZONE = ZoneInfo("America/Los_Angeles")
TABLES = {
    "A1": {"1": ("jackpot", "attack"), "2": ("jackpot-2", "attack-two")},
    "A2": {"1": ("jackpot", "attack")},
    "D1": {"1": ("tie-after-tie", "ties")},
    "W1": {"1": ("bonus-jackpot", "wilds")},
    "S1": {"1": ("jackpot", "daily")},
}
"""The sensors of each table, with the wager and the jackpot of each."""

POSITIONS = {"A1": 6, "A2": 6, "D1": 7, "W1": 6, "S1": 7}
_QUEENS = "queen-of-hearts-pair"
ROWS: dict[str, list[tuple[str, str, int]]] = {
    "attack": [
        (f"{_QUEENS}-w-dealer-suited-blackjack-in-hearts", "%", 100),
        (f"{_QUEENS}-w-dealer-suited-blackjack", "%", 25),
        (f"{_QUEENS}-w-dealer-blackjack", "%", 10),
        (_QUEENS, "$", 12_500),
        ("matched-20", "$", 1_900),
    ],
    "attack-two": [
        (f"{_QUEENS}-w-dealer-suited-blackjack-in-hearts", "%", 100),
        (f"{_QUEENS}-w-dealer-suited-blackjack", "%", 100),
        (f"{_QUEENS}-w-dealer-blackjack", "%", 100),
        (_QUEENS, "$", 12_500),
        ("matched-20", "$", 1_900),
    ],
    "ties": [
        ("quads-same-suit", "%", 100),
        ("quads-same-color", "%", 100),
        ("quads-two-color", "%", 10),
        ("two-pairs-same-color", "$", 10_000),
        ("trips-same-color", "$", 5_000),
    ],
    "wilds": [(f"{number}-wild-cards", "%", 100) for number in (5, 4, 3, 2)],
    "daily": [("four-aces", "$", 400_000)],
}
"""What the paytables used here pay for the rows that are claimed: percents of the meter, or cents."""

SHARED = ("ties", "wilds")
"""Winners of one event share a percent; elsewhere it goes whole to each."""

OWN_METERS = ("wilds",)
"""Each row has its own meter."""


class Refuse(Exception):
    """The floor must refuse this."""


def need(so: bool) -> None:
    if not so:
        raise Refuse


@dataclass
class Purse:
    """One meter: its parameters, and its money by fund."""

    seed_cents: int
    reseed: int
    rate: int
    reserve_rate: int
    cap: int | None
    below: bool
    accrued: int = 0
    pool: int = 0
    reserve: int = 0
    overflow: int = 0
    locked: int = 0
    rounding: int = 0
    paid: int = 0
    seed: int = 0
    recovered: int = 0
    contributions: int = 0
    won_with: int = 0

    def shown(self) -> int:
        """The displayed amount in micros."""
        total = self.accrued + self.pool
        return total if self.cap is None else min(total, self.cap * CENT)

    def fold(self) -> None:
        """What has accrued joins the amount, above the cap the overflow."""
        room = self.accrued if self.cap is None else max(0, min(self.accrued, self.cap * CENT - self.pool))
        self.pool += room
        self.overflow += self.accrued - room
        self.accrued = 0

    def held(self) -> int:
        return self.accrued + self.pool + self.reserve + self.overflow + self.locked + self.rounding


@dataclass
class Hit:
    id: str
    jackpot: str
    row: str
    table: str
    round: int
    amount: int
    meter: int
    full: bool
    state: str = "locked"
    reseeded: dict[str, int] = field(default_factory=lambda: {"reserve": 0, "overflow": 0, "house": 0})


@dataclass
class Owed:
    """Money that is due at the bank since the end of its day. ``wager``: by a wager of a day that is not closed."""

    since: int
    micros: int
    wager: bool


@dataclass
class Pot:
    """One jackpot. Without meters it is a bonus."""

    id: str
    meters: dict[str, Purse]
    bank: int = 0
    due: int = 0
    awards: int = 0
    borne: int = 0
    status: str = "running"
    short: int = 0
    missing: int = 0
    queued: dict[str, tuple[int, int | None, bool]] | None = None
    removal: str = ""
    hits: dict[str, Hit] = field(default_factory=dict)
    owed: list[Owed] = field(default_factory=list)
    ahead: int = 0

    def come(self, micros: int, since: int, *, wager: bool = False) -> None:
        """Money comes in; what the cage had paid ahead pays the oldest of it."""
        self.due += micros
        self.owed.append(Owed(since, micros, wager))
        ahead, self.ahead = self.ahead, 0
        self._oldest(ahead)

    def pay_off(self, micros: int) -> None:
        """The oldest is paid first; what is over, the cage has paid ahead."""
        self.due -= micros
        self._oldest(micros)

    def _oldest(self, micros: int) -> None:
        for each in self.owed:
            part = min(micros, each.micros)
            each.micros -= part
            micros -= part
        self.owed = [each for each in self.owed if each.micros]
        self.ahead += micros

    def by_day(self) -> dict[int, int]:
        """What is due, by the end of the day on which it came."""
        found: dict[int, int] = {}
        for each in self.owed:
            found[each.since] = found.get(each.since, 0) + each.micros
        return found

    def undo(self, micros: int, *, of: int = 0) -> None:
        """What came in is taken back: wagers of their day, else the newest; of what is paid already, the oldest."""
        self.due -= micros
        for each in self.owed[::-1]:
            if each.since == of if of else not each.wager:
                part = min(micros, each.micros)
                each.micros -= part
                micros -= part
        self._oldest(micros)

    def was_won(self) -> bool:
        """Whether each meter's last full prize was paid, to all who had it, and nothing came in since."""
        for row, purse in self.meters.items():
            full = [hit for hit in self.hits.values() if hit.full and hit.meter and hit.row == row]
            together = [hit for hit in full if (hit.table, hit.round) == (full[-1].table, full[-1].round)]
            paid = bool(full) and all(hit.state == "paid" for hit in together)
            if not paid or purse.contributions > purse.won_with:
                return False
        return True

    def tables(self) -> list[str]:
        return [table for table, sensors in TABLES.items() if self.id in [pot for _, pot in sensors.values()]]

    def pending(self) -> list[Hit]:
        return [hit for hit in self.hits.values() if hit.state in ("locked", "verified")]


@dataclass
class Board:
    """One table with the tabulator alone."""

    open: bool = True
    round: int = 0
    playing: bool = False
    since: int = 0
    picture: dict[str, list[int]] = field(default_factory=dict)
    amounts: dict[tuple[str, str], int] = field(default_factory=dict)
    posted: int = 0
    hits: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    claimed: int = 0
    stopped: set[str] = field(default_factory=set)
    fault: bool = False
    counts: dict[str, list[int]] = field(default_factory=dict)
    reading: int = 0


class Twin:
    """The whole floor."""

    def __init__(self, pots: list[Pot], *, void_lowers: bool, notice_days: int) -> None:
        self.pots = {pot.id: pot for pot in pots}
        self.boards = {table: Board() for table in TABLES}
        self.void_lowers = void_lowers
        self.notice_days = notice_days
        self.daily = 400_000
        self.today = date(2024, 5, 1)
        self.closed: list[str] = []
        self.played: set[date] = {self.today}
        for pot in pots:
            seed, pot.due = pot.due, 0
            if seed:
                pot.come(seed, self.ends())

    # -- days

    def later(self, days: int) -> None:
        """So many days go by; tables that are open play on each."""
        for _ in range(days):
            self.today += timedelta(days=1)
            self._play()

    def _play(self) -> None:
        if any(board.open for board in self.boards.values()):
            self.played.add(self.today)

    def open_days(self) -> list[date]:
        """The days that were played and are not closed."""
        last = date.fromisoformat(self.closed[-1]) if self.closed else date.min
        return sorted(day for day in self.played if day > last)

    def ends(self, day: date | None = None) -> int:
        """When a day is over, today if left out: at six in the morning."""
        end = datetime.combine((day or self.today) + timedelta(days=1), time(6), ZONE)
        return int(end.timestamp()) * 1_000_000

    def overdue(self, pot: Pot, at: int) -> bool:
        assert pot.due == sum(each.micros for each in pot.owed) - pot.ahead
        return sum(each.micros for each in pot.owed if at - each.since > 7 * DAY) >= CENT

    def progressive(self, id: str) -> Pot:
        need(id in self.pots and bool(self.pots[id].meters))
        return self.pots[id]

    def counting(self, id: str) -> Pot:
        need(self.progressive(id).status != "removed")
        return self.pots[id]

    def meter(self, id: str, row: str) -> tuple[Pot, Purse]:
        pot = self.counting(id)
        need(row in pot.meters)
        return pot, pot.meters[row]

    # -- rounds

    def tabulate(self, table: str, round_: int, picture: dict[str, tuple[int, ...]], manual: bool, at: int) -> None:
        board = self.boards[table]
        need(board.open and round_ == board.round + 1 and board.fault == manual)
        # BJS-1: every round is pressed; where a jackpot is stopped, only one without a jackpot wager.
        need(not board.stopped or not any(picture.values()))
        for sensor, positions in picture.items():
            need(sensor in TABLES[table])
            need(len(set(positions)) == len(positions))
            need(all(1 <= position <= POSITIONS[table] for position in positions))
            # BJS-9: the spot of a progressive whose deposit is overdue is closed.
            need(not positions or not self.overdue(self.pots[TABLES[table][sensor][1]], at))
        board.round, board.playing, board.since = round_, True, self.ends()
        board.picture = {sensor: list(positions) for sensor, positions in picture.items() if positions}
        board.amounts, board.hits, board.claimed = {}, {}, 0
        board.posted = self.daily
        for sensor, seen in board.picture.items():
            counts = board.counts.setdefault(sensor, [0] * 16)
            for position in seen:
                counts[position - 1] += 1
            pot = self.pots[TABLES[table][sensor][1]]
            for purse in pot.meters.values():
                visible, hidden = 100 * purse.rate * len(seen), 100 * purse.reserve_rate * len(seen)
                purse.accrued += visible
                purse.reserve += hidden
                purse.contributions += visible + hidden
                pot.come(visible + hidden, self.ends(), wager=True)

    def void(self, table: str, round_: int) -> None:
        """BJS-5: from where the money last went, as far as it is there; a closed list of reasons forbids it."""
        board = self.boards[table]
        need(board.open and board.playing and round_ == board.round and not board.hits)
        board.playing = False
        for sensor, positions in board.picture.items():
            pot = self.pots[TABLES[table][sensor][1]]
            for purse in pot.meters.values():
                wanted = 100 * (purse.rate + purse.reserve_rate) * len(positions)
                if not self.void_lowers:
                    pot.borne += wanted
                    continue
                full = purse.cap is not None and purse.pool >= purse.cap * CENT
                left = 100 * purse.rate * len(positions)
                for fund in ("accrued", "overflow", "pool") if full else ("accrued", "pool", "overflow"):
                    part = min(left, getattr(purse, fund))
                    setattr(purse, fund, getattr(purse, fund) - part)
                    left -= part
                hidden = min(100 * purse.reserve_rate * len(positions), purse.reserve)
                purse.reserve -= hidden
                back = 100 * purse.rate * len(positions) - left + hidden
                purse.contributions -= back
                pot.borne += wanted - back
                pot.undo(back, of=board.since)

    # -- hits

    def claim(self, table: str, round_: int, claims: list[tuple[int, str, str]]) -> list[str]:
        """BJS-3; the ids of the hits."""
        board = self.boards[table]
        need(board.open and board.playing and round_ == board.round and bool(claims))
        wagers = {wager: (sensor, pot) for sensor, (wager, pot) in TABLES[table].items()}
        seen = {(seat, wager) for seat, wager, _ in board.hits.values()}
        for seat, wager, event in claims:
            need(wager in wagers)
            sensor, id = wagers[wager]
            need(any(event == row for row, _, _ in ROWS[id]))
            need(seat in board.picture.get(sensor, []))
            need((seat, wager) not in seen)
            seen.add((seat, wager))
        earlier = {claim[1:]: self._earlier(board, wagers[claim[1]][1], *claim[1:]) for claim in claims}
        # What is divided is claimed for all together; whoever was paid before has had a part.
        need(all(hit.state == "paid" for hits in earlier.values() for hit in hits))
        for _, id in wagers.values():
            for row, purse in self.pots[id].meters.items():
                board.amounts.setdefault((id, row), purse.shown() // CENT)

        def rank(claim: tuple[int, str, str]) -> tuple[int, int]:
            rows = [row for row, _, _ in ROWS[wagers[claim[1]][1]]]
            return rows.index(claim[2]), claim[0]

        def kind(claim: tuple[int, str, str]) -> tuple[str, int]:
            return next((kind, value) for row, kind, value in ROWS[wagers[claim[1]][1]] if row == claim[2])

        ordered = sorted(claims, key=rank)
        base = dict(board.amounts)
        for one in board.hits:
            stands = next(pot.hits[one] for pot in self.pots.values() if one in pot.hits)
            if (stands.jackpot, stands.row) in base:
                base[stands.jackpot, stands.row] -= stands.meter
        made: list[Hit] = []
        for claim in [one for one in ordered if kind(one)[0] == "%"]:
            seat, wager, event = claim
            id = wagers[wager][1]
            row = event if id in OWN_METERS else ""
            among = 1
            if id in SHARED:
                among = sum(other[1:] == claim[1:] for other in claims) + len(earlier[claim[1:]])
            amount = board.amounts[id, row] * kind(claim)[1] // (100 * among)
            wanted = min(amount, max(0, base[id, row]))
            base[id, row] -= wanted
            taken = 0
            if wanted:
                purse = self.pots[id].meters[row]
                taken = min(wanted, purse.shown() // CENT)
                purse.fold()
                purse.pool -= taken * CENT
                purse.locked += taken * CENT
            made.append(self._hit(board, table, claim, id, row, amount, taken, kind(claim)[1] == 100))
        for claim in [one for one in ordered if kind(one)[0] == "$"]:
            id = wagers[claim[1]][1]
            amount = board.posted if id == "daily" else kind(claim)[1]
            made.append(self._hit(board, table, claim, id, "", amount, 0, False))
        for id in dict.fromkeys(hit.jackpot for hit in made):
            self._after(self.pots[id], [hit for hit in made if hit.jackpot == id])
        return [hit.id for hit in made]

    def _earlier(self, board: Board, id: str, wager: str, event: str) -> list[Hit]:
        """The standing hits of the round that divide the same event."""
        if id not in SHARED:
            return []
        return [self.pots[id].hits[one] for one, known in board.hits.items() if known[1:] == (wager, event)]

    def _hit(
        self,
        board: Board,
        table: str,
        claim: tuple[int, str, str],
        id: str,
        row: str,
        amount: int,
        taken: int,
        full: bool,
    ) -> Hit:
        board.claimed += 1
        hit = Hit(f"{table}-{board.round}-{board.claimed}", id, row, table, board.round, amount, taken, full)
        board.hits[hit.id] = claim
        self.pots[id].hits[hit.id] = hit
        if full and taken:
            purse = self.pots[id].meters[row]
            purse.won_with = purse.contributions
        return hit

    def _after(self, pot: Pot, hits: list[Hit]) -> None:
        """Parameters that waited come in after a full prize; then reseeds."""
        if any(hit.full for hit in hits):
            self._bring_in(pot)
        for row in dict.fromkeys(hit.row for hit in hits if hit.meter or hit.full):
            own = [hit for hit in hits if hit.row == row and (hit.meter or hit.full)]
            purse = pot.meters[row]
            short = purse.reseed * CENT - purse.accrued - purse.pool
            if short <= 0 or not (purse.below or any(hit.full for hit in own)):
                continue
            reserve = min(short, purse.reserve)
            overflow = min(short - reserve, purse.overflow)
            house = short - reserve - overflow
            purse.reserve -= reserve
            purse.overflow -= overflow
            purse.seed += house
            purse.pool += short
            pot.come(house, self.ends())
            own[0].reseeded = {"reserve": reserve, "overflow": overflow, "house": house}

    def _bring_in(self, pot: Pot) -> None:
        """What waited holds now, if no cap among it is under an amount."""
        if pot.queued is not None and all(
            cap is None or cap * CENT >= pot.meters[row].shown() for row, (_, cap, _) in pot.queued.items()
        ):
            self._apply(pot, pot.queued)

    def _apply(self, pot: Pot, new: dict[str, tuple[int, int | None, bool]]) -> None:
        for row, (reseed, cap, below) in new.items():
            purse = pot.meters[row]
            purse.fold()
            purse.reseed, purse.cap, purse.below = reseed, cap, below
        pot.queued = None

    def hit(self, id: str, jackpot: str) -> tuple[Pot, Hit]:
        need(jackpot in self.pots and id in self.pots[jackpot].hits)
        return self.pots[jackpot], self.pots[jackpot].hits[id]

    def verify(self, jackpot: str, id: str) -> None:
        _, hit = self.hit(id, jackpot)
        need(hit.state == "locked")
        hit.state = "verified"

    def pay(self, jackpot: str, id: str, by: str, method: str) -> None:
        pot, hit = self.hit(id, jackpot)
        need(hit.state == "verified" and (hit.amount <= 500_000 or method == "check"))
        if hit.meter:
            need(by == "cage" or pot.bank >= hit.meter * CENT)
            purse = pot.meters[hit.row]
            purse.locked -= hit.meter * CENT
            purse.paid += hit.meter * CENT
            if by == "cage":
                pot.pay_off(hit.meter * CENT)
            else:
                pot.bank -= hit.meter * CENT
        pot.awards += (hit.amount - hit.meter) * CENT
        hit.state = "paid"

    def reject(self, jackpot: str, id: str) -> None:
        """BJS-3: the amount back to the meter; with the last hit of its kind, the reseed back to where it came from."""
        pot, hit = self.hit(id, jackpot)
        need(hit.state in ("locked", "verified"))
        hit.state = "rejected"
        self.boards[hit.table].hits.pop(id, None)
        others = [
            other
            for other in pot.hits.values()
            if (other.table, other.round, other.row) == (hit.table, hit.round, hit.row)
            and other.id != id
            and other.state != "rejected"
            and (other.full or (other.meter > 0 and not hit.full))
        ]
        back = dict(hit.reseeded)
        if others:
            for source, micros in back.items():
                others[0].reseeded[source] += micros
            back = {"reserve": 0, "overflow": 0, "house": 0}
            hit.reseeded = dict(back)
        if not pot.meters or not (hit.meter or any(back.values())):
            return
        purse = pot.meters[hit.row]
        purse.locked -= hit.meter * CENT
        purse.pool += hit.meter * CENT
        house = min(back["house"], purse.seed - purse.recovered, purse.pool)
        purse.seed -= house
        purse.pool -= house
        pot.undo(house)
        for source in ("overflow", "reserve"):
            part = min(back[source], purse.pool)
            purse.pool -= part
            setattr(purse, source, getattr(purse, source) + part)
        if purse.cap is not None and purse.pool > purse.cap * CENT:
            purse.overflow += purse.pool - purse.cap * CENT
            purse.pool = purse.cap * CENT

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

    def deposit(self, jackpot: str, cents: int) -> None:
        pot = self.progressive(jackpot)
        need(cents > 0 and (cents - 1) * CENT < max(pot.due, 0))
        pot.bank += cents * CENT
        pot.pay_off(cents * CENT)
        pot.short = max(0, pot.short - cents * CENT)

    def withdraw(self, jackpot: str, cents: int) -> None:
        pot = self.progressive(jackpot)
        need(cents >= 0 and cents * CENT <= -pot.due and cents * CENT <= pot.bank)
        pot.bank -= cents * CENT
        pot.due += cents * CENT
        pot.ahead -= cents * CENT

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
        source.bank = source.due = source.ahead = 0
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
        found: dict[str, int] = {}
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
                f"{pot.id}:cage": -pot.awards - pot.borne,
            }
        return {name: micros for name, micros in found.items() if micros}

    def counters(self) -> dict[str, tuple[int, ...]]:
        return {
            f"{table}/{sensor}": tuple(counts)
            for table, board in self.boards.items()
            for sensor, counts in board.counts.items()
        }

    def states(self) -> dict[str, Any]:
        """What can be seen from outside besides money: hits, stops, rounds."""
        return {
            **{f"hit {hit.id} of {pot.id}": hit.state for pot in self.pots.values() for hit in pot.hits.values()},
            **{f"jackpot {pot.id}": pot.status for pot in self.pots.values()},
            **{f"due {pot.id}": pot.by_day() for pot in self.pots.values()},
            **{f"table {id}": (board.open, board.round, board.fault) for id, board in self.boards.items()},
        }
