"""S-1: what is approved is what is played, from the opening of a table to its close, whatever the disk has by then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houseway
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.auditing.whole import verify_floor
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotCompliant, NotPermitted, OtherRelease, ReferenceMissing, WrongState
from houseway.floor.kinds.body import Prints
from houseway.floor.mirror import Mirror
from houseway.floor.play import prints
from houseway.floor.states import Live, TableState
from houseway.floor.subjects import upkeep
from houseway.journal import Finding
from houseway.registry import game
from houseway.release import VERSION
from houseway.rulebook.edition import load_edition
from houseway.table.table_errors import BadRecord
from houseway.web.live.frames import Frames
from tests.floor.houses import DAILY, House, approval, duel_table, split_table
from tests.floor.live_tables import K1, N1, V1, At, live_house
from tests.releases.released import sqlite_room

FOUR = "four-of-a-kind"
Change = Callable[[], None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "floor.db"


def restarted(house: House, path: Path) -> House:
    """The program is started again, with whatever its files are by then."""
    house.close()
    again = House(Floor.open(path), house.at)
    again.number = house.number
    return again


@pytest.fixture
def cell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Change:
    """One cell of an edition is changed on the disk: four of a kind pays 900 for 1 and not 100."""

    def change() -> None:
        split = game("three-card-split")
        text = (split.folder / "editions" / "v5.toml").read_text(encoding="utf-8")
        row = '["Four-of-a-Kind", "100", "100"]'
        assert text.count(row) == 1
        changed = tmp_path / "v5.toml"
        changed.write_text(text.replace(row, row.replace("100", "900")), encoding="utf-8")
        monkeypatch.setitem(split._declared.__dict__, "editions", {"v5": load_edition(changed)})

    return change


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Another release is installed, or other program files under the same name."""

    def install(release: str = VERSION, program: str = "e" * 64) -> None:
        for module in (prints, upkeep):
            monkeypatch.setattr(module, "VERSION", release)
        for found in houseway.registry.all_games().values():
            monkeypatch.setitem(found.__dict__, "program", program)

    return install


def split_house(path: Path, profile: Any = "plain") -> House:
    house = House(Floor.open(path, create=True))
    return house.build(profile, jackpots=[DAILY], tables=[split_table("S1")])


def press(house: House, round_: int, table: str = "S1") -> None:
    house.do(c.Tabulate(table=table, round=round_, picture={"1": (1,)}), f"panel:{table}")


def claim(round_: int) -> c.ClaimHit:
    return c.ClaimHit(table="S1", round=round_, claims=(c.Claimed(seat=1, wager="jackpot", event=FOUR),), cards="9999")


def story(house: House) -> list[Finding]:
    return list(verify_floor(house.floor).findings)


# -- what an opening fixes


def test_s_1_an_opening_fixes_play_text_program_behaviour_and_release(path: Path) -> None:
    house = split_house(path)
    split = game("three-card-split")
    edition = split.edition()
    assert house.floor.table("S1").prints == Prints(
        play=edition.fingerprint,
        text=edition.text_fingerprint,
        program=split.program,
        behaviour=split.behaviour,
        release=VERSION,
    )
    press(house, 1)
    house.do(claim(1), "dole")
    [entry] = [entry.data for entry in house.floor.journal.read("table/S1") if entry.kind == "hit-claimed"]
    assert (entry["play"], entry["program"]) == (edition.fingerprint, split.program)
    assert [hit["amount"] for hit in entry["hits"]] == [10_000]
    assert story(house) == []
    house.close()


def test_s_1_a_paytable_changed_on_disk_is_not_played_at_an_open_table(path: Path, cell: Change) -> None:
    house = split_house(path)
    press(house, 1)
    cell()
    later = restarted(house, path)
    # The claim would lock $900; the next round would be counted for it.
    refusal = later.refused(OtherRelease, claim(1), "dole")
    assert "other rules of three-card-split" in refusal.message
    assert refusal.clause == "S-1"
    assert refusal.remedy is not None and "void" in refusal.remedy and "open it anew" in refusal.remedy
    later.refused(OtherRelease, c.Tabulate(table="S1", round=2, picture={"1": (1,)}), "panel:S1")
    assert later.floor.mismatches().keys() == {"S1"}
    # The round is void, and the table plays by the new rules only when it is opened with them.
    later.do(c.VoidRound(table="S1", round=1, reason="other rules"), "sato")
    later.refused(OtherRelease, c.Tabulate(table="S1", round=2, picture={"1": (1,)}), "panel:S1")
    later.shut("S1")
    assert "approves" in later.refused(NotCompliant, c.OpenTable(table="S1"), "sato").message
    later.do(c.AddApproval(approval=approval("three-card-split")), "ames", "cole")
    later.open("S1")
    assert later.floor.mismatches() == {}
    press(later, 2)
    assert [hit["amount"] for hit in later.do(claim(2), "dole")["hits"]] == [90_000]
    assert story(later) == []
    later.close()


def test_s_1_rewording_an_edition_stops_no_table(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = split_house(path, "washington-commercial")
    press(house, 1)
    split = game("three-card-split")
    text = (split.folder / "editions" / "v5.toml").read_text(encoding="utf-8")
    assert "A fixed wager on the same four-card hand" in text
    (tmp_path / "v5.toml").write_text(text.replace("A fixed wager on", "A wager of fixed size on"), encoding="utf-8")
    monkeypatch.setitem(split._declared.__dict__, "editions", {"v5": load_edition(tmp_path / "v5.toml")})
    later = restarted(house, path)
    assert [hit["amount"] for hit in later.do(claim(1), "dole")["hits"]] == [10_000]
    press(later, 2)
    later.shut("S1")
    later.open("S1")
    assert story(later) == []
    later.close()


def test_s_1_program_files_that_were_changed_play_at_no_table_that_was_opened_before(
    path: Path, installed: Callable[..., None]
) -> None:
    table = At(live_house(path), K1)
    table.begin(1)
    table.answer(1, {"player": 500})
    step = table.step
    table.house.do(c.Tabulate(table=N1, round=1, picture={"1": (1,)}), f"panel:{N1}")
    installed()
    later = restarted(table.house, path)
    assert later.floor.mismatches().keys() == {"K1", "V1", "W1", "N1"}
    commands: list[tuple[c.Command, str]] = [
        (c.Answer(table=K1, round=1, step=step, seat="dealer", answer="Kh"), "dole"),
        (c.TimeOut(table=K1, round=1, step=step), "dole"),
        (c.CorrectAnswer(table=K1, round=1, number=1, answer={"player": 600}, reason="x"), "sato"),
        (c.SettleRound(table=K1, round=1, record={}), "dole"),
        (c.BeginRound(table=V1, round=1, seats=(1,)), "dole"),
        (c.Tabulate(table=N1, round=2, picture={"1": (1,)}), f"panel:{N1}"),
        (
            c.ClaimHit(table=N1, round=1, claims=(c.Claimed(seat=1, wager="tie-after-tie", event="suited-tie"),)),
            "dole",
        ),
    ]
    for command, who in commands:
        refusal = later.refused(OtherRelease, command, who)
        assert "changed program files" in refusal.message
        assert refusal.remedy is not None and "bring back the files" in refusal.remedy
    # Screens say why nothing goes on.
    frames = Frames(Mirror(later.floor), str, lambda id: None, lambda: later.at)
    assert "changed program files" in (frames.table(K1, "dealer").paused or "")
    assert "changed program files" in (frames.table(V1, "dealer").paused or "")
    # No upgrade names the same release twice.
    later.refused(WrongState, upgrade(VERSION, VERSION), "ames", "cole")
    later.do(c.VoidRound(table=K1, round=1, reason="changed files"), "sato")
    later.shut(K1)
    later.open(K1)
    assert later.floor.mismatches().keys() == {"V1", "W1", "N1"}
    later.close()


def test_s_1_a_record_of_another_program_is_refused(path: Path) -> None:
    table = At(live_house(path), K1)
    table.begin(1)
    table.answer(1, {"player": 500})
    table.key("Kh", "9d")
    made = table.record()
    for key in ("play", "program"):
        table.house.refused(BadRecord, c.SettleRound(table=K1, round=1, record={**made, key: "0" * 64}), "dole")
    table.settle()
    table.house.sound()
    table.house.close()


# -- an upgrade


def upgrade(before: str = VERSION, to: str = "0.3.0", **changed: Any) -> c.UpgradeRelease:
    given: dict[str, Any] = {
        "from_release": before,
        "to_release": to,
        "programs": upkeep.programs(),
        "reason": "a mended report",
        "document": "letter 12",
    }
    return c.UpgradeRelease(**{**given, **changed})


def test_s_1_an_upgrade_of_two_people_names_both_releases_and_lets_open_tables_go_on(
    path: Path, installed: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = At(live_house(path), K1)
    table.begin(1)
    table.answer(1, {"player": 500})
    with monkeypatch.context():
        installed("0.3.0")
        later = At(restarted(table.house, path), K1)
        house = later.house
        refusal = house.refused(OtherRelease, c.BeginRound(table=V1, round=1, seats=(1,)), "dole")
        assert f"release {VERSION} opened table V1" in refusal.message and "release 0.3.0" in refusal.message
        assert refusal.remedy is not None and "houseway property upgrade" in refusal.remedy
        wrong: list[tuple[type[HousewayError], c.UpgradeRelease, str, str | None]] = [
            (NotPermitted, upgrade(), "ames", None),
            (NotPermitted, upgrade(), "ames", "ames"),
            (NotPermitted, upgrade(), "sato", "cole"),
            (WrongState, upgrade("0.1.0"), "ames", "cole"),
            (OtherRelease, upgrade(to="0.4.0"), "ames", "cole"),
            (OtherRelease, upgrade(programs={}), "ames", "cole"),
            (OtherRelease, upgrade(programs={**upkeep.programs(), "dueling": "0" * 64}), "ames", "cole"),
            (ReferenceMissing, upgrade(document=" "), "ames", "cole"),
            (ReferenceMissing, upgrade(reason=""), "ames", "cole"),
        ]
        for error, command, who, second in wrong:
            house.refused(error, command, who, second)
        reply = house.do(upgrade(), "tell", "cole")
        assert reply == {"from": VERSION, "to": "0.3.0", "tables": ["K1", "V1", "W1", "N1"], "left": []}
        state = house.floor.property
        assert state.release == "0.3.0"
        [known] = state.upgrades
        assert (known.from_release, known.to_release, known.who, known.second) == (VERSION, "0.3.0", "tell", "cole")
        assert (known.reason, known.document) == ("a mended report", "letter 12")
        # The open round ends under its own number, and the next one begins.
        later.key("Kh", "9d")
        later.settle()
        later.begin(1)
        assert house.floor.mismatches() == {}
        house.sound()
        assert story(house) == []
        house.refused(WrongState, upgrade("0.3.0"), "ames", "cole")
        monkeypatch.undo()
    # The release before is over here: its servers decide nothing at these tables any more.
    earlier = restarted(house, path)
    earlier.refused(OtherRelease, c.BeginRound(table=V1, round=1, seats=(1,)), "dole")
    assert earlier.floor.mismatches().keys() == {"K1", "V1", "W1", "N1"}
    earlier.close()


def test_s_1_an_upgrade_changes_no_rules(path: Path, cell: Change, installed: Callable[..., None]) -> None:
    house = split_house(path)
    press(house, 1)
    installed("0.3.0")
    cell()
    later = restarted(house, path)
    assert later.do(upgrade(), "ames", "cole")["left"] == ["S1"]
    later.refused(OtherRelease, claim(1), "dole")
    later.refused(OtherRelease, c.Tabulate(table="S1", round=2, picture={"1": (1,)}), "panel:S1")
    assert later.floor.mismatches().keys() == {"S1"}
    later.close()


# -- release 0.1


def test_a_room_of_0_1_ends_its_round_and_goes_on_when_the_upgrade_is_on_record(tmp_path: Path) -> None:
    floor = Floor.open(sqlite_room(tmp_path))
    house = House(floor, max(floor.journal.heads()[stream].at for stream in floor.journal.streams()))
    house.number = 100_000
    table = At(house, "V1")
    number, opened = table.live.round, list(floor.property.open)
    assert table.state.prints is None and table.live.release == "0.1.0"
    assert floor.mismatches().keys() == set(opened)
    other = next(id for id in opened if floor.table(id).table is not None and id != "V1")
    refusal = house.refused(
        OtherRelease,
        c.Tabulate(table=other, round=floor.table(other).round + 1, picture={}),
        f"panel:{other}",
    )
    assert f"release 0.1.0 opened table {other}" in refusal.message
    # The round that 0.1 began ends here, by the play that its fingerprint stands for.
    assert table.settle()["play"] == game("dueling").edition().fingerprint_under(1)
    house.refused(OtherRelease, c.BeginRound(table="V1", round=number + 1, seats=(1,)), "dole")
    house.refused(WrongState, upgrade("0.2.0", VERSION), "ames", "cole")
    assert house.do(upgrade("0.1.0", VERSION), "ames", "cole")["tables"] == opened
    assert floor.mismatches() == {}
    # The table goes on as it was opened; opened anew it is played by the present number.
    house.do(c.BeginRound(table="V1", round=number + 1, seats=(1,)), "dole")
    assert (table.live.behaviour, table.round.behaviour) == (1, 1)
    # By that number the press of a round without a jackpot wager is no step of it: it puts out what was lit.
    table.answer(1, {"player": 500})
    before = (table.step, table.live.answers)
    house.do(c.Tabulate(table="V1", round=number + 1, picture={}), "panel:V1")
    assert table.entries("tabulated")[-1] == {"round": number + 1, "picture": {}, "clears": True}
    assert (table.step, table.live.answers, table.live.counted_at) == (*before, None)
    house.do(c.VoidRound(table="V1", round=number + 1, reason="end of the shift"), "sato")
    house.shut("V1")
    house.do(c.OpenTable(table="V1"), "sato", "cole")
    house.do(c.BeginRound(table="V1", round=number + 2, seats=(1,)), "dole")
    assert table.round.behaviour == game("dueling").behaviour == 2
    assert story(house) == []
    house.close()


def test_a_table_of_0_1_is_not_played_by_other_rules_than_0_1_had(
    path: Path, cell: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = split_house(path)
    press(house, 1)
    # As 0.1 opened it: its entry has no prints.
    state = house.floor.table("S1")
    monkeypatch.setattr(state, "prints", None)
    assert prints.open_round_refusal(state) is None
    cell()
    refusal = prints.open_round_refusal(state)
    assert refusal is not None and "other rules" in refusal.message
    assert prints.carried_on(state) is None
    house.close()


def test_a_table_of_0_1_ends_the_round_that_was_counted_and_begins_no_other(path: Path) -> None:
    house = split_house(path)
    table = house.floor.property.tables["S1"]
    house.close()
    # As 0.1 opened it: its entry has no prints.
    state = TableState(id="S1", open=True, table=table, round=3, phase="tabulated")
    prints.check_played(state, 3)
    with pytest.raises(OtherRelease):
        prints.check_played(state, 4)
    state.phase = "over"
    with pytest.raises(OtherRelease):
        prints.check_played(state, 3)
    assert "opened table S1" in str(prints.mismatch(state))
    # A table that is closed is opened anew.
    state.open = False
    assert prints.mismatch(state) is None
    prints.check_played(state, 4)


@pytest.mark.parametrize(
    ("live", "behaviour"),
    [(None, 2), (Live(4, [1], True), 2), (Live(4, [1], True, behaviour=1), 1)],
    ids=["no round", "a round of 0.1", "a round that names its number"],
)
def test_a_round_is_played_by_the_number_that_it_or_its_table_names(live: Live | None, behaviour: int) -> None:
    table = duel_table("D1", cards="keys")
    state = TableState(id="D1", open=True, table=table, live=live)
    played = game("dueling")
    found = prints.round_prints(state)
    assert played.behaviour == 2
    assert (found.behaviour, found.play) == (behaviour, played.edition().fingerprint_under(behaviour))
    state.prints = msgspec.structs.replace(prints.prints_of(table), behaviour=1)
    assert prints.round_prints(state).behaviour == 1


def test_s_1_no_release_takes_over_a_table_of_a_game_or_edition_that_it_has_not() -> None:
    table = duel_table("D1", cards="keys")
    state = TableState(id="D1", open=True, table=table, prints=prints.prints_of(table))
    assert prints.carried_on(state) == state.prints
    for other in ({"edition": "1999"}, {"game": "another"}):
        gone = TableState(id="D1", open=True, table=msgspec.structs.replace(table, **other), prints=state.prints)
        assert prints.carried_on(gone) is None
        assert prints.open_round_refusal(gone) is not None


# -- the audit


def test_s_1_verify_finds_a_hit_that_was_locked_under_other_rules(
    path: Path, cell: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = split_house(path)
    press(house, 1)
    cell()
    later = restarted(house, path)
    with monkeypatch.context() as broken:
        broken.setattr(prints, "check_played", lambda state, command: None)
        assert [hit["amount"] for hit in later.do(claim(1), "dole")["hits"]] == [90_000]
    [found] = story(later)
    assert (found.where, found.stream) == ("story", "table/S1")
    assert found.what == "a hit of round 1 is locked under other rules than its table was opened with"
    later.close()


def test_s_1_verify_finds_rounds_that_another_program_played(
    path: Path, installed: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = At(live_house(path), K1)
    installed()
    later = At(restarted(table.house, path), K1)
    monkeypatch.setattr(prints, "check_played", lambda state, command: None)
    later.begin(1)
    later.answer(1, {"player": 500})
    later.key("Kh", "9d")
    later.settle()
    assert [found.what.partition(" than")[0] for found in story(later.house)] == [
        "round 1 begins under another program",
        "round 1 is settled under another program",
    ]
    later.house.close()
