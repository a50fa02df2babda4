"""Money of a jackpot at its edges: the last cent, the second time, and what each reply says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import BadCommand, ReferenceUsed, WrongState
from houseway.jackpots.jackpot_errors import AdjustmentRefused, RemovalRefused
from houseway.rulebook.rule_errors import BadAmount
from tests.floor.houses import (
    ATTACK,
    BLACKJACK,
    DAILY,
    DAY,
    HEARTS,
    MICROS,
    PAIR,
    ROYALS,
    SECOND_ATTACK,
    TIES,
    House,
    attack_table,
    changed,
    duel_table,
    split_table,
    sqlite_house,
)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[House]:
    """Two linked tables, one of another progressive, one of a bonus."""
    house = sqlite_house(tmp_path / "floor.db")
    tables = [attack_table("A1"), attack_table("A2"), duel_table("D1"), split_table("S1")]
    yield house.build(jackpots=[ATTACK, TIES, DAILY], tables=tables)
    house.close()


def last(house: House, jackpot: str, kind: str) -> dict[str, object]:
    """The words of the last entry of a kind."""
    entries = [entry for entry in house.floor.journal.read(f"jackpot/{jackpot}") if entry.kind == kind]
    return dict(entries[-1].data)


def test_a_deposit_says_what_is_left_to_bring(small: House) -> None:
    reply = small.do(c.Deposit(jackpot="attack", amount=30_000, reference="slip 1"), "cole")
    assert reply == {"jackpot": "attack", "due": 70_000, "status": "running"}
    body = last(small, "attack", "deposited")
    assert (body["amount"], body["micros"], body["left"]) == (30_000, 30_000 * MICROS, 70_000 * MICROS)
    small.refused(BadAmount, c.Deposit(jackpot="attack", amount=70_001, reference="slip 2"), "cole")
    small.refused(BadAmount, c.Deposit(jackpot="attack", amount=0, reference="slip 2"), "cole")
    assert small.do(c.Deposit(jackpot="attack", amount=70_000, reference="slip 2"), "cole")["due"] == 0
    small.refused(BadAmount, c.Deposit(jackpot="attack", amount=1, reference="slip 3"), "cole")


def test_a_part_of_a_cent_is_brought_as_a_whole_one_and_then_nothing_is_due(small: House) -> None:
    small.deposit_all("ties")
    small.tabulate("D1", 1)
    # One wager of a dollar brings 33.3333 and 11.1111 cents.
    assert small.fund("ties", "due") == 44_444_400
    small.refused(BadAmount, c.Deposit(jackpot="ties", amount=46, reference="slip 1"), "cole")
    assert small.do(c.Deposit(jackpot="ties", amount=45, reference="slip 1"), "cole")["due"] == -1
    small.refused(BadAmount, c.Deposit(jackpot="ties", amount=1, reference="slip 2"), "cole")


def test_one_micro_over_a_cent_is_brought_as_another_cent(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "floor.db")
    odd = changed(msgspec.structs.replace(ATTACK, wager=101), rate=9_901, reserve=0)
    house.build(jackpots=[odd], tables=[attack_table("A1")])
    house.deposit_all("attack")
    house.tabulate("A1", 1)
    assert house.fund("attack", "due") == MICROS + 1
    house.refused(BadAmount, c.Deposit(jackpot="attack", amount=3, reference="slip A"), "cole")
    house.do(c.Deposit(jackpot="attack", amount=2, reference="slip A"), "cole")
    house.sound()
    house.close()


def test_what_is_seized_of_a_removed_jackpot_stops_nothing(small: House) -> None:
    small.deposit_all("ties")
    small.do(c.AnnounceRemoval(jackpot="ties", reason="game-discontinued", day=small.today), *PAIR)
    small.shut()
    small.do(c.DonateJackpot(jackpot="ties", organisation="Council", reference="D"), *PAIR)
    seize = c.Seize(jackpot="ties", amount=100, authority="Revenue", reference="order")
    assert small.do(seize, "cole", "ames")["stopped"] is False
    assert small.floor.jackpot("ties").status == "removed"
    kinds = [entry.kind for entry in small.floor.journal.read("jackpot/ties")]
    assert "jackpot-stopped" not in kinds
    small.sound()


def test_a_second_seizure_adds_to_what_must_come_back(small: House) -> None:
    small.deposit_all("attack")
    for number, amount in enumerate((30_000, 20_000)):
        seize = c.Seize(jackpot="attack", amount=amount, authority="Revenue", reference=f"order {number}")
        assert small.do(seize, "cole", "ames")["stopped"] is True
    assert small.floor.jackpot("attack").short == 50_000 * MICROS
    small.do(c.Deposit(jackpot="attack", amount=30_000, reference="slip 1"), "cole")
    resume = c.ResumeJackpot(jackpot="attack", reason="back")
    assert "short by $200" in str(small.refused(WrongState, resume, *PAIR))
    small.do(c.Deposit(jackpot="attack", amount=20_000, reference="slip 2"), "cole")
    assert small.do(resume, *PAIR) == {"jackpot": "attack", "stopped": False}


def test_a_statement_says_whether_it_stopped_the_games(small: House) -> None:
    small.deposit_all("attack")
    agreed = small.do(c.Statement(jackpot="attack", amount=100_000, reference="May"), "ames")
    assert (agreed["booked"], agreed["shortfall"], agreed["surplus"], agreed["stopped"]) == (
        100_000 * MICROS,
        0,
        0,
        False,
    )
    short = small.do(c.Statement(jackpot="attack", amount=99_999, reference="June"), "ames")
    assert (short["shortfall"], short["stopped"]) == (MICROS, True)
    again = small.do(c.Statement(jackpot="attack", amount=99_998, reference="July"), "ames")
    assert (again["shortfall"], again["stopped"]) == (2 * MICROS, False)
    resume = c.ResumeJackpot(jackpot="attack", reason="back")
    assert "$0.02 less" in str(small.refused(WrongState, resume, *PAIR))


def test_a_short_account_stops_a_jackpot_that_no_table_plays_for_too(small: House) -> None:
    small.do(c.AddJackpot(jackpot=SECOND_ATTACK), "ames", "cole")
    small.deposit_all("attack-two")
    assert small.do(c.Statement(jackpot="attack-two", amount=29_999, reference="May"), "ames")["stopped"] is True
    assert small.floor.jackpot("attack-two").status == "stopped"


def test_a_bonus_may_be_posted_at_nothing_and_not_below(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "floor.db")
    bonus = msgspec.structs.replace(ROYALS, updates="updated")
    house.build(jackpots=[bonus], tables=[duel_table("D2", bonus=True)])
    house.refused(BadAmount, c.PostAmount(jackpot="royals", amount=-1), *PAIR)
    assert house.do(c.PostAmount(jackpot="royals", amount=0), *PAIR)["amount"] == 0
    reply = house.do(c.PostAmount(jackpot="royals", amount=500_000), *PAIR)
    assert reply["amount"] == 500_000
    house.refused(BadCommand, c.PostAmount(jackpot="royals"), *PAIR)
    assert house.floor.jackpot("royals").jackpot == msgspec.structs.replace(bonus, amount=500_000)
    house.close()


def test_a_posted_bonus_is_the_propertys_too_and_the_next_opening_is_for_it(small: House) -> None:
    small.shut("S1")
    small.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"}), *PAIR)
    assert small.floor.property.jackpots["daily"].posted == {"four-aces": "$4,500"}
    small.open("S1")
    small.tabulate("S1", 1)
    [hit] = small.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.amount == 450_000


def test_bjs_2_nobody_posts_a_progressive_not_even_as_it_stands(small: House) -> None:
    refusal = small.refused(WrongState, c.PostAmount(jackpot="attack"), *PAIR)
    assert refusal.clause == "BJS-2"


def test_a_malfunction_of_the_links_own_table_is_one_to_correct_for(small: House) -> None:
    small.do(c.ReportMalfunction(malfunction="ours", table="A2", what="dark"), "tell")
    small.do(c.ReportMalfunction(malfunction="theirs", table="D1", what="dark"), "tell")
    adjust = c.AdjustMeter(jackpot="attack", to=99_000, reason="malfunction", document="D", malfunction="theirs")
    small.refused(AdjustmentRefused, adjust, "sato", "cole")
    reply = small.do(msgspec.structs.replace(adjust, malfunction="ours"), "sato", "cole")
    assert (reply["before"], reply["after"], reply["seed"], reply["kept"]) == (100_000, 99_000, 1_000 * MICROS, 0)
    small.sound()


def test_back_to_the_maximum_is_to_the_maximum_and_nothing_else(small: House) -> None:
    small.shut("A1", "A2")
    small.do(c.ChangeJackpot(jackpot=changed(ATTACK, cap=100_010)), *PAIR)
    small.open("A1")
    small.play("A1", 1, 1)
    assert small.shown("attack") == 100_010
    wrong = c.AdjustMeter(jackpot="attack", to=100_000, reason="maximum", document="D")
    small.refused(AdjustmentRefused, wrong, "sato", "cole")
    reply = small.do(msgspec.structs.replace(wrong, to=100_010), "sato", "cole")
    assert (reply["before"], reply["after"]) == (100_010, 100_010)
    small.sound()


def test_parameters_of_wagers_wait_for_closed_tables_and_others_for_the_last_to_close(small: House) -> None:
    small.refused(WrongState, c.ChangeJackpot(jackpot=changed(ATTACK, rate=1)), *PAIR)
    small.refused(WrongState, c.ChangeJackpot(jackpot=changed(ATTACK, reserve=1)), *PAIR)
    higher = changed(ATTACK, cap=200_000)
    assert small.do(c.ChangeJackpot(jackpot=higher), *PAIR) == {"jackpot": "attack", "queued": True}
    small.shut("A1")
    assert small.floor.jackpot("attack").jackpot == ATTACK
    small.shut("A2")
    assert small.floor.jackpot("attack").jackpot == higher
    assert small.floor.jackpot("attack").queued is None
    assert small.do(c.ChangeJackpot(jackpot=changed(ATTACK, rate=1)), *PAIR)["queued"] is False
    small.sound()


def leave(house: House, jackpot: str, *, day: str = "2024-05-12", days: int = 11) -> None:
    house.do(c.AnnounceRemoval(jackpot=jackpot, reason="game-discontinued", day=day), *PAIR)
    house.deposit_all(jackpot)
    house.at += days * DAY


def test_money_leaves_on_the_announced_day_with_tables_closed_and_nothing_before(small: House) -> None:
    donate = c.DonateJackpot(jackpot="attack", organisation="Council", reference="D")
    small.refused(RemovalRefused, donate, *PAIR)
    leave(small, "attack", days=10)
    small.refused(RemovalRefused, donate, *PAIR)
    small.at += DAY
    assert small.today == "2024-05-12"
    assert "A1, A2" in str(small.refused(RemovalRefused, donate, *PAIR))
    small.shut("A1", "A2")
    again = c.AnnounceRemoval(jackpot="attack", reason="game-discontinued", day="2024-06-12")
    small.refused(WrongState, again, *PAIR)
    assert small.do(donate, *PAIR)["cents"] == 100_000
    small.sound()


def test_money_does_not_leave_while_a_hit_is_pending_or_the_bank_lacks_some(small: House) -> None:
    small.tabulate("A1", 1)
    [hit] = small.claim("A1", (1, "jackpot", HEARTS), cards="Qh Qh As Jh")
    small.shut("A1", "A2")
    leave(small, "attack")
    donate = c.DonateJackpot(jackpot="attack", organisation="Council", reference="D")
    assert hit.id in str(small.refused(RemovalRefused, donate, *PAIR))
    small.reject(hit)
    small.deposit_all("attack")
    small.do(c.Statement(jackpot="attack", amount=1, reference="May"), "ames")
    refusal = small.refused(RemovalRefused, donate, *PAIR)
    assert refusal.clause == "WAC 230-15-455"


def test_a_transfer_brings_all_of_one_progressive_to_the_other(small: House) -> None:
    small.play("A1", 3, 1, 2)
    small.shut("A1", "A2")
    leave(small, "attack")
    held = 100_000 * MICROS + 6 * 25 * MICROS
    before = sum(small.fund("ties", fund) for fund in ("accrued", "pool", "reserve", "overflow"))
    small.deposit_all("ties")
    reply = small.do(c.TransferJackpot(jackpot="attack", to="ties", document="D"), *PAIR)
    assert (reply["from"], reply["to"], reply["micros"]) == ("attack", "ties", held)
    after = sum(small.fund("ties", fund) for fund in ("accrued", "pool", "reserve", "overflow"))
    assert after - before == held
    assert all(small.fund("attack", fund) == 0 for fund in ("accrued", "pool", "reserve", "overflow", "bank", "due"))
    small.sound()


def test_a_jackpot_is_closed_when_no_table_plays_for_it_and_it_holds_nothing(small: House) -> None:
    close = c.CloseJackpot(jackpot="attack")
    assert "A1, A2" in str(small.refused(WrongState, close, *PAIR))
    small.shut("A1", "A2")
    leave(small, "attack")
    small.do(c.DonateJackpot(jackpot="attack", organisation="Council", reference="D"), *PAIR)
    for table in ("A1", "A2"):
        small.do(c.RemoveTable(table=table, reason="sold", removal="game-discontinued"), *PAIR)
    # The cage paid it out, and has it back from the account first.
    assert "$1,000 that" in str(small.refused(WrongState, close, *PAIR))
    small.do(c.Withdraw(jackpot="attack", amount=99_999, reference="W"), "cole", "ames")
    assert "$0.01 that" in str(small.refused(WrongState, close, *PAIR))
    small.do(c.Withdraw(jackpot="attack", amount=1, reference="W2"), "cole", "ames")
    assert small.do(close, *PAIR) == {"jackpot": "attack"}
    small.refused(WrongState, close, *PAIR)
    # A paper that was used for it serves no other.
    slip = str(last(small, "attack", "deposited")["reference"])
    small.refused(ReferenceUsed, c.Deposit(jackpot="ties", amount=1, reference=slip), "cole")
    small.do(c.Deposit(jackpot="ties", amount=1, reference="another slip"), "cole")
    small.sound()


def test_wa_28_a_progressive_that_no_table_had_yet_is_not_closed_over_its_seed(small: House) -> None:
    small.do(c.AddJackpot(jackpot=SECOND_ATTACK), *PAIR)
    small.refused(RemovalRefused, c.CloseJackpot(jackpot="attack-two"), *PAIR)


def test_a_bonus_with_a_hit_that_waits_is_not_closed(small: House) -> None:
    small.tabulate("S1", 1)
    [hit] = small.claim("S1", (1, "jackpot", "four-aces"))
    small.shut("S1")
    small.do(c.RemoveTable(table="S1", reason="sold"), *PAIR)
    close = c.CloseJackpot(jackpot="daily")
    assert hit.id in str(small.refused(WrongState, close, *PAIR))
    small.settle_hit(hit)
    assert small.do(close, *PAIR) == {"jackpot": "daily"}


def test_wa_28_a_part_of_the_meter_that_waits_does_not_make_a_paid_full_prize_less_won(small: House) -> None:
    small.tabulate("A1", 1, 2)
    [part] = small.claim("A1", (2, "jackpot", BLACKJACK))
    [full] = small.claim("A1", (1, "jackpot", HEARTS))
    assert (part.full, full.full) == (False, True) and part.meter and full.meter
    won = c.AnnounceRemoval(jackpot="attack", reason="won-and-not-continued", day="2024-05-01")
    small.verify(full)
    small.refused(RemovalRefused, won, *PAIR)
    small.pay(full)
    assert small.floor.jackpot("attack").pending == [part.id]
    assert small.do(won, *PAIR)["reason"] == "won-and-not-continued"
