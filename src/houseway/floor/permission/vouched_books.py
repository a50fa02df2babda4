"""What the journal vouches for beside itself: accounts of people who work here, device keys, who set whose password."""

from __future__ import annotations

from typing import Literal

import msgspec

SHARED_DAYS = 7
"""Days for which an account and whoever set its password do not count as two people."""


class Handed(msgspec.Struct, frozen=True):
    """A password of ``person`` that ``by`` set: with the account, or in place of another."""

    person: str
    by: str
    at: int
    kind: Literal["made", "replaced"]

    @property
    def until(self) -> int:
        """Until when the two do not count as two people."""
        return self.at + SHARED_DAYS * 24 * 3600 * 1_000_000


class OnTheBooks(msgspec.Struct, frozen=True):
    """Everything of the accounts that the journal vouches for: each row in its canonical form.

    ``accounts`` are those of people who work here, by person, ``logins`` their logins; ``waiting`` are devices whose
    key opens nothing yet. Players' accounts hold play money and open no door of the house: nobody vouches for them.
    """

    accounts: dict[str, bytes]
    devices: dict[str, bytes]
    handed: tuple[Handed, ...]
    logins: dict[str, str]
    waiting: frozenset[str] = frozenset()
