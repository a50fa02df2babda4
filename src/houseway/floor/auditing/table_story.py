"""The story of one table: its rounds in their order, what was counted, claimed, settled, voided and corrected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from msgspec import UNSET

from houseway.compliance.configuration import Table
from houseway.floor.auditing.ledger import HOUSE, Sums, added_up, contribution, moved, no_money, same, told, whole
from houseway.floor.auditing.tray_story import TrayStory
from houseway.floor.kinds import of_house, of_jackpot, of_table, of_table_money
from houseway.floor.kinds.edge import Unknown
from houseway.floor.kinds.of_streams import read_at_table
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.journal import Entry


class TableStory:
    """One table's stream, entry by entry; each yields what does not follow from those before it.

    ``claimed`` has, by hit, the amount that the table was told to hold, to be compared with the jackpots' own streams.
    """

    def __init__(self, id: str) -> None:
        self.id = id
        self.claimed: dict[str, int] = {}
        self._open = False
        self._table: Table | None = None
        self._jackpots: dict[str, Jackpot] = {}
        self._round = 0
        self._phase = "ready"
        self._begun: int | None = None
        self._seated: dict[str, str] = {}
        self._lines: dict[int, list[list[Any]]] = {}
        self._players: dict[int, dict[str, str]] = {}
        self._held: dict[str, tuple[int, int]] = {}
        self._given: set[str] = set()
        self._tray = TrayStory(id)

    def check(self, entry: Entry) -> Iterator[str]:
        """What is wrong with one entry, in words."""
        sums = added_up(entry.postings)
        match read_at_table(entry):
            case of_table.TableOpened() | of_table.PrivateTableOpened() as body:
                yield from self._opened(body, sums)
            case of_house.TableClosed() | of_house.QuickTableClosed() as body:
                yield from self._closed(body, sums)
            case of_table.Tabulated() as body:
                yield from self._counted(body, sums)
            case of_table.RoundBegun() as body:
                yield from self._begins(body, sums)
            case of_table.AnswersGiven() | of_table.AnswerCorrected() as body:
                yield from self._answered(body, sums)
            case of_table.RoundSettled() as body:
                yield from self._settled(body, sums)
            case of_table.RoundVoided() as body:
                yield from self._voided(body, sums)
            case of_table.HitClaimed() as body:
                yield from self._hit(body, sums)
            case of_jackpot.HitRejected() as body:
                yield from self._rejected(body, sums)
            case of_table.PrizeGiven() as body:
                yield from self._prize(body, sums)
            case of_table.LineCorrected() as body:
                yield from self._corrected(body, sums)
            case of_table.SeatTaken() as body:
                yield from self._sat(body, sums)
            case of_table.SeatLeft() as body:
                yield from self._left(body, sums)
            case of_table_money.ChipsCounted() | of_table_money.DropCounted() as body:
                yield from self._tray.check(body, sums, entry.number)
            case (
                of_table.TableUpgraded()
                | of_table.LeavingNoted()
                | of_table.SpeedChosen()
                | of_table.ChipsBrought()
                | of_table.ProcedureNoted()
                | of_table.DealerSignedOn()
                | of_table.DealerSignedOff()
                | of_table.TablePaused()
                | of_table.IndicatorsConfirmed()
                | of_table.EdgesNoted()
                | of_table.WinVerified()
                | of_table.EquipmentFailed()
                | of_table.EquipmentRestored()
                | of_table.DisplayFailed()
                | of_table.DisplayRestored()
                | of_table.CounterRead()
                | of_table.ReadingExplained()
                | of_table.CounterReplaced()
                | of_table.TableDayClosed()
                | of_house.TableConfigured()
                | of_house.ClockSetRight()
                | of_jackpot.AmountPosted()
                | of_jackpot.JackpotStopped()
                | of_jackpot.JackpotResumed()
                | Unknown()
            ):
                yield from no_money(entry.kind, sums)
            case forgotten:
                assert_never(forgotten)

    # -- opening and closing

    def _opened(self, body: of_table.Opening, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        if self._open:
            yield f"table {self.id} opens, and it is open"
        self._open = True
        self._table = body.table
        self._jackpots = body.jackpots
        self._phase = "ready"

    def _closed(self, body: of_house.Closing, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        if not self._open:
            yield f"table {self.id} closes, and it is closed"
        if self._begun is not None:
            yield f"table {self.id} closes in round {self._begun}"
        self._open, self._phase, self._seated = False, "ready", {}

    # -- rounds

    def _counted(self, body: of_table.Tabulated, sums: Sums) -> Iterator[str]:
        number = body.round
        if not self._open:
            yield f"round {number} is counted at a closed table"
        if number != self._round + 1:
            yield f"round {number} is counted after round {self._round}"
        self._round, self._phase = number, "counted"
        expected: list[tuple[str, int]] = []
        for wager, sensor in self._table.sensors.items() if self._table is not None else ():
            jackpot = self._jackpots.get(self._table.jackpots.get(wager, "")) if self._table is not None else None
            wagers = len(body.picture.get(str(sensor), ()))
            if jackpot is not None and jackpot.scheme == "progressive":
                expected += contribution(jackpot, wagers).items()
        yield from same(sums, added_up(expected))

    def _begins(self, body: of_table.RoundBegun, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        if self._begun is not None:
            yield f"round {body.round} begins, and round {self._begun} is in progress"
        if body.round != self._round + 1:
            yield f"round {body.round} begins after round {self._round}"
        self._begun = body.round

    def _answered(self, body: of_table.AnswersGiven | of_table.AnswerCorrected, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        if self._begun != body.round:
            yield f"round {body.round} is answered in, and it is not in progress"

    def _settled(self, body: of_table.RoundSettled, sums: Sums) -> Iterator[str]:
        number = body.round
        if number not in (self._round, self._round + 1) or (number == self._round and self._phase != "counted"):
            yield f"round {number} is settled after round {self._round}"
        self._round, self._phase, self._begun = number, "over", None
        lines = [[line["seat"], line["wager"], line["stake"], line["returned"]] for line in body.record["lines"]]
        held = {line: hit for hit, line in (body.held or {}).items()}
        self._lines[number] = lines
        self._players[number] = self._seated if body.players is UNSET else body.players
        expected: list[tuple[str, int]] = []
        for place, (seat, _, stake, returned) in enumerate(lines, 1):
            player = self._players[number].get(str(seat))
            hit = held.get(place)
            self._tray.taken += stake - returned + self.claimed.get(hit or "", 0)
            if hit is not None:
                self._held[hit] = (number, place)
                if hit not in self.claimed:
                    yield f"line {place} waits for hit {hit}, which was never claimed here"
            if player is not None:
                waits = self.claimed.get(hit or "", 0)
                expected += moved(HOUSE, self._rack(player), _net(stake, returned, waits)).items()
        yield from same(sums, added_up(expected))

    def _rack(self, player: str) -> str:
        return f"play/{player}/{self.id}"

    def _voided(self, body: of_table.RoundVoided, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        if body.round not in (self._round, self._round + 1) or (body.round == self._round and self._phase == "over"):
            yield f"round {body.round} is voided after round {self._round}, {self._phase}"
        self._round, self._phase, self._begun = max(self._round, body.round), "over", None

    # -- hits

    def _hit(self, body: of_table.HitClaimed, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        if body.round > self._round:
            # Where nothing counts a round is known by its first hit.
            self._round, self._phase = body.round, "counted"
        if body.round != self._round or self._phase != "counted":
            yield f"hits of round {body.round} are claimed after round {self._round}, {self._phase}"
        for hit in body.hits:
            if hit.id in self.claimed:
                yield f"hit {hit.id} is claimed a second time"
            self.claimed[hit.id] = hit.amount

    def _rejected(self, body: of_jackpot.HitRejected, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        if body.hit not in self.claimed:
            yield f"hit {body.hit} is rejected, and was never claimed here"
        self._held.pop(body.hit, None)

    def _prize(self, body: of_table.PrizeGiven, sums: Sums) -> Iterator[str]:
        hit, player = body.hit, body.player
        if hit in self._given:
            yield f"the prize of hit {hit} is given a second time"
        self._given.add(hit)
        if self._held.pop(hit, None) != (body.round, body.line):
            yield f"the prize of hit {hit} is given for a line that did not wait for it"
        if body.amount != self.claimed.get(hit):
            yield f"the prize of hit {hit} is {body.amount} cents, and {self.claimed.get(hit)} were held"
        if player is None:
            yield from same(sums, {})
            return
        yield from self._one_of(sums, player, body.amount * MICROS)

    def _one_of(self, sums: Sums, player: str, micros: int) -> Iterator[str]:
        """The chips go to the player's rack or to the purse: both are the player's."""
        ways = [moved(HOUSE, account, micros) for account in (self._rack(player), f"play/{player}")]
        if sums not in ways:
            yield f"its lines are {told(sums)}, and its own words give {told(ways[0])}"

    def _corrected(self, body: of_table.LineCorrected, sums: Sums) -> Iterator[str]:
        number, place = body.round, body.line
        lines = self._lines.get(number, [])
        if not 1 <= place <= len(lines) or lines[place - 1][:2] != [body.seat, body.wager]:
            yield f"line {place} of round {number} is corrected, and the round has no such line"
            return
        stands = lines[place - 1][3]
        if body.was != stands:
            yield f"line {place} of round {number} is said to return {body.was} cents, and it returns {stands}"
        lines[place - 1][3] = body.returned
        player = self._players.get(number, {}).get(str(body.seat))
        micros = (body.returned - body.was) * MICROS
        waits = any(line == (number, place) for line in self._held.values())
        self._tray.taken -= 0 if waits else body.returned - body.was
        if player is None or waits or not micros:
            # A prize that waits with its hit never came to the player, and nothing is taken back.
            if sums and (waits or not micros):
                yield f"nothing is paid by this correction, and it moves {told(sums)}"
            return
        yield from self._one_of(sums, player, micros)

    # -- seats

    def _sat(self, body: of_table.SeatTaken, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        if str(body.seat) in self._seated:
            yield f"seat {body.seat} is taken, and {self._seated[str(body.seat)]} sits there"
        self._seated = {**self._seated, str(body.seat): body.player}

    def _left(self, body: of_table.SeatLeft, sums: Sums) -> Iterator[str]:
        yield from same(sums, {})
        if self._seated.get(str(body.seat)) != body.player:
            yield f"{body.player} leaves seat {body.seat} without having sat there"
        self._seated = {seat: player for seat, player in self._seated.items() if seat != str(body.seat)}


def _net(stake: int, returned: int, waits: int) -> int:
    """The micros that a line brings a player now: what waits with a hit comes when it is paid."""
    return (whole(returned) - whole(stake) - waits) * MICROS
