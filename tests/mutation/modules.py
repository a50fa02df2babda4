"""The modules that decide, fold, book or verify money, and the tests that must notice when one of them is wrong.

Tests that are quick and near stand first: a mutant is given up with the first test that fails on it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Money(NamedTuple):
    """A module of the money code, and the tests that must notice when it is wrong."""

    module: str
    tests: tuple[str, ...]

    @property
    def path(self) -> Path:
        """Its file."""
        return ROOT / "src" / (self.module.replace(".", "/") + ".py")


MONEY = (
    Money(
        "houseway.jackpots.accounts",
        ("tests/jackpots/test_funds_edges.py", "tests/jackpots/test_removal.py", "tests/jackpots/test_funds.py"),
    ),
    Money(
        "houseway.jackpots.funds",
        (
            "tests/jackpots/test_funds_edges.py",
            "tests/jackpots/test_funds.py",
            "tests/jackpots/test_removal.py",
            "tests/jackpots/test_soundness.py",
            "tests/jackpots/test_funds_properties.py",
        ),
    ),
    Money("houseway.jackpots.removal", ("tests/jackpots/test_removal.py", "tests/jackpots/test_funds_properties.py")),
    Money(
        "houseway.jackpots.soundness",
        (
            "tests/jackpots/test_soundness_edges.py",
            "tests/jackpots/test_soundness.py",
            "tests/jackpots/test_funds.py",
        ),
    ),
    Money("houseway.jackpots.prizes", ("tests/jackpots/test_prizes_edges.py", "tests/jackpots/test_prizes.py")),
    Money(
        "houseway.table.prizes",
        (
            "tests/jackpots/test_prizes_edges.py",
            "tests/jackpots/test_prizes.py",
            "tests/test_whole_prizes.py",
            "tests/test_jackpot_schemes.py",
        ),
    ),
    Money(
        "houseway.floor.hits",
        (
            "tests/floor/test_hits_edges.py",
            "tests/floor/test_hit_payment.py",
            "tests/floor/test_hits.py",
            "tests/floor/test_parameters.py",
            "tests/floor/test_money.py",
            "tests/floor/test_removal.py",
            "tests/floor/test_prizes_held.py",
            "tests/floor/test_live_envy.py",
        ),
    ),
)

ARGUED: dict[tuple[str, str, str], str] = {
    (
        "houseway.jackpots.funds",
        "if short <= 0 or not (full or meter.reseed_below):",
        "short < 0",
    ): "a meter that is short by nothing moves nothing",
    (
        "houseway.jackpots.funds",
        'reserve, overflow = parts.get("reserve", 0), parts.get("overflow", 0)',
        "1",
    ): "both funds were drawn on in the line before, with nothing if need be",
    (
        "houseway.jackpots.soundness",
        'history[name.rpartition(":")[0]] = history.get(name.rpartition(":")[0], 0) + accounts[name]',
        "history.get(name.rpartition(':')[0], 0) - accounts[name]",
    ): "a sum is zero exactly where its negative is",
    (
        "houseway.jackpots.prizes",
        "if meter is None and jackpot.amount is not None:",
        "meter is None or jackpot.amount is not None",
    ): "a bonus has an amount here, and a progressive never has one: both were refused before",
    (
        "houseway.jackpots.prizes",
        "for prize, (event, bringer) in zip(prizes, own + brought, strict=True):",
        "False",
    ): "the two are of one length; strict is there to say so",
}
"""Mutants that no test can notice, by module, line and change, and why the money is the same: they do not count."""
