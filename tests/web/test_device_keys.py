"""Keys of devices: made and revoked by two people, on record, and named in whatever the device does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from houseway.journal import Entry
from tests.web.serving import PASSWORD, Served, fresh, served

SAM = {"login": "sam", "password": PASSWORD}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("keys")) as room:
        yield room


def about_devices(room: Served) -> list[Entry]:
    return [entry for entry in room.floor.journal.read("property") if entry.kind.startswith("device-key")]


def press(room: Served, key: str, table: str = "T6") -> httpx.Response:
    command = {"type": "tabulate", "table": table, "round": room.floor.table(table).round + 1, "picture": {"1": [2]}}
    headers = {"authorization": f"Device {key}"}
    return httpx.post(f"{room.address}/api/devices/commands", json={"id": fresh(), "command": command}, headers=headers)


def new(room: Served, **more: Any) -> httpx.Response:
    body = {"kind": "panel", "table": "T6", "name": "Panel", **more}
    return room.browser("technician").post("/api/devices", body)


def test_a_technician_alone_makes_no_key_that_opens_anything(house: Served) -> None:
    before, heads = about_devices(house), house.floor.journal.heads()
    made = new(house)
    assert made.status_code == 201
    assert made.json()["waits"] is True
    refused = press(house, made.json()["key"])
    assert (refused.status_code, refused.json()["error"]) == (401, "not-signed-in")
    technician = house.browser("technician")
    own = technician.post(f"/api/proposals/{made.json()['proposal']}/approve")
    assert own.status_code == 403
    # Nor with a signature of their own, nor by giving or proposing the command itself.
    assert new(house, signed={"login": "tom", "password": PASSWORD}).status_code == 403
    assert new(house, signed={"login": "sam", "password": "not the password"}).status_code == 401
    assert new(house, signed={"login": "dan", "password": PASSWORD}).status_code == 403
    command = {"type": "make-device-key", "device": made.json()["id"], "kind": "panel", "at-table": "T6", "name": "P"}
    for path in ("/api/commands", "/api/proposals"):
        assert technician.post(path, {"command": command}).status_code == 403
    assert about_devices(house) == before
    assert house.floor.journal.heads()["table/T6"] == heads["table/T6"]


def test_a_key_that_two_people_made_is_on_record_with_both_and_without_its_hash(house: Served) -> None:
    made = new(house).json()
    approved = house.browser("supervisor").post(f"/api/proposals/{made['proposal']}/approve")
    assert approved.status_code == 200, approved.text
    entry = about_devices(house)[-1]
    assert (entry.kind, entry.who, entry.data["second"]) == ("device-key-made", "tom", "sam")
    told = {name: entry.data[name] for name in ("device", "kind", "table", "name")}
    assert told == {"device": made["id"], "kind": "panel", "table": "T6", "name": "Panel"}
    assert len(bytes.fromhex(entry.data["digest"])) == 32
    [[hashed]] = house.accounts.store.ask("SELECT hash FROM devices WHERE id = ?", made["id"])
    assert hashed.encode() not in entry.body and made["key"].encode() not in entry.body


def test_every_entry_that_a_device_causes_names_the_device(house: Served) -> None:
    made = new(house, signed=SAM).json()
    assert made["waits"] is False
    answer = press(house, made["key"])
    assert answer.status_code == 200, answer.text
    [*_, entry] = [each for each in house.floor.journal.read("table/T6") if each.kind == "tabulated"]
    assert entry.who == f"panel:T6:{made['id']}"
    # What somebody does in person names no device.
    house.browser("supervisor").post("/api/tables/T5/fail", {"what": "a dark lamp"})
    [*_, failed] = [each for each in house.floor.journal.read("table/T5") if each.kind == "equipment-failed"]
    assert failed.who == "sam"


def test_a_key_is_revoked_by_two_people_and_on_record(house: Served) -> None:
    made = new(house, signed=SAM).json()
    technician = house.browser("technician")
    path = f"/api/devices/{made['id']}/revoke"
    assert technician.post(path, {"reason": " ", "signed": SAM}).status_code == 422
    waits = technician.post(path, {"reason": "lost"}).json()
    assert waits["revoked"] is None
    assert press(house, made["key"]).status_code in (200, 409)
    assert technician.post(f"/api/proposals/{waits['proposal']}/approve").status_code == 403
    done = technician.post(path, {"reason": "lost", "signed": SAM})
    assert done.status_code == 200 and done.json()["revoked"] is not None
    assert press(house, made["key"]).status_code == 401
    entry = about_devices(house)[-1]
    assert (entry.kind, entry.data["device"], entry.data["reason"]) == ("device-key-revoked", made["id"], "lost")
    assert {entry.who, entry.data["second"]} == {"tom", "sam"}


def test_a_key_that_was_changed_while_it_waited_is_not_approved(house: Served) -> None:
    made = new(house).json()
    house.accounts.store.ask("UPDATE devices SET at_table = 'T5' WHERE id = ?", made["id"])
    refused = house.browser("supervisor").post(f"/api/proposals/{made['proposal']}/approve")
    assert (refused.status_code, refused.json()["error"]) == (409, "wrong-state")
    house.accounts.store.ask("DELETE FROM devices WHERE id = ?", made["id"])


def test_an_approval_that_was_interrupted_is_found_and_finished_by_the_same_person(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = new(house).json()
    supervisor = house.browser("supervisor")

    async def stops(*values: Any) -> None:
        raise RuntimeError("the machine stops here")

    with monkeypatch.context() as patched:
        patched.setattr("houseway.web.signing.approving.make_approved", stops)
        assert supervisor.post(f"/api/proposals/{made['proposal']}/approve").status_code == 500
    assert press(house, made["key"]).status_code == 401
    found = house.browser("regulator").post("/api/audit/verify").json()
    assert [each["what"] for each in found["findings"] if each["where"] == "accounts"] == [
        f"the key of device {made['id']} is on record and opens nothing yet: approve it again, or revoke it"
    ]
    assert supervisor.post(f"/api/proposals/{made['proposal']}/approve").status_code == 200
    assert press(house, made["key"]).status_code in (200, 409)
    assert house.browser("regulator").post("/api/audit/verify").json()["ok"] is True


def test_the_office_finds_an_account_that_was_changed_behind_the_journals_back(house: Served) -> None:
    regulator = house.browser("regulator")
    assert regulator.post("/api/audit/verify").json()["findings"] == []
    before = house.accounts.store.ask("SELECT password FROM accounts WHERE person = 'vera'")[0][0]
    house.accounts.store.ask("UPDATE accounts SET password = ? WHERE person = 'vera'", before + "x")
    found = regulator.post("/api/audit/verify").json()
    assert [each["what"] for each in found["findings"]] == ["the account of vera was changed behind the journal's back"]
    house.accounts.store.ask("UPDATE accounts SET password = ? WHERE person = 'vera'", before)
    assert regulator.post("/api/audit/verify").json()["ok"] is True


def test_own_passwords_and_passwords_of_others_are_on_record_with_digests(house: Served) -> None:
    administrator = house.browser("administrator")
    [ann] = [each for each in administrator.get("/api/accounts").json() if each["login"] == "ann"]
    given = administrator.post(f"/api/accounts/{ann['id']}/password").json()["password"]
    house.browser().come_in("ann", given)
    last = [entry for entry in house.floor.journal.read("property") if entry.data.get("person") == "ann"][-2:]
    assert [(entry.kind, entry.who) for entry in last] == [("password-replaced", "ada"), ("password-changed", "ann")]
    assert len({entry.data["digest"] for entry in last}) == 2
    assert house.browser("regulator").post("/api/audit/verify").json()["ok"] is True


def test_two_people_attest_the_accounts_as_they_are(house: Served) -> None:
    administrator = house.browser("administrator")
    proposed = administrator.post("/api/accounts/attest", {"reason": "an upgrade"})
    assert proposed.status_code == 201, proposed.text
    id = proposed.json()["id"]
    # What changes meanwhile was not looked at.
    [sam] = [each for each in administrator.get("/api/accounts").json() if each["login"] == "sam"]
    assert administrator.post(f"/api/accounts/{sam['id']}/close").status_code == 200
    supervisor = house.browser("surveillance")
    assert supervisor.post(f"/api/proposals/{id}/approve").status_code == 409
    assert administrator.post(f"/api/accounts/{sam['id']}/open").status_code == 200
    assert supervisor.post(f"/api/proposals/{id}/approve").status_code == 200
    [*_, entry] = [each for each in house.floor.journal.read("property") if each.kind == "accounts-attested"]
    assert {"ada", "sam", "tom"} <= set(entry.data["accounts"])
    assert (entry.who, entry.data["second"]) == ("ada", "vera")
