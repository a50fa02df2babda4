"""What readers see: the floor folded from committed entries only.

The floor's own states move before COMMIT, for the commands that follow in the same batch. Pages and displays read this
mirror instead: it is loaded once, at one moment, and then follows the journal entry by entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from houseway.floor.chips import chips_of
from houseway.floor.floor import Floor
from houseway.floor.hits import Claims
from houseway.floor.live import LiveRounds, Playing
from houseway.floor.rounds import Settler
from houseway.floor.states import (
    PROPERTY,
    JackpotState,
    PropertyState,
    State,
    TableState,
    jackpot_stream,
    table_stream,
)
from houseway.jackpots.configuration import MICROS, Jackpot
from houseway.jackpots.funds import balances_of, displayed_cents
from houseway.journal import Entry
from houseway.table.round import Round
from houseway.table.setup import Setup


class Mirror:
    """The committed floor. Used by one thread: the one that runs the event loop."""

    def __init__(self, floor: Floor) -> None:
        self._journal = floor.journal
        self._fold = floor.journal.fold
        self._settler = Settler(verify=False)
        self._rounds = LiveRounds(self._settler, Claims(self._settler))
        picture = self._journal.picture()
        self._states: dict[str, State] = picture.states
        self._numbers: dict[str, int] = picture.numbers
        self._balances: dict[str, int] = picture.balances
        self._moments: dict[str, int] = {}
        self._sat: dict[str, tuple[int, dict[str, str]]] = {}

    # -- following the journal

    def apply(self, entries: Sequence[Entry]) -> list[Entry]:
        """Follow committed entries; those that were new, in order. Entries of other servers may come late or twice."""
        fresh: list[Entry] = []
        for entry in entries:
            known = self._numbers.get(entry.stream, 0)
            if entry.number <= known:
                continue
            if entry.number > known + 1:
                fresh += self._take(self._journal.read(entry.stream, known + 1, entry.number))
            fresh += self._take([entry])
        return fresh

    def catch_up(self) -> list[Entry]:
        """Follow everything that others have committed."""
        return self.apply(self.unread())

    def unread(self) -> list[Entry]:
        """Everything committed that is not followed yet: only read, which any thread may do."""
        numbers = dict(self._numbers)
        found: list[Entry] = []
        for stream, head in self._journal.heads().items():
            known = numbers.get(stream, 0)
            if head.number > known:
                found += self._journal.read(stream, known + 1)
        return found

    def _take(self, entries: Iterable[Entry]) -> list[Entry]:
        taken = []
        for entry in entries:
            state = self._states.get(entry.stream)
            if state is None:
                state = self._fold.start(entry.stream)
            self._states[entry.stream] = self._fold.apply(state, entry)
            self._numbers[entry.stream] = entry.number
            if entry.kind == "round-settled":
                ended = cast(TableState, self._states[entry.stream])
                self._sat[ended.id] = (ended.round, dict(ended.seated))
            for account, micros in entry.postings:
                self._balances[account] = self._balances.get(account, 0) + micros
            taken.append(entry)
        return taken

    # -- what is so

    @property
    def property(self) -> PropertyState:
        """The property."""
        found = self._states.get(PROPERTY)
        return cast(PropertyState, found) if found is not None else PropertyState()

    def table(self, id: str) -> TableState:
        """A table."""
        found = self._states.get(table_stream(id))
        return cast(TableState, found) if found is not None else TableState(id=id)

    def jackpot(self, id: str) -> JackpotState:
        """A jackpot."""
        found = self._states.get(jackpot_stream(id))
        return cast(JackpotState, found) if found is not None else JackpotState(id=id)

    def number(self, stream: str) -> int:
        """The number of the last entry followed."""
        return self._numbers.get(stream, 0)

    def moment(self, stream: str) -> int | None:
        """When the last entry followed was written; nothing where none came since the beginning."""
        return self._moments.get(stream)

    def amounts(self, jackpot: Jackpot) -> dict[str, int]:
        """What a jackpot displays, in cents, by row."""
        if jackpot.scheme == "bonus":
            return {} if jackpot.amount is None else {"": jackpot.amount}
        return {
            meter.row: displayed_cents(meter, balances_of(jackpot, meter, self._balances)) for meter in jackpot.meters
        }

    def chips(self, player: str) -> int:
        """A player's chips, in cents of play money, those on tables included."""
        return self._balances.get(chips_of(player), 0) // MICROS

    def setup(self, table: str) -> Setup:
        """The setup that an open table plays with."""
        return self._settler.setup(self.property, self.table(table))

    def playing(self, table: str) -> Playing | None:
        """The round in progress at a table, or nothing."""
        state = self.table(table)
        if state.live is None:
            return None
        return self._rounds.playing(self.setup(table), state)

    def round(self, table: str) -> Round:
        """The round in progress at a table; there must be one."""
        return self._rounds.playing(self.setup(table), self.table(table)).round

    def last(self, table: str) -> tuple[int, Round, dict[str, str]] | None:
        """The number of the round played before, the round, and who sat there at its end."""
        ended = self._rounds.last(self.table(table))
        number, seated = self._sat.get(table, (0, {}))
        return (*ended, seated) if ended is not None and ended[0] == number else None

    def seat_of(self, player: str) -> tuple[str, int] | None:
        """The table and seat where a player sits."""
        for id in self.property.open:
            for seat, sitting in self.table(id).seated.items():
                if sitting == player:
                    return id, int(seat)
        return None
