"""TableVision in the browser: the displays of a table, and the page that is printed where one has failed.

A display page takes no input: there is nothing on it to press, and what it shows comes from committed state alone.
"""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Controller, Request, Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from houseway.floor.context import moment
from houseway.jackpots.vision import NOT_CURRENT, check_notice
from houseway.reports.displays.board import KINDS, Board, admit, board_of, theme_of, usual_theme
from houseway.web.live.room import now
from houseway.web.schema.declare import BINARY, declared
from houseway.web.service.dependencies import Room
from houseway.web.service.page_frame import page


class VisionPages(Controller):
    """The displays."""

    path = "/vision/{table:str}"
    include_in_schema = False

    @get("/")
    async def display(
        self, request: Request[Any, Any, Any], room: Room, table: FromPath[str], theme: FromQuery[str] = ""
    ) -> Template:
        """A display of a table, full screen. Refused where the table's jackpot system has no such display."""
        at = now()
        board = board_of(room.mirror, table, at)
        chosen = theme_of(theme) if theme else usual_theme(board)
        says = admit(board, chosen, at)
        data = {
            "table": table,
            "theme": chosen,
            "kind": KINDS[chosen],
            "frame": room.frames.vision(table),
            "names": board.names,
            "notice": board.notice,
            "stale": NOT_CURRENT,
        }
        return page(
            request,
            room,
            "displays/vision.html",
            board=board,
            theme=chosen,
            says=says,
            stale=NOT_CURRENT,
            data=data,
        )

    @get("/page")
    async def printed(self, request: Request[Any, Any, Any], room: Room, table: FromPath[str]) -> Template:
        """The page that hangs in the place of a display that failed (S-14)."""
        at = now()
        board = board_of(room.mirror, table, at)
        check_notice(board.amounts, board.notice, board.notice)
        return page(
            request,
            room,
            "printed/vision_page.html",
            board=board,
            made=moment(at, room.mirror.property.zone),
            style=None,
        )

    @get(
        "/page.pdf",
        media_type="application/pdf",
        include_in_schema=True,
        tags=["floor"],
        opt=declared(BINARY, by="anybody", refuses=(422,)),
    )
    async def printed_pdf(self, room: Room, table: FromPath[str]) -> Response[bytes]:
        """The page that hangs in the place of a display that failed, for the printer."""
        at = now()
        board = board_of(room.mirror, table, at)
        stem, data = await asyncio.to_thread(_pdf, board, table, moment(at, room.mirror.property.zone))
        headers = {"content-disposition": f'inline; filename="{stem}-page.pdf"'}
        return Response(data, media_type="application/pdf", headers=headers)


def _pdf(board: Board, table: str, made: str) -> tuple[str, bytes]:
    # What draws pages takes long to load: a server that starts again has displays waiting.
    from houseway.reports.displays.display_files import stem  # noqa: PLC0415
    from houseway.reports.displays.printed_page import as_pdf  # noqa: PLC0415

    return stem(table), as_pdf(board, made)


HANDLERS = [VisionPages]
