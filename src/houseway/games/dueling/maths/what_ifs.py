"""The rules of Dueling that a question may change: ties, wars that tie again, and which hands the side bets know.

Decks, burnt cards and the tie bonus are options of the document itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from houseway.games.dueling import hands
from houseway.games.dueling.maths import judges
from houseway.games.dueling.maths.counting import Pair, Rows
from houseway.games.dueling.maths.judges import FourCards, TwoCards
from houseway.games.dueling.maths.strategies import ALWAYS, NEVER
from houseway.games.dueling.play import SPOTS
from houseway.maths.what_ifs import Rule, listed
from houseway.table.folder import GameFolder

TIES = "ties"
CHOICE = "choice"
WAR_TIES = "war-ties"
ACE = "ace"
SUITED_PAIR = "suited-pair"
TWO_PAIRS = "two-pairs"
STRAIGHT_FLUSH = "three-card-straight-flush"

PAYS = tuple((spot, "surrender", "push") for spot in SPOTS)
"""Pays to be set beside the rules: wager, row, pay."""

TIED = {"pushes": ("tie", "push", Fraction(0)), "loses": ("tie", "loss", Fraction(-1))}
"""How a tie ends that neither goes to war nor is surrendered: event, pay, net."""


def forced(rules: Mapping[str, str]) -> frozenset[str] | None:
    """The ranks whose ties go to war where a changed rule leaves the player no choice."""
    ties = rules.get(TIES, CHOICE)
    return None if ties == CHOICE else ALWAYS if ties == "war" else NEVER


def combo(rules: Mapping[str, str]) -> TwoCards:
    """Which rows of the Combo Bet two cards make."""
    return judges.combo_judge(ace_low=ACE not in rules, suited_pair=SUITED_PAIR in rules)


def four_cards(rules: Mapping[str, str]) -> Callable[[Pair, Pair], Rows]:
    """Which rows of Tie After Tie four cards make."""
    return judges.each_pair_of_one_color if TWO_PAIRS in rules else hands.tie_after_tie


def two_plus_two(rules: Mapping[str, str]) -> FourCards:
    """Which rows of 2 + 2 four cards make."""
    return judges.two_plus_two_judge(ace_low=ACE not in rules, with_both=STRAIGHT_FLUSH in rules)


def rules(game: GameFolder, edition: str) -> Iterator[Rule]:
    """What may be changed, in the document's order."""
    return listed("""
ties | Ties | how to play 6 | player dealer play war tie-after-tie
What happens when the player's card and the community card tie. = choice: war or surrender;
war: war, without surrender; surrender: half lost, without war; pushes: push; loses: house wins

war-ties | Ties in war | how to play 10(a) | player dealer play war
What a tie of the two war cards does to the first wager and the War wager. =
wins: player wins the war; pushes: both push; loses: house wins both

ace | Ace in Combo Bet and 2 + 2 | bonus wagers combo bet | combo-bet two-plus-two
Whether ace and two are in line. = both: high and low; high: high only

suited-pair | Suited pair in Combo Bet | bonus wagers combo bet | combo-bet
Whether two equal ranks of one suit are a flush too, where a pair loses. = pair: pair only; flush: pair and flush

two-pairs | Two pairs of the same colour | appendix C | tie-after-tie
Which two pairs of Tie After Tie are of the same colour. = four-cards: all four cards; each-pair: each pair by itself

three-card-straight-flush | Three-card straight flush in 2 + 2 | bonus jackpots two plus two | two-plus-two
Which three of the four cards may make it. = any: any three; first-two: both first cards and one more
""")
