"""Errors of money, pays and clauses."""

from houseway.errors import HousewayError


class BadAmount(HousewayError):
    """An amount of money that is not a whole, non-negative number of cents."""


class BadPay(HousewayError):
    """A pay that cannot be read, or that a row may not be posted at."""


class UnknownClause(HousewayError):
    """An id that names no clause of the edition."""
