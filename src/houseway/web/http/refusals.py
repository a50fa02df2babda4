"""What comes out of errors: JSON for programs, a page for people, and never more than may be said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.response import Template

from houseway.accounts.account_errors import BadAccount, NotSignedIn, TooOften
from houseway.errors import HousewayError
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.journal.journal_errors import CommandFault, CommandReused, JournalUnavailable
from houseway.rulebook.plain_words import in_words
from houseway.table.table_errors import UnknownGame
from houseway.web.http.callers import caller_of
from houseway.web.http.worker_errors import NewerQuestion, TookTooLong, WorkerFault

log = structlog.get_logger("houseway.web")

_STATUS: tuple[tuple[type[HousewayError], int], ...] = (
    (TooOften, 429),
    (NotSignedIn, 401),
    (NotPermitted, 403),
    (UnknownThing, 404),
    (UnknownGame, 404),
    (CommandReused, 409),
    (WrongState, 409),
    (NewerQuestion, 409),
    (TookTooLong, 408),
    (BadAccount, 422),
    (CommandFault, 500),
    (JournalUnavailable, 503),
    (WorkerFault, 503),
)
CODES = {
    400: "bad-request",
    401: "not-signed-in",
    403: "not-permitted",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
    500: "fault",
    408: "timeout",
}
"""The code of what the framework refuses, by status."""

ALONE = "houseway_alone"
"""What a request carries where a page is served without a room."""

_TITLES = {
    401: "Please sign in",
    403: "This is not for you",
    404: "There is nothing here",
    429: "A little slower, please",
    503: "The card room is being looked after",
}


_NO_JSON = re.compile(r"Input data was truncated|JSON is malformed|Invalid UTF-8")


def status_of(error: HousewayError | type[HousewayError]) -> int:
    """The status that an error, or every error of a kind, is answered with."""
    kind = error if isinstance(error, type) else type(error)
    return next((status for known, status in _STATUS if issubclass(kind, known)), 422)


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a person looks at the answer, not a program."""
    path = request.scope["path"]
    return "text/html" in request.headers.get("accept", "") and not path.startswith(("/api/", "/feed", "/static/"))


def refuse(
    request: Request[Any, Any, Any], status: int, data: dict[str, str], headers: dict[str, str] | None = None
) -> Response[Any]:
    """The answer to a request that is refused."""
    if wants_page(request):
        caller, alone = caller_of(request), bool(request.scope["state"].get(ALONE))
        floor = [] if alone else [("Floor", "/"), *([("Office", "/office")] if caller.staff else [])]
        return Template(
            template_name="service/refused.html",
            context={
                "me": caller,
                "property": request.scope["state"].get("property") or "Houseway",
                "navigation": [*floor, ("Lab", "/lab")],
                "alone": alone,
                "path": request.scope["path"],
                "title": _TITLES.get(status, "That did not work"),
                "status": status,
                "refusal": data,
            },
            status_code=status,
            headers=headers,
        )
    return Response(data, status_code=status, media_type=MediaType.JSON, headers=headers)


def on_houseway(request: Request[Any, Any, Any], error: HousewayError) -> Response[Any]:
    """A refusal of ours."""
    status = status_of(error)
    if status >= 500:
        log.error("failed", error=error.code, message=error.message)
    elif status in (401, 403, 429):
        log.warning("refused", error=error.code, message=error.message, path=request.scope["path"])
    headers = {"retry-after": str(error.wait)} if isinstance(error, TooOften) and error.wait else None
    return refuse(request, status, error.as_dict(), headers)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """A request that the framework refuses: what cannot be read, is too large, or has no page."""
    status = error.status_code
    if status >= 500:
        return on_bug(request, error)
    message = "this is no JSON that can be read" if _NO_JSON.match(error.detail) else error.detail
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        message = "; ".join(_misfit_of(item) for item in extra[:5])
    if status == 403:
        log.warning("refused", error="csrf", path=request.scope["path"])
    data = {"error": CODES.get(status, "bad-request"), "message": str(message)[:500]}
    if status in (400, 422):
        data["remedy"] = "mend the address" if wants_page(request) else "see /schema for what this address takes"
    # Which methods a path knows is told to whoever used another.
    return refuse(request, status, data, error.headers)


def _misfit_of(item: Mapping[str, Any]) -> str:
    """One thing that is wrong with a request: the field, where there is one, and what is wrong with it."""
    key, said = str(item.get("key") or ""), in_words(str(item.get("message") or ""))
    return f"{key}: {said}" if key else said


def on_bug(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A bug of ours: in the log with everything, outside with nothing."""
    log.error("bug", path=request.scope["path"], exc_info=error)
    return refuse(request, 500, {"error": "fault", "message": "this is our mistake, and it is on record"})


def on_depth(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    """Something nested deeper than anything that is meant."""
    log.warning("nested too deep", path=request.scope["path"], exc_info=error)
    return refuse(request, 400, {"error": "bad-request", "message": "this is nested too deep"})


def on_timeout(request: Request[Any, Any, Any], error: TimeoutError) -> Response[Any]:
    """A request that took too long."""
    log.warning("took too long", path=request.scope["path"])
    return refuse(request, 408, {"error": "timeout", "message": "this took too long", "remedy": "try again"})
