"""The lobby: printed where nobody types, open where somebody does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway
from tests.cli.command import GAMES, Run
from tests.cli.terminal import Terminal


@pytest.mark.parametrize("width", [50, 80, 120])
def test_without_a_terminal_it_prints_itself_and_ends(cli: Run, width: int) -> None:
    ended = cli(width=width)
    assert (ended.code, ended.err) == (0, "")
    for slug in GAMES:
        assert houseway.game(slug).name in ended.out
        assert slug in ended.out
    assert max(len(line) for line in ended.out.splitlines()) <= width


@pytest.fixture
def lobby() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    terminal.close()


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
