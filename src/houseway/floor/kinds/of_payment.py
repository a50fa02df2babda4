"""Entries about how prizes are paid: to whom."""

from __future__ import annotations

import msgspec

from houseway.floor.kinds.body import Body


class Payee(msgspec.Struct, frozen=True):
    """A payee as the property keeps them at hand: when and by whom they were recorded, and what was shown."""

    at: int
    by: list[str]
    document: str
    ending: str
    digest: str
    tin: bool


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
