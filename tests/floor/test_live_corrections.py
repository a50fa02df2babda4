"""Corrections: one answer of a round in progress under a supervisor, one line of a settled round by two people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.cards.card_errors import CardNotInDeck, UnknownCard
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.journal.journal_errors import CommandReused
from houseway.rulebook.steps import Prizes, Turn
from houseway.table.table_errors import ChoiceRefused, WagerRefused
from tests.floor.houses import House
from tests.floor.live_tables import IVY, K1, OTTO, W1, At, live_house


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[At]:
    """Dueling with keyed cards; Ivy at seat 1 and Otto at seat 2 with 90,000 cents each."""
    house = live_house(tmp_path / "floor.db")
    table = At(house, K1)
    table.sit(1, IVY)
    table.sit(2, OTTO)
    yield table
    house.close()


def mend(number: int, answer: object, reason: str = "keyed wrongly") -> c.CorrectAnswer:
    return c.CorrectAnswer(table=K1, round=1, number=number, answer=answer, reason=reason)


def dealt(duel: At, *cards: str) -> None:
    """Both bet 500 on PLAYER, the button is pressed, and these cards are keyed: answers 4 and on."""
    duel.begin(1, 2)
    duel.answer(1, {"player": 500}, IVY)
    duel.answer(2, {"player": 500}, OTTO)
    duel.key(*cards)


def events(duel: At) -> list[tuple[int, str, int]]:
    return [(line.seat, line.event, line.returned) for line in duel.round.lines]


# -- answers


def test_a_card_keyed_wrongly_is_mended_and_what_followed_is_kept(duel: At) -> None:
    dealt(duel, "Kh", "4s", "9d")
    assert events(duel) == [(1, "win", 1000), (2, "lose", 0)]
    reply = duel.house.do(mend(5, "Qs"), "sato")
    assert reply == {"round": 1, "kept": 6, "asked-anew": 0}
    assert events(duel) == [(1, "win", 1000), (2, "win", 1000)]
    assert duel.round.over
    made = duel.settle()
    assert made["cards"] == ["Kh", "Qs", "9d"]
    assert (duel.rack(IVY), duel.rack(OTTO)) == (90_500, 90_500)
    duel.house.sound()


def test_lines_that_stood_are_reversed_and_posted_again_each_naming_the_old(duel: At) -> None:
    dealt(duel, "Kh", "4s", "9d")
    duel.house.do(mend(5, "Qs", "a queen, not a four"), "sato")
    [entry] = duel.entries("answer-corrected")
    assert (entry["number"], entry["was"], entry["answer"]) == (5, "4s", "Qs")
    assert entry["reason"] == "a queen, not a four"
    # Seat 1's line is as it was; seat 2's, the second, is reversed under its number and posted anew.
    assert [(line["line"], line["seat"], line["event"]) for line in entry["reversed"]] == [(2, 2, "lose")]
    assert [(line["line"], line["seat"], line["event"]) for line in entry["posted"]] == [(2, 2, "win")]
    duel.house.do(mend(4, "2h"), "sato")
    for lines, event in zip(("reversed", "posted"), ("win", "lose"), strict=True):
        named = [(line["line"], line["seat"], line["event"]) for line in duel.entries("answer-corrected")[1][lines]]
        assert named == [(1, 1, event), (2, 2, "win")]


def test_from_the_first_question_that_differs_answers_are_asked_anew(duel: At) -> None:
    dealt(duel, "9h", "9s", "9d")
    assert duel.round.due_from() == (1,)
    duel.answer(1, "surrender", IVY)
    duel.answer(2, "surrender", OTTO)
    assert duel.round.over
    # Seat 1 had no nine: only seat 2 is asked for war, by the question that seat 1 had answered.
    reply = duel.house.do(mend(4, "Kh"), "sato")
    assert reply == {"round": 1, "kept": 6, "asked-anew": 2}
    assert duel.round.due_from() == (2,)
    assert events(duel) == [(1, "win", 1000)]
    duel.answer(2, "war", OTTO)
    duel.key("5c", "4c")
    assert duel.round.over
    duel.settle()
    assert (duel.rack(IVY), duel.rack(OTTO)) == (90_500, 90_500)
    duel.house.sound()


def test_a_wager_entered_wrongly_is_mended_before_it_is_counted(duel: At) -> None:
    dealt(duel, "Kh", "4s", "9d")
    duel.house.do(mend(1, {"player": 700}), "sato")
    assert events(duel)[0] == (1, "win", 1400)


def test_a_wager_is_not_corrected_to_more_than_the_chips_at_the_table(tmp_path: Path) -> None:
    house = live_house(tmp_path / "short.db")
    table = At(house, K1)
    table.sit(1, IVY, 600)
    table.begin(1)
    table.answer(1, {"player": 500}, IVY)
    refusal = house.refused(WrongState, mend(1, {"player": 30_000}), "sato")
    assert "600" in refusal.message
    house.do(mend(1, {"player": 600}), "sato")
    table.key("4h", "9d")
    table.settle()
    assert table.rack(IVY) == 0
    house.do(c.Leave(table=K1, seat=1), IVY)
    assert table.purse(IVY) == 0
    house.sound()
    house.close()


def test_an_answer_that_the_chips_no_longer_cover_is_asked_anew(tmp_path: Path) -> None:
    house = live_house(tmp_path / "short.db")
    table = At(house, K1)
    table.sit(1, IVY, 1_000)
    table.begin(1)
    table.answer(1, {"player": 500}, IVY)
    table.key("9h", "9d")
    table.answer(1, "war", IVY)
    table.key("4h", "5d")
    # With 600 on PLAYER the war would take 600 more, and 400 are left.
    assert house.do(mend(1, {"player": 600}), "sato") == {"round": 1, "kept": 4, "asked-anew": 3}
    assert table.round.due_from() == (1,)
    table.refused(WrongState, 1, "war", IVY)
    table.answer(1, "surrender", IVY)
    table.settle()
    assert table.rack(IVY) == 700
    house.sound()
    house.close()


def test_s_6_nothing_before_the_count_is_mended_after_it_nor_the_count_itself(duel: At) -> None:
    duel.begin(1, 2)
    duel.answer(1, {"player": 500, "tie-after-tie": 100}, IVY)
    duel.answer(2, {"player": 500}, OTTO)
    duel.count(1)
    duel.key("Kh", "4s", "9d")
    for number in (1, 2, 3):
        refusal = duel.house.refused(WrongState, mend(number, {"player": 500}), "sato")
        assert refusal.clause == "S-6"
    # The cards after it can be.
    cards = [number for number, each in enumerate(duel.live.answers, start=1) if each.answer == "4s"]
    duel.house.do(mend(cards[0], "Qs"), "sato")


def test_bjs_3_amounts_that_were_locked_are_not_mended(duel: At) -> None:
    duel.begin(1)
    duel.answer(1, {"player": 500, "tie-after-tie": 100}, IVY)
    duel.count(1)
    duel.key("9h", "9s")
    duel.answer(1, "war", IVY)
    duel.key("9d", "9c")
    step = duel.round.step
    assert isinstance(step, Prizes)
    claims = tuple(c.Claimed(seat=1, wager=each.wager, event=each.event) for each in step.claims)
    duel.house.do(c.ClaimHit(table=K1, round=1, claims=claims, cards="9h 9s 9d 9c"), f"panel:{K1}")
    [number] = [number for number, each in enumerate(duel.live.answers, start=1) if each.who == "jackpots"]
    refusal = duel.house.refused(WrongState, mend(number, {"jackpot": 1}), "sato")
    assert refusal.clause == "BJS-3"


@pytest.mark.parametrize("who", ["dole", "cole", "ames", "vega", IVY, f"panel:{K1}"])
def test_an_answer_is_mended_by_a_supervisor(duel: At, who: str) -> None:
    dealt(duel, "Kh", "4s", "9d")
    duel.house.refused(NotPermitted, mend(5, "Qs"), who)


def test_what_cannot_be_mended(duel: At) -> None:
    house = duel.house
    house.refused(WrongState, mend(1, {}), "sato")
    dealt(duel, "Kh", "4s", "9d")
    house.refused(UnknownThing, mend(0, "Qs"), "sato")
    house.refused(UnknownThing, mend(7, "Qs"), "sato")
    house.refused(WrongState, c.CorrectAnswer(table=K1, round=2, number=5, answer="Qs", reason="x"), "sato")
    duel.settle()
    house.refused(WrongState, mend(5, "Qs"), "sato")


def test_the_new_answer_is_held_to_the_rules_as_any_other(duel: At) -> None:
    dealt(duel, "Kh", "4s", "9d")
    duel.house.refused(UnknownCard, mend(5, "11s"), "sato")
    duel.house.refused(ChoiceRefused, mend(5, ["Qs", "Qh"]), "sato")
    duel.house.refused(WagerRefused, mend(1, {"player": 1}), "sato")


def test_a_correction_sent_twice_is_one_correction(duel: At) -> None:
    dealt(duel, "Kh", "4s", "9d")
    first = duel.house.do(mend(5, "Qs"), "sato", id="m")
    assert duel.house.do(mend(5, "Qs"), "sato", id="m") == first
    assert len(duel.entries("answer-corrected")) == 1
    duel.house.refused(CommandReused, mend(5, "Js"), "sato", id="m")
    # Another correction of the same answer is another command.
    duel.house.do(mend(5, "Js"), "sato")
    assert duel.live.corrected == 2


def test_a_card_that_would_lie_on_the_table_too_often(tmp_path: Path) -> None:
    house = live_house(tmp_path / "deuces.db")
    deuces = At(house, W1)
    deuces.begin(1)
    deuces.answer(1, {"ante": 500})
    while deuces.round.due_from() == (1,):
        ask = deuces.round.ask_for(1)
        assert ask is not None
        stay = next(choice for choice in ask.choices if choice.wager is not None)
        deuces.answer(1, [stay.word, stay.least] if stay.least != stay.most else stay.word)
    turned = len(deuces.live.answers) + 1
    step = deuces.round.step
    assert isinstance(step, Turn)
    size = len(deuces.round.layout.places[step.place])
    deuces.answer("dealer", ["2s", "2h", "Kd", "Kc", "7s"][:size])
    double = c.CorrectAnswer(
        table=W1, round=1, number=turned, answer=["2s", "2s", "Kd", "Kc", "7s"][:size], reason="slipped"
    )
    house.refused(CardNotInDeck, double, "sato")
    # A card that was keyed next and is among the mended ones now: the mended stay, and the next is asked anew.
    step = deuces.round.step
    assert isinstance(step, Turn)
    deuces.answer("dealer", ["As", "Ah", "Ad", "Ac", "9s"][: len(deuces.round.layout.places[step.place])])
    taken = msgspec.structs.replace(double, answer=["2s", "2h", "Kd", "Kc", "As"][-size:])
    assert house.do(taken, "sato")["kept"] == turned
    house.close()


# -- lines


def line(**other: object) -> c.CorrectLine:
    data = {
        "table": K1,
        "round": 1,
        "line": 2,
        "seat": 2,
        "wager": "player",
        "was": 0,
        "returned": 1000,
        "reason": "paid by sight",
        "player": OTTO,
    }
    return c.CorrectLine(**{**data, **other})  # type: ignore[arg-type]


@pytest.fixture
def over(duel: At) -> At:
    """The round is settled: seat 1 won 500, seat 2 lost 500."""
    dealt(duel, "Kh", "4s", "9d")
    duel.settle()
    return duel


def test_a_line_is_corrected_after_the_close_and_the_chips_follow(over: At) -> None:
    over.house.do(line(), "sato", "cole")
    assert over.rack(OTTO) == 90_500
    [entry] = over.entries("line-corrected")
    assert (entry["line"], entry["was"], entry["returned"], entry["second"]) == (2, 0, 1000, "cole")
    over.house.sound()


def test_chips_of_a_player_who_has_left_go_to_the_purse(over: At) -> None:
    over.house.do(c.Leave(table=K1, seat=2), OTTO)
    over.house.do(line(), "cole", "sato")
    assert (over.rack(OTTO), over.purse(OTTO)) == (0, 90_500)


def test_a_line_of_somebody_without_chips_here_moves_none(duel: At) -> None:
    duel.begin(3)
    duel.answer(3, {"player": 500})
    duel.key("4s", "Kh")
    duel.settle()
    mended = line(line=1, seat=3, player=None)
    duel.house.refused(WrongState, line(line=1, seat=3, player=OTTO), "sato", "cole")
    duel.house.do(mended, "sato", "cole")
    assert (duel.rack(IVY), duel.rack(OTTO)) == (90_000, 90_000)
    [entry] = [each for each in duel.house.floor.journal.read(f"table/{K1}") if each.kind == "line-corrected"]
    assert not entry.postings


def test_whose_line_it_is_need_not_be_said(over: At) -> None:
    over.house.do(line(player=None), "sato", "cole")
    assert over.rack(OTTO) == 90_500


@pytest.mark.parametrize(
    ("who", "second"),
    [
        ("sato", None),
        ("sato", "sato"),
        ("sato", "dole"),
        ("dole", "cole"),
        ("ames", "cole"),
        (OTTO, "cole"),
        (f"panel:{K1}", "cole"),
        ("sato", "nobody"),
    ],
)
def test_a_line_is_corrected_by_two_people_of_different_departments(over: At, who: str, second: str | None) -> None:
    over.house.refused(NotPermitted, line(), who, second)


@pytest.mark.parametrize(
    "other",
    [
        {"round": 2},
        {"returned": -1},
        {"line": 0},
        {"line": 3},
        {"line": 1},
        {"seat": 1},
        {"wager": "dealer"},
        {"was": 500},
    ],
    ids=lambda other: " ".join(f"{name}={value}" for name, value in other.items()),
)
def test_a_line_that_does_not_stand_so_is_not_corrected(over: At, other: dict[str, object]) -> None:
    over.house.refused(WrongState, line(**other), "sato", "cole")


def test_no_line_of_a_round_in_progress_is_corrected(duel: At) -> None:
    dealt(duel, "Kh", "4s", "9d")
    refusal = duel.house.refused(WrongState, line(), "sato", "cole")
    assert "correct the answer" in (refusal.remedy or "")


def test_a_correction_of_a_line_is_not_made_twice(over: At) -> None:
    over.house.do(line(), "sato", "cole", id="once")
    over.house.do(line(), "sato", "cole", id="once")
    over.house.refused(WrongState, line(), "sato", "cole")
    assert over.rack(OTTO) == 90_500
    # What stands now can be corrected again, named as it stands.
    over.house.do(line(was=1000, returned=0), "sato", "cole")
    assert over.rack(OTTO) == 89_500


def test_a_line_of_an_earlier_round_is_held_against_the_journal(over: At) -> None:
    over.house.do(line(), "sato", "cole")
    dealt(over, "Kh", "4s", "9d")
    over.settle()
    assert over.house.floor.table(K1).settled == 2
    over.house.refused(WrongState, line(), "sato", "cole")
    over.house.refused(WrongState, line(line=3, was=1000), "sato", "cole")
    over.house.refused(WrongState, line(round=0, was=1000), "sato", "cole")
    over.house.do(line(was=1000, returned=0), "sato", "cole")
    over.house.refused(WrongState, line(was=1000, returned=0), "sato", "cole")
    over.house.do(line(was=0, returned=300), "sato", "cole")
    assert [entry["returned"] for entry in over.entries("line-corrected")] == [1000, 0, 300]
    over.house.sound()


def test_it_stands_so_after_a_restart(over: At, tmp_path: Path) -> None:
    over.house.do(line(), "sato", "cole")
    over.house.floor.close()
    again = House(Floor.open(tmp_path / "floor.db"), over.house.at)
    again.number = 500
    again.refused(WrongState, line(), "sato", "cole")
    again.do(line(was=1000, returned=400), "sato", "cole")
    again.close()
