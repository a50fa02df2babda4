"""In whose hands an account may be: whoever set somebody's password could have come in as them.

Two signatures are those of two people only where no one person could have given both. For `SHARED_DAYS` after a
password was set by another's hand, the two do not count as two, whoever has changed the password since.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.accounts.account_rows import HANDED, SHARED_DAYS, Handed
from houseway.accounts.service import Accounts

__all__ = ["SHARED_DAYS", "Handed", "Hands", "hands"]


class Hands:
    """Every password that was set by another's hand, the newest first."""

    def __init__(self, handed: Sequence[Handed]) -> None:
        self._handed = sorted(handed, key=lambda each: -each.at)

    def recent(self, at: int) -> list[Handed]:
        """Those of the last days, the newest first."""
        return [each for each in self._handed if each.at <= at < each.until]

    def holders(self, person: str, handed: Sequence[Handed]) -> set[str]:
        """Who could have signed as ``person``: they, whoever set their password, whoever set that one's, and so on."""
        found, more = {person}, {person}
        while more:
            more = {each.by for each in handed if each.person in more} - found
            found |= more
        return found

    def shared(self, first: str, other: str, at: int) -> tuple[str, int] | None:
        """Who could have signed as both at that moment, and until when; nobody where they are two people."""
        handed: list[Handed] = []
        for each in self.recent(at):
            # From the newest to the oldest: the first that joins the two is the one that keeps them joined longest.
            handed.append(each)
            both = self.holders(first, handed) & self.holders(other, handed)
            if both:
                return min(both, key=lambda one: (one not in (first, other), one)), each.until
        return None


async def hands(accounts: Accounts) -> Hands:
    """The hands that every account may be in."""
    return Hands([Handed(*row) for row in await accounts.ask(HANDED)])
