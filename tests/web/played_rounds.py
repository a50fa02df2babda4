"""Rounds played to every question that a player can be asked, and the frames that a seat sees of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards import Stream, parse_cards
from houseway.drill.stacks import StackedShoe
from houseway.registry import game
from houseway.rulebook.steps import BURN, Ask
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.view import view
from houseway.table.shown.view_shapes import LastView, View
from houseway.table.shown.wording import words_of
from houseway.web.live.frame_shapes import Sitting, TableFrame
from houseway.web.live.hints import Hint

SEAT = 4
NAMES = ("Maximiliane von Habsburg", "Bo", "Wilhelmina Featherstone", "You", "Bartholomew O'Shaughnessy-Smythe", "Ida")
"""Who sits where: names as long as they come."""


class Story(msgspec.Struct, frozen=True):
    """A round: where, the wagers, the first cards off the shoe, the answers of the seat in their order.

    When its answers are used up, the seat takes the default of every question. ``others`` wager too.
    """

    table: str
    wagers: Mapping[str, int]
    cards: str
    answers: tuple[Any, ...] = ()
    options: Mapping[str, str] = {}
    others: Mapping[int, Mapping[str, int]] = {}


ATTACKS = {
    "first-attack": 2500,
    "suited-royals": 500,
    "double-match-up": 500,
    "triple-match": 500,
    "jackpot": 100,
    "jackpot-2": 100,
}
WILD = {"ante": 1000, "three-card-treasure": 500, "five-card-fortune": 500, "bonus-jackpot": 100}
SPLIT = {"primary": 5000, "three-card-bonus": 2500, "four-card-bonus": 500, "jackpot": 100}
DUEL = {"player": 2500, "tie-plus": 500, "combo-bet": 500, "two-plus-two": 100}

STORIES = (
    # An ace up: both attacks, insurance, then a pair of eights split into four hands, one of them drawn to five cards.
    Story(
        "T2",
        ATTACKS,
        "8c Ad 8h 6c 8d 8s 2h 2c 2s 2d Ac 4c 2s 3h 3c 2h 2d",
        (("bet", 2500), ("bet", 2500), ("bet", 3750), "split", "split", *("hit",) * 3, "stand", "split", "hit", "hit"),
    ),
    Story("T2", {"first-attack": 500}, "5c 6d 6h 9c 2h 2s 2d 2c", ("pass", "pass", "hit", "hit")),
    Story("T2", ATTACKS, "5c 4d Qh 9c", others={2: {"first-attack": 500}, 6: ATTACKS}),
    Story("T1", WILD, "Kc 9c 9d 2d 4s 2h 7h Xj 5s", ("declare", "play", "raise", (1,))),
    Story("T1", WILD, "Kc 9c 9d 8d 4s 3h 7h Jd 5s", ("no", "fold", (2,)), others={2: {"ante": 500}, 6: {"ante": 500}}),
    Story("T1", WILD, "Kc 9c 9d 2d 4s 2h 7h Xj 5s", ("declare", "play", "raise", (2, 3)), {"fortune-view": "revealed"}),
    Story("T3", SPLIT, "As Ah 7d 9c 5d 7h Ac", (("low", 2),)),
    Story("T3", SPLIT, "Ks 9h 4d 9c 5d 7h 3c", others={1: SPLIT, 2: {"primary": 500}}),
    Story("T4", DUEL, "9s 9h 4d 5d 6d 9c 9d", ("war",)),
    Story("T4", DUEL, "9s 9h", ("surrender",), others={2: {"dealer": 500}}),
)


class Moment(msgspec.Struct, frozen=True):
    """What a seat sees of a round: at the question ``asks``, or of its result; and the hint that it would get."""

    table: str
    asks: str
    view: View
    hint: Hint | None = None

    @property
    def cards(self) -> int:
        """How many cards lie on the table."""
        return sum(map(len, self.view.cards.values()))

    @property
    def opposing(self) -> int:
        """How many cards lie before the dealer, for all to play with or against."""
        return sum(len(cards) for place, cards in self.view.cards.items() if not place[0].isdigit() and place != BURN)


def moments(story: Story, setup: Setup, hint: Callable[[Round], Hint] | None = None) -> Iterator[Moment]:
    """The round of ``story`` at each question to the seat, and when it is settled."""
    found = game(setup.edition.about.slug)
    if story.options:
        setup = found.demonstration(options=story.options)
    wagers = {SEAT: story.wagers, **story.others}
    shoe = StackedShoe(setup.deck, Stream(7), parse_cards(story.cards))
    round_ = Round(found, setup, sorted(wagers), shoe)
    left = list(story.answers)

    def decide(_: Round, ask: Ask) -> Any:
        return left.pop(0) if ask.seat == SEAT and left else ask.default

    while not round_.over:
        ask = round_.ask_for(SEAT)
        if ask is not None:
            yield Moment(story.table, ask.ask, view(round_, SEAT), hint(round_) if hint is not None else None)
        round_.play_on(wagers, decide, dict.fromkeys(getattr(round_.step, "meters", ()), 1_000_000))
    yield Moment(story.table, "", view(round_, SEAT))


def questions(slug: str) -> set[str]:
    """Every question that a game asks a player."""
    return {ask for ask, words in words_of(game(slug)).question.items() if words.player}


def frame_of(moment: Moment, number: int, like: TableFrame) -> TableFrame:
    """The frame that the seat is sent at this moment, as round ``number``, or one later where the round is settled.

    ``like`` is a frame of the table with somebody at that seat and the wagers due.
    """
    seats = {str(seat): Sitting(f"player {seat}", name, 100_000) for seat, name in enumerate(NAMES, start=1)}
    seats[str(SEAT)] = like.seats[str(SEAT)]
    if moment.asks:
        return replace(like, round=number, version=number, step=number, view=moment.view, last=None, seats=seats)
    last = LastView(**msgspec.structs.asdict(moment.view), round=number - 1)
    return replace(like, round=number, version=number, step=0, last=last, seats=seats)
