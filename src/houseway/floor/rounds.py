"""Rounds and sensing: tabulate, confirm, settle, void, and what happens when the equipment fails."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from houseway.compliance.configured_tables import setup_of
from houseway.errors import BadRecord, HousewayError, Stopped, StuckSensor, UnknownThing, WrongState
from houseway.floor import commands as c
from houseway.floor.chips import chip_lines
from houseway.floor.context import Context, settings_of_table
from houseway.floor.kinds import of_house, of_jackpot, of_table
from houseway.floor.kinds.body import ClaimedHit, LargeWin, Record
from houseway.floor.lines import together
from houseway.floor.names import free_name
from houseway.floor.prints import FIRST_BEHAVIOUR, round_prints
from houseway.floor.spots import check_spot
from houseway.floor.states import PROPERTY, PropertyState, TableState, jackpot_stream, table_stream
from houseway.floor.surveillance import THRESHOLD, claimed, large
from houseway.jackpots.funds import bear, contribute, take_back
from houseway.jackpots.jackpot_accounts import Lines
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal import Decision, Draft
from houseway.registry import game, replay
from houseway.table.lines import Line
from houseway.table.records.record import TABLE_KEYS, table_record
from houseway.table.records.record_format import from_data
from houseway.table.records.replay import setup_of as table_of
from houseway.table.setup import Setup

TABULATE = "S-6"
COUNTERS = "S-9"
MANUAL = "S-11"


class Press(NamedTuple):
    """A press as it is decided: its entry, and by wager the seats it counts and those whose indicator it lights."""

    draft: Draft
    counted: dict[str, tuple[int, ...]]
    lit: dict[str, tuple[int, ...]]


def press(ctx: Context, command: c.Tabulate, *, laid: bool = False) -> Press:
    """The press: what lies on the sensors now is counted, once, and moves the progressives.

    Runs for every round of every table, and writes to the table's stream only. ``laid``: the wagers of this round were
    taken before, so that it is pressed and finished even where a deposit has become overdue since (BJS-9).
    """
    state = ctx.open_table(command.table)
    table = state.table
    assert table is not None
    _next_round(state, command.round)
    if state.stopped and any(command.picture.values()):
        # Where nothing lies on a sensor the press counts nothing, and the round may go on without the jackpot.
        stopped, reason = next(iter(state.stopped.items()))
        raise Stopped(f"jackpot {stopped} is stopped: {reason}", remedy="no jackpot wager is taken until it is resumed")
    if state.fault is not None and not command.manual:
        raise Stopped(
            f"the equipment of table {table.id} is out of order: {state.fault}",
            clause=MANUAL,
            remedy="enter the count by hand, or restore the equipment",
        )
    if command.manual and state.fault is None:
        raise WrongState(
            f"the equipment of table {table.id} works: a count by hand is for when it does not",
            clause=MANUAL,
            remedy="press tabulate, or report the fault first",
        )
    counts: list[tuple[str, tuple[int, ...]]] = []
    lines: Lines = ()
    counted: dict[str, tuple[int, ...]] = {}
    wager_of = {str(sensor): wager for wager, sensor in table.sensors.items()}
    for sensor, positions in command.picture.items():
        wager = wager_of.get(sensor)
        if wager is None:
            raise UnknownThing(
                f"table {table.id} has no sensor {sensor!r}",
                clause="S-5",
                remedy=f"its sensors are {', '.join(sorted(wager_of)) or 'none'}",
            )
        _check_positions(state, table.id, sensor, positions)
        if not positions:
            continue
        fed = state.jackpots.get(table.jackpots.get(wager, ""))
        _check_stuck(state, command, sensor, positions, fed, ctx.at)
        counts.append((f"{table.id}/{sensor}", positions))
        counted[wager] = positions
        if fed is not None and fed.scheme == "progressive":
            if not laid:
                check_spot(ctx, table.id, wager, fed.id)
            lines += contribute(fed, len(positions))
    body = of_table.Tabulated(
        round=command.round,
        picture={sensor: list(positions) for sensor, positions in command.picture.items() if positions},
        manual=command.manual or UNSET,
    )
    draft = ctx.draft(table_stream(table.id), body, lines, tuple(counts))
    # A wager collected before play is lit until the next press; one that stays on its spot needs no light (S-7).
    lit = {wager: seats for wager, seats in counted.items() if wager in table.jackpots}
    return Press(draft, counted, lit)


def _next_round(state: TableState, round_: int) -> None:
    if round_ <= state.round:
        raise WrongState(
            f"round {round_} of table {state.id} was counted and is closed to counting",
            clause=TABULATE,
            remedy=f"the next round is {state.round + 1}",
        )
    if round_ > state.round + 1:
        raise WrongState(
            f"round {round_} of table {state.id} is not due", clause=TABULATE, remedy=f"the next is {state.round + 1}"
        )
    if state.phase == "tabulated" and state.table is not None and state.table.cards != "none":
        raise WrongState(
            f"round {state.round} of table {state.id} is in progress", clause=TABULATE, remedy="settle or void it first"
        )


def _check_positions(state: TableState, table: str, sensor: str, positions: tuple[int, ...]) -> None:
    last = state.positions
    if positions and not 1 <= min(positions) <= max(positions) <= last:
        unknown = next(position for position in positions if not 1 <= position <= last)
        raise UnknownThing(
            f"table {table} has no position {unknown} on sensor {sensor}",
            clause="S-8",
            remedy=f"positions run from 1 to {last}",
        )
    if len(set(positions)) < len(positions):
        raise StuckSensor(
            f"sensor {sensor} of table {table} reports a position twice", clause="S-5", remedy="have it looked at"
        )


def _check_stuck(
    state: TableState, command: c.Tabulate, sensor: str, positions: tuple[int, ...], jackpot: Jackpot | None, at: int
) -> None:
    stuck = sorted(set(positions).intersection(command.stuck.get(sensor, ()))) if command.stuck else []
    if stuck:
        raise StuckSensor(
            f"sensor {sensor} of table {command.table} has not been clear at position "
            f"{', '.join(map(str, stuck))} since the last round",
            clause="LAB-1",
            remedy="lift the chip and press again; if the sensor is stuck, report the fault and count by hand",
        )
    in_hour = state.in_hour.get(sensor)
    if jackpot is None or in_hour is None or state.hour != at // 3_600_000_000 or max(in_hour) < jackpot.unreasonable:
        return
    for position in positions:
        if in_hour[position - 1] >= jackpot.unreasonable:
            raise StuckSensor(
                f"position {position} of table {command.table} was counted {jackpot.unreasonable} times this hour, "
                "more than can be played",
                clause="LAB-1",
                remedy="have the sensor looked at; report the fault and count by hand",
            )


def confirm_indicators(ctx: Context, command: c.ConfirmIndicators) -> Decision:
    """The dealer held the indicators against the chips; where they disagree a supervisor says what was done."""
    state = _in_progress(ctx, command.table, command.round)
    if command.differ:
        person = ctx.property.people.get(ctx.second or ctx.who)
        if person is None or "supervisor" not in person.roles or not command.resolved:
            raise WrongState(
                f"indicators and chips of table {command.table} disagree",
                clause="S-7",
                remedy="call a supervisor, and say what was done",
            )
    body = of_table.IndicatorsConfirmed(round=command.round)
    if command.differ:
        differ = {key: list(value) for key, value in command.differ.items()}
        body = msgspec.structs.replace(body, differ=differ, resolved=command.resolved)
    return Decision([ctx.draft(table_stream(state.id), body)], {"round": command.round, "collect": True})


def note_edges(ctx: Context, command: c.NoteEdges) -> Decision:
    """Late or lifted chips: on record, and nothing else changes."""
    state = ctx.open_table(command.table)
    if command.round > state.round:
        raise WrongState(f"round {command.round} of table {state.id} was not counted yet", clause=TABULATE)
    body = of_table.EdgesNoted(round=command.round, edges=list(command.edges))
    return Decision([ctx.draft(table_stream(state.id), body)], {"noted": len(command.edges)})


def _in_progress(ctx: Context, table: str, round_: int) -> TableState:
    state = ctx.open_table(table)
    if state.round != round_ or state.phase != "tabulated":
        raise WrongState(
            f"round {round_} of table {table} is not in progress", remedy=f"the last is {state.round}, {state.phase}"
        )
    return state


# -- settling


class _Known(NamedTuple):
    """The setup of a table, and the table as records have it, with what both were made of."""

    made_of: tuple[Any, ...]
    setup: Setup
    chosen: Record


class Settler:
    """Settles rounds. ``verify`` plays each record again and compares its lines before they become money."""

    def __init__(self, *, verify: bool = True) -> None:
        self.verify = verify
        self._setups: dict[str, _Known] = {}

    def setup(self, house: PropertyState, state: TableState) -> Setup:
        """The setup of an open table, as its rounds are played: under the rules and settings it was opened with."""
        return self._known(house, state).setup

    def _known(self, house: PropertyState, state: TableState) -> _Known:
        assert state.table is not None
        behaviour = state.prints.behaviour if state.prints is not None else FIRST_BEHAVIOUR
        made_of = (state.table, dict(state.jackpots), state.settings, state.day, behaviour)
        known = self._setups.get(state.id)
        if known is None or known.made_of != made_of:
            setup = setup_of(state.table, state.jackpots, settings_of_table(house, state), behaviour)
            known = self._setups[state.id] = _Known(made_of, setup, table_record(setup))
        return known

    def settle(self, ctx: Context, command: c.SettleRound) -> Decision:
        """A round that was played: its record is kept whole, its money by wager beside it."""
        state = ctx.open_table(command.table)
        self._check_round(state, command.round)
        lines, held = self._check_record(ctx, state, command.record)
        money: dict[str, list[int]] = {}
        for line in lines:
            sums = money.setdefault(line.wager, [0, 0, 0])
            sums[0] += line.stake
            sums[1] += line.returned
            sums[2] += line.meter or 0
        threshold = ctx.settings_at(state.id)[THRESHOLD]
        found = large(lines, threshold, claimed(state) if state.phase == "tabulated" else ())
        body = of_table.RoundSettled(
            round=command.round,
            money=money,
            record=command.record,
            large=[LargeWin(line.seat, line.wager, line.net, number) for number, line in found] or UNSET,
            held={hit.id: number for number, hit in held.items()} or UNSET,
            players=dict(state.seated),
        )
        chips = chip_lines(state, lines, {number: hit.amount for number, hit in held.items()})
        return Decision(
            [ctx.draft(table_stream(state.id), body, chips)],
            {
                "round": command.round,
                "money": money,
                "surveillance": [[line.seat, line.wager, line.net] for _, line in found],
            },
        )

    def _check_round(self, state: TableState, round_: int) -> None:
        assert state.table is not None
        if state.table.cards == "none":
            raise WrongState(f"table {state.id} runs with the tabulator alone", remedy="claim hits by position and row")
        due = state.round if state.phase == "tabulated" else state.round + 1
        if round_ != due:
            raise WrongState(
                f"round {round_} of table {state.id} is not the one to settle",
                remedy=f"tabulate and settle round {due}" if state.table.sensors else f"settle round {due}",
            )

    def check_voided(self, ctx: Context, state: TableState, record: Record) -> None:
        """The record of a voided round is of this table, says that it was voided, and gives back what was laid."""
        if not record.get("void"):
            raise BadRecord("the record does not say that the round was voided", remedy="void the round without it")
        self._read_record(ctx, state, record)

    def _check_record(
        self, ctx: Context, state: TableState, record: Record
    ) -> tuple[list[Line], dict[int, ClaimedHit]]:
        """The lines of the record, and by number those whose prize waits with a locked hit."""
        lines = self._read_record(ctx, state, record)
        self._check_counted(ctx.property, state, record)
        return lines, self._check_claimed(ctx, state, lines)

    def _read_record(self, ctx: Context, state: TableState, record: Record) -> list[Line]:
        """The lines of a record that was made at this table and settles as it says."""
        assert state.table is not None
        if record.get("game") != state.table.game or record.get("edition") != state.table.edition:
            raise BadRecord(
                f"table {state.id} plays {state.table.game} {state.table.edition}, and the record is of "
                f"{record.get('game')} {record.get('edition')}"
            )
        chosen = self._known(ctx.property, state).chosen
        prints = round_prints(state)
        named = {"play": prints.play, "program": prints.program, "behaviour": prints.behaviour}
        for key, value in named.items():
            # A panel need not name them; one that does has played under something.
            if record.get(key, value) != value:
                raise BadRecord(
                    f"the record was played under another {key} than table {state.id} has",
                    remedy="play the round again",
                )
        if {key: record[key] for key in TABLE_KEYS if key in record} != chosen:
            # A panel of an earlier release leaves out what it takes by default: what the record means is compared.
            try:
                said = table_record(table_of(game(state.table.game), from_data(record)))
            except BadRecord:
                raise
            except HousewayError as error:
                raise BadRecord(
                    f"the record has a table that does not hold together: {error.message}",
                    clause=error.clause,
                    remedy="play the round again",
                ) from error
            for key in TABLE_KEYS:
                if said.get(key) != chosen.get(key):
                    raise BadRecord(
                        f"the record was played with other {key} than table {state.id} has",
                        remedy="play the round again",
                    )
        try:
            lines = msgspec.convert(record.get("lines"), list[Line])
        except msgspec.ValidationError as error:
            raise BadRecord(f"the lines of the record cannot be read: {error}") from error
        if self.verify:
            different = replay(record)
            if different is not None:
                raise BadRecord(f"the round played again settles otherwise: {different}", remedy="correct the record")
        return lines

    def _check_counted(self, house: PropertyState, state: TableState, record: Record) -> None:
        """Whoever wagered on a jackpot was counted, and nobody else, unless a supervisor has it on record.

        A round in which nobody did need not be counted at all.
        """
        assert state.table is not None
        in_progress = state.phase == "tabulated"
        if in_progress and state.differ:
            return
        if self.setup(house, state).options.get("tabulator") == "off":
            # Nothing counts here: the wagers stay on their spots until their hand is settled (S-11).
            return
        for wager in state.table.jackpots:
            placed = sorted(seat["seat"] for seat in record.get("seats", ()) if seat["wagers"].get(wager))
            counted = sorted(state.counted_for(wager)) if in_progress else []
            if placed != counted:
                raise BadRecord(
                    f"{wager} was wagered at {placed or 'no position'} and counted at {counted or 'none'}",
                    clause="S-7",
                    remedy="confirm the difference under a supervisor, or void the round",
                )

    def _check_claimed(self, ctx: Context, state: TableState, lines: list[Line]) -> dict[int, ClaimedHit]:
        """Every prize of a meter or a posted row was claimed and locked, at the amount that the lines pay.

        By the number of its line, the hit that each of them waits for.
        """
        assert state.table is not None
        setup = self.setup(ctx.property, state)
        open_hits = list(state.hits.values()) if state.phase == "tabulated" else []
        held: dict[int, ClaimedHit] = {}
        for number, line in enumerate(lines, 1):
            if line.wager not in state.table.jackpots or line.reverses is not None:
                continue
            found = next(
                (
                    hit
                    for hit in open_hits
                    if (hit.seat, hit.wager, hit.event) == (line.seat, line.wager, line.event)
                    and line.returned in (hit.amount, hit.amount + line.stake)
                ),
                None,
            )
            if found is not None:
                # A row that need not be claimed may be all the same: because it is large, or brings others a prize.
                open_hits.remove(found)
                held[number] = found
            elif must_claim(setup, line):
                raise BadRecord(
                    f"seat {line.seat} is paid {line.pays} for {line.event}, which was not claimed at that amount",
                    clause="BJS-3",
                    remedy="claim the hit before the round is settled",
                )
        if open_hits:
            hit = open_hits[0]
            raise BadRecord(
                f"hit {hit.id} of this round is locked, and the record does not pay it",
                clause="BJS-3",
                remedy="reject the hit, or correct the record",
            )
        return held


def must_claim(setup: Setup, line: Line) -> bool:
    """Whether a line pays a jackpot prize that is claimed and locked: a percent, a posted row, Envy or Share."""
    if line.event in ("envy", "share-the-wealth"):
        return True
    row = setup.paytables[line.wager].find(line.event)
    if row is None:
        return False
    # A row may be posted at nothing (TAT4, not a tie): there is no prize to claim then.
    return row.pay.is_percent or (line.event in setup.posted.get(line.wager, {}) and row.pay.numerator > 0)


# -- voids


def void_round(ctx: Context, command: c.VoidRound) -> Decision:
    """Every wager goes back (BJS-5). Counters keep their count; meters go down only where the profile lets them."""
    state = ctx.open_table(command.table)
    assert state.table is not None
    in_progress = state.round == command.round and state.phase == "tabulated"
    playing = state.live is not None and state.live.round == command.round
    if not in_progress and not playing and (state.table.sensors or command.round != state.round + 1):
        raise WrongState(
            f"round {command.round} of table {state.id} is not in progress",
            remedy=f"the last is {state.round}, {state.phase}",
        )
    if state.hits and in_progress:
        raise WrongState(
            f"round {command.round} has hits: {', '.join(state.hits)}",
            clause="BJS-5",
            remedy="reject them first, then void the round",
        )
    drafts: list[Draft] = []
    returned: dict[str, int] = {}
    borne: dict[str, int] = {}
    if in_progress:
        for wager, id in state.table.jackpots.items():
            count = len(state.counted_for(wager))
            # As it is now: parameters that waited may have come since the table was opened, a cap among them.
            jackpot = ctx.jackpot(id).jackpot
            assert jackpot is not None
            returned[wager] = count * jackpot.wager
            if count and jackpot.scheme == "progressive":
                draft, borne[id] = _taken_back(ctx, state, command, jackpot, count)
                drafts += draft
    body = of_table.RoundVoided(
        round=command.round,
        reason=command.reason,
        clause=command.clause,
        returned=returned,
        borne=borne,
        with_=[draft.stream for draft in drafts],
        record=UNSET if command.record is None else command.record,
    )
    drafts.append(ctx.draft(table_stream(state.id), body))
    return Decision(drafts, {"round": command.round, "returned": returned, "house-bears": borne})


def _taken_back(
    ctx: Context, state: TableState, command: c.VoidRound, jackpot: Jackpot, count: int
) -> tuple[list[Draft], int]:
    back = take_back(jackpot, count, ctx.accounts(jackpot.id), decrease_for_void=ctx.settings.decrease_for_void)
    body = of_jackpot.ContributionVoided(
        table=state.id,
        round=command.round,
        count=count,
        taken=back.taken,
        borne=back.borne,
        # What is taken back came in when the wagers were counted.
        since=state.counted_ends,
        with_=[table_stream(state.id)],
    )
    lines = together(back.lines, bear(jackpot, back.borne))
    return [ctx.draft(jackpot_stream(jackpot.id), body, lines)], back.borne


# -- faults and counters


def _malfunction(ctx: Context, table: str, what: str) -> tuple[str, Draft]:
    """The malfunction that a failure is entered as, with the clock of its notice (WAC 230-06-054)."""
    id = free_name(f"{table}-{ctx.tx.head(table_stream(table))[0] + 1}", ctx.property.malfunctions)
    hours = ctx.settings["malfunction-hours"]
    body = of_house.MalfunctionFound(
        malfunction=id,
        table=table,
        what=what,
        notice_by=ctx.at + hours * 3_600_000_000 if hours is not None else None,
        with_=[table_stream(table)],
    )
    return id, ctx.draft(PROPERTY, body)


def _mended(ctx: Context, table: str, malfunction: str, how: str) -> list[Draft]:
    known = ctx.property.malfunctions.get(malfunction)
    if known is None or known.mended is not None:
        return []
    body = of_house.MalfunctionMended(malfunction=malfunction, how=how, with_=[table_stream(table)])
    return [ctx.draft(PROPERTY, body)]


def fail_table(ctx: Context, command: c.FailTable) -> Decision:
    """The manual procedure holds from here, and the malfunction is on the register."""
    state = ctx.open_table(command.table)
    if state.fault is not None:
        raise WrongState(f"table {state.id} is out of order already: {state.fault}")
    id, register = _malfunction(ctx, state.id, command.what)
    body = of_table.EquipmentFailed(what=command.what, round=state.round, malfunction=id, with_=[PROPERTY])
    return Decision(
        [ctx.draft(table_stream(state.id), body), register],
        {
            "table": state.id,
            "malfunction": id,
            "procedure": "jackpot wagers stay on their spots until their hand is settled",
        },
    )


def restore_table(ctx: Context, command: c.RestoreTable) -> Decision:
    """The equipment counts again."""
    state = ctx.table(command.table)
    if state.fault is None:
        raise WrongState(f"the equipment of table {state.id} works")
    body = of_table.EquipmentRestored(how=command.how, was=state.fault, round=state.round, with_=[PROPERTY])
    entry = ctx.draft(table_stream(state.id), body)
    return Decision([entry, *_mended(ctx, state.id, state.malfunction, command.how)], {"table": state.id})


def _display(ctx: Context, table: str, display: str) -> None:
    kinds = [known.kind for known in ctx.property.table(table).displays]
    if display not in kinds:
        raise UnknownThing(f"table {table} has no display {display!r}", remedy=f"it has {', '.join(kinds) or 'none'}")


def fail_display(ctx: Context, command: c.FailDisplay) -> Decision:
    """The printed page takes the display's place (S-14)."""
    _display(ctx, command.table, command.display)
    if command.display in ctx.table(command.table).outages:
        raise WrongState(f"the {command.display} of table {command.table} is out already")
    id, register = _malfunction(ctx, command.table, f"{command.display}: {command.what}")
    body = of_table.DisplayFailed(display=command.display, what=command.what, malfunction=id, with_=[PROPERTY])
    return Decision(
        [ctx.draft(table_stream(command.table), body), register],
        {"table": command.table, "malfunction": id, "show": "the printed page, on paper or a board"},
    )


def restore_display(ctx: Context, command: c.RestoreDisplay) -> Decision:
    """The display shows again."""
    outages = ctx.table(command.table).outages
    if command.display not in outages:
        raise WrongState(f"the {command.display} of table {command.table} is not out")
    entry = ctx.draft(table_stream(command.table), of_table.DisplayRestored(display=command.display, with_=[PROPERTY]))
    return Decision(
        [entry, *_mended(ctx, command.table, outages[command.display], "the display shows again")],
        {"table": command.table},
    )


def read_counter(ctx: Context, command: c.ReadCounter) -> Decision:
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
    return Decision([ctx.draft(table_stream(state.id), body)], body)


def explain_reading(ctx: Context, command: c.ExplainReading) -> Decision:
    """A difference between the counter and the count is explained; the counter goes on from what it says."""
    state = ctx.table(command.table)
    found = state.difference
    if found is None:
        raise WrongState(f"no reading of the counter of table {state.id} waits to be explained", clause=COUNTERS)
    body = of_table.ReadingExplained(
        reading=found.reading,
        expected=found.expected,
        variance=found.reading - found.expected,
        shift=found.reading - found.expected if found.shift is None else found.shift,
        explanation=command.explanation,
    )
    return Decision([ctx.draft(table_stream(state.id), body)], body)


def replace_counter(ctx: Context, command: c.ReplaceCounter) -> Decision:
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
    return Decision([ctx.draft(table_stream(state.id), body)], body)
