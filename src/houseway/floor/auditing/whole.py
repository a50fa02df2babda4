"""Everything about a property's journal held against everything else: its bytes, its story and its money."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from houseway.floor.auditing.account_story import WHERE as ACCOUNTS
from houseway.floor.auditing.account_story import audit_accounts
from houseway.floor.auditing.audit import audit
from houseway.floor.floor import Floor
from houseway.floor.permission.vouched_books import OnTheBooks
from houseway.journal import Finding, Report
from houseway.journal.journal_errors import BadJournal, JournalUnavailable
from houseway.journal.sealing.seal_check import SEAL_PLACES
from houseway.journal.verify import Progress

NO_BOOKS = (
    "The accounts and device keys were not looked at: they are beside the journal, and only the journal was named."
)


def verify_floor(
    floor: Floor, *, books: Callable[[], OnTheBooks] | None = None, progress: Progress | None = None, **settings: Any
) -> Report:
    """Check the journal as `Journal.verify` does, then that its story follows and that its money adds up.

    The money is reckoned from states, and asked only where what they rest on is sound. ``books`` tells the accounts and
    device keys, which are held against the journal; without it the report says that they were not.
    """
    report = floor.journal.verify(progress=progress, **settings)
    found, unchecked, notes = list(report.findings), list(report.unchecked), list(report.notes)
    try:
        told = audit(floor.journal, progress=progress)
        found += told.findings
        unchecked += told.unchecked
        notes += told.notes
    except (JournalUnavailable, UnicodeDecodeError) as error:
        found.append(Finding("story", f"it cannot be read through: {error}"))
    if floor.journal.seal_book is not None and report.entries and not (report.seals or floor.journal.recorded_seal()):
        # The command that makes a property is sealed before it is answered: whoever removes the seals removes all of
        # them, and what the journal has on record of them too.
        found.append(Finding("seals", "there is no seal, and none on record: they were removed, or nothing was sealed"))
    try:
        accounts = audit_accounts(floor.journal, books, floor.journal.seal_book) if books is not None else None
        found += accounts.findings if accounts is not None else ()
        unchecked += accounts.unchecked if accounts is not None else (NO_BOOKS,)
    except (BadJournal, JournalUnavailable, KeyError, TypeError, UnicodeDecodeError) as error:
        unchecked.append(f"The accounts and device keys could not be read: {error}")
    if all(finding.where in (*SEAL_PLACES, ACCOUNTS) for finding in found):
        found += [Finding("money", what) for what in floor.broken()]
    return msgspec.structs.replace(report, findings=tuple(found), unchecked=tuple(unchecked), notes=tuple(notes))
