"""What the house does during a day, each thing at its time: money, postings, readings, outages, restarts, mistakes."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from houseway.drill.drill_errors import DrillFailed
from houseway.drill.drill_plan import HOUSE
from houseway.drill.gaming_day import Day
from houseway.drill.second_book import CENT
from houseway.drill.station import Station
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Order
from houseway.jackpots.vision import Amount, Image, LedSign, Monitor, PhotoFrame, Posting
from houseway.journal.journal_errors import ClockSteppedBack, CommandReused

Deed = Callable[["Events"], bool]

EVERY_FEW = 20
"""Ticks between two of the house's small deeds, each the next of a list that comes round again."""


class Events:
    """The house's own day: called at each step of the clock, it does what is due.

    The large deeds come once, at a share of the day's rounds; the small ones come round and round.
    """

    def __init__(self, day: Day) -> None:
        self.day = day
        self.chance = day.plan.chance(HOUSE)
        self._once = list(_ONCE)
        self._small = 0
        self._stopped: tuple[str, int] | None = None
        self._malfunction = 0
        self._papers = 0
        self._dark: tuple[Station, str] | None = None

    def __call__(self, day: Day) -> None:
        """Do what is due."""
        share = day.done * 1000 // day.plan.rounds
        if self._stopped is not None:
            self._resume()
        elif self._once and self._once[0][0] <= share:
            at, deed = self._once.pop(0)
            if not deed(self):
                self._once.insert(0, (at, deed))
        if day.ticks % EVERY_FEW == 0:
            _SMALL[self._small % len(_SMALL)](self)
            self._small += 1
        if day.ticks % 2 == 0:
            # The server draws on the monitors of a few tables, in turn.
            self.draw(day.stations[(day.ticks // 2) % len(day.stations)])
            for station in day.stations:
                if day.up(station):
                    day.data_centre.forward(station)

    def finish(self) -> None:
        """Do what was not due before the last round."""
        while self._once or self._stopped is not None:
            if self._stopped is not None:
                self._resume()
            else:
                self._once.pop(0)[1](self)
        self._restore_display()

    # -- which tables

    def _idle(self, jackpot: str | None = None) -> list[Station]:
        """Tables between two rounds whose panels have nothing waiting, all of a jackpot or any."""
        found = [each for each in self.day.stations if each.tabulator is not None]
        found = [each for each in found if jackpot is None or jackpot in each.table.jackpots.values()]
        idle = [each for each in found if each.play is None and self.day.up(each) and each.panel.next() is None]
        return idle if jackpot is None or len(idle) == len(found) else []

    def _progressives(self) -> list[str]:
        return [name for name, fund in self.day.funds.items() if fund.jackpot.scheme == "progressive"]

    def _pick(self, number: int) -> int:
        return self.chance.below(number)

    def _paper(self, kind: str) -> str:
        """A paper that has not served before."""
        self._papers += 1
        return f"{kind} {self._papers}"

    # -- money

    def deposit(self) -> bool:
        """What is due goes to the bank, for every progressive."""
        for name in self._progressives():
            fund = self.day.funds[name]
            cents = fund.due // CENT
            if cents > 0:
                self.day.house(c.Deposit(jackpot=name, amount=cents, reference=self._paper("night drop")), "ann")
                fund.deposit(cents)
                self.day.told["deposits"] += 1
            elif fund.due <= -CENT and -(-fund.due // CENT) <= fund.bank // CENT:
                back = -fund.due // CENT
                self.day.house(c.Withdraw(jackpot=name, amount=back, reference=self._paper("paid ahead")), "ann", "sam")
                fund.deposit(-back)
                self.day.told["withdrawals"] += 1
        return True

    def statement(self) -> bool:
        """The bank's statement agrees."""
        for name in self._progressives():
            cents = self.day.funds[name].bank // CENT
            reply = self.day.house(c.Statement(jackpot=name, amount=cents, reference=self._paper("daily")), "ada")
            if reply["stopped"]:
                self.day.trouble.append(f"{name} stopped on a statement that agrees")
        return True

    def short_statement(self) -> bool:
        """The bank has less than is booked: the jackpot stops at once, at every table of its link."""
        for name in self._progressives():
            fund = self.day.funds[name]
            short = min(fund.due // CENT, fund.bank // CENT, 500)
            if short > 0 and self._idle(name):
                reply = self.day.house(
                    c.Statement(jackpot=name, amount=fund.bank // CENT - short, reference=self._paper("short")), "ada"
                )
                if not reply["stopped"]:
                    self.day.trouble.append(f"{name} was short by {short} cents and did not stop")
                self._stopped = (name, self.day.ticks)
                self.day.held = frozenset({name})
                self.day.told["jackpots stopped"] += 1
                return True
        return False

    def _resume(self) -> None:
        assert self._stopped is not None
        name, since = self._stopped
        if self.day.ticks < since + 6 and any(station.left for station in self.day.stations):
            return
        early = self.day.ask(c.ResumeJackpot(jackpot=name, reason="too early"), "ann", "ada")
        if not isinstance(early, HousewayError):
            self.day.trouble.append(f"{name} was resumed while its account was short")
        fund = self.day.funds[name]
        cents = fund.due // CENT
        # A prize that the cage has paid since may have used up what was due.
        if cents > 0:
            self.day.house(c.Deposit(jackpot=name, amount=cents, reference=self._paper("made good")), "ann")
            fund.deposit(cents)
        self.day.house(c.Statement(jackpot=name, amount=fund.bank // CENT, reference=self._paper("made good")), "ada")
        self.day.house(c.ResumeJackpot(jackpot=name, reason="made good"), "ann", "ada")
        self._stopped = None
        self.day.held = frozenset()
        for station in self.day.stations:
            station.blocked = False

    def adjust(self) -> bool:
        """A display was wrong through a malfunction and is set right."""
        name = next((name for name in ("aces", "ties", "queens") if name in self.day.funds), None)
        if name is not None:
            fund = self.day.funds[name]
            row = fund.jackpot.meters[0].row
            to = fund.shown(row) + 12_345
            fault = self._paper("A").replace(" ", "-")
            self.day.house(c.ReportMalfunction(malfunction=fault, what=f"{name} is displayed wrongly"), "tom")
            report = self._paper("report")
            command = c.AdjustMeter(
                jackpot=name, row=row, to=to, reason="malfunction", document=report, malfunction=fault
            )
            self.day.house(command, "sam", "ann")
            self.day.house(c.MendMalfunction(malfunction=fault, how="the display was set right"), "tom")
            fund.adjust(row, to)
        return True

    def recover(self) -> bool:
        """Seed money goes back to the house, from the hidden reserve."""
        for name in self._progressives():
            fund = self.day.funds[name]
            for row, purse in fund.purses.items():
                cents = min(purse.reserve // CENT, (-purse.seed - purse.recovered) // CENT, 250)
                if cents > 0:
                    command = c.RecoverSeed(
                        jackpot=name, row=row, amount=cents, source="reserve", document=self._paper("memo")
                    )
                    self.day.house(command, "ann", "ada")
                    fund.recover(row, cents, "reserve")
                    self.day.told["seed recovered"] += 1
                    return True
        return False

    def change(self) -> bool:
        """Another reseed amount: it waits until the next full prize brings it in."""
        fund = self.day.funds.get("wild-four")
        if fund is None or fund.waiting is not None:
            return True
        *others, last = fund.jackpot.meters
        # Two amounts by turns.
        other = msgspec.structs.replace(last, reseed=437 if last.reseed == 400 else 400)
        new = msgspec.structs.replace(fund.jackpot, meters=(*others, other))
        if not self.day.house(c.ChangeJackpot(jackpot=new), "ada", "ann")["queued"]:
            self.day.trouble.append("a change of wild-four did not wait although its tables are open")
        fund.waiting = new
        return True

    # -- the bonus jackpots

    def post(self) -> bool:
        """The Daily Bonus Jackpot is posted anew, between rounds at every table that plays for it."""
        daily = {name: fund for name, fund in self.day.funds.items() if fund.jackpot.updates == "updated"}
        posted = not daily
        for name, fund in daily.items():
            if not self._idle(name):
                continue
            old = fund.jackpot
            if old.amount is not None:
                new = msgspec.structs.replace(old, amount=old.amount + 100 * (1 + self._pick(500)))
            else:
                [row] = old.posted
                new = msgspec.structs.replace(old, posted={row: f"${10_000 + 50 * self._pick(100):,}"})
            command = c.PostAmount(
                jackpot=name, amount=new.amount, posted={} if new.posted == old.posted else new.posted
            )
            self.day.house(command, "sam", "ann")
            fund.jackpot = new
            jackpots = {id: each.jackpot for id, each in self.day.funds.items()}
            for station in self.day.stations:
                if name in station.table.jackpots.values():
                    station.changed(jackpots)
            self.day.told["amounts posted"] += 1
            posted = True
        return posted

    # -- displays

    def _amounts(self, station: Station) -> tuple[Amount, ...]:
        now = {wager: self.day.funds[jackpot.id].jackpot for wager, jackpot in station.jackpots.items()}
        return tuple(
            Amount(jackpot=own.id, label=f"{wager} {row}".strip(), cents=cents, scheme=own.scheme, updates=own.updates)
            for wager, own in now.items()
            for row, cents in self.day.floor.amounts(own.id).items()
        )

    def draw(self, station: Station) -> None:
        """Put the amounts of the moment on every display of a table that works."""
        notice = station.setup.notice or ""
        amounts: tuple[Amount, ...] | None = None
        for display in station.displays.values():
            if display.failed:
                continue
            if amounts is None:
                amounts = self._amounts(station)
            image = Image(title=station.game.name, amounts=amounts, notice=notice)
            if isinstance(display, Monitor):
                display.draw(image, at=self.day.now)
            elif isinstance(display, LedSign):
                display.set(amounts, by="remote", at=self.day.now, notice=notice)
            elif isinstance(display, PhotoFrame):
                display.insert_card([image], at=self.day.now)

    def outage(self) -> bool:
        """A display goes dark, and the printed page hangs in its place; the one before is mended."""
        self._restore_display()
        stations = [station for station in self.day.stations if station.displays]
        station = stations[self._pick(len(stations))]
        kind = list(station.displays)[self._pick(len(station.displays))]
        posting = Posting(
            game=station.game.name, table=station.id, amounts=self._amounts(station), notice=station.setup.notice or ""
        )
        outage = station.displays[kind].fail("dark", self.day.now, posting)
        if station.game.name not in outage.page:
            self.day.trouble.append(f"the page at {station.id} does not name the game")
        self.day.house(c.FailDisplay(table=station.id, display=kind, what="dark"), "dan")
        self._dark = (station, kind)
        self.day.told["display outages"] += 1
        return True

    def _restore_display(self) -> None:
        if self._dark is not None:
            station, kind = self._dark
            station.displays[kind].mend(self.day.now)
            self.day.house(c.RestoreDisplay(table=station.id, display=kind), "tom")
            self._dark = None

    # -- counters

    def read(self) -> bool:
        """The counters of tables between two rounds are read: each difference is explained."""
        for station in self._idle():
            reply = self.day.house(c.ReadCounter(table=station.id, reading=station.reading), "ann")
            if reply["variance"] != station.expected_variance:
                self.day.trouble.append(
                    f"the counter of {station.id} differs by {reply['variance']}, and {station.expected_variance} is "
                    "explained"
                )
            if reply["variance"]:
                self._explain(station)
                station.drift = station.refused.total()
            self.day.told["counters read"] += 1
        return True

    def _explain(self, station: Station) -> None:
        explained = c.ExplainReading(table=station.id, explanation="presses that the floor refused")
        self.day.house(explained, "sam", "ada")

    def replace(self) -> bool:
        """A counter is replaced: an event with both readings."""
        for station in self._idle():
            if station.tabulator is not None and station.tabulator.lcd is not None and not station.lcd_before:
                old, new = station.replace_counter(self.day.now)
                command = c.ReplaceCounter(
                    table=station.id, old=old, new=new, battery="2026-03-02", reason="the battery is ten years old"
                )
                if self.day.house(command, "tom", "ann")["variance"]:
                    self._explain(station)
                self.day.told["counters replaced"] += 1
                return True
        return not any(
            station.tabulator is not None and station.tabulator.lcd is not None for station in self.day.stations
        )

    # -- malfunctions, shifts, the server

    def malfunction(self) -> bool:
        """Equipment does not work as approved: found, noticed, mended."""
        self._malfunction += 1
        id = f"M-{self._malfunction}"
        table = self.day.stations[0].id
        self.day.house(c.ReportMalfunction(malfunction=id, table=table, what="a light stays dark"), "dan")
        self.day.house(c.NotifyMalfunction(malfunction=id, reference=f"letter {id}"), "sam")
        self.day.house(c.MendMalfunction(malfunction=id, how="the lamp was replaced"), "tom")
        self.day.told["malfunctions"] += 1
        return True

    def shift(self) -> bool:
        """A table closes and opens again."""
        idle = [station for station in self._idle() if not station.manual_left and not station.blocked]
        if not idle:
            return False
        station = idle[self._pick(len(idle))]
        self.day.house(c.CloseTable(table=station.id), "sam")
        self.day.house(c.OpenTable(table=station.id), "sam")
        self.day.told["tables reopened"] += 1
        return True

    def restart(self) -> bool:
        """The server is stopped in order and started again."""
        self.day.restart()
        return True

    def crash(self) -> bool:
        """The server dies right after its next commit, before anybody heard of it."""
        self.day.crash = True
        return True

    # -- mistakes

    def mistakes(self) -> bool:
        """Commands that must be refused, each leaving every stream as it was."""
        day = self.day
        idle = self._idle()
        if not idle:
            return False
        station = idle[self._pick(len(idle))]
        panel = f"panel:{station.id}"
        before = day.floor.journal.heads()
        state = day.floor.table(station.id)
        wrong: list[tuple[c.Command, str, str | None]] = [
            (c.Tabulate(table=station.id, round=state.round, picture={"1": (1,)}), panel, None),
            (c.Tabulate(table=station.id, round=state.round + 1, picture={"9": (1,)}), panel, None),
            (c.Tabulate(table=station.id, round=state.round + 1, picture={"1": (17,)}), panel, None),
            (c.Tabulate(table=station.id, round=state.round + 1, picture={"1": (1,)}), "panel:T99", None),
            (c.CloseDay(day=day.day), "dan", None),
            (c.ReadCounter(table=station.id, reading=-1), panel, None),
            (c.VoidRound(table=station.id, round=state.round, reason="too late"), "sam", None),
        ]
        for name in self._progressives()[:1]:
            wrong.append((c.Deposit(jackpot=name, amount=10**10, reference="not due"), "ann", None))
            wrong.append((c.PayHit(jackpot=name, hit="none", by="cage", method="cash"), "sam", "ann"))
            new = msgspec.structs.replace(day.funds[name].jackpot, unreasonable=300)
            wrong.append((c.ChangeJackpot(jackpot=new), "ann", None))
        for command, who, second in wrong:
            if not isinstance(day.ask(command, who, second), HousewayError):
                raise DrillFailed(
                    f"{command} was accepted", remedy=f"the same happens again with --seed {day.plan.seed}"
                )
        if station.old:
            id, _ = station.old[0]
            other = Order(c.ReadCounter(table=station.id, reading=0), id, panel, day.now)
            [answer] = day.floor.do_all([other])
            if not isinstance(answer, CommandReused):
                day.trouble.append(f"{id} was given another content and answered {answer}")
        late = Order(c.NotifyMalfunction(malfunction="M-1", reference="x"), "late", "sam", day.now - 5_000_000)
        early = Order(c.ReportMalfunction(malfunction=f"old-{day.ticks}", what="x"), f"late-{day.ticks}", "sam", 1)
        for order, kind in ((late, HousewayError), (early, ClockSteppedBack)):
            [answer] = day.floor.do_all([order])
            if not isinstance(answer, kind):
                day.trouble.append(f"{order.command} was not refused as it must be: {answer}")
        if day.floor.journal.heads() != before:
            day.trouble.append("a refused command left something behind")
        day.told["mistakes refused"] += len(wrong) + 3
        return True


_ONCE: tuple[tuple[int, Deed], ...] = (
    (10, Events.deposit),
    (60, Events.post),
    (120, Events.restart),
    (160, Events.malfunction),
    (220, Events.short_statement),
    (330, Events.change),
    (380, Events.crash),
    (430, Events.adjust),
    (480, Events.outage),
    (520, Events.recover),
    (560, Events.replace),
    (600, Events.mistakes),
    (640, Events.shift),
    (700, Events.crash),
    (760, Events.post),
    (820, Events.read),
    (880, Events.deposit),
    (920, Events.statement),
    (950, Events.outage),
)
"""What happens once, at so many thousandths of the day's rounds; a deed that cannot be done waits for the next step."""

_SMALL: tuple[Deed, ...] = (
    Events.read,
    Events.mistakes,
    Events.outage,
    Events.deposit,
    Events.crash,
    Events.post,
    Events.restart,
    Events.malfunction,
    Events.recover,
    Events.shift,
    Events.change,
    Events.statement,
)
"""What happens again and again."""
