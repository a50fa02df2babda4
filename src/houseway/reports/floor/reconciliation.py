"""Jackpot activity and reconciliation: every progressive's beginning amount, and every change of it explained."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.floor.kinds.edge import kind_of
from houseway.floor.kinds.of_jackpot import ContributionVoided, JackpotDayClosed
from houseway.floor.kinds.spelling import micros
from houseway.floor.states import jackpot_stream
from houseway.jackpots.jackpot_configuration import FULL, Jackpot
from houseway.reports.document import Document, Fact, Facts, Head, Piece, Section, Table, Text
from houseway.reports.floor.activity import (
    CAUSES,
    COUNTED,
    LOCKED,
    OTHER,
    PARTS,
    RESEEDED,
    Activity,
    MeterActivity,
)
from houseway.reports.floor.books import of_jackpot
from houseway.reports.floor.reading import Reader, reference, signatures
from houseway.reports.floor.sentences import sentence
from houseway.reports.floor.table_names import TableNames
from houseway.reports.numbers import Value, words
from houseway.rulebook.pays import in_words

_ORDER = ("Seed", COUNTED, CAUSES[ContributionVoided], LOCKED, RESEEDED, *CAUSES.values(), OTHER)


def jackpots(reader: Reader) -> Document:
    """Activity and reconciliation of every jackpot asked for."""
    ids = reader.jackpots()
    activity = Activity(reader, ids)
    alarms = list(alarms_of(activity))
    sections = [Section("Summary", (*(Text(alarm, alarm=True) for alarm in alarms), *_summary(activity)))]
    for id in ids:
        found = [each for each in activity.meters.values() if each.jackpot == id]
        if found:
            sections.append(Section(reader.jackpot_name(id), sections=tuple(_meter(reader, each) for each in found)))
        else:
            sections += _bonus(reader, id)
    checked = Fact("Compared with", activity.books.checked)
    return reader.document("Jackpot activity and reconciliation", *sections, facts=[checked])


def alarms_of(activity: Activity) -> Iterator[str]:
    """What does not agree, in words: nothing if every count, line and balance does."""
    for found in activity.meters.values():
        for counted in found.counted.values():
            if counted.variance:
                yield (
                    f"{found.title}, table {counted.table}: the ledger differs from counts × wager × rate by "
                    f"{micros(counted.variance)}"
                )
        if OTHER in found.moves:
            parts = ", ".join(
                f"{part} {micros(amount)}" for part, amount in found.moves[OTHER].items() if amount and part != "held"
            )
            yield f"{found.title}: unexplained movement, {parts or micros(found.moves[OTHER]['held'])}"
        for part, off in _unaccounted(found).items():
            yield f"{found.title}: beginning and changes of {part} differ from the end by {micros(off)}"
    for account, amount in activity.books.variance.items():
        name = activity.reader.jackpot_name(of_jackpot(account))
        yield (
            f"{name}: the account {account} differs by {micros(amount)} from what its entries give, compared with "
            f"{activity.books.checked}"
        )


def _unaccounted(found: MeterActivity) -> dict[str, int]:
    moved = {part: sum(sums[part] for sums in found.moves.values()) for part in PARTS}
    off = {part: found.ending[part] - found.beginning[part] - moved[part] for part in PARTS}
    return {part: amount for part, amount in off.items() if amount}


# -- all together


def _summary(activity: Activity) -> Iterator[Piece]:
    if not activity.meters:
        yield Text("There is no progressive.")
        return
    rows: list[tuple[Value, ...]] = []
    for found in activity.meters.values():
        booked = sum(each.booked + each.hidden for each in found.counted.values())
        expected = sum(each.expected + each.expected_hidden for each in found.counted.values())
        rows.append(
            (
                found.title,
                found.first,
                sum(each.count for each in found.counted.values()),
                expected,
                booked,
                booked - expected,
                found.last,
            )
        )
    heads = Head.row(
        "Progressive | Displayed at the beginning: micros | Wagers: count | Counts × wager × rate: micros | "
        "Booked: micros | Variance: micros | Displayed at the end: micros"
    )
    yield Table(heads, tuple(rows))
    yield from voided_wagers(activity)
    if not any(True for _ in alarms_of(activity)):
        yield Text("Every count, ledger line and balance agrees, to the millionth of a cent.", quiet=True)


def voided_wagers(activity: Activity) -> Iterator[Table]:
    """What became of the contributions of voided wagers, where there are any."""
    heads = Head.row("Progressive | Rounds: count | Wagers: count | Taken back: micros | Paid by the house: micros")
    rows = tuple(
        (activity.reader.jackpot_name(id), found.rounds, found.wagers, found.taken, found.borne)
        for id, found in sorted(activity.voided.items())
    )
    note = "What is not taken back stays on the meter, and the house pays it (BJS-5)."
    if rows:
        yield Table(heads, rows, title="Voided wagers", note=note)


# -- one meter


def _meter(reader: Reader, found: MeterActivity) -> Section:
    meter = found.meter
    facts = [
        Fact("Displayed at the beginning", found.first, "micros"),
        Fact("Displayed at the end", found.last, "micros"),
        Fact("Seed", meter.seed, "cents"),
        Fact("Reset amount", meter.reseed, "cents"),
        Fact("Contribution rate, displayed", f"{100 * meter.rate / FULL:g} %"),
        Fact("Contribution rate, reserve", f"{100 * meter.reserve / FULL:g} %"),
        *([Fact("Cap", meter.cap, "cents")] if meter.cap is not None else []),
    ]
    title = f"Meter for {words(meter.row)}" if meter.row else "Meter"
    counted = _contributions(reader, found) if found.counted else Text("No wager was counted.", quiet=True)
    return Section(title, (Facts(tuple(facts)), counted, _movements(found), _explanations(found)))


def _contributions(reader: Reader, found: MeterActivity) -> Table:
    heads = Head.row(
        "Table | Wager +1 | Fixed wager: cents | Count: count | By hand: count +2 | "
        "Displayed, expected: micros | Displayed, booked: micros | Reserve, expected: micros | "
        "Reserve, booked: micros | Variance: micros"
    )
    rows = tuple(
        (
            one.table,
            TableNames.at(reader.property, one.table).wager(one.slug),
            one.wager,
            one.count,
            one.manual,
            one.expected,
            one.booked,
            one.expected_hidden,
            one.hidden,
            one.variance,
        )
        for one in found.counted.values()
    )
    note = "Expected: counts × fixed wager × rate. Booked: the ledger's lines."
    return Table(heads, rows, title="Contributions", note=note).summed(3)


def _movements(found: MeterActivity) -> Table:
    heads = Head.row(
        "Cause | Meter: micros | Reserve: micros | Overflow: micros | Held for verification: micros = locked | "
        "Total held: micros = all-held"
    )
    moves = {cause: found.moves[cause] for cause in dict.fromkeys(_ORDER) if cause in found.moves}
    sums = {"Beginning": found.beginning, **moves, "Ending": found.ending}
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (cause, *(parts[part] for part in PARTS)) for cause, parts in sums.items()
    )
    note = "The meter is what is displayed; over a cap, the rest of it counts as overflow."
    return Table(heads, rows, title="Movements", note=note if found.meter.cap is not None else "", totals=1)


def _explanations(found: MeterActivity) -> Table:
    heads = Head.row(
        "When: moment | What | Who | Second person = beside | Displayed before: micros +1 | Change: micros | "
        "Displayed after: micros | Entry +2"
    )
    rows = tuple(
        (step.when, step.what, step.who, step.second, step.before, step.change, step.after, step.entry)
        for step in found.steps
    )
    note = "The oldest change first." if rows else "Nothing changed in this period."
    if any(step.before is None for step in found.steps):
        note += " Days are summed up from their closes: amounts displayed are those at each hit and close."
    return Table(heads, rows, title="Every change explained", note=note)


# -- a bonus


def _bonus(reader: Reader, id: str) -> list[Section]:
    """What was posted for a bonus jackpot; no wager moves it."""
    known = reader.floor.jackpot(id)
    jackpot: Jackpot | None = known.jackpot
    if jackpot is None or jackpot.scheme != "bonus":
        return []
    heads = Head.row("When: moment | What | Who | Second person = beside | Entry +1")
    when, days = reader.period.when, reader.period
    rows = [
        (when(entry.at), sentence(entry, days), entry.who, signatures(entry).beside, reference(entry))
        for entry in reader.entries(jackpot_stream(id))
        if kind_of(entry) is not JackpotDayClosed
    ]
    posted = Facts.of(
        *([Fact("Posted amount", jackpot.amount, "cents")] if jackpot.amount is not None else []),
        *(Fact(f"Posted for {words(row)}", in_words(pays)) for row, pays in jackpot.posted.items()),
    )
    table = Table(heads, tuple(rows), title="Every change explained", note="" if rows else "Nothing changed.")
    notes = Text("Posted by the house; no wager moves it.", quiet=True)
    return [Section(jackpot.title, (posted, notes, table) if posted.facts else (notes, table))]
