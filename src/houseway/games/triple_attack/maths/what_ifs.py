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
from houseway.maths.what_ifs import Rule, listed, number
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
    yield number(
        "decks | Decks | description cards",
        "How many decks are in the shoe.",
        every,
        approved=str(found.data.deck.decks),
        most=MOST_DECKS,
        tries=(1, 2, 4, 6),
    )
    yield from listed(_TENS, every)
    yield from listed(_BEFORE_SPLITS, ATTACKS)
    yield number(
        "hands | Hands by splitting | rules 8(d)",
        "The most hands that splits may make of one; 1 for no splits.",
        ATTACKS,
        approved=4,
        most=MOST_SPLIT,
        tries=(1, 2, 3),
    )
    yield from listed(_AFTER_SPLITS, ATTACKS)


_TENS = """
tens | Tens | description cards
Whether the ten of each suit is taken out of every deck. = out: taken out; in: left in
"""

_BEFORE_SPLITS = """
further-attacks | Further attacks | rules 3
Which wagers may be added to the First Attack as the cards come. =
both: Second and Third; second: Second only; third: Third only; none: none

dealer-looks | Dealer looks under | rules 6
Under which up cards the dealer looks for blackjack before anyone plays; without a look, a blackjack turned up at the
end takes every wager still on the table. = ace-and-face: ace or face; ace: ace only; never: never

surrender | Surrender | rules 8
Whether the first two cards may be given up for half of the attack wagers, after the dealer has looked. =
none: not offered; late: half back

double-cards | Double on | rules 8(c)
On how many cards a hand may be doubled. = any: any number of cards; two: two cards only

double-totals | Totals to double | rules 8(c)
Which totals may be doubled. = any: any total; nine-to-eleven: 9, 10 and 11; ten-and-eleven: 10 and 11

double-soft | Double soft hands | rules 8(c)
Whether a hand in which an ace counts eleven may be doubled. = yes: allowed; no: not allowed

double-after-split | Double after a split | rules 8(c)
Whether a hand made by a split may be doubled. = yes: allowed; no: not allowed
"""

_AFTER_SPLITS = """
split-aces-again | Split aces again | rules 8(d)
Whether a pair of aces that a split has made may be split again. = yes: allowed; no: not allowed

split-aces-play | Play of split aces | rules 8(d)
How a hand made by a split of aces is played. = any: like any hand; one-card: one card each

pairs | Pairs | rules 8(d)
Which two cards may be split: of one value, any two faces among them, or of one rank. =
value: of one value; rank: of one rank

charlie | Card charlie | rules 10
How many cards that are not over 21 win at once. = six: six cards; five: five cards; seven: seven cards; none: none

twenty-one | A total of 21 | rules 11
Whether a total of 21 wins at once, or is compared with the dealer's hand. = wins: wins at once; compared: compared

soft-17 | Soft 17 | rules 12
What the dealer does on a 17 in which an ace counts eleven. = hits: dealer hits; stands: dealer stands

dealer-22 | Dealer 22 | rules 13(b)
What a dealer's total of 22 does to hands that stand. = pushes: pushes; busts: busts
"""
