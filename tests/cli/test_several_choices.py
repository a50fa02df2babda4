"""analyze, strategy and par with paytables and pays for several wagers at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from houseway import registry
from houseway.maths.question_errors import BadQuestion
from tests.cli.command import Run

SPLIT = "three-card-split"
BOTH = ("-p", "four-card-bonus=TCS-1b", "-p", "jackpot=TCS-4a")


def told(cli: Run, *args: str) -> dict[str, Any]:
    ended = cli(*args, "--json")
    assert (ended.code, ended.err) == (0, "")
    data: dict[str, Any] = json.loads(ended.out)
    return data


def tables(data: dict[str, Any]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for item in data["wagers"]:
        found.setdefault(item["wager"], set()).add(item["paytable"])
    return found


def test_each_wager_has_the_paytable_chosen_for_it_and_others_keep_theirs(cli: Run) -> None:
    data = told(cli, "analyze", SPLIT, *BOTH)
    whole = told(cli, "analyze", SPLIT)
    chosen = {"four-card-bonus": {"TCS-1b"}, "jackpot": {"TCS-4a"}}
    assert tables(data) == {**tables(whole), **chosen}
    assert data["wagers"] == [
        item for item in whole["wagers"] if item["paytable"] in chosen.get(item["wager"], {item["paytable"]})
    ]
    assert data["assumed"] == {"paytable of four-card-bonus": "TCS-1b", "paytable of jackpot": "TCS-4a"}
    assert (data["departures"], data["fingerprint"]) == ({}, whole["fingerprint"])
    said = cli("analyze", SPLIT, *BOTH, width=120).out
    assert "Four Card Bonus TCS-1b" in said and "Jackpot TCS-4a" in said and "TCS-1a" not in said


def test_one_choice_alone_asks_about_its_wager_only(cli: Run) -> None:
    assert tables(told(cli, "analyze", SPLIT, "-p", "jackpot=TCS-4a")) == {"jackpot": {"TCS-4a"}}


def test_several_wagers_can_be_asked_about(cli: Run) -> None:
    data = told(cli, "analyze", SPLIT, "-w", "primary", "-w", "jackpot", "-p", "jackpot=TCS-4a")
    assert tables(data) == {"primary": {"standard"}, "jackpot": {"TCS-4a"}}


def test_a_wager_played_beside_another_is_beside_its_chosen_paytable(cli: Run) -> None:
    """Five Card Fortune is worth what the Ante beside it lets a player see."""
    choices = ("-p", "ante=B", "-p", "five-card-fortune=B")
    fixed = ("--option", "fortune-pool=four", "--option", "fortune-view=blind")
    beside = [
        item
        for item in told(cli, "analyze", "deuces-wild", *choices, *fixed)["wagers"]
        if item["case"] == "with the Ante" and item["strategy"] == "optimal"
    ]
    alone = ("-p", "five-card-fortune=B", "--option", "ante=B", *fixed)
    (wanted,) = (
        item
        for item in told(cli, "analyze", "deuces-wild", *alone)["wagers"]
        if item["case"] == "with the Ante" and item["strategy"] == "optimal"
    )
    assert [item["options"]["ante"] for item in beside] == ["B"]
    assert [item["ev"] for item in beside] == [wanted["ev"]]


def test_pays_of_several_wagers_are_changed_at_once(cli: Run) -> None:
    changed = ("--pays", "primary/win=2", "--pays", "four-card-bonus/four-aces=100")
    data = told(cli, "analyze", SPLIT, *changed)
    for wager, pay in (("primary", "win=2"), ("four-card-bonus", "four-aces=100")):
        alone = told(cli, "analyze", SPLIT, "-w", wager, "--pays", pay)["wagers"]
        assert [item for item in data["wagers"] if item["wager"] == wager] == alone
    assert set(data["departures"]) == {"pay of primary/win", "pay of four-card-bonus/four-aces"}
    assert data["fingerprint"] != data["approved_fingerprint"]
    plain = told(cli, "analyze", SPLIT, "-w", "jackpot")["wagers"]
    assert [item for item in data["wagers"] if item["wager"] == "jackpot"] == plain


def test_pays_of_a_side_bet_leave_the_strategies_of_the_main_game(cli: Run) -> None:
    data = told(cli, "analyze", "triple-attack", "--pays", "suited-royals/two-card-flush=3")
    first = [item["strategy"] for item in data["wagers"] if item["wager"] == "first-attack"]
    assert first == ["optimal", "total-and-cards", "total-only", "short"]


def test_a_strategy_is_that_of_the_paytables_chosen(cli: Run) -> None:
    game = registry.game("deuces-wild")
    data = told(cli, "strategy", "deuces-wild", "-p", "ante=C", "-p", "five-card-fortune=B")
    wanted = game.strategy("optimal", wager="ante", paytable="C").tables
    assert {ask: data["tables"][ask] for ask in wanted} == wanted
    assert [item["paytable"] for item in data["costs"]] == ["C"]


def test_a_sheet_has_the_chosen_paytables_only(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.md"
    assert cli("par", SPLIT, *BOTH, "--simulate", "0", "-o", str(file)).code == 0
    text = file.read_text(encoding="utf-8")
    titles = [line for line in text.splitlines() if line.startswith("### Paytable")]
    assert titles == ["### Paytable TCS-1b", "### Paytable TCS-4a"]
    assert "| Assumed: paytable of Jackpot | TCS-4a |" in text


def test_a_sheet_of_another_jackpot_wager_keeps_its_strategies(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.md"
    assert cli("par", SPLIT, "--option", "fixed=5", "--simulate", "0", "-o", str(file)).code == 0
    assert "\n## Strategy\n" in file.read_text(encoding="utf-8")


BAD = {
    "no wager of the game": (("-p", "nope=1", "-p", "jackpot=TCS-4a"), "no wager 'nope'", "choose from primary"),
    "no paytable of its wager": (("-p", "jackpot=9", "-p", "four-card-bonus=TCS-1a"), "jackpot has no", "choose TCS-"),
    "a wager twice": (("-p", "jackpot=TCS-4a", "-p", "jackpot=TCS-4b"), "'jackpot' twice", "give each key once"),
    "a bare id among others": (("-p", "TCS-4a", "-p", "jackpot=TCS-4a"), "is not KEY=VALUE", "as in --paytable"),
    "a wager not asked about": (("-w", "primary", "-p", "jackpot=TCS-4a"), "only primary", "--wager jackpot"),
    "a row without its wager": (("--pays", "win=2"), "those of one wager", "WAGER/win"),
    "a row of a wager not asked about": (("-w", "primary", "--pays", "jackpot/pair=2"), "not asked about", "primary"),
    "a row that its wager does not have": (("--pays", "primary/pair=2"), "primary has no row 'pair'", "name one of"),
    "a pay twice": (("--pays", "primary/win=2", "--pays", "primary/win=3"), "'primary/win' twice", "give each"),
}


@pytest.mark.parametrize("command", ["analyze", "par", "strategy"])
@pytest.mark.parametrize("name", BAD)
def test_a_choice_that_does_not_fit_is_refused_alike_everywhere(
    cli: Run, tmp_path: Path, command: str, name: str
) -> None:
    given, what, remedy = BAD[name]
    file = tmp_path / "sheet.md"
    ended = cli(command, SPLIT, *given, *(("-o", str(file)) if command == "par" else ()))
    if command == "strategy" and name == "a row without its wager":
        # A strategy is asked about the primary wager.
        assert ended.code == 0
        return
    assert (ended.code, ended.out, file.exists()) == (2, "", False)
    assert what in ended.err and remedy in ended.err


def test_the_syntax_of_a_choice_is_that_of_the_table(cli: Run) -> None:
    for words in (("-p", "jackpot"), ("-p", "jackpot="), ("-p", "jackpot=TCS-4a", "-p", "jackpot=TCS-4b")):
        more = ("-p", "four-card-bonus=TCS-1a")
        assert cli("analyze", SPLIT, *words, *more).err == cli("deal", SPLIT, "-r", "1", *words, *more).err


def test_a_wager_that_hangs_on_another_takes_its_paytable() -> None:
    game = registry.game("triple-attack")
    with pytest.raises(BadQuestion, match="no paytable"):
        game.analyze(paytable={"second-attack": "nope"})
    deuces = registry.game("deuces-wild")
    with pytest.raises(BadQuestion, match="play is paid by the paytable of ante"):
        deuces.analyze(paytable={"ante": "A", "play": "B"})
