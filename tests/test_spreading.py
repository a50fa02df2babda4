"""The order of the tests: those that wait lie between the others, and none is lost."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.spreading import TESTS, spread, waits


class Placed(NamedTuple):
    """A test of a file, by its place there."""

    path: Path
    place: int


def in_files(folder: str, *sizes: int) -> list[Placed]:
    """Tests of so many files of a folder, so many in each."""
    return [Placed(TESTS / folder / f"test_{at}.py", place) for at, size in enumerate(sizes) for place in range(size)]


def test_every_part_of_the_order_has_its_share_of_the_files_that_wait() -> None:
    items = in_files("games", *[10] * 40) + in_files("web", *[3] * 20)
    found = spread(items)
    assert sorted(found) == sorted(items)
    files = [(path, [each.place for each in group]) for path, group in groupby(found, lambda item: item.path)]
    assert len(files) == 60
    assert all(places == sorted(places) for _, places in files)
    for quarter in range(4):
        part = found[quarter * 115 : (quarter + 1) * 115]
        assert len({item.path for item in part if waits(item.path)}) in (5, 6)


@pytest.mark.parametrize("folder", ["games", "web"])
def test_tests_of_one_kind_stay_in_their_order(folder: str) -> None:
    items = in_files(folder, 2, 1, 3)
    assert spread(items) == items
