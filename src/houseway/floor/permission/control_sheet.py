"""The table of controls as people read it: in the terminal, in the office, and as a page."""

from __future__ import annotations

from houseway.compliance.exhibit import Exhibit, Grid, Section
from houseway.floor import command_index as c
from houseway.floor.command_index import CONTROLS
from houseway.floor.permission.controls import ACTS, DEVICE_KINDS, IN_WORDS, SECONDS, Control

HEADS = ("Command", "Given by", "People", "Devices", "Paper", "Kept apart", "Sealed first", "Rule")

ROLES = ("administrator", "supervisor", "dealer", "surveillance", "security", "accounting", "technician", "regulator")
"""Every role, in the order of tables."""


def sheet() -> Exhibit:
    """Every command with what it takes."""
    rows = tuple(row_of(command, rule) for command, rule in CONTROLS.items())
    return Exhibit(
        "Table of controls",
        (
            Section("How to read it", _FACTS),
            Section("Commands", grids=(Grid("What each command takes", HEADS, rows),)),
        ),
    )


_FACTS = (
    ("Given by", "somebody who has one of these roles; a player acts for the own seat only"),
    (
        "People",
        "where two are wanted, they are two people of different departments, and each belongs to one department only; "
        f"the second is {' or '.join(role for role in ROLES if role in SECONDS)}, unless the row says who",
    ),
    ("Devices", "devices that give it by themselves, for their own table alone"),
    ("Paper", "what may not be blank; a paper that serves once is refused when it is named again"),
    ("Kept apart", "what those who sign have not done before: at least one of them, or none where it says none"),
    ("Sealed first", "the journal is sealed before the command is answered"),
)


def row_of(command: type[c.Command], rule: Control) -> tuple[str, ...]:
    """What a command takes, under each of `HEADS`."""
    by = [role for role in ROLES if role in rule.roles]
    return (
        str(command.__struct_config__.tag).replace("-", " "),
        ", ".join([*by, *(["player"] if rule.player else [])]),
        IN_WORDS[rule.people] + (", or a supervisor who is called" if rule.called else "") + _seconds(rule),
        ", ".join(kind for kind in DEVICE_KINDS if kind in rule.devices),
        _paper(rule),
        _apart(rule),
        "yes" if rule.sealed else "",
        rule.clause,
    )


def _seconds(rule: Control) -> str:
    if rule.seconds == SECONDS:
        return ""
    return f"; the second is {' or '.join(role for role in ROLES if role in rule.seconds)}"


def _paper(rule: Control) -> str:
    named = [field.rpartition(".")[2] for field in rule.filled]
    if rule.paper is not None:
        told = [rule.paper.says] if rule.paper.says else []
        if rule.paper.once:
            told.append("once for each jackpot" if rule.paper.own else "once")
        said = rule.paper.field.rpartition(".")[2]
        named.append(f"{said} ({', '.join(told)})" if told else said)
    return ", ".join(named)


def _apart(rule: Control) -> str:
    if not rule.apart:
        return ""
    return f"{'none has' if rule.strictly else 'not all have'} {' or '.join(ACTS[act] for act in rule.apart)}"
