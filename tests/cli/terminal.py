"""A terminal of its own, at which somebody types a command and reads what it writes."""

from __future__ import annotations

import codecs
import os
import pty
import select
import signal
import subprocess
import sys
import time

from tests.waiting import LONG

COMMAND = """
import signal, sys
from houseway.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
sys.exit(main())
"""


class Terminal:
    """The command at a terminal of its own: what it writes is waited for, what is typed is sent."""

    def __init__(self, *args: str) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "COLUMNS": "80", "LINES": "40", "TERM": "xterm", "INPUTRC": os.devnull}
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Everything written up to ``text``, which must come."""
        end = time.monotonic() + LONG
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], end - time.monotonic())
            assert ready, f"{text!r} did not come after {self.seen!r}"
            try:
                more = os.read(self.master, 65536)
            except OSError:  # the other side is closed
                more = b""
            assert more, f"it ended before {text!r}: {self.seen!r}"
            self.seen += self.decoder.decode(more)
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """A signal that comes between a prompt and the wait for its answer is noticed only with the next: so, again."""
        for _ in range(10):
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                continue
            return

    def ended(self) -> int:
        return self.process.wait(timeout=LONG)

    def close(self) -> None:
        """Nothing of it is left."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(60)
        os.close(self.master)
