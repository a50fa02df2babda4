"""The cage in the office: who is paid a reported prize, the tax on it, the slip, prizes paid today."""

from __future__ import annotations

import re

import pytest

from houseway.floor import command_index as c
from houseway.floor.states import Hit
from tests.web.office import do, fill, forms, hit, look, settings, written
from tests.web.serving import PEOPLE, Browser, Served, fresh

PAYEE = {
    "name": "P. Player",
    "address": "1 Pine Street\nYakima, WA 98901",
    "document": "passport",
    "number": "C0184711",
    "tin": "123-45-6789",
}


@pytest.fixture(scope="module")
def staff(room: Served) -> dict[str, Browser]:
    return {role: room.browser(role) for role in PEOPLE}


@pytest.fixture(scope="module", autouse=True)
def taxed(room: Served) -> None:
    """A house that reports winnings from $50 on, and withholds 24 % above $90."""
    settings(
        room,
        w2g_amount=5_000,
        withholding_amount=9_000,
        withholding_percent=24,
        backup_withholding_percent=24,
    )


def verified(room: Served) -> Hit:
    """A hit of $100 that was looked at."""
    found = hit(room)
    seen = c.VerifyHit(jackpot=found.jackpot, hit=found.id, cards="9s 9h 9d 9c", deck="whole")
    do(room, seen, "sam", "vera")
    return found


def test_a_reported_prize_is_paid_less_its_tax_to_a_payee_whom_only_the_cage_can_name(
    room: Served, staff: dict[str, Browser]
) -> None:
    ann = staff["accounting"]
    found = verified(room)
    path = f"/office/hits/{found.jackpot}/{found.id}"
    page = look(ann, path)
    assert "reported on Form W-2G" in page
    assert "$23.76 is withheld, $76.24 paid out" in page
    unnamed = fill(ann, path, "pay-hit", by="cage", method="cash")
    assert unnamed.status_code == 422, unnamed.text
    assert unnamed.json()["error"] == "payee-missing"
    wrong = ann.post("/api/payees", PAYEE | {"tin": "12"})
    assert (wrong.status_code, wrong.json()["error"]) == (422, "bad-command")
    answer = ann.post("/api/payees", PAYEE)
    assert answer.status_code == 201, answer.text
    payee = answer.json()["payee"]
    recorded = written(room, "property")
    assert recorded.data["ending"] == "4711"
    for secret in ("Player", "Pine", "C0184711", "123456789", "6789"):
        assert secret.encode() not in recorded.body
    [form] = forms(ann, f"{path}?payee={payee}", "pay-hit")
    assert form["payee"] == [payee], "whoever was just recorded is chosen"
    paid = fill(ann, f"{path}?payee={payee}", "pay-hit", by="cage", method="cash")
    assert paid.status_code == 200, paid.text
    assert paid.json()["reply"]["withheld"] == 2_376
    _printed(room, staff, found.id, payee)
    assert f'href="{path}">Hit {found.id} of' in look(ann, f"/office/hits?hit=%20{found.id}"), "found by its number"
    assert "No jackpot has a hit S9-9-9" in look(ann, "/office/hits?hit=S9-9-9")
    shown = look(staff["regulator"], path)
    assert payee in shown
    assert "P. Player" not in shown
    assert "C0184711" not in shown


def _printed(room: Served, staff: dict[str, Browser], id: str, payee: str) -> None:
    """The slip of the paid hit: an original for the cage alone, then copies; the page of the cage lists it."""
    ann = staff["accounting"]
    cage = look(ann, "/office/cage")
    assert f"/office/slips/four-aces/{id}" in cage
    assert "Print slip" in cage
    assert payee in cage
    address, print_id = f"/office/slips/four-aces/{id}", fresh()
    for number, sent in enumerate((print_id, print_id, fresh())):
        slip = ann.http.post(address, data={"_id": sent}, headers={"x-csrf-token": ann.token})
        assert slip.status_code == 200, slip.text
        assert (slip.headers["content-type"], slip.headers["cache-control"]) == ("application/pdf", "no-store")
        assert slip.content.startswith(b"%PDF")
        # The same print sent again is the same print.
        assert written(room, "jackpot/four-aces").data["copy"] == (0, 0, 1)[number]
    assert "Print a copy" in look(ann, "/office/cage")
    assert "/office/slips/" not in look(staff["regulator"], "/office/cage")


def test_a_payee_comes_on_record_with_the_details_and_in_no_other_way(room: Served, staff: dict[str, Browser]) -> None:
    made_up = {"type": "record-payee", "payee": "P-x", "document": "passport", "ending": "1", "digest": "d"}
    refused = staff["accounting"].post("/api/commands", {"command": made_up, "id": fresh()})
    assert refused.status_code == 403
    assert "P-x" not in room.floor.property.payees


def test_a_check_that_two_people_sign_is_proposed_and_listed_until_it_is_void(
    room: Served, staff: dict[str, Browser]
) -> None:
    ann, ada = staff["accounting"], staff["administrator"]
    sent = fill(ann, "/office/jackpots/attack", "deposit", amount="$10", reference="slip 31", check="3001")
    assert ada.post(f"/api/proposals/{sent.json()['proposed']}/approve").status_code == 200
    assert "Check 3001" in look(ann, "/office/cage")
    void = fill(ann, "/office/cage", "void-check", reason="torn")
    assert ada.post(f"/api/proposals/{void.json()['proposed']}/approve").status_code == 200
    assert written(room, "jackpot/attack").kind == "check-voided"
    assert "Every check is cleared or void." in look(ann, "/office/cage")


def test_a_prize_below_the_threshold_asks_for_no_payee(room: Served, staff: dict[str, Browser]) -> None:
    settings(room, w2g_amount=9_901, withholding_amount=9_901)
    found = verified(room)
    path = f"/office/hits/{found.jackpot}/{found.id}"
    assert not re.search("W-2G|/api/payees", look(staff["accounting"], path))
    [form] = forms(staff["accounting"], path, "pay-hit")
    assert "payee" not in form
    assert fill(staff["accounting"], path, "pay-hit", by="cage", method="cash").status_code == 200
    settings(room, w2g_amount=5_000, withholding_amount=9_000)
