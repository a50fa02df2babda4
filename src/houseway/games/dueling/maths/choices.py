"""Dueling for Dollars: what war and surrender are worth with each rank that may tie, and the form of its chart."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from houseway.cards import RANKS
from houseway.games.dueling.maths import counting
from houseway.games.dueling.maths.analyst import Analyst
from houseway.games.dueling.maths.strategies import CHART, LEGEND, SURRENDER, WAR, fights_of
from houseway.games.dueling.play import SPOTS
from houseway.maths.choices.chart_forms import ChartForm, plain_answers
from houseway.maths.choices.hand_worths import Decision, Decisions, HandWorth
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder

ROW = "tie"


def decisions(game: GameFolder, question: Question, strategy: Strategy) -> Decisions:
    """War against surrender on the spot that is asked about, or on the first that the layout has."""
    if question.wager is not None and question.wager not in SPOTS:
        raise BadQuestion(
            f"the ties are decided on {', '.join(SPOTS)}, not on {question.wager}", remedy=f"ask about {SPOTS[0]}"
        )
    analyst = Analyst(game, question.about(question.wager or Analyst(game, question).spot_for(None)))
    spot = analyst.wagers[0]
    decks, chosen = analyst.first_options()
    surrender = analyst.worth(spot, chosen)((0, None))
    # Two cards of one rank, of all pairs of cards in their order.
    tie = Fraction(counting.duels(decks)[0], counting.deals(decks, 2) * len(RANKS))
    wars = analyst.wars(spot, decks, chosen)
    hands = {rank: HandWorth({WAR: war, SURRENDER: surrender}, tie, tie) for rank, war in wars.items()}
    own = analyst.spot(spot, decks, chosen, strategy)
    best = analyst.spot(spot, decks, chosen, analyst.optimal(spot, decks, chosen))
    return Decisions.priced(own, best, [Decision(WAR, "the first wager", hands)], answers(strategy))


def answers(strategy: Strategy) -> dict[str, dict[str, str]]:
    """War or surrender by rank."""
    fights_of(strategy)
    return {WAR: dict(strategy.tables[WAR])}


def in_words(ask: str, hand: str, answer: str) -> str:
    """War, or surrender."""
    del ask, hand
    return {WAR: "go to war"}.get(answer, answer)


def forms(strategy: Strategy | None = None, question: Question | None = None) -> Sequence[ChartForm]:
    """The one line of ranks."""
    del strategy, question
    marks = {"W": WAR, "S": SURRENDER}
    hands = [[(rank,) for rank in RANKS]]
    return (
        ChartForm(
            WAR,
            CHART,
            (ROW,),
            tuple(RANKS),
            hands,
            legend=LEGEND,
            answers=plain_answers(marks),
            heads=("", "rank of the tie"),
        ),
    )
