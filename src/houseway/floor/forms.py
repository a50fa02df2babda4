"""How a command is asked for and what is said of it: fields and words, for terminal and office alike.

The modules of `houseway.floor.subjects` say them beside each command. A field's name is its place in the command as
plain data: ``jackpot.meters.0.rate``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, TypeVar

import msgspec

from houseway.floor.command import Command
from houseway.floor.declared import control
from houseway.jackpots.removal import Removal

Kind = Literal[
    "hidden",
    "number",
    "text",
    "area",
    "choice",
    "many",
    "day",
    "check",
    "count",
    "money",
    "percent",
    "lines",
    "pairs",
    "rows",
    "json",
    "settings",
]
"""What a field holds.

``number``: hidden, and a whole number; ``money``: dollars and cents, kept as whole cents; ``percent``: kept as parts
per million; ``lines``: one text a line; ``pairs``: ``name = value`` a line; ``settings``: the same with values as JSON;
``rows``: columns between bars, a row a line.
"""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field. ``needed``: it may not be left empty; else an empty one is left out of the command.

    ``columns`` are the names of a row's parts. ``value`` is what stands there first, as it is typed.
    """

    name: str
    label: str = ""
    kind: Kind = "text"
    needed: bool = True
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    value: str | tuple[str, ...] = ""

    @property
    def key(self) -> str:
        """The name as part of an element's id."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower())


Choices = tuple[tuple[str, str], ...]
"""What may be chosen, each with how it is called."""


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A command as people do it. ``button`` is what the button says; ``danger``: it takes something away.

    ``name`` tells apart two forms of one command.
    """

    title: str
    button: str
    fields: tuple[Field, ...]
    name: str = ""
    says: str = ""
    danger: bool = False
    command: type[Command] = Command

    @property
    def kind(self) -> str:
        """The command's type, or the form's own name."""
        return self.name or str(self.command.__struct_config__.tag)

    @property
    def two(self) -> bool:
        """Whether it always takes two people."""
        return control(self.command).two


C = TypeVar("C", bound=Command)

FORMS: dict[str, Form] = {}
"""Every form by its command's type, or by its own name."""

SAID: dict[type[Command], Callable[[Any, Any], str]] = {}
"""What each command and its reply say together."""


def words(command: type[C], said: Callable[[C, Any], str] | None, *forms: Form) -> None:
    """Give a command its words: what is ``said`` of it and its reply once it is done, and the forms that ask for it."""
    if said is not None:
        SAID[command] = said
    for form in forms:
        own = msgspec.structs.replace(form, command=command)
        FORMS[own.kind] = own


def slugs(*names: str) -> Choices:
    """Choices that are called as they are, in words."""
    return tuple((name, name.replace("-", " ").capitalize()) for name in names)


def hidden(*names: str) -> tuple[Field, ...]:
    """Fields that say what a form is about, without being asked."""
    return tuple(Field(name=name, label=name.replace("-", " ").capitalize(), kind="hidden") for name in names)


def counted(number: int, what: str) -> str:
    """So many of something, in words."""
    return f"{number:,} {what}{'s' * (number != 1)}"


JACKPOT = hidden("jackpot")
HIT_OF_JACKPOT = hidden("jackpot", "hit")
TABLE = hidden("table")
REASON = Field(name="reason", label="Reason")
REMOVALS = slugs(*(known.value for known in Removal))
REMOVAL_FIELD = Field(
    name="removal",
    label="Why a progressive leaves the table",
    kind="choice",
    choices=(("", "None leaves it"), *REMOVALS),
    needed=False,
)
ORDER_PAPER = Field(
    name="document", label="Order", needed=False, hint="The paper that orders it, where the regulator does."
)
DOCUMENT = Field(name="document", label="Document", hint="The number or name of the paper that shows it.")
REFERENCE = Field(name="reference", label="Reference", hint="Slip, check or statement number.")
METER_ROW = Field(name="row", label="Meter", kind="choice", needed=False)
