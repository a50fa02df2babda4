"""Tax on a prize: when its winner is reported, and how much of it is withheld.

Winnings are the prize less the wager that won it. They are reported (Form W-2G) from an amount on, where they are at
least so many times the wager; above a second amount tax is withheld, and of what is reported also where the payee gave
no taxpayer number. What is withheld is a percent of the winnings, to the nearest cent, half a cent up.
"""

from __future__ import annotations

from typing import NamedTuple

from houseway.compliance.profile import Settings


class Tax(NamedTuple):
    """What a prize is for the tax: whether it is reported, the cents withheld of it, and the setting that says so."""

    reported: bool
    withheld: int
    setting: str


def tax_on(settings: Settings, amount: int, wager: int, *, tin: bool) -> Tax:
    """The tax on a prize of ``amount`` cents won with ``wager``; ``tin``: its payee gave a taxpayer number."""
    winnings = amount - wager
    least, above = settings["w2g-amount"], settings["withholding-amount"]
    enough = winnings >= settings["w2g-times"] * wager
    if enough and above is not None and winnings > above:
        return Tax(True, _share(winnings, settings["withholding-percent"]), "withholding-amount")
    if enough and least is not None and winnings >= least:
        return Tax(True, 0 if tin else _share(winnings, settings["backup-withholding-percent"]), "w2g-amount")
    return Tax(False, 0, "")


def is_reported(settings: Settings, amount: int, wager: int) -> bool:
    """Whether the payee of a prize must be on record for the tax."""
    return tax_on(settings, amount, wager, tin=True).reported


def _share(cents: int, percent: int) -> int:
    return (cents * percent + 50) // 100
