"""What happened to each jackpot in a period: wagers counted, what they must have moved, what the ledger says moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter

import msgspec

from houseway.floor.kinds.body import Body
from houseway.floor.kinds.edge import read, read_if
from houseway.floor.kinds.of_jackpot import (
    AmountPosted,
    ContributionVoided,
    Donated,
    HitLocked,
    HitPaid,
    HitRejected,
    JackpotBegun,
    JackpotChanged,
    MeterAdjusted,
    SeedRecovered,
    TransferredIn,
    TransferredOut,
    UndisplayedBooked,
)
from houseway.floor.kinds.of_table import TableOpened, Tabulated
from houseway.floor.states import table_stream
from houseway.jackpots.funds import shown
from houseway.jackpots.jackpot_accounts import HOLDINGS, account, applied
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.journal import Entry
from houseway.reports.floor.books import Books, ClosedDay, TableDay, of_jackpot, walk
from houseway.reports.floor.reading import Reader, reference
from houseway.reports.floor.sentences import sentence

PARTS = ("meter", "reserve", "overflow", "locked", "held")
"""The parts of what a meter holds; ``meter`` is what is displayed, up to the cap, and ``held`` everything."""

COUNTED, LOCKED, RESEEDED = "Wagers counted", "Prizes held for verification", "Resets"
OTHER = "Unexplained movement"

CAUSES: dict[type[Body], str] = {
    JackpotBegun: "Seed",
    Tabulated: COUNTED,
    ContributionVoided: "Voided wagers taken back",
    HitRejected: "Hits rejected",
    HitPaid: "Prizes paid",
    MeterAdjusted: "Adjustments",
    SeedRecovered: "Seed recovered",
    UndisplayedBooked: "Undisplayed prizes",
    TransferredIn: "Transferred in",
    TransferredOut: "Transferred out",
    Donated: "Donated",
}
"""Why a meter moves, by the kind of entry. New parameters move nothing but the seed of a meter that they bring."""


class Voided(msgspec.Struct):
    """Rounds voided after their wagers were counted: the contribution taken back, and that paid by the house."""

    rounds: int = 0
    wagers: int = 0
    taken: int = 0
    borne: int = 0


class Counted(msgspec.Struct):
    """Wagers counted at one table for one meter under one set of parameters, and what the ledger booked for them.

    Amounts are micros. ``rate`` and ``reserve`` are parts per million of the fixed ``wager`` in cents.
    """

    table: str
    slug: str
    wager: int
    rate: int
    reserve: int
    count: int = 0
    manual: int = 0
    booked: int = 0
    hidden: int = 0

    def take(self, count: int, manual: int, booked: int, hidden: int) -> None:
        """Add wagers, those of them counted by hand, and what the ledger booked for them."""
        self.count += count
        self.manual += manual
        self.booked += booked
        self.hidden += hidden

    @property
    def expected(self) -> int:
        """Counts × fixed wager × rate."""
        return self.count * self.wager * self.rate

    @property
    def expected_hidden(self) -> int:
        """Counts × fixed wager × the hidden rate."""
        return self.count * self.wager * self.reserve

    @property
    def variance(self) -> int:
        """What was booked more than the counts give."""
        return self.booked + self.hidden - self.expected - self.expected_hidden


class Step(msgspec.Struct):
    """One change of a meter, explained: by how many micros, and the displayed amount before and after it.

    On a day that is summed up from its close the amount at a moment is known only where an entry tells it.
    """

    when: str
    what: str
    who: str
    second: str
    before: int | None
    change: int
    after: int | None
    entry: str


class Run(msgspec.Struct):
    """Wagers counted one after the other with nothing else between: the displayed amount before the first of them."""

    before: int
    until: int = 0
    count: int = 0
    entries: dict[str, list[int]] = {}


class MeterActivity(msgspec.Struct):
    """One meter over the period. ``title`` is what people call it; ``moves`` are micros by cause and part."""

    jackpot: str
    title: str
    meter: Meter
    counted: dict[tuple[str, str, int, int, int], Counted] = {}
    moves: dict[str, dict[str, int]] = {}
    steps: list[Step] = []
    beginning: dict[str, int] = {}
    ending: dict[str, int] = {}
    first: int = 0
    last: int = 0
    run: Run | None = None

    @property
    def accrued(self) -> int:
        """What wagers put in over the period, less what voids took back: displayed and hidden, in micros."""
        return sum(self.moves.get(cause, {}).get("held", 0) for cause in (COUNTED, CAUSES[ContributionVoided]))


class Activity:
    """Every progressive asked for, over the period."""

    def __init__(self, reader: Reader, jackpots: list[str]) -> None:
        self.reader = reader
        self.meters: dict[tuple[str, str], MeterActivity] = {}
        self.voided: dict[str, Voided] = {}
        self._tables, self._jackpots = reader.configured(reader.period.start)
        self._opened: dict[str, dict[str, Jackpot]] = {}
        self._openings: dict[str, int] = {}
        self._ids = set(jackpots)
        for id in jackpots:
            self._know(self._jackpots.get(id))
        before = {key: found.meter for key, found in self.meters.items()}
        self.books: Books = walk(reader, jackpots, self)
        for key, found in self.meters.items():
            self._end(before.get(key, found.meter), found)

    # -- what the walk tells

    def _know(self, jackpot: Jackpot | None) -> None:
        if jackpot is None:
            return
        for meter in jackpot.meters:
            own = MeterActivity(jackpot.id, jackpot.meter_title(meter.row), meter)
            self.meters.setdefault((jackpot.id, meter.row), own).meter = meter

    def each(self, entry: Entry, accounts: Mapping[str, int]) -> None:
        """An entry of a table or a jackpot, with the accounts before it."""
        kind, _, id = entry.stream.partition("/")
        if kind == "table":
            self._at_table(id, entry, accounts)
            return
        self._of_jackpot(id, entry, accounts)

    def _of_jackpot(self, id: str, entry: Entry, accounts: Mapping[str, int], *, summed: bool = False) -> None:
        body = read(entry)
        before = {row: self._parts(found, accounts) for (jackpot, row), found in self.meters.items() if jackpot == id}
        self._reconfigure(id, body)
        if isinstance(body, ContributionVoided):
            voided = self.voided.setdefault(id, Voided())
            voided.rounds += 1
            voided.wagers += body.count
            voided.taken += body.taken
            voided.borne += body.borne
        touched = {of_row(name) for name, _ in entry.postings if name.rpartition(":")[2] in HOLDINGS}
        for (jackpot, row), found in self.meters.items():
            if jackpot == id and (row in touched or isinstance(body, _ALWAYS)):
                was = before.get(row) or dict.fromkeys(PARTS, 0)
                now = self._parts(found, applied(accounts, entry.postings))
                self._move(found, entry, body, {part: now[part] - was[part] for part in PARTS})
                displayed: int | None = was["meter"]
                if summed:
                    displayed = _told_by(found, entry, body, accounts)
                self._explain(found, entry, body, displayed, now["meter"] - was["meter"])

    def _reconfigure(self, id: str, body: Body) -> None:
        match body:
            case JackpotBegun() | AmountPosted():
                new = body.jackpot
            case JackpotChanged() if not body.queued:
                new = body.jackpot
            case HitLocked() if body.changed:
                new = body.changed
            case _:
                return
        self._jackpots[id] = new
        self._know(new)

    def _at_table(self, id: str, entry: Entry, accounts: Mapping[str, int]) -> None:
        opened = read_if(entry, TableOpened)
        if opened is not None:
            self._tables[id], self._opened[id] = opened.table, opened.jackpots
            self._openings[id] = entry.number
        press = read_if(entry, Tabulated)
        if press is None:
            return
        table = self._tables.get(id)
        jackpots = self._opened.get(id, self._jackpots)
        wagers = {str(sensor): wager for wager, sensor in table.sensors.items()} if table else {}
        manual = bool(press.manual)
        lines = dict(entry.postings)
        moved: dict[tuple[str, str], MeterActivity] = {}
        for bank, positions in entry.counted:
            slug = wagers.get(bank.rpartition("/")[2], "")
            jackpot = jackpots.get(table.jackpots.get(slug, "")) if table else None
            if jackpot is None or jackpot.id not in self._ids:
                continue
            for meter in jackpot.meters:
                found = self.meters[jackpot.id, meter.row]
                self._begin_run(found, accounts)
                self._count(found, jackpot, meter, (id, slug), len(positions), lines, manual=manual)
                _on(found.run, entry, len(positions))
                moved[jackpot.id, meter.row] = found
        for name in list(lines):
            # Lines for a meter that no wager of this entry was counted for: they show as a variance.
            stray = self.meters.get((of_jackpot(name), of_row(name)))
            if stray is not None and name.endswith((":accrued", ":reserve")):
                self._begin_run(stray, accounts)
                self._count(stray, None, stray.meter, (id, ""), 0, lines, manual=manual)
                _on(stray.run, entry, 0)
                moved[stray.jackpot, stray.meter.row] = stray
        for found in moved.values():
            was, now = self._parts(found, accounts), self._parts(found, accounts, entry)
            _add(found, COUNTED, {part: now[part] - was[part] for part in PARTS})

    def _count(
        self,
        found: MeterActivity,
        jackpot: Jackpot | None,
        meter: Meter,
        place: tuple[str, str],
        count: int,
        lines: dict[str, int],
        *,
        manual: bool,
    ) -> None:
        """Take the lines of a press for one meter, which are then used up, beside its count."""
        key = (*place, jackpot.wager if jackpot else 0, meter.rate if jackpot else 0, meter.reserve if jackpot else 0)
        counted = found.counted.get(key)
        if counted is None:
            counted = found.counted[key] = Counted(*key)
        booked = lines.pop(account(found.jackpot, meter.row, "accrued"), 0)
        hidden = lines.pop(account(found.jackpot, meter.row, "reserve"), 0)
        counted.take(count, count if manual else 0, booked, hidden)

    # -- days that a close sums up

    def sums_up(self, day: ClosedDay, accounts: Mapping[str, int]) -> bool:
        """Whether the day's parts are the same in whatever order its wagers and entries came.

        So it is unless parameters changed, an amount may have met its cap, or wagers of one table were counted under
        several parameters.
        """
        meters = [(found.jackpot, found.meter) for found in self.meters.values()]
        for body in map(read, day.entries):
            match body:
                case JackpotBegun():
                    meters += [(body.jackpot.id, meter) for meter in body.jackpot.meters]
                case JackpotChanged() if not body.queued:
                    return False
                case HitLocked() if body.changed:
                    return False
        for jackpot, meter in meters:
            if meter.cap is not None:
                names = [account(jackpot, meter.row, fund) for fund in ("accrued", "pool")]
                put_in = sum(
                    max(0, micros) for entry in day.entries for name, micros in entry.postings if name in names
                )
                if put_in + sum(accounts.get(name, 0) + day.moved(name) for name in names) >= meter.cap * MICROS:
                    return False
        return all(len(keys) <= 1 for table in day.tables for keys in self._keys(table).values())

    def closed(self, day: ClosedDay, accounts: Mapping[str, int]) -> None:
        """A day from its close: every entry of a jackpot, and the wagers of each table together."""
        began = {key: self._parts(found, accounts)["meter"] for key, found in self.meters.items()}
        explained = {key: len(found.steps) for key, found in self.meters.items()}
        for key, found in self.meters.items():
            self._end_run(found, began[key])
            explained[key] = len(found.steps)
        running = dict(accounts)
        for entry in day.entries:
            self._of_jackpot(entry.stream.partition("/")[2], entry, running, summed=True)
            running = applied(running, entry.postings)
        for table in day.tables:
            self._wagers(table)
        for key, found in self.meters.items():
            accrued, hidden = (day.moved(self._account(found, fund)) for fund in ("accrued", "reserve"))
            _add(found, COUNTED, {"meter": accrued, "reserve": hidden, "held": accrued + hidden})
            tables = [table for table in day.tables if self._account(found, "accrued") in table.moved]
            if tables:
                quiet = len(found.steps) == explained.get(key, 0) and key in began
                self._day_of_wagers(found, day, tables, began[key] if quiet else None, accrued)

    def _day_of_wagers(
        self, found: MeterActivity, day: ClosedDay, tables: list[TableDay], before: int | None, change: int
    ) -> None:
        count = sum(self._counts(table).get((found.jackpot, found.meter.row), (0, 0))[0] for table in tables)
        what = f"{count:,} {'wager' if count == 1 else 'wagers'} counted on {day.day}"
        after = None if before is None else before + change
        entries = ", ".join(reference(table.close) for table in tables)
        found.steps.append(Step(self.reader.period.when(day.cut), what, "", "", before, change, after, entries))

    def _wagers(self, table: TableDay) -> None:
        """The wagers of a table on a day, beside what the ledger booked for them."""
        counts = self._counts(table)
        for (jackpot, row), keys in self._keys(table).items():
            for key in keys:
                counted = self.meters[jackpot, row].counted.setdefault(key, Counted(*key))
                moved = (table.moved.get(account(jackpot, row, fund), 0) for fund in ("accrued", "reserve"))
                counted.take(*counts[jackpot, row], *moved)
        for (jackpot, row), found in self.meters.items():
            # Lines for a meter that no wager was counted for: they show as a variance.
            booked, hidden = (table.moved.get(account(jackpot, row, fund), 0) for fund in ("accrued", "reserve"))
            if (booked or hidden) and (jackpot, row) not in counts:
                stray = found.counted.setdefault((table.table, "", 0, 0, 0), Counted(table.table, "", 0, 0, 0))
                stray.take(0, 0, booked, hidden)

    def _keys(self, table: TableDay) -> dict[tuple[str, str], set[tuple[str, str, int, int, int]]]:
        """By meter, the parameters under which wagers of a table were counted."""
        found: dict[tuple[str, str], set[tuple[str, str, int, int, int]]] = {}
        for slug, jackpot, meter, _, _ in self._counted_at(table):
            key = (table.table, slug, jackpot.wager, meter.rate, meter.reserve)
            found.setdefault((jackpot.id, meter.row), set()).add(key)
        return found

    def _counts(self, table: TableDay) -> dict[tuple[str, str], tuple[int, int]]:
        """By meter, the wagers of a table, and of them those counted by hand."""
        found: dict[tuple[str, str], tuple[int, int]] = {}
        for _, jackpot, meter, count, manual in self._counted_at(table):
            known = found.get((jackpot.id, meter.row), (0, 0))
            found[jackpot.id, meter.row] = known[0] + count, known[1] + manual
        return found

    def _counted_at(self, table: TableDay) -> Iterator[tuple[str, Jackpot, Meter, int, int]]:
        """What was counted at a table: the wager, its jackpot and meter, how many, and how many of them by hand."""
        for count in table.counts:
            self._open(table.table, count.opening)
            known = self._tables.get(table.table)
            jackpots = self._opened.get(table.table, self._jackpots)
            for slug, sensor in known.sensors.items() if known is not None else ():
                jackpot = jackpots.get(known.jackpots.get(slug, "")) if known is not None else None
                wagers, manual = (
                    sum(sum(sums(hour).get(str(sensor), ())) for hour in count.hours.values())
                    for sums in (_WAGERS, _MANUAL)
                )
                if jackpot is not None and jackpot.id in self._ids and wagers:
                    for meter in jackpot.meters:
                        yield slug, jackpot, meter, wagers, manual

    def _open(self, table: str, number: int) -> None:
        """Play at a table goes on by what it was opened with."""
        if number and self._openings.get(table) != number:
            for entry in self.reader.read(table_stream(table), number, number + 1):
                opened = read_if(entry, TableOpened)
                if opened is not None:
                    self._tables[table], self._opened[table] = opened.table, opened.jackpots
            self._openings[table] = number

    # -- movements

    def _move(self, found: MeterActivity, entry: Entry, body: Body, moved: Mapping[str, int]) -> None:
        rest = dict(moved)
        if isinstance(body, HitLocked):
            hits = [hit for hit in body.hits if hit.row == found.meter.row]
            locked = sum(hit.meter for hit in hits) * MICROS
            again = {
                part: sum((hit.reseeded or {}).get(part, 0) for hit in hits)
                for part in ("reserve", "overflow", "house")
            }
            _take(found, LOCKED, {"meter": -locked, "locked": locked}, rest)
            reseeds = {"meter": sum(again.values()), "reserve": -again["reserve"], "overflow": -again["overflow"]}
            _take(found, RESEEDED, {**reseeds, "held": again["house"]}, rest)
        elif isinstance(body, JackpotChanged):
            seeds = -sum(amount for name, amount in entry.postings if name == self._account(found, "seed"))
            _take(found, CAUSES[JackpotBegun], {"meter": seeds, "held": seeds}, rest)
        elif type(body) in CAUSES:
            _take(found, CAUSES[type(body)], rest, rest)
        _add(found, OTHER, rest)

    def _account(self, found: MeterActivity, fund: str) -> str:
        return account(found.jackpot, found.meter.row, fund)

    def _parts(
        self, found: MeterActivity, accounts: Mapping[str, int], entry: Entry | None = None, meter: Meter | None = None
    ) -> dict[str, int]:
        """What a meter holds, by part, after ``entry`` if one is given: what lies over the cap is overflow."""
        meter = meter or found.meter
        balances = {fund: accounts.get(account(found.jackpot, meter.row, fund), 0) for fund in HOLDINGS}
        if entry is not None:
            names = {account(found.jackpot, meter.row, fund): fund for fund in HOLDINGS}
            for name, amount in entry.postings:
                if name in names:
                    balances[names[name]] += amount
        displayed, overflow = shown(meter, balances)
        return {
            "meter": displayed,
            "reserve": balances["reserve"],
            "overflow": overflow,
            "locked": balances["locked"],
            "held": sum(balances.values()),
        }

    # -- explanations

    def _begin_run(self, found: MeterActivity, accounts: Mapping[str, int]) -> None:
        if found.run is None:
            found.run = Run(self._parts(found, accounts)["meter"])

    def _end_run(self, found: MeterActivity, after: int) -> None:
        run, found.run = found.run, None
        if run is None:
            return
        entries = ", ".join(
            f"{stream} #{first}" + (f"–{last}" if last != first else "")
            for stream, (first, last) in run.entries.items()
        )
        what = f"{run.count:,} {'wager' if run.count == 1 else 'wagers'} counted"
        when = self.reader.period.when(run.until)
        found.steps.append(Step(when, what, "", "", run.before, after - run.before, after, entries))

    def _explain(self, found: MeterActivity, entry: Entry, body: Body, before: int | None, change: int) -> None:
        if before is not None:
            self._end_run(found, before)
        period = self.reader.period
        found.steps.append(
            Step(
                period.when(entry.at),
                sentence(entry, period),
                entry.who,
                body.beside,
                before,
                change,
                None if before is None else before + change,
                reference(entry),
            )
        )

    def _end(self, began: Meter, found: MeterActivity) -> None:
        found.beginning = self._parts(found, self.books.beginning, meter=began)
        found.ending = self._parts(found, self.books.ending)
        found.last = found.ending["meter"]
        self._end_run(found, found.last)
        found.first = found.beginning["meter"]


_WAGERS, _MANUAL = attrgetter("wagers"), attrgetter("manual")


def _told_by(found: MeterActivity, entry: Entry, body: Body, accounts: Mapping[str, int]) -> int | None:
    """The displayed amount before an entry of a day that is summed up: a hit folds all that has accrued by then."""
    if not isinstance(body, HitLocked):
        return None
    accrued, pool = (account(found.jackpot, found.meter.row, fund) for fund in ("accrued", "pool"))
    return accounts.get(pool, 0) - dict(entry.postings).get(accrued, 0)


_ALWAYS = (JackpotBegun, JackpotChanged, ContributionVoided)
"""Kinds that are explained even where they move nothing of this meter."""


def of_row(name: str) -> str:
    """The row whose meter an account belongs to; the jackpot's own has none."""
    return name.partition(":")[0].partition("/")[2]


def _on(run: Run | None, entry: Entry, count: int) -> None:
    if run is not None:
        run.count += count
        run.until = entry.at
        run.entries.setdefault(entry.stream, [entry.number, entry.number])[1] = entry.number


def _take(found: MeterActivity, cause: str, moved: Mapping[str, int], rest: dict[str, int]) -> None:
    """Put a movement down to its cause: it is no longer part of the ``rest`` that has none yet."""
    moved = dict(moved)
    _add(found, cause, moved)
    for part, amount in moved.items():
        rest[part] -= amount


def _add(found: MeterActivity, cause: str, moved: Mapping[str, int]) -> None:
    if not any(moved.values()):
        return
    sums = found.moves.setdefault(cause, dict.fromkeys(PARTS, 0))
    for part, amount in moved.items():
        sums[part] += amount
