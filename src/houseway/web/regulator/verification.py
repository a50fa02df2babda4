"""Verification on demand: one at a time, in a thread of its own, with its progress told and its newest result kept."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Annotated, Literal

import msgspec
import structlog
from msgspec import Meta

from houseway.accounts.on_the_books import books_of
from houseway.accounts.service import Accounts
from houseway.errors import HousewayError
from houseway.floor.auditing.whole import verify_floor
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.reply_shapes import Moment
from houseway.journal import Report
from houseway.table.shown.shape_base import Shape
from houseway.web.live.journal_reader import Place
from houseway.web.live.room import now
from houseway.web.records.records_api import Verified, verified

log = structlog.get_logger("houseway.verification")

KEPT = "verification"
"""The setting under which the newest result is kept beside the accounts."""

PASSES = 2
"""How often every entry is read: once for its bytes and what is reckoned from them, once for the story they tell."""

BREATH = 0.001
"""Seconds that the thread rests with each piece of its work, so that the room always comes first."""

LAST = 10.0
"""Seconds for which a server that stops waits for a verification to end."""

State = Literal["running", "done", "cancelled", "failed"]


class Verification(Shape, frozen=True):
    """A verification of the whole journal: who asked for it and when, how far it is, and what it found."""

    who: Annotated[str, Meta(description="Who asked for it.")]
    began: Moment
    state: State
    ended: Moment | None = None
    part: Annotated[str, Meta(description="What is being read, in words.")] = ""
    done: Annotated[int, Meta(description="Entries read so far; each is read twice.")] = 0
    total: Annotated[int, Meta(description="Entries to be read; nothing before the first.")] = 0
    found: Annotated[Verified | None, Meta(description="What it found, once it is done.")] = None
    trouble: Annotated[str, Meta(description="Why it was ended before it was done.")] = ""


class _Cancelled(Exception):
    pass


def rest() -> None:
    """Let the room go first."""
    time.sleep(BREATH)


class Verifications:
    """The verifications of one server."""

    def __init__(self, place: Place, accounts: Accounts) -> None:
        self._place = place
        self._accounts = accounts
        self._running: Verification | None = None
        self._stop = threading.Event()
        self._passes = 0
        self._thread: threading.Thread | None = None

    async def newest(self) -> Verification | None:
        """The one that is running, or the newest that ended, on any server; nothing before the first."""
        # The thread may end it at any moment: each looks once.
        running = self._running
        if running is not None:
            return running
        rows = await self._accounts.ask("SELECT value FROM settings WHERE name = ?", KEPT)
        try:
            return msgspec.json.decode(rows[0][0], type=Verification) if rows else None
        except msgspec.MsgspecError:
            # Another release kept it: it is as if nobody had asked yet.
            return None

    def start(self, who: str) -> Verification:
        """Begin one, unless one is running here."""
        running = self._running
        if running is not None:
            raise WrongState(
                f"{running.who} has asked for a verification, and it is running",
                remedy="watch it on this page, or cancel it",
            )
        began = self._running = Verification(who=who, began=now(), state="running", part="Opening the journal")
        self._stop, self._passes = threading.Event(), 0
        self._thread = threading.Thread(target=self._work, args=(began,), name="verification", daemon=True)
        self._thread.start()
        log.info("verification began", who=who)
        return began

    def cancel(self, who: str) -> Verification:
        """Have the one that is running end before its time."""
        running = self._running
        if running is None:
            raise UnknownThing("no verification is running", remedy="begin one")
        self._stop.set()
        log.info("verification cancelled", who=who)
        return running

    async def stop(self) -> None:
        """End with the server: what is running is cancelled, and waited for a little."""
        thread = self._thread
        if thread is not None:
            self._stop.set()
            await asyncio.to_thread(thread.join, LAST)

    # -- in the thread

    def _work(self, began: Verification) -> None:
        state: State = "done"
        found, trouble = None, ""
        try:
            found = verified(self._verify())
        except _Cancelled:
            state, trouble = "cancelled", "It was cancelled."
        except HousewayError as error:
            state, trouble = "failed", str(error)
        except Exception as error:
            state, trouble = "failed", "This is our mistake, and it is on record."
            log.error("verification failed", exc_info=error)
        told = self._running or began
        ended = msgspec.structs.replace(told, state=state, ended=now(), found=found, trouble=trouble, part="")
        try:
            self._accounts.store.ask(
                "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                KEPT,
                msgspec.json.encode(ended).decode(),
            )
        except Exception as error:
            # The result is lost, and the next one can begin all the same.
            log.error("verification not kept", message=str(error))
        self._running = None
        log.info("verification ended", state=state, findings=len(found.findings) if found is not None else None)

    def _verify(self) -> Report:
        with self._place.floor() as floor:
            return verify_floor(floor, books=books_of(self._place.url), progress=self._progress, now=now())

    def _progress(self, stream: str, done: int, total: int) -> None:
        if self._stop.is_set():
            raise _Cancelled
        running = self._running
        assert running is not None
        if not self._passes or done + (self._passes - 1) * total < running.done:
            self._passes += 1
        words = "Entries and their chains" if self._passes == 1 else "What the entries tell"
        self._running = msgspec.structs.replace(
            running, part=f"{words}: {stream}", done=done + (self._passes - 1) * total, total=PASSES * total
        )
        rest()
