"""Three Card Split: what a player gains who sees cards of the house or of other seats, or tells cards by their backs.

The deck is shuffled for every round: no card of one round says anything about the next, and nothing can be counted.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np

from houseway.cards import CARDS, RANKS
from houseway.games.three_card_split.maths import counting
from houseway.games.three_card_split.maths.classes import DECK, Ints, classes, number_of
from houseway.games.three_card_split.maths.strategies import ROWS
from houseway.maths.protection.findings import Advice, CardEffect, KnownCards, Protection, WagerProtection
from houseway.maths.protection.hand_against_hand import Contest, Study, hand_codes, study
from houseway.maths.protection.one_deck import DeckWager, bet_by_first_card, together
from houseway.maths.protection.table_pays import TablePays
from houseway.simulation.advantage.asked import ProtectionQuestion
from houseway.simulation.advantage.shared_hands import shared_by_several

PRIMARY, THREE_CARD_BONUS = "primary", "three-card-bonus"
RANK_OF = tuple(kind.text[0] for kind in CARDS[:DECK])
HIGH = ("9", "T", "J", "Q", "K", "A")
"""The ranks of the high backs, where backs are told apart."""

WORDS = {
    "one": "one card of the house is seen before the hand is set",
    "two": "two cards of the house are seen before the hand is set",
    "all": "the whole house hand is seen before the hand is set",
    "one_back": "the back of one house card tells nine or better from less",
    "every_back": "the backs of all house cards tell nine or better from less",
}

DRAWS = 60
"""Sets of friends' cards for each class of hands, unless another number is asked for."""


def protection(question: ProtectionQuestion) -> Protection:
    """What can be gained at the table of ``question``."""
    pays, setup = question.pays, question.setup
    wagers: list[WagerProtection] = []
    known: list[KnownCards] = []
    draws = question.draws or DRAWS
    for slug in question.wagers:
        table = setup.paytables[slug].id
        if slug in (PRIMARY, THREE_CARD_BONUS):
            contest = primary_contest(pays) if slug == PRIMARY else bonus_contest(pays)
            found = studied(contest, slug == PRIMARY)
            value = found.known[0].value
            effects = tuple(
                CardEffect(rank, 4, found.cards.removed[place] - value, found.cards.first[place])
                for place, rank in enumerate(RANKS)
            )
            if slug == PRIMARY:
                known += [
                    KnownCards(slug, WORDS[each.what], value, each.value) for each in found.known if each.what in WORDS
                ]
                assert found.shared is not None
                known.append(
                    KnownCards(
                        slug,
                        "2 seats show each other their cards before they set or decide",
                        value,
                        found.shared,
                        seats=2,
                    )
                )
                if question.shoes:
                    seats = range(2, setup.edition.about.positions + 1)
                    known += shared_by_several(
                        slug, contest, seats, value, draws=draws, seed=question.seed, on=question.on
                    )
        else:
            wager = four_card_wager(pays, slug)
            value, effects = wager.value, wager.effects(RANK_OF)
        wagers.append(WagerProtection(slug, table, value, effects))
        known.append(bet_by_first_card(slug, value, effects, "one card of the hand is seen before the wager"))
        known.append(
            bet_by_first_card(
                slug, value, together(effects, HIGH), "a back tells whether that card is a nine or better"
            )
        )
    return Protection(
        game=setup.edition.about.slug,
        edition=setup.edition.slug,
        fingerprint=setup.edition.fingerprint,
        shoe=f"one deck, {len(question.deck)} cards; shuffled for every round",
        countable=False,
        assumptions=(DRAWN.format(draws), *ASSUMED),
        wagers=tuple(wagers),
        known=tuple(known),
        advice=ADVICE,
    )


def studied(contest: Contest, shared: bool) -> Study:
    """What is exact about one contest."""
    return study(contest, [rank in HIGH for rank in RANK_OF], shared=shared)


def primary_contest(pays: TablePays) -> Contest:
    """The primary wager: each of three cards may go low, against the house's hands as it sets them."""
    return _primary(tuple(pays.given(PRIMARY, (row,)) - 1 for row in ROWS))


@lru_cache(maxsize=4)
def _primary(nets: tuple[Fraction, ...]) -> Contest:
    unit = lcm(*(net.denominator for net in nets))
    win, push, lose, foul = (int(net * unit) for net in nets)
    made, asked, house = classes(), counting.sub_hands(), counting.house_settings()
    mine = [counting.set_low(made.heads, np.full(len(made.heads), low, dtype=np.int64)) for low in range(3)]

    def results(place: int) -> Ints:
        found = []
        for setting in mine:
            high, low = setting.high[place], setting.low[place]
            if asked.foul[high, low]:
                found.append(np.full(len(house.high), foul, dtype=np.int64))
                continue
            won = asked.high_wins[high, house.high].astype(np.int64) + asked.low_wins[low, house.low]
            found.append(np.array((lose, push, win), dtype=np.int64)[won])
        return np.stack(found)

    return Contest(made.heads, made.weights, results, unit)


def bonus_contest(pays: TablePays) -> Contest:
    """The Three Card Bonus: three cards against the house's three, nothing to decide."""
    return _bonus(tuple(pays.given(THREE_CARD_BONUS, (row,)) - 1 for row in ("win", "lose")))


@lru_cache(maxsize=4)
def _bonus(nets: tuple[Fraction, ...]) -> Contest:
    unit = lcm(*(net.denominator for net in nets))
    win, lose = (int(net * unit) for net in nets)
    made, asked = classes(), counting.three_cards()
    heads = number_of(*made.heads.T)
    rank, reds = asked.rank[asked.number], asked.reds[asked.number]

    def results(place: int) -> Ints:
        own = asked.number[heads[place]]
        won = (asked.rank[own] > rank) | ((asked.rank[own] == rank) & asked.copies[own, reds])
        return np.where(won, win, lose).astype(np.int64)[None, :]

    return Contest(made.heads, made.weights, results, unit)


def four_card_wager(pays: TablePays, slug: str) -> DeckWager:
    """A wager on the seat's three cards with the community card."""
    rows = counting.four_card_rows()
    given = [pays.given(slug, satisfied) for satisfied in rows.satisfied]
    unit = lcm(*(each.denominator for each in given))
    three = hand_codes()
    below = [top * (top - 1) * (top - 2) // 6 for top in range(DECK)]
    hands = np.concatenate([three[:count] for count in below])
    hands = np.concatenate([hands, np.repeat(np.arange(DECK), below)[:, None]], axis=1)
    return DeckWager(DECK, hands, np.array([int(each * unit) for each in given])[rows.of_hand], unit)


DRAWN = (
    "Every figure here is exact but those of three and more seats, whose friends' cards are drawn at random for every "
    "class of hands ({} draws each); for two seats both ways are given."
)
"""Says how many sets of cards were drawn."""

ASSUMED = (
    "Seats that share their cards all see them before any of them is set. The house sets its hand by the house way.",
    "A card seen or told by its back before the wager is one of the hand that the wager is on; the player bets one "
    "unit where it makes the wager favourable, and nothing otherwise. Amounts on meters are those of the table.",
)

ADVICE = (
    Advice(
        "Counting",
        "Nothing: a fresh deck every round is not countable.",
        "Nothing to see.",
        "The whole deck shuffled for every round, as the document has it (dealing 10). A deck that were not would be.",
    ),
    Advice(
        "Seats that show each other their cards",
        "A little of the house edge: see the cards known, by number of seats.",
        "Cards tilted or spoken of before hands are set; settings that differ from those usual with the same cards.",
        "One hand a player, cards kept over the layout, no talk about hands until all are set.",
    ),
    Advice(
        "A house card seen before hands are set",
        "Much: one card turns the game in the player's favour or nearly so.",
        "Settings that fit the house hand; a seat from which the packet's bottom card can be seen.",
        "Packets from a shuffler, dealt flat; the house hand untouched until all hands are set.",
    ),
    Advice(
        "A card seen, or told by its back, before the wager",
        "The most: the player bets only on good hands.",
        "Wagers placed or changed after the shuffler has put out packets.",
        "Wagers closed before the first packet; symmetric backs; decks washed and turned, changed by the clock.",
    ),
)
