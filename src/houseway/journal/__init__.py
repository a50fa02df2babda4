"""The journal: streams of chained entries with ledger, counters and seals, on SQLite and PostgreSQL.

Knows no casino: a stream, an account and a counter are names.
"""

from houseway.journal.book import Journal
from houseway.journal.commands import Decision, Fold, Outcome, Request
from houseway.journal.entries import CLOCK, Draft, Entry, Head
from houseway.journal.restore import restore
from houseway.journal.sealing.seals import Seal, SealBook
from houseway.journal.transaction import Transaction
from houseway.journal.verify import Finding, Report
from houseway.journal.writer import Ticket, Writer

__all__ = [
    "CLOCK",
    "Decision",
    "Draft",
    "Entry",
    "Finding",
    "Fold",
    "Head",
    "Journal",
    "Outcome",
    "Report",
    "Request",
    "Seal",
    "SealBook",
    "Ticket",
    "Transaction",
    "Writer",
    "restore",
]
