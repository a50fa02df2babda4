"""Checks that pay prizes and deposits: a number once, two signatures, cleared or void, and the register."""

from __future__ import annotations

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.auditing.jackpot_story import JackpotStory
from houseway.floor.bookkeeping.days import dues
from houseway.floor.floor_errors import DepositOverdue, NotPermitted, ReferenceUsed, UnknownThing, WrongState
from houseway.floor.folding import FloorFold
from houseway.floor.states import Hit, JackpotState
from houseway.floor.subjects.jackpots.escrow_checks import draws_check
from houseway.reports.document import Table
from houseway.reports.floor import Wanted, days_of, make
from tests.floor.houses import (
    ATTACK,
    BLACKJACK,
    DAILY,
    DAY,
    HEARTS,
    HOUR,
    MICROS,
    START,
    SUITED,
    House,
    attack_table,
    changed,
    split_table,
)
from tests.floor.telling import told, with_body

FUNDS = ("bank", "due", "house", "awards", "cage", "withheld", "locked", "paid")


@pytest.fixture
def verified(empty: House) -> Hit:
    """A meter's prize of more than $10,000 that was verified, with the account full."""
    pot = changed(ATTACK, seed=1_000_100, reseed=0, cap=2_000_000)
    empty.build("washington-commercial", jackpots=[pot], tables=[attack_table("A1")])
    empty.tabulate("A1", 1)
    empty.deposit_all("attack")
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    empty.verify(hit)
    return hit


def _funds(house: House) -> dict[str, int]:
    return {fund: house.fund("attack", fund) for fund in FUNDS}


def _pay(hit: Hit, number: str, payee: str) -> c.PayHit:
    return c.PayHit(jackpot="attack", hit=hit.id, by="account", method="check", reference=number, payee=payee)


def _register(house: House) -> list[dict[str, object]]:
    document = make("checks", house.floor, Wanted(period=days_of(house.floor, house.at), now=house.at))
    table = next(piece for _, piece in document.pieces() if isinstance(piece, Table))
    return [dict(zip([head.title for head in table.heads], row, strict=True)) for row in table.rows]


def test_a_void_check_undoes_the_payment_with_its_tax_and_the_prize_is_paid_again(empty: House, verified: Hit) -> None:
    before, payee = _funds(empty), empty.payee()
    empty.refused(NotPermitted, _pay(verified, "501", payee), "cole")
    empty.do(_pay(verified, "501", payee), "cole", "sato")
    [check] = empty.floor.jackpot("attack").checks.values()
    assert (check.number, check.hit, check.by, check.signers) == ("501", verified.id, "account", ["cole", "sato"])
    assert check.amount == verified.amount - (2 * (verified.amount - 100) * 24 + 100) // 200
    void = c.VoidCheck(jackpot="attack", check="501", reason="torn")
    empty.refused(NotPermitted, void, "cole")
    empty.do(void, "cole", "ames")
    assert _funds(empty) == before, "the liability is back"
    hit = empty.floor.jackpot("attack").hits[verified.id]
    assert (hit.state, hit.closed, hit.withheld, hit.payee) == ("verified", None, 0, "")
    empty.refused(UnknownThing, void, "cole", "ames")
    empty.refused(WrongState, c.RejectHit(jackpot="attack", hit=hit.id, reason="no hit"), "sato", "vega")
    empty.refused(ReferenceUsed, _pay(verified, " 501", payee), "cole", "sato")
    empty.do(_pay(verified, "502", payee), "cole", "sato")
    empty.do(c.ClearCheck(jackpot="attack", check="502", reference="May"), "cole")
    assert not empty.floor.jackpot("attack").checks
    empty.refused(UnknownThing, c.VoidCheck(jackpot="attack", check="502", reason="late"), "cole", "ames")
    first, second = _register(empty)
    assert (first["Check"], first["Account"], first["Amount"]) == ("501", "escrow", check.amount)
    assert (first["Payee"], first["Who"]) == (payee, "cole")
    assert str(first["State"]).startswith("void ")
    assert str(second["State"]).startswith("cleared ")
    prizes = make("prizes", empty.floor, Wanted(period=days_of(empty.floor, empty.at), now=empty.at))
    assert [fact.value for fact in prizes.facts.facts if fact.label == "Gross"] == [verified.amount]
    empty.sound()


def test_a_void_check_undoes_what_the_house_paid_of_a_prize_and_the_tax_on_it(empty: House) -> None:
    daily = msgspec.structs.replace(DAILY, posted={"four-aces": "$10,001"})
    empty.build("washington-commercial", jackpots=[daily], tables=[split_table("S1")])
    empty.tabulate("S1", 1)
    [hit] = empty.claim("S1", (1, "jackpot", "four-aces"))
    empty.verify(hit)
    payee = empty.payee()
    before = {fund: empty.fund("daily", fund) for fund in FUNDS}
    for number in ("7", "8"):
        pay = c.PayHit(jackpot="daily", hit=hit.id, by="cage", method="check", reference=number, payee=payee)
        empty.do(pay, "cole", "sato")
        empty.do(c.VoidCheck(jackpot="daily", check=number, reason="torn"), "cole", "ames")
        assert {fund: empty.fund("daily", fund) for fund in FUNDS} == before
    voided = [each.data for each in empty.floor.journal.read("jackpot/daily") if each.kind == "check-voided"]
    assert [(each["hit"], each["gross"], each["withheld"]) for each in voided] == [(hit.id, 1_000_100, 240_000)] * 2
    empty.sound()


def test_a_void_check_undoes_a_prize_of_meter_and_house_together(empty: House) -> None:
    pot = changed(ATTACK, seed=10_000_000, reseed=0, cap=20_000_000)
    empty.build("washington-commercial", jackpots=[pot], tables=[attack_table("A1")])
    empty.tabulate("A1", 1, 2, 3, 4, 5, 6)
    empty.deposit_all("attack")
    # Three quarters of the meter are won, and three tenths: for the last a twentieth is left.
    quarters, tenths = (
        [(seat, "jackpot", SUITED) for seat in (1, 2, 3)],
        [(seat, "jackpot", BLACKJACK) for seat in (4, 5, 6)],
    )
    [hit] = [hit for hit in empty.claim("A1", *quarters, *tenths) if hit.meter and hit.house]
    empty.verify(hit)
    before = _funds(empty)
    empty.do(_pay(hit, "501", empty.payee()), "cole", "sato")
    assert hit.house > 240_000, "the house's part is more than the tax, and the account pays all of the other"
    assert before["bank"] - _funds(empty)["bank"] == hit.meter * MICROS
    empty.do(c.VoidCheck(jackpot="attack", check="501", reason="torn"), "cole", "ames")
    assert _funds(empty) == before
    empty.sound()


def test_a_check_of_a_jackpot_that_is_gone_is_not_voided_here(empty: House, verified: Hit) -> None:
    empty.do(_pay(verified, "501", empty.payee()), "cole", "sato")
    for status in ("removed", "closed"):
        empty.floor.jackpot("attack").status = status
        empty.refused(WrongState, c.VoidCheck(jackpot="attack", check="501", reason="torn"), "cole", "ames")
    # Of a check for a prize that nobody has at hand any more only the check is known.
    entry = told("check-voided", {"check": "9", "amount": 5, "reason": "torn", "hit": "gone"})
    assert FloorFold().apply(JackpotState(id="attack"), entry) == JackpotState(id="attack", moved_by=["sato"])


def test_a_deposit_by_check_takes_two_people_and_is_due_as_long_as_before_when_the_check_is_void(house: House) -> None:
    house.tabulate("A1", 1, 2, 3)
    state = house.floor.jackpot("attack")
    before, due = _funds(house), house.fund("attack", "due")
    cents = due // MICROS
    deposit = c.Deposit(jackpot="attack", amount=cents, reference="slip 9", check="77")
    house.refused(NotPermitted, deposit, "cole")
    house.do(deposit, "cole", "ames")
    again = c.Deposit(jackpot="ties", amount=100, reference="slip 10", check="77")
    house.refused(ReferenceUsed, again, "cole", "ames")
    assert _funds(house) != before
    house.at += 3 * DAY
    house.do(c.VoidCheck(jackpot="attack", check="77", reason="stopped at the bank"), "cole", "ames")
    assert _funds(house) == before
    [*_, (since, _)] = dues(house.floor.jackpot("attack"), house.floor.tables(), due)
    assert since <= state.began + 2 * DAY, "a check that was void made nothing younger"
    house.sound()


ENDS = START + 18 * HOUR
"""1 May ends at six of the next morning."""


def _due(house: House) -> list[tuple[int, int]]:
    return dues(house.floor.jackpot("attack"), house.floor.tables(), house.fund("attack", "due"))


@pytest.fixture
def paid_by_check(empty: House) -> House:
    """A seed of 1 May and wagers of the first two days, deposited by check 77 on the second; both days are closed."""
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    empty.play("A1", 2, 1)
    empty.at = ENDS
    empty.tabulate("A1", 1)
    cents = empty.fund("attack", "due") // MICROS
    empty.do(c.Deposit(jackpot="attack", amount=cents, reference="slip 9", check="77"), "cole", "sato")
    empty.at += DAY
    empty.close_day("2024-05-01")
    empty.close_day("2024-05-02")
    return empty


AGAIN = [(ENDS, 100_050 * MICROS), (ENDS + DAY, 25 * MICROS)]
"""What check 77 paid, by the day on which it came in."""


@pytest.mark.parametrize("late", [False, True])
def test_wa_22_a_deposit_whose_check_is_void_after_a_close_is_due_since_it_came(
    paid_by_check: House, late: bool
) -> None:
    house = paid_by_check
    assert _due(house) == []
    house.tabulate("A1", 1, 2)
    if not late:
        house.close_day("2024-05-03")
    house.at = ENDS + 2 * DAY + HOUR
    house.do(c.VoidCheck(jackpot="attack", check="77", reason="stopped at the bank"), "cole", "sato")
    expected = [*AGAIN, (ENDS + 2 * DAY, 50 * MICROS)]
    assert _due(house) == expected
    if late:
        # The void is later than the cut-off: the close has what was due then, and forgets nothing.
        house.close_day("2024-05-03")
        [*_, closed] = [entry.data for entry in house.floor.journal.read("jackpot/attack") if "dues" in entry.data]
        assert closed["dues"] == [[ENDS + 2 * DAY, 50 * MICROS]]
        assert closed["unsure"] == [list(part) for part in AGAIN]
        assert _due(house) == expected
    house.close_day("2024-05-04")
    assert _due(house) == expected
    house.sound()


def test_bjs_9_a_check_that_is_void_after_a_week_closes_the_spot_at_once(paid_by_check: House) -> None:
    house = paid_by_check
    for day in range(3, 9):
        house.at = ENDS + (day - 1) * DAY
        house.close_day(f"2024-05-0{day}")
    house.tabulate("A1", 1)
    house.do(c.VoidCheck(jackpot="attack", check="77", reason="stopped at the bank"), "cole", "sato")
    with pytest.raises(DepositOverdue, match="has been due at the bank since"):
        house.tabulate("A1", 1)
    house.deposit_all("attack")
    house.tabulate("A1", 1)


def test_wa_22_a_check_that_cleared_leaves_nothing_that_could_be_due_again(paid_by_check: House) -> None:
    house = paid_by_check
    house.do(c.ClearCheck(jackpot="attack", check="77", reference="statement 5"), "cole")
    house.tabulate("A1", 1)
    house.close_day("2024-05-03")
    assert _due(house) == [(ENDS + 2 * DAY, 25 * MICROS)]
    assert house.floor.property.oldest == {"attack": ENDS + 2 * DAY}
    assert house.floor.jackpot("attack").dues == [[ENDS + 2 * DAY, 25 * MICROS]]


def test_wa_22_a_prize_paid_ahead_by_a_check_that_is_void_makes_nothing_younger(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    empty.verify(hit)
    before = _due(empty)
    empty.do(
        c.PayHit(jackpot="attack", hit=hit.id, by="cage", method="check", reference="501", payee=empty.payee()),
        "sato",
        "cole",
    )
    assert _due(empty) != before
    empty.close_day("2024-05-01")
    empty.at = ENDS + 3 * DAY
    empty.do(c.VoidCheck(jackpot="attack", check="501", reason="torn"), "cole", "ames")
    assert _due(empty) == before
    empty.close_day("2024-05-02")
    assert _due(empty) == before
    empty.sound()


@pytest.mark.parametrize("closed", [False, True])
def test_wa_22_what_was_withdrawn_for_a_prize_whose_check_is_void_is_due_since_it_was_withdrawn(
    empty: House, closed: bool
) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    empty.tabulate("A1", 1)
    empty.deposit_all("attack")
    empty.at = ENDS
    empty.close_day("2024-05-01")
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    empty.verify(hit)
    assert hit.amount == 100_040, "the seed and 20 cents of each of two wagers"
    # Of the second day: 25 cents of the wager, and the reseed but for 10 cents of the reserve.
    second = (ENDS + DAY, (25 + 50_000 - 10) * MICROS)
    assert _due(empty) == [second]
    paid = c.PayHit(jackpot="attack", hit=hit.id, by="cage", method="check", reference="501", payee=empty.payee())
    empty.do(paid, "sato", "cole")
    empty.at = ENDS + DAY + HOUR
    ahead = 100_040 - 50_015
    empty.do(c.Withdraw(jackpot="attack", amount=ahead, reference="slip 12"), "cole", "ames")
    assert _due(empty) == []
    if closed:
        empty.close_day("2024-05-02")
        empty.at = ENDS + 2 * DAY
        empty.close_day("2024-05-03")
    empty.do(c.VoidCheck(jackpot="attack", check="501", reason="torn"), "cole", "ames")
    assert _due(empty) == [second, (ENDS + 2 * DAY, ahead * MICROS)]
    empty.sound()


def test_wac_230_15_455_who_voids_a_check_does_not_enter_the_statement(paid_by_check: House) -> None:
    house = paid_by_check
    house.do(c.Statement(jackpot="attack", amount=100_075, reference="S-1"), "ames")
    house.do(c.VoidCheck(jackpot="attack", check="77", reason="stopped at the bank"), "cole", "ames")
    for person in ("cole", "ames"):
        house.refused(NotPermitted, c.Statement(jackpot="attack", amount=0, reference="S-2"), person)


def test_a_check_on_the_escrow_account_takes_two_people_however_small_and_no_number_that_brought_a_deposit(
    house: House,
) -> None:
    house.tabulate("A1", 1, 2)
    hits = house.claim("A1", (1, "jackpot", "matched-20"), (2, "jackpot", "matched-20"))
    for hit in hits:
        house.verify(hit)
    drawn = c.Deposit(jackpot="ties", amount=1, reference="slip 9", check="77")
    house.do(drawn, "cole", "ames")
    pay = c.PayHit(jackpot="attack", hit=hits[0].id, by="account", method="check", reference="78")
    house.refused(NotPermitted, pay, "cole")
    house.refused(ReferenceUsed, msgspec.structs.replace(pay, reference=" 77"), "cole", "ames")
    house.do(pay, "cole", "ames")
    # A slip of the cage may have any number.
    house.do(msgspec.structs.replace(pay, hit=hits[1].id, by="cage", method="cash", reference="77"), "cole")
    house.sound()


def test_two_people_sign_checks_for_deposits_and_on_the_escrow_account_and_no_others() -> None:
    pay = c.PayHit(jackpot="j", hit="h", by="account", method="check", reference="1")
    assert draws_check(pay)
    assert not draws_check(msgspec.structs.replace(pay, by="cage"))
    assert not draws_check(msgspec.structs.replace(pay, method="cash"))
    deposit = c.Deposit(jackpot="j", amount=1, reference="s", check="1")
    assert draws_check(deposit)
    assert not draws_check(msgspec.structs.replace(deposit, check=""))
    assert not draws_check(c.ClearCheck(jackpot="j", check="1", reference="May"))


def test_what_the_bank_has_for_outstanding_checks_is_no_surplus(empty: House, verified: Hit) -> None:
    bank = empty.fund("attack", "bank") // MICROS
    empty.do(_pay(verified, "501", empty.payee()), "cole", "sato")
    reply = empty.do(c.Statement(jackpot="attack", amount=bank, reference="May"), "ames")
    assert (reply["surplus"], reply["shortfall"]) == (0, 0)
    more = empty.do(c.Statement(jackpot="attack", amount=bank + 1, reference="June"), "ames")
    assert more["surplus"] == MICROS


def test_a_check_that_is_voided_without_having_paid_is_found(empty: House, verified: Hit) -> None:
    empty.do(_pay(verified, "501", empty.payee()), "cole", "sato")
    empty.do(c.VoidCheck(jackpot="attack", check="501", reason="torn"), "cole", "ames")
    entries = list(empty.floor.journal.read("jackpot/attack"))
    for change in ({}, {"check": "999"}, {"hit": "A1-9-9"}):
        story = JackpotStory("attack")
        retold = [with_body(each, each.data | change) if each.kind == "check-voided" else each for each in entries]
        # Wagers and seeds of tables are booked in other streams.
        found = [what for entry in retold for what in story.check(entry) if "check" in what]
        assert bool(found) is bool(change), (change, found)
