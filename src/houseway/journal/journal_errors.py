"""Errors of the journal: what it refuses to write, and why it cannot be read or trusted."""

from houseway.errors import HousewayError, Refused


class CommandReused(Refused):
    """A command id that was already used for another command. Nothing has changed."""

    usual_remedy = "make a new id for a new command"


class BadDraft(Refused):
    """What a command would append cannot be written: not canonical, unbalanced, or outside its streams."""

    usual_remedy = "nothing was written: report it with the command"


class Undeclared(BadDraft):
    """A command needs a stream that was not named for it: what its streams were worked out from has changed."""

    usual_remedy = "send the command again: what it was worked out from has changed"


class BalanceTooLarge(Refused):
    """A balance or counter would pass what the journal can hold exactly."""


class ClockSteppedBack(Refused):
    """A command is older than what its stream already holds: a clock was set back."""


class ClockAhead(Refused):
    """A command is stamped far ahead of the clock, or long after all that the journal holds: a clock is wrong."""


class CommandFault(HousewayError):
    """A bug met while a command was decided or folded: nothing of that command was written."""

    usual_remedy = "nothing was written: report it with the log of this moment"


class JournalUnavailable(HousewayError):
    """The journal could not be written or read. A command may be sent again with the same id."""

    usual_remedy = "send the command again with the same id once the journal answers"


class DiskFull(JournalUnavailable):
    """No room is left for the journal."""


class JournalReadOnly(JournalUnavailable):
    """The journal may only be read: its file, its server or this session does not allow writing."""

    usual_remedy = "open it where this login may write"


class ConnectionLost(JournalUnavailable):
    """The database server cannot be reached, or went away."""


class FencedOff(JournalUnavailable):
    """This server said nothing for some seconds, and another has taken its place: it writes nothing more."""


class JournalBusy(JournalUnavailable):
    """Another writer held the journal for too long."""


class JournalDamaged(JournalUnavailable):
    """The database itself reports damage."""


class BalancesChanged(JournalDamaged):
    """Balances or counters are not what the entries give: the database was changed past the program."""


class TooBusy(JournalUnavailable):
    """The writer's queue is full: the command was not taken."""


class NotSealed(JournalUnavailable):
    """A command was written and could not be sealed, as it must be before it is answered. Sent again, it is sealed."""


class BadJournal(HousewayError):
    """A place that holds no journal, or one that was not made by these migrations."""


class NewerJournal(BadJournal):
    """A journal written by a later release than this one."""


class OldEngine(HousewayError):
    """A database engine too old to be trusted with a journal."""


class BadExport(HousewayError):
    """An export or backup that cannot be read in: cut, altered, or of another format."""

    usual_remedy = "take another export or backup, and keep this one as it is"


class JournalNotEmpty(HousewayError):
    """An import or restore into a place that already holds something."""


class BadSeal(HousewayError):
    """A seal file or sealing key that cannot be used."""


class SealsMissing(BadSeal):
    """The seal file is not there, is empty, or is older than the journal says: nothing is sealed over that gap."""


class SealKeyLost(BadSeal):
    """The sealing key that this journal was sealed with is not there: no other is made in its place."""


class SealKeyUnknown(BadSeal):
    """The key file holds a key that the seals were not signed with and that nobody brought in."""


class JournalBehindSeals(BadSeal):
    """The journal ends before what was sealed: an older database was put back, or its end was cut."""
