"""``houseway replay``: plays recorded rounds again and compares them, one line of a file at a time."""

from __future__ import annotations

import json as as_text
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Annotated, BinaryIO, TypeAlias

import msgspec
import typer

from houseway import registry
from houseway.cli.command_options import Json, argument, takes
from houseway.cli.maths.table_choices import NoFile
from houseway.errors import HousewayError
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import in_words
from houseway.table.lines import Line
from houseway.table.records import replay as core
from houseway.table.records.record import encode
from houseway.table.records.record_format import decode
from houseway.table.table_errors import BadRecord

LONGEST = 16 << 20
"""A line of more bytes than this is no record; it is passed over without being held."""


Numbered: TypeAlias = Iterator[tuple[int, bytes | None]]
"""Lines of a file, each with its number there."""


class NoRecord(HousewayError):
    """Round records were to be read, and there is none."""


app = typer.Typer(add_completion=False)


@app.command()
def replay(
    file: Annotated[str, argument("FILE", "Round records, one a line; - is standard input.")],
    settle: Annotated[bool, takes("--settle", "Settle each record and print it; compare nothing.")] = False,
    json: Json = False,
) -> None:
    """Replay recorded rounds and compare every line; exit 1 if one differs or cannot be played, 2 if there is none."""
    with _opened(file) as stream:
        lines = _some(_lines(stream), "standard input" if file == "-" else file)
        raise typer.Exit(settle_all(lines) if settle else compare_all(lines, as_json=json))


def compare_all(lines: Numbered, *, as_json: bool) -> int:
    """Compare each record's lines with those of the rules; say which differ, then how many there were."""
    out = sys.stdout.write
    counts = {"records": 0, "agree": 0, "differ": 0, "errors": 0}
    for number, line in lines:
        counts["records"] += 1
        try:
            difference = core.replay(decode(_short(line)), registry.game)
        except Exception as error:  # whatever one record does, the rest go on
            counts["errors"] += 1
            said = as_error(error)
            out(
                as_text.dumps({"record": number, **said.as_dict()}) + "\n"
                if as_json
                else f"record {number}: cannot be played: {said} [{said.code}]\n"
            )
            continue
        if difference is None:
            counts["agree"] += 1
            continue
        counts["differ"] += 1
        if as_json:
            data = {"record": number, "differs": msgspec.to_builtins(difference)}
            out(as_text.dumps(data) + "\n")
        else:
            out(
                f"record {number}: settlement line {difference.line} differs\n"
                f"  expected  {_line_text(difference.expected)}\n"
                f"  found     {_line_text(difference.found)}\n"
            )
    failed = counts["differ"] + counts["errors"]
    if as_json:
        out(as_text.dumps(counts) + "\n")
    elif failed:
        out(
            f"{counts['records']:,} records: {counts['agree']:,} agree, {counts['differ']:,} differ, "
            f"{counts['errors']:,} cannot be played\n"
        )
    else:
        out(f"{_count(counts['records'])} replayed: every line agrees\n")
    return 1 if failed else 0


def settle_all(lines: Numbered) -> int:
    """Print each record with the lines that the rules give it, or an error object where it cannot be settled."""
    out = sys.stdout.buffer.write
    failed = False
    for number, line in lines:
        try:
            text = _short(line)
            round_ = core.settle(decode(text), registry.game)
            data = {key: value for key, value in msgspec.json.decode(text).items() if key != "lines"}
            data["lines"] = [msgspec.to_builtins(item) for item in round_.lines]
            out(encode(data) + b"\n")
        except BrokenPipeError:
            raise
        except Exception as error:  # whatever one record does, the rest go on
            failed = True
            out(encode({"record": number, **as_error(error).as_dict()}) + b"\n")
    sys.stdout.buffer.flush()
    return 1 if failed else 0


def as_error(error: Exception) -> HousewayError:
    """``error`` as one of ours: a fault in playing a record is reported for it like any other error."""
    if isinstance(error, HousewayError):
        return error
    return _Fault(f"this record could not be played: {type(error).__name__}: {_clipped(str(error))}")


class _Fault(HousewayError):
    """A record that the program could not cope with."""


def _clipped(text: str) -> str:
    return text if len(text) <= 200 else text[:197] + "..."


# -- reading


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 - closed below, where errors are no longer about opening it
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise NoFile(f"{file!r} cannot be read: {why}", remedy="name a file of records, or -") from error
    with stream:
        yield stream


def _some(lines: Numbered, name: str) -> Numbered:
    """``lines``, of which there must be one: a pipe whose first command failed would pass for rounds that agree."""
    first = next(lines, None)
    if first is None:
        raise NoRecord(
            f"{name} has no round record: nothing was replayed",
            remedy="give records, one a line, as houseway deal writes",
        )
    return chain((first,), lines)


def _lines(stream: BinaryIO) -> Numbered:
    """Each line that is not blank, with its number in the file; ``None`` for one that is too long to be held."""
    number = 0
    while line := stream.readline(LONGEST):
        number += 1
        if len(line) == LONGEST and not line.endswith(b"\n"):
            while (rest := stream.readline(LONGEST)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        elif line.strip():
            yield number, line


def _short(line: bytes | None) -> bytes:
    """``line``, if it is not longer than any record."""
    if line is None:
        raise BadRecord(f"this line is longer than {LONGEST >> 20} MiB", remedy="see docs/round-record.md")
    return line


# -- saying


def _line_text(line: Line | None) -> str:
    if line is None:
        return "no such line"
    text = f"seat {line.seat}"
    if line.hand != 1:
        text += f" hand {line.hand}"
    back = f"{dollars(line.returned)} back on {dollars(line.stake)}"
    text += f" {line.wager}: {line.event} pays {in_words(line.pays)}, {back}"
    if line.meter is not None:
        text += f", {dollars(line.meter)} of it from the meter"
    if line.reverses is not None:
        text += f", reversing line {line.reverses}"
    if line.note:
        text += f" ({line.note})"
    return f"{text} [{line.clause}]"


def _count(records: int) -> str:
    return "1 record" if records == 1 else f"{records:,} records"
