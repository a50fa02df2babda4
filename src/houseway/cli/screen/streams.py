"""Standard input and output: JSON, error messages, and plain characters where the encoding has no others.

Nothing here needs rich: `houseway games --json` must be quick.
"""

from __future__ import annotations

import codecs
import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

from houseway.errors import HousewayError

PLAIN = {
    **dict(zip("♠♥♦♣★…×±¢½█▓▒░●◆■▶▬○◇□▷▭→←↑─━═╌│┃║╎", "shdc*.x~c/###:@@@@@o-ooo><^--=-|||:", strict=True)),
    **dict.fromkeys("–—\u2212\u2010\u2011", "-"),
    **dict.fromkeys("·•", "*"),
    **dict.fromkeys("’\u2018", "'"),
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
    "\u00a0": " ",
}
"""For each character that a screen of ours may draw, one of ASCII that takes the same room."""

_HANDLER = "houseway-plain"


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def prepare() -> None:
    """Let standard output and error draw plain characters where their encoding has no others."""
    codecs.register_error(_HANDLER, _plain)
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and not _is_unicode(stream):
            reconfigure(errors=_HANDLER)
    listening = getattr(sys.stdin, "reconfigure", None)
    if listening is not None:
        listening(errors="replace")


def _open_what_is_closed() -> None:
    """A stream that was closed before the start (``>&-``) is not there at all: what is written to it goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - while the process runs


def _is_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "").startswith("utf")


def put_json(data: Any) -> None:
    """``data`` on standard output as JSON for people and programs: indented, in its own order."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=not _is_unicode(sys.stdout)) + "\n")


def put_error(error: HousewayError, *, as_json: bool) -> None:
    """One message on standard error: what happened, the clause behind it, what would mend it; or a JSON object."""
    if as_json:
        sys.stderr.write(json.dumps(error.as_dict()) + "\n")
        return
    text = f"houseway: {error.message}"
    if error.clause:
        text += f" [{error.clause}]"
    if error.remedy:
        text += f"\n          {error.remedy}"
    sys.stderr.write(text + "\n")


def close_output() -> None:
    """Standard output is gone (a reader such as ``head`` has left): say no more, and let Python end quietly."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(devnull, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
    finally:
        os.close(devnull)


def at_a_terminal() -> bool:
    """Whether somebody reads and types: standard input and output are both terminals."""
    return bool(sys.stdin) and sys.stdin.isatty() and sys.stdout.isatty()
