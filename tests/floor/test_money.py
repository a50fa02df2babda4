"""Parameters and money: WA-14, WA-15, WA-19, WA-21, WA-22, WA-28, LAB-1, LAB-12, LAB-13 and the escrow behind them."""

from __future__ import annotations

import msgspec
import pytest

from houseway.errors import (
    AdjustmentRefused,
    BadAmount,
    BadJackpot,
    FundsShort,
    RemovalRefused,
    Stopped,
    UnknownThing,
    WrongState,
)
from houseway.floor import commands as c
from houseway.floor.context import gaming_day
from houseway.jackpots import funds
from houseway.jackpots.configuration import Jackpot, Meter
from tests.floor.houses import (
    ATTACK,
    BLACKJACK,
    DAILY,
    DAY,
    HEARTS,
    MICROS,
    ROYALS,
    TIES,
    WILDS,
    House,
    attack_table,
    changed,
    deuces_table,
    duel_table,
    split_table,
)

PAIR = ("ames", "cole")


# -- beginning and changing


def test_wa_14_the_beginning_amount_is_on_record_and_owed_by_the_house(house: House) -> None:
    assert house.floor.accounts("wilds") == {
        "wilds/5-wild-cards:pool": 1_000_000 * MICROS,
        "wilds/5-wild-cards:seed": -1_000_000 * MICROS,
        "wilds/4-wild-cards:pool": 50_000 * MICROS,
        "wilds/4-wild-cards:seed": -50_000 * MICROS,
        "wilds/3-wild-cards:pool": 2_000 * MICROS,
        "wilds/3-wild-cards:seed": -2_000 * MICROS,
        "wilds/2-wild-cards:pool": 500 * MICROS,
        "wilds/2-wild-cards:seed": -500 * MICROS,
        "wilds:due": 1_052_500 * MICROS,
        "wilds:house": -1_052_500 * MICROS,
    }
    [begun] = list(house.floor.journal.read("jackpot/wilds", 1, 2))
    assert begun.data["beginning"] == {meter.row: meter.seed for meter in WILDS.meters}


@pytest.mark.parametrize(
    "wrong",
    [
        changed(ATTACK, rate=-1),
        changed(ATTACK, rate=0),
        changed(ATTACK, reserve=-1),
        changed(ATTACK, seed=-100),
        changed(ATTACK, reseed=-100),
        changed(ATTACK, cap=99_999),
        changed(ATTACK, rate=950_000, reserve=50_001),
        msgspec.structs.replace(ATTACK, meters=()),
        msgspec.structs.replace(ATTACK, updates="updated"),
        msgspec.structs.replace(ATTACK, wager=0),
        msgspec.structs.replace(ATTACK, amount=5),
        msgspec.structs.replace(DAILY, meters=ATTACK.meters),
        msgspec.structs.replace(DAILY, updates="real-time"),
        msgspec.structs.replace(ATTACK, id="Not Kebab"),
        msgspec.structs.replace(ATTACK, id="a:b"),
        msgspec.structs.replace(ATTACK, id="a/b"),
    ],
)
def test_lab_1_a_jackpot_that_cannot_be_run_does_not_begin(house: House, wrong: Jackpot) -> None:
    fresh = msgspec.structs.replace(wrong, id="new") if wrong.id in ("attack", "daily") else wrong
    house.refused(BadJackpot, c.AddJackpot(jackpot=fresh), *PAIR)


def test_a_jackpot_begins_once(house: House) -> None:
    house.refused(WrongState, c.AddJackpot(jackpot=ATTACK), *PAIR)


@pytest.mark.parametrize(
    "other",
    [
        changed(ATTACK, rate=100_000),
        changed(ATTACK, reserve=0),
        msgspec.structs.replace(ATTACK, wager=200),
        msgspec.structs.replace(ATTACK, envy={HEARTS: "$5"}),
        msgspec.structs.replace(ATTACK, share={HEARTS: "$5"}),
        msgspec.structs.replace(ATTACK, meters=(*ATTACK.meters, Meter(row="x", seed=0, reseed=0, rate=1))),
    ],
)
def test_lab_13_what_wagers_move_does_not_change_while_a_table_of_the_link_is_open(
    house: House, other: Jackpot
) -> None:
    house.refused(WrongState, c.ChangeJackpot(jackpot=other), *PAIR)
    house.shut("A1")
    house.refused(WrongState, c.ChangeJackpot(jackpot=other), *PAIR)
    house.shut("A2")
    assert house.do(c.ChangeJackpot(jackpot=other), *PAIR)["queued"] is False
    assert house.floor.jackpot("attack").jackpot == other
    assert house.floor.broken() == []


def test_lab_13_another_rate_moves_the_meter_from_the_next_opening(house: House) -> None:
    house.shut("A1", "A2")
    house.do(c.ChangeJackpot(jackpot=changed(ATTACK, rate=300_000)), *PAIR)
    house.open("A1")
    house.tabulate("A1", 1)
    assert house.shown("attack") == 100_030


def test_wa_15_no_cap_under_the_amount_that_stands(house: House) -> None:
    house.tabulate("A1", 1)
    for cap in (100_000, 100_019):
        house.refused(BadJackpot, c.ChangeJackpot(jackpot=changed(ATTACK, cap=cap)), *PAIR)
    house.do(c.ChangeJackpot(jackpot=changed(ATTACK, cap=100_020)), *PAIR)


@pytest.mark.parametrize("look", [False, True])
def test_lab_2_what_came_in_above_a_cap_stays_overflow_when_the_cap_is_raised(empty: House, look: bool) -> None:
    low = changed(ATTACK, cap=100_030)
    empty.build(jackpots=[low], tables=[attack_table("A1")])
    empty.tabulate("A1", 1, 2, 3)
    assert empty.shown("attack") == 100_030
    if look:
        # Whether the money was looked at before must make no difference.
        recover = c.RecoverSeed(jackpot="attack", amount=0, source="pool", document="none")
        empty.do(recover, "cole", "ames")
    empty.shut()
    empty.do(c.ChangeJackpot(jackpot=changed(ATTACK, cap=200_000)), *PAIR)
    assert empty.shown("attack") == 100_030
    assert empty.fund("attack", "overflow") == 30 * MICROS
    empty.sound()


def test_another_scheme_is_another_jackpot(house: House) -> None:
    house.shut()
    bonus = Jackpot(id="attack", scheme="bonus", updates="static", amount=5)
    house.refused(BadJackpot, c.ChangeJackpot(jackpot=bonus), *PAIR)
    house.refused(UnknownThing, c.ChangeJackpot(jackpot=msgspec.structs.replace(ATTACK, id="none")), *PAIR)


def test_a_meter_that_is_added_begins_with_its_seed(house: House) -> None:
    house.shut()
    more = msgspec.structs.replace(ATTACK, meters=(*ATTACK.meters, Meter(row="extra", seed=700, reseed=0, rate=10_000)))
    house.do(c.ChangeJackpot(jackpot=more), *PAIR)
    assert house.floor.amounts("attack") == {"": 100_000, "extra": 700}
    house.sound()


def test_a_meter_that_held_money_goes_only_when_it_holds_none_and_leaves_its_history(house: House) -> None:
    house.tabulate("W1", 1)
    house.shut()
    row = "2-wild-cards"
    fewer = msgspec.structs.replace(WILDS, meters=tuple(meter for meter in WILDS.meters if meter.row != row))
    house.refused(BadJackpot, c.ChangeJackpot(jackpot=fewer), *PAIR)
    house.do(c.AdjustMeter(jackpot="wilds", row=row, to=500, reason="malfunction", document="M-1"), "sato", "cole")
    house.do(c.RecoverSeed(jackpot="wilds", row=row, amount=500, source="pool", document="R-1"), "cole", "ames")
    house.do(c.ChangeJackpot(jackpot=fewer), *PAIR)
    assert row not in house.floor.amounts("wilds")
    house.sound()


# -- posting a bonus


def test_bjs_2_a_bonus_is_posted_by_the_operator_and_moved_by_no_wager(house: House) -> None:
    house.play("S1", 5, 1, 2, 3)
    assert house.floor.accounts("daily") == {}
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"}), *PAIR)
    house.tabulate("S1", 1)
    [hit] = house.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.amount == 450_000


def test_s_16_a_bonus_posted_after_the_count_is_for_the_next_round(house: House) -> None:
    """With the tabulator alone a round may be claimed on until the next press."""
    house.tabulate("S1", 1, 2)
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"}), *PAIR)
    [hit] = house.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.amount == 400_000
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,700"}), *PAIR)
    house.tabulate("S1", 1)
    [hit] = house.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.amount == 470_000


def test_s_16_a_bonus_of_percents_posted_after_the_count_is_for_the_next_round(empty: House) -> None:
    bonus = msgspec.structs.replace(ROYALS, updates="updated")
    empty.build(jackpots=[bonus], tables=[duel_table("D2", bonus=True)])
    empty.tabulate("D2", 1)
    empty.do(c.PostAmount(jackpot="royals", amount=500_000), *PAIR)
    [hit] = empty.claim("D2", (1, "two-plus-two", "royal-flush"))
    assert hit.amount == 400_000
    empty.tabulate("D2", 1)
    [hit] = empty.claim("D2", (1, "two-plus-two", "royal-flush"))
    assert hit.amount == 500_000


def test_bjs_2_a_progressive_or_a_static_bonus_is_not_posted(house: House) -> None:
    house.refused(WrongState, c.PostAmount(jackpot="attack", amount=5), *PAIR)
    house.refused(WrongState, c.PostAmount(jackpot="royals", amount=5), *PAIR)
    house.refused(BadAmount, c.PostAmount(jackpot="daily", amount=-5), *PAIR)


def test_s_16_no_posting_into_a_round_in_progress(empty: House) -> None:
    empty.build(jackpots=[DAILY], tables=[split_table("S1", cards="virtual")])
    empty.tabulate("S1", 1)
    post = c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"})
    empty.refused(WrongState, post, *PAIR)
    empty.do(c.VoidRound(table="S1", round=1, reason="a test"), "sato")
    empty.do(post, *PAIR)


# -- adjusting


def test_wa_19_a_displayed_amount_is_set_right_only_after_a_malfunction(house: House) -> None:
    house.play("A1", 3, 1)
    for reason in ("won", "undisplayed", "seed", "mistake", ""):
        adjust = c.AdjustMeter(jackpot="attack", to=99_000, reason=reason, document="D-1")
        house.refused(AdjustmentRefused, adjust, "sato", "cole")
    house.do(c.AdjustMeter(jackpot="attack", to=99_000, reason="malfunction", document="D-1"), "sato", "cole")
    assert house.shown("attack") == 99_000
    house.do(c.AdjustMeter(jackpot="attack", to=101_000, reason="malfunction", document="D-2"), "sato", "cole")
    assert house.shown("attack") == 101_000
    [entry] = [entry for entry in house.floor.journal.read("jackpot/attack") if entry.kind == "meter-adjusted"][:1]
    assert (entry.data["before"], entry.data["after"], entry.data["document"]) == (100_060, 99_000, "D-1")
    assert (entry.who, entry.data["second"]) == ("sato", "cole")
    house.sound()


def test_wa_19_no_adjustment_over_the_maximum_or_under_nothing(house: House) -> None:
    over = c.AdjustMeter(jackpot="attack", to=150_001, reason="malfunction", document="D")
    house.refused(AdjustmentRefused, over, "sato", "cole")
    below = c.AdjustMeter(jackpot="attack", to=-1, reason="malfunction", document="D")
    house.refused(BadAmount, below, "sato", "cole")
    missing = c.AdjustMeter(jackpot="attack", row="none", to=1, reason="malfunction", document="D")
    house.refused(WrongState, missing, "sato", "cole")
    house.refused(WrongState, c.AdjustMeter(jackpot="daily", to=1, reason="malfunction", document="D"), "sato", "cole")


def test_wa_19_seed_goes_back_to_the_house_never_more_than_it_gave(house: House) -> None:
    house.play("A1", 5, 1, 2)
    recover = c.RecoverSeed(jackpot="attack", amount=100_001, source="pool", document="D")
    house.refused(AdjustmentRefused, recover, "cole", "ames")
    house.do(c.RecoverSeed(jackpot="attack", amount=60_000, source="pool", document="D"), "cole", "ames")
    house.do(c.RecoverSeed(jackpot="attack", amount=50, source="reserve", document="D"), "cole", "ames")
    again = c.RecoverSeed(jackpot="attack", amount=1, source="reserve", document="D")
    house.refused(FundsShort, again, "cole", "ames")
    house.refused(
        AdjustmentRefused,
        c.RecoverSeed(jackpot="attack", amount=39_951, source="pool", document="D"),
        "cole",
        "ames",
    )
    house.refused(BadAmount, c.RecoverSeed(jackpot="attack", amount=-1, source="pool", document="D"), "cole", "ames")
    assert house.shown("attack") == 40_200
    house.sound()


def test_wa_19_undisplayed_money_is_booked_from_hidden_funds_only(house: House) -> None:
    house.play("A1", 4, 1)
    book = c.BookUndisplayed(jackpot="attack", amount=21, source="reserve", document="D")
    house.refused(FundsShort, book, "cole", "ames")
    house.do(c.BookUndisplayed(jackpot="attack", amount=20, source="reserve", document="D"), "cole", "ames")
    assert house.shown("attack") == 100_080
    assert house.fund("attack", "paid") == 20 * MICROS
    house.sound()


# -- deposits


def test_wac_230_15_455_no_more_is_deposited_than_is_due(house: House) -> None:
    house.refused(BadAmount, c.Deposit(jackpot="attack", amount=100_001, reference="s"), "cole")
    for amount in (0, -1):
        house.refused(BadAmount, c.Deposit(jackpot="attack", amount=amount, reference="s"), "cole")
    house.do(c.Deposit(jackpot="attack", amount=100_000, reference="s"), "cole")
    house.refused(BadAmount, c.Deposit(jackpot="attack", amount=1, reference="s"), "cole")
    assert (house.fund("attack", "bank"), house.fund("attack", "due")) == (100_000 * MICROS, 0)


def test_a_part_of_a_cent_due_is_rounded_up_at_the_bank(house: House) -> None:
    house.tabulate("D1", 1)
    assert house.fund("ties", "due") == 20_000 * MICROS + 44_444_400
    house.refused(BadAmount, c.Deposit(jackpot="ties", amount=20_046, reference="s"), "cole")
    house.do(c.Deposit(jackpot="ties", amount=20_045, reference="s"), "cole")
    house.refused(BadAmount, c.Deposit(jackpot="ties", amount=1, reference="s"), "cole")
    house.sound()


def _days(house: House, number: int) -> list[str]:
    """So many days go by, each with its close; the jackpots stopped at the last."""
    stopped: list[str] = []
    for _ in range(number):
        house.at += DAY
        today = gaming_day(house.at, house.floor.property.zone, house.floor.property.day_starts)
        stopped = house.do(c.CloseDay(day=today), "cole")["stopped"]
    return stopped


@pytest.mark.parametrize("profile", ["plain", "washington-commercial"])
def test_wa_22_money_due_for_more_than_a_week_stops_the_games_at_the_close_and_at_opening(
    empty: House, profile: str
) -> None:
    empty.build(profile, jackpots=[ATTACK], tables=[attack_table("A1"), attack_table("A2")])  # type: ignore[arg-type]
    empty.shut("A2")
    assert _days(empty, 7) == []
    empty.tabulate("A1", 1)
    assert _days(empty, 1) == ["attack"]
    refusal = empty.refused(Stopped, c.Tabulate(table="A1", round=2, picture={"1": (1,)}), "panel:A1")
    assert "attack" in refusal.message
    empty.refused(WrongState, c.OpenTable(table="A2"), "sato")
    resume = c.ResumeJackpot(jackpot="attack", reason="paid in")
    assert empty.refused(WrongState, resume, *PAIR).clause
    empty.deposit_all("attack")
    empty.do(resume, *PAIR)
    empty.tabulate("A1", 1)
    empty.open("A2")


def test_wa_22_a_table_does_not_open_on_money_overdue_since_the_last_close(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")], opened=False)
    _days(empty, 1)
    empty.at += 8 * DAY
    refusal = empty.refused(WrongState, c.OpenTable(table="A1"), "sato")
    assert "7 days" in refusal.message
    empty.deposit_all("attack")
    empty.open("A1")


def test_wa_22_deposited_weekly_nothing_stops(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    for _ in range(4):
        assert _days(empty, 6) == []
        empty.play("A1", 3, 1, 2)
        empty.deposit_all("attack")
        assert _days(empty, 1) == []


def test_wa_22_a_rest_below_a_cent_does_not_hide_what_is_overdue_after_it(empty: House) -> None:
    empty.build(jackpots=[TIES], tables=[duel_table("D1")])
    empty.tabulate("D1", 1)
    _days(empty, 1)
    empty.do(c.Deposit(jackpot="ties", amount=20_044, reference="s"), "cole")
    empty.play("D1", 300, 1)
    assert _days(empty, 7) == []
    assert _days(empty, 1) == ["ties"]


def test_wa_22_what_the_cage_paid_for_the_account_is_no_longer_due(empty: House) -> None:
    empty.build(jackpots=[changed(ATTACK, reseed=0)], tables=[attack_table("A1")])
    empty.do(c.Deposit(jackpot="attack", amount=1_000, reference="s"), "cole")
    assert _days(empty, 7) == []
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    empty.settle_hit(hit)
    assert empty.fund("attack", "due") < 0
    assert _days(empty, 2) == []
    empty.shut()
    empty.open("A1")


# -- the bank's own word


def test_wa_22_a_short_account_stops_the_games_until_the_bank_says_that_it_is_whole(house: House) -> None:
    house.deposit_all("attack")
    reply = house.do(c.Statement(jackpot="attack", amount=99_999, reference="May"), "cole")
    assert (reply["shortfall"], reply["stopped"]) == (MICROS, True)
    for table in ("A1", "A2"):
        house.refused(Stopped, c.Tabulate(table=table, round=1, picture={"1": (1,)}), f"panel:{table}")
    resume = c.ResumeJackpot(jackpot="attack", reason="made good")
    house.refused(WrongState, resume, *PAIR)
    house.do(c.Statement(jackpot="attack", amount=100_000, reference="June"), "cole")
    house.do(resume, *PAIR)
    house.tabulate("A1", 1)
    house.sound()


def test_wa_22_a_short_account_is_noted_on_a_stopped_jackpot_too(house: House) -> None:
    house.deposit_all("attack")
    house.do(c.StopJackpot(jackpot="attack", reason="a test"), "sato")
    house.do(c.Statement(jackpot="attack", amount=1, reference="May"), "cole")
    house.refused(WrongState, c.ResumeJackpot(jackpot="attack", reason="go on"), *PAIR)


def test_wa_22_money_brought_for_something_else_does_not_make_a_short_account_whole(house: House) -> None:
    house.do(c.Deposit(jackpot="attack", amount=50_000, reference="s"), "cole")
    house.do(c.Statement(jackpot="attack", amount=49_000, reference="May"), "cole")
    house.deposit_all("attack")
    house.refused(WrongState, c.ResumeJackpot(jackpot="attack", reason="go on"), *PAIR)


def test_a_statement_of_more_than_is_booked_stops_nothing(house: House) -> None:
    house.deposit_all("attack")
    assert house.do(c.Statement(jackpot="attack", amount=100_001, reference="May"), "cole")["stopped"] is False
    house.tabulate("A1", 1)


def test_wa_21_a_seizure_stops_the_game_at_once_until_the_money_is_back(house: House) -> None:
    house.deposit_all("attack")
    house.refused(FundsShort, c.Seize(jackpot="attack", amount=100_001, authority="Revenue"), "cole")
    house.do(c.Seize(jackpot="attack", amount=60_000, authority="Revenue"), "cole")
    assert house.shown("attack") == 100_000
    assert (house.fund("attack", "bank"), house.fund("attack", "due")) == (40_000 * MICROS, 60_000 * MICROS)
    house.refused(Stopped, c.Tabulate(table="A1", round=1, picture={"1": (1,)}), "panel:A1")
    resume = c.ResumeJackpot(jackpot="attack", reason="back")
    house.refused(WrongState, resume, *PAIR)
    house.do(c.Deposit(jackpot="attack", amount=59_999, reference="s"), "cole")
    house.refused(WrongState, resume, *PAIR)
    house.do(c.Deposit(jackpot="attack", amount=1, reference="s"), "cole")
    house.do(resume, *PAIR)
    house.tabulate("A1", 1)
    house.sound()


def test_a_jackpot_is_stopped_at_every_table_of_the_link_and_at_no_other(house: House) -> None:
    house.do(c.StopJackpot(jackpot="attack", reason="a test"), "vega")
    house.refused(WrongState, c.StopJackpot(jackpot="attack", reason="again"), "vega")
    house.refused(Stopped, c.Tabulate(table="A2", round=1, picture={"1": (1,)}), "panel:A2")
    house.tabulate("D1", 1)
    house.do(c.ResumeJackpot(jackpot="attack", reason="done"), *PAIR)
    house.refused(WrongState, c.ResumeJackpot(jackpot="attack", reason="again"), *PAIR)
    house.tabulate("A2", 1)


def test_a_table_that_changed_its_jackpot_is_not_held_by_the_old_one(house: House) -> None:
    house.do(c.StopJackpot(jackpot="ties", reason="a test"), "vega")
    house.do(c.AddTable(table=duel_table("D3")))
    house.shut("D1")
    moved = c.ChangeTable(table=duel_table("D1", bonus=True), removal="moved-to-another-table")
    house.do(moved, *PAIR)
    house.open("D1")
    house.tabulate("D1", 1)


# -- the end of a progressive


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
    commercial.at += 10 * DAY
    commercial.do(transfer, *PAIR)


@pytest.mark.parametrize("reason", ["won-and-not-continued", "order-of-the-regulator"])
def test_wa_28_no_notice_where_it_was_won_or_ordered(commercial: House, reason: str) -> None:
    commercial.do(c.AnnounceRemoval(jackpot="attack", reason=reason, day="2024-05-01"), *PAIR)


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
    house.do(c.AddTable(table=duel_table("D3")))
    house.shut()
    refusal = house.refused(RemovalRefused, msgspec.structs.replace(command, removal=removal), *PAIR)
    assert refusal.clause == "WAC 230-15-710"
    assert "moved-to-another-table" in (refusal.remedy or "")
    assert removal is not None or jackpot in str(refusal)


@pytest.mark.parametrize("reason", [known.value for known in funds.Removal])
def test_wa_28_the_reason_stands_in_the_entries_of_the_table_and_the_property(house: House, reason: str) -> None:
    house.play("D1", 3, 1, 2)
    house.do(c.AddTable(table=duel_table("D3")))
    house.shut()
    before = house.floor.accounts("ties")
    house.do(c.ChangeTable(table=BONUS_DUEL, removal=reason), *PAIR)
    house.do(c.RemoveTable(table="A2", reason="it is old", removal=reason), *PAIR)
    written = {"reason": reason, "clause": "WAC 230-15-710"}
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
    empty.do(c.RecoverSeed(jackpot="ties", amount=20_000, source="pool", document="D"), *PAIR)
    empty.do(gone, *PAIR)


def test_wa_28_linked_tables_leave_one_by_one_and_the_last_one_stays(house: House) -> None:
    house.shut()
    for table in ("A2", "A1"):
        command = c.ChangeTable(table=split_table(table), removal="game-discontinued")
        if table == "A2":
            house.do(command, *PAIR)
        else:
            house.refused(RemovalRefused, command, *PAIR)


def _leave(house: House, jackpot: str) -> None:
    house.do(c.AnnounceRemoval(jackpot=jackpot, reason="game-discontinued", day="2024-05-01"), *PAIR)


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
    empty.do(c.Withdraw(jackpot="ties", amount=-empty.fund("ties", "due") // MICROS, reference="D"), "cole", "ames")
    empty.do(close, *PAIR)
    for command in (
        c.Deposit(jackpot="ties", amount=1, reference="s"),
        c.Statement(jackpot="ties", amount=1, reference="s"),
    ):
        empty.refused(WrongState, command, "cole")
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
