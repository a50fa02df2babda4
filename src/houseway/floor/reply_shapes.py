"""What a command is answered with: the base of replies, and the types that come in them again and again."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from houseway.floor.kinds.body import Body

T = TypeVar("T")

Sometimes: TypeAlias = T | UnsetType
"""A field that is left out where there is nothing to say; its default is ``UNSET``."""

Cents = Annotated[int, Meta(description="Whole cents.")]
Micros = Annotated[int, Meta(description="Millionths of a cent.")]
Moment = Annotated[int, Meta(description="Microseconds since 1970, UTC.")]
Clause = Annotated[str, Meta(description="The clause of the approved document, or of a rule, that stands behind it.")]


class Shape(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """Base of what is answered."""


class Refusal(Shape):
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
