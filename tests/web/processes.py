"""``houseway serve`` as a process of its own, for tests that start, stop and kill it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.forked import Forked
from tests.waiting import LONG, Lines, NeverCame, until
from tests.web.serving import Browser, events

ROOT = Path(__file__).parents[2]


class Process:
    """A server process; what it said until it was open.

    With ``freezes`` it stops itself at that step of a batch when it is told to `freeze`. Passwords are hashed at once,
    unless the ``program`` is houseway itself, which is also the only one that loads its modules (`tests.forked`).
    """

    def __init__(
        self, *arguments: str, folder: Path, freezes: str | None = None, program: str = "tests.quick_passwords"
    ) -> None:
        path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(ROOT))))
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": path}
        started = [program, "serve"] if freezes is None else ["tests.freezing", "serve", freezes]
        environment.pop("HOUSEWAY_DATABASE", None)
        self.log = folder / f"log-{len(list(folder.iterdir()))}"
        self._err = self.log.open("w")
        arguments = (*started[1:], "--port", "0", *arguments)
        self.process: subprocess.Popen[str] | Forked
        if program == "houseway":
            self.process = subprocess.Popen(
                [sys.executable, "-m", program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._err,
                text=True,
                env=environment,
                cwd=folder,
            )
        else:
            self.process = Forked(started[0], *arguments, cwd=folder, env=environment, stderr=self._err)
            self.process.stdin.close()
        self.said: list[str] = []
        self.address = ""
        assert self.process.stdout is not None
        lines = Lines(self.process.stdout)
        while not self.address and (line := lines.next("is open at")) is not None:
            self.said.append(line)
            found = re.search(r"is open at (http://\S+)/$", line)
            if found:
                self.address = found[1]
        # The address is said when the socket listens: what is asked now waits until it is answered.

    @property
    def logins(self) -> dict[str, tuple[str, str]]:
        """Login and password by role, as they were printed."""
        rows = [line.split() for line in self.said if line.startswith("  ")]
        return {role: (login, password) for role, login, password in rows}

    def browser(self) -> Browser:
        """A browser."""
        return Browser(self.address)

    def freeze(self) -> None:
        """Stop it inside its next batch."""
        self.process.send_signal(signal.SIGUSR1)
        status = Path(f"/proc/{self.process.pid}/status")
        until("the server stands still", lambda: "State:\tT" in status.read_text())

    def thaw(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Power off."""
        self.process.kill()
        self.ended()

    def terminate(self) -> int:
        """Ask it to stop; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self) -> int:
        """Wait for its end."""
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._err.close()
        return code


@contextmanager
def serving(
    *arguments: str, folder: Path, freezes: str | None = None, program: str = "tests.quick_passwords"
) -> Iterator[Process]:
    server = Process(*arguments, folder=folder, freezes=freezes, program=program)
    try:
        assert server.address, server.log.read_text()
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def wait_for(browser: Browser, topics: str, true: Any) -> Any:
    """Follow a feed until a frame satisfies; that frame."""
    end = time.monotonic() + LONG
    with httpx.stream(
        "GET",
        f"{browser.http.base_url}/feed".replace("//feed", "/feed"),
        params={"topics": topics},
        cookies=dict(browser.http.cookies),
        timeout=60,
    ) as answer:
        assert answer.status_code == 200
        for _, frame in events(answer.iter_lines()):
            if true(frame):
                return frame
            if time.monotonic() > end:
                raise NeverCame(f"waited {LONG:g} seconds for a certain frame of {topics}; the last one: {frame}")
    raise AssertionError("the feed ended before")
