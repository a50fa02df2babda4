"""What can be asked of the floor: one plain record a command.

A command is data. It is sent with an id made by whoever asks (the same id gets the same answer), who asks, and the
second person where the rules want two. `COMMANDS` lists them by their ``type``.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec

from houseway.compliance.configuration import Approval, Licence, Person, Promotion, Table
from houseway.errors import BadCommand
from houseway.jackpots.jackpot_configuration import Jackpot


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename="kebab",
    tag_field="type",
    tag=lambda name: "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-"),
):
    """Base of all commands."""


# -- the property


class CreateProperty(Command, frozen=True, kw_only=True):
    """The first command of a journal."""

    name: str
    profile: Literal["washington-commercial", "washington-tribal", "plain"]
    zone: str = "America/Los_Angeles"
    day_starts: str = "06:00"
    settings: dict[str, Any] = {}
    people: tuple[Person, ...] = ()


class ChangeSettings(Command, frozen=True, kw_only=True):
    """Settings that the profile leaves open, by name. Two people."""

    settings: dict[str, Any]


class AddPerson(Command, frozen=True, kw_only=True):
    """Somebody who works here, or the same person with other roles. Two people, as soon as there are two."""

    person: Person


class DropPerson(Command, frozen=True, kw_only=True):
    """Somebody who works here no longer. Two people."""

    person: str


class MakeAccount(Command, frozen=True, kw_only=True):
    """Somebody who works here gets an account to sign in with: on record before it is made.

    ``digest`` vouches for the account as it will be, by a key that the database does not have; ``key`` says which.
    ``once``: the password was set by another's hand.
    """

    person: str
    digest: str = ""
    key: str = ""
    once: bool = False


class ReplacePassword(Command, frozen=True, kw_only=True):
    """The password of somebody's account is replaced by another's hand: on record before it is."""

    person: str
    digest: str = ""
    key: str = ""


class ChangeOwnPassword(Command, frozen=True, kw_only=True):
    """Somebody who works here sets their own password: on record before it is set."""

    person: str
    digest: str = ""
    key: str = ""


class CloseAccount(Command, frozen=True, kw_only=True):
    """Nobody comes in any more with somebody's account: on record before it is closed."""

    person: str
    digest: str = ""
    key: str = ""


class OpenAccount(Command, frozen=True, kw_only=True):
    """Somebody may come in again, and waits no longer after wrong passwords: on record before the account is opened."""

    person: str
    digest: str = ""
    key: str = ""


class AttestAccounts(Command, frozen=True, kw_only=True):
    """Two people vouch for all accounts of those who work here and all keys of devices as they are. Two people.

    For accounts of an earlier release, after a change that was interrupted, and after the sealing key was changed: from
    here on these digests count, by person and by device, and no earlier ones.
    """

    accounts: dict[str, str]
    devices: dict[str, str]
    key: str
    reason: str


class MakeDeviceKey(Command, frozen=True, kw_only=True):
    """A device of a table gets a key: on record before the key opens anything. Two people."""

    device: str
    kind: Literal["panel", "sensor", "display", "shoe"]
    at_table: str
    name: str
    digest: str = ""
    key: str = ""


class RevokeDeviceKey(Command, frozen=True, kw_only=True):
    """The key of a device is to open nothing any more: on record before it is revoked. Two people."""

    device: str
    reason: str
    digest: str = ""
    key: str = ""


class UpgradeRelease(Command, frozen=True, kw_only=True):
    """Another release of the program takes over, named with the one it replaces and with its programs by game.

    Given to a server of the new release. Two people."""

    from_release: str = msgspec.field(name="from")
    to_release: str = msgspec.field(name="to")
    programs: dict[str, str]
    reason: str
    document: str


class AddLicence(Command, frozen=True, kw_only=True):
    """A maker's licence."""

    licence: Licence


class AddApproval(Command, frozen=True, kw_only=True):
    """An approval of an edition and its equipment for this property. Two people."""

    approval: Approval


class AddPromotion(Command, frozen=True, kw_only=True):
    """A gambling promotion. Two people."""

    promotion: Promotion


class EndPromotion(Command, frozen=True, kw_only=True):
    """A promotion that ends before its day."""

    promotion: str
    reason: str


class ReportMalfunction(Command, frozen=True, kw_only=True):
    """Equipment that does not work as approved; the clock of the notice starts when it is found."""

    malfunction: str
    table: str | None = None
    what: str


class NotifyMalfunction(Command, frozen=True, kw_only=True):
    """The notice of a malfunction was given, under ``reference``."""

    malfunction: str
    reference: str


class MendMalfunction(Command, frozen=True, kw_only=True):
    """The malfunction is mended: how."""

    malfunction: str
    how: str


class SetClockRight(Command, frozen=True, kw_only=True):
    """A clock ran ahead and is right again, or the journal rested for months and it was right all along. Two people.

    Streams whose last entries are later than now go on from now; those entries count as made now.
    """

    reason: str


class CloseDay(Command, frozen=True, kw_only=True):
    """The close of gaming day ``day`` (YYYY-MM-DD), once it is over: its figures at the cut-off. Two people."""

    day: str


# -- tables


class AddTable(Command, frozen=True, kw_only=True):
    """A new table. It opens only if the whole configuration passes."""

    table: Table


class ChangeTable(Command, frozen=True, kw_only=True):
    """A closed table configured otherwise, moved jackpots included.

    ``removal``: for which of the listed reasons a progressive leaves the table, where one does; ``document``: the paper
    that orders it, where the regulator does.
    """

    table: Table
    removal: str | None = None
    document: str = ""


class RemoveTable(Command, frozen=True, kw_only=True):
    """A closed table that is taken away, and why.

    ``removal``: for which of the listed reasons its progressives leave it, where it has one; ``document``: the paper
    that orders it, where the regulator does.
    """

    table: str
    reason: str
    removal: str | None = None
    document: str = ""


class OpenTable(Command, frozen=True, kw_only=True):
    """Play begins at the table."""

    table: str


class CloseTable(Command, frozen=True, kw_only=True):
    """Play ends at the table, between rounds."""

    table: str


class Tabulate(Command, frozen=True, kw_only=True):
    """The dealer pressed *tabulate*: ``picture`` has the positions present, by sensor.

    ``stuck`` are positions whose sensor was not seen clear since the last press. ``manual``: entered by hand, because
    the equipment is out of order.
    """

    table: str
    round: int
    picture: dict[str, tuple[int, ...]]
    stuck: dict[str, tuple[int, ...]] = {}
    manual: bool = False


class Sit(Command, frozen=True, kw_only=True):
    """A player takes a seat and brings ``chips`` to the table, in cents; without a number all that there are."""

    table: str
    seat: int
    player: str
    chips: int | None = None


class Leave(Command, frozen=True, kw_only=True):
    """A player gets up from a seat, between rounds, and takes the chips along."""

    table: str
    seat: int


class BringChips(Command, frozen=True, kw_only=True):
    """A player who sits brings more chips to the table, in cents; without a number all that there are."""

    table: str
    seat: int
    chips: int | None = None


class GiveChips(Command, frozen=True, kw_only=True):
    """Play money, in cents, for a player."""

    player: str
    amount: int


class BeginRound(Command, frozen=True, kw_only=True):
    """A round begins at a table whose cards are dealt by the program, read, or keyed."""

    table: str
    round: int
    seats: tuple[int, ...]


class Answer(Command, frozen=True, kw_only=True):
    """What is due from ``seat`` (a number, ``dealer``, ``supervisor`` or ``shoe``): wagers, a decision, keyed cards.

    ``step`` is the number of the step that it answers: an answer to a step that is past is refused.
    """

    table: str
    round: int
    step: int
    seat: int | str
    answer: Any


class ReadCard(Command, frozen=True, kw_only=True):
    """A card left a shoe that reads its cards: the ``number``-th of the round, ``??`` if it could not be read.

    A number out of turn is refused, so that a reading that was lost or came twice cannot shift the others.
    """

    table: str
    round: int
    number: int
    card: str


class TimeOut(Command, frozen=True, kw_only=True):
    """Time has run out for everything that is due at ``step``: the defaults are recorded."""

    table: str
    round: int
    step: int


class CorrectAnswer(Command, frozen=True, kw_only=True):
    """Answer ``number`` of the round in progress was another: the round is played again from it. A supervisor."""

    table: str
    round: int
    number: int
    answer: Any
    reason: str


class CorrectLine(Command, frozen=True, kw_only=True):
    """A line of a settled round returned ``was`` cents and should have returned ``returned``. Two people."""

    table: str
    round: int
    line: int
    seat: int
    wager: str
    was: int
    returned: int
    reason: str
    player: str | None = None


class NoteStep(Command, frozen=True, kw_only=True):
    """The dealer did what a clause of the procedure asks and no answer shows: a deck inspected, washed, cut."""

    table: str
    clause: str


class PauseTable(Command, frozen=True, kw_only=True):
    """A table that deals by itself waits, no clock running, until ``paused`` is taken back."""

    table: str
    paused: bool = True
    reason: str = ""


class ConfirmIndicators(Command, frozen=True, kw_only=True):
    """The dealer held every lit indicator against the chips. ``differ`` has the positions that disagreed, by sensor;
    then ``resolved`` says what was done, under a supervisor."""

    table: str
    round: int
    differ: dict[str, tuple[int, ...]] = {}
    resolved: str = ""


class NoteEdges(Command, frozen=True, kw_only=True):
    """Chips that came late or were lifted after the press: noted, and nothing changed."""

    table: str
    round: int
    edges: tuple[dict[str, Any], ...]


class SettleRound(Command, frozen=True, kw_only=True):
    """The round was played and settled: its record, as in ``docs/round-record.md``."""

    table: str
    round: int
    record: dict[str, Any]


class VerifyWin(Command, frozen=True, kw_only=True):
    """Surveillance has verified hand, wager, payout and player of a win over the threshold, on ``recording``.

    ``player`` is a reference of who won.
    """

    table: str
    round: int
    seat: int
    wager: str
    recording: str
    player: str = ""


class VoidRound(Command, frozen=True, kw_only=True):
    """The round is void: every wager goes back, by new entries. A supervisor."""

    table: str
    round: int
    reason: str
    clause: str | None = None
    record: dict[str, Any] | None = None


class FailTable(Command, frozen=True, kw_only=True):
    """The jackpot equipment of the table is out of order: the manual procedure holds until it is mended."""

    table: str
    what: str


class RestoreTable(Command, frozen=True, kw_only=True):
    """The equipment works again."""

    table: str
    how: str


class FailDisplay(Command, frozen=True, kw_only=True):
    """A display is dark or wrong and the printed page hangs in its place."""

    table: str
    display: str
    what: str


class RestoreDisplay(Command, frozen=True, kw_only=True):
    """The display shows again."""

    table: str
    display: str


class ReadCounter(Command, frozen=True, kw_only=True):
    """A reading of the table's counter: the LCD's number, or the server's."""

    table: str
    reading: int


class ExplainReading(Command, frozen=True, kw_only=True):
    """Why the table's counter was read at something else than was counted. Two people."""

    table: str
    explanation: str


class ReplaceCounter(Command, frozen=True, kw_only=True):
    """A counter was replaced: ``old`` is its last reading, ``new`` the first of the one in its place."""

    table: str
    old: int
    new: int
    battery: str | None = None
    reason: str


# -- jackpots


class AddJackpot(Command, frozen=True, kw_only=True):
    """A new jackpot; a progressive begins with its seed. Two people."""

    jackpot: Jackpot


class ChangeJackpot(Command, frozen=True, kw_only=True):
    """Other parameters. What moves with wagers changes only while every table of the link is closed; seed, reseed and
    cap wait for the next full prize unless every table is closed. Two people."""

    jackpot: Jackpot


class PostAmount(Command, frozen=True, kw_only=True):
    """The operator posts a bonus jackpot's amount anew (the Daily Bonus Jackpot). Two people."""

    jackpot: str
    amount: int | None = None
    posted: dict[str, str] = {}


class Claimed(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"
):
    """A row of a jackpot that a seat hit."""

    seat: int
    wager: str
    event: str


class ClaimHit(Command, frozen=True, kw_only=True):
    """Rows of jackpots hit in the current round, all of them together: amounts are fixed and locked."""

    table: str
    round: int
    claims: tuple[Claimed, ...]
    cards: str = ""


class VerifyHit(Command, frozen=True, kw_only=True):
    """The hand, the wager, the seat and the deck were looked at, and surveillance has it on camera if it must."""

    jackpot: str
    hit: str
    cards: str
    deck: str
    surveillance: str = ""
    player: str = ""


class RejectHit(Command, frozen=True, kw_only=True):
    """The hit was no hit: its amount goes back and the reseed with it. Two people."""

    jackpot: str
    hit: str
    reason: str


class PayHit(Command, frozen=True, kw_only=True):
    """The prize is paid: from the cage (to be made good from the account), or by a check on the account itself.

    ``player`` is a reference of who is paid, where it was not recorded when the hit was verified.
    """

    jackpot: str
    hit: str
    by: Literal["cage", "account"]
    method: Literal["cash", "chips", "check"]
    reference: str = ""
    player: str = ""


class AdjustMeter(Command, frozen=True, kw_only=True):
    """A displayed amount set right, for one of the reasons there are. Two people.

    ``malfunction`` is the open malfunction through which the amount was displayed wrongly.
    """

    jackpot: str
    row: str = ""
    to: int
    reason: str
    document: str
    malfunction: str = ""


class RecoverSeed(Command, frozen=True, kw_only=True):
    """Seed money goes back to the house, never more than it gave. Two people."""

    jackpot: str
    row: str = ""
    amount: int
    source: Literal["pool", "reserve", "overflow"]
    document: str


class BookUndisplayed(Command, frozen=True, kw_only=True):
    """Money of non-displayed prizes leaves the reserve or the overflow, booked and documented. Two people."""

    jackpot: str
    row: str = ""
    amount: int
    source: Literal["reserve", "overflow"]
    document: str


class Deposit(Command, frozen=True, kw_only=True):
    """Money due was brought to the bank account."""

    jackpot: str
    amount: int
    reference: str


class Withdraw(Command, frozen=True, kw_only=True):
    """The house takes out of the account what the cage paid ahead for it. Two people."""

    jackpot: str
    amount: int
    reference: str


class Statement(Command, frozen=True, kw_only=True):
    """What the bank says is in the account; less than is booked stops the jackpot at once, more must be explained."""

    jackpot: str
    amount: int
    reference: str


class ExplainDifference(Command, frozen=True, kw_only=True):
    """Why the bank had more than is booked: where the money is from, by which paper. Two people."""

    jackpot: str
    explanation: str
    reference: str


class Seize(Command, frozen=True, kw_only=True):
    """An authority took money from the account, by the paper ``reference``: the jackpot stops until it is back."""

    jackpot: str
    amount: int
    authority: str
    reference: str = ""


class StopJackpot(Command, frozen=True, kw_only=True):
    """No more wagers are counted for this jackpot."""

    jackpot: str
    reason: str


class ResumeJackpot(Command, frozen=True, kw_only=True):
    """Counting goes on. Two people."""

    jackpot: str
    reason: str


class AnnounceRemoval(Command, frozen=True, kw_only=True):
    """A progressive is to be removed on ``day``, for one of the reasons there are. Two people.

    ``document`` is the paper that orders it, where the regulator does.
    """

    jackpot: str
    reason: str
    day: str
    document: str = ""


class TransferJackpot(Command, frozen=True, kw_only=True):
    """Everything a removed progressive holds goes to another of this property. Two people."""

    jackpot: str
    to: str
    document: str


class DonateJackpot(Command, frozen=True, kw_only=True):
    """Everything a removed progressive holds goes to an organisation that may have it. Two people."""

    jackpot: str
    organisation: str
    reference: str


class CloseJackpot(Command, frozen=True, kw_only=True):
    """A jackpot that holds nothing any more is closed for good. Two people."""

    jackpot: str


class RotateSealKey(Command, frozen=True, kw_only=True):
    """A new sealing key, ``key`` its public half in hexadecimal; the key before it signs for it. Two people."""

    key: str
    reason: str


class ReplaceLostKey(Command, frozen=True, kw_only=True):
    """A new sealing key instead of one that was lost: nothing signs for it, and verification says so. Two people."""

    key: str
    reason: str


COMMANDS: dict[str, type[Command]] = {
    str(command.__struct_config__.tag): command for command in Command.__subclasses__()
}
"""Every command by its ``type``."""


def read(data: Any) -> Command:
    """The command that ``data`` describes, or `BadCommand` with what does not fit."""
    kind = data.get("type") if isinstance(data, dict) else None
    found = COMMANDS.get(kind) if isinstance(kind, str) else None
    if found is None:
        raise BadCommand(f"there is no command {kind!r}", remedy=f"send one of {', '.join(COMMANDS)}")
    try:
        return msgspec.convert(data, found)
    except msgspec.ValidationError as error:
        raise BadCommand(f"{kind}: {error}", remedy="mend the command and send it again under a new id") from error


_canonical = msgspec.json.Encoder(order="deterministic")


def plain(command: Command) -> dict[str, Any]:
    """``command`` as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(command)
    return data


def digest(command: Command, who: str, second: str | None) -> bytes:
    """What makes two sendings of one id the same command."""
    return hashlib.sha256(_canonical.encode([command, who, second])).digest()
