"""``houseway serve``: runs the card room in the browser."""

from __future__ import annotations

import asyncio
import fcntl
import os
import resource
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from houseway.cli.command_options import takes
from houseway.cli.floor.floor_database import Database, database_of, seal_files
from houseway.cli.records.private_state import close_open_files, state_files
from houseway.cli.screen.progress_bar import progress_bar
from houseway.floor.floor_errors import WrongState
from houseway.journal.journal_errors import BadJournal
from houseway.journal.private_files import may_be_database, open_private

if TYPE_CHECKING:
    from types import FrameType

    import uvicorn

    from houseway.accounts.service import Accounts
    from houseway.floor.floor import Floor
    from houseway.journal.engines.sessions import Sessions
    from houseway.web.demo import Login, Told
    from houseway.web.live.room import Room

GONE = 8_000
"""Milliseconds after which the system gives up a connection whose other end takes nothing."""

SEND_BUFFER = 64 * 1024
"""Bytes that the system holds for a connection, about."""

SWITCH = 0.0005
"""Seconds that a thread may keep the others waiting: the one that answers is not to wait for the one that writes."""

SWITCH_SOON = 0.0001
"""The same where the journal is on a server: it is written in many short steps, and each of them waits for its turn."""

LINGER = 10.0
"""Seconds after which a server that was asked to stop ends even where threads of it still wait."""

SHUT = 1.0
"""Seconds for which a server that was fenced off says so to whoever asks, before it stops."""

STUCK = 1
"""The exit status of a server that ended so."""

KEEP_ALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}
"""Seconds of silence before a connection is asked whether its other end is there, then between and how many times."""

FILES = 16_384
"""Files and connections that may be open at once, where the system lets us."""

BACKLOG = 2048
"""Connections that wait to be taken: as many displays may come back at once."""

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    database: Database = None,
    host: Annotated[str, takes("--host ADDRESS", "The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, takes("--port N", "The port; 0 for any free one.", min=0, max=65535)] = 8700,
    empty: Annotated[bool, takes("--empty", "Make no demonstration property.")] = False,
    secure: Annotated[bool, takes("--secure", "Browsers connect by TLS, through a proxy in front.")] = False,
    pace: Annotated[float, takes("--pace X", "The speed of play; 2 is twice as fast.", min=0.01, max=100.0)] = 1.0,
    anonymous_feeds: Annotated[
        int, takes("--anonymous-feeds N", "Most live feeds at once from one address without a login.", min=1)
    ] = 60,
    logs: Annotated[
        Literal["auto", "words", "json"],
        takes("--logs", "words: a line where something needs attention; json: everything; auto: words at a terminal."),
    ] = "auto",
    operations: Annotated[
        Path | None,
        takes(
            "--operations FILE",
            "Who is told of alarms, and which copies are made: see houseway operations.",
            envvar="HOUSEWAY_OPERATIONS",
        ),
    ] = None,
) -> None:
    """Open the card room in the browser; the first start makes a demonstration property."""
    url = database_of(database)
    asyncio.run(_serve(Serving(url, host, port, empty, secure, pace, anonymous_feeds, logs, operations)))


class Serving(NamedTuple):
    """What a server is told at its start, as it is typed."""

    url: str
    host: str
    port: int
    empty: bool
    secure: bool
    pace: float
    feeds: int
    logs: Literal["auto", "words", "json"]
    operations: Path | None = None


async def _serve(asked: Serving) -> None:
    """Open the doors first: displays that come back after a crash are in the queue while the rest is loaded."""
    from houseway.web.http.garbage_collection import held

    with listening_on(asked.host, asked.port) as listening, held():
        _allow_many_connections()
        await _serve_at(listening, asked)


async def _serve_at(listening: socket.socket, asked: Serving) -> None:
    import uvicorn

    from houseway.accounts.service import Accounts
    from houseway.accounts.store import open_store
    from houseway.floor.floor import Floor
    from houseway.journal.engines.places import sqlite_path
    from houseway.operations.operations_file import read_operations
    from houseway.web.app import create_app
    from houseway.web.http.idle_connections import PatientProtocol
    from houseway.web.http.logs import set_up
    from houseway.web.http.security import Limits
    from houseway.web.live.feed import wired
    from houseway.web.live.room import Room
    from houseway.web.live.runner import Pace
    from houseway.web.live.servers import Cluster

    operations = read_operations(asked.operations) if asked.operations is not None else None
    url, path = asked.url, sqlite_path(asked.url)
    if path is not None and not path.absolute().parent.is_dir():
        raise BadJournal(f"there is no folder {path.absolute().parent}", remedy="make it first, or name another place")
    if path is not None and path.exists() and not may_be_database(path):
        raise BadJournal(f"{path} is no journal", remedy="name that of a card room, or a new file")
    close_open_files(state_files(path, **seal_files()))
    with _alone(path):
        floor = Floor.open(url, create=True, **seal_files())
        if floor.journal.seal_book is not None:
            try:
                floor.journal.begin_sealing()
            except BaseException:
                floor.close()
                raise
        accounts = Accounts(open_store(url, _sessions(floor)))
        try:
            with progress_bar("steps of the first start done") as told:
                made = await _prepare(floor, accounts, empty=asked.empty, told=told)
            set_up(asked.logs)
            sys.setswitchinterval(SWITCH if path is not None else SWITCH_SOON)
            code = "" if floor.property.name else secrets.token_hex(10)
            usual = Pace()
            fast = Pace(*(getattr(usual, name) / asked.pace for name in Pace.__struct_fields__))
            room = Room(
                floor,
                names=accounts.name_of,
                pace=fast,
                runs=path is not None,
                others=True,
                seat_secret=bytes.fromhex(accounts.secret("seats")),
            )
            cluster = Cluster(room) if path is None else None
            config = uvicorn.Config(
                wired(
                    create_app(
                        room,
                        accounts,
                        url=url,
                        secure=asked.secure,
                        cluster=cluster,
                        limits=Limits(feeds=asked.feeds),
                        metrics_token=os.environ.get("HOUSEWAY_METRICS_TOKEN", ""),
                        setup_code=code,
                        operations=operations,
                    )
                ),
                http=PatientProtocol,
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=2,
                timeout_keep_alive=15,
                server_header=False,
                proxy_headers=asked.secure,
            )
            server = _server(config, room)
            _show(floor, made, f"{address_of(listening, asked.host)}/", code)
            await server.serve([listening])
            _end_anyway()
            if room.fenced is not None:
                raise room.fenced
        finally:
            accounts.store.close()


def _sessions(floor: Floor) -> Sessions | None:
    """Those that this server opens, where the journal is on a database server."""
    return getattr(floor.journal.engine, "sessions", None)


def _end_anyway() -> None:
    """End the process some seconds from now, whatever still waits for a database that does not answer.

    Nothing is lost by that: what was committed is committed, and nobody was told of anything else.
    """
    ending = threading.Timer(LINGER, os._exit, (STUCK,))
    ending.daemon = True
    ending.start()


def _server(config: uvicorn.Config, room: Room) -> uvicorn.Server:
    """A server that ends its feeds as soon as it is asked to stop: nothing else would. A stop in order ends with 0.

    One that was fenced off tells whoever asks for a moment, and stops.
    """
    import uvicorn

    from houseway.web.http.garbage_collection import tidy

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            self.tidying = asyncio.create_task(tidy(), name="tidy")

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            room.hub.close()

    server, loop = Server(config), asyncio.get_running_loop()

    def stop() -> None:
        server.should_exit = True

    room.when_fenced.append(lambda: loop.call_later(SHUT, stop))
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.handle_exit, number, None)
    return server


async def _prepare(floor: Floor, accounts: Accounts, *, empty: bool, told: Told | None) -> list[Login]:
    """Make what a first start makes: the demonstration property, or an account for an administrator.

    ``told`` hears how many of how many steps are done.
    """
    from houseway.web.demo import make_admin_login, make_demo, make_logins
    from houseway.web.live.room import now

    if not empty and (not floor.property.name or floor.journal.command("demo:property") is not None):
        make_demo(floor, now(), told=told)
        return await make_logins(floor, accounts, now(), told=told)
    return await make_admin_login(floor, accounts, now())


def _show(floor: Floor, made: list[Login], address: str, code: str = "") -> None:
    """What somebody needs to begin: on standard output, logs go to standard error."""
    name = floor.property.name
    if not name:
        typer.echo("This room has no property yet. Make it with houseway property init, or set it up in the browser.")
        typer.echo("The code in this address serves once:")
        typer.echo(f"{address}setup#{code}")
    if made:
        typer.echo(f"{name} has these logins. Write the passwords down, they are shown only once.\n")
        for login in made:
            typer.echo(f"  {login.role:<14} {login.login:<10} {login.password}")
        typer.echo()
    for what in floor.mismatches().values():
        typer.echo(f"{what[0].upper()}{what[1:]}")
    typer.echo(f"{name or 'Houseway'} is open at {address}")
    if made:
        typer.echo("Open it in a browser to play: guests need no login, and get play money with their first seat.")
    if sys.stderr.isatty():
        typer.echo("Ctrl+C closes it. What needs attention is told here; the whole log: --logs json", err=True)


def _allow_many_connections() -> None:
    """Each display is an open file; many systems allow a thousand unless asked for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < FILES:
        most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


@contextmanager
def listening_on(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens there, or a refusal that says why not."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        # The protocol is named, or asyncio leaves Nagle's algorithm on: every second write would wait 40 ms.
        listening = socket.socket(found[0][0], socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it. Large buffers would hide for minutes that a browser takes nothing any more.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in KEEP_ALIVE.items():
            if hasattr(socket, name):
                listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Connections inherit it: a display that vanished without a word is dropped, not kept for minutes.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE)
        listening.bind(found[0][4])
        # From now on whoever asks waits until the doors are open.
        listening.listen(BACKLOG)
    except OSError as error:
        raise WrongState(
            f"the server cannot listen on {host}:{port}: {error.strerror}",
            remedy="choose another with --host and --port",
        ) from error
    with listening:
        yield listening


def address_of(listening: socket.socket, host: str) -> str:
    """Where browsers find what listens there."""
    return f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"


@contextmanager
def _alone(path: Path | None) -> Iterator[None]:
    """One server for a journal in a file; the lock goes with the process, whatever ends it."""
    if path is None:
        yield
        return
    with open_private(path.with_name(path.name + ".lock"), "wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise WrongState(
                f"another server already runs {path.name}", remedy="stop it first; several servers share a PostgreSQL"
            ) from None
        yield
