"""The shapes of what the dealer's console shows, and of help at a seat."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from houseway.floor.reply_shapes import Cents, Clause, Shape, Sometimes
from houseway.floor.subjects.round_review import LineCorrected
from houseway.table.lines import Line
from houseway.web.schema.frame_shapes import Sheet, TableFrame
from houseway.web.schema.shape import Card, Cited, GivenAnswer, Who


class Checked(Shape):
    """Whether an answer would be taken now, and if not, why not."""

    taken: bool
    message: Sometimes[str] = UNSET
    clause: Sometimes[Clause | None] = UNSET
    remedy: Sometimes[str | None] = UNSET


class Worth(Shape):
    """A choice, and what it is worth on average of the wager it is reckoned on."""

    word: str | None
    answer: GivenAnswer
    name: str
    value: float
    worth: str


class Hint(Shape):
    """The best play now. Without ``ready`` there is none, and ``says`` has why."""

    ready: bool
    says: str
    best: Sometimes[GivenAnswer] = UNSET
    choices: Sometimes[list[Worth]] = UNSET
    base: Sometimes[str] = UNSET


class Sensor(Shape):
    """A sensor, the seats where a chip should lie by the wagers entered, and those that were counted."""

    sensor: str
    wager: str
    laid: list[int]
    counted: list[int]


class Row(Shape):
    """A row that a seat hit, in words."""

    seat: int
    wager: str
    event: str


class Now(Shape):
    """What is due, for whoever enters it; what else there is hangs on ``kind``."""

    kind: Literal["wagers", "ask", "tabulate", "lock", "peek", "cards", "close"]
    title: str
    clause: Clause
    rule: str
    along: Sometimes[list[Cited]] = UNSET
    sensors: Sometimes[list[Sensor]] = UNSET
    claims: Sometimes[list[Row]] = UNSET
    meters: Sometimes[list[str]] = UNSET
    places: Sometimes[list[str]] = UNSET
    count: Sometimes[int] = UNSET
    from_: Sometimes[Who] = msgspec.field(name="from", default=UNSET)
    down: Sometimes[Annotated[bool, Meta(description="Whether the card that the shoe reads lies face down.")]] = UNSET
    needed: Sometimes[Annotated[bool, Meta(description="Whether cards that are turned decide a wager.")]] = UNSET
    selected: Sometimes[Annotated[list[int], Meta(description="Cards of the hand that were selected.")]] = UNSET


Part = Annotated[
    str | int | tuple[str, str, list[int]],
    Meta(description="A place, the number of a line, or cards (from 1) laid from one place to another."),
]


class Hands(Shape):
    """Something that the dealer's hands do before the next answer, or a clause to tick."""

    kind: Literal["deal", "look", "lay", "turn", "collect", "settle", "press", "tick"]
    clause: Clause
    says: str
    rule: str
    key: str
    what: Sometimes[list[Part]] = UNSET
    seat: Sometimes[int] = UNSET
    given: Sometimes[
        Annotated[dict[str, int], Meta(description="Cents that moved for lines before, by line; taken ones below 0.")]
    ] = UNSET


class PromotionWon(Shape):
    """A promotion that a line wins: what the house pays besides, by hand."""

    promotion: str
    prize: Cents


class TakeOrPay(Shape):
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
    does: Literal["pay", "take", "collected", "push", "pending", "paid", "wait"]
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


class Position(Shape):
    """Everything to take and pay at a position."""

    seat: int
    lines: list[TakeOrPay]
    net: Cents


class OfferedChoice(Shape):
    """A choice that was offered."""

    least: int | None
    most: int | None
    wager: str | None
    word: str
    label: str
    says: str
    clause: Clause


class Entered(Shape):
    """An answer of the round in words, with the number to correct it by."""

    number: int
    who: Who
    answer: GivenAnswer
    kind: Literal["wagers", "ask", "cards", "peek", "house"]
    clause: Clause
    title: str
    said: Sometimes[Annotated[str, Meta(description="A decision in words.")]] = UNSET
    choices: Sometimes[list[OfferedChoice]] = UNSET
    pool: Sometimes[int] = UNSET


class HouseMust(Shape):
    """What the house must do with its own hand at ``place``; ``cards`` are how it lays them, by what each part is."""

    says: str
    clause: Clause
    rule: str
    place: str
    cards: dict[str, list[Card]]


class Deck(Shape):
    """Each kind of card: how many the deck has, and how many are known to be gone."""

    cards: dict[str, tuple[int, int]]
    size: int
    dealt: int


class NewDeck(Shape):
    """What a clause asks for with a new deck, and whether it was done."""

    clause: Clause
    rule: str
    done: bool


class Ahead(Shape):
    """A step that will come."""

    title: str
    clause: str


class Corrected(LineCorrected):
    """A correction of a line, and who stood beside."""

    second: Sometimes[str] = UNSET


class LastRound(Shape):
    """The round before, to be corrected where it was settled wrongly."""

    round: int
    void: str | None
    lines: list[Line]
    wagers: dict[str, dict[str, int]]
    corrected: list[Corrected]
    positions: list[Position]


class CalledFor(Shape):
    """A win that surveillance verifies; ``before`` the cards are moved, where its round is not settled yet."""

    round: int
    seat: int
    wager: str
    name: str
    amount: Cents
    before: bool


class Surveillance(Shape):
    """What surveillance is called for at the table, and by which rule."""

    clause: str
    wins: list[CalledFor]


class Offer(Shape):
    """A promotion that runs at the table: the hand that wins it, on which wager, what the house pays, until when."""

    promotion: str
    wager: str
    name: str
    event: str
    hand: str
    prize: Cents
    until: str


class Console(Shape):
    """Everything that the dealer's console of a table shows; a closed table has only the first five."""

    frame: TableFrame
    sheet: Sheet
    may: Annotated[dict[str, bool], Meta(description="Whether the caller alone may give a command, by its type.")]
    seats_before: list[int]
    names: Annotated[dict[str, str], Meta(description="What wagers are called.")]
    deck: Sometimes[Deck] = UNSET
    new_deck: Sometimes[list[NewDeck]] = UNSET
    surveillance: Sometimes[Surveillance] = UNSET
    promotions: Sometimes[list[Offer]] = UNSET
    void_clause: Sometimes[str | None] = UNSET
    last: Sometimes[LastRound] = UNSET
    now: Sometimes[Now] = UNSET
    queue: Sometimes[list[Hands]] = UNSET
    positions: Sometimes[list[Position]] = UNSET
    given: Sometimes[list[Entered]] = UNSET
    house: Sometimes[HouseMust | None] = UNSET
    places: Sometimes[Annotated[dict[str, str], Meta(description="What stands beside cards, by place, in order.")]] = (
        UNSET
    )
    next: Sometimes[list[Ahead]] = UNSET
