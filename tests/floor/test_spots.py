"""When a deposit is overdue the progressive takes no more wagers: its spot is closed, and the rest plays on (BJS-9)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import DepositOverdue
from tests.floor.houses import (
    ATTACK,
    DAY,
    HOUR,
    MICROS,
    SECOND_ATTACK,
    START,
    House,
    attack_table,
)
from tests.floor.live_tables import K1, At
from tests.waiting import LONG

LATE = START + 18 * HOUR + 7 * DAY
"""The last moment at which the seed of 1 May is not overdue: a week after six of the next morning."""


def _press(house: House, table: str, **picture: tuple[int, ...]) -> c.Tabulate:
    seen = {sensor.removeprefix("s"): positions for sensor, positions in picture.items()}
    return c.Tabulate(table=table, round=house.floor.table(table).round + 1, picture=seen)


@pytest.fixture
def attack(empty: House) -> House:
    """Two progressives at A1, one of them at A2 too, with the tabulator alone."""
    return empty.build(jackpots=[ATTACK, SECOND_ATTACK], tables=[attack_table("A1", two=True), attack_table("A2")])


@pytest.mark.parametrize("profile", ["plain", "washington-commercial"])
def test_bjs_9_a_table_pressed_every_day_without_a_deposit_is_stopped_by_the_first_overdue_one(
    empty: House, profile: str
) -> None:
    empty.build(profile, jackpots=[ATTACK], tables=[attack_table("A1")])  # type: ignore[arg-type]
    accepted = 0
    for _ in range(30):
        try:
            empty.tabulate("A1", 1, 2, 3)
            accepted += 1
        except DepositOverdue as refusal:
            assert refusal.clause == ("WAC 230-15-455" if profile == "washington-commercial" else "the house")
        empty.at += DAY
    # Noon of 1 May to noon of 8 May: the seed has been due since six in the morning of 2 May.
    assert accepted == 8
    assert empty.floor.table("A1").round == 8
    empty.sound()


def test_bjs_9_the_spot_closes_at_the_very_moment_and_says_why(attack: House) -> None:
    attack.do(_press(attack, "A1", s1=(1,)), "panel:A1", at=LATE)
    refusal = attack.refused(DepositOverdue, _press(attack, "A1", s1=(1,)), "panel:A1", at=LATE + 1)
    assert refusal.message == (
        "$1,000 of Attack has been due at the bank since 2024-05-02 06:00:00 PDT, more than 7 days: "
        "the jackpot spot of table A1 is closed"
    )
    assert refusal.clause == "the house" and str(refusal.remedy).startswith("Record the deposit to reopen it.")


def test_bjs_9_a_room_that_deposits_by_the_end_of_the_day_has_not_a_day_more(empty: House) -> None:
    empty.build(settings={"deposit-days": 0}, jackpots=[ATTACK], tables=[attack_table("A1")])
    ends = START + 18 * HOUR
    empty.do(_press(empty, "A1", s1=(1,)), "panel:A1", at=ends)
    empty.refused(DepositOverdue, _press(empty, "A1", s1=(1,)), "panel:A1", at=ends + 1)


def test_bjs_9_other_wagers_play_on(attack: House) -> None:
    attack.deposit_all("attack-two")
    attack.at = LATE
    attack.refused(DepositOverdue, _press(attack, "A1", s1=(1,), s2=(1, 2)), "panel:A1")
    # Without chips on the closed spot the press counts: nothing, or what lies on the other spot.
    attack.tabulate("A1")
    attack.tabulate("A1", picture={"2": (1, 2)})
    attack.tabulate("A2", picture={"1": ()})
    assert attack.fund("attack-two", "contributions") == -2 * 100 * 150_010
    assert attack.fund("attack", "contributions") == 0


def test_bjs_9_a_deposit_reopens_the_spot_at_once(attack: House) -> None:
    attack.at = LATE
    attack.refused(DepositOverdue, _press(attack, "A1", s1=(1,)), "panel:A1")
    attack.do(c.Deposit(jackpot="attack", amount=99_999, reference="slip 1"), "cole")
    attack.refused(DepositOverdue, _press(attack, "A1", s1=(1,)), "panel:A1")
    attack.do(c.Deposit(jackpot="attack", amount=1, reference="slip 2"), "cole")
    attack.tabulate("A1", 1)
    assert attack.floor.jackpot("attack").status == "running"


def test_bjs_9_counts_by_hand_are_wagers_too(attack: House) -> None:
    attack.at = LATE
    attack.do(c.FailTable(table="A1", what="dark"), "tell")
    by_hand = c.Tabulate(table="A1", round=1, picture={"1": (1,)}, manual=True)
    attack.refused(DepositOverdue, by_hand, "sato")


def test_bjs_9_what_was_counted_before_is_claimed_and_paid(attack: House) -> None:
    attack.do(_press(attack, "A1", s1=(1,)), "panel:A1", at=LATE)
    attack.at = LATE + HOUR
    [hit] = attack.claim("A1", (1, "jackpot", "queen-of-hearts-pair-w-dealer-suited-blackjack"))
    attack.settle_hit(hit)
    assert hit.amount == 25_005
    attack.sound()


def test_bjs_9_through_a_running_writer_the_same_is_refused_and_reopened(attack: House) -> None:
    """Commands of many threads share a commit, and a decision that needs more streams gets them there too."""
    attack.floor.start()
    attack.at = LATE + HOUR

    def given(number: int) -> str:
        table = ("A1", "A2")[number % 2]
        try:
            attack.floor.do(_press(attack, table, s1=(1,)), id=f"t{number}", who=f"panel:{table}", at=attack.at)
        except DepositOverdue:
            return "overdue"
        return "counted"

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(given, range(8), timeout=LONG)) == {"overdue"}
    attack.deposit_all("attack")
    assert given(8) == given(9) == "counted"


def test_bjs_9_a_deposit_at_one_server_reopens_the_spot_at_another(postgres: str) -> None:
    one = House(Floor.open(postgres, create=True))
    one.build(jackpots=[ATTACK], tables=[attack_table("A1"), attack_table("A2")])
    other = House(Floor.open(postgres), LATE)
    other.number = 5_000
    one.at = LATE
    one.refused(DepositOverdue, _press(one, "A1", s1=(1,)), "panel:A1")
    other.refused(DepositOverdue, _press(other, "A2", s1=(1,)), "panel:A2")
    one.deposit_all("attack")
    other.at = one.at
    other.tabulate("A2", 1)
    one.tabulate("A1", 1)
    assert one.fund("attack", "contributions") == -2 * 25 * MICROS
    one.close()
    other.close()


# -- a round in progress


def _late(duel: At) -> None:
    duel.house.at = LATE


def test_bjs_9_a_jackpot_wager_at_a_closed_spot_is_not_placed_and_the_rest_of_the_seat_is(duel: At) -> None:
    _late(duel)
    duel.begin(1, 2)
    reply = duel.answer(1, {"player": 500, "tie-after-tie": 100})
    assert reply["closed"]["tie-after-tie"]["error"] == "deposit-overdue"
    assert "Record the deposit" in reply["closed"]["tie-after-tie"]["remedy"]
    assert "closed" not in duel.answer(2, {"player": 500})
    assert duel.round.placed == {1: {"player": 500}, 2: {"player": 500}}
    [pressed] = duel.entries("tabulated")
    assert pressed["picture"] == {}
    first, *_ = duel.entries("answered")
    assert first["closed"].keys() == {"tie-after-tie"}


def test_bjs_9_a_round_already_wagered_is_pressed_and_finished(duel: At) -> None:
    duel.house.at = LATE - 3_000_000
    duel.begin(1)
    duel.answer(1, {"player": 500, "tie-after-tie": 100})
    _late(duel)
    duel.count(1)
    duel.key("9s", "Kd")
    duel.settle()
    assert duel.house.fund("ties", "contributions") == -44_444_400
    duel.house.at += 1
    duel.begin(1)
    assert duel.answer(1, {"player": 500, "tie-after-tie": 100})["closed"]
    # The press of a round without a jackpot wager clears what was lit, as it always does.
    assert duel.entries("tabulated")[-1] == {"round": 2, "picture": {}}
    duel.house.sound()


def test_bjs_9_a_correction_adds_no_wager_on_a_closed_spot(duel: At) -> None:
    duel.house.at = LATE - 5_000_000
    duel.begin(1, 2)
    duel.answer(1, {"player": 500, "tie-after-tie": 100})
    _late(duel)
    duel.answer(2, {"player": 500})

    def corrected(number: int, wagers: dict[str, int]) -> c.CorrectAnswer:
        return c.CorrectAnswer(table=K1, round=1, number=number, answer=wagers, reason="seen on tape")

    duel.house.refused(DepositOverdue, corrected(2, {"player": 500, "tie-after-tie": 100}), "sato")
    # What was laid while the spot was open stands through a correction of something else.
    duel.house.do(corrected(1, {"player": 1_000, "tie-after-tie": 100}), "sato")
    assert duel.round.placed[1] == {"player": 1_000, "tie-after-tie": 100}
