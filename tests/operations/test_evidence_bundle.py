"""Bundles of evidence: what belongs to the days and nothing else, hashed and signed; each change is found."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houseway.compliance.configuration_file import from_toml
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import UnknownThing
from houseway.journal.sealing.seals import signed_by
from houseway.operations import evidence_bundle
from houseway.operations.evidence_bundle import PARTS, Part, check_bundle, write_bundle
from houseway.operations.operations_errors import BadBundle
from houseway.reports.floor import REPORTS, Period, make, period
from tests.floor.houses import DAY, START, House, duel_table
from tests.floor.live_tables import At

ZONE = "America/Los_Angeles"
FIRST, SECOND = "2024-05-01", "2024-05-02"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Two days: a settled round and another in play on the second, and a configuration that changed then."""
    folder = tmp_path_factory.mktemp("bundle")
    floor = Floor.open(folder / "f.db", create=True, seals=folder / "f.seals", key=folder / "f.key")
    found = House(floor).build(tables=[duel_table("V1", cards="virtual"), duel_table("K1", cards="keys")])
    found.at = START + DAY
    found.do(c.ChangeSettings(settings={"deposit-days": 5}), "ames", "sato")
    at = At(found, "K1")
    for number in range(2):
        at.begin(1)
        at.answer(1, {"player": 500})
        at.press_for_nobody()
        if number == 0:
            at.key("Kh", "3c")
            at.settle()
    yield found
    found.close()


def days(first: str, last: str) -> Period:
    return period(first, last, ZONE, "06:00")


def made(house: House, path: Path, *parts: Part, first: str = FIRST, last: str = SECOND) -> dict[str, bytes]:
    """The files of a bundle, which is written to ``path`` too."""
    written = io.BytesIO()
    write_bundle(house.floor, written, parts, days(first, last), who="ruth", now=house.at)
    path.write_bytes(written.getvalue())
    with zipfile.ZipFile(path) as archive:
        # Nothing in it hangs on when or where it was written: made again, it is the same to the byte.
        assert {(info.external_attr >> 16, info.date_time) for info in archive.infolist()} == {
            (0o600, (1980, 1, 1, 0, 0, 0))
        }
        return {name: archive.read(name) for name in archive.namelist()}


def rewritten(path: Path, files: dict[str, bytes]) -> tuple[str, ...]:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return check_bundle(path).findings


def test_a_manifest_names_what_was_asked_for_where_everything_stood_and_who_asked(house: House, tmp_path: Path) -> None:
    files = made(house, tmp_path / "b.zip", "rounds", "journal")
    manifest = json.loads(files["manifest.json"])
    assert (manifest["format"], manifest["version"], manifest["made_by"]) == ("houseway-bundle", 1, "ruth")
    assert (manifest["since"], manifest["until"], manifest["made"]) == (FIRST, SECOND, house.at)
    assert manifest["parts"] == ["journal", "rounds"], "in their own order"
    heads = house.floor.journal.heads()
    assert manifest["heads"] == {stream: [head.number, head.hash.hex()] for stream, head in heads.items()}
    hashes = {each["path"]: (each["sha256"], each["bytes"]) for each in manifest["files"]}
    own = {name: data for name, data in files.items() if not name.startswith("manifest")}
    assert hashes == {name: (hashlib.sha256(data).hexdigest(), len(data)) for name, data in own.items()}
    assert files["manifest.json"].startswith(b'{\n "format": "houseway-bundle",\n'), "people read it too"
    with pytest.raises(BadBundle, match="nothing is asked for"):
        made(house, tmp_path / "none.zip")


def test_the_signature_is_of_the_manifest_by_the_key_of_the_seals_for_this_purpose(
    house: House, tmp_path: Path
) -> None:
    path = tmp_path / "b.zip"
    files = made(house, path, "controls")
    signed = json.loads(files["manifest.signature"])
    book = house.floor.journal.seal_book
    assert book is not None
    key, signature = book.public_key(), bytes.fromhex(signed["signature"])
    assert signed["public-key"] == key.hex()
    digest = hashlib.sha256(files["manifest.json"]).digest()
    Ed25519PublicKey.from_public_bytes(key).verify(signature, b"houseway signature\0bundle\0" + digest)
    assert check_bundle(path, key).findings == check_bundle(path).findings == ()
    assert check_bundle(path).public_key == key.hex()
    assert not signed_by(key, "another purpose", files["manifest.json"], signature)
    assert not signed_by(key[1:], "bundle", files["manifest.json"], signature)
    wrong = "manifest.signature: the signature does not hold for the manifest"
    for changed in ({"signature": signature[::-1].hex()}, {"signature": "no hex"}, {"public-key": "zz"}):
        told = files | {"manifest.signature": json.dumps(signed | changed).encode()}
        assert rewritten(path, told) == (wrong,)
    manifest = files["manifest.json"].replace(b'"ruth"', b'"root"')
    assert rewritten(path, files | {"manifest.json": manifest}) == (wrong,)
    blank = json.dumps({"public-key": "", "signature": ""}).encode()
    nobody = ("manifest.signature: nobody signed this bundle",)
    assert rewritten(path, files | {"manifest.signature": blank}) == nobody


def test_a_journal_without_seals_gives_a_bundle_that_nobody_signed(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.floor.journal, "seal_book", None)
    files = made(house, tmp_path / "b.zip", "controls")
    assert json.loads(files["manifest.signature"]) == {"public-key": "", "signature": ""}


def test_entries_are_those_of_the_days_and_answers_of_a_round_in_play_are_withheld(
    house: House, tmp_path: Path
) -> None:
    path = tmp_path / "b.zip"
    files = made(house, path, "journal")
    assert set(files) >= {"journal/property.jsonl", "journal/table-K1.jsonl", "journal/table-V1.jsonl"}
    kept = [json.loads(line) for line in files["journal/table-K1.jsonl"].splitlines()]
    real = list(house.floor.journal.read("table/K1"))
    assert [each["hash"] for each in kept] == [entry.hash.hex() for entry in real]
    live = house.floor.table("K1").live
    assert live is not None
    secret = [entry.kind == "answered" and entry.data["round"] == live.round for entry in real]
    assert 0 < sum(secret) < sum(entry.kind == "answered" for entry in real)
    assert [each.get("withheld", False) for each in kept] == secret
    assert [each["body"] for each in kept if each.get("withheld")] == [{}] * sum(secret)
    assert all(each["body"] == entry.data for each, entry in zip(kept, real, strict=True) if not each.get("withheld"))
    # Another day has its own entries, and no file where there are none.
    second = made(house, tmp_path / "second.zip", "journal", first=SECOND)
    assert "journal/table-V1.jsonl" not in second
    own = [json.loads(line)["number"] for line in second["journal/table-K1.jsonl"].splitlines()]
    assert own == [entry.number for entry in real if entry.at >= days(SECOND, SECOND).start]
    assert 0 < len(own) < len(real)


def test_what_is_written_after_a_bundle_was_begun_is_no_part_of_it(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = house.floor.journal.heads()
    last = heads["table/K1"].number
    begun = heads | {"table/K1": heads["table/K1"]._replace(number=last - 1)}
    monkeypatch.setattr(house.floor.journal, "heads", lambda: begun)
    files = made(house, tmp_path / "b.zip", "journal")
    assert [json.loads(line)["number"] for line in files["journal/table-K1.jsonl"].splitlines()][-1] == last - 1


def test_every_change_on_the_way_is_found_with_its_file(house: House, tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    files = made(house, path, "journal", "controls")
    name = "journal/property.jsonl"
    assert rewritten(path, files | {"controls.md": b"everything is allowed"}) == ("controls.md: it was changed",)
    less = {each: data for each, data in files.items() if each != "controls.md"}
    assert rewritten(path, less) == ("controls.md: it is missing",)
    assert rewritten(path, files | {"a.txt": b"", "b.txt": b""}) == tuple(
        f"{each}: the manifest does not name it" for each in ("a.txt", "b.txt")
    )
    # Whoever makes the manifest anew has no key to sign it, and the entries still do not add up.
    lines = files[name].splitlines(keepends=True)
    entry = json.loads(lines[4])
    changes = {
        "the content of entry 5 does not give its hash": [
            *lines[:4], json.dumps(entry | {"who": "nobody"}, separators=(",", ":")).encode() + b"\n", *lines[5:]
        ],
        "entry 6 does not follow entry 4": [*lines[:4], *lines[5:]],
        "entry 5 does not follow entry 4": [
            *lines[:3], json.dumps(json.loads(lines[3]) | {"hash": "00" * 32}).encode() + b"\n", *lines[4:]
        ],
    }  # fmt: skip
    for said, told in changes.items():
        data = b"".join(told)
        manifest = json.loads(files["manifest.json"])
        for each in manifest["files"]:
            if each["path"] == name:
                each |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
        found = rewritten(path, files | {name: data, "manifest.json": json.dumps(manifest).encode()})
        assert f"{name}: {said}" in found, found
        assert "manifest.signature: the signature does not hold for the manifest" in found


@pytest.mark.parametrize("data", [b"", b"no zip"])
def test_what_is_no_bundle_is_called_that(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "b.zip"
    path.write_bytes(data)
    with pytest.raises(BadBundle, match="is no bundle"):
        check_bundle(path)
    with pytest.raises(BadBundle, match="is no bundle"):
        rewritten(path, {"manifest.json": b"{}"})


def test_settled_rounds_are_records_that_replay_and_configurations_are_those_of_the_days(
    house: House, tmp_path: Path
) -> None:
    files = made(house, tmp_path / "b.zip", "rounds", "configurations", first=SECOND)
    [line] = files["rounds/K1.jsonl"].splitlines()
    [entry] = [each for each in house.floor.journal.read("table/K1") if each.kind == "round-settled"]
    assert json.loads(line)["cards"] == entry.data["record"]["cards"]
    assert [name for name in files if name.startswith("rounds/")] == ["rounds/K1.jsonl"]
    [changed] = [each for each in house.floor.journal.read("property") if each.kind == "settings-changed"]
    found = sorted(name for name in files if name.startswith("configurations/"))
    assert found == [f"configurations/{changed.number}.toml", "configurations/now.toml"]
    for name in found:
        assert from_toml(files[name].decode())["settings"]["deposit-days"] == 5
    assert b"as it runs on 2024-05-02" in files["configurations/now.toml"]


def test_a_report_that_cannot_be_made_says_why_in_its_place(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise UnknownThing("there is nothing", remedy="wait")

    some = {"counts": REPORTS["counts"], "broken": refuses}
    monkeypatch.setattr(evidence_bundle, "REPORTS", some)
    monkeypatch.setattr(
        evidence_bundle, "make", lambda name, *given: refuses() if name == "broken" else make(name, *given)
    )
    files = made(house, tmp_path / "b.zip", "reports")
    assert {name for name in files if not name.startswith("manifest")} == {
        "reports/counts.html",
        "reports/counts.json",
        "reports/broken.txt",
    }
    assert files["reports/broken.txt"].startswith(b"This report could not be made: there is nothing")
    assert b"Wager counts" in files["reports/counts.html"]
    assert msgspec.json.decode(files["reports/counts.json"])
    assert set(PARTS) == {"journal", "rounds", "reports", "controls", "configurations"}
