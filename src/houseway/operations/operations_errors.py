"""Errors of the operations room."""

from houseway.errors import HousewayError


class BadOperations(HousewayError):
    """A file of operations that cannot be read, or says what cannot be done."""


class NotDelivered(HousewayError):
    """A message that did not reach its receiver. It is sent again."""

    usual_remedy = "it is tried again; look whether the server answers and takes this login"


class BackupFailed(HousewayError):
    """A copy that could not be made, kept or brought back. The room goes on."""


class BadBundle(HousewayError):
    """A bundle of evidence that cannot be made as it was asked for, or cannot be read."""
