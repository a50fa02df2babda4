"""Entries of the property: its people, their accounts, its papers, its tables and jackpots, its days and its seals."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from houseway.compliance.configuration import Approval, Licence, Person, Promotion, Table
from houseway.floor.kinds.body import Body, Leaving
from houseway.floor.kinds.spelling import Says
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal import CLOCK
from houseway.journal.sealing.seal_record import KEY_REPLACED, KEY_ROTATED, SEALED


class PropertyCreated(Body, frozen=True, kw_only=True):
    """The journal begins. ``accounts`` is ``on-record`` where every account is, from the first on.

    ``alone``, here and below: one person gave it, because nobody of another department could sign beside.
    """

    name: str = ""
    profile: str = ""
    zone: str = ""
    day_starts: str = ""
    settings: dict[str, Any] = {}
    people: list[Person]
    release: str = ""
    accounts: str = ""
    alone: bool | UnsetType = UNSET

    sentence = Says("The journal of {name} begins, under the profile {profile}")


class SettingsChanged(Body, frozen=True, kw_only=True):
    """Settings chosen otherwise, and what they were."""

    settings: dict[str, Any]
    before: dict[str, Any] = {}

    @property
    def sentence(self) -> str:
        changed = ", ".join(
            f"{name} from {_chosen(self.before.get(name))} to {_chosen(value)}" for name, value in self.settings.items()
        )
        return f"Settings changed: {changed}"


class PersonAdded(Body, frozen=True, kw_only=True):
    """Somebody works here, or in other roles than ``before``."""

    person: Person
    before: Person | UnsetType = UNSET
    alone: bool | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        person, before = self.person, self.before
        said = f"{person.name} ({person.id}) works here as {', '.join(person.roles) or 'nothing yet'}"
        return f"{said}; before {before.name}, {', '.join(before.roles) or 'nothing'}" if before else said


class PersonDropped(Body, frozen=True, kw_only=True):
    """Somebody works here no longer."""

    person: str

    sentence = Says("{person} works here no longer")


class OfAccount(Body, frozen=True, kw_only=True):
    """A change of somebody's account; ``digest`` vouches for what it will be, under the sealing key named ``key``.

    ``once``: the password was set by another's hand.
    """

    person: str
    digest: str | UnsetType = UNSET
    key: str | UnsetType = UNSET
    once: bool | UnsetType = UNSET


class AccountMade(OfAccount, frozen=True, kw_only=True):
    """Somebody gets an account. ``invited``: without a password, which a sign-in link is for."""

    invited: bool | UnsetType = UNSET
    alone: bool | UnsetType = UNSET

    sentence = Says("An account is made for {person}")


class PasswordReplaced(OfAccount, frozen=True, kw_only=True):
    """Somebody's password is replaced by another's hand."""

    sentence = Says("The password of {person} is replaced")


class PasswordChanged(OfAccount, frozen=True, kw_only=True):
    """Somebody sets the own password."""

    sentence = Says("{person} sets a new password")


class AccountClosed(OfAccount, frozen=True, kw_only=True):
    """Nobody comes in with this account any more."""

    sentence = Says("The account of {person} is closed")


class AccountOpened(OfAccount, frozen=True, kw_only=True):
    """Somebody may come in again."""

    sentence = Says("The account of {person} is opened")


class AccountsAttested(Body, frozen=True, kw_only=True):
    """Two people vouch for all accounts and device keys: their digests by person and device, under ``key``."""

    accounts: dict[str, str]
    devices: dict[str, str]
    key: str
    reason: str = ""

    sentence = Says("{accounts:number} accounts and {devices:number} device keys are attested as they are: {reason}")


class OfDevice(Body, frozen=True, kw_only=True):
    """A change of a device's key, vouched for as an account is."""

    device: str
    digest: str | UnsetType = UNSET
    key: str | UnsetType = UNSET


class DeviceKeyMade(OfDevice, frozen=True, kw_only=True):
    """A device of a table gets a key."""

    kind: str = ""
    table: str = ""
    name: str = ""

    sentence = Says("Device {device} ({kind}, table {table}) gets a key")


class DeviceKeyRevoked(OfDevice, frozen=True, kw_only=True):
    """The key of a device opens nothing any more."""

    reason: str = ""

    sentence = Says("The key of device {device} is revoked: {reason}")


class ReleaseUpgraded(Body, frozen=True, kw_only=True):
    """Another release takes over. ``tables`` go on under it, those ``left`` play by other rules and do not."""

    from_release: str = msgspec.field(name="from")
    to_release: str = msgspec.field(name="to")
    programs: dict[str, str] = {}
    reason: str = ""
    document: str = ""
    tables: list[str] = []
    left: list[str] = []

    sentence = Says("Release {to_release} takes over from {from_release} ({document}): {reason}")


class LicenceAdded(Body, frozen=True, kw_only=True):
    """A maker's licence."""

    licence: Licence

    sentence = Says("Licence {licence.number} of {licence.maker} for {licence.covers:list}")


class ApprovalAdded(Body, frozen=True, kw_only=True):
    """An approval."""

    approval: Approval

    sentence = Says("Approval {approval.id} of {approval.game} {approval.edition}")


class PromotionAdded(Body, frozen=True, kw_only=True):
    """A promotion."""

    promotion: Promotion

    sentence = Says(
        "Promotion {promotion.id}: {promotion.prize:dollars} for {promotion.event} on {promotion.wager}, "
        "{promotion.since} to {promotion.until}"
    )


class PromotionEnded(Body, frozen=True, kw_only=True):
    """A promotion ended before its day."""

    promotion: str
    reason: str = ""

    sentence = Says("Promotion {promotion} ends: {reason}")


class TableConfigured(Body, frozen=True, kw_only=True):
    """A table as it is configured from now on; in its own stream too."""

    table: Table
    removal: Leaving | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        table = self.table
        feeds = ", ".join(f"{wager} for {jackpot}" for wager, jackpot in table.jackpots.items())
        what = f"{table.game} {table.edition}{f'; {feeds}' if feeds else ''}"
        return f"Table {table.id} is configured: {what}{_leaves(self.removal)}"


class TableRemoved(Body, frozen=True, kw_only=True):
    """A table is taken away, on a gaming day that release 0.1 did not write down."""

    table: str
    reason: str = ""
    day: str | UnsetType = UNSET
    removal: Leaving | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        return f"Table {self.table} is taken away: {self.reason}{_leaves(self.removal)}"


class OpeningNoted(Body, frozen=True, kw_only=True):
    """A table opens, as the property has it."""

    KIND: ClassVar[str] = "table-opened"

    table: str
    day: str | UnsetType = UNSET

    sentence = Says("Table {table} opens")


class Closing(Body, frozen=True, kw_only=True):
    """A table closes after its ``round``; the property has the gaming ``day`` too."""

    table: str = ""
    round: int = 0
    day: str | UnsetType = UNSET


class TableClosed(Closing, frozen=True, kw_only=True):
    """Somebody who works here closes a table."""

    sentence = Says("Table {table} closes after round {round}")


class QuickTableOpened(Body, frozen=True, kw_only=True):
    """A player opens a private table, configured as its template."""

    table: Table
    player: str
    day: str

    sentence = Says("{player} opens private table {table.id} after template {table.copy_of}")


class QuickTableClosed(Closing, frozen=True, kw_only=True):
    """A private table closes, and is taken away."""

    sentence = Says("Private table {table} closes after round {round}")


class JackpotConfigured(Body, frozen=True, kw_only=True):
    """A jackpot as it is configured from now on."""

    jackpot: Jackpot

    sentence = Says("Jackpot {jackpot.id} is configured, a {jackpot.scheme}")


class JackpotClosed(Body, frozen=True, kw_only=True):
    """A jackpot is closed for good; the property has the gaming ``day`` too."""

    jackpot: str
    day: str | UnsetType = UNSET

    sentence = Says("Jackpot {jackpot} is closed for good")


class MalfunctionFound(Body, frozen=True, kw_only=True):
    """Equipment does not work as approved; the regulator must hear of it by ``notice_by``."""

    malfunction: str
    table: str | None = None
    what: str = ""
    notice_by: int | None = None

    sentence = Says("Malfunction {malfunction}< at table {table}> found: {what}")


class MalfunctionNoticed(Body, frozen=True, kw_only=True):
    """The regulator heard of it."""

    malfunction: str
    reference: str = ""

    sentence = Says("Notice of malfunction {malfunction} given: {reference}")


class MalfunctionMended(Body, frozen=True, kw_only=True):
    """It works again."""

    malfunction: str
    how: str = ""

    sentence = Says("Malfunction {malfunction} mended: {how}")


class ClockSetRight(Body, frozen=True, kw_only=True):
    """The clock of a stream ran ahead until ``was`` and is right again."""

    KIND: ClassVar[str] = CLOCK

    was: int = 0
    reason: str = ""
    day: str = ""

    sentence = Says("The clock is set right: {reason}")


class DayClosed(Body, frozen=True, kw_only=True):
    """A gaming day is closed, with the figures of the moment ``cut``; release 0.1 took those of the close itself.

    ``rounds`` and ``hits`` were open then, by table and jackpot. ``oldest`` is a moment for each progressive before
    which nothing that is still due became due. ``before`` is the number of the entry that closed the day before, or 0.
    ``played`` are the tables that dealt a round, ``uncounted`` those of them whose tray or drop was not counted.
    Release 0.1 ``stopped`` jackpots whose deposit was overdue.
    """

    day: str
    cut: int | UnsetType = UNSET
    today: str | UnsetType = UNSET
    tables: list[str] = []
    jackpots: list[str] = []
    rounds: dict[str, int] = {}
    hits: dict[str, list[str]] = {}
    overdue: list[str] = []
    oldest: dict[str, int] = {}
    before: int | UnsetType = UNSET
    played: list[str] | UnsetType = UNSET
    uncounted: list[str] | UnsetType = UNSET
    stopped: list[str] | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        stopped = f"; stopped: {', '.join(self.stopped)}" if self.stopped else ""
        late = f"; deposit overdue: {', '.join(self.overdue)}" if self.overdue else ""
        rounds = ", ".join(f"round {number} at {table}" for table, number in self.rounds.items())
        hits = ", ".join(hit for found in self.hits.values() for hit in found)
        open_ = f"; open at the cut-off: {', '.join(filter(None, (rounds, hits)))}" if rounds or hits else ""
        over = f"{len(self.tables)} tables and {len(self.jackpots)} jackpots"
        trays = f"; tray or drop not counted: {', '.join(self.uncounted)}" if self.uncounted else ""
        return f"Day {self.day} closed over {over}{open_}{trays}{stopped}{late}"


class DropNoted(Body, frozen=True, kw_only=True):
    """The drop of a table's shift is counted: the ``number`` of its entry in the table's stream."""

    table: str
    number: int
    day: str = ""

    sentence = Says("The drop of table {table} for {day} is counted")


class Sealed(Body, frozen=True, kw_only=True):
    """A seal is on record. The journal writes it by itself."""

    KIND: ClassVar[str] = SEALED

    number: int = 0

    sentence = Says("Seal {number} is on record")


class NewSealKey(Body, frozen=True, kw_only=True):
    """A new sealing key."""

    key: str = ""
    reason: str = ""


class SealKeyRotated(NewSealKey, frozen=True, kw_only=True):
    """The key before it signs for it."""

    KIND: ClassVar[str] = KEY_ROTATED

    sentence = Says("A new sealing key, {key:.16}…: {reason}")


class SealKeyReplaced(NewSealKey, frozen=True, kw_only=True):
    """It stands instead of one that was lost."""

    KIND: ClassVar[str] = KEY_REPLACED

    sentence = Says("A new sealing key instead of a lost one, {key:.16}…: {reason}")


class ChipsGiven(Body, frozen=True, kw_only=True):
    """Play money for a player's purse, in cents."""

    player: str
    amount: int

    sentence = Says("{player} gets {amount:dollars} of play money")


class ChipsMoved(Body, frozen=True, kw_only=True):
    """Chips from a player's purse to a table, as the stream of players has it."""

    KIND: ClassVar[str] = "chips-brought"

    player: str
    table: str = ""
    amount: int

    sentence = Says("{player} brings {amount:dollars} of play money to table {table}")


class ChipsCashed(Body, frozen=True, kw_only=True):
    """Chips from a table back to the purse."""

    player: str
    table: str = ""
    amount: int

    sentence = Says("{player} takes {amount:dollars} of play money from {table}")


def _chosen(value: object) -> str:
    return "the profile's" if value is None else str(value)


def _leaves(left: Leaving | UnsetType) -> str:
    """The progressives that left a table, and why."""
    if not left:
        return ""
    several = "leave" if len(left.progressives) > 1 else "leaves"
    why = left.reason.replace("-", " ")
    return f"; {', '.join(left.progressives)} {several} it: {why} ({left.clause})"
