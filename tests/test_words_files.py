"""The files of words: how each game is spoken of, to whom, and what is refused in such a file."""

from __future__ import annotations

from pathlib import Path

import pytest

import houseway
from houseway.cards.card_errors import BadEdition
from houseway.registry import all_games, words
from houseway.rulebook.steps import Ask, Choice, Pick
from houseway.table.folder import GameFolder
from houseway.table.shown.wording import Words, read_words, words_of

HEAD = 'format = 1\ngame = "toy"\n'


@pytest.mark.parametrize("slug", all_games())
def test_the_words_are_those_of_the_game(slug: str) -> None:
    found = words(slug)
    assert found.game == slug
    assert all(question.player or question.dealer for question in found.question.values())
    assert all(name[:1].isupper() or name[:1].isdigit() for name in found.choice.values())


def test_a_question_is_asked_told_and_recorded_in_its_own_words() -> None:
    choices = (Choice("pass", "", "x"), Choice("bet", "", "x", 500, 1000, "insurance"))
    ask = Ask(3, "insurance", choices, "pass", cite="x")
    attack = words("triple-attack")
    assert attack.asked(ask) == "The dealer shows an ace. Insurance?"
    assert attack.told(ask) == "insurance: pass or bet"
    assert attack.recorded("insurance") == "Insurance"
    assert attack.answered("insurance", ("bet", 750)) == "Bet $7.50"
    assert attack.answered("insurance", "pass") == "Pass"


def test_a_game_without_words_is_said_by_its_slugs(tmp_path: Path) -> None:
    plain = words_of(GameFolder("toys.plain", str(tmp_path / "__init__.py"), behaviour=1))
    ask = Ask(1, "second-look", (Choice("stay", "", "x"), Choice("go-on", "", "x")), "stay", cite="x")
    assert plain.asked(ask) == "Stay, or go on?"
    assert plain.told(ask) == "stay or go on"
    assert plain.recorded("second-look") == "Second look"
    assert plain.asked(Ask(1, "pick-one", pick=Pick(3, "one of three", "x"), cite="x")) == "Pick one"
    assert (plain.label("side-pot"), plain.says("side-pot")) == ("Side pot", "side pot")
    assert (plain.label("dealer"), plain.says("3.2"), plain.label("3.2"), plain.label("3")) == (
        "Dealer",
        "position 3, hand 2",
        "Hand 2",
        "",
    )


def test_results_are_called_as_the_paytable_prints_them_or_as_the_game_says() -> None:
    deuces, attack = houseway.game("deuces-wild").edition(), houseway.game("triple-attack").edition()
    assert words("deuces-wild").event(deuces, "ante", "fold") == "Folded"
    assert words("deuces-wild").event(deuces, "ante", "none") == "No winning hand"
    assert words("deuces-wild").event(deuces, "ante", "four-of-a-kind") == "Four of a Kind"
    both = words("triple-attack").event(attack, "double-match-up", "suited-match+unsuited-match")
    assert both == "Suited Match and Unsuited Match"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 2", "format"),
        (HEAD + '[question.hold]\nplayers = "Hold?"', "players"),
        (HEAD + '[question.hold]\ncontrol = "lever"', "lever"),
        (HEAD + '[question.hold]\ndealer = "hold {cards}"', r"only \{choices\}"),
        (HEAD + '[question.hold]\ncontrol = "set"', "two boxes"),
        (HEAD + '[question.hold]\ncontrol = "set"\nboxes = ["high", "low"]', "no part of a hand"),
        (HEAD + "[question", "cannot be read"),
        (HEAD + '[lines.a]\nwagers = ["bet"]\nsays = { win = "You win." }', "no stop at its end"),
        (HEAD + '[lines.a]\nwagers = ["bet"]\nsays = { win = "Look: you win" }', "no colon"),
        (HEAD + '[lines.a]\nwagers = ["bet"]\nsays = { win = "Your {Hand wins" }', "facts in braces"),
        (
            HEAD + '[lines.a]\nwagers = ["bet"]\nsays = {}\n[lines.b]\nwagers = ["bet"]\nsays = {}',
            "bet is explained in two groups",
        ),
    ],
)
def test_words_that_do_not_hold_together_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "words.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadEdition, match=said):
        read_words(path)


def test_places_stand_in_the_order_of_the_file() -> None:
    found: Words = words("three-card-split")
    shown = sorted(["burn", "community", "dealer-low", "dealer"], key=found.order)
    assert shown == ["dealer", "dealer-low", "community", "burn"]
