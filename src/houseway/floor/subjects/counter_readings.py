"""The counter of a table: read, explained where it differs from what was counted, replaced."""

from __future__ import annotations

from msgspec import UNSET

from houseway.floor.bookkeeping.press_counts import note
from houseway.floor.command_streams import its_table
from houseway.floor.declaring import Command, Context, Decision, Entry, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import WrongState
from houseway.floor.forms import REASON, TABLE, Field, Form, words
from houseway.floor.kinds import of_table
from houseway.floor.permission.controls import by
from houseway.floor.states import Difference, TableState, table_stream

__all__ = ["ExplainReading", "ReadCounter", "ReplaceCounter"]

COUNTERS = "S-9"


class ReadCounter(Command, frozen=True, kw_only=True):
    """A reading of the table's counter: the LCD's number, or the server's."""

    table: str
    reading: int


class CounterRead(Shape, frozen=True):
    """A reading held against the one before and what was counted."""

    reading: int
    before: int
    difference: int
    expected: int
    variance: int


@words(
    lambda given, reply: (
        f"The counter of table {given.table} reads {reply.reading:,}: {reply.difference:,} since "
        f"{reply.before:,}; {_variance(reply)}."
    ),
    Form(
        "Read the counter",
        "Enter reading",
        (*TABLE, Field("reading", "Reading", "count", option="READING")),
        terminal="meter read",
    ),
)
@decides(by("supervisor", "accounting", "technician", devices=("panel",), clause="S-9"), its_table, CounterRead)
def read_counter(ctx: Context, command: ReadCounter) -> Decision:
    """A reading; the difference from the last is the period's count, and both are held against what was counted."""
    state = ctx.table(command.table)
    if command.reading < state.reading:
        raise WrongState(
            f"the counter of table {state.id} was read at {state.reading} and cannot say {command.reading}",
            clause=COUNTERS,
            remedy="read it again; if it was replaced, record the replacement",
        )
    expected = state.counted + state.offset
    body = of_table.CounterRead(
        reading=command.reading,
        before=state.reading,
        difference=command.reading - state.reading,
        expected=expected,
        variance=command.reading - expected,
    )
    return Decision([ctx.draft(table_stream(state.id), body)], reply_of(CounterRead, body))


@folds(TableState, of_table.CounterRead)
def _read(state: TableState, body: of_table.CounterRead, entry: Entry) -> None:
    note(state, entry)
    state.reading = body.reading
    if body.variance:
        _differs(state, body.reading, body.expected, body.signers(entry.who), entry.at)
    elif state.difference is not None:
        state.difference.shift = 0


def _differs(state: TableState, reading: int, expected: int, readers: list[str], at: int) -> None:
    """A reading that differs; whoever read one that nobody has explained has had a part in this too."""
    before = state.difference.by if state.difference is not None else []
    state.difference = Difference(reading, expected, at, list(dict.fromkeys([*before, *readers])))


class ExplainReading(Command, frozen=True, kw_only=True):
    """Why the table's counter was read at something else than was counted. Two people."""

    table: str
    explanation: str


class ReadingExplained(Shape, frozen=True):
    """The reading that differed from what was counted, and why; ``shift`` is by how much the counter is off now."""

    reading: int
    expected: int
    variance: int
    shift: int
    explanation: str


@words(
    lambda given, reply: (
        f"The reading of {reply.reading:,} at table {given.table} is explained; {reply.expected:,} was counted."
    ),
    Form(
        "Explain the difference",
        "Explain",
        (*TABLE, Field("explanation", "Explanation")),
        terminal="meter explain",
        says="The counter was read at something else than was counted.",
    ),
)
@decides(
    by("supervisor", "accounting", people="two", filled=("explanation",), apart=("read",), sealed=True, clause="S-9"),
    its_table,
    ReadingExplained,
)
def explain_reading(ctx: Context, command: ExplainReading) -> Decision:
    """A difference between the counter and the count is explained; the counter goes on from what it says."""
    state = ctx.table(command.table)
    found = state.difference
    if found is None:
        raise WrongState(
            f"no reading of the counter of table {state.id} waits to be explained",
            clause=COUNTERS,
            remedy="read the counter first",
        )
    body = of_table.ReadingExplained(
        reading=found.reading,
        expected=found.expected,
        variance=found.reading - found.expected,
        shift=found.reading - found.expected if found.shift is None else found.shift,
        explanation=command.explanation,
    )
    return Decision([ctx.draft(table_stream(state.id), body)], reply_of(ReadingExplained, body))


@folds(TableState, of_table.ReadingExplained)
def _explained(state: TableState, body: of_table.ReadingExplained, entry: Entry) -> None:
    # The counter goes on from what it says: the next reading is held against that.
    state.offset += body.variance if body.shift is UNSET else body.shift
    state.difference = None


class ReplaceCounter(Command, frozen=True, kw_only=True):
    """A counter was replaced: ``old`` is its last reading, ``new`` the first of the one in its place."""

    table: str
    old: int
    new: int
    battery: str | None = None
    reason: str


class CounterReplaced(Shape, frozen=True):
    """The last reading of the old counter, held against what was counted, and the first of the new one."""

    old: int
    new: int
    before: int
    expected: int
    variance: int
    offset: int
    battery: str | None
    reason: str


@words(
    lambda given, reply: f"The counter of table {given.table} ended at {given.old:,} and begins at {given.new:,}.",
    Form(
        "Replace the counter",
        "Enter replacement",
        (
            *TABLE,
            Field("old", "Last reading of the old one", "count"),
            Field("new", "First reading of the new one", "count"),
            Field("battery", "Battery since", "day", needed=False),
            REASON,
        ),
        terminal="meter replace",
    ),
)
@decides(by("technician", people="two", filled=("reason",), sealed=True, clause="S-9"), its_table, CounterReplaced)
def replace_counter(ctx: Context, command: ReplaceCounter) -> Decision:
    """A new counter in the place of the old one: an event with both readings.

    The last reading of the one that goes is held against what was counted, like any other.
    """
    state = ctx.table(command.table)
    if command.old < state.reading or command.new < 0:
        raise WrongState(
            f"the counter of table {state.id} was last read at {state.reading} and cannot end at {command.old}",
            clause=COUNTERS,
            remedy="give the old counter's last reading",
        )
    expected = state.counted + state.offset
    body = of_table.CounterReplaced(
        old=command.old,
        new=command.new,
        before=state.reading,
        expected=expected,
        variance=command.old - expected,
        offset=command.new - state.counted,
        battery=command.battery,
        reason=command.reason,
    )
    return Decision([ctx.draft(table_stream(state.id), body)], reply_of(CounterReplaced, body))


@folds(TableState, of_table.CounterReplaced)
def _replaced(state: TableState, body: of_table.CounterReplaced, entry: Entry) -> None:
    note(state, entry)
    state.reading = body.new
    state.offset = body.offset
    state.battery = body.battery
    if body.variance:
        _differs(state, body.old, body.expected or 0, body.signers(entry.who), entry.at)
    elif body.variance is UNSET:
        # Release 0.1 held the last reading of a counter that goes against nothing.
        state.difference = None
    if state.difference is not None:
        state.difference.shift = 0


def _variance(reply: CounterRead) -> str:
    if not reply.variance:
        return "as counted"
    return f"{reply.expected:,} were expected, a variance of {reply.variance:+,}"
