"""Entries of the property about how somebody comes in: sign-in links, badges, codes of an authenticator."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from houseway.floor.kinds.body import Body
from houseway.floor.kinds.of_house import OfAccount
from houseway.floor.kinds.spelling import Says


class SignInLinkMade(Body, frozen=True, kw_only=True):
    """Somebody gets a link to set the own password with, until a moment; ``digest`` vouches for the link."""

    person: str
    link: str
    until: int
    digest: str | UnsetType = UNSET
    key: str | UnsetType = UNSET
    alone: bool | UnsetType = UNSET

    sentence = Says("A sign-in link is made for {person}")


class SignInLinkUsed(OfAccount, frozen=True, kw_only=True):
    """Somebody sets the own password with a sign-in link, which serves once."""

    link: str

    sentence = Says("{person} sets a password with a sign-in link")


class BadgeEnrolled(OfAccount, frozen=True, kw_only=True):
    """Somebody signs at consoles with a badge and a PIN from now on."""

    sentence = Says("{person} enrols a badge and a PIN")


class BadgeRevoked(OfAccount, frozen=True, kw_only=True):
    """Somebody's badge and PIN sign nothing any more."""

    sentence = Says("The badge and PIN of {person} are revoked")


class AuthenticatorEnrolled(OfAccount, frozen=True, kw_only=True):
    """Somebody signs in with a code of an authenticator too from now on."""

    sentence = Says("{person} enrols an authenticator")


class AuthenticatorRemoved(OfAccount, frozen=True, kw_only=True):
    """Somebody signs in without a code again."""

    sentence = Says("{person} removes the authenticator")
