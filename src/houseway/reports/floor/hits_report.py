"""Hits and payments: each prize with its life, from the lock to its payment or rejection."""

from __future__ import annotations

import msgspec

from houseway.floor.context import gaming_day, settings_on
from houseway.floor.kinds.body import Body
from houseway.floor.kinds.edge import kind_of, read
from houseway.floor.kinds.of_jackpot import HitLocked, HitPaid, HitRejected, HitVerified
from houseway.floor.kinds.of_payment import CheckVoided
from houseway.floor.states import Hit, jackpot_stream
from houseway.floor.subjects.jackpots.hit_payment import check_by
from houseway.floor.subjects.jackpots.hits import hit_of
from houseway.journal import Entry
from houseway.reports.document import Document, Head, Section, Table, Text
from houseway.reports.floor.reading import Reader, reference
from houseway.reports.floor.table_names import TableNames
from houseway.reports.numbers import Value

KEPT = 25
"""The least number of a jackpot's last hits that is shown, where it had so many (LAB-3)."""

_STEPS: dict[type[Body], str] = {
    HitLocked: "held for verification",
    HitVerified: "verified",
    HitPaid: "paid",
    HitRejected: "rejected",
}
"""The steps of a hit, in words."""


class Life(msgspec.Struct):
    """One hit, with the entries of its life, each with what it says."""

    hit: Hit
    entries: dict[type[Body], tuple[Entry, Body]]

    @property
    def state(self) -> str:
        """Where it stands."""
        last = next((kind for kind in (HitPaid, HitRejected, HitVerified) if kind in self.entries), HitLocked)
        return _STEPS[last]


def lives(reader: Reader, jackpot: str) -> list[Life]:
    """The hits of ``jackpot`` that were locked in the period, or had a step of their life in it, or are still open, and
    at least the last `KEPT` before its end; the last one first."""
    period = reader.period
    state = reader.floor.jackpot(jackpot)
    found: list[Life] = []
    seen: dict[str, dict[type[Body], tuple[Entry, Body]]] = {}
    voided: set[tuple[str, object]] = set()
    waiting = set(state.pending)
    stream = jackpot_stream(jackpot)
    locked = 0
    for entry in reader.backwards(stream, reader.journal.head(stream).number + 1):
        if kind_of(entry) not in (*_STEPS, CheckVoided):
            continue
        if entry.at < period.start and locked >= KEPT and not waiting:
            break
        match read(entry):
            case CheckVoided() as void if void.hit:
                voided.add((void.hit, void.check))
            case HitPaid() as paid if (paid.hit, paid.check) in voided:
                pass
            case HitVerified() | HitPaid() | HitRejected() as step:
                seen.setdefault(step.hit, {})[type(step)] = (entry, step)
                if entry.at < period.stop:
                    waiting.add(step.hit)
            case HitLocked() as locks:
                for each in reversed(locks.hits):
                    waiting.discard(each.id)
                    if entry.at < period.stop:
                        steps = dict(seen.get(each.id, {}))
                        steps[HitLocked] = (entry, locks)
                        found.append(Life(hit_of(each, entry.at), steps))
                        locked += 1
        if locked >= state.wins:
            break
    return found


def hits(reader: Reader) -> Document:
    """Hits and payments of every jackpot asked for."""
    sections = []
    alarms: list[Text] = []
    for id in reader.jackpots():
        found = lives(reader, id)
        name = reader.jackpot_name(id)
        if found:
            checks = _checks(reader, found)
            pieces = (_summary(reader, found), _steps(reader, found), _evidence(found), *_checked(reader, checks))
            sections.append(Section(name, pieces))
            for check in checks:
                if check.state in _LATE:
                    said = f"{name}: the check for hit {check.hit.id} {_LATE[check.state]} (by {_until(reader, check)})"
                    alarms.append(Text(said, alarm=True))
        waiting = [life.hit.id for life in found if life.state in (_STEPS[HitLocked], _STEPS[HitVerified])]
        if waiting:
            alarms.append(Text(f"{name}: not yet paid or rejected: {', '.join(waiting)}", alarm=True))
    nothing = () if sections else (Text("No jackpot was hit."),)
    overview = Section("Overview", (*alarms, _totals(reader), *nothing))
    return reader.document("Hits and payments", overview, *sections)


class Check(msgspec.Struct):
    """A prize that is paid by check: until when, when it was given, and what that makes it."""

    hit: Hit
    by: int
    paid: int | None
    state: str


_LATE = {"overdue": "is overdue", "late": "was given late"}


def _checks(reader: Reader, found: list[Life]) -> list[Check]:
    """The hits that are paid by check, by the rules of the gaming day they were locked on (WAC 230-15-690)."""
    house = reader.property
    checks = []
    for life in found:
        settings = settings_on(house, gaming_day(life.hit.locked, house.zone, house.day_starts))
        by = check_by(settings, life.hit)
        if by is None or life.state == _STEPS[HitRejected]:
            continue
        paid = life.entries[HitPaid][0].at if HitPaid in life.entries else None
        late = (reader.wanted.now if paid is None else paid) > by
        state = ("overdue" if late else "waits") if paid is None else ("late" if late else "in time")
        checks.append(Check(life.hit, by, paid, state))
    return checks


def _checked(reader: Reader, checks: list[Check]) -> tuple[Table, ...]:
    if not checks:
        return ()
    heads = Head.row("Hit | Amount: cents | Due by: moment = to-be-given-by | Given: moment | State")
    rows = tuple(
        (
            check.hit.id,
            check.hit.amount,
            _until(reader, check),
            "" if check.paid is None else reader.period.when(check.paid),
            check.state,
        )
        for check in checks
    )
    return (Table(heads, rows, title="Checks", note="The hours count from the moment of the hit."),)


def _until(reader: Reader, check: Check) -> str:
    return reader.period.when(check.by)


def _totals(reader: Reader) -> Table:
    heads = Head.row(
        "Jackpot | Hits ever: count | Won ever: cents = locked-ever | Open: count | "
        "Paid for the players: micros | Paid by the house: micros"
    )
    rows: list[tuple[Value, ...]] = []
    for id in reader.jackpots():
        state = reader.floor.jackpot(id)
        accounts = reader.floor.accounts(id)
        paid = sum(amount for name, amount in accounts.items() if name.endswith(":paid"))
        awards = sum(amount for name, amount in accounts.items() if name.endswith(":awards"))
        rows.append((reader.jackpot_name(id), state.wins, state.won, len(state.pending), paid, awards))
    note = "Won ever includes rejected hits. Paid for the players: paid from the meters, which are the players' money."
    return Table(heads, tuple(rows), note=note)


def _summary(reader: Reader, found: list[Life]) -> Table:
    heads = Head.row(
        "Hit at: moment = locked | Hit | Table +3 | Round: count +2 | Seat: count | Row | Pays +1 | "
        "Amount: cents | From the meter: cents | From the house: cents | Reset with: micros +1 = reseeded | State"
    )
    rows = tuple(
        (
            reader.period.when(hit.locked),
            hit.id,
            hit.table,
            hit.round,
            hit.seat,
            TableNames.at(reader.property, hit.table).event(hit.wager, hit.event),
            hit.pays,
            hit.amount,
            hit.meter,
            hit.house,
            sum(hit.reseeded.values()),
            life.state,
        )
        for life, hit in ((life, life.hit) for life in found)
    )
    return Table(heads, rows, title="Hits, latest first")


def _steps(reader: Reader, found: list[Life]) -> Table:
    heads = Head.row("Hit | Step | When: moment | Who | Second person = beside | How | Entry +1")
    rows = []
    for life in found:
        for kind, step in _STEPS.items():
            if kind in life.entries:
                entry, body = life.entries[kind]
                when = reader.period.when(entry.at)
                rows.append((life.hit.id, step, when, entry.who, body.beside, _how(body), reference(entry)))
    return Table(heads, tuple(rows), title="Steps")


def _how(body: Body) -> str:
    match body:
        case HitPaid():
            source = "the account" if body.by == "account" else "the cage"
            return f"{body.method} from {source} {body.reference}".rstrip()
        case HitRejected():
            return body.reason
        case _:
            return ""


def _evidence(found: list[Life]) -> Table:
    heads = Head.row("Hit | Cards | Deck | Player | Surveillance | Two people")
    rows = []
    for life in found:
        proof = life.entries[HitVerified][1] if HitVerified in life.entries else HitVerified(hit=life.hit.id)
        assert isinstance(proof, HitVerified)
        two = "required" if life.hit.two else ""
        cards = proof.cards or life.hit.cards
        rows.append((life.hit.id, cards, proof.deck, proof.player, proof.surveillance, two))
    return Table(heads, tuple(rows), title="Evidence")
