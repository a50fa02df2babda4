"""What may be bet at a table of Deuces Wild, what is posted there, and the equipment it may have."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import houseway
from houseway.table.round import Round
from houseway.table.shown.postings import postings
from houseway.table.table_errors import BadSetup, OutOfTurn, WagerRefused
from houseway.table.wagers import accept_wagers
from tests.games.deuces_wild.dealing import GAME, begin, deal
from tests.rounds import brief, play_round, shoe_of

BONUS: dict[str, Any] = {"posted": {"bonus-jackpot": {"5-wild-cards": "$10,000"}}}
LIMITS = {"ante": [500, 10000], "three-card-treasure": [100, 2500], "five-card-fortune": [200, 5000]}
EVERY_WAGER = {"ante": 500, "three-card-treasure": 300, "five-card-fortune": 200, "bonus-jackpot": 100}

# ---------------------------------------------------------------------------------------------------- limits and wagers


@pytest.mark.clause(GAME, "dealing 4", "dealing 5")
@pytest.mark.parametrize(
    ("placed", "clause"),
    [
        ({"ante": 499}, "dealing 4"),
        ({"ante": 10001}, "dealing 4"),
        ({"ante": 500, "three-card-treasure": 99}, "dealing 4"),
        ({"three-card-treasure": 2501}, "dealing 4"),
        ({"five-card-fortune": 199}, "dealing 4"),
        ({"five-card-fortune": 5001}, "dealing 4"),
        ({"bonus-jackpot": 99}, "dealing 5"),
        ({"bonus-jackpot": 200}, "dealing 5"),
        ({"ante": -500}, "dealing 4"),
        ({"ante": 5.5}, "dealing 4"),
    ],
)
def test_a_wager_outside_the_posted_limits_is_refused_and_nothing_changes(placed: dict[str, Any], clause: str) -> None:
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(limits=LIMITS, **BONUS), [1], shoe_of(""))
    with pytest.raises(WagerRefused) as refused:
        round_.answer(1, placed)
    assert refused.value.clause == clause
    assert round_.due_from() == (1,)
    assert round_.placed == {}


@pytest.mark.clause(GAME, "dealing 4", "dealing 5", "BJS-8")
def test_wagers_at_the_limits_are_taken_and_play_and_raise_are_not_limited_again() -> None:
    """A raise of twice the highest Ante follows from the rule that it equals Ante and Play."""
    setup = houseway.game(GAME).setup(limits=LIMITS, **BONUS)
    most = {"ante": 10000, "three-card-treasure": 2500, "five-card-fortune": 5000, "bonus-jackpot": 100}
    assert accept_wagers(setup, most) == most
    cards = deal("3c 3d 3h", "Kc 9d Kh", then="8c Ks 4h")
    round_ = play_round(GAME, {1: {"ante": 10000}}, cards, [(1, "play"), (1, "raise")], limits=LIMITS)
    assert [line.stake for line in round_.lines] == [10000, 10000, 20000]


@pytest.mark.clause(GAME, "rules 4", "rules 5", "rules 7", "dealing 4", "dealing 21(b)(i)", "dealing 22(b)")
@pytest.mark.parametrize(("wager", "clause"), [("play", "rules 5"), ("raise", "rules 7")])
def test_play_and_raise_are_not_placed_before_the_deal(wager: str, clause: str) -> None:
    setup = houseway.game(GAME).setup()
    with pytest.raises(WagerRefused) as refused:
        accept_wagers(setup, {"ante": 500, wager: 500})
    assert refused.value.clause == clause


@pytest.mark.clause(GAME, "rules 4", "dealing 4")
def test_no_initial_wager_is_placed_once_a_card_is_dealt() -> None:
    round_ = begin({1: {"ante": 500}, 2: {}}, deal("3c 3d 3h", "4c 9d Kh"))
    assert round_.in_play == (1,)
    with pytest.raises(OutOfTurn):
        round_.answer(2, {"ante": 500})
    assert 2 not in round_.layout.places


@pytest.mark.clause(GAME, "summary 1", "summary 2")
def test_a_table_offers_as_many_of_the_four_games_as_it_is_configured_for() -> None:
    game = houseway.game(GAME)
    setup = game.setup(wagers=["ante", "five-card-fortune"])
    assert accept_wagers(setup, {"five-card-fortune": 200}) == {"five-card-fortune": 200}
    with pytest.raises(WagerRefused) as refused:
        accept_wagers(setup, {"three-card-treasure": 200})
    assert refused.value.clause == "summary 1"
    assert game.setup(**BONUS).edition.initial_wagers == (
        "ante",
        "three-card-treasure",
        "five-card-fortune",
        "bonus-jackpot",
    )


@pytest.mark.clause(GAME, "dealing 4")
def test_no_wager_has_an_effect_on_another() -> None:
    """The same cards and decisions with all four wagers and with some left out: the other lines are the same."""
    cards = deal("9c 9d 4h", "2c 2d 9s", then="Kd Xj Kh")
    answers = {"treasure": "declare", "play": "play", "raise": "raise", "fortune": [1, 2]}
    together: dict[str, list[tuple[int, str, str, int]]] = {}
    for placed in (
        EVERY_WAGER,
        {"ante": 500},
        {"ante": 500, "bonus-jackpot": 100},
        {"ante": 500, "five-card-fortune": 200},
    ):
        round_ = begin({1: placed}, cards, **BONUS)
        while not round_.over:
            ask = round_.ask_for(1)
            assert ask is not None
            round_.answer(1, answers[ask.ask])
        for line in round_.lines:
            together.setdefault(line.wager, []).append((line.stake, line.event, line.pays, line.returned))
    for wager, lines in together.items():
        assert len(set(lines)) == 1, wager
    assert {wager: len(lines) for wager, lines in together.items()} == {
        "three-card-treasure": 1,
        "ante": 4,
        "play": 4,
        "raise": 4,
        "five-card-fortune": 2,
        "bonus-jackpot": 2,
    }


@pytest.mark.clause(GAME, "dealing 5", "appendix E tablevision", "rules 3", "summary 1(c)")
def test_limits_fixed_wagers_and_the_chosen_paytables_are_posted() -> None:
    chosen = {"ante": "D", "three-card-treasure": "B", "five-card-fortune": "C", "bonus-jackpot": "B"}
    shown = postings(houseway.game(GAME).setup(limits=LIMITS, paytables=chosen, **BONUS))
    assert {wager: list(pair) for wager, pair in shown.limits.items()} == LIMITS
    assert shown.fixed == {"bonus-jackpot": 100}
    pays = {wager: [row.pays for row in table.rows] for wager, table in shown.paytables.items()}
    assert pays["ante"] == [f"{odds} to 1" for odds in (250, 35, 20, 8, 5, 4, 3, 2, 1, 1)]
    assert pays["three-card-treasure"] == [f"{odds} to 1" for odds in (25, 5, 4, 3, 1)]
    assert pays["five-card-fortune"] == [f"{odds} to 1" for odds in (400, 200, 25, 10, 5, 3, 3, 2, 1)] + [
        "push",
        "push",
    ]
    assert pays["bonus-jackpot"] == ["$10,000", "400 for 1", "40 for 1", "5 for 1"]


@pytest.mark.clause(GAME, "dealing 2")
def test_cards_come_from_a_shuffler_or_a_shoe_and_by_hand_only_where_the_house_says_so() -> None:
    game = houseway.game(GAME)
    assert game.setup().options["dealt-by"] == "shuffler"
    for way in ("shoe", "hand"):
        assert game.setup(options={"dealt-by": way}).options["dealt-by"] == way
    with pytest.raises(BadSetup) as refused:
        game.setup(options={"dealt-by": "pitch"})
    assert refused.value.clause == "dealing 2"


# ----------------------------------------------------------------------------------------------------- layout and seats


@pytest.mark.clause(GAME, "appendix F", "dealing 6")
@pytest.mark.parametrize("edition", ["2017", "2010"])
def test_the_layout_is_green_with_six_spots_numbered_from_the_dealers_left(edition: str) -> None:
    game = houseway.game(GAME)
    about = game.edition(edition).about
    assert (about.positions, about.colour) == (6, "green")
    felt = tomllib.loads((game.folder / "felt.toml").read_text(encoding="utf-8"))
    assert felt["colour"] == "green"
    for design in felt["design"]:
        assert {spot["wager"] for spot in design["spots"]} == set(game.edition(edition).wagers)
    setup = game.setup(edition)
    assert Round(game, setup, [6, 1, 3], shoe_of("")).seated == (1, 3, 6)
    for wrong in ([7], [0], [1, 1], []):
        with pytest.raises(BadSetup):
            Round(game, setup, wrong, shoe_of(""))


# ------------------------------------------------------------------------------------------------------------ equipment


@pytest.mark.clause(GAME, "appendix E same rules", "appendix E malfunction")
@pytest.mark.parametrize("model", [None, "milky-way", "andromeda-1", "andromeda-3c", "andromeda-3d", "andromeda-5a"])
def test_the_rules_of_play_are_the_same_with_every_model_and_without_any(model: str | None) -> None:
    wagers = {1: EVERY_WAGER, 4: {"bonus-jackpot": 100}}
    cards = deal("9c 9d 4h", "2c 2d 9s", "4c 5c 7h", then="Kd Xj 6h Kh Qs")
    decisions = [(1, "declare"), (1, "play"), (1, "raise"), (1, [1, 2])]
    expected = [
        (1, "three-card-treasure", "straight-flush", 2100),
        (1, "ante", "four-of-a-kind", 2500),
        (1, "play", "four-of-a-kind", 2500),
        (1, "raise", "four-of-a-kind", 5000),
        (1, "five-card-fortune", "four-of-a-kind", 1000),
        (1, "bonus-jackpot", "3-wild-cards", 1500),
        (4, "bonus-jackpot", "none", 0),
    ]
    for tabulator in ("on", "off"):
        options = {"tabulator": tabulator}
        round_ = play_round(GAME, wagers, cards, decisions, options=options, equipment=model, **BONUS)
        assert brief(round_.lines) == expected


@pytest.mark.clause(GAME, "appendix E approved", "appendix E models", "DW-12")
def test_only_models_approved_with_the_edition_may_be_used() -> None:
    game = houseway.game(GAME)
    approved = {
        "2017": ["milky-way", "andromeda-1", "andromeda-3c", "andromeda-3d", "andromeda-5a"],
        "2010": ["milky-way"],
    }
    for edition, models in approved.items():
        assert [item.model for item in game.edition(edition).data.equipment] == models
        for model in models:
            found = game.setup(edition, equipment=model).equipment
            assert found is not None
            assert found.model == model
    for edition, model in (("2010", "andromeda-1"), ("2010", "andromeda-5a"), ("2017", "andromeda-2")):
        with pytest.raises(BadSetup):
            game.setup(edition, equipment=model)


@pytest.mark.parametrize(
    ("model", "sensors", "positions", "indicators", "counter"),
    [
        ("milky-way", 1, 7, "panel", "lcd"),
        ("andromeda-1", 1, 7, "panel", "lcd+logger"),
        ("andromeda-3c", 6, 16, "sensor", "server"),
        ("andromeda-3d", 6, 16, "sensor", "server"),
        ("andromeda-5a", 6, 16, "sensor", "server"),
    ],
)
def test_each_model_senses_indicates_and_counts_as_it_can(
    model: str, sensors: int, positions: int, indicators: str, counter: str
) -> None:
    setup = houseway.game(GAME).setup(equipment=model, **BONUS)
    item = setup.equipment
    assert item is not None
    assert (item.sensors, item.positions, item.indicators, item.counter) == (sensors, positions, indicators, counter)
    assert len(setup.jackpots) <= item.sensors
    assert setup.edition.about.positions <= item.positions


@pytest.mark.parametrize(
    ("model", "changed_by", "amounts"),
    [
        ("milky-way", {"remote", "computer", "card"}, {"posted"}),
        ("andromeda-1", {"remote", "computer", "card", "data-centre"}, {"posted"}),
        ("andromeda-3c", {"server"}, {"posted", "real-time"}),
        ("andromeda-3d", {"server"}, {"posted", "real-time"}),
        ("andromeda-5a", {"server"}, {"static", "updatable", "real-time"}),
    ],
)
def test_each_models_display_is_changed_in_its_own_ways(model: str, changed_by: set[str], amounts: set[str]) -> None:
    item = houseway.game(GAME).setup(equipment=model).equipment
    assert item is not None
    assert (set(item.changed_by), set(item.amounts)) == (changed_by, amounts)


def test_the_equipment_of_2010_reads_one_wager_a_position_and_lights_the_dealers_panel() -> None:
    setup = houseway.game(GAME).setup("2010", equipment="milky-way", **BONUS)
    item = setup.equipment
    assert item is not None
    assert (item.sensors, item.positions, item.indicators, item.counter) == (1, 7, "panel", "lcd")
    assert setup.jackpots == ("bonus-jackpot",)


def test_one_wager_is_counted_and_a_layout_has_one_jackpot() -> None:
    setup = houseway.game(GAME).setup(equipment="andromeda-5a", **BONUS)
    assert setup.jackpots == ("bonus-jackpot",)
    assert setup.edition.data.jackpots is not None
    assert setup.edition.data.jackpots.most == 1
