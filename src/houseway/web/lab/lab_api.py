"""The interface of the Lab: every answer is worked out by its processes, and passed on as it comes."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, MediaType, Response, get
from litestar.params import QueryParameter

from houseway.web.lab.lab_asking import STATE, Asking, Lab, State, asker
from houseway.web.lab.lab_shapes import Answer
from houseway.web.schema.declare import ANYBODY, declared

Page = Annotated[
    str,
    QueryParameter(
        description="A name for the page that asks, made by itself: of its questions the newest wins.", max_length=40
    ),
]

REFUSES = (404, 408, 409, 422)


class LabApi(Controller):
    """Questions of the Lab."""

    path = "/api/lab"
    tags = ("lab",)
    opt = ANYBODY
    dependencies = STATE

    @get("/figures", opt=declared(Answer, refuses=REFUSES))
    async def figures(self, request: Asking, lab: Lab, link: State, page: Page = "") -> Response[bytes]:
        """The exact figures of a wager as it is changed, beside those of the approved game."""
        return _json(await lab.ask(asker(request), page, "figures", link))


def _json(data: bytes) -> Response[bytes]:
    return Response(data, media_type=MediaType.JSON)
