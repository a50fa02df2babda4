"""What a table and a jackpot know after each entry: counted by the hour, the sensor and the position."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.floor.bookkeeping.chips import chip_lines
from houseway.floor.bookkeeping.presses_of_hour import with_presses
from houseway.floor.folding import FloorFold
from houseway.floor.kinds.body import Answered
from houseway.floor.states import Difference, JackpotState, Live, PropertyState, TableState
from houseway.floor.subjects.jackpots import hits, payees
from houseway.floor.subjects.jackpots.hits import KEPT_HITS
from houseway.journal import Entry
from houseway.table.lines import Line
from tests.floor.houses import HOUR, attack_table
from tests.floor.telling import CENT, told

FOLD = FloorFold()


def folded(stream: str, *entries: Entry, state: Any = None) -> Any:
    found = FOLD.start(stream) if state is None else state
    for entry in entries:
        found = FOLD.apply(found, entry)
    return found


def counted(round_: int, at: int, **more: Any) -> Entry:
    return told("tabulated", {"round": round_, "picture": {"1": [1, 3], "2": [16]}, **more}, at=at)


def test_presses_are_counted_by_hour_sensor_and_position() -> None:
    state = folded("table/T1", counted(1, 5 * HOUR), counted(2, 6 * HOUR - 1))
    assert (state.hour, state.rounds, state.round, state.phase) == (5, 2, 2, "tabulated")
    seen = with_presses(state)
    assert seen.in_hour == {"1": [2, 0, 2, *[0] * 13], "2": [*[0] * 15, 2]}
    assert seen.tallies == seen.in_hour
    assert state.counted == 6
    state = folded("table/T1", counted(3, 6 * HOUR), state=state)
    seen = with_presses(state)
    assert (seen.hour, seen.in_hour["1"][:3], seen.tallies["1"][:3]) == (6, [1, 0, 1], [3, 0, 3])
    assert (state.began, state.picture) == (6 * HOUR, {"1": [1, 3], "2": [16]})


def test_what_an_entry_moves_is_moved_in_its_stream_whatever_its_kind() -> None:
    lines = {"j:accrued": 5 * CENT, "j:due": 5 * CENT, "j:house": -10 * CENT}
    for stream, kind in (("table/T1", "tabulated"), ("table/T1", "sun-seen"), ("jackpot/j", "moon-seen")):
        body = {"round": 1, "picture": {}} if kind == "tabulated" else {}
        found = folded(stream, told(kind, body, lines), told("sun-seen"))
        assert (with_presses(found) if kind == "tabulated" else found).moved == lines
    assert with_presses(folded("table/T1", counted(1, 0))).moved == {}


def test_a_count_by_hand_moves_no_counter() -> None:
    state = folded("table/T1", counted(1, 0, manual=True))
    assert (state.counted, state.manual, with_presses(state).tallies["1"][0]) == (0, True, 1)


@pytest.mark.parametrize(("cards", "lit"), [("virtual", False), ("none", True)])
def test_what_was_lit_stays_lit_where_a_dealer_presses(cards: Any, lit: bool) -> None:
    state = TableState(id="T1", table=attack_table("T1", cards=cards), picture={"1": [2]}, round=4, rounds=4)
    settled = told("round-settled", {"round": 5, "record": {"lines": []}, "money": {}}, at=9)
    after = folded("table/T1", settled, state=state)
    assert (after.picture == {"1": [2]}) is lit
    assert (after.round, after.rounds, after.phase, after.began) == (5, 5, "over", 9)


def test_every_hit_that_is_locked_is_a_win_of_its_amount() -> None:
    hit = {"jackpot": "j", "row": "", "table": "T1", "round": 1, "seat": 1, "wager": "w", "event": "e", "pays": "p"}
    hit |= {"amount": 500, "meter": 400, "house": 100, "full": False, "bare": False, "two": False}
    body = {"hits": [{**hit, "id": "h1"}, {**hit, "id": "h2", "amount": 70}], "counted": {"": 9}}
    state = folded("jackpot/j", told("hit-locked", body, at=7))
    assert (state.wins, state.won, state.counted) == (2, 570, {"": 9})
    assert [(one.id, one.locked, one.amount) for one in state.hits.values()] == [("h1", 7, 500), ("h2", 7, 70)]


HIT = {"jackpot": "j", "row": "", "table": "T1", "round": 1, "seat": 1, "wager": "w", "event": "e", "pays": "p"}
HIT |= {"amount": 500, "meter": 400, "house": 100, "full": False, "bare": False, "two": False}


def locked(*ids: str, at: int = 7) -> Entry:
    return told("hit-locked", {"hits": [{**HIT, "id": id} for id in ids]}, at=at)


def paid(hit: str, at: int, method: str = "check", reference: str = "") -> Entry:
    return told("hit-paid", {"hit": hit, "by": "cage", "method": method, "reference": reference}, at=at)


def test_a_jackpot_keeps_its_open_hits_and_the_last_hundred_that_were_closed() -> None:
    state = folded("jackpot/j", locked("open"), locked("h0"), paid("h0", 8), locked("h1"))
    assert list(state.hits) == ["open", "h0", "h1"]
    more = [entry for number in range(1, KEPT_HITS + 1) for entry in (paid(f"h{number}", 9), locked(f"h{number + 1}"))]
    state = folded("jackpot/j", *more, state=state)
    assert list(state.hits) == ["open", *(f"h{number}" for number in range(1, KEPT_HITS + 2))]
    assert (state.wins, state.hits["open"].state, state.hits["h1"].closed) == (KEPT_HITS + 3, "locked", 9)


def test_a_payment_says_to_whom_and_leaves_what_it_does_not_say() -> None:
    state = folded("jackpot/j", locked("h1", "h2"))
    for hit in state.hits.values():
        hit.player = "card 7"
    named = told("hit-paid", {"hit": "h1", "by": "cage", "method": "cash", "reference": "", "player": "card 8"}, at=8)
    state = folded("jackpot/j", named, paid("h2", 8, "cash"), state=state)
    assert [(hit.player, hit.payee, hit.withheld) for hit in state.hits.values()] == [
        ("card 8", "", 0),
        ("card 7", "", 0),
    ]


def test_slips_and_payees_are_to_be_had_for_as_long_as_what_payees_showed_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hits, "KEPT_HITS", 1)
    monkeypatch.setattr(payees, "KEPT_PAYEES", 2)
    long = 5 * 366 * 24 * HOUR
    payments = paid("h1", 8), paid("h2", 9), paid("h3", 9)
    for at, known in ((8 + long, ["h1", "h2"]), (9 + long, ["h2"]), (10 + long, [])):
        state = folded("jackpot/j", locked("h1", "h2", "h3"), *payments, locked("later", at=at))
        assert (list(state.hits), list(state.older)) == (["h3", "later"], known)

    def recorded(payee: str, at: int) -> Entry:
        shown = {"payee": payee, "document": "passport", "ending": "1", "digest": payee, "tin": payee == "p1"}
        return told("payee-recorded", shown, at=at)

    house = folded("property", *(recorded(payee, at) for payee, at in (("p1", 8), ("p2", 9), ("p3", 9), ("p4", 9))))
    assert {payee: old.tin for payee, old in house.older_payees.items()} == {"p1": True, "p2": False}
    assert list(house.payees) == ["p3", "p4"]
    house = folded("property", recorded("p5", 8 + long), state=house)
    assert list(house.older_payees) == ["p1", "p2", "p3"]
    house = folded("property", recorded("p6", 9 + long), state=house)
    assert list(house.older_payees) == ["p2", "p3", "p4"]
    house = folded("property", recorded("p7", 10 + long), state=house)
    assert (list(house.older_payees), list(house.payees)) == (["p5"], ["p6", "p7"])


def test_the_number_of_a_check_serves_once_and_that_of_other_payments_is_no_paper() -> None:
    payments = [paid("h1", 8, reference=" Check  7 "), paid("h2", 8, "cash", "card 9"), paid("h3", 8, reference="")]
    state = folded("jackpot/j", locked("h1", "h2", "h3", "h4"), *payments, paid("h4", 9, reference="check 7"))
    assert state.references["pay-hit"] == ["check 7"]
    assert [(hit.state, hit.method, hit.by) for hit in state.hits.values()][:2] == [
        ("paid", "check", "cage"),
        ("paid", "cash", "cage"),
    ]


@pytest.mark.parametrize(
    ("kind", "purpose", "field", "more"),
    [
        ("statement-read", "statement", "reference", {"shortfall": 0}),
        ("difference-explained", "explain-difference", "reference", {}),
        ("withdrawn", "withdraw", "reference", {}),
        ("deposited", "deposit", "reference", {"micros": 5}),
        ("seized", "seize", "reference", {}),
        ("donated", "donate-jackpot", "reference", {"organisation": "Council"}),
        ("meter-adjusted", "adjust-meter", "document", {}),
        ("seed-recovered", "recover-seed", "document", {}),
        ("undisplayed-booked", "book-undisplayed", "document", {}),
        ("transferred-out", "transfer-jackpot", "document", {"to": "k"}),
    ],
)
def test_every_paper_of_a_jackpot_is_remembered_once_as_it_is_compared(
    kind: str, purpose: str, field: str, more: dict[str, Any]
) -> None:
    papers = ("Slip  1", "slip 1", " ", "SLIP 2")
    state = folded("jackpot/j", *(told(kind, {field: paper, **more}) for paper in papers))
    assert state.references == {purpose: ["slip 1", "slip 2"]}
    assert folded("jackpot/j", told(kind, more)).references == {purpose: []}


def test_a_rejected_hit_is_counted_with_what_it_had_and_leaves_its_reseed_to_the_other() -> None:
    state = folded("jackpot/j", locked("h1", "h2"))
    state.hits["h1"].reseeded = {"house": 30, "reserve": 5}
    state.hits["h2"].reseeded = {"house": 1, "overflow": 2}
    body = {"hit": "h1", "reason": "no hit", "reseed-stays-with": "h2"}
    state = folded("jackpot/j", told("hit-rejected", body, at=11), state=state)
    first, second = state.hits["h1"], state.hits["h2"]
    assert (state.rejected, state.given_back, state.pending) == (1, 500, ["h2"])
    assert (first.state, first.closed, first.reason, first.reseeded) == ("rejected", 11, "no hit", {})
    assert second.reseeded == {"house": 31, "reserve": 5, "overflow": 2}
    state = folded("jackpot/j", told("hit-rejected", {"hit": "h2", "reason": "no"}, at=12), state=state)
    assert (state.rejected, state.given_back, second.reseeded["house"]) == (2, 1000, 31)


def test_money_that_was_seized_comes_back_with_deposits_and_no_further() -> None:
    state = JackpotState(id="j", status="running", short=9, day_ends=1)
    state = folded("jackpot/j", told("deposited", {"micros": 4, "left": 5}, at=3), state=state)
    assert (state.short, state.clear) == (5, 0)
    state = folded("jackpot/j", told("deposited", {"micros": 6, "left": 0}, at=4), state=state)
    assert (state.short, state.clear) == (0, 4)
    assert folded("jackpot/j", told("deposited", {"micros": 6}, at=5), state=state).clear == 4


def test_a_deposit_under_release_0_1_pays_what_has_been_due_longest() -> None:
    state = JackpotState(id="j", dues=[[200, 3], [100, 10]])
    assert folded("jackpot/j", told("deposited", {"micros": 11}), state=state).dues == [[200, 2]]


def test_a_surplus_that_nobody_explained_stays_with_those_who_moved_money_before_it() -> None:
    first = told("deposited", {"micros": 4}, who="cole")
    more = told("statement-read", {"shortfall": 0, "surplus": 12}, at=20)
    state = folded("jackpot/j", first, more, told("withdrawn", {"second": "ames"}, who="vega"))
    assert (state.surplus, state.stated, state.moved_before, state.moved_by) == (12, 20, ["cole"], ["ames", "vega"])
    state = folded("jackpot/j", told("statement-read", {"shortfall": 3}, at=21), state=state)
    assert (state.surplus, state.missing, state.moved_before, state.moved_by) == (12, 3, ["cole"], [])
    state = folded("jackpot/j", told("difference-explained", {}), state=state)
    assert (state.surplus, state.moved_before, state.missing) == (0, [], 3)


@pytest.mark.parametrize(("status", "stopped", "resumed"), [("running", "stopped", "running"), ("removed",) * 3])
def test_a_jackpot_that_was_removed_is_neither_stopped_nor_resumed(status: str, stopped: str, resumed: str) -> None:
    state = JackpotState(id="j", status=status, why="gone")
    state = folded("jackpot/j", told("jackpot-stopped", {"reason": "seized", "short": 8}), state=state)
    assert (state.status, state.short) == (stopped, 8)
    assert state.why == ("seized" if status == "running" else "gone")
    state = folded("jackpot/j", told("jackpot-stopped", {"reason": "again"}), state=state)
    assert state.short == 8
    state = folded("jackpot/j", told("jackpot-resumed", {}), state=state)
    assert (state.status, state.short, state.why) == (resumed, 0, "" if status == "running" else "gone")


def test_the_press_fixes_how_many_answers_were_given_and_not_where_it_only_clears() -> None:
    answers = [Answered(1, {"ante": 500}), Answered(2, {})]
    state = TableState(id="T1", live=Live(1, [1, 2], True, answers=answers))
    assert folded("table/T1", counted(1, 0, clears=True), state=state).live.counted_at is None
    assert folded("table/T1", counted(2, 0), state=state).live.counted_at == 2


def corrected(round_: int, number: int, **more: Any) -> Entry:
    return told("line-corrected", {"round": round_, "line": number, "returned": 77, **more}, at=40)


def test_a_corrected_line_is_one_of_the_round_that_was_settled_last() -> None:
    lines = [{"seat": seat, "wager": "w", "returned": 10 * seat, "stake": 5} for seat in (1, 2)]
    settled = told("round-settled", {"round": 3, "record": {"lines": lines}, "large": [[2, "w", 15, 2]]})
    state = folded("table/T1", settled)
    before = [(1, "w", 10, 5), (2, "w", 20, 5)]
    for nowhere in (corrected(2, 1), corrected(3, 0), corrected(3, 3)):
        assert folded("table/T1", nowhere, state=state).lines == before
    assert folded("table/T1", corrected(3, 1), state=state).lines == [(1, "w", 77, 5), before[1]]
    state = folded("table/T1", corrected(3, 2, large=72, seat=2, wager="w"), state=state)
    assert state.lines == [(1, "w", 77, 5), (2, "w", 77, 5)]
    assert [(win.line, win.amount, win.at) for win in state.wins] == [(2, 72, 40)]
    assert folded("table/T1", corrected(3, 2, large=0), state=state).wins == []


def test_who_gets_up_sits_no_more_and_the_others_stay() -> None:
    sat = [told("seat-taken", {"seat": seat, "player": player}) for seat, player in ((1, "ben"), (4, "eve"))]
    state = folded("table/T1", *sat, told("seat-left", {"seat": 1}))
    assert state.seated == {"4": "eve"}


def test_hits_of_a_round_are_numbered_on_from_those_it_has_had() -> None:
    def claimed(*ids: str, amounts: dict[str, int]) -> Entry:
        hits = [{"id": id, "seat": 1} for id in ids]
        return told("hit-claimed", {"round": 1, "hits": hits, "amounts": amounts})

    state = folded("table/T1", claimed("T1-1-1", "T1-1-2", amounts={"w": 900}))
    # Nothing counts at this table: the first hit is what its round is known by.
    assert (state.round, state.rounds, state.phase, state.picture) == (1, 1, "tabulated", {})
    assert (state.claimed, list(state.hits), state.amounts) == (2, ["T1-1-1", "T1-1-2"], {"w": 900})
    gone = told("hit-rejected", {"hit": "T1-1-1"})
    state = folded("table/T1", gone, claimed("T1-1-3", amounts={"w": 100, "v": 5}), state=state)
    assert (state.claimed, list(state.hits), state.amounts) == (3, ["T1-1-2", "T1-1-3"], {"w": 900, "v": 5})
    state = folded("table/T1", counted(2, 0), state=state)
    assert (state.claimed, state.hits, state.amounts) == (0, {}, {})


@pytest.mark.parametrize(
    ("said", "reading", "shift"),
    [
        ({}, None, None),
        ({"variance": 0}, 5, 0),
        ({"variance": 3, "expected": 4}, 7, 0),
        ({"variance": 7, "expected": 0}, 7, 0),
    ],
)
def test_the_last_reading_of_a_counter_that_goes_is_held_against_what_was_counted(
    said: dict[str, Any], reading: int | None, shift: int | None
) -> None:
    """Release 0.1 held it against nothing, and a difference ended there."""
    state = TableState(id="T1", difference=Difference(5, 6, 0, ["cole"]))
    state = folded("table/T1", told("counter-replaced", {"old": 7, "new": 2, "offset": -5, **said}), state=state)
    assert (state.reading, state.offset) == (2, -5)
    found = state.difference
    assert (found and found.reading, found and found.shift) == (reading, shift)
    if said.get("variance"):
        assert found is not None
        assert (found.expected, found.by) == (said["expected"], ["cole", "sato"])


def test_a_difference_stays_until_it_is_explained_and_the_counter_goes_on_from_what_it_says() -> None:
    def read(reading: int, expected: int) -> Entry:
        body = {"reading": reading, "expected": expected, "variance": reading - expected}
        return told("counter-read", body, at=reading)

    state = folded("table/T1", read(9, 7))
    assert (state.difference.reading, state.difference.at, state.difference.shift) == (9, 9, None)
    state = folded("table/T1", read(12, 12), state=state)
    assert (state.reading, state.difference.reading, state.difference.shift) == (12, 9, 0)
    state = folded("table/T1", told("reading-explained", {"variance": 2, "shift": 0}), state=state)
    assert (state.offset, state.difference) == (0, None)
    assert folded("table/T1", told("reading-explained", {"variance": 2}), state=state).offset == 2


def test_a_close_ends_its_day_and_the_property_remembers_the_last_seven() -> None:
    days = [f"2024-05-0{number}" for number in range(1, 10)]
    state = PropertyState(played=days[:2], gone={"table/a": days[0], "table/b": days[1]}, oldest={"j": 5, "k": 6})
    closed = told("day-closed", {"day": days[0], "today": days[1], "oldest": {"j": 9}}, at=50)
    state = folded("property", closed, state=state)
    assert (state.days, state.played, state.closed_at) == ([days[0]], [days[1]], 50)
    assert (state.gone, state.oldest) == ({"table/b": days[1]}, {"j": 9, "k": 6})
    state = folded("property", *(told("day-closed", {"day": day, "today": day}) for day in days[1:]), state=state)
    assert (state.days, state.played) == (days[2:], [])


def line(seat: int, stake: int, returned: int) -> Line:
    return Line(seat=seat, wager="ante", stake=stake, returned=returned, event="e", pays="p", clause="1")


def test_a_settled_round_moves_chips_of_those_who_sit_and_not_what_waits() -> None:
    state = TableState(id="T1", seated={"1": "ben", "2": "eve"})
    lines = [line(1, 100, 700), line(2, 100, 0), line(3, 100, 0), line(1, 50, 50)]
    racks = {"play/ben/T1": 100 * CENT, "play/eve/T1": -100 * CENT}
    assert dict(chip_lines(state, lines, {1: 500})) == {**racks, "play/house": 0}
    assert dict(chip_lines(state, lines, {})) == {
        "play/ben/T1": 600 * CENT,
        "play/eve/T1": -100 * CENT,
        "play/house": -500 * CENT,
    }
    assert chip_lines(state, [line(3, 100, 0), line(1, 5, 5)], {}) == ()


def test_a_jackpot_that_went_twice_under_release_0_1_is_retired_once() -> None:
    state = folded("property", *(told("jackpot-closed", {"jackpot": "j", "day": "2024-05-01"}, at=at) for at in (1, 2)))
    assert state.retired == ["j"]


def test_a_jackpot_that_is_closed_owes_the_bank_nothing_any_more() -> None:
    closed = told("jackpot-closed", {"jackpot": "j", "day": "2024-05-01"})
    assert folded("property", closed, state=PropertyState(oldest={"j": 5, "k": 6})).oldest == {"k": 6}


def test_a_snapshot_of_another_fold_is_not_read() -> None:
    data = FOLD.dump(PropertyState(name="Rainier"))
    assert FOLD.load("property", data) == PropertyState(name="Rainier")
    with pytest.raises(ValueError, match="of another fold"):
        FOLD.load("property", b"0" + data)


def test_a_day_that_begins_with_an_entry_of_a_later_release_begins_all_the_same() -> None:
    later = told("something-new", {"new-day": {"day": "2024-05-02", "ends": 500}}, at=120)
    state = folded("table/T1", later, state=TableState(id="T1", day_ends=100, rounds=3))
    assert (state.day_ends, [cut.rounds for cut in state.cuts]) == (500, [3])
