"""What happens at a table without anybody asking: the house's own moves, and automatic players.

`house_move` is the next command that a live round needs from the house itself: the count of wagers, the lock of a hit,
the settlement. `dealer_move` does what a dealer would at a table that deals by itself, and `player_move` answers for an
automatic player. Each command's id is made from table, round and step: made twice, by two servers or after a restart,
it is one command.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Protocol

from houseway.cards import Stream
from houseway.floor import command_index as c
from houseway.floor.floor import Order
from houseway.floor.permission.people import panel_of
from houseway.floor.states import TableState
from houseway.floor.subjects.settling import must_claim
from houseway.rulebook.steps import DEALER, PlaceWagers, Prizes, Tabulate, seat_of
from houseway.table.players import advised, usual_wagers
from houseway.table.round import Round

Clock = Callable[[], int]
Nonce = Callable[[], bytes]


class Source(Protocol):
    """Where a table and its round are looked up: the floor itself, or a mirror of what is committed."""

    def table(self, id: str) -> TableState:
        """A table."""

    def round(self, table: str) -> Round:
        """The round in progress at a table."""


class Automatic:
    """The moves that need nobody. ``now`` gives the time in microseconds, ``nonce`` fresh chance for cards."""

    def __init__(self, floor: Source, now: Clock, nonce: Nonce) -> None:
        self.floor = floor
        self._now = now
        self._nonce = nonce

    def _order(self, state: TableState, command: c.Command, name: str) -> Order:
        assert state.live is not None
        # After a correction the same step may be asked anew: that is another command.
        anew = f".{state.live.corrected}" if state.live.corrected else ""
        id = f"auto:{state.id}:{state.live.round}{anew}:{name}"
        return Order(command, id, panel_of(state.id), self._now(), chance=self._nonce())

    def house_move(self, table: str) -> Order | None:
        """The command that only the house can give now, or nothing: somebody's answer is due, or no round is on."""
        state = self.floor.table(table)
        if state.live is None:
            return None
        round_ = self.floor.round(table)
        step = round_.step
        if isinstance(step, Prizes):
            claims = _locking(round_, step, state)
            command = c.ClaimHit(table=table, round=state.live.round, claims=claims, cards=_cards(round_))
            return self._order(state, command, f"claim:{len(round_.history)}")
        if step is not None:
            return None
        posted = posted_claims(round_, state)
        if posted:
            command = c.ClaimHit(table=table, round=state.live.round, claims=posted, cards=_cards(round_))
            return self._order(state, command, f"claim-posted:{state.claimed}")
        settled = c.SettleRound(table=table, round=state.live.round)
        return self._order(state, settled, f"settle:{len(round_.history)}")

    def dealer_move(self, table: str) -> Order | None:
        """What the dealer does next at a table that deals by itself: the count, and what is always answered alike."""
        state = self.floor.table(table)
        if state.live is None:
            return None
        round_ = self.floor.round(table)
        step = round_.step
        if isinstance(step, Tabulate):
            return self._order(state, self.press(state, round_), f"tabulate:{len(round_.history)}")
        for who in round_.due_from():
            ask = round_.ask_for(who)
            if who == DEALER and ask is not None:
                return self._answer(state, round_, who, ask.default)
        return None

    def press(self, state: TableState, round_: Round) -> c.Tabulate:
        """The press of a table whose chips are on the screen: the sensors see what was wagered."""
        assert state.live is not None and state.table is not None
        picture: dict[str, tuple[int, ...]] = {}
        for wager, sensor in state.table.sensors.items():
            seats = tuple(seat for seat in round_.in_play if round_.placed[seat].get(wager))
            if seats:
                picture[str(sensor)] = seats
        return c.Tabulate(table=state.id, round=state.live.round, picture=picture, manual=state.fault is not None)

    def player_move(self, table: str, seats: Collection[int]) -> Order | None:
        """The answer of the first automatic player among ``seats`` from whom one is due."""
        state = self.floor.table(table)
        if state.live is None:
            return None
        round_ = self.floor.round(table)
        for who in round_.due_from():
            if not isinstance(who, int) or who not in seats:
                continue
            ask = round_.ask_for(who)
            if isinstance(round_.step, PlaceWagers):
                chance = Stream(int.from_bytes(self._nonce()[:8], "big"), who)
                return self._answer(state, round_, who, usual_wagers(round_.setup, round_.game.house["usual"], chance))
            if ask is not None:
                return self._answer(state, round_, who, advised(round_, ask))
        return None

    def absent_move(self, table: str, absent: Callable[[str, int], bool]) -> Order | None:
        """No wagers for the first player who is absent while wagers are placed: nobody waits for them."""
        state = self.floor.table(table)
        round_ = self.floor.round(table)
        if not isinstance(round_.step, PlaceWagers):
            return None
        for who in round_.due_from():
            if isinstance(who, int) and str(who) in state.seated and absent(table, who):
                return self._answer(state, round_, who, {})
        return None

    def _answer(self, state: TableState, round_: Round, who: int | str, answer: Any) -> Order:
        assert state.live is not None
        step = len(round_.history)
        command = c.Answer(table=state.id, round=state.live.round, step=step, seat=who, answer=answer)
        return self._order(state, command, f"answer:{step}:{who}")


def _cards(round_: Round) -> str:
    return " ".join(round_.layout.turned())


def _claimed(state: TableState) -> set[tuple[int, str]]:
    """The seats and wagers whose row was claimed in this round."""
    return {(hit.seat, hit.wager) for hit in state.hits.values() if not hit.bare}


def _locking(round_: Round, step: Prizes, state: TableState) -> tuple[c.Claimed, ...]:
    """What is claimed when the meters are locked: every percent, and every row that brings others a prize (BJS-7)."""
    # Those that bring something first: what they bring is taken from a meter in the order of play.
    won = [(seat_of(hit.place), hit.wager, hit.event) for hit in round_.bringing]
    won += [(seat_of(claim.place), claim.wager, claim.event) for claim in step.claims]
    claimed = _claimed(state)
    return tuple(
        c.Claimed(seat=seat, wager=wager, event=event)
        for seat, wager, event in dict.fromkeys(won)
        if (seat, wager) not in claimed
    )


def posted_claims(round_: Round, state: TableState) -> tuple[c.Claimed, ...]:
    """Rows that were not claimed yet and pay a posted amount, or bring others one; percents were when they locked."""
    claimed = _claimed(state)
    assert state.table is not None
    bring = {(seat_of(hit.place), hit.wager, hit.event) for hit in round_.bringing}
    found = []
    for line in round_.lines:
        if line.wager not in state.table.jackpots or (line.seat, line.wager) in claimed:
            continue
        row = round_.setup.paytables[line.wager].find(line.event)
        brings = (line.seat, line.wager, line.event) in bring
        if row is not None and (brings or must_claim(round_.setup, line)):
            found.append(c.Claimed(seat=line.seat, wager=line.wager, event=line.event))
            claimed.add((line.seat, line.wager))
    return tuple(found)
