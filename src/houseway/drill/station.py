"""One table of a drill: its devices, its players, the round in hand, and its own log of all that happened."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any

from houseway.cards import Stream, VirtualShoe
from houseway.compliance.configuration import Table
from houseway.compliance.configured_tables import setup_of
from houseway.compliance.profile import Settings
from houseway.drill.drill_plan import CARDS, LINES, STORIES, WAGERS, Plan
from houseway.drill.hand import Play, flat, mishap_of
from houseway.drill.stacks import Stack, StackedShoe, top_of
from houseway.jackpots.counters import LcdCounter
from houseway.jackpots.equipment import model
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.jackpots.panel import Panel
from houseway.jackpots.tabulator import Spots, Tabulator, install, plain
from houseway.jackpots.vision import Display, make_display
from houseway.registry import game
from houseway.rulebook.steps import Prizes, seat_of
from houseway.table.envy_prizes import ENVY, SHARE_THE_WEALTH
from houseway.table.lines import Line
from houseway.table.players import advised, usual_wagers
from houseway.table.records.record import record
from houseway.table.round import Round
from houseway.table.setup import Setup

SECOND = 1_000_000
SUPERVISOR = "sam"

MENU = 16
"""Different players that sit at a table: what each bets."""


class Station:
    """A table with its tabulator, displays and panel. It presses, deals and settles; what it sends waits in the panel.

    ``acknowledged`` is the panel's own log: every command that the floor was heard to accept, by id.
    """

    def __init__(
        self, plan: Plan, number: int, table: Table, jackpots: Mapping[str, Jackpot], settings: Settings, at: int
    ) -> None:
        self.plan = plan
        self.index = number
        self.id = table.id
        self.table = table
        self.game = game(table.game)
        self.settings = settings
        self.jackpots = {wager: jackpots[name] for wager, name in table.jackpots.items()}
        self.setup: Setup = setup_of(table, jackpots, settings)
        self.positions = self.setup.edition.about.positions
        self.tabulator: Tabulator | None = None
        self.displays: dict[str, Display] = {}
        if table.equipment is not None:
            known = model(table.equipment.model, table.equipment.version)
            self.tabulator = install(
                known,
                serial=f"{table.id}-1",
                at=at,
                positions=self.positions,
                sensors=dict.fromkeys(table.sensors.values(), "removed"),
            )
            notice = self.setup.notice or ""
            for display in table.displays:
                name = f"{table.id} {display.kind}"
                self.displays[display.kind] = make_display(
                    display.kind, name, known, game=self.game.name, notice=notice
                )
        self._ids = 0
        self._kept = b""
        self.panel = Panel(self._next_id, keep=self._keep)
        self.seconds: dict[str, str] = {}
        self.kinds: dict[str, str] = {}
        self.acknowledged: dict[str, str] = {}
        self.old: deque[tuple[str, bytes]] = deque(maxlen=8)
        self.lines = plan.chance(LINES, number << 32)
        usual = self.game.house["usual"]
        menu = [usual_wagers(self.setup, usual, plan.chance(WAGERS, (number << 32) | who)) for who in range(MENU)]
        self.menu = [wagers for wagers in menu if wagers]
        self.round = 1
        self.left = 0
        self.stacks: dict[int, Stack] = {}
        self.play: Play | None = None
        self.down_until = 0
        self._dark = (0, 0)
        self.blocked = False
        self.jammed: tuple[int, int] | None = None
        self.manual_left = 0
        self.pace = 36 * SECOND + plan.chance(STORIES, number << 32).below(14 * SECOND)
        self.due_at = 0
        # The station's own counts, by (sensor, position): accepted, pressed and refused, entered by hand.
        self.counted: Counter[tuple[int, int]] = Counter()
        self.refused: Counter[tuple[int, int]] = Counter()
        self.by_hand: Counter[tuple[int, int]] = Counter()
        self.drift = 0
        self.lcd_before = 0
        self.told: Counter[str] = Counter()

    # -- the panel

    def _next_id(self) -> str:
        self._ids += 1
        return f"{self.id}-{self._ids}"

    def _keep(self, outbox: bytes) -> None:
        self._kept = outbox

    def submit(self, command: dict[str, Any], second: str | None = None) -> str:
        """Give the panel a command to send."""
        id = self.panel.submit(command)
        self.kinds[id] = command["type"]
        if second is not None:
            self.seconds[id] = second
        return id

    def restart_panel(self) -> None:
        """The panel loses its power: it goes on from what it had stored."""
        self.panel = Panel.load(self._kept, self._next_id, keep=self._keep) if self._kept else self.panel
        self.told["panel restarts"] += 1

    # -- the round

    def begin(self, at: int) -> None:
        """Players bet, chips go down, and the dealer presses at ``at``."""
        key = (self.index << 32) | self.round
        chance = self.plan.chance(STORIES, key)
        stack = self.stacks.get(self.round)
        wagers = self._stacked(stack) if stack else self._bets(self.plan.chance(WAGERS, key))
        mishap = "" if stack else mishap_of(chance)
        if self.tabulator is None and mishap != "void":
            mishap = ""
        play = self.play = Play(self.round, wagers, mishap, stack)
        self.left -= 1
        if self.tabulator is None:
            return
        if not self.manual_left and mishap == "fault" and self.jammed is None:
            self._fail("the sensor board does not answer", at - 2 * SECOND, 1 + chance.below(3))
        if self.manual_left:
            self._by_hand(play, at)
            return
        if mishap == "dark":
            self._lose_a_chip(play, chance)
        self._press(play, at, chance)

    def _bets(self, chance: Stream) -> dict[int, dict[str, int]]:
        seats = 1 + chance.below(3)
        first = chance.below(self.positions)
        taken = sorted((first + number) % self.positions + 1 for number in range(seats))
        return {seat: dict(self.menu[chance.below(len(self.menu))]) for seat in taken}

    def _stacked(self, stack: Stack) -> dict[int, dict[str, int]]:
        usual = self.game.house["usual"]
        first = next(wager for wager in usual if wager in self.setup.wagers)
        placed = {first: usual[first]}
        if self.table.minimums:
            qualifying = self.setup.options["qualifying"]
            placed[qualifying] = max(usual[qualifying], *self.table.minimums.values())
        for wager in self.jackpots:
            if wager in stack.wagers:
                placed[wager] = self.jackpots[wager].wager
        return {seat: dict(placed) for seat in stack.seats}

    def chips(self, play: Play) -> Spots:
        """Where jackpot chips lie, by sensor."""
        seats = {
            sensor: tuple(seat for seat, placed in play.wagers.items() if wager in placed)
            for wager, sensor in self.table.sensors.items()
        }
        return {sensor: seats[sensor] for sensor in sorted(seats) if seats[sensor]}

    def _lose_a_chip(self, play: Play, chance: Stream) -> None:
        """A chip that its sensor does not feel: the light stays dark, and the dealer hands the chip back."""
        spots = [
            (seat, wager)
            for seat, placed in play.wagers.items()
            for wager in self.jackpots
            if wager in placed and len(placed) > len(self.jackpots)
        ]
        if not spots:
            play.mishap = ""
            return
        seat, wager = spots[chance.below(len(spots))]
        del play.wagers[seat][wager]
        self._dark = (self.table.sensors[wager], seat)

    def _press(self, play: Play, at: int, chance: Stream) -> None:
        tabulator = self.tabulator
        assert tabulator is not None
        chips = [(sensor, seat) for sensor, seats in self.chips(play).items() for seat in seats]
        for number, (sensor, seat) in enumerate(chips):
            tabulator.place(sensor, seat, at - 3 * SECOND + number)
        if play.mishap == "bounce":
            for number, (sensor, seat) in enumerate(chips):
                tabulator.lift(sensor, seat, at - SECOND + 30_000 * number)
                tabulator.place(sensor, seat, at - SECOND + 30_000 * number + 20_000)
        picture = play.picture = tabulator.press(at)
        self.submit(picture.command(self.id, play.number))
        if picture.stuck:
            return
        if play.mishap == "twice":
            again = tabulator.press(at + 300_000)
            id = self.submit(again.command(self.id, play.number))
            self.kinds[id] = "pressed twice"
            self.refused.update(flat(again.wagers))
        elif play.mishap == "power":
            tabulator.power_off(at + SECOND)
            tabulator.power_on(at + 2 * SECOND, picture if tabulator.model.has_server else None)
        self._note_chips(play, at, chance)

    def _note_chips(self, play: Play, at: int, chance: Stream) -> None:
        """Chips that move after the press: noted by the device, and without effect."""
        tabulator, picture = self.tabulator, play.picture
        assert tabulator is not None and picture is not None
        if play.mishap == "late":
            free = [
                (sensor, seat)
                for sensor in tabulator.sensors
                for seat in range(1, self.positions + 1)
                if seat not in picture.wagers.get(sensor, ())
            ]
            if not free:
                play.mishap = ""
                return
            self._dark = free[chance.below(len(free))]
            tabulator.place(*self._dark, at + SECOND)
            tabulator.lift(*self._dark, at + 2 * SECOND)
        elif play.mishap == "lifted":
            lit = flat(picture.wagers)
            if not lit:
                play.mishap = ""
                return
            self._dark = lit[chance.below(len(lit))]
            tabulator.lift(*self._dark, at + SECOND)
            tabulator.place(*self._dark, at + 2 * SECOND)

    # -- faults and the manual procedure

    def _fail(self, what: str, at: int, rounds: int) -> None:
        assert self.tabulator is not None
        self.tabulator.fail(what, at)
        self.manual_left = rounds
        self.told["faults"] += 1
        self.submit({"type": "fail-table", "table": self.id, "what": what})

    def _by_hand(self, play: Play, at: int) -> None:
        assert self.tabulator is not None
        picture = play.picture = self.tabulator.count_by_hand(self.chips(play), at)
        self.told["rounds counted by hand"] += 1
        self.submit(picture.command(self.id, play.number))

    def stuck(self, at: int) -> None:
        """The floor refused a picture with a stuck sensor: the fault goes on record and the count is made by hand."""
        play = self.play
        assert play is not None and play.picture is not None
        self.refused.update(flat(play.picture.wagers))
        self.told["stuck sensors"] += 1
        self._fail("a sensor is stuck", at, 1)
        self._by_hand(play, at)

    def mend(self, at: int) -> bool:
        """Whether the technician has just put the equipment right: the floor is then told."""
        if not self.manual_left or self.tabulator is None:
            return False
        self.manual_left -= 1
        if self.manual_left:
            return False
        if self.jammed is not None:
            self.tabulator.free(*self.jammed, at)
            self.jammed = None
        self.tabulator.mend(at)
        return True

    def stopped(self, at: int) -> None:
        """The floor counts no wagers now: the players take their chips back, and nothing was dealt."""
        play, tabulator = self.play, self.tabulator
        assert play is not None and play.picture is not None and tabulator is not None
        if not play.picture.manual:
            self.refused.update(flat(play.picture.wagers))
        for sensor, seat in flat(play.picture.wagers):
            tabulator.lift(sensor, seat, at)
        tabulator.finish(at)
        tabulator.take_notes(at)
        self.left += 1
        self.play = None
        self.blocked = True

    # -- dealing

    def confirm(self, at: int) -> None:
        """The dealer holds the lights against the chips; where they differ a supervisor settles it. Then collects."""
        play, tabulator = self.play, self.tabulator
        assert play is not None
        if tabulator is None or play.picture is None or play.picture.manual or tabulator.picture is None:
            return
        lit = tabulator.lit
        if not lit:
            return
        seen = {sensor: set(seats) for sensor, seats in lit.items()}
        if play.mishap in ("late", "dark"):
            seen.setdefault(self._dark[0], set()).add(self._dark[1])
        elif play.mishap == "lifted":
            seen[self._dark[0]].discard(self._dark[1])
        agreement = tabulator.confirm(seen)
        command: dict[str, Any] = {"type": "confirm-indicators", "table": self.id, "round": play.number}
        if agreement.agrees:
            self.submit(command)
        else:
            tabulator.overrule(SUPERVISOR, at)
            self.told["disagreements"] += 1
            command |= {"differ": plain(agreement.differ), "resolved": f"{play.mishap}: what was counted stands"}
            self.submit(command, SUPERVISOR)
        if play.mishap == "jam" and self.jammed is None and self.left > 1:
            self.jammed = flat(lit)[0]
            tabulator.jam(*self.jammed, at)
        tabulator.collect(at)

    def deal(self, amounts: Mapping[str, int] | None = None) -> None:
        """Play the round on: to its end, or to where the meters' amounts are wanted, or into a void."""
        play = self.play
        assert play is not None
        if play.round is None:
            number = (CARDS << 56) | (self.index << 32) | play.number
            chance = Stream(self.plan.seed, number)
            deck = self.setup.deck
            shoe = StackedShoe(deck, chance, top_of(play.stack)) if play.stack else VirtualShoe(deck, chance)
            play.round = Round(self.game, self.setup, list(play.wagers), shoe)
        found = play.round
        if play.voids:
            for _ in range(3):
                if not found.over and not isinstance(found.step, Prizes):
                    found.play_on(play.wagers, advised)
            play.stage = "voiding"
            return
        while not found.over:
            if isinstance(found.step, Prizes) and amounts is None:
                break
            found.play_on(play.wagers, advised, amounts)
        if amounts is None:
            play.claims = self._claims(found)
            if play.claims:
                play.stage = "claiming"
                return
        play.stage = "settling"

    def _claims(self, found: Round) -> list[tuple[int, str, str]]:
        """The rows that must be claimed: percents, posted rows, and rows that bring prizes for others."""
        lines = (line for line in found.lines if line.wager in self.jackpots and self._is_claimed(line))
        claims = {(line.seat, line.wager, line.event) for line in lines}
        if isinstance(found.step, Prizes):
            claims |= {(seat_of(claim.place), claim.wager, claim.event) for claim in found.step.claims}
        return sorted(claims)

    def _is_claimed(self, line: Line) -> bool:
        setup = self.setup
        if line.event in (ENVY, SHARE_THE_WEALTH):
            return False
        marked = line.event in setup.envy.get(line.wager, ()) or line.event in setup.share.get(line.wager, ())
        posted = line.event in setup.posted.get(line.wager, ()) and line.returned > 0
        return marked or posted

    def claim(self) -> None:
        """Send the claims of the round."""
        play = self.play
        assert play is not None and play.round is not None
        claims = [{"seat": seat, "wager": wager, "event": event} for seat, wager, event in play.claims]
        cards = " ".join(play.round.layout.turned())
        self.submit(
            {"type": "claim-hit", "table": self.id, "round": play.number, "claims": claims, "cards": cards[:400]}
        )

    def recorded(self) -> dict[str, Any]:
        """The record of the round in hand."""
        play = self.play
        assert play is not None and play.round is not None
        if play.stack is not None:
            return record(play.round)
        number = (CARDS << 56) | (self.index << 32) | play.number
        return record(play.round, seed=self.plan.seed, number=number)

    def settle(self, at: int, replayed: Callable[[dict[str, Any]], None] | None) -> None:
        """Send the record of the round, after what the device noted; ``replayed`` is shown it first."""
        play = self.play
        assert play is not None
        self.send_notes(at)
        data = self.recorded()
        if replayed is not None:
            replayed(data)
        self.submit({"type": "settle-round", "table": self.id, "round": play.number, "record": data})
        self.finish(at)

    def send_notes(self, at: int) -> None:
        """Late and lifted chips go on record."""
        if self.tabulator is not None and self.play is not None:
            edges = self.tabulator.take_notes(at)
            if edges:
                self.told["late and lifted chips"] += len(edges)
                data = [edge.as_dict() for edge in edges]
                self.submit({"type": "note-edges", "table": self.id, "round": self.play.number, "edges": data})

    def finish(self, at: int) -> None:
        """The felt is cleared for the next round."""
        play, tabulator = self.play, self.tabulator
        assert play is not None
        if tabulator is not None:
            tabulator.finish(at)
            for spot in flat(self.chips(play)):
                if spot != self.jammed:
                    tabulator.lift(*spot, at)
        self.round += 1
        self.play = None

    # -- what the floor said

    def accepted(self, picture: Mapping[str, Any], manual: bool) -> None:
        """A count was accepted by the floor, heard or not: the station's own counters follow."""
        spots = [(int(sensor), seat) for sensor, seats in picture.items() for seat in seats]
        self.counted.update(spots)
        if manual:
            self.by_hand.update(spots)

    @property
    def doubtful(self) -> bool:
        """Whether a sensor seems stuck and the line is down: the dealer then waits for the floor's word."""
        picture = self.play.picture if self.play is not None else None
        return picture is not None and bool(picture.stuck) and self.panel.next() is not None

    def counted_now(self, wager: str) -> tuple[int, ...]:
        """The seats whose ``wager`` was counted in the round in hand."""
        assert self.play is not None and self.play.picture is not None
        return self.play.picture.wagers.get(self.table.sensors[wager], ())

    @property
    def reading(self) -> int:
        """What the counter of the table shows: its LCD, or the server's number."""
        assert self.tabulator is not None
        return self.tabulator.lcd.count if self.tabulator.lcd is not None else self.tabulator.counters.count()

    @property
    def expected_variance(self) -> int:
        """What a reading differs by from the floor's count: presses that it refused."""
        return self.refused.total() - self.drift

    def replace_counter(self, at: int) -> tuple[int, int]:
        """Another LCD counter in the place of the old one; their readings."""
        assert self.tabulator is not None and self.tabulator.lcd is not None
        old = self.tabulator.lcd
        self.tabulator.lcd = LcdCounter(f"{self.id}-2", installed=at)
        self.lcd_before += old.count
        self.drift = self.refused.total()
        return old.count, 0

    def changed(self, jackpots: Mapping[str, Jackpot]) -> None:
        """The operator posted an amount anew: rounds from here on are played for it."""
        self.jackpots = {wager: jackpots[name] for wager, name in self.table.jackpots.items()}
        self.setup = setup_of(self.table, jackpots, self.settings)
