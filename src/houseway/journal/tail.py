"""A quick check between two whole ones: the last seal, and what was written after it."""

from __future__ import annotations

from houseway.errors import BadSeal
from houseway.journal.book import Journal
from houseway.journal.entries import EMPTY, Head, entry_hash
from houseway.journal.seals import SealedLine, seal_hash, signature_holds
from houseway.journal.verify import Finding, Report


def verify_tail(journal: Journal, *, public_key: bytes | None = None) -> Report:
    """Check that every head of the last seal is still there, and the chains from there to the end.

    Balances, counters and what lies before the seal are for `Journal.verify`.
    """
    book = journal.seal_book
    if book is None:
        raise BadSeal("this journal has no seal file", remedy="verify it whole")
    last: SealedLine | None = None
    named = None
    for number, line in enumerate(book.lines(book.size()), start=1):
        last = line
        if number == 1 and line is not None:
            named = line.seal.key
    if last is None:
        raise BadSeal(f"there is no seal to begin from in {book.path.name}", remedy="verify it whole")
    findings: list[Finding] = []
    if public_key is None:
        public_key = book.public_key() if book.key.exists() else bytes.fromhex(named or "")
    if seal_hash(last.seal).hex() != last.hash or not signature_holds(last, public_key):
        findings.append(Finding("seals", "its signature does not hold", number=last.seal.number))
    checked = 0
    heads = journal.heads()
    for stream in sorted(heads.keys() | last.seal.heads.keys()):
        number, digest = last.seal.heads.get(stream, (0, ""))
        head = heads.get(stream, EMPTY)
        if head.number < number:
            what = f"seal {last.seal.number} has it at {number}, the journal ends at {head.number}"
            findings.append(Finding("seals", what, stream, number))
            continue
        sealed = next(iter(journal.read(stream, number, number + 1)), None) if number else None
        if number and (sealed is None or sealed.hash.hex() != digest or entry_hash(sealed) != sealed.hash):
            findings.append(Finding("seals", f"seal {last.seal.number} has another entry there", stream, number))
        checked += _walk(journal, stream, sealed.hash if sealed else EMPTY.hash, number, head, findings)
    return Report(tuple(findings), 0, len(heads), checked, 1)


def _walk(journal: Journal, stream: str, previous: bytes, number: int, head: Head, findings: list[Finding]) -> int:
    checked = 0
    for entry in journal.read(stream, number + 1, head.number + 1):
        checked += 1
        number += 1
        if entry.number != number:
            findings.append(Finding("entries", f"missing: {number} to {entry.number - 1}", stream, number))
            number = entry.number
        elif entry.previous != previous:
            findings.append(Finding("entries", f"it does not follow entry {number - 1}", stream, number))
        if entry_hash(entry) != entry.hash:
            findings.append(Finding("entries", "its content does not give its hash", stream, number))
        previous = entry.hash
    if number < head.number:
        what = f"the head is at {head.number}, the entries end at {number}: the tail was cut"
        findings.append(Finding("heads", what, stream, number + 1))
    elif previous != head.hash:
        findings.append(Finding("heads", "it differs from the last entry", stream, number))
    return checked
