"""The shapes of what the dealer's console shows."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta

from houseway.floor.subjects.round_review import LineCorrected
from houseway.reports.displays.promotion_notices import PromotionOffer, PromotionWon
from houseway.table.lines import Line
from houseway.table.shown.shape_base import Card, Cents, Cited, Clause, GivenAnswer, Shape, Sometimes, Who
from houseway.web.live.frame_shapes import Sheet, TableFrame


class Sensor(Shape, frozen=True):
    """A sensor, the seats where a chip should lie by the wagers entered, and those that were counted."""

    sensor: str
    wager: str
    laid: list[int]
    counted: list[int]


class ClaimedRow(Shape, frozen=True):
    """A row that a seat hit, in words."""

    seat: int
    wager: str
    event: str


class Now(Shape, frozen=True):
    """What is due, for whoever enters it; what else there is hangs on ``kind``."""

    kind: Literal["wagers", "ask", "tabulate", "lock", "peek", "cards", "close"]
    title: str
    clause: Clause
    rule: str
    along: Sometimes[list[Cited]] = UNSET
    sensors: Sometimes[list[Sensor]] = UNSET
    claims: Sometimes[list[ClaimedRow]] = UNSET
    meters: Sometimes[list[str]] = UNSET
    places: Sometimes[list[str]] = UNSET
    count: Sometimes[int] = UNSET
    from_: Sometimes[Who] = msgspec.field(name="from", default=UNSET)
    down: Sometimes[Annotated[bool, Meta(description="Whether the card that the shoe reads lies face down.")]] = UNSET
    needed: Sometimes[Annotated[bool, Meta(description="Whether cards that are turned decide a wager.")]] = UNSET
    selected: Sometimes[Annotated[list[int], Meta(description="Cards of the hand that were selected.")]] = UNSET


HandsKind: TypeAlias = Literal["deal", "look", "lay", "turn", "collect", "settle", "press", "tick"]
Does: TypeAlias = Literal["pay", "take", "collected", "push", "pending", "paid", "wait"]
EnteredKind: TypeAlias = Literal["wagers", "ask", "cards", "peek", "house"]

Part = Annotated[
    str | int | tuple[str, str, list[int]],
    Meta(description="A place, the number of a line, or cards (from 1) laid from one place to another."),
]


class Hands(Shape, frozen=True):
    """Something that the dealer's hands do before the next answer, or a clause to tick."""

    kind: HandsKind
    clause: Clause
    says: str
    rule: str
    key: str
    what: Sometimes[list[Part]] = UNSET
    seat: Sometimes[int] = UNSET
    given: Sometimes[
        Annotated[dict[str, int], Meta(description="Cents that moved for lines before, by line; taken ones below 0.")]
    ] = UNSET


class TakeOrPay(Shape, frozen=True):
    """A line, and what it makes of the chips on the felt. ``chips`` are denominations and how many of each.

    A prize that is ``pending`` comes with its hit, and what an aggregate limit may cut has to ``wait`` until the round
    is over; ``moves`` are the cents that go to the player now, or from the player below 0. ``id`` names the line also
    after a correction. ``surveillance``: to be called before the cards are moved, or has not verified the line yet.
    """

    number: int
    id: str
    wager: str
    name: str
    hand: int
    stake: Cents
    event: str
    pays: str
    returned: Cents
    does: Does
    amount: Cents
    moves: int
    chips: list[tuple[int, int]]
    clause: Clause
    rule: str
    note: str | None
    meter: int | None
    reverses: int | None
    surveillance: Literal["call", "waits"] | None
    promotions: list[PromotionWon]


class Position(Shape, frozen=True):
    """Everything to take and pay at a position."""

    seat: int
    lines: list[TakeOrPay]
    net: Cents


class OfferedChoice(Shape, frozen=True):
    """A choice that was offered."""

    least: int | None
    most: int | None
    wager: str | None
    word: str
    label: str
    says: str
    clause: Clause


class Entered(Shape, frozen=True):
    """An answer of the round in words, with the number to correct it by."""

    number: int
    who: Who
    answer: GivenAnswer
    kind: EnteredKind
    clause: Clause
    title: str
    said: Sometimes[Annotated[str, Meta(description="A decision in words.")]] = UNSET
    choices: Sometimes[list[OfferedChoice]] = UNSET
    pool: Sometimes[int] = UNSET


class HouseDuty(Shape, frozen=True):
    """What the house must do with its own hand at ``place``; ``cards`` are how it lays them, by what each part is."""

    says: str
    clause: Clause
    rule: str
    place: str
    cards: dict[str, tuple[Card, ...]]


class Deck(Shape, frozen=True):
    """Each kind of card: how many the deck has, and how many are known to be gone. ``clause`` says which there are."""

    cards: dict[str, tuple[int, int]]
    size: int
    dealt: int
    clause: str
    rule: str


class NewDeck(Shape, frozen=True):
    """What a clause asks for with a new deck, and whether it was done."""

    clause: Clause
    rule: str
    done: bool


class Ahead(Shape, frozen=True):
    """A step that will come."""

    title: str
    clause: str


class Corrected(LineCorrected, frozen=True):
    """A correction of a line, and the second person."""

    second: Sometimes[str | None] = UNSET


class LastRound(Shape, frozen=True):
    """The round before, to be corrected where it was settled wrongly."""

    round: int
    void: str | None
    lines: list[Line]
    wagers: dict[str, dict[str, int]]
    corrected: list[Corrected]
    positions: list[Position]


class CalledFor(Shape, frozen=True):
    """A win that surveillance verifies; ``before`` the cards are moved, where its round is not settled yet."""

    round: int
    seat: int
    wager: str
    name: str
    amount: Cents
    before: bool


class Surveillance(Shape, frozen=True):
    """What surveillance is called for at the table, and by which rule."""

    clause: str
    wins: list[CalledFor]


class DealerOn(Shape, frozen=True):
    """Who has signed on at the table, since when (microseconds since 1970, UTC), and the first round of theirs."""

    dealer: str
    name: str
    since: int
    first: int


class SmallHit(Shape, frozen=True):
    """A hit that is verified and paid with the others of its round; ``hand`` is its row in words."""

    id: str
    seat: int
    hand: str
    amount: Cents


class SmallHits(Shape, frozen=True):
    """The hits of a settled round that two people verify and pay together."""

    round: int
    hits: list[SmallHit]
    amount: Cents


class ConsoleFrame(Shape, frozen=True):
    """Everything that the dealer's console of a table shows; a closed table has only the first five."""

    frame: TableFrame
    sheet: Sheet
    may: Annotated[dict[str, bool], Meta(description="Whether the caller alone may give a command, by its type.")]
    seats_before: list[int]
    names: Annotated[dict[str, str], Meta(description="What wagers are called.")]
    deck: Sometimes[Deck] = UNSET
    new_deck: Sometimes[list[NewDeck]] = UNSET
    surveillance: Sometimes[Surveillance] = UNSET
    dealer: Sometimes[DealerOn | None] = UNSET
    small_hits: Sometimes[list[SmallHits]] = UNSET
    promotions: Sometimes[list[PromotionOffer]] = UNSET
    void_clause: Sometimes[str | None] = UNSET
    presets: Sometimes[Annotated[dict[str, int], Meta(description="Cents that one key lays on a spot, by wager.")]] = (
        UNSET
    )
    last: Sometimes[LastRound] = UNSET
    now: Sometimes[Now] = UNSET
    queue: Sometimes[list[Hands]] = UNSET
    positions: Sometimes[list[Position]] = UNSET
    given: Sometimes[list[Entered]] = UNSET
    house: Sometimes[HouseDuty | None] = UNSET
    places: Sometimes[Annotated[dict[str, str], Meta(description="What stands beside cards, by place, in order.")]] = (
        UNSET
    )
    next: Sometimes[list[Ahead]] = UNSET
