"""A process of the Lab: reads jobs from its standard input, works them out one by one, writes the answers.

It gives way to the room and keeps what it has worked out, so that a changed pay is answered in milliseconds. It ends
when its input does. A message is its length in four bytes, then that many bytes of MessagePack.
"""

from __future__ import annotations

import gzip
import os
import sys
from importlib import import_module
from typing import Any, BinaryIO

import msgspec

from houseway.errors import HousewayError
from houseway.web.lab.lab_link import Link

NICE = 10
"""How far below the room's the priority of this process lies."""

LENGTH = 4
"""Bytes of the length before a message."""

PACKED = 2
"""How hard an answer is compressed: a little, at once."""


class Job(msgspec.Struct, frozen=True):
    """What is to be worked out: the name of one of `WORK`, the link, and what else the work takes.

    ``packed``: the answer is compressed here, not by the server, which has a room to look after.
    """

    work: str
    link: Link
    more: dict[str, Any] = {}
    packed: bool = False


class Done(msgspec.Struct, frozen=True):
    """What came of a job: an answer, or why there is none. ``fault``: a mistake of the program, not of the asker."""

    answer: bytes = b""
    error: str = ""
    message: str = ""
    remedy: str = ""
    fault: bool = False


WORK: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "figures": ("lab_answers", "answer", ()),
    "curve": ("lab_curves", "curve", ("axis",)),
    "target": ("lab_targets", "tables_for", ("asked", "rows")),
    "money": ("lab_money", "money", ("asked",)),
    "strategy": ("lab_strategies", "charts", ()),
    "cell": ("lab_strategies", "opened", ("chart", "row", "column")),
    "strategy text": ("lab_strategies", "text_of", ()),
    "own strategy": ("lab_strategies", "priced", ("text",)),
    "export": ("lab_exports", "export", ("form", "more")),
    "mistakes": ("lab_exports", "mistakes", ("form", "text")),
    "sheet": ("lab_sheets", "sheet", ("more",)),
}
"""What can be asked of the Lab: the module and the function that answer, and what they take beside the link.

A module is loaded when it is first asked. ``more`` is all that came with the job.
"""


def _answer(job: Job) -> bytes:
    """What the work of a job makes: a file, a text, or a shape as JSON."""
    module, function, takes = WORK[job.work]
    given = {"more": job.more, **job.more}
    made = getattr(import_module(f"houseway.web.lab.{module}"), function)(job.link, *map(given.__getitem__, takes))
    return made if isinstance(made, bytes) else made.encode() if isinstance(made, str) else msgspec.json.encode(made)


def work_out(job: Job) -> Done:
    """A job done, or the reason why not."""
    try:
        answer = _answer(job)
        return Done(gzip.compress(answer, PACKED, mtime=0) if job.packed else answer)
    except HousewayError as error:
        return Done(error=error.code, message=error.message, remedy=error.remedy or "")
    except Exception as error:
        # Whatever it is, the process goes on, and whoever looks after the server finds it in the log.
        return Done(error=type(error).__name__, message=str(error)[:500], fault=True)


def run(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Work until the input ends. What must be loaded for a first answer is loaded at once; then others go first."""
    asked = 0
    while len(head := jobs.read(LENGTH)) == LENGTH:
        job = msgspec.msgpack.decode(jobs.read(int.from_bytes(head, "big")), type=Job)
        data = msgspec.msgpack.encode(work_out(job))
        answers.write(len(data).to_bytes(LENGTH, "big") + data)
        answers.flush()
        asked += 1
        if asked == 1:
            os.nice(NICE)


def main() -> None:
    """Answer on what was standard output; whatever is printed goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    run(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
