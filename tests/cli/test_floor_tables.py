"""houseway table and houseway meter: tables are added, opened, counted by hand, read, closed and taken away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.floor.floor import Floor
from houseway.table.deal import deal_records
from houseway.table.records.record import encode
from tests.cli.office import WASHINGTON, Office


def open_for_counting(house: Office, folder: Path) -> None:
    """T4 with the tabulator alone, open."""
    house.tabulator_alone("T4", folder)
    house.reply("table", "open", "T4", who="sato")


def test_a_table_opens_once_and_closes(house: Office) -> None:
    assert house.reply("table", "open", "T1", who="sato") == {"table": "T1", "round": 1}
    assert house.refusal("table", "open", "T1", who="sato")["error"] == "wrong-state"
    assert house.refusal("table", "open", "T9", who="sato")["error"] == "unknown"
    assert house.refusal("table", "open", "T2", who="dole")["clause"] == "WAC 230-15-430"
    assert [item["table"] for item in house.data("table", "list") if item["open"]] == ["T1"]
    assert house.reply("table", "close", "T1", who="sato") == {"table": "T1", "rounds": 0}


def test_a_table_like_another_says_what_stands_in_the_way(house: Office) -> None:
    reply = house.reply("table", "add", "T6", "--from", "T2", who="sato", second="cole")
    assert reply == {"table": "T6", "findings": []}
    assert house.data("table", "show", "T6")["table"] == house.data("table", "show", "T2")["table"] | {"id": "T6"}
    assert house("table", "open", "T6", who="sato").code == 0


def test_a_table_that_may_not_be_is_added_and_does_not_open(house: Office, tmp_path: Path) -> None:
    shown = house.data("table", "show", "T2")["table"] | {"id": "T7"}
    shown["limits"]["first-attack"] = [500, 40_000]
    file = tmp_path / "T7.json"
    file.write_text(json.dumps(shown), encoding="utf-8")
    [finding] = house.reply("table", "add", str(file), who="sato", second="cole")["findings"]
    assert finding["cite"] == "Triple Attack Blackjack 2021, description limits"
    assert finding["beside"] == ["WAC 230-15-140"]
    refusal = house.refusal("table", "open", "T7", who="sato")
    assert (refusal["error"], refusal["clause"]) == (
        "not-compliant",
        "Triple Attack Blackjack 2021, description limits; WAC 230-15-140",
    )
    shown["id"] = "T8"
    file.write_text(json.dumps(shown), encoding="utf-8")
    said = " ".join(house("table", "add", str(file), who="sato", second="cole").out.split())
    assert "cannot be opened yet" in said
    assert "WAC 230-15-140" in said


def test_a_table_from_the_file_of_a_property(house: Office) -> None:
    refusal = house.refusal("table", "change", str(WASHINGTON), who="ames", second="cole")
    assert "--pick" in refusal["remedy"]
    assert house.reply("table", "change", str(WASHINGTON), "--pick", "T5", who="ames", second="cole")["findings"] == []
    assert house.refusal("table", "change", str(WASHINGTON), "--pick", "T5", who="ames")["error"] == "not-permitted"
    assert (
        house.refusal("table", "add", str(WASHINGTON), "--pick", "T77", who="sato", second="cole")["error"]
        == "bad-configuration"
    )


def test_wa_28_a_progressive_leaves_a_table_for_a_listed_reason_that_the_trail_has(
    house: Office, tmp_path: Path
) -> None:
    shown = house.data("table", "show", "T2")["table"]
    file = tmp_path / "T2.json"
    bare = shown | {"jackpots": {}, "sensors": {}, "paytables": {}, "wagers": ["first-attack"]}
    file.write_text(json.dumps(bare), encoding="utf-8")
    change = ("table", "change", str(file))
    refusal = house.refusal(*change, who="ames", second="cole")
    assert (refusal["error"], refusal["clause"]) == ("removal-refused", "WAC 230-15-710")
    assert "game-discontinued" in refusal["remedy"]
    assert house.refusal(*change, "--removal", "space", who="ames", second="cole")["error"] == "removal-refused"
    assert house.data("table", "show", "T2")["table"]["jackpots"] == {"jackpot": "attack"}
    house.reply(*change, "--removal", "moved-to-another-table", who="ames", second="cole")
    assert house.data("table", "show", "T2")["table"].get("jackpots", {}) == {}
    last = ("table", "remove", "T1", "--reason", "space", "--removal", "game-discontinued")
    refusal = house.refusal(*last, who="ames", second="cole")
    assert "last table" in refusal["message"]
    trail = " ".join(house("report", "audit").out.split())
    assert "attack leaves it: moved to another table (WAC 230-15-710)" in trail
    for command in ("change", "remove"):
        assert "order-of-the-regulator" in house("table", command, "--help").out


def test_a_table_is_taken_away_when_it_is_closed(house: Office) -> None:
    remove = ("table", "remove", "T5", "--reason", "space")
    house.reply("table", "open", "T5", who="sato")
    assert house.refusal(*remove, who="ames", second="cole")["error"] == "wrong-state"
    house.reply("table", "close", "T5", who="sato")
    house.reply(*remove, who="ames", second="cole")
    assert "T5" not in {item["table"] for item in house.data("table", "list")}


# -- counting


def test_s_6_wagers_are_counted_once_and_move_the_progressive(house: Office, tmp_path: Path) -> None:
    open_for_counting(house, tmp_path)
    reply = house.reply("table", "tabulate", "T4", "--picture", "1=1,3,5", who="dole")
    assert (reply["round"], reply["counted"]) == (1, {"jackpot": [1, 3, 5]})
    # Three dollars at 25 percent are 75 cents.
    assert house.displayed("four-aces") == {"four-aces": 500_075}
    house.reply("table", "tabulate", "T4", "--picture", "1=3", who="dole")
    meters = house.data("meter", "show", "T4")
    assert meters["tables"]["T4"]["counters"] == {"1": [1, 0, 2, 0, 1, 0, 0]}
    assert meters["displayed"] == {"four-aces": {"four-aces": 500_100}}


def test_a_press_sent_again_under_its_id_is_the_same_press(house: Office, tmp_path: Path) -> None:
    open_for_counting(house, tmp_path)
    press = ("table", "tabulate", "T4", "--picture", "1=2,4", "--id", "press-1")
    first = house.data(*press, who="dole")
    again = house.data(*press, who="dole")
    assert again == first | {"repeated": True}
    assert house.data("table", "show", "T4")["counters"] == {"1": [0, 1, 0, 1, 0, 0, 0]}


@pytest.mark.parametrize(
    ("picture", "error"),
    [
        ("2=1", "unknown"),
        ("1=8", "unknown"),
        ("1=1,1", "stuck-sensor"),
        ("1=a", "bad-command"),
        ("1=-1", "bad-command"),
        ("1", "bad-command"),
    ],
)
def test_a_picture_that_cannot_be_changes_nothing(house: Office, tmp_path: Path, picture: str, error: str) -> None:
    open_for_counting(house, tmp_path)
    house("audit", "export", str(tmp_path / "before"))
    assert house.refusal("table", "tabulate", "T4", "--picture", picture, who="dole")["error"] == error
    house("audit", "export", str(tmp_path / "after"))
    assert (tmp_path / "before").read_bytes() == (tmp_path / "after").read_bytes()


def test_s_11_a_fault_takes_the_table_to_counts_by_hand_and_back(house: Office, tmp_path: Path) -> None:
    open_for_counting(house, tmp_path)
    press = ("table", "tabulate", "T4", "--picture", "1=1")
    assert house.refusal(*press, "--manual", who="dole")["error"] == "wrong-state"
    house.reply("table", "fail", "T4", "--what", "no power", who="teller")
    refusal = house.refusal(*press, who="dole")
    assert (refusal["error"], refusal["clause"]) == ("stopped", "S-11")
    assert "by hand: no power" in house("table", "list").out
    house.reply(*press, "--manual", who="dole")
    assert house.displayed("four-aces") == {"four-aces": 500_025}
    house.reply("table", "restore", "T4", "--how", "new fuse", who="teller")
    house.reply(*press, who="dole")
    assert house.displayed("four-aces") == {"four-aces": 500_050}


def test_s_14_a_display_goes_out_and_comes_back(house: Office) -> None:
    house.reply("table", "display", "fail", "T1", "monitor", "--what", "dark", who="dole")
    assert house.data("table", "show", "T1")["state"]["outages"].keys() == {"monitor"}
    assert house.refusal("table", "display", "fail", "T1", "led", "--what", "dark", who="dole")["error"] == "unknown"
    house.reply("table", "display", "restore", "T1", "monitor", who="sato")
    assert house.data("table", "show", "T1")["state"]["outages"] == {}


def test_s_7_a_difference_is_confirmed_under_a_supervisor(house: Office) -> None:
    house.reply("table", "open", "T4", who="sato")
    house.reply("table", "tabulate", "T4", "--picture", "1=1,2", who="dole")
    differ = ("table", "confirm", "T4", "--differ", "1=2")
    assert house.refusal(*differ, who="dole")["clause"] == "S-7"
    house.reply(*differ, "--resolved", "chip was on the line", who="sato")


def test_bjs_5_a_void_gives_every_wager_back(house: Office) -> None:
    house.reply("table", "open", "T2", who="sato")
    house.reply("table", "tabulate", "T2", "--picture", "1=1,2", who="dole")
    assert house.refusal("table", "void", "T2", "--reason", "misdeal", who="dole")["error"] == "not-permitted"
    assert house.refusal("table", "close", "T2", who="sato")["error"] == "wrong-state"
    reply = house.reply("table", "void", "T2", "--reason", "misdeal", who="sato")
    assert (reply["round"], reply["returned"]) == (1, {"jackpot": 200})
    [table] = [item for item in house.data("table", "list") if item["table"] == "T2"]
    assert (table["rounds"], table["voided"]) == (1, 1)


def played(house: Office, folder: Path) -> Iterator[dict[str, Any]]:
    """T9, a table without jackpots, is opened: records of first rounds of it."""
    shown = house.data("table", "show", "T2")["table"]
    shown |= {"id": "T9", "wagers": ["first-attack"], "paytables": {}, "jackpots": {}, "sensors": {}}
    shown["limits"] = {"first-attack": [500, 30_000]}
    file = folder / "T9.json"
    file.write_text(json.dumps(shown), encoding="utf-8")
    house.reply("table", "add", str(file), who="sato", second="cole")
    house.reply("table", "open", "T9", who="sato")
    floor = Floor.open(house.database, readonly=True)
    configuration = floor.property.configuration("2024-05-01")
    floor.close()
    setup = setup_of(floor.property.table("T9"), {}, settings_of(configuration, "T9"))
    return (
        next(iter(deal_records(houseway.game("triple-attack"), setup, [1, 2], seed=seed, rounds=1)))
        for seed in range(7, 1000)
    )


def won(line: dict[str, Any]) -> int:
    return int(line["returned"]) - int(line["stake"])


def test_wac_230_15_320_a_large_win_is_told_and_verified(house: Office, tmp_path: Path) -> None:
    house.reply("property", "set", "surveillance-threshold=$1", who="ames", second="cole")
    record = tmp_path / "record.json"
    dealt = next(each for each in played(house, tmp_path) if sum(won(line) > 100 for line in each["lines"]) == 2)
    record.write_bytes(encode(dealt))
    told = house.reply("table", "settle", "T9", str(record), who="dole")["surveillance"]
    assert told == [[line["seat"], line["wager"], won(line)] for line in dealt["lines"] if won(line) > 100]
    (seat, wager, _), *_ = told
    assert "To be verified by surveillance" in house("table", "show", "T9").out
    verify = ("table", "verify-win", "T9", str(seat), wager, "--recording", "CAM-7")
    assert house.refusal(*verify, who="sato")["error"] == "not-permitted"
    for each, on in dict.fromkeys((seat, wager) for seat, wager, _ in told):
        said = house("table", "verify-win", "T9", str(each), on, "--recording", "CAM-7", who="vega").out
        assert f"of seat {each} on {on}, round 1 of table T9, is verified" in " ".join(said.split())
    assert house.refusal(*verify, who="vega")["error"] == "unknown"
    assert "To be verified" not in house("table", "show", "T9").out


def test_a_round_is_settled_by_its_record_played_again(house: Office, tmp_path: Path) -> None:
    dealt = next(played(house, tmp_path))
    record = tmp_path / "record.json"
    settle = ("table", "settle", "T9", str(record))
    for wrong in ("[]", "{", '{"game": "dueling", "edition": "2017"}'):
        record.write_text(wrong, encoding="utf-8")
        assert house.refusal(*settle, who="dole")["error"] == "bad-record"
    lines = [dict(line) for line in dealt["lines"]]
    lines[0]["returned"] += 100
    record.write_text(json.dumps(dealt | {"lines": lines}), encoding="utf-8")
    assert "settles otherwise" in house.refusal(*settle, who="dole")["message"]
    record.write_bytes(encode(dealt))
    reply = house.reply(*settle, who="dole")
    assert reply["round"] == 1
    staked = sum(line["stake"] for line in dealt["lines"])
    assert sum(stake for stake, _, _ in reply["money"].values()) == staked
    assert house.data("table", "show", "T9")["state"]["rounds"] == 1


# -- readings


def test_s_9_readings_are_held_against_what_was_counted(house: Office, tmp_path: Path) -> None:
    open_for_counting(house, tmp_path)
    house.reply("table", "tabulate", "T4", "--picture", "1=1,3,5", who="dole")
    first = house.reply("meter", "read", "T4", "3", who="cole")
    assert first == {"reading": 3, "before": 0, "difference": 3, "expected": 3, "variance": 0}
    assert "as counted" in house("meter", "read", "T4", "3", who="cole").out
    assert house.reply("meter", "read", "T4", "5", who="cole")["variance"] == 2
    assert house.refusal("meter", "read", "T4", "4", who="cole")["clause"] == "S-9"
    assert house("meter", "read", "T4", "many", who="cole").code == 2
    assert house("meter", "read", "T4", "-1", who="cole").code == 2


def test_s_9_a_replaced_counter_goes_on_from_its_own_number(house: Office, tmp_path: Path) -> None:
    open_for_counting(house, tmp_path)
    house.reply("table", "tabulate", "T4", "--picture", "1=1,3,5", who="dole")
    replace = ("meter", "replace", "T4", "--old", "3", "--new", "100", "--reason", "battery", "--battery", "2024-05-01")
    assert house.refusal(*replace, who="teller")["error"] == "not-permitted"
    house.reply(*replace, who="teller", second="sato")
    house.reply("table", "tabulate", "T4", "--picture", "1=1", who="dole")
    assert house.reply("meter", "read", "T4", "101", who="cole")["variance"] == 0
    shown = house.data("meter", "show", "T4")["tables"]["T4"]
    assert (shown["counted"], shown["expected"], shown["battery"]) == (4, 101, "2024-05-01")


def test_meters_of_an_unknown_table(house: Office) -> None:
    assert house.refusal("meter", "show", "T77")["error"] == "unknown"
    assert house.refusal("table", "show", "T77")["error"] == "unknown"


def test_the_edition_names_the_wagers_on_the_screen(house: Office) -> None:
    edition = houseway.game("three-card-split").edition("v5")
    shown = house("table", "show", "T4").out
    assert edition.about.title in shown
    assert edition.wagers["primary"].name in shown


@pytest.mark.parametrize("width", [120, 80, 60, 40])
def test_no_word_of_a_list_is_broken_on_a_narrow_screen(house: Office, width: int) -> None:
    for asked in (("jackpot", "list"), ("table", "list")):
        wide, ended = house(*asked, width=200), house(*asked, width=width)
        assert all(len(line) <= width for line in ended.out.splitlines())
        rows = wide.out.rpartition("─")[2]
        assert set(rows.split()) <= set(ended.out.split())
