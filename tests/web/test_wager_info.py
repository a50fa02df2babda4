"""Questions about wagers: what a table's wagers pay, how often, and what they cost, as the analysis has it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.compliance.favours import ROUNDS
from houseway.facade import Game
from houseway.maths.question import Question
from houseway.registry import game
from houseway.simulation.exact import figures_at
from houseway.table.setup import Setup
from houseway.web.live.wager_info import WORKING, WagerInfo, often, wager_info
from tests.web.serving import Served


def told(found: Game, setup: Setup, wager: str, amounts: dict[str, int] | None = None) -> WagerInfo:
    return wager_info("T", found, setup, wager, figures_at(found, setup, wager), amounts or {})


def test_until_its_figures_are_worked_out_a_wager_says_so_and_then_has_those_of_the_analysis(room: Served) -> None:
    nobody = room.browser()
    asked: dict[str, Any] = {}

    def ready() -> bool:
        asked["found"] = nobody.get("/api/tables/T4/wagers/tie-plus").json()
        return bool(asked["found"]["ready"])

    first = nobody.get("/api/tables/T4/wagers/tie-plus").json()
    assert first["says"] and (first["ready"] or first["note"] == WORKING)
    room.wait(ready)
    [case] = asked["found"]["cases"]
    setup = room.room.mirror.setup("T4")
    options = {"decks": setup.options["decks"]}
    [exact] = (
        game("dueling").analyze(wager="tie-plus", paytable=setup.paytables["tie-plus"].id, options=options).figures
    )
    assert case["edge"] == float(exact.house_edge)
    assert case["wins"] == float(exact.hit_frequency)
    assert {row["name"] for row in case["rows"]} == {"Suited Pair tie", "Pair ties, unsuited"}
    assert sum(row["probability"] for row in case["rows"]) == pytest.approx(float(exact.hit_frequency))
    hour = case["hour"]
    assert hour["rounds"] == ROUNDS
    assert hour["cents"] == pytest.approx(hour["stake"] * ROUNDS * float(exact.house_edge))


def test_every_wager_of_a_table_is_told_and_an_unknown_one_is_refused(room: Served) -> None:
    nobody = room.browser()
    found = nobody.get("/api/tables/T3/wagers").json()["wagers"]
    setup = room.room.mirror.setup("T3")
    assert {one["wager"] for one in found} == set(setup.wagers)
    assert all(one["name"] == setup.edition.wagers[one["wager"]].name for one in found)
    missing = nobody.get("/api/tables/T3/wagers/insurance")
    assert missing.status_code == 404
    assert nobody.get("/api/tables/T9/wagers").status_code == 404


def test_a_jackpot_wager_is_told_at_its_meter_with_the_amount_at_which_it_is_even() -> None:
    found = game("three-card-split")
    setup = found.demonstration()
    name, cents = "jackpot/four-aces", 1_234_500
    [case] = told(found, setup, "jackpot", {name: cents}).cases
    question = Question.of(
        wager="jackpot",
        paytable=setup.paytables["jackpot"].id,
        meters={name: cents},
        pays={"jackpot/four-aces": "100%"},
        strategy="optimal",
    )
    exact = found.analyze(question).figures[0]
    assert case.edge == pytest.approx(float(exact.house_edge), abs=1e-15)
    [meter] = case.meters
    assert meter.amount == cents and meter.breaks_even is not None
    even = told(found, setup, "jackpot", {name: meter.breaks_even}).cases[0]
    assert even.edge == pytest.approx(0, abs=1e-7)
    assert case.rows[0].pays == "$12,345"
    assert any("$12,345 now" in said for said in case.says)
    # Without an amount there is no edge, and none is made up.
    assert told(found, setup, "jackpot").cases[0].edge is None


def test_figures_of_a_whole_round_are_told_as_they_are_and_not_reckoned_again_from_rows() -> None:
    found = game("dueling")
    setup = found.demonstration()
    [exact] = figures_at(found, setup, "player")
    whole = replace(exact, mean=Fraction(1, 400))
    [case] = wager_info("T", found, setup, "player", [whole], {}).cases
    assert case.edge == -1 / 400
    assert "You win 0.25¢ a dollar on average: the edge is yours, 0.25%." in case.says


def test_a_wager_that_is_added_later_says_what_it_is_counted_with() -> None:
    found = game("deuces-wild")
    setup = found.demonstration()
    info = wager_info("T", found, setup, "play", [], {})
    assert info.ready and not info.cases
    assert "Ante" in info.note


@pytest.mark.parametrize(("probability", "said"), [(0.5, "1 in 2.0"), (1 / 270_725, "1 in 270,725"), (0.0, "never")])
def test_a_probability_is_said_as_players_say_it(probability: float, said: str) -> None:
    assert often(probability) == said
