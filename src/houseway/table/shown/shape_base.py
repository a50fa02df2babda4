"""The base of every shape that goes out as JSON, and the types that come in them again and again."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, UnsetType

T = TypeVar("T")

Sometimes: TypeAlias = T | UnsetType
"""A field that is left out where there is nothing to say; its default is ``UNSET``."""

Cents = Annotated[int, Meta(description="Whole cents.")]
Card = Annotated[str, Meta(description="Rank and suit such as `As` or `Td`, or `??` for a card that may not be seen.")]
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


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Base of what screens and programs are shown: constructed where it is made, and described as it is typed.

    Fields are called in JSON as here, with hyphens. A field that is `Sometimes` there is left out where it is unset.
    """


class Cited(Shape, frozen=True):
    """A clause and its text in our words."""

    clause: Clause
    rule: str
