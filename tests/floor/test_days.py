"""The gaming day: figures at one cut-off, whenever it is closed; deposits that age first in, first out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.floor import command_index as c
from houseway.floor import context
from houseway.floor.bookkeeping.days import day_ends, dues, unclosed
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.floor.folding import FloorFold
from houseway.journal import Entry
from tests.floor.houses import (
    ATTACK,
    DAY,
    HEARTS,
    HOUR,
    MICROS,
    PAIR,
    START,
    House,
    attack_table,
    changed,
    duel_table,
    sqlite_house,
)
from tests.floor.live_tables import K1, At
from tests.floor.logs import give
from tests.releases.released import sqlite_room

ENDS = START + 18 * HOUR
"""1 May ends at six of the next morning."""

FIRST, SECOND_DAY, THIRD = "2024-05-01", "2024-05-02", "2024-05-03"


@pytest.fixture
def attack(empty: House) -> House:
    """One progressive on two tables, with the tabulator alone."""
    return empty.build(jackpots=[ATTACK], tables=[attack_table("A1"), attack_table("A2")])


def due(house: House, jackpot: str = "attack") -> list[tuple[int, int]]:
    """What is due at the bank, in micros by the end of the day on which it came."""
    return dues(house.floor.jackpot(jackpot), house.floor.tables(), house.fund(jackpot, "due"))


def closes(house: House, stream: str) -> Iterator[dict[str, Any]]:
    return (entry.data for entry in house.floor.journal.read(stream) if entry.kind == "day-closed")


# -- deposits age by the day on which the money came in


def test_wa_22_new_money_never_inherits_an_old_due_date_because_sums_match(empty: House) -> None:
    small = changed(ATTACK, seed=1_000, reseed=0)
    empty.build(jackpots=[small], tables=[attack_table("A1")])
    empty.close_day()
    assert due(empty) == [(ENDS, 1_000 * MICROS)]
    # The cage pays the whole meter: what was due since the first day is paid with it.
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    empty.settle_hit(hit)
    assert empty.fund("attack", "due") == 5 * MICROS
    for _ in range(6):
        empty.close_day()
    # On the eighth day exactly as much comes in again as was due on the first.
    empty.play("A1", 5, 1, 2, 3, 4, 5, 6)
    empty.play("A1", 1, 1, 2, 3, 4)
    empty.play("A1", 1, *range(1, 7))
    empty.at = ENDS + 7 * DAY + HOUR
    empty.shut()
    empty.open("A1")
    assert empty.tabulate("A1", 1)


def test_wa_22_deposits_pay_the_oldest_first(attack: House) -> None:
    attack.close_day()
    attack.tabulate("A1", 1, 2)
    attack.close_day()
    attack.tabulate("A2", 1)
    assert due(attack) == [(ENDS, 100_000 * MICROS), (ENDS + DAY, 50 * MICROS), (ENDS + 2 * DAY, 25 * MICROS)]
    attack.do(c.Deposit(jackpot="attack", amount=100_010, reference="s"), "cole")
    assert due(attack) == [(ENDS + DAY, 40 * MICROS), (ENDS + 2 * DAY, 25 * MICROS)]
    attack.close_day()
    assert due(attack) == [(ENDS + DAY, 40 * MICROS), (ENDS + 2 * DAY, 25 * MICROS)]


def test_wa_22_money_of_days_that_nobody_closed_is_of_its_own_day(attack: House) -> None:
    """The money of each day has its own age, whether the day is closed in time, late or never."""
    attack.deposit_all("attack")
    for _ in range(4):
        attack.tabulate("A1", 1)
        attack.at += DAY
    expected = [(ENDS + number * DAY, 25 * MICROS) for number in range(4)]
    assert due(attack) == expected
    attack.close_day(FIRST)
    attack.close_day(SECOND_DAY)
    assert due(attack) == expected
    attack.do(c.Deposit(jackpot="attack", amount=40, reference="s"), "cole")
    assert due(attack) == [(ENDS + DAY, 10 * MICROS), *expected[2:]]


def test_wa_22_a_claim_and_its_rejection_make_nothing_younger(attack: House) -> None:
    attack.at += 3 * DAY
    attack.tabulate("A1", 1)
    [hit] = attack.claim("A1", (1, "jackpot", HEARTS))
    attack.reject(hit)
    assert due(attack) == [(ENDS, 100_000 * MICROS), (ENDS + 3 * DAY, 25 * MICROS)]


def test_wa_22_a_voided_round_makes_nothing_younger(attack: House) -> None:
    attack.at += 3 * DAY
    round_ = attack.tabulate("A1", 1, 2)
    attack.do(c.VoidRound(table="A1", round=round_, reason="misdeal"), "sato")
    assert due(attack) == [(ENDS, 100_000 * MICROS)]


def _lower(house: House, cents: int) -> None:
    """A malfunction's adjustment that takes ``cents`` off the meter."""
    shown = house.floor.amounts("attack")[""]
    paper, fault = f"D-{house.at}", house.malfunction()
    house.do(
        c.AdjustMeter(jackpot="attack", to=shown - cents, reason="malfunction", document=paper, malfunction=fault),
        "sato",
        "cole",
    )


def test_wa_22_a_late_close_does_not_change_of_which_day_an_adjustment_took(attack: House) -> None:
    seed = due(attack)[0][1]
    attack.close_day(FIRST)
    attack.play("A1", 4, 1, 2)
    attack.at = ENDS + DAY
    _lower(attack, 25)
    before = due(attack)
    assert before == [(ENDS, seed - 25 * MICROS), (ENDS + DAY, 8 * 25 * MICROS)]
    attack.close_day(SECOND_DAY)
    assert due(attack) == before
    # What is adjusted now may be of the wagers of the closed day: they are the newest.
    _lower(attack, 25)
    assert due(attack) == [before[0], (ENDS + DAY, 7 * 25 * MICROS)]
    attack.close_day(THIRD)
    assert due(attack) == [before[0], (ENDS + DAY, 7 * 25 * MICROS)]
    attack.sound()


def test_wa_22_a_late_close_after_a_deposit_does_not_change_of_which_day_an_adjustment_took(attack: House) -> None:
    seed = due(attack)[0][1]
    attack.close_day(FIRST)
    attack.play("A1", 4, 1, 2)
    attack.do(c.Deposit(jackpot="attack", amount=seed // MICROS - 10, reference="R-1"), "cole")
    attack.at = ENDS + DAY
    _lower(attack, 25)
    # Of the seed ten cents were left: the rest of the 25 is the oldest of what wagers brought.
    before = due(attack)
    assert before == [(ENDS + DAY, (8 * 25 - 15) * MICROS)]
    attack.close_day(SECOND_DAY)
    assert due(attack) == before


def test_wa_22_money_of_a_table_that_was_taken_away_keeps_its_day(attack: House) -> None:
    attack.deposit_all("attack")
    attack.tabulate("A2", 1)
    attack.at += DAY
    attack.shut("A2")
    attack.do(c.RemoveTable(table="A2", reason="worn", removal="moved-to-another-table"), "ames", "sato")
    attack.at += DAY
    attack.tabulate("A1", 1)
    expected = [(ENDS, 25 * MICROS), (ENDS + 2 * DAY, 25 * MICROS)]
    assert due(attack) == expected
    for day in (FIRST, SECOND_DAY):
        attack.close_day(day)
    assert due(attack) == expected


# -- the close


def test_wa_9_a_day_is_closed_when_it_is_over_and_by_two_people(attack: House) -> None:
    close = c.CloseDay(day=FIRST)
    refusal = attack.refused(WrongState, close, "cole", "sato", at=ENDS - 1)
    assert "06:00" in str(refusal.remedy)
    attack.refused(NotPermitted, close, "cole", at=ENDS)
    attack.refused(NotPermitted, close, "cole", "cole", at=ENDS)
    attack.do(close, "cole", "sato", at=ENDS)


def test_wa_9_a_late_close_has_the_figures_of_the_cut_off(tmp_path: Path) -> None:
    """One house closes as the day ends, the other plays on, deposits and pays for a day and closes then."""
    replies, entries = [], []
    for number, late in enumerate((False, True)):
        house = sqlite_house(tmp_path / f"{number}.db").build(
            jackpots=[ATTACK], tables=[attack_table("A1"), attack_table("A2")]
        )
        house.play("A1", 3, 1, 2)
        house.tabulate("A2", 5)
        house.at = ENDS
        if late:
            house.play("A1", 4, 1, 2, 3)
            house.deposit_all("attack")
            [hit] = house.claim("A1", (1, "jackpot", HEARTS))
            house.settle_hit(hit)
            house.do(c.VoidRound(table="A2", round=1, reason="misdeal"), "sato")
            house.shut()
            house.do(c.ChangeJackpot(jackpot=changed(ATTACK, cap=100_050)), *PAIR)
            house.at += DAY
        replies.append(house.do(c.CloseDay(day=FIRST), "cole", "sato"))
        found = [next(closes(house, stream)) for stream in ("table/A1", "table/A2", "jackpot/attack")]
        entries.append([{key: value for key, value in data.items() if key != "new-day"} for data in found])
        house.sound()
        house.close()
    assert replies[0] == replies[1]
    assert entries[0] == entries[1]
    assert replies[0]["meters"] == {"attack": {"": 100_140}}
    assert entries[0][0]["counters"] == {"1": [3, 3, *[0] * 14]}


def test_wa_22_a_close_says_before_when_nothing_that_is_due_came_in(house: House) -> None:
    began = dict(house.floor.property.oldest)
    assert max(began.values()) < ENDS
    house.deposit_all("attack")
    house.shut()
    house.close_day(FIRST)
    # The seed of the others is due since the end of the day on which they began: this one.
    assert house.floor.property.oldest == dict.fromkeys(began, ENDS)
    house.close_day(SECOND_DAY)
    oldest = house.floor.property.oldest
    assert (oldest["attack"], oldest["ties"]) == (ENDS + DAY, ENDS)


def test_nothing_is_due_of_a_bonus_at_its_close(house: House) -> None:
    house.shut()
    house.close_day(FIRST)
    [closed] = closes(house, "jackpot/daily")
    assert (closed["due"], closed["dues"], closed["accounts"], closed["displayed"]) == (0, [], {}, {})


def test_wa_9_consecutive_closes_add_up_with_nothing_between(attack: House) -> None:
    presses = []
    for number in range(5):
        for at in (1, 2):
            attack.play(f"A{at}", number + at, 1)
        presses.append(2 * number + 3)
        attack.at += DAY
    for number in range(5):
        attack.close_day(f"2024-05-{number + 1:02}")
    totals = [data["accounts"]["attack:contributions"] for data in closes(attack, "jackpot/attack")]
    steps = [after - before for before, after in zip([0, *totals], totals, strict=False)]
    assert steps == [-25 * MICROS * number for number in presses]
    assert totals[-1] == attack.fund("attack", "contributions")


def test_wa_9_rounds_and_hits_open_at_the_cut_off_are_listed(duel: At) -> None:
    house = duel.house
    house.tabulate("N1", 2)
    [hit] = house.claim("N1", (2, "tie-after-tie", "quads-same-suit"))
    duel.begin(1)
    duel.answer(1, {"player": 500, "tie-after-tie": 100})
    duel.count(1)
    house.at = ENDS
    house.do(c.VoidRound(table=K1, round=1, reason="misdeal"), "sato")
    house.settle_hit(hit)
    reply = house.close_day(FIRST)
    assert (reply["rounds"], reply["hits"]) == ({K1: 1}, {"ties": [hit.id]})
    [told] = [entry.data for entry in house.floor.journal.read("property") if entry.kind == "day-closed"]
    assert (told["rounds"], told["hits"], told["cut"]) == ({K1: 1}, {"ties": [hit.id]}, ENDS)
    reply = house.close_day(SECOND_DAY)
    assert (reply["rounds"], reply["hits"]) == ({}, {})


def test_wa_9_a_table_and_a_jackpot_taken_away_are_in_the_close_of_their_day(house: House) -> None:
    house.play("S1", 3, 1)
    house.shut("S1")
    house.do(c.RemoveTable(table="S1", reason="worn"), "ames", "sato")
    house.do(c.CloseJackpot(jackpot="daily"), *PAIR)
    house.close_day(FIRST)
    [data] = closes(house, "table/S1")
    assert (data["rounds"], data["counters"]["1"][0]) == (3, 3)
    assert len(list(closes(house, "jackpot/daily"))) == 1
    house.close_day(SECOND_DAY)
    assert len(list(closes(house, "table/S1"))) == len(list(closes(house, "jackpot/daily"))) == 1


def test_wa_9_what_was_begun_after_the_cut_off_is_not_in_the_close(house: House) -> None:
    house.at = ENDS
    late = changed(ATTACK, seed=7)
    house.do(c.AddJackpot(jackpot=type(late)(**{**_fields(late), "id": "late"})), *PAIR)
    house.do(c.AddTable(table=duel_table("D9")), *PAIR)
    reply = house.close_day(FIRST)
    assert "late" not in reply["meters"] and not list(closes(house, "jackpot/late"))
    [data] = closes(house, "table/D9")
    assert (data["rounds"], data["round"]) == (0, 0)
    assert house.close_day(SECOND_DAY)["meters"]["late"] == {"": 7}


def _fields(jackpot: Any) -> dict[str, Any]:
    return {name: getattr(jackpot, name) for name in jackpot.__struct_fields__}


def _before(house: House, cut: int) -> Iterator[Entry]:
    for stream in house.floor.journal.streams():
        for entry in house.floor.journal.read(stream):
            if entry.at < cut:
                yield entry


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_wa_9_every_close_has_what_the_entries_before_its_cut_off_give(tmp_path: Path, seed: int) -> None:
    """Any commands in any order, days closed at any time after their end: added up from the entries once more."""
    house = sqlite_house(tmp_path / "floor.db").build()
    for number, _ in enumerate(give(house, seed, 400)):
        if number % 40 == 39:
            house.at += DAY // 2
    house.shut()
    for day in unclosed(house.floor.property, house.at):
        house.close_day(day)
    checked = 0
    for stream in house.floor.journal.streams():
        kind, _, id = stream.partition("/")
        for data in closes(house, stream) if kind in ("table", "jackpot") else ():
            checked += 1
            accounts: Counter[str] = Counter()
            counters: dict[str, Counter[int]] = {}
            rounds = 0
            for entry in _before(house, data["cut"]):
                for name, micros in entry.postings:
                    if name.startswith((f"{id}:", f"{id}/")):
                        accounts[name] += micros
                rounds += entry.stream == stream and entry.kind == "tabulated"
                for bank, positions in entry.counted:
                    counters.setdefault(bank, Counter()).update(positions)
            if kind == "jackpot":
                assert {n: m for n, m in data["accounts"].items() if m} == {n: m for n, m in accounts.items() if m}
                assert sum(micros for _, micros in data["dues"]) == max(0, data["due"])
            else:
                assert data["rounds"] == rounds
                for sensor, counts in data["counters"].items():
                    told = counters.get(f"{id}/{sensor}", Counter())
                    assert counts == [told[position] for position in range(1, 17)]
    assert checked > 50
    house.sound()
    house.close()


def test_states_fold_alike_where_the_time_zones_are_not_known(
    attack: House, monkeypatch: pytest.MonkeyPatch, reopen: Callable[[House], House]
) -> None:
    """What entries say is folded: the machine's own table of time zones is asked by nobody."""
    attack.play("A1", 2, 1)
    attack.at += DAY
    attack.play("A2", 2, 1)
    attack.shut("A2")
    attack.open("A2")
    attack.close_day(FIRST)
    fold = FloorFold()
    journal = attack.floor.journal
    entries = {stream: list(journal.read(stream)) for stream in journal.streams()}
    expected = {stream: fold.dump(journal.state(stream)) for stream in entries}

    def unknown(*_: Any) -> Any:
        raise AssertionError("a time zone was asked for")

    for name in ("_zone", "day_begins", "gaming_day"):
        monkeypatch.setattr(context, name, unknown)
    for stream, found in entries.items():
        state = fold.start(stream)
        for entry in found:
            state = fold.apply(state, entry)
        assert fold.dump(state) == expected[stream]


def test_a_day_ends_at_the_same_moment_for_every_stream(attack: House) -> None:
    attack.tabulate("A1", 1)
    state = attack.floor.property
    assert day_ends(state, FIRST) == ENDS
    assert (
        {attack.floor.table(id).day_ends for id in ("A1", "A2")} == {attack.floor.jackpot("attack").day_ends} == {ENDS}
    )


def test_a_journal_of_one_release_goes_on_in_the_next(tmp_path: Path) -> None:
    """Entries without days, as release 0.1 wrote them, fold to their day of the calendar and are closed like others."""
    house = House(Floor.open(sqlite_room(tmp_path)))
    house.number = 9_000
    before = due(house)
    assert sum(micros for _, micros in before) == max(0, house.fund("attack", "due"))
    last = max(head.at for head in house.floor.journal.heads().values())
    house.at = last + DAY
    state = house.floor.property
    [first, *_] = unclosed(state, house.at)
    house.close_day(first)
    assert sum(micros for _, micros in due(house)) == max(0, house.fund("attack", "due"))
    house.close()
