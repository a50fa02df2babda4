"""What a request to the Lab says: the state as its query string has it, and who asks."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypeAlias

from litestar import MediaType, Request, Response
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter

from houseway.accounts.throttle import address_origin
from houseway.web.http.callers import caller_of
from houseway.web.http.security import LIMIT
from houseway.web.lab.lab_link import Link
from houseway.web.lab.lab_pool import LONG_SECONDS, PATIENCE, SECONDS, LabPool

Lab: TypeAlias = NamedDependency[LabPool]
State: TypeAlias = NamedDependency[Link]
Asking: TypeAlias = Request[Any, Any, Any]

Words = list[str]
MAX_NAME = 80


def _said(says: str) -> QueryParameter:
    return QueryParameter(description=says, max_length=MAX_NAME)


def link_of(
    game: Annotated[str, _said("The game; the first one if left out.")] = "",
    edition: Annotated[str, _said("Its edition; the current one if left out.")] = "",
    wager: Annotated[str, _said("The wager that is looked at.")] = "",
    paytable: Annotated[str, _said("The paytable of the wager.")] = "",
    strategy: Annotated[str, _said("The strategy that is played.")] = "",
    case: Annotated[str, _said("What else is bet, where the figures hang on it.")] = "",
    option: Annotated[Words | None, QueryParameter(description="`SLUG=VALUE`, any number of them.")] = None,
    pay: Annotated[Words | None, QueryParameter(description="`WAGER/ROW=PAY`: a changed pay.")] = None,
    meter: Annotated[Words | None, QueryParameter(description="`NAME=DOLLARS` on a meter or posted row.")] = None,
    rule: Annotated[Words | None, QueryParameter(description="`SLUG=VALUE`: a rule that is changed.")] = None,
) -> Link:
    """The state of the Lab that a query string has."""
    return Link(
        game=game,
        edition=edition,
        wager=wager,
        paytable=paytable,
        strategy=strategy,
        case=case,
        options=tuple(option or ()),
        pays=tuple(pay or ()),
        meters=tuple(meter or ()),
        rules=tuple(rule or ()),
    )


def asker(request: Asking) -> str:
    """Whose questions are counted together: an account's, a device's, or those of an address."""
    caller = caller_of(request)
    return caller.account or caller.device or address_origin(request.client.host if request.client else "")


def more_time(*, long: bool = False) -> None:
    """Let the request that is being answered take as long as the Lab may work on it: it says itself when that is over.

    Where the Lab is served alone, nothing else ends a request.
    """
    limit = LIMIT.get(None)
    if limit is not None:
        most = PATIENCE * (LONG_SECONDS if long else SECONDS)
        limit.reschedule(asyncio.get_running_loop().time() + most + 5)


Page = Annotated[
    str,
    QueryParameter(
        description="A name for the page that asks, made by itself: of its questions the newest wins.", max_length=40
    ),
]


class Inquiry(NamedTuple):
    """What is asked of the Lab: by which request and page, about which state."""

    request: Asking
    lab: LabPool
    link: Link
    page: str

    async def answer(
        self, work: str, more: Mapping[str, Any] | None = None, *, long: bool = False, packed: bool = False
    ) -> bytes:
        """The answer to a work of the Lab, as it comes from there."""
        more_time(long=long)
        return await self.lab.ask(
            asker(self.request), self.page or work, work, self.link, more, long=long, packed=packed
        )

    async def json(self, work: str, more: Mapping[str, Any] | None = None, *, long: bool = False) -> Response[bytes]:
        """The answer as JSON, passed on as it is: the Lab's process has compressed it where the browser takes that."""
        packed = "gzip" in self.request.headers.get("accept-encoding", "")
        data = await self.answer(work, more, long=long, packed=packed)
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"} if packed else {}
        return Response(data, media_type=MediaType.JSON, headers=headers)


Asked: TypeAlias = NamedDependency[Inquiry]


async def asked_of(request: Asking, lab: Lab, link: State, page: Page = "") -> Inquiry:
    """What a request asks of the Lab."""
    return Inquiry(request, lab, link, page)


STATE = {"link": Provide(link_of, sync_to_thread=False), "asked": Provide(asked_of)}
"""How handlers are given the state, and what is asked about it."""
