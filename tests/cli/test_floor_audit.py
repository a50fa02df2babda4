"""houseway audit, backup and restore: what was altered is found in its place, and copies come back whole."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.cli.command import Run
from tests.cli.office import DAY, WASHINGTON, Clock, Office
from tests.postgres import schema_url


@pytest.fixture
def read(house: Office, tmp_path: Path) -> Office:
    """The card room after a round at T4 and a reading of its counter."""
    house.tabulator_alone("T4", tmp_path)
    house.reply("table", "open", "T4", who="sato")
    house.reply("table", "tabulate", "T4", "--picture", "1=1,3,5", who="dole")
    house.reply("meter", "read", "T4", "4242", who="cole")
    return house


def entries(house: Office, file: Path) -> list[dict[str, Any]]:
    """Every entry of the journal, from its export."""
    assert house("audit", "export", str(file)).code == 0
    return [line for line in map(json.loads, file.read_text(encoding="utf-8").splitlines()) if "stream" in line]


def test_a_journal_that_nobody_touched(read: Office, tmp_path: Path) -> None:
    data = read.data("audit", "verify")
    known = entries(read, tmp_path / "export")
    assert (data["ok"], data["findings"], data["left-out"], data["whole"]) == (True, [], 0, True)
    assert data["entries"] == len(known)
    assert data["streams"] == len({entry["stream"] for entry in known})
    said = read("audit", "verify").out
    assert "nothing was altered, nothing is missing" in said
    assert "Everything is sealed" in said
    assert "--head STREAM=NUMBER:HASH" in " ".join(said.split())


def alter(house: Office, stream: str, number: int, old: bytes, new: bytes) -> None:
    """Change bytes of the database file inside the body of one entry."""
    file = Path(house.database)
    connection = apsw.Connection(str(file))
    [(body,)] = connection.execute("SELECT body FROM entries WHERE stream = ? AND number = ?", (stream, number))
    connection.close()
    whole = file.read_bytes()
    assert old in body
    assert len(old) == len(new)
    # The whole body stands in its row only, and perhaps in what a page that was split has left behind.
    assert body in whole
    file.write_bytes(whole.replace(body, body.replace(old, new, 1)))


def test_one_altered_byte_is_found_in_its_place(read: Office, tmp_path: Path) -> None:
    [place] = [entry for entry in entries(read, tmp_path / "export") if entry["kind"] == "counter-read"]
    alter(read, place["stream"], place["number"], b'"difference":4242', b'"difference":4243')
    ended = read("audit", "verify", "--json")
    assert ended.code == 1
    data = json.loads(ended.out)
    assert data["ok"] is False
    assert {
        (finding["stream"], finding["number"]) for finding in data["findings"] if finding["where"] == "entries"
    } == {(place["stream"], place["number"])}
    screen = read("audit", "verify")
    assert screen.code == 1
    assert "table/T4" in screen.out


def test_an_altered_beginning_does_not_stand_in_the_way_of_the_check(read: Office) -> None:
    alter(read, "property", 1, b'"people":[{"id":', b'"people":[{"xd":')
    ended = read("audit", "verify", "--json")
    assert ended.code == 1
    assert ("property", 1) in {(finding["stream"], finding["number"]) for finding in json.loads(ended.out)["findings"]}


def test_from_the_last_seal_only_what_came_after_it_is_checked(read: Office) -> None:
    read.data("audit", "seal")
    assert read.data("audit", "verify", "--from-seal")["entries"] == 0
    # Somebody writes to the journal who does not seal, as one whose seal file cannot be written does.
    seals = Path(f"{read.database}.seals")
    kept = seals.read_bytes()
    read.reply("meter", "read", "T4", "777777", who="cole")
    seals.write_bytes(kept)
    read.clock.at += 90_000_000
    data = read.data("audit", "verify", "--from-seal")
    assert (data["ok"], data["whole"], data["entries"]) == (True, False, 2)
    tail = data["unsealed"]
    assert tail["entries"] == 2
    assert 90 <= tail["seconds"] <= (read.clock.at - tail["at"]) // 1_000_000
    whole = read.data("audit", "verify")["unsealed"]
    assert [whole[name] for name in ("seal", "at", "entries")] == [tail[name] for name in ("seal", "at", "entries")]
    assert "2 entries are not sealed yet" in read("audit", "verify").out
    alter(read, "table/T4", read.data("audit", "heads")["table/T4"]["number"], b'"reading":777777', b'"reading":777778')
    ended = read("audit", "verify", "--from-seal", "--json")
    assert ended.code == 1
    [finding] = json.loads(ended.out)["findings"]
    assert finding["stream"] == "table/T4"


def test_the_last_seal_is_checked_by_the_public_key_where_the_private_one_is_not_at_hand(read: Office) -> None:
    public = read.data("audit", "seal")["public-key"]
    key = Path(f"{read.database}.key")
    key.unlink()
    for how in ((), ("--from-seal",)):
        assert read.data("audit", "verify", "--public-key", public, *how)["ok"] is True
        ended = read("audit", "verify", "--json", *how)
        assert (ended.code, [finding["where"] for finding in json.loads(ended.out)["findings"]]) == (1, ["key"])
    assert not key.exists()
    Path(f"{read.database}.seals").unlink()
    assert read.refusal("audit", "verify", "--from-seal")["error"] == "bad-seal"


def test_a_sealed_entry_that_is_gone_is_found_from_the_seal(read: Office, tmp_path: Path) -> None:
    assert read("backup", str(tmp_path / "early.db")).code == 0
    read.reply("table", "tabulate", "T4", "--picture", "1=2", who="dole")
    read.data("audit", "seal")
    early = Office(read.cli, str(tmp_path / "early.db"), read.clock)
    for file in ("seals", "key"):
        Path(f"{early.database}.{file}").write_bytes(Path(f"{read.database}.{file}").read_bytes())
    for how in ((), ("--from-seal",)):
        ended = early("audit", "verify", *how, "--json")
        assert ended.code == 1
        assert "table/T4" in {finding["stream"] for finding in json.loads(ended.out)["findings"]}


def test_the_key_of_the_seals_can_be_pinned(read: Office) -> None:
    key = read.data("audit", "seal")["public-key"]
    assert read.data("audit", "verify", "--public-key", key)["ok"] is True
    other = ("0" if key[0] != "0" else "1") + key[1:]
    assert read("audit", "verify", "--public-key", other).code == 1
    assert read.refusal("audit", "verify", "--public-key", "12")["error"] == "bad-seal"


def test_every_command_at_the_terminal_is_sealed(house: Office) -> None:
    def seals() -> int:
        count: int = house.data("audit", "verify")["seals"]
        return count

    made = seals()
    assert made >= 1
    house.reply("table", "open", "T1", who="sato")
    assert seals() == made + 1
    house.reply("table", "close", "T1", who="sato")
    assert seals() == made + 2
    # Nothing has moved, so that there is nothing to seal.
    assert house.data("audit", "seal")["number"] == made + 2
    assert house.data("audit", "verify")["unsealed"]["entries"] == 0


def test_a_day_is_closed_with_heads_and_seal_as_verify_takes_them(house: Office, tmp_path: Path) -> None:
    house.reply("table", "open", "T1", who="sato")
    old = {name: Path(house.database + name).read_bytes() for name in ("", ".seals")}
    house.reply("table", "close", "T1", who="sato")
    printed = house("report", "day", "--format", "md").out
    heads = set(re.findall(r"[^\s`|]+=[0-9]+:[0-9a-f]{64}", printed))
    assert len(heads) > 3
    seal = [head for head in heads if head.startswith("seal=")]
    assert len(seal) == 1
    options = [part for head in heads for part in ("--head", head)]
    verified = house.data("audit", "verify", *options)
    assert not [said for said in verified["unchecked"] if "older database" in said]
    for name, data in old.items():
        Path(house.database + name).write_bytes(data)
    for end in ("-wal", "-shm"):
        Path(house.database + end).unlink(missing_ok=True)
    data = house.data("audit", "verify")
    assert data["ok"] is True
    assert [said for said in data["unchecked"] if "--seals-copy FILE" in said]
    ended = house("audit", "verify", "--json", *options)
    places = {(finding["where"], finding["stream"]) for finding in json.loads(ended.out)["findings"]}
    assert ended.code == 1
    assert places >= {("printed", "table/T1"), ("printed", None)}
    assert house.refusal("audit", "verify", "--head", "T1:5")["error"] == "bad-seal"


def test_heads_are_those_of_the_entries(read: Office, tmp_path: Path) -> None:
    last = {entry["stream"]: entry for entry in entries(read, tmp_path / "export")}
    heads = read.data("audit", "heads")
    assert heads == {
        stream: {"number": entry["number"], "at": entry["at"], "hash": entry["hash"]} for stream, entry in last.items()
    }
    assert heads["property"]["hash"] in read("audit", "heads", width=120).out


def test_an_export_comes_back_the_same(read: Office, tmp_path: Path) -> None:
    entries(read, tmp_path / "export")
    copy = Office(read.cli, str(tmp_path / "copy.db"), read.clock)
    assert copy.data("audit", "import", str(tmp_path / "export"))["entries"] == read.data("audit", "verify")["entries"]
    assert copy.data("audit", "heads") == read.data("audit", "heads")
    assert copy.refusal("audit", "import", str(tmp_path / "export"))["error"] == "journal-not-empty"
    assert read.refusal("audit", "export", str(tmp_path / "export"))["error"] == "bad-export"
    assert copy.refusal("audit", "import", str(tmp_path / "none"))["error"] == "bad-export"


@pytest.mark.parametrize("data", [b"", b"notes of a meeting", b"SQLite format 3\0"])
def test_what_is_no_export_leaves_no_journal_behind(read: Office, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "notes").write_bytes(data)
    copy = Office(read.cli, str(tmp_path / "copy.db"), read.clock)
    assert "is no export" in copy.refusal("audit", "import", str(tmp_path / "notes"))["message"]
    assert not list(tmp_path.glob("copy.db*"))


def test_a_backup_is_restored_and_goes_on(read: Office, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    assert read.data("backup", str(backup))["entries"] == read.data("audit", "verify")["entries"]
    assert read.refusal("backup", str(backup))["error"] == "bad-export"
    target = str(tmp_path / "again.db")
    restored = read.cli("restore", str(backup), "--to", target, "--json")
    assert restored.code == 0
    data = json.loads(restored.out)
    assert (data["ok"], data["seals"]) == (True, read.data("audit", "verify")["seals"])
    # Whoever has a backup must not be able to seal: the key is kept apart, and restore says where it belongs.
    assert any(f"{target}.key" in " ".join(said.split()) for said in data["unchecked"])
    assert any("nobody can sign in yet" in said for said in data["unchecked"])
    assert not Path(f"{target}.key").exists()
    Path(f"{target}.key").write_bytes(Path(f"{read.database}.key").read_bytes())
    again = Office(read.cli, target, read.clock)
    assert again.data("audit", "verify")["ok"] is True
    assert again.data("audit", "heads") == read.data("audit", "heads")
    assert again.reply("table", "tabulate", "T4", "--picture", "1=1", who="dole")["round"] == 2
    assert read.cli("restore", str(backup), "--to", target).code == 2
    assert read.cli("restore", str(tmp_path / "none"), "--to", str(tmp_path / "x.db")).code == 2


def test_an_altered_backup_is_restored_with_its_findings(read: Office, tmp_path: Path) -> None:
    backup = Office(read.cli, str(tmp_path / "backup.db"), read.clock)
    read("backup", backup.database)
    alter(backup, "table/T4", read.data("audit", "heads")["table/T4"]["number"], b":4242", b":4243")
    assert read.cli("restore", backup.database, "--to", str(tmp_path / "again.db")).code == 1


def test_a_server_is_backed_up_and_restored_there_and_into_a_file(
    cli: Run, clock: Clock, server: str, tmp_path: Path
) -> None:
    office = Office(cli, schema_url(server), clock)
    office.data("property", "init", str(WASHINGTON), who="ames", second="cole")
    office.reply("jackpot", "deposit", "four-aces", "5000", "--reference", "slip 1", who="cole")
    office.reply("table", "open", "T4", who="sato")
    office.reply("table", "tabulate", "T4", "--picture", "1=1,3,5", who="dole")
    assert office.data("audit", "verify")["ok"] is True
    backup = tmp_path / "backup.jsonl"
    office.data("backup", str(backup))
    for target in (schema_url(server), str(tmp_path / "file.db")):
        restored = cli("restore", str(backup), "--to", target, "--json")
        assert (restored.code, json.loads(restored.out)["findings"]) == (0, [])
        again = Office(cli, target, clock)
        assert again.data("audit", "heads") == office.data("audit", "heads")
        assert again.displayed("four-aces") == {"four-aces": 500_075}
    assert office.refusal("audit", "seal")["error"] == "bad-seal"


def test_a_place_that_is_no_journal(cli: Run, clock: Clock, tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_text("Dear Sir or Madam, " * 100, encoding="utf-8")
    office = Office(cli, str(file), clock)
    for command in (("property", "show"), ("audit", "verify"), ("audit", "heads"), ("backup", str(tmp_path / "b"))):
        assert office.refusal(*command)["error"] in ("journal-damaged", "bad-journal")
    nowhere = Office(cli, "postgresql://127.0.0.1:1/none", clock)
    assert nowhere.refusal("property", "show")["error"] == "connection-lost"
    assert Office(cli, "oracle://here", clock).refusal("property", "show")["error"] == "bad-journal"
    assert Office(cli, str(tmp_path / "no" / "folder.db"), clock).refusal(
        "property", "init", str(WASHINGTON), who="ames", second="cole"
    )["error"] == ("bad-journal")


def test_a_journal_that_cannot_be_written_says_how_to_send_the_command_again(
    house: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.journal.engines.sqlite.BUSY_MILLISECONDS", 1)
    other = apsw.Connection(house.database)
    other.execute("BEGIN IMMEDIATE")
    refusal = house.refusal("table", "open", "T1", "--id", "open-T1", who="sato")
    assert refusal["error"] == "journal-busy"
    assert "--id open-T1" in refusal["remedy"]
    other.execute("ROLLBACK")
    other.close()
    assert house.data("table", "open", "T1", "--id", "open-T1", who="sato")["repeated"] is False


def test_a_clock_that_was_set_back_is_noticed(house: Office) -> None:
    house.reply("table", "open", "T1", who="sato")
    house.clock.at -= DAY
    assert house.refusal("table", "close", "T1", who="sato")["error"] == "clock-stepped-back"
