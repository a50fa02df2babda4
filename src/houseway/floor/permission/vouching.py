"""What vouches for the accounts and device keys beside the journal: digests by a key that no database has."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.journal import SealBook

if TYPE_CHECKING:
    from houseway.floor.floor import Floor

ACCOUNT = "account"
DEVICE = "device"
LINK = "link"
"""The purposes that digests of accounts, of devices and of sign-in links are keyed for."""

OfAccount = (
    c.MakeAccount
    | c.ReplacePassword
    | c.ChangeOwnPassword
    | c.CloseAccount
    | c.OpenAccount
    | c.EnrolBadge
    | c.RevokeBadge
    | c.EnrolAuthenticator
    | c.RemoveAuthenticator
)
"""The commands that put a change of an account on record."""


class Vouched(NamedTuple):
    """What vouches for a row: a digest, and by which key it was made. Both are empty without a seal book."""

    digest: str = ""
    key: str = ""


def key_name(book: SealBook) -> str:
    """By which of the sealing keys a digest was made."""
    return book.public_key().hex()[:16]


def vouched(book: SealBook | None, purpose: str, canonical: bytes) -> Vouched:
    """What vouches for a row in its canonical form."""
    if book is None:
        return Vouched()
    return Vouched(book.keyed_digest(purpose, canonical).hex(), key_name(book))


def account_command(
    kind: type[OfAccount],
    person: str,
    canonical: bytes,
    book: SealBook | None,
    *,
    before: bytes = b"",
    once: bool = False,
    invited: bool = False,
) -> OfAccount:
    """The command that puts a change of somebody's account on record; ``canonical`` is what the account will be.

    ``before`` is what it is until then, where there is one. ``once``: its password was set by another's hand.
    ``invited``: it has none, and a sign-in link is for that.
    """
    digest, key = vouched(book, ACCOUNT, canonical)
    command = kind(person=person, digest=digest, key=key, replaces=_replaced(book, before))
    if (once or invited) and isinstance(command, c.MakeAccount):
        return msgspec.structs.replace(command, once=once, invited=invited)
    return command


def _replaced(book: SealBook | None, before: bytes) -> str:
    return vouched(book, ACCOUNT, before).digest if before else ""


def link_command(person: str, link: str, until: int, canonical: bytes, book: SealBook | None) -> c.MakeSignInLink:
    """The command that puts a sign-in link on record."""
    digest, key = vouched(book, LINK, canonical)
    return c.MakeSignInLink(person=person, link=link, until=until, digest=digest, key=key)


def link_use_command(
    person: str, link: str, of_link: bytes, canonical: bytes, book: SealBook | None, *, before: bytes = b""
) -> c.UseSignInLink:
    """The command that puts on record that a link was used: ``of_link`` is the link's form, ``canonical`` the
    account's as it will be, ``before`` as it is until then."""
    link_digest, link_key = vouched(book, LINK, of_link)
    digest, key = vouched(book, ACCOUNT, canonical)
    return c.UseSignInLink(
        person=person,
        link=link,
        link_digest=link_digest,
        link_key=link_key,
        digest=digest,
        key=key,
        replaces=_replaced(book, before),
    )


def record_account(
    floor: Floor, command: OfAccount, *, who: str, at: int, id: str = "", named: Collection[str] = ()
) -> None:
    """Put a change of an account on record, from the machine that the room runs on; ``named`` as an `Order` has it."""
    floor.do(command, id=id or f"account:{secrets.token_hex(16)}", who=who, at=at, named=tuple(named))


def attestation(
    accounts: Mapping[str, bytes],
    devices: Mapping[str, bytes],
    waiting: Collection[str],
    reason: str,
    book: SealBook | None,
) -> c.AttestAccounts:
    """The command by which two people vouch for these accounts and devices, but those whose keys open nothing yet."""
    if book is None:
        raise WrongState("this journal has no sealing key to attest with", remedy="name its seals: HOUSEWAY_SEALS")
    return c.AttestAccounts(
        accounts={who: book.keyed_digest(ACCOUNT, row).hex() for who, row in accounts.items()},
        devices={id: book.keyed_digest(DEVICE, row).hex() for id, row in devices.items() if id not in waiting},
        key=key_name(book),
        reason=reason,
    )
