"""Payout slips: what they say, the original once, copies afterwards, and the list of prizes paid."""

from __future__ import annotations

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.subjects.jackpots import hits, payees
from houseway.reports.document import Document, Table
from houseway.reports.floor import Wanted, days_of, make
from houseway.reports.floor.payouts.amount_words import in_words
from houseway.reports.floor.payouts.payout_slip import as_pdf, mark, no_payee, payee_facts, payout_slip, recorded_digest
from houseway.reports.floor.payouts.recorded_hits import hit_on_record
from tests.floor.houses import DAILY, House, split_table


@pytest.fixture
def paid(empty: House) -> str:
    """A hit of $10,001 that was paid, and its id."""
    daily = msgspec.structs.replace(DAILY, posted={"four-aces": "$10,001"})
    empty.build("washington-commercial", jackpots=[daily], tables=[split_table("S1")])
    empty.tabulate("S1", 3)
    [hit] = empty.claim("S1", (3, "jackpot", "four-aces"), cards="As Ah Ad Ac")
    empty.settle_hit(hit)
    return hit.id


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (0, "Zero dollars and 00/100"),
        (100, "One dollar and 00/100"),
        (1_205, "Twelve dollars and 05/100"),
        (12_100, "One hundred twenty-one dollars and 00/100"),
        (760_100, "Seven thousand six hundred one dollars and 00/100"),
        (100_000_099, "One million dollars and 99/100"),
        (1_000_013_000_000, "Ten billion one hundred thirty thousand dollars and 00/100"),
    ],
)
def test_amounts_in_words(cents: int, said: str) -> None:
    assert in_words(cents) == said


def test_a_slip_says_what_was_won_paid_and_withheld_by_whom_and_on_which_entry(empty: House, paid: str) -> None:
    slip = payout_slip(empty.floor, "daily", paid)
    [entry] = [each for each in empty.floor.journal.read("jackpot/daily") if each.kind == "hit-paid"]
    assert slip.number == f"daily-{entry.number:06d}"
    assert (slip.gross, slip.withheld, slip.net) == (1_000_100, 240_000, 760_100)
    assert slip.verified_by == ("S. Sato", "V. Vega")
    assert slip.paid_by == ("S. Sato", "C. Cole")
    assert (slip.entry, slip.fingerprint) == (f"jackpot/daily #{entry.number}", entry.hash.hex())
    facts = dict(slip.prize)
    assert facts["Table"].startswith("S1, ")
    assert facts["Round"] == "1, position 3"
    assert facts["Pays"].endswith("]"), "with the clause of its paytable"
    assert dict(slip.payment)["Form W-2G"] == "due"
    assert recorded_digest(empty.floor, slip.payee) == "d"


def test_the_sheet_marks_copies_and_shows_four_digits_of_a_taxpayer_number(empty: House, paid: str) -> None:
    facts = dict(payee_facts("P-1", "P. Player", "1 Pine Street", "passport", "C0184711", "123456789"))
    assert (facts["Identity document"], facts["Taxpayer number"]) == ("Passport, C0184711", "ending in 6789")
    assert dict(payee_facts("P-1", "P", "A", "passport", "C", ""))["Taxpayer number"] == "not given"
    assert [label for label, _ in no_payee("card 7")] == ["Player on record", "Name", "Identity document"]
    assert (mark(0), mark(2)) == ("ORIGINAL", "COPY 2, NOT PAYABLE")
    slip = payout_slip(empty.floor, "daily", paid)
    sheets = [as_pdf(slip, no_payee(""), copy, "Printed today") for copy in (0, 1)]
    assert all(sheet.startswith(b"%PDF") and sheet.count(b"/Type /Page\n") == 1 for sheet in sheets)
    assert sheets[0] != sheets[1]


def _tables(document: Document) -> list[Table]:
    return [piece for _, piece in document.pieces() if isinstance(piece, Table)]


def test_the_original_is_printed_once_and_every_copy_is_numbered_and_on_record(empty: House, paid: str) -> None:
    print_slip = c.PrintSlip(jackpot="daily", hit=paid)
    for who in ("dole", "vega", "ames", "reed"):
        empty.refused(NotPermitted, print_slip, who)
    assert [empty.do(print_slip, who)["copy"] for who in ("cole", "sato", "cole")] == [0, 1, 2]
    printed = [each.data for each in empty.floor.journal.read("jackpot/daily") if each.kind == "slip-printed"]
    assert [each.get("copy", 0) for each in printed] == [0, 1, 2]
    assert {each["slip"] for each in printed} == {payout_slip(empty.floor, "daily", paid).number}
    empty.sound()


def test_a_slip_is_printed_for_any_hit_and_payee_on_record_however_many_came_since(
    empty: House, paid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hits, "KEPT_HITS", 1)
    monkeypatch.setattr(payees, "KEPT_PAYEES", 1)
    first = payout_slip(empty.floor, "daily", paid)
    [drawn] = empty.floor.jackpot("daily").checks
    empty.do(c.VoidCheck(jackpot="daily", check=drawn, reason="torn"), "cole", "ames")
    again = c.PayHit(jackpot="daily", hit=paid, by="cage", method="check", reference="77", payee=first.payee)
    empty.do(again, "cole", "sato")
    before, at_hand = payout_slip(empty.floor, "daily", paid), empty.floor.jackpot("daily").hits[paid]
    assert before.number > first.number, "paid again, on a slip of its own"
    assert empty.do(c.PrintSlip(jackpot="daily", hit=paid), "cole")["copy"] == 0
    later = []
    for number in range(3):
        for check in [*empty.floor.jackpot("daily").checks.values()]:
            empty.do(c.ClearCheck(jackpot="daily", check=check.number, reference="May"), "cole")
        empty.tabulate("S1", 3)
        [hit] = empty.claim("S1", (3, "jackpot", "four-aces"))
        if number == 1:
            empty.reject(hit)
        else:
            empty.settle_hit(hit)
            later.append(hit.id)
    state = empty.floor.jackpot("daily")
    assert paid not in state.hits
    assert list(state.older) == [paid, later[0]], "what was rejected has no slip"
    assert payout_slip(empty.floor, "daily", paid) == before
    assert hit_on_record(empty.floor, "daily", paid) == at_hand
    [entry] = [each for each in empty.floor.journal.read("property") if each.kind == "payee-recorded"][:1]
    assert before.payee not in empty.floor.property.payees
    assert recorded_digest(empty.floor, before.payee) == entry.data["digest"]
    assert recorded_digest(empty.floor, "nobody") == ""
    empty.refused(WrongState, _recorded(before.payee), "cole")
    printed = [empty.do(c.PrintSlip(jackpot="daily", hit=paid), "cole") for _ in range(2)]
    assert [(each["slip"], each["copy"]) for each in printed] == [(before.number, 1), (before.number, 2)]
    # A prize is paid to whoever is on record, however long since.
    empty.tabulate("S1", 3)
    [hit] = empty.claim("S1", (3, "jackpot", "four-aces"))
    empty.verify(hit)
    empty.do(
        c.PayHit(jackpot="daily", hit=hit.id, by="cage", method="check", reference="99", payee=before.payee),
        "cole",
        "sato",
    )
    assert empty.floor.jackpot("daily").hits[hit.id].withheld == 240_000, "their taxpayer number is known"
    empty.sound()


def _recorded(payee: str) -> c.RecordPayee:
    return c.RecordPayee(payee=payee, document="passport", ending="4711", digest="d")


def test_a_hit_that_is_not_paid_has_no_slip(empty: House, paid: str) -> None:
    empty.tabulate("S1", 3)
    [hit] = empty.claim("S1", (3, "jackpot", "four-aces"))
    for state in ("locked", "verified"):
        assert empty.floor.jackpot("daily").hits[hit.id].state == state
        empty.refused(WrongState, c.PrintSlip(jackpot="daily", hit=hit.id), "cole")
        if state == "locked":
            empty.verify(hit)
    empty.refused(UnknownThing, c.PrintSlip(jackpot="daily", hit="none"), "cole")


def test_the_prizes_of_a_day_with_slip_method_gross_withheld_and_net(empty: House, paid: str) -> None:
    document = make("prizes", empty.floor, Wanted(period=days_of(empty.floor, empty.at), now=empty.at))
    rows, by_table, by_jackpot, by_method = _tables(document)
    [row, total] = rows.rows
    said = dict(zip([head.title for head in rows.heads], row, strict=True))
    assert (said["Slip"], said["Table"], said["Hit"]) == (payout_slip(empty.floor, "daily", paid).number, "S1", paid)
    assert (said["Gross"], said["Withheld"], said["Net"], said["W-2G"]) == (1_000_100, 240_000, 760_100, "due")
    assert said["Method"] == "Check, cage"
    assert total[0] == "All"
    for sums in (by_table, by_jackpot, by_method):
        assert [each[1:] for each in sums.rows] == [(1, 1_000_100, 240_000, 760_100)]
    elsewhere = Wanted(period=days_of(empty.floor, empty.at, day="2024-04-01"), now=empty.at)
    # Where nothing was paid there is nothing to add up.
    assert [each.rows for each in _tables(make("prizes", empty.floor, elsewhere))] == [()]
