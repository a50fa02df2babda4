"""Errors of profiles and configurations."""

from houseway.errors import HousewayError


class BadSetting(HousewayError):
    """A setting that no profile has, of the wrong form, or looser than a rule that cannot be loosened."""


class BadConfiguration(HousewayError):
    """A configuration of a property that cannot be read, or that holds what no configuration has."""
