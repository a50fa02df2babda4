"""Rounds once more: as one seat saw them, graded, shared, kept; and what a session came to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from houseway.cli.main import main
from houseway.web.live.runner import Pace
from tests.web.chromium import chromium, opened
from tests.web.serving import Browser, Served, served

QUICK = Pace(wager=60.0, decide=60.0, between=0.0, move=0.0, deal=0.0)
SEAT = 2
MOST_QUESTIONS = 60
"""More than any round asks of one seat."""

BETS = {
    "T1": {"ante": 500},
    "T2": {"first-attack": 500},
    "T3": {"primary": 500},
    "T4": {"player": 500},
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("replays"), pace=QUICK) as found:
        yield found


@pytest.fixture(scope="module")
def players(room: Served) -> dict[str, Browser]:
    """A guest at seat 2 of every table."""
    found = {table: room.browser("guest") for table in BETS}
    for table, browser in found.items():
        assert browser.post(f"/api/tables/{table}/sit", {"seat": SEAT}).status_code == 200
    return found


def settled(room: Served, table: str) -> int:
    """The rounds of a table that were settled."""
    return sum(entry.kind == "round-settled" for entry in room.floor.journal.read(f"table/{table}"))


def play(room: Served, browser: Browser, table: str) -> tuple[int, list[dict[str, Any]]]:
    """Play one round, answering each question with its last choice: its number, and every view on the way."""
    done = settled(room, table)
    views: list[dict[str, Any]] = []
    answered = ""
    number = 0

    def due() -> bool:
        frame = browser.frame(table)
        stamp = f"{frame['round']}:{frame['step']}"
        mine = frame["view"] is not None and frame["view"]["due"] and SEAT in frame["view"]["due"]["from"]
        return settled(room, table) > done or bool(mine and stamp != answered)

    for _ in range(MOST_QUESTIONS):
        if settled(room, table) > done:
            break
        room.until(due)
        frame = browser.frame(table)
        if settled(room, table) > done:
            break
        view = frame["view"]
        answered, number = f"{frame['round']}:{frame['step']}", frame["round"]
        asks = [ask for ask in view["due"].get("asks", []) if ask["seat"] == SEAT]
        given: Any = BETS[table]
        if asks:
            views.append(view)
            ask = asks[0]
            given = ask["default"] if ask["control"] != "buttons" else ask["choices"][-1]["word"]
            choice = ask["choices"][-1] if ask["choices"] else {}
            if ask["control"] == "buttons" and choice.get("least") is not None and choice["least"] != choice["most"]:
                given = [choice["word"], choice["least"]]
        body = {"round": frame["round"], "step": frame["step"], "answer": given}
        answer = browser.post(f"/api/tables/{table}/answers", body)
        assert answer.status_code == 200, answer.text
    assert settled(room, table) > done, f"a round of {table} asked more than {MOST_QUESTIONS} questions"
    return number, views


@pytest.mark.parametrize("table", sorted(BETS))
def test_a_round_is_seen_again_as_its_seat_saw_it(room: Served, players: dict[str, Browser], table: str) -> None:
    one, other = players[table], room.browser("guest")
    number, views = play(room, one, table)
    path = f"/api/tables/{table}/rounds/{number}"
    found = one.get(f"{path}/replay").json()
    assert (found["round"], found["seat"], found["void"]) == (number, 2, None)
    # What the seat saw when it was asked is what it is shown again at that step, card for card.
    asked = [step["view"] for step in found["steps"] if "decision" in step]
    assert [view["cards"] for view in asked] == [view["cards"] for view in views]
    last = found["steps"][-1]["view"]
    assert last["over"] and found["net"] == sum(line["returned"] - line["stake"] for line in last["lines"])
    assert all(line["says"] for line in last["lines"] if line["seat"] == 2)
    # Nobody else sees it, but with the link.
    assert other.get(f"{path}/replay").status_code == 403
    assert other.get(f"{path}/replay", params={"seat": 2, "share": "0" * 32}).status_code == 403
    shared = other.get(f"{path}/replay", params={"seat": 2, "share": found["share"]}).json()
    # The figures may have become ready meanwhile.
    assert [step["view"] for step in shared["steps"]] == [step["view"] for step in found["steps"]]
    assert other.get(f"{path}/replay", params={"seat": 3, "share": found["share"]}).status_code == 403
    # Staff who may look do.
    assert room.browser("surveillance").get(f"{path}/replay", params={"seat": 2}).status_code == 200


def test_a_decision_is_graded_when_the_figures_are_there(
    room: Served, players: dict[str, Browser], tmp_path: Path
) -> None:
    one = players["T2"]
    room.wait(lambda: bool(one.get("/api/tables/T2/session").json()["graded"]))
    before = one.get("/api/tables/T2/session").json()
    numbers = [play(room, one, "T2")[0] for _ in range(3)]
    one.get(f"/api/tables/T2/rounds/{numbers[0]}/replay")
    path = f"/api/tables/T2/rounds/{numbers[-1]}"
    room.wait(lambda: bool(one.get(f"{path}/replay").json()["graded"]))
    graded = [
        step["decision"]["grade"]
        for number in numbers
        for step in one.get(f"/api/tables/T2/rounds/{number}/replay").json()["steps"]
        if "decision" in step
    ]
    assert graded and all(each["right"] == (each["gave-up"] == 0) for each in graded)
    assert all(each["says"] == "The best choice." or each["best"] in each["says"] for each in graded)
    # The session counts the same decisions, and says what was expected.
    room.wait(lambda: one.get("/api/tables/T2/session").json()["band"] is not None)
    told = one.get("/api/tables/T2/session").json()
    assert told["rounds"] == before["rounds"] + len(numbers) and told["graded"]
    assert decided(told) == decided(before) + len(graded)
    assert told["gave-up"] == pytest.approx(before["gave-up"] + sum(each["gave-up"] for each in graded))
    nets = [one.get(f"/api/tables/T2/rounds/{number}/replay").json()["net"] for number in numbers]
    assert told["net"] == before["net"] + sum(nets)
    assert told["band"]["low"] < told["band"]["expected"] < told["band"]["high"]
    # The file that is kept proves itself.
    kept = tmp_path / "kept.json"
    answer = one.get(f"{path}/record")
    assert "attachment" in answer.headers["content-disposition"]
    kept.write_bytes(answer.content)
    assert main(["replay", str(kept)]) == 0
    wrong = json.loads(answer.content)
    wrong["lines"][0]["returned"] += 100
    kept.write_text(json.dumps(wrong) + "\n")
    assert main(["replay", str(kept)]) != 0


def decided(session: dict[str, Any]) -> int:
    """The decisions of a session that were graded."""
    return sum(each["right"] + each["wrong"] for each in session["decisions"])


def test_a_session_is_for_whoever_sits_there(room: Served, players: dict[str, Browser]) -> None:
    stranger = room.browser("guest")
    assert stranger.get("/api/tables/T4/session").status_code == 403
    before = players["T4"].get("/api/tables/T4/session").json()
    number, _ = play(room, players["T4"], "T4")
    after = players["T4"].get("/api/tables/T4/session").json()
    assert after["rounds"] == before["rounds"] + 1
    assert after["staked"] == before["staked"] + 500
    assert stranger.get(f"/api/tables/T4/rounds/{number + 1000}/replay").status_code == 404


def test_a_round_is_stepped_through_in_a_browser_and_shared(room: Served, players: dict[str, Browser]) -> None:
    number, _ = play(room, players["T2"], "T2")
    token = players["T2"].get(f"/api/tables/T2/rounds/{number}/replay").json()["share"]
    with chromium() as browser, opened(browser, phone=True) as page:
        page.goto(f"{room.address}/rounds/T2/{number}")
        expect(page.locator("#about")).to_contain_text("is for whoever sat there")
        page.goto(f"{room.address}/rounds/T2/{number}?seat={SEAT}&share={token}")
        expect(page.locator("#says")).to_contain_text("1 of ")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#decision")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator("#lines li").first).to_be_visible()
        expect(page.locator("#cloth figure.mine .card").first).to_be_visible()
        page.keyboard.press("ArrowLeft")
        expect(page.locator('[data-go="on"]')).to_be_enabled()
        page.locator('[data-go="first"]').click()
        expect(page.locator("#says")).to_contain_text("1 of ")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
