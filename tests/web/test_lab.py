"""The Lab: the figures of a changed game beside the approved one, what is wrong at which field, its page."""

from __future__ import annotations

import csv
import html
import io
import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from houseway.registry import game
from houseway.reports.document import Document
from houseway.web.lab import lab_sheets
from houseway.web.lab.lab_link import Link
from houseway.web.lab.lab_pool import LabPool
from tests.waiting import LONG, Lines
from tests.web.lab_serving import lab_served
from tests.web.serving import Browser

SIDE_BET = {"game": "dueling", "wager": "combo-bet"}


@pytest.fixture(scope="module")
def lab() -> Iterator[Browser]:
    with lab_served(LabPool(1)) as address:
        browser = Browser(address)
        yield browser
        browser.close()


def figures(lab: Browser, **asked: Any) -> Any:
    answer = lab.get("/api/lab/figures", params={**SIDE_BET, **asked})
    assert answer.status_code == 200, answer.text
    return answer.json()


def edge(answer: Any) -> Any:
    return next(each for each in answer["figures"] if each["slug"] == "edge")


def test_a_changed_pay_moves_the_edge_by_its_probability_and_departs_from_the_approved_game(lab: Browser) -> None:
    printed, changed = figures(lab), figures(lab, pay="combo-bet/pair=3")
    edition = game("dueling").edition(None)
    # Both cards of one rank, of six decks: 24 of each of 13 ranks.
    pair = Fraction(13 * 24 * 23, 312 * 311)
    assert edge(printed)["value"] - edge(changed)["value"] == pytest.approx(float(pair), abs=1e-15)
    assert (edge(printed)["moved"], edge(changed)["moved"], edge(changed)["favours"]) == ("same", "down", "player")
    assert printed["departures"] == []
    assert [each["name"] for each in changed["departures"]] == ["Pay of Combo Bet: Pair"]
    assert printed["fingerprint"] == changed["approved-fingerprint"] == edition.fingerprint != changed["fingerprint"]
    [row] = [each for each in changed["outcomes"] if each["event"] == "pair"]
    assert row["adds"] - row["approved"] == pytest.approx(float(pair), abs=1e-15)
    assert changed["favours-player"] is True


def test_a_state_of_the_page_is_its_link_and_what_was_changed_elsewhere_stays(lab: Browser) -> None:
    pays = ["combo-bet/pair=3", "tie-plus/suited-pair-tie=50"]
    answer = figures(lab, pay=pays, option="decks=8")
    again = lab.get(f"/api/lab/figures?{answer['link']}").json()
    assert again == answer
    assert {each["name"] for each in answer["departures"]} >= {"Pay of Combo Bet: Pair"}
    other = figures(lab, wager="tie-plus", pay=pays)
    assert other["fingerprint"] != other["approved-fingerprint"]


@pytest.mark.parametrize(
    ("asked", "field", "says"),
    [
        ({"pay": "combo-bet/pair=-7"}, "pay:combo-bet/pair", "take more than the stake"),
        ({"pay": "combo-bet/pair=a lot"}, "pay:combo-bet/pair", "not a pay"),
        ({"pay": "combo-bet/pair=99999999999"}, "pay:combo-bet/pair", "not a pay"),
        ({"pay": "combo-bet/no-such-row=3"}, "pay:combo-bet/no-such-row", "no row"),
        ({"pay": "no-such-wager/pair=3"}, "pay:no-such-wager/pair", "no wager"),
        ({"pay": "tie-plus/no-such-row=3"}, "pay:tie-plus/no-such-row", "no row"),
        ({"option": "decks=none"}, "option:decks", "cannot be"),
        ({"option": "no-such-option=3"}, "option:no-such-option", "no option"),
        ({"meter": "combo-bet=-5"}, "meter:combo-bet", ""),
        ({"meter": "no-such-meter=5"}, "meter:no-such-meter", "no meter"),
        ({"strategy": "no-such-strategy"}, "strategy", "no strategy"),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_the_rest_is_answered(
    lab: Browser, asked: dict[str, str], field: str, says: str
) -> None:
    answer = figures(lab, **asked)
    [wrong] = answer["wrong"]
    assert wrong["field"] == field
    assert says in wrong["message"]
    assert wrong["remedy"]
    assert edge(answer)["value"] == edge(figures(lab))["value"]


def test_a_game_a_wager_or_a_paytable_that_is_not_there_is_refused_with_what_there_is(lab: Browser) -> None:
    asked = [{"game": "none"}, {"game": "dueling", "wager": "none"}, {**SIDE_BET, "paytable": "none"}]
    answers = [lab.get("/api/lab/figures", params=each) for each in asked]
    assert [each.status_code for each in answers] == [404, 422, 422]
    assert all("choose" in each.json()["remedy"] for each in answers)


def test_the_page_has_the_figures_of_the_approved_game_without_any_script(lab: Browser) -> None:
    page = lab.http.get("/lab", params=SIDE_BET, headers={"accept": "text/html"})
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    shown = html.unescape(re.sub(r"<script.*?</script>", "", page.text, flags=re.DOTALL))
    assert edge(figures(lab))["shown"] in shown
    assert "The approved game" in shown
    assert not re.search(r"<script(?![^>]*(src=|application/json))|\sstyle=|\son\w+=", page.text)
    assert lab.http.get("/").headers["location"] == "/lab"


def test_a_curve_runs_through_what_is_typed_and_what_is_printed(lab: Browser) -> None:
    asked = {**SIDE_BET, "pay": "combo-bet/pair=3", "axis": "pay:combo-bet/pair"}
    curve = lab.get("/api/lab/curve", params=asked).json()
    points = {each["value"]: each["returned"] for each in curve["points"]}
    assert (curve["here"], curve["approved"]) == ("3", "2")
    assert points["3"] == 1 - edge(figures(lab, pay="combo-bet/pair=3"))["value"]
    assert points["2"] == 1 - edge(figures(lab))["value"]
    # No decision hangs on this pay: the return is a straight line.
    steps = {round(points[str(at + 1)] - points[str(at)], 12) for at in range(1, 9)}
    assert len(steps) == 1
    decks = lab.get("/api/lab/curve", params={**SIDE_BET, "axis": "option:decks"}).json()
    assert {each["value"] for each in decks["points"]} == set(game("dueling").edition(None).options["decks"].values)
    assert lab.get("/api/lab/curve", params={**SIDE_BET, "axis": "pay:none/none"}).status_code == 422


def test_tables_that_reach_a_target_reach_it_when_they_are_put_into_the_cells(lab: Browser) -> None:
    bet = {"game": "deuces-wild", "wager": "three-card-treasure"}
    asked = {
        **bet,
        "edge": "5",
        "within": "0.05",
        "hits": "20",
        "row": ["mini-royal=10-60", "straight-flush", "three-of-a-kind", "straight"],
    }
    found = lab.get("/api/lab/target", params=asked).json()
    assert found["tables"]
    for table in found["tables"]:
        pays = [f"{field.removeprefix('pay:')}={pay}" for field, pay in table["pays"].items()]
        answer = lab.get("/api/lab/figures", params={**bet, "pay": pays}).json()
        assert 0.0495 <= edge(answer)["value"] <= 0.0505
        assert answer["fingerprint"].startswith(table["fingerprint"])
    assert lab.get("/api/lab/target", params={**asked, "hits": "99"}).json()["tables"] == []
    wrong = lab.get("/api/lab/target", params={**bet, "edge": "a lot", "row": ["straight=x", "no-such-row"]}).json()[
        "wrong"
    ]
    assert {each["field"] for each in wrong} == {"target:edge", "bounds:three-card-treasure/straight", "target:rows"}


@pytest.mark.parametrize("field", ["edge", "within", "hits"])
def test_a_target_whose_digits_would_fill_the_machine_is_never_worked_out(lab: Browser, field: str) -> None:
    bet = {"game": "deuces-wild", "wager": "three-card-treasure"}
    asked = {**bet, "edge": "5", "row": ["straight"], field: "1e9999999999"}
    wrong = lab.get("/api/lab/target", params=asked).json()["wrong"]
    assert [each["field"] for each in wrong] == [f"target:{field}"]


def test_a_rule_is_changed_at_its_control_and_drawn_as_an_axis(lab: Browser) -> None:
    answer = lab.get("/api/lab/figures", params={"game": "dueling", "wager": "player"}).json()
    rule = answer["rules"][0]
    other = next(choice["value"] for choice in rule["choices"] if choice["value"] != rule["approved"])
    word = f"{rule['field'].removeprefix('rule:')}={other}"
    changed = lab.get("/api/lab/figures", params={"game": "dueling", "wager": "player", "rule": word}).json()
    assert changed["departures"]
    assert changed["fingerprint"] != answer["fingerprint"] == changed["approved-fingerprint"]
    curve = lab.get("/api/lab/curve", params={"game": "dueling", "wager": "player", "axis": rule["field"]}).json()
    assert 1 - edge(changed)["value"] in [each["returned"] for each in curve["points"]]
    refused = lab.get("/api/lab/figures", params={"game": "dueling", "rule": ["none=1", f"{word}x"]}).json()["wrong"]
    assert [each["field"] for each in refused] == ["rule:none", rule["field"]]


FIRST_BYTES = {"csv": b"Outcome,", "xlsx": b"PK", "pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}


@pytest.mark.parametrize("form", FIRST_BYTES)
def test_the_paytable_goes_out_as_a_file_of_every_kind(lab: Browser, form: str) -> None:
    answer = lab.get(f"/api/lab/export/{form}", params={**SIDE_BET, "part": "paytable", "pay": "combo-bet/pair=3"})
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith(FIRST_BYTES[form])
    assert f"lab-dueling-combo-bet-paytable.{form}" in answer.headers["content-disposition"]
    if form == "xlsx":
        with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
            text = "".join(book.read(name).decode() for name in book.namelist() if "worksheets/sheet" in name)
        assert "SUMPRODUCT" in text
    if form == "svg":
        assert "Departs from the approved game" in answer.text


@pytest.mark.parametrize("part", ["figures", "distribution", "curve", "wagers", "strategy", "compare", "target"])
def test_every_other_table_goes_out_with_a_row_for_each_of_its_own(lab: Browser, part: str) -> None:
    more = {"axis": "pay:combo-bet/pair", "edge": "7", "within": "3", "row": "pair"}
    other = "game=dueling&wager=combo-bet&pay=combo-bet/pair=1&name=Tight"
    answer = lab.get("/api/lab/export/csv", params={**SIDE_BET, **more, "part": part, "design": other, "name": "Loose"})
    heads, *rows = answer.text.splitlines()
    wanted = {
        "figures": "This design",
        "distribution": "Net",
        "curve": "Return",
        "compare": "Loose,Tight",
        "wagers": "Wager",
    }
    assert wanted.get(part, "") in heads
    assert rows
    assert lab.get("/api/lab/export/csv", params={**SIDE_BET, "pay": "combo-bet/pair=x"}).status_code == 422


def test_a_cell_opens_to_every_choice_and_a_strategy_of_ones_own_is_priced_with_its_mistakes(lab: Browser) -> None:
    asked = {"game": "dueling", "wager": "player"}
    charts = lab.get("/api/lab/strategy", params=asked).json()["charts"]
    at = {"chart": charts[0]["title"], "row": charts[0]["rows"][0], "column": charts[0]["columns"][0]}
    cell = lab.get("/api/lab/strategy/cell", params={**asked, **at}).json()
    assert [choice["best"] for choice in cell["choices"]].count(True) == 1
    assert len(cell["choices"]) > 1
    text = lab.get("/api/lab/strategy/text", params=asked).text
    link = "game=dueling&wager=player"

    def priced(own: str) -> Any:
        return lab.http.post("/api/lab/strategy/own", json={"text": own, "link": link}).json()

    best = priced(text)
    assert (best["mistakes"], best["edge"]) == ([], best["best-edge"])
    # A player who surrenders every tie gives half of the wager up where a war costs less.
    worse = priced(text.replace("| W", "| S"))
    assert worse["mistakes-count"] == len(charts[0]["columns"])
    assert len(worse["mistakes"]) == 10
    assert float(worse["cost"].removesuffix("%")) > 0
    hole = priced(text.replace("| W", "|  ", 3))
    assert hole["wrong"][0]["field"] == "strategy:text"
    assert hole["wrong"][0]["remedy"]


def test_hands_made_by_a_split_have_charts_cells_and_mistakes_where_a_rule_lets_none_be_doubled(lab: Browser) -> None:
    asked = {"game": "triple-attack", "wager": "first-attack", "rule": "double-after-split=no"}
    charts = {chart["title"]: chart for chart in lab.get("/api/lab/strategy", params=asked).json()["charts"]}
    chart = charts["Soft totals after a split, two cards"]
    assert [each["text"] for each in chart["legend"]] == ["S", "H"]
    where = {"chart": chart["title"], "row": "18", "column": "6"}
    cell = lab.get("/api/lab/strategy/cell", params={**asked, **where}).json()
    assert [choice["words"] for choice in cell["choices"] if choice["best"] and choice["played"]] == ["stand"]
    text = lab.get("/api/lab/strategy/text", params=asked).text
    silent = text[: text.index("## Hard totals after a split")]
    link = "game=triple-attack&wager=first-attack&rule=double-after-split=no"
    best, worse = (
        lab.http.post("/api/lab/strategy/own", json={"text": own, "link": link}).json() for own in (text, silent)
    )
    assert (best["mistakes"], best["edge"]) == ([], best["best-edge"])
    assert worse["cost"] == "0.0020 %"
    assert {item["question"] for item in worse["mistakes"]} == {"After split"}


def test_an_opened_cell_goes_out_with_its_choices_and_with_every_hand_that_differs(lab: Browser) -> None:
    asked = {"game": "triple-attack", "wager": "first-attack", "strategy": "optimal"}
    charts = lab.get("/api/lab/strategy", params=asked).json()["charts"]
    number, row, column = next(
        (number, row, column)
        for number, chart in enumerate(charts)
        for row, marks in zip(chart["rows"], chart["cells"], strict=True)
        for column, mark in zip(chart["columns"], marks, strict=True)
        if mark["note"] and "16" in row
    )
    at = {"chart": number, "cell": [row, column]}
    where = {"chart": charts[number]["title"], "row": row, "column": column}
    cell = lab.get("/api/lab/strategy/cell", params={**asked, **where}).json()
    for part, named, count in (
        ("cell", [choice["words"] for choice in cell["choices"]], len(cell["choices"])),
        ("cell-hands", [each["hand"] for each in cell["differing"]], cell["differing-count"]),
    ):
        answer = lab.get("/api/lab/export/csv", params={**asked, **at, "part": part})
        _, *rows = list(csv.reader(io.StringIO(answer.text)))
        assert [row[0] for row in rows][: len(named)] == named
        assert len(rows) == count > 0
    refused = lab.get("/api/lab/export/csv", params={**asked, "part": "cell", "cell": ["no such row", "x"]})
    assert refused.status_code == 422


@pytest.mark.parametrize("form", FIRST_BYTES)
def test_all_mistakes_of_a_strategy_of_ones_own_go_out_as_a_file_of_every_kind(lab: Browser, form: str) -> None:
    asked = {"game": "dueling", "wager": "player"}
    text = lab.get("/api/lab/strategy/text", params=asked).text.replace("| W", "| S")
    sent = {"text": text, "link": "game=dueling&wager=player"}
    answer = lab.http.post(f"/api/lab/strategy/own/{form}", json=sent)
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith({**FIRST_BYTES, "csv": b"Question,"}[form])
    assert f"lab-dueling-player-mistakes.{form}" in answer.headers["content-disposition"]
    if form == "csv":
        count = lab.http.post("/api/lab/strategy/own", json=sent).json()["mistakes-count"]
        assert len(answer.text.splitlines()) == 1 + count > 11
        hole = lab.http.post("/api/lab/strategy/own/csv", json={**sent, "text": text.replace("| S", "|  ", 3)})
        assert (hole.status_code, bool(hole.json()["remedy"])) == (422, True)


def test_the_sheet_of_a_design_has_lines_to_sign_on_and_its_command(lab: Browser) -> None:
    asked = {"game": "dueling", "wager": "combo-bet", "pay": "combo-bet/pair=3", "by": "Ann Lee", "on": "2026-02-27"}
    answer = lab.get("/api/lab/sheet/xlsx", params={**asked, "paper": "a4"})
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
        strings = book.read("xl/sharedStrings.xml").decode()
    for text in ("Prepared by", "Reviewed by", "Approved by", "Ann Lee", "2026-02-27"):
        assert f"<t>{text}</t>" in strings
    command = re.search(r"<t>(houseway par dueling [^<]*)</t>", strings)
    assert command is not None
    assert "--pays combo-bet/pair=3" in command[1] and "--paper a4" in command[1]
    assert lab.get("/api/lab/sheet/xlsx", params={**asked, "on": "tomorrow"}).status_code == 400
    for day in ("2026-02-30", "2026-13-45", "0000-01-01"):
        refused = lab.get("/api/lab/sheet/pdf", params={**asked, "on": day})
        assert (refused.status_code, refused.json()["message"]) == (422, f"{day!r} is no day")


def test_a_sheet_that_is_asked_for_again_is_not_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def write(document: Document, path: Path) -> None:
        written.append(path.name)
        path.write_bytes(f"{len(written)}".encode())

    monkeypatch.setattr(lab_sheets, "write", write)
    pair, more = Link(game="dueling", wager="combo-bet", pays=("combo-bet/pair=4",)), {"file": "par.pdf", "on": ""}
    asked: list[tuple[Link, dict[str, str]]] = [
        (pair, more),
        (pair, {**more, "paper": "a4"}),
        (pair, {**more, "by": "Ann Lee"}),
        (pair, {**more, "on": "2026-02-27"}),
        (pair, {**more, "file": "par.xlsx"}),
        (msgspec.structs.replace(pair, pays=("combo-bet/pair=5",)), more),
    ]
    assert [lab_sheets.sheet(*each) for each in asked * 2] == [b"1", b"2", b"3", b"4", b"5", b"6"] * 2
    lab_sheets._written.cache_clear()


def test_the_command_serves_the_lab_alone_and_stops_in_order(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "houseway", "lab", "--port", "0"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment) as served:
        assert served.stdout is not None
        line = Lines(served.stdout).next("is open at")
        assert line is not None
        address = line.rpartition(" ")[2].strip()
        answer = httpx.get(f"{address}?game=none", headers={"accept": "text/html"}, timeout=LONG)
        assert (answer.status_code, "To the Lab" in answer.text, "Sign in" in answer.text) == (404, True, False)
        served.send_signal(signal.SIGINT)
        assert served.wait(LONG) == 0
    assert list(tmp_path.iterdir()) == []
