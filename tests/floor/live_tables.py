"""Live tables for tests: real cards keyed by a dealer, and a table that deals by itself."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.states import Live, TableState
from houseway.rulebook.steps import Tabulate
from houseway.table.records.record import record
from houseway.table.round import Round
from tests.floor.houses import START, House, deuces_table, duel_table
from tests.prepared import copied

IVY, OTTO = "player:ivy", "player:otto"
K1, V1, W1, N1 = "K1", "V1", "W1", "N1"
"""Dueling with keyed cards, Dueling that deals by itself, Deuces Wild with keyed cards, the tabulator alone."""


def live_house(path: Path, at: int = START) -> House:
    """A property with the four tables, open since ``at``."""
    if at != START:
        return _make_live(path, at)
    at, number = copied("live", path, _make_live_and_close)
    return House(Floor.open(path), at, number)


def _make_live(path: Path, at: int) -> House:
    tables = (
        duel_table(K1, cards="keys"),
        duel_table(V1, cards="virtual"),
        deuces_table(W1, cards="keys"),
        duel_table(N1),
    )
    return House(Floor.open(path, create=True), at).build(tables=tables)


def _make_live_and_close(path: Path) -> tuple[int, int]:
    house = _make_live(path, START)
    house.close()
    return house.at, house.number


class At:
    """What is done at one table; commands are the dealer's unless told otherwise."""

    def __init__(self, house: House, table: str) -> None:
        self.house = house
        self.id = table

    @property
    def state(self) -> TableState:
        return self.house.floor.table(self.id)

    @property
    def live(self) -> Live:
        live = self.state.live
        assert live is not None
        return live

    @property
    def round(self) -> Round:
        return self.house.floor.round(self.id)

    @property
    def step(self) -> int:
        return len(self.round.history)

    def sit(self, seat: int, player: str, amount: int = 90_000) -> None:
        """A player gets chips and brings them all."""
        self.house.do(c.GiveChips(player=player, amount=amount), "sato")
        self.house.do(c.Sit(table=self.id, seat=seat, player=player), player)

    def begin(self, *seats: int) -> int:
        """The next round begins; its number."""
        number = self.state.round + 1
        self.house.do(c.BeginRound(table=self.id, round=number, seats=seats), "dole")
        return number

    def says(self, seat: int | str, answer: Any) -> c.Answer:
        """An answer to the step that is due, as a command."""
        return c.Answer(table=self.id, round=self.live.round, step=self.step, seat=seat, answer=answer)

    def answer(self, seat: int | str, answer: Any, who: str = "dole", id: str | None = None) -> dict[str, Any]:
        """Give an answer to the step that is due."""
        house = self.house
        house.at += 1_000_000
        house.number += 1
        chance = hashlib.sha256(str(house.number).encode()).digest()
        said = self.says(seat, answer)
        reply = house.floor.do(said, id=id or f"c{house.number}", who=who, at=house.at, chance=chance)
        self.press_for_nobody()
        return reply

    def press_for_nobody(self) -> None:
        """The press of a round in which nobody bet the jackpot, where it is due."""
        if self.state.live is None or not isinstance(step := self.round.step, Tabulate):
            return
        if not any(wager in laid for laid in self.round.placed.values() for wager in step.wagers):
            self.house.do(c.Tabulate(table=self.id, round=self.live.round, picture={}), f"panel:{self.id}")

    def refused(self, error: type[HousewayError], seat: int | str, answer: Any, who: str = "dole") -> HousewayError:
        """An answer that must be refused, and leaves nothing behind."""
        return self.house.refused(error, self.says(seat, answer), who)

    def key(self, *cards: str) -> None:
        """Cards dealt face up, one by one, as the dealer keys them."""
        for card in cards:
            self.answer("dealer", card)

    def count(self, *seats: int) -> None:
        """The press, with jackpot chips at these seats."""
        assert isinstance(self.round.step, Tabulate)
        picture = {"1": seats} if seats else {}
        self.house.do(c.Tabulate(table=self.id, round=self.live.round, picture=picture), f"panel:{self.id}")
        while self.round.due_from() == ("dealer",) and self.round.ask_for("dealer") is not None:
            self.answer("dealer", "confirm")

    def record(self) -> dict[str, Any]:
        """The record of the round as it stands."""
        return record(self.round, meters=dict(self.state.amounts), before=list(self.live.before))

    def settle(self) -> dict[str, Any]:
        """The round is settled as it was played; its record."""
        made = self.record()
        self.house.do(c.SettleRound(table=self.id, round=self.live.round, record=made), "dole")
        return made

    def rack(self, player: str) -> int:
        """The cents that a player has at the table."""
        return self.house.floor.journal.balance(f"play/{player}/{self.id}") // 1_000_000

    def purse(self, player: str) -> int:
        """The cents that a player has brought to no table."""
        return self.house.floor.journal.balance(f"play/{player}") // 1_000_000

    def entries(self, kind: str) -> list[dict[str, Any]]:
        """The entries of a kind, as data."""
        return [entry.data for entry in self.house.floor.journal.read(f"table/{self.id}") if entry.kind == kind]
