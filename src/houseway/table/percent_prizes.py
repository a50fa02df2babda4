"""Percent prizes: how a meter is divided when the claims of a round are known.

All percent prizes of a round are reckoned on one amount, the meter as locked. A paytable says whether a prize goes
whole to each winner or is shared by the winners of the same event; a room may have every bonus prize paid whole (WAC
230-15-671). If together they exceed the meter, it pays as far as it goes, higher rows first, then by position, and the
house pays the rest (BJS-3). Envy and Share-the-Wealth prizes
are divided equally among the other players, or all, whose jackpot wager was counted (BJS-7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from houseway.rulebook.pays import Pay
from houseway.rulebook.steps import Claim, Place, seat_of
from houseway.table.envy_prizes import ENVY, SHARE_THE_WEALTH
from houseway.table.setup import Setup


class Prize(msgspec.Struct, frozen=True):
    """What one place is paid: ``amount`` cents, of which ``meter`` come from the meter and the rest from the house.

    ``share`` says how many divided it; ``bare`` marks an Envy or Share-the-Wealth prize, which settles no stake.
    """

    place: Place
    wager: str
    event: str
    pay: Pay
    amount: int
    meter: int
    share: int
    cite: str
    bare: bool = False


class Hit(msgspec.Struct, frozen=True):
    """A row of a jackpot wager that was hit, by whom."""

    place: Place
    wager: str
    event: str
    cite: str


def divide(
    setup: Setup,
    claims: Sequence[Claim],
    hits: Sequence[Hit],
    counted: Mapping[str, Sequence[int]],
    amounts: Mapping[str, int],
) -> list[Prize]:
    """The prizes of a round, in the order in which the meter pays them.

    ``counted`` lists, by jackpot wager, the seats whose wager was counted; ``amounts`` has each meter's locked amount.
    """
    left = dict(amounts)
    prizes: list[Prize] = []

    def rank(claim: Claim) -> tuple[int, int]:
        rows = [row.event for row in setup.paytables[claim.wager].rows]
        return rows.index(claim.event), seat_of(claim.place)

    for claim in sorted(claims, key=rank):
        table = setup.paytables[claim.wager]
        row = table.find(claim.event)
        assert row is not None
        among = (
            sum(1 for other in claims if (other.wager, other.event) == (claim.wager, claim.event))
            if setup.divides(claim.wager)
            else 1
        )
        amount = _part(row.pay, amounts[claim.meter], among)
        taken = min(amount, left[claim.meter])
        left[claim.meter] -= taken
        prizes.append(Prize(claim.place, claim.wager, claim.event, row.pay, amount, taken, among, claim.cite))

    for hit in hits:
        # Where the document knows no such prizes a ruling allows them, and the line rests on that.
        cite = hit.cite if setup.cite("envy") else setup.envy_cite
        for what, pay, seats in extra_prizes(setup, hit, counted):
            for seat in seats:
                if pay.is_percent:
                    meter = setup.meter_of(hit.wager, hit.event)
                    amount = _part(pay, amounts[meter], len(seats))
                    taken = min(amount, left[meter])
                    left[meter] -= taken
                else:
                    amount, taken = pay.numerator // len(seats), 0
                prizes.append(Prize(seat, hit.wager, what, pay, amount, taken, len(seats), cite, bare=True))
    return prizes


def extra_prizes(setup: Setup, hit: Hit, counted: Mapping[str, Sequence[int]]) -> list[tuple[str, Pay, list[int]]]:
    """The Envy and Share-the-Wealth prizes that ``hit`` brings, each with the seats it is divided among."""
    found = []
    for extras, what in ((setup.envy, ENVY), (setup.share, SHARE_THE_WEALTH)):
        pay = extras.get(hit.wager, {}).get(hit.event)
        if pay is None:
            continue
        winner = seat_of(hit.place)
        seats = [seat for seat in counted[hit.wager] if what == SHARE_THE_WEALTH or seat != winner]
        if seats:
            found.append((what, pay, seats))
    return found


def _part(pay: Pay, meter: int, among: int) -> int:
    return meter * pay.numerator // (pay.denominator * among)
