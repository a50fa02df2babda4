"""A round in progress: how it begins, who answers what, what runs out, and how it is settled."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from houseway.cards.card_errors import CardNotInDeck, UnknownCard
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.play.automatic import Automatic
from houseway.journal.journal_errors import CommandReused
from houseway.rulebook.steps import Turn
from houseway.table.table_errors import BadRecord, BadSetup, ChoiceRefused, OutOfTurn, WagerRefused
from tests.floor.houses import TIES, House, attack_table, duel_table
from tests.floor.live_tables import IVY, K1, N1, OTTO, V1, W1, At


@pytest.fixture
def deuces(played: House) -> At:
    """Deuces Wild with keyed cards: a player's cards lie face down until they are turned."""
    return At(played, W1)


# -- a round begins


def test_a_round_begins_with_the_seats_named(duel: At) -> None:
    reply = duel.house.do(c.BeginRound(table=K1, round=1, seats=(4, 1)), "dole")
    assert reply == {"round": 1, "seats": [1, 4]}
    assert duel.round.due_from() == (1, 4)
    assert (duel.state.round, duel.live.keyed) == (0, True)


@pytest.mark.parametrize(
    ("table", "round_", "seats", "error"),
    [
        (K1, 2, (1,), WrongState),
        (K1, 0, (1,), WrongState),
        (K1, 1, (), BadSetup),
        (K1, 1, (0,), BadSetup),
        (K1, 1, (1, 1), BadSetup),
        (K1, 1, (8,), UnknownThing),
        (N1, 1, (1,), WrongState),
        ("T9", 1, (1,), UnknownThing),
    ],
    ids=["too far", "too early", "nobody", "no seat 0", "a seat twice", "no seat 8", "tabulator alone", "no table"],
)
def test_no_round_begins(
    played: House, table: str, round_: int, seats: tuple[int, ...], error: type[WrongState | BadSetup | UnknownThing]
) -> None:
    played.refused(error, c.BeginRound(table=table, round=round_, seats=seats), "dole")


def test_no_round_begins_at_a_closed_table_or_in_another_round_or_for_a_player(duel: At) -> None:
    house = duel.house
    house.refused(NotPermitted, c.BeginRound(table=K1, round=1, seats=(1,)), IVY)
    duel.begin(1)
    house.refused(WrongState, c.BeginRound(table=K1, round=1, seats=(1,)), "dole")
    house.refused(WrongState, c.BeginRound(table=K1, round=2, seats=(1,)), "dole")
    house.shut(V1)
    house.refused(WrongState, c.BeginRound(table=V1, round=1, seats=(1,)), "dole")


def test_a_table_with_fewer_seats_has_no_others(tmp_path: Path) -> None:
    small = msgspec.structs.replace(duel_table("K1", cards="keys"), seats=3)
    house = House(Floor.open(tmp_path / "small.db", create=True)).build(tables=(small,))
    house.refused(UnknownThing, c.BeginRound(table=K1, round=1, seats=(1, 4)), "dole")
    house.do(c.BeginRound(table=K1, round=1, seats=(1, 3)), "dole")
    house.close()


def test_the_number_of_a_voided_round_is_spent(duel: At) -> None:
    duel.begin(1)
    duel.house.do(c.VoidRound(table=K1, round=1, reason="a card fell"), "sato")
    assert duel.state.live is None
    duel.house.refused(WrongState, c.BeginRound(table=K1, round=1, seats=(1,)), "dole")
    assert duel.begin(1) == 2


def test_a_table_closes_between_rounds_only(duel: At) -> None:
    duel.begin(1)
    duel.house.refused(WrongState, c.CloseTable(table=K1), "sato")
    duel.answer(1, {})
    duel.settle()
    duel.house.shut(K1)


def test_the_same_id_begins_one_round(duel: At) -> None:
    begin = c.BeginRound(table=K1, round=1, seats=(1,))
    first = duel.house.do(begin, "dole", id="x")
    head = duel.house.floor.journal.heads()
    assert duel.house.do(begin, "dole", id="x") == first
    assert duel.house.floor.journal.heads() == head
    duel.house.refused(CommandReused, c.BeginRound(table=K1, round=1, seats=(2,)), "dole", id="x")


# -- answers


def test_a_keyed_round_from_its_wagers_to_its_settlement(duel: At) -> None:
    duel.begin(1, 2)
    duel.answer(1, {"player": 500})
    duel.answer(2, {"dealer": 700})
    duel.key("Kh", "4s", "9d")
    made = duel.settle()
    lines = [(line["seat"], line["wager"], line["event"], line["returned"]) for line in made["lines"]]
    assert lines == [(1, "player", "win", 1000), (2, "dealer", "win", 1400)]
    assert (duel.state.live, duel.state.round, duel.state.phase) == (None, 1, "over")
    duel.house.sound()


def test_a_player_answers_for_the_own_seat_and_nobody_elses(duel: At) -> None:
    duel.sit(1, IVY)
    duel.sit(2, OTTO)
    duel.begin(1, 2, 3)
    duel.refused(NotPermitted, 2, {"player": 500}, IVY)
    duel.refused(NotPermitted, 3, {"player": 500}, IVY)
    duel.refused(NotPermitted, "dealer", {"player": 500}, IVY)
    duel.refused(NotPermitted, 1, {"player": 500}, "player:nobody")
    duel.refused(NotPermitted, 1, {"player": 500}, "vega")
    duel.refused(NotPermitted, 1, {"player": 500}, f"panel:{V1}")
    duel.answer(1, {"player": 500}, IVY)
    duel.answer(2, {"player": 500}, "dole")
    duel.answer(3, {"player": 500}, f"panel:{K1}")
    assert [answered.who for answered in duel.live.answers] == [1, 2, 3, "dealer"]


def test_what_is_for_a_supervisor_is_answered_by_one(duel: At) -> None:
    duel.begin(1, 2)
    duel.answer(1, {"player": 500, "tie-after-tie": 100})
    duel.answer(2, {"player": 500})
    # A chip is seen where none was wagered: a supervisor decides.
    duel.house.do(c.Tabulate(table=K1, round=1, picture={"1": (1, 2)}), f"panel:{K1}")
    assert duel.round.due_from() == ("supervisor",)
    duel.refused(NotPermitted, "supervisor", "chips-stand", "dole")
    duel.refused(NotPermitted, "supervisor", "chips-stand", f"panel:{K1}")
    duel.answer("supervisor", "chips-stand", "sato")


def test_an_answer_is_to_the_step_and_round_that_are_due(duel: At) -> None:
    house = duel.house
    first = c.Answer(table=K1, round=1, step=0, seat=1, answer={"player": 500})
    house.refused(WrongState, first, "dole")
    duel.begin(1)
    step = duel.step
    for wrong in (step - 1, step + 1):
        house.refused(WrongState, c.Answer(table=K1, round=1, step=wrong, seat=1, answer={"player": 500}), "dole")
    house.refused(WrongState, c.Answer(table=K1, round=2, step=step, seat=1, answer={"player": 500}), "dole")
    duel.answer(1, {"player": 500})
    duel.refused(OutOfTurn, 1, {"player": 500})
    duel.refused(OutOfTurn, 1, "war")
    duel.key("Kh", "9d")
    last = duel.step
    duel.settle()
    house.refused(WrongState, c.Answer(table=K1, round=1, step=last, seat="dealer", answer="2c"), "dole")


def test_nobody_wagers_twice_and_no_more_than_the_limits(duel: At) -> None:
    duel.begin(1, 2)
    refusal = duel.refused(WagerRefused, 1, {"player": 499})
    assert refusal.clause is not None
    duel.refused(WagerRefused, 1, {"player": 30_001})
    duel.refused(WagerRefused, 1, {"no-such-wager": 500})
    duel.answer(1, {"player": 500})
    duel.refused(OutOfTurn, 1, {"player": 500})
    duel.answer(2, {})
    assert duel.round.in_play == (1,)


def test_a_choice_that_was_not_offered(duel: At) -> None:
    duel.begin(1)
    duel.answer(1, {"player": 500})
    duel.key("9h", "9d")
    assert duel.round.due_from() == (1,)
    duel.refused(ChoiceRefused, 1, "raise")
    duel.refused(ChoiceRefused, 1, ["war", 600])
    duel.answer(1, "surrender")
    assert [line.returned for line in duel.round.lines if line.wager == "player"] == [250]


def test_the_same_answer_under_the_same_id_is_one_answer(duel: At) -> None:
    duel.begin(1)
    sent = duel.says(1, {"player": 500})
    reply = duel.house.do(sent, "dole", id="once")
    heads = duel.house.floor.journal.heads()
    assert duel.house.do(sent, "dole", id="once") == reply
    assert duel.house.floor.journal.heads() == heads
    duel.house.refused(CommandReused, msgspec.structs.replace(sent, answer={"player": 600}), "dole", id="once")
    duel.house.refused(CommandReused, sent, "sato", id="once")


# -- real cards


def test_a_card_is_keyed_once_and_only_if_it_is_in_the_deck(deuces: At) -> None:
    deuces.begin(1)
    deuces.answer(1, {"ante": 500})
    # The player's own decision comes while every card lies face down; the dealer turns the community hand after it.
    while deuces.round.due_from() == (1,):
        ask = deuces.round.ask_for(1)
        assert ask is not None
        stay = next(choice for choice in ask.choices if choice.wager is not None)
        deuces.answer(1, [stay.word, stay.least] if stay.least != stay.most else stay.word)
    step = deuces.round.step
    assert isinstance(step, Turn)
    wanted = len(deuces.round.layout.places[step.place])
    cards = ["2s", "2h", "Kd", "Kc", "7s", "3h", "4h"][:wanted]
    deuces.refused(ChoiceRefused, "dealer", cards[:-1])
    deuces.refused(ChoiceRefused, "dealer", [*cards, "5d"])
    deuces.refused(UnknownCard, "dealer", [*cards[:-1], "10s"])
    deuces.refused(CardNotInDeck, "dealer", [*cards[:-1], cards[0]])
    deuces.answer("dealer", cards)
    after = deuces.round.step
    assert isinstance(after, Turn)
    more = len(deuces.round.layout.places[after.place])
    # A card that lies on the table already cannot be turned a second time.
    again = ["2s", "5h", "6h", "8h", "9h", "Th"][:more]
    refusal = deuces.refused(CardNotInDeck, "dealer", again)
    assert "2s" in refusal.message


def test_a_card_that_lies_face_down_is_not_asked_for_before_it_is_turned(deuces: At) -> None:
    deuces.begin(1)
    deuces.answer(1, {"ante": 500})
    layout = deuces.round.layout
    assert layout.cards and set(layout.cards) == {None}
    assert deuces.round.due_from() == (1,)
    deuces.refused(OutOfTurn, "dealer", "As")
    deuces.refused(OutOfTurn, "dealer", ["As", "Ah", "Ad"])
    assert deuces.record()["cards"] == ["??"] * len(layout.cards)


# -- chips


def test_a_wager_is_laid_with_chips_that_are_at_the_table(duel: At) -> None:
    duel.sit(1, IVY, 1_200)
    duel.begin(1)
    duel.refused(WrongState, 1, {"player": 1_300}, IVY)
    duel.refused(WrongState, 1, {"player": 1_300}, "dole")
    duel.answer(1, {"player": 700}, IVY)
    duel.key("9h", "9d")
    # The war needs as much again, and 500 are left.
    refusal = duel.refused(WrongState, 1, "war", IVY)
    assert "500" in refusal.message
    duel.answer(1, "surrender", IVY)
    duel.settle()
    assert duel.rack(IVY) == 1_200 - 350
    assert duel.house.floor.journal.balance("play/house") == -850 * 1_000_000


def test_a_seat_that_the_dealer_plays_for_needs_no_chips(duel: At) -> None:
    duel.begin(5)
    duel.answer(5, {"player": 30_000})


# -- time


def test_time_runs_out_for_those_who_have_not_answered(duel: At) -> None:
    duel.begin(1, 2, 3)
    duel.answer(2, {"player": 500})
    duel.house.do(c.TimeOut(table=K1, round=1, step=duel.step), f"panel:{K1}")
    assert duel.round.in_play == (2,)
    assert [(answered.who, answered.answer) for answered in duel.live.answers] == [
        (2, {"player": 500}),
        (1, {}),
        (3, {}),
    ]
    assert duel.entries("answered")[-1]["timed-out"] is True


def test_time_that_runs_out_adds_no_money(duel: At) -> None:
    duel.begin(1)
    duel.answer(1, {"player": 500})
    duel.key("9h", "9d")
    duel.house.do(c.TimeOut(table=K1, round=1, step=duel.step), "dole")
    [line] = [line for line in duel.round.lines if line.wager == "player"]
    assert (line.event, line.stake, line.returned) == ("surrender", 500, 250)


def test_nothing_runs_out_that_is_past_or_that_waits_for_the_dealer(duel: At) -> None:
    house = duel.house
    house.refused(WrongState, c.TimeOut(table=K1, round=1, step=0), "dole")
    duel.begin(1)
    step = duel.step
    house.refused(NotPermitted, c.TimeOut(table=K1, round=1, step=step), IVY)
    house.refused(WrongState, c.TimeOut(table=K1, round=1, step=step + 1), "dole")
    duel.answer(1, {"player": 500})
    house.refused(WrongState, c.TimeOut(table=K1, round=1, step=step), "dole")
    house.refused(WrongState, c.TimeOut(table=K1, round=1, step=duel.step), "dole")


def test_everybody_sits_the_round_out(duel: At) -> None:
    duel.begin(1, 2)
    duel.house.do(c.TimeOut(table=K1, round=1, step=duel.step), "dole")
    assert duel.round.over
    assert duel.settle()["lines"] == []
    assert duel.begin(1) == 2


# -- counting, settling


def test_s_6_the_press_belongs_to_its_place_in_the_round(duel: At) -> None:
    duel.begin(1)
    press = c.Tabulate(table=K1, round=1, picture={})
    duel.house.refused(WrongState, press, f"panel:{K1}")
    duel.answer(1, {"player": 500, "tie-after-tie": 100})
    # No card before the chips are counted, and they are counted once.
    duel.refused(ChoiceRefused, "dealer", "Kh")
    duel.count(1)
    duel.house.refused(WrongState, press, f"panel:{K1}")
    duel.key("Kh")


def test_a_round_is_settled_as_it_was_played_and_when_it_is_over(duel: At) -> None:
    house = duel.house
    duel.begin(1)
    duel.answer(1, {"player": 500})
    duel.key("Kh")
    settle = c.SettleRound(table=K1, round=1, record=duel.record())
    house.refused(WrongState, settle, "dole")
    duel.key("9d")
    other = duel.record()
    # A record that holds together, of a round that was not played here.
    other["cards"] = ["Ah", "9d"]
    house.refused(BadRecord, c.SettleRound(table=K1, round=1, record=other), "dole")
    other["cards"] = ["Kh", "9d"]
    other["lines"] = [{**line, "returned": line["returned"] + 500} for line in other["lines"]]
    house.refused(BadRecord, c.SettleRound(table=K1, round=1, record=other), "dole")
    duel.settle()
    house.refused(WrongState, c.SettleRound(table=K1, round=1, record=duel_record(house)), "dole")


def duel_record(house: House) -> dict[str, object]:
    entries = [entry.data for entry in house.floor.journal.read(f"table/{K1}") if entry.kind == "round-settled"]
    found: dict[str, object] = entries[-1]["record"]
    return found


# -- a table that deals by itself


def test_a_table_that_deals_by_itself_goes_on_after_a_correction(tmp_path: Path) -> None:
    house = House(Floor.open(tmp_path / "attack.db", create=True)).build(tables=(attack_table("A1", cards="virtual"),))
    table = At(house, "A1")
    moves = Automatic(house.floor, lambda: house.at, lambda: house.at.to_bytes(8, "big"))

    def answered(seat: int, answer: object) -> str:
        """Seat ``seat`` answers under the id that the table itself would give; the id."""
        house.at += 1_000_000
        order = moves.player_move("A1", (seat,))
        assert order is not None and isinstance(order.command, c.Answer)
        command = msgspec.structs.replace(order.command, answer=answer)
        house.floor.do(command, id=order.id, who=order.who, at=order.at, chance=order.chance)
        return order.id

    table.begin(1, 2)
    answered(1, {"first-attack": 1000})
    answered(2, {"first-attack": 1000})
    press = moves.dealer_move("A1")
    assert press is not None and isinstance(press.command, c.Tabulate)
    house.floor.do(press.command, id=press.id, who=press.who, at=press.at, chance=press.chance)
    assert table.round.due_from() == (1,)
    answered(1, ["bet", 1000])
    before = answered(2, ["bet", 700])
    house.do(c.CorrectAnswer(table="A1", round=1, number=1, answer={"first-attack": 500}, reason="a red chip"), "sato")
    # More than the first wager is no second one: it is asked anew, and so is what was answered after it.
    assert [each.answer for each in table.live.answers[:2]] == [{"first-attack": 500}, {"first-attack": 1000}]
    assert len(table.live.answers) == 3, "the press stands: nobody bet the jackpot"
    answered(1, ["bet", 500])
    # The same answer to the same step is another command now.
    assert answered(2, ["bet", 700]) != before
    assert len(table.live.answers) == 5
    while table.state.live is not None:
        house.at += 1_000_000
        order = moves.house_move("A1") or moves.dealer_move("A1") or moves.player_move("A1", (1, 2))
        assert order is not None
        head = house.floor.journal.head("table/A1").number
        house.floor.do(order.command, id=order.id, who=order.who, at=order.at, chance=order.chance)
        assert house.floor.journal.head("table/A1").number > head, f"{order.id} was done before"
    assert table.state.round == 1
    house.sound()
    house.close()


def test_a_shoe_is_dealt_on_until_the_cut_card_has_come(empty: House) -> None:
    shoe = msgspec.structs.replace(duel_table(K1, cards="keys"), options={"dealt-by": "shoe", "shoe": "4"})
    table = At(empty.build(jackpots=[TIES], tables=[shoe]), K1)
    before = []
    for cards in (("Kh", "4s"), ("9d", "8c"), ("7h", "6s"), ("5d", "2c")):
        table.begin(1)
        before.append(table.live.before)
        table.answer(1, {"player": 500})
        table.key(*cards)
        table.settle()
    # With the fourth card the cut card is out: the third round has a new shoe.
    assert before == [[], ["Kh", "4s"], [], ["7h", "6s"]]
