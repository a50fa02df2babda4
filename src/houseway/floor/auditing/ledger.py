"""What an entry's ledger lines must be, by its kind and from its own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter

HOUSE = "play/house"
"""Where players' chips come from."""

Sums = dict[str, int]
"""Micros by account."""


def added_up(lines: Iterable[tuple[str, int]]) -> Sums:
    """Lines as one amount an account, without those that come to nothing."""
    sums: Sums = {}
    for account, micros in lines:
        sums[account] = sums.get(account, 0) + micros
    return {account: micros for account, micros in sums.items() if micros}


def by_fund(sums: Mapping[str, int]) -> Sums:
    """The same by fund, all meters of a jackpot together: ``attack/row:pool`` counts as ``pool``."""
    return added_up((account.rpartition(":")[2], micros) for account, micros in sums.items())


def contribution(jackpot: Jackpot, wagers: int) -> Sums:
    """What so many counted wagers bring: each meter its displayed and its hidden share, all of it due at the bank."""
    lines: list[tuple[str, int]] = []
    for meter in jackpot.meters:
        own = f"{jackpot.id}/{meter.row}" if meter.row else jackpot.id
        shown, hidden = (jackpot.wager * wagers * rate for rate in (meter.rate, meter.reserve))
        lines += [(f"{own}:accrued", shown), (f"{own}:reserve", hidden), (f"{own}:contributions", -shown - hidden)]
        lines += [(f"{jackpot.id}:due", shown + hidden), (f"{jackpot.id}:house", -shown - hidden)]
    return added_up(lines)


def seeded(jackpot: Jackpot, meters: Iterable[Meter]) -> Sums:
    """What the house puts into new meters."""
    lines: list[tuple[str, int]] = []
    for meter in meters:
        own, micros = f"{jackpot.id}/{meter.row}" if meter.row else jackpot.id, meter.seed * MICROS
        lines += [(f"{own}:pool", micros), (f"{own}:seed", -micros)]
        lines += [(f"{jackpot.id}:due", micros), (f"{jackpot.id}:house", -micros)]
    return added_up(lines)


def moved(source: str, target: str, micros: int) -> Sums:
    """So many micros from one account to another."""
    return {target: micros, source: -micros} if micros else {}


def flows(*each: tuple[str, str, int]) -> Sums:
    """Several such movements together."""
    return added_up(line for source, target, micros in each for line in moved(source, target, micros).items())


def told(sums: Mapping[str, int]) -> str:
    """Lines as they stand in a finding."""
    return ", ".join(f"{account} {micros:+d}" for account, micros in sorted(sums.items())) or "none"


def same(sums: Sums, expected: Sums) -> Iterator[str]:
    """What is wrong with an entry whose lines are not those that its own words give."""
    if sums != expected:
        yield f"its lines are {told(sums)}, and its own words give {told(expected)}"


def no_money(kind: str, sums: Mapping[str, int]) -> Iterator[str]:
    """What is wrong with an entry whose kind moves no money."""
    if sums:
        yield f"an entry of kind {kind} moves no money, and this one moves {told(sums)}"


def whole(data: Any) -> int:
    """A whole number of an entry's body; anything else is a ValueError, and a finding."""
    if type(data) is not int:
        raise ValueError(f"{data!r} is no whole number")
    return data
