"""Wagers that favour the player are told of before a table opens, with what they cost."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from houseway import registry
from houseway.compliance.configuration import Property, Table, load
from houseway.compliance.favours import ROUNDS, favours

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(scope="module")
def washington() -> Property:
    return load(EXAMPLES / "washington.toml")


def test_the_first_attack_favours_the_player_and_costs_what_its_edge_takes(washington: Property) -> None:
    found = [each for each in favours(washington) if each.wager == "first-attack"]
    tables = {table.id: table for table in washington.tables if table.game == "triple-attack"}
    assert {each.table for each in found} == set(tables)
    edge = registry.game("triple-attack").analyze(wager="first-attack").figures[0].ev
    assert Fraction(0) < edge < Fraction(1, 100)
    for each in found:
        most = tables[each.table].limits["first-attack"][1]
        assert each.edge == pytest.approx(-float(edge))
        assert (each.most, each.positions) == (most, 6)
        assert each.cost == int(edge * most * 6 * ROUNDS)


def test_what_favours_the_house_as_the_table_is_configured_is_not_named(washington: Property) -> None:
    assert {each.game for each in favours(washington)} == {"triple-attack"}


def test_the_options_of_the_table_decide(washington: Property) -> None:
    """Five Card Fortune favours the player where a fifth card is chosen in sight of the community hand."""
    [table] = [table for table in washington.tables if table.game == "deuces-wild"]
    generous = msgspec.structs.replace(
        table, options={**table.options, "fortune-pool": "five", "fortune-view": "revealed"}
    )
    changed = msgspec.structs.replace(washington, tables=(generous,))
    [found] = favours(changed)
    assert (found.wager, found.case) == ("five-card-fortune", "with the Ante")
    assert found.edge == pytest.approx(-0.033036, abs=1e-6)


def test_without_a_posted_maximum_nothing_is_reckoned() -> None:
    plain = load(EXAMPLES / "plain.toml")
    table = Table(
        id="school", game="triple-attack", edition="2021", wagers=("first-attack",), layout=plain.tables[0].layout
    )
    changed = msgspec.structs.replace(plain, tables=(table,), jackpots=())
    assert [(each.wager, each.most, each.cost) for each in favours(changed)] == [("first-attack", None, None)]
