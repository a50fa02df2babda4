"""Refusals of the floor: who may not, what is missing, what is not so."""

from houseway.errors import HousewayError, Refused


class BadCommand(HousewayError):
    """A command to the floor that cannot be read."""


class NotPermitted(Refused):
    """Somebody asked who may not, or a second person is needed and is not there or not independent."""


class ReferenceMissing(Refused):
    """A command that names no paper, or leaves a reason blank, where the table of controls wants one."""


class PayeeMissing(Refused):
    """A prize whose tax is reported or withheld, and whose payee is not on record."""


class ReferenceUsed(Refused):
    """A command on a paper that has served for the same purpose before."""


class NotCompliant(Refused):
    """A configuration that the property's profile does not allow: see `houseway check`."""


class Stopped(Refused):
    """Counting is stopped at this table or for this jackpot; the message says why."""


class DepositOverdue(Stopped):
    """Money of a progressive is overdue at the bank: it takes no wager until the deposit is recorded."""


class WrongState(Refused):
    """A command that does not fit what is so now: a closed table, another round, a hit already paid."""


class OtherRelease(WrongState):
    """A table or a round that this program may not play: it was opened under another release or other rules."""


class UnknownThing(Refused):
    """A table, jackpot, hit, person or sensor that is not there."""

    code = "unknown"


class StuckSensor(Refused):
    """A sensor that was not seen clear since the last round, or counts more than a table can play."""
