"""Prizes that are reported for tax: who is on record, what is withheld, and where it is booked (Form W-2G)."""

from __future__ import annotations

import msgspec
import pytest

from houseway.compliance.profile import profile
from houseway.floor import command_index as c
from houseway.floor.auditing.jackpot_story import JackpotStory
from houseway.floor.bookkeeping.withholding import Tax, tax_on
from houseway.floor.floor_errors import (
    BadCommand,
    NotPermitted,
    PayeeMissing,
    ReferenceMissing,
    UnknownThing,
    WrongState,
)
from houseway.floor.states import Hit
from houseway.floor.subjects.jackpots.payees import KEPT_PAYEES
from tests.floor.houses import ATTACK, DAILY, HEARTS, MICROS, House, attack_table, changed, split_table
from tests.floor.telling import with_body

WASHINGTON = "washington-commercial"
OLD, NEW = "2024-05-01", "2026-05-01"


def tax(amount: int, wager: int = 100, *, tin: bool = True, on: str = OLD, **chosen: int) -> Tax:
    settings = {name.replace("_", "-"): value for name, value in chosen.items()}
    return tax_on(profile(WASHINGTON).settings(on, settings), amount, wager, tin=tin)


@pytest.mark.parametrize(
    ("amount", "wager", "reported", "withheld"),
    [
        (60_099, 100, False, 0),  # $599.99 of winnings
        (60_100, 100, True, 0),  # $600, and 600 times the wager
        (150_499, 500, False, 0),  # 299.998 times the wager
        (150_500, 500, True, 0),  # 300 times
        (500_100, 100, True, 0),  # $5,000 is not over $5,000
        (500_101, 100, True, 120_000),  # 24 % of $5,000.01 is $1,200.0024
        (500_112, 100, True, 120_003),  # $1,200.0288
        (1_000_100, 100, True, 240_000),
        (2_000_000, 10_000, False, 0),  # 199 times the wager
    ],
)
def test_winnings_are_the_prize_less_the_wager_and_tax_is_withheld_to_the_nearest_cent(
    amount: int, wager: int, reported: bool, withheld: int
) -> None:
    assert tax(amount, wager)[:2] == (reported, withheld)


def test_half_a_cent_of_tax_is_rounded_up() -> None:
    # A tenth of 500,005 cents.
    assert tax(500_105, withholding_percent=10).withheld == 50_001
    assert tax(500_104, withholding_percent=10).withheld == 50_000
    # A hundredth of 500,049 and of 500,050 cents.
    assert tax(500_149, withholding_percent=1).withheld == 5_000
    assert tax(500_150, withholding_percent=1).withheld == 5_001


def test_without_a_taxpayer_number_tax_is_withheld_of_whatever_is_reported_and_of_nothing_else() -> None:
    assert tax(60_100, tin=False) == Tax(True, 14_400, "w2g-amount")
    assert tax(60_099, tin=False) == Tax(False, 0, "")
    assert tax(1_000_100, tin=False) == Tax(True, 240_000, "withholding-amount")


def test_thresholds_and_rates_have_their_day_and_are_the_operators_to_set() -> None:
    assert not tax(200_099, on=NEW).reported
    assert tax(200_100, on=NEW).reported
    assert tax(1_000_100, on="2017-12-31").withheld == 250_000
    assert tax(1_000_100, w2g_times=20_000) == Tax(False, 0, "")
    assert tax(100_100, withholding_amount=99_999, withholding_percent=30).withheld == 30_000
    assert tax_on(profile("plain").settings(OLD), 100_000_000, 100, tin=False) == Tax(False, 0, "")


# -- at the cage


def _verified(house: House, amount: str) -> Hit:
    daily = msgspec.structs.replace(DAILY, posted={"four-aces": amount})
    house.build("washington-commercial", jackpots=[daily], tables=[split_table("S1")])
    house.tabulate("S1", 1)
    [hit] = house.claim("S1", (1, "jackpot", "four-aces"))
    house.verify(hit)
    return hit


def _pay(hit: Hit, payee: str = "", **more: str) -> c.PayHit:
    given = {"by": "cage", "method": "check", "reference": "check 7", **more}
    return c.PayHit(jackpot=hit.jackpot, hit=hit.id, payee=payee, **given)  # type: ignore[arg-type]


def test_a_reported_prize_is_refused_until_its_payee_is_on_record(empty: House) -> None:
    hit = _verified(empty, "$700")
    refusal = empty.refused(PayeeMissing, _pay(hit), "cole", "sato")
    assert "W-2G" in (refusal.clause or "")
    assert "identity document" in (refusal.remedy or "")
    empty.refused(UnknownThing, _pay(hit, "P-nobody"), "cole", "sato")
    reply = empty.do(_pay(hit, empty.payee()), "cole", "sato")
    assert "withheld" not in reply
    empty.sound()


def test_a_prize_below_the_thresholds_asks_for_nothing_more(empty: House) -> None:
    hit = _verified(empty, "$600.99")
    empty.do(_pay(hit, by="cage", method="cash", reference=""), "cole")
    [entry] = [each for each in empty.floor.journal.read("jackpot/daily") if each.kind == "hit-paid"]
    assert not {"payee", "withheld", "reported"} & set(entry.data)
    assert empty.floor.jackpot("daily").hits[hit.id].entry == entry.number


def test_the_houses_prize_less_24_percent_is_paid_and_the_tax_is_owed(empty: House) -> None:
    hit = _verified(empty, "$10,001")
    payee = empty.payee()
    reply = empty.do(_pay(hit, payee), "cole", "sato")
    assert (reply["amount"], reply["withheld"]) == (1_000_100, 240_000)
    assert empty.fund("daily", "awards") == 1_000_100 * MICROS
    # So much left the cage.
    assert empty.fund("daily", "cage") == -(1_000_100 - 240_000) * MICROS
    assert empty.fund("daily", "withheld") == -240_000 * MICROS
    paid = empty.floor.jackpot("daily").hits[hit.id]
    assert (paid.payee, paid.withheld) == (payee, 240_000)
    empty.sound()


@pytest.mark.parametrize("by", ["cage", "account"])
def test_a_meters_prize_leaves_the_escrow_whole_and_the_account_pays_no_tax_out(empty: House, by: str) -> None:
    pot = changed(ATTACK, seed=1_000_100, reseed=0, cap=2_000_000)
    empty.build("washington-commercial", jackpots=[pot], tables=[attack_table("A1")])
    empty.tabulate("A1", 1)
    empty.deposit_all("attack")
    bank, due = empty.fund("attack", "bank"), empty.fund("attack", "due")
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    empty.verify(hit)
    tax = (2 * (hit.amount - 100) * 24 + 100) // 200
    assert tax > 240_000
    empty.do(_pay(hit, empty.payee(), by=by), "cole", "sato")
    whole, kept = hit.amount * MICROS, tax * MICROS
    if by == "account":
        assert bank - empty.fund("attack", "bank") == whole - kept
        assert due - empty.fund("attack", "due") == kept
    else:
        assert bank == empty.fund("attack", "bank")
        assert due - empty.fund("attack", "due") == whole
    assert empty.fund("attack", "paid") == whole
    assert (empty.fund("attack", "cage"), empty.fund("attack", "withheld")) == (kept, -kept)
    empty.sound()


def test_without_a_taxpayer_number_the_same_prize_is_paid_less(empty: House) -> None:
    hit = _verified(empty, "$701")
    reply = empty.do(_pay(hit, empty.payee(tin=False)), "cole", "sato")
    assert reply["withheld"] == 16_800
    empty.sound()


def test_a_payee_is_asked_once_and_paid_twice(empty: House) -> None:
    first = _verified(empty, "$700")
    payee = empty.payee()
    empty.do(_pay(first, payee), "cole", "sato")
    empty.tabulate("S1", 1)
    [second] = empty.claim("S1", (1, "jackpot", "four-aces"))
    empty.verify(second)
    empty.do(_pay(second, payee, reference="check 8"), "cole", "sato")
    assert {hit.payee for hit in empty.floor.jackpot("daily").hits.values()} == {payee}


def test_a_reported_prize_is_no_small_hit_of_its_round(empty: House) -> None:
    hit = _verified(empty, "$700")
    together = c.PaySmallHits(table="S1", round=1, deck="whole")
    empty.refused(WrongState, together, "sato", "vega")
    assert empty.floor.jackpot("daily").hits[hit.id].state == "verified"


def test_a_payee_is_recorded_once_by_the_cage_with_four_letters_of_the_number_at_most(house: House) -> None:
    record = c.RecordPayee(payee="P-1", document="passport", ending="4711", digest="d", tin=True)
    for who in ("dole", "tell", "reed", "vega", "gray", "ames"):
        house.refused(NotPermitted, record, who)
    house.refused(BadCommand, msgspec.structs.replace(record, ending="84711"), "cole")
    for field in ("payee", "ending", "digest"):
        house.refused(ReferenceMissing, msgspec.structs.replace(record, **{field: " "}), "cole")
    house.do(record, "cole")
    house.refused(WrongState, record, "sato")
    [entry] = [each for each in house.floor.journal.read("property") if each.kind == "payee-recorded"]
    assert set(entry.data) == {"payee", "document", "ending", "digest", "tin"}


def test_the_property_keeps_the_payees_last_recorded(house: House) -> None:
    first = house.payee()
    rest = [house.payee() for _ in range(KEPT_PAYEES)]
    assert list(house.floor.property.payees) == rest
    assert first not in house.floor.property.payees
    assert len(rest) == 100
    house.do(c.RecordPayee(payee="P-new", document="passport", ending="4711", digest="d"), "cole")
    assert not house.floor.property.payees["P-new"].tin, "whoever gave no taxpayer number has none"


# -- what verification finds


def test_a_payment_that_hides_its_tax_is_found(empty: House) -> None:
    hit = _verified(empty, "$10,001")
    empty.do(_pay(hit, empty.payee()), "cole", "sato")
    entries = list(empty.floor.journal.read("jackpot/daily"))
    for change in ({}, {"withheld": 0}, {"withheld": 240_001}, {"payee": ""}, {"withheld": -1}):
        story = JackpotStory("daily")
        told = [with_body(each, each.data | change) if each.kind == "hit-paid" else each for each in entries]
        found = [what for entry in told for what in story.check(entry)]
        assert bool(found) is bool(change), (change, found)
