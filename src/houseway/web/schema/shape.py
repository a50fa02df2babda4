"""Base of what is answered, and the types that come again and again."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

T = TypeVar("T")

Sometimes: TypeAlias = T | UnsetType
"""A field that is left out where there is nothing to say; its default is ``UNSET``."""

Cents = Annotated[int, Meta(description="Whole cents.")]
Micros = Annotated[int, Meta(description="Millionths of a cent.")]
Moment = Annotated[int, Meta(description="Microseconds since 1970, UTC.")]
Card = Annotated[str, Meta(description="Rank and suit such as `As` or `Td`, or `??` for a card that may not be seen.")]
Amounts = Annotated[
    dict[str, int],
    Meta(description="Cents by row of the jackpot; the jackpot's own amount is under the empty name."),
]
Clause = Annotated[str, Meta(description="The clause of the approved document, or of a rule, that stands behind it.")]
Who = Annotated[int | str, Meta(description="A seat's number, `dealer`, `supervisor`, `shoe` or `jackpots`.")]
GivenAnswer = Annotated[
    Any,
    Meta(
        description=(
            "What somebody answers: wagers by name in cents, the word of a choice, a word with a number, positions of "
            "cards from 1, cards that were keyed, or yes and no. What is due says which."
        ),
        extra_json_schema={
            "anyOf": [
                {"type": "string"},
                {"type": "boolean"},
                {"type": "integer"},
                {"type": "array", "items": {"type": ["string", "integer"]}},
                {
                    "type": "object",
                    "additionalProperties": {
                        "anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]
                    },
                },
                {"type": "null"},
            ],
            "examples": [{"bet": 500, "bonus": 100}, "stand", ["double", 1500], [1, 4], ["As", "Td"], True],
        },
    ),
]
GivenCommand = Annotated[
    dict[str, Any],
    Meta(
        description="A command of the floor: its `type`, and the fields of that type.",
        extra_json_schema={"$ref": "#/components/schemas/Command"},
    ),
]


class Shape(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """Base of what is answered."""


class Refusal(Shape):
    """Why something was refused. ``error`` is stable and meant for programs, the rest for people."""

    error: Annotated[str, Meta(examples=["wrong-state", "not-permitted"])]
    message: str
    clause: Sometimes[Clause] = UNSET
    remedy: Sometimes[Annotated[str, Meta(description="What would mend it.")]] = UNSET


class Cited(Shape):
    """A clause and its text in our words."""

    clause: Clause
    rule: str
