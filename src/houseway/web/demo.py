"""The demonstration property: made at a first start, with an account for each role and automatic players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import as_file, files

import msgspec

from houseway.accounts.account_errors import BadAccount
from houseway.accounts.guest_names import new_password
from houseway.accounts.service import Accounts
from houseway.compliance.configuration import Property, load
from houseway.floor import command_index as c
from houseway.floor.floor import Floor, Order
from houseway.floor.kinds.edge import read_if
from houseway.floor.kinds.of_house import AccountMade
from houseway.floor.permission.people import ALLOWANCE, HOUSE, TERMINAL
from houseway.floor.permission.vouching import account_command, record_account
from houseway.floor.states import PROPERTY
from houseway.journal.journal_errors import CommandReused
from houseway.web.live.runner import AUTOMATIC

SITTING = {
    "T1": ("rosa", "felix", "mina"),
    "T2": ("hugo", "ivy"),
    "T3": ("clara", "otto", "nils"),
    "T4": ("greta", "jonas"),
}
"""The automatic players of each table."""

Told = Callable[[int, int | None], None]
"""Hears how many of how many steps are done."""


def configuration() -> Property:
    """The demonstration property as it is configured."""
    with as_file(files("houseway.web") / "demo.toml") as path:
        return load(path)


def _orders(property: Property, at: int, sitting: Mapping[str, Sequence[str]]) -> Iterator[Order]:
    create = c.CreateProperty.of(property)
    yield Order(create, "demo:property", "ada", at, "ann", named=("ada", "ann"))
    for jackpot in property.jackpots:
        yield Order(c.AddJackpot(jackpot=jackpot), f"demo:jackpot:{jackpot.id}", "ada", at, "ann", named=("ada", "ann"))
    for table in property.tables:
        add = c.AddTable(table=table)
        yield Order(add, f"demo:table:{table.id}", "ada", at, "ann", named=("ada", "ann"))
    for table in property.tables:
        if table.template:
            continue
        yield Order(c.OpenTable(table=table.id), f"demo:open:{table.id}", "sam", at, named=("sam",))
        for seat, name in enumerate(sitting.get(table.id, ()), start=2):
            player = f"{AUTOMATIC}{name}"
            yield Order(c.GiveChips(player=player, amount=ALLOWANCE), f"allowance:{player}", HOUSE, at)
            yield Order(
                c.Sit(table=table.id, seat=seat, player=player), f"demo:sit:{player}", "sam", at, named=("sam",)
            )


def make_demo(
    floor: Floor, at: int, sitting: Mapping[str, Sequence[str]] = SITTING, *, told: Told | None = None
) -> None:
    """Make the property, if the journal holds none. Begun and not finished, it is finished: its commands keep ids.

    ``sitting`` has the names of the automatic players by table.
    """
    orders = list(_orders(configuration(), at, sitting))
    if floor.journal.command(orders[-1].id) is not None:
        return
    for number, order in enumerate(orders, start=1):
        # One by one: which streams a command needs is told by what those before it have made.
        floor.do(order.command, id=order.id, who=order.who, at=order.at, second=order.second, named=order.named)
        if told is not None:
            told(number, len(orders))


class Login(msgspec.Struct, frozen=True):
    """A login as it is shown, once."""

    role: str
    login: str
    password: str


async def make_logins(floor: Floor, accounts: Accounts, at: int, *, told: Told | None = None) -> list[Login]:
    """An account for each role of whoever works there, and for a player, each with a new password.

    What is there stays; what is missing is made, so that a first start that was cut off, or two at once, come to the
    same. The player is made with the others, and not again.
    """
    people, there = floor.property.people, await accounts.staff()
    missing = [
        person
        for person in configuration().people
        if person.id in people and all(person.id not in (account.person, account.login) for account in there)
    ]
    wanted: list[tuple[Login, str, str | None]] = [
        (Login(person.roles[0], person.id, new_password()), person.name, person.id) for person in missing
    ]
    if missing and all(account.login != "pat" for account in there):
        wanted.append((Login("player", "pat", new_password()), "Pat", None))
    return await _made(floor, accounts, at, wanted, told)


async def make_admin_login(floor: Floor, accounts: Accounts, at: int) -> list[Login]:
    """An account for the first administrator of a property that has people and no accounts yet."""
    first = next((person for person in floor.property.people.values() if "administrator" in person.roles), None)
    if first is None or await accounts.staff():
        return []
    login = Login("administrator", first.id.lower(), new_password())
    return await _made(floor, accounts, at, [(login, first.name, first.id)])


async def _made(
    floor: Floor,
    accounts: Accounts,
    at: int,
    wanted: Sequence[tuple[Login, str, str | None]],
    told: Told | None = None,
) -> list[Login]:
    """Make these accounts, each on record before; those that no other server makes at the same time."""
    made = []
    for number, (login, name, person) in enumerate(wanted):
        if told is not None:
            told(number, len(wanted))
        try:
            change = await accounts.ready_to_make(login.login, login.password, name, person)
            if person is not None:
                # Of two servers that begin at once, one has the id: only that one makes the account.
                id = f"account:first:{person}:{_before(floor, person)}"
                command = account_command(c.MakeAccount, person, change.canonical, floor.journal.seal_book)
                record_account(floor, command, who=TERMINAL, at=at, id=id)
            await accounts.apply(change)
        except (BadAccount, CommandReused):
            continue
        made.append(login)
    return made


def _before(floor: Floor, person: str) -> int:
    """How often an account was put on record as made for somebody: one of them may have been interrupted."""
    entries = floor.journal.read(PROPERTY)
    made = (read_if(entry, AccountMade) for entry in entries)
    return sum(account is not None and account.person == person for account in made)
