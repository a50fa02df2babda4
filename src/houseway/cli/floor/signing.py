"""Who signs at a terminal: whoever has an account gives its password, and the code of its authenticator where it has
one; whoever has none is only named.

An entry whose command somebody was only named for says so (``signed: "named"``, ``named``), and reports show it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from houseway.accounts.account_errors import CodeNeeded
from houseway.cli.command_options import takes
from houseway.cli.floor.floor_database import database_of
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.controls import SEGREGATION
from houseway.journal.engines.places import sqlite_path
from houseway.journal.engines.postgres import DEFAULT_SCHEMA
from houseway.journal.journal_errors import JournalUnavailable
from houseway.table.table_errors import BadSetup

if TYPE_CHECKING:
    from houseway.accounts.account_rows import Account
    from houseway.accounts.service import Accounts

FIRST, OTHER = "HOUSEWAY_PASSWORD_FILE", "HOUSEWAY_SECOND_PASSWORD_FILE"
"""The environment variables that name the files with the two passwords."""

PasswordFile = Annotated[
    str | None,
    takes(
        "--password-file FILE",
        f"The file with the password of whoever gives the command; else asked for.  [{FIRST}]",
        envvar=FIRST,
        show_envvar=False,
    ),
]
SecondPasswordFile = Annotated[
    str | None,
    takes(
        "--second-password-file FILE",
        f"The file with the password of the second person; else asked for.  [{OTHER}]",
        envvar=OTHER,
        show_envvar=False,
    ),
]


def signed(
    database: str | None,
    who: str,
    second: str | None,
    *,
    zone: str,
    at: int,
    files: Sequence[str | None] = (None, None),
) -> tuple[str, ...]:
    """Those of the two who have no account and are only named; a wrong password, or none, refuses the command."""
    people = [(who, files[0]), *(((second, files[1]),) if second is not None else ())]
    url = database_of(database)
    if not _are_kept(url):
        return tuple(person for person, _ in people)
    from houseway.accounts.custody import check_hands, hands
    from houseway.accounts.service import Accounts
    from houseway.accounts.store import open_store

    store = open_store(url)
    try:
        accounts = Accounts(store)
        known = {each.person: each for each in asyncio.run(accounts.staff()) if each.person and each.closed is None}
        for person, file in people:
            if person in known:
                _check(accounts, known[person], file)
        if second in known and who in known:
            check_hands(asyncio.run(hands(accounts)), who, str(second), zone, at)
        return tuple(person for person, _ in people if person not in known)
    finally:
        store.close()


def _are_kept(url: str) -> bool:
    """Whether anybody has an account beside this journal; looking makes none."""
    path = sqlite_path(url)
    if path is not None:
        return path.with_name(f"{path.name}.accounts").is_file()
    import psycopg

    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    schema = f"{query.pop('schema', DEFAULT_SCHEMA)}_accounts"
    try:
        with psycopg.connect(urlunsplit(parts._replace(query=urlencode(query))), connect_timeout=10) as session:
            [[found]] = session.execute("SELECT to_regnamespace(%s) IS NOT NULL", (f'"{schema}"',)).fetchall()
    except psycopg.Error as error:
        raise JournalUnavailable(f"whether there are accounts cannot be found out: {error}") from error
    return bool(found)


def _check(accounts: Accounts, account: Account, file: str | None) -> None:
    """Refuse unless whoever has this account gives its password."""
    assert account.login is not None
    from houseway.accounts.throttle import TERMINAL_ORIGIN

    password = _password(str(account.person), file)
    code = _code(str(account.person)) if account.codes else None
    asyncio.run(accounts.check(account.login, password, origin=TERMINAL_ORIGIN, code=code))
    if account.once:
        raise NotPermitted(
            f"the password of {account.person} was set by somebody else, and signs nothing",
            clause=SEGREGATION,
            remedy=f"{account.person} signs in once and sets their own",
        )


def _password(person: str, file: str | None) -> str:
    if file is not None:
        try:
            return Path(file).read_text(encoding="utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise BadSetup(
                f"the password of {person} cannot be read from {file}: {error}",
                remedy="name a file that this login may read",
            ) from error
    if not sys.stdin.isatty():
        raise NotPermitted(
            f"{person} has an account and signs with its password",
            clause=SEGREGATION,
            remedy=f"give the command at a terminal, or name a file with the password: {FIRST}, {OTHER}",
        )
    return getpass(f"Password of {person}: ", stream=sys.stderr)


def _code(person: str) -> str:
    """A code lives half a minute and is typed: no file has it."""
    if not sys.stdin.isatty():
        raise CodeNeeded(
            f"{person} signs with a code of the authenticator too", remedy="give the command at a terminal, and type it"
        )
    return getpass(f"Code of {person}'s authenticator: ", stream=sys.stderr)


def from_environment() -> tuple[str | None, str | None]:
    """The files that the environment names."""
    return os.environ.get(FIRST) or None, os.environ.get(OTHER) or None
