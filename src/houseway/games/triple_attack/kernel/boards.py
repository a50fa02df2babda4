"""The tables that compiled rounds of Triple Attack read: hands by composition, the dealer's hands, strategies.

Every event comes from ``hands``, asked once for each class of cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import TypeAlias

import numpy as np

from houseway.cards import CARDS, Card
from houseway.games.triple_attack import advice, hands
from houseway.games.triple_attack.kernel import rounds as at
from houseway.games.triple_attack.kernel.alone import SPLITS
from houseway.games.triple_attack.maths import notation
from houseway.maths.strategy import Strategy

MATCHES = ("", hands.UNSUITED_MATCH, hands.SUITED_MATCH)
"""How two cards may match, by the number that the compiled rounds give it."""


def value_of(card: Card) -> int:
    """1 for an ace to 10 for a face card."""
    value = hands.value(card)
    return 1 if value == 11 else value


Answers: TypeAlias = Mapping[tuple[notation.Hand, int], int]
"""What to do with a hand against an up card, as the compiled rounds have it."""


class Tables:
    """What follows from the rules alone: hands by composition, the dealer's hands, the side bets' classes.

    The rules are those of ``hands``; `changed_boards` has others.
    """

    cards: Sequence[Card] = tuple(card for card in CARDS[:52] if card.text[0] != "T")
    extent = notation.Extent()
    most_hands = at.MOST_HANDS

    def __init__(self) -> None:
        self.sample = {value_of(card): card for card in self.cards}
        self.endings: list[tuple[str, ...]] = []
        self.values = np.ones(52, np.uint8)
        for card in self.cards:
            self.values[card.code] = value_of(card)
        self._hands()
        self._dealer()
        self._compare()
        self._side_bets()

    @cached_property
    def rules(self) -> at.Rules:
        """The tables as the compiled rounds read them."""
        numbers = ("endings", "most_hands")
        arrays = {name: getattr(self, name).ravel() for name in at.Rules._fields if name not in numbers}
        return at.Rules(**arrays, endings=len(self.endings), most_hands=self.most_hands)

    # -- what a changed rule may have otherwise

    def at_once(self, cards: Sequence[Card]) -> tuple[str, ...]:
        """What ends a hand in play without the dealer."""
        return hands.at_once(cards)

    def dealer_draws_to(self, cards: Sequence[Card]) -> bool:
        """Whether the dealer takes another card."""
        return hands.dealer_draws(cards)

    def against_dealer(self, cards: Sequence[Card], dealer: Sequence[Card]) -> tuple[str, ...]:
        """A standing hand against the dealer's finished one."""
        return hands.against_dealer(cards, dealer)

    def acts(self, answers: Answers, after_split: Answers) -> at.Bytes:
        """By node and up card what to do, from what a strategy says of each hand, and of the same made by a split."""
        del after_split  # the same where a hand made by a split may be doubled, too
        found = np.zeros((len(self.place), at.UP), np.uint8)
        for (hand, up), act in answers.items():
            found[self.place[hand], up] = act
        return found

    def ending(self, events: tuple[str, ...]) -> int:
        """The number of an ending, by the events that it is."""
        if events not in self.endings:
            self.endings.append(events)
        return self.endings.index(events)

    def _of(self, values: Sequence[int]) -> list[Card]:
        return [self.sample[value] for value in values]

    def _hands(self) -> None:
        opened = notation.open_hands(self.extent)
        self.place = {hand: node for node, hand in enumerate(opened)}
        self.follow = np.zeros((len(opened), at.UP), np.int16)
        self.totals = np.array([hands.total(self._of(hand)) for hand in opened], np.uint8)
        self.pairs = np.array([hand[0] if len(hand) == 2 and hand[0] == hand[1] else 0 for hand in opened], np.uint8)
        self.begin = np.zeros((at.UP, at.UP), np.int16)
        self.begin_split = np.zeros((at.UP, at.UP), np.int16)
        for hand, node in self.place.items():
            for value in range(1, at.UP):
                self.follow[node, value] = self._next((*hand, value))
        for one in range(1, at.UP):
            for two in range(1, at.UP):
                self.begin_split[one, two] = self._next((one, two))
                blackjack = hands.is_blackjack(self._of((one, two)))
                self.begin[one, two] = -1 if blackjack else self.begin_split[one, two]
        plain, natural = self._of((10, 9)), self._of((1, 10))
        self.look = np.full(4, -1, np.int16)
        for number, (theirs, ours) in enumerate(
            ((plain, plain), (plain, natural), (natural, plain), (natural, natural))
        ):
            if events := hands.at_the_look(ours, theirs):
                self.look[number] = self.ending(events)

    def _next(self, hand: tuple[int, ...]) -> int:
        events = self.at_once(self._of(hand))
        return -1 - self.ending(events) if events else self.place[tuple(sorted(hand))]

    def _dealer(self) -> None:
        """The dealer's hands by total and softness, each with a sample."""
        samples: dict[tuple[int, bool], tuple[int, ...]] = {}
        waiting = [(one, two) for one in range(1, at.UP) for two in range(1, at.UP)]
        begin = {}
        follow: dict[tuple[tuple[int, bool], int], tuple[int, bool]] = {}
        for pair in waiting:
            begin[pair] = hands.count(self._of(pair))
        queue: list[tuple[int, ...]] = list(waiting)
        for hand in queue:
            known = hands.count(self._of(hand))
            if known in samples:
                continue
            samples[known] = hand
            if self.dealer_draws_to(self._of(hand)):
                for value in range(1, at.UP):
                    follow[known, value] = hands.count(self._of((*hand, value)))
                    queue.append((*hand, value))
        place = {known: number for number, known in enumerate(samples)}
        self.dealer_begin = np.zeros((at.UP, at.UP), np.uint8)
        for (one, two), known in begin.items():
            self.dealer_begin[one, two] = place[known]
        self.dealer_follow = np.zeros((len(place), at.UP), np.uint8)
        for (known, value), after in follow.items():
            self.dealer_follow[place[known], value] = place[after]
        self.dealer_draws = np.array([self.dealer_draws_to(self._of(hand)) for hand in samples.values()], np.uint8)
        self.dealer_totals = np.array([total for total, _ in samples], np.uint8)
        self._finished = {
            total: hand for (total, _), hand in samples.items() if not self.dealer_draws_to(self._of(hand))
        }

    def _compare(self) -> None:
        self.compared = np.zeros((hands.BEST + 1, at.DEALER_TOTALS), np.uint8)
        ours = {int(self.totals[node]): hand for hand, node in self.place.items()}
        for total, hand in ours.items():
            for theirs, dealer in self._finished.items():
                self.compared[total, theirs] = self.ending(self.against_dealer(self._of(hand), self._of(dealer)))

    def _side_bets(self) -> None:
        self.matches = np.zeros((52, 52), np.uint8)
        self.royals = np.zeros((52, 52), np.uint8)
        self.jackpots = np.zeros((52, 52), np.uint8)
        self.queens = np.zeros((52, 52), np.uint8)
        self.royal_classes: list[tuple[str, ...]] = []
        self.jackpot_classes: list[tuple[str, ...]] = []
        self.triple_classes: list[tuple[str, ...]] = [()] * 27
        natural = (self._card("Ah"), self._card("Kh"))
        plain = (self._card("2c"), self._card("3c"))
        queens = None
        for one in self.cards:
            for two in self.cards:
                place = one.code, two.code
                self.matches[place] = MATCHES.index(hands.match(one, two))
                self.royals[place] = _number(self.royal_classes, hands.suited_royals((one, two)))
                events = hands.jackpot((one, two), plain)
                self.jackpots[place] = _number(self.jackpot_classes, events)
                if hands.jackpot((one, two), natural) != events:
                    self.jackpots[place] = at.BY_DEALER
                    queens = one, two
        if queens is not None:
            for one in self.cards:
                for two in self.cards:
                    events = hands.jackpot(queens, (one, two))
                    self.queens[one.code, two.code] = _number(self.jackpot_classes, events)
        few = [self._card(text) for text in ("2c", "2d", "2h", "3c", "4c")]
        for one in few:
            for two in few:
                for up in few:
                    met = [self.matches[a.code, b.code] for a, b in ((one, two), (one, up), (two, up))]
                    number = int(met[0]) * 9 + int(met[1]) * 3 + int(met[2])
                    self.triple_classes[number] = hands.triple_match((one, two), up)

    def _card(self, text: str) -> Card:
        return next(card for card in self.cards if card.text == text)


def _number(classes: list[tuple[str, ...]], events: tuple[str, ...]) -> int:
    if events not in classes:
        classes.append(events)
    return classes.index(events)


@cache
def tables() -> Tables:
    """The tables, made once."""
    return Tables()


class Plan:
    """A strategy as arrays, for the hands that ``known`` has."""

    def __init__(self, strategy: Strategy, known: Tables) -> None:
        notation.check(strategy, known.extent)
        names = dict(enumerate(notation.VALUES, start=1))
        said = strategy.tables
        self.second = np.zeros(at.UP, np.uint8)
        self.third = np.zeros((at.UP, at.UP), np.uint8)
        self.split = np.zeros((at.UP, at.UP), np.uint8)
        self.insure = np.zeros((3, 3), np.uint8)
        for own, name in names.items():
            self.second[own] = said["second-attack"][name] == "bet"
            for up, shown in names.items():
                self.third[own, up] = said["third-attack"][f"{name}/{shown}"] == "bet"
                self.split[own, up] = said["split"][f"{name}/{shown}"] == "split"
        for situation, answer in said["insurance"].items():
            faces, suited = situation.split("/")
            self.insure[int(faces), int(suited)] = answer == "bet"
        code = {"stand": at.STANDS, "hit": at.HITS_, "double": at.DOUBLES}
        dealt = {(hand, up): code[answer] for hand, up, answer in notation.answers_by_hand(strategy, known.extent)}
        after_split = dealt
        if known.extent.after_split:
            apart = notation.answers_after_split(strategy, known.extent)
            after_split = {(hand, up): code[answer] for hand, up, answer in apart}
        self.acts = known.acts(dealt, after_split)
        self.acts_alone = self.acts.copy()
        pairs = known.pairs
        for node in np.flatnonzero(pairs):
            self.acts_alone[node, self.split[pairs[node]] == 1] = SPLITS


@cache
def automatic() -> Strategy:
    """The play of the game's automatic player, written down."""
    values = notation.VALUES
    count = {value: place + 1 if place else 11 for place, value in enumerate(values)}
    return Strategy(
        game="triple-attack",
        name="automatic",
        tables={
            "second-attack": {own: _bet(count[own] >= 10) for own in values},
            "third-attack": {
                f"{own}/{up}": _bet(count[up] in advice.THIRD_ATTACK.get(count[own], ()))
                for own in values
                for up in values
            },
            "insurance": dict.fromkeys(notation.situations()["insurance"], "pass"),
            "split": {
                f"{own}/{up}": "split" if count[up] in advice.SPLIT.get(count[own], ()) else "keep"
                for own in values
                for up in values
            },
            "play": {
                notation.play_key(notation.CARDS, hand, up): advice.best_play(
                    *notation.total_of(hand), len(hand), 11 if up == 1 else up
                )
                for hand in notation.open_hands()
                for up in range(1, 11)
            },
        },
    )


def _bet(yes: bool) -> str:
    return "bet" if yes else "pass"
