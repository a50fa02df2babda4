"""A live table whose shoe reads its cards: the round goes on by each reading, and by nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.cards.card_errors import CardNotInDeck, UnknownCard
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.floor.permission.people import shoe_of
from houseway.table.shown.view import view
from houseway.table.table_errors import OutOfTurn
from tests.floor.houses import House, attack_table, duel_table, sqlite_house

ATTACK, DUEL = "A1", "D1"


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = sqlite_house(tmp_path / "floor.db")
    made.build(tables=[_bare(attack_table(ATTACK, cards="reads")), _bare(duel_table(DUEL, cards="reads"))])
    return made


def _bare(table: Any) -> Any:
    """The table without jackpots: nothing is counted, so that the round is cards and decisions alone."""
    wagers = tuple(wager for wager in table.wagers if wager not in table.sensors)
    return msgspec.structs.replace(table, wagers=wagers, jackpots={}, sensors={}, paytables={}, displays=())


def begin(house: House, table: str, wagers: dict[int, dict[str, int]]) -> None:
    number = house.floor.table(table).round + 1
    house.do(c.BeginRound(table=table, round=number, seats=tuple(wagers)), who="dole")
    for seat, placed in wagers.items():
        answer(house, table, seat, placed)


def answer(house: House, table: str, seat: int | str, given: Any, who: str = "dole") -> None:
    house.do(command(house, table, seat, given), who=who)


def command(house: House, table: str, seat: int | str, given: Any) -> c.Answer:
    round_ = house.floor.round(table)
    number = house.floor.table(table).live.round  # type: ignore[union-attr]
    return c.Answer(table=table, round=number, step=len(round_.history), seat=seat, answer=given)


def read(house: House, table: str, *cards: str) -> None:
    for text in cards:
        house.do(reading(house, table, text), who=shoe_of(table))


def reading(house: House, table: str, text: str, ahead: int = 0) -> c.ReadCard:
    live = house.floor.table(table).live
    assert live is not None
    number = len(house.floor.round(table).layout.cards) + 1 + ahead
    return c.ReadCard(table=table, round=live.round, number=number, card=text)


def money(house: House, table: str) -> list[tuple[str, str, int]]:
    return [(line.wager, line.event, line.returned) for line in house.floor.round(table).lines]


def test_each_card_goes_where_the_procedure_deals_it_and_the_round_settles(house: House) -> None:
    """Triple Attack, rules 2 to 13: nineteen against nineteen, the dealer's second card face down until the end."""
    begin(house, ATTACK, {1: {"first-attack": 500}})
    read(house, ATTACK, "9h")
    answer(house, ATTACK, 1, "pass")
    read(house, ATTACK, "9s")
    answer(house, ATTACK, 1, "pass")
    read(house, ATTACK, "Kd", "Kc")
    for viewer in (1, "dealer", "public"):
        assert view(house.floor.round(ATTACK), viewer).cards == {"1": ["9h", "Kd"], "dealer": ["9s", "??"]}
    answer(house, ATTACK, 1, "stand")
    assert house.floor.round(ATTACK).over
    assert view(house.floor.round(ATTACK), "public").cards["dealer"] == ["9s", "Kc"]
    assert money(house, ATTACK) == [("first-attack", "push", 500)]


def test_a_reading_that_was_lost_or_came_twice_shifts_no_card(house: House) -> None:
    begin(house, DUEL, {2: {"player": 500}})
    house.refused(WrongState, reading(house, DUEL, "9h", ahead=1), who=shoe_of(DUEL))
    first = reading(house, DUEL, "9h")
    house.do(first, who=shoe_of(DUEL), id="reading 1")
    assert house.do(first, who=shoe_of(DUEL), id="reading 1")["answers"] == 2
    house.refused(WrongState, first, who=shoe_of(DUEL))
    assert house.floor.round(DUEL).layout.turned() == ["9h"]


def test_a_card_that_nothing_waits_for_is_refused(house: House) -> None:
    house.refused(WrongState, c.ReadCard(table=DUEL, round=1, number=1, card="9h"), who=shoe_of(DUEL))
    house.do(c.BeginRound(table=DUEL, round=1, seats=(1,)), who="dole")
    refusal = house.refused(WrongState, reading(house, DUEL, "9h"), who=shoe_of(DUEL))
    assert refusal.clause == house.floor.round(DUEL).step.cite  # type: ignore[union-attr]
    answer(house, DUEL, 1, {"player": 500})
    read(house, DUEL, "9h", "7s")
    assert house.floor.round(DUEL).over
    house.refused(WrongState, reading(house, DUEL, "2c"), who=shoe_of(DUEL))


def test_what_is_no_card_of_the_deck_is_refused(house: House) -> None:
    begin(house, DUEL, {1: {"player": 500}})
    house.refused(UnknownCard, reading(house, DUEL, "1z"), who=shoe_of(DUEL))
    house.refused(CardNotInDeck, reading(house, DUEL, "Xj"), who=shoe_of(DUEL))


def test_a_face_up_card_that_was_not_read_is_keyed_by_the_dealer(house: House) -> None:
    begin(house, DUEL, {1: {"player": 500}})
    with pytest.raises(HousewayError):
        read(house, DUEL, "??")
    answer(house, DUEL, "shoe", "9h")
    house.refused(OutOfTurn, command(house, DUEL, "dealer", "7s"), who="dole")
    answer(house, DUEL, "shoe", ["7s"])
    assert money(house, DUEL) == [("player", "win", 1000)]


def test_a_face_down_card_that_was_not_read_is_keyed_when_it_is_turned_never_before(house: House) -> None:
    begin(house, ATTACK, {1: {"first-attack": 500}})
    read(house, ATTACK, "9h")
    answer(house, ATTACK, 1, "pass")
    read(house, ATTACK, "9s")
    answer(house, ATTACK, 1, "pass")
    read(house, ATTACK, "Kd")
    house.refused(NotPermitted, command(house, ATTACK, "shoe", "Kc"), who="dole")
    answer(house, ATTACK, "shoe", "??")
    answer(house, ATTACK, 1, "stand")
    assert house.floor.round(ATTACK).due_from() == ("dealer",)
    answer(house, ATTACK, "dealer", ["8c"])
    assert money(house, ATTACK) == [("first-attack", "win", 1000)]


@pytest.mark.parametrize("who", ["dole", "sato", "ames"])
def test_nobody_in_person_reads_a_card_for_the_shoe(house: House, who: str) -> None:
    begin(house, DUEL, {1: {"player": 500}})
    house.refused(NotPermitted, reading(house, DUEL, "9h"), who=who)
    read(house, DUEL, "9h")


def test_a_card_that_lies_face_down_is_not_named_by_a_correction_before_it_is_turned(house: House) -> None:
    begin(house, ATTACK, {1: {"first-attack": 500}})
    read(house, ATTACK, "9h")
    answer(house, ATTACK, 1, "pass")
    read(house, ATTACK, "9s")
    answer(house, ATTACK, 1, "pass")
    read(house, ATTACK, "Kd", "Kc")
    number = len(house.floor.table(ATTACK).live.answers)  # type: ignore[union-attr]

    def mended(text: str) -> c.CorrectAnswer:
        return c.CorrectAnswer(table=ATTACK, round=1, number=number, answer=text, reason="misread")

    refusal = house.refused(NotPermitted, mended("7c"), who="sato")
    assert refusal.clause == "rules 4"
    house.refused(NotPermitted, mended("Kc"), who="sato")
    # Face up cards are mended all the same.
    house.do(c.CorrectAnswer(table=ATTACK, round=1, number=2, answer="8h", reason="misread"), who="sato")
    answer(house, ATTACK, 1, "stand")
    assert money(house, ATTACK) == [("first-attack", "lose", 0)]
    # It was turned, and everybody saw another card than the shoe had read.
    house.do(mended("7c"), who="sato")
    assert house.floor.round(ATTACK).layout.turned()[3] == "7c"


def test_a_reading_of_a_face_down_card_is_given_up_and_the_card_is_keyed_when_it_is_turned(house: House) -> None:
    begin(house, ATTACK, {1: {"first-attack": 500}})
    read(house, ATTACK, "9h")
    answer(house, ATTACK, 1, "pass")
    read(house, ATTACK, "9s")
    answer(house, ATTACK, 1, "pass")
    read(house, ATTACK, "Kd", "Kc")
    number = len(house.floor.table(ATTACK).live.answers)  # type: ignore[union-attr]
    house.do(c.CorrectAnswer(table=ATTACK, round=1, number=number, answer="??", reason="two at once"), who="sato")
    answer(house, ATTACK, 1, "stand")
    answer(house, ATTACK, "dealer", ["8c"])
    assert money(house, ATTACK) == [("first-attack", "win", 1000)]


def test_a_player_tells_no_card(house: House) -> None:
    house.do(c.Sit(table=DUEL, seat=1, player="player:ann"), who="player:ann")
    house.do(c.GiveChips(player="player:ann", amount=10_000), who="sato")
    house.do(c.BringChips(table=DUEL, seat=1), who="player:ann")
    begin(house, DUEL, {1: {"player": 500}})
    house.refused(NotPermitted, reading(house, DUEL, "9h"), who="player:ann")
    house.refused(NotPermitted, command(house, DUEL, "shoe", "9h"), who="player:ann")
    house.refused(NotPermitted, reading(house, DUEL, "9h"), who=shoe_of(ATTACK))


def test_after_a_restart_the_round_waits_for_the_next_card(house: House, tmp_path: Path) -> None:
    begin(house, DUEL, {1: {"player": 500}})
    read(house, DUEL, "9h")
    house.close()
    again = House(Floor.open(tmp_path / "floor.db"), house.at)
    again.number = house.number
    assert again.floor.round(DUEL).due_from() == ("shoe",)
    read(again, DUEL, "7s")
    assert money(again, DUEL) == [("player", "win", 1000)]
    again.close()


def test_a_misread_card_is_mended_under_a_supervisor(house: House) -> None:
    begin(house, DUEL, {1: {"player": 500}})
    read(house, DUEL, "9h", "Ts")
    assert money(house, DUEL) == [("player", "lose", 0)]
    mended = c.CorrectAnswer(table=DUEL, round=1, number=3, answer="8s", reason="misread")
    house.do(mended, who="sato")
    assert money(house, DUEL) == [("player", "win", 1000)]
