"""A jackpot prize in the chips of a player: there when the hit is paid, and never before or without that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.floor.play.automatic import Automatic
from houseway.floor.states import Hit
from tests.floor.houses import ROYALS, House, duel_table, sqlite_house
from tests.floor.live_tables import IVY, K1, OTTO, At, live_house

QUADS = ("9h", "9s", "9d", "9c")
CHIPS = 5_000


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[At]:
    """Dueling with keyed cards; Ivy at seat 1."""
    house = live_house(tmp_path / "floor.db")
    table = At(house, K1)
    table.sit(1, IVY, CHIPS)
    yield table
    house.close()


def house_moves(table: At) -> None:
    """The house does what is its own until there is nothing left: hits are locked, the round is settled."""
    moves = Automatic(table.house.floor, lambda: table.house.at, lambda: bytes(32))
    while (order := moves.house_move(table.id)) is not None:
        table.house.do(order.command, "dole")


def hit_of(duel: At) -> Hit:
    """Ivy bets 500 and one dollar on the tie after a tie, goes to war, ties again with all four nines."""
    duel.begin(1)
    duel.answer(1, {"player": 500, "tie-after-tie": 100}, IVY)
    duel.count(1)
    duel.key(*QUADS[:2])
    duel.answer(1, "war", IVY)
    duel.key(*QUADS[2:])
    house_moves(duel)
    assert duel.state.phase == "over"
    [hit] = duel.house.floor.jackpot("ties").hits.values()
    return hit


def without_prize(duel: At) -> int:
    """What Ivy has after that round but for the prize: every other line, the stake of the jackpot wager taken."""
    [settled] = duel.entries("round-settled")
    lines = settled["record"]["lines"]
    others: int = sum(line["returned"] - line["stake"] for line in lines if line["wager"] != "tie-after-tie")
    return CHIPS + others - 100


def test_bjs_3_a_locked_prize_is_not_in_the_chips_until_it_is_paid(duel: At) -> None:
    hit = hit_of(duel)
    assert (hit.state, duel.rack(IVY)) == ("locked", without_prize(duel))
    duel.house.verify(hit)
    assert duel.rack(IVY) == without_prize(duel)
    duel.house.pay(hit)
    assert duel.rack(IVY) == without_prize(duel) + hit.amount
    [given] = duel.entries("prize-given")
    assert (given["hit"], given["player"], given["amount"]) == (hit.id, IVY, hit.amount)
    [paid] = [entry.data for entry in duel.house.floor.journal.read("jackpot/ties") if entry.kind == "hit-paid"]
    assert paid["with"] == [f"table/{K1}"]
    duel.house.refused(
        WrongState, c.PayHit(jackpot="ties", hit=hit.id, by="cage", method="check", reference="1"), "sato", "cole"
    )
    assert duel.rack(IVY) == without_prize(duel) + hit.amount
    duel.house.sound()


def test_bjs_3_a_winner_who_has_left_gets_the_prize_into_the_purse(duel: At) -> None:
    hit = hit_of(duel)
    duel.house.do(c.Leave(table=K1, seat=1), IVY)
    assert duel.purse(IVY) == without_prize(duel)
    # Whoever sits there now has nothing to do with it.
    duel.sit(1, OTTO, CHIPS)
    duel.house.settle_hit(hit)
    assert (duel.purse(IVY), duel.rack(IVY)) == (without_prize(duel) + hit.amount, 0)
    assert (duel.purse(OTTO), duel.rack(OTTO)) == (0, CHIPS)
    duel.house.sound()


@pytest.mark.parametrize("later", [False, True])
def test_bjs_3_a_rejected_prize_was_never_there_and_its_line_returns_so_much_less(duel: At, later: bool) -> None:
    hit = hit_of(duel)
    before = without_prize(duel)
    [settled] = duel.entries("round-settled")
    number = settled["held"][hit.id]
    line = settled["record"]["lines"][number - 1]
    if later:
        duel.begin(1)
        duel.answer(1, {"player": 500}, IVY)
        duel.key("Kh", "4s")
        duel.settle()
        before += 500
    duel.house.reject(hit)
    assert duel.rack(IVY) == before
    [mended] = duel.entries("line-corrected")
    assert {name: mended[name] for name in ("round", "line", "seat", "wager", "was", "returned")} == {
        "round": 1,
        "line": number,
        "seat": 1,
        "wager": "tie-after-tie",
        "was": line["returned"],
        "returned": line["returned"] - hit.amount,
    }
    assert hit.id not in duel.state.held
    again = c.CorrectLine(
        table=K1,
        round=1,
        line=number,
        seat=1,
        wager="tie-after-tie",
        was=line["returned"] - hit.amount,
        returned=line["returned"] - hit.amount + 700,
        reason="a smaller row",
    )
    duel.house.do(again, "sato", "cole")
    assert duel.rack(IVY) == before + 700
    duel.house.sound()


@pytest.mark.parametrize("rejected", [False, True])
def test_a_prize_that_waited_comes_from_no_tray_and_a_later_correction_of_its_line_does(
    duel: At, rejected: bool
) -> None:
    chips = {"100": 50}
    duel.house.do(c.CountOpening(table=K1, chips=chips, reference="O-1"), "dole", "cole")
    hit = hit_of(duel)
    [hour] = duel.state.play[0].hours.values()
    spot = hour.spots["tie-after-tie"]["1"]
    assert (hour.rounds, spot.rounds, spot.staked, spot.meter) == (1, 1, 100, hit.meter)
    assert spot.returned >= hit.amount > 0
    players = CHIPS - without_prize(duel)
    assert duel.state.taken == players
    if rejected:
        duel.house.reject(hit)
    else:
        duel.house.settle_hit(hit)
    assert duel.state.taken == players
    [settled] = duel.entries("round-settled")
    number = settled["held"][hit.id]
    was = settled["record"]["lines"][number - 1]["returned"] - (hit.amount if rejected else 0)
    mend = c.CorrectLine(
        table=K1, round=1, line=number, seat=1, wager="tie-after-tie", was=was, returned=was + 700, reason="short"
    )
    duel.house.do(mend, "sato", "cole")
    assert duel.state.taken == players - 700
    duel.house.do(c.CountClosing(table=K1, chips=chips, reference="C-1"), "sato", "vega")
    drop = c.CountDrop(table=K1, amount=0, reference="box 1")
    assert duel.house.do(drop, "cole", "gray")["difference"] == 700 - players
    duel.house.sound()


def test_bjs_3_a_line_whose_prize_waits_is_not_corrected(duel: At) -> None:
    hit = hit_of(duel)
    [settled] = duel.entries("round-settled")
    number = settled["held"][hit.id]
    returned = settled["record"]["lines"][number - 1]["returned"]
    line = c.CorrectLine(
        table=K1, round=1, line=number, seat=1, wager="tie-after-tie", was=returned, returned=0, reason="no tie"
    )
    assert hit.id in duel.house.refused(WrongState, line, "sato", "cole").message
    duel.house.settle_hit(hit)
    duel.house.do(line, "sato", "cole")
    assert duel.rack(IVY) == without_prize(duel) - (returned - hit.amount)


# -- lines corrected after the close


def settled_round(duel: At) -> c.CorrectLine:
    """A round that Ivy won, and its line to be taken back."""
    duel.begin(1)
    duel.answer(1, {"player": 500}, IVY)
    duel.key("Kh", "4s")
    duel.settle()
    assert duel.rack(IVY) == CHIPS + 500
    return c.CorrectLine(table=K1, round=1, line=1, seat=1, wager="player", was=1000, returned=0, reason="lost")


def test_a_corrected_line_is_that_of_whoever_played_not_of_whoever_sits_there_now(duel: At) -> None:
    line = settled_round(duel)
    duel.house.do(c.Leave(table=K1, seat=1), IVY)
    duel.sit(1, OTTO, CHIPS)
    wrong = msgspec.structs.replace(line, player=OTTO)
    assert IVY in str(duel.house.refused(WrongState, wrong, "sato", "cole").remedy)
    duel.house.do(line, "sato", "cole")
    assert (duel.purse(IVY), duel.rack(OTTO)) == (CHIPS - 500, CHIPS)


def test_a_corrected_line_of_an_older_round_is_still_its_players(duel: At) -> None:
    line = settled_round(duel)
    duel.house.do(c.Leave(table=K1, seat=1), IVY)
    duel.sit(1, OTTO, CHIPS)
    duel.begin(1)
    duel.answer(1, {"player": 500}, OTTO)
    duel.key("4s", "Kh")
    duel.settle()
    duel.house.do(line, "sato", "cole")
    assert (duel.purse(IVY), duel.rack(OTTO)) == (CHIPS - 500, CHIPS - 500)


def test_a_correction_takes_no_chips_that_are_not_there_or_lie_in_a_bet(duel: At) -> None:
    line = settled_round(duel)
    duel.begin(1)
    duel.answer(1, {"player": 5_000}, IVY)
    assert "round 2" in duel.house.refused(WrongState, line, "sato", "cole").message
    duel.key("4s", "Kh")
    duel.settle()
    assert duel.rack(IVY) == 500
    assert "500 cents" in duel.house.refused(WrongState, line, "sato", "cole").message
    # Somebody else plays now: Ivy's chips lie in no bet.
    duel.sit(2, OTTO, CHIPS)
    duel.begin(2)
    duel.house.do(msgspec.structs.replace(line, returned=500), "sato", "cole")
    assert duel.rack(IVY) == 0


# -- what lies on the spots is wagered


def test_s_7_chips_that_a_supervisor_let_stand_win_though_no_indicator_was_lit(tmp_path: Path) -> None:
    table = duel_table("D2", bonus=True, cards="keys")
    house = sqlite_house(tmp_path / "floor.db").build(jackpots=[ROYALS], tables=[table])
    duel = At(house, "D2")
    duel.sit(1, IVY, CHIPS)
    duel.begin(1)
    duel.answer(1, {"player": 500, "two-plus-two": 100}, IVY)
    house.do(c.Tabulate(table="D2", round=1, picture={}), "panel:D2")
    house.do(c.ConfirmIndicators(table="D2", round=1, differ={"1": (1,)}, resolved="the sensor missed a chip"), "sato")
    while duel.round.due_from() == ("supervisor",):
        duel.answer("supervisor", "chips-stand", "sato")
    duel.key("Ah", "Kh")
    duel.key("Qh", "Jh")
    house_moves(duel)
    assert duel.state.phase == "over"
    [hit] = house.floor.jackpot("royals").hits.values()
    assert hit.seat == 1
    house.settle_hit(hit)
    # The ace beats the king: what the round wins beside the prize, less the dollar of the jackpot.
    assert duel.rack(IVY) == CHIPS + 500 - 100 + hit.amount
    house.sound()


@pytest.mark.parametrize("wins", [False, True])
def test_s_11_without_a_tabulator_jackpot_wagers_stay_on_their_spots_and_the_round_closes(
    tmp_path: Path, wins: bool
) -> None:
    table = duel_table("D2", bonus=True, cards="keys")
    table = msgspec.structs.replace(table, options={**table.options, "tabulator": "off"}, sensors={}, equipment=None)
    house: House = sqlite_house(tmp_path / "floor.db").build(jackpots=[ROYALS], tables=[table])
    duel = At(house, "D2")
    duel.sit(1, IVY, CHIPS)
    for _ in range(2):
        played = duel.begin(1)
        duel.answer(1, {"player": 500, "two-plus-two": 100}, IVY)
        duel.key(*(("Ah", "Kh") if wins else ("Ah", "4s")))
        if duel.round.step is not None:
            duel.key(*(("Qh", "Jh") if wins else ("7d", "2c")))
        move = Automatic(house.floor, lambda: house.at, lambda: bytes(32)).house_move("D2")
        assert move is not None and isinstance(move.command, c.ClaimHit) is wins
        if isinstance(move.command, c.ClaimHit):
            for other in (played - 1, played + 1):
                house.refused(WrongState, msgspec.structs.replace(move.command, round=other), "dole")
        house_moves(duel)
        assert (duel.state.phase, duel.state.round) == ("over", played)
    hits = list(house.floor.jackpot("royals").hits.values())
    assert len(hits) == (2 if wins else 0)
    for hit in hits:
        house.settle_hit(hit)
    house.sound()
    house.close()
