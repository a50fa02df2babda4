"""How each game is played on one screen: short, drawn, for every layout, and a guide with a word for every question."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from houseway.cards.card_errors import BadEdition
from houseway.registry import all_games, words
from houseway.table.folder import GameFolder
from houseway.table.shown.how_to_play import FEWEST, MOST, HowToPlay, how_to_play_of

LONGEST = 190
"""Characters of a step, or of what a guide says at once."""

CODE = re.compile(r"\b([2-9TJQKA][cdhs]|Xj)\b|[a-z]-[a-z]+-[a-z]|\b(rules|dealing|appendix) \d")
"""A card's code, a slug, a clause."""


def of(slug: str) -> HowToPlay:
    found = how_to_play_of(all_games()[slug])
    assert found is not None and found.game == slug
    return found


@pytest.mark.parametrize("slug", all_games())
def test_a_game_is_explained_in_five_to_eight_short_steps_under_all_options_of_its_tables(slug: str) -> None:
    found = of(slug)
    named = {option for step in found.step for option in step.only}
    options = all_games()[slug].edition().options
    tables = itertools.product(*([(option, value) for value in options[option].values] for option in named))
    for table in tables:
        steps = found.under(dict(table)).step
        assert FEWEST <= len(steps) <= MOST
        assert any(step.show for step in steps)
    for text in (found.goal, *(step.says for step in found.step)):
        assert len(text) <= LONGEST, text
        assert not CODE.search(text), text


@pytest.mark.parametrize("slug", all_games())
def test_the_guide_has_a_word_for_every_question_that_a_player_is_asked(slug: str) -> None:
    guide = of(slug).first_round
    asked = {name for name, question in words(slug).question.items() if question.player}
    assert set(guide.question) == asked
    for text in (guide.bet, guide.cards, guide.result, *guide.question.values()):
        assert text and len(text) <= LONGEST and not CODE.search(text), text


def test_a_game_that_does_not_say_how_it_is_played_is_played_all_the_same(tmp_path: Path) -> None:
    assert how_to_play_of(GameFolder("toys.plain", str(tmp_path / "__init__.py"), behaviour=1)) is None


@pytest.mark.parametrize(
    "text",
    [
        "format = 2",
        'format = 1\ngame = "toy"\ngoal = "Win."\nstep = [{ says = "Bet.", colour = "red" }]',
        'format = 1\ngame = "toy"\ngoal = "Win."\nstep = [{ says = "Bet.", show = [{ cards = ["1x"] }] }]\n'
        '[first-round]\nbet = "Bet."\ncards = "Look."\nresult = "Won."',
        "no toml",
    ],
)
def test_a_file_that_does_not_hold_together_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "how_to_play.toml").write_text(text)
    with pytest.raises(BadEdition, match=r"how_to_play\.toml cannot be read"):
        how_to_play_of(GameFolder("toys.plain", str(tmp_path / "__init__.py"), behaviour=1))
