"""Two releases on one journal for the length of an upgrade: both go on, and neither takes the other for a forger."""

from __future__ import annotations

import struct
import zoneinfo
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.compliance.configuration import Machine, Person, Table
from houseway.floor import command_index as c
from houseway.floor import context, folding
from houseway.floor.auditing.whole import verify_floor
from houseway.floor.decoding import as_known
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import BadCommand
from houseway.floor.fold_registry import FOLDS
from houseway.floor.folding import FloorFold
from houseway.floor.states import TableState
from houseway.journal import transaction
from houseway.registry import game
from tests.floor.another_release import RELEASE, Another, build
from tests.floor.houses import DAY, HOUR, LICENCES, START, TIES, House, duel_table

EVERY = 4
"""Entries of a stream between two snapshots: each release saves over the other's all the time."""


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("later"))


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, dict[str, Any]]:
    """Where the journal is, and what it is opened with."""
    if request.param == "sqlite":
        return str(tmp_path / "floor.db"), {}
    return str(request.getfixturevalue("postgres")), {"seals": tmp_path / "floor.seals"}


@pytest.fixture
def small_house(place: tuple[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", EVERY)
    house = House(Floor.open(place[0], create=True, **place[1]))
    yield house.build(jackpots=[TIES], tables=[duel_table("N1")])
    house.close()


def press(table: str, round_: int) -> c.Tabulate:
    return c.Tabulate(table=table, round=round_, picture={"1": (1, 2)})


def test_two_releases_write_and_read_one_journal_in_turn(
    later: Path, place: tuple[str, dict[str, Any]], small_house: House
) -> None:
    house = small_house
    other = Another(later, place[0], EVERY, place[1].get("seals"))
    try:
        assert other.ask("release") == RELEASE

        def there(command: c.Command | dict[str, Any], who: str, second: str | None = None) -> Any:
            house.at += 1_000_000
            house.number += 1
            return other.do(command, who, house.at, f"there-{house.number}", second)

        # What only the later release knows: a kind, a field of a table, a field of a press.
        there(c.AddLicence(licence=LICENCES[0]), "ames", "cole")
        table = {**msgspec.to_builtins(duel_table("N2")), "motto": "Deal fairly."}
        there({"type": "add-table", "table": table}, "ames", "cole")
        there(c.OpenTable(table="N2"), "sato")
        for round_ in range(1, 13, 2):
            for name in ("N1", "N2"):
                house.do(press(name, round_), f"panel:{name}")
                there(press(name, round_ + 1), f"panel:{name}")
        there(c.VoidRound(table="N1", round=12, reason="tried out"), "sato")
        house.do(press("N1", 13), "panel:N1")
        claim = c.ClaimHit(table="N1", round=13, claims=(c.Claimed(seat=1, wager="tie-after-tie", event=_percent()),))
        [hit] = house.do(claim, "dole")["hits"]
        there(c.RejectHit(jackpot="ties", hit=hit["id"], reason="none"), "sato", "vega")
        there(c.CloseTable(table="N2"), "sato")
        house.do(c.OpenTable(table="N2"), "sato")
        there(press("N2", 13), "panel:N2")
        # Each folds by its own light, and both from the same entries.
        mine, theirs = house.floor.table("N1"), other.ask("state", stream="table/N1")
        assert (mine.rounds, mine.voided) == (13, 1)
        assert (theirs["rounds"], theirs["voided"], theirs["lamps"]) == (13, 2, 3 * 6)
        assert other.ask("state", stream="property")["tables"]["N2"]["motto"] == "Deal fairly."
        assert house.floor.property.tables["N2"] == duel_table("N2")
        # Both find everything in order; this one says what it does not understand.
        findings, unchecked = other.ask("verify")
        assert findings == []
        assert not any("not understood" in what for what in unchecked)
        report = verify_floor(house.floor)
        assert report.findings == ()
        assert "1 entry of kind licence-filed: not understood by this release" in report.unchecked
    finally:
        other.close()
    # Started again, on snapshots that the other wrote last.
    house.floor.journal.refresh()
    again = Floor.open(place[0], **place[1])
    assert again.table("N1") == house.floor.table("N1")
    assert verify_floor(again).findings == ()
    again.close()


def _percent() -> str:
    table = game("dueling").edition().paytable("tie-after-tie", "TAT2", {"spots": "player-dealer", "decks": "6"})
    return next(row.event for row in table.rows if row.pay.is_percent)


# -- a fold that was mended


def test_a_mended_fold_under_its_own_number_is_no_tampering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", EVERY)
    house = House(Floor.open(tmp_path / "floor.db", create=True)).build(jackpots=[TIES], tables=[duel_table("N1")])
    for round_ in range(1, 9):
        house.do(press("N1", round_), "panel:N1")
    house.close()
    counted = FOLDS[TableState]["tabulated"]

    def mended(state: Any, body: Any, entry: Any) -> None:
        counted.apply(state, body, entry)
        state.rounds += 1

    monkeypatch.setitem(FOLDS[TableState], "tabulated", counted._replace(apply=mended))
    with monkeypatch.context() as unnumbered:
        # Mended without a word, it would look like tampering: the number is what tells the two apart.
        floor = Floor.open(tmp_path / "floor.db")
        assert [found.where for found in floor.journal.verify().findings] == ["snapshots"]
        floor.close()
        unnumbered.setattr(folding, "HEAD", b"fold 3 0123456789abcdef:")
        floor = Floor.open(tmp_path / "floor.db")
        assert floor.journal.verify().findings == ()
        assert floor.table("N1").rounds == 16
        floor.close()


# -- what an entry holds


class Fitted(msgspec.Struct):
    """A record with a machine that may be only named, and one that may be missing."""

    model: str | Machine
    spare: Machine | None


def test_an_entry_of_a_later_release_is_read_as_far_as_it_is_known_and_a_command_is_not() -> None:
    table = msgspec.to_builtins(duel_table("N1"))
    later = {**table, "motto": "x", "layout": {**table["layout"], "colour": "green"}}
    later["displays"] = [{**shown, "size": 4} for shown in table["displays"]]
    later["equipment"] = {**table["equipment"], "serial": 7}
    assert as_known(later, Table) == duel_table("N1")
    people = [{"id": "a", "name": "A", "roles": ["dealer"], "badge": 7}]
    assert as_known(people, list[Person]) == [Person(id="a", name="A", roles=("dealer",))]
    fitted = as_known({"model": later["equipment"], "spare": None}, Fitted)
    assert (fitted.model, fitted.spare) == (duel_table("N1").equipment, None)
    with pytest.raises(msgspec.ValidationError):
        as_known({**later, "wagers": 5}, Table)
    with pytest.raises(BadCommand, match="equipment: nothing here is called serial"):
        c.read({"type": "add-table", "table": later})


# -- pure


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[None]:
    """Time-zone data that has Tokyo's clock for Los Angeles."""
    data = tmp_path / "zones" / "America"
    data.mkdir(parents=True)
    (data / "Los_Angeles").write_bytes(
        b"TZif" + bytes(16) + struct.pack(">6l", 0, 0, 0, 0, 1, 4) + struct.pack(">lbb", 9 * 3600, 0, 0) + b"JST\0"
    )
    _forget()
    zoneinfo.reset_tzpath([str(data.parent)])
    yield
    zoneinfo.reset_tzpath()
    _forget()


def _forget() -> None:
    zoneinfo.ZoneInfo.clear_cache()
    context._zone.cache_clear()
    context.day_begins.cache_clear()


@pytest.fixture
def dumped(tmp_path: Path) -> tuple[Path, dict[str, bytes]]:
    """A journal over three gaming days, and each of its states by the time-zone data that it was written with."""
    house = House(Floor.open(tmp_path / "floor.db", create=True)).build(jackpots=[TIES], tables=[duel_table("N1")])
    for day in range(2):
        house.at = START + (day + 1) * DAY - 5 * HOUR
        house.shut("N1")
        house.open("N1")
    house.close_day("2024-05-01")
    house.close()
    return tmp_path / "floor.db", _dumps(tmp_path / "floor.db")


def _dumps(path: Path) -> dict[str, bytes]:
    floor = Floor.open(path)
    try:
        return {stream: FloorFold().dump(floor.journal.state(stream)) for stream in floor.journal.streams()}
    finally:
        floor.close()


def test_folding_asks_no_time_zone(dumped: tuple[Path, dict[str, bytes]], elsewhere: None) -> None:
    path, there = dumped
    assert context.gaming_day(START, "America/Los_Angeles", "06:00") == "2024-05-01"
    assert context.gaming_day(START + 3 * HOUR, "America/Los_Angeles", "06:00") == "2024-05-02", "this is Tokyo"
    assert _dumps(path) == there
    floor = Floor.open(path)
    assert verify_floor(floor).findings == ()
    floor.close()
