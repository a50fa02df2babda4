"""Everything that can be asked of the floor, by name: the commands of all subjects, and what is declared of each."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.floor.command import Command, digest, plain
from houseway.floor.declared import DECLARED
from houseway.floor.floor_errors import BadCommand
from houseway.floor.permission.controls import Control
from houseway.floor.subjects.closing import (
    CloseDay,
)
from houseway.floor.subjects.counter_readings import (
    ExplainReading,
    ReadCounter,
    ReplaceCounter,
)
from houseway.floor.subjects.faults import (
    FailDisplay,
    FailTable,
    MendMalfunction,
    NotifyMalfunction,
    ReportMalfunction,
    RestoreDisplay,
    RestoreTable,
)
from houseway.floor.subjects.gaming_tables import (
    AddTable,
    ChangeTable,
    CloseTable,
    NoteStep,
    OpenTable,
    PauseTable,
    RemoveTable,
)
from houseway.floor.subjects.house import (
    AddApproval,
    AddLicence,
    AddPromotion,
    ChangeSettings,
    CreateProperty,
    EndPromotion,
)
from houseway.floor.subjects.jackpots.bank_account import (
    Deposit,
    ExplainDifference,
    Seize,
    Statement,
    Withdraw,
)
from houseway.floor.subjects.jackpots.hit_payment import (
    PayHit,
    RejectHit,
    VerifyHit,
)
from houseway.floor.subjects.jackpots.hits import (
    Claimed,
    ClaimHit,
)
from houseway.floor.subjects.jackpots.jackpot_end import (
    AnnounceRemoval,
    CloseJackpot,
    DonateJackpot,
    TransferJackpot,
)
from houseway.floor.subjects.jackpots.jackpot_money import (
    AdjustMeter,
    BookUndisplayed,
    RecoverSeed,
)
from houseway.floor.subjects.jackpots.jackpot_parameters import (
    AddJackpot,
    ChangeJackpot,
    PostAmount,
    ResumeJackpot,
    StopJackpot,
)
from houseway.floor.subjects.live_play import (
    Answer,
    BeginRound,
    CorrectAnswer,
    ReadCard,
    TimeOut,
)
from houseway.floor.subjects.presses import (
    ConfirmIndicators,
    NoteEdges,
    Tabulate,
)
from houseway.floor.subjects.round_review import (
    CorrectLine,
    VerifyWin,
)
from houseway.floor.subjects.seats import (
    BringChips,
    GiveChips,
    Leave,
    Sit,
)
from houseway.floor.subjects.settling import (
    SettleRound,
    VoidRound,
)
from houseway.floor.subjects.staff import (
    AddPerson,
    AttestAccounts,
    ChangeOwnPassword,
    CloseAccount,
    DropPerson,
    MakeAccount,
    MakeDeviceKey,
    OpenAccount,
    ReplacePassword,
    RevokeDeviceKey,
)
from houseway.floor.subjects.upkeep import (
    ReplaceLostKey,
    RotateSealKey,
    SetClockRight,
    UpgradeRelease,
)
from houseway.table.shown.shape_base import Shape

__all__ = [
    "COMMANDS",
    "CONTROLS",
    "REPLIES",
    "AddApproval",
    "AddJackpot",
    "AddLicence",
    "AddPerson",
    "AddPromotion",
    "AddTable",
    "AdjustMeter",
    "AnnounceRemoval",
    "Answer",
    "AttestAccounts",
    "BeginRound",
    "BookUndisplayed",
    "BringChips",
    "ChangeJackpot",
    "ChangeOwnPassword",
    "ChangeSettings",
    "ChangeTable",
    "ClaimHit",
    "Claimed",
    "CloseAccount",
    "CloseDay",
    "CloseJackpot",
    "CloseTable",
    "Command",
    "ConfirmIndicators",
    "CorrectAnswer",
    "CorrectLine",
    "CreateProperty",
    "Deposit",
    "DonateJackpot",
    "DropPerson",
    "EndPromotion",
    "ExplainDifference",
    "ExplainReading",
    "FailDisplay",
    "FailTable",
    "GiveChips",
    "Leave",
    "MakeAccount",
    "MakeDeviceKey",
    "MendMalfunction",
    "NoteEdges",
    "NoteStep",
    "NotifyMalfunction",
    "OpenAccount",
    "OpenTable",
    "PauseTable",
    "PayHit",
    "PostAmount",
    "ReadCard",
    "ReadCounter",
    "RecoverSeed",
    "RejectHit",
    "RemoveTable",
    "ReplaceCounter",
    "ReplaceLostKey",
    "ReplacePassword",
    "ReportMalfunction",
    "RestoreDisplay",
    "RestoreTable",
    "ResumeJackpot",
    "RevokeDeviceKey",
    "RotateSealKey",
    "Seize",
    "SetClockRight",
    "SettleRound",
    "Sit",
    "Statement",
    "StopJackpot",
    "Tabulate",
    "TimeOut",
    "TransferJackpot",
    "UpgradeRelease",
    "VerifyHit",
    "VerifyWin",
    "VoidRound",
    "Withdraw",
    "digest",
    "plain",
    "read",
]

COMMANDS: dict[str, type[Command]] = {str(command.__struct_config__.tag): command for command in DECLARED}
"""Every command by its ``type``."""

CONTROLS: dict[type[Command], Control] = {command: declared.control for command, declared in DECLARED.items()}
"""The table of controls. A regulator reads everything and commands nothing but the own password."""

REPLIES: dict[type[Command], type[Shape]] = {command: declared.reply for command, declared in DECLARED.items()}
"""What each command is replied with."""


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
