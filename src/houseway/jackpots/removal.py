"""The end of a progressive: why it may go, the notice before it, and where the players' money goes.

It goes to another progressive of the property or is given away, never to the house (WAC 230-15-710).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from enum import Enum
from typing import Literal

from houseway.jackpots.jackpot_accounts import (
    ESCROW,
    HOLDINGS,
    Lines,
    account,
    balances_of,
    holdings,
    lines_of,
    money,
    net,
    paid_out,
)
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.jackpots.jackpot_errors import RemovalRefused


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


def contributed(jackpot: str, row: str, accounts: Mapping[str, int]) -> int:
    """What wagers have brought into a meter since it began, in micros."""
    return -accounts.get(account(jackpot, row, "contributions"), 0)


def check_won(jackpot: Jackpot, counted: Mapping[str, int], accounts: Mapping[str, int]) -> None:
    """Refuses `Removal.WON` unless each meter's full prize was paid and no wager has been counted for it since.

    ``counted`` has, by the row of each meter whose last full prize was paid, what had been contributed by then.
    """
    for meter in jackpot.meters:
        name = f"{jackpot.id}/{meter.row}" if meter.row else jackpot.id
        if meter.row not in counted:
            why = f"no full prize of {name} was paid"
        elif contributed(jackpot.id, meter.row, accounts) > counted[meter.row]:
            why = f"wagers were counted for {name} after its full prize was won"
        else:
            continue
        raise RemovalRefused(
            f"{why}: the players hear of it before their money goes",
            clause=Removal.WON.clause,
            remedy=f"give another reason, with notice where it needs one: {Removal.DISCONTINUED.value}",
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
        lines += lines_of(source, old, **{fund: -held[fund] for fund in HOLDINGS}, contributions=holdings(held))
        moved["pool"] += held["accrued"] + held["pool"] + held["rounding"]
        moved["reserve"] += held["reserve"]
        moved["overflow"] += held["overflow"]
    if meter.cap is not None:
        above = max(0, moved["pool"] - max(0, meter.cap * MICROS - there["pool"]))
        moved["pool"] -= above
        moved["overflow"] += above
    lines += lines_of(target, meter, **moved, contributions=-sum(moved.values()))
    for fund in ESCROW:
        micros = accounts.get(account(source.id, "", fund), 0)
        lines += [(account(source.id, "", fund), -micros), (account(target.id, "", fund), micros)]
    return net(lines)


def donate(
    jackpot: Jackpot, meter: Meter, accounts: Mapping[str, int], by: Literal["cage", "account"] = "account"
) -> Lines:
    """Everything that a closed meter holds goes out in whole cents, never to the house; the rest is ``rounding``."""
    held = _unlocked(jackpot, meter, accounts)
    rest = holdings(held) % MICROS
    amount = holdings(held) - rest
    left = {fund: -held[fund] for fund in HOLDINGS}
    left["rounding"] += rest
    return net([*lines_of(jackpot, meter, **left, paid=amount), *paid_out(jackpot, held, amount, by)])


def is_empty(jackpot: Jackpot, accounts: Mapping[str, int]) -> bool:
    """Whether no meter of the jackpot holds anything but a rest of less than a cent."""
    held = [balances_of(jackpot, meter, accounts) for meter in jackpot.meters]
    return all(holdings(each) == each["rounding"] < MICROS and not each["locked"] for each in held)


def _unlocked(jackpot: Jackpot, meter: Meter, accounts: Mapping[str, int]) -> dict[str, int]:
    balances = balances_of(jackpot, meter, accounts)
    if balances["locked"]:
        raise RemovalRefused(
            f"{jackpot.id} has {money(balances['locked'])} locked for hits",
            clause="BJS-3",
            remedy="pay or reject them first",
        )
    return balances
