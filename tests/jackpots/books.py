"""Progressives to test the funds on, and a book of their accounts that holds every invariant."""

from __future__ import annotations

from typing import Any

from houseway.jackpots import funds
from houseway.jackpots.jackpot_accounts import Lines, applied, balances_of
from houseway.jackpots.jackpot_configuration import Jackpot, Meter
from houseway.jackpots.soundness import check_invariants


def a_meter(**choices: Any) -> Meter:
    """A meter of $1,000, reseeded to $500, that displays 15 % of the wager and hides 5 %."""
    return Meter(**{"seed": 100_000, "reseed": 50_000, "rate": 150_000, "reserve": 50_000, **choices})


def progressive(*meters: Meter, id: str = "gold", wager: int = 100) -> Jackpot:
    """A progressive with these meters; with `a_meter` where none are given."""
    return Jackpot(id=id, scheme="progressive", updates="real-time", wager=wager, meters=meters or (a_meter(),))


class Book:
    """The accounts of some jackpots: posts lines, and holds every invariant after each."""

    def __init__(self, *jackpots: Jackpot) -> None:
        self.jackpots = jackpots
        self.accounts: dict[str, int] = {}

    def post(self, lines: Lines) -> Book:
        assert sum(micros for _, micros in lines) == 0
        self.accounts = applied(self.accounts, lines)
        assert [broken for jackpot in self.jackpots for broken in check_invariants(jackpot, self.accounts)] == []
        return self

    def of(self, jackpot: Jackpot, row: str = "") -> dict[str, int]:
        meter = jackpot.meter(row)
        assert meter is not None
        return balances_of(jackpot, meter, self.accounts)


def seeded(meter: Meter) -> tuple[Jackpot, Book]:
    """A progressive with that meter, and its book after the house has put the seed in."""
    jackpot = progressive(meter)
    return jackpot, Book(jackpot).post(funds.seed(jackpot, meter))
