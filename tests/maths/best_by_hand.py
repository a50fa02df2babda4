"""The best play of a small shoe, found without the solver: every down card is held apart, and every card dealt in turn.

A hand is judged by its cards and the up card, as if it were dealt: what each action wins against each down card, summed
over those that it may be. Hands made by a split are judged so too; where the rules let none of them be doubled, without
any double, then or later. A pair is split where the round is worth more.

Take shoes in which no two actions are worth the same: else rounding decides between them, and after a split, with other
cards gone, they differ.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tests.maths.blackjack_by_hand import ByHand, Hand, Shoe, draws, is_blackjack, total

ByDown = dict[int, float]
"""By down card, what is won on average."""


class BestByHand:
    """The best play under ``rules``, in which pairs go by value."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self._deals = ByHand(rules, lambda *_: "stand", lambda *_: False)
        self._hands: dict[tuple[Hand, int, bool], tuple[str, ByDown]] = {}
        self._splits: dict[tuple[int, int], bool] = {}

    @cached_property
    def value(self) -> float:
        """What a round is worth."""
        return ByHand(self.rules, self.play, self.split).whole()[0]

    def play(self, hand: Hand, up: int, _: bool, after_split: bool) -> str:
        """Stand, hit or double."""
        return self.judged(hand, up, doubles=self.rules.double_after_split or not after_split)[0]

    def split(self, value: int, up: int) -> bool:
        """Whether a pair is split."""
        if (value, up) not in self._splits:
            worth = [
                sum(
                    net * chance
                    for net, chance in ByHand(self.rules, self.play, policy).round((value,) * 2, up).items()
                )
                for policy in (lambda *_: False, lambda *_: True)
            ]
            self._splits[value, up] = worth[1] > worth[0]
        return self._splits[value, up]

    def judged(self, hand: Hand, up: int, *, doubles: bool) -> tuple[str, ByDown]:
        """The best action, and what it wins against each down card with which the hand is played."""
        key = hand, up, doubles
        if key not in self._hands:
            shoe = list(self._deals.shoe)
            for card in (*hand, up):
                shoe[card - 1] -= 1
            downs = {
                down: share
                for down, share, _ in draws(tuple(shoe))
                if not (is_blackjack((up, down)) and up in self.rules.looks_under)
            }
            best, soft = total(hand)
            may = doubles and self.rules.may_double(best, soft, len(hand), after_split=False)
            found = {}
            for word in ("stand", "hit", "double") if may else ("stand", "hit"):
                found[word] = {down: self._worth(word, hand, up, down, tuple(shoe), doubles) for down in downs}
            word = max(found, key=lambda word: sum(downs[down] * worth for down, worth in found[word].items()))
            self._hands[key] = word, found[word]
        return self._hands[key]

    def _worth(self, word: str, hand: Hand, up: int, down: int, shoe: Shoe, doubles: bool) -> float:
        left = tuple(count - (place + 1 == down) for place, count in enumerate(shoe))
        if word == "stand":
            return self._stands(hand, up, down, left)
        worth = 0.0
        for card, share, after in draws(left):
            grown = tuple(sorted((*hand, card)))
            ended = self._deals.at_once(grown)
            if ended is None and word == "double":
                ended = self._stands(grown, up, down, after)
            if ended is None:
                ended = self.judged(grown, up, doubles=doubles)[1][down]
            worth += share * ended * (2 if word == "double" else 1)
        return worth

    def _stands(self, hand: Hand, up: int, down: int, left: Shoe) -> float:
        if is_blackjack((up, down)):
            return float(self.rules.dealer_blackjack_pays)
        best = total(hand)[0]
        return sum(chance * self._deals.pays(best, end) for end, chance in self._deals.dealer(left, (up, down)).items())
