"""How somebody who works here comes in and signs: sign-in links, badges, authenticators, and who has a login.

A link is for setting the own password: nobody else ever knows it. Two people sign for a link as soon as two have
logins, so that nobody alone makes the second person of their own. As with accounts, each entry is written before the
change is made, with a digest by a key that no database has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, get_args

from msgspec import UNSET

from houseway.compliance.configuration import DEPARTMENTS, Person
from houseway.floor.bookkeeping.acts_alone import note_alone
from houseway.floor.command_streams import the_property
from houseway.floor.declaring import Context, Decision, Entry, decides, folds
from houseway.floor.floor_errors import BadCommand, NotPermitted, UnknownThing, WrongState
from houseway.floor.kinds import of_house, of_sign_in
from houseway.floor.permission.controls import SEGREGATION, by
from houseway.floor.permission.people import TERMINAL, may_be_second
from houseway.floor.states import OnRecord, PropertyState, SignInLink
from houseway.floor.subjects.staff import OfPerson, PersonKnown, of_person

__all__ = [
    "EnrolAuthenticator",
    "EnrolBadge",
    "MakeSignInLink",
    "RemoveAuthenticator",
    "RevokeBadge",
    "UseSignInLink",
]

AUTHENTICATOR_ROLES = "authenticator-roles"
"""The setting that names the roles whose holders sign in with an authenticator."""

MAX_LINK_HOURS = 72
"""Hours for which a sign-in link is good, at most."""

_HOUR = 3_600_000_000
_SIGNERS = tuple(role for role in DEPARTMENTS if role != "regulator")
"""Roles of those who sign anything."""


class MakeSignInLink(OfPerson, frozen=True, kw_only=True):
    """Somebody who works here gets a link to set the own password with: on record before it opens anything."""

    link: str
    until: int


def second_due(property: PropertyState, who: str) -> bool:
    """Whether somebody has a login who could sign beside ``who``: then two people sign for a sign-in link."""
    return any(property.logins.get(person) == "open" for person in may_be_second(property.people, who))


@decides(by("administrator", people="two-once-two-sign-in", sealed=True, others=(TERMINAL,)), the_property, PersonKnown)
def make_sign_in_link(ctx: Context, command: MakeSignInLink) -> Decision:
    """A link by which somebody sets the own password is on record; it opens its door after that."""
    if ctx.second is None and second_due(ctx.property, ctx.who):
        raise NotPermitted(
            f"a sign-in link takes two people, and {ctx.who} is alone",
            clause=SEGREGATION,
            remedy="send it for approval, or name a second person from another department",
        )
    if command.person not in ctx.property.people:
        raise UnknownThing(f"{command.person!r} does not work here", remedy="add the person to the property first")
    if not ctx.at < command.until <= ctx.at + MAX_LINK_HOURS * _HOUR:
        raise BadCommand(
            f"a sign-in link is good for {MAX_LINK_HOURS} hours at most, and this one is not", remedy="make a new link"
        )
    if command.link in ctx.property.links:
        raise WrongState("this link is on record already", remedy="make a new link")
    alone = (ctx.second is None and ctx.who != TERMINAL) or UNSET
    return of_person(ctx, of_sign_in.SignInLinkMade, command, link=command.link, until=command.until, alone=alone)


@folds(PropertyState, of_sign_in.SignInLinkMade)
def _link_made(state: PropertyState, body: of_sign_in.SignInLinkMade, entry: Entry) -> None:
    state.links = {id: link for id, link in state.links.items() if link.until > entry.at}
    state.links[body.link] = SignInLink(
        body.person, body.until, body.signers(entry.who), body.digest or "", body.key or ""
    )
    note_alone(state, body.alone, entry)


class UseSignInLink(OfPerson, frozen=True, kw_only=True):
    """Somebody sets the own password with a link: on record before it is set. The link then opens nothing more.

    ``link_digest`` and ``link_key`` are what vouches for the link that was used, and must be those on record.
    """

    link: str
    link_digest: str = ""
    link_key: str = ""


# Everybody who has an account, a regulator too, for the own.
@decides(by(*DEPARTMENTS, sealed=True), the_property, PersonKnown)
def use_sign_in_link(ctx: Context, command: UseSignInLink) -> Decision:
    """Somebody sets the own password with a link that is on record, and nobody else's."""
    link = ctx.property.links.get(command.link)
    if ctx.who != command.person or link is None or link.person != command.person or ctx.at >= link.until:
        raise WrongState("this link is not good any more", remedy="ask an administrator for a new one")
    if (command.link_digest, command.link_key) != (link.digest, link.key):
        raise WrongState(
            "this link is not the one on record", remedy="ask an administrator for a new one, and say that it was so"
        )
    return of_person(ctx, of_sign_in.SignInLinkUsed, command, link=command.link)


@folds(PropertyState, of_sign_in.SignInLinkUsed)
def _link_used(state: PropertyState, body: of_sign_in.SignInLinkUsed, entry: Entry) -> None:
    _put_down(state, body, entry)
    state.links = {id: link for id, link in state.links.items() if link.person != body.person}
    state.logins[body.person] = "open"


# -- badges


class EnrolBadge(OfPerson, frozen=True, kw_only=True):
    """Somebody enrols the own badge and PIN, to sign at consoles: on record before they sign anything."""


@decides(by(*_SIGNERS, sealed=True), the_property, PersonKnown)
def enrol_badge(ctx: Context, command: EnrolBadge) -> Decision:
    """Somebody enrols the own badge, and nobody else's."""
    if ctx.who != command.person:
        raise WrongState("this badge is not your own", remedy="everybody enrols the own badge")
    return of_person(ctx, of_sign_in.BadgeEnrolled, command)


class RevokeBadge(OfPerson, frozen=True, kw_only=True):
    """Somebody's badge and PIN are to sign nothing any more: on record before they are revoked."""


@decides(by(*_SIGNERS, sealed=True), the_property, PersonKnown)
def revoke_badge(ctx: Context, command: RevokeBadge) -> Decision:
    """Somebody revokes the own badge, or an administrator anybody's."""
    giver = ctx.property.people.get(ctx.who)
    if ctx.who != command.person and (giver is None or "administrator" not in giver.roles):
        raise WrongState("this badge is not your own", remedy="ask an administrator to revoke the badge of another")
    return of_person(ctx, of_sign_in.BadgeRevoked, command)


# -- authenticators


class EnrolAuthenticator(OfPerson, frozen=True, kw_only=True):
    """Somebody enrols the own authenticator, whose codes they sign in with from now on: on record before it counts."""


# Everybody who has an account, a regulator too, for the own.
@decides(by(*DEPARTMENTS, sealed=True), the_property, PersonKnown)
def enrol_authenticator(ctx: Context, command: EnrolAuthenticator) -> Decision:
    """Somebody enrols the own authenticator, and nobody else's."""
    _check_own(ctx, command.person)
    return of_person(ctx, of_sign_in.AuthenticatorEnrolled, command)


class RemoveAuthenticator(OfPerson, frozen=True, kw_only=True):
    """Somebody signs in without codes again: on record before it is so."""


@decides(by(*DEPARTMENTS, sealed=True), the_property, PersonKnown)
def remove_authenticator(ctx: Context, command: RemoveAuthenticator) -> Decision:
    """Somebody removes the own authenticator, where no role of theirs needs one."""
    _check_own(ctx, command.person)
    if needs_authenticator(ctx.property.people.get(ctx.who), ctx.settings):
        raise WrongState(
            "your role signs in with an authenticator",
            clause=ctx.settings.rule(AUTHENTICATOR_ROLES) or None,
            remedy="enrol another one in its place",
        )
    return of_person(ctx, of_sign_in.AuthenticatorRemoved, command)


def _check_own(ctx: Context, person: str) -> None:
    if ctx.who != person:
        raise WrongState("this account is not your own", remedy="everybody enrols and removes the own authenticator")


def needs_authenticator(person: Person | None, settings: Mapping[str, Any]) -> bool:
    """Whether the settings want an authenticator of somebody with these roles."""
    return person is not None and not set(person.roles).isdisjoint(settings[AUTHENTICATOR_ROLES])


# -- who has a login


def _put_down(state: PropertyState, body: of_house.OfAccount, entry: Entry) -> None:
    if body.digest and body.key:
        state.vouched[body.person] = OnRecord(body.digest, body.key, entry.at)
    else:
        state.vouched.pop(body.person, None)


_OWN: tuple[type[of_house.OfAccount], ...] = (
    of_sign_in.BadgeEnrolled,
    of_sign_in.BadgeRevoked,
    of_sign_in.AuthenticatorEnrolled,
    of_sign_in.AuthenticatorRemoved,
)
for _kind in _OWN:
    folds(PropertyState, _kind)(_put_down)


@folds(PropertyState, of_house.AccountMade)
def _account_made(state: PropertyState, body: of_house.AccountMade, entry: Entry) -> None:
    _put_down(state, body, entry)
    if not body.invited:
        state.logins[body.person] = "open"
    note_alone(state, body.alone, entry)


@folds(PropertyState, of_house.PasswordReplaced)
def _password_replaced(state: PropertyState, body: of_house.PasswordReplaced, entry: Entry) -> None:
    _put_down(state, body, entry)
    state.logins.setdefault(body.person, "open")


@folds(PropertyState, of_house.PasswordChanged)
def _password_changed(state: PropertyState, body: of_house.PasswordChanged, entry: Entry) -> None:
    _put_down(state, body, entry)
    state.logins.setdefault(body.person, "open")


@folds(PropertyState, of_house.AccountClosed)
def _account_closed(state: PropertyState, body: of_house.AccountClosed, entry: Entry) -> None:
    _put_down(state, body, entry)
    if body.person in state.logins:
        state.logins[body.person] = "closed"
    state.links = {id: link for id, link in state.links.items() if link.person != body.person}


@folds(PropertyState, of_house.AccountOpened)
def _account_opened(state: PropertyState, body: of_house.AccountOpened, entry: Entry) -> None:
    _put_down(state, body, entry)
    if body.person in state.logins:
        state.logins[body.person] = "open"


@folds(PropertyState, of_house.AccountsAttested)
def _attested(state: PropertyState, body: of_house.AccountsAttested, entry: Entry) -> None:
    state.vouched = {who: OnRecord(digest, body.key, entry.at) for who, digest in body.accounts.items()}
    for person in body.accounts:
        state.logins.setdefault(person, "open")


OfCredential: TypeAlias = (
    MakeSignInLink | UseSignInLink | EnrolBadge | RevokeBadge | EnrolAuthenticator | RemoveAuthenticator
)
"""The commands that put a change of how somebody comes in on record."""

WITH_THE_CREDENTIAL = get_args(OfCredential)
"""The commands that come with the change they put on record, and never by themselves."""
