"""The lobby: printed where nobody types, open where somebody does."""

from __future__ import annotations

import codecs
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway
from tests.cli.command import GAMES, Run

pty = pytest.importorskip("pty")


@pytest.mark.parametrize("width", [50, 80, 120])
def test_without_a_terminal_it_prints_itself_and_ends(cli: Run, width: int) -> None:
    ended = cli(width=width)
    assert (ended.code, ended.err) == (0, "")
    for slug in GAMES:
        assert houseway.game(slug).name in ended.out
        assert slug in ended.out
    assert max(len(line) for line in ended.out.splitlines()) <= width


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
            [sys.executable, "-c", COMMAND, *args], stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Everything written up to ``text``, which must come."""
        end = time.monotonic() + 20
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
        return self.process.wait(timeout=20)


@pytest.fixture
def lobby() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    if terminal.process.poll() is None:
        terminal.process.kill()
        terminal.process.wait(60)
    os.close(terminal.master)


def test_an_evening_in_the_lobby(lobby: Terminal) -> None:
    screen = lobby.wait_for("Lobby > ")
    assert all(houseway.game(slug).name.split()[0] in screen for slug in GAMES)
    assert "\x1b[" in screen

    lobby.type("rules 2\n")
    assert "introduction" in lobby.wait_for("Lobby > ")
    lobby.type("rules 2 how to play 6(a)\n")
    assert "Surrender costs half" in lobby.wait_for("Lobby > ")
    lobby.type("paytables tri\n")
    assert "Suited Royals" in lobby.wait_for("Lobby > ")
    lobby.type("9\n")
    assert "There is no game '9'" in lobby.wait_for("Lobby > ")

    lobby.type("2\n")
    assert "Dueling for Dollars" in lobby.wait_for("Seat 1 > ")
    lobby.type("none\n")
    lobby.wait_for("Round 2, seat 1")
    lobby.wait_for("Seat 1 > ")
    lobby.type("quit\n")
    lobby.wait_for("Goodbye.")
    lobby.wait_for("Enter: back to the lobby > ")
    lobby.type("\n")
    assert "H O U S E W A Y" in lobby.wait_for("Lobby > ")
    lobby.type("quit\n")
    lobby.wait_for("Goodbye.")
    assert lobby.ended() == 0


def test_the_end_of_typing_and_an_interrupt_end_it(lobby: Terminal) -> None:
    lobby.wait_for("Lobby > ")
    lobby.interrupt()
    assert lobby.ended() == 130
    lobby.wait_for("\r\n")
    assert "Traceback" not in lobby.seen

    other = Terminal()
    other.wait_for("Lobby > ")
    other.type("\x04")
    other.wait_for("Goodbye.")
    assert other.ended() == 0
    os.close(other.master)


def test_make_run_opens_the_card_room_and_passes_arguments_on() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
    assert "@exec $(BIN)/houseway $(or $(ARGS),serve)" in makefile
