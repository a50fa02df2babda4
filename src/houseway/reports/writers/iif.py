"""Journal entries in the Intuit Interchange Format, which QuickBooks imports and most other programs convert.

Tab-separated lines: the accounts first, so that they are made where they are not known, then each entry as one ``TRNS``
line, its other lines as ``SPL``, and ``ENDTRNS``. Debits are above zero and credits below; an entry that does not come
to zero is refused by whoever imports it.
"""

from __future__ import annotations

from itertools import groupby

from houseway.maths.question_errors import BadQuestion
from houseway.reports.document import Document, Table
from houseway.reports.numbers import Value

COLUMNS = ("Day", "Entry", "What", "Account", "Type", "Debit", "Credit")
"""The heads of a table of journal entries."""

_TYPES = {
    "Bank": "BANK",
    "Asset": "OCASSET",
    "Liability": "OCLIAB",
    "Equity": "EQUITY",
    "Income": "INC",
    "Expense": "EXP",
}
_SPLIT = ("TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "DOCNUM", "MEMO")


def as_iif(document: Document) -> str:
    """The journal entries of a document; refused where it has none."""
    table = next(
        (
            piece
            for _, piece in document.pieces()
            if isinstance(piece, Table) and tuple(head.title for head in piece.heads) == COLUMNS
        ),
        None,
    )
    if table is None:
        raise BadQuestion(
            f"{document.title} has no journal entries", remedy="ask for the ledger, or for another format"
        )
    rows = table.rows[: len(table.rows) - table.totals]
    lines = [("!ACCNT", "NAME", "ACCNTTYPE")]
    lines += [("ACCNT", name, _TYPES[type_]) for name, type_ in sorted({(str(row[3]), str(row[4])) for row in rows})]
    text = ["\t".join(line) for line in lines]
    text += ["\t".join((f"!{kind}", *_SPLIT)) for kind in ("TRNS", "SPL")]
    text.append("!ENDTRNS")
    for _, entry in groupby(rows, key=lambda row: row[1]):
        for place, row in enumerate(entry):
            text.append("\t".join(("SPL" if place else "TRNS", *_fields(row))))
        text.append("ENDTRNS")
    return "\r\n".join(text) + "\r\n"


def _fields(row: tuple[Value, ...]) -> tuple[str, ...]:
    day, number, what, account, _, debit, credit = row
    year, month, date = str(day).split("-")
    cents = int(debit or 0) - int(credit or 0)
    amount = f"{'-' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02d}"
    # A tab or a quotation mark of a name would begin another field.
    memo = " ".join(str(what).replace('"', "'").split())
    return "GENERAL JOURNAL", f"{month}/{date}/{year}", str(account), amount, f"{day}-{number}", memo
