"""Who acted, on stories told by hand: roles as they were then, devices, players, two people where two are wanted."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.floor.auditing.roles_story import RULES, People
from houseway.journal import Entry
from tests.floor.telling import told

BY_DEVICES = {
    "malfunction-found",
    "malfunction-mended",
    "seat-taken",
    "seat-left",
    "leaving-noted",
    "quick-table-closed",
    "round-begun",
    "answered",
    "tabulated",
    "indicators-confirmed",
    "round-settled",
    "hit-claimed",
    "hit-locked",
}
BY_PLAYERS = {
    "seat-taken",
    "seat-left",
    "leaving-noted",
    "answered",
    "quick-table-opened",
    "private-table-opened",
    "quick-table-closed",
    "speed-chosen",
}

MINUTE = 60_000_000
TWO_SECONDS = 2_000_000
STAFF = [
    {"id": "ada", "roles": ["administrator"]},
    {"id": "ann", "roles": ["accounting"]},
    {"id": "sam", "roles": ["supervisor"]},
    {"id": "dan", "roles": ["dealer"]},
    {"id": "idle"},
]


def created(at: int = 0, **more: Any) -> Entry:
    return told("property-created", {"people": STAFF, **more}, at=at)


def found(people: People, kind: str, who: str, second: object = None, at: int = MINUTE) -> list[str]:
    return list(people.check(told(kind, {"second": second}, who=who, at=at)))


@pytest.mark.parametrize("kind", RULES)
def test_devices_and_players_give_only_what_is_theirs_to_give(kind: str) -> None:
    people = People([created()])
    refused = [f"panel:T1 is a device, and an entry of kind {kind} takes a person"]
    assert found(people, kind, "panel:T1") == ([] if kind in BY_DEVICES else refused)
    player = found(people, kind, "player:x")
    assert (player == []) is (kind in BY_PLAYERS)
    assert bool(player) is (kind not in BY_PLAYERS)


@pytest.mark.parametrize("device", ["panel:T1", "sensor:T1", "shoe:T1", "display:T1"])
def test_every_kind_of_device_is_one_and_a_name_alone_is_none(device: str) -> None:
    people = People([created()])
    assert found(people, "deposited", device) == [
        f"{device} is a device, and an entry of kind deposited takes a person"
    ]
    name = device.partition(":")[0]
    assert found(people, "deposited", name) == [f"{name} gave it as nobody of this property, and it takes accounting"]


def test_the_house_gives_chips_and_nothing_else() -> None:
    people = People([created()])
    assert found(people, "chips-given", "house") == []
    assert found(people, "deposited", "house") == ["house gave it as nobody of this property, and it takes accounting"]


def test_nothing_is_said_before_anybody_worked_here_or_of_kinds_without_a_rule() -> None:
    assert found(People([]), "deposited", "dan") == []
    assert found(People([created()]), "line-corrected", "dan") == []


def test_a_role_counts_from_a_moment_before_it_was_given_to_a_moment_after_it_was_taken() -> None:
    added = told("person-added", {"person": {"id": "eve", "roles": ["accounting"]}}, at=10 * MINUTE)
    dropped = told("person-dropped", {"person": "eve"}, at=20 * MINUTE)
    people = People([created(), added, dropped])
    wrong = ["eve gave it as nobody of this property, and it takes accounting"]
    for at, expected in (
        (10 * MINUTE - TWO_SECONDS - 1, wrong),
        (10 * MINUTE - TWO_SECONDS, []),
        (10 * MINUTE, []),
        (20 * MINUTE, []),
        (20 * MINUTE + TWO_SECONDS - 1, []),
        (20 * MINUTE + TWO_SECONDS, wrong),
    ):
        assert found(people, "deposited", "eve", at=at) == expected, at


def test_whoever_is_dropped_first_of_all_had_the_role_a_moment_before() -> None:
    people = People([created(), told("person-dropped", {"person": "ann"}, at=MINUTE)])
    assert found(people, "deposited", "ann", at=MINUTE - 1) == []
    assert found(people, "deposited", "ann", at=2 * MINUTE) == [
        "ann gave it as nobody of this property, and it takes accounting"
    ]


def test_an_entry_before_the_first_people_is_held_against_them() -> None:
    people = People([created(at=MINUTE)])
    assert found(people, "deposited", "ann", at=0) == []
    assert found(people, "deposited", "dan", at=0) == ["dan gave it as dealer, and it takes accounting"]


def test_two_people_are_two_of_different_departments_who_both_work_here() -> None:
    people = People([created()])
    assert found(people, "withdrawn", "ann", "ada") == []
    assert found(people, "withdrawn", "ann") == ["it takes two people, and ann was alone"]
    for second in ("ann", "nobody", "idle"):
        assert found(people, "withdrawn", "ann", second) == [
            f"it takes two people of different departments, and ann and {second} were none"
        ]
    assert found(people, "meter-adjusted", "sam", "dan") == [
        "it takes two people of different departments, and sam and dan were none"
    ]


def test_what_takes_two_since_release_0_2_took_one_before() -> None:
    upgraded = told("release-upgraded", {"to": "0.2.0"}, at=5 * MINUTE)
    again = told("release-upgraded", {"to": "0.3.0"}, at=9 * MINUTE)
    alone = ["it takes two people, and ann was alone"]
    people = People([created(), upgraded, again])
    for at, expected in ((5 * MINUTE - 1, []), (5 * MINUTE, alone), (7 * MINUTE, alone), (10 * MINUTE, alone)):
        assert found(people, "day-closed", "ann", at=at) == expected
    assert found(People([created()]), "day-closed", "ann") == []
    assert found(People([created(release="0.2.0")]), "day-closed", "ann") == alone
    assert found(people, "day-closed", "ann", "sam", at=6 * MINUTE) == []


def test_several_roles_are_said_together() -> None:
    both = {"people": [{"id": "eve", "roles": ["technician", "dealer"]}]}
    people = People([told("property-created", both)])
    assert found(people, "hit-paid", "eve") == [
        "eve gave it as dealer and technician, and it takes accounting or supervisor"
    ]
