"""Every ruling of every edition says what it is worth; the reading taken has the figure of the analysis."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from houseway.cards.card_errors import BadEdition
from houseway.maths.results import Figures
from houseway.maths.rulings import Reading, readings, unmoved
from houseway.registry import all_games, game
from houseway.rulebook.edition import Edition, Ruling
from tests.toys import toy_game

EDITIONS = [(slug, edition) for slug, played in all_games().items() for edition in played.editions]


@pytest.mark.parametrize(("slug", "edition"), EDITIONS)
def test_every_ruling_is_weighed_or_declared_to_move_nothing(slug: str, edition: str) -> None:
    found = readings(game(slug), edition)
    assert list(dict.fromkeys(item.ruling for item in found)) == list(game(slug).edition(edition).rulings)
    for item in found:
        # Whatever moves nothing says why; whatever moves something names both readings.
        assert item.moves or item.why, item.ruling
        assert item.why or (item.taken and item.other), item.ruling
    assert len({item.mark for item in found}) == len(found)


@pytest.mark.parametrize("slug", list(all_games()))
def test_the_reading_taken_has_the_figure_of_the_analysis(slug: str) -> None:
    """One player at the ordinary house's amounts; a full table's division is held elsewhere."""
    played = game(slug)
    book = played.analyze(strategy="optimal") if slug != "dueling" else played.analyze()
    for item in readings(played):
        for effect in item.effects:
            if "players" in effect.base or "posted" in effect.base or effect.base in ("every tie surrendered",):
                continue
            case = effect.base if effect.base in ("alone", "with the Ante") else None
            options = {"tie_bonus": "on"} if effect.base == "tie bonus on" else {}
            figures: Figures = book.find(effect.wager, effect.paytable, case=case, **options)
            if figures.meters:
                figures = figures.at(played.house["meters"])
            assert effect.taken == figures.house_edge, (item.mark, effect)


def test_a_new_ruling_has_to_say_what_it_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    played = game("dueling")
    edition = played.edition()
    further = Ruling(id="DD-99", settles=("how to play 1",), text="A card is a card.")
    data = msgspec.structs.replace(edition.data, ruling=(*edition.data.ruling, further))
    data = msgspec.structs.replace(data, game=msgspec.structs.replace(data.game, edition="further"))
    monkeypatch.setitem(played.editions, "further", Edition(data, played.behaviour))
    with pytest.raises(BadEdition, match="DD-99") as refused:
        readings(played, "further")
    assert refused.value.remedy is not None
    assert "maths.rulings" in refused.value.remedy


def test_a_game_without_readings_lists_none() -> None:
    with toy_game() as toy:
        assert readings(toy) == ()


def test_a_reading_is_plain_data() -> None:
    item = next(item for item in readings(game("triple-attack")) if item.ruling == "TA-9")
    data = item.as_dict()
    assert data["moves"] is True
    assert data["reading"] == "TA-9"
    effect = data["effects"][0]
    assert effect["difference"] == pytest.approx(effect["house_edge_otherwise"] - effect["house_edge"])
    still = unmoved("X-1", "Nothing is said.")
    assert still == Reading("X-1", "", "", (), "Nothing is said.")
    assert still.as_dict()["moves"] is False
    assert Fraction(0) == sum((effect.difference for effect in still.effects), Fraction(0))
