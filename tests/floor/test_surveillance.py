"""WAC 230-15-320: wins over the threshold wait for surveillance until they are verified or taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted, ReferenceMissing, UnknownThing, WrongState
from houseway.floor.states import TableState, Win, table_stream
from houseway.floor.subjects import round_review
from houseway.floor.subjects.round_review import KEPT_WINS
from tests.floor.duels import QUADS, TAT, Duel
from tests.floor.houses import House
from tests.floor.live_tables import IVY, K1, OTTO, V1, At, live_house


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[At]:
    """Dueling with keyed cards under a threshold of $40; Ivy and Otto sit down."""
    house = live_house(tmp_path / "floor.db")
    house.do(c.ChangeSettings(settings={"surveillance-threshold": 4_000}), "ames", "cole")
    table = At(house, K1)
    table.sit(1, IVY)
    table.sit(2, OTTO)
    yield table
    house.close()


def played(duel: At, ivy: int = 5_000, otto: int = 500) -> None:
    """A round that seat 1 wins and seat 2 loses."""
    duel.begin(1, 2)
    duel.answer(1, {"player": ivy}, IVY)
    duel.answer(2, {"player": otto}, OTTO)
    duel.key("Kh", "4s", "9d")
    duel.settle()


def seen(**other: object) -> c.VerifyWin:
    data = {"table": K1, "round": 1, "seat": 1, "wager": "player", "recording": "cam 7, 21:04"}
    return c.VerifyWin(**{**data, **other})  # type: ignore[arg-type]


def correction(**other: object) -> c.CorrectLine:
    data = {"table": K1, "round": 1, "line": 1, "seat": 1, "wager": "player", "was": 10_000, "returned": 5_000}
    return c.CorrectLine(**{**data, "reason": "paid by sight", **other})  # type: ignore[arg-type]


def waiting(at: At) -> list[tuple[int, int, str, int]]:
    return [(win.round, win.seat, win.wager, win.amount) for win in at.state.wins]


def test_wac_230_15_320_a_large_win_waits_until_surveillance_has_verified_it(duel: At) -> None:
    played(duel)
    assert waiting(duel) == [(1, 1, "player", 5_000)]
    played(duel, ivy=6_000)
    assert waiting(duel) == [(1, 1, "player", 5_000), (2, 1, "player", 6_000)], "the table goes on, both wait"
    reply = duel.house.do(seen(player="slip 4"), "vega")
    assert (reply["amount"], reply["left"]) == (5_000, 1)
    assert waiting(duel) == [(2, 1, "player", 6_000)]
    [entry] = [entry for entry in duel.house.floor.journal.read(table_stream(K1), 1) if entry.kind == "win-verified"]
    assert (entry.who, entry.at) == ("vega", duel.house.at)
    assert entry.data == {
        "round": 1,
        "seat": 1,
        "wager": "player",
        "amount": 5_000,
        "recording": "cam 7, 21:04",
        "player": "slip 4",
    }


def test_at_the_threshold_a_win_is_not_large(duel: At) -> None:
    duel.house.do(c.ChangeSettings(settings={"surveillance-threshold": 5_000}), "ames", "cole")
    played(duel)
    assert waiting(duel) == []


@pytest.mark.parametrize("who", ["dole", "sato", "ames", "cole", "tell", "reed", IVY, f"panel:{K1}"])
def test_only_surveillance_verifies_a_win(duel: At, who: str) -> None:
    played(duel)
    duel.house.refused(NotPermitted, seen(), who)
    assert waiting(duel)


@pytest.mark.parametrize("other", [{"round": 2}, {"seat": 2}, {"wager": "dealer"}, {"table": V1}])
def test_a_win_that_does_not_wait_is_not_verified(duel: At, other: dict[str, object]) -> None:
    played(duel)
    duel.house.refused(UnknownThing, seen(**other), "vega")


def test_a_win_is_verified_once_and_on_a_recording(duel: At) -> None:
    played(duel)
    duel.house.refused(ReferenceMissing, seen(recording=" "), "vega")
    duel.house.do(seen(), "vega")
    duel.house.refused(UnknownThing, seen(), "vega")


def test_a_correction_takes_the_win_along(duel: At) -> None:
    played(duel)
    duel.house.do(correction(), "sato", "cole")
    assert waiting(duel) == []
    duel.house.refused(UnknownThing, seen(), "vega")


def test_a_correction_that_pays_more_is_verified_anew(duel: At) -> None:
    played(duel)
    duel.house.do(seen(), "vega")
    reply = duel.house.do(correction(returned=12_000), "sato", "cole")
    assert reply["large"] == 7_000
    assert waiting(duel) == [(1, 1, "player", 7_000)]
    # A line that had won nothing, of a round before the last, comes to the list like any other.
    played(duel, ivy=1_000)
    reply = duel.house.do(correction(line=2, seat=2, was=0, returned=6_500), "sato", "cole")
    assert waiting(duel) == [(1, 1, "player", 7_000), (1, 2, "player", 6_000)]


def test_a_correction_under_the_threshold_says_nothing_of_surveillance(duel: At) -> None:
    played(duel, ivy=1_000)
    assert "large" not in duel.house.do(correction(was=2_000, returned=3_000), "sato", "cole")
    # 1,000 was staked: with 5,000 back the net is the threshold itself, and a cent more is over it.
    assert "large" not in duel.house.do(correction(was=3_000, returned=5_000), "sato", "cole")
    assert duel.house.do(correction(was=5_000, returned=5_001), "sato", "cole")["large"] == 4_001


def test_a_round_that_is_void_brings_no_win(duel: At) -> None:
    duel.begin(1, 2)
    duel.answer(1, {"player": 5_000}, IVY)
    duel.answer(2, {"player": 5_000}, OTTO)
    duel.key("Kh", "4s", "9d")
    duel.house.do(c.VoidRound(table=K1, round=1, reason="a foreign card"), "sato")
    assert waiting(duel) == []


def test_the_list_is_the_same_after_the_journal_was_opened_again(duel: At, tmp_path: Path) -> None:
    played(duel)
    played(duel, ivy=9_000)
    duel.house.do(seen(round=2), "vega")
    before = duel.state.wins
    assert [win.round for win in before] == [1]
    duel.house.close()
    again = House(Floor.open(tmp_path / "floor.db"))
    assert again.floor.table(K1).wins == before
    again.close()


def test_a_list_that_is_full_counts_what_leaves_it_until_the_day_is_closed(duel: At) -> None:
    for _ in range(KEPT_WINS + 2):
        played(duel)
    assert (len(duel.state.wins), duel.state.missed) == (KEPT_WINS, 2)
    assert duel.state.wins[0].round == 3
    day = duel.state.day
    duel.house.at += 86_400_000_000
    duel.house.do(c.CloseDay(day=day), "cole", "sato")
    assert (len(duel.state.wins), duel.state.missed) == (KEPT_WINS, 0)


def test_a_table_whose_wins_wait_is_not_taken_away(duel: At) -> None:
    played(duel)
    duel.house.shut(K1)
    gone = c.RemoveTable(table=K1, reason="worn", removal="moved-to-another-table")
    assert duel.house.refused(WrongState, gone, "ames", "cole").clause == "WAC 230-15-320"
    duel.house.do(seen(), "vega")
    duel.house.do(gone, "ames", "cole")


def test_a_hit_is_verified_as_a_hit_and_does_not_wait_twice(empty: House) -> None:
    duel = Duel(empty, settings={"surveillance-threshold": 400})
    empty.tabulate("D1", 1)
    [hit] = empty.claim("D1", (1, TAT, "quads-same-suit"))
    assert hit.amount > 400
    record = duel.deal(QUADS, (1,), {TAT: hit.amount})
    empty.do(c.SettleRound(table="D1", round=1, record=record), "panel:D1")
    assert TAT not in [win.wager for win in empty.floor.table("D1").wins]


def test_wins_of_hands_that_were_split_wait_together_with_all_that_they_won() -> None:
    wins = [Win(1, line, 2, "ante", amount, at=line) for line, amount in ((1, 500), (2, 70), (5, 3))]
    other = [Win(1, 3, 2, "pair", 40, at=3), Win(1, 4, 3, "ante", 41, at=4), Win(2, 1, 2, "ante", 42, at=9)]
    state = TableState(id="T1", wins=[*wins[:2], *other, wins[2]])
    found = [(win.round, win.line, win.seat, win.wager, win.amount) for win in round_review.waiting(state)]
    assert found == [(1, 1, 2, "ante", 573), (1, 3, 2, "pair", 40), (1, 4, 3, "ante", 41), (2, 1, 2, "ante", 42)]
    assert [win.amount for win in state.wins] == [500, 70, 40, 41, 42, 3]


def test_a_refusal_names_the_first_five_wins_that_wait(duel: At) -> None:
    for _ in range(6):
        played(duel)
    refusal = duel.house.refused(UnknownThing, seen(seat=2), "vega")
    five = ", ".join(f"round {number} seat 1 player" for number in range(1, 6))
    assert refusal.remedy == f"these wait: {five}"
    assert duel.house.do(seen(), "vega")["left"] == 5
