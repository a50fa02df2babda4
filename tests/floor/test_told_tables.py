"""The audit of a table, on stories told by hand: the order of rounds, every amount, whose chips they are."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.floor.auditing.table_story import TableStory
from houseway.journal import Entry
from tests.floor.telling import CENT, one_micro_moved, told

PROGRESSIVE: dict[str, Any] = {
    "id": "j",
    "scheme": "progressive",
    "updates": "real-time",
    "wager": 100,
    "meters": [{"seed": 0, "reseed": 0, "rate": 100_000, "reserve": 50_000}],
}
BONUS: dict[str, Any] = {"id": "b", "scheme": "bonus", "updates": "static", "amount": 5_000}
TABLE: dict[str, Any] = {
    "id": "T1",
    "game": "g",
    "edition": "e",
    "wagers": ["ante", "jackpot", "bonus"],
    "layout": {"maker": "m"},
    "jackpots": {"jackpot": "j", "bonus": "b"},
    "sensors": {"jackpot": 1, "bonus": 2},
}
OPENED = told("table-opened", {"table": TABLE, "jackpots": {"j": PROGRESSIVE, "b": BONUS}})
CLOSED = told("table-closed")


def findings(*entries: Entry) -> list[str]:
    story = TableStory("T1")
    return [what for entry in entries for what in story.check(entry)]


def counted(number: int, wagers: int = 0) -> Entry:
    """A round in which so many wagers on the progressive are counted, and two on the bonus."""
    brought = {"j:accrued": 10 * wagers, "j:reserve": 5 * wagers, "j:contributions": -15 * wagers}
    escrow = {"j:due": 15 * wagers, "j:house": -15 * wagers}
    lines = {account: cents * CENT for account, cents in (brought | escrow).items()} if wagers else {}
    picture = {"1": list(range(1, wagers + 1)), "2": [1, 2]}
    return told("tabulated", {"round": number, "picture": picture}, lines)


def begun(number: int) -> Entry:
    return told("round-begun", {"round": number})


def settled(number: int, *lines: tuple[int, int, int], net: dict[str, int] | None = None, **more: Any) -> Entry:
    """A round whose lines are seat, stake and returned cents; ``net`` is what each rack is given."""
    record = {"lines": [{"seat": s, "wager": "ante", "stake": stake, "returned": back} for s, stake, back in lines]}
    chips = {f"play/{player}/T1": cents * CENT for player, cents in (net or {}).items()}
    if chips:
        chips["play/house"] = -sum(chips.values())
    return told("round-settled", {"round": number, "record": record, **more}, chips)


def voided(number: int) -> Entry:
    return told("round-voided", {"round": number})


def claimed(number: int, id: str = "h", amount: int = 500) -> Entry:
    return told("hit-claimed", {"round": number, "hits": [{"id": id, "amount": amount}]})


def sat(seat: int, player: str) -> Entry:
    return told("seat-taken", {"seat": seat, "player": player})


def left(seat: int, player: str) -> Entry:
    return told("seat-left", {"seat": seat, "player": player})


def given(cents: int, place: str = "play/ben/T1", *, player: str | None = "ben", **body: Any) -> Entry:
    words = {"hit": "h", "round": 1, "line": 1, "amount": 500, "player": player, **body}
    return told("prize-given", words, {place: cents * CENT, "play/house": -cents * CENT} if cents else {})


def corrected(was: int, returned: int, place: str = "play/ben/T1", cents: int | None = None, **body: Any) -> Entry:
    words = {"round": 1, "line": 1, "seat": 1, "wager": "ante", "was": was, "returned": returned, **body}
    moved = returned - was if cents is None else cents
    return told("line-corrected", words, {place: moved * CENT, "play/house": -moved * CENT} if moved else {})


WON = settled(1, (1, 100, 200), (2, 100, 0), net={"ben": 100, "eve": -100}, players={"1": "ben", "2": "eve"})


# -- the order


def test_rounds_follow_each_other_whether_they_are_counted_or_not() -> None:
    lost = settled(2, (1, 100, 0))
    assert findings(OPENED, begun(1), counted(1, 2), settled(1), begun(2), lost, counted(3), voided(3), voided(4)) == []


@pytest.mark.parametrize(
    ("before", "wrong", "what"),
    [
        ((), counted(2), "round 2 is counted after round 0"),
        ((counted(1),), counted(1), "round 1 is counted after round 1"),
        ((begun(1),), begun(1), "round 1 begins, and round 1 is in progress"),
        ((), begun(2), "round 2 begins after round 0"),
        ((counted(1),), begun(1), "round 1 begins after round 1"),
        ((), settled(2), "round 2 is settled after round 0"),
        ((settled(1),), settled(1), "round 1 is settled after round 1"),
        ((counted(1), settled(1)), settled(1), "round 1 is settled after round 1"),
        ((), voided(2), "round 2 is voided after round 0, ready"),
        ((settled(1),), voided(1), "round 1 is voided after round 1, over"),
        ((counted(1), counted(2)), voided(1), "round 1 is voided after round 2, counted"),
        ((), OPENED, "table T1 opens, and it is open"),
        ((CLOSED,), CLOSED, "table T1 closes, and it is closed"),
        ((begun(1),), CLOSED, "table T1 closes in round 1"),
        ((CLOSED,), counted(1), "round 1 is counted at a closed table"),
        ((settled(1),), claimed(1), "hits of round 1 are claimed after round 1, over"),
        ((counted(1), counted(2)), claimed(1), "hits of round 1 are claimed after round 2, counted"),
        ((claimed(1),), claimed(1), "hit h is claimed a second time"),
        ((), told("hit-rejected", {"hit": "h"}), "hit h is rejected, and was never claimed here"),
        ((begun(1),), told("answered", {"round": 2}), "round 2 is answered in, and it is not in progress"),
        ((begun(1), settled(1)), told("answered", {"round": 1}), "round 1 is answered in, and it is not in progress"),
        ((begun(1), voided(1)), told("answered", {"round": 1}), "round 1 is answered in, and it is not in progress"),
        ((sat(1, "ben"),), sat(1, "eve"), "seat 1 is taken, and ben sits there"),
        ((sat(1, "ben"),), left(2, "ben"), "ben leaves seat 2 without having sat there"),
        ((sat(1, "ben"),), left(1, "eve"), "eve leaves seat 1 without having sat there"),
    ],
)
def test_what_does_not_follow_is_found(before: tuple[Entry, ...], wrong: Entry, what: str) -> None:
    assert findings(OPENED, *before) == []
    assert findings(OPENED, *before, wrong) == [what]


def test_what_follows_after_all() -> None:
    """A counted round is voided or settled; a claim tells of a round where nothing counts; seats are taken anew."""
    assert findings(OPENED, begun(1), told("answered", {"round": 1}), counted(1), claimed(1), settled(1)) == []
    assert findings(OPENED, claimed(1), told("hit-rejected", {"hit": "h"}), settled(1)) == []
    assert findings(OPENED, counted(1), voided(1), counted(2), voided(2), CLOSED, OPENED, counted(3)) == []
    assert (
        findings(OPENED, sat(1, "ben"), left(1, "ben"), sat(1, "eve"), sat(2, "ben"), CLOSED, OPENED, sat(1, "a")) == []
    )
    assert findings(OPENED, claimed(3), counted(4)) == []


def test_a_table_that_reopens_is_ready_for_its_next_round() -> None:
    found = findings(OPENED, counted(1), CLOSED, claimed(1))
    assert found == ["hits of round 1 are claimed after round 1, ready"]
    assert findings(OPENED, counted(1), CLOSED, OPENED, claimed(1)) == found


# -- the amounts


@pytest.mark.parametrize("wagers", [1, 2, 6])
def test_only_wagers_on_the_progressive_bring_money(wagers: int) -> None:
    assert findings(OPENED, counted(1, wagers)) == []
    for entry in one_micro_moved(counted(1, wagers)):
        assert findings(OPENED, entry)


def test_a_settled_round_gives_each_player_what_was_returned_less_the_stakes() -> None:
    assert findings(OPENED, WON) == []
    for entry in one_micro_moved(WON):
        assert findings(OPENED, entry)
    seated = settled(1, (1, 100, 250), (3, 100, 0), net={"ben": 150})
    assert findings(OPENED, sat(1, "ben"), seated) == []
    assert findings(OPENED, seated)


def test_a_prize_that_waits_with_its_hit_comes_when_it_is_paid_and_once() -> None:
    start = (
        OPENED,
        counted(1),
        claimed(1),
        settled(1, (1, 100, 700), net={"ben": 100}, players={"1": "ben"}, held={"h": 1}),
    )
    assert findings(*start, given(500)) == []
    assert findings(*start, given(500, "play/ben")) == []
    assert findings(*start, given(0, player=None)) == []
    assert findings(*start, given(500, player=None))
    assert findings(*start, given(500, "play/eve"))
    assert findings(*start, given(499))
    assert findings(*start, given(500), given(500)) == [
        "the prize of hit h is given a second time",
        "the prize of hit h is given for a line that did not wait for it",
    ]
    elsewhere: tuple[dict[str, Any], ...] = ({"line": 2}, {"round": 2})
    for body in elsewhere:
        assert findings(*start, given(500, **body)) == [
            "the prize of hit h is given for a line that did not wait for it"
        ]
    assert findings(*start, given(501, amount=501)) == ["the prize of hit h is 501 cents, and 500 were held"]
    rejected = told("hit-rejected", {"hit": "h"})
    assert findings(*start, rejected, given(500)) == ["the prize of hit h is given for a line that did not wait for it"]


def test_a_line_waits_only_for_a_hit_that_was_claimed() -> None:
    waiting = settled(1, (1, 100, 200), held={"h": 1})
    assert findings(OPENED, waiting) == ["line 1 waits for hit h, which was never claimed here"]


def test_a_correction_moves_the_difference_to_whoever_played_the_line() -> None:
    assert findings(OPENED, WON, corrected(200, 350)) == []
    assert findings(OPENED, WON, corrected(200, 350, "play/ben")) == []
    assert findings(OPENED, WON, corrected(200, 350), corrected(350, 50)) == []
    assert findings(OPENED, WON, corrected(200, 350, "play/eve/T1"))
    assert findings(OPENED, WON, corrected(200, 350, cents=149))
    assert findings(OPENED, WON, corrected(200, 350, cents=0))
    assert findings(OPENED, WON, corrected(200, 200)) == []
    assert findings(OPENED, WON, corrected(200, 200, cents=1)) == [
        "nothing is paid by this correction, and it moves play/ben/T1 +1000000, play/house -1000000"
    ]
    second = {"line": 2, "seat": 2}
    assert findings(OPENED, WON, corrected(0, 90, "play/eve/T1", **second)) == []


def test_a_correction_says_which_line_of_which_round_returned_what() -> None:
    assert findings(OPENED, WON, corrected(190, 350)) == [
        "line 1 of round 1 is said to return 190 cents, and it returns 200"
    ]
    for body in ({"line": 0, "seat": 2}, {"line": 3}, {"line": 2}, {"wager": "play"}, {"round": 2}):
        [what] = findings(OPENED, WON, corrected(200, 350, **body))
        assert what.endswith("and the round has no such line")


def test_a_correction_of_a_line_that_waits_pays_nothing() -> None:
    start = (
        OPENED,
        counted(1),
        claimed(1),
        settled(1, (1, 100, 700), net={"ben": 100}, players={"1": "ben"}, held={"h": 1}),
    )
    assert findings(*start, corrected(700, 200, cents=0)) == []
    assert findings(*start, corrected(700, 200))


def test_a_correction_of_a_line_without_a_player_of_the_room_may_move_nothing() -> None:
    cash = settled(1, (1, 100, 200))
    assert findings(OPENED, cash, corrected(200, 350, cents=0)) == []


def test_money_in_an_entry_that_moves_none_is_found() -> None:
    lines = {"play/ben/T1": 1, "play/house": -1}
    assert findings(OPENED, told("indicators-confirmed", {})) == []
    assert findings(OPENED, told("indicators-confirmed", {}, lines))
    bare = (begun(1), voided(1), claimed(1), sat(1, "ben"))
    for entry in bare:
        assert findings(OPENED, told(entry.kind, entry.data, lines))
