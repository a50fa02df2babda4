"""Who may control an account: whoever set its password could have signed in as its owner.

Two signatures are those of two people only where no one person could have given both. For `SHARED_DAYS` after a
password was set by another's hand, the two do not count as two, whoever has changed the password since.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.accounts.account_rows import HANDED
from houseway.accounts.service import Accounts
from houseway.floor.context import moment
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.controls import SEGREGATION
from houseway.floor.permission.vouched_books import SHARED_DAYS, Handed

__all__ = ["SHARED_DAYS", "Handed", "Hands", "check_hands", "hands"]


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


def check_hands(hands: Hands, first: str, other: str, zone: str, *moments: int) -> None:
    """Refuse where one person could have signed as both ``first`` and ``other`` at one of these moments."""
    for at in moments:
        found = hands.shared(first, other, at)
        if found is None:
            continue
        one, until = found
        whose = [person for person in dict.fromkeys((first, other)) if person != one]
        said = f"password of {whose[0]} was" if len(whose) == 1 else f"passwords of {' and '.join(whose)} were"
        late = until <= max(moments)
        raise NotPermitted(
            f"the {said} set by {one}: {'when this was proposed' if late else f'until {moment(until, zone)}'} "
            f"{first} and {other} {'did' if late else 'do'} not count as two people",
            clause=SEGREGATION,
            remedy="propose it anew" if late else "ask somebody else for the second signature",
        )
