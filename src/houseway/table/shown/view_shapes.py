"""The shape of a view: a round as somebody may see it, and what is due in it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from houseway.table.lines import Line
from houseway.table.shown.shape_base import Card, Cents, Cited, Clause, GivenAnswer, Shape, Sometimes, Who

Limits = Annotated[tuple[int, int], Meta(description="The least and the most, in cents.")]


class DueChoice(Shape, frozen=True):
    """One thing that may be answered; with ``least`` and ``most`` a number goes with the word."""

    word: str
    label: Annotated[str, Meta(description="What a button shows.")]
    says: str
    clause: Clause
    least: Sometimes[int] = UNSET
    most: Sometimes[int | None] = UNSET
    wager: Sometimes[str] = UNSET


class DuePick(Shape, frozen=True):
    """Cards to be selected from the first ``pool`` cards of the hand: one, or several whose ranks are ``together``."""

    pool: int
    says: str
    clause: Clause
    together: list[str]


class HandBox(Shape, frozen=True):
    """A part of a hand that is set."""

    part: str
    label: str


class DueAsk(Shape, frozen=True):
    """A decision that is due. ``default`` is what is recorded when time runs out, ``otherwise`` is that in words.

    ``control`` is what a player answers with; a hand to ``set`` has two ``boxes``, and one card goes from the first to
    the second.
    """

    seat: Who
    ask: str
    title: Annotated[str, Meta(description="What the player is asked.")]
    control: Literal["buttons", "pick", "set"]
    confirm: str
    choices: list[DueChoice]
    default: GivenAnswer
    otherwise: str | None
    shows_hand: Sometimes[Annotated[bool, Meta(description="Whether the title names the hand's cards.")]] = UNSET
    boxes: Sometimes[list[HandBox]] = UNSET
    hand: Sometimes[str] = UNSET
    pick: Sometimes[DuePick] = UNSET


class DueWager(Shape, frozen=True):
    """A wager that may be placed now: of a fixed amount, or within limits."""

    wager: str
    name: str
    kind: str
    says: str
    clause: Clause
    fixed: Sometimes[Cents] = UNSET
    limits: Sometimes[Limits] = UNSET
    aggregate: Sometimes[Cents] = UNSET


class Due(Shape, frozen=True):
    """What must happen next: from whom, what, and by which clause."""

    from_: list[Who] = msgspec.field(name="from")
    what: str
    clause: Clause
    rule: str
    does: Sometimes[list[Cited]] = UNSET
    asks: Sometimes[list[DueAsk]] = UNSET
    wagers: Sometimes[list[DueWager]] = UNSET
    meters: Sometimes[list[str]] = UNSET
    number: Sometimes[Annotated[int, Meta(description="Which card of the round the shoe is to read, from 1.")]] = UNSET


class ShownLine(Line, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A settlement line as a view has it.

    To whom it belongs it is explained: ``reason`` says why, ``says`` is the whole sentence with the money.
    """

    reason: str | None = None
    says: str | None = None


class View(Shape, frozen=True):
    """A round as a viewer may see it. Cards and stakes are by place, such as ``3``, ``3.high`` or ``dealer``."""

    game: str
    edition: str
    viewer: Who
    over: bool
    cards: dict[str, list[Card]]
    reads: Annotated[dict[str, str], Meta(description="What the cards that the viewer sees make, by place.")]
    stakes: dict[str, dict[str, int]]
    collected: Annotated[list[tuple[str, str]], Meta(description="Place and wager of each counted wager in the tray.")]
    lines: list[ShownLine]
    through: Annotated[list[int], Meta(description="Seats that are asked nothing more in this round.")]
    due: Due | None
    placings: Sometimes[
        Annotated[
            list[tuple[str, str]],
            Meta(
                description="What both boxes of the hand that the viewer sets make, by the number of the second's card."
            ),
        ]
    ] = UNSET


class LastView(View, frozen=True, kw_only=True):
    """The round before, as the viewer may see it, until all wagers of the next are down."""

    round: int
