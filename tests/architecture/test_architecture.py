"""``docs/architecture.md`` is true: its picture is drawn from today's imports, and its journeys are made."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import houseway
from houseway.cli.main import main
from houseway.floor.subjects import presses
from tests.architecture import rooms
from tests.architecture.journeys import PAGE, journey, missed, watched
from tests.waiting import happened, joined
from tests.web.serving import Browser, Served, events, served

SOURCE = Path(houseway.__file__).parent
DECISION = "A decision, from the click to another browser's screen"
DOLLAR = "A dollar, from the chip to the display"
QUESTION = "A question, from the terminal to a PDF"


def test_the_picture_is_that_of_todays_imports() -> None:
    assert rooms.PICTURE.read_text(encoding="utf-8") == rooms.picture(), "draw it again: make map"


def test_every_line_of_the_picture_leads_down() -> None:
    _, _, imports = rooms.graph()
    assert rooms.upward(rooms.layers(), imports) == []


@pytest.mark.parametrize("title", [DECISION, DOLLAR, QUESTION])
def test_scripts_on_the_way_have_what_the_page_names(title: str) -> None:
    for script, name in journey(title):
        if script.endswith(".js"):
            text = (SOURCE / script).read_text(encoding="utf-8")
            assert re.search(rf"export (?:async )?(?:function|class|const) {name}\b", text), f"{name} in {script}"


def test_every_file_and_folder_that_the_page_names_is_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_.]*)`", text)
    assert len(named) > 9
    assert [name for name in named if not (SOURCE / name).exists()] == []


def test_every_function_that_the_table_names_is_where_it_says() -> None:
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|js))` `([\w.]+)`", PAGE.read_text(encoding="utf-8"))
    assert len(named) > 10
    for path, name in named:
        text = (SOURCE / path).read_text(encoding="utf-8")
        for part in name.split("."):
            assert re.search(rf"\b(?:def|class|function|const) {part}\b|^ +(?:async )?{part}\(", text, re.M), (
                f"{name} in {path}"
            )


def functions(title: str) -> list[str]:
    """The functions of a journey."""
    return [name for name, script in journey(title) if not script]


def follow_while(
    room: Served, browser: Browser, topic: str, act: Callable[[], None], shows: Callable[[dict[str, Any]], bool]
) -> None:
    """Let a browser follow ``topic``, and ``act`` once it does: it goes on until a frame ``shows`` what came of it."""
    first, second = threading.Event(), threading.Event()
    acted = threading.Event()

    def follow() -> None:
        cookies = dict(browser.http.cookies)
        with httpx.stream("GET", f"{room.address}/feed", params={"topics": topic}, cookies=cookies, timeout=60) as got:
            for _, data in events(got.iter_lines()):
                first.set()
                if acted.is_set() and shows(data):
                    second.set()
                    return

    thread = threading.Thread(target=follow)
    thread.start()
    happened(first, "the first frame")
    acted.set()
    act()
    happened(second, "the frame that shows what was done")
    joined(thread, "the browser stops following")


def test_a_decision_travels_from_the_click_to_another_browsers_screen(tmp_path: Path) -> None:
    names = functions(DECISION)
    with watched(names) as calls, served(tmp_path) as room:
        player, other = room.browser(), room.browser("guest")
        assert player.post("/api/tables/T4/sit", {"seat": 6}).status_code == 200
        room.until(lambda: room.room.mirror.table("T4").live is not None)
        frame = player.frame("T4")
        body = {"round": frame["round"], "step": frame["step"], "answer": {"player": 500}}

        def bet() -> None:
            calls.made.clear()
            assert player.post("/api/tables/T4/answers", body).status_code == 200

        place = (frame["round"], frame["step"])
        follow_while(room, other, "table/T4/public", bet, lambda data: (data["round"], data["step"]) > place)
    assert missed(names, calls.made) == [], "\n".join(calls.made)


def test_a_dollar_travels_from_the_chip_to_the_display(tmp_path: Path) -> None:
    names = functions(DOLLAR)
    with watched(names) as calls, served(tmp_path) as room:
        dealer, display = room.browser("dealer"), room.browser()
        number = room.room.mirror.table("T6").round + 1

        # Other tests may have laid the same chips: what they come to is worked out once for each configuration.
        presses._counted.cache_clear()

        def press() -> None:
            calls.made.clear()
            body = {"round": number, "picture": {"1": [3]}}
            assert dealer.post("/api/tables/T6/tabulate", body).status_code == 200

        before = display.get("/api/vision/T6").json()["jackpots"]
        follow_while(room, display, "vision/T6", press, lambda data: data["jackpots"] != before)
    assert missed(names, calls.made) == [], "\n".join(calls.made)


def test_a_question_travels_from_the_terminal_to_a_pdf(tmp_path: Path) -> None:
    names = functions(QUESTION)
    sheet = tmp_path / "dueling.pdf"
    with watched(names, arrives=True) as calls:
        assert main(["par", "dueling", "--wager", "two-plus-two", "--simulate", "0", "-o", str(sheet)]) == 0
    assert sheet.read_bytes().startswith(b"%PDF")
    assert missed(names, calls.made) == [], "\n".join(calls.made)
