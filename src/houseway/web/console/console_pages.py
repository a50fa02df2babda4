"""The dealer's console as a page."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.web.art import card_faces as cards
from houseway.web.art import chip_stacks as chips
from houseway.web.service.dependencies import Caller, Room
from houseway.web.service.page_frame import page

DEALS = ("dealer", "supervisor")
"""Who works at the console; surveillance, regulators and administrators look at it and touch nothing."""

WATCHES = ("surveillance", "regulator", "administrator")


class ConsolePages(Controller):
    """The dealer's console."""

    include_in_schema = False

    @get("/tables/{table:str}/console")
    async def console(
        self, request: Request[Any, Any, Any], room: Room, caller: Caller, table: FromPath[str]
    ) -> Template | Redirect:
        """The console of a table."""
        if caller.kind == "nobody":
            return Redirect(f"/login?next=/tables/{table}/console", status_code=303)
        caller.need(*DEALS, *WATCHES)
        sheet = room.frames.sheet(table)
        wild = "".join(f" wild-{rank}" for rank in room.frames.setup(table).edition.data.deck.wild)
        return page(
            request,
            room,
            "console/console.html",
            sheet=sheet,
            works=caller.has(*DEALS),
            wild=wild,
            sprites=cards.sprite() + chips.sprite(),
        )
