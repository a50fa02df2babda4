"""What a seat tells of its wagers is what ``houseway analyze`` prints for the same table."""

from __future__ import annotations

import json

import pytest

from houseway.registry import all_games
from houseway.rulebook.money import dollars
from houseway.simulation.exact import FREE, figures_at
from houseway.web.live.wager_info import wager_info
from tests.cli.command import Run

LONG = ("deuces-wild", "triple-attack")
"""Games whose analysis takes seconds."""


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=pytest.mark.soak) if slug in LONG else slug for slug in all_games()]
)
def test_the_seat_tells_the_edge_that_the_terminal_prints(cli: Run, slug: str) -> None:
    game = all_games()[slug]
    setup = game.demonstration()
    amounts = dict.fromkeys(setup.meters, 1_234_500)
    options = [f"-o{name}={value}" for name, value in setup.options.items() if name not in FREE]
    compared = 0
    for wager in setup.wagers:
        told = wager_info("T", game, setup, wager, figures_at(game, setup, wager), amounts)
        ids = setup.edition.paytable_ids(wager)
        paytable = [] if ids == ("standard",) else [f"-p{wager}={setup.paytables[wager].id}"]
        pays = [f"--pays={wager}/{event}={pay}" for event, pay in setup.posted.get(wager, {}).items()]
        meters = [f"--meter={name}={dollars(cents)}" for name, cents in amounts.items() if name.split("/")[0] == wager]
        ended = cli("analyze", slug, "--json", "-w", wager, *options, *paytable, *pays, *meters)
        if not told.cases:
            assert setup.edition.wagers[wager].kind == "supplemental"
            continue
        assert ended.code == 0, ended.err
        printed = [item for item in json.loads(ended.out)["wagers"] if item["wager"] == wager]
        for case in told.cases:
            same = [item for item in printed if item["case"] == case.case and item["strategy"] in ("optimal", "always")]
            assert case.edge in [item["house_edge"] for item in same], wager
            assert case.wins in [item["hit_frequency"] for item in same], wager
            compared += 1
    assert compared >= len(setup.wagers) // 2
