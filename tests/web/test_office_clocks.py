"""What the office says of time that runs: days that nobody closed, statements of the bank, checks that are late."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.floor.bookkeeping.days import day_ends, unclosed
from houseway.journal.engines.sqlite import SqliteEngine
from houseway.journal.journal_errors import DiskFull
from houseway.web.live import room as rooms
from houseway.web.live.room import now
from houseway.web.office import lookout
from houseway.web.office import office_pages as pages_office
from tests.web.office import do, fill, forms, heads, hit, look, settings
from tests.web.serving import Browser, Served, fresh, served

HOUR = 3_600_000_000
DAY = 24 * HOUR


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as found:
        yield found


@pytest.fixture
def ann(room: Served) -> Browser:
    return room.browser("accounting")


def told(browser: Browser, monkeypatch: pytest.MonkeyPatch, at: int) -> dict[str, str]:
    """The needs of the overview at a moment: what, and the rest of it with its tone."""
    monkeypatch.setattr(pages_office, "now", lambda: at)
    monkeypatch.setattr(lookout, "now", lambda: at)
    found = re.findall(r'<li class="need (\w+)">(.*?)</li>', look(browser, "/office"), re.DOTALL)
    texts = [(tone, re.sub(r"<[^>]+>", "|", text)) for tone, text in found]
    return {text.strip("|").split("|")[0]: f"{tone}: {' '.join(text.split('|'))}" for tone, text in texts}


def at_the_end(room: Served, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """It is ``at``, for the machine that writes and for whoever gives commands in the room."""
    monkeypatch.setattr(room.floor.journal, "clock", lambda: at)
    monkeypatch.setattr(rooms, "now", lambda: at)


def test_wa_9_a_day_that_nobody_closed_is_said_and_the_form_has_it(
    room: Served, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    property = room.floor.property
    [first] = unclosed(property, now())
    what = f"Gaming day {first} is not closed"
    ends = day_ends(property, first)
    assert what not in told(ann, monkeypatch, ends - 1)
    assert told(ann, monkeypatch, ends)[what].startswith("warn")
    assert told(ann, monkeypatch, ends + DAY)[what].startswith("warn")
    late = told(ann, monkeypatch, ends + 2 * DAY + 1)[what]
    assert late.startswith("alarm") and "2 more days after it" in late and "over for 2 days" in late
    [form] = forms(ann, "/office", "close-day")
    assert form["day"] == [first]
    monkeypatch.setattr(pages_office, "now", now)
    proposed = fill(ann, "/office", "close-day").json()["proposed"]
    sam = room.browser("supervisor")
    refused = sam.post(f"/api/proposals/{proposed}/approve")
    assert refused.status_code == 409 and "is not over" in refused.json()["message"]
    at_the_end(room, monkeypatch, ends)
    proposed = fill(ann, "/office", "close-day").json()["proposed"]
    assert sam.post(f"/api/proposals/{proposed}/approve").status_code == 200
    second = (date.fromisoformat(first) + timedelta(days=1)).isoformat()
    later = told(ann, monkeypatch, ends + 2 * DAY + 1)
    assert what not in later
    assert later[f"Gaming day {second} is not closed"].startswith("alarm")


def test_a_close_on_a_full_disk_or_with_a_wrong_clock_says_what_happened_and_what_to_do(
    room: Served, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    sam = room.browser("supervisor")
    [first] = unclosed(room.floor.property, now())
    ends = day_ends(room.floor.property, first)
    at_the_end(room, monkeypatch, ends + HOUR)

    def turn(paused: bool) -> None:
        command = c.PauseTable(table="T5", paused=paused, reason="the day is over")
        room.floor.do(command, id=fresh(), who="sam", at=ends + HOUR)

    turn(True)
    proposed = fill(ann, "/office", "close-day").json()["proposed"]
    # The clock steps back over the day's end.
    at_the_end(room, monkeypatch, ends - HOUR)
    refused = sam.post(f"/api/proposals/{proposed}/approve")
    assert refused.status_code == 409 and "is not over" in refused.json()["message"]
    needs = told(ann, monkeypatch, ends - HOUR)
    behind = needs["The clock of this machine is behind what was written"]
    assert behind.startswith("alarm") and "refused until it is right" in behind and "2 h 00 min" in behind
    [form] = forms(room.browser("administrator"), "/office/malfunctions", "set-clock-right")
    assert "reason" in form
    # It is right again, and now the disk is full.
    at_the_end(room, monkeypatch, ends + HOUR)
    engine = room.floor.journal.engine
    assert isinstance(engine, SqliteEngine)
    with room.floor.journal._lock:
        engine.connection.pragma("max_page_count", engine.connection.pragma("page_count"))
    with pytest.raises(DiskFull):
        for number in range(1_000):
            turn(number % 2 == 1)
    before = heads(room)
    refused = sam.post(f"/api/proposals/{proposed}/approve")
    assert (refused.status_code, refused.json()["error"]) == (503, "disk-full")
    assert refused.json()["message"] == "no room is left on the disk of floor.db"
    assert refused.json()["remedy"].startswith("free some disk space")
    assert heads(room) == before and room.floor.property.days == []
    # There is room again: the same proposal is approved, and the day is closed once.
    with room.floor.journal._lock:
        engine.connection.pragma("max_page_count", 2**30)
    assert sam.post(f"/api/proposals/{proposed}/approve").status_code == 200
    assert room.floor.property.days == [first]
    assert not room.floor.journal.verify().findings


def test_a_demonstration_opens_for_ever_although_nobody_closes_its_days(
    room: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody deposits play money: in five years its tables still open."""
    floor = room.floor
    at = now() + 5 * 365 * DAY
    at_the_end(room, monkeypatch, at)
    floor.do(c.SetClockRight(reason="a rest of five years"), id="clock", who="ada", second="ann", at=at)
    for id in ("T5", "T6"):
        floor.do(c.CloseTable(table=id), id=f"shut-{id}", who="sam", at=at)
        floor.do(c.OpenTable(table=id), id=f"open-{id}", who="sam", at=at + 1)


def test_a_deposit_that_is_due_in_years_names_no_day(room: Served) -> None:
    ann = room.browser("accounting")
    assert "To be deposited by" not in look(ann, "/office/jackpots/attack")
    settings(room, deposit_days=7)
    assert "To be deposited by" in look(ann, "/office/jackpots/attack")


def test_wa_22_money_that_no_close_has_dated_is_overdue_in_the_office_too(
    room: Served, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(room, deposit_days=7)
    [first] = unclosed(room.floor.property, now())
    ends = day_ends(room.floor.property, first)
    what = "$5,000 overdue at the bank"
    assert what not in told(ann, monkeypatch, ends + 7 * DAY)
    assert told(ann, monkeypatch, ends + 7 * DAY + 1)[what].startswith("alarm")


def test_wa_23_an_account_that_the_bank_did_not_confirm_for_a_month_is_said(
    room: Served, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = room.floor.jackpot("attack").began

    def silent(at: int) -> list[str]:
        return [text for what, text in told(ann, monkeypatch, at).items() if what.startswith("No bank statement")]

    # Nothing is booked at the bank: there is nothing for it to confirm.
    assert silent(began + 40 * DAY) == []
    do(room, c.Deposit(jackpot="attack", amount=1_000_000, reference="slip"), "ann")
    room.until(lambda: room.room.mirror.jackpot("attack").clear > 0)
    assert silent(began + 31 * DAY) == []
    [late] = silent(began + 31 * DAY + 1)
    assert late.startswith("warn") and "Attack" in late and "$10,000 booked" in late and "WAC 230-15-720" in late
    do(room, c.Statement(jackpot="attack", amount=1_000_000, reference="May"), "ada")
    stated = room.floor.jackpot("attack").stated
    room.until(lambda: room.room.mirror.jackpot("attack").stated == stated)
    assert silent(stated + 31 * DAY) == []
    assert len(silent(stated + 31 * DAY + 1)) == 1


def test_wa_25_a_check_that_is_late_is_said_on_the_overview(
    room: Served, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(room, check_threshold=100)
    locked = hit(room)
    room.until(lambda: locked.id in room.room.mirror.jackpot("four-aces").hits)

    def said(at: int) -> str:
        return next(text for text in told(ann, monkeypatch, at).values() if "to be verified" in text)

    assert said(locked.locked + 2 * HOUR).startswith("warn")
    assert "check within 22 h" in said(locked.locked + 2 * HOUR)
    assert said(locked.locked + 24 * HOUR).startswith("warn")
    late = said(locked.locked + 25 * HOUR)
    assert late.startswith("alarm") and "check 1 h 00 min late" in late
