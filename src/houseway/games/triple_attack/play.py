"""Triple Attack Blackjack: the procedure (document of January 2021).

A card to each player and a second attack, the dealer's card and a third, then the second cards. The side bets on what
lies face up are settled, the dealer looks for a blackjack, the hands are played in turn, and the dealer's hand decides
the rest.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cache, lru_cache
from typing import Any

from houseway.cards import Card
from houseway.cards.card import ACE
from houseway.games.triple_attack import hands
from houseway.rulebook.pays import odds
from houseway.rulebook.steps import DEALER, Ask, Choice, Deal, Move, Peek, Place, Procedure, Settle, Step, Turn
from houseway.table.table import Table

ATTACKS = ("first-attack", "second-attack", "third-attack")
MOST_HANDS = 4

RULE = {
    hands.BLACKJACK_AGAINST_BLACKJACK: "rules 6(a)",
    hands.DEALER_BLACKJACK: "rules 6(b)",
    hands.BLACKJACK: "rules 7",
    hands.BUST: "rules 9",
    hands.SIX_CARD_CHARLIE: "rules 10",
    hands.TWENTY_ONE: "rules 11",
    hands.WIN: "rules 13(a)",
    hands.PUSH: "rules 13(b)",
    hands.PUSH_22: "rules 13(b)",
    hands.LOSE: "rules 13(c)",
}
"""The clause by which each event settles the attack wagers."""

DOWN_CARD = Deal(DEALER, cite="rules 4")
LOOK = Peek((DEALER,), "blackjack", hands.is_blackjack, cite="rules 6")
TURN_BLACKJACK = Turn(DEALER, cite="rules 6")
TURN = Turn(DEALER, cite="rules 12")
TURN_FOR_NOBODY = Turn(DEALER, needed=False, cite="rules 12")


class Hand:
    """A player's hand: where it lies, its cards, the wagers that go with it, and whether they are settled."""

    __slots__ = ("cards", "place", "settled", "wagers")

    def __init__(self, place: Place, card: Card, wagers: list[str]) -> None:
        self.place = place
        self.cards = [card]
        self.wagers = wagers
        self.settled = False


def play(table: Table) -> Procedure:
    """One round."""
    yield from table.open(
        cite="rules 1",
        press="equipment system",
        confirm="equipment system",
        collect="appendix D note 1",
        every_round=table.behaviour > 1,
    )
    seats = table.clockwise()
    hand_of: dict[int, Hand] = {}
    for seat in seats:
        hand_of[seat] = Hand(seat, (yield _card(seat, "rules 2")), ["first-attack"])
    for seat in seats:
        yield from _attack(table, hand_of[seat], "second-attack", "rules 2")
    up: Card = yield _card(DEALER, "rules 3")
    for seat in seats:
        yield from _attack(table, hand_of[seat], "third-attack", "rules 3")
    for seat in seats:
        hand_of[seat].cards.append((yield _card(seat, "rules 4")))
    yield DOWN_CARD

    first_two = {seat: tuple(hand_of[seat].cards) for seat in seats}
    for seat in seats:
        yield from _side_bets(table, seat, first_two[seat], up)
    dealer = yield from _look(table, hand_of, up)
    hands_of: dict[int, list[Hand]] = {}
    for seat in seats:
        hands_of[seat] = yield from _play_hands(table, seat, hand_of[seat])
        table.through.add(seat)
    yield from _dealer_and_the_rest(table, hands_of, first_two, dealer)
    yield from table.prizes("appendix D note 3")


# ----------------------------------------------------------------------------------------------- wagers during the deal


def _attack(table: Table, hand: Hand, wager: str, cite: str) -> Generator[Step, Any, None]:
    """A further attack of no more than the First; the third does not depend on the second (TA-3)."""
    seat = table.seat(hand.place)
    least, most = _bounds(table, wager, table.stake(seat, "first-attack"))
    if least > most:
        return
    if (yield _pass_or_bet(seat, wager, least, most, cite, _limited(table, wager, most, cite))) != "pass":
        hand.wagers.append(wager)


def _bounds(table: Table, wager: str, most: int) -> tuple[int, int]:
    """The least and the most of a wager that the rules cap at ``most``, within posted limits (description limits)."""
    limits = table.setup.limits.get(wager)
    if limits is None:
        return 1, most
    return max(1, limits[0]), min(most, limits[1])


def _limited(table: Table, wager: str, most: int, cite: str) -> tuple[str, str] | None:
    """The clauses of the least and the most, where a posted limit is one of them; nothing where no limit is posted."""
    limits = table.setup.limits.get(wager)
    return None if limits is None else ("description limits", "description limits" if most == limits[1] else cite)


@lru_cache(maxsize=4096)
def _pass_or_bet(seat: int, wager: str, least: int, most: int, cite: str, bounds: tuple[str, str] | None = None) -> Ask:
    says = f"add a wager: {wager.replace('-', ' ')}"
    choices = (Choice("pass", "add nothing", cite), Choice("bet", says, cite, least, most, wager, bounds=bounds))
    return Ask(seat, wager, choices, "pass", cite=cite)


@cache
def _card(to: Place, cite: str) -> Deal:
    return Deal(to, up=True, cite=cite)


# ------------------------------------------------------------------------------------------------------------ side bets


def _side_bets(table: Table, seat: int, two: Sequence[Card], up: Card) -> Generator[Step, Any, None]:
    """What hangs on the cards face up is settled when the second cards are down (TA-11)."""
    if table.has(seat, "suited-royals"):
        yield from table.pay(seat, "suited-royals", hands.suited_royals(two), "appendix A")
    if table.has(seat, "double-match-up"):
        yield from _double_match(table, seat, "double-match-up", two, up)
    if table.has(seat, "triple-match"):
        yield from table.pay(seat, "triple-match", hands.triple_match(two, up), "appendix C")


def _double_match(
    table: Table, seat: int, wager: str, two: Sequence[Card], dealer_card: Card
) -> Generator[Step, Any, None]:
    """Each of the two cards is paid on its own; two matches are one line with the odds added up (TA-9)."""
    one, other = hands.match(two[0], dealer_card), hands.match(two[1], dealer_card)
    if one and other:
        amount = table.row(wager, (one,)).pay.amount + table.row(wager, (other,)).pay.amount
        together = odds(amount, table.setup.paytables[wager].odds)
        yield Settle(seat, wager, f"{one}+{other}", together, cite="appendix B note 3")
    else:
        event = one or other
        yield from table.pay(seat, wager, (event,) if event else (), "appendix B")


# ------------------------------------------------------------------------------------------------------------- the look


def _look(table: Table, hand_of: dict[int, Hand], up: Card) -> Generator[Step, Any, tuple[Card, ...]]:
    """Insurance under an ace, the look under an ace or a face card, and every blackjack (rules 5 to 7, TA-2, TA-11).

    Returned: the dealer's two cards where the look has turned them, else nothing.
    """
    if up.rank == ACE:
        for seat in hand_of:
            least, most = _bounds(table, "insurance", _attacks(table, seat) // 2)
            if least <= most:
                bounds = _limited(table, "insurance", most, "rules 5")
                yield _pass_or_bet(seat, "insurance", least, most, "rules 5", bounds)
    dealer: tuple[Card, ...] = ()
    if hands.dealer_looks(up) and (yield LOOK):
        dealer = yield TURN_BLACKJACK
    if up.rank == ACE:
        for seat in table.clockwise("insurance"):
            yield from table.pay(seat, "insurance", hands.insurance(dealer), "rules 5")
    for seat, hand in hand_of.items():
        events = hands.at_the_look(hand.cards, dealer)
        if events:
            table.through.add(seat)
        yield from _settle(table, hand, events)
    return dealer


def _attacks(table: Table, seat: int) -> int:
    """The attack wagers of ``seat`` together: what each of its hands is played for."""
    return sum(table.stake(seat, wager) for wager in ATTACKS)


def _settle(table: Table, hand: Hand, events: tuple[str, ...]) -> Generator[Step, Any, None]:
    """Settle every wager on ``hand`` if some event decides it."""
    if events:
        for wager in hand.wagers:
            yield from table.pay(hand.place, wager, events, RULE[events[0]])
        hand.settled = True


# ------------------------------------------------------------------------------------------------------- the hands play


def _play_hands(table: Table, seat: int, first: Hand) -> Generator[Step, Any, list[Hand]]:
    """``seat`` plays its hand and those that splits make of it, in the order of their numbers.

    A new hand takes the next number, and waits with its two cards until the hands before it are played: where hand 1 is
    split again while hand 2 waits, hand 3 comes after hand 2. A 21 on the second card wins there and then (TA-4).
    """
    held = [first]
    if first.settled:
        return held
    stake = _attacks(table, seat)
    for hand in held:  # a split lays a new hand at the end
        while not hand.settled:
            word = _word((yield _decision(table, seat, hand, stake, len(held))))
            if word == "stand":
                break
            if word == "split":
                held.append((yield from _split(table, hand, (seat, len(held) + 1))))
                continue
            if word == "double":
                hand.wagers.append("double")
                hand.cards.append((yield _card(hand.place, "rules 8(c)")))
                yield from _settle(table, hand, hands.at_once(hand.cards))
                break
            hand.cards.append((yield _card(hand.place, "rules 8(b)")))
            yield from _settle(table, hand, hands.at_once(hand.cards))
    return held


def _word(answer: str | tuple[str, int]) -> str:
    return answer if isinstance(answer, str) else answer[0]


def _decision(table: Table, seat: int, hand: Hand, stake: int, count: int) -> Ask:
    """What may be done with ``hand``, of ``count`` hands of this seat (rules 8)."""
    least, most = _bounds(table, "double", stake)
    cards = hand.cards
    to = 0
    if len(cards) == 2 and count < MOST_HANDS and hands.value(cards[0]) == hands.value(cards[1]):
        lowest, highest = _bounds(table, "split", stake)
        if lowest <= stake <= highest:
            to = count + 1
    return _ways_to_play(seat, hand.place, stake, least, most, to, _limited(table, "double", most, "rules 8(c)"))


CLOSED = (("double", "rules 8(c)"), ("split", "rules 8(d)"))
"""What may not always be done with a hand, with the clause that says when."""


@lru_cache(maxsize=4096)
def _ways_to_play(
    seat: int, place: Place, stake: int, least: int, most: int, split_to: int, bounds: tuple[str, str] | None
) -> Ask:
    """Stand, hit, double from ``least`` to ``most`` if there is room, split where ``split_to`` numbers the new hand."""
    choices = [
        Choice("stand", "take no more cards", "rules 8(a)"),
        Choice("hit", "take a card", "rules 8(b)"),
    ]
    if least <= most:
        says = "add a wager, take one card and stand"
        choices.append(Choice("double", says, "rules 8(c)", least, most, "double", bounds=bounds))
    if split_to:
        says = "make two hands, with an equal wager on the new one"
        choices.append(Choice("split", says, "rules 8(d)", stake, stake, "split", (seat, split_to)))
    return Ask(seat, "play", tuple(choices), "stand", place=place, cite="rules 8", closed=CLOSED)


def _split(table: Table, hand: Hand, place: Place) -> Generator[Step, Any, Hand]:
    """The second card goes to the new hand at ``place``; then each of the two gets a card (rules 8(d), TA-6)."""
    yield Move(hand.place, (1,), place, cite="rules 8(d)", does=("rules 8(d) parting",))
    other = Hand(place, hand.cards.pop(), ["split"])
    for each in (hand, other):
        each.cards.append((yield _card(each.place, "rules 8(d)")))
        yield from _settle(table, each, hands.at_once(each.cards))
    return other


# ---------------------------------------------------------------------------------------------------- the dealer's hand


def _dealer_and_the_rest(
    table: Table, hands_of: dict[int, list[Hand]], first_two: dict[int, tuple[Card, ...]], dealer: tuple[Card, ...]
) -> Generator[Step, Any, None]:
    """The down card is always turned; the dealer draws only if a hand still stands. Then all else is settled (TA-11).

    Position 1 comes first, and a seat's standing hands, Double Match-Down and jackpots follow one another. The jackpots
    look at the first two cards on either side, whatever was split or drawn later.
    """
    standing = any(not hand.settled for held in hands_of.values() for hand in held)
    waiting = any(table.has(seat, "double-match-down") or _jackpots_of(table, seat) for seat in hands_of)
    drawn = list(dealer or (yield TURN if standing or waiting else TURN_FOR_NOBODY))
    dealer_two = tuple(drawn)
    if standing:
        while hands.dealer_draws(drawn):
            drawn.append((yield _card(DEALER, "rules 12")))
    for seat, held in hands_of.items():
        for hand in held:
            if not hand.settled:
                yield from _settle(table, hand, hands.against_dealer(hand.cards, drawn))
        if table.has(seat, "double-match-down"):
            yield from _double_match(table, seat, "double-match-down", first_two[seat], dealer_two[1])
        for wager in _jackpots_of(table, seat):
            yield from table.pay(seat, wager, hands.jackpot(first_two[seat], dealer_two), "appendix D")


def _jackpots_of(table: Table, seat: int) -> list[str]:
    return [wager for wager in table.setup.jackpots if table.has(seat, wager)]
