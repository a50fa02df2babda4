"""An attack as data: what is tried, the rule against it, its steps, and how it must end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import msgspec

from houseway.drill.insiders.insider_house import House
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.permission.controls import Act

Done = Mapping[Act, frozenset[str]]
"""Who has done what before, in the words of the table of controls."""

Deed = tuple[c.Command, ...]
"""Commands that are given in one commit, mostly one."""

Ending = Literal["refused", "found", "in vain", "allowed", "got through"]
"""What came of an attack.

``refused``: by a named error, and every stream is as it was. ``found``: done past the program, and verification, the
next start or the door names the place. ``in vain``: taken, and what it was for did not come about. ``allowed``: the
table of controls lets these two do it, and both stand in the reports by name. ``got through``: none of these.
"""


class Step(NamedTuple):
    """One step of an attack.

    ``ways`` is the command, or what a house gives: a command, or several deeds, any of which will do. ``above``: the
    prize is one that two people pay. ``by`` is the name that a door gives the crew for this step, or the refusal of the
    door, where it is none of their own; ``at`` the time that the command is dated, where it is not now; ``then`` what
    happens after it, by nobody of the crew.
    """

    what: str
    ways: c.Command | Callable[[House], c.Command | Sequence[Deed]]
    above: bool = False
    by: Callable[[House], str] | None = None
    at: Callable[[House], int] | None = None
    then: Callable[[House], None] | None = None

    def deeds(self, house: House) -> Sequence[Deed]:
        """The ways to do it in a house."""
        found = self.ways if isinstance(self.ways, c.Command) else self.ways(house)
        return [(found,)] if isinstance(found, c.Command) else found


class Signature(NamedTuple):
    """Who gave a command, and who signed beside."""

    who: str
    second: str | None = None

    def __str__(self) -> str:
        return self.who if self.second is None else f"{self.who} with {self.second}"


class Attack:
    """An attack: what is ``tried``, as ``its-name: a sentence``, and the ``rule`` against it.

    A crew goes through ``steps`` in a house that ``prepare`` has brought into its situation. Without ``barred`` the
    table of controls decides which two may; with it the last step is refused to everybody, by one of these errors.
    ``done`` is what others have done by then.
    ``harm`` says after the last step whether what it was for has come about. ``past`` is done past the program, by
    whoever can, and tells what came of it; an attack may have both. ``journal`` is false where the crew begins with
    nothing.
    """

    def __init__(
        self,
        tried: str,
        rule: str,
        *steps: Step,
        prepare: Callable[[House], None] = lambda house: None,
        barred: tuple[type[HousewayError], ...] = (),
        done: Done = MappingProxyType({}),
        harm: Callable[[House], bool] | None = None,
        past: Callable[[House], tuple[Ending, str]] | None = None,
        journal: bool = True,
    ) -> None:
        self.slug, _, self.what = tried.partition(": ")
        self.rule = rule
        self.prepare, self.steps, self.barred, self.done = prepare, steps, barred, done
        self.harm, self.past, self.journal = harm, past, journal


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an attack by one crew; nobody in particular where it was done past the program.

    ``step`` is where it ended, ``error`` the code of the refusal, ``signed`` who signed each command that was taken.
    ``wrong`` says what is not as it must be.
    """

    attack: str
    crew: tuple[str, ...]
    ending: Ending
    step: str = ""
    error: str = ""
    says: str = ""
    signed: tuple[str, ...] = ()
    wrong: str = ""

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return {name: value for name, value in data.items() if value not in ("", [], ())}


def either(*commands: c.Command) -> list[Deed]:
    """Several ways, each by one command."""
    return [(command,) for command in commands]
