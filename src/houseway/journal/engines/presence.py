"""Servers that work on one journal watch each other: one that freezes is fenced off before another goes on.

Each server keeps one session, its *presence*, on which it says something twice a second. The database ends that
session when the server says nothing for `SILENT` seconds, and the others see it gone. When it has been gone for
`ABSENT` seconds they fence the server off: its id is marked, then all its sessions are ended, so that the rows it had
locked are free. A server that wakes after that is refused by `sessions`, whatever it had in its hands.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable

import psycopg
from psycopg.errors import InsufficientPrivilege

from houseway.journal.engines.sessions import Connection, Sessions, sessions_of
from houseway.journal.journal_errors import FencedOff

_log = logging.getLogger(__name__)

BEAT = 0.5
"""Seconds between two signs of life; each is a look at the others."""

SILENT = 3
"""Seconds without a word after which the database ends the session by which a server is present."""

ABSENT = 2.0
"""Seconds for which a server must be seen absent: after the database was away, all of them are for a moment."""

UNWATCHED = 1.5
"""Seconds without a look after which what was seen before counts for nothing: this server may have slept itself."""

IDLE = 8
"""Seconds for which a session may hold rows of the journal without doing anything."""

ENDING = 5.0
"""Seconds that sessions have to end when they are told to."""

SETTLE = 20.0
"""Seconds that whoever has the turn waits for servers that are neither there nor fenced off."""

KEPT = "1 day"
"""How long it is remembered who was fenced off. Who is forgotten is let in no more than who is marked."""

_REGISTER = "INSERT INTO servers (id, machine, process) VALUES (%s, %s, %s)"
_UNREGISTER = "DELETE FROM servers WHERE id = %s AND fenced IS NULL"
_FORGET = f"DELETE FROM servers WHERE fenced < clock_timestamp() - interval '{KEPT}'"
_LOOK = """SELECT id, fenced IS NOT NULL, count(pid), count(pid) FILTER (WHERE application_name = name || 'presence')
FROM (SELECT id, fenced, format(%s, id) AS name FROM servers) AS known
LEFT JOIN pg_stat_activity ON starts_with(application_name, name) GROUP BY id, fenced"""
# Only a server that is let in itself fences another off.
_FENCE = """UPDATE servers SET fenced = clock_timestamp(), fenced_by = %(me)s WHERE id = %(id)s AND fenced IS NULL
AND EXISTS (SELECT FROM servers WHERE id = %(me)s AND fenced IS NULL)"""
_END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(application_name, %s)"
_COUNT = "SELECT count(*) FROM pg_stat_activity WHERE starts_with(application_name, %s)"
# Between two messages of a pipeline a session is active, and waits for its program all the same.
_IDLE = """SELECT pid, application_name FROM pg_stat_activity WHERE datname = current_database()
AND starts_with(application_name, 'houseway ') AND pid <> pg_backend_pid()
AND (state IN ('idle in transaction', 'idle in transaction (aborted)')
OR (state = 'active' AND wait_event = 'ClientRead')) AND state_change < clock_timestamp() - make_interval(secs => %s)"""
_WRITES = """SELECT EXISTS (SELECT FROM pg_locks WHERE pid = %s AND granted AND locktype = 'relation'
AND relation = 'heads'::regclass AND mode IN ('RowShareLock', 'RowExclusiveLock'))"""
_END_ONE = "SELECT pg_terminate_backend(%s::int)"


def end_idle_writers(connection: Connection) -> list[str]:
    """End the sessions that hold rows of this journal and do nothing; their names."""
    ended = []
    for pid, name in connection.execute(_IDLE, (float(IDLE),)).fetchall():
        if connection.execute(_WRITES, (pid,)).fetchall() == [(True,)]:
            try:
                connection.execute(_END_ONE, (pid,))
            except InsufficientPrivilege as error:
                _log.error(
                    "a session holds rows of the journal and does nothing, and this login may not end it: %s", error
                )
                continue
            _log.warning("a session held rows of the journal for %g seconds and did nothing: ended: %s", IDLE, name)
            ended.append(str(name))
    return ended


class Presence:
    """A server's place among the others. ``fenced`` is called once, by a thread of its own, when it has lost it."""

    def __init__(self, sessions: Sessions, fenced: Callable[[FencedOff], None]) -> None:
        self._sessions = sessions
        self._fenced = fenced
        self._stopping = threading.Event()
        self._looks = threading.Condition()
        self._begun = 0
        self._settled = 0
        self._looked = 0.0
        self._absent: dict[str, float] = {}
        self._powerless: set[str] = set()
        self._connection: Connection | None = self._appear()
        self._thread = threading.Thread(target=self._work, name="presence", daemon=True)
        self._thread.start()

    def _appear(self) -> Connection:
        sessions = self._sessions
        connection = self._open()
        try:
            connection.execute(_FORGET)
            connection.execute(_REGISTER, (sessions.id, socket.gethostname(), os.getpid()))
        except BaseException:
            connection.close()
            raise
        sessions.registered = True
        return connection

    def _open(self) -> Connection:
        connection = self._sessions.open("presence", seconds=3)
        connection.execute(f"SET idle_session_timeout = '{SILENT}s'")
        return connection

    def settle(self) -> bool:
        """Wait until every other server is there or fenced off, as seen from now on; `FencedOff` where this one is.

        False where that does not come about: then somebody's sessions cannot be ended, which the log tells.
        """
        with self._looks:
            number = self._begun + 1
            settled = self._looks.wait_for(
                lambda: self._settled >= number or self._sessions.fenced is not None or self._stopping.is_set(), SETTLE
            )
        if self._sessions.fenced is not None:
            raise self._sessions.fenced
        return settled

    def stop(self) -> None:
        """Leave in order: nobody is to fence off a server that has ended."""
        self._stopping.set()
        with self._looks:
            self._looks.notify_all()
        self._thread.join(ENDING)

    # ------------------------------------------------------------------------------------------------------ the thread

    def _work(self) -> None:
        wait = 0.0
        try:
            while not self._stopping.wait(wait):
                try:
                    if self._connection is None:
                        self._connection = self._open()
                    wait = BEAT if self._look(self._connection) else 0.0
                except psycopg.Error as error:
                    # Tried again at once the first time: the others count the seconds.
                    wait = 0.0 if self._connection is not None else BEAT / 2
                    self._drop()
                    _log.warning("the database did not hear this server: %s", str(error).strip())
            self._leave()
        except FencedOff as error:
            self._drop()
            with self._looks:
                self._looks.notify_all()
            self._fenced(error)
        except Exception:
            _log.exception("this server watches the others no longer")
            self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _leave(self) -> None:
        try:
            if self._connection is not None:
                self._connection.execute(_UNREGISTER, (self._sessions.id,))
        except psycopg.Error as error:
            _log.warning("this server did not leave in order: %s", str(error).strip())
        self._drop()

    def _look(self, connection: Connection) -> bool:
        """Say something, and look who else does; whether there is time until the next look."""
        with self._looks:
            self._begun += 1
        now = time.monotonic()
        if now - self._looked > UNWATCHED:
            self._absent.clear()
        rows = connection.execute(_LOOK, (sessions_of("%s"),)).fetchall()
        self._looked = time.monotonic()
        known = {row[0]: row for row in rows}
        mine = known.pop(self._sessions.id, None)
        if mine is None or mine[1]:
            self._sessions.admit(connection)
        self._absent = {
            id: self._absent.get(id, now) for id, fenced, _, present in known.values() if not (fenced or present)
        }
        gone = [id for id, since in self._absent.items() if now - since >= ABSENT]
        for id in gone:
            self._fence(connection, id)
        # Also those whom somebody marked who then could not go on.
        holding = {row[0] for row in known.values() if row[2]} - self._powerless
        ending = [id for id in holding if known[id][1] or id in gone]
        for id in ending:
            self._end(connection, id)
        end_idle_writers(connection)
        with self._looks:
            if not ending and not holding & self._absent.keys():
                self._settled = self._begun
            self._looks.notify_all()
        return not ending

    def _fence(self, connection: Connection, id: str) -> None:
        if connection.execute(_FENCE, {"id": id, "me": self._sessions.id}).rowcount:
            _log.error("server %s said nothing for some seconds: fenced off", id)

    def _end(self, connection: Connection, id: str) -> None:
        name = sessions_of(id)
        try:
            ended = connection.execute(_END, (name,)).rowcount
        except InsufficientPrivilege as error:
            self._powerless.add(id)
            _log.error("the sessions of server %s cannot be ended by this login: %s", id, str(error).strip())
            return
        limit = time.monotonic() + ENDING
        while connection.execute(_COUNT, (name,)).fetchall() != [(0,)]:
            if time.monotonic() > limit:
                _log.error("sessions of server %s do not end although they were told to", id)
                return
            time.sleep(0.01)
        _log.warning("%d sessions of server %s ended", ended, id)
