"""What a handler is given by name: annotate its parameters with these, such as ``room: Room``, ``caller: Caller``."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

from houseway.accounts import service
from houseway.web.alarms import watch
from houseway.web.http import callers, security
from houseway.web.live import hints, proposals, room
from houseway.web.live.journal_reader import Place as _Place
from houseway.web.live.journal_reader import Slow as _Slow
from houseway.web.live.review import session_figures as sessions
from houseway.web.service import command_desk as desk
from houseway.web.service import metrics

PARTS = "houseway_parts"
"""What a request carries the parts under, of the server that it came to."""

Accounts: TypeAlias = NamedDependency[service.Accounts]
Caller: TypeAlias = NamedDependency[callers.Caller]
Desk: TypeAlias = NamedDependency[desk.Desk]
Doors: TypeAlias = NamedDependency[security.Doors]
Hints: TypeAlias = NamedDependency[hints.Hints]
Metrics: TypeAlias = NamedDependency[metrics.Metrics]
Kept: TypeAlias = NamedDependency[_Place]
Proposals: TypeAlias = NamedDependency[proposals.Proposals]
Room: TypeAlias = NamedDependency[room.Room]
Sessions: TypeAlias = NamedDependency[sessions.Sessions]
Slow: TypeAlias = NamedDependency[_Slow]
Watch: TypeAlias = NamedDependency[watch.Watch]


def watch_of(request: Request[Any, Any, Any]) -> watch.Watch:
    """The watch of the server that a request came to, for what stands on many pages."""
    found: watch.Watch = request.scope[PARTS].given["watch"]  # type: ignore[literal-required]
    return found
