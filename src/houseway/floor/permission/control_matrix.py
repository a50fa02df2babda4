"""The table of controls as a matrix: every action by every role, to be read and filtered on a screen."""

from __future__ import annotations

from typing import Literal, NamedTuple

from houseway.floor import command_index as c
from houseway.floor.command_index import CONTROLS
from houseway.floor.declared import DECLARED
from houseway.floor.permission.control_sheet import ROLES, row_of
from houseway.floor.permission.controls import DEVICE_KINDS, Control, People

May = Literal["alone", "sometimes-two", "two", "second", ""]
"""What a role may do about an action: give it alone; alone, and with a second person in some cases; with a second
person only; sign for it as the second person; nothing."""

IN_WORDS: dict[May, str] = {
    "alone": "gives it alone",
    "sometimes-two": "gives it alone, or with a second person where the rule says so",
    "two": "gives it with a second person",
    "second": "signs for it as the second person",
    "": "does not take part",
}
"""The same as people read it."""

_GIVES: dict[People, May] = {"one": "alone", "two": "two", "two-once-there-are-two": "two"}


class MatrixRow(NamedTuple):
    """One action: what each role may do about it, in the order of `ROLES`; players and devices that may give it."""

    action: str
    subject: str
    may: tuple[May, ...]
    player: bool
    devices: tuple[str, ...]
    people: str
    paper: str
    apart: str
    rule: str

    @property
    def two(self) -> bool:
        """Whether it takes two people, always or in some cases."""
        return any(may in ("two", "sometimes-two") for may in self.may)


def matrix() -> list[MatrixRow]:
    """Every action, those of one subject together."""
    return sorted((_row(command, rule) for command, rule in CONTROLS.items()), key=lambda row: row.subject)


def _row(command: type[c.Command], rule: Control) -> MatrixRow:
    action, _, people, _, paper, apart, _, clause = row_of(command, rule)
    subject = DECLARED[command].decide.__module__.rpartition(".")[2].replace("_", " ")
    return MatrixRow(
        _capital(action),
        _capital(subject),
        tuple(_may(role, rule) for role in ROLES),
        rule.player,
        tuple(kind for kind in DEVICE_KINDS if kind in rule.devices),
        people,
        paper,
        apart,
        clause,
    )


def _may(role: str, rule: Control) -> May:
    if role in rule.roles:
        return _GIVES.get(rule.people, "sometimes-two")
    return "second" if rule.people != "one" and role in rule.seconds else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
