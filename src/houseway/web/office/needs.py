"""What needs somebody: everything that waits, is late, or is out of order, the most pressing first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Literal

import msgspec

from houseway.compliance.profile import Settings
from houseway.floor.context import gaming_day, moment
from houseway.floor.states import JackpotState, Malfunction, PropertyState
from houseway.jackpots.accounts import account
from houseway.jackpots.configuration import MICROS
from houseway.reports.numbers import words
from houseway.rulebook.money import dollars
from houseway.web.accounts.proposals import Proposal
from houseway.web.mirror import Mirror
from houseway.web.office.forms import described
from houseway.web.office.frame import rule

HOUR = 3_600_000_000
DAY = 24 * HOUR
SOON = 30
"""Days before the end of a licence from which on it is looked at."""

Tone = Literal["alarm", "warn", "info"]
_TONES: tuple[Tone, ...] = ("alarm", "warn", "info")


class Need(msgspec.Struct, frozen=True):
    """One thing that needs somebody: what, since or until when, where it is dealt with."""

    group: str
    tone: Tone
    what: str
    detail: str
    link: str
    clock: str = ""
    clause: str = ""


class Due(msgspec.Struct, frozen=True):
    """What a jackpot owes its bank account, in cents; ``late`` of it longer than allowed, ``by`` when the next is."""

    jackpot: str
    due: int
    late: int
    by: int | None


def span(micros: int) -> str:
    """A length of time as people say it."""
    minutes = abs(micros) // 60_000_000
    if minutes < 60:
        return f"{max(minutes, 1)} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h {minutes % 60:02d} min"
    return f"{minutes // 1440} days"


def due_of(state: JackpotState, accounts: Mapping[str, int], settings: Settings, at: int) -> Due:
    """The deposits of a jackpot that are due; what was covered since the close went to the oldest first."""
    owed = max(0, accounts.get(account(state.id, "", "due"), 0))
    days = settings["deposit-days"]
    if days is None:
        return Due(state.id, owed // MICROS, 0, None)
    known = sum(amount for _, amount in state.dues)
    covered = max(0, known - owed)
    late, by = 0, None
    for since, amount in state.dues:
        rest = amount - min(amount, covered)
        covered -= amount - rest
        if rest < MICROS:
            continue
        if at - since > days * DAY:
            late += rest
        elif by is None:
            by = since + days * DAY
    return Due(state.id, owed // MICROS, late // MICROS, by)


def notice_by(malfunction: Malfunction, settings: Settings) -> int | None:
    """Until when the regulator must hear of a malfunction."""
    hours = settings["malfunction-hours"]
    return malfunction.found + hours * HOUR if hours is not None else None


def needs(
    mirror: Mirror, settings: Settings, dues: Iterable[Due], proposals: Iterable[Proposal], at: int
) -> list[Need]:
    """Everything that needs somebody now."""
    property = mirror.property
    found = [
        *_hits(mirror, at),
        *_proposals(proposals, property, at),
        *_dues(dues, settings, at),
        *_malfunctions(property, settings, at),
        *_stopped(mirror),
        *_tables(mirror),
        *_papers(property, at),
    ]
    return sorted(found, key=lambda need: _TONES.index(need.tone))


def _hits(mirror: Mirror, at: int) -> Iterable[Need]:
    for id in mirror.property.jackpots:
        state = mirror.jackpot(id)
        for hit in (state.hits[id] for id in state.pending):
            step = "to be verified" if hit.state == "locked" else "to be paid"
            yield Need(
                "Hits",
                "warn",
                f"{dollars(hit.amount)} {step}",
                f"{words(hit.event)} at table {hit.table}, seat {hit.seat}",
                f"/office/hits/{hit.jackpot}/{hit.id}",
                f"for {span(at - hit.locked)}",
            )


def _proposals(proposals: Iterable[Proposal], property: PropertyState, at: int) -> Iterable[Need]:
    for proposal in proposals:
        said = described(proposal.command)
        person = property.people.get(proposal.who)
        yield Need(
            "Proposals",
            "warn",
            f"{said.title}{f': {said.about}' if said.about else ''}",
            f"proposed by {person.name if person else proposal.who}, waits for a second person",
            f"/office/proposals#{proposal.id}",
            f"for {span(at - proposal.at)}",
        )


def _dues(dues: Iterable[Due], settings: Settings, at: int) -> Iterable[Need]:
    for due in dues:
        if due.late:
            yield Need(
                "Deposits",
                "alarm",
                f"{dollars(due.late)} overdue at the bank",
                f"jackpot {due.jackpot}, {dollars(due.due)} due in all",
                f"/office/jackpots/{due.jackpot}",
                "overdue",
                rule(settings, "deposit-days"),
            )
        elif due.due:
            clock = f"within {span(due.by - at)}" if due.by is not None else ""
            yield Need(
                "Deposits",
                "info",
                f"{dollars(due.due)} due at the bank",
                f"jackpot {due.jackpot}",
                f"/office/jackpots/{due.jackpot}",
                clock,
            )


def _malfunctions(property: PropertyState, settings: Settings, at: int) -> Iterable[Need]:
    for malfunction in property.malfunctions.values():
        if malfunction.mended is not None and malfunction.noticed is not None:
            continue
        where = f"table {malfunction.table}, " if malfunction.table else ""
        detail = f"{where}found {moment(malfunction.found, property.zone)}"
        by = notice_by(malfunction, settings)
        if malfunction.noticed is None and by is not None:
            yield Need(
                "Malfunctions",
                "alarm" if by - at < 4 * HOUR else "warn",
                f"Notice to the regulator: {malfunction.what}",
                detail,
                f"/office/malfunctions#{malfunction.id}",
                f"{span(by - at)} left" if by > at else f"{span(by - at)} late",
                rule(settings, "malfunction-hours"),
            )
        elif malfunction.mended is None:
            yield Need("Malfunctions", "warn", malfunction.what, detail, f"/office/malfunctions#{malfunction.id}")


def _stopped(mirror: Mirror) -> Iterable[Need]:
    for id in mirror.property.jackpots:
        state = mirror.jackpot(id)
        if state.status == "stopped":
            yield Need("Jackpots", "alarm", f"Jackpot {id} is stopped", state.why, f"/office/jackpots/{id}")
        if state.removal:
            yield Need(
                "Jackpots",
                "info",
                f"Jackpot {id} goes",
                f"announced for {state.removal['day']}",
                f"/office/jackpots/{id}",
            )


def _tables(mirror: Mirror) -> Iterable[Need]:
    for id in mirror.property.tables:
        state = mirror.table(id)
        if state.fault is not None:
            detail = f"{state.fault}; the manual procedure holds"
            yield Need("Tables", "alarm", f"Equipment of table {id} is out of order", detail, f"/office/tables/{id}")
        for display in state.outages:
            what = f"{words(display)} of table {id} is out"
            yield Need("Tables", "warn", what, "the printed page hangs in its place", f"/office/tables/{id}")


def _papers(property: PropertyState, at: int) -> Iterable[Need]:
    today = date.fromisoformat(gaming_day(at, property.zone, property.day_starts))
    for licence in property.licences:
        if licence.until is None:
            continue
        left = (date.fromisoformat(licence.until) - today).days
        if left <= SOON:
            ends = f"ends {licence.until}" if left >= 0 else f"ended {licence.until}"
            yield Need(
                "Papers",
                "warn" if left >= 0 else "alarm",
                f"Licence {licence.number} of {licence.maker} {ends}",
                ", ".join(licence.covers),
                "/office/papers",
                f"{left} days left" if left >= 0 else "",
            )
