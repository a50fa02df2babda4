"""The tables of Three Card Split's compiled rounds: how the house and the players set every hand, and who wins a copy.

A round is won by numbers: of two sub-hands the player's wins if it has the house's own number, or one above all numbers
of the same rank. By colours, as approved, sub-hands of one rank have numbers of their own. Where a changed rule gives
every copy to one side, a rank has one number for the house and one beside it for the players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from houseway.cards import CARDS
from houseway.games.three_card_split.maths.classes import Ints, classes, low_cards
from houseway.games.three_card_split.maths.counting import house_settings, set_low, sub_hands, three_cards
from houseway.games.three_card_split.maths.judges import coloured
from houseway.games.three_card_split.maths.variants import Variant, house_low
from houseway.games.three_card_split.maths.what_ifs import BONUS_COPY, COPY, variant

Small = npt.NDArray[np.uint32]
Tables = tuple[Small, Small]
"""Settings of the house and of the players, by number of the hand."""

HIGH_BITS, LOW_BITS, THREE_BITS = 9, 5, 12
WINS = {"house": -1, "player": 1}
IN_TURN = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""Whose copies are, high and low, in the passes of a game in which they are nobody's."""


def _below(ranks: Ints) -> Ints:
    """For each number how many before it have the same rank."""
    below: Ints = np.arange(len(ranks)) - np.searchsorted(ranks, ranks)
    return below


@cache
def _approved_house() -> Small:
    house = house_settings()
    return (house.high | house.low << HIGH_BITS).astype(np.uint32)


def primary_tables(rules: Mapping[str, str], places: Ints) -> list[Tables]:
    """The settings of house and players, who put the card at each class's place low.

    Where a copy is nobody's there are four, one for each side that it may be given to (`without_copies`).
    """
    played = variant(rules)
    if played.copies_to_nobody:
        return [_given(played, places, high, low) for high, low in IN_TURN]
    if rules.get(COPY) in WINS:
        side = WINS[rules[COPY]]
        return [_given(played, places, side, side)]
    return [(_house_table(played), _own_table(played, places))]


def _house_table(played: Variant) -> Small:
    """Every hand as the house sets it."""
    if played == Variant():
        return _approved_house()
    house = set_low(classes().cards, low_cards(house_low(played)), played.judge)
    return (house.high | house.low << HIGH_BITS).astype(np.uint32)


def _own_table(played: Variant, places: Ints) -> Small:
    """Every hand as a player sets it, copies being by colours."""
    asked = sub_hands(played.judge)
    mine = set_low(classes().cards, low_cards(places), played.judge)
    packed = mine.high | mine.low << HIGH_BITS | _below(asked.high_rank)[mine.high] << 14
    packed |= _below(asked.low_rank)[mine.low] << 16 | asked.foul[mine.high, mine.low].astype(np.int64) << 17
    return packed.astype(np.uint32)


def _given(played: Variant, places: Ints, high: int, low: int) -> Tables:
    """The same where a copy is the player's (1) or the house's (-1): numbers are ranks, the players' beside them."""
    asked = sub_hands(played.judge)
    house = set_low(classes().cards, low_cards(house_low(played)), played.judge)
    mine = set_low(classes().cards, low_cards(places), played.judge)
    highs, lows = (2 * np.unique(ranks, return_inverse=True)[1] + 1 for ranks in (asked.high_rank, asked.low_rank))
    assert highs.max() + 1 < 1 << HIGH_BITS
    assert lows.max() + 1 < 1 << LOW_BITS
    theirs = highs[house.high] | lows[house.low] << HIGH_BITS
    ours = (highs[mine.high] + high) | (lows[mine.low] + low) << HIGH_BITS
    ours |= asked.foul[mine.high, mine.low].astype(np.int64) << 17
    return theirs.astype(np.uint32), ours.astype(np.uint32)


def without_copies(given: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """Ends (win, push, lose, foul) where a copy is nobody's, from those of `IN_TURN`: the other hand decides, and two
    copies push.
    """
    ours, high, low, theirs = given
    both = ours[:, 0] - high[:, 0] - low[:, 0] + theirs[:, 0]
    win, lose, foul = ours[:, 0] - both, theirs[:, 2] - both, ours[:, 3]
    found: npt.NDArray[np.int64] = np.stack([win, ours.sum(axis=1) - win - lose - foul, lose, foul], axis=1)
    return found


def bonus_table(rules: Mapping[str, str]) -> Small:
    """By number of a three-card hand: what it makes in the Three Card Bonus, copies going as the rules have it.

    Two hands of a rank that may be dealt together have one number where the player wins the copy, else two.
    """
    if BONUS_COPY not in rules:
        return three_card_table()
    asked, made = three_cards(), classes().cards.tolist()
    ranks = asked.rank[asked.number]
    match rules[BONUS_COPY]:
        case "player":
            names = [0] * len(made)
        case "house":
            # The card that has no equal in the hand, or its highest: whoever holds another hand has not that card.
            names = [_single(codes) % 4 for codes in made]
        case _:
            colours = [coloured(codes) for codes in made]
            known = {name: place for place, name in enumerate(dict.fromkeys(colours))}
            names = [known[name] for name in colours]
    marks = ranks * (max(names) + 1) + np.array(names)
    found, numbers = np.unique(marks, return_inverse=True)
    assert len(found) <= 1 << THREE_BITS
    by_rank = found // (max(names) + 1)
    return (numbers | _below(by_rank)[numbers] << THREE_BITS).astype(np.uint32)


def _single(codes: list[int]) -> int:
    ranks = [CARDS[code].rank for code in codes]
    return next((code for code, rank in zip(codes, ranks, strict=True) if ranks.count(rank) == 1), max(codes))


@cache
def three_card_table() -> Small:
    """By number of a three-card hand: what it makes, as `Rules` has it."""
    asked = three_cards()
    return (asked.number | _below(asked.rank)[asked.number] << 12).astype(np.uint32)


@cache
def check_copies() -> None:
    """The kernel gives a copy to the player where the two numbers are the same, and to the house otherwise."""
    asked = sub_hands()
    for ranks, wins in ((asked.high_rank, asked.high_wins), (asked.low_rank, asked.low_wins)):
        copies = ranks[:, None] == ranks[None, :]
        assert (wins[copies] == np.eye(len(ranks), dtype=np.bool_)[copies]).all()
    three = three_cards()
    assert (three.copies == (three.reds[:, None] == np.arange(4))).all()
