"""Accounts and device keys held against the journal: changed, added or removed behind its back, or left unfinished.

Every change of an account of somebody who works here, and of a device's key, is on record before it is made, with a
digest under a key that no database has. What an account opens is in the property's own people: their roles are nowhere
but in the journal. Players' accounts hold play money only, and nobody vouches for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec
from msgspec import UnsetType

from houseway.floor.auditing.audit import Audit
from houseway.floor.kinds import of_house
from houseway.floor.kinds.body import Body, Signatures
from houseway.floor.kinds.edge import kind_of, name_of, read, read_as
from houseway.floor.permission.vouched_books import OnTheBooks
from houseway.floor.permission.vouching import ACCOUNT, DEVICE, key_name
from houseway.floor.states import PROPERTY
from houseway.journal import Entry, Finding, SealBook
from houseway.journal.journal_errors import BadSeal

WHERE = "accounts"
"""Where its findings are, beside the tables and files of a journal."""

ATTEST = "look at them, and let two people attest them: houseway account attest"
TOGETHER = 600_000_000
"""Microseconds within which a change is made after it was put on record, at most."""

_MADE = (of_house.AccountMade, of_house.DeviceKeyMade)
_HANDED: dict[type[Body], str] = {of_house.AccountMade: "made", of_house.PasswordReplaced: "replaced"}


class Record(msgspec.Struct, frozen=True):
    """What an entry vouches for."""

    kind: type[Body]
    who: str
    at: int
    number: int
    digest: str = ""
    key: str = ""
    once: bool = False


class _Entries(Protocol):
    def read(self, stream: str) -> Iterable[Entry]:
        """The entries of a stream, from the first."""


class _Created(Signatures, frozen=True, kw_only=True):
    """The beginning of a journal, as far as it says whether every account is on record."""

    accounts: str = ""


class OnRecord:
    """What the journal says of accounts and devices."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.complete = False
        self.accounts: dict[str, list[Record]] = {}
        self.devices: dict[str, list[Record]] = {}
        self.read = 0
        for entry in entries:
            self.read += 1
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        if kind_of(entry, "property") is of_house.PropertyCreated:
            self.complete = read_as(entry, _Created).accounts == "on-record"
            return
        match read(entry, "property"):
            case of_house.OfAccount() as body:
                own = _record(entry, body, body.digest, body.key, once=bool(body.once))
                self.accounts.setdefault(body.person, []).append(own)
            case of_house.OfDevice() as body:
                self.devices.setdefault(body.device, []).append(_record(entry, body, body.digest, body.key))
            case of_house.AccountsAttested() as attested:
                self.complete = True
                self.accounts, self.devices = (
                    {id: [_record(entry, attested, digest, attested.key)] for id, digest in told.items()}
                    for told in (attested.accounts, attested.devices)
                )


def _record(entry: Entry, body: Body, digest: str | UnsetType, key: str | UnsetType, *, once: bool = False) -> Record:
    return Record(type(body), entry.who, entry.at, entry.number, digest or "", key or "", once)


class _Check:
    """One comparison of the books with the record."""

    def __init__(self, record: OnRecord, books: OnTheBooks, book: SealBook | None) -> None:
        self.findings: list[Finding] = []
        self._early: list[str] = []
        self._other_key: list[str] = []
        self._no_key: list[str] = []
        self._record = record
        self._books = books
        self._book = book if book is not None and book.key.exists() else None
        self._key = ""
        if self._book is not None:
            try:
                self._key = key_name(self._book)
            except BadSeal:
                self._book = None
        for person in sorted({*record.accounts, *books.accounts}):
            login = books.logins.get(person)
            said = f"the account of {person}" + (f" (login {login})" if login and login != person else "")
            self._subject(said, ACCOUNT, books.accounts.get(person), record.accounts.get(person, []))
            self._hands(person, record.accounts.get(person, []))
        for device in sorted({*record.devices, *books.devices}):
            self._device(device)

    @property
    def unchecked(self) -> list[str]:
        """What could not be checked, in words."""
        found = []
        if self._early:
            found.append(
                f"{_listed(self._early)}: on record without a digest, from an earlier release or without a sealing "
                f"key. {ATTEST.capitalize()}"
            )
        if self._other_key:
            found.append(f"{_listed(self._other_key)}: on record under an earlier sealing key. {ATTEST.capitalize()}")
        if self._no_key:
            found.append(f"{_listed(self._no_key)}: not checked, the sealing key is not here. Verify where the key is")
        return found

    def _device(self, id: str) -> None:
        canonical, records = self._books.devices.get(id), self._record.devices.get(id, [])
        said = f"the key of device {id}"
        if id in self._books.waiting:
            if not records:
                # Proposed, and not approved yet: it opens nothing.
                return
            if records[-1].kind is of_house.DeviceKeyMade:
                self._found(f"{said} is on record and opens nothing yet: approve it again, or revoke it", records[-1])
                return
        self._subject(said, DEVICE, canonical, records)

    def _subject(self, said: str, purpose: str, canonical: bytes | None, records: list[Record]) -> None:
        last = records[-1] if records else None
        if canonical is None:
            assert last is not None
            if not last.digest:
                self._early.append(said)
            elif last.kind in _MADE:
                self._found(f"{said} is on record and was never made, or was removed: make it again, or {ATTEST}", last)
            else:
                self._found(f"{said} is on record and is not there: it was removed behind the journal's back", last)
        elif last is None:
            if self._record.complete:
                self._found(f"{said} is on no record: it was added behind the journal's back")
            else:
                self._early.append(said)
        elif not last.digest:
            self._early.append(said)
        elif self._book is None:
            self._no_key.append(said)
        elif last.key != self._key:
            self._other_key.append(said)
        elif not self._is(purpose, canonical, last):
            before = records[-2] if len(records) > 1 else None
            if before is not None and self._is(purpose, canonical, before):
                what = name_of(last.kind).replace("-", " ")
                self._found(
                    f"{said} is as it was before the last change on record ({what} by {last.who}): the change was "
                    f"interrupted, or somebody undid it. Make it again, or {ATTEST}",
                    last,
                )
            else:
                self._found(f"{said} was changed behind the journal's back", last)

    def _is(self, purpose: str, canonical: bytes, record: Record) -> bool:
        assert self._book is not None
        return record.key == self._key and record.digest == self._book.keyed_digest(purpose, canonical).hex()

    def _hands(self, person: str, records: list[Record]) -> None:
        """Whoever set a password by another's hand must be on the books: the two do not count as two people."""
        for record in records:
            if record.once and person in self._books.accounts and not self._is_handed(person, record):
                self._found(f"that {record.who} set the password of {person} was taken off the books", record)

    def _is_handed(self, person: str, record: Record) -> bool:
        return any(
            (each.person, each.by, each.kind) == (person, record.who, _HANDED.get(record.kind))
            and abs(each.at - record.at) <= TOGETHER
            for each in self._books.handed
        )

    def _found(self, what: str, record: Record | None = None) -> None:
        self.findings.append(Finding(WHERE, what, PROPERTY, record.number if record is not None else None))


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:20])
    return shown if len(names) <= 20 else f"{shown} and {len(names) - 20} more"


def audit_accounts(journal: _Entries, books: Callable[[], OnTheBooks], book: SealBook | None) -> Audit:
    """Hold the accounts against the journal.

    A change is on record a moment before it is made: what is found is looked at a second time before it counts.
    """
    first = books()
    record = OnRecord(journal.read(PROPERTY))
    check = _Check(record, first, book)
    if check.findings:
        again = _Check(OnRecord(journal.read(PROPERTY)), books(), book)
        known = {(finding.what, finding.number) for finding in check.findings}
        findings = [finding for finding in again.findings if (finding.what, finding.number) in known]
        return Audit(tuple(findings), record.read, tuple(again.unchecked))
    return Audit((), record.read, tuple(check.unchecked))
