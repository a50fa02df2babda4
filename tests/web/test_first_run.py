"""From an empty room to its first dealt round: an administrator and a second person, by what the screens send."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.office import fill, look
from tests.web.serving import PASSWORD, Browser, Served, served
from tests.web.test_drafts import OFFICE, _options, act, begun, edit

CODE = "1234567890abcdef1234"
ROOM = {
    "code": CODE,
    "name": "Una First",
    "login": "una",
    "password": PASSWORD,
    "property": "New Room",
    "profile": "plain",
    "zone": "America/Los_Angeles",
    "day-starts": "06:00",
}


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("empty"), setup_code=CODE) as found:
        yield found


def test_two_people_set_an_empty_room_up_and_open_its_first_table(empty: Served) -> None:
    una, bo = Browser(empty.address), Browser(empty.address)
    assert una.get("/", headers={"accept": "text/html"}, follow_redirects=False).headers["location"] == "/setup"
    assert "The terminal where houseway serve was started shows it" in look(una, "/setup")
    wrong = una.post("/api/setup", ROOM | {"code": "guess"})
    assert (wrong.status_code, wrong.json()["error"]) == (403, "not-permitted")
    for name in (" ", "\n", "A\x00room"):
        unseen = una.post("/api/setup", ROOM | {"property": name})
        assert (unseen.status_code, unseen.json()["error"]) == (422, "bad-setting")
    assert empty.floor.property.name == ""
    assert una.post("/api/setup", ROOM).json()["roles"] == ["administrator"]
    assert (empty.floor.property.name, empty.floor.property.profile) == ("New Room", "plain")
    again = una.post("/api/setup", ROOM | {"login": "eve"})
    assert (again.status_code, again.json()["error"]) == (409, "wrong-state")
    assert "A second person" in look(una, "/setup")
    # The first colleague is added by one; the colleague sets the own password with the link.
    added = fill(
        una, "/office/people", "add-person", person__id="bo", person__name="Bo Two", person__roles=["accounting"]
    )
    assert added.status_code == 200, added.text
    invited = una.post("/api/accounts/invite", {"person": "bo", "login": "bo"}).json()
    assert invited["state"] == "open"
    token = invited["link"].partition("#")[2]
    assert bo.post("/api/enrol", {"token": token, "code": "", "password": f"{PASSWORD} too"}).status_code == 200
    # What the first did alone waits for the second, who reads it, objects to one thing, and confirms the rest.
    waiting = [act.number for act in empty.floor.property.alone]
    assert len(waiting) == 4
    assert "Confirm what Una First did alone" in look(bo, "/office")
    page = look(bo, "/office/done-alone")
    assert "The journal of New Room begins" in page and "A sign-in link is made for bo." in page
    assert "confirm-acts" not in look(una, "/office/done-alone")
    own = una.post("/api/commands", {"command": {"type": "confirm-acts"}})
    assert (own.status_code, own.json()["error"]) == (403, "not-permitted")
    objected = {"type": "object-to-act", "act": waiting[-1], "reason": "I asked for another login"}
    assert bo.post("/api/commands", {"command": objected}).status_code == 200
    assert bo.post("/api/commands", {"command": {"type": "confirm-acts"}}).json()["left"] == 1
    assert "Bo Two objects to what Una First did alone" in look(una, "/office")
    page = look(una, "/office/done-alone")
    assert "I asked for another login" in page and page.count(">confirmed<") == 3
    assert fill(bo, "/office/done-alone", "confirm-acts").status_code == 200
    assert all(act.confirmed_by == "bo" for act in empty.floor.property.alone)
    assert "did alone" not in look(una, "/office")
    # One writes the opening draft, the other approves it in the same hour.
    draft = begun(una, "Opening")
    of = _options(look(una, f"{OFFICE}/drafts/{draft}"), "of-table")[0]
    assert act(una, draft, "add", kind="tables", thing="T1", of=of).status_code == 200
    found = edit(una, draft, "tables", "T1", layout__maker="Felt Works").json()["findings"]
    assert [each for each in found if each["where"].startswith("table T1")] == []
    assert act(una, draft, "send").status_code == 200
    assert act(una, draft, "approve").status_code == 403
    assert act(bo, draft, "approve").json()["state"] == "effective"
    assert fill(una, "/office/tables/T1", "open-table").status_code == 200
    assert empty.floor.property.open == ["T1"]
    # A guest sits down at the table that deals by itself, and the first round is begun.
    guest = Browser(empty.address)
    assert guest.post("/api/tables/T1/sit", {"seat": 1}).status_code == 200
    assert guest.get("/api/tables/T1/frame").json()["open"] is True
    assert "Deal the first round" in look(bo, "/setup")
    for browser in (una, bo, guest):
        browser.http.close()
