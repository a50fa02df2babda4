"""Processors at half speed: a control group that gives a bench, and all it starts, only a part of their time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PERIOD = 5_000
"""Microseconds in which the part is given: short, so that it feels like slow processors and not like long pauses."""

FIRST, UNIFIED = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
"""Where groups are made, by the first and by the unified kind of them."""


class NoGroup(Exception):
    """This machine lets nobody make a control group here."""


@contextmanager
def slowed(speed: float) -> Iterator[None]:
    """Run at so much of the processors' speed, with all that is started meanwhile; `NoGroup` where nobody may."""
    group = _made(speed)
    before = _own()
    try:
        (group / "cgroup.procs").write_text(str(os.getpid()))
        yield
    finally:
        (before / "cgroup.procs").write_text(str(os.getpid()))
        group.rmdir()


def _made(speed: float) -> Path:
    root = FIRST if FIRST.is_dir() else UNIFIED
    group = root / f"houseway-bench-{os.getpid()}"
    quota = int(speed * (os.cpu_count() or 1) * PERIOD)
    try:
        group.mkdir()
        if root is FIRST:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {PERIOD}")
    except OSError as error:
        raise NoGroup(f"no control group can be made in {root}: {error}") from error
    return group


def _own() -> Path:
    """The group that this process is in."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, which, path = line.split(":", 2)
        if FIRST.is_dir() and "cpu" in which.split(","):
            return FIRST / path.lstrip("/")
        if not FIRST.is_dir() and not which:
            return UNIFIED / path.lstrip("/")
    return FIRST if FIRST.is_dir() else UNIFIED
