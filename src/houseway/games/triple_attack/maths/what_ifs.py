"""The rules of Triple Attack that a question may change, and the changed game as the blackjack solver reads it.

Each is a field of the solver's record of rules, or of the shoe: the figures of a changed game are worked out as those
of the approved one are. Side bets, jackpots and insurance hang on the cards alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.cards import Deck, deck_of
from houseway.maths.blackjack.rules import MOST_HANDS as MOST_SPLIT
from houseway.maths.blackjack.rules import BlackjackRules
from houseway.maths.what_ifs import Rule, RuleValue, choice
from houseway.rulebook.edition import DeckData
from houseway.table.folder import GameFolder

ATTACKS = ("first-attack", "second-attack", "third-attack")
DECKS = "decks"
MOST_DECKS = 1000
TENS = "tens"
FURTHER = "further-attacks"
SURRENDER = "surrender"

PAYS = (
    ("first-attack", "blackjack", "6:5"),
    ("first-attack", "blackjack", "3:2"),
    ("first-attack", "blackjack", "2:1"),
    ("first-attack", "blackjack-against-blackjack", "1:1"),
    ("first-attack", "blackjack-against-blackjack", "push"),
)
"""Pays that other games of the family have, to be set beside the rules: wager, row, pay."""

_CHARLIE = {"none": 0, "five": 5, "six": 6, "seven": 7}
_TOTALS: dict[str, tuple[int, ...]] = {"any": (), "nine-to-eleven": (9, 10, 11), "ten-and-eleven": (10, 11)}
_LOOKS: dict[str, tuple[int, ...]] = {"ace-and-face": (1, 10), "ace": (1,), "never": ()}

_SETS: dict[str, Callable[[str], dict[str, Any]]] = {
    "dealer-looks": lambda value: {"looks_under": _LOOKS[value]},
    "double-cards": lambda value: {"double_any_number": value == "any"},
    "double-totals": lambda value: {"double_totals": _TOTALS[value]},
    "double-soft": lambda value: {"double_soft": value == "yes"},
    "double-after-split": lambda value: {"double_after_split": value == "yes"},
    "hands": lambda value: {"split_hands": int(value)},
    "split-aces-again": lambda value: {"split_aces_to": MOST_SPLIT if value == "yes" else 2},
    "split-aces-play": lambda value: {"one_card_to_split_aces": value == "one-card"},
    "pairs": lambda value: {"split_by_value": value == "value"},
    SURRENDER: lambda value: {"surrender": value == "late"},
    "charlie": lambda value: {"charlie": _CHARLIE[value]},
    "twenty-one": lambda value: {"twenty_one_wins": value == "wins"},
    "soft-17": lambda value: {"hit_soft_17": value == "hits"},
    "dealer-22": lambda value: {"push_totals": (22,) if value == "pushes" else ()},
}
"""What each rule sets in the solver's record."""


def changed(rules: BlackjackRules, given: Mapping[str, str]) -> BlackjackRules:
    """``rules`` as ``given`` changes them."""
    fields: dict[str, Any] = {}
    if "hands" in given:
        # Aces are split as often as other pairs unless a rule of their own says otherwise.
        fields["split_aces_to"] = int(given["hands"])
    for slug, value in given.items():
        if slug in _SETS:
            fields |= _SETS[slug](value)
    return msgspec.structs.replace(rules, **fields) if fields else rules


def shoe(data: DeckData, decks: str, given: Mapping[str, str]) -> Deck:
    """The cards that are dealt from, ``decks`` being asked for by an option."""
    without = data.without if given.get(TENS, "out") == "out" else ()
    return deck_of(int(given.get(DECKS, decks)), data.jokers, without)


def attacks(given: Mapping[str, str]) -> tuple[bool, bool]:
    """Whether a Second and a Third Attack may be made."""
    value = given.get(FURTHER, "both")
    return value in ("both", "second"), value in ("both", "third")


def rules(game: GameFolder, edition: str) -> Iterator[Rule]:
    """What may be changed, in the document's order."""
    found = game.edition(edition)
    every = tuple(slug for slug in found.wagers if slug not in ("double", "split"))
    yield Rule(
        slug=DECKS,
        name="Decks",
        meaning="How many decks are in the shoe.",
        approved=str(found.data.deck.decks),
        clause="description cards",
        wagers=every,
        least=1,
        most=MOST_DECKS,
        tries=(1, 2, 4, 6),
    )
    yield Rule(
        slug=TENS,
        name="Tens",
        meaning="Whether the ten of each suit is taken out of every deck.",
        approved="out",
        clause="description cards",
        wagers=every,
        values=(RuleValue("out", "taken out"), RuleValue("in", "left in")),
    )
    yield from _OF_ATTACKS


def _rule(slug: str, name: str, meaning: str, clause: str, values: Mapping[str, str]) -> Rule:
    """A rule of the main game, the approved value first."""
    return choice(slug, name, meaning, clause, ATTACKS, values)


_YES = {"yes": "allowed", "no": "not allowed"}

_OF_ATTACKS = (
    _rule(
        FURTHER,
        "Further attacks",
        "Which wagers may be added to the First Attack as the cards come.",
        "rules 3",
        {
            "both": "Second and Third",
            "second": "Second only",
            "third": "Third only",
            "none": "none",
        },
    ),
    _rule(
        "dealer-looks",
        "Dealer looks under",
        "Under which up cards the dealer looks for blackjack before anyone plays; without a look, a blackjack turned "
        "up at the end takes every wager still on the table.",
        "rules 6",
        {"ace-and-face": "ace or face", "ace": "ace only", "never": "never"},
    ),
    _rule(
        SURRENDER,
        "Surrender",
        "Whether the first two cards may be given up for half of the attack wagers, after the dealer has looked.",
        "rules 8",
        {"none": "not offered", "late": "half back"},
    ),
    _rule(
        "double-cards",
        "Double on",
        "On how many cards a hand may be doubled.",
        "rules 8(c)",
        {"any": "any number of cards", "two": "two cards only"},
    ),
    _rule(
        "double-totals",
        "Totals to double",
        "Which totals may be doubled.",
        "rules 8(c)",
        {"any": "any total", "nine-to-eleven": "9, 10 and 11", "ten-and-eleven": "10 and 11"},
    ),
    _rule(
        "double-soft",
        "Double soft hands",
        "Whether a hand in which an ace counts eleven may be doubled.",
        "rules 8(c)",
        _YES,
    ),
    _rule(
        "double-after-split",
        "Double after a split",
        "Whether a hand made by a split may be doubled.",
        "rules 8(c)",
        _YES,
    ),
    Rule(
        slug="hands",
        name="Hands by splitting",
        meaning="The most hands that splits may make of one; 1 for no splits.",
        approved="4",
        clause="rules 8(d)",
        wagers=ATTACKS,
        least=1,
        most=MOST_SPLIT,
        tries=(1, 2, 3),
    ),
    _rule(
        "split-aces-again",
        "Split aces again",
        "Whether a pair of aces that a split has made may be split again.",
        "rules 8(d)",
        _YES,
    ),
    _rule(
        "split-aces-play",
        "Play of split aces",
        "How a hand made by a split of aces is played.",
        "rules 8(d)",
        {"any": "like any hand", "one-card": "one card each"},
    ),
    _rule(
        "pairs",
        "Pairs",
        "Which two cards may be split: of one value, any two faces among them, or of one rank.",
        "rules 8(d)",
        {"value": "of one value", "rank": "of one rank"},
    ),
    _rule(
        "charlie",
        "Card charlie",
        "How many cards that are not over 21 win at once.",
        "rules 10",
        {"six": "six cards", "five": "five cards", "seven": "seven cards", "none": "none"},
    ),
    _rule(
        "twenty-one",
        "A total of 21",
        "Whether a total of 21 wins at once, or is compared with the dealer's hand.",
        "rules 11",
        {"wins": "wins at once", "compared": "compared"},
    ),
    _rule(
        "soft-17",
        "Soft 17",
        "What the dealer does on a 17 in which an ace counts eleven.",
        "rules 12",
        {"hits": "dealer hits", "stands": "dealer stands"},
    ),
    _rule(
        "dealer-22",
        "Dealer 22",
        "What a dealer's total of 22 does to hands that stand.",
        "rules 13(b)",
        {"pushes": "pushes", "busts": "busts"},
    ),
)
