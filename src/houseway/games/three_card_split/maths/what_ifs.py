"""The rules of Three Card Split that a question may change: house ways, copies, fouls, and where the ace stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from houseway.games.three_card_split import hands
from houseway.games.three_card_split.maths import counting, judges
from houseway.games.three_card_split.maths.counting import AS_RULED, FourCards
from houseway.games.three_card_split.maths.variants import COPIES, HOUSE_WAY, NOBODY, Variant
from houseway.maths.what_ifs import Rule, listed
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
    if KING_AND_ACE in rules:
        judge = judge._replace(high_rank=judges.king_and_ace_apart)
    if FOUL in rules:
        judge = judge._replace(is_foul=judges.fouls_equal(judge.high_rank))
    return Variant(judge, rules.get(WAY, HOUSE_WAY), rules.get(COPY) == NOBODY)


def bonus_wins(rules: Mapping[str, str]) -> int:
    """In how many deals the player wins the Three Card Bonus."""
    deals = counting.equal_three_cards()[2]
    match rules.get(BONUS_COPY):
        case "house":
            won = np.zeros(len(deals), dtype=np.bool_)
        case "player":
            won = np.ones(len(deals), dtype=np.bool_)
        case "card-by-card":
            won = judges.matching_cards()
        case _:
            won = counting.copies_by_colour()
    return counting.wins_with_copies(deals, won)


def four_cards(rules: Mapping[str, str]) -> FourCards:
    """Which rows four cards satisfy."""
    return judges.four_card_ace_high if FOUR_CARD_ACE in rules else hands.four_card


def rules(game: GameFolder, edition: str) -> Iterator[Rule]:
    """What may be changed, in the document's order."""
    return listed("""
equal-low-card | Low card equal to the high hand | dealing 4 | primary
Whether a low card equal to the top card of a high-card hand is a foul. = allowed: allowed; foul: foul

king-and-ace | King and ace | dealing 7 | primary
Whether king and ace are the highest connection, beside ace and two, the lowest. =
connected: connected; apart: not connected

copies | Copies | dealing 7 copy | primary
Who wins two sub-hands of the same rank; by colours, the player where both have the same, else the house. =
colours: by colours; house: house; player: player; nobody: nobody, the other hand decides

house-way | House way | appendix A | primary
How the house sets its three cards; the best player is one who sets best against the approved way. =
house-way: approved; any-high: any high hand beside a low ten; three-low: three of A-2-3 low;
best-high: best high hand always; best-low: highest low card always; best-reply: as the best player sets

bonus-copies | Copies in the Three Card Bonus | appendix B copy | three-card-bonus
Who wins two three-card hands of the same rank. = colours: player where as many cards are red, else house;
card-by-card: player where each card has the same colour, else house; house: house; player: player

four-card-ace | Ace in four-card hands | appendix C | four-card-bonus jackpot
Whether A-2-3 and A-2-3-4 are straights. = both: high and low; high: high only
""")
