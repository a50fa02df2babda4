"""Large wins: over the threshold surveillance verifies hand, wager, payout and player (WAC 230-15-320).

The table does not wait for it: what was won is on record with its round, and stays on the list until somebody of
surveillance has looked, or a correction has taken it back. A jackpot's prize is verified as the hit that it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from houseway.errors import UnknownThing
from houseway.floor import commands as c
from houseway.floor.context import Context
from houseway.floor.kinds.of_table import WinVerified
from houseway.floor.states import TableState, Win, table_stream
from houseway.journal import Decision
from houseway.table.lines import Line

THRESHOLD = "surveillance-threshold"
"""The setting: cents above which a win is verified, or nothing."""


def large(lines: Sequence[Line], threshold: int | None, hits: Iterable[tuple[int, str]] = ()) -> list[tuple[int, Line]]:
    """The lines that surveillance must verify, each with its number.

    ``hits`` are the seats and wagers that a hit was claimed for. A line that a void has taken back is no win.
    """
    if threshold is None:
        return []
    of_hits = set(hits)
    back = {line.reverses for line in lines}
    return [
        (number, line)
        for number, line in enumerate(lines, start=1)
        if line.net > threshold
        and line.reverses is None
        and number not in back
        and (line.seat, line.wager) not in of_hits
    ]


def claimed(state: TableState) -> set[tuple[int, str]]:
    """The seats and wagers that a hit was claimed for in a table's round."""
    return {(hit.seat, hit.wager) for hit in state.hits.values()}


def verify_win(ctx: Context, command: c.VerifyWin) -> Decision:
    """Surveillance has looked at hand, wager, payout and player: the win leaves the list."""
    state = ctx.table(command.table)
    clause = ctx.settings_at(state.id).cite(THRESHOLD)
    found = wins_of(state, command.round, command.seat, command.wager)
    if not found:
        others = ", ".join(f"round {win.round} seat {win.seat} {win.wager}" for win in waiting(state)[:5])
        raise UnknownThing(
            f"no win of seat {command.seat} on {command.wager} in round {command.round} waits at table {state.id}",
            clause=clause,
            remedy=f"these wait: {others}" if others else "none waits there",
        )
    body = WinVerified(
        round=command.round,
        seat=command.seat,
        wager=command.wager,
        amount=sum(win.amount for win in found),
        recording=command.recording,
        player=command.player,
    )
    left = len(waiting(state)) - 1
    return Decision([ctx.draft(table_stream(state.id), body)], {**msgspec.to_builtins(body), "left": left})


def waiting(state: TableState) -> list[Win]:
    """The wins that wait at a table, those of hands that were split together: each is verified by one command."""
    found: dict[tuple[int, int, str], Win] = {}
    for win in state.wins:
        key = (win.round, win.seat, win.wager)
        more = found[key].amount if key in found else 0
        found[key] = msgspec.structs.replace(found.get(key, win), amount=win.amount + more)
    return list(found.values())


def wins_of(state: TableState, round_: int, seat: int, wager: str) -> list[Win]:
    """What a seat won on one wager in a round and nobody has verified: several where a hand was split."""
    return [win for win in state.wins if (win.round, win.seat, win.wager) == (round_, seat, wager)]
