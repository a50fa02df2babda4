"""Entries of a jackpot: its parameters, its hits, its money and its end."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from houseway.floor.kinds.body import Body, HeldHit
from houseway.floor.kinds.spelling import Says, meter_name, micros, row_name
from houseway.jackpots.jackpot_configuration import FULL, MICROS, Jackpot
from houseway.rulebook.money import dollars

Parameter: TypeAlias = str | int | bool | None
"""A parameter of a meter."""


class JackpotBegun(Body, frozen=True, kw_only=True):
    """A jackpot begins, its meters with these seeds in cents."""

    jackpot: Jackpot
    beginning: dict[str, int] = {}

    @property
    def sentence(self) -> str:
        seeds = ", ".join(f"{meter_name(row)} with a seed of {dollars(cents)}" for row, cents in self.beginning.items())
        return f"Jackpot {self.jackpot.id} begins, a {self.jackpot.scheme}{f': {seeds}' if seeds else ''}"


class JackpotChanged(Body, frozen=True, kw_only=True):
    """Other parameters, or, ``queued``, parameters that wait for the next full prize."""

    jackpot: Jackpot
    before: Jackpot | UnsetType = UNSET
    queued: bool = False

    @property
    def sentence(self) -> str:
        waits = ", once the next full prize is won" if self.queued else ""
        changes = ", ".join(_changes(self.before, self.jackpot)) if self.before else ""
        return f"Parameters of {self.jackpot.id} change{waits}: {changes or 'none'}"


class AmountPosted(Body, frozen=True, kw_only=True):
    """A bonus was posted anew; ``waiting`` are parameters that go on waiting. In the streams of its tables too."""

    jackpot: Jackpot
    before: Jackpot | UnsetType = UNSET
    waiting: Jackpot | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        jackpot = self.jackpot
        amount = f" at {dollars(jackpot.amount)}" if jackpot.amount is not None else ""
        rows = ", ".join(f"{row} {pays}" for row, pays in jackpot.posted.items())
        return f"{jackpot.title} posted{amount}{f': {rows}' if rows else ''}"


class HitLocked(Body, frozen=True, kw_only=True):
    """Hits with their amounts. ``counted`` is what wagers had brought, in micros, for each row that was won in full.

    ``changed`` are parameters that waited for this prize and hold from here on.
    """

    hits: list[HeldHit]
    amounts: dict[str, int] = {}
    counted: dict[str, int] | UnsetType = UNSET
    changed: Jackpot | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        text = "; ".join(map(_locked, self.hits))
        return f"{text[:1].upper()}{text[1:]}"


class HitVerified(Body, frozen=True, kw_only=True):
    """Hand, wager, seat and deck of a hit were looked at."""

    hit: str
    cards: str = ""
    deck: str = ""
    surveillance: str = ""
    player: str = ""

    sentence = Says("Hit {hit} verified: cards {cards}, deck {deck}<, surveillance {surveillance}><, player {player}>")


class HitPaid(Body, frozen=True, kw_only=True):
    """A hit is paid, in cents, from the cage or by the account.

    ``withheld`` cents of the amount are tax and were not paid out; ``reported``: Form W-2G is due. ``payee`` is the
    reference of a payee on record (`houseway.floor.kinds.of_payment.PayeeRecorded`), ``check`` the number of the check
    that was drawn; earlier releases followed no checks.
    """

    hit: str
    amount: int = 0
    by: str = ""
    method: str = ""
    reference: str = ""
    player: str | UnsetType = UNSET
    payee: str | UnsetType = UNSET
    withheld: int | UnsetType = UNSET
    reported: bool | UnsetType = UNSET
    check: str | UnsetType = UNSET

    @property
    def net(self) -> int:
        """What the payee was paid, in cents."""
        return self.amount - (self.withheld or 0)

    @property
    def sentence(self) -> str:
        reference = f" {self.reference}" if self.reference else ""
        source = "the account" if self.by == "account" else "the cage"
        payee = f", to {self.payee}" if self.payee else ""
        tax = f"; {dollars(self.withheld)} withheld, {dollars(self.net)} paid out" if self.withheld else ""
        return f"Hit {self.hit} paid: {dollars(self.amount)} from {source}, {self.method}{reference}{payee}{tax}"


class HitRejected(Body, frozen=True, kw_only=True):
    """The hit was none. In the stream of its table too."""

    hit: str
    reason: str = ""
    amount: int = 0
    reseed_stays_with: str | UnsetType = UNSET

    sentence = Says("Hit {hit} of {amount:dollars} rejected: {reason}")


class ContributionVoided(Body, frozen=True, kw_only=True):
    """Wagers of a voided round: micros taken back, and micros paid by the house.

    ``since`` is the end of the day on which they were counted; release 0.1 did not write it, and booked nothing for
    what the house pays.
    """

    table: str = ""
    round: int = 0
    count: int = 0
    taken: int = 0
    borne: int = 0
    since: int | UnsetType = UNSET

    sentence = Says(
        "{count} wagers of round {round} at table {table} void: {taken:micros} taken back"
        "<; {borne:micros} paid by the house>"
    )


class MeterAdjusted(Body, frozen=True, kw_only=True):
    """A displayed amount set right, in cents.

    Of what was taken off ``seed`` micros went back to the house, and ``kept`` stay with the players in the reserve.
    """

    row: str = ""
    before: int = 0
    after: int = 0
    reason: str = ""
    clause: str = ""
    document: str = ""
    malfunction: str = ""
    seed: int | UnsetType = UNSET
    kept: int | UnsetType = UNSET

    sentence = Says(
        "{row:Meter} set from {before:dollars} to {after:dollars}: {reason} [{clause}], {document}"
        "<; malfunction {malfunction}><; {seed:micros} of seed went back to the house>"
        "<; {kept:micros} of the players is kept in the reserve>"
    )


class Taken(Body, frozen=True, kw_only=True):
    """Money that left a fund of a meter."""

    row: str = ""
    amount: int = 0
    source: str = ""
    document: str = ""

    @property
    def where(self) -> str:
        """How much, from which fund, by which paper."""
        amount = micros(self.amount * MICROS)
        return f"{amount} from the {self.source} of {meter_name(self.row)}, {self.document}"


class SeedRecovered(Taken, frozen=True, kw_only=True):
    """Seed money went back to the house, in cents."""

    sentence = Says("The house recovers a seed of {where}")


class UndisplayedBooked(Taken, frozen=True, kw_only=True):
    """A prize that is not displayed was booked, in cents."""

    sentence = Says("An undisplayed prize of {where}")


class Deposited(Body, frozen=True, kw_only=True):
    """Money due reached the bank, in cents and micros, perhaps by ``check``; ``left`` micros are still due."""

    amount: int = 0
    micros: int = 0
    left: int | UnsetType = UNSET
    reference: str = ""
    check: str | UnsetType = UNSET

    sentence = Says("{amount:dollars} deposited, {reference}<, check {check}>")


class Withdrawn(Body, frozen=True, kw_only=True):
    """What the cage had paid ahead came back to it, in cents."""

    amount: int = 0
    reference: str = ""

    sentence = Says("{amount:dollars} withdrawn for the cage, {reference}")


class StatementRead(Body, frozen=True, kw_only=True):
    """What the bank has, in cents, beside the micros that are booked."""

    amount: int = 0
    booked: int = 0
    shortfall: int = 0
    surplus: int = 0
    reference: str = ""

    @property
    def sentence(self) -> str:
        off = f"; short by {micros(self.shortfall)}" if self.shortfall else ""
        if self.surplus:
            off = f"; {micros(self.surplus)} more than is booked"
        return f"The bank has {dollars(self.amount)}, {micros(self.booked)} is booked{off}; {self.reference}"


class DifferenceExplained(Body, frozen=True, kw_only=True):
    """Why the bank had more than is booked."""

    surplus: int = 0
    explanation: str = ""
    reference: str = ""

    sentence = Says("{surplus:micros} more at the bank than is booked is explained: {explanation}, {reference}")


class Seized(Body, frozen=True, kw_only=True):
    """An authority took money from the account, in cents."""

    amount: int = 0
    authority: str = ""
    reference: str = ""

    sentence = Says("{authority} took {amount:dollars} from the account<, {reference}>")


class JackpotStopped(Body, frozen=True, kw_only=True):
    """Counting stops, at its tables too; ``short`` micros of the account are missing."""

    jackpot: str = ""
    reason: str = ""
    short: int | UnsetType = UNSET

    sentence = Says("Jackpot {jackpot} stops: {reason}")


class JackpotResumed(Body, frozen=True, kw_only=True):
    """Counting goes on, at its tables too."""

    jackpot: str = ""
    reason: str = ""

    sentence = Says("Jackpot {jackpot} goes on: {reason}")


class RemovalAnnounced(Body, frozen=True, kw_only=True):
    """A progressive is to go on ``day``."""

    reason: str = ""
    clause: str = ""
    day: str = ""
    noticed: str = ""
    document: str = ""

    sentence = Says("Removal announced for {day}: {reason:words}<, {document}>")


class Transferred(Body, frozen=True, kw_only=True):
    """All that a progressive held goes to another, in micros."""

    from_jackpot: str = msgspec.field(name="from", default="")
    to_jackpot: str = msgspec.field(name="to", default="")
    micros: int = 0
    document: str = ""

    sentence = Says("{micros:micros} of {from_jackpot} go to {to_jackpot}, {document}")


class TransferredOut(Transferred, frozen=True, kw_only=True):
    """As the one that goes has it."""


class TransferredIn(Transferred, frozen=True, kw_only=True):
    """As the one that receives has it."""


class Donated(Body, frozen=True, kw_only=True):
    """All that a progressive held was given away, in cents."""

    organisation: str = ""
    cents: int = 0
    reference: str = ""

    sentence = Says("{cents:dollars} given to {organisation}, {reference}")


class JackpotDayClosed(Body, frozen=True, kw_only=True):
    """A jackpot's figures at the close of a gaming day; accounts and ``due`` in micros, ``displayed`` in cents.

    ``dues`` has since when each part is due; a close of release 0.1 had its sum, ``since`` one moment. ``unsure`` is
    what only checks have paid that may still be void, since when it is due then. ``wins`` are all hits there ever were,
    less those that were rejected, and ``won`` their cents.
    """

    KIND: ClassVar[str] = "day-closed"

    day: str = ""
    cut: int | UnsetType = UNSET
    accounts: dict[str, int] = {}
    displayed: dict[str, int] = {}
    due: int = 0
    dues: list[tuple[int, int]] = []
    unsure: list[tuple[int, int]] | UnsetType = UNSET
    hits: list[str] = []
    wins: int = 0
    won: int = 0
    since: int | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        shows = ", ".join(f"{meter_name(row)} at {dollars(cents)}" for row, cents in self.displayed.items())
        return f"Day {self.day} closed{f': {shows}' if shows else ''}; due at the bank {micros(self.due)}"


def _locked(hit: HeldHit) -> str:
    house = f", {dollars(hit.house)} of it from the house" if hit.house else ""
    reseed = sum((hit.reseeded or {}).values())
    again = f"; reseeded by {micros(reseed)}" if reseed else ""
    return (
        f"hit {hit.id} locked: {row_name(hit.event)} ({hit.pays}) at table {hit.table} "
        f"position {hit.seat}, {dollars(hit.amount)}{house}{again}"
    )


def _changes(old: Jackpot, new: Jackpot) -> list[str]:
    """The names of the parameters that differ, in the order in which they are written; of meters, each change."""
    before, after = (msgspec.to_builtins(each, order="sorted") for each in (old, new))
    keys = [key for key in dict.fromkeys((*before, *after)) if before.get(key) != after.get(key)]
    return _meter_changes(before["meters"], after["meters"]) if keys == ["meters"] else keys


def _meter_changes(before: list[dict[str, Parameter]], after: list[dict[str, Parameter]]) -> list[str]:
    old = {str(meter.get("row", "")): meter for meter in before}
    found = []
    for meter in after:
        row = str(meter.get("row", ""))
        if row not in old:
            found.append(f"{meter_name(row)} begins with a seed of {_parameter('seed', meter.get('seed', 0))}")
            continue
        was = old.pop(row)
        found += [
            f"{key} of {meter_name(row)} from {_parameter(key, was.get(key))} to {_parameter(key, meter.get(key))}"
            for key in dict.fromkeys((*was, *meter))
            if was.get(key) != meter.get(key) and key != "row"
        ]
    return found + [f"{meter_name(row)} goes" for row in old]


def _parameter(key: str, value: Parameter) -> str:
    """A parameter of a meter as people say it: money, a share of the wager, or a word."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        if key in ("seed", "reseed", "cap"):
            return dollars(value)
        if key in ("rate", "reserve"):
            return f"{100 * value / FULL:g} %"
    return "none" if value is None else str(value)
