"""BJS-7 at a live table: a row that is neither a percent nor posted brings others a prize, and the round settles."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.play.automatic import Automatic
from houseway.jackpots.jackpot_configuration import Jackpot
from tests.floor.houses import TIES, House, duel_table
from tests.floor.live_tables import K1, At

ROW = "trips-same-color"
"""50 for 1 on the table's paytable: the house's money, and no percent."""


def played(path: Path, jackpot: Jackpot, *cards: str) -> At:
    """Seats 1 and 2 have the jackpot wager; seat 1 ties, goes to war and has three of a colour."""
    house = House(Floor.open(path, create=True)).build(jackpots=[jackpot], tables=[duel_table(K1, cards="keys")])
    table = At(house, K1)
    table.begin(1, 2)
    for seat in (1, 2):
        table.answer(seat, {"player": 500, "tie-after-tie": 100})
    table.count(1, 2)
    table.key(*cards[:3])
    for seat in (1, 2):
        if seat in table.round.due_from():
            table.answer(seat, "war")
    table.key(*cards[3:])
    return table


def closed(table: At) -> list[tuple[int, str, int]]:
    """The house moves until the round is settled; what the jackpot wager paid, and every hit was locked at that."""
    house = table.house
    moves = Automatic(house.floor, lambda: house.at, lambda: b"")
    for _ in range(4):
        if table.state.live is None:
            break
        order = moves.house_move(K1)
        assert order is not None
        house.floor.do(order.command, id=order.id, who=order.who, at=order.at)
    assert table.state.live is None
    record = table.entries("round-settled")[-1]["record"]
    lines = [line for line in record["lines"] if line["wager"] == "tie-after-tie" and line["returned"]]
    paid = sorted((line["seat"], line["event"], line["returned"]) for line in lines)
    hits = house.floor.jackpot("ties").hits.values()
    assert paid == sorted((hit.seat, hit.event, hit.amount) for hit in hits)
    assert sum(line.get("meter", 0) for line in lines) == sum(hit.meter for hit in hits)
    house.sound()
    return paid


@pytest.mark.parametrize(("extra", "amount"), [("$30", 3_000), ("5%", 20_066 * 5 // 100)])
def test_envy_of_a_row_paid_by_odds(tmp_path: Path, extra: str, amount: int) -> None:
    table = played(tmp_path / "f.db", msgspec.structs.replace(TIES, envy={ROW: extra}), "9h", "4c", "9d", "9h", "4d")
    assert closed(table) == [(1, ROW, 5_000), (2, "envy", amount)]
    for hit in list(table.house.floor.jackpot("ties").hits.values()):
        table.house.settle_hit(hit)
    table.house.close()


@pytest.mark.parametrize(("extra", "amount"), [("$30", 1_500), ("5%", 20_066 * 5 // 200)])
def test_share_the_wealth_of_a_row_paid_by_odds(tmp_path: Path, extra: str, amount: int) -> None:
    table = played(tmp_path / "f.db", msgspec.structs.replace(TIES, share={ROW: extra}), "9h", "4c", "9d", "9h", "4d")
    assert closed(table) == [(1, "share-the-wealth", amount), (1, ROW, 5_000), (2, "share-the-wealth", amount)]
    table.house.close()


def test_envy_of_odds_and_of_a_percent_in_one_round(tmp_path: Path) -> None:
    """Seat 1 has quads of one suit, all of the meter; seat 2 trips; each brings the other something."""
    jackpot = msgspec.structs.replace(TIES, envy={ROW: "5%", "quads-same-suit": "$30"})
    table = played(tmp_path / "f.db", jackpot, "9h", "9d", "9h", "9h", "4c", "9h")
    found = closed(table)
    assert (1, "quads-same-suit", 20_066) in found
    assert (2, "envy", 3_000) in found
    table.house.close()


def test_a_row_is_claimed_again_after_its_hit_was_rejected(tmp_path: Path) -> None:
    table = played(tmp_path / "f.db", msgspec.structs.replace(TIES, envy={ROW: "$30"}), "9h", "4c", "9d", "9h", "4d")
    house = table.house
    moves = Automatic(house.floor, lambda: house.at, lambda: b"")
    first = moves.house_move(K1)
    assert first is not None and isinstance(first.command, c.ClaimHit)
    house.floor.do(first.command, id=first.id, who=first.who, at=first.at)
    envy, odds = sorted(house.floor.jackpot("ties").hits.values(), key=lambda hit: not hit.bare)
    house.reject(envy)
    house.reject(odds)
    again = moves.house_move(K1)
    assert again is not None and again.id != first.id
    table.house.close()
