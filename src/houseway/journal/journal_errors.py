"""Errors of the journal: what it refuses to write, and why it cannot be read or trusted."""

from __future__ import annotations

from houseway.errors import HousewayError, Refused


class CommandReused(Refused):
    """A command id that was already used for another command. Nothing has changed."""

    code = "command-reused"


class BadDraft(Refused):
    """What a command would append cannot be written: not canonical, unbalanced, or outside its streams."""

    code = "bad-draft"
    usual_remedy = "nothing was written: report it with the command"


class Undeclared(BadDraft):
    """A command needs a stream that was not named for it: what its streams were worked out from has changed."""

    code = "undeclared"
    usual_remedy = "send the command again: what it was worked out from has changed"


class BalanceTooLarge(Refused):
    """A balance or counter would pass what the journal can hold exactly."""

    code = "balance-too-large"


class ClockSteppedBack(Refused):
    """A command is older than what its stream already holds: a clock was set back."""

    code = "clock-stepped-back"


class ClockAhead(Refused):
    """A command is stamped far ahead of the clock, or long after all that the journal holds: a clock is wrong."""

    code = "clock-ahead"


class CommandFault(HousewayError):
    """A bug met while a command was decided or folded: nothing of that command was written."""

    code = "command-fault"
    usual_remedy = "nothing was written: report it with the log of this moment"


class JournalUnavailable(HousewayError):
    """The journal could not be written or read. A command may be sent again with the same id."""

    code = "journal-unavailable"
    usual_remedy = "send the command again with the same id once the journal answers"


class DiskFull(JournalUnavailable):
    """No room is left for the journal."""

    code = "disk-full"


class JournalReadOnly(JournalUnavailable):
    """The journal may only be read: its file, its server or this session does not allow writing."""

    code = "journal-read-only"
    usual_remedy = "open it where this login may write"


class ConnectionLost(JournalUnavailable):
    """The database server cannot be reached, or went away."""

    code = "connection-lost"


class FencedOff(JournalUnavailable):
    """This server said nothing for some seconds, and another has taken its place: it writes nothing more."""

    code = "fenced-off"


class JournalBusy(JournalUnavailable):
    """Another writer held the journal for too long."""

    code = "journal-busy"


class JournalDamaged(JournalUnavailable):
    """The database itself reports damage."""

    code = "journal-damaged"


class BalancesChanged(JournalDamaged):
    """Balances or counters are not what the entries give: the database was changed past the program."""

    code = "balances-changed"


class TooBusy(JournalUnavailable):
    """The writer's queue is full: the command was not taken."""

    code = "too-busy"


class NotSealed(JournalUnavailable):
    """A command was written and could not be sealed, as it must be before it is answered. Sent again, it is sealed."""

    code = "not-sealed"


class BadJournal(HousewayError):
    """A place that holds no journal, or one that was not made by these migrations."""

    code = "bad-journal"


class NewerJournal(BadJournal):
    """A journal written by a later release than this one."""

    code = "newer-journal"


class OldEngine(HousewayError):
    """A database engine too old to be trusted with a journal."""

    code = "old-engine"


class BadExport(HousewayError):
    """An export or backup that cannot be read in: cut, altered, or of another format."""

    code = "bad-export"
    usual_remedy = "take another export or backup, and keep this one as it is"


class JournalNotEmpty(HousewayError):
    """An import or restore into a place that already holds something."""

    code = "journal-not-empty"


class BadSeal(HousewayError):
    """A seal file or sealing key that cannot be used."""

    code = "bad-seal"


class SealsMissing(BadSeal):
    """The seal file is not there, is empty, or is older than the journal says: nothing is sealed over that gap."""

    code = "seals-missing"


class SealKeyLost(BadSeal):
    """The sealing key that this journal was sealed with is not there: no other is made in its place."""

    code = "seal-key-lost"


class SealKeyUnknown(BadSeal):
    """The key file holds a key that the seals were not signed with and that nobody brought in."""

    code = "seal-key-unknown"


class JournalBehindSeals(BadSeal):
    """The journal ends before what was sealed: an older database was put back, or its end was cut."""

    code = "journal-behind-seals"
