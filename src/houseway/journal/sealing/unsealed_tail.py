"""A quick check between two whole ones: the last seal, and what was written after it."""

from __future__ import annotations

from msgspec import UNSET

from houseway.journal.book import Journal
from houseway.journal.entries import EMPTY, Head, entry_hash
from houseway.journal.journal_errors import BadSeal
from houseway.journal.sealing.seal_check import moment_of, unsealed_since
from houseway.journal.sealing.seals import SealedLine, key_after, seal_hash, signature_holds
from houseway.journal.verify import Finding, Report

ONLY_THE_TAIL = (
    "what lies before the last seal, balances, counters and stored states. Check everything: houseway audit verify"
)


def verify_tail(journal: Journal, *, public_key: bytes | None = None, now: int | None = None) -> Report:
    """Check that every head of the last seals is still there, and the chains from there to the end.

    Balances, counters and what lies before the seals are for `Journal.verify`.
    """
    book = journal.seal_book
    if book is None:
        raise BadSeal("this journal has no seal file", remedy="verify it whole")
    last: SealedLine | None = None
    signer: str | None = None
    in_force: str | None = None
    standing: dict[str, tuple[int, str]] = {}
    for line in book.lines(book.size()):
        last = line
        if line is not None:
            signer = in_force if in_force is not None and line.seal.replaces is UNSET else line.seal.key
            in_force = key_after(line, signer)
            standing.update(line.seal.heads)
    recorded = journal.recorded_seal()
    if last is None:
        why = "" if recorded is None else f", and the journal has seal {recorded.number} on record"
        raise BadSeal(f"there is no seal to begin from in {book.path.name}{why}", remedy="verify it whole")
    findings: list[Finding] = []
    number = last.seal.number
    if public_key is not None and public_key.hex() != signer:
        findings.append(Finding("seals", "they are signed with another key than the one that was given"))
    if public_key is None and not book.key.exists():
        findings.append(Finding("key", "the key file is missing: the journal was sealed with it"))
    if seal_hash(last.seal).hex() != last.hash or not signature_holds(last, bytes.fromhex(signer or "")):
        findings.append(Finding("seals", "its signature does not hold", number=number))
    if recorded is not None and number < recorded.number:
        ends = f"the file ends at seal {number} of {moment_of(last.seal.at)}"
        said = f"the journal has seal {recorded.number} of {moment_of(recorded.at)} on record"
        what = f"{ends}: {said}; it was shortened, or an older copy was put back"
        findings.append(Finding("seals", what, number=recorded.number))
    elif recorded is not None and number == recorded.number and recorded.hash != last.hash:
        findings.append(Finding("seals", "it is not the seal that the journal has on record", number=number))
    checked = 0
    heads = journal.heads()
    for stream in sorted(heads.keys() | standing.keys()):
        at, digest = standing.get(stream, (0, ""))
        head = heads.get(stream, EMPTY)
        if head.number < at:
            what = f"seal {number} has it at {at}, the journal ends at {head.number}"
            findings.append(Finding("seals", what, stream, at))
            continue
        sealed = next(iter(journal.read(stream, at, at + 1)), None) if at else None
        if at and (sealed is None or sealed.hash.hex() != digest or entry_hash(sealed) != sealed.hash):
            findings.append(Finding("seals", f"seal {number} has another hash for it", stream, at))
        checked += _walk(journal, stream, sealed.hash if sealed else EMPTY.hash, at, head, findings)
    tail = unsealed_since(last.seal, standing, heads, now)
    return Report(tuple(findings), 0, len(heads), checked, 1, tail=tail, unchecked=(ONLY_THE_TAIL,))


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
