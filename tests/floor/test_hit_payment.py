"""When a hit is paid: not before its round is settled (BJS-3), and by check within the hours there are (WA-24)."""

from __future__ import annotations

import msgspec
import pytest

from houseway.compliance.profile import Settings, profile
from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.floor.subjects.jackpots.hit_payment import check_by
from houseway.table.table_errors import BadRecord
from tests.floor.duels import QUADS, TAT, Duel
from tests.floor.houses import BLACKJACK, HOUR, House


@pytest.fixture
def duel(empty: House) -> Duel:
    return Duel(empty)


def test_bjs_3_a_hit_is_verified_while_the_round_is_played_and_paid_when_it_is_settled(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    data = duel.deal(QUADS, (1,), {TAT: house.shown("ties")})
    [hit] = house.claim("D1", (1, TAT, "quads-same-suit"))
    house.verify(hit)
    pay = c.PayHit(jackpot="ties", hit=hit.id, by="cage", method="check", reference="1")
    refusal = house.refused(WrongState, pay, "sato", "cole")
    assert (refusal.clause, "not settled" in str(refusal)) == ("BJS-3", True)
    house.do(c.SettleRound(table="D1", round=1, record=data), "panel:D1")
    house.do(pay, "sato", "cole")
    house.sound()


def test_bjs_3_a_hit_that_the_round_does_not_bear_out_was_not_paid_before_it_is_found_out(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    [hit] = house.claim("D1", (1, TAT, "quads-same-suit"))
    house.verify(hit)
    house.refused(
        WrongState, c.PayHit(jackpot="ties", hit=hit.id, by="cage", method="check", reference="1"), "sato", "cole"
    )
    settle = c.SettleRound(table="D1", round=1, record=duel.deal("Kh 2h", (1,), {}))
    house.refused(BadRecord, settle, "panel:D1")
    house.reject(hit, "there was no tie")
    house.do(settle, "panel:D1")
    assert house.fund("ties", "paid") == 0
    house.sound()


def test_s_11_at_a_table_with_the_tabulator_alone_a_verified_hit_is_paid_at_once(house: House) -> None:
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", BLACKJACK))
    house.settle_hit(hit)
    assert house.floor.jackpot("attack").hits[hit.id].state == "paid"


def test_bjs_3_a_hit_waits_for_its_own_round_and_no_other(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    data = duel.deal(QUADS, (1,), {TAT: house.shown("ties")})
    [hit] = house.claim("D1", (1, TAT, "quads-same-suit"))
    house.do(c.SettleRound(table="D1", round=1, record=data), "panel:D1")
    house.tabulate("D1", 1)
    house.settle_hit(hit)
    assert house.floor.jackpot("ties").hits[hit.id].state == "paid"


@pytest.mark.parametrize("name", ["washington-commercial", "washington-tribal", "plain"])
def test_wa_24_a_prize_over_five_thousand_dollars_is_due_by_check_in_24_hours(house: House, name: str) -> None:
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", BLACKJACK))
    settings = profile(name).settings("2024-05-01")
    for cents, due in ((500_000, None), (500_001, hit.locked + 24 * HOUR)):
        assert check_by(settings, msgspec.structs.replace(hit, amount=cents)) == due


@pytest.mark.parametrize("open_", ["check-threshold", "check-hours"])
def test_wa_24_without_a_threshold_or_hours_no_check_is_due(house: House, open_: str) -> None:
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", BLACKJACK))
    known = profile("plain").settings("2024-05-01")
    settings = Settings(known.profile, known.on, {**known, open_: None})
    assert check_by(settings, msgspec.structs.replace(hit, amount=10**9)) is None
