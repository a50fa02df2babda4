"""Frames: what a screen shows, made from committed state alone.

A frame is whole: a browser that missed any number of them is right again with the next. What does not change while a
table is open (its paytables, limits, notices) is in `sheet`, which a page asks for once.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from houseway.compliance.configuration import Table
from houseway.compliance.configured_tables import setup_of
from houseway.floor.bookkeeping.spots import REOPENS
from houseway.floor.bookkeeping.stops import Overdue
from houseway.floor.context import gaming_day, settings_on
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.mirror import Mirror
from houseway.floor.play.live_rounds import Playing
from houseway.floor.states import PROPERTY, Hit, TableState, table_stream
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.registry import words
from houseway.reports.displays.promotion_notices import running
from houseway.reports.displays.removal_notices import RemovalNotice, announced
from houseway.rulebook.steps import PlaceWagers
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.line_sentences import corrected_shown_line, correction_said
from houseway.table.shown.postings import postings
from houseway.table.shown.view import PUBLIC, view
from houseway.table.shown.view_shapes import LastView, View
from houseway.web.live.frame_shapes import (
    AttentionFrame,
    CorrectedLine,
    FloorFrame,
    Given,
    JackpotGlance,
    Missed,
    Sheet,
    ShownHit,
    ShownJackpot,
    Sitting,
    TableFrame,
    TableGlance,
    TableHit,
    VisionFrame,
    VoidedRound,
)
from houseway.web.live.jackpot_lines import with_jackpots

Names = Callable[[str], str]
"""The name of a player for others to see."""

Deadline = Callable[[str], int | None]
"""When what is due at a table runs out, in microseconds, or nothing."""

Jackpots: TypeAlias = dict[str, Jackpot]
"""The jackpots of a table by wager, as they are now."""

Clock = Callable[[], int]
"""This moment, in microseconds."""

_encode = msgspec.json.Encoder().encode


CLOSED_TO_PLAYERS = "This spot is closed for now. Your other wagers play on."
CLOSED_ON_DISPLAYS = "Closed: its deposit is overdue"


class Frames:
    """Makes the frames of all topics.

    Topics: ``floor``; ``attention``; ``table/ID/public``, ``table/ID/dealer``, ``table/ID/seat/N``; ``vision/ID``.
    """

    def __init__(
        self, mirror: Mirror, names: Names, deadline: Deadline, clock: Clock, seat_secret: bytes | None = None
    ) -> None:
        self._mirror = mirror
        self._seat_secret = seat_secret or secrets.token_bytes(32)
        self._names = names
        self._deadline = deadline
        self._clock = clock
        self.missed: Callable[[str, int], Missed | None] = lambda table, seat: None
        self.attention = 0
        self._glances: dict[str, tuple[tuple[int, ...], TableGlance]] = {}
        self._shown: dict[str, tuple[tuple[int, ...], JackpotGlance]] = {}
        self._boards: dict[tuple[str, str], tuple[tuple[int, ...], ShownJackpot]] = {}

    def make(self, topic: str) -> bytes:
        """The frame of a topic, as JSON."""
        kind, _, rest = topic.partition("/")
        if kind == "floor":
            return _encode(self.floor())
        if kind == "vision":
            return _encode(self.vision(rest))
        if kind == "attention":
            return _encode(AttentionFrame(self.attention))
        table, _, viewer = rest.partition("/")
        if viewer.startswith("seat/"):
            return _encode(self.table(table, int(viewer.removeprefix("seat/"))))
        return _encode(self.table(table, viewer or PUBLIC))

    # -- a table

    def seated_as(self, table: str, player: str) -> str:
        """Under what a player is known to those who look at a table: at another table it is another.

        The names of accounts are nobody's business: whoever knows one could follow somebody from table to table.
        """
        told = hmac.new(self._seat_secret, f"{table}\n{player}".encode(), hashlib.sha256)
        return f"seated:{told.hexdigest()[:16]}"

    def table(self, id: str, viewer: int | str) -> TableFrame:
        """A table as ``viewer`` may see it: a seat's number, ``dealer`` or ``public``."""
        state = self._known(id)
        live, jackpots = state.live, self._jackpots(state)
        playing = self._mirror.playing(id) if state.open else None
        round_ = playing.round if playing is not None else None
        return TableFrame(
            table=id,
            version=self._mirror.number(f"table/{id}"),
            open=state.open,
            round=live.round if live else state.round,
            phase="playing" if live else state.phase,
            step=len(round_.history) if round_ is not None else None,
            answers=len(live.answers) if live else 0,
            playing=live.seats if live else [],
            leaving=state.leaving,
            seats={
                seat: Sitting(self.seated_as(id, player), self._names(player), self._mirror.rack(id, player))
                for seat, player in sorted(state.seated.items(), key=lambda pair: int(pair[0]))
            },
            view=_by_hand(state, view(round_, viewer)) if round_ is not None else None,
            last=self._last(id, viewer, jackpots) if state.open and _betting(round_) else None,
            deadline=self._deadline(id),
            indicators=_lit(state, round_),
            manual=state.manual and (live is None or live.round == state.round),
            confirmed=state.confirmed,
            fault=state.fault,
            paused=state.paused if state.paused is not None or playing is not None else self._mirror.trouble(id),
            stopped=state.stopped,
            closed_spots={
                wager: self._told(found) if viewer == "dealer" else CLOSED_TO_PLAYERS
                for wager, found in self._overdue(jackpots).items()
            },
            outages=sorted(state.outages),
            amounts=self._amounts(jackpots),
            removals=self._removals(jackpots),
            hits=[self._hit(hit) for hit in self._hits(id, jackpots)],
            missed=(self.missed(id, viewer) or UNSET) if isinstance(viewer, int) else UNSET,
            given=_given(playing) if viewer == "dealer" and playing is not None else UNSET,
            corrected=self._correction(id),
            voided=VoidedRound(*void) if (void := self._mirror.voided(id)) is not None and state.open else UNSET,
        )

    def _last(self, id: str, viewer: int | str, jackpots: Jackpots) -> LastView | None:
        """The round just played, until all wagers of the next are down. A newcomer sees of it what all see."""
        last = self._mirror.last(id)
        if last is None:
            return None
        number, round_, sat = last
        if isinstance(viewer, int) and sat.get(str(viewer)) != self._mirror.table(id).seated.get(str(viewer)):
            viewer = PUBLIC
        hits = [hit for hit in self._hits(id, jackpots) if hit.round == number]
        seen = with_jackpots(view(round_, viewer), round_, hits, self._amounts(jackpots))
        state = self._mirror.table(id)
        seen = _as_it_stands(state, number, _by_hand(state, seen))
        return LastView(**msgspec.structs.asdict(seen), round=number)

    def _correction(self, id: str) -> CorrectedLine | UnsetType:
        """The last correction of a settled line at a table, since this server began."""
        found = self._mirror.corrected(id)
        if found is None:
            return UNSET
        number, line = found
        return CorrectedLine(number, line.round, line.line, line.returned, correction_said(line.was, line.returned))

    def _known(self, id: str) -> TableState:
        if id not in self._mirror.property.tables:
            raise UnknownThing(f"there is no table {id!r}", remedy="look at the floor for the tables there are")
        return self._mirror.table(id)

    def _jackpots(self, state: TableState) -> Jackpots:
        table = state.table or self._mirror.property.tables.get(state.id)
        found = {}
        for wager, id in (table.jackpots if table else {}).items():
            jackpot = self._mirror.jackpot(id).jackpot
            if jackpot is not None:
                found[wager] = jackpot
        return found

    def _amounts(self, jackpots: Jackpots) -> dict[str, dict[str, int]]:
        return {wager: self._mirror.amounts(jackpot) for wager, jackpot in jackpots.items()}

    def amounts(self, id: str) -> dict[str, dict[str, int]]:
        """What the jackpots of a table display now, in cents, by wager and row."""
        return self._amounts(self._jackpots(self._known(id)))

    def _removals(self, jackpots: Jackpots) -> dict[str, RemovalNotice]:
        """The jackpots of a table that go, by wager, as players are told."""
        found = {wager: announced(self._mirror.jackpot(jackpot.id)) for wager, jackpot in jackpots.items()}
        return {wager: removal for wager, removal in found.items() if removal is not None}

    def _overdue(self, jackpots: Jackpots) -> dict[str, Overdue]:
        """The progressives of a table whose deposit is overdue, by wager: their spots take no wager (BJS-9)."""
        property, at = self._mirror.property, self._clock()
        day = gaming_day(at, property.zone, property.day_starts)
        found: dict[str, Overdue] = {}
        for wager, jackpot in jackpots.items():
            if jackpot.meters:
                late = self._mirror.overdue(jackpot.id, settings_on(property, day), at)
                if late is not None:
                    found[wager] = late
        return found

    def _told(self, late: Overdue) -> str:
        return f"{late.words(self._mirror.property.zone)} ({late.rule}). {REOPENS} The other wagers play on."

    def closed_spots(self) -> frozenset[tuple[str, str]]:
        """The tables and wagers whose spots are closed now: time alone closes one."""
        found = {id: self._jackpots(self._mirror.table(id)) for id in self._mirror.property.tables}
        return frozenset((id, wager) for id, jackpots in found.items() for wager in self._overdue(jackpots))

    def _hits(self, id: str, jackpots: Jackpots) -> list[Hit]:
        """Hits of this table that are not closed yet."""
        return [
            hit
            for jackpot in jackpots.values()
            for hit in self._mirror.jackpot(jackpot.id).hits.values()
            if hit.table == id and hit.state in ("locked", "verified")
        ]

    def _hit(self, hit: Hit) -> TableHit:
        """What a table's frame tells of a hit: who won, the recordings and the papers are in the office."""
        edition = self.setup(hit.table).edition
        return TableHit(
            id=hit.id,
            hand=words(edition.about.slug).event(edition, hit.wager, hit.event),
            jackpot=hit.jackpot,
            table=hit.table,
            round=hit.round,
            seat=hit.seat,
            wager=hit.wager,
            event=hit.event,
            amount=hit.amount,
            state=hit.state,
        )

    def meters(self, id: str) -> dict[str, int]:
        """What the jackpots of a table show, in cents, by the names that the mathematics has for meters."""
        shown = self.amounts(id)
        return {f"{slug}/{row}" if row else slug: cents for slug, rows in shown.items() for row, cents in rows.items()}

    def sheet(self, id: str) -> Sheet:
        """What stays the same while the table is open: what must be posted, and what a page is drawn from."""
        state = self._known(id)
        table = self._mirror.property.tables[id]
        setup = self.setup(id)
        return Sheet(
            table=id,
            game=table.game,
            name=setup.edition.about.name,
            edition=table.edition,
            numbers=setup.edition.numbers,
            cards=table.cards,
            positions=state.positions or table.seats or setup.edition.about.positions,
            sensors=table.sensors,
            jackpots=table.jackpots,
            postings=postings(setup),
        )

    def setup(self, id: str) -> Setup:
        """The setup that a table plays with, or would if it were opened now."""
        mirror, property = self._mirror, self._mirror.property
        if mirror.table(id).table is not None:
            return mirror.setup(id)
        table = property.tables[id]
        jackpots = {name: property.jackpots[name] for name in table.jackpots.values()}
        day = gaming_day(self._clock(), property.zone, property.day_starts)
        return setup_of(table, jackpots, settings_on(property, day, id))

    # -- the whole floor

    def floor(self) -> FloorFrame:
        """Every table and every jackpot at a glance."""
        mirror = self._mirror
        property, number = mirror.property, mirror.number(PROPERTY)
        tables = []
        for id, table in property.tables.items():
            if table.template or table.copy_of:
                continue
            # Most of a floor stands still between two of its frames: what did not move is as it was.
            shown = mirror.table(id).table or table
            key = (number, mirror.number(table_stream(id)), *map(mirror.moves, shown.jackpots.values()))
            glance = self._glances.get(id)
            if glance is None or glance[0] != key:
                glance = self._glances[id] = (key, self._glance(id, table))
            tables.append(glance[1])
        jackpots = []
        for id, jackpot in property.jackpots.items():
            key = (number, mirror.moves(id))
            known = self._shown.get(id)
            if known is None or known[0] != key:
                known = self._shown[id] = (key, self._jackpot(jackpot))
            jackpots.append(known[1])
        return FloorFrame(property.name, tables, jackpots)

    def _glance(self, id: str, table: Table) -> TableGlance:
        state = self._mirror.table(id)
        jackpots = self._jackpots(state)
        return TableGlance(
            table=id,
            game=table.game,
            edition=table.edition,
            open=state.open,
            cards=table.cards,
            positions=state.positions or table.seats or 7,
            taken=sorted(int(seat) for seat in state.seated),
            round=state.live.round if state.live else state.round,
            playing=state.live is not None,
            fault=state.fault,
            stopped=state.stopped,
            hits=len(self._hits(id, jackpots)),
            amounts=self._amounts(jackpots),
            limits=table.limits,
        )

    def _jackpot(self, jackpot: Jackpot) -> JackpotGlance:
        state = self._mirror.jackpot(jackpot.id)
        return JackpotGlance(
            jackpot=jackpot.id,
            scheme=jackpot.scheme,
            status=state.status,
            why=state.why,
            amounts=self._mirror.amounts(jackpot),
            posted=jackpot.posted,
            pending=len(state.pending),
            removal=announced(state),
            tables=self._mirror.tables_of(jackpot.id),
        )

    # -- displays

    def vision(self, id: str) -> VisionFrame:
        """What the displays of a table show: amounts, what is pending, what was just won."""
        state = self._known(id)
        jackpots = self._jackpots(state)
        return VisionFrame(
            table=id,
            open=state.open,
            jackpots=[self._board(wager, jackpot) for wager, jackpot in jackpots.items()],
            promotions=running(self._mirror.property, id, self._clock()),
            stopped=state.stopped,
            closed_spots=dict.fromkeys((late.jackpot for late in self._overdue(jackpots).values()), CLOSED_ON_DISPLAYS),
            out=sorted(state.outages),
        )

    def _board(self, wager: str, jackpot: Jackpot) -> ShownJackpot:
        """A jackpot as every display of every table that shares it shows it."""
        key = (self._mirror.moves(jackpot.id),)
        known = self._boards.get((jackpot.id, wager))
        if known is None or known[0] != key:
            state = self._mirror.jackpot(jackpot.id)
            board = ShownJackpot(
                jackpot=jackpot.id,
                wager=wager,
                scheme=jackpot.scheme,
                moves=jackpot.scheme == "progressive",
                amounts=self._mirror.amounts(jackpot),
                posted=jackpot.posted,
                cap={meter.row: meter.cap for meter in jackpot.meters if meter.cap is not None},
                status=state.status,
                removal=announced(state),
                hits=[ShownHit(hit.id, hit.table, hit.amount, hit.event, hit.state) for hit in _on_view(state.hits)],
            )
            known = self._boards[jackpot.id, wager] = (key, board)
        return known[1]


def _on_view(hits: dict[str, Hit]) -> list[Hit]:
    """The hits that displays tell of: all that are being verified, and the last that were paid."""
    paid = [hit.id for hit in hits.values() if hit.state == "paid"][-5:]
    return [hit for hit in hits.values() if hit.state in ("locked", "verified") or hit.id in paid]


def _lit(state: TableState, round_: Round | None) -> dict[str, list[int]]:
    """The indicators that are lit, by sensor: from one press to the next, and none where the count was made by hand.

    A table that deals by itself presses when all wagers are down, whether a jackpot wager is among them or not.
    """
    if state.manual:
        return {}
    past = state.live is not None and state.live.round > state.round and not _betting(round_)
    virtual = state.table is not None and state.table.cards == "virtual"
    return {} if past and virtual else state.picture


def _by_hand(state: TableState, seen: View) -> View:
    """A view of a table: wagers that were counted by hand lie where they were laid, not in the tray."""
    return msgspec.structs.replace(seen, collected=[]) if state.manual else seen


def _given(playing: Playing) -> list[Given]:
    """The answers of the round in progress, which dealers see."""
    asked = zip(playing.taken, playing.questions, strict=True)
    return [
        Given(number, answered.who, playing.told(number), question)
        for number, (answered, question) in enumerate(asked, start=1)
    ]


def _betting(round_: Round | None) -> bool:
    """Whether no round is on, or one whose wagers are still being placed."""
    return round_ is None or isinstance(round_.step, PlaceWagers)


def _as_it_stands(state: TableState, number: int, seen: View) -> View:
    """A view of round ``number``, settled: lines that were corrected since say so."""
    if state.settled != number or len(state.lines) != len(seen.lines):
        return seen
    lines = [
        line if line.returned == returned else corrected_shown_line(line, returned)
        for line, (_, _, returned, _) in zip(seen.lines, state.lines, strict=True)
    ]
    return msgspec.structs.replace(seen, lines=lines)
