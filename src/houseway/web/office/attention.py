"""What needs attention: everything that waits, is late, or is out of order, the most pressing first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

import msgspec

from houseway.accounts.custody import Handed
from houseway.compliance.profile import Settings
from houseway.compliance.rules.rule_book import is_day
from houseway.floor.bookkeeping.acts_alone import could_confirm
from houseway.floor.bookkeeping.days import day_ends, unclosed
from houseway.floor.bookkeeping.days import dues as outstanding
from houseway.floor.context import gaming_day, moment
from houseway.floor.mirror import Mirror
from houseway.floor.permission.controls import SEGREGATION
from houseway.floor.play.prints import next_round_refusal
from houseway.floor.states import JackpotState, Malfunction, PropertyState, TableState
from houseway.floor.subjects.jackpots.hit_payment import check_by
from houseway.floor.subjects.round_review import THRESHOLD, waiting
from houseway.jackpots.jackpot_accounts import account
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.operations.operations_file import TONES, Tone
from houseway.reports.floor.table_names import TableNames
from houseway.reports.numbers import words
from houseway.rulebook.money import dollars
from houseway.web.alarms.needs import Need, span
from houseway.web.live.proposals import DraftSent, Proposal
from houseway.web.office.proposals_shown import said_of

HOUR = 3_600_000_000
DAY = 24 * HOUR
YEAR = 366 * DAY
SOON = 30
"""Days before the end of a licence from which on it is looked at."""

MONTH = 31 * DAY
STATEMENTS = "WAC 230-15-720"
"""What the books say is held against what the bank says, once a month at least."""

SINGLY = 5
"""Wins of one table that are listed one by one, at most."""


class Due(msgspec.Struct, frozen=True):
    """What a jackpot owes its bank account, in cents; ``late`` of it longer than allowed, ``by`` when the next is.

    ``bank`` is what is booked there, ``title`` what people call the jackpot.
    """

    jackpot: str
    due: int
    late: int
    by: int | None
    bank: int = 0
    title: str = ""


def due_of(
    property: PropertyState,
    state: JackpotState,
    tables: Iterable[TableState],
    accounts: Mapping[str, int],
    settings: Settings,
    at: int,
) -> Due:
    """The deposits of a jackpot that are due; ``tables`` are all of the property."""
    owed, bank = (accounts.get(account(state.id, "", fund), 0) for fund in ("due", "bank"))
    title = state.jackpot.title if state.jackpot is not None else state.id
    days = settings["deposit-days"]
    if days is None:
        return Due(state.id, max(0, owed) // MICROS, 0, None, bank // MICROS, title)
    late, by = 0, None
    for since, amount in outstanding(state, tables, owed, property.oldest.get(state.id, 0)):
        if at - since > days * DAY:
            late += amount
        elif by is None and amount >= MICROS:
            by = since + days * DAY
    if by is not None and by - at > YEAR:
        # A house that gives itself years, as the demonstration does, is reminded of no day.
        by = None
    return Due(state.id, max(0, owed) // MICROS, late // MICROS, by, bank // MICROS, title)


def notice_by(malfunction: Malfunction, settings: Settings) -> int | None:
    """Until when the regulator must hear of a malfunction."""
    hours = settings["malfunction-hours"]
    return malfunction.found + hours * HOUR if hours is not None else None


def needs(
    mirror: Mirror,
    settings: Settings,
    dues: Sequence[Due],
    proposals: Iterable[Proposal],
    handed: Iterable[Handed],
    at: int,
    machines: Iterable[Need] = (),
    drafts: Iterable[DraftSent] = (),
) -> list[Need]:
    """Everything that needs attention now; ``handed`` are passwords that others set in the last days.

    ``machines`` is what needs attention around the room, ``drafts`` are those that wait for a second person.
    """
    property = mirror.property
    found = [
        *_wins(mirror, settings, at),
        *_hits(mirror, settings, at),
        *_proposals(proposals, property, at),
        *_drafts(drafts, property, at),
        *_days(property, at),
        *_dues(dues, settings, at),
        *_statements(mirror, dues, at),
        *_malfunctions(property, settings, at),
        *_stopped(mirror),
        *_releases(mirror),
        *_tables(mirror),
        *_papers(property, at),
        *_passwords(handed, property, at),
        *_alone(property, at),
        *machines,
    ]
    return sorted(found, key=lambda need: TONES.index(need.tone))


def _wins(mirror: Mirror, settings: Settings, at: int) -> Iterable[Need]:
    """Wins over the threshold that surveillance has not verified, those of a busy table together."""
    clause = settings.rule(THRESHOLD)
    for id in mirror.property.tables:
        state = mirror.table(id)
        link = f"/office/tables/{id}#wins"
        wins = waiting(state)
        if len(wins) > SINGLY:
            total = dollars(sum(win.amount for win in wins))
            what, since = f"Verify {len(wins)} wins, {total} together", span(at - wins[0].at)
            yield Need("Surveillance", "alarm", what, f"table {id}", link, f"for {since}", clause, f"wins:{id}")
        else:
            for win in wins:
                name = TableNames.at(mirror.property, id).wager(win.wager)
                what = f"Verify {dollars(win.amount)} won on {name}"
                detail = f"table {id}, seat {win.seat}, round {win.round}"
                subject = f"win:{id}:{win.round}:{win.seat}:{win.wager}"
                yield Need("Surveillance", "alarm", what, detail, link, f"for {span(at - win.at)}", clause, subject)
        if state.missed:
            what = f"{state.missed} wins left the list before anybody verified them"
            detail = f"table {id}; the audit trail has them"
            yield Need("Surveillance", "alarm", what, detail, link, "", clause, f"missed:{id}")


def _hits(mirror: Mirror, settings: Settings, at: int) -> Iterable[Need]:
    threshold = settings[THRESHOLD]
    for id in mirror.property.jackpots:
        state = mirror.jackpot(id)
        for hit in (state.hits[id] for id in state.pending):
            called = hit.state == "locked" and threshold is not None and hit.amount > threshold
            step = "to be verified" if hit.state == "locked" else "to be paid"
            hand = TableNames.at(mirror.property, hit.table).event(hit.wager, hit.event)
            by = check_by(settings, hit)
            late = by is not None and at > by
            if by is None:
                clock = f"for {span(at - hit.locked)}"
            else:
                clock = f"check {span(by - at)} late" if late else f"check within {span(by - at)}"
            what = f"{dollars(hit.amount)} {step}{', by surveillance too' if called else ''}"
            detail = f"{hand} at table {hit.table}, seat {hit.seat}"
            clause = settings.rule("check-hours") if late else settings.rule(THRESHOLD) if called else ""
            subject = f"{hit.jackpot}:{hit.id}:{hit.state}"
            tone: Tone = "alarm" if called or late else "warn"
            yield Need("Hits", tone, what, detail, f"/office/hits/{hit.jackpot}/{hit.id}", clock, clause, subject)


def _releases(mirror: Mirror) -> Iterable[Need]:
    """Open tables that this program may not play on as they were opened."""
    for id in mirror.property.open:
        refusal = next_round_refusal(mirror.table(id))
        if refusal is not None:
            what = f"Table {id} takes no new round"
            cite = refusal.clause or ""
            yield Need("Release", "alarm", what, str(refusal.message), "/office/papers", "", cite, f"table:{id}")


def _passwords(handed: Iterable[Handed], property: PropertyState, at: int) -> Iterable[Need]:
    """Whoever set another's password could have come in as them: everybody hears of it while they count as one."""
    for each in handed:
        whose, by = _called(property, each.person), _called(property, each.by)
        made = each.kind == "made"
        what = f"{by} made the account of {whose}" if made else f"{by} replaced the password of {whose}"
        since, until = moment(each.at, property.zone), moment(each.until, property.zone)
        detail, clock = f"{since}; until {until} they do not count as two people", f"{span(each.until - at)} left"
        tone: Tone = "info" if made else "warn"
        subject = f"{each.person}:{each.at}"
        yield Need("People", tone, what, detail, "/office/proposals", clock, SEGREGATION, subject)


def _proposals(proposals: Iterable[Proposal], property: PropertyState, at: int) -> Iterable[Need]:
    for proposal in proposals:
        said = said_of(proposal, property)
        what = f"{said.title}{f': {said.about}' if said.about else ''}"
        detail = f"proposed by {_called(property, proposal.who)}, waits for a second person"
        link, since = f"/office/proposals#{proposal.id}", f"for {span(at - proposal.at)}"
        yield Need("Proposals", "warn", what, detail, link, since)


def _drafts(drafts: Iterable[DraftSent], property: PropertyState, at: int) -> Iterable[Need]:
    for draft in drafts:
        what = f"Configuration: {draft.title}"
        detail = f"draft sent by {_called(property, draft.who)}, waits for a second person"
        link, since = f"/office/configuration/drafts/{draft.id}", f"for {span(at - draft.at)}"
        yield Need("Proposals", "warn", what, detail, link, since, subject=f"draft:{draft.id}")


def _dues(dues: Iterable[Due], settings: Settings, at: int) -> Iterable[Need]:
    for due in dues:
        link = f"/office/jackpots/{due.jackpot}"
        if due.late:
            what = f"{dollars(due.late)} overdue at the bank"
            detail = f"{due.title}, {dollars(due.due)} due in all; its spots are closed until it is recorded"
            yield Need("Deposits", "alarm", what, detail, link, "overdue", settings.rule("deposit-days"))
        elif due.due:
            clock = f"within {span(due.by - at)}" if due.by is not None else ""
            yield Need("Deposits", "info", f"{dollars(due.due)} due at the bank", due.title, link, clock)


def _days(property: PropertyState, at: int) -> Iterable[Need]:
    """The oldest day that is over, was played and is not closed."""
    over = [day for day in unclosed(property, at) if day_ends(property, day) <= at]
    if over:
        ended = at - day_ends(property, over[0])
        others = len(over) - 1
        more = f", and {others} more day{'s' if others > 1 else ''} after it" if others else ""
        what = f"Gaming day {over[0]} is not closed"
        detail = f"its counts, meters and deposits due are not on record{more}"
        tone: Tone = "alarm" if ended > DAY else "warn"
        yield Need("The day", tone, what, detail, "/office#day", f"over for {span(ended)}", "WA-9", over[0])


def _statements(mirror: Mirror, dues: Iterable[Due], at: int) -> Iterable[Need]:
    """The accounts that the bank has not confirmed for a month, or with more in them than is booked."""
    for due in dues:
        state, link = mirror.jackpot(due.jackpot), f"/office/jackpots/{due.jackpot}"
        if state.surplus:
            what = f"Explain {dollars(state.surplus // MICROS)} more at the bank than is booked"
            detail, subject = f"{due.title}, by a statement nobody has explained", f"surplus:{due.jackpot}"
            yield Need("Deposits", "alarm", what, detail, link, "", STATEMENTS, subject)
        silent = at - max(state.stated, state.began)
        if due.bank > 0 and state.status != "closed" and silent > MONTH:
            what, subject = f"No bank statement for {span(silent)}", f"statement:{due.jackpot}"
            detail = f"{due.title}, {dollars(due.bank)} booked at the bank"
            yield Need("Deposits", "warn", what, detail, link, "due each month", STATEMENTS, subject)


def _malfunctions(property: PropertyState, settings: Settings, at: int) -> Iterable[Need]:
    for malfunction in property.malfunctions.values():
        if malfunction.mended is not None and malfunction.noticed is not None:
            continue
        where = f"table {malfunction.table}, " if malfunction.table else ""
        detail = f"{where}found {moment(malfunction.found, property.zone)}"
        link = f"/office/malfunctions#{malfunction.id}"
        by = notice_by(malfunction, settings)
        if malfunction.noticed is None and by is not None:
            what = f"Notice to the regulator: {malfunction.what}"
            tone: Tone = "alarm" if by - at < 4 * HOUR else "warn"
            clock = f"{span(by - at)} {'left' if by > at else 'late'}"
            yield Need("Malfunctions", tone, what, detail, link, clock, settings.rule("malfunction-hours"))
        elif malfunction.mended is None:
            yield Need("Malfunctions", "warn", malfunction.what, detail, link)


def _called(property: PropertyState, person: str) -> str:
    """What somebody who works here is called; the id of whoever has left."""
    return property.people[person].name if person in property.people else person


def _alone(property: PropertyState, at: int) -> Iterable[Need]:
    """What one person did alone, once somebody is there who can confirm it; an objection is an alarm, and stays one."""
    listed = [act for act in property.alone if not act.confirmed_by and could_confirm(property, act)]
    waiting = [act for act in listed if not act.objected_by]
    if waiting:
        who = " and ".join(dict.fromkeys(_called(property, act.who) for act in waiting))
        what = f"Confirm what {who} did alone"
        detail = f"{len(waiting)} act{'s' * (len(waiting) != 1)} of the first hours: another department signs for them"
        since = f"for {span(at - waiting[0].at)}"
        yield Need("Done alone", "warn", what, detail, "/office/done-alone", since, SEGREGATION, "waiting")
    for act in (act for act in listed if act.objected_by):
        what = f"{_called(property, act.objected_by)} objects to what {_called(property, act.who)} did alone"
        subject = f"objection:{act.number}"
        yield Need("Done alone", "alarm", what, act.objection, "/office/done-alone", "", SEGREGATION, subject)


def _stopped(mirror: Mirror) -> Iterable[Need]:
    for id in mirror.property.jackpots:
        state, link = mirror.jackpot(id), f"/office/jackpots/{id}"
        if state.status == "stopped":
            yield Need("Jackpots", "alarm", f"Jackpot {id} is stopped", state.why, link, subject=f"stopped:{id}")
        if state.removal:
            yield Need("Jackpots", "info", f"Jackpot {id} goes", f"announced for {state.removal['day']}", link)


def _tables(mirror: Mirror) -> Iterable[Need]:
    for id in mirror.property.tables:
        state, link = mirror.table(id), f"/office/tables/{id}"
        if state.fault is not None:
            detail = f"{state.fault}; the manual procedure holds"
            what = f"Equipment of table {id} is out of order"
            yield Need("Tables", "alarm", what, detail, link, subject=f"fault:{id}")
        if state.difference is not None:
            off = state.difference.reading - state.difference.expected
            detail = f"read at {state.difference.reading:,}, {state.difference.expected:,} counted: {off:+,}"
            what = f"The counter of table {id} differs from what was counted"
            yield Need("Tables", "alarm", what, detail, link, clause="S-9", subject=f"counter:{id}")
        for display in state.outages:
            what = f"{words(display)} of table {id} is out"
            detail = "the printed page hangs in its place"
            yield Need("Tables", "warn", what, detail, link, subject=f"display:{id}:{display}")


def _papers(property: PropertyState, at: int) -> Iterable[Need]:
    today = date.fromisoformat(gaming_day(at, property.zone, property.day_starts))
    # One that is put on file again, with later days, takes the place of the one before.
    latest = {(licence.maker, licence.kind, licence.number): licence for licence in property.licences}
    for licence in latest.values():
        if licence.until is None:
            continue
        if not is_day(licence.until):
            what = f"Licence {licence.number} of {licence.maker} ends on {licence.until!r}, which is no day"
            detail, subject = "put it on file again, with its days", f"licence:{licence.number}"
            yield Need("Approvals & licences", "alarm", what, detail, "/office/papers", subject=subject)
            continue
        left = (date.fromisoformat(licence.until) - today).days
        if left <= SOON:
            tone: Tone = "warn" if left >= 0 else "alarm"
            what = f"Licence {licence.number} of {licence.maker} {'ends' if left >= 0 else 'ended'} {licence.until}"
            clock = f"{left} days left" if left >= 0 else ""
            detail, subject = ", ".join(licence.covers), f"licence:{licence.number}"
            yield Need("Approvals & licences", tone, what, detail, "/office/papers", clock, subject=subject)
