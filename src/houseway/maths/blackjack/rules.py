"""The record of rules that the blackjack solver is driven by."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.public_arguments import FLAG, NAMES, Kind, check, several, taking, whole

VALUES = 10
"""Values of cards: 1 for an ace, 2 to 9, 10 for every card that counts ten."""

MOST_HANDS = 8
"""The most hands for which splits are worked out."""

RANKS_OF = {10: ("T", "J", "Q", "K"), 1: ("A",)} | {value: (str(value),) for value in range(2, 10)}
"""The ranks that count each value."""


@taking(decks=whole(1, 1000), without=NAMES)
def shoe_of(decks: int, without: Sequence[str] = ()) -> tuple[int, ...]:
    """How many cards of each value are in ``decks`` decks of 52 less the ranks ``without``."""
    ranks = [rank for several_ranks in RANKS_OF.values() for rank in several_ranks]
    for rank in without:
        if rank not in ranks:
            raise BadQuestion(f"{rank!r} is not a rank", remedy=f"use one of {' '.join(ranks)}")
    return tuple(4 * decks * sum(rank not in without for rank in RANKS_OF[value]) for value in range(1, VALUES + 1))


_WHOLE = whole(-(2**31), 2**31)
_NUMBERS = several(_WHOLE, "a list of whole numbers", "give a list of whole numbers")


def _is_pay(given: Any) -> bool:
    return isinstance(given, (int, float, Fraction)) and not isinstance(given, bool) and -math.inf < given < math.inf


_PAY = Kind(
    "a pay to 1",
    _is_pay,
    "give a fraction, such as Fraction(3, 2)",
)
_KINDS = {"shoe": _NUMBERS, "looks_under": _NUMBERS, "push_totals": _NUMBERS, "double_totals": _NUMBERS}


@cache
def _kind_of(name: str) -> Kind:
    """What a rule takes, by what it is usually."""
    usual = _defaults().get(name)
    return FLAG if isinstance(usual, bool) else _WHOLE if isinstance(usual, int) else _PAY


class BlackjackRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game of the family: what is in the shoe, how the dealer plays, what the player may do, and what is paid.

    The defaults are the common game: the dealer stands on soft 17 and looks under aces and tens, doubles on any two
    cards and after splits, splits to four hands, one card to split aces, blackjack pays 3 to 2.
    """

    shoe: tuple[int, ...]
    """How many cards of each value the full shoe holds: aces, twos, ... nines, cards that count ten."""

    ten_ranks: int = 4
    """How many ranks count ten, in equal numbers: three where the tens are out. It matters where pairs go by rank."""

    hit_soft_17: bool = False
    """The dealer draws to a 17 in which an ace counts eleven ("H17")."""

    looks_under: tuple[int, ...] = (1, 10)
    """Up cards (by value) under which the dealer looks for blackjack before anyone plays. Where the dealer does not
    look, a blackjack takes every wager of the round, doubles and splits too."""

    push_totals: tuple[int, ...] = ()
    """Dealer's totals over 21 that are no bust but push against standing hands (pay ``push_total_pays``): ``(22,)``."""

    charlie: int = 0
    """So many cards that are not over 21 win at once; 0 for no such rule."""

    twenty_one_wins: bool = False
    """A total of 21 wins at once, on any number of cards, without regard to the dealer's hand to come."""

    double_any_number: bool = False
    """A hand of any number of cards may be doubled, else of two only."""

    double_totals: tuple[int, ...] = ()
    """The totals that may be doubled, as in ``(9, 10, 11)``; empty for all of them."""

    double_soft: bool = True
    """A hand in which an ace counts eleven may be doubled."""

    double_after_split: bool = True
    """A hand made by a split may be doubled ("DAS")."""

    split_hands: int = 4
    """The most hands that splits may make of one; 1 for no splits."""

    split_aces_to: int = 2
    """The most hands that splits may make of a pair of aces: 2 where aces are not split again."""

    one_card_to_split_aces: bool = True
    """A hand made by a split of aces gets one card and stands."""

    split_by_value: bool = True
    """Any two cards of one value are a pair; else only two of one rank (king and queen are none)."""

    surrender: bool = False
    """The first two cards may be given up for half of the wager, after the dealer has looked ("late surrender")."""

    blackjack_pays: Fraction = Fraction(3, 2)
    """An ace and a ten as first two cards, where the dealer has no blackjack, win this."""

    blackjack_against_blackjack_pays: Fraction = Fraction(0)
    """What they win where the dealer has one too."""

    dealer_blackjack_pays: Fraction = Fraction(-1)
    """What any other hand wins against a dealer's blackjack."""

    twenty_one_pays: Fraction = Fraction(1)
    """What a total of 21 wins that wins at once."""

    charlie_pays: Fraction = Fraction(1)
    """What so many cards win at once."""

    win_pays: Fraction = Fraction(1)
    """What a hand wins that beats the dealer's."""

    push_pays: Fraction = Fraction(0)
    """What a hand wins that equals the dealer's."""

    push_total_pays: Fraction = Fraction(0)
    """What a standing hand wins against one of ``push_totals``."""

    lose_pays: Fraction = Fraction(-1)
    """What a hand wins that the dealer's beats."""

    bust_pays: Fraction = Fraction(-1)
    """What a hand over 21 wins."""

    surrender_pays: Fraction = Fraction(-1, 2)
    """What a hand wins that is given up."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            check(name, _KINDS.get(name) or _kind_of(name), getattr(self, name))
        if len(self.shoe) != VALUES or min(self.shoe) < 0:
            raise BadQuestion(
                "a shoe has ten numbers of cards, of aces first and of tens last, none below zero",
                remedy="give ten whole numbers, 0 or more",
            )
        if sum(self.shoe) < 6:
            raise BadQuestion(f"a shoe of {sum(self.shoe)} cards is too small to deal a round", remedy="use more decks")
        if self.ten_ranks < 1 or (not self.split_by_value and self.shoe[9] % self.ten_ranks):
            raise BadQuestion(
                f"{self.shoe[9]} cards that count ten are not {self.ten_ranks} ranks in equal numbers",
                remedy="give a number that the ranks share",
            )
        if not set(self.looks_under) <= {1, 10}:
            raise BadQuestion(
                "the dealer can look for blackjack under an ace (1) and a card that counts ten (10)",
                remedy="name 1, 10 or both",
            )
        if not all(22 <= total <= 26 for total in self.push_totals):
            raise BadQuestion("only dealer's totals from 22 to 26 can push", remedy="give some of 22 to 26")
        if self.charlie != 0 and self.charlie < 3:
            raise BadQuestion("so many cards can win at once only from three on", remedy="use 0 for no such rule")
        if not (1 <= self.split_hands <= MOST_HANDS and 1 <= self.split_aces_to <= MOST_HANDS):
            raise BadQuestion(f"splits make from 1 to {MOST_HANDS} hands", remedy="use 1 for no splits")
        if not all(4 <= total <= 21 for total in self.double_totals):
            raise BadQuestion("the totals that may be doubled are from 4 to 21", remedy="name totals from 4 to 21")

    def without_pays(self) -> BlackjackRules:
        """The same rules with the ordinary pays: what does not depend on pays is worked out for these."""
        pays = {name: default for name, default in _defaults().items() if name.endswith("_pays")}
        return msgspec.structs.replace(self, **pays)

    def dealing(self) -> BlackjackRules:
        """The same shoe and dealer with the ordinary rules for the player: what the dealer comes to goes by them."""
        return BlackjackRules(shoe=self.shoe, hit_soft_17=self.hit_soft_17, push_totals=self.push_totals)

    def most_hands(self, value: int) -> int:
        """The most hands that a pair of ``value`` may be split to, as far as the shoe holds such cards."""
        most = min(self.split_hands, self.split_aces_to) if value == 1 else self.split_hands
        return min(most, self.pair_cards(value))

    def pair_cards(self, value: int) -> int:
        """How many cards of the full shoe make a pair with one of ``value``, itself counted."""
        held = self.shoe[value - 1]
        return held // self.ten_ranks if value == 10 and not self.split_by_value else held

    def looks(self, up: int) -> bool:
        """Whether the dealer looks for blackjack under ``up``."""
        return up in self.looks_under

    def may_double(self, total: int, soft: bool, cards: int, after_split: bool) -> bool:
        """Whether a hand may be doubled."""
        return (
            (self.double_any_number or cards == 2)
            and (not self.double_totals or total in self.double_totals)
            and (self.double_soft or not soft)
            and (self.double_after_split or not after_split)
        )


def _defaults() -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(BlackjackRules)}
