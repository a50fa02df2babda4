"""What makes a PAR sheet one that a laboratory signs: the command that prints it again, and the lines to sign on.

The command is made from what the sheet was made of, whoever asked for it: the terminal and the Lab print the same.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from houseway.maths.question import FIXED, Question
from houseway.release import VERSION
from houseway.reports.document import Fact, Head, Paper, Section, Table, Text

SIGNED = ("Prepared by", "Reviewed by", "Approved by")
"""Who signs a sheet, in order."""

COMMAND = "Command that prints this sheet"


class Prepared(msgspec.Struct, frozen=True):
    """Who prepared a sheet, on which day (``YYYY-MM-DD``), what it is printed on, and the file it is written to."""

    by: str = ""
    on: str = ""
    paper: Paper = "letter"
    file: str = ""


def game_command(
    game: str, question: Question, prepared: Prepared, rounds: int | None, seed: int | None, file: str
) -> str:
    """The command that prints the sheet of ``game`` again, as ``question`` narrows and changes it."""
    return _command([game, *_asked(question)], prepared, rounds, seed, file)


def table_command(
    table: str,
    source: Sequence[str],
    meters: Mapping[str, int],
    prepared: Prepared,
    rounds: int | None,
    seed: int | None,
    file: str,
) -> str:
    """The command for a table as it is configured: ``source`` names its property, as in ``--config FILE``."""
    words = ["--table", table, *source, *_pairs("--meter", {name: _amount(cents) for name, cents in meters.items()})]
    return _command(words, prepared, rounds, seed, file)


def sign_off(prepared: Prepared, command: str) -> Section:
    """The last section: how to print the sheet again, and the lines to sign on."""
    blank = ("", "", "")
    rows = tuple(
        (role, prepared.by, "", prepared.on) if number == 0 else (role, *blank) for number, role in enumerate(SIGNED)
    )
    heads = Head.row("Role | Name, in block letters | Signature | Date")
    pieces = []
    if command:
        pieces.append(
            Text(
                f"Houseway {VERSION} prints the same sheet, to the byte, with the command at its head: every figure is "
                "worked out again, and the same rounds are simulated. A release with other fingerprints prints another."
            )
        )
    return Section("Signatures", (*pieces, Table(heads, rows, by_hand=True)))


def command_fact(command: str) -> tuple[Fact, ...]:
    """The command, for the head of the sheet."""
    return (Fact(COMMAND, command, "code"),) if command else ()


def _command(words: Sequence[str], prepared: Prepared, rounds: int | None, seed: int | None, file: str) -> str:
    made = ["houseway", "par", *words, "--simulate", "0" if rounds is None else str(rounds)]
    if rounds is not None and seed is not None:
        made += ["--seed", str(seed)]
    if prepared.by:
        made += ["--prepared-by", prepared.by]
    if prepared.on:
        made += ["--date", prepared.on]
    if prepared.paper != "letter":
        made += ["--paper", prepared.paper]
    return shlex.join([*made, "-o", file])


def _asked(question: Question) -> Iterator[str]:
    """A question as the options of a command."""
    if question.edition is not None:
        yield from ("--edition", question.edition)
    for wager in question.wagers:
        yield from ("--wager", wager)
    if isinstance(question.paytable, str):
        yield from ("--paytable", question.paytable)
    elif question.paytable is not None:
        yield from _pairs("--paytable", question.paytable)
    options = {slug: _amount(int(value)) if slug == FIXED else str(value) for slug, value in question.options.items()}
    yield from _pairs("--option", options)
    yield from _pairs("--pays", question.pays)
    yield from _pairs("--rule", {slug: str(value) for slug, value in question.rules.items()})
    yield from _pairs("--meter", {name: _amount(cents) for name, cents in question.meters.items()})


def _pairs(flag: str, given: Mapping[str, str]) -> Iterator[str]:
    for name, value in given.items():
        yield from (flag, f"{name}={value}")


def _amount(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
