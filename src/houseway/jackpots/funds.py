"""The players' money: how a jackpot's funds move, from the wager that is counted to the prize that is paid.

Every movement is given as ledger lines in whole micros that sum to zero, between the accounts of
`houseway.jackpots.jackpot_accounts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Literal

import msgspec

from houseway.jackpots.jackpot_accounts import (
    Lines,
    account,
    balances_of,
    holdings,
    lines_of,
    money,
    net,
    outside,
    paid_out,
    require,
)
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.jackpots.jackpot_errors import AdjustmentRefused, FundsShort
from houseway.rulebook.money import cents as whole_cents
from houseway.rulebook.money import dollars
from houseway.rulebook.rule_errors import BadAmount


class Decrease(Enum):
    """Why a displayed amount may go down: this list and nothing else (WAC 230-15-695)."""

    WON = "won"
    MALFUNCTION = "malfunction"
    MAXIMUM = "maximum"
    UNDISPLAYED = "undisplayed"
    SEED = "seed"

    @property
    def clause(self) -> str:
        """The subsection that allows it."""
        return f"WAC 230-15-695({list(Decrease).index(self) + 1})"


class TakenBack(msgspec.Struct, frozen=True):
    """What a void takes from the meters, and what the house bears of the contribution; both in micros."""

    lines: Lines
    taken: int
    borne: int


class Reseed(msgspec.Struct, frozen=True):
    """A meter topped up: the lines, and the micros that came from its reserve, its overflow and the house."""

    lines: Lines = ()
    reserve: int = 0
    overflow: int = 0
    house: int = 0


class LockedHit(msgspec.Struct, frozen=True):
    """What a hit took from one meter: ``cents`` locked, and the reseed that it brought, in micros by source."""

    cents: int
    reserve: int = 0
    overflow: int = 0
    house: int = 0


class Statement(msgspec.Struct, frozen=True):
    """A jackpot's escrow, in micros: what its meters hold, what is posted, where the money is, what does not agree.

    ``posted`` is the amounts as displayed, in whole cents, with the locked hits; ``shortfall`` what the bank has less
    than is booked there, ``surplus`` what it has more.
    """

    held: int
    posted: int
    bank: int
    due: int
    shortfall: int
    surplus: int = 0


# -- wagers


def _per_wager(jackpot_id: str, wager: int, meters: tuple[Meter, ...]) -> Lines:
    """The lines of one counted wager: cents times parts per million are micros, with nothing to round."""
    found: list[tuple[str, int]] = []
    total = 0
    for meter in meters:
        shown_part, hidden = wager * meter.rate, wager * meter.reserve
        found += [
            (account(jackpot_id, meter.row, "accrued"), shown_part),
            (account(jackpot_id, meter.row, "reserve"), hidden),
            (account(jackpot_id, meter.row, "contributions"), -shown_part - hidden),
        ]
        total += shown_part + hidden
    found += [(account(jackpot_id, "", "due"), total), (account(jackpot_id, "", "house"), -total)]
    return tuple(line for line in found if line[1])


def contribute(jackpot: Jackpot, count: int) -> Lines:
    """``count`` wagers counted. A bonus jackpot is never moved by a wager (BJS-2): no lines."""
    _count(count)
    if not count:
        return ()
    return _contribution(jackpot.id, jackpot.wager, jackpot.meters, count)


@lru_cache(maxsize=4096)
def _contribution(jackpot_id: str, wager: int, meters: tuple[Meter, ...], count: int) -> Lines:
    return tuple((name, micros * count) for name, micros in _per_wager(jackpot_id, wager, meters))


def take_back(
    jackpot: Jackpot, count: int, accounts: Mapping[str, int], *, decrease_for_void: bool = True
) -> TakenBack:
    """``count`` counted wagers voided (BJS-5).

    The displayed share is taken from where it last went: accrued, then what lies over the cap, the pool, and older
    overflow; the hidden share from the reserve. The house bears what is no longer there. Without
    ``decrease_for_void`` nothing is taken and the house bears it all.
    """
    _count(count)
    lines: list[tuple[str, int]] = []
    taken = wanted = 0
    for meter in jackpot.meters:
        balances = balances_of(jackpot, meter, accounts)
        parts: tuple[tuple[int, tuple[str, ...]], ...] = (
            (jackpot.wager * meter.rate * count, _last_in(meter, balances)),
            (jackpot.wager * meter.reserve * count, ("reserve",)),
        )
        wanted += sum(part for part, _ in parts)
        if decrease_for_void:
            drawn = [line for part, funds in parts for line in _draw(balances, part, funds)]
            back = sum(micros for _, micros in drawn)
            taken += back
            lines += [(account(jackpot.id, meter.row, fund), -micros) for fund, micros in drawn]
            lines += [(account(jackpot.id, meter.row, "contributions"), back), *outside(jackpot, -back)]
    return TakenBack(net(lines), taken, wanted - taken)


def bear(jackpot: Jackpot, micros: int) -> Lines:
    """The contribution of voided wagers that stays on the meter: the house gives the wagers back from its own money."""
    _count(micros)
    return net([(account(jackpot.id, "", "borne"), micros), (account(jackpot.id, "", "cage"), -micros)])


def _last_in(meter: Meter, balances: Mapping[str, int]) -> tuple[str, ...]:
    """The funds of the displayed share, the one that money went into last first."""
    at_cap = meter.cap is not None and balances.get("pool", 0) >= meter.cap * MICROS
    return ("accrued", "overflow", "pool") if at_cap else ("accrued", "pool", "overflow")


# -- the meter


def shown(meter: Meter, balances: Mapping[str, int]) -> tuple[int, int]:
    """The displayed amount, at most the cap, and the overflow with what is not folded yet; in micros."""
    total = balances.get("accrued", 0) + balances.get("pool", 0)
    displayed = total if meter.cap is None else min(total, meter.cap * MICROS)
    return displayed, balances.get("overflow", 0) + total - displayed


def displayed_cents(meter: Meter, balances: Mapping[str, int]) -> int:
    """The displayed amount in whole cents, rounded down."""
    return shown(meter, balances)[0] // MICROS


def displayed(jackpot: Jackpot, accounts: Mapping[str, int]) -> dict[str, int]:
    """What a jackpot displays, in cents by row: its meters' amounts, or the posted amount of a bonus under no name."""
    if jackpot.scheme == "bonus":
        return {} if jackpot.amount is None else {"": jackpot.amount}
    return {meter.row: displayed_cents(meter, balances_of(jackpot, meter, accounts)) for meter in jackpot.meters}


def fold(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int]) -> Lines:
    """What has accrued goes to the pool, as far as the cap leaves room, and the rest to the overflow."""
    accrued = balances.get("accrued", 0)
    room = accrued if meter.cap is None else min(accrued, max(0, meter.cap * MICROS - balances.get("pool", 0)))
    return lines_of(jackpot, meter, accrued=-accrued, pool=room, overflow=accrued - room)


def fold_all(jackpot: Jackpot, accounts: Mapping[str, int]) -> Lines:
    """The same for every meter of a jackpot: done before its caps change."""
    return net(line for meter in jackpot.meters for line in fold(jackpot, meter, balances_of(jackpot, meter, accounts)))


def back_to_cap(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int]) -> Lines:
    """Brings the pool back to the preset maximum (`Decrease.MAXIMUM`): what lies above it becomes overflow."""
    if meter.cap is None:
        return ()
    above = max(0, balances.get("pool", 0) - meter.cap * MICROS)
    return lines_of(jackpot, meter, pool=-above, overflow=above)


def adjust(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int], to_cents: int, reason: Decrease) -> Lines:
    """Corrects the displayed amount to ``to_cents``; the part of a cent that it has stays.

    Up or down, only an amount displayed wrongly through a malfunction is corrected. The other reasons of the closed
    list have their own ways, which the refusal names. What is taken off is the house's seed first, which it has then
    recovered; the rest is the players' and stays theirs, in the reserve. What is added the house pays, and it is the
    players' from then on: no correction gives the house more than it put in.
    """
    whole_cents(to_cents, "a corrected amount")
    if reason is not Decrease.MALFUNCTION:
        raise AdjustmentRefused(
            f"an amount is not set to {dollars(to_cents)} for the reason {reason.value!r}",
            clause=reason.clause,
            remedy=_OWN_WAY[reason],
        )
    if meter.cap is not None and to_cents > meter.cap:
        raise AdjustmentRefused(
            f"{dollars(to_cents)} is over the maximum of {dollars(meter.cap)}",
            clause="WAC 230-15-685",
            remedy="correct to the maximum at most",
        )
    change = (to_cents - displayed_cents(meter, balances)) * MICROS
    back = max(0, min(-change, unrecovered(balances)))
    if change < 0:
        moved = lines_of(jackpot, meter, pool=change, recovered=back, reserve=-change - back)
        return net([*fold(jackpot, meter, balances), *moved, *outside(jackpot, -back)])
    moved = lines_of(jackpot, meter, pool=change, contributions=-change)
    return net([*fold(jackpot, meter, balances), *moved, *outside(jackpot, change)])


_OWN_WAY = {
    Decrease.WON: "lock the hit, then pay it",
    Decrease.MAXIMUM: "bring the display back to its maximum",
    Decrease.UNDISPLAYED: "book the undisplayed prize from the reserve or the overflow",
    Decrease.SEED: "recover the seed, at most what was put in",
}


# -- hits


def lock(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int], cents: int) -> Lines:
    """A hit's ``cents`` leave the displayed amount and are kept for the winner (BJS-3)."""
    whole_cents(cents, "a locked prize")
    there = displayed_cents(meter, balances)
    if cents > there:
        raise FundsShort(
            f"{dollars(cents)} cannot be locked on a meter of {dollars(there)}",
            clause="BJS-3",
            remedy="lock what the meter has; the house pays the rest",
        )
    taken = lines_of(jackpot, meter, pool=-cents * MICROS, locked=cents * MICROS)
    return net([*fold(jackpot, meter, balances), *taken])


def reseed(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int], *, full: bool) -> Reseed:
    """Tops a meter up to its reseed amount: from its reserve, then its overflow, then the house.

    Done after a ``full`` prize, and after any other only where the meter is to be topped up when below (BJS-3).
    """
    short = meter.reseed * MICROS - balances.get("accrued", 0) - balances.get("pool", 0)
    if short <= 0 or not (full or meter.reseed_below):
        return Reseed()
    parts = dict(_draw(balances, short, ("reserve", "overflow")))
    reserve, overflow = parts.get("reserve", 0), parts.get("overflow", 0)
    house = short - reserve - overflow
    moved = lines_of(jackpot, meter, pool=short, reserve=-reserve, overflow=-overflow, seed=-house)
    return Reseed(net([*moved, *outside(jackpot, house)]), reserve, overflow, house)


def reject(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int], hit: LockedHit) -> Lines:
    """A hit that was not one: its amount goes back to the meter, and the reseed back to where it came from (BJS-3).

    The house's part first, then that of the overflow and of the reserve, as far as the pool has them; what is then
    over the cap is overflow.
    """
    amount = whole_cents(hit.cents, "a rejected hit") * MICROS
    require(balances, "locked", amount, "give the hit's own amount back")
    pool = balances.get("pool", 0) + amount
    house = max(0, min(hit.house, unrecovered(balances), pool))
    overflow = min(hit.overflow, pool - house)
    reserve = min(hit.reserve, pool - house - overflow)
    pool -= house + overflow + reserve
    above = 0 if meter.cap is None else max(0, pool - meter.cap * MICROS)
    moved = lines_of(
        jackpot,
        meter,
        locked=-amount,
        pool=pool - above - balances.get("pool", 0),
        overflow=overflow + above,
        reserve=reserve,
        seed=house,
    )
    return net([*moved, *outside(jackpot, -house)])


def pay(
    jackpot: Jackpot,
    meter: Meter,
    balances: Mapping[str, int],
    cents: int,
    by: Literal["cage", "account"],
    kept: int = 0,
) -> Lines:
    """A locked prize is paid by the cage, which then owes the bank so much less, or from the bank account.

    ``kept`` cents of it are tax: the account does not pay them out, the cage answers for them (`withhold`).
    """
    amount = whole_cents(cents, "a prize") * MICROS
    require(balances, "locked", amount, "pay a hit once, with its own amount")
    mirror = paid_out(jackpot, balances, amount, by, whole_cents(kept, "tax withheld") * MICROS)
    return net([*lines_of(jackpot, meter, locked=-amount, paid=amount), *mirror])


def withhold(jackpot: Jackpot, cents: int) -> Lines:
    """Tax of a prize stays in the cage, and is owed to whoever levies it."""
    amount = whole_cents(cents, "tax withheld") * MICROS
    return net([(account(jackpot.id, "", "cage"), amount), (account(jackpot.id, "", "withheld"), -amount)])


def pay_house(jackpot: Jackpot, cents: int) -> Lines:
    """A prize, or the part of one, that the house pays from its own money: no fund of the players is touched."""
    amount = whole_cents(cents, "a prize") * MICROS
    return net([(account(jackpot.id, "", "awards"), amount), (account(jackpot.id, "", "cage"), -amount)])


# -- the house's seed and the hidden funds


def seed(jackpot: Jackpot, meter: Meter) -> Lines:
    """What the house puts into the meter at the start."""
    amount = meter.seed * MICROS
    return net([*lines_of(jackpot, meter, pool=amount, seed=-amount), *outside(jackpot, amount)])


def unrecovered(balances: Mapping[str, int]) -> int:
    """The micros that the house has put in and not taken back."""
    return -balances.get("seed", 0) - balances.get("recovered", 0)


def recover_seed(
    jackpot: Jackpot,
    meter: Meter,
    balances: Mapping[str, int],
    micros: int,
    from_: Literal["reserve", "overflow", "pool"],
) -> Lines:
    """The house takes seed money back (`Decrease.SEED`), never more than it put in and has not yet recovered."""
    _count(micros)
    if micros > unrecovered(balances):
        raise AdjustmentRefused(
            f"{money(micros)} is more than the {money(unrecovered(balances))} of seed not yet recovered",
            clause=Decrease.SEED.clause,
            remedy="recover at most that; the rest belongs to the players",
        )
    require(balances, from_, micros, "recover what the fund holds")
    moved = lines_of(jackpot, meter, **{from_: -micros}, recovered=micros)
    return net([*moved, *outside(jackpot, -micros)])


def book_undisplayed(
    jackpot: Jackpot, meter: Meter, balances: Mapping[str, int], cents: int, from_: Literal["reserve", "overflow"]
) -> Lines:
    """Hidden money goes out as a documented prize that is not displayed (`Decrease.UNDISPLAYED`)."""
    amount = whole_cents(cents, "an undisplayed prize") * MICROS
    require(balances, from_, amount, "book at most what the fund holds")
    return net([*lines_of(jackpot, meter, **{from_: -amount}, paid=amount), *outside(jackpot, -amount)])


# -- the bank account


def deposit(jackpot: Jackpot, cents: int) -> Lines:
    """Money that was due is put into the bank account."""
    amount = whole_cents(cents, "a deposit") * MICROS
    return net([(account(jackpot.id, "", "bank"), amount), (account(jackpot.id, "", "due"), -amount)])


def withdraw(jackpot: Jackpot, accounts: Mapping[str, int], cents: int) -> Lines:
    """The house takes out of the bank what the cage has paid ahead for it: at most what is due to the house."""
    amount = whole_cents(cents, "a withdrawal") * MICROS
    ahead = -accounts.get(account(jackpot.id, "", "due"), 0)
    if amount > ahead:
        raise FundsShort(
            f"{dollars(cents)} is more than the {money(max(0, ahead))} that the cage has paid ahead",
            clause="WAC 230-15-671",
            remedy="the account holds the players' money: take out only what was paid for it",
        )
    return seize(jackpot, accounts, cents)


def seize(jackpot: Jackpot, accounts: Mapping[str, int], cents: int) -> Lines:
    """Money was taken from the bank account by others: it is due again (WAC 230-15-715)."""
    amount = whole_cents(cents, "money taken from the bank") * MICROS
    require({"bank": accounts.get(account(jackpot.id, "", "bank"), 0)}, "bank", amount, "book what the account held")
    return net([(account(jackpot.id, "", "bank"), -amount), (account(jackpot.id, "", "due"), amount)])


def statement(jackpot: Jackpot, accounts: Mapping[str, int], in_bank: int | None = None) -> Statement:
    """Where a jackpot's money is; ``in_bank`` is what the bank itself says that the account has, in cents."""
    bank = accounts.get(account(jackpot.id, "", "bank"), 0)
    each = [(meter, balances_of(jackpot, meter, accounts)) for meter in jackpot.meters]
    more = 0 if in_bank is None else whole_cents(in_bank, "a bank balance") * MICROS - bank
    return Statement(
        held=sum(holdings(balances) for _, balances in each),
        posted=sum(displayed_cents(meter, balances) * MICROS + balances["locked"] for meter, balances in each),
        bank=bank,
        due=accounts.get(account(jackpot.id, "", "due"), 0),
        shortfall=max(0, -more),
        surplus=max(0, more),
    )


# -- parts


def _draw(balances: Mapping[str, int], micros: int, funds: tuple[str, ...]) -> list[tuple[str, int]]:
    """``micros`` taken from ``funds`` in their order, as far as they have them."""
    drawn = []
    for fund in funds:
        part = max(0, min(micros, balances.get(fund, 0)))
        micros -= part
        drawn.append((fund, part))
    return drawn


def _count(number: int) -> None:
    if type(number) is not int or number < 0:
        raise BadAmount(f"{number!r} is not a whole number from nothing up", remedy="give a whole number, 0 or more")
