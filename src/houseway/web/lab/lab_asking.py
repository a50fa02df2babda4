"""What a request to the Lab says: the state as its query string has it, and who asks."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, TypeAlias

from litestar import Request
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


STATE = {"link": Provide(link_of, sync_to_thread=False)}
"""How handlers are given the state."""


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
