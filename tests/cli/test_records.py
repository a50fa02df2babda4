"""deal and replay: rounds that go out, and rounds that come back."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import houseway
from tests.cli.command import GAMES, Run


@pytest.fixture
def dealt(cli: Run) -> list[dict[str, Any]]:
    ended = cli("deal", "dueling", "--rounds", "20", "--seed", "5", "--seats", "4")
    assert ended.code == 0
    return [json.loads(line) for line in ended.out.splitlines()]


def lines_of(records: list[Any]) -> str:
    return "".join(record if isinstance(record, str) else json.dumps(record) + "\n" for record in records)


# -- deal


@pytest.mark.parametrize("slug", GAMES)
def test_dealt_records_replay(cli: Run, tmp_path: Path, slug: str) -> None:
    ended = cli("deal", slug, "--rounds", "25", "--seed", "11", "--seats", "5")
    assert (ended.code, ended.err) == (0, "")
    records = [json.loads(line) for line in ended.out.splitlines()]
    assert [record["number"] for record in records] == list(range(25))
    assert all([seat["seat"] for seat in record["seats"]] == [1, 2, 3, 4, 5] for record in records)
    assert all(record["lines"] for record in records)
    file = tmp_path / "rounds.jsonl"
    file.write_text(ended.out, encoding="utf-8")
    again = cli("replay", str(file))
    assert (again.code, again.out) == (0, "25 records replayed: every line agrees\n")


def test_the_same_seed_deals_the_same_bytes_and_no_seed_does_not(cli: Run) -> None:
    args = ("deal", "triple-attack", "--rounds", "3", "--seats", "2")
    assert cli(*args, "--seed", "1").out == cli(*args, "--seed", "1").out != cli(*args, "--seed", "2").out
    assert cli(*args).out != cli(*args).out


def test_what_is_chosen_stands_in_the_record(cli: Run) -> None:
    options = ("-o", "decks=8", "-o", "spots=play", "-o", "wagers=play,tie-plus")
    ended = cli("deal", "dueling", *options, "-p", "tie-plus=2", "-s", "1")
    record = json.loads(ended.out)
    assert record["options"]["decks"] == "8"
    assert record["paytables"] == {"play": "standard", "war": "standard", "tie-plus": "2"}
    assert record["wagers"] == ["play", "war", "tie-plus"]
    ended = cli("deal", "deuces-wild", "--option", "edition=2010", "--seed", "1")
    assert json.loads(ended.out)["edition"] == "2010"


@pytest.mark.parametrize("slug", GAMES)
def test_varied_players_do_every_legal_thing_and_their_records_replay(cli: Run, tmp_path: Path, slug: str) -> None:
    args = ("deal", slug, "--players", "varied", "--rounds", "250", "--seed", "2", "--seats", "5")
    ended = cli(*args)
    assert (ended.code, ended.err) == (0, "")
    assert cli(*args).out == ended.out
    records = [json.loads(line) for line in ended.out.splitlines()]
    file = tmp_path / "rounds.jsonl"
    file.write_text(ended.out, encoding="utf-8")
    assert cli("replay", str(file)).out == "250 records replayed: every line agrees\n"

    game = houseway.game(slug)
    chosen = {(option, str(value)) for record in records for option, value in record["options"].items()}
    assert chosen >= {
        (option.slug, value)
        for edition in game.editions.values()
        for option in edition.data.option
        for value in option.values
    }
    assert {record["edition"] for record in records} == set(game.editions)
    placed = {wager for record in records for seat in record["seats"] for wager in seat["wagers"]}
    assert placed == {slug for edition in game.editions.values() for slug in edition.initial_wagers}
    assert any(not seat["wagers"] for record in records for seat in record["seats"])
    answers = {
        (decision["ask"], decision["answer"] if isinstance(decision["answer"], str) else decision["answer"][0])
        for record in records
        for decision in record["decisions"]
    }
    assert answers >= VARIED[slug]
    stakes = {line["stake"] for record in records for line in record["lines"]}
    assert len(stakes) > 300
    assert any(stake % 100 for stake in stakes)


VARIED: dict[str, set[tuple[str, Any]]] = {
    "deuces-wild": {
        *(("treasure", word) for word in ("declare", "no")),
        *((ask, word) for ask in ("play", "raise") for word in (ask, "fold")),
        *(("fortune", position) for position in (1, 2, 3, 4)),
    },
    "dueling": {("war", "war"), ("war", "surrender")},
    "three-card-split": {("set", "low"), ("set", "house-way"), ("house-hand", "low"), ("reset", "supervisor")},
    "triple-attack": {
        *((ask, word) for ask in ("second-attack", "third-attack", "insurance") for word in ("pass", "bet")),
        *(("play", word) for word in ("stand", "hit", "double", "split")),
    },
}
"""Questions, and the words (or the first card) that are answered to each."""


def test_varied_players_keep_to_what_the_table_was_told_to_have(cli: Run) -> None:
    ended = cli(
        "deal", "dueling", "--players", "varied", "--rounds", "40", "-o", "spots=play", "-p", "tie-plus=2", "-s", "1"
    )
    for line in ended.out.splitlines():
        record = json.loads(line)
        assert (record["options"]["spots"], record["paytables"]["tie-plus"]) == ("play", "2")
        assert not any("player" in seat["wagers"] for seat in record["seats"])
    refused = cli("deal", "dueling", "--players", "odd")
    assert refused.code == 2
    assert "Traceback" not in refused.err


def test_a_reader_that_leaves_is_no_fault() -> None:
    script = f"{sys.executable} -m houseway deal dueling --rounds 3000 --seed 1 | head -n 1"
    ended = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=600)
    assert len(ended.stdout.splitlines()) == 1
    assert ended.stderr == ""


# -- replay


def test_a_record_that_differs_is_named_with_its_line(cli: Run, tmp_path: Path, dealt: list[dict[str, Any]]) -> None:
    dealt[3]["lines"][1]["returned"] += 100
    del dealt[7]["lines"][-1]
    dealt[9]["lines"].append(dealt[9]["lines"][0])
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n" + lines_of(dealt), encoding="utf-8")  # a blank line is passed over, and counted

    plain = cli("replay", str(file))
    assert plain.code == 1
    assert "record 5: settlement line 2 differs\n" in plain.out
    assert f"record 9: settlement line {len(dealt[7]['lines']) + 1} differs\n  expected  no such line\n" in plain.out
    assert f"record 11: settlement line {len(dealt[9]['lines'])} differs\n" in plain.out
    assert plain.out.splitlines()[-1] == "20 records: 17 agree, 3 differ, 0 cannot be played"

    told = [json.loads(line) for line in cli("replay", "--json", str(file)).out.splitlines()]
    assert [item.get("record") for item in told] == [5, 9, 11, None]
    assert told[0]["differs"]["line"] == 2
    assert told[0]["differs"]["expected"]["returned"] == told[0]["differs"]["found"]["returned"] + 100
    assert told[1]["differs"]["expected"] is None
    assert told[-1] == {"records": 20, "agree": 17, "differ": 3, "errors": 0}


def test_an_error_is_of_its_record_and_the_rest_go_on(cli: Run, dealt: list[dict[str, Any]]) -> None:
    dealt[1]["game"] = "nope"
    del dealt[2]["lines"]
    dealt[4]["cards"][0] = "Zz"
    text = lines_of(dealt)[:-30]  # and the last line is cut short
    ended = cli("replay", "-", "--json", typed=text)
    assert ended.code == 1
    told = [json.loads(line) for line in ended.out.splitlines()]
    assert [(item["record"], item["error"]) for item in told[:-1]] == [
        (2, "unknown-game"),
        (3, "bad-record"),
        (5, "unknown-card"),
        (20, "bad-record"),
    ]
    assert told[-1] == {"records": 20, "agree": 16, "differ": 0, "errors": 4}
    plain = cli("replay", "-", typed=text)
    assert plain.code == 1
    assert "record 2: cannot be played: there is no game 'nope'" in plain.out


@pytest.mark.parametrize("content", [b"", b"\n \n\t\n"], ids=["empty", "blank"])
@pytest.mark.parametrize("more", [(), ("--settle",)], ids=["compared", "settled"])
def test_no_record_is_not_said_to_agree(cli: Run, tmp_path: Path, content: bytes, more: tuple[str, ...]) -> None:
    """So that a pipe fails whose first command dealt nothing."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(content)
    for ended, name in (
        (cli("replay", str(file), *more), str(file)),
        (cli("replay", "-", *more, typed=content), "standard input"),
    ):
        assert (ended.code, ended.out) == (2, "")
        assert f"{name} has no round record: nothing was replayed" in " ".join(ended.err.split())
        assert "as houseway deal writes" in " ".join(ended.err.split())
    ended = cli("replay", str(file), *more, "--json")
    assert (ended.code, ended.out, json.loads(ended.err)["error"]) == (2, "", "no-record")


# -- settle


def test_settling_gives_back_the_lines_and_keeps_the_rest(cli: Run, dealt: list[dict[str, Any]]) -> None:
    bare = [{key: value for key, value in record.items() if key != "lines"} for record in dealt]
    ended = cli("replay", "--settle", "-", typed=lines_of(bare))
    assert ended.code == 0
    assert [json.loads(line) for line in ended.out.splitlines()] == dealt
    again = cli("replay", "--settle", "-", typed=ended.out)
    assert again.out == ended.out


def test_a_minimal_record_is_settled(cli: Run) -> None:
    record = {"game": "dueling", "seats": [{"seat": 1, "wagers": {"player": 500}}], "cards": ["Kh", "9s"]}
    ended = cli("replay", "--settle", "-", typed=json.dumps(record))
    line = {"seat": 1, "wager": "player", "stake": 500, "event": "win", "pays": "1 to 1", "returned": 1000}
    assert json.loads(ended.out) == {**record, "lines": [{**line, "clause": "how to play 4(a)"}]}


def test_an_error_stands_in_the_place_of_its_record(cli: Run, dealt: list[dict[str, Any]]) -> None:
    dealt[0]["cards"][0] = "??"
    dealt[2]["seats"][0]["wagers"]["player"] = 1
    ended = cli("replay", "--settle", "-", typed=lines_of(dealt[:4]))
    assert ended.code == 1
    told = [json.loads(line) for line in ended.out.splitlines()]
    assert len(told) == 4
    assert told[0]["record"] == 1
    assert told[0]["error"] == "unseen-card"
    assert "card 1" in told[0]["message"]
    assert told[0]["clause"]
    assert told[1] == dealt[1]
    assert told[2]["error"] == "wager-refused"
    assert told[3] == dealt[3]


def test_the_line_of_an_error_is_printed_as_the_page_on_records_shows_it(cli: Run) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "round-record.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(\{.*\})\n```", page)
    good = {"game": "dueling", "seats": [{"seat": 1, "wagers": {"player": 500}}], "cards": ["Kh", "9s"]}
    ended = cli("replay", "--settle", "-", typed=lines_of([good, good, {**good, "cards": ["??", "9s"]}]))
    assert ended.code == 1
    assert json.loads(ended.out.splitlines()[2]) == json.loads(shown)


# -- hostile records

GOOD = {"game": "dueling", "seats": [{"seat": 1, "wagers": {"player": 500}}], "cards": ["Kh", "9s"], "lines": []}


def good(**change: Any) -> str:
    return json.dumps({**GOOD, **change})


HOSTILE: dict[str, str | bytes] = {
    "not JSON": "hello",
    "cut short": good()[:40],
    "a list": "[]",
    "a number": "17",
    "null": "null",
    "an empty object": "{}",
    "not UTF-8": good().encode().replace(b"Kh", b"K\xff"),
    "a lone surrogate": good(release="x").replace('"x"', '"\\ud800"'),
    "a zero byte": good().replace("Kh", "K\0h"),
    "deep lists": "[" * 100_000,
    "deep lists in a record": good(options={"decks": 1}).replace(
        '"decks": 1', '"decks": ' + "[" * 50_000 + "]" * 50_000
    ),
    "deep objects in an answer": good(decisions=[{"seat": 1, "answer": 1}]).replace(
        '"answer": 1', '"answer": ' + '{"a":' * 5_000 + "1" + "}" * 5_000
    ),
    "a huge whole number": good().replace("500", "9" * 5_000),
    "a huge number": good().replace("500", "1e999"),
    "not a number": good().replace("500", "NaN"),
    "a fraction of a cent": good().replace("500", "500.5"),
    "a negative stake": good().replace("500", "-500"),
    "a true stake": good().replace("500", "true"),
    "a stake as text": good().replace("500", '"500"'),
    "a stake over a limit": good(limits={"player": [100, 400]}),
    "limits upside down": good(limits={"player": [400, 100]}),
    "limits of one number": good(limits={"player": 5}),
    "a key twice": good().replace('"cards"', '"game": "deuces-wild", "cards"'),
    "a wager twice": good().replace('"player": 500', '"player": 500, "player": 600'),
    "an unknown key": good(spade=1),
    "an unknown game": good(game="nope"),
    "a game that is no text": good(game=["dueling"]),
    "an unknown edition": good(edition="1999"),
    "another format": good(format=99),
    "another fingerprint": good(fingerprint="0" * 64),
    "another behaviour": good(behaviour=99),
    "an unknown option": good(options={"colour": "red"}),
    "an option of a wrong type": good(options={"decks": {"a": 1}}),
    "an unknown paytable": good(paytables={"tie-plus": "9"}),
    "a paytable of a wrong type": good(paytables={"tie-plus": []}),
    "an unknown wager offered": good(wagers=["nope"]),
    "wagers offered as text": good(options={"wagers": "player"}),
    "wagers offered of wrong types": good(options={"wagers": [1, None]}),
    "a wager of another moment": good(seats=[{"seat": 1, "wagers": {"war": 500}}]),
    "an unposted row": good(
        seats=[{"seat": 1, "wagers": {"player": 500, "tie-plus": 100}}], paytables={"tie-plus": "bonus"}
    ),
    "a posted row that is no pay": good(
        seats=[{"seat": 1, "wagers": {"player": 500, "tie-after-tie": 100}}],
        posted={"tie-after-tie": {"quads-same-suit": 5}},
        paytables={"tie-after-tie": "TAT4"},
    ),
    "posted rows of a wrong type": good(posted={"tie-after-tie": "100%"}),
    "envy for no jackpot": good(envy={"player": {"win": "$5"}}),
    "envy of a wrong type": good(envy={"tie-after-tie": {"quads-same-suit": 5}}),
    "an unknown model": good(equipment="abacus"),
    "a fixed wager of nothing": good(fixed={"tie-after-tie": 0}),
    "a minimum for no jackpot": good(minimums={"player": 5}),
    "a seat that is not there": good(seats=[{"seat": 99, "wagers": {"player": 500}}]),
    "a seat of no number": good(seats=[{"seat": "1", "wagers": {"player": 500}}]),
    "a seat twice": good(seats=[{"seat": 1, "wagers": {"player": 500}}] * 2),
    "no seat": good(seats=[]),
    "an unknown card": good(cards=["Kh", "1x"]),
    "a card as a number": good(cards=["Kh", 9]),
    "cards as text": good(cards="Kh 9s"),
    "too few cards": good(cards=["Kh"]),
    "too many cards": good(cards=["Kh", "9s", "2c"]),
    "a card seven times in six decks": good(cards=["Kh"] * 7),
    "a joker in a deck without": good(cards=["Xj", "9s"]),
    "a card nobody saw": good(cards=["??", "9s"]),
    "a card too often before": good(before=["Kh"] * 6),
    "no decision": good(cards=["Kh", "Ks"]),
    "a decision never asked for": good(decisions=[{"seat": 1, "answer": "war"}]),
    "a decision out of turn": good(cards=["Kh", "Ks"], decisions=[{"seat": 2, "answer": "surrender"}]),
    "a decision of another ask": good(cards=["Kh", "Ks"], decisions=[{"seat": 1, "ask": "raise", "answer": "war"}]),
    "an answer not offered": good(cards=["Kh", "Ks"], decisions=[{"seat": 1, "answer": "raise"}]),
    "an answer of nothing": good(cards=["Kh", "Ks"], decisions=[{"seat": 1, "answer": None}]),
    "an answer of a wrong type": good(cards=["Kh", "Ks"], decisions=[{"seat": 1, "answer": {"a": [1]}}]),
    "an answer with too much": good(cards=["Kh", "Ks"], decisions=[{"seat": 1, "answer": ["war", 501]}]),
    "an answer with a fraction": good(cards=["Kh", "Ks"], decisions=[{"seat": 1, "answer": ["war", 1.5]}]),
    "void without a reason": good(void={}),
    "void after the end": good(void={"reason": "malfunction"}),
    "lines of a wrong type": good(lines=[1]),
    "a line with an unknown key": good(lines=[{"seat": 1}]),
    "a picture of no seats": good(tabulated={"nope": [1]}),
    "a picture of a wrong type": good(tabulated={"tie-after-tie": ["x"]}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_record_is_an_error_of_its_own(cli: Run, name: str) -> None:
    given = HOSTILE[name]
    line = given if isinstance(given, bytes) else given.encode("utf-8", "surrogatepass")
    sound = json.dumps({key: value for key, value in GOOD.items() if key != "lines"}).encode()
    settled = cli("replay", "--settle", "-", typed=b"\n".join([sound, line, sound]))
    told = [json.loads(each) for each in settled.out.splitlines()]
    assert [item.get("record") for item in told][0::2] == [None, None], "the records around it are settled"
    if name not in OTHERWISE_SOUND:
        assert settled.code == 1
        assert told[1]["record"] == 2
        assert told[1]["error"] != "fault", told[1]
        assert told[1]["message"]
    compared = cli("replay", "-", "--json", typed=line)
    assert compared.code == 1
    assert "Traceback" not in compared.out + compared.err


OTHERWISE_SOUND = {"a picture of no seats", "a picture of a wrong type"}
"""Records without a tabulated wager: what the sensors showed is never looked at."""


def test_a_line_too_long_to_be_held(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.cli.play.replay_command.LONGEST", 1000)
    sound = json.dumps(GOOD)
    ended = cli("replay", "-", "--json", typed=f"{sound}\n" + good(release="x" * 5000) + f"\n{sound}\n")
    told = [json.loads(line) for line in ended.out.splitlines()]
    assert [(item["record"], item.get("error")) for item in told[:-1]] == [(1, None), (2, "bad-record"), (3, None)]


def test_a_fault_in_one_record_does_not_stop_the_rest(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise KeyError("something")

    monkeypatch.setattr("houseway.table.records.replay.settle", broken)
    ended = cli("replay", "--settle", "-", typed=f"{json.dumps(GOOD)}\n{json.dumps(GOOD)}\n")
    assert ended.code == 1
    assert [json.loads(line)["error"] for line in ended.out.splitlines()] == ["fault", "fault"]
    assert houseway.HousewayError.code == "error"
