"""A whole drill: hold the day, check everything, report."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from houseway.drill.checks import CHECKS
from houseway.drill.drill_errors import DrillFailed
from houseway.drill.drill_plan import Plan
from houseway.drill.gaming_day import Day, Progress
from houseway.drill.house_duties import Events
from houseway.drill.place import Place
from houseway.errors import HousewayError
from houseway.journal.engines.places import sqlite_path
from houseway.journal.private_files import make_private_folder

_END = "the day comes to its end"
"""What is checked first of all: a day that breaks off is not checked further."""


class Finding(msgspec.Struct, frozen=True):
    """A check that failed, and what it found."""

    check: str
    what: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a drill did and what came of it. Everything but the two times is decided by the plan alone."""

    plan: Plan
    happened: dict[str, int]
    stacked: tuple[str, ...]
    money: dict[str, dict[str, int]]
    checks: tuple[str, ...]
    findings: tuple[Finding, ...]
    heads: dict[str, str]
    seal: str
    seconds: float
    checking: float

    @property
    def passed(self) -> bool:
        """Whether every check held."""
        return not self.findings

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return {**data, "passed": self.passed}


def drill(
    plan: Plan, *, database: str | None = None, folder: Path | None = None, progress: Progress | None = None
) -> Report:
    """Hold a drill. ``database`` is an empty journal's address, ``folder`` where seals and key go.

    Without a ``database`` the journal is a file in ``folder``, and without a ``folder`` it is gone afterwards.
    """
    plan.check()
    own = Path(tempfile.mkdtemp(prefix="houseway-drill-")) if folder is None else folder
    try:
        make_private_folder(own)
        url = database if database is not None else str(own / "drill.sqlite")
        path = sqlite_path(url)
        if path is not None and path.exists():
            raise DrillFailed(f"{path} exists already", remedy="a drill begins on an empty journal: name another file")
        return _held(plan, Place(url, own, plan.seed), progress)
    finally:
        if folder is None:
            shutil.rmtree(own, ignore_errors=True)


def _held(plan: Plan, place: Place, progress: Progress | None) -> Report:
    started = perf_counter()
    day = Day(plan, place, progress)
    findings: list[Finding] = []
    try:
        try:
            day.run(Events(day))
        except HousewayError as error:
            findings.append(Finding(_END, str(error)))
        played = perf_counter()
        if not findings:
            findings = check(day)
        return _report(day, findings, played - started, perf_counter() - played)
    finally:
        day.floor.close()


def check(day: Day) -> list[Finding]:
    """Everything that does not hold after a day."""
    return [Finding(name, what) for name, test in CHECKS.items() for what in test(day)]


def _report(day: Day, findings: list[Finding], seconds: float, checking: float) -> Report:
    happened: Counter[str] = Counter({"rounds": day.done})
    happened.update(day.told)
    for station in day.stations:
        happened.update(station.told)
    heads = {stream: head.hash.hex() for stream, head in day.floor.journal.heads().items()}
    book = day.floor.journal.seal_book
    last = book.last() if book is not None else None
    stacked = sorted({stack.name for station in day.stations for stack in station.stacks.values()})
    return Report(
        plan=day.plan,
        happened=dict(sorted(happened.items())),
        stacked=tuple(stacked),
        money={
            name: {
                "displayed": (fund.jackpot.amount or 0) + sum(map(fund.shown, fund.purses)),
                **_holdings(fund.accounts()),
            }
            for name, fund in day.funds.items()
        },
        checks=(_END,) if any(finding.check == _END for finding in findings) else (_END, *CHECKS),
        findings=tuple(findings),
        heads=heads,
        seal=last.previous if last is not None else "",
        seconds=seconds,
        checking=checking,
    )


def _holdings(accounts: dict[str, int]) -> dict[str, int]:
    """The funds of one jackpot, all its rows together, in micros."""
    found: Counter[str] = Counter()
    for name, amount in accounts.items():
        found[name.rpartition(":")[2]] += amount
    return dict(sorted(found.items()))
