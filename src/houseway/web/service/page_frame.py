"""What every page is made with: its template, who is there, and the pages that they have a use for."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.response import Template

from houseway.web.http.callers import LOOKS, caller_of
from houseway.web.service.dependencies import Caller, Room


def navigation(caller: Caller) -> list[tuple[str, str]]:
    """The pages that ``caller`` has a use for: name and address."""
    found = [("Floor", "/")]
    if caller.once:
        return []
    if caller.staff:
        found.append(("Office", "/office"))
    found.append(("Lab", "/lab"))
    return found


def page(request: Request[Any, Any, Any], room: Room, name: str, *, status: int = 200, **context: Any) -> Template:
    """A page from a template, with what every page shows."""
    caller = caller_of(request)
    return Template(
        template_name=name,
        status_code=status,
        context={
            "me": caller,
            "property": room.mirror.property.name or "Houseway",
            "navigation": navigation(caller),
            "path": request.url.path,
            "looks": caller.has(*LOOKS),
            **context,
        },
    )


def inside(address: str) -> str:
    """An address to go on to, if it is one of this server's; else the floor."""
    good = address.startswith("/") and not address.startswith(("//", "/\\")) and "\n" not in address
    return address if good and address.isprintable() and len(address) < 500 else "/"
