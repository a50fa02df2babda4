"""Varied commands from a seed: what a busy day sends, refusals and repetitions included."""

from __future__ import annotations

import random
from collections.abc import Iterator

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.permission.people import panel_of
from tests.floor.houses import ATTACK, DAY, HEARTS, MICROS, SECOND, SUITED, House, changed

Sent = tuple[str, c.Command, str, str | None, int]
"""A command as it was sent: its id, itself, who, who stands beside, and when."""

EVENTS = {
    "A1": ("jackpot", (HEARTS, SUITED, "queen-of-hearts-pair")),
    "A2": ("jackpot", (HEARTS, SUITED, "any-20")),
    "D1": ("tie-after-tie", ("quads-same-suit", "quads-two-color", "one-tie-one-color")),
    "W1": ("bonus-jackpot", ("5-wild-cards", "3-wild-cards", "2-wild-cards")),
    "S1": ("jackpot", ("four-aces", "two-pair")),
}


class Day:
    """Draws commands that fit what is so at a floor, and now and then some that do not."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.slips = 0

    def next(self, floor: Floor) -> tuple[c.Command, str, str | None]:
        draw = self.random
        table = draw.choice(list(EVENTS))
        wager, events = EVENTS[table]
        state = floor.table(table)
        jackpot = draw.choice(["attack", "ties", "wilds"])
        pending = [
            hit
            for id in ("attack", "ties", "wilds", "daily")
            for hit in floor.jackpot(id).hits.values()
            if hit.state in ("locked", "verified")
        ]
        kind = draw.randrange(20)
        if kind < 9 and not state.open:
            return c.OpenTable(table=table), "sato", None
        if kind < 8:
            positions = tuple(sorted(draw.sample(range(1, 7), draw.randrange(5))))
            return c.Tabulate(table=table, round=state.round + 1, picture={"1": positions}), panel_of(table), None
        if kind == 8:
            return c.VoidRound(table=table, round=state.round, reason="misdeal"), "sato", None
        if kind < 12 and state.picture.get("1"):
            seats = draw.sample(state.picture["1"], min(2, len(state.picture["1"])))
            claims = tuple(c.Claimed(seat=seat, wager=wager, event=draw.choice(events)) for seat in seats)
            return c.ClaimHit(table=table, round=state.round, claims=claims, cards="…"), panel_of(table), None
        if kind < 15 and pending:
            hit = draw.choice(pending)
            if hit.state == "verified":
                by, beside = draw.choice([("cage", "cole"), ("account", "cole"), ("cage", None)])
                pay = c.PayHit(jackpot=hit.jackpot, hit=hit.id, by=by, method="check", reference=hit.id, player="P")  # type: ignore[arg-type]
                return pay, "sato", beside
            if draw.randrange(3) == 0:
                return c.RejectHit(jackpot=hit.jackpot, hit=hit.id, reason="no hit"), "vega", "sato"
            verify = c.VerifyHit(jackpot=hit.jackpot, hit=hit.id, cards="seen", deck="whole", surveillance="tape")
            return verify, "sato", "vega"
        if kind == 15:
            due = floor.accounts(jackpot).get(f"{jackpot}:due", 0)
            self.slips += 1
            return c.Deposit(jackpot=jackpot, amount=-(-due // MICROS), reference=f"slip {self.slips}"), "cole", None
        if kind == 16:
            other = changed(ATTACK, reseed=draw.choice([40_000, 50_000]), cap=draw.choice([None, 200_000]))
            return c.ChangeJackpot(jackpot=other), "ames", "cole"
        if kind == 17:
            return c.PostAmount(jackpot="daily", posted={"four-aces": f"${draw.randrange(1, 5_000):,}"}), "sato", "cole"
        if kind == 18:
            command: c.Command = c.StopJackpot(jackpot=jackpot, reason="a look")
            if floor.jackpot(jackpot).status == "stopped":
                command = c.ResumeJackpot(jackpot=jackpot, reason="done")
            return command, "sato", "cole"
        if draw.randrange(3) and state.open:
            return c.CloseTable(table=table), "sato", None
        return c.CloseDay(day=f"2024-05-{draw.randrange(1, 30):02}"), "cole", "sato"


def give(house: House, seed: int, number: int) -> Iterator[Sent]:
    """So many commands given to a house, each as it was sent; refusals are part of the log."""
    day = Day(seed)
    before: Sent | None = None
    for count in range(number):
        house.at += day.random.choice([SECOND, SECOND, 40 * SECOND, DAY // 24])
        command, who, second = day.next(house.floor)
        sent = (f"log-{count}", command, who, second, house.at)
        if before is not None and day.random.randrange(12) == 0:
            sent = before
        send(house.floor, sent)
        before = sent
        yield sent


def send(floor: Floor, sent: Sent) -> str:
    """What came of it, in words."""
    id, command, who, second, at = sent
    try:
        return f"{floor.do(command, id=id, who=who, second=second, at=at)}"
    except HousewayError as error:
        assert error.code != "command-fault", error
        return f"{error.code}: {error}"
