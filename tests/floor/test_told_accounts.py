"""Accounts and device keys held against stories told by hand: what is found, what is left open, and in which words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.floor.auditing.account_story import TOGETHER, audit_accounts
from houseway.floor.auditing.audit import Audit
from houseway.floor.permission.vouched_books import Handed, OnTheBooks
from houseway.floor.permission.vouching import key_name
from houseway.journal import Entry, SealBook
from tests.floor.telling import told

CREATED = told("property-created", {"people": [], "accounts": "on-record"}, number=1)
OLD = told("property-created", {"people": []}, number=1)


class Told:
    """The property's stream."""

    def __init__(self, *entries: Entry) -> None:
        self._entries = entries

    def read(self, stream: str) -> Iterator[Entry]:
        assert stream == "property"
        return iter(self._entries)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> SealBook:
    folder = tmp_path_factory.mktemp("seals")
    made = SealBook(folder / "seals", folder / "key")
    made.add(dict, 1)
    return made


def books(
    accounts: dict[str, bytes] | None = None,
    devices: dict[str, bytes] | None = None,
    handed: tuple[Handed, ...] = (),
    logins: dict[str, str] | None = None,
    waiting: tuple[str, ...] = (),
) -> OnTheBooks:
    return OnTheBooks(accounts or {}, devices or {}, handed, logins or {}, frozenset(waiting))


def vouched(book: SealBook, purpose: str, row: bytes) -> dict[str, Any]:
    return {"digest": book.keyed_digest(purpose, row).hex(), "key": key_name(book)}


def account(book: SealBook, kind: str, row: bytes, number: int = 2, **more: Any) -> Entry:
    return told(kind, {"person": "sam", **vouched(book, "account", row), **more}, number=number, who="ada", at=1_000)


def device(book: SealBook, kind: str, row: bytes, number: int = 2) -> Entry:
    return told(kind, {"device": "d-1", **vouched(book, "device", row)}, number=number, who="tom")


def checked(book: SealBook | None, entries: tuple[Entry, ...], found: OnTheBooks) -> Audit:
    return audit_accounts(Told(*entries), lambda: found, book)


def said(audit: Audit) -> list[tuple[str, int | None]]:
    return [(finding.what, finding.number) for finding in audit.findings]


def test_what_is_as_recorded_is_no_finding_and_every_entry_was_read(book: SealBook) -> None:
    entries = (CREATED, account(book, "account-made", b"a"), device(book, "device-key-made", b"d", 3))
    found = checked(book, entries, books({"sam": b"a"}, {"d-1": b"d"}))
    assert (found.findings, found.unchecked, found.entries) == ((), (), 3)


def test_the_last_entry_counts_and_the_one_before_says_what_was_undone(book: SealBook) -> None:
    entries = (CREATED, account(book, "account-made", b"a"), account(book, "password-changed", b"b", 3))
    assert said(checked(book, entries, books({"sam": b"b"}))) == []
    [(undone, number)] = said(checked(book, entries, books({"sam": b"a"})))
    assert undone.startswith(
        "the account of sam is as it was before the last change on record (password changed by ada)"
    )
    assert number == 3
    [(changed, number)] = said(checked(book, entries, books({"sam": b"c"})))
    assert (changed, number) == ("the account of sam was changed behind the journal's back", 3)


def test_an_account_without_a_record_is_found_where_all_are_on_record(book: SealBook) -> None:
    added = "the account of sam (login sammy) is on no record: it was added behind the journal's back"
    there = books({"sam": b"a"}, logins={"sam": "sammy"})
    assert said(checked(book, (CREATED,), there)) == [(added, None)]
    for entries in ((OLD,), ()):
        found = checked(book, entries, there)
        assert said(found) == []
        [open_] = found.unchecked
        assert open_.startswith("the account of sam (login sammy): on record without a digest, from an earlier release")


def test_an_attestation_makes_the_record_complete(book: SealBook) -> None:
    data = vouched(book, "account", b"a")
    attested = told(
        "accounts-attested", {"accounts": {"sam": data["digest"]}, "devices": {}, "key": data["key"]}, number=2
    )
    assert said(checked(book, (OLD, attested), books({"sam": b"a"}))) == []
    both = checked(book, (OLD, attested), books({"sam": b"a", "tom": b"t"}))
    assert said(both) == [("the account of tom is on no record: it was added behind the journal's back", None)]


def test_an_account_that_is_gone_is_found(book: SealBook) -> None:
    made = (CREATED, account(book, "account-made", b"a"))
    [(never, number)] = said(checked(book, made, books()))
    assert never.startswith("the account of sam is on record and was never made, or was removed") and number == 2
    [(removed, number)] = said(checked(book, (*made, account(book, "password-changed", b"b", 3)), books()))
    assert removed == "the account of sam is on record and is not there: it was removed behind the journal's back"
    assert number == 3


def test_what_cannot_be_checked_is_said(book: SealBook, tmp_path: Path) -> None:
    bare = told("account-made", {"person": "sam"}, number=2)
    for there in (books(), books({"sam": b"a"})):
        [early] = checked(book, (CREATED, bare), there).unchecked
        assert early.startswith("the account of sam: on record without a digest")
    made = (CREATED, account(book, "account-made", b"a"))
    for no_key in (None, SealBook(tmp_path / "seals", tmp_path / "key")):
        found = checked(no_key, made, books({"sam": b"a"}))
        assert said(found) == []
        assert found.unchecked == (
            "the account of sam: not checked, the sealing key is not here. Verify where the key is",
        )
    other = account(book, "account-made", b"a", key="0123456789abcdef")
    [earlier] = checked(book, (CREATED, other), books({"sam": b"a"})).unchecked
    assert earlier.startswith("the account of sam: on record under an earlier sealing key")


def test_a_key_that_waits_is_told_of_only_when_it_is_on_record(book: SealBook) -> None:
    waits = books(devices={"d-1": b"d"}, waiting=("d-1",))
    assert said(checked(book, (CREATED,), waits)) == []
    made, revoked = device(book, "device-key-made", b"d"), device(book, "device-key-revoked", b"d", 3)
    opens_nothing = "the key of device d-1 is on record and opens nothing yet: approve it again, or revoke it"
    assert said(checked(book, (CREATED, made), waits)) == [(opens_nothing, 2)]
    assert said(checked(book, (CREATED, made, revoked), waits)) == []
    again = device(book, "device-key-made", b"d", 4)
    assert said(checked(book, (CREATED, made, revoked, again), waits)) == [(opens_nothing, 4)]


@pytest.mark.parametrize(
    ("handed", "missing"),
    [
        (Handed("sam", "ada", 1_000, "made"), False),
        (Handed("sam", "ada", 1_000 + TOGETHER, "made"), False),
        (Handed("sam", "ada", 1_000 - TOGETHER, "made"), False),
        (Handed("sam", "ada", 1_001 + TOGETHER, "made"), True),
        (Handed("sam", "ada", 999 - TOGETHER, "made"), True),
        (Handed("sam", "tom", 1_000, "made"), True),
        (Handed("tom", "ada", 1_000, "made"), True),
        (Handed("sam", "ada", 1_000, "replaced"), True),
    ],
)
def test_whoever_set_a_password_by_another_hand_stays_on_the_books(
    book: SealBook, handed: Handed, missing: bool
) -> None:
    entries = (CREATED, account(book, "account-made", b"a", once=True))
    found = said(checked(book, entries, books({"sam": b"a"}, handed=(handed,))))
    assert found == ([("that ada set the password of sam was taken off the books", 2)] if missing else [])


def test_a_long_list_is_cut_after_twenty(book: SealBook) -> None:
    for number, end in ((20, "the account of p20"), (21, "the account of p20 and 1 more")):
        people = {f"p{place:02}": b"a" for place in range(1, number + 1)}
        [open_] = checked(book, (OLD,), books(people)).unchecked
        assert open_.partition(": on record")[0].endswith(end)


def test_a_change_that_is_made_while_the_audit_looks_is_no_finding(book: SealBook) -> None:
    """It is on record a moment before it is made: what is found is looked at a second time."""
    entries = Told(CREATED, account(book, "account-made", b"a"), account(book, "password-changed", b"b", 3))
    looks = iter([books({"sam": b"a"}), books({"sam": b"b"})])
    assert audit_accounts(entries, lambda: next(looks), book).findings == ()
    looks = iter([books({"sam": b"a"}), books({"sam": b"c"})])
    assert audit_accounts(entries, lambda: next(looks), book).findings == ()
