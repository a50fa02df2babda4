"""Asks the player for a line: typed at the terminal, or read from a file instead."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module

from rich.console import Console
from rich.text import Text

from houseway.cli.screen.streams import at_a_terminal
from houseway.errors import HousewayError


class Left(Exception):
    """The person has left: ``quit``, or the end of what was typed."""


class Talk:
    """Shows and asks. At a terminal the screen is cleared before a new one, and lines can be edited as in a shell."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.live = at_a_terminal()
        if self.live:
            with suppress(ImportError):
                import_module("readline")  # importing it is what lets lines be edited

    def screen(self) -> None:
        """Begin a new screen."""
        if self.live:
            self.console.clear()
        else:
            self.console.print()

    def say(self, text: str | Text, style: str = "") -> None:
        """One message."""
        self.console.print(text if isinstance(text, Text) else Text(text), style=style)

    def refuse(self, error: HousewayError) -> None:
        """Why something was not taken."""
        end = "" if error.message.endswith((".", "?", "!")) else "."
        text = Text(f"{error.message[:1].upper()}{error.message[1:]}{end}", style="refused")
        if error.clause:
            text.append(f" [{error.clause}]", style="not bold cyan")
        if error.remedy:
            text.append(f" {error.remedy[:1].upper()}{error.remedy[1:]}.", style="not bold default")
        self.console.print(text)

    def ask(self, prompt: str) -> str:
        """What is typed after ``prompt``; `Left` where nothing more comes."""
        if self.live:
            try:
                return input(f"{prompt} > ").strip()
            except EOFError:
                self.console.print()
                raise Left from None
        line = sys.stdin.readline()
        if not line:
            self.console.print(Text(f"{prompt} >"))
            raise Left
        self.console.print(Text(f"{prompt} > {line.strip()}"))
        return line.strip()
