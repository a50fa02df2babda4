"""Those who work here, their accounts, and the keys of devices.

The accounts themselves are kept beside the journal, and each change of one is on record before it is made. Each entry
has a keyed digest of what the account or the key will be, made with a key that no database has: whoever changes one
behind the journal's back is found by `houseway.floor.auditing.account_story`. Neither passwords nor what is kept of
them are ever on record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

from msgspec import UNSET, UnsetType

from houseway.compliance.configuration import DEPARTMENTS, Person
from houseway.floor.bookkeeping.acts_alone import note_alone
from houseway.floor.command_streams import the_property
from houseway.floor.declaring import Command, Context, Decision, Entry, Shape, decides, folds
from houseway.floor.floor_errors import BadCommand, UnknownThing, WrongState
from houseway.floor.forms import Field, Form, hidden, slugs, words
from houseway.floor.kinds import of_house
from houseway.floor.kinds.body import Body
from houseway.floor.permission.controls import SEGREGATION, by
from houseway.floor.permission.names import NOT_PEOPLE, check_name
from houseway.floor.permission.papers import hides, is_blank
from houseway.floor.permission.people import TERMINAL, departments, may_be_second
from houseway.floor.states import PROPERTY, PropertyState

__all__ = [
    "AddPerson",
    "AttestAccounts",
    "ChangeOwnPassword",
    "CloseAccount",
    "DropPerson",
    "MakeAccount",
    "MakeDeviceKey",
    "OpenAccount",
    "ReplacePassword",
    "RevokeDeviceKey",
]

PERSON = (
    Field("person.name", "Name", option="--name", hint="The full name.", due=lambda asking: asking.given["person.id"]),
    Field("person.roles", "Roles", "many", choices=slugs(*DEPARTMENTS), option="--role"),
)


class AddPerson(Command, frozen=True, kw_only=True):
    """Somebody who works here, or the same person with other roles. Two people, as soon as there are two."""

    person: Person


class PersonKnown(Shape, frozen=True):
    """Whom it was about."""

    person: str


@words(
    lambda given, reply: f"{given.person.name} works here as {' and '.join(given.person.roles) or 'nothing yet'}.",
    Form(
        "Add somebody who works here",
        "Add",
        (Field("person.id", "Id", option="PERSON", hint="Short, for the record: ann, t.nguyen"), *PERSON),
        terminal="property people add",
    ),
    Form(
        name="change-person",
        title="Change somebody who works here",
        button="Change",
        fields=(*hidden("person.id"), *PERSON),
    ),
)
@decides(by("administrator", people="two-once-there-are-two", sealed=True), the_property, PersonKnown)
def add_person(ctx: Context, command: AddPerson) -> Decision:
    """Somebody new, or with other roles. Two people, as soon as there are two: nobody makes their own second."""
    check_person(command.person)
    people = {**ctx.property.people, command.person.id: command.person}
    if not any("administrator" in person.roles for person in people.values()):
        raise WrongState(f"{command.person.id} is the last administrator", remedy="name another one first")
    before = ctx.property.people.get(command.person.id, UNSET)
    body = of_house.PersonAdded(person=command.person, before=before, alone=ctx.second is None or UNSET)
    return Decision([ctx.draft(PROPERTY, body)], PersonKnown(person=command.person.id))


def check_person(person: Person) -> None:
    """Refuse a name that commands are given under by others than people, or that nobody could read in a report, and
    somebody of two departments."""
    check_name(person.id, "person", NOT_PEOPLE)
    if is_blank(person.name) or hides(person.name):
        raise BadCommand(
            f"the name of {person.id} cannot be read", remedy="give the name as it is printed on the badge"
        )
    own = sorted(departments(person))
    if len(own) > 1:
        raise WrongState(
            f"{person.name} would be of {' and '.join(own)} at once",
            clause=SEGREGATION,
            remedy="give the person the roles of one department",
        )


@folds(PropertyState, of_house.PersonAdded)
def _person(state: PropertyState, body: of_house.PersonAdded, entry: Entry) -> None:
    state.people[body.person.id] = body.person
    note_alone(state, body.alone, entry)


class DropPerson(Command, frozen=True, kw_only=True):
    """Somebody who works here no longer. Two people."""

    person: str


@words(
    lambda given, reply: f"{given.person} works here no longer.",
    Form("Works here no longer", "Remove", hidden("person"), terminal="property people drop", danger=True),
)
@decides(by("administrator", people="two", sealed=True), the_property, PersonKnown)
def drop_person(ctx: Context, command: DropPerson) -> Decision:
    """Somebody leaves; the last administrator cannot. Two people: nobody drops the others and then acts alone."""
    people = ctx.property.people
    if command.person not in people:
        raise UnknownThing(f"{command.person!r} does not work here", remedy=f"people: {', '.join(people)}")
    left = [person for id, person in people.items() if id != command.person]
    if not any("administrator" in person.roles for person in left):
        raise WrongState(f"{command.person} is the last administrator", remedy="name another one first")
    return Decision(
        [ctx.draft(PROPERTY, of_house.PersonDropped(person=command.person))], PersonKnown(person=command.person)
    )


@folds(PropertyState, of_house.PersonDropped)
def _person_left(state: PropertyState, body: of_house.PersonDropped, entry: Entry) -> None:
    state.people.pop(body.person, None)


MADE_WITHIN = 10_000_000
"""Microseconds in which a change of an account is made once it is on record; else its server was stopped."""


class Vouched(Command, frozen=True, kw_only=True):
    """A command that comes with the change it puts on record: ``digest`` vouches for what is changed, as it will be.

    It is made by a key that the database does not have; ``key`` says which.
    """

    digest: str = ""
    key: str = ""


class OfPerson(Vouched, frozen=True, kw_only=True):
    """Such a command about somebody who works here.

    ``replaces`` vouches by the same key for the account that is changed, as it is until then: nothing for a new one.
    """

    person: str
    replaces: str = ""


class MakeAccount(OfPerson, frozen=True, kw_only=True):
    """Somebody who works here gets an account to sign in with: on record before it is made.

    ``once``: the password was set by another's hand. ``invited``: there is no password, and a sign-in link is for that.
    """

    once: bool = False
    invited: bool = False


@decides(by("administrator", sealed=True, others=(TERMINAL,)), the_property, PersonKnown)
def make_account(ctx: Context, command: MakeAccount) -> Decision:
    """An account for somebody who works here is on record; the account itself is made after that, outside."""
    if command.person not in ctx.property.people:
        raise UnknownThing(f"{command.person!r} does not work here", remedy="add the person to the property first")
    others = set(may_be_second(ctx.property.people, ctx.who)) - {command.person}
    alone = ctx.who not in (command.person, TERMINAL) and not others
    said = {"once": command.once, "invited": command.invited, "alone": alone}
    return of_person(ctx, of_house.AccountMade, command, **{name: True for name, so in said.items() if so})


class ReplacePassword(OfPerson, frozen=True, kw_only=True):
    """The password of somebody's account is replaced by another's hand: on record before it is."""


@decides(by("administrator", sealed=True, others=(TERMINAL,)), the_property, PersonKnown)
def replace_password(ctx: Context, command: ReplacePassword) -> Decision:
    """Who replaces whose password is on record; passwords never are."""
    return of_person(ctx, of_house.PasswordReplaced, command, once=bool(command.digest) or UNSET)


class ChangeOwnPassword(OfPerson, frozen=True, kw_only=True):
    """Somebody who works here sets their own password: on record before it is set."""


# Everybody who has an account, a regulator too, for the own.
@decides(by(*DEPARTMENTS, sealed=True), the_property, PersonKnown)
def change_own_password(ctx: Context, command: ChangeOwnPassword) -> Decision:
    """Somebody sets their own password, and nobody else's."""
    if ctx.who != command.person:
        raise WrongState("this account is not your own", remedy="an administrator replaces the password of another")
    return of_person(ctx, of_house.PasswordChanged, command)


class CloseAccount(OfPerson, frozen=True, kw_only=True):
    """Nobody comes in any more with somebody's account: on record before it is closed."""


@decides(by("administrator", sealed=True, others=(TERMINAL,)), the_property, PersonKnown)
def close_account(ctx: Context, command: CloseAccount) -> Decision:
    """Who closes whose account is on record. The person may have left before."""
    return of_person(ctx, of_house.AccountClosed, command)


class OpenAccount(OfPerson, frozen=True, kw_only=True):
    """Somebody may come in again, and waits no longer after wrong passwords: on record before the account is opened."""


@decides(by("administrator", sealed=True, others=(TERMINAL,)), the_property, PersonKnown)
def open_account(ctx: Context, command: OpenAccount) -> Decision:
    """Who opens whose account again, or lifts its lock, is on record."""
    return of_person(ctx, of_house.AccountOpened, command)


def of_person(ctx: Context, kind: Callable[..., Body], command: OfPerson, **more: object) -> Decision:
    """An entry of this kind about the person, with what vouches for the change."""
    digest, key = vouched_as(command)
    body = kind(person=command.person, digest=digest, key=key, **more)
    if isinstance(body, of_house.OfAccount):
        _check_last(ctx, command)
    return Decision([ctx.draft(PROPERTY, body)], PersonKnown(person=command.person))


def _check_last(ctx: Context, command: OfPerson) -> None:
    """Refuse a change of an account as it was before the last change on record, while that is being made.

    The later of two such entries would vouch for a change that was never made: the account can be changed but once.
    After some seconds the last change was interrupted, and whoever makes it again completes it.
    """
    last = ctx.property.vouched.get(command.person)
    if last is None or not command.digest or last.key != command.key or last.digest == command.replaces:
        return
    if ctx.at < last.at + MADE_WITHIN:
        raise WrongState(
            f"the account of {command.person} was changed at the same moment by somebody else",
            remedy="look at it again, then do it again",
        )


def vouched_as(command: Vouched) -> tuple[str | UnsetType, str | UnsetType]:
    """The digest that a command has of a change, and the key that it was made with, or neither."""
    return (command.digest, command.key) if command.digest else (UNSET, UNSET)


class AttestAccounts(Command, frozen=True, kw_only=True):
    """Two people vouch for all accounts of those who work here and all keys of devices as they are. Two people.

    For accounts of an earlier release, after a change that was interrupted, and after the sealing key was changed: from
    here on these digests count, by person and by device, and no earlier ones.
    """

    accounts: dict[str, str]
    devices: dict[str, str]
    key: str
    reason: str


class AccountsAttested(Shape, frozen=True):
    """Whose accounts and which devices two people vouched for."""

    accounts: list[str]
    devices: list[str]


@decides(by("administrator", people="two", filled=("reason",), sealed=True), the_property, AccountsAttested)
def attest_accounts(ctx: Context, command: AttestAccounts) -> Decision:
    """Two people vouch for the accounts and devices as they are."""
    body = of_house.AccountsAttested(
        accounts=command.accounts, devices=command.devices, key=command.key, reason=command.reason
    )
    reply = AccountsAttested(accounts=sorted(command.accounts), devices=sorted(command.devices))
    return Decision([ctx.draft(PROPERTY, body)], reply)


class MakeDeviceKey(Vouched, frozen=True, kw_only=True):
    """A device of a table gets a key: on record before the key opens anything. Two people."""

    device: str
    kind: Literal["panel", "sensor", "display", "shoe"]
    at_table: str
    name: str


class DeviceKnown(Shape, frozen=True):
    """The device that the command was about."""

    device: str


@decides(by("technician", "administrator", people="two", filled=("name",), sealed=True), the_property, DeviceKnown)
def make_device_key(ctx: Context, command: MakeDeviceKey) -> Decision:
    """The key of a device is on record; it opens its door after that."""
    ctx.property.table(command.at_table)
    digest, key = vouched_as(command)
    body = of_house.DeviceKeyMade(
        device=command.device, kind=command.kind, table=command.at_table, name=command.name, digest=digest, key=key
    )
    return Decision([ctx.draft(PROPERTY, body)], DeviceKnown(device=command.device))


class RevokeDeviceKey(Vouched, frozen=True, kw_only=True):
    """The key of a device is to open nothing any more: on record before it is revoked. Two people."""

    device: str
    reason: str


@decides(by("technician", "administrator", people="two", filled=("reason",), sealed=True), the_property, DeviceKnown)
def revoke_device_key(ctx: Context, command: RevokeDeviceKey) -> Decision:
    """That the key of a device opens nothing any more is on record."""
    digest, key = vouched_as(command)
    body = of_house.DeviceKeyRevoked(device=command.device, reason=command.reason, digest=digest, key=key)
    return Decision([ctx.draft(PROPERTY, body)], DeviceKnown(device=command.device))


OfAccount: TypeAlias = MakeAccount | ReplacePassword | ChangeOwnPassword | CloseAccount | OpenAccount
"""The commands that put a change of an account on record."""

WITH_THE_CHANGE = (*get_args(OfAccount), AttestAccounts, MakeDeviceKey, RevokeDeviceKey)
"""The commands that come with the change they put on record, and never by themselves."""
