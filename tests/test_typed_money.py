"""What somebody types as money means the same at every door: dollars, to the cent, or a refusal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from houseway.cli.maths.question_options import cents_of
from houseway.cli.play.typed_answers import amount_of
from houseway.errors import HousewayError
from houseway.floor.forms import Field
from houseway.floor.typed_fields import value_of
from houseway.rulebook.money import dollars, parse_typed

DOORS: dict[str, Callable[[str], int | None]] = {
    "the parser": parse_typed,
    "a question about the mathematics": cents_of,
    "a wager typed at the table": amount_of,
    "a form, at the terminal and in the office": lambda text: value_of(Field(name="amount", kind="money"), [text]),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("1250", 125_000),
        ("$1,250", 125_000),
        ("1,250", 125_000),
        ("12.50", 1_250),
        ("12.5", 1_250),
        ("$0.07", 7),
        ("$1,234,567.89", 123_456_789),
    ],
)
def test_an_amount_is_the_same_at_every_door(door: Callable[[str], int | None], text: str, cents: int) -> None:
    assert door(text) == cents


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
@pytest.mark.parametrize(
    "text",
    ["12.505", "$0.00001", "1,23", "-5", "1e3", "$", "12 50", "0x10", "٣", "1,2345", "NaN", "1_000", "9" * 20, "12."],
)
def test_what_is_no_amount_to_the_cent_is_no_amount_at_any_door(door: Callable[[str], int | None], text: str) -> None:
    try:
        found = door(text)
    except HousewayError as refused:
        part = text.partition(".")[2]
        assert ("is not a whole number of cents" if len(part) > 2 else "is not an amount in dollars") in refused.message
    else:
        assert found is None


@pytest.mark.parametrize("cents", [1, 7, 100, 125_000, 123_456_789])
def test_what_is_written_can_be_typed(cents: int) -> None:
    assert parse_typed(dollars(cents)) == cents
