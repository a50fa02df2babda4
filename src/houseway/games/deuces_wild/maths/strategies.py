"""Strategies for Deuces Wild: the best one, one to remember, from tables and back.

A strategy has up to three tables. Situations are classes of cards in writing (see
`houseway.games.deuces_wild.maths.classes`): suits stand for no suit in particular.

- ``play``: three cards, ``Ts 9s 8h`` or ``Ks 4h W``, to ``play`` or ``fold``;
- ``raise``: four cards, to ``raise`` or ``fold``;
- ``fortune``: the three, four or five cards that Five Card Fortune selects from before the community hand is seen, to
  the cards selected, ``9s`` or ``W W``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import ACE, CARDS
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base
from houseway.games.deuces_wild.maths.classes import WILD_CODES, Classes, Numbers, classes
from houseway.games.deuces_wild.maths.fortune import best_selection, blind
from houseway.games.deuces_wild.maths.shapes import RANK_WORDS, few_rules
from houseway.games.deuces_wild.maths.walks.fortune_counts import Picked
from houseway.maths.question_errors import BadStrategy
from houseway.maths.strategy import Strategy

GAME = "deuces-wild"
PLAY, RAISE, FORTUNE, FOLD = "play", "raise", "fortune", "fold"
RULES = 4
"""The most things that a player must remember for each decision."""

Nets = Sequence[Fraction]
"""What each row wins for one, no row last."""


def situations(pools: Iterable[int] = (3, 4), *, ante: bool = True, fortune: bool = True) -> dict[str, tuple[str, ...]]:
    """Every situation of each ask; ``pools`` are the numbers of cards that Five Card Fortune may select from."""
    found: dict[str, tuple[str, ...]] = {}
    if ante:
        found[PLAY], found[RAISE] = classes(3).texts, classes(4).texts
    if fortune:
        found[FORTUNE] = tuple(text for pool in sorted(set(pools)) for text in classes(pool).texts)
    return found


def answers() -> dict[str, tuple[str, ...]]:
    """What may be answered to each ask; a Five Card Fortune answer must also be among the cards of its situation."""
    natural = tuple(kind.text for kind in CARDS if not hands.is_wild(kind))
    wild = tuple(" ".join("W" * number) for number in range(1, 6))
    return {PLAY: (PLAY, FOLD), RAISE: (RAISE, FOLD), FORTUNE: (*natural, *wild)}


# ---------------------------------------------------------------------------------------------------- Ante, Play, Raise


def ante_strategy(plan: base.Plan, name: str, note: str = "", rules: tuple[str, ...] = ()) -> Strategy:
    """``plan`` as tables."""
    tables = {PLAY: _flag_table(classes(3), plan.play, PLAY), RAISE: _flag_table(classes(4), plan.raise_, RAISE)}
    return Strategy(GAME, name, tables, note, rules)


def plan_of(strategy: Strategy) -> base.Plan:
    """The tables of ``strategy`` as a plan, every situation answered."""
    tables = strategy.of_game(GAME).tables
    own = Strategy(GAME, strategy.name, {ask: table for ask, table in tables.items() if ask in (PLAY, RAISE)})
    own.check(situations(fortune=False), answers())
    return base.Plan(_flags(classes(3), own.tables[PLAY], PLAY), _flags(classes(4), own.tables[RAISE], RAISE))


def short_plan(nets: Nets) -> tuple[base.Plan, tuple[str, ...]]:
    """The best plan found that a few rules say, and the rules in words."""
    best = base.best_plan(nets)
    _, on_four, _ = base.values(nets, best.raise_)
    raise_words, raise_ = few_rules(_as_often(on_four, base.reached(best.play)), 4, RULES)
    on_three, _, _ = base.values(nets, raise_)
    play_words, play = few_rules(_as_often(on_three, classes(3).sizes), 3, RULES)
    rules = (
        f"Play on three cards with {_listed(play_words)}." if play_words else "Fold every three cards.",
        f"Raise on four cards with {_listed(raise_words)}." if raise_words else "Fold every four cards.",
        "Fold all else.",
    )
    return base.Plan(play, raise_), rules


def _as_often(gains: Numbers, counts: Numbers) -> npt.NDArray[np.float64]:
    """Only for the search: in floats, so that large pays do not overflow."""
    return gains.astype(np.float64) * counts


def _listed(words: Sequence[str]) -> str:
    return "; ".join(words[:-1]) + ("; or " if len(words) > 1 else "") + words[-1]


def _flag_table(known: Classes, flags: base.Flags, word: str) -> dict[str, str]:
    said = [word if flag else FOLD for flag in flags.tolist()]
    return dict(zip(known.texts, said, strict=True))


def _flags(known: Classes, table: Mapping[str, str], word: str) -> base.Flags:
    return np.array([table[text] == word for text in known.texts])


# --------------------------------------------------------------------------------------------------- Five Card Fortune


def fortune_strategy(
    selections: Mapping[int, Picked], name: str, note: str = "", rules: tuple[str, ...] = ()
) -> Strategy:
    """Selections by size of the pool as one table."""
    table: dict[str, str] = {}
    for pool, picked in selections.items():
        known = classes(pool)
        for text, cards, pick in zip(known.texts, card_names(pool), picked.tolist(), strict=True):
            table[text] = " ".join([card for place, card in enumerate(cards) if pick >> place & 1])
    return Strategy(GAME, name, {FORTUNE: table}, note, rules)


def selection_of(strategy: Strategy, pool: int) -> Picked:
    """What ``strategy`` selects from ``pool`` cards, every situation answered."""
    known = classes(pool)
    table = strategy.of_game(GAME).tables.get(FORTUNE, {})
    others = set(range(1, 6)) - {pool}
    here = {text: said for text, said in table.items() if len(text.split()) not in others}
    own = Strategy(GAME, strategy.name, {FORTUNE: here})
    own.check(situations((pool,), ante=False), answers())
    picks = []
    for text, cards in zip(known.texts, card_names(pool), strict=True):
        pick, left = 0, own.tables[FORTUNE][text].split()
        for place, card in enumerate(cards):
            if card in left:
                left.remove(card)
                pick |= 1 << place
        if left:
            raise BadStrategy(
                f"strategy {strategy.name!r} selects {own.tables[FORTUNE][text]!r} from {text!r}",
                remedy="select one of the cards held, or wild ones among them",
            )
        picks.append(pick)
    return np.array(picks, dtype=np.uint8)


@cache
def card_names(pool: int) -> tuple[tuple[str, ...], ...]:
    """The cards of each class of ``pool`` cards in order of their codes, as they are written."""
    written = ["W" if hands.is_wild(kind) else kind.text for kind in CARDS]
    return tuple(tuple(written[code] for code in codes) for codes in classes(pool).cards.tolist())


class Rule(NamedTuple):
    """A way to select: every wild card, or else the card nearest to ``centre``.

    Of two equally near it takes the higher or the lower; ranks held twice may be passed over if others are there.
    """

    centre: int
    higher: bool
    alone: bool

    def words(self) -> tuple[str, ...]:
        """The rule for people."""
        nearest = f"Otherwise select the card nearest to {RANK_WORDS[self.centre]}"
        return (
            "Select every wild card.",
            f"{nearest}, of two the {'higher' if self.higher else 'lower'}.",
            *(("Pass over cards of one rank if you have another.",) if self.alone else ()),
        )


RULES_TO_SELECT = tuple(
    Rule(centre, higher, alone)
    for alone in (True, False)
    for higher in (True, False)
    for centre in sorted(RANK_WORDS)
    if centre > 1
)
"""Those among which the short selection is found."""


def short_selection(nets: Nets, pool: int = 4) -> Rule:
    """The best of the simple rules for a pool of ``pool`` cards."""
    gains = [int(gain) for gain in base.whole_numbers(nets)[0]]

    def won(rule: Rule) -> int:
        return sum(gain * count for gain, count in zip(gains, rule_counts(rule, pool), strict=True))

    return max(RULES_TO_SELECT, key=won)


@cache
def rule_selection(rule: Rule, pool: int) -> Picked:
    """What ``rule`` selects from each class of ``pool`` cards."""
    ranks, held_twice, wilds = _seen_in(pool)
    # By rank: the nearer the better, of two equally near the higher or the lower; wild cards last.
    every = np.arange(ACE + 1, dtype=np.int16)
    near = -4 * np.abs(every - rule.centre) + (every > rule.centre) * (1 if rule.higher else -1)
    near[0] = -(10**4)
    scores = near.astype(np.int16)[ranks]
    if rule.alone:
        scores -= held_twice
    # The first of those that have the best score.
    best, picked = scores[0], np.ones(len(wilds), dtype=np.uint8)
    for place, score in enumerate(scores[1:], start=1):
        picked = np.where(score > best, np.uint8(1 << place), picked)
        best = np.maximum(best, score)
    chosen: Picked = np.where(wilds > 0, wilds, picked)
    return chosen


@cache
def _seen_in(pool: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int16], Picked]:
    """By place and class the card's rank, 0 if wild, and 1000 if that rank is held twice; the wild ones as bits."""
    codes = np.ascontiguousarray(classes(pool).cards.T).astype(np.int64)
    wild = (codes < 4) | (codes == WILD_CODES[-1])
    ranks = np.where(wild, 0, codes // 4 + 2)
    # Cards of one rank stand side by side. Wild ones are selected before this is looked at.
    alike = np.zeros(ranks.shape, dtype=np.bool_)
    alike[1:] = ranks[1:] == ranks[:-1]
    alike[:-1] |= ranks[1:] == ranks[:-1]
    bits = (wild.astype(np.uint8) << np.arange(pool, dtype=np.uint8)[:, None]).sum(axis=0, dtype=np.uint8)
    return ranks, np.where(alike, 1000, 0).astype(np.int16), bits


@cache
def rule_counts(rule: Rule, pool: int) -> tuple[int, ...]:
    """How often each row is made by ``rule``."""
    return blind(rule_selection(rule, pool), pool)


def best_selections(nets: Nets, pools: Iterable[int], rules: base.RuleSet = base.APPROVED_RULES) -> dict[int, Picked]:
    """The best selection for each size of pool."""
    return {pool: best_selection(nets, pool, rules.fortune, rules.wilds) for pool in sorted(set(pools))}
