"""The shapes of frames: a table, the floor and displays, as feeds send them and `GET` answers them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from houseway.compliance.configuration import Promotion
from houseway.reports.displays.removal_notices import RemovalNotice
from houseway.table.setup import Scheme
from houseway.table.shown.postings import Postings
from houseway.table.shown.shape_base import Cents, GivenAnswer, Shape, Sometimes, Who
from houseway.table.shown.view_shapes import LastView, Limits, View
from houseway.web.schema.shape import Amounts


class Sitting(Shape, frozen=True):
    """Who sits at a seat, and what they have in play money. ``player`` is what somebody is known as at this table."""

    player: str
    name: str
    chips: Cents


class Given(Shape, frozen=True):
    """An answer of the round in progress; dealers see them."""

    number: int
    who: Who
    answer: GivenAnswer
    question: str


class Missed(Shape, frozen=True):
    """What was done for a seat without a word from its player: in which round, in words, and whether it sat out."""

    round: int
    says: str
    sat_out: bool


class TableHit(Shape, frozen=True):
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


class VoidedRound(Shape, frozen=True):
    """The round before, which was voided: every wager of it went back."""

    round: int
    reason: str


class CorrectedLine(Shape, frozen=True):
    """The last correction of a line of a settled round: what it returns now, and that in words.

    ``number`` is another for every correction, ``line`` counts from 1.
    """

    number: int
    round: int
    line: int
    returned: Cents
    says: str


class TableFrame(Shape, frozen=True):
    """A table as a viewer may see it. ``version`` rises with everything that happens there."""

    table: str
    version: int
    open: bool
    round: int
    phase: Literal["ready", "playing", "tabulated", "over"]
    step: int | None
    answers: int
    playing: list[int]
    leaving: Annotated[list[int], Meta(description="Seats whose players get up when the round is over.")]
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
    removals: Annotated[dict[str, RemovalNotice], Meta(description="The jackpots of this table that go, by wager.")]
    hits: list[TableHit]
    given: Sometimes[list[Given]] = UNSET
    voided: Sometimes[VoidedRound] = UNSET
    corrected: Sometimes[CorrectedLine] = UNSET
    missed: Annotated[Sometimes[Missed], Meta(description="What was done for the viewer's own seat, unasked.")] = UNSET


class Sheet(Shape, frozen=True):
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


class TableGlance(Shape, frozen=True):
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


class JackpotGlance(Shape, frozen=True):
    """A jackpot at a glance."""

    jackpot: str
    scheme: Scheme
    status: str
    why: str
    amounts: Amounts
    posted: dict[str, str]
    pending: int
    removal: RemovalNotice | None
    tables: list[str]


class FloorFrame(Shape, frozen=True):
    """Every table and every jackpot at a glance."""

    property: str
    tables: list[TableGlance]
    jackpots: list[JackpotGlance]


class ShownHit(Shape, frozen=True):
    """A hit that displays tell of."""

    hit: str
    table: str
    amount: Cents
    event: str
    state: str


class ShownJackpot(Shape, frozen=True):
    """A jackpot as displays show it."""

    jackpot: str
    wager: str
    scheme: Scheme
    moves: bool
    amounts: Amounts
    posted: dict[str, str]
    cap: dict[str, int]
    status: str
    removal: RemovalNotice | None
    hits: list[ShownHit]


class VisionFrame(Shape, frozen=True):
    """What the displays of a table show."""

    table: str
    open: bool
    jackpots: list[ShownJackpot]
    promotions: list[Promotion]
    stopped: dict[str, str]
    closed_spots: Annotated[dict[str, str], Meta(description="Why a jackpot takes no wager, by jackpot.")]
    out: list[str]


class AttentionFrame(Shape, frozen=True):
    """How often what needs attention has changed since the server began: whoever shows it asks for it again."""

    changed: int


class Lease(Shape, frozen=True):
    """The first event of a feed that was asked for with a lease, which ends unless it is renewed within ``seconds``."""

    lease: str
    seconds: float
