"""The blackjack family: one solver driven by a record of rules. It knows no game by name.

`solve` finds the best play by composition, `best_table` the best one of a player who sees less, and `Solver.evaluate`
the figures of any play. What is fixed and what is exact:

- Cards are removed exactly: every draw and every dealer's hand is from the shoe less all cards of the hand, the up card
  and, after a split, the pair cards of the other hands. Values are sums of float64 terms and hold to about 1e-13.
- A pair that is split is split again whenever it can be. A hand made by a split is played as the same cards are played
  unsplit, whatever the other hands hold; where the rules let no such hand be doubled, by actions of its own (the plane
  `AFTER_SPLIT` of a `Play`). For that play the expected value of a split is exact: by exchangeability a hand depends on
  the others only through the pair cards that they are known to hold or not to hold.
- The best play by composition is best for the unsplit hand; pairs are then split, and hands surrendered, where that is
  worth more. Hands made by splits that may not be doubled are played as would be best unsplit if none might be.
- The shoe is full at the start of the round and never runs out in it.
"""

from houseway.maths.blackjack.dealer import total_by_suits
from houseway.maths.blackjack.evaluation import Evaluation
from houseway.maths.blackjack.plays import Play
from houseway.maths.blackjack.rules import BlackjackRules, shoe_of
from houseway.maths.blackjack.solver import Solution, Solver, solve
from houseway.maths.blackjack.tables import best_table, by_total, by_total_and_cards

__all__ = [
    "BlackjackRules",
    "Evaluation",
    "Play",
    "Solution",
    "Solver",
    "best_table",
    "by_total",
    "by_total_and_cards",
    "shoe_of",
    "solve",
    "total_by_suits",
]
