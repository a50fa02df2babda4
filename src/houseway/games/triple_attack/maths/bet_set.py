"""How the First Attack hangs together with the side bets on the first three cards, and these with each other.

What an attack wins hangs on the values of the cards, a side bet on their ranks and suits too. Given the values of the
player's two cards and of the up card the two are independent: what is left of the shoe has the same values whichever
suits are gone. So the mean of the product is a sum over those three cards. It would not be so where insurance is taken,
which looks at suits; then only the side bets are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations

import numpy as np

from houseway.cards import Card
from houseway.games.triple_attack import hands
from houseway.games.triple_attack.maths import OPTIMAL, main_of
from houseway.games.triple_attack.maths.attack import Round, value_place
from houseway.games.triple_attack.maths.terms import FIRST, Terms
from houseway.maths.blackjack.evaluation import Evaluation
from houseway.maths.blackjack.hands import Floats
from houseway.maths.blackjack.rules import VALUES
from houseway.maths.question import Question
from houseway.maths.results import Number
from houseway.rulebook.paytables import Paytable
from houseway.table.folder import GameFolder


def covariances(
    game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]
) -> dict[tuple[str, str], Number]:
    """Of each two among the First Attack, Suited Royals, Double Match-Up and Triple Match."""
    terms = {wager: Terms(game, question) for wager, question in questions.items() if wager in (FIRST, *_ON_THREE)}
    if len(terms) < 2:
        return {}
    deck = next(iter(terms.values())).deck
    kinds = list(deck.counts)
    counts = np.array([deck.counts[kind] for kind in kinds], dtype=np.float64)
    one = np.eye(len(kinds))
    # (first, second, up) how likely these three cards are.
    chance = counts[:, None, None] * (counts[None, :, None] - one[:, :, None])
    chance = chance * (counts[None, None, :] - one[:, None, :] - one[None, :, :])
    chance /= chance.sum()
    won: dict[str, Floats] = {}
    for wager, each in terms.items():
        if wager != FIRST:
            won[wager] = _side(kinds, each.tables[0], _ON_THREE[wager])
            continue
        played = main_of(each).round(questions[wager].strategy or OPTIMAL)
        if not played.choices.insured:
            place = np.array([value_place(kind) for kind in kinds])
            won[wager] = _by_three_cards(played)[place[:, None, None], place[None, :, None], place[None, None, :]]
    means = {wager: float((chance * worth).sum()) for wager, worth in won.items()}
    return {
        (mine, other): float((chance * won[mine] * won[other]).sum()) - means[mine] * means[other]
        for mine, other in combinations(won, 2)
    }


def _by_three_cards(played: Round) -> Floats:
    """(first, second, up) what a round wins on the average for one First Attack, by the values of these cards."""
    solver = played.solver
    found = np.zeros((VALUES, VALUES, VALUES))
    for second in range(VALUES):
        only = np.zeros((VALUES, VALUES, VALUES))
        only[:, :, second] = 1.0
        joint = Evaluation(solver, played.choices.play, only).values * played.attacks
        share = solver.second[:, :, second]
        found[:, second, :] = np.where(share > 0.0, joint / np.where(share > 0.0, share, 1.0), 0.0)
    return found


def _side(kinds: list[Card], table: Paytable, judge: Callable[[Card, Card, Card], tuple[str, ...]]) -> Floats:
    """(first, second, up) what a side bet wins for one."""

    def net(events: tuple[str, ...]) -> float:
        # Each match of Double Match is paid on its own; of other rows the first is.
        rows = [table.row((event,)) for event in events] if judge is _double_match else [table.row(events)]
        paid = [row.pay.amount for row in rows if table.find(row.event) is not None]
        return float(sum(paid, Fraction(0))) if paid else -1.0

    known: dict[tuple[str, ...], float] = {}
    found = np.zeros((len(kinds), len(kinds), len(kinds)))
    for a, first in enumerate(kinds):
        for b, second in enumerate(kinds[: a + 1]):
            for c, up in enumerate(kinds):
                events = judge(first, second, up)
                if events not in known:
                    known[events] = net(events)
                found[a, b, c] = found[b, a, c] = known[events]
    return found


def _suited_royals(first: Card, second: Card, up: Card) -> tuple[str, ...]:
    return hands.suited_royals((first, second))


def _double_match(first: Card, second: Card, up: Card) -> tuple[str, ...]:
    return tuple(filter(None, (hands.match(first, up), hands.match(second, up))))


def _triple_match(first: Card, second: Card, up: Card) -> tuple[str, ...]:
    return hands.triple_match((first, second), up)


_ON_THREE: dict[str, Callable[[Card, Card, Card], tuple[str, ...]]] = {
    "suited-royals": _suited_royals,
    "double-match-up": _double_match,
    "triple-match": _triple_match,
}
"""Side bets that the player's two cards and the up card decide."""
