"""Entries about how prizes are paid: to whom, with which slip, and what became of checks."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from houseway.floor.kinds.body import Body
from houseway.floor.kinds.spelling import Says
from houseway.rulebook.money import dollars


class Payee(msgspec.Struct, frozen=True):
    """A payee as the property keeps them at hand: when and by whom they were recorded, and what was shown."""

    at: int
    by: list[str]
    document: str
    ending: str
    digest: str
    tin: bool
    entry: int = 0


class OlderPayee(msgspec.Struct, frozen=True, array_like=True):
    """A payee who is not at hand any more: the number of the entry in the property's stream, when, and whether a
    taxpayer number was given."""

    entry: int
    at: int
    tin: bool


YEAR = 366 * 86_400_000_000
KEPT = 5 * YEAR
"""For how long payees and slips are to be had: as long as what payees showed is kept."""


class PayeeRecorded(Body, frozen=True, kw_only=True):
    """Somebody who is paid a prize showed who they are. In the property's stream.

    The journal has no name, address or number: they are kept beside the accounts under the reference ``payee``, and
    ``digest`` shows that they were not changed. ``document`` is the kind of paper that was shown and ``ending`` the
    last letters of its number; ``tin``: a taxpayer number was given.
    """

    payee: str
    document: str
    ending: str
    digest: str
    tin: bool

    @property
    def sentence(self) -> str:
        tin = "with" if self.tin else "without"
        paper = self.document.replace("-", " ")
        return f"Payee {self.payee} on record: {paper} ending in {self.ending}, {tin} a taxpayer number"


class SlipPrinted(Body, frozen=True, kw_only=True):
    """The payout slip of a paid hit was printed: the original, or the copy of this number. In its jackpot's stream."""

    hit: str
    slip: str
    copy: int = 0

    @property
    def sentence(self) -> str:
        which = f"copy {self.copy} of payout slip" if self.copy else "payout slip"
        return f"{which[:1].upper()}{which[1:]} {self.slip} printed, for hit {self.hit}"


class Check(msgspec.Struct, frozen=True):
    """A check that was drawn and is neither cleared nor voided: what it pays, a hit or (none) a deposit, in cents.

    ``by`` is whose account it is drawn on: the escrow ``account``, or the house's own (``cage``). ``due`` is how many
    micros less are due at the bank for it.
    """

    number: str
    amount: int
    by: str
    at: int
    signers: list[str]
    hit: str = ""
    payee: str = ""
    due: int = 0


class CheckCleared(Body, frozen=True, kw_only=True):
    """The bank has paid a check."""

    check: str
    amount: int
    reference: str = ""

    sentence = Says("Check {check} of {amount:dollars} cleared, {reference}")


class CheckVoided(Body, frozen=True, kw_only=True):
    """A check is void: what it paid is owed again. ``amount`` is its own, in cents.

    Of a prize, ``gross`` and ``withheld`` are those of the payment that is undone.
    """

    check: str
    amount: int
    reason: str
    hit: str | UnsetType = UNSET
    gross: int | UnsetType = UNSET
    withheld: int | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        what = f"hit {self.hit} is to be paid again" if self.hit else "the deposit is due again"
        return f"Check {self.check} of {dollars(self.amount)} void: {self.reason}; {what}"


def slip_number(jackpot: str, payment: int) -> str:
    """The number of a payout slip: its jackpot, and the number of the payment in the jackpot's stream."""
    return f"{jackpot}-{payment:06d}"
