"""Lines that are cut and players who are away: the page says so, and nobody waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from houseway.web.live import attendance, attendant
from houseway.web.live.missed import AWAY, SAT_OUT
from houseway.web.live.runner import Pace
from tests.waiting import within
from tests.web.chromium import chromium, opened
from tests.web.cut_line import line_to
from tests.web.playing import play_round, spot
from tests.web.serving import Browser, Served, events, served

SHORT = 0.4
"""Seconds in place of ten, after which somebody is absent in these tests."""


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "ABSENT", SHORT)
    monkeypatch.setattr(attendance, "LOOK", 0.05)
    # Whoever only sits rounds out gets up after some: not here.
    monkeypatch.setattr(attendant, "SILENT", 100)


@contextmanager
def looking(browser: Browser, table: str, seat: int) -> Iterator[Iterator[tuple[str, Any]]]:
    """A browser at a seat, for as long as this lasts: the frames that it is sent."""
    with browser.http.stream("GET", "/feed", params={"topics": f"table/{table}/seat/{seat}"}, timeout=60) as answer:
        found = events(answer.iter_lines())
        next(found)
        yield found


def seats_of_rounds(room: Served, table: str) -> list[list[int]]:
    """The seats that each round was dealt to."""
    return [entry.data["seats"] for entry in room.floor.journal.read(f"table/{table}") if entry.kind == "round-begun"]


def settled(room: Served, table: str, round_: int) -> None:
    """Wait until a round is settled."""
    kinds = ("round-settled", round_)
    room.until(
        lambda: kinds in [(each.kind, each.data.get("round")) for each in room.floor.journal.read(f"table/{table}")]
    )


def sat_down(room: Served, table: str, seat: int) -> Browser:
    browser = room.browser("guest")
    assert browser.post(f"/api/tables/{table}/sit", {"seat": seat}).status_code == 200
    return browser


def give(browser: Browser, table: str, answer: Any) -> None:
    frame = browser.frame(table)
    body = {"round": frame["round"], "step": frame["step"], "answer": answer}
    given = browser.post(f"/api/tables/{table}/answers", body)
    assert given.status_code == 200, given.text


def wagers_due(room: Served, table: str, seat: int, round_: int) -> bool:
    playing = room.room.mirror.playing(table)
    return playing is not None and playing.number == round_ and seat in playing.round.due_from()


def both_seen(room: Served, table: str) -> bool:
    return {f"table/{table}/seat/1", f"table/{table}/seat/2"} <= room.room.attendance._seen.keys()


def dealt_to(room: Served, table: str, seats: list[int], players: tuple[Browser, ...]) -> int:
    """Sit rounds out until one is dealt to these seats: whoever sat down later is in from the next. Its number."""
    for number in range(1, 4):
        room.until(lambda number=number: len(seats_of_rounds(room, table)) >= number)  # type: ignore[misc]
        if seats_of_rounds(room, table)[-1] == seats:
            return number
        for seat in seats_of_rounds(room, table)[-1]:
            give(players[seat - 1], table, {})
    raise AssertionError(f"no round was dealt to {seats}")


def test_nobody_waits_for_the_wagers_of_somebody_absent_and_no_further_round_is_dealt_to_them(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        one, two = sat_down(room, "T4", 1), sat_down(room, "T4", 2)
        with looking(two, "T4", 2):
            with looking(one, "T4", 1):
                room.wait(lambda: both_seen(room, "T4"))
                first = dealt_to(room, "T4", [1, 2], (one, two))
                give(two, "T4", {})
            # The clock of a minute has not run out: the round ends because nobody waits for the first.
            room.until(lambda: room.room.mirror.table("T4").round >= first)
            assert one.frame("T4")["missed"] == {"round": first, "says": AWAY, "sat-out": True}
            room.until(lambda: len(seats_of_rounds(room, "T4")) > first)
            assert seats_of_rounds(room, "T4")[first] == [2]
            # Whoever comes back is in from the next round on.
            with looking(one, "T4", 1):
                room.wait(lambda: not room.room.absent("T4", 1))
                give(two, "T4", {})
                room.until(lambda: len(seats_of_rounds(room, "T4")) > first + 1)
                assert seats_of_rounds(room, "T4")[first + 1] == [1, 2]


def test_a_table_whose_only_player_is_away_deals_nothing_until_they_are_back(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        one = sat_down(room, "T4", 3)
        with looking(one, "T4", 3):
            room.until(lambda: wagers_due(room, "T4", 3, 1))
            room.wait(lambda: "table/T4/seat/3" in room.room.attendance._seen)
        room.until(lambda: room.room.mirror.table("T4").round == 1 and room.room.mirror.table("T4").live is None)
        assert room.room.absent("T4", 3)
        with looking(one, "T4", 3):
            room.until(lambda: wagers_due(room, "T4", 3, 2))
        assert seats_of_rounds(room, "T4") == [[3], [3]]


def test_a_decision_in_hand_keeps_its_clock_and_the_default_is_said(tmp_path: Path) -> None:
    pace = Pace(wager=60.0, decide=0.2, between=0.01, move=0.0, deal=0.0)
    with served(tmp_path, pace=pace) as room:
        one = sat_down(room, "T2", 1)
        for _ in range(20):
            with looking(one, "T2", 1) as frames:
                due = next(
                    frame
                    for _, frame in within(frames, "wagers are asked for")
                    if frame["view"] and (frame["view"]["due"] or {}).get("what") == "place-wagers"
                )
                give(one, "T2", {"first-attack": 500})
            # Away for longer than an absent player is waited for, and the clock of the decision goes on.
            settled(room, "T2", due["round"])
            missed = one.frame("T2").get("missed")
            if missed is not None:
                break
        assert missed is not None and missed["round"] == due["round"]
        assert missed["says"].startswith("Time ran out: ") and not missed["sat-out"]
        late = [
            entry
            for entry in room.floor.journal.read("table/T2")
            if entry.kind == "answered" and entry.data.get("timed-out")
        ]
        assert late, "the clock, and nothing before it, took the default"


def test_somebody_who_stays_away_frees_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "GONE", 2 * SHORT)
    with served(tmp_path) as room:
        one = sat_down(room, "T4", 1)
        with looking(one, "T4", 1):
            room.wait(lambda: "table/T4/seat/1" in room.room.attendance._seen)
        room.until(lambda: not room.room.mirror.table("T4").seated)
        assert room.room.mirror.table("T4").live is None


def test_whoever_lets_the_time_for_wagers_run_out_is_told_that_they_sat_out(tmp_path: Path) -> None:
    with served(tmp_path, pace=Pace(wager=0.3, decide=60.0, between=60.0, move=0.0, deal=0.0)) as room:
        one = sat_down(room, "T4", 1)
        with looking(one, "T4", 1):
            room.until(lambda: room.room.mirror.table("T4").round == 1)
            assert one.frame("T4")["missed"] == {"round": 1, "says": SAT_OUT, "sat-out": True}


def test_a_seat_whose_line_is_cut_says_so_within_three_seconds_and_loses_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as room, line_to(room.address) as line, chromium() as browser, opened(browser) as page:
        page.clock.install()
        page.goto(f"{line.address}/")
        page.locator('[data-table="T2"] [data-sit]').click()
        page.wait_for_url("**/tables/T2")
        spot(page, "first-attack").click()
        page.wait_for_selector("html[data-feed=live]")
        expect(page.locator("#feed")).to_be_empty()
        line.cut()
        page.clock.fast_forward(3_000)
        expect(page.locator("#feed")).to_have_text("Reconnecting…")
        page.locator(".confirm").click()
        expect(page.locator("#prompt")).to_have_text("Sending…")
        line.mend()
        expect(page.locator("#feed")).to_be_empty(timeout=60_000)
        play_round(page)
        stakes = [
            entry.data["answers"]
            for entry in room.floor.journal.read("table/T2")
            if entry.kind == "answered" and entry.who.startswith("player:") and entry.data["answers"][0]["answer"]
        ]
        assert stakes[0][0]["answer"] == {"first-attack": 500}
        assert [each for each in stakes if each[0]["answer"] == {"first-attack": 500}] == stakes[:1]


def test_back_and_forward_show_the_table_as_it_is(tmp_path: Path) -> None:
    with served(tmp_path) as room, chromium() as browser, opened(browser) as page:
        page.goto(f"{room.address}/")
        page.locator('[data-table="T2"] [data-sit]').click()
        page.wait_for_url("**/tables/T2")
        spot(page, "first-attack").click()
        page.locator(".confirm").click()
        page.wait_for_selector("#acts.deciding")
        page.go_back()
        expect(page.locator("#welcome").locator("..")).to_contain_text("Back to your seat")
        page.go_forward()
        page.wait_for_selector("html[data-feed=live]")
        page.wait_for_selector("#acts.deciding")
        play_round(page)
        # Whoever comes back to a round that is over sees the next one, not the last as if it went on.
        page.go_back()
        page.go_forward()
        page.wait_for_selector("#rack:not([hidden])")
        expect(page.locator("#acts.deciding")).to_have_count(0)


@pytest.mark.soak
@pytest.mark.parametrize("seconds", [3, 20, 60])
def test_what_a_seat_shows_is_true_after_a_line_was_cut_for_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    monkeypatch.undo()
    pace = Pace(wager=120.0, decide=10.0, between=0.01, move=0.0, deal=0.0)
    with (
        served(tmp_path, pace=pace) as room,
        line_to(room.address) as line,
        chromium() as browser,
        opened(browser) as page,
    ):
        page.goto(f"{line.address}/")
        page.locator('[data-table="T2"] [data-sit]').click()
        page.wait_for_url("**/tables/T2")
        spot(page, "first-attack").click()
        page.locator(".confirm").click()
        page.wait_for_selector("#acts.deciding")
        line.cut()
        expect(page.locator("#feed")).not_to_be_empty()
        page.wait_for_timeout(1000 * seconds)
        begun = len(seats_of_rounds(room, "T2"))
        line.mend()
        expect(page.locator("#feed")).to_be_empty(timeout=60_000)
        if seconds > 30:
            # The decisions took their defaults, and no further round was dealt to somebody who is away.
            assert begun <= 2
            expect(page.locator("#acts .result, #prompt").first).to_be_visible()
        shown = page.evaluate("async () => (await (await fetch('/api/tables/T2/frame?viewer=seat')).json()).round")
        expect(page.locator("#round")).to_contain_text(str(shown))
