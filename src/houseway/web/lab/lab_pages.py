"""The page of the Lab: its first state is in the page, so that the figures are there without any script."""

from __future__ import annotations

import msgspec
from litestar import Controller, get
from litestar.response import Template

from houseway.web.http.callers import caller_of
from houseway.web.http.refusals import ALONE
from houseway.web.lab.lab_asking import STATE, Asking, Lab, State, asker, more_time
from houseway.web.lab.lab_shapes import Answer
from houseway.web.schema.declare import ANYBODY
from houseway.web.service.page_frame import navigation


class LabPages(Controller):
    """The Lab."""

    path = "/lab"
    include_in_schema = False
    opt = ANYBODY
    dependencies = STATE

    @get("/")
    async def lab(self, request: Asking, lab: Lab, link: State) -> Template:
        """The Lab in the state that the address has."""
        more_time()
        answer = msgspec.json.decode(await lab.ask(asker(request), "page", "figures", link), type=Answer)
        alone = bool(request.scope["state"].get(ALONE))
        caller = caller_of(request)
        return Template(
            template_name="lab/lab.html",
            context={
                "me": caller,
                "property": request.scope["state"].get("property") or "Houseway",
                "navigation": [("Lab", "/lab")] if alone else navigation(caller),
                "path": request.url.path,
                "alone": alone,
                "answer": answer,
            },
        )
