"""The Bet Tabulator: presence latched by one press, indicators, confirmation, faults, power (S-5 to S-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.jackpots.counters import LcdCounter
from houseway.jackpots.equipment import model
from houseway.jackpots.jackpot_errors import EquipmentFailed, EquipmentRefused, NotConfirmed, StoreFull, UnknownSensor
from houseway.jackpots.panel import Logger
from houseway.jackpots.tabulator import BOUNCE, Handling, Picture, Tabulator, install, plain
from tests.sentences import in_every_document

SECOND = 1_000_000
ONE: Mapping[int, Handling] = {1: "removed"}
TWO: Mapping[int, Handling] = {1: "removed", 2: "stays"}


def _device(slug: str = "andromeda-3d", sensors: Mapping[int, Handling] = ONE, positions: int = 6) -> Tabulator:
    return install(model(slug), serial="S-1", at=0, positions=positions, sensors=sensors)


def _latched(device: Tabulator, *positions: int, at: int = SECOND) -> Picture:
    for position in positions:
        device.place(1, position, at - SECOND // 2)
    return device.press(at)


@in_every_document("a wager present is recorded", "wagers are counted, never their value")
def test_s6_presence_at_the_press_is_what_is_recorded() -> None:
    device = _device()
    device.place(1, 3, 1 * SECOND)
    device.place(1, 1, 2 * SECOND)
    device.place(1, 5, 2 * SECOND)
    device.lift(1, 5, 3 * SECOND)
    picture = device.press(4 * SECOND)
    assert picture.wagers == {1: (1, 3)}
    assert picture.count == 2
    assert not picture.manual
    assert device.press(5 * SECOND).wagers == {1: (1, 3)}


def test_s6_a_chip_put_down_in_the_same_instant_is_there() -> None:
    device = _device()
    device.place(1, 2, SECOND)
    assert device.press(SECOND).wagers == {1: (2,)}


@in_every_document("each counted wager has a sensor")
def test_s5_two_sensors_at_one_position_are_two_wagers() -> None:
    device = _device(sensors={1: "removed", 2: "removed"})
    device.place(1, 4, 1)
    device.place(2, 4, 1)
    assert device.press(2).wagers == {1: (4,), 2: (4,)}
    assert (device.counters.count(sensor=1), device.counters.count(sensor=2)) == (1, 1)
    assert device.counters.count(position=4) == 2


@settings(deadline=None)
@given(
    st.lists(st.integers(0, BOUNCE - 1), max_size=20),
    st.integers(0, 10 * BOUNCE),
)
def test_bounces_of_a_chip_that_lies_down_are_ignored(gaps: list[int], wait: int) -> None:
    """Whatever the contact does, as long as it is never open for the whole window, the chip lies there."""
    device = _device()
    device.press(0)
    at = 1000
    device.place(1, 1, at)
    for gap in gaps:
        device.lift(1, 1, at)
        at += gap
        device.place(1, 1, at)
    picture = device.press(at + wait)
    assert picture.wagers == {1: (1,)}
    assert picture.stuck == {}
    late = [(edge.kind, edge.at) for edge in device.take_notes(at + wait)]
    assert late == [("late", 1000)]


@settings(deadline=None)
@given(st.lists(st.integers(1, BOUNCE - 1), max_size=20))
def test_bounces_of_a_chip_that_is_lifted_end_with_an_empty_spot(gaps: list[int]) -> None:
    device = _device()
    device.place(1, 1, 0)
    device.press(0)
    at = SECOND
    device.lift(1, 1, at)
    for gap in gaps:
        at += gap
        device.place(1, 1, at)
        device.lift(1, 1, at)
    assert device.present(at + BOUNCE - 1) == {1: (1,)}
    assert device.present(at + BOUNCE) == {}
    assert [(edge.kind, edge.at) for edge in device.take_notes(at + BOUNCE)] == [("lifted", at)]


def test_edges_reported_twice_are_one() -> None:
    device = _device()
    device.place(1, 1, 1)
    device.place(1, 1, 2)
    device.press(SECOND)
    device.lift(1, 1, 2 * SECOND)
    device.lift(1, 1, 2 * SECOND + 10)
    assert [(edge.kind, edge.at) for edge in device.take_notes(3 * SECOND)] == [("lifted", 2 * SECOND)]


@in_every_document("an indicator stays lit until the next press", "a fixed wager that is removed needs an indicator")
def test_s7_indicators_stay_lit_until_the_next_press_chip_or_no_chip() -> None:
    device = _device()
    _latched(device, 2, 4)
    assert device.lit == {1: (2, 4)}
    device.lift(1, 2, 2 * SECOND)
    device.lift(1, 4, 3 * SECOND)
    device.finish(4 * SECOND)
    device.place(1, 6, 5 * SECOND)
    assert device.lit == {1: (2, 4)}
    device.press(6 * SECOND)
    assert device.lit == {1: (6,)}


@in_every_document("a visible indicator for every wager that is removed")
def test_s7_a_wager_that_stays_on_the_layout_has_no_indicator() -> None:
    device = _device(sensors=TWO)
    device.place(1, 1, 1)
    device.place(2, 1, 1)
    device.place(2, 5, 1)
    picture = device.press(SECOND)
    assert picture.wagers == {1: (1,), 2: (1, 5)}
    assert device.lit == {1: (1,)}


def test_late_and_lifted_chips_change_nothing_and_are_noted() -> None:
    device = _device()
    picture = _latched(device, 1, 2)
    device.place(1, 3, 2 * SECOND)
    device.lift(1, 1, 3 * SECOND)
    assert device.picture == picture
    assert device.lit == {1: (1, 2)}
    assert device.counters.count() == 2
    notes = device.take_notes(4 * SECOND)
    assert [edge.as_dict() for edge in notes] == [
        {"at": 2 * SECOND, "sensor": 1, "position": 3, "kind": "late"},
        {"at": 3 * SECOND, "sensor": 1, "position": 1, "kind": "lifted"},
    ]
    assert device.take_notes(4 * SECOND) == ()


def test_wagers_before_the_press_after_the_round_and_the_sweep_are_not_noted() -> None:
    device = _device()
    _latched(device, 1, 2)
    device.confirm({1: [1, 2]})
    device.collect(2 * SECOND)
    device.finish(3 * SECOND)
    device.place(1, 1, 4 * SECOND)
    device.lift(1, 1, 5 * SECOND)
    assert device.take_notes(6 * SECOND) == ()


def test_a_late_chip_left_lying_counts_in_the_next_round() -> None:
    device = _device()
    _latched(device, 1)
    device.place(1, 5, 2 * SECOND)
    device.confirm({1: [1]})
    device.collect(3 * SECOND)
    picture = device.press(4 * SECOND)
    assert (picture.wagers, picture.stuck) == ({1: (5,)}, {})


def test_a_sensor_never_seen_clear_since_the_last_press_is_told_apart() -> None:
    device = _device()
    device.jam(1, 2, 1)
    first = _latched(device, 1)
    assert (first.wagers, first.stuck) == ({1: (1, 2)}, {})
    device.confirm({1: [1, 2]})
    device.collect(2 * SECOND)
    device.place(1, 1, 3 * SECOND)
    second = device.press(4 * SECOND)
    assert second.wagers == {1: (1, 2)}
    assert second.stuck == {1: (2,)}
    assert second.sound == {1: (1,)}
    device.free(1, 2, 5 * SECOND)
    device.place(1, 2, 6 * SECOND)
    assert device.press(7 * SECOND).stuck == {1: (1,)}


def test_a_button_pressed_twice_is_told_apart() -> None:
    device = _device()
    _latched(device, 1, 2)
    assert device.press(SECOND + 1).stuck == {1: (1, 2)}


def test_a_wager_that_stays_may_lie_through_two_rounds() -> None:
    """A variable wager that won may be left to ride: no sign of a stuck sensor."""
    device = _device(sensors={2: "stays"})
    device.place(2, 1, 1)
    device.press(SECOND)
    assert device.press(2 * SECOND).stuck == {}


def test_the_picture_as_the_command_for_the_floor() -> None:
    device = _device()
    device.jam(1, 2, 1)
    _latched(device)
    for position in (1, 3, 5):
        device.place(1, position, 2 * SECOND)
    assert device.press(3 * SECOND).command("dw-1", 9) == {
        "type": "tabulate",
        "table": "dw-1",
        "round": 9,
        "picture": {"1": [1, 2, 3, 5]},
        "stuck": {"1": [2]},
        "manual": False,
    }


@pytest.mark.parametrize(("sensor", "position"), [(2, 1), (0, 1), (7, 1), (1, 0), (1, 7), (1, 17), (-1, 1)])
def test_a_sensor_or_position_that_does_not_exist_is_refused(sensor: int, position: int) -> None:
    device = _device()
    with pytest.raises(UnknownSensor):
        device.place(sensor, position, 1)
    with pytest.raises(UnknownSensor):
        device.lift(sensor, position, 1)
    device.press(2)
    with pytest.raises(UnknownSensor):
        device.confirm({sensor: [position]})
    assert device.present(3) == {}


def test_an_eighth_position_on_milky_way_is_refused_when_installed_and_when_touched() -> None:
    with pytest.raises(UnknownSensor, match="positions 1 to 7"):
        _device("milky-way", positions=8)
    with pytest.raises(UnknownSensor, match="one sensor"):
        _device("milky-way", sensors={1: "removed", 2: "removed"})
    with pytest.raises(UnknownSensor):
        _device("milky-way", positions=7).place(1, 8, 1)


def test_time_does_not_run_backwards() -> None:
    device = _device()
    device.place(1, 1, 10)
    with pytest.raises(EquipmentRefused, match="time went back"):
        device.lift(1, 1, 9)
    with pytest.raises(EquipmentRefused, match="time went back"):
        device.press(9)
    assert device.press(10).wagers == {1: (1,)}
    later: tuple[Callable[[int], object], ...] = (
        lambda at: device.fail("a light", at),
        lambda at: device.count_by_hand({1: [1]}, at),
        device.mend,
        device.power_off,
        device.power_on,
    )
    for seconds, act in enumerate(later, start=1):
        act(seconds * SECOND)
        with pytest.raises(EquipmentRefused, match="time went back"):
            device.present(seconds * SECOND - 1)
    device.fail("a light", 6 * SECOND)
    for act in later[:-1]:
        with pytest.raises(EquipmentRefused, match="time went back"):
            act(6 * SECOND - 1)
    device.power_off(6 * SECOND)
    with pytest.raises(EquipmentRefused, match="time went back"):
        device.power_on(6 * SECOND - 1)


def test_a_sensor_that_the_model_has_not_is_told_apart_from_one_that_is_not_installed() -> None:
    device = _device()
    with pytest.raises(UnknownSensor, match="Andromeda-3d has sensors 1 to 6 at a position, and none numbered 7"):
        device.place(7, 1, 1)
    with pytest.raises(UnknownSensor, match="no sensor 2 is installed at position 1 of this table"):
        device.place(2, 1, 1)


def test_a_chip_that_is_lifted_for_a_twentieth_of_a_second_is_gone() -> None:
    device = _device()
    device.place(1, 1, 0)
    device.lift(1, 1, SECOND)
    assert device.present(SECOND + 49_999) == {1: (1,)}
    assert device.present(SECOND + 50_000) == {}


# -- confirm and collect


def test_the_dealer_confirms_the_lights_then_collects() -> None:
    device = _device()
    _latched(device, 1, 6)
    with pytest.raises(NotConfirmed, match="not confirmed"):
        device.collect(2 * SECOND)
    assert device.confirm({1: [6, 1]}).agrees
    assert device.collect(2 * SECOND) == {1: (1, 6)}
    assert device.present(3 * SECOND) == {}
    assert device.lit == {1: (1, 6)}
    with pytest.raises(NotConfirmed, match="already"):
        device.collect(3 * SECOND)


def test_where_lights_and_chips_differ_a_supervisor_is_needed() -> None:
    device = _device()
    _latched(device, 1, 2)
    agreement = device.confirm({1: [2, 3]})
    assert not agreement.agrees
    assert (agreement.bare, agreement.dark, agreement.differ) == ({1: (1,)}, {1: (3,)}, {1: (1, 3)})
    with pytest.raises(NotConfirmed, match="supervisor"):
        device.collect(2 * SECOND)
    with pytest.raises(NotConfirmed, match="by name"):
        device.overrule("", 2 * SECOND)
    ruling = device.overrule("sue", 2 * SECOND)
    assert (ruling.by, ruling.differ) == ("sue", {1: (1, 3)})
    assert device.collect(3 * SECOND) == {1: (1, 2)}


def test_the_dealer_may_look_again() -> None:
    device = _device()
    _latched(device, 1, 2)
    assert not device.confirm({1: [1]}).agrees
    assert device.confirm({1: [1, 2]}).agrees
    with pytest.raises(NotConfirmed, match="not in disagreement"):
        device.overrule("sue", 2 * SECOND)
    device.collect(2 * SECOND)


def test_wagers_that_stay_are_neither_confirmed_nor_collected() -> None:
    device = _device(sensors=TWO)
    device.place(1, 1, 1)
    device.place(2, 1, 1)
    device.press(2)
    assert device.confirm({1: [1]}).agrees
    assert device.collect(3) == {1: (1,)}
    assert device.present(SECOND) == {2: (1,)}


def test_nothing_to_confirm_before_the_first_press() -> None:
    with pytest.raises(NotConfirmed):
        _device().confirm({1: [1]})
    with pytest.raises(NotConfirmed):
        _device().collect(1)


@settings(deadline=None)
@given(st.sets(st.integers(1, 6)), st.sets(st.integers(1, 6)))
def test_agreement_is_that_lights_and_chips_are_the_same(placed: set[int], seen: set[int]) -> None:
    device = _device()
    _latched(device, *placed)
    agreement = device.confirm({1: seen})
    assert agreement.agrees == (placed == seen)
    assert set(agreement.differ.get(1, ())) == placed ^ seen


# -- counters


@pytest.mark.parametrize("slug", ["milky-way", "bet-tabulator", "andromeda-1"])
def test_s9_the_lcd_count_outlives_a_power_loss_and_the_lights_do_not(slug: str) -> None:
    device = _device(slug)
    _latched(device, 1, 2, 3)
    assert device.lcd is not None
    assert device.lcd.count == 3
    device.power_off(2 * SECOND)
    assert device.lit == {}
    assert device.picture is None
    assert device.lcd.count == 3
    with pytest.raises(EquipmentRefused, match="no server"):
        device.power_on(3 * SECOND, Picture(at=SECOND, wagers={1: (1,)}))
    outage = device.power_on(3 * SECOND)
    assert (outage.what, outage.since, outage.until) == ("power", 2 * SECOND, 3 * SECOND)
    assert device.lit == {}
    with pytest.raises(NotConfirmed):
        device.confirm({1: [1, 2, 3]})
    for position in (1, 2, 3):
        device.lift(1, position, 4 * SECOND)
    device.place(1, 7 - 1, 5 * SECOND)
    assert device.press(6 * SECOND).wagers == {1: (6,)}
    assert device.lcd.count == 4


def test_a_server_model_takes_its_picture_back_from_the_floor() -> None:
    device = _device("andromeda-5b")
    picture = _latched(device, 2, 5)
    assert device.lcd is None
    device.power_off(2 * SECOND)
    device.power_on(3 * SECOND, picture)
    assert device.picture == picture
    assert device.lit == {1: (2, 5)}
    assert device.confirm({1: [2, 5]}).agrees
    device.collect(4 * SECOND)
    device.power_off(5 * SECOND)
    device.power_on(6 * SECOND, picture, collected=True)
    assert device.lit == {1: (2, 5)}
    with pytest.raises(NotConfirmed, match="already"):
        device.collect(7 * SECOND)
    assert device.counters.count() == 2


def test_a_picture_given_back_fits_the_table() -> None:
    device = _device()
    device.power_off(1)
    with pytest.raises(UnknownSensor):
        device.power_on(2, Picture(at=0, wagers={1: (9,)}))
    device.power_on(2)
    with pytest.raises(EquipmentRefused, match="on already"):
        device.power_on(3)


def test_without_power_nothing_is_felt_and_a_press_is_refused() -> None:
    device = _device()
    device.power_off(1)
    device.place(1, 1, 2)
    assert device.present(2) == {}
    with pytest.raises(EquipmentFailed, match="without power"):
        device.press(3)
    device.power_on(4)
    assert device.press(5).wagers == {1: (1,)}
    assert device.counters.count() == 1


def test_a_chip_that_may_have_lain_there_all_along_is_not_taken_for_a_new_one() -> None:
    device = _device()
    _latched(device, 1, 2)
    device.power_off(2 * SECOND)
    device.lift(1, 2, 3 * SECOND)
    device.power_on(4 * SECOND)
    device.place(1, 2, 5 * SECOND)
    assert device.press(6 * SECOND).stuck == {1: (1,)}


@settings(deadline=None)
@given(st.lists(st.sets(st.integers(1, 7)), max_size=15))
def test_lcd_table_and_positions_always_tell_the_same(rounds: list[set[int]]) -> None:
    device = _device("andromeda-1", positions=7)
    at = 0
    for positions in rounds:
        at += SECOND
        picture = _latched(device, *positions, at=at)
        assert set(picture.wagers.get(1, ())) == positions
        device.confirm({1: positions})
        device.collect(at)
    total = sum(map(len, rounds))
    assert device.lcd is not None
    assert device.logger is not None
    assert device.lcd.count == device.counters.count() == total
    for position in range(1, 8):
        assert device.counters.count(1, position) == sum(position in positions for positions in rounds)
    assert sum(len(count.wagers.get(1, ())) for count in device.logger.batch()) == total
    assert device.logger.waiting == len(rounds)


def test_a_full_logger_refuses_the_press_and_nothing_changes() -> None:
    device = Tabulator(
        model("andromeda-1"),
        positions=7,
        sensors=ONE,
        lcd=LcdCounter("L", installed=0),
        logger=Logger("L", capacity=1),
    )
    first = _latched(device, 1)
    device.place(1, 2, 2 * SECOND)
    with pytest.raises(StoreFull):
        device.press(3 * SECOND)
    assert device.picture == first
    assert device.lcd is not None
    assert device.logger is not None
    assert device.lcd.count == device.counters.count() == 1
    assert len(device.logger.overflows) == 1
    assert device.count_by_hand({1: [2]}, 4 * SECOND).manual
    device.logger.acknowledge(1)
    assert device.press(5 * SECOND).count == 2


@in_every_document("Andromeda-1 counts as Milky Way does", "Milky Way has one sensor at seven positions")
def test_a_model_has_exactly_the_counter_and_logger_of_its_appendix() -> None:
    lcd, logger = LcdCounter("L", installed=0), Logger("L")
    with pytest.raises(EquipmentRefused, match="needs its LCD"):
        Tabulator(model("milky-way"), positions=7, sensors=ONE)
    with pytest.raises(EquipmentRefused, match="has no data logger"):
        Tabulator(model("milky-way"), positions=7, sensors=ONE, lcd=lcd, logger=logger)
    with pytest.raises(EquipmentRefused, match="needs its data logger"):
        Tabulator(model("andromeda-1"), positions=7, sensors=ONE, lcd=lcd)
    with pytest.raises(EquipmentRefused, match="has no LCD"):
        Tabulator(model("andromeda-3c"), positions=7, sensors=ONE, lcd=lcd)


# -- faults


@in_every_document("while the system is out of order")
@pytest.mark.clause("deuces-wild", "dealing 6 remain")
def test_s11_out_of_order_the_press_is_refused_and_the_manual_procedure_holds() -> None:
    device = _device()
    device.fail("sensor loom", SECOND)
    device.place(1, 1, 2 * SECOND)
    with pytest.raises(EquipmentFailed, match="sensor loom") as refused:
        device.press(3 * SECOND)
    assert refused.value.clause == "S-11"
    picture = device.count_by_hand({1: [4, 1]}, 3 * SECOND)
    assert picture.manual
    assert picture.wagers == {1: (1, 4)}
    assert picture.command("t", 3)["manual"] is True
    assert device.lit == {}
    assert device.counters.count() == 0
    with pytest.raises(EquipmentFailed):
        device.confirm({1: [1, 4]})
    with pytest.raises(EquipmentFailed):
        device.collect(4 * SECOND)


def test_s11_wagers_counted_by_hand_stay_even_when_the_device_is_mended_in_the_round() -> None:
    device = _device()
    device.place(1, 1, 1)
    device.fail("panel", 2)
    device.count_by_hand({1: [1]}, 3)
    (fault,) = device.mend(4)
    assert (fault.what, fault.since, fault.until) == ("panel", 2, 4)
    assert device.lit == {}
    with pytest.raises(NotConfirmed, match="until their hand is settled"):
        device.collect(5)
    with pytest.raises(NotConfirmed):
        device.confirm({1: [1]})
    device.lift(1, 1, SECOND)
    device.place(1, 2, 2 * SECOND)
    assert device.press(3 * SECOND).wagers == {1: (2,)}


def test_a_working_tabulator_takes_no_count_by_hand() -> None:
    with pytest.raises(EquipmentRefused, match="works"):
        _device().count_by_hand({1: [1]}, 1)


def test_a_count_by_hand_names_spots_that_exist() -> None:
    device = _device()
    device.fail("panel", 1)
    with pytest.raises(UnknownSensor):
        device.count_by_hand({2: [1]}, 2)
    with pytest.raises(UnknownSensor):
        device.count_by_hand({1: [7]}, 2)
    assert device.picture is None


def test_a_fault_in_the_round_darkens_the_lights_and_the_latched_picture_comes_back() -> None:
    device = _device()
    picture = _latched(device, 1, 3)
    device.fail("indicators", 2 * SECOND)
    assert device.lit == {}
    assert device.picture == picture
    device.mend(3 * SECOND)
    assert device.lit == {1: (1, 3)}
    assert device.confirm({1: [1, 3]}).agrees


def test_two_faults_are_two_records_and_mended_together() -> None:
    device = _device()
    device.fail("panel", 1)
    device.fail("sensor loom", 2)
    assert [fault.what for fault in device.faults] == ["panel", "sensor loom"]
    assert not device.works
    assert [(fault.what, fault.since, fault.until) for fault in device.mend(9)] == [
        ("panel", 1, 9),
        ("sensor loom", 2, 9),
    ]
    assert device.works
    assert device.mend(10) == ()


def test_spots_as_a_command_has_them() -> None:
    device = _device(sensors={1: "removed", 2: "removed"})
    device.place(1, 1, 1)
    device.press(2)
    assert plain(device.confirm({2: [3]}).differ) == {"1": [1], "2": [3]}
