"""The shapes of frames: a table, the floor and displays, as feeds send them and `GET` answers them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from houseway.compliance.configuration import Promotion
from houseway.floor.reply_shapes import Cents, Clause, Moment, Shape, Sometimes
from houseway.table.lines import Line
from houseway.table.records.record_format import DecisionRecord, SeatRecord
from houseway.web.schema.shape import Amounts, Card, Cited, GivenAnswer, Who

Scheme = Literal["bonus", "progressive"]
Limits = Annotated[tuple[int, int], Meta(description="The least and the most, in cents.")]


class Sitting(Shape):
    """Who sits at a seat, and what they have in play money. ``player`` is what somebody is known as at this table."""

    player: str
    name: str
    chips: Cents


class Choice(Shape):
    """One thing that may be answered; with ``least`` and ``most`` a number goes with the word."""

    word: str
    label: Annotated[str, Meta(description="What a button shows.")]
    says: str
    clause: Clause
    least: Sometimes[int] = UNSET
    most: Sometimes[int | None] = UNSET
    wager: Sometimes[str] = UNSET


class Pick(Shape):
    """Cards to be selected from the first ``pool`` cards of the hand: one, or several whose ranks are ``together``."""

    pool: int
    says: str
    clause: Clause
    together: list[str]


class HandBox(Shape):
    """A part of a hand that is set."""

    part: str
    label: str


class Ask(Shape):
    """A decision that is due. ``default`` is what is recorded when time runs out, ``otherwise`` is that in words.

    ``control`` is what a player answers with; a hand to ``set`` has two ``boxes``, and one card goes from the first to
    the second.
    """

    seat: Who
    ask: str
    title: Annotated[str, Meta(description="What the player is asked.")]
    control: Literal["buttons", "pick", "set"]
    confirm: str
    choices: list[Choice]
    default: GivenAnswer
    otherwise: str | None
    shows_hand: Sometimes[Annotated[bool, Meta(description="Whether the title names the hand's cards.")]] = UNSET
    boxes: Sometimes[list[HandBox]] = UNSET
    hand: Sometimes[str] = UNSET
    pick: Sometimes[Pick] = UNSET


class Offer(Shape):
    """A wager that may be placed now: of a fixed amount, or within limits."""

    wager: str
    name: str
    kind: str
    says: str
    clause: Clause
    fixed: Sometimes[Cents] = UNSET
    limits: Sometimes[Limits] = UNSET
    aggregate: Sometimes[Cents] = UNSET


class Due(Shape):
    """What must happen next: from whom, what, and by which clause."""

    from_: list[Who] = msgspec.field(name="from")
    what: str
    clause: Clause
    rule: str
    does: Sometimes[list[Cited]] = UNSET
    asks: Sometimes[list[Ask]] = UNSET
    wagers: Sometimes[list[Offer]] = UNSET
    meters: Sometimes[list[str]] = UNSET
    number: Sometimes[Annotated[int, Meta(description="Which card of the round the shoe is to read, from 1.")]] = UNSET


class View(Shape):
    """A round as a viewer may see it. Cards and stakes are by place, such as ``3``, ``3.high`` or ``dealer``."""

    game: str
    edition: str
    viewer: Who
    over: bool
    cards: dict[str, list[Card]]
    reads: Annotated[dict[str, str], Meta(description="What the cards that the viewer sees make, by place.")]
    stakes: dict[str, dict[str, int]]
    collected: Annotated[list[tuple[str, str]], Meta(description="Place and wager of each counted wager in the tray.")]
    lines: list[Line]
    through: Annotated[list[int], Meta(description="Seats that are asked nothing more in this round.")]
    due: Due | None


class LastView(View):
    """The round before, as the viewer may see it, until all wagers of the next are down."""

    round: int


class Given(Shape):
    """An answer of the round in progress; dealers see them."""

    number: int
    who: Who
    answer: GivenAnswer
    question: str


class TableHit(Shape):
    """A hit of this table that is neither paid nor rejected; ``hand`` is its event in words."""

    id: str
    hand: str
    jackpot: str
    table: str
    round: int
    seat: int
    wager: str
    event: str
    amount: Cents
    state: str


class Removal(Shape):
    """A progressive that goes, as players are told: ``ends`` says when, ``brief`` also why, ``text`` all."""

    day: str
    reason: Literal[
        "won-and-not-continued",
        "game-discontinued",
        "moved-to-another-table",
        "order-of-the-regulator",
        "business-closing",
    ]
    ends: str
    brief: str
    text: str


class TableFrame(Shape):
    """A table as a viewer may see it. ``version`` rises with everything that happens there."""

    table: str
    version: int
    open: bool
    round: int
    phase: Literal["ready", "playing", "tabulated", "over"]
    step: int | None
    answers: int
    playing: list[int]
    seats: dict[str, Sitting]
    view: View | None
    last: LastView | None
    deadline: Annotated[int | None, Meta(description="When what is due runs out, in microseconds since 1970, UTC.")]
    indicators: Annotated[dict[str, list[int]], Meta(description="Seats whose indicator is lit, by sensor.")]
    manual: Annotated[bool, Meta(description="Whether the wagers of the round were counted by hand.")]
    confirmed: bool
    fault: str | None
    paused: str | None
    stopped: Annotated[dict[str, str], Meta(description="Why a jackpot of this table is stopped, by jackpot.")]
    closed_spots: Annotated[dict[str, str], Meta(description="Why a spot takes no wager, by wager.")]
    outages: Annotated[list[str], Meta(description="The kinds of displays that are out.")]
    amounts: Annotated[dict[str, Amounts], Meta(description="By wager.")]
    removals: Annotated[dict[str, Removal], Meta(description="The jackpots of this table that go, by wager.")]
    hits: list[TableHit]
    given: Sometimes[list[Given]] = UNSET


class PayRow(Shape):
    """A row of a paytable as it pays at this table."""

    event: str
    name: str
    pays: str


class Paytable(Shape):
    """A paytable."""

    id: str
    odds: str
    clause: Clause | None
    rows: list[PayRow]


class PostedJackpot(Shape):
    """A jackpot wager; ``moves``: its amount rises with wagers."""

    scheme: Scheme
    moves: bool


class Extra(Shape):
    """A prize for other players than who made the hand."""

    prize: str
    wager: str
    event: str
    pays: str


class Notice(Shape):
    """A notice and the rule that asks for it."""

    clause: Clause | None
    text: str


class Postings(Shape):
    """What must be posted at a table in plain view."""

    game: str
    sign: str
    edition: str
    limits: dict[str, Limits]
    fixed: dict[str, int]
    minimums: dict[str, int]
    aggregate: dict[str, int]
    paytables: dict[str, Paytable]
    jackpots: dict[str, PostedJackpot]
    extras: list[Extra]
    notices: list[Notice]
    notice: str | None


class Sheet(Shape):
    """What stays the same while a table is open."""

    table: str
    game: str
    name: str
    edition: str
    numbers: Annotated[
        dict[str, str],
        Meta(description="The number of a clause in this edition, by the one cited, where that is another."),
    ]
    cards: Literal["virtual", "reads", "keys", "none"]
    positions: int
    sensors: Annotated[dict[str, int], Meta(description="The number of the sensor, by wager.")]
    jackpots: Annotated[dict[str, str], Meta(description="The jackpot, by wager.")]
    postings: Postings


class TableGlance(Shape):
    """A table at a glance."""

    table: str
    game: str
    edition: str
    open: bool
    cards: Literal["virtual", "reads", "keys", "none"]
    positions: int
    taken: list[int]
    round: int
    playing: bool
    fault: str | None
    stopped: dict[str, str]
    hits: int
    amounts: dict[str, Amounts]
    limits: dict[str, Limits]


class JackpotGlance(Shape):
    """A jackpot at a glance."""

    jackpot: str
    scheme: Scheme
    status: str
    why: str
    amounts: Amounts
    posted: dict[str, str]
    pending: int
    removal: Removal | None
    tables: list[str]


class FloorFrame(Shape):
    """Every table and every jackpot at a glance."""

    property: str
    tables: list[TableGlance]
    jackpots: list[JackpotGlance]


class ShownHit(Shape):
    """A hit that displays tell of."""

    hit: str
    table: str
    amount: Cents
    event: str
    state: str


class ShownJackpot(Shape):
    """A jackpot as displays show it."""

    jackpot: str
    wager: str
    scheme: Scheme
    moves: bool
    amounts: Amounts
    posted: dict[str, str]
    cap: dict[str, int]
    status: str
    removal: Removal | None
    hits: list[ShownHit]


class VisionFrame(Shape):
    """What the displays of a table show."""

    table: str
    open: bool
    jackpots: list[ShownJackpot]
    promotions: list[Promotion]
    stopped: dict[str, str]
    closed_spots: Annotated[dict[str, str], Meta(description="Why a jackpot takes no wager, by jackpot.")]
    out: list[str]


class Lease(Shape):
    """The first event of a feed that was asked for with a lease, which ends unless it is renewed within ``seconds``."""

    lease: str
    seconds: float


class PlayedRound(Shape):
    """A round that was settled, or voided for the reason ``void``. Cards that nobody turned up are not in it."""

    round: int
    at: Moment
    void: str | None
    seats: list[SeatRecord]
    cards: list[Card]
    decisions: list[DecisionRecord]
    lines: list[Line]


class History(Shape):
    """The last rounds of a table, the last first."""

    table: str
    rounds: list[PlayedRound]


class ClauseText(Shape):
    """A clause of an edition in our words."""

    game: str
    edition: str
    clause: str
    text: str
