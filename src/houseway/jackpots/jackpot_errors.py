"""Errors of jackpots, their money and their equipment."""

from houseway.errors import HousewayError, Refused


class BadJackpot(HousewayError):
    """A jackpot that cannot be run as it is configured, or a change that it may not undergo."""


class FundsShort(Refused):
    """A fund or the bank account does not hold what is asked of it."""


class AdjustmentRefused(Refused):
    """A change of a displayed amount for a reason, or by an amount, that the rules do not allow."""


class RemovalRefused(Refused):
    """A progressive that may not be removed, moved or closed in this way or on this day."""


class UnknownModel(HousewayError):
    """A name or version that is no approved model of the jackpot system."""


class EquipmentRefused(Refused):
    """Something that this piece of equipment cannot do, or may not be used for."""


class UnknownSensor(EquipmentRefused):
    """A sensor or a position that the model does not have or that is not installed at the table."""


class EquipmentFailed(Refused):
    """The equipment is out of order or without power: the manual procedure holds."""


class NotConfirmed(Refused):
    """Wagers may not be collected: the indicators were not confirmed against the chips, or the two differ."""


class BadReading(HousewayError):
    """A reading of a counter that cannot be one."""


class StoreFull(Refused):
    """A device has no memory left for what it must keep until it is acknowledged. Nothing was dropped."""


class SequenceGap(HousewayError):
    """Counts forwarded out of sequence: something before them is missing."""


class LineDown(HousewayError):
    """The line is down, or an answer did not come: whether the command arrived is not known."""

    usual_remedy = "what was not acknowledged is sent again when the line is back"


class NoticeRefused(Refused):
    """A bonus amount without the required notice, word for word."""
