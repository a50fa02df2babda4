"""Logs on standard error: JSON, one object a line, for programs; a few plain lines where a person watches.

Never in a log: passwords, session ids, device keys, and what was answered in a hand that is in play.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import structlog
import structlog.tracebacks

from houseway.errors import HousewayError

log = structlog.get_logger("houseway.server")

SECRET = frozenset(
    {"password", "old", "new", "session", "cookie", "authorization", "key", "answer", "answers", "card", "cards"}
)
"""Names whose values are never written, whoever logs them."""


def _hide(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    for name in SECRET.intersection(event):
        event[name] = "hidden"
    return event


@contextmanager
def going_on(what: str) -> Iterator[None]:
    """Around one turn of what is done again and again: whatever goes wrong is logged as ``what`` and not the end."""
    try:
        yield
    except HousewayError as error:
        log.error(what, error=error.code, message=error.message)
    except Exception:
        log.exception(what)


Shape = Literal["auto", "words", "json"]
"""How logs are written: ``auto`` is words at a terminal and JSON elsewhere."""

ROUTINE = frozenset({"refused"})
"""Warnings that are the day's business, and no news to whoever watches: a wager over its limit, a page out of date."""

_UNSAID = frozenset({"event", "level", "logger", "timestamp", "exception", "request"})


def set_up(shape: Shape = "json") -> None:
    """Write logs of this process, those of the libraries too: everything as JSON, or in words what needs attention."""
    words = shape == "words" or (shape == "auto" and sys.stderr.isatty())
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=not words),
        _hide,
        # Without the values of variables: they hold cookies, keys and cards.
        structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    render = in_words if words else structlog.processors.JSONRenderer(ensure_ascii=False)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    if words:
        handler.addFilter(_is_news)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if words else logging.INFO)


def _is_news(record: logging.LogRecord) -> bool:
    said = record.msg
    return not (isinstance(said, dict) and said.get("event") in ROUTINE)


def in_words(_: Any, __: str, event: structlog.typing.EventDict) -> str:
    """One line that a person reads: when, what, and the facts of it; of an error that is a bug, where it was met."""
    at = datetime.fromisoformat(str(event.get("timestamp", ""))).strftime("%H:%M:%S")
    what = str(event["event"])
    message = event.get("message")
    facts = [f"{name} {value}" for name, value in event.items() if name not in _UNSAID and name != "message"]
    line = f"{at}  {str(event.get('level', '')).upper():<7}  {what[:1].upper()}{what[1:]}"
    if message:
        line += f": {message}"
    if facts:
        line += f" ({', '.join(facts)})"
    for one in event.get("exception") or ():
        last = one["frames"][-1:]
        where = f"{Path(last[0]['filename']).name}:{last[0]['lineno']}" if last else "its own beginning"
        line += f"\n          {one['exc_type']}: {one['exc_value']} (at {where}; the whole of it with --logs json)"
    return line
