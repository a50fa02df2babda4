"""Types that come again and again in what is asked and answered."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from houseway.floor.reply_shapes import Clause, Shape

Card = Annotated[str, Meta(description="Rank and suit such as `As` or `Td`, or `??` for a card that may not be seen.")]
Amounts = Annotated[
    dict[str, int],
    Meta(description="Cents by row of the jackpot; the jackpot's own amount is under the empty name."),
]
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


class Cited(Shape):
    """A clause and its text in our words."""

    clause: Clause
    rule: str
