"""The approved models: what each has, and what it refuses, by its appendix."""

from __future__ import annotations

import pytest

import houseway
from houseway.errors import HousewayError
from houseway.jackpots.equipment import MODELS, Model, is_at_least, model
from houseway.jackpots.jackpot_errors import EquipmentRefused, UnknownModel, UnknownSensor
from tests.sentences import in_every_document

LATER = ["andromeda-3c", "andromeda-3d", "andromeda-5a", "andromeda-5b"]


@pytest.mark.parametrize(
    ("game", "edition"),
    [
        ("deuces-wild", "2010"),
        ("deuces-wild", "2017"),
        ("three-card-split", "v5"),
        ("triple-attack", "2021"),
        ("dueling", "2017"),
    ],
)
def test_the_models_are_those_of_every_edition(game: str, edition: str) -> None:
    approved = houseway.game(game).edition(edition).data.equipment
    assert approved
    for entry in approved:
        ours = model(entry.model)
        assert (ours.sensors, ours.positions, ours.indicators) == (entry.sensors, entry.positions, entry.indicators)
        assert (ours.counter, ours.changed_by, ours.amounts) == (entry.counter, entry.changed_by, entry.amounts)


def test_each_model_is_known_by_its_name_and_version() -> None:
    assert [(one.name, one.version) for one in MODELS] == [
        ("Milky Way", ""),
        ("Andromeda-1", "1"),
        ("Andromeda-3c", "3c"),
        ("Andromeda-3d", "3d"),
        ("Andromeda-5a", "5a"),
    ]
    for later in (model("andromeda-5b"), model("andromeda-5a", "5b")):
        assert (later.slug, later.name, later.version) == ("andromeda-5a", "Andromeda-5b", "5b")


@pytest.mark.parametrize("slug", ["milky-way", "bet-tabulator", "andromeda-1"])
@in_every_document(
    "Milky Way has one sensor at seven positions",
    "Andromeda-1 counts as Milky Way does",
    "each counted wager has a sensor",
)
def test_the_first_two_models_refuse_an_eighth_position_and_a_second_sensor(slug: str) -> None:
    first = model(slug)
    first.check_layout([1], 7)
    with pytest.raises(UnknownSensor, match="positions 1 to 7"):
        first.check_layout([1], 8)
    with pytest.raises(UnknownSensor, match="one sensor"):
        first.check_layout([1, 2], 7)
    with pytest.raises(UnknownSensor):
        first.check_sensor(0)


@pytest.mark.parametrize("slug", LATER)
@in_every_document("Andromeda-3 has six sensors at sixteen positions")
def test_stage_3_and_later_take_six_sensors_at_sixteen_positions(slug: str) -> None:
    later = model(slug)
    later.check_layout([1, 2, 3, 4, 5, 6], 16)
    with pytest.raises(UnknownSensor, match="positions 1 to 16"):
        later.check_layout([1], 17)
    with pytest.raises(UnknownSensor, match="sensors 1 to 6"):
        later.check_layout([7], 16)


def test_no_layout_without_a_position_and_no_sensor_by_another_name() -> None:
    with pytest.raises(UnknownSensor):
        model("andromeda-3d").check_layout([1], 0)
    with pytest.raises(UnknownSensor):
        model("andromeda-3d").check_sensor(True)


def test_bjs_table_lights_are_on_the_panel_first_and_then_at_the_sensor() -> None:
    assert [one.indicators for one in MODELS] == ["panel", "panel", "sensor", "sensor", "sensor"]
    assert [one.has_lcd for one in MODELS] == [True, True, False, False, False]
    assert [one.slug for one in MODELS if one.forwards] == ["andromeda-1"]


@in_every_document("Andromeda-5a or higher")
def test_only_a_model_with_a_server_runs_an_amount_in_real_time() -> None:
    for slug in ("milky-way", "andromeda-1"):
        with pytest.raises(EquipmentRefused, match="set by hand") as refused:
            model(slug).check_amount("real-time")
        assert refused.value.clause
    for slug in LATER:
        model(slug).check_amount("real-time")


@pytest.mark.parametrize("one", MODELS, ids=lambda one: one.slug)
def test_every_model_shows_a_bonus_that_stands_still_or_is_updated_by_the_operator(one: Model) -> None:
    for updates in ("static", "updated"):
        one.check_amount(updates)


def test_an_amount_that_changes_in_no_known_way_is_refused() -> None:
    with pytest.raises(EquipmentRefused, match="'weekly'"):
        model("andromeda-5a").check_amount("weekly")


@in_every_document("Andromeda-1's sign is changed from the data centre too")
def test_the_data_centre_reaches_andromeda_1_and_nothing_older() -> None:
    model("andromeda-1").check_change("data-centre")
    for slug in ("milky-way", "bet-tabulator"):
        with pytest.raises(EquipmentRefused, match="older than Andromeda-1"):
            model(slug).check_change("data-centre")
    # Later models are driven by a server on the property instead.
    with pytest.raises(EquipmentRefused, match="not changed by data-centre"):
        model("andromeda-3c").check_change("data-centre")


@in_every_document("how Milky Way's displays are changed", "Andromeda-3 has a monitor")
def test_a_server_changes_no_sign_set_by_hand_and_a_remote_no_monitor() -> None:
    with pytest.raises(EquipmentRefused):
        model("andromeda-1").check_change("server")
    with pytest.raises(EquipmentRefused):
        model("andromeda-3d").check_change("remote")
    with pytest.raises(EquipmentRefused, match="no way"):
        model("andromeda-3d").check_change("telepathy")


@in_every_document(
    "how Milky Way's displays are changed",
    "Andromeda-1's sign is changed from the data centre too",
    "Andromeda-3 has a monitor",
)
def test_each_model_has_its_displays_and_a_printed_page() -> None:
    model("milky-way").check_display("photo-frame")
    model("andromeda-3c").check_display("monitor")
    for one in MODELS:
        one.check_display("page")
    with pytest.raises(EquipmentRefused, match="no monitor"):
        model("andromeda-1").check_display("monitor")
    with pytest.raises(EquipmentRefused, match="no led"):
        model("andromeda-5a").check_display("led")


@in_every_document("Andromeda-5a or higher")
def test_bjs_2_a_version_above_5a_is_a_5a_and_the_approval_names_it() -> None:
    named = model("andromeda-5a", "5b", approved=["5b"])
    assert (named.slug, named.version, named.name) == ("andromeda-5a", "5b", "Andromeda-5b")
    assert model("andromeda-5b") == named
    assert model("andromeda-6").amounts == model("andromeda-5a").amounts
    with pytest.raises(EquipmentRefused, match="5b"):
        model("andromeda-5a", "5b", approved=["5a"])
    with pytest.raises(EquipmentRefused):
        model("andromeda-5a", approved=["5b"])


@pytest.mark.parametrize(
    ("slug", "version"),
    [
        ("andromeda-2", ""),
        ("andromeda-4z", ""),
        ("andromeda-3e", ""),
        ("andromeda", ""),
        ("pinwheel", ""),
        ("", ""),
        ("andromeda-5a", "4"),
        ("andromeda-5a", "five"),
        ("andromeda-05a", ""),
        ("andromeda-5a", "05a"),
        ("andromeda-3c", "3d"),
        ("milky-way", "2"),
    ],
)
@in_every_document("the approved models", "the system is approved for the game")
def test_what_was_never_approved_is_no_model(slug: str, version: str) -> None:
    with pytest.raises(UnknownModel):
        model(slug, version)


def test_bjs_2_only_of_5a_the_version_in_use_must_be_named() -> None:
    assert [one.slug for one in MODELS if one.or_higher] == ["andromeda-5a"]
    assert model("andromeda-5b").or_higher


def test_3d_or_higher() -> None:
    order = ["milky-way", "andromeda-1", "andromeda-3c", "andromeda-3d", "andromeda-5a", "andromeda-5b", "andromeda-10"]
    for number, one in enumerate(order):
        assert is_at_least(one, "andromeda-3d") == (number >= 3)
        for other in order[: number + 1]:
            assert is_at_least(one, other)
            assert is_at_least(model(one), model(other))
        for other in order[number + 1 :]:
            assert not is_at_least(one, other)


def test_every_refusal_names_its_clause_and_a_remedy() -> None:
    for call in (
        lambda: model("milky-way").check_layout([1], 8),
        lambda: model("milky-way").check_sensor(2),
        lambda: model("milky-way").check_amount("real-time"),
        lambda: model("milky-way").check_change("data-centre"),
        lambda: model("milky-way").check_display("monitor"),
        lambda: model("andromeda-4"),
    ):
        with pytest.raises(HousewayError) as refused:
            call()
        assert refused.value.clause
        assert refused.value.remedy
