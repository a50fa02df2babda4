"""The files of the layouts: what ``felt.toml`` says of each game."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pytest

import houseway
from houseway import registry
from houseway.cards.card_errors import BadEdition
from houseway.facade import Game
from houseway.rulebook.steps import place_name
from houseway.table.setup import Setup
from houseway.table.shown.felt import Felt, felt_of
from houseway.table.variety import VariedRound
from houseway.web.art import felts

GAMES = tuple(registry.all_games())


def every_setup(game: Game) -> list[Setup]:
    """One table for each combination of the options that choose a design."""
    felt = felt_of(game)
    named = sorted({key for design in felt.design for key in design.options})
    values = [game.edition().options[key].values for key in named]
    return [game.demonstration(options=dict(zip(named, each, strict=True))) for each in itertools.product(*values)]


@pytest.mark.parametrize("slug", GAMES)
def test_the_felt_names_what_its_game_has(slug: str) -> None:
    game = houseway.game(slug)
    felt: Felt = felt_of(game)
    edition = game.edition()
    assert felt.game == slug
    assert felt.colour == edition.about.colour
    cited = [item.clause for item in felt.texts]
    cited += [item.clause for item in felt.design]
    cited += [item.clause for item in felt.odds]
    assert all(edition.has_clause(cite) for cite in cited)
    for design in felt.design:
        assert {spot.wager for spot in design.spots} <= set(edition.wagers)
        assert [spot.order for spot in design.spots] == list(range(1, len(design.spots) + 1))
        assert all(edition.options[key].values.count(value) for key, value in design.options.items())
    for odds in felt.odds:
        rows = {
            row.event
            for key in edition.paytable_ids(odds.wager)
            for row in edition.paytable(odds.wager, key, {k: o.values[0] for k, o in edition.options.items()}).rows
        }
        assert set(odds.labels) <= rows
    for item in felt.texts:
        assert item.at is None or item.at in edition.wagers


@pytest.mark.parametrize("slug", GAMES)
def test_every_wager_of_every_design_has_a_spot(slug: str) -> None:
    game = houseway.game(slug)
    for setup in every_setup(game):
        spots = {spot.wager for spot in felt_of(game).spots(setup)}
        offered = {wager for wager in setup.wagers if setup.edition.wagers[wager].initial}
        assert offered <= spots
        assert {wager for wager in setup.wagers if setup.edition.wagers[wager].kind == "supplemental"} <= spots


def test_a_game_without_a_felt_has_a_spot_for_each_wager(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = houseway.game("dueling")
    setup = game.demonstration()
    monkeypatch.setattr(game, "folder", tmp_path)
    assert {spot.wager for spot in felt_of(game).spots(setup)} == set(setup.wagers)


@pytest.mark.parametrize("slug", GAMES)
def test_a_drawn_felt_has_a_box_wherever_the_game_lays_cards(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, slug: str
) -> None:
    """The names of the boxes are the game's own; a hand that is set lies in the boxes of its parts before."""
    game = houseway.game(slug)
    shutil.copy(game.folder / "words.toml", tmp_path)
    monkeypatch.setattr(game, "folder", tmp_path)
    setup = game.demonstration()
    table, hand = felts.felt.__wrapped__(setup), felts.hand.__wrapped__(setup, 1)
    for number in range(30):
        round_ = VariedRound(game, 5, number).play()
        for place in map(place_name, round_.layout.places):
            owner, _, part = place.partition(".")
            mine = f"1.{part}" if part else "1" if owner.isdigit() else place
            assert f'data-place="{place}"' in table
            assert f'data-place="{mine}"' in hand
    for label in ("HOUSE LOW", "HIGH") if slug == "three-card-split" else ():
        assert f">{label}</text>" in table


def test_a_felt_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = houseway.game("dueling")
    monkeypatch.setattr(game, "folder", tmp_path)
    (tmp_path / "felt.toml").write_text("format = 2", encoding="utf-8")
    with pytest.raises(BadEdition, match="cannot be read"):
        felt_of(game)
