"""A round goes on under what it was begun with: the settings of the table's opening, the behaviour of its game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import OtherRelease
from houseway.floor.folding import FloorFold
from houseway.floor.mirror import Mirror
from houseway.floor.states import TableState
from houseway.journal import Entry
from houseway.registry import game
from houseway.release import VERSION
from houseway.web.live.frames import Frames
from tests.floor.houses import House
from tests.floor.live_tables import K1, V1, W1, At, live_house
from tests.floor.telling import with_body


def reopened(house: House, path: Path) -> House:
    """The program is started again."""
    house.close()
    again = House(Floor.open(path), house.at)
    again.number = house.number
    return again


def stricter(house: House) -> None:
    """From now on a player places one wager."""
    house.do(c.ChangeSettings(settings={"most-wagers": 1}), "ames", "cole")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "floor.db"


def begun(path: Path) -> At:
    """Two wagers of one player are down at the table with keyed cards."""
    table = At(live_house(path), K1)
    table.begin(1)
    table.answer(1, {"player": 500, "tie-after-tie": 100})
    return table


# -- settings


def test_a_round_goes_on_under_the_settings_that_its_table_was_opened_with(path: Path) -> None:
    table = begun(path)
    rule = table.house.floor.setup(K1).as_dict()["wagering"]
    assert rule["most"] == 4
    stricter(table.house)
    assert table.house.floor.setup(K1).as_dict()["wagering"] == rule
    # A second server that is started now sees what the first does.
    other = Floor.open(path, readonly=True)
    assert other.setup(K1).as_dict() == table.house.floor.setup(K1).as_dict()
    assert other.round(K1).due_from() == table.round.due_from() == ("dealer",)
    assert Mirror(other).round(K1).placed == table.round.placed
    other.close()
    again = At(reopened(table.house, path), K1)
    assert again.house.floor.setup(K1).as_dict()["wagering"] == rule
    again.count(1)
    again.key("Kh", "9d")
    again.settle()
    # So do the rounds after it, until the table is opened anew.
    again.begin(1)
    again.answer(1, {"player": 500, "dealer": 0, "tie-after-tie": 100})
    again.count(1)
    again.key("Kh", "9d")
    again.settle()
    again.house.shut(K1)
    again.house.open(K1)
    assert again.house.floor.setup(K1).as_dict()["wagering"]["most"] == 1
    again.house.close()


def test_settings_of_one_table_are_kept_with_its_opening(path: Path) -> None:
    house = live_house(path)
    house.shut(K1)
    house.do(c.ChangeSettings(settings={"tables": {K1: {"most-wagers": 2}}}), "ames", "cole")
    house.open(K1)
    house.do(c.ChangeSettings(settings={"tables": {K1: {"most-wagers": 1}, V1: {"most-wagers": 1}}}), "ames", "cole")
    again = reopened(house, path)
    assert again.floor.table(K1).settings == {"most-wagers": 2}
    assert again.floor.setup(K1).as_dict()["wagering"]["most"] == 2
    assert again.floor.setup(V1).as_dict()["wagering"]["most"] == 4
    again.close()


def test_a_table_opened_before_settings_were_written_down_plays_by_those_of_the_property(path: Path) -> None:
    house = live_house(path)
    stricter(house)
    state = folded(house, lambda body: body.pop("settings", None))
    assert state.settings is None
    setup = house.floor.live.setup(house.floor.property, state)
    assert setup.as_dict()["wagering"]["most"] == 1
    house.close()


def folded(house: House, strip: Callable[[dict[str, Any]], object]) -> TableState:
    """The state of the table by its entries as an earlier release would have written them."""
    fold, state = FloorFold(), TableState(id=K1)
    for entry in house.floor.journal.read(f"table/{K1}"):
        fold.apply(state, _stripped(entry, strip))
    return state


def _stripped(entry: Entry, strip: Callable[[dict[str, Any]], object]) -> Entry:
    """An entry without some of its body."""
    body = dict(entry.data)
    strip(body)
    return with_body(entry, body)


# -- behaviour


def test_a_round_writes_down_the_behaviour_edition_and_release_that_began_it(path: Path) -> None:
    table = begun(path)
    [entry] = table.entries("round-begun")
    edition = table.house.floor.setup(K1).edition
    assert (entry["behaviour"], entry["fingerprint"]) == (game("dueling").behaviour, edition.fingerprint)
    assert entry["release"] == VERSION
    table.house.close()


def test_an_open_round_goes_on_only_under_its_own_behaviour(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(path)
    step, own = table.step, game("dueling").behaviour
    with monkeypatch.context() as release:
        # A release from before that number was raised.
        release.setattr(game("dueling"), "behaviour", own - 1)
        later = At(reopened(table.house, path), K1)
        with pytest.raises(OtherRelease) as refusal:
            _ = later.round
        assert f"behaviour {own}" in refusal.value.message
        assert VERSION in (refusal.value.remedy or "") and "void" in (refusal.value.remedy or "")
        house = later.house
        house.refused(OtherRelease, c.Tabulate(table=K1, round=1, picture={"1": (1,)}), f"panel:{K1}")
        house.refused(OtherRelease, c.Answer(table=K1, round=1, step=step, seat="dealer", answer="Kh"), "dole")
        house.refused(OtherRelease, c.TimeOut(table=K1, round=1, step=step), "dole")
        fix = c.CorrectAnswer(table=K1, round=1, number=1, answer={"player": 500}, reason="x")
        house.refused(OtherRelease, fix, "sato")
        # Screens say so, and the other tables are shown and played as ever.
        frames = Frames(Mirror(house.floor), str, lambda id: None, lambda: house.at)
        frame = frames.table(K1, "dealer")
        assert (frame.view, frame.phase) == (None, "playing")
        assert f"behaviour {own}" in (frame.paused or "")
        assert frames.table(W1, "public").paused is None
        assert len(frames.floor().tables) == 4
    # The release that began it goes on.
    again = At(reopened(house, path), K1)
    again.count(1)
    again.key("Kh", "9d")
    again.settle()
    again.house.sound()
    again.house.close()


def test_a_round_of_another_release_is_voided(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(path)
    monkeypatch.setattr(game("dueling"), "behaviour", game("dueling").behaviour - 1)
    later = At(reopened(table.house, path), K1)
    later.house.do(c.VoidRound(table=K1, round=1, reason="another release"), "sato")
    assert "record" not in later.entries("round-voided")[-1]
    # What it was opened with is not played here: the next round is another opening's.
    later.house.refused(OtherRelease, c.BeginRound(table=K1, round=2, seats=(1,)), "dole")
    monkeypatch.undo()
    later.house.shut(K1)
    later.house.open(K1)
    later.begin(1)
    later.answer(1, {"player": 500})
    later.key("Kh", "9d")
    later.settle()
    later.house.sound()
    later.house.close()


def test_an_open_round_goes_on_only_under_its_own_edition(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(path)
    edition = table.house.floor.setup(K1).edition
    monkeypatch.setattr(edition, "_under", {game("dueling").behaviour: "0" * 64})
    later = At(reopened(table.house, path), K1)
    with pytest.raises(OtherRelease) as refusal:
        _ = later.round
    assert "other rules" in refusal.value.message
    later.house.close()


def test_a_round_begun_before_behaviour_was_written_down_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(path)
    house = table.house

    def strip(body: dict[str, Any]) -> None:
        for name in ("behaviour", "fingerprint", "release"):
            body.pop(name, None)

    state = folded(house, strip)
    assert state.live is not None and state.live.behaviour is None
    monkeypatch.setattr(game("dueling"), "behaviour", game("dueling").behaviour + 1)
    assert house.floor.live.playing(house.floor.setup(K1), state).round.due_from() == ("dealer",)
    house.close()
