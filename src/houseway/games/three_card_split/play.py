"""Three Card Split Pai Gow Poker: the procedure (version 5.00 of 31 May 2017).

Three cards to each player and to the dealer, split into a high sub-hand of two cards and a low one of one card; a
community card makes a four-card hand for the Four Card Bonus and the jackpot. Steps that no round changes are made
once, below: a round only picks among them.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cache
from typing import Any

from houseway.cards import Card
from houseway.games.three_card_split import hands
from houseway.games.three_card_split.hands import Setting
from houseway.rulebook.steps import (
    COMMUNITY,
    DEALER,
    Ask,
    Choice,
    Deal,
    Look,
    Move,
    Place,
    Procedure,
    Step,
    Together,
    Turn,
)
from houseway.table.table import Table

SEATS = range(1, 8)
HOUSE_HIGH, HOUSE_LOW = "dealer-high", "dealer-low"
OTHERS = {1: (1, 2), 2: (0, 2), 3: (0, 1)}
"""Where the high sub-hand lies among three cards, by the number of the card that goes low."""

HOUSE_WAY = Choice("house-way", "set the hand as the house must set its own", "dealing 5")


# -- the steps


def _laying(place: Place, high: Place, low: Place, cite: str) -> dict[int, tuple[Move, Move]]:
    """The two moves that set the cards at ``place``, by the number of the card that goes low."""
    return {
        number: (Move(place, others, high, cite=cite), Move(place, (0,), low, cite=cite))
        for number, others in OTHERS.items()
    }


DEAL: dict[Place, Deal] = {place: Deal(place, cite="dealing 3") for place in (*SEATS, DEALER, COMMUNITY)}
DEAL_SINGLY: dict[Place, Deal] = {place: Deal(place, cite="footnote 3") for place in (*SEATS, DEALER)}
LOOK = {seat: Look(seat, seat, cite="dealing 4") for seat in SEATS}
SET = {
    seat: Ask(
        seat,
        "set",
        (Choice("low", "which of your cards, counted as dealt, goes low", "dealing 4", 1, 3), HOUSE_WAY),
        "house-way",
        cite="dealing 4",
    )
    for seat in SEATS
}
LAY = {seat: _laying(seat, (seat, "high"), (seat, "low"), "dealing 4") for seat in SEATS}
TURN_UP = {seat: Turn(seat, cite="footnote 4") for seat in SEATS}
TURN_HAND = {seat: Turn(seat, cite="dealing 9") for seat in SEATS}
TURN_HIGH = {seat: Turn((seat, "high"), cite="dealing 9") for seat in SEATS}
TURN_LOW = {seat: Turn((seat, "low"), cite="dealing 9") for seat in SEATS}

TURN_HOUSE = Turn(DEALER, cite="dealing 5")
SET_HOUSE = Ask(
    DEALER,
    "house-hand",
    (Choice("low", "which of the house cards, counted as dealt, goes low", "dealing 5", 1, 3), HOUSE_WAY),
    "house-way",
    place=DEALER,
    cite="dealing 5",
)
LAY_HOUSE = _laying(DEALER, HOUSE_HIGH, HOUSE_LOW, "dealing 5")
RESET = Ask(
    DEALER,
    "reset",
    (
        Choice("reset", "the dealer resets the house hand to the house way", "dealing 5"),
        Choice("supervisor", "a supervisor resets the house hand to the house way", "dealing 5"),
    ),
    "reset",
    place=HOUSE_HIGH,
    cite="dealing 5",
)
TURN_COMMUNITY = Turn(COMMUNITY, cite="dealing 6")
TURN_UNUSED_COMMUNITY = Turn(COMMUNITY, cite="dealing 6", needed=False)


@cache
def _set_together(seats: tuple[int, ...]) -> Together:
    """All players set at once."""
    return Together(tuple(SET[seat] for seat in seats), cite="dealing 4", does=("dealing 4 place",))


# -- the round


def play(table: Table) -> Procedure:
    """One round."""
    yield from table.open(
        cite="dealing 2",
        press="appendix E tabulator press",
        confirm="appendix E tabulator indicator",
        collect="appendix E footnote 1 collect",
        does=("dealing 10 collect", "dealing 1 shuffle"),
        every_round=table.behaviour > 1,
    )
    seats = tuple(table.clockwise())
    yield from _deal(seats, singly=table.option("deal") == "single")
    for seat in seats:
        yield LOOK[seat]

    answers = yield _set_together(seats)
    table.through.update(seats)
    low_of: dict[int, int | None] = {
        seat: None if answer == "house-way" else answer[1] for seat, answer in zip(seats, answers, strict=True)
    }
    hand_of: dict[int, Setting] = {}
    face_up = table.option("hands-set") == "up"
    for seat, low in low_of.items():
        if face_up:
            cards = yield TURN_UP[seat]
            hand_of[seat] = yield from _lay(seat, low or _house_low(cards), cards)
        elif low is not None:  # a hand left to the house way stays together, since its cards are not seen yet
            yield from LAY[seat][low]

    house = yield from _house_hand()
    used = any(table.has(seat, wager) for seat in seats for wager in ("four-card-bonus", "jackpot"))
    turned: tuple[Card, ...] = yield TURN_COMMUNITY if used else TURN_UNUSED_COMMUNITY

    for seat in table.counter_clockwise():
        hand = hand_of.get(seat) or (yield from _turn_hand(seat, low_of[seat]))
        yield from _settle(table, seat, hand, house, turned)
    yield from table.prizes("appendix D note 3")


def _deal(seats: Sequence[int], *, singly: bool) -> Generator[Step, Any, None]:
    """Three cards each, the dealer's last, and the community card; in packets or one at a time (footnote 3, TCS-8)."""
    places: tuple[Place, ...] = (*seats, DEALER)
    if singly:
        for _ in range(3):
            for place in places:
                yield DEAL_SINGLY[place]
    else:
        for place in places:
            packet = DEAL[place]
            yield packet
            yield packet
            yield packet
    yield DEAL[COMMUNITY]


def _house_low(cards: tuple[Card, ...]) -> int:
    """The number of the card that the house way puts low (appendix A)."""
    return 1 + cards.index(hands.house_way(cards)[1])


def _lay(seat: int, low: int, cards: tuple[Card, ...]) -> Generator[Step, Any, Setting]:
    """Lay cards that lie face up on the seat's two boxes."""
    yield from LAY[seat][low]
    return hands.settings(cards)[low - 1]


def _turn_hand(seat: int, low: int | None) -> Generator[Step, Any, Setting]:
    """Turn a hand that was set face down; one left to the house way is set now that its cards are seen."""
    if low is None:
        cards = yield TURN_HAND[seat]
        return (yield from _lay(seat, _house_low(cards), cards))
    high = yield TURN_HIGH[seat]
    (single,) = yield TURN_LOW[seat]
    return high, single


def _house_hand() -> Generator[Step, Any, Setting]:
    """The house cards are turned and set; set otherwise than by the house way they are reset at once (TCS-8)."""
    cards = yield TURN_HOUSE
    right = _house_low(cards)
    answer = yield SET_HOUSE
    low = right if answer == "house-way" else answer[1]
    yield from LAY_HOUSE[low]
    ways = hands.settings(cards)
    if low == right or hands.same_setting(ways[low - 1], ways[right - 1]):
        return ways[low - 1]
    yield RESET
    yield Move(HOUSE_HIGH, (OTHERS[low].index(right - 1),), HOUSE_LOW, cite="dealing 5")
    yield Move(HOUSE_LOW, (0,), HOUSE_HIGH, cite="dealing 5")
    return ways[right - 1]


def _settle(
    table: Table, seat: int, hand: Setting, house: Setting, community: tuple[Card, ...]
) -> Generator[Step, Any, None]:
    """The primary wager, then the bonus wagers and the jackpot; a foul costs the primary wager only (TCS-2)."""
    events = hands.primary(hand, house)
    yield from table.pay(seat, "primary", events, "dealing 4" if events == ("foul",) else "dealing 8")
    wagers = table.open_wagers(seat)
    if not wagers:
        return
    cards = (*hand[0], hand[1])
    if "three-card-bonus" in wagers:
        yield from table.pay(seat, "three-card-bonus", hands.three_card(cards, (*house[0], house[1])), "appendix B")
    if "four-card-bonus" in wagers:
        yield from table.pay(seat, "four-card-bonus", hands.four_card((*cards, *community)), "appendix C")
    if "jackpot" in wagers:
        yield from table.pay(seat, "jackpot", hands.four_card((*cards, *community)), "appendix D wager")
