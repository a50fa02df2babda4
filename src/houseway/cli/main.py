"""The ``houseway`` command: how it runs, and its exit codes.

Exit codes: 0 done; 1 a record differs, a configuration fails its checks, a journal was altered, or nobody reads the
output; 2 the command was refused, with one message on standard error (a JSON object with ``--json``); 130 interrupted.
"""

from __future__ import annotations

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
        ended = all_commands()(args, prog_name="houseway", standalone_mode=False)
    except HousewayError as error:
        streams.put_error(error, as_json="--json" in args)
        return 2
    except typer.TyperException as error:
        remedy = "see: houseway --help"
        message = error.format_message().rstrip(".")
        streams.put_error(_Usage(message, remedy=remedy), as_json="--json" in args)
        return 2
    except BrokenPipeError:
        raise
    except OSError as error:
        streams.put_error(_Unreadable(str(error)), as_json="--json" in args)
        return 2
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except SystemExit as end:
        # An output that nobody reads any more is noticed by typer, which then ends the process.
        return end.code if isinstance(end.code, int) else 1
    return ended if isinstance(ended, int) else 0


class _Usage(HousewayError):
    """The command line cannot be understood."""


class _Unreadable(HousewayError):
    """A file cannot be read or written."""

    code = "io"


if __name__ == "__main__":
    sys.exit(main())
