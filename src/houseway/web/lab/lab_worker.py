"""A process of the Lab: reads jobs from its standard input, works them out one by one, writes the answers.

It gives way to the room and keeps what it has worked out, so that a changed pay is answered in milliseconds. It ends
when its input does. A message is its length in four bytes, then that many bytes of MessagePack.
"""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Callable, Mapping
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


def _figures(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_answers import answer  # noqa: PLC0415

    return msgspec.json.encode(answer(link))


def _curve(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_curves import curve  # noqa: PLC0415

    return msgspec.json.encode(curve(link, more["axis"]))


def _target(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_targets import tables_for  # noqa: PLC0415

    return msgspec.json.encode(tables_for(link, more["asked"], more["rows"]))


def _strategy(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_strategies import charts  # noqa: PLC0415

    return msgspec.json.encode(charts(link))


def _cell(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_strategies import opened  # noqa: PLC0415

    return msgspec.json.encode(opened(link, more["chart"], more["row"], more["column"]))


def _strategy_text(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_strategies import text_of  # noqa: PLC0415

    return text_of(link).encode()


def _own(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_strategies import priced  # noqa: PLC0415

    return msgspec.json.encode(priced(link, more["text"]))


def _export(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_exports import export  # noqa: PLC0415

    return export(link, more["form"], more)


def _mistakes(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_exports import mistakes  # noqa: PLC0415

    return mistakes(link, more["form"], more["text"])


def _sheet(link: Link, more: Mapping[str, Any]) -> bytes:
    from houseway.web.lab.lab_sheets import sheet  # noqa: PLC0415

    return sheet(link, more)


WORK: dict[str, Callable[[Link, Mapping[str, Any]], bytes]] = {
    "figures": _figures,
    "curve": _curve,
    "target": _target,
    "strategy": _strategy,
    "cell": _cell,
    "strategy text": _strategy_text,
    "own strategy": _own,
    "export": _export,
    "mistakes": _mistakes,
    "sheet": _sheet,
}
"""What can be asked of the Lab. What each needs is loaded when it is first asked."""


def work_out(job: Job) -> Done:
    """A job done, or the reason why not."""
    try:
        answer = WORK[job.work](job.link, job.more)
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
