"""A player's session at a table: what it brought beside what the mathematics expected, and how well it was played.

It begins when the player sat down. Everything is taken from the journal; rounds that were looked at once are kept.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from houseway.errors import HousewayError
from houseway.floor.kinds.edge import read_if
from houseway.floor.kinds.of_table import RoundSettled, SeatTaken
from houseway.floor.play.ended_rounds import ended_round
from houseway.floor.reply_shapes import Moment
from houseway.floor.states import table_stream
from houseway.journal import Journal
from houseway.maths.hint_words import signed
from houseway.rulebook.money import dollars
from houseway.table.setup import Setup
from houseway.table.shown.shape_base import Cents, Shape
from houseway.web.live.hints import Hints
from houseway.web.live.review.replays import OwnDecision, replay_of
from houseway.web.live.room import Room

MOST_ROUNDS = 300
"""The last rounds of a session that are counted."""

PAGE = 200
KEPT = 500
"""Sessions whose rounds are kept."""

BAND = 2.0
"""Standard deviations either side: about nineteen sessions of twenty end within it."""


class Tally(Shape, frozen=True):
    """The decisions of one kind: how many were the best, how many were not, and what those gave up in cents."""

    title: str
    right: int
    wrong: int
    gave_up: float


class SessionBand(Shape, frozen=True):
    """What the wagers were expected to bring, in cents, and between which amounts such a session usually ends."""

    expected: float
    low: float
    high: float


class Session(Shape, frozen=True):
    """A session so far. ``band`` is left out while figures are worked out, or where a wager has none."""

    table: str
    since: Moment
    rounds: int
    staked: Cents
    net: Cents
    band: SessionBand | None
    gave_up: float
    decisions: list[Tally]
    graded: Annotated[bool, Meta(description="Whether every decision that has a figure was graded.")]
    says: list[str]


class _Played(msgspec.Struct, frozen=True):
    """One round of a session: what was staked before the deal, what it brought, and its decisions."""

    wagers: dict[str, int]
    net: int
    decisions: tuple[OwnDecision, ...]
    graded: bool


class Sessions:
    """The sessions of a room's players."""

    def __init__(self, room: Room, hints: Hints) -> None:
        self._room = room
        self._hints = hints
        self._known: OrderedDict[tuple[str, str, int], dict[int, _Played]] = OrderedDict()

    def of(self, table: str, player: str, seat: int) -> Session:
        """The session of a player who sits at a table. It reads the journal: not on the event loop."""
        journal = self._room.floor.journal
        begun, at, numbers = _rounds_since(journal, table, player)
        known = self._known.setdefault((table, player, begun), {})
        self._known.move_to_end((table, player, begun))
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        for number in numbers:
            if number not in known or not known[number].graded:
                played = self._play(table, number, player, seat)
                if played is not None:
                    known[number] = played
        rounds = [known[number] for number in numbers if number in known]
        return self._told(table, at, rounds)

    def _play(self, table: str, number: int, player: str, seat: int) -> _Played | None:
        try:
            ended = ended_round(self._room.floor.journal, table, number)
        except HousewayError:
            return None
        if ended.players.get(seat) != player:
            return None
        made = self._hints.prepare(ended.setup)
        book = made.result() if made.done() and made.exception() is None else None
        replay = replay_of(table, ended, seat, book, ready=made.done())
        decisions = tuple(step.decision for step in replay.steps if isinstance(step.decision, OwnDecision))
        wagers = next((dict(each["wagers"]) for each in ended.record["seats"] if each["seat"] == seat), {})
        return _Played(wagers, replay.net, decisions, made.done()) if wagers else None

    def _told(self, table: str, at: int, rounds: list[_Played]) -> Session:
        tallies: dict[str, Tally] = {}
        for decision in (each for played in rounds for each in played.decisions):
            if isinstance(decision.grade, msgspec.UnsetType):
                continue
            was = tallies.get(decision.ask, Tally(decision.title, 0, 0, 0.0))
            right = decision.grade.right
            tallies[decision.ask] = Tally(
                was.title, was.right + right, was.wrong + (not right), was.gave_up + decision.grade.gave_up
            )
        net = sum(played.net for played in rounds)
        band = self._band(table, rounds)
        gave_up = sum(tally.gave_up for tally in tallies.values())
        return Session(
            table=table,
            since=at,
            rounds=len(rounds),
            staked=sum(sum(played.wagers.values()) for played in rounds),
            net=net,
            band=band,
            gave_up=gave_up,
            decisions=list(tallies.values()),
            graded=all(played.graded for played in rounds),
            says=_said(net, len(rounds), band, gave_up, list(tallies.values())),
        )

    def _band(self, table: str, rounds: list[_Played]) -> SessionBand | None:
        """Wagers of a round hang together a little; their spreads are added as if they did not."""
        setup = self._room.frames.setup(table)
        amounts = self._room.frames.meters(table)
        mean = spread = 0.0
        for played in rounds:
            for wager, stake in played.wagers.items():
                found = self._figures(setup, wager, amounts, beside=len(played.wagers) > 1)
                if found is None:
                    return None
                mean += stake * found[0]
                spread += stake * stake * found[1]
        width = BAND * math.sqrt(spread)
        return SessionBand(mean, mean - width, mean + width) if rounds else None

    def _figures(
        self, setup: Setup, wager: str, amounts: Mapping[str, int], *, beside: bool
    ) -> tuple[float, float] | None:
        """What a cent on a wager brings on average, and how that is spread; nothing where it is not known."""
        if wager not in setup.wagers:
            return None
        found = self._hints.figures(setup, wager)
        if not found:
            return None
        item = found[min(int(beside), len(found) - 1)]
        shown = {meter.meter: amounts[meter.meter] for meter in item.meters if meter.meter in amounts}
        known = item.at(shown) if shown else item
        return (float(known.ev), float(known.variance)) if known.priced else None


def _rounds_since(journal: Journal, table: str, player: str) -> tuple[int, int, list[int]]:
    """Where and when a player last sat down at a table, and the rounds that were settled since, the last of them."""
    stream = table_stream(table)
    rounds: list[int] = []
    stop = journal.head(stream).number + 1
    at = 0
    while stop > 1 and len(rounds) < MOST_ROUNDS:
        start = max(1, stop - PAGE)
        for entry in reversed(list(journal.read(stream, start, stop))):
            settled = read_if(entry, RoundSettled)
            if settled is not None:
                rounds.append(settled.round)
            sat = read_if(entry, SeatTaken)
            if sat is not None and sat.player == player:
                return entry.number, entry.at, rounds[:MOST_ROUNDS][::-1]
            at = entry.at
        stop = start
    return stop, at, rounds[:MOST_ROUNDS][::-1]


def _said(net: int, rounds: int, band: SessionBand | None, gave_up: float, tallies: list[Tally]) -> list[str]:
    if not rounds:
        return ["No round with a bet of yours has been settled since you sat down."]
    hands = "1 round" if rounds == 1 else f"{rounds} rounds"
    stands = f"up {dollars(net)}" if net > 0 else f"down {dollars(-net)}" if net < 0 else "even"
    found = [f"{hands}: you are {stands}."]
    if band is not None:
        place = "within" if band.low <= net <= band.high else "outside"
        found.append(
            f"The mathematics expected {signed(band.expected)}; nineteen such sessions of twenty end between "
            f"{signed(band.low)} and {signed(band.high)}. Yours is {place} that."
        )
    made = sum(tally.right + tally.wrong for tally in tallies)
    if made:
        right = sum(tally.right for tally in tallies)
        cost = f", and the others gave up {dollars(round(gave_up))} on average" if right < made else ""
        found.append(f"{right} of {made} decisions were the best there was{cost}.")
    return found
