"""Three Card Split: what each way to set each hand is worth on the primary wager, and the forms of its charts."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from houseway.games.three_card_split import maths
from houseway.games.three_card_split.maths.charts import forms
from houseway.games.three_card_split.maths.classes import ASK, HANDS, HOUSE_HANDS, LOW, class_names, classes
from houseway.games.three_card_split.maths.strategies import optimal_for, places_of, values
from houseway.games.three_card_split.maths.terms import Terms
from houseway.maths.choices.hand_worths import Decision, Decisions, HandWorth
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder

__all__ = ["answers", "decisions", "forms", "in_words"]


def decisions(game: GameFolder, question: Question, strategy: Strategy) -> Decisions:
    """The three ways to set each class of three cards: by every house hand that the other 49 cards make."""
    if question.wager not in (None, maths.PRIMARY):
        raise BadQuestion(f"{question.wager} leaves nothing to decide", remedy=f"ask about {maths.PRIMARY}")
    asked = question.about(maths.PRIMARY)
    terms = Terms(game, asked)
    table = terms.tables[0]
    nets = maths.nets_of(terms, table)
    whole = HOUSE_HANDS * lcm(*(net.denominator for net in nets))
    hands = {}
    every = zip(class_names(), values(nets).tolist(), classes().weights.tolist(), strict=True)
    for text, worths, weight in every:
        often = Fraction(weight, HANDS)
        by_answer = {answer: Fraction(int(worth), whole) for answer, worth in zip(LOW, worths, strict=True)}
        hands[text] = HandWorth(by_answer, often, often)
    own, best = (maths.primary_figures(terms, table, played) for played in (strategy, optimal_for(nets)))
    return Decisions.priced(own, best, [Decision(ASK, "the primary wager", hands)], answers(strategy))


def answers(strategy: Strategy) -> dict[str, dict[str, str]]:
    """Which card of each class goes low; the house way by the card that it puts there."""
    places = places_of(strategy).tolist()
    return {ASK: dict(zip(class_names(), (LOW[place] for place in places), strict=True))}


def in_words(ask: str, hand: str, answer: str) -> str:
    """Which card goes low."""
    del ask
    return f"{hand.split()[LOW.index(answer)]} low"
