"""The whole check of a floor: the journal, then the story, the seals, the accounts, and last the money."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from houseway.floor.auditing.whole import NO_BOOKS, verify_floor
from houseway.floor.floor import Floor
from houseway.floor.permission.vouched_books import OnTheBooks
from houseway.journal import Entry, Finding, Head, Report
from houseway.journal.journal_errors import BadJournal, JournalUnavailable
from houseway.journal.sealing.seal_record import Recorded
from tests.floor.telling import told

ADA = {"id": "ada", "roles": ["administrator"]}
CREATED = told("property-created", {"people": [ADA], "accounts": "on-record"}, who="ada")
MONEY = Finding("money", "the pool of j is short")


class Journal:
    """What a journal tells of itself, its streams and its seals."""

    def __init__(self, *found: Finding, seals: int = 1) -> None:
        self.seal_book: object | None = None
        self.report = Report(found, 0, 1, 1, seals, ("a journal's own",))
        self.recorded: Recorded | None = None
        self.unreadable: Exception | None = None
        self.asked: dict[str, Any] = {}

    def verify(self, **settings: Any) -> Report:
        self.asked = settings
        return self.report

    def streams(self) -> list[str]:
        if self.unreadable is not None:
            raise self.unreadable
        return ["property"]

    def heads(self) -> dict[str, Head]:
        return {"property": Head(1, 0, b"")}

    def read(self, stream: str) -> Iterator[Entry]:
        return iter([CREATED] if stream == "property" else [])

    def recorded_seal(self) -> Recorded | None:
        return self.recorded


class Broken:
    """A floor whose money does not add up."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal

    def broken(self) -> list[str]:
        return [MONEY.what]


class NoKey:
    """A book of seals whose key is elsewhere."""

    key = Path("/nowhere/key")


def verified(journal: Journal, **settings: Any) -> Report:
    return verify_floor(cast(Floor, Broken(journal)), **settings)


def books(**accounts: bytes) -> OnTheBooks:
    return OnTheBooks(accounts, {}, (), {})


STRANGER = Finding("accounts", "the account of x is on no record: it was added behind the journal's back", "property")
NO_SEAL = Finding("seals", "there is no seal, and none on record: they were removed, or nothing was sealed")


def test_the_money_is_asked_where_the_journal_is_sound() -> None:
    report = verified(Journal())
    assert report.findings == (MONEY,)
    assert report.unchecked == ("a journal's own", NO_BOOKS)


@pytest.mark.parametrize("where", ["seals", "key", "printed", "seals copy"])
def test_findings_about_seals_do_not_hide_the_money(where: str) -> None:
    found = Finding(where, "it is not as it was")
    assert verified(Journal(found)).findings == (found, MONEY)


@pytest.mark.parametrize("where", ["entries", "balances", "commands"])
def test_the_money_is_not_asked_where_what_it_rests_on_is_not_sound(where: str) -> None:
    found = Finding(where, "it was changed")
    assert verified(Journal(found)).findings == (found,)
    assert verified(Journal(found, Finding("seals", "one is missing"))).findings[-1].where == "seals"


@pytest.mark.parametrize("error", [JournalUnavailable("gone"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "what")])
def test_a_story_that_cannot_be_read_through_is_a_finding(error: Exception) -> None:
    journal = Journal()
    journal.unreadable = error
    assert verified(journal).findings == (Finding("story", f"it cannot be read through: {error}"),)


def test_accounts_are_held_against_the_journal_where_they_are_told() -> None:
    report = verified(Journal(), books=books)
    assert (report.findings, report.unchecked) == ((MONEY,), ("a journal's own",))
    report = verified(Journal(), books=lambda: books(x=b"x"))
    assert report.findings == (STRANGER, MONEY)
    assert NO_BOOKS not in report.unchecked


@pytest.mark.parametrize("error", [BadJournal("not there"), JournalUnavailable("gone"), KeyError("x"), TypeError("y")])
def test_accounts_that_cannot_be_read_are_said_to_be_unchecked(error: Exception) -> None:
    def unreadable() -> OnTheBooks:
        raise error

    report = verified(Journal(), books=unreadable)
    assert report.findings == (MONEY,)
    assert report.unchecked[-1] == f"The accounts and device keys could not be read: {error}"


def test_a_journal_with_a_seal_book_and_no_seal_at_all_is_a_finding() -> None:
    journal = Journal(seals=0)
    assert verified(journal).findings == (MONEY,)
    journal.seal_book = NoKey()
    assert verified(journal).findings == (NO_SEAL, MONEY)
    journal.recorded = Recorded(1, "hash", "key", 0)
    assert verified(journal).findings == (MONEY,)
    journal.recorded, journal.report = None, Journal(seals=1).report
    assert verified(journal).findings == (MONEY,)


def test_a_journal_without_entries_needs_no_seal() -> None:
    journal = Journal()
    journal.seal_book, journal.report = NoKey(), Report((), 0, 0, 0, 0)
    assert verified(journal).findings == (MONEY,)


def test_settings_and_progress_reach_the_journal() -> None:
    seen: list[str] = []
    journal = Journal()
    verified(journal, progress=lambda stream, read, total: seen.append(stream), limit=7)
    assert journal.asked["limit"] == 7
    assert journal.asked["progress"] is not None
    assert seen == ["property"]
