"""The house that insiders try their attacks on: a commercial room in Washington with everything in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from argon2 import PasswordHasher

from houseway.accounts.on_the_books import on_the_books
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.compliance.configuration import Table
from houseway.drill.drill_plan import PAYEE, SPOTS, START, ZONE, approvals, jackpots_of, licences, table_of
from houseway.drill.insiders.crews import PEOPLE
from houseway.drill.insiders.sites import Site
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.auditing.whole import verify_floor
from houseway.floor.floor import Floor, Order
from houseway.floor.permission.people import panel_of
from houseway.floor.states import Hit
from houseway.journal import Finding

T = TypeVar("T")

SECOND = 1_000_000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
CENT = 1_000_000

ACES = "aces"
FOUR_ACES = "four-aces"
"""The jackpot of S1 and S2, and its only meter."""

SMALL = "four-of-a-kind"
"""A row that pays $100 of the house's money."""

_QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Argon2id, without the time that it takes on purpose: these passwords guard nothing."""


@cache
def tables() -> tuple[Table, ...]:
    """Three Card Split twice, linked for four aces; Dueling with two progressives, and with amounts posted daily.

    The first two run with the tabulator alone: what the cards were is what the people say.
    """
    kinds = {"S1": SPOTS[3], "S2": SPOTS[3], "D1": SPOTS[1], "P1": SPOTS[5]}
    found = {id: table_of(spot, id) for id, spot in kinds.items()}
    bare = {id: msgspec.structs.replace(found[id], cards="none") for id in ("S1", "S2")}
    return tuple({**found, **bare}.values())


class House:
    """A floor with a clock and the accounts beside it. Each command takes a second and gets an id of its own."""

    def __init__(self, site: Site, at: int = START, number: int = 0, *, create: bool = False) -> None:
        self.site = site
        self.floor: Floor = site.open(create=create)
        self.at = at
        self.number = number
        self.kept: dict[str, Any] = {}
        self.undo: list[Callable[[], None]] = []
        self._accounts: Accounts | None = None

    def close(self) -> None:
        """Close journal and accounts, and undo what was changed outside of them."""
        while self.undo:
            self.undo.pop()()
        self._stop()

    def _stop(self) -> None:
        if self._accounts is not None:
            self._accounts.store.close()
            self._accounts = None
        self.floor.close()

    @property
    def stands_beside_the_journal(self) -> bool:
        """Whether something of this house is elsewhere, among its accounts or in what is to be undone."""
        return self._accounts is not None or bool(self.undo)

    def restart(self) -> None:
        """The server ends and is started again, with whatever its files and rows are by then."""
        self._stop()
        self.floor = self.site.open()

    # -- commands

    def order(self, command: c.Command, who: str, second: str | None = None, **more: Any) -> Order:
        """A command on its way, a second later than the one before."""
        self.at += SECOND
        self.number += 1
        return Order(command, f"i{self.number}", who, more.pop("at", self.at), second, **more)

    def do(self, command: c.Command, who: str, second: str | None = None, **more: Any) -> dict[str, Any]:
        """Give a command that the house itself gives."""
        return self.give(self.order(command, who, second, **more))

    def give(self, order: Order) -> dict[str, Any]:
        """Give a command; raises the refusal."""
        return self.floor.do(
            order.command, id=order.id, who=order.who, at=order.at, second=order.second, named=order.named
        )

    def give_together(self, orders: Sequence[Order]) -> list[dict[str, Any] | HousewayError]:
        """Give several commands in one commit."""
        return self.floor.do_all(orders)

    def paper(self, kind: str) -> str:
        """A paper that has not served before."""
        return f"{kind} {self.number + 1}"

    # -- building

    def build(self) -> None:
        """The property with its papers, jackpots and tables, its seeds at the bank, every table open."""
        self.do(
            c.CreateProperty(name="The drill", profile="washington-commercial", zone=ZONE, people=PEOPLE), "ada", "ann"
        )
        for licence in licences():
            self.do(c.AddLicence(licence=licence), "ada", "ann")
        for approval in approvals(tables()):
            self.do(c.AddApproval(approval=approval), "ada", "ann")
        for jackpot in jackpots_of(tables(), "washington-commercial"):
            self.do(c.AddJackpot(jackpot=jackpot), "ada", "ann")
            if jackpot.meters:
                seed = sum(meter.seed for meter in jackpot.meters)
                slip = f"seed of {jackpot.id}"
                self.do(c.Deposit(jackpot=jackpot.id, amount=seed, reference=slip), "ann")
                self.do(c.Statement(jackpot=jackpot.id, amount=seed, reference="opening"), "ada")
        self.do(c.RecordPayee(payee=PAYEE, document="passport", ending="0042", digest="none", tin=True), "ann")
        for table in tables():
            self.do(c.AddTable(table=table), "ada", "ann")
        for table in tables():
            self.do(c.OpenTable(table=table.id), "sam")

    # -- play, as any day has it

    def press(self, table: str, *positions: int, sensor: int = 1) -> int:
        """The next round of a table is counted; its number."""
        number = self.floor.table(table).round + 1
        picture = {str(sensor): positions} if positions else {}
        self.do(c.Tabulate(table=table, round=number, picture=picture), panel_of(table))
        return number

    def claim(self, table: str, event: str, seat: int = 1) -> Hit:
        """A row of the jackpot is claimed at the panel in the round that is counted; the hit as it is held."""
        [found] = self.do(claim_of(self, table, event, seat), panel_of(table))["hits"]
        return self.floor.jackpot(found["jackpot"]).hits[found["id"]]

    @property
    def pending(self) -> str:
        """The hit of `ACES` that is neither paid nor rejected, or one that there is not."""
        return next(iter(self.floor.jackpot(ACES).pending), "none")

    def bank(self, jackpot: str) -> int:
        """What is booked at the bank for a jackpot, in cents."""
        return self.floor.accounts(jackpot).get(f"{jackpot}:bank", 0) // CENT

    def due(self, jackpot: str) -> int:
        """What is due at the bank for a jackpot, in cents, a part of one rounded up."""
        return -(-self.floor.accounts(jackpot).get(f"{jackpot}:due", 0) // CENT)

    # -- the doors beside the journal

    @property
    def accounts(self) -> Accounts:
        """The accounts and device keys that belong to the journal."""
        if self._accounts is None:
            self._accounts = Accounts(open_store(self.site.url), hasher=_QUICK, now=lambda: self.at)
        return self._accounts

    def ask(self, asked: Coroutine[Any, Any, T]) -> T:
        """What the accounts answer."""
        return asyncio.run(asked)

    # -- what is found

    def findings(self, **settings: Any) -> list[Finding]:
        """Everything that verification finds, accounts among it where there are any."""
        books = (lambda: on_the_books(self.accounts.store)) if self._accounts is not None else None
        return list(verify_floor(self.floor, books=books, **settings).findings)


def claim_of(house: House, table: str, event: str, seat: int = 1) -> c.ClaimHit:
    """The command that claims a row of the first jackpot wager in the round that is counted."""
    state = house.floor.table(table)
    assert state.table is not None
    wager = next(iter(state.table.jackpots))
    claims = (c.Claimed(seat=seat, wager=wager, event=event),)
    return c.ClaimHit(table=table, round=state.round, claims=claims)
