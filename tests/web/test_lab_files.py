"""The files of the Lab: what the page shows, as numbers, with formulas that give the same."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.registry import game
from houseway.reports.numbers import shown
from houseway.simulation.shifts.bankroll_figures import bankroll_figures
from houseway.simulation.shifts.expected_shifts import ExpectedShifts
from houseway.simulation.shifts.shift_figures import shift_figures
from houseway.web.lab.lab_pool import LabPool
from tests.reports.calculator import Workbook
from tests.web.lab_serving import lab_served
from tests.web.serving import Browser

ANTE = {"game": "deuces-wild", "wager": "ante", "pay": "ante/flush=4"}
TREASURE = {"game": "deuces-wild", "wager": "three-card-treasure"}


@pytest.fixture(scope="module")
def lab() -> Iterator[Browser]:
    with lab_served(LabPool(1)) as address:
        browser = Browser(address)
        yield browser
        browser.close()


def rows(lab: Browser, **asked: Any) -> list[dict[str, str]]:
    answer = lab.get("/api/lab/export/csv", params=asked)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_one_in_so_many_is_that_many_in_a_file(lab: Browser) -> None:
    for part in ("paytable", "distribution"):
        found = rows(lab, **ANTE, part=part)
        assert found
        for row in found:
            assert float(row["One in"]) == pytest.approx(1 / float(row["Probability"]))


@pytest.mark.parametrize(
    "part", ["design", "figures", "distribution", "curve", "wagers", "rules", "money", "cell", "compare", "tables"]
)
def test_every_table_of_numbers_is_a_workbook_whose_formulas_give_what_stands_there(
    lab: Browser, tmp_path: Path, part: str
) -> None:
    charts = lab.get("/api/lab/strategy", params=ANTE).json()["charts"]
    more = {"axis": "pay:ante/flush", "chart": 0, "cell": [charts[0]["rows"][0], charts[0]["columns"][0]]}
    other = "game=deuces-wild&wager=ante&name=Printed"
    answer = lab.get("/api/lab/export/xlsx", params={**ANTE, **more, "part": part, "design": other, "name": "Loose"})
    assert answer.status_code == 200, answer.text
    (tmp_path / "part.xlsx").write_bytes(answer.content)
    book = Workbook(tmp_path / "part.xlsx")
    worked = book.worked_out()
    assert worked
    for place, value in worked.items():
        assert math.isclose(value, book.numbers[place], rel_tol=1e-9, abs_tol=1e-12), (place, book.formulas[place])


def test_the_mistakes_of_a_strategy_are_a_workbook_with_formulas(lab: Browser, tmp_path: Path) -> None:
    asked = {"game": "dueling", "wager": "player"}
    text = lab.get("/api/lab/strategy/text", params=asked).text.replace("| W", "| S")
    sent = {"text": text, "link": "game=dueling&wager=player"}
    (tmp_path / "mistakes.xlsx").write_bytes(lab.http.post("/api/lab/strategy/own/xlsx", json=sent).content)
    book = Workbook(tmp_path / "mistakes.xlsx")
    worked = book.worked_out()
    assert len(worked) == 13
    for place, value in worked.items():
        assert math.isclose(value, book.numbers[place], rel_tol=1e-9), book.formulas[place]


def test_the_file_of_every_wager_has_the_return_and_the_approved_edge(lab: Browser) -> None:
    found = {row["Wager"]: row for row in rows(lab, **ANTE, part="wagers")}
    ante = found["Ante"]
    assert float(ante["Return"]) == pytest.approx(1 - float(ante["House edge"]))
    assert float(ante["Difference"]) == pytest.approx(float(ante["House edge"]) - float(ante["Approved edge"])) != 0
    assert float(found["Three Card Treasure"]["Difference"]) == 0


def test_a_design_stands_beside_every_approved_table_of_its_wager(lab: Browser) -> None:
    found = {row["Figure"]: row for row in rows(lab, **ANTE, part="tables")}
    printed = lab.get("/api/lab/figures", params=ANTE).json()["paytables"]
    assert list(found["House edge"]) == ["Figure", "This design", *(each["name"] for each in printed)]
    for table in printed:
        answer = lab.get("/api/lab/figures", params={**ANTE, "pay": [], "paytable": table["value"]}).json()
        [edge] = [each["shown"] for each in answer["figures"] if each["slug"] == "edge"]
        assert found["House edge"][table["name"]] == edge
    assert (found["Flush"]["This design"], found["Flush"]["A"]) == ("4 to 1", "3 to 1")
    # An amount on a meter that only the design has hinders none of them.
    metered = {"game": "dueling", "wager": "combo-bet", "pay": "combo-bet/pair=jackpot", "meter": "combo-bet/pair=500"}
    assert rows(lab, **metered, part="tables")


def test_the_edges_of_tables_found_follow_from_their_pays_in_a_workbook(lab: Browser, tmp_path: Path) -> None:
    asked: dict[str, Any] = {**TREASURE, "pay": "three-card-treasure/flush=4", "edge": "5", "within": "0.5"}
    asked["row"] = [f"{row}=1-9" for row in ("straight-flush", "three-of-a-kind", "straight")]
    found = lab.get("/api/lab/target", params=asked).json()["tables"]
    edges = [float(row["House edge"]) for row in rows(lab, **asked, part="target")]
    # Those of the page were analysed one by one.
    assert [shown(edge, "percent") for edge in edges] == [each["edge"] for each in found]
    answer = lab.get("/api/lab/export/xlsx", params={**asked, "part": "target"})
    (tmp_path / "target.xlsx").write_bytes(answer.content)
    book = Workbook(tmp_path / "target.xlsx")
    worked = book.worked_out()
    assert len(worked) == len(found)
    for place, value in worked.items():
        assert math.isclose(value, book.numbers[place], rel_tol=1e-9), book.formulas[place]


def test_rows_of_another_wager_that_move_the_figures_stand_in_the_file_of_the_paytable(lab: Browser) -> None:
    asked = {"game": "triple-attack", "wager": "first-attack", "pay": "insurance/blackjack=3"}
    found = {row["Outcome"]: row for row in rows(lab, **asked, part="paytable")}
    insurance = found["Insurance: Blackjack"]
    assert (insurance["Pays"], insurance["Approved"], insurance["Probability"]) == ("3 to 1", "2 to 1", "")


def test_the_file_of_a_target_has_the_tables_that_the_page_shows(lab: Browser) -> None:
    asked: dict[str, Any] = {**TREASURE, "edge": "5", "within": "0.5", "any-order": "true"}
    asked["row"] = [f"{row}=1-9" for row in ("straight-flush", "three-of-a-kind", "straight")]
    shown = lab.get("/api/lab/target", params=asked).json()["tables"]
    ordered = lab.get("/api/lab/target", params={**asked, "any-order": "false"}).json()["tables"]
    assert shown != ordered
    assert [row["Fingerprint"] for row in rows(lab, **asked, part="target")] == [each["fingerprint"] for each in shown]


def test_what_is_wrong_is_said_for_the_field_that_it_is_told_at(lab: Browser) -> None:
    jackpot = {"game": "deuces-wild", "wager": "bonus-jackpot"}
    [nothing] = lab.get("/api/lab/figures", params={**jackpot, "option": "fixed=0"}).json()["wrong"]
    assert (nothing["field"], "dollars" in nothing["remedy"]) == ("option:fixed", True)
    [long] = lab.get("/api/lab/figures", params={**ANTE, "pay": f"ante/flush={'9' * 200}"}).json()["wrong"]
    assert (long["field"], "too long" in long["message"]) == ("pay:ante/flush", True)


def test_editions_are_called_by_what_tells_them_apart(lab: Browser) -> None:
    names = [each["name"] for each in lab.get("/api/lab/figures", params=ANTE).json()["editions"]]
    assert len(names) == 2
    assert not any("Deuces Wild" in name for name in names)


def test_what_a_wager_wins_in_a_shift_is_what_the_terminal_says(lab: Browser) -> None:
    found = game("dueling")
    expected = ExpectedShifts(found, found.setup())
    [shift] = shift_figures(expected, rounds=480, wagers={"combo-bet": 1000}, won=120_000)
    [needs] = bankroll_figures(expected, {"combo-bet": 1000})
    asked = {"game": "dueling", "wager": "combo-bet", "won": "1200"}
    answer = lab.get("/api/lab/money", params=asked).json()
    told = {each["name"]: each["shown"] for each in (*answer["shift"], *answer["bankroll"])}
    assert told["The table should win"] == shown(round(shift.expected), "cents")
    assert (told["95 % of such shifts: from"], told["to"]) == tuple(
        shown(each, "cents") for each in (shift.band.low, shift.band.high)
    )
    assert told["Overpayment seen in 90 of 100 shifts"] == shown(shift.overpayment, "cents")
    assert shift.unlikely is not None
    assert f"{100 * shift.unlikely:.3g} % of such shifts" in answer["says"]
    assert told["and is ruined within 500 rounds in"] == shown(needs.ruin.high, "percent")
    assert told["The player needs for a risk of 1 %"] == shown(needs.player_needs, "cents")
    assert told["The house needs for 500 rounds"] == shown(needs.house_needs, "cents")
    # A changed pay moves it at once.
    changed = lab.get("/api/lab/money", params={**asked, "pay": "combo-bet/pair=1"}).json()
    assert changed["shift"] != answer["shift"]


@pytest.mark.parametrize(
    ("field", "text"),
    [("stake", "0"), ("stake", "-5"), ("hours", "1e999"), ("an-hour", "0"), ("won", "a lot"), ("rounds", "2.5"),
     ("rounds", "1000000000"), ("risk", "100"), ("bankroll", "NaN"), ("hours", "999999")],
)  # fmt: skip
def test_what_is_wrong_with_money_over_time_is_told_at_its_field(lab: Browser, field: str, text: str) -> None:
    answer = lab.get("/api/lab/money", params={"game": "dueling", "wager": "combo-bet", field: text}).json()
    assert [each["field"] for each in answer["wrong"]] == [f"money:{field}"]
    assert answer["wrong"][0]["remedy"]
    assert answer["shift"] == []


def test_a_shift_of_a_wager_without_its_amount_says_what_is_missing(lab: Browser) -> None:
    [wrong] = lab.get("/api/lab/money", params={"game": "deuces-wild", "wager": "bonus-jackpot"}).json()["wrong"]
    assert "amount" in wrong["remedy"]


def test_game_protection_is_printed_for_the_design(lab: Browser, tmp_path: Path) -> None:
    asked = {"game": "dueling", "wager": "combo-bet", "pay": "combo-bet/pair=3", "kind": "protection"}
    answer = lab.get("/api/lab/sheet/pdf", params=asked)
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith(b"%PDF")
    assert "protection-dueling-combo-bet.pdf" in answer.headers["content-disposition"]
    rule = next(
        f"{each['field'].removeprefix('rule:')}={choice['value']}"
        for each in lab.get("/api/lab/figures", params={"game": "dueling", "wager": "player"}).json()["rules"]
        for choice in each["choices"]
        if choice["value"] != each["approved"]
    )
    refused = lab.get("/api/lab/sheet/pdf", params={**asked, "wager": "player", "rule": rule})
    assert (refused.status_code, "rules" in refused.json()["remedy"]) == (422, True)


@pytest.mark.parametrize("bounds", ["9-1", "-3-7", "a-b", "1e9-2", "5-"])
def test_bounds_of_a_row_are_told_at_their_field(lab: Browser, bounds: str) -> None:
    asked = {**TREASURE, "edge": "5", "row": f"straight={bounds}"}
    [wrong] = lab.get("/api/lab/target", params=asked).json()["wrong"]
    assert wrong["field"] == "bounds:three-card-treasure/straight"
    assert bounds in wrong["message"]
    assert "3-10" in wrong["remedy"]
