"""Private tables in the browser: opened with one press, dealt as soon as the player has bet, closed when left."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from houseway.floor import command_index as c
from houseway.floor.permission.people import panel_of
from houseway.web.demo import configuration
from houseway.web.live.room import now
from houseway.web.live.runner import Pace, pace_at
from tests.web.chromium import chromium, opened
from tests.web.playing import GAMES, play_round, spot
from tests.web.serving import Served, fresh, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("quick")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def until_round(house: Served, table: str, number: int) -> None:
    house.until(
        lambda: house.room.mirror.playing(table) is not None and house.room.mirror.table(table).round + 1 == number
    )


def test_the_demonstration_has_a_template_of_every_game() -> None:
    assert {table.game for table in configuration().tables if table.template} == set(GAMES.values())


def test_a_guest_opens_a_private_table_plays_and_leaves_and_it_is_gone(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(house.address)
        page.locator('[data-template="Q2"]').click()
        page.wait_for_url("**/tables/Q2-1")
        expect(page.locator(".title")).to_contain_text("Private table")
        expect(page.locator("#rack")).to_be_visible()
        spot(page, "first-attack").click()
        page.keyboard.press("b")
        play_round(page)
        expect(page.locator("#rack")).to_be_visible()

        # The speed is the table's.
        page.locator("#speed").select_option("fast")
        house.until(lambda: house.room.mirror.table("Q2-1").speed == "fast")
        usual = Pace()
        fast = pace_at(usual, house.room.mirror.table("Q2-1"))
        assert fast.deal < usual.deal and fast.between < usual.between and fast.wager > usual.wager
        assert pace_at(usual, house.room.mirror.table("T1")) == usual

        # Nobody else looks on, and the floor does not list it.
        other = house.browser("guest")
        assert other.get("/tables/Q2-1").status_code == 403
        assert other.get("/api/tables/Q2-1/frame").status_code == 403
        assert other.get("/api/tables/Q2-1/history").status_code == 403
        assert other.get("/feed", params={"topics": "table/Q2-1/public"}).status_code == 403
        assert house.browser("supervisor").get("/api/tables/Q2-1/frame").status_code == 200
        listed = {table["table"] for table in house.browser().get("/api/floor").json()["tables"]}
        assert listed == {"T1", "T2", "T3", "T4", "T5", "T6"}

        page.locator("#leave").click()
        page.wait_for_url(re.compile(r"^http://[^/]+/$"))
    house.until(lambda: "Q2-1" not in house.room.mirror.property.tables)
    assert house.room.mirror.property.private == {}


def test_a_private_table_is_one_s_own_one_at_a_time_and_its_answer_can_be_asked_for_again(house: Served) -> None:
    guest, id = house.browser("guest"), fresh()
    replies = [guest.post("/api/quick-tables", {"id": id, "template": "Q4"}).json() for _ in range(2)]
    assert replies[0] == replies[1] == {"table": "Q4-1", "seat": 1, "chips": 100_000}
    refused = guest.post("/api/quick-tables", {"template": "Q1"})
    assert refused.status_code == 409 and refused.json()["message"] == "you sit at table Q4-1"
    assert guest.post("/api/quick-tables", {"template": "T1"}).status_code == 409
    assert guest.post("/api/quick-tables", {"template": "Q9"}).status_code == 404
    assert house.browser("supervisor").post("/api/quick-tables", {"template": "Q4"}).status_code == 403
    # Somebody unknown becomes a guest, at the next one.
    stranger = house.browser()
    assert stranger.post("/api/quick-tables", {"template": "Q4"}).json()["table"] == "Q4-2"
    left = fresh()
    house.until(lambda: house.room.mirror.table("Q4-2").live is not None)
    frame = stranger.frame("Q4-2")
    # In the round: it is left when that is over.
    assert stranger.post("/api/tables/Q4-2/leave", {"id": left}).status_code == 409
    assert stranger.post("/api/tables/Q4-2/leaving").status_code == 200
    body = {"round": frame["round"], "step": frame["step"], "answer": {}}
    assert stranger.post("/api/tables/Q4-2/answers", body).status_code == 200
    house.until(lambda: "Q4-2" not in house.room.mirror.property.tables)

    # Whoever lets rounds go by has no private table any more.
    for number in (1, 2):
        until_round(house, "Q4-1", number)
        shown = house.room.frames.table("Q4-1", "public")
        assert shown.step is not None
        late = c.TimeOut(table="Q4-1", round=number, step=shown.step)
        house.floor.do(late, id=fresh(), who=panel_of("Q4-1"), at=now())
    house.until(lambda: house.room.mirror.property.private == {})
    assert guest.get("/api/me").json()["chips"] == 100_000


def test_an_id_of_another_command_is_no_answer(house: Served) -> None:
    """A program that uses an id twice is refused, and never answered what something else was."""
    guest = house.browser("guest")
    sat, used = fresh(), fresh()
    assert guest.post("/api/tables/T4/sit", {"id": sat, "seat": 5}).status_code == 200
    assert guest.post("/api/tables/T4/leaving", {"id": used}).status_code == 200
    for id in (sat, used):
        # What Sit is answered looks like what Leave is answered.
        for address, body in (
            ("/api/quick-tables", {"template": "Q4"}),
            ("/api/tables/Q4-9/leave", {}),
            ("/api/tables/T3/leave", {}),
            ("/api/tables/T4/leave", {}),
            ("/api/tables/T3/sit", {"seat": 1}),
            ("/api/tables/T3/leaving", {}),
        ):
            answer = guest.post(address, {"id": id, **body})
            assert (answer.status_code, answer.json()["error"]) == (409, "command-reused"), (address, answer.text)
            assert answer.json()["remedy"] == "make a new id for a new command"
    assert house.room.mirror.property.private == {}
    assert house.room.mirror.table("T4").seated.keys() == {"5"}


def test_who_left_and_is_asked_again_is_answered_as_then_and_no_other_table_is_meant(house: Served) -> None:
    guest, left = house.browser("guest"), fresh()
    assert guest.post("/api/tables/T5/sit", {"id": fresh(), "seat": 2}).status_code == 200
    replies = [guest.post("/api/tables/T5/leave", {"id": left}) for _ in range(2)]
    assert [each.status_code for each in replies] == [200, 200]
    assert replies[0].json() == replies[1].json()
    for table in ("T4", "T9", "Q4-9"):
        assert guest.post(f"/api/tables/{table}/leave", {"id": left}).json()["error"] == "command-reused"
