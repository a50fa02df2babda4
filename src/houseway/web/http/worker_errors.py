"""Why a question that is worked out in a process of its own has no answer."""

from houseway.errors import HousewayError


class NewerQuestion(HousewayError):
    """A newer question of the same page has taken the place of this one."""


class TookTooLong(HousewayError):
    """A question that was not answered in the time that there is for it."""


class WorkerFault(HousewayError):
    """The process that worked on a question failed, or there is none."""
