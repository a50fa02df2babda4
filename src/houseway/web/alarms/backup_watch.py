"""Copies by the clock: made while the room runs, thinned out, tried, and the seals carried to another place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import structlog

from houseway.errors import HousewayError
from houseway.journal.book import Journal
from houseway.operations.copies import carry_seals, copies_in, copy_name, make_copy, outlived, rehearse, remove_copies
from houseway.operations.operations_errors import BackupFailed
from houseway.operations.operations_file import Backup

LOOK = 60.0
"""Seconds between two looks whether a copy is due."""

log = structlog.get_logger("houseway.backups")


class Standing(msgspec.Struct):
    """Where the copies stand: when the last was made and the last rehearsed, and what went wrong since."""

    copied: int | None = None
    rehearsed: int | None = None
    carried: int | None = None
    failed: dict[str, str] = {}


class BackupWatch:
    """Makes what ``plan`` wants. ``works`` says whether this server is the one to do it; ``now`` gives microseconds."""

    def __init__(
        self, journal: Journal, url: str, plan: Backup, *, now: Callable[[], int], works: Callable[[], bool]
    ) -> None:
        self._journal = journal
        self._url = url
        self._plan = plan
        self._now = now
        self._works = works
        self._task: asyncio.Task[None] | None = None
        self.standing = Standing()
        self.changed: list[Callable[[], None]] = []

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run(), name="backups")

    async def stop(self) -> None:
        """Make no more copies; one that is being made is finished."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _run(self) -> None:
        while True:
            if self._works():
                await asyncio.to_thread(self.work)
                for tell in self.changed:
                    tell()
            await asyncio.sleep(LOOK)

    def work(self) -> None:
        """Do whatever is due; what fails is remembered with its reason until it succeeds."""
        at = datetime.fromtimestamp(self._now() / 1_000_000, UTC)
        self._try("copy", lambda: self._copy(at))
        self._try("seals", self._carry)
        self._try("rehearsal", lambda: self._rehearse(at))

    def _try(self, what: str, do: Callable[[], None]) -> None:
        try:
            do()
        except (HousewayError, OSError) as error:
            if what not in self.standing.failed:
                log.error("backup failed", step=what, message=str(error))
            self.standing.failed[what] = str(error)
        else:
            self.standing.failed.pop(what, None)

    def _copy(self, at: datetime) -> None:
        made = copies_in(self._plan.folder)
        last = max(made.values(), default=None)
        if last is not None:
            self.standing.copied = int(last.timestamp() * 1_000_000)
        if last is None or at - last >= timedelta(hours=self._plan.every_hours):
            path = self._plan.folder / copy_name(at)
            make_copy(self._journal, self._url, path)
            log.info("backup made", file=path.name)
            made = copies_in(self._plan.folder)
            self.standing.copied = self._now()
        # Only after a new one is there.
        remove_copies(outlived(made, self._plan, at))

    def _carry(self) -> None:
        book = self._journal.seal_book
        if self._plan.seals_to is not None and book is not None and book.path.exists():
            carry_seals(book.path, self._plan.seals_to)
            self.standing.carried = self._now()

    def _rehearse(self, at: datetime) -> None:
        if not self._plan.rehearse:
            return
        mark = self._plan.folder / "rehearsed"
        last = _read(mark)
        if last is not None:
            self.standing.rehearsed = int(last.timestamp() * 1_000_000)
        copies = copies_in(self._plan.folder)
        if not copies or (last is not None and at - last < timedelta(days=self._plan.rehearse)):
            return
        newest = list(copies)[-1]
        report = rehearse(newest)
        if report.findings:
            first = report.findings[0]
            raise BackupFailed(
                f"{newest.name} was brought back for a trial and does not verify: {first}",
                remedy="keep it as it is, verify the room itself, and see docs/runbook.md",
            )
        mark.write_text(at.isoformat(), encoding="utf-8")
        self.standing.rehearsed = self._now()
        log.info("backup rehearsed", file=newest.name, entries=report.entries)


def _read(mark: Path) -> datetime | None:
    try:
        return datetime.fromisoformat(mark.read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return None
