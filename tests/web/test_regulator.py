"""The regulator's screens: fingerprints against approvals, requirements with what is so now, verification on demand."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from houseway.cli.main import main
from houseway.compliance.configuration import Approval, Attached, Step
from houseway.compliance.configured_tables import edition_of
from houseway.compliance.requirements import requirements
from houseway.operations.evidence_bundle import check_bundle
from houseway.operations.runbook import explained, runbook
from houseway.reports.floor import REPORTS
from houseway.web.regulator import verification
from tests.waiting import happened, until
from tests.web.chromium import chromium, opened
from tests.web.office import look
from tests.web.serving import PASSWORD, Browser, Served

PATH = "/api/verification"
ROOT = Path(__file__).parents[2]
STOPS = """async () => {
  const token = document.cookie.split("; ").find((part) => part.startsWith("houseway_csrf=")).split("=")[1];
  const command = { type: "stop-jackpot", jackpot: "attack", reason: "a look" };
  const headers = { "content-type": "application/json", "x-csrf-token": decodeURIComponent(token) };
  const answer = await fetch("/api/commands", { method: "POST", headers, body: JSON.stringify({ id: "x", command }) });
  const data = await answer.json();
  return [answer.status, data.error, data.message];
}"""
"""What a page of the room could send, had it such a form."""


@pytest.fixture(scope="module")
def ruth(room: Served) -> Browser:
    """The regulator."""
    return room.browser("regulator")


def ended(browser: Browser) -> dict[str, Any]:
    """What came of the verification that runs."""
    until("the verification ends", lambda: browser.get(PATH).json()["state"] != "running", every=0.05)
    found: dict[str, Any] = browser.get(PATH).json()
    return found


def test_each_table_is_held_against_its_approval_in_words(
    room: Served, ruth: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    property = room.room.mirror.property
    page = look(ruth, "/office/regulator")
    for id in (id for id, table in property.tables.items() if not table.copy_of):
        assert f'href="/office/tables/{id}"' in page
    prints = room.room.mirror.table("T1").prints
    assert prints is not None
    assert prints.play in page and prints.text in page and prints.program in page
    assert "This server runs the release on record." in page
    assert "Mismatch" not in page and "The profile asks for no approval." in page
    # An approval with its letter, downloaded as it was filed.
    letter = b"%PDF-1.4 the letter"
    hash = hashlib.sha256(letter).hexdigest()
    row = (hash, "letter.pdf", len(letter), base64.b64encode(letter).decode(), "ada", 1)
    room.accounts.store.ask("INSERT INTO documents (hash, name, size, data, who, at) VALUES (?, ?, ?, ?, ?, ?)", *row)
    table = property.tables["T1"]
    approval = Approval(
        id="WSGC-17",
        game=table.game,
        edition=table.edition,
        fingerprint=edition_of(table).fingerprint,
        steps=(Step(step="game-approved", by="the Commission", on="2017-08-30", reference="letter 12"),),
        documents=(Attached(name="letter.pdf", sha256=hash, size=len(letter)),),
    )
    monkeypatch.setitem(property.approvals, approval.id, approval)
    page = look(ruth, "/office/regulator")
    assert "is what WSGC-17 approves, with its document on file." in page
    assert "WSGC-17, letter 12" in page and "2017-08-30, by the Commission" in page and hash in page
    assert ruth.get(f"/office/documents/{hash}").content == letter
    monkeypatch.setitem(property.approvals, approval.id, msgspec.structs.replace(approval, fingerprint="ab" * 32))
    page = look(ruth, "/office/regulator")
    assert "Mismatch: WSGC-17 approves other rules of play than those that run." in page
    assert "Other rules of play." in page and "what runs there is not what is approved" in page


def test_every_requirement_is_listed_with_how_it_is_met_and_what_is_so_now(room: Served, ruth: Browser) -> None:
    page = look(ruth, "/office/regulator/requirements")
    for each in requirements():
        assert f'id="{each.id}"' in page
    assert "WAC 230-15-455" in page and "nothing is overdue." in page
    assert "Sealed " in page or "has not sealed yet" in page
    assert "No copies are scheduled on this server" in page
    assert 'href="/office/reports/escrow"' in page and "houseway audit verify" in page


def test_one_verification_runs_at_a_time_and_can_be_cancelled(
    room: Served, ruth: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go = threading.Event(), threading.Event()

    def rest() -> None:
        reached.set()
        happened(go, "the verification is let go")

    monkeypatch.setattr(verification, "rest", rest)
    try:
        begun = ruth.post(PATH)
        assert (begun.status_code, begun.json()["who"], begun.json()["state"]) == (202, "ruth", "running")
        happened(reached, "the verification has read its first entries")
        vera = room.browser("surveillance")
        again = vera.post(PATH)
        assert (again.status_code, again.json()["error"]) == (409, "wrong-state")
        assert "ruth has asked for a verification" in again.json()["message"] and again.json()["remedy"]
        told = vera.get(PATH).json()
        assert told["state"] == "running" and 0 < told["done"] < told["total"] and told["part"]
        page = look(vera, "/office/regulator/verification")
        assert "<progress" in page and "Cancel" in page
        # The room goes on meanwhile.
        assert room.browser("guest").post("/api/tables/T1/sit", {"seat": 1}).status_code == 200
        assert vera.post(f"{PATH}/cancel").status_code == 202
    finally:
        go.set()
    assert (ended(ruth)["state"], ended(ruth)["found"]) == ("cancelled", None)
    assert "It was cancelled." in look(ruth, "/office/regulator/verification")
    assert ruth.post(f"{PATH}/cancel").status_code == 404


def test_the_newest_result_is_kept_with_every_finding_and_its_page_of_the_runbook(room: Served, ruth: Browser) -> None:
    [[before]] = room.accounts.store.ask("SELECT password FROM accounts WHERE person = 'vera'")
    room.accounts.store.ask("UPDATE accounts SET password = ? WHERE person = 'vera'", before + "x")
    assert ruth.post(PATH).status_code == 202
    found = ended(ruth)
    what = "the account of vera was changed behind the journal's back"
    assert (found["state"], [each["what"] for each in found["found"]["findings"]]) == ("done", [what])
    told = explained(what)
    assert told is not None
    page = look(ruth, "/office/regulator/verification")
    assert "1 finding." in page and f'href="/office/regulator/runbook#{told.section.slug}"' in page
    assert f'id="{told.section.slug}"' in look(ruth, "/office/regulator/runbook")
    room.accounts.store.ask("UPDATE accounts SET password = ? WHERE person = 'vera'", before)
    assert ruth.post(PATH).status_code == 202
    found = ended(ruth)
    assert found["found"]["ok"] is True and found["done"] == found["total"] > 0
    page = look(ruth, "/office/regulator/verification")
    assert "Everything that was checked agrees" in page and "Asked for by" in page
    # Another server, or this one after a restart, shows the same.
    [[row]] = room.accounts.store.ask("SELECT value FROM settings WHERE name = ?", verification.KEPT)
    assert msgspec.json.decode(row) == found
    # Who only reads reports reads this too, and begins none.
    sam = room.browser("supervisor")
    assert sam.get(PATH).json() == found
    assert sam.post(PATH).status_code == 403
    assert "Verify the journal</button>" not in look(sam, "/office/regulator/verification")


def test_every_row_of_the_runbook_explains_its_own_finding() -> None:
    rows = [cells for section in runbook() for block in section.blocks for cells in block.rows[1:]]
    findings = [(cells[0].strip("`"), cells[1]) for cells in rows if cells[0].startswith("`") and len(cells) == 2]
    assert len(findings) > 100
    plain = [(finding, meaning) for finding, meaning in findings if "…" not in finding]
    assert [(told := explained(finding)) and told.meaning for finding, _ in plain] == [said for _, said in plain]
    assert all(explained(finding.replace("…", "something")) for finding, _ in findings)


def test_a_bundle_has_the_hash_of_every_file_and_is_signed_by_the_key_of_the_seals(
    room: Served, ruth: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = ruth.get("/api/exports/bundle")
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/zip"
    path = tmp_path / "evidence.zip"
    path.write_bytes(answer.content)
    with zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        names = {each["path"]: each for each in manifest["files"]}
        assert set(archive.namelist()) == {*names, "manifest.json", "manifest.signature"}
        for name, each in names.items():
            assert hashlib.sha256(archive.read(name)).hexdigest() == each["sha256"]
        kept = [json.loads(line) for line in archive.read("journal/property.jsonl").splitlines()]
        reports = {name for name in names if name.startswith("reports/")}
        running = archive.read("configurations/now.toml").decode()
        assert archive.read("controls.md").decode() == (ROOT / "docs" / "controls.md").read_text(encoding="utf-8")
    book = room.floor.journal.seal_book
    assert book is not None
    assert manifest["made_by"] == "ruth" and manifest["property"] in running
    assert [each["hash"] for each in kept] == [entry.hash.hex() for entry in room.floor.journal.read("property")]
    assert reports >= {f"reports/{name}.{ending}" for name in REPORTS for ending in ("html", "json")}
    key = book.public_key()
    assert check_bundle(path, key).findings == ()
    assert check_bundle(path, bytes(32)).findings == (
        "manifest.signature: it is signed with another key than the one that was given",
    )
    # The terminal makes the same, and finds what was changed on the way.
    own, place = str(tmp_path / "own.zip"), str(book.path.parent / "floor.db")
    made = ["audit", "bundle", own, "--part", "controls", "--part", "configurations", "--database", place]
    assert main(made) == 0
    assert main(["audit", "check-bundle", own, "--public-key", key.hex()]) == 0
    assert "It is whole" in capsys.readouterr().out
    with zipfile.ZipFile(own) as before, zipfile.ZipFile(path, "w") as after:
        for name in before.namelist():
            if name != "configurations/now.toml":
                data = before.read(name)
                after.writestr(name, data.replace(b"administrator", b"technician") if name == "controls.md" else data)
        after.writestr("more.txt", "slipped in")
    assert main(["audit", "check-bundle", str(path)]) == 1
    said = capsys.readouterr().out
    assert "controls.md: it was changed" in said and "configurations/now.toml: it is missing" in said
    assert "more.txt: the manifest does not name it" in said
    assert main(["audit", "bundle", own]) == 2
    assert main(["audit", "check-bundle", str(tmp_path / "none.zip")]) == 2
    assert main(["audit", "bundle", str(tmp_path / "x.zip"), "--part", "gossip", "--database", place]) == 2


def test_a_bundle_withholds_the_answers_of_a_round_in_play(room: Served, ruth: Browser, tmp_path: Path) -> None:
    assert room.browser("guest").post("/api/tables/T1/sit", {"seat": 2}).status_code == 200
    room.until(lambda: room.room.mirror.table("T1").live is not None)
    path = tmp_path / "evidence.zip"
    path.write_bytes(ruth.get("/api/exports/bundle", params={"part": "journal"}).content)
    live = room.room.mirror.table("T1").live
    with zipfile.ZipFile(path) as archive:
        text = archive.read("journal/table-T1.jsonl").decode()
    assert live is not None
    assert not any(answer.chance in text for answer in live.answers if answer.chance)
    assert check_bundle(path).findings == ()


# -- a visit, in a real browser


@pytest.fixture(scope="module")
def chrome() -> Iterator[Chromium]:
    with chromium() as found:
        yield found


def test_a_regulator_is_shown_everything_and_changes_nothing(
    chrome: Chromium, room: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go = threading.Event(), threading.Event()

    def rest() -> None:
        reached.set()
        happened(go, "the regulator has seen the progress")

    monkeypatch.setattr(verification, "rest", rest)
    with opened(chrome) as page:
        page.goto(f"{room.address}/login?next=/office/regulator")
        page.fill("#login", "ruth")
        page.fill("#password", PASSWORD)
        page.click("main form button")
        # What runs against what is approved.
        expect(page.locator("h1")).to_have_text("What runs, and what is approved")
        expect(page.locator(".rail")).to_contain_text("You look at everything and change nothing.")
        prints = room.room.mirror.table("T1").prints
        assert prints is not None
        card = page.locator(".prints", has=page.locator("a[href='/office/tables/T1']"))
        expect(card).to_contain_text(prints.program)
        # Requirement by requirement, each with a way to what shows it.
        page.click(".tabs a:has-text('Requirements')")
        row = page.locator("#WA-22")
        expect(row).to_contain_text("WAC 230-15-455")
        expect(row).to_contain_text("nothing is overdue")
        row.locator("a:has-text('Report: Escrow')").click()
        expect(page.locator("h1")).to_have_text("Escrow")
        # The journal verified, with its progress, to the end.
        page.goto(f"{room.address}/office/regulator/verification")
        page.click("text=Verify the journal")
        expect(page.locator("[data-told]")).to_contain_text("%. Entries and their chains")
        happened(reached, "the verification has read its first entries")
        bar = page.locator("progress")
        expect(bar).to_be_visible()
        expect(page.locator("button:has-text('Cancel')")).to_be_visible()
        assert Axe().run(page).violations_count == 0
        go.set()
        expect(page.locator(".verdict")).to_contain_text("Everything that was checked agrees", timeout=60_000)
        expect(page.locator("[data-verification]")).to_contain_text("Asked for by Ruth")
        expect(page.locator("text=Verify the journal")).to_be_visible()
        page.click("text=Runbook: every finding")
        expect(page.locator("#the-story")).to_contain_text("What to do.")
        # Evidence to take along, and its manifest checked at home.
        page.click(".tabs a:has-text('Exports')")
        page.uncheck("input[value=reports]")
        assert Axe().run(page).violations_count == 0
        with page.expect_download(timeout=60_000) as loading:
            page.click("text=Download the bundle")
        taken = tmp_path / "evidence.zip"
        loading.value.save_as(taken)
        key = bytes.fromhex(page.locator("code.long").inner_text())
        checked = check_bundle(taken, key)
        assert (checked.findings, checked.manifest.made_by) == ((), "ruth")
        # Nothing here changes anything, and what is sent all the same is refused in words.
        page.goto(f"{room.address}/office/jackpots/attack")
        expect(page.locator("h1")).to_contain_text("attack", ignore_case=True)
        expect(page.locator("form[data-do], form[data-api]")).to_have_count(0)
        told = page.evaluate(STOPS)
        assert told == [403, "not-permitted", "a regulator looks at everything here and changes nothing"]
