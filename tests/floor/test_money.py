"""Money: what is displayed set right, what is due deposited, and what stops the games: WA-19, WA-21, WA-22."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.compliance.profile import profile
from houseway.floor import command_index as c
from houseway.floor.floor_errors import DepositOverdue, NotPermitted, ReferenceMissing, Stopped, WrongState
from houseway.jackpots.jackpot_errors import AdjustmentRefused, FundsShort
from houseway.rulebook.rule_errors import BadAmount
from tests.floor.houses import (
    ATTACK,
    DAY,
    HEARTS,
    HOUR,
    MICROS,
    PAIR,
    START,
    TIES,
    House,
    attack_table,
    changed,
    duel_table,
)

# -- adjusting


def test_wa_19_a_displayed_amount_is_set_right_only_after_a_malfunction(house: House) -> None:
    house.play("A1", 3, 1)
    for reason in ("won", "undisplayed", "seed", "mistake", ""):
        adjust = c.AdjustMeter(
            jackpot="attack", to=99_000, reason=reason, document="D-1", malfunction=house.malfunction()
        )
        house.refused(AdjustmentRefused, adjust, "sato", "cole")
    house.do(
        c.AdjustMeter(
            jackpot="attack", to=99_000, reason="malfunction", document="D-1", malfunction=house.malfunction()
        ),
        "sato",
        "cole",
    )
    assert house.shown("attack") == 99_000
    house.do(
        c.AdjustMeter(
            jackpot="attack", to=101_000, reason="malfunction", document="D-2", malfunction=house.malfunction()
        ),
        "sato",
        "cole",
    )
    assert house.shown("attack") == 101_000
    [entry] = [entry for entry in house.floor.journal.read("jackpot/attack") if entry.kind == "meter-adjusted"][:1]
    assert (entry.data["before"], entry.data["after"], entry.data["document"]) == (100_060, 99_000, "D-1")
    assert (entry.who, entry.data["second"]) == ("sato", "cole")
    house.sound()


def test_wa_19_no_adjustment_over_the_maximum_or_under_nothing(house: House) -> None:
    over = c.AdjustMeter(
        jackpot="attack", to=150_001, reason="malfunction", document="D", malfunction=house.malfunction()
    )
    house.refused(AdjustmentRefused, over, "sato", "cole")
    below = c.AdjustMeter(jackpot="attack", to=-1, reason="malfunction", document="D", malfunction=house.malfunction())
    house.refused(BadAmount, below, "sato", "cole")
    missing = c.AdjustMeter(
        jackpot="attack", row="none", to=1, reason="malfunction", document="D", malfunction=house.malfunction()
    )
    house.refused(WrongState, missing, "sato", "cole")
    house.refused(
        WrongState,
        c.AdjustMeter(jackpot="daily", to=1, reason="malfunction", document="D", malfunction=house.malfunction()),
        "sato",
        "cole",
    )


def test_wa_19_seed_goes_back_to_the_house_never_more_than_it_gave(house: House) -> None:
    house.play("A1", 5, 1, 2)
    recover = c.RecoverSeed(jackpot="attack", amount=100_001, source="pool", document="D2")
    house.refused(AdjustmentRefused, recover, "cole", "ames")
    house.do(c.RecoverSeed(jackpot="attack", amount=60_000, source="pool", document="D3"), "cole", "ames")
    house.do(c.RecoverSeed(jackpot="attack", amount=50, source="reserve", document="D4"), "cole", "ames")
    again = c.RecoverSeed(jackpot="attack", amount=1, source="reserve", document="D5")
    house.refused(FundsShort, again, "cole", "ames")
    house.refused(
        AdjustmentRefused,
        c.RecoverSeed(jackpot="attack", amount=39_951, source="pool", document="D6"),
        "cole",
        "ames",
    )
    house.refused(BadAmount, c.RecoverSeed(jackpot="attack", amount=-1, source="pool", document="D7"), "cole", "ames")
    assert house.shown("attack") == 40_200
    house.sound()


def test_wa_19_undisplayed_money_is_booked_from_hidden_funds_only(house: House) -> None:
    house.play("A1", 4, 1)
    book = c.BookUndisplayed(jackpot="attack", amount=21, source="reserve", document="D8")
    house.refused(FundsShort, book, "cole", "ames")
    house.do(c.BookUndisplayed(jackpot="attack", amount=20, source="reserve", document="D9"), "cole", "ames")
    assert house.shown("attack") == 100_080
    assert house.fund("attack", "paid") == 20 * MICROS
    house.sound()


# -- deposits


def test_wac_230_15_455_no_more_is_deposited_than_is_due(house: House) -> None:
    house.refused(BadAmount, c.Deposit(jackpot="attack", amount=100_001, reference="s1"), "cole")
    for amount in (0, -1):
        house.refused(BadAmount, c.Deposit(jackpot="attack", amount=amount, reference="s2"), "cole")
    house.do(c.Deposit(jackpot="attack", amount=100_000, reference="s3"), "cole")
    house.refused(BadAmount, c.Deposit(jackpot="attack", amount=1, reference="s4"), "cole")
    assert (house.fund("attack", "bank"), house.fund("attack", "due")) == (100_000 * MICROS, 0)


def test_a_part_of_a_cent_due_is_rounded_up_at_the_bank(house: House) -> None:
    house.tabulate("D1", 1)
    assert house.fund("ties", "due") == 20_000 * MICROS + 44_444_400
    house.refused(BadAmount, c.Deposit(jackpot="ties", amount=20_046, reference="s5"), "cole")
    house.do(c.Deposit(jackpot="ties", amount=20_045, reference="s6"), "cole")
    house.refused(BadAmount, c.Deposit(jackpot="ties", amount=1, reference="s7"), "cole")
    house.sound()


def _days(house: House, number: int) -> list[str]:
    """So many days go by, each closed on the next; the jackpots whose deposit was overdue at the last close."""
    late: list[str] = []
    for _ in range(number):
        day = house.today
        house.at += DAY
        late = house.close_day(day)["overdue"]
    return late


@pytest.mark.parametrize("profile", ["plain", "washington-commercial"])
def test_wa_22_money_due_for_more_than_a_week_is_overdue_at_the_close_and_at_opening(
    empty: House, profile: str
) -> None:
    empty.build(profile, jackpots=[ATTACK], tables=[attack_table("A1"), attack_table("A2")])  # type: ignore[arg-type]
    empty.shut("A2")
    assert _days(empty, 7) == []
    empty.tabulate("A1", 1)
    assert _days(empty, 1) == ["attack"]
    refusal = empty.refused(DepositOverdue, c.OpenTable(table="A2"), "sato")
    assert refusal.clause and "$1,000 of Attack" in refusal.message
    empty.deposit_all("attack")
    empty.tabulate("A1", 1)
    empty.open("A2")


def test_wa_22_a_stopped_jackpot_is_not_resumed_while_its_deposit_is_overdue(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    empty.do(c.StopJackpot(jackpot="attack", reason="a look"), "sato")
    empty.at += 8 * DAY
    resume = c.ResumeJackpot(jackpot="attack", reason="looked at")
    empty.refused(DepositOverdue, resume, *PAIR)
    empty.deposit_all("attack")
    empty.do(resume, *PAIR)
    empty.tabulate("A1", 1)


def test_wa_22_a_table_does_not_open_on_money_overdue_since_the_last_close(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")], opened=False)
    _days(empty, 1)
    empty.at += 8 * DAY
    refusal = empty.refused(DepositOverdue, c.OpenTable(table="A1"), "sato")
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
    empty.do(c.Deposit(jackpot="ties", amount=20_044, reference="s8"), "cole")
    empty.play("D1", 300, 1)
    assert _days(empty, 7) == []
    assert _days(empty, 1) == ["ties"]


def test_wa_22_what_the_cage_paid_for_the_account_is_no_longer_due(empty: House) -> None:
    empty.build(jackpots=[changed(ATTACK, reseed=0)], tables=[attack_table("A1")])
    empty.do(c.Deposit(jackpot="attack", amount=1_000, reference="s9"), "cole")
    assert _days(empty, 7) == []
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    empty.settle_hit(hit)
    assert empty.fund("attack", "due") < 0
    assert _days(empty, 2) == []
    empty.shut()
    empty.open("A1")


def _play_and_reopen(house: House) -> None:
    """A day's play at A1, which was closed overnight."""
    house.shut("A1")
    house.open("A1")
    house.play("A1", 5, 1, 2)


@pytest.mark.parametrize("profile", ["plain", "washington-commercial"])
def test_wa_22_a_house_that_closes_no_day_is_held_to_its_deposits_all_the_same(empty: House, profile: str) -> None:
    """From the end of the first day that is not closed on, as if it had been."""
    empty.build(profile, jackpots=[ATTACK], tables=[attack_table("A1")])  # type: ignore[arg-type]
    # The first day ends 18 hours after noon; seven days later it is noon of the eighth and 18 hours more.
    empty.play("A1", 5, 1, 2)
    for _ in range(7):
        empty.at += DAY
        _play_and_reopen(empty)
    empty.at += DAY
    empty.shut("A1")
    refusal = empty.refused(DepositOverdue, c.OpenTable(table="A1"), "sato")
    assert "7 days" in refusal.message and refusal.clause
    empty.deposit_all("attack")
    empty.open("A1")
    # Whoever brings everything to the bank each week owes it nothing old, closed days or not.
    for _ in range(3):
        for _ in range(6):
            empty.at += DAY
            _play_and_reopen(empty)
        empty.deposit_all("attack")
    empty.sound()


def test_wa_22_a_late_close_makes_no_money_younger(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    first = empty.today
    empty.at += 9 * DAY
    assert empty.close_day(first)["overdue"] == ["attack"]
    empty.refused(DepositOverdue, c.Tabulate(table="A1", round=1, picture={"1": (1,)}), "panel:A1")
    empty.deposit_all("attack")
    empty.tabulate("A1", 1)


def test_wa_22_money_of_a_late_close_is_due_from_the_end_of_its_day(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    first = empty.today
    empty.shut()
    empty.at += 3 * DAY
    empty.close_day(first)
    # Noon of 1 May in Washington; the day ends at six of the next morning.
    [[since, amount]] = empty.floor.jackpot("attack").dues
    assert (since, amount) == (START + 18 * HOUR, 100_000 * MICROS)
    empty.do(c.OpenTable(table="A1"), "sato", at=since + 7 * DAY)
    empty.do(c.CloseTable(table="A1"), "sato", at=since + 7 * DAY)
    empty.refused(DepositOverdue, c.OpenTable(table="A1"), "sato", at=since + 7 * DAY + 1)


def test_wa_22_a_house_that_was_shut_for_weeks_owes_what_it_took_since(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    empty.shut()
    empty.deposit_all("attack")
    empty.close_day()
    empty.at += 21 * DAY
    empty.open("A1")
    empty.play("A1", 3, 1, 2)
    empty.at += 6 * DAY
    _play_and_reopen(empty)
    empty.at += 2 * DAY
    empty.shut("A1")
    empty.refused(DepositOverdue, c.OpenTable(table="A1"), "sato")


def test_wa_22_a_seed_is_due_from_the_end_of_the_day_on_which_the_jackpot_began(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")], opened=False)
    ends = START + 18 * HOUR
    empty.do(c.OpenTable(table="A1"), "sato", at=ends + 7 * DAY)
    empty.do(c.CloseTable(table="A1"), "sato", at=ends + 7 * DAY)
    empty.refused(DepositOverdue, c.OpenTable(table="A1"), "sato", at=ends + 7 * DAY + 1)
    empty.at = ends + 7 * DAY + 1
    empty.deposit_all("attack")
    empty.open("A1")


def test_wa_22_a_rest_below_a_cent_is_not_overdue(empty: House) -> None:
    empty.build(jackpots=[TIES], tables=[duel_table("D1")])
    empty.tabulate("D1", 1)
    empty.do(c.Deposit(jackpot="ties", amount=20_044, reference="s10"), "cole")
    assert 0 < empty.fund("ties", "due") < MICROS
    empty.at += 30 * DAY
    empty.shut()
    empty.open("D1")


def test_wa_22_a_commercial_table_does_not_open_before_its_posted_seed_is_at_the_bank(empty: House) -> None:
    tables = [attack_table("A1"), attack_table("A2")]
    profile_own: dict[str, Any] = {"seed-in-bank": True}
    empty.build("washington-commercial", settings=profile_own, jackpots=[ATTACK], tables=tables, opened=False)
    refusal = empty.refused(WrongState, c.OpenTable(table="A1"), "sato")
    assert (refusal.clause, "$1,000" in refusal.message, "$0" in refusal.message) == ("WAC 230-15-455", True, True)
    empty.do(c.Deposit(jackpot="attack", amount=99_999, reference="slip 1"), "cole")
    empty.refused(WrongState, c.OpenTable(table="A1"), "sato")
    empty.do(c.Deposit(jackpot="attack", amount=1, reference="slip 2"), "cole")
    empty.open("A1")
    # What wagers add is deposited within its days, and does not keep another table closed.
    empty.play("A1", 3, 1, 2)
    empty.open("A2")


def test_the_profile_of_a_commercial_room_wants_the_seed_at_the_bank_and_the_plain_one_does_not() -> None:
    assert profile("washington-commercial").settings("2024-05-01", {})["seed-in-bank"] is True
    assert profile("plain").settings("2024-05-01", {})["seed-in-bank"] is False


# -- the bank's own word


def test_wa_22_a_short_account_stops_the_games_until_the_bank_says_that_it_is_whole(house: House) -> None:
    house.deposit_all("attack")
    reply = house.do(c.Statement(jackpot="attack", amount=99_999, reference="May"), "ames")
    assert (reply["shortfall"], reply["stopped"]) == (MICROS, True)
    for table in ("A1", "A2"):
        house.refused(Stopped, c.Tabulate(table=table, round=1, picture={"1": (1,)}), f"panel:{table}")
    resume = c.ResumeJackpot(jackpot="attack", reason="made good")
    house.refused(WrongState, resume, *PAIR)
    house.do(c.Statement(jackpot="attack", amount=100_000, reference="June"), "ames")
    house.do(resume, *PAIR)
    house.tabulate("A1", 1)
    house.sound()


def test_wa_22_a_short_account_is_noted_on_a_stopped_jackpot_too(house: House) -> None:
    house.deposit_all("attack")
    house.do(c.StopJackpot(jackpot="attack", reason="a test"), "sato")
    house.do(c.Statement(jackpot="attack", amount=1, reference="May"), "ames")
    house.refused(WrongState, c.ResumeJackpot(jackpot="attack", reason="go on"), *PAIR)


def test_wa_22_money_brought_for_something_else_does_not_make_a_short_account_whole(house: House) -> None:
    house.do(c.Deposit(jackpot="attack", amount=50_000, reference="s11"), "cole")
    house.do(c.Statement(jackpot="attack", amount=49_000, reference="May"), "ames")
    house.deposit_all("attack")
    house.refused(WrongState, c.ResumeJackpot(jackpot="attack", reason="go on"), *PAIR)


def test_wa_23_more_at_the_bank_than_is_booked_is_flagged_until_two_people_explain_it(house: House) -> None:
    house.do(c.Deposit(jackpot="attack", amount=50_000, reference="s"), "cole")
    explain = c.ExplainDifference(jackpot="attack", explanation="two deposits on one slip", reference="letter 4")
    house.refused(WrongState, explain, *PAIR)
    reply = house.do(c.Statement(jackpot="attack", amount=100_000, reference="May"), "ames")
    assert (reply["surplus"], reply["shortfall"], reply["stopped"]) == (50_000 * MICROS, 0, False)
    house.tabulate("A1", 1)
    # A later statement that agrees does not explain it.
    house.do(c.Statement(jackpot="attack", amount=50_000, reference="June"), "ames")
    assert house.floor.jackpot("attack").surplus == 50_000 * MICROS
    house.refused(NotPermitted, explain, "cole")
    for missing in ({"explanation": " "}, {"reference": ""}):
        house.refused(ReferenceMissing, msgspec.structs.replace(explain, **missing), *PAIR)
    house.do(explain, *PAIR)
    assert house.floor.jackpot("attack").surplus == 0
    house.refused(WrongState, explain, *PAIR)
    house.sound()


def test_wa_21_a_seizure_stops_the_game_at_once_until_the_money_is_back(house: House) -> None:
    house.deposit_all("attack")
    house.refused(
        FundsShort, c.Seize(jackpot="attack", amount=100_001, authority="Revenue", reference="order"), "cole", "ames"
    )
    house.do(c.Seize(jackpot="attack", amount=60_000, authority="Revenue", reference="order"), "cole", "ames")
    assert house.shown("attack") == 100_000
    assert (house.fund("attack", "bank"), house.fund("attack", "due")) == (40_000 * MICROS, 60_000 * MICROS)
    house.refused(Stopped, c.Tabulate(table="A1", round=1, picture={"1": (1,)}), "panel:A1")
    resume = c.ResumeJackpot(jackpot="attack", reason="back")
    house.refused(WrongState, resume, *PAIR)
    house.do(c.Deposit(jackpot="attack", amount=59_999, reference="s12"), "cole")
    house.refused(WrongState, resume, *PAIR)
    house.do(c.Deposit(jackpot="attack", amount=1, reference="s13"), "cole")
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
    house.do(c.AddTable(table=duel_table("D3")), "ames", "cole")
    house.shut("D1")
    moved = c.ChangeTable(table=duel_table("D1", bonus=True), removal="moved-to-another-table")
    house.do(moved, *PAIR)
    house.open("D1")
    house.tabulate("D1", 1)
