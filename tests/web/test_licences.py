"""Licences of makers on file: days that can be counted, and what the office says when they end."""

from __future__ import annotations

from datetime import date, timedelta

import httpx
import pytest

from houseway.compliance.configuration import Licence
from tests.web.office import look
from tests.web.serving import Browser, Served


@pytest.fixture(scope="module")
def staff(room: Served) -> dict[str, Browser]:
    """The two who put papers on file."""
    return {role: room.browser(role) for role in ("administrator", "accounting")}


def put_on_file(staff: dict[str, Browser], **days: str) -> httpx.Response:
    licence = {"maker": "Cedar", "covers": ["layouts"], "kind": "state-licence", "number": "20-00333", **days}
    made = staff["administrator"].post("/api/proposals", {"command": {"type": "add-licence", "licence": licence}})
    assert made.status_code == 201, made.text
    return staff["accounting"].post(f"/api/proposals/{made.json()['id']}/approve")


@pytest.mark.parametrize(
    "days",
    [
        {"since": "2016-01-01", "until": "2027-1-1"},
        {"since": "2016-01-01", "until": "tomorrow"},
        {"since": "20160101"},
        {"since": "2016-01-01", "until": "2015-12-31"},
    ],
)
def test_a_licence_whose_days_cannot_be_counted_is_refused(
    room: Served, staff: dict[str, Browser], days: dict[str, str]
) -> None:
    known = list(room.floor.property.licences)
    answer = put_on_file(staff, **days)
    assert (answer.status_code, answer.json()["error"]) == (422, "not-compliant")
    assert room.floor.property.licences == known
    assert staff["administrator"].get("/office", headers={"accept": "text/html"}).status_code == 200


def test_a_licence_that_is_renewed_under_its_number_is_no_alarm_any_more(staff: dict[str, Browser]) -> None:
    ended = (date.today() - timedelta(days=7)).isoformat()
    assert put_on_file(staff, since="2016-01-01", until=ended).status_code == 200
    assert f"ended {ended}" in look(staff["administrator"], "/office")
    assert put_on_file(staff, since="2016-01-01", until="2999-12-31").status_code == 200
    assert f"ended {ended}" not in look(staff["administrator"], "/office")


def test_a_licence_on_file_that_ends_on_no_day_is_an_alarm_and_the_office_opens(
    room: Served, staff: dict[str, Browser]
) -> None:
    # As a release that did not look at the days of a licence has put one on file.
    room.room.mirror.property.licences.append(
        Licence(maker="Elm", covers=("layouts",), kind="state-licence", number="1", since="2016-01-01", until="soon")
    )
    assert "Licence 1 of Elm ends on &#39;soon&#39;, which is no day" in look(staff["administrator"], "/office")
