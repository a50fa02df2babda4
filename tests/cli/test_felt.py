"""The layouts, and the table as it is drawn."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from rich.console import Console

import houseway
from houseway.cards import UNSEEN, Stream, VirtualShoe
from houseway.cli.play.drawn_cards import card_name
from houseway.cli.play.picture import Picture, Sight, sight_of
from houseway.facade import Game
from houseway.rulebook.steps import place_name
from houseway.table.deal import deal_round
from houseway.table.players import usual_wagers
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.felt import HAND, felt_of
from tests.cli.command import GAMES


def drawn(picture: Picture, sight: Sight, **how: Any) -> str:
    console = Console(width=picture.width, color_system=None, force_terminal=False, record=True)
    with console.capture() as said:
        console.print(picture.table(sight, heading="Here", **how))
    return said.get()


def wagers_for(game: Game, setup: Setup, seats: list[int], seed: int) -> dict[int, dict[str, int]]:
    return {seat: usual_wagers(setup, game.house["usual"], Stream(seed, seat << 48)) for seat in seats}


def every_setup(game: Game) -> list[Setup]:
    """One table for each combination of the options that choose a design."""
    felt = felt_of(game)
    named = sorted({key for design in felt.design for key in design.options})
    values = [game.edition().options[key].values for key in named]
    return [game.demonstration(options=dict(zip(named, each, strict=True))) for each in itertools.product(*values)]


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_that_is_seen_is_drawn(slug: str) -> None:
    game = houseway.game(slug)
    for number, setup in enumerate(every_setup(game)):
        for seed in range(4):
            seats = [1, 2, 4]
            wagers = wagers_for(game, setup, seats, seed)
            round_ = deal_round(game, setup, wagers, seed=seed, number=number, meters=game.house["meters"])
            sight = sight_of(round_, [1, 4])
            text = drawn(Picture(game, setup, seats, [1, 4], 100), sight)
            for cards in sight.cards.values():
                for card in cards:
                    assert card == UNSEEN or card_name(card) in text


def test_the_boxes_of_a_place_share_its_cards() -> None:
    game = houseway.game("dueling")
    setup = game.demonstration()
    picture = Picture(game, setup, [1], [1], 80)
    lines = drawn(picture, Sight({"community": ["Kh", "2c"], "1": ["Ks", "3d"]})).splitlines()
    labels = next(number for number, line in enumerate(lines) if "COMMUNITY" in line)
    assert lines[labels].index("COMMUNITY") < lines[labels + 2].index("K♥") < lines[labels].index("WAR") + 3
    assert abs(lines[labels].index("WAR") - lines[labels + 2].index("2♣")) <= 2


def test_a_hand_made_by_splitting_is_drawn_and_pointed_at() -> None:
    game = houseway.game("triple-attack")
    setup = game.demonstration()
    sight = Sight({"1": ["8s", "Ah"], "1.2": ["8d", "6s"], "dealer": ["Jh", "??", "5c"]}, {"1": {"first-attack": 1000}})
    text = drawn(Picture(game, setup, [1], [1], 80), sight, turn="1.2", numbered=True)
    assert "▶ HAND 2" in text
    assert "▒▒▒" in text
    assert "5♣" in text
    assert "■ 1ST ATTACK $10" in text


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_no_line_is_wider_than_the_screen(slug: str, width: int) -> None:
    game = houseway.game(slug)
    setup = game.demonstration()
    seats = list(range(1, setup.edition.about.positions + 1))
    picture = Picture(game, setup, seats, [2, 5], width)
    round_ = deal_round(game, setup, wagers_for(game, setup, seats, 3), seed=3, meters=game.house["meters"])
    for sight, printed in ((Sight(), True), (sight_of(round_, [2, 5]), False)):
        lines = drawn(picture, sight, printed=printed).splitlines()
        assert {len(line) for line in lines} == {min(width, 120)}
        assert lines[0].startswith("┏")
        assert lines[-1].endswith("┛")


@pytest.mark.parametrize("slug", ["deuces-wild", "three-card-split"])
def test_a_person_sees_only_what_their_seats_may_see(slug: str) -> None:
    game = houseway.game(slug)
    setup = game.demonstration()
    seats = [1, 2, 3]
    main = next(iter(game.house["usual"]))
    wagers = {seat: {main: 1000} for seat in seats}
    round_ = Round(game, setup, seats, VirtualShoe(setup.deck, Stream(1)))
    while round_.ask_for(1) is None:
        round_.play_on(wagers, houseway.advised)
    one, both = sight_of(round_, [1]), sight_of(round_, [1, 2])
    assert UNSEEN not in one.cards["1"]
    assert set(one.cards["2"]) == set(one.cards["3"]) == set(one.cards["community"]) == {UNSEEN}
    assert UNSEEN not in both.cards["2"]
    assert both.cards["1"] == one.cards["1"]
    assert set(both.cards["3"]) == {UNSEEN}


def test_places_of_a_seat_are_named_as_the_view_names_them() -> None:
    assert [place_name(place) for place in (3, (3, 2), (3, "low"), "community")] == ["3", "3.2", "3.low", "community"]
    assert HAND == "hand"


def test_a_game_without_a_felt_has_a_plain_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    game = houseway.game("dueling")
    setup = game.demonstration()
    game.edition()
    monkeypatch.setattr(game, "folder", tmp_path)
    felt = felt_of(game)
    assert {spot.wager for spot in felt.spots(setup)} >= {"player", "dealer", "tie-plus"}
    text = drawn(Picture(game, setup, [1], [1], 80), Sight({"1": ["Kh"], "community": ["Ks"]}))
    assert "K♥" in text
    assert "COMMUNITY" in text
