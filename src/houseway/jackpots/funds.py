"""The players' money: how a jackpot's funds move, as ledger lines in whole micros that sum to zero.

Each meter has its holdings (``accrued`` not yet folded into the ``pool``, hidden ``reserve``, ``overflow`` above the
cap, ``locked`` hits, ``rounding`` of a closed meter) against where they came from and went to (``contributions`` and
``seed``, negative; ``paid`` and ``recovered``, positive): together zero. Each jackpot has its escrow: the ``bank``
account and deposits ``due``, together what its meters hold, against ``house``. Prizes that the house pays from its own
money are ``awards`` against the ``cage``. Whatever enters or leaves a meter is mirrored in the escrow.

``balances`` are one meter's by fund, with those of its jackpot's escrow (`balances_of`); ``accounts`` are by account.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from enum import Enum
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from houseway.errors import AdjustmentRefused, BadAmount, BadJackpot, FundsShort, RemovalRefused
from houseway.jackpots.configuration import FULL, MICROS, Jackpot, Meter
from houseway.rulebook.money import cents as whole_cents
from houseway.rulebook.money import dollars

Lines: TypeAlias = tuple[tuple[str, int], ...]
"""Ledger lines: (account, micros), together zero."""

HOLDINGS = ("accrued", "pool", "reserve", "overflow", "locked", "rounding")
SOURCES = ("contributions", "seed", "paid", "recovered")
ESCROW = ("bank", "due", "house")
PRIZES = ("awards", "cage")


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


class Removal(Enum):
    """Why a progressive may be removed, moved or closed: this list and nothing else (WAC 230-15-710)."""

    WON = "won-and-not-continued"
    DISCONTINUED = "game-discontinued"
    MOVED = "moved-to-another-table"
    ORDER = "order-of-the-regulator"
    CLOSING = "business-closing"

    @property
    def clause(self) -> str:
        """The rule that it rests on."""
        return "WAC 230-15-710"

    @property
    def needs_notice(self) -> bool:
        """Whether the players are told beforehand: not when the money was won, nor when the regulator orders it."""
        return self not in (Removal.WON, Removal.ORDER)


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
    """A jackpot's escrow, in micros: what its meters hold, what is posted, where the money is, what is missing.

    ``posted`` is the amounts as displayed, in whole cents, with the locked hits; ``shortfall`` what the bank has less
    than is booked there.
    """

    held: int
    posted: int
    bank: int
    due: int
    shortfall: int

    @property
    def covers_posted(self) -> bool:
        """Whether the money in the bank is at least what is posted and locked (WAC 230-15-715)."""
        return self.bank - self.shortfall >= self.posted


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
            lines += [(account(jackpot.id, meter.row, "contributions"), back), *_outside(jackpot, -back)]
    return TakenBack(_net(lines), taken, wanted - taken)


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


def fold(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int]) -> Lines:
    """What has accrued goes to the pool, as far as the cap leaves room, and the rest to the overflow."""
    accrued = balances.get("accrued", 0)
    room = accrued if meter.cap is None else min(accrued, max(0, meter.cap * MICROS - balances.get("pool", 0)))
    return _lines(jackpot, meter, accrued=-accrued, pool=room, overflow=accrued - room)


def fold_all(jackpot: Jackpot, accounts: Mapping[str, int]) -> Lines:
    """The same for every meter of a jackpot: done before its caps change."""
    return _net(
        line for meter in jackpot.meters for line in fold(jackpot, meter, balances_of(jackpot, meter, accounts))
    )


def back_to_cap(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int]) -> Lines:
    """Brings the pool back to the preset maximum (`Decrease.MAXIMUM`): what lies above it becomes overflow."""
    if meter.cap is None:
        return ()
    above = max(0, balances.get("pool", 0) - meter.cap * MICROS)
    return _lines(jackpot, meter, pool=-above, overflow=above)


def adjust(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int], to_cents: int, reason: Decrease) -> Lines:
    """Corrects the displayed amount to ``to_cents``; the part of a cent that it has stays.

    Up or down, only an amount displayed wrongly through a malfunction is corrected. The other reasons of the closed
    list have their own ways, which the refusal names.
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
    moved = _lines(jackpot, meter, pool=change, contributions=-change)
    return _net([*fold(jackpot, meter, balances), *moved, *_outside(jackpot, change)])


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
    taken = _lines(jackpot, meter, pool=-cents * MICROS, locked=cents * MICROS)
    return _net([*fold(jackpot, meter, balances), *taken])


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
    moved = _lines(jackpot, meter, pool=short, reserve=-reserve, overflow=-overflow, seed=-house)
    return Reseed(_net([*moved, *_outside(jackpot, house)]), reserve, overflow, house)


def reject(jackpot: Jackpot, meter: Meter, balances: Mapping[str, int], hit: LockedHit) -> Lines:
    """A hit that was not one: its amount goes back to the meter, and the reseed back to where it came from (BJS-3).

    The house's part first, then that of the overflow and of the reserve, as far as the pool has them; what is then
    over the cap is overflow.
    """
    amount = whole_cents(hit.cents, "a rejected hit") * MICROS
    _require(balances, "locked", amount, "give the hit's own amount back")
    pool = balances.get("pool", 0) + amount
    house = max(0, min(hit.house, unrecovered(balances), pool))
    overflow = min(hit.overflow, pool - house)
    reserve = min(hit.reserve, pool - house - overflow)
    pool -= house + overflow + reserve
    above = 0 if meter.cap is None else max(0, pool - meter.cap * MICROS)
    moved = _lines(
        jackpot,
        meter,
        locked=-amount,
        pool=pool - above - balances.get("pool", 0),
        overflow=overflow + above,
        reserve=reserve,
        seed=house,
    )
    return _net([*moved, *_outside(jackpot, -house)])


def pay(
    jackpot: Jackpot, meter: Meter, balances: Mapping[str, int], cents: int, by: Literal["cage", "account"]
) -> Lines:
    """A locked prize is paid by the cage, which then owes the bank so much less, or from the bank account."""
    amount = whole_cents(cents, "a prize") * MICROS
    _require(balances, "locked", amount, "pay a hit once, with its own amount")
    return _net([*_lines(jackpot, meter, locked=-amount, paid=amount), *_paid_out(jackpot, balances, amount, by)])


def pay_house(jackpot: Jackpot, cents: int) -> Lines:
    """A prize, or the part of one, that the house pays from its own money: no fund of the players is touched."""
    amount = whole_cents(cents, "a prize") * MICROS
    return _net([(account(jackpot.id, "", "awards"), amount), (account(jackpot.id, "", "cage"), -amount)])


# -- the house's seed and the hidden funds


def seed(jackpot: Jackpot, meter: Meter) -> Lines:
    """What the house puts into the meter at the start."""
    amount = meter.seed * MICROS
    return _net([*_lines(jackpot, meter, pool=amount, seed=-amount), *_outside(jackpot, amount)])


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
            f"{_money(micros)} is more than the {_money(unrecovered(balances))} of seed not yet recovered",
            clause=Decrease.SEED.clause,
            remedy="recover at most that; the rest belongs to the players",
        )
    _require(balances, from_, micros, "recover what the fund holds")
    moved = _lines(jackpot, meter, **{from_: -micros}, recovered=micros)
    return _net([*moved, *_outside(jackpot, -micros)])


def book_undisplayed(
    jackpot: Jackpot,
    meter: Meter,
    balances: Mapping[str, int],
    cents: int,
    from_: Literal["reserve", "overflow"],
) -> Lines:
    """Hidden money goes out as a documented prize that is not displayed (`Decrease.UNDISPLAYED`)."""
    amount = whole_cents(cents, "an undisplayed prize") * MICROS
    _require(balances, from_, amount, "book at most what the fund holds")
    return _net([*_lines(jackpot, meter, **{from_: -amount}, paid=amount), *_outside(jackpot, -amount)])


# -- the bank account


def deposit(jackpot: Jackpot, cents: int) -> Lines:
    """Money that was due is put into the bank account."""
    amount = whole_cents(cents, "a deposit") * MICROS
    return _net([(account(jackpot.id, "", "bank"), amount), (account(jackpot.id, "", "due"), -amount)])


def withdraw(jackpot: Jackpot, accounts: Mapping[str, int], cents: int) -> Lines:
    """The house takes out of the bank what the cage has paid ahead for it: at most what is due to the house."""
    amount = whole_cents(cents, "a withdrawal") * MICROS
    ahead = -accounts.get(account(jackpot.id, "", "due"), 0)
    if amount > ahead:
        raise FundsShort(
            f"{dollars(cents)} is more than the {_money(max(0, ahead))} that the cage has paid ahead",
            clause="WAC 230-15-671",
            remedy="the account holds the players' money: take out only what was paid for it",
        )
    return seize(jackpot, accounts, cents)


def seize(jackpot: Jackpot, accounts: Mapping[str, int], cents: int) -> Lines:
    """Money was taken from the bank account by others: it is due again (WAC 230-15-715)."""
    amount = whole_cents(cents, "money taken from the bank") * MICROS
    _require({"bank": accounts.get(account(jackpot.id, "", "bank"), 0)}, "bank", amount, "book what the account held")
    return _net([(account(jackpot.id, "", "bank"), -amount), (account(jackpot.id, "", "due"), amount)])


def statement(jackpot: Jackpot, accounts: Mapping[str, int], in_bank: int | None = None) -> Statement:
    """Where a jackpot's money is; ``in_bank`` is what the bank itself says that the account has, in cents."""
    bank = accounts.get(account(jackpot.id, "", "bank"), 0)
    each = [(meter, balances_of(jackpot, meter, accounts)) for meter in jackpot.meters]
    short = 0 if in_bank is None else max(0, bank - whole_cents(in_bank, "a bank balance") * MICROS)
    return Statement(
        held=sum(holdings(balances) for _, balances in each),
        posted=sum(displayed_cents(meter, balances) * MICROS + balances["locked"] for meter, balances in each),
        bank=bank,
        due=accounts.get(account(jackpot.id, "", "due"), 0),
        shortfall=short,
    )


def holdings(balances: Mapping[str, int]) -> int:
    """Everything that a meter holds, in micros."""
    return sum(balances.get(fund, 0) for fund in HOLDINGS)


# -- the end of a progressive


def removal_of(reason: str) -> Removal:
    """The reason of that name in the closed list, or the refusal."""
    try:
        return Removal(reason)
    except ValueError:
        raise RemovalRefused(
            f"{reason!r} is no reason to remove a progressive",
            clause=Removal.DISCONTINUED.clause,
            remedy=f"reasons: {', '.join(known.value for known in Removal)}",
        ) from None


def check_removal(reason: Removal, noticed: date | None, on: date, notice_days: int) -> None:
    """Refuses a removal on the day ``on`` before the notice to the players has run its ``notice_days``."""
    if reason.needs_notice and notice_days and (noticed is None or on < noticed + timedelta(days=notice_days)):
        since = "has not been given" if noticed is None else f"was given on {noticed}"
        raise RemovalRefused(
            f"{notice_days} days of notice to the players come before a removal, and it {since}",
            clause=reason.clause,
            remedy="post the notice and wait until it has run",
        )


def transfer(source: Jackpot, target: Jackpot, meter: Meter, accounts: Mapping[str, int]) -> Lines:
    """Everything that ``source`` holds goes to ``meter`` of ``target``, its escrow with it; nothing stays.

    What was displayed is displayed there, up to the cap; hidden money stays hidden. The house's claim to its seed
    ends: it is recovered before, or not at all.
    """
    if source.id == target.id or meter not in target.meters:
        raise RemovalRefused(
            f"{source.id} cannot go to {target.id}/{meter.row}",
            clause=Removal.DISCONTINUED.clause,
            remedy="name a meter of another progressive of the property",
        )
    there = balances_of(target, meter, accounts)
    lines: list[tuple[str, int]] = []
    moved = dict.fromkeys(("pool", "reserve", "overflow"), 0)
    for old in source.meters:
        held = _unlocked(source, old, accounts)
        lines += _lines(source, old, **{fund: -held[fund] for fund in HOLDINGS}, contributions=holdings(held))
        moved["pool"] += held["accrued"] + held["pool"] + held["rounding"]
        moved["reserve"] += held["reserve"]
        moved["overflow"] += held["overflow"]
    if meter.cap is not None:
        above = max(0, moved["pool"] - max(0, meter.cap * MICROS - there["pool"]))
        moved["pool"] -= above
        moved["overflow"] += above
    lines += _lines(target, meter, **moved, contributions=-sum(moved.values()))
    for fund in ESCROW:
        micros = accounts.get(account(source.id, "", fund), 0)
        lines += [(account(source.id, "", fund), -micros), (account(target.id, "", fund), micros)]
    return _net(lines)


def donate(
    jackpot: Jackpot, meter: Meter, accounts: Mapping[str, int], by: Literal["cage", "account"] = "account"
) -> Lines:
    """Everything that a closed meter holds goes out in whole cents, never to the house; the rest is ``rounding``."""
    held = _unlocked(jackpot, meter, accounts)
    rest = holdings(held) % MICROS
    amount = holdings(held) - rest
    left = {fund: -held[fund] for fund in HOLDINGS}
    left["rounding"] += rest
    return _net([*_lines(jackpot, meter, **left, paid=amount), *_paid_out(jackpot, held, amount, by)])


def is_empty(jackpot: Jackpot, accounts: Mapping[str, int]) -> bool:
    """Whether no meter of the jackpot holds anything but a rest of less than a cent."""
    held = [balances_of(jackpot, meter, accounts) for meter in jackpot.meters]
    return all(holdings(each) == each["rounding"] < MICROS and not each["locked"] for each in held)


def _unlocked(jackpot: Jackpot, meter: Meter, accounts: Mapping[str, int]) -> dict[str, int]:
    balances = balances_of(jackpot, meter, accounts)
    if balances["locked"]:
        raise RemovalRefused(
            f"{jackpot.id} has {_money(balances['locked'])} locked for hits",
            clause="BJS-3",
            remedy="pay or reject them first",
        )
    return balances


# -- checks


_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MOST = 10**11
"""A thousand million dollars in cents: what is below it is less than 2**63 micros."""


def check(jackpot: Jackpot) -> None:
    """Refuses, with `BadJackpot`, a jackpot that cannot be run as it is configured."""
    for name in (jackpot.id, *(meter.row for meter in jackpot.meters if meter.row)):
        _demand(bool(_KEBAB.fullmatch(name)), f"{name!r} is not a name in kebab-case", "BJS-2", "write it like-this")
    _demand(_whole(jackpot.wager) and jackpot.wager > 0, "the fixed wager is not money", "BJS-1", "give it in cents")
    _demand(
        _whole(jackpot.unreasonable) and jackpot.unreasonable > 0,
        "the most wagers an hour is not a number above nothing",
        "BJS-1",
        "give the most that one position can plausibly make in an hour",
    )
    if jackpot.scheme == "bonus":
        _demand(not jackpot.meters, "a bonus is never moved by a wager and has a meter", "BJS-2", "take the meter out")
        _demand(jackpot.updates != "real-time", "a bonus moves in real time", "WAC 230-15-671", "static or updated")
        amount_is_good = jackpot.amount is None or _whole(jackpot.amount)
        _demand(amount_is_good, "the posted amount is not money", "BJS-2", "give it in cents")
        return
    _demand(bool(jackpot.meters), "a progressive has no meter", "BJS-2", "give it at least one")
    _demand(
        jackpot.updates == "real-time",
        f"a progressive moves with each wager, and its updates are {jackpot.updates}",
        "WAC 230-15-671",
        "set updates to real-time, or run a bonus",
    )
    _demand(jackpot.amount is None, "a progressive has a posted amount", "BJS-2", "give its meter a seed")
    rows = [meter.row for meter in jackpot.meters]
    _demand(len(set(rows)) == len(rows), "two meters have the same row", "BJS-3", "give each row one meter at most")
    for meter in jackpot.meters:
        _check_meter(meter)
    share = sum(meter.rate + meter.reserve for meter in jackpot.meters)
    _demand(share <= FULL, f"{share} parts per million of a wager are more than all of it", "BJS-2", "lower the rates")


def _check_meter(meter: Meter) -> None:
    of = f"of meter {meter.row}" if meter.row else "of the meter"
    for what, number in (("rate", meter.rate), ("reserve", meter.reserve), ("seed", meter.seed)):
        _demand(_whole(number), f"the {what} {of} is {number!r}", "WAC 230-15-685", "give a whole number, nothing less")
    _demand(_whole(meter.reseed), f"the reseed {of} is {meter.reseed!r}", "BJS-3", "give it in cents, nothing less")
    _demand(
        meter.rate > 0, f"the rate {of} is nothing: it would not move", "WAC 230-15-671", "give it a share of the wager"
    )
    if meter.cap is not None:
        least = max(meter.seed, meter.reseed)
        _demand(
            _whole(meter.cap) and meter.cap >= least,
            f"the cap {of} is {meter.cap!r}, under what it starts from",
            "WAC 230-15-685",
            f"cap it at {dollars(least)} or more",
        )


def check_change(old: Jackpot, new: Jackpot, accounts: Mapping[str, int]) -> None:
    """Refuses a change of a running jackpot: another scheme, a meter gone with its money, a cap under the amount."""
    check(new)
    same = (old.id, old.scheme) == (new.id, new.scheme)
    _demand(same, f"{old.id} cannot become {new.id}, a {new.scheme}", "BJS-2", "close it and set up another")
    for meter in old.meters:
        balances = balances_of(old, meter, accounts)
        after = new.meter(meter.row)
        if after is None:
            _demand(
                not holdings(balances),
                f"meter {meter.row or old.id} still holds {_money(holdings(balances))}",
                Removal.DISCONTINUED.clause,
                "account for the players' money before the meter goes",
            )
        elif after.cap is not None:
            _demand(
                after.cap * MICROS >= shown(meter, balances)[0],
                f"a cap of {dollars(after.cap)} is under the {_money(shown(meter, balances)[0])} displayed",
                "WAC 230-15-685",
                "cap it at or above the amount that stands",
            )


def check_invariants(jackpot: Jackpot, accounts: Mapping[str, int]) -> list[str]:
    """What is broken in a jackpot's accounts, in words; nothing if all is well."""
    broken: list[str] = []
    known = {account(jackpot.id, "", fund) for fund in ESCROW + PRIZES}
    held = 0
    for meter in jackpot.meters:
        name = account(jackpot.id, meter.row, "")
        known.update(name + fund for fund in HOLDINGS + SOURCES)
        balances = balances_of(jackpot, meter, accounts)
        held += holdings(balances)
        total = sum(balances[fund] for fund in HOLDINGS + SOURCES)
        if total:
            broken.append(f"{name} is out of balance by {total} micros")
        broken += [f"{name}{fund} is below zero" for fund in (*HOLDINGS, "paid", "recovered") if balances[fund] < 0]
        broken += [f"{name}{fund} is not whole cents" for fund in ("locked", "paid") if balances[fund] % MICROS]
        if unrecovered(balances) < 0:
            broken.append(f"{name}recovered is more than was seeded")
        if meter.cap is not None and balances["pool"] > meter.cap * MICROS:
            broken.append(f"{name}pool is over the cap")
    bank, due, house, awards, cage = (accounts.get(account(jackpot.id, "", fund), 0) for fund in ESCROW + PRIZES)
    for what, wrong in (
        (f"bank, due and house are out of balance by {bank + due + house} micros", bank + due + house),
        (f"bank and due differ from what the meters hold by {bank + due - held} micros", bank + due - held),
        ("bank is below zero", bank < 0),
        ("bank is not whole cents", bank % MICROS),
        (f"awards and cage are out of balance by {awards + cage} micros", awards + cage),
        ("awards is below zero", awards < 0),
        ("awards is not whole cents", awards % MICROS),
    ):
        if wrong:
            broken.append(f"{jackpot.id}: {what}")
    mine = (f"{jackpot.id}:", f"{jackpot.id}/")
    unknown = [name for name in accounts if name.startswith(mine) and name not in known]
    # A meter that was taken out leaves its history, which comes to nothing, and no money.
    lost = [name for name in unknown if name.rpartition(":")[2] not in SOURCES and accounts[name]]
    broken += [f"{name} belongs to no meter" for name in lost]
    history: dict[str, int] = {}
    for name in unknown if not lost else ():
        history[name.rpartition(":")[0]] = history.get(name.rpartition(":")[0], 0) + accounts[name]
    broken += [f"{name} is no meter any more and is out of balance" for name, total in history.items() if total]
    return broken


# -- parts


def _net(lines: Iterable[tuple[str, int]]) -> Lines:
    """One line an account, none that moves nothing."""
    total: dict[str, int] = {}
    for name, micros in lines:
        total[name] = total.get(name, 0) + micros
    return tuple((name, micros) for name, micros in total.items() if micros)


def _lines(jackpot: Jackpot, meter: Meter, **moved: int) -> Lines:
    return tuple((account(jackpot.id, meter.row, fund), micros) for fund, micros in moved.items() if micros)


def _outside(jackpot: Jackpot, micros: int, through: str = "due") -> Lines:
    """The escrow's mirror of ``micros`` that come in, or go out where negative."""
    return (account(jackpot.id, "", through), micros), (account(jackpot.id, "", "house"), -micros)


def _paid_out(jackpot: Jackpot, balances: Mapping[str, int], micros: int, by: Literal["cage", "account"]) -> Lines:
    if by == "account":
        _require(balances, "bank", micros, "deposit what is due first, or pay from the cage")
    return _outside(jackpot, -micros, {"cage": "due", "account": "bank"}[by])


def _draw(balances: Mapping[str, int], micros: int, funds: tuple[str, ...]) -> list[tuple[str, int]]:
    """``micros`` taken from ``funds`` in their order, as far as they have them."""
    drawn = []
    for fund in funds:
        part = max(0, min(micros, balances.get(fund, 0)))
        micros -= part
        drawn.append((fund, part))
    return drawn


def _require(balances: Mapping[str, int], fund: str, micros: int, remedy: str) -> None:
    there = balances.get(fund, 0)
    if micros > there:
        raise FundsShort(f"{fund} holds {_money(there)}, and {_money(micros)} is asked of it", remedy=remedy)


def _demand(good: bool, message: str, clause: str, remedy: str) -> None:
    if not good:
        raise BadJackpot(message, clause=clause, remedy=remedy)


def _whole(number: object) -> bool:
    return type(number) is int and 0 <= number <= _MOST


def _count(number: int) -> None:
    if type(number) is not int or number < 0:
        raise BadAmount(f"{number!r} is not a whole number from nothing up")


def _money(micros: int) -> str:
    """``micros`` as people write them, with what there is of a cent."""
    whole, part = divmod(micros, MICROS)
    return dollars(whole) + (f" and {part} millionths of a cent" if part else "")
