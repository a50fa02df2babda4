"""``houseway lab``: serves the Lab alone, without a room."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from houseway.cli.command_options import takes
from houseway.cli.serve_command import address_of, listening_on

app = typer.Typer(add_completion=False)


@app.command()
def lab(
    host: Annotated[str, takes("--host ADDRESS", "The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, takes("--port N", "The port; 0 for any free one.", min=0, max=65535)] = 8710,
) -> None:
    """Open the Lab in the browser: change pays, options and rules, and read the exact figures. It keeps nothing."""
    asyncio.run(_serve(host, port))


async def _serve(host: str, port: int) -> None:
    with listening_on(host, port) as listening:
        import uvicorn

        from houseway.web.http.idle_connections import PatientProtocol
        from houseway.web.http.logs import set_up
        from houseway.web.lab.lab_app import create_lab

        set_up("auto")
        config = uvicorn.Config(
            create_lab(),
            http=PatientProtocol,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=2,
            server_header=False,
        )

        class Server(uvicorn.Server):
            @contextmanager
            def capture_signals(self) -> Iterator[None]:
                # The loop hears them, below: a stop in order ends with 0.
                yield

        server, loop = Server(config), asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, server.handle_exit, number, None)
        typer.echo(f"The Lab is open at {address_of(listening, host)}/lab")
        if sys.stderr.isatty():
            typer.echo("Ctrl+C closes it.", err=True)
        await server.serve([listening])
