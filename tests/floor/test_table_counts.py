"""A table's money: inventories, fills, credits and drop; win, hold and the float difference that follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.auditing import audit
from houseway.floor.auditing.table_story import TableStory
from houseway.floor.auditing.tray_story import TrayStory
from houseway.floor.bookkeeping.table_win import float_of, hold, short_of, win, win_of
from houseway.floor.floor_errors import BadCommand, NotPermitted, ReferenceUsed, WrongState
from houseway.floor.kinds import of_table_money
from houseway.floor.kinds.edge import read
from houseway.floor.kinds.of_house import DayClosed
from houseway.journal import Entry
from houseway.rulebook.rule_errors import BadAmount
from tests.floor.houses import MICROS, PAIR, Cards, House, attack_table, duel_table, split_table, sqlite_house
from tests.reports.floor_story import settle_duel

TRAY = {"100": 20, "25": 40, "5": 100, "1": 50}
"""$2,000 + $1,000 + $500 + $50."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A1 with the tabulator alone, and D1 where every line is recorded."""
    built = sqlite_house(tmp_path / "floor.db")
    built.build(tables=(attack_table("A1"), duel_table("D1", cards="keys"), split_table("S1", cards="keys")))
    yield built
    found = audit(built.floor.journal)
    assert found.findings == ()
    assert built.floor.broken() == []
    assert built.floor.journal.verify().ok
    built.close()


def opening(house: House, table: str, **more: Any) -> dict[str, Any]:
    given = {"chips": TRAY, "reference": "O-1"} | more
    return house.do(c.CountOpening(table=table, **given), "dole", "cole")


def closing(house: House, table: str, **more: Any) -> dict[str, Any]:
    given = {"chips": TRAY, "reference": "C-1"} | more
    return house.do(c.CountClosing(table=table, **given), "sato", "vega")


def drop(house: House, table: str, cents: int) -> dict[str, Any]:
    return house.do(c.CountDrop(table=table, amount=cents, reference="box 7"), "cole", "gray")


def balance(house: House, account: str) -> int:
    """Of an account of the table's money, in cents."""
    found = house.floor.journal.balance(account)
    assert found % MICROS == 0
    return found // MICROS


def test_the_formula_has_its_signs() -> None:
    """$3,550 opened, $500 filled, $200 credited, $3,700 closed, $1,200 dropped: $1,050 more than came in."""
    assert win(opening=355_000, fills=50_000, credits=20_000, closing=370_000, drop=120_000) == 105_000
    assert hold(105_000, 120_000) == Fraction(7, 8)
    assert hold(-30_000, 120_000) == Fraction(-1, 4)
    assert hold(105_000, 0) is None
    assert win(opening=1, fills=0, credits=0, closing=0, drop=0) == -1
    assert win(opening=0, fills=1, credits=0, closing=0, drop=0) == -1
    assert win(opening=0, fills=0, credits=1, closing=0, drop=0) == 1


def test_a_shift_is_counted_filled_credited_closed_and_dropped_and_booked(house: House) -> None:
    assert opening(house, "A1") == {"shift": 1, "amount": 355_000, "before": None}
    fill = c.FillTable(table="A1", chips={"25": 20}, reference="F-1")
    assert house.do(fill, "cole", "sato") == {"shift": 1, "amount": 50_000}
    credit = c.CreditTable(table="A1", chips={"100": 2}, reference="F-2")
    assert house.do(credit, "dole", "cole") == {"shift": 1, "amount": 20_000}
    assert closing(house, "A1", chips={"100": 20, "25": 60, "2.50": 80}) == {"shift": 1, "amount": 370_000}
    assert drop(house, "A1", 120_000) == {
        "shift": 1,
        "day": "2024-05-01",
        "drop": 120_000,
        "win": 105_000,
        "difference": None,
    }, "with the tabulator alone no line is recorded"
    assert balance(house, float_of("A1")) == 370_000
    assert balance(house, "table money/cage") == -355_000 - 50_000 + 20_000 + 120_000
    assert balance(house, win_of("A1")) == -105_000


def test_the_next_opening_is_held_against_the_last_closing(house: House) -> None:
    opening(house, "A1")
    closing(house, "A1", chips={"5": 10})
    second = opening(house, "A1", chips={"5": 9}, reference="O-2")
    assert second == {"shift": 2, "amount": 4_500, "before": 5_000}
    assert balance(house, short_of("A1")) == 500
    # The box of the first shift is counted while the second is open, and the second's after it.
    assert drop(house, "A1", 0)["shift"] == 1
    house.do(c.FillTable(table="A1", chips={"5": 1}, reference="F-1"), "cole", "sato")
    closing(house, "A1", chips={"5": 12}, reference="C-2")
    assert drop(house, "A1", 10_000)["win"] == 6_000 + 10_000 - 4_500 - 500
    assert balance(house, float_of("A1")) == 6_000


def test_slips_belong_to_the_shift_that_is_open_while_the_box_of_the_one_before_waits(house: House) -> None:
    opening(house, "A1")
    closing(house, "A1")
    opening(house, "A1", reference="O-2")
    house.refused(WrongState, c.CountOpening(table="A1", chips=TRAY, reference="O-3"), "sato", "cole")
    assert house.do(c.FillTable(table="A1", chips={"5": 1}, reference="F-1"), "cole", "sato")["shift"] == 2
    assert closing(house, "A1", reference="C-2")["shift"] == 2
    assert [drop(house, "A1", 100)["win"] for _ in range(2)] == [100, -400], "the fill was the second shift's"


def test_a_tray_may_be_counted_empty(house: House) -> None:
    opening(house, "A1", chips={"1": 0})
    house.do(c.FillTable(table="A1", chips={"5": 1}, reference="F-1"), "cole", "sato")
    closing(house, "A1", chips={"1": 0})
    assert drop(house, "A1", 100)["win"] == -400
    assert balance(house, float_of("A1")) == 0


def test_the_float_difference_is_exact_at_the_first_count(house: House) -> None:
    """Seat 1 stakes $5 and $1 and seat 2 $10; in the first round both players win, in the second the dealer does."""
    opening(house, "D1")
    settle_duel(house, "Kh 3c 9s", {1: {"player": 500, "tie-after-tie": 100}, 2: {"player": 1000}})
    settle_duel(house, "2h 3c 9s", {1: {"player": 500}, 2: {"player": 1000, "tie-after-tie": 100}})
    lines = house.floor.table("D1").taken
    played = [
        line for entry in house.floor.journal.read("table/D1") for line in entry.data.get("record", {}).get("lines", ())
    ]
    assert lines == sum(line["stake"] - line["returned"] for line in played) != 0
    house.do(c.CountClosing(table="D1", chips={"0.01": 355_000 + lines - 40_000}, reference="C-1"), "sato", "vega")
    found = drop(house, "D1", 40_000)
    assert (found["win"], found["difference"]) == (lines, 0)
    opening(house, "D1", chips={"0.01": 315_000 + lines}, reference="O-2")
    house.do(c.CountClosing(table="D1", chips={"0.01": 315_000 + lines - 2_500}, reference="C-2"), "sato", "vega")
    assert drop(house, "D1", 0)["difference"] == -2_500, "a chip of $25 is gone, and no line says where to"


@pytest.mark.parametrize("cards", ["keys", "none"])
def test_a_shift_in_which_a_table_went_over_to_the_tabulator_alone_is_held_against_no_lines(
    house: House, cards: Cards
) -> None:
    opening(house, "D1")
    closing(house, "D1")
    opening(house, "D1", reference="O-2")
    house.shut("D1")
    house.do(c.ChangeTable(table=duel_table("D1", cards=cards)), *PAIR)
    house.open("D1")
    closing(house, "D1", reference="C-2")
    assert [drop(house, "D1", 0)["difference"] for _ in range(2)] == [0, 0 if cards == "keys" else None]


def test_a_correction_of_a_line_is_paid_from_the_tray(house: House) -> None:
    opening(house, "D1")
    settle_duel(house, "Kh 3c 9s", {1: {"player": 500}, 2: {"player": 1000}})
    before = house.floor.table("D1").taken
    line = house.floor.table("D1").lines[0]
    fix = c.CorrectLine(
        table="D1", round=1, line=1, seat=line[0], wager=line[1], was=line[2], returned=line[2] + 300, reason="short"
    )
    house.do(fix, "sato", "cole")
    assert house.floor.table("D1").taken == before - 300
    house.do(c.CountClosing(table="D1", chips=TRAY, reference="C-1"), "sato", "vega")


def test_counts_and_slips_that_cannot_be_are_refused(house: House) -> None:
    house.refused(WrongState, c.FillTable(table="A1", chips={"5": 1}, reference="F-1"), "cole", "sato")
    house.refused(WrongState, c.CreditTable(table="A1", chips={"5": 1}, reference="F-1"), "cole", "sato")
    house.refused(WrongState, c.CountClosing(table="A1", chips=TRAY, reference="C-1"), "sato", "cole")
    house.refused(WrongState, c.CountDrop(table="A1", amount=1, reference="box 1"), "cole", "gray")
    for chips in ({}, {"5": -1}, {"0": 1}, {"5": 1, "5.00": 1}):
        house.refused(BadCommand, c.CountOpening(table="A1", chips=chips, reference="O-1"), "sato", "cole")
    house.refused(BadAmount, c.CountOpening(table="A1", chips={"five": 1}, reference="O-1"), "sato", "cole")
    opening(house, "A1")
    house.refused(WrongState, c.CountOpening(table="A1", chips=TRAY, reference="O-2"), "sato", "cole")
    house.refused(BadCommand, c.FillTable(table="A1", chips={"5": 0}, reference="F-1"), "cole", "sato")
    house.refused(WrongState, c.CountDrop(table="A1", amount=1, reference="box 1"), "cole", "gray")
    house.do(c.FillTable(table="A1", chips={"5": 1}, reference="F-1"), "cole", "sato")
    for again in (c.FillTable, c.CreditTable):
        house.refused(ReferenceUsed, again(table="A1", chips={"5": 1}, reference=" f-1 "), "cole", "sato")
    house.do(c.CreditTable(table="A1", chips={"5": 1}, reference="F-2"), "cole", "sato")
    house.refused(ReferenceUsed, c.FillTable(table="A1", chips={"5": 1}, reference="F-2"), "cole", "sato")
    closing(house, "A1")
    house.refused(BadCommand, c.CountDrop(table="A1", amount=-1, reference="box 1"), "cole", "gray")
    house.refused(NotPermitted, c.CountDrop(table="A1", amount=1, reference="box 1"), "cole", "sato")
    house.refused(NotPermitted, c.FillTable(table="A1", chips={"5": 1}, reference="F-3"), "sato", "vega")


def test_a_tray_is_counted_between_rounds(house: House) -> None:
    house.tabulate("S1", 1)
    house.refused(WrongState, c.CountOpening(table="S1", chips=TRAY, reference="O-1"), "sato", "cole")
    house.do(c.VoidRound(table="S1", round=1, reason="a test"), "sato")
    opening(house, "S1")
    house.tabulate("S1", 1)
    house.refused(WrongState, c.CountClosing(table="S1", chips=TRAY, reference="C-1"), "sato", "cole")
    house.tabulate("A1", 1)
    opening(house, "A1")


def test_the_close_of_a_day_lists_the_tables_that_were_not_counted(house: House) -> None:
    opening(house, "A1")
    house.play("A1", 2, 1, 2)
    house.tabulate("S1", 1)
    house.do(c.VoidRound(table="S1", round=1, reason="a test"), "sato")
    settle_duel(house, "Kh 3c 9s", {1: {"player": 500}})
    opening(house, "D1")
    closing(house, "D1")
    house.shut()
    first = house.close_day("2024-05-01")
    assert first["uncounted"] == ["A1", "D1"], "S1 dealt no round; the drop of D1 is missing"
    closing(house, "A1")
    for table in ("A1", "D1"):
        drop(house, table, 100)
    house.open("A1", "D1")
    house.play("A1", 1, 1)
    opening(house, "A1", reference="O-2")
    closing(house, "A1", reference="C-2")
    drop(house, "A1", 100)
    settle_duel(house, "Kh 3c 9s", {1: {"player": 500}})
    house.shut()
    second = house.close_day("2024-05-02")
    assert second["uncounted"] == ["D1"]
    last = [read(entry) for entry in house.floor.journal.read("property") if entry.kind == "day-closed"]
    assert isinstance(last[0], DayClosed)
    assert "tray or drop not counted: A1, D1" in last[0].sentence


def test_a_shift_that_is_open_at_the_close_is_not_counted_though_another_of_the_day_is(house: House) -> None:
    opening(house, "A1")
    house.play("A1", 1, 1)
    closing(house, "A1")
    drop(house, "A1", 1_000)
    opening(house, "A1", reference="O-2")
    assert house.close_day("2024-05-01")["uncounted"] == ["A1"]
    [closed] = [entry.data for entry in house.floor.journal.read("table/A1") if entry.kind == "day-closed"]
    assert closed["money"] == {
        "table money/cage": (1_000 - 355_000) * MICROS,
        float_of("A1"): 355_000 * MICROS,
        win_of("A1"): -1_000 * MICROS,
    }
    [bare] = [entry.data for entry in house.floor.journal.read("table/S1") if entry.kind == "day-closed"]
    assert "money" not in bare
    closing(house, "A1", reference="C-2")


def test_a_drop_that_is_counted_before_the_day_before_it_is_closed_counts_for_its_own_day(house: House) -> None:
    for number in (1, 2):
        opening(house, "A1", reference=f"O-{number}")
        house.play("A1", 1, 1)
        closing(house, "A1", reference=f"C-{number}")
        drop(house, "A1", 1_000)
        house.at = house.floor.table("A1").play[-1].ends
    assert [house.close_day(day)["uncounted"] for day in ("2024-05-01", "2024-05-02")] == [[], []]


def test_an_auditor_finds_every_figure_of_a_tray_that_does_not_follow(house: House) -> None:
    opening(house, "A1")
    house.do(c.FillTable(table="A1", chips={"25": 20}, reference="F-1"), "cole", "sato")
    house.do(c.CreditTable(table="A1", chips={"100": 2}, reference="F-2"), "cole", "sato")
    closing(house, "A1")
    drop(house, "A1", 1_000)
    opening(house, "A1", chips={"1": 3_549}, reference="O-2")
    entries = [entry for entry in house.floor.journal.read("table/A1") if isinstance(read(entry), TRAY_KINDS)]
    assert len(entries) == 6
    story = TableStory("A1")
    assert [what for entry in entries for what in story.check(entry)] == []
    changed = {
        "amount": 1,
        "shift": 9,
        "before": 1,
        "opening": 1,
        "fills": 1,
        "credits": 1,
        "closing": 1,
        "drop": 1,
        "win": 1,
        "lines": 1,
        "previous": 1,
    }
    for place, entry in enumerate(entries):
        body: Any = read(entry)
        lines = dict(entry.postings)
        for field, value in changed.items():
            if hasattr(body, field):
                assert _told(entries, place, msgspec.structs.replace(body, **{field: value}), lines), (place, field)
        other = {account: 2 * micros for account, micros in lines.items()} or {"table money/cage": 1}
        assert _told(entries, place, body, other), place


def test_an_auditor_finds_slips_openings_and_drops_out_of_their_order(house: House) -> None:
    opening(house, "A1")
    house.do(c.FillTable(table="A1", chips={"25": 20}, reference="F-1"), "cole", "sato")
    closing(house, "A1")
    drop(house, "A1", 1_000)
    opened, filled, closed, dropped = (
        entry for entry in house.floor.journal.read("table/A1") if isinstance(read(entry), TRAY_KINDS)
    )
    second: Any = msgspec.structs.replace(_body(opened), shift=2, before=_body(opened).amount)
    assert _told([opened], 1, second, {}) == ["shift 2 opens before the last is closed"]
    assert _told([opened, filled, closed], 3, _body(filled), dict(filled.postings)) == ["shift 1 is closed"]
    again = msgspec.structs.replace(_body(dropped), previous=dropped.number)
    assert _told([opened, filled, closed, dropped], 4, again, dict(dropped.postings)) == [
        "shift 1 was never opened, or its drop is counted"
    ]


TRAY_KINDS = (
    of_table_money.OpeningCounted,
    of_table_money.TableFilled,
    of_table_money.TableCredited,
    of_table_money.ClosingCounted,
    of_table_money.DropCounted,
)


def _body(entry: Entry) -> Any:
    return read(entry)


def _told(entries: list[Entry], place: int, body: Any, lines: dict[str, int]) -> list[str]:
    """What an auditor says of an entry with this body at ``place``, after those before it."""
    story = TrayStory("A1")
    for entry in entries[:place]:
        assert list(story.check(_body(entry), dict(entry.postings), entry.number)) == []
    return list(story.check(body, lines, entries[place - 1].number + 1))
