"""The end of a progressive (WA-28): its reasons, its notice, its tables, and where its money goes."""

from __future__ import annotations

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import DepositOverdue, UnknownThing, WrongState
from houseway.floor.states import Hit
from houseway.jackpots.jackpot_errors import RemovalRefused
from houseway.jackpots.removal import Removal
from tests.floor.houses import (
    BLACKJACK,
    DAY,
    HEARTS,
    MICROS,
    PAIR,
    TIES,
    WILDS,
    House,
    attack_table,
    deuces_table,
    duel_table,
    split_table,
)


def _leave(house: House, jackpot: str) -> None:
    house.do(c.AnnounceRemoval(jackpot=jackpot, reason="game-discontinued", day="2024-05-01"), *PAIR)


# -- reasons and notice


def test_wa_28_removed_only_for_the_reasons_there_are(house: House) -> None:
    for reason in ("tired-of-it", "", "won"):
        announce = c.AnnounceRemoval(jackpot="attack", reason=reason, day="2024-06-01")
        house.refused(RemovalRefused, announce, *PAIR)
    wrong_day = c.AnnounceRemoval(jackpot="attack", reason="game-discontinued", day="June")
    house.refused(RemovalRefused, wrong_day, *PAIR)
    bonus = c.AnnounceRemoval(jackpot="daily", reason="game-discontinued", day="2024-06-01")
    house.refused(WrongState, bonus, *PAIR)


def test_wa_28_notice_runs_before_the_money_leaves(commercial: House) -> None:
    early = c.AnnounceRemoval(jackpot="attack", reason="game-discontinued", day="2024-05-10")
    commercial.refused(RemovalRefused, early, *PAIR)
    commercial.do(c.AnnounceRemoval(jackpot="attack", reason="game-discontinued", day="2024-05-11"), *PAIR)
    transfer = c.TransferJackpot(jackpot="attack", to="ties", document="D")
    commercial.shut()
    commercial.refused(RemovalRefused, transfer, *PAIR)
    commercial.deposit_all("attack")
    commercial.at += 10 * DAY
    commercial.do(transfer, *PAIR)


def test_wa_28_no_notice_where_the_regulator_orders_it(commercial: House) -> None:
    announce = c.AnnounceRemoval(
        jackpot="attack", reason="order-of-the-regulator", day="2024-05-01", document="order 1"
    )
    commercial.do(announce, *PAIR)


WON = "won-and-not-continued"
WON_TODAY = c.AnnounceRemoval(jackpot="attack", reason=WON, day="2024-05-01")


def _win(house: House, table: str, event: str) -> Hit:
    house.tabulate(table, 1)
    [hit] = house.claim(table, (1, "jackpot", event))
    return hit


def test_wa_28_won_is_said_only_when_the_full_prize_was_paid(commercial: House) -> None:
    """Without notice, for there is nothing of the players' to hear of: neither before a win nor after a part of it."""
    commercial.play("A1", 3, 1, 2)
    assert "no full prize" in commercial.refused(RemovalRefused, WON_TODAY, *PAIR).message
    commercial.settle_hit(_win(commercial, "A1", BLACKJACK))
    commercial.refused(RemovalRefused, WON_TODAY, *PAIR)
    rejected = _win(commercial, "A1", HEARTS)
    commercial.refused(RemovalRefused, WON_TODAY, *PAIR)
    commercial.reject(rejected)
    commercial.refused(RemovalRefused, WON_TODAY, *PAIR)
    hit = _win(commercial, "A1", HEARTS)
    commercial.verify(hit)
    refusal = commercial.refused(RemovalRefused, WON_TODAY, *PAIR)
    assert (refusal.clause, "game-discontinued" in (refusal.remedy or "")) == ("WAC 230-15-710", True)
    commercial.pay(hit)
    commercial.do(WON_TODAY, *PAIR)
    commercial.shut()
    commercial.do(c.TransferJackpot(jackpot="attack", to="ties", document="D"), *PAIR)
    commercial.sound()


@pytest.mark.parametrize("table", ["A1", "A2"])
def test_wa_28_won_is_not_said_when_wagers_were_counted_for_it_since(commercial: House, table: str) -> None:
    commercial.settle_hit(_win(commercial, "A1", HEARTS))
    commercial.tabulate(table, 2)
    assert "after its full prize" in commercial.refused(RemovalRefused, WON_TODAY, *PAIR).message
    # Not even when it shows no more than its reseed again.
    commercial.settle_hit(_win(commercial, "A1", BLACKJACK))
    assert commercial.shown("attack") < 50_000
    commercial.refused(RemovalRefused, WON_TODAY, *PAIR)
    commercial.settle_hit(_win(commercial, table, HEARTS))
    commercial.do(WON_TODAY, *PAIR)


def test_wa_28_all_who_won_it_together_were_paid(commercial: House) -> None:
    """Two full prizes of one round: the part of one that was none goes back to the meter, and the players' it stays."""
    commercial.tabulate("A1", 1, 2)
    first, second = commercial.claim("A1", (1, "jackpot", HEARTS), (2, "jackpot", HEARTS))
    commercial.reject(first)
    commercial.settle_hit(second)
    commercial.refused(RemovalRefused, WON_TODAY, *PAIR)


def test_wa_28_every_meter_of_it_was_won(house: House) -> None:
    won = c.AnnounceRemoval(jackpot="wilds", reason=WON, day="2024-05-01")
    house.tabulate("W1", 1, 2, 3, 4)
    rows = [meter.row for meter in WILDS.meters]
    hits = house.claim("W1", *((seat, "bonus-jackpot", row) for seat, row in enumerate(rows, start=1)))
    for hit in hits:
        house.refused(RemovalRefused, won, *PAIR)
        house.settle_hit(hit)
    house.do(won, *PAIR)


def test_wa_28_a_progressive_leaves_no_table_as_won_when_it_was_not(house: House) -> None:
    house.tabulate("A2", 1)
    house.shut()
    gone = c.RemoveTable(table="A2", reason="it is old", removal=WON)
    assert "no full prize" in house.refused(RemovalRefused, gone, *PAIR).message
    house.open("A1", "A2")
    house.settle_hit(_win(house, "A2", HEARTS))
    house.shut()
    house.do(gone, *PAIR)


def test_wa_28_without_an_announcement_nothing_leaves(house: House) -> None:
    house.shut()
    house.refused(RemovalRefused, c.TransferJackpot(jackpot="attack", to="ties", document="D"), *PAIR)
    donate = c.DonateJackpot(jackpot="attack", organisation="Council", reference="D")
    house.refused(RemovalRefused, donate, *PAIR)
    house.refused(WrongState, c.CloseJackpot(jackpot="attack"), *PAIR)


# -- a progressive and its tables

BONUS_DUEL = duel_table("D1", bonus=True)
GIVE_UP = (
    (c.ChangeTable(table=BONUS_DUEL), "ties"),
    (c.ChangeTable(table=msgspec.structs.replace(attack_table("A1"), jackpots={"jackpot": "ties"})), "attack"),
    (c.RemoveTable(table="A2", reason="it is old"), "attack"),
)
"""A table gets a bonus in the place of its progressive, gets another progressive, or goes."""


@pytest.mark.parametrize("removal", [None, "", "it is old", "won"])
@pytest.mark.parametrize(("command", "jackpot"), GIVE_UP, ids=["a bonus instead", "another", "taken away"])
def test_wa_28_a_progressive_leaves_a_table_only_for_the_reasons_there_are(
    house: House, command: c.ChangeTable | c.RemoveTable, jackpot: str, removal: str | None
) -> None:
    house.do(c.AddTable(table=duel_table("D3")), "ames", "cole")
    house.shut()
    refusal = house.refused(RemovalRefused, msgspec.structs.replace(command, removal=removal), *PAIR)
    assert refusal.clause == "WAC 230-15-710"
    assert "moved-to-another-table" in (refusal.remedy or "")
    assert removal is not None or jackpot in str(refusal)


@pytest.mark.parametrize("reason", [known.value for known in Removal if known is not Removal.WON])
def test_wa_28_the_reason_stands_in_the_entries_of_the_table_and_the_property(house: House, reason: str) -> None:
    house.play("D1", 3, 1, 2)
    house.do(c.AddTable(table=duel_table("D3")), "ames", "cole")
    house.shut()
    before = house.floor.accounts("ties")
    house.do(c.ChangeTable(table=BONUS_DUEL, removal=reason, document="order 7"), *PAIR)
    house.do(c.RemoveTable(table="A2", reason="it is old", removal=reason, document="order 7"), *PAIR)
    written = {"reason": reason, "clause": "WAC 230-15-710", "document": "order 7"}
    entries = {
        stream: [entry.data for entry in house.floor.journal.read(stream) if "removal" in entry.data]
        for stream in ("property", "table/D1")
    }
    [changed, removed] = entries["property"]
    assert changed["removal"] == {"progressives": ["ties"], **written}
    assert removed["removal"] == {"progressives": ["attack"], **written}
    assert [entry["removal"] for entry in entries["table/D1"]] == [changed["removal"]]
    assert changed["second"] == removed["second"] == "cole"
    assert house.floor.accounts("ties") == before, "the money stays with the progressive"
    house.open("D3")
    house.tabulate("D3", 1)
    house.sound()


def test_wa_28_a_reason_is_given_only_where_a_progressive_leaves(house: House) -> None:
    house.shut()
    stays = attack_table("A2")
    house.refused(RemovalRefused, c.ChangeTable(table=stays, removal="moved-to-another-table"), *PAIR)
    bonus = c.RemoveTable(table="S1", reason="it is old", removal="game-discontinued")
    house.refused(RemovalRefused, bonus, *PAIR)
    house.do(c.ChangeTable(table=stays), *PAIR)
    house.do(c.RemoveTable(table="S1", reason="it is old"), *PAIR)


def test_wa_28_the_last_table_of_a_progressive_stays_while_it_holds_money(house: House) -> None:
    house.tabulate("D1", 1)
    house.shut()
    gone = c.RemoveTable(table="D1", reason="it is old", removal="game-discontinued")
    for command in (gone, c.ChangeTable(table=BONUS_DUEL, removal="game-discontinued")):
        refusal = house.refused(RemovalRefused, command, *PAIR)
        assert (refusal.clause, "ties" in str(refusal)) == ("WAC 230-15-710", True)
    _leave(house, "ties")
    house.refused(RemovalRefused, gone, *PAIR)
    house.do(c.TransferJackpot(jackpot="ties", to="attack", document="D"), *PAIR)
    house.do(gone, *PAIR)
    house.do(c.CloseJackpot(jackpot="ties"), *PAIR)
    house.sound()


def test_wa_28_a_progressive_that_was_only_seeded_leaves_when_the_house_has_its_seed_back(empty: House) -> None:
    empty.build(jackpots=[TIES], tables=[duel_table("D1")])
    empty.shut()
    gone = c.RemoveTable(table="D1", reason="a mistake", removal="game-discontinued")
    empty.refused(RemovalRefused, gone, *PAIR)
    empty.do(c.RecoverSeed(jackpot="ties", amount=20_000, source="pool", document="D10"), *PAIR)
    empty.do(gone, *PAIR)


def test_wa_28_linked_tables_leave_one_by_one_and_the_last_one_stays(house: House) -> None:
    house.shut()
    for table in ("A2", "A1"):
        command = c.ChangeTable(table=split_table(table), removal="game-discontinued")
        if table == "A2":
            house.do(command, *PAIR)
        else:
            house.refused(RemovalRefused, command, *PAIR)


# -- where its money goes


def test_wa_28_a_transfer_moves_everything_with_its_escrow(house: House) -> None:
    house.play("A1", 7, 1, 2)
    house.deposit_all("attack")
    house.play("A1", 1, 1)
    _leave(house, "attack")
    transfer = c.TransferJackpot(jackpot="attack", to="ties", document="D")
    house.refused(RemovalRefused, transfer, *PAIR)
    house.shut()
    held = sum(house.fund("attack", fund) for fund in ("accrued", "pool", "reserve", "overflow"))
    before = {fund: house.fund("ties", fund) for fund in ("bank", "due", "pool", "reserve", "overflow")}
    taken = {fund: house.fund("attack", fund) for fund in ("bank", "due", "reserve", "overflow")}
    house.refused(UnknownThing, c.TransferJackpot(jackpot="attack", to="none", document="D"), *PAIR)
    house.refused(RemovalRefused, c.TransferJackpot(jackpot="attack", to="attack", document="D"), *PAIR)
    house.refused(WrongState, c.TransferJackpot(jackpot="attack", to="daily", document="D"), *PAIR)
    house.do(transfer, *PAIR)
    for fund in ("accrued", "pool", "reserve", "overflow", "bank", "due", "locked"):
        assert house.fund("attack", fund) == 0
    assert house.fund("ties", "bank") == before["bank"] + taken["bank"]
    assert house.fund("ties", "due") == before["due"] + taken["due"]
    assert (
        house.fund("ties", "pool") + house.fund("ties", "reserve") + house.fund("ties", "overflow")
        == before["pool"] + before["reserve"] + before["overflow"] + held
    )
    assert house.fund("ties", "reserve") == before["reserve"] + taken["reserve"]
    house.sound()


def test_wa_28_pending_hits_are_closed_first(house: House) -> None:
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", BLACKJACK))
    _leave(house, "attack")
    house.shut()
    transfer = c.TransferJackpot(jackpot="attack", to="ties", document="D")
    house.refused(RemovalRefused, transfer, *PAIR)
    house.settle_hit(hit)
    house.do(transfer, *PAIR)


@pytest.mark.parametrize("stated", [False, True])
def test_wa_21_what_was_seized_or_is_missing_does_not_hide_in_another_progressive(house: House, stated: bool) -> None:
    house.deposit_all("attack")
    if stated:
        house.do(c.Statement(jackpot="attack", amount=40_000, reference="May"), "ames")
    else:
        house.do(c.Seize(jackpot="attack", amount=60_000, authority="Revenue", reference="order"), "cole", "ames")
    _leave(house, "attack")
    house.shut()
    transfer = c.TransferJackpot(jackpot="attack", to="ties", document="D")
    donate = c.DonateJackpot(jackpot="attack", organisation="Council", reference="D")
    for command in (transfer, donate):
        refusal = house.refused(RemovalRefused, command, *PAIR)
        assert "$600" in refusal.message
        assert (refusal.clause, bool(refusal.remedy)) == (f"WAC 230-15-{'455' if stated else '715'}", True)
    if stated:
        house.do(c.Statement(jackpot="attack", amount=100_000, reference="June"), "ames")
    else:
        house.deposit_all("attack")
    house.do(transfer, *PAIR)
    house.sound()


def test_wa_22_what_is_overdue_at_the_bank_is_deposited_before_it_goes_to_another(house: House) -> None:
    _leave(house, "attack")
    house.shut()
    house.at += 9 * DAY
    transfer = c.TransferJackpot(jackpot="attack", to="ties", document="D")
    refusal = house.refused(DepositOverdue, transfer, *PAIR)
    assert "7 days" in refusal.message
    house.deposit_all("attack")
    house.do(transfer, *PAIR)


def test_wa_28_a_donation_takes_whole_cents_and_the_rest_below_a_cent_stays_booked(empty: House) -> None:
    empty.build(jackpots=[TIES], tables=[duel_table("D1")])
    empty.tabulate("D1", 1)
    empty.deposit_all("ties")
    _leave(empty, "ties")
    empty.shut()
    held = empty.fund("ties", "accrued") + empty.fund("ties", "pool") + empty.fund("ties", "reserve")
    reply = empty.do(c.DonateJackpot(jackpot="ties", organisation="Council", reference="D"), *PAIR)
    assert reply["cents"] == held // MICROS
    assert empty.fund("ties", "paid") == held // MICROS * MICROS
    assert empty.fund("ties", "rounding") == held % MICROS
    close = c.CloseJackpot(jackpot="ties")
    empty.refused(WrongState, close, *PAIR)
    empty.do(c.RemoveTable(table="D1", reason="gone", removal="game-discontinued"), "sato", "cole")
    # What the cage gave is still in the account: it comes out before the books are closed.
    empty.refused(WrongState, close, *PAIR)
    empty.do(c.Withdraw(jackpot="ties", amount=-empty.fund("ties", "due") // MICROS, reference="D"), "cole", "sato")
    empty.do(close, *PAIR)
    for command in (
        c.Deposit(jackpot="ties", amount=1, reference="s14"),
        c.Statement(jackpot="ties", amount=1, reference="s"),
    ):
        empty.refused(WrongState, command, "ames" if isinstance(command, c.Statement) else "cole")
    empty.refused(WrongState, c.AddJackpot(jackpot=TIES), *PAIR)
    empty.sound()


def test_wa_28_the_donation_on_record_is_what_left_the_meters(empty: House) -> None:
    empty.build(jackpots=[WILDS], tables=[deuces_table("W1")])
    odd = msgspec.structs.replace(
        WILDS, meters=tuple(msgspec.structs.replace(meter, rate=meter.rate - 4_321) for meter in WILDS.meters)
    )
    empty.shut()
    empty.do(c.ChangeJackpot(jackpot=odd), *PAIR)
    empty.open("W1")
    empty.tabulate("W1", 1)
    _leave(empty, "wilds")
    empty.shut()
    reply = empty.do(c.DonateJackpot(jackpot="wilds", organisation="Council", reference="D"), *PAIR)
    paid = sum(empty.fund("wilds", "paid", meter.row) for meter in WILDS.meters)
    assert reply["cents"] * MICROS == paid
    empty.sound()


def test_a_removal_survives_a_stop(house: House) -> None:
    _leave(house, "attack")
    house.do(c.StopJackpot(jackpot="attack", reason="a test"), "vega")
    house.do(c.ResumeJackpot(jackpot="attack", reason="done"), *PAIR)
    house.shut()
    house.do(c.TransferJackpot(jackpot="attack", to="ties", document="D"), *PAIR)


def test_an_announcement_does_not_start_a_stopped_jackpot(house: House) -> None:
    house.shut()
    house.do(c.StopJackpot(jackpot="attack", reason="a test"), "vega")
    _leave(house, "attack")
    house.refused(WrongState, c.OpenTable(table="A1"), "sato")


def test_a_bonus_is_closed_when_no_table_plays_for_it(house: House) -> None:
    house.shut()
    house.refused(WrongState, c.CloseJackpot(jackpot="daily"), *PAIR)
    house.do(c.RemoveTable(table="S1", reason="gone"), "sato", "cole")
    house.do(c.CloseJackpot(jackpot="daily"), *PAIR)
    house.refused(WrongState, c.PostAmount(jackpot="daily", amount=5), *PAIR)
    assert "daily" not in house.floor.property.jackpots
