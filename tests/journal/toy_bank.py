"""A small bank to keep journals for: streams that add up what is paid in, and places to keep them in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

import apsw
import psycopg
from psycopg import sql

from houseway.errors import Refused
from houseway.journal import Decision, Draft, Entry, Journal, Outcome, Request, Transaction, Writer
from tests.waiting import LONG

TABLES = {
    "entries": [
        "stream",
        "number",
        "command",
        "who",
        "at",
        "kind",
        "body",
        "lines",
        "counts",
        "proof",
        "previous",
        "hash",
    ],
    "heads": ["stream", "number", "at", "hash"],
    "commands": ["id", "digest", "reply", "stream", "number", "entries"],
    "balances": ["account", "stream", "amount"],
    "counters": ["bank", "stream", *(f"p{position}" for position in range(1, 17))],
    "snapshots": ["stream", "number", "state", "totals", "digest"],
    "migrations": ["number", "name", "digest"],
}


class Till:
    """A fold: how many entries, their sum, and the words said."""

    def start(self, stream: str) -> dict[str, Any]:
        return {"stream": stream, "entries": 0, "sum": 0, "words": {}}

    def apply(self, state: dict[str, Any], entry: Entry) -> dict[str, Any]:
        data = entry.data
        if data.get("unfoldable"):
            raise ZeroDivisionError("this entry cannot be folded")
        state["entries"] += 1
        state["sum"] += data.get("amount", 0)
        state["words"][entry.kind] = state["words"].get(entry.kind, 0) + 1
        return state

    def dump(self, state: dict[str, Any]) -> bytes:
        return json.dumps(state, sort_keys=True).encode()

    def load(self, stream: str, raw: bytes) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(raw)
        return state

    def current(self, raw: bytes) -> bool:
        return True


def pay(
    command: str,
    amount: int = 5,
    *,
    stream: str = "table/1",
    also: str | None = None,
    at: int = 1_000_000,
    positions: Sequence[int] = (1, 3),
    **extra: Any,
) -> Request:
    """Pay an amount into a stream's box; refused when negative. ``also`` names a second stream that takes note."""

    def decide(transaction: Transaction) -> Decision:
        before = transaction.state(stream)["sum"]
        if amount < 0:
            raise Refused("nothing is paid out here", clause="T-1")
        lines = (("cash", -amount), (f"box/{stream}", amount))
        counts = ((f"bank/{stream}", tuple(positions)),)
        drafts = [Draft(stream, "paid", {"amount": amount, "before": before, **extra}, lines, counts)]
        if also is not None:
            drafts.insert(0, Draft(also, "noted", {"of": stream, "number": transaction.head(stream)[0] + 1}))
        return Decision(drafts, {"sum": before + amount})

    digest = json.dumps([amount, stream, also, list(positions)]).encode()
    streams = (stream,) if also is None else (also, stream)
    return Request(command, digest, "ann", at, streams, ("property",), decide)


def ask(command: str, account: str, *, stream: str = "property", at: int = 1_000_000) -> Request:
    """Note an account's balance and counters as they stand at this place in the batch."""

    def decide(transaction: Transaction) -> Decision:
        found = {"balance": transaction.balance(account), "counters": list(transaction.counters("bank/table/1"))}
        return Decision([Draft(stream, "asked", found)], found)

    return Request(command, account.encode(), "bob", at, (stream,), (), decide)


def append(command: str, *drafts: Draft, streams: tuple[str, ...] = ("table/1",), at: int = 1_000_000) -> Request:
    """Append these drafts, whatever they are."""
    return Request(command, b"raw", "ann", at, streams, (), lambda _: Decision(drafts, {}))


def one(journal: Journal, request: Request) -> Outcome:
    """The outcome of one command alone."""
    (outcome,) = journal.write([request])
    return outcome


def accepted(journal: Journal, *requests: Request) -> list[Outcome]:
    """Outcomes that must all be accepted."""
    outcomes = journal.write(requests)
    for outcome in outcomes:
        if outcome.error is not None:
            raise outcome.error
    return outcomes


def fill(journal: Journal, seals: bool = True) -> None:
    """A few commands on four streams, in several batches, sealed twice."""
    accepted(journal, pay("a1", 5), pay("a2", 7, stream="table/2"), pay("a3", 9, also="jackpot/1", at=1_000_500))
    if seals:
        journal.seal(2_000_000)
    accepted(journal, pay("a4", 11, positions=range(1, 17)), ask("a5", "cash"), pay("a6", 1, stream="table/2"))
    accepted(journal, pay("a7", 2, also="jackpot/1", at=3_000_000), pay("a8", 3, at=3_000_001))
    if seals:
        journal.seal(70_000_000)


class Place:
    """Where a journal is kept, and a way past the program to its tables."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.engine = "postgresql" if url.startswith("postgresql") else "sqlite"
        parts = urlsplit(url)
        query = parse_qs(parts.query)
        self.schema = query.pop("schema", [""])[0]
        self.server = urlunsplit(parts._replace(query="&".join(f"{name}={value[0]}" for name, value in query.items())))

    def open(self, **settings: Any) -> Journal:
        settings.setdefault("seals", self.folder / "seals")
        settings.setdefault("key", self.folder / "key")
        return Journal.open(self.url, Till(), **settings)

    def create(self) -> Journal:
        return self.open(create=True)

    def execute(self, *statements: str) -> list[tuple[Any, ...]]:
        """Run statements as whoever owns the database; the rows of the last."""
        rows: list[tuple[Any, ...]] = []
        if self.engine == "sqlite":
            connection = apsw.Connection(self.url)
            try:
                connection.set_busy_timeout(5000)
                for statement in statements:
                    rows = connection.execute(statement).fetchall()
            finally:
                connection.close()
            return rows
        with psycopg.connect(self.server, autocommit=True) as session:
            session.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(self.schema)))
            for statement in statements:
                cursor = session.execute(statement)
                rows = cursor.fetchall() if cursor.description else []
        return rows

    def tamper(self, table: str, statement: str) -> None:
        """Run a statement with the table's triggers out of the way, and put them back as they were."""
        if self.engine == "sqlite":
            triggers = self.execute(
                f"SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = '{table}'"
            )
            self.execute(*(f"DROP TRIGGER {name}" for name, _ in triggers), statement, *(sql for _, sql in triggers))
        else:
            self.execute(
                f"ALTER TABLE {table} DISABLE TRIGGER USER", statement, f"ALTER TABLE {table} ENABLE TRIGGER USER"
            )

    def dump(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table."""
        return {table: sorted(self.execute(f"SELECT * FROM {table}")) for table in TABLES}


def pay_many(url: str, worker: int, commands: int, shared: int) -> None:
    """What one of several processes does: pay into a table of its own and into a shared one, through a writer."""
    with Journal.open(url, Till()) as journal, Writer(journal) as writer:
        tickets = []
        for number in range(commands):
            tickets.append(writer.submit(pay(f"own-{worker}-{number}", number, stream=f"table/{worker}", at=number)))
            # Every process sends the same shared commands: each must count once.
            if number < shared:
                tickets.append(writer.submit(pay(f"shared-{number}", 1, stream="table/s", also="jackpot/s", at=7)))
        for ticket in tickets:
            error = ticket.result(LONG).error
            if error is not None:
                raise error


def seal_often(url: str, folder: str, worker: int) -> None:
    """What one of several processes does that write to one journal and seal into one file."""
    with Journal.open(url, Till(), seals=Path(folder) / "seals", key=Path(folder) / "key") as journal:
        for number in range(20):
            accepted(journal, pay(f"{worker}-{number}", 1, stream=f"table/{worker}", at=number))
            journal.seal(number)
