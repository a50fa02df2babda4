"""A program that plays one table on a shared journal, as one of several server processes.

Run as ``python -m tests.floor.writers URL TABLE ROUNDS SEED``; prints how many wagers were counted.
"""

from __future__ import annotations

import random
import sys
import time

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.permission.people import panel_of
from houseway.journal.journal_errors import ClockSteppedBack, JournalUnavailable
from tests.floor.houses import BLACKJACK, HEARTS, SUITED


class Server:
    """One process with a floor of its own."""

    def __init__(self, url: str, table: str, seed: int) -> None:
        self.floor = Floor.open(url)
        self.table = table
        self.random = random.Random(seed)
        self.number = 0

    def do(self, command: c.Command, who: str, second: str | None = None) -> dict[str, object]:
        """Sent until it is answered: the id stays the same."""
        self.number += 1
        id = f"{self.table}-{self.number}"
        while True:
            try:
                return self.floor.do(command, id=id, who=who, second=second, at=time.time_ns() // 1_000)
            except (JournalUnavailable, ClockSteppedBack):
                # Where the others were faster by more than a moment, it is simply later by now.
                continue

    def play(self, rounds: int) -> int:
        counted = 0
        for _ in range(rounds):
            round_ = self.floor.table(self.table).round + 1
            positions = tuple(sorted(self.random.sample(range(1, 7), self.random.randrange(1, 6))))
            self.do(c.Tabulate(table=self.table, round=round_, picture={"1": positions}), panel_of(self.table))
            counted += len(positions)
            if self.random.randrange(6) == 0:
                self.hit(round_, positions[0])
        return counted

    def hit(self, round_: int, seat: int) -> None:
        event = self.random.choice([HEARTS, SUITED, BLACKJACK])
        claimed = (c.Claimed(seat=seat, wager="jackpot", event=event),)
        self.do(c.ClaimHit(table=self.table, round=round_, claims=claimed), panel_of(self.table))
        [id] = [hit for hit in self.floor.table(self.table).hits if hit.startswith(f"{self.table}-{round_}-")]
        if self.random.randrange(3) == 0:
            self.do(c.RejectHit(jackpot="attack", hit=id, reason="no hit"), "sato", "vega")
            return
        verify = c.VerifyHit(jackpot="attack", hit=id, cards="seen", deck="whole", surveillance="tape")
        self.do(verify, "sato", "vega")
        if self.random.randrange(3):
            self.do(
                c.PayHit(jackpot="attack", hit=id, by="cage", method="check", reference=id, player="P"), "sato", "cole"
            )


def main() -> None:
    url, table, rounds, seed = sys.argv[1:]
    server = Server(url, table, int(seed))
    try:
        print(server.play(int(rounds)))
    except HousewayError as error:
        print(repr(error), file=sys.stderr)
        raise
    finally:
        server.floor.close()


if __name__ == "__main__":
    main()
