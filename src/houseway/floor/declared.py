"""The register of commands: each with who may give it, what it touches, its decision and its reply.

The modules of `houseway.floor.subjects` fill it; `houseway.floor.command_index` loads them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from houseway.floor.command import Command
from houseway.floor.command_streams import Find
from houseway.floor.context import Context
from houseway.floor.permission.controls import Control
from houseway.journal import Decision
from houseway.table.shown.shape_base import Shape

C = TypeVar("C", bound=Command)


class Declared(NamedTuple):
    """One command as it is declared: see `decides`."""

    control: Control
    on: Find
    decide: Callable[[Context, Any], Decision]
    reply: type[Shape]
    balances: Callable[[Any, str], tuple[str, ...]] | None
    played: bool
    closes: bool


DECLARED: dict[type[Command], Declared] = {}


def decided_by(decide: Callable[..., Any]) -> type[Command]:
    """The command that a function decides: its argument ``command`` is annotated with it."""
    command: type[Command] = decide.__globals__[decide.__annotations__["command"]]
    return command


def decides(
    control: Control,
    on: Find,
    reply: type[Shape],
    *,
    balances: Callable[[Any, str], tuple[str, ...]] | None = None,
    played: bool = False,
    closes: bool = False,
) -> Callable[[Callable[[Context, C], Decision]], Callable[[Context, C], Decision]]:
    """Declare the command that a function decides.

    ``control`` says who may give it, ``on`` which streams it touches, ``reply`` the shape of its answer. ``balances``
    names the accounts that it is likely to ask for, by the command and who gives it. ``played``: it is decided only
    under the prints of its table. ``closes``: with it a gaming day ends.
    """

    def mark(decide: Callable[[Context, C], Decision]) -> Callable[[Context, C], Decision]:
        DECLARED[decided_by(decide)] = Declared(control, on, decide, reply, balances, played, closes)
        return decide

    return mark


def control(command: Command | type[Command]) -> Control:
    """What holds for a command, or for all commands of a kind."""
    return DECLARED[command if isinstance(command, type) else type(command)].control
