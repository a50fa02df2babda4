"""Types that come again and again in what the web asks and answers."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

Amounts = Annotated[
    dict[str, int],
    Meta(description="Cents by row of the jackpot; the jackpot's own amount is under the empty name."),
]
GivenCommand = Annotated[
    dict[str, Any],
    Meta(
        description="A command of the floor: its `type`, and the fields of that type.",
        extra_json_schema={"$ref": "#/components/schemas/Command"},
    ),
]
