"""A player's browser at one of several servers: sits down with all chips, bets them, gets up, again and again.

Run as ``python -m tests.floor.bettors URL TABLE PLAYER TIMES``; it begins when it reads a line, prints the cents that
it brought and could bet each time, and stays seated with a wager laid at the end.
"""

from __future__ import annotations

import sys
import time
import uuid

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.journal.journal_errors import JournalUnavailable


def main() -> None:
    """Bet."""
    url, table, player, times = sys.argv[1:]
    floor = Floor.open(url)

    def do(command: c.Command, who: str) -> dict[str, object]:
        id = str(uuid.uuid4())
        while True:
            try:
                return floor.do(command, id=id, who=who, at=time.time_ns() // 1_000)
            except JournalUnavailable:
                continue

    print("ready", flush=True)
    sys.stdin.readline()
    for left in reversed(range(int(times))):
        brought = do(c.Sit(table=table, seat=1, player=player), player)["chips"]
        number = floor.table(table).round + 1
        do(c.BeginRound(table=table, round=number, seats=(1,)), f"panel:{table}")
        step = len(floor.round(table).history)
        laid = 0
        try:
            do(c.Answer(table=table, round=number, step=step, seat=1, answer={"player": 20_000}), player)
            laid = 20_000
        except HousewayError as refusal:
            assert refusal.code == "wrong-state", refusal
        print(brought, laid, flush=True)
        if left:
            do(c.VoidRound(table=table, round=number, reason="again"), "sato")
            do(c.Leave(table=table, seat=1), player)
    floor.close()


if __name__ == "__main__":
    main()
