"""Types that come again and again in what the web asks and answers."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta

Amounts = Annotated[
    dict[str, int],
    Meta(description="Cents by row of the jackpot; the jackpot's own amount is under the empty name."),
]
JsonSchema: TypeAlias = dict[str, Any]
"""JSON, as OpenAPI and JSON Schema have it."""

GivenCommand = Annotated[
    dict[str, Any],
    Meta(
        description="A command of the floor: its `type`, and the fields of that type.",
        extra_json_schema={"$ref": "#/components/schemas/Command"},
    ),
]
CommandReply = Annotated[
    dict[str, Any],
    Meta(
        description="What came of a command, as the journal keeps it: the shape that the command's `x-reply` names.",
        extra_json_schema={"$ref": "#/components/schemas/Reply"},
    ),
]
