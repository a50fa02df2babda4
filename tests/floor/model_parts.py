"""What the second floor of the tests holds: tables, meters, jackpots and their hits, in plain numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    voided: bool = False
    reseeded: dict[str, int] = field(default_factory=lambda: {"reserve": 0, "overflow": 0, "house": 0})


@dataclass
class Owed:
    """Money that is due at the bank since the end of its day. ``wager``: by a wager of a day that is not closed."""

    since: int
    micros: int
    wager: bool


@dataclass
class Drawn:
    """A check that is neither cleared nor void: the prize that it pays, if any, and what it moved, in micros."""

    hit: str
    tax: int = 0
    bank: int = 0
    due: int = 0


@dataclass
class Pot:
    """One jackpot. Without meters it is a bonus."""

    id: str
    meters: dict[str, Purse]
    bank: int = 0
    due: int = 0
    awards: int = 0
    borne: int = 0
    withheld: int = 0
    status: str = "running"
    short: int = 0
    missing: int = 0
    queued: dict[str, tuple[int, int | None, bool]] | None = None
    removal: str = ""
    hits: dict[str, Hit] = field(default_factory=dict)
    checks: dict[str, Drawn] = field(default_factory=dict)
    owed: list[Owed] = field(default_factory=list)

    def come(self, micros: int, since: int, *, wager: bool = False) -> None:
        """Money comes in. All that ever came stays on the list."""
        self.due += micros
        self.owed.append(Owed(since, micros, wager))

    def pay_off(self, micros: int) -> None:
        """Whatever is paid, the oldest is paid first."""
        self.due -= micros

    def by_day(self) -> dict[int, int]:
        """What is due, by the end of the day on which it came: of all that came, the newest."""
        found: dict[int, int] = {}
        left = max(self.due, 0)
        for each in sorted(self.owed, key=lambda each: -each.since):
            part = min(left, each.micros)
            if part:
                found[each.since] = found.get(each.since, 0) + part
            left -= part
        assert not left, "more is due than ever came in"
        return found

    def undo(self, micros: int, *, of: int = 0) -> None:
        """What came in is taken back: the wagers of a day, or the newest but for wagers of days not closed.

        Where a rejected hit has taken a day's wagers already, the newest before them go.
        """
        self.due -= micros
        for each in sorted(self.owed, key=lambda each: (-each.since, not each.wager)):
            if each.since <= of if of else not each.wager:
                part = min(micros, each.micros)
                each.micros -= part
                micros -= part

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
