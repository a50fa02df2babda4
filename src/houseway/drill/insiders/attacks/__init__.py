"""Every attack, by subject."""

from __future__ import annotations

from houseway.drill.insiders.attack import Attack
from houseway.drill.insiders.attacks import corrections, days, deposits, doors, prizes, records, rooms, seals, seeds

ATTACKS: tuple[Attack, ...] = (
    *seeds.ATTACKS,
    *deposits.ATTACKS,
    *prizes.ATTACKS,
    *corrections.ATTACKS,
    *rooms.ATTACKS,
    *days.ATTACKS,
    *doors.ATTACKS,
    *records.ATTACKS,
    *seals.ATTACKS,
)
"""All of them, in the order in which they are tried."""
