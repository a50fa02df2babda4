"""Rows changed in the database while the server is down bring no payment about, and verify names each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import WrongState
from houseway.floor.states import Hit
from houseway.journal.journal_errors import BalancesChanged
from tests.floor.houses import HEARTS, MICROS, PAIR, House, attack_table
from tests.journal.toy_bank import Place
from tests.postgres import schema_url


class Down:
    """A property that is not running: its database can be changed, and it can be started again."""

    def __init__(self, place: Place) -> None:
        self.place = place
        house = self.start(create=True).build(tables=[attack_table("A1")])
        house.play("A1", 1, 1)
        house.deposit_all("attack")
        [self.hit] = house.claim("A1", (1, "jackpot", HEARTS))
        house.floor.journal.seal(house.at)
        self.stop(house)

    def start(self, **settings: Any) -> House:
        place = self.place
        house = House(Floor.open(place.url, seals=place.folder / "seals", key=place.folder / "key", **settings))
        if not settings:
            house.at, house.number = self.at, self.number
        return house

    def stop(self, house: House) -> None:
        self.at, self.number = house.at, house.number
        house.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def down(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Down]:
    if request.param == "sqlite":
        yield Down(Place(str(tmp_path / "room.db"), tmp_path))
    else:
        yield Down(Place(schema_url(request.getfixturevalue("server")), tmp_path))


def _change_snapshot(place: Place, stream: str, change: Callable[[bytes], bytes]) -> None:
    ((raw,),) = place.execute(f"SELECT state FROM snapshots WHERE stream = '{stream}'")
    changed = change(bytes(raw))
    assert changed != bytes(raw)
    literal = f"x'{changed.hex()}'" if place.engine == "sqlite" else f"'\\x{changed.hex()}'::bytea"
    place.execute(f"UPDATE snapshots SET state = {literal} WHERE stream = '{stream}'")


def _promoted(hit: Hit) -> Callable[[bytes], bytes]:
    """The hit verified, at $9,000."""

    def change(raw: bytes) -> bytes:
        raw = raw.replace(b'"state":"locked"', b'"state":"verified"')
        for name in (b"amount", b"meter"):
            raw = raw.replace(b'"%s":%d' % (name, hit.amount), b'"%s":900000' % name)
        return raw

    return change


def test_a_hit_made_larger_in_a_snapshot_is_paid_as_it_was_held(down: Down) -> None:
    """The audit's own attack: a hit of $1,000.20 set to verified and $9,000 while nobody looked."""
    assert down.hit.amount == 100_020
    _change_snapshot(down.place, "jackpot/attack", _promoted(down.hit))
    house = down.start()
    assert [str(f) for f in house.floor.journal.verify().findings if f.where == "snapshots"] == [
        f"snapshots jackpot/attack {house.floor.journal.head('jackpot/attack').number}: {what}"
        for what in ("it differs from a rebuild", "its digest does not hold: it was changed")
    ]
    pay = c.PayHit(jackpot="attack", hit=down.hit.id, by="cage", method="check", reference="check 1")
    house.refused(WrongState, pay, "sato", "cole")
    house.verify(down.hit)
    assert house.do(pay, "sato", "cole")["amount"] == 100_020
    assert house.floor.broken() == []
    down.stop(house)
    again = down.start()
    assert again.floor.jackpot("attack").hits[down.hit.id].amount == 100_020
    again.sound()
    again.close()


@pytest.mark.parametrize("name", ["pool", "due", "bank"])
def test_a_balance_changed_while_the_server_is_down_stops_every_payment(down: Down, name: str) -> None:
    account = f"attack:{name}"
    rows = down.place.execute(f"SELECT stream FROM balances WHERE account = '{account}' ORDER BY stream")
    change = f"UPDATE balances SET amount = amount + {900_000 * MICROS} WHERE account = '{account}'"
    down.place.execute(f"{change} AND stream = '{rows[0][0]}'")
    house = down.start()
    refusal = house.refused(
        BalancesChanged,
        c.RecoverSeed(jackpot="attack", amount=100, source="pool", document="R-1"),
        *PAIR,
    )
    assert account in refusal.message
    assert any(f.where == "balances" and account in f.what for f in house.floor.journal.verify().findings)
    house.close()
