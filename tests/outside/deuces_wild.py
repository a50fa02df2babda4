"""Deuces Wild, settled from the page on the round record: see ``page.py``."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tests.outside.dueling import rank
from tests.outside.page import Settling

POOL = {"three": 3, "four": 4, "five": 5}
TREASURE, FORTUNE, JACKPOT = "three-card-treasure", "five-card-fortune", "bonus-jackpot"


def settle(s: Settling) -> None:
    """The round as far as the record goes."""
    Table(s).play()


class Table:
    """One round."""

    def __init__(self, s: Settling) -> None:
        self.s = s
        self.hands: dict[int, list[str]] = {seat: [] for seat in s.seats}
        self.community: list[str] = []
        self.picked: dict[int, list[int]] = {}
        self.later: list[tuple[int, int]] = []

    def play(self) -> None:
        """The procedure, by the numbers of the page."""
        s = self.s
        for _ in range(3):
            self.community.append(s.card())
            for hand in self.hands.values():
                hand.append(s.card())
        for seat in s.seats:
            if s.has(seat, TREASURE):
                declared = s.decision(seat) == "declare"
                cards = [s.seen(card) for card in self.hands[seat]] if declared else []
                s.pay(seat, TREASURE, treasure(cards) if declared else ())
        playing = self.second_round()
        if not playing and not self.running():
            return
        self.community.append(s.card())
        for seat, hand in self.hands.items():
            if seat in playing or s.has(seat, JACKPOT):
                hand.append(s.card())
        raised = self.third_round(playing)
        if not raised and not self.running():
            return
        if any(s.has(seat, FORTUNE) for seat in s.seats):
            for card in self.community:
                s.seen(card)
        for seat, entitled in sorted(self.later):
            self.select(seat, entitled)
        for seat in s.seats:
            self.last(seat, seat in raised)
        s.prizes()

    def running(self) -> bool:
        """Whether Five Card Fortune or the Bonus Jackpot is open anywhere."""
        return any(self.s.has(seat, FORTUNE) or self.s.has(seat, JACKPOT) for seat in self.s.seats)

    def second_round(self) -> list[int]:
        """Fold or play; who plays."""
        s, playing = self.s, []
        for seat in s.seats:
            if s.has(seat, "ante"):
                if s.decision(seat) == "play":
                    playing.append(seat)
                    s.stakes[seat]["play"] = s.stakes[seat]["ante"]
                    continue
                s.settle(seat, "ante", "fold", "loss")
            self.fortune(seat, 3)
        return playing

    def third_round(self, playing: list[int]) -> list[int]:
        """Fold or raise; who raised."""
        s, raised = self.s, []
        for seat in playing:
            if s.decision(seat) == "raise":
                raised.append(seat)
                s.stakes[seat]["raise"] = 2 * s.stakes[seat]["ante"]
                self.fortune(seat, 5)
            else:
                s.settle(seat, "ante", "fold", "loss")
                s.settle(seat, "play", "fold", "loss")
                self.fortune(seat, 4)
        return raised

    def fortune(self, seat: int, entitled: int) -> None:
        """A seat has decided for the last time: it selects now, or when the community cards are turned."""
        if self.s.has(seat, FORTUNE):
            if self.s.options["fortune-view"] == "revealed":
                self.later.append((seat, entitled))
            else:
                self.select(seat, entitled)

    def select(self, seat: int, entitled: int) -> None:
        """The cards of Five Card Fortune."""
        hand = self.hands[seat]
        if min(entitled, POOL[self.s.options["fortune-pool"]]) == 5:
            hand.append(self.s.card())
        given = self.s.decision(seat)
        self.picked[seat] = [each if isinstance(each, int) else hand.index(each) + 1 for each in given]

    def last(self, seat: int, raised: bool) -> None:
        """A seat's lines at the end."""
        s, hand = self.s, self.hands[seat]
        if raised or s.has(seat, JACKPOT):
            for card in hand:
                s.seen(card)
            if len(hand) == 4:
                hand.append(s.card())
        if raised:
            for wager in ("ante", "play", "raise"):
                s.pay(seat, wager, five_cards(hand))
        if s.has(seat, FORTUNE):
            chosen = [s.seen(hand[number - 1]) for number in self.picked[seat]]
            if len(chosen) > 1 and not all(map(wild, chosen)):
                chosen = chosen[:1]
            cards = [s.seen(card) for card in self.community] + chosen
            made = {event for five in combinations(cards, 5) for event in five_cards(list(five))}
            s.pay(seat, FORTUNE, tuple(made))
        if s.has(seat, JACKPOT):
            many = sum(map(wild, hand))
            s.pay(seat, JACKPOT, tuple(f"{number}-wild-cards" for number in range(many, 1, -1)))


def wild(card: str) -> bool:
    """A deuce or the joker."""
    return card[0] in "2X"


def made_of(cards: list[str]) -> tuple[int, Counter[int], bool]:
    """How many are wild; of the others how many of each rank, and whether they are of one suit."""
    natural = [card for card in cards if not wild(card)]
    return len(cards) - len(natural), Counter(map(rank, natural)), len({card[1] for card in natural}) <= 1


def straight(ranks: Counter[int], length: int) -> bool:
    """Whether the natural cards, all of different ranks, fit into one straight."""
    if any(count > 1 for count in ranks.values()):
        return False
    for low in range(1, 16 - length):
        run = {14 if each == 1 else each for each in range(low, low + length)}
        if set(ranks) <= run:
            return True
    return False


def treasure(cards: list[str]) -> tuple[str, ...]:
    """Every row that three cards make."""
    wilds, ranks, suited = made_of(cards)
    made = [
        ("mini-royal", suited and straight(ranks, 3) and set(ranks) <= {12, 13, 14}),
        ("straight-flush", suited and straight(ranks, 3)),
        ("three-of-a-kind", wilds + max(ranks.values(), default=0) == 3),
        ("straight", straight(ranks, 3)),
        ("flush", suited),
    ]
    return tuple(event for event, true in made if true)


def five_cards(cards: list[str]) -> tuple[str, ...]:
    """Every row that five cards make, wild ones helping."""
    wilds, ranks, suited = made_of(cards)
    royal = suited and straight(ranks, 5) and set(ranks) <= {10, 11, 12, 13, 14}
    counts = [*sorted(ranks.values(), reverse=True), 0, 0]
    same = wilds + counts[0]
    made = [
        ("natural-royal-flush", royal and not wilds),
        ("five-wild-cards", wilds == 5),
        ("wild-royal-flush", royal and wilds > 0),
        ("five-of-a-kind", same == 5),
        ("straight-flush", suited and straight(ranks, 5)),
        ("four-of-a-kind", same >= 4),
        ("full-house", max(0, 3 - counts[0]) + max(0, 2 - counts[1]) <= wilds),
        ("flush", suited),
        ("straight", straight(ranks, 5)),
        ("three-of-a-kind", same >= 3),
        ("two-pair", max(0, 2 - counts[0]) + max(0, 2 - counts[1]) <= wilds),
    ]
    return tuple(event for event, true in made if true)
