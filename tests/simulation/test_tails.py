"""Convolution against simulation where it matters most: in the tails of a shift, one in ten thousand."""

from __future__ import annotations

import pytest

from benchmarks.tails_of_shifts import tails_of
from houseway.registry import all_games
from houseway.simulation.report import far_for


@pytest.mark.soak
@pytest.mark.parametrize("slug", sorted(all_games()))
def test_simulated_shifts_end_in_the_tails_as_often_as_convolution_says(slug: str) -> None:
    """200,000 shifts of 100 rounds: some 20 in each tail. `benchmarks.tails_of_shifts` counts as many as it is told."""
    for tail in tails_of(slug, 200_000, workers=2):
        assert 0 < tail.exact <= 1e-4
        assert abs(tail.z) < far_for(2 * len(all_games())), tail
