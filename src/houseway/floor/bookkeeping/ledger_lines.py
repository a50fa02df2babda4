"""Ledger lines put together."""

from __future__ import annotations

from houseway.jackpots.jackpot_accounts import Lines


def together(*parts: Lines) -> Lines:
    """All lines of ``parts``, one an account, none that moves nothing."""
    sums: dict[str, int] = {}
    for lines in parts:
        for name, micros in lines:
            sums[name] = sums.get(name, 0) + micros
    return tuple((name, micros) for name, micros in sums.items() if micros)
