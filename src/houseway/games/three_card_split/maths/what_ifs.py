"""The rules of Three Card Split that a question may change: house ways, copies, fouls, and where the ace stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from houseway.games.three_card_split import hands
from houseway.games.three_card_split.maths.counting import (
    AS_RULED,
    FourCards,
    copies_by_colour,
    equal_three_cards,
    wins_with_copies,
)
from houseway.games.three_card_split.maths.judges import (
    equal_is_foul,
    four_card_ace_high,
    king_and_ace_apart,
    matching_cards,
)
from houseway.games.three_card_split.maths.variants import BEST_REPLY, COPIES, HOUSE_WAY, NOBODY, Variant
from houseway.maths.what_ifs import Rule, choice
from houseway.table.folder import GameFolder

WAY = "house-way"
COPY = "copies"
FOUL = "equal-low-card"
KING_AND_ACE = "king-and-ace"
BONUS_COPY = "bonus-copies"
FOUR_CARD_ACE = "four-card-ace"


def variant(rules: Mapping[str, str]) -> Variant:
    """How the primary wager is played under ``rules``."""
    judge = AS_RULED
    if rules.get(COPY) in COPIES:
        judge = judge._replace(compare=COPIES[rules[COPY]])
    if FOUL in rules:
        judge = judge._replace(is_foul=equal_is_foul)
    if KING_AND_ACE in rules:
        judge = judge._replace(high_rank=king_and_ace_apart)
    return Variant(judge, rules.get(WAY, HOUSE_WAY), rules.get(COPY) == NOBODY)


def bonus_wins(rules: Mapping[str, str]) -> int:
    """In how many deals the player wins the Three Card Bonus."""
    deals = equal_three_cards()[2]
    match rules.get(BONUS_COPY):
        case "house":
            won = np.zeros(len(deals), dtype=np.bool_)
        case "player":
            won = np.ones(len(deals), dtype=np.bool_)
        case "card-by-card":
            won = matching_cards()
        case _:
            won = copies_by_colour()
    return wins_with_copies(deals, won)


def four_cards(rules: Mapping[str, str]) -> FourCards:
    """Which rows four cards satisfy."""
    return four_card_ace_high if FOUR_CARD_ACE in rules else hands.four_card


def rules(game: GameFolder, edition: str) -> Iterator[Rule]:
    """What may be changed, in the document's order."""
    yield choice(
        FOUL,
        "Low card equal to the high hand",
        "Whether a low card equal to the top card of a high-card hand is a foul.",
        "dealing 4",
        ("primary",),
        {"allowed": "allowed", "foul": "foul"},
    )
    yield choice(
        KING_AND_ACE,
        "King and ace",
        "Whether king and ace are the highest connection, beside ace and two, the lowest.",
        "dealing 7",
        ("primary",),
        {"connected": "connected", "apart": "not connected"},
    )
    yield choice(
        COPY,
        "Copies",
        "Who wins two sub-hands of the same rank; by colours, the player where both have the same, else the house.",
        "dealing 7 copy",
        ("primary",),
        {
            "colours": "by colours",
            "house": "house",
            "player": "player",
            NOBODY: "nobody, the other hand decides",
        },
    )
    yield choice(
        WAY,
        "House way",
        "How the house sets its three cards; the best player is one who sets best against the approved way.",
        "appendix A",
        ("primary",),
        {
            HOUSE_WAY: "approved",
            "any-high": "any high hand beside a low ten",
            "three-low": "three of A-2-3 low",
            "best-high": "best high hand always",
            "best-low": "highest low card always",
            BEST_REPLY: "as the best player sets",
        },
    )
    yield choice(
        BONUS_COPY,
        "Copies in the Three Card Bonus",
        "Who wins two three-card hands of the same rank.",
        "appendix B copy",
        ("three-card-bonus",),
        {
            "colours": "player where as many cards are red, else house",
            "card-by-card": "player where each card has the same colour, else house",
            "house": "house",
            "player": "player",
        },
    )
    yield choice(
        FOUR_CARD_ACE,
        "Ace in four-card hands",
        "Whether A-2-3 and A-2-3-4 are straights.",
        "appendix C",
        ("four-card-bonus", "jackpot"),
        {"both": "high and low", "high": "high only"},
    )
