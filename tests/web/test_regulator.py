"""The regulator's screens: fingerprints against approvals, requirements with what is so now, verification on demand."""

from __future__ import annotations

import base64
import hashlib
import threading
from typing import Any

import msgspec
import pytest

from houseway.compliance.configuration import Approval, Attached, Step
from houseway.compliance.configured_tables import edition_of
from houseway.compliance.requirements import requirements
from houseway.operations.runbook import explained, runbook
from houseway.web.regulator import verification
from tests.waiting import happened, until
from tests.web.office import look
from tests.web.serving import Browser, Served

PATH = "/api/verification"


@pytest.fixture(scope="module")
def ruth(room: Served) -> Browser:
    """The regulator."""
    return room.browser("regulator")


def ended(browser: Browser) -> dict[str, Any]:
    """What came of the verification that runs."""

    def over() -> dict[str, Any] | None:
        found: dict[str, Any] = browser.get(PATH).json()
        return found if found["state"] != "running" else None

    return until("the verification ends", over, every=0.05)


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
