"""The common part of questions, where the games' own tests do not reach."""

from __future__ import annotations

from fractions import Fraction

import pytest

import houseway
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Outcome, figures_from_distribution
from houseway.maths.terms import option_text, whole_number


@pytest.mark.parametrize(
    ("given", "number"),
    [("500", 500), ("0", 0), ("", 0), ("-5", 0), ("1.5", 0), ("²", 0), (None, 0), ("9" * 5000, 0), ("007", 7)],
)
def test_whole_number(given: object, number: int) -> None:
    assert whole_number(given) == number


def test_an_option_may_be_given_as_a_number() -> None:
    assert (option_text(6), option_text("6"), option_text(True)) == ("6", "6", True)


def test_what_cannot_happen_is_no_part_of_the_distribution() -> None:
    half = Fraction(1, 2)
    outcomes = (
        Outcome("win", "1 to 1", half, Fraction(1)),
        Outcome("never", "9 to 1", Fraction(0), Fraction(9)),
        Outcome("lose", "loss", half, Fraction(-1)),
    )
    figures = figures_from_distribution(
        wager="bet", paytable="standard", options={}, strategy="optimal", unit="one Bet", outcomes=outcomes
    )
    assert figures.distribution == ((Fraction(-1), half), (Fraction(1), half))
    assert figures.outcomes == outcomes


@pytest.mark.parametrize("mistyped", ["paytables", "option", "rule", "nope"])
@pytest.mark.parametrize("asked", ["analyze", "strategy", "what_ifs"])
def test_a_keyword_that_a_question_has_not_is_refused(asked: str, mistyped: str) -> None:
    """It would narrow and change nothing, and the answer would be that of another question."""
    ask = getattr(houseway.game("dueling"), asked)
    with pytest.raises(BadQuestion, match=f"no '{mistyped}' .choose from edition, wager, "):
        ask(**{mistyped: {}})
