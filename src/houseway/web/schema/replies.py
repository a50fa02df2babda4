"""The replies of the floor: what comes of each command that was done."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from houseway.compliance.check import Finding
from houseway.floor import commands as c
from houseway.web.schema.shape import Cents, Micros, Moment, Refusal, Shape, Sometimes


class PropertyCreated(Shape):
    """The property is there."""

    property: str
    profile: str


class SettingsChanged(Shape):
    """Every setting of the property's own, by name."""

    settings: dict[str, Any]


class PersonKnown(Shape):
    """Whom it was about."""

    person: str


class ReleaseUpgraded(Shape, rename={"from_release": "from", "to_release": "to"}):
    """Which release took over from which; the tables that go on under it, and those ``left`` to be opened anew."""

    from_release: str
    to_release: str
    tables: tuple[str, ...]
    left: tuple[str, ...]


class SealKeyChanged(Shape):
    """The public half of the new sealing key."""

    key: str


class DeviceKnown(Shape):
    """The device that the command was about."""

    device: str


class AccountsAttested(Shape):
    """Whose accounts and which devices two people vouched for."""

    accounts: list[str]
    devices: list[str]


class LicenceAdded(Shape):
    """The number of the licence."""

    licence: str


class ApprovalAdded(Shape):
    """The id of the approval."""

    approval: str


class PromotionKnown(Shape):
    """The id of the promotion."""

    promotion: str


class MalfunctionFound(Shape):
    """The regulator must hear of it by ``notice-by``."""

    malfunction: str
    notice_by: Moment | None


class MalfunctionKnown(Shape):
    """Which malfunction."""

    malfunction: str


class ClockSetRight(Shape):
    """Which streams had gone ahead; the latest time that was written before, and the one that holds now."""

    streams: list[str]
    was: int
    now: int


class DayClosed(Shape):
    """The meters at the cut-off, by jackpot and row in cents, and what was open then: rounds by table, hits by jackpot.

    ``overdue``: the jackpots whose deposit is overdue, and whose spots are closed.
    """

    day: str
    cut: int
    meters: dict[str, dict[str, int]]
    rounds: dict[str, int]
    hits: dict[str, list[str]]
    overdue: list[str]


class TableConfigured(Shape):
    """What stands in the way of opening the table."""

    table: str
    findings: list[Finding]


class TableKnown(Shape):
    """Which table."""

    table: str


class TableOpened(Shape):
    """The number of the next round."""

    table: str
    round: int


class TableClosed(Shape):
    """The rounds of the table in all."""

    table: str
    rounds: int


class Tabulated(Shape):
    """Seats whose wager was counted, and those whose indicator is lit, by wager."""

    round: int
    counted: dict[str, list[int]]
    indicators: dict[str, list[int]]


class SeatMoved(Shape):
    """Who sits or sat there, and the chips brought to the table or taken along, in cents."""

    seat: int
    player: str
    chips: Sometimes[Cents] = UNSET


class ChipsGiven(Shape):
    """Play money that was given, in cents."""

    player: str
    amount: Cents


class RoundBegun(Shape):
    """The seats in the round."""

    round: int
    seats: list[int]


class AnswerTaken(Shape):
    """The number of answers that the round has now. ``closed``: wagers not placed, as their spot is closed, and why."""

    round: int
    answers: int
    closed: Sometimes[dict[str, Refusal]] = UNSET


class AnswerCorrected(Shape):
    """How many answers stand, and how many are asked for again."""

    round: int
    kept: int
    asked_anew: int


class LineCorrected(Shape):
    """What a line returned and what it should have, in cents.

    ``large``: what surveillance must verify now, or nothing (0) where it had to before.
    """

    round: int
    line: int
    seat: int
    wager: str
    was: Cents
    returned: Cents
    reason: str
    large: Sometimes[Cents] = UNSET


class StepNoted(Shape):
    """The clause that was carried out."""

    clause: str
    text: str
    round: int


class TablePaused(Shape):
    """Whether the table waits."""

    paused: bool
    reason: str
    round: int


class IndicatorsConfirmed(Shape):
    """The counted wagers may be collected. ``answers``: the round has taken the confirmation as its answer."""

    round: int
    collect: bool
    answers: Sometimes[int] = UNSET


class EdgesNoted(Shape):
    """How many were noted."""

    noted: int


class RoundSettled(Shape):
    """Stakes, returns and what came from meters, in cents by wager; wins that surveillance must verify."""

    round: int
    money: dict[str, tuple[int, int, int]]
    surveillance: list[tuple[int, str, int]]


class WinVerified(Shape):
    """What was verified, in cents, and how many wins of the table still wait for surveillance."""

    round: int
    seat: int
    wager: str
    amount: Cents
    recording: str
    player: str
    left: int


class RoundVoided(Shape):
    """Jackpot wagers given back by wager, and what the house bears of it by jackpot, in cents and micros."""

    round: int
    returned: dict[str, int]
    house_bears: dict[str, int]


class TableFailed(Shape):
    """The malfunction, and the procedure that holds from here."""

    table: str
    malfunction: str
    procedure: str


class DisplayFailed(Shape):
    """The malfunction, and what to show instead."""

    table: str
    malfunction: str
    show: str


class CounterRead(Shape):
    """A reading held against the one before and what was counted."""

    reading: int
    before: int
    difference: int
    expected: int
    variance: int


class ReadingExplained(Shape):
    """The reading that differed from what was counted, and why; ``shift`` is by how much the counter is off now."""

    reading: int
    expected: int
    variance: int
    shift: int
    explanation: str


class CounterReplaced(Shape):
    """The last reading of the old counter, held against what was counted, and the first of the new one."""

    old: int
    new: int
    before: int
    expected: int
    variance: int
    offset: int
    battery: str | None
    reason: str


class JackpotBegun(Shape):
    """The seed of each row."""

    jackpot: str
    beginning: dict[str, int]


class JackpotChanged(Shape):
    """``queued``: the change waits for the next full prize."""

    jackpot: str
    queued: bool


class AmountPosted(Shape):
    """What is posted now."""

    jackpot: str
    amount: int | None
    posted: dict[str, str]


class LockedHit(Shape):
    """A prize that was locked."""

    id: str
    jackpot: str
    seat: int
    wager: str
    event: str
    amount: Cents
    bare: bool


class HitsLocked(Shape):
    """Amounts of the meters as they were locked, in cents; the hits; those that surveillance must verify."""

    amounts: dict[str, int]
    hits: list[LockedHit]
    surveillance: list[str]


class HitVerified(Shape):
    """The hit may be paid."""

    hit: str
    state: str


class HitClosed(Shape):
    """The hit is paid, or rejected."""

    hit: str
    state: str
    amount: Cents


class MeterAdjusted(Shape):
    """What was displayed before and after, in cents; ``seed`` of the house and ``kept`` for the players, in micros."""

    row: str
    before: Cents
    after: Cents
    reason: str
    clause: str
    document: str
    malfunction: str
    seed: int
    kept: int


class FundsTaken(Shape):
    """What left which fund, in cents."""

    row: str
    amount: Cents
    source: str
    document: str


class Deposited(Shape):
    """What is still due at the bank, in cents, and how the jackpot stands."""

    jackpot: str
    due: Cents
    status: str


class Withdrawn(Shape):
    """What was taken out of the account, in cents."""

    amount: Cents
    reference: str


class StatementRead(Shape):
    """What the bank says against what is booked; ``stopped``: the account is short and counting has stopped.

    A ``surplus`` is to be explained.
    """

    amount: Cents
    booked: Micros
    shortfall: Micros
    surplus: Micros
    reference: str
    stopped: bool


class DifferenceExplained(Shape):
    """What the bank had more than is booked, and why."""

    surplus: Micros
    explanation: str
    reference: str


class Seized(Shape):
    """What was taken, by which paper; the jackpot has stopped, unless it was removed before."""

    amount: Cents
    authority: str
    reference: str
    stopped: bool


class JackpotStopped(Shape):
    """Whether the jackpot is stopped now."""

    jackpot: str
    stopped: bool


class RemovalAnnounced(Shape):
    """Why and when the progressive goes, and when the players were told."""

    reason: str
    clause: str
    day: str
    noticed: str
    document: str


class Transferred(Shape):
    """What went from one progressive to another."""

    from_: str = msgspec.field(name="from")
    to: str
    micros: Micros
    document: str


class Donated(Shape):
    """What went to the organisation."""

    organisation: str
    cents: Cents
    reference: str


class JackpotClosed(Shape):
    """Which jackpot."""

    jackpot: str


REPLIES: dict[type[c.Command], type[Shape]] = {
    c.CreateProperty: PropertyCreated,
    c.ChangeSettings: SettingsChanged,
    c.AddPerson: PersonKnown,
    c.DropPerson: PersonKnown,
    c.MakeAccount: PersonKnown,
    c.ReplacePassword: PersonKnown,
    c.CloseAccount: PersonKnown,
    c.ChangeOwnPassword: PersonKnown,
    c.OpenAccount: PersonKnown,
    c.UpgradeRelease: ReleaseUpgraded,
    c.AttestAccounts: AccountsAttested,
    c.MakeDeviceKey: DeviceKnown,
    c.RevokeDeviceKey: DeviceKnown,
    c.AddLicence: LicenceAdded,
    c.RotateSealKey: SealKeyChanged,
    c.ReplaceLostKey: SealKeyChanged,
    c.AddApproval: ApprovalAdded,
    c.AddPromotion: PromotionKnown,
    c.EndPromotion: PromotionKnown,
    c.ReportMalfunction: MalfunctionFound,
    c.NotifyMalfunction: MalfunctionKnown,
    c.MendMalfunction: MalfunctionKnown,
    c.SetClockRight: ClockSetRight,
    c.CloseDay: DayClosed,
    c.AddTable: TableConfigured,
    c.ChangeTable: TableConfigured,
    c.RemoveTable: TableKnown,
    c.OpenTable: TableOpened,
    c.CloseTable: TableClosed,
    c.Tabulate: Tabulated,
    c.Sit: SeatMoved,
    c.Leave: SeatMoved,
    c.BringChips: SeatMoved,
    c.GiveChips: ChipsGiven,
    c.BeginRound: RoundBegun,
    c.Answer: AnswerTaken,
    c.ReadCard: AnswerTaken,
    c.TimeOut: AnswerTaken,
    c.CorrectAnswer: AnswerCorrected,
    c.CorrectLine: LineCorrected,
    c.NoteStep: StepNoted,
    c.PauseTable: TablePaused,
    c.ConfirmIndicators: IndicatorsConfirmed,
    c.NoteEdges: EdgesNoted,
    c.SettleRound: RoundSettled,
    c.VerifyWin: WinVerified,
    c.VoidRound: RoundVoided,
    c.FailTable: TableFailed,
    c.RestoreTable: TableKnown,
    c.FailDisplay: DisplayFailed,
    c.RestoreDisplay: TableKnown,
    c.ReadCounter: CounterRead,
    c.ExplainReading: ReadingExplained,
    c.ReplaceCounter: CounterReplaced,
    c.AddJackpot: JackpotBegun,
    c.ChangeJackpot: JackpotChanged,
    c.PostAmount: AmountPosted,
    c.ClaimHit: HitsLocked,
    c.VerifyHit: HitVerified,
    c.RejectHit: HitClosed,
    c.PayHit: HitClosed,
    c.AdjustMeter: MeterAdjusted,
    c.RecoverSeed: FundsTaken,
    c.BookUndisplayed: FundsTaken,
    c.Deposit: Deposited,
    c.Withdraw: Withdrawn,
    c.Statement: StatementRead,
    c.ExplainDifference: DifferenceExplained,
    c.Seize: Seized,
    c.StopJackpot: JackpotStopped,
    c.ResumeJackpot: JackpotStopped,
    c.AnnounceRemoval: RemovalAnnounced,
    c.TransferJackpot: Transferred,
    c.DonateJackpot: Donated,
    c.CloseJackpot: JackpotClosed,
}
"""What each command is replied with."""

TABLE_COMMANDS = tuple(command for command in c.COMMANDS.values() if "table" in command.__struct_fields__)
"""Every command that names a table."""


def replies_to(*commands: type[c.Command]) -> tuple[type[Shape], ...]:
    """What these commands are replied with; without any, what every command is."""
    asked = commands or tuple(REPLIES)
    return tuple(dict.fromkeys(REPLIES[command] for command in asked if command in REPLIES))
