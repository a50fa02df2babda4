"""The prizes of a round as the jackpots owe them: from which meter, how much of it the house pays, who must sign.

A progressive pays its percent prizes from its meters as far as they go; dollar prizes, and every prize of a bonus
jackpot, are the house's (BJS-3). A bonus jackpot's posted amount does not move. How a prize is divided is the
paytable's and the room's matter: see `houseway.table.percent_prizes.divide`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from houseway.jackpots.jackpot_configuration import Jackpot, Meter
from houseway.jackpots.jackpot_errors import BadJackpot
from houseway.rulebook.pays import PayKind
from houseway.rulebook.steps import Claim, Place, seat_of
from houseway.table.percent_prizes import Hit, divide, extra_prizes
from houseway.table.setup import Setup


class Award(msgspec.Struct, frozen=True, kw_only=True):
    """One prize for one place. Amounts are cents: ``amount`` is ``from_meter`` and ``from_house``.

    ``row`` names the jackpot's meter that it is taken from (empty: the jackpot's own) and ``base`` is the amount that
    a percent was reckoned on. ``full`` marks all of a meter, which is then reseeded, however many share it; ``share``
    says how many do; ``two_people`` that two from different departments sign; ``bare`` an Envy or Share-the-Wealth
    prize, which settles no stake and was brought by the hit of the seat ``brought_by``.
    """

    place: Place
    wager: str
    event: str
    jackpot: str
    row: str = ""
    pays: str
    base: int | None = None
    amount: int
    from_meter: int = 0
    from_house: int
    full: bool = False
    two_people: bool
    bare: bool = False
    cite: str
    brought_by: int | None = None
    share: int = 1


def needs_two_people(percent: bool, cents: int, threshold: int | None) -> bool:
    """Whether two people sign a payment: every percent prize, and every one over ``threshold`` cents."""
    return percent or (threshold is not None and cents > threshold)


def row_of(meter: str) -> str:
    """The row that a table's meter ``wager/row`` stands for; empty for the wager's own."""
    return meter.partition("/")[2]


def meters_of(setup: Setup, jackpots: Mapping[str, Jackpot]) -> dict[str, tuple[Jackpot, Meter | None]]:
    """The jackpot, and its meter if it is a progressive, behind each meter that a table's percent prizes name.

    ``jackpots`` gives the jackpot of each jackpot wager. Refused: a wager without one, one jackpot for two sensors,
    another scheme than the table's, a row without its meter, a bonus without the amount that its percents are of.
    """
    used: dict[str, str] = {}
    for wager in setup.jackpots:
        jackpot = jackpots.get(wager)
        if jackpot is None:
            raise BadJackpot(f"{wager} has no jackpot", clause="BJS-2", remedy="name the jackpot of each sensor")
        if jackpot.id in used:
            raise BadJackpot(
                f"{jackpot.id} is won by {used[jackpot.id]} and by {wager}",
                clause="BJS-2",
                remedy="give each sensor a jackpot of its own",
            )
        used[jackpot.id] = wager
        if jackpot.scheme != setup.schemes[wager]:
            raise BadJackpot(
                f"{wager} is set up as a {setup.schemes[wager]}, and {jackpot.id} is a {jackpot.scheme}",
                clause="BJS-2",
                remedy="set up both in the same way",
            )
    return {name: (jackpots[_wager_of(name)], _meter_behind(name, jackpots[_wager_of(name)])) for name in setup.meters}


def _wager_of(meter: str) -> str:
    return meter.partition("/")[0]


def _meter_behind(name: str, jackpot: Jackpot) -> Meter | None:
    if jackpot.scheme == "bonus":
        if jackpot.amount is None:
            raise BadJackpot(
                f"{jackpot.id} pays percents and has no posted amount", clause="BJS-2", remedy="post the amount"
            )
        return None
    meter = jackpot.meter(row_of(name))
    if meter is None:
        raise BadJackpot(
            f"{jackpot.id} has no meter for {name}", clause="BJS-3", remedy="give the row a meter, or post money"
        )
    return meter


def claims_of(
    setup: Setup,
    claims: Sequence[Claim],
    hits: Sequence[Hit],
    counted: Mapping[str, Sequence[int]],
    amounts: Mapping[str, int],
    jackpots: Mapping[str, Jackpot],
    *,
    threshold: int | None = None,
) -> tuple[Award, ...]:
    """Every prize of a round's jackpot wagers that is money and not odds on the stake.

    Percents come first, in the order in which the meters pay them (higher rows, then positions), then Envy and
    Share-the-Wealth, then the dollar rows among ``hits``. ``counted`` lists the seats whose wager was counted;
    ``amounts`` has the locked amount in cents of each progressive meter claimed on, all as of one moment, and may have
    that of a bonus, which is else the amount posted now; ``jackpots`` the jackpot of each wager. A payment over
    ``threshold`` cents needs two people.
    """
    base = dict(amounts)
    for name, (jackpot, meter) in meters_of(setup, jackpots).items():
        if meter is None and jackpot.amount is not None:
            base.setdefault(name, jackpot.amount)
    extras = [(hit, pay) for hit in hits for _, pay, seats in extra_prizes(setup, hit, counted) for _ in seats]
    claimed = [claim.meter for claim in claims]
    claimed += [setup.meter_of(hit.wager, hit.event) for hit, pay in extras if pay.is_percent]
    for name in claimed:
        if name not in base:
            raise BadJackpot(f"no amount is locked for {name}", clause="BJS-3", remedy="lock every meter claimed on")

    prizes = divide(setup, claims, hits, counted, base)
    own: list[tuple[str, int | None]] = [(prize.event, None) for prize in prizes if not prize.bare]
    brought: list[tuple[str, int | None]] = [(hit.event, seat_of(hit.place)) for hit, _ in extras]
    found = []
    for prize, (event, bringer) in zip(prizes, own + brought, strict=True):
        jackpot = jackpots[prize.wager]
        percent = prize.pay.is_percent
        name = setup.meter_of(prize.wager, event)
        from_meter = prize.meter if jackpot.scheme == "progressive" else 0
        found.append(
            Award(
                place=prize.place,
                wager=prize.wager,
                event=prize.event,
                jackpot=jackpot.id,
                row=row_of(name) if percent else "",
                pays=prize.pay.text,
                base=base[name] if percent else None,
                amount=prize.amount,
                from_meter=from_meter,
                from_house=prize.amount - from_meter,
                full=percent and jackpot.scheme == "progressive" and prize.pay.amount == 1,
                share=prize.share,
                two_people=needs_two_people(percent, prize.amount, threshold),
                bare=prize.bare,
                cite=prize.cite,
                brought_by=bringer,
            )
        )
    return (*found, *_dollar_rows(setup, hits, jackpots, threshold))


def from_the_house(hit: Hit, jackpot: str, pays: str, amount: int, threshold: int | None) -> Award:
    """A prize that is no percent: the house's money."""
    return Award(
        place=hit.place,
        wager=hit.wager,
        event=hit.event,
        jackpot=jackpot,
        pays=pays,
        amount=amount,
        from_house=amount,
        two_people=needs_two_people(False, amount, threshold),
        cite=hit.cite,
    )


def _dollar_rows(
    setup: Setup, hits: Sequence[Hit], jackpots: Mapping[str, Jackpot], threshold: int | None
) -> list[Award]:
    """What is posted or printed in dollars goes whole to each winner, from the house."""
    found = []
    for hit in hits:
        rows = setup.paytables[hit.wager].rows
        rank = next(number for number, row in enumerate(rows) if row.event == hit.event)
        pay = rows[rank].pay
        if pay.kind is PayKind.DOLLARS and pay.numerator:
            award = from_the_house(hit, jackpots[hit.wager].id, pay.text, pay.numerator, threshold)
            found.append((rank, seat_of(hit.place), award))
    return [award for _, _, award in sorted(found, key=lambda each: each[:2])]
