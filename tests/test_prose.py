"""Prose decides nothing: with every sentence and name reworded at random, nothing but texts changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.compliance.check import check
from houseway.floor import command_index as c
from houseway.floor.play.live_rounds import Playing
from houseway.registry import all_games, game
from houseway.rulebook.edition import Edition, EditionData
from houseway.table.records.record import record
from houseway.table.variety import kept_setup
from houseway.web.console.console_frame import now
from houseway.web.console.dealer_steps import new_deck, queue
from houseway.web.console.table_notes import Noted
from houseway.web.console.take_and_pay import positions, standing
from houseway.web.seat.seat_pages import sections_of
from tests.compliance.cases import CASES
from tests.compliance.changes import configured
from tests.conformance.random_rounds import Dealt
from tests.floor.live_tables import IVY, W1, At, live_house

TEXTS = {
    "clause": ("text",),
    "ruling": ("text",),
    "option": ("says",),
    "wager": ("name", "says"),
    "equipment": ("name",),
}
WORDS = (
    *("inspect", "wash", "shuffled", "anew", "press", "deck", "lights"),
    *("moon", "river", "cloth", "paper", "seven", "button", "card", "or higher"),
)
"""Some of them once meant something to the program."""


def reworded(edition: Edition, seed: int) -> Edition:
    """The same edition in other words; ids, kinds and fields stay."""
    chance = random.Random(seed)
    data = msgspec.to_builtins(edition.data)

    def words() -> str:
        return " ".join(chance.sample(WORDS, 6)).capitalize() + "."

    for table, fields in TEXTS.items():
        for item in data.get(table, ()):
            item.update({field: words() for field in fields})
    data["game"] |= {"name": words(), "title": words()}
    return Edition(msgspec.convert(data, EditionData), game(edition.about.slug).behaviour)


@pytest.fixture
def other_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    kept_setup.cache_clear()
    for each in all_games().values():
        for slug, edition in list(each.editions.items()):
            monkeypatch.setitem(each.editions, slug, reworded(edition, 11))
    yield
    kept_setup.cache_clear()


def _rounds() -> list[dict[str, Any]]:
    kept_setup.cache_clear()
    made = []
    for each in all_games().values():
        for number in range(40):
            dealt = Dealt(each, 11, number)
            made.append(
                {key: value for key, value in record(dealt.play(), meters=dealt.meters).items() if key != "text"}
            )
    return made


_BEFORE: dict[str, Any] = {}


def _kept(name: str, make: Any) -> Any:
    if name not in _BEFORE:
        _BEFORE[name] = make()
    return _BEFORE[name]


@pytest.fixture(autouse=True)
def _said_as_it_is(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is so in the words that the editions have, made once."""
    _kept("rounds", _rounds)
    _kept("findings", _findings)
    _kept("console", lambda: _console(tmp_path_factory.mktemp("said")))
    _kept("sections", _sections)


def test_rounds_settle_alike_in_other_words(other_words: None) -> None:
    assert _rounds() == _BEFORE["rounds"]


def _findings() -> dict[str, list[tuple[str, str]]]:
    """By case the rules that find something, and where: never the words."""
    found = {}
    for name, case in CASES.items():
        if case.rule.startswith("link-"):
            # Links are judged by mathematics, which takes long and reads no words.
            continue
        found[name] = [(one.rule, one.where) for one in check(configured(case.base, case.wrong))]
    return found


def test_a_configuration_is_refused_alike_in_other_words(other_words: None) -> None:
    assert _findings() == _BEFORE["findings"]


def _sections() -> dict[str, list[list[str]]]:
    return {
        f"{each.slug} {edition.slug}": [
            [clause.cite for clause in clauses] for clauses in sections_of(edition).values()
        ]
        for each in all_games().values()
        for edition in each.editions.values()
    }


def test_players_find_the_same_clauses_in_other_words(other_words: None) -> None:
    assert _sections() == _BEFORE["sections"]


def _console(path: Path) -> list[Any]:
    """What the dealer is told to do at every stop of a round of Deuces Wild dealt by hand, without its sentences."""
    house = live_house(path / "room.db")
    at = At(house, W1)
    at.sit(1, IVY)
    told: list[Any] = []

    def look() -> None:
        floor = house.floor
        state = floor.table(W1)
        noted = Noted()
        for entry in floor.journal.read(f"table/{W1}"):
            noted.take(entry)
        setup = at.round.setup
        told.append([(item.clause, item.done) for item in new_deck(setup.edition, noted)])
        assert state.live is not None
        playing = Playing(state.live, at.round.game.slug, setup)
        for answered in state.live.answers:
            playing.take(answered)
        found = positions(setup, state, playing.round.lines, standing(setup, state, playing), _calls(house, W1))
        items = queue(playing, setup, state, noted, found)
        told.append([(item.kind, item.clause, item.what) for item in items])
        told.append(now(playing.round, setup, state).clause)

    at.begin(1)
    look()
    house.do(c.NoteStep(table=W1, clause="dealing 3"), "dole")
    look()
    at.answer(1, {"ante": 500})
    look()
    house.floor.close()
    return told


def _calls(house: Any, table: str) -> Any:
    from houseway.web.console.announcements import calls_at

    return calls_at(house.floor.property, table, house.at)


def test_the_dealer_is_told_the_same_steps_in_other_words(other_words: None, tmp_path: Path) -> None:
    assert _console(tmp_path) == _BEFORE["console"]


@pytest.mark.parametrize("edition", ["2010", "2017"])
@pytest.mark.parametrize("noted_as", ["dealing 3", "dealing 15"])
def test_a_new_deck_is_inspected_and_washed_once_whatever_its_clause_is_called(edition: str, noted_as: str) -> None:
    """In the document of 2010 the clause is number 15, and lines cite it as 3."""
    book = game("deuces-wild").edition(edition)
    noted = Noted()
    assert [(item.clause, item.done) for item in new_deck(book, noted)] == [("dealing 3", False)]
    noted.ever.add(noted_as)
    assert new_deck(book, noted)[0].done is (noted_as == "dealing 3" or edition == "2010")
