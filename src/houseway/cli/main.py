"""The ``houseway`` command: how it runs, and its exit codes.

Exit codes: 0 done; 1 a record differs, a configuration fails its checks, a journal was altered, or nobody reads the
output; 2 the command was refused, with one message on standard error (a JSON object with ``--json``); 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

import typer

from houseway.cli.command_line import all_commands
from houseway.cli.screen import streams
from houseway.errors import HousewayError

PRIVATE = 0o077
"""The umask: files are made 0600 and folders 0700."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (that of the process if left out); the exit code is returned."""
    args = list(sys.argv[1:] if argv is None else argv)
    streams.prepare()
    # Whatever is written here, from its first byte: journals, keys, reports and exports are the owner's alone.
    before = os.umask(PRIVATE)
    try:
        code = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        streams.close_output()
        code = 1
    finally:
        os.umask(before)
    return code


def _run(args: list[str]) -> int:
    try:
        _as_text(args)
        ended = all_commands()(args, prog_name="houseway", standalone_mode=False)
    except HousewayError as error:
        streams.put_error(error, as_json="--json" in args)
        return 2
    except typer.TyperException as error:
        streams.put_error(_usage(error), as_json="--json" in args)
        return 2
    except BrokenPipeError:
        raise
    except OSError as error:
        streams.put_error(_unreadable(error), as_json="--json" in args)
        return 2
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except SystemExit as end:
        # An output that nobody reads any more is noticed by typer, which then ends the process.
        return end.code if isinstance(end.code, int) else 1
    return ended if isinstance(ended, int) else 0


PLAINLY = {
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "write a whole number",
    "Input should be a valid number, unable to parse string as a number": "write a number",
    "Input should be greater than or equal to ": "write at least ",
    "Input should be less than or equal to ": "write at most ",
}
"""What typer says of a value that does not fit, and how we say it."""


def _usage(error: typer.TyperException) -> HousewayError:
    message = error.format_message().rstrip(".")
    for theirs, ours in PLAINLY.items():
        message = message.replace(theirs, ours)
    context = getattr(error, "ctx", None)
    return _Usage(message, remedy=f"see: {context.command_path if context else 'houseway'} --help")


def _unreadable(error: OSError) -> HousewayError:
    if error.filename is None:
        full = error.errno == errno.ENOSPC
        return _Unreadable(error.strerror or str(error), remedy="make room, or write elsewhere" if full else None)
    return _Unreadable(
        f"{error.filename} cannot be read or written: {error.strerror}",
        remedy="name a file in a folder that is there, and that this login may use",
    )


def _as_text(args: Sequence[str]) -> None:
    """Bytes that are no UTF-8 come in as halves of characters, which nothing could keep, hash or print."""
    for word in args:
        try:
            word.encode()
        except UnicodeEncodeError as error:
            raise _Usage(f"{word!r} is not written in UTF-8", remedy="type it in UTF-8, or rename the file") from error


class _Usage(HousewayError):
    """The command line cannot be understood."""


class _Unreadable(HousewayError):
    """A file cannot be read or written."""

    code = "io"


if __name__ == "__main__":
    sys.exit(main())
