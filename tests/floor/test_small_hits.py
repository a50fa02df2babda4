"""The small hits of one round: verified and paid together by two people, all or nothing, each with its own entries."""

from __future__ import annotations

from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, ReferenceMissing, WrongState
from houseway.jackpots.jackpot_configuration import MICROS
from tests.floor.houses import BLACKJACK, House, attack_table

SMALL, PAIR = "any-20", "queen-of-hearts-pair"
"""Triple Attack: dollar prizes of the house, of which one person may pay each."""


def _round(house: House, *claims: tuple[int, str], cards: str = "Kh Kd", table: str = "A1") -> c.PaySmallHits:
    """A counted round with these hits, and the command that pays the small ones."""
    house.tabulate(table, *(seat for seat, _ in claims))
    house.claim(table, *((seat, "jackpot", event) for seat, event in claims), cards=cards)
    return c.PaySmallHits(table=table, round=house.floor.table(table).round, deck="complete")


def _states(house: House) -> dict[int, str]:
    return {hit.seat: hit.state for hit in house.floor.jackpot("attack").hits.values()}


def test_wac_230_15_405_the_small_hits_of_a_round_are_verified_and_paid_in_one_commit(house: House) -> None:
    pay = _round(house, (1, SMALL), (2, "suited-20"), (3, SMALL))
    hits = {hit.seat: hit for hit in house.floor.jackpot("attack").hits.values()}
    before = house.fund("attack", "awards")
    stream = "jackpot/attack"
    known = house.floor.journal.head(stream).number
    reply = house.do(pay, "sato", "cole")
    ids = sorted(hit.id for hit in hits.values())
    assert reply == {
        "hits": ids,
        "amount": sum(hit.amount for hit in hits.values()),
        "left": [],
    }
    assert house.fund("attack", "awards") - before == reply["amount"] * MICROS
    entries = list(house.floor.journal.read(stream, known + 1, known + 7))
    assert [entry.kind for entry in entries] == ["hit-verified", "hit-paid"] * 3
    assert [entry.data["hit"] for entry in entries] == [id for id in ids for _ in range(2)]
    assert {(entry.who, entry.data["second"], entry.command) for entry in entries} == {
        ("sato", "cole", entries[0].command)
    }
    paid = house.floor.jackpot("attack").hits[hits[2].id]
    assert (paid.state, paid.method, paid.by, paid.cards, paid.deck) == ("paid", "chips", "cage", "Kh Kd", "complete")
    house.refused(WrongState, pay, "sato", "cole")
    house.sound()


def test_wac_230_15_430_one_person_or_one_department_pays_none_of_them(house: House) -> None:
    house.tabulate("A1", 1)
    round_ = house.floor.table("A1").round
    claims = (c.Claimed(seat=1, wager="jackpot", event=SMALL),)
    house.do(c.ClaimHit(table="A1", round=round_, claims=claims, cards="Kh Kd"), "sato")
    pay = c.PaySmallHits(table="A1", round=round_, deck="complete")
    for who, second in (("sato", None), ("sato", "sato"), ("cole", "ames"), ("vega", "cole")):
        house.refused(NotPermitted, pay, who, second)
    house.refused(ReferenceMissing, c.PaySmallHits(table="A1", round=round_, deck=" "), "sato", "cole")
    # Who claimed them signs only beside somebody who did not.
    house.do(pay, "sato", "cole")
    assert _states(house) == {1: "paid"}


def test_a_percent_prize_and_one_that_wants_a_player_on_record_wait_for_their_own_verification(house: House) -> None:
    pay = _round(house, (1, BLACKJACK), (2, SMALL), (3, PAIR))
    left = {hit.seat: hit.id for hit in house.floor.jackpot("attack").hits.values() if hit.seat != 2}
    assert house.do(pay, "sato", "cole")["left"] == sorted(left.values())
    assert _states(house) == {1: "locked", 2: "paid", 3: "locked"}
    house.refused(WrongState, pay, "sato", "cole")
    house.sound()


def test_hits_of_other_rounds_are_none_of_this_one_s_and_a_verified_one_is_paid_with_the_rest(house: House) -> None:
    first = _round(house, (4, SMALL))
    pay = _round(house, (1, SMALL), (2, SMALL))
    own = [hit for hit in house.floor.jackpot("attack").hits.values() if hit.seat == 1]
    house.verify(own[0])
    assert len(house.do(pay, "sato", "cole")["hits"]) == 2
    assert _states(house) == {4: "locked", 1: "paid", 2: "paid"}
    house.do(first, "sato", "cole")
    house.sound()


def test_a_hit_claimed_without_its_cards_holds_all_of_them_up(house: House) -> None:
    pay = _round(house, (1, SMALL), (2, SMALL), cards="")
    refusal = house.refused(ReferenceMissing, pay, "sato", "cole")
    assert "without its cards" in str(refusal)
    assert _states(house) == {1: "locked", 2: "locked"}


def test_a_prize_of_the_threshold_itself_is_small_and_a_player_on_record_lifts_it(empty: House) -> None:
    empty.build(tables=[attack_table("A1")])
    pay = _round(empty, (1, SMALL), (2, PAIR))
    hits = {hit.seat: hit for hit in empty.floor.jackpot("attack").hits.values()}
    assert hits[2].amount > 10_000 > hits[1].amount, "the threshold of players is $100"
    empty.do(c.ChangeSettings(settings={"player-threshold": hits[1].amount - 1}), "ames", "cole")
    empty.refused(WrongState, pay, "sato", "cole")
    empty.do(c.ChangeSettings(settings={"player-threshold": hits[1].amount}), "ames", "cole")
    # Who won the larger one goes on record with its own verification: then it is paid with the other.
    empty.verify(hits[2])
    assert empty.do(pay, "sato", "cole")["left"] == []
    assert _states(empty) == {1: "paid", 2: "paid"}


def test_no_small_hit_is_paid_before_its_round_is_settled(empty: House) -> None:
    empty.build(tables=[attack_table("A1", cards="keys")])
    pay = _round(empty, (1, SMALL))
    refusal = empty.refused(WrongState, pay, "sato", "cole")
    assert "is not settled" in refusal.message
    assert _states(empty) == {1: "locked"}
