"""Two engines, one truth: the same log gives the same bytes, and several writers leave a journal that holds."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.declared import DECLARED
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import Stopped, WrongState
from tests.floor.houses import (
    ATTACK,
    HEARTS,
    MICROS,
    MINUTE,
    TIES,
    House,
    attack_table,
    changed,
    duel_table,
    sqlite_house,
)
from tests.floor.logs import Sent, give, send

ROOT = Path(__file__).parents[2]
WRITERS = ("A1", "A2", "A3", "A4")


def _key(folder: Path, name: str) -> Path:
    """Both journals are sealed with one key, so that their seals can be the same."""
    key = folder / name
    if (folder / "one.key").exists() and not key.exists():
        shutil.copy(folder / "one.key", key)
    return key


@pytest.mark.parametrize("profile", ["plain", "washington-commercial"])
@pytest.mark.parametrize("seed", [1, 2])
def test_one_log_in_its_order_gives_the_same_export_heads_and_seals(
    tmp_path: Path, postgres: str, seed: int, profile: str
) -> None:
    first = House(Floor.open(tmp_path / "one.db", create=True, seals=tmp_path / "one.seals", key=tmp_path / "one.key"))
    first.build(profile)  # type: ignore[arg-type]
    first.floor.journal.seal(first.at)
    answers: list[str] = []
    log: list[Sent] = []
    for sent in give(first, seed, 300):
        log.append(sent)
        if len(log) % 100 == 0:
            first.floor.journal.seal(first.at)
    second = House(Floor.open(postgres, create=True, seals=tmp_path / "two.seals", key=_key(tmp_path, "two.key")))
    second.build(profile)  # type: ignore[arg-type]
    second.floor.journal.seal(second.at)
    for number, sent in enumerate(log, 1):
        second.at = sent[4]
        answers.append(send(second.floor, sent))
        if number % 100 == 0:
            second.floor.journal.seal(second.at)
    refused = sum(answer[0] != "{" for answer in answers)
    assert 0 < refused < len(log) // 2

    first.floor.journal.export(tmp_path / "one.jsonl")
    second.floor.journal.export(tmp_path / "two.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert first.floor.journal.heads() == second.floor.journal.heads()
    assert first.floor.journal.balances() == second.floor.journal.balances()
    assert first.floor.journal.counters() == second.floor.journal.counters()
    assert (tmp_path / "one.seals").read_bytes() == (tmp_path / "two.seals").read_bytes()
    for house in (first, second):
        house.sound()
        house.close()


def test_four_processes_write_one_link_at_once_and_every_stream_holds(tmp_path: Path, postgres: str) -> None:
    # Begun a little while ago: the writers go by the clock of today.
    ago = time.time_ns() // 1_000 - 10 * MINUTE
    house = House(Floor.open(postgres, create=True, seals=tmp_path / "pg.seals"), ago)
    house.build(jackpots=[ATTACK], tables=[attack_table(id) for id in WRITERS])
    house.deposit_all("attack")
    command = [sys.executable, "-m", "tests.floor.writers", postgres]
    running = [
        subprocess.Popen(
            [*command, table, "60", str(seed)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for seed, table in enumerate(WRITERS)
    ]
    answers = [process.communicate(timeout=600) for process in running]
    assert [process.returncode for process in running] == [0] * 4, [answer[1] for answer in answers]
    counted = sum(int(answer[0]) for answer in answers)
    house.close()

    after = House(Floor.open(postgres, seals=tmp_path / "pg.seals"))
    assert sum(sum(counts) for counts in after.floor.journal.counters().values()) == counted
    assert after.fund("attack", "contributions") == -counted * 100 * 250_000
    assert {after.floor.table(table).rounds for table in WRITERS} == {60}
    hits = after.floor.jackpot("attack").hits.values()
    assert {hit.state for hit in hits} == {"paid", "rejected", "verified"}
    assert after.fund("attack", "locked") == sum(hit.meter for hit in hits if hit.state == "verified") * MICROS
    after.sound()

    after.floor.journal.export(tmp_path / "all.jsonl")
    seals, key = tmp_path / "pg.seals", tmp_path / "pg.seals.key"
    copy = House(Floor.open(tmp_path / "copy.db", create=True, seals=seals, key=key))
    copy.floor.journal.load(tmp_path / "all.jsonl")
    assert copy.floor.journal.heads() == after.floor.journal.heads()
    assert copy.floor.journal.balances() == after.floor.journal.balances()
    assert copy.floor.journal.counters() == after.floor.journal.counters()
    assert copy.floor.amounts("attack") == after.floor.amounts("attack")
    copy.sound()
    copy.close()
    after.close()


def test_what_another_process_did_is_known_to_the_next_command(postgres: str) -> None:
    """Two floors on one journal: each decides from what stands, not from what it last saw."""
    one = House(Floor.open(postgres, create=True))
    one.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    other = House(Floor.open(postgres), one.at)
    other.number = 5_000
    assert other.floor.property.open == ["A1"]

    one.do(c.AddJackpot(jackpot=TIES), "ames", "cole")
    one.do(c.AddTable(table=duel_table("D1")), "ames", "cole")
    one.do(c.AddTable(table=attack_table("A2")), "ames", "cole")
    one.open("D1", "A2")
    other.at = one.at
    other.do(c.StopJackpot(jackpot="attack", reason="a look"), "vega")
    one.at = other.at
    one.refused(Stopped, c.Tabulate(table="A2", round=1, picture={"1": (1,)}), "panel:A2")
    other.do(c.ResumeJackpot(jackpot="attack", reason="done"), "ames", "cole")
    other.close_day("2024-05-01")
    one.at = other.at
    one.tabulate("D1", 1)
    [hit] = one.claim("D1", (1, "tie-after-tie", "quads-same-suit"))
    other.at = one.at
    other.reject(hit)
    one.at = other.at
    one.refused(WrongState, c.RejectHit(jackpot="ties", hit=hit.id, reason="again"), "sato", "vega")
    one.do(c.VoidRound(table="D1", round=1, reason="misdeal"), "sato")
    one.shut("D1")
    other.at = one.at
    other.open("D1")
    other.tabulate("D1", 2)
    other.claim("D1", (2, "tie-after-tie", "quads-same-suit"))
    for house in (one, other):
        house.sound()
        house.close()


def test_a_queued_change_of_one_process_comes_in_with_the_prize_of_another(postgres: str) -> None:
    one = House(Floor.open(postgres, create=True))
    one.build(jackpots=[ATTACK], tables=[attack_table("A1")])
    other = House(Floor.open(postgres), one.at)
    other.number = 5_000
    other.tabulate("A1", 1)
    one.at = other.at
    one.do(c.ChangeJackpot(jackpot=changed(ATTACK, reseed=70_000)), "ames", "cole")
    other.at = one.at
    other.claim("A1", (1, "jackpot", HEARTS))
    assert other.shown("attack") == 70_000
    other.sound()
    one.close()
    other.close()


def test_a_log_given_again_by_its_ids_changes_nothing(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "floor.db").build()
    log = list(give(house, 3, 120))
    before = house.rows()
    accepted = {row[0] for row in before["commands"]}
    for sent in log:
        if sent[0] in accepted:
            assert send(house.floor, sent)[0] == "{"
    assert house.rows() == before
    house.close()


class _Anything(str):
    """The name of something, or something with a name."""

    id = "T1"
    jackpots: ClassVar[dict[str, str]] = {}


def test_the_streams_of_a_command_are_told_without_the_journal_unless_it_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = Floor.open(tmp_path / "floor.db", create=True)
    asked: list[str] = []
    state, streams = floor.journal.state, floor.journal.streams

    def ask(stream: str) -> object:
        asked.append(stream)
        return state(stream)

    def ask_all() -> list[str]:
        asked.append("all")
        return streams()

    monkeypatch.setattr(floor.journal, "state", ask)
    monkeypatch.setattr(floor.journal, "streams", ask_all)
    for kind in DECLARED:
        needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
        command = kind(**dict.fromkeys(needed, _Anything("T1")))
        asked.clear()
        floor._streams(command)
        assert bool(asked) is floor.looks(command), kind
    floor.close()
