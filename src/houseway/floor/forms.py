"""How a command is asked for and what is said of it: fields and words, for terminal and office alike.

The modules of `houseway.floor.subjects` say them beside each command. The office draws a form of them, the terminal
makes a command of them with arguments and options; `houseway.floor.typed_fields` reads what either is given. A field's
name is its place in the command as plain data: ``jackpot.meters.0.rate``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from houseway.floor.command import Command, PlainData
from houseway.floor.command_streams import Known
from houseway.floor.declared import control, decided_by
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.states import PropertyState, TableState
from houseway.jackpots.removal import Removal

Kind = (
    Literal["hidden", "number", "text", "area", "choice", "many", "day", "check", "count", "money", "percent"]
    | Literal["lines", "pairs", "rows", "seats", "json", "record", "settings"]
)
"""What a field holds.

``number``: hidden, and a whole number; ``money``: dollars and cents, kept as whole cents; ``percent``: kept as parts
per million; ``lines``: one text a line; ``pairs``: ``name = value`` a line; ``settings``: the same with values as JSON;
``rows``: columns between bars, at the terminal between colons, a row a line; ``seats``: ``sensor = 1,3,5`` a line;
``json``: a whole entry of the configuration, at the terminal a file; ``record``: that of a round, a file there too.
"""


class Asking(NamedTuple):
    """A form being filled in: the floor as it is, what was typed by the fields' names, and the moment."""

    known: Known
    given: PlainData
    at: int


class Field(msgspec.Struct, frozen=True):
    """One field. ``needed``: it may not be left empty; else an empty one is left out of the command.

    ``columns`` are the names of a row's parts. ``value`` is what stands there first, as it is typed;
    ``least`` are the cents that an amount must have.

    ``option`` is what the terminal calls it: flags such as ``--role -r``, or the word that stands for an argument. By
    itself what the form is about is an argument and anything else an option of its name. ``due`` says what is meant
    where the terminal is not told, ``like`` the entry that a new one may be configured as, and ``means`` what the
    property makes of what was typed.
    """

    name: str
    label: str = ""
    kind: Kind = "text"
    needed: bool = True
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    value: str | tuple[str, ...] = ""
    least: int = 0
    option: str = ""
    due: Callable[[Asking], object] | None = None
    like: Callable[[PropertyState, str], msgspec.Struct] | None = None
    means: Callable[[PropertyState, Any], Any] | None = None

    @property
    def key(self) -> str:
        """The name as part of an element's id."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower())


Choices = tuple[tuple[str, str], ...]
"""What may be chosen, each with how it is called."""


class Form(msgspec.Struct, frozen=True):
    """A command as people do it. ``button`` is what the button says; ``danger``: it takes something away.

    ``name`` tells apart two forms of one command. ``terminal`` are the words after ``houseway`` that give it; with
    ``whole`` they take the record of that name from a file, in the place of the fields.
    """

    title: str
    button: str
    fields: tuple[Field, ...] = ()
    name: str = ""
    says: str = ""
    danger: bool = False
    terminal: str = ""
    whole: str = ""
    command: type[Command] = Command

    @property
    def kind(self) -> str:
        """The command's type, or the form's own name."""
        return self.name or str(self.command.__struct_config__.tag)

    @property
    def at_terminal(self) -> tuple[Field, ...]:
        """The fields that the terminal takes."""
        return (Field(self.whole, self.whole.capitalize(), "json"),) if self.whole else self.fields

    @property
    def two(self) -> bool:
        """Whether it always takes two people."""
        return control(self.command).two


D = TypeVar("D", bound=Callable[..., Any])

FORMS: dict[str, Form] = {}
"""Every form by its command's type, or by its own name."""

SAID: dict[type[Command], Callable[[Any, Any], str]] = {}
"""What each command and its reply say together."""


def words(said: Callable[[Any, Any], str] | None, *forms: Form) -> Callable[[D], D]:
    """Give the command that a function decides its words: what is ``said`` of it and its reply once it is done, and
    the forms that ask for it."""

    def mark(decide: D) -> D:
        command = decided_by(decide)
        if said is not None:
            SAID[command] = said
        for form in forms:
            own = msgspec.structs.replace(form, command=command)
            FORMS[own.kind] = own
        return decide

    return mark


def slugs(*names: str) -> Choices:
    """Choices that are called as they are, in words."""
    return tuple((name, name.replace("-", " ").capitalize()) for name in names)


def hidden(*names: str) -> tuple[Field, ...]:
    """Fields that say what a form is about, without being asked."""
    return tuple(Field(name, name.replace("-", " ").capitalize(), "hidden") for name in names)


def round_field(due: Callable[[TableState], int], hint: str = "The one that is due if left out.") -> Field:
    """The number of a round at the form's table; ``due`` says which is meant where none is given."""
    return Field(
        "round",
        "Round",
        "number",
        option="--round",
        hint=hint,
        due=lambda asking: due(asking.known.table(asking.given["table"])),
    )


def jackpot_of(asking: Asking) -> str:
    """The jackpot that the form's hit belongs to."""
    known, hit = asking.known, asking.given["hit"]
    found = next((id for id in known.property.jackpots if hit in known.jackpot(id).hits), None)
    if found is None:
        pending = ", ".join(open_ for id in known.property.jackpots for open_ in known.jackpot(id).pending)
        raise UnknownThing(f"there is no hit {hit!r}", remedy=f"open hits: {pending or 'none'}")
    return found


JACKPOT = hidden("jackpot")
HIT_OF_JACKPOT = (
    Field("jackpot", "Jackpot", "hidden", option="--jackpot", hint="Found by the hit if left out.", due=jackpot_of),
    *hidden("hit"),
)
TABLE = hidden("table")
AMOUNT = Field("amount", "Amount", "money", least=1, option="DOLLARS")
REASON = Field("reason", "Reason")
REMOVALS = slugs(*(known.value for known in Removal))
REMOVAL_FIELD = Field(
    "removal", "Why a progressive leaves the table", "choice", choices=(("", "None leaves it"), *REMOVALS), needed=False
)
ORDER_PAPER = Field("document", "Order", needed=False, hint="The paper that orders it, where the regulator does.")
DOCUMENT = Field("document", "Document", hint="The number or name of the paper that shows it.")
REFERENCE = Field("reference", "Reference", hint="Slip, check or statement number.")
METER_ROW = Field("row", "Meter", "choice", needed=False)
