"""A live round voided: its record is made by the floor, and takes back line by line whatever stood."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from houseway.compliance.configuration import Table
from houseway.floor import command_index as c
from houseway.floor.permission.people import shoe_of
from houseway.floor.play.automatic import Automatic
from houseway.registry import game, replay
from houseway.rulebook.steps import SHOE, Ask, Deal, Peek, PlaceWagers, Tabulate
from houseway.table.table_errors import BadRecord
from tests.floor.houses import House, attack_table, deuces_table, duel_table
from tests.floor.live_tables import IVY, K1, V1, At


def voided(table: At, record: dict[str, Any] | None = None, clause: str | None = None) -> dict[str, Any]:
    """The round in progress is voided; the record that the journal has of it."""
    command = c.VoidRound(table=table.id, round=table.live.round, reason="misdeal", clause=clause, record=record)
    table.house.do(command, "sato")
    found: dict[str, Any] = table.entries("round-voided")[-1]["record"]
    return found


def told(record: dict[str, Any]) -> list[tuple[int, str, int, int | None]]:
    return [(line["seat"], line["event"], line["returned"], line.get("reverses")) for line in record["lines"]]


def test_bjs_5_a_round_in_progress_is_voided_with_every_line_taken_back(duel: At) -> None:
    duel.begin(1, 2)
    duel.answer(1, {"player": 500})
    duel.answer(2, {"player": 700})
    duel.key("Kh", "9d", "9s")
    assert duel.round.due_from() == (2,)
    record = voided(duel)
    assert record["seats"] == [{"seat": 1, "wagers": {"player": 500}}, {"seat": 2, "wagers": {"player": 700}}]
    assert record["cards"] == ["Kh", "9d", "9s"]
    assert told(record) == [(1, "win", 1000, None), (1, "misdeal", -500, 1), (2, "misdeal", 700, None)]
    assert replay(record) is None
    assert duel.state.live is None


def test_bjs_5_a_round_whose_every_line_stands_is_voided_by_reversing_lines_until_it_is_closed(duel: At) -> None:
    duel.sit(1, IVY, 900)
    duel.begin(1, 2)
    duel.answer(1, {"player": 500}, IVY)
    duel.answer(2, {"dealer": 500})
    duel.key("Kh", "4d", "9s")
    assert duel.round.over
    record = voided(duel)
    assert told(record) == [
        (1, "win", 1000, None),
        (2, "win", 1000, None),
        (1, "misdeal", -500, 1),
        (2, "misdeal", -500, 2),
    ]
    assert {line["clause"] for line in record["lines"][2:]} == {game("dueling").malfunction or "BJS-5"}
    assert (record["cards"], [seat["seat"] for seat in record["seats"]]) == (["Kh", "4d", "9s"], [1, 2])
    assert replay(record) is None
    assert duel.rack(IVY) == 900
    duel.house.sound()


def test_a_record_that_was_sent_along_is_not_the_record_of_a_live_round(duel: At) -> None:
    duel.begin(1)
    duel.answer(1, {"player": 500})
    duel.key("Kh")
    record = voided(duel, {"game": "dueling", "lines": [{"seat": 9}]}, "S-26")
    assert told(record) == [(1, "misdeal", 500, None)]
    assert record["void"]["clause"] == "S-26"


def test_a_record_of_a_round_played_elsewhere_is_read_before_it_is_kept(duel: At) -> None:
    house = duel.house
    duel.begin(1)
    duel.answer(1, {"player": 500, "tie-after-tie": 100})
    record = voided(duel)
    house.do(c.Tabulate(table=V1, round=1, picture={"1": (1,)}), f"panel:{V1}")

    def void(other: dict[str, Any]) -> c.VoidRound:
        return c.VoidRound(table=V1, round=1, reason="misdeal", record={**record, **other})

    house.refused(BadRecord, void({"game": "triple-attack"}), "sato")
    house.refused(BadRecord, void({"void": None}), "sato")
    house.refused(BadRecord, void({"lines": "none"}), "sato")
    house.refused(BadRecord, void({"lines": record["lines"][:1]}), "sato")
    house.do(void({}), "sato")


def test_a_void_before_any_wager_has_nothing_to_take_back(duel: At) -> None:
    duel.begin(1, 3)
    record = voided(duel)
    assert (record["lines"], [seat["seat"] for seat in record["seats"]]) == ([], [1, 3])


def test_a_void_at_a_table_that_deals_by_itself_tells_no_card_that_was_hidden(played: House) -> None:
    table = At(played, V1)
    table.begin(1)
    table.answer(1, {"player": 500})
    record = voided(table)
    assert replay(record) is None
    assert sum(line["returned"] - line["stake"] for line in record["lines"]) == 0


def test_a_round_without_a_hit_has_no_amounts_of_the_hit_before_it(duel: At) -> None:
    house = duel.house
    moves = Automatic(house.floor, lambda: house.at, lambda: b"")
    duel.begin(1)
    duel.answer(1, {"player": 500, "tie-after-tie": 100})
    duel.count(1)
    duel.key("9h", "9d")
    duel.answer(1, "war")
    duel.key("9s", "9c")
    while duel.state.live is not None:
        order = moves.house_move(K1)
        assert order is not None
        house.do(order.command, "dole")
    locked = duel.entries("round-settled")[-1]["record"]["meters"]
    assert locked["tie-after-tie"] > 0
    duel.begin(1)
    assert duel.state.amounts == {}
    duel.answer(1, {"player": 500})
    duel.key("Kh", "9d")
    order = moves.house_move(K1)
    assert order is not None and isinstance(order.command, c.SettleRound)
    # The floor makes the record itself; the amounts of another round make another one.
    assert order.command.record is None
    wrong = msgspec.structs.replace(order.command, record={**duel.record(), "meters": locked})
    house.refused(BadRecord, wrong, "dole")
    house.do(order.command, "dole")
    assert "meters" not in duel.entries("round-settled")[-1]["record"]


def _moments(table: At, wagers: dict[str, int], shoe: str) -> Iterator[None]:
    """The round in progress, played for as much as it can be; before each answer, and when it is over."""
    deck = iter(game(table.state.table.game).setup().deck.cards)  # type: ignore[union-attr]
    while not table.round.over:
        yield
        round_, step = table.round, table.round.step
        who = round_.due_from()[0]
        if isinstance(step, PlaceWagers):
            table.answer(who, wagers)
        elif isinstance(step, Tabulate):
            table.count()
        elif isinstance(step, Ask):
            table.answer(who, [1] if step.pick else step.choices[-1].word)
        elif isinstance(step, Deal):
            read = c.ReadCard(
                table=table.id, round=table.live.round, number=len(round_.layout.cards) + 1, card=next(deck).text
            )
            if who == SHOE:
                table.house.do(read, shoe)
            else:
                table.key(read.card)
        else:
            places = step.places if isinstance(step, Peek) else (step.place,)  # type: ignore[union-attr]
            layout = round_.layout
            unknown = [number for place in places for number in layout.places[place] if layout.cards[number] is None]
            table.answer("dealer", [next(deck).text for _ in unknown])
    yield


@pytest.mark.parametrize("made", [deuces_table, attack_table, duel_table], ids=["deuces", "attack", "duel"])
@pytest.mark.parametrize("cards", ["keys", "reads"])
def test_bjs_5_a_round_with_real_cards_is_voided_at_any_moment_and_replays(
    empty: House, made: Callable[..., Table], cards: str
) -> None:
    empty.build(tables=[made("R1", cards=cards)])
    table = At(empty, "R1")
    first = game(table.state.table.game).edition().initial_wagers[0]  # type: ignore[union-attr]
    moments = 0
    while True:
        table.begin(1, 2)
        for at, _ in enumerate(_moments(table, {first: 1000}, shoe_of("R1"))):
            if at == moments:
                break
        over = table.round.over
        record = voided(table)
        assert sum(line["returned"] - line["stake"] for line in record["lines"]) == 0
        assert replay(record) is None
        moments += 1
        if over:
            break
    assert moments > 4
    empty.sound()
