"""The public API is what ``houseway`` exports: every name is there, and none costs anything before it is asked for."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

import houseway


@pytest.mark.parametrize("name", houseway.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(houseway, name) is not None
    assert name in dir(houseway)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="roulette"):
        houseway.__getattr__("roulette")


def test_importing_it_imports_nothing_heavy() -> None:
    program = (
        "import sys, houseway; print([name for name in ('numba', 'numpy', 'rich', 'typer') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=600)
    assert done.stdout.strip() == "[]"


def test_a_first_question_looks_at_nothing_that_is_not_asked_about() -> None:
    """Neither at what else is installed nor at the simulation: that would cost more than the answer."""
    program = (
        "import sys, houseway; houseway.game('dueling').analyze(wager='player')\n"
        "print([name for name in ('importlib.metadata', 'concurrent.futures', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=600)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("rules", "percent"),
    [
        ({"shoe": 8}, "-0.430580629"),
        ({"shoe": 1, "double_after_split": False, "split_hands": 2}, "+0.024273905"),
    ],
)
def test_ordinary_blackjack_by_the_public_names(rules: dict[str, Any], percent: str) -> None:
    """Farmer's analyser: eight decks, and one deck."""
    shoe = houseway.shoe_of(rules["shoe"])
    rest = {key: value for key, value in rules.items() if key != "shoe"}
    assert f"{100 * houseway.solve(houseway.BlackjackRules(shoe=shoe, **rest)).value:+.9f}" == percent


def test_three_of_a_kind_suited_by_the_public_names() -> None:
    """wizardofodds.com, 21+3: 1,040 suited trips of 5,013,320 deals of three cards from six decks."""
    counts = houseway.count_deals(houseway.Deck(6).counts, (3,), lambda cards: len(set(cards)) == 1)
    assert (counts[True], sum(counts.values())) == (1040, 5_013_320)


def test_casino_war_by_the_public_names() -> None:
    """wizardofodds.com: six decks, 142853/4965115 for the house."""
    figures: houseway.Figures = houseway.game("dueling").analyze(wager="player").find("player", decks="6")
    assert figures.house_edge == Fraction(142853, 4965115)
