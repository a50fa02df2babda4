"""``houseway new game``: the folder it writes is a game, and passes what every game must pass."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway.games
from houseway import registry
from houseway.cli.maths.new_game_command import new_game
from houseway.simulation import sampled
from houseway.simulation.readable import READABLE_BLOCK
from houseway.table.shown.felt import felt_of
from houseway.table.shown.open_cards import read_cards
from tests.cli.command import Run
from tests.conformance import test_conformance as conformance

FILES = {"__init__.py", "play.py", "hands.py", "advice.py", "reading.py", "words.toml", "house.toml", "1.toml"}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of Lucky Seven, among the games for as long as the tests run."""
    folder = tmp_path_factory.mktemp("games")
    new_game("Lucky Seven", str(folder), None)
    houseway.games.__path__.append(str(folder))
    registry.refresh()
    yield folder
    houseway.games.__path__.remove(str(folder))
    registry.refresh()
    for name in [name for name in sys.modules if name.startswith("houseway.games.lucky_seven")]:
        del sys.modules[name]


def test_a_written_game_passes_the_conformance_suite(written: Path) -> None:
    game = registry.game("lucky-seven")
    assert game.name == "Lucky Seven"
    conformance.test_random_play_ends_with_money_conserved_and_replays_alike(game, 0)
    conformance.test_whatever_a_round_asks_lays_and_settles_has_words(game)
    conformance.test_every_offered_choice_is_accepted_and_every_other_refused_with_a_reason(game)
    conformance.test_wagers_that_are_refused_say_why_and_change_nothing(game)
    conformance.test_time_running_out_never_adds_money(game)
    conformance.test_a_void_at_any_moment_gives_everything_back(game)
    conformance.test_rounds_that_differ_in_unseen_cards_look_the_same(game)


def test_the_test_that_comes_with_it_passes(written: Path) -> None:
    module: dict[str, object] = {}
    exec(compile((written / "test_lucky_seven.py").read_text(encoding="utf-8"), "test", "exec"), module)
    for name, test in module.items():
        if name.startswith("test_") and callable(test):
            given = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
            for values in given[0].args[1] if given else [()]:
                test(*values)


def test_it_has_a_felt_figures_and_rounds(written: Path, cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled, "ROUNDS", READABLE_BLOCK)
    game = registry.game("lucky-seven")
    assert read_cards(game, {"1": ["Kc"], "dealer": ["9d"]}).hands["1"] == "king: beats the house"
    assert {spot.wager for spot in felt_of(game).design[0].spots} == {"bet", "raise"}
    assert "Sampled, not exact" in cli("analyze", "lucky-seven", width=160).out
    assert cli("simulate", "lucky-seven", "-r", "200", "--seed", "1", "--workers", "1").code == 0
    assert cli("deal", "lucky-seven", "--seed", "1").code == 0
    assert cli("rules", "lucky-seven").code == 0


def test_a_name_is_refused_with_what_to_do(tmp_path: Path, cli: Run) -> None:
    for name in ("", "7 up", "a/b", "../x", "Dueling", "Class", "x" * 41):
        ended = cli("new", "game", name, "--into", str(tmp_path))
        assert ended.code == 2 and ended.err, name
    assert cli("new", "game", "Plain", "--into", str(tmp_path / "none")).code == 2
    ended = cli("new", "game", "plain jane", "--into", str(tmp_path))
    assert ended.code == 0
    assert {Path(line).name for line in ended.out.splitlines()} == {*FILES, "test_plain_jane.py"}
    assert cli("new", "game", "Plain-Jane", "--into", str(tmp_path)).code == 2
    assert 'name = "Plain Jane"' in (tmp_path / "plain_jane" / "editions" / "1.toml").read_text(encoding="utf-8")
