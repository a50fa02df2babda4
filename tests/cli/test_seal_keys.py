"""houseway audit rotate-key and replace-key: two people, a reason, and the record."""

from __future__ import annotations

import json
from pathlib import Path

import apsw

from tests.cli.office import Office

WHY = ("--reason", "the laptop was stolen")


def test_two_people_of_two_departments_rotate_the_key(house: Office) -> None:
    rotate = ("audit", "rotate-key", *WHY)
    before = house.data("audit", "seal")["public-key"]
    key = Path(f"{house.database}.key")
    held = key.read_bytes()
    assert house.refusal(*rotate)["error"] == "not-permitted"
    for who, second in (("ames", None), ("ames", "ames"), ("sato", "cole"), ("ames", "nobody")):
        assert house.refusal(*rotate, who=who, second=second)["error"] == "not-permitted"
    blank = house.refusal("audit", "rotate-key", "--reason", " ", who="ames", second="cole")
    assert blank["error"] == "reference-missing"
    assert key.read_bytes() == held
    assert not Path(f"{house.database}.key.next").exists()
    after = house.data(*rotate, who="ames", second="cole")["public-key"]
    assert after != before
    assert house.data("audit", "seal")["public-key"] == after
    verified = house.data("audit", "verify", "--public-key", before)
    assert (verified["ok"], verified["unsealed"]["entries"]) == (True, 0)
    assert "A new sealing key" in " ".join(house("report", "audit").out.split())
    assert house.refusal("audit", "replace-key", *WHY, who="ames", second="cole")["error"] == "bad-seal"


def test_a_lost_key_is_replaced_by_two_people_and_stays_named(house: Office) -> None:
    house.reply("table", "open", "T1", who="sato")
    Path(f"{house.database}.key").unlink()
    # What needs no seal is done, and said not to be sealed; nothing takes the key's place.
    ended = house("table", "open", "T2", who="sato")
    assert (ended.code, "done, and not sealed" in ended.err) == (0, True)
    refused = house.refusal("table", "close", "T1", "--id", "close-T1", who="sato")
    assert refused["error"] == "not-sealed"
    assert "replace-key" in refused["remedy"]
    assert "--id close-T1" in refused["remedy"]
    assert not Path(f"{house.database}.key").exists()
    assert house.refusal("audit", "rotate-key", *WHY, who="ames", second="cole")["error"] == "seal-key-lost"
    assert house.refusal("audit", "replace-key", *WHY, who="ames")["error"] == "not-permitted"
    house.data("audit", "replace-key", *WHY, who="ames", second="cole")
    # Sent again with its id, the close that was written is sealed and answered.
    assert house.data("table", "close", "T1", "--id", "close-T1", who="sato")["repeated"] is True
    ended = house("audit", "verify", "--json")
    [finding] = json.loads(ended.out)["findings"]
    assert ended.code == 1
    assert finding["what"].startswith("a new key begins here instead of one that was lost, by ames and cole on ")
    assert finding["what"].endswith("the laptop was stolen")


def test_seals_that_were_removed_with_their_record_are_missed_too(house: Office) -> None:
    """Whoever reaches database and seal file may take out both what was sealed and what the journal knows of it."""
    house.reply("table", "open", "T1", who="sato")
    Path(f"{house.database}.seals").unlink()
    connection = apsw.Connection(house.database)
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in (
        "DELETE FROM snapshots WHERE stream = 'seals'",
        "DELETE FROM commands WHERE stream = 'seals'",
        "DELETE FROM heads WHERE stream = 'seals'",
        "DELETE FROM entries WHERE stream = 'seals'",
    ):
        connection.execute(statement)
    for _, made in triggers:
        connection.execute(str(made))
    connection.close()
    ended = house("audit", "verify", "--json")
    found = [finding["what"] for finding in json.loads(ended.out)["findings"]]
    assert ended.code == 1
    assert "there is no seal, and none on record: they were removed, or nothing was sealed" in found
