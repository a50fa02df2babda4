"""Whether a jackpot is sound: as it is configured, as it is to be changed, and in its accounts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from houseway.jackpots.funds import shown, unrecovered
from houseway.jackpots.jackpot_accounts import ESCROW, HOLDINGS, PRIZES, SOURCES, account, balances_of, holdings, money
from houseway.jackpots.jackpot_configuration import FULL, MICROS, Jackpot, Meter
from houseway.jackpots.jackpot_errors import BadJackpot
from houseway.jackpots.removal import Removal
from houseway.rulebook.money import dollars

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
                f"meter {meter.row or old.id} still holds {money(holdings(balances))}",
                Removal.DISCONTINUED.clause,
                "account for the players' money before the meter goes",
            )
        elif after.cap is not None:
            _demand(
                after.cap * MICROS >= shown(meter, balances)[0],
                f"a cap of {dollars(after.cap)} is under the {money(shown(meter, balances)[0])} displayed",
                "WAC 230-15-685",
                "cap it at or above the amount that stands",
            )


def fits(old: Jackpot, new: Jackpot, accounts: Mapping[str, int]) -> bool:
    """Whether parameters that waited can hold now: not while a cap among them is under an amount that stands."""
    try:
        check_change(old, new, accounts)
    except BadJackpot:
        return False
    return True


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
    bank, due, house, awards, borne, cage, withheld = (
        accounts.get(account(jackpot.id, "", fund), 0) for fund in ESCROW + PRIZES
    )
    prizes = awards + borne + cage + withheld
    for what, wrong in (
        (f"bank, due and house are out of balance by {bank + due + house} micros", bank + due + house),
        (f"bank and due differ from what the meters hold by {bank + due - held} micros", bank + due - held),
        ("bank is below zero", bank < 0),
        ("bank is not whole cents", bank % MICROS),
        (f"awards, borne and cage are out of balance with tax withheld by {prizes} micros", prizes),
        ("awards is below zero", awards < 0),
        ("borne is below zero", borne < 0),
        ("awards is not whole cents", awards % MICROS),
        ("less than nothing was withheld", withheld > 0),
        ("withheld is not whole cents", withheld % MICROS),
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


def _demand(good: bool, message: str, clause: str, remedy: str) -> None:
    if not good:
        raise BadJackpot(message, clause=clause, remedy=remedy)


def _whole(number: object) -> bool:
    return type(number) is int and 0 <= number <= _MOST
