"""The day itself: a clock, the tables, the lines between panels and floor, and what the house does meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from houseway.compliance.configuration import Property
from houseway.compliance.configured_tables import settings_of
from houseway.drill import drill_plan
from houseway.drill.centre import DataCentre
from houseway.drill.drill_errors import DrillFailed
from houseway.drill.hit_watch import OpenHit, open_hits, same_as_lines
from houseway.drill.place import Place
from houseway.drill.second_book import Fund
from houseway.drill.stacks import stacks_for
from houseway.drill.station import SECOND, Station
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.bookkeeping.days import day_ends
from houseway.floor.context import gaming_day
from houseway.floor.floor import Floor, Order
from houseway.floor.floor_errors import Stopped, StuckSensor
from houseway.floor.permission.people import panel_of
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.jackpots.panel import Sent
from houseway.registry import replay

Progress = Callable[[int, int], None]

LOST, UNHEARD, DOUBLED, DELAYED = 20, 20, 25, 20
"""Of a thousand sendings: requests lost, acknowledgements lost, requests sent twice, old copies that come late."""


class Events(Protocol):
    """What the house does: at each step of the clock, when the last round is over, and on its displays."""

    def __call__(self, day: Day) -> None:
        """Do what is due."""

    def finish(self) -> None:
        """Do what is left."""

    def draw(self, station: Station) -> None:
        """Bring the displays of a table up to date."""


class Day:
    """One drill in progress."""

    def __init__(self, plan: drill_plan.Plan, place: Place, progress: Progress | None = None) -> None:
        self.plan = plan
        self.place = place
        self.floor: Floor = place.open(create=True)
        self.progress = progress
        self.now = drill_plan.START
        self.ticks = 0
        self.told: Counter[str] = Counter()
        self.trouble: list[str] = []
        self.applied: set[str] = set()
        self.unheard: dict[str, dict[str, Any]] = {}
        self.hits: list[OpenHit] = []
        self.rounds_with_hits: dict[tuple[str, int], list[OpenHit]] = {}
        self.stations: list[Station] = []
        self.funds: dict[str, Fund] = {}
        self.data_centre = DataCentre()
        self.crash = False
        self._house = 0
        self.done = 0
        self.voided_rounds: set[tuple[str, int]] = set()
        self.decrease_for_void = True
        self.taxed = False
        self.days: list[str] = []
        self.held: frozenset[str] = frozenset()

    # -- opening and closing

    def open_house(self) -> None:
        """Create the property, its people, papers, jackpots and tables, and open every table."""
        plan = self.plan
        tables = drill_plan.tables_of(plan)
        jackpots = drill_plan.jackpots_of(tables, plan.profile)
        self.house(
            c.CreateProperty(name="The drill", profile=plan.profile, zone=drill_plan.ZONE, people=drill_plan.PEOPLE),
            "ada",
            "ann",
        )
        for licence in drill_plan.licences():
            self.house(c.AddLicence(licence=licence), "ada", "ann")
        for approval in drill_plan.approvals(tables):
            self.house(c.AddApproval(approval=approval), "ada", "ann")
        for jackpot in jackpots:
            self.house(c.AddJackpot(jackpot=jackpot), "ada", "ann")
            self.funds[jackpot.id] = Fund(jackpot)
        for table in tables:
            self.house(c.AddTable(table=table), "ada", "ann")
        configured = Property(name="The drill", profile=plan.profile, on=self.day, people=drill_plan.PEOPLE)
        if settings_of(configured)["seed-in-bank"]:
            self._deposit_seeds(jackpots)
        self.taxed = settings_of(configured)["w2g-amount"] is not None
        if self.taxed:
            self.house(
                c.RecordPayee(payee=drill_plan.PAYEE, document="passport", ending="0042", digest="none", tin=True),
                "ann",
            )
        for table in tables:
            self.house(c.OpenTable(table=table.id), "sam")
        by_id = {jackpot.id: jackpot for jackpot in jackpots}
        self.decrease_for_void = settings_of(configured).decrease_for_void
        for number, table in enumerate(tables):
            settings = settings_of(configured, table.id)
            self.stations.append(Station(plan, number, table, by_id, settings, self.now))
        self._share_rounds()
        self.days = [self.day]

    def _deposit_seeds(self, jackpots: Iterable[Jackpot]) -> None:
        """The seeds reach the bank before a table opens."""
        for jackpot in jackpots:
            cents = sum(meter.seed for meter in jackpot.meters)
            if cents:
                slip = f"seed of {jackpot.id}"
                self.house(c.Deposit(jackpot=jackpot.id, amount=cents, reference=slip), "ann")
                self.funds[jackpot.id].deposit(cents)

    def _share_rounds(self) -> None:
        each, more = divmod(self.plan.rounds, len(self.stations))
        for station in self.stations:
            station.left = each + (station.index < more)
            station.due_at = self.now + station.pace * (station.index % 7) // 7
        # Each named round is played at one table of its kind, and again every few hundred rounds.
        turn: Counter[str] = Counter()
        for station in self.stations:
            chance = self.plan.chance(drill_plan.STORIES, (station.index << 32) | 0x8000_0000)
            for stack in stacks_for(station.table.game, station.jackpots):
                key = f"{stack.name} {sorted(station.table.jackpots.items())}"
                turn[key] += 1
                if turn[key] > 3:
                    continue
                number = 1 + chance.below(max(1, station.left))
                while number in station.stacks and len(station.stacks) < station.left:
                    number = number % station.left + 1
                station.stacks[number] = stack

    def close_house(self) -> None:
        """Pay what is still open, close the tables and the day, and seal."""
        self.now += 30 * SECOND
        for station in self.stations:
            self.data_centre.forward(station, falters=False)
            if station.tabulator is not None and not station.tabulator.works:
                station.manual_left = 1
                self._mend(station)
            self.house(c.CloseTable(table=station.id), "sam")
        day = self.day
        self.now = max(self.now, day_ends(self.floor.property, day))
        self.house(c.CloseDay(day=day), "ann", "sam")
        self.told["days closed"] += 1
        self.floor.journal.seal(self.now)
        self.told["seals"] += 1

    @property
    def day(self) -> str:
        """The gaming day of the drill's clock."""
        return gaming_day(self.now, drill_plan.ZONE, drill_plan.DAY_STARTS)

    # -- commands of people

    def house(self, command: c.Command, who: str, second: str | None = None) -> dict[str, Any]:
        """A command that somebody of the house gives; it must be accepted."""
        result = self.ask(command, who, second)
        if isinstance(result, HousewayError):
            raise DrillFailed(f"{type(command).__name__} was refused: {result}", remedy=self._again()) from result
        return result

    def ask(self, command: c.Command, who: str, second: str | None = None) -> dict[str, Any] | HousewayError:
        """A command that somebody of the house gives: the answer, or the refusal."""
        [result] = self.floor.do_all([self.order(command, who, second)])
        return result

    def order(self, command: c.Command, who: str, second: str | None = None) -> Order:
        """The order of somebody of the house, under an id of its own, at the moment."""
        self._house += 1
        self.now += 1000
        return Order(command, f"house-{self._house}", who, self.now, second)

    def _all_accepted(self, orders: list[Order]) -> None:
        for order, result in zip(orders, self.floor.do_all(orders) if orders else [], strict=True):
            if isinstance(result, HousewayError):
                raise DrillFailed(f"{order.command} was refused: {result}", remedy=self._again()) from result

    def _again(self) -> str:
        return f"the same happens again with --seed {self.plan.seed}"

    # -- the clock

    def run(self, events: Events) -> None:
        """Hold the day: open, play every round, close. ``events`` is called at each step of the clock."""
        self.open_house()
        while any(station.left or station.play or station.panel.next() for station in self.stations):
            self._tick(events)
        while self.hits:
            self._tick(events)
        self.now += SECOND
        events.finish()
        self.close_house()
        for station in self.stations:
            events.draw(station)

    def _tick(self, events: Events) -> None:
        base = drill_plan.START + drill_plan.TICK * (self.ticks + 1)
        self.ticks += 1
        self.now = base
        events(self)
        if self.ticks % 2 == 0:
            self.floor.journal.seal(self.now)
            self.told["seals"] += 1
        if self.day != self.days[-1]:
            self.house(c.CloseDay(day=self.days[-1]), "ann", "sam")
            self.told["days closed"] += 1
            self.days.append(self.day)
        self.now = base + 3 * SECOND
        self._follow_hits()
        for station in self.stations:
            if station.play is None and station.left and not station.blocked and station.due_at <= base:
                station.due_at += station.pace
                if station.due_at <= base:
                    station.due_at = base + station.pace
                self._begin(station, base)
        self.deliver(base + 6 * SECOND)
        for station in self.stations:
            if station.play is not None and station.play.stage == "pressed" and not station.doubtful:
                self._play(station, max(base + 9 * SECOND, self.now + 3 * SECOND))
        self.deliver(base + 12 * SECOND)
        self.now = base + 16 * SECOND
        self._void_rounds()
        if self.progress is not None:
            self.progress(self.done, self.plan.rounds)

    def _begin(self, station: Station, base: int) -> None:
        chance = station.lines
        if station.down_until <= base:
            number = chance.below(1000)
            # A line drops only while none of its table's jackpots is held: stopped, to be resumed soon.
            free = self.held.isdisjoint(station.table.jackpots.values())
            if number < 10 and station.jammed is None and free:
                station.down_until = base + drill_plan.TICK * (2 + chance.below(8))
                self.told["lines dropped"] += 1
            elif number < 16:
                station.restart_panel()
        station.begin(base + 5 * SECOND)

    def up(self, station: Station) -> bool:
        """Whether the line of a table is up."""
        return station.down_until <= drill_plan.START + drill_plan.TICK * self.ticks

    def _play(self, station: Station, at: int) -> None:
        play = station.play
        assert play is not None
        station.confirm(at)
        station.deal()
        if play.stage == "claiming":
            station.claim()
        elif play.stage == "settling":
            self._settle(station, at)

    def _settle(self, station: Station, at: int) -> None:
        play = station.play
        assert play is not None and play.round is not None
        hits = self.rounds_with_hits.get((station.id, play.number), [])
        same_as_lines(hits, [line for line in play.round.lines if line.wager in station.jackpots], self.trouble)
        for hit in hits:
            hit.settled = True
        sampled = hits or play.stack or play.number % self.plan.sample == 0
        station.settle(at, self._replayed if sampled else None)
        self.done += 1

    def _replayed(self, record: dict[str, Any]) -> None:
        self.told["rounds played again"] += 1
        different = replay(record)
        if different is not None:
            self.trouble.append(f"a round played again settles otherwise: {different}")

    # -- the lines

    def deliver(self, at: int) -> None:
        """Send what waits in the panels whose line is up, until all of it was heard to arrive."""
        while True:
            at += 50_000
            self.now = at
            waiting = [station for station in self.stations if station.panel.next() is not None and self.up(station)]
            if not waiting:
                return
            orders: list[Order] = []
            sendings: list[tuple[Station, Sent, c.Command, bool, bool]] = []
            for station in waiting:
                self._send(station, at, orders, sendings)
            results = self.floor.do_all(orders) if orders else []
            crashed, self.crash = self.crash and bool(orders), self.crash and not orders
            if crashed:
                self.restart(crash=True)
            deaf: set[str] = set()
            for (station, sent, command, hears, old), result in zip(sendings, results, strict=True):
                if old:
                    if isinstance(result, HousewayError):
                        self.trouble.append(f"an old copy of {sent.id} was refused: {result}")
                    continue
                self._happened(station, sent.id, command, result)
                if crashed or not hears or station.id in deaf:
                    deaf.add(station.id)
                elif station.panel.acknowledge(sent.id):
                    self._heard(station, sent, command, result, at)

    def _send(
        self,
        station: Station,
        at: int,
        orders: list[Order],
        sendings: list[tuple[Station, Sent, c.Command, bool, bool]],
    ) -> None:
        who = panel_of(station.id)
        for number, sent in enumerate(station.panel.waiting):
            fate = station.lines.below(1000)
            if fate < LOST:
                self.told["requests lost"] += 1
                return
            command = c.read(sent.command)
            moment = at + station.index * 100 + number
            second = station.seconds.get(sent.id)
            orders.append(Order(command, sent.id, who, moment, second))
            hears = fate >= LOST + UNHEARD
            self.told["acknowledgements lost"] += not hears
            sendings.append((station, sent, command, hears, False))
            fate -= LOST + UNHEARD
            if 0 <= fate < DOUBLED:
                self.told["requests doubled"] += 1
                orders.append(Order(command, sent.id, who, moment, second))
                sendings.append((station, sent, command, hears, False))
            elif DOUBLED <= fate < DOUBLED + DELAYED and station.old:
                self.told["old copies"] += 1
                id, body = station.old[0]
                copy = Sent(id, body)
                again = c.read(copy.command)
                orders.append(Order(again, id, who, moment, station.seconds.get(id)))
                sendings.append((station, copy, again, True, True))

    def _happened(self, station: Station, id: str, command: c.Command, result: dict[str, Any] | HousewayError) -> None:
        """Keep the drill's own log: what the floor did, whether or not the panel heard of it."""
        if isinstance(result, HousewayError):
            if id in self.applied:
                self.trouble.append(f"{id} was accepted, and refused when it was sent again: {result}")
            return
        if id in self.applied:
            first = self.unheard.get(id)
            if first is not None and first != result:
                self.trouble.append(f"{id} got another answer when it was sent again")
            return
        self.applied.add(id)
        self.unheard[id] = result
        if isinstance(command, c.Tabulate):
            station.accepted(command.picture, command.manual)
            self.told["wagers counted"] += sum(map(len, command.picture.values()))
            for wager, name in station.table.jackpots.items():
                positions = command.picture.get(str(station.table.sensors[wager]), ())
                if positions and self.funds[name].jackpot.scheme == "progressive":
                    self.funds[name].count(len(positions))
        elif isinstance(command, c.ClaimHit):
            found = open_hits(station, result["hits"], self.funds, self.trouble)
            self._tell(found)
            self.hits += found
            self.rounds_with_hits[station.id, command.round] = found

    def _tell(self, found: list[OpenHit]) -> None:
        for hit in found:
            self.told["hits"] += 1
            self.told["prizes from a meter" if hit.prize.cents else "prizes of the house"] += 1
            self.told["full prizes"] += hit.prize.full
            if hit.bare:
                self.told[f"{hit.event} prizes"] += 1

    def _heard(
        self, station: Station, sent: Sent, command: c.Command, result: dict[str, Any] | HousewayError, at: int
    ) -> None:
        kind = station.kinds.pop(sent.id)
        self.unheard.pop(sent.id, None)
        if isinstance(result, HousewayError):
            self._refused(station, kind, command, result, at)
            return
        station.acknowledged[sent.id] = kind
        station.old.append((sent.id, sent.body))
        if kind == "claim-hit":
            self._claimed(station, result, at)

    def _refused(self, station: Station, kind: str, command: c.Command, error: HousewayError, at: int) -> None:
        self.told["refusals"] += 1
        if kind == "pressed twice":
            self.told["presses twice"] += 1
        elif kind == "tabulate" and isinstance(error, Stopped):
            station.stopped(at + 2 * SECOND)
        elif kind == "tabulate" and isinstance(error, StuckSensor):
            station.stuck(at + 2 * SECOND)
        else:
            raise DrillFailed(f"table {station.id}: {kind} was refused: {error}", remedy=self._again()) from error

    def _claimed(self, station: Station, result: dict[str, Any], at: int) -> None:
        play = station.play
        assert play is not None
        chance = self.plan.chance(drill_plan.HITS, (station.index << 32) | play.number)
        if chance.below(100) < 4:
            play.voids = True
            play.stage = "voiding"
            return
        station.deal(result["amounts"])
        self._settle(station, at + 2 * SECOND)

    # -- voids

    def _void_rounds(self) -> None:
        orders: list[Order] = []
        voiding: list[Station] = []
        for station in self.stations:
            play = station.play
            if play is None or play.stage != "voiding" or not self.up(station) or station.panel.next() is not None:
                continue
            key = (station.id, play.number)
            for hit in _brought_first(hit for hit in self.hits if (hit.station.id, hit.round) == key):
                orders.append(
                    self.order(c.RejectHit(jackpot=hit.jackpot, hit=hit.id, reason="the round is void"), "sam", "vic")
                )
                self._rejected(hit)
            if key in self.rounds_with_hits:
                self.told["voids with hits"] += 1
            clause = station.game.malfunction or "BJS-5"
            record = None
            if play.round is not None and not play.round.over:
                play.round.void("malfunction", clause)
                record = station.recorded()
            command = c.VoidRound(
                table=station.id, round=play.number, reason="malfunction", clause=clause, record=record
            )
            orders.append(self.order(command, "sam"))
            voiding.append(station)
            if play.picture is not None:
                for wager, name in station.table.jackpots.items():
                    counted = play.picture.wagers.get(station.table.sensors[wager], ())
                    if counted and self.funds[name].jackpot.scheme == "progressive":
                        self.funds[name].void(len(counted), lowers=self.decrease_for_void)
        self._all_accepted(orders)
        for station in voiding:
            assert station.play is not None
            self.voided_rounds.add((station.id, station.play.number))
            self.told["voids"] += 1
            self.done += 1
            if station.tabulator is not None:
                station.tabulator.take_notes(self.now)
            station.finish(self.now)
        for station in self.stations:
            if station.play is None and station.manual_left and self.up(station) and station.panel.next() is None:
                self._mend(station)

    def _mend(self, station: Station) -> None:
        if station.mend(self.now):
            self.house(c.RestoreTable(table=station.id, how="the part was replaced"), "tom")
            self.told["faults mended"] += 1

    # -- hits

    def _follow_hits(self) -> None:
        orders: list[Order] = []
        for hit in _brought_first(hit for hit in self.hits if hit.settled):
            chance = self.plan.chance(drill_plan.HITS, (hit.station.index << 32) | (hit.round << 4) | 1)
            if hit.state == "locked" and chance.below(100) < 6:
                command = c.RejectHit(jackpot=hit.jackpot, hit=hit.id, reason="the deck was short of a card")
                orders.append(self.order(command, "sam", "vic"))
                self._rejected(hit)
            elif hit.state == "locked":
                seen = c.VerifyHit(
                    jackpot=hit.jackpot,
                    hit=hit.id,
                    cards="as dealt",
                    deck="complete",
                    surveillance="camera 4",
                    player="P",
                )
                orders.append(self.order(seen, "sam", "vic"))
                hit.state = "verified"
            else:
                orders.append(self._pay(hit))
        self._all_accepted(orders)

    def _pay(self, hit: OpenHit) -> Order:
        fund = self.funds[hit.jackpot]
        by: Any = "account" if hit.prize.cents and fund.bank >= hit.prize.cents * SECOND else "cage"
        method: Any = "check" if hit.amount > 500_000 else "cash"
        tax = self._tax(hit.amount, fund.jackpot.wager) if self.taxed else 0
        fund.pay(hit.prize, by, tax)
        self.hits.remove(hit)
        self.told["hits paid"] += 1
        self.told["cents paid for hits"] += hit.amount
        self.told["cents withheld"] += tax
        payee = drill_plan.PAYEE if self.taxed else ""
        command = c.PayHit(
            jackpot=hit.jackpot, hit=hit.id, by=by, method=method, reference=f"slip {hit.id}", payee=payee
        )
        return self.order(command, "sam", "ann")

    @staticmethod
    def _tax(amount: int, wager: int) -> int:
        """24 % of winnings over $5,000 that are at least 300 times the wager, to the nearest cent."""
        winnings = amount - wager
        return (winnings * 24 + 50) // 100 if winnings > max(500_000, 300 * wager - 1) else 0

    def _rejected(self, hit: OpenHit) -> None:
        self.funds[hit.jackpot].reject(hit.prize, hit.lock)
        self.hits.remove(hit)
        self.told["hits rejected"] += 1

    # -- the server

    def restart(self, *, crash: bool = False) -> None:
        """The server goes away and comes back on the same database, with nothing in its memory."""
        if crash:
            self.floor.journal.engine.close()
        else:
            self.floor.close()
        self.floor = self.place.open()
        self.told["restarts"] += 1


def _brought_first(hits: Iterable[OpenHit]) -> list[OpenHit]:
    """Prizes that others' hits brought before those hits: they are rejected in that order (BJS-7)."""
    return sorted(hits, key=lambda hit: not hit.bare)
