"""Logs: one JSON object a line, on standard error, with the request and who asked.

Never in a log: passwords, session ids, device keys, and what was answered in a hand that is in play.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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


def set_up(level: str = "info") -> None:
    """Write logs of this process as JSON, those of the libraries too."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
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
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
