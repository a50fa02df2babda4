"""Everything that can be asked of the floor, by name: the commands of all subjects, and what is declared of each.

A subject names its commands in ``__all__``; a new subject is named here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.floor.command import Command as Command
from houseway.floor.command import digest as digest
from houseway.floor.command import plain as plain
from houseway.floor.declared import DECLARED
from houseway.floor.floor_errors import BadCommand
from houseway.floor.permission.controls import Control
from houseway.floor.subjects.closing import *
from houseway.floor.subjects.counter_readings import *
from houseway.floor.subjects.credentials import *
from houseway.floor.subjects.dealers import *
from houseway.floor.subjects.faults import *
from houseway.floor.subjects.gaming_tables import *
from houseway.floor.subjects.house import *
from houseway.floor.subjects.jackpots.bank_account import *
from houseway.floor.subjects.jackpots.escrow_checks import *
from houseway.floor.subjects.jackpots.hit_payment import *
from houseway.floor.subjects.jackpots.hits import *
from houseway.floor.subjects.jackpots.jackpot_end import *
from houseway.floor.subjects.jackpots.jackpot_money import *
from houseway.floor.subjects.jackpots.jackpot_parameters import *
from houseway.floor.subjects.jackpots.payees import *
from houseway.floor.subjects.jackpots.payout_slips import *
from houseway.floor.subjects.jackpots.small_hits import *
from houseway.floor.subjects.live_play import *
from houseway.floor.subjects.presses import *
from houseway.floor.subjects.quick_tables import *
from houseway.floor.subjects.round_review import *
from houseway.floor.subjects.seats import *
from houseway.floor.subjects.settling import *
from houseway.floor.subjects.staff import *
from houseway.floor.subjects.table_counts import *
from houseway.floor.subjects.two_people.done_alone import *
from houseway.floor.subjects.upkeep import *
from houseway.rulebook.plain_words import misfit
from houseway.table.shown.shape_base import Shape

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
        wrong = misfit(error, data)
        raise BadCommand(f"{kind}: {wrong}", remedy="mend the command and send it again under a new id") from error
