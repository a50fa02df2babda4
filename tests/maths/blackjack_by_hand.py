"""A slow, plain calculation of blackjack rounds that shares no code with the solver: every card is dealt in turn.

The down card is dealt with the others, the player's hands are played in the order of the table (a split lays the new
hand last, each of the two gets its second card at once), and the dealer draws last. Only small shoes can be worked out.

A card is a rank, 1 for an ace; 10, 11, ... all count ten, so that where pairs go by rank a ten may meet another ten.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

Hand = tuple[int, ...]
Shoe = tuple[int, ...]
Done = tuple[tuple[int, int], ...]
"""Hands that stand: total and wagers."""


@cache
def total(hand: Hand) -> tuple[int, bool]:
    hard = sum(min(card, 10) for card in hand)
    return (hard + 10, True) if 1 in hand and hard <= 11 else (hard, False)


@lru_cache(100_000)
def draws(shoe: Shoe) -> tuple[tuple[int, float, Shoe], ...]:
    size = sum(shoe)
    return tuple(
        (place + 1, count / size, (*shoe[:place], count - 1, *shoe[place + 1 :]))
        for place, count in enumerate(shoe)
        if count
    )


def with_card(hand: Hand, card: int) -> Hand:
    """``hand`` with one card more: only the first card keeps its place, as the one that a split began with."""
    return hand[0], *sorted((*hand[1:], card))


def is_blackjack(cards: Hand) -> bool:
    return len(cards) == 2 and 1 in cards and max(cards) >= 10


class ByHand:
    """``play(values, up, may_double, after_split)`` says stand, hit or double; ``split(value, up)`` splits a pair."""

    def __init__(
        self, rules: Any, play: Callable[[Hand, int, bool, bool], str], split: Callable[[int, int], bool]
    ) -> None:
        self.rules = rules
        self.play = play
        self.split = split
        tens = 1 if rules.split_by_value else rules.ten_ranks
        self.shoe: Shoe = (*rules.shoe[:9], *(rules.shoe[9] // tens,) * tens)
        self._dealer: dict[tuple[Shoe, int, bool], dict[int, float]] = {}
        self._hands: dict[Any, dict[tuple[Shoe, Done, float], float]] = {}

    def whole(self) -> tuple[float, dict[float, float]]:
        """The mean and the distribution of a round from the full shoe."""
        nets: dict[float, float] = defaultdict(float)
        for first, one, left in draws(self.shoe):
            for up, two, after in draws(left):
                for second, three, _ in draws(after):
                    for net, chance in self.round((first, second), up).items():
                        nets[net] += one * two * three * chance
        return sum(net * chance for net, chance in nets.items()), dict(nets)

    def round(self, cards: Hand, up: int) -> dict[float, float]:
        """The distribution of the net of a round with these first cards against ``up``."""
        rules = self.rules
        shoe = list(self.shoe)
        for card in (*cards, up):
            shoe[card - 1] -= 1
        nets: dict[float, float] = defaultdict(float)
        for down, share, left in draws(tuple(shoe)):
            blackjack = is_blackjack((up, down))
            if is_blackjack(cards):
                pay = rules.blackjack_against_blackjack_pays if blackjack else rules.blackjack_pays
                nets[float(pay)] += share
            elif blackjack and min(up, 10) in rules.looks_under:
                nets[float(rules.dealer_blackjack_pays)] += share
            else:
                first = (min(cards), max(cards))
                for (after, done, net), chance in self.hands(left, up, (first,), 1, (), 0.0).items():
                    if not done:
                        nets[net] += share * chance
                    elif blackjack:
                        wagers = sum(number for _, number in done)
                        nets[net + wagers * float(rules.dealer_blackjack_pays)] += share * chance
                    else:
                        for end, part in self.dealer(after, (up, down)).items():
                            won = sum(number * self.pays(best, end) for best, number in done)
                            nets[net + won] += share * chance * part
        return nets

    def dealer(self, shoe: Shoe, hand: Hand) -> dict[int, float]:
        """The dealer's totals."""
        best, soft = total(hand)
        key = (shoe, best, soft)
        if key not in self._dealer:
            found: dict[int, float] = defaultdict(float)
            if best < 17 or (best == 17 and soft and self.rules.hit_soft_17):
                for card, share, left in draws(shoe):
                    for end, chance in self.dealer(left, (*hand, card)).items():
                        found[end] += share * chance
            else:
                found[best] = 1.0
            self._dealer[key] = dict(found)
        return self._dealer[key]

    def pays(self, best: int, dealer: int) -> float:
        rules = self.rules
        if dealer in rules.push_totals:
            return float(rules.push_total_pays)
        if dealer > 21 or best > dealer:
            return float(rules.win_pays)
        return float(rules.push_pays if best == dealer else rules.lose_pays)

    def at_once(self, hand: Hand) -> float | None:
        rules = self.rules
        best = total(hand)[0]
        if best > 21:
            return float(rules.bust_pays)
        if best == 21 and rules.twenty_one_wins:
            return float(rules.twenty_one_pays)
        if rules.charlie and len(hand) >= rules.charlie:
            return float(rules.charlie_pays)
        return None

    def hands(
        self, shoe: Shoe, up: int, waiting: tuple[Hand, ...], count: int, done: Done, net: float
    ) -> dict[tuple[Shoe, Done, float], float]:
        """Play the waiting hands in turn: how likely each end is (the shoe left, the hands that stand, the net)."""
        if not waiting:
            return {(shoe, done, net): 1.0}
        key = (shoe, min(up, 10), waiting, count, done, net)
        if key in self._hands:
            return self._hands[key]
        rules = self.rules
        hand, rest = waiting[0], waiting[1:]
        found: dict[tuple[Shoe, Done, float], float] = defaultdict(float)

        def go(left: Shoe, more: tuple[Hand, ...], number: int, ended: Done, so_far: float, share: float) -> None:
            for end, chance in self.hands(left, up, more, number, ended, so_far).items():
                found[end] += share * chance

        def stands(cards: Hand, left: Shoe, wagers: int, share: float) -> None:
            ended = self.at_once(cards)
            if ended is not None:
                go(left, rest, count, done, net + wagers * ended, share)
            else:
                go(left, rest, count, tuple(sorted((*done, (total(cards)[0], wagers)))), net, share)

        best, soft = total(hand)
        value = min(hand[0], 10)
        most = min(rules.split_hands, rules.split_aces_to) if value == 1 else rules.split_hands
        if self.at_once(hand) is not None:
            stands(hand, shoe, 1, 1.0)
        elif len(hand) == 2 and hand[0] == hand[1] and count < most and self.split(value, min(up, 10)):
            for first, share, left in draws(shoe):
                for second, other, after in draws(left):
                    go(after, ((hand[0], first), *rest, (hand[0], second)), count + 1, done, net, share * other)
        elif count > 1 and value == 1 and rules.one_card_to_split_aces:
            stands(hand, shoe, 1, 1.0)
        else:
            may = (
                (rules.double_any_number or len(hand) == 2)
                and (not rules.double_totals or best in rules.double_totals)
                and (rules.double_soft or not soft)
                and (rules.double_after_split or count == 1)
            )
            word = self.play(tuple(sorted(min(card, 10) for card in hand)), min(up, 10), may, count > 1)
            if word == "stand":
                stands(hand, shoe, 1, 1.0)
            for card, share, left in draws(shoe) if word != "stand" else ():
                if word == "double":
                    stands(with_card(hand, card), left, 2, share)
                else:
                    go(left, (with_card(hand, card), *rest), count, done, net, share)
        self._hands[key] = dict(found)
        return self._hands[key]
