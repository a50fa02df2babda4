"""Errors of questions to the mathematics."""

from houseway.errors import HousewayError


class BadStrategy(HousewayError):
    """A strategy that leaves a situation without an answer, or cannot be read."""


class StrategyHole(BadStrategy):
    """A strategy that leaves hands without a choice."""


class UnknownHand(BadStrategy):
    """A strategy that names a hand, a row, a column or a chart that the game does not have."""


class UnknownChoice(BadStrategy):
    """A strategy that answers a hand with what cannot be chosen there."""


class Contradiction(BadStrategy):
    """A strategy that says two things about one hand."""

    code = "strategy-contradiction"


class BadQuestion(HousewayError):
    """A question that an analysis or a simulation cannot answer: an unknown wager, pay, option, or too small a deck."""


class RuleNotDealt(BadQuestion):
    """A changed rule by which rounds cannot be simulated."""

    code = "rule-not-dealt"


class AmountNeeded(BadQuestion):
    """A wager paid from a meter, or by a posted amount, has no edge and no spread until the amount is known."""


class NoFigures(BadQuestion, LookupError):
    """Figures that an analysis does not have were looked for in it."""


class NoFrames(HousewayError):
    """A data frame is asked for of a library that is not known or not installed, or of something that has no rows."""
