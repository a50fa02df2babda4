"""Every attack, by subject."""

from __future__ import annotations

from houseway.drill.insiders.attack import Attack
from houseway.drill.insiders.attacks import check_attacks as checks
from houseway.drill.insiders.attacks import correction_attacks as corrections
from houseway.drill.insiders.attacks import day_attacks as days
from houseway.drill.insiders.attacks import deposit_attacks as deposits
from houseway.drill.insiders.attacks import door_attacks as doors
from houseway.drill.insiders.attacks import prize_attacks as prizes
from houseway.drill.insiders.attacks import record_attacks as records
from houseway.drill.insiders.attacks import room_attacks as rooms
from houseway.drill.insiders.attacks import seal_attacks as seals
from houseway.drill.insiders.attacks import seed_attacks as seeds
from houseway.drill.insiders.attacks import tray_attacks as trays

ATTACKS: tuple[Attack, ...] = (
    *seeds.ATTACKS,
    *deposits.ATTACKS,
    *prizes.ATTACKS,
    *checks.ATTACKS,
    *corrections.ATTACKS,
    *rooms.ATTACKS,
    *trays.ATTACKS,
    *days.ATTACKS,
    *doors.ATTACKS,
    *records.ATTACKS,
    *seals.ATTACKS,
)
"""All of them, in the order in which they are tried."""
