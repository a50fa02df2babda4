"""Deuces Wild: what playing, raising and every blind selection are worth with each hand, and the forms of its charts.

Ante: what further cards bring if the best play follows. Five Card Fortune: a selection before the community hand is
seen, from the cards that a player of the strategy holds at the last decision; alone, those are three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import msgspec
import numpy as np

from houseway.games.deuces_wild import maths
from houseway.games.deuces_wild.maths import base, fortune
from houseway.games.deuces_wild.maths.choices.fortune_form import forms
from houseway.games.deuces_wild.maths.classes import DECK, Numbers, classes
from houseway.games.deuces_wild.maths.counting import whole
from houseway.games.deuces_wild.maths.strategies import FOLD, FORTUNE, PLAY, RAISE, card_names, plan_of, selection_of
from houseway.games.deuces_wild.maths.terms import ANTE, NO_ANTE, POOL, POOLS, VIEW, Terms
from houseway.games.deuces_wild.maths.terms import FORTUNE as FORTUNE_WAGER
from houseway.maths.choices.hand_worths import Decision, Decisions, HandWorth
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder

__all__ = ["answers", "decisions", "forms", "in_words", "selections"]


def decisions(game: GameFolder, question: Question, strategy: Strategy) -> Decisions:
    """The decisions of the Ante, or those of Five Card Fortune where that is asked about or nothing else is said."""
    wager = question.wager or (FORTUNE_WAGER if set(strategy.tables) == {FORTUNE} else ANTE)
    if wager == ANTE:
        return _ante(game, question.about(ANTE), strategy)
    if wager == FORTUNE_WAGER:
        return _fortune(game, question.about(FORTUNE_WAGER), strategy)
    raise BadQuestion(f"{wager} leaves nothing to decide", remedy=f"ask about {ANTE} or {FORTUNE_WAGER}")


def answers(strategy: Strategy) -> dict[str, dict[str, str]]:
    """The tables that the strategy has, checked."""
    found: dict[str, dict[str, str]] = {}
    if PLAY in strategy.tables or RAISE in strategy.tables:
        plan_of(strategy)
        found |= {ask: dict(strategy.tables[ask]) for ask in (PLAY, RAISE)}
    if FORTUNE in strategy.tables:
        for pool in {len(text.split()) for text in strategy.tables[FORTUNE]}:
            selection_of(strategy, pool)
        found[FORTUNE] = dict(strategy.tables[FORTUNE])
    return found


def in_words(ask: str, hand: str, answer: str) -> str:
    """The answer; a selection by its cards."""
    del hand
    return f"select {answer}" if ask == FORTUNE else answer


# ---------------------------------------------------------------------------------------------------------- the Ante


def _ante(game: GameFolder, question: Question, strategy: Strategy) -> Decisions:
    terms = Terms(game, msgspec.structs.replace(question, strategy=None))
    table = terms.tables[0]
    nets = terms.nets(table)
    best, own = base.best_plan(nets), plan_of(strategy)
    gains, raised, unit = base.values(nets, best.raise_)
    # Every hand of three comes alike; one of four where the three that came first are played.
    of_three, of_four = comb(DECK, 3), comb(DECK, 3) * base.FOURTHS
    on_three = _yes_or_no(
        3, PLAY, base.THREE, gains, base.FOURTHS * base.FIFTHS * unit, (classes(3).sizes.tolist(), of_three)
    )
    on_four = _yes_or_no(4, RAISE, base.FOUR, raised, base.FIFTHS * unit, (base.reached(own.play).tolist(), of_four))
    tables = {ask: strategy.tables[ask] for ask in (PLAY, RAISE)}
    asked = msgspec.structs.replace(question, paytable=table.id)
    mine, other = (
        next(maths.figures(game, msgspec.structs.replace(asked, strategy=used)))
        for used in (Strategy(strategy.game, strategy.name, tables), "optimal")
    )
    both = [Decision(PLAY, "the Ante", on_three), Decision(RAISE, "the Ante", on_four)]
    return Decisions.priced(mine, other, both, tables)


def _yes_or_no(
    size: int, word: str, given_up: int, gains: Numbers, whole: int, comes: tuple[Sequence[int], int]
) -> dict[str, HandWorth]:
    """Going on against folding, which costs ``given_up``, by class of hand."""
    counts, every = comes
    fold = Fraction(-given_up)
    found = {}
    for text, gain, count in zip(classes(size).texts, gains.tolist(), counts, strict=True):
        often = Fraction(count, every)
        found[text] = HandWorth({word: fold + Fraction(gain, whole), FOLD: fold}, often, often)
    return found


# -------------------------------------------------------------------------------------------------- Five Card Fortune


def _fortune(game: GameFolder, question: Question, strategy: Strategy) -> Decisions:
    terms = Terms(game, msgspec.structs.replace(question, strategy=None))
    if terms.options.get(VIEW) == "revealed":
        raise BadQuestion(
            "with the community hand in sight the best selection is seen, not chosen",
            remedy=f"ask with {VIEW} blind",
        )
    table = terms.tables[0]
    plays = set(strategy.tables) != {FORTUNE} and terms.options.get("ante") != NO_ANTE
    pool = terms.options.get(POOL, terms.edition.options[POOL].values[0]) if plays else "three"
    held = fortune.pools_held(plan_of(strategy), POOLS[pool]) if plays else {3: classes(3).sizes}
    nets = terms.nets(table)
    hands: dict[str, HandWorth] = {}
    said: dict[str, str] = {}
    for size, weights in held.items():
        every = comb(DECK, size) * fortune.ORDERS[size]
        for text, worths, count in zip(classes(size).texts, selections(nets, size), weights.tolist(), strict=True):
            often = Fraction(count, every)
            hands[text] = HandWorth(worths, often, often)
        if FORTUNE in strategy.tables:
            selection_of(strategy, size)
            said |= {text: strategy.tables[FORTUNE][text] for text in classes(size).texts}
    options = {**terms.options, VIEW: "blind"} | ({POOL: pool} if plays else {"ante": NO_ANTE})
    asked = msgspec.structs.replace(question, paytable=table.id, options=options)
    without = {ask: answers for ask, answers in strategy.tables.items() if ask != FORTUNE}
    best: Strategy | str = Strategy(strategy.game, strategy.name, without) if plays else "optimal"
    mine, other = (
        next(
            entry
            for entry in maths.figures(game, msgspec.structs.replace(asked, strategy=used))
            if ("ante" in entry.options) == plays
        )
        for used in (strategy, best)
    )
    selects = [Decision(FORTUNE, "the Five Card Fortune wager", hands)]
    return Decisions.priced(mine, other, selects, {FORTUNE: said}, f"Five Card Fortune {mine.case}.")


def selections(nets: Sequence[Fraction], pool: int) -> Iterator[dict[str, Fraction]]:
    """By class of ``pool`` cards, what each selection wins: every card by itself, and the wild ones together.

    Cards that are written alike, two wild ones, are one selection.
    """
    gains, unit = base.whole_numbers(nets)
    singly, several = fortune.won_by_sets(tuple(nets))
    sets = fortune.subsets(pool).astype(np.int64)
    odd = np.array([1 if bits.bit_count() % 2 else -1 for bits in range(1 << pool)], dtype=np.int64)
    won: Any = singly[sets] * odd
    if pool == 5:
        won[:, -1] = gains[whole(fortune.ROWS)]
    alone = np.stack(
        [won[:, [bits for bits in range(1 << pool) if bits >> place & 1]].sum(axis=1) for place in range(pool)], axis=1
    )
    deals = comb(DECK - pool, fortune.COMMUNITY) * unit
    wild = classes(pool).wild.tolist()
    for row, (names, values) in enumerate(zip(card_names(pool), alone.tolist(), strict=True)):
        worths = {name: Fraction(value, deals) for name, value in zip(names, values, strict=True)}
        natural = [place for place, name in enumerate(names) if name != "W"]
        for together in range(2, wild[row] + 1):
            table = several[fortune.SEVERAL_PLACE[wild[row], together]]
            total = 0
            for bits in _sets_of(tuple(natural)):
                total -= int(odd[bits]) * int(table[sets[row, bits]])
            worths[" ".join("W" * together)] = Fraction(total, deals)
        yield worths


@cache
def _sets_of(places: tuple[int, ...]) -> tuple[int, ...]:
    """Every set of these places, as bits."""
    return tuple(
        sum(1 << place for at, place in enumerate(places) if bits >> at & 1) for bits in range(1 << len(places))
    )
