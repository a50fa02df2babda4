"""The audit of the story: whatever does not follow from the entries before it is found and placed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.floor.auditing import audit
from houseway.floor.floor import Floor
from houseway.journal import Entry, Head
from houseway.journal.entries import canonical
from tests.floor import telling
from tests.floor.houses import House
from tests.releases.released import sqlite_room
from tests.reports.floor_story import story

MICROS = SECOND = 1_000_000


class Told:
    """Entries as an audit reads them, without a database: so that a forged story costs nothing to make."""

    def __init__(self, entries: Mapping[str, list[Entry]]) -> None:
        self.entries = dict(entries)

    @classmethod
    def of(cls, floor: Floor) -> Told:
        return cls({stream: list(floor.journal.read(stream)) for stream in floor.journal.streams()})

    def streams(self) -> list[str]:
        return list(self.entries)

    def heads(self) -> dict[str, Head]:
        return {stream: Head(len(entries), 0, b"") for stream, entries in self.entries.items()}

    def read(self, stream: str) -> Iterator[Entry]:
        return iter(self.entries[stream])

    def replaced(self, stream: str, place: int, *others: Entry) -> Told:
        """The same with ``others`` in the place of one entry."""
        entries = self.entries[stream]
        return Told({**self.entries, stream: [*entries[:place], *others, *entries[place + 1 :]]})

    def find(self, kind: str, where: Callable[[dict[str, Any]], bool] = lambda body: True) -> tuple[str, int]:
        """Stream and place of the first entry of a kind."""
        for stream, entries in self.entries.items():
            for place, entry in enumerate(entries):
                if entry.kind == kind and where(entry.data):
                    return stream, place
        raise AssertionError(f"the story has no {kind}")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """A day and a half of release 0.1: hits, voids, corrections, chips, deposits."""
    floor = Floor.open(sqlite_room(tmp_path_factory.mktemp("room")), readonly=False)
    yield Told.of(floor)
    floor.close()


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """Two days with hits, voids, an adjustment, settled rounds, written by this release."""
    house = story(tmp_path_factory.mktemp("days") / "floor.db")
    yield Told.of(house.floor)
    house.close()


def forged(entry: Entry, *, lines: Any = None, **body: Any) -> Entry:
    """An entry with other words or other lines."""
    changed = canonical({**entry.data, **body})
    return msgspec.structs.replace(
        entry, body=changed, lines=entry.lines if lines is None else msgspec.json.encode(lines)
    )


DISPLAYED = ("accrued", "pool", "overflow")
"""Between these money is folded whenever an amount is looked at; how much is a matter of when, not of whose it is."""


def pairs(lines: tuple[tuple[str, int], ...]) -> Iterator[tuple[int, int]]:
    """Places of two lines between which no money may be moved."""
    for first in range(len(lines)):
        second = (first + 1) % len(lines)
        funds = {lines[place][0].rpartition(":")[2] for place in (first, second)}
        if not funds <= set(DISPLAYED):
            yield first, second


def test_an_honest_story_follows(room: Told, days: Told) -> None:
    for told in (room, days):
        found = audit(told)
        assert found.findings == ()
        assert found.entries == sum(map(len, told.entries.values()))


def test_money_moved_between_the_accounts_of_any_entry_is_found(room: Told, days: Told) -> None:
    tried = 0
    for told in (room, days):
        for stream, entries in told.entries.items():
            for place, entry in enumerate(entries):
                lines = entry.postings
                for first, second in pairs(lines):
                    other = [list(line) for line in lines]
                    other[first][1] += MICROS  # type: ignore[operator]
                    other[second][1] -= MICROS  # type: ignore[operator]
                    found = audit(told.replaced(stream, place, forged(entry, lines=other)))
                    assert any((each.stream, each.number) == (stream, entry.number) for each in found.findings), (
                        entry,
                        other,
                    )
                    tried += 1
    assert tried > 300


def test_lines_that_an_entry_never_had_are_found(room: Told) -> None:
    for stream, entries in room.entries.items():
        for place, entry in enumerate(entries):
            if not entry.postings:
                lines = [["attack:pool", -MICROS], ["attack:house", MICROS]]
                found = audit(room.replaced(stream, place, forged(entry, lines=lines)))
                assert {(each.stream, each.number) for each in found.findings} == {(stream, entry.number)}


@pytest.mark.parametrize(
    "kind",
    ["tabulated", "jackpot-begun", "hit-locked", "hit-verified", "hit-paid", "hit-claimed", "table-opened"],
)
def test_an_entry_told_twice_is_found(room: Told, kind: str) -> None:
    stream, place = room.find(kind)
    entry = room.entries[stream][place]
    assert audit(room.replaced(stream, place, entry, entry)).findings


@pytest.mark.parametrize("kind", ["hit-locked", "hit-verified", "hit-claimed", "round-begun", "table-opened"])
def test_an_entry_left_out_is_found_by_those_that_need_it(room: Told, kind: str) -> None:
    stream, place = room.find(kind)
    assert audit(room.replaced(stream, place)).findings


FORGERIES: dict[str, tuple[str, dict[str, Any], str]] = {
    "a prize paid at another amount than was held": ("hit-paid", {"amount": 900_000}, "were held for it"),
    "a prize paid for a hit that nobody held": ("hit-paid", {"hit": "A1-99-1"}, "never held"),
    "a hit verified that nobody held": ("hit-verified", {"hit": "A1-99-1"}, "never held"),
    "a hit rejected that nobody held": ("hit-rejected", {"hit": "A1-99-1"}, "never"),
    "a round counted out of turn": ("tabulated", {"round": 7}, "is counted after round"),
    "wagers added to a count": ("tabulated", {"picture": {"1": [1, 2, 3, 4, 5, 6]}}, "its own words give"),
    "a round settled out of turn": ("round-settled", {"round": 7}, "is settled after round"),
    "a round begun out of turn": ("round-begun", {"round": 7}, "begins after round"),
    "a round voided that is over": ("round-voided", {"round": 1}, "is voided after round"),
    "an answer to another round": ("answered", {"round": 7}, "is not in progress"),
    "a line that never returned so much": ("line-corrected", {"was": 900}, "is said to return"),
    "a line that is not there": ("line-corrected", {"line": 9}, "no such line"),
    "a correction of another amount": ("line-corrected", {"returned": 5_000}, "its own words give"),
    "a deposit of another amount": ("deposited", {"amount": 1}, "its own words give"),
    "chips of another amount": ("chips-given", {"amount": 1}, "its own words give"),
    "chips to another table": ("chips-brought", {"table": "A2", "amount": 90_000}, "its own words give"),
    "a void that takes other money back": ("contribution-voided", {"taken": 1}, "are booked"),
    "another amount displayed after an adjustment": ("meter-adjusted", {"after": 90_000}, "the meter moves"),
    "a player in a seat that is taken": ("seat-taken", {"seat": 2, "player": "player:x"}, "sits there"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_story_that_does_not_follow_is_found_and_placed(room: Told, name: str) -> None:
    kind, body, words = FORGERIES[name]
    stream, place = room.find(kind)
    entry = room.entries[stream][place]
    if name == "a player in a seat that is taken":
        stream, place = room.find(kind, lambda data: data["seat"] == 1)
        entry = room.entries[stream][place]
        told = room.replaced(stream, place, entry, forged(entry, seat=1, player="player:x"))
    else:
        told = room.replaced(stream, place, forged(entry, **body))
    found = audit(told).findings
    assert any(words in each.what for each in found), found
    assert (stream, entry.number) in [(each.stream, each.number) for each in found]


def test_a_hit_that_table_and_jackpot_tell_differently_is_found(room: Told) -> None:
    stream, place = room.find("hit-claimed")
    entry = room.entries[stream][place]
    hits = [{**hit, "amount": hit["amount"] + 1} for hit in entry.data["hits"]]
    found = audit(room.replaced(stream, place, forged(entry, hits=hits))).findings
    assert any("at the table and" in each.what for each in found)


def test_a_hit_that_only_the_table_or_only_the_jackpot_tells_of_is_found(room: Told) -> None:
    claimed = [
        hit["id"]
        for entries in room.entries.values()
        for entry in entries
        if entry.kind == "hit-claimed"
        for hit in entry.data["hits"]
    ]
    assert claimed
    for left_out, of, words in (
        ("jackpot/", "table", "hit {} was claimed at the table and is held by no jackpot"),
        ("table/", "jackpot", "hit {} is held and was claimed at no table"),
    ):
        told = Told({name: entries for name, entries in room.entries.items() if not name.startswith(left_out)})
        found = {((each.stream or "").partition("/")[0], each.what) for each in audit(told).findings}
        assert found >= {(of, words.format(hit)) for hit in claimed}


def test_an_entry_without_the_fields_of_its_kind_is_a_finding_and_no_traceback(room: Told) -> None:
    stream, place = room.find("hit-paid")
    entry = msgspec.structs.replace(room.entries[stream][place], body=b"{}")
    found = audit(room.replaced(stream, place, entry)).findings
    assert any("cannot be understood" in each.what for each in found)


def test_a_prize_that_was_paid_cannot_be_paid_again(house: House, tmp_path: Path) -> None:
    """The second payment of a hit is refused by the floor; forged into the journal, the audit finds it."""
    from tests.floor.houses import HEARTS

    house.tabulate("A1", 1, 2, 3)
    [won] = house.claim("A1", (1, "jackpot", HEARTS), cards="Qh Qh As Jh")
    house.settle_hit(won)
    told = Told.of(house.floor)
    stream, place = told.find("hit-paid")
    entry = told.entries[stream][place]
    found = audit(told.replaced(stream, place, entry, entry)).findings
    assert next(each.what for each in found) == f"hit {won.id} is paid, and it was paid"


def test_kinds_of_a_later_release_are_counted_and_said_to_be_not_understood(room: Told) -> None:
    first = room.entries["property"][0]
    later = [msgspec.structs.replace(first, kind=kind, body=b"{}") for kind in ("moon-seen", "sun-seen", "sun-seen")]
    found = audit(Told({**room.entries, "property": [*room.entries["property"], *later]}))
    assert found.unchecked == (
        "1 entry of kind moon-seen: not understood by this release",
        "2 entries of kind sun-seen: not understood by this release",
    )
    assert found.findings == ()


def test_the_audit_says_how_far_it_is_and_cuts_a_long_list(room: Told) -> None:
    seen: list[tuple[str, int, int]] = []
    audit(room, progress=lambda stream, read, total: seen.append((stream, read, total)))
    total = sum(map(len, room.entries.values()))
    assert [stream for stream, _, _ in seen] == room.streams()
    assert seen[0][1:] == (len(room.entries[seen[0][0]]), total)
    assert seen[-1][1:] == (total, total)
    broken = {
        stream: [msgspec.structs.replace(entry, body=b"{}") for entry in entries]
        for stream, entries in room.entries.items()
    }
    assert len(audit(Told(broken), limit=3).findings) == 3


# -- who acted


def given(told: Told, kind: str, who: str | None = None, **body: Any) -> tuple[Told, str, int]:
    """A story in which the first entry of a kind was given by somebody else, or with other words."""
    stream, place = told.find(kind)
    entry = forged(told.entries[stream][place], **body)
    if who is not None:
        entry = msgspec.structs.replace(entry, who=who)
    return told.replaced(stream, place, entry), stream, entry.number


@pytest.mark.parametrize(
    ("kind", "who", "words"),
    [
        ("hit-paid", "dole", "dole gave it as dealer, and it takes accounting or supervisor"),
        ("hit-paid", "panel:A1", "panel:A1 is a device, and an entry of kind hit-paid takes a person"),
        ("hit-verified", "cole", "cole gave it as accounting"),
        ("deposited", "sato", "sato gave it as supervisor"),
        ("meter-adjusted", "tell", "tell gave it as technician"),
        ("meter-adjusted", "nobody", "nobody gave it as nobody of this property"),
        ("round-voided", "dole", "dole gave it as dealer"),
        ("approval-added", "reed", "reed gave it as regulator"),
        ("tabulated", "cole", "cole gave it as accounting"),
    ],
)
def test_wac_230_15_430_whoever_acted_without_the_role_is_found(room: Told, kind: str, who: str, words: str) -> None:
    told, stream, number = given(room, kind, who)
    found = [each for each in audit(told).findings if (each.stream, each.number) == (stream, number)]
    assert any(each.what.startswith(words) for each in found), found


@pytest.mark.parametrize("kind", ["meter-adjusted", "hit-rejected", "approval-added", "jackpot-begun"])
@pytest.mark.parametrize("second", [None, "nobody", "the same"])
def test_wac_230_15_430_two_people_where_two_are_wanted(room: Told, kind: str, second: str | None) -> None:
    stream, place = room.find(kind)
    entry = room.entries[stream][place]
    told, stream, number = given(room, kind, second=entry.who if second == "the same" else second)
    found = [each.what for each in audit(told).findings if (each.stream, each.number) == (stream, number)]
    assert any("it takes two people" in what for what in found), found


def test_wac_230_15_430_two_of_one_department_are_not_two(room: Told) -> None:
    told, stream, number = given(room, "meter-adjusted", "sato", second="dole")
    found = [each.what for each in audit(told).findings if (each.stream, each.number) == (stream, number)]
    assert found == ["it takes two people of different departments, and sato and dole were none"]


def test_a_role_counts_that_was_held_then(room: Told) -> None:
    """Somebody who is dropped has acted by right before, and by none afterwards."""
    [template] = [entry for entry in room.entries["property"] if entry.kind == "property-created"]
    stream, place = room.find("hit-paid")
    paid = room.entries[stream][place]
    for at, wrong in ((paid.at + 10 * SECOND, False), (paid.at - 10 * SECOND, True)):
        dropped = msgspec.structs.replace(
            template, kind="person-dropped", body=canonical({"person": paid.who, "second": "cole"}), at=at
        )
        entries = sorted([*room.entries["property"], dropped], key=lambda entry: entry.at)
        found = audit(Told({**room.entries, "property": entries})).findings
        placed = [each for each in found if (each.stream, each.number) == (stream, paid.number)]
        assert bool(placed) is wrong


def test_a_close_of_the_day_takes_two_since_release_0_2_and_took_one_before(room: Told) -> None:
    assert audit(room).findings == ()
    upgraded = msgspec.structs.replace(
        room.entries["property"][0], kind="release-upgraded", body=canonical({"to": "0.2.0"})
    )
    since = Told({**room.entries, "property": [*room.entries["property"], upgraded]})
    found = [each.what for each in audit(since).findings]
    assert "it takes two people, and cole was alone" in found


def test_an_audit_tells_how_far_it_is_after_every_five_hundred_entries_and_each_stream() -> None:
    note = telling.told("noted", {})
    heard: list[tuple[str, int, int]] = []
    journal = Told({"notes/1": [note] * 501, "notes/2": [note] * 499})
    found = audit(journal, progress=lambda stream, read, total: heard.append((stream, read, total)))
    assert found.entries == 1_000
    assert heard == [
        ("notes/1", 500, 1_000),
        ("notes/1", 501, 1_000),
        ("notes/2", 1_000, 1_000),
        ("notes/2", 1_000, 1_000),
    ]
