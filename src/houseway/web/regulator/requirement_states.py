"""What can be said of a requirement at this moment: the last reading, deposit, seal or copy, and what is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from houseway.compliance.check import Finding
from houseway.compliance.exhibit import said
from houseway.compliance.profile import Settings
from houseway.compliance.requirements import Requirement
from houseway.floor.bookkeeping.days import unclosed
from houseway.floor.context import moment
from houseway.floor.mirror import Mirror
from houseway.floor.permission.people import departments
from houseway.floor.subjects.round_review import waiting
from houseway.reports.numbers import words
from houseway.rulebook.money import dollars
from houseway.web.alarms.backup_watch import Standing
from houseway.web.alarms.needs import span
from houseway.web.office.attention import Due
from houseway.web.office.attention_around import SEALED
from houseway.web.regulator.approved_prints import TablePrints, Tone
from houseway.web.regulator.verification import Verification


class LiveState(NamedTuple):
    """What is so now, as a sentence, and how pressing it is."""

    tone: Tone
    says: str


class Moment(NamedTuple):
    """Everything that states are read from, at one moment. ``backups`` is None where no copies are scheduled."""

    at: int
    mirror: Mirror
    settings: Settings
    findings: Sequence[Finding]
    dues: Sequence[Due]
    sealed: int | None
    backups: Standing | None
    prints: Sequence[TablePrints]
    verified: Verification | None


def _ago(now: Moment, then: int) -> str:
    return f"{moment(then, now.mirror.property.zone)}, {span(now.at - then)} ago"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


def _compliance(now: Moment, each: Requirement) -> LiveState:
    rules = [name.removeprefix("rule ") for name in each.code if name.startswith("rule ")]
    found = [finding for finding in now.findings if not rules or finding.rule in rules]
    by = f"{len(rules)} rule{'s' * (len(rules) != 1)} of the compliance check" if rules else "The compliance check"
    if found:
        first = found[0]
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        return LiveState("alarm", f"{first.where}: {first.what}{more}.")
    told = f": {_listed([name.replace('-', ' ') for name in rules])}" if rules else ""
    return LiveState("good", f"{by} found nothing today{told}.")


def _fingerprints(now: Moment, each: Requirement) -> LiveState:
    wrong = [each.table.id for each in now.prints if not each.matches]
    if wrong:
        return LiveState("alarm", f"Look at {_listed(wrong)}: what runs is not what is approved, or a step is missing.")
    return LiveState("good", f"{len(now.prints)} tables run what their approvals name, or open with it.")


def _readings(now: Moment, each: Requirement) -> LiveState:
    tables = [now.mirror.table(id) for id in now.mirror.property.tables]
    off = [table.id for table in tables if table.difference is not None]
    if off:
        return LiveState("alarm", f"The last reading of {_listed(off)} is not what was counted, and is not explained.")
    read = [f"{table.id} at {table.reading:,}" for table in tables if table.reading]
    if not read:
        return LiveState("info", "No counter has been read yet.")
    return LiveState("good", f"Last readings agree with the counts: {_listed(read)}.")


def _deposits(now: Moment, each: Requirement) -> LiveState:
    late = [due for due in now.dues if due.late]
    if late:
        told = _listed([f"{due.jackpot} {dollars(due.late)}" for due in late])
        return LiveState("alarm", f"Deposits are overdue: {told}.")
    due = sum(each.due for each in now.dues)
    bank = sum(each.bank for each in now.dues)
    return LiveState("good", f"{dollars(bank)} is booked at the bank, {dollars(due)} is due, nothing is overdue.")


def _statements(now: Moment, each: Requirement) -> LiveState:
    stated = [(id, now.mirror.jackpot(id).stated) for id in now.mirror.property.jackpots]
    surplus = [id for id, _ in stated if now.mirror.jackpot(id).surplus]
    if surplus:
        return LiveState("alarm", f"The bank has more than is booked, and nobody explained it: {_listed(surplus)}.")
    known = [at for _, at in stated if at]
    if not known:
        return LiveState("info", "No statement of the bank is on record yet.")
    return LiveState("good", f"Last statement of the bank: {_ago(now, max(known))}.")


def _seal(now: Moment, each: Requirement) -> LiveState:
    if now.sealed is None:
        return LiveState("info", "This server has not sealed yet, or another one does.")
    age = max(0, now.at - now.sealed)
    says = f"Sealed {age // 1_000_000:,} seconds ago."
    return LiveState("alarm" if age > SEALED else "good", says)


def _backups(now: Moment, each: Requirement) -> LiveState:
    if now.backups is None:
        return LiveState("warn", "No copies are scheduled on this server: see houseway operations.")
    if now.backups.failed:
        return LiveState("alarm", f"The last copy failed: {next(iter(now.backups.failed.values()))}.")
    if now.backups.copied is None:
        return LiveState("info", "No copy has been made yet.")
    tried = f" Last trial: {_ago(now, now.backups.rehearsed)}." if now.backups.rehearsed else ""
    return LiveState("good", f"Last copy: {_ago(now, now.backups.copied)}.{tried}")


def _hits(now: Moment, each: Requirement) -> LiveState:
    pending = sum(len(now.mirror.jackpot(id).pending) for id in now.mirror.property.jackpots)
    if pending:
        return LiveState("warn", f"{pending} hit{'s' * (pending != 1)} held: to be verified or paid.")
    return LiveState("good", "Every hit is paid or rejected.")


def _wins(now: Moment, each: Requirement) -> LiveState:
    open_wins = sum(len(waiting(now.mirror.table(id))) for id in now.mirror.property.tables)
    if open_wins:
        return LiveState("alarm", f"{open_wins} win{'s' * (open_wins != 1)} over the threshold wait for surveillance.")
    return LiveState("good", "No win over the threshold waits for surveillance.")


def _jackpots(now: Moment, each: Requirement) -> LiveState:
    states = [now.mirror.jackpot(id) for id in now.mirror.property.jackpots]
    stopped = [state.title for state in states if state.status == "stopped"]
    if stopped:
        return LiveState("warn", f"Stopped, and counting nothing: {_listed(stopped)}.")
    return LiveState("good", f"{len(states)} jackpots, none of them stopped.")


def _days(now: Moment, each: Requirement) -> LiveState:
    property = now.mirror.property
    over = unclosed(property, now.at)
    if len(over) > 1:
        return LiveState("warn", f"Over and not closed: {_listed(over)}.")
    if not property.days:
        return LiveState("info", "No day has been closed yet.")
    return LiveState("good", f"Last day closed: {property.days[-1]}.")


def _malfunctions(now: Moment, each: Requirement) -> LiveState:
    known = now.mirror.property.malfunctions.values()
    silent = [each.id for each in known if each.noticed is None]
    if silent:
        return LiveState("alarm", f"The Commission has not been told of {_listed(silent)}.")
    mending = [each.id for each in known if each.mended is None]
    if mending:
        return LiveState("warn", f"Told of and not mended yet: {_listed(mending)}.")
    if not known:
        return LiveState("info", "No malfunction has been reported yet.")
    return LiveState("good", f"{len(known)} malfunctions on record, all told of and mended.")


def _displays(now: Moment, each: Requirement) -> LiveState:
    out = [id for id in now.mirror.property.tables if now.mirror.table(id).outages or now.mirror.table(id).fault]
    if out:
        return LiveState("warn", f"Out of order, with the manual procedure on record: {_listed(out)}.")
    return LiveState("good", "No table or display is reported out of order.")


def _people(now: Moment, each: Requirement) -> LiveState:
    people = now.mirror.property.people.values()
    mixed = [person.name for person in people if len(departments(person)) > 1]
    if mixed:
        return LiveState("alarm", f"Of two departments at once: {_listed(mixed)}.")
    open_acts = sum(not act.confirmed_by for act in now.mirror.property.alone)
    if open_acts:
        acts = f"{open_acts} act{'s' * (open_acts != 1)}"
        return LiveState("warn", f"{acts} that one person did alone and nobody of another department has confirmed.")
    return LiveState("good", f"{len(people)} people, each of one department; nothing done alone is unconfirmed.")


def _verification(now: Moment, each: Requirement) -> LiveState:
    verified = now.verified
    if verified is None:
        return LiveState("info", "Nobody has verified the journal on this page yet.")
    if verified.state == "running":
        return LiveState("info", f"A verification is running, asked for by {verified.who}.")
    when = _ago(now, verified.ended or verified.began)
    if verified.state != "done" or verified.found is None:
        return LiveState("warn", f"The last verification did not come to its end: {when}.")
    if verified.found.ok:
        return LiveState("good", f"Everything that was checked agrees: {when}.")
    return LiveState("alarm", f"{len(verified.found.findings)} findings: {when}.")


STATES: dict[str, Callable[[Moment, Requirement], LiveState]] = {
    "compliance": _compliance,
    "fingerprints": _fingerprints,
    "readings": _readings,
    "deposits": _deposits,
    "statements": _statements,
    "seal": _seal,
    "backups": _backups,
    "hits": _hits,
    "wins": _wins,
    "jackpots": _jackpots,
    "days": _days,
    "malfunctions": _malfunctions,
    "displays": _displays,
    "people": _people,
    "verification": _verification,
}
"""By the name that requirements have it under, what is so now."""


def states_of(now: Moment, each: Requirement) -> list[LiveState]:
    """What is so now of one requirement: its own state, and the settings in force that it rests on."""
    found = [STATES[each.state](now, each)] if each.state else []
    names = [name.removeprefix("setting ") for name in each.code if name.startswith("setting ")]
    told = [f"{words(name).lower()} {said(name, now.settings[name])}" for name in names if now.settings[name]]
    if told:
        found.append(LiveState("info", f"In force: {'; '.join(told)}."))
    return found
