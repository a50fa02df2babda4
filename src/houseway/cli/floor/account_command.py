"""``houseway account``: who may come into the card room, from the machine that it runs on."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.command_options import argument, takes
from houseway.cli.floor.floor_database import Database, database_of, open_floor
from houseway.floor.floor_errors import NotPermitted, UnknownThing
from houseway.floor.permission.controls import SEGREGATION

if TYPE_CHECKING:
    from houseway.accounts.account_rows import Account, Change
    from houseway.accounts.service import Accounts
    from houseway.compliance.configuration import Person
    from houseway.floor.permission.vouching import OfAccount

app = typer.Typer(
    add_completion=False,
    help="Accounts of the card room: list, sign-in link, add, new password, close, open, attest.",
)

Who = Annotated[
    str | None,
    takes(
        "--as WHO",
        "The administrator who does it, for the record; else the terminal.  [HOUSEWAY_WHO]",
        envvar="HOUSEWAY_WHO",
        show_envvar=False,
    ),
]
Login = Annotated[str, argument("LOGIN", "The login of the account.")]


@contextmanager
def accounts_at(database: str | None) -> Iterator[Accounts]:
    """The accounts that belong to a database, closed again afterwards."""
    from houseway.accounts.service import Accounts
    from houseway.accounts.store import open_store

    store = open_store(database_of(database))
    try:
        yield Accounts(store)
    finally:
        store.close()


def _make(
    database: str | None,
    accounts: Accounts,
    kind: type[OfAccount],
    change: Change,
    who: str | None,
    *,
    invited: bool = False,
) -> None:
    """Put a change of an account on record in the journal, then make it."""
    from houseway.cli.floor.signing import from_environment, signed
    from houseway.cli.floor.terminal_desk import floor_at, now, seal
    from houseway.floor.permission.people import TERMINAL
    from houseway.floor.permission.vouching import account_command, record_account

    if change.subject is not None and change.account is not None:
        with floor_at(database, readonly=False) as floor:
            at, book, zone = now(), floor.journal.seal_book, floor.property.zone
            named = signed(database, who, None, zone=zone, at=at, files=from_environment()) if who else ()
            once = change.account.once
            command = account_command(
                kind, change.subject, change.canonical, book, before=change.before, once=once, invited=invited
            )
            record_account(floor, command, who=who or TERMINAL, at=at, named=named)
            seal(floor.journal, at)
    asyncio.run(accounts.apply(change))


def _person(database: str | None, id: str | None) -> Person | None:
    """One of the property's people; nobody where none is named."""
    with closing(open_floor(database, readonly=True)) as floor:
        people = floor.property.people
    if id is not None and id not in people:
        raise UnknownThing(f"{id!r} does not work here", remedy=f"people: {', '.join(people)}")
    return people[id] if id is not None else None


def _find(accounts: Accounts, login: str) -> Account:
    found = next((each for each in asyncio.run(accounts.staff()) if each.login == login.lower()), None)
    if found is None:
        raise UnknownThing(f"there is no account {login!r}", remedy="houseway account list shows those there are")
    return found


@app.command("list")
def list_accounts(database: Database = None) -> None:
    """List the accounts that have a login."""
    open_floor(database, readonly=True).close()
    with accounts_at(database) as accounts:
        for each in asyncio.run(accounts.staff()):
            closed = "closed" if each.closed is not None else ""
            typer.echo(f"{each.login:<20} {each.person or 'player':<16} {each.name} {closed}".rstrip())


@app.command()
def add(
    login: Login,
    person: Annotated[str | None, takes("--person ID", "Who it is of the property's people; else a player.")] = None,
    name: Annotated[str | None, takes("--name NAME", "The name; else the person's.")] = None,
    who: Who = None,
    database: Database = None,
) -> None:
    """Make an account; its password is printed once."""
    from houseway.accounts.guest_names import new_password
    from houseway.floor.command_index import MakeAccount

    known = _person(database, person)
    called = name or (known.name if known is not None else login)
    secret = new_password()
    with accounts_at(database) as accounts:
        change = asyncio.run(accounts.ready_to_make(login, secret, called, person))
        _make(database, accounts, MakeAccount, change, who)
    typer.echo(secret)


@app.command()
def link(
    login: Login,
    person: Annotated[
        str | None, takes("--person ID", "Make the login for this one of the property's people first.")
    ] = None,
    address: Annotated[str, takes("--address URL", "Where browsers find the room.")] = "http://127.0.0.1:8700",
    database: Database = None,
) -> None:
    """Print a sign-in link, with which the person of a login sets a new password; it serves once, for two days.

    This is how a lost login comes back. With --person it makes a new one.
    """
    from houseway.accounts.credentials.links import approve_link, make_link
    from houseway.cli.floor.terminal_desk import floor_at, now, seal
    from houseway.floor.command_index import MakeAccount
    from houseway.floor.permission.people import TERMINAL
    from houseway.floor.permission.vouching import link_command

    known = _person(database, person)
    with accounts_at(database) as accounts:
        if known is not None:
            change = asyncio.run(accounts.ready_to_invite(login, known.name[:40], known.id))
            _make(database, accounts, MakeAccount, change, None, invited=True)
        account = _find(accounts, login)
        if account.person is None:
            raise NotPermitted(
                f"{login} is a player's login", remedy=f"give it a new password: houseway account password {login}"
            )
        made, token = asyncio.run(make_link(accounts, account, TERMINAL, waits=True))
        with floor_at(database, readonly=False) as floor:
            at, book = now(), floor.journal.seal_book
            command = link_command(account.person, made.id, made.until, made.canonical, book)
            floor.do(command, id=f"link:{made.id}", who=TERMINAL, at=at)
            seal(floor.journal, at)
        asyncio.run(approve_link(accounts, made.id, None))
    typer.echo(f"{address.rstrip('/')}/enrol#{token}")


@app.command()
def password(login: Login, who: Who = None, database: Database = None) -> None:
    """Give an account a new password, printed once and for coming in once; its sessions end."""
    from houseway.accounts.guest_names import new_password
    from houseway.floor.command_index import ReplacePassword
    from houseway.floor.permission.people import TERMINAL

    open_floor(database, readonly=True).close()
    secret = new_password()
    with accounts_at(database) as accounts:
        change = asyncio.run(accounts.ready_to_set_password(_find(accounts, login), secret, by=who or TERMINAL))
        _make(database, accounts, ReplacePassword, change, who)
    typer.echo(secret)


@app.command()
def close(login: Login, who: Who = None, database: Database = None) -> None:
    """Close an account: nobody comes in with it any more, and its sessions end."""
    from houseway.floor.command_index import CloseAccount

    open_floor(database, readonly=True).close()
    with accounts_at(database) as accounts:
        _make(database, accounts, CloseAccount, asyncio.run(accounts.ready_to_close(_find(accounts, login))), who)
    typer.echo(f"{login} is closed")


@app.command("open")
def open_again(login: Login, who: Who = None, database: Database = None) -> None:
    """Open a closed account again; whoever waits after wrong passwords waits no longer."""
    from houseway.floor.command_index import OpenAccount

    open_floor(database, readonly=True).close()
    with accounts_at(database) as accounts:
        change = asyncio.run(accounts.ready_to_close(_find(accounts, login), closed=False))
        _make(database, accounts, OpenAccount, change, who)
    typer.echo(f"{login} is open")


@app.command()
def attest(
    reason: Annotated[str, argument("REASON", "Why: an upgrade, an interrupted change, a new key.")],
    who: Annotated[str, takes("--as WHO", "The administrator who attests.")],
    second: Annotated[str, takes("--second WHO", "The second person, of another department.")],
    database: Database = None,
) -> None:
    """Vouch for all accounts of people who work here, and all device keys, as they are: two people, each signs."""
    from houseway.cli.floor.signing import from_environment, signed
    from houseway.cli.floor.terminal_desk import floor_at, now, seal
    from houseway.floor.permission.vouching import attestation

    with floor_at(database, readonly=False) as floor, accounts_at(database) as accounts:
        books = asyncio.run(accounts.on_the_books())
        for person, login in sorted(books.logins.items()):
            typer.echo(f"account  {login:<20} {person}")
        for device in asyncio.run(accounts.devices()):
            state = "revoked" if device.revoked is not None else "waits" if device.waits else ""
            typer.echo(f"device   {device.id:<20} {device.kind} of table {device.table} {state}".rstrip())
        at = now()
        named = signed(database, who, second, zone=floor.property.zone, at=at, files=from_environment())
        if named:
            raise NotPermitted(
                f"{' and '.join(named)} cannot sign: nobody vouches for accounts without one",
                clause=SEGREGATION,
                remedy="let two people attest who sign in here with their own passwords",
            )
        command = attestation(books.accounts, books.devices, books.waiting, reason, floor.journal.seal_book)
        reply = floor.do(command, id=f"attest:{uuid.uuid4()}", who=who, second=second, at=at)
        seal(floor.journal, at)
    typer.echo(f"{len(reply['accounts'])} accounts and {len(reply['devices'])} device keys are attested")
