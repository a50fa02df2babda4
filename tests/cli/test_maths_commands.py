"""analyze, strategy, simulate, shift, bankroll, target and par: the mathematics on the command line."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway import registry
from houseway.cli.maths.question_options import cents_of
from houseway.cli.maths.simulate_command import number_of
from houseway.facade import Game
from houseway.games.deuces_wild import maths
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.simulation import run
from houseway.simulation.exact import exact_figures
from houseway.simulation.plan import Plan
from houseway.simulation.program import Program
from tests.cli.command import GAMES, Run
from tests.toys import toy_game

TOY = "high-card"


@pytest.fixture(scope="module", autouse=True)
def toy() -> Iterator[Game]:
    with toy_game() as game:
        yield game


def told(cli: Run, *args: str) -> dict[str, Any]:
    ended = cli(*args, "--json")
    assert (ended.code, ended.err) == (0, "")
    data = json.loads(ended.out)
    assert isinstance(data, dict)
    return data


# -- analyze

KEYS = {
    "wager", "paytable", "options", "strategy", "unit", "ev", "ev_exact", "house_edge", "element_of_risk",
    "hit_frequency", "variance", "sd", "outcomes", "meter",
}  # fmt: skip


def test_analyze_as_json_is_the_object_of_the_analysis(cli: Run, toy: Game) -> None:
    data = told(cli, "analyze", TOY)
    whole = json.loads(json.dumps(toy.analyze().as_dict()))
    assert {key: data[key] for key in whole} == whole
    assert data.keys() - whole.keys() == {"approved_fingerprint", "assumed", "departures"}
    assert [item["strategy"] for item in data["wagers"]] == ["optimal", "short", "always-stay"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_tells_its_whole_book(cli: Run, slug: str) -> None:
    data = told(cli, "analyze", slug)
    game = registry.game(slug)
    assert (data["game"], data["edition"]) == (slug, game.edition().slug)
    assert data["fingerprint"] == game.edition().fingerprint
    seen = set()
    for item in data["wagers"]:
        assert set(item) >= KEYS
        seen.add((item["wager"], item["paytable"]))
        if item["amounts_needed"]:
            assert item["house_edge"] is item["ev"] is item["sd"] is item["variance"] is None
        else:
            assert item["house_edge"] == -item["ev"]
            assert item["sd"] == pytest.approx(item["variance"] ** 0.5)
        assert 0 <= item["hit_frequency"] <= 1
        if item["ev_exact"] is not None:
            assert float(Fraction(item["ev_exact"])) == item["ev"]
        assert sum(row["probability"] for row in item["outcomes"]) == pytest.approx(1, abs=1e-9)
    for wager in game.edition().initial_wagers:
        for paytable in game.edition().paytable_ids(wager):
            assert (wager, paytable) in seen
    plain = cli("analyze", slug, width=120)
    assert (plain.code, plain.err) == (0, "")
    assert all(game.edition().wagers[wager].name in plain.out for wager in game.edition().initial_wagers)


def test_analyze_shows_one_wager_in_full(cli: Run, toy: Game) -> None:
    out = cli("analyze", TOY, "--wager", "bet", width=100).out
    for text in ("Every paytable, option and strategy", "always-stay", "Expected value, exact", "56/221", "2,652"):
        assert text in out
    assert "bet as much again" not in out
    assert toy.edition().fingerprint[:16] in out


@pytest.mark.parametrize("width", [60, 80, 120])
def test_tables_fit_the_terminal(cli: Run, width: int) -> None:
    for args in (("analyze", TOY), ("analyze", TOY, "-w", "bet"), ("analyze", "dueling", "-w", "player")):
        lines = cli(*args, width=width).out.splitlines()
        assert max(map(len, lines)) <= width


def test_tables_can_be_drawn_in_plain_characters(cli: Run) -> None:
    ended = cli("analyze", "dueling", "--wager", "tie-after-tie", encoding="ascii")
    assert ended.code == 0
    assert "?" not in ended.out


def test_a_pay_may_be_changed(cli: Run) -> None:
    """A win that pays nothing: the player gains nothing by raising, and every lost unit is lost."""
    data = told(cli, "analyze", TOY, "--wager", "bet", "--pays", "win=0")
    optimal = data["wagers"][0]
    assert Fraction(optimal["ev_exact"]) == Fraction(-(1 - Fraction(3, 51)) / 2)


def test_published_what_ifs_on_the_command_line(cli: Run) -> None:
    """Casino War, wizardofodds.com/games/casino-war: six decks."""

    def ev(*args: str) -> Fraction:
        return Fraction(told(cli, "analyze", "dueling", "--option", "decks=6", *args)["wagers"][0]["ev_exact"])

    assert ev("--wager", "player") == Fraction(-142853, 4965115)
    tie = ev("--paytable", "tie-plus=1", "--pays", "suited-pair-tie=10", "--pays", "pair-ties-unsuited=10")
    assert tie == Fraction(-58, 311)


def test_meters_are_given_in_cents_or_dollars(cli: Run) -> None:
    args = ("analyze", "dueling", "-p", "tie-after-tie=TAT1", "--option", "decks=6")
    empty, cents, dollars = (
        told(cli, *args, *more)["wagers"][0]
        for more in ((), ("--meter", "tie-after-tie=12500"), ("--meter", "tie-after-tie=$12,500"))
    )
    assert cents == dollars
    # The meter's table is about every amount; the expected value is at the amount given.
    meter = empty["meter"]
    assert empty["ev"] is None
    assert cents["ev"] == pytest.approx(meter["fixed_return"] - 1 + 12500 * meter["coefficient"], abs=1e-12)


def test_a_progressive_is_told_at_its_seed_and_in_the_long_run(cli: Run) -> None:
    args = ("analyze", "three-card-split", "-p", "jackpot=TCS-4a", "--seed", "jackpot/four-aces=$5,000")
    fed = (*args, "--rate", "jackpot/four-aces=20%", "--reseed", "jackpot/four-aces=$2,500")
    one, full = told(cli, *fed)["wagers"][0]["progressives"]
    chance = Fraction(1, 270_725)
    assert (one["seats"], full["seats"]) == (1, 7)
    assert one["return_at_seed"] == pytest.approx(one["fixed_return"] + float(chance) * 5000)
    assert one["long_run_return"] == pytest.approx(one["fixed_return"] + 0.2 + float(chance) * 2500)
    assert full["long_run_return"] == pytest.approx(one["long_run_return"])
    assert full["rounds_between_full_hits"] == pytest.approx(270_725 / 7)
    # A fair half of the meters grow for ln 2 / p rounds of $1 at 20 % before anybody has four aces.
    assert one["median_rounds_between_full_hits"] == pytest.approx(math.log(2) * 270_725, rel=1e-4)
    assert one["reached"]["1/2"] == pytest.approx(2500 + 0.2 * math.log(2) * 270_725, abs=0.5)
    assert told(cli, *args)["wagers"][0]["ev"] == pytest.approx(one["return_at_seed"] - 1)
    said = cli(*fed, width=200).out
    for text in ("Progressive", "At a full table of 7", "270,725", f"{100 * one['long_run_return']:.4f} %"):
        assert text in said
    for wrong in (("--rate", "jackpot/four-aces=20"), ("--rate", "jackpot=20%"), ("--rate", "jackpot/four-aces=120%")):
        assert cli(*args, *wrong).code != 0


def test_no_jackpot_is_shown_with_an_edge_before_it_has_an_amount(cli: Run) -> None:
    said = cli("analyze", "triple-attack", "--wager", "jackpot", "-p", "PT-BJS-TA-JP-01", width=160).out
    assert "need an amount for Jackpot" in said and "at break-even (Jackpot)" in said
    assert "as given" not in said
    given = cli(
        "analyze", "triple-attack", "-p", "jackpot=PT-BJS-TA-JP-01", "--meter", "jackpot=$25,000", width=160
    ).out
    assert "as given" in given and "House edge, per" in given


def test_the_joint_play_is_simulated_for_the_stakes_of_the_seat(cli: Run) -> None:
    wagers = ("-w", "ante=5", "-w", "five-card-fortune=50")
    data = told(cli, "simulate", "deuces-wild", "-r", "2e5", "--seed", "7", "--strategy", "joint", *wagers)
    assert data["strategy"] == "joint"
    joint = maths.joint_play(registry.game("deuces-wild"), options={"ratio": "10"})
    exact = {column["wager"]: column["exact"] for column in data["columns"]}
    assert exact == {"ante": float(joint.ante), "five-card-fortune": float(joint.fortune)}
    assert joint.gain > 0


def test_a_strategy_is_priced(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "stay.json"
    assert cli("strategy", TOY, "--name", "always-stay", "-o", str(file)).out == f"{file}\n"
    (priced,) = told(cli, "analyze", TOY, "--strategy", str(file))["wagers"]
    assert (priced["strategy"], priced["ev_exact"]) == ("always-stay", "0/1")


# -- strategy


def test_a_strategy_is_shown_with_its_cost(cli: Run, toy: Game) -> None:
    out = cli("strategy", TOY, "--name", "short").out
    assert "1. Raise with a ten or better." in out
    assert "Raise or stay" not in out
    assert "Raise or stay" in cli("strategy", TOY).out
    best, short = (toy.analyze().find("bet", strategy=name).ev for name in ("optimal", "short"))
    assert f"{100 * float(best - short):.4f} %" in out
    assert "0.0000 %" in cli("strategy", TOY).out


def test_a_saved_strategy_comes_back_and_is_compared(cli: Run, tmp_path: Path, toy: Game) -> None:
    file = tmp_path / "short.json"
    cli("strategy", TOY, "--name", "short", "-o", str(file))
    data = told(cli, "strategy", TOY, "--price", str(file))
    assert data["tables"] == toy.strategy("short").tables
    best, short = (toy.analyze().find("bet", strategy=name).ev for name in ("optimal", "short"))
    assert [Fraction(item["cost_exact"]) for item in data["costs"]] == [best - short]
    data = told(cli, "strategy", TOY, "--compare", str(file))
    assert data["compared"]["differences"] == [{"ask": "raise", "situation": "9", "answer": "raise", "other": "stay"}]
    plain = cli("strategy", TOY, "--compare", str(file)).out
    assert "1 differences" in plain or "1 difference" in plain
    assert "answer alike" in cli("strategy", TOY, "--name", "short", "--compare", str(file)).out


def test_the_terminal_lists_the_cells_with_a_star(cli: Run) -> None:
    said = cli("strategy", "triple-attack", width=120).out
    assert "Hard totals, three cards: cells with a star" in said
    assert "3-6-6, 4-5-6, 5-5-5" in said
    assert "Hard totals" in cli("strategy", "triple-attack", "--name", "total-only").out


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_short_strategy_that_costs_little(cli: Run, slug: str) -> None:
    data = told(cli, "strategy", slug, "--name", "short")
    assert 1 <= len(data["rules"]) <= 15
    assert data["costs"]
    assert all(item["cost"] > -1e-12 for item in data["costs"])


def test_a_figure_that_favours_the_player_says_so_wherever_it_stands(cli: Run) -> None:
    said = "Favours the player"
    assert f"{said}, who wins on average: First Attack, Second Attack, Third Attack." in cli(
        "analyze", "triple-attack", width=120
    ).out.replace("\n", " ")
    assert said in cli("analyze", "triple-attack", "--wager", "first-attack").out
    data = told(cli, "analyze", "triple-attack")["wagers"]
    flags = {item["wager"]: item["favours_player"] for item in reversed(data)}
    assert (flags["first-attack"], flags["insurance"], flags["jackpot"]) == (True, False, None)
    assert said not in cli("analyze", "three-card-split").out


def test_what_departs_from_the_approved_game_stands_at_the_head(cli: Run) -> None:
    asked = ("triple-attack", "--wager", "first-attack", "--option", "decks=6")
    approved = registry.game("triple-attack").edition().fingerprint
    for command in ("analyze", "strategy"):
        lines = cli(command, *asked).out.splitlines()[:4]
        assert any(line.startswith("Departs from the approved game: decks 6 (approved: 8)") for line in lines)
        data = told(cli, command, *asked)
        assert (data["departures"], data["approved_fingerprint"]) == ({"decks": "6 (approved: 8)"}, approved)
        assert data["fingerprint"] != approved
    plain = told(cli, "analyze", "triple-attack", "--wager", "first-attack")
    assert (plain["departures"], plain["fingerprint"]) == ({}, approved)


# -- a strategy of one's own


def test_a_strategy_is_written_changed_and_priced_with_its_mistakes(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    assert cli("strategy", "dueling", "--write", str(file)).out == f"{file}\n"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("# optimal", "# mine").replace("| W |", "| S |", 1), encoding="utf-8")
    asked = ("strategy", "dueling", "-w", "player", "--price", str(file), "--mistakes", "10")
    data = told(cli, *asked)
    (mistake,) = data["mistakes"]["mistakes"]
    assert (data["name"], mistake["hand"], mistake["made"], mistake["best"]) == ("mine", "2", "surrender", "war")
    assert data["mistakes"]["cost"] == data["costs"][0]["cost"] == mistake["cost_per_round"]
    shown = cli(*asked, width=120)
    assert shown.code == 0
    assert "Every mistake" in shown.out and "go to war" in shown.out
    assert "makes no mistake" in cli("strategy", "dueling", "-w", "player", "--mistakes", "3").out


def test_a_strategy_with_a_hole_is_refused_with_its_file(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    cli("strategy", "dueling", "--write", str(file))
    file.write_text(file.read_text(encoding="utf-8").replace("| W |", "|   |", 1), encoding="utf-8")
    ended = cli("strategy", "dueling", "--price", str(file))
    assert (ended.code, ended.out) == (2, "")
    assert str(file) in ended.err and "does not say what to do with 1 hand: 2" in ended.err
    assert "fill in War or surrender, tie, 2: W (go to war) or S (surrender)" in ended.err.replace("\n          ", " ")


def test_a_cell_of_a_chart_is_opened(cli: Run) -> None:
    data = told(cli, "strategy", "dueling", "--cell", "War or surrender:tie:9")
    assert [choice["words"] for choice in data["choices"]] == ["go to war", "surrender"]
    assert data["choices"][1]["worth"] == -0.5
    assert "Wins on average" in cli("strategy", "dueling", "--cell", "War or surrender:tie:9").out
    for cell, says in (("tie", "names no cell"), ("War or surrender:tie:1", "has no column '1'")):
        refused = cli("strategy", "dueling", "--cell", cell)
        assert refused.code == 2 and says in refused.err
    assert "does not work out what each choice is worth" in cli("strategy", TOY, "--mistakes", "3").err


# -- shift


def test_shift_tells_each_wager_its_band_and_the_smallest_overpayment(cli: Run) -> None:
    args = ("shift", "dueling", "--rounds", "500", "-w", "player=25", "-w", "tie-plus=5", "--mix", "optimal=100")
    data = told(cli, *args)
    figures = registry.game("dueling").price("optimal", wager="player")
    first = data["wagers"][0]
    assert (data["rounds"], data["seats"], data["mix"]) == (500, 1, {"optimal": 1.0})
    assert [item["wagers"] for item in data["wagers"]] == [["player"], ["tie-plus"], ["player", "tie-plus"]]
    assert first["expected"] == pytest.approx(-500 * 2_500 * float(figures.ev))
    assert first["sd"] == pytest.approx(500**0.5 * 2_500 * figures.sd)
    assert first["band"]["low"] < first["expected"] < first["band"]["high"]
    assert first["overpaid_share"] == first["overpayment"] / (500 * 2_500)
    shown = cli(*args)
    assert shown.code == 0
    assert "500 rounds, one seat" in shown.out
    assert "best play 100 %" in shown.out
    assert "All together" in shown.out


def test_shift_calls_exact_only_what_is_counted_by_itself(cli: Run) -> None:
    # Seven seats of one round lose $35 at the most; the distribution has the right spread, not the right ends.
    whole, apart = "Distributions by convolution; no probability is off", "added as a variance"
    args = ("shift", "dueling", "--rounds", "1", "-w", "player=5", "--mix", "optimal=100")
    alone, full = (" ".join(cli(*args, "--seats", seats).out.split()) for seats in ("1", "7"))
    assert (whole in alone, apart in alone) == (True, False)
    assert (whole in full, apart in full) == (False, True)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("--mix", "optimal=20"), "do not add up to 100 %"),
        (("--mix", "guess=100"), "has no strategy 'guess'"),
        (("--mix", "optimal=lots"), "is not a share of the players"),
        (("--level", "2"), "a band cannot hold 2"),
        (("--rounds", "none"), "is not a number of rounds"),
        (("--seats", "9"), "9 players do not fit"),
        (("--hours", "8", "--rounds", "500"), "in rounds and in hours"),
        (("--hours", "eight"), "is not a number of hours"),
        (("--hours", "8", "--per-hour", "0"), "is not a number of rounds an hour"),
        (("--won", "plenty"), "plenty"),
    ],
)
def test_shift_refuses_what_cannot_be_and_says_what_to_do(cli: Run, typed: tuple[str, ...], says: str) -> None:
    refused = cli("shift", "dueling", "-w", "player", *typed)
    assert refused.code != 0
    assert says in refused.err


def test_a_shift_of_hours_has_its_whole_distribution_and_says_how_unlikely_a_result_is(cli: Run) -> None:
    """Two rounds of even money: the house wins both stakes, one of them or none, and a tie may go to war."""
    args = ("shift", "dueling", "--hours", "0.5", "--per-hour", "4", "-w", "player=1", "--mix", "always-surrender=100")
    data = told(cli, *args, "--won", "-2")
    (only,) = data["wagers"]
    figures = registry.game("dueling").price("always-surrender", wager="player")
    chances = {-100 * net: float(share) for net, share in figures.distribution}
    both: dict[float, float] = {}
    for one, share in chances.items():
        for other, further in chances.items():
            both[float(one + other)] = both.get(float(one + other), 0.0) + share * further
    assert data["rounds"] == 2
    assert only["loses"] == pytest.approx(sum(share for win, share in both.items() if win < 0), abs=1e-8)
    for share, cents in only["quantiles"]:
        below = sum(part for win, part in both.items() if win <= cents)
        assert below >= share - 1e-8 and below - both.get(cents, 0.0) <= share + 1e-8
    assert only["unlikely"] == pytest.approx(2 * both[-200.0], abs=1e-7)
    shown = cli(*args, "--won", "-2", "--distribution", width=160)
    assert shown.code == 0
    assert "A loss of $2 lies in its band" in shown.out and "House loses" in shown.out and "99.99 %" in shown.out


# -- progressive


def test_progressive_tells_time_to_a_hit_what_is_owed_and_how_far_the_meter_grows(cli: Run) -> None:
    """Four aces of a kind in 270,725 hands of four: geometric times, and a meter that grows by a quarter a dollar."""
    fed = ("--seed", "5000", "--rate", "25", "--reserve", "10%", "--per-hour", "50", "--passes", "$20,000")
    args = ("progressive", "three-card-split", "-w", "jackpot", "-p", "jackpot=TCS-4a", *fed)
    data = told(cli, *args)
    alone = data["meters"][0]
    assert alone["rounds_between_full_hits"] == 270_725
    assert alone["hours_between_full_hits"] == 270_725 / 50
    assert alone["median_rounds_between_full_hits"] == math.ceil(math.log(0.5) / math.log1p(-1 / 270_725))
    assert alone["passes"]["2000000"] == pytest.approx((1 - 1 / 270_725) ** 60_000)
    assert alone["mean_amount"] == pytest.approx(5_000 + 0.25 * 270_725)
    assert alone["reseed_cost"] == pytest.approx(5_000 - 0.1 * 270_725)
    shown = cli(*args, width=160)
    assert shown.code == 0
    for text in ("Time to a full hit", "What is owed", "How far a meter grows", "Passing an amount", "$20,000"):
        assert text in shown.out


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("-w", "primary"), "no row of primary is paid from a meter"),
        (("-w", "jackpot", "--on", "moon"), "a meter 'moon'"),
        (("-w", "jackpot", "--rate", "lots"), "is not a share of a wager"),
        (("-w", "jackpot", "--rate", "80", "--reserve", "30"), "the contribution is a share of the wager"),
        (("-w", "jackpot", "--passes", "much"), "much"),
    ],
)
def test_progressive_refuses_what_cannot_be_and_says_what_to_do(cli: Run, typed: tuple[str, ...], says: str) -> None:
    given = ("--seed", "5000", "--rate", "25", *typed)
    refused = cli("progressive", "three-card-split", *given)
    assert refused.code != 0
    assert says in refused.err and "Traceback" not in refused.err


# -- bankroll


def test_bankroll_tells_each_wager_its_ruin_and_what_a_risk_asks_for(cli: Run) -> None:
    args = (
        "bankroll",
        "dueling",
        "-r",
        "60",
        "-b",
        "200",
        "-w",
        "player=25",
        "-w",
        "tie-plus=5",
        "--mix",
        "optimal=100",
    )
    data = told(cli, *args, "--risk", "5 %")
    figures = registry.game("dueling").price("optimal", wager="player")
    assert (data["rounds"], data["risk"], data["mix"]) == (60, 0.05, {"optimal": 1.0})
    first, second = data["wagers"]
    assert (first["wager"], first["stake"], first["bankroll"], second["wager"]) == ("player", 2_500, 20_000, "tie-plus")
    assert first["edge"] == pytest.approx(-float(figures.ev))
    assert first["rounds_to_show"] == pytest.approx((figures.sd / float(figures.ev)) ** 2)
    assert 0 < first["ruin"]["low"] <= first["ruin"]["high"] < 1
    # Who needs more than he has is ruined more often than the risk, and the house's edge needs less.
    assert first["ruin"]["low"] > 0.05 and first["player_needs"] > 20_000
    assert first["house_needs"] < first["player_needs"] and first["house_needs"] <= first["house_needs_ever"]
    assert first["best_stake"] == 0
    shown = cli(*args)
    assert shown.code == 0
    assert "60 rounds with a bankroll of $200, a risk of 1 %" in shown.out


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("--risk", "0"), "is not a risk"),
        (("--risk", "some"), "is not a risk"),
        (("--rounds", "0"), "rounds"),
        (("--rounds", "1e9"), "too many to work out"),
        (("--bankroll", "lots"), "lots"),
    ],
)
def test_bankroll_refuses_what_cannot_be_and_says_what_to_do(cli: Run, typed: tuple[str, ...], says: str) -> None:
    refused = cli("bankroll", "dueling", "-w", "player", *typed)
    assert refused.code != 0
    assert says in refused.err
    assert "Traceback" not in refused.err


# -- target


def test_target_finds_tables_and_says_that_none_of_them_is_approved(cli: Run) -> None:
    args = ("target", "triple-attack", "-p", "triple-match=PT-FLT-TA-TM-01", "--edge", "5%", "--row", "three-of-a-kind")
    more = ("--row", "three-of-a-kind-suited", "--hits", "20 %", "--most", "2")
    data = told(cli, *args, *more)
    assert (data["wager"], data["line"], len(data["tables"])) == ("triple-match", True, 2)
    for each in data["tables"]:
        assert abs(each["house_edge"] - 0.05) <= 0.0005 and each["hit_frequency"] > 0.2
        assert each["fingerprint"] != each["approved_fingerprint"]
    shown = cli(*args, *more)
    assert shown.code == 0 and "none is approved but the printed one" in " ".join(shown.out.split())
    none = cli(*args, "--within", "0%")
    assert none.code == 0 and "No table within these bounds" in none.out
    refused = cli(*args, "--within", "lots")
    assert refused.code == 2 and "is no percentage for --within" in refused.err


# -- simulate


def test_simulate_reports_beside_the_exact_value(cli: Run) -> None:
    args = ("simulate", TOY, "--rounds", "1e6", "--seed", "3", "--seats", "2")
    data = told(cli, *args)
    assert (data["rounds"], data["seed"], data["verdict"]) == (1_000_000, 3, "pass")
    assert [column["seat"] for column in data["columns"]] == [1, 2]
    for column in data["columns"]:
        assert column["exact"] == float(Fraction(56, 221))
        assert abs(column["z"]) < 3
    assert told(cli, *args, "--workers", "1") == data
    out = cli(*args).out
    assert "1,000,000 rounds of seed 3" in out
    assert out.count("pass") == 2


def test_simulate_ends_with_1_where_a_mean_does_not_agree(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(plan: Plan, program: Program) -> dict[tuple[int, str], Figures]:
        return {
            place: msgspec.structs.replace(figures, mean=figures.ev + Fraction(1, 50))
            for place, figures in exact_figures(plan, program).items()
        }

    monkeypatch.setattr(run, "exact_figures", wrong)
    args = ("simulate", TOY, "--rounds", "1e6", "--seed", "3")
    ended = cli(*args)
    assert (ended.code, ended.err) == (1, "")
    assert "fail" in ended.out
    assert json.loads(cli(*args, "--json").out)["verdict"] == "fail"


def test_simulate_says_what_it_assumes_of_meters_and_posted_rows_and_takes_others(cli: Run) -> None:
    args = ("simulate", "dueling", "--rounds", "1e5", "--seed", "1", "--wager", "all")
    assert "Tie After Tie Jackpot $12,500" in cli(*args).out
    data = told(cli, *args, "--meter", "tie-after-tie=$20,000")
    assert data["meters"]["tie-after-tie"] == 2_000_000
    exact = {
        amount: next(item["exact"] for item in found["columns"] if item["wager"] == "tie-after-tie")
        for amount, found in ((12_500, told(cli, *args)), (20_000, data))
    }
    assert exact[20_000] > exact[12_500]
    posted = told(
        cli, "simulate", "deuces-wild", "--rounds", "1e5", "--seed", "1", "--wager", "all",
        "--meter", "bonus-jackpot/5-wild-cards=$40,000",
    )  # fmt: skip
    assert posted["posted"]["bonus-jackpot"] == {"5-wild-cards": "$40,000"}
    refused = cli("simulate", "dueling", "--rounds", "10", "--meter", "nothing=5")
    assert (refused.code, refused.err.splitlines()[0]) == (2, "houseway: no row is paid from a meter 'nothing'")


def test_simulate_stops_at_a_standard_error(cli: Run) -> None:
    data = told(cli, "simulate", TOY, "--standard-error", "0.0012", "--seed", "1")
    assert data["columns"][0]["standard_error"] <= 0.0012


def test_simulate_plays_another_strategy_by_name_or_file(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "stay.json"
    cli("strategy", TOY, "--name", "always-stay", "-o", str(file))
    by_file, by_name = (
        told(cli, "simulate", TOY, "--rounds", "5000", "--seed", "1", "--strategy", given)
        for given in (str(file), "always-stay")
    )
    assert by_file == by_name
    assert by_file["columns"][0]["exact"] == 0


def test_simulate_takes_wagers(cli: Run) -> None:
    data = told(
        cli, "simulate", "dueling", "-r", "20_000", "-s", "1", "-w", "player=25", "-w", "tie-plus", "--seats", "2,5"
    )
    assert [(column["seat"], column["wager"], column["stake"]) for column in data["columns"]] == [
        (2, "player", 2500),
        (2, "tie-plus", 200),
        (5, "player", 2500),
        (5, "tie-plus", 200),
    ]
    several = told(cli, "simulate", "dueling", "-r", "100", "-s", "1", "-w", "all")["columns"]
    assert len(several) == 4, "as many as a player may place"


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_simulated(cli: Run, slug: str) -> None:
    data = told(cli, "simulate", slug, "--rounds", "1e6", "--seed", "20", "--wager", "all")
    for column in data["columns"]:
        assert column["exact"] is not None
        assert abs(column["z"]) < 4.5, column
        assert column["hit_frequency"] == pytest.approx(column["exact_hit_frequency"], abs=0.004)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("1e9", 10**9),
        ("10_000_000", 10**7),
        ("2.5e6", 2_500_000),
        ("1,000", 1000),
        ("9007199254740993", 2**53 + 1),
    ],
)
def test_numbers_of_rounds(text: str, number: int) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize("text", ["", "x", "0", "-5", "1.5", "1e-3", "nan", "inf", "1e400", "9" * 40])
def test_what_is_no_number_of_rounds(text: str) -> None:
    with pytest.raises(BadQuestion):
        number_of(text)


@pytest.mark.parametrize("text", ["", "x", "-5", "1.555", "$x", "$-1", "9" * 20])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(BadQuestion):
        cents_of(text)


# -- par


@pytest.mark.parametrize("form", ["md", "html", "xlsx", "pdf"])
def test_a_par_sheet_is_written(cli: Run, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"sheet.{form}"
    ended = cli("par", TOY, "-o", str(file), "--simulate", "1000")
    assert (ended.code, ended.out, ended.err) == (0, f"{file}\n", "")
    assert file.stat().st_size > 4000


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_par_sheet(cli: Run, tmp_path: Path, slug: str) -> None:
    file = tmp_path / "sheet.xlsx"
    wager = registry.game(slug).edition().initial_wagers[0]
    assert cli("par", slug, "-o", str(file), "--wager", wager, "--simulate", "0").code == 0
    assert file.read_bytes()[:2] == b"PK"


# -- what cannot be done

BAD = {
    "an unknown game": ("analyze", "nope"),
    "an unknown wager": ("analyze", "dueling", "--wager", "nope"),
    "an unknown paytable": ("analyze", "dueling", "--wager", "tie-plus", "--paytable", "nope"),
    "a paytable of another wager": ("analyze", "dueling", "--wager", "player", "--paytable", "tie-plus=1"),
    "an unknown option": ("analyze", "dueling", "--option", "colour=red"),
    "an option without a value": ("analyze", "dueling", "--option", "decks"),
    "too small a deck": ("analyze", "dueling", "--option", "decks=0"),
    "an unknown event": ("analyze", "dueling", "--wager", "tie-plus", "--pays", "nope=3"),
    "a pay that is no number": ("analyze", "dueling", "--wager", "tie-plus", "--pays", "suited-pair-tie=much"),
    "an unknown edition": ("analyze", "dueling", "--edition", "1999"),
    "a meter that is no amount": ("analyze", "dueling", "--meter", "tie-after-tie=much"),
    "a strategy that is not there": ("analyze", TOY, "--strategy", "/nowhere/at/all.json"),
    "an unknown strategy": ("strategy", TOY, "--name", "nope"),
    "no folder to save in": ("strategy", TOY, "-o", "/nowhere/at/all.json"),
    "a form that is not written": ("par", TOY, "-o", "sheet.doc"),
    "no folder for a sheet": ("par", TOY, "-o", "/nowhere/at/all.pdf"),
    "a sheet of nothing": ("par", TOY, "-o", "sheet.md", "--wager", "nope"),
    "no file for a sheet": ("par", TOY),
    "no end": ("simulate", TOY),
    "rounds that are no number": ("simulate", TOY, "--rounds", "many"),
    "no standard error": ("simulate", TOY, "--standard-error", "-1"),
    "a wager that is not placed": ("simulate", TOY, "--rounds", "10", "--wager", "raise"),
    "a wager over its limit": ("simulate", TOY, "--rounds", "10", "--wager", "bet=99999999"),
    "too many seats": ("simulate", TOY, "--rounds", "10", "--seats", "9"),
    "seats that are none": ("simulate", TOY, "--rounds", "10", "--seats", "x"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_done_is_one_clear_message(cli: Run, name: str) -> None:
    ended = cli(*BAD[name])
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("houseway: ")
    assert "Traceback" not in ended.err
    assert len(ended.err.splitlines()) <= 2


def test_a_strategy_that_leaves_a_hand_out_is_refused(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "short.json"
    cli("strategy", TOY, "--name", "short", "-o", str(file))
    data = json.loads(file.read_text(encoding="utf-8"))
    changes: dict[str, Any] = {
        "no raise for 'K'": lambda: data["tables"]["raise"].pop("K"),
        "'fold' is no answer": lambda: data["tables"]["raise"].update(K="fold"),
        "'1' is no situation": lambda: data["tables"]["raise"].update({"K": "raise", "1": "stay"}),
        "is a strategy for dueling": lambda: data.update(game="dueling"),
        "is not a strategy": lambda: data.update(more=1),
    }
    for message, change in changes.items():
        change()
        file.write_text(json.dumps(data), encoding="utf-8")
        ended = cli("strategy", TOY, "--price", str(file))
        assert ended.code == 2
        assert message in ended.err


def test_an_error_can_be_read_by_a_program(cli: Run) -> None:
    ended = cli("analyze", "dueling", "--wager", "nope", "--json")
    assert ended.code == 2
    assert json.loads(ended.err)["error"] in ("bad-question", "bad-setup")
