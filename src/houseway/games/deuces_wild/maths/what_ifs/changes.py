"""Deuces Wild under changed rules: what each rule makes of the rows, the stakes, the wild cards and the counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from houseway.cards.card import CARDS
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base, what_ifs
from houseway.games.deuces_wild.maths.classes import APPROVED, DECK, WILDS, Wilds, classes
from houseway.games.deuces_wild.maths.counting import Events, Rows, jackpot_counts, treasure_counts, treasure_events
from houseway.games.deuces_wild.maths.what_ifs import other_wilds
from houseway.games.deuces_wild.maths.what_ifs.judges import ace_high, treasure_row
from houseway.maths.question_errors import BadQuestion


def wilds(rules: Mapping[str, str]) -> Wilds:
    """Which cards are wild, and of how many."""
    return other_wilds.BY_NAME[rules.get(what_ifs.WILD, "deuces-and-joker")]


def rule_set(rules: Mapping[str, str]) -> base.RuleSet:
    """What the Ante and Five Card Fortune are worked out under."""
    if not rules:
        return base.APPROVED_RULES
    fortune = ace_high(hands.FORTUNE_ROWS) if what_ifs.ACE in rules else hands.FORTUNE_ROWS
    return base.RuleSet(wilds(rules), _rows_of_ante(rules), fortune, stakes(rules))


def _rows_of_ante(rules: Mapping[str, str]) -> Rows:
    """The rows that the Ante's cards are asked for; what is not worked out together is refused."""
    if what_ifs.ACE in rules and wilds(rules) != APPROVED:
        raise BadQuestion(
            "straights are not worked out where the ace is high only and other cards are wild",
            remedy=f"change {what_ifs.ACE} or {what_ifs.WILD}, one at a time",
        )
    rows = hands.FORTUNE_ROWS if what_ifs.FIVE_WILDS in rules else hands.ANTE_ROWS
    return ace_high(rows) if what_ifs.ACE in rules else rows


def stakes(rules: Mapping[str, str]) -> base.Stakes:
    """What is staked before the fourth card, before the fifth, and after the Raise."""
    four = base.THREE + int(rules.get(what_ifs.PLAY, base.FOUR - base.THREE))
    return base.THREE, four, four + int(rules.get(what_ifs.RAISE, base.ALL - base.FOUR))


class Judged(NamedTuple):
    """How the Ante is judged: ``rows`` that the cards are asked for, best first, and for each the event that it is
    paid as; ``nets`` are what they win for one, the last for no row.
    """

    rows: Rows
    events: tuple[str, ...]
    nets: tuple[Fraction, ...]


def judged(rules: Mapping[str, str], nets: Sequence[Fraction]) -> Judged:
    """The Ante under ``rules``, where the rows of its paytable win ``nets``."""
    events: Rows = hands.ANTE_ROWS
    won = list(nets)
    if what_ifs.NATURAL_ROYAL in rules:
        events, won = (events[0], events[0], *events[2:]), [won[0], won[0], *won[2:]]
    if what_ifs.FIVE_WILDS in rules:
        alike = events.index("five-of-a-kind")
        events, won = (events[0], events[alike], *events[1:]), [won[0], won[alike], *won[1:]]
    if what_ifs.ODDS in rules:
        _, _, whole = stakes(rules)
        won = [net if net < 0 else (net + whole - 1) / whole for net in won]
    return Judged(_rows_of_ante(rules), events, tuple(won))


def treasure(rules: Mapping[str, str]) -> dict[str, int]:
    """How many sets of three cards make each row of Three Card Treasure, ``none`` last."""
    given = {"ace_low": what_ifs.ACE not in rules, "wild_royal": what_ifs.MINI_ROYAL not in rules}
    if wilds(rules) == APPROVED and all(given.values()):
        return treasure_counts()
    return treasure_rows(wilds(rules), **given)


def treasure_rows(wilds: Wilds = APPROVED, *, ace_low: bool = True, wild_royal: bool = True) -> dict[str, int]:
    """The same, a class at a time."""
    return dict(_treasure_rows(wilds, ace_low, wild_royal))


def treasure_events_under(rules: Mapping[str, str]) -> Events:
    """The row of Three Card Treasure that each class of three cards makes; the number past the rows if none."""
    if not set(rules) & {what_ifs.WILD, what_ifs.ACE, what_ifs.MINI_ROYAL}:
        return treasure_events()
    under, rows = wilds(rules), (*hands.TREASURE_ROWS, "none")
    ace, royal = what_ifs.ACE not in rules, what_ifs.MINI_ROYAL not in rules
    made = (tuple(CARDS[code] for code in codes) for codes in classes(3, under).cards.tolist())
    found = [treasure_row(three, ace_low=ace, wild_royal=royal, wild_ranks=under.ranks) for three in made]
    return np.array([rows.index(row) for row in found], dtype=np.uint8)


def ante_places(rules: Mapping[str, str]) -> tuple[int, ...]:
    """By row that the Ante's cards are asked for, none last: the row of its paytable that it is paid as."""
    none = len(hands.ANTE_ROWS)
    events = judged(rules, [Fraction(0)] * (none + 1)).events
    return (*(hands.ANTE_ROWS.index(event) for event in events), none)


@lru_cache(maxsize=16)
def _treasure_rows(wilds: Wilds, ace_low: bool, wild_royal: bool) -> dict[str, int]:
    three = classes(3, wilds)
    counts = dict.fromkeys((*hands.TREASURE_ROWS, "none"), 0)
    for codes, size in zip(three.cards.tolist(), three.sizes.tolist(), strict=True):
        hand = tuple(CARDS[code] for code in codes)
        counts[treasure_row(hand, ace_low=ace_low, wild_royal=wild_royal, wild_ranks=wilds.ranks)] += size
    return counts


def jackpot(rules: Mapping[str, str], ante: Sequence[Fraction]) -> dict[str, int]:
    """How many deals make each row of the Bonus Jackpot, ``none`` last; ``ante`` is what rows of the Ante win."""
    if what_ifs.JACKPOT_FOLD not in rules:
        return jackpot_counts() if what_ifs.WILD not in rules else other_wilds.jackpot_counts(wilds(rules))
    if what_ifs.WILD in rules:
        raise BadQuestion(
            "the Bonus Jackpot of a player who folds is not worked out where other cards are wild",
            remedy=f"change {what_ifs.JACKPOT_FOLD} or {what_ifs.WILD}, one at a time",
        )
    found = judged(rules, ante)
    return jackpot_given_up(base.best_plan(found.nets, found.rows, stakes(rules)))


def jackpot_given_up(plan: base.Plan) -> dict[str, int]:
    """The same where a player who folds gives the Bonus Jackpot up, the Ante being played by ``plan``."""
    four = classes(4)
    raised = np.where(plan.raise_, base.reached(plan.play), 0)
    counts = dict.fromkeys((*hands.JACKPOT_ROWS, "none"), 0)
    for held in range(WILDS + 1):
        hands_held = int(raised[four.wild == held].sum())
        for more, cards in ((1, WILDS - held), (0, base.FIFTHS - (WILDS - held))):
            row = f"{held + more}-wild-cards"
            counts[row if row in counts else "none"] += hands_held * cards
    counts["none"] += comb(DECK, 3) * base.FOURTHS * base.FIFTHS - sum(counts.values())
    return counts
