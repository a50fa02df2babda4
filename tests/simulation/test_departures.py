"""Simulations that depart from the approved game: other pays, other decks, with the best play and the exact figure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from houseway import registry
from houseway.cli.maths.table_choices import demonstration_meters
from houseway.rulebook.money import dollars
from houseway.simulation.departures import departing
from houseway.simulation.plan import plan
from houseway.table.deal import deal_round
from tests.cli.command import Run

CHANGED: dict[str, dict[str, dict[str, str]]] = {
    "deuces-wild": {
        "ante": {"three-of-a-kind": "push", "flush": "7"},
        "three-card-treasure": {"straight": "3"},
        "five-card-fortune": {"two-pair": "1", "straight-flush": "loss"},
        "bonus-jackpot": {"2-wild-cards": "$11"},
    },
    "dueling": {
        "player": {"surrender": "-1:10", "win": "21:20"},
        "tie-plus": {"suited-pair-tie": "15"},
        "combo-bet": {"pair": "push"},
        "tie-after-tie": {"one-tie-one-color": "$6", "quads-same-color": "25%"},
    },
    "three-card-split": {
        "primary": {"push": "1:4", "win": "3:4"},
        "three-card-bonus": {"win": "19:20"},
        "four-card-bonus": {"two-pair": "4"},
        "jackpot": {"two-pair": "3"},
    },
    "triple-attack": {
        "first-attack": {"push-22": "loss", "blackjack": "3:2"},
        "insurance": {"blackjack": "4"},
        "suited-royals": {"two-card-flush": "3"},
        "double-match-up": {"unsuited-match": "5"},
        "double-match-down": {"suited-match": "11"},
        "triple-match": {"one-pair": "1"},
        "jackpot": {"any-20": "$5", "queen-of-hearts-pair": "1%"},
    },
}
"""By game and wager: rows that pay otherwise."""

HANGS_ON = {"insurance": "first-attack", "war": "player"}


def given(pays: Mapping[str, Mapping[str, str]]) -> list[str]:
    return [
        word
        for wager, rows in pays.items()
        for event, pay in rows.items()
        for word in ("--pays", f"{wager}/{event}={pay}")
    ]


def told(cli: Run, *args: str) -> dict[str, Any]:
    ended = cli(*args, "--json")
    assert ended.err == ""
    data = json.loads(ended.out)
    assert isinstance(data, dict)
    return data


@cache
def placed(slug: str) -> tuple[str, ...]:
    return tuple(wager for wager in CHANGED[slug] if wager not in HANGS_ON)


def simulated(cli: Run, slug: str, *args: str) -> dict[str, Any]:
    wagers = [word for wager in placed(slug) for word in ("--wager", wager)]
    return told(cli, "simulate", slug, "--rounds", "3e5", "--seed", "11", *wagers, *args)


@pytest.mark.parametrize("slug", CHANGED)
def test_changed_pays_are_simulated_under_the_best_play_beside_the_figures_that_analyze_gives(
    cli: Run, slug: str
) -> None:
    pays = CHANGED[slug]
    data = simulated(cli, slug, *given(pays))
    assert data["verdict"] == "pass", data["columns"]
    assert data["compared"] == len(placed(slug))
    for column in data["columns"]:
        wager = column["wager"]
        if wager in ("five-card-fortune", "tie-after-tie"):
            continue  # hangs on how the other wager is played, which the analysis of one wager leaves as printed
        asked = [
            "--wager",
            wager,
            *(word for event, pay in pays[wager].items() for word in ("--pays", f"{event}={pay}")),
        ]
        if wager in ("first-attack", "player"):
            asked += given({other: rows for other, rows in pays.items() if other in HANGS_ON})
        if wager in data["paytables"]:
            asked += ["--paytable", data["paytables"][wager]]
        asked += [
            word
            for name, cents in data["meters"].items()
            if name.split("/")[0] == wager
            for word in ("--meter", f"{name}={dollars(cents)}")
        ]
        posted = data["posted"].get(wager, {})
        asked += [word for event, pay in posted.items() for word in ("--pays", f"{event}={pay}")]
        analysis = told(cli, "analyze", slug, *asked)
        first = next(item for item in analysis["wagers"] if item["strategy"] == "optimal")
        assert column["exact"] == first["ev"], wager


@pytest.mark.parametrize("slug", CHANGED)
def test_rounds_under_changed_pays_are_those_of_the_procedure_with_these_pays(slug: str) -> None:
    game = registry.game(slug)
    setup = departing(game.demonstration(), CHANGED[slug], None)
    primary = placed(slug)[0]
    stakes = {
        1: {wager: 2000 if wager == primary else 100 if wager in setup.jackpots else 500 for wager in placed(slug)}
    }
    meters = demonstration_meters(game, setup)
    program = plan(game, setup, stakes, meters=meters).make()
    decide = game.kernel.decide(game, setup)
    seen = set()
    for number in range(400):
        round_ = deal_round(game, setup, stakes, seed=5, number=number, decide=decide, meters=meters)
        assert program.lines(5, number) == list(round_.lines)
        seen |= {(line.wager, line.event) for line in round_.lines}
    common = {
        "deuces-wild": ("ante", "flush"),
        "dueling": ("player", "surrender"),
        "three-card-split": ("primary", "push"),
    }
    assert common.get(slug, ("first-attack", "push-22")) in seen


def test_the_best_play_follows_the_pays(cli: Run) -> None:
    """A surrender that costs a tenth is better than any war; insurance at 8 to 1 is taken."""
    args = ("simulate", "dueling", "-r", "2e4", "-s", "1", "-w", "player", "-w", "tie-after-tie")
    before, after = told(cli, *args), told(cli, *args, "--pays", "player/surrender=-1:10")
    assert [column["average_action"] for column in after["columns"]] == [1, 1]
    assert before["columns"][0]["average_action"] > 1.05
    assert after["columns"][1]["exact"] < before["columns"][1]["exact"]
    assert after["verdict"] == "pass"


@pytest.mark.parametrize(("slug", "decks"), [("triple-attack", 2), ("dueling", 1), ("dueling", 7)])
def test_rounds_from_another_number_of_decks_agree_with_its_exact_figures(cli: Run, slug: str, decks: int) -> None:
    data = simulated(cli, slug, "--option", f"decks={decks}")
    assert data["verdict"] == "pass", data["columns"]
    for column in data["columns"][:2]:
        analysis = told(cli, "analyze", slug, "--wager", column["wager"], "--option", f"decks={decks}")
        ids = (data["paytables"].get(column["wager"], "standard"),)
        first = next(item for item in analysis["wagers"] if item["paytable"] in ids and item["strategy"] == "optimal")
        assert column["exact"] == first["ev"]
    assert (data["departures"]["decks"].split()[0], data["fingerprint"]) == (str(decks), analysis["fingerprint"])


REFUSED = {
    "a row without its wager": ("dueling", "--pays", "win=2"),
    "a wager that is none": ("dueling", "--pays", "nothing/win=2"),
    "a row that is none": ("dueling", "--pays", "player/royal=2"),
    "what is no pay": ("dueling", "--pays", "player/win=lots"),
    "a wager that nobody bets": ("dueling", "--pays", "tie-plus/suited-pair-tie=2"),
    "a wager that is not offered": ("dueling", "--pays", "play/win=2"),
    "a tie bonus where there is none": ("dueling", "--pays", "war/tie-bonus=1"),
    "two spots with two best plays": (
        "dueling", "-w", "player", "-w", "dealer", "--pays", "player/surrender=-1:10",
    ),
    "a wager paid by another's table": ("triple-attack", "--pays", "second-attack/win=2"),
    "money on a wager of any amount": ("triple-attack", "--pays", "first-attack/win=$5"),
    "a share of a meter that is none": ("three-card-split", "--pays", "primary/win=10%"),
    "matches that do not add up": (
        "triple-attack", "-w", "first-attack", "-w", "double-match-up", "--pays", "double-match-up/suited-match=push",
    ),
    "a pay that says no amount": (
        "three-card-split", "-w", "all", "--pays", "jackpot/two-pair=bonus",
    ),
    "a play worked out for other pays": ("deuces-wild", "--pays", "ante/flush=2", "--strategy", "short"),
    "decks where there is one": ("three-card-split", "--option", "decks=2"),
    "no decks": ("triple-attack", "--option", "decks=0"),
    "too many decks": ("triple-attack", "--option", "decks=1001"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_changed_in_a_simulation_is_refused_in_words(cli: Run, name: str) -> None:
    ended = cli("simulate", *REFUSED[name], "--rounds", "10", "--seed", "1")
    assert (ended.code, ended.out) == (2, "")
    said, *remedy = ended.err.splitlines()
    assert said.startswith("houseway: ")
    assert len(remedy) == 1, "no remedy"


# -- what is assumed stands at the head

DEPARTURES: dict[str, tuple[tuple[str, ...], str]] = {
    "a pay": (("dueling", "--pays", "player/win=2"), "pay of player/win 2 (approved: 1 to 1)"),
    "a pay of what hangs on it": (("dueling", "--pays", "war/win=2"), "pay of war/win 2 (approved: 1 to 1)"),
    "a pay of a jackpot": (
        ("three-card-split", "-w", "all", "--pays", "jackpot/two-pair=2"),
        "pay of jackpot/two-pair 2 (approved: 1 for 1)",
    ),
    "decks": (("triple-attack", "--option", "decks=2"), "decks 2 (approved: 8)"),
    "decks of a choice": (("dueling", "--option", "decks=7"), "decks 7 (approved: 6, 5, 8)"),
}
ASSUMED: dict[str, tuple[tuple[str, ...], str]] = {
    "an option": (("dueling", "--option", "decks=8"), "decks 8 (usually 6)"),
    "a shoe dealt to a cut card": (("dueling", "--option", "shoe=100"), "shoe 100 (usually fresh)"),
    "a meter": (("dueling", "-w", "all", "--meter", "tie-after-tie=$20,000"), "amount on tie-after-tie $20,000"),
    "the meter of the house": (("dueling", "-w", "all"), "amount on tie-after-tie $12,500"),
    "a posted amount": (
        ("deuces-wild", "-w", "all", "--meter", "bonus-jackpot/5-wild-cards=$40,000"),
        "posted on bonus-jackpot/5-wild-cards $40,000",
    ),
    "a posted pay": (
        ("dueling", "-w", "all", "--paytable", "tie-plus=bonus", "--pays", "tie-plus/suited-pair-tie=25"),
        "posted on tie-plus/suited-pair-tie 25",
    ),
    "the amount of a jackpot wager": (
        ("three-card-split", "-w", "primary", "-w", "jackpot=5", "--option", "qualifying=jackpot"),
        "jackpot wager $5",
    ),
    "a paytable": (("dueling", "-w", "all", "--paytable", "tie-plus=2"), "paytable of tie-plus 2"),
}

NAMES = {
    "bonus-jackpot/5-wild-cards": "Bonus Jackpot: 5 Wild Cards",
    "tie-plus/suited-pair-tie": "Tie Plus: Suited Pair tie",
    "tie-after-tie": "Tie After Tie Jackpot",
    "of tie-plus": "of Tie Plus",
    "player/win": "Player: Win",
    "war/win": "War: Win",
    "jackpot/two-pair": "Jackpot: Two Pair",
}
"""What people read in the place of slugs."""


@pytest.mark.parametrize("name", [*DEPARTURES, *ASSUMED])
def test_whatever_is_assumed_or_departs_stands_at_the_head_under_its_own_fingerprint(cli: Run, name: str) -> None:
    args, says = (DEPARTURES | ASSUMED)[name]
    approved = registry.game(args[0]).edition().fingerprint
    data = told(cli, "simulate", *args, "-r", "1000", "-s", "1")
    assert says in [f"{key} {value}" for key, value in (data["departures"] | data["assumed"]).items()]
    assert data["approved_fingerprint"] == approved
    assert (data["fingerprint"] != approved) == (name in DEPARTURES)
    head = cli("simulate", *args, "-r", "1000", "-s", "1", width=400).out.split("Wager")[0]
    for slug, called in NAMES.items():
        says = says.replace(slug, called)
    assert says in head
    assert data["fingerprint"][:16] in head
    assert ("Departs from the approved game" in head) == (name in DEPARTURES)


def test_a_wager_that_favours_the_player_is_flagged(cli: Run) -> None:
    args = ("simulate", "dueling", "-r", "1000", "-s", "1", "-w", "player", "-w", "tie-plus")
    assert [column["favours_player"] for column in told(cli, *args)["columns"]] == [False, False]
    assert "Favours" not in cli(*args).out
    changed = (*args, "--pays", "player/win=2")
    assert [column["favours_player"] for column in told(cli, *changed)["columns"]] == [True, False]
    assert "Favours the player, who wins on average: Player." in cli(*changed, width=400).out


def test_a_departure_has_the_fingerprint_that_analyze_gives_it(cli: Run) -> None:
    simulation = told(cli, "simulate", "dueling", "-r", "10", "--pays", "player/win=2")
    analysis = told(cli, "analyze", "dueling", "--wager", "player", "--pays", "win=2")
    other = told(cli, "analyze", "dueling", "--wager", "dealer", "--pays", "win=2")
    assert simulation["departures"] == analysis["departures"]
    assert simulation["fingerprint"] == analysis["fingerprint"] != other["fingerprint"]
