"""A jackpot's accounts as a page shows them."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.jackpots.jackpot_accounts import HOLDINGS, SOURCES, account
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot

_SAID = {
    "accrued": "Accrued, not in the pool yet",
    "pool": "Pool",
    "reserve": "Reserve",
    "overflow": "Overflow above the maximum",
    "locked": "Locked for hits",
    "rounding": "Rounding",
    "contributions": "From wagers",
    "seed": "From the house",
    "paid": "Paid out",
    "recovered": "Given back to the house",
    "bank": "In the account",
    "due": "Due at the bank",
    "awards": "Prizes paid by the house itself",
    "borne": "Voided wagers paid by the house",
}


def funds(
    jackpot: Jackpot, accounts: Mapping[str, int]
) -> list[tuple[str, list[tuple[str, int]], list[tuple[str, int]]]]:
    """For each meter its row, what it holds, and where that came from and went to; in micros."""
    return [
        (
            meter.row,
            [(_SAID[fund], accounts.get(account(jackpot.id, meter.row, fund), 0)) for fund in HOLDINGS],
            [(_SAID[fund], abs(accounts.get(account(jackpot.id, meter.row, fund), 0))) for fund in SOURCES],
        )
        for meter in jackpot.meters
    ]


def escrow(jackpot: Jackpot, accounts: Mapping[str, int]) -> list[tuple[str, int]]:
    """The bank account, what is due there, and what the house paid of its own; in micros."""
    wanted = ("bank", "due", "awards", "borne") if jackpot.meters else ("awards",)
    return [(_SAID[fund], accounts.get(account(jackpot.id, "", fund), 0)) for fund in wanted]


def due_cents(jackpot: Jackpot, accounts: Mapping[str, int]) -> int:
    """What is due at the bank, in whole cents."""
    return accounts.get(account(jackpot.id, "", "due"), 0) // MICROS
