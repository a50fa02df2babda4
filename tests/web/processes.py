"""``houseway serve`` as a process of its own, for tests that start, stop and kill it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.web.serving import Browser, events


class Process:
    """A server process; what it said until it was open."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        environment.pop("HOUSEWAY_DATABASE", None)
        self.log = folder / f"log-{len(list(folder.iterdir()))}"
        self._err = self.log.open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "houseway", "serve", "--port", "0", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._err,
            text=True,
            env=environment,
            cwd=folder,
        )
        self.said: list[str] = []
        self.address = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            found = re.search(r"is open at (http://\S+)/$", line.rstrip())
            if found:
                self.address = found[1]
                break
        # The address is said when the socket listens: what is asked now waits until it is answered.

    @property
    def logins(self) -> dict[str, tuple[str, str]]:
        """Login and password by role, as they were printed."""
        rows = [line.split() for line in self.said if line.startswith("  ")]
        return {role: (login, password) for role, login, password in rows}

    def browser(self) -> Browser:
        """A browser."""
        return Browser(self.address)

    def kill(self) -> None:
        """Power off."""
        self.process.kill()
        self.wait()

    def terminate(self) -> int:
        """Ask it to stop; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """Wait for its end."""
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._err.close()
        return code


@contextmanager
def serving(*arguments: str, folder: Path) -> Iterator[Process]:
    server = Process(*arguments, folder=folder)
    try:
        assert server.address, server.log.read_text()
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def wait_for(browser: Browser, topics: str, true: Any) -> Any:
    """Follow a feed until a frame satisfies; that frame."""
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
    raise AssertionError("the feed ended before")
