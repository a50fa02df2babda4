"""Programs as processes of their own that need not load their modules: forked from a process that has loaded them.

``Forked("tests.quick_passwords", "serve")`` is ``python -m tests.quick_passwords serve``, with its own memory, files,
signals and end. It does not import a thousand modules and put the routes of the card room together, which takes longer
than most tests of it. The process that has done so is started with the first of them, once for each process of the
tests, and runs nothing itself.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

from tests.waiting import LONG, NeverCame

ROOT = Path(__file__).parents[1]

LOADED = (
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "houseway.cli.main",
    "houseway.cli.serve_command",
    "houseway.operations.operations_file",
    "houseway.web.demo",
    "houseway.web.http.garbage_collection",
    "houseway.web.http.idle_connections",
    "houseway.web.live.servers",
    "tests.freezing",
    "tests.floor.stepping",
    "tests.storm_server",
)
"""What the programs import, beside what is imported to make an application."""

_HEAD = 4
"""Bytes of the length before a message."""


class Forked:
    """A program that runs, used like a `subprocess.Popen` whose output is read as text, and its input written so."""

    def __init__(
        self,
        module: str,
        *arguments: str,
        cwd: Path = ROOT,
        env: Mapping[str, str] | None = None,
        stderr: IO[str] | None = None,
    ) -> None:
        read_in, write_in = os.pipe()
        read_out, write_out = os.pipe()
        # Its other end is open for as long as the program runs.
        life, alive = os.pipe()
        error = stderr.fileno() if stderr is not None else sys.__stderr__.fileno() if sys.__stderr__ else write_out
        own = dict(os.environ if env is None else env)
        asked = {"module": module, "arguments": arguments, "cwd": str(cwd), "env": own}
        try:
            self.pid = _loaded().ask(asked, [read_in, write_out, error, alive])
        finally:
            for each in (read_in, write_out, alive):
                os.close(each)
        self.stdin = os.fdopen(write_in, "w", encoding="utf-8")
        self.stdout = os.fdopen(read_out, encoding="utf-8")
        self._life = os.fdopen(life, "rb", buffering=0)
        weakref.finalize(self, self._life.close)
        self.returncode: int | None = None
        self._lock = threading.Lock()

    def poll(self) -> int | None:
        """The exit status, if it has ended."""
        return self.returncode if self.returncode is not None or not self._over(0) else self._status()

    def wait(self, timeout: float) -> int:
        """Wait for its end; the exit status, negative where a signal ended it."""
        if self.returncode is None and not self._over(timeout):
            raise NeverCame(f"waited {timeout:g} seconds for the end of process {self.pid}")
        return self.returncode if self.returncode is not None else self._status()

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it has not ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def close(self) -> None:
        """Close what it was written to and read from; it has ended."""
        self.stdin.close()
        self.stdout.close()

    def _over(self, seconds: float) -> bool:
        return bool(select.select([self._life], [], [], seconds)[0])

    def _status(self) -> int:
        with self._lock:
            if self.returncode is None:
                self.returncode = _loaded().ask({"ended": self.pid})
            return self.returncode


class _Loaded:
    """The process that has loaded everything, as the tests ask it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket, other = socket.socketpair()
        self._socket.settimeout(LONG)
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __spec__.name, str(other.fileno())],
                cwd=ROOT,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                pass_fds=[other.fileno()],
                stdin=subprocess.DEVNULL,
            )
        atexit.register(self._end)

    def _end(self) -> None:
        self._socket.close()
        self._process.wait(LONG)

    def ask(self, what: Mapping[str, Any], files: list[int] | None = None) -> int:
        """Send a request with open files; the number that is answered."""
        data = json.dumps(what).encode()
        with self._lock:
            socket.send_fds(self._socket, [len(data).to_bytes(_HEAD, "big")], files or [])
            self._socket.sendall(data)
            return int.from_bytes(_whole(self._socket, _HEAD), "big", signed=True)


@cache
def _loaded() -> _Loaded:
    return _Loaded()


def _whole(connection: socket.socket, length: int) -> bytes:
    data = b""
    while len(data) < length:
        part = connection.recv(length - len(data))
        assert part, "the process that has loaded everything has ended"
        data += part
    return data


# -- the process that has loaded everything


def _load() -> None:
    from houseway.accounts.service import Accounts
    from houseway.accounts.store import open_store
    from houseway.floor.floor import Floor
    from houseway.web.app import create_app
    from houseway.web.live.room import Room

    for module in LOADED:
        importlib.import_module(module)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.db"
        floor = Floor.open(path, create=True)
        accounts = Accounts(open_store(str(path)))
        create_app(Room(floor, names=accounts.name_of), accounts)
        accounts.store.close()
        floor.close()
    assert threading.active_count() == 1, "a process with threads is not to be forked"
    gc.collect()
    gc.freeze()


def _become(asked: Mapping[str, Any], files: list[int]) -> None:
    """Be the program that was asked for, from its first line to its end."""
    *streams, alive = files
    os.set_inheritable(alive, False)
    for number, each in enumerate(streams):
        os.dup2(each, number)
        os.close(each)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    # Where others have imported it, it is still run from its beginning.
    sys.modules.pop(asked["module"], None)
    sys.argv[1:] = asked["arguments"]
    runpy.run_module(asked["module"], run_name="__main__", alter_sys=True)


def _serve(connection: socket.socket) -> None:
    """Fork and wait as the tests ask, until they have ended."""
    while True:
        head, files, _, _ = socket.recv_fds(connection, _HEAD, 4)
        if not head:
            return
        head += _whole(connection, _HEAD - len(head)) if len(head) < _HEAD else b""
        asked = json.loads(_whole(connection, int.from_bytes(head, "big")))
        if "ended" in asked:
            answer = os.waitstatus_to_exitcode(os.waitpid(asked["ended"], 0)[1])
        else:
            answer = os.fork()
            if answer == 0:
                connection.close()
                _become(asked, files)
                return
            for each in files:
                os.close(each)
        connection.sendall(answer.to_bytes(_HEAD, "big", signed=True))


if __name__ == "__main__":
    _load()
    _serve(socket.socket(fileno=int(sys.argv[1])))
