"""What a table was played with, on stories told by hand; and the chips of players."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.floor.auditing.chips_story import PlayersStory
from houseway.floor.auditing.prints_story import PrintsStory
from houseway.journal import Entry
from tests.floor.telling import CENT, one_micro_moved, told

PRINTS: dict[str, Any] = {"play": "p1", "behaviour": 1, "program": "x1"}
OPENED = told("table-opened", {"prints": PRINTS})
OLD = told("table-opened", {})
CLOSED = told("table-closed")


def findings(*entries: Entry) -> list[str]:
    story = PrintsStory()
    return [what for entry in entries for what in story.check(entry)]


def begun(play: str | None = "p1", behaviour: int = 1, program: str | None = "x1") -> Entry:
    words = {"round": 1, "fingerprint": play, "behaviour": behaviour, "program": program, "release": "0.2.0"}
    return told("round-begun", words)


def ended(kind: str, play: str = "p1", behaviour: int = 1, program: str = "x1") -> Entry:
    return told(kind, {"round": 1, "record": {"play": play, "behaviour": behaviour, "program": program}})


def upgraded(prints: dict[str, Any], second: str | None = "cole") -> Entry:
    return told("release-upgraded", {"to": "0.3.0", "second": second, "prints": prints})


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"play": "p2"}, "other rules"),
        ({"behaviour": 2}, "another behaviour"),
        ({"program": "x2"}, "another program"),
    ],
)
def test_a_round_under_other_prints_than_its_table_is_found(other: dict[str, Any], words: str) -> None:
    than = f"under {words} than its table was opened with"
    assert findings(OPENED, begun(), ended("round-settled"), CLOSED) == []
    assert findings(OPENED, begun(**other)) == [f"round 1 begins {than}"]
    for kind, how in (("round-settled", "settled"), ("round-voided", "voided")):
        assert findings(OPENED, begun(), ended(kind, **other)) == [f"round 1 is {how} {than}"]
    claim = told("hit-claimed", {"round": 1, **PRINTS, **other})
    assert findings(OPENED, begun(), claim) == [f"a hit of round 1 is locked {than}"]
    assert findings(OPENED, begun(), told("hit-claimed", {"round": 1, **PRINTS})) == []


def test_an_upgrade_by_two_changes_the_program_and_nothing_of_the_game() -> None:
    later = {**PRINTS, "program": "x2"}
    assert findings(OPENED, upgraded(later), begun(program="x2")) == []
    assert findings(OPENED, upgraded(later), begun()) == [
        "round 1 begins under another program than its table was opened with"
    ]
    assert findings(OPENED, upgraded(later, None)) == [
        "release 0.3.0 takes over, and one person alone put it on record"
    ]
    for other, words in (({"play": "p2"}, "other rules"), ({"behaviour": 2}, "another behaviour")):
        assert findings(OPENED, upgraded({**later, **other})) == [
            f"release 0.3.0 takes over with {words}, which only an opening may bring"
        ]
    assert findings(OLD, upgraded(later), begun(program="x2")) == []


def test_a_table_of_release_0_1_is_played_on_only_after_an_upgrade() -> None:
    assert findings(OLD, begun()) == [
        "release 0.2.0 begins a round at a table of release 0.1, and no upgrade is on record"
    ]
    assert findings(OLD, begun(program=None)) == []
    assert findings(OPENED, CLOSED, begun(program=None)) == []


def test_a_round_of_release_0_1_ends_as_it_was_begun_whatever_program_ends_it() -> None:
    start = (OLD, begun(program=None))
    assert findings(*start, ended("round-settled", program="x9")) == []
    assert findings(*start, ended("round-settled", play="p2")) == [
        "round 1 is settled under other rules than its table was opened with"
    ]
    again = (*start, ended("round-settled"), ended("round-settled", play="p2"))
    assert findings(*again) == []
    assert findings(*start, OLD, ended("round-settled", play="p2")) == []
    assert findings(*start, CLOSED, ended("round-settled", play="p2")) == []


def test_a_record_of_release_0_1_names_its_rules_by_their_fingerprint() -> None:
    def settled(fingerprint: str) -> Entry:
        return told("round-settled", {"round": 1, "record": {"fingerprint": fingerprint}})

    assert findings(OPENED, settled("p1")) == []
    assert findings(OPENED, settled("p2")) == ["round 1 is settled under other rules than its table was opened with"]
    assert findings(OPENED, told("round-voided", {"round": 1})) == []


# -- chips


def chips(kind: str, cents: int, **lines: int) -> Entry:
    named = {"purse": "play/ben", "rack": "play/ben/T1", "house": "play/house"}
    booked = {named[account]: micros * CENT for account, micros in lines.items()}
    return told(kind, {"player": "ben", "table": "T1", "amount": cents}, booked)


@pytest.mark.parametrize(
    "entry",
    [
        chips("chips-given", 500, house=-500, purse=500),
        chips("chips-brought", 500, purse=-500, rack=500),
        chips("chips-cashed", 500, rack=-500, purse=500),
    ],
)
def test_chips_go_from_the_house_to_the_purse_and_between_purse_and_rack(entry: Entry) -> None:
    story = PlayersStory()
    assert list(story.check(entry)) == []
    for forged in one_micro_moved(entry):
        assert list(story.check(forged))


def test_other_entries_of_players_move_no_chips() -> None:
    story = PlayersStory()
    assert list(story.check(told("chips-counted"))) == []
    assert list(story.check(told("chips-counted", {}, {"play/ben": 1, "play/house": -1}))) == [
        "an entry of kind chips-counted moves no money, and this one moves play/ben +1, play/house -1"
    ]
