"""Floors to test on: a SQLite file, or a schema of a PostgreSQL server that the suite starts itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from houseway.floor.floor import Floor
from tests.floor.houses import House, Profile, sqlite_house
from tests.floor.live_tables import K1, At, live_house
from tests.prepared import copied


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[House]:
    """A floor without a property."""
    house = sqlite_house(tmp_path / "floor.db")
    yield house
    house.close()


@pytest.fixture(scope="session")
def built() -> Callable[[Profile, Path], House]:
    """Properties by their profile: each is built once, and its files are copied for every test that begins with it."""

    def make(profile: Profile, path: Path) -> tuple[int, int]:
        house = sqlite_house(path).build(profile)
        house.close()
        return house.at, house.number

    def found(profile: Profile, folder: Path) -> House:
        path = folder / "floor.db"
        at, number = copied(("built", profile), path, partial(make, profile))
        return House(Floor.open(path), at, number)

    return found


@pytest.fixture
def house(tmp_path: Path, built: Callable[[Profile, Path], House]) -> Iterator[House]:
    """A property under the plain profile, all tables open with the tabulator alone."""
    house = built("plain", tmp_path)
    yield house
    house.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[House]:
    """A property whose tables are played answer by answer."""
    house = live_house(tmp_path / "floor.db")
    yield house
    house.close()


@pytest.fixture
def duel(played: House) -> At:
    """Dueling with keyed cards, in the property that is played."""
    return At(played, K1)


@pytest.fixture
def commercial(tmp_path: Path, built: Callable[[Profile, Path], House]) -> Iterator[House]:
    """The same property as a commercial room in Washington."""
    house = built("washington-commercial", tmp_path)
    yield house
    house.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A floor without a property, on each engine."""
    if request.param == "sqlite":
        house = sqlite_house(tmp_path / "floor.db")
    else:
        house = House(Floor.open(request.getfixturevalue("postgres"), create=True, seals=tmp_path / "floor.seals"))
    yield house
    house.close()


@pytest.fixture
def reopen(tmp_path: Path) -> Iterator[Callable[[House], House]]:
    """Closes a floor on SQLite and opens it again, as after a restart."""
    opened: list[House] = []

    def again(house: House) -> House:
        house.close()
        fresh = House(Floor.open(tmp_path / "floor.db"), house.at, house.number)
        opened.append(fresh)
        return fresh

    yield again
    for house in opened:
        house.close()
