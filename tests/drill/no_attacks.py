"""Faults that the insider drill leaves out because nobody commits them, and the tests that show each instead."""

from __future__ import annotations

from typing import NamedTuple


class NoAttack(NamedTuple):
    """A fault that is no act of anybody: ``why``, and the tests that show it mended."""

    what: str
    why: str
    shown: str


NO_ATTACKS = (
    NoAttack(
        "Amounts break inside their digits on a narrow screen, and columns are left out",
        "a report that is hard to read moves no money",
        "tests/reports",
    ),
    NoAttack(
        "A full disk is said in riddles and blocks reading",
        "who fills a disk stops the room, which is seen at once; nothing is written or paid",
        "tests/journal/test_trouble.py, tests/web/test_outages.py",
    ),
    NoAttack(
        "A reconciliation invents movements when a cap is raised or a meter added",
        "an error of a report; the change itself takes two people and is among the attacks that they are let do",
        "tests/reports/test_floor_money.py",
    ),
    NoAttack(
        "A server that freezes inside a batch blocks its table",
        "a fault of machines, not of people",
        "tests/web/test_freezing.py, tests/journal/test_presence.py",
    ),
    NoAttack(
        "Limits of requests are counted by each server by itself",
        "it is said so where they are set",
        "docs/threats.md",
    ),
    NoAttack(
        "Feeds, odd paths, figures for everybody, bodies read too early, tokens of other sessions, ids in frames",
        "what a stranger does on the network is tried at the doors themselves, by HTTP",
        "tests/web/test_locked_doors.py, tests/web/test_lock_out.py",
    ),
    NoAttack(
        "The office verifies without the seals that are configured",
        "one way of asking that asked less; every way asks the same now, and the forged seals are among the attacks",
        "tests/web/test_office_seals.py",
    ),
    NoAttack(
        "Clocks of two servers that are seconds apart spoil a close",
        "nobody's act; a command that is dated back or ahead on purpose is among the attacks",
        "tests/floor/test_days.py, tests/journal/test_clock.py",
    ),
    NoAttack(
        "The accounts are not as durable as the journal, and not in backups",
        "a power cut is nobody's act; older accounts that are put back are among the attacks",
        "tests/accounts/test_store.py, tests/cli/test_whole_backup.py",
    ),
    NoAttack(
        "Folds hang on the machine's time zones, and a mended one looks like tampering",
        "a matter of releases, not of people",
        "tests/floor/test_two_releases.py",
    ),
    NoAttack(
        "History and corrections of old rounds scan a stream backwards",
        "slow, and the same answer",
        "tests/journal/test_by_round.py",
    ),
    NoAttack(
        "Seals grow while nothing happens, evidence is cut in silence, guests are never forgotten",
        "housekeeping of the program",
        "tests/journal/test_seals.py, tests/web/test_evidence.py, tests/web/test_accounts.py",
    ),
)
"""Every such fault that was once found beside the attacks."""
