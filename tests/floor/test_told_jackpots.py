"""The audit of a jackpot, on stories told by hand: every amount, every order, every limit."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.floor.auditing.jackpot_story import JackpotStory
from houseway.journal import Entry
from tests.floor.telling import CENT, one_micro_moved, one_more_or_less, told, with_body

FOLDED = frozenset({"accrued", "pool", "overflow"})

JACKPOT: dict[str, Any] = {
    "id": "j",
    "scheme": "progressive",
    "updates": "real-time",
    "wager": 100,
    "meters": [
        {"seed": 10_000, "reseed": 10_000, "rate": 100_000, "reserve": 50_000},
        {"row": "royal", "seed": 500, "reseed": 500, "rate": 20_000},
    ],
}


def findings(*entries: Entry) -> list[str]:
    story = JackpotStory("j")
    return [what for entry in entries for what in story.check(entry)]


def moved(**amounts: int) -> dict[str, int]:
    """Lines of the jackpot, in cents by fund; those of the row's own meter with ``royal_`` before them."""
    return {
        (f"j/royal:{fund.removeprefix('royal_')}" if fund.startswith("royal_") else f"j:{fund}"): cents * CENT
        for fund, cents in amounts.items()
    }


BEGUN = told(
    "jackpot-begun",
    {"jackpot": JACKPOT},
    moved(pool=10_000, seed=-10_000, royal_pool=500, royal_seed=-500, due=10_500, house=-10_500),
)


def deposited(cents: int) -> Entry:
    return told("deposited", {"amount": cents}, moved(due=-cents, bank=cents))


def withdrawn(cents: int) -> Entry:
    return told("withdrawn", {"amount": cents}, moved(due=cents, bank=-cents))


def recovered(cents: int) -> Entry:
    lines = moved(pool=-cents, recovered=cents, due=-cents, house=cents)
    return told("seed-recovered", {"amount": cents, "row": "", "source": "pool"}, lines)


def booked(cents: int) -> Entry:
    lines = moved(reserve=-cents, paid=cents, due=-cents, house=cents)
    return told("undisplayed-booked", {"amount": cents, "row": "", "source": "reserve"}, lines)


def locked(id: str, meter: int, by_house: int = 0, *, two: bool = False, **reseeded: int) -> Entry:
    """A hit of ``meter`` cents from the meter and ``by_house`` from the house, reseeded from these in cents."""
    hit: dict[str, Any] = {
        "id": id,
        "row": "",
        "amount": meter + by_house,
        "meter": meter,
        "house": by_house,
        "two": two,
    }
    hit["reseeded"] = {source: cents * CENT for source, cents in reseeded.items()}
    lines = moved(
        pool=sum(reseeded.values()) - meter,
        locked=meter,
        reserve=-reseeded.get("reserve", 0),
        overflow=-reseeded.get("overflow", 0),
        seed=-reseeded.get("house", 0),
        due=reseeded.get("house", 0),
    )
    lines["j:house"] = -reseeded.get("house", 0) * CENT
    return told("hit-locked", {"hits": [hit]}, lines)


def verified(id: str) -> Entry:
    return told("hit-verified", {"hit": id})


def paid(id: str, meter: int, house: int = 0, *, by: str = "cage", second: str | None = None) -> Entry:
    through = {"cage": "due", "account": "bank"}[by]
    lines = moved(locked=-meter, paid=meter, house=meter, awards=house, cage=-house)
    lines[f"j:{through}"] = -meter * CENT
    return told("hit-paid", {"hit": id, "amount": meter + house, "by": by, "second": second}, lines)


def rejected(id: str, amount: int, *, stays_with: str = "", **back: int) -> Entry:
    """A rejected hit, of whose reseed so many cents go back to where they came from."""
    out = sum(back.values())
    lines = moved(
        pool=amount - out,
        locked=-amount,
        seed=back.get("seed", 0),
        reserve=back.get("reserve", 0),
        overflow=back.get("overflow", 0),
        due=-back.get("seed", 0),
        house=back.get("seed", 0),
    )
    body: dict[str, Any] = {"hit": id, "amount": amount}
    return told("hit-rejected", {**body, "reseed-stays-with": stays_with} if stays_with else body, lines)


def voided(count: int, taken: int, borne: int, lines: dict[str, int]) -> Entry:
    body = {"count": count, "taken": taken * CENT, "borne": borne * CENT, "since": 1}
    return told("contribution-voided", body, lines)


def corrected(before: int, after: int, seed: int, kept: int, **lines: int) -> Entry:
    body = {"row": "", "reason": "malfunction", "before": before, "after": after}
    return told("meter-adjusted", {**body, "seed": seed * CENT, "kept": kept * CENT}, moved(**lines))


VOIDED = voided(
    3,
    51,
    0,
    moved(accrued=-30, reserve=-15, contributions=45, royal_accrued=-6, royal_contributions=6, due=-51, house=51),
)

STORY = (
    BEGUN,
    deposited(8_000),
    withdrawn(7_000),
    locked("h1", 5_000, 1_000, two=True, reserve=300, house=4_000),
    verified("h1"),
    paid("h1", 5_000, 1_000, second="cole"),
    locked("h2", 900, reserve=100),
    verified("h2"),
    paid("h2", 900, by="account"),
    locked("h3", 2_000, house=1_500, reserve=80),
    rejected("h3", 2_000, seed=1_500, reserve=80),
    recovered(1_000),
    booked(20),
    VOIDED,
    voided(
        1,
        12,
        5,
        moved(accrued=-10, contributions=10, royal_accrued=-2, royal_contributions=2, due=-12, house=12)
        | moved(borne=5, cage=-5),
    ),
    corrected(9_000, 9_100, 0, 0, contributions=-100, pool=100, house=-100, due=100),
    corrected(9_100, 8_900, 200, 0, pool=-200, recovered=200, due=-200, house=200),
    told(
        "meter-adjusted",
        {"reason": "malfunction", "before": 500, "after": 600},
        moved(accrued=30, pool=30, overflow=40, contributions=-100, due=100, house=-100),
    ),
    told("transferred-in", {"micros": 70 * CENT}, moved(pool=50, reserve=20, contributions=-70, due=70, house=-70)),
    told("transferred-out", {"micros": 90 * CENT}, moved(pool=-80, reserve=-10, paid=90, due=-90, house=90)),
    told("donated", {"cents": 30}, moved(accrued=-30, paid=30, due=-30, house=30)),
)


def test_a_story_in_which_every_amount_is_right_has_no_finding() -> None:
    assert findings(*STORY) == []


@pytest.mark.parametrize("place", range(len(STORY)))
def test_one_micro_in_another_account_is_found(place: int) -> None:
    together = FOLDED | {"reserve"} if STORY[place].kind.startswith("transferred") else FOLDED
    for entry in one_micro_moved(STORY[place], (together,)):
        assert findings(*STORY[:place], entry), entry.postings


@pytest.mark.parametrize("place", range(1, len(STORY)))
def test_one_cent_more_or_less_in_the_words_is_found(place: int) -> None:
    for body in one_more_or_less(STORY[place].data):
        if STORY[place].kind != "contribution-voided" or body["since"] == 1:
            assert findings(*STORY[:place], with_body(STORY[place], body)), body


def test_a_bank_account_may_be_emptied_and_no_more() -> None:
    assert findings(BEGUN, deposited(50), withdrawn(50)) == []
    assert "j:bank comes to -1000000 micros, less than nothing" in findings(BEGUN, deposited(50), withdrawn(51))


def test_the_house_takes_its_seed_back_and_no_more() -> None:
    assert findings(BEGUN, recovered(10_000)) == []
    assert findings(BEGUN, recovered(10_000), recovered(1)) == [
        "the house has taken 10001000000 micros of seed back from j, and put 10000000000 in"
    ]


def test_a_hit_is_rejected_once_and_never_after_its_payment() -> None:
    hit = locked("h", 100)
    assert findings(BEGUN, hit, rejected("h", 100)) == []
    assert findings(BEGUN, hit, verified("h"), rejected("h", 100)) == []
    again = findings(BEGUN, hit, rejected("h", 100), rejected("h", 100))
    assert "hit h is rejected, and it was rejected" in again
    after = findings(BEGUN, hit, verified("h"), paid("h", 100), rejected("h", 100))
    assert "hit h is rejected, and it was paid" in after
    assert "hit h is rejected, and it was never held" in findings(BEGUN, rejected("h", 100))


def test_a_hit_is_verified_once_and_paid_once() -> None:
    start = (BEGUN, locked("h", 100), verified("h"))
    assert findings(*start, verified("h")) == ["hit h is verified, and it was verified"]
    assert "hit h is paid, and it was paid" in findings(*start, paid("h", 100), paid("h", 100))
    assert "hit h is paid, and it was held" in findings(BEGUN, locked("h", 100), paid("h", 100))
    assert "hit h is held a second time" in findings(*start, locked("h", 100))


def test_one_person_pays_what_takes_one_and_not_what_takes_two() -> None:
    alone = paid("h", 100)
    assert findings(BEGUN, locked("h", 100), verified("h"), alone) == []
    assert findings(BEGUN, locked("h", 100, two=True), verified("h"), alone) == [
        "hit h takes two people, and one paid it"
    ]


def test_a_hit_of_less_than_nothing_is_found() -> None:
    for meter, house in ((101, -1), (-1, 101)):
        assert any(
            f"hit h holds 100 cents: {meter} of the meter" in what
            for what in findings(BEGUN, locked("h", meter, house))
        )
    assert findings(BEGUN, locked("h", 0, 100)) == findings(BEGUN, locked("h", 100, 0)) == []


@pytest.mark.parametrize(
    ("there", "back"),
    [
        # What the pool has when the hit comes back, in cents: the house's part goes first, the rest as far as it goes.
        (5_000, {"seed": 1_500, "overflow": 60, "reserve": 80}),
        (1_640, {"seed": 1_500, "overflow": 60, "reserve": 80}),
        (1_600, {"seed": 1_500, "overflow": 60, "reserve": 40}),
        (1_560, {"seed": 1_500, "overflow": 60}),
        (1_530, {"seed": 1_500, "overflow": 30}),
        (1_500, {"seed": 1_500}),
        (1_400, {"seed": 1_400}),
        (0, {}),
    ],
)
def test_a_rejected_hits_reseed_goes_back_as_far_as_the_pool_has_it(there: int, back: dict[str, int]) -> None:
    hit = locked("h", 2_000, house=1_500, reserve=80, overflow=60)
    # After the hit the pool has 10,000 - 2,000 + 1,640; what is more than wanted with the amount is taken first.
    less = 9_640 - (there - 2_000)
    taken = told(
        "undisplayed-booked",
        {"amount": less, "row": "", "source": "pool"},
        moved(pool=-less, paid=less, due=-less, house=less),
    )
    assert findings(BEGUN, hit, taken, rejected("h", 2_000, stays_with="", **back)) == []
    more = {**back, "reserve": back.get("reserve", 0) + 1}
    assert findings(BEGUN, hit, taken, rejected("h", 2_000, stays_with="", **more))


def test_seed_that_was_recovered_does_not_go_back_a_second_time() -> None:
    hit = locked("h", 2_000, house=1_500)
    start = (BEGUN, hit, recovered(11_000))
    assert findings(*start, rejected("h", 2_000, seed=500)) == []
    assert findings(*start, rejected("h", 2_000, seed=501))


def test_the_reseed_of_a_rejected_hit_stays_with_the_other_one() -> None:
    start = (BEGUN, locked("h1", 1_000, house=700), locked("h2", 800))
    assert findings(*start, rejected("h1", 1_000, stays_with="h2"), rejected("h2", 800, seed=700)) == []
    assert findings(*start, rejected("h1", 1_000, seed=700), rejected("h2", 800)) == []
    assert findings(*start, rejected("h1", 1_000, seed=700), rejected("h2", 800, seed=700))


def test_a_correction_downwards_takes_the_seed_first_and_then_stays_with_the_players() -> None:
    lines = {"pool": -10_050, "recovered": 10_000, "reserve": 50, "due": -10_000, "house": 10_000}
    assert findings(BEGUN, corrected(10_050, 0, 10_000, 50, **lines)) == []
    lines = {"pool": -10_050, "recovered": 9_999, "reserve": 51, "due": -9_999, "house": 9_999}
    assert findings(BEGUN, corrected(10_050, 0, 9_999, 51, **lines))


def test_an_adjustment_for_another_reason_than_a_malfunction_moves_nothing() -> None:
    body = {"row": "", "reason": "ceiling", "before": 9_000, "after": 8_000, "seed": 0, "kept": 0}
    assert findings(BEGUN, told("meter-adjusted", body)) == []
    assert findings(BEGUN, told("meter-adjusted", body, moved(contributions=-1, pool=1, house=-1, due=1)))


@pytest.mark.parametrize("fund", ["paid", "locked", "recovered"])
def test_an_adjustment_and_a_void_pay_nobody(fund: str) -> None:
    lines = moved(pool=-100, due=-100, house=100) | moved(**{fund: 100})
    adjusted = told("meter-adjusted", {"reason": "malfunction", "before": 100, "after": 0}, lines)
    assert any(what.startswith("an adjustment pays nobody") for what in findings(BEGUN, adjusted))
    found = findings(BEGUN, voided(0, 0, 0, lines))
    assert any(what.startswith("a void pays nobody") for what in found)


def test_a_void_of_release_0_1_books_nothing_for_what_the_house_pays() -> None:
    body = {"count": 1, "taken": 12 * CENT, "borne": 5 * CENT}
    lines = moved(accrued=-10, contributions=10, royal_accrued=-2, royal_contributions=2, due=-12, house=12)
    assert findings(BEGUN, told("contribution-voided", body, lines)) == []
    assert findings(BEGUN, told("contribution-voided", {**body, "since": 1}, lines))


def test_a_voided_reserve_is_taken_back_whole() -> None:
    lines = moved(
        accrued=-35, reserve=-10, contributions=45, royal_accrued=-6, royal_contributions=6, due=-51, house=51
    )
    assert findings(BEGUN, voided(3, 51, 0, lines)) == [
        "15000000 micros of the reserve are taken back, and 10000000 are booked"
    ]


def test_a_beginning_with_another_seed_than_its_own_is_found() -> None:
    lines = moved(pool=10_001, seed=-10_001, royal_pool=500, royal_seed=-500, due=10_501, house=-10_501)
    [found] = findings(told("jackpot-begun", {"jackpot": JACKPOT}, lines))
    assert found.startswith("its lines are")


def test_a_second_beginning_is_found() -> None:
    assert findings(BEGUN, BEGUN) == ["jackpot j begins a second time"]


def with_rows(*rows: str) -> dict[str, Any]:
    added = [{"row": row, "seed": 300, "reseed": 300, "rate": 10_000} for row in rows]
    return {**JACKPOT, "meters": [*JACKPOT["meters"], *added]}


def added(row: str) -> dict[str, int]:
    cents = 300 * CENT
    return {f"j/{row}:pool": cents, f"j/{row}:seed": -cents, "j:due": cents, "j:house": -cents}


def test_a_meter_that_is_added_begins_with_its_seed_and_those_that_were_there_do_not() -> None:
    changed = told("jackpot-changed", {"jackpot": with_rows("flush")}, added("flush"))
    assert findings(BEGUN, changed) == []
    again = told("jackpot-changed", {"jackpot": with_rows("flush")})
    assert findings(BEGUN, changed, again) == []
    assert findings(BEGUN, changed, changed)
    assert findings(BEGUN, again)


def test_a_change_that_is_queued_moves_nothing_until_it_takes_effect_with_a_hit() -> None:
    queued = told("jackpot-changed", {"jackpot": with_rows("flush"), "queued": True})
    assert findings(BEGUN, queued) == []
    assert findings(BEGUN, told("jackpot-changed", {"jackpot": with_rows("flush"), "queued": True}, added("flush")))
    hit = locked("h", 100)
    lines = dict(hit.postings)
    for account, micros in added("flush").items():
        lines[account] = lines.get(account, 0) + micros
    body = {**hit.data, "changed": with_rows("flush")}
    assert findings(BEGUN, queued, told("hit-locked", body, lines)) == []
    assert findings(BEGUN, queued, told("hit-locked", body, dict(hit.postings)))


def test_money_in_an_entry_that_moves_none_is_found() -> None:
    for kind, body in (("amount-posted", {"jackpot": JACKPOT}), ("removal-announced", {})):
        assert findings(BEGUN, told(kind, body)) == []
        assert findings(BEGUN, told(kind, body, moved(pool=1, contributions=-1, due=1, house=-1)))


def test_money_that_leaves_the_meters_leaves_the_escrow_too() -> None:
    lines = moved(pool=-90, paid=90, due=-89, house=89)
    [found] = findings(BEGUN, told("transferred-out", {"micros": 90 * CENT}, lines))
    assert found.startswith("its meters hold -90000000 micros more, and the escrow does not")


def test_a_jackpot_without_a_reserve_has_none_to_take_back() -> None:
    bare = {**JACKPOT, "meters": [{"seed": 0, "reseed": 0, "rate": 100_000}]}
    lines = moved(accrued=-10, contributions=10, due=-10, house=10)
    assert findings(told("jackpot-begun", {"jackpot": bare}), voided(1, 10, 0, lines)) == []


def test_an_amount_that_is_no_whole_number_is_not_reckoned_with() -> None:
    for amount in (True, "1", None):
        with pytest.raises(ValueError, match="Expected `int`"):
            findings(BEGUN, told("deposited", {"amount": amount}, moved(due=-1, bank=1)))
