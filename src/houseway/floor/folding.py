"""How entries become states: what each kind of entry says about its stream.

Folding never decides again: an entry says what happened, whatever the program thinks of it today. It is pure: it asks
no clock, no time zone and no locale, and the same entries give the same state on every machine. (One exception is as
old as release 0.1, whose entries do not name their gaming day: it is reckoned for them from the property's time zone.)

Two releases may work on one journal: a kind that this one does not know changes no state here, and of a record it takes
the fields that it knows (`houseway.floor.decoding`).
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from houseway.compliance.configuration import Approval, Licence, Person, Promotion, Table
from houseway.floor import days
from houseway.floor.clock import clamp_jackpot, clamp_property, clamp_table
from houseway.floor.context import gaming_day
from houseway.floor.days import unclosed_by
from houseway.floor.decoding import as_known
from houseway.floor.states import (
    Answered,
    Difference,
    Held,
    Hit,
    JackpotState,
    Live,
    Malfunction,
    Prints,
    PropertyState,
    State,
    TableState,
    Upgrade,
    Win,
    jackpot_stream,
    lines_of,
    normal,
    table_stream,
)
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal import CLOCK, Entry
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
        apply = _APPLY[type(state)].get(entry.kind)
        body = entry.data if apply is not None or days.NEW_DAY_IN_BODY in entry.body else {}
        if not isinstance(state, PropertyState):
            days.turn(state, body, entry)
        if apply is not None:
            apply(state, body, entry)
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


def understands(entry: Entry) -> bool:
    """Whether this release knows the kind of an entry; one of a later release changes no state here."""
    return entry.kind in _KINDS


def _gaming_day(state: PropertyState, body: dict[str, Any], entry: Entry, name: str = "day") -> str:
    """The gaming day of an entry, as it says; only entries of release 0.1 do not, and it is reckoned for them."""
    found: str | None = body.get(name)
    return found if found is not None else gaming_day(entry.at, state.zone, state.day_starts)


def _signers(body: dict[str, Any], entry: Entry) -> list[str]:
    """Those who gave the command of an entry."""
    second = body.get("second")
    return [entry.who] if second is None else [entry.who, second]


# -- the property


def _created(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.name, state.profile = body["name"], body["profile"]
    state.zone, state.day_starts = body["zone"], body["day-starts"]
    state.settings = body["settings"]
    state.people = {person.id: person for person in as_known(body["people"], list[Person])}
    state.release = body.get("release", "")


def _upgraded(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.release = body["to"]
    state.upgrades.append(
        Upgrade(
            at=entry.at,
            from_release=body["from"],
            to_release=body["to"],
            who=entry.who,
            second=body.get("second", ""),
            reason=body["reason"],
            document=body["document"],
        )
    )


def _settings(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.settings = {**state.settings, **body["settings"]}


def _person(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    person = as_known(body["person"], Person)
    state.people[person.id] = person


def _person_left(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.people.pop(body["person"], None)


def _licence(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.licences.append(as_known(body["licence"], Licence))


def _approval(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    approval = as_known(body["approval"], Approval)
    state.approvals[approval.id] = approval


def _promotion(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    promotion = as_known(body["promotion"], Promotion)
    state.promotions[promotion.id] = promotion


def _promotion_over(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.promotions.pop(body["promotion"], None)


def _configured(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    table = as_known(body["table"], Table)
    state.tables[table.id] = table
    state.configured_by[table.id] = _signers(body, entry)


def _table_removed(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.tables.pop(body["table"], None)
    state.configured_by.pop(body["table"], None)
    state.gone[table_stream(body["table"])] = _gaming_day(state, body, entry)


def _opened(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    today = _gaming_day(state, body, entry)
    state.played = unclosed_by(state, today)
    state.open.append(body["table"])
    if today not in (*state.played[-1:], *state.days[-1:]):
        state.played.append(today)


def _closed(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.played = unclosed_by(state, _gaming_day(state, body, entry))
    state.open.remove(body["table"])


def _jackpot(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    jackpot = as_known(body["jackpot"], Jackpot)
    state.jackpots[jackpot.id] = jackpot
    state.oldest.setdefault(jackpot.id, entry.at)


def _jackpot_gone(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.jackpots.pop(body["jackpot"], None)
    # Release 0.1 let a jackpot that was given away begin again, and go again.
    if body["jackpot"] not in state.retired:
        state.retired.append(body["jackpot"])
    state.oldest.pop(body["jackpot"], None)
    state.gone[jackpot_stream(body["jackpot"])] = _gaming_day(state, body, entry)


def _malfunction(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    state.malfunctions[body["malfunction"]] = Malfunction(
        id=body["malfunction"], table=body.get("table"), what=body["what"], found=entry.at, by=_signers(body, entry)
    )


def _noticed(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    malfunction = state.malfunctions[body["malfunction"]]
    malfunction.noticed, malfunction.reference = entry.at, body["reference"]


def _mended(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    malfunction = state.malfunctions[body["malfunction"]]
    malfunction.mended, malfunction.how = entry.at, body["how"]


def _day_closed(state: PropertyState, body: dict[str, Any], entry: Entry) -> None:
    today = _gaming_day(state, body, entry, "today")
    state.played = [day for day in unclosed_by(state, today) if day > body["day"]]
    state.days = [*state.days[-6:], body["day"]]
    state.closed_at = entry.at
    state.gone = {stream: day for stream, day in state.gone.items() if day > body["day"]}
    state.oldest = {**state.oldest, **body.get("oldest", {})}


# -- a table


def _table_opened(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.open = True
    state.table = as_known(body["table"], Table)
    state.jackpots = as_known(body["jackpots"], dict[str, Jackpot])
    state.positions, state.day = body["positions"], body["day"]
    state.settings = body.get("settings")
    state.prints = as_known(body["prints"], Prints) if "prints" in body else None
    state.stopped, state.posting = {}, {}
    state.phase = "ready"
    state.closed_at = entry.at


def _table_closed(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.open = False
    state.phase, state.paused = "ready", None
    state.seated, state.dealt = {}, []
    state.picture, state.amounts, state.hits = {}, {}, {}


def _table_upgraded(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.prints = as_known(body["prints"], Prints)


def _paused(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.paused = body["reason"] if body["paused"] else None


def _tabulated(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.round, state.phase = body["round"], "tabulated"
    state.counted_ends = state.day_ends
    if state.posting:
        state.jackpots, state.posting = {**state.jackpots, **state.posting}, {}
    state.picture = body["picture"]
    state.manual = body.get("manual", False)
    if state.live is not None and not body.get("clears"):
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


def _confirmed(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.confirmed = True
    state.differ = bool(body.get("differ"))


def _settled(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    if body["round"] > state.round:
        state.round = body["round"]
        state.rounds += 1
        state.amounts, state.hits = {}, {}
        if state.table is None or state.table.cards == "virtual":
            # Where a dealer presses, what was lit stays lit until the press.
            state.picture = {}
        state.began = entry.at
    state.phase = "over"
    state.settled = body["round"]
    state.lines = lines_of(body["record"])
    state.players = body.get("players")
    for hit, line in body.get("held", {}).items():
        player = (state.players or {}).get(str(state.lines[line - 1][0]))
        state.held[hit] = Held(body["round"], line, player)
    for seat, wager, net, *line in body.get("large", ()):
        _won(state, Win(body["round"], line[0] if line else 0, seat, wager, net, entry.at))
    if state.live is not None:
        gone = body["record"].get("cards", [])
        state.dealt = [*state.live.before, *gone]
        state.live = None


def _voided(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.phase = "over"
    state.voided += 1
    state.round = max(state.round, body["round"])
    state.live, state.dealt = None, []


def _line(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    if body["round"] == state.settled and 1 <= body["line"] <= len(state.lines):
        seat, wager, _, stake = state.lines[body["line"] - 1]
        state.lines[body["line"] - 1] = (seat, wager, body["returned"], stake)
    if "large" in body:
        # What was won is another amount: it is verified anew, or is no large win any more.
        state.wins = [win for win in state.wins if (win.round, win.line) != (body["round"], body["line"])]
        if body["large"]:
            _won(state, Win(body["round"], body["line"], body["seat"], body["wager"], body["large"], entry.at))


def _won(state: TableState, win: Win) -> None:
    state.wins.append(win)
    over = max(0, len(state.wins) - KEPT_WINS)
    state.missed += over
    del state.wins[:over]


def _win_verified(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    seen = (body["round"], body["seat"], body["wager"])
    state.wins = [win for win in state.wins if (win.round, win.seat, win.wager) != seen]


def _begun_round(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.live = Live(
        body["round"],
        body["seats"],
        body["keyed"],
        body["before"],
        reads=body.get("reads", False),
        behaviour=body.get("behaviour"),
        fingerprint=body.get("fingerprint", ""),
        release=body.get("release", ""),
    )
    # What was locked in an earlier round is none of this one's.
    state.amounts, state.hits, state.claimed = {}, {}, 0


def _answered(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    assert state.live is not None
    state.live.answers.extend(as_known(body["answers"], list[Answered]))


def _corrected(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    assert state.live is not None
    answers = state.live.answers[: body["kept"]]
    answers[body["number"] - 1] = msgspec.structs.replace(answers[body["number"] - 1], answer=body["answer"])
    state.live.answers = answers
    state.live.corrected += 1


def _sat(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.seated[str(body["seat"])] = body["player"]


def _left(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.seated.pop(str(body["seat"]), None)


def _claimed(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    if body["round"] > state.round:
        # Nothing counts at this table: its round is known by the first hit, or when it is settled.
        _tabulated(state, {"round": body["round"], "picture": {}}, entry)
    state.amounts = {**body["amounts"], **state.amounts}
    state.hits.update({hit["id"]: hit for hit in body["hits"]})
    state.claimed += len(body["hits"])


def _hit_gone(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.hits.pop(body["hit"], None)
    state.held.pop(body["hit"], None)


def _prize_given(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.held.pop(body["hit"], None)


def _failed(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.fault, state.malfunction = body["what"], body["malfunction"]


def _restored(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.fault, state.malfunction = None, ""


def _display_failed(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.outages[body["display"]] = body["malfunction"]


def _display_restored(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.outages.pop(body["display"], None)


def _read(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.reading = body["reading"]
    if body.get("variance"):
        _differs(state, body["reading"], body, entry)
    elif state.difference is not None:
        state.difference.shift = 0


def _differs(state: TableState, reading: int, body: dict[str, Any], entry: Entry) -> None:
    """A reading that differs; whoever read one that nobody has explained has had a part in this too."""
    before = state.difference.by if state.difference is not None else []
    by = list(dict.fromkeys([*before, *_signers(body, entry)]))
    state.difference = Difference(reading, body["expected"], entry.at, by)


def _explained(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    # The counter goes on from what it says: the next reading is held against that.
    state.offset += body.get("shift", body["variance"])
    state.difference = None


def _replaced(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.reading = body["new"]
    state.offset = body["offset"]
    state.battery = body.get("battery")
    if body.get("variance"):
        _differs(state, body["old"], body, entry)
    elif "variance" not in body:
        # Release 0.1 held the last reading of a counter that goes against nothing.
        state.difference = None
    if state.difference is not None:
        state.difference.shift = 0


def _jackpot_stopped(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.stopped[body["jackpot"]] = body["reason"]


def _jackpot_resumed(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.stopped.pop(body["jackpot"], None)


def _table_day(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    state.closed_at = entry.at
    state.missed = 0
    days.close_table(state, body.get("cut"))


def _posted_at_table(state: TableState, body: dict[str, Any], entry: Entry) -> None:
    # A round that was counted is played for what was posted then; with the tabulator alone it ends with the next press.
    posted = state.posting if state.phase == "tabulated" else state.jackpots
    posted[body["jackpot"]["id"]] = as_known(body["jackpot"], Jackpot)


# -- a jackpot


def _used(state: JackpotState, purpose: str, text: str) -> None:
    """A paper that served once."""
    known, seen = state.references.setdefault(purpose, []), normal(text)
    if seen and seen not in known:
        known.append(seen)


def _moved(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    state.moved_by = sorted({*state.moved_by, *_signers(body, entry)})


def _begun(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    state.jackpot = as_known(body["jackpot"], Jackpot)
    state.status = "running"
    state.began = entry.at


def _changed(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    jackpot = as_known(body["jackpot"], Jackpot)
    if body.get("queued"):
        state.queued = jackpot
    else:
        state.jackpot, state.queued = jackpot, None


def _posted(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    state.jackpot = as_known(body["jackpot"], Jackpot)
    # Entries of 0.1 say nothing of parameters that waited: there they were dropped.
    waiting = body.get("waiting")
    state.queued = None if waiting is None else as_known(waiting, Jackpot)


def _locked(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    for data in body["hits"]:
        hit = as_known({**data, "locked": entry.at}, Hit)
        hit.claimed_by = _signers(body, entry)
        state.hits[hit.id] = hit
        state.wins += 1
        state.won += hit.amount
    state.counted.update(body.get("counted", {}))
    if body.get("changed"):
        state.jackpot, state.queued = as_known(body["changed"], Jackpot), None
    closed = [id for id, hit in state.hits.items() if hit.closed is not None]
    for id in closed[: max(0, len(closed) - KEPT_HITS)]:
        del state.hits[id]


def _verified(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    hit = state.hits[body["hit"]]
    hit.state = "verified"
    hit.cards, hit.deck, hit.player = body["cards"], body["deck"], body.get("player", "")
    hit.surveillance = body.get("surveillance", "")
    hit.verified_by = _signers(body, entry)


def _paid(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    hit = state.hits[body["hit"]]
    hit.state, hit.closed = "paid", entry.at
    hit.by, hit.method, hit.reference = body["by"], body["method"], body.get("reference", "")
    hit.player = body.get("player", hit.player)
    if hit.method == "check":
        _used(state, "pay-hit", hit.reference)


def _rejected(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    hit = state.hits[body["hit"]]
    hit.state, hit.closed, hit.reason = "rejected", entry.at, body["reason"]
    state.rejected += 1
    state.given_back += hit.amount
    if "reseed-stays-with" in body:
        other = state.hits[body["reseed-stays-with"]]
        other.reseeded = {
            source: hit.reseeded.get(source, 0) + other.reseeded.get(source, 0)
            for source in {**hit.reseeded, **other.reseeded}
        }
        hit.reseeded = {}


def _stopped(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    if state.status != "removed":
        state.status, state.why = "stopped", body["reason"]
    state.short = body.get("short", state.short)


def _statement(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    state.missing, state.stated = body["shortfall"], entry.at
    if body.get("surplus"):
        state.moved_before = sorted({*state.moved_before, *state.moved_by})
    state.moved_by = []
    # One that nobody has explained stays, whatever a later statement says.
    state.surplus = body.get("surplus", 0) or state.surplus
    _used(state, "statement", body.get("reference", ""))


def _difference_explained(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    state.surplus = 0
    state.moved_before = []
    _used(state, "explain-difference", body.get("reference", ""))


def _resumed(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    if state.status != "removed":
        state.status, state.why = "running", ""
    state.short = 0


def _withdrawn(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    _moved(state, body, entry)
    _used(state, "withdraw", body.get("reference", ""))


def _adjusted(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    _used(state, "adjust-meter", body.get("document", ""))


def _seed_recovered(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    _used(state, "recover-seed", body.get("document", ""))


def _undisplayed(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    _used(state, "book-undisplayed", body.get("document", ""))


def _seized(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    _used(state, "seize", body.get("reference", ""))


def _transferred(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    state.status, state.why = "removed", f"what it held was transferred to {body['to']}"
    _used(state, "transfer-jackpot", body.get("document", ""))


def _donated(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    state.status, state.why = "removed", f"what it held was given to {body['organisation']}"
    _used(state, "donate-jackpot", body.get("reference", ""))


def _deposited(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    _moved(state, body, entry)
    _used(state, "deposit", body.get("reference", ""))
    if not state.day_ends:
        days.pay_oldest(state, body["micros"])
    state.short = max(0, state.short - body["micros"])
    if body.get("left", 1) <= 0:
        state.clear = entry.at


def _jackpot_day(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    days.close_jackpot(state, body, entry.at)


def _removal(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    state.removal = {"reason": body["reason"], "day": body["day"]}


def _jackpot_closed(state: JackpotState, body: dict[str, Any], entry: Entry) -> None:
    state.status = "closed"


_APPLY: dict[type[Any], dict[str, Any]] = {
    PropertyState: {
        CLOCK: clamp_property,
        "property-created": _created,
        "settings-changed": _settings,
        "person-added": _person,
        "person-dropped": _person_left,
        "licence-added": _licence,
        "approval-added": _approval,
        "promotion-added": _promotion,
        "promotion-ended": _promotion_over,
        "table-configured": _configured,
        "table-removed": _table_removed,
        "table-opened": _opened,
        "table-closed": _closed,
        "jackpot-configured": _jackpot,
        "jackpot-closed": _jackpot_gone,
        "malfunction-found": _malfunction,
        "malfunction-noticed": _noticed,
        "malfunction-mended": _mended,
        "day-closed": _day_closed,
        "release-upgraded": _upgraded,
    },
    TableState: {
        CLOCK: clamp_table,
        "table-opened": _table_opened,
        "table-closed": _table_closed,
        "release-upgraded": _table_upgraded,
        "round-begun": _begun_round,
        "answered": _answered,
        "answer-corrected": _corrected,
        "line-corrected": _line,
        "seat-taken": _sat,
        "seat-left": _left,
        "table-paused": _paused,
        "tabulated": _tabulated,
        "indicators-confirmed": _confirmed,
        "round-settled": _settled,
        "win-verified": _win_verified,
        "round-voided": _voided,
        "hit-claimed": _claimed,
        "hit-rejected": _hit_gone,
        "prize-given": _prize_given,
        "equipment-failed": _failed,
        "equipment-restored": _restored,
        "display-failed": _display_failed,
        "display-restored": _display_restored,
        "counter-read": _read,
        "reading-explained": _explained,
        "counter-replaced": _replaced,
        "jackpot-stopped": _jackpot_stopped,
        "jackpot-resumed": _jackpot_resumed,
        "amount-posted": _posted_at_table,
        "day-closed": _table_day,
    },
    JackpotState: {
        CLOCK: clamp_jackpot,
        "jackpot-begun": _begun,
        "jackpot-changed": _changed,
        "amount-posted": _posted,
        "hit-locked": _locked,
        "hit-verified": _verified,
        "hit-paid": _paid,
        "hit-rejected": _rejected,
        "jackpot-stopped": _stopped,
        "jackpot-resumed": _resumed,
        "deposited": _deposited,
        "withdrawn": _withdrawn,
        "statement-read": _statement,
        "meter-adjusted": _adjusted,
        "seed-recovered": _seed_recovered,
        "undisplayed-booked": _undisplayed,
        "seized": _seized,
        "transferred-out": _transferred,
        "donated": _donated,
        "difference-explained": _difference_explained,
        "day-closed": _jackpot_day,
        "removal-announced": _removal,
        "jackpot-closed": _jackpot_closed,
    },
}
"""What each kind of entry does to the state of its stream; other kinds are kept and change no state."""

_NO_STATE = (
    "account-closed",
    "account-made",
    "account-opened",
    "accounts-attested",
    "chips-brought",
    "chips-cashed",
    "chips-given",
    "contribution-voided",
    "device-key-made",
    "device-key-revoked",
    "donated",
    "edges-noted",
    "meter-adjusted",
    "password-changed",
    "password-replaced",
    "procedure-noted",
    "seal-key-replaced",
    "seal-key-rotated",
    "sealed",
    "seed-recovered",
    "seized",
    "transferred-in",
    "transferred-out",
    "undisplayed-booked",
    "withdrawn",
)
"""Kinds that say what happened and change no state."""

_KINDS = frozenset({*_NO_STATE, *(kind for kinds in _APPLY.values() for kind in kinds)})
