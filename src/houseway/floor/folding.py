"""How entries become states: what each kind of entry says about its stream.

Folding never decides again: an entry says what happened, whatever the program thinks of it today. It is pure: it asks
no clock, no time zone and no locale, and the same entries give the same state on every machine. (One exception is as
old as release 0.1, whose entries do not name their gaming day: it is reckoned for them from the property's time zone.)

Two releases may work on one journal: a kind that this one does not know changes no state here, and of a record it takes
the fields that it knows (`houseway.floor.decoding`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from houseway.floor import days
from houseway.floor.clock import clamp_jackpot, clamp_property, clamp_table
from houseway.floor.context import gaming_day
from houseway.floor.days import unclosed_by
from houseway.floor.kinds import of_house, of_jackpot, of_table
from houseway.floor.kinds.body import Body
from houseway.floor.kinds.edge import name_of, read_as
from houseway.floor.states import (
    Difference,
    Held,
    JackpotState,
    Live,
    Malfunction,
    PropertyState,
    State,
    TableState,
    Upgrade,
    Win,
    hit_of,
    jackpot_stream,
    lines_of,
    normal,
    table_stream,
)
from houseway.journal import Entry
from houseway.journal.entries import POSITIONS

KEPT_HITS = 100
"""Closed hits that a jackpot keeps at hand; the journal keeps all."""

KEPT_WINS = 100
"""Wins waiting for surveillance that a table keeps at hand; the journal keeps all."""


NUMBER = 2
"""The number of this fold. Raise it with every change of what folding gives, a mended mistake too: a snapshot of
another number is not used and proves nothing, so that no mending looks like tampering. Release 0.1, which had no
numbers, is 1."""


class FloorFold:
    """How the journal's entries become states: what `houseway.journal.Journal` is opened with."""

    def start(self, stream: str) -> State:
        """The state of a stream before its first entry."""
        kind, _, id = stream.partition("/")
        if kind == "table":
            return TableState(id=id)
        if kind == "jackpot":
            return JackpotState(id=id)
        return PropertyState()

    def apply(self, state: State, entry: Entry) -> State:
        """The state after ``entry``; the state given is changed."""
        known = _FOLDS[type(state)].get(entry.kind)
        body = None
        if known is not None:
            body = read_as(entry, known.kind)
        elif days.NEW_DAY_IN_BODY in entry.body:
            body = read_as(entry, Body)
        if not isinstance(state, PropertyState):
            days.turn(state, None if body is None else body.new_day or None, entry)
        if known is not None:
            known.apply(state, body, entry)
        if not isinstance(state, PropertyState) and len(entry.lines) > 2:
            days.post(state, entry)
        return state

    def dump(self, state: State) -> bytes:
        """A snapshot, headed by the number of the fold and the shape of the states that it was made for.

        Names stay in the order in which entries brought them: a state that was loaded goes on as one that was not.
        """
        return HEAD + msgspec.json.encode(state)

    def load(self, stream: str, data: bytes) -> State:
        """The state of a snapshot; one of another fold is a ValueError, and the stream is folded from its start."""
        if not self.current(data):
            raise ValueError("the snapshot is of another fold")
        return msgspec.json.decode(data[len(HEAD) :], type=type(self.start(stream)))

    def current(self, data: bytes) -> bool:
        """Whether a snapshot was made by the fold of this number, for states of today's shape."""
        return data.startswith(HEAD)


def _shape() -> str:
    """A digest of every field of every state: what a snapshot is made of changes with it."""
    _, parts = msgspec.json.schema_components((PropertyState, TableState, JackpotState))
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()[:16]


HEAD = f"fold {NUMBER} {_shape()}:".encode()


S = TypeVar("S", PropertyState, TableState, JackpotState)
B = TypeVar("B", bound=Body)


class _Known(NamedTuple):
    """What entries of one kind do to the states of their streams."""

    kind: type[Body]
    apply: Callable[[Any, Any, Entry], None]


_FOLDS: dict[type[State], dict[str, _Known]] = {PropertyState: {}, TableState: {}, JackpotState: {}}


def folds(state: type[S], kind: type[B]) -> Callable[[Callable[[S, B, Entry], None]], Callable[[S, B, Entry], None]]:
    """Mark the function that changes a ``state`` as entries of ``kind`` say; kinds without one change none."""

    def mark(apply: Callable[[S, B, Entry], None]) -> Callable[[S, B, Entry], None]:
        _FOLDS[state][name_of(kind)] = _Known(kind, apply)
        return apply

    return mark


def _gaming_day(state: PropertyState, said: str | UnsetType, entry: Entry) -> str:
    """The gaming day of an entry, as it says; only entries of release 0.1 do not, and it is reckoned for them."""
    return gaming_day(entry.at, state.zone, state.day_starts) if said is UNSET else said


# -- the property


@folds(PropertyState, of_house.PropertyCreated)
def _created(state: PropertyState, body: of_house.PropertyCreated, entry: Entry) -> None:
    state.name, state.profile = body.name, body.profile
    state.zone, state.day_starts = body.zone, body.day_starts
    state.settings = body.settings
    state.people = {person.id: person for person in body.people}
    state.release = body.release


@folds(PropertyState, of_house.ReleaseUpgraded)
def _upgraded(state: PropertyState, body: of_house.ReleaseUpgraded, entry: Entry) -> None:
    state.release = body.to_release
    state.upgrades.append(
        Upgrade(
            at=entry.at,
            from_release=body.from_release,
            to_release=body.to_release,
            who=entry.who,
            second=body.beside,
            reason=body.reason,
            document=body.document,
        )
    )


@folds(PropertyState, of_house.SettingsChanged)
def _settings(state: PropertyState, body: of_house.SettingsChanged, entry: Entry) -> None:
    state.settings = {**state.settings, **body.settings}


@folds(PropertyState, of_house.PersonAdded)
def _person(state: PropertyState, body: of_house.PersonAdded, entry: Entry) -> None:
    person = body.person
    state.people[person.id] = person


@folds(PropertyState, of_house.PersonDropped)
def _person_left(state: PropertyState, body: of_house.PersonDropped, entry: Entry) -> None:
    state.people.pop(body.person, None)


@folds(PropertyState, of_house.LicenceAdded)
def _licence(state: PropertyState, body: of_house.LicenceAdded, entry: Entry) -> None:
    state.licences.append(body.licence)


@folds(PropertyState, of_house.ApprovalAdded)
def _approval(state: PropertyState, body: of_house.ApprovalAdded, entry: Entry) -> None:
    approval = body.approval
    state.approvals[approval.id] = approval


@folds(PropertyState, of_house.PromotionAdded)
def _promotion(state: PropertyState, body: of_house.PromotionAdded, entry: Entry) -> None:
    promotion = body.promotion
    state.promotions[promotion.id] = promotion


@folds(PropertyState, of_house.PromotionEnded)
def _promotion_over(state: PropertyState, body: of_house.PromotionEnded, entry: Entry) -> None:
    state.promotions.pop(body.promotion, None)


@folds(PropertyState, of_house.TableConfigured)
def _configured(state: PropertyState, body: of_house.TableConfigured, entry: Entry) -> None:
    table = body.table
    state.tables[table.id] = table
    state.configured_by[table.id] = body.signers(entry.who)


@folds(PropertyState, of_house.TableRemoved)
def _table_removed(state: PropertyState, body: of_house.TableRemoved, entry: Entry) -> None:
    state.tables.pop(body.table, None)
    state.configured_by.pop(body.table, None)
    state.gone[table_stream(body.table)] = _gaming_day(state, body.day, entry)


@folds(PropertyState, of_house.OpeningNoted)
def _opened(state: PropertyState, body: of_house.OpeningNoted, entry: Entry) -> None:
    today = _gaming_day(state, body.day, entry)
    state.played = unclosed_by(state, today)
    state.open.append(body.table)
    if today not in (*state.played[-1:], *state.days[-1:]):
        state.played.append(today)


@folds(PropertyState, of_house.TableClosed)
def _closed(state: PropertyState, body: of_house.TableClosed, entry: Entry) -> None:
    state.played = unclosed_by(state, _gaming_day(state, body.day, entry))
    state.open.remove(body.table)


@folds(PropertyState, of_house.JackpotConfigured)
def _jackpot(state: PropertyState, body: of_house.JackpotConfigured, entry: Entry) -> None:
    jackpot = body.jackpot
    state.jackpots[jackpot.id] = jackpot
    state.oldest.setdefault(jackpot.id, entry.at)


@folds(PropertyState, of_house.JackpotClosed)
def _jackpot_gone(state: PropertyState, body: of_house.JackpotClosed, entry: Entry) -> None:
    state.jackpots.pop(body.jackpot, None)
    # Release 0.1 let a jackpot that was given away begin again, and go again.
    if body.jackpot not in state.retired:
        state.retired.append(body.jackpot)
    state.oldest.pop(body.jackpot, None)
    state.gone[jackpot_stream(body.jackpot)] = _gaming_day(state, body.day, entry)


@folds(PropertyState, of_house.MalfunctionFound)
def _malfunction(state: PropertyState, body: of_house.MalfunctionFound, entry: Entry) -> None:
    state.malfunctions[body.malfunction] = Malfunction(
        id=body.malfunction, table=body.table, what=body.what, found=entry.at, by=body.signers(entry.who)
    )


@folds(PropertyState, of_house.MalfunctionNoticed)
def _noticed(state: PropertyState, body: of_house.MalfunctionNoticed, entry: Entry) -> None:
    malfunction = state.malfunctions[body.malfunction]
    malfunction.noticed, malfunction.reference = entry.at, body.reference


@folds(PropertyState, of_house.MalfunctionMended)
def _mended(state: PropertyState, body: of_house.MalfunctionMended, entry: Entry) -> None:
    malfunction = state.malfunctions[body.malfunction]
    malfunction.mended, malfunction.how = entry.at, body.how


@folds(PropertyState, of_house.DayClosed)
def _day_closed(state: PropertyState, body: of_house.DayClosed, entry: Entry) -> None:
    today = _gaming_day(state, body.today, entry)
    state.played = [day for day in unclosed_by(state, today) if day > body.day]
    state.days = [*state.days[-6:], body.day]
    state.closed_at = entry.at
    state.gone = {stream: day for stream, day in state.gone.items() if day > body.day}
    state.oldest = {**state.oldest, **body.oldest}


# -- a table


@folds(TableState, of_table.TableOpened)
def _table_opened(state: TableState, body: of_table.TableOpened, entry: Entry) -> None:
    state.open = True
    state.table = body.table
    state.jackpots = body.jackpots
    state.positions, state.day = body.positions, body.day
    state.settings = None if body.settings is UNSET else body.settings
    state.prints = body.prints or None
    state.stopped, state.posting = {}, {}
    state.phase = "ready"
    state.closed_at = entry.at


@folds(TableState, of_house.TableClosed)
def _table_closed(state: TableState, body: of_house.TableClosed, entry: Entry) -> None:
    state.open = False
    state.phase, state.paused = "ready", None
    state.seated, state.dealt = {}, []
    state.picture, state.amounts, state.hits = {}, {}, {}


@folds(TableState, of_table.TableUpgraded)
def _table_upgraded(state: TableState, body: of_table.TableUpgraded, entry: Entry) -> None:
    state.prints = body.prints


@folds(TableState, of_table.TablePaused)
def _paused(state: TableState, body: of_table.TablePaused, entry: Entry) -> None:
    state.paused = body.reason if body.paused else None


@folds(TableState, of_table.Tabulated)
def _tabulated(state: TableState, body: of_table.Tabulated, entry: Entry) -> None:
    state.round, state.phase = body.round, "tabulated"
    state.counted_ends = state.day_ends
    if state.posting:
        state.jackpots, state.posting = {**state.jackpots, **state.posting}, {}
    state.picture = body.picture
    state.manual = bool(body.manual)
    if state.live is not None and not body.clears:
        state.live.counted_at = len(state.live.answers)
    state.confirmed = False
    state.began = entry.at
    state.amounts, state.hits, state.claimed, state.differ = {}, {}, 0, False
    state.rounds += 1
    hour = entry.at // 3_600_000_000
    if hour != state.hour:
        state.hour, state.in_hour = hour, {}
    for sensor, positions in state.picture.items():
        # A count by hand is for when the counter does not work: what it should say does not move.
        state.counted += 0 if state.manual else len(positions)
        in_hour = state.in_hour.get(sensor)
        if in_hour is None:
            in_hour = state.in_hour[sensor] = [0] * POSITIONS
        tallies = state.tallies.get(sensor)
        if tallies is None:
            tallies = state.tallies[sensor] = [0] * POSITIONS
        for position in positions:
            in_hour[position - 1] += 1
            tallies[position - 1] += 1


@folds(TableState, of_table.IndicatorsConfirmed)
def _confirmed(state: TableState, body: of_table.IndicatorsConfirmed, entry: Entry) -> None:
    state.confirmed = True
    state.differ = bool(body.differ)


@folds(TableState, of_table.RoundSettled)
def _settled(state: TableState, body: of_table.RoundSettled, entry: Entry) -> None:
    if body.round > state.round:
        state.round = body.round
        state.rounds += 1
        state.amounts, state.hits = {}, {}
        if state.table is None or state.table.cards == "virtual":
            # Where a dealer presses, what was lit stays lit until the press.
            state.picture = {}
        state.began = entry.at
    state.phase = "over"
    state.settled = body.round
    state.lines = lines_of(body.record)
    state.players = None if body.players is UNSET else body.players
    for hit, line in (body.held or {}).items():
        player = (state.players or {}).get(str(state.lines[line - 1][0]))
        state.held[hit] = Held(body.round, line, player)
    for win in body.large or ():
        _won(state, Win(body.round, win.line, win.seat, win.wager, win.net, entry.at))
    if state.live is not None:
        gone = body.record.get("cards", [])
        state.dealt = [*state.live.before, *gone]
        state.live = None


@folds(TableState, of_table.RoundVoided)
def _voided(state: TableState, body: of_table.RoundVoided, entry: Entry) -> None:
    state.phase = "over"
    state.voided += 1
    state.round = max(state.round, body.round)
    state.live, state.dealt = None, []


@folds(TableState, of_table.LineCorrected)
def _line(state: TableState, body: of_table.LineCorrected, entry: Entry) -> None:
    if body.round == state.settled and 1 <= body.line <= len(state.lines):
        seat, wager, _, stake = state.lines[body.line - 1]
        state.lines[body.line - 1] = (seat, wager, body.returned, stake)
    if body.large is not UNSET:
        # What was won is another amount: it is verified anew, or is no large win any more.
        state.wins = [win for win in state.wins if (win.round, win.line) != (body.round, body.line)]
        if body.large:
            _won(state, Win(body.round, body.line, body.seat, body.wager, body.large, entry.at))


def _won(state: TableState, win: Win) -> None:
    state.wins.append(win)
    over = max(0, len(state.wins) - KEPT_WINS)
    state.missed += over
    del state.wins[:over]


@folds(TableState, of_table.WinVerified)
def _win_verified(state: TableState, body: of_table.WinVerified, entry: Entry) -> None:
    seen = (body.round, body.seat, body.wager)
    state.wins = [win for win in state.wins if (win.round, win.seat, win.wager) != seen]


@folds(TableState, of_table.RoundBegun)
def _begun_round(state: TableState, body: of_table.RoundBegun, entry: Entry) -> None:
    state.live = Live(
        body.round,
        body.seats,
        body.keyed,
        body.before,
        reads=bool(body.reads),
        behaviour=body.behaviour,
        fingerprint=body.fingerprint or "",
        release=body.release,
    )
    # What was locked in an earlier round is none of this one's.
    state.amounts, state.hits, state.claimed = {}, {}, 0


@folds(TableState, of_table.AnswersGiven)
def _answered(state: TableState, body: of_table.AnswersGiven, entry: Entry) -> None:
    assert state.live is not None
    state.live.answers.extend(body.answers)


@folds(TableState, of_table.AnswerCorrected)
def _corrected(state: TableState, body: of_table.AnswerCorrected, entry: Entry) -> None:
    assert state.live is not None
    answers = state.live.answers[: body.kept]
    answers[body.number - 1] = msgspec.structs.replace(answers[body.number - 1], answer=body.answer)
    state.live.answers = answers
    state.live.corrected += 1


@folds(TableState, of_table.SeatTaken)
def _sat(state: TableState, body: of_table.SeatTaken, entry: Entry) -> None:
    state.seated[str(body.seat)] = body.player


@folds(TableState, of_table.SeatLeft)
def _left(state: TableState, body: of_table.SeatLeft, entry: Entry) -> None:
    state.seated.pop(str(body.seat), None)


@folds(TableState, of_table.HitClaimed)
def _claimed(state: TableState, body: of_table.HitClaimed, entry: Entry) -> None:
    if body.round > state.round:
        # Nothing counts at this table: its round is known by the first hit, or when it is settled.
        _tabulated(state, of_table.Tabulated(round=body.round, picture={}), entry)
    state.amounts = {**body.amounts, **state.amounts}
    state.hits.update({hit.id: hit for hit in body.hits})
    state.claimed += len(body.hits)


@folds(TableState, of_jackpot.HitRejected)
def _hit_gone(state: TableState, body: of_jackpot.HitRejected, entry: Entry) -> None:
    state.hits.pop(body.hit, None)
    state.held.pop(body.hit, None)


@folds(TableState, of_table.PrizeGiven)
def _prize_given(state: TableState, body: of_table.PrizeGiven, entry: Entry) -> None:
    state.held.pop(body.hit, None)


@folds(TableState, of_table.EquipmentFailed)
def _failed(state: TableState, body: of_table.EquipmentFailed, entry: Entry) -> None:
    state.fault, state.malfunction = body.what, body.malfunction


@folds(TableState, of_table.EquipmentRestored)
def _restored(state: TableState, body: of_table.EquipmentRestored, entry: Entry) -> None:
    state.fault, state.malfunction = None, ""


@folds(TableState, of_table.DisplayFailed)
def _display_failed(state: TableState, body: of_table.DisplayFailed, entry: Entry) -> None:
    state.outages[body.display] = body.malfunction


@folds(TableState, of_table.DisplayRestored)
def _display_restored(state: TableState, body: of_table.DisplayRestored, entry: Entry) -> None:
    state.outages.pop(body.display, None)


@folds(TableState, of_table.CounterRead)
def _read(state: TableState, body: of_table.CounterRead, entry: Entry) -> None:
    state.reading = body.reading
    if body.variance:
        _differs(state, body.reading, body.expected, body.signers(entry.who), entry.at)
    elif state.difference is not None:
        state.difference.shift = 0


def _differs(state: TableState, reading: int, expected: int, readers: list[str], at: int) -> None:
    """A reading that differs; whoever read one that nobody has explained has had a part in this too."""
    before = state.difference.by if state.difference is not None else []
    state.difference = Difference(reading, expected, at, list(dict.fromkeys([*before, *readers])))


@folds(TableState, of_table.ReadingExplained)
def _explained(state: TableState, body: of_table.ReadingExplained, entry: Entry) -> None:
    # The counter goes on from what it says: the next reading is held against that.
    state.offset += body.variance if body.shift is UNSET else body.shift
    state.difference = None


@folds(TableState, of_table.CounterReplaced)
def _replaced(state: TableState, body: of_table.CounterReplaced, entry: Entry) -> None:
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


@folds(TableState, of_jackpot.JackpotStopped)
def _jackpot_stopped(state: TableState, body: of_jackpot.JackpotStopped, entry: Entry) -> None:
    state.stopped[body.jackpot] = body.reason


@folds(TableState, of_jackpot.JackpotResumed)
def _jackpot_resumed(state: TableState, body: of_jackpot.JackpotResumed, entry: Entry) -> None:
    state.stopped.pop(body.jackpot, None)


@folds(TableState, of_table.TableDayClosed)
def _table_day(state: TableState, body: of_table.TableDayClosed, entry: Entry) -> None:
    state.closed_at = entry.at
    state.missed = 0
    days.close_table(state, body.cut)


@folds(TableState, of_jackpot.AmountPosted)
def _posted_at_table(state: TableState, body: of_jackpot.AmountPosted, entry: Entry) -> None:
    # A round that was counted is played for what was posted then; with the tabulator alone it ends with the next press.
    posted = state.posting if state.phase == "tabulated" else state.jackpots
    posted[body.jackpot.id] = body.jackpot


folds(PropertyState, of_house.ClockSetRight)(clamp_property)
folds(TableState, of_house.ClockSetRight)(clamp_table)
folds(JackpotState, of_house.ClockSetRight)(clamp_jackpot)


# -- a jackpot


def _used(state: JackpotState, purpose: str, text: str) -> None:
    """A paper that served once."""
    known, seen = state.references.setdefault(purpose, []), normal(text)
    if seen and seen not in known:
        known.append(seen)


def _moved(state: JackpotState, body: Body, entry: Entry) -> None:
    state.moved_by = sorted({*state.moved_by, *body.signers(entry.who)})


@folds(JackpotState, of_jackpot.JackpotBegun)
def _begun(state: JackpotState, body: of_jackpot.JackpotBegun, entry: Entry) -> None:
    state.jackpot = body.jackpot
    state.status = "running"
    state.began = entry.at


@folds(JackpotState, of_jackpot.JackpotChanged)
def _changed(state: JackpotState, body: of_jackpot.JackpotChanged, entry: Entry) -> None:
    jackpot = body.jackpot
    if body.queued:
        state.queued = jackpot
    else:
        state.jackpot, state.queued = jackpot, None


@folds(JackpotState, of_jackpot.AmountPosted)
def _posted(state: JackpotState, body: of_jackpot.AmountPosted, entry: Entry) -> None:
    state.jackpot = body.jackpot
    # Entries of 0.1 say nothing of parameters that waited: there they were dropped.
    state.queued = body.waiting or None


@folds(JackpotState, of_jackpot.HitLocked)
def _locked(state: JackpotState, body: of_jackpot.HitLocked, entry: Entry) -> None:
    for locked in body.hits:
        hit = hit_of(locked, entry.at)
        hit.claimed_by = body.signers(entry.who)
        state.hits[hit.id] = hit
        state.wins += 1
        state.won += hit.amount
    state.counted.update(body.counted or {})
    if body.changed:
        state.jackpot, state.queued = body.changed, None
    closed = [id for id, hit in state.hits.items() if hit.closed is not None]
    for id in closed[: max(0, len(closed) - KEPT_HITS)]:
        del state.hits[id]


@folds(JackpotState, of_jackpot.HitVerified)
def _verified(state: JackpotState, body: of_jackpot.HitVerified, entry: Entry) -> None:
    hit = state.hits[body.hit]
    hit.state = "verified"
    hit.cards, hit.deck, hit.player = body.cards, body.deck, body.player
    hit.surveillance = body.surveillance
    hit.verified_by = body.signers(entry.who)


@folds(JackpotState, of_jackpot.HitPaid)
def _paid(state: JackpotState, body: of_jackpot.HitPaid, entry: Entry) -> None:
    hit = state.hits[body.hit]
    hit.state, hit.closed = "paid", entry.at
    hit.by, hit.method, hit.reference = body.by, body.method, body.reference
    hit.player = hit.player if body.player is UNSET else body.player
    if hit.method == "check":
        _used(state, "pay-hit", hit.reference)


@folds(JackpotState, of_jackpot.HitRejected)
def _rejected(state: JackpotState, body: of_jackpot.HitRejected, entry: Entry) -> None:
    hit = state.hits[body.hit]
    hit.state, hit.closed, hit.reason = "rejected", entry.at, body.reason
    state.rejected += 1
    state.given_back += hit.amount
    if body.reseed_stays_with:
        other = state.hits[body.reseed_stays_with]
        other.reseeded = {
            source: hit.reseeded.get(source, 0) + other.reseeded.get(source, 0)
            for source in {**hit.reseeded, **other.reseeded}
        }
        hit.reseeded = {}


@folds(JackpotState, of_jackpot.JackpotStopped)
def _stopped(state: JackpotState, body: of_jackpot.JackpotStopped, entry: Entry) -> None:
    if state.status != "removed":
        state.status, state.why = "stopped", body.reason
    state.short = state.short if body.short is UNSET else body.short


@folds(JackpotState, of_jackpot.StatementRead)
def _statement(state: JackpotState, body: of_jackpot.StatementRead, entry: Entry) -> None:
    state.missing, state.stated = body.shortfall, entry.at
    if body.surplus:
        state.moved_before = sorted({*state.moved_before, *state.moved_by})
    state.moved_by = []
    # One that nobody has explained stays, whatever a later statement says.
    state.surplus = body.surplus or state.surplus
    _used(state, "statement", body.reference)


@folds(JackpotState, of_jackpot.DifferenceExplained)
def _difference_explained(state: JackpotState, body: of_jackpot.DifferenceExplained, entry: Entry) -> None:
    state.surplus = 0
    state.moved_before = []
    _used(state, "explain-difference", body.reference)


@folds(JackpotState, of_jackpot.JackpotResumed)
def _resumed(state: JackpotState, body: of_jackpot.JackpotResumed, entry: Entry) -> None:
    if state.status != "removed":
        state.status, state.why = "running", ""
    state.short = 0


@folds(JackpotState, of_jackpot.Withdrawn)
def _withdrawn(state: JackpotState, body: of_jackpot.Withdrawn, entry: Entry) -> None:
    _moved(state, body, entry)
    _used(state, "withdraw", body.reference)


@folds(JackpotState, of_jackpot.MeterAdjusted)
def _adjusted(state: JackpotState, body: of_jackpot.MeterAdjusted, entry: Entry) -> None:
    _used(state, "adjust-meter", body.document)


@folds(JackpotState, of_jackpot.SeedRecovered)
def _seed_recovered(state: JackpotState, body: of_jackpot.SeedRecovered, entry: Entry) -> None:
    _used(state, "recover-seed", body.document)


@folds(JackpotState, of_jackpot.UndisplayedBooked)
def _undisplayed(state: JackpotState, body: of_jackpot.UndisplayedBooked, entry: Entry) -> None:
    _used(state, "book-undisplayed", body.document)


@folds(JackpotState, of_jackpot.Seized)
def _seized(state: JackpotState, body: of_jackpot.Seized, entry: Entry) -> None:
    _used(state, "seize", body.reference)


@folds(JackpotState, of_jackpot.TransferredOut)
def _transferred(state: JackpotState, body: of_jackpot.TransferredOut, entry: Entry) -> None:
    state.status, state.why = "removed", f"what it held was transferred to {body.to_jackpot}"
    _used(state, "transfer-jackpot", body.document)


@folds(JackpotState, of_jackpot.Donated)
def _donated(state: JackpotState, body: of_jackpot.Donated, entry: Entry) -> None:
    state.status, state.why = "removed", f"what it held was given to {body.organisation}"
    _used(state, "donate-jackpot", body.reference)


@folds(JackpotState, of_jackpot.Deposited)
def _deposited(state: JackpotState, body: of_jackpot.Deposited, entry: Entry) -> None:
    _moved(state, body, entry)
    _used(state, "deposit", body.reference)
    if not state.day_ends:
        days.pay_oldest(state, body.micros)
    state.short = max(0, state.short - body.micros)
    if body.left is not UNSET and body.left <= 0:
        state.clear = entry.at


@folds(JackpotState, of_jackpot.JackpotDayClosed)
def _jackpot_day(state: JackpotState, body: of_jackpot.JackpotDayClosed, entry: Entry) -> None:
    days.close_jackpot(state, body, entry.at)


@folds(JackpotState, of_jackpot.RemovalAnnounced)
def _removal(state: JackpotState, body: of_jackpot.RemovalAnnounced, entry: Entry) -> None:
    state.removal = {"reason": body.reason, "day": body.day}


@folds(JackpotState, of_house.JackpotClosed)
def _jackpot_closed(state: JackpotState, body: of_house.JackpotClosed, entry: Entry) -> None:
    state.status = "closed"
