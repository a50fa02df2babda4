"""The accounts of a jackpot: what they are called, what they hold, and lines between them that sum to zero.

Each meter has its holdings (``accrued`` not yet folded into the ``pool``, hidden ``reserve``, ``overflow`` above the
cap, ``locked`` hits, ``rounding`` of a closed meter) against where they came from and went to (``contributions`` and
``seed``, negative; ``paid`` and ``recovered``, positive): together zero. Each jackpot has its escrow: the ``bank``
account and deposits ``due``, together what its meters hold, against ``house``. Prizes that the house pays from its own
money are ``awards``, and contributions of voided wagers that it pays are ``borne``, both against the ``cage``. Tax that
was withheld from prizes is in the cage too and is owed: ``withheld``, below zero. Whatever enters or leaves a meter is
mirrored in the escrow.

``balances`` are one meter's by fund, with those of its jackpot's escrow (`balances_of`); ``accounts`` are by account.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.jackpots.jackpot_errors import FundsShort
from houseway.rulebook.money import dollars

Lines: TypeAlias = tuple[tuple[str, int], ...]
"""Ledger lines: (account, micros), together zero."""

HOLDINGS = ("accrued", "pool", "reserve", "overflow", "locked", "rounding")
SOURCES = ("contributions", "seed", "paid", "recovered")
ESCROW = ("bank", "due", "house")
PRIZES = ("awards", "borne", "cage", "withheld")


def account(jackpot_id: str, row: str, fund: str) -> str:
    """The name of the account of ``fund``: of the row's own meter, or of the jackpot where ``row`` is empty."""
    return f"{jackpot_id}/{row}:{fund}" if row else f"{jackpot_id}:{fund}"


def balances_of(jackpot: Jackpot, meter: Meter, accounts: Mapping[str, int]) -> dict[str, int]:
    """The balances by fund of one meter, with the escrow of its jackpot."""
    found = {fund: accounts.get(account(jackpot.id, meter.row, fund), 0) for fund in HOLDINGS + SOURCES}
    found.update((fund, accounts.get(account(jackpot.id, "", fund), 0)) for fund in ESCROW)
    return found


def applied(accounts: Mapping[str, int], lines: Lines) -> dict[str, int]:
    """``accounts`` after ``lines``."""
    after = dict(accounts)
    for name, micros in lines:
        after[name] = after.get(name, 0) + micros
    return after


def holdings(balances: Mapping[str, int]) -> int:
    """Everything that a meter holds, in micros."""
    return sum(balances.get(fund, 0) for fund in HOLDINGS)


def net(lines: Iterable[tuple[str, int]]) -> Lines:
    """One line an account, none that moves nothing."""
    total: dict[str, int] = {}
    for name, micros in lines:
        total[name] = total.get(name, 0) + micros
    return tuple((name, micros) for name, micros in total.items() if micros)


def lines_of(jackpot: Jackpot, meter: Meter, **moved: int) -> Lines:
    """So many micros ``moved`` into each fund of a meter, or out of it where negative."""
    return tuple((account(jackpot.id, meter.row, fund), micros) for fund, micros in moved.items() if micros)


def outside(jackpot: Jackpot, micros: int, through: str = "due") -> Lines:
    """The escrow's mirror of ``micros`` that come in, or go out where negative."""
    return (account(jackpot.id, "", through), micros), (account(jackpot.id, "", "house"), -micros)


def paid_out(
    jackpot: Jackpot, balances: Mapping[str, int], micros: int, by: Literal["cage", "account"], kept: int = 0
) -> Lines:
    """The escrow's mirror of ``micros`` paid by the cage, which owes the bank so much less, or from the account.

    Of what the account pays the cage has ``kept`` so many: it answers for them, and owes the bank so much less.
    """
    if by == "cage":
        return outside(jackpot, -micros)
    require(balances, "bank", micros - kept, "deposit what is due first, or pay from the cage")
    return net([*outside(jackpot, kept - micros, "bank"), *outside(jackpot, -kept)])


def require(balances: Mapping[str, int], fund: str, micros: int, remedy: str) -> None:
    """Refuses, with `FundsShort`, to take more than ``fund`` holds."""
    there = balances.get(fund, 0)
    if micros > there:
        raise FundsShort(f"{fund} holds {money(there)}, and {money(micros)} is asked of it", remedy=remedy)


def money(micros: int) -> str:
    """``micros`` as people write them, with what there is of a cent."""
    whole, part = divmod(micros, MICROS)
    return dollars(whole) + (f" and {part} millionths of a cent" if part else "")
