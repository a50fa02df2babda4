"""``houseway account``: who may come into the card room, from the machine that it runs on."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.floordb import Database, database_of, open_floor
from houseway.errors import UnknownThing

if TYPE_CHECKING:
    from houseway.accounts.service import Account, Accounts
    from houseway.floor.commands import Command

app = typer.Typer(
    add_completion=False, help="Accounts of the card room: list them, make one, give a new password, close one."
)

Who = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="WHO",
        envvar="HOUSEWAY_WHO",
        show_envvar=False,
        help="The administrator who does it, for the record; else the terminal.  [HOUSEWAY_WHO]",
    ),
]
Login = Annotated[str, typer.Argument(metavar="LOGIN", help="The login of the account.")]


@contextmanager
def _accounts(database: str | None) -> Iterator[Accounts]:
    from houseway.accounts.service import Accounts
    from houseway.accounts.store import open_store

    store = open_store(database_of(database))
    try:
        yield Accounts(store)
    finally:
        store.close()


def _record(database: str | None, who: str | None, command: Command) -> None:
    """Put a change of an account on record in the journal, before it is made."""
    from houseway.cli.desk import floor_at, now, seal
    from houseway.cli.signing import from_environment, signed
    from houseway.floor.people import TERMINAL

    with floor_at(database, readonly=False) as floor:
        at = now()
        zone = floor.property.zone
        named = signed(database, who, None, zone=zone, at=at, files=from_environment()) if who else ()
        floor.do(command, id=f"account:{secrets.token_hex(16)}", who=who or TERMINAL, at=at, named=named)
        seal(floor.journal, at)


def _find(accounts: Accounts, login: str) -> Account:
    found = next((each for each in asyncio.run(accounts.staff()) if each.login == login.lower()), None)
    if found is None:
        raise UnknownThing(f"there is no account {login!r}", remedy="houseway account list shows those there are")
    return found


@app.command("list")
def list_accounts(database: Database = None) -> None:
    """List the accounts that have a login."""
    open_floor(database, readonly=True).close()
    with _accounts(database) as accounts:
        for each in asyncio.run(accounts.staff()):
            closed = "closed" if each.closed is not None else ""
            typer.echo(f"{each.login:<20} {each.person or 'player':<16} {each.name} {closed}".rstrip())


@app.command()
def add(
    login: Login,
    person: Annotated[
        str | None, typer.Option("--person", metavar="ID", help="Who it is of the property's people; else a player.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="The name; else the person's.")] = None,
    who: Who = None,
    database: Database = None,
) -> None:
    """Make an account; its password is printed once."""
    from houseway.accounts.service import new_password
    from houseway.floor.commands import MakeAccount

    floor = open_floor(database, readonly=True)
    people = dict(floor.property.people)
    floor.close()
    if person is not None and person not in people:
        raise UnknownThing(f"{person!r} does not work here", remedy=f"people: {', '.join(people)}")
    called = name or (people[person].name if person is not None else login)
    secret = new_password()
    with _accounts(database) as accounts:
        asyncio.run(accounts.check_free(login, called, person))
        if person is not None:
            _record(database, who, MakeAccount(person=person))
        asyncio.run(accounts.make(login, secret, called, person))
    typer.echo(secret)


@app.command()
def password(login: Login, who: Who = None, database: Database = None) -> None:
    """Give an account a new password, printed once and for coming in once; its sessions end."""
    from houseway.accounts.service import new_password
    from houseway.floor.commands import ReplacePassword
    from houseway.floor.people import TERMINAL

    open_floor(database, readonly=True).close()
    secret = new_password()
    with _accounts(database) as accounts:
        found = _find(accounts, login)
        if found.person is not None:
            _record(database, who, ReplacePassword(person=found.person))
        asyncio.run(accounts.set_password(found, secret, by=who or TERMINAL))
    typer.echo(secret)


@app.command()
def close(login: Login, who: Who = None, database: Database = None) -> None:
    """Close an account: nobody comes in with it any more, and its sessions end."""
    from houseway.floor.commands import CloseAccount

    open_floor(database, readonly=True).close()
    with _accounts(database) as accounts:
        found = _find(accounts, login)
        if found.person is not None:
            _record(database, who, CloseAccount(person=found.person))
        asyncio.run(accounts.close_account(found.id))
    typer.echo(f"{login} is closed")
