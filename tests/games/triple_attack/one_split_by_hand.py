"""One deck of the main game with one split at most and no double after it: the best play, by a recursion of its own.

It shares no code with the solver. Every down card is held apart, and every card is drawn from the deck that is left. A
hand that a split has made is played as would be best for the same cards unsplit if none could be doubled; the other
hand of the split stands for nothing but its first card.
"""

from __future__ import annotations

from collections.abc import Callable

Hand = tuple[int, ...]
"""Values, sorted: 1 for an ace to 10 for a face card."""
Deck = tuple[int, ...]
"""How many cards of each value are left."""
ByDown = dict[int, float]
"""By down card, what is won on average."""

ONE_DECK: Deck = (4,) * 9 + (12,)
PUSHES, BUSTS = 5, 6
"""Places of a dealer's 22 and of totals over it, after those of 17 to 21."""


def total(hand: Hand) -> tuple[int, bool]:
    """The best total, and whether an ace counts eleven in it."""
    hard = sum(hand)
    return (hard + 10, True) if 1 in hand and hard <= 11 else (hard, False)


def ended(hand: Hand) -> float | None:
    """What a hand wins at once."""
    best = total(hand)[0]
    if best > 21:
        return -1.0
    return 1.0 if best == 21 or len(hand) >= 6 else None


def less(deck: Deck, *cards: int) -> Deck:
    """The deck without these cards."""
    return tuple(count - cards.count(place + 1) for place, count in enumerate(deck))


def draws(deck: Deck) -> list[tuple[int, float]]:
    """Each card that may be drawn, and how likely it is."""
    size = sum(deck)
    return [(place + 1, count / size) for place, count in enumerate(deck) if count]


class OneSplit:
    """The game against one up card; ``soft`` hands may be doubled or not."""

    def __init__(self, up: int, *, soft: bool) -> None:
        self.up = up
        self.soft = soft
        self._dealer: dict[tuple[Deck, int, bool], list[float]] = {}
        self._best: dict[tuple[Hand, bool], tuple[str, ByDown]] = {}
        self._stands: dict[tuple[Hand, Deck], ByDown] = {}
        self._split: dict[tuple[Hand, Deck], ByDown] = {}

    def value(self) -> float:
        """What the First Attack wins for one against this up card, no other attack being made."""
        whole = 0.0
        shown = less(ONE_DECK, self.up)
        for first, one in draws(shown):
            after = less(shown, first)
            for second, other in draws(after):
                left = less(after, second)
                natural = sum(share for down, share in draws(left) if self._blackjack(down))
                if {first, second} == {1, 10}:
                    won = 3 * natural + (1 - natural)
                else:
                    won = self._mean(self.best(tuple(sorted((first, second))), doubles=True)[1], left)
                    if first == second:
                        won = max(won, 2 * self._mean(self._made_by_split((first,), left), left))
                    won -= natural
                whole += one * other * won
        return whole

    def best(self, hand: Hand, *, doubles: bool) -> tuple[str, ByDown]:
        """The best action with the hand as dealt, and what it wins; without ``doubles`` none is made later either."""
        key = hand, doubles
        if key not in self._best:
            left = less(ONE_DECK, self.up, *hand)
            found = {
                "stand": self._standing(hand, left),
                "hit": self._drawn(hand, left, lambda grown, _: self.best(grown, doubles=doubles)[1]),
            }
            if doubles and (self.soft or not total(hand)[1]):
                found["double"] = {d: 2 * won for d, won in self._drawn(hand, left, self._standing).items()}
            word = max(found, key=lambda word: self._mean(found[word], left))
            self._best[key] = word, found[word]
        return self._best[key]

    def _made_by_split(self, hand: Hand, left: Deck) -> ByDown:
        key = hand, left
        if key not in self._split:
            if len(hand) > 1 and self.best(hand, doubles=False)[0] == "stand":
                self._split[key] = self._standing(hand, left)
            else:
                self._split[key] = self._drawn(hand, left, self._made_by_split)
        return self._split[key]

    def _blackjack(self, down: int) -> bool:
        return {self.up, down} == {1, 10}

    def _mean(self, won: ByDown, left: Deck) -> float:
        """Over the down cards with which hands are played."""
        return sum(share * won[down] for down, share in draws(left) if not self._blackjack(down))

    def _drawn(self, hand: Hand, left: Deck, then: Callable[[Hand, Deck], ByDown]) -> ByDown:
        """What one more card wins, ``then`` telling of hands that it does not end."""
        found = {}
        for down, _ in draws(left):
            if not self._blackjack(down):
                found[down] = 0.0
                for card, share in draws(less(left, down)):
                    grown = tuple(sorted((*hand, card)))
                    won = ended(grown)
                    found[down] += share * (then(grown, less(left, card))[down] if won is None else won)
        return found

    def _standing(self, hand: Hand, left: Deck) -> ByDown:
        key = hand, left
        if key not in self._stands:
            best = total(hand)[0]
            found = {}
            for down, _ in draws(left):
                if not self._blackjack(down):
                    ends = self._ends(less(left, down), self.up + down, 1 in (self.up, down))
                    beaten = sum(
                        share if best > own else -share for own, share in enumerate(ends[:PUSHES], 17) if own != best
                    )
                    found[down] = beaten + ends[BUSTS]
            self._stands[key] = found
        return self._stands[key]

    def _ends(self, left: Deck, hard: int, ace: bool) -> list[float]:
        """How likely the dealer ends with 17 to 21, with 22, with more; a soft 17 is hit."""
        best = hard + 10 if ace and hard <= 11 else hard
        if best > 17 or best == hard == 17:
            return [float(place == min(best - 17, BUSTS)) for place in range(BUSTS + 1)]
        key = left, hard, ace
        if key not in self._dealer:
            found = [0.0] * (BUSTS + 1)
            for card, share in draws(left):
                for place, more in enumerate(self._ends(less(left, card), hard + card, ace or card == 1)):
                    found[place] += share * more
            self._dealer[key] = found
        return self._dealer[key]
