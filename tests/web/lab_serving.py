"""The Lab alone on a loopback port, for tests."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from houseway.web.lab.lab_app import create_lab
from houseway.web.lab.lab_pool import LabPool
from tests.waiting import HOURS, happened, joined, run_within
from tests.web.serving import OPEN


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.begun = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.begun.set()


@contextmanager
def lab_served(pool: LabPool | None = None) -> Iterator[str]:
    """The Lab, served; its address."""
    # The protocol is named, as in tests/web/serving.py.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        create_lab(pool, limits=OPEN), log_config=None, access_log=False, timeout_keep_alive=15, lifespan="on"
    )
    server = _Server(config)
    thread = threading.Thread(target=lambda: run_within(server.serve([listening]), HOURS), daemon=True)
    thread.start()
    happened(server.begun, "the Lab opens its doors")
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        joined(thread, "the Lab stops")
        listening.close()
