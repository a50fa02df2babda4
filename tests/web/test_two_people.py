"""WA-38, LAB-25, LAB-36: two signatures are those of two people, whatever one of them can do to the other's account."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.accounts.custody import SHARED_DAYS, Handed, Hands
from houseway.floor import command_index as c
from houseway.journal import Entry
from houseway.web.live.room import now
from tests.web.office import PAGE, do, fill, forms, look, send
from tests.web.serving import PASSWORD, Browser, Served, fresh, served

DAY = 24 * 3600 * 1_000_000
RESUME = {"type": "resume-jackpot", "jackpot": "attack", "reason": "all is well"}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as room:
        yield room


def account_of(room: Served, person: str) -> str:
    every = room.browser("administrator").get("/api/accounts").json()
    return str(next(each["id"] for each in every if each["person"] == person))


def replaced(room: Served, person: str) -> str:
    """The password that the administrator set in place of somebody's own."""
    answer = room.browser("administrator").post(f"/api/accounts/{account_of(room, person)}/password")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["password"])


def stop(room: Served) -> None:
    do(room, c.StopJackpot(jackpot="attack", reason="looked at"), "sam")


def proposed(browser: Browser, command: dict[str, Any]) -> str:
    answer = browser.post("/api/proposals", {"command": command})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def of_accounts(room: Served) -> list[Entry]:
    """What people did to accounts; those of the first start are the terminal's."""
    kinds = ("account-made", "password-replaced", "password-changed", "account-closed", "account-opened")
    entries = room.floor.journal.read("property", 1)
    return [entry for entry in entries if entry.kind in kinds and entry.who != "terminal"]


# -- a password that somebody else set


def test_lab_36_a_password_that_somebody_else_set_opens_nothing_but_its_own_change(room: Served) -> None:
    given = replaced(room, "ann")
    ann = room.browser().sign_in("ann", given)
    assert ann.get("/api/me").json()["once"] is True
    for path in ("/", "/office", "/office/proposals", "/tables/T1"):
        answer = ann.get(path, headers=PAGE)
        assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    for path in ("/api/property", "/api/proposals", "/api/floor", "/feed?topics=floor"):
        answer = ann.get(path)
        assert (answer.status_code, answer.json()["error"]) == (403, "not-permitted")
        assert "/api/me/password" in answer.json()["remedy"]
    refused = ann.post("/api/commands", {"command": {"type": "stop-jackpot", "jackpot": "attack", "reason": "x"}})
    assert refused.status_code == 403
    assert room.floor.jackpot("attack").status == "running"
    assert "Set your own password" in look(ann, "/account")
    same = ann.post("/api/me/password", {"old": given, "new": given})
    assert (same.status_code, same.json()["error"]) == (422, "bad-account")
    assert ann.post("/api/me/password", {"old": given, "new": PASSWORD}).json()["once"] is False
    assert ann.get("/api/property").status_code == 200
    assert "Set your own password" not in look(ann, "/account")


def test_lab_36_a_new_account_is_come_in_with_once_and_one_may_go_again(room: Served) -> None:
    ada = room.browser("administrator")
    made = ada.post("/api/accounts", {"login": "paula", "name": "Paula"}).json()
    assert made["once"] is True
    paula = room.browser().sign_in("paula", made["password"])
    assert paula.post("/api/tables/T1/sit", {"seat": 1}).status_code == 403
    assert paula.post("/api/logout").status_code == 200
    assert paula.get("/api/floor").status_code == 200


def test_passwords_of_a_first_start_are_ones_own(room: Served) -> None:
    assert room.browser("accounting").get("/api/me").json()["once"] is False


def test_nobody_replaces_the_own_password_without_knowing_it(room: Served) -> None:
    refused = room.browser("administrator").post(f"/api/accounts/{account_of(room, 'ada')}/password")
    assert (refused.status_code, refused.json()["error"]) == (403, "not-permitted")


# -- on record


def test_lab_36_what_is_done_to_somebodys_account_is_in_the_journal(room: Served) -> None:
    ada = room.browser("administrator")
    person = {"id": "eve", "name": "Eve", "roles": ["dealer"]}
    id = proposed(ada, {"type": "add-person", "person": person})
    assert room.browser("accounting").post(f"/api/proposals/{id}/approve").status_code == 200
    made = ada.post("/api/accounts", {"login": "eve", "name": "Eve", "person": "eve"}).json()
    for action in ("password", "close", "open"):
        assert ada.post(f"/api/accounts/{made['id']}/{action}").status_code == 200
    assert [(entry.kind, entry.who, entry.data["person"]) for entry in of_accounts(room)] == [
        ("account-made", "ada", "eve"),
        ("password-replaced", "ada", "eve"),
        ("account-closed", "ada", "eve"),
        ("account-opened", "ada", "eve"),
    ]
    trail = look(room.browser("regulator"), "/office/audit")
    for said in ("An account is made for eve", "The password of eve is replaced", "The account of eve is closed"):
        assert said in trail
    assert made["password"] not in trail


def test_an_account_that_cannot_be_made_leaves_no_entry(room: Served) -> None:
    ada = room.browser("administrator")
    for body in (
        {"login": "ann", "name": "Ann", "person": "dan"},
        {"login": "other", "name": "Ann", "person": "ann"},
        {"login": "!", "name": "Dan", "person": "dan"},
        {"login": "new", "name": "Nobody", "person": "nobody"},
    ):
        assert ada.post("/api/accounts", body).status_code in (404, 422)
    assert of_accounts(room) == []


@pytest.mark.parametrize("kind", ["make-account", "replace-password", "close-account", "open-account"])
def test_nobody_writes_of_an_account_what_was_not_done(room: Served, kind: str) -> None:
    ada = room.browser("administrator")
    command = {"type": kind, "person": "ann"}
    assert ada.post("/api/commands", {"command": command}).status_code == 403
    assert ada.post("/api/proposals", {"command": command}).status_code == 403
    assert of_accounts(room) == []


def test_players_accounts_are_no_business_of_the_journal(room: Served) -> None:
    ada = room.browser("administrator")
    made = ada.post("/api/accounts", {"login": "paula", "name": "Paula"}).json()
    for action in ("password", "close", "open"):
        assert ada.post(f"/api/accounts/{made['id']}/{action}").status_code == 200
    assert of_accounts(room) == []


# -- two people


def test_wa_38_an_administrator_with_a_colleagues_password_is_not_two_people(room: Served) -> None:
    stop(room)
    ann = room.browser().come_in("ann", replaced(room, "ann"))
    ada = room.browser("administrator")
    for first, other in ((ada, ann), (ann, ada)):
        id = proposed(first, RESUME)
        refused = other.post(f"/api/proposals/{id}/approve")
        assert (refused.status_code, refused.json()["error"]) == (403, "not-permitted")
        assert "ann was set by ada: until " in refused.json()["message"]
        assert refused.json()["clause"] == "WAC 230-15-430"
        assert "do not count as two people" in look(other, "/office/proposals")
    assert room.floor.jackpot("attack").status == "stopped"
    # Somebody else's signature is somebody else's.
    assert room.browser("supervisor").post(f"/api/proposals/{id}/approve").status_code == 200
    assert room.floor.jackpot("attack").status == "running"


def test_wa_38_an_administrator_with_two_colleagues_passwords_is_not_two_people(room: Served) -> None:
    stop(room)
    ann = room.browser().come_in("ann", replaced(room, "ann"))
    sam = room.browser().come_in("sam", replaced(room, "sam"))
    id = proposed(sam, RESUME)
    refused = ann.post(f"/api/proposals/{id}/approve")
    assert refused.status_code == 403
    assert "passwords of sam and ann were set by ada" in refused.json()["message"]
    assert room.floor.jackpot("attack").status == "stopped"


def test_wa_38_after_seven_days_they_are_two_people_again_but_not_for_what_was_proposed_before(room: Served) -> None:
    stop(room)
    ann = room.browser().come_in("ann", replaced(room, "ann"))
    early = proposed(ann, RESUME)
    room.accounts.now = lambda: now() + SHARED_DAYS * DAY - 3600 * 1_000_000
    assert room.browser("administrator").post(f"/api/proposals/{early}/approve").status_code == 403
    room.accounts.now = lambda: now() + SHARED_DAYS * DAY + 1
    ada, ann = room.browser("administrator"), room.browser("accounting")
    refused = ada.post(f"/api/proposals/{early}/approve")
    assert refused.status_code == 403
    assert "when this was proposed" in refused.json()["message"]
    assert ada.post(f"/api/proposals/{proposed(ann, RESUME)}/approve").status_code == 200
    assert room.floor.jackpot("attack").status == "running"


def test_wa_38_a_signature_at_the_console_is_of_another_person(room: Served) -> None:
    fault = {"type": "fail-table", "table": "T6", "what": "no light"}

    def signed(dan: Browser, password: str) -> Any:
        body = {"command": fault, "signed": {"login": "sam", "password": password}}
        return dan.post("/api/tables/T6/supervised", body)

    given = replaced(room, "sam")
    dan = room.browser("dealer")
    refused = signed(dan, given)
    assert refused.status_code == 403
    assert "signs nothing" in refused.json()["message"]
    room.browser().come_in("sam", given)
    dan = room.browser().come_in("dan", replaced(room, "dan"))
    refused = signed(dan, PASSWORD)
    assert refused.status_code == 403
    assert "set by ada" in refused.json()["message"]
    confirm = {"round": 1, "step": 0, "signed": {"login": "sam", "password": PASSWORD}}
    refused = dan.post("/api/tables/T6/indicators", confirm)
    assert "set by ada" in refused.json()["message"]
    assert room.floor.table("T6").fault is None


def test_a_signature_at_the_console_counts_where_only_one_of_the_two_was_given_a_password(room: Served) -> None:
    dan = room.browser().come_in("dan", replaced(room, "dan"))
    fault = {"type": "fail-table", "table": "T6", "what": "no light"}
    body = {"command": fault, "signed": {"login": "sam", "password": PASSWORD}}
    assert dan.post("/api/tables/T6/supervised", body).status_code == 200


def handed(person: str, by: str, at: int) -> Handed:
    return Handed(person, by, at, "replaced")


def test_whoever_could_have_signed_as_both_is_one_person() -> None:
    hands = Hands([handed("ann", "ada", 0), handed("bob", "ann", DAY), handed("cy", "zoe", 0)])
    # By way of ann: who set ann's password could have set bob's as ann.
    assert hands.shared("ada", "bob", 2 * DAY) == ("ada", SHARED_DAYS * DAY)
    assert hands.shared("ann", "bob", 2 * DAY) == ("ann", (SHARED_DAYS + 1) * DAY)
    assert hands.shared("bob", "cy", 2 * DAY) is None
    assert hands.shared("ada", "zoe", 2 * DAY) is None
    assert hands.shared("ada", "bob", SHARED_DAYS * DAY) is None
    assert hands.shared("ann", "bob", DAY - 1) is None
    # Two who set the same person's password are two people all the same.
    both = Hands([handed("ann", "ada", 0), handed("ann", "zoe", 0)])
    assert both.shared("ada", "zoe", 1) is None
    assert both.shared("ann", "zoe", 1) == ("zoe", SHARED_DAYS * DAY)


def test_everybody_who_works_here_hears_of_a_password_that_was_replaced(room: Served) -> None:
    names = room.floor.property.people
    replaced(room, "ann")
    said = f"{names['ada'].name} replaced the password of {names['ann'].name}"
    for role in ("dealer", "surveillance", "accounting", "regulator"):
        if role != "accounting":
            assert said in look(room.browser(role), "/office")
    room.accounts.now = lambda: now() + SHARED_DAYS * DAY + 1
    assert said not in look(room.browser("surveillance"), "/office")


# -- what is replaced is what was looked at


def close_tables(room: Served) -> None:
    for table in list(room.floor.property.open):
        do(room, c.CloseTable(table=table), "sam")


def test_wa_14_a_proposal_does_not_undo_a_change_made_since(room: Served) -> None:
    close_tables(room)
    ada, ann = room.browser("administrator"), room.browser("accounting")
    path = "/office/jackpots/attack"
    reseed = room.floor.jackpot("attack").jackpot.meters[0].reseed  # type: ignore[union-attr]
    cap = fill(ada, path, "change-jackpot", jackpot__meters__0__cap="$200,000").json()["proposed"]
    other = fill(ada, path, "change-jackpot", jackpot__meters__0__reseed="$20,000").json()["proposed"]
    assert ann.post(f"/api/proposals/{cap}/approve").status_code == 200
    refused = ann.post(f"/api/proposals/{other}/approve")
    assert (refused.status_code, refused.json()["error"]) == (409, "wrong-state")
    assert "jackpot attack has been changed since this was proposed" in refused.json()["message"]
    assert "propose it anew" in refused.json()["remedy"]
    [meter] = room.floor.jackpot("attack").jackpot.meters  # type: ignore[union-attr]
    assert (meter.cap, meter.reseed) == (20_000_000, reseed)
    page = look(ann, "/office/proposals")
    assert "has been changed since this was proposed" in page
    assert f"/api/proposals/{other}/approve" not in page
    # It can still be rejected, and a new one approved.
    assert ann.post(f"/api/proposals/{other}/reject", {"reason": "late"}).status_code == 200
    anew = fill(ada, path, "change-jackpot", jackpot__meters__0__reseed="$20,000").json()["proposed"]
    assert ann.post(f"/api/proposals/{anew}/approve").status_code == 200
    [meter] = room.floor.jackpot("attack").jackpot.meters  # type: ignore[union-attr]
    assert (meter.cap, meter.reseed) == (20_000_000, 2_000_000)


def test_a_form_that_shows_what_is_no_longer_so_is_refused(room: Served) -> None:
    close_tables(room)
    ada, ann = room.browser("administrator"), room.browser("accounting")
    path = "/office/jackpots/attack"
    [early, *_] = forms(ada, path, "change-jackpot")
    cap = fill(ada, path, "change-jackpot", jackpot__meters__0__cap="$200,000").json()["proposed"]
    assert ann.post(f"/api/proposals/{cap}/approve").status_code == 200
    refused = send(ada, "change-jackpot", early)
    assert (refused.status_code, refused.json()["error"]) == (409, "wrong-state")
    assert "load the page again" in refused.json()["remedy"]


def replacing(room: Served) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Two changes of each thing that a command replaces whole."""
    property = room.floor.property
    table = c.plain(c.ChangeTable(table=property.table("T1")))
    person = {"id": "dan", "name": "Dan", "roles": ["dealer", "supervisor"]}
    promotion = {
        "id": "fall",
        "tables": ["T1"],
        "wager": "ante",
        "event": "flush",
        "prize": 5_000,
        "since": "2026-01-01",
        "until": "2099-12-31",
        "approved-by": "ada",
        "consent": "letter",
        "posted": True,
    }
    return [
        (
            {**table, "table": {**table["table"], "posts": ["one"]}},
            {**table, "table": {**table["table"], "posts": ["two"]}},
        ),
        (
            {"type": "add-person", "person": person},
            {"type": "add-person", "person": {**person, "roles": ["dealer", "accounting"]}},
        ),
        (
            {"type": "add-person", "person": {**person, "id": "eve"}},
            {"type": "add-person", "person": {**person, "id": "eve", "name": "Other"}},
        ),
        (
            {"type": "change-settings", "settings": {"deposit-days": 2}},
            {"type": "change-settings", "settings": {"deposit-days": 3}},
        ),
        (
            {"type": "post-amount", "jackpot": "wild", "amount": 123_400},
            {"type": "post-amount", "jackpot": "wild", "amount": 123_500},
        ),
        (
            {"type": "add-promotion", "promotion": promotion},
            {"type": "add-promotion", "promotion": {**promotion, "prize": 6_000}},
        ),
    ]


def test_whatever_is_replaced_whole_is_what_it_was_when_it_was_proposed(room: Served) -> None:
    close_tables(room)
    ada, ann = room.browser("administrator"), room.browser("accounting")
    for first, other in replacing(room):
        ids = [proposed(ada, first), proposed(ada, other)]
        done = ann.post(f"/api/proposals/{ids[0]}/approve")
        assert done.status_code == 200, (first, done.text)
        # Approved once more by the same person it is the same approval.
        assert ann.post(f"/api/proposals/{ids[0]}/approve").json()["answer"] == done.json()["answer"]
        refused = ann.post(f"/api/proposals/{ids[1]}/approve")
        assert (refused.status_code, refused.json()["error"]) == (409, "wrong-state"), (other, refused.text)
        assert "has been changed since this was proposed" in refused.json()["message"]
        assert ada.post(f"/api/proposals/{ids[1]}/withdraw").status_code == 200
    assert room.floor.property.people["eve"].name == "Dan"
    assert room.floor.property.settings["deposit-days"] == 2


def test_changes_of_different_things_do_not_stand_in_each_others_way(room: Served) -> None:
    ada, ann = room.browser("administrator"), room.browser("accounting")
    ids = [
        proposed(ada, {"type": "change-settings", "settings": {"deposit-days": 2}}),
        proposed(ada, {"type": "change-settings", "settings": {"malfunction-hours": 12}}),
        proposed(ada, {"type": "add-person", "person": {"id": "eve", "name": "Eve", "roles": ["dealer"]}}),
        proposed(ada, {"type": "add-person", "person": {"id": "fay", "name": "Fay", "roles": ["dealer"]}}),
    ]
    for id in ids:
        assert ann.post(f"/api/proposals/{id}/approve").status_code == 200


# -- who is shown what, and who says no


def kept(room: Served, count: int, state: str) -> list[str]:
    """Proposals as they are kept, later than all others: hundreds of them, without asking for each."""
    ids = [fresh() for _ in range(count)]
    for id in ids:
        room.accounts.store.ask(
            "INSERT INTO proposals (id, command, who, at, state, decided_by, decided) VALUES (?, ?, ?, ?, ?, ?, ?)",
            id,
            json.dumps(RESUME),
            "sam",
            now(),
            state,
            None if state == "open" else "sam",
            None if state == "open" else now(),
        )
    return ids


def test_a_proposal_that_waits_is_on_the_page_however_many_were_decided_since(room: Served) -> None:
    sam, ada = room.browser("supervisor"), room.browser("administrator")
    first = proposed(sam, {**RESUME, "reason": "the first one that waits"})
    withdrawn = proposed(sam, RESUME)
    assert sam.post(f"/api/proposals/{withdrawn}/withdraw").status_code == 200
    kept(room, 101, "withdrawn")
    page = look(ada, "/office/proposals")
    assert "the first one that waits" in page
    assert f'id="{first}"' in page
    assert f'id="{withdrawn}"' not in page, "of those decided, only the newest are shown"
    waiting = kept(room, 205, "open")
    page = look(ada, "/office/proposals")
    assert all(f'id="{id}"' in page for id in (first, *waiting))


def test_wa_38_only_who_could_sign_a_proposal_rejects_it(room: Served) -> None:
    ada, dan, ann = room.browser("administrator"), room.browser("dealer"), room.browser("accounting")
    id = proposed(ada, {"type": "drop-person", "person": "dan"})
    refused = dan.post(f"/api/proposals/{id}/reject", {"reason": "no"})
    assert (refused.status_code, refused.json()["error"]) == (403, "not-permitted")
    assert "could approve it" in refused.json()["message"]
    assert f"/api/proposals/{id}/reject" not in look(dan, "/office/proposals")
    assert ada.post(f"/api/proposals/{id}/reject", {"reason": "no"}).status_code == 403
    assert room.browser("technician").post(f"/api/proposals/{id}/reject").status_code == 403
    assert ada.get(f"/api/proposals/{id}").json()["state"] == "open"
    assert f"/api/proposals/{id}/reject" in look(ann, "/office/proposals")
    assert ann.post(f"/api/proposals/{id}/reject", {"reason": "he stays"}).json()["state"] == "rejected"


def test_what_nobody_can_sign_any_more_an_administrator_rejects(room: Served) -> None:
    tom, ada, ann = room.browser("technician"), room.browser("administrator"), room.browser("accounting")
    replace = {"type": "replace-counter", "table": "T6", "old": 0, "new": 0, "reason": "battery"}
    id = proposed(tom, replace)
    do(room, c.DropPerson(person="tom"), "ada", "ann")
    room.until(lambda: "tom" not in room.room.mirror.property.people)
    assert ann.post(f"/api/proposals/{id}/reject").status_code == 403
    assert ada.post(f"/api/proposals/{id}/reject", {"reason": "he has left"}).json()["state"] == "rejected"


def test_wa_38_the_second_person_sees_whom_a_change_of_people_changes(room: Served) -> None:
    ada, vera = room.browser("administrator"), room.browser("surveillance")
    known = room.floor.property.people["ann"]
    new = {"person__id": "ann", "person__name": "New Dealer", "person__roles": ["dealer"]}
    refused = fill(ada, "/office/people", "add-person", 0, **new)  # type: ignore[arg-type]
    assert (refused.status_code, refused.json()["error"]) == (409, "wrong-state")
    assert f"ann works here already: {known.name}" in refused.json()["message"]
    [row] = [fields for fields in forms(ada, "/office/people", "change-person") if fields["person.id"] == ["ann"]]
    row |= {"person.name": ["New Dealer"], "person.roles": ["dealer"]}
    id = send(ada, "change-person", row).json()["proposed"]
    page = look(vera, "/office/proposals")
    assert f"Change {known.name}" in page
    assert f"{known.name} → New Dealer" in page
    assert "accounting → dealer" in page
    assert "Add somebody" not in page
    assert f"Change {known.name}: ann" in look(vera, "/office")
    assert vera.post(f"/api/proposals/{id}/approve").status_code == 200
    assert room.floor.property.people["ann"].roles == ("dealer",)
    last = list(room.floor.journal.read("property", 1))[-1]
    assert last.data["before"] == {"id": "ann", "name": known.name, "roles": ["accounting"]}


def test_somebody_new_is_shown_as_new(room: Served) -> None:
    ada, vera = room.browser("administrator"), room.browser("surveillance")
    new = {"person__id": "eve", "person__name": "Eve", "person__roles": ["dealer"]}
    id = fill(ada, "/office/people", "add-person", 0, **new).json()["proposed"]  # type: ignore[arg-type]
    assert "Add somebody who works here" in look(vera, "/office/proposals")
    assert vera.post(f"/api/proposals/{id}/approve").status_code == 200
    # Decided it is what it was: somebody was added.
    assert "Add somebody who works here" in look(vera, "/office/proposals")
