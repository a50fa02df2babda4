"""The programs' interface: what comes of what is asked."""

from __future__ import annotations

import threading
from typing import Any

import httpx
import pytest

from houseway.floor import command_index as c
from houseway.floor.permission.people import ALLOWANCE
from houseway.web.live.room import now
from tests.web.office import hit
from tests.web.serving import Browser, Served, events, fresh

# -- guests


def test_a_guest_sits_at_once_with_play_money(room: Served) -> None:
    browser = room.browser()
    assert browser.get("/api/me").json()["kind"] == "nobody"
    answer = browser.post("/api/tables/T4/sit", {"seat": 6})
    assert answer.status_code == 200
    assert answer.json()["chips"] == ALLOWANCE
    me = browser.get("/api/me").json()
    assert (me["kind"], me["seat"]) == ("guest", {"table": "T4", "seat": 6})
    assert len(me["name"].split()) == 2
    assert browser.post("/api/tables/T3/sit", {"seat": 6}).json()["error"] == "wrong-state"
    room.until(lambda: room.room.mirror.table("T4").live is not None)
    frame = browser.frame("T4")
    assert frame["view"]["due"]["what"] == "place-wagers"
    body = {"round": frame["round"], "step": frame["step"], "answer": {"player": 500}}
    assert browser.post("/api/tables/T4/answers", body).status_code == 200
    room.until(lambda: room.room.mirror.table("T4").settled > 0 or due_of(browser, "T4") == "war")
    while room.room.mirror.table("T4").settled == 0:
        frame = browser.frame("T4")
        body = {"round": frame["round"], "step": frame["step"], "answer": "surrender"}
        browser.post("/api/tables/T4/answers", body)
        room.until(lambda: room.room.mirror.table("T4").settled > 0)
    history = browser.get("/api/tables/T4/history").json()["rounds"]
    assert [line["seat"] for line in history[0]["lines"]] == [6]
    assert all(line["clause"] for line in history[0]["lines"])


def due_of(browser: Browser, table: str) -> str | None:
    view = browser.frame(table)["view"]
    return view["due"]["what"] if view and view["due"] else None


def test_a_guest_gets_the_allowance_once(room: Served) -> None:
    browser = room.browser("guest")
    player = browser.get("/api/me").json()["id"]
    assert browser.post("/api/guest").json()["chips"] == ALLOWANCE
    assert browser.post("/api/me/chips").json() == {"given": 0, "chips": ALLOWANCE}
    given = [entry for entry in room.floor.journal.read("players") if entry.data["player"] == player]
    assert len(given) == 1


def test_the_house_gives_no_more_than_the_allowance(room: Served) -> None:
    with pytest.raises(Exception, match="fills chips up to"):
        room.floor.do(c.GiveChips(player="player:rich", amount=ALLOWANCE + 1), id=fresh(), who="house", at=now())
    with pytest.raises(Exception, match="does not work here"):
        room.floor.do(c.StopJackpot(jackpot="attack", reason="x"), id=fresh(), who="house", at=now())


def test_a_guest_keeps_the_account(room: Served) -> None:
    browser = room.browser("guest")
    me = browser.get("/api/me").json()
    kept = browser.post("/api/me/keep", {"login": "keeper", "password": "a long new password"})
    assert kept.json()["kind"] == "player"
    other = room.browser().sign_in("keeper", "a long new password")
    assert other.get("/api/me").json()["id"] == me["id"]
    assert room.browser("guest").post("/api/me/keep", {"login": "keeper", "password": "x" * 20}).status_code == 422


# -- commands


def test_the_same_id_gets_the_same_answer_and_another_body_is_refused(room: Served) -> None:
    supervisor = room.browser("supervisor")
    id = fresh()
    body = {"id": id, "what": "a dark lamp"}
    first = supervisor.post("/api/tables/T6/fail", body)
    head = room.floor.journal.head("table/T6")
    again = supervisor.post("/api/tables/T6/fail", body)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert room.floor.journal.head("table/T6") == head
    other = supervisor.post("/api/tables/T6/fail", {"id": id, "what": "another"})
    assert (other.status_code, other.json()["error"]) == (409, "command-reused")
    assert supervisor.post("/api/tables/T6/restore", {"what": "a new lamp"}).status_code == 200


def test_nobody_takes_an_id_of_somebody_else_or_of_the_house(room: Served) -> None:
    supervisor, technician = room.browser("supervisor"), room.browser("technician")
    id = fresh()
    assert supervisor.post("/api/tables/T6/fail", {"id": id, "what": "dark"}).status_code == 200
    assert technician.post("/api/tables/T6/restore", {"id": id, "what": "mended"}).status_code == 200
    house = supervisor.post("/api/tables/T6/fail", {"id": "auto:T1:1:begin:1", "what": "dark"})
    assert house.status_code == 400


def test_answers_out_of_order_are_refused(room: Served) -> None:
    browser = room.browser()
    assert browser.post("/api/tables/T3/sit", {"seat": 2}).status_code == 200
    room.until(lambda: room.room.mirror.table("T3").live is not None)
    frame = browser.frame("T3")
    answer = {"primary": 500}
    early = {"round": frame["round"], "step": frame["step"] + 1, "answer": answer}
    assert browser.post("/api/tables/T3/answers", early).json()["error"] == "wrong-state"
    other = {"round": frame["round"] + 1, "step": frame["step"], "answer": answer}
    assert browser.post("/api/tables/T3/answers", other).json()["error"] == "wrong-state"
    right = {"id": fresh(), "round": frame["round"], "step": frame["step"], "answer": answer}
    done = browser.post("/api/tables/T3/answers", right)
    assert done.status_code == 200
    assert browser.post("/api/tables/T3/answers", right).json() == done.json()
    late = {**right, "id": fresh()}
    assert browser.post("/api/tables/T3/answers", late).status_code in (409, 422)


def test_a_refusal_names_clause_and_remedy(room: Served) -> None:
    dealer = room.browser("dealer")
    answer = dealer.post("/api/tables/T5/void", {"round": 1, "reason": "I want to"})
    assert answer.status_code == 403
    assert answer.json() == {
        "error": "not-permitted",
        "message": "dan is dealer and may not give 'void round'",
        "clause": "WAC 230-15-430",
        "remedy": "ask somebody who is supervisor",
    }


# -- what is hidden


def test_another_seats_cards_are_not_shown(room: Served) -> None:
    one, two = room.browser(), room.browser()
    assert one.post("/api/tables/T1/sit", {"seat": 1}).status_code == 200
    assert two.post("/api/tables/T1/sit", {"seat": 2}).status_code == 200
    mirror = room.room.mirror

    def together() -> bool:
        live = mirror.table("T1").live
        return live is not None and set(live.seats) == {1, 2}

    # A round that began with one of them alone is sat out.
    while not together():
        room.until(lambda: mirror.table("T1").live is not None)
        if together():
            break
        frame = one.frame("T1")
        one.post("/api/tables/T1/answers", {"round": frame["round"], "step": frame["step"], "answer": {}})
        room.until(lambda before=frame["round"]: mirror.table("T1").round > before or together())  # type: ignore[misc]
    for browser in (one, two):
        frame = browser.frame("T1")
        body = {"round": frame["round"], "step": frame["step"], "answer": {"ante": 500}}
        assert browser.post("/api/tables/T1/answers", body).status_code == 200
    room.until(lambda: bool((one.frame("T1")["view"] or {"cards": {}})["cards"].get("2")))
    mine, theirs, public = one.frame("T1"), two.frame("T1"), two.frame("T1", "public")
    assert "??" not in mine["view"]["cards"]["1"]
    assert set(mine["view"]["cards"]["2"]) == {"??"}
    assert set(theirs["view"]["cards"]["1"]) == {"??"}
    assert set(public["view"]["cards"]["1"]) == {"??"}
    assert two.get("/feed", params={"topics": "table/T1/seat/1"}).status_code == 403
    assert two.get("/feed", params={"topics": "floor,table/T1/dealer"}).status_code == 403
    assert room.browser().get("/feed", params={"topics": "table/T1/seat/1"}).status_code == 403
    assert room.browser("regulator").get("/feed", params={"topics": "table/T1/seat/1"}).status_code == 403
    # The nonces that hidden cards are drawn from stay hidden while the hand is in play, from everybody.
    entries = room.browser("regulator").get("/api/audit/entries", params={"stream": "table/T1", "most": 500}).json()
    live = mirror.table("T1").live
    assert live is not None
    answered = [entry for entry in entries if entry["kind"] == "answered" and entry["body"]["round"] == live.round]
    assert answered and all(entry["body"] == {"round": live.round, "in-play": True} for entry in answered)


def test_a_feed_shows_a_seat_no_longer_than_its_player_sits_there(room: Served) -> None:
    browser = room.browser()
    assert browser.post("/api/tables/T5/sit", {"seat": 3}).status_code == 200
    seen: list[str] = []
    first = threading.Event()

    def follow() -> None:
        with httpx.stream(
            "GET",
            f"{room.address}/feed",
            params={"topics": "table/T5/seat/3"},
            cookies=dict(browser.http.cookies),
            timeout=30,
        ) as answer:
            for topic, data in events(answer.iter_lines()):
                seen.append(data["seats"].get("3", {}).get("player", ""))
                assert topic == "table/T5/seat/3"
                first.set()

    thread = threading.Thread(target=follow)
    thread.start()
    assert first.wait(10)
    me = browser.get("/api/me").json()["id"]
    assert browser.post("/api/tables/T5/leave").status_code == 200
    other = room.browser()
    assert other.post("/api/tables/T5/sit", {"seat": 3}).status_code == 200
    thread.join(20)
    assert not thread.is_alive()
    assert set(seen) == {room.room.frames.seated_as("T5", me)}
    other.post("/api/tables/T5/leave")


def test_who_won_a_jackpot_and_what_surveillance_has_of_it_is_told_to_nobody(room: Served) -> None:
    locked = hit(room)
    secrets = {"surveillance": "CAM-7 tape 2231", "player": "John Q. Winner", "deck": "whole, counted twice"}
    room.floor.do(
        c.VerifyHit(jackpot=locked.jackpot, hit=locked.id, cards=locked.cards, **secrets),
        id=fresh(),
        who="sam",
        second="vera",
        at=now(),
    )
    hits = room.room.mirror.jackpot(locked.jackpot).hits
    room.until(lambda: (known := hits.get(locked.id)) is not None and known.state == "verified")
    for browser in (room.browser(), room.browser("guest"), room.browser("dealer")):
        told = [
            browser.get(path).text for path in ("/api/tables/T6/frame", "/tables/T6", "/api/vision/T6", "/api/floor")
        ]
        assert locked.id in told[0] and "verified" in told[0]
        assert not [secret for secret in secrets.values() if any(secret in text for text in told)]
    assert "John Q. Winner" in room.browser("supervisor").get(f"/api/jackpots/{locked.jackpot}").text


def test_a_hit_at_a_table_with_the_tabulator_alone_is_claimed_with_its_evidence(room: Served) -> None:
    number = room.floor.table("T6").round + 1
    dealer = room.browser("dealer")
    assert dealer.post("/api/tables/T6/tabulate", {"round": number, "picture": {"1": [3]}}).status_code == 200
    claims = [{"seat": 3, "wager": "jackpot", "event": "four-of-a-kind"}]
    for cards in ("", "  "):
        answer = dealer.post("/api/tables/T6/claim", {"round": number, "claims": claims, "cards": cards})
        assert (answer.status_code, answer.json()["error"]) == (409, "wrong-state")
    answer = dealer.post("/api/tables/T6/claim", {"round": number, "claims": claims, "cards": "9s 9h 9d 9c"})
    assert answer.status_code == 200, answer.text
    assert [each["seat"] for each in answer.json()["hits"]] == [3]


def test_feed_topics_that_are_not_there(room: Served) -> None:
    browser = room.browser()
    for topics in ("", "nothing", "table/T9/public", "vision/T1/x", "table/T1", "table/T1/seat/x", "table/T1/seat/²"):
        assert browser.get("/feed", params={"topics": topics}).status_code == 404, topics
    assert browser.get("/feed", params={"topics": ",".join(f"vision/T{n}" for n in range(99))}).status_code == 404


# -- devices


def test_a_device_key_is_bound_to_its_table_and_kind(room: Served) -> None:
    technician = room.browser("technician")
    made = room.device("panel", "T6", "Panel of T6")
    key = {"authorization": f"Device {made['key']}"}
    assert made["key"] not in technician.get("/api/devices").text
    device = httpx.Client(base_url=room.address, headers=key)
    assert device.get("/api/devices/me").json()["table"] == "T6"

    def give(command: dict[str, Any], id: str | None = None) -> httpx.Response:
        return device.post("/api/devices/commands", json={"id": id or fresh(), "command": command})

    round_ = room.floor.table("T6").round + 1
    press = {"type": "tabulate", "table": "T6", "round": round_, "picture": {"1": [2, 5]}}
    id = fresh()
    first = give(press, id)
    assert first.status_code == 200, first.text
    assert give(press, id).json() == first.json()
    elsewhere = {**press, "table": "T5"}
    assert give(elsewhere).status_code == 403
    assert give({"type": "open-table", "table": "T6"}).status_code == 403
    assert give({"type": "stop-jackpot", "jackpot": "attack", "reason": "x"}).status_code == 403
    assert device.get("/feed", params={"topics": "vision/T1"}).status_code == 403
    assert device.get("/api/property").status_code == 403
    display = room.device("display", "T6", "Frame")
    other = httpx.Client(base_url=room.address, headers={"authorization": f"Device {display['key']}"})
    assert other.post("/api/devices/commands", json={"id": fresh(), "command": press}).status_code == 403
    revoked = technician.post(f"/api/devices/{made['id']}/revoke", {"reason": "the panel is replaced"}).json()
    # It works until a second person has approved.
    assert give(press, id).json() == first.json()
    assert room.browser("supervisor").post(f"/api/proposals/{revoked['proposal']}/approve").status_code == 200
    assert give(press, id).status_code == 401
    assert device.get("/health").status_code == 401
    for client in (device, other):
        client.close()
    void = room.browser("supervisor").post("/api/tables/T6/void", {"round": round_, "reason": "a test"})
    assert void.status_code == 200


# -- proposals


def proposed(browser: Browser, command: dict[str, Any]) -> str:
    answer = browser.post("/api/proposals", {"command": command})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_two_people_of_different_departments_approve(room: Served) -> None:
    stop = {"type": "stop-jackpot", "jackpot": "four-aces", "reason": "a look"}
    assert room.browser("supervisor").post("/api/commands", {"command": stop}).status_code == 200
    resume = {"type": "resume-jackpot", "jackpot": "four-aces", "reason": "looked at"}
    accounting = room.browser("accounting")
    alone = accounting.post("/api/commands", {"command": resume})
    assert (alone.status_code, alone.json()["error"]) == (403, "not-permitted")
    id = proposed(accounting, resume)
    assert accounting.post(f"/api/proposals/{id}/approve").status_code == 403
    assert room.browser("regulator").post(f"/api/proposals/{id}/approve").status_code == 403
    assert room.browser("dealer").post(f"/api/proposals/{id}/approve").status_code == 403
    administrator = room.browser("administrator")
    done = administrator.post(f"/api/proposals/{id}/approve")
    assert done.status_code == 200, done.text
    assert done.json()["state"] == "approved"
    assert room.floor.jackpot("four-aces").status == "running"
    entry = list(room.floor.journal.read("jackpot/four-aces"))[-1]
    assert (entry.who, entry.data["second"]) == ("ann", "ada")
    assert administrator.post(f"/api/proposals/{id}/approve").json()["answer"] == done.json()["answer"]
    assert room.browser("supervisor").post(f"/api/proposals/{id}/approve").status_code == 409


def test_two_of_one_department_do_not_do(room: Served) -> None:
    supervisor = room.browser("supervisor")
    id = proposed(supervisor, {"type": "adjust-meter", "jackpot": "attack", "to": 1, "reason": "x", "document": "y"})
    answer = room.browser("dealer").post(f"/api/proposals/{id}/approve")
    assert answer.status_code == 403
    assert room.browser("surveillance").post(f"/api/proposals/{id}/reject").json()["state"] == "rejected"
    assert room.browser("accounting").post(f"/api/proposals/{id}/approve").status_code == 409


def test_what_the_floor_refuses_waits_again(room: Served) -> None:
    id = proposed(room.browser("accounting"), {"type": "resume-jackpot", "jackpot": "attack", "reason": "it runs"})
    assert room.browser("administrator").post(f"/api/proposals/{id}/approve").status_code == 409
    assert room.browser("accounting").get(f"/api/proposals/{id}").json()["state"] == "open"
    assert room.browser("administrator").post(f"/api/proposals/{id}/withdraw").status_code == 403
    assert room.browser("accounting").post(f"/api/proposals/{id}/withdraw").json()["state"] == "withdrawn"


def test_a_dealer_calls_a_supervisor(room: Served) -> None:
    dealer = room.browser("dealer")
    round_ = room.floor.table("T6").round + 1
    press = {"round": round_, "picture": {"1": [1]}}
    assert dealer.post("/api/tables/T6/tabulate", press).status_code == 200
    id = proposed(dealer, {"type": "void-round", "table": "T6", "round": round_, "reason": "a misdeal"})
    done = room.browser("supervisor").post(f"/api/proposals/{id}/approve")
    assert done.status_code == 200, done.text
    voided = [entry for entry in room.floor.journal.read("table/T6") if entry.kind == "round-voided"][-1]
    assert (voided.data["round"], voided.who) == (round_, "sam")


# -- the record


@pytest.mark.parametrize(
    ("form", "begins"), [("json", b"{"), ("csv", b""), ("xlsx", b"PK"), ("pdf", b"%PDF"), ("html", b"<!")]
)
def test_reports_come_as_files(room: Served, form: str, begins: bytes) -> None:
    answer = room.browser("accounting").get("/api/reports/meters", params={"format": form})
    assert answer.status_code == 200
    assert answer.content.lower().startswith(begins.lower())
    assert "attachment" in answer.headers["content-disposition"]


def test_a_regulator_verifies_the_journal(room: Served) -> None:
    found = room.browser("regulator").post("/api/audit/verify")
    assert found.status_code == 200
    assert (found.json()["ok"], found.json()["findings"]) == (True, [])
    streams = room.browser("regulator").get("/api/audit/streams").json()
    assert found.json()["entries"] >= streams["property"]["number"]


def test_metrics_and_readiness(room: Served) -> None:
    browser = room.browser()
    assert browser.get("/health").json()["alive"] is True
    assert browser.get("/ready").json()["ready"] is True
    text = browser.get("/metrics").text
    for name in (
        "houseway_requests_total",
        "houseway_commands_total",
        "houseway_command_seconds_bucket",
        "houseway_feed_followers",
        "houseway_feed_frames_total",
        'houseway_meter_cents{jackpot="attack",row=""}',
    ):
        assert name in text
