"""Errors of the environments, game trees and data frames."""

from houseway.errors import HousewayError


class LibraryMissing(HousewayError):
    """A library of an extra is asked for and not installed."""


class IllegalAction(HousewayError):
    """An action that the question does not offer now, where the environment was told to refuse it."""


class BadEnvironment(HousewayError):
    """An environment was asked for that cannot be made: an unknown seat, wager or setting."""


class NotReset(HousewayError):
    """A step was asked of an environment whose round has not begun, or is over."""

    usual_remedy = "call reset() first: it deals the next round"
