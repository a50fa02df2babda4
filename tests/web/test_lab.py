"""The Lab: the figures of a changed game beside the approved one, what is wrong at which field, its page."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from houseway.registry import game
from houseway.web.lab.lab_pool import LabPool
from tests.web.lab_serving import lab_served
from tests.web.serving import Browser

SIDE_BET = {"game": "dueling", "wager": "combo-bet"}


@pytest.fixture(scope="module")
def lab() -> Iterator[Browser]:
    with lab_served(LabPool(1)) as address:
        browser = Browser(address)
        yield browser
        browser.close()


def figures(lab: Browser, **asked: Any) -> Any:
    answer = lab.get("/api/lab/figures", params={**SIDE_BET, **asked})
    assert answer.status_code == 200, answer.text
    return answer.json()


def edge(answer: Any) -> Any:
    return next(each for each in answer["figures"] if each["slug"] == "edge")


def test_a_changed_pay_moves_the_edge_by_its_probability_and_departs_from_the_approved_game(lab: Browser) -> None:
    printed, changed = figures(lab), figures(lab, pay="combo-bet/pair=3")
    edition = game("dueling").edition(None)
    # Both cards of one rank, of six decks: 24 of each of 13 ranks.
    pair = Fraction(13 * 24 * 23, 312 * 311)
    assert edge(printed)["value"] - edge(changed)["value"] == pytest.approx(float(pair), abs=1e-15)
    assert (edge(printed)["moved"], edge(changed)["moved"], edge(changed)["favours"]) == ("same", "down", "player")
    assert printed["departures"] == []
    assert [each["name"] for each in changed["departures"]] == ["Pay of Combo Bet: Pair"]
    assert printed["fingerprint"] == changed["approved-fingerprint"] == edition.fingerprint != changed["fingerprint"]
    [row] = [each for each in changed["outcomes"] if each["event"] == "pair"]
    assert row["adds"] - row["approved"] == pytest.approx(float(pair), abs=1e-15)
    assert changed["favours-player"] is True


def test_a_state_of_the_page_is_its_link_and_what_was_changed_elsewhere_stays(lab: Browser) -> None:
    pays = ["combo-bet/pair=3", "tie-plus/suited-tie=50"]
    answer = figures(lab, pay=pays, option="decks=8")
    again = lab.get(f"/api/lab/figures?{answer['link']}").json()
    assert again == answer
    assert {each["name"] for each in answer["departures"]} >= {"Pay of Combo Bet: Pair"}
    other = figures(lab, wager="tie-plus", pay=pays)
    assert other["fingerprint"] != other["approved-fingerprint"]


@pytest.mark.parametrize(
    ("asked", "field", "says"),
    [
        ({"pay": "combo-bet/pair=-7"}, "pay:combo-bet/pair", "take more than the stake"),
        ({"pay": "combo-bet/pair=a lot"}, "pay:combo-bet/pair", "not a pay"),
        ({"pay": "combo-bet/pair=99999999999"}, "pay:combo-bet/pair", "not a pay"),
        ({"pay": "combo-bet/no-such-row=3"}, "pay:combo-bet/no-such-row", "no row"),
        ({"pay": "no-such-wager/pair=3"}, "pay:no-such-wager/pair", "no wager"),
        ({"option": "decks=none"}, "option:decks", "cannot be"),
        ({"option": "no-such-option=3"}, "option:no-such-option", "no option"),
        ({"meter": "combo-bet=-5"}, "meter:combo-bet", ""),
        ({"meter": "no-such-meter=5"}, "meter:no-such-meter", "no meter"),
        ({"strategy": "no-such-strategy"}, "strategy", "no strategy"),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_the_rest_is_answered(
    lab: Browser, asked: dict[str, str], field: str, says: str
) -> None:
    answer = figures(lab, **asked)
    [wrong] = answer["wrong"]
    assert wrong["field"] == field
    assert says in wrong["message"]
    assert wrong["remedy"]
    assert edge(answer)["value"] == edge(figures(lab))["value"]


def test_a_game_a_wager_or_a_paytable_that_is_not_there_is_refused_with_what_there_is(lab: Browser) -> None:
    asked = [{"game": "none"}, {"game": "dueling", "wager": "none"}, {**SIDE_BET, "paytable": "none"}]
    answers = [lab.get("/api/lab/figures", params=each) for each in asked]
    assert [each.status_code for each in answers] == [404, 422, 422]
    assert all("choose" in each.json()["remedy"] for each in answers)


def test_the_page_has_the_figures_of_the_approved_game_without_any_script(lab: Browser) -> None:
    page = lab.http.get("/lab", params=SIDE_BET, headers={"accept": "text/html"})
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    shown = html.unescape(re.sub(r"<script.*?</script>", "", page.text, flags=re.DOTALL))
    assert edge(figures(lab))["shown"] in shown
    assert "The approved game" in shown
    assert not re.search(r"<script(?![^>]*(src=|application/json))|\sstyle=|\son\w+=", page.text)
    assert lab.http.get("/").headers["location"] == "/lab"
