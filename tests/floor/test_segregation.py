"""WAC 230-15-430: who did something does not confirm it alone; limits, links and removals want two, and a paper."""

from __future__ import annotations

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import BadCommand, NotPermitted, ReferenceMissing, WrongState
from houseway.floor.states import PROPERTY, table_stream
from houseway.journal import Decision, Draft, Request
from tests.floor.houses import BLACKJACK, DAILY, DAY, PAIR, House, attack_table, changed, split_table

SMALL = "any-20"
"""Triple Attack: a dollar prize of the house that one person may pay."""


def _claimed(house: House, who: str) -> c.VerifyHit:
    house.tabulate("A1", 1)
    round_ = house.floor.table("A1").round
    claims = (c.Claimed(seat=1, wager="jackpot", event=SMALL),)
    [hit] = house.do(c.ClaimHit(table="A1", round=round_, claims=claims), who)["hits"]
    return c.VerifyHit(jackpot="attack", hit=hit["id"], cards="Kh Kd", deck="whole", player="P")


def _pay(verify: c.VerifyHit) -> c.PayHit:
    return c.PayHit(jackpot="attack", hit=verify.hit, by="cage", method="cash")


def test_wac_230_15_430_nobody_claims_verifies_and_pays_alone(house: House) -> None:
    verify = _claimed(house, "sato")
    refusal = house.refused(NotPermitted, verify, "sato")
    assert "claimed the hit" in str(refusal)
    house.do(verify, "sato", "vega")
    for who, second in (("sato", None), ("sato", "vega")):
        refusal = house.refused(NotPermitted, _pay(verify), who, second)
        assert "WAC 230-15-430" in str(refusal.clause)
    house.do(_pay(verify), "cole")


def test_wac_230_15_430_who_verified_does_not_pay_alone(house: House) -> None:
    verify = _claimed(house, "panel:A1")
    house.do(verify, "sato")
    house.refused(NotPermitted, _pay(verify), "sato")
    house.do(_pay(verify), "sato", "cole")


def test_wac_230_15_430_who_verified_and_who_claimed_do_not_pay_between_them(house: House) -> None:
    verify = _claimed(house, "sato")
    house.do(verify, "vega")
    house.refused(NotPermitted, _pay(verify), "sato", "vega")
    house.do(_pay(verify), "cole", "sato")


def test_wac_230_15_455_who_deposited_does_not_enter_the_statement(house: House) -> None:
    house.deposit_all("attack")
    state = c.Statement(jackpot="attack", amount=100_000, reference="May")
    for who, second in (("cole", None), ("cole", "ames"), ("ames", "cole")):
        refusal = house.refused(NotPermitted, state, who, second)
        assert "since its last statement" in str(refusal)
    house.do(state, "ames")
    # What the next statement confirms is what was moved since this one.
    house.do(c.Statement(jackpot="attack", amount=100_000, reference="June"), "cole")


def test_wac_230_15_455_who_withdrew_does_not_enter_the_statement(house: House) -> None:
    house.deposit_all("attack")
    house.do(c.Statement(jackpot="attack", amount=100_000, reference="May"), "ames")
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", BLACKJACK))
    house.settle_hit(hit)
    back = -house.fund("attack", "due") // 1_000_000
    house.do(c.Withdraw(jackpot="attack", amount=back, reference="slip"), "cole", "ames")
    for who in ("cole", "ames"):
        house.refused(NotPermitted, c.Statement(jackpot="attack", amount=1, reference="June"), who)


def test_wac_230_15_695_who_reported_a_malfunction_does_not_adjust_between_them(house: House) -> None:
    house.do(c.ReportMalfunction(malfunction="M", what="dark"), "sato", "vega")
    adjust = c.AdjustMeter(jackpot="attack", to=1, reason="malfunction", document="D", malfunction="M")
    house.refused(NotPermitted, adjust, "sato", "vega")
    house.do(adjust, "sato", "cole")


def test_wac_230_15_455_who_booked_the_money_does_not_explain_the_difference_between_them(house: House) -> None:
    """Money that two people book as taken out, and that never left the bank, is more at the bank than is booked."""
    house.deposit_all("attack")
    house.do(c.Statement(jackpot="attack", amount=100_000, reference="May"), "ames")
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", BLACKJACK))
    house.settle_hit(hit)
    house.do(c.Withdraw(jackpot="attack", amount=100, reference="slip"), "cole", "sato")
    booked = house.fund("attack", "bank") // 1_000_000
    house.do(c.Statement(jackpot="attack", amount=booked + 100, reference="June"), "ames")
    explain = c.ExplainDifference(jackpot="attack", explanation="interest", reference="letter")
    refusal = house.refused(NotPermitted, explain, "cole", "sato")
    assert "moved money of the account since the statement before the difference" in str(refusal)
    # A statement that agrees, or a second one, makes nobody forget it.
    house.do(c.Statement(jackpot="attack", amount=booked, reference="July"), "ames")
    house.refused(NotPermitted, explain, "cole", "sato")
    house.do(explain, "cole", "ames")
    assert house.floor.jackpot("attack").moved_before == []
    house.sound()


# -- limits and links


def test_one_person_alone_adds_no_table_and_joins_none_to_a_link(house: House) -> None:
    high = msgspec.structs.replace(attack_table("A9"), limits={"first-attack": (500, 5_000_000)})
    for who in ("ames", "sato"):
        house.refused(NotPermitted, c.AddTable(table=high), who)
    house.do(c.AddTable(table=high), "sato", "cole")
    house.do(c.OpenTable(table="A9"), "sato")


def test_a_table_that_one_person_configured_is_opened_by_two(house: House) -> None:
    """As release 0.1 let one person add it: by an entry of its own kind."""
    table = msgspec.to_builtins(attack_table("A9"))
    streams = (table_stream("A9"), PROPERTY)
    request = Request(
        command="of 0.1",
        digest=b"",
        who="sato",
        at=house.at,
        streams=streams,
        reads=(),
        decide=lambda tx: Decision(
            [Draft(stream=stream, kind="table-configured", body={"table": table}) for stream in streams], {}
        ),
    )
    [outcome] = house.floor.journal.write([request])
    assert outcome.error is None
    house.refused(NotPermitted, c.OpenTable(table="A9"), "sato")
    house.do(c.OpenTable(table="A9"), "sato", "cole")
    house.shut("A9")
    house.do(c.ChangeTable(table=attack_table("A9")), "sato", "cole")
    house.do(c.OpenTable(table="A9"), "sato")


# -- players, orders, papers


@pytest.mark.parametrize(("amount", "named"), [("$100", False), ("$100.01", True), ("$5,000.75", True)])
def test_wa_41_a_prize_is_paid_to_a_player_who_is_on_record(empty: House, amount: str, named: bool) -> None:
    daily = msgspec.structs.replace(DAILY, posted={"four-aces": amount})
    empty.build("washington-commercial", jackpots=[daily], tables=[split_table("S1")])
    empty.tabulate("S1", 1)
    [hit] = empty.claim("S1", (1, "jackpot", "four-aces"))
    seen = c.VerifyHit(jackpot="daily", hit=hit.id, cards="As Ah Ad Ac", deck="whole", surveillance="tape")
    empty.do(seen, "sato", "vega")
    pay = c.PayHit(jackpot="daily", hit=hit.id, by="cage", method="check", reference="check 7")
    if named:
        refusal = empty.refused(ReferenceMissing, pay, "cole", "sato")
        assert refusal.clause == "WAC 230-15-320"
        empty.refused(ReferenceMissing, msgspec.structs.replace(pay, player="  "), "cole", "sato")
        pay = msgspec.structs.replace(pay, player="card 1042", payee=empty.payee())
    empty.do(pay, "cole", "sato")
    assert empty.floor.jackpot("daily").hits[hit.id].player == ("card 1042" if named else "")


def test_wa_28_the_regulators_order_is_a_paper(house: House) -> None:
    order = "order-of-the-regulator"
    house.refused(ReferenceMissing, c.AnnounceRemoval(jackpot="attack", reason=order, day="2024-05-01"), *PAIR)
    house.shut()
    house.refused(ReferenceMissing, c.RemoveTable(table="A2", reason="ordered", removal=order, document=" "), *PAIR)
    bare = msgspec.structs.replace(attack_table("A2"), jackpots={}, sensors={}, wagers=("first-attack",), paytables={})
    house.refused(ReferenceMissing, c.ChangeTable(table=bare, removal=order), *PAIR)
    announce = c.AnnounceRemoval(jackpot="attack", reason=order, day="2024-05-01", document="order 12")
    house.do(announce, *PAIR)
    [entry] = [each for each in house.floor.journal.read("jackpot/attack") if each.kind == "removal-announced"]
    assert entry.data["document"] == "order 12"


# -- counters


def test_s_9_a_reading_that_differs_stays_on_record_until_it_is_explained(house: House) -> None:
    house.play("A2", 7, 1)
    assert house.do(c.ReadCounter(table="A2", reading=7), "cole")["variance"] == 0
    assert house.floor.table("A2").difference is None
    house.do(c.ReadCounter(table="A2", reading=9), "cole", "vega")
    found = house.floor.table("A2").difference
    assert found is not None
    assert (found.reading, found.expected, found.by) == (9, 7, ["cole", "vega"])
    explain = c.ExplainReading(table="A2", explanation="two presses that the floor refused")
    for who, second in (("sato", None), ("cole", "vega"), ("sato", "dole")):
        house.refused(NotPermitted, explain, who, second)
    house.do(explain, "sato", "cole")
    assert house.floor.table("A2").difference is None
    house.refused(WrongState, explain, "sato", "cole")
    house.tabulate("A2", 1)
    assert house.do(c.ReadCounter(table="A2", reading=10), "cole")["variance"] == 0
    house.sound()


def test_s_9_a_difference_is_not_forgotten_when_a_later_reading_agrees(house: House) -> None:
    house.play("A2", 7, 1)
    house.do(c.ReadCounter(table="A2", reading=9), "cole")
    house.play("A2", 2, 1)
    assert house.do(c.ReadCounter(table="A2", reading=9), "tell")["variance"] == 0
    found = house.floor.table("A2").difference
    assert found is not None and (found.reading, found.expected, found.by) == (9, 7, ["cole"])
    reply = house.do(c.ExplainReading(table="A2", explanation="misread"), "sato", "cole")
    assert (reply["variance"], reply["shift"]) == (2, 0)
    # The counter agrees: what is counted next is held against it as it is.
    house.tabulate("A2", 1)
    assert house.do(c.ReadCounter(table="A2", reading=10), "cole")["variance"] == 0
    house.sound()


@pytest.mark.parametrize("read_before", [False, True])
def test_s_9_a_difference_does_not_go_with_the_counter_that_is_replaced(house: House, read_before: bool) -> None:
    house.play("A2", 7, 1)
    if read_before:
        house.do(c.ReadCounter(table="A2", reading=9), "cole")
    replaced = house.do(c.ReplaceCounter(table="A2", old=9, new=3, reason="old"), "tell", "vega")
    assert (replaced["expected"], replaced["variance"]) == (7, 2)
    found = house.floor.table("A2").difference
    assert found is not None and found.by == [*(["cole"] if read_before else []), "tell", "vega"]
    house.tabulate("A2", 1)
    assert house.do(c.ReadCounter(table="A2", reading=4), "cole")["variance"] == 0
    assert house.do(c.ExplainReading(table="A2", explanation="misread"), "sato", "cole")["shift"] == 0
    house.tabulate("A2", 1)
    assert house.do(c.ReadCounter(table="A2", reading=5), "cole")["variance"] == 0
    house.sound()


# -- ids


def test_an_automatic_malfunction_does_not_overwrite_a_reported_one(house: House) -> None:
    head = house.floor.journal.head("table/A1").number
    for number in range(1, 4):
        taken = c.ReportMalfunction(malfunction=f"A1-{head + number}", what="the reader sticks")
        house.do(taken, "tell")
    automatic = house.do(c.FailTable(table="A1", what="dark"), "tell")["malfunction"]
    found = house.floor.property.malfunctions
    assert len(found) == 4
    assert found[automatic].what == "dark"
    assert [found[f"A1-{head + number}"].what for number in range(1, 4)] == ["the reader sticks"] * 3


def test_posting_an_amount_keeps_a_change_that_waits(house: House) -> None:
    other = msgspec.structs.replace(DAILY, unreasonable=77)
    assert house.do(c.ChangeJackpot(jackpot=other), *PAIR)["queued"] is True
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,321"}), "sato", "cole")
    waiting = house.floor.jackpot("daily").queued
    assert waiting is not None
    assert (waiting.unreasonable, waiting.posted) == (77, {"four-aces": "$4,321"})
    house.shut("S1")
    now = house.floor.property.jackpots["daily"]
    assert (now.unreasonable, now.posted) == (77, {"four-aces": "$4,321"})
    house.at += DAY
    house.sound()


def test_no_jackpot_and_no_table_has_a_name_of_other_accounts(house: House) -> None:
    house.refused(BadCommand, c.AddJackpot(jackpot=msgspec.structs.replace(changed(DAILY), id="play")), *PAIR)
    for id in ("a/b", "A:1", "", " A1", "play/x"):
        house.refused(BadCommand, c.AddTable(table=attack_table(id)), *PAIR)
    for id in ("panel:A1", "", "a/b"):
        house.refused(BadCommand, c.ReportMalfunction(malfunction=id or " -", what="dark"), "tell")
