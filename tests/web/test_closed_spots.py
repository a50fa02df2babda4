"""When a deposit is overdue, console, displays and seats say that the spot is closed, as soon as time has closed it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor.mirror import Mirror
from houseway.web.live.frames import Frames
from tests.floor.houses import DAY, HOUR, START, House
from tests.floor.live_tables import K1, live_house

LATE = START + 18 * HOUR + 7 * DAY


class Screens:
    """The frames of a floor, at a moment that the test sets."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.at = START
        self.mirror = Mirror(house.floor)
        self.frames = Frames(self.mirror, str, lambda table: None, lambda: self.at)


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[Screens]:
    house = live_house(tmp_path / "floor.db")
    yield Screens(house)
    house.close()


def test_bjs_9_console_display_and_seat_say_why_a_spot_is_closed(screens: Screens) -> None:
    frames = screens.frames
    screens.at = LATE
    assert frames.table(K1, "dealer").closed_spots == frames.vision(K1).closed_spots == {}
    assert frames.closed_spots() == frozenset()
    screens.at = LATE + 1
    assert frames.table(K1, "dealer").closed_spots == {
        "tie-after-tie": (
            "$200 of Ties has been due at the bank since 2024-05-02 06:00:00 PDT, more than 7 days "
            "(the house). Record the deposit to reopen it. The other wagers play on."
        )
    }
    assert frames.vision(K1).closed_spots == {"ties": "Closed: its deposit is overdue"}
    [player] = frames.table(K1, 1).closed_spots.values()
    assert player == "This spot is closed for now. Your other wagers play on."
    assert (K1, "tie-after-tie") in frames.closed_spots()


def test_bjs_9_a_deposit_opens_the_spot_on_every_screen(screens: Screens) -> None:
    screens.at = screens.house.at = LATE + HOUR
    screens.house.deposit_all("ties")
    screens.mirror.catch_up()
    assert screens.frames.table(K1, "dealer").closed_spots == screens.frames.vision(K1).closed_spots == {}
