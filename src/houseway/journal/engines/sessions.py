"""The sessions of one program on a PostgreSQL server: named after the program, and opened only while it is let in.

Every session bears the program's id in its ``application_name``, from its first moment. Whoever fences a server off
first marks its id in the table ``servers``, then ends every session that bears it. A session opened before the mark is
ended; one opened after it finds the mark when it is opened. So there is none left that could write, and no batch has
to ask.
"""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlencode, urlunsplit

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8BinaryDumper

from houseway.journal.engines.binary_arrays import register
from houseway.journal.journal_errors import FencedOff, OldEngine

DEFAULT_SCHEMA = "houseway"
CONNECT_SECONDS = 10
OLDEST = 14
"""The oldest PostgreSQL that ends a session which only waits."""

TRANSACTION_TIMEOUT = 17
"""The first PostgreSQL that ends a transaction which takes too long, whatever it does meanwhile."""

LINE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
"""How soon a line that swallows everything is given up, unless the URL says otherwise: seconds, and milliseconds."""

Connection = psycopg.Connection[tuple[Any, ...]]

# After a pipeline the server does not start the clock of `idle_in_transaction_session_timeout`: a writer that stops in
# the middle of a batch is ended by whoever watches (`presence`), and by `transaction_timeout` where there is one.
_SETTINGS = """SET synchronous_commit = on; SET lock_timeout = '15s'; SET idle_in_transaction_session_timeout = '20s';
SET client_min_messages = warning"""

_ADMITTED = "SELECT fenced::text, fenced_by FROM {} WHERE id = %s"


def sessions_of(id: str) -> str:
    """How the names of all sessions of a program begin."""
    return f"houseway {id} "


class Sessions:
    """Opens the sessions of one program. ``id`` names it, for one run, on the whole database server."""

    def __init__(self, url: SplitResult) -> None:
        query = dict(parse_qsl(url.query))
        self.schema = query.pop("schema", DEFAULT_SCHEMA)
        self.conninfo = urlunsplit(url._replace(query=urlencode(query)))
        self.id = secrets.token_hex(8)
        self.registered = False
        self.fenced: FencedOff | None = None

    def settings(self, purpose: str) -> dict[str, Any]:
        """What a session for this purpose is opened with beside the address."""
        given = conninfo_to_dict(self.conninfo)
        line = {name: value for name, value in LINE.items() if name not in given}
        return {**line, "application_name": sessions_of(self.id) + purpose}

    def open(self, purpose: str, *, seconds: int = CONNECT_SECONDS) -> Connection:
        """A session as the login itself, with the journal's schema in front; `FencedOff` where it is let in no more."""
        if self.fenced is not None:
            raise self.fenced
        connection = psycopg.connect(
            self.conninfo, autocommit=True, **{"connect_timeout": seconds, **self.settings(purpose)}
        )
        try:
            version = connection.info.server_version // 10_000
            if version < OLDEST:
                raise OldEngine(
                    f"this database server is PostgreSQL {version}; Houseway needs PostgreSQL {OLDEST} or later",
                    remedy="upgrade the database server, then start again",
                )
            connection.adapters.register_dumper(int, Int8BinaryDumper)
            register(connection)
            connection.prepare_threshold = 2
            connection.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(self.schema)))
            connection.execute(_SETTINGS)
            self.admit(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def admit(self, connection: Connection) -> None:
        """`FencedOff` where another server has fenced this one off, once and for all; asked of each new session."""
        if not self.registered:
            return
        question = sql.SQL(_ADMITTED).format(sql.Identifier(self.schema, "servers"))
        row = connection.execute(question, (self.id,)).fetchone()
        if row is not None and row[0] is None:
            return
        if row is None:
            what = "this server is no longer among those that work on this journal"
        else:
            what = f"server {row[1]} fenced this server off at {row[0]}, because it had said nothing for some seconds"
        self.fenced = FencedOff(
            f"{what}; it writes nothing more", remedy="start it again, and send what was not answered to another server"
        )
        raise self.fenced
