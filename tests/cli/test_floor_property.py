"""houseway property: a property made from its file, its people, papers and settings."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from houseway.cli.command_line import FLOOR
from houseway.compliance.configuration import load
from houseway.compliance.configuration_file import fingerprint
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from tests.cli.command import Run
from tests.cli.office import DAY, EXAMPLES, WASHINGTON, Clock, Office
from tests.postgres import schema_url


@pytest.mark.parametrize("example", ["washington", "tribal", "plain"])
def test_init_makes_everything_that_is_in_the_file(office: Office, example: str) -> None:
    file = EXAMPLES / f"{example}.toml"
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    who, second = {"washington": ("ames", "cole"), "tribal": ("birch", "reed"), "plain": ("teacher", "bursar")}[example]
    data = office.data("property", "init", str(file), who=who, second=second)
    assert data["property"] == written["name"]
    assert data["repeated"] is False
    assert data["made"]["tables"] == [table["id"] for table in written["tables"]]
    assert data["made"]["licences"] == [licence["number"] for licence in written.get("licences", ())]
    shown = office.data("property", "show")
    for kind, key in (("tables", "table"), ("jackpots", "jackpot")):
        assert {item[key] for item in shown[kind]} == {item["id"] for item in written[kind]}
    for kind in ("people", "approvals", "promotions"):
        assert {item["id"] for item in shown[kind]} == {item["id"] for item in written.get(kind, ())}
    assert shown["broken"] == []
    assert office.data("audit", "verify")["ok"] is True


def test_what_is_exported_is_checked_and_made_again_with_the_same_fingerprint(house: Office, tmp_path: Path) -> None:
    file = tmp_path / "again.toml"
    assert str(file) in house("property", "export", "-o", str(file), width=200).out
    floor = Floor.open(house.database, readonly=True)
    try:
        running = floor.property.configuration(load(file).on)
    finally:
        floor.close()
    assert load(file) == running
    assert fingerprint(load(file)) == fingerprint(running)
    assert house("property", "export").out == file.read_text(encoding="utf-8")


def test_init_says_where_seals_and_key_are(office: Office) -> None:
    data = office.data("property", "init", str(WASHINGTON), who="ames", second="cole")
    for what in ("seals", "key"):
        assert Path(data[what]).is_file()
        assert Path(data[what]) != Path(office.database)
    assert Path(data["key"]).stat().st_mode & 0o077 == 0
    shown = office("property", "init", str(WASHINGTON), who="ames", second="cole", width=120).out
    assert data["key"] in shown.replace("\n", "")


def test_init_again_changes_nothing(house: Office, tmp_path: Path) -> None:
    house("audit", "export", str(tmp_path / "before"))
    assert house.data("property", "init", str(WASHINGTON), who="ames", second="cole")["repeated"] is True
    house("audit", "export", str(tmp_path / "after"))
    assert (tmp_path / "before").read_bytes() == (tmp_path / "after").read_bytes()


def test_init_of_another_file_leaves_a_property_alone(house: Office, tmp_path: Path) -> None:
    house("audit", "export", str(tmp_path / "before"))
    other = tmp_path / "other.toml"
    other.write_text(WASHINGTON.read_text(encoding="utf-8").replace("Rainier", "Baker"), encoding="utf-8")
    refusal = house.refusal("property", "init", str(other), who="ames", second="cole")
    assert refusal["error"] == "wrong-state"
    assert "Rainier" in refusal["message"]
    house("audit", "export", str(tmp_path / "after"))
    assert (tmp_path / "before").read_bytes() == (tmp_path / "after").read_bytes()


def test_init_refuses_a_configuration_that_does_not_pass_and_lists_why(office: Office, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    text = WASHINGTON.read_text(encoding="utf-8").replace("first-attack = [500, 30000]", "first-attack = [500, 40000]")
    wrong.write_text(text, encoding="utf-8")
    ended = office("property", "init", str(wrong), "--json", who="ames", second="cole")
    assert ended.code == 1
    findings = json.loads(ended.out)["findings"]
    assert {finding["where"].split(",")[0] for finding in findings} == {"table T1", "table T2"}
    assert all(finding["cite"] and finding["remedy"] for finding in findings)
    shown = office("property", "init", str(wrong), who="ames", second="cole")
    assert shown.code == 1
    assert "T1" in shown.out
    assert not Path(office.database).exists()


def test_init_is_judged_on_the_day_it_is_made(office: Office) -> None:
    office.clock.at += 4 * 366 * DAY  # a licence in the file ends on 31 December 2026
    ended = office("property", "init", str(WASHINGTON), "--json", who="ames", second="cole")
    assert ended.code == 1
    assert "Northlight Systems" in ended.out
    assert not Path(office.database).exists()


@pytest.mark.parametrize(("who", "second"), [("dole", None), ("ames", "dole"), ("ames", "ames"), ("nobody", None)])
def test_what_the_floor_would_refuse_is_refused_before_anything_is_made(
    office: Office, who: str, second: str | None
) -> None:
    refusal = office.refusal("property", "init", str(WASHINGTON), who=who, second=second)
    assert (refusal["error"], refusal["clause"]) == ("not-permitted", "WAC 230-15-430")
    assert not Path(office.database).exists()


@pytest.mark.parametrize(("who", "second"), [(None, None), (None, "cole"), ("ames", None)])
def test_init_takes_both_people_from_whoever_runs_it(office: Office, who: str | None, second: str | None) -> None:
    refusal = office.refusal("property", "init", str(WASHINGTON), who=who, second=second)
    assert (refusal["error"], refusal["clause"]) == ("not-permitted", "WAC 230-15-430")
    assert ("--as" if who is None else "--second") in refusal["remedy"]
    assert not Path(office.database).exists()


def test_those_who_make_a_property_are_named_and_their_entries_say_that_nobody_signed(house: Office) -> None:
    floor = Floor.open(house.database, readonly=True)
    entries = list(floor.journal.read("property"))
    floor.close()
    assert {entry.data["signed"] for entry in entries} == {"named"}
    assert {(entry.who, entry.data["second"], *entry.data["named"]) for entry in entries} == {
        ("ames", "cole", "ames", "cole")
    }


@pytest.mark.parametrize("text", ["name = ", 'name = "x"\nprofile = "plain"\non = "2024-05-01"\nroof = "red"\n'])
def test_a_file_that_is_no_configuration(office: Office, tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    assert office.refusal("property", "init", str(file), who="ames", second="cole")["error"] == "bad-configuration"
    none = office.refusal("property", "init", str(tmp_path / "none.toml"), who="ames", second="cole")
    assert none["error"] == "bad-configuration"


def test_without_a_property_every_command_says_how_to_make_one(office: Office) -> None:
    for command in (("property", "show"), ("table", "list"), ("jackpot", "list"), ("meter", "show")):
        refusal = office.refusal(*command)
        assert refusal["error"] == "bad-journal"
        assert "houseway property init" in refusal["remedy"]
    assert office.refusal("table", "open", "T1", who="sato")["error"] == "bad-journal"
    assert not Path(office.database).exists()


# -- who, and under which id


def test_a_command_is_given_by_somebody(house: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = house.refusal("table", "open", "T1")
    assert refusal["error"] == "not-permitted"
    assert "--as" in refusal["remedy"]
    monkeypatch.setenv("HOUSEWAY_WHO", "dole")
    assert "dole" in house.refusal("table", "open", "T1")["message"]
    monkeypatch.setenv("HOUSEWAY_WHO", "sato")
    monkeypatch.setenv("HOUSEWAY_DATABASE", house.database)
    assert house.cli("table", "open", "T1").code == 0


def test_the_same_id_gets_the_same_answer_and_another_command_under_it_is_refused(house: Office) -> None:
    add = ("property", "people", "add", "kim", "--role", "dealer", "--id", "hire-kim")
    first = house.data(*add, who="ames", second="cole")
    again = house.data(*add, who="ames", second="cole")
    assert first == {
        "command": "add-person",
        "id": "hire-kim",
        "who": "ames",
        "second": "cole",
        "named": ["ames", "cole"],
        "repeated": False,
        "reply": {"person": "kim"},
    }
    assert again == first | {"repeated": True}
    other = ("property", "people", "add", "kim", "--role", "supervisor", "--id", "hire-kim")
    assert house.refusal(*other, who="ames", second="cole")["error"] == "command-reused"
    [kim] = [person for person in house.data("property", "people", "list") if person["id"] == "kim"]
    assert kim == {"id": "kim", "name": "kim", "roles": ["dealer"], "departments": ["gambling"]}


def test_every_command_without_an_id_gets_one_of_its_own(house: Office) -> None:
    add = ("property", "people", "add", "kim", "--role", "dealer")
    assert house.data(*add, who="ames", second="cole")["id"] != house.data(*add, who="ames", second="cole")["id"]


@pytest.mark.parametrize("second", [None, "ames", "nobody"])
def test_wac_230_15_430_settings_take_two_people(house: Office, second: str | None) -> None:
    refusal = house.refusal("property", "set", "players=6", who="ames", second=second)
    assert (refusal["error"], refusal["clause"]) == ("not-permitted", "WAC 230-15-430")


# -- people, papers, settings


def test_people_come_and_go(house: Office) -> None:
    assert house("property", "people", "add", "kim", "--role", "boss", who="ames").code == 2
    assert house.refusal("property", "people", "drop", "dole", who="ames")["error"] == "not-permitted"
    assert house("property", "people", "drop", "dole", who="ames", second="cole").code == 0
    assert "dole" not in {person["id"] for person in house.data("property", "people", "list")}
    assert house.refusal("property", "people", "drop", "ames", who="ames", second="cole")["error"] == "wrong-state"


def test_settings_are_listed_with_their_rule_and_changed(house: Office) -> None:
    before = house.data("property", "settings")["settings"]
    assert before["table-maximum"] == {"value": 30_000, "rule": "WAC 230-15-140", "chosen": False}
    house.reply("property", "set", "players=6", "T4.players=5", "table-maximum=$250", who="ames", second="cole")
    after = house.data("property", "settings")
    assert after["settings"]["players"] == before["players"] | {"value": 6, "chosen": True}
    assert after["settings"]["table-maximum"]["value"] == 25_000
    assert after["tables"] == {"T4": {"players": 5}}
    house.reply("property", "set", "T5.players=4", who="ames", second="cole")
    assert house.data("property", "settings")["tables"] == {"T4": {"players": 5}, "T5": {"players": 4}}
    shown = house("property", "settings").out
    assert "$250" in shown
    assert "chosen here" in shown


def test_a_setting_looser_than_the_rule_is_refused_by_it(house: Office) -> None:
    refusal = house.refusal("property", "set", "deposit-days=8", who="ames", second="cole")
    assert (refusal["error"], refusal["clause"]) == ("bad-setting", "WAC 230-15-455")


def test_papers_are_filed_from_toml_and_json(house: Office, tmp_path: Path) -> None:
    licence = tmp_path / "licence.toml"
    licence.write_text(
        'maker = "Alpine"\ncovers = ["layouts"]\nkind = "state-licence"\nnumber = "20-9"\nsince = 2024-01-01\n',
        encoding="utf-8",
    )
    assert house.reply("property", "licence", str(licence), who="cole", second="ames") == {"licence": "20-9"}
    approval = tmp_path / "approval.json"
    approval.write_text(
        json.dumps({"approval": {"id": "A-2", "game": "dueling", "edition": "2017", "fingerprint": "0" * 64}}),
        encoding="utf-8",
    )
    assert house.reply("property", "approve", str(approval), who="ames", second="cole") == {"approval": "A-2"}
    approval.write_text('{"id": "A-3", "game": "dueling"}', encoding="utf-8")
    refusal = house.refusal("property", "approve", str(approval), who="ames")
    assert refusal["error"] == "bad-configuration"
    assert "edition" in refusal["message"]


def test_one_of_several_is_picked(house: Office) -> None:
    refusal = house.refusal("property", "approve", str(WASHINGTON), who="ames")
    assert "A-TA" in refusal["remedy"]
    approve = ("property", "approve", str(WASHINGTON), "--pick", "A-TA")
    assert house.refusal(*approve, who="ames")["error"] == "not-permitted"
    assert house.reply(*approve, who="ames", second="cole") == {"approval": "A-TA"}


def test_a_promotion_that_has_ended_is_neither_made_nor_added(office: Office) -> None:
    office.clock.at += 40 * DAY
    data = office.data("property", "init", str(WASHINGTON), who="ames", second="cole")
    assert (data["made"]["promotions"], data["ended"]) == ([], ["royal-may"])
    assert office.data("property", "show")["promotions"] == []
    add = ("property", "promotion", "add", str(WASHINGTON))
    assert office.refusal(*add, who="sato", second="cole")["error"] == "wrong-state"
    assert "ended: royal-may" in office("property", "init", str(WASHINGTON), who="ames", second="cole").out


def test_a_promotion_ends_before_its_day(house: Office, tmp_path: Path) -> None:
    end = ("property", "promotion", "end", "royal-may", "--reason", "weather")
    assert house.reply(*end, who="sato") == {"promotion": "royal-may"}
    assert house.data("property", "show")["promotions"] == []
    add = ("property", "promotion", "add", str(WASHINGTON))
    assert house.refusal(*add, who="sato")["error"] == "not-permitted"
    assert house.reply(*add, who="sato", second="cole") == {"promotion": "royal-may"}


def test_malfunctions_run_from_report_to_notice_to_mending(house: Office) -> None:
    report = ("property", "malfunction", "report", "M-1", "--table", "T1", "--what", "sensor 2 is dark")
    reply = house.reply(*report, who="teller")
    assert reply["notice-by"] - house.clock.at == pytest.approx(72 * 3_600_000_000, abs=60_000_000)
    assert "regulator not told" in house("property", "show").out
    house.reply("property", "malfunction", "notify", "M-1", "--reference", "N-8", who="sato")
    house.reply("property", "malfunction", "mend", "M-1", "--how", "cable", who="teller")
    [shown] = house.data("property", "show")["malfunctions"]
    assert (shown["id"], shown["reference"], shown["how"]) == ("M-1", "N-8", "cable")
    assert house.refusal("property", "malfunction", "mend", "M-2", "--how", "x", who="teller")["error"] == "unknown"


def test_a_day_is_closed_once_and_sealed(house: Office) -> None:
    seals = Path(f"{house.database}.seals")
    before = len(seals.read_text(encoding="utf-8").splitlines())
    assert "2024-05-02 06:00" in house.refusal("property", "close-day", who="cole", second="sato")["remedy"]
    house.clock.sleep()
    reply = house.reply("property", "close-day", "2024-05-01", "--id", "night", who="cole", second="sato")
    assert reply["day"] == "2024-05-01"
    assert reply["meters"]["attack"] == {"": 1_000_000}
    assert len(seals.read_text(encoding="utf-8").splitlines()) > before
    assert house.data("property", "show")["days-closed"] == ["2024-05-01"]
    assert house.refusal("property", "close-day", who="cole", second="sato")["error"] == "wrong-state"
    house.clock.at += DAY
    assert house.reply("property", "close-day", "2024-05-01", "--id", "night", who="cole", second="sato") == reply


def test_the_exhibit_on_the_screen_as_json_and_as_a_file(house: Office, tmp_path: Path) -> None:
    file = tmp_path / "exhibit.md"
    assert house("property", "exhibit", "-o", str(file)).code == 0
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Rainier Card Room")
    data = house.data("property", "exhibit")
    assert [section["title"] for section in data["sections"]][1] == "Attack"
    screen = house("property", "exhibit").out
    for section in data["sections"]:
        assert section["title"] in screen
        assert f"## {section['title']}" in text


@pytest.mark.parametrize("width", [50, 80, 120])
def test_screens_keep_to_the_width_there_is(house: Office, width: int) -> None:
    for command in (
        ("property", "show"),
        ("property", "settings"),
        ("property", "people", "list"),
        ("property", "exhibit"),
        ("table", "list"),
        ("table", "show", "T1"),
        ("jackpot", "list"),
        ("jackpot", "show", "attack"),
        ("meter", "show"),
        ("audit", "heads"),
        ("audit", "verify"),
    ):
        ended = house(*command, width=width)
        assert (ended.code, ended.err) == (0, "")
        assert max(len(line) for line in ended.out.splitlines()) <= width, command


def test_everything_that_can_be_asked_for_has_help(cli: Run) -> None:
    rooms = {
        "property": "init show settings set people approve licence exhibit controls promotion malfunction close-day",
        "property people": "list add drop",
        "property promotion": "add end",
        "property malfunction": "report notify mend",
        "table": "list show add change remove open close tabulate confirm settle void fail restore display",
        "table display": "fail restore",
        "jackpot": "list show add change post stop resume hit adjust recover-seed book deposit withdraw statement "
        "seize remove transfer donate close",
        "jackpot hit": "list claim verify pay reject",
        "meter": "read explain replace show",
        "audit": "verify seal rotate-key replace-key heads export import",
    }
    for room, commands in rooms.items():
        for command in commands.split():
            ended = cli(*room.split(), command, "--help")
            assert (ended.code, ended.err) == (0, ""), (room, command)
            assert f"Usage: houseway {room} {command}" in ended.out
    for command in FLOOR:
        shown = cli(command, "--help").out
        assert f"Usage: houseway {command}" in shown
        assert "completion" not in shown, "only what is of use to the house"


def test_every_command_that_can_be_given_is_answered_in_words(cli: Run) -> None:
    for room in ("property", "table", "jackpot", "meter"):
        cli(room, "--help")
    from houseway.floor.forms import FORMS, SAID

    given = {form.command for form in FORMS.values() if form.terminal}
    assert c.OpenTable in given
    assert set(SAID) >= given


def test_on_a_server(cli: Run, clock: Clock, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seals = tmp_path / "outside" / "seals"
    seals.parent.mkdir()
    monkeypatch.setenv("HOUSEWAY_SEALS", str(seals))
    office = Office(cli, schema_url(server), clock)
    assert office.data("property", "init", str(WASHINGTON), who="ames", second="cole")["seals"] == str(seals)
    assert office.data("property", "init", str(WASHINGTON), who="ames", second="cole")["repeated"] is True
    assert office.data("audit", "verify")["seals"] >= 1
    office.reply("jackpot", "deposit", "attack", "10000", "--reference", "slip 1", who="cole")
    office.reply("jackpot", "deposit", "attack-two", "2500", "--reference", "slip 2", who="cole")
    assert office.reply("table", "open", "T1", who="sato") == {"table": "T1", "round": 1}
    assert [item["table"] for item in office.data("table", "list") if item["open"]] == ["T1"]
