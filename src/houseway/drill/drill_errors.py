"""Errors of drills."""

from houseway.errors import HousewayError


class DrillFailed(HousewayError):
    """A drill came to something that may not happen; the same seed shows it again."""
