"""The audit of closed days: every figure of every close is reckoned again, and one that was changed is found there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.auditing import audit
from houseway.floor.auditing.close_story import Closes
from houseway.journal import Entry
from houseway.journal.entries import canonical
from tests.floor.houses import DAY, HEARTS, START, SUITED, attack_table, duel_table, split_table, sqlite_house
from tests.floor.telling import CENT, one_more_or_less, told
from tests.floor.test_auditing import Told
from tests.floor.test_told_jackpots import locked
from tests.reports.floor_story import FIRST, SECOND, settle_duel

THIRD = "2024-05-03"

EACH = 6
"""Ways to change a figure of one close that are tried, about: every counter has sixteen numbers."""

AT_TABLE = ("rounds", "voided", "round", "counters", "money", "moved")
AT_JACKPOT = ("accounts", "displayed", "due", "wins", "won")


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """Three closed days; at the second cut-off a round and a hit are open, and its close is given on the third day.

    A1 and A2 have the tabulator alone, D1 records every line and D2 is dealt by hand.
    """
    house = sqlite_house(tmp_path_factory.mktemp("closes") / "floor.db")
    house.build(
        tables=(
            attack_table("A1", two=True),
            attack_table("A2"),
            duel_table("D1", cards="virtual"),
            duel_table("D2", cards="keys"),
            split_table("S1"),
        )
    )
    house.do(c.CountOpening(table="A1", chips={"25": 40}, reference="O-1"), "dole", "cole")
    house.tabulate("A1", picture={"1": (1, 2, 3), "2": (1,)})
    settle_duel(house, "Kh 3c 9s", {1: {"player": 500, "tie-after-tie": 100}, 2: {"player": 1000}})
    house.tabulate("A2", 1, 2)
    [lost] = house.claim("A2", (2, "jackpot", SUITED))
    house.reject(lost, "the second queen was of spades")
    house.shut()
    house.close_day(FIRST)

    house.at = START + DAY
    house.open("A1", "A2", "D1", "D2")
    house.play("A2", 2, 1, 2)
    house.do(c.FillTable(table="A1", chips={"5": 20}, reference="F-1"), "cole", "sato")
    void = house.tabulate("A1", 1, 2)
    house.do(c.VoidRound(table="A1", round=void, reason="a card fell to the floor", clause="S-26"), "sato")
    house.tabulate("A1", 1, 2)
    [won] = house.claim("A1", (1, "jackpot", HEARTS), cards="Qh Qh As Jh")
    house.tabulate("D2", 1, 2)

    house.at = START + 2 * DAY
    house.do(c.VoidRound(table="D2", round=1, reason="the power was out"), "sato")
    house.play("A2", 2, 1, 4)
    house.settle_hit(won)
    house.deposit_all("attack")
    house.do(c.CountClosing(table="A1", chips={"25": 40}, reference="C-1"), "sato", "vega")
    house.close_day(SECOND)
    house.do(c.CountDrop(table="A1", amount=5_000, reference="box 7"), "cole", "gray")
    house.shut()
    house.at = START + 3 * DAY
    house.close_day(THIRD)
    house.sound()
    yield Told.of(house.floor)
    house.close()


def closes(days: Told, of: str) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Every close in the streams of tables, jackpots or the property: the stream, the place and the words."""
    for stream, entries in days.entries.items():
        for place, entry in enumerate(entries):
            if entry.kind == "day-closed" and stream.partition("/")[0] == of:
                yield stream, place, entry.data


def found_with(days: Told, stream: str, place: int, body: dict[str, Any]) -> list[str]:
    """What is found at an entry that says something else."""
    entry = days.entries[stream][place]
    other = days.replaced(stream, place, msgspec.structs.replace(entry, body=canonical(body)))
    return [each.what for each in audit(other).findings if (each.stream, each.number) == (stream, entry.number)]


def test_wa_9_closes_that_tell_what_was_are_in_order(days: Told) -> None:
    assert audit(days).findings == ()
    assert [body["day"] for _, _, body in closes(days, "property")] == [FIRST, SECOND, THIRD]
    open_rounds = [body["rounds"] for _, _, body in closes(days, "property")]
    assert open_rounds[1] and not open_rounds[2]
    assert [sorted(body["hits"]) for _, _, body in closes(days, "property")] == [[], ["attack"], []]


@pytest.mark.parametrize(("of", "fields"), [("table", AT_TABLE), ("jackpot", AT_JACKPOT)])
def test_wa_9_a_figure_of_a_close_that_is_one_more_or_less_is_found(
    days: Told, of: str, fields: tuple[str, ...]
) -> None:
    tried = dict.fromkeys(fields, 0)
    for stream, place, body in closes(days, of):
        for field in fields if body["day"] == SECOND else ():
            ways = list(one_more_or_less(body.get(field)))
            for changed in ways[:: max(1, len(ways) // EACH)]:
                assert found_with(days, stream, place, {**body, field: changed}), (stream, body["day"], field, changed)
                tried[field] += 1
    assert all(tried.values()), tried


def test_wa_9_money_that_is_due_and_dated_nowhere_is_found(days: Told) -> None:
    tried = 0
    for stream, place, body in closes(days, "jackpot"):
        for part, (since, micros) in enumerate(body["dues"]):
            for other in ([], [[since, micros - 1]], [[since, micros], [since, 1]]):
                dues = [*body["dues"][:part], *other, *body["dues"][part + 1 :]]
                [what] = found_with(days, stream, place, {**body, "dues": dues})
                assert "are due by the close of" in what
                tried += 1
    assert tried


def test_wa_9_a_hit_that_waits_is_listed_by_the_close_and_no_other(days: Told) -> None:
    for stream, place, body in closes(days, "jackpot"):
        for hits in ([*body["hits"], "A1-99-1"], body["hits"][1:]):
            if hits != body["hits"]:
                assert any("hits that wait" in what for what in found_with(days, stream, place, {**body, "hits": hits}))
    for stream, place, body in closes(days, "property"):
        other = {} if body["hits"] else {"attack": ["A1-99-1"]}
        [what] = found_with(days, stream, place, {**body, "hits": other})
        assert what.startswith("the hits open at its cut-off are")


def test_wa_9_a_round_in_progress_is_listed_by_the_close_and_no_other(days: Told) -> None:
    for stream, place, body in closes(days, "property"):
        other = {} if body["rounds"] else {"A1": 9}
        [what] = found_with(days, stream, place, {**body, "rounds": other})
        assert what.startswith("the rounds open at its cut-off are")


def test_wa_9_a_close_at_another_moment_than_the_propertys_is_found(days: Told) -> None:
    for of in ("table", "jackpot"):
        for stream, place, body in closes(days, of):
            for changed in ({"cut": body["cut"] + 1}, {"day": "2024-04-30"}):
                found = found_with(days, stream, place, {**body, **changed})
                assert any("and the property closed no such day at" in what for what in found)


def test_wa_9_closes_of_the_property_follow_each_other(days: Told) -> None:
    for stream, place, body in closes(days, "property"):
        found = found_with(days, stream, place, {**body, "before": body["before"] + 1})
        assert any(what.startswith("it follows the close") for what in found)
    [_, (stream, place, second), _] = closes(days, "property")
    [(_, _, first), *_] = closes(days, "property")
    for cut in (first["cut"], first["cut"] - 1):
        found = found_with(days, stream, place, {**second, "cut": cut})
        assert any("at a cut-off that is not after the last" in what for what in found)


@pytest.mark.parametrize("kind", ["tabulated", "round-voided", "hit-locked", "hit-paid", "deposited", "hit-rejected"])
def test_wa_9_what_is_left_out_before_a_cut_off_is_missing_in_its_close(days: Told, kind: str) -> None:
    tried = 0
    for stream, entries in days.entries.items():
        for place, entry in enumerate(entries):
            if entry.kind != kind or (kind.startswith("hit") and not stream.startswith("jackpot")):
                # What a table tells of hits is in no figure of its own close.
                continue
            found = {each.what for each in audit(days.replaced(stream, place)).findings}
            later = any(other.kind == "day-closed" for other in entries[place:])
            assert any("close of" in what for what in found) is later, (stream, place)
            tried += 1
    assert tried


def test_wa_9_what_comes_at_the_cut_off_belongs_to_the_next_day(days: Told) -> None:
    stream, place, body = next(closes(days, "table"))
    last = next(at for at in range(place - 1, 0, -1) if days.entries[stream][at].kind == "tabulated")
    for at, wrong in ((body["cut"] - 1, False), (body["cut"], True)):
        entries = [
            msgspec.structs.replace(entry, at=max(entry.at, at)) if number >= last else entry
            for number, entry in enumerate(days.entries[stream])
        ]
        found = audit(Told({**days.entries, stream: entries})).findings
        assert any("the number of rounds is" in each.what for each in found) is wrong


# -- by hand: what one table or one jackpot tells, and its close at the moment 100

CUT = 100


def findings(stream: str, close: dict[str, Any], *entries: Entry) -> list[str]:
    """What is wrong with a stream whose day is closed so, by its own entries and by all of them."""
    own = msgspec.structs.replace(told("day-closed", {"day": FIRST, "cut": CUT, **close}, at=200), stream=stream)
    closes = Closes(
        [msgspec.structs.replace(told("day-closed", {"day": FIRST, "cut": CUT}, at=200), stream="property")]
    )
    story = closes.story(stream)
    read = [*(msgspec.structs.replace(entry, stream=stream) for entry in entries), own]
    wrong = [what for entry in read for what in story.check(entry)]
    story.end()
    return wrong + [what for _, _, what in closes.between() if "open at its cut-off" not in what]


def at_table(kind: str, round_: int, at: int = 50, **more: Any) -> Entry:
    return told(kind, {"round": round_, **more}, at=at)


def test_wa_9_a_round_that_nobody_pressed_is_counted_when_it_is_settled() -> None:
    settled = at_table("round-settled", 1), at_table("round-settled", 2)
    assert findings("table/T1", {"rounds": 2}, *settled) == []
    assert findings("table/T1", {"rounds": 2}, at_table("tabulated", 1, picture={}), *settled) == [], (
        "pressed, then over"
    )
    assert findings("table/T1", {"rounds": 2, "voided": 1}, *settled, at_table("round-voided", 2)) == []
    assert len(findings("table/T1", {"rounds": 3}, *settled)) == 1


def test_wa_9_a_round_is_in_progress_from_its_beginning_or_its_press_to_its_end() -> None:
    begun, press, over = at_table("round-begun", 7), at_table("tabulated", 7, picture={}), at_table("round-settled", 7)
    opened = told("table-opened", {"table": {"cards": "keys"}}, at=10)
    alone = told("table-opened", {"table": {"cards": "none"}}, at=10)
    assert findings("table/T1", {"round": 7}, opened, begun) == []
    assert findings("table/T1", {"round": 7, "rounds": 1}, opened, begun, press) == []
    assert findings("table/T1", {"round": 7, "rounds": 1}, opened, press) == []
    assert findings("table/T1", {"round": 0, "rounds": 1}, alone, press) == []
    assert findings("table/T1", {"round": 0, "rounds": 1}, opened, begun, press, over) == []
    again = at_table("tabulated", 8, picture={})
    assert findings("table/T1", {"round": 0, "rounds": 2}, alone, begun, over, again) == [], "over is over"
    assert findings("table/T1", {"round": 8, "rounds": 2}, opened, begun, press, over, again) == [], "pressed anew"
    assert findings("table/T1", {"round": 0, "rounds": 1}, opened, press, opened) == [], "opened anew, nothing is dealt"


def test_wa_9_a_round_that_only_its_hit_tells_of_is_counted_once() -> None:
    claimed = at_table("hit-claimed", 3, amounts={}, hits=[])
    assert findings("table/T1", {"rounds": 1, "round": 3}, claimed, claimed) == []
    pressed = at_table("tabulated", 3, picture={"1": [2, 16]})
    counters = {"1": [0, 1, *[0] * 13, 1]}
    assert findings("table/T1", {"rounds": 1, "round": 3, "counters": counters}, pressed, claimed) == []


def test_bjs_9_the_hit_of_a_void_check_waits_again() -> None:
    hold = msgspec.structs.replace(locked("T1-1-1", 5), lines=b"[]", at=50)
    lines = {"j:bank": CENT, "j:house": -CENT}
    paid = told("hit-paid", {"hit": "T1-1-1", "amount": 5, "by": "account"}, lines, at=60)
    void = told("check-voided", {"check": "9", "hit": "T1-1-1", "amount": 5}, at=70)
    more = {"wins": 1, "won": 5, "accounts": {"j:bank": CENT, "j:house": -CENT}}
    assert findings("jackpot/j", {**more, "hits": []}, hold, paid) == []
    assert findings("jackpot/j", {**more, "hits": ["T1-1-1"]}, hold, paid, void) == []
    assert len(findings("jackpot/j", {**more, "hits": []}, hold, paid, void)) == 1
    deposit = told("check-voided", {"check": "10", "amount": 5}, at=80)
    assert findings("jackpot/j", {**more, "hits": []}, hold, paid, deposit) == [], (
        "a deposit's check brings no hit back"
    )
