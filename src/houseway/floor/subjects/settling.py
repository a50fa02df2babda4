"""A round that is over: settled, voided, its large wins verified, its lines corrected."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from houseway.errors import HousewayError
from houseway.floor.bookkeeping.chips import chip_lines
from houseway.floor.bookkeeping.ledger_lines import together
from houseway.floor.bookkeeping.play_figures import add_settled, take_back_counted
from houseway.floor.bookkeeping.press_counts import count_over
from houseway.floor.command_streams import its_table, its_table_and_jackpots
from houseway.floor.declaring import Command, Context, Decision, Draft, Entry, Shape, decides, folds
from houseway.floor.floor_errors import WrongState
from houseway.floor.forms import REASON, TABLE, Field, Form, round_field, words
from houseway.floor.kinds import of_jackpot, of_table
from houseway.floor.kinds.body import ClaimedHit, LargeWin, Record
from houseway.floor.permission.controls import FLOOR, by
from houseway.floor.play.live_rounds import Playing
from houseway.floor.play.prints import round_prints
from houseway.floor.play.uncounted_chips import refusal, uncounted
from houseway.floor.states import Held, TableState, Win, jackpot_stream, lines_of, table_stream
from houseway.floor.subjects.round_review import THRESHOLD, claimed, large, note_win
from houseway.jackpots.funds import bear, take_back
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.registry import game, replay
from houseway.rulebook.money import dollars
from houseway.rulebook.plain_words import misfit
from houseway.table.lines import Line
from houseway.table.records.record import TABLE_KEYS, record, table_record
from houseway.table.records.record_format import from_data
from houseway.table.records.replay import setup_of as table_of
from houseway.table.setup import Setup
from houseway.table.shown.wording import listed
from houseway.table.table_errors import BadRecord

__all__ = ["SettleRound", "VoidRound"]


class SettleRound(Command, frozen=True, kw_only=True):
    """The round was played and settled: its record, as in ``docs/round-record.md``.

    Of a round that was played here, answer by answer, the floor makes the record; one that is sent must be the same.
    """

    table: str
    round: int
    record: Record | None = None


class RoundSettled(Shape, frozen=True):
    """Stakes, returns and what came from meters, in cents by wager; wins that surveillance must verify."""

    round: int
    money: dict[str, tuple[int, int, int]]
    surveillance: list[tuple[int, str, int]]


@words(
    lambda given, reply: f"Round {given.round} of table {given.table} is settled.",
    Form(
        "Settle the round",
        "Settle",
        (
            *TABLE,
            Field("record", "Record of the round", "record"),
            round_field(lambda table: table.round if table.phase == "tabulated" else table.round + 1),
        ),
        terminal="table settle",
        says="By its record, which is played again and compared first.",
    ),
)
@decides(by(*FLOOR, devices=("panel",)), its_table, RoundSettled, played=True)
def settle_round(ctx: Context, command: SettleRound) -> Decision:
    """The settlement: of a round in progress only as it was played here, answer by answer."""
    state = ctx.open_table(command.table)
    if state.live is not None and state.live.round == command.round:
        round_ = ctx.playing(state).round
        if round_.step is not None:
            raise WrongState(
                f"round {command.round} of table {state.id} is not over",
                clause=round_.step.cite,
                remedy="give what is due first, or void the round",
            )
        played = record(round_, meters=dict(state.amounts), before=list(state.live.before))
        if command.record is not None and _plain(played) != _plain(command.record):
            raise BadRecord(
                f"round {command.round} of table {state.id} was played otherwise",
                remedy="correct the answer that is wrong, then settle",
            )
        return _settle(ctx, state, command.round, played, round_.lines)
    if command.record is None:
        raise BadRecord(
            f"round {command.round} of table {state.id} was not played here answer by answer", remedy="send its record"
        )
    _check_round(state, command.round)
    return _settle(ctx, state, command.round, command.record, _read_record(ctx, state, command.record))


def _settle(ctx: Context, state: TableState, number: int, played: Record, lines: list[Line]) -> Decision:
    """A round that was played: its record is kept whole, its money by wager beside it."""
    _check_round(state, number)
    _check_counted(ctx, state, played)
    held = _check_claimed(ctx, state, lines)
    money: dict[str, list[int]] = {}
    for line in lines:
        sums = money.setdefault(line.wager, [0, 0, 0])
        sums[0] += line.stake
        sums[1] += line.returned
        sums[2] += line.meter or 0
    threshold = ctx.settings_at(state.id)[THRESHOLD]
    found = large(lines, threshold, claimed(state) if state.phase == "tabulated" else ())
    body = of_table.RoundSettled(
        round=number,
        money=money,
        record=played,
        large=[LargeWin(line.seat, line.wager, line.net, number) for number, line in found] or UNSET,
        held={hit.id: number for number, hit in held.items()} or UNSET,
        players=dict(state.seated),
    )
    chips = chip_lines(state, lines, {number: hit.amount for number, hit in held.items()})
    return Decision(
        [ctx.draft(table_stream(state.id), body, chips)],
        RoundSettled(
            round=number,
            money={wager: (sums[0], sums[1], sums[2]) for wager, sums in money.items()},
            surveillance=[(line.seat, line.wager, line.net) for _, line in found],
        ),
    )


@folds(TableState, of_table.RoundSettled)
def _settled(state: TableState, body: of_table.RoundSettled, entry: Entry) -> None:
    add_settled(state, body, entry)
    count_over(state, body, entry)
    if body.round > state.round:
        state.round = body.round
        state.rounds += 1
        state.amounts, state.hits = {}, {}
        if state.table is None or state.table.cards == "virtual":
            # Where a dealer presses, what was lit stays lit until the press.
            state.picture = {}
        state.began = entry.at
    state.phase = "over"
    state.take_posted()
    state.settled = body.round
    state.lines = lines_of(body.record)
    state.players = None if body.players is UNSET else body.players
    for hit, line in (body.held or {}).items():
        player = (state.players or {}).get(str(state.lines[line - 1][0]))
        state.held[hit] = Held(body.round, line, player)
    for win in body.large or ():
        note_win(state, Win(body.round, win.line, win.seat, win.wager, win.net, entry.at))
    if state.live is not None:
        state.dealt = [*state.live.before, *body.record.get("cards", [])]
        state.live = None


def _plain(record_: Record) -> Record:
    """A record as it is after a journey over the wire; which release wrote it down does not matter."""
    plain: Record = msgspec.json.decode(msgspec.json.encode(record_))
    plain.pop("release", None)
    return plain


def _check_round(state: TableState, round_: int) -> None:
    assert state.table is not None
    if state.table.cards == "none":
        raise WrongState(f"table {state.id} runs with the tabulator alone", remedy="claim hits by position and row")
    due = state.round if state.phase == "tabulated" else state.round + 1
    if round_ != due:
        raise WrongState(
            f"round {round_} of table {state.id} is not the one to settle",
            remedy=f"tabulate and settle round {due}" if state.table.sensors else f"settle round {due}",
        )


def _read_record(ctx: Context, state: TableState, record: Record) -> list[Line]:
    """The lines of a record that was made at this table and settles as it says."""
    assert state.table is not None
    if record.get("game") != state.table.game or record.get("edition") != state.table.edition:
        raise BadRecord(
            f"table {state.id} plays {state.table.game} {state.table.edition}, and the record is of "
            f"{record.get('game')} {record.get('edition')}",
            remedy="send the record of a round of this table",
        )
    chosen = ctx.rounds.chosen(ctx.property, state)
    prints = round_prints(state)
    named = {"play": prints.play, "program": prints.program, "behaviour": prints.behaviour}
    for key, value in named.items():
        # A panel need not name them; one that does has played under something.
        if record.get(key, value) != value:
            raise BadRecord(
                f"the record was played under another {key} than table {state.id} has", remedy="play the round again"
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
                    f"the record was played with other {key} than table {state.id} has", remedy="play the round again"
                )
    try:
        lines = msgspec.convert(record.get("lines"), list[Line])
    except msgspec.ValidationError as error:
        raise BadRecord(
            f"the lines of the record cannot be read: {misfit(error, record.get('lines'))}",
            remedy="send the record as houseway wrote it",
        ) from error
    if ctx.rounds.verify:
        different = replay(record, new=True)
        if different is not None:
            raise BadRecord(f"the round played again settles otherwise: {different}", remedy="correct the record")
    return lines


def _check_counted(ctx: Context, state: TableState, record: Record) -> None:
    """Whoever wagered on a jackpot was counted, and nobody else, unless a supervisor has it on record.

    A round in which nobody did need not be counted at all.
    """
    assert state.table is not None
    in_progress = state.phase == "tabulated"
    if in_progress and state.differ:
        laid = {
            wager: [seat["seat"] for seat in record.get("seats", ()) if seat["wagers"].get(wager)]
            for wager in state.table.jackpots
        }
        for wager, seats in uncounted(state, laid).items():
            raise refusal(state, wager, seats, BadRecord)
        return
    if ctx.setup(state).options.get("tabulator") == "off":
        # Nothing counts here: the wagers stay on their spots until their hand is settled (S-11).
        return
    for wager in state.table.jackpots:
        placed = sorted(seat["seat"] for seat in record.get("seats", ()) if seat["wagers"].get(wager))
        counted = sorted(state.counted_for(wager)) if in_progress else []
        if placed != counted:
            raise BadRecord(
                f"{ctx.setup(state).edition.wagers[wager].name} was wagered at {_positions(placed)} and counted at "
                f"{_positions(counted)}",
                clause="S-7",
                remedy="confirm the difference under a supervisor, or void the round",
            )


def _positions(seats: list[int]) -> str:
    where = listed([str(seat) for seat in seats], "and")
    return f"position{'s' * (len(seats) > 1)} {where}" if seats else "no position"


def _check_claimed(ctx: Context, state: TableState, lines: list[Line]) -> dict[int, ClaimedHit]:
    """Every prize of a meter or a posted row was claimed and locked, at the amount that the lines pay.

    By the number of its line, the hit that each of them waits for.
    """
    assert state.table is not None
    setup = ctx.setup(state)
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


class VoidRound(Command, frozen=True, kw_only=True):
    """The round is void: every wager goes back, by new entries. A supervisor."""

    table: str
    round: int
    reason: str
    clause: str | None = None
    record: Record | None = None


class RoundVoided(Shape, frozen=True):
    """Jackpot wagers given back by wager, and what the house bears of it by jackpot, in cents and micros."""

    round: int
    returned: dict[str, int]
    house_bears: dict[str, int]


@words(
    lambda given, reply: (
        f"Round {given.round} of table {given.table} is void: "
        f"{dollars(sum(reply.returned.values()))} of jackpot wagers go back."
    ),
    Form(
        "Void the round in progress",
        "Void",
        (*TABLE, REASON, round_field(lambda table: table.round), Field("clause", "Clause that voids it", needed=False)),
        terminal="table void",
        says="Every wager goes back. A supervisor does it.",
        danger=True,
    ),
)
@decides(by("supervisor", filled=("reason",), sealed=True, clause="BJS-5"), its_table_and_jackpots, RoundVoided)
def void_round(ctx: Context, command: VoidRound) -> Decision:
    """A void, with its record: of a round in progress as it was played here, and not as anybody sent it."""
    state = ctx.open_table(command.table)
    if state.live is None or state.live.round != command.round:
        if command.record is not None:
            _check_voided(ctx, state, command.record)
        return _void(ctx, command)
    return _void(ctx, msgspec.structs.replace(command, record=_voided_record(ctx, state, command)))


def _void(ctx: Context, command: VoidRound) -> Decision:
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
            returned[wager] = count * jackpot.wager if command.record is None else _laid(command.record, wager)
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
    return Decision(drafts, RoundVoided(round=command.round, returned=returned, house_bears=borne))


def _laid(record: Record, wager: str) -> int:
    """What lay on the spots of a wager in a round, in cents: chips may stand against the indicators (S-7)."""
    return sum(seat["wagers"].get(wager, 0) for seat in record["seats"])


def _taken_back(
    ctx: Context, state: TableState, command: VoidRound, jackpot: Jackpot, count: int
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


def _check_voided(ctx: Context, state: TableState, record: Record) -> None:
    """The record of a voided round is of this table, says that it was voided, and gives back what was laid."""
    if not record.get("void"):
        raise BadRecord("the record does not say that the round was voided", remedy="void the round without it")
    _read_record(ctx, state, record)


def _voided_record(ctx: Context, state: TableState, command: VoidRound) -> Record | None:
    """The round as far as it was played, every wager given back line by line."""
    live = state.live
    assert live is not None and state.table is not None
    try:
        # Played by itself: until the void is in the journal the table's own round goes on.
        playing = Playing(live, state.table.game, ctx.setup(state))
        for answered in live.answers:
            playing.take(answered)
    except HousewayError:
        # No release plays it any more but the one that began it, and it is void all the same.
        return None
    round_ = playing.round
    round_.void(command.reason, command.clause or "BJS-5")
    return record(round_, meters=dict(state.amounts), before=list(live.before))


@folds(TableState, of_table.RoundVoided)
def _voided(state: TableState, body: of_table.RoundVoided, entry: Entry) -> None:
    take_back_counted(state, body, entry)
    count_over(state, body, entry)
    state.phase = "over"
    state.take_posted()
    state.voided += 1
    state.round = max(state.round, body.round)
    state.live, state.dealt = None, []
