"""Hits as the drill follows them: reckoned a second time from its own book, then verified, paid or rejected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.drill.second_book import Fund, Lock, Prize
from houseway.drill.station import Station
from houseway.rulebook.pays import Pay
from houseway.table.envy_prizes import ENVY, SHARE_THE_WEALTH
from houseway.table.lines import Line


class OpenHit:
    """A hit that is neither paid nor rejected yet."""

    def __init__(
        self, station: Station, jackpot: str, data: Mapping[str, Any], prize: Prize, lock: Lock | None
    ) -> None:
        self.station = station
        self.jackpot = jackpot
        self.id: str = data["id"]
        self.seat: int = data["seat"]
        self.wager: str = data["wager"]
        self.event: str = data["event"]
        self.amount: int = data["amount"]
        self.bare: bool = data["bare"]
        self.round = int(self.id.rsplit("-", 2)[1])
        self.prize = prize
        self.lock = lock
        self.settled = False
        self.state = "locked"


def percent_of(station: Station, wager: str, event: str) -> tuple[Pay, str]:
    """What a hit of ``event`` pays, and the row whose meter that is taken from; Envy and Share name their own row."""
    setup = station.setup
    extras = {ENVY: setup.envy, SHARE_THE_WEALTH: setup.share}.get(event)
    if extras is not None:
        [(row, pay)] = extras[wager].items()
    else:
        found = setup.paytables[wager].find(event)
        assert found is not None
        row, pay = event, found.pay
    return pay, setup.meter_of(wager, row).partition("/")[2]


def open_hits(
    station: Station, hits: list[dict[str, Any]], funds: Mapping[str, Fund], trouble: list[str]
) -> list[OpenHit]:
    """The hits of one claim with what each takes from its meter by the drill's own reckoning, and the locks booked."""
    found: list[OpenHit] = []
    for name in dict.fromkeys(hit["jackpot"] for hit in hits):
        fund = funds[name]
        progressive = fund.jackpot.scheme == "progressive"
        mine = [hit for hit in hits if hit["jackpot"] == name]
        left: dict[str, int] = {}
        prizes: list[Prize] = []
        for hit in mine:
            pay, row = percent_of(station, hit["wager"], hit["event"])
            taken = 0
            if pay.is_percent and progressive:
                there = left.setdefault(row, fund.shown(row))
                taken = min(hit["amount"], there)
                left[row] = there - taken
            full = pay.is_percent and progressive and pay.numerator == pay.denominator
            prizes.append(Prize(row if pay.is_percent else "", taken, hit["amount"] - taken, full))
        _reckon(station, mine, fund, trouble)
        locks = fund.lock(prizes)
        for hit, prize in zip(mine, prizes, strict=True):
            lock = next((each for each in locks if prize in each.prizes and prize.cents + prize.full), None)
            found.append(OpenHit(station, name, hit, prize, lock))
    return found


def _reckon(station: Station, hits: list[dict[str, Any]], fund: Fund, trouble: list[str]) -> None:
    """Every percent of a round is of the amount displayed at the lock, whole or divided as the paytable has it."""
    for hit in hits:
        pay, row = percent_of(station, hit["wager"], hit["event"])
        if not pay.is_percent:
            continue
        base = fund.shown(row) if fund.jackpot.scheme == "progressive" else fund.jackpot.amount or 0
        among = 1
        if hit["bare"]:
            counted = len(station.counted_now(hit["wager"]))
            among = counted if hit["event"] == SHARE_THE_WEALTH else counted - 1
        elif station.setup.divides(hit["wager"]):
            among = sum(1 for other in hits if (other["wager"], other["event"]) == (hit["wager"], hit["event"]))
        expected = base * pay.numerator // (pay.denominator * among)
        if expected != hit["amount"]:
            trouble.append(f"hit {hit['id']} was locked at {hit['amount']} cents and is worth {expected}")


def same_as_lines(hits: list[OpenHit], lines: list[Line], trouble: list[str]) -> None:
    """Each hit of a round is paid by one line of it, at the same amount and from the same meter."""
    left = list(lines)
    for hit in hits:
        match = next(
            (
                line
                for line in left
                if (line.seat, line.wager, line.event) == (hit.seat, hit.wager, hit.event)
                and line.returned in (hit.amount, hit.amount + line.stake)
            ),
            None,
        )
        if match is None:
            trouble.append(f"hit {hit.id} of {hit.amount} cents is paid by no line of its round")
            continue
        left.remove(match)
        if match.meter is not None and hit.prize.cents and match.meter != hit.prize.cents:
            trouble.append(f"hit {hit.id} took {hit.prize.cents} cents from its meter, and its line says {match.meter}")
