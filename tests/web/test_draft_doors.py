"""What a draft is asked by hand that no page of it would ask: refused in words, and the draft stays as it was."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from tests.web.office import PAGE
from tests.web.serving import Browser, Served
from tests.web.test_drafts import fields_of

OFFICE = "/office/configuration"


@pytest.fixture(scope="module")
def ada(room: Served) -> Browser:
    return room.browser("administrator")


@pytest.fixture
def draft(ada: Browser) -> str:
    return str(ada.post("/api/drafts", {"title": "By hand"}).json()["draft"])


def refused(ada: Browser, draft: str, what: str, status: int, **body: Any) -> str:
    """The message of what a draft refuses; it stays in the version that it was."""
    before = ada.get(f"/api/drafts/{draft}").json()["version"]
    answer = ada.post(f"/api/drafts/{draft}/{what}", body)
    assert answer.status_code == status, answer.text
    assert ada.get(f"/api/drafts/{draft}").json()["version"] == before
    return str(answer.json()["message"])


@pytest.mark.parametrize("place", ["x", "-1", "100", "\u0661"])
def test_a_part_goes_by_its_number(ada: Browser, draft: str, place: str) -> None:
    message = refused(ada, draft, "part", 400, kind="tables", thing="T1", part="displays", place=place)
    assert message.startswith("place: ")


@pytest.mark.parametrize(
    ("kind", "thing", "part"),
    [
        ("tables", "T1", "meters"),
        ("tables", "T1", "equipment"),
        ("jackpots", "attack", "displays"),
        ("jackpots", "attack", "fields"),
    ],
)
def test_a_thing_takes_only_the_parts_of_its_kind(ada: Browser, draft: str, kind: str, thing: str, part: str) -> None:
    assert f"has no '{part}'" in refused(ada, draft, "part", 404, kind=kind, thing=thing, part=part)


@pytest.mark.parametrize("plays", ["dueling", "dueling/2017", "dueling/2017/player", "dueling/1999/tie-after-tie"])
def test_a_jackpot_is_meant_for_a_jackpot_wager_that_there_is(ada: Browser, draft: str, plays: str) -> None:
    message = refused(ada, draft, "add", 404, kind="jackpots", thing="new", plays=plays)
    assert message == f"no game has the jackpot wager '{plays}'"


@pytest.mark.parametrize("typed", ["\u00b2", "\u2460", "1" * 5000])
def test_a_number_that_none_is_is_kept_out_and_the_draft_opens(ada: Browser, draft: str, typed: str) -> None:
    page = f"{OFFICE}/drafts/{draft}/tables/T2"
    fields, against = fields_of(ada, draft, "tables", "T2")
    numbers = [name for name in fields if name.startswith("sensors.") or name == "options.shoe"]
    assert len(numbers) == 3
    body = {"kind": "tables", "thing": "T2", "fields": fields | {name: [typed] for name in numbers}, "against": against}
    answer = ada.post(f"/api/drafts/{draft}/edit", body)
    assert answer.status_code == 200, answer.text
    assert ada.get(page, headers=PAGE).status_code == 200
    assert ada.get(f"{OFFICE}/drafts/{draft}", headers=PAGE).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        *(f"/compare?old={quote(number)}" for number in ("\u00b2", "\u2460", "9" * 15)),
        *(f"/at/{number}{file}" for number in ("9" * 23, str(2**63)) for file in ("", "/file.toml")),
    ],
)
def test_a_configuration_of_no_such_number_is_said_not_to_be_there(ada: Browser, path: str) -> None:
    assert ada.get(f"{OFFICE}{path}", headers=PAGE).status_code == 404


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("wagers = true", "table T1, wagers: it is a list, not true"),
        ('equipment = "andromeda-1"', 'table T1, equipment: it is an object or nothing, not "andromeda-1"'),
        ("displays = [5]", "table T1, displays, first: it is an object, not 5"),
    ],
)
def test_a_file_with_something_else_in_a_field_is_refused_with_its_place(ada: Browser, entry: str, said: str) -> None:
    file = f'[[tables]]\nid = "T1"\ngame = "deuces-wild"\nedition = "2017"\n{entry}\n'
    drafts = len(ada.get("/api/drafts").json())
    answer = ada.post("/api/drafts", {"title": "A file", "toml": file})
    assert (answer.status_code, answer.json()["message"]) == (422, said)
    assert len(ada.get("/api/drafts").json()) == drafts
