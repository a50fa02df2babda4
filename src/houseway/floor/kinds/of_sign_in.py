"""Entries of the property about how somebody comes in: sign-in links, badges, codes of an authenticator."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from houseway.floor.kinds.body import Body
from houseway.floor.kinds.of_house import OfAccount


class SignInLinkMade(Body, frozen=True, kw_only=True):
    """Somebody gets a link to set the own password with, until a moment; ``digest`` vouches for the link."""

    person: str
    link: str
    until: int
    digest: str | UnsetType = UNSET
    key: str | UnsetType = UNSET
    alone: bool | UnsetType = UNSET

    @property
    def sentence(self) -> str:
        return f"A sign-in link is made for {self.person}"


class SignInLinkUsed(OfAccount, frozen=True, kw_only=True):
    """Somebody sets the own password with a sign-in link, which serves once."""

    link: str

    @property
    def sentence(self) -> str:
        return f"{self.person} sets a password with a sign-in link"


class BadgeEnrolled(OfAccount, frozen=True, kw_only=True):
    """Somebody signs at consoles with a badge and a PIN from now on."""

    @property
    def sentence(self) -> str:
        return f"{self.person} enrols a badge and a PIN"


class BadgeRevoked(OfAccount, frozen=True, kw_only=True):
    """Somebody's badge and PIN sign nothing any more."""

    @property
    def sentence(self) -> str:
        return f"The badge and PIN of {self.person} are revoked"


class AuthenticatorEnrolled(OfAccount, frozen=True, kw_only=True):
    """Somebody signs in with a code of an authenticator too from now on."""

    @property
    def sentence(self) -> str:
        return f"{self.person} enrols an authenticator"


class AuthenticatorRemoved(OfAccount, frozen=True, kw_only=True):
    """Somebody signs in without a code again."""

    @property
    def sentence(self) -> str:
        return f"{self.person} removes the authenticator"
