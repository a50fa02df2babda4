"""The codes of errors are for programs: those that were released stay, whatever their classes are called."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import houseway
from houseway.errors import HousewayError

RELEASED = """
    adjustment-refused bad-account bad-amount bad-command bad-configuration bad-draft bad-edition bad-export
    bad-jackpot bad-journal bad-pay bad-question bad-reading bad-record bad-seal bad-setting bad-setup bad-strategy
    balance-too-large card-not-in-deck choice-refused clock-stepped-back command-fault command-reused
    connection-lost counter-fell deck-too-short disk-full drill-failed equipment-failed equipment-refused error
    funds-short journal-busy journal-damaged journal-not-empty journal-read-only journal-unavailable line-down
    newer-journal not-compliant not-confirmed not-permitted not-signed-in notice-refused old-engine out-of-turn
    procedure-fault refused removal-refused round-over sequence-gap stopped store-full stuck-sensor too-busy
    too-often undeclared unknown unknown-card unknown-clause unknown-game unknown-model unknown-sensor unseen-card
    wager-refused wrong-password wrong-state
"""
"""The codes of release 0.1."""

GONE = {"counter-fell": "raised only by readings of counters that nothing used"}
"""Codes of release 0.1 that nothing is refused with any more, and why."""

SOURCE = Path(houseway.__file__).parent


def _known(base: type[HousewayError]) -> Iterator[str]:
    yield base.code
    for kind in base.__subclasses__():
        yield from _known(kind)


def test_every_released_code_is_still_that_of_an_error() -> None:
    for path in SOURCE.rglob("*errors.py"):
        importlib.import_module(".".join(("houseway", *path.relative_to(SOURCE).with_suffix("").parts)))
    assert set(RELEASED.split()) - set(_known(HousewayError)) == set(GONE)
