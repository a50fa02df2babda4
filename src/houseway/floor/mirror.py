"""What readers see: the floor folded from committed entries only.

The floor's own states move before COMMIT, for the commands that follow in the same batch. Pages and displays read this
mirror instead: it is loaded once, at one moment, and then follows the journal entry by entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import cast

from houseway.compliance.profile import Settings
from houseway.errors import HousewayError
from houseway.floor.bookkeeping.chips import CHIPS, chips_of, rack_of
from houseway.floor.bookkeeping.stops import Overdue, all_tables, first_overdue
from houseway.floor.floor import Floor
from houseway.floor.kinds.edge import kind_of, read_if
from houseway.floor.kinds.of_table import LineCorrected, RoundSettled, RoundVoided
from houseway.floor.play.live_rounds import LiveRounds, Playing
from houseway.floor.play.prints import mismatch, open_round_refusal
from houseway.floor.play.recall import Recalled, recall
from houseway.floor.states import (
    PROPERTY,
    JackpotState,
    PropertyState,
    State,
    TableState,
    jackpot_stream,
    table_stream,
)
from houseway.jackpots.funds import displayed
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.journal import Entry
from houseway.table.round import Round
from houseway.table.setup import Setup

JACKPOTS = jackpot_stream("")
"""How the names of the jackpots' streams begin."""

TABLES = table_stream("")
"""How the names of the tables' streams begin."""


class Mirror:
    """The committed floor. Used by one thread: the one that runs the event loop."""

    def __init__(self, floor: Floor) -> None:
        self._journal = floor.journal
        self._fold = floor.journal.fold
        self._rounds = LiveRounds(verify=False)
        picture = self._journal.picture()
        self._states: dict[str, State] = picture.states
        self._numbers: dict[str, int] = picture.numbers
        self._balances: dict[str, int] = picture.balances
        self._times: dict[str, int] = picture.times
        self._moves: dict[str, int] = {}
        self._amounts: dict[str, tuple[int, Jackpot, dict[str, int]]] = {}
        self._linked: tuple[int, dict[str, list[str]]] = (0, {})
        self._sat: dict[str, tuple[int, dict[str, str]]] = {}
        self._voided: dict[str, tuple[int, str]] = {}
        self._corrected: dict[str, tuple[int, LineCorrected]] = {}
        self._recalled: dict[str, tuple[int, Recalled | None]] = {}
        self._trouble: dict[str, str] = {}
        self.later: Callable[[str, Callable[[], Recalled | None]], None] | None = None
        """Who reads a table's last round elsewhere and tells `recalled`, where reading takes time."""
        self.missed: Callable[[Collection[str]], None] | None = None
        """Who reads what is missing of these streams and has it applied, where reading takes time."""

    # -- following the journal

    def apply(self, entries: Sequence[Entry]) -> list[Entry]:
        """Follow committed entries; those that were new, in order. Entries of other servers may come late or twice.

        Entries of which an earlier one is missing are followed with it: now, or when `missed` has read them all.
        """
        fresh: list[Entry] = []
        behind: dict[str, None] = {}
        for entry in entries:
            known = self._numbers.get(entry.stream, 0)
            if entry.number <= known:
                continue
            if entry.number > known + 1:
                if self.missed is not None:
                    behind[entry.stream] = None
                    continue
                fresh += self._take(self._journal.read(entry.stream, known + 1, entry.number))
            fresh += self._take([entry])
        if behind and self.missed is not None:
            self.missed(behind)
        return fresh

    def catch_up(self) -> list[Entry]:
        """Follow everything that others have committed."""
        return self.apply(self.unread())

    def unread(self, streams: Collection[str] | None = None) -> list[Entry]:
        """What is committed and not followed yet, of these streams or of all: only read, which any thread may do."""
        if streams is None:
            return self._journal.after(dict(self._numbers))
        return self._journal.after_in({stream: self._numbers.get(stream, 0) for stream in streams})

    def _take(self, entries: Iterable[Entry]) -> list[Entry]:
        taken = []
        for entry in entries:
            state = self._states.get(entry.stream)
            if state is None:
                state = self._fold.start(entry.stream)
            self._states[entry.stream] = self._fold.apply(state, entry)
            self._numbers[entry.stream] = entry.number
            self._times[entry.stream] = entry.at
            if kind_of(entry) is RoundSettled:
                ended = cast(TableState, self._states[entry.stream])
                self._sat[ended.id] = (ended.round, dict(ended.seated))
            elif (void := read_if(entry, RoundVoided)) is not None:
                self._voided[cast(TableState, self._states[entry.stream]).id] = (void.round, void.reason)
            elif (line := read_if(entry, LineCorrected)) is not None:
                self._corrected[cast(TableState, self._states[entry.stream]).id] = (entry.number, line)
            for account, micros in entry.postings:
                self._post(account, micros)
            if entry.stream.startswith(JACKPOTS):
                self._note_move(entry.stream.removeprefix(JACKPOTS))
            taken.append(entry)
        return taken

    def _post(self, account: str, micros: int) -> None:
        balance = self._balances.get(account, 0) + micros
        if not account.startswith(CHIPS):
            self._balances[account] = balance
            self._note_move(account.partition(":")[0].partition("/")[0])
        elif balance:
            self._balances[account] = balance
        else:
            # Guests come and go: chips that nobody has are not kept count of.
            self._balances.pop(account, None)

    def _note_move(self, jackpot: str) -> None:
        self._moves[jackpot] = self._moves.get(jackpot, 0) + 1

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

    def tables(self) -> Iterator[TableState]:
        """Every table there is, and those taken away since the last close; looked up as they are asked for."""
        for stream in all_tables(self.property):
            yield self.table(stream.removeprefix(TABLES))

    def overdue(self, jackpot: str, settings: Settings, at: int) -> Overdue | None:
        """What of a jackpot is overdue at the bank at the moment ``at``, or nothing."""
        return first_overdue(self.property, settings, self.jackpot(jackpot), self.tables(), self._balances, at)

    def jackpot(self, id: str) -> JackpotState:
        """A jackpot."""
        found = self._states.get(jackpot_stream(id))
        return cast(JackpotState, found) if found is not None else JackpotState(id=id)

    def number(self, stream: str) -> int:
        """The number of the last entry followed."""
        return self._numbers.get(stream, 0)

    def moment(self, stream: str) -> int | None:
        """When the last entry followed was written; nothing where there is none."""
        return self._times.get(stream)

    def latest(self) -> int:
        """When the last entry of all was written; 0 where there is none."""
        return max(self._times.values(), default=0)

    def moves(self, jackpot: str) -> int:
        """How often anything of a jackpot has moved, its money included: while it stays, so does what is shown."""
        return self._moves.get(jackpot, 0)

    def tables_of(self, jackpot: str) -> list[str]:
        """The tables whose wagers are counted for a jackpot; not to be changed."""
        number = self.number(PROPERTY)
        if self._linked[0] != number:
            linked: dict[str, list[str]] = {}
            for id, table in self.property.tables.items():
                for name in dict.fromkeys(table.jackpots.values()):
                    linked.setdefault(name, []).append(id)
            self._linked = (number, linked)
        return self._linked[1].get(jackpot, [])

    def amounts(self, jackpot: Jackpot) -> dict[str, int]:
        """What a jackpot displays, in cents, by row; not to be changed."""
        moves = self.moves(jackpot.id)
        known = self._amounts.get(jackpot.id)
        if known is None or known[0] != moves or (known[1] is not jackpot and known[1] != jackpot):
            known = self._amounts[jackpot.id] = (moves, jackpot, displayed(jackpot, self._balances))
        return known[2]

    def chips(self, player: str) -> int:
        """A player's chips, in cents of play money: those of the purse, and those at every table."""
        racks = sum(self._balances.get(rack_of(table, player), 0) for table in self.property.tables)
        return (self._balances.get(chips_of(player), 0) + racks) // MICROS

    def purse(self, player: str) -> int:
        """The chips that a player has brought to no table."""
        return self._balances.get(chips_of(player), 0) // MICROS

    def rack(self, table: str, player: str) -> int:
        """The chips that a player has at a table, those laid in its round included."""
        return self._balances.get(rack_of(table, player), 0) // MICROS

    def setup(self, table: str) -> Setup:
        """The setup that an open table plays with."""
        return self._rounds.setup(self.property, self.table(table))

    def playing(self, table: str) -> Playing | None:
        """The round in progress at a table, or nothing: none is, or it cannot be played here (see `trouble`)."""
        state = self.table(table)
        self._trouble.pop(table, None)
        if state.live is None:
            what = mismatch(state)
            if what is not None:
                self._trouble[table] = what
            return None
        try:
            refusal = open_round_refusal(state)
            if refusal is not None:
                raise refusal
            return self._rounds.playing(self.setup(table), state)
        except HousewayError as error:
            self._trouble[table] = str(error)
            return None

    def trouble(self, table: str) -> str | None:
        """Why this release cannot go on with the round in progress at a table, or begin one; nothing where it can."""
        self.playing(table)
        return self._trouble.get(table)

    def round(self, table: str) -> Round:
        """The round in progress at a table; there must be one."""
        return self._rounds.playing(self.setup(table), self.table(table)).round

    def last(self, table: str) -> tuple[int, Round, dict[str, str]] | None:
        """The number of the round played before, the round, and who sat there at its end."""
        state = self.table(table)
        ended = self._rounds.last(state)
        number, seated = self._sat.get(table, (0, {}))
        if ended is not None and ended[0] == number:
            return (*ended, seated)
        # Nobody looked while it was played, or this server began later: it is played again, once.
        number = state.live.round - 1 if state.live is not None else state.round
        known = self._recalled.get(table)
        if known is None or known[0] != number:
            known = self._recalled[table] = (number, None)
            if state.open and state.phase == "over":
                # As it is now: the state itself goes on meanwhile.
                then = TableState(id=table, table=state.table, round=number, seated=dict(state.seated))
                work = partial(recall, self._journal, then, self.number(table_stream(table)), self.setup(table))
                if self.later is not None:
                    self.later(table, work)
                else:
                    known = self._recalled[table] = (number, work())
        return known[1]

    def voided(self, table: str) -> tuple[int, str] | None:
        """The number of the round before at a table and why it is void, if it is and was since this server began."""
        state = self.table(table)
        number = state.live.round - 1 if state.live is not None else state.round
        found = self._voided.get(table)
        return found if found is not None and found[0] == number else None

    def corrected(self, table: str) -> tuple[int, LineCorrected] | None:
        """The last correction of a settled line at a table, with the number of its entry, since this server began."""
        return self._corrected.get(table)

    def recalled(self, table: str, found: Recalled) -> None:
        """A round played again for `last`, unless another has been played since."""
        if self._recalled.get(table, (0, None))[0] == found.number:
            self._recalled[table] = (found.number, found)

    def seat_of(self, player: str) -> tuple[str, int] | None:
        """The table and seat where a player sits."""
        for id in self.property.open:
            for seat, sitting in self.table(id).seated.items():
                if sitting == player:
                    return id, int(seat)
        return None
