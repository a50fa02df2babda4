"""Deuces Wild: what a player gains who sees a card, shares cards with other seats or tells cards by their backs.

The deck is shuffled for every round: no card of one round says anything about the next, and nothing can be counted. No
hand is set against a dealer's; a card that is seen elsewhere only cannot be drawn any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import numpy as np

from houseway.games.deuces_wild.maths.classes import DECK, WILDS
from houseway.games.deuces_wild.maths.counting import jackpot_rows
from houseway.games.deuces_wild.maths.evaluation import classify3
from houseway.games.deuces_wild.maths.protection.best_response import GROUP_OF, GROUPS, AnteKnowledge, ante_knowledge
from houseway.games.deuces_wild.maths.protection.fortune_cards import fortune_knowledge
from houseway.games.deuces_wild.maths.protection.shared_cards_drawn import ante_shared
from houseway.games.deuces_wild.maths.terms import ANTE, FORTUNE, JACKPOT, POOL, ROWS, TREASURE, VIEW
from houseway.maths.front import analyze
from houseway.maths.protection.findings import Advice, CardEffect, KnownCards, Protection, WagerProtection
from houseway.maths.protection.one_deck import DeckWager, bet_by_first_card, together
from houseway.maths.protection.table_pays import TablePays
from houseway.maths.question import Question
from houseway.rulebook.paytables import NO_ROW
from houseway.simulation.advantage.asked import ProtectionQuestion

HIGH = ("wild",)
"""The group that a back tells from all others."""

DRAWS = 32
"""Sets of other seats' cards for each class of hands, unless another number is asked for."""


def protection(question: ProtectionQuestion) -> Protection:
    """What can be gained at the table of ``question``."""
    pays, setup = question.pays, question.setup
    wagers: list[WagerProtection] = []
    known: list[KnownCards] = []
    draws = question.draws or DRAWS
    for slug in question.wagers:
        table = setup.paytables[slug].id
        if slug == FORTUNE:
            selected = fortune_knowledge(nets_of(pays, slug))
            value, effects = selected.nothing, _effects(selected.nothing, selected.removed, selected.first)
            known += [
                KnownCards(slug, "a community card is seen before one is selected", value, selected.community_seen),
                KnownCards(slug, "all community cards are seen before one is selected", value, _revealed(question)),
            ]
        elif slug == ANTE:
            nets = nets_of(pays, slug)
            found = ante_knowledge(nets)
            value, effects = found.nothing, _effects(found.nothing, found.removed, found.first)
            known += _of_ante(found)
            if question.shoes:
                seats = range(2, setup.edition.about.positions + 1)
                known += ante_shared(ANTE, nets, seats, value, draws=draws, seed=question.seed, on=question.on)
        elif slug == TREASURE:
            wager = treasure_wager(pays)
            value, effects = wager.value, wager.effects(GROUP_OF)
        else:
            value, effects = jackpot_effects(pays)
        wagers.append(WagerProtection(slug, table, value, effects))
        known.append(bet_by_first_card(slug, value, effects, "one card of the hand is seen before the wager"))
        known.append(bet_by_first_card(slug, value, together(effects, HIGH), "a back tells whether that card is wild"))
    return Protection(
        game=setup.edition.about.slug,
        edition=setup.edition.slug,
        fingerprint=setup.edition.fingerprint,
        shoe=f"one deck with the joker, {len(question.deck)} cards; shuffled for every round",
        countable=False,
        assumptions=(DRAWN.format(draws), *ASSUMED),
        wagers=tuple(wagers),
        known=tuple(known),
        advice=ADVICE,
    )


def _of_ante(found: AnteKnowledge) -> list[KnownCards]:
    value = found.nothing
    parts: list[tuple[str, Fraction | None, int]] = [
        ("a card that is not in the hand is seen after the wager", found.one_out, 0),
        ("two such cards are seen", found.two_out, 0),
        ("2 seats show each other their first three cards", found.three_out, 2),
        ("the fourth card is seen before Play is decided", found.next_seen, 0),
        ("the back of the fourth card tells whether it is wild", found.next_wild, 0),
    ]
    return [KnownCards(ANTE, what, value, gained, seats=seats) for what, gained, seats in parts if gained is not None]


def _effects(value: Fraction, removed: Mapping[str, Fraction], first: Mapping[str, Fraction]) -> tuple[CardEffect, ...]:
    return tuple(CardEffect(group, GROUP_OF.count(group), removed[group] - value, first[group]) for group in GROUPS)


def nets_of(pays: TablePays, slug: str) -> list[Fraction]:
    """What each row of a wager's table wins for one, and no row last."""
    return [pays.given(slug, (row,)) - 1 for row in (*ROWS[slug], NO_ROW.event)]


def treasure_wager(pays: TablePays) -> DeckWager:
    """Three Card Treasure: the three cards of the seat."""
    cards = np.array(list(combinations(range(DECK), 3)), dtype=np.int64)
    given = [pays.given(TREASURE, (row,)) for row in (*ROWS[TREASURE], NO_ROW.event)]
    unit = lcm(*(each.denominator for each in given))
    return DeckWager(DECK, cards, np.array([int(each * unit) for each in given])[classify3(cards)], unit)


def jackpot_effects(pays: TablePays) -> tuple[Fraction, tuple[CardEffect, ...]]:
    """The Bonus Jackpot, which counts the wild cards among five: its value, and what each card is worth to it."""
    given = [pays.given(JACKPOT, rows) for rows in jackpot_rows()]
    value = _wilds(given, WILDS, DECK - WILDS, 5)
    found = []
    for group in GROUPS:
        wild = int(group == "wild")
        left = WILDS - wild, DECK - WILDS - (1 - wild)
        holding = _wilds(given[wild : wild + 5], *left, 4)
        found.append(CardEffect(group, GROUP_OF.count(group), _wilds(given, *left, 5) - value, holding))
    return value, tuple(found)


def _wilds(given: Sequence[Fraction], wild: int, natural: int, drawn: int) -> Fraction:
    """What ``given`` by number of wild cards comes to, less the stake, if so many are drawn."""
    back = sum((each * comb(wild, n) * comb(natural, drawn - n) for n, each in enumerate(given)), Fraction(0))
    return back / comb(wild + natural, drawn) - 1


def _revealed(question: ProtectionQuestion) -> Fraction:
    """Five Card Fortune alone, with all community cards seen."""
    setup = question.setup
    asked = Question.of(
        edition=setup.edition.slug,
        wager=FORTUNE,
        paytable=setup.paytables[FORTUNE].id,
        options={VIEW: "revealed", POOL: setup.options[POOL], "ante": "none"},
        strategy="optimal",
    )
    return Fraction(analyze(question.game, asked).figures[0].ev)


DRAWN = (
    "Every figure here is exact but those marked as simulated: there the cards of the other seats are drawn at random "
    "for every class of hands ({} draws each). For two seats both ways are given."
)
"""Says how many sets of cards were drawn."""

ASSUMED = (
    "Seats that share cards show each other their first three before anybody decides, and use them at both decisions; "
    "fourth cards are not shared. Five Card Fortune is made alone, one of three cards being selected.",
    "A card seen or told by its back before the wager is one of the hand that the wager is on; the player bets one "
    "unit where it makes the wager favourable, and nothing otherwise. Amounts on meters and posted rows are those of "
    "the table.",
)

ADVICE = (
    Advice(
        "Counting",
        "Nothing: a fresh deck every round is not countable.",
        "Nothing to see.",
        "The whole deck shuffled for every round, as the document has it (dealing 25). A deck that were not would be.",
    ),
    Advice(
        "Seats that show each other their cards",
        "Little for two seats, more than the house edge for a full table: see the cards known, by number of seats.",
        "Cards tilted or spoken of before decisions; one decides only after others have looked.",
        "One hand a player, cards kept over the layout, no talk about hands before the last decision.",
    ),
    Advice(
        "The next card seen, or told by its back",
        "Much: a wild card that comes is worth more than anything in the hand.",
        "Players who look at the shuffler's mouth or at the top card, and play hands that are usually folded.",
        "A shuffler or covered shoe; symmetric backs; decks washed and turned, changed by the clock.",
    ),
    Advice(
        "A card known before the wager",
        "The most: the player bets only on good hands.",
        "Wagers placed or changed after the first card has left the shuffler.",
        "Wagers closed before the deal.",
    ),
)
