"""Drawings are kept while they are the same, and only then."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.reports.document import Plot
from houseway.reports.writers import plots


def _circle(size: float, name: str = "circle", drawn_from: object = ()) -> Plot:
    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        axes.set_title(f"{size} {drawn_from}")

    return plots.made(draw, name, "A circle", "It is round.", 1.0, 1.0)


def test_an_equal_drawing_is_not_made_again() -> None:
    assert _circle(2).png is _circle(2).png
    assert _circle(2).png.startswith(b"\x89PNG")


def test_another_drawing_is_made_whatever_the_difference() -> None:
    first = _circle(2)
    others = [
        _circle(3),
        # Equal as numbers, and written otherwise.
        _circle(2.0),
        _circle(2, drawn_from=("a",)),
        _circle(2).captioned(["Below it"]),
    ]
    found = [first.png, *(other.png for other in others)]
    assert len(set(found)) == len(found)
    assert len({first.svg, _circle(2, "another").svg}) == 2


def test_what_has_no_hash_is_drawn_each_time() -> None:
    values = [1]
    plot = _circle(2, drawn_from=values)
    before = plot.png
    values.append(2)
    assert _circle(2, drawn_from=values).png != before


def test_only_so_many_drawings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "KEPT", 2)
    monkeypatch.setattr(plots, "_kept", {})
    first = _circle(1).png
    assert _circle(2).png != first
    assert _circle(1).png is first
    assert _circle(3).png != first
    assert len(plots._kept) == 2
    again = _circle(1).png
    assert again == first
    assert again is not first
