"""What a command is answered with: the types that come in replies again and again."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import UNSET, Meta

from houseway.floor.kinds.body import Body
from houseway.table.shown.shape_base import Clause, Shape, Sometimes

Micros = Annotated[int, Meta(description="Millionths of a cent.")]
Moment = Annotated[int, Meta(description="Microseconds since 1970, UTC.")]


class Refusal(Shape, frozen=True):
    """Why something was refused. ``error`` is stable and meant for programs, the rest for people."""

    error: Annotated[str, Meta(examples=["wrong-state", "not-permitted"])]
    message: str
    clause: Sometimes[Clause] = UNSET
    remedy: Sometimes[Annotated[str, Meta(description="What would mend it.")]] = UNSET


R = TypeVar("R", bound=Shape)


def reply_of(shape: type[R], body: Body, **more: object) -> R:
    """The reply that says what an entry says, and ``more`` beside it."""
    said = {**msgspec.to_builtins(body), **more}
    return msgspec.convert({name: said[name] for name in shape.__struct_encode_fields__ if name in said}, shape)
