"""Errors of accounts, signing in and passwords."""

from __future__ import annotations

from houseway.errors import HousewayError


class NotSignedIn(HousewayError):
    """Nobody known asks: no session, one that has ended, or a device key that is not known."""


class SessionEnded(NotSignedIn):
    """The session of whoever asks was ended while they asked; nothing was done."""


class WrongPassword(NotSignedIn):
    """The login and the password do not go together, or the account is closed."""


class CodeNeeded(NotSignedIn):
    """The password is right, and this account takes a code of its authenticator too."""


class WrongCode(NotSignedIn):
    """The code is not the authenticator's of this moment, was used before, or is no recovery code that is left."""


class WrongPin(NotSignedIn):
    """The badge and the PIN do not go together, or nobody has enrolled them."""


class TooOften(HousewayError):
    """Asked too often, or locked out after wrong passwords. ``wait`` says for how many seconds."""

    def __init__(self, message: str, *, wait: int = 1, clause: str | None = None, remedy: str | None = None) -> None:
        super().__init__(message, clause=clause, remedy=remedy or f"wait {wait} seconds, then try again")
        self.wait = wait


class BadAccount(HousewayError):
    """An account that cannot be made or changed so: its login is taken, its password too short, its person unknown."""


class BadLink(HousewayError):
    """A sign-in link that is not good, or not good any more: unknown, used, expired, or not approved yet."""
