"""What needs attention around the room: seals, the disk, messages that do not arrive, copies that are not made."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from houseway.accounts.account_rows import Device
from houseway.floor.states import TableState
from houseway.journal.transaction import TOLERANCE
from houseway.web.alarms.backup_watch import Standing
from houseway.web.alarms.needs import Need, span
from houseway.web.alarms.watch import Trouble
from houseway.web.office.device_state import DEVICE_SILENT, DISPLAY_SILENT, Screens

DAY = 24 * 3_600_000_000

SEALED = 5 * 60_000_000
"""Microseconds after which what was written should have been sealed several times."""

LITTLE, LEAST = 5 << 30, 1 << 30
"""Bytes of room on a disk under which somebody should look, and under which somebody must."""

_STEPS = {"copy": "No copy of the room could be made", "seals": "The seals were not carried to their other place"}


def around(
    at: int,
    *,
    latest: int,
    sealed: int | None,
    disk: Path | None,
    troubles: Iterable[Trouble],
    backups: Standing | None,
) -> list[Need]:
    """What needs attention. ``latest`` is when the last entry was written, ``sealed`` when all was last known to be.

    ``disk`` is a file on the disk of the journal.
    """
    return [*_clock(at, latest), *_seals(at, sealed), *_room(disk), *_messages(at, troubles), *_backups(backups)]


def clock_doubtful(at: int, latest: int) -> bool:
    """Whether two people may have to say that the clock is right: it is behind the last entry, or days after it."""
    return latest - at > TOLERANCE or at - latest > DAY


def _clock(at: int, latest: int) -> Iterator[Need]:
    if latest - at > TOLERANCE:
        what = "The clock of this machine is behind what was written"
        refused = "what is given is refused until it is right"
        detail = f"{refused}; where it had run ahead before, two people set it right here"
        behind = f"by {span(latest - at)}"
        yield Need("Machine", "alarm", what, detail, "/office/malfunctions", behind, subject="clock")


def _seals(at: int, sealed: int | None) -> Iterator[Need]:
    if sealed is not None and at - sealed > SEALED:
        what = f"Nothing was sealed for {span(at - sealed)}"
        detail = "what is written meanwhile could be changed without a trace: look at the seal file and its disk"
        yield Need("Seals", "alarm", what, detail, "/office/audit", subject="age")


def _room(disk: Path | None) -> Iterator[Need]:
    if disk is None:
        return
    try:
        free = shutil.disk_usage(disk.parent).free
    except OSError:
        return
    if free < LITTLE:
        what = f"{free / (1 << 30):.1f} GiB are left on the disk of the journal"
        detail = "when it is full no round can be written: free some space, or move old backups"
        yield Need("Machine", "alarm" if free < LEAST else "warn", what, detail, "/office/audit", subject="disk")


def silent_devices(devices: Iterable[Device], opened: Collection[str], at: int) -> Iterator[Need]:
    """Devices of open tables that spoke once, and have not for a while; one that never did was never put to work."""
    for device in devices:
        if device.revoked is not None or device.seen is None or device.table not in opened:
            continue
        if at - device.seen > DEVICE_SILENT:
            what, since = f"{device.name} of table {device.table} is silent", f"for {span(at - device.seen)}"
            detail = "look whether it has power and reaches the room"
            yield Need("Devices", "warn", what, detail, "/office/devices", since, subject=device.id)


def silent_displays(screens: Iterable[Screens], tables: Mapping[str, TableState]) -> Iterator[Need]:
    """Open tables whose jackpots were shown once and are shown no longer; ``tables`` are those that are open.

    A display that somebody reported as out is known, and the printed page hangs in its place.
    """
    for each in screens:
        state = tables.get(each.table)
        if state is None or state.outages or each.silence is None or each.silence <= DISPLAY_SILENT:
            continue
        what, since = f"No display shows the jackpots of table {each.table}", f"for {span(each.silence * 1_000_000)}"
        detail = "look at the display and its line; while it is dark, report it out and hang the printed page"
        link = f"/office/tables/{each.table}"
        yield Need("Devices", "warn", what, detail, link, since, subject=f"screens:{each.table}")


def _messages(at: int, troubles: Iterable[Trouble]) -> Iterator[Need]:
    for trouble in troubles:
        what, since = f"Alarms do not reach {trouble.receiver}", f"for {span(at - trouble.since)}"
        yield Need("Messages", "alarm", what, trouble.why, "/office", since, subject=trouble.receiver)


def _backups(backups: Standing | None) -> Iterator[Need]:
    for step, why in backups.failed.items() if backups is not None else ():
        what = _STEPS.get(step, "A copy could not be brought back for a trial")
        yield Need("Backups", "alarm", what, why, "/office", subject=step)
